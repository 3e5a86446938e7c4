# SPDX-License-Identifier: Apache-2.0
"""Operators of sparse arrays: which operands they take, and who computes."""

import operator
import warnings

import numpy

from ..._array.convert import as_operand
from . import _library as np
from ._kinds import SparseEfficiencyWarning, issparse, taken
from ._types import is_dense, is_scalar

_OPPOSITE = {
    operator.eq: operator.ne,
    operator.ne: operator.eq,
    operator.lt: operator.ge,
    operator.ge: operator.lt,
    operator.gt: operator.le,
    operator.le: operator.gt,
}
_SIGN = {
    operator.eq: "==",
    operator.ge: ">=",
    operator.le: "<=",
    operator.ne: "!=",
    operator.gt: ">",
    operator.lt: "<",
}
_UFUNC = {
    operator.eq: np.equal,
    operator.ne: np.not_equal,
    operator.lt: np.less,
    operator.le: np.less_equal,
    operator.gt: np.greater,
    operator.ge: np.greater_equal,
}


def _number(x):
    """A number whose value decides what happens; of a device's array, it is waited for."""
    return x.item() if is_dense(x) else x


def _warn(text, level=4):
    warnings.warn(text, SparseEfficiencyWarning, stacklevel=level)


def subtracted(a, b):
    """a - b, of bools where one of them alone is true."""
    if a.dtype.kind == b.dtype.kind == "b":
        return np.logical_xor(a, b)
    return np.subtract(a, b)


class Arithmetic:
    """The operators; those of csr and csc do the work for the others."""

    def _operand(self, x):
        """An operand: sparse, dense or a number; None for what is none of them.

        NumPy arrays beside arrays on a GPU are what `tenorite.config.mixed` says.
        """
        x = taken(x)
        if issparse(x) or is_scalar(x):
            return x
        if is_dense(x):
            host = isinstance(x, numpy.ndarray)
            return as_operand(numpy.asarray(x) if host else x, self.data)
        if hasattr(x, "__array_ufunc__") and x.__array_ufunc__ is None:
            return None
        host = numpy.asarray(x)
        return None if host.dtype == object else np.asarray(host, device=self.device)

    def _line(self):
        """The array itself as csr or csc."""
        return self if self.format in ("csr", "csc") else self.tocsr()

    # ---- sums ----

    def __add__(self, other):
        return self._sum(
            other,
            np.add,
            "adding a nonzero scalar to a sparse array is not supported",
        )

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        return self._sum(
            other,
            subtracted,
            "subtracting a nonzero scalar from a sparse array is not supported",
        )

    def __rsub__(self, other):
        other = self._operand(other)
        if is_scalar(other):
            if _number(other) == 0:
                return -self.copy()
            raise NotImplementedError(
                "subtracting a sparse array from a nonzero scalar is not supported"
            )
        if is_dense(other):
            return np.broadcast_to(other, self.shape) - self.toarray()
        return NotImplemented

    def _sum(self, other, ufunc, refusal):
        other = self._operand(other)
        if is_scalar(other):
            if _number(other) == 0:
                return self.copy()
            raise NotImplementedError(refusal)
        if other is None:
            return NotImplemented
        if is_dense(other):
            return ufunc(self.toarray(), np.broadcast_to(other, self.shape))
        if other.shape != self.shape:
            raise ValueError("inconsistent shapes")
        return self._sum_of_sparse(other, ufunc)

    def _sum_of_sparse(self, other, ufunc):
        return self._line()._combined(other, ufunc)

    # ---- products of elements ----

    def multiply(self, other):
        """The product element by element, with broadcasting. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.multiply(2).toarray()
        array([[0, 4],
               [6, 0]])
        """
        other = self._operand(other)
        if is_scalar(other):
            return self._times_number(other)
        if other is None:
            return NotImplemented
        if is_dense(other):
            return self._times_dense(other)
        return self._times_sparse(other)

    def __mul__(self, other):
        return self.multiply(other)

    def __rmul__(self, other):
        return self.multiply(other)

    def _times_number(self, other):
        return self._with_data(self.data * other)

    def _times_sparse(self, other):
        line = self._line()
        if self.shape == other.shape:
            return line._combined(other, np.multiply, both=True)
        if other.shape == (1, 1):
            found = line._times_number(other.toarray()[0, 0])
            return found.reshape(1, self.shape[0]) if self.ndim == 1 else found
        if other.shape == (1,):
            return line._times_number(other.toarray()[0])
        if self.shape in ((1,), (1, 1)):
            return other._times_number(self.data.sum())
        (rows, columns), (other_rows, other_columns) = (
            x._rows_and_columns for x in (self, other)
        )
        flat = self._class("csr")
        if rows == 1 and other_columns == 1:
            return other.tocsr()._matmul_sparse(line.reshape(rows, columns).tocsr())
        if columns == 1 and other_rows == 1:
            return line._matmul_sparse(other.reshape(other_rows, other_columns).tocsr())
        if other_rows == 1 and columns == other_columns:
            factors = flat._diagonal_of(other.toarray().reshape(-1))
            found = line._matmul_sparse(factors)
            return found if self.ndim == 2 else found.reshape(1, other_columns)
        if rows == 1 and columns == other_columns:
            return other._line()._matmul_sparse(
                flat._diagonal_of(self.toarray().reshape(-1))
            )
        if other_columns == 1 and rows == other_rows:
            return flat._diagonal_of(other.toarray().reshape(-1))._matmul_sparse(line)
        if columns == 1 and rows == other_rows:
            return flat._diagonal_of(self.toarray().reshape(-1))._matmul_sparse(other)
        raise ValueError(f"inconsistent shapes {self.shape} and {other.shape}")

    def _times_dense(self, other):
        if other.ndim > 2:
            return np.multiply(self.toarray(), other)
        try:
            shape = numpy.broadcast_shapes(self.shape, other.shape)
        except ValueError:
            raise ValueError(
                f"inconsistent shapes {self.shape} and {other.shape}"
            ) from None
        if other.size == 1:
            return self._times_number(other.reshape(())).reshape(shape)
        if self.shape in ((1,), (1, 1)):
            return np.multiply(self.data.sum(), other).reshape(shape)
        entries = self.tocoo()
        if shape == (1, *self.shape):
            entries = entries.reshape(shape)
        if shape == entries.shape:
            factors = np.broadcast_to(other, shape)[entries.coords]
            found = entries._with_data(entries.data * factors)
        else:
            found = entries._spread(shape, other)
        return found

    # ---- division and powers ----

    def _divide(self, other, rdivide=False):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        if is_scalar(other):
            if rdivide:
                return np.divide(other, self.toarray())
            inverse = 1 / other
            if numpy.can_cast(self.dtype, numpy.float64):
                return self.astype(numpy.float64, copy=False)._times_number(inverse)
            found = self._times_number(inverse)
            scalar = other.dtype if is_dense(other) else numpy.asarray(other).dtype
            if self.dtype.kind in "iu" and scalar.kind in "iu":
                return found.astype(self.dtype, copy=False)
            return found
        if is_dense(other):
            if rdivide:
                return np.divide(other, self.toarray())
            return self.multiply(np.divide(1, other))
        if rdivide:
            return other._divide(self)
        line = self.tocsr()
        if numpy.can_cast(self.dtype, numpy.float64):
            line = line.astype(numpy.float64, copy=False)
        if line.shape != other.shape:
            raise ValueError("inconsistent shapes")
        # Where neither has an entry there is 0 / 0: the result is dense, as SciPy's.
        return np.divide(line.toarray(), other.toarray())

    def __truediv__(self, other):
        return self._divide(other)

    def __rtruediv__(self, other):
        return NotImplemented

    def power(self, n, dtype=None):
        """The n-th power of each entry; n may not be 0.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.power(2).toarray()
        array([[0, 4],
               [9, 0]])
        """
        if not is_scalar(n):
            raise NotImplementedError("input is not scalar")
        if not _number(n):
            raise NotImplementedError(
                "zero power is not supported as it would densify the matrix.\n"
                "Use `np.ones(A.shape, dtype=A.dtype)` for this case."
            )
        data = self._canonical_data()
        if dtype is not None:
            data = data.astype(dtype, copy=False)
        return self._with_data(data**n)

    def __pow__(self, *args, **kwargs):
        return self.power(*args, **kwargs)

    def __neg__(self):
        if self.dtype.kind == "b":
            raise NotImplementedError(
                "negating a boolean sparse array is not supported"
            )
        return self._with_data(-self.data)

    def __abs__(self):
        return self._with_data(np.absolute(self._canonical_data()))

    def __round__(self, ndigits=0):
        return self._with_data(np.around(self._canonical_data(), decimals=ndigits))

    def __iadd__(self, other):
        return NotImplemented

    def __isub__(self, other):
        return NotImplemented

    def __imul__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self.data *= other
        return self

    def __itruediv__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self.data *= 1.0 / other
        return self

    # ---- comparisons ----

    def _compared(self, other, op):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        if is_scalar(other):
            return self._compared_with_number(other, op)
        if is_dense(other):
            return _UFUNC[op](self.toarray(), other)
        if self.shape != other.shape:
            if op in (operator.eq, operator.ne):
                return op is operator.ne
            raise ValueError("inconsistent shape")
        line = self._line()
        if not op(0, 0):
            return line._combined(other, _UFUNC[op])
        opposite = _OPPOSITE[op]
        _warn(
            f"Comparing two sparse matrices using {_SIGN[op]} is inefficient. "
            f"Try using {_SIGN[opposite]} instead."
        )
        return line._inverted(line._combined(other, _UFUNC[opposite]))

    def _compared_with_number(self, other, op):
        value = _number(other)
        if not op(0, value):
            if value != value:
                return type(self)(self.shape, dtype=bool)
            return self._line()._changed_by_number(other, _UFUNC[op])
        opposite = _OPPOSITE[op]
        _warn(
            f"Comparing a sparse matrix with {value} using {_SIGN[op]} is inefficient. "
            f"Try using {_SIGN[opposite]} instead.",
            level=5,
        )
        if value != value:
            return type(self)(np.ones(self.shape, bool, device=self.device))
        line = self._line()
        return line._inverted(line._changed_by_number(other, _UFUNC[opposite]))

    __hash__ = None

    def __eq__(self, other):
        return self._compared(other, operator.eq)

    def __ne__(self, other):
        return self._compared(other, operator.ne)

    def __lt__(self, other):
        return self._compared(other, operator.lt)

    def __le__(self, other):
        return self._compared(other, operator.le)

    def __gt__(self, other):
        return self._compared(other, operator.gt)

    def __ge__(self, other):
        return self._compared(other, operator.ge)

    def maximum(self, other):
        """The larger of two, element by element. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.maximum(0).toarray()
        array([[0, 2],
               [3, 0]])
        """
        return self._extreme_of_two(other, np.maximum, "maximum", "positive")

    def minimum(self, other):
        """The smaller of two, element by element. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.minimum(0).nnz
        0
        """
        return self._extreme_of_two(other, np.minimum, "minimum", "negative")

    def _extreme_of_two(self, other, ufunc, name, sign):
        other = self._operand(other)
        if other is None:
            raise NotImplementedError(
                "maximum or minimum with an unrecognized array type is not supported"
            )
        if is_scalar(other):
            value = _number(other)
            if getattr(numpy, name)(0, value):
                _warn(f"Taking {name} with a {sign} number results in a dense matrix.")
                return type(self)(ufunc(self.toarray(), other))
            return self._line()._changed_by_number(other, ufunc)
        if is_dense(other):
            return ufunc(self.toarray(), other)
        if self.shape != other.shape:
            raise ValueError(
                f"inconsistent shapes self.shape={self.shape!r} "
                f"other.shape={other.shape!r}"
            )
        return self._line()._combined(other, ufunc)

    # ---- matrix products ----

    def dot(self, other):
        """The matrix product, or the product with a number.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.dot(np.array([1, 10]))
        array([20,  3])
        """
        return self * other if numpy.isscalar(other) else self @ other

    def __matmul__(self, other):
        if is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._matmul(other)

    def __rmatmul__(self, other):
        if is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._rmatmul(other)

    def _rmatmul(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        if is_scalar(other):
            return self._times_number(other)
        found = self.transpose()._matmul(other.T)
        return found if found is NotImplemented else found.T

    def _matmul(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        if is_scalar(other):
            return self._times_number(other)
        rows, columns = self._rows_and_columns
        wrong = "matmul: dimension mismatch with signature"
        if not is_dense(other):
            if columns != other.shape[0]:
                raise ValueError(
                    f"{wrong} (n,k={columns}),(k={other.shape[0]},m)->(n,m)"
                )
            return self._matmul_sparse(other)
        if other.ndim not in (1, 2):
            raise ValueError("could not interpret dimensions")
        single = other.ndim == 1 or other.shape[1] == 1
        if other.shape[0] != columns:
            last = "(k={},1?)->(n,1?)" if single else "(k={},m)->(n,m)"
            raise ValueError(f"{wrong} (n,k={columns}),{last.format(other.shape[0])}")
        if single:
            found = self._times_vector(other.reshape(-1))
            if other.ndim == 1:
                return found if self.ndim == 2 else found[0]
            return found.reshape(-1, 1) if self.ndim == 2 else found.reshape(1)
        found = self._times_columns(other)
        return found if self.ndim == 2 else found.reshape(-1)

    def _times_vector(self, x):
        return self.tocsr()._times_vector(x)

    def _times_columns(self, x):
        return self.tocsr()._times_columns(x)

    def _matmul_sparse(self, other):
        return self.tocsr()._matmul_sparse(other)


__all__ = ["Arithmetic", "subtracted"]

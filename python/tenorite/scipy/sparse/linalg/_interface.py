# SPDX-License-Identifier: Apache-2.0
"""Linear operators: what a matrix does with vectors, without its items."""

import types
import warnings

import numpy

from .. import _library as np
from .._kinds import issparse, taken
from .._types import is_dense, is_integer_like, is_length, is_scalar

__all__ = ["LinearOperator", "aslinearoperator"]


def _is_number(x):
    return is_scalar(x) and not isinstance(x, str)


def _turned(shape):
    return *shape[:-2], shape[-1], shape[-2]


def single(A):
    """The operator as aslinearoperator() has it; ValueError for a stack of them."""
    A = aslinearoperator(A)
    if A.ndim > 2:
        raise ValueError(f"{A.ndim}-dimensional `A` is unsupported, expected 2-D.")
    return A


class LinearOperator:
    """A linear map, given by functions of vectors, or a base of classes of them.

    `matvec(x)` is the product with a vector, `rmatvec(x)` that of the adjoint,
    `matmat(X)` and `rmatmat(X)` are those with several columns. A class of its own
    has `_matvec` or `_matmat`, and `_rmatvec` or `_adjoint`. Operators of shape
    (..., m, n) are stacks, and vectors (..., n) broadcast. Of `xp` nothing is read.
    See scipy.sparse.linalg.LinearOperator.

    >>> from tenorite.scipy.sparse.linalg import LinearOperator
    >>> twice = LinearOperator((2, 2), matvec=lambda x: 2 * x)
    >>> twice @ np.array([1.0, 2.0])
    array([2., 4.])
    """

    __array_ufunc__ = None
    __class_getitem__ = classmethod(types.GenericAlias)

    def __new__(cls, *args, **kwargs):
        if cls is LinearOperator:
            return super().__new__(_Given)
        self = super().__new__(cls)
        plain = (
            cls._matvec == LinearOperator._matvec
            and cls._matmat == LinearOperator._matmat
        )
        if plain:
            warnings.warn(
                "LinearOperator subclass should implement at least one of "
                "_matvec and _matmat.",
                category=RuntimeWarning,
                stacklevel=2,
            )
        return self

    def __init__(self, dtype, shape, xp=None):
        shape = tuple(shape)
        if len(shape) < 2:
            raise ValueError(f"invalid shape {shape!r} (must be at least 2-d)")
        if not all(map(is_length, shape)):
            raise ValueError(f"invalid shape {shape!r}")
        self.dtype = None if dtype is None else numpy.dtype(dtype)
        self.shape = tuple(map(int, shape))

    @property
    def ndim(self):
        """The number of axes, two of one operator."""
        return len(self.shape)

    def _find_dtype(self):
        if self.dtype is None:
            probe = np.zeros(self.shape[-1], numpy.int8)
            try:
                self.dtype = np.asarray(self.matvec(probe)).dtype
            except (OverflowError, TypeError, RuntimeError):
                self.dtype = numpy.dtype(int)

    # ---- products: checks, then what classes say ----

    def _times_vector(self, x, adjoint):
        x = np.asarray(x)
        *before, m, n = self.shape
        inner, outer = (m, n) if adjoint else (n, m)
        if x.shape == (inner, 1):
            vectors, columns = ("`rmatvec`", "`rmatmat`") if adjoint else _NAMES
            warnings.warn(
                f"Calling {vectors} on 'column vectors' of shape `({inner}, 1)` was "
                "deprecated in SciPy 1.18.0 and will no longer be possible in SciPy "
                f"1.20.0. Please call {columns} instead for identical behaviour.",
                FutureWarning,
                stacklevel=3,
            )
            x, shape = x.reshape(inner), (*before, outer, 1)
        elif x.ndim and x.shape[-1] == inner:
            shape = (*numpy.broadcast_shapes(before, x.shape[:-1]), outer)
        else:
            raise ValueError(
                f"Dimension mismatch: `x` must have a shape ending in `({inner},)`, "
                f"or shape `({inner}, 1)`. Given shape: {x.shape}"
            )
        y = self._rmatvec(x) if adjoint else self._matvec(x)
        return np.asarray(y).reshape(shape)

    def matvec(self, x):
        """The product with a vector, or with vectors along the last axis.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).matvec(np.array([1.0, 2.0]))
        array([1., 4.])
        """
        return self._times_vector(x, False)

    def rmatvec(self, x):
        """The product of the adjoint with a vector, or with vectors along the last axis.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).rmatvec(np.array([1.0, 2.0]))
        array([1., 4.])
        """
        return self._times_vector(x, True)

    def _checked_matrix(self, X, length):
        if not issparse(X):
            X = np.asarray(X)
        if X.ndim < 2:
            raise ValueError(f"Expected at least 2-d ndarray or matrix, not {X.ndim}-d")
        if X.shape[-2] != length:
            raise ValueError(f"Dimension mismatch: {self.shape}, {X.shape}")
        return X

    def matmat(self, X):
        """The product with a matrix.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).matmat(np.ones((2, 1)))
        array([[1.],
               [2.]])
        """
        return self._product(self._matmat, self._checked_matrix(X, self.shape[-1]))

    def rmatmat(self, X):
        """The product of the adjoint with a matrix.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).rmatmat(np.ones((2, 1)))
        array([[1.],
               [2.]])
        """
        return self._product(self._rmatmat, self._checked_matrix(X, self.shape[-2]))

    def _product(self, function, X):
        try:
            return function(X)
        except Exception as error:
            if issparse(X):
                raise TypeError(
                    "Multipliying LinearOperator with a sparse matrix failed. Try "
                    "wrapping the matrix with `aslinearoperator` first, or ensuring "
                    "the operator's `matmat` function supports sparse input."
                ) from error
            raise

    # What classes replace; each has the others to fall back on.

    def _matvec(self, x):
        return self._matmat(x[..., None])[..., 0]

    def _matmat(self, X):
        return _by_columns(self._matvec, X)

    def _rmatvec(self, x):
        cls = type(self)
        if cls._adjoint != LinearOperator._adjoint:
            return self.H._matvec(x)
        if cls._rmatmat != LinearOperator._rmatmat:
            return self._rmatmat(x[..., None])[..., 0]
        raise NotImplementedError

    def _rmatmat(self, X):
        if type(self)._adjoint != LinearOperator._adjoint:
            return self.H._matmat(X)
        return _by_columns(self._rmatvec, X)

    def _adjoint(self):
        return _Adjoint(self)

    def _transpose(self):
        return _Transpose(self)

    def adjoint(self):
        """The adjoint.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).adjoint().shape
        (2, 2)
        """
        return self._adjoint()

    def transpose(self):
        """The transpose.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).transpose().shape
        (2, 2)
        """
        return self._transpose()

    H = property(adjoint)
    T = property(transpose)

    # ---- operators of operators ----

    def __call__(self, x):
        return self @ x

    def dot(self, x):
        """The product with an operator, a number, a vector or a matrix.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).dot(np.array([1.0, 2.0]))
        array([1., 4.])
        """
        if isinstance(x, LinearOperator):
            return _Product(self, x)
        if _is_number(x):
            return _Scaled(self, x)
        x = taken(x)
        x = x if issparse(x) else np.asarray(x)
        n = self.shape[-1]
        if x.shape == (n,):
            return self.matvec(x)
        if x.ndim >= 2 and x.shape[-2] == n:
            return self.matmat(x)
        raise ValueError(
            f"Dimension mismatch: array input `x` must have shape `({n},)` or a shape "
            f"ending in `({n}, K)` for some integer `K`. Given shape: {x.shape}"
        )

    def rdot(self, x):
        """The product of an operator, a number, a vector or a matrix with this one.

        >>> from tenorite.scipy.sparse.linalg import aslinearoperator
        >>> aslinearoperator(np.array([[1.0, 0.0], [0.0, 2.0]])).rdot(np.array([1.0, 2.0]))
        array([1., 4.])
        """
        if isinstance(x, LinearOperator):
            return _Product(x, self)
        if _is_number(x):
            return _Scaled(self, x)
        x = taken(x)
        x = x if issparse(x) else np.asarray(x)
        m = self.shape[-2]
        if x.shape == (m,):
            return self.T.matvec(x)
        if x.ndim >= 2 and x.shape[-1] == m:
            return self.T.matmat(x.mT).mT
        raise ValueError(
            f"Dimension mismatch: `x` must have shape `({m},)` or a shape ending in "
            f"`(K, {m})` for some integer `K`. Given shape: {x.shape}."
        )

    def __mul__(self, x):
        return self.dot(x)

    def __rmul__(self, x):
        return self.rdot(x)

    def __matmul__(self, x):
        if _is_number(x):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.dot(x)

    def __rmatmul__(self, x):
        if _is_number(x):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.rdot(x)

    def __truediv__(self, x):
        if not _is_number(x):
            raise ValueError("Can only divide a linear operator by a scalar.")
        return _Scaled(self, 1.0 / x)

    def __pow__(self, p):
        return _Power(self, p) if _is_number(p) else NotImplemented

    def __add__(self, x):
        return _Sum(self, x) if isinstance(x, LinearOperator) else NotImplemented

    def __neg__(self):
        return _Scaled(self, -1)

    def __sub__(self, x):
        return self.__add__(-x)

    def __repr__(self):
        dtype = "unspecified dtype" if self.dtype is None else f"dtype={self.dtype}"
        return f"<{'x'.join(map(str, self.shape))} {type(self).__name__} with {dtype}>"


#: Of the products with vectors and with columns.
_NAMES = "`matvec`", "`matmat`"


def _by_columns(function, X):
    return np.stack([function(X[..., :, i]) for i in range(X.shape[-1])], axis=-1)


class _Given(LinearOperator):
    """Made of functions."""

    def __init__(
        self,
        shape,
        matvec,
        rmatvec=None,
        matmat=None,
        dtype=None,
        rmatmat=None,
        xp=None,
    ):
        super().__init__(dtype, shape)
        self.args = ()
        self._functions = matvec, rmatvec, matmat, rmatmat
        self._find_dtype()

    def _matvec(self, x):
        return self._functions[0](x)

    def _rmatvec(self, x):
        if self._functions[1] is None:
            raise NotImplementedError("rmatvec is not defined")
        return self._functions[1](x)

    def _matmat(self, X):
        function = self._functions[2]
        return super()._matmat(X) if function is None else function(X)

    def _rmatmat(self, X):
        function = self._functions[3]
        if function is not None:
            return function(X)
        return _by_columns(self._rmatvec, X)

    def _adjoint(self):
        matvec, rmatvec, matmat, rmatmat = self._functions
        return _Given(
            _turned(self.shape), rmatvec, matvec, rmatmat, self.dtype, rmatmat=matmat
        )


class _Adjoint(LinearOperator):
    """The adjoint of an operator that says nothing about its own."""

    def __init__(self, A):
        super().__init__(A.dtype, _turned(A.shape))
        self.A, self.args = A, (A,)

    def _matvec(self, x):
        return self.A._rmatvec(x)

    def _rmatvec(self, x):
        return self.A._matvec(x)

    def _matmat(self, X):
        return self.A._rmatmat(X)

    def _rmatmat(self, X):
        return self.A._matmat(X)


class _Transpose(_Adjoint):
    """The transpose: the adjoint between conjugations."""

    def _matvec(self, x):
        return np.conj(self.A._rmatvec(np.conj(x)))

    def _rmatvec(self, x):
        return np.conj(self.A._matvec(np.conj(x)))

    def _matmat(self, X):
        return np.conj(self.A._rmatmat(np.conj(X)))

    def _rmatmat(self, X):
        return np.conj(self.A._matmat(np.conj(X)))


def _common_dtype(*operators):
    return numpy.result_type(*(x.dtype for x in operators if x.dtype is not None))


class _Sum(LinearOperator):
    def __init__(self, A, B):
        if A.shape[-2:] != B.shape[-2:]:
            raise ValueError(f"cannot add {A} and {B}: shape mismatch")
        before = numpy.broadcast_shapes(A.shape[:-2], B.shape[:-2])
        super().__init__(_common_dtype(A, B), (*before, *A.shape[-2:]))
        self.args = A, B

    def _matvec(self, x):
        return self.args[0].matvec(x) + self.args[1].matvec(x)

    def _rmatvec(self, x):
        return self.args[0].rmatvec(x) + self.args[1].rmatvec(x)

    def _matmat(self, X):
        return self.args[0].matmat(X) + self.args[1].matmat(X)

    def _rmatmat(self, X):
        return self.args[0].rmatmat(X) + self.args[1].rmatmat(X)

    def _adjoint(self):
        return self.args[0].H + self.args[1].H


class _Product(LinearOperator):
    def __init__(self, A, B):
        if A.shape[-1] != B.shape[-2]:
            raise ValueError(f"cannot multiply {A} and {B}: shape mismatch")
        before = numpy.broadcast_shapes(A.shape[:-2], B.shape[:-2])
        super().__init__(_common_dtype(A, B), (*before, A.shape[-2], B.shape[-1]))
        self.args = A, B

    def _matvec(self, x):
        return self.args[0].matvec(self.args[1].matvec(x))

    def _rmatvec(self, x):
        return self.args[1].rmatvec(self.args[0].rmatvec(x))

    def _matmat(self, X):
        return self.args[0].matmat(self.args[1].matmat(X))

    def _rmatmat(self, X):
        return self.args[1].rmatmat(self.args[0].rmatmat(X))

    def _adjoint(self):
        return self.args[1].H @ self.args[0].H


class _Scaled(LinearOperator):
    def __init__(self, A, alpha):
        if isinstance(A, _Scaled):
            A, before = A.args
            alpha = alpha * before
        kind = alpha.dtype if hasattr(alpha, "dtype") else numpy.dtype(type(alpha))
        dtype = kind if A.dtype is None else numpy.result_type(A.dtype, kind)
        super().__init__(dtype, A.shape)
        self.args = A, alpha

    def _matvec(self, x):
        return self.args[1] * self.args[0].matvec(x)

    def _rmatvec(self, x):
        return np.conj(self.args[1]) * self.args[0].rmatvec(x)

    def _matmat(self, X):
        return self.args[1] * self.args[0].matmat(X)

    def _rmatmat(self, X):
        return np.conj(self.args[1]) * self.args[0].rmatmat(X)

    def _adjoint(self):
        return self.args[0].H * np.conj(self.args[1])


class _Power(LinearOperator):
    def __init__(self, A, p):
        if A.shape[-2] != A.shape[-1]:
            raise ValueError(
                f"square core-dimensions of LinearOperator expected, got {A!r}"
            )
        if not is_integer_like(p) or p < 0:
            raise ValueError("non-negative integer expected as p")
        super().__init__(A.dtype, A.shape)
        self.args = A, p

    def _times(self, function, x):
        for _ in range(self.args[1]):
            x = function(x)
        return x

    def _matvec(self, x):
        return self._times(self.args[0].matvec, x)

    def _rmatvec(self, x):
        return self._times(self.args[0].rmatvec, x)

    def _matmat(self, X):
        return self._times(self.args[0].matmat, X)

    def _rmatmat(self, X):
        return self._times(self.args[0].rmatmat, X)

    def _adjoint(self):
        return self.args[0].H ** self.args[1]


class MatrixLinearOperator(LinearOperator):
    """Matrices as an operator; a sparse one is turned for its adjoint only once."""

    def __init__(self, A):
        super().__init__(A.dtype, A.shape)
        self.A, self.args, self._turned = A, (A,), None

    def _matvec(self, x):
        return self.A @ x if x.ndim == 1 else super()._matvec(x)

    def _matmat(self, X):
        return self.A @ X

    def _adjoint(self):
        if self._turned is None:
            A = self.A
            turned = A.mT.conj()
            if issparse(A):
                turned = turned.tocsr()
            self._turned = MatrixLinearOperator(turned)
            self._turned._turned = self
        return self._turned


class IdentityOperator(LinearOperator):
    """Leaves vectors as they are."""

    def __init__(self, shape, dtype=None):
        super().__init__(dtype, shape)

    def _matvec(self, x):
        return x

    _rmatvec = _matmat = _rmatmat = _matvec

    def _adjoint(self):
        return self


def aslinearoperator(A):
    """A matrix, dense or sparse, or what has `shape` and `matvec`, as an operator.

    Dense matrices (..., m, n) are a stack of operators. See scipy.sparse.linalg.aslinearoperator.

    >>> from tenorite.scipy.sparse.linalg import aslinearoperator
    >>> aslinearoperator(np.eye(2)).matvec(np.array([1.0, 2.0]))
    array([1., 2.])
    """
    A = taken(A)
    if isinstance(A, LinearOperator):
        return A
    if issparse(A):
        # Products are made by rows, so other orders are given up once.
        return MatrixLinearOperator(A if A.format in ("csr", "dia") else A.tocsr())
    if is_dense(A):
        return MatrixLinearOperator(np.atleast_2d(np.asarray(A)))
    if hasattr(A, "shape") and hasattr(A, "matvec"):
        return LinearOperator(
            A.shape,
            A.matvec,
            rmatvec=getattr(A, "rmatvec", None),
            rmatmat=getattr(A, "rmatmat", None),
            dtype=getattr(A, "dtype", None),
        )
    raise TypeError("type not understood")

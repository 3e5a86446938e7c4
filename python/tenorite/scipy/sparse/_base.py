# SPDX-License-Identifier: Apache-2.0
"""What all sparse arrays are: shape, conversions, text."""

from .. import _host
from . import _library as np
from ._arithmetic import Arithmetic
from ._kinds import CLASSES, Sparse, sparray
from ._reductions import Reductions
from ._types import (
    checked_shape,
    index_dtype,
    value_dtype,
)

__all__ = ["SparseBase"]

_NAMES = {
    "csc": "Compressed Sparse Column",
    "csr": "Compressed Sparse Row",
    "coo": "COOrdinate",
    "dia": "DIAgonal",
    "bsr": "Block Sparse Row",
}
_SHOWN = 50  # entries in a text


class SparseBase(Arithmetic, Reductions, Sparse):
    """What the classes of all formats inherit; see scipy.sparse."""

    __array_priority__ = 10.1
    _format = "und"
    _dimensions = (2,)  # how many axes there may be

    def __init__(self, maxprint=None):
        self._shape = None
        self.maxprint = _SHOWN if maxprint is None else maxprint

    # ---- what it is ----

    @property
    def format(self):
        """The name of the format, such as 'csr'."""
        return self._format

    @property
    def ndim(self):
        """Number of axes."""
        return len(self._shape)

    @property
    def shape(self):
        """Lengths of the axes."""
        return self._shape

    @property
    def _rows_and_columns(self):
        return self._shape if len(self._shape) == 2 else (1, self._shape[0])

    @property
    def nnz(self):
        """Number of stored entries, zeros among them."""
        return self._count()

    @property
    def size(self):
        """Number of stored entries."""
        return self._count()

    @property
    def device(self):
        """Where the entries are."""
        return self.data.device

    @property
    def dtype(self):
        """Dtype of the values."""
        return self.data.dtype

    @property
    def T(self):
        """The transpose."""
        return self.transpose()

    @property
    def mT(self):
        """The transpose of the last two axes; ValueError for fewer."""
        if self.ndim < 2:
            raise ValueError(
                f"Array must be at least 2-dimensional, but it is {self.ndim}-D"
            )
        return self.transpose()

    @property
    def real(self):
        """The real parts."""
        return self._with_data(self.data.real)

    @property
    def imag(self):
        """The imaginary parts."""
        return self._with_data(self.data.imag)

    @property
    def _is_array(self):
        return isinstance(self, sparray)

    def _class(self, format):
        return CLASSES[format, self._is_array]

    def _index_dtype(self, arrays=(), largest=None):
        return index_dtype(arrays, largest)

    def __repr__(self):
        kind = "array" if self._is_array else "matrix"
        return (
            f"<{_NAMES[self.format]} sparse {kind} of dtype '{self.dtype}'\n"
            f"\twith {self.nnz} stored elements{self._text_of_format()} and shape "
            f"{self.shape}>"
        )

    def _text_of_format(self):
        return ""

    def __str__(self):
        text, count = repr(self), self.nnz
        if count == 0:
            return text
        entries = self.tocoo()
        # A text shows values, so that the host has to have them.
        coords = [c.get().tolist() for c in entries.coords]
        values = entries.data.get()

        def lines(part):
            at = zip(*(c[part] for c in coords), strict=True)
            return "\n".join(
                f"  {where}\t{value}"
                for where, value in zip(at, values[part], strict=True)
            )

        text += "\n  Coords\tValues\n"
        if count <= self.maxprint:
            return text + lines(slice(None))
        half = self.maxprint // 2
        text += lines(slice(half)) + "\n  :\t:\n"
        return text + lines(slice(half - self.maxprint, None))

    def __bool__(self):
        if self.shape == (1, 1):
            return self.nnz != 0
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. "
            "Use a.any() or a.all()."
        )

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use getnnz() or shape[0]")

    def __iter__(self):
        for row in range(self.shape[0]):
            yield self[row]

    def nonzero(self):
        """Coordinates of the entries that are not 0. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.nonzero()[1]
        array([1, 0], dtype=int32)
        """
        entries = self.tocoo()
        there = entries.data != 0
        return tuple(c[there] for c in entries.coords)

    # ---- conversions ----

    def asformat(self, format, copy=False):
        """The array in a format, by its name; None is its own.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.asformat("csc").format
        'csc'
        """
        if format is None or format == self.format:
            return self.copy() if copy else self
        if not hasattr(self, f"to{format}"):
            raise ValueError(f"Format {format} is unknown.")
        if format in ("array", "dense"):  # which are copies
            return self.toarray()
        return getattr(self, f"to{format}")(copy=copy)

    def todok(self, copy=False):
        """The array in the format of a dict, on the host: SciPy's.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.todok().format
        'dok'
        """
        return _host._sparse_of_ours(self.get().todok(), str(self.device))

    def tolil(self, copy=False):
        """The array in the format of lists, on the host: SciPy's.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tolil().format
        'lil'
        """
        return _host._sparse_of_ours(self.get().tolil(), str(self.device))

    def copy(self):
        """A copy whose entries are its own.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.copy().nnz
        2
        """
        return self._with_data(self.data.copy(), copy=True)

    def astype(self, dtype, casting="unsafe", copy=True):
        """The array with values of another dtype.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.astype("float32").dtype
        dtype('float32')
        """
        dtype = value_dtype(dtype)
        if self.dtype != dtype:
            return self._with_data(self.data.astype(dtype, casting=casting), copy=True)
        return self.copy() if copy else self

    def conjugate(self, copy=True):
        """The complex conjugate.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.conjugate().toarray()
        array([[0, 2],
               [3, 0]])
        """
        if self.dtype.kind == "c":
            return self._with_data(self.data.conj(), copy=copy)
        return self.copy() if copy else self

    def conj(self, copy=True):
        """The complex conjugate.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.conj().toarray()
        array([[0, 2],
               [3, 0]])
        """
        return self.conjugate(copy=copy)

    def tocsr(self, copy=False):
        """The array in CSR format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsr().format
        'csr'
        """
        return self.tocoo(copy=copy).tocsr()

    def tocsc(self, copy=False):
        """The array in CSC format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsc().format
        'csc'
        """
        return self.tocsr(copy=copy).tocsc()

    def tocoo(self, copy=False):
        """The array in COO format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocoo().format
        'coo'
        """
        return self.tocsr().tocoo(copy=copy)

    def todia(self, copy=False):
        """The array in DIA format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.todia().format
        'dia'
        """
        return self.tocoo(copy=copy).todia()

    def tobsr(self, blocksize=None, copy=False):
        """The array in BSR format, with blocks of `blocksize`.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tobsr((1, 2)).format
        'bsr'
        """
        return self.tocsr().tobsr(blocksize=blocksize, copy=copy)

    def todense(self, order=None, out=None):
        """A dense array; where SciPy has a matrix it has two axes.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.todense()
        array([[0, 2],
               [3, 0]])
        """
        return self.toarray(order=order, out=out)

    def toarray(self, order=None, out=None):
        """A dense array. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.toarray()
        array([[0, 2],
               [3, 0]])
        """
        return self.tocoo().toarray(order=order, out=out)

    def get(self, stream=None):
        """The array as one of scipy.sparse, on the host. See cupyx.scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> type(a.get()).__module__.split(".")[0]
        'scipy'
        """
        import scipy.sparse

        name = f"{self.format}_{'array' if self._is_array else 'matrix'}"
        return self._on_host(getattr(scipy.sparse, name))

    def _dense_target(self, order, out):
        if out is None:
            order = "C" if order is None else order
            return np.zeros(self.shape, self.dtype, order=order, device=self.device)
        if order is not None:
            raise ValueError("order cannot be specified if out is not None")
        if out.shape != self.shape or out.dtype != self.dtype:
            raise ValueError("out array must be same dtype and shape as sparse array")
        out[...] = 0
        return out

    def reshape(self, *shape, order="C", copy=False):
        """The array in another shape, `order` 'C' or 'F'. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.reshape(1, 4).toarray()
        array([[0, 2, 3, 0]])
        """
        shape = checked_shape(shape, self.shape, dimensions=self._shapes_of_results())
        if shape == self.shape:
            return self.copy() if copy else self
        return self.tocoo(copy=copy)._reshaped(shape, order)

    def _shapes_of_results(self):
        return (1, 2) if self._is_array else (2,)

    def resize(self, *shape):
        """Changes the shape in place; entries outside of it go. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.resize(1, 2)
        >>> a.shape
        (1, 2)
        """
        raise NotImplementedError(f"{type(self).__name__}.resize is not implemented")

    def transpose(self, axes=None, copy=False):
        """The array with its axes exchanged.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.transpose().toarray()
        array([[0, 3],
               [2, 0]])
        """
        return self.tocsr(copy=copy).transpose(axes=axes)

    def _checked_axes(self, axes, who="arrays/matrices"):
        if axes is not None and axes != (1, 0):
            raise ValueError(
                f"Sparse {who} do not support an 'axes' parameter because "
                "swapping dimensions is the only logical permutation."
            )

    # ---- diagonals ----

    def diagonal(self, k=0):
        """The k-th diagonal, a dense array.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.diagonal(1)
        array([2])
        """
        return self.tocsr().diagonal(k=k)

    def trace(self, offset=0):
        """The sum of a diagonal.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.trace(1)
        np.int64(2)
        """
        return self.diagonal(k=offset).sum()

    def setdiag(self, values, k=0):
        """Sets the k-th diagonal to a number, or to the items of an array.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.setdiag(5)
        >>> a.toarray()
        array([[5, 2],
               [3, 5]])
        """
        rows, columns = self._rows_and_columns
        if (k > 0 and k >= columns) or (k < 0 and -k >= rows):
            raise ValueError("k exceeds array dimensions")
        values = np.asarray(values)
        count = min(rows + min(k, 0), columns - max(k, 0))
        if values.ndim:
            values = values.reshape(-1)[:count]
            count = values.size
        if count > 0:
            self._set_diagonal(values.astype(self.dtype, copy=False), k, count)

    def _with_data(self, data, copy=True):
        raise NotImplementedError

    def __reduce__(self):
        return _from_host, (type(self), self.get())


def _from_host(cls, x):
    return cls(x)

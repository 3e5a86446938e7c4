# SPDX-License-Identifier: Apache-2.0
"""Arrays in CSR and CSC format: entries by rows, or by columns.

A CSC array is worked on as the CSR array of its transpose: `_swap` exchanges rows and
columns where a caller names them. What is known of the order of entries is remembered
as SciPy does, in `has_sorted_indices` and `has_canonical_format`.
"""

import numpy

from . import _library as np
from ._arithmetic import subtracted
from ._base import SparseBase
from ._data import DataMethods
from ._indexing import Indexing
from ._kinds import CLASSES, is_foreign, issparse, sparray
from ._products import columns_times, times_columns, times_compressed, times_vector
from ._reductions import Extremes
from ._structure import (
    added_in_groups,
    found_entries,
    is_ascending_in_rows,
    merged,
    order_of,
    places_of,
    regrouped,
    rows_of,
    starts_of,
    starts_of_lengths,
    without_repetitions,
)
from ._types import checked_shape, is_shape, not_integers, upcast, value_dtype


class Compressed(DataMethods, Indexing, Extremes, SparseBase):
    """What CSR and CSC share; `indptr`, `indices` and `data` are SciPy's."""

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        super().__init__(maxprint)
        if isinstance(self, sparray) and numpy.isscalar(arg1):
            raise ValueError(
                "scipy sparse array classes do not support instantiation from a scalar"
            )
        if is_foreign(arg1):
            self._take_host(arg1, copy)
        elif issparse(arg1):
            same = arg1.asformat(self.format, copy=copy and arg1.format == self.format)
            self._take(same.data, same.indices, same.indptr, same.shape)
            self._remember_like(same)
        elif isinstance(arg1, tuple) and is_shape(arg1, self._dimensions):
            self._take_empty(checked_shape(arg1, dimensions=self._dimensions), dtype)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            entries = self._class("coo")(arg1, shape=shape, dtype=dtype)
            self._take_like(entries.asformat(self.format))
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self._take_arrays(*arg1, shape, dtype, copy)
        elif isinstance(arg1, tuple):
            raise ValueError(
                f"unrecognized {type(self).__name__} constructor input: {arg1}"
            )
        else:
            self._take_dense(arg1, dtype)
        if shape is not None:
            self._shape = checked_shape(shape, dimensions=self._dimensions)
        if dtype is not None:
            self.data = self.data.astype(value_dtype(dtype), copy=False)
        self.check_format(full_check=False)

    @classmethod
    def _made(cls, data, indices, indptr, shape, canonical=None, is_sorted=None):
        """An array of parts that are known to be right."""
        self = cls.__new__(cls)
        SparseBase.__init__(self)
        self._take(data, indices, indptr, shape)
        self._forget(canonical, is_sorted)
        return self

    def _take(self, data, indices, indptr, shape):
        self.data, self.indices, self.indptr = data, indices, indptr
        self._shape = tuple(map(int, shape))
        self._forget()

    def _take_like(self, x):
        self._take(x.data, x.indices, x.indptr, x.shape)
        self._remember_like(x)

    def _take_empty(self, shape, dtype):
        self._shape = shape
        major = self._swap(self._rows_and_columns)[0]
        index = self._index_dtype(largest=max(shape))
        data = np.zeros(0, value_dtype(dtype, default=float))
        self._take(data, np.zeros(0, index), np.zeros(major + 1, index), shape)
        self._forget(True, True)

    def _take_host(self, x, copy):
        x = x.asformat(self.format)
        parts = (np.array(part) for part in (x.data, x.indices, x.indptr))
        self._take(*parts, x.shape)

    def _take_dense(self, x, dtype):
        x = _dense(x, type(self).__name__)
        if isinstance(self, sparray) and x.ndim != 2 and self.format == "csc":
            raise ValueError(f"CSC arrays don't support {x.ndim}D input. Use 2D")
        if x.ndim > 2:
            raise ValueError(f"CSR arrays don't yet support {x.ndim}D.")
        entries = self._class("coo")(x, dtype=dtype)
        self._take_like(entries.asformat(self.format))

    def _take_arrays(self, data, indices, indptr, shape, dtype, copy):
        data, indices, indptr = (np.asarray(x) for x in (data, indices, indptr))
        value_dtype(None, data)
        if copy:
            data = data.copy()
        # SciPy's matrices look whether 32 bits hold int64 indices, but not floats; the
        # shape and the number of entries tell it, since nothing larger is valid.
        wide = self._index_dtype((indices, indptr))
        if shape is None:
            if indices.size == 0 or indptr.ndim == 0:
                raise ValueError("unable to infer matrix dimensions")
            # The shape is where the largest index is, so the host has to know it.
            minor = int(indices.max()) + 1
            shape = self._swap((indptr.size - 1, minor))
            wide = self._index_dtype((indices, indptr), max(shape, default=0))
        elif shape is not None:
            shape = checked_shape(shape, dimensions=self._dimensions)
            wide = self._index_dtype((indices, indptr), max(shape, default=0))
        if not isinstance(self, sparray) and shape is not None:
            floats = not_integers((indices, indptr))
            wide = self._index_dtype(floats, max(*shape, indices.size))
        self._shape = shape
        self.data = data if dtype is None else data.astype(value_dtype(dtype))
        self.indices = indices.astype(wide, copy=copy)
        self.indptr = indptr.astype(wide, copy=copy)
        self._forget()
        self._check_parts()

    def _check_parts(self):
        """Raises for arrays that are no structure; waits for the device once."""
        self._check_lengths()
        edges = [self.indptr[:1], self.indptr[-1:]]
        if self.indices.size:
            edges += [self.indices.min()[None], self.indices.max()[None]]
            edges.append(
                np.diff(self.indptr).min()[None] if self.indptr.size > 1 else 0
            )
        first, last, *rest = (
            np.concatenate([np.atleast_1d(x) for x in edges]).get().tolist()
        )
        if first != 0:
            raise ValueError("index pointer should start with 0")
        if self.indices.size != self.data.size:
            raise ValueError("indices and data should have the same size")
        if last > self.indices.size:
            raise ValueError(
                "Last value of index pointer should be less than "
                "the size of index and data arrays"
            )
        if rest and last > 0:
            minor = self._swap(self._rows_and_columns)[1]
            least, largest, step = rest
            if largest >= minor:
                raise ValueError(f"indices must be < {minor}")
            if least < 0:
                raise ValueError("indices must be >= 0")
            if step < 0:
                raise ValueError("indptr must be a non-decreasing sequence")
        if last < self.indices.size:
            self.indices, self.data = self.indices[:last], self.data[:last]

    def _check_lengths(self):
        for x in (self.data, self.indices, self.indptr):
            if x.ndim != 1:
                raise ValueError("data, indices, and indptr should be 1-D")
        major = self._swap(self._rows_and_columns)[0]
        if self.indptr.size != major + 1:
            raise ValueError(
                f"index pointer size {self.indptr.size} should be {major + 1}"
            )

    def check_format(self, full_check=True):
        """Raises ValueError for parts that are no array of the format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.check_format()
        >>> a.format
        'csr'
        """
        self._check_lengths()
        if self.indices.size != self.data.size:
            raise ValueError("indices and data should have the same size")
        if full_check:
            self._check_parts()

    # ---- what is known of the order ----

    def _forget(self, canonical=None, is_sorted=None):
        self._has_canonical = canonical
        self._has_sorted = True if canonical else is_sorted

    def _remember_like(self, x):
        self._forget(x._has_canonical, x._has_sorted)

    @property
    def has_sorted_indices(self):
        """Whether the indices of each row ascend."""
        if self._has_sorted is None:
            # Looked at once for an array: what is known spares sorting it.
            self._has_sorted = bool(
                is_ascending_in_rows(self.indptr, self.indices, strictly=False)
            )
        return self._has_sorted

    @has_sorted_indices.setter
    def has_sorted_indices(self, value):
        self._has_sorted = bool(value)

    @property
    def has_canonical_format(self):
        """Whether the indices of each row ascend without repetitions."""
        if self._has_sorted is False:
            self._has_canonical = False
        elif self._has_canonical is None:
            # Looked at once, likewise.
            self._has_canonical = bool(
                is_ascending_in_rows(self.indptr, self.indices, strictly=True)
            )
            self._has_sorted = True if self._has_canonical else self._has_sorted
        return self._has_canonical

    @has_canonical_format.setter
    def has_canonical_format(self, value):
        self._has_canonical = bool(value)
        if value:
            self._has_sorted = True

    def _is_canonical(self):
        return self.has_canonical_format

    def sort_indices(self):
        """Sorts the entries of each row in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sort_indices()
        >>> a.has_sorted_indices
        True
        """
        if self.has_sorted_indices:
            return
        rows = rows_of(self.indptr, self.nnz)
        order = order_of(rows, self.indices, self._swap(self._rows_and_columns)[1])
        self.indices, self.data = self.indices[order], self.data[order]
        self._has_sorted = True
        self._has_canonical = None

    def sorted_indices(self):
        """A copy whose entries of each row are sorted.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sorted_indices().has_sorted_indices
        True
        """
        found = self.copy()
        found.sort_indices()
        return found

    def sum_duplicates(self):
        """Adds the values of repeated entries, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sum_duplicates()
        >>> a.nnz
        2
        """
        if self.has_canonical_format:
            return
        self.sort_indices()
        rows = rows_of(self.indptr, self.nnz)
        rows, self.indices, self.data = without_repetitions(
            rows, self.indices, self.data
        )
        self.indptr = starts_of(rows, self.indptr.size - 1, self.indptr.dtype)
        self._forget(True)

    def _canonical(self):
        """The array itself if it is canonical, else a copy that is."""
        if self.has_canonical_format:
            return self
        found = self.copy()
        found.sum_duplicates()
        return found

    def eliminate_zeros(self):
        """Removes the entries that are 0, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.eliminate_zeros()
        >>> a.nnz
        2
        """
        there = places_of(self.data != 0)
        if there.size == self.nnz:
            return
        rows = rows_of(self.indptr, self.nnz)[there]
        self.indices, self.data = self.indices[there], self.data[there]
        self.indptr = starts_of(rows, self.indptr.size - 1, self.indptr.dtype)
        if self._has_canonical is False:
            self._has_canonical = None

    def prune(self):
        """Drops what stands behind the entries in `indices` and `data`, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.prune()
        >>> a.nnz
        2
        """
        self._check_parts()

    # ---- conversions ----

    def _with_data(self, data, copy=True):
        value_dtype(None, of=data)
        indices, indptr = self.indices, self.indptr
        if copy:
            indices, indptr = indices.copy(), indptr.copy()
        found = self._made(data, indices, indptr, self.shape)
        found._remember_like(self)
        return found

    def _rows(self):
        return rows_of(self.indptr, self.nnz)

    def tocoo(self, copy=True):
        """The array in COO format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocoo().format
        'coo'
        """
        data = self.data.copy() if copy else self.data
        indices = self.indices.copy() if copy else self.indices
        coords = (indices,)
        if self.ndim == 2:
            coords = self._swap((self._rows(), indices))
        canonical = self._has_canonical if self.format == "csr" else None
        return self._class("coo")._made(data, coords, self.shape, canonical or None)

    def _regrouped(self):
        """The same array by the other axis: indptr, indices and data."""
        columns = self._swap(self._rows_and_columns)[1]
        own = self.indptr, self.indices, self.data
        indptr, indices, data = regrouped(*own, columns)
        return data, indices, indptr

    def toarray(self, order=None, out=None):
        """A dense array. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.toarray()
        array([[0, 2],
               [3, 0]])
        """
        if out is None and order is None:
            order = self._swap("CF")[0]
        out = self._dense_target(order, out)
        if not (out.flags.c_contiguous or out.flags.f_contiguous):
            raise ValueError("Output array must be C or F contiguous")
        entries = self._canonical()
        if self.ndim == 1:
            out[entries.indices] = entries.data
        else:
            out[entries._swap((entries._rows(), entries.indices))] = entries.data
        return out

    def _on_host(self, cls):
        parts = (x.get() for x in (self.data, self.indices, self.indptr))
        found = cls(tuple(parts), shape=self.shape)
        for name in ("_has_canonical", "_has_sorted"):
            known = getattr(self, name)
            if known is not None:
                public = {"_has_canonical": "canonical_format"}.get(name)
                setattr(found, f"has_{public or 'sorted_indices'}", known)
        return found

    def transpose(self, axes=None, copy=False):
        """The array with its axes exchanged: the same entries in the other format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.transpose().toarray()
        array([[0, 3],
               [2, 0]])
        """
        self._checked_axes(axes)
        if self.ndim == 1:
            return self.copy() if copy else self
        data, indices, indptr = self.data, self.indices, self.indptr
        if copy:
            data, indices, indptr = (x.copy() for x in (data, indices, indptr))
        cls = self._class("csc" if self.format == "csr" else "csr")
        found = cls._made(data, indices, indptr, self.shape[::-1])
        found._remember_like(self)
        return found

    def resize(self, *shape):
        """Changes the shape in place; entries outside of it go. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.resize(1, 2)
        >>> a.shape
        (1, 2)
        """
        entries = self.tocoo()
        entries.resize(*shape)
        self._take_like(entries.asformat(self.format))

    # ---- elements of two arrays ----

    def _combined(self, other, ufunc, both=False):
        """ufunc of the items of two arrays; with `both` only where both have entries.

        Waits for the number of entries of the result.
        """
        mine = self._canonical()
        other = other.asformat(self.format)._canonical()
        index = self._index_dtype((mine.indices, other.indices))
        one, two = (
            (x.indptr.astype(index, copy=False), x.indices.astype(index, copy=False))
            for x in (mine, other)
        )
        dtype = upcast(self.dtype, other.dtype)
        a, b = mine.data.astype(dtype, copy=False), other.data.astype(dtype, copy=False)
        if ufunc is np.subtract or ufunc is subtracted:
            ufunc = subtracted
        if both:
            rows, columns = rows_of(one[0], a.size), one[1]
            at = found_entries(*two, rows, columns)
            values = ufunc(a, _items(b, at))
            there = (at >= 0) & (values != 0)
        else:
            rows, columns, at_a, at_b = merged(one, two)
            values = ufunc(_items(a, at_a), _items(b, at_b))
            there = ((at_a >= 0) | (at_b >= 0)) & (values != 0)
        places = places_of(there)
        indptr = starts_of(rows[places], one[0].size - 1, index)
        return self._made(values[places], columns[places], indptr, self.shape, True)

    def _changed_by_number(self, number, ufunc):
        found = self._canonical()
        found = found._with_data(ufunc(found.data, number))
        found.eliminate_zeros()
        found._forget(True)
        return found

    def _inverted(self, false):
        """The array of bools that is true where `false` is not."""
        found = type(self)(~false.toarray())
        kind = false.indices.dtype
        found.indices = found.indices.astype(kind, copy=False)
        found.indptr = found.indptr.astype(kind, copy=False)
        return found

    @classmethod
    def _diagonal_of(cls, values):
        """The square array with these values on its diagonal."""
        n = values.size
        index = numpy.int32 if n < 2**31 else numpy.int64
        indptr = np.arange(n + 1, dtype=index, device=values.device)
        return cls._made(values, indptr[:-1], indptr, (n, n), True)

    # ---- matrix products ----

    def _by_rows(self):
        return self.indptr, self.indices, self.data

    def _times_vector(self, x):
        if self.format == "csc":
            return columns_times(*self._by_rows(), x, self.shape[0])
        return times_vector(*self._by_rows(), x)

    def _times_columns(self, x):
        if self.format == "csc":
            return columns_times(*self._by_rows(), x, self.shape[0])
        return times_columns(*self._by_rows(), x)

    def _matmul_sparse(self, other):
        shape = self.shape[: self.ndim - 1] + other.shape[1:]
        line = other
        if other.ndim == 1:
            line = other.reshape(1, other.shape[0]).T
        line = line.asformat(self.format)
        dtype = upcast(self.dtype, line.dtype)
        a, b = self._swap((self, line))
        # The tables take rows without repetitions.
        b = b._canonical()
        index = self._index_dtype((a.indices, b.indices))
        parts = [
            (
                x.indptr.astype(index, copy=False),
                x.indices.astype(index, copy=False),
                x.data,
            )
            for x in (a, b)
        ]
        rows = self._rows_and_columns[0]
        columns = line.shape[1]
        major, minor = self._swap((rows, columns))
        indptr, indices, data = times_compressed(*parts, minor)
        data = data.astype(dtype, copy=False)
        if shape == ():
            return data[0] if data.size else np.zeros((), dtype)[()]
        found = self._made(data, indices, indptr, (rows, columns), True)
        return found if shape == (rows, columns) else found.tocsr().reshape(shape)

    # ---- sums of rows, counts ----

    def _sums(self, axis, dtype):
        """The sum of each column (axis 0) or row."""
        major, minor = self._swap(self._rows_and_columns)
        is_along_rows = self._swap((0, 1))[1] == axis
        length = minor if is_along_rows else major
        ones = np.ones(length, dtype, device=self.device)
        if is_along_rows:
            return times_vector(*self._by_rows(), ones)
        return columns_times(*self._by_rows(), ones, minor)

    def _counted(self, axis, chosen):
        """How many entries, or chosen ones, are in each row or column."""
        axis = axis + self.ndim if axis < 0 else axis
        if self.ndim == 1:
            if axis != 0:
                raise ValueError("axis out of bounds")
            return self.nnz if chosen is None else np.count_nonzero(chosen)
        if axis not in (0, 1):
            raise ValueError("axis out of bounds")
        major, minor = self._swap(self.shape)
        along = self._swap((0, 1))[axis]
        if along == 1:
            if chosen is None:
                return np.diff(self.indptr)
            total = starts_of_lengths(chosen, self.indptr.dtype)
            return total[self.indptr[1:]] - total[self.indptr[:-1]]
        columns = np.sort(self.indices if chosen is None else self.indices[chosen])
        return np.diff(starts_of(columns, minor, "int64"))

    # ---- diagonals ----

    def diagonal(self, k=0):
        """The k-th diagonal, a dense array.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.diagonal(1)
        array([2])
        """
        if self.ndim != 2:
            raise ValueError("diagonal requires two dimensions")
        rows, columns = self.shape
        if k <= -rows or k >= columns:
            return np.empty(0, self.dtype, device=self.device)
        count = min(rows + min(k, 0), columns - max(k, 0))
        at = np.arange(count, dtype=self.indices.dtype, device=self.device)
        line = self._canonical()
        major, minor = self._swap((at + max(-k, 0), at + max(k, 0)))
        return _items(line.data, found_entries(line.indptr, line.indices, major, minor))

    def _set_diagonal(self, values, k, count):
        at = np.arange(count, dtype=self.indices.dtype, device=self.device)
        major, minor = self._swap((at + max(-k, 0), at + max(k, 0)))
        self._assign(major, minor, np.broadcast_to(values, (count,)), warn=False)


def _items(data, at):
    """The items at places, 0 where the place is -1."""
    if data.size == 0:
        return np.zeros(at.size, data.dtype, device=data.device)
    found = data[np.maximum(at, 0)]
    return np.where(at >= 0, found, np.zeros((), data.dtype, device=data.device))


def _dense(x, name):
    """An array of what is given as values of a dense array."""
    try:
        return np.asarray(x)
    except Exception as error:
        raise ValueError(f"unrecognized {name} constructor input: {x}") from error


__all__ = ["CLASSES", "Compressed", "added_in_groups"]

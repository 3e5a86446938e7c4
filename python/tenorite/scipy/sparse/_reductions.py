# SPDX-License-Identifier: Apache-2.0
"""Sums, means, extremes and where they are."""

import math

import numpy

from .._kernels import blocks, c_type, launch
from . import _library as np
from ._structure import KERNELS, count_of, places_of
from ._types import checked_axis, index_dtype, sum_dtype


class Reductions:
    """The reductions of all formats; matrices keep two axes."""

    # ---- counting ----

    def _count(self):
        return self.data.size

    def _stored(self, axis=None):
        if axis is None:
            return self._count()
        return self._line()._counted(axis, None)

    def count_nonzero(self, axis=None):
        """Number of entries that are not 0, along an axis or of all.

        Of the rows of CSR and the columns of CSC in the dtype of `indptr`, as the
        number of stored entries; else int64.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.count_nonzero()
        np.int64(2)
        """
        if axis is None:
            return np.count_nonzero(self._canonical_data())
        line = self._line()
        if not line._is_canonical():
            line = line.copy()
            line.sum_duplicates()
        counts = line._counted(axis, line.data != 0)
        return counts.astype("int64", copy=False) if self.format == "coo" else counts

    # ---- sums ----

    def sum(self, axis=None, dtype=None, out=None):
        """The sum along an axis or of all, a dense array. See scipy.sparse.

        `dtype` is that of the terms too.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sum(axis=0)
        array([3, 2])
        """
        axis = checked_axis(axis, self.ndim)
        kind = sum_dtype(self.dtype if dtype is None else numpy.dtype(dtype))
        if axis is None:
            values = self._all_values()
            if values.size == 0:
                values = np.zeros(1, self.dtype, device=self.device)
                dtype = kind if dtype is None else dtype
            if out is None or self._is_array:
                return values.sum(dtype=dtype, out=out)
            if out.shape not in ((), (1, 1)):
                raise ValueError("out dimensions do not match shape")
            out[...] = values.sum(dtype=dtype)
            return out
        if out is not None and out.shape != self._shape_of_reduced(axis[0]):
            raise ValueError("out dimensions do not match shape")
        line = self._line()
        if dtype is not None and line.dtype != dtype:
            line = line._canonical().astype(dtype)
        found = line._sums(axis[0], kind)
        found = found.reshape(self._shape_of_reduced(axis[0]))
        if out is not None:
            out[...] = found
            return out
        return found if dtype is None else found.astype(dtype, copy=False)

    def _all_values(self):
        return self.data.reshape(-1)

    def _shape_of_reduced(self, axis):
        length = self.shape[1 - axis]
        if self._is_array:
            return (length,)
        return (1, length) if axis == 0 else (length, 1)

    def mean(self, axis=None, dtype=None, out=None):
        """The mean along an axis or of all, a dense array. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.mean(axis=0)
        array([1.5, 1. ])
        """
        axis = checked_axis(axis, self.ndim)
        inner = numpy.dtype(float) if self.dtype.kind in "biu" else self.dtype
        lengths = self.shape if axis is None else [self.shape[k] for k in axis]
        values = self.astype(inner, copy=False) * (1.0 / math.prod(lengths))
        found = values.sum(axis=axis, dtype=inner, out=out)
        if dtype is not None and out is None:
            return found.astype(dtype, copy=False)
        return found


class Extremes:
    """Extremes and where they are, of all formats but DIA."""

    def max(self, axis=None, out=None, *, explicit=False):
        """The largest item along an axis or of all; `explicit` leaves out zeros.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.max(axis=0).toarray()
        array([3, 2])
        """
        return self._extreme(axis, out, np.maximum, explicit)

    def min(self, axis=None, out=None, *, explicit=False):
        """The least item along an axis or of all; `explicit` leaves out zeros.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.min()
        np.int64(0)
        """
        return self._extreme(axis, out, np.minimum, explicit)

    def nanmax(self, axis=None, out=None, *, explicit=False):
        """As max(), without NaNs.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.nanmax()
        np.int64(3)
        """
        return self._extreme(axis, out, np.fmax, explicit)

    def nanmin(self, axis=None, out=None, *, explicit=False):
        """As min(), without NaNs.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.nanmin()
        np.int64(0)
        """
        return self._extreme(axis, out, np.fmin, explicit)

    def _extreme(self, axis, out, ufunc, explicit):
        if out is not None:
            raise ValueError("Sparse min/max does not support an 'out' parameter.")
        axis = checked_axis(axis, self.ndim)
        lengths = self.shape if axis is None else [self.shape[k] for k in axis]
        if 0 in lengths:
            raise ValueError("zero-size array to reduction operation")
        if axis is None:
            zero = np.zeros((), self.dtype, device=self.device)
            if self.nnz == 0:
                return zero[()]
            values = self._canonical_data().reshape(-1)
            found = ufunc.reduce(values)
            if not explicit and values.size != math.prod(self.shape):
                found = ufunc(zero[()], found)
            return found
        line = self.tocsc() if axis[0] == 0 else self.tocsr()
        line = line._canonical()
        # Rows with entries: their number is that of the entries of the result.
        lengths = np.diff(line.indptr)
        rows = places_of(lengths)
        values = line.data
        if rows.size:
            values = ufunc.reduceat(line.data, line.indptr[rows])
        if not explicit:
            gaps = lengths[rows] < self.shape[axis[0]]
            values = np.where(gaps, ufunc(values, values.dtype.type(0)), values)
        there = values != 0
        rows, values = rows[there], values[there]
        length = self.shape[1 - axis[0]]
        rows = rows.astype(index_dtype(largest=length), copy=False)
        zeros = np.zeros_like(rows)
        coords, shape = {
            (True, 0): ((rows,), (length,)),
            (True, 1): ((rows,), (length,)),
            (False, 0): ((zeros, rows), (1, length)),
            (False, 1): ((rows, zeros), (length, 1)),
        }[self._is_array, axis[0]]
        return self._class("coo")._made(values, coords, shape)

    def argmax(self, axis=None, out=None, *, explicit=False):
        """Where the largest item is, along an axis or in the array's C order.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.argmax(axis=0)
        array([1, 0])
        """
        return self._place_of_extreme(axis, out, True, explicit)

    def argmin(self, axis=None, out=None, *, explicit=False):
        """Where the least item is, along an axis or in the array's C order.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.argmin()
        0
        """
        return self._place_of_extreme(axis, out, False, explicit)

    def _place_of_extreme(self, axis, out, largest, explicit):
        name = "argmax" if largest else "argmin"
        if out is not None:
            raise ValueError(f"Sparse {name} does not support an 'out' parameter.")
        axis = checked_axis(axis, self.ndim)
        if axis is not None:
            if self.shape[axis[0]] == 0:
                raise ValueError(f"Cannot apply {name} along a zero-sized dimension.")
            line = self.tocsc() if axis[0] == 0 else self.tocsr()
            found = _places(line._canonical(), self.shape[axis[0]], largest, explicit)
            return (
                found
                if self._is_array
                else found.reshape(
                    self._shape_of_reduced(axis[0]) if axis[0] else (1, -1)
                )
            )
        if 0 in self.shape:
            raise ValueError(f"Cannot apply {name} to an empty matrix.")
        if self.nnz == 0:
            if explicit:
                raise ValueError(
                    f"Cannot apply {name} to zero matrix when explicit=True."
                )
            return 0
        entries = self.tocoo()._canonical()
        function = np.argmax if largest else np.argmin
        place = int(function(entries.data))  # an int is what SciPy gives
        if explicit:
            return place
        value, size = entries.data[place].get(), math.prod(self.shape)
        width = self.shape[-1]
        keys = entries.coords[-1]
        if self.ndim == 2:
            keys = entries.coords[0].astype("int64") * numpy.int64(width) + keys
        if (value > 0 if largest else value < 0) or entries.nnz == size:
            return int(keys[place])
        # The first place without an entry.
        gap = int(np.searchsorted(keys - np.arange(keys.size, device=keys.device), 1))
        return min(gap, place) if value == 0 else gap


def _places(line, columns, largest, explicit):
    rows = line.indptr.size - 1
    out = np.empty(rows, "int64", device=line.device)
    types = c_type(line.dtype), c_type(line.indptr.dtype)
    kernel = KERNELS("find_extremes", *types, largest, bool(explicit))
    args = line.indptr, line.indices, np.ascontiguousarray(line.data), out
    launch(kernel, blocks(rows), (*args, count_of(rows), count_of(columns)))
    return out


__all__ = ["Extremes", "Reductions"]

# SPDX-License-Identifier: Apache-2.0
"""Items of CSR and CSC arrays: looking up and assigning.

An index becomes, for each axis, a number, a slice or an array. Rows are taken by their
`indptr`, columns by the entries' columns, single items by a search in their row.
"""

import warnings

import numpy

from . import _library as np
from ._kinds import SparseEfficiencyWarning, issparse, taken
from ._structure import (
    found_entries,
    gathered_rows,
    order_of,
    places_of,
    rows_of,
    starts_of,
)
from ._types import is_dense, is_integer

_INTEGERS = (int, numpy.integer)


def _as_mask(x, dimensions):
    """An array of bools, or None."""
    if not hasattr(x, "ndim"):
        first = x
        for _ in range(dimensions):
            if not isinstance(first, (list, tuple)) or not first:
                return None
            first = first[0]
            if isinstance(first, (bool, numpy.bool_)):
                return np.asarray(x)
        return None
    if x.dtype.kind != "b":
        return None
    return x


def _checked_array(x, length):
    """An index array without negative numbers; waits to know whether it fits."""
    try:
        x = np.asarray(x)
    except (ValueError, TypeError) as error:
        raise IndexError("invalid index") from error
    if x.ndim not in (1, 2):
        raise IndexError(f"Index dimension must be 1 or 2. Got {x.ndim}")
    if x.size == 0:
        return x.astype("int64")
    if x.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    least, largest = np.stack([x.min(), x.max()]).get().tolist()
    if largest >= length:
        raise IndexError(f"index ({largest}) out of range")
    if least < -length:
        raise IndexError(f"index ({least}) out of range")
    return np.where(x < 0, x + length, x) if least < 0 else x


class _Index:
    """What a key asks for: an index for each axis, and the shape of the result."""

    def __init__(self, key, shape):
        ndim = len(shape)
        key = key if isinstance(key, tuple) else (key,)
        parts, ellipsis, used = [], None, 0
        for x in key:
            if x is Ellipsis:
                if ellipsis is not None:
                    raise IndexError("an index can only have a single ellipsis")
                ellipsis = len(parts)
                continue
            if x is None:
                parts.append(None)
                continue
            if issparse(x):
                if x.dtype.kind != "b":
                    raise IndexError(
                        "Indexing with sparse matrices is not supported except boolean "
                        "indexing where matrix and index are equal shapes."
                    )
                parts.append(x)
                used += x.ndim
                continue
            if isinstance(x, (slice, *_INTEGERS)) or (
                not hasattr(x, "ndim") and is_integer(x)
            ):
                parts.append(x)
                used += 1
                continue
            if is_dense(x) and x.ndim == 0 and x.dtype.kind in "iu":
                parts.append(int(x))  # a number is where the entries are looked for
                used += 1
                continue
            mask = _as_mask(x, ndim)
            parts.append(np.asarray(x) if mask is None else mask)
            used += 1 if mask is None else mask.ndim
        if used > ndim:
            shown = list(key) if len(key) == 1 else key
            raise IndexError(
                "Too many indices for array or tuple index out of range. "
                f"Key {shown} needs {used}D. Array is {ndim}D"
            )
        at = len(parts) if ellipsis is None else ellipsis
        parts[at:at] = [slice(None)] * (ndim - used)
        self._resolve(parts, shape)

    def _resolve(self, parts, shape):
        self.axes, lengths, arrays, kept = [], [], [], []
        for k, x in enumerate(parts):
            axis = len(self.axes)
            if x is None:
                lengths.append(1)
            elif isinstance(x, slice):
                self.axes.append(x)
                lengths.append(len(range(*x.indices(shape[axis]))))
            elif issparse(x) or _is_mask(x):
                ndim = x.ndim
                middle = shape[axis : axis + ndim]
                if x.shape != middle:
                    raise IndexError(
                        f"bool index {k} has shape {middle} instead of {x.shape}"
                    )
                found = x.nonzero() if issparse(x) else np.nonzero(np.asarray(x))
                arrays += range(axis, axis + ndim)
                kept += range(axis, axis + ndim)
                self.axes += found
            elif hasattr(x, "ndim") and not isinstance(x, _INTEGERS):
                kept.append(axis)
                arrays.append(axis)
                self.axes.append(_checked_array(x, shape[axis]))
            else:
                if not -shape[axis] <= x < shape[axis]:
                    raise IndexError(f"index ({x}) out of range")
                kept.append(axis)
                self.axes.append(int(x) % shape[axis])
        if arrays:
            lengths = self._with_arrays(lengths, arrays, kept)
        self.shape = tuple(lengths)

    def _with_arrays(self, lengths, arrays, kept):
        shapes = [self.axes[k].shape for k in arrays]
        try:
            shape = numpy.broadcast_shapes(*shapes)
        except ValueError:
            text = " ".join(map(str, shapes))
            raise IndexError(
                "shape mismatch: indexing arrays could not be broadcast together "
                f"with shapes {text}"
            ) from None
        first = kept[0]
        if len(arrays) > 1 and len(kept) != kept[-1] - first + 1:
            return [*shape, *lengths]
        return [*lengths[:first], *shape, *lengths[first:]]


def _is_mask(x):
    return getattr(x, "dtype", None) is not None and x.dtype.kind == "b"


class Indexing:
    """`x[key]` and `x[key] = y` of CSR and CSC arrays."""

    def __getitem__(self, key):
        index = _Index(key, self.shape)
        if len(index.shape) > 2:
            raise IndexError(
                f"Indexing that leads to >2D is not supported by {self.format} format. "
                "Try converting to COO format"
            )
        if self.ndim == 1:
            found = self._taken_of_line(index.axes[0])
        else:
            found = self._taken(*index.axes)
        return self._shaped(found, index.shape)

    def _shaped(self, found, shape):
        if not issparse(found):
            if not self._is_array or found.shape == shape:
                return found
            # Single items of an index with new axes: a sparse array again.
            return type(self)(np.reshape(found, shape))
        if not self._is_array and len(shape) == 1:
            return found  # a row or a column, as the index has it
        return found if found.shape == shape else found.reshape(shape)

    def _taken_of_line(self, x):
        line = self._as_matrix()
        if isinstance(x, _INTEGERS):
            return line._single(0, x)
        if isinstance(x, slice):
            found = line._minor_slice(x)
        else:
            shape = x.shape
            found = line._minor_array(x.reshape(-1))
            if len(shape) == 2:
                return found.tocoo()._reshaped(shape, "C").tocsr()
        return found.tocoo()._reshaped(found.shape[1:], "C").tocsr()

    def _as_matrix(self):
        """A line as an array of one row, with the same entries."""
        found = self._made(self.data, self.indices, self.indptr, (1, *self.shape))
        found._remember_like(self)
        return found

    def _taken(self, row, column):
        swap = self._swap
        if isinstance(row, _INTEGERS) and isinstance(column, _INTEGERS):
            return self._single(*swap((row, column)))
        simple = (slice, *_INTEGERS)
        if isinstance(row, simple) or isinstance(column, simple):
            major, minor = swap((row, column))
            return self._of_major(major)._of_minor(minor)
        if (
            row.ndim == 2
            and row.shape[1] == 1
            and (column.ndim == 1 or column.shape[0] == 1)
        ):
            major, minor = swap((row[:, 0], column.reshape(-1)))
            return self._of_major(major)._of_minor(minor)
        row, column = np.broadcast_arrays(row, column)
        if row.size == 0:
            return type(self)(np.atleast_2d(row).shape, dtype=self.dtype)
        values = self._sampled(*swap((row.reshape(-1), column.reshape(-1))))
        if row.ndim == 1:
            return values if self._is_array else values.reshape(1, -1)
        return type(self)(values.reshape(row.shape))

    def _single(self, major, minor):
        """The sum of the entries at one place, a number of the device."""
        at = np.full(1, major, self.indptr.dtype, device=self.device)
        other = np.full(1, minor, self.indptr.dtype, device=self.device)
        return self._sampled(at, other)[0]

    def _sampled(self, major, minor):
        line = self._canonical()
        at = found_entries(line.indptr, line.indices, major, minor)
        if line.data.size == 0:
            return np.zeros(at.size, self.dtype, device=self.device)
        values = line.data[np.maximum(at, 0)]
        return np.where(at >= 0, values, np.zeros((), self.dtype, device=self.device))

    # ---- rows and columns ----

    def _of_major(self, x):
        if isinstance(x, _INTEGERS):
            x = slice(x, x + 1)
        if isinstance(x, slice):
            return self._major_slice(x)
        return self._major_array(x.reshape(-1))

    def _of_minor(self, x):
        if isinstance(x, _INTEGERS):
            x = slice(x, x + 1)
        if isinstance(x, slice):
            return self._minor_slice(x)
        return self._minor_array(x.reshape(-1))

    def _lengths(self):
        return self._swap(self._rows_and_columns)

    def _major_slice(self, x):
        major, minor = self._lengths()
        start, stop, step = x.indices(major)
        if (start, stop, step) == (0, major, 1):
            return self.copy()
        if step == 1:
            stop = max(start, stop)
            # Where the rows begin and end is the number of the result's entries.
            edges = self.indptr[np.asarray([start, stop], device=self.device)]
            first, last = edges.get().tolist()
            indptr = self.indptr[start : stop + 1] - self.indptr[start]
            data, indices = (
                self.data[first:last].copy(),
                self.indices[first:last].copy(),
            )
            shape = self._swap((stop - start, minor))
            found = self._made(data, indices, indptr, shape)
            found._forget(self._has_canonical or None, self._has_sorted or None)
            return found
        rows = np.arange(start, stop, step, dtype=self.indptr.dtype, device=self.device)
        return self._major_array(rows)

    def _major_array(self, rows):
        minor = self._lengths()[1]
        rows = rows.astype(self.indptr.dtype, copy=False)
        if rows.size == 0:
            return type(self)(self._swap((0, minor)), dtype=self.dtype)
        indptr, places = gathered_rows(self.indptr, rows)
        shape = self._swap((rows.size, minor))
        found = self._made(self.data[places], self.indices[places], indptr, shape)
        found._forget(self._has_canonical or None, self._has_sorted or None)
        return found

    def _minor_slice(self, x):
        major, minor = self._lengths()
        start, stop, step = x.indices(minor)
        if (start, stop, step) == (0, minor, 1):
            return self
        count = len(range(start, stop, step))
        if count == 0:
            return type(self)(self._swap((major, 0)), dtype=self.dtype)
        index = self.indices.dtype.type
        last = start + (count - 1) * step
        inside = (self.indices >= min(start, last)) & (self.indices <= max(start, last))
        if abs(step) > 1:
            inside &= (self.indices - index(start)) % index(abs(step)) == 0
        places = places_of(inside)
        indices = (self.indices[places] - index(start)) // index(step)
        rows = rows_of(self.indptr, self.nnz)[places]
        indptr = starts_of(rows, major, self.indptr.dtype)
        shape = self._swap((major, count))
        found = self._made(self.data[places], indices, indptr, shape)
        if step > 0:
            found._forget(self._has_canonical or None, self._has_sorted or None)
        return found

    def _minor_array(self, columns):
        major = self._lengths()[0]
        if columns.size == 0:
            return type(self)(self._swap((major, 0)), dtype=self.dtype)
        other = self.tocsc() if self.format == "csr" else self.tocsr()
        taken = other._major_array(columns)
        return taken.asformat(self.format)

    # ---- assignment ----

    def __setitem__(self, key, x):
        x = taken(x)
        index = _Index(key, self.shape)
        if self.ndim == 1:
            self._set_in_line(index.axes[0], x)
            return
        row, column = index.axes
        if isinstance(row, _INTEGERS) and isinstance(column, _INTEGERS):
            x = x.toarray() if issparse(x) else np.asarray(x, dtype=self.dtype)
            if x.size != 1:
                raise ValueError("Trying to assign a sequence to an item")
        row, column = self._places(row, column)
        if issparse(x):
            if 0 in x.shape:
                return
            x = self._fitting(x, row)
        else:
            x = np.asarray(x, dtype=self.dtype)
            if numpy.squeeze(numpy.empty(x.shape, "?")).shape != tuple(
                n for n in row.shape if n != 1
            ):
                x = np.broadcast_to(x, row.shape)
        if x.size == 0:
            return
        x = x.reshape(-1).astype(self.dtype, copy=False)
        major, minor = self._swap((row.reshape(-1), column.reshape(-1)))
        self._assign(major, minor, x)

    def _set_in_line(self, index, x):
        x = x.toarray() if issparse(x) else np.asarray(x, dtype=self.dtype)
        if isinstance(index, _INTEGERS):
            if x.size != 1:
                raise ValueError("Trying to assign a sequence to an item")
            index = slice(index, index + 1)
        if isinstance(index, slice):
            steps = index.indices(self.shape[0])
            index = np.arange(*steps, dtype="int64", device=self.device)
        if tuple(n for n in x.shape if n != 1) != tuple(
            n for n in index.shape if n != 1
        ):
            x = np.broadcast_to(x, index.shape)
        if x.size:
            index = index.reshape(-1)
            x = x.reshape(-1).astype(self.dtype, copy=False)
            self._assign(np.zeros_like(index), index, x)

    def _places(self, row, column):
        """Arrays of the rows and columns of an assignment, of one shape."""
        rows, columns = self.shape
        whole = isinstance(row, slice)
        if whole:
            row = np.arange(*row.indices(rows), device=self.device)[:, None]
        else:
            row = np.atleast_1d(np.asarray(row))
        if isinstance(column, slice):
            column = np.arange(*column.indices(columns), device=self.device)[None, :]
            if row.ndim == 1:
                row = row[:, None]
        else:
            column = np.atleast_1d(np.asarray(column))
        return np.broadcast_arrays(row, column)

    def _fitting(self, x, row):
        """Dense values of a sparse array that is assigned to places of a shape."""
        shape = row.shape if row.ndim == 2 else (1, row.size)
        x = x.toarray()
        x = x[None] if x.ndim == 1 else x
        if any(n not in (1, m) for n, m in zip(x.shape, shape, strict=True)):
            raise ValueError("shape mismatch in assignment")
        return np.broadcast_to(x, shape).astype(self.dtype)

    def _assign(self, major, minor, values, warn=True):
        """Sets single items; of places that are named twice the last one counts.

        Waits to know whether there are new entries, which change the structure.
        """
        self.sum_duplicates()
        index = self.indices.dtype
        major, minor = (x.astype(index, copy=False) for x in (major, minor))
        width = self._lengths()[1]
        order = order_of(major, minor, width)
        major, minor, values = major[order], minor[order], values[order]
        if values.size > 1:
            last = np.ones(values.size, bool, device=self.device)
            last[:-1] = (major[1:] != major[:-1]) | (minor[1:] != minor[:-1])
            places = places_of(last)
            major, minor, values = major[places], minor[places], values[places]
        at = found_entries(self.indptr, self.indices, major, minor)
        new = places_of(at < 0)
        if new.size == 0:
            self.data[at] = values
            return
        if warn:
            warnings.warn(
                f"Changing the sparsity structure of a {type(self).__name__} is "
                "expensive. lil and dok are more efficient.",
                SparseEfficiencyWarning,
                stacklevel=3,
            )
        if new.size < at.size:
            old = places_of(at >= 0)
            self.data[at[old]] = values[old]
        rows = np.concatenate([rows_of(self.indptr, self.nnz), major[new]])
        columns = np.concatenate([self.indices, minor[new]])
        data = np.concatenate([self.data, values[new]])
        order = order_of(rows, columns, width)
        self.indices, self.data = columns[order], data[order]
        self.indptr = starts_of(rows[order], self.indptr.size - 1, index)
        self._forget(True)


__all__ = ["Indexing"]

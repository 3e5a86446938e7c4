# SPDX-License-Identifier: Apache-2.0
"""Index arrays of sparse arrays: sorting, grouping, merging, looking up.

A compressed structure is `indptr`, where each row begins, and `indices`, the columns of
its entries; of a column-wise array the "rows" are its columns. Entries are canonical if
the columns of each row ascend without repetitions. Functions here know no values.
"""

import numpy

from ..._array.memory import is_in_host_memory
from .._kernels import BLOCK, KernelFile, blocks, c_type, launch, per_thread
from . import _library as np
from ._types import INT32_MAX

KERNELS = KernelFile(__file__, "warps.cuh", "sparse.cuh")
count_of = numpy.int64

_EACH = 8  # entries of a thread that finds their rows on a GPU


def rows_of(indptr, count):
    """The row of each of `count` entries."""
    out = np.empty(count, indptr.dtype, device=indptr.device)
    each = per_thread(indptr, _EACH)
    kernel = KERNELS("expand_rows", c_type(indptr.dtype), each)
    rows = count_of(indptr.size - 1)
    launch(kernel, blocks(count, BLOCK * each), (indptr, rows, count_of(count), out))
    return out


def starts_of(sorted_rows, rows, dtype):
    """Where each row begins among entries that are sorted by rows: `indptr`."""
    edges = np.arange(rows + 1, dtype=sorted_rows.dtype, device=sorted_rows.device)
    return np.searchsorted(sorted_rows, edges).astype(dtype, copy=False)


def starts_of_lengths(lengths, dtype):
    """`indptr` of rows of these lengths."""
    out = np.zeros(lengths.size + 1, dtype, device=lengths.device)
    np.cumsum(lengths, dtype=dtype, out=out[1:])
    return out


def keys_of(rows, columns, width):
    """One number for each entry, in the order of rows and then columns.

    None where 63 bits do not hold them.
    """
    if rows.dtype.itemsize == 8 and width > INT32_MAX:
        return None
    return rows.astype("int64", copy=False) * numpy.int64(width) + columns


def order_of(rows, columns, width):
    """The order of entries by rows and then columns; equal ones stay as they are."""
    keys = keys_of(rows, columns, width)
    if keys is None:
        return np.lexsort((columns, rows))
    return np.argsort(keys, kind="stable")


def is_ascending(rows, columns, strictly):
    """Whether entries are in order: an array of one bool."""
    later = rows[1:] > rows[:-1]
    compare = np.greater if strictly else np.greater_equal
    within = (rows[1:] == rows[:-1]) & compare(columns[1:], columns[:-1])
    return np.all(later | within)


def is_ascending_in_rows(indptr, indices, strictly):
    """Whether the columns of each row ascend: an array of one bool."""
    rows = rows_of(indptr, indices.size)
    return is_ascending(rows, indices, strictly)


def regrouped(indptr, indices, data, columns):
    """The same entries by columns: their indptr, rows and values (of any shape)."""
    order = np.argsort(indices, kind="stable")
    rows = rows_of(indptr, indices.size)
    if is_in_host_memory(indices):
        starts = starts_of(indices[order], columns, indptr.dtype)
        return starts, rows[order], data[order]
    lengths = np.zeros(columns, indptr.dtype, device=indptr.device)
    kernel = KERNELS("count_columns", c_type(indptr.dtype))
    items = np.ascontiguousarray(indices)
    args = items, count_of(items.size), lengths, count_of(columns)
    launch(kernel, blocks(indices.size), args)
    starts = starts_of_lengths(lengths, indptr.dtype)
    return starts, rows[order], data[order]


def places_of(first):
    """The places where an array of bools is true.

    Waits for the device: how many there are is the size of a result.
    """
    return np.flatnonzero(first)


def without_repetitions(rows, columns, data):
    """Entries in order without repetitions, whose values are added."""
    if rows.size < 2:
        return rows, columns, data
    first = np.ones(rows.size, "?", device=rows.device)
    first[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    starts = places_of(first)
    if starts.size == rows.size:
        return rows, columns, data
    return rows[starts], columns[starts], added_in_groups(data, starts)


def added_in_groups(data, starts):
    """The sum of the values from each start to the next."""
    if data.dtype.kind == "b":
        return np.logical_or.reduceat(data, starts)
    return np.add.reduceat(data, starts, dtype=data.dtype)


def gathered_rows(indptr, chosen):
    """The structure of chosen rows: their indptr, and which entry stands where.

    Waits for the number of entries.
    """
    lengths = indptr[chosen + 1] - indptr[chosen]
    starts = starts_of_lengths(lengths, indptr.dtype)
    count = int(starts[-1])
    rows = rows_of(starts, count)
    shift = indptr[chosen] - starts[:-1]
    places = np.arange(count, dtype=indptr.dtype, device=indptr.device)
    return starts, places + shift[rows]


def found_entries(indptr, indices, rows, columns):
    """Where the entries at (rows, columns) of a canonical array are; -1 for none."""
    out = np.empty(rows.size, "int64", device=indptr.device)
    rows, columns = (x.astype(indptr.dtype, copy=False) for x in (rows, columns))
    kernel = KERNELS("find_entries", c_type(indptr.dtype))
    arrays = [np.ascontiguousarray(x) for x in (indptr, indices, rows, columns)]
    launch(kernel, blocks(rows.size), (*arrays, count_of(rows.size), out))
    return out


def merged(one, other):
    """All entries of two canonical structures (indptr, indices), in order.

    Rows and columns of the union, and which entry of each structure stands there, -1
    for none. A place that neither has is to be left out.
    """
    total = one[1].size + other[1].size
    dtype, device = one[0].dtype, one[0].device
    mine, others = (np.empty(total, "int64", device=device) for _ in range(2))
    rows, columns = (np.empty(total, dtype, device=device) for _ in range(2))
    for second, (a, b) in enumerate(((one, other), (other, one))):
        count = a[1].size
        kernel = KERNELS("merge_entries", c_type(dtype), bool(second))
        places = (others, mine) if second else (mine, others)
        args = (a[1], rows_of(a[0], count), count_of(count), *b, *places)
        launch(kernel, blocks(count), (*args, rows, columns))
    return rows, columns, mine, others


__all__ = [
    "BLOCK",
    "KERNELS",
    "added_in_groups",
    "count_of",
    "found_entries",
    "gathered_rows",
    "is_ascending",
    "is_ascending_in_rows",
    "keys_of",
    "merged",
    "order_of",
    "places_of",
    "regrouped",
    "rows_of",
    "starts_of",
    "starts_of_lengths",
    "without_repetitions",
]

# SPDX-License-Identifier: Apache-2.0
"""Products of compressed arrays with dense arrays and with each other."""

import numpy

from ..._array.memory import is_in_host_memory
from .._kernels import (
    BLOCK,
    KernelFile,
    blocks,
    c_type,
    launch,
    multiprocessors,
    per_thread,
)
from . import _library as np
from ._structure import (
    KERNELS,
    count_of,
    order_of,
    places_of,
    regrouped,
    rows_of,
    starts_of,
    starts_of_lengths,
)
from ._types import INT32_MAX, upcast

_ROW_PRODUCTS = KernelFile(__file__, "warps.cuh", "sparse.cuh", "row_products.cuh")

PIECE = 4096  # as in sparse.cuh
_MOST_ROWS, _ROW_PIECE = 96, 512  # as in sparse.cuh
_SHARES = 25_000  # of rows: several for each warp of a GPU
_BLOCKS = 4  # of a multiprocessor, whose warps take one share after the other
_MOST_PRODUCTS = 511  # of a row whose table is in shared memory
_TABLES = 36 << 10  # bytes of such tables that a block has
_MOST_COLUMNS = 1 << 16  # of a product with pieces, for which memory is taken


def times_vector(indptr, indices, data, x):
    """A x for a vector; the result is of the dtype of both."""
    dtype = upcast(data.dtype, x.dtype)
    rows, count = indptr.size - 1, indices.size
    y = np.empty(rows, dtype, device=indptr.device)
    data, x = (np.ascontiguousarray(v.astype(dtype, copy=False)) for v in (data, x))
    types = c_type(dtype), c_type(indptr.dtype)
    arrays = indptr, indices, data, x, y
    if is_in_host_memory(data):
        kernel = KERNELS("multiply_rows", *types)
        launch(kernel, blocks(rows), (*arrays, count_of(rows)))
        return y
    # On GPUs of all sizes the same: which rows are summed together decides the bits.
    share = max(1, min(_MOST_ROWS, rows // _SHARES))
    # Those of long rows: whose each is, how many are done of a row, and their sums.
    pieces = blocks(count, _ROW_PIECE) if count > _ROW_PIECE else 0
    marks = np.empty(pieces, "int64", device=y.device)
    done = np.empty(pieces, "uint32", device=y.device)
    kernel = KERNELS("multiply_shares", *types)
    grid = blocks(rows, share * (BLOCK // 32))
    grid = min(grid, _BLOCKS * multiprocessors(y))
    sizes = count_of(pieces), count_of(rows), numpy.int32(share)
    launch(kernel, grid, (*arrays, marks, done, *sizes))
    if pieces:
        kernel = KERNELS("add_long_rows", *types)
        parts = np.empty(pieces, dtype, device=y.device)
        args = *arrays, marks, done, parts, count_of(pieces)
        launch(kernel, blocks(pieces, BLOCK // 32), args)
    return y


def times_columns(indptr, indices, data, x):
    """A X for a matrix of any memory order; the result is in C order."""
    dtype = upcast(data.dtype, x.dtype)
    rows, count, width = indptr.size - 1, indices.size, x.shape[1]
    if width == 1:
        return times_vector(indptr, indices, data, x[:, 0]).reshape(-1, 1)
    y = np.empty((rows, width), dtype, device=indptr.device)
    data, x = (
        np.ascontiguousarray(data.astype(dtype, copy=False)),
        x.astype(dtype, copy=False),
    )
    if not (x.flags.c_contiguous or x.flags.f_contiguous):
        x = np.ascontiguousarray(x)
    if x.flags.c_contiguous:
        steps, items = (width, 1), x.reshape(-1)
    else:
        steps, items = (1, x.shape[0]), x.T.reshape(-1)
    steps = tuple(map(count_of, steps))
    types = c_type(dtype), c_type(indptr.dtype)
    pieces = per_thread(data, count > PIECE and width <= _MOST_COLUMNS, False)
    arrays = indptr, indices, data, items, *steps
    kernel = KERNELS("multiply_columns", *types)
    sizes = count_of(rows), count_of(width)
    launch(kernel, blocks(rows * width), (*arrays, y, *sizes, pieces))
    if pieces and width:
        many = -(-count // PIECE)
        parts = np.empty(2 * many * width, dtype, device=indptr.device)
        kernel = KERNELS("multiply_column_pieces", *types)
        sizes = count_of(rows), count_of(count), count_of(width)
        launch(kernel, many, (*arrays, parts, *sizes))
        kernel = KERNELS("add_pieces", *types)
        sizes = count_of(rows), count_of(width)
        launch(kernel, blocks(rows), (indptr, parts, y, *sizes))
    return y


def columns_times(indptr, indices, data, x, rows):
    """A X for a structure by columns, X of one or two axes."""
    if not is_in_host_memory(data):
        times = times_vector if x.ndim == 1 else times_columns
        return times(*regrouped(indptr, indices, data, rows), x)
    dtype = upcast(data.dtype, x.dtype)
    y = np.zeros((rows, *x.shape[1:]), dtype, device=data.device)
    data, x = (np.ascontiguousarray(v.astype(dtype, copy=False)) for v in (data, x))
    kernel = KERNELS("scatter_columns", c_type(dtype), c_type(indptr.dtype))
    width = 1 if x.ndim == 1 else x.shape[1]
    sizes = count_of(indptr.size - 1), count_of(width)
    launch(kernel, 1, (indptr, indices, data, x, y, *sizes), block=1)
    return y


def entries_times(rows, columns, data, x, height):
    """A X for entries in any order, in the host's memory; X of one or two axes."""
    dtype = upcast(data.dtype, x.dtype)
    y = np.zeros((height, *x.shape[1:]), dtype, device=data.device)
    rows, columns = (np.ascontiguousarray(v) for v in (rows, columns))
    data, x = (np.ascontiguousarray(v.astype(dtype, copy=False)) for v in (data, x))
    kernel = KERNELS("scatter_entries", c_type(dtype), c_type(rows.dtype))
    sizes = count_of(data.size), count_of(1 if x.ndim == 1 else x.shape[1])
    launch(kernel, 1, (rows, columns, data, x, y, *sizes), block=1)
    return y


def diagonals_times(offsets, data, x, rows, columns):
    """A X for diagonals, X of one or two axes."""
    dtype = upcast(data.dtype, x.dtype)
    width = 1 if x.ndim == 1 else x.shape[1]
    y = np.empty((rows, *x.shape[1:]), dtype, device=data.device)
    data, x = (np.ascontiguousarray(v.astype(dtype, copy=False)) for v in (data, x))
    kernel = KERNELS("multiply_diagonals", c_type(dtype), c_type(offsets.dtype))
    sizes = count_of(offsets.size), data, count_of(data.shape[1])
    args = offsets, *sizes, x, y, *map(count_of, (rows, columns, width))
    launch(kernel, blocks(rows * width), args)
    return y


def times_compressed(a, b, columns):
    """C = A B of structures with values (indptr, indices, data), canonical ones.

    Waits for the sizes of the tables, and for the number of entries.
    """
    dtype = upcast(a[2].dtype, b[2].dtype)
    rows, device = a[0].size - 1, a[0].device
    a, b = ((*x[:2], x[2].astype(dtype, copy=False)) for x in (a, b))
    empty = np.zeros(0, a[1].dtype, device=device), np.zeros(0, dtype, device=device)
    nothing = np.zeros(rows + 1, a[0].dtype, device=device), *empty
    if a[1].size == 0 or b[1].size == 0:
        return nothing
    if not is_in_host_memory(a[1]) and a[1].dtype.itemsize == 4:
        most = np.zeros((), "int32", device=device)
        kernel = _ROW_PRODUCTS("find_most_products", c_type(a[1].dtype))
        args = *a[:2], b[0], count_of(rows), numpy.int32(_MOST_PRODUCTS), most
        launch(kernel, blocks(rows), args)
        largest = min(int(most), columns)  # different columns of a row
        if largest == 0:
            return nothing
        if largest <= _MOST_PRODUCTS:
            return _in_shared_tables(a, b, largest)
    products = np.zeros(a[1].size + 1, "int64", device=device)
    np.cumsum(np.diff(b[0])[a[1]], dtype="int64", out=products[1:])
    most = np.minimum(np.diff(products[a[0]]), columns)
    return _by_tables(a, b, columns, most, nothing)


def _table_sizes(columns, lanes, bytes_of_slot):
    """Threads and slots of a table for so many columns, and tables of a block.

    There is room between the columns.
    """
    slots = max(32, 1 << (columns + columns // 2).bit_length())
    return lanes, slots, min(BLOCK // lanes, _TABLES // (slots * bytes_of_slot))


def _in_shared_tables(a, b, largest):
    """C = A B where no row has more than `largest` products."""
    dtype, index = a[2].dtype, a[1].dtype
    rows, device = a[0].size - 1, a[0].device
    lanes = min(32, max(4, 1 << (b[1].size // max(b[0].size - 1, 1)).bit_length()))
    structures = *a[:2], *b[:2]
    counts = np.empty(rows, index, device=device)
    sizes = lanes, _, groups = _table_sizes(largest, lanes, 4)
    kernel = _ROW_PRODUCTS("count_row_products", c_type(index), *sizes)
    args = *structures, counts, count_of(rows)
    launch(kernel, blocks(rows, groups), args, groups * lanes)
    starts = starts_of_lengths(counts, "int64")
    count, largest = np.stack([starts[-1], counts.max()]).get().tolist()
    columns = np.empty(count, index, device=device)
    data = np.empty(count, dtype, device=device)
    sizes = lanes, _, groups = _table_sizes(largest, lanes, 6 + dtype.itemsize)
    kernel = _ROW_PRODUCTS(
        "multiply_rows_in_tables", c_type(dtype), c_type(index), *sizes
    )
    args = *a, *b, starts, columns, data, count_of(rows)
    launch(kernel, blocks(rows, groups), args, groups * lanes)
    if count <= INT32_MAX:
        starts = starts.astype(index)
    else:
        columns = columns.astype("int64")
    return starts, columns, data


def _by_tables(a, b, columns, most, nothing):
    """C = A B by tables in the device's memory, for rows with `most` products."""
    dtype = a[2].dtype
    rows, device = a[0].size - 1, a[0].device
    # A power of two above the number of different columns; 0 where there are none.
    bits = np.frexp(most.astype("float64"))[1]
    one = np.ones((), "int64", device=device)
    sizes = np.where(most > 0, np.left_shift(one, bits.astype("int64")), 0)
    tables = starts_of_lengths(sizes, "int64")
    total = int(tables[-1])
    if total == 0:
        return nothing
    key_type = numpy.dtype("int32" if columns <= INT32_MAX else "int64")
    keys = np.full(total, -1, key_type, device=device)
    values = np.zeros(total, dtype, device=device)
    types = c_type(dtype), c_type(a[0].dtype), c_type(key_type)
    kernel = KERNELS("multiply_by_tables", *types)
    args = (*a, *b, tables, keys, values, count_of(rows))
    launch(kernel, blocks(rows, BLOCK // 32), args)
    places = places_of(keys >= 0)
    found = rows_of(tables, total)[places]
    minor = keys[places]
    # Where a column stands in a table depends on who came first; the order does not.
    order = order_of(found, minor, columns)
    index_type = a[1].dtype
    if max(places.size, columns) > INT32_MAX:
        index_type = numpy.dtype("int64")
    indptr = starts_of(found, rows, index_type)
    return indptr, minor[order].astype(index_type, copy=False), values[places[order]]


__all__ = [
    "columns_times",
    "diagonals_times",
    "entries_times",
    "rows_of",
    "times_columns",
    "times_compressed",
    "times_vector",
]

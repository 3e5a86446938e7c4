# SPDX-License-Identifier: Apache-2.0
"""Functions that make sparse arrays: diagonals, blocks, Kronecker products, random ones.

Where SciPy has two functions, one makes matrices and the other (`..._array`) arrays;
of those that combine operands, arrays come out if there is one among these.
"""

import math
import numbers
import warnings

import numpy

from ..._core import ndarray
from .._random_state import check_random_state, with_random_state
from . import _library as np
from ._coo import coo_array, coo_matrix
from ._dia import dia_array, dia_matrix
from ._kinds import CLASSES, issparse, sparray, taken
from ._types import index_dtype, is_scalar, upcast, value_dtype

__all__ = [
    "block_array",
    "block_diag",
    "bmat",
    "diags",
    "diags_array",
    "eye",
    "eye_array",
    "hstack",
    "identity",
    "kron",
    "kronsum",
    "rand",
    "random",
    "random_array",
    "spdiags",
    "vstack",
]

_UNSET = object()


def spdiags(data, diags, m=None, n=None, format=None):
    """A matrix with rows of `data` on its diagonals. See scipy.sparse.spdiags.

    Item j of a row of data stands in column j.

    >>> from tenorite.scipy import sparse
    >>> sparse.spdiags(np.array([[1, 2, 3]]), [1], 3, 3).toarray()
    array([[0, 2, 0],
           [0, 0, 3],
           [0, 0, 0]])
    """
    if m is None and n is None:
        m = n = len(data[0])
    elif n is None:
        m, n = m
    return dia_matrix((data, diags), shape=(m, n)).asformat(format)


def _diagonal(x):
    return np.atleast_1d(np.asarray(x))


def diags_array(diagonals, /, *, offsets=0, shape=None, format=None, dtype=_UNSET):
    """An array with these diagonals, the others are 0. See scipy.sparse.diags_array.

    >>> from tenorite.scipy import sparse
    >>> sparse.diags_array([[1.0, 2.0], [3.0]], offsets=[0, 1]).toarray()
    array([[1., 3.],
           [0., 2.]])
    """
    if is_scalar(offsets):
        if len(diagonals) and not is_scalar(diagonals[0]):
            raise ValueError("Different number of diagonals and offsets.")
        diagonals, offsets = [_diagonal(diagonals)], [int(offsets)]
    else:
        diagonals = [_diagonal(x) for x in diagonals]
        if isinstance(offsets, ndarray):
            offsets = offsets.get()  # which diagonals: the shape depends on them
        offsets = [int(k) for k in numpy.atleast_1d(offsets)]
    if len(diagonals) != len(offsets):
        raise ValueError("Different number of diagonals and offsets.")
    if shape is None:
        n = diagonals[0].size + abs(offsets[0])
        shape = n, n
    found = numpy.result_type(*(x.dtype for x in diagonals))
    if dtype is None:
        dtype = found
    elif dtype is _UNSET:
        dtype = found
        if found.kind in "biu":
            dtype = numpy.dtype(float)
        if dtype != found:
            warnings.warn(
                f"Input has data type {found}, but the output has been cast to "
                f"{dtype}.  In the future, the output data type will match the input. "
                "To avoid this warning, set the `dtype` parameter to `None` to have "
                "the output dtype match the input, or set it to the desired output "
                "data type.",
                FutureWarning,
                stacklevel=2,
            )
    rows, columns = shape
    length = max(0, *(min(rows + k, columns - k) + max(0, k) for k in offsets))
    data = np.zeros((len(offsets), length), dtype)
    for j, (k, diagonal) in enumerate(zip(offsets, diagonals, strict=True)):
        count = min(rows + k, columns - k, rows, columns)
        if count < 0:
            raise ValueError(f"Offset {k} (index {j}) out of bounds")
        if diagonal.shape[-1] < count and diagonal.shape[-1] != 1:
            raise ValueError(
                f"Diagonal length (index {j}: {len(diagonal)} at offset {k}) "
                f"does not agree with array size ({rows}, {columns})."
            )
        first = max(0, k)
        data[j, first : first + count] = diagonal[..., :count]
    return dia_array((data, numpy.asarray(offsets)), shape=shape).asformat(format)


def diags(diagonals, offsets=0, shape=None, format=None, dtype=_UNSET):
    """A matrix with these diagonals, the others are 0. See scipy.sparse.diags.

    >>> from tenorite.scipy import sparse
    >>> sparse.diags([1.0, 2.0]).toarray()
    array([[1., 0.],
           [0., 2.]])
    """
    found = diags_array(diagonals, offsets=offsets, shape=shape, dtype=dtype)
    return dia_matrix(found).asformat(format)


def _eye(m, n, k, dtype, format, is_array):
    m = int(m)
    n = m if n is None else int(n)
    if m == n and k == 0 and format in ("csr", "csc", "coo"):
        index = index_dtype(largest=n)
        places, data = np.arange(n + 1, dtype=index), np.ones(n, value_dtype(dtype))
        cls = CLASSES[format, is_array]
        if format == "coo":
            return cls._made(data, (places[:-1], places[:-1].copy()), (n, n))
        return cls._made(data, places[:-1].copy(), places, (n, n), True)
    data = np.ones((1, max(0, min(m + k, n))), dtype)
    cls = dia_array if is_array else dia_matrix
    if min(m + k, n - k) < 0:
        raise ValueError(f"Offset {k} (index 0) out of bounds")
    return cls((data, [k]), shape=(m, n)).asformat(format)


def eye_array(m, n=None, *, k=0, dtype=float, format=None):
    """An array with ones on the k-th diagonal. See scipy.sparse.eye_array.

    >>> from tenorite.scipy import sparse
    >>> sparse.eye_array(2, 3, k=1).toarray()
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    return _eye(m, n, k, dtype, format, True)


def eye(m, n=None, k=0, dtype=float, format=None):
    """A matrix with ones on the k-th diagonal. See scipy.sparse.eye.

    >>> from tenorite.scipy import sparse
    >>> sparse.eye(2).toarray()
    array([[1., 0.],
           [0., 1.]])
    """
    return _eye(m, n, k, dtype, format, False)


def identity(n, dtype="d", format=None):
    """The identity matrix. See scipy.sparse.identity.

    >>> from tenorite.scipy import sparse
    >>> sparse.identity(2).toarray()
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(n, n, dtype=dtype, format=format)


def _any_array(items):
    return any(isinstance(x, sparray) for x in items)


def kron(A, B, format=None):
    """The Kronecker product of two arrays. See scipy.sparse.kron.

    >>> from tenorite.scipy import sparse
    >>> sparse.kron(np.array([[1, 0], [0, 2]]), np.array([[1, 1]])).toarray()
    array([[1, 1, 0, 0],
           [0, 0, 2, 2]])
    """
    A, B = taken(A), taken(B)
    is_array = _any_array((A, B))
    coo = CLASSES["coo", is_array]
    B = coo(B)
    dense = 2 * B.nnz >= math.prod(B.shape)
    A = coo(A)
    flat = A.ndim != 2 or B.ndim != 2
    ndim = max(A.ndim, B.ndim)
    shapes = [(1,) * (ndim - x.ndim) + x.shape for x in (A, B)]
    shape = tuple(m * n for m, n in zip(*shapes, strict=True))
    if A.nnz == 0 or B.nnz == 0:
        return coo(shape).asformat(format)
    if format in (None, "bsr") and dense and not flat:
        A, block = A.tocsr(), B.toarray()
        data = A.data[:, None, None] * block
        return CLASSES["bsr", is_array]._made(data, A.indices, A.indptr, shape)
    index = index_dtype((*A.coords, *B.coords), max(shape))
    places = [
        (*[np.zeros_like(x.coords[0])] * (ndim - x.ndim), *x.coords) for x in (A, B)
    ]
    coords = [
        (a.astype(index)[:, None] * index.type(n) + b.astype(index)).reshape(-1)
        for a, b, n in zip(*places, shapes[1], strict=True)
    ]
    data = (A.data[:, None] * B.data).reshape(-1)
    return coo._made(data, coords, shape).asformat(format)


def matrix_transpose(A):
    """The array with its last two axes exchanged. See scipy.sparse.matrix_transpose.

    >>> from tenorite.scipy import sparse
    >>> sparse.matrix_transpose(sparse.csr_array(np.array([[0, 2], [3, 0]]))).toarray()
    array([[0, 3],
           [2, 0]])
    """
    return A.mT


def kronsum(A, B, format=None):
    """The Kronecker sum of two square arrays. See scipy.sparse.kronsum.

    >>> from tenorite.scipy import sparse
    >>> a = np.array([[1, 2], [0, 3]])
    >>> sparse.kronsum(a, np.array([[10]])).toarray()
    array([[11,  2],
           [ 0, 13]])
    """
    is_array = _any_array((A, B))
    A, B = (CLASSES["coo", is_array](x) for x in (A, B))
    for x, name in ((A, "A"), (B, "B")):
        if x.ndim != 2:
            raise ValueError(f"kronsum requires 2D inputs. `{name}` is {x.ndim}D.")
    for x, name in ((A, "A"), (B, "B")):
        if x.shape[0] != x.shape[1]:
            raise ValueError(f"{name} is not square")
    dtype = upcast(A.dtype, B.dtype)
    one, two = (_eye(x.shape[0], None, 0, dtype, None, is_array) for x in (A, B))
    found = kron(two, A, format="coo") + kron(B, one, format="coo")
    return found.asformat(format)


def _grid(blocks):
    """Blocks as a list of rows, as NumPy makes an array of objects of them."""
    if isinstance(blocks, numpy.ndarray) and blocks.dtype == object:
        if blocks.ndim != 2:
            raise ValueError("blocks must be 2-D, and some must be sparse")
        return blocks.tolist()
    rows = [list(row) if isinstance(row, (list, tuple)) else row for row in blocks]
    if not rows or not all(isinstance(row, list) for row in rows):
        raise ValueError("blocks must be 2-D, and some must be sparse")
    if len({len(row) for row in rows}) != 1:
        raise ValueError("blocks must be 2-D, and some must be sparse")
    return rows


def _natural_format(rows, format):
    """csr or csc where all blocks have it: rows or columns are joined as they are."""
    found = {x.format if issparse(x) else None for row in rows for x in row}
    if len(found) != 1 or found not in ({"csr"}, {"csc"}):
        return None
    (natural,) = found
    if format not in (None, natural):
        return None
    # Lines are joined along the minor axis first, and then along the major one.
    major = 0 if natural == "csr" else 1
    lines = rows if major == 0 else [list(x) for x in zip(*rows, strict=True)]
    for line in lines:
        lengths = {x._rows_and_columns[major] for x in line}
        if len(lengths) > 1:
            raise ValueError(f"Mismatching dimensions along axis {major}: {lengths}")
    widths = {sum(x._rows_and_columns[1 - major] for x in line) for line in lines}
    if len(widths) > 1:
        raise ValueError(f"incompatible dimensions for axis {1 - major}")
    return natural


def _blocks(blocks, format, dtype, is_array):
    rows = [[taken(x) for x in row] for row in _grid(blocks)]
    natural = _natural_format(rows, format)
    coo = CLASSES["coo", is_array]
    heights, widths, placed = [0] * len(rows), [0] * len(rows[0]), []
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x is None:
                continue
            x = x.tocoo() if issparse(x) else coo_array(x)
            height, width = x._rows_and_columns
            if heights[i] not in (0, height):
                raise ValueError(
                    f"blocks[{i},:] has incompatible row dimensions. "
                    f"Got blocks[{i},{j}].shape[0] == {height}, expected {heights[i]}."
                )
            if widths[j] not in (0, width):
                raise ValueError(
                    f"blocks[:,{j}] has incompatible column dimensions. "
                    f"Got blocks[{i},{j}].shape[1] == {width}, expected {widths[j]}."
                )
            heights[i], widths[j] = height, width
            placed.append((i, j, x))
    shape = sum(heights), sum(widths)
    kind = dtype
    if kind is None and placed:
        kind = upcast(*(x.dtype for _, _, x in placed))
    if not placed:
        return coo(shape, dtype=kind).asformat(format)
    index = index_dtype([x.coords[0] for _, _, x in placed], max(shape))
    parts = []
    for i, j, x in placed:
        down, across = index.type(sum(heights[:i])), index.type(sum(widths[:j]))
        parts.append((x.row.astype(index) + down, x.col.astype(index) + across, x.data))
    row, column = (np.concatenate([p[k] for p in parts]) for k in (0, 1))
    data = np.concatenate([p[2].astype(kind, copy=False) for p in parts])
    found = coo._made(data, (row, column), shape)
    if natural is not None:
        # Repeated entries stay as they are, as where rows are joined.
        if natural == "csr":
            return found._by_rows()
        return found.transpose()._by_rows().transpose()
    return found.asformat(format)


def block_array(blocks, *, format=None, dtype=None):
    """An array of blocks, a grid of sparse or dense arrays and Nones.

    See scipy.sparse.block_array.

    >>> from tenorite.scipy import sparse
    >>> sparse.block_array([[sparse.eye_array(1), None], [None, [[2]]]]).toarray()
    array([[1., 0.],
           [0., 2.]])
    """
    return _blocks(blocks, format, dtype, True)


def bmat(blocks, format=None, dtype=None):
    """A matrix of blocks, or an array if there is one among them.

    See scipy.sparse.bmat.

    >>> from tenorite.scipy import sparse
    >>> sparse.bmat([[sparse.eye(1), None], [None, sparse.eye(1)]]).toarray()
    array([[1., 0.],
           [0., 1.]])
    """
    return _blocks(
        blocks, format, dtype, _any_array(x for r in _grid(blocks) for x in r)
    )


def hstack(blocks, format=None, dtype=None):
    """Blocks beside each other. See scipy.sparse.hstack.

    >>> from tenorite.scipy import sparse
    >>> sparse.hstack([sparse.eye(2), sparse.eye(2)]).toarray()
    array([[1., 0., 1., 0.],
           [0., 1., 0., 1.]])
    """
    blocks = list(blocks)
    return _blocks([blocks], format, dtype, _any_array(blocks))


def vstack(blocks, format=None, dtype=None):
    """Blocks below each other. See scipy.sparse.vstack.

    >>> from tenorite.scipy import sparse
    >>> sparse.vstack([sparse.eye(1), sparse.eye(1)]).toarray()
    array([[1.],
           [1.]])
    """
    blocks = list(blocks)
    return _blocks([[x] for x in blocks], format, dtype, _any_array(blocks))


def block_diag(mats, format=None, dtype=None):
    """An array with blocks on its diagonal. See scipy.sparse.block_diag.

    >>> from tenorite.scipy import sparse
    >>> sparse.block_diag([np.array([[1, 2]]), np.array([[3]])]).toarray()
    array([[1, 2, 0],
           [0, 0, 3]])
    """
    mats = [taken(x) for x in mats]
    cls = coo_array if _any_array(mats) else coo_matrix
    row, column, data, wide, down, across = [], [], [], [], 0, 0
    for x in mats:
        if isinstance(x, (list, numbers.Number)):
            x = coo_array(numpy.atleast_2d(x))
        if issparse(x):
            x = x.tocoo()
            wide.append(x.coords[0])
            height, width = x._rows_and_columns
            at, along, values = x.row, x.col, x.data
        else:
            x = np.asarray(x)
            height, width = x.shape
            places = np.arange(x.size, dtype="int64", device=x.device)
            at, along = places // max(width, 1), places % max(width, 1)
            values = x.reshape(-1)
        row.append(at.astype("int64") + down)
        column.append(along.astype("int64") + across)
        data.append(values)
        down, across = down + height, across + width
    index = index_dtype(wide, max(down, across))
    coords = [np.concatenate(x).astype(index) for x in (row, column)]
    found = cls._made(np.concatenate(data), coords, (down, across))
    if dtype is not None:
        found.data = found.data.astype(value_dtype(dtype), copy=False)
    return found.asformat(format)


# ---- random ones ----


def _random(shape, density, dtype, rng, sampler):
    if density < 0 or density > 1:
        raise ValueError("density expected to be 0 <= density <= 1")
    total = math.prod(shape)
    count = round(density * total)
    rng, dtype = check_random_state(rng), numpy.dtype(float if dtype is None else dtype)
    places = np.asarray(rng.choice(total, size=count, replace=False))
    coords, rest = [], places.astype("int64", copy=False)
    for length in shape:
        coords.append(rest % max(length, 1))
        rest = rest // max(length, 1)
    if sampler is not None:
        values = sampler(size=count)
    elif dtype.kind in "iu":
        limits = numpy.iinfo(dtype)
        draw = rng.integers if hasattr(rng, "integers") else rng.randint
        values = draw(limits.min, limits.max, size=count, dtype=dtype)
    elif dtype.kind == "c":
        values = rng.uniform(size=count) + rng.uniform(size=count) * 1j
    else:
        values = rng.uniform(size=count)
    values = np.asarray(values).astype(dtype, copy=False)
    index = index_dtype(largest=max(shape))
    return values, tuple(c.astype(index) for c in coords)


@with_random_state("random_state")
def random_array(
    shape,
    *,
    density=0.01,
    format="coo",
    dtype=None,
    rng=None,
    data_sampler=None,
    random_state=None,
):
    """An array with random entries at random places. See scipy.sparse.random_array.

    The numbers are those of `tenorite.random`, or of the generator that is given.

    >>> from tenorite.scipy import sparse
    >>> sparse.random_array((4, 5), density=0.5, rng=1).nnz
    10
    """
    data, coords = _random(shape, density, dtype, rng, data_sampler)
    return coo_array._made(data, coords, shape).asformat(format)


@with_random_state("random_state")
def random(
    m,
    n,
    density=0.01,
    format="coo",
    dtype=None,
    rng=None,
    data_rvs=None,
    *,
    random_state=None,
):
    """A matrix with random entries at random places. See scipy.sparse.random.

    >>> from tenorite.scipy import sparse
    >>> sparse.random(4, 5, density=0.5, rng=1).nnz
    10
    """
    shape = int(m), int(m if n is None else n)
    sampler = None if data_rvs is None else (lambda size: data_rvs(size))
    data, coords = _random(shape, density, dtype, rng, sampler)
    return coo_matrix._made(data, coords, shape).asformat(format)


@with_random_state("random_state")
def rand(m, n, density=0.01, format="coo", dtype=None, rng=None, *, random_state=None):
    """A matrix with uniform random entries. See scipy.sparse.rand.

    >>> from tenorite.scipy import sparse
    >>> sparse.rand(4, 5, density=0.5, rng=1).shape
    (4, 5)
    """
    return random(m, n, density, format, dtype, rng)

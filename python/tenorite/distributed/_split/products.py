# SPDX-License-Identifier: Apache-2.0
"""Matrix products: rows or columns of the result are cut, and no sum is."""

import numpy

from ... import linalg
from ..._core import ndarray, ufuncs
from ..._numpy import products
from .array import Layout, SplitArray, made
from .cuts import has_whole_units, standard, unit_of
from .elementwise import apply, as_input, assign, brought, mesh_of
from .gathering import on_whole
from .moves import in_c_order, joined, part_of, replicated, resplit
from .reductions import amax, amin, sum_
from .shapes import ravel


def matmul(a, b, /, out=None, **keywords):
    if isinstance(out, tuple):
        (out,) = out
    mesh = mesh_of([x for x in (a, b, out) if isinstance(x, SplitArray)])
    a, b = as_input(a, mesh), as_input(b, mesh)
    for i, x in enumerate((a, b)):
        if not isinstance(x, (SplitArray, ndarray)) or x.ndim == 0:
            raise ValueError(
                f"matmul: Input operand {i} does not have enough dimensions (has 0, gufunc "
                "core with signature (n?,k),(k,m?)->(n?,m?) requires 1)"
            )
    inner = (a.shape[-1], b.shape[-2] if b.ndim > 1 else b.shape[0])
    if inner[0] != inner[1]:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
            f"signature (n?,k),(k,m?)->(n?,m?) (size {inner[1]} is different from {inner[0]})"
        )
    result = _product(a, b, mesh, keywords)
    if out is None:
        return result
    assign(out, result)
    return out


def _product(a, b, mesh, keywords):
    batch = numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*batch, *a.shape[-2:-1], *(b.shape[-1:] if b.ndim > 1 else ()))
    rows = len(batch) if a.ndim > 1 else None  # their axes in the result
    columns = len(shape) - 1 if b.ndim > 1 else None

    def axis_of(x, core):
        """Where an operand's cut is: "batch", "outer" or "inner", and its axis there."""
        if not isinstance(x, SplitArray) or not x._layout.is_split:
            return None, None
        axis = x._layout.axis
        if axis < x.ndim - 2:
            return "batch", axis + len(batch) - (x.ndim - 2)
        return ("outer" if axis == core else "inner"), None

    of_a, batch_a = axis_of(a, a.ndim - 2 if a.ndim > 1 else -1)
    of_b, batch_b = axis_of(b, b.ndim - 1 if b.ndim > 1 else -1)
    cut = batch_a if of_a == "batch" else batch_b if of_b == "batch" else None
    if cut is None and (
        of_a == "outer" or (of_a and of_b != "outer" and rows is not None)
    ):
        cut = rows
    if cut is None and (of_b and columns is not None):
        cut = columns
    few = cut is not None and cut in (rows, columns) and not has_whole_units(shape[cut])
    if cut is None or few:
        if of_a or of_b:
            return _of_vectors(a, b)
        whole = Layout(mesh)
        x, y = brought(a, whole, a.shape), brought(b, whole, b.shape)
        return made(
            whole,
            shape,
            lambda s: products.matmul(in_c_order(x[s]), in_c_order(y[s]), **keywords),
        )
    n = shape[cut]
    layout = Layout(mesh, cut, standard(n, mesh.size))
    block = _BLOCK * unit_of(n)
    by_block = mesh._products_by_block
    wide = _of_whole_blocks(layout, block, n) if by_block else layout
    x, in_x = _operand(a, wide, cut, len(batch), rows == cut, a.ndim - 2)
    y, in_y = _operand(b, wide, cut, len(batch), columns == cut, b.ndim - 1)

    def part(shard):
        begin, end = wide.ranges[shard]
        its, axes = (x[shard], y[shard]), (in_x, in_y)
        if not by_block or begin == end:
            return products.matmul(*its, **keywords)
        blocks = []
        for low in range(0, end - begin, block):
            high = min(low + block, end - begin)
            pair = (
                in_c_order(z if i is None else part_of(z, i, low, high))
                for z, i in zip(its, axes, strict=True)
            )
            blocks.append(products.matmul(*pair, **keywords))
        low, high = layout.ranges[shard]
        return part_of(joined(blocks, cut), cut, low - begin, high - begin)

    return made(layout, shape, part)


# Units that make a block of a product.
_BLOCK = 4


def _of_whole_blocks(layout, block, n):
    ranges = tuple(
        (low // block * block, min(-(-high // block) * block, n))
        if low < high
        else (low, low)
        for low, high in layout.ranges
    )
    return Layout(layout.mesh, layout.axis, ranges)


def _operand(x, layout, cut, batches, has_cut, core):
    """What each shard needs of an operand, all of it or a part, and the part's axis."""
    if cut < batches:
        axis = cut - batches + x.ndim - 2
        has_cut = axis >= 0 and x.shape[axis] > 1
    else:
        axis = core
    if not has_cut:
        if isinstance(x, SplitArray):
            return replicated(x)._parts, None
        return brought(x, Layout(layout.mesh), x.shape), None
    mine = Layout(layout.mesh, axis, layout.ranges)
    if isinstance(x, SplitArray):
        x = resplit(x, axis)
    return brought(x, mine, x.shape), axis


def _of_vectors(a, b):
    """Of two vectors, or where nothing but the summed axis is cut."""
    if a.ndim == 1 and b.ndim == 1:
        product = apply(ufuncs["multiply"], [a, b])
        return sum_(product, dtype=product.dtype)
    a = replicated(a) if isinstance(a, SplitArray) else a
    b = replicated(b) if isinstance(b, SplitArray) else b
    return matmul(a, b)


def dot(a, b, out=None):
    if numpy.ndim(a) == 0 or numpy.ndim(b) == 0:
        result = apply(ufuncs["multiply"], [a, b])
    elif a.ndim > 2 or b.ndim > 2:
        return on_whole("dot", products.dot, (a, b), {"out": out})
    else:
        return matmul(a, b, out)
    if out is None:
        return result
    assign(out, result)
    return out


def vdot(a, b, /):
    a = ravel(a) if isinstance(a, SplitArray) else a.reshape(-1)
    b = ravel(b) if isinstance(b, SplitArray) else b.reshape(-1)
    return dot(
        apply(ufuncs["conjugate"], [a]) if isinstance(a, SplitArray) else a.conj(), b
    )


def inner(a, b, /):
    if a.ndim == 1 and b.ndim == 1:
        return dot(a, b)
    if a.ndim == 2 and b.ndim == 2:
        return matmul(a, b.T)
    return on_whole("inner", products.inner, (a, b))


def outer(a, b, out=None):
    a = ravel(a) if isinstance(a, SplitArray) else numpy.reshape(a, -1)
    b = ravel(b) if isinstance(b, SplitArray) else numpy.reshape(b, -1)
    return apply(
        ufuncs["multiply"], [a[:, None], b[None, :]], None if out is None else (out,)
    )


def norm(x, ord=None, axis=None, keepdims=False):
    """Of vectors along axes, and of all items; others of the whole."""
    vector = axis is not None and not isinstance(axis, (tuple, list))
    flat = axis is None and (ord is None or x.ndim == 1)
    frobenius = axis is None and x.ndim == 2 and ord in ("fro",)
    if not (vector or flat or frobenius) or ord not in (
        None,
        2,
        1,
        numpy.inf,
        -numpy.inf,
        "fro",
    ):
        options = {"ord": ord, "axis": axis, "keepdims": keepdims}
        return on_whole("linalg.norm", linalg.norm, (x,), options)
    if x.dtype.kind in "biu":
        x = apply(lambda part: part.astype("f8"), [x])
    if ord in (1, numpy.inf, -numpy.inf):
        size = apply(ufuncs["absolute"], [x])
        reduce = {1: sum_, numpy.inf: amax, -numpy.inf: amin}[ord]
        return reduce(size, axis, keepdims=keepdims)
    if x.dtype.kind == "c":
        squares = apply(lambda part: part.real**2 + part.imag**2, [x])
    else:
        squares = apply(ufuncs["square"], [x])
    return apply(ufuncs["sqrt"], [sum_(squares, axis, keepdims=keepdims)])

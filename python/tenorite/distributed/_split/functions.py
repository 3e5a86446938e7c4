# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions for arrays that are split, by their names.

A function of the table has NumPy's parameters. One that is not in it runs on the whole
array in one place (gathering.py).
"""

import inspect

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from ..._core import ndarray, ufuncs
from ..._numpy import (
    indexing,
    interpolation,
    manipulation,
    math,
    order_statistics,
    statistics,
)
from ..._numpy import sorting as plain_sorting
from ..._runtime.package import namespace
from . import creation, draws, products, reductions, scans, shapes, sorting, transforms
from .array import SplitArray, split_array, with_parts
from .elementwise import apply, assign
from .gathering import on_whole
from .moves import resplit, whole

_NoValue = numpy._NoValue


def elementwise(function, operands):
    """A function of items, whose first parameters are `operands` arrays."""
    names = list(inspect.signature(function).parameters)[:operands]

    def call(*args, out=None, **keywords):
        arrays = list(args[:operands])
        rest = args[operands:]
        for name in names[len(arrays) :]:
            if name in keywords:
                arrays.append(keywords.pop(name))
        result = apply(lambda *its: function(*its, *rest, **keywords), arrays)
        if out is None:
            return result
        assign(out[0] if isinstance(out, tuple) else out, result)
        return out

    return call


def where(condition, *args):
    if len(args) == 0:
        return sorting.nonzero(condition)
    return apply(indexing.where, [condition, *args])


def clip(
    a,
    a_min=_NoValue,
    a_max=_NoValue,
    out=None,
    *,
    min=_NoValue,
    max=_NoValue,
    **keywords,
):
    low = a_min if min is _NoValue else min
    high = a_max if max is _NoValue else max
    low, high = (None if x is _NoValue else x for x in (low, high))
    result = apply(
        lambda x, low, high: math.clip(x, low, high, **keywords), [a, low, high]
    )
    if out is None:
        return result
    assign(out, result)
    return out


def copyto(dst, src, casting="same_kind", where=True):
    if not isinstance(dst, SplitArray):
        src, where = (
            whole(x) if isinstance(x, SplitArray) else x for x in (src, where)
        )
        manipulation.copyto(dst, src, casting, where)
        return
    kind = src if isinstance(src, (bool, int, float, complex)) else result_type(src)
    if not numpy.can_cast(numpy.result_type(kind, dst.dtype), dst.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from {result_type(src)!r} to {dst.dtype!r} according "
            f"to the rule {casting!r}"
        )
    assign(dst, src if where is True else apply(indexing.where, [where, src, dst]))


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    close = apply(lambda x, y: math.isclose(x, y, rtol, atol, equal_nan), [a, b])
    return bool(reductions.all_(close))


def array_equal(a1, a2, equal_nan=False):
    if numpy.shape(a1) != numpy.shape(a2):
        return False
    same = apply(ufuncs["equal"], [a1, a2])
    if equal_nan:
        nans = [apply(ufuncs["not_equal"], [x, x]) for x in (a1, a2)]
        same = apply(ufuncs["logical_or"], [same, apply(ufuncs["logical_and"], nans)])
    return bool(reductions.all_(same))


def gradient(f, *varargs, axis=None, edge_order=1):
    """Along axes that are not cut part by part, along that one by slices."""
    axes = tuple(range(f.ndim)) if axis is None else normalize_axis_tuple(axis, f.ndim)
    steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs)
    steps = steps or [1.0] * len(axes)
    cut = f._layout.axis
    even = all(numpy.ndim(step) == 0 for step in steps) and f.dtype.kind in "fc"
    long = len(steps) == len(axes) and min(f.shape[i] for i in axes) > edge_order
    if cut in axes and not (even and long and edge_order in (1, 2)):
        keywords = {"axis": axis, "edge_order": edge_order}
        return on_whole("gradient", statistics.gradient, (f, *varargs), keywords)
    results = []
    for i, step in zip(axes, steps, strict=True):
        if i == cut:
            results.append(_gradient_along_cut(f, step, i, edge_order))
        else:
            results.append(
                with_parts(
                    f,
                    f.shape,
                    lambda x, step=step, i=i: statistics.gradient(
                        x, step, axis=i, edge_order=edge_order
                    ),
                )
            )
    return results[0] if len(axes) == 1 else tuple(results)


def _gradient_along_cut(f, step, axis, edge_order):
    def at(*slices):
        return f[(slice(None),) * axis + (slice(*slices),)]

    inner = (at(2, None) - at(None, -2)) / (2.0 * step)
    if edge_order == 1:
        first = (at(1, 2) - at(0, 1)) / step
        last = (at(-1, None) - at(-2, -1)) / step
    else:
        a, b, c = -1.5 / step, 2.0 / step, -0.5 / step
        first = a * at(0, 1) + b * at(1, 2) + c * at(2, 3)
        last = -c * at(-3, -2) - b * at(-2, -1) - a * at(-1, None)
    return shapes.concatenate([first, inner, last], axis)


def take(a, indices, axis=None, out=None, mode="raise"):
    ordinary = axis is not None and mode == "raise" and out is None
    if not ordinary or not isinstance(a, SplitArray):
        keywords = {"axis": axis, "out": out, "mode": mode}
        return on_whole("take", indexing.take, (a, indices), keywords)
    key = (slice(None),) * (axis % a.ndim) + (indices,)
    return a[key]


def compress(condition, a, axis=None, out=None):
    if axis is None and numpy.shape(condition) == a.shape and out is None:
        return a[condition]
    keywords = {"axis": axis, "out": out}
    return on_whole("compress", indexing.compress, (condition, a), keywords)


def extract(condition, arr):
    return shapes.ravel(arr)[shapes.ravel(condition).astype(bool)]


def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        arr, axis = shapes.ravel(arr), 0
    axis %= arr.ndim
    if isinstance(arr, SplitArray) and isinstance(indices, SplitArray):
        layout = arr._layout
        if layout.is_split and layout.axis != axis and indices._layout.is_split:
            its = resplit(indices, layout.axis)
            if its._layout.ranges == layout.ranges:
                parts = [
                    None if x is None else indexing.take_along_axis(x, i, axis)
                    for x, i in zip(arr._parts, its._parts, strict=True)
                ]
                return split_array(layout, indices.shape, parts)
    return on_whole("take_along_axis", indexing.take_along_axis, (arr, indices, axis))


def searchsorted(a, v, side="left", sorter=None):
    if isinstance(a, SplitArray) or not isinstance(v, SplitArray):
        keywords = {"side": side, "sorter": sorter}
        return on_whole("searchsorted", plain_sorting.searchsorted, (a, v), keywords)

    return with_parts(
        v,
        v.shape,
        lambda part: plain_sorting.searchsorted(_beside(a, part), part, side, sorter),
    )


def _beside(table, part):
    """A table of one place on the device of a part."""
    return table.to_device(part.device) if isinstance(table, ndarray) else table


def interp(x, xp, fp, left=None, right=None, period=None):
    if not isinstance(x, SplitArray) or {type(xp), type(fp)} & {SplitArray}:
        keywords = {"left": left, "right": right, "period": period}
        return on_whole("interp", interpolation.interp, (x, xp, fp), keywords)

    return with_parts(
        x,
        x.shape,
        lambda part: interpolation.interp(
            part, _beside(xp, part), _beside(fp, part), left, right, period
        ),
    )


def astype(x, dtype, /, *, copy=True, device=None):
    if device is not None:
        x = creation.to_device(x, device)
    return x.astype(dtype, copy=copy)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    valid = apply(ufuncs["equal"], [a, a])
    if where is not True:
        valid = apply(ufuncs["logical_and"], [valid, where])
    return reductions.mean(a, axis, dtype, out, keepdims, valid)


def result_type(*arrays_and_dtypes):
    return numpy.result_type(
        *(x.dtype if isinstance(x, SplitArray) else x for x in arrays_and_dtypes)
    )


def size(a, axis=None):
    return a.size if axis is None else a.shape[axis]


def broadcast_arrays(*args, subok=False):
    return apply(lambda *its: tuple(manipulation.broadcast_arrays(*its)), list(args))


# Functions of items, by how many of their first parameters are arrays.
_OF_ITEMS = {
    1: """angle around fix i0 imag isneginf isposinf iscomplex isreal nan_to_num real round
        sinc""",
    2: "isclose",
}


def table():
    """Name -> function; names of packages with a dot."""
    found = {
        "max": reductions.amax,
        "amax": reductions.amax,
        "min": reductions.amin,
        "amin": reductions.amin,
        "sum": reductions.sum_,
        "any": reductions.any_,
        "all": reductions.all_,
        "permute_dims": shapes.transpose,
        "concat": shapes.concatenate,
        "matrix_transpose": lambda x: shapes.swapaxes(x, -1, -2),
        "to_device": creation.to_device,
        "random.default_rng": draws.split_rng,
        "linalg.norm": products.norm,
        "ndim": lambda a: a.ndim,
        "shape": lambda a: a.shape,
        "iscomplexobj": lambda x: x.dtype.kind == "c",
        "isrealobj": lambda x: x.dtype.kind != "c",
        "median": reductions.by_whole_axes(order_statistics.median),
        "nanmean": nanmean,
    }
    for module, names in (
        (
            reductions,
            """prod mean var std nansum nanprod nanmax nanmin count_nonzero ptp""",
        ),
        (scans, "cumsum cumprod argmax argmin"),
        (
            shapes,
            """array_split atleast_1d atleast_2d broadcast_to concatenate diff dstack
            expand_dims flip fliplr flipud hstack moveaxis ravel repeat reshape roll split
            squeeze stack swapaxes transpose vstack""",
        ),
        (sorting, "argsort bincount flatnonzero histogram nonzero sort unique"),
        (products, "dot inner matmul outer vdot"),
        (
            creation,
            """arange asnumpy empty empty_like full full_like ones ones_like zeros
            zeros_like""",
        ),
    ):
        found |= {name: getattr(module, name) for name in names.split()}
    for name in ("array", "asarray", "asanyarray", "ascontiguousarray", "copy"):
        found[name] = creation.of_values(name)
    for name in (
        "eye",
        "identity",
        "tri",
        "linspace",
        "logspace",
        "geomspace",
        "fromfunction",
        "frombuffer",
        "fromiter",
        "diag",
    ):
        found[name] = creation.made_whole(name)
    for name in ("tril", "triu"):
        found[name] = creation.tri_part(name)
    found |= {f"fft.{name}": f for name, f in transforms.one.items()}
    found |= {f"fft.{name}": f for name, f in transforms.several.items()}
    found |= {
        f"fft.{name}": transforms.shifted(name) for name in ("fftshift", "ifftshift")
    }
    for f in (
        allclose,
        array_equal,
        astype,
        broadcast_arrays,
        clip,
        compress,
        copyto,
        extract,
        gradient,
        interp,
        result_type,
        searchsorted,
        size,
        take,
        take_along_axis,
        where,
    ):
        found[f.__name__] = f
    public = namespace()
    for operands, names in _OF_ITEMS.items():
        found |= {n: elementwise(getattr(public, n), operands) for n in names.split()}
    return found

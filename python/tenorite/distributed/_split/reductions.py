# SPDX-License-Identifier: Apache-2.0
"""Reductions, whose bits are the same however many shards there are.

Along the axis that is cut, sums of floats are those of its units (cuts.py), and then the
sums of what comes out. Devices are told how many results the whole array has, since they
choose the order of sums by that. What has no order, as integers and maxima, is reduced
part by part. Small arrays are brought together first.
"""

import math

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from ..._core import distributed, ndarray, ufuncs
from ..._numpy import nanfunctions, statistics
from ..._numpy.creation import ones
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_arrays, reshape
from .array import Layout, SplitArray, is_small, made, split_array, with_parts
from .cuts import by_counts, unit_of
from .elementwise import apply, assign
from .gathering import on_whole
from .moves import at_standard, in_c_order, part_of, replicated, resplit

_NoValue = numpy._NoValue


# Fewer rows or columns than these may be added in another order: the CPU device does, and
# on GPUs one column is a row.
_NARROW = 8


class Reduction:
    """A function of NumPy's that reduces axes, for split arrays.

    `along_cut(call, axes)` reduces along the axis that is cut, with all axes kept.
    `ordered` are the kinds of dtypes whose sums depend on the order.
    """

    def __init__(self, function, along_cut, ordered=""):
        self.function = function
        self.along_cut = along_cut
        self.ordered = ordered

    def __call__(
        self, a, axis=None, dtype=None, out=None, keepdims=False, where=True, **options
    ):
        axes = axes_of(axis, a.ndim)
        keepdims = keepdims is not _NoValue and bool(keepdims)
        options = {name: x for name, x in options.items() if x is not _NoValue}
        if dtype is not None:
            options["dtype"] = dtype
        a, mask = _masked(a, where)
        if not a._layout.is_split or is_small(a) or 0 in a.shape:
            a, mask = replicated(a), _of_mask(replicated, mask)
            if self.ordered:
                a = with_parts(a, a.shape, in_c_order)
        call = Call(self, a, mask, options)
        if not a._layout.is_split:
            shape = _reduced_shape(a.shape, axes, keepdims)
            result = made(
                a._layout, shape, lambda s: call.local(*call.part(s), axes, keepdims)
            )
        elif a._layout.axis in axes:
            result = self.along_cut(call, axes)
            if not keepdims:
                result = _without(result, axes)
        else:
            result = call.along_whole_axes(axes, keepdims)
        return given(result, out)


class Call:
    """An array, its mask or None, and the options of one call."""

    def __init__(self, reduction, a, mask, options):
        self.function = reduction.function
        dtype = numpy.dtype(options.get("dtype", a.dtype))
        self.in_units = dtype.kind in reduction.ordered
        if self.in_units and a._layout.is_split:
            a, mask = at_standard(a), _of_mask(at_standard, mask)
        self.a, self.mask, self.options = a, mask, options
        self.axis = a._layout.axis
        self.unit = unit_of(a.shape[self.axis]) if self.axis is not None else 1
        self.results = 0  # of all shards, where their number counts

    def part(self, shard):
        return self.a._parts[shard], _of_mask(lambda m: m._parts[shard], self.mask)

    def local(self, x, mask, axes, keepdims=True, function=None, **options):
        options = {**self.options, **options}
        if mask is not None:
            options["where"] = mask
        function = function or self.function
        before = distributed.plan_results(self.results)
        try:
            return function(x, axis=axes, keepdims=keepdims, **options)
        finally:
            distributed.plan_results(before)

    def blocks(self, x, mask):
        """The part of each unit, in C order: sums do not depend on where they lie."""
        for begin in range(0, x.shape[self.axis], self.unit):
            end = min(begin + self.unit, x.shape[self.axis])
            yield (
                in_c_order(part_of(x, self.axis, begin, end)),
                None if mask is None else part_of(mask, self.axis, begin, end),
            )

    def along_whole_axes(self, axes, keepdims):
        """Each shard has all that its results are made of."""
        a, axis = self.a, self.axis
        kept = axis if keepdims else axis - sum(i < axis for i in axes)
        layout = Layout(a.mesh, kept, a._layout.ranges)
        shape = _reduced_shape(a.shape, axes, keepdims)
        if self.in_units:
            self.results = math.prod(shape)

        def part(shard):
            x, mask = self.part(shard)
            if not self.in_units:
                return self.local(x, mask, axes, keepdims)
            n = x.shape[axis]
            if 0 < n < _NARROW:
                x, mask = (
                    None if y is None else concatenate([y] * _NARROW, axis=axis)
                    for y in (x, mask)
                )
            x = in_c_order(x)
            return part_of(self.local(x, mask, axes, keepdims), kept, 0, n)

        return made(layout, shape, part)

    def partials(self, axes, function=None, **options):
        """Reduced parts, or units: an array with as many of them along the cut axis.

        Of ordered sums axes before the cut one are left to the merge, in which all of an
        array's units are: what lies next to each other is the same for each unit.
        """
        a, axis = self.a, self.axis
        axes = self.early(axes)
        per_shard = self._by_units if self.in_units else self._as_one
        parts, counts = [None] * a.mesh.size, []
        for begin, end in a._layout.ranges:
            counts.append(-(-(end - begin) // (self.unit if self.in_units else a.size)))
        shape = list(_reduced_shape(a.shape, axes, True))
        shape[axis] = sum(counts)
        if self.in_units:
            self.results = math.prod(shape)
        for shard in a.mesh.local:
            if counts[shard]:  # of others nobody asks
                parts[shard] = per_shard(*self.part(shard), axes, function, options)
        ranges = by_counts(counts, a._layout.ranges)
        dtype = None
        if all(x is None for x in parts):
            one = ones((1,) * a.ndim, a.dtype, device=a.mesh.devices[0])
            dtype = self.local(one, None, axes, True, function, **options).dtype
        layout = Layout(a.mesh, axis, ranges)
        return replicated(split_array(layout, shape, parts, dtype))

    def early(self, axes):
        return tuple(i for i in axes if i >= self.axis or not self.in_units)

    def _as_one(self, x, mask, axes, function, options):
        return self.local(x, mask, axes, True, function, **options)

    def _by_units(self, x, mask, axes, function, options):
        axis, unit = self.axis, self.unit
        full = x.shape[axis] // unit
        results = []
        if full > 1:  # all at once
            inner = tuple(i if i < axis else i + 1 for i in axes if i != axis)

            def in_units(y):
                y = in_c_order(part_of(y, axis, 0, full * unit))
                shape = (*y.shape[:axis], full, unit, *y.shape[axis + 1 :])
                return reshape(y, shape)

            its = self.local(
                in_units(x),
                None if mask is None else in_units(mask),
                (*inner, axis + 1),
                True,
                function,
                **options,
            )
            shape = list(its.shape)
            del shape[axis + 1]
            results.append(reshape(its, shape))
            x = part_of(x, axis, full * unit, x.shape[axis])
            mask = (
                None
                if mask is None
                else part_of(mask, axis, full * unit, mask.shape[axis])
            )
        results += [
            self.local(*block, axes, True, function, **options)
            for block in self.blocks(x, mask)
        ]
        return results[0] if len(results) == 1 else concatenate(results, axis=axis)


def merging(merge, partial=None, in_both=()):
    """Along the cut axis `partial` of the parts, then `merge` of these.

    Options named `in_both` go to both, others of `_LATE` to the merge alone.
    """

    def along_cut(call, axes):
        early = {
            name: x
            for name, x in call.options.items()
            if name not in _LATE or name in in_both
        }
        late = call.options
        call.options = early
        partials = call.partials(axes, partial)
        shape = _reduced_shape(call.a.shape, axes, True)
        rest = {*axes}.difference(call.early(axes)) | {call.axis}
        return made(
            partials._layout,
            shape,
            lambda s: merge(
                in_c_order(partials._parts[s]), axis=tuple(rest), keepdims=True, **late
            ),
        )

    return along_cut


_LATE = ("initial",)


def _mean_along_cut(call, axes):
    a, options = call.a, dict(call.options)
    dtype = options.pop("dtype", None)
    wide = dtype
    if dtype is None and a.dtype.kind in "biu":
        dtype = wide = numpy.dtype("f8")
    elif dtype is None and a.dtype.char == "e":
        dtype, wide = a.dtype, numpy.dtype("f4")
    where = {} if call.mask is None else {"where": call.mask}
    total = sum_(a, axes, wide, None, True, **where)
    result = apply(ufuncs["divide"], [total, _count(call, axes)])
    dtype = numpy.dtype(dtype or a.dtype)
    return result if result.dtype == dtype else apply(_cast, [result], dtype=dtype)


def _cast(x, dtype):
    return x.astype(dtype)


def _count(call, axes):
    if call.mask is not None:
        return sum_(call.mask, axes, numpy.intp, None, True)
    return math.prod(call.a.shape[i] for i in axes)


def _variance_along_cut(call, axes):
    """In two passes, as NumPy's."""
    a, options = call.a, dict(call.options)
    freedom = options.pop("correction", options.pop("ddof", 0))
    dtype, center = options.get("dtype"), options.pop("mean", None)
    where = {} if call.mask is None else {"where": call.mask}
    if center is None:
        center = mean(a, axes, dtype, None, True, **where)
    x = apply(ufuncs["subtract"], [a, center])
    if x.dtype.kind == "c":
        parts = [apply(_real, [x]), apply(_imag, [x])]
        squares = [apply(ufuncs["square"], [part]) for part in parts]
        x = apply(ufuncs["add"], squares)
    else:
        x = apply(ufuncs["square"], [x])
    wide = numpy.dtype("f4") if x.dtype.char == "e" else None
    total = sum_(x, axes, wide, None, True, **where)
    count = _count(call, axes)
    if isinstance(count, SplitArray):
        count = apply(
            ufuncs["maximum"], [apply(ufuncs["subtract"], [count, freedom]), 0]
        )
    else:
        count = max(count - freedom, 0)
    result = apply(ufuncs["divide"], [total, count])
    return result if result.dtype == x.dtype else apply(_cast, [result], dtype=x.dtype)


def _real(x):
    return x.real


def _imag(x):
    return x.imag


def _deviation_along_cut(call, axes):
    return apply(ufuncs["sqrt"], [_variance_along_cut(call, axes)])


def _by_resplit(function):
    """For functions that want all of an axis: another axis is cut instead."""

    def along_cut(call, axes):
        others = [i for i in range(call.a.ndim) if i not in axes]
        where = {} if call.mask is None else {"where": call.mask}
        if not others:
            named = function.__name__
            return on_whole(
                named,
                function,
                [call.a, axes],
                {**call.options, **where, "keepdims": True},
            )
        axis = max(others, key=lambda i: call.a.shape[i])
        call.a = resplit(call.a, axis)
        call.mask = _of_mask(lambda m: resplit(m, axis), call.mask)
        call.axis = axis
        return call.along_whole_axes(axes, True)

    return along_cut


def reduced_along(function, a, axes, keepdims):
    """function(part, axis=axes) of an array whose cut axis stays."""
    shape, layout = _reduced_shape(a.shape, axes, keepdims), a._layout
    if layout.is_split and not keepdims:
        kept = layout.axis - sum(i < layout.axis for i in axes)
        layout = Layout(a.mesh, kept, layout.ranges)
    return made(
        layout, shape, lambda s: function(a._parts[s], axis=axes, keepdims=keepdims)
    )


def _of_mask(function, mask):
    return None if mask is None else function(mask)


def axes_of(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    return normalize_axis_tuple(axis, ndim)


def _masked(a, where):
    """The array and its mask, of one shape and layout; None without a mask."""
    if where is True or where is _NoValue or where is None:
        return a, None
    if not isinstance(where, (SplitArray, ndarray, numpy.ndarray, list, tuple)):
        where = numpy.asarray(where)[None]
    return apply(lambda x, m: tuple(broadcast_arrays(x, m)), [a, where])


def _reduced_shape(shape, axes, keepdims):
    if keepdims:
        return tuple(1 if i in axes else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def _without(a, axes):
    """A result without its reduced axes; without any it is a scalar."""
    layout, shape = a._layout, _reduced_shape(a.shape, axes, False)
    if layout.is_split:
        axis = layout.axis - sum(i < layout.axis for i in axes)
        layout = Layout(a.mesh, axis, layout.ranges)
    key = tuple(0 if i in axes else slice(None) for i in range(a.ndim))
    return made(layout, shape, lambda s: a._parts[s][key], a.dtype)


def given(result, out):
    if isinstance(out, tuple):
        (out,) = out
    if out is None:
        return result
    assign(out, result)
    return out


def _simple(name, in_both=(), ordered=""):
    function = getattr(statistics, name)
    return Reduction(function, merging(function, in_both=in_both), ordered)


sum_ = _simple("sum", ordered="fc")
prod = _simple("prod", ordered="fc")
amax = _simple("max", in_both=("initial",))
amin = _simple("min", in_both=("initial",))
any_ = _simple("any")
all_ = _simple("all")
mean = Reduction(statistics.mean, _mean_along_cut, ordered="biufc")
var = Reduction(statistics.var, _variance_along_cut, ordered="biufc")
std = Reduction(statistics.std, _deviation_along_cut, ordered="biufc")
nansum = Reduction(
    nanfunctions.nansum,
    merging(statistics.sum, nanfunctions.nansum),
    ordered="fc",
)
nanprod = Reduction(
    nanfunctions.nanprod,
    merging(statistics.prod, nanfunctions.nanprod),
    ordered="fc",
)
nanmax = Reduction(
    nanfunctions.nanmax, merging(nanfunctions.nanmax, ufuncs["fmax"].reduce)
)
nanmin = Reduction(
    nanfunctions.nanmin, merging(nanfunctions.nanmin, ufuncs["fmin"].reduce)
)


def by_whole_axes(function):
    """Of a function that wants all of the axes that it reduces, as a median."""
    return Reduction(function, _by_resplit(function))


def count_nonzero(a, axis=None, *, keepdims=False):
    nonzero = apply(ufuncs["not_equal"], [a, 0])
    return sum_(nonzero, axis, numpy.intp, None, keepdims)


def ptp(a, axis=None, out=None, keepdims=False):
    difference = [amax(a, axis, keepdims=keepdims), amin(a, axis, keepdims=keepdims)]
    return given(apply(ufuncs["subtract"], difference), out)


def reduce_of(name):
    """ufunc.reduce of an associative ufunc; None for one of others."""
    known = {"add": sum_, "multiply": prod, "maximum": amax, "minimum": amin}
    if name in known:
        return known[name]
    if name in (
        "logical_and",
        "logical_or",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
    ):
        reduce = ufuncs[name].reduce
        return Reduction(reduce, merging(reduce))
    if name in ("fmax", "fmin"):
        reduce = ufuncs[name].reduce
        return Reduction(reduce, merging(reduce, in_both=("initial",)))
    return None

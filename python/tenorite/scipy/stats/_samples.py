# SPDX-License-Identifier: Apache-2.0
"""What functions of samples share: axes, NaNs that are left out, sizes.

Samples lie along the last axis here, which sums keep, so that all broadcasts. What is
left out is a mask: no value decides about a shape, and nothing waits for the device.
"""

import functools
import math
import operator

import numpy

from ..._array.convert import as_operands, is_weak
from ..._core import warn
from ..._numpy.creation import arange, empty, full
from ..._numpy.indexing import put_along_axis, take_along_axis, where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_to, moveaxis
from ..._numpy.math import result_type
from ..._numpy.sorting import argsort
from ..._numpy.ufuncs import isnan, maximum, minimum
from .. import _host

POLICIES = ("propagate", "raise", "omit")
_TOO_SMALL = (
    "{} too small; all {} will be NaN. See documentation for sample size requirements."
)


class SmallSampleWarning(RuntimeWarning):
    """A sample has too few items for a result."""


def small_sample_warning():
    """SciPy's class where SciPy is installed, so that filters of it hold for ours."""
    try:
        from scipy.stats._axis_nan_policy import SmallSampleWarning as theirs
    except ImportError:
        return SmallSampleWarning
    return theirs


def of_scipy(name):
    """SciPy's function of this package, for cases that are not here."""
    return _host._attribute(__package__, name)


@functools.cache
def special_of_scipy(name):
    """A function that tenorite.special has not: SciPy's, on the host."""
    from .. import special

    return getattr(special, name)


def check_policy(policy):
    if policy not in POLICIES:
        words = ", ".join(f"'{x}'" for x in POLICIES)
        raise ValueError(f"nan_policy must be one of {{{words}}}.")


def refuse_nans(x):
    """The error of the policy 'raise', which has to wait for the values."""
    if x.dtype.kind in "fc" and bool(isnan(x).any()):
        raise ValueError("The input contains nan values")


def promoted(items, floating=False):
    """Arrays of one device and of one dtype; numbers of Python's adapt to the others."""
    strong = [x for x in items if not is_weak(x)]
    arrays = as_operands(items)
    if not strong:
        dtype = result_type(*(a.dtype for a in arrays))
    else:
        dtypes = [
            x if is_weak(x) else a.dtype for x, a in zip(items, arrays, strict=True)
        ]
        dtype = result_type(*dtypes)
    if dtype.kind not in "fc" and (floating or dtype.kind not in "biu"):
        dtype = numpy.dtype(float)
    return [a.astype(dtype, copy=False) for a in arrays]


def floats(x):
    return x if x.dtype.kind in "fc" else x.astype(float)


class Sample:
    """Values along the last axis; `kept` says which count, None that all do."""

    def __init__(self, x, kept=None):
        self.x, self.kept = x, kept
        self.size = x.shape[-1]

    @functools.cached_property
    def n(self):
        """How many count: an int, or counts of each slice."""
        if self.kept is None:
            return self.size
        return self.kept.sum(-1, keepdims=True).astype(self.x.dtype)

    def replaced(self, x):
        """The same sample with other values."""
        return Sample(x, self.kept)

    def only(self, inside):
        """The sample without what is not inside."""
        return Sample(self.x, inside if self.kept is None else self.kept & inside)

    def filled(self, value):
        return self.x if self.kept is None else where(self.kept, self.x, value)

    def sum(self):
        return self.filled(0).sum(-1, keepdims=True)

    def mean(self):
        if self.kept is None:
            return self.x.mean(-1, keepdims=True)
        if self.x.dtype.char != "e":
            return self.sum() / self.n
        total = self.filled(0).sum(-1, dtype="f4", keepdims=True)  # half overflows
        return (total / self.n).astype("e")

    def var(self, ddof=0):
        spread = floats(self.x) - self.replaced(floats(self.x)).mean()
        other = spread.conj() if spread.dtype.kind == "c" else spread
        squares = self.replaced(spread * other).mean()
        left = self.n - ddof
        if self.kept is not None:
            return squares * (self.n / where(left > 0, left, math.nan))
        return squares * (self.n / left if left > 0 else math.nan)

    def has_nan(self):
        if self.x.dtype.kind not in "fc":
            return None
        return isnan(self.filled(0)).any(-1, keepdims=True)


class Samples:
    """Samples of a call, of which `finish` gives the results their shape.

    `axis`, `nan_policy` and `keepdims` are SciPy's; `paired` samples lose what any of
    them lacks. Where one of them has no more than `too_small` items all is NaN.
    """

    def __init__(
        self,
        items,
        axis,
        nan_policy="propagate",
        keepdims=False,
        paired=False,
        too_small=0,
    ):
        check_policy(nan_policy)
        arrays = [a.reshape(1) if a.ndim == 0 else a for a in promoted(items)]
        self.keepdims, self.limit = keepdims, too_small
        if axis is None:
            self.axes = tuple(range(max(a.ndim for a in arrays)))
            arrays = [a.reshape(-1) for a in arrays]
            self.outer = ()
        else:
            arrays = self._along(arrays, axis, paired)
        if paired and len({a.shape[-1] for a in arrays}) > 1:
            raise ValueError("Array shapes are incompatible for broadcasting.")
        kept = [None] * len(arrays)
        if nan_policy == "raise":
            for a in arrays:
                refuse_nans(a)
        elif nan_policy == "omit" and arrays[0].dtype.kind in "fc":
            kept = [~isnan(a) for a in arrays]
            if paired:
                kept = [functools.reduce(operator.and_, kept)] * len(kept)
        self.each = [Sample(a, k) for a, k in zip(arrays, kept, strict=True)]
        self.dtype = floats(arrays[0]).dtype if arrays[0].size == 0 else None
        self.device = arrays[0].device
        self.result_dtype = (
            arrays[0].dtype if arrays[0].dtype.kind in "fc" else numpy.dtype(float)
        )

    def _along(self, arrays, axis, paired):
        ndim = max(a.ndim for a in arrays)
        axes = (axis,) if numpy.isscalar(axis) else tuple(axis)
        for k in axes:
            if int(k) != k:
                raise numpy.exceptions.AxisError(
                    "`axis` must be an integer, a tuple of integers, or `None`."
                )
            if not -ndim <= k < ndim:
                raise numpy.exceptions.AxisError(
                    f"`axis` is out of bounds for array of dimension {ndim}"
                )
        self.axes = axes = tuple(int(k) % ndim for k in axes)
        if len(set(axes)) < len(axes):
            raise numpy.exceptions.AxisError(
                "`axis` must contain only distinct elements"
            )
        arrays = [a.reshape((1,) * (ndim - a.ndim) + a.shape) for a in arrays]
        rest = [k for k in range(ndim) if k not in axes]
        every = rest + list(axes) if paired else rest
        common = {}
        for k in every:
            sizes = {a.shape[k] for a in arrays} - {1}
            if len(sizes) > 1:
                raise ValueError("Array shapes are incompatible for broadcasting.")
            common[k] = sizes.pop() if sizes else 1
        self.outer = tuple(common[k] for k in rest)
        lines = []
        for a in arrays:
            shape = tuple(common.get(k, a.shape[k]) for k in range(ndim))
            a = broadcast_to(a, shape) if shape != a.shape else a
            last = tuple(range(ndim - len(axes), ndim))
            a = moveaxis(a, axes, last)
            n = math.prod(a.shape[ndim - len(axes) :])
            lines.append(a.reshape((*self.outer, n)) if len(axes) > 1 else a)
        return lines

    def is_small(self):
        """Whether results are NaN for the sizes alone; SciPy's warning where they are."""
        if all(s.size > self.limit for s in self.each):
            return False
        if math.prod(self.outer):
            many = bool(self.outer)
            words = _TOO_SMALL.format(
                "All axis-slices of one or more sample arguments are"
                if many
                else "One or more sample arguments is",
                "elements of returned arrays" if many else "returned values",
            )
            warn(words, small_sample_warning())
        return True

    def nothing(self, count=1):
        """Results of samples that are too small."""
        dtype = self.result_dtype
        x = full((*self.outer, 1), math.nan, dtype=dtype, device=self.device)
        results = tuple(self.shaped(x) for _ in range(count))
        return results if count > 1 else results[0]

    def shaped(self, x):
        """A result, whose last axis has one item, in the shape of the call."""
        if x.shape[:-1] != self.outer:
            x = broadcast_to(x, (*self.outer, 1))
        if self.keepdims:
            shape = list(self.outer)
            for k in sorted(self.axes):
                shape.insert(k, 1)
            return x.reshape(tuple(shape))
        return x[..., 0] if self.outer else x.reshape(1)[0]

    def finish(self, *results, spread=False):
        """Results in their shapes, NaN where too little was left.

        `spread`: where a NaN has to be spread, since the results do not do it.
        """
        void = []
        for s in self.each:
            if s.kept is not None:
                void.append(s.n <= self.limit)
            elif spread:
                void.append(s.has_nan())
        void = [v for v in void if v is not None]
        if void:
            void = functools.reduce(operator.or_, void)
            results = [where(void, math.nan, x) for x in results]
        results = tuple(self.shaped(x) for x in results)
        return results if len(results) > 1 else results[0]


# ---- ranks along the last axis ----


def sorted_runs(x, order=None):
    """(places that sort, first of each run of equal items, last of it), as positions."""
    order = argsort(x, axis=-1, stable=True) if order is None else order
    return order, *runs(take_along_axis(x, order, axis=-1))


def runs(y):
    """(whether a run of equal items starts, first of each run, last of it)."""
    at = arange(y.shape[-1], device=y.device)
    edge = full((*y.shape[:-1], 1), True, device=y.device)
    change = y[..., :-1] != y[..., 1:]
    starts = concatenate([edge, change], axis=-1)
    ends = concatenate([change, edge], axis=-1)
    first = maximum.accumulate(where(starts, at, 0), axis=-1)
    last = where(ends, at, y.shape[-1])[..., ::-1]
    last = minimum.accumulate(last, axis=-1)[..., ::-1]
    return starts, first, last


def unsorted(ranks, order):
    result = empty(order.shape, ranks.dtype, device=ranks.device)
    put_along_axis(result, order, ranks, axis=-1)
    return result


def average_ranks(x):
    """(ranks of float64, sizes of the ties of the sorted items)."""
    order, _, first, last = sorted_runs(x)
    ranks = (first + last) * 0.5 + 1
    return unsorted(ranks, order), (last - first + 1).astype(float)


def tie_term(sizes):
    """The sum of t**3 - t over ties of t items, where each item has its t."""
    return (sizes * sizes - 1).sum(-1, keepdims=True)

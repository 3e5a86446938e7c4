# SPDX-License-Identifier: Apache-2.0
"""scipy.optimize.elementwise: roots of many functions of one number at once."""

import math

import numpy

from ..._array.convert import as_operands
from ..._core import ndarray
from ..._numpy.creation import asarray, full, zeros_like
from ..._numpy.indexing import where
from ..._numpy.manipulation import broadcast_arrays
from ..._numpy.math import clip
from ..._numpy.ufuncs import absolute, isfinite, isnan, minimum, sign, sqrt
from ..._runtime.help import document as _document
from .. import _host
from .._results import Result

__all__ = ["find_root"]

_RUNNING, _CONVERGED, _SAME_SIGNS, _TOO_LONG, _NOT_FINITE = 1, 0, -1, -2, -3
_LOOKS = 4  # steps between two looks at whether all of them are done


class RootResult(Result):
    """What find_root() found."""


def _checked(f, args, tolerances, maxiter):
    """Tolerances by name; SciPy's errors."""
    if not callable(f):
        raise ValueError("`func` must be callable.")
    known = {"xatol": None, "xrtol": None, "fatol": None, "frtol": 0}
    tolerances = known | ({} if tolerances is None else tolerances)
    for value in tolerances.values():
        number = numpy.asarray(1 if value is None else value)
        if number.shape or number.dtype.kind not in "iuf" or not number >= 0:
            raise ValueError("Tolerances must be non-negative scalars.")
    if maxiter is not None and (int(maxiter) != maxiter or maxiter < 0):
        raise ValueError("`maxiter` must be a non-negative integer.")
    return tolerances, tuple(args) if numpy.iterable(args) else (args,)


def _started(f, ends, args):
    """(function, ends, values there), of one shape and of one floating dtype."""
    together = as_operands((*ends, *args))
    ends, args = together[:2], together[2:]
    dtype = numpy.result_type(*(x.dtype for x in (*ends, *args)))
    if dtype.kind not in "fc":
        dtype = numpy.dtype(float)
    ends = [x.astype(dtype, copy=False) for x in ends]
    *ends, _ = broadcast_arrays(*ends, zeros_like(ends[0]))
    values = [asarray(f(x, *args)) for x in ends]
    dtype = numpy.result_type(dtype, *(v.dtype for v in values if v.dtype.kind in "fc"))

    def evaluate(x):
        return asarray(f(x, *args)).astype(dtype, copy=False)

    together = broadcast_arrays(*ends, *(v.astype(dtype) for v in values))
    together = [x.astype(dtype) for x in together]
    return evaluate, together[:2], together[2:]


class _Brackets:
    """Brackets of roots: x1 is the last point, x2 the other end, x3 the one before."""

    def __init__(self, ends, values, tolerances):
        (self.x1, self.x2), (self.f1, self.f2) = ends, values
        info = numpy.finfo(self.x1.dtype)
        tiny, eps = float(info.smallest_normal), float(info.eps)
        t = tolerances
        self.xatol = 4 * tiny if t["xatol"] is None else t["xatol"]
        self.xrtol = 4 * eps if t["xrtol"] is None else t["xrtol"]
        fatol = tiny if t["fatol"] is None else t["fatol"]
        self.ftol = fatol + t["frtol"] * minimum(absolute(self.f1), absolute(self.f2))
        self.most = math.log2(float(info.max)) - math.log2(tiny)
        shape, device = self.x1.shape, self.x1.device
        self.status = full(shape, _RUNNING, dtype="i", device=device)
        self.nit = full(shape, 0, dtype="i", device=device)
        self.t = full(shape, 0.5, dtype=self.x1.dtype, device=device)
        self.x, self.f = self.x1, self.f1
        self.judge(self.status == _RUNNING)

    def judge(self, live):
        """Finds which of the live ones have come to an end."""
        nearer = absolute(self.f1) < absolute(self.f2)
        x, f = where(nearer, self.x1, self.x2), where(nearer, self.f1, self.f2)
        self.width = absolute(self.x2 - self.x1)
        self.tolerance = absolute(x) * self.xrtol + self.xatol
        is_root = absolute(f) <= self.ftol
        same = (sign(self.f1) == sign(self.f2)) & ~is_root
        finite = isfinite(self.x1) & isfinite(self.x2)
        bad = (~finite | (isnan(self.f1) & isnan(self.f2))) & ~is_root & ~same
        status = where(is_root | (self.width < self.tolerance), _CONVERGED, _RUNNING)
        status = where(bad, _NOT_FINITE, where(same, _SAME_SIGNS, status))
        none = same | bad
        self.x = where(live, where(none, math.nan, x), self.x)
        self.f = where(live, where(none, math.nan, f), self.f)
        self.status = where(live, status, self.status).astype("i")

    def step(self, function):
        live = self.status == _RUNNING
        x = self.x1 + self.t * (self.x2 - self.x1)
        f = function(x)
        keeps = sign(f) == sign(self.f1)
        x3, f3 = where(keeps, self.x1, self.x2), where(keeps, self.f1, self.f2)
        x2, f2 = where(keeps, self.x2, self.x1), where(keeps, self.f2, self.f1)
        self.x1, self.f1 = where(live, x, self.x1), where(live, f, self.f1)
        self.x2, self.f2 = where(live, x2, self.x2), where(live, f2, self.f2)
        self.nit = self.nit + live
        self.judge(live)
        self.t = self._next(x3, f3)

    def _next(self, x3, f3):
        """Where in the bracket the next point is: by a parabola, or in its middle."""
        x1, x2, f1, f2 = self.x1, self.x2, self.f1, self.f2
        xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
        alpha = (x3 - x1) / (x2 - x1)
        fits = ((1 - sqrt(1 - xi)) < phi) & (phi < sqrt(xi))
        t = f1 / (f1 - f2) * f3 / (f3 - f2) - alpha * f1 / (f3 - f1) * f2 / (f2 - f3)
        least = 0.5 * self.tolerance / self.width
        return clip(where(fits, t, 0.5), least, 1 - least)


def _with_named(f, args, kwargs):
    """(function, arguments) whose last ones are those of `kwargs`."""
    names = tuple(kwargs)

    def function(x, *args):
        count = len(args) - len(names)
        return f(x, *args[:count], **dict(zip(names, args[count:], strict=True)))

    return function, (*args, *kwargs.values())


def find_root(
    f,
    init,
    /,
    *,
    args=(),
    kwargs=None,
    tolerances=None,
    maxiter=None,
    callback=None,
):
    """Roots of f(x, *args, **kwargs) in brackets, for all items of arrays at once.

    By T. R. Chandrupatla's method (Advances in Engineering Software 28, 1997). The host
    looks now and then at whether all are found, so that `f` may be called a few times
    more; the counts do not have those. With `callback` SciPy does it, on the host. See
    scipy.optimize.elementwise.find_root.

    >>> from tenorite.scipy.optimize import elementwise
    >>> c = np.array([4.0, 9.0])
    >>> elementwise.find_root(lambda x, c: x * x - c, (0.0, 10.0), args=(c,)).x
    array([2., 3.])
    """
    if callback is not None:
        theirs = _host._attribute(__name__, "find_root")
        named = {} if kwargs is None else {"kwargs": kwargs}  # since SciPy 1.18
        return theirs(
            f,
            init,
            args=args,
            tolerances=tolerances,
            maxiter=maxiter,
            callback=callback,
            **named,
        )
    low, high = init
    tolerances, args = _checked(f, args, tolerances, maxiter)
    if kwargs is not None:
        f, args = _with_named(f, args, kwargs)
    with numpy.errstate(all="ignore"):
        function, ends, values = _started(f, (low, high), args)
        work = _Brackets(ends, values, tolerances)
        most = work.most if maxiter is None else maxiter
        count = 0
        while count < most:
            if count % _LOOKS == 0 and not bool((work.status == _RUNNING).any()):
                break
            work.step(function)
            count += 1
    status = where(work.status == _RUNNING, _TOO_LONG, work.status).astype("i")
    ascends = work.x1 < work.x2
    pairs = ((work.x1, work.x2), (work.f1, work.f2))
    bracket, f_bracket = (
        (_shown(where(ascends, a, b)), _shown(where(ascends, b, a))) for a, b in pairs
    )
    return RootResult(
        success=_shown(status == _CONVERGED),
        status=_shown(status),
        x=_shown(work.x),
        f_x=_shown(work.f),
        nfev=_shown((work.nit + 2).astype("i")),
        nit=_shown(work.nit.astype("i")),
        bracket=bracket,
        f_bracket=f_bracket,
    )


def _shown(x):
    return x if not isinstance(x, ndarray) or x.ndim else x[()]


_document([find_root])

__getattr__ = _host.attributes_of(__name__)

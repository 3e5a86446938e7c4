# SPDX-License-Identifier: Apache-2.0
"""What continuous distributions share: arguments, supports, NaNs, random numbers.

Densities, probabilities and quantiles are elementwise and fuse with the rest of an
expression; moments, fits and the like are SciPy's, on the host.
"""

import functools
import importlib
import math

import numpy

from ... import random as _random
from ..._array.convert import as_operand, is_weak
from ..._core import device as _device
from ..._core import ndarray
from ..._numpy.indexing import where
from ..._numpy.ufuncs import exp, isnan, log
from ..._runtime.package import namespace
from .._host import HostObject, attributes_of
from .._random_state import check_random_state

_of_scipy = attributes_of(__package__)
_DOMAIN = (
    "Domain error in arguments. The `scale` parameter must be positive for all "
    "distributions, and many distributions have restrictions on shape parameters. "
    "Please see the `scipy.stats.{}` documentation for details."
)


def _is_number(x):
    return is_weak(x) or isinstance(x, numpy.generic)


def _parameters(values, like):
    """Parameters as floats, or as arrays of float64 beside `like`."""
    return [float(v) if _is_number(v) else _double(v, like) for v in values]


def _double(x, like=None):
    x = as_operand(x) if like is None else as_operand(x, like)
    return x.astype("d", copy=False)


def _logarithm(x):
    return math.log(x) if isinstance(x, float) and x > 0 else log(_double(x))


@functools.cache
def _parsers(shapes):
    """Functions that take arguments as SciPy's distributions, and fail in its words."""
    names = "".join(f"{name}, " for name in shapes)
    text = (
        f"def _parse_args(self, {names}loc=0, scale=1):\n"
        f"    return ({names}), loc, scale\n"
        f"def _parse_args_rvs(self, {names}loc=0, scale=1, size=None):\n"
        f"    return ({names}), loc, scale, size\n"
    )
    made = {}
    exec(text, made)  # as SciPy does, since the words name the function
    return made["_parse_args"], made["_parse_args_rvs"]


class Distribution(HostObject):
    """A continuous distribution of scipy.stats; calling it fixes its parameters.

    Distributions derive from it. `_shapes` are the names of its shape parameters. Of its
    functions `_logpdf` or `_pdf` and `_cdf` are required, for values inside of
    `_support()`; the others have definitions by these.
    """

    _shapes = ()
    is_open = False  # whether the density is 0 at the ends of the support

    def __init__(self):
        # Nothing of SciPy's is needed before somebody asks for more than is here.
        vars(self).update(_device=None)

    @property
    def name(self):
        return type(self).__name__

    @property
    def _name(self):
        return f"tenorite.scipy.stats.{self.name}"

    @functools.cached_property
    def _theirs(self):
        return _of_scipy(self.name)._theirs

    def __setattr__(self, name, value):
        if name == "_theirs":  # what a cached property keeps
            vars(self)[name] = value
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return super().__getattr__(name)

    def __reduce__(self):
        return _named, (self.name,)

    def __repr__(self):
        return f"<tenorite.scipy.stats.{self.name}>"

    def __call__(self, *args, **kwds):
        """The distribution with these parameters fixed."""
        return Frozen(self, *args, **kwds)

    freeze = __call__

    # ---- of a distribution in its standard form ----

    def _support(self, *shapes):
        return -math.inf, math.inf

    def _check(self, *shapes):
        """Whether shape parameters are allowed: all are positive."""
        return functools.reduce(lambda x, y: x & y, (s > 0 for s in shapes), True)

    def _pdf(self, x, *shapes):
        return exp(self._logpdf(x, *shapes))

    def _logpdf(self, x, *shapes):
        return log(self._pdf(x, *shapes))

    def _logcdf(self, x, *shapes):
        return log(self._cdf(x, *shapes))

    def _sf(self, x, *shapes):
        return 1.0 - self._cdf(x, *shapes)

    def _logsf(self, x, *shapes):
        return log(self._sf(x, *shapes))

    def _isf(self, q, *shapes):
        return self._ppf(1.0 - q, *shapes)

    def _draw(self, *shapes, size, state):
        return self._ppf(_double(state.uniform(size=size)), *shapes)

    # ---- public functions ----

    def _prepared(self, x, args, kwds):
        """(x, shapes, loc, scale, whether the parameters are allowed).

        For numbers that are not, None, with the NaNs that are the result as x.
        """
        shapes, loc, scale = _parsers(self._shapes)[0](self, *args, **kwds)
        given = (x, *shapes, loc, scale)
        like = next((v for v in given if isinstance(v, ndarray)), None)
        x = _double(x, like)
        *shapes, loc, scale = _parameters((*shapes, loc, scale), x)
        valid = self._check(*shapes) & (scale > 0)
        if not isinstance(valid, ndarray) and not valid:
            x = x * math.nan + loc
            return x if x.ndim else x[()], shapes, loc, scale, None
        return x, shapes, loc, scale, valid

    def _evaluated(self, name, x, args, kwds, before, behind, closed=False):
        """A function of x: `before` below the support, `behind` above it."""
        x, shapes, loc, scale, valid = self._prepared(x, args, kwds)
        if valid is None:
            return x
        with numpy.errstate(all="ignore"):
            y = (x - loc) / scale
            result = getattr(self, name)(y, *shapes)
            if name == "_pdf":
                result = result / scale
            elif name == "_logpdf":
                result = result - _logarithm(scale)
            low, high = self._support(*shapes)
            if not (isinstance(low, float) and low == -math.inf):
                result = where(y < low if closed else y <= low, before, result)
            elif not closed:
                result = where(y == -math.inf, before, result)
            if not (isinstance(high, float) and high == math.inf):
                result = where(y > high if closed else y >= high, behind, result)
            elif not closed:
                result = where(y == math.inf, behind, result)
            result = where(isnan(y), math.nan, result)
        return _finished(result, valid)

    def pdf(self, x, *args, **kwds):
        """The density at x."""
        ends = not self.is_open
        return self._evaluated("_pdf", x, args, kwds, 0.0, 0.0, closed=ends)

    def logpdf(self, x, *args, **kwds):
        """The logarithm of the density at x."""
        ends = not self.is_open
        none = -math.inf
        return self._evaluated("_logpdf", x, args, kwds, none, none, closed=ends)

    def cdf(self, x, *args, **kwds):
        """The probability of values up to x."""
        return self._evaluated("_cdf", x, args, kwds, 0.0, 1.0)

    def logcdf(self, x, *args, **kwds):
        """The logarithm of cdf()."""
        return self._evaluated("_logcdf", x, args, kwds, -math.inf, 0.0)

    def sf(self, x, *args, **kwds):
        """The probability of values above x."""
        return self._evaluated("_sf", x, args, kwds, 1.0, 0.0)

    def logsf(self, x, *args, **kwds):
        """The logarithm of sf()."""
        return self._evaluated("_logsf", x, args, kwds, 0.0, -math.inf)

    def _quantiles(self, name, q, args, kwds, at_0, at_1):
        q, shapes, loc, scale, valid = self._prepared(q, args, kwds)
        if valid is None:
            return q
        ends = self._support(*shapes)
        with numpy.errstate(all="ignore"):
            result = getattr(self, name)(q, *shapes) * scale + loc
            result = where(q == 0, ends[at_0] * scale + loc, result)
            result = where(q == 1, ends[at_1] * scale + loc, result)
            result = where((q >= 0) & (q <= 1), result, math.nan)
        return _finished(result, valid & (loc == loc))

    def ppf(self, q, *args, **kwds):
        """The value up to which the probability is q."""
        return self._quantiles("_ppf", q, args, kwds, 0, 1)

    def isf(self, q, *args, **kwds):
        """The value above which the probability is q."""
        return self._quantiles("_isf", q, args, kwds, 1, 0)

    def rvs(self, *args, size=None, random_state=None, **kwds):
        """Random numbers, by tenorite.random or by `random_state`."""
        state = _state_of(random_state)
        if state is None:  # NumPy's, which draws on the host
            theirs = super().__getattr__("rvs")
            return theirs(*args, size=size, random_state=random_state, **kwds)
        parse = _parsers(self._shapes)[1]
        shapes, loc, scale, size = parse(self, *args, size=size, **kwds)
        given = [v for v in (*shapes, loc, scale) if isinstance(v, ndarray)]
        beside = given[0] if given else None
        *shapes, loc, scale = _parameters((*shapes, loc, scale), beside)
        size = _size_of((*shapes, loc, scale), size)
        allowed = self._check(*shapes) & (scale >= 0)
        if not bool(allowed.all() if isinstance(allowed, ndarray) else allowed):
            raise ValueError(_DOMAIN.format(self.name))
        device = None if beside is None else beside.device
        with namespace().Device(device or _device.default()):
            values = self._draw(*shapes, size=size, state=state)
        values = values * scale + loc
        return values if size else values[()]


class Positive(Distribution):
    """A distribution of values from 0 on."""

    def _support(self, *shapes):
        return 0.0, math.inf


def like(value, x):
    """A parameter as an array beside x."""
    return value if isinstance(value, ndarray) else _double(value, x)


def normal_logpdf(x):
    return -x * x / 2.0 - math.log(2 * math.pi) / 2


def _finished(result, valid):
    """NaN where parameters are not allowed; a number for numbers."""
    if isinstance(valid, ndarray):
        result = where(valid, result, math.nan)
    return result if result.ndim else result[()]


def _size_of(parameters, size):
    """The shape of random numbers, as SciPy checks it."""
    arrays = [p for p in parameters if isinstance(p, ndarray)]
    shape = numpy.broadcast_shapes(*(a.shape for a in arrays)) if arrays else ()
    while size is not None and shape and shape[0] == 1:
        shape = shape[1:]
    if size is None:
        return shape
    wanted = tuple(int(n) for n in numpy.atleast_1d(size))
    aligned = (1,) * (len(wanted) - len(shape)) + shape
    fits = len(shape) <= len(wanted) and all(
        a in (1, n) for a, n in zip(aligned, wanted, strict=True)
    )
    if not fits:
        raise ValueError(
            "size does not match the broadcast shape of the parameters. "
            f"{size}, {tuple(numpy.atleast_1d(size))}, {shape}"
        )
    return wanted


def _state_of(state):
    """What draws random numbers of ours; None for what is NumPy's."""
    found = check_random_state(state)
    ours = (_random.RandomState, _random.Generator)
    return found if found is _random or isinstance(found, ours) else None


def _named(name):
    return getattr(importlib.import_module(__package__), name)


class Frozen(HostObject):
    """A distribution with its parameters."""

    def __init__(self, dist, *args, **kwds):
        _parsers(dist._shapes)[0](dist, *args, **kwds)  # which may refuse them
        vars(self).update(dist=dist, args=args, kwds=kwds, _device=None)

    @functools.cached_property
    def _theirs(self):
        return _of_scipy(self.dist.name)(*self.args, **self.kwds)._theirs

    @property
    def _name(self):
        return f"tenorite.scipy.stats.{self.dist.name}"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in _FUNCTIONS:
            return functools.partial(self._evaluate, name)
        return super().__getattr__(name)

    def __setattr__(self, name, value):
        if name == "_theirs":
            vars(self)[name] = value
        else:
            super().__setattr__(name, value)

    def __reduce__(self):
        return functools.partial(Frozen, self.dist, *self.args, **self.kwds), ()

    def __repr__(self):
        return f"<tenorite.scipy.stats.{self.dist.name} with its parameters>"

    def _evaluate(self, name, x):
        return getattr(self.dist, name)(x, *self.args, **self.kwds)

    def rvs(self, size=None, random_state=None):
        """Random numbers of the distribution."""
        how = self.kwds | {"size": size, "random_state": random_state}
        return self.dist.rvs(*self.args, **how)


_FUNCTIONS = "pdf logpdf cdf logcdf sf logsf ppf isf".split()

__all__ = ["Distribution", "Frozen", "Positive", "like", "normal_logpdf"]

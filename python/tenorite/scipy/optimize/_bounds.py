# SPDX-License-Identifier: Apache-2.0
"""Bounds of variables, as SciPy's classes and sequences say them."""

import numpy

from ..._array.convert import as_operands, own_beside
from ..._core import ndarray
from ..._numpy.creation import asarray
from ..._numpy.manipulation import atleast_1d, broadcast_arrays, broadcast_to
from .. import _host
from ._objective import looked

__all__ = ["Bounds"]


def _on_host(x):
    return x.get() if isinstance(x, ndarray) else numpy.asarray(x)


class Bounds(_host.HostObject):
    """Bounds lb <= x <= ub of variables, which may be infinite.

    Functions that run on the host get SciPy's object. See scipy.optimize.Bounds.

    >>> from tenorite.scipy.optimize import Bounds
    >>> Bounds(np.array([0.0, 1.0]), np.array([2.0, 3.0])).residual(np.array([0.5, 2.0]))
    (array([0.5, 1. ]), array([1.5, 1. ]))
    """

    def __init__(self, lb=-numpy.inf, ub=numpy.inf, keep_feasible=False):
        given = (lb, ub, keep_feasible)
        if any(hasattr(x, "toarray") for x in given[:2]):
            raise ValueError("Lower and upper bounds must be dense arrays.")
        if hasattr(keep_feasible, "toarray"):
            raise ValueError("`keep_feasible` must be a dense array.")
        arrays = [atleast_1d(x) for x in as_operands(given)]
        if 0 in (arrays[0].size, arrays[1].size):
            raise ValueError("`lb` and `ub` must be non-empty.")
        arrays[2] = arrays[2].astype(bool)
        try:
            arrays = broadcast_arrays(*arrays)
        except ValueError:
            raise ValueError(
                "`lb`, `ub`, and `keep_feasible` must be broadcastable."
            ) from None
        lb, ub, keep_feasible = arrays
        # Of lists and numbers, which go to the device of the problem.
        is_anywhere = not any(isinstance(x, ndarray) for x in given)
        vars(self).update(
            lb=lb, ub=ub, keep_feasible=keep_feasible, _is_anywhere=is_anywhere
        )

    @property
    def _theirs(self):
        import scipy.optimize

        return scipy.optimize.Bounds(
            *map(_on_host, (self.lb, self.ub, self.keep_feasible))
        )

    def __setattr__(self, name, value):
        vars(self)[name] = value

    def __getattr__(self, name):
        raise AttributeError(f"'Bounds' object has no attribute {name!r}")

    def __dir__(self):
        return object.__dir__(self)

    def __reduce__(self):
        return Bounds, (self.lb, self.ub, self.keep_feasible)

    def __repr__(self):
        shown = f"{type(self).__name__}({self.lb!r}, {self.ub!r}"
        if bool(self.keep_feasible.any()):
            shown += f", keep_feasible={self.keep_feasible!r}"
        return shown + ")"

    def residual(self, x):
        """(x - lb, ub - x). See scipy.optimize.Bounds.residual.

        >>> from tenorite.scipy.optimize import Bounds
        >>> Bounds(0, 1).residual(np.array([0.25]))
        (array([0.25]), array([0.75]))
        """
        return x - self.lb, self.ub - x


def is_object(bounds):
    """Whether it is a Bounds of this package or of SciPy's."""
    return hasattr(bounds, "lb") and hasattr(bounds, "ub")


def pair_of(bounds):
    """(lb, ub) of an object, as arrays of ours or of the host."""
    pair = bounds.lb, bounds.ub
    if getattr(bounds, "_is_anywhere", False):
        pair = tuple(map(_on_host, pair))
    return pair


def _pairs(bounds):
    """(lower, upper) of a sequence of pairs, in which None is no bound."""
    if isinstance(bounds, ndarray) and bounds.ndim == 2:
        _, _ = (None,) * bounds.shape[1]  # the error of Python's where it is not 2
        return bounds[:, 0], bounds[:, 1]
    low, high = zip(*bounds, strict=False)
    return tuple(
        numpy.array([none if x is None else float(x) for x in side])
        for side, none in ((low, -numpy.inf), (high, numpy.inf))
    )


def limits_of(bounds, x):
    """(lower, upper, flags) of each variable of x, on its device and of its dtype.

    The flags: whether all are equal, whether any is finite, whether all are.
    """
    pair = pair_of(bounds) if is_object(bounds) else _pairs(bounds)
    low, high = (own_beside(b, x).astype(x.dtype, copy=False) for b in pair)
    finite = [abs(b) != numpy.inf for b in (low, high)]
    bad, *flags = looked(
        (high < low).any(),
        (low == high).all(),
        (finite[0] | finite[1]).any(),
        (finite[0] & finite[1]).all(),
    )
    if bad:
        raise ValueError("An upper bound is less than the corresponding lower bound.")
    try:
        low, high = (broadcast_to(b, x.shape) for b in (low, high))
    except ValueError:
        raise ValueError(
            "The number of bounds is not compatible with the length of `x0`."
        ) from None
    return asarray(low), asarray(high), [bool(flag) for flag in flags]

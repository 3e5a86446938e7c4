# SPDX-License-Identifier: Apache-2.0
"""Initial value problems: dy / dt = f(t, y) for states on the device."""

import functools
import inspect
import itertools

import numpy

from ..._array.convert import own_beside
from ..._core import ndarray
from ..._numpy.joining import concatenate, stack
from .. import _host
from .._results import Result
from ._bdf import Bdf
from ._events import Events
from ._jacobian import is_sparse
from ._radau import Radau
from ._runge_kutta import METHODS as _EXPLICIT

__path__ = []  # SciPy's is a package, whose modules _host finds

__all__ = ["OdeSolution", "solve_ivp"]

METHODS = _EXPLICIT | {"Radau": Radau, "BDF": Bdf}
_NAMES = [*METHODS, "LSODA"]
_REACHED = "The solver successfully reached the end of the integration interval."
_TERMINATED = "A termination event occurred."


class OdeResult(Result):
    """What solve_ivp() found."""


class OdeSolution:
    """The solution at any time, of which each step has an interpolant.

    See scipy.integrate.OdeSolution.

    >>> from tenorite.scipy.integrate import solve_ivp
    >>> y0 = np.array([1.0])
    >>> solution = solve_ivp(lambda t, y: -y, (0, 1), y0, dense_output=True).sol
    >>> solution(0.5).round(3)
    array([0.606])
    """

    def __init__(self, ts, interpolants, alt_segment=False):
        ts = ts.get() if isinstance(ts, ndarray) else numpy.asarray(ts, dtype=float)
        d = numpy.diff(ts)
        nothing = ts.size == 2 and ts[0] == ts[-1]
        if not (nothing or (d > 0).all() or (d < 0).all()):
            raise ValueError("`ts` must be strictly increasing or decreasing.")
        self.n_segments = len(interpolants)
        if ts.shape != (self.n_segments + 1,):
            raise ValueError("Numbers of time stamps and interpolants don't match.")
        self.ts, self.interpolants = ts, interpolants
        self.t_min, self.t_max = min(ts[0], ts[-1]), max(ts[0], ts[-1])
        self.ascending = bool(ts[-1] >= ts[0])
        self.side = "right" if self.ascending == bool(alt_segment) else "left"
        self.ts_sorted = ts if self.ascending else ts[::-1]

    def _segments(self, t):
        at = numpy.searchsorted(self.ts_sorted, t, side=self.side) - 1
        at = numpy.clip(at, 0, self.n_segments - 1)
        return at if self.ascending else self.n_segments - 1 - at

    def __call__(self, t):
        """The state at a time, or the states at times, (n, times)."""
        t = t.get() if isinstance(t, ndarray) else numpy.asarray(t, dtype=float)
        if t.ndim == 0:
            return self.interpolants[int(self._segments(t))](t)
        order = numpy.argsort(t)
        places = numpy.empty_like(order)
        places[order] = numpy.arange(len(order))
        ordered = t[order]
        parts, start = [], 0
        for segment, group in itertools.groupby(self._segments(ordered).tolist()):
            end = start + len(list(group))
            parts.append(self.interpolants[segment](ordered[start:end]))
            start = end
        states = concatenate(parts, axis=1)
        return states[:, own_beside(places, states)]


def _with_arguments(function, args):
    return lambda t, y: function(t, y, *args)


def _is_for_scipy(method, options):
    """LSODA, classes of SciPy's, and Jacobians that are sparse from the beginning."""
    if not isinstance(method, str):
        return inspect.isclass(method) or hasattr(method, "_theirs")
    if method in ("Radau", "BDF"):
        sparsity, jac = options.get("jac_sparsity"), options.get("jac")
        return sparsity is not None or is_sparse(jac)
    return method == "LSODA"


def _checked_times(t_eval, t0, tf):
    """Times of evaluation as an array of NumPy, or None."""
    if t_eval is None:
        return None
    t_eval = t_eval.get() if isinstance(t_eval, ndarray) else numpy.asarray(t_eval)
    if t_eval.ndim != 1:
        raise ValueError("`t_eval` must be 1-dimensional.")
    if (t_eval < min(t0, tf)).any() or (t_eval > max(t0, tf)).any():
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    d = numpy.diff(t_eval)
    if (tf > t0 and (d <= 0).any()) or (tf < t0 and (d >= 0).any()):
        raise ValueError("Values in `t_eval` are not properly sorted.")
    return t_eval


def solve_ivp(
    fun,
    t_span,
    y0,
    method="RK45",
    t_eval=None,
    dense_output=False,
    events=None,
    vectorized=False,
    args=None,
    **options,
):
    """The solution of dy / dt = fun(t, y) from y(t_span[0]) = `y0` (n,).

    It runs on the device of `y0`; the host looks at the error of each step, at the
    convergence of implicit methods, and at the signs of `events`. Radau and BDF have
    dense Jacobians. LSODA, and what has sparse ones, are SciPy's, on the host. See
    scipy.integrate.solve_ivp.

    >>> from tenorite.scipy.integrate import solve_ivp
    >>> solve_ivp(lambda t, y: -y, (0, 1), np.array([1.0, 2.0])).y[:, -1].round(3)
    array([0.368, 0.736])
    """
    if _is_for_scipy(method, options):
        theirs = _host._attribute(__package__, "solve_ivp")
        how = (method, t_eval, dense_output, events, vectorized, args)
        return theirs(fun, t_span, y0, *how, **options)
    if method not in METHODS:
        raise ValueError(f"`method` must be one of {_NAMES} or OdeSolver class.")
    t0, tf = map(float, t_span)
    if args is not None:
        try:
            args = [*args]
        except TypeError as e:
            raise TypeError(
                "Supplied 'args' cannot be unpacked. Please supply `args` as a tuple "
                f"(e.g. `args=({args},)`)"
            ) from e
        fun = _with_arguments(fun, args)
        if callable(options.get("jac")):
            options["jac"] = _with_arguments(options["jac"], args)
    t_eval = _checked_times(t_eval, t0, tf)
    solver = METHODS[method](fun, t0, y0, tf, vectorized=vectorized, **options)
    if events is not None:
        events = Events(events, args or (), t0, solver.y)
    return _solved(solver, t_eval, dense_output, events)


def _solved(solver, t_eval, dense_output, events):
    t0, y0 = solver.t, solver.y
    steps, interpolants = [t0], []
    times, states = ([t0], [y0]) if t_eval is None else ([], [])
    done = 0  # times of evaluation
    status, message = None, None
    while status is None:
        message = solver.step()
        if message is not None:
            status = -1
            break
        if solver.is_finished:
            status, message = 0, _REACHED
        t, y = solver.t, solver.y
        interpolant = functools.cache(solver.interpolant)
        if dense_output:
            interpolant()
        if events is not None:
            is_end, t, y = events.after(solver, interpolant)
            if is_end:
                status, message = 1, _TERMINATED
        repeats = dense_output and len(steps) > 1 and steps[-1] == t
        if not repeats:
            steps.append(t)
            if dense_output:
                interpolants.append(interpolant())
            if t_eval is None:
                times.append(t)
                states.append(y)
        if t_eval is not None:
            reached = (t_eval[done:] - t) * solver.direction <= 0
            count = int(reached.sum())
            if count:
                times.append(t_eval[done : done + count])
                states.append(interpolant()(times[-1]))
                done += count
    like = solver.y
    if t_eval is None:
        times, states = own_beside(numpy.array(times), like), stack(states, axis=1)
    elif times:
        times = own_beside(numpy.concatenate(times), like)
        states = concatenate(states, axis=1)
    solution = None
    if dense_output:
        solution = OdeSolution(steps, interpolants, solver.has_alternative_segments)
    return OdeResult(
        t=times,
        y=states,
        sol=solution,
        t_events=None if events is None else events.times(like),
        y_events=None if events is None else events.states(like),
        nfev=solver.nfev,
        njev=solver.njev,
        nlu=solver.nlu,
        status=status,
        message=message,
        success=status >= 0,
    )

# SPDX-License-Identifier: Apache-2.0
"""Discrete systems of continuous ones: few numbers, on the host."""

import numpy

from ..._array.convert import from_host, host_array
from ..linalg import expm
from ._conversions import zeros_and_poles
from ._state_space import (
    coefficients_of_matrices,
    device_of,
    matrices_of_coefficients,
    matrices_of_zeros_and_poles,
    placed_on,
)

__all__ = ["cont2discrete"]


_SMALL = 128  # rows of a matrix of which long doubles take no time


def exponential(M):
    """The exponential of a small matrix of NumPy's, on the host.

    Squares double the relative errors of slow states each time, and stiff systems need
    many. So Taylor's series and its squares are long doubles, where these are longer.
    """
    norm = abs(M).sum(axis=0).max(initial=0)
    if len(M) > _SMALL or not numpy.isfinite(norm):
        return expm(from_host(numpy.ascontiguousarray(M), "cpu")).get()
    squares = max(int(numpy.frexp(norm)[1]) + 1, 0)
    kind = numpy.clongdouble if M.dtype.kind == "c" else numpy.longdouble
    M = numpy.ldexp(numpy.longdouble(1), -squares) * M.astype(kind)
    total = term = numpy.eye(len(M), dtype=kind)
    for k in range(1, 40):
        term = term @ M / k
        before, total = total, total + term
        if (before == total).all():
            break
    with numpy.errstate(over="ignore", invalid="ignore"):
        for _ in range(squares):
            total = total @ total
        return total.astype(complex if total.dtype.kind == "c" else float)


def held(A, B, dt):
    """(A, B) for inputs that are held for a step."""
    n, p = B.shape
    M = numpy.zeros((n + p, n + p), numpy.result_type(A, B, float))
    M[:n, :n], M[:n, n:] = A * dt, B * dt
    M = exponential(M)
    return M[:n, :n], M[:n, n:]


def interpolated(A, B, dt):
    """(A, B0, B1) for inputs that go straight from u0 to u1 in a step.

    The exponential has the inputs and their slopes as further states.
    """
    n, p = B.shape
    M = numpy.zeros((n + 2 * p, n + 2 * p), numpy.result_type(A, B, float))
    M[:n, :n], M[:n, n : n + p] = A * dt, B * dt
    M[n : n + p, n + p :] = numpy.eye(p)
    M = exponential(M)
    slope = M[:n, n + p :]
    return M[:n, :n], M[:n, n : n + p] - slope, slope


def _weighted(A, B, C, D, dt, alpha):
    """The generalized bilinear transformation."""
    one = numpy.eye(len(A))
    implicit = one - alpha * dt * A
    Ad = numpy.linalg.solve(implicit, one + (1 - alpha) * dt * A)
    Bd = numpy.linalg.solve(implicit, dt * B)
    Cd = numpy.linalg.solve(implicit.T, C.T).T
    return Ad, Bd, Cd, D + alpha * (C @ Bd)


_WEIGHTS = {
    "bilinear": 0.5,
    "tustin": 0.5,
    "euler": 0.0,
    "forward_diff": 0.0,
    "backward_diff": 1.0,
}


def _discrete(A, B, C, D, dt, method, alpha):
    if method == "gbt":
        if alpha is None:
            raise ValueError(
                "Alpha parameter must be specified for the generalized bilinear "
                "transform (gbt) method"
            )
        if alpha < 0 or alpha > 1:
            raise ValueError(
                "Alpha parameter must be within the interval [0,1] for the gbt method"
            )
        return _weighted(A, B, C, D, dt, alpha)
    if method in _WEIGHTS:
        return _weighted(A, B, C, D, dt, _WEIGHTS[method])
    if method == "zoh":
        return *held(A, B, dt), C, D
    if method == "foh":
        Ad, first, second = interpolated(A, B, dt)
        return Ad, first + Ad @ second, C, D + C @ second
    if method == "impulse":
        if not numpy.allclose(D, 0):
            raise ValueError(
                "Impulse method is only applicable to strictly proper systems"
            )
        Ad = exponential(A * float(dt))
        return Ad, Ad @ B * dt, C, C @ B * dt
    raise ValueError(f"Unknown transformation method '{method}'")


def discrete(system, dt, method="zoh", alpha=None):
    """cont2discrete() of a tuple, as NumPy's arrays."""
    if len(system) not in (2, 3, 4):
        raise ValueError(
            "First argument must either be a tuple of 2 (tf), 3 (zpk), or 4 (ss) arrays."
        )
    step = host_array(dt)[()]
    if len(system) == 4:
        system = [numpy.atleast_2d(host_array(x)) for x in system]
        return *_discrete(*system, step, method, alpha), dt
    form = matrices_of_coefficients if len(system) == 2 else matrices_of_zeros_and_poles
    made = coefficients_of_matrices(*_discrete(*form(*system), step, method, alpha))
    return *(made if len(system) == 2 else zeros_and_poles(*made)), dt


def cont2discrete(system, dt, method="zoh", alpha=None):
    """The discrete system of a continuous one for steps of `dt`, a tuple with `dt`.

    `system` is (num, den), (zeros, poles, gain), (A, B, C, D) or a `lti`. See
    scipy.signal.cont2discrete.

    >>> from tenorite.scipy import signal
    >>> signal.cont2discrete(([1.0], [1.0, 0.0]), 0.5)[:2]
    (array([[0. , 0.5]]), array([ 1., -1.]))
    """
    if hasattr(system, "to_discrete"):
        return system.to_discrete(dt=dt, method=method, alpha=alpha)
    return placed_on(device_of(system), discrete(system, dt, method, alpha))

# SPDX-License-Identifier: Apache-2.0
"""Outputs of linear systems for inputs along time, of matrices on the host.

The matrices, of NumPy's, are a tuple (A, B, C, D). Inputs, states and outputs are on the
device: the states by follow(), the rest by products of matrices.
"""

import math
import operator

import numpy

from ..._array.convert import as_operand, as_operands, from_host, host_array
from ..._core import ndarray, warn
from ..._numpy.creation import linspace, ones, zeros
from ..._numpy.joining import stack
from ..._numpy.products import matmul
from ..interpolate import make_interp_spline
from ._discretization import exponential, held, interpolated
from ._states import follow

_DISCARDS = "Casting complex values to real discards the imaginary part"


def _real(x):
    """The real part of an array, with NumPy's warning where there is another one."""
    if x.dtype.kind != "c":
        return x
    warn(_DISCARDS, numpy.exceptions.ComplexWarning)
    return x.real


def _kind_of(x, dtype):
    """`x` in a computing dtype, whose imaginary part may have no place there."""
    x = _real(x) if numpy.dtype(dtype).kind != "c" else x
    return x.astype(dtype)


def _product(x, matrix):
    """x @ matrix.T of rows on the device and a small matrix of the host."""
    return matmul(x, from_host(numpy.ascontiguousarray(matrix.T), x.device))


def _outputs(x, u, C, D):
    """x @ C.T + u @ D.T; without the latter for inputs that are None."""
    dtype = numpy.result_type(x.dtype, C)
    y = _product(x.astype(dtype), C.astype(dtype))
    if u is None:
        return y
    dtype = numpy.result_type(u.dtype, D)
    return y + _product(u.astype(dtype), D.astype(dtype))


def _initial(x0, size, dtype):
    """Initial states, of the host."""
    start = numpy.zeros(size, dtype)
    if x0 is not None:
        x0 = _real(host_array(x0)) if start.dtype.kind != "c" else host_array(x0)
        start[...] = x0
    return start


def _together(device, *items):
    """Items, some of which may be None, as arrays of one device.

    It is `device` where no item is there yet, else NumPy's are refused beside it.
    """
    ours = as_operands([x for x in items if isinstance(x, ndarray)])
    return [
        None
        if x is None
        else as_operand(x, ours[0])
        if ours
        else from_host(host_array(x), device)
        for x in items
    ]


# ---- continuous time ----


def _look_at_times(T):
    """(the first time, the step, whether all steps are about the same), by one look."""
    if T.size == 1:
        return float(host_array(T)[0]), 0.0, True
    steps = T[1:] - T[:-1]
    even = abs(steps - steps[0]) <= 1e-8 + 1e-5 * abs(steps[0])
    values = stack([x.astype(float) for x in (T[0], T[1], even.all())])
    first, second, even = values.get().tolist()
    return first, second - first, bool(even)


def lsim_of(system, U, T, X0=None, interp=True, like=None):
    """lsim() of matrices."""
    A, B, C, D = system
    is_nothing = U is None or (isinstance(U, (int, float)) and U == 0)
    T, U = _together(like, T, None if is_nothing else U)
    times = T.reshape(1) if T.ndim == 0 else T
    if times.ndim != 1:
        raise ValueError("T must be a rank-1 array.")
    if times.size == 0:
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    first, step, even = _look_at_times(times)
    length, size = times.size, len(A)
    dtype = numpy.dtype("D" if A.dtype.kind == "c" else "d")
    state_dtype = A.dtype if A.dtype.kind in "fc" else dtype
    start = _initial(X0, size, dtype)
    if first > 0:
        start = exponential(A * first) @ start
    elif not first >= 0:
        raise ValueError("Initial time must be nonnegative")
    U = None if U is None else _inputs(U, length, B.shape[1])
    if length > 1 and not even:
        raise ValueError("Time steps are not equally spaced.")
    if length == 1:
        x = from_host(start[None], T.device)
    else:
        x = _states(A, B, U, step, interp, start, length, dtype, T.device)
    # States have A's dtype, but for integers.
    x = x.astype(state_dtype, copy=False)
    return T, _outputs(x, U, C, D).squeeze(), x.squeeze()


def _inputs(U, length, count):
    """Inputs as (length, count), or None for zeros of any other shape."""
    U = U.reshape(1) if U.ndim == 0 else U
    if U.shape[0] != length:
        if not bool(U.any()):
            return None
        raise ValueError("U must have the same number of rows as elements in T.")
    U = U.reshape(length, 1) if U.ndim == 1 else U
    if U.ndim != 2 or U.shape[1] != count:
        raise ValueError("System does not define that many inputs.")
    return U


def _states(A, B, U, step, interp, start, length, dtype, device):
    if U is None:
        Ad = exponential(A * step)
        added = zeros((length, len(A)), dtype, device=device)
    elif interp:
        Ad, here, next_ = interpolated(A, B, step)
        added = _driven(U, here, dtype)
        if len(A):
            added[:-1] += _driven(U[1:], next_, dtype)
    else:
        Ad, here = held(A, B, step)
        added = _driven(U, here, dtype)
    return follow(Ad, added, start)


def _driven(u, B, dtype):
    """u @ B.T as what is added to states of a dtype."""
    wide = "D" if numpy.result_type(u.dtype, B).kind == "c" else "d"
    return _kind_of(_product(u.astype(wide), B.astype(wide)), dtype)


def _end_of_times(A):
    """The end of default times, from the slowest eigenvalue."""
    values = numpy.linalg.eigvals(A) if A.size else numpy.zeros(1)
    rate = abs(values.real).min()
    return 7 / (rate if rate else 1.0)


def response_times(A, T, N, device):
    """`T`, or times that suit the matrix."""
    if T is not None:
        return T
    N = 100 if N is None else int(N)
    return linspace(0, _end_of_times(A), N, device=device)


def impulse_of(system, X0=None, T=None, N=None, like=None):
    """impulse() of matrices."""
    A, B, C, D = system
    T = response_times(A, T, N, like)
    start = B
    if X0 is not None:
        X0 = host_array(X0)
        start = B + (X0.reshape(-1, 1) if X0.shape == (len(A),) else X0)
    if start.shape[1] != 1:
        found = ",".join(map(str, start.shape))
        raise ValueError(
            f"could not broadcast input array from shape ({found}) into shape ({len(A)},)"
        )
    T, y, _ = lsim_of(system, 0, T, start[:, 0], False, like)
    return T, y


def step_of(system, X0=None, T=None, N=None, like=None):
    """step() of matrices."""
    A = system[0]
    T = response_times(A, T, N, like)
    (T,) = _together(like, T)
    dtype = A.dtype if A.dtype.kind in "fc" else float
    U = ones(T.shape, dtype, device=T.device)
    T, y, _ = lsim_of(system, U, T, X0, False, like)
    return T, y


# ---- discrete time ----


def dlsim_of(system, dt, u, t=None, x0=None, like=None, stop=None):
    """(times, outputs, states) of dlsim() of matrices; `stop` is the last time."""
    u, t = _together(like, u, t)
    u = u.reshape(1) if u.ndim == 0 else u
    u = u.reshape(-1, 1) if u.ndim == 1 else u
    if t is None:
        count = len(u)
        stop = (count - 1) * dt if stop is None else stop
    else:
        stop = host_array(t[-1])[()]
        count = math.floor(stop / dt) + 1
    if count < 1:
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    tout = linspace(0.0, float(stop), num=count, device=u.device)
    A, B, C, D = (_kind_of(x, float) for x in system)
    if u.ndim != 2 or u.shape[1] != B.shape[1]:
        rows, columns = B.shape
        found = u.shape[1:]
        text = f"({','.join(map(str, found))}{',' if len(found) == 1 else ''})"
        raise ValueError(
            f"shapes ({rows},{columns}) and {text} not aligned: {columns} (dim 1) != "
            f"{found[0]} (dim 0)"
        )
    u = _kind_of(u, float)
    if t is not None:
        u = make_interp_spline(t, u, k=1)(tout)
    x = follow(A, _product(u, B), _initial(x0, len(A), float))
    return tout, _outputs(x, u, C, D), x


def _responses(system, dt, x0, t, n, like, fill):
    """The response to each input, which `fill` makes of zeros."""
    if t is None:
        length = 100 if n is None else operator.index(n)
        # The last time as linspace() has it, whose rounding decides about their number.
        stop = (length - 1) * (length * dt / length) if length else 0.0
        length = min(length, math.floor(stop / dt) + 1)
    else:
        (t,) = _together(like, t)
        length, like, stop = t.shape[0], t.device, None
    found, inputs = [], system[1].shape[1]
    for k in range(inputs):
        u = zeros((length, inputs), device=like)
        fill(u, k)
        tout, y, _ = dlsim_of(system, dt, u, t, x0, like, stop)
        found.append(y)
    return tout, tuple(found)


def dimpulse_of(system, dt, x0=None, t=None, n=None, like=None):
    """dimpulse() of matrices."""

    def first(u, k):
        u[0, k] = 1.0

    return _responses(system, dt, x0, t, n, like, first)


def dstep_of(system, dt, x0=None, t=None, n=None, like=None):
    """dstep() of matrices."""

    def all_items(u, k):
        if len(u) == 0:
            raise IndexError("index -1 is out of bounds for axis 0 with size 0")
        u[:, k] = 1.0

    return _responses(system, dt, x0, t, n, like, all_items)

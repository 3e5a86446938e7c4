# SPDX-License-Identifier: Apache-2.0
"""Signals by formulas."""

import math
import operator

import numpy

from ..._array.convert import as_operand, as_operands, from_host, host_array
from ..._core import ufuncs
from ..._numpy.creation import empty, zeros
from ..._numpy.indexing import where
from ..._numpy.math import result_type
from .._kernels import KernelFile, launch

__all__ = [
    "chirp",
    "gausspulse",
    "max_len_seq",
    "sawtooth",
    "square",
    "sweep_poly",
    "unit_impulse",
]

_kernels = KernelFile(__file__, "peaks.cuh")
_cos, _sin, _exp, _log = (ufuncs[name] for name in ("cos", "sin", "exp", "log"))
_TURN = 2 * math.pi


def _periodic(t, share):
    """(the place in a period, the share of it, where that is none), of one dtype."""
    given, arrays = (t, share), as_operands([t, share])
    pairs = zip(given, arrays, strict=True)
    weak = (x if numpy.isscalar(x) else a for x, a in pairs)
    dtype = result_type(*weak, 1.0)
    t, share = (a.astype(dtype, copy=False) for a in arrays)
    return ufuncs["remainder"](t, _TURN), share, (share > 1) | (share < 0)


def sawtooth(t, width=1.0):
    """A saw of period 2 pi that rises for `width` of it, and falls.

    In the common floating dtype of both. See scipy.signal.sawtooth.

    >>> from tenorite.scipy import signal
    >>> signal.sawtooth(np.array([0.0, np.pi]))
    array([-1.,  0.])
    """
    place, share, wrong = _periodic(t, width)
    with numpy.errstate(divide="ignore", invalid="ignore"):  # of what is not chosen
        up = place / (math.pi * share) - 1
        down = (math.pi * (share + 1) - place) / (math.pi * (1 - share))
    y = where(place < share * 2 * math.pi, up, down)
    return where(wrong, math.nan, y)


def square(t, duty=0.5):
    """A wave of 1 and -1 of period 2 pi, 1 for `duty` of it.

    In the common floating dtype of both. See scipy.signal.square.

    >>> from tenorite.scipy import signal
    >>> signal.square(np.array([0.0, 3.5]))
    array([ 1., -1.])
    """
    place, share, wrong = _periodic(t, duty)
    y = where(place < share * 2 * math.pi, 1.0, -1.0)
    return where(wrong, math.nan, y).astype(place.dtype, copy=False)


def _times(t):
    """Times in double precision, in which SciPy has the waves of single ones too."""
    return as_operand(t) * numpy.float64(1)


def gausspulse(t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False):
    """A cosine in a Gaussian bell, with `retquad` the sine too, with `retenv` the bell.

    For t = "cutoff" the time at which the bell is `tpr` decibels down. See
    scipy.signal.gausspulse.

    >>> from tenorite.scipy import signal
    >>> signal.gausspulse(np.array([0.0]))
    array([1.])
    """
    if fc < 0:
        raise ValueError(f"Center frequency (fc={fc:.2f}) must be >=0.")
    if bw <= 0:
        raise ValueError(f"Fractional bandwidth (bw={bw:.2f}) must be > 0.")
    if bwr >= 0:
        raise ValueError(
            f"Reference level for bandwidth (bwr={bwr:.2f}) must be < 0 dB"
        )
    steepness = -((math.pi * fc * bw) ** 2) / (4.0 * math.log(10.0 ** (bwr / 20.0)))
    if isinstance(t, str):
        if t != "cutoff":
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        if tpr >= 0:
            raise ValueError("Reference level for time cutoff must be < 0 dB")
        return numpy.sqrt(-numpy.log(10.0 ** (tpr / 20.0)) / steepness)
    t = _times(t)
    bell = _exp(-steepness * t * t)
    found = [bell * _cos(2 * math.pi * fc * t)]
    if retquad:
        found.append(bell * _sin(2 * math.pi * fc * t))
    if retenv:
        found.append(bell)
    return tuple(found) if len(found) > 1 else found[0]


def _chirp_phase(t, f0, t1, f1, method, vertex_zero):
    if method in ("linear", "lin", "li"):
        return 2 * math.pi * (f0 * t + 0.5 * ((f1 - f0) / t1) * t * t)
    if method in ("quadratic", "quad", "q"):
        slope = (f1 - f0) / t1**2
        if vertex_zero:
            return 2 * math.pi * (f0 * t + slope * t**3 / 3)
        return 2 * math.pi * (f1 * t + slope * ((t1 - t) ** 3 - t1**3) / 3)
    if method in ("logarithmic", "log", "lo"):
        if f0 * f1 <= 0.0:
            raise ValueError(
                "For a logarithmic chirp, f0 and f1 must be nonzero and have the same "
                "sign."
            )
        if f0 == f1:
            return 2 * math.pi * f0 * t
        scale = t1 / math.log(f1 / f0)
        return 2 * math.pi * scale * f0 * (ufuncs["power"](f1 / f0, t / t1) - 1.0)
    if method in ("hyperbolic", "hyp"):
        if f0 == 0 or f1 == 0:
            raise ValueError("For a hyperbolic chirp, f0 and f1 must be nonzero.")
        if f0 == f1:
            return 2 * math.pi * f0 * t
        pole = -f1 * t1 / (f0 - f1)
        return 2 * math.pi * (-pole * f0) * _log(ufuncs["absolute"](1 - t / pole))
    raise ValueError(
        "method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic', but a "
        f"value of {method!r} was given."
    )


def chirp(t, f0, t1, f1, method="linear", phi=0, vertex_zero=True, *, complex=False):
    """A cosine whose frequency goes from `f0` to `f1` at `t1`. See scipy.signal.chirp.

    >>> from tenorite.scipy import signal
    >>> signal.chirp(np.array([0.0]), 1.0, 1.0, 2.0)
    array([1.])
    """
    t = _times(t)
    phase = _chirp_phase(t, float(f0), float(t1), float(f1), method, vertex_zero)
    phase = phase + math.radians(phi)
    return _cos(phase) + 1j * _sin(phase) if complex else _cos(phase)


def sweep_poly(t, poly, phi=0):
    """A cosine whose frequency is a polynomial, the highest power first (or a poly1d).

    See scipy.signal.sweep_poly.

    >>> from tenorite.scipy import signal
    >>> signal.sweep_poly(np.array([0.0]), [1.0, 2.0])
    array([1.])
    """
    t = _times(t)
    coefficients = getattr(poly, "coeffs", poly)
    integral = numpy.polyint(host_array(coefficients))
    phase = t * 0
    for factor in integral.tolist():
        phase = phase * t + factor
    return _cos(2 * math.pi * phase + phi * math.pi / 180)


def unit_impulse(shape, idx=None, dtype=float):
    """Zeros, and a 1 at an index: the first by default, or "mid".

    See scipy.signal.unit_impulse.

    >>> from tenorite.scipy import signal
    >>> signal.unit_impulse(3, 1)
    array([0., 1., 0.])
    """
    out = zeros(shape, dtype)
    sizes = numpy.atleast_1d(shape)
    if idx is None:
        idx = (0,) * len(sizes)
    elif isinstance(idx, str) and idx == "mid":
        idx = tuple((sizes // 2).tolist())
    elif not hasattr(idx, "__iter__"):
        idx = (idx,) * len(sizes)
    out[tuple(idx)] = 1
    return out


# Taps of shift registers of so many bits that go through all states.
_TAPS = {
    **{2: [1], 3: [2], 4: [3], 5: [3], 6: [5], 7: [6], 8: [7, 6, 1], 9: [5], 10: [7]},
    **{11: [9], 12: [11, 10, 4], 13: [12, 11, 8], 14: [13, 12, 2], 15: [14]},
    **{16: [15, 13, 4], 17: [14], 18: [11], 19: [18, 17, 14], 20: [17], 21: [19]},
    **{22: [21], 23: [18], 24: [23, 22, 17], 25: [22], 26: [25, 24, 20]},
    **{27: [26, 25, 22], 28: [25], 29: [27], 30: [29, 28, 7], 31: [28]},
    **{32: [31, 30, 10]},
}


def max_len_seq(nbits, state=None, length=None, taps=None):
    """(bits of a maximum length sequence, the state at its end), int8.

    They follow one from the other, in one thread. See scipy.signal.max_len_seq.

    >>> from tenorite.scipy import signal
    >>> signal.max_len_seq(2)[0]
    array([1, 1, 0], dtype=int8)
    """
    if taps is None:
        if nbits not in _TAPS:
            raise ValueError(
                f"nbits must be between {min(_TAPS)} and {max(_TAPS)} if taps is None"
            )
        taps = numpy.array(_TAPS[nbits], numpy.int64)
    else:
        taps = numpy.unique(host_array(taps).astype(numpy.int64))[::-1]
        if (taps < 0).any() or (taps > nbits).any() or taps.size < 1:
            raise ValueError(
                "taps must be non-empty with values between zero and nbits (inclusive)"
            )
    if length is None:
        length = 2**nbits - 1
    else:
        length = int(length)
        if length < 0:
            raise ValueError("length must be greater than or equal to 0")
    if state is None:
        state = numpy.ones(nbits, numpy.int8)
    else:
        state = host_array(state).astype(bool).astype(numpy.int8)
    if state.ndim != 1 or state.size != nbits:
        raise ValueError("state must be a 1-D array of size nbits")
    if (state == 0).all():
        raise ValueError("state must not be all zeros")
    bits = empty(length + nbits, numpy.int8)
    bits[:nbits] = from_host(state, bits.device)
    taps = from_host(numpy.ascontiguousarray(taps), bits.device)
    sizes = numpy.int64(length), numpy.int32(operator.index(nbits))
    arguments = (bits, *sizes, taps, numpy.int32(taps.size))
    launch(_kernels("shift_register"), 1 if length else 0, arguments, 1)
    return bits[:length], bits[length:]

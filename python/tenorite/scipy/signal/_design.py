# SPDX-License-Identifier: Apache-2.0
"""Recursive and other filters of given frequencies; a few numbers, on the host."""

import math

import numpy

from ..._array.convert import host_array, own_beside
from ..._core import ufuncs
from ..._numpy.creation import arange
from ..._numpy.math import sinc
from . import _prototypes as _p
from ._conversions import coefficients, sections
from ._prototypes import check_rate
from .windows import get_window

__all__ = [
    "butter",
    "cheby1",
    "cheby2",
    "ellip",
    "firwin",
    "iirfilter",
    "iirnotch",
    "iirpeak",
    "kaiser_atten",
    "kaiser_beta",
    "kaiserord",
]

_BANDS = {
    **dict.fromkeys(("band", "bandpass", "pass", "bp"), "bandpass"),
    **dict.fromkeys(("bs", "bandstop", "bands", "stop"), "bandstop"),
    **dict.fromkeys(("l", "low", "lowpass", "lp"), "lowpass"),
    **dict.fromkeys(("high", "highpass", "h", "hp"), "highpass"),
}
_FAMILIES = {
    **dict.fromkeys(("butter", "butterworth"), "butter"),
    **dict.fromkeys(("cauer", "elliptic", "ellip"), "ellip"),
    **dict.fromkeys(("cheby1", "chebyshev1", "chebyshevi"), "cheby1"),
    **dict.fromkeys(("cheby2", "chebyshev2", "chebyshevii"), "cheby2"),
    **dict.fromkeys(("bessel", "bessel_phase"), "phase"),
    **{"bessel_delay": "delay", "bessel_mag": "mag"},
}


def _prototype(family, N, rp, rs):
    if family == "butter":
        return _p.butterworth(N)
    if family in ("phase", "delay", "mag"):  # what Bessel's filters are normed by
        import scipy.signal

        return scipy.signal.besselap(N, norm=family)
    if family == "cheby1":
        if rp is None:
            raise ValueError(
                "passband ripple (rp) must be provided to design a Chebyshev I filter."
            )
        return _p.chebyshev1(N, rp)
    if family == "cheby2":
        if rs is None:
            raise ValueError(
                "stopband attenuation (rs) must be provided to design a Chebyshev II "
                "filter."
            )
        return _p.chebyshev2(N, rs)
    if rs is None or rp is None:
        raise ValueError(
            "Both rp and rs must be provided to design an elliptic filter."
        )
    return _p.elliptic(N, rp, rs)


def _designed(N, Wn, rp, rs, btype, analog, ftype, output, fs):
    """iirfilter(), with NumPy's arrays."""
    Wn = host_array(Wn, float)
    fs = check_rate(fs)
    ftype, btype, output = (x.lower() for x in (ftype, btype, output))
    if fs is not None:
        if analog:
            raise ValueError("fs cannot be specified for an analog filter")
        Wn = Wn / (fs / 2)
    if (Wn <= 0).any():
        raise ValueError("filter critical frequencies must be greater than 0")
    if Wn.size > 1 and not Wn[0] < Wn[1]:
        raise ValueError("Wn[0] must be less than Wn[1]")
    if btype not in _BANDS:
        raise ValueError(f"'{btype}' is an invalid bandtype for filter.")
    if ftype not in _FAMILIES:
        raise ValueError(f"'{ftype}' is not a valid basic IIR filter.")
    if output not in ("ba", "zpk", "sos"):
        raise ValueError(f"'{output}' is not a valid output form.")
    if rp is not None and rp < 0:
        raise ValueError("passband ripple (rp) must be positive")
    if rs is not None and rs < 0:
        raise ValueError("stopband attenuation (rs) must be positive")
    zpk = _prototype(_FAMILIES[ftype], N, rp, rs)
    if analog:
        edges = Wn
    else:
        if (Wn >= 1).any():
            limits = "1" if fs is None else f"fs/2 (fs={fs} -> fs/2={fs / 2})"
            raise ValueError(
                f"Digital filter critical frequencies must be 0 < Wn < {limits}"
            )
        edges = 4.0 * numpy.tan(numpy.pi * Wn / 2.0)
    band = _BANDS[btype]
    if band in ("lowpass", "highpass"):
        if Wn.size != 1:
            raise ValueError(
                "Must specify a single critical frequency Wn for lowpass or highpass "
                "filter"
            )
        change = _p.to_lowpass if band == "lowpass" else _p.to_highpass
        zpk = change(*zpk, float(edges.reshape(-1)[0]))
    else:
        if edges.ndim == 0 or edges.size < 2:
            raise ValueError(
                "Wn must specify start and stop frequencies for bandpass or bandstop "
                "filter"
            )
        change = _p.to_bandpass if band == "bandpass" else _p.to_bandstop
        zpk = change(*zpk, math.sqrt(edges[0] * edges[1]), edges[1] - edges[0])
    if not analog:
        zpk = _p.to_digital(*zpk, 2.0)
    if output == "zpk":
        return zpk
    if output == "ba":
        return coefficients(*zpk)
    return (sections(*zpk, analog=analog),)


def iirfilter(
    N,
    Wn,
    rp=None,
    rs=None,
    btype="band",
    analog=False,
    ftype="butter",
    output="ba",
    fs=None,
):
    """A recursive filter of order N and edges Wn, as coefficients, "zpk" or "sos".

    `ftype` is "butter", "cheby1", "cheby2" or "ellip"; `rp` and `rs` are decibels.
    See scipy.signal.iirfilter.

    >>> from tenorite.scipy import signal
    >>> signal.iirfilter(1, 0.5, btype="low")[0]
    array([0.5, 0.5])
    """
    made = _p.placed(*_designed(N, Wn, rp, rs, btype, analog, ftype, output, fs))
    return made if len(made) > 1 else made[0]


def butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    """Butterworth's filter of order N and edges Wn. See scipy.signal.butter.

    >>> from tenorite.scipy import signal
    >>> signal.butter(1, 0.5)[0]
    array([0.5, 0.5])
    """
    return iirfilter(N, Wn, None, None, btype, analog, "butter", output, fs)


def cheby1(N, rp, Wn, btype="low", analog=False, output="ba", fs=None):
    """Chebyshev's filter with `rp` decibels of ripple where it lets pass.

    See scipy.signal.cheby1.

    >>> from tenorite.scipy import signal
    >>> signal.cheby1(1, 3.0, 0.5)[0].round(3)
    array([0.501, 0.501])
    """
    return iirfilter(N, Wn, rp, None, btype, analog, "cheby1", output, fs)


def cheby2(N, rs, Wn, btype="low", analog=False, output="ba", fs=None):
    """Chebyshev's filter with `rs` decibels of damping where it stops.

    See scipy.signal.cheby2.

    >>> from tenorite.scipy import signal
    >>> signal.cheby2(1, 20.0, 0.5)[0].round(3)
    array([0.091, 0.091])
    """
    return iirfilter(N, Wn, None, rs, btype, analog, "cheby2", output, fs)


def ellip(N, rp, rs, Wn, btype="low", analog=False, output="ba", fs=None):
    """The elliptic filter with `rp` decibels of ripple and `rs` of damping.

    See scipy.signal.ellip.

    >>> from tenorite.scipy import signal
    >>> signal.ellip(1, 3.0, 20.0, 0.5)[0].round(3)
    array([0.501, 0.501])
    """
    return iirfilter(N, Wn, rp, rs, btype, analog, "ellip", output, fs)


def _resonator(w0, Q, fs):
    """(cosine of the frequency, gain) of filters of one frequency."""
    fs = check_rate(fs, allow_none=False)
    w0, Q = 2 * float(w0) / fs, float(Q)
    if w0 > 1.0 or w0 < 0.0:
        raise ValueError("w0 should be such that 0 < w0 < 1")
    beta = math.tan(w0 / Q * math.pi / 2.0)
    return math.cos(w0 * math.pi), 1.0 / (1.0 + beta)


def iirnotch(w0, Q, fs=2.0, *, xp=None, device=None):
    """(b, a) of a filter that stops one frequency. See scipy.signal.iirnotch.

    >>> from tenorite.scipy import signal
    >>> abs(signal.iirnotch(0.5, 1.0)[0]).round(3)
    array([0.5, 0. , 0.5])
    """
    cosine, gain = _resonator(w0, Q, fs)
    b = gain * numpy.array([1.0, -2.0 * cosine, 1.0])
    a = numpy.array([1.0, -2.0 * gain * cosine, 2.0 * gain - 1.0])
    return _p.placed(b, a)


def iirpeak(w0, Q, fs=2.0, *, xp=None, device=None):
    """(b, a) of a filter that lets one frequency pass. See scipy.signal.iirpeak.

    >>> from tenorite.scipy import signal
    >>> signal.iirpeak(0.5, 1.0)[0].round(3)
    array([ 0.5,  0. , -0.5])
    """
    cosine, gain = _resonator(w0, Q, fs)
    b = (1.0 - gain) * numpy.array([1.0, 0.0, -1.0])
    a = numpy.array([1.0, -2.0 * gain * cosine, 2.0 * gain - 1.0])
    return _p.placed(b, a)


def kaiser_beta(a):
    """Kaiser's beta for `a` decibels of damping. See scipy.signal.kaiser_beta.

    >>> from tenorite.scipy import signal
    >>> round(signal.kaiser_beta(65), 4)
    6.2043
    """
    if a > 50:
        return 0.1102 * (a - 8.7)
    if a > 21:
        return 0.5842 * (a - 21) ** 0.4 + 0.07886 * (a - 21)
    return 0.0


def kaiser_atten(numtaps, width):
    """Decibels of damping of so many taps and a transition of that width.

    See scipy.signal.kaiser_atten.

    >>> from tenorite.scipy import signal
    >>> round(signal.kaiser_atten(211, 0.0375), 2)
    64.48
    """
    return 2.285 * (numtaps - 1) * numpy.pi * width + 7.95


def kaiserord(ripple, width):
    """(taps, beta) of a window for so many decibels and a transition of that width.

    See scipy.signal.kaiserord.

    >>> from tenorite.scipy import signal
    >>> signal.kaiserord(65, 0.04)[0]
    200
    """
    size = abs(ripple)
    if size < 8:
        raise ValueError(
            f"Requested maximum ripple attenuation {size:f} is too small for the Kaiser "
            "formula."
        )
    taps = (size - 7.95) / 2.285 / (numpy.pi * width) + 1
    return math.ceil(taps), kaiser_beta(size)


def _passes_zero(pass_zero, cutoff):
    """Whether frequency 0 passes, as a bool."""
    needs_one = {
        "lowpass": True,
        "highpass": True,
        "bandstop": False,
        "bandpass": False,
    }
    if isinstance(pass_zero, str) and pass_zero in needs_one:
        if needs_one[pass_zero] and cutoff.size != 1:
            raise ValueError(
                f'cutoff must have one element if pass_zero=="{pass_zero}", got '
                f"{cutoff.shape}"
            )
        if not needs_one[pass_zero] and cutoff.size <= 1:
            raise ValueError(
                "cutoff must have at least two elements if pass_zero=="
                f'"{pass_zero}", got {cutoff.shape}'
            )
        return pass_zero in ("lowpass", "bandstop")
    if pass_zero is not True and pass_zero is not False:
        raise ValueError(
            f"Parameter pass_zero={pass_zero!r} not in (True, False, 'bandpass', "
            "'lowpass', 'highpass', 'bandstop')"
        )
    return pass_zero


def firwin(
    numtaps,
    cutoff,
    *,
    width=None,
    window="hamming",
    pass_zero=True,
    scale=True,
    fs=None,
):
    """A filter without recursion: sinc functions of the bands times a window.

    See scipy.signal.firwin.

    >>> from tenorite.scipy import signal
    >>> signal.firwin(3, 0.5).round(4)
    array([0.0462, 0.9076, 0.0462])
    """
    fs = check_rate(fs)
    nyquist = 0.5 * (2 if fs is None else fs)
    cutoff = numpy.atleast_1d(host_array(cutoff, float)) / float(nyquist)
    if cutoff.ndim > 1:
        raise ValueError("The cutoff argument must be at most one-dimensional.")
    if cutoff.size == 0:
        raise ValueError("At least one cutoff frequency must be given.")
    if cutoff.min() <= 0 or cutoff.max() >= 1:
        raise ValueError(
            "Invalid cutoff frequency: frequencies must be greater than 0 and less than "
            "fs/2."
        )
    if (numpy.diff(cutoff) <= 0).any():
        raise ValueError(
            "Invalid cutoff frequencies: the frequencies must be strictly increasing."
        )
    if width is not None:
        window = "kaiser", kaiser_beta(kaiser_atten(numtaps, float(width) / nyquist))
    passes = _passes_zero(pass_zero, cutoff)
    at_nyquist = (cutoff.size % 2 == 0) == passes
    if at_nyquist and numtaps % 2 == 0:
        raise ValueError(
            "A filter with an even number of coefficients must have zero response at the "
            "Nyquist frequency."
        )
    bands = numpy.r_[[0.0] * passes, cutoff, [1.0] * at_nyquist].reshape(-1, 2)
    m = arange(0, numtaps, dtype=float) - 0.5 * (numtaps - 1)
    h = 0
    for left, right in bands.tolist():
        h = h + right * sinc(right * m) - left * sinc(left * m)
    h = h * own_beside(get_window(window, numtaps, fftbins=False), m)
    if not scale:
        return h
    left, right = bands[0].tolist()
    middle = 0.0 if left == 0 else 1.0 if right == 1 else 0.5 * (left + right)
    return h / (h * ufuncs["cos"](math.pi * middle * m)).sum()

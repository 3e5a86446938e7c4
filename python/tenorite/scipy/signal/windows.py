# SPDX-License-Identifier: Apache-2.0
"""scipy.signal.windows: windows of M points, symmetric or for Fourier transforms.

With `sym=False` a window is the symmetric one of M + 1 points without its last. `xp` is
accepted, `device` is where the result is.
"""

import math
import numbers
import operator

import numpy

from ..._array.convert import as_operand
from ..._core import special_ufuncs, ufuncs, warn
from ..._numpy.creation import arange, asarray, empty, linspace, ones, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.math import sinc
from ..._numpy.products import matmul
from ..._runtime.help import document as _document
from ...fft import fft, irfft, rfft
from ...linalg import eigh as _eigh
from .._host import attributes_of as _attributes_of
from ..fft import next_fast_len as _next_fast_len

__path__ = []  # SciPy's is a package, whose modules _host finds

__all__ = [
    "barthann",
    "bartlett",
    "blackman",
    "blackmanharris",
    "bohman",
    "boxcar",
    "chebwin",
    "cosine",
    "dpss",
    "exponential",
    "flattop",
    "gaussian",
    "general_cosine",
    "general_gaussian",
    "general_hamming",
    "get_window",
    "hamming",
    "hann",
    "kaiser",
    "kaiser_bessel_derived",
    "lanczos",
    "nuttall",
    "parzen",
    "taylor",
    "triang",
    "tukey",
]

_cos, _sin, _exp, _sqrt = (ufuncs[name] for name in ("cos", "sin", "exp", "sqrt"))
_absolute = ufuncs["absolute"]


def _is_trivial(M):
    """Whether a window is all ones; ValueError for lengths that are none."""
    if int(M) != M or M < 0:
        raise ValueError("Window length M must be a non-negative integer")
    return M <= 1


def _window(M, sym, device, values):
    """`values` of the number of points, cut to M of them; ones for short windows."""
    if _is_trivial(M):
        return ones(int(M), device=device)
    M = int(M)
    return values(M) if sym else values(M + 1)[:-1]


def _points(M, device):
    return arange(M, dtype=float, device=device)


def _mirrored(half, middle=None):
    """`half` and what it is from its end to its beginning, around the middle."""
    parts = [half, half[::-1]] if middle is None else [half, middle, half[::-1]]
    return concatenate(parts)


def _sum_of_cosines(M, factors, sym, device):
    def values(M):
        angles = linspace(-math.pi, math.pi, M, device=device)
        total = zeros(M, device=device)
        for k, factor in enumerate(factors):
            total = total + factor * _cos(k * angles)
        return total

    return _window(M, sym, device, values)


def general_cosine(M, a, sym=True):
    """A sum of cosines of k periods, times a[k]. See scipy.signal.windows.general_cosine.

    >>> from tenorite.scipy.signal import windows
    >>> windows.general_cosine(3, np.array([0.5, 0.5])).round(6)
    array([0., 1., 0.])
    """
    a = as_operand(a)
    return _sum_of_cosines(M, [a[k] for k in range(len(a))], sym, a.device)


def boxcar(M, sym=True, *, xp=None, device=None):
    """Ones. See scipy.signal.windows.boxcar.

    >>> from tenorite.scipy.signal import windows
    >>> windows.boxcar(2)
    array([1., 1.])
    """
    return _window(M, sym, device, lambda M: ones(M, device=device))


def triang(M, sym=True, *, xp=None, device=None):
    """A triangle that does not end in zeros. See scipy.signal.windows.triang.

    >>> from tenorite.scipy.signal import windows
    >>> windows.triang(3)
    array([0.5, 1. , 0.5])
    """

    def values(M):
        n = arange(1, (M + 1) // 2 + 1, dtype=float, device=device)
        if M % 2 == 0:
            return _mirrored((2 * n - 1.0) / M)
        w = 2 * n / (M + 1.0)
        return concatenate([w, w[:-1][::-1]])

    return _window(M, sym, device, values)


def parzen(M, sym=True, *, xp=None, device=None):
    """Parzen's window of cubic pieces. See scipy.signal.windows.parzen.

    >>> from tenorite.scipy.signal import windows
    >>> windows.parzen(3).round(4)
    array([0.0741, 1.    , 0.0741])
    """

    def values(M):
        n = _absolute(_points(M, device) - (M - 1) / 2.0)
        x = n / (M / 2.0)
        inner = 1 - 6 * x**2.0 + 6 * x**3.0
        return where(n <= (M - 1) / 4.0, inner, 2 * (1 - x) ** 3.0)

    return _window(M, sym, device, values)


def bohman(M, sym=True, *, xp=None, device=None):
    """Bohman's window. See scipy.signal.windows.bohman.

    >>> from tenorite.scipy.signal import windows
    >>> windows.bohman(3)
    array([0., 1., 0.])
    """

    def values(M):
        x = _absolute(linspace(-1, 1, M, device=device)[1:-1])
        inner = (1 - x) * _cos(math.pi * x) + 1.0 / math.pi * _sin(math.pi * x)
        end = zeros(1, device=device)
        return concatenate([end, inner, end])

    return _window(M, sym, device, values)


def blackman(M, sym=True, *, xp=None, device=None):
    """Blackman's window of three cosines. See scipy.signal.windows.blackman.

    >>> from tenorite.scipy.signal import windows
    >>> abs(windows.blackman(3)).round(6)
    array([0., 1., 0.])
    """
    return _sum_of_cosines(M, (0.42, 0.5, 0.08), sym, device)


def nuttall(M, sym=True, *, xp=None, device=None):
    """Nuttall's window of four cosines. See scipy.signal.windows.nuttall.

    >>> from tenorite.scipy.signal import windows
    >>> windows.nuttall(3).round(6)
    array([3.63e-04, 1.00e+00, 3.63e-04])
    """
    factors = 0.3635819, 0.4891775, 0.1365995, 0.0106411
    return _sum_of_cosines(M, factors, sym, device)


def blackmanharris(M, sym=True, *, xp=None, device=None):
    """The window of Blackman and Harris of four cosines.

    See scipy.signal.windows.blackmanharris.

    >>> from tenorite.scipy.signal import windows
    >>> windows.blackmanharris(3).round(6)
    array([6.e-05, 1.e+00, 6.e-05])
    """
    return _sum_of_cosines(M, (0.35875, 0.48829, 0.14128, 0.01168), sym, device)


def flattop(M, sym=True, *, xp=None, device=None):
    """The flat top window of five cosines. See scipy.signal.windows.flattop.

    >>> from tenorite.scipy.signal import windows
    >>> windows.flattop(3).round(6)
    array([-4.21e-04,  1.00e+00, -4.21e-04])
    """
    factors = 0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368
    return _sum_of_cosines(M, factors, sym, device)


def bartlett(M, sym=True, *, xp=None, device=None):
    """A triangle that ends in zeros. See scipy.signal.windows.bartlett.

    >>> from tenorite.scipy.signal import windows
    >>> windows.bartlett(3)
    array([0., 1., 0.])
    """

    def values(M):
        x = 2.0 * _points(M, device) / (M - 1)
        return where(_points(M, device) <= (M - 1) / 2.0, x, 2.0 - x)

    return _window(M, sym, device, values)


def general_hamming(M, alpha, sym=True, *, xp=None, device=None):
    """alpha and 1 - alpha times a cosine. See scipy.signal.windows.general_hamming.

    >>> from tenorite.scipy.signal import windows
    >>> windows.general_hamming(3, 0.5)
    array([0., 1., 0.])
    """
    return _sum_of_cosines(M, (alpha, 1.0 - alpha), sym, device)


def hann(M, sym=True, *, xp=None, device=None):
    """Hann's window. See scipy.signal.windows.hann.

    >>> from tenorite.scipy.signal import windows
    >>> windows.hann(3)
    array([0., 1., 0.])
    """
    return general_hamming(M, 0.5, sym, device=device)


def hamming(M, sym=True, *, xp=None, device=None):
    """Hamming's window. See scipy.signal.windows.hamming.

    >>> from tenorite.scipy.signal import windows
    >>> windows.hamming(3).round(6)
    array([0.08, 1.  , 0.08])
    """
    return general_hamming(M, 0.54, sym, device=device)


def tukey(M, alpha=0.5, sym=True, *, xp=None, device=None):
    """Ones between two halves of a cosine, which are `alpha` of the window.

    See scipy.signal.windows.tukey.

    >>> from tenorite.scipy.signal import windows
    >>> windows.tukey(5)
    array([0., 1., 1., 1., 0.])
    """
    if _is_trivial(M) or alpha <= 0:
        return ones(int(M), device=device)
    if alpha >= 1.0:
        return hann(M, sym, device=device)

    def values(M):
        n = _points(M, device)
        width = int(math.floor(alpha * (M - 1) / 2.0))
        x = 2.0 * n / alpha / (M - 1)
        rise = 0.5 * (1 + _cos(math.pi * (-1 + x)))
        fall = 0.5 * (1 + _cos(math.pi * (-2.0 / alpha + 1 + x)))
        w = where(n <= width, rise, 1.0)
        return where(n >= M - width - 1, fall, w)

    return _window(M, sym, device, values)


def barthann(M, sym=True, *, xp=None, device=None):
    """Bartlett's and Hann's window together. See scipy.signal.windows.barthann.

    >>> from tenorite.scipy.signal import windows
    >>> windows.barthann(3)
    array([0., 1., 0.])
    """

    def values(M):
        x = _absolute(_points(M, device) / (M - 1.0) - 0.5)
        return 0.62 - 0.48 * x + 0.38 * _cos(2 * math.pi * x)

    return _window(M, sym, device, values)


def kaiser(M, beta, sym=True, *, xp=None, device=None):
    """Kaiser's window of modified Bessel functions. See scipy.signal.windows.kaiser.

    >>> from tenorite.scipy.signal import windows
    >>> windows.kaiser(3, 0.0)
    array([1., 1., 1.])
    """
    i0 = special_ufuncs["i0"]

    def values(M):
        middle = (M - 1) / 2.0
        x = (_points(M, device) - middle) / middle
        return i0(beta * _sqrt(1 - x**2.0)) / i0(beta + 0 * x[:1])

    return _window(M, sym, device, values)


def kaiser_bessel_derived(M, beta, *, sym=True, xp=None, device=None):
    """The window of even length whose squares of halves add up to 1.

    See scipy.signal.windows.kaiser_bessel_derived.

    >>> from tenorite.scipy.signal import windows
    >>> windows.kaiser_bessel_derived(2, 1.0).round(4)
    array([0.7071, 0.7071])
    """
    if not sym:
        raise ValueError(
            "Kaiser-Bessel Derived windows are only defined for symmetric shapes"
        )
    if M < 1:
        return empty(0, device=device)
    if M % 2:
        raise ValueError(
            "Kaiser-Bessel Derived windows are only defined for even number of points"
        )
    sums = kaiser(M // 2 + 1, beta, device=device).cumsum()
    return _mirrored(_sqrt(sums[:-1] / sums[-1]))


def gaussian(M, std, sym=True, *, xp=None, device=None):
    """A Gaussian bell. See scipy.signal.windows.gaussian.

    >>> from tenorite.scipy.signal import windows
    >>> windows.gaussian(3, 1.0).round(4)
    array([0.6065, 1.    , 0.6065])
    """

    def values(M):
        n = _points(M, device) - (M - 1.0) / 2.0
        return _exp(-(n**2) / (2 * std * std))

    return _window(M, sym, device, values)


def general_gaussian(M, p, sig, sym=True, *, xp=None, device=None):
    """A bell with the power 2 p. See scipy.signal.windows.general_gaussian.

    >>> from tenorite.scipy.signal import windows
    >>> windows.general_gaussian(3, 1.0, 1.0).round(4)
    array([0.6065, 1.    , 0.6065])
    """

    def values(M):
        n = _points(M, device) - (M - 1.0) / 2.0
        return _exp(-0.5 * _absolute(n / sig) ** (2 * p))

    return _window(M, sym, device, values)


_WARNING_OF_CHEBYSHEV = (
    "This window is not suitable for spectral analysis for attenuation values lower than "
    "about 45dB because the equivalent noise bandwidth of a Chebyshev window does not "
    "grow monotonically with increasing sidelobe attenuation when the attenuation is "
    "smaller than about 45 dB."
)


def chebwin(M, at, sym=True, *, xp=None, device=None):
    """Dolph's and Chebyshev's window, whose side lobes are `at` decibels down.

    See scipy.signal.windows.chebwin.

    >>> from tenorite.scipy.signal import windows
    >>> windows.chebwin(3, 60.0).round(4)
    array([0.501, 1.   , 0.501])
    """
    if abs(at) < 45:
        warn(_WARNING_OF_CHEBYSHEV, UserWarning)

    def values(M):
        order = M - 1.0
        beta = math.cosh(1.0 / order * math.acosh(10 ** (abs(at) / 20.0)))
        n = _points(M, device)
        x = beta * _cos(math.pi * n / M)
        size = _absolute(x)
        # Chebyshev's polynomial, beyond and within [-1, 1].
        beyond = ufuncs["cosh"](order * ufuncs["arccosh"](where(size > 1, size, 1)))
        beyond = where(x < 0, (2 * (M % 2) - 1) * beyond, beyond)
        within = _cos(order * ufuncs["arccos"](where(size > 1, 0, x)))
        p = where(size > 1, beyond, within)
        if M % 2:
            half = fft(p).real[: (M + 1) // 2]
            w = concatenate([half[1:][::-1], half])
        else:
            angle = math.pi / M * n
            half = fft(p * (_cos(angle) + 1j * _sin(angle))).real[: M // 2 + 1]
            w = concatenate([half[1:][::-1], half[1:]])
        return w / w.max()

    return _window(M, sym, device, values)


def cosine(M, sym=True, *, xp=None, device=None):
    """Half a period of a sine. See scipy.signal.windows.cosine.

    >>> from tenorite.scipy.signal import windows
    >>> windows.cosine(3)
    array([0.5, 1. , 0.5])
    """

    def values(M):
        return _sin(math.pi / M * (_points(M, device) + 0.5))

    return _window(M, sym, device, values)


def exponential(M, center=None, tau=1.0, sym=True, *, xp=None, device=None):
    """Exponentials to both sides of a centre. See scipy.signal.windows.exponential.

    >>> from tenorite.scipy.signal import windows
    >>> windows.exponential(3).round(4)
    array([0.3679, 1.    , 0.3679])
    """
    if sym and center is not None:
        raise ValueError("If sym==True, center must be None.")

    def values(M):
        middle = (M - 1) / 2 if center is None else center
        return _exp(-_absolute(_points(M, device) - middle) / tau)

    return _window(M, sym, device, values)


def taylor(M, nbar=4, sll=30, norm=True, sym=True, *, xp=None, device=None):
    """Taylor's window, of which `nbar` lobes are `sll` decibels down.

    See scipy.signal.windows.taylor.

    >>> from tenorite.scipy.signal import windows
    >>> windows.taylor(3).round(4)
    array([0.4669, 1.    , 0.4669])
    """
    if _is_trivial(M):
        return ones(int(M), device=device)
    # A few coefficients, which the host computes.
    a = math.acosh(10 ** (sll / 20)) / math.pi
    s2 = nbar**2 / (a**2 + (nbar - 0.5) ** 2)
    m = numpy.arange(1, nbar, dtype=float)
    factors = []
    for k, square in enumerate(m**2):
        above = numpy.prod(1 - square / s2 / (a**2 + (m - 0.5) ** 2))
        below = 2 * numpy.prod(1 - square / numpy.delete(m, k) ** 2)
        factors.append((-1) ** k * above / below)

    def at(n, M):
        cosine = _cos if hasattr(n, "device") else math.cos
        total = 0.0
        for k, factor in enumerate(factors):
            total = total + factor * cosine(
                2 * math.pi * (k + 1) * (n - M / 2.0 + 0.5) / M
            )
        return 1 + 2 * total

    def values(M):
        w = at(_points(M, device), M)
        w = w + zeros(M, device=device)
        return w * (1.0 / at((M - 1) / 2, M)) if norm else w

    return _window(M, sym, device, values)


def lanczos(M, *, sym=True, xp=None, device=None):
    """The middle lobe of sinc. See scipy.signal.windows.lanczos.

    >>> from tenorite.scipy.signal import windows
    >>> abs(windows.lanczos(3)).round(6)
    array([0., 1., 0.])
    """

    def values(M):
        n = arange((M + 1) // 2, M, dtype=float, device=device)
        half = sinc(2.0 * n / (M - 1) - 1.0)[::-1]
        return _mirrored(half, ones(1, device=device) if M % 2 else None)

    return _window(M, sym, device, values)


def dpss(
    M,
    NW,
    Kmax=None,
    sym=True,
    norm=None,
    return_ratios=False,
    *,
    xp=None,
    device=None,
):
    """Slepian's sequences, of which the energy lies in the half bandwidth NW / M.

    Eigenvectors of a whole (M, M) matrix; their signs are looked at on the host. See
    scipy.signal.windows.dpss.

    >>> from tenorite.scipy.signal import windows
    >>> windows.dpss(3, 1.0).round(4)
    array([0.5931, 1.    , 0.5931])
    """
    if norm is None:
        norm = "approximate" if Kmax is None else 2
    if norm not in (2, "approximate", "subsample"):
        raise ValueError(
            f"norm must be one of {(2, 'approximate', 'subsample')}, got {norm}"
        )
    single = Kmax is None
    Kmax = 1 if single else Kmax
    if _is_trivial(M):
        one = ones(int(M), device=device)
        if not return_ratios:
            return one
        return one, (1.0 if single else ones(1, device=device))
    Kmax = operator.index(Kmax)
    if not 0 < Kmax <= M:
        raise ValueError("Kmax must be greater than 0 and less than M")
    if NW >= M / 2.0:
        raise ValueError("NW must be less than M/2.")
    if NW <= 0:
        raise ValueError("NW must be positive")
    M = int(M) if sym else int(M) + 1
    width = float(NW) / M
    n = _points(M, device)
    matrix = zeros((M, M), device=device)
    flat = matrix.reshape(-1)
    flat[:: M + 1] = ((M - 1 - 2 * n) / 2.0) ** 2 * math.cos(2 * math.pi * width)
    flat[M :: M + 1] = n[1:] * (M - n[1:]) / 2.0
    windows = _eigh(matrix)[1][:, ::-1][:, :Kmax].T.copy()
    # Symmetric ones have a positive mean, antisymmetric ones begin with a positive lobe.
    values = windows.get()
    signs = numpy.ones(Kmax)
    threshold = max(1e-7, 1.0 / M)
    for k, w in enumerate(values):
        first = w[w * w > threshold][:1] if k % 2 else [w.sum()]
        signs[k] = -1 if len(first) and first[0] < 0 else 1
    windows = windows * asarray(signs, device=windows.device)[:, None]
    ratios = None
    if return_ratios:
        points = _next_fast_len(2 * M - 1)
        spectra = rfft(windows, points)
        correlations = irfft(spectra * spectra.conj(), points)[:, :M]
        r = where(n == 0, 2 * width, 4 * width * sinc(2 * width * n))
        ratios = matmul(correlations, r)
        ratios = ratios[0] if single else ratios
    if norm != 2:
        windows = windows / windows.max()
        if M % 2 == 0:
            if norm == "approximate":
                correction = M**2 / float(M**2 + NW)
            else:
                spectrum = rfft(windows[0])
                k = arange(spectrum.shape[0], dtype=float, device=device)
                angle = math.pi * (1 - 1.0 / M) * k
                real = spectrum.real * _cos(angle) - spectrum.imag * _sin(angle)
                correction = M / (2 * real.sum() - real[0])
            windows = windows * correction
    windows = windows if sym else windows[:, :-1]
    windows = windows[0] if single else windows
    return (windows, ratios) if return_ratios else windows


# Names of each window, and whether it has parameters: None where it may.
_FAMILIES = (
    (barthann, "barthann brthan bth", False),
    (bartlett, "bartlett bart brt", False),
    (blackman, "blackman black blk", False),
    (blackmanharris, "blackmanharris blackharr bkh", False),
    (bohman, "bohman bman bmn", False),
    (boxcar, "boxcar box ones rect rectangular", False),
    (chebwin, "chebwin cheb", True),
    (cosine, "cosine halfcosine", False),
    (dpss, "dpss", True),
    (exponential, "exponential poisson", None),
    (flattop, "flattop flat flt", False),
    (gaussian, "gaussian gauss gss", True),
    (general_cosine, "general_cosine", True),
    (general_gaussian, "general_gaussian general_gauss ggs", True),
    (general_hamming, "general_hamming", True),
    (hamming, "hamming hamm ham", False),
    (hann, "hann han", False),
    (kaiser, "kaiser ksr", True),
    (kaiser_bessel_derived, "kaiser_bessel_derived kbd", True),
    (lanczos, "lanczos sinc", False),
    (nuttall, "nuttall nutl nut", False),
    (parzen, "parzen parz par", False),
    (taylor, "taylor taylorwin", None),
    (triang, "triangle triang tri", False),
    (tukey, "tukey tuk", None),
)
_BY_NAME = {
    name: (function, takes)
    for function, names, takes in _FAMILIES
    for given in names.split()
    for name in (given, given.replace("_", " "))
}


def get_window(window, Nx, fftbins=True, *, xp=None, device=None):
    """The window of a name, of a tuple of it and parameters, or of Kaiser's beta.

    For Fourier transforms, unless `fftbins` or the name's end "_symmetric" says else.
    ValueError for other names. See scipy.signal.windows.get_window.

    >>> from tenorite.scipy.signal import windows
    >>> windows.get_window("hann", 4)
    array([0. , 0.5, 1. , 0.5])
    """
    if not (isinstance(Nx, numbers.Integral) and Nx > 0):
        raise ValueError(f"Parameter Nx={Nx!r} is not a positive integer")
    if not isinstance(fftbins, bool):
        raise ValueError(f"Parameter fftbins={fftbins!r} is not of type bool!")
    if not isinstance(window, (str, tuple)):
        try:
            beta = float(window)
        except Exception as error:
            raise ValueError(
                f"Parameter window={window!r} must be a tuple, a string or a float!"
            ) from error
        return kaiser(Nx, beta, not fftbins, device=device)
    if isinstance(window, tuple) and not isinstance(window[0], str):
        raise ValueError(
            f"First tuple entry of parameter window={window!r} is not a str!"
        )
    sym = not fftbins
    name, *args = (window,) if isinstance(window, str) else window
    for ending, meant in (("_symmetric", True), ("_periodic", False)):
        if name.endswith(ending):
            sym, name = meant, name[: -len(ending)]
            break
    if name not in _BY_NAME:
        raise ValueError(
            f"Invalid window name '{name}' in parameter window={window!r}!"
        )
    function, takes = _BY_NAME[name]
    if args and takes is False:
        raise ValueError(f"'{name}' does not allow parameters, but window={window!r}!")
    if not args and takes is True:
        raise ValueError(f"'{name}' must have parameters, but window={window!r}!")
    if function is dpss and len(args) != 1:
        raise ValueError(f"Window {name} must have one parameter but window={window!r}")
    if function is general_cosine:
        if xp is not None or device is not None:
            raise ValueError(
                "'general_cosine' does not accept the parameters xp and device not being "
                "None!"
            )
        return general_cosine(Nx, *args, sym=sym)
    return function(Nx, *args, sym=sym, device=device)


_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)

# SPDX-License-Identifier: Apache-2.0
"""Forms of filters: coefficients, zeros and poles, sections; on the host, few numbers."""

import numpy

from ..._array.convert import host_array
from ..._core import warn
from ._prototypes import placed

__all__ = [
    "BadCoefficients",
    "normalize",
    "sos2tf",
    "sos2zpk",
    "tf2sos",
    "tf2zpk",
    "zpk2sos",
    "zpk2tf",
]


class BadCoefficients(UserWarning):
    """Coefficients of a filter are badly conditioned. See scipy.signal.BadCoefficients.

    >>> from tenorite.scipy import signal
    >>> issubclass(signal.BadCoefficients, UserWarning)
    True
    """


def normalized(b, a):
    """NumPy's arrays of normalize()."""
    b, a = host_array(b), numpy.atleast_1d(host_array(a))
    b = numpy.atleast_2d(b)
    if a.ndim != 1:
        raise ValueError("Denominator polynomial must be rank-1 array.")
    if b.ndim > 2:
        raise ValueError("Numerator polynomial must be rank-1 or rank-2 array.")
    if (a == 0).all():
        raise ValueError("Denominator must have at least on nonzero element.")
    a = numpy.trim_zeros(a, "f")
    b, a = b / a[0], a / a[0]
    small = (abs(b) <= 1e-14).all(axis=0)
    leading = len(small) if small.all() else int(small.argmin())
    if leading:
        warn(
            "Badly conditioned filter coefficients (numerator): the results may be "
            "meaningless",
            BadCoefficients,
        )
        b = b[:, min(leading, b.shape[1] - 1) :]
    return (b[0] if len(b) == 1 else b), a


def normalize(b, a):
    """Coefficients divided by a[0], without leading zeros. See scipy.signal.normalize.

    >>> from tenorite.scipy import signal
    >>> signal.normalize([2.0], [2.0, 1.0])[1]
    array([1. , 0.5])
    """
    return placed(*normalized(b, a))


def zeros_and_poles(b, a):
    """NumPy's arrays of tf2zpk(), and its gain."""
    b, a = normalized(b, a)
    dtype = numpy.result_type(b, a)
    b, a = b.astype(dtype), a.astype(dtype)
    z, p = numpy.roots(b / b[0]), numpy.roots(a)
    # Complex coefficients have complex roots, and no roots have a dtype too.
    return *(
        x.astype(dtype) if len(x) == 0 or dtype.kind == "c" else x for x in (z, p)
    ), b[0]


def tf2zpk(b, a):
    """Zeros, poles and gain of coefficients. See scipy.signal.tf2zpk.

    >>> from tenorite.scipy import signal
    >>> signal.tf2zpk([1.0, -0.5], [1.0, -0.25])[1]
    array([0.25])
    """
    return placed(*zeros_and_poles(b, a))


def coefficients(z, p, k):
    """NumPy's arrays of the coefficients of zeros, poles and a gain."""
    z, p = host_array(z), host_array(p)
    k = k if type(k) in (int, float, complex) else host_array(k)
    dtype = numpy.result_type(z.real, p.real, k)
    dtype = dtype if dtype.kind in "fc" else numpy.dtype(float)
    z, p, k = numpy.atleast_1d(z), numpy.atleast_1d(p), numpy.atleast_1d(k)
    k = k.astype(dtype, copy=False)
    if z.ndim > 1:
        gains = numpy.broadcast_to(k, len(z)) if len(k) == 1 else k
        rows = [gain * numpy.poly(row) for gain, row in zip(gains, z, strict=True)]
        b = numpy.array(rows)
    else:
        b = k * numpy.poly(z)
    return b, numpy.atleast_1d(numpy.poly(p))


def zpk2tf(z, p, k):
    """Coefficients (b, a) of zeros, poles and a gain. See scipy.signal.zpk2tf.

    >>> from tenorite.scipy import signal
    >>> signal.zpk2tf([0.5], [0.25], 2.0)[0]
    array([ 2., -1.])
    """
    return placed(*coefficients(z, p, k))


def tf2sos(b, a, pairing=None, *, analog=False):
    """Sections of order two of coefficients. See scipy.signal.tf2sos.

    >>> from tenorite.scipy import signal
    >>> signal.tf2sos([1.0, 0.5], [1.0, 0.25])
    array([[1.  , 0.5 , 0.  , 1.  , 0.25, 0.  ]])
    """
    z, p, k = zeros_and_poles(b, a)
    return placed(sections(z, p, k, pairing, analog))[0]


def sos2tf(sos):
    """Coefficients (b, a) of sections of order two. See scipy.signal.sos2tf.

    >>> from tenorite.scipy import signal
    >>> signal.sos2tf([[1.0, 0.5, 0.0, 1.0, 0.25, 0.0]])[0]
    array([1. , 0.5, 0. ])
    """
    sos = host_array(sos)
    b = a = numpy.ones(
        1, numpy.result_type(sos, float) if sos.dtype.kind in "iu" else sos.dtype
    )
    for row in sos:
        b, a = numpy.polymul(b, row[:3]), numpy.polymul(a, row[3:])
    return placed(b, a)


def sos2zpk(sos):
    """Zeros, poles and gain of sections of order two. See scipy.signal.sos2zpk.

    >>> from tenorite.scipy import signal
    >>> signal.sos2zpk([[1.0, 0.5, 0.0, 1.0, 0.25, 0.0]])[1].real
    array([-0.25,  0.  ])
    """
    sos = host_array(sos)
    z, p = (numpy.zeros(2 * len(sos), complex) for _ in range(2))
    k = 1.0
    for at, row in enumerate(sos):
        zeros, poles, gain = zeros_and_poles(row[:3], row[3:])
        z[2 * at : 2 * at + len(zeros)] = zeros
        p[2 * at : 2 * at + len(poles)] = poles
        k = k * gain
    return (*placed(z, p), k)


# ---- sections ----


def _conjugate_pairs(x):
    """One of each pair of conjugates, by real parts, and the real numbers, ascending."""
    x = numpy.atleast_1d(x)
    if x.size == 0:
        return x, x
    tolerance = 100 * numpy.finfo((1.0 * x).dtype).eps
    x = x[numpy.lexsort((abs(x.imag), x.real))]
    is_real = abs(x.imag) <= tolerance * abs(x)
    real = x[is_real].real
    if is_real.all():
        return numpy.array([]), real
    rest = x[~is_real]
    upper, lower = rest[rest.imag > 0], rest[rest.imag < 0]
    message = "Array contains complex value with no matching conjugate."
    if len(upper) != len(lower):
        raise ValueError(message)
    # Among nearly equal real parts the imaginary ones count.
    same = numpy.diff(upper.real) <= tolerance * abs(upper[:-1])
    runs = numpy.split(numpy.arange(len(upper)), numpy.flatnonzero(~same) + 1)
    for run in runs:
        for half in (upper, lower):
            half[run] = half[run][numpy.argsort(abs(half[run].imag), kind="stable")]
    if (abs(upper - lower.conj()) > tolerance * abs(lower)).any():
        raise ValueError(message)
    return (upper + lower.conj()) / 2, real


class _Pool:
    """Zeros or poles of which one after the other is taken."""

    def __init__(self, items):
        self.items = numpy.concatenate(_conjugate_pairs(items))

    def __len__(self):
        return len(self.items)

    @property
    def real(self):
        return numpy.isreal(self.items)

    def take(self, at):
        item = self.items[at]
        self.items = numpy.delete(self.items, at)
        return item

    def nearest(self, to, among=None):
        """Takes what is nearest to a number; `among` are flags of what may be taken."""
        order = numpy.argsort(abs(to - self.items))
        if among is not None:
            order = order[among[order]]
        return self.take(order[0])


_PAIRINGS = ["nearest", "keep_odd", "minimal"]


def sections(z, p, k, pairing=None, analog=False):
    """The sections of zpk2sos(), an array of NumPy's."""
    z, p = (numpy.atleast_1d(host_array(x)) for x in (z, p))
    if pairing is None:
        pairing = "minimal" if analog else "nearest"
    if pairing not in _PAIRINGS:
        raise ValueError(f"pairing must be one of {_PAIRINGS}, not {pairing}")
    if analog and pairing != "minimal":
        raise ValueError('for analog zpk2sos conversion, pairing must be "minimal"')
    if len(z) == len(p) == 0:
        if analog:
            return numpy.array([[0.0, 0.0, k, 0.0, 0.0, 1.0]])
        return numpy.array([[k, 0.0, 0.0, 1.0, 0.0, 0.0]])
    if pairing != "minimal":
        longest = max(len(z), len(p))
        longest += longest % 2 if pairing == "nearest" else 0
        z, p = (numpy.append(x, numpy.zeros(longest - len(x))) for x in (z, p))
        count = (longest + 1) // 2
    else:
        if len(p) < len(z):
            raise ValueError(
                "for analog zpk2sos conversion, must have len(p)>=len(z)"
                if analog
                else "for digital zpk2sos conversion, must have len(p)>=len(z)"
            )
        count = (len(p) + 1) // 2
    zeros, poles = _Pool(z), _Pool(p)

    def worst(items):
        """The pole that is nearest to where a filter is not stable any more."""
        return numpy.argmin(abs(items.real) if analog else abs(1 - abs(items)))

    rows = numpy.zeros((count, 6))
    for at in range(count - 1, -1, -1):
        first = poles.take(worst(poles.items))
        last_real = numpy.isreal(first) and not poles.real.any()
        if last_real:
            own = [first]
            if pairing != "minimal":
                near, own = [zeros.nearest(first, zeros.real), 0], [first, 0]
            else:
                near = [zeros.nearest(first, zeros.real)] if len(zeros) else []
        elif (
            len(poles) + 1 == len(zeros)
            and not numpy.isreal(first)
            and poles.real.sum() == 1
            and zeros.real.sum() == 1
        ):
            # The real zero is left for the real pole.
            zero = zeros.nearest(first, ~zeros.real)
            near, own = [zero, zero.conj()], [first, first.conj()]
        else:
            if numpy.isreal(first):
                real = numpy.flatnonzero(poles.real)
                second = poles.take(real[worst(poles.items[real])])
            else:
                second = first.conj()
            own, near = [first, second], []
            if len(zeros):
                zero = zeros.nearest(first)
                near = [zero]
                if not numpy.isreal(zero):
                    near.append(zero.conj())
                elif len(zeros):
                    near.append(zeros.nearest(first, zeros.real))
        b, a = coefficients(numpy.array(near), numpy.array(own), 1)
        rows[at, 3 - len(b) : 3] = b.real
        rows[at, 6 - len(a) :] = a.real
    if numpy.imag(k):
        raise ValueError("k must be real")
    rows[0, :3] *= numpy.real(k)
    return rows


def zpk2sos(z, p, k, pairing=None, *, analog=False):
    """Sections of order two of zeros, poles and a gain; (sections, 6).

    Poles near the unit circle come last, with the zeros that are nearest to them.
    See scipy.signal.zpk2sos.

    >>> from tenorite.scipy import signal
    >>> signal.zpk2sos([-0.5], [-0.25], 1.0)
    array([[1.  , 0.5 , 0.  , 1.  , 0.25, 0.  ]])
    """
    return placed(sections(z, p, host_array(k)[()], pairing, analog))[0]

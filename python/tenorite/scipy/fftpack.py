# SPDX-License-Identifier: Apache-2.0
"""scipy.fftpack: SciPy's transforms of old, with CuPy's `plan=`."""

import operator

import numpy

from .. import fft as _fft
from .._numpy.creation import arange as _arange
from .._numpy.creation import ascontiguousarray as _ascontiguousarray
from .._numpy.creation import empty as _empty
from .._numpy.creation import zeros as _zeros
from .._numpy.manipulation import moveaxis as _moveaxis
from .._runtime.help import document as _document
from ..fft.plans import get_fft_plan
from . import fft as _new
from ._host import attributes_of as _attributes_of
from .fft._arguments import check_points as _check_points
from .fft._arguments import fitted as _fitted
from .fft._arguments import floating as _floating

__path__ = []  # SciPy's is a package, whose modules _host finds

__all__ = [
    "dct",
    "dctn",
    "dst",
    "dstn",
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "get_fft_plan",
    "idct",
    "idctn",
    "idst",
    "idstn",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "irfft",
    "next_fast_len",
    "rfft",
    "rfftfreq",
]

fftshift, ifftshift, fftfreq = _new.fftshift, _new.ifftshift, _fft.fftfreq


def _check_shape(x, shape, axes):
    if shape is not None and axes is None and numpy.size(shape) != numpy.ndim(x):
        raise ValueError(
            "when given, axes and shape arguments have to be of the same length"
        )
    return shape


def fft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """A transform along one axis. See scipy.fftpack.fft.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.fft(np.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return _new.fft(x, n, axis, plan=plan)


def ifft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """An inverse transform along one axis. See scipy.fftpack.ifft.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.ifft(np.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return _new.ifft(x, n, axis, plan=plan)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """A transform along two axes. See scipy.fftpack.fft2.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.fft2(np.ones((1, 2)))
    array([[2.+0.j, 0.+0.j]])
    """
    return _new.fft2(x, shape, axes, plan=plan)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """An inverse transform along two axes. See scipy.fftpack.ifft2.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.ifft2(np.ones((1, 2)))
    array([[1.+0.j, 0.+0.j]])
    """
    return _new.ifft2(x, shape, axes, plan=plan)


def fftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """A transform along several axes. See scipy.fftpack.fftn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.fftn(np.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return _new.fftn(x, _check_shape(x, shape, axes), axes, plan=plan)


def ifftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """An inverse transform along several axes. See scipy.fftpack.ifftn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.ifftn(np.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return _new.ifftn(x, _check_shape(x, shape, axes), axes, plan=plan)


def _real_lines(x, n, axis):
    """Real `x` with `n` items along an axis, and that axis last."""
    x = _floating(x)
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    points = _check_points(x, n, axis)
    return _moveaxis(_fitted(x, [points], [axis]), axis, -1)


def rfft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """A transform of real numbers, as (y0, Re y1, Im y1, Re y2, ...).

    See scipy.fftpack.rfft.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.rfft(np.array([1.0, 2.0, 3.0]))
    array([ 6.       , -1.5      ,  0.8660254])
    """
    if plan is not None:
        plan.check(x)
    lines = _real_lines(x, n, axis)
    shape = [*lines.shape[:-1]]
    shape.insert(axis % lines.ndim, lines.shape[-1])
    out = _empty(shape, lines.dtype, device=lines.device)
    half, to = _fft.rfft(lines), _moveaxis(out, axis, -1)
    to[..., :1] = half.real[..., :1]
    to[..., 1::2] = half.real[..., 1:]
    to[..., 2::2] = half.imag[..., 1 : (lines.shape[-1] + 1) // 2]
    return out


def irfft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The inverse of rfft. See scipy.fftpack.irfft.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.irfft(np.array([6.0, 0.0, 0.0]))
    array([2., 2., 2.])
    """
    lines = _real_lines(x, n, axis)
    points = lines.shape[-1]
    dtype = "F" if lines.dtype.char == "f" else "D"
    half = _zeros((*lines.shape[:-1], points // 2 + 1), dtype, device=lines.device)
    half.real[..., :1] = lines[..., :1]
    half.real[..., 1:] = lines[..., 1::2]
    half.imag[..., 1 : (points + 1) // 2] = lines[..., 2::2]
    out = _moveaxis(_fft.irfft(half, points), -1, axis)
    return _ascontiguousarray(out)


def rfftfreq(n, d=1.0):
    """The (n,) float64 frequencies of the items of rfft. See scipy.fftpack.rfftfreq.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.rfftfreq(4)
    array([0.  , 0.25, 0.25, 0.5 ])
    """
    n = operator.index(n)
    if n < 0:
        raise ValueError(f"n = {n} is not valid. n must be a nonnegative integer.")
    return (_arange(1, n + 1, dtype=int) // 2) / float(n * d)


def next_fast_len(target):
    """The least number from `target` on without a prime factor above 5.

    See scipy.fftpack.next_fast_len.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.next_fast_len(7)
    8
    """
    return _new.next_fast_len(target, True)


_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The cosine transform of `type` 1 to 4 along an axis. See scipy.fftpack.dct.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.dct(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _new.dct(x, type, n, axis, norm)


def dctn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    """The cosine transform of `type` 1 to 4 along several axes. See scipy.fftpack.dctn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.dctn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _new.dctn(x, type, _check_shape(x, shape, axes), axes, norm)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The inverse of a cosine transform of `type` 1 to 4 along an axis, without a factor. See scipy.fftpack.idct.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.idct(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _new.dct(x, _INVERSE[type], n, axis, norm)


def idctn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    """The inverse of a cosine transform of `type` 1 to 4 along several axes. See scipy.fftpack.idctn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.idctn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _new.dctn(x, _INVERSE[type], _check_shape(x, shape, axes), axes, norm)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The sine transform of `type` 1 to 4 along an axis. See scipy.fftpack.dst.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.dst(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _new.dst(x, type, n, axis, norm)


def dstn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    """The sine transform of `type` 1 to 4 along several axes. See scipy.fftpack.dstn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.dstn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _new.dstn(x, type, _check_shape(x, shape, axes), axes, norm)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The inverse of a sine transform of `type` 1 to 4 along an axis, without a factor. See scipy.fftpack.idst.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.idst(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _new.dst(x, _INVERSE[type], n, axis, norm)


def idstn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    """The inverse of a sine transform of `type` 1 to 4 along several axes. See scipy.fftpack.idstn.

    >>> from tenorite.scipy import fftpack
    >>> fftpack.idstn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _new.dstn(x, _INVERSE[type], _check_shape(x, shape, axes), axes, norm)


_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)

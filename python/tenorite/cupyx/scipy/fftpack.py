# SPDX-License-Identifier: Apache-2.0
"""cupyx.scipy.fftpack: SciPy's old transforms of complex numbers, with `plan=`."""

from ..._runtime.help import document as _document
from ...fft.plans import get_fft_plan
from . import fft as _fft

__all__ = ["fft", "fft2", "fftn", "get_fft_plan", "ifft", "ifft2", "ifftn"]


def fft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """A transform along one axis. See cupyx.scipy.fftpack.fft.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.fft(np.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return _fft.fft(x, n, axis, plan=plan)


def ifft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """An inverse transform along one axis. See cupyx.scipy.fftpack.ifft.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.ifft(np.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return _fft.ifft(x, n, axis, plan=plan)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """A transform along two axes. See cupyx.scipy.fftpack.fft2.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.fft2(np.ones((1, 2)))
    array([[2.+0.j, 0.+0.j]])
    """
    return _fft.fft2(x, shape, axes, plan=plan)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """An inverse transform along two axes. See cupyx.scipy.fftpack.ifft2.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.ifft2(np.ones((1, 2)))
    array([[1.+0.j, 0.+0.j]])
    """
    return _fft.ifft2(x, shape, axes, plan=plan)


def fftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """A transform along several axes. See cupyx.scipy.fftpack.fftn.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.fftn(np.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return _fft.fftn(x, shape, axes, plan=plan)


def ifftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """An inverse transform along several axes. See cupyx.scipy.fftpack.ifftn.

    >>> from tenorite.cupyx.scipy import fftpack
    >>> fftpack.ifftn(np.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return _fft.ifftn(x, shape, axes, plan=plan)


_document(globals()[name] for name in __all__)

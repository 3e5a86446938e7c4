# SPDX-License-Identifier: Apache-2.0
"""cupyx.scipy.fft: transforms with SciPy's signatures, and with CuPy's `plan=`."""

from ... import fft as _fft
from ..._runtime.help import document as _document
from ...fft import fftfreq, fftshift, ifftshift, rfftfreq
from ...fft.plans import get_fft_plan

_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_TWO = ("fft2", "ifft2", "rfft2", "irfft2")
_MANY = ("fftn", "ifftn", "rfftn", "irfftn")

__all__ = [
    *_ONE,
    *_TWO,
    *_MANY,
    "fftfreq",
    "fftshift",
    "get_fft_plan",
    "ifftshift",
    "next_fast_len",
    "rfftfreq",
]

_TEXT = """{what}, with SciPy's parameters. See scipy.fft.{name}.

`overwrite_x` is accepted; ValueError where `x` is not what `plan` is for.

>>> from tenorite.cupyx.scipy import fft
>>> fft.{name}(np.ones({shape})).shape == np.fft.{name}(np.ones({shape})).shape
True
"""


def _checked(x, plan):
    if plan is not None:
        plan.check(x)
    return x


def _one(function):
    def transform(x, n=None, axis=-1, norm=None, overwrite_x=False, *, plan=None):
        return function(_checked(x, plan), n, axis, norm)

    return transform


def _two(function):
    def transform(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, *, plan=None):
        return function(_checked(x, plan), s, axes, norm)

    return transform


def _many(function):
    def transform(x, s=None, axes=None, norm=None, overwrite_x=False, *, plan=None):
        if axes is None and s is not None:
            axes = tuple(range(-len(s), 0))
        return function(_checked(x, plan), s, axes, norm)

    return transform


def _named(transform, name, what, shape):
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = _TEXT.format(name=name, what=what, shape=shape)
    return transform


for _names, _maker, _what, _shape in (
    (_ONE, _one, "A transform along one axis", "4"),
    (_TWO, _two, "A transform along two axes", "(2, 4)"),
    (_MANY, _many, "A transform along several axes", "(2, 4)"),
):
    for _name in _names:
        globals()[_name] = _named(_maker(getattr(_fft, _name)), _name, _what, _shape)


def next_fast_len(target, real=False):
    """The least number of points, from `target` on, with no prime factor above 7.

    `real` is accepted: real and complex transforms like the same numbers. See
    cupyx.scipy.fft.next_fast_len.

    >>> from tenorite.cupyx.scipy import fft
    >>> fft.next_fast_len(11)
    12
    """
    if target < 0:
        raise ValueError("target cannot be negative")
    best = 1 << max(target - 1, 0).bit_length()
    power7 = 1
    while power7 < best:
        power5 = power7
        while power5 < best:
            power3 = power5
            while power3 < best:
                doublings = max(-(-target // power3) - 1, 0).bit_length()
                best = min(best, power3 << doublings)
                power3 *= 3
            power5 *= 5
        power7 *= 7
    return best if target else 0


_document(globals()[name] for name in __all__)

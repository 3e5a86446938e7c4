# SPDX-License-Identifier: Apache-2.0
"""The transforms; see NumPy's "Discrete Fourier Transform"."""

import numpy

from .._array.convert import as_operand
from .._core import ndarray, ufuncs, warn
from .._runtime.compiled_paths import compiled
from ._device import run
from ._steps import check_out, default_length, inverted, step

__all__ = [
    "fft",
    "fft2",
    "fftn",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftn",
]


def _run(a, steps, out=None, consume=False):
    """`a` transformed by the steps in turn, in a new array or in `out`.

    With `consume` the items of `a` may be overwritten.
    """
    if out is None:
        return run(a, steps, None, consume)
    before = steps[-2] if len(steps) > 1 else a
    last = steps[-1]
    target = check_out(out, a, before.shape, before.dtype, last)
    run(a, steps, target, consume)
    return out[0] if type(out) is tuple else out


def _along(kind, a, n, axis, norm, out, consume=False):
    """A transform along one axis."""
    if n is None:
        n = default_length(kind, a.shape, axis)
    return _run(a, [step(kind, a.shape, a.dtype, n, axis, norm)], out, consume)


def _lengths_and_axes(a, s, axes, real_result=False):
    """Points and axes of the transforms, as lists; called by public functions."""
    default = s is None
    if default:
        s = a.shape if axes is None else numpy.take(a.shape, axes)
    s = list(s)
    if axes is None:
        if not default:
            warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy "
                "2.0). In a future version of NumPy, this will raise an error and "
                "`s[i]` will correspond to the size along the transformed axis "
                "specified by `axes[i]`. To retain current behaviour, pass a sequence "
                "[0, ..., k-1] to `axes` for an array of dimension k.",
                DeprecationWarning,
            )
        axes = list(range(-len(s), 0))
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    if real_result and default:
        s[-1] = (a.shape[axes[-1]] - 1) * 2
    if None in s:
        warn(
            "Passing an array containing `None` values to `s` is deprecated in NumPy "
            "2.0 and will raise an error in a future version of NumPy. To use the "
            "default behaviour of the corresponding 1-D transform, pass the value "
            "matching the default for its `n` parameter. To use the default behaviour "
            "for every axis, the `s` argument can be omitted.",
            DeprecationWarning,
        )
    s = [a.shape[axis] if n == -1 else n for n, axis in zip(s, axes, strict=True)]
    return s, axes


def _over(calls, a, norm, out):
    """The transforms (kind, points, axis) in turn; `out` may be that of the last.

    NumPy gives `out` to all but those that come before an irfft.
    """
    if not calls:
        return a
    steps, source = [], a
    for kind, n, axis in calls:
        if n is None:
            n = default_length(kind, source.shape, axis)
        source = step(kind, source.shape, source.dtype, n, axis, norm)
        steps.append(source)
    shared = isinstance(out, (ndarray, numpy.ndarray)) and calls[-1][0] != "irfft"
    if shared and any((x.shape, x.dtype) != (out.shape, out.dtype) for x in steps):
        # Every step is rounded to the dtype of `out`, and fails where it fails.
        for kind, n, axis in calls:
            a = _along(kind, a, n, axis, norm, out)
        return a
    return _run(a, steps, out)


def _over_all(kind, a, s, axes, norm, out):
    """Transforms of one kind from the last axis back to the first."""
    calls = list(zip([kind] * len(axes), s, axes, strict=True))
    return _over(calls[::-1], a if calls else a[...], norm, out)


def _from_real(a, s, axes, norm, out):
    """rfft along the last of the axes, then fft along the others."""
    calls = list(zip(["fft"] * len(axes), s, axes, strict=True))
    calls[-1] = ("rfft", s[-1], axes[-1])
    return _over(calls[::-1], a, norm, out)


def _to_real(a, s, axes, norm, out):
    """ifft along all axes but the last, then irfft along that."""
    calls = list(zip(["ifft"] * len(axes), s, axes, strict=True))
    calls[-1] = ("irfft", s[-1], axes[-1])
    return _over(calls, a, norm, out)


@compiled
def fft(a, n=None, axis=-1, norm=None, out=None):
    """Fourier transform of `n` points along an axis, cut or padded with zeros.

    complex64 for float16, float32 and complex64, else complex128. `norm` says which
    direction is scaled: "backward" (1/n), "ortho" (both, by 1/sqrt(n)), "forward".
    ValueError for less than one point, an unknown norm or an `out` of another shape;
    IndexError for an axis that is not there. See numpy.fft.fft.

    >>> np.abs(np.fft.fft(np.array([1.0, 0.0, 0.0, 0.0])))
    array([1., 1., 1., 1.])
    """
    return _along("fft", as_operand(a), n, axis, norm, out)


@compiled
def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of fft, scaled by 1/n. See numpy.fft.ifft.

    >>> np.abs(np.fft.ifft(np.array([4.0, 0.0, 0.0, 0.0])))
    array([1., 1., 1., 1.])
    """
    return _along("ifft", as_operand(a), n, axis, norm, out)


@compiled
def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The n // 2 + 1 first terms of fft, for real `a`; the others follow from them.

    TypeError for complex input; else as fft. See numpy.fft.rfft.

    >>> np.abs(np.fft.rfft(np.ones(4)))
    array([4., 0., 0.])
    """
    return _along("rfft", as_operand(a), n, axis, norm, out)


@compiled
def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of rfft: `n` real values (default: an even number of them).

    n // 2 + 1 items are used. Real with the precision of `a`; float16 stays so.
    See numpy.fft.irfft.

    >>> np.fft.irfft(np.array([4.0, 0.0, 0.0]))
    array([1., 1., 1., 1.])
    """
    return _along("irfft", as_operand(a), n, axis, norm, out)


def hfft(a, n=None, axis=-1, norm=None, out=None):
    """fft of a signal with Hermitian symmetry, given by its first half: `n` real items.

    See numpy.fft.hfft.

    >>> np.fft.hfft(np.array([1.0, 0.0, 0.0]))
    array([1., 1., 1., 1.])
    """
    a = as_operand(a)
    if n is None:
        n = default_length("irfft", a.shape, axis)
    norm = inverted(norm)
    mirrored = ufuncs["conjugate"](a)
    return _along("irfft", mirrored, n, axis, norm, out, consume=True)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of hfft, for real `a`: n // 2 + 1 items. See numpy.fft.ihfft.

    >>> np.fft.ihfft(np.ones(4)).real
    array([1., 0., 0.])
    """
    a = as_operand(a)
    if n is None:
        n = default_length("rfft", a.shape, axis)
    result = _along("rfft", a, n, axis, inverted(norm), out)
    return ufuncs["conjugate"](result, out=result)


@compiled
def fftn(a, s=None, axes=None, norm=None, out=None):
    """fft of `s` points over the axes, of which there may be any number (default: all).

    A length of -1 in `s` is that of `a`. ValueError where `s` and `axes` differ in
    length, IndexError for an axis that is not there. See numpy.fft.fftn.

    >>> np.abs(np.fft.fftn(np.ones((2, 2))))
    array([[4., 0.],
           [0., 0.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _over_all("fft", a, s, axes, norm, out)


@compiled
def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of fftn. See numpy.fft.ifftn.

    >>> np.abs(np.fft.ifftn(np.array([[4.0, 0.0], [0.0, 0.0]])))
    array([[1., 1.],
           [1., 1.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _over_all("ifft", a, s, axes, norm, out)


@compiled
def rfftn(a, s=None, axes=None, norm=None, out=None):
    """rfft over the last of the axes and fft over the others. See numpy.fft.rfftn.

    >>> np.abs(np.fft.rfftn(np.ones((2, 2))))
    array([[4., 0.],
           [0., 0.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _from_real(a, s, axes, norm, out)


@compiled
def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of rfftn: ifft over all axes but the last, irfft over that.

    See numpy.fft.irfftn.

    >>> np.fft.irfftn(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1., 1.],
           [1., 1.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes, real_result=True)
    return _to_real(a, s, axes, norm, out)


@compiled
def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """fftn over two axes. See numpy.fft.fft2.

    >>> np.abs(np.fft.fft2(np.ones((2, 2))))
    array([[4., 0.],
           [0., 0.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _over_all("fft", a, s, axes, norm, out)


@compiled
def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """ifftn over two axes. See numpy.fft.ifft2.

    >>> np.abs(np.fft.ifft2(np.array([[4.0, 0.0], [0.0, 0.0]])))
    array([[1., 1.],
           [1., 1.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _over_all("ifft", a, s, axes, norm, out)


@compiled
def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """rfftn over two axes. See numpy.fft.rfft2.

    >>> np.abs(np.fft.rfft2(np.ones((2, 2))))
    array([[4., 0.],
           [0., 0.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes)
    return _from_real(a, s, axes, norm, out)


@compiled
def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """irfftn over two axes. See numpy.fft.irfft2.

    >>> np.fft.irfft2(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1., 1.],
           [1., 1.]])
    """
    a = as_operand(a)
    s, axes = _lengths_and_axes(a, s, axes, real_result=True)
    return _to_real(a, s, axes, norm, out)

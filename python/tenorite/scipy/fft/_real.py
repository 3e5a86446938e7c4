# SPDX-License-Identifier: Apache-2.0
"""Cosine and sine transforms: Fourier transforms between permutations and turns.

The formulas are of Makhoul, "A fast cosine transform in one and two dimensions"
(1980), for types II and III, of symmetric extensions for type I, and of one complex
transform of half the length for type IV.
"""

import math
import operator

from ..._array.convert import as_operand
from ..._core import ufuncs
from ..._numpy.creation import arange, empty, zeros
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import moveaxis
from ...fft import fft, irfft, rfft
from ._arguments import (
    check_norm,
    check_points,
    check_points_and_axes,
    fitted,
    floating,
)
from ._workers import check_workers

__all__ = ["dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"]

_ROOT = math.sqrt(2)
_INVERSE = {2: 3, 3: 2}
_OTHER_DIRECTION = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _turns(count, step, start, like):
    """exp(-i (start + k step)) for k below count, in the precision of `like`."""
    angles = arange(count, dtype=float, device=like.device) * step + start
    turns = empty(count, complex, device=like.device)
    turns.real = ufuncs["cos"](angles)
    turns.imag = -ufuncs["sin"](angles)
    return turns.astype("F" if like.dtype.char == "f" else "D", copy=False)


def _complex_dtype(x):
    return "F" if x.dtype.char == "f" else "D"


# ---- transforms of the last axis of `x` times `factor`, written to `out` ----
# `ends` says whether the items at the ends are weighted so that the transform is
# orthogonal; those of sine transforms I and of types IV need no weights.


def _dct1(x, out, factor, ends):
    if x.shape[-1] == 1:
        raise RuntimeError("zero-length FFT requested")
    inner = x[..., 1:-1]
    first, last = x[..., :1], x[..., -1:]
    if ends:
        first, last = first * _ROOT, last * _ROOT
    whole = concatenate([first, inner, last, inner[..., ::-1]], axis=-1)
    out[...] = rfft(whole).real * factor
    if ends:
        out[..., :: x.shape[-1] - 1] *= 1 / _ROOT


def _dst1(x, out, factor, ends):
    zero = zeros((*x.shape[:-1], 1), x.dtype, device=x.device)
    odd = concatenate([zero, x, zero, -x[..., ::-1]], axis=-1)
    out[...] = rfft(odd).imag[..., 1:-1] * -factor


def _dct2(x, out, factor, ends):
    n = x.shape[-1]
    middle = n // 2 + 1
    mixed = concatenate([x[..., ::2], x[..., 1::2][..., ::-1]], axis=-1)
    turns = _turns(middle, math.pi / (2 * n), 0, x) * (2 * factor)
    if ends:
        turns[:1] *= 1 / _ROOT
    turned = rfft(mixed) * turns
    out[..., :middle] = turned.real
    out[..., middle:] = -turned.imag[..., 1 : (n + 1) // 2][..., ::-1]


def _dct3(x, out, factor, ends):
    n = x.shape[-1]
    middle = n // 2 + 1
    half = empty((*x.shape[:-1], middle), _complex_dtype(x), device=x.device)
    half.real = x[..., :middle]
    half.imag[..., :1] = 0
    half.imag[..., 1:] = -x[..., ::-1][..., : middle - 1]
    turns = _turns(middle, -math.pi / (2 * n), 0, x) * factor
    if ends:
        turns[:1] *= _ROOT
    mixed = irfft(half * turns, n, norm="forward")
    out[..., ::2] = mixed[..., : (n + 1) // 2]
    out[..., 1::2] = mixed[..., (n + 1) // 2 :][..., ::-1]


def _dct4(x, out, factor, ends):
    n = x.shape[-1]
    if n % 2:
        # No pairs of items: a transform of twice the length.
        step = math.pi / (2 * n)
        spread = fft(x * _turns(n, step, 0, x), 2 * n)[..., :n]
        out[...] = (spread * (_turns(n, step, step / 2, x) * (2 * factor))).real
        return
    pairs = empty((*x.shape[:-1], n // 2), _complex_dtype(x), device=x.device)
    pairs.real = x[..., ::2]
    pairs.imag = x[..., ::-1][..., ::2]
    step = math.pi / n
    turned = fft(pairs * _turns(n // 2, step, step / 4, x))
    turned = turned * (_turns(n // 2, step, 0, x) * (2 * factor))
    out[..., ::2] = turned.real
    out[..., ::-1][..., ::2] = -turned.imag


def _alternating(x):
    """`x` with the sign of every second item changed."""
    signs = 1 - 2 * (arange(x.shape[-1], device=x.device) % 2)
    return x * signs.astype(x.dtype)


def _dst2(x, out, factor, ends):
    _dct2(_alternating(x), out[..., ::-1], factor, ends)


def _dst3(x, out, factor, ends):
    _dct3(x[..., ::-1], out, factor, ends)
    out[..., 1::2] *= -1


def _dst4(x, out, factor, ends):
    _dct4(x[..., ::-1], out, factor, ends)
    out[..., 1::2] *= -1


# By type: the transform, and by how much half its period differs from its points.
_COSINE = {1: (_dct1, -1), 2: (_dct2, 0), 3: (_dct3, 0), 4: (_dct4, 0)}
_SINE = {1: (_dst1, 1), 2: (_dst2, 0), 3: (_dst3, 0), 4: (_dst4, 0)}


# ---- calls ----


def _along(x, axis, transform, factor, ends):
    """A new array with lines of `x` along an axis transformed."""
    out = empty(x.shape, x.dtype, device=x.device)
    if x.size == 0:
        return out
    transform(moveaxis(x, axis, -1), moveaxis(out, axis, -1), factor, ends)
    return out


def _transformed(x, table, kind, axes, norm, forward, orthogonalize):
    """`x` transformed along the axes, with arguments as users give them."""
    kind = operator.index(kind)
    if not forward:
        norm, kind = _OTHER_DIRECTION[norm], _INVERSE.get(kind, kind)
    if kind not in table:
        name = "DCT" if table is _COSINE else "DST"
        raise ValueError(f"invalid {name} type")
    transform, longer = table[kind]
    ends = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    for axis in axes:
        period = 2 * (x.shape[axis] + longer)
        factor = 1.0
        if norm != "backward" and period:
            factor = 1 / (math.sqrt(period) if norm == "ortho" else period)
        if x.dtype.kind == "c":
            out = empty(x.shape, x.dtype, device=x.device)
            out.real = _along(x.real, axis, transform, factor, ends)
            out.imag = _along(x.imag, axis, transform, factor, ends)
            x = out
        else:
            x = _along(x, axis, transform, factor, ends)
    return x


def _one(table, forward, x, type, n, axis, norm, workers, orthogonalize):
    x = floating(x)
    norm = check_norm(norm)
    check_workers(workers)
    points = check_points(x, n, axis)
    if n is not None:
        x = fitted(x, [points], [axis])
    if x.dtype.kind == "c":
        orthogonalize = None  # SciPy looks at `norm` alone
    return _transformed(x, table, type, [axis], norm, forward, orthogonalize)


def _many(table, forward, x, type, s, axes, norm, workers, orthogonalize):
    x = as_operand(x)
    points, axes = check_points_and_axes(x, s, axes)
    if not axes:
        return x
    x = fitted(floating(x), points, axes)
    norm = check_norm(norm)
    check_workers(workers)
    if x.dtype.kind == "c":
        orthogonalize = None
    return _transformed(x, table, type, axes, norm, forward, orthogonalize)


def dct(
    x,
    type=2,
    n=None,
    axis=-1,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The cosine transform of `type` 1 to 4 along an axis, cut or padded to `n` items.

    float32 stays, and float16 becomes it; integers become float64. With `orthogonalize`
    (default: norm="ortho") the ends are weighted. See scipy.fft.dct.

    >>> from tenorite.scipy import fft
    >>> fft.dct(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _one(_COSINE, True, x, type, n, axis, norm, workers, orthogonalize)


def dctn(
    x,
    type=2,
    s=None,
    axes=None,
    norm=None,
    overwrite_x=False,
    workers=None,
    *,
    orthogonalize=None,
):
    """The cosine transform of `type` 1 to 4 along several axes. See scipy.fft.dctn.

    >>> from tenorite.scipy import fft
    >>> fft.dctn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _many(_COSINE, True, x, type, s, axes, norm, workers, orthogonalize)


def idct(
    x,
    type=2,
    n=None,
    axis=-1,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The inverse of a cosine transform of `type` 1 to 4 along an axis, cut or padded to `n` items.

    float32 stays, and float16 becomes it; integers become float64. With `orthogonalize`
    (default: norm="ortho") the ends are weighted. See scipy.fft.idct.

    >>> from tenorite.scipy import fft
    >>> fft.idct(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _one(_COSINE, False, x, type, n, axis, norm, workers, orthogonalize)


def idctn(
    x,
    type=2,
    s=None,
    axes=None,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The inverse of a cosine transform of `type` 1 to 4 along several axes. See scipy.fft.idctn.

    >>> from tenorite.scipy import fft
    >>> fft.idctn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _many(_COSINE, False, x, type, s, axes, norm, workers, orthogonalize)


def dst(
    x,
    type=2,
    n=None,
    axis=-1,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The sine transform of `type` 1 to 4 along an axis, cut or padded to `n` items.

    float32 stays, and float16 becomes it; integers become float64. With `orthogonalize`
    (default: norm="ortho") the ends are weighted. See scipy.fft.dst.

    >>> from tenorite.scipy import fft
    >>> fft.dst(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _one(_SINE, True, x, type, n, axis, norm, workers, orthogonalize)


def dstn(
    x,
    type=2,
    s=None,
    axes=None,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The sine transform of `type` 1 to 4 along several axes. See scipy.fft.dstn.

    >>> from tenorite.scipy import fft
    >>> fft.dstn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _many(_SINE, True, x, type, s, axes, norm, workers, orthogonalize)


def idst(
    x,
    type=2,
    n=None,
    axis=-1,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The inverse of a sine transform of `type` 1 to 4 along an axis, cut or padded to `n` items.

    float32 stays, and float16 becomes it; integers become float64. With `orthogonalize`
    (default: norm="ortho") the ends are weighted. See scipy.fft.idst.

    >>> from tenorite.scipy import fft
    >>> fft.idst(np.array([1.0, 1.0])).shape
    (2,)
    """
    return _one(_SINE, False, x, type, n, axis, norm, workers, orthogonalize)


def idstn(
    x,
    type=2,
    s=None,
    axes=None,
    norm=None,
    overwrite_x=False,
    workers=None,
    orthogonalize=None,
):
    """The inverse of a sine transform of `type` 1 to 4 along several axes. See scipy.fft.idstn.

    >>> from tenorite.scipy import fft
    >>> fft.idstn(np.ones((2, 2))).shape
    (2, 2)
    """
    return _many(_SINE, False, x, type, s, axes, norm, workers, orthogonalize)

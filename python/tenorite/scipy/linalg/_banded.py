# SPDX-License-Identifier: Apache-2.0
"""Equations with band, Toeplitz and circulant matrices."""

import numpy
from numpy.lib.array_utils import normalize_axis_index
from numpy.linalg import LinAlgError

from ..._core import ufuncs
from ..._numpy.broadcast import broadcast_to
from ..._numpy.creation import empty, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import moveaxis
from ...fft import fft, ifft, irfft, rfft
from .._kernels import KernelFile, blocks, c_type, launch
from ._arguments import as_arrays, core_ndim, in_lapack_dtype, inexact_dtype, stacks_of
from ._triangular import as_stack

__all__ = [
    "cho_solve_banded",
    "cholesky_banded",
    "matmul_toeplitz",
    "solve_banded",
    "solve_circulant",
    "solve_toeplitz",
    "solveh_banded",
]

_kernels = KernelFile(__file__, "banded.cuh")
_REAL = {"f": "float", "d": "double", "F": "float", "D": "double"}
_NOT_COMPATIBLE = "shapes of ab and b are not compatible."


def _ints(*values):
    return [numpy.int32(x) for x in values]


def _band_and_sides(name, ab, b, check_finite, text):
    """The band (..., rows, n), the right sides and whether these are vectors."""
    ab, b = as_arrays(ab, b, check_finite=check_finite)
    ab, b = stacks_of(name, (ab, 2), (b, core_ndim(b)))
    is_vector = b.ndim == ab.ndim - 1
    if ab.ndim < 2 or ab.shape[-1] != (b.shape[-1] if is_vector else b.shape[-2]):
        raise ValueError(text)
    ab, b = in_lapack_dtype(ab, b)
    return ab, b, is_vector


def _by_rows(ab, below, above, spare):
    """A band (B, rows, n) as rows of `a`, with room for `spare` more items in each."""
    count, _, n = ab.shape
    rows = zeros((count, n, below + above + 1 + spare), ab.dtype, device=ab.device)
    for k in range(-below, above + 1):
        # Items (i, i + k), which stand in column i + k of the band.
        start, stop = max(0, -k), n - max(0, k)
        if start < stop:
            rows[:, start:stop, k + below] = ab[:, above - k, start + k : stop + k]
    return rows


def _solve_rows(rows, b, below, above, is_vector, shape, pivot):
    """(x of that shape, info of each matrix on the host, for which it waits)."""
    n = rows.shape[1]
    x = as_stack(b[..., None] if is_vector else b)
    info = empty(len(rows), numpy.int32, device=b.device)
    kernel = _kernels("solve_band", c_type(b.dtype), _REAL[b.dtype.char], pivot)
    sizes = _ints(n, below, above, x.shape[-1])
    launch(kernel, len(rows), (rows, x, *sizes, info), block=64)
    return x.reshape(shape), int(info.max())


def _solve_each_band(l, u, ab, b):
    """solve_banded() for matrices of a stack one by one."""
    l, u = numpy.broadcast_arrays(l, u)
    stacks = (l.shape, ab.shape[:-2], b.shape[: b.ndim - core_ndim(b)])
    before = numpy.broadcast_shapes(*stacks)
    l, u = (numpy.broadcast_to(x, before) for x in (l, u))
    ab = broadcast_to(ab, before + ab.shape[-2:])
    b = broadcast_to(b, before + b.shape[b.ndim - core_ndim(b) :])
    each = [
        solve_banded((l[i], u[i]), ab[i], b[i], check_finite=False)
        for i in numpy.ndindex(before)
    ]
    return stack(each).reshape(before + each[0].shape)


def solve_banded(
    l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True
):
    """x with a @ x = b, where ab[u + i - j, j] is a[i, j]; (l, u) diagonals.

    Matrices of a stack can have counts of their own: l and u are broadcast along it.
    LinAlgError where `a` is singular. See scipy.linalg.solve_banded.

    >>> from tenorite.scipy import linalg
    >>> ab = np.array([[0.0, 1.0], [2.0, 2.0], [1.0, 0.0]])
    >>> linalg.solve_banded((1, 1), ab, np.array([3.0, 3.0]))
    array([1., 1.])
    """
    l, u = l_and_u
    ab, b = as_arrays(ab, b, check_finite=check_finite)
    # Narrow integers too, of which other functions make float32.
    ab, b = (x.astype(inexact_dtype(x), copy=False) for x in (ab, b))
    if numpy.ndim(l) or numpy.ndim(u):
        return _solve_each_band(l, u, ab, b)
    below, above = int(l), int(u)
    ab, b, is_vector = _band_and_sides("_solve_banded", ab, b, False, _NOT_COMPATIBLE)
    if below + above + 1 != ab.shape[-2]:
        raise ValueError(
            "invalid values for the number of lower and upper diagonals: l+u+1 "
            f"({below + above + 1}) does not equal ab.shape[0] ({ab.shape[-2]})"
        )
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    if ab.shape[-1] == 1:
        return b / ab[..., above, :1].reshape(*ab.shape[:-2], *[1] * (2 - is_vector))
    rows = _by_rows(as_stack(ab), below, above, below)
    x, info = _solve_rows(rows, b, below, above, is_vector, b.shape, True)
    if info:
        raise LinAlgError("singular matrix")
    return x


def _lower_band(ab, lower):
    """The lower band of a Hermitian one: item d, j stands in row j + d of column j."""
    if lower:
        return as_stack(ab)
    stack = ab.reshape(-1, *ab.shape[-2:])
    count, rows, n = stack.shape
    band = zeros((count, rows, n), ab.dtype, device=ab.device)
    for d in range(min(rows, n)):
        part = stack[:, rows - 1 - d, d:]
        band[:, d, : n - d] = part.conj() if ab.dtype.kind == "c" else part
    return band


def solveh_banded(
    ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True
):
    """x with a @ x = b for a positive definite band, of which one half is given.

    `lower`: ab[i - j, j] is a[i, j], else ab[u + i - j, j]. LinAlgError where `a` is
    not positive definite. See scipy.linalg.solveh_banded.

    >>> from tenorite.scipy import linalg
    >>> ab = np.array([[2.0, 2.0], [1.0, 0.0]])
    >>> linalg.solveh_banded(ab, np.array([3.0, 3.0]), lower=True)
    array([1., 1.])
    """
    ab, b, is_vector = _band_and_sides(
        "solveh_banded", ab, b, check_finite, _NOT_COMPATIBLE
    )
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    band = _lower_band(ab, lower)
    wide = band.shape[1] - 1
    n = band.shape[2]
    whole = zeros((len(band), 2 * wide + 1, n), ab.dtype, device=ab.device)
    whole[:, wide:] = band
    whole[:, wide] = band[:, 0].real
    for d in range(1, min(wide + 1, n)):
        part = band[:, d, : n - d]
        whole[:, wide - d, d:] = part.conj() if ab.dtype.kind == "c" else part
    rows = _by_rows(whole, wide, wide, wide)
    x, info = _solve_rows(rows, b, wide, wide, is_vector, b.shape, False)
    if info:
        raise LinAlgError(f"{info}th leading minor not positive definite")
    return x


def cholesky_banded(ab, overwrite_ab=False, lower=False, check_finite=True):
    """The Cholesky factor of a positive definite band, in the form of that.

    LinAlgError where it is not positive definite. See scipy.linalg.cholesky_banded.

    >>> from tenorite.scipy import linalg
    >>> linalg.cholesky_banded(np.array([[4.0, 9.0], [0.0, 0.0]]), lower=True)
    array([[2., 3.],
           [0., 0.]])
    """
    (ab,) = as_arrays(ab, check_finite=check_finite)
    stacks_of("cholesky_banded", (ab, 2))
    (ab,) = in_lapack_dtype(ab)
    if ab.size == 0:
        return empty(ab.shape, ab.dtype, device=ab.device)
    band = _lower_band(ab, lower)
    count, rows, n = band.shape
    info = empty(count, numpy.int32, device=ab.device)
    kernel = _kernels("factor_band", c_type(ab.dtype), _REAL[ab.dtype.char])
    launch(kernel, count, (band, *_ints(n, rows - 1), info), block=64)
    found = int(info.max())
    if found:
        raise LinAlgError(f"{found}-th leading minor not positive definite")
    if lower:
        return band.reshape(ab.shape)
    factor = as_stack(ab)
    for d in range(min(rows, n)):
        part = band[:, d, : n - d]
        factor[:, rows - 1 - d, d:] = part.conj() if ab.dtype.kind == "c" else part
    return factor.reshape(ab.shape)


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    """x with a @ x = b, where cholesky_banded(a) and its `lower` are given.

    See scipy.linalg.cho_solve_banded.

    >>> from tenorite.scipy import linalg
    >>> factor = linalg.cholesky_banded(np.array([[4.0, 2.0], [0.0, 0.0]]), lower=True)
    >>> linalg.cho_solve_banded((factor, True), np.array([4.0, 4.0]))
    array([1., 2.])
    """
    cb, lower = cb_and_lower
    cb, b, is_vector = _band_and_sides(
        "_cho_solve_banded",
        cb,
        b,
        check_finite,
        "shapes of cb and b are not compatible.",
    )
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    band = _lower_band(cb, lower)
    x = as_stack(b[..., None] if is_vector else b)
    n, columns = x.shape[-2:]
    count = blocks(columns, 64)
    sizes = _ints(n, band.shape[1] - 1, columns, count)
    kernel = _kernels("solve_factored_band", c_type(b.dtype))
    launch(kernel, len(band) * count, (band, x, *sizes), block=64)
    return x.reshape(b.shape)


# ---- Toeplitz and circulant matrices ----


def _toeplitz(name, c_or_cr, b, check_finite, square):
    """Column, row and right sides as stacks, all in double precision."""
    if isinstance(c_or_cr, tuple):
        c, r = c_or_cr
        c, r, b = as_arrays(c, r, b, check_finite=check_finite)
    else:
        c, b = as_arrays(c_or_cr, b, check_finite=check_finite)
        r = c.conj()
    c, r, b = stacks_of(name, (c, 1), (r, 1), (b, core_ndim(b)))
    is_vector = b.ndim == c.ndim
    rows = b.shape[-1] if is_vector else b.shape[c.ndim - 1]
    if (square and c.shape[-1] != r.shape[-1]) or rows != r.shape[-1]:
        raise ValueError("Incompatible dimensions.")
    kinds = {x.dtype.kind for x in (c, r, b)}
    dtype = "D" if "c" in kinds else "d"
    return *(x.astype(dtype, copy=False) for x in (c, r, b)), is_vector


def solve_toeplitz(c_or_cr, b, check_finite=True):
    """x with T @ x = b, T by its first column `c` and row `r` (default: conj(c)).

    By Levinson's recursion, in double precision. LinAlgError where a leading minor is
    0. See scipy.linalg.solve_toeplitz.

    >>> from tenorite.scipy import linalg
    >>> linalg.solve_toeplitz(np.array([2.0, 1.0]), np.array([3.0, 3.0])).round(6)
    array([1., 1.])
    """
    c, r, b, is_vector = _toeplitz("_solve_toeplitz", c_or_cr, b, check_finite, True)
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    n = c.shape[-1]
    # T[i, j] = t[n - 1 + i - j]
    t = as_stack(concatenate([r[..., :0:-1], c], axis=-1)[..., None, :])
    sides = as_stack(b[..., None] if is_vector else b)
    x = empty(sides.shape, sides.dtype, device=b.device)
    count = len(sides) * sides.shape[-1]
    room = empty((count, 4 * n), b.dtype, device=b.device)
    info = empty(count, numpy.int32, device=b.device)
    kernel = _kernels("levinson", c_type(b.dtype))
    block = 128
    arguments = (t, sides, x, room, *_ints(n, sides.shape[-1]), info)
    kernel((count,), (block,), arguments, shared_mem=3 * block * b.itemsize)
    if int(info.max()):
        raise LinAlgError("Singular principal minor")
    return x.reshape(b.shape)


def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    """T @ x for a Toeplitz matrix by its first column and row, by transforms.

    See scipy.linalg.matmul_toeplitz.

    >>> from tenorite.scipy import linalg
    >>> linalg.matmul_toeplitz(np.array([2.0, 1.0]), np.array([1.0, 1.0])).round(6)
    array([3., 3.])
    """
    c, r, x, is_vector = _toeplitz("_matmul_toepltiz", c_or_cr, x, check_finite, False)
    x = x[..., None] if is_vector else x
    rows = c.shape[-1]
    period = rows + r.shape[-1] - 1
    if x.size == 0:
        out = empty((*c.shape, x.shape[-1]), x.dtype, device=x.device)
    else:
        circle = concatenate([c, r[..., :0:-1]], axis=-1)[..., None]
        if x.dtype.kind == "c":
            product = fft(circle, axis=-2) * fft(x, period, axis=-2)
            out = ifft(product, axis=-2)[..., :rows, :]
        else:
            product = rfft(circle, axis=-2) * rfft(x, period, axis=-2)
            out = irfft(product, period, axis=-2)[..., :rows, :]
    return out[..., 0] if is_vector else out


def _axis_length(name, a, axis):
    if not -a.ndim <= axis < a.ndim:
        raise ValueError(f"'{name}axis' entry is out of bounds")
    return a.shape[axis]


def solve_circulant(c, b, singular="raise", tol=None, caxis=-1, baxis=0, outaxis=0):
    """x with C @ x = b for the circulant matrix of the column `c`, by transforms.

    LinAlgError where C is nearly singular; `singular="lstsq"` gives least squares.
    See scipy.linalg.solve_circulant.

    >>> from tenorite.scipy import linalg
    >>> linalg.solve_circulant(np.array([2.0, 1.0]), np.array([3.0, 3.0])).round(6)
    array([1., 1.])
    """
    c, b = as_arrays(c, b, check_finite=False)
    c, b = (x.reshape(1) if x.ndim == 0 else x for x in (c, b))
    count = _axis_length("c", c, caxis)
    if count != _axis_length("b", b, baxis):
        raise ValueError(f"Shapes of c {c.shape} and b {b.shape} are incompatible")
    real = "c" not in (c.dtype.kind, b.dtype.kind)
    if b.size == 0:
        dtype = numpy.result_type(*(fft(x.reshape(-1)[:0], 1) for x in (c, b)))
        return empty(b.shape, dtype.char.lower() if real else dtype, device=b.device)
    factors = fft(moveaxis(c, caxis, -1))
    size = ufuncs["absolute"](factors)
    if tol is None:
        epsilon = float(numpy.finfo(float).eps)
        tol = size.max(axis=-1, keepdims=True) * (count * epsilon)
    small = size <= tol
    # SciPy's answer depends on it, so it is waited for.
    if bool(small.any()):
        if singular == "raise":
            raise LinAlgError("near singular circulant matrix.")
        factors = where(small, 1, factors)
        quotient = where(small, 0, fft(moveaxis(b, baxis, -1)) / factors)
    else:
        quotient = fft(moveaxis(b, baxis, -1)) / factors
    x = ifft(quotient)
    x = x.real if real else x
    if outaxis == -1:
        return x
    return moveaxis(x, -1, normalize_axis_index(outaxis, x.ndim))

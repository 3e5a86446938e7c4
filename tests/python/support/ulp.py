# SPDX-License-Identifier: Apache-2.0
"""Comparison of floating-point results in units of the last place."""

import functools

import numpy as np

from .helpers import host

WIDE = {"e": "g", "f": "g", "d": "g", "F": "G", "D": "G"}
# long double is float64 on some machines: then the reference itself errs.
SLACK = 1 if np.finfo("g").nmant > 60 else 4


def _log1p(z):
    x, y = z.real, z.imag
    with_squares = np.log1p(x * (2 + x) + y * y) / 2
    near = with_squares + 1j * np.arctan2(y, 1 + x)
    return np.where(abs(z) < 0.5, near, np.log1p(z))


def _expm1(z):
    x, y = z.real, z.imag
    real = np.expm1(x) * np.cos(y) - 2 * np.sin(y / 2) ** 2
    return np.where(abs(z) < 1, real + 1j * (np.exp(x) * np.sin(y)), np.expm1(z))


# NumPy's complex loops of these lose digits near zero in any precision.
_COMPLEX = {"log1p": _log1p, "expm1": _expm1}


def _rsqrt(x):
    return np.reciprocal(np.sqrt(x))


def numpys(name):
    """NumPy's function for a row of the op table, or what it is in NumPy's."""
    return _rsqrt if name == "rsqrt" else getattr(np, name)


def reference(name, args):
    """The tuple of results of a ufunc in extended precision."""
    function = numpys(name)
    with np.errstate(all="ignore"):
        wide = [a.astype(WIDE.get(a.dtype.char, a.dtype.char)) for a in args]
        if wide[0].dtype.char == "G":
            function = _COMPLEX.get(name, function)
        out = function(*wide)
    return out if isinstance(out, tuple) else (out,)


def parts(x):
    """Real and imaginary part, or the one part of real numbers."""
    return [x.real, x.imag] if x.dtype.kind == "c" else [x]


def _fail(wrong, args, expected, got, what):
    index = tuple(np.argwhere(wrong)[0])
    inputs = ", ".join(repr(a[index]) for a in np.broadcast_arrays(*args))
    raise AssertionError(
        f"{what}: f({inputs}) = {got[index]!r}, not {expected[index]!r}"
        f" ({np.count_nonzero(wrong)} of {wrong.size} differ)"
    )


def _signs_of_zeros(args, expected):
    """Where signs of zeros count: C leaves those of complex functions of NaN open."""
    if expected.dtype.kind != "c":
        return True
    return ~functools.reduce(np.logical_or, [np.isnan(host(a)) for a in args])


def differs_in_kind(expected, got, zeros=True):
    """Where NaN, infinity or (where asked) zero stands or is signed differently."""
    wrong = np.zeros(expected.shape, bool)
    with np.errstate(all="ignore"):
        for x, y in zip(parts(expected), parts(got), strict=True):
            wrong |= np.isnan(x) != np.isnan(y)
            signs = np.signbit(x) != np.signbit(y)
            wrong |= (np.isinf(x) != np.isinf(y)) | (np.isinf(x) & signs)
            wrong |= zeros & (x == 0) & (y == 0) & signs
    return wrong


def assert_exact(args, expected, got, what, skip=False):
    """Every value equal; NaN equals NaN, and zeros have the same sign."""
    with np.errstate(all="ignore"):
        wrong = np.zeros(expected.shape, bool)
        for x, y in zip(parts(expected), parts(got), strict=True):
            wrong |= (x != y) & ~(np.isnan(x) & np.isnan(y))
        if expected.dtype.kind in "fc":
            wrong |= differs_in_kind(expected, got, _signs_of_zeros(args, expected))
    wrong &= ~np.asarray(skip)
    if wrong.any():
        _fail(wrong, args, expected, got, what)


def error_in_ulp(expected, exact, got, scale=None):
    """|got - exact| in units of the last place of the larger part, or of `scale`."""
    real = parts(expected)[0].dtype
    with np.errstate(all="ignore"):
        error, size = np.zeros(expected.shape, "g"), np.zeros(expected.shape, "g")
        for near, x, y in zip(parts(expected), parts(exact), parts(got), strict=True):
            known = np.isfinite(near) & np.isfinite(y)
            x = np.where(np.isfinite(x), x, near)
            error = np.maximum(error, np.where(known, abs(y.astype("g") - x), 0))
            size = np.maximum(size, np.where(known, np.maximum(abs(near), abs(x)), 0))
        if scale is not None:
            size = np.maximum(size, np.where(np.isfinite(scale), scale, 0))
        size = np.minimum(size, np.finfo(real).max)
        return error / np.spacing(size.astype(real)).astype("g")


def assert_close(args, expected, exact, got, bound, what, scale=None, skip=False):
    """Within `bound` of `exact`; NaN, infinity and sign of zero as `expected`.

    Complex results may also be within it of `expected`, or as `exact` in kind:
    NumPy's are not always what they should be, and agreeing with it is right too.
    """
    zeros = _signs_of_zeros(args, expected)
    wrong = differs_in_kind(expected, got, zeros)
    far = error_in_ulp(expected, exact, got, scale) > bound
    if expected.dtype.kind == "c":
        with np.errstate(all="ignore"):
            wrong &= differs_in_kind(exact.astype(expected.dtype), got, zeros)
        far &= error_in_ulp(expected, expected, got, scale) > bound
    wrong = (wrong | far) & ~np.asarray(skip)
    if wrong.any():
        _fail(wrong, args, expected, got, what)

# SPDX-License-Identifier: Apache-2.0
"""How far a step's result may be from NumPy's, by the kind of step.

A check is a tuple: a name of CHECKS, then its arguments, among them the operands
as they were before the step. Equal bits need no check.
"""

import numpy as np
from support.op_table import read_rows
from support.ufunc_bounds import bound, compare
from support.ulp import SLACK, assert_exact, error_in_ulp, reference

from .bits import same_bits

ROWS = {row.name: row for row in read_rows()}
EITHER_ZERO = {"maximum", "minimum", "fmax", "fmin", "clip"}  # is the larger one
ENOUGH = 4096  # items that are held against extended precision


def _thin(x, shape):
    """At most about ENOUGH items of an operand broadcast to `shape`, as a vector."""
    flat = np.broadcast_to(x, shape).ravel()
    return flat[:: max(1, flat.size // ENOUGH)]


def _exact(expected, got, *, zeros=True):
    if zeros:
        assert_exact([expected], expected, got, "exact")
    else:
        np.testing.assert_array_equal(got, expected)


def _free(expected, got):
    """Nothing but dtype and shape is promised."""


def _ordered(expected, got):
    """Sorted values, of which zeros of either sign are equal."""
    if expected.dtype == np.float16 and expected.size > ENOUGH:
        # NumPy 2.4 leaves long lines of these in disorder here and there.
        wide = expected.astype("f4")
        lines = (np.sort(wide, axis) for axis in range(wide.ndim))
        assert any(np.array_equal(x, got, equal_nan=True) for x in lines), "disorder"
        return
    np.testing.assert_array_equal(got, expected)


def _loop(function, operands, dtype):
    """The dtypes of operands and results that NumPy's ufunc would use."""
    # Python's bool is no weak number.
    operands = [np.asarray(x) if isinstance(x, bool) else x for x in operands]
    kinds = [
        x.dtype if isinstance(x, np.ndarray | np.generic) else type(x) for x in operands
    ]
    more = {}
    if dtype is not None:
        results = (np.dtype(dtype),) * function.nout
        more["signature"] = (None,) * function.nin + results
    return function.resolve_dtypes((*kinds, *(None,) * function.nout), **more)


def _ufunc(
    expected, got, name, operands, position=0, where=None, before=None, dtype=None
):
    """The bound of a row of the op table, also for results that were cast."""
    row, function = ROWS[name], getattr(np, name, None)
    operands = [
        np.array(x) if isinstance(x, list | tuple | range) else x for x in operands
    ]
    shape = got.shape
    if where is not None:
        chosen = np.broadcast_to(where, shape)
        assert same_bits(before[~chosen], got[~chosen]), "written where where= is false"
    if function is None or not isinstance(function, np.ufunc):
        letters = [
            np.result_type(*operands[-2:] if name == "select" else operands).char
        ]
        letters = ["?"] * (name == "select") + letters * 3
        letters = letters[: row.nin + row.nout]
    else:
        letters = [d.char for d in _loop(function, operands, dtype)]
    with np.errstate(all="ignore"):
        args = [
            _thin(np.asarray(x).astype(c), shape)
            for x, c in zip(operands, letters, strict=False)
        ]
    want, have = _thin(expected, shape), _thin(got, shape)
    if where is not None:
        picked = _thin(chosen, shape)
        args = [a[picked] for a in args]
        want, have = want[picked], have[picked]
    loop = "".join(letters[: row.nin]) + "->" + "".join(letters[row.nin :])
    letter = letters[row.nin + position]
    if expected.dtype.char == letter or (
        expected.dtype.kind == np.dtype(letter).kind in "iu"
    ):
        if row.nout == 1:
            compare(row, loop, args, (have.astype(letter),), "", layout=False)
        else:
            assert_exact(args, want, have, name)
        return
    _cast_result(row, loop, args, want, have, position)


def _cast_result(row, loop, args, want, have, position):
    """In-place operations and outputs of another dtype than the loop's."""
    ulp, scale = bound(row, loop, args)
    if not np.any(ulp) or loop[-1] not in "efdFD":
        if row.name in EITHER_ZERO:
            np.testing.assert_array_equal(have, want)
            return
        assert_exact(args, want, have, f"{row.name} {loop} cast")
        return
    if want.dtype.kind not in "fc":
        return  # rounded to whole numbers, a last bit decides
    if want.dtype.kind == "f" and loop[-1] in "FD":
        return
    exact = reference(row.name, args)[position]
    wide = want.dtype.itemsize > np.dtype(loop[-1]).itemsize
    if wide:
        want, have = want.astype(loop[-1]), have.astype(loop[-1])
    limit = ulp + SLACK + 1 if wide else 2 + (ulp + SLACK) / 4
    far = error_in_ulp(want, exact, have, scale) > limit
    far &= error_in_ulp(want, want, have, scale) > limit
    assert not far.any(), f"{row.name} {loop} cast to {want.dtype}"


def _wide(x):
    return x.astype("G" if x.dtype.kind == "c" else "g")


def _eps(*arrays):
    kinds = [a.dtype for a in arrays if a.dtype.kind in "fc"]
    return max(float(np.finfo(k).eps) for k in kinds) if kinds else 2.0**-52


def _tame(x, power=1):
    """Whether no sum of powers of the items leaves the range."""
    if not x.size:
        return True
    limit = np.finfo(x.dtype).max if x.dtype.kind in "fc" else np.finfo("f8").max
    with np.errstate(all="ignore"):
        size = np.abs(x)
        largest = np.float64(size.max()) ** power * (x.size + 4)
        return bool(np.isfinite(size).all() and largest < float(limit))


def _within(exact, got, tolerance, what):
    with np.errstate(all="ignore"):
        far = ~(np.abs(_wide(got) - exact) <= tolerance)
    assert not far.any(), (
        f"{what}: {got[far].ravel()[:3]}, not {exact[far].ravel()[:3]}"
    )


def _fold(expected, got, name, x, keywords):
    """sum, mean, var, std, prod of an axis or more, in any order."""
    keywords = dict(keywords)
    dtype = np.dtype(keywords.pop("dtype", None) or expected.dtype)
    if x.dtype.kind not in "fc" and name in ("sum", "prod") and dtype.kind not in "fc":
        _exact(expected, got)
        return
    if dtype.kind not in "fc" or expected.dtype.kind not in "fc":
        return
    if x.dtype.kind == "c" and "c" not in (dtype.kind, expected.dtype.kind):
        return
    with np.errstate(all="ignore"):
        x = x.astype(np.result_type(x, dtype)) if name in ("sum", "prod") else x
        x = x.astype(dtype) if x.dtype.kind in "fc" and dtype.kind in "fc" else x
    eps = max(_eps(got), _eps(np.empty(0, dtype)))
    n = max(2, x.size)
    near = (np.log2(n) + 8) * eps
    wide = _wide(x)
    initial = np.asarray(keywords.get("initial") or 0)
    if not np.isfinite(initial.astype("F")):
        return
    with np.errstate(all="ignore"):
        if name in ("sum", "mean"):
            if not _tame(x):
                return
            total = np.asarray(
                np.sum(np.abs(wide), **{**keywords, "initial": abs(initial)})
                if name == "sum"
                else np.mean(np.abs(wide), **keywords)
            )
            exact = np.asarray(getattr(np, name)(wide, **keywords))
            tiny = float(np.finfo(got.dtype).smallest_subnormal)
            if not (np.isfinite(total) & (total < np.finfo(got.dtype).max / 4)).all():
                return
            _within(exact, got, near * total + tiny, name)
        elif name == "prod":
            size = np.abs(np.where(wide == 0, 1, wide))
            range_ = np.sum(np.abs(np.log2(size))) if x.size else 0
            if (
                not np.isfinite(range_)
                or range_ > -np.log2(float(np.finfo(got.dtype).tiny)) / 2
            ):
                return
            exact = np.asarray(np.prod(wide, **keywords))
            _within(exact, got, 4 * n * eps * np.abs(exact), name)
        else:
            if not _tame(x, 2) or dtype == np.float16:
                return
            spread = np.asarray(np.var(wide, **keywords)).real
            keywords.pop("ddof", None)
            square = np.asarray(np.mean(np.abs(wide) ** 2, **keywords))
            if not np.isfinite(spread).all():
                return
            near *= 4
            tolerance = near * (spread + np.sqrt(spread * square)) + near**2 * square
            found = _wide(got) ** 2 if name == "std" else _wide(got)
            _within(spread, found, tolerance + float(np.finfo(got.dtype).tiny), name)


def _scan(expected, got, name, x, axis):
    """cumsum and cumprod."""
    if expected.dtype.kind not in "fc":
        _exact(expected, got)
        return
    x = x.astype(expected.dtype)
    near = (np.log2(max(2, x.size)) + 8) * _eps(got)
    with np.errstate(all="ignore"):
        if name == "cumsum" and _tame(x):
            wide = _wide(x)
            scale = np.cumsum(np.abs(wide), axis)
            if (scale < np.finfo(got.dtype).max / 4).all():
                exact = np.cumsum(wide, axis)
                theirs = np.abs(_wide(expected) - exact)
                _within(exact, got, near * scale + theirs, name)


def _product(expected, got, a, b):
    """Matrix products: the error of sums of products."""
    if expected.dtype.kind not in "fc":
        _exact(expected, got)
        return
    if not (_tame(a, 2) and _tame(b, 2)):
        return
    with np.errstate(all="ignore"):
        a, b = _wide(a.astype(expected.dtype)), _wide(b.astype(expected.dtype))
        scale = np.asarray(np.abs(a) @ np.abs(b))
        if not (scale < np.finfo(got.dtype).max / 4).all():
            return
        near = (a.shape[-1] + 8) * _eps(got)
        tiny = float(np.finfo(got.dtype).tiny)
        _within(np.asarray(a @ b), got, near * scale + tiny, "matmul")


def _cast(expected, got):
    """Numbers that do not fit: what they become is open in C, and hence in NumPy."""


CHECKS = {
    "exact": _exact,
    "cast": _cast,
    "zeros": lambda expected, got: _exact(expected, got, zeros=False),
    "free": _free,
    "ordered": _ordered,
    "ufunc": _ufunc,
    "fold": _fold,
    "scan": _scan,
    "product": _product,
}


def is_promised(how, got):
    """Whether all devices have the same bits for a result of this check: those of
    integers, and whatever is not rounded or correctly rounded."""
    name, *arguments = how
    if name in ("exact", "bits", "cast"):
        return True
    if name == "free":
        return False
    if got.dtype.kind in "fc" and name != "ufunc":
        return False
    if name == "fold" and arguments[0] == "mean":
        return False  # of integers, into integers: a last bit decides
    if name != "ufunc":
        return True
    row, operands = arguments[0], arguments[1]
    floats = any(np.asarray(x).dtype.kind in "fc" for x in operands)
    floats |= got.dtype.kind in "fc"
    return not floats or (
        ROWS[row].ulp == 0 and all(np.asarray(x).dtype.kind != "c" for x in operands)
    )


def check(how, expected, got):
    """Assert that `got` is what a step may make of NumPy's `expected`."""
    assert got.dtype == expected.dtype, f"dtype {got.dtype}, not {expected.dtype}"
    assert got.shape == expected.shape, f"shape {got.shape}, not {expected.shape}"
    if not same_bits(expected, got):
        CHECKS[how[0]](expected, got, *how[1:])

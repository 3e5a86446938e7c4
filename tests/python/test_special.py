# SPDX-License-Identifier: Apache-2.0
"""tenorite.special: values against mpmath's in special_reference.txt, and calls."""

import functools
import itertools
import math
import pathlib
import pickle

import numpy as np
import pytest
import scipy.special
import tenorite as tn
from support.helpers import host
from support.layouts import LAYOUTS
from support.op_table import by_name, special_rows
from support.samples import sample, special
from tenorite import special as sp

ROWS = special_rows()
BINARY, TERNARY = special_rows(2), special_rows(3)
REFERENCE = pathlib.Path(__file__).with_name("special_reference.txt")
INF, NAN = math.inf, math.nan
# Of float32 these are the GPU's own functions.
OWN_ON_GPUS = "erf erfc erfcx erfinv erfcinv ndtr ndtri gamma gammaln loggamma".split()


def public(row):
    """The function of a row as users call it."""
    if row.name in ("_zeta", "_riemann_zeta"):
        return sp.zeta
    return getattr(sp, row.name, ufunc(row))


def ufunc(row):
    return tn._core.special_ufuncs[row.name]


@functools.cache
def reference():
    """(Name, number of operands): the operands, the result and the scale."""
    cases = {}
    for line in REFERENCE.read_text().splitlines():
        call, _, value = line.partition(" = ")
        name, *operands = call.split()
        result, scale = value.split()
        if name == "zeta":
            name = "_zeta" if len(operands) == 2 else "_riemann_zeta"
        name = {"digamma": "psi"}.get(name, name)
        case = [*map(float, operands), np.longdouble(result), float(scale)]
        cases.setdefault(name, []).append(case)
    return {name: list(zip(*rows, strict=True)) for name, rows in cases.items()}


def test_every_row_has_reference_values():
    assert set(reference()) == {row.name for row in ROWS}
    assert all(len(columns[0]) >= 48 for columns in reference().values())


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_accuracy(device, row, letter):
    *operands, exact, scale = map(np.array, reference()[row.name])
    # Operands of float32 make every other line.
    with np.errstate(over="ignore"):
        kept = np.all([x == x.astype(letter) for x in operands], axis=0)
    info = np.finfo(letter)
    kept &= (abs(exact) < info.max) & (np.abs(exact) >= info.tiny) | (exact == 0)
    assert kept.sum() >= 10
    operands = [x[kept].astype(letter) for x in operands]
    exact, scale = exact[kept], scale[kept]
    got = host(public(row)(*map(tn.asarray, operands)))
    assert got.dtype == letter
    scale = np.minimum(scale, info.max / 2).astype(letter)
    error = abs(got.astype("g") - exact) / np.spacing(scale)
    worst = error.argmax()
    is_own = device.startswith("cuda") and row.name in OWN_ON_GPUS
    # Other single precision is computed in double.
    bound = row.ulp if letter == "d" or is_own else min(row.ulp, 1)
    where = [x[worst] for x in operands], got[worst], exact[worst], error[worst]
    assert error[worst] <= bound, where


VALUES = {
    "erf": [(0, 0), (-0.0, -0.0), (INF, 1), (-INF, -1)],
    "erfc": [(0, 1), (INF, 0), (-INF, 2), (28, 0)],
    "erfcx": [(0, 1), (INF, 0), (-INF, INF), (-30, INF)],
    "erfinv": [(0, 0), (-0.0, -0.0), (1, INF), (-1, -INF), (2, NAN), (-INF, NAN)],
    "erfcinv": [(0, INF), (1, 0), (2, -INF), (-1, NAN), (3, NAN), (INF, NAN)],
    "ndtr": [(0, 0.5), (INF, 1), (-INF, 0)],
    "log_ndtr": [(INF, 0), (-INF, -INF), (-1e160, -INF), (0, -math.log(2))],
    "ndtri": [(0, -INF), (0.5, 0), (1, INF), (-1, NAN), (2, NAN), (INF, NAN)],
    "expit": [(0, 0.5), (INF, 1), (-INF, 0), (800, 1)],
    "log_expit": [(INF, 0), (-INF, -INF), (-1e300, -1e300)],
    "exprel": [(0, 1), (-0.0, 1), (INF, INF), (-INF, 0), (717, INF), (-1e300, 1e-300)],
    "exp10": [
        *[(n, float(f"1e{n}")) for n in (0, 1, 2, 15, 22, -1, -3, -22, 300, -300)],
        *[(INF, INF), (-INF, 0), (309, INF), (-400, 0)],
    ],
    "logit": [(0, -INF), (-0.0, -INF), (0.5, 0), (1, INF), (-1, NAN), (2, NAN)],
    "entr": [(0, 0), (1, 0), (-1, -INF), (INF, -INF), (-INF, -INF)],
    "rel_entr": [
        *[((0, 0), 0), ((0, 2), 0), ((0, INF), 0), ((0, -1), INF), ((-1, 1), INF)],
        *[((1, 0), INF), ((1, -1), INF), ((1, INF), -INF), ((INF, 1), INF)],
    ],
    "kl_div": [
        *[((0, 0), 0), ((0, 2), 2), ((0, -1), INF), ((-1, 1), INF)],
        *[((1, 0), INF), ((1, -1), INF), ((3, 3), 0)],
    ],
    "xlogy": [
        *[((0, 0), 0), ((0, INF), 0), ((0, -1), 0), ((0, NAN), NAN)],
        *[((1, 0), -INF), ((1, -1), NAN), ((2, 1), 0), ((1, INF), INF)],
    ],
    "xlog1py": [
        *[((0, -1), 0), ((0, INF), 0), ((0, -2), 0), ((0, NAN), NAN)],
        *[((1, -1), -INF), ((1, -2), NAN), ((2, 0), 0), ((1, INF), INF)],
    ],
    "gamma": [
        *[(0, INF), (-0.0, -INF), (-1, NAN), (-INF, NAN), (INF, INF), (172, INF)],
        *[(n, math.factorial(n - 1)) for n in range(1, 8)],
        *[(-200.5, -0.0), (-201.5, 0.0)],
    ],
    "gammaln": [
        *[(0, INF), (-0.0, INF), (-1, INF), (INF, INF), (-INF, -INF), (1, 0), (2, 0)],
        *[(2.7e305, INF), (-3, INF)],
    ],
    "loggamma": [(0, INF), (-1, NAN), (-0.5, NAN), (-INF, NAN), (INF, INF), (1, 0)],
    "psi": [(0, -INF), (-0.0, INF), (-1, NAN), (-INF, NAN), (INF, INF)],
    "beta": [
        *[((0, 0), INF), ((0, 1), INF), ((-1, 1), -1), ((-1, 2), INF), ((1, -2), -0.5)],
        *[((-3, 2), 1 / 6), ((-0.5, 0.5), 0), ((0.5, -2), INF), ((INF, 1), 0)],
        *[((INF, INF), NAN), ((1, 1), 1)],
    ],
    "betaln": [
        *[((0, 0), INF), ((-1, 1), 0), ((-1, 2), INF), ((-0.5, 0.5), -INF)],
        *[((INF, 1), -INF), ((INF, INF), NAN), ((1, 1), 0)],
    ],
    "binom": [
        *[((5, k), math.comb(5, k)) for k in range(7)],
        *[((60, 30), math.comb(60, 30)), ((5, -1), 0), ((5.5, 2), 12.375)],
        *[((-1, 2), NAN), ((-1.5, 2), 1.875), ((0, 0), 1), ((0, 1), 0)],
        *[((1e300, 2), INF), ((2, INF), NAN), ((-INF, 1), NAN)],
    ],
    "gammainc": [
        *[((0, 0), NAN), ((0, 1), 1), ((1, 0), 0), ((INF, 1), 0), ((INF, INF), NAN)],
        *[((1, INF), 1), ((-1, 1), NAN), ((1, -1), NAN), ((1e-300, 1e-300), 1)],
    ],
    "gammaincc": [
        *[((0, 0), NAN), ((0, 1), 0), ((1, 0), 1), ((INF, 1), 1), ((INF, INF), NAN)],
        *[((1, INF), 0), ((-1, 1), NAN), ((1, -1), NAN), ((2, 1000), 0)],
    ],
    "_zeta": [
        *[((1, 1), INF), ((2, 0), INF), ((2, -1), INF), ((2.5, -0.5), NAN)],
        *[((0.5, 1), NAN), ((INF, 1), 1), ((INF, 2), 0), ((INF, 0.5), INF)],
        *[((2, INF), 0), ((2, -INF), INF), ((2, -1e15 - 0.5), math.pi**2)],
    ],
    "_riemann_zeta": [
        *[(0, -0.5), (1, INF), (-2, 0), (-300, 0), (INF, 1), (-INF, NAN)],
        *[(60, 1)],
    ],
    "zetac": [
        *[(0, -1.5), (1, INF), (-2, -1), (INF, 0), (-INF, NAN), (1100, 0)],
        *[(1e100, 0), (1e308, 0)],
    ],
    "i0": [(0, 1), (INF, INF), (-INF, INF), (720, INF)],
    "i0e": [(0, 1), (INF, 0), (-INF, 0)],
    "i1": [(0, 0), (-0.0, -0.0), (INF, INF), (-INF, -INF)],
    "i1e": [(0, 0), (INF, 0), (-INF, 0)],
    "j0": [(0, 1), (INF, 0), (-INF, 0)],
    "j1": [(0, 0), (-0.0, -0.0), (INF, 0), (-INF, 0)],
    "rgamma": [
        *[(0, 0), (-0.0, -0.0), (-1, 0), (-2, 0), (INF, 0), (-INF, 0), (1, 1)],
        *[(180, 0), (0.5, 1 / math.sqrt(math.pi)), (-171.5, INF), (-200.5, -INF)],
    ],
    "poch": [
        *[((0, 0), 1), ((0, 2), 0), ((3, 2), 12), ((-3, 2), 6), ((-3, 5), 0)],
        *[((-3, 0.5), 0), ((-2.5, 0.5), INF), ((1, -1), INF), ((INF, 2), INF)],
        *[((INF, -2), 0), ((2.5, INF), INF), ((-1e200, 1), -1e200), ((0, -2), 0.5)],
    ],
    "betainc": [
        *[((1, 1, 0.25), 0.25), ((2, 3, 0), 0), ((2, 3, 1), 1), ((2, 3, 1.1), NAN)],
        *[((0, 1, 0), 0), ((0, 1, 0.5), 1), ((1, 0, 0.5), 0), ((0, 0, 0.5), NAN)],
        *[((1, INF, 0.5), 1), ((INF, 1, 0.5), 0), ((INF, INF, 0.5), NAN)],
        *[((-1, 1, 0.5), NAN), ((1, -1, 0.5), NAN), ((1, 1, -0.1), NAN)],
        *[((1e10, 1e10, 0.5), 0.5), ((2, 2, 0.5), 0.5)],
    ],
    "betaincc": [
        *[((1, 1, 0.25), 0.75), ((2, 3, 0), 1), ((2, 3, 1), 0), ((2, 3, 1.1), NAN)],
        *[((0, 1, 0), 1), ((0, 1, 0.5), 0), ((1, 0, 0.5), 1), ((0, 0, 0.5), NAN)],
        *[((1, INF, 0.5), 0), ((INF, 1, 0.5), 1), ((INF, INF, 0.5), NAN)],
    ],
    "betaincinv": [
        *[((1, 1, 0.25), 0.25), ((2, 3, 0), 0), ((2, 3, 1), 1), ((2, 3, 1.1), NAN)],
        *[((0, 1, 0.5), NAN), ((1, INF, 0.5), 0), ((INF, 1, 0.5), 1)],
        *[((2, 2, 0.5), 0.5), ((0.01, 1, 0.001), 1e-300)],
    ],
    "betainccinv": [
        *[((1, 1, 0.25), 0.75), ((2, 3, 0), 1), ((2, 3, 1), 0), ((2, 3, -0.1), NAN)],
        *[((0, 1, 0.5), NAN), ((1, INF, 0.5), 0), ((INF, 1, 0.5), 1)],
    ],
    "gammaincinv": [
        *[((1, 0), 0), ((1, 1), INF), ((1, 1.1), NAN), ((1, -0.1), NAN)],
        *[
            ((0, 0.5), NAN),
            ((INF, 0.5), NAN),
            ((-1, 0.5), NAN),
            ((1, 0.5), math.log(2)),
        ],
        *[((1e-300, 0.5), 0)],
    ],
    "gammainccinv": [
        *[((1, 0), INF), ((1, 1), 0), ((1, 1.1), NAN), ((1, -0.1), NAN)],
        *[
            ((0, 0.5), NAN),
            ((INF, 0.5), NAN),
            ((-1, 0.5), NAN),
            ((1, 0.5), math.log(2)),
        ],
    ],
    "stdtr": [
        *[
            ((1, 0), 0.5),
            ((1, 1), 0.75),
            ((1, -1), 0.25),
            ((3, INF), 1),
            ((3, -INF), 0),
        ],
        *[((0, 1), NAN), ((-1, 1), NAN), ((INF, 0), 0.5), ((INF, -INF), 0)],
    ],
    "fdtr": [
        *[((2, 2, 1), 0.5), ((2, 2, 0), 0), ((2, 2, INF), 1), ((2, 2, -1), NAN)],
        *[((0, 2, 1), NAN), ((2, -1, 1), NAN), ((2, INF, 1), NAN)],
    ],
    "fdtrc": [((2, 2, 1), 0.5), ((2, 2, 0), 1), ((2, 2, INF), 0), ((2, 2, -1), NAN)],
    "fdtri": [
        *[((2, 2, 0.5), 1), ((2, 2, 0), 0), ((2, 2, 1), INF), ((2, 2, 1.1), NAN)],
        *[((0, 2, 0.5), NAN), ((2, 2, 0.75), 3)],
    ],
    "exp1": [(0, INF), (-0.0, INF), (-1, NAN), (INF, 0), (-INF, NAN), (800, 0)],
    "expi": [
        *[(0, -INF), (-0.0, -INF), (INF, INF), (-INF, 0), (720, INF), (-800, 0)],
        (5e-324, -743.8628562564797),
    ],
    "expn": [
        *[((-1, 1), NAN), ((1, -1), NAN), ((0, 0), INF), ((1, 0), INF), ((3, 0), 0.5)],
        *[((0, 1), math.exp(-1)), ((2, INF), 0), ((INF, 1), 0), ((1e15, 0), 1e-15)],
    ],
    "_si": [(0, 0), (-0.0, -0.0), (INF, math.pi / 2), (-INF, -math.pi / 2)],
    "_ci": [(0, -INF), (-0.0, -INF), (INF, 0), (-INF, 0)],
    "_shi": [(0, 0), (-0.0, -0.0), (INF, INF), (-INF, -INF)],
    "_chi": [(0, -INF), (-0.0, -INF), (INF, INF), (-INF, INF)],
    "ellipk": [(0, math.pi / 2), (1, INF), (2, NAN), (-INF, 0), (INF, NAN)],
    "ellipkm1": [(0, INF), (1, math.pi / 2), (-1, NAN), (INF, 0)],
    "ellipe": [(0, math.pi / 2), (1, 1), (2, NAN), (-INF, INF), (INF, NAN)],
    "ellipkinc": [
        *[((0, 0.5), 0), ((2, 0), 2), ((2, 1), INF), ((-2, 1), -INF), ((1, 2), NAN)],
        *[((INF, 0.5), INF), ((-INF, 0.5), -INF), ((2, -INF), 0), ((INF, -INF), NAN)],
    ],
    "ellipeinc": [
        *[((0, 0.5), 0), ((2, 0), 2), ((math.pi / 2, 1), 1), ((1, 2), NAN)],
        *[((INF, 0.5), INF), ((-INF, 0.5), -INF), ((2, -INF), INF)],
    ],
    "_ellipam": [
        *[((0, 0.5), 0), ((3, 0), 3), ((1000, 1), math.pi / 2), ((1, -0.1), NAN)],
        *[((1, 1.1), NAN), ((INF, 0.5), NAN)],
    ],
    "_polar_harmonic": [
        *[((0, 0, 1), 0.5 / math.sqrt(math.pi)), ((1, 2, 1), 0), ((-1, 0, 1), 0)],
        *[((1, 0, 0), math.sqrt(0.75 / math.pi)), ((2, 1, INF), NAN)],
        *[((1e7, 0, 1), NAN), ((3, 1, 0), 0)],
    ],
    "lpmv": [
        *[((0, 2, -1), 1), ((1, 1, 1), 0), ((0, 3, 0), 0), ((2, 1, 0.5), 0)],
        *[((0, 0.5, -1), -INF), ((0, -2.5, -1), INF), ((2, 0.5, -1), INF)],
        *[((-1, 0.5, -1), INF), ((1, 0.5, 1), 0), ((0, -0.5, 1), 1)],
        *[((1, 1, 0), -1), ((1, 1, 1.5), NAN)],
        *[((0.5, 1, 0.5), NAN), ((INF, 1, 0.5), NAN), ((1, INF, 0.5), NAN)],
        *[((0, -3, 0.5), -0.125), ((-3, 2, -1), INF), ((-3, 2, 1), 0)],
        *[((0, 1e7, 0.5), NAN), ((200, 200.5, 0.5), INF), ((-300, 300, 0.5), 0)],
    ],
    "sindg": [
        *[(0, 0), (30, 0.5), (90, 1), (180, 0), (270, -1), (360, 0), (-90, -1)],
        *[(1e20, math.sin(math.radians(1e20 % 360))), (INF, NAN), (-INF, NAN)],
    ],
    "cosdg": [(0, 1), (60, 0.5), (90, 0), (180, -1), (270, 0), (360, 1), (INF, NAN)],
    "tandg": [(0, 0), (45, 1), (90, INF), (180, 0), (225, 1), (135, -1), (INF, NAN)],
    "cotdg": [(0, INF), (45, 1), (90, 0), (180, INF), (225, 1), (135, -1), (INF, NAN)],
    "wright_bessel": [
        *[((0, 1, 1), math.e), ((1, 1, 0), 1), ((1, 0, 0), 0), ((1, 1, INF), INF)],
        *[((-1, 1, 1), NAN), ((1, -1, 1), NAN), ((1, 1, -1), NAN), ((INF, 1, 1), NAN)],
        *[((0, 0, 1), 0), ((2, 3, 1e10), INF)],
    ],
    "yn": [
        *[
            ((0, 0), -INF),
            ((3, 0), -INF),
            ((-3, 0), INF),
            ((2, -1), NAN),
            ((2, INF), 0),
        ],
        *[((1e6, 0.5), -INF), ((INF, 1), -INF), ((2e6, 3e6), NAN)],
    ],
    "_spherical_yn": [
        *[
            ((0, 0), -INF),
            ((3, 0), -INF),
            ((-1, 1), NAN),
            ((2, INF), 0),
            ((2, -INF), 0),
        ],
        *[((1e6, 0.5), -INF), ((1, 1e-200), -INF), ((2e6, 3e6), NAN)],
    ],
    "k0": [(0, INF), (-0.0, INF), (-1, NAN), (INF, 0), (-INF, NAN), (800, 0)],
    "k0e": [(0, INF), (-0.0, INF), (-1, NAN), (INF, 0), (-INF, NAN)],
    "k1": [(0, INF), (-0.0, INF), (-1, NAN), (INF, 0), (-INF, NAN), (1e-310, INF)],
    "k1e": [(0, INF), (-0.0, INF), (-1, NAN), (INF, 0), (-INF, NAN)],
    "y0": [(0, -INF), (-0.0, -INF), (-1, NAN), (INF, 0), (-INF, NAN)],
    "y1": [(0, -INF), (-0.0, -INF), (-1, NAN), (INF, 0), (1e-310, -INF)],
}


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_special_values(device, row):
    for operands, expected in VALUES[row.name]:
        operands = (operands,) if row.nin == 1 else operands
        got = public(row)(*(tn.asarray(x, "d") for x in operands)).item()
        what = f"{row.name}{operands} = {got}, not {expected}"
        if math.isnan(expected) or math.isinf(expected) or expected == 0:
            assert got == expected or got != got and expected != expected, what
            if expected == 0 and operands[0] == 0 and row.nin == 1:
                assert math.copysign(1, got) == math.copysign(1, expected), what
        else:
            assert got == pytest.approx(expected, rel=1e-15 * max(row.ulp, 1)), what


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_nan_and_all_other_values_end(device, row):
    """Nothing hangs, and NaN comes of NaN, whatever the other operand."""
    values = np.concatenate([special("d"), special("f").astype("d"), [-0.5, 1e15 + 1]])
    args = [x.ravel() for x in np.meshgrid(*[values] * row.nin)]
    got = host(public(row)(*map(tn.asarray, args)))
    assert got.shape == args[0].shape
    assert np.isnan(got[np.isnan(args).any(axis=0)]).all()


def same_bits(expected, got, what):
    expected, got = host(expected), host(got)
    assert expected.dtype == got.dtype and expected.shape == got.shape, what
    bits = f"u{expected.dtype.itemsize}"
    wrong = (expected.view(bits) != got.view(bits)) & ~(
        np.isnan(expected) & np.isnan(got)
    )
    assert not wrong.any(), f"{what}: {np.argwhere(wrong)[:5].ravel()}"


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_bits_do_not_depend_on_the_place(device, row, letter):
    function = ufunc(row)
    args = [sample(letter, 120, 7 + i) for i in range(row.nin)]
    ours = [tn.asarray(a) for a in args]
    whole = host(function(*ours))
    parts = [function(*(a[i : i + 1] for a in ours)) for i in range(120)]
    same_bits(whole, tn.concatenate(parts), "one by one")
    for n in range(1, 20, 3):
        same_bits(whole[5 : 5 + n], function(*(a[5 : 5 + n] for a in ours)), n)
    for step in (2, -1):
        same_bits(whole[::step].copy(), function(*(a[::step] for a in ours)), step)
    shaped = [a.reshape(4, 5, 6) for a in args]
    for name in ("F", "strided", "negative", "transposed", "misaligned"):
        got = function(*(LAYOUTS[name](tn, tn.asarray(a)) for a in shaped))
        same_bits(whole.reshape(4, 5, 6), host(got).copy(), name)
    many = function(*(tn.asarray(np.resize(a, 70_001)) for a in args))
    same_bits(np.resize(whole, 70_001), many, "many")
    wide = function(*ours, out=tn.empty(120, "d"), dtype=letter)
    same_bits(whole.astype("d"), wide, "into doubles")
    fused = tn.fuse(lambda *x: function(*x) + x[0])
    for _ in range(2):
        same_bits(host(function(*ours) + ours[0]), fused(*ours), "fused")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_dtypes(device, row):
    function = ufunc(row)
    ones = [tn.ones(3, "f")] * row.nin
    for letter in "?bBhHiIlL":
        got = function(*(tn.ones(3, letter) for _ in range(row.nin)))
        assert got.dtype == "d"
    assert function(*(tn.ones(3, "e") for _ in range(row.nin))).dtype == "f"
    assert function(*ones).dtype == "f"
    assert function(*[1.0] * row.nin).dtype == "d"
    assert function(*[1] * row.nin).dtype == "d"
    if row.nin > 1:
        rest = ones[2:]
        assert function(ones[0], 1, *rest).dtype == "f"
        assert function(2.0, ones[0], *rest).dtype == "f"
        assert function(ones[0], tn.ones(3, "d"), *rest).dtype == "d"
        assert function(ones[0], tn.ones(3, "l"), *rest).dtype == "d"
    assert function(*ones, dtype="d").dtype == "d"
    with pytest.raises(TypeError, match="not supported for the input types"):
        function(*(tn.ones(3, "D") for _ in range(row.nin)))


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_out_and_where(device, row):
    function = ufunc(row)
    args = [tn.asarray(np.linspace(0.5, 0.9, 6)) for _ in range(row.nin)]
    expected = host(function(*args))
    out = tn.zeros(6)
    assert function(*args, out=out) is out
    same_bits(expected, out, "out")
    mask = tn.asarray([True, False] * 3)
    out = tn.full(6, -7.0)
    function(*args, out=out, where=mask)
    same_bits(np.where(host(mask), expected, -7.0), out, "where")
    with pytest.raises(TypeError, match="Cannot cast ufunc"):
        function(*args, out=tn.zeros(6, "l"))
    with pytest.raises(TypeError):
        function(*args, args[0], args[0], args[0])
    column = [args[0][:, None], *args[1:]]
    assert function(*column).shape == ((6, 6) if row.nin > 1 else (6, 1))


def test_functions_of_several_arguments_are_not_folded(device):
    x = tn.ones(4)
    for row in TERNARY:
        with pytest.raises(ValueError, match="only supported for binary functions"):
            ufunc(row).reduce(x)
    for row in BINARY:
        for call in (
            lambda f: f.reduce(x),
            lambda f: f.accumulate(x),
            lambda f: f.reduceat(x, [0]),
        ):
            with pytest.raises(TypeError, match="special function"):
                call(ufunc(row))
        assert ufunc(row).outer(x, x).shape == (4, 4)


def test_names():
    assert set(sp.__all__) >= {
        *{row.name for row in ROWS if not row.name.startswith("_")},
        *{"digamma", "zeta", "logsumexp", "softmax", "log_softmax", "sinc"},
    }
    for name in sp.__all__:
        assert getattr(sp, name).__doc__, name
    for row in ROWS:
        f = ufunc(row)
        assert (f.__name__, f.nin, f.nout, f.types) == (row.name, row.nin, 1, row.loops)
        assert row.name == "i0" or not hasattr(tn, row.name)
    assert "scipy.special.erf" in sp.erf.__doc__
    assert sp.digamma is sp.psi
    for row in ROWS:
        for protocol in (4, 5):
            assert pickle.loads(pickle.dumps(ufunc(row), protocol)) is ufunc(row)


def test_ufuncs_of_scipy_come_here(device):
    x = tn.asarray([0.5, 1.5])
    same_bits(sp.erf(x), scipy.special.erf(x), "erf")
    out = tn.zeros(2)
    assert scipy.special.xlogy(x, 2.0, out=out) is out
    same_bits(sp.xlogy(x, 2.0), out, "xlogy")
    assert x.__array_ufunc__(scipy.special.jv, "__call__", 1, x) is NotImplemented
    assert x.__array_namespace__().special is sp


def test_in_kernels(device):
    x = tn.asarray(np.linspace(-2, 2, 50))
    kernel = tn.vectorize(lambda x: sp.erf(x) + sp.xlogy(x, 2.0))
    same_bits(sp.erf(x) + sp.xlogy(x, 2.0), kernel(x), "vectorize")


def test_zeta(device):
    x = tn.asarray([2.0, 4.0])
    same_bits(sp.zeta(x), tn._core.special_ufuncs["_riemann_zeta"](x), "one argument")
    out = tn.empty(2)
    assert sp.zeta(x, 1.0, out=out) is out
    np.testing.assert_allclose(host(out), [math.pi**2 / 6, math.pi**4 / 90], rtol=1e-15)


def test_i0_of_numpy(device):
    for letter in "?befd":
        x = np.array([[0, 1, 2], [-3, 8.5, 11]]).astype(letter)
        got, expected = tn.i0(tn.asarray(x)), np.i0(x)
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        rtol = 4 * np.finfo(got.dtype).eps
        np.testing.assert_allclose(host(got), expected, rtol=rtol)
    assert tn.i0(2).shape == ()
    with pytest.raises(TypeError, match="i0 not supported for complex values"):
        tn.i0(tn.asarray(1j))


# ---- complex numbers, which are SciPy's ----


def complex_functions():
    """Names of ours whose function in SciPy takes complex numbers."""
    for name in sp.__all__:
        theirs = getattr(scipy.special, name, None)
        types = getattr(theirs, "types", ())
        found = [t for t in types if set(t.partition("->")[0]) == {"D"}]
        if found and getattr(sp, name) is not getattr(tn, name, None):
            yield name, found[0].index("-")


@pytest.mark.parametrize("name, count", list(complex_functions()))
@pytest.mark.parametrize("letter", "FD")
def test_complex_numbers_are_of_scipy(name, count, letter, device):
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(2, 2, 3))
    given = [(x + 1j * y).astype(letter), (y - 1j * x).astype(letter)][:count]
    want = getattr(scipy.special, name)(*given)
    with tn.config.using(fallback="allow"):
        got = getattr(sp, name)(*map(tn.asarray, given))
    pairs = (
        [(got, want)] if isinstance(want, np.ndarray) else zip(got, want, strict=True)
    )
    for mine, theirs in pairs:
        assert type(mine) is tn.ndarray and mine.device == device
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        np.testing.assert_array_equal(host(mine), theirs)
    with tn.config.using(fallback="error"), pytest.raises(TypeError):
        getattr(sp, name)(*map(tn.asarray, given))


def test_complex_numbers_that_no_function_takes(device):
    for name in ("i0", "j0", "y1", "expit", "cbrt", "exprel", "kl_div"):
        count = 2 if name == "kl_div" else 1
        with pytest.raises(TypeError, match=name):
            getattr(sp, name)(*[tn.asarray([1j])] * count)


def test_complex_numbers_of_other_arguments(device):
    x = tn.asarray([0.5 + 1j, 2 - 0.3j])
    out = tn.zeros(2, "D")
    with tn.config.using(fallback="allow"):
        assert sp.erf(0.5 + 1j) == scipy.special.erf(0.5 + 1j)
        assert sp.gamma([0.5 + 1j]).item() == scipy.special.gamma(0.5 + 1j)
        assert sp.psi(x, out=out) is out
        z = sp.spherical_yn(1, x)
        sine, _ = sp.sici(x)
    np.testing.assert_array_equal(host(out), scipy.special.psi(host(x)))
    np.testing.assert_array_equal(host(z), scipy.special.spherical_yn(1, host(x)))
    np.testing.assert_array_equal(host(sine), scipy.special.sici(host(x))[0])


# ---- sums of exponentials ----

SHAPES = [((4, 5), None), ((4, 5), 0), ((4, 5), 1), ((2, 3, 4), (0, 2)), ((7,), -1)]


def expected_logsumexp(a, axis, b=None, keepdims=False):
    a = a.astype("G" if a.dtype.kind == "c" else "g")
    terms = np.exp(a) if b is None else b * np.exp(a)
    return terms.sum(axis=axis, keepdims=keepdims)


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("letter", "fdFD")
def test_logsumexp(device, shape, axis, letter):
    rng = np.random.default_rng(3)
    a = rng.uniform(-8, 8, shape)
    b = rng.uniform(-1, 2, shape[-1:])
    if letter in "FD":
        a = a + 1j * rng.uniform(-3, 3, shape)
    a, b = a.astype(letter), b.astype(letter.lower())
    eps = np.finfo(letter).eps
    for weights in (None, b):
        for keepdims in (False, True):
            total = expected_logsumexp(a, axis, weights, keepdims)
            ours = None if weights is None else tn.asarray(weights)
            got, direction = sp.logsumexp(
                tn.asarray(a), axis, ours, keepdims=keepdims, return_sign=True
            )
            assert got.shape == direction.shape == total.shape
            assert got.dtype == letter.lower() and direction.dtype == letter
            # The sum itself loses digits where weights cancel.
            size = expected_logsumexp(a.real, axis, abs(b), keepdims)
            error = 40 * eps * np.maximum(size / abs(total), 1)
            assert (abs(host(got) - np.log(abs(total))) <= error + 8 * eps).all()
            assert (abs(host(direction) - total / abs(total)) <= error).all()
            plain = host(sp.logsumexp(tn.asarray(a), axis, ours, keepdims=keepdims))
            with np.errstate(invalid="ignore"):
                want = np.log(total)
            assert plain.dtype == letter and plain.shape == total.shape
            assert (np.isnan(plain) == np.isnan(want)).all()
            assert not (abs(plain - want) > 2 * error + 8 * eps).any()


def test_logsumexp_neither_overflows_nor_loses(device):
    def of(a, **more):
        b = more.pop("b", None)
        b = None if b is None else tn.asarray(b)
        return sp.logsumexp(tn.asarray(a, "d"), b=b, **more).item()

    assert of([1000.0, 1000.0]) == 1000 + math.log(2)
    assert of([-1000.0, -1000.0]) == -1000 + math.log(2)
    assert of([0.0, -50.0]) == math.exp(-50)
    assert of([1e-300]) == 1e-300
    assert of([-INF, -INF]) == -INF
    assert of([INF, 0.0]) == of([INF, INF]) == INF
    assert math.isnan(of([NAN, 0.0]))
    assert of([-INF, 3.0]) == 3
    assert of(3.0) == 3
    assert of([INF, 2.0], b=[0.0, 1.0]) == of([NAN, 2.0], b=[0.0, 1.0]) == 2
    assert of([700.0, 1.0], b=[0.0, 2.0]) == pytest.approx(1 + math.log(2), rel=1e-15)
    assert math.isnan(of([1.0, 2.0], b=[1.0, -1.0]))
    assert of([5.0, 5.0], b=[1.0, -1.0]) == -INF
    size, sign = sp.logsumexp(tn.asarray([1.0, 2.0]), b=[1, -1], return_sign=True)
    assert sign.item() == -1
    assert size.item() == pytest.approx(math.log(math.e**2 - math.e), rel=1e-15)
    size, sign = sp.logsumexp(tn.asarray([5.0, 5.0]), b=[1, -1], return_sign=True)
    assert (size.item(), sign.item()) == (-INF, 0)


def test_logsumexp_of_complex_infinities(device):
    parts = [
        complex(x, y) for x in (-INF, INF, 1.0) for y in (0.0, 0.7, 2.4, -0.7, -2.4)
    ]
    for pair in itertools.product(parts, repeat=2):
        with np.errstate(all="ignore"):
            want = np.log(np.exp(np.asarray(pair)).sum())
        got = sp.logsumexp(tn.asarray(pair)).item()
        np.testing.assert_allclose(got, want, rtol=1e-14, atol=1e-15, err_msg=str(pair))


def test_logsumexp_of_other_arguments(device):
    assert sp.logsumexp([1, 2, 3]).dtype == "d"
    for more in ({}, {"axis": 0}, {"b": 2.0, "axis": (0,)}):
        assert isinstance(sp.logsumexp([1.0, 2.0], **more), np.generic)
    assert all(isinstance(x, np.generic) for x in sp.logsumexp([1.0], return_sign=True))
    assert sp.logsumexp(tn.asarray([1, 2], "b")).dtype == "d"
    assert sp.logsumexp(tn.ones(3, "f"), b=tn.ones(3, "d")).dtype == "d"
    assert sp.logsumexp(tn.empty((0, 3)), axis=0).tolist() == [-INF] * 3
    assert sp.logsumexp(tn.empty(0)).item() == -INF
    assert sp.logsumexp(tn.ones((2, 1)), axis=1, b=tn.ones((1, 3))).shape == (2,)
    with pytest.raises(np.exceptions.AxisError):
        sp.logsumexp(tn.ones(3), axis=1)
    with pytest.raises(ValueError):
        sp.logsumexp(tn.ones(3), b=tn.ones(2))


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("letter", "fd")
def test_softmax(device, shape, axis, letter):
    a = np.random.default_rng(4).uniform(-300, 300, shape).astype(letter)
    wide = a.astype("g")
    powers = np.exp(wide - wide.max(axis=axis, keepdims=True))
    total = powers.sum(axis=axis, keepdims=True)
    eps = np.finfo(letter).eps
    got = host(sp.softmax(tn.asarray(a), axis))
    assert got.dtype == letter and got.shape == shape
    # The difference to the largest is rounded before it is an exponent.
    error = (8 + abs(wide - wide.max(axis=axis, keepdims=True))) * eps
    tiny = np.finfo(letter).tiny
    assert (abs(got - powers / total) <= error * powers / total + tiny).all()
    logarithms = np.log(powers / total)
    got = host(sp.log_softmax(tn.asarray(a), axis))
    assert got.dtype == letter and got.shape == shape
    assert (abs(got - logarithms) <= 4 * eps * abs(logarithms) + 4 * eps).all()


def test_softmax_of_other_arguments(device):
    assert sp.softmax([1, 2]).dtype == sp.log_softmax(tn.ones(2, "b")).dtype == "d"
    assert sp.log_softmax(tn.asarray([1000.0, 1.0])).tolist() == [0, -999]
    assert sp.softmax(tn.asarray([1000.0, 0.0])).tolist() == [1, 0]
    assert sp.log_softmax(tn.asarray([0.0, -INF])).tolist() == [0, -INF]
    assert host(sp.softmax(tn.asarray([NAN, 0.0]))).tolist() != [NAN, 1]
    assert sp.softmax(3.0).item() == 1


BETA_LIMITS = [
    # (function, operands, SciPy's value)
    ("binom", 0.0, -2.5, 0.12732395447351627),
    ("binom", 1.0, -2.5, 0.03637827270671893),
    ("binom", 0.0, -0.5, 0.6366197723675814),
    ("binom", 1.0, -INF, 0.0),
    ("binom", 0.5, -INF, 0.0),
    ("binom", INF, -2.5, 0.0),
    ("binom", INF, 2.0, INF),
    ("binom", -INF, 2.0, NAN),
    ("binom", 1.0, INF, NAN),
    ("beta", 1.0, -INF, INF),
    ("beta", -2.5, INF, -INF),
    ("beta", -1.5, INF, INF),
    ("beta", 2.5, INF, 0.0),
    ("beta", INF, INF, NAN),
    ("beta", -2.0, INF, INF),
    ("beta", -2.5, 0.5, 0.0),
    ("beta", -2.0, 1.0, -0.5),
    ("beta", -2.0, 2.0, 0.5),
    ("betaln", 1.0, -INF, INF),
    ("betaln", -2.5, INF, INF),
    ("betaln", 2.5, INF, -INF),
    ("betaln", -2.5, 0.5, -INF),
    ("betaln", -2.0, 2.0, -0.6931471805599453),
]


@pytest.mark.parametrize("name, x, y, expected", BETA_LIMITS)
def test_beta_functions_at_limits_and_poles(device, name, x, y, expected):
    got = getattr(sp, name)(tn.asarray([x]), tn.asarray([y]))
    np.testing.assert_allclose(host(got), [expected], rtol=1e-14)
    if name != "binom":
        got = getattr(sp, name)(tn.asarray([y]), tn.asarray([x]))
        np.testing.assert_allclose(host(got), [expected], rtol=1e-14)


def test_beta_of_small_and_very_large_numbers(device):
    # gamma(-2.5) * b**2.5, of which the logarithms would cancel.
    large = np.array([1e12, 1e50, 1e100])
    expected = math.gamma(-2.5) * large**2.5
    got = host(sp.beta(tn.asarray([-2.5]), tn.asarray(large)))
    np.testing.assert_allclose(got, expected, rtol=1e-11)

# SPDX-License-Identifier: Apache-2.0
"""Functions that are computed vector by vector: how exact, and always the same."""

import os
from decimal import Decimal

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, in_python
from support.layouts import LAYOUTS
from support.op_table import by_name, ufunc_rows
from support.samples import sample, special
from support.ulp import SLACK, differs_in_kind, error_in_ulp, reference
from tenorite import _core

ROUNDED = [
    row
    for row in ufunc_rows(nout=1)
    if row.ulp and any(loop in row.loops for loop in ("d->d", "dd->d"))
]
REMAINDERS = [
    row for row in ufunc_rows(2, 1) if row.name in ("floor_divide", "remainder", "fmod")
]
ROWS = ROUNDED + REMAINDERS


def real_loops(row):
    if row.name == "absolute":
        return ["F->f", "D->d"]
    return [f"{c * row.nin}->{c}" for c in "efd" if f"{c * row.nin}->{c}" in row.loops]


def operands(row, loop, n):
    return [sample(c, n, 20 + i) for i, c in enumerate(loop.partition("->")[0])]


def same_bits(expected, got, what):
    expected, got = host(expected), host(got)
    assert expected.dtype == got.dtype and expected.shape == got.shape, what
    bits = f"u{expected.dtype.itemsize}"
    wrong = expected.view(bits) != got.view(bits)
    assert not wrong.any(), f"{what}: {np.argwhere(wrong)[:5].ravel()}"


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_bits_do_not_depend_on_the_place(device, row):
    function = getattr(tn, row.name)
    for loop in real_loops(row):
        args = operands(row, loop, 120)
        ours = [tn.asarray(a, device=device) for a in args]
        whole = function(*ours)
        one_by_one = [function(*(a[i : i + 1] for a in ours)) for i in range(120)]
        same_bits(whole, tn.concatenate(one_by_one), f"{loop} one by one")
        scalars = [function(*(a[i] for a in ours)) for i in range(120)]
        same_bits(whole, tn.stack(scalars), f"{loop} 0-d")
        for n in range(41):
            got = function(*(a[7 : 7 + n] for a in ours))
            same_bits(whole[7 : 7 + n], got, f"{loop} of {n}")
        for step in (2, 3, -1, -2):
            got = function(*(a[::step] for a in ours))
            same_bits(host(whole)[::step].copy(), got, f"{loop} [::{step}]")
        shaped = [a.reshape(4, 5, 6) for a in args]
        for name, arrange in LAYOUTS.items():
            if name in ("row", "column", "single"):
                continue
            got = function(*(arrange(tn, tn.asarray(a)) for a in shaped))
            same_bits(host(whole).reshape(4, 5, 6), host(got).copy(), f"{loop} {name}")
        mask = np.arange(120) % 5 % 2 == 0
        out = tn.zeros(120, whole.dtype)
        function(*ours, out=out, where=tn.asarray(mask))
        expected = np.where(mask, host(whole), np.zeros((), whole.dtype))
        same_bits(expected, out, f"{loop} where")
        fixed = function(ours[0], *(a[3] for a in ours[1:]))
        repeated = function(ours[0], *(tn.full(120, a[3]) for a in ours[1:]))
        same_bits(fixed, repeated, f"{loop} scalar")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_bits_do_not_depend_on_the_number(device, row):
    function = getattr(tn, row.name)
    for loop in real_loops(row):
        args = operands(row, loop, 1009)
        ours = [tn.asarray(a, device=device) for a in args]
        few = host(function(*ours))
        many = function(*(tn.asarray(np.resize(a, 150_001)) for a in args))
        same_bits(np.resize(few, 150_001), many, loop)


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_bits_do_not_depend_on_the_operands_types(device, row):
    """A conversion on the way in or out changes nothing."""
    function = getattr(tn, row.name)
    for loop in real_loops(row):
        if loop[0] != "f":
            continue
        halves = [sample("e", 700, 40 + i) for i in range(row.nin)]
        args = [a.astype("f") for a in halves]
        expected = function(*(tn.asarray(a) for a in args))
        got = function(*(tn.asarray(a) for a in halves), dtype="f")
        same_bits(expected, got, f"{loop} from halves")
        out = tn.empty(700, "d")
        function(*(tn.asarray(a) for a in args), out=out, dtype="f")
        same_bits(host(expected).astype("d"), out, f"{loop} into doubles")


@pytest.mark.parametrize("row", [r for r in ROWS if r.nin == 2], ids=by_name)
def test_folds_use_the_same_function(device, row):
    function = getattr(tn, row.name)
    for letter in "efd":
        if f"{letter * 2}->{letter}" not in row.loops:
            continue
        a, b = (abs(sample(letter, 300, seed)) for seed in (5, 6))
        a, b = tn.asarray(a, device=device), tn.asarray(b, device=device)
        expected = function(a, b)
        pairs = tn.stack([a, b])
        same_bits(expected, function.reduce(pairs, axis=0), f"{letter} reduce")
        same_bits(
            expected,
            function.reduce(tn.asarray(host(pairs).T.copy()), axis=1),
            f"{letter} reduce of rows",
        )
        same_bits(expected, function.accumulate(pairs)[1], f"{letter} accumulate")
        same_bits(expected, host(function.outer(a, b)).diagonal().copy(), "outer")
        target = a.copy()
        function.at(target, tn.arange(300), b)
        same_bits(expected, target, f"{letter} at")


def dense(letter, n):
    """n values spread over all bit patterns, and as many where most work is."""
    bits = {"f": "u4", "d": "u8"}[letter]
    rng = np.random.default_rng(11)
    every = rng.integers(0, np.iinfo(bits).max, n, bits, endpoint=True).view(letter)
    return np.concatenate([every, sample(letter, n, 31), special(letter)])


def takes_vectors(row, letter):
    """Whether the loop calls a function of vectors; none errs by more than 1 ulp."""
    dtypes = (np.dtype(letter),) * row.nin
    loop = _core.describe_loop(getattr(tn, row.name), dtypes, True)
    return loop["vector_symbol"] != ""


def check_accuracy(row, letter, n):
    loop = f"{letter * row.nin}->{letter}"
    args = [dense(letter, n) for _ in range(row.nin)]
    args[1:] = [np.random.default_rng(3).permutation(a) for a in args[1:]]
    with np.errstate(all="ignore"):
        exact = reference(row.name, args)[0]
        expected = exact.astype(letter)
    got = host(getattr(tn, row.name)(*(tn.asarray(a) for a in args)))
    kind = differs_in_kind(expected, got)
    # Of numbers at the end of the range, either neighbour will do.
    with np.errstate(all="ignore"):
        edge = abs(exact) > np.finfo(letter).max * (1 - 1e-6)
    assert not (kind & ~(edge & np.isfinite(exact))).any(), loop
    scale = None
    if row.name.startswith("logaddexp"):
        scale = np.maximum(abs(args[0]), abs(args[1]))
    error = error_in_ulp(expected, exact, got, scale)
    worst = error.argmax()
    # Of the reference, which is long double.
    slack = 0.1 if SLACK == 1 else SLACK
    on_cpu = tn.asarray(0.0).device == "cpu"
    bound = 1 if on_cpu and takes_vectors(row, letter) else row.ulp
    assert error[worst] <= bound + slack, (loop, [a[worst] for a in args])


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize(
    "row", [r for r in ROUNDED if r.name != "absolute"], ids=by_name
)
def test_dense_accuracy(device, row, letter):
    if f"{letter * row.nin}->{letter}" in row.loops:
        check_accuracy(row, letter, 50_000)


def dividends(letter, divisors):
    """Dividends of many sizes, among them multiples of the divisors, and neighbours."""
    rng = np.random.default_rng(12)
    digits = np.finfo(letter).nmant
    whole = np.trunc(2 ** rng.uniform(0, digits + 3, divisors.size))
    multiples = (divisors * whole).astype(letter)
    up = np.full_like(multiples, np.inf)
    return [multiples, np.nextafter(multiples, up), np.nextafter(multiples, -up)]


@pytest.mark.parametrize("letter", "efd")
@pytest.mark.parametrize("row", REMAINDERS, ids=by_name)
def test_remainders_are_exact(device, row, letter):
    numbers = sample(letter, 5000, 9)
    with np.errstate(all="ignore"):
        pairs = [(a, numbers) for a in dividends(letter, numbers)]
        pairs += [(np.roll(numbers, k), numbers) for k in (1, 7)]
        odd = special(letter)
        pairs.append((np.repeat(odd, odd.size), np.tile(odd, odd.size)))
        for a, b in pairs:
            expected = getattr(np, row.name)(a, b)
            got = getattr(tn, row.name)(*(tn.asarray(x, device=device) for x in (a, b)))
            number = ~np.isnan(expected)
            assert (np.isnan(host(got)) == ~number).all()
            same_bits(expected[number], host(got)[number], row.name)


EXACT = [
    ("exp", 0, 1),
    ("exp", 1, np.e),
    ("exp", -np.inf, 0),
    ("exp", np.inf, np.inf),
    ("expm1", -0.0, -0.0),
    ("expm1", -np.inf, -1),
    ("expm1", -100, -1),
    ("tanh", -0.0, -0.0),
    ("tanh", 30, 1),
    ("tanh", -np.inf, -1),
    ("tanh", 1e-30, 1e-30),
    ("cosh", 0, 1),
    ("cosh", -np.inf, np.inf),
    ("log", 1, 0),
    ("log1p", -0.0, -0.0),
    ("log1p", 1e-30, 1e-30),
    ("log1p", np.inf, np.inf),
    ("log", 0, -np.inf),
    ("arctan", -0.0, -0.0),
    ("arctan", np.inf, np.pi / 2),
    ("arctan", 1, np.pi / 4),
    ("arcsin", -0.0, -0.0),
    ("arcsin", -1, -np.pi / 2),
    ("arccos", 1, 0),
    ("arccos", -1, np.pi),
    ("arccos", 0, np.pi / 2),
    ("exp2", -0.0, 1),
    ("exp2", np.inf, np.inf),
    ("exp2", -np.inf, 0),
    ("sin", -0.0, -0.0),
    ("cos", 0, 1),
    ("tan", -0.0, -0.0),
    ("sinh", -0.0, -0.0),
    ("sinh", -np.inf, -np.inf),
    ("arcsinh", -0.0, -0.0),
    ("arcsinh", -np.inf, -np.inf),
    ("arccosh", 1, 0),
    ("arccosh", np.inf, np.inf),
    ("arctanh", -0.0, -0.0),
    ("arctanh", -1, -np.inf),
    ("cbrt", -0.0, -0.0),
    ("cbrt", -27, -3),
    ("cbrt", -np.inf, -np.inf),
]


@pytest.mark.parametrize("letter", "fd")
def test_squares_are_products(device, letter):
    """To the last bit, whether all exponents are 2 or some; no flags of the others."""
    rng = np.random.default_rng(4)
    x = (rng.normal(size=5000) * 10.0 ** rng.integers(-9, 9, 5000)).astype(letter)
    x[:5] = [np.inf, -np.inf, 0, -0.0, np.finfo(letter).tiny]
    for n in (5000, 7, 1):
        for two in (2, 2.0, np.full(n, 2, letter)):
            given = tn.asarray(two) if isinstance(two, np.ndarray) else two
            got = tn.power(tn.asarray(x[:n]), given)
            same_bits(x[:n] * x[:n], host(got), f"{n} {type(two)}")
    y = np.where(np.arange(5000) % 3, 2.0, 0.5).astype(letter)
    got = host(tn.power(tn.asarray(abs(x)), tn.asarray(y)))
    same_bits((x * x)[y == 2], got[y == 2], "mixed exponents")
    great = np.full(100, np.finfo(letter).max / 4, letter)
    with np.errstate(over="raise"):
        tn.power(tn.asarray(great), tn.asarray(np.full(100, 0.5, letter))).sum().item()


def test_exact_results(device):
    if device != "cpu":
        pytest.skip("CUDA's log2 and pow miss whole numbers by an ulp")
    exponents = np.arange(-1074.0, 1024)
    powers = np.ldexp(1.0, exponents.astype(int))
    np.testing.assert_array_equal(host(tn.exp2(tn.asarray(exponents))), powers)
    np.testing.assert_array_equal(host(tn.log2(tn.asarray(powers))), exponents)
    tens = np.array([float(f"1e{i}") for i in range(23)])
    np.testing.assert_array_equal(host(tn.log10(tn.asarray(tens))), np.arange(23))
    whole = np.arange(1.0, 2000)
    np.testing.assert_array_equal(host(tn.cbrt(tn.asarray(whole**3))), whole)
    for n in range(5):
        expected = [float(int(x) ** n) for x in whole]
        np.testing.assert_array_equal(host(tn.power(tn.asarray(whole), n)), expected)
    small = 2.0 ** np.arange(-149, 128)
    got = host(tn.log2(tn.asarray(small.astype("f"))))
    np.testing.assert_array_equal(got, np.arange(-149, 128))
    got = host(tn.log10(tn.asarray(tens[:11].astype("f"))))
    np.testing.assert_array_equal(got, np.arange(11))
    for letter in "fd":
        for name, x, expected in EXACT:
            got = getattr(tn, name)(tn.full(9, x, letter))
            exact = np.full(9, np.asarray(expected, letter))
            same_bits(exact, got, f"{name}({x})")
        got = tn.hypot(tn.asarray([3, 5, 8], letter), tn.asarray([4, 12, 15], letter))
        assert got.tolist() == [5, 13, 17]
        whole = np.arange(1, 101).astype(letter)
        cubes = tn.asarray(whole * whole * whole)
        np.testing.assert_array_equal(host(tn.cbrt(cubes)), whole)


def test_far_turns():
    """Arguments near and far, whose quarter turns are taken off exactly."""
    for name, x, expected in [
        ("sin", np.pi, 1.2246467991473532e-16),
        ("sin", 1e22, -0.8522008497671888),
        ("cos", -1e22, 0.523214785395139),
        ("cos", np.pi / 2, 6.123233995736766e-17),
        ("tan", np.pi / 2, 16331239353195370),
        ("sin", 2.0**30 * np.pi, -1.314954487872237e-07),
    ]:
        args = tn.asarray(np.full(9, x), device="cpu")
        assert getattr(tn, name)(args).tolist() == [expected] * 9, name


def test_hypot_is_rounded_once():
    """Nearly always: of small whole numbers, to the nearest number."""
    if not takes_vectors(next(r for r in ROWS if r.name == "hypot"), "d"):
        pytest.skip("libm's hypot is not rounded once")
    whole = np.arange(1.0, 200)
    exact = np.array(
        [
            [(Decimal(x) ** 2 + Decimal(y) ** 2).sqrt() for y in range(1, 200)]
            for x in range(1, 200)
        ]
    )
    for scale in (1.0, 2.0**-1060, 2.0**1010):
        legs = tn.asarray(whole * scale, device="cpu")
        got = tn.hypot(legs, legs[:, None])
        np.testing.assert_array_equal(host(got), exact.astype(float) * scale)
    for x, y in [(np.inf, np.nan), (np.nan, -np.inf), (np.inf, 1), (-np.inf, np.inf)]:
        legs = (tn.asarray(np.full(9, leg), device="cpu") for leg in (x, y))
        assert tn.hypot(*legs).tolist() == [np.inf] * 9


def test_without_vector_functions():
    """Other last digits at most, and all promises kept."""
    code = """
import test_vector_math as t
for row in t.ROUNDED:
    t.test_bits_do_not_depend_on_the_place("cpu", row)
    for letter in "fd":
        if row.name != "absolute" and letter * row.nin + "->" + letter in row.loops:
            t.check_accuracy(row, letter, 2000)
for row in t.REMAINDERS:
    t.test_remainders_are_exact("cpu", row, "d")
t.test_exact_results("cpu")
print("done")
"""
    path = os.pathsep.join(
        [os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")]
    )
    settings = {"PYTHONPATH": path, "TENORITE_DEVICE": "cpu"}
    assert in_python(code, TENORITE_VECTOR_MATH="off", **settings) == "done"

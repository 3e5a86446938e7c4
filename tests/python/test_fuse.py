# SPDX-License-Identifier: Apache-2.0
"""fuse: functions of arrays in groups of their own, with the bits of plain calls."""

import copy
import math

import numpy as np
import pytest
import tenorite
from support.fusion_modes import fusion
from support.helpers import DTYPES, equal_bits, host, outcome, values
from support.layouts import LAYOUTS
from support.random_functions import make_function, random_text
from support.samples import special
from tenorite import fuse


def same_calls(function, *args, times=2):
    """fuse(function) does what the plain call does, in-place changes included."""
    quick = fuse(function)
    for _ in range(times):
        ours, plain = copy.deepcopy(args), copy.deepcopy(args)
        expected, error = outcome(lambda plain=plain: function(*plain))
        got, own_error = outcome(lambda ours=ours: quick(*ours))
        if error is not None:
            assert type(own_error) is type(error), f"{own_error!r}, not {error!r}"
            assert str(own_error) == str(error)
            return quick
        assert own_error is None, repr(own_error)
        same_results(got, expected)
        same_results(list(ours), list(plain))
    return quick


def same_results(got, expected):
    assert type(got) is type(expected)
    if isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            same_results(g, e)
    elif isinstance(expected, tenorite.ndarray):
        equal_bits(got, expected)
        assert got.strides == expected.strides
    else:
        assert got == expected or (got != got and expected != expected)


def array(shape, letter, seed=0):
    return tenorite.asarray(values(shape, letter, seed))


# ---- expressions ----


def _chain(x, y):
    return (x * 2 + y) * (x - y) / 3 + 1


def _functions(x, y):
    return tenorite.exp(tenorite.sin(x) * 0.5 + tenorite.cos(y)), abs(x) + -y


def _where(x, y):
    return (
        tenorite.where(x > y, x, y + 1),
        tenorite.clip(x, -1, y),
        tenorite.maximum(x, y),
    )


def _compare(x, y):
    return (x > 0) & (y <= 1) | (x == y), ~(x != y)


def _divide(x, y):
    q, r = divmod(x, y)
    return x // y + x % y, q - r


def _powers(x, y):
    return x**2, x**1, abs(x) ** 0.5, x**3 + y


def _round(x, y):
    return x.round(1), tenorite.rint(y), tenorite.floor(x) + tenorite.fix(y)


def _cast(x, y):
    return x.astype("f4") * 2, (y.astype(np.int16) + 1).astype("d"), x.conj() + y


EXPRESSIONS = [
    (_chain, "bBhHiIlLefdFD"),
    (_functions, "biefd"),
    (_where, "biLefdFD"),
    (_compare, "bLefd"),
    (_divide, "bBiLefd"),
    (_powers, "iefdFD"),
    (_round, "efd"),
    (_cast, "?ifd"),
]


@pytest.mark.parametrize(
    "function, letter",
    [(f, c) for f, letters in EXPRESSIONS for c in letters],
    ids=[f"{f.__name__[1:]}-{c}" for f, letters in EXPRESSIONS for c in letters],
)
def test_expressions(function, letter, device):
    some = special(letter)
    x, y = np.meshgrid(some[:30], some[-30:])
    same_calls(function, tenorite.asarray(x), tenorite.asarray(y))


@pytest.mark.parametrize("seed", range(40))
def test_random_functions(seed, device):
    rng = np.random.default_rng(1000 + seed)
    text = random_text(rng, statements=4)
    function = make_function("f", text, {"np": tenorite})
    letters = rng.choice(list(DTYPES), 3)
    shapes = [(3, 20), (20,), (3, 1)]
    rng.shuffle(shapes)
    args = [
        array(s, c, k) for k, (s, c) in enumerate(zip(shapes, letters, strict=True))
    ]
    same_calls(function, *args, times=1)


@pytest.mark.parametrize("one", LAYOUTS)
@pytest.mark.parametrize("other", ["C", "F", "strided", "row"])
def test_memory_order(one, other, device):
    def f(x, y):
        z = x + y
        return z * 2, x.astype("i4"), tenorite.sqrt(abs(z)).sum(axis=0), x > 1

    x, y = array((6, 8), "f"), array((6, 8), "f", 1)
    args = LAYOUTS[one](tenorite, x), LAYOUTS[other](tenorite, y)
    quick = fuse(f)
    same_results(quick(*args), f(*args))


def test_three_axes(device):
    def f(x, y, z):
        return x + y * z, (x - z) * 2

    x = array((3, 4, 5), "f").transpose(2, 0, 1)
    y = array((3, 1), "d")
    z = array((5, 3, 4), "f", 2)[::-1]
    quick = fuse(f)
    same_results(quick(x, y, z), f(x, y, z))


# ---- reductions ----


def _softmax(x):
    e = tenorite.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _standardise(x):
    return (x - x.mean(axis=0)) / (x.std(axis=0) + 1e-3)


def _norm(x):
    return tenorite.sqrt((x * x).sum())


def _several(x):
    y = x * 2
    return (
        y.min(),
        tenorite.max(y, axis=1),
        (y > 1).any(axis=0),
        (y != y).all(),
        y.prod(),
    )


def _indices(x):
    return (x * x).argmax(axis=1), tenorite.argmin(abs(x))


def _variance(x):
    return (x + 1).var(axis=0, ddof=1), tenorite.std(x, axis=(0, 1)), x.ptp()


@pytest.mark.parametrize(
    "function", [_softmax, _standardise, _norm, _several, _indices]
)
@pytest.mark.parametrize("letter", "ifde")
def test_reductions(function, letter, device):
    same_calls(function, array((33, 65), letter))


def test_more_reductions(device):
    same_calls(_variance, array((33, 65), "d"))
    same_calls(lambda x: x.sum(axis=5), array((3, 4), "d"))
    same_calls(lambda x: tenorite.sum(x + 1, dtype="f4"), array((3, 4), "i"))
    same_calls(lambda x: x.sum(0), array((6, 4), "f")[:, ::2])
    same_calls(
        lambda x: (x + 1).sum(0), tenorite.asarray(values((6, 4), "f"), order="F")
    )


# ---- in place ----


def _in_place(x, y):
    x += y
    x *= 2
    return x.sum()


def _both(x, y):
    x, y = x + 1, y
    y -= x
    x += y
    return x, y


def _late_read(x, y):
    old = x * 1
    x += y
    return old - x, x * y


def _fills(x, y):
    x[...] = 1.5
    y[:] = x
    return x + y


def _out(x, y):
    tenorite.multiply(x, y, out=x)
    tenorite.add(x, 1, x)


def _mean_after(x, y):
    m = x.mean()
    x -= m
    y += x.mean()


IN_PLACE = [_in_place, _both, _late_read, _fills, _out, _mean_after]


@pytest.mark.parametrize("function", IN_PLACE, ids=[f.__name__[1:] for f in IN_PLACE])
@pytest.mark.parametrize("letters", ["ff", "df", "ei", "FF"])
def test_in_place(function, letters, device):
    x, y = (array((5, 7), c, k) for k, c in enumerate(letters))
    same_calls(function, x, y)


def test_in_place_of_other_dtypes_raises(device):
    same_calls(_in_place, array(4, "i"), array(4, "d"))
    x = array(4, "f")
    x.flags.writeable = False
    quick = fuse(_in_place)
    with pytest.raises(ValueError, match="read-only"):
        quick(x, array(4, "f"))


def test_arguments_that_share_memory(device):
    def f(x, y):
        x += 1
        y *= x
        return x - y

    buffer = values(9, "f")
    for cut in (
        lambda b: (b, b),
        lambda b: (b[1:], b[:-1]),
        lambda b: (b[:4], b[5:9]),
        lambda b: (b[:4], b[:4]),
        lambda b: (b[::2], b[::2][::-1]),
    ):
        one, two = tenorite.asarray(buffer), tenorite.asarray(buffer)
        expected = f(*cut(one))
        quick = fuse(f)
        same_results(quick(*cut(two)), expected)
        equal_bits(two, one)


def test_argument_is_the_result(device):
    @fuse
    def f(x, y):
        x += y
        return x, y

    x, y = array(4, "f"), array(4, "f", 1)
    for _ in range(2):
        a, b = f(x, y)
        assert a is x
        assert b is y
    g = fuse(lambda x: [x, (x, 3, None), "text"])
    assert g(x)[1][0] is x


# ---- numbers among the arguments ----


def test_numbers_are_no_constants(device):
    f = fuse(lambda x, a, b: x * a + (a * 2 - b) * x)
    x = array(50, "f")
    f(x, 0.5, 1)
    compiled = tenorite.kernel_cache.info().compiled
    for a, b in ((0.25, 2), (1e-3, -7), (math.inf, 0), (2.0, 10**12)):
        got = f(x, a, b)
        assert tenorite.kernel_cache.info().compiled == compiled
        equal_bits(got, f.function(x, a, b))
    for a, b in ((3, 1), (np.float32(1.5), 2), (np.float64(0.1), 2), (True, 1j)):
        equal_bits(f(x, a, b), f.function(x, a, b))


def test_integers_keep_their_value(device):
    x = array(20, "b")
    for function in (lambda x, n: x + n, lambda x, n: x < n, lambda x, n: x / n):
        for n in (1, 127, 128, -300, 10**30, 2**63, 0):
            same_calls(function, x, n, times=1)
        f = fuse(function)
        f(x, 5)
        for n in (128, 10**30, -5):
            expected, error = outcome(lambda n=n, f=f: f.function(x, n))
            got, own = outcome(lambda n=n, f=f: f(x, n))
            if error is None:
                equal_bits(got, expected)
            else:
                assert str(own) == str(error)


def test_numbers_that_are_looked_at(device):
    @fuse
    def f(x, n, flag):
        if flag:
            x = x + 1
        for _ in range(n):
            x = x * 2
        return x if n > 2 else -x, math.sqrt(n) * x

    x = array(5, "f")
    for n, flag in ((1, True), (3, True), (3, False), (1, True)):
        same_results(f(x, n, flag), f.function(x, n, flag))


def test_exponents(device):
    f = fuse(lambda x, n: x**n)
    x = abs(array(20, "f")) + 1
    for n in (2, 0.5, 3, -1, 1, 2.5, 0):
        equal_bits(f(x, n), x**n)


def test_negative_power_of_integers(device):
    f = fuse(lambda x, y: x**y + 1)
    x, y = tenorite.asarray([2, 3]), tenorite.asarray([2, 1])
    equal_bits(f(x, y), x**y + 1)
    with pytest.raises(ValueError, match="Integers to negative integer powers"):
        f(x, -y).get()
        x.get()


# ---- decisions, views, and what is no group ----


def _decides(x):
    return x + 1 if x.sum() > 0 else x - 1


def _indexes(x):
    return x[1:] - x[:-1]


def _product(x):
    return (x * 2) @ x


def _reshapes(x):
    return (x + 1).reshape(-1, 1)


def _prints(x):
    return f"{x}"


def _scans(x):
    return tenorite.cumsum(x) + 1


def _makes(x):
    return x + tenorite.arange(x.size)


def _masks(x):
    x[x > 0] = 0
    return x


PLAIN = [_decides, _indexes, _product, _reshapes, _prints, _scans, _makes, _masks]


@pytest.mark.parametrize("function", PLAIN, ids=[f.__name__[1:] for f in PLAIN])
def test_plain_calls(function, device):
    same_calls(function, array(9, "d"))


def test_errors_are_the_functions_own(device):
    def f(x, y):
        return x + y

    same_calls(f, array(3, "f"), array(4, "f"))
    same_calls(lambda x: x - x, array(3, "?"))
    same_calls(lambda x: x.nothing, array(3, "f"))
    same_calls(lambda x: x + "a", array(3, "f"))
    with pytest.raises(TypeError, match="positional argument"):
        fuse(f)(array(3, "f"))
    if device != "cpu":
        with pytest.raises(TypeError, match="cannot be mixed|NumPy array"):
            fuse(f)(array(3, "f"), values(3, "f"))


def test_no_array_no_kernel():
    calls = []

    @fuse
    def f(x, y):
        calls.append(x)
        return x + y

    assert f(1, 2) == 3
    assert f(np.float32(1), 2) == 3
    assert len(calls) == 2


def test_empty_arrays(device):
    same_calls(lambda x: x * 2 + 1, tenorite.asarray(np.empty((0, 3), "f")))


# ---- what a function takes from outside ----

SCALE = 2


def test_changed_globals(device):
    global SCALE
    f = fuse(lambda x: x * SCALE + 1)
    x = array(5, "f")
    equal_bits(f(x), x * 2 + 1)
    try:
        SCALE = 3
        equal_bits(f(x), x * 3 + 1)
    finally:
        SCALE = 2


def _uses_scale(x):
    return x * SCALE


def test_changed_globals_of_callees(device):
    global SCALE
    f = fuse(lambda x: _uses_scale(x) - 1)
    x = array(5, "f")
    equal_bits(f(x), x * 2 - 1)
    try:
        SCALE = 4
        equal_bits(f(x), x * 4 - 1)
    finally:
        SCALE = 2


def test_changed_closures(device):
    factor = 2
    state = {"factor": 1}
    f = fuse(lambda x: x * factor + 1)
    g = fuse(lambda x: x * state["factor"])
    x = array(5, "f")
    equal_bits(f(x), x * 2 + 1)
    equal_bits(g(x), x)
    factor = 5
    state["factor"] = 6
    equal_bits(f(x), x * 5 + 1)
    equal_bits(g(x), x * 6)


def test_arrays_from_outside(device):
    weights = array(5, "f", 3)
    f = fuse(lambda x: x * weights)
    x = array(5, "f")
    equal_bits(f(x), x * weights)
    weights += 1
    equal_bits(f(x), x * weights)


# ---- the decorator ----


def test_forms(device):
    @fuse
    def one(x):
        """Doc."""
        return x + 1

    @fuse()
    def two(x):
        return x + 2

    @fuse(kernel_name="third")
    def three(x, *, y=3):
        return x + y

    x = array(4, "f")
    equal_bits(one(x), x + 1)
    equal_bits(two(x), x + 2)
    equal_bits(three(x), x + 3)
    equal_bits(three(x, y=4), x + 4)
    equal_bits(one(x=x), x + 1)
    assert one.__doc__ == "Doc."
    assert one.__name__ == "one"
    with pytest.raises(TypeError, match="kernel_name"):
        fuse(name="x")


def test_fused_functions_call_each_other(device):
    inner = fuse(lambda x: tenorite.floor(x) * 2)
    same_calls(lambda x: inner(x) + 1, array(9, "d"))


def test_numpys_functions(device):
    def f(x):
        return np.floor(x) + np.where(x > 1, x, 0) - np.sum(x, axis=0) + np.abs(x)

    same_calls(f, array((3, 4), "f"))


# ---- what runs together ----


def groups(p):
    """(tier, number of operations) of each group of a profile."""
    return [(group.tier, group.instructions) for group in p.groups]


@pytest.mark.parametrize("mode", ["auto", "wait", "check"])
def test_one_kernel_for_a_chain(device, mode):
    """Of the first call too: it waits for a compiler."""
    f = fuse(lambda x, y: (x * 2 + y, (x - y) * 3))
    x, y = array(30, "f"), array(30, "f", 1)
    with fusion(mode):
        for _ in range(2):
            with tenorite.profile() as p:
                one, two = f(x, y)
            assert groups(p) == [("fused", 4)]
            f.clear_cache()
    equal_bits(one, x * 2 + y)
    equal_bits(two, (x - y) * 3)


@pytest.mark.parametrize("mode, ran", [("off", []), ("tier0", [("tier0", 1)] * 2)])
def test_modes_in_which_nothing_is_fused(device, mode, ran):
    f = fuse(lambda x: x * 2 + 1)
    x = array(30, "f")
    with fusion(mode), tenorite.profile() as p:
        y = f(x)
    assert groups(p) == ran
    equal_bits(y, x * 2 + 1)


def test_groups_of_its_own(device):
    """Neither what comes before nor what comes after."""
    inner = fuse(lambda x: x * 2 + 1)
    outer = fuse(lambda x: inner(x - 1) * inner(x))
    x = array(30, "f")
    with fusion("wait"), tenorite.profile() as p:
        y = x + 1
        z = outer(y)
        w = z - y
        w.get()
    assert groups(p) == [("tier0", 1), ("fused", 6), ("tier0", 1)]
    assert [flush.reason for flush in p.flushes[:2]] == ["fuse", "fuse"]
    plain = (x + 1 - 1) * 2 + 1, (x + 1) * 2 + 1
    equal_bits(z, plain[0] * plain[1])
    equal_bits(w, plain[0] * plain[1] - (x + 1))


def test_values_are_looked_at_on_the_way(device):
    @fuse
    def f(x):
        y = x * 2 + 1
        return y / y.sum().item()

    x = abs(array(30, "d"))
    with fusion("wait"), tenorite.profile() as p:
        y = f(x)
    assert [tier for tier, _ in groups(p)].count("fused") == 1
    equal_bits(y, (x * 2 + 1) / (x * 2 + 1).sum().item())


def test_every_call_is_a_call(device):
    calls = []

    @fuse
    def f(x):
        calls.append(len(calls))
        return x * calls[-1]

    x = array(5, "d")
    for n in range(3):
        equal_bits(f(x), x * n)
    assert calls == [0, 1, 2]


def test_exceptions_on_the_way(device):
    """What was done before them is done."""

    @fuse
    def f(x):
        x += 1
        raise KeyError("own")

    x = array(5, "d")
    expected = x + 1
    for _ in range(3):
        with pytest.raises(KeyError, match="own"):
            f(x)
        equal_bits(x, expected)
        expected = x + 1
    assert fuse(lambda x: x * 0)(x).tolist() == [0] * 5


def test_hosts_of_results(device):
    f = fuse(lambda x: x + 1)
    assert str(f(array(3, "f")).device) == device
    assert host(f(array(3, "f"))).shape == (3,)

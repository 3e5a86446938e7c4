# SPDX-License-Identifier: Apache-2.0
"""Random numbers that are NumPy's on request: every method of both classes, bit for bit."""

import copy
import fractions
import gc
import pickle
import threading

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    equal_bits,
    host,
    in_python,
    on_device,
    outcome,
    same_error,
)
from tenorite.random import _numpys

GENERATORS = ("PCG64", "PCG64DXSM", "Philox", "MT19937", "SFC64")
SIZES = (None, (), 0, 5, (2, 3), np.int64(4))
ONE = np.array([0.5, 2.5, 1.0])
TWO = np.array([[1.5], [0.75]])
WHOLE = np.array([3, 8, 1])
SHARE = np.array([0.25, 0.5, 0.9])

#: Parameters of the methods that take `size` after them.
PARAMETERS = {
    "beta": [(1.5, 0.5), (ONE, 2), (ONE, TWO), (0.1, 0.2)],
    "binomial": [(7, 0.5), (WHOLE, SHARE), (100, 0.01), (10**6, 0.4)],
    "chisquare": [(3,), (ONE,)],
    "dirichlet": [([2.0, 3.0],), (ONE,), ([0.01, 0.02],)],
    "exponential": [(), (2.5,), (ONE,)],
    "f": [(2, 3), (ONE, TWO)],
    "gamma": [(2.5,), (0.3, 2), (ONE, TWO)],
    "geometric": [(0.3,), (SHARE,)],
    "gumbel": [(), (1, 2), (ONE, TWO)],
    "hypergeometric": [(5, 4, 3), (WHOLE, 7, WHOLE), (500, 600, 300)],
    "integers": [(7,), (-5, 9), (0, 2**40), (WHOLE, 20), (WHOLE,), (0, WHOLE)],
    "laplace": [(), (1, 2), (ONE, TWO)],
    "logistic": [(), (1, 2), (ONE, TWO)],
    "lognormal": [(), (1, 2), (ONE, TWO)],
    "logseries": [(0.5,), (SHARE,)],
    "multinomial": [(9, [0.2, 0.3, 0.5]), (WHOLE, SHARE / SHARE.sum())],
    "multivariate_hypergeometric": [([5, 4, 3], 6), (WHOLE, 4)],
    "multivariate_normal": [([0, 1], [[2, 0.5], [0.5, 1]]), (ONE, np.eye(3))],
    "negative_binomial": [(3, 0.5), (WHOLE, SHARE)],
    "noncentral_chisquare": [(3, 2), (ONE, TWO)],
    "noncentral_f": [(3, 2, 1), (ONE, TWO, 0.5)],
    "normal": [(), (1, 2), (ONE, TWO), (ONE[:, None], [1.0, 2.0])],
    "pareto": [(3,), (ONE,)],
    "poisson": [(), (0.5,), (300.0,), (ONE,)],
    "power": [(3,), (ONE,)],
    "rayleigh": [(), (ONE,)],
    "standard_cauchy": [()],
    "standard_exponential": [()],
    "standard_gamma": [(2.5,), (0.3,), (ONE,)],
    "standard_normal": [()],
    "standard_t": [(3,), (ONE,)],
    "triangular": [(0, 1, 3), (0, ONE, 3)],
    "uniform": [(), (2, 5), (ONE, 7), (TWO, ONE + 4)],
    "vonmises": [(0, 1), (ONE, TWO)],
    "wald": [(3, 2), (ONE, TWO)],
    "weibull": [(3,), (ONE,)],
    "zipf": [(3,), (ONE + 1.5,)],
    "random": [()],
    "random_sample": [()],
    "randint": [(7,), (-5, 9), (0, 2**40), (WHOLE, 20), (WHOLE,)],
    "tomaxint": [()],
}
TABLE = np.arange(24.0).reshape(4, 6)
STEPS = TABLE[::2, ::-1]
NAMES = ["left", "right", "up"]
SHARES = [fractions.Fraction(1, n) for n in (2, 3, 5)]

#: Other calls: arguments and keywords.
CALLS = {
    "bytes": [((0,), {}), ((7,), {}), ((1000,), {})],
    "choice": [
        ((a, size, replace), {})
        for a in (9, 20_000, WHOLE, [5, 6, 7], NAMES, SHARES)
        for size in (None, (), 2, (2, 1))
        for replace in (True, False)
    ]
    + [((3, size), {"p": SHARE / SHARE.sum()}) for size in (None, 5)]
    + [((WHOLE, 2, False), {"p": [0.2, 0.3, 0.5]})],
    "permutation": [((x,), {}) for x in (0, 7, np.int8(4), [3, 1, 2], NAMES, TABLE)],
    "random_integers": [((5,), {}), ((-3, 5), {}), ((-3, 5, 4), {})],
    "randint": [
        ((2,), {"dtype": d, "size": s}) for d in "?bBhHiIlL" for s in (None, 9)
    ],
    "rand": [(args, {}) for args in ((), (3,), (2, 3), (0,))],
    "randn": [(args, {}) for args in ((), (3,), (2, 3), (0,))],
}
#: Those of Generator alone.
NEW_CALLS = {
    "choice": [
        ((TABLE, size, replace, None, axis, shuffle), {})
        for size in (None, 3, (2, 2))
        for replace in (True, False)
        for axis in (0, 1)
        for shuffle in (True, False)
        if np.prod(size or 1) <= 4
    ],
    "integers": [
        ((0, 1 if endpoint else 2, size, dtype, endpoint), {})
        for dtype in (*"?bBhHiIlLq", int, bool, np.uint16)
        for endpoint in (False, True)
        for size in (None, 9)
    ],
    "permutation": [((x, axis), {}) for x in (TABLE, STEPS) for axis in (0, 1, -1)],
    "permuted": [
        ((x,), {"axis": axis}) for x in (TABLE, STEPS, [3, 1]) for axis in (None, 0, -1)
    ],
    "multivariate_hypergeometric": [(([5, 4, 3], 6, 4, "count"), {})],
    "multivariate_normal": [
        (([0, 1], [[2, 0.5], [0.5, 1]], 3), {"method": m}) for m in ("eigh", "cholesky")
    ],
    "random": [((s, d), {}) for s in (None, 5, (2, 3)) for d in "fd"],
    "standard_exponential": [
        ((s, d, m), {}) for s in (None, 5) for d in "fd" for m in ("zig", "inv")
    ],
    "standard_gamma": [((a, 3, d), {}) for a in (0.5, 2, ONE) for d in "fd"],
    "standard_normal": [((s, d), {}) for s in (None, 5, (2, 3)) for d in "fd"],
}
#: Methods that are tested by themselves.
OTHERS = {"bit_generator", "spawn", "shuffle", "seed", "get_state", "set_state"}


def names(kind):
    return sorted(x for x in dir(kind) if not x.startswith("_") and x not in OTHERS)


METHODS = [
    (kind, name)
    for kind in ("Generator", "RandomState")
    for name in names(getattr(np.random, kind))
]
by_method = pytest.mark.parametrize("kind, name", METHODS, ids=map("-".join, METHODS))
deprecated = pytest.mark.filterwarnings("ignore:This function is deprecated")


@pytest.fixture(params=["shared", "copied"])
def memory(request, monkeypatch):
    """With the memory of the CPU device, and as if NumPy did not see it."""
    if request.param == "copied":
        monkeypatch.setattr(_numpys, "is_host", lambda device: False)


def sized(args, size):
    """A size that the parameters broadcast to."""
    shape = np.broadcast_shapes(*map(np.shape, args))
    return size if not shape or size is None else (2, *shape)


def calls(kind, name):
    """(args, kwargs) of a method."""
    found = []
    for args in PARAMETERS.get(name, ()):
        arrays = name == "multinomial" and isinstance(args[0], np.ndarray)
        if arrays and kind == "RandomState":
            continue
        for size in SIZES:
            if arrays:
                size = None if size is None else (2, 3)
            elif "multi" not in name and name != "dirichlet":
                size = sized(args, size)
            found.append((args, {"size": size}))
    found += CALLS.get(name, ())
    return found + (NEW_CALLS.get(name, []) if kind == "Generator" else [])


def state(x):
    return _comparable(x._bit_generator.state)


def _comparable(x):
    """Of a state: its text, but for the bytes of arrays, whose texts take long."""
    if isinstance(x, dict):
        return [(key, _comparable(value)) for key, value in x.items()]
    return (x.dtype, x.tobytes()) if isinstance(x, np.ndarray) else repr(x)


def pair(kind="PCG64", seed=7):
    """NumPy's generator and ours over the same bit generator."""
    ours, theirs = (getattr(xp.random, kind)(seed) for xp in (tn, np))
    return (
        tn.random.Generator(ours, numbers="numpy"),
        np.random.Generator(theirs),
    )


def same_numbers(ours, theirs, name, args, kwargs, device):
    expected = getattr(theirs, name)(*args, **kwargs)
    own = {key: on_device(x, device) for key, x in kwargs.items()}
    got = getattr(ours, name)(*on_device(args, device), **own)
    where = f"{name}{args} {kwargs}"
    if isinstance(expected, np.ndarray) and expected.dtype.kind in "biuf":
        assert isinstance(got, tn.ndarray), f"{where}: {type(got)}"
        assert got.device == tn.Device(device), where
        equal_bits(got, expected, where)
    check(expected, got, order=False, where=where)
    assert state(ours) == state(theirs), where


@deprecated
@by_method
def test_numbers(device, memory, kind, name):
    if kind == "RandomState":
        pairs = [(tn.random.RandomState(7, numbers="numpy"), np.random.RandomState(7))]
    else:
        some = ("PCG64", "SFC64") if name in CALLS else GENERATORS
        pairs = [pair(bit_generator) for bit_generator in some]
    assert calls(kind, name)
    for ours, theirs in pairs:
        for args, kwargs in calls(kind, name):
            same_numbers(ours, theirs, name, args, kwargs, device)


def described(x):
    """What a result is, whatever its numbers."""
    if isinstance(x, tn.ndarray):
        return type(x), x.device, x.dtype, x.shape
    if isinstance(x, np.generic):
        return np.generic, x.dtype if x.dtype.kind in "biuf" else x.dtype.kind
    return type(x), *((x.dtype.kind, x.shape) if hasattr(x, "dtype") else ())


@deprecated
@by_method
def test_results_are_what_they_are_with_fast_numbers(device, kind, name):
    if kind == "RandomState":
        fast, numpys = (tn.random.RandomState(3, None, n) for n in ("fast", "numpy"))
    else:
        fast, numpys = (tn.random.default_rng(3, None, n) for n in ("fast", "numpy"))
    for args, kwargs in calls(kind, name):
        args = on_device(args, device)
        expected = getattr(fast, name)(*args, **kwargs)
        got = getattr(numpys, name)(*args, **kwargs)
        assert described(got) == described(expected), (name, args, kwargs)


def test_signatures_and_types(device):
    rng = tn.random.default_rng(1, numbers="numpy")
    assert isinstance(rng, tn.random.Generator)
    assert repr(rng).startswith("Generator(PCG64) at 0x")
    rs = tn.random.RandomState(1, numbers="numpy")
    assert isinstance(rs, tn.random.RandomState) and str(rs) == "RandomState(MT19937)"
    for kind in GENERATORS:
        bit_generator = getattr(tn.random, kind)(1)
        assert isinstance(bit_generator, tn.random.BitGenerator)
        assert isinstance(bit_generator, np.random.BitGenerator)
        assert type(bit_generator).__name__ == kind
        words = bit_generator.random_raw((2, 3))
        assert words.device == tn.Device(device)
        equal_bits(words, getattr(np.random, kind)(1).random_raw((2, 3)))
        assert bit_generator.random_raw(3, output=False) is None


# ---- arrays that are written ----


@pytest.mark.parametrize(
    "name", ["random", "standard_normal", "standard_exponential", "standard_gamma"]
)
def test_out(device, memory, name):
    ours, theirs = pair()
    args = (2.5,) if name == "standard_gamma" else ()
    makers = [lambda xp, d: xp.zeros((3, 5), d), lambda xp, d: xp.zeros(20, d)[4:11]]
    if name != "standard_gamma":  # which takes C order alone
        makers.append(lambda xp, d: xp.zeros((3, 5), d, order="F"))
    for dtype in "fd":
        for make in [
            *makers,
            lambda xp, d: xp.zeros((), d),
            lambda xp, d: xp.zeros(0, d),
        ]:
            x, y = make(np, dtype), make(tn, dtype)
            getattr(theirs, name)(*args, dtype=dtype, out=x)
            assert getattr(ours, name)(*args, dtype=dtype, out=y) is y
            equal_bits(y, x)
            assert state(ours) == state(theirs)
    h = np.zeros(4)
    assert getattr(ours, name)(*args, out=h) is h
    equal_bits(h, getattr(theirs, name)(*args, size=4))
    if name == "standard_gamma":
        y = tn.zeros((2, 3))
        assert ours.standard_gamma(tn.asarray(ONE), out=y) is y
        equal_bits(y, theirs.standard_gamma(ONE, (2, 3)))


def orders(xp):
    """Arrays of several layouts, and the whole memory of each."""
    for make in (
        lambda a: a,
        lambda a: a.T,
        lambda a: a[::2],
        lambda a: a[:, ::-2],
        lambda a: a[0],
        lambda a: a[:, 1],
        lambda a: a[:0],
    ):
        whole = xp.arange(60).reshape(10, 6).astype("d")
        yield make(whole), whole


def test_permuted_out(device, memory):
    for axis in (None, 0, -1):
        ours, theirs = pair()
        for (x, whole), (y, own) in zip(orders(np), orders(tn), strict=True):
            theirs.permuted(x, axis=axis, out=x)
            assert ours.permuted(y, axis=axis, out=y) is y
            equal_bits(own, whole)
            out, into = np.zeros(x.shape, "d"), tn.zeros(x.shape, "d")
            theirs.permuted(x, axis=axis, out=out)
            assert ours.permuted(y, axis=axis, out=into) is into
            equal_bits(into, out)
            assert state(ours) == state(theirs)


@pytest.mark.parametrize("legacy", [False, True])
def test_shuffle(device, memory, legacy):
    ours, theirs = pair()
    if legacy:
        ours, theirs = (
            tn.random.RandomState(5, numbers="numpy"),
            np.random.RandomState(5),
        )
    for axis in (0,) if legacy else (0, -1):
        given = () if legacy else (axis,)
        for (x, whole), (y, own) in zip(orders(np), orders(tn), strict=True):
            assert theirs.shuffle(x, *given) is None
            assert ours.shuffle(y, *given) is None
            equal_bits(own, whole)
            assert state(ours) == state(theirs)
    items, copied = [*"abcdefgh"], [*"abcdefgh"]
    theirs.shuffle(items)
    ours.shuffle(copied)
    assert copied == items
    h, arrays = np.arange(9), [tn.asarray(n) for n in range(9)]
    ours.shuffle(arrays)
    theirs.shuffle(items := list(range(9)))
    assert all(isinstance(x, tn.ndarray) for x in arrays)
    assert [int(x) for x in arrays] == items
    ours.shuffle(h)
    theirs.shuffle(x := np.arange(9))
    equal_bits(h, x)


def test_shuffle_refuses(device, memory):
    def read_only(xp):
        x = xp.arange(3)
        x.flags.writeable = False
        return x

    for make in (read_only, lambda xp: xp.asarray(3)):
        same_error(lambda xp, make=make: pair()[xp is np].shuffle(make(xp)), device)
        same_error(
            lambda xp, make=make: pair()[xp is np].permuted(xp.zeros(3), out=make(xp)),
            device,
        )
    same_error(lambda xp: pair()[xp is np].shuffle(xp.zeros(3), 1), device)


def test_numbers_of_arrays_are_scalars(device, memory):
    """Where an argument is an array of ours the numbers are on its device, a GPU.

    On the CPU device they are NumPy's: Python's numbers, but items of arrays.
    """
    ours, theirs = pair()
    one = tn.asarray([0.5, 2.0])
    for name, args, given in (
        ("normal", (one[0], 2), (0.5, 2)),
        ("poisson", (one[1],), (2.0,)),
        ("integers", (tn.asarray(9),), (9,)),
        ("choice", (one,), (np.array([0.5, 2.0]),)),
        ("standard_gamma", (one.sum(),), (2.5,)),
    ):
        got, expected = getattr(ours, name)(*args), getattr(theirs, name)(*given)
        if _numpys.is_host(tn.Device(device)):
            assert type(got) == type(expected), name  # noqa: E721
            got = tn.asarray(got)
        assert isinstance(got, tn.ndarray) and got.device == tn.Device(device), name
        equal_bits(got, np.asarray(expected))
    # A size is no array among the arguments.
    size = tn.asarray([2, 3])
    assert type(ours.normal(size=size[0])) is tn.ndarray
    assert ours.normal(size=(size[0], size[1])).shape == (2, 3)
    assert ours.normal([one[0], one[1]], 1).shape == (2,)
    some = tn.random.default_rng(1, device="cpu", numbers="numpy")
    assert some.normal(size=3).device == tn.Device("cpu")
    assert some.normal(size=size[0]).device == tn.Device("cpu")
    assert some.normal(one).device == tn.Device(device)
    assert tn.random.RandomState(1, "cpu", "numpy").rand(size[0]).device == "cpu"
    if device != "cpu":
        with pytest.raises(ValueError, match="different devices"):
            ours.normal(one, tn.ones(2, device="cpu"))


def test_host_memory_is_shared():
    """On the CPU device neither results nor arguments are copied."""
    rng = tn.random.default_rng(1, device="cpu", numbers="numpy")
    x = tn.zeros(5, device="cpu")
    memory = np.asarray(x)
    rng.shuffle(x)
    rng.random(out=x)
    assert memory.all()
    y = rng.normal(size=1000)
    assert y.flags.writeable and y.flags.c_contiguous
    first = float(y[0])
    y += 1
    assert float(y[0]) == first + 1
    rng.normal(size=1000)
    assert float(y[0]) == first + 1


def test_recorded_operations_come_first(device, memory):
    """What was computed before from an array that is written, and what is after."""
    rng, theirs = pair()
    x, host_x = tn.arange(1000.0), np.arange(1000.0)
    for _ in range(3):
        before = x * 2 + 1
        x += 1
        rng.shuffle(x)
        after = x * 3
        wanted_before = host_x * 2 + 1
        host_x += 1
        theirs.shuffle(host_x)
        equal_bits(before, wanted_before)
        equal_bits(after, host_x * 3)
        drawn = x + rng.normal(size=1000)
        equal_bits(drawn, host_x + theirs.normal(size=1000))
        before = x * 2
        rng.random(out=x)
        equal_bits(before, host_x * 2)
        theirs.random(out=host_x)
        equal_bits(x, host_x)


# ---- seeds and states ----

SEEDS = [
    0,
    2**100 + 7,
    True,
    np.int8(3),
    [1, 2, 3],
    (5,),
    [2**40, 1],
    np.array([4, 5], "I"),
    np.array([4, 5], "b"),
]


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds(device, seed):
    seeds = [seed]
    if isinstance(seed, np.ndarray):
        seeds.append(tn.asarray(seed))
    theirs = np.random.default_rng(seed).normal(size=5)
    for own in seeds:
        equal_bits(tn.random.default_rng(own, None, "numpy").normal(size=5), theirs)
        for kind in GENERATORS:
            a, b = getattr(np.random, kind)(seed), getattr(tn.random, kind)(own)
            assert str(a.state) == str(b.state)
        expected, error = outcome(lambda: np.random.RandomState(seed).normal(size=5))
        got, own_error = outcome(
            lambda own=own: tn.random.RandomState(own, None, "numpy").normal(size=5)
        )
        assert (type(own_error), str(own_error)) == (type(error), str(error))
        if error is None:
            equal_bits(got, expected)


def test_bad_seeds(device):
    for seed in (tn.asarray(3), tn.asarray([3])[0]):
        for rng in (tn.random.default_rng(seed, None, "numpy"), tn.random.PCG64(seed)):
            assert state(tn.random.default_rng(rng)) == state(np.random.default_rng(3))
    for seed in (-1, 1.5, "a", [1.5], [-1], {}, 1j, [[1, 2], ["a"]]):
        same_error(
            lambda xp, seed=seed: xp.random.default_rng(
                seed, **({} if xp is np else {"numbers": "numpy"})
            ),
            device,
        )
    for seed in (-1, 2**32, 1.5, "a", [], [-1], [[1, 2], [3, 4]], {}, [2**32]):
        same_error(
            lambda xp, seed=seed: xp.random.RandomState(
                seed, **({} if xp is np else {"numbers": "numpy"})
            ),
            device,
        )


def test_generators_of_others(device):
    """What has a bit generator gives it, and the state is one."""
    for make in (
        lambda xp: np.random.default_rng(3),
        lambda xp: np.random.RandomState(3),
        lambda xp: np.random.PCG64(3),
        lambda xp: np.random.MT19937(3),
        lambda xp: xp.random.default_rng(3),
        lambda xp: xp.random.Philox(3),
        lambda xp: xp.random.SFC64(3),
        lambda xp: xp.random.RandomState(xp.random.PCG64(3)),
        lambda xp: np.random.SeedSequence(3),
    ):
        ours = tn.random.default_rng(make(tn), numbers="numpy")
        made = make(np)
        if isinstance(made, np.random.RandomState):  # NumPy takes it from 2.2 on
            made = made._bit_generator
        expected = np.random.default_rng(made).normal(size=5)
        equal_bits(ours.normal(size=5), expected)
    theirs = np.random.default_rng(3)
    ours = tn.random.default_rng(theirs)  # NumPy's numbers: it has no others
    assert ours.bit_generator is theirs.bit_generator
    numbers = np.concatenate([host(ours.normal(size=2)), theirs.normal(size=2)])
    equal_bits(numbers, np.random.default_rng(3).normal(size=4))
    assert tn.random.default_rng(ours) is ours
    assert tn.random.default_rng(ours, numbers="numpy") is ours


def test_one_bit_generator_for_all(device):
    """Fast numbers, NumPy's and NumPy's own Generator go on where others stopped."""
    for kind in ("PCG64", "PCG64DXSM", "Philox"):
        bit_generator, theirs = getattr(tn.random, kind)(3), getattr(np.random, kind)(3)
        fast = tn.random.Generator(bit_generator, numbers="fast")
        ours = tn.random.default_rng(fast, numbers="numpy")
        own = np.random.Generator(bit_generator)
        wanted = np.random.Generator(theirs)
        assert ours.bit_generator is fast.bit_generator is own.bit_generator
        for _ in range(3):
            for dtype in "fdf":
                equal_bits(fast.random(3, dtype), wanted.random(3, dtype))
                equal_bits(ours.random(3, dtype), wanted.random(3, dtype))
                equal_bits(own.random(3, dtype), wanted.random(3, dtype))
            equal_bits(ours.normal(size=5), wanted.normal(size=5))
            equal_bits(ours.integers(0, 9, 5), wanted.integers(0, 9, 5))
            equal_bits(own.permutation(9), wanted.permutation(9))
            equal_bits(bit_generator.random_raw(3), theirs.random_raw(3))
            for x in (bit_generator, theirs):
                x.advance(5)
            assert str(bit_generator.state) == str(theirs.state)
        legacy = np.random.RandomState(bit_generator)
        equal_bits(legacy.rand(3), np.random.RandomState(theirs).rand(3))


def test_generators_of_numpy_keep_ours():
    """The stream lives as long as anything that points to it, and stays in place."""
    own = np.random.Generator(tn.random.PCG64(3))
    capsule = tn.random.PCG64(3).capsule
    gc.collect()
    equal_bits(own.normal(size=1000), np.random.default_rng(3).normal(size=1000))
    del capsule
    copied = copy.deepcopy(own)  # by NumPy's way of pickling
    equal_bits(copied.normal(size=9), own.normal(size=9))
    bit_generator = tn.random.PCG64(1)
    own = np.random.Generator(bit_generator)
    bit_generator.__init__(3)
    equal_bits(own.normal(size=9), np.random.default_rng(3).normal(size=9))
    bit_generator.__setstate__(tn.random.PCG64(4).__getstate__())
    equal_bits(own.normal(size=9), np.random.default_rng(4).normal(size=9))


@pytest.mark.parametrize("kind", GENERATORS)
def test_states(device, kind):
    ours, theirs = pair(kind)
    for rng in (ours, theirs):
        rng.random(3, dtype="f")
    kept, theirs_kept = ours.bit_generator.state, theirs.bit_generator.state
    assert str(kept) == str(theirs_kept)
    expected = theirs.normal(size=9)
    equal_bits(ours.normal(size=9), expected)
    ours.bit_generator.state = theirs_kept
    equal_bits(ours.normal(size=9), expected)
    ours.bit_generator.state = kept
    theirs.bit_generator.state = kept
    for copied in (
        pickle.loads(pickle.dumps(ours)),
        copy.deepcopy(ours),
        pickle.loads(pickle.dumps(ours, 0)),
    ):
        assert type(copied) is type(ours)
        assert type(copied.bit_generator) is type(ours.bit_generator)
        assert copied.bit_generator is not ours.bit_generator
        equal_bits(copied.normal(size=9), expected)
    assert copy.copy(ours).bit_generator is ours.bit_generator
    if kind != "SFC64":
        a, b = (rng.bit_generator.jumped(2) for rng in (ours, theirs))
        assert type(a) is type(ours.bit_generator) and str(a.state) == str(b.state)
    for a, b in zip(ours.spawn(2), theirs.spawn(2), strict=True):
        assert type(a) is type(ours)
        assert type(a.bit_generator) is type(ours.bit_generator)
        equal_bits(a.normal(size=3), b.normal(size=3))
        (a,), (b,) = a.spawn(1), b.spawn(1)
        equal_bits(a.normal(size=3), b.normal(size=3))


def test_states_of_random_state(device):
    ours, theirs = tn.random.RandomState(5, numbers="numpy"), np.random.RandomState(5)
    for rs in (ours, theirs):
        rs.randn(3)  # one of a pair is kept
    for legacy in (True, False):
        assert str(ours.get_state(legacy)) == str(theirs.get_state(legacy))
    kept, copied = ours.get_state(), pickle.loads(pickle.dumps(ours))
    expected = theirs.randn(4)
    equal_bits(ours.randn(4), expected)
    ours.set_state(kept)
    equal_bits(ours.randn(4), expected)
    equal_bits(copied.randn(4), expected)
    other = tn.random.RandomState(tn.random.Philox(3), numbers="numpy")
    wanted = np.random.RandomState(np.random.Philox(3))
    equal_bits(other.randn(3), wanted.randn(3))
    equal_bits(pickle.loads(pickle.dumps(other)).randn(4), wanted.randn(4))
    for seed in (9, [1, 2], None):
        ours.seed(seed)
        theirs.seed(seed)
        if seed is not None:
            equal_bits(ours.rand(3), theirs.rand(3))
    for bad in ((), ("PCG64", 1, 2), {"bit_generator": "PCG64"}, 5):
        same_error(
            lambda xp, bad=bad: (ours if xp is tn else theirs).set_state(bad), device
        )


@pytest.mark.parametrize("kind", GENERATORS)
def test_libraries_that_draw_words(kind):
    """Through ctypes, as numba does."""
    ours, theirs = (getattr(xp.random, kind)(3) for xp in (tn, np))
    for name in ("next_uint64", "next_uint32", "next_double", "next_uint32"):
        a, b = (getattr(x.ctypes, name)(x.ctypes.state) for x in (ours, theirs))
        assert a == b
    assert str(ours.state) == str(theirs.state)


def test_several_calls_as_one(device):
    """A thread that holds the lock goes on drawing."""
    for numbers in ("fast", "numpy"):
        rng = tn.random.default_rng(3, numbers=numbers)
        lock = rng.bit_generator.lock
        with lock, rng.bit_generator.lock:
            rng.normal(size=3)
            rng.bit_generator.random_raw(3)
            rng.bit_generator.advance(3).state = rng.bit_generator.state
        rng.bit_generator.__init__(4)
        assert rng.bit_generator.lock is lock


def test_threads(device):
    ours = tn.random.default_rng(3, numbers="numpy")
    parts = [[] for _ in range(4)]

    def draw(part):
        for _ in range(50):
            part.append(host(ours.random(100)))

    threads = [threading.Thread(target=draw, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = np.random.default_rng(3).random((200, 100))
    got = np.array([x for part in parts for x in part])
    equal_bits(got[np.argsort(got[:, 0])], expected[np.argsort(expected[:, 0])])


# ---- the choice ----


def test_choice_of_numbers(device):
    wanted = np.random.default_rng(1).normal(size=4)
    fast = host(tn.random.default_rng(1).normal(size=4))
    assert not np.array_equal(fast, wanted)
    with tn.config.using(random="numpy"):
        assert tn.config.random == "numpy"
        rng = tn.random.default_rng(1)
        equal_bits(tn.random.default_rng(1, numbers="fast").normal(size=4), fast)
        equal_bits(tn.random.Generator(tn.random.PCG64(1)).normal(size=4), wanted)
        equal_bits(tn.random.RandomState(1).rand(4), np.random.RandomState(1).rand(4))
    assert tn.config.random == "fast"
    equal_bits(rng.normal(size=4), wanted)  # stays what it is
    equal_bits(tn.random.default_rng(1).normal(size=4), fast)
    for bad in ("numpys", "", 0, True):
        for call in (
            lambda b=bad: tn.random.default_rng(1, numbers=b),
            lambda b=bad: tn.random.default_rng(rng, numbers=b),
            lambda b=bad: tn.random.RandomState(1, numbers=b),
        ):
            with pytest.raises(ValueError, match="numbers must be 'fast' or 'numpy'"):
                call()
        with pytest.raises(ValueError, match="random must be 'fast' or 'numpy'"):
            tn.config.random = bad
    for kind in ("MT19937", "SFC64"):
        for make in (tn.random.Generator, tn.random.default_rng, tn.random.RandomState):
            with pytest.raises(TypeError, match=f"need PCG64.*{kind}"):
                make(getattr(tn.random, kind)(1), numbers="fast")
    for bad in (5, None, tn.random.PCG64, np.random.PCG64):
        same_error(lambda xp, bad=bad: xp.random.Generator(bad), device)


def test_subclasses(device):
    class Loaded(tn.random.Generator):
        def integers(self, *args, **kwargs):
            return super().integers(*args, **kwargs) * 0

    ours, theirs = Loaded(tn.random.PCG64(3), numbers="numpy"), np.random.default_rng(3)
    assert isinstance(ours, Loaded) and str(ours) == "Loaded(PCG64)"
    equal_bits(ours.normal(size=3), theirs.normal(size=3))
    assert not ours.integers(1, 9, 5).any()
    theirs.integers(1, 9, 5)
    (child,) = ours.spawn(1)
    assert isinstance(child, Loaded) and type(child) is type(ours)
    equal_bits(child.normal(size=3), theirs.spawn(1)[0].normal(size=3))


# NumPy has no function tomaxint.
FUNCTIONS = sorted({*names(np.random.RandomState), "ranf", "sample"} - {"tomaxint"})


@pytest.fixture
def functions():
    """The module's functions with NumPy's numbers; afterwards all is as before."""
    kept = np.random.get_state()
    with tn.config.using(random="numpy"):
        yield
    np.random.set_state(kept)


@deprecated
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(device, functions, name):
    method = "random_sample" if name in ("ranf", "sample") else name
    theirs = np.random.RandomState(5)
    tn.random.seed(5)
    for args, kwargs in calls("RandomState", method):
        expected = getattr(theirs, method)(*args, **kwargs)
        got = getattr(tn.random, name)(*on_device(args, device), **kwargs)
        check(expected, got, order=False, where=f"{name}{args} {kwargs}")
        assert str(tn.random.get_state()) == str(theirs.get_state())


def test_functions_are_numpys(device, functions):
    """One state with numpy.random: other libraries go on with the numbers."""
    rand = tn.random.rand  # of before
    tn.random.seed(3)
    first = host(rand(3))
    second = np.random.rand(3)
    wanted = np.random.RandomState(3)
    equal_bits(first, wanted.rand(3))
    equal_bits(second, wanted.rand(3))
    tn.random.set_state(kept := tn.random.get_state())
    equal_bits(tn.random.randn(3), wanted.randn(3))
    np.random.set_state(kept)
    assert tn.random.get_bit_generator() is np.random.get_bit_generator()
    former = np.random.get_bit_generator()
    tn.random.set_bit_generator(tn.random.PCG64(3))
    try:
        wanted = np.random.RandomState(np.random.PCG64(3))
        equal_bits(tn.random.normal(size=3), wanted.normal(size=3))
        equal_bits(np.random.normal(size=3), wanted.normal(size=3))
        tn.random.seed(4)
        again = np.random.RandomState(np.random.PCG64(4))
        equal_bits(tn.random.rand(3), again.rand(3))
    finally:
        tn.random.set_bit_generator(former)
    with tn.config.using(random="fast"):
        np.random.seed(3)
        tn.random.seed(4)
        tn.random.rand(3)
        equal_bits(np.random.rand(3), np.random.RandomState(3).rand(3))
        with pytest.raises(TypeError, match="fast numbers need PCG64"):
            tn.random.set_bit_generator(np.random.MT19937(3))
    x = tn.arange(9.0)
    tn.random.seed(3)
    tn.random.shuffle(x)
    np.random.RandomState(3).shuffle(y := np.arange(9.0))
    equal_bits(x, y)
    assert pickle.loads(pickle.dumps(tn.random.rand)) is tn.random.rand


def test_dtypes_of_functions(device, functions):
    """CuPy's `dtype=`: NumPy's numbers, converted."""
    tn.random.seed(3)
    wanted = np.random.RandomState(3)
    for name, *args in (("rand", 3), ("randn", 3), ("normal", 0, 1, 3)):
        got = getattr(tn.random, name)(*args, dtype="f")
        equal_bits(got, getattr(wanted, name)(*args).astype("f"))
    equal_bits(tn.random.poisson(3.0, 4, dtype="b"), wanted.poisson(3.0, 4).astype("b"))
    with pytest.raises(TypeError, match="Unsupported dtype"):
        tn.random.rand(3, dtype="i")
    with pytest.raises(TypeError, match="dtype"):
        tn.random.bytes(3, dtype="f")


def test_environment():
    code = (
        "import sys, numpy, tenorite as tn\n"
        "before = 'numpy.random' in sys.modules\n"
        "tn.random.seed(3)\n"
        "print(before, tn.config.random, tn.random.normal(), "
        "tn.random.default_rng(3).normal())"
    )
    wanted = np.random.RandomState(3).normal(), np.random.default_rng(3).normal()
    printed = in_python(code, TENORITE_RANDOM="numpy", TENORITE_DEVICE="cpu").split()
    # Nothing of it is loaded before it is used.
    assert printed[:2] == ["False", "numpy"]
    assert tuple(map(float, printed[2:])) == wanted
    printed = in_python(code, TENORITE_DEVICE="cpu").split()
    assert printed[1] == "fast" and float(printed[2]) != wanted[0]

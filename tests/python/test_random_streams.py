# SPDX-License-Identifier: Apache-2.0
"""Bit generators and the methods whose numbers are NumPy's bit for bit."""

import pickle
import threading

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

GENERATORS = ("PCG64", "PCG64DXSM", "Philox")
SIZES = (None, 0, 1, 2, 3, 5, 8, 17, 64, 1000, 4099)
INTEGERS = "?bBhHiIlL"


def pair(name, seed):
    """NumPy's generator and ours from the same seed."""
    ours = tn.random.Generator(getattr(tn.random, name)(seed))
    return np.random.Generator(getattr(np.random, name)(seed)), ours


def same_state(a, b):
    assert str(a.bit_generator.state) == str(b.bit_generator.state)


def same_numbers(generators, method, *args, **kwargs):
    a, b = generators
    expected = getattr(a, method)(*args, **kwargs)
    got = getattr(b, method)(*args, **kwargs)
    if isinstance(got, tn.ndarray):
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    else:
        assert type(got) is type(expected)
    np.testing.assert_array_equal(host(got), expected)
    same_state(a, b)


def same_raw(generators, size):
    a, b = generators
    expected, got = (g.bit_generator.random_raw(size) for g in generators)
    np.testing.assert_array_equal(host(got), expected)
    same_state(a, b)


def power_of_two(rng, letter):
    """Limits of a range of a power of two that the dtype has."""
    if letter == "?":
        return 0, 2
    bits = int(rng.integers(1, 8 * np.dtype(letter).itemsize + 1))
    least, most = int(np.iinfo(letter).min), int(np.iinfo(letter).max)
    low = int(rng.integers(least, max(most - 2**bits, least) + 1, dtype=letter))
    low = min(low, most + 1 - 2**bits)
    return low, low + 2**bits


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("seed", range(4))
def test_mixed_calls(device, name, seed):
    generators = pair(name, seed)
    rng = np.random.default_rng(seed)
    for _ in range(250):
        size = SIZES[rng.integers(len(SIZES))]
        kind = rng.integers(7)
        if kind == 0:
            same_numbers(generators, "random", size)
        elif kind == 1:
            same_numbers(generators, "random", size, dtype="f")
        elif kind == 2:
            letter = INTEGERS[rng.integers(len(INTEGERS))]
            limits = power_of_two(rng, letter)
            same_numbers(generators, "integers", *limits, size, dtype=letter)
        elif kind == 3:
            same_numbers(generators, "bytes", size or 0)
        elif kind == 4:
            same_numbers(generators, "uniform", -2.5, 7, size)
        elif kind == 5:
            same_raw(generators, size)
        else:
            same_numbers(generators, "integers", 5, 6, size, dtype="h")


@pytest.mark.parametrize("name", GENERATORS)
def test_large(device, name):
    generators = pair(name, 7)
    same_numbers(generators, "integers", 3, dtype="B")
    for dtype in "fd":
        same_numbers(generators, "random", 1_300_001, dtype=dtype)
    for letter in INTEGERS:
        most = 1 if letter == "?" else np.iinfo(letter).max
        least = 0 if letter == "?" else np.iinfo(letter).min
        same_numbers(generators, "integers", least, most, 700_003, letter, True)
    same_numbers(generators, "integers", 0, 2**20, 700_003)
    same_numbers(generators, "uniform", 1, 3, (1000, 301))


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("words", range(4))
@pytest.mark.parametrize("half", (False, True))
def test_any_place(device, name, words, half):
    """Large results that begin within a block, or with half a word."""
    generators = pair(name, words)
    same_raw(generators, words)
    if half:
        same_numbers(generators, "random", 1, dtype="f")
    for dtype in "fd":
        same_numbers(generators, "random", 300_000, dtype=dtype)
    for letter in "?BHIL":
        most = 1 if letter == "?" else np.iinfo(letter).max
        size = 600_000 if letter in "?BH" else 300_000
        same_numbers(generators, "integers", 0, most, size, letter, True)
    same_numbers(generators, "integers", 0, 2**20, 300_000)


@pytest.mark.parametrize("name", GENERATORS)
def test_out(device, name):
    a, b = pair(name, 3)
    for dtype in "fd":
        for order in "CF":
            x = np.empty((13, 7), dtype, order)
            y = tn.empty((13, 7), dtype, order)
            a.random(dtype=dtype, out=x)
            assert b.random(dtype=dtype, out=y) is y
            np.testing.assert_array_equal(host(y), x)
            same_state(a, b)
    # A part of an array, off the alignment of vectors.
    x, y = np.zeros(1003, "f"), tn.zeros(1003, "f")
    a.random(out=x[3:], dtype="f")
    b.random(out=y[3:], dtype="f")
    np.testing.assert_array_equal(host(y), x)


@pytest.mark.parametrize("name", GENERATORS)
def test_broadcast_uniform(device, name):
    a, b = pair(name, 3)
    low, high = np.arange(5.0)[:, None], np.arange(7.0) + 9
    expected = a.uniform(low, high)
    got = b.uniform(tn.asarray(low), tn.asarray(high))
    np.testing.assert_array_equal(host(got), expected)
    np.testing.assert_array_equal(host(b.uniform(low, 9.5)), a.uniform(low, 9.5))
    same_state(a, b)


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("bits", (8, 16, 32, 64))
def test_any_range(device, name, bits):
    """Numbers are NumPy's up to the first one that NumPy rejects."""
    a, b = pair(name, bits)
    dtype = f"u{bits // 8}"
    for count in (3, 10, 100, 2**bits // 2 + 1, 2**bits - 1):
        b.bit_generator.state = a.bit_generator.state
        expected = a.integers(0, count, 1000, dtype)
        got = host(b.integers(0, count, 1000, dtype))
        assert got.max() < count
        # The chance that NumPy rejects none of so many numbers.
        equal = got == expected
        until = 1000 if equal.all() else int(np.argmin(equal))
        kept = 1 - 2**bits % count / 2**bits
        assert kept**until > 1e-9
        assert until == 1000 or 1 - kept**1000 > 1e-9


def test_states_move_between_libraries(device):
    for name in GENERATORS:
        a, b = pair(name, 11)
        a.random(3, dtype="f")
        b.bit_generator.state = a.bit_generator.state
        same_numbers((a, b), "random", 10, dtype="f")
        a.bit_generator.state = b.bit_generator.state
        same_numbers((a, b), "random", 10)


@pytest.mark.parametrize("name", GENERATORS)
def test_seeds(name):
    for seed in (0, 12345, 2**100 + 7, [1, 2, 3], (5,), np.random.SeedSequence(9)):
        same_state(*pair(name, seed))
    for bad in (-1, "a", 1.5, [1.5]):
        with pytest.raises(Exception) as expected:
            getattr(np.random, name)(bad)
        with pytest.raises(type(expected.value)) as got:
            getattr(tn.random, name)(bad)
        assert str(got.value) == str(expected.value)
    one, other = (getattr(tn.random, name)() for _ in range(2))
    assert one.random_raw() != other.random_raw()


def test_philox_keys():
    for options in ({"key": 5}, {"key": [1, 2]}, {"key": 3, "counter": 2**200}):
        a, b = np.random.Philox(**options), tn.random.Philox(**options)
        assert str(a.state) == str(b.state)
    b = tn.random.Philox(key=3, counter=2**256 - 1)
    a = np.random.Philox(key=3, counter=2**256 - 1)
    np.testing.assert_array_equal(b.random_raw(9).get(), a.random_raw(9))
    with pytest.raises(ValueError, match="seed and key cannot be both used"):
        tn.random.Philox(1, key=2)


@pytest.mark.parametrize("name", GENERATORS)
def test_jumps(name):
    a, b = (g.bit_generator for g in pair(name, 1))
    for bit_generator in (a, b):
        bit_generator.random_raw(3)
    assert str(a.jumped().state) == str(b.jumped().state)
    assert str(a.jumped(3).state) == str(b.jumped(3).state)
    for delta in (0, 1, 5, 10**6, 2**80, -1):
        assert b.advance(delta) is b
        assert str(a.advance(delta).state) == str(b.state)
        assert a.random_raw() == b.random_raw()


@pytest.mark.parametrize("name", GENERATORS)
def test_spawn(name):
    a, b = pair(name, 5)
    for one, other in zip(a.spawn(3), b.spawn(3), strict=True):
        assert isinstance(other, tn.random.Generator)
        same_state(one, other)
    (one,), (other,) = a.bit_generator.spawn(1), b.bit_generator.spawn(1)
    assert str(one.state) == str(other.state)


@pytest.mark.parametrize("name", GENERATORS)
def test_pickle(device, name):
    _, b = pair(name, 5)
    b.random(3, dtype="f")
    for copied in (pickle.loads(pickle.dumps(b)), pickle.loads(pickle.dumps(b, 0))):
        same_state(b, copied)
        assert copied.random() != 0
    copied = pickle.loads(pickle.dumps(b))
    np.testing.assert_array_equal(host(b.normal(size=9)), host(copied.normal(size=9)))
    assert str(copied.bit_generator.spawn(1)[0].state) == str(
        b.bit_generator.spawn(1)[0].state
    )


def test_bad_states():
    b = tn.random.PCG64(1)
    before = str(b.state)
    for bad in (5, {}, {"bit_generator": "Philox"}, tn.random.Philox(1).state):
        with pytest.raises(Exception) as expected:
            np.random.PCG64(1).state = bad
        with pytest.raises(type(expected.value)):
            b.state = bad
        assert str(b.state) == before


def test_threads(device):
    """Calls of several threads together take what as many calls of one take."""
    one, many = (tn.random.default_rng(3) for _ in range(2))
    parts = [[] for _ in range(4)]

    def draw(part):
        for _ in range(50):
            part.append(host(many.random(100)))

    threads = [threading.Thread(target=draw, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = host(one.random(20000)).reshape(200, 100)
    got = np.array([x for part in parts for x in part])
    np.testing.assert_array_equal(
        got[np.argsort(got[:, 0])], expected[np.argsort(expected[:, 0])]
    )


def test_default_rng(device):
    rng = tn.random.default_rng(5)
    assert isinstance(rng.bit_generator, tn.random.PCG64)
    np.testing.assert_array_equal(
        host(rng.random(7)), np.random.default_rng(5).random(7)
    )
    assert tn.random.default_rng(rng) is rng
    assert tn.random.default_rng(rng.bit_generator).bit_generator is rng.bit_generator
    assert rng.random(3).device == tn.Device(device)
    assert tn.random.default_rng(1, device="cpu").random(3).device == tn.Device("cpu")
    with pytest.raises(TypeError, match="fast numbers need PCG64"):
        tn.random.Generator(np.random.PCG64(1), numbers="fast")
    assert repr(rng).startswith("Generator(PCG64) at 0x")


@pytest.mark.parametrize("name", ["XORWOW", "MRG32k3a", "Philox4x3210"])
def test_cupys_names(name):
    """Bit generators by cuRAND's names draw what Philox draws, and can be copied."""
    make = getattr(tn.random, name)
    generator = tn.random.Generator(make(5, size=100))
    expected = tn.random.Generator(tn.random.Philox(5)).random(4)
    copy = pickle.loads(pickle.dumps(generator))
    assert type(copy.bit_generator) is make
    for drawn in (generator.random(4), copy.random(4)):
        np.testing.assert_array_equal(drawn.get(), expected.get())
    with pytest.raises(TypeError):
        make(5, 100)
    with pytest.raises(TypeError):
        make(5, size="x")


@pytest.fixture
def own_state():
    """The functions of the module draw from what they did before, afterwards."""
    before = tn.random.get_bit_generator()
    yield
    tn.random.set_bit_generator(before)


def test_the_state_of_the_module(own_state):
    """CuPy's three functions, for what the module's functions draw from."""
    expected = tn.random.RandomState(5).rand(6).tolist()
    state = tn.random.RandomState(5)
    tn.random.set_random_state(state)
    drawn = [*tn.random.rand(2).tolist(), *state.rand(2).tolist()]
    drawn += tn.random.get_random_state().rand(2).tolist()
    assert drawn == expected
    assert isinstance(tn.random.get_random_state(), tn.random.RandomState)
    tn.random.seed(5)
    assert tn.random.rand(6).tolist() == expected
    tn.random.seed(5)
    tn.random.reset_states()
    assert tn.random.rand(6).tolist() != expected
    for wrong in (3, np.random.RandomState(1), tn.random.default_rng(1)):
        with pytest.raises(TypeError, match="must be an instance of RandomState"):
            tn.random.set_random_state(wrong)

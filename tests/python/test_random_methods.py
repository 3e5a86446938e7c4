# SPDX-License-Identifier: Apache-2.0
"""Generator's methods beside their numbers: signatures, sizes, errors, orders."""

import inspect
import pickle

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, outcome, public_class, same_error
from tenorite import _core


def names(kind):
    return {name for name in dir(kind) if not name.startswith("_")}


def test_every_method_is_there():
    for kind in ("Generator", "RandomState"):
        ours, theirs = getattr(tn.random, kind), getattr(np.random, kind)
        assert issubclass(ours, theirs)  # so that others take it for one
        inherited = [x for x in names(theirs) if getattr(ours, x) is getattr(theirs, x)]
        assert not inherited
    absent = names(np.random) - names(tn.random) - {"bit_generator", "mtrand", "test"}
    assert not absent


@pytest.mark.parametrize("name", sorted(names(np.random.Generator)))
def test_signatures(name):
    if name == "bit_generator":
        return
    theirs = inspect.signature(getattr(np.random.Generator, name))
    ours = inspect.signature(getattr(tn.random.Generator, name))
    assert str(ours) == str(theirs)
    assert getattr(tn.random.Generator, name).__doc__


BAD = [
    ("exponential", -1),
    ("gamma", -1, 1),
    ("gamma", 1, -1),
    ("gamma", [-1.0, 1.0], 1),
    ("normal", 0, -1),
    ("normal", 0, [1.0, -1.0]),
    ("lognormal", 0, -1),
    ("beta", 0, 1),
    ("beta", 1, 0),
    ("beta", [0.0, 1.0], 1),
    ("chisquare", 0),
    ("f", 0, 1),
    ("f", 1, 0),
    ("noncentral_chisquare", 0, 1),
    ("noncentral_chisquare", 1, -1),
    ("noncentral_f", 0, 1, 1),
    ("noncentral_f", 1, 1, -1),
    ("standard_t", 0),
    ("vonmises", 0, -1),
    ("pareto", 0),
    ("weibull", -1),
    ("power", 0),
    ("laplace", 0, -1),
    ("gumbel", 0, -1),
    ("logistic", 0, -1),
    ("rayleigh", -1),
    ("wald", 0, 1),
    ("wald", 1, 0),
    ("triangular", 2, 1, 3),
    ("triangular", 0, 4, 3),
    ("triangular", 1, 1, 1),
    ("triangular", [0.0, 1.0], 0.5, 1),
    ("binomial", -1, 0.5),
    ("binomial", 1, 2),
    ("binomial", 1, float("nan")),
    ("binomial", [1, -1], 0.5),
    ("binomial", 1, [0.5, 2.0]),
    ("negative_binomial", 0, 0.5),
    ("negative_binomial", 1, 0),
    ("negative_binomial", 1e18, 1e-5),
    ("poisson", -1),
    ("poisson", float("nan")),
    ("poisson", 1e19),
    ("poisson", [1.0, -1.0]),
    ("zipf", 1),
    ("zipf", [1.0, 2.0]),
    ("geometric", 0),
    ("geometric", 2),
    ("hypergeometric", -1, 1, 1),
    ("hypergeometric", 1, 1, -1),
    ("hypergeometric", 1, 1, 3),
    ("hypergeometric", 10**9, 1, 1),
    ("hypergeometric", [1, 2], 1, [1, 5]),
    ("logseries", 1),
    ("logseries", -1),
    ("uniform", 0, float("inf")),
    ("uniform", 5, 1),
    ("uniform", [0.0, 1.0], [1.0, float("inf")]),
    ("standard_gamma", -1),
    ("integers", 0),
    ("integers", 5, 5),
    ("integers", 5, 4),
    ("integers", -(2**63) - 1, 0),
    ("integers", 0, [1, 0]),
    ("integers", "a"),
    ("normal", "a"),
    ("exponential", -0.0),
    ("gamma", -0.0),
    ("normal", 0, -0.0),
    ("normal", [0.0, 1.0], [1.0, -0.0]),
    ("multinomial", -1, [0.5, 0.5]),
    ("multinomial", 5, [0.7, 0.7, 0.1]),
    ("multinomial", 5, [-0.5, 1.0]),
    ("multinomial", 5, 0.5),
    ("multivariate_hypergeometric", [1, 2], 5),
    ("multivariate_hypergeometric", [1, -2], 0),
    ("dirichlet", [1.0, -1.0]),
    ("dirichlet", [[1.0]]),
    ("multivariate_normal", [0, 0], [[1, 2]]),
    ("multivariate_normal", [0, 0], [1, 2]),
    ("multivariate_normal", [[0, 0]], [[1, 0], [0, 1]]),
]
BAD_WITH = [
    ("random", (), {"dtype": "i"}),
    ("random", (), {"dtype": "e"}),
    ("random", (1.5,), {}),
    ("random", (-1,), {}),
    ("random", ((2, -1),), {}),
    ("random", (), {"out": [1]}),
    ("standard_normal", (3,), {"dtype": "i"}),
    ("standard_exponential", (3,), {"dtype": "i"}),
    ("standard_gamma", (3,), {"dtype": "i"}),
    ("integers", (-1, 5), {"dtype": np.uint8}),
    ("integers", (300,), {"dtype": np.uint8}),
    ("integers", (5,), {"dtype": float}),
    ("integers", (2**64,), {"dtype": np.uint64, "endpoint": True}),
    ("integers", (5,), {"dtype": ">i4"}),
    ("integers", (5, 4), {"endpoint": True}),
    ("normal", ([1.0, 2.0], 1, 3), {}),
    ("normal", ([1.0, 2.0], 1, (2, 3)), {}),
    ("choice", (0, 1), {}),
    ("choice", (-1, 1), {}),
    ("choice", ([], 1), {}),
    ("choice", (3, 4), {"replace": False}),
    ("choice", (3, 2), {"p": [0.5, 0.6, 0.1]}),
    ("choice", (3, 2), {"p": [0.5, 0.5]}),
    ("choice", (2, 2), {"p": [[0.5, 0.5]]}),
    ("choice", (2, 2), {"p": [-0.5, 1.5]}),
    ("choice", (2, 2), {"p": [float("nan"), 1]}),
    ("choice", (2, 2), {"p": [0.0, 1.0], "replace": False}),
]


@pytest.mark.parametrize(
    "case", [(name, args, {}) for name, *args in BAD] + BAD_WITH, ids=str
)
@pytest.mark.parametrize("numbers", ["fast", "numpy"])
def test_errors(device, case, numbers):
    name, args, kwargs = case
    state = np.random.PCG64(1).state
    rng = tn.random.default_rng(1, numbers=numbers)

    def body(xp):
        generator = rng if xp is tn else np.random.default_rng(1)
        return getattr(generator, name)(*args, **kwargs)

    same_error(body, device)
    # A call that fails takes nothing.
    assert rng.bit_generator.state == state


@pytest.mark.parametrize("numbers", ["fast", "numpy"])
def test_errors_of_device_arrays(device, numbers):
    for name, *args in BAD:
        if not any(type(x) is list for x in args) or name.startswith("multi"):
            continue
        if name == "dirichlet":
            continue
        arrays = [tn.asarray(x) if type(x) is list else x for x in args]
        with pytest.raises(Exception) as expected:
            getattr(np.random.default_rng(1), name)(*args)
        with pytest.raises(type(expected.value)) as got:
            getattr(tn.random.default_rng(1, numbers=numbers), name)(*arrays)
        assert str(got.value) == str(expected.value), name


def test_one_number(device):
    """Without a size numbers are Python's, or NumPy's scalars where NumPy's are."""
    ours, theirs = tn.random.default_rng(1), np.random.default_rng(1)
    for name, *args in (
        ("random",),
        ("normal",),
        ("uniform", 1, 2),
        ("poisson", 3),
        ("binomial", 5, 0.5),
        ("integers", 5),
        ("choice", 5),
    ):
        got = getattr(ours, name)(*args)
        assert type(got) is type(getattr(theirs, name)(*args)), name
    for dtype in (int, bool, np.int32, np.uint64, np.bool_, "i2"):
        got = ours.integers(2, dtype=dtype)
        assert type(got) is type(theirs.integers(2, dtype=dtype))
    assert ours.random(()).shape == ()
    # Of an array without axes, too: on a GPU a scalar that nobody waits for.
    got = ours.normal(tn.asarray(1.0))
    assert type(got) is float or device != "cpu" and isinstance(got, np.float64)


def test_sizes(device):
    rng = tn.random.default_rng(1)
    for size in (0, 5, (), (0, 3), (2, 3), [2, 2], np.int64(4), (np.int32(2), 1)):
        expected = np.random.default_rng(1).normal(size=size).shape
        for name in ("random", "normal", "poisson", "standard_cauchy"):
            got = getattr(rng, name)(size=size)
            assert got.shape == expected
            assert got.device == tn.Device(device)


def test_nan_parameters_end(device):
    """A NaN gives NaN as in NumPy, not an endless loop."""
    nan = float("nan")
    rng = tn.random.default_rng(1)
    for name, *args in (
        ("gamma", nan, 1),
        ("beta", nan, 1),
        ("chisquare", nan),
        ("normal", nan, 1),
        ("standard_t", nan),
        ("vonmises", 0, nan),
        ("wald", nan, 1),
        ("noncentral_chisquare", 1, nan),
        ("f", 1, nan),
        ("exponential", nan),
    ):
        assert np.isnan(host(getattr(rng, name)(*args, size=3))).all(), name


def test_integers_between_arrays(device):
    rng = tn.random.default_rng(3)
    low = tn.asarray([-(2**63), 0, 5, -3])
    high = tn.asarray([2**63 - 1, 1, 7, 300])
    x = host(rng.integers(low, high, (1000, 4), endpoint=False))
    assert (x >= host(low)).all() and (x < host(high)).all()
    assert set(np.unique(x[:, 2])) == {5, 6}
    assert len(np.unique(x[:, 0])) == 1000
    full = rng.integers(0, tn.asarray([2**64 - 1], "L"), (50, 1), "L", endpoint=True)
    assert full.dtype == np.uint64 and len(np.unique(host(full))) == 50
    small = rng.integers([0, 5], [3, 9], (100, 2), "b")
    assert small.dtype == np.int8 and int(small[:, 1].min()) >= 5
    lists = host(rng.integers([1, 2, 3], 10))
    assert lists.shape == (3,)


def test_permutations(device):
    rng = tn.random.default_rng(3)
    for n in (0, 1, 2, 10, 1000, 100_003):
        x = rng.permutation(n)
        assert x.dtype == np.int64
        np.testing.assert_array_equal(np.sort(host(x)), np.arange(n))
    base = np.arange(60).reshape(12, 5)
    for axis in (0, 1, -1):
        x = host(rng.permutation(tn.asarray(base), axis))
        lines = np.moveaxis(x, axis, 0).reshape(base.shape[axis], -1)
        expected = np.moveaxis(base, axis, 0).reshape(base.shape[axis], -1)
        np.testing.assert_array_equal(lines[np.argsort(lines[:, 0])], expected)
    assert not np.array_equal(host(rng.permutation(tn.asarray(base))), base)
    assert sorted(host(rng.permutation([3, 1, 2]))) == [1, 2, 3]


def test_permutations_are_even(device):
    """All orders of four come equally often."""
    rng = tn.random.default_rng(5)
    x = host(rng.permuted(tn.broadcast_to(tn.arange(4), (48_000, 4)), axis=1))
    _, counts = np.unique(x @ [1000, 100, 10, 1], return_counts=True)
    assert counts.size == 24
    assert ((counts - 2000) ** 2 / 2000).sum() < 23 + 5 * np.sqrt(46)


def test_shuffle(device):
    rng = tn.random.default_rng(3)
    x = tn.arange(40).reshape(8, 5)
    view = x[::2]
    untouched = host(x[1::2])
    rng.shuffle(view)
    np.testing.assert_array_equal(host(x[1::2]), untouched)
    np.testing.assert_array_equal(
        np.sort(host(view)[:, 0]), np.arange(40).reshape(8, 5)[::2, 0]
    )
    rng.shuffle(x, axis=1)
    np.testing.assert_array_equal(np.sort(host(x[1])), np.sort(untouched[0]))
    items = list("abcdefghij")
    rng.shuffle(items)
    assert sorted(items) == list("abcdefghij")
    h = np.arange(10)
    rng.shuffle(h)
    assert sorted(h) == list(range(10))
    for bad in (tn.asarray(1), 5):
        with pytest.raises(TypeError):
            rng.shuffle(bad)
    with pytest.raises(np.exceptions.AxisError):
        rng.shuffle(tn.arange(3), axis=1)


@pytest.mark.parametrize("lines, n", [(1, 5000), (1, 1), (3, 9000), (300, 50), (7, 2)])
def test_orders_of_words(device, lines, n):
    """The order of the words themselves, however many agree in their high bits."""
    random = np.random.default_rng(n)
    some = random.integers(0, 1 << 63, (lines, n), dtype="u8") << 1
    few = random.integers(0, 1000, (lines, n), dtype="u8") << 50 | some >> 58
    first = np.arange(lines)[:, None] * n
    for words in (some, some >> 24, some << 40, few, some * 0):
        for bits in {0, (lines - 1).bit_length(), 40}:
            order = np.argsort(words >> np.uint64(bits), axis=-1, kind="stable")
            for count in (0, 1, n // 3, n - 1, n):
                found = _core.order_words(tn.asarray(words), bits, count)
                assert found.dtype == np.int64
                np.testing.assert_array_equal(host(found), (first + order)[:, :count])


def test_permuted(device):
    rng = tn.random.default_rng(3)
    base = np.arange(105).reshape(3, 5, 7)
    for axis in (None, 0, 1, 2, -1):
        x = host(rng.permuted(tn.asarray(base), axis=axis))
        np.testing.assert_array_equal(
            np.sort(x, axis=axis), np.sort(base, axis=axis).reshape(x.shape)
        ) if axis is not None else np.testing.assert_array_equal(
            np.sort(x.ravel()), base.ravel()
        )
        assert x.shape == base.shape
    x = tn.asarray(base)
    assert rng.permuted(x, axis=1, out=x) is x
    np.testing.assert_array_equal(np.sort(host(x), axis=1), base)
    with pytest.raises(ValueError):
        rng.permuted(x, axis=1, out=tn.zeros(3))


def test_choice(device):
    rng = tn.random.default_rng(3)
    np.testing.assert_array_equal(
        host(tn.random.default_rng(1).choice(16, 10)),
        np.random.default_rng(1).choice(16, 10),
    )
    p = np.array([0.1, 0.0, 0.6, 0.3])
    x = host(rng.choice(4, 100_000, p=p))
    shares = np.bincount(x, minlength=4) / x.size
    assert np.abs(shares - p).max() < 0.01 and shares[1] == 0
    for population, count in ((10, 10), (1000, 7), (50_000, 100), (10**9, 1000)):
        x = host(rng.choice(population, count, replace=False))
        assert len(set(x.tolist())) == count and 0 <= x.min() and x.max() < population
    first = [int(rng.choice(4, 2, replace=False, p=p)[0]) for _ in range(300)]
    assert 120 < first.count(2) < 240
    a = tn.arange(12.0).reshape(3, 4)
    assert rng.choice(a, 5).shape == (5, 4)
    assert rng.choice(a, (2, 2), axis=1).shape == (3, 2, 2)
    assert rng.choice(["left", "right"], 3).dtype.kind == "U"
    assert rng.choice(["left", "right"]) in ("left", "right")
    assert rng.choice([5, 6, 7], 4).device == tn.Device(device)
    assert rng.choice(0, 0).shape == (0,)


def test_vectors(device):
    rng = tn.random.default_rng(3)
    cov = np.array([[2.0, 0.6], [0.6, 1.0]])
    for method in ("svd", "eigh", "cholesky"):
        x = host(rng.multivariate_normal([1, -2], cov, 100_000, method=method))
        assert np.abs(np.cov(x.T) - cov).max() < 0.05
        assert np.abs(x.mean(axis=0) - [1, -2]).max() < 0.03
    assert rng.multivariate_normal([0, 0], cov).shape == (2,)
    assert rng.multivariate_normal([0, 0], cov, (3, 4)).shape == (3, 4, 2)
    with pytest.warns(RuntimeWarning, match="positive-semidefinite"):
        rng.multivariate_normal([0, 0], [[1, 2], [2, 1]])
    for alpha in ([2.0, 3.0, 5.0], [0.01, 0.02, 0.03]):
        x = host(rng.dirichlet(alpha, 50_000))
        np.testing.assert_allclose(x.sum(axis=1), 1)
        expected = np.array(alpha) / sum(alpha)
        assert np.abs(x.mean(axis=0) - expected).max() < 0.01
    assert rng.dirichlet([1.0, 2.0]).shape == (2,)
    x = host(rng.multinomial(20, [0.2, 0.3, 0.5], 20_000))
    assert (x.sum(axis=1) == 20).all()
    assert np.abs(x.mean(axis=0) - [4, 6, 10]).max() < 0.1
    assert rng.multinomial([[5], [6]], [[0.5, 0.5]] * 3).shape == (2, 3, 2)
    x = host(rng.multinomial(tn.asarray([3, 0, 9]), [0.5, 0.5]))
    np.testing.assert_array_equal(x.sum(axis=1), [3, 0, 9])
    for method in ("marginals", "count"):
        x = host(rng.multivariate_hypergeometric([5, 10, 20], 12, 20_000, method))
        assert (x.sum(axis=1) == 12).all() and (x <= [5, 10, 20]).all()
        expected = np.array([5, 10, 20]) * 12 / 35
        assert np.abs(x.mean(axis=0) - expected).max() < 0.1


def test_outputs(device):
    rng = tn.random.default_rng(3)
    for name in ("random", "standard_normal", "standard_exponential"):
        for dtype in "fd":
            out = tn.zeros((3, 5), dtype)
            assert getattr(rng, name)(out=out, dtype=dtype) is out
            assert bool((out != 0).all())
            with pytest.raises(ValueError, match="size must match out.shape"):
                getattr(rng, name)(4, out=out, dtype=dtype)
            out = tn.zeros((3, 5), dtype, order="F")
            assert getattr(rng, name)(out=out, dtype=dtype) is out
            assert bool((out != 0).all())
    out = tn.zeros((3, 5))
    expected = tn.random.default_rng(4).standard_gamma(tn.arange(1.0, 6), (3, 5))
    tn.random.default_rng(4).standard_gamma(tn.arange(1.0, 6), out=out)
    np.testing.assert_array_equal(host(out), host(expected))
    theirs = np.zeros((3, 5))
    assert tn.random.default_rng(4).standard_gamma(np.arange(1.0, 6), out=theirs) is (
        theirs
    )
    np.testing.assert_array_equal(theirs, host(expected))
    assert tn.random.default_rng(4).random(out=theirs) is theirs
    np.testing.assert_array_equal(theirs, host(tn.random.default_rng(4).random((3, 5))))
    for bad in (tn.zeros((4, 4))[::2, ::2], np.zeros((4, 4))[::2], [0.0, 0.0]):
        with pytest.raises(ValueError, match="must be contiguous"):
            rng.random(out=bad)
    with pytest.raises(TypeError, match="Expected float64, got float32"):
        rng.random(out=tn.zeros(3, "f"))


def test_random_state(device):
    tn.random.seed(5)
    first = host(tn.random.rand(3, 4))
    state = tn.random.get_state()
    more = host(tn.random.randn(5))
    tn.random.set_state(state)
    np.testing.assert_array_equal(host(tn.random.randn(5)), more)
    tn.random.seed(5)
    np.testing.assert_array_equal(host(tn.random.rand(3, 4)), first)
    np.testing.assert_array_equal(
        first, np.random.Generator(np.random.PCG64(5)).random((3, 4))
    )
    rs = tn.random.RandomState(7)
    assert type(rs.rand()) is float
    assert rs.randint(5, 9, (2, 3)).shape == (2, 3)
    with pytest.warns(DeprecationWarning, match="call randint"):
        assert 1 <= rs.random_integers(6) <= 6
    assert rs.multinomial(3, [], size=(2, 3)).shape == (2, 3, 0)
    with pytest.raises(TypeError, match="pvals must be a 1-d sequence"):
        rs.multinomial(10, 0.3)
    assert rs.normal(0, 1, 3).device == tn.Device(device)
    assert sorted(host(rs.permutation(5))) == [0, 1, 2, 3, 4]
    assert rs.choice(5, 3).shape == (3,)
    copied = pickle.loads(pickle.dumps(rs))
    np.testing.assert_array_equal(
        host(copied.random_sample(4)), host(rs.random_sample(4))
    )
    for bad in (-1, 2**32):
        with pytest.raises(ValueError, match="Seed must be between 0 and"):
            tn.random.RandomState(bad)


# ---- odd arguments: refused and taken as NumPy does ----

#: Arguments that each method takes.
USUAL = {
    **dict.fromkeys("random standard_normal standard_exponential".split(), ()),
    **dict.fromkeys(
        "exponential chisquare standard_t pareto weibull power rayleigh zipf poisson "
        "standard_gamma".split(),
        (1.5,),
    ),
    **dict.fromkeys(
        "beta gamma f noncentral_chisquare vonmises laplace gumbel logistic normal "
        "lognormal wald".split(),
        (1.5, 1.5),
    ),
    "standard_cauchy": (),
    "noncentral_f": (1.5, 1.5, 1.5),
    "geometric": (0.5,),
    "logseries": (0.5,),
    "uniform": (0.0, 1.0),
    "triangular": (0.0, 0.5, 1.0),
    "binomial": (3, 0.5),
    "negative_binomial": (3, 0.5),
    "hypergeometric": (5, 4, 3),
    "integers": (0, 5),
    "multinomial": (4, [0.5, 0.5]),
    "multivariate_hypergeometric": ([3, 4], 2),
    "dirichlet": ([0.5, 1.0],),
    "multivariate_normal": ([0, 0], [[1, 0], [0, 1]]),
}
ODD_PARAMETERS = [
    0.5, 0, 1, -1, 2, 1e-310, 1e308, 1e19, 2**63 - 1, 2**63, 2**64, -(2**63) - 1,
    10**400, float("inf"), -float("inf"), float("nan"), True, None, "a", "1", b"1", 1j,
    [], [0.5, 1], [0.5, -1], [float("nan"), 0.5], [[0.5], [0.5]], [[0.5, [1]]], (0.5,),
    {}, np.float32(0.5), np.int8(2), np.array(0.5), np.array([0.5, 0.5, 0.5]),
    np.array([], "d"), np.array(["a"]), np.array([1j]), np.array([1, 2], "M8[s]"),
    np.array([None]), np.array([True, False]), np.array([2**64 - 1], "L"),
]  # fmt: skip
ODD_SIZES = [
    (), 0, (2, 0), -1, (2, -1), 1.5, "3", [2, 3], (2, 1.0), True, np.int8(2), 2**62,
    (2**40, 2**40), (1,) * 65, 10**20, {}, (None,), (3, (2,)), np.array([2, 3]),
]  # fmt: skip


def described(result):
    """(shape, dtype) of a result; Python's numbers are as NumPy's."""
    if isinstance(result, tn.ndarray):
        result = host(result)
    result = np.asarray(result)
    return result.shape, result.dtype


def same_call(ours, theirs, name, *args, words=True, **kwargs):
    """Whether a method of both takes or refuses the same; what it refuses takes
    nothing from the stream, or with NumPy's numbers what it takes in NumPy."""
    state = str(ours.bit_generator.state)
    expected, error = outcome(lambda: getattr(theirs, name)(*args, **kwargs))
    got, own_error = outcome(lambda: getattr(ours, name)(*args, **kwargs))
    call = f"{name}{args} {kwargs}"
    if error is None:
        assert own_error is None, f"{call}: {own_error!r}"
        assert described(got) == described(expected), call
        return
    assert own_error is not None, f"{call}: no exception, NumPy raises {error!r}"
    assert issubclass(type(own_error), public_class(error)), f"{call}: {own_error!r}"
    if words and not isinstance(error, MemoryError):
        assert str(own_error) == str(error), call
    if ours._numbers == "numpy":
        state = str(theirs.bit_generator.state)
    assert str(ours.bit_generator.state) == state, call


@pytest.fixture(params=["fast", "numpy"])
def pair(request):
    ours = tn.random.default_rng(1, numbers=request.param)
    return ours, np.random.default_rng(1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", USUAL)
def test_odd_parameters(device, pair, name):
    for place in range(len(USUAL[name])):
        for odd in ODD_PARAMETERS:
            if name == "integers" and isinstance(odd, np.ndarray) and odd.dtype == "D":
                continue  # NumPy leaves the imaginary part out
            if name == "negative_binomial" and isinstance(odd, str | bytes | None):
                continue  # which NumPy takes here alone
            args = list(USUAL[name])
            args[place] = odd
            same_call(*pair, name, *args)
            same_call(*pair, name, *args, size=(2, 2))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [n for n, args in USUAL.items() if len(args) > 1])
def test_parameters_that_do_not_fit(device, pair, name):
    for a, b in (
        ([0.5, 0.5], [0.5, 0.5, 0.5]),
        ([[0.5], [0.5]], [0.5, 0.5, 0.5]),
        ([], [0.5]),
        ([], [0.5, 0.5]),
    ):
        for size in (None, 3, (2, 3), (3, 2), (0,)):
            words = name != "multinomial"
            same_call(*pair, name, a, b, *USUAL[name][2:], size=size, words=words)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", USUAL)
def test_odd_sizes(device, pair, name):
    # Where vectors are drawn NumPy's words are those of what it tries first, and
    # two sizes that other methods refuse count as 1 and as none.
    vectors = name.startswith("mult") or name == "dirichlet"
    for size in ODD_SIZES:
        if vectors and isinstance(size, bool | dict):
            continue
        products = name == "integers" and repr(size) in ("'3'", "(3, (2,))")
        if not products:  # of texts, which NumPy fails to multiply
            same_call(*pair, name, *USUAL[name], size=size, words=not vectors)


@pytest.mark.filterwarnings("ignore")
def test_odd_limits_of_integers(device, pair):
    limits = [
        (0, 5), (0, 128), (-1, 5), (0, 2**64), (0, 2**64 + 1), (-(2**63) - 1, 0), (5, 5),
        (0.5, 5.7), (float("nan"), 5), (0, float("inf")), ("a", 5), ("1", "5"), (None, 5),
        ([0, 1], 5), ([0, 1], [2, 3, 4]), ([0, 5], [5, 5]), ([0, -1], 5), (0, [5, 300]),
        (0, [5, 2**63]), (0, [5, 2**64]), ([], 5), (0, [2.5, 3.5]), (0, ["a"]),
        (np.int8(3), np.uint64(7)), ([[0], [1]], [2, 3, 4]), (0, 10**400), ([0], None),
    ]  # fmt: skip
    for dtype in ("?", "b", "B", "i", "I", "l", "L", int, bool, float, "O", "U", ">i4"):
        for low, high in limits:
            for endpoint in (False, True):
                given = {"dtype": dtype, "endpoint": endpoint}
                same_call(*pair, "integers", low, high, **given)
                same_call(*pair, "integers", low, high, (2, 2), **given)
    for size in (0, (2, 0)):
        same_call(*pair, "integers", 5, 4, size)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("replace", [True, False])
def test_odd_populations(device, pair, replace):
    populations = [
        5, 0, -1, 1, True, 5.0, "abc", None, 1j, [], [1, 2, 3], [[1, 2], [3, 4]],
        ["a", "b"], (1, 2), {1, 2}, range(5), np.array(5), np.int8(3), float("nan"),
        np.zeros((0, 3)), np.zeros((3, 0)), [[]],
    ]  # fmt: skip
    for a in populations:
        for size in (None, 0, 2, 4, (2, 2), -1):
            same_call(*pair, "choice", a, size, replace)
    probabilities = [
        [], [0.5, 0.5], [0.5, 0.5, 0], [1, 0, 0], [0.3, 0.3, 0.3], [-0.5, 1, 0.5],
        [float("nan"), 0.5, 0.5], [float("inf"), 0, 0], [[0.3, 0.3, 0.4]], 1, 0.5,
        np.array([0.3, 0.3, 0.4], "f"), [0, 0, 0], [True, False, False],
    ]  # fmt: skip
    for p in probabilities:
        for size in (None, 0, 2, 4, (2, 2), -1):
            same_call(*pair, "choice", 3, size, replace, p)
            same_call(*pair, "choice", [4, 5, 6], size, replace, p)
    for axis in (0, 1, -1, 2, -3, None, "a", 1.0):
        same_call(*pair, "choice", np.ones((2, 3)), 2, replace, None, axis)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", ["random", "standard_normal", "standard_exponential", "standard_gamma"]
)
def test_odd_outputs(device, pair, name):
    ours, theirs = pair
    args = USUAL[name]

    def read_only(xp):
        x = xp.zeros(3)
        x.flags.writeable = False
        return x

    outputs = [
        lambda xp: xp.zeros(3),
        lambda xp: xp.zeros(3, "f"),
        lambda xp: xp.zeros(3, "i"),
        lambda xp: xp.zeros((2, 3), order="F"),
        lambda xp: xp.zeros(6)[::2],
        lambda xp: xp.zeros(6)[::-1],
        lambda xp: xp.zeros((0, 3)),
        lambda xp: xp.zeros(()),
        read_only,
        lambda xp: [1, 2],
        lambda xp: "a",
    ]
    for dtype in ("f", "d", float, "e", "i", "D", "x", None, ">f8", bool):
        same_call(ours, theirs, name, *args, size=3, dtype=dtype)
        for make in outputs:
            for size in (None, 3, (3,), 4, (1, 3), -1, 1.5):
                given = {"size": size, "dtype": dtype}
                state = str(ours.bit_generator.state)
                _, error = outcome(
                    lambda g=given, m=make: getattr(theirs, name)(*args, **g, out=m(np))
                )
                _, own = outcome(
                    lambda g=given, m=make: getattr(ours, name)(*args, **g, out=m(tn))
                )
                assert type(own) is type(error), (given, own, error)
                assert str(own) == str(error)
                assert error is None or str(ours.bit_generator.state) == state


@pytest.mark.filterwarnings("ignore")
def test_refused_orders_take_nothing(device, pair):
    for size in (0, 3, -1, 1.5, True, None, "3", np.int8(2), np.array(2), (2,), 10**20):
        same_call(*pair, "bytes", size)
    rng = tn.random.default_rng(1)
    state = rng.bit_generator.state
    locked = tn.zeros(3)
    locked.flags.writeable = False
    x = tn.arange(3.0)
    for call, match in (
        (lambda: rng.shuffle(locked), "array is read-only"),
        (lambda: rng.shuffle((1, 2)), "'tuple' object does not support item"),
        (lambda: rng.shuffle({1, 2}), "'set' object is not subscriptable"),
        (lambda: rng.shuffle(tn.array(3)), "len.. of unsized object"),
        (lambda: rng.permuted(3), "len.. of unsized object"),
        (lambda: rng.permuted(x, out=locked), "out is read-only"),
        (lambda: rng.permuted(x, out=tn.zeros(2)), "same shape as x"),
        (lambda: rng.permuted(x, out=tn.zeros(3, "f")), "according to the rule 'safe'"),
        (lambda: rng.permutation(2.5), "axis 0 is out of bounds"),
        (lambda: rng.bytes("3"), "an integer is required"),
        (lambda: rng.spawn("3"), "an integer is required"),
        (lambda: rng.bit_generator.random_raw(True), "a single integer, got 'True'"),
    ):
        with pytest.raises((TypeError, ValueError, SystemError), match=match):
            call()
        assert rng.bit_generator.state == state


@pytest.mark.filterwarnings("ignore")
def test_seeds_of_random_state():
    seeds = [-1, 2**32, 1.5, "a", [], [-1], [1.5], [2**32], [[1, 2], [3, 4]], ["a"], 1j,
             {}, np.array(3), np.array([1.5]), (1, 2), True, np.int8(3)]  # fmt: skip
    ours = tn.random.RandomState(1)
    for seed in seeds:
        state = ours.get_state()
        for call in (lambda m, s=seed: m.RandomState(s), lambda m, s=seed: m.seed(s)):
            same_error_or_none(call)
        _, error = outcome(lambda s=seed: ours.seed(s))
        assert error is None or ours.get_state() == state


def same_error_or_none(call):
    _, error = outcome(lambda: call(np.random))
    _, own = outcome(lambda: call(tn.random))
    assert (type(own), str(own)) == (type(error), str(error))


@pytest.mark.filterwarnings("ignore")
def test_random_state_has_numpys_words(device):
    """Where its methods differ from Generator's."""
    ours, theirs = tn.random.RandomState(1), np.random.RandomState(1)
    cases = [
        ("uniform", 2, -1),
        ("uniform", [2.0, 3.0], -1, (4, 2)),
        ("uniform", 0, float("inf")),
        ("uniform", -1e308, 1e308),
        ("randint", 5, None, 3, "d"),
        ("randint", 5, None, 3, ">i4"),
        ("randint", 0, 300, None, "B"),
        ("choice", [[1, 2]]),
        ("choice", []),
        ("choice", 2.5),
        ("choice", 3, 4, False),
        ("choice", 3, 2, True, [0.5, 0.6, 0.1]),
        ("choice", 3, 2, True, [-0.5, 1.4, 0.1]),
        ("permutation", 2.5),
    ]
    for name, *args in cases:
        expected, error = outcome(lambda n=name, a=args: getattr(theirs, n)(*a))
        got, own = outcome(lambda n=name, a=args: getattr(ours, n)(*a))
        assert (type(own), str(own)) == (type(error), str(error)), (name, args)
        if error is None:
            assert described(got) == described(expected), (name, args)


@pytest.mark.parametrize("dtype", ["d", "f"])
def test_gammas_of_arrays(device, dtype):
    """An element is the same whether its parameters are numbers or items of arrays."""
    shapes = np.array([0.3, 2.5, 1.0, 0.0, 1e-3, 700.0])
    n = 1001
    for kept in (slice(None), slice(1, 3), slice(0, 1), slice(4, 6)):
        some = shapes[kept]
        rng = tn.random.default_rng(5)
        got = host(rng.standard_gamma(some, (n, some.size), dtype))
        for k, shape in enumerate(some):
            rng = tn.random.default_rng(5)
            one = host(rng.standard_gamma(shape, (n, some.size), dtype))
            np.testing.assert_array_equal(got[:, k], one[:, k])


def test_mtrand_is_where_the_shared_state_is(device):
    mtrand = tn.random.mtrand
    assert mtrand.RandomState is tn.random.RandomState
    assert mtrand.normal is tn.random.normal
    tn.random.seed(3)
    first = tn.random.rand(4)
    tn.random.seed(3)
    np.testing.assert_array_equal(host(mtrand._rand.rand(4)), host(first))
    with pytest.raises(AttributeError, match="mtrand.*'absent'"):
        mtrand.absent  # noqa: B018

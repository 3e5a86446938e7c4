# SPDX-License-Identifier: Apache-2.0
"""Continuous distributions beside SciPy's: functions, arguments, random numbers."""

import pickle

import numpy as np
import pytest
import scipy.stats as reference
import tenorite as tn
from scipy import special
from support.helpers import host, on_device, outcome
from tenorite.scipy import stats

FUNCTIONS = "pdf logpdf cdf logcdf sf logsf".split()
X = np.array([-np.inf, -50, -3.5, -1, -0.2, 0, 1e-9, 0.3, 0.5, 0.8, 1, 1.7, 4, 60])
X = np.append(X, [np.inf, np.nan])
Q = np.array([-0.1, 0, 1e-30, 1e-9, 0.01, 0.25, 0.5, 0.6, 0.99, 1 - 1e-9, 1, 1.1])
Q = np.append(Q, np.nan)
# Shapes, of which the last ones are not allowed.
SHAPES = {
    "norm": [()],
    "uniform": [()],
    "expon": [()],
    "gamma": [(0.3,), (1.0,), (2.5,), (40.0,), (-1.0,)],
    "chi2": [(1.0,), (5,), (100.0,), (0,)],
    "chi": [(1.0,), (5,), (0.0,)],
    "invgamma": [(0.5,), (3.0,), (-2.0,)],
    "beta": [(0.5, 0.5), (1, 1), (2.5, 7.0), (300.0, 20.0), (-1.0, 2.0)],
    "t": [(0.7,), (3,), (30.0,), (np.inf,), (-1,)],
    "f": [(1.0, 1.0), (5, 7), (40.0, 3.0), (0.0, 1.0)],
    "lognorm": [(0.5,), (2.0,), (0.0,)],
    "laplace": [()],
    "logistic": [()],
    "cauchy": [()],
    "halfcauchy": [()],
    "halfnorm": [()],
    "rayleigh": [()],
    "maxwell": [()],
    "weibull_min": [(0.7,), (2.0,), (-1.0,)],
    "pareto": [(1.5,), (0,)],
    "powerlaw": [(0.5,), (3.0,), (-1.0,)],
    "triang": [(0.0,), (0.3,), (1.0,), (1.5,)],
    "gumbel_r": [()],
    "gumbel_l": [()],
}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def equal(got, wanted, rtol=2e-12, atol=0.0):
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    np.testing.assert_allclose(host(got), wanted, rtol=rtol, atol=atol)


def test_all_are_tested():
    laws = stats._laws.LAWS | stats._incomplete_laws.LAWS
    assert SHAPES.keys() == laws.keys()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SHAPES)
def test_functions(name):
    ours, theirs = getattr(stats, name), getattr(reference, name)
    for shapes in SHAPES[name]:
        for place in ((), (0.5, 2.0)):
            args = (*shapes, *place)
            for function in FUNCTIONS:
                wanted = getattr(theirs, function)(X, *args)
                # SciPy's logarithms of what is near to 0 or 1 lose digits, as ours.
                is_log = function in ("logcdf", "logsf")
                atol = 1e-13 if is_log else 1e-300
                if name in ("gumbel_r", "gumbel_l", "weibull_min"):
                    atol = max(atol, 1e-15)  # 1 - exp(-exp(x)) in the one, or not
                equal(getattr(ours, function)(tn.asarray(X), *args), wanted, atol=atol)
            for function in ("ppf", "isf"):
                q = Q
                if (name, function) == ("f", "isf"):  # SciPy's is ppf(1 - q)
                    q = np.where(np.abs(q) < 0.01, 0, q)
                wanted = getattr(theirs, function)(q, *args)
                got = getattr(ours, function)(tn.asarray(q), *args)
                # SciPy's quantiles of beta and F come from solvers with tolerances.
                rtol = 1e-9 if name in ("beta", "f", "t") else 1e-11
                equal(got, wanted, rtol=rtol, atol=1e-13)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["norm", "gamma", "beta", "t"])
def test_parameters_are_broadcast(name):
    ours, theirs = getattr(stats, name), getattr(reference, name)
    assert (ours.shapes, ours.numargs) == (theirs.shapes, theirs.numargs)
    shapes = [np.array([0.5, 1.0, -1.0, 3.0])] * ours.numargs
    loc, scale = np.array([[0.0], [0.3], [0.1]]), np.array([1.0, 2.0, 1.0, -1.0])
    x = np.linspace(0.05, 0.95, 4).astype("f4")
    for function in ("pdf", "logcdf", "ppf", "isf"):
        if function in ("ppf", "isf"):  # SciPy's of float32 have its precision
            x = x.astype("d")
        wanted = getattr(theirs, function)(x, *shapes, loc, scale)
        moved = on_device((x, *shapes, loc), tn.asarray(x).device)
        got = getattr(ours, function)(*moved, scale=tn.asarray(scale))
        equal(got, wanted, rtol=1e-9)
    empty = ours.pdf(tn.zeros((0, 4)), *map(tn.asarray, shapes))
    assert empty.shape == (0, 4)
    x = tn.asarray(np.asfortranarray(np.linspace(0.1, 0.9, 12).reshape(3, 4)))[:, ::-1]
    wanted = theirs.cdf(host(x), *shapes, loc, scale)
    equal(ours.cdf(x, *map(tn.asarray, (*shapes, loc, scale))), wanted)


def test_types_and_numbers():
    equal(stats.norm.pdf(tn.asarray([0, 1])), reference.norm.pdf([0, 1]))
    equal(stats.norm.cdf(tn.ones(2, "f4")), reference.norm.cdf(np.ones(2, "f4")))
    assert float(stats.norm.ppf(0.975)) == pytest.approx(1.959963984540054)
    assert stats.t.sf(tn.asarray(2.0), 3).shape == ()
    assert np.isnan(host(stats.norm.pdf(tn.ones(2), scale=-1))).all()


def test_distributions_with_their_parameters():
    for args, kwds in (((2.5,), {"scale": 3.0}), ((2.5, 1.0, 2.0), {})):
        ours, theirs = stats.gamma(*args, **kwds), reference.gamma(*args, **kwds)
        for function in (*FUNCTIONS, "ppf", "isf"):
            q = np.linspace(0.1, 0.9, 5)
            equal(getattr(ours, function)(tn.asarray(q)), getattr(theirs, function)(q))
        assert (ours.args, ours.kwds) == (args, kwds)
        assert ours.mean() == pytest.approx(theirs.mean())
        assert ours.dist is stats.gamma
        again = pickle.loads(pickle.dumps(ours))
        assert again.std() == pytest.approx(theirs.std())
    assert stats.norm(1, 2).rvs(size=3).shape == (3,)


def test_what_else_they_have_is_scipys():
    assert pickle.loads(pickle.dumps(stats.norm)) is stats.norm
    assert isinstance(stats.norm, stats.rv_continuous)
    assert stats.gamma.stats(2.0) == pytest.approx(reference.gamma.stats(2.0))
    assert stats.norm.interval(0.9) == pytest.approx(reference.norm.interval(0.9))
    assert (stats.beta.name, stats.beta.numargs) == ("beta", 2)
    x = np.random.default_rng(0).normal(2, 3, 200)
    with tn.config.using(fallback="allow"):
        assert stats.norm.fit(tn.asarray(x)) == pytest.approx(reference.norm.fit(x))
        found = stats.kstest(tn.asarray(x), stats.norm.cdf, args=(2, 3))
        # By its name, SciPy 1.18's normal distribution takes no parameters.
        expected = reference.kstest(x, reference.norm.cdf, (2, 3))
        assert found.pvalue == pytest.approx(expected.pvalue)
    with pytest.raises(AttributeError):
        stats.norm.nothing  # noqa: B018


@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.gamma.pdf(1.0),
        lambda s: s.gamma.pdf(1.0, 2, 3, 4, 5),
        lambda s: s.norm.cdf(1.0, a=2),
        lambda s: s.gamma(1, 2, 3, 4),
        lambda s: s.norm.rvs(scale=-1),
        lambda s: s.gamma.rvs(-1.0),
        lambda s: s.norm.rvs(random_state="x"),
        lambda s: s.norm.rvs(bad=1),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference))
    _, mine = outcome(lambda: call(stats))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


@pytest.mark.parametrize("name", SHAPES)
def test_random_numbers(name):
    """SciPy's, where tenorite.random has NumPy's streams; else of the distribution."""
    ours, theirs = getattr(stats, name), getattr(reference, name)
    shapes = SHAPES[name][-2] if len(SHAPES[name]) > 1 else ()
    if name == "t":
        shapes = (3.0,)
    with tn.config.using(random="numpy"):
        got = ours.rvs(*shapes, loc=1.0, scale=2.0, size=(2, 3), random_state=5)
    wanted = theirs.rvs(*shapes, loc=1.0, scale=2.0, size=(2, 3), random_state=5)
    rtol = 1e-9 if name in ("invgamma", "beta") else 1e-12
    equal(got, wanted, rtol=rtol)
    x = host(ours.rvs(*shapes, size=4000, random_state=tn.random.default_rng(1)))
    assert reference.kstest(x, name, shapes).pvalue > 1e-4


def test_shapes_of_random_numbers():
    loc = tn.asarray([[1.0], [2.0]])
    assert stats.norm.rvs(loc=loc, scale=tn.ones(3)).shape == (2, 3)
    assert stats.norm.rvs(loc=loc, size=(4, 2, 3)).shape == (4, 2, 3)
    assert stats.norm.rvs().shape == ()
    assert stats.norm.rvs(loc=3.0, scale=0, size=2).tolist() == [3, 3]
    state = tn.random.RandomState(3)
    assert stats.expon.rvs(size=3, random_state=state).shape == (3,)
    with pytest.raises(ValueError, match="size does not match the broadcast shape"):
        stats.norm.rvs(loc=loc, size=3)
    theirs = reference.norm.rvs(size=3, random_state=np.random.default_rng(0))
    mine = stats.norm.rvs(size=3, random_state=np.random.default_rng(0))
    equal(mine, theirs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("tail", ["lower", "upper"])
def test_far_quantiles_of_gamma_and_beta(tail):
    """Shapes from small to large, probabilities down to the least there are."""
    rng = np.random.default_rng(0)
    a, b = 10 ** rng.uniform(-2, 3, (2, 4000))
    p = 10 ** rng.uniform(-250, 0, 4000)
    name = "ppf" if tail == "lower" else "isf"
    wanted = getattr(reference.gamma, name)(p, a)
    got = host(getattr(stats.gamma, name)(tn.asarray(p), tn.asarray(a)))
    far = wanted > 1e-290
    np.testing.assert_allclose(got[far], wanted[far], rtol=2e-11)
    # SciPy's own quantiles of beta distributions are wrong there for some.
    got = host(getattr(stats.beta, name)(*map(tn.asarray, (p, a, b))))
    far = (got > 1e-290) & (got < 1 - 1e-3)
    assert far.sum() > 1000
    back = special.betainc if tail == "lower" else special.betaincc
    np.testing.assert_allclose(back(a, b, got)[far], p[far], rtol=1e-9)

# SPDX-License-Identifier: Apache-2.0
"""gaussian_kde beside SciPy's."""

import numpy as np
import pytest
import scipy.stats as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import stats
from tenorite.scipy.stats import _kde

RNG = np.random.default_rng(0)
WEIGHTS = RNG.random(60)
POINTS = RNG.normal(size=(3, 33)) * 3


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def data(d, n=60):
    x = RNG.normal(size=(d, n))
    x[-1] += 0.5 * x[0]
    return x


def both(x, bw_method=None, weights=None):
    ours = None if weights is None else tn.asarray(weights)
    return (
        reference.gaussian_kde(x, bw_method, weights),
        stats.gaussian_kde(tn.asarray(x), bw_method, ours),
    )


def equal(got, wanted):
    np.testing.assert_allclose(host(got), wanted, rtol=1e-11)


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["equal", "weighted"])
@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize(
    "bw",
    [None, "silverman", 0.3, lambda kde: 0.4],
    ids=["scott", "silverman", "number", "function"],
)
def test_densities(d, weights, bw, monkeypatch):
    monkeypatch.setattr(_kde, "_TILE", 60 * 10)
    theirs, ours = both(data(d), bw, weights)
    points = POINTS[:d]
    for name in ("evaluate", "pdf", "logpdf", "__call__"):
        got = getattr(ours, name)(tn.asarray(points))
        assert got.dtype == np.dtype("d")
        equal(got, getattr(theirs, name)(points))
    equal(ours(tn.asarray(points[:, 0])), theirs(points[:, 0]))
    for name in "covariance cho_cov log_det inv_cov weights neff factor".split():
        equal(getattr(ours, name), getattr(theirs, name))


@pytest.mark.parametrize("d", [1, 2])
def test_integrals(d):
    theirs, ours = both(data(d), None, WEIGHTS)
    mean, cov = np.full(d, 0.2), np.eye(d) * 0.7
    equal(
        ours.integrate_gaussian(tn.asarray(mean), tn.asarray(cov)),
        theirs.integrate_gaussian(mean, cov),
    )
    their_other, other = both(data(d, 20) + 0.3)
    equal(ours.integrate_kde(other), theirs.integrate_kde(their_other))
    if d == 1:
        equal(ours.integrate_box_1d(-1, 0.5), theirs.integrate_box_1d(-1, 0.5))
    with tn.config.using(fallback="allow"):
        got = ours.integrate_box(tn.zeros(d), tn.ones(d), rng=0)
        wanted = theirs.integrate_box(np.zeros(d), np.ones(d), rng=0)
        np.testing.assert_allclose(host(got), wanted, rtol=1e-4)


def test_points_drawn_and_marginals():
    theirs, ours = both(data(3), None, WEIGHTS)
    with tn.config.using(random="numpy"):
        got = ours.resample(5, seed=3)
    np.testing.assert_allclose(host(got), theirs.resample(5, seed=3), rtol=1e-12)
    assert ours.resample().shape == (3, int(theirs.neff))
    equal(
        ours.marginal([0, -1])(tn.asarray(POINTS[:2])),
        theirs.marginal([0, -1])(POINTS[:2]),
    )
    with tn.config.using(fallback="allow"):
        again = ours.resample(4, seed=np.random.RandomState(2))
    equal(again, theirs.resample(4, seed=np.random.RandomState(2)))


def test_types():
    x = data(2).astype("f4")
    theirs, ours = both(x)
    got = ours(tn.asarray(POINTS[:2].astype("f4")))
    wanted = theirs(POINTS[:2].astype("f4"))
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(host(got), wanted, rtol=1e-5)
    theirs, ours = both(np.arange(9) % 5)
    equal(ours(tn.arange(4)), theirs(np.arange(4)))
    assert ours(tn.zeros((1, 0))).shape == (0,)
    assert np.isnan(host(ours(tn.asarray([np.nan])))).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda s, t: s.gaussian_kde(t([1.0])),
        lambda s, t: s.gaussian_kde(t(np.ones((3, 2)))),
        lambda s, t: s.gaussian_kde(t(np.ones(4))),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0)), "other"),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0)), weights=t(np.ones(3))),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0)), weights=t(np.ones((2, 2)))),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0)))(t(np.ones((2, 3)))),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0))).marginal([0, 0]),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0))).marginal([3]),
        lambda s, t: s.gaussian_kde(t(np.arange(4.0))).marginal([0.5]),
        lambda s, t: s.gaussian_kde(t(data(2))).integrate_box_1d(0, 1),
        lambda s, t: s.gaussian_kde(t(data(2))).integrate_gaussian(0.0, 1.0),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference, np.asarray))
    _, mine = outcome(lambda: call(stats, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

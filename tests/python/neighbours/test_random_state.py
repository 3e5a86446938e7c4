# SPDX-License-Identifier: Apache-2.0
"""`random_state=` and `rng=` of SciPy, scikit-learn and pandas take our generators."""

import numpy as np
import pandas as pd
import pytest
import tenorite as tn
from scipy import sparse, stats
from scipy.optimize import differential_evolution
from scipy.stats import qmc
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import ShuffleSplit, train_test_split
from sklearn.utils import resample, shuffle

rng = np.random.default_rng(1)
X = rng.normal(size=(60, 5))
Y = (X[:, 0] > 0).astype(int)
BOUNDS = [(0.0, 1.0), (0.0, 1.0)]


def distance(v):
    return ((v - 0.5) ** 2).sum()


WITH_GENERATORS = {
    "norm.rvs": lambda g: stats.norm.rvs(size=9, random_state=g),
    "gamma.rvs": lambda g: stats.gamma.rvs(2.0, size=(2, 3), random_state=g),
    "multivariate_normal": lambda g: stats.multivariate_normal.rvs(
        np.zeros(2), np.eye(2), size=3, random_state=g
    ),
    "bootstrap": lambda g: (
        stats.bootstrap((X[:, 0],), np.mean, n_resamples=50, rng=g).confidence_interval
    ),
    "permutation_test": lambda g: (
        stats.permutation_test(
            (X[:9, 0], X[:9, 1]),
            lambda a, b: a.mean() - b.mean(),
            n_resamples=50,
            rng=g,
        ).pvalue
    ),
    "Sobol": lambda g: qmc.Sobol(2, rng=g).random(4),
    "LatinHypercube": lambda g: qmc.LatinHypercube(2, rng=g).random(4),
    "sparse.random_array": lambda g: sparse.random_array((5, 5), rng=g).toarray(),
    "differential_evolution": lambda g: (
        differential_evolution(distance, BOUNDS, maxiter=3, rng=g).x
    ),
    "sample": lambda g: pd.Series(range(9)).sample(4, random_state=g).to_numpy(),
}
WITH_STATES = {
    "norm.rvs": lambda s: stats.norm.rvs(size=9, random_state=s),
    "train_test_split": lambda s: train_test_split(X, Y, random_state=s)[0],
    "ShuffleSplit": lambda s: next(ShuffleSplit(2, random_state=s).split(X))[0],
    "shuffle": lambda s: shuffle(X, random_state=s),
    "resample": lambda s: resample(X, random_state=s),
    "KMeans": lambda s: KMeans(3, n_init=1, random_state=s).fit(X).cluster_centers_,
    "PCA": lambda s: (
        PCA(2, svd_solver="randomized", random_state=s).fit(X).explained_variance_
    ),
    "RandomForest": lambda s: (
        RandomForestClassifier(3, random_state=s).fit(X, Y).predict(X)
    ),
    "GaussianMixture": lambda s: GaussianMixture(2, random_state=s).fit(X).sample(3)[0],
    "sample": lambda s: pd.Series(range(9)).sample(4, random_state=s).to_numpy(),
}


def same(got, wanted):
    for one, other in zip(np.atleast_1d(got), np.atleast_1d(wanted), strict=True):
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-12)


@pytest.mark.parametrize("name", WITH_GENERATORS)
def test_generators(name):
    """With NumPy's numbers the results are those that its generators give."""
    call = WITH_GENERATORS[name]
    ours = tn.random.default_rng(7, "cpu", numbers="numpy")
    same(call(ours), call(np.random.default_rng(7)))
    fast = [tn.random.default_rng(7, "cpu", numbers="fast") for _ in range(2)]
    same(call(fast[0]), call(fast[1]))


@pytest.mark.parametrize("name", WITH_STATES)
def test_random_states(name):
    call = WITH_STATES[name]
    ours = tn.random.RandomState(7, "cpu", numbers="numpy")
    same(call(ours), call(np.random.RandomState(7)))
    fast = [tn.random.RandomState(7, "cpu", numbers="fast") for _ in range(2)]
    same(call(fast[0]), call(fast[1]))

# SPDX-License-Identifier: Apache-2.0
"""scikit-learn with array API dispatch, and without."""

import numpy as np
import pytest
import sklearn
import tenorite as tn
from sklearn import metrics, model_selection, preprocessing
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import (
    LinearRegression,
    LogisticRegression,
    PoissonRegressor,
    Ridge,
    RidgeClassifierCV,
    RidgeCV,
)
from sklearn.metrics import pairwise
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KernelDensity, KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_array_api_input
from support.neighbours import ANY, Cases

rng = np.random.default_rng(1)
X = rng.normal(size=(60, 6)) @ np.diag([5.0, 4, 3, 2, 1, 0.5])
LABELS = (X[:, 0] + X[:, 1] > 0).astype(int) + (X[:, 2] > 2)
TARGET = X @ np.arange(6.0) + rng.normal(size=60)
GUESS = TARGET + rng.normal(size=60)
WEIGHTS = rng.random(60)
SCORES = rng.random(60)
ALPHAS = np.logspace(-2, 1, 4)


@pytest.fixture
def dispatch():
    with sklearn.config_context(array_api_dispatch=True):
        yield


ESTIMATORS = [
    GaussianNB(),
    LinearDiscriminantAnalysis(),
    LogisticRegression(),
    Nystroem(random_state=0),
    PCA(n_components=3),
    PCA(n_components=3, svd_solver="randomized", random_state=0),
    PCA(n_components=3, svd_solver="covariance_eigh", whiten=True),
    PoissonRegressor(),
    Ridge(),
    RidgeCV(),
    RidgeClassifierCV(),
    model_selection.GridSearchCV(Ridge(), {"alpha": [0.1, 1.0]}),
    preprocessing.Binarizer(),
    preprocessing.KernelCenterer(),
    preprocessing.MaxAbsScaler(),
    preprocessing.MinMaxScaler(),
    preprocessing.Normalizer(),
    preprocessing.PolynomialFeatures(),
    preprocessing.StandardScaler(),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
def test_scikit_learns_own_check(estimator, dtype):
    """Fitted attributes and results are arrays of ours, of the values of NumPy's."""
    check_array_api_input(
        type(estimator).__name__,
        estimator,
        array_namespace="tenorite",
        dtype_name=dtype,
        check_values=True,
    )


def scores(estimator, x, y):
    return model_selection.cross_val_score(estimator, x, y, cv=3)


dispatched = Cases()
for name, call, *arrays in (
    ("PCA", lambda x: abs(PCA(3).fit_transform(x)), X),
    (
        "PCA there and back",
        lambda x: (lambda p: p.inverse_transform(p.transform(x)))(PCA(2).fit(x)),
        X,
    ),
    ("Ridge", lambda x, y: Ridge(0.5, solver="svd").fit(x, y).predict(x), X, TARGET),
    (
        "Ridge with weights",
        lambda x, y, w: Ridge(solver="svd").fit(x, y, w).coef_,
        X,
        TARGET,
        WEIGHTS,
    ),
    ("RidgeCV", lambda x, y: RidgeCV().fit(x, y).coef_, X, TARGET),
    (
        "LDA",
        lambda x, y: LinearDiscriminantAnalysis().fit(x, y).predict_proba(x),
        X,
        LABELS,
    ),
    (
        "LDA transform",
        lambda x, y: abs(LinearDiscriminantAnalysis().fit(x, y).transform(x)),
        X,
        LABELS,
    ),
    ("GaussianNB", lambda x, y: GaussianNB().fit(x, y).predict_proba(x), X, LABELS),
    ("StandardScaler", lambda x: preprocessing.StandardScaler().fit_transform(x), X),
    ("MinMaxScaler", lambda x: preprocessing.MinMaxScaler().fit_transform(x), X),
    ("MaxAbsScaler", lambda x: preprocessing.MaxAbsScaler().fit_transform(x), X),
    ("Normalizer", lambda x: preprocessing.Normalizer().fit_transform(x), X),
    ("scale", preprocessing.minmax_scale, X),
    ("LabelEncoder", lambda y: preprocessing.LabelEncoder().fit_transform(y), LABELS),
    ("polynomials", lambda x: preprocessing.PolynomialFeatures(2).fit_transform(x), X),
    (
        "pipeline",
        lambda x, y: (
            make_pipeline(preprocessing.StandardScaler(), PCA(3), Ridge(solver="svd"))
            .fit(x, y)
            .predict(x)
        ),
        X,
        TARGET,
    ),
    ("euclidean_distances", pairwise.euclidean_distances, X),
    ("manhattan_distances", pairwise.manhattan_distances, X),
    ("cosine_similarity", pairwise.cosine_similarity, X),
    ("rbf_kernel", pairwise.rbf_kernel, X),
    ("polynomial_kernel", pairwise.polynomial_kernel, X),
    ("linear_kernel", pairwise.linear_kernel, X),
    ("sigmoid_kernel", pairwise.sigmoid_kernel, X),
    ("chi2_kernel", pairwise.additive_chi2_kernel, abs(X)),
    ("pairwise_distances", lambda x: metrics.pairwise_distances(x, x[:5] + 1), X),
    (
        "train_test_split",
        lambda x, y: model_selection.train_test_split(x, y, random_state=0),
        X,
        LABELS,
    ),
    (
        "cross_val_predict",
        lambda x, y: model_selection.cross_val_predict(Ridge(solver="svd"), x, y, cv=3),
        X,
        TARGET,
    ),
    ("confusion_matrix", metrics.confusion_matrix, LABELS, LABELS[::-1].copy()),
):
    dispatched.add(name, call, *arrays, where=ANY if "matrix" in name else "device")
for name in (
    "accuracy_score zero_one_loss hamming_loss balanced_accuracy_score"
    " matthews_corrcoef"
).split():
    dispatched.add(name, getattr(metrics, name), LABELS, LABELS[::-1].copy(), where=ANY)
for name in (
    "r2_score mean_squared_error mean_absolute_error median_absolute_error max_error"
    " explained_variance_score root_mean_squared_error"
).split():
    dispatched.add(name, getattr(metrics, name), TARGET, GUESS, where=ANY)
for name, call, *arrays in (
    (
        "f1_score",
        lambda y, z: metrics.f1_score(y, z, average="macro"),
        LABELS,
        LABELS[::-1].copy(),
    ),
    ("roc_auc", metrics.roc_auc_score, (LABELS > 0).astype(int), SCORES),
    (
        "average_precision",
        lambda y, s: metrics.average_precision_score(y, s, average="weighted"),
        np.stack([LABELS > 0, LABELS > 1], axis=1).astype(int),
        np.stack([SCORES, SCORES**2], axis=1),
    ),
    ("cross_val_score", lambda x, y: scores(Ridge(solver="svd"), x, y), X, TARGET),
    (
        "cross_val_score of LDA",
        lambda x, y: scores(LinearDiscriminantAnalysis(), x, y),
        X,
        LABELS,
    ),
    (
        "GridSearchCV",
        lambda x, y: (
            model_selection.GridSearchCV(Ridge(solver="svd"), {"alpha": [0.1, 10.0]})
            .fit(x, y)
            .best_params_["alpha"]
        ),
        X,
        TARGET,
    ),
    (
        "GaussianMixture",
        lambda x: (
            GaussianMixture(2, init_params="random_from_data", random_state=0)
            .fit(x)
            .means_
        ),
        X,
    ),
):
    dispatched.add(name, call, *arrays, where=ANY)

# Compiled code: NumPy arrays of the same memory.
converted = Cases()
for name, call, *arrays in (
    ("LinearRegression", lambda x, y: LinearRegression().fit(x, y).coef_, X, TARGET),
    ("KMeans", lambda x: KMeans(3, n_init=1, random_state=0).fit(x).labels_, X),
    (
        "RandomForest",
        lambda x, y: RandomForestClassifier(5, random_state=0).fit(x, y).predict(x),
        X,
        LABELS,
    ),
    ("KernelDensity", lambda x: KernelDensity().fit(x).score_samples(x), X),
    (
        "KNeighbors",
        lambda x, y: KNeighborsClassifier(3).fit(x, y).predict(x),
        X,
        LABELS,
    ),
    ("PCA", lambda x: PCA(2).fit_transform(x), X),
    ("silhouette_score", metrics.silhouette_score, X, LABELS),
    ("cross_val_score", lambda x, y: scores(Ridge(solver="svd"), x, y), X, TARGET),
    (
        "GridSearchCV",
        lambda x, y, a: (
            model_selection.GridSearchCV(Ridge(), {"alpha": a}, cv=3)
            .fit(x, y)
            .best_params_
        ),
        X,
        TARGET,
        ALPHAS,
    ),
    (
        "RandomizedSearchCV",
        lambda x, y, a: (
            model_selection.RandomizedSearchCV(
                Ridge(), [{"alpha": a}], n_iter=2, cv=3, random_state=0
            )
            .fit(x, y)
            .best_params_
        ),
        X,
        TARGET,
        ALPHAS,
    ),
    ("ParameterGrid", lambda a: list(model_selection.ParameterGrid({"a": a})), ALPHAS),
    (
        "validation_curve",
        lambda x, y, a: model_selection.validation_curve(
            Ridge(), x, y, param_name="alpha", param_range=a, cv=3
        ),
        X,
        TARGET,
        ALPHAS,
    ),
):
    converted.add(name, call, *arrays, where="host")


@dispatched.parametrized
def test_dispatch(name, dispatch):
    dispatched.check(name, "cpu")


@converted.parametrized
def test_without_dispatch(name):
    converted.check(name, "cpu")


def test_fitted_attributes_are_arrays_of_ours(dispatch):
    x = tn.asarray(X, device="cpu")
    assert isinstance(preprocessing.StandardScaler().fit(x).mean_, tn.ndarray)
    assert isinstance(PCA(2).fit(x).components_, tn.ndarray)

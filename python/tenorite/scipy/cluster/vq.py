# SPDX-License-Identifier: Apache-2.0
"""scipy.cluster.vq: points by their nearest code, and codes that are means of points."""

import math

import numpy

from ..._array.convert import as_operand, as_operands, own_beside
from ..._core import ndarray, warn
from ..._numpy.creation import arange, array, full, zeros
from ..._numpy.histograms import bincount
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.products import matmul
from ..._numpy.statistics import cov
from ..._numpy.ufuncs import isfinite, maximum, sqrt
from ..._runtime.help import document as _document
from ..._runtime.package import namespace
from ...linalg import cholesky, svd
from .._host import attributes_of as _attributes_of
from .._random_state import check_random_state, with_random_state

__all__ = ["ClusterError", "kmeans", "kmeans2", "vq", "whiten"]

_TILE = 2**24  # pairs of points and codes
_FEW = 8  # components whose squares are added up pair by pair
_EMPTY = "One of the clusters is empty. Re-run kmeans with a different initialization."


class ClusterError(Exception):
    """Of kmeans2(), where a cluster is empty. See scipy.cluster.vq.ClusterError.

    >>> from tenorite.scipy.cluster.vq import ClusterError
    >>> issubclass(ClusterError, Exception)
    True
    """


def _checked(x, like=None, check_finite=True, real=True):
    x = as_operand(x) if like is None else as_operand(x, like)
    if check_finite and x.dtype.kind in "fc" and not bool(isfinite(x).all()):
        raise ValueError("array must not contain infs or NaNs")
    if real and x.dtype.kind == "c":
        raise ValueError(f"Unsupported dtype {x.dtype}")
    return x


def whiten(obs, check_finite=None):
    """Points whose components are divided by their standard deviations.

    See scipy.cluster.vq.whiten.

    >>> from tenorite.scipy.cluster.vq import whiten
    >>> whiten(np.array([[1.0, 2.0], [3.0, 6.0]]))
    array([[1., 1.],
           [3., 3.]])
    """
    obs = _checked(obs, check_finite=check_finite is not False, real=False)
    deviation = obs.std(axis=0)
    constant = deviation == 0
    if check_finite is not False and bool(constant.any()):
        warn(
            "Some columns have standard deviation zero. The values of these columns "
            "will not change.",
            RuntimeWarning,
        )
    return obs / where(constant, 1.0, deviation).astype(deviation.dtype)


# ---- the nearest code ----


def _squares(x, codes):
    """Squared distances of all pairs, (points, codes), but for rounding."""
    if x.shape[1] <= _FEW:
        total = 0.0
        for j in range(x.shape[1]):
            away = x[:, j, None] - codes[:, j]
            total = total + away * away
        return total
    norms = (codes * codes).sum(axis=1)
    return norms - 2 * matmul(x, codes.T)  # the squares of x decide nothing


def _nearest(x, codes):
    """The number of each point's nearest code, by tiles of pairs."""
    step = max(1, _TILE // max(len(codes), 1))
    found = [
        _squares(x[k : k + step], codes).argmin(axis=1) for k in range(0, len(x), step)
    ]
    if not found:
        return zeros(0, int, device=x.device)
    return found[0] if len(found) == 1 else concatenate(found)


def _quantized(obs, codes):
    """(numbers of the nearest codes, distances) of points of one floating dtype."""
    if obs.ndim == 1:
        obs, codes = obs[:, None], codes[:, None]
    if not len(codes):
        numbers = zeros(len(obs), int, device=obs.device)
        return numbers, full(len(obs), math.inf, dtype=obs.dtype, device=obs.device)
    numbers = _nearest(obs, codes)
    away = obs - codes[numbers]
    return numbers, sqrt((away * away).sum(axis=1))


def vq(obs, code_book, check_finite=True):
    """The number of the nearest code of each point, and its distance.

    See scipy.cluster.vq.vq.

    >>> from tenorite.scipy.cluster.vq import vq
    >>> vq(np.array([[0.0], [4.0]]), np.array([[1.0], [5.0]]))
    (array([0, 1], dtype=int32), array([1., 1.]))
    """
    obs, code_book = as_operands((obs, code_book))
    obs = _checked(obs, check_finite=check_finite)
    code_book = _checked(code_book, check_finite=check_finite)
    dtype = numpy.result_type(obs.dtype, code_book.dtype)
    integers = dtype.char not in "fd"
    if obs.ndim != code_book.ndim:
        raise ValueError(
            "Observation and code_book should have the same rank"
            if integers
            else "observation and code should have same number of dimensions"
        )
    if obs.ndim not in (1, 2):
        raise ValueError("ndim different than 1 or 2 are not supported")
    if obs.ndim == 2 and obs.shape[1] != code_book.shape[1]:
        raise ValueError("obs and code should have same number of features (columns)")
    if integers:
        dtype = numpy.dtype(float)
    numbers, distances = _quantized(obs.astype(dtype), code_book.astype(dtype))
    return numbers.astype("q" if integers else "i"), distances


# ---- means of clusters ----


def _means(obs, numbers, count):
    """(mean of the points of each cluster, how many they are)."""
    points = obs.reshape(len(obs), -1)
    d = points.shape[1]
    sizes = bincount(numbers, minlength=count)
    place = numbers[:, None] * d + arange(d, device=obs.device)
    sums = bincount(place.reshape(-1), points.reshape(-1), minlength=count * d)
    means = sums.reshape(count, d) / maximum(sizes, 1)[:, None]
    return means.astype(obs.dtype).reshape(count, *obs.shape[1:]), sizes


def _to_convergence(obs, codes, thresh):
    """SciPy's kmeans from given codes; the host looks at each step, which may be last."""
    before = math.inf
    while True:
        numbers, distances = _quantized(obs, codes)
        mean = distances.mean()
        codes, sizes = _means(obs, numbers, len(codes))
        look = concatenate([mean.reshape(1).astype(float), sizes.astype(float)]).get()
        if not look[1:].all():
            codes = codes[own_beside(look[1:] > 0, codes)]
        if not abs(before - look[0]) > thresh:
            return codes, mean
        before = look[0]


def _points_of(data, k, state):
    at = state.choice(data.shape[0], size=int(k), replace=False)
    return data[own_beside(at, data)]


def _normal_points(data, k, state):
    mean = data.mean(axis=0)
    if data.ndim == 1:
        x = own_beside(state.standard_normal(size=k), data) * sqrt(cov(data))
    elif data.shape[1] > data.shape[0]:
        _, s, vh = svd(data - mean, full_matrices=False)
        x = own_beside(state.standard_normal(size=(k, s.size)), data)
        x = matmul(x, s[:, None] * vh / math.sqrt(data.shape[0] - 1.0))
    else:
        spread = cov(data.T).reshape(data.shape[1], data.shape[1])
        x = own_beside(state.standard_normal(size=(k, data.shape[1])), data)
        x = matmul(x, cholesky(spread).T)
    return x + mean


def _integer_below(state, n):
    draw = state.integers if hasattr(state, "integers") else state.randint
    return int(draw(n))


def _distant_points(data, k, state):
    """Points of which each is drawn by its squared distance to those before.

    They are drawn on the device; no step waits for the one before.
    """
    points = data[:, None] if data.ndim == 1 else data
    first = points[_integer_below(state, len(points))]
    chosen, least = [first], None
    for _ in range(1, k):
        away = points - chosen[-1]
        squares = (away * away).sum(axis=1)
        least = squares if least is None else where(squares < least, squares, least)
        shares = (least / least.sum()).cumsum()
        drawn = as_operand(state.uniform(), shares)
        at = (shares < drawn).sum()
        chosen.append(points[at])
    made = stack(chosen)
    return made[:, 0] if data.ndim == 1 else made


_FIRST_CODES = {
    "random": _normal_points,
    "points": _points_of,
    "++": _distant_points,
}


def _floating(x):
    return x if x.dtype.char in "fd" else x.astype(float)


@with_random_state("seed")
def kmeans(
    obs, k_or_guess, iter=20, thresh=1e-5, check_finite=True, *, rng=None, seed=None
):
    """(codes, mean distance): codes that are the means of their points.

    The best of `iter` tries, each from k points that are drawn, or one try from codes
    that are given. See scipy.cluster.vq.kmeans.

    >>> from tenorite.scipy.cluster.vq import kmeans
    >>> points = np.array([[0.0], [1.0], [9.0], [10.0]])
    >>> kmeans(points, np.array([[0.0], [9.0]]))
    (array([[0.5],
           [9.5]]), np.float64(0.5))
    """
    obs = _floating(_checked(obs, check_finite=check_finite))
    guess = _checked(k_or_guess, obs, check_finite)
    state = check_random_state(rng)
    if iter < 1:
        raise ValueError(f"iter must be at least 1, got {iter}")
    if guess.size != 1:
        if guess.size < 1:
            raise ValueError(f"Asked for 0 clusters. Initial book was {guess}")
        return _to_convergence(obs, guess.astype(obs.dtype), thresh)
    given = guess.item() if isinstance(k_or_guess, ndarray) else k_or_guess
    given = numpy.asarray(given).reshape(-1)[0]
    k = int(given)
    if k != given:
        raise ValueError("If k_or_guess is a scalar, it must be an integer.")
    if k < 1:
        raise ValueError(f"Asked for {k} clusters.")
    best = None, math.inf
    for _ in range(iter):
        with namespace().Device(obs.device):
            first = _points_of(obs, k, state)
        found = _to_convergence(obs, first, thresh)
        if float(found[1]) < float(best[1]):
            best = found
    return best


@with_random_state("seed")
def kmeans2(
    data,
    k,
    iter=10,
    thresh=1e-5,
    minit="random",
    missing="warn",
    check_finite=True,
    *,
    rng=None,
    seed=None,
):
    """(codes, number of each point's code) after `iter` steps.

    Whether clusters were empty is looked at behind the last step. See
    scipy.cluster.vq.kmeans2.

    >>> from tenorite.scipy.cluster.vq import kmeans2
    >>> points = np.array([[0.0], [1.0], [9.0], [10.0]])
    >>> kmeans2(points, np.array([[0.0], [9.0]]), minit="matrix")[1]
    array([0, 0, 1, 1], dtype=int32)
    """
    if int(iter) < 1:
        raise ValueError(f"Invalid iter ({iter}), must be a positive integer.")
    if missing not in ("warn", "raise"):
        raise ValueError(f"Unknown missing method {missing!r}")
    state = check_random_state(rng)
    data = _checked(data, check_finite=check_finite)
    codes = array(as_operand(k, data))
    if data.ndim not in (1, 2):
        raise ValueError("Input of rank > 2 is not supported.")
    if data.size < 1 or codes.size < 1:
        raise ValueError("Empty input is not supported.")
    data = _floating(data)
    if minit == "matrix" or codes.size > 1:
        if data.ndim != codes.ndim:
            raise ValueError("k array doesn't match data rank")
        if data.ndim > 1 and codes.shape[1] != data.shape[1]:
            raise ValueError("k array doesn't match data dimension")
    else:
        codes = _first_codes(data, codes, minit, state)
    codes = codes.astype(data.dtype)
    empty = []
    for _ in range(iter):
        numbers, _ = _quantized(data, codes)
        means, sizes = _means(data, numbers, len(codes))
        there = (sizes > 0).reshape(-1, *[1] * (data.ndim - 1))
        empty.append((sizes == 0).any())
        codes = where(there, means, codes)
    for is_empty in stack(empty).get().tolist():
        if is_empty and missing == "raise":
            raise ClusterError(_EMPTY)
        if is_empty:
            warn(_EMPTY, UserWarning)
    return codes, numbers.astype("i")


def _first_codes(data, k, minit, state):
    given = k.item()
    count = int(given)
    if count < 1:
        raise ValueError(f"Cannot ask kmeans2 for {count} clusters (k was {k})")
    if count != given:
        warn("k was not an integer, was converted.", UserWarning)
    if minit not in _FIRST_CODES:
        raise ValueError(f"Unknown init method {minit!r}")
    with namespace().Device(data.device):
        return _FIRST_CODES[minit](data, count, state)


_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)

# SPDX-License-Identifier: Apache-2.0
"""Distances of two vectors: a number of the device, in the vectors' own precision.

Norms are of vectors along the last axis; others broadcast. Where SciPy's result is a float of Python's, it is a float64 here. Weights and, for
norms, differences are looked at, as SciPy looks at them.
"""

import math

import numpy

from ...._array.convert import as_operand, as_operands
from ...._core import ndarray
from ...._numpy.indexing import where
from ...._numpy.manipulation import atleast_2d
from ...._numpy.math import clip
from ...._numpy.nanfunctions import nansum
from ...._numpy.products import dot, vecdot
from ...._numpy.statistics import mean
from ...._numpy.ufuncs import absolute, fmax, isnan, log, sqrt
from ....special import rel_entr
from ...linalg import norm

__all__ = [
    "braycurtis",
    "canberra",
    "chebyshev",
    "cityblock",
    "correlation",
    "cosine",
    "dice",
    "euclidean",
    "hamming",
    "jaccard",
    "jensenshannon",
    "mahalanobis",
    "minkowski",
    "rogerstanimoto",
    "russellrao",
    "seuclidean",
    "sokalsneath",
    "sqeuclidean",
    "yule",
]


# ---- arguments ----


def _checked(x):
    if x.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    return x


def _vectors(u, v, dtype=None):
    u, v = (_checked(x) for x in as_operands([u, v]))
    return (u, v) if dtype is None else (u.astype(dtype), v.astype(dtype))


def _weights(w, like):
    w = _checked(as_operand(w, like)).astype(float)
    if bool((w < 0).any()):
        raise ValueError("Input weights should be all non-negative")
    return w


# ---- numbers ----


def euclidean(u, v, w=None):
    """The length of differences along the last axis.

    See scipy.spatial.distance.euclidean.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.euclidean(np.array([0.0, 0.0]), np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    return minkowski(u, v, 2, w)


def sqeuclidean(u, v, w=None):
    """The sum of the squares of differences along the last axis.

    See scipy.spatial.distance.sqeuclidean.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.sqeuclidean(np.array([0.0, 0.0]), np.array([3.0, 4.0]))
    np.float64(25.0)
    """
    u, v = as_operands([u, v])
    u, v = (x if x.dtype.kind in "fc" else x.astype(float) for x in (u, v))
    d = u - v
    return vecdot(d, d if w is None else _weights(w, d) * d)


def cityblock(u, v, w=None):
    """The sum of differences without signs. See scipy.spatial.distance.cityblock.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.cityblock(np.array([0, 0]), np.array([3, -4]))
    np.int64(7)
    """
    u, v = _vectors(u, v)
    size = absolute(u - v)
    return (size if w is None else _weights(w, u) * size).sum()


def chebyshev(u, v, w=None):
    """The largest difference of those with a weight. See scipy.spatial.distance.chebyshev.

    A NaN counts only where it is the first item.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.chebyshev(np.array([0, 0]), np.array([3, -4]))
    np.int64(4)
    """
    u, v = _vectors(u, v)
    has_weight = None if w is None else _weights(w, u) > 0
    size = absolute(u - v)
    if has_weight is not None:
        size = has_weight * size
    if size.size == 0:
        return max(())  # SciPy's error is Python's
    if size.dtype.kind != "f":
        return size.max()
    return where(isnan(size[0]), size[0], fmax.reduce(size))[()]


def minkowski(u, v, p=2, w=None):
    """The norm with power `p` of differences along the last axis.

    See scipy.spatial.distance.minkowski.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.minkowski(np.array([0.0, 0.0]), np.array([3.0, 4.0]), 1)
    np.float64(7.0)
    """
    u, v = as_operands([u, v])
    if p <= 0:
        raise ValueError("p must be greater than 0")
    d = u - v
    if w is not None:
        d = _root(_weights(w, u), p) * d
    return norm(d, p, axis=-1)


def _root(w, p):
    if p == 1:
        return w
    if p == 2:
        return sqrt(w)
    return w != 0 if p == math.inf else w ** (1 / p)


def seuclidean(u, v, V):
    """euclidean() of vectors divided by standard deviations, of which `V` are squares.

    See scipy.spatial.distance.seuclidean.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.seuclidean(np.array([0.0, 0.0]), np.array([3.0, 8.0]), np.array([1.0, 4]))
    np.float64(5.0)
    """
    u, v = _vectors(u, v)
    V = _checked(as_operand(V, u)).astype(float)
    if V.shape != u.shape or V.shape != v.shape:
        raise TypeError("V must be a 1-D array of the same dimension as u and v.")
    return euclidean(u, v, w=1 / V)


def mahalanobis(u, v, VI):
    """The length of the difference d: sqrt(d @ VI @ d). See scipy.spatial.distance.mahalanobis.

    `VI` is the inverse of a covariance.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.mahalanobis(np.array([0.0, 0.0]), np.array([3.0, 4.0]), 4 * np.eye(2))
    np.float64(10.0)
    """
    u, v = _vectors(u, v)
    VI = atleast_2d(as_operand(VI, u))
    d = u - v
    return sqrt(dot(dot(d, VI), d))


def cosine(u, v, w=None):
    """1 less the cosine of the angle of two vectors. See scipy.spatial.distance.cosine.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.cosine(np.array([2.0, 0.0]), np.array([0.0, 4.0]))
    np.float64(1.0)
    """
    return correlation(u, v, w=w, centered=False)


def correlation(u, v, w=None, centered=True):
    """1 less the correlation of two vectors; their cosine if not `centered`.

    See scipy.spatial.distance.correlation.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.correlation(np.array([1.0, 2.0]), np.array([5.0, 3.0]))
    np.float64(2.0)
    """
    u, v = _vectors(u, v)
    if "c" in (u.dtype.kind, v.dtype.kind):
        raise TypeError("`u` and `v` must be real.")
    if w is not None:
        w = _weights(w, u)
        w = w / w.sum()
    if centered:
        u, v = (x - (mean(x) if w is None else dot(x, w)) for x in (u, v))
    wu, wv = (u, v) if w is None else (u * w, v * w)
    both = dot(u, wv)
    size = sqrt((dot(u, wu) * dot(v, wv)).astype(float))
    if both.dtype.kind == "f":
        size = size.astype(both.dtype)
    return clip(1.0 - both / size, 0.0, 2.0)


def braycurtis(u, v, w=None):
    """The sum of differences divided by that of sums, both without signs.

    See scipy.spatial.distance.braycurtis.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.braycurtis(np.array([1, 0, 0]), np.array([0, 1, 0]))
    np.float64(1.0)
    """
    u, v = _vectors(u, v, float)
    difference, total = absolute(u - v), absolute(u + v)
    if w is not None:
        w = _weights(w, u)
        difference, total = w * difference, w * total
    return difference.sum() / total.sum()


def canberra(u, v, w=None):
    """The sum of differences, each divided by the sum of both sizes.

    0 / 0 and other NaNs count as 0. See scipy.spatial.distance.canberra.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.canberra(np.array([1, 0, 0]), np.array([0, 1, 0]))
    np.float64(2.0)
    """
    u, v = _vectors(u, v, float)
    w = None if w is None else _weights(w, u)
    with numpy.errstate(invalid="ignore"):
        parts = absolute(u - v) / (absolute(u) + absolute(v))
    return nansum(parts if w is None else w * parts)


def jensenshannon(p, q, base=None, *, axis=0, keepdims=False):
    """The root of the Jensen-Shannon divergence of probabilities along an axis.

    Vectors are divided by their sums; `base` is that of the logarithm. See
    scipy.spatial.distance.jensenshannon.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.jensenshannon(np.array([1.0, 0.0]), np.array([0.0, 1.0]), 2.0)
    np.float64(1.0)
    """
    p, q = as_operands([p, q])
    p = p / p.sum(axis=axis, keepdims=True)
    q = q / q.sum(axis=axis, keepdims=True)
    m = (p + q) / 2.0
    left = rel_entr(p, m).sum(axis=axis, keepdims=keepdims)
    divergence = left + rel_entr(q, m).sum(axis=axis, keepdims=keepdims)
    if base is not None:
        unit = log(base) if isinstance(base, ndarray) else float(numpy.log(base))
        divergence = (divergence / unit).astype(divergence.dtype)
    return sqrt(divergence / 2.0)


# ---- truth values ----


def hamming(u, v, w=None):
    """The part of items that differ. See scipy.spatial.distance.hamming.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.hamming(np.array([1, 0, 0, 0]), np.array([0, 1, 0, 0]))
    np.float64(0.5)
    """
    u, v = _vectors(u, v)
    if u.shape != v.shape:
        raise ValueError("The 1d arrays must have equal lengths.")
    if w is None:
        return mean(u != v)
    w = _weights(w, u)
    if w.shape != u.shape:
        raise ValueError("'w' should have the same length as 'u' and 'v'.")
    return dot(u != v, w / w.sum())


def jaccard(u, v, w=None):
    """Of items that are not 0 in both, the part that is 0 in one.

    See scipy.spatial.distance.jaccard.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.jaccard(np.array([1, 0, 0]), np.array([1, 1, 0]))
    np.float64(0.5)
    """
    u, v = _vectors(u, v)
    u, v = u != 0, v != 0
    differ, some = u ^ v, u | v
    if w is not None:
        w = _weights(w, u)
        differ, some = w * differ, w * some
    total = some.sum()
    return differ.sum() / where(total != 0, total, 1)


def _are_truth(u, v, w):
    return w is None and u.dtype == v.dtype == numpy.dtype(bool)


def _counts(u, v, w):
    """Counts of items that only v has, that only u has, and functions of two further.

    These are both and neither. Numbers count as much as they are; what they are less
    than 1 counts as their absence.
    """
    if _are_truth(u, v, w):
        not_u, not_v = ~u, ~v
    else:
        u, v = u.astype(float), v.astype(float)
        not_u, not_v = 1.0 - u, 1.0 - v
    if w is not None:
        u, not_u = w * u, w * not_u
    return (
        (not_u * v).sum(),
        (u * not_v).sum(),
        lambda: (u * v).sum(),
        lambda: (not_u * not_v).sum(),
    )


def _both(u, v, w):
    """The sum of products, in the vectors' own dtype."""
    return (u * v if w is None else u * v * w).sum()


def dice(u, v, w=None):
    """Items that differ, divided by them and twice those of both.

    See scipy.spatial.distance.dice.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.dice(np.array([True, False]), np.array([True, True])).round(3)
    np.float64(0.333)
    """
    u, v = _vectors(u, v)
    w = None if w is None else _weights(w, u)
    if not _are_truth(u, v, w):
        u, v = u.astype(float), v.astype(float)
    both = _both(u, v, w)
    second, first, _, _ = _counts(u, v, w)
    return (first + second) / (2.0 * both + first + second)


def rogerstanimoto(u, v, w=None):
    """Twice the items that differ, divided by them and those that do not.

    See scipy.spatial.distance.rogerstanimoto.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.rogerstanimoto(np.array([True, False]), np.array([True, True])).round(3)
    np.float64(0.667)
    """
    u, v = _vectors(u, v)
    w = None if w is None else _weights(w, u)
    second, first, both, neither = _counts(u, v, w)
    differ = 2.0 * (first + second)
    total = both() + neither() + differ
    if not (_are_truth(u, v, w) and u.size and v.size) and float(total) == 0:
        raise ZeroDivisionError("float division by zero")
    return differ / total


def russellrao(u, v, w=None):
    """The part of items that are not true in both. See scipy.spatial.distance.russellrao.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.russellrao(np.array([True, False]), np.array([True, True]))
    np.float64(0.5)
    """
    u, v = _vectors(u, v)
    w = None if w is None else _weights(w, u)
    n = float(u.size) if w is None else w.sum()
    both = _both(u, v, w)
    if w is None and n == 0:
        raise ZeroDivisionError("float division by zero")
    return (n - both).astype(float) / n


def sokalsneath(u, v, w=None):
    """Twice the items that differ, divided by them and those of both.

    It is looked at whether the divisor is 0. See scipy.spatial.distance.sokalsneath.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.sokalsneath(np.array([True, False]), np.array([True, True])).round(3)
    np.float64(0.667)
    """
    u, v = _vectors(u, v)
    w = None if w is None else _weights(w, u)
    both = _both(u, v, w)
    second, first, _, _ = _counts(u, v, w)
    differ = 2.0 * (first + second)
    total = both + differ
    if not bool(total):
        raise ValueError(
            "Sokal-Sneath dissimilarity is not defined for vectors that are entirely "
            "false."
        )
    return differ / total


def yule(u, v, w=None):
    """Of items that differ and that agree, 2 a / (a + b) of the products of their counts.

    a is that of items which one and which the other alone has, b of those which both and
    which none has. See scipy.spatial.distance.yule.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.yule(np.array([True, False, False]), np.array([False, True, False]))
    np.float64(2.0)
    """
    u, v = _vectors(u, v)
    w = None if w is None else _weights(w, u)
    second, first, both, neither = _counts(u, v, w)
    mixed = first * second
    return 2.0 * mixed / where(mixed == 0, 1, both() * neither() + mixed)

# SPDX-License-Identifier: Apache-2.0
"""Distances of all pairs of points, in double precision."""

import importlib
import math

import numpy

from ...._array.convert import as_operand, as_operands
from ...._core import ndarray
from ...._numpy.creation import ascontiguousarray, empty
from ...._numpy.joining import concatenate, stack
from ...._numpy.manipulation import copyto
from ...._numpy.statistics import cov, var
from ....linalg import inv as _inv
from ..._host import _attribute
from ..._kernels import KernelFile, blocks, launch
from . import _vectors

__all__ = ["cdist", "directed_hausdorff", "pdist"]

_kernels = KernelFile(__file__, "distances.cuh")

# Numbers in distances.cuh, and the names of each metric.
_NAMES = {
    0: "euclidean euclid eu e",
    1: "sqeuclidean sqe sqeuclid",
    2: "cityblock cblock cb c",
    3: "chebyshev chebychev cheby cheb ch",
    4: "minkowski mi m pnorm",
    5: "braycurtis",
    6: "canberra",
    7: "cosine cos",
    8: "correlation co",
    9: "hamming matching hamm ha h",
    10: "jaccard jacc ja j",
    11: "jensenshannon js",
    12: "seuclidean se s",
    13: "mahalanobis mahal mah",
    14: "dice",
    15: "rogerstanimoto",
    16: "russellrao",
    17: "sokalsneath",
    18: "yule",
}
_METRICS = {name: k for k, names in _NAMES.items() for name in names.split()}
_CHEBYSHEV, _MINKOWSKI, _SEUCLIDEAN, _MAHALANOBIS = 3, 4, 12, 13
_TRUTH = 14  # and those behind it are of truth values
_TILE = 2**25  # pairs whose distances are held


def _points(x):
    if x.dtype.kind == "c":
        raise TypeError("complex points have no distances")
    return ascontiguousarray(x.astype(float, copy=False))


def _checked_weights(w, n, like):
    if w is None:
        return None
    w = ascontiguousarray(as_operand(w, like).astype(float))
    if w.ndim != 1:
        raise ValueError("Weights must be a vector (ndim = 1)")
    if w.size != n:
        raise ValueError(
            f"Weights must have same size as input vector. {w.size} vs. {n}."
        )
    if bool((w < 0).any()):
        raise ValueError("Input weights should be all non-negative")
    return w


def _variances(V, points, n):
    if V is None:
        return var(points, axis=0, ddof=1)
    V = as_operand(V, points)
    if V.ndim != 1:
        raise ValueError("Variance vector V must be one-dimensional.")
    if V.size != n:
        raise ValueError(
            "Variance vector V must be of the same dimension as the vectors on which the "
            "distances are computed."
        )
    return V


def _inverse_covariance(VI, points, n):
    if VI is not None:
        VI = as_operand(VI, points)
        if VI.shape != (n, n):  # SciPy reads what lies behind a smaller one
            raise ValueError(
                f"VI must have shape {(n, n)} for vectors of {n} items, not {VI.shape}."
            )
        return VI
    if len(points) <= n:
        raise ValueError(
            f"The number of observations ({len(points)}) is too small; the covariance "
            f"matrix is singular. For observations with {n} dimensions, at least {n + 1} "
            "observations are required."
        )
    return _inv(cov(points.T).reshape(n, n)).T


def _distances(
    x, y, metric, shape, out, pairs, p=None, w=None, V=None, VI=None, **rest
):
    """The distances of one or two arrays of points, in a new array or in `out`."""
    if not isinstance(metric, str):
        raise TypeError(
            "2nd argument metric must be a string identifier or a function."
        )
    name = metric.lower()
    number = _METRICS.get(name)
    if number is None:
        raise ValueError(f"Unknown Distance Metric: {name}")
    given = {"p": p, "V": V, "VI": VI}
    owners = {"p": _MINKOWSKI, "V": _SEUCLIDEAN, "VI": _MAHALANOBIS}
    wrong = [k for k, v in given.items() if v is not None and owners[k] != number]
    if wrong or rest:
        raise TypeError(
            f"{'pdist' if pairs else 'cdist'}() got an unexpected keyword argument "
            f"'{[*wrong, *rest][0]}'"
        )
    if w is not None and number in (11, _SEUCLIDEAN, _MAHALANOBIS):
        raise TypeError(f"the metric {name} takes no weights")
    n = x.shape[1]
    x, y = (_points(x),) * 2 if x is y else (_points(x), _points(y))
    if out is not None:
        if out.shape != shape:
            raise ValueError("Output array has incorrect shape.")
        if not out.flags.c_contiguous:
            raise ValueError("Output array must be C-contiguous.")
        if out.dtype != numpy.dtype(float):
            raise ValueError("Output array must be double type.")
    weights, other = _checked_weights(w, n, x), None
    everything = x if pairs else concatenate([x, y])
    if number == _MINKOWSKI:
        p = 2.0 if p is None else p
        number = _CHEBYSHEV if math.isinf(p) else number
    elif number == _SEUCLIDEAN:
        other = _variances(V, everything, n)
    elif number == _MAHALANOBIS:
        other = _inverse_covariance(VI, everything, n)
    if other is not None:
        other = ascontiguousarray(other.astype(float))
    target = out if isinstance(out, ndarray) else empty(shape, device=x.device)
    sizes = [numpy.int64(k) for k in (len(x), len(y), n)]
    kernel = _kernels("distances", number, pairs)
    arguments = (x, y, target, *sizes, weights, other)
    power = numpy.float64(0.0 if p is None else p)
    launch(kernel, blocks(len(x) * len(y)), (*arguments, power))
    if out is not None and target is not out:
        copyto(out, target)
    return target if out is None else out


def _named(metric, given):
    """For a function of _vectors.py its name where all pairs have the same distances.

    For functions of truth values, which take numbers otherwise, and for parameters that
    all pairs have not, SciPy's function.
    """
    name = getattr(metric, "__name__", "")
    if name not in _vectors.__all__ or getattr(_vectors, name) is not metric:
        return metric
    if _METRICS[name] < _TRUTH and given.keys() <= {"p", "w", "V", "VI"}:
        return name
    return importlib.import_module("scipy.spatial.distance").__dict__[name]


def cdist(XA, XB, metric="euclidean", *, out=None, **kwargs):
    """Distances of the rows of two arrays, (rows of XA, rows of XB), float64.

    `metric` is a name of SciPy's, or a function that SciPy calls on the host; `w` are weights, `p` Minkowski's power, `V` variances,
    `VI` the matrix of Mahalanobis. See scipy.spatial.distance.cdist.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.cdist(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[5.]])
    """
    metric = _named(metric, kwargs)
    if callable(metric):
        theirs = _attribute(__package__, "cdist")
        return theirs(XA, XB, metric, out=out, **kwargs)
    XA, XB = as_operands([XA, XB])
    if XA.ndim != 2:
        raise ValueError("XA must be a 2-dimensional array.")
    if XB.ndim != 2:
        raise ValueError("XB must be a 2-dimensional array.")
    if XA.shape[1] != XB.shape[1]:
        raise ValueError(
            "XA and XB must have the same number of columns (i.e. feature dimension.)"
        )
    return _distances(XA, XB, metric, (len(XA), len(XB)), out, False, **kwargs)


def pdist(X, metric="euclidean", *, out=None, **kwargs):
    """Distances of all pairs of rows i < j of an array, float64, as cdist().

    See scipy.spatial.distance.pdist.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.pdist(np.array([[0.0], [3.0], [4.0]]))
    array([3., 4., 1.])
    """
    metric = _named(metric, kwargs)
    if callable(metric):
        return _attribute(__package__, "pdist")(X, metric, out=out, **kwargs)
    X = as_operand(X)
    if X.ndim != 2:
        raise ValueError(
            f"A 2-dimensional array must be passed. (Shape was {X.shape})."
        )
    rows = len(X)
    return _distances(X, X, metric, (rows * (rows - 1) // 2,), out, True, **kwargs)


def directed_hausdorff(u, v, rng=0, *, seed=None):
    """(distance, i, j): the row i of `u` that is farthest from its nearest row j of `v`.

    `rng` is not needed: all pairs are computed, in tiles. Of several such rows it is the
    first. See scipy.spatial.distance.directed_hausdorff.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.directed_hausdorff(np.array([[1.0], [5.0]]), np.array([[0.0], [3.0]]))
    (2.0, 1, 1)
    """
    if seed is not None and rng != 0:
        raise TypeError(
            "directed_hausdorff() got multiple values for argument now known as `rng`. "
            "Specify one of `rng` or `seed`."
        )
    u, v = (x.astype(float) for x in as_operands([u, v]))
    for x in (u, v):
        if x.ndim < 2:
            raise IndexError("tuple index out of range")
    if u.shape[1] != v.shape[1]:
        raise ValueError("u and v need to have the same number of columns")
    for x in (u, v):
        if x.ndim > 2:
            words = f"Buffer has wrong number of dimensions (expected 2, got {x.ndim})"
            raise ValueError(words)
    if not (len(u) and len(v)):
        return (math.inf if len(u) else 0.0), 0, 0
    step = max(1, _TILE // len(v))
    nearest, numbers = [], []
    for first in range(0, len(u), step):
        squares = cdist(u[first : first + step], v, "sqeuclidean")
        nearest.append(squares.min(axis=1))
        numbers.append(squares.argmin(axis=1))
    nearest, numbers = concatenate(nearest), concatenate(numbers)
    i = nearest.argmax()
    found = stack([nearest[i], i.astype(float), numbers[i].astype(float)]).get()
    return math.sqrt(found[0]), int(found[1]), int(found[2])

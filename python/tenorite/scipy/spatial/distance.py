# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial.distance: distances of all pairs of points, in double precision."""

import math

import numpy

from ..._array.convert import as_operand, as_operands
from ..._core import ndarray, warn
from ..._numpy.creation import arange, ascontiguousarray, empty, zeros
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import copyto
from ..._numpy.statistics import cov, var
from ..._runtime.help import document as _document
from ...linalg import inv as _inv
from .._host import _attribute
from .._host import attributes_of as _attributes_of
from .._kernels import KernelFile, blocks, launch

__all__ = [
    "cdist",
    "is_valid_dm",
    "is_valid_y",
    "num_obs_dm",
    "num_obs_y",
    "pdist",
    "squareform",
]

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
        return as_operand(VI, points)
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


def cdist(XA, XB, metric="euclidean", *, out=None, **kwargs):
    """Distances of the rows of two arrays, (rows of XA, rows of XB), float64.

    `metric` is a name of SciPy's, or a function that SciPy calls on the host; `w` are weights, `p` Minkowski's power, `V` variances,
    `VI` the matrix of Mahalanobis. See scipy.spatial.distance.cdist.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.cdist(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[5.]])
    """
    if callable(metric):
        theirs = _attribute(__name__, "cdist")
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
    if callable(metric):
        return _attribute(__name__, "pdist")(X, metric, out=out, **kwargs)
    X = as_operand(X)
    if X.ndim != 2:
        raise ValueError(
            f"A 2-dimensional array must be passed. (Shape was {X.shape})."
        )
    rows = len(X)
    return _distances(X, X, metric, (rows * (rows - 1) // 2,), out, True, **kwargs)


def squareform(X, force="no", checks=True):
    """The matrix of a vector of pdist(), or the vector of a matrix.

    With `checks` a matrix is looked at, so that it is waited for. See
    scipy.spatial.distance.squareform.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.squareform(np.array([1.0]))
    array([[0., 1.],
           [1., 0.]])
    """
    X = as_operand(X)
    if force.lower() == "tomatrix" and X.ndim != 1:
        raise ValueError("Forcing 'tomatrix' but input X is not a distance vector.")
    if force.lower() == "tovector" and X.ndim != 2:
        raise ValueError("Forcing 'tovector' but input X is not a distance matrix.")
    if X.ndim == 1:
        if X.size == 0:
            return zeros((1, 1), X.dtype, device=X.device)
        rows = math.ceil(math.sqrt(X.size * 2))
        if rows * (rows - 1) != X.size * 2:
            raise ValueError(
                "Incompatible vector size. It must be a binomial coefficient n choose 2 "
                "for some integer n >= 2."
            )
        number = arange(rows, device=X.device)
        i, j = _smaller(number[:, None], number), _larger(number[:, None], number)
        at = i * rows - i * (i + 1) // 2 + j - i - 1
        beside = number[:, None] != number
        matrix = X[at * beside] * beside.astype(X.dtype)
        return matrix.astype(X.dtype, copy=False)
    if X.ndim != 2:
        raise ValueError(
            "The first argument must be one or two dimensional array. A "
            f"{X.ndim}-dimensional array is not permitted"
        )
    if X.shape[0] != X.shape[1]:
        raise ValueError("The matrix argument must be square.")
    if checks:
        is_valid_dm(X, throw=True, name="X")
    rows = X.shape[0]
    if rows <= 1:
        return empty(0, X.dtype, device=X.device)
    number = arange(rows, device=X.device)
    return X[number[:, None] < number]


def _smaller(x, y):
    return x * (x < y) + y * (x >= y)


def _larger(x, y):
    return x * (x >= y) + y * (x < y)


def is_valid_dm(D, tol=0.0, throw=False, name="D", warning=False):
    """Whether a matrix is one of distances: symmetric with a diagonal of 0.

    It is waited for. See scipy.spatial.distance.is_valid_dm.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.is_valid_dm(np.zeros((2, 2)))
    True
    """
    D = as_operand(D)
    named = f"Distance matrix '{name}'" if name else "Distance matrix"
    within = f" within tolerance {tol:5.5f}"
    text = None
    if D.ndim != 2:
        text = f"{named} must have shape=2 (i.e. be two-dimensional)."
    elif D.shape[0] != D.shape[1]:
        text = f"{named} must be symmetric."
    elif tol == 0.0:
        if not bool((D == D.T).all()):
            text = f"{named} must be symmetric."
        elif not bool((D.diagonal() == 0).all()):
            text = f"{named} diagonal must be zero."
    elif not bool((D - D.T <= tol).all()):
        text = f"{named} must be symmetric{within}."
    elif not bool((D.diagonal() <= tol).all()):
        text = f"{named} diagonal must be close to zero{within}."
    return _told(text, throw, warning)


def _told(text, throw, warning):
    if text is None:
        return True
    if throw:
        raise ValueError(text)
    if warning:
        warn(text, UserWarning)
    return False


def is_valid_y(y, warning=False, throw=False, name=None):
    """Whether a vector has a length that one of pdist() can have.

    See scipy.spatial.distance.is_valid_y.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.is_valid_y(np.zeros(3))
    True
    """
    y = as_operand(y)
    named = f"'{name}' " if name else ""
    text = None
    if y.ndim != 1:
        text = (
            f"Condensed distance matrix {named}must have shape=1 (i.e. be "
            "one-dimensional)."
        )
    else:
        rows = math.ceil(math.sqrt(y.size * 2))
        if rows * (rows - 1) != 2 * y.size:
            text = (
                f"Length n of condensed distance matrix {named}must be a binomial "
                "coefficient, i.e. there must be a k such that (k \\choose 2)=n)!"
            )
    return _told(text, throw, warning)


def num_obs_dm(d):
    """The number of points of a matrix of distances.

    See scipy.spatial.distance.num_obs_dm.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.num_obs_dm(np.zeros((2, 2)))
    2
    """
    d = as_operand(d)
    is_valid_dm(d, tol=math.inf, throw=True, name="d")
    return d.shape[0]


def num_obs_y(Y):
    """The number of points of a vector of pdist(). See scipy.spatial.distance.num_obs_y.

    >>> from tenorite.scipy.spatial import distance
    >>> distance.num_obs_y(np.zeros(3))
    3
    """
    Y = as_operand(Y)
    is_valid_y(Y, throw=True, name="Y")
    if Y.size == 0:
        raise ValueError(
            "The number of observations cannot be determined on an empty distance matrix."
        )
    return math.ceil(math.sqrt(Y.size * 2))


_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)

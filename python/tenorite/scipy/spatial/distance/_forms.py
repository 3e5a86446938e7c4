# SPDX-License-Identifier: Apache-2.0
"""Distances of all pairs as a matrix and as a vector, and whether they are such."""

import math

from ...._array.convert import as_operand
from ...._core import warn
from ...._numpy.creation import arange, empty, zeros

__all__ = [
    "is_valid_dm",
    "is_valid_y",
    "num_obs_dm",
    "num_obs_y",
    "squareform",
]


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

# SPDX-License-Identifier: Apache-2.0
"""Splines that SciPy fits on the host, once; they are evaluated on the device."""

from ._bsplines import BSpline, of_theirs
from ._polynomials import scipys

__all__ = ["make_lsq_spline", "make_smoothing_spline", "make_splprep", "make_splrep"]


def _fitted(name, *args, **options):
    return of_theirs(BSpline, scipys(name)(*args, **options))


def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True, *, method="qr"):
    """The spline of degree k with given knots, by least squares, fitted on the host.

    See scipy.interpolate.make_lsq_spline.

    >>> from tenorite.scipy.interpolate import make_lsq_spline
    >>> x = np.arange(9.0)
    >>> t = np.array([0.0, 0, 0, 0, 4, 8, 8, 8, 8])
    >>> with np.config.using(fallback="allow"):
    ...     spline = make_lsq_spline(x, x**3, t)
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([ 3.375, 15.625])
    """
    return _fitted("make_lsq_spline", x, y, t, k, w, axis, check_finite, method=method)


def make_smoothing_spline(x, y, w=None, lam=None, *, axis=0):
    """The natural cubic spline with least squares and least curvature, from the host.

    See scipy.interpolate.make_smoothing_spline.

    >>> from tenorite.scipy.interpolate import make_smoothing_spline
    >>> x = np.arange(9.0)
    >>> with np.config.using(fallback="allow"):
    ...     spline = make_smoothing_spline(x, 2 * x, lam=1.0)
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([3., 5.])
    """
    return _fitted("make_smoothing_spline", x, y, w, lam, axis=axis)


def make_splrep(
    x,
    y,
    *,
    w=None,
    xb=None,
    xe=None,
    k=3,
    s=0,
    t=None,
    nest=None,
    bc_type=None,
):
    """A smoothing spline of degree k, fitted on the host as FITPACK does.

    See scipy.interpolate.make_splrep.

    >>> from tenorite.scipy.interpolate import make_splrep
    >>> x = np.arange(9.0)
    >>> with np.config.using(fallback="allow"):
    ...     spline = make_splrep(x, x**3)
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([ 3.375, 15.625])
    """
    ends = {} if bc_type is None else {"bc_type": bc_type}
    options = {"w": w, "xb": xb, "xe": xe, "k": k, "s": s, "t": t, "nest": nest, **ends}
    return _fitted("make_splrep", x, y, **options)


def make_splprep(
    x,
    *,
    w=None,
    u=None,
    ub=None,
    ue=None,
    k=3,
    s=0,
    t=None,
    nest=None,
    bc_type=None,
):
    """(a smoothing spline of a curve, its parameters), fitted on the host.

    See scipy.interpolate.make_splprep.

    >>> from tenorite.scipy.interpolate import make_splprep
    >>> with np.config.using(fallback="allow"):
    ...     spline, u = make_splprep([np.arange(5.0), np.arange(5.0)])
    >>> spline(0.5).round(6)
    array([2., 2.])
    """
    ends = {} if bc_type is None else {"bc_type": bc_type}
    options = {"w": w, "u": u, "ub": ub, "ue": ue, "k": k, "s": s, "t": t, **ends}
    made, u = scipys("make_splprep")(x, nest=nest, **options)
    return of_theirs(BSpline, made), u

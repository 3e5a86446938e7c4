# SPDX-License-Identifier: Apache-2.0
"""Splines through points of one variable, fitted by SciPy's FITPACK on the host.

Values, derivatives and integrals are computed on the device of the points.
"""

import types

from ..._array.convert import as_operand
from ..._numpy.creation import zeros
from ._bsplines import changed
from ._fitpack import CONST, EXTRAPOLATE, RAISE, ZEROS, evaluated, integral, orders_at
from ._polynomials import scipys

__all__ = [
    "InterpolatedUnivariateSpline",
    "LSQUnivariateSpline",
    "UnivariateSpline",
]

_MODES = {"extrapolate": EXTRAPOLATE, "zeros": ZEROS, "raise": RAISE, "const": CONST}
_MODES |= {mode: mode for mode in _MODES.values()}


class UnivariateSpline:
    """A smoothing spline of degree k through points `x` (n,) with values `y`.

    SciPy fits it on the host. An object whose spline goes through all points, or is one
    by least squares, has the class of these. See scipy.interpolate.UnivariateSpline.

    >>> from tenorite.scipy.interpolate import UnivariateSpline
    >>> x = np.arange(6.0)
    >>> with np.config.using(fallback="allow"):
    ...     spline = UnivariateSpline(x, x**3, s=0)
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([ 3.375, 15.625])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(
        self, x, y, w=None, bbox=(None, None), k=3, s=None, ext=0, check_finite=False
    ):
        self._fit("UnivariateSpline", x, y, w, bbox, k, s, ext, check_finite)

    def _fit(self, name, *args):
        self._fitted = scipys(name)(*args)
        self.ext = self._fitted.ext
        self._take()

    def _take(self):
        """What has been fitted."""
        self._eval_args = self._fitted._eval_args
        found = type(self._fitted._theirs).__name__
        if type(self) in _CLASSES.values():
            self.__class__ = _CLASSES[found]

    @classmethod
    def _of(cls, tck, ext):
        self = object.__new__(cls)
        self._fitted, self._eval_args, self.ext = None, tck, ext
        return self

    def set_smoothing_factor(self, s):
        """Fits the spline anew, from the knots that it has, with another `s`.

        See scipy.interpolate.UnivariateSpline.set_smoothing_factor.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> x = np.arange(9.0)
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(x, x**3 % 5, s=9)
        ...     spline.set_smoothing_factor(0.0)
        >>> spline(2.0).round(6)
        np.float64(3.0)
        """
        if self._fitted is None:
            raise ValueError("a derivative or an antiderivative is not fitted to data")
        self._fitted.set_smoothing_factor(s)
        self._take()

    def __call__(self, x, nu=0, ext=None):
        """Values or derivatives at points, of their shape."""
        x = as_operand(x, self._eval_args[0])
        if x.size == 0:
            return zeros(0, device=x.device)
        if ext is not None and ext not in _MODES:
            raise ValueError(f"Unknown extrapolation mode {ext}.")
        mode = self.ext if ext is None else _MODES[ext]
        return evaluated(x, self._eval_args, nu, mode)

    def get_knots(self):
        """Knots without those that are repeated at the ends.

        See scipy.interpolate.UnivariateSpline.get_knots.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0) ** 3, s=0)
        >>> spline.get_knots()
        array([0., 2., 3., 5.])
        """
        t, _, k = self._eval_args
        return t[k : len(t) - k]

    def get_coeffs(self):
        """Coefficients, one for each B-spline.

        See scipy.interpolate.UnivariateSpline.get_coeffs.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(3.0), np.arange(3.0), k=1, s=0)
        >>> spline.get_coeffs()
        array([0., 1., 2.])
        """
        t, c, k = self._eval_args
        return c[: len(t) - k - 1]

    def get_residual(self):
        """The sum of squares of weighted residuals, a float; None of a derivative.

        See scipy.interpolate.UnivariateSpline.get_residual.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0), s=0)
        >>> spline.get_residual()
        0.0
        """
        return None if self._fitted is None else self._fitted.get_residual()

    def integral(self, a, b):
        """The integral from a to b of the spline, which is 0 outside of its points.

        See scipy.interpolate.UnivariateSpline.integral.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0), s=0)
        >>> spline.integral(0, 9).round(6)
        np.float64(12.5)
        """
        return integral(a, b, self._eval_args)

    def derivatives(self, x):
        """All derivatives of orders 0 to k at a point, (k + 1,); a list for several.

        See scipy.interpolate.UnivariateSpline.derivatives.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0) ** 2, s=0)
        >>> spline.derivatives(1.0).round(6) + 0.0
        array([1., 2., 2., 0.])
        """
        return orders_at(x, self._eval_args)

    def roots(self):
        """Zeros of a cubic spline, found by SciPy on the host, ascending.

        See scipy.interpolate.UnivariateSpline.roots.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0) - 1.5, s=0)
        ...     print(spline.roots())
        [1.5]
        """
        t, _, k = self._eval_args
        if k != 3:
            raise NotImplementedError("finding roots unsupported for non-cubic splines")
        return scipys("sproot")(self._eval_args, mest=3 * (len(t) - 7))

    def derivative(self, n=1):
        """The spline of the derivative of order n, of degree k - n.

        See scipy.interpolate.UnivariateSpline.derivative.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0) ** 2, s=0)
        >>> spline.derivative()(2.5).round(6)
        np.float64(5.0)
        """
        tck = changed(*self._eval_args, n)
        return UnivariateSpline._of(tck, ZEROS if self.ext == CONST else self.ext)

    def antiderivative(self, n=1):
        """The spline of the antiderivative of order n, of degree k + n.

        See scipy.interpolate.UnivariateSpline.antiderivative.

        >>> from tenorite.scipy.interpolate import UnivariateSpline
        >>> with np.config.using(fallback="allow"):
        ...     spline = UnivariateSpline(np.arange(6.0), np.arange(6.0) ** 2, s=0)
        >>> spline.antiderivative()(3.0).round(6)
        np.float64(9.0)
        """
        return UnivariateSpline._of(changed(*self._eval_args, -n), self.ext)


class InterpolatedUnivariateSpline(UnivariateSpline):
    """The spline of degree k through all points `x` (n,) with values `y`.

    As UnivariateSpline without smoothing. See
    scipy.interpolate.InterpolatedUnivariateSpline.

    >>> from tenorite.scipy.interpolate import InterpolatedUnivariateSpline
    >>> x = np.arange(6.0)
    >>> with np.config.using(fallback="allow"):
    ...     spline = InterpolatedUnivariateSpline(x, x**3)
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([ 3.375, 15.625])
    """

    def __init__(self, x, y, w=None, bbox=(None, None), k=3, ext=0, check_finite=False):
        name = "InterpolatedUnivariateSpline"
        self._fit(name, x, y, w, bbox, k, ext, check_finite)


class LSQUnivariateSpline(UnivariateSpline):
    """The spline of degree k with inner knots `t`, by least squares.

    Otherwise as UnivariateSpline. See scipy.interpolate.LSQUnivariateSpline.

    >>> from tenorite.scipy.interpolate import LSQUnivariateSpline
    >>> x = np.arange(9.0)
    >>> with np.config.using(fallback="allow"):
    ...     spline = LSQUnivariateSpline(x, x**3, np.array([3.5]))
    >>> spline(np.array([1.5, 2.5])).round(6)
    array([ 3.375, 15.625])
    """

    def __init__(
        self, x, y, t, w=None, bbox=(None, None), k=3, ext=0, check_finite=False
    ):
        self._fit("LSQUnivariateSpline", x, y, t, w, bbox, k, ext, check_finite)


_CLASSES = {
    kind.__name__: kind
    for kind in (UnivariateSpline, InterpolatedUnivariateSpline, LSQUnivariateSpline)
}

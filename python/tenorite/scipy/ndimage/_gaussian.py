# SPDX-License-Identifier: Apache-2.0
"""Gaussian filters and filters made of derivatives along axes."""

import numbers

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._numpy.creation import asarray
from ..._numpy.ufuncs import multiply, sqrt
from ..._runtime.help import document as _document
from ._filters_1d import correlate1d, correlation_step
from ._output import for_axes, output_for
from ._support import check_axes, check_dtype, run_steps

__all__ = [
    "gaussian_filter",
    "gaussian_filter1d",
    "gaussian_gradient_magnitude",
    "gaussian_laplace",
    "generic_gradient_magnitude",
    "generic_laplace",
    "laplace",
    "prewitt",
    "sobel",
]


def _gaussian_weights(sigma, order, radius):
    """A Gaussian's derivative at the integers from -radius to radius, float64.

    The Gaussian itself sums to 1. Its derivatives are polynomials times it: the one
    of q(x) p(x), with p' = -x / sigma^2 p, is (q' - x / sigma^2 q) p.
    """
    if order < 0:
        raise ValueError("order must be non-negative")
    x = numpy.arange(-radius, radius + 1)
    variance = sigma * sigma
    bell = numpy.exp(-0.5 / variance * x**2)
    bell = bell / bell.sum()
    if order == 0:
        return bell
    powers = numpy.arange(order + 1)
    coefficients = numpy.zeros(order + 1)
    coefficients[0] = 1
    derive = numpy.diag(powers[1:], 1) + numpy.diag(numpy.ones(order) / -variance, -1)
    for _ in range(order):
        coefficients = derive.dot(coefficients)
    return (x[:, None] ** powers).dot(coefficients) * bell


def _weights_for(sigma, order, truncate, radius):
    """The weights of gaussian_filter1d(), whose arguments they check."""
    sigma = float(sigma)
    if radius is None:
        radius = int(truncate * sigma + 0.5)
    if not isinstance(radius, numbers.Integral) or radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    # For correlation: derivatives of odd order are those of the mirror image.
    return _gaussian_weights(sigma, order, radius)[::-1].copy()


def gaussian_filter1d(
    input,
    sigma,
    axis=-1,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
):
    """Correlation with a Gaussian, or one of its derivatives, along an axis.

    See scipy.ndimage.gaussian_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.gaussian_filter1d(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), 1)
    array([1.42704095, 2.06782203, 3.        , 3.93217797, 4.57295905])
    """
    weights = _weights_for(sigma, order, truncate, radius)
    return correlate1d(input, weights, axis, output, mode, cval, 0)


def gaussian_filter(
    input,
    sigma,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
    axes=None,
):
    """Gaussian filter along several axes, one after the other.

    Results have the bits of SciPy's where its weights, exponentials, do. See
    scipy.ndimage.gaussian_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.gaussian_filter(np.array([[0, 16], [32, 48]]), sigma=1)
    array([[16, 21],
           [25, 30]])
    """
    x = asarray(input)
    output = output_for(output, x)
    axes = check_axes(axes, x.ndim)
    lists = (for_axes(value, len(axes)) for value in (sigma, order, mode, radius))
    rows = [row for row in zip(axes, *lists, strict=True) if row[1] > 1e-15]
    if x.dtype.kind == "c" or output.dtype.kind == "c":
        return _of_complex(x, rows, output, cval, truncate)
    check_dtype(x.dtype)
    check_dtype(output.dtype)
    steps = [
        correlation_step(_weights_for(sigma, order, truncate, radius), axis, mode, cval)
        for axis, sigma, order, mode, radius in rows
    ]
    return run_steps(steps, x, output)


def _of_complex(x, rows, output, cval, truncate):
    if not rows:
        output[...] = x
    for axis, sigma, order, mode, radius in rows:
        weights = _weights_for(sigma, order, truncate, radius)
        x = correlate1d(x, weights, axis, output, mode, cval, 0)
    return output


# ---- derivatives ----


def _difference(input, axis, output, mode, cval, across):
    """The difference of neighbours along an axis, weighted sums along all others."""
    x = asarray(input)
    axis = normalize_axis_index(axis, x.ndim)
    output = output_for(output, x)
    modes = for_axes(mode, x.ndim)
    difference = numpy.array([-1.0, 0.0, 1.0])
    rows = [(difference, axis)]
    rows += [(across, other) for other in range(x.ndim) if other != axis]
    if x.dtype.kind == "c" or output.dtype.kind == "c":
        for weights, along in rows:
            x = correlate1d(x, weights, along, output, modes[along], cval, 0)
        return output
    check_dtype(x.dtype)
    check_dtype(output.dtype)
    steps = [
        correlation_step(weights, along, modes[along], cval) for weights, along in rows
    ]
    return run_steps(steps, x, output)


def prewitt(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """Prewitt filter: differences along an axis, sums along the others.

    See scipy.ndimage.prewitt.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.prewitt(np.array([[1, 2, 4], [1, 3, 9]]))
    array([[ 4, 14, 10],
           [ 5, 19, 14]])
    """
    return _difference(input, axis, output, mode, cval, numpy.ones(3))


def sobel(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """Sobel filter: differences along an axis, smoothed along the others.

    See scipy.ndimage.sobel.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.sobel(np.array([[1, 2, 4], [1, 3, 9]]))
    array([[ 5, 17, 12],
           [ 7, 27, 20]])
    """
    return _difference(input, axis, output, mode, cval, numpy.array([1.0, 2.0, 1.0]))


def generic_laplace(
    input,
    derivative2,
    output=None,
    mode="reflect",
    cval=0.0,
    extra_arguments=(),
    extra_keywords=None,
    *,
    axes=None,
):
    """The sum of second derivatives, which a function makes along each axis.

    `derivative2(input, axis, output, mode, cval, ...)` is called with arrays of ours.
    See scipy.ndimage.generic_laplace.

    >>> from tenorite.scipy import ndimage
    >>> def derivative(x, axis, output, mode, cval):
    ...     return ndimage.correlate1d(x, [1, -2, 1], axis, output, mode, cval)
    >>> ndimage.generic_laplace(np.array([0.0, 1.0, 4.0, 9.0]), derivative)
    array([ 1.,  2.,  2., -5.])
    """
    keywords = extra_keywords or {}
    x = asarray(input)
    output = output_for(output, x)
    axes = check_axes(axes, x.ndim)
    if not axes:
        output[...] = x
        return output
    modes = for_axes(mode, len(axes))
    derivative2(x, axes[0], output, modes[0], cval, *extra_arguments, **keywords)
    for axis, mode in zip(axes[1:], modes[1:], strict=True):
        output += derivative2(
            x, axis, output.dtype, mode, cval, *extra_arguments, **keywords
        )
    return output


def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    """The sum of second differences along the axes. See scipy.ndimage.laplace.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.laplace(np.array([0.0, 1.0, 4.0, 9.0]))
    array([ 1.,  2.,  2., -5.])
    """

    def derivative2(x, axis, output, mode, cval):
        return correlate1d(x, [1, -2, 1], axis, output, mode, cval, 0)

    return generic_laplace(input, derivative2, output, mode, cval, axes=axes)


def gaussian_laplace(
    input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, **kwargs
):
    """The sum of second derivatives of a Gaussian filter along the axes.

    `kwargs` go to gaussian_filter(). See scipy.ndimage.gaussian_laplace.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.gaussian_laplace(np.array([0.0, 0.0, 1.0, 0.0, 0.0]), sigma=1)
    array([ 0.19742828,  0.00200746, -0.39894347,  0.00200746,  0.19742828])
    """
    x = asarray(input)
    axes = check_axes(axes, x.ndim)
    sigmas = [0] * x.ndim
    for axis, value in zip(axes, for_axes(sigma, len(axes)), strict=True):
        sigmas[axis] = value

    def derivative2(x, axis, output, mode, cval):
        order = [2 if k == axis else 0 for k in range(x.ndim)]
        return gaussian_filter(x, sigmas, order, output, mode, cval, **kwargs)

    return generic_laplace(x, derivative2, output, mode, cval, axes=axes)


def generic_gradient_magnitude(
    input,
    derivative,
    output=None,
    mode="reflect",
    cval=0.0,
    extra_arguments=(),
    extra_keywords=None,
    *,
    axes=None,
):
    """The root of the sum of squares of derivatives, which a function makes.

    `derivative(input, axis, output, mode, cval, ...)` is called with arrays of ours.
    See scipy.ndimage.generic_gradient_magnitude.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.generic_gradient_magnitude(np.array([0.0, 1.0, 4.0]), ndimage.sobel)
    array([1., 4., 3.])
    """
    keywords = extra_keywords or {}
    x = asarray(input)
    output = output_for(output, x)
    axes = check_axes(axes, x.ndim)
    if not axes:
        output[...] = x
        return output
    modes = for_axes(mode, len(axes))
    derivative(x, axes[0], output, modes[0], cval, *extra_arguments, **keywords)
    multiply(output, output, output)
    for axis, mode in zip(axes[1:], modes[1:], strict=True):
        part = derivative(
            x, axis, output.dtype, mode, cval, *extra_arguments, **keywords
        )
        multiply(part, part, part)
        output += part
    sqrt(output, output, casting="unsafe")
    return output


def gaussian_gradient_magnitude(
    input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, **kwargs
):
    """The length of the gradient of a Gaussian filter.

    `kwargs` go to gaussian_filter(). See scipy.ndimage.gaussian_gradient_magnitude.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.gaussian_gradient_magnitude(np.array([0.0, 0.0, 1.0, 0.0, 0.0]), 1)
    array([0.09468667, 0.24143612, 0.        , 0.24143612, 0.09468667])
    """

    def derivative(x, axis, output, mode, cval, sigma, **kwargs):
        order = [1 if k == axis else 0 for k in range(x.ndim)]
        return gaussian_filter(x, sigma, order, output, mode, cval, **kwargs)

    return generic_gradient_magnitude(
        input,
        derivative,
        output,
        mode,
        cval,
        extra_arguments=(sigma,),
        extra_keywords=kwargs,
        axes=axes,
    )


_document(globals()[name] for name in __all__)

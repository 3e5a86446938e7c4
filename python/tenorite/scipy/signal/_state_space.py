# SPDX-License-Identifier: Apache-2.0
"""Matrices of linear systems and their other forms; on the host, few numbers."""

import numpy

from ..._array.convert import arrays_among, from_host, host_array
from ..._core import ndarray
from ._conversions import coefficients, normalized, zeros_and_poles

__all__ = ["abcd_normalize", "ss2tf", "ss2zpk", "tf2ss", "zpk2ss"]


def device_of(*items):
    """The device of the first array of ours among the items, or None."""
    for x in arrays_among(items):
        if isinstance(x, ndarray):
            return x.device
    return None


def placed_on(device, values):
    """NumPy's arrays as arrays of a device, the default one if None; others as are."""
    return tuple(
        from_host(x, device) if isinstance(x, numpy.ndarray) else x for x in values
    )


def _dimension(name, lengths, parameters):
    """The first of the known lengths that is not zero."""
    known = [n for n in lengths if n is not None]
    if not known:
        raise ValueError(
            f"Dimension {name} is undefined for parameters {parameters} = None!"
        )
    return next((n for n in known if n), 0)


def matrices(A=None, B=None, C=None, D=None):
    """NumPy's arrays of abcd_normalize(), of one inexact dtype."""
    given = [
        x if x is None or numpy.isscalar(x) else host_array(x) for x in (A, B, C, D)
    ]
    dtype = numpy.result_type(*(x for x in given if x is not None), 1.0)
    given = [None if x is None else numpy.atleast_2d(x).astype(dtype) for x in given]
    a, b, c, d = ((None, None) if x is None else x.shape[:2] for x in given)
    n = _dimension("n", (a[0], b[0], c[1]), "A = B = C")
    p = _dimension("p", (b[1], d[1]), "B = D")
    q = _dimension("q", (c[0], d[0]), "C = D")
    found = []
    shapes = (n, n), (n, p), (q, n), (q, p)
    for name, x, shape in zip("ABCD", given, shapes, strict=True):
        if x is None or x.size == 0:
            x = numpy.zeros(shape, dtype)
        if x.shape != shape:
            raise ValueError(
                f"Parameter {name} has shape {x.shape} but should be {shape}!"
            )
        found.append(x)
    return tuple(found)


def abcd_normalize(A=None, B=None, C=None, D=None):
    """The matrices of a system with two axes, zeros for those that are not given.

    In their common dtype, at least float. See scipy.signal.abcd_normalize.

    >>> from tenorite.scipy import signal
    >>> signal.abcd_normalize([[1.0]], [[2.0]], [[3.0]])[3]
    array([[0.]])
    """
    return placed_on(device_of(A, B, C, D), matrices(A, B, C, D))


def matrices_of_coefficients(num, den):
    """NumPy's arrays of tf2ss()."""
    num, den = normalized(num, den)
    num = numpy.atleast_2d(num)
    count, order = num.shape[1], len(den) - 1
    if count > order + 1:
        raise ValueError("Improper transfer function. `num` is longer than `den`.")
    if count == 0:
        return tuple(numpy.zeros(0) for _ in range(4))
    num = numpy.hstack([numpy.zeros((len(num), order + 1 - count), num.dtype), num])
    D = num[:, :1]
    if order == 0:
        return numpy.zeros((1, 1)), numpy.zeros((1, 1)), numpy.zeros((len(D), 1)), D
    A = numpy.eye(order, k=-1, dtype=numpy.result_type(den, float))
    A[0] = -den[1:]
    return A, numpy.eye(order, 1), num[:, 1:] - numpy.outer(D, den[1:]), D


def tf2ss(num, den):
    """(A, B, C, D) of coefficients, in the controller's canonical form.

    See scipy.signal.tf2ss.

    >>> from tenorite.scipy import signal
    >>> signal.tf2ss([1.0], [1.0, 0.5])[0]
    array([[-0.5]])
    """
    return placed_on(device_of(num, den), matrices_of_coefficients(num, den))


def coefficients_of_matrices(A, B, C, D, input=0):
    """NumPy's arrays of ss2tf()."""
    A, B, C, D = matrices(A, B, C, D)
    if input >= B.shape[1]:
        raise ValueError("System does not have the input specified.")
    B, D = B[:, input : input + 1], D[:, input : input + 1]
    dtype = numpy.result_type(A, B, C, D)
    den = numpy.atleast_1d(numpy.poly(A) if A.size else numpy.ones(1))
    num = numpy.empty((len(D), len(den)), dtype if dtype.kind in "fc" else float)
    for k, row in enumerate(C):
        other = numpy.atleast_1d(numpy.poly(A - B * row) if A.size else numpy.ones(1))
        num[k] = other + (D[k, 0] - 1) * den
    return num, den


def ss2tf(A, B, C, D, input=0):
    """(num, den) of a system from one input, a row of `num` for each output.

    See scipy.signal.ss2tf.

    >>> from tenorite.scipy import signal
    >>> signal.ss2tf([[-0.5]], [[1.0]], [[1.0]], [[0.0]])
    (array([[0., 1.]]), array([1. , 0.5]))
    """
    made = coefficients_of_matrices(A, B, C, D, input)
    return placed_on(device_of(A, B, C, D), made)


def zeros_and_poles_of_matrices(A, B, C, D, input=0):
    """NumPy's arrays of ss2zpk()."""
    return zeros_and_poles(*coefficients_of_matrices(A, B, C, D, input))


def ss2zpk(A, B, C, D, input=0):
    """(zeros, poles, gain) of a system from one input. See scipy.signal.ss2zpk.

    >>> from tenorite.scipy import signal
    >>> signal.ss2zpk([[-0.5]], [[1.0]], [[1.0]], [[1.0]])[:2]
    (array([-1.5]), array([-0.5]))
    """
    made = zeros_and_poles_of_matrices(A, B, C, D, input)
    return placed_on(device_of(A, B, C, D), made)


def matrices_of_zeros_and_poles(z, p, k):
    """NumPy's arrays of zpk2ss()."""
    return matrices_of_coefficients(*coefficients(z, p, k))


def zpk2ss(z, p, k):
    """(A, B, C, D) of zeros, poles and a gain. See scipy.signal.zpk2ss.

    >>> from tenorite.scipy import signal
    >>> signal.zpk2ss([], [-0.5], 2.0)[2]
    array([[2.]])
    """
    return placed_on(device_of(z, p, k), matrices_of_zeros_and_poles(z, p, k))

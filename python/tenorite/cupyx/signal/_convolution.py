# SPDX-License-Identifier: Apache-2.0
"""Volterra's convolutions: of products of two or three items with one kernel."""

from ..._numpy.einsum import einsum
from ..._numpy.math import result_type
from ...lib.stride_tricks import sliding_window_view


def _convolved(x, kernel, subscripts, mode, method):
    if x.ndim != 1:
        raise ValueError("in1 should have one dimension")
    if mode in ("same", "full"):
        raise NotImplementedError(f"Mode == {mode} not implemented")
    if method != "direct":
        raise NotImplementedError("Only Direct method implemented")
    x = x.astype(result_type(x, kernel), copy=False)
    count = x.shape[0] - max(kernel.shape) + 1
    windows = [sliding_window_view(x, n)[:count, ::-1] for n in kernel.shape]
    return einsum(subscripts, *windows, kernel.astype(x.dtype, copy=False))


def convolve1d2o(in1, in2, mode="valid", method="direct"):
    """The second-order convolution of a vector with a matrix. See cupyx.signal.

    Item i is the sum of in1[i + W - 1 - x] * in1[i + H - 1 - y] * in2[x, y] over the
    matrix of shape (W, H). NotImplementedError for other modes and methods.

    >>> from tenorite.cupyx import signal
    >>> signal.convolve1d2o(np.array([1.0, 2.0, 3.0]), np.ones((2, 2)))
    array([ 9., 25.])
    """
    if in1.ndim == 1 and in2.ndim != 2:
        raise ValueError("in2 should have three dimension")
    return _convolved(in1, in2, "ix,iy,xy->i", mode, method)


def convolve1d3o(in1, in2, mode="valid", method="direct"):
    """The third-order convolution of a vector with an array of three axes.

    As convolve1d2o, with one factor more. See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.convolve1d3o(np.array([1.0, 2.0, 3.0]), np.ones((2, 2, 2)))
    array([ 27., 125.])
    """
    if in1.ndim == 1 and in2.ndim != 3:
        raise ValueError("in2 should have three dimension")
    return _convolved(in1, in2, "ix,iy,iz,xyz->i", mode, method)

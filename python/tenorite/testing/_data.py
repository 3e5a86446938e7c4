# SPDX-License-Identifier: Apache-2.0
"""Arrays for tests, the same with NumPy and with ours: CuPy's."""

import numpy

from ._both import ours

__all__ = [
    "generate_matrix",
    "shaped_arange",
    "shaped_linspace",
    "shaped_random",
    "shaped_reverse_arange",
]


def _module(xp):
    return ours() if xp is None else xp


def _of_bits(values, dtype):
    """Values for bool are whether they are even, as in CuPy's arrays."""
    return values % 2 == 0 if numpy.dtype(dtype).kind == "b" else values


def _shaped(values, shape, xp, dtype, order):
    host = _of_bits(values, dtype).astype(dtype).reshape(shape)
    return _module(xp).array(numpy.asarray(host, order=order), order=order)


def shaped_arange(shape, xp=None, dtype=numpy.float32, order="C"):
    """The numbers 1, 2, ... in an array of a shape. See cupy.testing.shaped_arange.

    >>> np.testing.shaped_arange((2, 2))
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    size = int(numpy.prod(shape, dtype=int))
    return _shaped(numpy.arange(1, size + 1), shape, xp, dtype, order)


def shaped_reverse_arange(shape, xp=None, dtype=numpy.float32):
    """The numbers down to 1 in an array. See cupy.testing.shaped_reverse_arange.

    >>> np.testing.shaped_reverse_arange((2, 2))
    array([[4., 3.],
           [2., 1.]], dtype=float32)
    """
    size = int(numpy.prod(shape, dtype=int))
    return _shaped(numpy.arange(size, 0, -1), shape, xp, dtype, "C")


def shaped_linspace(start, stop, shape, xp=None, dtype=numpy.float32):
    """Numbers from `start` to `stop` in an array. See cupy.testing.shaped_linspace.

    >>> np.testing.shaped_linspace(0, 3, (2, 2))
    array([[0., 1.],
           [2., 3.]], dtype=float32)
    """
    size = int(numpy.prod(shape, dtype=int))
    host = numpy.linspace(start, stop, size, dtype=dtype).reshape(shape)
    return _module(xp).asarray(host)


def shaped_random(shape, xp=None, dtype=numpy.float32, scale=10, seed=0, order="C"):
    """Random numbers in an array, the same for a seed with every module.

    Real floats are of [0, scale), complex numbers have two such parts, integers are
    below `scale`; without `scale` normal numbers. See cupy.testing.shaped_random.

    >>> np.testing.shaped_random((2, 3), dtype=np.int8).shape
    (2, 3)
    """
    rng = numpy.random.RandomState(seed)
    dtype = numpy.dtype(dtype)
    if dtype.kind == "b":
        host = rng.randint(2, size=shape)
    elif dtype.kind == "c" and scale is None:
        host = rng.randn(*shape) + 1j * rng.randn(*shape)
    elif dtype.kind == "c":
        host = (rng.rand(*shape) + 1j * rng.rand(*shape)) * scale
    else:
        host = rng.randn(*shape) if scale is None else rng.rand(*shape) * scale
    return _module(xp).asarray(numpy.asarray(host).astype(dtype), order=order)


def generate_matrix(shape, xp=None, dtype=numpy.float32, *, singular_values=None):
    """Random matrices of given singular values. See cupy.testing.generate_matrix.

    >>> x = np.testing.generate_matrix((2, 2), dtype=np.float64, singular_values=[2, 1])
    >>> np.linalg.svdvals(x).round(6)
    array([2., 1.])
    """
    if len(shape) <= 1:
        raise ValueError(f"shape {shape} is invalid for matrices: too few axes")
    dtype = numpy.dtype(dtype)
    if dtype.kind not in "fc" or dtype.itemsize < 4:
        raise TypeError(f"dtype {dtype} is not supported")
    if singular_values is None:
        raise TypeError("singular_values is not given")
    rng = numpy.random.RandomState(0)
    matrices = rng.randn(*shape)
    if dtype.kind == "c":
        matrices = matrices + 1j * rng.randn(*shape)
    left, _, right = numpy.linalg.svd(matrices, full_matrices=False)
    values = numpy.broadcast_to(singular_values, left.shape[:-2] + right.shape[-2:-1])
    made = (left * values[..., None, :]) @ right
    return _module(xp).asarray(made.astype(dtype))

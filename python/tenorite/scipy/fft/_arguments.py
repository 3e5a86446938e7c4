# SPDX-License-Identifier: Apache-2.0
"""Arguments of transforms, checked in SciPy's words."""

import operator
from numbers import Number

from ..._array.convert import as_operand, is_short_float
from ..._numpy.creation import zeros

_NORMS = {
    None: "backward",
    "backward": "backward",
    "ortho": "ortho",
    "forward": "forward",
}


def floating(x):
    """`x` as an array of float32, float64 or complex items: what is transformed."""
    x = as_operand(x)
    if is_short_float(x.dtype):
        return x.astype("f")
    return x if x.dtype.kind in "fc" else x.astype("d")


def check_norm(norm):
    """`norm` as one of the three words."""
    try:
        return _NORMS[norm]
    except KeyError:
        raise ValueError(
            f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"'
        ) from None


def check_points(x, n, axis):
    """The points of a transform along one axis, `n` or all that there are."""
    length = x.shape[axis]
    if n is None:
        n = length
    if n < 1:
        raise ValueError(f"invalid number of data points ({n}) specified")
    return _index(n)


def _index(n):
    try:
        return operator.index(n)
    except TypeError:
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        ) from None


def _integers(x, name):
    x = (x,) if isinstance(x, Number) else x
    try:
        return [operator.index(item) for item in x]
    except TypeError as error:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from error


def check_points_and_axes(x, points, axes):
    """Points and axes of a transform along several axes, as lists."""
    ndim = x.ndim
    given = axes
    if given is not None:
        axes = [a + ndim if a < 0 else a for a in _integers(axes, "axes")]
        if any(not 0 <= a < ndim for a in axes):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    if points is not None:
        points = _integers(points, "shape")
        if axes and len(axes) != len(points):
            raise ValueError(
                "when given, axes and shape arguments have to be of the same length"
            )
        if given is None:
            if len(points) > ndim:
                raise ValueError("shape requires more axes than are present")
            axes = list(range(ndim - len(points), ndim))
        points = [
            x.shape[a] if n == -1 else n for n, a in zip(points, axes, strict=False)
        ]
    else:
        axes = list(range(ndim)) if given is None else axes
        points = [x.shape[a] for a in axes]
    if any(n < 1 for n in points):
        raise ValueError(f"invalid number of data points ({points}) specified")
    return points, axes


def fitted(x, points, axes):
    """`x` cut, or padded with zeros, to so many items along the axes."""
    shape, inner = list(x.shape), [slice(None)] * x.ndim
    for n, axis in zip(points, axes, strict=True):
        shape[axis] = n
        inner[axis] = slice(0, n)
    x = x[tuple(inner)]
    if list(x.shape) == shape:
        return x
    wider = zeros(shape, x.dtype, device=x.device)
    wider[tuple(slice(0, n) for n in x.shape)] = x
    return wider

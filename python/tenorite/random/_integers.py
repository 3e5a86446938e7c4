# SPDX-License-Identifier: Apache-2.0
"""Integers between limits: NumPy's checks and NumPy's way of using the stream."""

import functools

import numpy

from .._array.convert import host_array
from .._core import as_scalar, ndarray
from ._parameters import (
    any_true,
    common_shape,
    device_of_arrays,
    host_item,
    placed,
    refuse,
    to_shape,
)

_HALF = (1 << 64) - 1


def draw_integers(generator, low, high, size, dtype, endpoint):
    """Generator.integers."""
    found = numpy.dtype(dtype)
    if not found.isnative:
        raise ValueError(
            "Providing a dtype with a non-native byteorder is not supported. If you "
            "require platform-independent byteorder, call byteswap when required."
        )
    if found.kind not in "iub":
        raise TypeError(f"Unsupported dtype {found!r} for integers")
    if size is not None and 0 in to_shape(size):
        return generator._array(to_shape(size), found, device_of_arrays([low, high]))
    if high is None:
        low, high = 0, low
    low, high = host_item(low), host_item(high)
    if _is_number(low) and _is_number(high):
        return _between_numbers(generator, low, high, size, dtype, found, endpoint)
    return _between_arrays(generator, low, high, size, found, endpoint)


def _is_number(x):
    if type(x) is int:
        return True
    return not isinstance(x, ndarray) and numpy.ndim(x) == 0


def _refused(low, high, dtype, endpoint):
    """NumPy's exception for limits, which are numbers."""
    generator = numpy.random.Generator(numpy.random.PCG64(0))
    generator.integers(low, high, None, dtype, endpoint)
    raise ValueError(f"no integers of {dtype} between {low} and {high}")


@functools.cache
def _bounds(dtype):
    if dtype.kind == "b":
        return 0, 1
    info = numpy.iinfo(dtype)
    return int(info.min), int(info.max)


def _whole(x, low, high, dtype, endpoint):
    try:
        return int(x)
    except (TypeError, ValueError, OverflowError):
        _refused(low, high, dtype, endpoint)


def _between_numbers(generator, low, high, size, dtype, found, endpoint):
    first = _whole(low, low, high, found, endpoint)
    last = _whole(high, low, high, found, endpoint) - (not endpoint)
    least, most = _bounds(found)
    if first < least or last > most or first > last:
        _refused(low, high, found, endpoint)
    bit_generator = generator._bit_generator
    if size is None:
        out = generator._array((), found, "cpu")
    else:
        out = generator._array(to_shape(size), found)
    with bit_generator.lock:
        bit_generator._stream.integers(out, first & _HALF, last - first)
    if size is not None:
        return out
    item = out.item()
    return item if dtype is int or dtype is bool else found.type(item)


def _limit(x, refused):
    """A limit as an int, or as an array of int64, uint64 or Python's ints."""
    if not isinstance(x, ndarray):
        x = host_array(x)
        if x.ndim == 0:
            return int(x)
    if x.dtype.kind == "f":
        x = _truncated(x)
    if x.dtype.kind == "O" and all(isinstance(i, int) for i in x.flat):
        return x
    if x.dtype.kind not in "biu":
        refused()
    return x.astype("L" if x.dtype == numpy.uint64 else "l")


def _truncated(x):
    """An array of floats as one of integers; Python's where some have more bits."""
    if not any_true(~(abs(x) < 2.0**63)):
        return x.astype("l")
    x = x.get() if isinstance(x, ndarray) else x
    return numpy.array([int(i) for i in x.flat], object).reshape(x.shape)


def _first_where(flags, x):
    if type(x) is int:
        return x
    on_host = [y.get() if isinstance(y, ndarray) else y for y in (x, flags)]
    return on_host[0][on_host[1]].tolist()[0]


def _between_arrays(generator, low, high, size, dtype, endpoint):
    least, most = _bounds(dtype)
    first, last = (
        _limit(x, lambda: _refused(low, high, dtype, endpoint)) for x in (low, high)
    )
    for x in (first, last):
        if getattr(x, "dtype", None) is not None and x.dtype.kind == "O":
            first, last = (_python_ints(y) for y in (first, last))
            break
    exclusive = 0 if endpoint else 1
    # Compared as they are: a limit of 2^63 less one may be no int64.
    flags = first < least if least > _least_of(first) else numpy.False_
    if any_true(flags):
        _refused(_first_where(flags, first), most, dtype, True)
    flags = (
        last > most + exclusive if most + exclusive < _most_of(last) else numpy.False_
    )
    if any_true(flags):
        _refused(least, _first_where(flags, last), dtype, endpoint)
    flags = first >= last if exclusive else first > last
    if any_true(flags):
        refuse("integers", [first, last], [flags], None, dtype, endpoint)
    shape = common_shape("integers", [first, last], size)
    device = device_of_arrays([first, last])
    # Differences are counted modulo 2^64; 0 stands for all of it.
    count = _modular(last) - _modular(first)
    if endpoint:
        count = count + numpy.uint64(1)
    first = _modular(first)
    out = generator._array(shape, "l", device)
    values = placed([_item(first), _item(count)], out.device)
    with generator._bit_generator.lock:
        generator._bit_generator._stream.draw("integers", out, *values)
    out = out if dtype.char == "l" else out.astype(dtype)
    return out if size is not None else as_scalar(out)


def _python_ints(x):
    if type(x) is int:
        return x
    return (x.get() if isinstance(x, ndarray) else x).astype(object)


def _item(x):
    return int(x) if numpy.ndim(x) == 0 and not isinstance(x, ndarray) else x


def _least_of(x):
    return int(numpy.iinfo(x.dtype).min) if _has_range(x) else -(1 << 70)


def _most_of(x):
    return int(numpy.iinfo(x.dtype).max) if _has_range(x) else 1 << 70


def _has_range(x):
    return hasattr(x, "dtype") and x.dtype.kind in "iu"


def _modular(x):
    """A limit modulo 2^64, as uint64."""
    if type(x) is int:
        return numpy.uint64(x & _HALF)
    if x.dtype.kind == "O":
        return numpy.array([int(i) & _HALF for i in x.flat], "L").reshape(x.shape)
    return x.astype("L")

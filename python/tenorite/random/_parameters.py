# SPDX-License-Identifier: Apache-2.0
"""Sizes and parameters: NumPy's checks, on numbers, host arrays and device arrays.

Where something is wrong NumPy itself is asked to fail, so that class and words of
the exception are its own.
"""

import math
import operator

import numpy

from .._array.convert import from_host, host_array, mixed_devices, native_host
from .._array.memory import is_in_host_memory
from .._core import ndarray, ufuncs

POISSON_MOST = numpy.iinfo("l").max - numpy.sqrt(numpy.iinfo("l").max) * 10

_MOST_DIMENSIONS = 64


def host_seed(seed):
    """A seed for NumPy: itself, or an array's items on the host."""
    return native_host(seed.get())[()] if isinstance(seed, ndarray) else seed


def to_shape(size):
    """`size` as a tuple; NumPy's exceptions where it is none."""
    if type(size) is int:
        shape = (size,)
    elif type(size) is tuple and all(type(n) is int for n in size):
        shape = size
    elif isinstance(size, (bool, dict, set)):
        shape = None
    else:
        try:
            shape = (operator.index(size),)
        except TypeError:
            try:
                shape = tuple(operator.index(n) for n in size)
            except TypeError:
                shape = None
    if shape is None or min(shape, default=0) < 0 or len(shape) > _MOST_DIMENSIONS:
        numpy.random.Generator(numpy.random.PCG64(0)).random(size)
        raise TypeError(f"not a size: {size!r}")
    return shape


# ---- what a parameter may not be; NaN passes comparisons where NumPy lets it ----


def _negative(x):
    """Whether the sign is set, as that of -0.0 is."""
    if isinstance(x, (int, float)):
        return x < 0 or (x == 0 and math.copysign(1.0, x) < 0)
    if x.dtype.kind != "f":
        return x < 0
    signbit = ufuncs["signbit"] if isinstance(x, ndarray) else numpy.signbit
    return signbit(x) & (x == x)


def _not_positive(x):
    return x <= 0


def _not_surely_positive(x):
    return ~as_flag(x > 0)


def _not_fraction(x):
    return ~as_flag((x >= 0) & (x <= 1))


def _not_positive_fraction(x):
    return ~as_flag((x > 0) & (x <= 1))


def _not_below_one(x):
    return ~as_flag((x >= 0) & (x < 1))


def _not_above_one(x):
    return ~as_flag(x > 1)


def _not_a_mean(x):
    return ~as_flag((x >= 0) & (x <= POISSON_MOST))


def _never(x):
    return numpy.False_


def as_flag(x):
    """Truths that `~` inverts."""
    return numpy.bool_(x) if type(x) is bool else x


CHECKS = {
    "any": _never,
    ">=0": _negative,
    ">0": _not_positive,
    ">0, no NaN": _not_surely_positive,
    "[0,1]": _not_fraction,
    "(0,1]": _not_positive_fraction,
    "[0,1)": _not_below_one,
    ">1": _not_above_one,
    "mean": _not_a_mean,
}


def host_item(x):
    """The number that an array of ours in the host's memory without axes is, else `x`."""
    if isinstance(x, ndarray) and x.ndim == 0 and is_in_host_memory(x):
        return x.item()
    return x


def number_or_array(x, dtype):
    """A parameter as a Python number, else a host or device array of the dtype."""
    x = host_item(x)
    if isinstance(x, ndarray):
        return _cast(x, dtype)
    if type(x) is not float and type(x) is not int:
        if isinstance(x, numpy.ndarray):
            h = x if x.dtype.char == dtype else x.astype(dtype, casting="safe")
        else:
            h = host_array(x, dtype)
        if h.ndim:
            return h
    # To a double as C code converts, which refuses strings.
    return math.ldexp(x, 0) if dtype == "d" else to_int(x)


def to_int(x):
    """A Python int of 64 bits, as C code converts to one."""
    if isinstance(x, (str, bytes)) or not hasattr(x, "__int__"):
        raise TypeError("an integer is required")
    value = int(x)
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    return value


def _cast(x, dtype):
    if x.dtype.char == dtype:
        return x
    if x.ndim:
        check_safe(x.dtype, numpy.dtype(dtype))
    return x.astype(dtype)


def check_safe(have, want):
    if not numpy.can_cast(have, want, "safe"):
        raise TypeError(
            f"Cannot cast array data from {have!r} to {want!r} according to the rule "
            "'safe'"
        )


def any_true(flags):
    """Whether one of the flags is set; waits for a device."""
    return bool(flags) if not getattr(flags, "ndim", 0) else bool(flags.any())


def refuse(name, values, flags, *more):
    """Raises what NumPy's method `name` raises for parameters like these.

    Arrays are represented by their items at the first place where a flag is set;
    `more` arguments follow them.
    """
    hosts = [host_array(x) for x in (*values, *flags)]
    shape = numpy.broadcast_shapes(*(h.shape for h in hosts))
    hosts = [numpy.broadcast_to(h, shape).reshape(-1) for h in hosts]
    place = int(numpy.argmax(numpy.logical_or.reduce(hosts[len(values) :])))
    items = [
        h[place : place + 1] if getattr(x, "ndim", 0) else h.tolist()[place]
        for x, h in zip(values, hosts, strict=False)
    ]
    generator = numpy.random.Generator(numpy.random.PCG64(0))
    getattr(generator, name)(*items, *more)
    raise ValueError(f"{name} cannot be drawn with these parameters")


def common_shape(name, parameters, size):
    """The shape of a result; NumPy's exception where parameters do not fit."""
    shapes = [x.shape for x in parameters if getattr(x, "shape", None) is not None]
    if not shapes:
        return () if size is None else to_shape(size)
    try:
        shape = numpy.broadcast_shapes(*shapes)
        if size is None:
            return shape
        size = to_shape(size)
        if numpy.broadcast_shapes(size, shape) == size:
            return size
    except ValueError:
        pass
    # Ones of the same shapes, which these methods take; they name the arguments
    # by their order, which is another one in two methods.
    ones = [
        numpy.broadcast_to(numpy.int8(1), x.shape) if getattr(x, "shape", None) else 1
        for x in parameters
    ]
    generator = numpy.random.Generator(numpy.random.PCG64(0))
    if name == "integers":
        generator.integers(*ones, size, endpoint=True)
    elif name == "binomial":
        generator.binomial(*ones, size)
    else:
        methods = ("standard_cauchy", "exponential", "normal", "noncentral_f")
        getattr(generator, methods[len(ones)])(*ones, size)
    raise ValueError(f"the parameters of {name} do not fit the size {size}")


def placed(parameters, device):
    """Parameters with arrays of one device: those on the host are copied there."""
    result = []
    for x in parameters:
        if isinstance(x, ndarray):
            if x.device != device:
                raise mixed_devices(x.device, device)
        elif isinstance(x, numpy.ndarray):
            x = from_host(native_host(x), device)
        result.append(x)
    return result


def device_of_arrays(parameters):
    """The device of the arrays among the parameters; None without any."""
    return next((x.device for x in parameters if isinstance(x, ndarray)), None)

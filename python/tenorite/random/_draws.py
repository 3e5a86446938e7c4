# SPDX-License-Identifier: Apache-2.0
"""How the methods of Generator get their numbers from the core."""

import numpy

from .._array.convert import as_output
from .._core import as_scalar, ndarray
from .._numpy.creation import empty
from ._parameters import (
    CHECKS,
    any_true,
    common_shape,
    device_of_arrays,
    host_item,
    number_or_array,
    placed,
    refuse,
    to_shape,
)

_NOT_CONTIGUOUS = (
    "Supplied output array must be %s, writable, aligned, and in machine byte-order."
)


class _Dtypes(dict):
    """The dtype of each distribution's numbers."""

    _COUNTS = frozenset(
        "geometric poisson binomial negative_binomial logseries zipf "
        "hypergeometric integers".split()
    )

    def __missing__(self, name):
        letter = (
            "l" if name in self._COUNTS else "f" if name.endswith("_float") else "d"
        )
        self[name] = numpy.dtype(letter)
        return self[name]


_DTYPES = _Dtypes()
_NUMBERS, _REAL = frozenset((float, int)), (float, int)
# Usual names of those of floats, found without asking NumPy.
_FLOATS = {x: numpy.dtype(x) for x in (float, numpy.float64, numpy.float32, "d", "f")}


def _is_shape(size, shape):
    try:
        return to_shape(size) == shape
    except (TypeError, ValueError):
        return False


def _allowed_floats(parameters):
    """The values where all are numbers on the host that their checks allow, else None.

    Nearly all calls: a fraction of the time of what follows otherwise.
    """
    values = []
    for value, dtype, check in parameters:
        if type(value) not in _NUMBERS:
            value = host_item(value)
        if dtype != "d" or not isinstance(value, _REAL) or not abs(value) < 2.0**53:
            return None
        if check != "any" and CHECKS[check](value):
            return None
        values.append(float(value))
    return values


class Draws:
    """State and primitives of a generator."""

    def _array(self, shape, dtype, device=None):
        return empty(shape, dtype, device=self._device if device is None else device)

    def _float_dtype(self, dtype, name):
        if type(dtype) in (type, str) and dtype in _FLOATS:
            return _FLOATS[dtype]
        found = numpy.dtype(dtype)
        if found.char not in "fd" or not found.isnative:
            raise TypeError(f"Unsupported dtype {found!r} for {name}")
        return found

    def _output(self, out, size, dtype, order="CF"):
        """`out` checked against the size and the dtype of a call."""
        if not isinstance(out, (ndarray, numpy.ndarray)) or not (
            (out.flags.c_contiguous or (out.flags.f_contiguous and "F" in order))
            and out.flags.writeable
        ):
            kind = "contiguous" if "F" in order else "C-contiguous"
            raise ValueError(_NOT_CONTIGUOUS % kind)
        if out.dtype != dtype:
            raise TypeError(
                "Supplied output array has the wrong type. "
                f"Expected {dtype}, got {out.dtype}"
            )
        if size is not None and not _is_shape(size, out.shape):
            raise ValueError("size must match out.shape when used together")
        return out

    def _distribution(self, name, size, *parameters, method=None, test=None):
        """Numbers of a row of the core's table.

        `parameters` are (value, dtype, check) each; `test` finds what is wrong with
        several of them together. `method` is NumPy's, if its name is another.
        """
        values = _allowed_floats(parameters) if test is None else None
        if values is not None and size is None:
            return self._one(name, values)
        if values is None:
            values = [number_or_array(value, dtype) for value, dtype, _ in parameters]
            checks = [check for *_, check in parameters]
            self._check(method or name, values, checks, test)
        return self._drawn(name, size, values)

    def _check(self, method, values, checks, test=None):
        flags = [CHECKS[check](x) for check, x in zip(checks, values, strict=True)]
        if test is not None and not any(any_true(flag) for flag in flags):
            flags = [test(*values)]
        if any(any_true(flag) for flag in flags):
            refuse(method, values, flags)

    def _one(self, name, values):
        """A number of a row of the table, for numbers that are checked."""
        bit_generator = self._bit_generator
        with bit_generator.lock:
            return bit_generator._stream.draw_one(name, *values)

    def _drawn(self, name, size, values, out=None, dtype="d"):
        """Numbers of a row of the table; `values` are checked."""
        if size is None and out is None:
            if not any(hasattr(x, "shape") for x in values):
                return self._one(name, values)
        bit_generator = self._bit_generator
        stream = bit_generator._stream
        if out is None and size is not None and _NUMBERS.issuperset(map(type, values)):
            out = self._array(to_shape(size), _DTYPES[name])
            with bit_generator.lock:
                stream.draw(name, out, *values)
            return out
        shape = common_shape(name, values, size if out is None else out.shape)
        is_given = out is not None
        if not is_given:
            device = device_of_arrays(values)
            out = self._array(shape, _DTYPES[name], device)
        target = as_output(out, "cpu")
        values = placed(values, target.device)
        with bit_generator.lock:
            stream.draw(name, target, *values)
        return out if is_given or size is not None else as_scalar(out)

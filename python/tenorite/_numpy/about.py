# SPDX-License-Identifier: Apache-2.0
"""What there is: help on names and arrays, what runs here, the array API's questions."""

import sys

import numpy

from .. import _core
from .._core import ndarray
from .._runtime.config import config_text
from .._runtime.device import Device, get_default_device

__all__ = ["__array_namespace_info__", "info", "show_runtime"]


def info(object=None, maxwidth=76, output=None, toplevel="numpy"):
    """Print the documentation of an object or a name, or the layout of an array.

    See numpy.info.
    """
    if not isinstance(object, ndarray):
        numpy.info(object, maxwidth, output, toplevel)
        return
    lines = (
        ("class", f" {type(object).__name__}"),
        ("shape", f" {object.shape}"),
        ("strides", f" {object.strides}"),
        ("itemsize", f" {object.itemsize}"),
        ("aligned", f" {object.flags.aligned}"),
        ("contiguous", f" {object.flags.c_contiguous}"),
        ("fortran", f" {object.flags.fortran}"),
        ("data pointer", hex(object.data_ptr())),
        ("byteorder", f" {sys.byteorder}"),
        ("byteswap", " False"),
        ("type", str(object.dtype)),
        ("device", str(object.device)),
    )
    for name, value in lines:
        print(f"{name}: {value}", file=output or sys.stdout)


def show_runtime():
    """Print what NumPy runs on, then what tenorite does. See numpy.show_runtime."""
    numpy.show_runtime()
    print(config_text())


# The array API's kinds of dtypes.
_KINDS = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}
_KINDS["integral"] = _KINDS["signed integer"] + _KINDS["unsigned integer"]
_KINDS["numeric"] = (
    _KINDS["integral"] + _KINDS["real floating"] + _KINDS["complex floating"]
)


class __array_namespace_info__:
    """What the array API asks a library about itself: devices, dtypes, capabilities.

    Dtypes are the same on all devices. See numpy.__array_namespace_info__.

    >>> np.__array_namespace_info__().capabilities()['max dimensions']
    64
    """

    __module__ = "tenorite"

    def capabilities(self):
        """What not every library can, by name.

        >>> np.__array_namespace_info__().capabilities()['boolean indexing']
        True
        """
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": 64,
        }

    def default_device(self):
        """The device of new arrays.

        >>> np.__array_namespace_info__().default_device() == np.Device()
        True
        """
        return get_default_device()

    def devices(self):
        """All devices there are; a tuple.

        >>> np.Device("cpu") in np.__array_namespace_info__().devices()
        True
        """
        count = _core.device.cuda_count()
        return (Device("cpu"), *(Device(f"cuda:{i}") for i in range(count)))

    def default_dtypes(self, *, device=None):
        """The dtypes of new arrays by kind.

        >>> np.__array_namespace_info__().default_dtypes()['integral']
        dtype('int64')
        """
        _check(device)
        return {
            "real floating": numpy.dtype(float),
            "complex floating": numpy.dtype(complex),
            "integral": numpy.dtype(int),
            "indexing": numpy.dtype(numpy.intp),
        }

    def dtypes(self, *, device=None, kind=None):
        """The dtypes of a kind, of a tuple of kinds, or all, by name.

        ValueError for unknown kinds.

        >>> sorted(np.__array_namespace_info__().dtypes(kind='real floating'))
        ['float32', 'float64']
        """
        _check(device)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        found = {}
        for one in kinds:
            if one is not None and one not in tuple(_KINDS):
                raise ValueError(f"unsupported kind: {one!r}")
            names = _KINDS["bool"] + _KINDS["numeric"] if one is None else _KINDS[one]
            found.update((name, numpy.dtype(name)) for name in names)
        return found


def _check(device):
    """ValueError or RuntimeError where there is no such device."""
    if device is not None:
        _core.device.check(Device(device).name)

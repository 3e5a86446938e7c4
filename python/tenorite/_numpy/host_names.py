# SPDX-License-Identifier: Apache-2.0
"""Names that are NumPy's own objects here: what they work on is host data.

Arrays of the CPU device may be given to them, which share their memory; those of a
GPU are a TypeError until copied (`x.get()`).
"""

import functools
import sys

import numpy

from .._array.convert import holds_ours
from .._array.fallback import in_numpy, may_fall_back
from .._array.host_data import no_counterpart

# What they are for, and the names; docs/host-data.md has the same table.
_GROUPS = {
    "texts": ("char", "strings"),
    "records": ("rec", "recarray", "record"),
    "masked arrays": ("ma",),
    "matrices": ("asmatrix", "bmat", "matrix"),
    "dates": (
        "busday_count",
        "busday_offset",
        "busdaycalendar",
        "datetime_as_string",
        "datetime_data",
        "is_busday",
        "isnat",
    ),
    "long doubles": ("complex256", "float128"),
    "files mapped into memory": ("memmap",),
    "Python functions over objects": ("frompyfunc",),
    "settings that NumPy keeps": (
        "getbufsize",
        "geterrcall",
        "setbufsize",
        "seterrcall",
    ),
    "extensions in C and Fortran": ("f2py", "get_include"),
    "NumPy's inside and its tests": ("core", "test"),
}

# Some machines have no long double of these sizes, and some versions no `strings`.
_there = set(numpy.__all__)
HOST_NAMES = {
    name: purpose
    for purpose, names in _GROUPS.items()
    for name in names
    if name in _there
}


@functools.wraps(numpy.bmat)
def _bmat(obj, ldict=None, gdict=None):
    if isinstance(obj, str) and gdict is None:  # its names are those of the caller
        frame = sys._getframe(1)
        ldict, gdict = frame.f_locals, frame.f_globals
    elif holds_ours((obj,)):
        if not may_fall_back((obj,)):
            raise no_counterpart(numpy.bmat)
        return in_numpy(numpy.bmat, (obj,), {})
    return numpy.bmat(obj, ldict, gdict)


def host_object(name):
    """NumPy's object of that name; bmat() looks at classes, which ours is not among."""
    return _bmat if name == "bmat" else getattr(numpy, name)

# SPDX-License-Identifier: Apache-2.0
"""Names that are NumPy's own objects here: what they work on is host data.

Arrays of the CPU device may be given to them, which share their memory; those of a
GPU are a TypeError until copied (`x.get()`).
"""

import numpy

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
    "extensions in C and Fortran": ("ctypeslib", "f2py", "get_include"),
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

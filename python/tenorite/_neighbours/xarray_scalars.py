# SPDX-License-Identifier: Apache-2.0
"""xarray: results without axes stay on their device.

It takes our scalars, which are numpy.generic to isinstance(), for NumPy's, and makes
arrays of NumPy's of them; on a GPU that is a TypeError.
"""

import functools

from .._core import scalar

# Functions by module, and which of their arguments is the data.
_ENTRANCES = {
    "xarray.core.variable": ("as_compatible_data", 0),
    "xarray.namedarray.core": ("from_array", 1),
}


def tell(module):
    """A scalar of ours becomes an array without axes where xarray takes data."""
    name, place = _ENTRANCES[module.__name__]
    original = getattr(module, name)

    @functools.wraps(original)
    def entrance(*args, **keywords):
        if place < len(args) and isinstance(args[place], scalar):
            args = (*args[:place], args[place][...], *args[place + 1 :])
        return original(*args, **keywords)

    setattr(module, name, entrance)

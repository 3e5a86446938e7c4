# SPDX-License-Identifier: Apache-2.0
"""pandas: its entrances, which ask isinstance(x, numpy.ndarray), see host arrays.

Arrays of the CPU device share their memory; those of a GPU are a TypeError, as in
numpy.asarray.
"""

import functools
import importlib

import numpy

from .._core import ndarray, scalar


def _array(x):
    """An array of ours as NumPy's; anything else as it is."""
    return numpy.asarray(x) if isinstance(x, ndarray) else x


def _scalars(objects):
    """An array of objects that begins with a scalar of ours, with NumPy's scalars."""
    if not objects.size or not isinstance(objects.item(0), scalar):
        return objects
    items = (x.get()[()] if isinstance(x, scalar) else x for x in objects)
    return numpy.fromiter(items, object, objects.size)


# Functions of pandas by module, which arguments may be arrays, and what they become.
_ENTRANCES = (
    ("pandas", "factorize", 0, _array),
    ("pandas", "unique", 0, _array),
    # Keys, masks and values.
    ("pandas.core.common", "apply_if_callable", 0, _array),
    ("pandas.core.common", "convert_to_list_like", 0, _array),
    # Operands, keys and items; NumPy's arrays without axes become scalars there.
    ("pandas._libs.lib", "item_from_zerodim", 0, _array),
    ("pandas.core.indexing", "item_from_zerodim", 0, _array),
    ("pandas.core.ops.common", "item_from_zerodim", 0, _array),
    ("pandas.core.groupby.grouper", "_convert_grouper", 1, _array),
    # Operands of ufuncs that are no operators: others with __array_ufunc__ are left out.
    ("pandas.core.arraylike", "array_ufunc", slice(3, None), _array),
    # Columns of lists, whose items are asked in C whether they are floats.
    ("pandas._libs.lib", "maybe_convert_objects", 0, _scalars),
)


def _seen(function, place, converted):
    places = slice(place, place + 1) if isinstance(place, int) else place

    @functools.wraps(function)
    def entrance(*args, **keywords):
        args = list(args)
        args[places] = map(converted, args[places])
        return function(*args, **keywords)

    return entrance


def tell(module):
    """Converts at the entrances that this version of pandas has."""
    for path, name, place, converted in _ENTRANCES:
        home = importlib.import_module(path)
        if hasattr(home, name):
            setattr(home, name, _seen(getattr(home, name), place, converted))

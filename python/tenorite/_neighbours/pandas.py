# SPDX-License-Identifier: Apache-2.0
"""pandas: its entrances, which ask isinstance(x, numpy.ndarray), see host arrays.

Arrays of the CPU device share their memory; those of a GPU are a TypeError, as in
numpy.asarray. What pandas asks in C of a number, it hears of our scalars too.
"""

import functools
import importlib
import sys

import numpy

from .._array.convert import array_on_host
from .._core import scalar


def _keys(x):
    """An array of ours, or those of a list, as NumPy's."""
    return list(map(array_on_host, x)) if type(x) is list else array_on_host(x)


def _label(x):
    """A scalar of ours, or those of a slice or tuple, as NumPy's scalars."""
    if isinstance(x, scalar):
        return x.get()[()]
    if type(x) is tuple:
        return tuple(map(_label, x))
    if type(x) is slice:
        return slice(*map(_label, (x.start, x.stop, x.step)))
    return x


def _scalars(objects):
    """An array of objects that begins with a number, with NumPy's scalars for ours."""
    numbers = (scalar, int, float, complex, numpy.number)
    if not objects.size or not isinstance(objects.item(0), numbers):
        return objects
    return numpy.fromiter(map(_label, objects), object, objects.size)


def _of_host(ufunc):
    """A ufunc of ours as NumPy's, where that has it: tables are in host memory."""
    is_ours = not isinstance(ufunc, numpy.ufunc)
    return getattr(numpy, ufunc.__name__, ufunc) if is_ours else ufunc


# Functions and methods of pandas by module, which arguments may be ours, and what they
# become.
_ENTRANCES = (
    ("pandas", "factorize", 0, array_on_host),
    ("pandas", "unique", 0, array_on_host),
    ("pandas", "interval_range", slice(None), _label),
    ("pandas", "to_datetime", 0, _label),
    ("pandas", "to_timedelta", 0, _label),
    ("pandas", "DataFrame.set_index", 1, _keys),
    ("pandas", "DataFrame.rolling", 1, _label),
    ("pandas", "Series.rolling", 1, _label),
    # Keys, masks and values.
    ("pandas.core.common", "apply_if_callable", 0, array_on_host),
    ("pandas.core.common", "convert_to_list_like", 0, array_on_host),
    # Operands, keys and items; NumPy's arrays without axes become scalars there.
    ("pandas._libs.lib", "item_from_zerodim", 0, array_on_host),
    ("pandas.core.indexing", "item_from_zerodim", 0, array_on_host),
    ("pandas.core.ops.common", "item_from_zerodim", 0, array_on_host),
    ("pandas.core.groupby.grouper", "_convert_grouper", 1, array_on_host),
    # Operands of ufuncs that are no operators: others with __array_ufunc__ are left out.
    ("pandas.core.arraylike", "array_ufunc", slice(3, None), array_on_host),
    # Columns of types of its own check that operands and results are of NumPy.
    *(
        (f"pandas.core.arrays.{home}", f"{column}.__array_ufunc__", *seen)
        for home, column in (
            ("arrow.array", "ArrowExtensionArray"),
            ("base", "ExtensionArray"),
            ("categorical", "Categorical"),
            ("masked", "BaseMaskedArray"),
            ("numpy_", "NumpyExtensionArray"),
            ("sparse.array", "SparseArray"),
        )
        for seen in ((1, _of_host), (slice(3, None), array_on_host))
    ),
    # Columns of lists, whose items are asked in C whether they are floats.
    ("pandas._libs.lib", "maybe_convert_objects", 0, _scalars),
    # One number for a whole column.
    ("pandas.core.construction", "construct_1d_arraylike_from_scalar", 0, _label),
    ("pandas.core.dtypes.missing", "_isna", 0, _label),
    # Labels, which tables of hashes in C look up.
    ("pandas.core.indexes.base", "Index.__contains__", 1, _label),
    ("pandas.core.indexes.base", "Index._convert_slice_indexer", 1, _label),
    ("pandas.core.indexes.base", "Index.delete", 1, array_on_host),
    ("pandas.core.indexes.base", "Index.get_loc", 1, _label),
    ("pandas.core.indexes.multi", "MultiIndex.get_loc", 1, _label),
    ("pandas.core.indexes.range", "RangeIndex.get_loc", 1, _label),
    ("pandas.core.indexes.range", "RangeIndex.__contains__", 1, _label),
    ("pandas.core.indexing", "_ScalarAccessIndexer.__getitem__", 1, _label),
    ("pandas.core.indexing", "_ScalarAccessIndexer.__setitem__", 1, _label),
    ("pandas.core.indexing", "_LocationIndexer.__getitem__", 1, _label),
    ("pandas.core.indexing", "_LocationIndexer.__setitem__", 1, _label),
)

# What pandas asks in C of its arguments.
_QUESTIONS = ("is_bool", "is_complex", "is_float", "is_integer")


def _seen(function, place, converted):
    places = slice(place, place + 1) if isinstance(place, int) else place
    first = places.start or 0

    @functools.wraps(function)
    def entrance(*args, **keywords):
        args = list(args)
        args[places] = map(converted, args[places])
        if len(args) <= first:  # it is among the keywords
            keywords = {name: converted(x) for name, x in keywords.items()}
        return function(*args, **keywords)

    return entrance


def _asked(question):
    """The question, which of a scalar of ours is asked of its dtype."""

    @functools.wraps(question)
    def answer(obj):
        return question(obj.dtype.type() if isinstance(obj, scalar) else obj)

    return answer


def tell(module):
    """Converts at the entrances that this version of pandas has."""
    for path, name, place, converted in _ENTRANCES:
        *owners, name = name.split(".")
        home = importlib.import_module(path)
        for owner in owners:
            home = getattr(home, owner, None)
        if hasattr(home, name):
            setattr(home, name, _seen(getattr(home, name), place, converted))
    lib = module._libs.lib
    others = {x: _asked(x) for x in (getattr(lib, name) for name in _QUESTIONS)}
    indexer = module.api.indexers.check_array_indexer
    others[indexer] = _seen(indexer, 1, array_on_host)
    _replace(others)


def _replace(others):
    """Gives every module of pandas that is imported other functions for its own."""
    for path, module in list(sys.modules.items()):
        if path.partition(".")[0] != "pandas":
            continue
        for name, value in list(vars(module).items()):
            if callable(value) and type(value).__hash__ and value in others:
                setattr(module, name, others[value])

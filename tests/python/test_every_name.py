# SPDX-License-Identifier: Apache-2.0
"""Every name of NumPy's public modules answers."""

import importlib
import warnings

import numpy as np
import pytest
import tenorite as tn

MODULES = [
    "",
    "char",
    "ctypeslib",
    "dtypes",
    "emath",
    "exceptions",
    "fft",
    "lib",
    "lib.array_utils",
    "lib.format",
    "lib.introspect",
    "lib.mixins",
    "lib.npyio",
    "lib.scimath",
    "lib.stride_tricks",
    "linalg",
    "ma",
    "polynomial",
    "polynomial.chebyshev",
    "polynomial.hermite",
    "polynomial.hermite_e",
    "polynomial.laguerre",
    "polynomial.legendre",
    "polynomial.polynomial",
    "polynomial.polyutils",
    "random",
    "rec",
    "strings",
    "testing",
    "typing",
]


def _within(package, path):
    for part in path.split(".") if path else ():
        package = getattr(package, part)
    return package


@pytest.mark.parametrize("path", MODULES)
def test_names_answer(path):
    theirs, ours = _within(np, path), _within(tn, path)
    names = getattr(theirs, "__all__", None) or [
        name for name in dir(theirs) if not name.startswith("_")
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        absent = [name for name in names if not hasattr(ours, name)]
        # From NumPy 2.5 on an alias of types, which is none.
        for name in set(names) - set(absent) - {"NDArray"}:
            assert callable(getattr(ours, name)) == callable(getattr(theirs, name))
    assert not absent


@pytest.mark.parametrize("path", [p for p in MODULES if p not in ("", "emath")])
def test_modules_are_imported_by_name(path):
    assert importlib.import_module(f"tenorite.{path}") is _within(tn, path)
    if importlib.import_module(f"numpy.{path}") is _within(tn, path):
        assert _within(np, path).__spec__.name == f"numpy.{path}"


def test_submodules_are_loaded_once():
    core = importlib.import_module("tenorite.ma.core")
    assert core is np.ma.core
    assert core.MaskedArray is np.ma.MaskedArray


def test_classes_are_numpys_kind_of_thing():
    for name in np.__all__:
        if isinstance(getattr(np, name), type):
            assert callable(getattr(tn, name)), name
    assert isinstance(tn.poly1d([1]), tn.poly1d)
    assert issubclass(tn.exceptions.AxisError, IndexError)


def test_star_import():
    names = {}
    exec("from tenorite import *", names)
    assert names["poly1d"] is tn.poly1d
    assert names["ma"] is np.ma

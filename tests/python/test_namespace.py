# SPDX-License-Identifier: Apache-2.0
"""Public names: complete, documented, with NumPy's signatures."""

import ast
import importlib
import inspect
import itertools
import os
import pickle
import subprocess
import sys
import types

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, same_or_error

# Ours alone, CuPy's, or new in a NumPy that may be later than the installed one.
EXTRA = {"device", "ndmax", "copy", "like", "descending", "dtype", "blocking"}
# arange's arguments may all be named and positional, as NumPy in fact allows;
# NumPy's generalised ufuncs list keywords that mean nothing to them.
FREE = {"arange", "show_config", "matmul", "vecdot", "matvec", "vecmat"}

FUNCTIONS = [
    name
    for name in tn.__all__
    if inspect.isfunction(inspect.unwrap(getattr(tn, name))) and hasattr(np, name)
]

FUNCTION_TYPES = types.FunctionType, type(tn.sum)


def _parameters(function):
    return list(inspect.signature(function).parameters.values())


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in FREE])
def test_signature_is_numpys(name):
    try:
        expected = _parameters(getattr(np, name))
    except ValueError:
        pytest.skip("this NumPy tells no signature")
    have = {p.name for p in expected}
    ours = _parameters(getattr(tn, name))
    ours = [p for p in ours if p.name in have or p.name not in EXTRA]
    assert [p.name for p in ours] == [p.name for p in expected]
    for got, want in zip(ours, expected, strict=True):
        assert got.kind == want.kind, got.name
        # NumPy writes float, and None from 2.5 on, for the same dtype.
        if (name, got.name) != ("fromstring", "dtype"):
            assert repr(got.default) == repr(want.default), got.name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstring(name):
    doc = inspect.getdoc(getattr(tn, name))
    assert doc, name
    assert len(doc.splitlines()[0]) <= 88


def test_all_is_complete():
    assert len(set(tn.__all__)) == len(tn.__all__)
    for name in tn.__all__:
        assert hasattr(tn, name), name
    public = {
        name
        for name, value in vars(tn).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public <= set(tn.__all__)


def sections():
    """The modules whose public names the package takes over, each with its own."""
    tree = ast.parse(inspect.getsource(tn))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            module = importlib.import_module(f".{node.module}", "tenorite")
            yield node.module, module.__all__


def test_sections_share_no_name():
    owners = {}
    for section, names in sections():
        assert names
        for name in names:
            assert owners.setdefault(name, section) == section
    assert owners["mean"] == "_numpy.statistics"
    assert owners.keys() <= set(tn.__all__)


def test_functions_and_classes_say_where_users_find_them():
    for name in tn.__all__:
        value = getattr(tn, name)
        module = getattr(value, "__module__", None) or ""
        if hasattr(value, "__qualname__"):
            assert not module.startswith("tenorite._"), name
        if module == "tenorite" and isinstance(value, FUNCTION_TYPES):
            assert pickle.loads(pickle.dumps(value)) is value
    assert pickle.loads(pickle.dumps(tn.mean)) is tn.mean
    assert b"statistics" not in pickle.dumps(tn.mean)


def test_ufuncs_and_aliases():
    for name in np.__all__:
        theirs = getattr(np, name)
        if isinstance(theirs, np.ufunc) and hasattr(tn, name):
            ours = getattr(tn, name)
            assert ours.__name__ == theirs.__name__
            if hasattr(ours, "nin"):
                assert (ours.nin, ours.nout) == (theirs.nin, theirs.nout)


def test_dtypes_are_numpys():
    for name in ("float32", "bool_", "complex128", "dtype", "finfo", "newaxis"):
        assert getattr(tn, name) is getattr(np, name)
    assert tn.pi == np.pi
    assert tn.bool is np.bool


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        tn.nothing  # noqa: B018


def test_show_config(capsys):
    tn.show_config()
    text = capsys.readouterr().out
    for word in (tn.__version__, np.__version__, "Default device", "CUDA"):
        assert word in text
    found = tn.show_config(mode="dicts")
    assert found.pop("tenorite").startswith(f"tenorite: {tn.__version__}\n")
    assert found == np.show_config(mode="dicts")
    with pytest.raises(AttributeError, match="Invalid `mode`"):
        tn.show_config("json")


def test_import_is_light(tmp_path):
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    code = (
        "import numpy, sys, time; before = set(sys.modules); "
        "t = time.process_time(); import tenorite; "
        "print(time.process_time() - t); "
        "print(*(set(sys.modules) - before))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        ).stdout.splitlines()
        for _ in range(4)
    ]
    assert min(float(seconds) for seconds, _ in runs) < 0.1
    loaded = set(runs[0][1].split())
    assert not loaded & {"zipfile", "tenorite.cuda", "importlib.metadata"}


def test_names_of_a_later_numpy_say_what_to_do(monkeypatch):
    monkeypatch.setattr(np, "later", lambda: 0, raising=False)
    with pytest.raises(AttributeError, match="numpy.later has no counterpart"):
        tn.later  # noqa: B018
    assert not hasattr(tn, "later")
    with pytest.raises(ImportError):
        from tenorite import later  # noqa: F401


def test_testing(device):
    x = tn.arange(3.0, device=device)
    tn.testing.assert_array_equal(x, [0, 1, 2])
    tn.testing.assert_allclose(actual=x, desired=np.arange(3.0))
    tn.testing.assert_equal({"a": [x, 1]}, {"a": [np.arange(3.0), 1]})
    with pytest.raises(AssertionError, match="Mismatched elements: 1 / 3"):
        tn.testing.assert_array_equal(x, [0, 1, 3])
    for name in tn.testing._arrays.OF_ARRAYS:
        assert getattr(tn.testing, name).__name__ == name
    assert tn.testing.suppress_warnings is np.testing.suppress_warnings
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        tn.testing.nothing  # noqa: B018


def test_typing():
    from tenorite import typing

    assert typing.NDArray[np.float32].__origin__ is tn.ndarray


POINTS = (-3, 0, 1, 2, 3, 6, 7, 5.5, True, np.int32(9), np.longdouble(4), 64, 1001)
WINDOWS = {
    "bartlett": (0, [()]),
    "hanning": (1, [()]),
    "hamming": (1, [()]),
    "blackman": (1, [()]),
    "kaiser": (5, [(0,), (8.6,), (14,)]),
}


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_windows(device, name):
    """Within some ulp of 1, as the functions are that they consist of."""
    ulp, shapes = WINDOWS[name]
    for n, shape in itertools.product(POINTS, shapes):
        ours, theirs = getattr(tn, name)(n, *shape), getattr(np, name)(n, *shape)
        if theirs.dtype == np.longdouble:  # no device has it
            assert type(ours) is np.ndarray
        else:
            assert ours.device == device
        assert (host(ours).dtype, ours.shape) == (theirs.dtype, theirs.shape)
        error = {"rtol": 0, "atol": ulp * np.finfo(float).eps}
        np.testing.assert_allclose(host(ours), theirs, **error)


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("points", ["a", None, [1, 2], 1j, np.nan, np.inf, 2**62])
def test_windows_of_no_length(device, name, points):
    same_or_error(lambda xp: getattr(xp, name)(points, *WINDOWS[name][1][0]), device)


@pytest.mark.parametrize(
    "name", ["float_", "NaN", "mat", "who", "int", "alltrue", "foo"]
)
def test_names_that_numpy_had_once(name):
    """NumPy says what to take in their place."""
    texts = []
    for xp in (np, tn):
        with pytest.raises(AttributeError) as error:
            getattr(xp, name)
        texts.append(str(error.value).replace(f"module '{xp.__name__}'", "module"))
    assert texts[0] == texts[1]

# SPDX-License-Identifier: Apache-2.0
"""Stubs: they are what the script makes, and values are of the types that they say.

Type checkers themselves run in tools/check_types.py.
"""

import ast
import importlib
import inspect
import json
import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest
import tenorite as tn

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSERTIONS = ROOT / "tests" / "typing" / "assertions.py"


def _tool(name, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return __import__(name)


def _content(text):
    """A stub without its layout: what it offers of other modules, and the rest."""
    imported, rest = set(), []
    for node in ast.parse(text).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None)
            imported |= {(module, a.name, a.asname) for a in node.names if a.asname}
        else:
            rest.append(ast.unparse(node))
    return imported - {(None, "numpy", "np")}, rest


# In a process of its own: what a package offers can depend on what was done with it.
MAKE = """
import json, make_stubs
print(json.dumps({str(path): text for path, text in make_stubs.make().items()}))
"""


def _own(offered):
    """What a stub offers of this package's modules: the same with every NumPy."""
    return {entry for entry in offered if (entry[0] or "").startswith("tenorite")}


def test_stubs_are_those_that_the_script_makes():
    package = pathlib.Path(tn.__file__).parent
    version = ".".join(np.__version__.split(".")[:2])
    same = f"with NumPy {version}.\n" in (package / "__init__.pyi").read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MAKE],
        cwd=ROOT / "tools",
        capture_output=True,
        text=True,
        check=True,
    )
    made = {pathlib.Path(k): text for k, text in json.loads(done.stdout).items()}
    assert set(made) == set(package.rglob("*.pyi"))
    for path, text in made.items():
        offered, rest = _content(text)
        there, rest_there = _content(path.read_text("utf-8"))
        assert _own(offered) == _own(there), f"{path}: run `make stubs`"
        if not same:  # names and signatures of another NumPy
            continue
        assert offered == there, f"{path}: run `make stubs`"
        assert rest == rest_there, f"{path}: run `make stubs`"


def _written():
    """(module, names, parameters) of the functions of written parts, overloads joined."""
    found = {}
    for path in sorted((ROOT / "tools" / "stubs" / "written").glob("*.pyi")):
        module = "" if path.stem == "tenorite" else path.stem
        for node in ast.parse(path.read_text("utf-8")).body:
            inner = node.body if isinstance(node, ast.ClassDef) else [node]
            scope = (node.name,) if isinstance(node, ast.ClassDef) else ()
            for function in inner:
                if isinstance(function, ast.FunctionDef):
                    a = function.args
                    names = {x.arg for x in (*a.posonlyargs, *a.args, *a.kwonlyargs)}
                    names |= {x.arg for x in (a.vararg, a.kwarg) if x}
                    key = (module, *scope, function.name)
                    found.setdefault(key, set()).update(names)
    return found


def _live_parameters(module, *names):
    """The names that a live function has; none where its signature says nothing."""
    value = importlib.import_module(f"tenorite.{module}".rstrip("."))
    for name in names:
        value = getattr(value, name, None)
    try:
        live = set(inspect.signature(value).parameters)
    except (TypeError, ValueError):  # a property, a class of the stub alone
        return set()
    says_nothing = live <= {"self", "args", "kwargs"} or names[-1].startswith("__")
    return set() if says_nothing else live


COMPARABLE = [key for key in _written() if _live_parameters(*key)]


@pytest.mark.parametrize("key", COMPARABLE, ids=".".join)
def test_written_parts_have_the_parameters_of_the_live_functions(key):
    written = _written()[key] - {"self", "cls"}
    live = _live_parameters(*key) - {"self"}
    if "kwargs" in live - written:  # whose names are written
        live.remove("kwargs")
        assert live < written
    else:
        assert live == written


def test_written_parts_are_compared():
    assert {("", "unique"), ("linalg", "svd"), ("", "ndarray", "astype")} <= set(
        COMPARABLE
    )


def _conforms(value, kind):
    """Whether a value is of the type that the expression `kind` (a tree) names."""
    text = ast.unparse(kind)
    if text == "Any":
        return True
    if not isinstance(kind, ast.Subscript):
        return isinstance(value, {"np.Device": tn.Device}.get(text) or eval(text))
    of, items = ast.unparse(kind.value), kind.slice
    if of in ("NDArray", "numpy_typing.NDArray"):
        dtype = ast.unparse(items)
        is_dtype = dtype == "Any" or value.dtype == eval(dtype)
        return type(value).__mro__[-2] is _ARRAYS[of] and is_dtype
    if of == "type":
        return isinstance(value, type)
    if of == "np.dtype":
        return isinstance(value, np.dtype)
    if of == "list":
        return type(value) is list and all(_conforms(x, items) for x in value)
    assert of == "tuple", text
    kinds = items.elts if isinstance(items, ast.Tuple) else [items]
    if ast.unparse(kinds[-1]) == "...":
        kinds = [kinds[0]] * len(value)
    matches = [_conforms(*pair) for pair in zip(value, kinds, strict=True)]
    return isinstance(value, tuple) and all(matches)


_ARRAYS = {"NDArray": tn.ndarray, "numpy_typing.NDArray": np.ndarray}


def test_values_are_of_the_types_that_are_asserted(device, monkeypatch):
    names = _tool("make_type_assertions", monkeypatch).arrays
    checked = 0
    with tn.Device(device), warnings.catch_warnings(action="ignore"):
        for node in ast.parse(ASSERTIONS.read_text("utf-8")).body:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call, kind = node.value.args
                value = eval(ast.unparse(call), names())
                assert _conforms(value, kind), ast.unparse(node)
                checked += 1
    assert checked > 2000


@pytest.mark.parametrize(
    ("value", "kind", "is_one"),
    [
        (tn.ones(2), "NDArray[np.float64]", True),
        (tn.ones(2), "NDArray[np.float32]", False),
        (tn.ones(2).sum(), "NDArray[np.float64]", True),
        (np.ones(2), "NDArray[Any]", False),
        (np.ones(2), "numpy_typing.NDArray[Any]", True),
        ((1, 2), "tuple[int, ...]", True),
        ((1, 2.0), "tuple[int, ...]", False),
        ([tn.ones(1)], "list[NDArray[np.float64]]", True),
        (3, "bool", False),
    ],
)
def test_wrong_types_are_found(value, kind, is_one):
    assert _conforms(value, ast.parse(kind, mode="eval").body) is is_one


def test_assertions_cover_every_ufunc():
    text = ASSERTIONS.read_text("utf-8")
    for name in tn.__all__:
        if isinstance(getattr(tn, name), tn.ufunc):
            assert f"np.{name}(" in text, name

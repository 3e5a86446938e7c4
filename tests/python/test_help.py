# SPDX-License-Identifier: Apache-2.0
"""Docstrings: numpydoc's sections, every parameter, an example that runs."""

import doctest
import importlib
import inspect
import pathlib
import re
import warnings

import pytest
import tenorite as tn
from tenorite._runtime.parameter_texts import TEXTS
from tenorite._runtime.ufunc_examples import EXAMPLES

_MODULES = ("", "linalg", "fft", "special", "lib.stride_tricks")
# Without an example that prints the same everywhere: they show what runs here, need a
# program around them, or show files and lines.
NO_EXAMPLE = {"explain", "info", "show_config", "show_runtime"}
# NumPy's own code and docstrings over our arrays, whose examples are NumPy's to test.
BORROWED = {"poly", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul"}
BORROWED |= {"polysub", "polyval", "roots"}
# Still to be written: packages whose docstrings are one line and no sections.
TO_DO = {"random", "cuda", "kernel_cache", "profiler", "testing"}


class OnAnyDevice(doctest.OutputChecker):
    """Examples are printed as on the CPU device, whose arrays do not name it."""

    def check_output(self, want, got, optionflags):
        got = re.sub(r",\s+device='cuda:\d+'", "", got)
        return super().check_output(want, got, optionflags)


def _functions():
    """(qualified name, function) of the public functions and ufuncs of ours."""
    for module_name in _MODULES:
        module = importlib.import_module(f"tenorite.{module_name}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            where = getattr(value, "__module__", None) or ""
            if (
                callable(value)
                and not inspect.isclass(value)
                and where.startswith("tenorite")
                and name not in BORROWED
            ):
                yield f"{module_name}.{name}".strip("."), value


FUNCTIONS = dict(_functions())


def sections(doc):
    """The sections of a docstring by their headings."""
    lines = inspect.cleandoc(doc).splitlines()
    found, name = {"": []}, ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if following and set(following) == {"-"} and len(following) == len(line):
            name = line
            found[name] = []
        elif set(line) != {"-"}:
            found[name].append(line)
    return found


def test_there_are_functions():
    assert len(FUNCTIONS) > 400
    assert {"sum", "linalg.svd", "fft.rfft", "special.erf"} <= FUNCTIONS.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sections(name):
    function = FUNCTIONS[name]
    found = sections(function.__doc__)
    wanted = ["", "Parameters", "Returns", "Raises", "See Also", "Notes", "Examples"]
    assert [heading for heading in wanted if heading in found] == list(found)
    assert {"Returns", "Raises", "Notes"} <= found.keys()
    assert "Examples" in found or name in NO_EXAMPLE
    parameters = list(inspect.signature(function).parameters.values())
    described = [line.partition(" : ") for line in found.get("Parameters", [])]
    described = [(names, kind) for names, colon, kind in described if colon]
    names = [n.lstrip("*") for names, _ in described for n in names.split(", ")]
    assert names == [p.name for p in parameters]
    assert all(kind for _, kind in described)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in NO_EXAMPLE])
def test_examples(name, device):
    doc = FUNCTIONS[name].__doc__
    example = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    printed = []
    runner = doctest.DocTestRunner(OnAnyDevice(), verbose=False)
    with tn.Device(device), warnings.catch_warnings(action="ignore"):
        result = runner.run(example, out=printed.append)
    assert result.attempted > 1
    assert result.failed == 0, "".join(printed)


def test_examples_that_fail_are_found():
    doc = ">>> 1 + 1\n3\n"
    example = doctest.DocTestParser().get_doctest(doc, {}, "wrong", None, None)
    assert doctest.DocTestRunner().run(example, out=lambda text: None).failed == 1


def test_texts_are_of_parameters_that_there_are():
    used, by_function = set(), set()
    for name, function in FUNCTIONS.items():
        last = inspect.unwrap(function).__name__ if "." in name else name
        for parameter in inspect.signature(function).parameters:
            used.add(parameter)
            by_function.add(f"{last.rpartition('.')[2]}.{parameter}")
    for name in METHODS:
        for parameter in inspect.signature(getattr(tn.ndarray, name)).parameters:
            used.add(parameter)
            by_function.add(f"{name}.{parameter}")
    for text in TEXTS:
        assert text in (by_function if "." in text else used), text


def test_every_ufunc_has_an_example():
    there = {f.__name__ for f in FUNCTIONS.values() if isinstance(f, tn.ufunc)}
    assert there == set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(BORROWED))
def test_borrowed_functions_have_numpys_docstrings(name):
    import numpy as np

    assert getattr(tn, name).__doc__ == getattr(np, name).__doc__


def test_docstrings_are_made_once_they_are_asked_for():
    # The source has the short one.
    assert "Parameters" in tn.flip.__doc__
    assert "Parameters" not in inspect.unwrap(tn.flip).__doc__
    assert tn.flip.__doc__ == tn.flip.__doc__


@pytest.mark.parametrize("package", sorted(TO_DO))
def test_what_is_to_do_is_not_done(package):
    module = importlib.import_module(f"tenorite.{package}")
    docs = [getattr(module, name).__doc__ or "" for name in module.__all__]
    assert not all("Parameters" in doc for doc in docs)


METHODS = [
    name
    for name in dir(tn.ndarray)
    if not name.startswith("_") and callable(getattr(tn.ndarray, name))
]


@pytest.mark.parametrize("name", METHODS)
def test_methods(name, device):
    method = getattr(tn.ndarray, name)
    found = sections(method.__doc__)
    wanted = ["", "Parameters", "Returns", "Raises", "See Also", "Notes", "Examples"]
    assert [heading for heading in wanted if heading in found] == list(found)
    assert {"Returns", "Raises", "Notes", "Examples"} <= found.keys()
    described = {
        names.lstrip("*")
        for names, colon, kind in (
            x.partition(" : ") for x in found.get("Parameters", [])
        )
        if colon and kind
    }
    parameters = {p.name for p in inspect.signature(method).parameters.values()}
    assert described >= parameters - {"self", "kwargs"}
    example = doctest.DocTestParser().get_doctest(method.__doc__, {}, name, None, None)
    printed = []
    with tn.Device(device), warnings.catch_warnings(action="ignore"):
        result = doctest.DocTestRunner(OnAnyDevice(), verbose=False).run(
            example, out=printed.append
        )
    assert result.attempted > 1
    assert result.failed == 0, "".join(printed)


def test_docstrings_of_methods_are_those_that_the_script_makes(monkeypatch):
    root = pathlib.Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "tools"))
    import make_method_docs

    assert make_method_docs.FILE.read_text("utf-8") == make_method_docs.make()

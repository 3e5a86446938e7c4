# SPDX-License-Identifier: Apache-2.0
"""Libraries are told of our arrays when they are imported, and only then."""

import importlib.util
import sys

import pytest
from support.helpers import in_python
from tenorite import _neighbours

NEIGHBOURS = "dask einops numba pandas scipy sklearn sympy xarray".split()


def test_nothing_is_imported_by_us():
    code = "import sys, tenorite; print(*sys.modules)"
    assert not set(NEIGHBOURS) & set(in_python(code).split())


def test_looking_for_a_module_does_not_use_up_the_telling():
    code = (
        "import importlib.util, tenorite\n"
        "assert importlib.util.find_spec('einops._backends')\n"
        "import einops\n"
        "print(einops.rearrange(tenorite.ones((2, 3)), 'a b -> b a').shape)"
    )
    assert in_python(code) == "(3, 2)"


def test_two_finders():
    """As after tenorite was removed from sys.modules and imported again."""
    code = (
        "import sys, tenorite\n"
        "sys.meta_path.insert(0, type(sys.meta_path[0])())\n"
        "import einops\n"
        "print(einops.rearrange(tenorite.ones((2, 3)), 'a b -> b a').shape)"
    )
    assert in_python(code) == "(3, 2)"


def test_modules_keep_their_loaders():
    import einops._backends as module

    kind = type(importlib.util.find_spec("einops.einops").loader)
    assert type(module.__loader__) is kind
    assert module.__spec__.loader is module.__loader__


def test_modules_that_are_not_there(monkeypatch):
    monkeypatch.setitem(_neighbours._TELLING, "no_such_neighbour", "einops")
    finder = _neighbours._Finder()
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    assert finder.find_spec("no_such_neighbour") is None
    assert finder.find_spec("json") is None
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("no_such_neighbour")


def test_a_failure_is_a_warning_of_ours(tmp_path, monkeypatch):
    """A neighbour that has changed can still be imported."""
    (tmp_path / "changed_neighbour.py").write_text("there = True")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(_neighbours._TELLING, "changed_neighbour", "einops")
    monkeypatch.setattr(sys, "meta_path", [_neighbours._Finder(), *sys.meta_path])
    with pytest.warns(RuntimeWarning, match="could not be told of tenorite's arrays"):
        module = importlib.import_module("changed_neighbour")
    assert module.there
    del sys.modules["changed_neighbour"]

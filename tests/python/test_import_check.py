# SPDX-License-Identifier: Apache-2.0
"""The import check finds what it is there to find, and nothing in the tree."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_imports.py"

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="runs in the source tree")

CLEAN = {
    "__init__.py": "from . import _core\nfrom ._numpy.math import *\n",
    "_runtime/__init__.py": "",
    "_runtime/device.py": "import os\n\nfrom .. import _core\n",
    "cuda/__init__.py": "from . import stream\n",
    "cuda/stream.py": "from .._core.cuda import wait\n",
    "_array/__init__.py": "",
    "_array/convert.py": "def f():\n    from ..cuda import stream\n",
    "_numpy/__init__.py": "",
    "_numpy/math.py": "from .._array.convert import f\nfrom . import sums\n",
    "_numpy/sums.py": "from .._runtime import device\n_hidden = 1\n",
    "fft/__init__.py": "from .._numpy.math import cos\n",
}

# rule, file, an import that breaks the rule there
PLANTED = [
    ("order", "_runtime/device.py", "from .._array import convert"),
    ("order", "_array/convert.py", "from .._numpy.math import cos"),
    ("order", "_numpy/math.py", "from .. import fft"),
    ("order", "_numpy/math.py", "from .. import __version__"),
    ("order", "_array/convert.py", "def g():\n    from .._numpy import math"),
    ("order", "elsewhere.py", "import os"),
    ("relative", "_numpy/math.py", "import tenorite"),
    ("relative", "_numpy/math.py", "from tenorite._core import ndarray"),
    ("relative", "_numpy/math.py", "from ... import tenorite"),
    ("missing", "_numpy/math.py", "from .._array.covert import f"),
    ("public", "fft/__init__.py", "from .._numpy.sums import _hidden"),
    ("cycle", "_numpy/sums.py", "from .math import f"),
    ("cycle", "_numpy/sums.py", "def g():\n    from . import math"),
    ("cycle", "_numpy/sums.py", "from . import sums"),
]


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("check_imports", TOOL)
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOL.parent)
        spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path):
    for name, text in CLEAN.items():
        path = tmp_path / "python/tenorite" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_this_tree_is_clean(tool):
    assert tool.check_tree(ROOT) == []


def test_every_room_is_there(tool):
    rooms = {name.split(".")[0] for name in tool.modules_of(ROOT)} | {"_core"}
    assert set(tool.ROOMS) == rooms


def test_clean_tree(tool, tree):
    assert tool.check_tree(tree) == []


@pytest.mark.parametrize("rule, path, text", PLANTED)
def test_planted_violation_is_found(tool, tree, rule, path, text):
    with (tree / "python/tenorite" / path).open("a") as file:
        file.write(f"{text}\n")
    found = [p for p in tool.check_tree(tree) if f"[{rule}]" in p]
    assert len(found) == 1


def test_exit_status(tool, tree, capsys):
    assert tool.main(["check_imports", str(tree)]) == 0
    (tree / "python/tenorite/_runtime/device.py").write_text("from .. import fft\n")
    assert tool.main(["check_imports", str(tree)]) == 1
    assert "_runtime/device.py:1: [order]" in capsys.readouterr().out

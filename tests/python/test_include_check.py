# SPDX-License-Identifier: Apache-2.0
"""The include check finds what it is there to find, and nothing in the tree."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_includes.py"

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="runs in the source tree")

CLEAN = {
    "core/error.h": "#pragma once\n#include <string>\n",
    "core/cuda/check.h": '#include <cuda_runtime_api.h>\n#include "core/error.h"\n',
    "core/dtype.def": "TENORITE_DTYPE(Bool)\n",
    "memory/pool.h": '#include "core/error.h"\n',
    "ops/device/types.h": "struct half {};\n",
    "ops/device/math.h": '#include "ops/device/types.h"\n',
    "ops/plan/registry.h": '#include "memory/pool.h"\n#include "core/dtype.def"\n',
    "ops/cpu/loops.h": '#include "ops/device/math.h"\n',
    "ops/cpu/loops.cpp": '#include "ops/cpu/loops.h"\n#include "ops/plan/registry.h"\n',
    "ops/cuda/copy.cuh": '#include "core/cuda/check.h"\n',
    "ops/cuda/copy.cu.in": '#include "ops/cuda/copy.cuh"\n#include <cub/cub.cuh>\n',
    "linalg/matmul.cpp": '#include "ops/plan/registry.h"\n',
    "python/src/module.cpp": '#include <pybind11/pybind11.h>\n#include "ops/plan/registry.h"\n',
    "tests/cpp/copy_test.cpp": '#include "ops/cpu/loops.h"\n',
    "tests/cpp/emulated/device.cpp": '#include "ops/cuda/copy.cuh"\n',
}

# rule, file, an include that breaks the rule there
PLANTED = [
    ("order", "core/error.h", '#include "ops/plan/registry.h"'),
    ("order", "core/error.h", '#include "memory/pool.h"'),
    ("order", "memory/pool.h", '#include "linalg/matmul.cpp"'),
    ("order", "linalg/matmul.cpp", '#include "python/src/module.cpp"'),
    ("order", "ops/plan/registry.h", '#include "tests/cpp/copy_test.cpp"'),
    ("backend", "ops/plan/registry.h", '#include "ops/cpu/loops.h"'),
    ("backend", "ops/cpu/loops.h", '#include "core/cuda/check.h"'),
    ("backend", "python/src/module.cpp", '#  include "core/cuda/check.h"'),
    ("device", "ops/device/math.h", '#include "core/error.h"'),
    ("device", "ops/device/math.h", "#include <cmath>"),
    ("toolkit", "core/error.h", "#include <cuda_runtime_api.h>"),
    ("toolkit", "ops/cpu/loops.h", "#include <cub/cub.cuh>"),
    ("python", "ops/plan/registry.h", "#include <Python.h>"),
    ("code", "ops/cuda/copy.cpp", '#include "ops/cuda/copy.cuh"'),
    ("missing", "ops/plan/registry.h", '#include "core/eror.h"'),
    ("cycle", "ops/device/types.h", '#include "ops/device/math.h"'),
    ("cycle", "core/error.h", '#include "core/error.h"'),
]


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("check_includes", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path):
    for name, text in CLEAN.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_this_tree_is_clean(tool):
    assert tool.check_tree(ROOT) == []


def test_clean_tree(tool, tree):
    assert tool.check_tree(tree, {}) == []


@pytest.mark.parametrize("rule, path, include", PLANTED)
def test_planted_violation_is_found(tool, tree, rule, path, include):
    with (tree / path).open("a") as file:
        file.write(f"/* a comment\n over lines */\n{include}\n")
    found = [p for p in tool.check_tree(tree, {}) if f"[{rule}]" in p]
    assert len(found) == 1
    assert path in found[0]


def test_comments_are_no_includes(tool, tree):
    with (tree / "core/error.h").open("a") as file:
        file.write('// #include "ops/plan/registry.h"\n/*\n#include "ops/plan/registry.h"\n*/\n')
    assert tool.check_tree(tree, {}) == []


def test_exceptions_are_granted_and_must_be_needed(tool, tree):
    with (tree / "core/error.h").open("a") as file:
        file.write('#include "ops/cpu/loops.h"\n')
    needed = {("core/error.h", "ops/cpu/loops.h"): "only for this test"}
    assert tool.check_tree(tree, needed) == []
    needed["core/error.h", "memory/pool.h"] = "not needed"
    assert len(tool.check_tree(tree, needed)) == 1


def test_exit_status(tool, tree, capsys):
    assert tool.main(["check_includes", str(tree)]) == 0
    (tree / "core/error.h").write_text("#include <Python.h>\n")
    assert tool.main(["check_includes", str(tree)]) == 1
    assert "core/error.h:1: [python] Python.h" in capsys.readouterr().out

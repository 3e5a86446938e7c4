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
    "core/assert.h": "#pragma once\n",
    "core/cuda/check.h": '#include <cuda_runtime_api.h>\n#include "core/error.h"\n',
    "core/dtype.def": "TENORITE_DTYPE(Bool)\n",
    "memory/pool.h": '#include "core/error.h"\n',
    "ops/device/types.h": "struct half {};\n",
    "ops/device/math.h": '#include "ops/device/types.h"\n',
    "ops/plan/registry.h": '#include "memory/pool.h"\n#include "core/dtype.def"\n',
    "ops/cpu/elementwise/loops.h": '#include "ops/device/math.h"\n',
    "ops/cpu/elementwise/loops.cpp": '#include "ops/cpu/elementwise/loops.h"\n#include "ops/plan/registry.h"\n',
    "ops/cuda/copy/copy.cuh": '#include "core/cuda/check.h"\n',
    "ops/cuda/copy/copy.cu.in": '#include "ops/cuda/copy/copy.cuh"\n#include <cub/cub.cuh>\n',
    "ops/cuda/copy/copy.h": "#pragma once\n",
    "ops/cuda/abi/args.h": "#pragma once\n",
    "ops/api/copy.h": "#pragma once\n",
    "ops/cpu/groups/group.h": "#pragma once\n",
    "jit/codegen/loop.h": '#include "ops/api/copy.h"\n#include "ops/cuda/abi/args.h"\n',
    "linalg/matmul.cpp": '#include "core/assert.h"\n#include "ops/plan/registry.h"\n',
    "python/src/bindings/module.cpp": '#include <pybind11/pybind11.h>\n#include "ops/plan/registry.h"\n#include "python/tenorite/include/tenorite/c_api.h"\n',
    "python/tenorite/include/tenorite/c_api.h": "#include <Python.h>\n",
    "python/tenorite/include/tenorite/cuda.h": "#include <cuda_runtime_api.h>\n#include <tenorite/c_api.h>\n",
    "tests/cpp/copy_test.cpp": '#include "ops/cpu/elementwise/loops.h"\n',
    "tests/cpp/emulated/device.cpp": '#include "ops/cuda/copy/copy.cuh"\n',
}

# rule, file, an include that breaks the rule there
PLANTED = [
    ("order", "core/error.h", '#include "ops/plan/registry.h"'),
    ("order", "core/error.h", '#include "memory/pool.h"'),
    ("order", "memory/pool.h", '#include "linalg/matmul.cpp"'),
    ("order", "linalg/matmul.cpp", '#include "python/src/bindings/module.cpp"'),
    ("order", "ops/plan/registry.h", '#include "tests/cpp/copy_test.cpp"'),
    ("order", "ops/plan/registry.h", '#include "ops/cpu/elementwise/loops.h"'),
    ("device", "ops/cpu/elementwise/loops.h", '#include "core/cuda/check.h"'),
    ("device", "python/src/bindings/module.cpp", '#  include "core/cuda/check.h"'),
    ("order", "ops/plan/registry.h", '#include "ops/api/copy.h"'),
    ("order", "ops/cpu/elementwise/loops.h", '#include "jit/codegen/loop.h"'),
    ("order", "ops/cpu/elementwise/loops.h", '#include "ops/cpu/groups/group.h"'),
    ("device", "jit/codegen/loop.h", '#include "ops/cuda/copy/copy.h"'),
    ("device", "ops/device/math.h", '#include "core/error.h"'),
    ("device", "ops/device/math.h", "#include <cmath>"),
    ("shared", "core/error.h", "inline std::atomic<int> count{0};"),
    ("shared", "memory/pool.h", "inline thread_local int* here = nullptr;"),
    ("toolkit", "core/error.h", "#include <cuda_runtime_api.h>"),
    ("toolkit", "ops/cpu/elementwise/loops.h", "#include <cub/cub.cuh>"),
    ("python", "ops/plan/registry.h", "#include <Python.h>"),
    ("toolkit", "python/tenorite/include/tenorite/c_api.h", "#include <cuda.h>"),
    (
        "installed",
        "python/tenorite/include/tenorite/c_api.h",
        '#include "core/error.h"',
    ),
    ("order", "ops/api/copy.h", '#include "python/tenorite/include/tenorite/c_api.h"'),
    ("code", "ops/cuda/copy/copy.cpp", '#include "ops/cuda/copy/copy.cuh"'),
    ("assert", "ops/plan/registry.h", '#include "core/assert.h"'),
    ("assert", "ops/cuda/copy/copy.cpp", '#include "core/assert.h"'),
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
    assert tool.check_tree(tree) == []


@pytest.mark.parametrize("rule, path, include", PLANTED)
def test_planted_violation_is_found(tool, tree, rule, path, include):
    with (tree / path).open("a") as file:
        file.write(f"/* a comment\n over lines */\n{include}\n")
    found = [p for p in tool.check_tree(tree) if f"[{rule}]" in p]
    assert len(found) == 1
    assert path in found[0]


def test_comments_are_no_includes(tool, tree):
    with (tree / "core/error.h").open("a") as file:
        file.write(
            '// #include "ops/plan/registry.h"\n/*\n#include "ops/plan/registry.h"\n*/\n'
        )
    assert tool.check_tree(tree) == []


def test_every_file_stands_in_a_room(tool, tree):
    (tree / "ops/new").mkdir()
    (tree / "ops/new/file.h").write_text("#pragma once\n")
    assert len([p for p in tool.check_tree(tree) if "ops/new/file.h" in p]) == 1


def test_exit_status(tool, tree, capsys):
    assert tool.main(["check_includes", str(tree)]) == 0
    (tree / "core/error.h").write_text("#include <Python.h>\n")
    assert tool.main(["check_includes", str(tree)]) == 1
    assert "core/error.h:1: [python] Python.h" in capsys.readouterr().out

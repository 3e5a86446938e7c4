# SPDX-License-Identifier: Apache-2.0
"""Algorithms are chosen in C++: Python asks no device for its name to pick one."""

import ast
import pathlib

import pytest
import tenorite as tn
from tenorite import _core

PACKAGE = pathlib.Path(tn.__file__).resolve().parent

# Modules that compare a device with "cpu", and why they may.
PERMITTED = {
    "_array/memory.py": "whether NumPy can work on memory",
    "_array/methods.py": "the buffer of an array in host memory",
    "_array/protocols.py": "exchange of memory with others",
    "_array/repr.py": "text",
    "_numpy/io.py": "whether a file can be the memory of an array",
    "_kernels/compile.py": "the target of a compilation",
    "_kernels/simt/kernel.py": "the target of a compilation",
    "_kernels/vectorize.py": "the target of a compilation",
    "_runtime/device.py": "the type of a device object",
    "_runtime/fallbacks.py": "whether NumPy works on copies",
    "dask/_cluster.py": "of what a cluster makes its workers",
}


def comparisons(text):
    """Lines of a module on which something is compared with "cpu"."""

    def is_cpu(node):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return any(map(is_cpu, node.elts))
        return isinstance(node, ast.Constant) and node.value == "cpu"

    lines = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            if any(map(is_cpu, [node.left, *node.comparators])):
                lines.append(node.lineno)
        elif isinstance(node, ast.MatchValue) and is_cpu(node.value):
            lines.append(node.lineno)
    return lines


def test_no_other_module_asks_for_the_cpu():
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if comparisons(path.read_text())
    }
    assert found == set(PERMITTED)


@pytest.mark.parametrize(
    "line",
    [
        'x = 1 if str(a.device) == "cpu" else 2',
        'assert "cpu" != a.device.type',
        'if kind in ("cpu", "host"): pass',
        'match a.device.type:\n    case "cpu":\n        pass',
    ],
)
def test_comparisons_are_found(line):
    assert comparisons(line)
    assert not comparisons('x = tn.zeros(3, device="cpu")')


def test_operations_of_a_device(device):
    x = tn.zeros(3)
    assert _core.has_operation(x, "sort")
    assert _core.has_operation(x, "fft") == (device != "cpu")
    assert _core.has_operation(x, "fft_lines") == (device == "cpu")
    with pytest.raises(ValueError, match="no device has an operation 'sorts'"):
        _core.has_operation(x, "sorts")

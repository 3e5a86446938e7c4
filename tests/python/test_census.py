# SPDX-License-Identifier: Apache-2.0
"""The census: no public callable is missing, and its figures are right."""

import inspect
import json
import pathlib
import subprocess
import sys

import numpy
import pytest
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.census import cases, command, derive, report  # noqa: E402
from benchmarks.census.calls import DISTRIBUTIONS, REASONS  # noqa: E402
from benchmarks.libraries import CudaLibrary, Tenorite  # noqa: E402
from benchmarks.spec import CPU, CUDA, CUPY, NUMPY  # noqa: E402
from benchmarks.verify import verify  # noqa: E402

MODULES = {
    "": tenorite,
    "linalg.": tenorite.linalg,
    "fft.": tenorite.fft,
    "random.": tenorite.random,
    "lib.stride_tricks.": tenorite.lib.stride_tricks,
}
CLASSES = {"ndarray.": tenorite.ndarray, "Generator.": tenorite.random.Generator}
UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at")


def public():
    """The functions of the modules, and the members of the classes, by name."""
    found = {}
    for prefix, module in MODULES.items():
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and not isinstance(value, type):
                found[prefix + name] = value
    for prefix, owner in CLASSES.items():
        for name in dir(owner):
            if not name.startswith("_"):
                found[prefix + name] = getattr(owner, name)
    return found


def test_no_public_callable_is_missing():
    names, called = public(), derive.calls_of()
    left_out = [name for text in REASONS.values() for name in text.split()]
    assert len(left_out) == len(set(left_out))
    assert not set(left_out) - names.keys(), "what is no name needs no reason"
    assert not set(left_out) & called.keys(), "what is called needs no reason"
    # An alias is called as its other name is.
    reached = {id(value) for name, value in names.items() if name in called}
    missing = [
        name
        for name, value in names.items()
        if id(value) not in reached and name not in left_out
    ]
    assert not missing
    assert len(names) > 600


def test_methods_of_ufuncs_are_called():
    called = derive.calls_of()
    for name in ("add", "hypot", "logical_or", "left_shift"):
        for method in UFUNC_METHODS:
            assert f"{name}.{method}" in called


def test_calls_are_of_names_that_exist():
    names = public()
    for name in derive.calls_of():
        owner = name.split(".")[0]
        if name in names or (owner in names and name.endswith(UFUNC_METHODS)):
            continue
        assert name.startswith(("ndarray.T.", "ndarray.strides")), name
    for name in DISTRIBUTIONS:
        assert f"Generator.{name}" in names or f"random.{name}" in names


def test_signatures_tell_calls():
    calls = derive.all_calls()
    for text in ("np.sum(x)", "np.sum(m, axis=0)", "np.nanmax(q, axis=1)"):
        assert text in calls
    assert "np.allclose(x, y)" in calls
    assert "x.sum()" in calls and "m.mean(axis=1)" in calls


def test_dtypes_are_those_that_numpy_takes():
    assert cases.dtypes_of("np.sum(x)") == list(cases.DTYPES)
    assert cases.dtypes_of("np.gcd(x, y)") == ["i4"]
    assert "D" not in cases.dtypes_of("np.floor(x)")
    assert cases.dtypes_of("np.tri(R)") == ["f8"]
    assert cases.dtypes_of("x.no_such_method()") == []


def sample():
    """Every call once, with one of its dtypes and one of its layouts."""
    for k, text in enumerate(derive.all_calls()):
        if dtypes := cases.dtypes_of(text):
            layout = cases.LAYOUTS[k % len(cases.LAYOUTS)]
            yield cases.key_of(text, dtypes[k % len(dtypes)], layout, 10)


@pytest.fixture
def library(device):
    if device != "cpu":
        return CudaLibrary(CUDA, tenorite)
    return Tenorite(CPU, tenorite)


# Calls on operands of every dtype overflow, divide by zero and drop imaginary parts.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(8))
def test_values_are_numpys(part, library):
    for key in list(sample())[part::8]:
        try:
            verify(cases.case_of(key), library)
        except Exception as error:
            raise AssertionError(key) from error


def test_operands_follow_from_the_key():
    case = cases.case_of(cases.key_of("np.sort(m, axis=0)", "f4", "strided", 100))
    (m,) = case.operands
    assert m.shape(100) == (10, 10) and m.dtype == "f4"
    x = m.view(numpy.zeros((10, 10)))
    assert not x.flags.c_contiguous
    assert cases.is_key(case.key)
    assert not cases.is_key("16 elements: a + b")


def record(text, n, ours, peer, **more):
    dtype = more.pop("dtype", "f8")
    run = {"seconds": ours, "min": ours} | more
    runs = {CPU: run, NUMPY: {"seconds": peer, "min": peer}}
    name = f"{text}, {dtype}, contiguous"
    return {"group": f"census, {n} elements", "name": name, "sizes": [n], "runs": runs}


def test_report_is_worst_first():
    n = 10**6
    found = [
        record("np.copy(x)", n, 1e-3, 1e-3, bytes=16 * n),
        record("np.sum(x)", n, 1e-3, 5e-4, bytes=8 * n),
        record("np.sin(x)", n, 4e-3, 1e-3, bytes=16 * n),
        record("np.exp(x)", n, 1e-3, 4e-3, bytes=16 * n),
    ]
    failed = record("np.tan(x)", n, 1, 1)
    failed["runs"][CPU] = {"wrong": "1 of 2 elements are wrong"}
    lines = report.lines({"cases": [*found, failed]}, CPU)
    assert lines[0].startswith("wrong: ") and "np.tan(x)" in lines[0]
    slow = lines[lines.index("below 0.9 of numpy's speed, worst first:") + 1 :]
    assert [line.split()[0] for line in slow[:2]] == ["0.250", "0.500"]
    assert "4 cases beside numpy: 1 below 0.5x, 2 below 0.8x" in slow[-1]
    idle = lines[1 : lines.index("below 0.9 of numpy's speed, worst first:")]
    assert len(idle) == 2 and "np.sin(x)" in idle[1]


def test_command(tmp_path):
    path = tmp_path / "census.json"
    command_line = [sys.executable, "-m", "benchmarks", "census", "--output", str(path)]
    options = [
        "--names",
        "sum,random.rand",
        "--sizes",
        "10",
        "--rounds",
        "1",
        "--quick",
    ]
    done = subprocess.run(
        [*command_line, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(path.read_text())
    assert found["schema"] == report.SCHEMA and found["device"] == "cpu"
    assert {"cpu", "numpy", "tenorite", "commit"} <= found["environment"].keys()
    names = {r["name"] for r in found["cases"]}
    assert "np.sum(x), f8, contiguous" in names
    assert "np.random.rand(N), f8, contiguous" in names
    for row in found["cases"]:
        assert row["runs"][CPU]["min"] > 0 and row["runs"][NUMPY]["min"] > 0


def test_devices_have_peers():
    assert report.PEERS == {CPU: NUMPY, CUDA: CUPY}
    assert inspect.signature(command.main).parameters

# SPDX-License-Identifier: Apache-2.0
"""Every example gives NumPy's results on every device, at a small size."""

import importlib
import pathlib
import sys
import types

import numpy
import pytest

DEMO = pathlib.Path(__file__).resolve().parents[2] / "examples" / "demo"
PROGRAMS = sorted(path.stem for path in DEMO.parent.glob("*.py"))


@pytest.fixture(scope="module")
def demo():
    """The modules rows and worker of the demo."""
    sys.path.insert(0, str(DEMO))
    try:
        yield importlib.import_module("rows"), importlib.import_module("worker")
    finally:
        sys.path.remove(str(DEMO))
        for name in ("report", "rows", "worker"):
            sys.modules.pop(name, None)


def test_every_program_has_a_row(demo):
    rows, _ = demo
    assert sorted({row.program for row in rows.ROWS}) == PROGRAMS


def test_only_the_import_of_numpy_is_replaced(demo):
    _, worker = demo
    library = types.SimpleNamespace(ndarray=numpy.ndarray)
    program = worker.load_program("kmeans", library)
    assert program.np is library
    assert sys.modules["numpy"] is numpy
    assert worker.load_program("kmeans", numpy).np is numpy


def test_differences_are_found(demo):
    rows, _ = demo
    row = rows.Row("title", "program", 1e-6, "why")
    want = [numpy.ones(4)]
    assert rows.compare(row, want, [numpy.ones(4) + 1e-7])[0] is None
    assert "1 of 4" in rows.compare(row, want, [numpy.array([1, 1, 1, 1.1])])[0]
    assert "4 of 4" in rows.compare(row, want, [numpy.full(4, numpy.nan)])[0]
    assert "float32" in rows.compare(row, want, [numpy.ones(4, numpy.float32)])[0]
    assert "(2, 2)" in rows.compare(row, want, [numpy.ones((2, 2))])[0]
    assert "2 results" in rows.compare(row, want, want * 2)[0]


def test_table_and_plot(demo, tmp_path):
    pytest.importorskip("matplotlib", reason="it draws the plot")
    report = importlib.import_module("report")
    runs = {
        "numpy": {"seconds": 1.0},
        "cpu": {"seconds": 0.5},
        "cuda:0": {"seconds": 0.1, "error": "wrong"},
    }
    text = {
        "targets": list(runs),
        "devices": {"cpu": "a CPU", "cuda:0": "a GPU"},
        "programs": [{"title": "title", "runs": runs}],
    }
    rows = report.table_lines(text)[1]
    assert rows == [["title", "1 s", "500 ms", "2.0x", "wrong", ""]]
    assert report.plot(text, tmp_path / "plot.png") is None
    assert (tmp_path / "plot.png").stat().st_size > 1000


@pytest.mark.parametrize("program", PROGRAMS)
def test_results_agree(demo, device, program):
    rows, worker = demo
    row = next(row for row in rows.ROWS if row.program == program)
    if program == "kmeans":
        pytest.importorskip("matplotlib", reason="it brings the photograph")
    scale = 2.0**-8
    expected = worker.run_program(program, worker.NUMPY, scale)[0]
    found = worker.run_program(program, device, scale)[0]
    assert rows.compare(row, expected, found)[0] is None

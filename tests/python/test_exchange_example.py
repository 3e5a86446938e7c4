# SPDX-License-Identifier: Apache-2.0
"""The program of examples/exchange, which checks itself, on every device."""

import pathlib
import runpy
import sys
import types

import numpy as np
import pytest
import tenorite as tn

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "exchange"
PROGRAM = FOLDER / "swinging_string.py"


def run(device, capsys):
    with tn.Device(device):
        runpy.run_path(str(PROGRAM), run_name="__main__")
    return capsys.readouterr().out.splitlines()


def test_program(device, capsys):
    head, *lines = run(device, capsys)
    assert head == f"1000 items on {device}"
    graphs = "launches of a graph" if device != "cpu" else "200 calls"
    assert len(lines) == 2 and all(graphs in line for line in lines)


def test_without_torch(device, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not there
    lines = run(device, capsys)[1:]
    who = "NumPy, in place" if device == "cpu" else "NumPy, on a copy"
    assert all(who in line for line in lines)


def test_a_neighbour_on_the_cpu(capsys, monkeypatch):
    """PyTorch's place, taken by NumPy: what is checked is that memory is shared."""
    fake = types.ModuleType("torch")
    fake.from_dlpack = np.from_dlpack
    monkeypatch.setitem(sys.modules, "torch", fake)
    lines = run("cpu", capsys)[1:]
    assert all("PyTorch, in place" in line for line in lines)
    fake.from_dlpack = lambda x: np.from_dlpack(x).copy()
    with pytest.raises(AssertionError):
        run("cpu", capsys)

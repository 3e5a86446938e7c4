# SPDX-License-Identifier: Apache-2.0
"""The program of examples/dask, which checks itself, on every device."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_program(device):
    pytest.importorskip("distributed", reason="it has the workers")
    paths = [str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "dask" / "film.py"), "200"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "TENORITE_DEVICE": device,
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head, size, *_, likeness = done.stdout.splitlines()
    assert f"on {device}" in head
    assert size.startswith("200 frames, 26 MB in 4 chunks")
    assert "likeness" in likeness

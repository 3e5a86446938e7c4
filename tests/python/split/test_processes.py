# SPDX-License-Identifier: Apache-2.0
"""A program in several processes: the bits of one."""

import json

import numpy
import pytest
import tenorite
from support.collective_processes import run
from tenorite.distributed import Mesh, Split

from split.process import heat, program


@pytest.mark.parametrize("size", [2, 5])
def test_bits_of_one_process(size):
    expected = program(Split(Mesh(["cpu"])))
    reports = run(size, ["-m", "split.process"])
    assert [status for status, *_ in reports] == [0] * size, reports
    assert json.loads(reports[0][1]) == expected


def test_values():
    """Those of one device, of which only sums may differ."""
    u = heat(Split(Mesh(["cpu"] * 3), 1))
    assert u.get().tobytes() == heat("cpu").get().tobytes()
    numpy.testing.assert_allclose(float(u.sum()), float(heat("cpu").sum()), 1e-13)
    assert isinstance(u.local(0), tenorite.ndarray)

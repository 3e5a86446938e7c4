# SPDX-License-Identifier: Apache-2.0
"""Meshes of GPUs: one that is named several times, and all that there are."""

import numpy
import pytest
import tenorite
from tenorite.distributed import Mesh, Split
from tenorite.distributed._split import cuts

from split.cases import CHANGING, CLOSE, EXACT, HOST, lines
from split.process import program
from split.test_calls import bits, host, names_of, same, value

if not tenorite.cuda.is_available():
    pytest.skip("no GPU", allow_module_level=True)

COUNT = tenorite.cuda.runtime.getDeviceCount()
MESHES = [["cuda:0"], ["cuda:0"] * 2, ["cuda:0"] * 7]
if COUNT > 1:
    MESHES.append([f"cuda:{i}" for i in range(COUNT)])
# Whose order is that of a library's kernel, which it may choose by the shape.
_OF_LIBRARIES = (
    "@",
    "dot",
    "inner",
    "np.fft",
    "linalg",
    "einsum",
    "tensordot",
    "cov",
    "corr",
)


@pytest.fixture(params=["brought together", "part by part"], autouse=True)
def small(request, monkeypatch):
    if request.param == "part by part":
        monkeypatch.setattr(cuts, "SMALL", 0)
    monkeypatch.setattr(tenorite.config, "fallback", "allow")
    before = tenorite.get_default_device()
    tenorite.set_default_device("cuda:0")
    yield
    tenorite.set_default_device(before)


@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("text", lines(EXACT) + lines(CLOSE) + lines(CHANGING))
def test_programs_of_one_line(text, axis):
    if axis == 1 and ("flat" in text or "ravel(); " in text):
        return  # copies there
    expected = value(text, {name: h.copy() for name, h in HOST.items()}, numpy)
    found = []
    for devices in MESHES:
        got = host(value(text, names_of(Mesh(devices), axis), tenorite))
        same(got, expected, True, f"{text}, axis {axis}, {devices}")
        found.append(bits(got))
    if not any(word in text for word in _OF_LIBRARIES):
        assert all(x == found[0] for x in found), text


def test_program():
    found = [program(Split(Mesh(devices))) for devices in MESHES]
    for its in found[1:]:
        for name, x in its.items():
            if name in ("spectrum", "variances"):
                numpy.testing.assert_allclose(x, found[0][name], 1e-12)
            else:
                assert x == found[0][name], name

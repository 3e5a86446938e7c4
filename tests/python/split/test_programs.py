# SPDX-License-Identifier: Apache-2.0
"""Random programs: NumPy's values, and the same bits on every mesh."""

import os
import warnings

import numpy
import pytest
import tenorite
from tenorite.distributed import Mesh, Replicated, Split, SplitArray
from tenorite.distributed._split import cuts

from split.programs import host, program

COUNT = int(os.environ.get("TENORITE_TEST_SPLIT_PROGRAMS", "150"))
SIZES = (1, 2, 4, 7)


def run(lines, mesh, axes):
    def make(shape, dtype, seed):
        axis = axes[seed % len(axes)]
        place = (
            Replicated(mesh) if axis is None else Split(mesh, min(axis, len(shape) - 1))
        )
        return tenorite.array(host(shape, dtype, seed), device=place)

    names = {"np": tenorite, "make": make}
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for i, line in enumerate(lines):
            try:
                exec(line, names)
            except Exception as error:
                text = "\n".join(lines[: i + 1])
                raise AssertionError(f"{error!r}\n{text}") from error
        return {
            name: x.get()
            for name, x in names.items()
            if isinstance(x, (SplitArray, tenorite.ndarray))
        }


def compare(got, expected, lines):
    text = "\n".join(lines)
    # What is computed of narrow floats carries their rounding on.
    floats = [x.dtype.itemsize for x in expected.values() if x.dtype.kind == "f"]
    tolerance = {2: 2e-2, 4: 1e-3, 8: 1e-7}[min([8, *floats])]
    for name, want in expected.items():
        x = got[name]
        assert x.shape == want.shape, f"{name}\n{text}"
        assert x.dtype == want.dtype, f"{name}: {x.dtype} {want.dtype}\n{text}"
        if want.dtype.kind in "fc":
            scale = abs(want).max(initial=1.0)
            numpy.testing.assert_allclose(
                x, want, tolerance, tolerance * scale, err_msg=f"{name}\n{text}"
            )


def is_stable(lines):
    """Whether rounding changes no choice, by which values differ from NumPy's."""
    words = (">", "<", "floor", "argmax", "astype", "sort", "make((0")
    return not any(word in line for line in lines for word in words)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("small", [0, 1 << 20])
def test_random_programs(small, large, monkeypatch):
    monkeypatch.setattr(cuts, "SMALL", small)
    monkeypatch.setattr(tenorite.config, "fallback", "allow")
    for seed in range(COUNT // (4 if large else 1)):
        rng = numpy.random.default_rng([seed, small, large])
        lines, expected = program(rng, large)
        axes = [(0,), (1,), (0, 1, None)][seed % 3]
        found = [run(lines, Mesh(["cpu"] * size), axes) for size in SIZES]
        if is_stable(lines):
            compare(found[0], expected, lines)
        for size, its in zip(SIZES[1:], found[1:], strict=True):
            for name, x in its.items():
                first = found[0][name]
                where = f"{seed} {size} {name}\n" + "\n".join(lines)
                assert x.dtype == first.dtype and x.shape == first.shape, where
                assert x.tobytes() == first.tobytes(), where

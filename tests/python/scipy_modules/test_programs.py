# SPDX-License-Identifier: Apache-2.0
"""The programs of examples/scipy give what they give with NumPy and SciPy.

Only their imports are replaced. Sizes here are small.
"""

import builtins
import importlib
import pathlib
import sys
import types

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "scipy"
SCALE = 2.0**-6

# What a result may differ by, as a share of its largest item; 0 where it is not named.
# Each bound has the reason of what it names first.
SUM = 1e-13  # sums of up to 10^5 terms in another order, and what is made of them
SINGLE = 2e-6  # the same in float32
# A filter with poles as near to 1 as 0.5 Hz is to 1 kHz: roundings times about 10^4.
NARROW = 1e-11
# Residuals of 1e-10, times the condition (below 200) of the systems.
SOLVED = 2e-8

BOUNDS = {
    "microscopy": dict.fromkeys(("light", "spread", "middle"), SUM),
    "tomography": {
        **dict.fromkeys(("sinogram", "filtered", "linear", "errors", "profile"), SUM),
        "sharp": 1e-12,  # differences of what sums have made
        "cubic": SINGLE,
    },
    "heartbeat": {
        **dict.fromkeys(("clean", "smooth", "envelope", "plain", "spectrum"), NARROW),
        **dict.fromkeys(("prominences", "peak_heights", "widths", "half"), NARROW),
        **dict.fromkeys(("power", "density", "likeness"), SUM),
    },
    "registration": {
        "correlation": 1e-10,  # of phases: what rounds the largest turns the smallest
        "matrix": SUM,
        "offset": 1e-11,  # of places that are 100 times as large
        **dict.fromkeys(("steps", "found", "edges", "ridges"), SINGLE),
        **dict.fromkeys(("average", "smooth", "shifted"), SINGLE),
    },
    "diffusion": {
        **dict.fromkeys(("u", "steady"), SOLVED),
        **dict.fromkeys(("plate", "later", "values", "tone", "highest"), 1e-10),
        "size": SUM,
    },
    "surface": {
        "implicit": SOLVED,
        **dict.fromkeys(("smooth", "rank"), SUM),
        "tones": 1e-11,
    },
    "terrain": {
        **dict.fromkeys(("flat", "smooth", "profile", "level", "deepest"), SUM),
        **dict.fromkeys(("slope", "grade", "climb"), 1e-12),  # differences of them
        **dict.fromkeys(("error", "variogram"), 1e-12),  # likewise
        "bend": 1e-10,  # second differences
        "trend": SOLVED,
    },
    "vibration": {
        **dict.fromkeys(("moved", "again", "zoomed"), 1e-12),  # sums of 5000 steps
        **dict.fromkeys(("gain", "phase"), SUM),
        # By Jacobians of differences, whose last 26 bits are rounding, times a noise
        # of 0.02 that no parameters explain.
        "found": 1e-10,
        "spread": 1e-7,  # as these differ themselves
        "fit": 1e-8,  # what a step changes where both end
        "crossings": 1e-6,  # a tenth of the tolerance of a step
        "order": SUM,
    },
    "sound": {
        **dict.fromkeys(("spectrum", "quiet", "envelope", "loud", "phone"), SINGLE),
        **dict.fromkeys(("wet", "centroid"), SINGLE),
        # The last samples are at the edge of a window: 2^-5 of the others.
        "state": 2**5 * SINGLE,
        **dict.fromkeys(("bright", "mel", "cepstrum"), SUM),
        "change": 1e-12,  # differences of them
    },
}
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py"))

# What SciPy does on the host in them, for want of kernels.
ON_THE_HOST = {
    "diffusion": {"scipy.sparse.linalg.splu", "scipy.sparse.linalg.spsolve"},
    "surface": {"scipy.sparse.csgraph.laplacian"},
    "terrain": {
        "scipy.interpolate.CloughTocher2DInterpolator",
        "scipy.interpolate.CloughTocher2DInterpolator.grad",
        "scipy.spatial.Delaunay",
    },
}


def load(name, *, ours):
    """The program as a module, with our packages in the place of NumPy and SciPy."""

    def substitute(target, names=None, local=None, wanted=(), level=0):
        package = target.partition(".")[0]
        if not ours or package not in ("numpy", "scipy"):
            return builtins.__import__(target, names, local, wanted, level)
        assert wanted or package == target, f"import {target}"
        if package == "numpy":
            return importlib.import_module(target.replace("numpy", "tenorite", 1))
        return importlib.import_module(f"tenorite.{target}")

    path = FOLDER / f"{name}.py"
    program = types.ModuleType(name)
    program.__builtins__ = {**vars(builtins), "__import__": substitute}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), vars(program))
    return program


def results(device, name, inputs):
    """(the results, the names of what ran on the host) with our packages."""
    inputs = [tn.asarray(x) if isinstance(x, np.ndarray) else x for x in inputs]
    program = load(name, ours=True)
    with tn.config.using(fallback="allow"), tn.profile() as profile:
        found = program.run(*inputs)
        for key, x in found.items():
            assert isinstance(x, tn.ndarray), f"{key}: {type(x)}"
            assert str(x.device) == device, f"{key} is on {x.device}"
        found = {key: host(x) for key, x in found.items()}
    return found, {row.function for row in profile.fallbacks}


def compare(expected, found, bounds):
    assert list(found) == list(expected)
    for key, want in expected.items():
        got, want, bound = found[key], np.asarray(want), bounds.get(key, 0)
        assert (got.dtype, got.shape) == (want.dtype, want.shape), key
        size = np.nanmax(np.abs(want)) if bound else 0
        np.testing.assert_allclose(
            got, want, rtol=0, atol=bound * size, equal_nan=True, err_msg=key
        )


def test_every_program_has_bounds():
    assert PROGRAMS == sorted(BOUNDS)


def test_only_imports_are_replaced():
    ours, theirs = load("sound", ours=True), load("sound", ours=False)
    assert ours.np is tn
    assert ours.signal is tn.scipy.signal
    assert theirs.np is np
    assert theirs.signal is sys.modules["scipy.signal"]


def test_differences_are_found():
    want = {"x": np.ones(3), "n": np.arange(3)}
    compare(want, {"x": np.ones(3) + 1e-8, "n": np.arange(3)}, {"x": 1e-7})
    for wrong in (np.ones(3) + 1e-6, np.ones(3, np.float32), np.full(3, np.nan)):
        with pytest.raises(AssertionError, match="x"):
            compare(want, {**want, "x": wrong}, {"x": 1e-7})
    with pytest.raises(AssertionError, match="n"):
        compare(want, {**want, "n": np.array([0, 1, 3])}, {})


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(device, name):
    program = load(name, ours=False)
    inputs = program.setup(SCALE)
    found, on_the_host = results(device, name, inputs)
    compare(program.run(*inputs), found, BOUNDS[name])
    if device != "cpu":  # where solving has kernels
        on_the_host |= {"scipy.sparse.linalg.spsolve"} & ON_THE_HOST.get(name, set())
    assert on_the_host == ON_THE_HOST.get(name, set())

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: other rates, analytic signals and trends."""

import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)
MODES = ["constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric"]
MODES += ["antireflect", "line"]


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


@pytest.mark.parametrize("up, down", [(1, 1), (2, 1), (1, 2), (3, 2), (5, 7), (4, 3)])
@pytest.mark.parametrize("mode", MODES)
def test_upfirdn(device, mode, up, down):
    for taps, (shape, axis) in itertools.product(
        (1, 2, 5, 9, 24), [((7,), -1), ((30,), 0), ((2, 9, 3), 1), ((4, 8), 0)]
    ):
        h, x = numbers(taps, seed=1), numbers(shape)
        options = {"rtol": 1e-13, "mode": mode}
        if mode == "constant":
            same_call(
                MODULES, "upfirdn", device, h, x, up, down, axis, cval=2, **options
            )
        same_call(MODULES, "upfirdn", device, h, x, up, down, axis, **options)


def test_dtypes_of_upfirdn(device):
    for one, other in itertools.product("efdFDib", repeat=2):
        h, x = numbers(4, one, 1), numbers((2, 9), other)
        exact = 1e-5 if {one, other} <= set("efFb") else 1e-13
        same_call(MODULES, "upfirdn", device, h, x, 2, 3, rtol=exact)


FAILURES = [
    ("upfirdn", (np.ones((2, 2)), np.ones(3)), {}),
    ("upfirdn", (np.ones(0), np.ones(3)), {}),
    ("upfirdn", (np.ones(2), np.ones(3), 0), {}),
    ("upfirdn", (np.ones(2), np.ones(3)), {"mode": "x"}),
    ("resample", (np.ones(4), 2), {"domain": "x"}),
    ("resample", (np.ones(4), 2), {"window": np.ones(3)}),
    ("resample_poly", (np.ones(4), 1.5, 2), {}),
    ("resample_poly", (np.ones(4), 1, 2.5), {}),
    ("resample_poly", (np.ones(4), 0, 2), {}),
    ("resample_poly", (np.ones(4), 1, 2), {"padtype": "x"}),
    ("resample_poly", (np.ones(4), 1, 2), {"padtype": "mean", "cval": 2}),
    ("resample_poly", (np.ones(4), 1, 2), {"window": np.ones((2, 2))}),
    ("decimate", (np.ones(40), 2), {"ftype": "x"}),
    ("decimate", (np.ones(40), 2.5), {}),
    ("hilbert", (np.ones(4) * 1j,), {}),
    ("hilbert", (np.ones(4), 0), {}),
    ("hilbert2", (np.ones((4, 4)) * 1j,), {}),
    ("hilbert2", (np.ones((4, 4)), 0), {}),
    ("hilbert2", (np.ones((4, 4)), (1, 2, 3)), {}),
    ("hilbert2", (np.ones((4, 4)),), {"axes": (0,)}),
    ("hilbert2", (np.ones((4, 4)),), {"axes": (0, 0)}),
    ("detrend", (np.ones(4),), {"type": "x"}),
    ("detrend", (np.ones(4),), {"bp": 5}),
    ("vectorstrength", (np.ones(3), 0.0), {}),
    ("vectorstrength", (np.ones((3, 3)), 1.0), {}),
    ("vectorstrength", (np.ones(3), np.ones((2, 2))), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


@pytest.mark.parametrize("letter", "fdDi")
@pytest.mark.parametrize("num", [1, 3, 4, 7, 8, 9, 13, 16])
def test_resample(device, num, letter):
    exact = 1e-5 if letter == "f" else 1e-12
    for length, axis in ((8, 0), (9, 1)):
        shape = (length, 3) if axis == 0 else (3, length)
        x = numbers(shape, letter)
        options = {"rtol": exact, "order": False, "axis": axis}
        same_call(MODULES, "resample", device, x, num, **options)
        same_call(MODULES, "resample", device, x, num, window="hann", **options)
        weights = np.linspace(1, 2, length)
        if letter != "f":
            same_call(MODULES, "resample", device, x, num, window=weights, **options)
        t = np.arange(length) * 0.5
        if letter != "f":
            same_call(MODULES, "resample", device, x, num, t, **options)
    same_call(
        MODULES, "resample", device, numbers(8, "D"), num, domain="freq", rtol=1e-12
    )


PADTYPES = ["constant", "mean", "median", "minimum", "maximum", "line", "edge"]


@pytest.mark.parametrize(
    "up, down", [(1, 1), (2, 1), (1, 2), (3, 2), (160, 147), (4, 6)]
)
@pytest.mark.parametrize("padtype", PADTYPES)
def test_resample_poly(device, up, down, padtype):
    options = {"rtol": 1e-12, "order": False, "padtype": padtype}
    for shape, axis in (((50,), 0), ((2, 30, 3), 1)):
        x = numbers(shape)
        same_call(MODULES, "resample_poly", device, x, up, down, axis, **options)
    h = numbers(11, seed=2)
    same_call(
        MODULES, "resample_poly", device, numbers(40), up, down, window=h, **options
    )


@pytest.mark.parametrize("letter", "fdDi")
def test_decimate(device, letter):
    x = numbers((2, 200), letter)
    exact = 2e-5 if letter == "f" else 1e-10
    for q, ftype, zero in itertools.product((2, 5), ("iir", "fir"), (True, False)):
        options = {"ftype": ftype, "zero_phase": zero, "rtol": exact, "order": False}
        same_call(MODULES, "decimate", device, x, q, **options)
        same_call(MODULES, "decimate", device, x.T.copy(), q, axis=0, **options)
        same_call(MODULES, "decimate", device, x, q, 4, **options)


@pytest.mark.parametrize("letter", "fdi")
def test_analytic_signals(device, letter):
    exact = 1e-5 if letter == "f" else 1e-13
    options = {"rtol": exact, "order": False}
    for n in (1, 2, 3, 8, 9):
        x = numbers((n, 4), letter)
        for N in (None, 5, 12):
            same_call(MODULES, "hilbert", device, x, N, 0, **options)
            same_call(MODULES, "hilbert", device, x, N, **options)
        for N in (None, 5, (4, 7)):
            same_call(MODULES, "hilbert2", device, x, N, **options)
            same_call(MODULES, "hilbert2", device, x, N, (1, 0), **options)


@pytest.mark.parametrize("letter", "fdDi")
def test_trends(device, letter):
    exact = 1e-5 if letter == "f" else 1e-12
    for shape, axis in (((9,), -1), ((2, 8, 3), 1), ((3, 4), 0), ((7, 2), 0)):
        x = numbers(shape, letter)
        for kind in ("linear", "l", "constant", "c"):
            options = {"type": kind, "axis": axis, "rtol": exact, "order": False}
            same_call(MODULES, "detrend", device, x, **options)
        if shape[axis] > 5:
            options["type"] = "linear"
            for bp in (3, [2, 5], np.array([5, 2, 2])):
                same_call(MODULES, "detrend", device, x, bp=bp, **options)


def test_a_line_through_few_items_is_exact(device):
    for n in (1, 2):
        got = signal.detrend(tn.asarray(numbers((n, 3))), axis=0)
        np.testing.assert_allclose(host(got), 0, atol=1e-15)


def test_vector_strength(device):
    events = numbers(20) * 3
    for period in (1.5, np.array([0.5, 2.0]), 2):
        same_call(
            MODULES, "vectorstrength", device, events, period, rtol=1e-13, order=False
        )

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: chirp z-transforms against SciPy's and against sums."""

import copy
import pickle

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import check, host, on_device
from support.scipy_calls import same_call, same_failure
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)
NEAR = {"rtol": 1e-12, "order": False}


@pytest.fixture(autouse=True)
def on_its_device(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    if letter in "FD":
        x = x + 1j * rng.normal(size=shape)
    return (10 * x).astype(letter)


SPIRALS = [
    {},
    {"m": 1},
    {"m": 7},
    {"m": 60},
    {"m": np.int32(5)},
    {"w": 0.99},
    {"m": 9, "w": 0.99 * np.exp(-0.2j), "a": 0.9 * np.exp(0.3j)},
    {"m": 30, "w": np.exp(-0.1j), "a": 1.1},
    {"m": 5, "w": np.array([1.01])},
]


@pytest.mark.parametrize("given", SPIRALS, ids=range(len(SPIRALS)))
@pytest.mark.parametrize(
    "shape, axis", [((1,), -1), ((20,), 0), ((4, 9), 0), ((2, 9, 3), 1)]
)
def test_spirals(device, shape, axis, given):
    x = numbers(shape)
    same_call(MODULES, "czt", device, x, axis=axis, **given, **NEAR)


@pytest.mark.parametrize("letter", "?bilefdFD")
def test_dtypes(device, letter):
    x = numbers((3, 20), letter)
    same_call(MODULES, "czt", device, x, 11, **NEAR)
    same_call(MODULES, "zoom_fft", device, x, [0.2, 0.4], **NEAR)
    same_call(MODULES, "czt", device, x[:, ::-2], 11, **NEAR)


RANGES = [
    (0.5, {}),
    ([0.1, 0.5], {}),
    (np.array([0.1, 0.5]), {"m": 3}),
    ([0.5, 0.1], {"m": 40, "fs": 1}),
    ([0.1, 0.5], {"m": 7, "endpoint": True}),
    ([0, 2], {}),
    (0, {}),
]


@pytest.mark.parametrize("fn, given", RANGES, ids=range(len(RANGES)))
def test_ranges(device, fn, given):
    for shape, axis in (((15,), -1), ((15, 3), 0)):
        x = numbers(shape)
        same_call(MODULES, "zoom_fft", device, x, fn, axis=axis, **given, **NEAR)


def test_points(device):
    for given in ({}, {"a": 2}, {"w": 0.9}, {"w": 0.9, "a": 1j}, {"w": 1}):
        same_call(MODULES, "czt_points", device, 5, **given, **NEAR)
    x = numbers((9, 2))
    makes = [
        lambda m: m.CZT(9, 4),
        lambda m: m.CZT(9, 4, w=0.9, a=2),
        lambda m: m.ZoomFFT(9, [0.1, 0.5], 4),
        lambda m: m.ZoomFFT(9, 0.5, fs=4, endpoint=True),
    ]
    for make in makes:
        ours, theirs = make(signal), make(scipy.signal)
        assert isinstance(ours, signal.CZT)
        for name in ("n", "m", "w", "a"):
            np.testing.assert_allclose(
                getattr(ours, name), getattr(theirs, name), 1e-14
            )
        check(theirs.points(), ours.points(), **NEAR)
        for again in (ours, copy.copy(ours), pickle.loads(pickle.dumps(ours))):
            for _ in range(2):
                got = again(on_device(x, device), axis=0)
                check(theirs(x, axis=0), got, **NEAR)


def test_failures(device):
    x = numbers(4)
    for args in ((x, 0), (x, -1), (x, 2.5), (x[:0],), (np.array(1.0),)):
        same_failure(MODULES, "czt", device, *args)
    same_failure(MODULES, "czt", device, x, axis=1)
    same_failure(MODULES, "zoom_fft", device, x, [0.1, 0.2, 0.3])
    same_failure(MODULES, "zoom_fft", device, x, [0.1, 0.5], 1, endpoint=True)
    same_failure(MODULES, "czt_points", device, 0)
    for n in (0, -1, 2.5):
        same_failure(MODULES, "CZT", device, n)
    with pytest.raises(ValueError, match="CZT defined for length 4, not 3"):
        signal.CZT(4)(tn.ones(3))


def test_spirals_from_zero_are_nans(device):
    for given in ({"w": 0.0}, {"a": 0.0}):
        assert np.isnan(host(signal.czt(tn.ones(4), **given))).all()


def test_against_sums_and_fourier_transforms(device):
    x = numbers(5000, "D")
    exact = np.fft.fft(x)
    ours = host(signal.czt(tn.asarray(x)))
    theirs = scipy.signal.czt(x)
    assert abs(ours - exact).max() <= 2 * abs(theirs - exact).max()
    assert abs(ours - exact).max() <= 1e-12 * abs(exact).max()
    f = np.linspace(0.2, 0.3, 50, endpoint=False)
    sums = np.exp(-1j * np.pi * np.outer(f, np.arange(5000))) @ x
    got = host(signal.zoom_fft(tn.asarray(x), [0.2, 0.3], 50))
    # Angles of some thousand turns are rounded.
    np.testing.assert_allclose(got, sums, atol=1e-10 * abs(sums).max())

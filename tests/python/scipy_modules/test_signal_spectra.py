# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: spectra against SciPy's."""

import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure, warned
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


OPTIONS = [
    {},
    {"nperseg": 16},
    {"nperseg": 15, "noverlap": 4, "fs": 10.0},
    {"nperseg": 16, "nfft": 20, "detrend": False},
    {"nperseg": 16, "nfft": 21, "detrend": "linear"},
    {"nperseg": 16, "window": ("tukey", 0.5)},
    {"window": np.hanning(12) + 0.1, "noverlap": 0},
    {"nperseg": 16, "return_onesided": False},
    {"nperseg": 16, "scaling": "spectrum"},
]


@pytest.mark.parametrize("given", OPTIONS, ids=str)
@pytest.mark.parametrize("letter", "fdDi")
def test_welch(device, letter, given):
    exact = 2e-5 if letter == "f" else 1e-12
    options = {**given, "rtol": exact, "order": False}
    for shape, axis in (((300,), -1), ((2, 290), -1), ((280, 3), 0), ((2, 300, 2), -2)):
        x = numbers(shape, letter)
        same_call(MODULES, "welch", device, x, axis=axis, **options)
        if "average" not in given and letter != "f":
            same_call(
                MODULES, "welch", device, x, axis=axis, average="median", **options
            )


@pytest.mark.parametrize("given", OPTIONS, ids=str)
def test_cross_spectra(device, given):
    options = {**given, "rtol": 1e-11, "order": False}
    for letters in ("dd", "id", "DD"):
        x, y = numbers(300, letters[0]), numbers((2, 300), letters[1], 1)
        same_call(MODULES, "csd", device, x, y, **options)
        same_call(MODULES, "csd", device, x[:200], y[0], average="median", **options)
        if "scaling" not in given and "return_onesided" not in given:
            same_call(MODULES, "coherence", device, x, y, **options)


@pytest.mark.parametrize("letter", "fdDi")
def test_periodogram(device, letter):
    exact = 2e-5 if letter == "f" else 1e-12
    for shape, axis in (((64,), -1), ((3, 33), -1), ((40, 2), 0)):
        x = numbers(shape, letter)
        for nfft, window, scaling, sided in itertools.product(
            (None, 20, 80),
            ("boxcar", "hann", None),
            ("density", "spectrum"),
            (True, False),
        ):
            options = {"nfft": nfft, "window": window, "scaling": scaling}
            options |= {"return_onesided": sided, "rtol": exact, "order": False}
            same_call(MODULES, "periodogram", device, x, 3.0, axis=axis, **options)


@pytest.mark.parametrize("given", OPTIONS, ids=str)
@pytest.mark.parametrize("letter", "fdDi")
def test_spectrogram(device, letter, given):
    exact = 2e-5 if letter == "f" else 1e-11
    for shape, axis in (((300,), -1), ((2, 290), -1), ((280, 3), 0)):
        x = numbers(shape, letter)
        for mode in ("psd", "complex", "magnitude"):
            options = {**given, "mode": mode, "rtol": exact, "order": False}
            same_call(MODULES, "spectrogram", device, x, axis=axis, **options)
    if letter == "d" and given.get("detrend", 0) is False:
        for mode in ("angle", "phase"):
            options = {**given, "mode": mode, "rtol": 1e-8, "order": False}
            same_call(MODULES, "spectrogram", device, numbers(300), **options)


@pytest.mark.parametrize("boundary", ["zeros", "even", "odd", "constant", None])
@pytest.mark.parametrize("letter", "fdDi")
def test_short_transforms_and_back(device, letter, boundary):
    exact = 1e-5 if letter == "f" else 1e-12
    for shape, axis in (((300,), -1), ((2, 290), -1), ((280, 3), 0)):
        x = numbers(shape, letter)
        for given in (
            {"nperseg": 16},
            {"nperseg": 15, "noverlap": 10, "fs": 10.0},
            {"nperseg": 16, "nfft": 20, "padded": False, "scaling": "psd"},
            {"nperseg": 16, "return_onesided": False},
        ):
            options = {"boundary": boundary, "rtol": exact, "order": False, **given}
            _, expected = same_call(MODULES, "stft", device, x, axis=axis, **options)
            given = {k: v for k, v in given.items() if k not in ("padded", "nfft")}
            sided = given.pop("return_onesided", True) and letter != "D"
            given |= {"input_onesided": sided, "boundary": boundary is not None}
            if given["nperseg"] == 16 and expected[0].size in (11, 20):
                given["nfft"] = 20
            at = axis if axis >= 0 else axis - 1
            given |= {"freq_axis": at, "rtol": exact * 10, "order": False}
            same_call(MODULES, "istft", device, expected[2], **given)


def test_axes_of_short_transforms(device):
    z = numbers((9, 4, 2), "D")
    for time_axis, freq_axis in ((1, 0), (-2, -3), (1, -3)):
        same_call(
            MODULES,
            *("istft", device, z),
            **{"time_axis": time_axis, "freq_axis": freq_axis},
            **{"rtol": 1e-12, "order": False},
        )
    z = numbers((4, 9, 2), "D")
    same_call(
        MODULES, "istft", device, z, time_axis=0, freq_axis=1, rtol=1e-12, order=False
    )


def test_warnings(device):
    x, z = numbers((9, 4)), numbers((9, 4), "D")
    for name, args, given in (
        ("welch", (x,), {"nperseg": 16}),
        ("csd", (x, x.copy()), {"nperseg": 16}),
        ("stft", (x,), {"nperseg": 16}),
        ("spectrogram", (z,), {"nperseg": 4}),
        ("istft", (z,), {"boundary": False}),
    ):
        moved = [tn.asarray(a) for a in args]
        got = warned(lambda: getattr(signal, name)(*moved, **given))  # noqa: B023
        expected = warned(lambda: getattr(scipy.signal, name)(*args, **given))  # noqa: B023
        assert got[1] is None and expected[1] is None
        assert got[2] == expected[2]


FAILURES = [
    ("welch", (np.ones(30),), {"nperseg": 0}),
    ("welch", (np.ones(30),), {"nperseg": 8, "nfft": 4}),
    ("welch", (np.ones(30),), {"nperseg": 8, "noverlap": 8}),
    ("welch", (np.ones(30),), {"nperseg": 8, "window": np.ones(4)}),
    ("welch", (np.ones(30),), {"nperseg": 8, "scaling": "x"}),
    ("welch", (np.ones(30),), {"nperseg": 8, "average": "x"}),
    ("csd", (np.ones((2, 9)), np.ones((3, 9))), {}),
    ("periodogram", (np.ones(30),), {"window": np.ones(4)}),
    ("stft", (np.ones(30),), {"nperseg": 0}),
    ("stft", (np.ones(30),), {"nperseg": 8, "nfft": 4}),
    ("stft", (np.ones(30),), {"nperseg": 8, "noverlap": 8}),
    ("stft", (np.ones(30),), {"nperseg": 8, "boundary": "x"}),
    ("stft", (np.ones(30),), {"nperseg": 8, "scaling": "x"}),
    ("stft", (np.ones(30),), {"window": np.ones((2, 2))}),
    ("stft", (np.ones(30),), {"nperseg": None, "window": np.ones(40)}),
    ("stft", (np.ones(30),), {"nperseg": 3, "window": np.ones(4)}),
    ("spectrogram", (np.ones(30),), {"mode": "x"}),
    ("spectrogram", (np.ones(30),), {"nperseg": 8, "scaling": "x"}),
    ("istft", (np.ones(30),), {}),
    ("istft", (np.ones((3, 3)),), {"time_axis": 0, "freq_axis": 0}),
    ("istft", (np.ones((3, 3)),), {"nperseg": 0}),
    ("istft", (np.ones((3, 3)),), {"nperseg": 4, "nfft": 3}),
    ("istft", (np.ones((3, 3)),), {"noverlap": 4}),
    ("istft", (np.ones((3, 3)),), {"window": np.ones(3)}),
    ("istft", (np.ones((3, 3)),), {"window": np.ones((3, 3))}),
    ("istft", (np.ones((3, 3)),), {"scaling": "x"}),
    ("check_COLA", ("hann", 0, 0), {}),
    ("check_COLA", ("hann", 4, 4), {}),
    ("check_NOLA", ("hann", 4, -1), {}),
    ("check_NOLA", (np.ones(3), 4, 1), {}),
    ("check_COLA", (np.ones((3, 3)), 3, 1), {}),
    ("lombscargle", (np.ones(3), np.ones(4), np.ones(2)), {}),
    ("lombscargle", (np.ones(3), np.ones(3), np.ones((2, 2))), {}),
    ("lombscargle", (np.ones(3), np.ones(3), np.ones(2)), {"normalize": "x"}),
    ("lombscargle", (np.ones(3), np.ones(3), np.ones(2)), {"weights": -np.ones(3)}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:50])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


def test_checks_of_windows(device):
    for name, n, overlap in itertools.product(
        ("hann", "boxcar", ("tukey", 0.3)), (1, 7, 8), (0, 3, 4, 6)
    ):
        if overlap >= n:
            continue
        for check in ("check_COLA", "check_NOLA"):
            got = getattr(signal, check)(name, n, overlap)
            assert bool(got) == bool(getattr(scipy.signal, check)(name, n, overlap))
    window = tn.asarray([0.0, 0.0, 0.0, 1.0])
    assert not bool(signal.check_NOLA(window, 4, 1))


def test_nothing(device):
    for name in ("welch", "periodogram"):
        same_call(MODULES, name, device, np.zeros((2, 0)))
    same_call(MODULES, "stft", device, np.zeros((2, 0)))
    same_call(MODULES, "csd", device, np.zeros((2, 0)), np.zeros((2, 3)))


@pytest.mark.parametrize("normalize", [False, True, "amplitude"])
@pytest.mark.parametrize("floating_mean", [False, True])
def test_uneven_samples(device, normalize, floating_mean):
    x, y = np.sort(numbers(50) * 10), numbers(50, seed=1)
    freqs = np.linspace(0.1, 5, 30)
    for weights in (None, abs(numbers(50, seed=2))):
        given = {"normalize": normalize, "floating_mean": floating_mean}
        given |= {"weights": weights, "rtol": 1e-9, "order": False}
        same_call(MODULES, "lombscargle", device, x, y, freqs, **given)
        holed = np.where(y == y[3], np.nan, y)
        same_call(MODULES, "lombscargle", device, x, holed, freqs, **given)
    got = signal.lombscargle(tn.asarray(x), tn.asarray(y), tn.asarray([1.0, 2.0]))
    assert host(got).shape == (2,)

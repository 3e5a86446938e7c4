# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: convolutions and correlations against SciPy's."""

import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host, outcome
from support.scipy_calls import same_call, same_failure
from tenorite.scipy import signal
from tenorite.scipy.signal import _fourier_convolution

MODULES = (signal, scipy.signal)
MODES = ["full", "same", "valid"]


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


PAIRS = [((8,), (3,)), ((3,), (8,)), ((1,), (1,)), ((5, 7), (2, 3)), ((5, 7), (4, 4))]
PAIRS += [((4, 4), (4, 4)), ((3, 4, 5), (2, 2, 3)), ((2, 3), (5, 7))]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shapes", PAIRS, ids=str)
@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_methods(device, name, shapes, mode):
    for letters in ("dd", "fd", "DD", "dF", "il", "bB", "li", "id", "ff"):
        a, b = (
            numbers(s, c, k)
            for k, (s, c) in enumerate(zip(shapes, letters, strict=True))
        )
        for method in ("direct", "fft", "auto"):
            exact = 1e-5 if set(letters) & set("fF") else 1e-13
            exact = 0 if set(letters) <= set("bBil") else exact
            given = {"rtol": exact, "order": False, "mode": mode, "method": method}
            same_call(MODULES, name, device, a, b, **given)


@pytest.fixture(params=[4096, 8], ids=lambda n: f"blocks of {n}")
def blocks(request, monkeypatch):
    monkeypatch.setattr(_fourier_convolution, "_POINTS", request.param)
    if request.param == 8:
        monkeypatch.setattr(_fourier_convolution, "_TIMES", 2)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
def test_transforms(device, blocks, name, mode):
    shapes = [
        *PAIRS,
        ((100,), (4,)),
        ((4,), (100,)),
        ((100, 3), (7, 3)),
        ((9, 1), (4, 3)),
    ]
    shapes += [((120, 5), (3, 60)), ((1, 50), (3, 2))]
    for one, other in shapes:
        for letters in ("dd", "ff", "dD", "id"):
            a, b = numbers(one, letters[0]), numbers(other, letters[1], 1)
            exact = 1e-5 if "f" in letters else 1e-13
            try:
                getattr(scipy.signal, name)(a, b, mode)
            except ValueError:
                same_failure(MODULES, name, device, a, b, mode)
                continue
            given = {"rtol": exact, "order": False}
            same_call(MODULES, name, device, a, b, mode, **given)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
def test_axes(device, blocks, name):
    a, b = numbers((3, 40, 5)), numbers((3, 4, 5), seed=1)
    c = numbers((1, 4, 1), seed=2)
    for mode, axes in itertools.product(MODES, [1, [1], (-2,), (0, 1), (1, 2), None]):
        given = {"axes": axes, "rtol": 1e-13, "order": False}
        same_call(MODULES, name, device, a, b, mode, **given)
        if axes in (1, [1], (-2,)):
            same_call(MODULES, name, device, a, c, mode, **given)
    for axes in ([], (0, 0), (3,)):
        same_failure(MODULES, name, device, a, b, axes=axes)
    same_failure(MODULES, name, device, a, b[:2], axes=1)
    same_call(MODULES, name, device, np.zeros((0, 3)), np.ones((2, 2)))
    same_call(MODULES, name, device, np.array(2.0), np.array(3.0))


def test_long_inputs(device):
    for letters in ("dd", "ff", "fD"):
        a, b = numbers(9000, letters[0]), numbers(200, letters[1], 1)
        exact = 1e-5 if "f" in letters else 1e-13
        for mode, swapped in itertools.product(MODES, (False, True)):
            pair = (b, a) if swapped else (a, b)
            for name in ("fftconvolve", "oaconvolve"):
                same_call(MODULES, name, device, *pair, mode, rtol=exact, order=False)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_spreads(device, blocks, bad):
    """Over all that a transform of whole inputs has of it, and over no other line."""
    for at in (0, 17, 59):
        a, b = numbers((3, 60, 2)), numbers((1, 4, 1), seed=1)
        a[1, at, 0] = bad
        with np.errstate(invalid="ignore"):
            given = {"axes": 1, "rtol": 1e-13, "order": False}
            same_call(MODULES, "fftconvolve", device, a, b, "same", **given)
            a[1, at, 0], b[0, 2, 0] = 1, bad
            same_call(MODULES, "fftconvolve", device, a, b, "valid", **given)
    image, window = numbers((40, 50)), numbers((3, 4), seed=1)
    image[30, 2] = bad
    with np.errstate(invalid="ignore"):
        same_call(MODULES, "fftconvolve", device, image, window, order=False)


FAILURES = [
    ("convolve", (np.ones(2), np.ones((2, 2))), {}),
    ("convolve", (np.ones(2), np.ones(2)), {"mode": "x"}),
    ("convolve", (np.ones(2), np.ones(2)), {"method": "x"}),
    ("convolve", (np.ones((2, 3)), np.ones((3, 2)), "valid"), {}),
    ("correlate", (np.ones(2), np.ones((2, 2))), {}),
    ("correlate", (np.ones(2), np.ones(2)), {"mode": "x"}),
    ("correlate", (np.ones(2), np.ones(2)), {"method": "x"}),
    ("fftconvolve", (np.ones(2), np.ones((2, 2))), {}),
    ("fftconvolve", (np.ones(2), np.ones(2)), {"mode": "x"}),
    ("oaconvolve", (np.ones(2), np.ones((2, 2))), {}),
    ("convolve2d", (np.ones(2), np.ones((2, 2))), {}),
    ("convolve2d", (np.ones((2, 2)), np.ones((2, 2))), {"mode": "x"}),
    ("convolve2d", (np.ones((2, 2)), np.ones((2, 2))), {"boundary": "x"}),
    ("correlate2d", (np.ones((2, 3)), np.ones((3, 2)), "valid"), {}),
    ("correlate2d", (np.ones((2, 3), "e"), np.ones((3, 2), "e")), {}),
    ("convolve2d", (np.ones((2, 3), "e"), np.ones((3, 2), "?")), {}),
    ("convolve2d", (np.ones((2, 3), "?"), np.ones((3, 2), "?")), {}),
    ("convolve2d", (np.ones((0, 3)), np.ones((0, 2))), {}),
    ("correlate2d", (np.ones(2), np.ones((2, 2))), {}),
    ("correlation_lags", (3, 2, "x"), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


@pytest.mark.parametrize("boundary", ["fill", "pad", "wrap", "circular", "symm"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["convolve2d", "correlate2d"])
def test_images(device, name, mode, boundary):
    for one, other in (
        ((6, 7), (3, 3)),
        ((6, 7), (2, 4)),
        ((5, 4), (1, 3)),
        ((2, 3), (5, 7)),
    ):
        for letters in ("dd", "fd", "DD", "iD", "ii", "lb"):
            a, b = numbers(one, letters[0]), numbers(other, letters[1], 1)
            exact = 0 if set(letters) <= set("ilb") else 1e-13
            given = {"rtol": exact, "order": False, "mode": mode, "boundary": boundary}
            same_call(MODULES, name, device, a, b, **given)
            if boundary == "fill":
                same_call(MODULES, name, device, a, b, fillvalue=3, **given)
    for shape in ((0, 0), (0, 2), (2, 0)):
        pair = np.ones((3, 3)), np.ones(shape)
        same_call(MODULES, name, device, *pair, mode, boundary, order=False)


def test_lags():
    for n, m in itertools.product(range(1, 9), repeat=2):
        for mode in MODES:
            expected = scipy.signal.correlation_lags(n, m, mode)
            got = host(signal.correlation_lags(n, m, mode))
            np.testing.assert_array_equal(got, expected)
            assert got.dtype == expected.dtype


def test_the_choice_of_methods(device):
    ones = tn.ones
    assert signal.choose_conv_method(ones(4), ones(4)) == "direct"
    assert signal.choose_conv_method(ones(10**5), ones(10**5)) == "fft"
    large = tn.full(10**5, 10**6, dtype=int)
    assert signal.choose_conv_method(large, large) == "direct"
    assert signal.choose_conv_method(large // 10**6, large // 10**6) == "fft"
    assert signal.choose_conv_method(large > 0, large > 0) == "direct"
    method, times = signal.choose_conv_method(ones(10), ones(10), measure=True)
    assert method in times and set(times) == {"fft", "direct"}
    with pytest.raises(ValueError, match="Acceptable mode flags"):
        signal.choose_conv_method(ones(4), ones(4), "x")


def test_large_integers_are_exact(device):
    a = np.full(3000, 2**40)
    same_call(MODULES, "convolve", device, a, a[:2000] // 2**20)


FILLINGS = [1j, "x", [1, 2], np.nan, None, 300, -1, 2.5, (3,), 1e300]


@pytest.mark.parametrize("name", ["convolve2d", "correlate2d"])
@pytest.mark.parametrize("letter", "Blfd")
def test_fill_values(device, name, letter):
    a, b = numbers((4, 5), letter), numbers((2, 3), letter, 1)
    for value in FILLINGS:
        _, error = outcome(
            lambda v=value: getattr(scipy.signal, name)(a, b, fillvalue=v)
        )
        given = {"fillvalue": value}
        if error is None:
            exact = {"f": 1e-5, "d": 1e-13}.get(letter, 0)
            same_call(MODULES, name, device, a, b, rtol=exact, order=False, **given)
        else:
            same_failure(MODULES, name, device, a, b, **given)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize("axes", [[[0, 1]], "a", 1.5, [0.5], (0, 0), [5], {}], ids=str)
def test_axes_that_are_none(device, name, axes):
    a = numbers((4, 5))
    same_failure(MODULES, name, device, a, a[:2, :3], axes=axes)


def test_transforms_of_what_is_not_finite_warn():
    a = np.array([1.0, np.nan, 2.0])
    for module in MODULES:
        x = tn.asarray(a, device="cpu") if module is signal else a
        with pytest.warns(RuntimeWarning, match="Use of fft convolution on input"):
            module.convolve(x, x, method="fft")

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: peaks, ranks of windows, and signals by formulas."""

import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host, on_device
from support.scipy_calls import same_call, same_failure, warned
from support.scipy_versions import scipy_is
from tenorite.scipy import signal

MODULES = (signal, scipy.signal)


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


LINES = [
    np.zeros(0),
    np.ones(1),
    np.array([1.0, 2.0]),
    np.ones(9),
    np.array([0.0, 1, 0]),
    np.array([0.0, 1, 1, 0, 1, 1, 1, 2, 2, 1, 3, 3]),
    np.array([1, 5, 5, 5, 2, 7, 1, 7, 7, 2, 9, 9]),
    np.sin(np.arange(300) / 7) + 0.1 * numbers(300),
    np.round(numbers(500)),
    np.array([0, 1, np.nan, 2, 1, 0.0]),
]
CONDITIONS = [
    {},
    {"height": 0.5},
    {"height": (None, 0.8)},
    {"height": (0.1, 1.5)},
    {"threshold": 0.1},
    {"threshold": (0.05, 1)},
    {"prominence": 0.5},
    {"prominence": (0.2, 1), "wlen": 9},
    {"width": 1},
    {"width": (0, 9), "rel_height": 0.7, "wlen": 20.5},
    {"plateau_size": 2},
    {"plateau_size": (1, 1)},
    {"height": 0, "threshold": 0, "prominence": 0, "width": 0, "plateau_size": 0},
]


@pytest.mark.parametrize("given", CONDITIONS, ids=str)
def test_find_peaks(device, given):
    for x in LINES:
        expected = scipy.signal.find_peaks(x, **given)
        got = signal.find_peaks(tn.asarray(x), **given)
        assert got[1].keys() == expected[1].keys()
        np.testing.assert_array_equal(host(got[0]), expected[0])
        assert got[0].dtype == expected[0].dtype
        for key, values in expected[1].items():
            assert got[1][key].dtype == values.dtype
            np.testing.assert_array_equal(host(got[1][key]), values)


def test_distances_and_arrays_as_bounds(device):
    x = numbers(400)  # without ties
    for distance in (1, 2, 3.5, 40):
        got = signal.find_peaks(tn.asarray(x), distance=distance)[0]
        expected = scipy.signal.find_peaks(x, distance=distance)[0]
        np.testing.assert_array_equal(host(got), expected)
    low = np.full(400, 0.3)
    got = signal.find_peaks(tn.asarray(x), height=(tn.asarray(low), None))[0]
    np.testing.assert_array_equal(host(got), scipy.signal.find_peaks(x, height=low)[0])


@pytest.mark.parametrize("wlen", [None, 2, 5, 30])
def test_prominences_and_widths(device, wlen):
    x = LINES[-3]
    peaks = scipy.signal.find_peaks(x)[0]
    same_call(MODULES, "peak_prominences", device, x, peaks, wlen)
    for part in (0.0, 0.5, 1.0):
        same_call(MODULES, "peak_widths", device, x, peaks, part, wlen=wlen)
    data = scipy.signal.peak_prominences(x, peaks)
    moved = on_device((x, peaks, data), device)
    got = signal.peak_widths(*moved[:2], 0.5, moved[2])
    for mine, theirs in zip(got, scipy.signal.peak_widths(x, peaks), strict=True):
        np.testing.assert_array_equal(host(mine), theirs)


def test_warnings_of_peaks(device):
    x = np.arange(5.0)
    for name in ("peak_prominences", "peak_widths"):
        got = warned(lambda: getattr(signal, name)(tn.asarray(x), tn.asarray([2])))  # noqa: B023
        expected = warned(lambda: getattr(scipy.signal, name)(x, [2]))  # noqa: B023
        assert [y[1] for y in got[2]] == [y[1] for y in expected[2]]
        assert [y[0].__name__ for y in got[2]] == [y[0].__name__ for y in expected[2]]


FAILURES = [
    ("find_peaks", (np.ones((2, 2)),), {}),
    ("find_peaks", (np.ones(3),), {"distance": 0.5}),
    ("find_peaks", (np.array([0.0, 1, 0]),), {"prominence": 0, "wlen": 1}),
    ("find_peaks", (np.array([0.0, 1, 0]),), {"width": 0, "rel_height": -1}),
    ("peak_prominences", (np.ones(3), np.array([3])), {}),
    ("peak_prominences", (np.ones(3), np.array([-1])), {}),
    ("peak_prominences", (np.ones(3), np.array([[1]])), {}),
    ("peak_prominences", (np.ones(3), np.array([1.5])), {}),
    ("peak_widths", (np.ones(3), np.array([1]), -0.5), {}),
    ("argrelmax", (np.ones(3),), {"order": 0}),
    ("argrelmax", (np.ones(3),), {"order": 1.5}),
    ("medfilt", (np.ones(3), 2), {}),
    ("medfilt", (np.ones(3, complex),), {}),
    ("medfilt", (np.ones((3, 3)), [3, 3, 3]), {}),
    ("medfilt", (np.ones(3), 3.0), {}),
    ("medfilt2d", (np.ones((3, 3)), 2), {}),
    ("order_filter", (np.ones(3), np.ones(2), 0), {}),
    ("order_filter", (np.ones(3), np.ones(3), 3), {}),
    ("order_filter", (np.ones(3, complex), np.ones(3), 0), {}),
    ("order_filter", (np.ones((3, 3)), np.ones(3), 0), {}),
    ("order_filter", (np.ones(3), np.zeros(3), 0), {}),
    ("savgol_coeffs", (3, 3), {}),
    ("savgol_coeffs", (3, 1), {"pos": 3}),
    ("savgol_coeffs", (3, 1), {"use": "x"}),
    ("savgol_filter", (np.ones(5), 7, 2), {}),
    ("savgol_filter", (np.ones(5), 3, 2), {"mode": "x"}),
    ("gausspulse", (np.ones(3), -1), {}),
    ("gausspulse", (np.ones(3), 1, 0), {}),
    ("gausspulse", (np.ones(3), 1, 1, 0), {}),
    ("gausspulse", ("x",), {}),
    ("gausspulse", ("cutoff",), {"tpr": 1}),
    ("chirp", (np.ones(3), 1, 1, 1, "x"), {}),
    ("chirp", (np.ones(3), 0, 1, 1, "log"), {}),
    ("chirp", (np.ones(3), 0, 1, 1, "hyp"), {}),
    ("max_len_seq", (40,), {}),
    ("max_len_seq", (3,), {"length": -1}),
    ("max_len_seq", (3,), {"state": [0, 0, 0]}),
    ("max_len_seq", (3,), {"state": [0, 1]}),
    ("max_len_seq", (3,), {"taps": [4]}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


@pytest.mark.parametrize("name", ["argrelmax", "argrelmin"])
@pytest.mark.parametrize("mode", ["clip", "wrap"])
def test_extrema(device, name, mode):
    for x, order in itertools.product((numbers((9, 7)), np.round(numbers(40))), (1, 3)):
        for axis in range(x.ndim):
            given = {"axis": axis, "order": order, "mode": mode}
            got = getattr(signal, name)(tn.asarray(x), **given)
            expected = getattr(scipy.signal, name)(x, **given)
            assert isinstance(got, tuple) and len(got) == len(expected)
            for mine, theirs in zip(got, expected, strict=True):
                np.testing.assert_array_equal(host(mine), theirs)
                assert mine.dtype == theirs.dtype
    got = signal.argrelextrema(tn.asarray(LINES[6]), tn.greater_equal)
    expected = scipy.signal.argrelextrema(LINES[6], np.greater_equal)
    np.testing.assert_array_equal(host(got[0]), expected[0])


@pytest.mark.parametrize("letter", "bBhilfd")
def test_medians(device, letter):
    for shape in ((9,), (6, 7), (3, 4, 5)):
        x = numbers(shape, letter)
        for size in (None, 1, 3, 5, [3] * len(shape), [1, 5, 3][: len(shape)]):
            same_call(MODULES, "medfilt", device, x, size, order=False)
    image = numbers((6, 7), letter)
    for size in (1, 3, [3, 5]):
        same_call(MODULES, "medfilt2d", device, image, size, order=False)
    for rank, domain in ((0, np.ones((3, 3))), (2, np.eye(3)), (8, np.ones((3, 3)))):
        same_call(MODULES, "order_filter", device, image, domain, rank, order=False)


def test_wiener(device):
    for shape, letter in itertools.product(((20,), (6, 7), (4, 5, 6)), "dfiBD"):
        x = numbers(shape, letter)
        exact = 1e-5 if letter == "f" else 1e-9
        sizes = [4, 3, 1][: len(shape)]
        for mysize, noise in ((None, None), (5, None), (3, 0.5), (sizes, 2), (9, 2)):
            given = {"mysize": mysize, "noise": noise, "rtol": exact, "order": False}
            same_call(MODULES, "wiener", device, x, **given)


@pytest.mark.parametrize("mode", ["mirror", "constant", "nearest", "wrap", "interp"])
@pytest.mark.parametrize("window, order", [(5, 2), (4, 1), (7, 3), (1, 0), (6, 4)])
def test_savgol(device, window, order, mode):
    for deriv, delta in ((0, 1.0), (1, 0.5), (2, 2.0)):
        for use, pos in itertools.product(("conv", "dot"), (None, 0)):
            args = window, order, deriv, delta, pos, use
            same_call(MODULES, "savgol_coeffs", device, *args, rtol=1e-10)
        for (shape, axis), letter in itertools.product(
            (((20,), -1), ((3, 9), 1), ((12, 2), 0)), "fdi"
        ):
            x = numbers(shape, letter)
            exact = 1e-5 if letter == "f" else 1e-9
            given = {"deriv": deriv, "delta": delta, "mode": mode, "axis": axis}
            given |= {"cval": 1.5, "rtol": exact, "order": False}
            same_call(MODULES, "savgol_filter", device, x, window, order, **given)
            if mode != "interp":
                none = x[:0] if axis else x.T[:0].T
                same_call(
                    MODULES, "savgol_filter", device, none, window, order, **given
                )


@pytest.mark.parametrize("name", ["sawtooth", "square"])
@pytest.mark.parametrize("letters", ["fp", "fd", "ff", "dp", "ip", "ep", "if"])
def test_dtypes_of_waves(device, name, letters):
    t = np.linspace(-20, 20, 31).astype(letters[0])
    # A number of Python's is weak.
    share = 0.5 if letters[1] == "p" else np.full(31, 0.5, letters[1])
    got = getattr(signal, name)(*on_device((t, share), device))
    dtype = np.result_type(t, share, 1.0)
    exact = getattr(scipy.signal, name)(t.astype(dtype), np.asarray(share, dtype))
    assert got.dtype == dtype
    np.testing.assert_allclose(
        host(got), exact, atol={2: 2e-2, 4: 1e-5}.get(dtype.itemsize, 1e-12)
    )
    if scipy_is(">=1.18"):
        assert getattr(scipy.signal, name)(t, share).dtype == dtype


def test_waves(device):
    t = np.linspace(-20, 20, 301)
    for width in (0, 0.3, 1, 1.5, np.linspace(0, 1, 301)):
        same_call(MODULES, "sawtooth", device, t, width, rtol=1e-13)
        with np.errstate(divide="warn", invalid="warn"):
            host(signal.sawtooth(*on_device((t, width), device)))
        same_call(MODULES, "square", device, t, width)
    for letter in "fi":
        given = (t / 50).astype(letter), 5.0
        same_call(MODULES, "gausspulse", device, *given, rtol=1e-5)
        same_call(MODULES, "chirp", device, *given, 1.0, 7.0, rtol=1e-5)
        same_call(MODULES, "sweep_poly", device, given[0], [1.0, 2.0], rtol=1e-5)
    for quad, bell in itertools.product((False, True), repeat=2):
        given = {"fc": 5, "retquad": quad, "retenv": bell, "rtol": 1e-13}
        same_call(MODULES, "gausspulse", device, t / 50, **given)
    assert signal.gausspulse("cutoff", 5) == scipy.signal.gausspulse("cutoff", 5)
    for method in ("linear", "quadratic", "logarithmic", "hyperbolic", "q", "lo"):
        for vertex, complex_ in itertools.product((False, True), repeat=2):
            given = {"vertex_zero": vertex, "complex": complex_, "rtol": 1e-10}
            args = t / 7, 2.0, 3, 4.0, method, 30
            same_call(MODULES, "chirp", device, *args, **given)
        same_call(MODULES, "chirp", device, t / 7, 2, 3, 2, method, rtol=1e-10)
    for poly in ([1.0, 2.0], np.poly1d([0.5, -1, 2])):
        got = signal.sweep_poly(tn.asarray(t / 7), poly, 20)
        expected = scipy.signal.sweep_poly(t / 7, poly, 20)
        np.testing.assert_allclose(host(got), expected, atol=1e-10)


def test_impulses(device):
    for args in (
        (3,),
        (4, 2),
        (5, "mid"),
        ((3, 4),),
        ((3, 4), (1, 2)),
        ((3, 4), "mid"),
    ):
        same_call(MODULES, "unit_impulse", device, *args)
    same_call(MODULES, "unit_impulse", device, (3, 3), 1, int)


@pytest.mark.parametrize("nbits", range(2, 14))
def test_sequences(device, nbits):
    same_call(MODULES, "max_len_seq", device, nbits, order=False)
    for length in (0, 1, 50):
        same_call(MODULES, "max_len_seq", device, nbits, length=length, order=False)
    state = [1] + [0] * (nbits - 1)
    same_call(
        MODULES, "max_len_seq", device, nbits, state=state, length=60, order=False
    )
    same_call(
        MODULES, "max_len_seq", device, nbits, length=60, taps=[1, nbits], order=False
    )

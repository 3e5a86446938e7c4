# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.signal: recursive filters against SciPy's."""

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host, on_device
from support.scipy_calls import same_call, same_failure
from support.scipy_versions import scipy_is
from tenorite.scipy import signal
from tenorite.scipy.signal import _recursion

MODULES = (signal, scipy.signal)


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


def coefficients(kind):
    """(b, a) of filters of every sort."""
    return {
        "butter": lambda: scipy.signal.butter(4, 0.2),
        "high": lambda: scipy.signal.cheby1(7, 1, 0.3, "high"),
        "band": lambda: scipy.signal.ellip(3, 1, 40, [0.1, 0.4], "band"),
        "one pole": lambda: (np.array([1.0]), np.array([2.0, -1.9])),
        "long b": lambda: (numbers(6), np.array([1.0, -0.5])),
        "long a": lambda: (np.array([0.5]), np.array([1.0, -0.5, 0.2, 0.1])),
        "integrator": lambda: (np.array([1.0]), np.array([1.0, -1.0])),
        "fir": lambda: (numbers(5), np.array([2.0])),
        "gain": lambda: (np.array([3.0]), np.array([2.0])),
    }[kind]()


# Too many for registers: 20.
FILTER_OF_MANY_STATES = np.r_[np.ones(20), 0.5], np.r_[1, np.zeros(19), -0.7]

KINDS = ["butter", "high", "band", "one pole", "long b", "long a", "integrator", "fir"]
KINDS += ["gain"]
SHAPES = [((1,), 0), ((7,), 0), ((700,), -1), ((20000,), 0), ((3, 4000), 1)]
SHAPES += [((4000, 3), 0), ((2, 3000, 3), 1), ((300, 20), 1), ((5000, 4), 1)]


@pytest.mark.parametrize("shape, axis", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_lfilter(device, kind, shape, axis):
    b, a = coefficients(kind)
    x = numbers(shape)
    # Relative to the largest item; the integrator's grows with the length. The band
    # pass of both is within 2.2e-14 of what long doubles give.
    options = {"rtol": 4.5e-14, "order": False}
    same_call(MODULES, "lfilter", device, b, a, x, axis, **options)
    states = max(len(a), len(b)) - 1
    zi_shape = list(shape)
    zi_shape[axis] = states
    if states:
        zi = numbers(zi_shape, seed=1)
        same_call(MODULES, "lfilter", device, b, a, x, axis, zi, **options)


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("kind", ["butter", "one pole", "fir"])
def test_dtypes(device, kind, letter):
    b, a = (c.astype(letter) for c in coefficients(kind))
    x = numbers((2, 5000), letter)
    exact = 1e-5 if letter in "fF" else 1e-13
    same_call(MODULES, "lfilter", device, b, a, x, rtol=exact, order=False)
    b, a = coefficients(kind)
    for other in letter + "eib?":
        x = numbers(50, other)
        same_call(MODULES, "lfilter", device, b, a, x, rtol=1e-13, order=False)
    same_call(MODULES, "lfilter", device, b * 1j, a, x, rtol=1e-13, order=False)


def test_few_chunks_and_many_give_the_same(device, monkeypatch):
    b, a = coefficients("band")
    x = numbers((2, 10_000))
    expected = scipy.signal.lfilter(b, a, x)
    for length in (1, 2, 63, 64, 1000, 9999, 10_000, 20_000):
        monkeypatch.setattr(_recursion, "chunk_of", lambda *_: length)  # noqa: B023
        got = host(signal.lfilter(tn.asarray(b), tn.asarray(a), tn.asarray(x)))
        scale = abs(expected).max()
        np.testing.assert_allclose(got, expected, atol=1e-13 * scale)


@pytest.mark.parametrize("letter", "fdF")
@pytest.mark.parametrize("shape, axis", [((2, 4096), 1), ((9001,), 0), ((3000, 6), 0)])
def test_chunks_as_on_a_gpu(device, monkeypatch, letter, shape, axis):
    def form(self, x, can_pack):
        assert can_pack == (axis == len(shape) - 1)
        return 1, 16 // x.itemsize if can_pack else 1

    monkeypatch.setattr(_recursion.Filter, "_form", form)
    monkeypatch.setattr(_recursion, "chunk_of", lambda *_: 48)
    sos = scipy.signal.butter(5, 0.3, output="sos").astype(letter)
    exact = 1e-5 if letter in "fF" else 1e-13
    x, zi_shape = numbers(shape, letter), list(shape)
    zi_shape[axis] = 2
    zi = numbers((3, *zi_shape), letter, seed=1)
    given = {"rtol": exact, "order": False}
    same_call(MODULES, "sosfilt", device, sos, x, axis, **given)
    same_call(MODULES, "sosfilt", device, sos, x, axis, zi, **given)
    b, a = (c.astype(letter) for c in coefficients("butter"))
    same_call(MODULES, "lfilter", device, b, a, x, axis, **given)


@pytest.mark.parametrize("chunks", [4, 40, 700])
def test_scans_of_any_depth(device, monkeypatch, chunks):
    """Up to three levels of groups of groups, and chunks of any length."""
    monkeypatch.setattr(_recursion, "chunk_of", lambda *_: 23)
    for b, a in (coefficients("one pole"), coefficients("band"), FILTER_OF_MANY_STATES):
        x = numbers(23 * chunks - 5)
        same_call(MODULES, "lfilter", device, b, a, x, rtol=1e-12, order=False)


def test_one_chunk_has_scipys_bits(device):
    b, a = coefficients("band")
    x = numbers((3, 200))
    same_call(MODULES, "lfilter", device, b, a, x, order=False)
    sos = scipy.signal.butter(6, 0.2, output="sos")
    same_call(MODULES, "sosfilt", device, sos, x, order=False)


def in_long_doubles(b, a, x):
    """The plain recursion, whose state is rounded 2000 times finer."""
    b, a = b.astype(np.longdouble), a.astype(np.longdouble)
    y, z = np.empty(len(x), np.longdouble), np.zeros(len(b), np.longdouble)
    for n, item in enumerate(x):
        y[n] = z[0] + b[0] * item
        z[:-1] = z[1:] + b[1:] * item - a[1:] * y[n]
    return y


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("band", [[0.5, 40], [1, 10]], ids=str)
@pytest.mark.parametrize("chunk", [64, 1000])
def test_poles_near_one(device, monkeypatch, band, order, letter, chunk):
    """Chunks lose no digits that the plain recursion keeps: their matrices are large."""
    monkeypatch.setattr(_recursion, "chunk_of", lambda *_: chunk)
    b, a = scipy.signal.butter(order, band, btype="bandpass", fs=1000)
    sos = scipy.signal.butter(order, band, btype="bandpass", fs=1000, output="sos")
    sos = sos.astype(letter)
    x = numbers(12_000, letter)
    sections = np.longdouble(1) * x
    for row in sos:
        sections = in_long_doubles(row[:3], row[3:], sections)
    cases = [("sosfilt", (sos,), sections)]
    if letter == "d":
        cases.append(("lfilter", (b, a), in_long_doubles(b, a, x)))
    for name, filter, exact in cases:
        theirs = getattr(scipy.signal, name)(*filter, x)
        ours = getattr(signal, name)(*map(tn.asarray, (*filter, x)))
        error = abs(host(ours) - exact).max()
        assert error <= 4 * abs(theirs - exact).max()


def test_filters_that_grow(device):
    b, a = np.array([1.0]), np.array([1.0, -2.0, 0.5])
    x = np.zeros(50_000)
    same_call(MODULES, "lfilter", device, b, a, x, order=False)
    x[40_000] = 1
    with np.errstate(all="ignore"):
        expected = scipy.signal.lfilter(b, a, x)
    got = host(signal.lfilter(tn.asarray(b), tn.asarray(a), tn.asarray(x)))
    finite = np.isfinite(expected) & (abs(expected) < 1e290)
    np.testing.assert_allclose(got[finite], expected[finite], rtol=1e-10)


def test_no_items(device):
    b, a = coefficients("butter")
    for shape in ((0,), (0, 3), (3, 0)):
        same_call(MODULES, "lfilter", device, b, a, np.zeros(shape), order=False)


def test_lists_of_coefficients(device):
    x = tn.asarray([1.0, 0.0, 0.0])
    got = signal.lfilter([1.0], [1.0, -0.5], x)
    np.testing.assert_array_equal(host(got), [1, 0.5, 0.25])
    got = signal.sosfilt([[1.0, 0, 0, 1, -0.5, 0]], x)
    np.testing.assert_array_equal(host(got), [1, 0.5, 0.25])
    # Zeros of a host's coefficients are seen, those of a device are not waited for.
    with pytest.raises(ValueError, match=r"coefficient a\[0\] == 0 not supported yet"):
        signal.lfilter([1.0], [0.0, 1.0], x)
    with pytest.raises(ValueError, match="should be all ones"):
        signal.sosfilt([[1.0, 0, 0, 2, -0.5, 0]], x)


SOS = np.array([[1.0, 2, 1, 1, -0.5, 0.1], [1, 0, -1, 1, 0.2, 0.3]])
FAILURES = [
    ("lfilter", (np.ones((1, 2)), np.ones(2), np.ones(3)), {}),
    ("lfilter", (np.ones(2), np.ones(0), np.ones(3)), {}),
    ("lfilter", (np.ones(2), np.ones(2), np.ones(3)), {"axis": 1}),
    ("lfilter", (np.ones(2), np.ones(2), np.ones(())), {}),
    ("lfilter", (np.ones(2), np.ones(1), np.ones(())), {}),
    ("lfilter", (np.ones(2, int), np.ones(2, int), np.ones(3, int)), {}),
    ("lfilter", (np.ones(2, int), np.ones(1, int), np.ones(3, int)), {}),
    ("lfilter", (np.ones(2), np.ones(2), np.ones((2, 2))), {"zi": np.ones(1)}),
    ("lfilter", (np.ones(2), np.ones(2), np.ones(3)), {"zi": np.ones((1, 1))}),
    ("lfilter", (np.ones(2), np.ones(2), np.ones((2, 3))), {"zi": np.ones((2, 2))}),
    ("lfilter", (np.ones(3), np.ones(1), np.ones((2, 3))), {"zi": np.ones((2, 3))}),
    ("lfilter", (np.ones(3), np.ones(1), np.ones((2, 3))), {"zi": np.ones(3)}),
    ("lfilter", (np.ones(3), np.ones(3), np.ones(9)), {"zi": np.ones(5)}),
    ("lfilter", (np.ones(2), np.ones(1), np.ones((0, 3))), {}),
    ("sosfilt", (np.ones(2), np.ones(3)), {}),
    ("sosfilt", (SOS, np.ones(())), {}),
    ("sosfilt", (SOS, np.ones((2, 0))), {}),
    ("sosfilt", (SOS, np.ones(3)), {"zi": np.ones(3)}),
    ("sosfilt", (np.ones((1, 6), int), np.ones(3, int)), {}),
    ("sosfilt_zi", (np.ones(6),), {}),
    ("lfiltic", (np.ones(2), np.ones((2, 2)), np.ones(2)), {}),
    ("lfiltic", (np.ones((2, 2)), np.ones(2), np.ones(2)), {}),
    ("lfiltic", (np.ones(2), np.array([0.0, 1.0]), np.ones(2)), {}),
    ("filtfilt", (np.ones(1), np.ones(2), np.ones(3)), {}),
    ("filtfilt", (np.ones(1), np.ones(2), np.ones(30)), {"padtype": "x"}),
    ("filtfilt", (np.ones(1), np.ones(2), np.ones(30)), {"method": "x"}),
    ("sosfiltfilt", (SOS, np.ones(5)), {}),
    ("deconvolve", (np.ones((2, 2)), np.ones(2)), {}),
    ("deconvolve", (np.ones(2), np.ones(0)), {}),
    ("deconvolve", ([1.0, 2.0], [0.0, 1.0]), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


NOT_STABLE = "Filter not stable due to sum(a) == 0, i.e., having a pole at z = 1!"
STATES = [
    (
        *(np.ones((2, 2)), np.ones(2)),
        "Numerator `b` and Denominator `a` must be 1-D arrays, but b.shape = (2, 2), "
        "a.shape = (2,)!",
    ),
    (
        *(np.ones(2), np.r_[0.0, 1.0, -0.5]),
        "First coefficient of parameter `a` must be non-zero!",
    ),
    (np.ones(2), np.r_[1.0, -1.0], NOT_STABLE),
    (np.ones(2), np.r_[2, -1, -1], NOT_STABLE),
]


@pytest.mark.parametrize("b, a, words", STATES, ids=range(len(STATES)))
def test_states_that_there_are_not(device, b, a, words):
    with pytest.raises(ValueError) as found:
        signal.lfilter_zi(*on_device((b, a), device))
    assert str(found.value) == words
    if scipy_is(">=1.18"):  # before, zeros were taken away, and solve() failed
        same_failure(MODULES, "lfilter_zi", device, b, a)


@pytest.mark.parametrize("sections", [1, 2, 5, 9])
@pytest.mark.parametrize("shape, axis", SHAPES, ids=str)
def test_sosfilt(device, sections, shape, axis):
    sos = scipy.signal.butter(2 * sections - 1, 0.3, output="sos")
    x = numbers(shape)
    options = {"rtol": 1e-13, "order": False}
    same_call(MODULES, "sosfilt", device, sos, x, axis, **options)
    zi_shape = list(shape)
    zi_shape[axis] = 2
    zi = numbers((sections, *zi_shape), seed=1)
    same_call(MODULES, "sosfilt", device, sos, x, axis, zi, **options)


@pytest.mark.parametrize("letter", "fdFD")
def test_dtypes_of_sections(device, letter):
    sos = scipy.signal.butter(5, 0.3, output="sos").astype(letter)
    exact = 1e-5 if letter in "fF" else 1e-13
    x = numbers((2, 3000), letter)
    same_call(MODULES, "sosfilt", device, sos, x, rtol=exact, order=False)


@pytest.mark.parametrize("kind", KINDS)
def test_states(device, kind):
    b, a = coefficients(kind)
    options = {"rtol": 1e-11, "order": False}
    if kind not in ("gain", "integrator"):
        same_call(MODULES, "lfilter_zi", device, b, a, **options)
    for count in (1, 3, 9):
        y, x = numbers(count), numbers(count, seed=1)
        same_call(MODULES, "lfiltic", device, b, a, y, **options)
        same_call(MODULES, "lfiltic", device, b, a, y, x, **options)


@pytest.mark.parametrize("letters", ["ff", "fd", "il", "fF", "ee"])
def test_dtypes_of_states(device, letters):
    b, a = (np.array([2, 1]).astype(x) for x in letters)
    got = signal.lfilter_zi(*on_device((b, a), device))
    assert got.dtype == np.result_type(b, a, 1.0)
    np.testing.assert_allclose(host(got), [0], atol=1e-6)
    if scipy_is(">=1.18"):
        same_call(MODULES, "lfilter_zi", device, b, a, order=False)


def test_states_of_sections(device):
    for order in (1, 4, 7):
        sos = scipy.signal.butter(order, 0.3, output="sos")
        same_call(MODULES, "sosfilt_zi", device, sos, rtol=1e-12, order=False)
    for sos in (np.ones((1, 6), int), np.ones((0, 6)), np.ones((0, 6), "f")):
        same_call(MODULES, "sosfilt_zi", device, sos, order=False)


@pytest.mark.parametrize("padtype", ["odd", "even", "constant", None])
@pytest.mark.parametrize("kind", ["butter", "high", "one pole", "long a"])
def test_both_ways(device, kind, padtype):
    b, a = coefficients(kind)
    for shape, axis in (((600,), 0), ((2, 60, 3), 1), ((50, 2), 0)):
        x = numbers(shape)
        options = {"rtol": 1e-11, "order": False, "axis": axis, "padtype": padtype}
        same_call(MODULES, "filtfilt", device, b, a, x, **options)
        same_call(MODULES, "filtfilt", device, b, a, x, padlen=5, **options)
        sos = scipy.signal.butter(4, 0.2, output="sos")
        same_call(MODULES, "sosfiltfilt", device, sos, x, **options)


@pytest.mark.parametrize("irlen", [None, 20])
def test_gustafssons_way(device, irlen):
    b, a = scipy.signal.butter(3, 0.3)
    given = {"method": "gust", "irlen": irlen, "rtol": 1e-10, "order": False}
    same_call(MODULES, "filtfilt", device, b, a, numbers(100), **given)
    same_call(MODULES, "filtfilt", device, b, a, numbers((3, 100)), **given)
    same_call(MODULES, "filtfilt", device, b, a, numbers((100, 3)), axis=0, **given)
    same_call(MODULES, "filtfilt", device, np.r_[2.0], np.r_[4.0], numbers(9), **given)


def test_deconvolve(device):
    den = np.array([1.0, 0.5, 0.1])
    for num in (np.convolve(den, numbers(6)), numbers(8), numbers(3)):
        same_call(MODULES, "deconvolve", device, num, den, rtol=1e-12, order=False)
    quotient, rest = signal.deconvolve(tn.asarray([1.0, 2.0]), tn.asarray(den))
    assert quotient == [] and host(rest).tolist() == [1, 2]

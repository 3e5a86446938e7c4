# SPDX-License-Identifier: Apache-2.0
"""cupyx.signal against the sums and transforms that its functions are, in NumPy."""

import itertools

import numpy as np
import pytest
import scipy.signal
import tenorite as tn
from support.helpers import host
from tenorite.cupyx import signal


def close(ours, expected, rtol=1e-10):
    ours = host(ours)
    assert (ours.shape, ours.dtype) == (expected.shape, expected.dtype)
    scale = np.abs(expected).max(initial=0)
    np.testing.assert_allclose(ours, expected, rtol, rtol * scale)


def numbers(shape, letter="d"):
    rng = np.random.default_rng(7)
    real, imaginary = rng.standard_normal(shape), rng.standard_normal(shape)
    complex_ = letter in "FD"
    return (real + 1j * imaginary if complex_ else real).astype(letter)


WINDOWS = [
    (None, None),
    ("hann", lambda n: scipy.signal.get_window("hann", n, False)),
    (("kaiser", 3.0), lambda n: scipy.signal.get_window(("kaiser", 3.0), n, False)),
    (lambda f: f * f + 1, lambda n: np.fft.fftfreq(n) ** 2 + 1),
]


@pytest.mark.parametrize("letters", ["dd", "DD", "dD", "ff"])
@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("nfft", [None, 32, 9])
@pytest.mark.parametrize(("window", "values"), WINDOWS)
def test_pulse_compression(device, letters, normalize, nfft, window, values):
    x, template = numbers((4, 17), letters[0]), numbers(11, letters[1])
    sent = template if values is None else template * values(11).astype(template.dtype)
    if normalize:
        sent = sent / np.linalg.norm(sent)
    n = nfft or 17
    expected = np.fft.ifft(np.fft.fft(x, n) * np.fft.fft(sent, n).conj(), n)
    if "D" not in letters:
        expected = expected.real
    found = signal.pulse_compression(
        tn.asarray(x, device=device),
        tn.asarray(template, device=device),
        *(normalize, window, nfft),
    )
    close(found, expected, 1e-4 if "f" in letters else 1e-10)


@pytest.mark.parametrize("nfft", [None, 16, 3])
@pytest.mark.parametrize(("window", "values"), WINDOWS)
def test_pulse_doppler(device, nfft, window, values):
    x = numbers((6, 5), "D")
    rows = x if values is None else x * values(6)[:, None]
    found = signal.pulse_doppler(tn.asarray(x, device=device), window, nfft)
    close(found, np.fft.fft(rows, nfft or 6, axis=0))


def test_windows_that_are_arrays(device):
    x = numbers((3, 8))
    window = np.linspace(0, 1, 3)
    found = signal.pulse_doppler(
        tn.asarray(x, device=device), tn.asarray(window, device=device)
    )
    close(found, np.fft.fft(x * window[:, None], axis=0))
    with pytest.raises(ValueError, match="window must have the same length as data"):
        signal.pulse_doppler(
            tn.asarray(x, device=device), tn.asarray(window[:2], device=device)
        )
    with pytest.raises(ValueError):
        signal.pulse_doppler(tn.ones(3, device=device))


def test_cfar_alpha(device):
    p = np.linspace(0.01, 0.9, 7)
    close(signal.cfar_alpha(tn.asarray(p, device=device), 5), 5 * (p ** (-1 / 5) - 1))


@pytest.mark.parametrize("letter", "fdD")
def test_filters_without_feedback(device, letter):
    b, x = numbers(4, letter), numbers((3, 40), letter)
    ours_b, ours = tn.asarray(b, device=device), tn.asarray(x, device=device)
    tolerance = 1e-5 if letter == "f" else 1e-10
    for axis in (0, 1, -1):
        expected = scipy.signal.lfilter(b, [1.0], x, axis)
        close(signal.firfilter(ours_b, ours, axis), expected, tolerance)
    states = scipy.signal.lfilter_zi(b, np.ones(1, "f"))
    zi = signal.firfilter_zi(ours_b)
    close(zi, states.astype(b.dtype), tolerance)
    begun = scipy.signal.lfilter(b, [1.0], x[0], zi=host(zi))
    for found, expected in zip(
        signal.firfilter(ours_b, ours[0], zi=zi), begun, strict=True
    ):
        close(found, expected, tolerance)
    for padding in ({}, {"padtype": "even"}, {"padtype": None}, {"padlen": 3}):
        expected = scipy.signal.filtfilt(b, [1.0], x, **padding)
        close(signal.firfilter2(ours_b, ours, **padding), expected, tolerance)
    with pytest.raises(ValueError, match="greater than padlen"):
        signal.firfilter2(ours_b, ours[:, :5])


@pytest.mark.parametrize("letters", ["dd", "fd", "ii", "DD"])
@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 1), (2, 3, 4), (1, 1, 5)])
def test_convolutions_of_higher_order(device, letters, shape):
    x = (numbers(12, letters[0]) * 4).astype(letters[0])
    kernel = (numbers(shape, letters[1]) * 4).astype(letters[1])
    dtype = np.result_type(x, kernel)
    expected = np.zeros(12 - max(shape) + 1, dtype)
    for i in range(expected.size):
        for places in itertools.product(*map(range, shape)):
            term = kernel[places]
            for width, place in zip(shape, places, strict=True):
                term = term * x[i + width - 1 - place]
            expected[i] += term
    convolve = signal.convolve1d2o if len(shape) == 2 else signal.convolve1d3o
    ours = tn.asarray(x, device=device), tn.asarray(kernel, device=device)
    close(convolve(*ours), expected, 1e-5 if "f" in letters else 1e-10)


def test_convolutions_that_are_not_there(device):
    x, square = tn.ones(5, device=device), tn.ones((2, 2), device=device)
    for mode in ("same", "full"):
        with pytest.raises(NotImplementedError, match=f"Mode == {mode} not"):
            signal.convolve1d2o(x, square, mode)
    with pytest.raises(NotImplementedError, match="Only Direct method"):
        signal.convolve1d2o(x, square, method="fft")
    for call in (
        lambda: signal.convolve1d2o(square, square),
        lambda: signal.convolve1d3o(square, square),
    ):
        with pytest.raises(ValueError, match="in1 should have one dimension"):
            call()
    with pytest.raises(ValueError, match="in2 should have"):
        signal.convolve1d3o(x, square)


@pytest.mark.parametrize("n", [None, 5, 12])
@pytest.mark.parametrize("axis", [0, 1])
def test_real_cepstrum(device, n, axis):
    x = numbers((7, 9))
    spectrum = np.abs(np.fft.fft(x, n, axis))
    expected = np.fft.ifft(np.log(spectrum), n, axis).real
    close(signal.real_cepstrum(tn.asarray(x, device=device), n, axis), expected)


@pytest.mark.parametrize("size", [1, 2, 7, 8])
@pytest.mark.parametrize("n", [None, 16, 9])
def test_minimum_phase(device, size, n):
    x = numbers(size) + 3
    count = n or size
    cepstrum = np.fft.ifft(np.log(np.abs(np.fft.fft(x, n)))).real
    odd = count % 2
    half = (count + odd) // 2
    folded = [
        value * (1 if i == 0 else 2 if i < half else 1 - odd if i == half else 0)
        for i, value in enumerate(cepstrum)
    ]
    found = signal.minimum_phase(tn.asarray(x, device=device), n)
    close(found, np.fft.ifft(np.exp(np.fft.fft(folded))).real)
    if count >= 4 * size:  # what it is for: the same spectrum, but for aliases
        spectra = [np.abs(np.fft.fft(y, count)) for y in (host(found), x)]
        np.testing.assert_allclose(*spectra, rtol=1e-2)

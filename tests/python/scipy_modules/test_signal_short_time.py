# SPDX-License-Identifier: Apache-2.0
"""ShortTimeFFT beside SciPy's: what it knows of its slices, spectra and back."""

import itertools

import numpy as np
import pytest
import scipy.signal as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import signal

X = np.random.default_rng(0).normal(size=(3, 60))
MODES = ("onesided", "twosided", "centered", "onesided2X")
NUMBERS = """hop T fs fft_mode mfft scaling phase_shift invertible fac_magnitude fac_psd
    m_num m_num_mid k_min p_min lower_border_end delta_t delta_f f_pts
    onesided_fft""".split()
WINDOWS = {
    "hann 8": reference.windows.hann(8, sym=False),
    "hann 5": reference.windows.hann(5),
    "ones 5": np.ones(5),
    "one": np.ones(1),
    "complex": np.exp(0.3j * np.arange(6)),
}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def equal(got, wanted):
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=1e-13)


def both(win, hop, fs=10.0, **options):
    return (
        outcome(lambda: reference.ShortTimeFFT(win.copy(), hop, fs, **options)),
        outcome(lambda: signal.ShortTimeFFT(tn.asarray(win), hop, fs, **options)),
    )


def same_error(mine, error):
    assert type(mine) is type(error)
    # Sets and module names are written as they come.
    assert str(mine)[:20] == str(error)[:20]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("hop", [1, 3, 4, 7])
def test_all_of_it(window, hop):
    win = WINDOWS[window]
    every = itertools.product(MODES, (None, 16), (None, "psd"), (0, None, -3))
    for k, (mode, mfft, scale, shift) in enumerate(every):
        if (k + hop + len(win)) % 3:  # a third of them for each window and hop
            continue
        options = {"fft_mode": mode, "mfft": mfft, "scale_to": scale}
        (their, error), (ours, mine) = both(win, hop, phase_shift=shift, **options)
        if error or mine:
            same_error(mine, error)
            continue
        for name in NUMBERS:
            assert getattr(ours, name) == pytest.approx(getattr(their, name)), name
        equal(ours.win, their.win)
        equal(ours.f, their.f)
        check_slices(ours, their)
        check_spectra(ours, their)


def check_slices(ours, their):
    methods = "k_max p_max p_num upper_border_begin p_range t extent".split()
    for name, n in itertools.product(methods, (60, 13)):
        wanted, error = outcome(lambda: getattr(their, name)(n))  # noqa: B023
        got, mine = outcome(lambda: getattr(ours, name)(n))  # noqa: B023
        assert str(mine) == str(error)
        if name == "t":
            equal(got, wanted)
        elif error is None:
            assert got == pytest.approx(wanted)
    assert ours.nearest_k_p(5, left=False) == their.nearest_k_p(5, left=False)


def check_spectra(ours, their):
    for axis, padding in ((-1, "zeros"), (1, "even"), (-1, "odd"), (1, "edge")):
        how = {"axis": axis, "padding": padding}
        equal(ours.stft(tn.asarray(X), **how), their.stft(X, **how))
    how = {"axis": 0, "k_offset": 2, "p0": 1, "p1": 4}
    equal(ours.stft(tn.asarray(X.T), **how), their.stft(X.T, **how))
    for detrend in ("constant", None, lambda x: x - x[..., :1]):
        equal(
            ours.spectrogram(tn.asarray(X), tn.asarray(X + 1), detrend),
            their.spectrogram(X, X + 1, detrend),
        )
    equal(ours.spectrogram(tn.asarray(X[0])), their.spectrogram(X[0]))
    if not ours.invertible:
        return
    equal(ours.dual_win, their.dual_win)
    spectra = their.stft(X)
    equal(ours.istft(tn.asarray(spectra)), their.istft(spectra))
    # Also where SciPy, beginning in the midst, fails or adds the last slice.
    part = host(ours.istft(tn.asarray(spectra), 3, 47))
    np.testing.assert_allclose(part, X[:, 3:47], rtol=0, atol=1e-12)
    turned = tn.asarray(np.moveaxis(spectra, (-2, -1), (0, 1)))
    equal(
        ours.istft(turned, f_axis=0, t_axis=1),
        their.istft(np.moveaxis(spectra, (-2, -1), (0, 1)), f_axis=0, t_axis=1),
    )


@pytest.mark.parametrize("scale", [None, "magnitude", "psd", "unitary"])
def test_other_ways_to_make_it(scale):
    win = np.hamming(8)
    how = {"hop": 3, "fs": 2.0, "scale_to": scale}
    one = reference.ShortTimeFFT.from_win_equals_dual(win, **how)
    two = signal.ShortTimeFFT.from_win_equals_dual(tn.asarray(win), **how)
    assert two.scaling == one.scaling
    if scale != "unitary":
        their = reference.ShortTimeFFT.from_dual(win.copy(), **how)
        mine = signal.ShortTimeFFT.from_dual(tn.asarray(win), **how)
        equal(mine.win, their.win)
        equal(mine.dual_win, their.dual_win)
        more = ("hann", 2.0, 8, 5)
        their = reference.ShortTimeFFT.from_window(*more, scale_to=scale)
        mine = signal.ShortTimeFFT.from_window(*more, scale_to=scale)
        equal(mine.stft(tn.asarray(X)), their.stft(X))
    equal(two.win, one.win)
    equal(two.dual_win, one.dual_win)


def test_float32_and_attributes_that_change():
    x = X.astype("f4")
    win = np.hanning(8).astype("f4")
    (their, _), (ours, _) = both(win, 3)
    for transform in (their, ours):
        transform.T = 0.5
        transform.mfft = 12
        transform.fft_mode = "centered"
        transform.phase_shift = None
    got = ours.stft(tn.asarray(x))
    assert got.dtype == np.dtype("D")
    np.testing.assert_allclose(host(got), their.stft(x), rtol=0, atol=1e-5)
    equal(ours.f, their.f)


@pytest.mark.parametrize(
    ("win", "options"),
    [
        (np.ones((2, 2)), {}),
        (np.array([1, np.nan]), {}),
        (np.ones(4), {"hop": 0}),
        (np.ones(4), {"mfft": 2}),
        (np.ones(4), {"fs": -1.0}),
        (np.ones(4), {"fft_mode": "other"}),
        (np.ones(4), {"phase_shift": 0.5}),
        (np.ones(4), {"phase_shift": 9}),
        (np.ones(4), {"fft_mode": "onesided2X"}),
    ],
)
def test_errors_of_the_parts(win, options):
    (_, error), (_, mine) = both(win, **({"hop": 2} | options))
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_errors_of_the_transforms():
    (their, _), (ours, _) = both(np.ones(4), 2)
    spectra = np.ones((3, 8))
    calls = [
        lambda s, t: s.stft(t(X + 1j)),
        lambda s, t: s.stft(t(X[0, :1])),
        lambda s, t: s.stft(t(X), padding="none"),
        lambda s, t: s.stft(t(X), p0=9, p1=3),
        lambda s, t: s.stft_detrend(t(X), 3),
        lambda s, t: s.istft(t(spectra[:2])),
        lambda s, t: s.istft(t(spectra), f_axis=1, t_axis=1),
        lambda s, t: s.istft(t(spectra), 5, 3),
        lambda s, t: s.istft(t(spectra[:, :1])),
        lambda s, t: s.t(0),
        lambda s, t: s.extent(60, "xx"),
        lambda s, t: setattr(s, "T", 0),
    ]
    for call in calls:
        _, error = outcome(lambda: call(their, np.asarray))  # noqa: B023
        _, mine = outcome(lambda: call(ours, tn.asarray))  # noqa: B023
        assert error is not None
        same_error(mine, error)


@pytest.mark.parametrize("scaled", [True, False])
def test_closest_dual_windows(scaled):
    win, desired = np.hamming(9), np.hanning(9)
    for hop in (1, 2, 4):
        for wanted_dual in (None, desired):
            moved = None if wanted_dual is None else tn.asarray(desired)
            wanted, factor = reference.closest_STFT_dual_window(
                win, hop, wanted_dual, scaled=scaled
            )
            got, mine = signal.closest_STFT_dual_window(
                tn.asarray(win), hop, moved, scaled=scaled
            )
            equal(got, wanted)
            assert mine == pytest.approx(factor)
    for bad in ((np.ones(3), 9), (np.ones((2, 2)), 1), (np.array([np.inf]), 1)):
        _, error = outcome(lambda: reference.closest_STFT_dual_window(*bad))  # noqa: B023
        _, mine = outcome(lambda: signal.closest_STFT_dual_window(*bad))  # noqa: B023
        assert (type(mine), str(mine)) == (type(error), str(error))

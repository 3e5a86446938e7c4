# SPDX-License-Identifier: Apache-2.0
"""Electrocardiograms: filtered, resampled, their beats found, their spectra compared."""

import numpy as np
from scipy import signal


def setup(scale=1.0):
    """Eight leads of twenty minutes at 1 kHz: beats, breath, mains and noise."""
    rate = 1000
    count = int(rate * 1200 * scale)
    rng = np.random.default_rng(2)
    time = np.arange(count) / rate
    beats = np.cumsum(rng.normal(0.85, 0.05, int(time[-1] / 0.85) + 2))
    beats = beats[beats < time[-1]]
    impulses = np.zeros(count)
    impulses[(beats * rate).astype(int)] = 1.0
    t = np.arange(-300, 400) / rate
    shape = np.exp(-((t / 0.012) ** 2)) - 0.2 * np.exp(-(((t - 0.03) / 0.01) ** 2))
    shape += 0.25 * np.exp(-(((t - 0.25) / 0.05) ** 2))
    heart = signal.fftconvolve(impulses, shape, mode="same")
    leads = np.linspace(0.5, 1.5, 8)[:, np.newaxis] * heart
    leads += 0.4 * np.sin(2 * np.pi * 0.25 * time) + 0.02 * time
    leads += 0.1 * np.sin(2 * np.pi * 50 * time) + rng.normal(0, 0.05, leads.shape)
    return leads, rate


def run(leads, rate):
    # Drift, mains and noise go.
    flat = signal.detrend(leads, axis=-1, type="linear")
    band = signal.butter(4, [0.5, 40], btype="bandpass", fs=rate, output="sos")
    clean = signal.sosfiltfilt(band, flat, axis=-1)
    b, a = signal.iirnotch(50, 30, fs=rate)
    clean = signal.filtfilt(b, a, clean)

    # 250 samples a second are enough.
    slow = signal.resample_poly(clean, 1, 4, axis=1)
    rate = rate // 4
    smooth = signal.savgol_filter(slow, 9, 3, axis=-1)

    # Beats: peaks of the energy in 150 ms.
    energy = signal.lfilter(np.ones(38) / 38, 1, np.gradient(smooth, axis=-1) ** 2)
    total = energy.sum(axis=0)
    peaks, found = signal.find_peaks(
        total, height=0.3 * np.percentile(total, 99), distance=rate // 4, prominence=0
    )
    widths, heights, left, right = signal.peak_widths(total, peaks, rel_height=0.5)
    pauses = np.diff(peaks) / rate
    # The pauses, four times a second, and their slow waves.
    times = np.arange(peaks[0] / rate, peaks[-1] / rate, 0.25)
    series = np.interp(times, peaks[1:] / rate, pauses)
    waves, power = signal.periodogram(series, fs=4.0, window="hann", detrend="linear")

    frequencies, seconds, spectrum = signal.spectrogram(
        slow, fs=rate, nperseg=256, noverlap=192, scaling="spectrum"
    )
    _, density = signal.welch(leads, fs=4 * rate, nperseg=2048, average="median")
    _, likeness = signal.coherence(leads[0], leads[-1], fs=4 * rate, nperseg=1024)
    strongest = frequencies[spectrum.mean(axis=-1).argmax(axis=-1)]
    envelope = np.abs(signal.hilbert(smooth[0]))
    plain = signal.medfilt(slow[0], 5)
    lag = signal.correlate(slow[0], slow[-1], mode="full", method="fft").argmax()
    return {
        "clean": clean,
        "smooth": smooth,
        "peaks": peaks,
        "prominences": found["prominences"],
        "peak_heights": found["peak_heights"],
        "widths": widths,
        "half": np.stack([heights, left, right]),
        "pauses": pauses,
        "waves": waves,
        "power": power,
        "seconds": seconds,
        "spectrum": spectrum,
        "density": density,
        "likeness": likeness,
        "strongest": strongest,
        "envelope": envelope,
        "plain": plain,
        "lag": lag,
    }


if __name__ == "__main__":
    leads, rate = setup()
    found = run(leads, rate)
    pauses, widths = found["pauses"], found["widths"]
    print(f"{leads.shape[0]} leads of {leads.shape[1] / rate:.0f} s")
    print(f"{len(found['peaks'])} beats, {60 / pauses.mean():.2f} a minute")
    print(f"pauses vary by {pauses.std():.4f} s, beats are {widths.mean():.3f} wide")
    print(f"signal {found['clean'].std():.5f}, density {found['density'].max():.5f}")

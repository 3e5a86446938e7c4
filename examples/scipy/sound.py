# SPDX-License-Identifier: Apache-2.0
"""Sound: noise is taken out in the spectrum, and what is left is described."""

import numpy as np
from scipy import fft, signal, sparse


def setup(scale=1.0):
    """Two channels of two minutes at 44.1 kHz in float32: notes, a sweep and noise."""
    rate = 44100
    count = int(rate * 120 * scale)
    rng = np.random.default_rng(6)
    time = np.arange(count) / rate
    sound = 0.2 * signal.chirp(time, 80, time[-1], 8000, method="logarithmic")
    for k, pitch in enumerate((220.0, 277.18, 329.63, 440.0)):
        beat = 0.5 + 0.5 * signal.square(2 * np.pi * (1 + k) * time, duty=0.3)
        sound += 0.2 * beat * signal.sawtooth(2 * np.pi * pitch * time, 0.5)
    both = np.stack([sound, np.roll(sound, rate // 100)])
    both += rng.normal(0, 0.02, both.shape)
    return both.astype(np.float32), rate


def mel_bank(rate, size, bands):
    """A sparse matrix of triangles that are equally wide in mel."""
    frequency = fft.rfftfreq(size, 1 / rate)
    mel = np.linspace(0, 2595 * np.log10(1 + rate / 2 / 700), bands + 2)
    corners = 700 * (10 ** (mel / 2595) - 1)
    low, middle, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    rising = (frequency - low) / (middle - low)
    falling = (high - frequency) / (high - middle)
    return sparse.csr_array(np.maximum(0, np.minimum(rising, falling)))


def run(sound, rate):
    # The treble up, as before all recognition of speech.
    bright = signal.lfilter([1.0, -0.97], [1.0], sound, axis=-1)
    # What is weaker than the noise of its band goes.
    f, t, spectrum = signal.stft(sound, rate, nperseg=1024, noverlap=768)
    size = np.abs(spectrum)
    floor = np.percentile(size, 20, axis=-1, keepdims=True)
    gain = np.maximum(1 - (1.5 * floor / np.maximum(size, 1e-9)) ** 2, 0.05)
    _, quiet = signal.istft(spectrum * gain, rate, nperseg=1024, noverlap=768)
    quiet = quiet[..., : sound.shape[-1]]

    # Bands of mel, and the cepstrum.
    _, _, brighter = signal.stft(bright, rate, nperseg=1024, noverlap=512, padded=False)
    power = np.abs(brighter) ** 2
    bank = mel_bank(rate, 1024, 40).astype(np.float32)
    mel = np.stack([bank @ channel for channel in power])
    cepstrum = fft.dct(np.log(mel + 1e-10), axis=1, norm="ortho")[:, :13]
    change = signal.savgol_filter(cepstrum, 9, 2, deriv=1, axis=-1)

    # Loudness, tone and room.
    envelope = np.abs(signal.hilbert(quiet[0]))
    loud = signal.decimate(envelope, 10, ftype="fir")
    sos = signal.cheby1(6, 1, [300, 3400], "bandpass", fs=rate, output="sos")
    phone, state = signal.sosfilt(sos, quiet, zi=np.zeros((6, 2, 2)))
    phone = signal.resample_poly(phone, 80, 441, axis=-1)
    room = np.exp(-np.arange(rate // 4) / (rate / 20)).astype(np.float32)
    wet = signal.oaconvolve(quiet, room[np.newaxis], axes=-1)
    centroid = (f[:, np.newaxis] * size[0]).sum(axis=0) / size[0].sum(axis=0)
    return {
        "bright": bright,
        "spectrum": spectrum,
        "quiet": quiet,
        "mel": mel,
        "cepstrum": cepstrum,
        "change": change,
        "envelope": envelope,
        "loud": loud,
        "phone": phone,
        "state": state,
        "wet": wet,
        "centroid": centroid,
        "times": t,
    }


if __name__ == "__main__":
    sound, rate = setup()
    found = run(sound, rate)
    print(f"{sound.shape[0]} channels of {sound.shape[1] / rate:.0f} s at {rate} Hz")
    print(f"noisy {sound.std():.5f}, quiet {found['quiet'].std():.5f}")
    print(f"mel {found['mel'].shape}, cepstrum {found['cepstrum'][:, 1].mean():.4f}")
    print(f"loud {found['loud'].mean():.5f}, tone {found['centroid'].mean():.1f} Hz")

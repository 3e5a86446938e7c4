# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: a transform of 256 numbers.
import numpy as np
import numpy.fft

fs = 256
t = np.arange(0, 1, 1.0 / fs)
signal = 0.7 * np.sin(2 * np.pi * 50 * t) + np.sin(2 * np.pi * 80 * t) + 0.1
Y = numpy.fft.fft(signal)
freq = numpy.fft.fftfreq(len(signal), 1.0 / fs)
half = len(freq) // 2
amplitude = 2.0 / len(signal) * np.abs(Y[:half])
peaks = [(f, round(a, 4)) for f, a in zip(freq[:half], amplitude) if a > 0.3]
print([(float(f), float(a)) for f, a in peaks])
print("dc", round(Y[0].real / len(signal), 6), "energy", round((np.abs(Y) ** 2).sum() / len(Y), 4), round((signal ** 2).sum(), 4))
Y[np.abs(freq) > 60] = 0
filtered = numpy.fft.ifft(Y).real
print(np.allclose(filtered, 0.7 * np.sin(2 * np.pi * 50 * t) + 0.1))
window = np.hanning(64)
frames = np.lib.stride_tricks.sliding_window_view(signal, 64)[::32] * window
spectrogram = np.abs(np.fft.rfft(frames, axis=1)) ** 2
print(spectrogram.shape, np.fft.rfftfreq(64, 1 / fs)[spectrogram.argmax(axis=1)])
db = 10 * np.log10(spectrogram.mean(0) + 1e-12)
print(db.argmax(), np.round(db.max(), 3))
auto = np.correlate(signal - signal.mean(), signal - signal.mean(), mode="full")[len(signal) - 1:]
print(auto.argmax(), np.round(auto[:3] / auto[0], 5))
def dft(x):
    x = np.asarray(x, dtype=complex)
    N = x.shape[0]
    if N <= 4:
        n = np.arange(N)
        return np.exp(-2j * np.pi * n.reshape((N, 1)) * n / N) @ x
    even, odd = dft(x[::2]), dft(x[1::2])
    factor = np.exp(-2j * np.pi * np.arange(N) / N)
    return np.concatenate([even + factor[:N // 2] * odd, even + factor[N // 2:] * odd])
print(np.allclose(dft(signal), np.fft.fft(signal)))
image = np.outer(np.hamming(8), np.hamming(8))
F = np.fft.fftshift(np.fft.fft2(image))
print(np.unravel_index(np.abs(F).argmax(), F.shape), np.round(np.abs(F).max(), 4))

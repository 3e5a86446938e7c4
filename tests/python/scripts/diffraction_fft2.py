# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: transforms of 32 by 32.
import numpy as np
import numpy.fft as fft
n = 32
ap = np.zeros((n, n)); ap[12:20, 14:18] = 1
F = fft.fftshift(fft.fft2(fft.ifftshift(ap))); I = np.abs(F)**2; I /= I.max()
print(I[16, 12:21].round(4), I.sum().round(5), np.allclose(fft.ifft2(fft.ifftshift(F)).real, fft.ifftshift(ap)))
kx, ky = np.meshgrid(fft.fftfreq(n), fft.fftfreq(n), indexing="ij")
lap = fft.ifft2(-4 * np.pi**2 * (kx**2 + ky**2) * fft.fft2(ap)).real; print(lap[16, 10:22].round(4))
lowpass = np.hypot(kx, ky) < 0.2; soft = fft.ifft2(fft.fft2(ap) * lowpass).real; print(soft[::8, ::8].round(4), lowpass.sum())
a = np.random.RandomState(1).rand(20); b = np.roll(a, 5)
print(np.argmax(fft.irfft(fft.rfft(b) * np.conj(fft.rfft(a)))), fft.hfft([1, 2, 1]), fft.rfftfreq(6), fft.fftn(np.eye(2)).real)
x = np.array([1, 2, 3]); y = np.array([4, 5, 6]); m = len(x) + len(y) - 1; print(np.rint(fft.irfft(fft.rfft(x, 8) * fft.rfft(y, 8), 8)[:m]).astype(int), np.convolve(x, y))

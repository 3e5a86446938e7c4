# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: convolutions of 25 terms, one after the other.
# coding: utf-8
import numpy as np

def gaussian_kernel(size, sigma=1.0):
    k = size // 2
    x, y = np.mgrid[-k:k + 1, -k:k + 1]
    g = np.exp(-((x**2 + y**2) / (2.0 * sigma**2)))
    return g / g.sum()

def convolve(image, kernel):
    h, w = image.shape
    kh, kw = kernel.shape
    padded = np.pad(image, ((kh // 2, kh // 2), (kw // 2, kw // 2)), mode='reflect')
    result = np.zeros_like(image, dtype=np.float64)
    for i in range(kh):
        for j in range(kw):
            result += kernel[i, j] * padded[i:i + h, j:j + w]
    return result

def sobel(image):
    Kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], np.float32)
    Ky = Kx.T[::-1]
    Ix, Iy = convolve(image, Kx), convolve(image, Ky)
    G = np.hypot(Ix, Iy)
    G = G / G.max() * 255
    return G, np.arctan2(Iy, Ix)

img = np.zeros((24, 24), dtype=np.uint8)
img[6:18, 6:18] = 200
img[10:14, 10:14] = 50
yy, xx = np.ogrid[:24, :24]
disc = (yy - 12)**2 + (xx - 4)**2 < 9
img[disc] = 255
noise = (np.arange(24 * 24).reshape(24, 24) * 7919 % 31).astype(np.uint8)
noisy = np.clip(img.astype(int) + noise - 15, 0, 255).astype(np.uint8)
blurred = convolve(noisy.astype(float), gaussian_kernel(5, 1.4))
edges, theta = sobel(blurred)
print(edges.shape, edges.dtype, round(edges.mean(), 4))
angle = np.rad2deg(theta.round(9)) % 180
bins = np.digitize(angle.round(6), [22.5, 67.5, 112.5, 157.5]) % 4
print(np.bincount(bins.ravel()))
mask = edges > 100
for row in mask[::2]:
    print("".join(" #"[int(v)] for v in row))
hist, edges_ = np.histogram(noisy, bins=8, range=(0, 256))
print(hist, edges_)
cdf = np.cumsum(np.bincount(noisy.ravel(), minlength=256))
equalized = (255 * cdf[noisy] / cdf[-1]).astype(np.uint8)
print(equalized.min(), equalized.max(), equalized[::8, ::8])
rgb = np.dstack([noisy, noisy[::-1], np.full_like(noisy, 128)])
gray = (rgb @ np.array([0.299, 0.587, 0.114])).round().astype('uint8')
print(rgb.shape, gray[12, ::6], rgb[..., 2].max())
small = noisy.reshape(12, 2, 12, 2).mean(axis=(1, 3))
print(small[3], np.abs(small.repeat(2, 0).repeat(2, 1) - noisy).mean())
neg = ~noisy
print((neg.astype(int) + noisy == 255).all(), (noisy >> 4)[0, :6], noisy[0, :4] + np.uint8(250))

# SPDX-License-Identifier: Apache-2.0
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view, as_strided


def otsu(gray):
    counts = np.bincount(gray.ravel(), minlength=256)
    p = counts / counts.sum()
    omega = np.cumsum(p)
    mu = np.cumsum(p * np.arange(256))
    with np.errstate(divide="ignore", invalid="ignore"):
        sigma = (mu[-1] * omega - mu) ** 2 / (omega * (1 - omega))
    return int(np.nanargmax(sigma))


def erode(binary, size=3):
    return sliding_window_view(np.pad(binary, size // 2), (size, size)).all(axis=(-1, -2))


def dilate(binary, size=3):
    return sliding_window_view(np.pad(binary, size // 2), (size, size)).any(axis=(2, 3))


def label(binary):
    labels = np.zeros(binary.shape, dtype=np.int32)
    current = 0
    for start in zip(*np.nonzero(binary)):
        if labels[start]:
            continue
        current += 1
        stack = [start]
        while stack:
            i, j = stack.pop()
            if not (0 <= i < binary.shape[0] and 0 <= j < binary.shape[1]):
                continue
            if labels[i, j] or not binary[i, j]:
                continue
            labels[i, j] = current
            stack += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return labels, current


gray = np.full((16, 20), 40, np.uint8)
gray[2:6, 3:8] = 180
gray[9:14, 10:17] = 210
gray[12, 2] = 250
gray += (np.indices(gray.shape).sum(axis=0) % 5).astype(np.uint8)
t = otsu(gray)
binary = gray > t
print("threshold", t, "foreground", np.count_nonzero(binary))
opened = dilate(erode(binary))
labels, n = label(opened)
print(n, "objects")
for k in range(1, n + 1):
    ys, xs = np.where(labels == k)
    print(k, "area", len(ys), "box", (ys.min(), xs.min(), ys.max(), xs.max()), "center", ys.mean(), xs.mean())
print((labels * 3)[::3, ::3])
boundary = dilate(opened) ^ opened
print(boundary.sum(), boundary.astype(int)[:, 3])
tiles = as_strided(gray, shape=(4, 5, 4, 4), strides=(20 * 4, 4, 20, 1))
print(tiles.max(axis=(2, 3)))

# SPDX-License-Identifier: Apache-2.0
"""Tomography: projections of a phantom, and its picture by filtered back projection."""

import numpy as np
from scipy import fft, ndimage

# Intensity, half axes, centre and angle of the ellipses of Shepp and Logan's phantom.
ELLIPSES = (
    (1.0, 0.69, 0.92, 0.0, 0.0, 0.0),
    (-0.8, 0.6624, 0.874, 0.0, -0.0184, 0.0),
    (-0.2, 0.11, 0.31, 0.22, 0.0, -18.0),
    (-0.2, 0.16, 0.41, -0.22, 0.0, 18.0),
    (0.1, 0.21, 0.25, 0.0, 0.35, 0.0),
    (0.1, 0.046, 0.046, 0.0, 0.1, 0.0),
    (0.1, 0.046, 0.023, -0.08, -0.605, 0.0),
    (0.1, 0.023, 0.046, 0.06, -0.605, 0.0),
)


def setup(scale=1.0):
    n = 2 * int(256 * scale**0.5)
    y, x = np.mgrid[1 : -1 : n * 1j, -1 : 1 : n * 1j]
    phantom = np.zeros((n, n))
    for value, a, b, x0, y0, angle in ELLIPSES:
        c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
        u, v = (x - x0) * c + (y - y0) * s, (y - y0) * c - (x - x0) * s
        phantom[(u / a) ** 2 + (v / b) ** 2 <= 1] += value
    angles = np.linspace(0.0, 180.0, int(180 * scale**0.5), endpoint=False)
    return phantom, angles


def radon(image, angles):
    """One column of sums for each angle, in degrees."""
    columns = [
        ndimage.rotate(image, -float(angle), reshape=False, order=1).sum(axis=0)
        for angle in angles
    ]
    return np.stack(columns, axis=1)


def ramp(sinogram):
    """The columns filtered by |frequency|, with a Hann window."""
    n = sinogram.shape[0]
    size = fft.next_fast_len(2 * n, real=True)
    frequency = fft.rfftfreq(size)
    response = 2 * frequency * (0.5 + 0.5 * np.cos(2 * np.pi * frequency))
    spectrum = fft.rfft(sinogram, size, axis=0) * response[:, np.newaxis]
    return fft.irfft(spectrum, size, axis=0)[:n]


def back_project(filtered, angles, order):
    """Sums over the angles, of the values where each pixel was projected to."""
    n = filtered.shape[0]
    middle = (n - 1) / 2
    y, x = np.mgrid[:n, :n] - middle
    picture = np.zeros((n, n))
    for i, angle in enumerate(np.deg2rad(angles)):
        place = x * np.cos(angle) + y * np.sin(angle) + middle
        picture += ndimage.map_coordinates(filtered[:, i], [place], order=order)
    return picture * (np.pi / (2 * len(angles)))


def run(phantom, angles):
    sinogram = radon(phantom, angles)
    filtered = ramp(sinogram)
    linear = back_project(filtered, angles, 1)
    cubic = back_project(filtered.astype(np.float32), angles[::4], 3)
    sharp = ndimage.laplace(ndimage.gaussian_filter(linear, 1.0))
    errors = np.array([np.sqrt(np.mean((p - phantom) ** 2)) for p in (linear, cubic)])
    profile = ndimage.map_coordinates(
        linear, np.linspace([0, 0], np.array(linear.shape) - 1.0, 200).T, mode="nearest"
    )
    return {
        "sinogram": sinogram,
        "filtered": filtered,
        "linear": linear,
        "cubic": cubic,
        "sharp": sharp,
        "errors": errors,
        "profile": profile,
    }


if __name__ == "__main__":
    phantom, angles = setup()
    found = run(phantom, angles)
    sinogram, filtered, errors = found["sinogram"], found["filtered"], found["errors"]
    print(f"{phantom.shape[0]} x {phantom.shape[1]} pixels, {len(angles)} angles")
    print(f"longest ray {sinogram.max():.2f}, filtered {filtered.min():.4f}")
    print(f"error {errors[0]:.5f}, with a quarter of the angles {errors[1]:.5f}")
    print(
        f"profile {found['profile'].mean():.5f}, edges {abs(found['sharp']).mean():.6f}"
    )

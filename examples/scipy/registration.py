# SPDX-License-Identifier: Apache-2.0
"""Registration: how a picture was turned, stretched and moved is found from it."""

import numpy as np
from scipy import fft, ndimage

MATRIX = ((1.01, 0.02), (-0.015, 0.985))
OFFSET = (21.3, -34.6)


def setup(scale=1.0):
    """Blobs in float32, and the same seen from elsewhere, with noise."""
    n = int(1024 * scale**0.5)
    rng = np.random.default_rng(3)
    noise = rng.standard_normal((n, n))
    picture = sum(
        s * ndimage.gaussian_filter(noise, s, mode="wrap") for s in (2, 5, 12)
    )
    picture = (picture / picture.std()).astype(np.float32)
    offset = np.array(OFFSET) * n / 1024
    centre = (n - 1) / 2
    matrix = np.array(MATRIX)
    offset = offset + centre - matrix @ np.array([centre, centre])
    moved = ndimage.affine_transform(picture, matrix, offset, mode="reflect")
    moved += rng.normal(0, 0.05, moved.shape).astype(np.float32)
    return picture, moved


def phase_correlation(a, b):
    """The shift, in pixels, after which b is most like a."""
    window = np.hanning(a.shape[0])[:, np.newaxis] * np.hanning(a.shape[1])
    product = fft.rfft2(a * window) * fft.rfft2(b * window).conj()
    product /= np.maximum(np.abs(product), 1e-12)
    product = ndimage.fourier_gaussian(product, 1.0, n=a.shape[1])
    correlation = fft.irfft2(product, a.shape)
    peak = np.unravel_index(np.argmax(correlation), correlation.shape)
    size = np.array(a.shape)
    shift = np.array([int(p) for p in peak])
    return np.where(shift > size // 2, shift - size, shift), correlation


def refine(a, b, matrix, offset, rounds):
    """Steps of Gauss and Newton for the six numbers of the transform."""
    steps = []
    y, x = np.indices(a.shape, dtype=np.float64)
    inside = np.zeros(a.shape, bool)
    rim = a.shape[0] // 8
    inside[rim:-rim, rim:-rim] = True
    for _ in range(rounds):
        warped = ndimage.affine_transform(b, matrix, offset, order=3, mode="mirror")
        gy, gx = np.gradient(warped.astype(np.float64))
        columns = np.stack([gy * y, gy * x, gy, gx * y, gx * x, gx])[:, inside]
        rest = (a - warped)[inside]
        step = np.linalg.solve(columns @ columns.T, columns @ rest).reshape(2, 3)
        # The step moves pixels of the warped picture.
        offset = offset + matrix @ step[:, 2]
        matrix = matrix @ (np.eye(2) + step[:, :2])
        steps.append(np.abs(rest).mean())
    return matrix, offset, np.array(steps)


def run(picture, moved):
    shift, correlation = phase_correlation(picture, moved)
    # From coarse to fine: halves of halves.
    levels = [(picture, moved)]
    for _ in range(2):
        levels.append(
            tuple(ndimage.zoom(ndimage.gaussian_filter(x, 1), 0.5) for x in levels[-1])
        )
    matrix, offset = np.eye(2), -shift / 4.0
    for i, (a, b) in enumerate(levels[::-1]):
        matrix, offset, steps = refine(a, b, matrix, offset, 6)
        if i < 2:
            offset = offset * 2
    found = ndimage.affine_transform(moved, matrix, offset, order=3)
    shifted = ndimage.shift(moved, -shift, order=1, cval=np.nan)
    edges = np.hypot(ndimage.sobel(found, 0), ndimage.sobel(found, 1))
    ridges = ndimage.gaussian_gradient_magnitude(found, 2.0)
    stack = np.stack([picture, moved, found])
    average = ndimage.uniform_filter(stack, (3, 5, 5), axes=(0, 1, 2))
    smooth = ndimage.gaussian_filter(stack, 2, axes=(1, 2))
    # The inverse transform, which is what was asked for.
    inverse = np.linalg.inv(matrix)
    return {
        "shift": shift,
        "correlation": correlation,
        "matrix": inverse,
        "offset": -inverse @ offset,
        "steps": steps,
        "found": found,
        "shifted": shifted,
        "edges": edges,
        "ridges": ridges,
        "average": average,
        "smooth": smooth,
    }


if __name__ == "__main__":
    found = run(*setup())
    rows, columns = found["found"].shape
    print(f"{rows} x {columns} pixels, at first moved by {found['shift']}")
    print(f"matrix {found['matrix'].round(5).tolist()} (was {MATRIX})")
    print(f"offset {found['offset'].round(3)}")
    print(f"difference {found['steps'][0]:.5f}, at last {found['steps'][-1]:.5f}")
    print(f"edges {found['edges'].mean():.5f}, ridges {found['ridges'].mean():.5f}")

# SPDX-License-Identifier: Apache-2.0
"""Chains over images."""

import math

import numpy

from ..program import Programs

_images = Programs("images")
PROGRAMS = _images.all


def photograph(rng, rows, columns):
    return (rng.integers(0, 256, (rows, columns, 3), "u1"),)


@_images.program(
    photograph, sizes=((48, 64), (480, 640), (1080, 1920)), on_gpu=(2160, 3840), rtol=1e-4
)  # fmt: skip
def edges_of_a_photograph(np, rgb):
    """Grey values, a blur, Sobel's gradients, and edges by a threshold."""
    colour = rgb.astype(np.float32) / np.float32(255)
    grey = 0.299 * colour[..., 0] + 0.587 * colour[..., 1] + 0.114 * colour[..., 2]
    p = np.pad(grey, 2, mode="edge")
    blur = (
        p[:, :-4] + 4 * p[:, 1:-3] + 6 * p[:, 2:-2] + 4 * p[:, 3:-1] + p[:, 4:]
    ) / 16
    blur = (
        blur[:-4] + 4 * blur[1:-3] + 6 * blur[2:-2] + 4 * blur[3:-1] + blur[4:]
    ) / 16
    q = np.pad(blur, 1, mode="reflect")
    gx = (
        q[:-2, 2:]
        + 2 * q[1:-1, 2:]
        + q[2:, 2:]
        - q[:-2, :-2]
        - 2 * q[1:-1, :-2]
        - q[2:, :-2]
    )
    gy = (
        q[2:, :-2]
        + 2 * q[2:, 1:-1]
        + q[2:, 2:]
        - q[:-2, :-2]
        - 2 * q[:-2, 1:-1]
        - q[:-2, 2:]
    )
    strength = np.hypot(gx, gy)
    return strength, strength / strength.max()


@_images.program(
    photograph, sizes=((48, 64), (480, 640), (1080, 1920)), on_gpu=(2160, 3840)
)
def equalised_histogram(np, rgb):
    """Luma by whole numbers; its histogram spread by a table for each pixel."""
    red, green, blue = (rgb[..., i].astype(np.int32) for i in range(3))
    luma = (77 * red + 150 * green + 29 * blue) >> 8
    counts = np.bincount(luma.ravel(), minlength=256)
    cumulative = np.cumsum(counts)
    first = cumulative[np.argmax(counts > 0)]
    table = (cumulative - first) * 255 // np.maximum(cumulative[-1] - first, 1)
    table = np.clip(table, 0, 255).astype(np.uint8)
    return table[luma], counts


def grey(rng, rows, columns):
    return (rng.random((rows, columns), "f4"),)


@_images.program(
    grey, sizes=((48, 64), (240, 320), (800, 1000)), on_gpu=(2160, 3840), rtol=1e-4
)  # fmt: skip
def bilateral_filter(np, image):
    """Means of neighbours that look alike, in windows of five by five."""
    total = np.zeros_like(image)
    norm = np.zeros_like(image)
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            moved = np.roll(image, (dy, dx), axis=(0, 1))
            near = math.exp(-(dy * dy + dx * dx) / 4.5)
            weight = near * np.exp(-((moved - image) ** 2) / 0.02)
            total = total + weight * moved
            norm = norm + weight
    return total / norm


@_images.program(
    photograph, sizes=((48, 64), (480, 640), (1080, 1920)), on_gpu=(2160, 3840), rtol=1e-4
)  # fmt: skip
def tone_mapping(np, rgb):
    """From display values to light and back, with Reinhard's curve in between."""
    value = rgb / np.float32(255)
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    luminance = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    mean = np.exp(np.log(luminance + 1e-6).mean())
    scaled = 0.18 / mean * luminance
    mapped = scaled * (1 + scaled / scaled.max() ** 2) / (1 + scaled)
    light = light * (mapped / np.maximum(luminance, 1e-6))[..., None]
    value = np.where(
        light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055
    )
    return np.clip(value, 0, 1)


def picture_and_angle(rng, rows, columns):
    return rng.random((rows, columns)), numpy.array(rng.uniform(0.2, 0.4))


@_images.program(
    picture_and_angle, sizes=((48, 64), (480, 640), (1500, 2000)), on_gpu=(4000, 4000)
)  # fmt: skip
def rotation_of_an_image(np, image, angle):
    """Each pixel looks up the four around its place before."""
    rows, columns = image.shape
    y = np.arange(rows)[:, None] - rows / 2
    x = np.arange(columns)[None, :] - columns / 2
    from_y = np.cos(angle) * y - np.sin(angle) * x + rows / 2
    from_x = np.sin(angle) * y + np.cos(angle) * x + columns / 2
    top, left = np.floor(from_y), np.floor(from_x)
    fy, fx = from_y - top, from_x - left
    i0 = np.clip(top, 0, rows - 1).astype(np.int64)
    j0 = np.clip(left, 0, columns - 1).astype(np.int64)
    i1, j1 = np.minimum(i0 + 1, rows - 1), np.minimum(j0 + 1, columns - 1)
    upper = (1 - fx) * image[i0, j0] + fx * image[i0, j1]
    lower = (1 - fx) * image[i1, j0] + fx * image[i1, j1]
    inside = (
        (from_y >= 0) & (from_y < rows - 1) & (from_x >= 0) & (from_x < columns - 1)
    )
    return np.where(inside, (1 - fy) * upper + fy * lower, 0.0)


def window(rng, rows, columns):
    y, x = numpy.linspace(-1.2, 1.2, rows), numpy.linspace(-2, 0.6, columns)
    return (x + 1j * y[:, None],)


@_images.program(window, sizes=((24, 32), (240, 320), (600, 800)), on_gpu=(2160, 3840))
def mandelbrot_set(np, c):
    """Steps until escape; only what has not escaped goes on."""
    z = np.zeros_like(c)
    steps = np.zeros(c.shape, np.int64)
    inside = np.ones(c.shape, bool)
    for _ in range(30):
        z[inside] = z[inside] ** 2 + c[inside]
        inside = inside & (z.real**2 + z.imag**2 <= 4)
        steps[inside] += 1
    return steps

# SPDX-License-Identifier: Apache-2.0
"""Microscopy: cells of a noisy 16-bit image are found, split apart and measured."""

import numpy as np
from scipy import ndimage


def setup(scale=1.0):
    """An image of discs, some of which touch, on an uneven background with noise."""
    n = int(2048 * scale**0.5)
    rng = np.random.default_rng(1)
    cells = max(n * n // 2000, 4)
    rows, columns = rng.integers(0, n, (2, cells))
    image = np.zeros((n, n))
    image[rows, columns] = rng.uniform(0.5, 1.0, cells)
    disc = np.hypot(*np.mgrid[-9:10, -9:10]) < 9
    for dy, dx in np.argwhere(disc):
        y, x = (rows + dy - 9).clip(0, n - 1), (columns + dx - 9).clip(0, n - 1)
        image[y, x] = np.maximum(image[y, x], 0.4 + 0.6 * image[rows, columns])
    slope = np.add.outer(np.linspace(0, 400, n), np.linspace(300, 0, n))
    light = 500 + slope + 2000 * image
    return (rng.poisson(light).astype(np.uint16),)


def otsu(image):
    """The threshold with the largest variance between the classes."""
    counts, edges = np.histogram(image, bins=256)
    centres = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(counts)
    sums = np.cumsum(counts * centres)
    above = below[-1] - below
    difference = sums[:-1] / below[:-1] - (sums[-1] - sums[:-1]) / above[:-1]
    return centres[np.argmax(below[:-1] * above[:-1] * difference**2)]


def run(image):
    denoised = ndimage.median_filter(image, size=3)
    # The background: the lowest light nearby, smoothed.
    small = denoised[::4, ::4]
    low = ndimage.minimum_filter(small, size=15, mode="nearest")
    low = ndimage.gaussian_filter(low.astype(np.float32), 8, mode="nearest")
    zoom = [whole / part for whole, part in zip(image.shape, low.shape, strict=True)]
    background = ndimage.zoom(low, zoom, order=1, mode="nearest", grid_mode=True)
    flat = ndimage.gaussian_filter(denoised - background, sigma=1)

    mask = flat > otsu(flat)
    mask = ndimage.binary_opening(mask, ndimage.generate_binary_structure(2, 2))
    mask = ndimage.binary_fill_holes(mask)
    clumps, clump_count = ndimage.label(mask)

    # Every pixel of a clump belongs to the nearest peak of the distance to its edge.
    depth = ndimage.distance_transform_edt(mask)
    smooth = ndimage.gaussian_filter(depth, 1.5)
    peaks = (smooth == ndimage.maximum_filter(smooth, footprint=np.ones((9, 9)))) & mask
    seeds, cell_count = ndimage.label(peaks, structure=np.ones((3, 3)))
    nearest = ndimage.distance_transform_edt(
        seeds == 0, return_distances=False, return_indices=True
    )
    cells = np.where(mask, seeds[tuple(nearest)], 0)

    numbers = np.arange(1, cell_count + 1)
    area = ndimage.sum_labels(mask, cells, numbers)
    light = ndimage.mean(flat, cells, numbers)
    spread = ndimage.standard_deviation(flat, cells, numbers)
    middle = np.array(ndimage.center_of_mass(mask, cells, numbers))
    brightest = np.array(ndimage.maximum_position(flat, cells, numbers))
    median = ndimage.median(image, cells, numbers)
    boxes = ndimage.find_objects(clumps)
    heights = np.array([box[0].stop - box[0].start for box in boxes])
    edges = ndimage.morphological_gradient(cells, size=3) > 0
    return {
        "counts": np.array([clump_count, cell_count]),
        "cells": cells,
        "area": area,
        "light": light,
        "spread": spread,
        "middle": middle,
        "brightest": brightest,
        "median": median,
        "heights": heights,
        "edges": ndimage.binary_dilation(edges, mask=mask),
    }


if __name__ == "__main__":
    found = run(*setup())
    rows, columns = found["cells"].shape
    clumps, cells = found["counts"]
    print(f"{rows} x {columns} pixels: {clumps} clumps, {cells} cells")
    print(
        f"a cell: {found['area'].mean():.1f} pixels, light {found['light'].mean():.1f}"
    )
    print(
        f"middle {found['middle'].mean(axis=0)}, {found['edges'].sum()} pixels of edges"
    )

# SPDX-License-Identifier: Apache-2.0
"""A photograph in few colours: k-means clustering of its pixels.

`python kmeans.py picture.png` writes the result to a file.
"""

import numpy as np


def load_photograph() -> np.ndarray:
    """A photograph that comes with scikit-learn, else one of Matplotlib's."""
    try:
        from sklearn.datasets import load_sample_image

        return load_sample_image("china.jpg")
    except ImportError:
        from matplotlib import cbook, image

        with cbook.get_sample_data("grace_hopper.jpg") as file:
            return image.imread(file, format="jpg")


def setup(
    scale: float = 1.0, rounds: int = 10
) -> tuple[np.ndarray, np.ndarray, int, int, int]:
    pixels = load_photograph()
    height, width, _ = pixels.shape
    pixels = pixels.reshape(-1, 3).astype(np.float64)
    colours = max(4, min(int(16 * scale), 128))
    by_brightness = pixels[np.argsort(pixels.sum(axis=1), kind="stable")]
    places = (np.arange(colours) + 0.5) / colours * len(pixels)
    return pixels, by_brightness[places.astype(int)], height, width, rounds


def nearest(pixels: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """For every pixel the number of the centre that is nearest to it."""
    # |p - c|^2 without |p|^2, which is the same for every centre.
    return ((centres * centres).sum(axis=1) - 2.0 * (pixels @ centres.T)).argmin(axis=1)


def run(
    pixels: np.ndarray, centres: np.ndarray, height: int, width: int, rounds: int
) -> tuple[np.ndarray, np.ndarray]:
    """The picture in the colours that were found, and these colours."""
    numbers = np.arange(len(centres))
    for _ in range(rounds):
        belongs = nearest(pixels, centres)[:, np.newaxis] == numbers
        sizes = np.maximum(belongs.sum(axis=0), 1)
        centres = (belongs.T @ pixels) / sizes[:, np.newaxis]
    palette = np.rint(centres).astype(np.uint8)
    return palette[nearest(pixels, centres)].reshape(height, width, 3), centres


if __name__ == "__main__":
    import sys

    picture, centres = run(*setup())
    print(f"{picture.shape[1]} x {picture.shape[0]} pixels in {len(centres)} colours:")
    print(" ".join("#{:02x}{:02x}{:02x}".format(*c.astype(int)) for c in centres))
    if len(sys.argv) > 1:
        from PIL import Image

        Image.fromarray(picture).save(sys.argv[1])

# SPDX-License-Identifier: Apache-2.0
"""What moves in a film: the principal components of frames that workers hold.

`python film.py [frames]` starts a worker on each GPU, or on each group of cores, lets
them make a film of two patterns that swing beneath noise, and finds the patterns again.
Frames beyond the memory of the workers go to files meanwhile. It checks itself.
"""

import sys
import time

import dask
import dask.array as da
import numpy
import tenorite as np
from distributed import Client
from tenorite.dask import LocalCluster

PIXELS = 128
FRAMES_OF_A_CHUNK = 50
NOISE = 0.3


def patterns():
    """Two pictures of length 1, a wave along each axis: an array of (2, pixels)."""
    along = numpy.sin(numpy.arange(PIXELS) / 9.0)
    both = numpy.stack(
        [numpy.add.outer(along, 0 * along), numpy.add.outer(0 * along, along)]
    )
    both = both.reshape(2, -1)
    both -= both.mean(axis=1, keepdims=True)
    return both / numpy.linalg.norm(both, axis=1, keepdims=True)


def courses(frames):
    """How strong each pattern is in each frame: an array of (frames, 2)."""
    t = numpy.arange(frames)
    return numpy.stack([60 * numpy.sin(t / 7.0), 30 * numpy.cos(t / 3.0)], axis=1)


def some_frames(block, pictures):
    """The frames of a chunk, from the courses of its part of the film.

    All of it is recorded and runs as one pass over the memory of the chunk.
    """
    rng = np.random.default_rng(int(abs(block[0]).sum() * 1e6))
    noise = rng.standard_normal((len(block), pictures.shape[1]))
    return np.asarray(block) @ np.asarray(pictures) + NOISE * noise


def film(frames):
    """The film as a dask array of (frames, pixels), which nobody has computed yet."""
    parts = da.from_array(courses(frames), chunks=(FRAMES_OF_A_CHUNK, 2))
    return parts.map_blocks(
        some_frames,
        patterns(),
        chunks=(parts.chunks[0], (PIXELS**2,)),
        meta=np.empty((0, 0)),
    )


def components(x, count):
    """The first components of the frames, of length 1: an array of (count, pixels)."""
    centred = x - x.mean(axis=0)
    strengths, pictures = da.linalg.svd_compressed(
        centred, count, n_power_iter=1, seed=1
    )[1:]
    return dask.compute(strengths, pictures)


def main(frames):
    with LocalCluster(dashboard_address=":0") as cluster, Client(cluster) as client:
        workers = client.run(lambda: str(np.get_default_device()))
        x = film(frames).persist()
        print(f"{len(workers)} workers on {', '.join(sorted(set(workers.values())))}")
        print(f"{frames} frames, {x.nbytes / 1e6:.0f} MB in {x.npartitions} chunks")
        with dask.config.set({"array.backend": "tenorite"}):
            start = time.perf_counter()
            strengths, pictures = components(x, 2)
            seconds = time.perf_counter() - start
    assert isinstance(pictures, np.ndarray)
    found = abs(pictures.get() @ patterns().T)
    print(f"strengths {strengths[0]:.0f} and {strengths[1]:.0f}, in {seconds:.2f} s")
    print(f"likeness of the patterns: {found[0, 0]:.3f} and {found[1, 1]:.3f}")
    assert found[0, 0] > 0.99 and found[1, 1] > 0.98, found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)

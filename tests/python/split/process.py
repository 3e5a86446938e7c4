# SPDX-License-Identifier: Apache-2.0
"""A program over the ranks that there are: what it computes, as JSON, on rank 0."""

import json
import warnings

import tenorite as np
from tenorite.distributed import Communicator, Mesh, Split


def heat(place):
    """A plate whose edge is hot: slices along both axes, and assignments."""
    u = np.zeros((300, 120), device=place)
    u[0] = 100.0
    for _ in range(50):
        v = u.copy()
        inner = u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        v[1:-1, 1:-1] = inner + 0.2 * (around - 4 * inner)
        u = v
    return u


def program(place):
    u = heat(place)
    x = np.random.default_rng(3, device=place).normal(size=(500, 20))
    centred = x - x.mean(axis=0)
    cov = centred.T @ centred / 499
    counts, edges = np.histogram(x, 8)
    return {
        "heat": float(u.sum()),
        "hot": int((u > 10).sum()),
        "largest": np.sort(u.ravel())[-5:].tolist(),
        "spectrum": float((abs(np.fft.rfft2(u)) ** 2).max()),
        "variances": np.sum(cov * np.eye(20), axis=1).tolist(),
        "counts": counts.tolist(),
        "edges": edges.tolist(),
        "norm": float(np.linalg.norm(x)),
        "medians": np.median(x, axis=0).tolist(),
        "first": x[x > 2].tolist()[:3],
        "scan": np.cumsum(u, axis=0)[-1].tolist(),
    }


if __name__ == "__main__":
    warnings.simplefilter("error")
    with Communicator("cpu") as comm:
        found = program(Split(Mesh(comm)))
        if comm.rank == 0:
            print(json.dumps(found))
        comm.barrier()

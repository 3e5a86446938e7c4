# SPDX-License-Identifier: Apache-2.0
"""Simplices of a Delaunay triangulation that hold points: walks from neighbours."""

import math

import numpy

from ..._numpy.creation import arange, ascontiguousarray, empty
from ..._numpy.grids import meshgrid
from ..._numpy.joining import concatenate, stack
from .._kernels import KernelFile, blocks, launch

__all__ = ["EPS", "places", "transforms"]

_kernels = KernelFile(__file__, "simplices.cuh")
_FINER = 4  # cells of a table along each cell of the one before

EPS = 100 * float(numpy.finfo(float).eps)  # how far outside a point may be
_LEAST = 10 * EPS  # reciprocal of a condition number, of simplices that are not flat


def transforms(tri):
    """Maps to barycentric coordinates, as Delaunay.transform says."""
    shape = tri.nsimplex, tri.ndim + 1, tri.ndim
    out = empty(shape, device=tri.points.device)
    arguments = tri.points, tri.simplices, numpy.int64(tri.nsimplex)
    kernel = _kernels("make_transforms", tri.ndim)
    launch(kernel, blocks(tri.nsimplex), (*arguments, numpy.float64(_LEAST), out))
    return out


def places(triangulation, points, eps, *, walks=True):
    """(simplex of each point (count, ndim), coordinates in it, (count, ndim + 1)).

    Simplices are int32, -1 outside of all, coordinates barycentric. Points may lie
    outside of a simplex by `eps` in these. All simplices are looked at unless it `walks`.
    """
    shape = len(points), triangulation.ndim + 1
    coordinates = empty(shape, device=triangulation.points.device)
    table = _table(triangulation) if walks else (None, 1)
    found = _ends(triangulation, points, *table, eps, coordinates, walks=walks)
    return found, coordinates


def _ends(tri, points, starts, cells, eps, coordinates=None, *, walks=True, last=False):
    """The result of find_simplices of simplices.cuh."""
    points = ascontiguousarray(points.astype("d", copy=False))
    count = len(points)
    found = empty(count, "i", device=tri.points.device)
    box = concatenate([tri.min_bound, tri.max_bound])
    arguments = tri.transform, tri.neighbors, numpy.int64(tri.nsimplex), box
    arguments += starts, numpy.int64(cells), points, numpy.int64(count), walks
    reach = numpy.float64(eps), numpy.float64(math.sqrt(eps))
    kernel = _kernels("find_simplices", tri.ndim, last)
    launch(kernel, blocks(count), (*arguments, *reach, found, coordinates))
    return found


def _table(tri):
    """(a simplex near to the middle of each cell of the box, cells along an axis).

    There are about as many cells as simplices. Each table is made by walks from the one
    before; the triangulation keeps the last.
    """
    if "table" in tri._kept:
        return tri._kept["table"]
    starts, coarse, cells = None, 1, 1
    while True:
        starts = _ends(tri, _middles(tri, cells), starts, coarse, EPS, last=True)
        if (cells * _FINER) ** tri.ndim > tri.nsimplex:
            break
        coarse, cells = cells, cells * _FINER
    tri._kept["table"] = starts, cells
    return starts, cells


def _middles(tri, cells):
    """The middles of the cells of the box, in C order, (cells ** ndim, ndim)."""
    part = (arange(cells, device=tri.points.device) + 0.5) / cells
    parts = meshgrid(*[part] * tri.ndim, indexing="ij")
    places = stack(parts, axis=-1).reshape(-1, tri.ndim)
    return tri.min_bound + (tri.max_bound - tri.min_bound) * places

# SPDX-License-Identifier: Apache-2.0
"""Delaunay triangulations: made by SciPy's Qhull on the host, searched on the device."""

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import zeros
from ..._numpy.joining import concatenate
from ..._numpy.products import matmul
from .. import _host
from ._simplices import EPS, places, transforms

__all__ = ["Delaunay", "tsearch"]


class Delaunay(_host.HostObject):
    """The Delaunay triangulation of points (n, ndim), made by SciPy on the host.

    What it consists of is held on the device of the points, where simplices are found
    and distances computed; the rest is SciPy's. See scipy.spatial.Delaunay.

    >>> from tenorite.scipy.spatial import Delaunay
    >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    >>> with np.config.using(fallback="allow"):
    ...     triangulation = Delaunay(points)
    >>> triangulation.find_simplex(np.array([[0.5, 0.5], [2.0, 2.0]]))
    array([ 0, -1], dtype=int32)
    """

    def __init__(
        self, points, furthest_site=False, incremental=False, qhull_options=None
    ):
        make = _host._attribute(__package__, "Delaunay")
        made = make(points, furthest_site, incremental, qhull_options)
        like = points if isinstance(points, ndarray) else zeros(0)
        self._hold(made._theirs, like.device)

    def _hold(self, theirs, device):
        name = f"tenorite.scipy.spatial.{type(self).__name__}"
        super().__init__(theirs, name, str(device))
        vars(self)["_kept"] = {}  # until points are added

    @classmethod
    def _of(cls, theirs, device):
        self = object.__new__(cls)
        self._hold(theirs, device)
        return self

    def __reduce__(self):
        return type(self)._of, (self._theirs, self._device)

    def __repr__(self):
        return f"<{self._name} of {self.npoints} points>"

    def _on_device(self, name):
        """An array of SciPy's object, or a tuple of them, on the device; copied once."""
        if name not in self._kept:
            value, like = getattr(self._theirs, name), zeros(0, device=self._device)
            if isinstance(value, tuple):
                self._kept[name] = tuple(own_beside(x, like) for x in value)
            else:
                self._kept[name] = own_beside(value, like)
        return self._kept[name]

    @property
    def points(self):
        """The points, (npoints, ndim), float64."""
        return self._on_device("points")

    @property
    def simplices(self):
        """Numbers of the vertices of each simplex, (nsimplex, ndim + 1), int32."""
        return self._on_device("simplices")

    @property
    def neighbors(self):
        """The simplex opposite each vertex, (nsimplex, ndim + 1), int32; -1 for none."""
        return self._on_device("neighbors")

    @property
    def equations(self):
        """Planes of the simplices on the paraboloid, (nsimplex, ndim + 2), float64."""
        return self._on_device("equations")

    @property
    def transform(self):
        """Maps to barycentric coordinates, (nsimplex, ndim + 1, ndim), float64.

        NaN of simplices that are degenerate.
        """
        if "transform" not in self._kept:
            self._kept["transform"] = transforms(self)
        return self._kept["transform"]

    @property
    def vertex_to_simplex(self):
        """A simplex of each point, (npoints,), int32."""
        return self._on_device("vertex_to_simplex")

    @property
    def vertex_neighbor_vertices(self):
        """(indptr, indices): neighbours of k are indices[indptr[k] : indptr[k + 1]]."""
        return self._on_device("vertex_neighbor_vertices")

    @property
    def convex_hull(self):
        """Numbers of the vertices of the hull's faces, (faces, ndim), int32."""
        return self._on_device("convex_hull")

    @property
    def coplanar(self):
        """(point, simplex, vertex) of points that are left out, (ncoplanar, 3), int32."""
        return self._on_device("coplanar")

    @property
    def min_bound(self):
        """The least coordinates of the points, (ndim,), float64."""
        return self._on_device("min_bound")

    @property
    def max_bound(self):
        """The largest coordinates of the points, (ndim,), float64."""
        return self._on_device("max_bound")

    def add_points(self, points, restart=False):
        """Adds points to a triangulation that was made with `incremental`.

        See scipy.spatial.Delaunay.add_points.

        >>> from tenorite.scipy.spatial import Delaunay
        >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 3.0]])
        >>> with np.config.using(fallback="allow"):
        ...     triangulation = Delaunay(points, incremental=True)
        ...     triangulation.add_points(np.array([[3.0, 2.0]]))
        >>> triangulation.npoints
        5
        """
        super().__getattr__("add_points")(points, restart)
        self._kept.clear()

    def find_simplex(self, xi, bruteforce=False, tol=None):
        """The simplex that holds each of points (..., ndim), int32; -1 outside.

        Points on a face may be given to either side. See
        scipy.spatial.Delaunay.find_simplex.

        >>> from tenorite.scipy.spatial import Delaunay
        >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
        >>> with np.config.using(fallback="allow"):
        ...     triangulation = Delaunay(points)
        >>> triangulation.find_simplex(np.array([0.5, 0.5]))
        array(0, dtype=int32)
        """
        xi = self._points(xi, "wrong dimensionality in xi")
        eps = EPS if tol is None else float(tol)
        flat = xi.reshape(-1, self.ndim)
        found, _ = places(self, flat, eps, walks=not bruteforce)
        return found.reshape(xi.shape[:-1])

    def _points(self, x, words):
        x = as_operand(x, self.points)
        if x.shape[-1] != self.ndim:
            raise ValueError(words)
        return x

    def lift_points(self, x):
        """Points (..., ndim) on the paraboloid, (..., ndim + 1), float64.

        See scipy.spatial.Delaunay.lift_points.

        >>> from tenorite.scipy.spatial import Delaunay
        >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
        >>> with np.config.using(fallback="allow"):
        ...     triangulation = Delaunay(points)
        >>> triangulation.lift_points(np.array([[1.0, 1.0]])).shape
        (1, 3)
        """
        x = as_operand(x, self.points)
        height = (x**2).sum(axis=-1) * self.paraboloid_scale + self.paraboloid_shift
        return concatenate([x.astype("d", copy=False), height[..., None]], axis=-1)

    def plane_distance(self, xi):
        """Distances of lifted points (..., ndim) from all planes, (..., nsimplex).

        See scipy.spatial.Delaunay.plane_distance.

        >>> from tenorite.scipy.spatial import Delaunay
        >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
        >>> with np.config.using(fallback="allow"):
        ...     triangulation = Delaunay(points)
        >>> triangulation.plane_distance(np.array([[1.0, 1.0]])).shape
        (1, 1)
        """
        words = "xi has different dimensionality than triangulation"
        xi = self._points(xi, words).astype("d", copy=False)
        planes = self.equations
        return matmul(self.lift_points(xi), planes[:, :-1].T) + planes[:, -1]


def tsearch(tri, xi):
    """The simplex that holds each of points (..., ndim), int32; -1 outside.

    As Delaunay.find_simplex(). See scipy.spatial.tsearch.

    >>> from tenorite.scipy import spatial
    >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    >>> with np.config.using(fallback="allow"):
    ...     triangulation = spatial.Delaunay(points)
    >>> spatial.tsearch(triangulation, np.array([[0.5, 0.5]]))
    array([0], dtype=int32)
    """
    return tri.find_simplex(xi)

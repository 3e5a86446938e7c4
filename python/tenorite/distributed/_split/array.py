# SPDX-License-Identifier: Apache-2.0
"""The array whose parts are on the devices of a mesh."""

import functools
import math

from ..._array.convert import from_host
from ..._numpy.creation import zeros
from . import cuts
from .mesh import Replicated, Split


class Layout:
    """Where the items of an array are.

    Split along `axis`, of which `ranges` says what each shard has; whole on each shard;
    or whole on `owner` alone, as an item of an axis that is cut.
    """

    __slots__ = (
        "__weakref__",
        "axis",
        "is_lone",
        "is_replicated",
        "is_split",
        "mesh",
        "owner",
        "ranges",
        "shards",
    )

    def __new__(cls, mesh, axis=None, ranges=None, owner=None):
        """The one object of these values, so that plans are found by it."""
        key = axis, ranges, owner
        self = mesh._layouts.get(key)
        if self is None:
            self = object.__new__(cls)
            self.mesh, self.axis, self.ranges, self.owner = mesh, axis, ranges, owner
            self.is_split = axis is not None
            self.is_lone = owner is not None
            self.is_replicated = axis is None and owner is None
            # Those of this process that have a part.
            self.shards = mesh.local
            if owner is not None:
                self.shards = [owner] if mesh._has(owner) else []
            self = mesh._layouts.setdefault(key, self)
        return self

    @classmethod
    def of_new(cls, device, shape):
        """That of a new array; ValueError for an axis that the shape lacks."""
        if isinstance(device, Replicated):
            return cls(device.mesh)
        axis = device.axis
        if not -len(shape) <= axis < len(shape):
            raise ValueError(
                f"cannot split axis {axis} of an array of dimension {len(shape)}"
            )
        axis %= len(shape)
        return cls(device.mesh, axis, cuts.standard(shape[axis], device.mesh.size))

    def part_shape(self, shape, shard):
        if not self.is_split:
            return tuple(shape)
        begin, end = self.ranges[shard]
        return (*shape[: self.axis], end - begin, *shape[self.axis + 1 :])


# Plans that a mesh keeps; they are made again after that.
_MOST_PLANS = 4096


def remembered(mesh, key, plan):
    if len(mesh._plans) >= _MOST_PLANS:
        mesh._plans.clear()
    mesh._plans[key] = plan
    return plan


def planned(function):
    """Decorator: what is made of a layout and other hashable values is kept."""

    @functools.wraps(function)
    def plan(layout, *args):
        key = function, layout, *args
        found = layout.mesh._plans.get(key)
        if found is None:
            found = remembered(layout.mesh, key, function(layout, *args))
        return found

    return plan


class SplitArray:
    """An array whose parts are on the devices of a mesh, with what NumPy's arrays have.

    Functions make them where they are given `device=Split(mesh, axis)` or
    `device=Replicated(mesh)`, and so does `x.to_device(...)` of any array. Operations
    run on each device with its part; what they need of other devices is brought there.

    Attributes
    ----------
    mesh
        Its devices.
    device
        How the array is laid out, a Split or a Replicated.
    shape
        Of the whole array.
    dtype
        Of its items.
    ndim
        How many axes there are.
    size
        How many items there are.
    itemsize
        Bytes of an item.
    nbytes
        Bytes of all items, on all devices together.
    T
        The transposed array.
    mT
        The array with its last two axes exchanged.
    real
        The real parts.
    imag
        The imaginary parts.

    See Also
    --------
    Split : Cuts an array along an axis.
    gathers : What was brought together since there was no other way.

    Notes
    -----
    NumPy has none. `numpy.sum(x)` and `tenorite.sum(x)` are the same for them.

    Examples
    --------
    >>> import tenorite as np
    >>> mesh = np.distributed.Mesh(["cpu", "cpu", "cpu"])
    >>> x = np.ones((6, 4), device=np.distributed.Split(mesh, axis=1))
    >>> x.local(2).shape
    (6, 2)
    >>> x.sum()
    array(24.)
    """

    __slots__ = ("__weakref__", "_dtype", "_layout", "_parts", "_shape")

    # Operators of NumPy's and our arrays leave it to ours.
    __array_priority__ = 1000.0

    @property
    def mesh(self):
        """Its devices."""
        return self._layout.mesh

    @property
    def device(self):
        """How the array is laid out."""
        layout = self._layout
        if layout.is_split:
            return Split(layout.mesh, layout.axis)
        return Replicated(layout.mesh)

    @property
    def shape(self):
        """Of the whole array."""
        return self._shape

    @property
    def dtype(self):
        """Of its items."""
        return self._dtype

    @property
    def ndim(self):
        """How many axes there are."""
        return len(self._shape)

    @property
    def size(self):
        """How many items there are."""
        return math.prod(self._shape)

    @property
    def itemsize(self):
        """Bytes of an item."""
        return self._dtype.itemsize

    @property
    def nbytes(self):
        """Bytes of all items, on all devices together."""
        return self.size * self.itemsize

    def local(self, shard):
        """The part on a device of this process: an ordinary array, on the same memory.

        Parameters
        ----------
        shard : int
            The number of the device in its mesh.

        Returns
        -------
        ndarray
            The part.

        Raises
        ------
        ValueError
            If this process has no such part.

        Notes
        -----
        NumPy has none.

        Examples
        --------
        >>> import tenorite as np
        >>> mesh = np.distributed.Mesh(["cpu", "cpu"])
        >>> np.arange(4, device=np.distributed.Split(mesh)).local(0)
        array([0, 1])
        """
        parts = self._parts
        if not 0 <= shard < len(parts) or parts[shard] is None:
            raise ValueError(
                f"there is no part {shard} here; this process has "
                f"{[i for i, x in enumerate(parts) if x is not None]}"
            )
        return parts[shard]

    def __len__(self):
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]


def split_array(layout, shape, parts, dtype=None):
    """A SplitArray of parts, one for each shard, None where this process has none."""
    self = object.__new__(SplitArray)
    self._layout, self._shape, self._parts = layout, tuple(shape), parts
    if dtype is None:
        dtype = next(x for x in parts if x is not None).dtype
    self._dtype = dtype
    return self


def is_small(a):
    """Whether the array is brought together where all of it has to be seen."""
    return a.nbytes <= cuts.SMALL


def made(layout, shape, make, dtype=None):
    """A SplitArray whose parts are make(shard), of shards that this process has."""
    parts = [None] * layout.mesh.size
    for shard in layout.shards:
        parts[shard] = make(shard)
    return split_array(layout, shape, parts, dtype)


def with_parts(like, shape, make, layout=None):
    """Likewise with make(part) of the parts of another one."""
    parts = [None if x is None else make(x) for x in like._parts]
    dtype = None
    if not like._layout.shards:  # what another process's dtype will be
        sample = zeros(like._shape, like._dtype, device=like.mesh.devices[0])
        dtype = make(sample).dtype
    return split_array(layout or like._layout, shape, parts, dtype)


def from_whole(x, layout):
    """A SplitArray with the values of an array of one place; x may be a host array."""

    def part(shard):
        key = ()
        if layout.is_split:
            key = (slice(None),) * layout.axis + (slice(*layout.ranges[shard]),)
        device = layout.mesh._device(shard)
        piece = x[key]
        if not hasattr(piece, "to_device"):
            return from_host(piece, device)
        return (
            piece.copy()
            if str(piece.device) == str(device)
            else piece.to_device(device)
        )

    return made(layout, x.shape, part, x.dtype)

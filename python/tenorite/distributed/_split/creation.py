# SPDX-License-Identifier: Apache-2.0
"""New arrays, made part by part where that is known to give the same values."""

import operator

import numpy

from ..._array.convert import as_dtype
from ..._numpy import creation, diagonals, grids, sources
from .array import Layout, SplitArray, from_whole, made
from .elementwise import copied
from .moves import replicated, resplit, whole
from .shapes import stack

# The functions that make arrays in one place.
_PLAIN = {
    name: getattr(module, name)
    for module in (creation, diagonals, grids, sources)
    for name in module.__all__
}


def to_device(x, device):
    """An array, of one place or of a mesh, as `device` says; or in one place."""
    if not isinstance(x, SplitArray):
        return from_whole(x, Layout.of_new(device, x.shape))
    if not hasattr(device, "mesh"):
        return whole(x).to_device(device)
    layout = Layout.of_new(device, x.shape)
    if layout.mesh is not x.mesh:
        return from_whole(whole(x), layout)
    moved = resplit(x, layout.axis) if layout.is_split else replicated(x)
    return moved if moved is x else copied(moved)  # what did not move is a view


def _shape(shape):
    if hasattr(shape, "__index__"):
        return (operator.index(shape),)
    return tuple(operator.index(n) for n in shape)


def _filled(name, *before):
    function = _PLAIN[name]

    def make(shape, *values, dtype=None, order="C", device=None, like=None):
        values, dtype = _with_dtype(values, dtype, len(before))
        shape = _shape(shape)
        layout = Layout.of_new(device, shape)
        return made(
            layout,
            shape,
            lambda s: function(
                layout.part_shape(shape, s),
                *values,
                dtype=dtype,
                order=order,
                device=layout.mesh._device(s),
            ),
        )

    return make


def _with_dtype(values, dtype, needed):
    """The dtype may come by its position, after what a shape is filled with."""
    if len(values) > needed:
        return values[:needed], values[needed]
    return values, dtype


zeros = _filled("zeros")
ones = _filled("ones")
empty = _filled("empty")
full = _filled("full", "fill_value")


def _like(name, *before):
    function = _PLAIN[name]

    def make(a, *values, dtype=None, order="K", subok=True, shape=None, device=None):
        values, dtype = _with_dtype(values, dtype, len(before))
        if not hasattr(a, "dtype"):
            a = numpy.asarray(a)
        dtype = a.dtype if dtype is None else dtype
        if shape is None and device is None and isinstance(a, SplitArray):
            return made(
                a._layout,
                a.shape,
                lambda s: function(a._parts[s], *values, dtype=dtype, order=order),
            )
        shape = a.shape if shape is None else _shape(shape)
        if device is None:
            device = a.device
        if not hasattr(device, "mesh"):
            plain = name.removesuffix("_like")
            return _PLAIN[plain](shape, *values, dtype=dtype, device=device)
        plain = {"zeros": zeros, "ones": ones, "empty": empty, "full": full}
        return plain[name.removesuffix("_like")](
            shape, *values, dtype=dtype, device=device
        )

    return make


zeros_like = _like("zeros_like")
ones_like = _like("ones_like")
empty_like = _like("empty_like")
full_like = _like("full_like", "fill_value")


def arange(start, stop=None, step=1, dtype=None, *, device=None, like=None):
    """Integers part by part; others as a whole, whose last bits are NumPy's."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    numbers = (start, stop, step)
    if not all(isinstance(x, (int, numpy.integer)) for x in numbers):
        return _split_whole(
            lambda place: creation.arange(start, stop, step, dtype, device=place),
            device,
        )
    n = len(range(start, stop, step))
    layout = Layout.of_new(device, (n,))

    def part(shard):
        low, high = (0, n) if not layout.is_split else layout.ranges[shard]
        return creation.arange(
            start + low * step,
            start + high * step,
            step,
            dtype,
            device=layout.mesh._device(shard),
        )[: high - low]

    return made(layout, (n,), part)


def _split_whole(make, device):
    mesh = device.mesh
    x = make(mesh.devices[0])
    if isinstance(x, tuple):  # linspace with its step
        return (from_whole(x[0], Layout.of_new(device, x[0].shape)), *x[1:])
    return from_whole(x, Layout.of_new(device, x.shape))


def of_values(name):
    """array, asarray and the like: of arrays of a mesh, or for one."""
    function = _PLAIN[name]
    copies = name in ("array", "copy")

    def make(a, dtype=None, *args, device=None, copy=copies, **keywords):
        if not isinstance(a, SplitArray):
            if _holds_split(a):
                a = stack([make(x) for x in a])
            else:
                return _split_whole(
                    lambda place: function(a, dtype, *args, device=place, **keywords),
                    device,
                )
        if device is not None:
            a = to_device(a, device)
            if not isinstance(a, SplitArray):
                return a if dtype is None else a.astype(dtype)
        if dtype is not None and as_dtype(dtype) != a.dtype:
            return a.astype(dtype)
        return copied(a) if copy else a

    return make


def _holds_split(a):
    return isinstance(a, (list, tuple)) and any(
        isinstance(x, SplitArray) or _holds_split(x) for x in a
    )


def made_whole(name):
    """Of a function that makes arrays: made on one device, and cut."""
    function = _PLAIN[name]

    def make(*args, device=None, **keywords):
        return _split_whole(
            lambda place: function(*args, device=place, **keywords), device
        )

    return make


def asnumpy(a, *args, **keywords):
    return a.get()


def tri_part(name):
    """tril and triu: of each part, whose rows or columns begin somewhere."""
    function = _PLAIN[name]

    def make(m, k=0):
        layout = m._layout
        if not layout.is_split or layout.axis < m.ndim - 2:
            return made(layout, m.shape, lambda s: function(m._parts[s], k), m.dtype)
        sign = 1 if layout.axis == m.ndim - 2 else -1
        return made(
            layout,
            m.shape,
            lambda s: function(m._parts[s], k + sign * layout.ranges[s][0]),
            m.dtype,
        )

    return make

# SPDX-License-Identifier: Apache-2.0
"""Discrete Fourier transforms: an axis that is cut is made whole by a transposition."""

from numpy.lib.array_utils import normalize_axis_index

from ... import fft
from .array import Layout, split_array
from .gathering import on_whole
from .moves import replicated, resplit
from .shapes import roll

_OF_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")


def _along(name):
    function = getattr(fft, name)

    def transform(a, n=None, axis=-1, norm=None, out=None):
        axis = normalize_axis_index(axis, a.ndim)
        if not a._layout.is_split:
            a = replicated(a)
        layout = a._layout
        if layout.axis == axis:
            if a.ndim == 1:
                return on_whole(f"fft.{name}", function, (a,), {"n": n, "norm": norm})
            others = [i for i in range(a.ndim) if i != axis]
            a = resplit(a, max(others, key=lambda i: a.shape[i]))
            layout = a._layout
        parts = [None if x is None else function(x, n, axis, norm) for x in a._parts]
        length = next(x for x in parts if x is not None).shape[axis]
        shape = (*a.shape[:axis], length, *a.shape[axis + 1 :])
        return split_array(layout, shape, parts)

    return transform


one = {name: _along(name) for name in _OF_ONE}


def _several(name, first, rest, default):
    """Along axes, the last one first, as NumPy's; `first` is that of the last axis."""
    backwards = name.startswith("irfft")
    of_one_device = getattr(fft, name)

    def transform(a, s=None, axes=default, norm=None, out=None):
        if a.mesh.size == 1:
            part = of_one_device(a._parts[0], s, axes, norm)
            layout = a._layout
            if layout.is_split:
                layout = Layout(a.mesh, layout.axis, ((0, part.shape[layout.axis]),))
            return split_array(layout, part.shape, [part])
        if axes is None:
            axes = range(a.ndim) if s is None else range(-len(s), 0)
        axes = [normalize_axis_index(axis, a.ndim) for axis in axes]
        lengths = (
            [None if n == -1 else n for n in s] if s is not None else [None] * len(axes)
        )
        steps = list(zip(axes, lengths, strict=True))
        if backwards:
            order = [(rest, *step) for step in steps[:-1]] + [(first, *steps[-1])]
        else:
            order = [(first, *steps[-1])] + [
                (rest, *step) for step in reversed(steps[:-1])
            ]
        for function, axis, n in order:
            a = one[function](a, n, axis, norm)
        return a

    return transform


several = {
    f"{prefix}fft{suffix}": _several(
        f"{prefix}fft{suffix}", f"{prefix}fft", rest, default
    )
    for prefix, rest in (("", "fft"), ("i", "ifft"), ("r", "fft"), ("ir", "ifft"))
    for suffix, default in (("2", (-2, -1)), ("n", None))
}


def shifted(name):
    def shift(x, axes=None):
        if axes is None:
            axes = tuple(range(x.ndim))
        elif not isinstance(axes, (tuple, list)):
            axes = (axes,)
        half = [x.shape[i] // 2 for i in axes]
        return roll(x, [-n for n in half] if name == "ifftshift" else half, axes)

    return shift

# SPDX-License-Identifier: Apache-2.0
"""Binary and grey morphology."""

import math
import operator

import numpy

from ..._array.convert import as_operand, from_host, host_array
from ..._core import copyto, warn
from ..._numpy.creation import asarray, astype, empty, zeros
from ..._numpy.ufuncs import (
    add,
    bitwise_xor,
    logical_and,
    logical_not,
    subtract,
)
from ..._runtime.help import document as _document
from .._kernels import KernelFile, blocks, launch
from ._filters import extremum_filter, origins_of, over_all_axes
from ._labels import Components, neighbourhood
from ._output import (
    for_axes,
    in_c_order,
    is_array,
    output_for,
    structure_dtype,
    writable,
)

__all__ = [
    "binary_closing",
    "binary_dilation",
    "binary_erosion",
    "binary_fill_holes",
    "binary_hit_or_miss",
    "binary_opening",
    "binary_propagation",
    "black_tophat",
    "generate_binary_structure",
    "grey_closing",
    "grey_dilation",
    "grey_erosion",
    "grey_opening",
    "iterate_structure",
    "morphological_gradient",
    "morphological_laplace",
    "white_tophat",
]

_kernels = KernelFile(__file__, "morphology.cuh")

# How many steps are made before somebody looks whether the last one changed anything.
_STEPS = (4, 8, 16, 32)


# ---- arguments ----


def _chosen_axes(axes, ndim):
    """The axes as a tuple of numbers that are not negative; ValueError."""
    if axes is None:
        return tuple(range(ndim))
    if numpy.isscalar(axes):
        axes = (axes,)
    elif not numpy.iterable(axes):
        raise ValueError("axes must be an integer, iterable of integers, or None")
    axes = tuple(operator.index(axis) for axis in axes)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"specified axis: {axis} is out of range")
    axes = tuple(axis % ndim for axis in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("axes must be unique")
    return axes


def _reflected(window, origins):
    """The window turned about its centre, and its origins."""
    turned = window[(slice(None, None, -1),) * window.ndim]
    return turned, [
        -origin - (n % 2 == 0) for origin, n in zip(origins, window.shape, strict=False)
    ]


class _Window:
    """A footprint over an array in C order: what launches are told of it."""

    def __init__(self, footprint, origins, shape, device):
        self.rank = len(shape)
        size = footprint.shape
        before = [n // 2 + int(o) for n, o in zip(size, origins, strict=True)]
        if any(not 0 <= b < n for b, n in zip(before, size, strict=True)):
            raise ValueError("invalid origin")
        window = numpy.zeros(
            (),
            structure_dtype(*((name, "i8", (self.rank,)) for name in ("n", "s", "b"))),
        )
        window["n"], window["s"], window["b"] = shape, size, before
        self.window = window[()]
        places = numpy.argwhere(footprint).reshape(-1, self.rank)
        strides = numpy.cumprod([1, *shape[:0:-1]])[::-1]
        taps = numpy.column_stack([places, places @ strides])
        taps = numpy.ascontiguousarray(taps, numpy.int64)
        self.tap_count = numpy.int32(len(taps))
        self.taps = from_host(taps, device)
        self.index = "int" if math.prod(shape) < 1 << 31 else "long long"


def _structure_of(structure, rank):
    """A structuring element on the host; the cross of the nearest neighbours of None.

    Launches are told of its items, so one on a device is waited for.
    """
    if structure is None:
        return neighbourhood(rank, 1)
    return host_array(structure)


def _number_of(iterations):
    try:
        return operator.index(iterations)
    except TypeError as error:
        raise TypeError("iterations parameter should be an integer") from error


# ---- structures ----


def generate_binary_structure(rank, connectivity):
    """The neighbours at most `connectivity` steps along axes away, three along each.

    See scipy.ndimage.generate_binary_structure.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.generate_binary_structure(2, 1)
    array([[False,  True, False],
           [ True,  True,  True],
           [False,  True, False]])
    """
    return asarray(neighbourhood(rank, connectivity))


def iterate_structure(structure, iterations, origin=None):
    """The structure dilated by itself `iterations - 1` times, and its origin if given.

    See scipy.ndimage.iterate_structure.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.iterate_structure(np.ones((1, 2)), 3).shape
    (1, 4)
    """
    structure = as_operand(structure)
    if iterations < 2:
        return structure.copy()
    more = operator.index(iterations - 1)
    shape = [n + more * (n - 1) for n in structure.shape]
    out = zeros(shape, bool, device=structure.device)
    inner = tuple(slice(more * (n // 2), more * (n // 2) + n) for n in structure.shape)
    out[inner] = structure != 0
    out = binary_dilation(out, structure, iterations=more)
    if origin is None:
        return out
    return out, [iterations * step for step in for_axes(origin, structure.ndim)]


# ---- binary images ----


def _binary(
    input,
    structure,
    iterations,
    mask,
    output,
    border_value,
    origin,
    invert,
    brute_force,
    axes,
):
    """Erosions; with `invert` those of the complement, which are dilations."""
    iterations = _number_of(iterations)
    input = as_operand(input)
    ndim = input.ndim
    if input.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    axes = _chosen_axes(axes, ndim)
    structure = _structure_of(structure, len(axes)).astype(bool)
    structure = over_all_axes(ndim, axes, structure, "structure")
    if structure.ndim != ndim:
        raise RuntimeError("structure and input must have same dimensionality")
    if structure.size < 1:
        raise RuntimeError("structure must not be empty")
    if mask is not None:
        mask = as_operand(mask, input)
        if mask.shape != input.shape:
            raise RuntimeError("mask and input must have equal sizes")
    origins = origins_of(ndim, axes, origin)
    centre = bool(
        structure[
            tuple(n // 2 + o for n, o in zip(structure.shape, origins, strict=True))
        ]
    )
    if not is_array(output):
        output = bool
    elif output.dtype.kind == "c":
        raise TypeError("Complex output type not supported")
    output = output_for(output, input)
    border = bool(operator.index(border_value)) != bool(invert)
    if input.size:
        for a in (input, output, *([] if mask is None else [mask])):
            if a.dtype.char == "e":
                raise RuntimeError("data type not supported")
    image = in_c_order(astype(input, bool, copy=False))
    if mask is not None:
        mask = in_c_order(astype(mask, bool, copy=False))
    if ndim == 0:
        image = image.reshape(1)
        mask = None if mask is None else mask.reshape(1)
        structure, origins = structure.reshape(1), [0]
    work = _BinarySteps(image, mask, structure, origins, border, invert, centre)
    result = work.run(iterations)
    into = writable(output, input)
    into[...] = result.reshape(into.shape)
    return output


class _BinarySteps:
    """Erosions of one image with one structure."""

    def __init__(self, image, mask, structure, origins, border, invert, centre):
        self.image, self.mask, self.invert = image, mask, invert
        self.structure, self.origins, self.centre = structure, origins, centre
        self.window = _Window(structure, origins, image.shape, image.device)
        self.border = border

    def run(self, iterations):
        if self.image.size == 0:
            return self.image
        if iterations == 1:
            return self._steps(self.image, 1)
        if iterations > 1:
            return self._steps(self.image, iterations)
        if self._is_a_neighbourhood():
            return self._spread()
        done = self.image
        for batch in self._batches():
            changed = zeros(batch, "i4", device=self.image.device)
            done = self._steps(done, batch, changed)
            if not int(changed[-1]):  # waits for the device, once for all these steps
                return done

    def _batches(self):
        yield from _STEPS
        while True:
            yield _STEPS[-1]

    def _steps(self, image, steps, changed=None):
        window = self.window
        kernel = _kernels("binary_step", window.rank, window.index)
        buffers = [empty(image.shape, bool, device=image.device)]
        if steps > 1:
            buffers.append(empty(image.shape, bool, device=image.device))
        numbers = (self.border, self.invert, self.centre)
        count = numpy.int64(image.size)
        for k in range(steps):
            out = buffers[k % 2]
            args = (
                image,
                self.mask,
                out,
                window.window,
                window.taps,
                window.tap_count,
                *map(numpy.int32, numbers),
                None if changed is None else changed[k:],
                count,
            )
            launch(kernel, blocks(image.size), args)
            image = out
        return image

    def _is_a_neighbourhood(self):
        """Whether what is reached from an item is what it is reached from."""
        structure = self.structure
        return (
            self.centre
            and structure.shape == (3,) * structure.ndim
            and not any(self.origins)
            and structure.ndim <= 9
            and bool(
                (
                    structure == structure[(slice(None, None, -1),) * structure.ndim]
                ).all()
            )
        )

    def _spread(self):
        """The end of all steps: what is connected with what changed at first.

        Changes go from neighbour to neighbour, but not outside of the mask.
        """
        done = self._steps(self.image, 1)  # beside the border
        sources = done if self.invert else logical_not(done)
        places = sources | self.mask if self.mask is not None else None
        if places is None:
            places = sources | True
        parts = Components(in_c_order(places), self.structure)
        return parts.spread(in_c_order(sources), not self.invert)


def binary_erosion(
    input,
    structure=None,
    iterations=1,
    mask=None,
    output=None,
    border_value=0,
    origin=0,
    brute_force=False,
    *,
    axes=None,
):
    """Erosion of a binary image: items whose whole neighbourhood is in the image.

    Without end for iterations < 1: until nothing changes. `brute_force` is accepted:
    the result does not depend on it. See scipy.ndimage.binary_erosion.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_erosion(np.array([0, 1, 1, 1, 0]))
    array([False, False,  True, False, False])
    """
    return _binary(
        input, structure, iterations, mask, output, border_value, origin, False,
        brute_force, axes,
    )  # fmt: skip


def binary_dilation(
    input,
    structure=None,
    iterations=1,
    mask=None,
    output=None,
    border_value=0,
    origin=0,
    brute_force=False,
    *,
    axes=None,
):
    """Dilation of a binary image: items with one of the image in their neighbourhood.

    Without end for iterations < 1: until nothing changes. `brute_force` is accepted:
    the result does not depend on it. See scipy.ndimage.binary_dilation.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_dilation(np.array([0, 0, 1, 0, 0]))
    array([False,  True,  True,  True, False])
    """
    input = as_operand(input)
    axes = _chosen_axes(axes, input.ndim)
    structure = _structure_of(structure, len(axes))
    structure, origins = _reflected(structure, for_axes(origin, len(axes)))
    return _binary(
        input, structure, iterations, mask, output, border_value, origins, True,
        brute_force, axes,
    )  # fmt: skip


def binary_opening(
    input,
    structure=None,
    iterations=1,
    output=None,
    origin=0,
    mask=None,
    border_value=0,
    brute_force=False,
    *,
    axes=None,
):
    """Erosions and then dilations, which remove what is smaller than the structure.

    See scipy.ndimage.binary_opening.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_opening(np.array([1, 0, 1, 1, 1, 0]))
    array([False, False,  True,  True,  True, False])
    """
    rest = mask, None, border_value, origin, brute_force
    made = binary_erosion(input, structure, iterations, *rest, axes=axes)
    rest = mask, output, border_value, origin, brute_force
    return binary_dilation(made, structure, iterations, *rest, axes=axes)


def binary_closing(
    input,
    structure=None,
    iterations=1,
    output=None,
    origin=0,
    mask=None,
    border_value=0,
    brute_force=False,
    *,
    axes=None,
):
    """Dilations and then erosions, which fill what is smaller than the structure.

    See scipy.ndimage.binary_closing.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_closing(np.array([0, 1, 0, 1, 1, 0]))
    array([False,  True,  True,  True,  True, False])
    """
    rest = mask, None, border_value, origin, brute_force
    made = binary_dilation(input, structure, iterations, *rest, axes=axes)
    rest = mask, output, border_value, origin, brute_force
    return binary_erosion(made, structure, iterations, *rest, axes=axes)


def binary_hit_or_miss(
    input,
    structure1=None,
    structure2=None,
    output=None,
    origin1=0,
    origin2=None,
    *,
    axes=None,
):
    """Where structure1 fits into the image and structure2 into its complement.

    None if there is an array as output. See scipy.ndimage.binary_hit_or_miss.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_hit_or_miss(np.array([0, 1, 0, 1, 1]), [0, 1, 0])
    array([False,  True, False, False, False])
    """
    input = as_operand(input)
    axes = _chosen_axes(axes, input.ndim)
    structure1 = _structure_of(structure1, len(axes))
    if structure2 is None:
        structure2 = numpy.logical_not(structure1)
    origin1 = for_axes(origin1, len(axes))
    origin2 = origin1 if origin2 is None else for_axes(origin2, len(axes))
    hits = _binary(input, structure1, 1, None, None, 0, origin1, False, False, axes)
    result = _binary(input, structure2, 1, None, output, 0, origin2, True, False, axes)
    into = writable(result, input)
    into[...] = logical_and(hits, logical_not(into))
    return None if is_array(output) else result


def binary_propagation(
    input,
    structure=None,
    mask=None,
    output=None,
    border_value=0,
    origin=0,
    *,
    axes=None,
):
    """Dilations inside of a mask until nothing changes.

    See scipy.ndimage.binary_propagation.

    >>> from tenorite.scipy import ndimage
    >>> mask = np.array([1, 1, 1, 0, 1])
    >>> ndimage.binary_propagation(np.array([0, 1, 0, 0, 0]), mask=mask)
    array([ True,  True,  True, False, False])
    """
    return binary_dilation(
        input, structure, -1, mask, output, border_value, origin, axes=axes
    )


def binary_fill_holes(input, structure=None, output=None, origin=0, *, axes=None):
    """The image with all that is not connected with the outside.

    None if there is an array as output. See scipy.ndimage.binary_fill_holes.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.binary_fill_holes(np.array([0, 1, 0, 1, 0]))
    array([False,  True,  True,  True, False])
    """
    input = as_operand(input)
    nothing = zeros(input.shape, bool, device=input.device)
    mask = logical_not(input)
    given = output if is_array(output) else None
    result = binary_dilation(nothing, structure, -1, mask, given, 1, origin, axes=axes)
    into = writable(result, input)
    into[...] = logical_not(into)
    return None if given is not None else result


# ---- grey images ----


def grey_erosion(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """The least item of the neighbourhood, less the structure's height there.

    See scipy.ndimage.grey_erosion.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.grey_erosion(np.array([3, 1, 4, 5, 9]), 3)
    array([1, 1, 1, 4, 5])
    """
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    return extremum_filter(
        input, size, footprint, structure, output, mode, cval, origin, True, axes
    )


def grey_dilation(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """The largest item of the neighbourhood, with the structure's height there.

    See scipy.ndimage.grey_dilation.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.grey_dilation(np.array([3, 1, 4, 5, 9]), 3)
    array([3, 4, 5, 9, 9])
    """
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    input = as_operand(input)
    axes = _chosen_axes(axes, input.ndim)
    origins = for_axes(origin, len(axes))
    sizes = for_axes(size, len(axes)) if footprint is structure is None else None
    if structure is not None:
        structure = host_array(structure)
        sizes = structure.shape
        structure = structure[(slice(None, None, -1),) * structure.ndim]
    if footprint is not None:
        footprint = host_array(footprint)
        sizes = footprint.shape
        footprint = footprint[(slice(None, None, -1),) * footprint.ndim]
    origins = [
        -step - (int(n) % 2 == 0) for step, n in zip(origins, sizes, strict=False)
    ]
    if len(origins) < len(axes):
        origins += [0] * (len(axes) - len(origins))
    return extremum_filter(
        input, size, footprint, structure, output, mode, cval, origins, False, axes
    )


def _after(first, second, input, window, output, where, axes):
    """A grey erosion or dilation after the other one."""
    size, footprint, _ = window
    if size is not None and footprint is not None:
        warn("ignoring size because footprint is set", UserWarning)
        window = (None, *window[1:])
    if as_operand(input).dtype.kind != "b" or window[2] is None:
        made = first(input, *window, None, *where, axes=axes)
        return second(made, *window, output, *where, axes=axes)
    # SciPy's bools keep the sum of a truth and the structure as the byte that it is.
    made = first(input, *window, "uint8", *where, axes=axes)
    is_target = is_array(output)
    if is_target:
        dtype = output.dtype
    else:
        dtype = numpy.dtype(bool if output is None else output)
    if dtype.kind != "b":
        return second(made, *window, output, *where, axes=axes)
    made = second(made, *window, "uint8", *where, axes=axes) != 0
    if not is_target:
        return made
    copyto(output, made)
    return output


def grey_opening(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """A grey erosion and then a dilation. See scipy.ndimage.grey_opening.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.grey_opening(np.array([3, 1, 4, 5, 9]), 3)
    array([1, 1, 4, 5, 5])
    """
    window, where = (size, footprint, structure), (mode, cval, origin)
    return _after(grey_erosion, grey_dilation, input, window, output, where, axes)


def grey_closing(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """A grey dilation and then an erosion. See scipy.ndimage.grey_closing.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.grey_closing(np.array([3, 1, 4, 5, 9]), 3)
    array([3, 3, 4, 5, 9])
    """
    window, where = (size, footprint, structure), (mode, cval, origin)
    return _after(grey_dilation, grey_erosion, input, window, output, where, axes)


def morphological_gradient(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """A grey dilation less the erosion. See scipy.ndimage.morphological_gradient.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.morphological_gradient(np.array([3, 1, 4, 5, 9]), 3)
    array([2, 3, 4, 5, 4])
    """
    window, where = (size, footprint, structure), (mode, cval, origin)
    high = grey_dilation(input, *window, None, *where, axes=axes)
    given = output if is_array(output) else None
    low = grey_erosion(input, *window, given, *where, axes=axes)
    if given is None:
        return subtract(high, low)
    into = writable(given, high)
    subtract(high, into, out=into)
    return given


def morphological_laplace(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """A grey dilation and the erosion, less the image twice.

    See scipy.ndimage.morphological_laplace.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.morphological_laplace(np.array([3, 1, 4, 5, 9]), 3)
    array([-2,  3, -2,  3, -4])
    """
    input = as_operand(input)
    window, where = (size, footprint, structure), (mode, cval, origin)
    high = grey_dilation(input, *window, None, *where, axes=axes)
    given = output if is_array(output) else None
    result = grey_erosion(input, *window, given, *where, axes=axes)
    into = writable(result, input)
    add(high, into, out=into)
    subtract(into, input, out=into)
    subtract(into, input, out=into)
    return result


def _difference(one, other, into):
    if one.dtype.kind == other.dtype.kind == "b":
        bitwise_xor(one, other, out=into)
    else:
        subtract(one, other, out=into)


def white_tophat(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """The image less its grey opening: what is bright and small.

    See scipy.ndimage.white_tophat.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.white_tophat(np.array([3, 1, 4, 5, 9]), 3)
    array([2, 0, 0, 0, 4])
    """
    input = as_operand(input)
    window, where = (size, footprint, structure), (mode, cval, origin)
    opened = _after(grey_erosion, grey_dilation, input, window, output, where, axes)
    into = writable(opened, input)
    _difference(input, into, into)
    return opened


def black_tophat(
    input,
    size=None,
    footprint=None,
    structure=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """The grey closing less the image: what is dark and small.

    See scipy.ndimage.black_tophat.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.black_tophat(np.array([3, 1, 4, 5, 9]), 3)
    array([0, 2, 0, 0, 0])
    """
    input = as_operand(input)
    window, where = (size, footprint, structure), (mode, cval, origin)
    closed = _after(grey_dilation, grey_erosion, input, window, output, where, axes)
    into = writable(closed, input)
    _difference(into, input, into)
    return closed


_document(globals()[name] for name in __all__)

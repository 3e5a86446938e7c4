# SPDX-License-Identifier: Apache-2.0
"""Splines of images: filters to coefficients, and the image at other points.

An item of a result is a sum over the (order + 1) ** ndim coefficients around its point,
in double and in SciPy's order, so that the sums have SciPy's bits. Weights of grids
(zoom, shift) are tables for each axis, made first.
"""

import functools
import itertools
import math
import operator

import numpy

from ..._array.convert import as_operand, host_array
from ..._core import may_share_memory, warn
from ..._numpy.creation import astype, empty, zeros
from ..._numpy.manipulation import moveaxis
from ..._numpy.padding import pad
from ..._runtime.help import document as _document
from .._kernels import KernelFile, blocks, c_type, launch
from ._output import (
    for_axes,
    in_c_order,
    is_array,
    mode_number,
    output_for,
    real_number,
    structure_dtype,
    writable,
)

__all__ = [
    "affine_transform",
    "geometric_transform",
    "map_coordinates",
    "rotate",
    "shift",
    "spline_filter",
    "spline_filter1d",
    "zoom",
]

_kernels = KernelFile(__file__, "interpolation.cuh")

_GRID_CONSTANT = 6
# Items that are added at each end where a mode has no filter of its own.
_PADDING = 12
# Fewer neighbouring lines than these are filtered after a transposition.
_NEIGHBOURS = 32
# So few lines, so long, are cut into chunks, whose rounds are numbered.
_FEW_LINES, _LONG_LINE, _CHUNK = 512, 8192, 1024
_GUESS, _MEND, _COMPARE = range(3)
_MOST_PLANES = 65535  # blocks along the second axis of a launch


# ---- the filter ----

# Zeros of the B-splines' polynomials inside the unit circle.
_POLES = {
    2: (-0.171572875253809902396622551580603843,),
    3: (-0.267949192431122706472553658494127633,),
    4: (
        -0.361341225900220177092212841325675255,
        -0.013725429297339121360331226939128204,
    ),
    5: (
        -0.430575347099973791851434783493520110,
        -0.043096288203264653822712376822550182,
    ),
}
# Mirrored, wrapped or reflected ends, for each number of a mode.
_MIRRORED, _WRAPPED, _REFLECTED = range(3)
_ENDS = (
    _REFLECTED,
    _MIRRORED,
    _REFLECTED,
    _MIRRORED,
    _MIRRORED,
    _WRAPPED,
    _MIRRORED,
)
_POLE = numpy.dtype([("z", "f8"), ("gain", "f8"), ("far_end", "f8"), ("reach", "i8")])


@functools.cache
def _reach(z):
    """The first power of z that is 0 as a double, multiplied step by step."""
    power, reach = z, 1
    while power:
        power *= z
        reach += 1
    return reach


@functools.lru_cache(64)
def _filter_steps(order, ends, n):
    """Arguments of the launches, one for each pole, for lines of n items."""
    gain = 1.0
    for z in _POLES[order]:
        gain *= (1.0 - z) * (1.0 - 1.0 / z)
    steps = []
    for z in _POLES[order]:
        pole = numpy.zeros((), _POLE)
        pole["z"], pole["gain"], gain = z, gain, 1.0
        pole["far_end"] = math.pow(z, n - 1 if ends == _MIRRORED else n)
        pole["reach"] = _reach(z)
        steps.append(pole[()])
    return steps


def _filter_axis(c, order, axis, ends):
    """Filters lines of a double array in C order, in place."""
    n = c.shape[axis]
    if n < 2 or c.size == 0:
        return
    inner = math.prod(c.shape[axis + 1 :])
    lines = c.size // n
    whole = c.reshape((lines // inner, n, inner))
    if lines <= _FEW_LINES and n >= _LONG_LINE:
        _filter_chunks(moveaxis(whole, 1, -1), order, ends)
    elif inner < min(_NEIGHBOURS, lines):
        # Threads are neighbouring lines, whose items have to be neighbours too.
        turned = in_c_order(moveaxis(whole, 1, 0))
        _filter_lines(turned, order, ends, n, lines, lines)
        whole[...] = moveaxis(turned, 0, 1)
    else:
        _filter_lines(c, order, ends, n, inner, lines)


def _filter_lines(c, order, ends, n, inner, lines):
    kernel = _kernels("spline_lines", ends)
    sizes = [numpy.int64(size) for size in (n, inner, lines)]
    for pole in _filter_steps(order, ends, n):
        launch(kernel, blocks(lines), (c, *sizes, pole))


def _filter_chunks(place, order, ends):
    """Filters the long lines of the last axis in place, parts of them side by side."""
    n = place.shape[-1]
    lines = place.size // n
    chunks = -(-n // _CHUNK)
    device = place.device
    padded = zeros((*place.shape[:-1], chunks * _CHUNK), device=device)
    padded[..., :n] = place
    x = in_c_order(moveaxis(padded.reshape((lines, chunks, _CHUNK)), 1, 2))
    y = empty(x.shape, device=device)
    starts = empty((lines, chunks), device=device)
    states = zeros((lines, 2), "i4", device=device)
    sizes = numpy.zeros(
        (), structure_dtype(("n", "i8"), ("chunks", "i8"), ("lines", "i8"))
    )
    sizes["n"], sizes["chunks"], sizes["lines"] = n, chunks, lines
    sizes = sizes[()]
    for pole in _filter_steps(order, ends, n):
        for back in (False, True):
            kernel = _kernels("filter_chunks", ends, back)
            args = (y, x) if back else (x, y)
            for step in (_GUESS, _MEND, _COMPARE):
                rest = starts, states, sizes, numpy.int32(step), pole
                launch(kernel, blocks(lines * chunks), (*args, *rest))
            kernel = _kernels("settle_chunks", ends, back)
            launch(kernel, blocks(lines), (*args, starts, states, sizes, pole))
    padded[...] = moveaxis(x, 2, 1).reshape(padded.shape)
    place[...] = padded[..., :n]


def _check_order(order, least=0):
    if order < least or order > 5:
        raise RuntimeError("spline order not supported")


def _check_filtered(*arrays):
    for a in arrays:
        if a.dtype.char == "e":
            raise RuntimeError(f"array type {a.dtype!r} not supported")


def _doubles(input):
    """A copy in double and in C order."""
    return input.astype("float64", order="C", copy=True)


def _filtered(input, order, axes, mode, between=None):
    """Coefficients along axes, in double; `between` is the dtype from axis to axis."""
    c = _doubles(input)
    ends = _ENDS[mode]
    for k, axis in enumerate(axes):
        if k and between is not None and between != c.dtype:
            c = c.astype(between).astype(c.dtype)
        _filter_axis(c, order, axis, ends)
    return c


def _by_parts(function, input, output, cval=0.0):
    """A function of real and imaginary parts, which SciPy interpolates one by one."""
    into = writable(output, input)
    function(input.real, into.real, numpy.real(cval))
    function(input.imag, into.imag, numpy.imag(cval))
    return output


def spline_filter1d(input, order=3, axis=-1, output=numpy.float64, mode="mirror"):
    """Spline coefficients along one axis, from which a spline goes through the items.

    `order` is 0 to 5; 0 and 1 copy. See scipy.ndimage.spline_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.spline_filter1d(np.array([0.0, 0, 1, 0, 0]), order=2)
    array([ 0.08333333, -0.25      ,  1.41666667, -0.25      ,  0.08333333])
    """
    _check_order(order)
    input = as_operand(input)
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, is_complex=is_complex)
    if is_complex:
        return _by_parts(
            lambda x, out, _: spline_filter1d(x, order, axis, out, mode), input, output
        )
    into = writable(output, input)
    if order in (0, 1):
        into[...] = input
        return output
    mode = mode_number(mode)
    axis = _axis(axis, input.ndim)
    order = operator.index(order)
    _check_filtered(input, into)
    return _given(output, into, _filtered(input, order, (axis,), mode))


def _axis(axis, ndim):
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise numpy.exceptions.AxisError(axis, ndim)
    return axis % ndim


def _given(output, into, result):
    into[...] = result
    return output


def spline_filter(input, order=3, output=numpy.float64, mode="mirror"):
    """Spline coefficients of an image, from which a spline goes through its items.

    `order` is 2 to 5. Between axes values are rounded to the output's dtype, as
    SciPy does it. See scipy.ndimage.spline_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.spline_filter(np.eye(2), order=2)
    array([[ 2.5, -1.5],
           [-1.5,  2.5]])
    """
    _check_order(order, 2)
    input = as_operand(input)
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, is_complex=is_complex)
    if is_complex:
        return _by_parts(
            lambda x, out, _: spline_filter(x, order, out, mode), input, output
        )
    into = writable(output, input)
    if input.ndim == 0:
        into[...] = input
        return output
    mode = mode_number(mode)
    order = operator.index(order)
    _check_filtered(input, into)
    result = _filtered(input, order, range(input.ndim), mode, into.dtype)
    return _given(output, into, result)


# ---- the image at points ----


def _prepared(input, order, mode, cval, prefilter, axes=None):
    """What is interpolated, in C order, the mode's number, and how much was padded."""
    padding = 0
    if prefilter and order > 1:
        axes = range(input.ndim) if axes is None else axes
        if mode in ("nearest", "grid-constant"):
            padding = _PADDING
            widths = [(padding * (k in axes),) * 2 for k in range(input.ndim)]
            if mode == "nearest":
                input = pad(input, widths, "edge")
            else:
                input = pad(input, widths, "constant", constant_values=cval)
        number = mode_number(mode)
        _check_filtered(input)
        input = _filtered(input, operator.index(order), axes, number)
    else:
        number = mode_number(mode)
        input = in_c_order(input)
    return input, number, padding


def _sizes(shape):
    value = numpy.zeros((), structure_dtype(("n", "i8", (len(shape),))))
    value["n"] = shape
    return value[()]


def _stored(value, dtype):
    """A number as the kernels store it: rounded, and inside of the dtype's range."""
    if dtype.kind == "f":
        return value
    if dtype.kind == "b" or value != value:
        return value == value and int(value) & 255 != 0
    limits = numpy.iinfo(dtype)
    rounded = math.trunc(min(max(value, -1e20), 1e20) + math.copysign(0.5, value))
    return min(max(rounded, limits.min), limits.max)


class _Interpolation:
    """What the ways to name points share: the input, the output, and the kernel."""

    def __init__(self, input, output, order, mode, cval, prefilter, axes=None):
        self.order = operator.index(order)
        self._into = writable(output, input)
        self.input, self.mode, padding = _prepared(
            input, order, mode, cval, prefilter, axes
        )
        self.fill = numpy.float64(real_number(cval))
        self.padding = numpy.float64(padding)
        self.shape = self.input.shape
        self.index = "int"
        if max(self.input.size, self._into.size) >= 1 << 31:
            self.index = "long long"

    def run(self, launch_into, *read):
        """Has `launch_into(out)` fill an array, which becomes the output."""
        into = self._into
        if into.size == 0:
            return
        for a in (self.input, into):
            if a.dtype.char not in "?bBhHiIlLqQfd":
                raise RuntimeError("data type not supported")
        if self.input.size == 0:
            if self.mode not in (4, _GRID_CONSTANT):
                raise RuntimeError("input has no items to interpolate")
            into[...] = _stored(self.fill, into.dtype)
            return
        target = into
        usable = into.flags.c_contiguous and into.flags.aligned
        if not usable or any(may_share_memory(into, a) for a in (self.input, *read)):
            target = empty(into.shape, into.dtype, device=into.device)
        launch_into(target)
        if target is not into:
            into[...] = target

    def kernel(self, name, out, *more, rank=None):
        types = c_type(self.input.dtype), c_type(out.dtype)
        rank = rank or len(self.shape)
        if name == "items_of_affine":
            arguments = *types, self.order, rank, *more
        else:
            arguments = *types, *more, self.order, rank
        return _kernels(name, *arguments, self.mode == _GRID_CONSTANT, self.index)

    def at_points(self, points, out):
        kernel = self.kernel("items_at_points", out, c_type(points.dtype))
        args = (
            self.input,
            _sizes(self.shape),
            points,
            out,
            numpy.int64(out.size),
            numpy.int32(self.mode),
            self.fill,
            self.padding,
        )
        launch(kernel, blocks(out.size), args)

    def affine(self, matrix, offset, out, planes=1):
        rank = matrix.shape[0]
        out_shape = out.shape[out.ndim - matrix.shape[1] :]
        count = math.prod(out_shape)
        dtype = structure_dtype(
            ("matrix", "f8", (matrix.size,)), ("shift", "f8", (rank,))
        )
        numbers = numpy.zeros((), dtype)
        numbers["matrix"] = matrix.ravel()
        numbers["shift"] = offset
        kernel = self.kernel("items_of_affine", out, len(out_shape), rank=rank)
        args = (
            self.input,
            _sizes(self.shape[len(self.shape) - rank :]),
            numbers[()],
            out,
            _sizes(out_shape),
            numpy.int64(count),
            numpy.int64(planes),
            numpy.int32(self.mode),
            self.fill,
            self.padding,
        )
        launch(kernel, (blocks(count), min(planes, _MOST_PLANES)), args)

    def grid(self, zoom, offset, grid_mode, out):
        """Items at index * zoom and index + offset; one of them may be None."""
        rank = len(self.shape)
        numbers = numpy.zeros(
            (),
            structure_dtype(
                ("zoom", "f8", (rank,)),
                ("shift", "f8", (rank,)),
                ("zooms", "i4"),
                ("shifts", "i4"),
                ("grid", "i4"),
            ),
        )
        if zoom is not None:
            numbers["zoom"], numbers["zooms"] = zoom, 1
        if offset is not None:
            numbers["shift"], numbers["shifts"] = offset, 1
        numbers["grid"] = bool(grid_mode)
        places = sum(out.shape)
        taps = places * (self.order + 1)
        table = empty(taps, "i4" if self.index == "int" else "q", device=out.device)
        weights = empty(taps if self.order else 1, "float64", device=out.device)
        shape, out_shape = _sizes(self.shape), _sizes(out.shape)
        kernel = _kernels("tables_of_axes", self.order, rank, self.index)
        args = (
            table,
            weights,
            shape,
            out_shape,
            numbers[()],
            numpy.int64(places),
            numpy.int32(self.mode),
            self.padding,
        )
        launch(kernel, blocks(places), args)
        kernel = self.kernel("items_of_grid", out)
        count = numpy.int64(out.size)
        args = self.input, table, weights, out, out_shape, count, self.fill
        launch(kernel, blocks(out.size), args)


def _check_ranks(input, shape):
    if input.ndim < 1 or len(shape) < 1:
        raise RuntimeError("input and output rank must be > 0")


def geometric_transform(
    input,
    mapping,
    output_shape=None,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
    extra_arguments=(),
    extra_keywords=None,
):
    """An image whose items are those of `input` at `mapping(index)`.

    `mapping` takes a tuple of ints, an index of the output, and returns a tuple of
    floats. Python calls it for every item, on the host; where an array of coordinates
    can be computed, map_coordinates is faster by far.

    See scipy.ndimage.geometric_transform.

    >>> from tenorite.scipy import ndimage
    >>> x = np.arange(6.0).reshape(2, 3)
    >>> ndimage.geometric_transform(x, lambda i: (i[1], i[0]), (3, 2), order=1)
    array([[0., 3.],
           [1., 4.],
           [2., 5.]])
    """
    _check_order(order)
    input = as_operand(input)
    shape = tuple(input.shape if output_shape is None else output_shape)
    _check_ranks(input, shape)
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, shape, is_complex)
    keywords = {} if extra_keywords is None else extra_keywords
    if is_complex:
        return _by_parts(
            lambda x, out, fill: geometric_transform(
                x, mapping, shape, out, order, mode, fill, prefilter, extra_arguments,
                keywords,
            ),
            input,
            output,
            cval,
        )  # fmt: skip
    work = _Interpolation(input, output, order, mode, cval, prefilter)
    if not callable(mapping):
        raise ValueError("invalid callable given")
    points = numpy.empty((input.ndim, math.prod(shape)), numpy.float64)
    for at, index in enumerate(itertools.product(*map(range, shape))):
        point = mapping(index, *extra_arguments, **keywords)
        if not isinstance(point, tuple) or len(point) < input.ndim:
            raise TypeError("bad argument type for built-in operation")
        for axis in range(input.ndim):
            points[axis, at] = real_number(point[axis])
    points = as_operand(points).to_device(input.device)
    work.run(lambda out: work.at_points(points, out))
    return output


def map_coordinates(
    input,
    coordinates,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    """The image at points: `coordinates[k]` are their coordinates along axis k.

    The result has the shape of one of these arrays. See scipy.ndimage.map_coordinates.

    >>> from tenorite.scipy import ndimage
    >>> x = np.arange(12.0).reshape(4, 3)
    >>> ndimage.map_coordinates(x, [[0.5, 2.0], [0.5, 1.0]], order=1)
    array([2., 7.])
    """
    _check_order(order)
    input = as_operand(input)
    points = as_operand(coordinates, input)
    if points.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    shape = points.shape[1:]
    _check_ranks(input, shape)
    if points.shape[0] != input.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, shape, is_complex)
    if is_complex:
        return _by_parts(
            lambda x, out, fill: map_coordinates(
                x, points, out, order, mode, fill, prefilter
            ),
            input,
            output,
            cval,
        )
    work = _Interpolation(input, output, order, mode, cval, prefilter)
    if points.size and points.dtype.char == "e":
        raise RuntimeError("coordinate array data type not supported")
    if points.dtype.char != "f":
        points = astype(points, "float64", copy=False)
    points = in_c_order(points)
    work.run(lambda out: work.at_points(points, out), points)
    return output


def affine_transform(
    input,
    matrix,
    offset=0.0,
    output_shape=None,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    """An image whose item at `i` is that of `input` at `matrix @ i + offset`.

    `matrix` is square, a diagonal, or has the offset as a last column, of (ndim,
    ndim + 1) or (ndim + 1, ndim + 1). See scipy.ndimage.affine_transform.

    >>> from tenorite.scipy import ndimage
    >>> x = np.arange(6.0).reshape(2, 3)
    >>> ndimage.affine_transform(x, [[0, 1], [1, 0]], output_shape=(3, 2), order=1)
    array([[0., 3.],
           [1., 4.],
           [2., 5.]])
    """
    _check_order(order)
    input = as_operand(input)
    if output_shape is None:
        given = is_array(output)
        output_shape = output.shape if given else input.shape
    shape = tuple(output_shape)
    _check_ranks(input, shape)
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, shape, is_complex)
    if is_complex:
        return _by_parts(
            lambda x, out, fill: affine_transform(
                x, matrix, offset, shape, out, order, mode, fill, prefilter
            ),
            input,
            output,
            cval,
        )
    work = _Interpolation(input, output, order, mode, cval, prefilter)
    # A matrix of numbers that the launch is told: on the host.
    matrix = host_array(matrix, numpy.float64)
    ndim = input.ndim
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError("no proper affine matrix provided")
    if (
        matrix.ndim == 2
        and matrix.shape[1] == ndim + 1
        and matrix.shape[0] - ndim in (0, 1)
    ):
        last = [0] * ndim + [1]
        if matrix.shape[0] == ndim + 1 and not numpy.all(matrix[ndim] == last):
            raise ValueError(
                f"Expected homogeneous transformation matrix with shape {matrix.shape} "
                f"for image shape {input.shape}, but bottom row was not equal to {last}"
            )
        offset = matrix[:ndim, ndim]
        matrix = matrix[:ndim, :ndim]
    if matrix.shape[0] != ndim:
        raise RuntimeError("affine matrix has wrong number of rows")
    if len(shape) != (ndim if matrix.ndim == 1 else matrix.shape[1]):
        raise RuntimeError("affine matrix has wrong number of columns")
    offset = host_array(for_axes(offset, ndim), numpy.float64)
    if offset.ndim != 1 or offset.shape[0] < 1:
        raise RuntimeError("no proper offset provided")
    if matrix.ndim == 1:
        with numpy.errstate(all="ignore"):
            before = offset / matrix
        work.run(lambda out: work.grid(matrix, before, False, out))
    else:
        work.run(lambda out: work.affine(matrix, offset, out))
    return output


def shift(
    input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True
):
    """The image moved by `shift` items along each axis, which need not be whole.

    See scipy.ndimage.shift.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.shift(np.array([1.0, 2, 3, 4]), 0.5, order=1)
    array([0. , 1.5, 2.5, 3.5])
    """
    _check_order(order)
    input = as_operand(input)
    _check_ranks(input, (1,))
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, None, is_complex)
    if is_complex:
        return _by_parts(
            lambda x, out, fill: _shift(x, shift, out, order, mode, fill, prefilter),
            input,
            output,
            cval,
        )
    work = _Interpolation(input, output, order, mode, cval, prefilter)
    steps = for_axes(shift, input.ndim)
    steps = host_array([-step for step in steps], numpy.float64)
    work.run(lambda out: work.grid(None, steps, False, out))
    return output


_shift = shift


def zoom(
    input,
    zoom,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
    *,
    grid_mode=False,
):
    """The image with `zoom` times as many items along each axis.

    With grid_mode items are pixels that have a width, and the outer edges of the image
    stay where they are; else the centres of the outer items do. SciPy has no grid_mode
    for complex images, whatever is asked for; here it holds for them, too.

    See scipy.ndimage.zoom.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.zoom(np.array([1.0, 2, 3]), 2, order=1)
    array([1. , 1.4, 1.8, 2.2, 2.6, 3. ])
    """
    _check_order(order)
    input = as_operand(input)
    _check_ranks(input, (1,))
    factors = for_axes(zoom, input.ndim)
    shape = tuple(
        int(round(n * factor)) for n, factor in zip(input.shape, factors, strict=True)
    )
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, shape, is_complex)
    if prefilter and all(factor == 1 for factor in factors):
        return _given(output, writable(output, input), input)
    if is_complex:
        return _by_parts(
            lambda x, out, fill: _zoom(
                x, factors, out, order, mode, fill, prefilter, grid_mode=grid_mode
            ),
            input,
            output,
            cval,
        )
    work = _Interpolation(input, output, order, mode, cval, prefilter)
    if grid_mode and mode in ("constant", "wrap"):
        warn(
            f"It is recommended to use mode = grid-{mode} instead of {mode} when "
            "grid_mode is True.",
            UserWarning,
        )
    steps = numpy.array(shape) - (not grid_mode)
    distances = numpy.array(input.shape) - (not grid_mode)
    scales = numpy.ones(input.ndim)
    numpy.divide(distances, steps, out=scales, where=steps != 0)
    work.run(lambda out: work.grid(scales, None, grid_mode, out))
    return output


_zoom = zoom


# Polynomials of sin(x) and cos(x) up to pi/4, as those of Cephes.
_SINE = (
    1.58962301572218447952e-10,
    -2.50507477628503540135e-8,
    2.75573136213856773549e-6,
    -1.98412698295895384658e-4,
    8.33333333332211858862e-3,
    -1.66666666666666307295e-1,
)
_COSINE = (
    1.13678171382044553091e-11,
    -2.08758833757683644217e-9,
    2.75573155429816611547e-7,
    -2.48015872936186303776e-5,
    1.38888888888806666760e-3,
    -4.16666666666666348141e-2,
    4.99999999999999999798e-1,
)
_MOST_DEGREES = 1e14


def _polynomial(x, coefficients):
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value


def _cosine_and_sine(degrees):
    """Cosine and sine of an angle in degrees, exact at multiples of 90."""
    x = real_number(degrees)
    if not abs(x) <= _MOST_DEGREES:
        # No digit of the angle is left; SciPy gives 0.
        return (math.nan, math.nan) if x != x else (0.0, 0.0)
    size = abs(x)
    octant = math.floor(size / 45.0)
    octant += octant & 1
    angle = (size - octant * 45.0) * 1.74532925199432957692e-2
    square = angle * angle
    sine = angle + angle * (square * _polynomial(square, _SINE))
    cosine = 1.0 - square * _polynomial(square, _COSINE)
    for _ in range(octant % 8 // 2):  # quarters of a turn
        cosine, sine = -sine, cosine
    return cosine, -sine if x < 0 else sine


def rotate(
    input,
    angle,
    axes=(1, 0),
    reshape=True,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
):
    """The image turned by an angle in degrees in the plane of two axes.

    With reshape the result is as large as the whole turned image needs.

    See scipy.ndimage.rotate.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.rotate(np.arange(6).reshape(2, 3), 90)
    array([[2, 5],
           [1, 4],
           [0, 3]])
    """
    input = as_operand(input)
    ndim = input.ndim
    if ndim < 2:
        raise ValueError("input array should be at least 2D")
    axes = list(axes)
    if len(axes) != 2:
        raise ValueError("axes should contain exactly two values")
    if not all(float(axis).is_integer() for axis in axes):
        raise ValueError("axes should contain only integer values")
    axes = sorted(int(axis) + ndim if axis < 0 else int(axis) for axis in axes)
    if axes[0] < 0 or axes[1] >= ndim or (axes[0] == axes[1] and ndim > 2):
        raise ValueError("invalid rotation plane specified")
    c, s = _cosine_and_sine(angle)
    turn = numpy.array([[c, s], [-s, c]])
    shape = numpy.asarray(input.shape)
    plane = shape[axes]
    if reshape:
        rows, columns = plane
        corners = turn @ [[0, 0, rows, rows], [0, columns, 0, columns]]
        out_plane = (numpy.ptp(corners, axis=1) + 0.5).astype(int)
    else:
        out_plane = plane
    offset = (plane - 1) / 2 - turn @ ((out_plane - 1) / 2)
    shape[axes] = out_plane
    out_shape = tuple(shape.tolist())
    is_complex = input.dtype.kind == "c"
    output = output_for(output, input, out_shape, is_complex)
    if ndim == 2:
        return affine_transform(
            input, turn, offset, out_shape, output, order, mode, cval, prefilter
        )
    _check_order(order)

    def turned(x, out, fill):
        # The planes are turned at once: they are at the same places of each.
        x = moveaxis(x, axes, (-2, -1))
        out = moveaxis(out, axes, (-2, -1))
        planes = math.prod(x.shape[:-2])
        work = _Interpolation(
            x, out, order, mode, fill, prefilter, (ndim - 2, ndim - 1)
        )
        work.run(lambda made: work.affine(turn, offset, made, planes))

    if is_complex:
        return _by_parts(turned, input, output, cval)
    turned(input, writable(output, input), cval)
    return output


_document(globals()[name] for name in __all__)

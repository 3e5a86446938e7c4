# SPDX-License-Identifier: Apache-2.0
"""Labels of connected items, and what is measured of each label.

Results that SciPy gives as numbers in Python objects (counts of labels, slices, tuples
of coordinates) are Python's here too, so these functions wait for the device.
"""

import operator

import numpy

from ..._array.convert import as_operand, host_array, own_beside
from ..._core import least_and_largest, ndarray
from ..._numpy.creation import arange, asarray, astype, empty, full
from ..._numpy.histograms import bincount
from ..._numpy.histograms import histogram as histogram_of
from ..._numpy.indexing import flatnonzero, unravel_index, where
from ..._numpy.manipulation import broadcast_arrays
from ..._numpy.order_statistics import median as median_of
from ..._numpy.sets import unique
from ..._numpy.sorting import argsort, lexsort, searchsorted
from ..._numpy.ufuncs import maximum as maximum_of
from ..._numpy.ufuncs import sqrt
from ..._runtime.help import document as _document
from .._kernels import KernelFile, blocks, launch
from ._labels import Components, neighbourhood
from ._output import in_c_order, is_array, structure_dtype, writable

__all__ = [
    "center_of_mass",
    "extrema",
    "find_objects",
    "histogram",
    "label",
    "labeled_comprehension",
    "maximum",
    "maximum_position",
    "mean",
    "median",
    "minimum",
    "minimum_position",
    "standard_deviation",
    "sum",
    "sum_labels",
    "value_indices",
    "variance",
]

_kernels = KernelFile(__file__, "measurements.cuh")

_LABELLED = "?bBhHiIlLqQfd"  # dtypes that label takes and gives


# ---- labels ----


def label(input, structure=None, output=None):
    """Numbers of the connected parts of an image, from 1 on, and how many there are.

    `structure` has three items along each axis and tells which neighbours are
    connected; it is symmetric about its centre. Parts are numbered in the order of
    their first items. Only the count if there is an array as output.

    See scipy.ndimage.label.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.label(np.array([1, 1, 0, 5, 0, 1]))
    (array([1, 1, 0, 2, 0, 3], dtype=int32), 3)
    """
    input = as_operand(input)
    if input.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if structure is None:
        structure = neighbourhood(input.ndim, 1)
    structure = host_array(structure, bool)
    if structure.ndim != input.ndim:
        raise RuntimeError("structure and input must have equal rank")
    if any(n != 3 for n in structure.shape):
        raise ValueError("structure dimensions must be equal to 3")
    wide = input.size >= 2**31 - 2
    given = output if is_array(output) else None
    if given is not None:
        if given.shape != input.shape:
            raise ValueError("output shape not correct")
    else:
        dtype = (numpy.int64 if wide else numpy.int32) if output is None else output
        output = empty(input.shape, dtype, device=input.device)
    into = writable(output, input)
    if input.ndim == 0 or input.size == 0:
        count = int(input != 0) if input.ndim == 0 else 0
        into[...] = count
        return count if given is not None else (output, count)
    for a in (input, into):
        if a.dtype.char not in _LABELLED:
            raise TypeError("No matching signature found")
    turned = structure[(slice(None, None, -1),) * structure.ndim]
    if not (structure == turned).all():
        raise AssertionError("Structuring element is not symmetric")
    parts = Components(in_c_order(input != 0), structure)
    made = empty(input.shape, "i8" if wide else "i4", device=input.device)
    count = parts.numbers(made)
    into[...] = made
    if count > _most(into.dtype):
        raise RuntimeError("insufficient bit-depth in requested output type")
    return count if given is not None else (output, count)


def _most(dtype):
    """The largest label that items of a dtype can be."""
    if dtype.kind == "b":
        return 255  # as many as a byte has, though all of them are True
    if dtype.kind == "f":
        return 1 << numpy.finfo(dtype).nmant + 1
    return numpy.iinfo(dtype).max


def find_objects(input, max_label=0):
    """The slices of the box around each label from 1 on; None for those not there.

    See scipy.ndimage.find_objects.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.find_objects(np.array([[0, 3], [1, 0]]))[0]
    (slice(1, 2, None), slice(0, 1, None))
    """
    input = as_operand(input)
    if input.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if max_label < 1:
        max_label = input.max().get()[()]
    most = operator.index(max_label)
    if most < 1:
        return []
    rank = input.ndim
    labels = in_c_order(astype(input, "int64", copy=False))
    if rank == 0:
        own = int(input)
        return [() if k + 1 == own else None for k in range(most)]
    shape = numpy.zeros((), structure_dtype(("n", "i8", (rank,))))
    shape["n"] = input.shape
    first = full((most, rank), numpy.iinfo(numpy.int64).max, device=input.device)
    last = full((most, rank), -1, device=input.device)
    count = numpy.int64(labels.size)
    args = labels, first, last, shape[()], count, numpy.int64(most)
    launch(_kernels("boxes_of_labels", rank), blocks(labels.size), args)
    return [
        tuple(slice(*pair) for pair in zip(low, high, strict=True)) if high[0] else None
        for low, high in zip(first.tolist(), (last + 1).tolist(), strict=True)
    ]


def value_indices(arr, *, ignore_value=None):
    """A dict from each value of an integer array to the indices of its items.

    Indices are a tuple of one array for each axis. See scipy.ndimage.value_indices.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.value_indices(np.array([7, 2, 7]))[7]
    (array([0, 2]),)
    """
    arr = as_operand(arr)
    if arr.dtype.kind not in "iu":
        raise ValueError("Parameter 'arr' must be an integer array")
    ignored = None if ignore_value is None else arr.dtype.type(ignore_value)
    if arr.size == 0:
        return {}
    if arr.ndim == 0:
        value = arr.get()[()]
        return {} if ignored is not None and value == ignored else {value: ()}
    items = arr.ravel()
    coordinates = unravel_index(argsort(items, stable=True), arr.shape)
    values, counts = (x.get() for x in unique(items, return_counts=True))
    ends = numpy.cumsum(counts).tolist()
    return {
        value: tuple(axis[end - count : end] for axis in coordinates)
        for value, count, end in zip(values, counts.tolist(), ends, strict=True)
        if ignored is None or value != ignored
    }


# ---- sums ----


def _is_one(index):
    return numpy.isscalar(index)


def _as_places(labels, index):
    """Labels as numbers from 0 on, those of `index` among them, and which are there.

    Labels that are small numbers already stay as they are.
    """
    flat = labels.ravel()
    if flat.size == 0:
        flat.min()  # raises what SciPy raises
    if not isinstance(index, ndarray):  # numbers of labels, not an operand
        index = asarray(index, device=labels.device)
    kind, size = labels.dtype.kind, labels.dtype.itemsize
    if kind == "i" or (kind == "u" and size < 8):
        # One look: a table that is as long as the largest label is made.
        least, largest = least_and_largest(astype(flat, "int64")).tolist()
        if least >= 0 and largest <= flat.size:
            index = astype(index, "int64", copy=False)
            found = (index >= 0) & (index <= largest)
            return flat, where(found, index, 0), found, largest + 1
    values, flat = unique(flat, return_inverse=True)
    places = searchsorted(values, index)
    places = where(places >= values.size, 0, places)
    return flat, places, values[places] == index, values.size


def _sums(input, labels, index, centred=False):
    """How many items there are of each label, their sum, and that of the squares of
    their distances to the mean."""

    def of_one(values):
        found = values.size, values.sum()
        if not centred:
            return found
        rest = values - values.mean()
        return *found, (rest * rest.conjugate()).sum()

    input = as_operand(input)
    if labels is None:
        return of_one(input)
    input, labels = broadcast_arrays(input, as_operand(labels, input))
    if index is None:
        return of_one(input[labels > 0])
    if _is_one(index):
        return of_one(input[labels == index])
    flat, places, found, length = _as_places(labels, index)
    values = input.ravel()
    counts = bincount(flat, minlength=length)
    sums = bincount(flat, weights=values, minlength=length)
    tables = [counts, sums]
    if centred:
        rest = values - (sums / maximum_of(counts, 1))[flat]
        squares = rest * rest.conjugate()
        tables.append(bincount(flat, weights=squares, minlength=length))
    return tuple(where(found, table[places], 0) for table in tables)


def sum_labels(input, labels=None, index=None):
    """The sum of the items of each label of `index`; of all labels above 0 for None.

    See scipy.ndimage.sum_labels.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.sum_labels(np.array([1, 2, 3]), np.array([1, 2, 1]), [1, 2, 5])
    array([4., 2., 0.])
    """
    return _sums(input, labels, index)[1]


def sum(input, labels=None, index=None):
    """The same as sum_labels, whose name is better. See scipy.ndimage.sum.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.sum(np.array([1, 2, 3]), np.array([1, 2, 1]), [1, 2, 5])
    array([4., 2., 0.])
    """
    return sum_labels(input, labels, index)


def _as_divisor(count):
    """A count that makes quotients double, as in SciPy, also of one group."""
    return numpy.float64(count) if isinstance(count, int) else count


def mean(input, labels=None, index=None):
    """The mean of the items of each label; NaN where there are none.

    See scipy.ndimage.mean.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.mean(np.array([1, 2, 3]), np.array([1, 2, 1]), [1, 2])
    array([2., 2.])
    """
    count, total = _sums(input, labels, index)
    return total / _as_divisor(count)


def variance(input, labels=None, index=None):
    """The variance of the items of each label; NaN where there are none.

    See scipy.ndimage.variance.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.variance(np.array([1, 2, 3]), np.array([1, 2, 1]), [1, 2])
    array([1., 0.])
    """
    count, _, squares = _sums(input, labels, index, centred=True)
    return squares / _as_divisor(count)


def standard_deviation(input, labels=None, index=None):
    """The standard deviation of the items of each label; NaN where there are none.

    See scipy.ndimage.standard_deviation.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.standard_deviation(np.array([1, 2, 3]), np.array([1, 2, 1]), [1, 2])
    array([1., 0.])
    """
    return sqrt(variance(input, labels, index))


def center_of_mass(input, labels=None, index=None):
    """The mean index of each label's items, weighted by them: a tuple, or a list of it.

    See scipy.ndimage.center_of_mass.

    >>> from tenorite.scipy import ndimage
    >>> [float(x) for x in ndimage.center_of_mass(np.array([[0, 0], [1, 3]]))]
    [1.0, 0.75]
    """
    input = as_operand(input)
    total = sum_labels(input, labels, index)
    means = []
    for axis, n in enumerate(input.shape):
        shape = [1] * input.ndim
        shape[axis] = n
        place = arange(n, dtype="float64", device=input.device).reshape(shape)
        means.append(sum_labels(input * place, labels, index) / total)
    means = [x.get() for x in means]
    if not means or means[0].ndim == 0:
        return tuple(x[()] for x in means)
    return [tuple(point) for point in numpy.array(means).T]


# ---- order ----


def _single(input, labels, index):
    """The items of one group, and their places in the image, if it is one."""
    if labels is None:
        return input.ravel(), None
    mask = labels > 0 if index is None else labels == index
    return input[mask], mask


def _is_single(labels, index):
    return labels is None or index is None or _is_one(index)


class _Ordered:
    """Items sorted by label and value, and the range of each label of `index`."""

    def __init__(self, input, labels, index):
        flat, places, found, length = _as_places(labels, index)
        values = input.ravel()
        self.order = lexsort((values, flat))
        self.values = values[self.order]
        sorted_labels = flat[self.order]
        self.first = searchsorted(sorted_labels, places, "left")
        end = searchsorted(sorted_labels, places, "right")
        self.found = found & (end > self.first)
        self.first = where(self.found, self.first, 0)
        self.last = where(self.found, end - 1, 0)

    def value(self, place):
        return where(self.found, self.values[place], 0)

    def position(self, place):
        return where(self.found, self.order[place], 0)

    def median(self):
        step = (self.last - self.first) // 2
        low, high = self.values[self.first + step], self.values[self.last - step]
        if low.dtype.kind in "iub":
            low, high = astype(low, "float64"), astype(high, "float64")
        return (low + high) / 2.0


def _both(input, labels):
    input = as_operand(input)
    if labels is None:
        return input, None
    return broadcast_arrays(input, as_operand(labels, input))


def _selected(input, labels, index, wanted):
    """Values and positions: 'least', 'largest', 'least place', 'largest place'."""
    input, labels = _both(input, labels)
    results = []
    if _is_single(labels, index):
        values, mask = _single(input, labels, index)
        for name in wanted:
            best = values.min() if name.startswith("least") else values.max()
            if name.endswith("place"):
                equal = (input == best) if mask is None else mask & (input == best)
                best = flatnonzero(equal)[0]
            results.append(best)
        return results
    ordered = _Ordered(input, labels, index)
    for name in wanted:
        end = ordered.first if name.startswith("least") else ordered.last
        pick = ordered.position if name.endswith("place") else ordered.value
        results.append(
            astype(pick(end), input.dtype) if pick == ordered.value else pick(end)
        )
    return results


def _as_tuples(positions, shape):
    """Flat positions as tuples on the host, or one tuple for one position."""
    positions = positions.get()
    indices = numpy.unravel_index(positions, shape) if shape else ()
    if positions.ndim == 0:
        return tuple(numpy.int64(x) for x in indices)
    points = numpy.stack(indices, -1).reshape(-1, len(shape))
    return [tuple(point) for point in points]


def minimum(input, labels=None, index=None):
    """The least item of each label; 0 where there are none. See scipy.ndimage.minimum.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.minimum(np.array([3, 2, 1]), np.array([1, 2, 1]), [1, 2])
    array([1, 2])
    """
    return _selected(input, labels, index, ["least"])[0]


def maximum(input, labels=None, index=None):
    """The largest item of each label; 0 where there are none.

    See scipy.ndimage.maximum.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.maximum(np.array([3, 2, 1]), np.array([1, 2, 1]), [1, 2])
    array([3, 2])
    """
    return _selected(input, labels, index, ["largest"])[0]


def median(input, labels=None, index=None):
    """The median of the items of each label. See scipy.ndimage.median.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.median(np.array([3, 2, 1]), np.array([1, 2, 1]), [1, 2])
    array([2., 2.])
    """
    input, labels = _both(input, labels)
    if _is_single(labels, index):
        return median_of(_single(input, labels, index)[0])
    return _Ordered(input, labels, index).median()


def minimum_position(input, labels=None, index=None):
    """The index of the least item of each label: a tuple, or a list of tuples.

    Of equal items it is the first one. See scipy.ndimage.minimum_position.

    >>> from tenorite.scipy import ndimage
    >>> [int(x) for x in ndimage.minimum_position(np.array([[3, 2], [1, 4]]))]
    [1, 0]
    """
    input = as_operand(input)
    (found,) = _selected(input, labels, index, ["least place"])
    return _as_tuples(found, input.shape)


def maximum_position(input, labels=None, index=None):
    """The index of the largest item of each label: a tuple, or a list of tuples.

    Of equal items it is the first one, and the last one if there is a list of labels.
    See scipy.ndimage.maximum_position.

    >>> from tenorite.scipy import ndimage
    >>> [int(x) for x in ndimage.maximum_position(np.array([[3, 2], [1, 4]]))]
    [1, 1]
    """
    input = as_operand(input)
    (found,) = _selected(input, labels, index, ["largest place"])
    return _as_tuples(found, input.shape)


def extrema(input, labels=None, index=None):
    """The least and largest items of each label, and their indices.

    See scipy.ndimage.extrema.

    >>> from tenorite.scipy import ndimage
    >>> low, high, _, _ = ndimage.extrema(np.array([3, 2, 1]), [1, 2, 1], [1, 2])
    >>> low, high
    (array([1, 2]), array([3, 2]))
    """
    input = as_operand(input)
    wanted = ["least", "largest", "least place", "largest place"]
    low, high, first, last = _selected(input, labels, index, wanted)
    return low, high, _as_tuples(first, input.shape), _as_tuples(last, input.shape)


# ---- functions of labels ----


def labeled_comprehension(
    input, labels, index, func, out_dtype, default, pass_positions=False
):
    """`func` of the items of each label, which Python calls once for each.

    The items are an array, those of the same label in the order of the image; with
    pass_positions their flat positions come second. Labels without items get
    `default`. See scipy.ndimage.labeled_comprehension.

    >>> from tenorite.scipy import ndimage
    >>> x, labels = np.array([1, 2, 3]), np.array([1, 2, 1])
    >>> ndimage.labeled_comprehension(x, labels, [1, 2, 3], np.mean, float, -1)
    array([ 2.,  2., -1.])
    """
    one = _is_one(index)
    input = as_operand(input)
    places = arange(input.size, device=input.device).reshape(input.shape)
    if labels is None:
        if index is not None:
            raise ValueError("index without defined labels")
        given = (input, places) if pass_positions else (input,)
        return func(*(x.ravel() for x in given))
    try:
        input, labels = broadcast_arrays(input, as_operand(labels, input))
    except ValueError as error:
        raise ValueError(
            "input and labels must have the same shape (excepting dimensions with "
            "width 1)"
        ) from error
    given = (input, places) if pass_positions else (input,)
    if index is None:
        mask = labels > 0
        return func(*(x[mask] for x in given))
    index = numpy.atleast_1d(host_array(index))
    exact = index.astype(labels.dtype)
    if numpy.any(exact.astype(index.dtype) != index):
        raise ValueError(
            f"Cannot convert index values from <{index.dtype}> to <{labels.dtype}> "
            "(labels' type) without loss of precision"
        )
    flat = labels.ravel()
    order = argsort(flat, stable=True)
    flat = flat[order]
    given = [x.ravel()[order] for x in given]
    wanted = as_operand(exact, None).to_device(flat.device)
    ranges = (searchsorted(flat, wanted, side).get() for side in ("left", "right"))
    out = numpy.empty(index.shape, out_dtype)
    out[...] = default
    for at, low, high in zip(
        numpy.ndindex(index.shape), *map(numpy.ravel, ranges), strict=True
    ):
        if low < high:
            found = func(*(x[low:high] for x in given))
            out[at] = (
                found.get()
                if hasattr(found, "get") and not out.dtype.hasobject
                else found
            )
    if not out.dtype.hasobject:
        out = as_operand(out, None).to_device(flat.device)
    return out[0] if one else out


def histogram(input, min, max, bins, labels=None, index=None):
    """How many items of each label are in each of `bins` intervals from min to max.

    For a list of labels a NumPy array of arrays. See scipy.ndimage.histogram.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.histogram(np.array([1, 2, 3, 7]), 0, 8, 4)
    array([1, 2, 0, 1])
    """
    input = as_operand(input)
    edges = own_beside(numpy.linspace(min, max, bins + 1), input)
    return labeled_comprehension(
        input, labels, index, lambda x: histogram_of(x, edges)[0], object, None
    )


_document(globals()[name] for name in __all__)

# SPDX-License-Identifier: Apache-2.0
"""Orders and samples: places sorted by random keys, on the array's device."""

import math
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .._array.convert import as_output, check_dtype, host_array
from .._core import ndarray, order_words, ufuncs
from .._numpy.creation import asarray, zeros
from .._numpy.indexing import take
from .._numpy.joining import concatenate
from .._numpy.manipulation import moveaxis
from .._numpy.sorting import argsort, searchsorted
from ._draws import Draws
from ._parameters import check_safe, to_shape

_WORD = (1 << 64) - 1
# A sample of a smaller share of a population is drawn item by item.
_SPARSE = 16


class Permutations(Draws):
    """choice and the methods that permute."""

    def _words(self, n, device):
        words = self._array((n,), "L", device)
        with self._bit_generator.lock:
            self._bit_generator._stream.integers(words, 0, _WORD)
        return words

    def _order(self, n, device, count=None):
        """The numbers below n in random order, or the first of them.

        They are the places of sorted words of 64 bits.
        """
        words = self._words(n, device).reshape(1, n)
        return order_words(words, 0, n if count is None else count)[0]

    def permutation(self, x, axis=0):
        """The integers below `x`, or a copy of an array permuted along an axis.

        >>> rng = np.random.default_rng(1)
        >>> rng.permutation(5)
        array([2, 4, 0, 3, 1])
        """
        if isinstance(x, (int, numpy.integer)):
            return self._order(max(int(x), 0), self._device)
        if not isinstance(x, ndarray):
            x = _items(x, self._device)
        if x.ndim == 0:
            raise numpy.exceptions.AxisError(axis, 0)
        axis = normalize_axis_index(axis, x.ndim)
        if type(x) is numpy.ndarray:
            return numpy.take(x, self._order(x.shape[axis], "cpu").get(), axis)
        return take(x, self._order(x.shape[axis], x.device), axis=axis)

    def shuffle(self, x, axis=0):
        """Permutes `x` in place along an axis. Lists are taken, too.

        >>> rng = np.random.default_rng(1)
        >>> x = np.arange(5)
        >>> rng.shuffle(x)
        >>> x
        array([2, 4, 0, 3, 1])
        """
        if isinstance(x, ndarray) or isinstance(x, numpy.ndarray):
            if not x.flags.writeable:
                raise ValueError("array is read-only")
            len(x)  # or the TypeError of arrays without axes
            axis = normalize_axis_index(axis, x.ndim)
            if isinstance(x, ndarray):
                x[...] = take(x, self._order(x.shape[axis], x.device), axis=axis)
            else:
                x[...] = numpy.take(x, self._order(x.shape[axis], "cpu").get(), axis)
            return
        if axis != 0:
            raise NotImplementedError(
                "Axis argument is only supported on ndarray objects"
            )
        if len(x) < 2:
            return
        x[0] = x[0]  # or Python's TypeError, before a number is drawn
        order = self._order(len(x), "cpu").tolist()
        items = [x[i] for i in order]
        for i, item in enumerate(items):
            x[i] = item

    def permuted(self, x, *, axis=None, out=None):
        """A copy of `x` with each line along an axis permuted on its own; or into `out`.

        Without an axis all items are.

        >>> rng = np.random.default_rng(1)
        >>> rng.permuted(np.arange(6).reshape(2, 3), axis=1)
        array([[2, 0, 1],
               [4, 5, 3]])
        """
        x = x if isinstance(x, ndarray) else asarray(x, device=self._device)
        len(x)  # or the TypeError of arrays without axes
        if out is not None:
            _check_output(out, x)
        if axis is None:
            order = self._order(x.size, x.device)
            result = take(x.reshape(-1), order).reshape(x.shape)
        else:
            axis = normalize_axis_index(axis, x.ndim)
            lines = moveaxis(x, axis, -1)
            result = take(lines.reshape(-1), self._orders(lines.shape, x.device))
            result = moveaxis(result.reshape(lines.shape), -1, axis)
        if out is None:
            return result if result.flags.c_contiguous else result.copy()
        as_output(out, x.device)[...] = result
        return out

    def _orders(self, shape, device):
        """Flat places that permute each line along the last axis.

        Lines are sorted by the random bits that fit behind the line's number.
        """
        n = math.prod(shape)
        keys = self._words(n, device)
        length = shape[-1]
        lines = n // length if length else 0
        bits = max(lines - 1, 0).bit_length()
        keys = keys.reshape(lines, length)
        return order_words(keys, bits, length).reshape(-1)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Items of `a` (or integers below it), with probabilities `p`.

        Along `axis`; a sample without replacement is in random order whatever
        `shuffle` says.

        >>> rng = np.random.default_rng(1)
        >>> rng.choice(5, 3, replace=False)
        array([2, 4, 0])
        """
        if isinstance(a, (int, numpy.integer)) or numpy.ndim(a) == 0:
            population, items = _population(a), None
        else:
            items = _items(a, self._device)
            population = items.shape[axis]
            axis = normalize_axis_index(axis, items.ndim)
        count = 1 if size is None else int(numpy.prod(size, dtype=numpy.int64))
        if population <= 0 and count:
            raise ValueError(
                "a must be a positive integer unless no samples are taken"
                if items is None
                else "a cannot be empty unless no samples are taken"
            )
        device = items.device if isinstance(items, ndarray) else self._device
        if type(items) is numpy.ndarray:
            device = "cpu"
        if p is not None:
            p = _probabilities(p, population, device)
        if not replace and count > population:
            raise ValueError(
                "Cannot take a larger sample than population when replace is False"
            )
        shape = () if size is None else to_shape(size)
        if count and population > numpy.iinfo("l").max + bool(replace):
            if replace:
                raise ValueError("high is out of bounds for int64")
            raise OverflowError("Python int too large to convert to C long")
        if replace:
            chosen = self._with_replacement(population, shape, p, device)
        elif p is not None:
            if int((p > 0).sum()) < count:
                raise ValueError("Fewer non-zero entries in p than size")
            chosen = self._weighted(p, count).reshape(shape)
        else:
            chosen = self._sample(population, count, device).reshape(shape)
        if items is None:
            return int(chosen) if size is None else chosen
        pick = take
        if type(items) is numpy.ndarray:
            pick, chosen = numpy.take, chosen.get()
        if size is None or shape:
            return pick(items, chosen, axis=axis)
        # An array of shape (), where take() gives an item.
        return pick(items, chosen.reshape(1), axis=axis).squeeze(axis)

    def _with_replacement(self, population, shape, p, device):
        if p is None:
            out = self._array(shape, "l", device)
            if math.prod(shape):
                with self._bit_generator.lock:
                    self._bit_generator._stream.integers(out, 0, population - 1)
            return out
        u = self.random(out=self._array(shape, "d", p.device))
        steps = p.cumsum()
        steps /= steps[-1:]
        return searchsorted(steps, u, side="right")

    def _weighted(self, p, count):
        """Successive draws without replacement: exponential times over p, in order."""
        times = self._array(p.shape, "d", p.device)
        self._drawn("exponential", None, [1.0], times)
        return argsort(times / p, stable=True)[:count]

    def _sample(self, population, count, device):
        if population <= 10000 or count > population // _SPARSE:
            return self._order(population, device, count)
        # Draws with replacement of which repeated ones are left out.
        found = self._array((0,), "l", device)
        while found.size < count:
            missing = count - found.size
            more = missing + missing // _SPARSE + 16
            drawn = self._with_replacement(population, (more,), None, device)
            found = _first_of_each(concatenate([found, drawn]))
        return found[:count]


def _check_output(out, x):
    """Whether `permuted` may write to it."""
    if not isinstance(out, (ndarray, numpy.ndarray)):
        raise TypeError("out must be a tenorite array")
    check_safe(x.dtype, out.dtype)
    if out.shape != x.shape:
        raise ValueError("out must have the same shape as x")
    if not out.flags.writeable:
        raise ValueError("out is read-only")


def _population(a):
    try:
        return operator.index(
            a.item() if isinstance(a, ndarray) else host_array(a).item()
        )
    except TypeError:
        raise ValueError(f"a must be a sequence or an integer, not {type(a)}") from None


def _items(a, device):
    """`a` as an array of ours, or of NumPy where its dtype is not one of ours."""
    if isinstance(a, ndarray):
        return a
    host = host_array(a)
    try:
        check_dtype(host.dtype.newbyteorder("="))
    except TypeError:
        return host
    return asarray(host, device=device)


def _probabilities(p, population, device):
    """`p` checked, float64 on the device; waits for one."""
    len(p)  # or Python's TypeError
    eps = [numpy.finfo("d").eps]
    if getattr(p, "dtype", numpy.dtype("l")).kind == "f":
        eps.append(numpy.finfo(p.dtype).eps)
    p = asarray(p, "d", device=None if isinstance(p, ndarray) else device)
    if p.ndim != 1:
        raise ValueError("p must be 1-dimensional")
    if p.size != population:
        raise ValueError("a and p must have same size")
    total = float(p.sum())
    # NumPy adds with a compensation, which is NaN after an infinity.
    if math.isnan(total) or (math.isinf(total) and bool(ufuncs["isinf"](p[:-1]).any())):
        raise ValueError("Probabilities contain NaN")
    if bool((p < 0).any()):
        raise ValueError("Probabilities are not non-negative")
    if abs(total - 1.0) > math.sqrt(max(eps)):
        raise ValueError(
            "Probabilities do not sum to 1. See Notes section of docstring for more "
            "information."
        )
    return p


def _first_of_each(numbers):
    """The numbers, of equal ones the first only, in their order."""
    order = argsort(numbers, stable=True)
    in_order = numbers[order]
    first = concatenate(
        [zeros(1, "?", device=numbers.device), in_order[1:] == in_order[:-1]]
    )
    again = zeros(numbers.size, "?", device=numbers.device)
    again[order] = first
    return numbers[~again]

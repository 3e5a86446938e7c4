# SPDX-License-Identifier: Apache-2.0
"""Whether results are NumPy's, for small operands and in samples of large ones."""

import itertools
import math
import warnings

import numpy

from .data import PERIOD, block, host_operand
from .spec import NUMPY, TORCH


class Wrong(Exception):
    """A result is not NumPy's."""


WINDOW = 4096  # elements of a sample
PICKS = 16


def difference(expected, found, rtol, scaled=False):
    """What is wrong with the values found, or None. Host arrays of one shape."""
    same = (found == expected) | ((found != found) & (expected != expected))
    if expected.dtype.kind in "fc" and rtol:
        exact = numpy.result_type(expected.dtype, numpy.float64)
        want, have = expected.astype(exact), found.astype(exact)
        size = abs(want)
        largest = size.max(initial=0, where=numpy.isfinite(size))
        allowed = rtol * (largest if scaled else size)
        with numpy.errstate(invalid="ignore"):
            same |= abs(have - want) <= allowed
    wrong = numpy.asarray(~same)
    if not wrong.any():
        return None
    place = numpy.unravel_index(int(wrong.argmax()), wrong.shape)
    at = f" at {tuple(map(int, place))}" if place else ""
    share = f"{int(wrong.sum())} of {wrong.size} elements are wrong"
    return f"{share}: {found[place]!r} instead of {expected[place]!r}{at}"


def tolerance(case, expected, found):
    """The tolerance of a case, for results of these dtypes."""
    if case.rtol is not None:
        return case.rtol
    kinds = [d for d in (expected.dtype, found.dtype) if d.kind in "fc"]
    return 4 * max((float(numpy.finfo(d).eps) for d in kinds), default=0)


def problem(case, expected, found, any_dtype=False):
    """What is wrong with a result, or None; arrays, scalars or tuples of them.

    `any_dtype` is for torch, which has promotion rules of its own.
    """
    if isinstance(expected, (tuple, list)):
        if len(found) != len(expected):
            return f"{len(found)} results instead of {len(expected)}"
        pairs = zip(expected, found, strict=True)
        texts = (problem(case, *pair, any_dtype) for pair in pairs)
        return next((text for text in texts if text), None)
    expected, found = numpy.asarray(expected), numpy.asarray(found)
    if found.shape != expected.shape:
        return f"the shape is {found.shape} instead of {expected.shape}"
    if found.dtype != expected.dtype and not any_dtype:
        return f"the dtype is {found.dtype} instead of {expected.dtype}"
    return difference(expected, found, tolerance(case, expected, found), case.scaled)


def widened(x):
    """A host array in double precision, if it is floating."""
    if not isinstance(x, numpy.ndarray) or x.dtype.kind not in "fc":
        return x
    return x.astype(numpy.result_type(x.dtype, numpy.float64))


def numpy_result(case, operands):
    """The result of a case in NumPy's dtype, in double precision if `wide`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call = case.spelling(NUMPY)
        wide = [widened(x) for x in operands] if case.wide else None
        result = call(numpy, *[numpy.array(x) for x in operands])
        if case.wide:
            result = numpy.asarray(call(numpy, *wide)).astype(result.dtype)
        return result


def small_problem(case, library, operands, expected, found):
    """What is wrong with a result for small operands, all on the host; or None."""
    if case.same and (case.drawn or library.name == TORCH):
        return case.same(operands, expected, found)
    return problem(case, expected, found, any_dtype=library.name == TORCH)


def small_operands(case):
    return [host_operand(o, case.small, i) for i, o in enumerate(case.operands)]


# Checks of large results. Each is called with the library, the case and the
# operands before the call, and returns a function of the result that yields
# pairs of expected and found values.


def _slices(shape):
    """Windows at the start, in the middle and at the end of a shape."""
    width, left = [], WINDOW
    for i, n in enumerate(reversed(shape)):
        last = i == len(shape) - 1
        width.insert(0, min(n, left if last else min(left, 64)))
        left = max(1, left // width[0])
    for start in ("start", "middle", "end"):
        window = []
        for n, w in zip(shape, width, strict=True):
            at = {"start": 0, "middle": (n - w) // 2, "end": n - w}[start]
            window.append(slice(at, at + w))
        yield tuple(window)


def _within(x, window):
    """What of an operand a window of the broadcast result sees."""
    if not hasattr(x, "shape") or not len(x.shape):
        return x
    own = window[len(window) - len(x.shape) :]
    pairs = zip(own, x.shape, strict=True)
    return x[tuple(slice(0, 1) if n == 1 else w for w, n in pairs)]


def elementwise(library, case, operands):
    """Windows of the result depend on the same windows of the operands."""
    shape = numpy.broadcast_shapes(*[tuple(x.shape) for x in operands])
    windows = list(_slices(shape))
    parts = [[library.download(_within(x, w)) for x in operands] for w in windows]
    expected = [numpy_result(case, part) for part in parts]

    def check(result):
        for want, window in zip(expected, windows, strict=True):
            yield want, library.download(result[window])

    return check


def whole_rows(library, case, operands):
    """Rows of the result depend on the same rows of the operands."""
    rows = operands[0].shape[0]
    windows = [slice(at, at + 4) for at in (0, rows // 2, rows - 4)]
    parts = [[library.download(x[w]) for x in operands] for w in windows]
    expected = [numpy_result(case, part) for part in parts]

    def check(result):
        for want, window in zip(expected, windows, strict=True):
            yield want, library.download(result[window])

    return check


def reduced(axis):
    """Windows of what is kept depend on whole runs along the reduced axis."""

    def prepare(library, case, operands):
        (x,) = operands
        shape = list(x.shape)
        length = shape.pop(axis)
        kept = max(1, 2**16 // length)
        windows = [tuple(slice(0, min(n, kept)) for n in shape)]
        windows += [tuple(slice(max(0, n - kept), n) for n in shape)]

        def whole(window):
            window = list(window)
            window.insert(axis % len(x.shape), slice(None))
            return tuple(window)

        parts = [library.download(x[whole(w)]) for w in windows]
        expected = [numpy_result(case, [part]) for part in parts]

        def check(result):
            for want, window in zip(expected, windows, strict=True):
                yield want, library.download(result[window])

        return check

    return prepare


def repeated_block(function):
    """`function(*blocks, counts, size)` is the result, from the operands' blocks.

    A block has the values of an operand, and `counts` how often each occurs.
    """

    def prepare(library, case, operands):
        size = math.prod(operands[0].shape)
        length = min(size, PERIOD)
        specs = enumerate(case.operands)
        blocks = [block(o.dtype, o.values, length, i) for i, o in specs]
        counts = size // length + (numpy.arange(length) < size % length)
        expected = function(*blocks, counts, size)
        return lambda result: [(expected, library.download(result))]

    return prepare


def picked(function):
    """`function(read, i, n)` is item i of the result, n the first size of the case.

    `read(k, j)` is item j of operand k.
    """

    def prepare(library, case, operands):
        def read(k, j):
            return library.download(operands[k][int(j)])

        def check(result):
            size = int(result.shape[0])
            rng = numpy.random.default_rng(size)
            places = [0, size - 1, *rng.integers(0, size, PICKS)]
            for i in map(int, places):
                yield function(read, i, case.sizes[0]), library.download(result[i])

        return check

    return prepare


def large_problem(case, library, check, result):
    """What is wrong with a large result, or None."""
    for expected, found in itertools.islice(check(result), 100):
        if case.same and library.name == TORCH and not case.drawn:
            continue  # compares by operands, which samples have not
        text = problem(case, expected, found, any_dtype=True)
        if text:
            return f"in the large result, {text}"
    return None

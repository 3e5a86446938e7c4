# SPDX-License-Identifier: Apache-2.0
"""Outputs of programs as plain data on the host, and their comparison."""

import contextlib
import io

import numpy
import tenorite


def outputs(function, np):
    """What a program returns and prints when `np` is its NumPy, as plain data."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = function(np)
    return observed((result, printed.getvalue()))


def observed(x):
    """(kind, value), or (kind, dtype, host array) of arrays and scalars.

    Containers have the observed items as their value, dicts pairs of them.
    """
    if isinstance(x, (numpy.ndarray, numpy.generic, tenorite.ndarray)):
        module = tenorite if isinstance(x, tenorite.ndarray) else numpy
        kind = "scalar" if module.isscalar(x) else "array"
        host = x.get() if module is tenorite else numpy.array(x)
        if host.dtype.names:
            fields = [observed(host[name]) for name in host.dtype.names]
            return kind, str(x.dtype), fields
        if host.dtype == object:
            return kind, "object", [observed(host.shape), *map(observed, host.flat)]
        return kind, str(x.dtype), host
    kind = type(x).__name__
    if isinstance(x, dict):
        return kind, [observed(pair) for pair in x.items()]
    if isinstance(x, (set, frozenset)):
        return kind, [observed(item) for item in sorted(x)]
    if isinstance(x, (list, tuple)):
        return kind, [observed(item) for item in x]
    assert x is None or isinstance(x, (bool, int, float, complex, str)), kind
    return kind, x


def compare(want, got, rounding, where="output", largest=0.0):
    """Assert that outputs are the same: kinds, dtypes, shapes, and values.

    Floats may differ by `rounding` units in the last place of the largest number
    beside them.
    """
    assert want[:-1] == got[:-1], f"{where}: {got}, not {want}"
    want, got, kind = want[-1], got[-1], want[0]
    if isinstance(want, list):
        assert len(want) == len(got), f"{where}: {len(got)} items, not {len(want)}"
        largest = max((magnitude(item[-1]) for item in want), default=0.0)
        for i, pair in enumerate(zip(want, got, strict=True)):
            compare(*pair, rounding, f"{where}[{i}]", largest)
    elif isinstance(want, numpy.ndarray):
        assert want.shape == got.shape, f"{where}: {got.shape}, not {want.shape}"
        compare_numbers(want, got, rounding, where, largest)
    elif kind in ("float", "complex"):
        want, got = numpy.array(want), numpy.array(got)
        compare_numbers(want, got, rounding, where, largest)
    elif kind == "str":
        assert as_numpy(want) == as_numpy(got), f"{where}: {got!r}, not {want!r}"
    else:
        assert want == got, f"{where}: {got!r}, not {want!r}"


def as_numpy(text):
    """A text without the names of the two modules."""
    for name in ("numpy", "tenorite", "tn"):
        text = text.replace(name + ".", "np.")
    return text


def magnitude(x):
    """The largest finite number of an output that is no container."""
    if isinstance(x, (list, str)) or x is None:
        return 0.0
    x = numpy.asarray(x)
    if x.dtype.kind not in "biufc":
        return 0.0
    x = numpy.abs(x.astype(complex))
    return float(numpy.max(x, where=numpy.isfinite(x), initial=0.0))


def compare_numbers(want, got, rounding, where, largest):
    """Assert that two host arrays are equal, up to roundings if they are floats."""
    if want.dtype.kind not in "fc" or not rounding:
        numpy.testing.assert_array_equal(got, want, err_msg=where)
        return
    largest = max(largest, magnitude(want))
    margin = rounding * float(numpy.finfo(want.dtype).eps) * largest
    numpy.testing.assert_allclose(got, want, rtol=0, atol=margin, err_msg=where)

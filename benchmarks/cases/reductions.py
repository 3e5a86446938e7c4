# SPDX-License-Identifier: Apache-2.0
"""Reductions over every kind of axis and length, and scans."""

import numpy

from .. import checks
from ..spec import TORCH, Case, Operand

POSITIVE = (0.5, 1.5)
SIZES = {"f4": (16384, 16384), "f8": (16384, 8192)}
SMALL = (257, 130)
# Sums of positive numbers in any order, beside sums in double precision.
RTOL = {"f4": 1e-5, "f8": 1e-12}


def method(name, axis):
    return lambda xp, a: getattr(a, name)(axis=axis)


def in_torch(name, axis):
    """torch's words for a reduction."""
    if name == "max":
        return lambda xp, a: a.max() if axis is None else a.amax(dim=axis)
    if name in ("var", "std"):
        return lambda xp, a: getattr(a, name)(dim=axis, correction=0)
    if axis is None:
        return lambda xp, a: getattr(a, name)()
    return lambda xp, a: getattr(a, name)(dim=axis)


def extremes(axis):
    """Whether indices found point to values as large; torch takes any of these."""

    def same(operands, expected, found):
        (x,) = operands
        if axis is None:
            good = x.ravel()[found] == x.max()
        else:
            index = numpy.expand_dims(found, axis)
            good = numpy.take_along_axis(x, index, axis) == x.max(axis, keepdims=True)
        return None if good.all() else "some indices are not those of the largest"

    return same


def moments(values, counts, size):
    values = values.astype("f8")
    mean = numpy.dot(values, counts) / size
    return mean, numpy.dot((values - mean) ** 2, counts) / size


FULL = {
    "sum": lambda v, c, n: numpy.dot(v.astype("f8"), c),
    "mean": lambda v, c, n: moments(v, c, n)[0],
    "var": lambda v, c, n: moments(v, c, n)[1],
    "std": lambda v, c, n: moments(v, c, n)[1] ** 0.5,
    "max": lambda v, c, n: v.max(),
    "argmax": lambda v, c, n: v.argmax(),
    "any": lambda v, c, n: v.any(),
}


def reduction(name, dtype, axis, sizes=None, small=SMALL, label=None, group="", **more):
    exact = name in ("max", "argmax", "any")
    values = "zeros" if name == "any" else (0.99, 1.01) if name == "prod" else POSITIVE
    if axis is None:
        sample = checks.repeated_block(FULL[name]) if name in FULL else None
    elif isinstance(axis, tuple):
        sample = None
    else:
        sample = checks.reduced(axis)
    kind = numpy.dtype(dtype).name
    return Case(
        label or f"{name} {kind}, axis {axis}",
        group or "reductions",
        method(name, axis),
        (Operand(dtype, values=values),),
        sizes or SIZES[dtype],
        small,
        spell={TORCH: in_torch(name, axis)},
        rtol=0 if exact else RTOL[dtype],
        wide=not exact,
        # The variance of a few numbers nearly equal is a small difference.
        scaled=name in ("var", "std"),
        same=extremes(axis) if name == "argmax" else None,
        sample=sample,
        **more,
    )


def by_length(name, dtype, length, axis):
    """A GiB reduced in runs of a length, along the last axis or the first."""
    runs = 2**30 // numpy.dtype(dtype).itemsize // length
    few = max(3, min(runs, 2**15 // length))
    short = min(length, 2**15)
    sizes, small = (runs, length), (few, short)
    if axis == 0:
        sizes, small = sizes[::-1], small[::-1]
    kind = numpy.dtype(dtype).name
    return reduction(
        name,
        dtype,
        axis,
        sizes,
        small,
        f"{name} {kind}, {'last' if axis else 'first'} axis of {length}",
        "reduced lengths",
        headline=(name, dtype, length) in (("sum", "f4", 8), ("sum", "f4", 1000)),
    )


LENGTHS = (2, 8, 32, 100, 1000, 2**14, 2**20, 2**24)


def scan(label, axis, dtype="f4", sizes=None, small=SMALL, **more):
    """cumsum; in single precision every tile of a long sum rounds once."""
    single = dtype == "f4"
    return Case(
        f"cumsum {numpy.dtype(dtype)}, {label}",
        "scans",
        lambda xp, a: xp.cumsum(a, axis=axis),
        (Operand(dtype, values=POSITIVE),),
        sizes or SIZES[dtype],
        small,
        spell={TORCH: lambda xp, a: xp.cumsum(a, 0 if axis is None else axis)},
        rtol=1e-4 if single else 1e-11,
        wide=True,
        **more,
    )


def softmax(xp, x):
    e = xp.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def torch_softmax(xp, x):
    e = xp.exp(x - x.amax(dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)


def layer_norm(xp, x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / xp.sqrt((centred * centred).mean(axis=-1, keepdims=True) + 1e-5)


def torch_layer_norm(xp, x):
    centred = x - x.mean(dim=-1, keepdim=True)
    return centred / xp.sqrt((centred * centred).mean(dim=-1, keepdim=True) + 1e-5)


CASES = (
    *(
        reduction(
            name,
            dtype,
            axis,
            headline=dtype == "f4" and (name == "sum" or (name, axis) == ("var", None)),
        )
        for name in ("sum", "max", "mean", "var", "argmax")
        for dtype in ("f4", "f8")
        for axis in (None, 0, -1)
    ),
    *(
        reduction(name, "f4", axis)
        for name in ("std", "prod")
        for axis in (None, 0, -1)
    ),
    *(
        reduction("any", "?", axis, (32768, 32768), label=f"any bool, axis {axis}")
        for axis in (None, 0, -1)
    ),
    *(
        reduction("sum", "f4", axis, (256, 1024, 1024), (7, 11, 13))
        for axis in ((0, 2), 1, (0, 1))
    ),
    *(
        by_length(name, "f4", length, axis)
        for name in ("sum", "var", "argmax")
        for length in LENGTHS
        for axis in (-1, 0)
    ),
    *(
        by_length("sum", "f8", length, axis)
        for length in (2, 32, 1000, 2**20)
        for axis in (-1, 0)
    ),
    scan("flat", None, sizes=(2**28,), small=(2**14,), headline=True),
    scan("flat", None, "f8", sizes=(2**27,), small=(2**14,)),
    scan("axis 0", 0, sample=None),
    scan("axis -1", -1, sample=None),
    scan("rows of 64", -1, sizes=(2**22, 64), small=(257, 64)),
    Case(
        "softmax of rows",
        "chains",
        softmax,
        (Operand(values=(-3, 3)),),
        SIZES["f4"],
        SMALL,
        spell={TORCH: torch_softmax},
        rtol=1e-5,
        wide=True,
        headline=True,
    ),
    Case(
        "layer norm of rows",
        "chains",
        layer_norm,
        (Operand(values=(-3, 3)),),
        SIZES["f4"],
        SMALL,
        spell={TORCH: torch_layer_norm},
        # Relative to the largest: results near 0 are small differences.
        rtol=1e-5,
        scaled=True,
        wide=True,
    ),
)

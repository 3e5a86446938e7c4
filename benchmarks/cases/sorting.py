# SPDX-License-Identifier: Apache-2.0
"""Sorting, searching, histograms, unique items and medians.

Large operands repeat a block of a million numbers, so that ties are many; results
are checked by the values of the block and by how often each occurs.
"""

import numpy

from .. import checks
from ..spec import ON_CPU, TORCH, Case, Operand

WIDE = (-1e6, 1e6)
FLAT, SMALL = (2**26,), (5001,)
ROWS, FEW_ROWS = (16384, 4096), (17, 600)
KINDS = {"f4": "float32", "i4": "int32", "i8": "int64"}


def numbers(dtype):
    return Operand(dtype, values=(-(2**30), 2**30) if dtype[0] == "i" else WIDE)


def _sorted_windows(library, case, operands):
    """Items of the flat sorted result at some places."""
    (operand,), size = case.operands, int(operands[0].shape[0])
    values = checks.block(operand.dtype, operand.values, min(size, checks.PERIOD), 0)
    counts = size // len(values) + (numpy.arange(len(values)) < size % len(values))
    order = numpy.argsort(values, kind="stable")
    ends = numpy.cumsum(counts[order])
    places = [0, 1, size // 3, size // 2, size - 2, size - 1]
    expected = values[order][numpy.searchsorted(ends, places, "right")]

    def check(result):
        yield expected, numpy.stack([library.download(result[p]) for p in places])

    return check


def same_items(operands, expected, found):
    """Whether positions sort the lines as well; torch takes equal items in any order."""
    (x,) = operands
    axis = 0 if x.ndim == 1 else -1
    got = numpy.take_along_axis(x, found, axis)
    want = numpy.take_along_axis(x, expected, axis)
    return None if (got == want).all() else "the positions do not sort"


def sort(dtype, **more):
    return Case(
        f"sort {KINDS[dtype]}, flat",
        "sorting",
        lambda xp, a: xp.sort(a),
        (numbers(dtype),),
        FLAT,
        SMALL,
        spell={TORCH: lambda xp, a: xp.sort(a)[0]},
        sample=_sorted_windows,
        **more,
    )


def argsort(dtype, sizes=FLAT, small=SMALL, axis=-1, label="flat", group="sorting"):
    return Case(
        f"argsort {KINDS[dtype]}, {label}",
        group,
        lambda xp, a: xp.argsort(a, axis=axis, kind="stable"),
        (numbers(dtype),),
        sizes,
        small,
        spell={TORCH: lambda xp, a: xp.argsort(a, dim=axis, stable=True)},
        same=same_items if axis == -1 else None,
    )


def along(axis, label, dtype="f4"):
    return Case(
        f"sort {KINDS[dtype]}, {label}",
        "sorting by axes",
        lambda xp, a: xp.sort(a, axis=axis),
        (numbers(dtype),),
        ROWS,
        FEW_ROWS,
        spell={TORCH: lambda xp, a: xp.sort(a, dim=axis)[0]},
        sample=checks.whole_rows if axis == -1 else None,
        headline=dtype == "f4",
    )


def on_cpu(name, call, operands, sizes=(10**6,), small=SMALL):
    return Case(name, "CPU: sorting", call, operands, sizes, small, libraries=ON_CPU)


def _searched(xp, a, v):
    return xp.searchsorted(a, v)


CASES = (
    *(sort(dtype, headline=dtype == "f4") for dtype in KINDS),
    *(argsort(dtype) for dtype in KINDS),
    along(-1, "rows of 4096"),
    along(0, "columns of 16384"),
    along(-1, "rows of 4096", "i8"),
    argsort("f4", ROWS, FEW_ROWS, -1, "rows of 4096", "sorting by axes"),
    Case(
        "sort float32, rows of 50",
        "sorting by axes",
        lambda xp, a: xp.sort(a, axis=-1),
        (numbers("f4"),),
        (2**20, 50),
        (301, 50),
        spell={TORCH: lambda xp, a: xp.sort(a, dim=-1)[0]},
        sample=checks.whole_rows,
    ),
    Case(
        "unique float32 of 2^24",
        "searching",
        lambda xp, a: xp.unique(a),
        (numbers("f4"),),
        (2**24,),
        SMALL,
    ),
    Case(
        "unique int64 of 2^24, 1000 values, with inverse and counts",
        "searching",
        lambda xp, a: xp.unique(a, return_inverse=True, return_counts=True),
        (Operand("i8", values=(0, 999)),),
        (2**24,),
        SMALL,
        spell={
            TORCH: lambda xp, a: xp.unique(a, return_inverse=True, return_counts=True)
        },
    ),
    Case(
        "searchsorted float64, 2^24 in 2^20",
        "searching",
        _searched,
        (
            Operand("f8", lambda n, m: (m,), values=(0, 1), view=lambda a: a.cumsum(0)),
            Operand("f8", lambda n, m: (n,), values=(0, 2**19)),
        ),
        (2**24, 2**20),
        (4001, 1000),
    ),
    Case(
        "histogram float32 of 2^26, 100 bins",
        "searching",
        lambda xp, a: xp.histogram(a, bins=100, range=WIDE)[0],
        (numbers("f4"),),
        FLAT,
        SMALL,
        spell={
            TORCH: lambda xp, a: xp.histc(a, bins=100, min=WIDE[0], max=WIDE[1]),
        },
        # torch's bins are those of another formula.
        same=lambda operands, expected, found: (
            None if abs(found - expected).sum() <= 4 else "the counts differ"
        ),
    ),
    Case(
        "bincount int64 of 2^26, 1000 values",
        "searching",
        lambda xp, a: xp.bincount(a),
        (Operand("i8", values=(0, 999)),),
        FLAT,
        SMALL,
    ),
    *(
        Case(
            f"median float32, axis {axis}",
            "searching",
            lambda xp, a, axis=axis: xp.median(a, axis=axis),
            (numbers("f4"),),
            ROWS,
            FEW_ROWS,
            spell={TORCH: lambda xp, a, axis=axis: xp.quantile(a, 0.5, dim=axis)},
            absent={TORCH: "its quantile takes no array as large"},
        )
        for axis in (-1, 0)
    ),
    *(
        on_cpu(f"{name} {numpy.dtype(dtype)}", call, (numbers(dtype),))
        for name, call in (
            ("sort", lambda xp, a: xp.sort(a)),
            ("argsort", lambda xp, a: xp.argsort(a)),
        )
        for dtype in ("f4", "f8", "i4", "i8")
    ),
    *(
        on_cpu(
            f"sort {KINDS.get(dtype, 'float64')}, {label}",
            lambda xp, a, axis=axis: xp.sort(a, axis=axis),
            (numbers(dtype),),
            shape,
            FEW_ROWS,
        )
        for dtype in ("f4", "f8", "i4")
        for label, shape, axis in (
            ("rows of 1000", (1000, 1000), -1),
            ("columns of 1000", (1000, 1000), 0),
            ("columns of 16384", (16384, 64), 0),
        )
    ),
    *(
        on_cpu(
            f"median float64, axis {axis}",
            lambda xp, a, axis=axis: xp.median(a, axis=axis),
            (numbers("f8"),),
            (1000, 1000),
            FEW_ROWS,
        )
        for axis in (-1, 0)
    ),
    on_cpu(
        "percentile float64, three",
        lambda xp, a: xp.percentile(a, [5, 50, 95]),
        (numbers("f8"),),
    ),
    on_cpu(
        "partition float64",
        lambda xp, a: xp.partition(a, a.shape[0] // 2)[a.shape[0] // 2],
        (numbers("f8"),),
    ),
    on_cpu("unique float64", lambda xp, a: xp.unique(a), (numbers("f8"),)),
    on_cpu("median float64", lambda xp, a: xp.median(a), (numbers("f8"),)),
    on_cpu(
        "histogram float64, 100 bins",
        lambda xp, a: xp.histogram(a, bins=100)[0],
        (numbers("f8"),),
    ),
)

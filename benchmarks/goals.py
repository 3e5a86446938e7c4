# SPDX-License-Identifier: Apache-2.0
"""The figures that Tenorite is to reach, and whether results do.

A goal takes a figure of every record that it is about: the time beside another
library's, the share of the device copy, or seconds.
"""

import dataclasses
import statistics
from collections.abc import Callable

from .cases.fusion import LARGE as FUSED
from .cases.fusion import LINKS
from .cases.fusion import ON_CPU as FUSED_ON_CPU
from .cases.fusion import SMALL as FUSED_SMALL
from .spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH


def seconds(record, name):
    return record["runs"].get(name, {}).get("seconds")


def speed_over(other, name=CUDA):
    """How many times as fast as another library: its time over ours."""

    def figure(record):
        ours, theirs = seconds(record, name), seconds(record, other)
        return theirs / ours if ours and theirs else None

    return figure


def time_beside(other, name=CUDA):
    """Our time over another library's."""

    def figure(record):
        ours, theirs = seconds(record, name), seconds(record, other)
        return ours / theirs if ours and theirs else None

    return figure


def share_of_copy(record):
    return record["runs"].get(CUDA, {}).get("share_of_copy")


def slowest_call(record):
    return record["runs"].get(CUDA, {}).get("max")


def import_time(record):
    runs = record["runs"]
    return seconds(record, CUDA) if CUDA in runs else seconds(record, CPU)


@dataclasses.dataclass(frozen=True)
class Goal:
    """A bound on a figure, for every record of some groups or for their mean.

    `names`, where given, starts the names of the records. `at_most` or
    `at_least` is the bound. `beside` names a record of the group whose speed
    the figures are divided by.
    """

    title: str
    groups: tuple[str, ...]
    figure: Callable
    names: tuple[str, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    mean: bool = False
    beside: str | None = None

    def figures(self, records):
        """(figure, key) of the records that have one, the worst first."""
        chosen = [
            r
            for r in records
            if r["group"].startswith(self.groups)
            and (not self.names or r["name"].startswith(self.names))
        ]
        found = [(self.figure(r), f"{r['group']}: {r['name']}") for r in chosen]
        found = [pair for pair in found if pair[0] is not None]
        if self.beside:
            found = self._relative(found, records)
        return sorted(found, reverse=self.at_most is not None)

    def _relative(self, found, records):
        times = [
            seconds(r, name)
            for r in records
            if r["name"] == self.beside
            for name in (CUDA, CUPY)
        ]
        best = min((t for t in times if t), default=None)
        return [(best / figure, key) for figure, key in found] if best else []

    def meets(self, figure):
        if self.at_least is not None:
            return figure >= self.at_least
        return figure <= self.at_most

    def evaluate(self, records):
        """The figure that decides, what it is of, and whether the goal is met.

        None where no record has the figure.
        """
        found = self.figures(records)
        if not found:
            return None
        if self.mean:
            figure = statistics.geometric_mean(f for f, _ in found)
            return figure, f"geometric mean of {len(found)}", self.meets(figure)
        missed = sum(not self.meets(f) for f, _ in found)
        text = f"{missed} of {len(found)} miss it, worst: {found[0][1]}"
        if not missed:
            text = f"all {len(found)} meet it, worst: {found[0][1]}"
        return found[0][0], text, not missed


def our_seconds(record):
    return seconds(record, CUDA)


def slowest_prefix(record):
    return record["runs"].get(CUDA, {}).get("prefix")


def seconds_per_link(record):
    """Of one operation of a chain of LINKS."""
    found = seconds(record, CUDA)
    return found and found / LINKS


SMALL = ("16 elements",)
LAYOUTS = ("broadcast", "strided", "negative", "transposed operands")
REDUCTIONS = ("reductions", "reduced lengths")
BUS = ("host and device",)
OVER_CUPY, BESIDE_CUPY = speed_over(CUPY), time_beside(CUPY)
OVER_NUMPY = speed_over(NUMPY, CPU)


def fused_goals():
    """The figures of recorded execution."""
    chain = f"chain of {LINKS} operations"
    observed = f"{LINKS} sums, each observed"

    def over_cupy(names, at_least, groups=(FUSED,)):
        return Goal(
            f"{names[0]}, speed over CuPy's",
            groups,
            OVER_CUPY,
            names,
            at_least=at_least,
        )

    yield Goal(
        "fused exp(0.5 * sin(x) + cos(y)), share of the copy",
        (FUSED,),
        share_of_copy,
        ("exp(",),
        at_least=0.92,
    )
    yield over_cupy(("exp(",), 7)
    yield over_cupy(("softmax", "rows standardised", "Black-Scholes"), 6)
    yield over_cupy(("Jacobi",), 4)
    yield over_cupy((chain,), 6, (FUSED_SMALL,))
    for names, rival, figure in (
        ("exp(", TORCH, 0.95),
        ("softmax", TORCH, 1.0),
        ("Black-Scholes", JAX, 0.8),
    ):
        yield Goal(
            f"{names}, speed over {rival}'s, compiled",
            (FUSED,),
            speed_over(rival),
            (names,),
            at_least=figure,
        )
    for names, bound in (
        (chain, 0.7e-6),
        (f"{LINKS} times x + y", 0.45e-6),
        (f"{LINKS} times x[", 0.15e-6),
    ):
        yield Goal(
            f"{names}, seconds for each",
            (FUSED_SMALL,),
            seconds_per_link,
            (names,),
            at_most=bound,
        )
    yield Goal(
        "each result observed, speed beside fusion off",
        (FUSED_SMALL,),
        our_seconds,
        (observed,),
        at_least=1 / 1.1,
        beside=f"{observed}, fusion off",
    )
    yield Goal(
        "unseen expression, its slowest beginning beside a warm CuPy",
        ("start",),
        slowest_prefix,
        ("2000 calls",),
        at_most=1.05,
    )
    yield Goal(
        "unseen expression, 2000 calls, speed over CuPy's",
        ("start",),
        OVER_CUPY,
        ("2000 calls",),
        at_least=3.0,
    )
    yield Goal(
        "CPU, memory-bound chains, speed over NumPy's",
        (FUSED_ON_CPU,),
        OVER_NUMPY,
        ("4 times", "Jacobi", "rows", "softmax"),
        at_least=2.0,
    )
    yield Goal(
        "CPU, all fused programs, speed over NumPy's",
        (FUSED_ON_CPU,),
        OVER_NUMPY,
        at_least=0.9,
    )


GOALS = (
    *fused_goals(),
    Goal(
        "small a + b, time beside CuPy's", SMALL, BESIDE_CUPY, ("a + b",), at_most=0.55
    ),
    Goal(
        "small a * 2.0, sum, a[2:10], where, time beside CuPy's",
        SMALL,
        BESIDE_CUPY,
        ("a * 2.0", "a.sum()", "a[2:10]", "where"),
        at_most=0.5,
    ),
    Goal(
        "launch of a bound raw kernel, time beside CuPy's",
        ("own kernels",),
        BESIDE_CUPY,
        ("bound raw kernel",),
        at_most=0.6,
    ),
    Goal(
        "elementwise, share of the copy", ("elementwise",), share_of_copy, at_least=0.85
    ),
    Goal(
        "elementwise, share of the copy, mean",
        ("elementwise",),
        share_of_copy,
        at_least=0.92,
        mean=True,
    ),
    Goal("layouts, share of the copy", LAYOUTS, share_of_copy, at_least=0.75),
    Goal("layouts, speed over CuPy's", LAYOUTS, OVER_CUPY, at_least=1.0),
    Goal(
        "transposed copy of 16384 x 16384 float32, share of the copy",
        ("transposed copies",),
        share_of_copy,
        ("turned float32 16384 x 16384",),
        at_least=0.8,
    ),
    Goal("reductions, share of the copy", REDUCTIONS, share_of_copy, at_least=0.85),
    Goal("reductions, speed over CuPy's", REDUCTIONS, OVER_CUPY, at_least=1.0),
    Goal(
        "flat cumsum, speed over CuPy's",
        ("scans",),
        OVER_CUPY,
        ("cumsum float32, flat", "cumsum float64, flat"),
        at_least=2.0,
    ),
    Goal(
        "a[mask], speed over CuPy's",
        ("indexing",),
        OVER_CUPY,
        ("a[mask],",),
        at_least=2.0,
    ),
    Goal(
        "take of random indices, speed over CuPy's",
        ("indexing",),
        OVER_CUPY,
        ("take, random",),
        at_least=1.0,
    ),
    Goal(
        "matrix products of 8192, speed over CuPy's",
        ("matrix products",),
        OVER_CUPY,
        ("8192 float32", "8192 float64"),
        at_least=1.0,
    ),
    Goal(
        "matrix products of 64, speed over CuPy's",
        ("small matrices",),
        OVER_CUPY,
        at_least=1.0,
    ),
    *(
        Goal(
            f"flat sorts, speed over {rival}'s",
            ("sorting",),
            speed_over(rival),
            ("sort ", "argsort "),
            at_least=1.0,
        )
        for rival in (CUPY, TORCH)
    ),
    Goal(
        "sorts by rows and columns, speed over CuPy's",
        ("sorting by axes",),
        OVER_CUPY,
        at_least=3.0,
    ),
    Goal(
        "unique, searchsorted, histogram, median, speed over CuPy's",
        ("searching",),
        OVER_CUPY,
        at_least=1.0,
    ),
    Goal(
        "unique, searchsorted, histogram, median, speed over CuPy's, mean",
        ("searching",),
        OVER_CUPY,
        at_least=1.5,
        mean=True,
    ),
    Goal(
        "CPU, sorts, speed over NumPy's",
        ("CPU: sorting",),
        OVER_NUMPY,
        ("sort ", "argsort "),
        at_least=1.5,
    ),
    Goal(
        "standard_normal float32, speed over CuPy's",
        ("random numbers",),
        OVER_CUPY,
        ("standard_normal float32",),
        at_least=3.0,
    ),
    Goal(
        "CPU, random, speed over NumPy's",
        ("CPU: random numbers",),
        OVER_NUMPY,
        ("random ",),
        at_least=1.5,
    ),
    Goal("transforms, speed over CuPy's", ("transforms",), OVER_CUPY, at_least=1.0),
    Goal(
        "transforms along other axes, speed over CuPy's, mean",
        ("transforms along other axes",),
        OVER_CUPY,
        at_least=1.5,
        mean=True,
    ),
    Goal(
        "linear algebra, speed over CuPy's",
        ("linear algebra",),
        OVER_CUPY,
        at_least=1.0,
    ),
    Goal(
        "many small matrices, speed over torch's",
        ("many small matrices",),
        speed_over(TORCH),
        at_least=1.0,
    ),
    Goal(
        "einsum, speed over CuPy's, mean",
        ("einsum",),
        OVER_CUPY,
        at_least=1.2,
        mean=True,
    ),
    Goal(
        "CPU, linear algebra, time beside NumPy's",
        ("CPU: linear algebra",),
        time_beside(NUMPY, CPU),
        at_most=1.1,
    ),
    Goal(
        "CPU, transforms, time beside NumPy's",
        ("CPU: transforms",),
        time_beside(NUMPY, CPU),
        at_most=1.1,
    ),
    Goal(
        "exp(a * sin(x) + cos(y)) as a user's kernel, share of the copy",
        ("user kernels",),
        share_of_copy,
        ("exp(",),
        at_least=0.92,
    ),
    Goal(
        "exp(a * sin(x) + cos(y)) as a user's kernel, speed over CuPy's",
        ("user kernels",),
        OVER_CUPY,
        ("exp(",),
        at_least=1.5,
    ),
    Goal(
        "a user's l2norm, share of the copy",
        ("user reductions",),
        share_of_copy,
        at_least=0.85,
    ),
    Goal(
        "a user's l2norm, speed over CuPy's",
        ("user reductions",),
        OVER_CUPY,
        at_least=1.0,
    ),
    Goal(
        "first call of a new kernel, seconds",
        ("start",),
        our_seconds,
        ("first call of a kernel, new",),
        at_most=0.06,
    ),
    Goal(
        "first call of a kernel on disk, seconds",
        ("start",),
        our_seconds,
        ("first call of a kernel, on disk",),
        at_most=0.003,
    ),
    Goal(
        "first calls, seconds", ("start",), slowest_call, ("first calls",), at_most=2e-3
    ),
    Goal(
        "1 GiB from and to pageable memory, speed over CuPy's",
        BUS,
        OVER_CUPY,
        ("asarray(host)", "a.set(host)", "a.get()", "a.get(out=host)"),
        at_least=1.0,
    ),
    Goal(
        "1 GiB from pinned memory, share of cudaMemcpyAsync",
        BUS,
        our_seconds,
        ("a.set(pinned)",),
        at_least=0.95,
        beside="cudaMemcpyAsync from pinned",
    ),
    Goal(
        "1 GiB to pinned memory, share of cudaMemcpyAsync",
        BUS,
        our_seconds,
        ("a.get(out=pinned)",),
        at_least=0.95,
        beside="cudaMemcpyAsync to pinned",
    ),
    Goal(
        "import beyond NumPy's, seconds",
        ("start",),
        import_time,
        ("import",),
        at_most=0.1,
    ),
    Goal(
        "CPU, 10^6 elements, speed over NumPy's, mean",
        ("CPU: ufuncs, 10^6",),
        OVER_NUMPY,
        at_least=1.0,
        mean=True,
    ),
    Goal(
        "CPU, 10^6 elements, speed over NumPy's",
        ("CPU: ufuncs, 10^6",),
        OVER_NUMPY,
        at_least=0.4,
    ),
    Goal(
        "CPU, 10 elements, time beside NumPy's",
        ("CPU: ufuncs, 10 ",),
        time_beside(NUMPY, CPU),
        at_most=2.5,
    ),
)

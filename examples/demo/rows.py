# SPDX-License-Identifier: Apache-2.0
"""The rows of the demo's table, and what it means that results agree."""

import dataclasses

import numpy


@dataclasses.dataclass(frozen=True)
class Row:
    """One row of the table: a program, its size, and how results must agree."""

    title: str
    program: str
    rtol: float
    why: str  # the reason for rtol, and for `differing` and atol where not 0
    atol: float = 0.0
    differing: float = 0.0  # the share of elements that may be outside of rtol
    size: float = 1.0  # the program's scale
    fixed: bool = False  # whether --scale leaves the size alone


EXACT = "every step is rounded to its one right result"
SUMMED = "the terms are added in another order"
LAST_PLACE = "functions differ by a few units in the last place"

ROWS = (
    Row("exp(a*sin(x) + cos(y))", "elementwise", 1e-14, LAST_PLACE),
    Row("Monte-Carlo pi", "monte_carlo_pi", 0.0, EXACT),
    *(
        Row(
            f"dot, 2^{power} ({place})",
            "dot_products",
            1e-10,
            SUMMED + ", and the result is small beside them",
            atol=2.0**power * 1e-14,
            size=2.0 ** (power - 24),
            fixed=True,
        )
        for power, place in ((10, "L1"), (15, "L2"), (20, "L3"))
    ),
    Row(
        "dot, large",
        "dot_products",
        1e-10,
        SUMMED + ", and the result is small beside them",
        atol=1e-6,
    ),
    Row(
        "sums of squares",
        "sum_of_squares",
        2e-5,
        "NumPy adds the rows one after the other in float32",
    ),
    Row("in-place 2-D increment", "increment", 0.0, EXACT),
    Row(
        "Black-Scholes",
        "black_scholes",
        1e-12,
        LAST_PLACE + ", and a price is a difference of larger ones",
        atol=1e-12,
    ),
    Row("2-D heat equation", "heat", 0.0, EXACT),
    Row(
        "Mandelbrot with masks",
        "mandelbrot",
        0.0,
        "at the edge of the set the last place of a product decides",
        differing=1e-3,
    ),
    Row(
        "k-means of a photograph",
        "kmeans",
        1e-6,
        SUMMED + ", and a pixel between two colours may take the other",
        differing=1e-3,
    ),
)


def compare(row, expected, found):
    """What is wrong with the results, or None; and the largest relative error."""
    if len(expected) != len(found):
        return f"{len(found)} results instead of {len(expected)}", None
    worst = 0.0
    for i, (want, have) in enumerate(zip(expected, found, strict=True)):
        if want.shape != have.shape or want.dtype != have.dtype:
            kinds = f"{have.dtype}{have.shape} instead of {want.dtype}{want.shape}"
            return f"result {i}: {kinds}", None
        exact = numpy.result_type(want.dtype, numpy.float64)
        error = numpy.atleast_1d(abs(have.astype(exact) - want.astype(exact)))
        error[numpy.isnan(error)] = numpy.inf
        size = numpy.abs(want.astype(exact))
        wrong = error > row.atol + row.rtol * size
        worst = max(worst, float((error / numpy.maximum(size, 1e-300)).max(initial=0)))
        if numpy.mean(wrong) > row.differing:
            share = f"{wrong.sum()} of {wrong.size} elements differ"
            return f"result {i}: {share}, by up to {error.max():.3g}", worst
    return None, worst

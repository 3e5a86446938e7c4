# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms along axes of all kinds."""

import math

from ..checks import numpy_result
from ..spec import ON_CPU, TORCH, Case, Operand

RTOL = {"f4": 4e-6, "c8": 4e-6, "f8": 1e-14, "c16": 1e-14}


def whole(library, case, operands):
    """NumPy transforms all of a large operand too: no part of a result is its own."""
    expected = numpy_result(case, [library.download(x) for x in operands])
    return lambda result: [(expected, library.download(result))]


def transform(name, function, dtype, sizes, small, axes, **more):
    """`function` of xp.fft over an axis or a tuple of axes."""
    one = isinstance(axes, int)
    key = "axis" if one else "axes"
    points = [sizes[axis] for axis in ((axes,) if one else axes)]
    real = dtype in ("f4", "f8")
    return Case(
        name,
        more.pop("group", "transforms"),
        lambda xp, a: getattr(xp.fft, function)(a, **{key: axes}),
        (Operand(dtype, values=(-1, 1)),),
        sizes,
        small,
        spell={TORCH: lambda xp, a: getattr(xp.fft, function)(a, dim=axes)},
        flops=lambda *sizes: (
            5 * math.prod(sizes) * math.log2(math.prod(points)) / (1 + real)
        ),
        rtol=RTOL[dtype],
        scaled=True,
        wide=True,
        sample=whole,
        **more,
    )


LONG, SHORT = (10**4, 1000), (37, 30)
TALL, LOW = (1000, 10**4), (30, 37)

CASES = (
    transform(
        "fft of 2^24 complex64", "fft", "c8", (2**24,), (128,), -1, headline=True
    ),
    transform("fft of 2^24 complex128", "fft", "c16", (2**24,), (128,), -1),
    transform(
        "rfft2 of 8192 x 8192 float32",
        "rfft2",
        "f4",
        (8192, 8192),
        (32, 45),
        (-2, -1),
        headline=True,
    ),
    transform(
        "irfft2 of 8192 x 4097 complex64",
        "irfft2",
        "c8",
        (8192, 4097),
        (32, 23),
        (-2, -1),
    ),
    transform(
        "fft2 of 4096^2 complex64", "fft2", "c8", (4096,) * 2, (32, 45), (-2, -1)
    ),
    transform(
        "fftn of 256^3 complex64", "fftn", "c8", (256,) * 3, (8, 9, 10), (0, 1, 2)
    ),
    transform(
        "10^4 of 1000 complex64, last axis", "fft", "c8", LONG, SHORT, -1, headline=True
    ),
    transform("10^4 of 1000 float32, last axis", "rfft", "f4", LONG, SHORT, -1),
    transform(
        "10^4 of 1009 complex64, last axis", "fft", "c8", (10**4, 1009), SHORT, -1
    ),
    transform(
        "10^4 of 1000 complex64, first axis",
        "fft",
        "c8",
        TALL,
        LOW,
        0,
        group="transforms along other axes",
        headline=True,
    ),
    *(
        transform(
            f"{name}, {place}",
            function,
            dtype,
            sizes,
            small,
            axes,
            group="transforms along other axes",
        )
        for name, function, dtype, sizes, small, axes, place in (
            (
                "10^4 of 1024 complex64",
                "fft",
                "c8",
                (1024, 10**4),
                LOW,
                0,
                "first axis",
            ),
            ("10^4 of 1000 complex128", "fft", "c16", TALL, LOW, 0, "first axis"),
            ("10^4 of 1000 float32", "rfft", "f4", TALL, LOW, 0, "first axis"),
            ("8192 of 8192 complex64", "fft", "c8", (8192,) * 2, LOW, 0, "first axis"),
            ("256^2 of 256", "fft", "c8", (256,) * 3, (8, 9, 10), 1, "middle axis"),
            ("2^18 of 64", "fft", "c8", (4096, 64, 64), (8, 9, 10), 1, "middle axis"),
            (
                "16 of 1024^2",
                "fft2",
                "c8",
                (1024, 1024, 16),
                (30, 37, 5),
                (0, 1),
                "axes 0, 1",
            ),
        )
    ),
    *(
        transform(
            name,
            function,
            dtype,
            sizes,
            SHORT,
            axes,
            group="CPU: transforms",
            libraries=ON_CPU,
            clock="host",
        )
        for name, function, dtype, sizes, axes in (
            ("1000 of 1000 complex128, last axis", "fft", "c16", (1000, 1000), -1),
            ("1000 of 1000 complex128, first axis", "fft", "c16", (1000, 1000), 0),
            ("rfft2 of 1024 x 1024 float64", "rfft2", "f8", (1024, 1024), (-2, -1)),
        )
    ),
)

# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms along axes of all kinds."""

import math

import numpy

from ..checks import numpy_result
from ..spec import ON_CPU, TORCH, Case, Operand

RTOL = {"f4": 4e-6, "c8": 4e-6, "f8": 1e-14, "c16": 1e-14}


LINES = 4  # of a result, that are checked
CHUNK = 2**22  # numbers that are widened at once


def lines_alone(axis):
    """Lines of a result depend on the same lines of the operand."""

    def prepare(library, case, operands):
        (x,) = operands
        shape = list(x.shape)
        others = [i for i in range(len(shape)) if i != axis % len(shape)]
        windows = []
        for at in ("start", "end"):
            window = [slice(None)] * len(shape)
            for i in others:
                few = min(shape[i], LINES)
                window[i] = slice(few) if at == "start" else slice(-few, None)
            windows.append(tuple(window))
        parts = [library.download(x[window]) for window in windows]
        expected = [numpy_result(case, [part]) for part in parts]

        def check(result):
            for want, window in zip(expected, windows, strict=True):
                yield want, library.download(result[window])

        return check

    return prepare


def weighted(weights, x):
    """weights @ x in double precision, for a large x of two axes."""
    x = numpy.ascontiguousarray(x)
    parts = x.view(x.real.dtype)  # of complex numbers, real and imaginary by turns
    both = numpy.concatenate([weights.real, weights.imag])
    sums = numpy.zeros((len(both), parts.shape[1]))
    step = max(1, CHUNK // parts.shape[1])
    for i in range(0, len(parts), step):
        sums += both[:, i : i + step] @ parts[i : i + step].astype("f8")
    of_real, of_imaginary = numpy.split(sums, 2)
    if x.dtype.kind == "c":
        of_real, of_imaginary = of_real.view("c16"), of_imaginary.view("c16")
    return of_real + 1j * of_imaginary


def _turns(places, length, sign):
    """Powers of the root of unity: what a transform of that length weighs with."""
    # Integers: products of large ones would lose the fraction of a turn.
    turns = numpy.multiply.outer(places, numpy.arange(length)) % length
    return numpy.exp(sign * 2j * numpy.pi / length * turns)


def lines_of_all(function, axes):
    """Some lines of a transform along several axes, or along one alone.

    NumPy transforms the last of the axes, once sums have done the others. A long
    line is a matrix whose columns and rows are transformed one after the other,
    with factors in between (Cooley and Tukey's step).
    """
    sign = 1 if function.startswith("i") else -1

    def prepare(library, case, operands):
        x = library.download(operands[0])
        one = isinstance(axes, int)
        if one:
            (size,) = x.shape
            rows = next(n for n in range(math.isqrt(size), 0, -1) if size % n == 0)
            x = x.reshape(rows, size // rows)
            lengths, rest = (rows,), x.shape[1:]
        else:
            places = sorted(axis % x.ndim for axis in axes)
            assert places == list(range(len(places))), "the axes have to come first"
            lengths = tuple(x.shape[i] for i in places[:-1])
            rest = x.shape[len(lengths) :]
        rng = numpy.random.default_rng(math.prod(lengths))
        picks = [[0, *rng.integers(0, n, LINES - 1)] for n in lengths]
        weights = numpy.ones((LINES, 1))
        for picked, n in zip(picks, lengths, strict=True):
            turns = _turns(picked, n, sign)
            weights = (weights[:, :, None] * turns[:, None, :]).reshape(LINES, -1)
        sums = weighted(weights, x.reshape(weights.shape[1], -1))
        sums = sums.reshape(LINES, *rest)
        if one:
            (residues,) = picks
            columns = numpy.arange(rest[0])
            turns = numpy.multiply.outer(residues, columns) % size
            sums = numpy.fft.fft(sums * numpy.exp(sign * 2j * numpy.pi / size * turns))
        elif sign > 0:
            sums = numpy.fft.irfft(sums / math.prod(lengths), axis=1)
        elif function.startswith("r"):
            sums = _half(numpy.fft.fft(sums, axis=1))
        else:
            sums = numpy.fft.fft(sums, axis=1)

        def check(result):
            found = []
            for i in range(LINES):
                at = tuple(int(picked[i]) for picked in picks)
                window = slice(at[0], None, lengths[0]) if one else at
                found.append(library.download(result[window]))
            # Together: single ones may lack what is large, which errors scale with.
            yield sums, numpy.stack(found)

        return check

    return prepare


def _half(lines):
    """The part that a transform of real numbers returns."""
    return lines[:, : lines.shape[1] // 2 + 1]


def transform(name, function, dtype, sizes, small, axes, **more):
    """`function` of xp.fft over an axis or a tuple of axes."""
    one = isinstance(axes, int)
    key = "axis" if one else "axes"
    points = [sizes[axis] for axis in ((axes,) if one else axes)]
    real = dtype in ("f4", "f8")
    one_of_many = one and len(sizes) > 1
    sample = lines_alone(axes) if one_of_many else lines_of_all(function, axes)
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
        sample=sample,
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

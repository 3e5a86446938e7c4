# SPDX-License-Identifier: Apache-2.0
"""Kernels that users write: bodies for one element, and reductions."""

import functools

import numpy

from .. import checks
from ..spec import CPU, CUDA, CUPY, NUMPY, Case, Operand

ELEMENTWISE, REDUCTIONS, SMALL = "user kernels", "user reductions", "small user kernels"
ANGLES = Operand(values=(-3, 3))


@functools.cache
def elementwise(xp, *definition):
    return xp.ElementwiseKernel(*definition)


@functools.cache
def reduction(xp, *definition):
    return xp.ReductionKernel(*definition)


TRIGONOMETRIC = (
    "float32 a, T x, T y",
    "T z",
    "z = exp(a * sin(x) + cos(y))",
    "saxpy_trig",
)
AXPY = ("T a, T x, T y", "T z", "z = a * x + y", "axpy")
L2NORM = ("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")


def with_numpy(xp, x, y):
    a = x.dtype.type(0.5)
    return xp.exp(a * xp.sin(x) + xp.cos(y))


def norm(axis):
    def call(xp, x):
        return reduction(xp, *L2NORM)(x, axis=axis)

    return call


def numpy_norm(axis):
    return lambda xp, x: xp.sqrt((x * x).sum(axis=axis))


def two_operands(name, definition, plain, group=ELEMENTWISE, sizes=(2**28,), **more):
    return Case(
        name,
        group,
        lambda xp, x, y: elementwise(xp, *definition)(0.5, x, y),
        (ANGLES, ANGLES),
        sizes,
        (1001,) if len(sizes) == 1 else (101, 103),
        spell={NUMPY: plain},
        **{"libraries": (CUDA, CUPY), "rtol": 1e-5, **more},
    )


def plain_axpy(xp, x, y):
    return x.dtype.type(0.5) * x + y


CASES = (
    two_operands(
        "exp(a * sin(x) + cos(y)) float32", TRIGONOMETRIC, with_numpy, headline=True
    ),
    two_operands("a * x + y float32", AXPY, plain_axpy, scaled=True),
    *(
        Case(
            f"l2norm float32, axis {axis}",
            REDUCTIONS,
            norm(axis),
            (Operand(values=(0.5, 1.5)),),
            (16384, 16384),
            (257, 130),
            libraries=(CUDA, CUPY),
            spell={NUMPY: numpy_norm(axis)},
            rtol=1e-4,
            wide=True,
            sample=checks.repeated_block(
                lambda v, c, n: numpy.dot(v.astype("f8") ** 2, c) ** 0.5
            )
            if axis is None
            else checks.reduced(axis),
            headline=True,
        )
        for axis in (None, 0, -1)
    ),
    two_operands(
        "kernel(a, x, y)",
        AXPY,
        plain_axpy,
        SMALL,
        (16,),
        libraries=(NUMPY, CPU, CUDA, CUPY),
        clock="host",
        moved=None,
        scaled=True,
    ),
    two_operands(
        "exp(a * sin(x) + cos(y)) float32, CPU",
        TRIGONOMETRIC,
        with_numpy,
        "user kernels on the CPU",
        (2**24,),
        libraries=(NUMPY, CPU),
    ),
)

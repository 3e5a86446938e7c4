# SPDX-License-Identifier: Apache-2.0
"""Launches of the user's own kernels: what a call costs, whatever it computes."""

import functools

import numpy as np

from ..spec import CPU, CUDA, CUPY, NUMPY, Case, Operand

SCALE = r"""
extern "C" __global__ void scale(float* out, const float* a, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] * by;
}
"""


@functools.cache
def kernel(xp):
    return xp.RawKernel(SCALE, "scale")


@functools.cache
def bound(xp):
    return kernel(xp)[1, 16]


# CuPy passes numbers as they are, and so they must be of the types.
COUNT, FACTOR = np.int32(16), np.float32(2)


def launch(xp, out, a):
    bound(xp)(out, a, 16, 2.0)
    return out


def launch_as_cupy(xp, out, a):
    kernel(xp)((1,), (16,), (out, a, COUNT, FACTOR))
    return out


def reference(xp, out, a):
    return np.multiply(a, np.float32(2), out=out)


def case(name, call):
    return Case(
        name,
        "own kernels",
        call,
        (Operand(values="zeros"), Operand()),
        (16,),
        (16,),
        libraries=(CPU, CUDA, CUPY),
        spell={NUMPY: reference, CUPY: launch_as_cupy},
        clock="host",
        moved=None,
    )


CASES = (
    case("bound raw kernel, 4 arguments", launch),
    case("raw kernel, 4 arguments", launch_as_cupy),
)

# SPDX-License-Identifier: Apache-2.0
"""Generated kernels, one of each kind, as the texts in tests/golden.

TENORITE_UPDATE_GOLDEN=1 writes the texts anew: the change is then for a reader of
the difference to judge. The texts of groups are those of tests/cpp/golden_test.cpp.
"""

import os
import pathlib
import re

import pytest
import tenorite

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
TARGETS = ["cpu", "sm_90"]


def zeros(shape, dtype="f4", order="C"):
    return tenorite.zeros(shape, dtype, order=order, device="cpu")


def elementwise(body, *arrays, outputs="T z", inputs="T x, float32 y"):
    kernel = tenorite.ElementwiseKernel(inputs, outputs, body, "step")
    return lambda target: kernel._compiled(target, -1, *arrays)[0]


def reduction(*arrays, axis):
    kernel = tenorite.ReductionKernel(
        "T x, T y", "T z", "x * y", "a + b", "z = sqrt(a)", "0", "l2norm"
    )
    return lambda target: kernel._compiled(target, axis, *arrays)[0]


RAW = """\
#include <cooperative_groups.h>
template <class T, int N>
__global__ void turn(T* x, int n) {
  __shared__ T part[N];
  int i = threadIdx.x;
  if (i < n) part[i] = x[i];
  __syncthreads();
  if (i < n) x[i] = part[n - 1 - i];
}
"""


def raw(target):
    """What the user's text becomes, without the headers in front of it."""
    names = ["turn<float, 32>", "turn<double, 32>"]
    made = tenorite.compile(
        RAW, target=target, name_expressions=names, output="source", name="turn"
    )
    text = made.code.decode()
    return re.sub(
        r'^#line \d+ "(?:ops|jit)/.*?(?=^#line \d+ "turn")', "", text, flags=re.M | re.S
    )


KINDS = {
    "elementwise_contiguous": elementwise(
        "z = x * y + sqrt(abs(x))", zeros((64, 100), "f8"), zeros((64, 100))
    ),
    "elementwise_rows": elementwise(
        "z = x * y", zeros((64, 128))[:, 1:100], zeros((64, 99))
    ),
    "elementwise_tiles": elementwise(
        "z = x * y", zeros((512, 512)), zeros((512, 512), order="F")
    ),
    "elementwise_threads": elementwise(
        "z = x[i] * y + i", zeros(100), zeros(100), inputs="raw T x, float32 y"
    ),
    "reduction_rows": reduction(zeros((64, 1000)), zeros((64, 1000)), axis=1),
    "reduction_columns": reduction(zeros((64, 1000)), zeros((64, 1000)), axis=0),
    "raw": raw,
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", KINDS)
def test_text(kind, target):
    if kind == "raw" and target != "cpu":
        pytest.skip("only the CPU's compiler gets another text than the user's")
    text = KINDS[kind](target)
    file = GOLDEN / f"{kind}.{target}.txt"
    if os.environ.get("TENORITE_UPDATE_GOLDEN"):
        file.write_text(text)
    assert text == file.read_text()

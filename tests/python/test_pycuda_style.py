# SPDX-License-Identifier: Apache-2.0
"""SourceModule, In, Out and InOut, as PyCUDA's programs use them."""

import numpy as np
import pytest
import tenorite as tn
from support import raw_texts
from tenorite import In, InOut, Out, SourceModule

DOUBLE = """
__global__ void double_them(float *a)
{
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= 2;
}
__constant__ int offset = 3;
"""
MULTIPLY = """
__global__ void multiply(float *dest, float *a, float *b)
{
  const int i = threadIdx.x;
  dest[i] = a[i] * b[i];
}
"""


def test_multiplication_with_host_arrays(device):
    multiply = SourceModule(MULTIPLY).get_function("multiply")
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, 400)).astype("f4")
    dest = np.zeros_like(a)
    multiply(Out(dest), In(a), In(b), block=(400, 1, 1), grid=(1, 1))
    np.testing.assert_array_equal(dest, a * b)


def test_in_and_out(device):
    module = SourceModule(DOUBLE)
    double = module.get_function("double_them")
    a = np.arange(16, dtype="f4").reshape(4, 4)
    before = a.copy()
    double(InOut(a), block=(4, 4, 1))
    np.testing.assert_array_equal(a, 2 * before)
    double(In(a), block=(4, 4, 1))
    np.testing.assert_array_equal(a, 2 * before)
    double[1, (4, 4)](InOut(a))
    np.testing.assert_array_equal(a, 4 * before)
    double((1,), (4, 4), (InOut(a),))
    np.testing.assert_array_equal(a, 8 * before)
    # Views of the host's arrays, written through.
    wide = np.ones((4, 8), "f4")
    double(InOut(wide[:, ::2]), block=(4, 4, 1))
    np.testing.assert_array_equal(wide, np.tile([2.0, 1.0], (4, 4)))
    columns = np.ones((4, 4), "f4", order="F")
    double(InOut(columns), block=(4, 4, 1))
    np.testing.assert_array_equal(columns, np.full((4, 4), 2))


def test_one_argument_serves_many_launches(device):
    double = SourceModule(DOUBLE).get_function("double_them")
    a = np.ones(16, "f4")
    argument = InOut(a)
    for _ in range(3):
        double(argument, block=(16, 1, 1))
    assert (a == 8).all()


def test_device_arrays_mix_with_host_arrays(device):
    multiply = SourceModule(MULTIPLY).get_function("multiply")
    a = tn.arange(8, dtype="f4")
    dest = np.zeros(8, "f4")
    multiply(Out(dest), a, In(np.full(8, 3, "f4")), block=(8, 1, 1))
    np.testing.assert_array_equal(dest, 3 * np.arange(8))


def test_globals_come_with_their_size(device):
    pointer, size = SourceModule(DOUBLE).get_global("offset")
    assert size == 4
    assert tn.ndarray((1,), "i4", pointer).item() == 3


def test_texts_with_templates_need_no_extern_c(device):
    text = (
        "template <class T> __device__ T twice(T x) { return x + x; }\n"
        'extern "C" __global__ void f(int* a) { *a = twice(*a); }\n'
    )
    module = SourceModule(text, no_extern_c=True)
    x = np.array([21], "i4")
    module.get_function("f")(InOut(x), block=(1, 1, 1))
    assert x[0] == 42
    with pytest.raises(tn.CompileError):
        SourceModule(text).get_function("f")(InOut(x), block=(1, 1, 1))


def test_options(device):
    module = SourceModule(
        "__global__ void f(int* a) { *a = VALUE; }", options=["-DVALUE=5"]
    )
    assert module.options == ("-DVALUE=5",)
    x = np.zeros(1, "i4")
    module.get_function("f")(Out(x), block=(1, 1, 1))
    assert x[0] == 5


def test_errors_point_at_the_users_line(device):
    with pytest.raises(tn.CompileError) as caught:
        SourceModule("\n__global__ void f(int* a)\n{ *a = wrong; }").get_function("f")(
            None, block=(1, 1, 1)
        )
    assert "wrong" in str(caught.value)
    assert caught.value.line > 0


def test_wrong_host_arrays(device):
    double = SourceModule(DOUBLE).get_function("double_them")
    frozen = np.ones(16, "f4")
    frozen.flags.writeable = False
    double(In(frozen), block=(16, 1, 1))
    with pytest.raises(ValueError, match="read-only"):
        InOut(frozen)
    for make in (Out, InOut):
        for wrong in (3.0, [1.0], "text", None):
            with pytest.raises(TypeError, match="NumPy array"):
                make(wrong)
    for make in (In, Out, InOut):
        with pytest.raises(TypeError, match="on a device"):
            make(tn.ones(3))
    with pytest.raises(TypeError, match=r"argument 1.*float64"):
        double(In(np.ones(16)), block=(16, 1, 1))
    with pytest.raises(TypeError):
        double(In(np.array(["text"])), block=(1, 1, 1))
    with pytest.raises(TypeError, match="by value"):
        tn.RawKernel(raw_texts.ADD.code, "add")(
            None, None, None, In(np.uint32(3)), block=(1, 1, 1)
        )


def test_nothing_comes_back_from_a_refused_launch(device):
    double = SourceModule(DOUBLE).get_function("double_them")
    a = np.ones(16, "f4")
    with pytest.raises(ValueError):
        double(Out(a), block=(5000, 1, 1))
    assert (a == 1).all()


def test_the_default_grid_is_one_block(device):
    double = SourceModule(DOUBLE).get_function("double_them")
    a = np.ones(16, "f4")
    double(InOut(a), block=(4, 1, 1))
    assert a.tolist() == [2.0] * 4 + [1.0] * 12

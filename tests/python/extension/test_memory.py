# SPDX-License-Identifier: Apache-2.0
"""What C++ sees of arrays, makes of its own, and asks of tenorite."""

import gc
import sys

import numpy as np
import pytest
import tenorite as tn
from support.extensions import DTYPES, address
from support.fusion_modes import memory_of
from support.helpers import check


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "view", [np.s_[:], np.s_[0], np.s_[::2, ::-1], np.s_[0, 0], np.s_[:0]]
)
def test_descriptions(bound, device, dtype, view):
    x = tn.zeros((3, 4), dtype)[view]
    flags = x.flags
    expected = [x.dtype.char, device, flags.c_contiguous, flags.f_contiguous]
    expected += [flags.writeable, x.itemsize, x.size, x.nbytes, *x.shape, *x.strides]
    assert bound.described(x) == expected


def test_many_axes(bound, device):
    x = tn.zeros((1,) * 63 + (2,))
    assert bound.described(x)[8 : 8 + 64] == [1] * 63 + [2]
    made = bound.new_like(x)
    assert made.shape == x.shape and made.dtype == np.complex64


def test_arrays_are_not_copied(bound, device):
    x = tn.arange(5.0)[1::2]
    assert bound.same(x) is x
    assert bound.object(x) is x
    assert bound.nothing() is None
    assert bound.pointer(x) == address(x)


def test_new_arrays(bound, device):
    beside = tn.zeros(1)
    for shape in ((2, 3), (0, 4), (1, 1)):
        for fortran in (False, True):
            made = bound.new_array(beside, *shape, fortran)
            expected = np.zeros(shape, "f4", order="F" if fortran else "C")
            made[...] = 0
            check(expected, made, order=False)
            assert made.strides == tn.asarray(expected).strides
            assert str(made.device) == device and made.flags.writeable
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        bound.new_array(beside, -1, 2, False)
    with pytest.raises(ValueError, match="array is too big"):
        bound.new_array(beside, 1 << 40, 1 << 40, False)
    for x in (tn.zeros((2, 3)).T, tn.zeros((4, 2, 3)).transpose(1, 0, 2)):
        made = bound.new_like(x)
        made[...] = 0
        check(tn.zeros_like(x, "F").get(), made, order=False)
        assert made.strides == tn.empty_like(x, "F").strides
    with pytest.raises((ValueError, RuntimeError), match="no device|not available"):
        bound.bad_device()


def test_scratch_memory(bound, device):
    beside = tn.zeros(1)
    for n in (0, 1, 1000, 10**6):
        bound.scratch(beside, n)
    before = memory_of(device)
    for _ in range(20):
        bound.scratch(beside, 10**5)
    after = memory_of(device)
    assert after["used_bytes"] == before["used_bytes"]
    assert after["allocations"] >= before["allocations"] + 40
    with pytest.raises(MemoryError, match="scratch memory of"):
        bound.scratch(beside, 1 << 62)
    with pytest.raises(tn.OutOfMemoryError):
        bound.scratch(beside, 1 << 57)


def test_nothing_leaks(bound, device):
    x = tn.arange(1000.0)

    def use():
        bound.same(x)
        bound.described(x)
        bound.new_like(x)
        bound.scratch(x, 100)
        bound.sum(x, 0)
        bound.pointer(x + 1)
        for wrong in (x[::2], x, np.zeros(3)):
            with pytest.raises((TypeError, ValueError)):
                (bound.f_order if wrong is not x else bound.float32)(wrong)

    use()
    gc.collect()
    references, used = sys.getrefcount(x), memory_of(device)["used_bytes"]
    for _ in range(100):
        use()
    gc.collect()
    assert sys.getrefcount(x) == references
    assert memory_of(device)["used_bytes"] == used


def test_arrays_that_refer_to_none(bound):
    with pytest.raises(TypeError, match="a tenorite.ndarray is needed, not nothing"):
        bound.data_of_nothing()
    assert bound.sum_of_nothing() is None  # as numpy.sum(None)


def test_loops_on_the_cpu(bound):
    for n in (0, 1, 10, 100_000):
        x = tn.arange(float(n), device="cpu")
        bound.double_all(x)
        check(np.arange(float(n)) * 2, x)


def test_public_operations(bound, device):
    host = np.arange(12.0).reshape(3, 4)
    check(host.sum(1, keepdims=True), bound.sum(tn.asarray(host), 1))
    a, b = np.array([[4.0, 1.0], [1.0, 3.0]]), np.ones(2)
    found = bound.solve(tn.asarray(a), tn.asarray(b))
    np.testing.assert_allclose(found.get(), np.linalg.solve(a, b))
    check(np.full(3, 2 + 1j, "F"), bound.full("complex64", True))
    with pytest.raises(AttributeError, match="no_such_function"):
        bound.unknown()
    with pytest.raises(tn.linalg.LinAlgError, match="Singular"):
        bound.solve(tn.zeros((2, 2), device="cpu"), tn.ones(2, device="cpu"))
    axis = np.exceptions.AxisError
    with pytest.raises(axis, match="axis 2 is out of bounds"):
        bound.sum(tn.asarray(host), 2)


def test_without_a_binding_library(plain, mode):
    x = tn.arange(3, dtype="f4", device="cpu") + 1
    check(np.array([2, 4, 6], "f4"), plain.doublify(x))
    with pytest.raises(TypeError, match="^argument 'x' must have dtype float32, not"):
        plain.doublify(tn.zeros(3, device="cpu"))
    with pytest.raises(TypeError, match="^argument 'x' must be a tenorite.ndarray, n"):
        plain.doublify(3)
    assert plain.caught(x) == "return arrays must be of ArrayType"
    with pytest.raises(RuntimeError, match="^of C\\+\\+$"):
        plain.fails()


MISUSES = [
    (TypeError, "a tenorite.ndarray is needed, not NoneType"),
    (TypeError, "a tenorite.ndarray is needed, not NoneType"),
    (TypeError, "a tenorite.ndarray is needed, not NoneType"),
    (ValueError, "the array is read-only"),
    (ValueError, "order must be one of 'C', 'F', 'A', or 'K'"),
    (TypeError, "no dtype has the letter with the number 79"),
    (TypeError, "no dtype has the letter with the number 1000"),
    (ValueError, "order must be 'C' or 'F'"),
    (ValueError, "an array cannot have -1 axes"),
    (ValueError, "maximum supported dimension for an ndarray is currently 64"),
    (ValueError, "there is no device of type 7 with the number 0"),
    (ValueError, "there is no device of type 1 with the number 65536"),
    (ValueError, "there is no device of type 1 with the number 1"),
    (ValueError, "there is no device of type 0 with the number 0"),
]


@pytest.mark.parametrize("which", range(len(MISUSES)))
def test_misuse_of_the_c_api(plain, which):
    error, text = MISUSES[which]
    with pytest.raises(error, match=text):
        plain.misuse(which, tn.broadcast_to(tn.zeros(1, device="cpu"), 3))


def test_errors_of_cuda(cuda_calls):
    assert cuda_calls.fail(0) is None
    with pytest.raises(tn.CudaError, match="^cudaErrorInvalidValue: inv") as caught:
        cuda_calls.fail(1)
    assert caught.value.code == caught.value.status == 1


def test_cudas_device_is_the_arrays(cuda_calls, device):
    expected = -1 if device == "cpu" else tn.Device(device).id
    assert cuda_calls.device_of(tn.zeros(3)) == expected

# SPDX-License-Identifier: Apache-2.0
"""Extensions that are compiled apart: the headers, the CMake package, examples/extension.

The modules are built with CMake once. What calls them is the same for pybind11 and
for nanobind.
"""

import gc
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest
import tenorite as tn
from support import extensions
from support.fusion_modes import flushes, fusion, memory_of
from support.helpers import check

HEADERS = pathlib.Path(tn.__file__).parent / "include" / "tenorite"
DTYPES = (
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64"
    " complex64 complex128"
).split()


def address(x):
    """Of the first item."""
    interface = (
        "__array_interface__" if str(x.device) == "cpu" else "__cuda_array_interface__"
    )
    return getattr(x, interface)["data"][0]


needs_gpu = pytest.mark.skipif(not tn.cuda.is_available(), reason="needs a GPU")


@pytest.fixture(scope="module")
def built_example(tmp_path_factory):
    if extensions.folder_of("pybind11", "--cmakedir") is None:
        pytest.skip("pybind11 is not installed")
    options = extensions.cuda_options()
    return extensions.build(extensions.EXAMPLE, tmp_path_factory, *options)


def functions_of_example(folder, device):
    """Those of examples/extension, if they were compiled for the device."""
    compiler = "CMAKE_CUDA_COMPILER:" in (folder / "CMakeCache.txt").read_text()
    if device != "cpu" and not compiler:
        pytest.skip("there is no CUDA compiler on this machine")
    names = ("doublify", "sum_of_squares", "running_max")
    return types.SimpleNamespace(
        **{n: getattr(extensions.load(folder, n), n) for n in names}
    )


@pytest.fixture
def example(built_example, device):
    return functions_of_example(built_example, device)


@pytest.fixture
def example_on_gpu(built_example):
    return functions_of_example(built_example, "cuda:0")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return extensions.build(extensions.TESTS, tmp_path_factory)


@pytest.fixture(params=["pybind11", "nanobind"])
def bound(request, built):
    """The functions of extension/bound.cpp, by each library that is installed."""
    module = extensions.load(built, f"bound_by_{request.param}")
    if module is None:
        pytest.skip(f"{request.param} is not installed")
    return module


@pytest.fixture
def plain(built):
    return extensions.load(built, "plain")


# ---- the example ----


def lines_of_code(path):
    lines = (line.strip() for line in path.read_text().splitlines())
    return [line for line in lines if line and not line.startswith("//")]


def test_the_users_code_is_short():
    assert len(lines_of_code(extensions.EXAMPLE / "doublify.cu")) <= 15


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 4), (2, 0, 3), (70_000, 2)])
@pytest.mark.parametrize("order", "CF")
def test_doublify(example, device, shape, order):
    host = np.arange(np.prod(shape, dtype=int), dtype="f4").reshape(shape, order=order)
    x = tn.asarray(host)
    found = example.doublify(x)
    check(np.asarray(host * np.float32(2)), found, order=False)
    assert found.strides == tn.empty_like(x).strides
    assert found.flags.writeable and not tn.may_share_memory(found, x)
    check(host, x, order=False)


@pytest.mark.parametrize(
    "part",
    [
        slice(None),
        slice(None, None, 3),
        slice(None, None, -1),
        slice(500, 400, -7),
        slice(3, 3),
    ],
)
def test_sum_of_squares(example, device, part):
    host = np.linspace(-1, 2, 1000)
    found = example.sum_of_squares(tn.asarray(host)[part])
    assert found.shape == () and found.dtype == np.float64
    # In the order of the example's text.
    squares = host[part] ** 2
    parts = [np.cumsum([0.0, *squares[i::256]])[-1] for i in range(256)]
    assert float(found) == np.cumsum(parts)[-1]
    row = tn.broadcast_to(tn.full(1, 3.0), (50,))
    assert float(example.sum_of_squares(row)) == 450


def test_running_max(example, device):
    host = np.random.default_rng(5).integers(-1000, 1000, 10_000).astype("i4")
    x, out = tn.asarray(host), tn.empty(10_000, "i4")
    assert example.running_max(x, out) is None
    check(np.maximum.accumulate(host), out)
    example.running_max(out=x, x=x)
    check(np.maximum.accumulate(host), x)
    nothing = tn.empty(0, "i4")
    example.running_max(nothing, nothing)
    with pytest.raises(ValueError, match="x and out must have the same length"):
        example.running_max(x, out[1:])
    with pytest.raises(ValueError, match="argument 'out' is read-only"):
        example.running_max(x, tn.broadcast_to(out[:1], 10_000)[:1])


@needs_gpu
def test_scratch_memory_is_of_the_pool(example_on_gpu):
    x = tn.arange(100_000, dtype="i4", device="cuda:0")
    before = memory_of("cuda:0")
    for _ in range(10):
        example_on_gpu.running_max(x, x)
    after = memory_of("cuda:0")
    assert after["used_bytes"] == before["used_bytes"]
    assert after["allocations"] >= before["allocations"] + 10


# ---- recorded work ----


def test_what_was_recorded_comes_before(example, device, mode):
    a = tn.arange(5, dtype="f4")
    check(np.arange(5, dtype="f4") * 4 + 2, example.doublify(a * 2 + 1))
    check(np.arange(5, dtype="f4") * 2, example.doublify(example.doublify(a / 2)))
    total = example.sum_of_squares(tn.arange(6.0)[::2] + 1)
    assert float(total * 2) == 2 * (1 + 9 + 25)


def test_writes_come_between_what_is_recorded_before_and_after(example, device, mode):
    host = np.array([3, 1, 4, 1, 5, 9, 2, 6], "i4")
    result = np.maximum.accumulate(host)
    x = tn.asarray(host)
    copied, view, summed = x.copy(), x[1:4], x.sum()
    changed = x + 1
    example.running_max(x, x)
    doubled = x * 2
    check(host, copied)
    check(host + 1, changed)
    assert int(summed) == host.sum()
    check(result[1:4], view)
    check(result * 2, doubled)

    out = tn.zeros(8, "i4")
    out += 7
    seen = out * 1
    example.running_max(x + 1, out)
    out *= 10
    check(np.full(8, 7, "i4"), seen)
    check((result + 1) * 10, out)


def test_parts_of_an_array_that_is_pending(example, device, mode):
    x = tn.arange(16, dtype="i4").reshape(2, 8)
    x *= -1
    example.running_max(x[0], x[1])
    x += 1
    check(np.array([np.arange(1, -7, -1), np.full(8, 1)], "i4"), x)


def test_nothing_is_executed_before_the_memory_is_asked_for(bound, device):
    with fusion("tier0"):
        x = tn.arange(6.0) + 1
        with flushes(exactly=0):
            bound.described(x)
            bound.two(x, x)
            bound.same(x)
            bound.overloaded(x)
            bound.new_like(x)
            with pytest.raises(TypeError, match="must have dtype float32"):
                bound.float32(x)
        with flushes(exactly=1) as notes:
            pointer = bound.pointer(x)
        assert [flush.reason for flush in notes.flushes] == ["extension"]
        assert pointer == address(x)


def test_operations_between_looks_at_the_memory(bound, mode):
    x = tn.zeros(3, device="cpu")
    assert bound.between_operations(x) == 400
    assert x.tolist() == [400, 1, 1]


def test_an_array_that_is_kept(bound, mode):
    x = tn.arange(3.0, device="cpu")
    bound.keep(x)
    try:
        x += 5
        assert bound.look() == 5
        x *= 2
        del x
        gc.collect()
        assert bound.look() == 10
    finally:
        bound.forget()


def test_a_pointer_that_is_kept(bound):
    import ctypes

    with fusion("tier0"):
        x = tn.zeros(3, device="cpu")
        address = bound.pointer(x)
        bound.expose(x)
        x += 5
        assert ctypes.cast(address, ctypes.POINTER(ctypes.c_double))[1] == 5


def test_shapes_that_change_after_the_check(bound):
    x = tn.arange(6.0, device="cpu")

    def reshape():
        x.shape = (2, 3)

    with pytest.raises(RuntimeError, match="another shape since it was checked"):
        bound.after_callback(x, reshape)
    assert bound.after_callback(x, lambda: x.fill(1)) == address(x)


# ---- streams ----


def test_there_is_no_stream_on_the_cpu(bound):
    assert bound.stream(tn.zeros(3, device="cpu")) == 0


@needs_gpu
def test_the_stream_is_the_current_one(bound):
    x = tn.zeros(3, device="cuda:0")
    # cudaStreamLegacy, also in code for default streams of threads.
    assert bound.stream(x) == 1
    with tn.cuda.Stream() as stream:
        assert bound.stream(x) == stream.ptr
    assert bound.stream(x) == 1


@needs_gpu
@pytest.mark.parametrize("non_blocking", [False, True])
def test_work_is_in_order_across_streams(example_on_gpu, mode, non_blocking):
    """Long work on one stream, an extension on another, then a third."""
    example = example_on_gpu
    with tn.Device("cuda:0"):
        first, second, third = (
            tn.cuda.Stream(non_blocking=non_blocking) for _ in range(3)
        )
        for _ in range(3):
            with first:
                a = tn.ones((2048, 2048), "f4")
                for _ in range(8):
                    a = a @ a / 2048
            with second:
                y = example.doublify(a)
                del a
                again = example.doublify(y)
            with third:
                assert float(again.min()) == float(again.max()) == 4
                n = tn.arange(1 << 22, dtype="i4") % 1000
                n[0] = 5000
            with first:
                example.running_max(n, n)
            with second:
                assert int(n.min()) == 5000


# ---- arguments ----

ARRAYS = {
    "vector": lambda: tn.arange(12.0),
    "matrix": lambda: tn.arange(12.0).reshape(4, 3),
    "wide": lambda: tn.arange(12.0).reshape(3, 4),
    "strided": lambda: tn.arange(12.0).reshape(3, 4)[:, ::2],
    "read-only": lambda: tn.broadcast_to(tn.zeros(()), (3,)),
    "float32": lambda: tn.zeros(12, "f4"),
    "item": lambda: tn.zeros(()),
    "empty": lambda: tn.zeros((0, 3)),
}

# Function: the arrays that it takes, and what it says of others.
RULES = {
    "anything": (set(ARRAYS), None),
    "written": (set(ARRAYS) - {"read-only"}, "is read-only, and is written to"),
    "float32": ({"float32"}, "must have dtype float32, not float64"),
    "float64": (set(ARRAYS) - {"float32"}, "must have dtype float64, not float32"),
    "scalar": ({"item"}, r"must be 0-dimensional, not [12]-dimensional"),
    "matrix": (
        {"matrix", "wide", "strided", "empty"},
        "must be 2-dimensional, not [01]-dimensional",
    ),
    "points": (
        {"matrix", "empty"},
        r"must have shape \(\*, 3\), not \((3, [24]|12,|3,|)\)",
    ),
    "c_order": (
        set(ARRAYS) - {"strided", "read-only"},
        r"must be C-contiguous: pass tenorite.ascontiguousarray\(\) of it",
    ),
    "f_order": (
        {"vector", "float32", "item", "empty"},
        r"must be Fortran-contiguous: pass tenorite.asfortranarray\(\) of it",
    ),
    "contiguous": (
        set(ARRAYS) - {"strided", "read-only"},
        r"must be contiguous: pass tenorite.ascontiguousarray\(\) of it",
    ),
    "by_reference": (
        {"vector"},
        r"must have dtype float64, not float32|is read-only|must have shape \(12,\)",
    ),
}


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("rule", RULES)
def test_rules(bound, device, rule, kind):
    taken, message = RULES[rule]
    x = ARRAYS[kind]()
    if kind in taken:
        assert getattr(bound, rule)(x) is None
        assert getattr(bound, rule)(x=x) is None
        return
    error = TypeError if "dtype" in message and rule != "by_reference" else None
    message = rf"^{rule}\(\): argument 'x' ({message})"
    with pytest.raises(error or (TypeError, ValueError), match=message):
        getattr(bound, rule)(x)


def test_orders_of_transposed_arrays(bound, device):
    x = tn.zeros((3, 4)).T
    bound.f_order(x)
    bound.contiguous(x)
    with pytest.raises(ValueError, match="must be C-contiguous"):
        bound.c_order(x)
    with pytest.raises(ValueError, match="must be contiguous"):
        bound.contiguous(tn.zeros((2, 3, 4)).transpose(1, 0, 2))


def test_dtypes(bound, device):
    for dtype in DTYPES:
        x = tn.zeros(3, dtype)
        for name in DTYPES:
            if name == dtype:
                getattr(bound, name)(x)
                continue
            message = rf"argument 'x' must have dtype {name}, not {dtype}$"
            with pytest.raises(TypeError, match=message):
                getattr(bound, name)(x)


def test_devices(bound, device):
    x = tn.zeros(3)
    here, there = ("cpu", "cuda") if device == "cpu" else ("cuda", "cpu")
    getattr(bound, here)(x)
    place = "the CPU device" if there == "cpu" else "a CUDA device"
    with pytest.raises(ValueError, match=f"'x' must be on {place}, not {device}$"):
        getattr(bound, there)(x)


@pytest.mark.parametrize(
    "value, name",
    [
        (np.zeros(3), r"numpy\.ndarray: pass tenorite\.asarray\(\) of it"),
        (np.float64(1), r"numpy\.float64"),
        ([1.0], "list"),
        (None, "NoneType"),
        (1.5, "float"),
        ("x", "str"),
        (memoryview(b"abc"), "memoryview"),
        (tn.ndarray, "type"),
        (types.SimpleNamespace(), r"types\.SimpleNamespace"),
    ],
)
def test_what_is_no_array(bound, value, name):
    message = rf"^anything\(\): argument 'x' must be a tenorite\.ndarray, not {name}$"
    if value is None and bound.__name__ == "bound_by_nanobind":
        message = "incompatible function arguments"  # nanobind lets no None through
    with pytest.raises(TypeError, match=message):
        bound.anything(value)


def test_arguments_without_names_have_numbers(bound):
    x = tn.zeros(3, "f4", device="cpu")
    bound.three(1, x, x)
    message = r"^three\(\): argument {} must be"
    with pytest.raises(TypeError, match=r"^described\(\): argument 1 must be"):
        bound.described(1)
    with pytest.raises(TypeError, match=message.format(2) + ".*not list"):
        bound.three(1, [], x)
    with pytest.raises(TypeError, match=r"^three\(\): argument 3 must have dtype"):
        bound.three(1, x, tn.zeros(3, "f8", device="cpu"))
    # What is no array is the binding library's affair.
    with pytest.raises(TypeError, match="incompatible function arguments"):
        bound.three("1", x, x)


def test_arrays_or_none(bound, device):
    x, out = tn.zeros(3), tn.zeros(3)
    assert bound.optional(x) is x
    assert bound.optional(x, None) is x
    assert bound.optional(x, out=out) is out
    for wrong, error in ((np.zeros(3), "must be a tenorite.n"), (x > 0, "not bool")):
        with pytest.raises(
            TypeError, match=rf"^optional\(\): argument 'out' .*{error}"
        ):
            bound.optional(x, wrong)


def test_methods_of_classes(bound):
    scaler, x = bound.Scaler(3), tn.arange(3.0, device="cpu")
    for name, argument in (("apply", "'x'"), ("function", "'x'"), ("unnamed", "1")):
        method = getattr(scaler, name)
        assert method(x).tolist() == [0, 3, 6]
        message = (
            rf"^{name}\(\): argument {argument} must be a tenorite.ndarray, not int"
        )
        with pytest.raises(TypeError, match=message):
            method(3)


def test_items_off_their_size(bound):
    memory = bytearray(33)
    x = tn.ndarray(4, "f8", buffer=memory, offset=1, device="cpu")
    bound.anything(x)
    with pytest.raises(ValueError, match="'x' has items that do not lie at multiples"):
        bound.float64(x)
    bound.float64(x[:0])


def test_other_arguments_beside_arrays(bound):
    x = tn.arange(12.0, device="cpu").reshape(3, 4)
    expected = x.get()
    for view in (np.s_[::2, ::-1], np.s_[1:, 1:3], np.s_[:, :0]):
        bound.scale(x[view], factor=3)
        expected[view] *= 3
    bound.scale(x.T)
    check(expected * 2, x)
    with pytest.raises(ValueError, match="^two axes, please$"):
        bound.scale(x[0], 2)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        bound.scale(x, "2")


@needs_gpu
def test_arrays_on_two_devices(bound):
    left, right = tn.zeros(3, device="cpu"), tn.zeros(3, device="cuda:0")
    bound.two(right, right)
    message = (
        r"^two\(\): argument 'left' is on cpu and argument 'right' is on cuda:0: "
        "all arrays must be on one device$"
    )
    with pytest.raises(ValueError, match=message):
        bound.two(left, right)
    bound.apart(left, right)
    with pytest.raises(ValueError, match="'table' must be on the CPU device, not cuda"):
        bound.apart(right, right)


@needs_gpu
def test_arrays_of_a_gpu_without_its_compiler(plain):
    with pytest.raises(NotImplementedError, match="cuda:0 .* compiled without CUDA"):
        plain.doublify(tn.zeros(3, "f4", device="cuda:0"))


@pytest.fixture
def cuda_calls(built):
    module = extensions.load(built, "cuda_calls")
    if module is None:
        pytest.skip("there is no CUDA toolkit on this machine")
    return module


def test_errors_of_cuda(cuda_calls):
    assert cuda_calls.fail(0) is None
    with pytest.raises(tn.CudaError, match="^cudaErrorInvalidValue: inv") as caught:
        cuda_calls.fail(1)
    assert caught.value.code == caught.value.status == 1


def test_cudas_device_is_the_arrays(cuda_calls, device):
    expected = -1 if device == "cpu" else tn.Device(device).id
    assert cuda_calls.device_of(tn.zeros(3)) == expected


def test_overloads(bound, device):
    assert bound.overloaded(tn.zeros(3, "f4")) == 4
    assert bound.overloaded(tn.zeros(3, "f8")) == 8
    assert bound.overloaded(3) == 0
    text = r"(?s)incompatible function arguments.*ndarray\[dtype=float32\].*float64"
    with pytest.raises(TypeError, match=text):
        bound.overloaded("x")


SIGNATURES = {
    "anything": "x: tenorite.ndarray)",
    "written": "x: tenorite.ndarray[writeable=True])",
    "float32": "x: tenorite.ndarray[dtype=float32])",
    "points": "x: tenorite.ndarray[shape=(*, 3)])",
    "matrix": "x: tenorite.ndarray[ndim=2])",
    "c_order": "x: tenorite.ndarray[order='C'])",
    "cuda": "x: tenorite.ndarray[device='cuda'])",
    "by_reference": "tenorite.ndarray[dtype=float64, writeable=True, shape=(12)])",
    "optional": "out: tenorite.ndarray[dtype=float64, writeable=True] | None = None)",
    "same": "-> tenorite.ndarray",
    "scale": "Multiplies in place.",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(bound, name):
    assert SIGNATURES[name] in getattr(bound, name).__doc__


# ---- what C++ sees ----


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


# ---- versions, and where things are ----

OTHER_VERSION = """
import ctypes, sys, tenorite
from tenorite import _core

class Api(ctypes.Structure):
    _fields_ = [("major", ctypes.c_int32), ("minor", ctypes.c_int32)]

api = Api({major}, {minor})
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_core._c_api = new(ctypes.addressof(api), b"tenorite._core._c_api", None)
sys.path.insert(0, {folder!r})
try:
    import {module}
except ImportError as error:
    print(error.__cause__ or error)
"""


def api_version():
    """Major and minor number, as the headers have them."""
    lines = (HEADERS / "c_api.h").read_text().splitlines()
    found = [x.split() for x in lines if x.startswith("#define TENORITE_C_API_M")]
    return {name.rpartition("_")[2].lower(): int(value) for _, name, value in found}


@pytest.mark.parametrize("module", ["plain", "bound_by_pybind11", "bound_by_nanobind"])
@pytest.mark.parametrize(
    "major, minor, advice",
    [
        (1, 0, "compile the extension again"),
        (-1, 0, "install a newer tenorite, or compile the extension again"),
        (0, -1, "install a newer tenorite, or compile the extension again"),
    ],
)
def test_other_versions_are_refused(built, module, major, minor, advice):
    if not list(built.glob(f"{module}.*.so")):
        pytest.skip("its binding library is not installed")
    ours = api_version()
    theirs = {"major": ours["major"] + major, "minor": ours["minor"] + minor}
    text = OTHER_VERSION.format(module=module, folder=str(built), **theirs)
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )
    version = "{major}.{minor}".format
    assert done.stdout.strip().endswith(
        f"this extension was compiled for version {version(**ours)} of tenorite's C "
        "API, and the tenorite that is installed has "
        f"{version(**theirs)}: {advice}"
    )


def test_without_tenorite(built):
    text = f"""
import sys
sys.modules["tenorite"] = None
sys.path.insert(0, {str(built)!r})
import plain
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert "ModuleNotFoundError: import of tenorite halted" in done.stderr


def command_line(*options):
    return subprocess.run(
        [sys.executable, "-m", "tenorite", *options], capture_output=True, text=True
    )


def test_command_line():
    assert command_line("--include-dir").stdout.strip() == str(HEADERS.parent)
    options = command_line("--includes").stdout.split()
    assert options[-1] == f"-I{HEADERS.parent}"
    assert any((pathlib.Path(x[2:]) / "Python.h").exists() for x in options)
    folder, version = command_line("--cmakedir", "--version").stdout.splitlines()
    assert (pathlib.Path(folder) / "tenorite-config.cmake").exists()
    assert version == tn.__version__
    assert "cpu" in command_line("--config").stdout
    nothing = command_line()
    assert nothing.returncode == 2 and "--cmakedir" in nothing.stderr


@pytest.mark.parametrize(
    "asked, found",
    [
        ("", 1),
        ("1", 1),
        ("1.0", 1),
        ("1.0 EXACT", 1),
        ("2.0", 0),
        ("0.9", 0),
        ("1.99", 0),
    ],
)
def test_version_of_the_cmake_package(tmp_path, asked, found):
    assert api_version() == {"major": 1, "minor": 0}
    extensions.require_tools()
    (tmp_path / "CMakeLists.txt").write_text(
        f"""
cmake_minimum_required(VERSION 3.25)
project(finds LANGUAGES NONE)
find_package(tenorite {asked} CONFIG)
message(STATUS "found=${{tenorite_FOUND}} version=${{tenorite_VERSION}}.")
"""
    )
    printed = extensions.run(
        "cmake", "-S", tmp_path, *extensions.cmake_options(tmp_path / "build")
    )
    assert f"found={found} version={'1.0' if found else ''}." in printed

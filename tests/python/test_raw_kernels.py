# SPDX-License-Identifier: Apache-2.0
"""RawKernel and RawModule: what CuPy documents, and the errors of launches."""

import copy
import gc
import io
import pickle
import threading
import weakref

import numpy as np
import pytest
import tenorite as tn
from support import raw_texts
from support.helpers import in_python
from tenorite import _core

TARGETS = ("sm_80", "sm_90", "sm_100")


def module(text, **more):
    names = {"name_expressions": text.names} if text.names else {}
    return tn.RawModule(code=text.code, options=text.options, **names, **more)


def kernel(text, name, **more):
    return tn.RawKernel(text.code, name, text.options, **more)


def operands(n=100, dtype="f4"):
    a = tn.arange(n, dtype=dtype)
    return a, tn.full(n, 2, dtype=dtype), tn.zeros(n, dtype=dtype)


# ---- the same texts for GPUs that need not be there ----


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", raw_texts.TEXTS)
def test_texts_compile_for_gpus(name, target):
    text = raw_texts.TEXTS[name]
    code = _core.RawCode(
        name, text.code, False, text.options, "nvrtc", list(text.names), False
    )
    try:
        found = code.signatures(target)
    except tn.CompilerNotFound:
        pytest.skip("NVRTC is not installed")
    assert text.signatures.items() <= found.items()
    assert not {"commented", "quoted", "left_out", "overloaded"} & found.keys()


@pytest.mark.parametrize("name", ["add", "arithmetic", "hidden"])
def test_nvcc_makes_the_same_signatures(name):
    text = raw_texts.TEXTS[name]
    code = _core.RawCode(name, text.code, False, text.options, "nvcc", [], False)
    try:
        found = code.signatures("sm_90")
    except tn.CompilerNotFound:
        pytest.skip("nvcc is not installed")
    assert text.signatures.items() <= found.items()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("backend", ["nvrtc", "nvcc"])
def test_translated_complex_numbers_compile_for_gpus(backend, target):
    code = _core.RawCode(
        "translated",
        raw_texts.CU_COMPLEX,
        False,
        (),
        backend,
        [],
        False,
        translate_cucomplex=True,
    )
    try:
        found = code.signatures(target)
    except tn.CompilerNotFound:
        pytest.skip(f"{backend} is not installed")
    assert found == {
        "functions": "(const complex<double>*, complex<double>*, int)",
        "single": "(const complex<float>*, complex<float>*, int)",
    }


# ---- calls ----


def test_the_three_ways_of_calling(device):
    k = kernel(raw_texts.ADD, "add")
    a, b, _ = operands()
    expected = np.arange(100, dtype="f4") + 2

    def check(call):
        out = tn.zeros(100, dtype="f4")
        assert call(out) is None
        np.testing.assert_array_equal(out.get(), expected)

    check(lambda out: k((1,), (128,), (a, b, out, 100)))
    check(lambda out: k((4, 1), (32, 1, 1), (a, b, out, 100), shared_mem=16))
    check(lambda out: k(4, 32, [a, b, out, 100]))
    check(lambda out: k(grid=4, block=(32,), args=(a, b, out, 100), stream=None))
    check(lambda out: k((4,), block=(32,), args=(a, b, out, 100)))
    check(lambda out: k[4, 32](a, b, out, 100))
    check(lambda out: k[(4,), (32,)](a, b, out, 100))
    check(lambda out: k[4, 32, None](a, b, out, 100))
    check(lambda out: k[4, 32, 0, 64](a, b, out, 100))
    check(lambda out: k(a, b, out, 100, block=(32, 1, 1), grid=(4, 1)))
    check(lambda out: k(a, b, out, np.uint32(100), block=(128, 1, 1)))
    check(lambda out: k(a, b, out, 100, block=128, shared=16, stream=None))
    check(lambda out: k((np.int64(4),), (np.int32(32),), (a, b, out, 100)))
    bound = k[4, 32]
    check(lambda out: bound(a, b, out, 100))
    check(lambda out: bound(a, b, out, 100))


def test_grids_and_blocks_of_three_axes(device):
    k = kernel(raw_texts.INDICES, "indices")
    grid, block = (3, 2, 4), (2, 5, 3)
    out = tn.zeros(3 * 2 * 4 * 2 * 5 * 3, dtype="i4")
    k(grid, block, (out,))
    axes = np.indices((*grid[::-1], *block[::-1])).reshape(6, -1)
    expected = np.zeros(out.size, dtype=int)
    for axis in axes:
        expected = expected * 8 + axis
    np.testing.assert_array_equal(out.get(), expected)


def test_a_module_with_two_kernels_and_a_macro(device):
    m = module(raw_texts.ARITHMETIC)
    a, b, out = operands(dtype="f8")
    m.get_function("sum")((4,), (32,), (a, b, out, 100))
    np.testing.assert_array_equal(out.get(), np.arange(100.0) + 2)
    m.get_function("product")((4,), (32,), (a, b, out, 100))
    np.testing.assert_array_equal(out.get(), np.arange(100.0) * 2)


def test_templates_by_name(device):
    m = module(raw_texts.TEMPLATES)
    x = tn.arange(10, dtype="f4")
    m.get_function("maths::raise<float, 2>")[1, 32](x, 10)
    np.testing.assert_array_equal(x.get(), np.arange(10, dtype="f4") ** 2)
    y = tn.arange(10, dtype="f8")
    m.get_function("maths::raise<double, 3>")[1, 32](y, 10)
    np.testing.assert_array_equal(y.get(), np.arange(10.0) ** 3)
    m.get_function("scale")[1, 32](y, 10)
    np.testing.assert_array_equal(y.get(), np.arange(10.0) ** 3 * 3)
    one = tn.RawKernel(raw_texts.TEMPLATES.code, "maths::raise<int, 4>")
    z = tn.arange(4, dtype="i4")
    one((1,), (4,), (z, 4))
    np.testing.assert_array_equal(z.get(), np.arange(4) ** 4)


def test_kernels_that_are_hard_to_find(device):
    m = module(raw_texts.HIDDEN)
    a, b, c = tn.zeros(1, dtype="f4"), tn.ones(1, dtype="f4"), tn.ones(1, dtype="i4")
    m.get_function("visible")[1, 1](a, b, c)
    assert a.item() == 2
    if device == "cpu":
        m.get_function("quiet")[1, 1](c)
        assert c.item() == 1
    else:  # NVRTC leaves out what is static, as it does for CuPy
        with pytest.raises(ValueError, match="has no kernel 'quiet'"):
            m.get_function("quiet")[1, 1](c)
    assert m.get_function("visible").max_threads_per_block == 128


def test_many_parameters(device):
    k = kernel(raw_texts.MANY, "many")
    x = tn.zeros((20, 1), dtype="f4")
    args = [v for i in range(20) for v in (i + 1, x[i] if i % 3 else None)]
    k((1,), (1,), tuple(args))
    expected = np.where(np.arange(20) % 3, np.arange(20) + 1.0, 0)
    np.testing.assert_array_equal(x.get()[:, 0], expected)


def test_debug_mode_computes_the_same(device):
    k = tn.RawKernel(raw_texts.REVERSE.code, "reverse", ("-G",))
    x = tn.arange(64, dtype="i4")
    k[2, 32, None, 128](x)
    expected = np.arange(64).reshape(2, 32)[:, ::-1].ravel()
    np.testing.assert_array_equal(x.get(), expected)


def test_no_parameters_and_no_arrays(device):
    kernel(raw_texts.NOTHING, "nothing")((1,), (1,), ())
    kernel(raw_texts.NOTHING, "nothing")[2, 3]()
    kernel(raw_texts.NOTHING, "nothing")(block=(3, 1, 1))


# ---- modules ----


def test_globals_are_arrays(device):
    m = module(raw_texts.GLOBALS)
    pointer = m.get_global("weights")
    assert pointer.mem.size == 400 and int(pointer) == pointer.ptr != 0
    assert str(pointer.device) == device
    weights = tn.ndarray((100,), "f4", pointer)
    weights[...] = tn.arange(100, dtype="f4")
    x = tn.full(100, 2, dtype="f4")
    calls = tn.ndarray((), tn.int32, m.get_global("calls"))
    before = calls.item()
    m.get_function("weigh")((4,), (32,), (x, 100))
    np.testing.assert_array_equal(x.get(), 2 * np.arange(100))
    assert calls.item() == before + 1
    half = tn.ndarray((25,), "f4", pointer + 40, strides=(12,))
    np.testing.assert_array_equal(half.get(), np.arange(10, 85, 3))


def test_globals_without_extern_c(device):
    m = module(raw_texts.TEMPLATES)
    factor = tn.ndarray((1,), "f8", m.get_global("&factor"))
    x = tn.ones(3)
    factor[0] = 7
    m.get_function("scale")[1, 3](x, 3)
    factor[0] = 3
    np.testing.assert_array_equal(x.get(), [7, 7, 7])


def test_arrays_keep_to_the_memory_of_a_variable(device):
    pointer = module(raw_texts.GLOBALS).get_global("weights")
    for shape, dtype, offset, strides in (
        ((101,), "f4", 0, None),
        ((51,), "f8", 0, None),
        ((100,), "f4", 4, None),
        ((1,), "f4", 400, None),
        ((1,), "f4", -4, None),
        ((3,), "f4", 0, (200,)),
        ((2,), "f4", 0, (-4,)),
        ((1 << 62, 8), "f4", 0, None),
        ((3,), "f4", 0, (1 << 62,)),
    ):
        with pytest.raises(ValueError):
            tn.ndarray(shape, dtype, pointer + offset, strides)
    with pytest.raises(ValueError, match="strides"):
        tn.ndarray((3, 3), "f4", pointer, (4,))
    assert tn.ndarray((0, 1 << 40), "f4", pointer + 400).size == 0


def test_a_variable_outlives_its_module(device):
    m = module(raw_texts.GLOBALS)
    weights = tn.ndarray((100,), "f4", m.get_global("weights"))
    del m
    gc.collect()
    weights[...] = 1
    assert weights.sum().item() == 100


def test_names_that_are_not_there(device):
    m = module(raw_texts.GLOBALS)
    with pytest.raises(ValueError, match=r"no kernel 'weight'.*'weigh'"):
        m.get_function("weight")((1,), (1,), ())
    with pytest.raises(ValueError, match="no variable 'weight'"):
        m.get_global("weight")
    with pytest.raises(ValueError, match="no kernel 'weigh2'"):
        kernel(raw_texts.GLOBALS, "weigh2")((1,), (1,), ())
    with pytest.raises(TypeError):
        m.get_function(3)
    # The module is as good as before.
    x = tn.ones(1, dtype="f4")
    m.get_function("weigh")((1,), (1,), (x, 1))


def test_wrong_makers():
    code = raw_texts.ADD.code
    for wrong in (
        lambda: tn.RawKernel(),
        lambda: tn.RawKernel(code),
        lambda: tn.RawKernel(code.encode(), "add"),
        lambda: tn.RawKernel(code, "add", "-DX"),
        lambda: tn.RawKernel(code, "add", (1,)),
        lambda: tn.RawModule(),
        lambda: tn.RawModule(code=code, path="x.cubin"),
        lambda: tn.RawModule(code=3),
        lambda: tn.RawModule(code=code, name_expressions="add"),
        lambda: tn.RawModule(code=code, name_expressions=[1]),
        lambda: tn.RawModule(code=code, unknown=1),
    ):
        with pytest.raises(TypeError):
            wrong()
    for wrong in (
        lambda: tn.RawKernel(code, ""),
        lambda: tn.RawKernel(code, "add", (), "clang"),
        lambda: tn.RawKernel(code, "add", jitify=True),
        lambda: tn.RawModule(code=code, backend="gcc"),
        lambda: tn.RawModule(path="x.cubin", name_expressions=["f"]),
        lambda: tn.RawModule(code=code, backend="nvcc", name_expressions=["f"]),
        lambda: tn.RawModule(code=code, jitify=True),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_what_a_kernel_tells_of_itself(device):
    k = kernel(raw_texts.ARITHMETIC, "sum")
    assert k.name == k.__name__ == "sum"
    assert k.code == k.source == raw_texts.ARITHMETIC.code
    assert k.options == ("-DTYPE=double",)
    assert k.backend == "nvrtc" and k.file_path is None and k.module is None
    assert k.enable_cooperative_groups is False
    assert k.signature == raw_texts.ARITHMETIC.signatures["sum"]
    assert "sum" in repr(k)
    m = module(raw_texts.TEMPLATES)
    assert m.code == raw_texts.TEMPLATES.code and m.file_path is None
    assert m.name_expressions == raw_texts.TEMPLATES.names
    assert m.get_function("scale").module is m
    k.note = 3
    assert k.note == 3
    assert weakref.ref(k)() is k


def test_attributes(device):
    k = kernel(raw_texts.BOUNDED, "bounded")
    attributes = k.attributes
    assert set(attributes) == {
        "max_threads_per_block",
        "shared_size_bytes",
        "const_size_bytes",
        "local_size_bytes",
        "num_regs",
        "ptx_version",
        "binary_version",
        "cache_mode_ca",
        "max_dynamic_shared_size_bytes",
        "preferred_shared_memory_carveout",
    }
    assert all(isinstance(value, int) for value in attributes.values())
    for name, value in attributes.items():
        assert getattr(k, name) == value
    assert k.max_threads_per_block == 64
    assert k.shared_size_bytes >= 128
    if device != "cpu":
        assert k.shared_size_bytes == 128
        assert k.num_regs > 0 and k.binary_version >= 75
    for name in ("num_regs", "max_threads_per_block", "attributes", "name"):
        with pytest.raises(AttributeError):
            setattr(k, name, 3)


def test_dynamic_shared_memory(device):
    k = kernel(raw_texts.REVERSE, "reverse")
    x = tn.arange(64, dtype="i4")
    expected = np.arange(64).reshape(2, 32)[:, ::-1].ravel()
    k((2,), (32,), (x,), shared_mem=128)
    np.testing.assert_array_equal(x.get(), expected)
    with pytest.raises(ValueError, match=r"reverse.*65536 bytes.*max_dynamic_shared"):
        k((1,), (32,), (x,), shared_mem=65536)
    k.max_dynamic_shared_size_bytes = 65536
    assert k.max_dynamic_shared_size_bytes == 65536
    k((2,), (32,), (x,), shared_mem=65536)
    np.testing.assert_array_equal(x.get(), np.arange(64))
    with pytest.raises(ValueError, match=r"reverse.*2000000000 bytes.*at most"):
        k((1,), (32,), (x,), shared_mem=2000000000)
    for wrong in (2000000000, -2000000000, 1 << 40):
        with pytest.raises(ValueError):
            k.max_dynamic_shared_size_bytes = wrong
    with pytest.raises(TypeError):
        k.max_dynamic_shared_size_bytes = "64K"
    with pytest.raises(TypeError):
        del k.max_dynamic_shared_size_bytes
    k.preferred_shared_memory_carveout = 50


SIZES = [
    ((0,), (1,)),
    ((1,), (0,)),
    ((1, 0), (1,)),
    ((1,), (1, 1, 0)),
    ((-1,), (1,)),
    ((1,), (-5,)),
    ((1,), (1025,)),
    ((1,), (32, 33)),
    ((1,), (1, 1, 65)),
    ((1, 65536), (1,)),
    ((1, 1, 65536), (1,)),
    ((1 << 31,), (1,)),
    ((1 << 32,), (1,)),
    ((1 << 80,), (1,)),
    ((1,), (1 << 40,)),
    ((1, 1, 1, 1), (1,)),
    ((), (1,)),
    ((1,), ()),
]


@pytest.mark.parametrize("grid, block", SIZES)
def test_sizes_that_cannot_be_launched(device, grid, block):
    k = kernel(raw_texts.NOTHING, "nothing")
    for call in (
        lambda: k(grid, block, ()),
        lambda: k[grid, block](),
        lambda: k(block=block, grid=grid),
    ):
        with pytest.raises((ValueError, OverflowError), match="grid|block|int"):
            call()
    k((1,), (1,), ())
    assert tn.ones(3).sum().item() == 3


def test_launch_bounds(device):
    k = kernel(raw_texts.BOUNDED, "bounded")
    out = tn.zeros(64, dtype="i4")
    k((1,), (64,), (out,))
    assert out.sum().item() == 64
    with pytest.raises(ValueError, match=r"bounded.*65 threads.*at most 64"):
        k((1,), (65,), (out,))


def test_wrong_calls(device):
    k = kernel(raw_texts.NOTHING, "nothing")
    for wrong in (
        lambda: k(),
        lambda: k((1,)),
        lambda: k((1,), (1,)),
        lambda: k((1,), (1,), ()),
    )[:3]:
        with pytest.raises(TypeError, match="missing"):
            wrong()
    for wrong in (
        lambda: k((1,), (1,), (), 0),
        lambda: k((1,), (1,), 5),
        lambda: k((1,), (1,), (), shared=0),
        lambda: k((1,), (1,), (), smem=0),
        lambda: k((1,), (1,), (), grid=(1,)),
        lambda: k((1.0,), (1,), ()),
        lambda: k((1,), "1", ()),
        lambda: k(None, (1,), ()),
        lambda: k((1,), (1,), (), shared_mem="1"),
        lambda: k(block=(1,), shared=0, shared_mem=0),
        lambda: k[1],
        lambda: k[()],
        lambda: k[1, 1, None, 0, 0],
        lambda: k[1, 1](block=1),
    ):
        with pytest.raises(TypeError):
            wrong()
    for wrong in (
        lambda: k((1,), (1,), (), shared_mem=-1),
        lambda: k[1, 1, None, -1],
    ):
        with pytest.raises(ValueError, match="shared memory"):
            wrong()


# ---- compiling ----


def test_compile_writes_the_warnings(device):
    code = (
        'extern "C" __global__ void warned(int* out) {\n'
        f"  int never_used_{np.random.default_rng().integers(1 << 60)};\n"
        "  out[0] = 1;\n}\n"
    )
    k = tn.RawKernel(code, "warned", ("-Wall",) if device == "cpu" else ())
    log = io.StringIO()
    k.compile(log_stream=log)
    assert "never_used" in log.getvalue()
    k.compile()
    log = io.StringIO()
    tn.RawModule(code=code, options=k.options).compile(log_stream=log)


def test_text_that_does_not_compile(device):
    with pytest.raises(tn.CompileError, match=r"undeclared_name"):
        tn.RawKernel(
            'extern "C" __global__ void k(int* a) { *a = undeclared_name; }', "k"
        )((1,), (1,), (tn.zeros(1, dtype="i4"),))
    with pytest.raises(tn.CompileError, match="nothing_like_it"):
        tn.RawModule(
            code=raw_texts.ADD.code, name_expressions=["nothing_like_it<int>"]
        ).compile()


def test_pickles_compile_again(device):
    a, b, out = operands()
    k = pickle.loads(pickle.dumps(kernel(raw_texts.ADD, "add")))
    k((4,), (32,), (a, b, out, 100))
    np.testing.assert_array_equal(out.get(), np.arange(100) + 2)
    m = pickle.loads(pickle.dumps(module(raw_texts.TEMPLATES)))
    k = pickle.loads(pickle.dumps(m.get_function("maths::raise<float, 2>")))
    k((4,), (32,), (a, 100))
    np.testing.assert_array_equal(a.get(), np.arange(100) ** 2)
    k = copy.deepcopy(kernel(raw_texts.ARITHMETIC, "sum"))
    assert k.options == ("-DTYPE=double",)
    cooperative = kernel(raw_texts.ADD, "add", enable_cooperative_groups=True)
    assert pickle.loads(pickle.dumps(cooperative)).enable_cooperative_groups is True


def test_translated_complex_numbers(device):
    m = tn.RawModule(code=raw_texts.CU_COMPLEX, translate_cucomplex=True)
    assert pickle.loads(pickle.dumps(m)).translate_cucomplex is True
    rng = np.random.default_rng(5)
    z = rng.standard_normal(100) + 1j * rng.standard_normal(100)
    x, y = tn.asarray(z), tn.zeros((4, 100), dtype="c16")
    m.get_function("functions")((4,), (32,), (x, y, 100))
    expected = [
        z * z + np.exp(z.conj()) * 2,
        (z - 1) / (z + 1),
        z + z,
        2 * np.abs(z),
    ]
    np.testing.assert_allclose(y.get(), expected, rtol=1e-13)
    k = tn.RawKernel(raw_texts.CU_COMPLEX, "single", translate_cucomplex=True)
    k = pickle.loads(pickle.dumps(k))
    assert k.translate_cucomplex is True
    z = z.astype("c8")
    y = tn.zeros(100, dtype="c8")
    k((4,), (32,), (tn.asarray(z), y, 100))
    w = z + (np.abs(z) + 1j)
    np.testing.assert_allclose(y.get(), w * w.conj() - w, rtol=1e-4, atol=1e-5)
    # Without it they are structs.
    plain = tn.RawKernel(raw_texts.CU_COMPLEX, "single")
    assert plain.translate_cucomplex is False
    with pytest.raises(tn.CompileError):
        plain((4,), (32,), (tn.asarray(z), y, 100))


def test_cooperative_launches(device):
    k = kernel(raw_texts.GATHERING, "gather", enable_cooperative_groups=True)
    arrived, seen = tn.zeros(1, dtype="u4"), tn.zeros(1 << 20, dtype="i4")
    k((4,), (32,), (arrived, seen))
    assert arrived.item() == 4
    # As in CuPy, one axis is cut down to what fits; several are refused.
    arrived[0] = 0
    with pytest.warns(UserWarning, match=r"gather.*1048576 blocks"):
        k((1 << 20,), (32,), (arrived, seen))
    assert 4 < arrived.item() < 1 << 20
    with pytest.raises(ValueError, match=r"gather.*cooperative"):
        k((1 << 10, 1 << 10), (32,), (arrived, seen))


def test_threads_share_a_kernel(device):
    k = kernel(raw_texts.ADD, "add")
    a, b, _ = operands()
    failed = []

    def run():
        try:
            for _ in range(50):
                out = tn.zeros(100, dtype="f4", device=device)
                k((4,), (32,), (a, b, out, 100))
                np.testing.assert_array_equal(out.get(), np.arange(100) + 2)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_an_interpreter_that_ends_with_kernels_alive(device):
    code = f"""
import tenorite as tn
tn.set_default_device({device!r})
k = tn.RawKernel({raw_texts.NOTHING.code!r}, "nothing")
k((1,), (1,), ())
bound = k[1, 1]
m = tn.RawModule(code={raw_texts.GLOBALS.code!r})
x = tn.ndarray((100,), "f4", m.get_global("weights"))
print("done")
"""
    assert in_python(code) == "done"


# ---- files ----


@pytest.fixture(scope="module")
def cubin(tmp_path_factory):
    target = "sm_90"
    if tn.cuda.is_available():
        target = f"sm_{tn.cuda.Device(0).compute_capability}"
    try:
        code = tn.compile(raw_texts.ADD.code, target=target)
    except tn.CompilerNotFound:
        pytest.skip("NVRTC is not installed")
    path = tmp_path_factory.mktemp("files") / "add.cubin"
    path.write_bytes(code.code)
    return path


def test_files_that_cannot_be_loaded(tmp_path, cubin):
    with pytest.raises(FileNotFoundError, match="missing.cubin"):
        tn.RawModule(path=tmp_path / "missing.cubin")
    with pytest.raises(IsADirectoryError):
        tn.RawModule(path=tmp_path)
    whole = cubin.read_bytes()
    for name, content in (
        ("empty", b""),
        ("text", b"hello"),
        ("zeros", bytes(1000)),
        ("head", whole[:64]),
        ("half", whole[: len(whole) // 2]),
        ("elf", b"\x7fELF"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ValueError, match=name):
            tn.RawModule(path=str(path))


def test_damaged_files_never_crash(tmp_path, cubin):
    whole = bytearray(cubin.read_bytes())
    rng = np.random.default_rng(7)
    for number in range(300):
        damaged = bytearray(whole)
        for _ in range(int(rng.integers(1, 20))):
            damaged[rng.integers(min(len(damaged), 4096))] = rng.integers(256)
        path = tmp_path / str(number)
        path.write_bytes(damaged[: int(rng.integers(1, len(damaged)))])
        try:
            tn.RawModule(path=path)
        except ValueError:
            pass


def test_a_cubin_runs_on_the_gpu_only(device, cubin):
    k = tn.RawModule(path=cubin).get_function("add")
    assert k.code is None and k.file_path == str(cubin)
    a, b, out = operands()
    if device == "cpu":
        with pytest.raises(ValueError, match="NVIDIA GPUs"):
            k((4,), (32,), (a, b, out, 100))
        return
    k((4,), (32,), (a, b, out, np.uint32(100)))
    np.testing.assert_array_equal(out.get(), np.arange(100) + 2)
    k((4,), (32,), (a, b, out, 100))
    for wrong in ((a, b, out), (a, b, out, a), (1.5, b, out, 100 << 40)):
        with pytest.raises((TypeError, OverflowError)):
            k((4,), (32,), wrong)
    assert pickle.loads(pickle.dumps(k)).file_path == str(cubin)


def test_ptx_from_a_file(device, tmp_path):
    if device == "cpu":
        pytest.skip("for GPUs")
    capability = tn.cuda.Device(0).compute_capability
    ptx = tn.compile(raw_texts.ADD.code, target=f"sm_{capability}", output="ptx")
    path = tmp_path / "add.ptx"
    path.write_bytes(ptx.code)
    a, b, out = operands()
    tn.RawModule(path=path).get_function("add")((4,), (32,), (a, b, out, 100))
    np.testing.assert_array_equal(out.get(), np.arange(100) + 2)


def test_streams(device):
    if device == "cpu":
        pytest.skip("streams are a GPU's")
    k = kernel(raw_texts.ADD, "add")
    a, b, out = operands()
    stream = tn.cuda.Stream(non_blocking=True)
    for call in (
        lambda: k((4,), (32,), (a, b, out, 100), stream=stream),
        lambda: k[4, 32, stream](a, b, out, 100),
        lambda: k(a, b, out, 100, block=(32, 1, 1), grid=(4, 1), stream=stream),
    ):
        out[...] = 0
        call()
        np.testing.assert_array_equal(out.get(), np.arange(100) + 2)
    with stream:
        k((4,), (32,), (a, b, out, 100))
        np.testing.assert_array_equal(out.get(), np.arange(100) + 2)
    with pytest.raises(TypeError, match="stream"):
        k((4,), (32,), (a, b, out, 100), stream="fast")


def test_a_fault_names_the_last_launches():
    if not tn.cuda.is_available():
        pytest.skip("needs a GPU")
    code = """
import tenorite as tn
k = tn.RawKernel('extern "C" __global__ void faulty(int* a) { *a = 1; }', "faulty")
k((2, 3), (4,), (8,))
try:
    tn.cuda.synchronize()
except tn.DeviceLostError as error:
    print("faulty (grid 2 x 3 x 1, block 4 x 1 x 1)" in str(error))
print(tn.ones(3, device="cpu").sum().item())
"""
    assert in_python(code).split() == ["True", "3.0"]

# SPDX-License-Identifier: Apache-2.0
"""Names of cupy.cuda: hooks, allocators, compiled modules, NVRTC, textures, handles."""

import ctypes
import gc
import io
import json
import multiprocessing
import pickle

import numpy as np
import pytest
import tenorite as tn
from tenorite import cuda
from tenorite.cuda import memory_hooks, nvrtc, runtime, texture

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")
no_gpu = pytest.mark.skipif(cuda.is_available(), reason="needs a machine without GPU")


# ---- hooks ----


class Freed(cuda.UnownedMemory):
    """Memory that is there in name alone, and says when it goes."""

    gone = 0

    def __del__(self):
        Freed.gone += 1


def nowhere(size):
    """An allocator that needs no GPU."""
    return cuda.MemoryPointer(Freed(4096, size, None, device_id=0), 0)


class Notes(cuda.MemoryHook):
    name = "Notes"

    def __init__(self):
        self.notes = []


for _name in dir(cuda.MemoryHook):
    if _name.endswith("process"):
        setattr(
            Notes,
            _name,
            lambda self, _name=_name, **facts: self.notes.append((_name, facts)),
        )


@pytest.fixture
def on_device_0(monkeypatch):
    """The current device is cuda:0, whether it is there or not."""
    monkeypatch.setattr(cuda.memory, "current_place", lambda: 0)


def test_hooks_are_told(on_device_0):
    hook = Notes()
    with cuda.using_allocator(nowhere):
        cuda.alloc(100)
        with hook:
            pointer = cuda.alloc(1000)
            assert (pointer.ptr, pointer.device_id) == (4096, 0)
            assert pointer.mem.size == 1000
            before = Freed.gone
            del pointer
            gc.collect()
            assert Freed.gone == before + 1
        cuda.alloc(100)
    names = [name for name, _ in hook.notes]
    assert names == [
        *("malloc_preprocess", "alloc_preprocess", "alloc_postprocess"),
        *("malloc_postprocess", "free_preprocess", "free_postprocess"),
    ]
    facts = dict(hook.notes)
    assert facts["malloc_preprocess"] == {
        "device_id": 0,
        "size": 1000,
        "mem_size": 1024,
    }
    assert facts["alloc_postprocess"] == {
        "device_id": 0,
        "mem_size": 1024,
        "mem_ptr": 4096,
    }
    assert facts["malloc_postprocess"].keys() == {
        *("device_id", "size", "mem_size", "mem_ptr", "pmem_id")
    }
    assert facts["free_preprocess"] == facts["free_postprocess"]
    assert facts["free_preprocess"]["pmem_id"] == facts["malloc_postprocess"]["pmem_id"]


def test_hooks_within_hooks(on_device_0):
    one, two = Notes(), Notes()
    two.name = "Other"
    with cuda.using_allocator(nowhere), one:
        with two:
            cuda.alloc(10)
            with cuda.using_allocator(nowhere):
                cuda.alloc(10)
        with pytest.raises(KeyError, match="already exists"), one:
            pass
        cuda.alloc(10)
    mallocs = [[n for n, _ in x.notes].count("malloc_postprocess") for x in (one, two)]
    assert mallocs == [3, 2]


def test_printed_allocations(on_device_0):
    file = io.StringIO()
    with cuda.using_allocator(nowhere), memory_hooks.DebugPrintHook(file=file):
        cuda.alloc(1000)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["hook"] for line in lines] == ["alloc", "malloc", "free"]
    assert lines[1]["size"] == 1000 and lines[1]["mem_size"] == 1024
    assert lines[1]["pmem_id"] == lines[2]["pmem_id"]


def test_allocations_by_line(on_device_0):
    hook = memory_hooks.LineProfileHook()

    def inner():
        return cuda.alloc(1 << 20)

    with cuda.using_allocator(nowhere), hook:
        for _ in range(3):
            inner()
    file = io.StringIO()
    hook.print_report(file)
    lines = file.getvalue().splitlines()
    assert lines[0] == "_root (3.00MB, 3.00MB)"
    assert ":inner:" in lines[-1] and lines[-1].endswith("(3.00MB, 3.00MB)")
    assert ":test_allocations_by_line:" in lines[-2]
    assert lines[-1].index("/") == lines[-2].index("/") + 2
    short = memory_hooks.LineProfileHook(max_depth=1)
    with cuda.using_allocator(nowhere), short:
        inner()
    short.print_report(file := io.StringIO())
    assert len(file.getvalue().splitlines()) == 2


@needs_gpu
def test_hooks_of_arrays():
    hook = Notes()
    with tn.Device("cuda:0"), hook:
        x = tn.ones(1000)
        x.get()
        del x
        gc.collect()
    names = [name for name, _ in hook.notes]
    assert "malloc_preprocess" in names and "free_postprocess" in names
    assert names.count("malloc_postprocess") == names.count("free_postprocess")


# ---- allocators ----


def test_allocators_of_functions(monkeypatch):
    from tenorite.cuda import function_allocators

    monkeypatch.setattr(function_allocators, "current_device_id", lambda: 3)
    calls = []

    def malloc(size, device_id):
        calls.append(("malloc", size, device_id))
        return 4096

    def free(ptr, device_id):
        calls.append(("free", ptr, device_id))

    pointer = cuda.PythonFunctionAllocator(malloc, free).malloc(100)
    assert (pointer.ptr, pointer.mem.size, pointer.device_id) == (4096, 100, 3)
    del pointer
    cuda.PythonFunctionAllocator(malloc, free).malloc(0)
    assert calls == [("malloc", 100, 3), ("free", 4096, 3)]


def test_allocators_of_c_functions(monkeypatch):
    from tenorite.cuda import function_allocators

    monkeypatch.setattr(function_allocators, "current_device_id", lambda: 3)
    calls = []
    take = ctypes.CFUNCTYPE(
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    )
    give = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    malloc = take(lambda *a: (calls.append(a), 4096 if a[1] < 1000 else None)[1])
    free = give(lambda *a: calls.append(a))
    addresses = [ctypes.cast(f, ctypes.c_void_p).value for f in (malloc, free)]
    allocator = cuda.CFunctionAllocator(7, *addresses, (malloc, free))
    assert allocator.malloc(100).ptr == 4096
    gc.collect()
    assert calls == [(7, 100, 3), (7, 4096, 3)]
    with pytest.raises(MemoryError, match="1000 bytes"):
        allocator.malloc(1000)


@no_gpu
@pytest.mark.parametrize(
    "call",
    [
        lambda: cuda.malloc_async(16),
        lambda: cuda.MemoryAsyncPool(),
        lambda: cuda.MemoryAsync(16, cuda.Stream.null),
        lambda: cuda.PythonFunctionAllocator(None, None).malloc(16),
        lambda: runtime.ipcGetMemHandle(0),
        lambda: runtime.ipcOpenMemHandle(bytes(64)),
        lambda: runtime.ipcCloseMemHandle(0),
        lambda: runtime.ipcGetEventHandle(0),
        lambda: runtime.ipcOpenEventHandle(bytes(64)),
        lambda: texture.CUDAarray(FLOATS, 4),
    ],
)
def test_what_needs_a_gpu_says_so(call):
    with pytest.raises(RuntimeError, match="not available"):
        call()


@needs_gpu
class TestDriversPools:
    def test_memory(self):
        stream = cuda.Stream()
        memory = cuda.MemoryAsync(1024, stream)
        assert memory.ptr and memory.size == 1024
        cuda.MemoryPointer(memory, 0).memset_async(0, 1024, stream)
        memory.free()
        memory.free()
        assert memory.ptr == 0
        assert cuda.MemoryAsync(0, stream).ptr == 0

    @pytest.mark.parametrize("handles", ["current", "default"])
    def test_pool(self, handles):
        pool = cuda.MemoryAsyncPool(handles)
        with cuda.using_allocator(pool.malloc), tn.Device("cuda:0"):
            x = tn.arange(100_000.0) * 2
            assert float(x[-1]) == 199_998
            assert pool.used_bytes() >= x.nbytes
            assert pool.total_bytes() == pool.used_bytes() + pool.free_bytes()
            del x
        pool.free_all_blocks()
        pool.set_limit(size=1 << 20)
        assert pool.get_limit() == 1 << 20
        pool.set_limit(size=0)
        assert pool.get_limit() == (1 << 64) - 1
        with pytest.raises(NotImplementedError):
            pool.n_free_blocks()
        for wrong in ({}, {"size": 1, "fraction": 0.5}, {"size": -1}, {"fraction": 2}):
            with pytest.raises(ValueError):
                pool.set_limit(**wrong)

    def test_words(self):
        with pytest.raises(ValueError, match="pool_handles"):
            cuda.MemoryAsyncPool("other")

    def test_single_device(self):
        pool = cuda.memory.SingleDeviceMemoryPool(cuda.malloc_async)
        pointer = pool.malloc(1000)
        assert pointer.device_id == 0 and pool.used_bytes() >= 1000


# ---- other processes ----


def _read_shared(handle, event, answers):
    from tenorite.cuda import runtime

    ptr = runtime.ipcOpenMemHandle(handle)
    event = runtime.ipcOpenEventHandle(event)
    runtime.streamWaitEvent(0, event)
    memory = cuda.UnownedMemory(ptr, 32, None, 0)
    x = tn.ndarray(4, float, cuda.MemoryPointer(memory, 0))
    answers.put(x.get().tolist())
    runtime.ipcCloseMemHandle(ptr)
    runtime.eventDestroy(event)


@needs_gpu
def test_memory_of_other_processes():
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    memory = cuda.Memory(32)
    x = tn.ndarray(4, float, cuda.MemoryPointer(memory, 0))
    x[...] = [1, 2, 3, 4]
    event = cuda.Event(disable_timing=True, interprocess=True)
    event.record()
    handles = (
        runtime.ipcGetMemHandle(x.data_ptr()),
        runtime.ipcGetEventHandle(event.ptr),
    )
    assert [len(handle) for handle in handles] == [64, 64]
    process = context.Process(target=_read_shared, args=(*handles, answers))
    process.start()
    assert answers.get(timeout=120) == [1, 2, 3, 4]
    process.join()
    with pytest.raises(ValueError, match="a handle has 64 bytes"):
        runtime.ipcOpenMemHandle(b"short")


# ---- NVRTC ----

TEXT = """
#include "by.h"
template <class T> __global__ void scale(T* a) { a[threadIdx.x] *= BY; }
"""


def program(text=TEXT, names=("scale<float>",), headers=("#define BY 3",)):
    made = nvrtc.createProgram(text, "scale.cu", headers, ("by.h",) * len(headers))
    for name in names:
        nvrtc.addNameExpression(made, name)
    return made


def test_versions_of_nvrtc():
    major, minor = nvrtc.getVersion()
    assert major >= 11 and minor >= 0
    archs = nvrtc.getSupportedArchs()
    assert archs == sorted(archs) and 90 in archs
    assert cuda.driver.get_build_version() == runtime.runtimeGetVersion()
    assert issubclass(cuda.driver.CUDADriverError, RuntimeError)


@pytest.mark.parametrize(
    "options, get, start",
    [
        (("-arch=sm_90",), nvrtc.getCUBIN, b"\x7fELF"),
        (("--gpu-architecture=sm_80", "-lineinfo"), nvrtc.getCUBIN, b"\x7fELF"),
        (("--gpu-architecture", "compute_90"), nvrtc.getPTX, b"//"),
        ((), nvrtc.getPTX, b"//"),
    ],
)
def test_programs(options, get, start):
    made = program()
    with pytest.raises(nvrtc.NVRTCError, match="BEFORE_COMPILATION"):
        nvrtc.getLoweredName(made, "scale<float>")
    nvrtc.compileProgram(made, options)
    assert get(made).startswith(start)
    assert nvrtc.getLoweredName(made, "scale<float>") == "_Z5scaleIfEvPT_"
    with pytest.raises(nvrtc.NVRTCError, match="NAME_EXPRESSION_NOT_VALID"):
        nvrtc.getLoweredName(made, "scale<int>")
    other = nvrtc.getPTX if get is nvrtc.getCUBIN else nvrtc.getCUBIN
    with pytest.raises(nvrtc.NVRTCError, match="INVALID_PROGRAM"):
        other(made)
    nvrtc.destroyProgram(made)
    with pytest.raises(nvrtc.NVRTCError, match="INVALID_PROGRAM"):
        nvrtc.destroyProgram(made)


def test_programs_that_do_not_compile():
    made = program("__global__ void f() { nothing(); }", (), ())
    with pytest.raises(nvrtc.NVRTCError) as caught:
        nvrtc.compileProgram(made, ("-arch=sm_90",))
    assert caught.value.status == 6
    assert str(caught.value) == "NVRTC_ERROR_COMPILATION (6)"
    assert "nothing" in nvrtc.getProgramLog(made)
    assert pickle.loads(pickle.dumps(caught.value)).status == 6
    with pytest.raises(ValueError, match="the same length"):
        nvrtc.createProgram("", "", ("text",), ())


# ---- compiled modules ----

KERNEL = """
extern "C" {
__device__ int by = 3;
__global__ void scale(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= by;
}
}
"""


def compiled(output, target="sm_90"):
    return tn.compile(KERNEL, target=target, output=output).code


def test_modules_without_a_gpu(tmp_path):
    module = cuda.Module()
    with pytest.raises(RuntimeError, match="the module is empty"):
        module.get_function("scale")
    module.load(compiled("ptx"))
    module.load(compiled("ptx").decode())
    path = tmp_path / "scale.cubin"
    path.write_bytes(compiled("cubin"))
    module.load_file(path)
    function = module.get_function("scale")
    assert function.name == "scale" and function.module is module
    with pytest.raises(TypeError, match="name must be str"):
        module.get_function(3)
    with pytest.raises(OSError):
        module.load_file(tmp_path / "nothing")


@needs_gpu
@pytest.mark.parametrize("output", ["cubin", "ptx"])
def test_modules(output, tmp_path):
    target = f"sm_{cuda.Device(0).compute_capability}"
    module = cuda.Module()
    module.load(compiled(output, target))
    scale = module.get_function("scale")
    with tn.Device("cuda:0"):
        x = tn.arange(1000, dtype=np.int32)
        scale((8,), (128,), (x, x.size))
        scale.linear_launch(x.size, (x, x.size))
        scale.linear_launch(x.size, (x, x.size), block_max_size=64)
        np.testing.assert_array_equal(x.get(), np.arange(1000) * 27)
        pointer = module.get_global_var("by")
        assert pointer.mem.size == 4
        tn.ndarray((), np.int32, pointer)[...] = 1
        scale((8,), (128,), (x, x.size))
        np.testing.assert_array_equal(x.get(), np.arange(1000) * 27)
        assert scale.attributes["max_threads_per_block"] > 0


# ---- textures ----

FLOATS = texture.ChannelFormatDescriptor(
    32, 0, 0, 0, runtime.cudaChannelFormatKindFloat
)


def test_channels():
    assert FLOATS.get_channel_format() == {"x": 32, "y": 0, "z": 0, "w": 0, "f": 2}
    for channels, words in (
        ((8, 16, 0, 0, 0), "the same bits"),
        ((0, 0, 0, 0, 0), "the same bits"),
        ((0, 8, 0, 0, 0), "the same bits"),
        ((8, 0, 0, 0, runtime.cudaChannelFormatKindNone), "kind of the channels"),
    ):
        with pytest.raises(ValueError, match=words):
            texture.ChannelFormatDescriptor(*channels)._items()


def test_descriptors_that_cannot_be():
    with pytest.raises(ValueError, match="needs a CUDAarray"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeArray)
    with pytest.raises(ValueError, match="needs arr and chDesc"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeLinear)
    with pytest.raises(NotImplementedError, match="mipmapped"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeMipmappedArray)
    with pytest.raises(ValueError, match="no cudaResourceType"):
        texture.ResourceDescriptor(9)
    with pytest.raises(ValueError, match="on a GPU"):
        texture.ResourceDescriptor(
            runtime.cudaResourceTypeLinear, arr=np.ones(3), chDesc=FLOATS
        )
    with pytest.raises(TypeError, match="must be a ChannelFormatDescriptor"):
        texture.CUDAarray("float", 4)
    for extents in ((0,), (4, -1), (4, 0, 3)):
        with pytest.raises(ValueError, match="invalid extents"):
            texture.CUDAarray(FLOATS, *extents)
    with pytest.raises(ValueError, match="up to three"):
        texture.TextureDescriptor((0,) * 4)
    with pytest.raises(ValueError, match="up to four"):
        texture.TextureDescriptor(borderColors=(0,) * 5)


READ = """
extern "C" __global__ void read(cudaTextureObject_t t, float* out, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) out[y * w + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}
extern "C" __global__ void read_line(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}
extern "C" __global__ void write(cudaSurfaceObject_t s, int w) {
  surf2Dwrite(threadIdx.x + 10.0f * threadIdx.y, s, threadIdx.x * 4, threadIdx.y);
}
"""


@needs_gpu
class TestTextures:
    @pytest.fixture(autouse=True)
    def on_gpu(self):
        self.module = tn.RawModule(code=READ)
        with tn.Device("cuda:0"):
            yield

    def test_arrays(self):
        kinds = {"f": 2, "i": 0, "u": 1}
        for dtype in ("f4", "i1", "u1", "i2", "u2", "i4", "u4"):
            for channels in (1, 2, 4):
                bits = [8 * int(dtype[1])] * channels + [0] * (4 - channels)
                desc = texture.ChannelFormatDescriptor(*bits, kinds[dtype[0]])
                for extents in ((4,), (4, 3), (4, 3, 2)):
                    array = texture.CUDAarray(desc, *extents)
                    shape = (*extents[:0:-1], extents[0] * channels)
                    x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
                    for make in (lambda x: x, tn.asarray):
                        array.copy_from(make(x))
                        out = make(np.zeros_like(x))
                        array.copy_to(out)
                        back = out if isinstance(out, np.ndarray) else out.get()
                        np.testing.assert_array_equal(back, x)

    def test_what_does_not_fit(self):
        array = texture.CUDAarray(FLOATS, 4, 3)
        x = np.ones((3, 4), np.float32)
        read_only = x.copy()
        read_only.flags.writeable = False
        for call, error, words in (
            (lambda: array.copy_from(x.T), ValueError, "shape mismatch"),
            (lambda: array.copy_from(x.astype("d")), ValueError, "dtype mismatch"),
            (lambda: array.copy_from(np.asfortranarray(x)), ValueError, "C-contiguous"),
            (lambda: array.copy_from([1]), TypeError, "expected an array"),
            (lambda: array.copy_to(read_only), ValueError, "read-only"),
        ):
            with pytest.raises(error, match=words):
                call()

    def test_reads(self):
        x = tn.arange(12, dtype=np.float32).reshape(3, 4)
        array = texture.CUDAarray(FLOATS, 4, 3)
        array.copy_from(x)
        resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
        made = texture.TextureObject(resource, texture.TextureDescriptor())
        out = tn.zeros((3, 4), np.float32)
        self.module.get_function("read")(1, (4, 3), (made, out, 4, 3))
        np.testing.assert_array_equal(out.get(), x.get())

    def test_lines(self):
        x = tn.arange(8, dtype=np.float32)
        linear = runtime.cudaResourceTypeLinear
        resource = texture.ResourceDescriptor(
            linear, arr=x, chDesc=FLOATS, sizeInBytes=x.nbytes
        )
        made = texture.TextureObject(resource, texture.TextureDescriptor())
        out = tn.zeros(8, np.float32)
        self.module.get_function("read_line")(1, 8, (made, out))
        np.testing.assert_array_equal(out.get(), x.get())

    def test_writes(self):
        store = runtime.cudaArraySurfaceLoadStore
        array = texture.CUDAarray(FLOATS, 4, 3, flags=store)
        resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
        surface = texture.SurfaceObject(resource)
        self.module.get_function("write")(1, (4, 3), (surface, 4))
        out = np.zeros((3, 4), np.float32)
        array.copy_to(out)
        np.testing.assert_array_equal(out, np.arange(4) + 10 * np.arange(3)[:, None])


def test_where_the_toolkit_is(monkeypatch, tmp_path):
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    (tmp_path / "bin" / "nvcc").touch()
    assert cuda.get_cuda_path() == str(tmp_path)
    assert cuda.get_nvcc_path() == str(tmp_path / "bin" / "nvcc")
    assert cuda.get_rocm_path() is cuda.get_hipcc_path() is None
    assert cuda.get_local_runtime_version() == runtime.runtimeGetVersion()


def test_whether_memory_is_pinned():
    pinned = cuda.alloc_pinned_memory(64)
    array = np.frombuffer(pinned, "f8", 8)
    assert cuda.pinned_memory.is_memory_pinned(array) == cuda.is_available()
    assert not cuda.pinned_memory.is_memory_pinned(np.ones(8))
    with pytest.raises((TypeError, ValueError)):
        cuda.pinned_memory.is_memory_pinned(3)

# SPDX-License-Identifier: Apache-2.0
"""The driver's and the runtime's calls by handles: tenorite.cuda.driver and runtime."""

import ctypes
import gc
import inspect
import threading

import numpy as np
import pytest
import tenorite as tn
from tenorite import cuda
from tenorite.cuda import driver, runtime, texture

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")
no_gpu = pytest.mark.skipif(cuda.is_available(), reason="needs a machine without GPU")

# The functions of cupy.cuda.driver and cupy.cuda.runtime, of CuPy 14.
DRIVER = """check_status ctxCreate ctxDestroy ctxGetCurrent ctxGetDevice ctxSetCurrent
    funcGetAttribute funcSetAttribute get_build_version launchCooperativeKernel
    launchKernel linkAddData linkAddFile linkComplete linkCreate linkDestroy
    moduleGetFunction moduleGetGlobal moduleLoad moduleLoadData moduleUnload
    occupancyMaxActiveBlocksPerMultiprocessor occupancyMaxPotentialBlockSize
    streamGetCtx""".split()
RUNTIME = """check_status driverGetVersion runtimeGetVersion getDevice deviceGetAttribute
    deviceGetByPCIBusId deviceGetPCIBusId getDeviceCount setDevice deviceSynchronize
    getDeviceProperties deviceCanAccessPeer deviceEnablePeerAccess
    deviceDisablePeerAccess deviceGetLimit deviceSetLimit ipcCloseMemHandle
    ipcGetEventHandle ipcGetMemHandle ipcOpenEventHandle ipcOpenMemHandle malloc
    mallocManaged malloc3DArray mallocArray mallocAsync mallocFromPoolAsync hostAlloc
    hostRegister hostUnregister free freeHost freeArray freeAsync memGetInfo memcpy
    memcpyAsync memcpyPeer memcpyPeerAsync memcpy2D memcpy2DAsync memcpy2DFromArray
    memcpy2DFromArrayAsync memcpy2DToArray memcpy2DToArrayAsync memcpy3D memcpy3DAsync
    memset memsetAsync memPrefetchAsync memAdvise pointerGetAttributes
    deviceGetDefaultMemPool deviceGetMemPool deviceSetMemPool memPoolCreate
    memPoolDestroy memPoolTrimTo memPoolGetAttribute memPoolSetAttribute streamCreate
    streamCreateWithFlags streamCreateWithPriority streamGetFlags streamGetPriority
    streamDestroy streamSynchronize streamAddCallback launchHostFunc streamQuery
    streamWaitEvent streamBeginCapture streamEndCapture streamIsCapturing eventCreate
    eventCreateWithFlags eventDestroy eventElapsedTime eventQuery eventRecord
    eventSynchronize createTextureObject destroyTextureObject createSurfaceObject
    destroySurfaceObject graphDestroy graphExecDestroy graphInstantiate graphLaunch
    graphUpload graphDebugDotPrint profilerStart profilerStop""".split()


def test_names():
    for module, names in ((driver, DRIVER), (runtime, RUNTIME)):
        absent = [name for name in names if not callable(getattr(module, name, None))]
        assert not absent
    assert all(hasattr(driver, name) for name in driver.__all__)


@pytest.mark.parametrize(
    "name, number",
    [
        # Numbers of CUDA's headers, beside gaps of the enumerations.
        ("cudaDevAttrMaxThreadsPerBlock", 1),
        ("cudaDevAttrMaxThreadsPerMultiProcessor", 39),
        ("cudaDevAttrMaxTexture2DGatherWidth", 45),
        ("cudaDevAttrComputeCapabilityMajor", 75),
        ("cudaDevAttrComputeCapabilityMinor", 76),
        ("cudaDevAttrConcurrentManagedAccess", 89),
        ("cudaDevAttrCooperativeLaunch", 95),
        ("cudaDevAttrDirectManagedMemAccessFromHost", 101),
        ("cudaDevAttrMaxBlocksPerMultiprocessor", 106),
        ("cudaDevAttrMemoryPoolsSupported", 115),
        ("cudaMemPoolAttrUsedMemHigh", 8),
        ("cudaLimitMallocHeapSize", 2),
        ("cudaMemAdviseUnsetAccessedBy", 6),
        ("cudaCpuDeviceId", -1),
        ("cudaMemLocationTypeHostNumaCurrent", 4),
        ("streamCaptureModeRelaxed", 2),
        ("CUDA_C_8U", 9),
        ("memAttachSingle", 4),
    ],
)
def test_numbers(name, number):
    assert getattr(runtime, name) == number


def test_codes():
    assert runtime.check_status(0) is None
    assert driver.check_status(0) is None
    if runtime.runtimeGetVersion():
        with pytest.raises(
            runtime.CUDARuntimeError, match="cudaErrorInvalidValue"
        ) as e:
            runtime.check_status(1)
        assert e.value.status == 1


def _example(parameter):
    """An argument of a parameter's kind."""
    if parameter in ("callback",):
        return lambda *args: None
    if parameter in ("data", "image", "handle"):
        return b"text"
    if parameter in ("name", "path", "filename", "funcname", "varname", "pciBusId"):
        return "name"
    if parameter == "props":
        return runtime.MemPoolProps(1, 0, 1, 0)
    return 0


@no_gpu
@pytest.mark.parametrize(
    "call",
    [
        *(f"driver.{name}" for name in DRIVER),
        *(f"runtime.{name}" for name in RUNTIME),
    ],
)
def test_one_clear_sentence(call):
    """Without a GPU, whatever the arguments; but for counts, versions and codes."""
    module, _, name = call.partition(".")
    function = getattr(getattr(cuda, module), name)
    if name == "check_status" or "Version" in name or "version" in name:
        return
    if name in ("getDeviceCount", "deviceSynchronize"):  # which waits for the CPU
        return
    if name == "eventDestroy":  # destroys nothing where there was nothing
        return
    parameters = inspect.signature(function).parameters.values()
    args = [_example(p.name) for p in parameters if p.default is p.empty]
    with pytest.raises(RuntimeError, match="not available: |is not supported|no CUDA"):
        function(*args)


def test_descriptors_are_structs_of_cuda():
    desc = texture.ChannelFormatDescriptor(8, 16, 32, 0, 2)
    assert list((ctypes.c_int * 5).from_address(desc.ptr)) == [8, 16, 32, 0, 2]
    assert desc.ptr == desc.ptr
    how = texture.TextureDescriptor(
        (runtime.cudaAddressModeWrap,),
        runtime.cudaFilterModeLinear,
        borderColors=(0.5, 1.5),
        normalizedCoords=True,
        maxAnisotropy=4,
    )
    words = (ctypes.c_int * 6).from_address(how.ptr)
    assert list(words) == [0, 1, 1, runtime.cudaFilterModeLinear, 0, 0]
    colours = (ctypes.c_float * 4).from_address(how.ptr + 24)
    assert list(colours) == [0.5, 1.5, 0, 0]
    assert list((ctypes.c_uint * 2).from_address(how.ptr + 40)) == [1, 4]


def test_what_is_no_description_of_a_pool():
    with pytest.raises(TypeError, match="MemPoolProps"):
        runtime.memPoolCreate((1, 0, 1, 0))


TEXT = """
extern "C" __device__ int offset;
extern "C" __global__ void add(int* x, int by) { x[threadIdx.x] += by + offset; }
"""


def ptx(text=TEXT):
    return tn.compile(text, target="sm_75", output="ptx").code


def pointers(*values):
    """An array of pointers to values of ctypes, which it keeps."""
    array = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    array.values = values
    return array


@pytest.fixture
def on_gpu():
    with tn.Device("cuda:0"):
        yield tn.zeros(1)  # and a context


@needs_gpu
class TestDriver:
    def test_launches(self, on_gpu):
        module = driver.moduleLoadData(ptx())
        f = driver.moduleGetFunction(module, "add")
        offset = driver.moduleGetGlobal(module, "offset")
        runtime.memset(offset, 0, 4)
        x = tn.arange(32, dtype=np.int32)
        args = pointers(ctypes.c_void_p(x.data_ptr()), ctypes.c_int(5))
        where = ctypes.addressof(args)
        shape = (1, 1, 1, 32, 1, 1)
        driver.launchKernel(f, *shape, 0, 0, where, 0)
        driver.launchCooperativeKernel(f, *shape, 0, 0, where)
        stream = cuda.Stream(non_blocking=True)
        stream.wait_event(cuda.Stream.null.record())
        driver.launchKernel(f, *shape, 0, stream.ptr, where, 0)
        stream.synchronize()
        assert x.tolist() == [i + 15 for i in range(32)]
        driver.moduleUnload(module)

    def test_modules_in_files(self, on_gpu, tmp_path):
        path = tmp_path / "code.ptx"
        path.write_bytes(ptx())
        module = driver.moduleLoad(str(path))
        assert driver.moduleGetFunction(module, "add")
        driver.moduleUnload(module)
        with pytest.raises(driver.CUDADriverError, match="FILE_NOT_FOUND"):
            driver.moduleLoad(str(tmp_path / "none"))

    def test_linking(self, on_gpu, tmp_path):
        state = driver.linkCreate()
        caller = """
extern "C" __device__ int twice(int);
extern "C" __global__ void f(int* x) { *x = twice(*x); }
"""
        callee = 'extern "C" __device__ int twice(int x) { return 2 * x; }'
        options = ("-rdc=true",)
        codes = [
            tn.compile(text, options=options, target="sm_75", output="ptx").code
            for text in (caller, callee)
        ]
        path = tmp_path / "callee.ptx"
        path.write_bytes(codes[1])
        driver.linkAddData(state, driver.CU_JIT_INPUT_PTX, codes[0], "caller")
        driver.linkAddFile(state, driver.CU_JIT_INPUT_PTX, str(path))
        cubin = driver.linkComplete(state)
        driver.linkDestroy(state)
        module = driver.moduleLoadData(cubin)
        x = tn.full(1, 21, np.int32)
        args = pointers(ctypes.c_void_p(x.data_ptr()))
        f = driver.moduleGetFunction(module, "f")
        driver.launchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, ctypes.addressof(args), 0)
        assert x.tolist() == [42]
        with pytest.raises(driver.CUDADriverError, match="INVALID_HANDLE"):
            driver.linkDestroy(state)
        driver.moduleUnload(module)
        with pytest.raises(driver.CUDADriverError, match="CUDA_ERROR_INVALID_IMAGE"):
            driver.moduleLoadData(cubin[: len(cubin) // 2])

    def test_attributes_and_occupancy(self, on_gpu):
        module = driver.moduleLoadData(ptx())
        f = driver.moduleGetFunction(module, "add")
        assert driver.funcGetAttribute(driver.CU_FUNC_ATTRIBUTE_NUM_REGS, f) > 0
        assert driver.funcGetAttribute(10_000, f) == -1
        dynamic = driver.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.funcSetAttribute(f, dynamic, 4096)
        assert driver.funcGetAttribute(dynamic, f) == 4096
        with pytest.raises(driver.CUDADriverError, match="CUDA_ERROR_INVALID_VALUE"):
            driver.funcSetAttribute(f, dynamic, 1 << 30)
        assert driver.occupancyMaxActiveBlocksPerMultiprocessor(f, 256, 0) >= 4
        blocks, threads = driver.occupancyMaxPotentialBlockSize(f, 0, 128)
        assert blocks > 0 and 0 < threads <= 128
        driver.moduleUnload(module)

    def test_what_is_no_handle(self, on_gpu):
        module = driver.moduleLoadData(ptx())
        f = driver.moduleGetFunction(module, "add")
        shape = (1, 1, 1, 32, 1, 1, 0, 0)
        with pytest.raises(driver.CUDADriverError, match="CUDA_ERROR_NOT_FOUND") as e:
            driver.moduleGetFunction(module, "none")
        assert e.value.status == 500
        for call in (
            lambda: driver.launchKernel(f, *shape, 0, 0),  # it has arguments
            lambda: driver.launchKernel(f, *shape, 12345, 0),  # which are not there
            lambda: driver.launchKernel(f, *shape, 0, 12345),
        ):
            with pytest.raises(driver.CUDADriverError, match="INVALID_VALUE"):
                call()
        driver.moduleUnload(module)
        for call in (
            lambda: driver.launchKernel(f, *shape, 0, 0),  # it went with its module
            lambda: driver.launchKernel(0, *shape, 0, 0),
            lambda: driver.launchKernel(12344, *shape, 0, 0),
            lambda: driver.moduleUnload(module),
            lambda: driver.moduleGetFunction(module, "add"),
            lambda: driver.moduleGetGlobal(8, "offset"),
            lambda: driver.funcGetAttribute(0, module),
            lambda: driver.linkComplete(8),
            lambda: driver.ctxSetCurrent(8),
            lambda: driver.ctxDestroy(8),
        ):
            with pytest.raises(driver.CUDADriverError, match="INVALID_HANDLE"):
                call()
        for code in (b"", b"\x7fELF", b"\x50\xed\x55\xba" + bytes(4) + b"\xff" * 8):
            with pytest.raises(driver.CUDADriverError, match="INVALID_IMAGE"):
                driver.moduleLoadData(code)
        with pytest.raises(driver.CUDADriverError, match="INVALID_(PTX|IMAGE)"):
            driver.moduleLoadData(b"no code\n")
        assert (tn.ones(3) * 2).tolist() == [2, 2, 2]

    def test_contexts(self, on_gpu):
        own = driver.ctxGetCurrent()
        assert own and driver.ctxGetDevice() == 0
        assert driver.streamGetCtx(cuda.Stream().ptr) == own
        found = []

        def work():
            found.append(driver.ctxGetCurrent())
            driver.moduleUnload(driver.moduleLoadData(ptx()))  # makes it current
            found.append(driver.ctxGetCurrent())

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert found[1] == own
        other = driver.ctxCreate(0)
        try:
            assert driver.ctxGetCurrent() == other != own
        finally:
            driver.ctxSetCurrent(own)
        driver.ctxDestroy(other)
        with pytest.raises(driver.CUDADriverError, match="INVALID_HANDLE"):
            driver.ctxDestroy(other)
        assert (tn.ones(3) * 2).tolist() == [2, 2, 2]


@needs_gpu
class TestRuntime:
    def test_pools(self, on_gpu):
        for pool in (
            runtime.deviceGetDefaultMemPool(0),
            runtime.memPoolCreate(
                runtime.MemPoolProps(
                    runtime.cudaMemAllocationTypePinned,
                    runtime.cudaMemHandleTypeNone,
                    runtime.cudaMemLocationTypeDevice,
                    0,
                )
            ),
        ):
            used = runtime.cudaMemPoolAttrUsedMemCurrent
            threshold = runtime.cudaMemPoolAttrReleaseThreshold
            reuse = runtime.cudaMemPoolReuseAllowOpportunistic
            former = runtime.memPoolGetAttribute(pool, threshold)
            runtime.memPoolSetAttribute(pool, threshold, 1 << 20)
            assert runtime.memPoolGetAttribute(pool, threshold) == 1 << 20
            runtime.memPoolSetAttribute(pool, threshold, former)
            assert runtime.memPoolGetAttribute(pool, reuse) in (0, 1)
            before = runtime.memPoolGetAttribute(pool, used)
            pointer = runtime.mallocFromPoolAsync(1 << 20, pool, 0)
            assert runtime.memPoolGetAttribute(pool, used) >= before + (1 << 20)
            runtime.freeAsync(pointer, 0)
            runtime.streamSynchronize(0)
            runtime.memPoolTrimTo(pool, 0)
        default = runtime.deviceGetMemPool(0)
        runtime.deviceSetMemPool(0, pool)
        assert runtime.deviceGetMemPool(0) == pool
        runtime.freeAsync(runtime.mallocAsync(100, 0), 0)
        runtime.deviceSetMemPool(0, default)
        runtime.streamSynchronize(0)
        runtime.memPoolDestroy(pool)
        for call in (
            lambda: runtime.memPoolDestroy(pool),
            lambda: runtime.mallocFromPoolAsync(100, pool, 0),
            lambda: runtime.mallocFromPoolAsync(100, 0, 0),
            lambda: runtime.deviceSetMemPool(0, 8),
            lambda: runtime.memPoolTrimTo(8, 0),
            lambda: runtime.memPoolGetAttribute(8, used),
            lambda: runtime.memPoolGetAttribute(default, 1000),
            lambda: runtime.freeAsync(12345, 0),
        ):
            with pytest.raises(runtime.CUDARuntimeError, match="cudaError"):
                call()

    def test_limits(self, on_gpu):
        stack = runtime.cudaLimitStackSize
        size = runtime.deviceGetLimit(stack)
        runtime.deviceSetLimit(stack, size + 1024)
        assert runtime.deviceGetLimit(stack) >= size + 1024
        runtime.deviceSetLimit(stack, size)
        with pytest.raises(runtime.CUDARuntimeError):
            runtime.deviceGetLimit(1000)

    def test_managed_memory(self, on_gpu):
        pointer = runtime.mallocManaged(1 << 16)
        try:
            attribute = runtime.cudaDevAttrConcurrentManagedAccess
            if not runtime.deviceGetAttribute(attribute, 0):
                pytest.skip("no concurrent managed access")
            runtime.memAdvise(pointer, 1 << 16, runtime.cudaMemAdviseSetReadMostly, 0)
            runtime.memPrefetchAsync(pointer, 1 << 16, 0, 0)
            runtime.memPrefetchAsync(pointer, 1 << 16, runtime.cudaCpuDeviceId, 0)
            runtime.streamSynchronize(0)
            with pytest.raises(runtime.CUDARuntimeError):
                runtime.memAdvise(pointer, 1 << 16, 99, 0)
        finally:
            runtime.free(pointer)

    def test_rows(self, on_gpu):
        x = tn.arange(48, dtype=np.uint8).reshape(6, 8)
        y = tn.zeros((4, 5), np.uint8)
        kind = runtime.memcpyDeviceToDevice
        runtime.memcpy2D(y.data_ptr(), 5, x.data_ptr() + 8, 8, 3, 4, kind)
        wanted = np.zeros((4, 5), np.uint8)
        wanted[:, :3] = x.get()[1:5, :3]
        np.testing.assert_array_equal(y.get(), wanted)
        with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidPitch"):
            runtime.memcpy2D(y.data_ptr(), 2, x.data_ptr(), 8, 3, 4, kind)

    def test_rows_of_cuda_arrays(self, on_gpu):
        desc = texture.ChannelFormatDescriptor(8, 0, 0, 0, 1)
        array = runtime.mallocArray(desc.ptr, 8, 6)
        x = tn.arange(48, dtype=np.uint8).reshape(6, 8)
        kind = runtime.memcpyDeviceToDevice
        runtime.memcpy2DToArray(array, 0, 0, x.data_ptr(), 8, 8, 6, kind)
        y = tn.zeros((3, 4), np.uint8)
        runtime.memcpy2DFromArray(y.data_ptr(), 4, array, 2, 1, 4, 3, kind)
        np.testing.assert_array_equal(y.get(), x.get()[1:4, 2:6])
        runtime.freeArray(array)
        for call in (
            lambda: runtime.freeArray(array),
            lambda: runtime.freeArray(8),
            lambda: runtime.memcpy2DToArray(array, 0, 0, x.data_ptr(), 8, 8, 6, kind),
            lambda: runtime.mallocArray(8, 4, 4),
            lambda: runtime.malloc3DArray(desc.ptr, 1 << 40, 1, 1),
            lambda: runtime.memcpy3D(8),
        ):
            with pytest.raises(
                (runtime.CUDARuntimeError, cuda.OutOfMemoryError), match="cudaError"
            ):
                call()

    def test_volumes(self, on_gpu):
        """A cudaMemcpy3DParms of linear memory, as ctypes has it."""

        class Pitched(ctypes.Structure):
            _fields_ = [
                ("ptr", ctypes.c_void_p),
                *((name, ctypes.c_size_t) for name in ("pitch", "xsize", "ysize")),
            ]

        triple = ctypes.c_size_t * 3

        class Parameters(ctypes.Structure):
            _fields_ = [
                ("srcArray", ctypes.c_void_p),
                ("srcPos", triple),
                ("srcPtr", Pitched),
                ("dstArray", ctypes.c_void_p),
                ("dstPos", triple),
                ("dstPtr", Pitched),
                ("extent", triple),
                ("kind", ctypes.c_int),
            ]

        x = tn.arange(60, dtype=np.uint8).reshape(3, 4, 5)
        y = tn.zeros((2, 3, 4), np.uint8)
        parameters = Parameters(
            srcPos=triple(1, 1, 1),
            srcPtr=Pitched(x.data_ptr(), 5, 5, 4),
            dstPtr=Pitched(y.data_ptr(), 4, 4, 3),
            extent=triple(4, 3, 2),
            kind=runtime.memcpyDeviceToDevice,
        )
        runtime.memcpy3D(ctypes.addressof(parameters))
        np.testing.assert_array_equal(y.get(), x.get()[1:, 1:, 1:])

    def test_textures(self, on_gpu):
        desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
        store = runtime.cudaArraySurfaceLoadStore
        array = texture.CUDAarray(desc, 4, 3, flags=store)
        array.copy_from(tn.arange(12, dtype=np.float32).reshape(3, 4))
        what = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
        how = texture.TextureDescriptor()
        made = runtime.createTextureObject(what.ptr, how.ptr)
        kernel = tn.RawKernel(
            """
extern "C" __global__ void read(unsigned long long t, float* out) {
  out[4 * threadIdx.y + threadIdx.x] =
      tex2D<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}""",
            "read",
        )
        out = tn.zeros(12, np.float32)
        kernel((1,), (4, 3), (np.uint64(made), out))
        assert out.tolist() == list(range(12))
        runtime.destroyTextureObject(made)
        surface = runtime.createSurfaceObject(what.ptr)
        runtime.destroySurfaceObject(surface)
        for call in (
            lambda: runtime.destroyTextureObject(made),
            lambda: runtime.destroySurfaceObject(surface),
            lambda: runtime.createTextureObject(8, how.ptr),
            lambda: runtime.createTextureObject(what.ptr, 8),
            lambda: runtime.createSurfaceObject(8),
        ):
            with pytest.raises(runtime.CUDARuntimeError, match="cudaError"):
                call()

    def test_callbacks(self, on_gpu):
        found, called = [], threading.Event()

        def note(stream, status, arg):
            found.append((stream, status, arg))
            called.set()

        runtime.streamAddCallback(0, note, 7)
        assert called.wait(60)
        assert found == [(0, 0, 7)]
        with pytest.raises(ValueError, match="flags"):
            runtime.streamAddCallback(0, note, 7, 1)

    def test_graphs(self, on_gpu, tmp_path):
        x = tn.zeros(1000)
        with cuda.Stream(non_blocking=True) as stream:
            handle = stream.ptr
            runtime.streamBeginCapture(handle)
            assert runtime.streamIsCapturing(handle) and stream.is_capturing()
            x += 1
            y = x * 2
            graph = runtime.streamEndCapture(handle)
            assert not runtime.streamIsCapturing(handle)
            one, two = (runtime.graphInstantiate(graph) for _ in range(2))
            path = tmp_path / "graph.dot"
            flags = runtime.graphDebugDotFlagsVerbose
            runtime.graphDebugDotPrint(graph, str(path), flags)
            assert "digraph" in path.read_text()
            runtime.graphDestroy(graph)
            runtime.graphUpload(one, handle)
            runtime.graphLaunch(one, handle)
            runtime.graphLaunch(two, handle)
            assert (x == 2).all() and (y == 4).all()
            runtime.graphExecDestroy(one)
            del x
            gc.collect()
            others = [tn.full(1000, -1.0) for _ in range(32)]
            runtime.graphLaunch(two, handle)
            assert (y == 6).all() and all((other == -1).all() for other in others)
            runtime.graphExecDestroy(two)
        for call in (
            lambda: runtime.graphInstantiate(graph),
            lambda: runtime.graphDestroy(graph),
            lambda: runtime.graphLaunch(one, 0),
            lambda: runtime.graphExecDestroy(two),
            lambda: runtime.streamEndCapture(handle),
        ):
            with pytest.raises(runtime.CUDARuntimeError, match="InvalidValue"):
                call()

    def test_captures_of_streams_by_handle(self, on_gpu):
        """Of a stream that is nobody's object, and no current one."""
        handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        x = tn.zeros(16, np.uint8)
        address = x.data_ptr()
        runtime.deviceSynchronize()
        runtime.streamBeginCapture(handle)
        runtime.memsetAsync(address, 7, 16, handle)
        graph = runtime.streamEndCapture(handle)
        made = runtime.graphInstantiate(graph)
        assert not x.any()
        runtime.graphLaunch(made, handle)
        runtime.streamSynchronize(handle)
        assert (x == 7).all()
        runtime.graphExecDestroy(made)
        runtime.graphDestroy(graph)
        runtime.streamDestroy(handle)

    def test_graphs_of_streams(self, on_gpu):
        x = tn.zeros(4)
        # A graph that is launched by hand waits for nothing but its stream.
        cuda.synchronize()
        with cuda.Stream(non_blocking=True) as stream:
            stream.begin_capture()
            x += 1
            graph = stream.end_capture()
        assert graph.graph == 0
        runtime.graphLaunch(graph.graphExec, stream.ptr)
        runtime.streamSynchronize(stream.ptr)
        assert (x == 1).all()

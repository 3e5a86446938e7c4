# SPDX-License-Identifier: Apache-2.0
"""The CUDA driver's functions under cupy.cuda.driver's names.

Handles and addresses are integers. A failing call raises CUDADriverError, which is the
one class of all CUDA errors; so does what is no handle, as far as can be told.
`cuda.Module` and `cuda.Function`, or `tenorite.RawModule`, check arguments of kernels,
which nothing here does. Contexts are those of the runtime, one for each device: arrays
and streams belong to these, so a program that makes another one current goes back
before it uses them.
"""

from .. import _core
from ._stream_id import StreamId
from .device import current_device_id
from .runtime import driverGetVersion, runtimeGetVersion

_NAMES = {
    "CU_JIT_INPUT_": "CUBIN PTX FATBINARY OBJECT LIBRARY",
    "CU_FUNC_ATTRIBUTE_": """MAX_THREADS_PER_BLOCK SHARED_SIZE_BYTES CONST_SIZE_BYTES
        LOCAL_SIZE_BYTES NUM_REGS PTX_VERSION BINARY_VERSION CACHE_MODE_CA
        MAX_DYNAMIC_SHARED_SIZE_BYTES PREFERRED_SHARED_MEMORY_CARVEOUT""",
}
_NUMBERS = {
    prefix + name: number
    for prefix, names in _NAMES.items()
    for number, name in enumerate(names.split())
} | {"CUDA_ERROR_INVALID_VALUE": 1}
globals().update(_NUMBERS)

__all__ = [
    *_NUMBERS,
    "CUDADriverError",
    "check_status",
    "ctxCreate",
    "ctxDestroy",
    "ctxGetCurrent",
    "ctxGetDevice",
    "ctxSetCurrent",
    "driverGetVersion",
    "funcGetAttribute",
    "funcSetAttribute",
    "get_build_version",
    "launchCooperativeKernel",
    "launchKernel",
    "linkAddData",
    "linkAddFile",
    "linkComplete",
    "linkCreate",
    "linkDestroy",
    "moduleGetFunction",
    "moduleGetGlobal",
    "moduleLoad",
    "moduleLoadData",
    "moduleUnload",
    "occupancyMaxActiveBlocksPerMultiprocessor",
    "occupancyMaxPotentialBlockSize",
    "streamGetCtx",
]

# All errors of CUDA are of one class.
CUDADriverError = _core.CudaError

_calls = _core.cuda_driver
_FILE_NOT_FOUND = 301


def get_build_version():
    """1000 * major + 10 * minor of the CUDA that this was built with; 0 without.

    >>> np.cuda.driver.get_build_version() >= 0
    True
    """
    return runtimeGetVersion()


def check_status(status):
    """Raises what a code of the driver means, a CUDADriverError; nothing for 0.

    >>> np.cuda.driver.check_status(0)
    """
    _calls.check_status(status, True)


# ---- contexts ----


def ctxGetCurrent():
    """The context that is current in the thread; 0 before the first use of CUDA.

    >>> x = np.zeros(3, device="cuda:0")
    >>> np.cuda.driver.ctxGetCurrent() != 0
    True
    """
    return _calls.current_context()


def ctxSetCurrent(ctx):
    """Makes a context current in the thread, and its device the current one.

    >>> from tenorite.cuda import driver
    >>> x = np.zeros(3, device="cuda:0")
    >>> driver.ctxSetCurrent(driver.ctxGetCurrent())
    """
    _calls.set_context(ctx)
    if ctx:
        _core.device.use(f"cuda:{_calls.context_device()}")


def ctxCreate(dev):
    """A new context of a device, which is the thread's current one from then on.

    >>> from tenorite.cuda import driver
    >>> x = np.zeros(3, device="cuda:0")
    >>> own = driver.ctxGetCurrent()
    >>> other = driver.ctxCreate(0)
    >>> driver.ctxSetCurrent(own)
    >>> driver.ctxDestroy(other)
    """
    ctx = _calls.make_context(dev)
    ctxSetCurrent(ctx)  # also where another device was current
    return ctx


def ctxDestroy(ctx):
    """Destroys a context that ctxCreate() made.

    >>> from tenorite.cuda import driver
    >>> x = np.zeros(3, device="cuda:0")
    >>> own = driver.ctxGetCurrent()
    >>> other = driver.ctxCreate(0)
    >>> driver.ctxSetCurrent(own)
    >>> driver.ctxDestroy(other)
    """
    _core.device.check("cuda:0")
    _calls.free_context(ctx)


def ctxGetDevice():
    """The number of the current context's device.

    >>> x = np.zeros(3, device="cuda:0")
    >>> np.cuda.driver.ctxGetDevice()
    0
    """
    return _calls.context_device()


def streamGetCtx(stream):
    """The context that a stream belongs to.

    >>> stream = np.cuda.Stream()
    >>> np.cuda.driver.streamGetCtx(stream.ptr) != 0
    True
    """
    with StreamId(stream) as where:
        return _calls.stream_context(*where)


# ---- linking ----


def linkCreate():
    """The handle of a linker, which joins machine code and PTX.

    >>> from tenorite.cuda import driver
    >>> driver.linkDestroy(driver.linkCreate())
    """
    return _calls.make_link(current_device_id())


def linkAddData(state, input_type, data, name):
    """Gives a linker code, such as PTX for CU_JIT_INPUT_PTX; `name` is for messages.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> state = driver.linkCreate()
    >>> driver.linkAddData(state, driver.CU_JIT_INPUT_PTX, ptx, "f.ptx")
    >>> len(driver.linkComplete(state)) > 0
    True
    >>> driver.linkDestroy(state)
    """
    _calls.link_data(current_device_id(), state, input_type, data, name)


def linkAddFile(state, input_type, path):
    """Gives a linker the code in a file.

    >>> import tempfile
    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> state = driver.linkCreate()
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     np.compile(text, target="sm_75", output="ptx").save(file.name)
    ...     driver.linkAddFile(state, driver.CU_JIT_INPUT_PTX, file.name)
    >>> driver.linkDestroy(state)
    """
    linkAddData(state, input_type, _code_in(path), path)


def linkComplete(state):
    """The cubin of all that a linker was given.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> state = driver.linkCreate()
    >>> driver.linkAddData(state, driver.CU_JIT_INPUT_PTX, ptx, "f.ptx")
    >>> module = driver.moduleLoadData(driver.linkComplete(state))
    >>> driver.linkDestroy(state)
    >>> driver.moduleUnload(module)
    """
    return _calls.complete_link(current_device_id(), state)


def linkDestroy(state):
    """Ends a linker.

    >>> from tenorite.cuda import driver
    >>> driver.linkDestroy(driver.linkCreate())
    """
    _core.device.check("cuda:0")
    _calls.free_link(state)


# ---- modules ----


def _code_in(path):
    """What a file holds; the driver's error if there is none."""
    _core.device.check("cuda:0")
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        check_status(_FILE_NOT_FOUND)


def moduleLoad(filename):
    """The handle of the module in a file of machine code or PTX.

    >>> import tempfile
    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     np.compile(text, target="sm_75", output="ptx").save(file.name)
    ...     module = driver.moduleLoad(file.name)
    >>> driver.moduleUnload(module)
    """
    return moduleLoadData(_code_in(filename))


def moduleLoadData(image):
    """The handle of a module: a cubin, PTX or a fatbin, as bytes.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> driver.moduleUnload(module)
    """
    return _calls.load_image(current_device_id(), image)


def moduleUnload(module):
    """Unloads a module; its functions are no handles any more.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> driver.moduleUnload(driver.moduleLoadData(ptx))
    """
    _calls.unload(current_device_id(), module)


def moduleGetFunction(module, funcname):
    """The handle of a kernel of a module.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> driver.moduleGetFunction(module, "f") != 0
    True
    >>> driver.moduleUnload(module)
    """
    return _calls.get_function(current_device_id(), module, funcname)


def moduleGetGlobal(module, varname):
    """The address of a variable of a module.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __device__ int n; __global__ void f(int* x) { *x = n; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> driver.moduleGetGlobal(module, "n") != 0
    True
    >>> driver.moduleUnload(module)
    """
    return _calls.get_global(current_device_id(), module, varname)


# ---- kernels ----


def launchKernel(
    f,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    shared_mem_bytes,
    stream,
    kernel_params,
    extra,
):
    """Queues a kernel, with the addresses of its arguments, on a stream.

    `kernel_params` is the address of an array of pointers to the arguments, `extra`
    that of what cuLaunchKernel takes instead, or 0.

    >>> import ctypes
    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> x = np.zeros(1, np.int32, device="cuda:0")
    >>> argument = ctypes.c_void_p(x.data_ptr())
    >>> all = (ctypes.c_void_p * 1)(ctypes.addressof(argument))
    >>> f = driver.moduleGetFunction(module, "f")
    >>> driver.launchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, ctypes.addressof(all), 0)
    >>> int(x[0])
    7
    >>> driver.moduleUnload(module)
    """
    shape = grid_dim_x, grid_dim_y, grid_dim_z, block_dim_x, block_dim_y, block_dim_z
    with StreamId(stream) as (device_id, stream_id):
        _calls.launch(
            *(device_id, f, shape, shared_mem_bytes, stream_id),
            *(kernel_params, extra, False),
        )


def launchCooperativeKernel(
    f,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    shared_mem_bytes,
    stream,
    kernel_params,
):
    """Queues a kernel whose blocks run at once and may wait for each other.

    >>> import ctypes
    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> x = np.zeros(1, np.int32, device="cuda:0")
    >>> argument = ctypes.c_void_p(x.data_ptr())
    >>> all = (ctypes.c_void_p * 1)(ctypes.addressof(argument))
    >>> f = driver.moduleGetFunction(module, "f")
    >>> where = ctypes.addressof(all)
    >>> driver.launchCooperativeKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, where)
    >>> int(x[0])
    7
    >>> driver.moduleUnload(module)
    """
    shape = grid_dim_x, grid_dim_y, grid_dim_z, block_dim_x, block_dim_y, block_dim_z
    with StreamId(stream) as (device_id, stream_id):
        _calls.launch(
            *(device_id, f, shape, shared_mem_bytes, stream_id),
            *(kernel_params, 0, True),
        )


def funcGetAttribute(attribute, f):
    """An attribute of a kernel, such as CU_FUNC_ATTRIBUTE_NUM_REGS; -1 if unknown.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> f = driver.moduleGetFunction(module, "f")
    >>> driver.funcGetAttribute(driver.CU_FUNC_ATTRIBUTE_NUM_REGS, f) > 0
    True
    >>> driver.moduleUnload(module)
    """
    return _calls.function_attribute(current_device_id(), f, attribute)


def funcSetAttribute(f, attribute, value):
    """Sets an attribute, such as CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> f = driver.moduleGetFunction(module, "f")
    >>> attribute = driver.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    >>> driver.funcSetAttribute(f, attribute, 1024)
    >>> driver.funcGetAttribute(attribute, f)
    1024
    >>> driver.moduleUnload(module)
    """
    _calls.set_function_attribute(current_device_id(), f, attribute, value)


def occupancyMaxActiveBlocksPerMultiprocessor(func, blockSize, dynamicSMemSize):
    """How many blocks of a kernel run on a multiprocessor at once.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> f = driver.moduleGetFunction(module, "f")
    >>> driver.occupancyMaxActiveBlocksPerMultiprocessor(f, 128, 0) > 0
    True
    >>> driver.moduleUnload(module)
    """
    return _calls.active_blocks(current_device_id(), func, blockSize, dynamicSMemSize)


def occupancyMaxPotentialBlockSize(func, dynamicSMemSize, blockSizeLimit):
    """The blocks that fill the device, and how many threads each has best.

    >>> from tenorite.cuda import driver
    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> ptx = np.compile(text, target="sm_75", output="ptx").code
    >>> module = driver.moduleLoadData(ptx)
    >>> f = driver.moduleGetFunction(module, "f")
    >>> blocks, threads = driver.occupancyMaxPotentialBlockSize(f, 0, 0)
    >>> blocks > 0 and threads % 32 == 0
    True
    >>> driver.moduleUnload(module)
    """
    return _calls.block_size(current_device_id(), func, dynamicSMemSize, blockSizeLimit)

# SPDX-License-Identifier: Apache-2.0
"""What the sections Returns, Raises and Notes of docstrings say; sections.py joins them."""

from typing import NamedTuple

from .distributed_parameters import (
    NOTE_OF_COMMUNICATORS,
    RAISES_OF_COMMUNICATORS,
    RETURNS_OF_COMMUNICATORS,
)
from .interpolate_parameters import RETURNS_OF_INTERPOLATE
from .jit_parameters import RAISES_OF_JIT, RETURNS_OF_JIT
from .ndimage_parameters import RETURNS_OF_NDIMAGE
from .science_parameters import RETURNS_OF_SCIENCE
from .signal_parameters import RETURNS_OF_SIGNAL
from .sparse_parameters import RETURNS_OF_SPARSE
from .stats_parameters import RETURNS_OF_STATS
from .system_parameters import RETURNS_OF_SYSTEMS

# What functions return that is not usual in their package: by name, where another one
# has that as well by "package.name", "Class.name" or "package.Class.name".
_BY_KIND = {
    "None": """copyto method_sort method_partition dump fill fill_diagonal set setfield
        setflags tofile info place put put_along_axis putmask save savetxt savez
        savez_compressed set_default_device show_config show_runtime explain seed
        set_state shuffle set_bit_generator set_random_state reset_states
        Device.use synchronize Event.record RawModule.compile RawKernel.compile save
        NpzFile.close broadcast.reset CompileError.dump at set_size set_memsize
        PlanCache.clear show_info clear_plan_cache set_plan_cache_size
        set_plan_cache_max_memsize show_plan_cache_info
        record_history Snapshot.plot Snapshot.save profile.plot profile.save
        clear_memo scatter_add scatter_max scatter_min install uninstall Plan1d.fft
        PlanNd.fft _Plan.check gemv ger gerc geru""",
    "bool": """allclose array_equal array_equiv can_cast iscomplexobj isfortran isrealobj
        may_share_memory shares_memory is_available
        is_recording is_installed installed numpy_satisfies streamIsCapturing""",
    "int": """data_ptr ndim size get_device_id used_bytes free_bytes total_bytes
        n_free_blocks get_limit deviceCanAccessPeer deviceGetAttribute
        deviceGetByPCIBusId driverGetVersion runtimeGetVersion getDevice getDeviceCount
        cuda.malloc mallocManaged hostAlloc eventCreate eventCreateWithFlags eventQuery
        next_fast_len generate_seed createProgram get_build_version ipcOpenMemHandle
        ipcOpenEventHandle streamCreate streamCreateWithFlags streamCreateWithPriority streamGetFlags
        streamGetPriority streamQuery get_size get_memsize get_curr_size
        get_curr_memsize get_plan_cache_size get_plan_cache_max_memsize
        deviceGetLimit mallocAsync mallocFromPoolAsync malloc3DArray mallocArray
        deviceGetDefaultMemPool deviceGetMemPool memPoolCreate memPoolGetAttribute
        createTextureObject createSurfaceObject streamEndCapture graphInstantiate
        ctxGetCurrent ctxCreate ctxGetDevice streamGetCtx linkCreate moduleLoad
        moduleLoadData moduleGetFunction moduleGetGlobal funcGetAttribute
        occupancyMaxActiveBlocksPerMultiprocessor""",
    "str": """getProgramLog getLoweredName array2string array_repr array_str deviceGetPCIBusId to_str table to_json
        format_float_positional format_float_scientific chrome_trace get_message source_for""",
    "dict": """to_dict get_channel_format get_state statistics getDeviceProperties capabilities default_dtypes
        dtypes""",
    "tuple of ints": "shape broadcast_shapes occupancyMaxPotentialBlockSize",
    "tuple of ndarrays": """diag_indices diag_indices_from eig eigh broadcast_arrays
        histogram histogram2d ix_ lstsq mask_indices meshgrid nonzero polydiv slogdet
        svd top_k tril_indices tril_indices_from triu_indices triu_indices_from
        unique_all unique_counts unique_inverse unravel_index unstack""",
    "list of ndarrays": "array_split dsplit hsplit split vsplit",
    "tuple": "einsum_path histogramdd",
    "ndarray or tuple of ndarrays": """atleast_1d atleast_2d atleast_3d average gradient
        linspace logsumexp polyfit qr unique intersect1d""",
    "number": "item",
    "number or list": "tolist",
    "bytes": "dumps tobytes bytes getPTX getCUBIN linkComplete",
    "dtype": "min_scalar_type result_type common_type",
    "tuple of dtypes": "resolve_dtypes",
    "numpy.ndarray": """empty_pinned zeros_pinned empty_like_pinned zeros_like_pinned
        asnumpy get to_numpy assert_array_max_ulp""",
    "module": "get_array_module",
    "capsule": "toDlpack",
    "Device": "get_default_device default_device",
    "tuple of Devices": "devices",
    "Artifact": "compile",
    "ndarray or mapping": "load",
    "iterator": "nditer nested_iters",
    "callable": "fuse get_allocator cuda.graph",
    "BenchmarkResult": "benchmark",
    "MemoryPool": "get_default_memory_pool",
    "PinnedMemoryPool": "get_default_pinned_memory_pool",
    # ---- random
    "Generator": "default_rng",
    "list of Generators": "spawn",
    "int or ndarray of int64": """binomial geometric hypergeometric logseries
        negative_binomial poisson zipf random_integers tomaxint""",
    "int or ndarray": "integers randint random_raw",
    "item or ndarray": "choice",
    "ndarray of int64": "multinomial multivariate_hypergeometric",
    "ndarray of float64": "dirichlet",
    "ndarray of floats": "multivariate_normal",
    "ndarray of what `x` holds": "permutation permuted",
    "RandomState": "get_random_state",
    "bit generator": "jumped advance get_bit_generator",
    # ---- cuda and its packages
    "cuda.Device": "from_pointer from_pci_bus_id cuda.Device.use",
    "Stream": "get_current_stream use",
    "Event": "record",
    "MemoryPointer": """MemoryPool.malloc SingleDeviceMemoryPool.malloc alloc
        MemoryAsyncPool.malloc malloc_managed malloc_async get_global get_global_var
        PythonFunctionAllocator.malloc CFunctionAllocator.malloc""",
    "PinnedMemoryPointer": "PinnedMemoryPool.malloc alloc_pinned_memory",
    "PointerAttributes": "pointerGetAttributes",
    "float": "get_elapsed_time eventElapsedTime",
    "(int, int)": "memGetInfo getVersion",
    "list of ints": "getSupportedArchs",
    "context manager": """using_allocator cuda.profile using allow_synchronize
        fix_random""",
    "CacheInfo": "kernel_cache.info",
    "list of CacheEntry": "kernel_cache.entries",
    "Snapshot": "snapshot",
    "list of Lines": "compare_to",
    "PlanCache": "get_plan_cache",
    "64 bytes": "ipcGetMemHandle ipcGetEventHandle",
    # ---- what is CuPy's
    "dict of words": "geterr seterr",
    "object": "get_runtime_info mdspan",
    "Plan1d or PlanNd": "get_fft_plan",
    "list of dicts": "product product_dict from_pytest_parameterize",
    "decorator": """memoize parameterize parameterize_pytest multi_gpu with_requires
        for_dtypes for_all_dtypes for_float_dtypes for_signed_dtypes for_int_dtypes
        for_unsigned_dtypes for_complex_dtypes for_dtypes_combination for_orders
        for_all_dtypes_combination for_signed_dtypes_combination for_CF_orders
        for_unsigned_dtypes_combination for_int_dtypes_combination
        for_contiguous_axes numpy_cupy_allclose numpy_cupy_array_almost_equal
        numpy_cupy_array_almost_equal_nulp numpy_cupy_array_max_ulp
        numpy_cupy_array_equal numpy_cupy_array_list_equal numpy_cupy_array_less
        numpy_cupy_equal numpy_cupy_raises""",
    "function": "gpu slow",
    # ---- methods of other classes
    "Function": "Module.get_function",
    "RawKernel": "get_function",
    "(MemoryPointer, int)": "SourceModule.get_global",
}
RETURNS = {name: kind for kind, x in _BY_KIND.items() for name in x.split()}
RETURNS |= RETURNS_OF_INTERPOLATE
RETURNS |= RETURNS_OF_SCIENCE
RETURNS |= RETURNS_OF_NDIMAGE
RETURNS |= RETURNS_OF_SPARSE
RETURNS |= RETURNS_OF_SIGNAL
RETURNS |= RETURNS_OF_STATS
RETURNS |= RETURNS_OF_SYSTEMS
RETURNS |= RETURNS_OF_COMMUNICATORS
RETURNS |= RETURNS_OF_JIT

# What it is that comes back, where its type does not say so.
MEANINGS = {
    "ndarray": "    The result.\n",
    "None": "    Nothing.\n",
    **dict.fromkeys(
        ("float or ndarray", "int or ndarray", "int or ndarray of int64"),
        "    One number where `size` is left out and all parameters are numbers.\n",
    ),
}

# What functions with such a parameter raise, and what is to note about them.
RAISES = {
    "axis": "AxisError\n    If there is no such axis.\n",
    "dtype": "TypeError\n    If no device computes with the dtype.\n",
    "out": "ValueError\n    If `out` has another shape than the result.\n",
    "device": "ValueError\n    If there is no such device.\n",
}
NOTES = {
    "device": "An array may be made on any device; NumPy knows the CPU alone.\n",
    "keepdims": "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
    "that nobody waits for its value; it behaves as a scalar.\n",
}


class Usual(NamedTuple):
    """What most functions of a package return, raise and have to note."""

    returns: str
    raises: str
    note: str
    by_parameter: bool = True  # whether `RAISES` and `NOTES` say more


_NO_GPU = "RuntimeError\n    If there is no GPU that can be used.\n"
_CUDA = _NO_GPU + "CudaError\n    If the driver refuses the call.\n"
_OF_CUPY = "NumPy has none; CuPy's has the same name, arguments and meaning.\n"

OF_PACKAGES = {
    "": Usual(
        "ndarray",
        "TypeError\n    If an argument is of a type that the function does not take.\n",
        "The result is on the device of the arguments.\n",
    ),
    "random": Usual(
        "float or ndarray",
        "ValueError\n    If a parameter is out of its range, or does not broadcast to `size`.\n"
        "TypeError\n    If a parameter is of a type that holds no numbers.\n",
        "The numbers of a seed are the same on every device. NumPy's are others, except where\n"
        'this text says so; with `numbers="numpy"`, or `tenorite.config.random`, all are.\n',
        by_parameter=False,
    ),
    "cuda": Usual("None", _CUDA, _OF_CUPY, by_parameter=False),
    "testing": Usual(
        "None",
        "AssertionError\n    If what is asserted does not hold.\n",
        "Arrays are copied to the host, where NumPy's function of the same name compares them.\n",
        by_parameter=False,
    ),
    "profiler": Usual("None", _CUDA, _OF_CUPY, by_parameter=False),
    "cublas": Usual(
        "ndarray",
        "TypeError\n    If dtypes differ, or are none that BLAS has.\n"
        "ValueError\n    If shapes do not fit.\n",
        "NumPy has none; cupy.cublas has the same name, arguments and meaning.\n",
        by_parameter=False,
    ),
    "cupyx": Usual(
        "ndarray",
        "TypeError\n    If an argument is of a type that the function does not take.\n",
        "NumPy has none; it is a name of CuPy's second package.\n",
        by_parameter=False,
    ),
    "cupy_compat": Usual(
        "None",
        "",
        "It is of the process, for all of its modules.\n",
        by_parameter=False,
    ),
    "distributed": Usual(
        "None", RAISES_OF_COMMUNICATORS, NOTE_OF_COMMUNICATORS, by_parameter=False
    ),
    "kernel_cache": Usual(
        "None",
        "RuntimeWarning\n    If the directory is of no use; `info().trouble` says why.\n",
        "NumPy has none, since it compiles nothing.\n",
        by_parameter=False,
    ),
    "memory": Usual(
        "None",
        "OSError\n    If a file cannot be written.\n",
        "NumPy has none; Python's `tracemalloc` is its model.\n",
        by_parameter=False,
    ),
}

# Functions that raise something else than is usual in their package (or nothing), or
# that CuPy does not have: what they raise, and what is to note.
_NO_TEXT = "TypeError\n    If the message is no str.\n"
_NO_ALLOCATOR = "TypeError\n    If the allocator is not callable.\n"
_OURS = "Neither NumPy nor CuPy has it.\n"
_OF_CUPYS_CACHE = (
    "CuPy's is of one thread, ours of all of them. NumPy keeps no plans.\n"
)
_SCATTERS = (
    "IndexError\n    If an index is out of bounds.\n",
    "NumPy has `ufunc.at`; CuPy's has the same name, arguments and meaning.\n",
)
_NVRTC = (
    "NVRTCError\n    If there is no such program, or it does not compile.\n"
    "CompilerNotFound\n    If there is no NVRTC.\n"
)
_FOR_TESTS = "NumPy has none; cupy.testing has the same name, arguments and meaning.\n"
EXCEPTIONAL = {
    **RAISES_OF_JIT,
    **dict.fromkeys(
        ("Mark", "MarkC", "RangePush", "RangePushC"),
        (_NO_TEXT, _OF_CUPY),
    ),
    **dict.fromkeys(
        """RangePop driverGetVersion get_allocator getDeviceCount is_available
        runtimeGetVersion set_pinned_memory_allocator PinnedMemoryPool.n_free_blocks
        PinnedMemoryPool.free_all_blocks""".split(),
        ("", _OF_CUPY),
    ),
    "PinnedMemoryPool.statistics": ("", _OURS),
    "cuda.graph": (
        "RuntimeError\n    If the function looks at a value while it is captured.\n",
        _OURS,
    ),
    **dict.fromkeys(
        """record_history is_recording snapshot Snapshot.compare_to
        Snapshot.to_dict""".split(),
        ("", "NumPy has none; Python's `tracemalloc` is its model.\n"),
    ),
    **dict.fromkeys(
        ("MemoryPool.statistics", "reset_peak", "trim", "cuda.synchronize"),
        (_CUDA, _OURS),
    ),
    "set_limit": (
        "ValueError\n    If the bound is out of range, or both or none are given.\n"
        + _CUDA,
        _OF_CUPY,
    ),
    "set_allocator": (
        _NO_ALLOCATOR + "ValueError\n    If it is called within `using_allocator`.\n",
        _OF_CUPY,
    ),
    "using_allocator": (_NO_ALLOCATOR, _OF_CUPY),
    "benchmark": (
        "ValueError\n    If an argument is of another type, or `n_repeat` is less than 1.\n",
        "NumPy has none; CuPy's is cupyx.profiler.benchmark().\n",
    ),
    "to_str": ("", _OF_CUPY),
    "cupy_compat.install": (
        "RuntimeError\n    If CuPy itself is imported already.\n",
        "It is of the process, for all of its modules.\n",
    ),
    "clear_memo": ("", _OF_CUPY),
    "mdspan": (
        "ValueError\n    If the layout cannot hold the array, or its indices the size.\n",
        "NumPy has none; CuPy's has the same name, arguments and bytes.\n",
    ),
    "memoize": ("TypeError\n    If an argument of a call is not hashable.\n", _OF_CUPY),
    **dict.fromkeys(("scatter_add", "scatter_max", "scatter_min"), _SCATTERS),
    **dict.fromkeys(
        "empty_pinned zeros_pinned empty_like_pinned zeros_like_pinned".split(),
        (_CUDA, "The array is NumPy's; CuPy's is, too.\n"),
    ),
    **dict.fromkeys(("geterr", "get_runtime_info"), ("", _OF_CUPY)),
    "seterr": (
        "ValueError\n    If `linalg` is another word.\n"
        "NotImplementedError\n    If `fallback_mode` is given.\n",
        _OF_CUPY,
    ),
    "allow_synchronize": (
        "DeviceSynchronized\n    If code of the block waits although it may not.\n",
        _OF_CUPY,
    ),
    "next_fast_len": ("ValueError\n    If `target` is negative.\n", _OF_CUPY),
    "get_fft_plan": (
        "ValueError\n    If axes, points, dtype and `value_type` do not fit.\n",
        _OF_CUPY,
    ),
    **dict.fromkeys(
        ("_Plan.check", "_Plan.fft", "_Plan.get_output_array"),
        ("ValueError\n    If the plan is for other arrays.\n", _OF_CUPY),
    ),
    **dict.fromkeys(
        """getVersion getSupportedArchs createProgram destroyProgram addNameExpression
        compileProgram getPTX getCUBIN getProgramLog getLoweredName""".split(),
        (_NVRTC, _OF_CUPY),
    ),
    "get_build_version": ("", _OF_CUPY),
    "get_channel_format": ("", _OF_CUPY),
    **dict.fromkeys(
        """product from_pytest_parameterize product_dict gpu slow installed
        numpy_satisfies multi_gpu with_requires parameterize parameterize_pytest
        generate_seed fix_random for_dtypes for_all_dtypes for_float_dtypes
        for_signed_dtypes for_unsigned_dtypes for_int_dtypes for_complex_dtypes
        for_dtypes_combination for_all_dtypes_combination for_orders for_CF_orders
        for_signed_dtypes_combination for_unsigned_dtypes_combination
        for_int_dtypes_combination for_contiguous_axes shaped_arange shaped_random
        shaped_reverse_arange shaped_linspace""".split(),
        ("", _FOR_TESTS),
    ),
    "generate_matrix": (
        "TypeError\n    If the dtype is no float of 4 bytes or more.\n"
        "ValueError\n    If the shape has less than two axes.\n",
        _FOR_TESTS,
    ),
    **dict.fromkeys(
        """numpy_cupy_allclose numpy_cupy_array_almost_equal numpy_cupy_array_equal
        numpy_cupy_array_almost_equal_nulp numpy_cupy_array_max_ulp
        numpy_cupy_array_list_equal numpy_cupy_array_less numpy_cupy_equal
        numpy_cupy_raises""".split(),
        (
            "AssertionError\n    At a call, if results or exceptions differ.\n",
            _FOR_TESTS,
        ),
    ),
    "set_state": (
        "TypeError\n    If it is no state.\n"
        "ValueError\n    If it is that of another bit generator.\n",
        "NumPy's is that of MT19937.\n",
    ),
    **dict.fromkeys(
        """get_size set_size get_memsize set_memsize get_curr_size get_curr_memsize
        PlanCache.clear show_info get_plan_cache clear_plan_cache get_plan_cache_size
        set_plan_cache_size get_plan_cache_max_memsize set_plan_cache_max_memsize
        show_plan_cache_info""".split(),
        (
            "ValueError\n    If there is no such GPU, or a number is below -1.\n",
            _OF_CUPYS_CACHE,
        ),
    ),
    "get_state": ("", "NumPy's is that of MT19937.\n"),
    "get_bit_generator": ("", "NumPy's is MT19937.\n"),
    "set_bit_generator": (
        "TypeError\n    If it is no bit generator of `tenorite.random`.\n",
        "NumPy's functions keep theirs.\n",
    ),
}

# What constructors of classes raise, and what is to note about the classes.
_NOTHING = ""
_NO_SEED = (
    "TypeError\n    If the seed is of another type.\n"
    "ValueError\n    If it is negative.\n"
)
_BY_SIZE = _CUDA + "OutOfMemoryError\n    If there is not so much memory.\n"
_COMPILES = (
    "TypeError\n    If an argument has another type.\n"
    "CompileError\n    If the text does not compile, at the first use on a device.\n"
)
_EVERYWHERE = (
    "CUDA's names mean the same on the CPU device, where C++ threads run the kernel.\n"
)
OF_CLASSES = {
    "ndarray": (
        "TypeError\n    If no device computes with the dtype.\n",
        "Items of an array are 0-d arrays on its device, so that nobody waits for them. There\n"
        "are no subclasses.\n",
    ),
    "ufunc": (
        "TypeError\n    If it is called: there is a fixed set of ufuncs; frompyfunc() makes others.\n",
        "A result is on the device of the operands. NumPy's arrays may be operands on the CPU\n"
        "device.\n",
    ),
    "poly1d": (
        "ValueError\n    If the coefficients have more than one dimension.\n",
        "The coefficients are on the device of `c_or_r`.\n",
    ),
    "vectorize": (
        "TypeError\n    If `pyfunc` is no function, or `excluded` holds other things.\n",
        "NumPy calls the function for every item, ours becomes one kernel: it is translated\n"
        "once for the dtypes of a call.\n",
    ),
    "broadcast": (
        "ValueError\n    If the shapes do not fit.\n",
        "Items are 0-d arrays on the device of the arguments.\n",
    ),
    "ndenumerate": (
        "TypeError\n    If `arr` is nothing that becomes an array.\n",
        "The array is copied to the host once; NumPy reads its memory.\n",
    ),
    "FlatIterator": (
        "IndexError\n    If a key is none that NumPy's has.\n",
        "Items and parts of it are copies on the device of the array.\n",
    ),
    "NpzFile": (
        "ValueError\n    If an array says that it is far larger than the file.\n",
        "load() makes it. The arrays come to a device one by one, when they are asked for.\n",
    ),
    "__array_namespace_info__": (
        _NOTHING,
        "Devices are those of the machine, NumPy's is the CPU alone.\n",
    ),
    "Device": (
        "TypeError\n    If it is neither a name nor a number.\n"
        "ValueError\n    If there is no device of that name.\n",
        'NumPy has none: its arrays have `device`, which is always "cpu".\n',
    ),
    "Config": (
        _NOTHING,
        "`tenorite.config` is the only one; it is one for all threads.\n",
    ),
    "profile": (
        _NOTHING,
        "NumPy has none, since it runs every operation when it is called.\n",
    ),
    "Artifact": (_NOTHING, "compile() makes it.\n"),
    "ElementwiseKernel": (_COMPILES, _EVERYWHERE),
    "ReductionKernel": (_COMPILES, _EVERYWHERE),
    "RawKernel": (_COMPILES, _EVERYWHERE),
    "RawModule": (_COMPILES, _EVERYWHERE),
    "SourceModule": (_COMPILES, _EVERYWHERE),
    **dict.fromkeys(
        ("In", "Out", "InOut"),
        (
            "TypeError\n    If the array is on a device, or is to be written to and no array.\n",
            "PyCUDA's has the same name. On the CPU device the array is copied, too.\n",
        ),
    ),
    "Generator": (
        "TypeError\n    If fast numbers are asked for of another library's bit generator.\n"
        "ValueError\n    If `numbers` is another word, or there is no such device.\n",
        "NumPy's has no `device` and no `numbers`.\n",
    ),
    "RandomState": (
        "ValueError\n    If the seed is not between 0 and 2**32 - 1.\n",
        'NumPy\'s is over MT19937; so is ours with `numbers="numpy"`.\n',
    ),
    **dict.fromkeys(
        ("PCG64", "PCG64DXSM", "Philox"),
        (_NO_SEED, "The words are NumPy's; they are made on any device.\n"),
    ),
    **dict.fromkeys(
        ("MT19937", "SFC64"),
        (
            _NO_SEED,
            "It is NumPy's, on the host; words become arrays on the default device.\n",
        ),
    ),
    "PlanCache": (_NOTHING, _OF_CUPYS_CACHE),
    "CacheInfo": (_NOTHING, "kernel_cache.info() makes it.\n"),
    "CacheEntry": (_NOTHING, "kernel_cache.entries() makes it.\n"),
    "Line": (_NOTHING, "Lists of a Snapshot have it.\n"),
    "Snapshot": (_NOTHING, "snapshot() makes it.\n"),
    "BenchmarkResult": (_NOTHING, "benchmark() makes it.\n"),
    "time_range": (
        "ValueError\n    If two colours are given, or no message for a `with` block.\n",
        _OF_CUPY,
    ),
    **dict.fromkeys(("Memory", "ManagedMemory", "PinnedMemory"), (_BY_SIZE, _OF_CUPY)),
    **dict.fromkeys(
        (
            "BaseMemory",
            "BaseStream",
            "MemoryPointer",
            "MemoryPool",
            "PointerAttributes",
        ),
        (_NOTHING, _OF_CUPY),
    ),
    **dict.fromkeys(
        ("PooledMemory", "PooledPinnedMemory", "PinnedMemoryPointer"),
        (_NOTHING, "malloc() of a pool makes it, as CuPy's does.\n"),
    ),
    **dict.fromkeys(
        ("MemoryHook", "DebugPrintHook", "LineProfileHook"),
        (
            "KeyError\n    At the block, if the thread has a hook of that name.\n",
            _OF_CUPY,
        ),
    ),
    **dict.fromkeys(
        """CFunctionAllocator PythonFunctionAllocator NVRTCError
        ChannelFormatDescriptor""".split(),
        (_NOTHING, _OF_CUPY),
    ),
    "Module": (_NOTHING, _OF_CUPY),
    "Function": ("TypeError\n    If the name is no text.\n", _OF_CUPY),
    "TextureDescriptor": (
        "ValueError\n    If there are too many modes or colours.\n",
        _OF_CUPY,
    ),
    "ResourceDescriptor": (
        "ValueError\n    If what the type needs is missing.\n" + _NO_GPU,
        _OF_CUPY,
    ),
    "DeviceSynchronized": (_NOTHING, _OF_CUPY),
    "errstate": (
        "ValueError\n    If `linalg` is another word.\n"
        "NotImplementedError\n    If `fallback_mode` is given.\n",
        _OF_CUPY,
    ),
    "GeneralizedUFunc": (
        "ValueError\n    If the signature is none.\n",
        "NumPy has none to make; numpy.vectorize(signature=) is its like.\n",
    ),
    **dict.fromkeys(
        ("Plan1d", "PlanNd"),
        (
            "ValueError\n    If a number is out of range.\n",
            "NumPy has none; cupy.cuda.cufft has the same name and arguments.\n",
        ),
    ),
    "UnownedMemory": (
        "RuntimeError\n    If the device is to be found out and there is no GPU.\n",
        _OF_CUPY,
    ),
    "PinnedMemoryPool": (
        "TypeError\n    If it is given an allocator.\n",
        "CuPy's takes an allocator; it is a pool of cudaHostAlloc here.\n",
    ),
    "Event": (
        "ValueError\n    If an interprocess event takes times.\n" + _CUDA,
        _OF_CUPY,
    ),
    "Stream": (
        "ValueError\n    If both `null` and `ptds` are set.\n" + _CUDA,
        _OF_CUPY,
    ),
    "CudaError": (_NOTHING, "It is a RuntimeError, as CuPy's is.\n"),
    "DeviceLostError": (
        _NOTHING,
        "Every later call for a GPU raises it; the CPU device goes on working.\n",
    ),
    "OutOfMemoryError": (_NOTHING, "NumPy raises its base class, MemoryError.\n"),
    "CompileError": (_NOTHING, "It is CuPy's CompileException.\n"),
    "CompilerNotFound": (_NOTHING, "NumPy compiles nothing.\n"),
    "KernelSyntaxError": (_NOTHING, "NumPy translates nothing.\n"),
    "PerformanceWarning": (
        'RuntimeWarning\n    It is one; `warnings.simplefilter("error")` raises it.\n',
        "NumPy has none, since it has no other device.\n",
    ),
}


def origin_in(package, owner, name):
    """The name of NumPy's counterpart, where that follows from the names; else ""."""
    if package != "random":
        return ""
    import numpy

    place = getattr(numpy.random, owner) if owner else numpy.random
    if not hasattr(place, name):
        return ""
    return ".".join(["numpy.random", *filter(None, [owner]), name])

# SPDX-License-Identifier: Apache-2.0
"""Types of what is CuPy's: parameters, and results of functions and methods."""

# As in parameters.py: names by type, which mean the same wherever they stand.
_PARAMETERS = {
    "bool": """
        allow allow_unsafe contiguous_check flush for_each_device lower no_bool no_complex
        no_float16 normalize normalizedCoords overwrite_x real sRGB strides_check
        supports_batched supports_out type_check verbose""",
    "float": "stop",
    "int": """
        batch block_max_size decimal depth devPtr direction fft_type filterMode
        free_func gpu_num height idist incx istride last_size malloc_func
        max_depth maxAnisotropy maxulp nulp nx odist ostride param pitchInBytes
        irlen nfft padlen prog readMode restype shared_mem side sizeInBytes status target width""",
    "str": """
        err_msg funcname linalg scipy_name sp_name specifiers trans transa
        transb value_type version_range""",
    "Any": """
        accept_error addressModes in1 in2 padtype template pfa zi block borderColors chDesc cuArr cubin desc
        divide dtypes expr fallback_mode filename grid handle headers in_arr
        include_names index_type inembed invalid last_axis module onembed orders out_arr
        over parameter parameters params plan pool_handles ResDesc signatures
        singular_values slices TexDesc types under xlist xp ylist""",
    "Callable[..., Any]": "test",
}
PARAMETERS = {
    name: kind for kind, names in _PARAMETERS.items() for name in names.split()
}

_NUMBERS = """dev ctx attribute grid_dim_x grid_dim_y grid_dim_z block_dim_x block_dim_y
    block_dim_z shared_mem_bytes kernel_params extra f func input_type state module
    blockSize dynamicSMemSize blockSizeLimit allocType handleType locationType devId
    ResDescPtr TexDescPtr surfObject texObject limit graph graphExec flags descPtr width
    height depth advice count dstDevice attr pool dpitch spitch wOffset hOffset
    Memcpy3DParmsPtr value status stream mode devPtr ptr"""
_OF_CALLS = {name: "int" for name in _NUMBERS.split()} | {
    **dict.fromkeys("name path filename funcname varname".split(), "str"),
    **{"data": "bytes", "image": "bytes", "props": "MemPoolProps"},
}

EXCEPTIONS = {
    **{
        f"cuda.{module}.*.{name}": kind
        for module in ("driver", "runtime")
        for name, kind in _OF_CALLS.items()
    },
    "numpy_cupy_allclose.atol": "Any",
    "numpy_cupy_allclose.rtol": "Any",
    "cuda.graph.limit": "int",
    "fft.plans.*.out": "Any",
    "cublas.*.out": "Any",
    **{
        f"cuda.PythonFunctionAllocator.__init__.{name}": "Callable[..., Any]"
        for name in ("free_func", "malloc_func")
    },
}

# Patterns of names, the first that fits.
PATTERNS = {
    "memoize": "Callable[[Any], Any]",
    "clear_memo": "None",
    "ndarray.scatter_*": "None",
    "ndarray.mdspan": "Any",
    "cublas.gemv": "None",
    "cublas.ger*": "None",
    "cublas.*": "NDArray[Any]",
    "cupy_compat.is_installed": "bool",
    "cupy_compat.*install": "None",
    "cupy_compat.CUPY_VERSION": "str",
    "cupyx.GeneralizedUFunc.nin": "int",
    "cupyx.GeneralizedUFunc.nout": "int",
    "cupyx.GeneralizedUFunc.types": "list[str]",
    "cupyx.GeneralizedUFunc.__call__": "Any",
    "cupyx.GeneralizedUFunc.signature": "str",
    "cupyx.allow_synchronize": "AbstractContextManager[None]",
    "cupyx.*_pinned": "np.ndarray",
    "cupyx.get_runtime_info": "Any",
    "cupyx.*err": "dict[str, Any]",
    "cupyx.scatter_*": "None",
    "cupyx.signal.cfar_alpha": "Any",
    "cupyx.signal.firfilter": "Any",
    "cupyx.signal.*": "NDArray[Any]",
    "fft.plans.get_fft_plan": "Plan1d | PlanNd",
    "fft.plans.*.get_output_array": "NDArray[Any]",
    "fft.plans.*.__enter__": "Self",
    "fft.plans.*.check": "None",
    "fft.plans.*.fft": "None",
    "fft.plans.CUFFT*": "int",
    "fft.plans.Plan*.[a-z]*": "Any",
    "testing.assert_array_list_equal": "None",
    "testing.shaped_*": "Any",
    "testing.generate_matrix": "Any",
    "testing.generate_seed": "int",
    "testing.installed": "bool",
    "testing.numpy_satisfies": "bool",
    "testing.product*": "list[dict[str, Any]]",
    "testing.from_pytest_parameterize": "list[dict[str, Any]]",
    "testing.fix_random": "AbstractContextManager[None]",
    **dict.fromkeys(
        (
            *("testing.for_*", "testing.numpy_cupy_*", "testing.parameterize*"),
            *("testing.gpu", "testing.slow", "testing.multi_gpu"),
            "testing.with_requires",
        ),
        "Callable[..., Any]",
    ),
    # CUDA.
    "cuda.*.malloc": "MemoryPointer",
    "cuda.*.malloc_async": "MemoryPointer",
    "cuda.*.get_global_var": "MemoryPointer",
    "cuda.function.Module.get_function": "Function",
    "cuda.function.Function.name": "str",
    "cuda.function.Function.attributes": "dict[str, int]",
    "cuda.function.Function.module": "Module",
    "cuda.memory_async.*.*bytes": "int",
    "cuda.memory_async.*.get_limit": "int",
    "cuda.memory_async.*.memoryAsyncHasStat": "bool",
    "cuda.memory_async.*.n_free_blocks": "int",
    "cuda.memory_async.*.stream": "BaseStream",
    "cuda.memory_hook*.name": "str",
    "cuda.memory_hooks.*.file": "Any",
    "cuda.memory_hooks.*.flush": "bool",
    "cuda.nvrtc.getVersion": "tuple[int, int]",
    "cuda.nvrtc.getSupportedArchs": "list[int]",
    "cuda.nvrtc.createProgram": "int",
    "cuda.nvrtc.get[PC]*[NXT]": "bytes",
    "cuda.nvrtc.get*": "str",
    "cuda.nvrtc.*.status": "int",
    "cuda.driver.linkComplete": "bytes",
    "cuda.driver.occupancyMaxPotentialBlockSize": "tuple[int, int]",
    "cuda.driver.*Destroy": "None",
    "cuda.driver.*Set*": "None",
    "cuda.driver.launch*": "None",
    "cuda.driver.linkAdd*": "None",
    "cuda.driver.moduleUnload": "None",
    "cuda.*.check_status": "None",
    "cuda.driver.*": "int",
    "cuda.runtime.MemPoolProps.[adhl]*": "int",
    "cuda.runtime.streamIsCapturing": "bool",
    "cuda.runtime.malloc*": "int",
    "cuda.runtime.deviceGet*Pool": "int",
    "cuda.runtime.deviceGetLimit": "int",
    "cuda.runtime.memPoolCreate": "int",
    "cuda.runtime.memPoolGetAttribute": "int",
    "cuda.runtime.create*Object": "int",
    "cuda.runtime.streamEndCapture": "int",
    "cuda.runtime.graphInstantiate": "int",
    "cuda.stream.Graph.graph*": "int",
    "cuda.runtime.ipcGet*": "bytes",
    "cuda.runtime.ipcOpen*": "int",
    "cuda.texture.*.get_channel_format": "dict[str, int]",
    "cuda.texture.*.copy_*": "None",
    "cuda.texture.*.ptr": "int",
    "cuda.texture.*.ndim": "int",
    "cuda.texture.*.device_id": "int",
    "cuda.texture.CUDAarray.[fhdw]*[hts]": "int",
    "cuda.texture.*Object.[RT]*": "Any",
    "cuda.texture.ResourceDescriptor.[ac]*": "Any",
    "cuda.texture.CUDAarray.desc": "ChannelFormatDescriptor",
}

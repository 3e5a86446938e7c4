# SPDX-License-Identifier: Apache-2.0
"""Types of what is CuPy's: parameters, and results of functions and methods."""

# As in parameters.py: names by type, which mean the same wherever they stand.
_PARAMETERS = {
    "bool": """
        allow allow_unsafe contiguous_check flush for_each_device lower no_bool no_complex
        no_float16 normalizedCoords overwrite_x real sRGB strides_check
        supports_batched supports_out type_check verbose""",
    "float": "stop",
    "int": """
        batch block_max_size decimal depth devPtr direction fft_type filterMode
        free_func gpu_num height idist incx istride last_size malloc_func
        max_depth maxAnisotropy maxulp nulp nx odist ostride param pitchInBytes
        prog readMode restype shared_mem side sizeInBytes status target width""",
    "str": """
        err_msg funcname linalg scipy_name sp_name specifiers trans transa
        transb value_type version_range""",
    "Any": """
        accept_error addressModes block borderColors chDesc cuArr cubin desc
        divide dtypes expr fallback_mode filename grid handle headers in_arr
        include_names index_type inembed invalid last_axis module onembed orders out_arr
        over parameter parameters params plan pool_handles ResDesc signatures
        singular_values slices TexDesc types under xlist xp ylist""",
    "Callable[..., Any]": "test",
}
PARAMETERS = {
    name: kind for kind, names in _PARAMETERS.items() for name in names.split()
}

EXCEPTIONS = {
    "numpy_cupy_allclose.atol": "Any",
    "numpy_cupy_allclose.rtol": "Any",
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
    "cupyx.scipy.get_array_module": "Any",
    "cupyx.scipy.fft.next_fast_len": "int",
    "cupyx.scipy.fft*": "NDArray[Any]",
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
    "cuda.driver.*": "int",
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

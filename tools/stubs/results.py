# SPDX-License-Identifier: Apache-2.0
"""What functions and methods return, as types in stubs.

`RESULTS` has names by type, "module.name" or "module.Class.name" without the
package's name. One capital letter in a type stands for a dtype that follows from that
of the argument, the first one unless "argument: " stands before the type:

  T  the same
  N  the same for numbers; not said for bool
  M  that of a mean: the same for floats, float64 for integers and bool
  R  that of a deviation: as M, and real for complex numbers
  S  that of a sum: the same for floats, 64 bits wide for integers and bool

"number or array" is a number where `size` is left out and no argument is an array.
"""

import fnmatch

from . import communicators, cupys

_BY_TYPE = {
    # ---- arrays with the dtype of an argument
    "NDArray[T]": """amax amin broadcast_to copy delete diag diagflat diagonal
        expand_dims flip fliplr flipud insert linalg.diagonal linalg.matrix_transpose
        matrix_transpose max min moveaxis nan_to_num nanmax nanmin pad partition
        permute_dims piecewise ptp ravel repeat reshape resize roll rollaxis rot90
        setdiff1d sort squeeze swapaxes take take_along_axis tile transpose tril
        trim_zeros triu unique_values fft.fftshift fft.ifftshift
        lib.stride_tricks.as_strided lib.stride_tricks.broadcast_to
        lib.stride_tricks.sliding_window_view ascontiguousarray asfortranarray
        asarray_chkfinite require empty_like ones_like zeros_like full_like""",
    "a: NDArray[T]": "compress",
    "arr: NDArray[T]": "extract",
    "NDArray[N]": "around round",
    "list[NDArray[T]]": "array_split dsplit hsplit split vsplit",
    "tuple[NDArray[T], ...]": "unstack",
    "tuple[NDArray[T], NDArray[np.int64]]": "top_k",
    "NDArray[M]": "mean median nanmean nanmedian",
    "NDArray[R]": "nanstd nanvar std var",
    "NDArray[S]": """cumprod cumsum cumulative_prod cumulative_sum linalg.trace
        nancumprod nancumsum nanprod nansum prod sum trace""",
    "sequence: NDArray[T]": """block column_stack concat concatenate dstack hstack
        row_stack stack vstack""",
    # ---- arrays of a dtype that is always the same
    "NDArray[np.bool]": """all any isclose iscomplex isin isneginf isposinf isreal""",
    "NDArray[np.int64]": """indices argmax argmin argpartition argsort argwhere
        count_nonzero digitize flatnonzero lexsort nanargmax nanargmin
        ravel_multi_index searchsorted linalg.matrix_rank""",
    "NDArray[np.uint8]": "packbits unpackbits",
    "NDArray[np.float64]": """bartlett blackman eye fft.fftfreq fft.rfftfreq fromfile
        fromstring hamming hanning identity kaiser ones empty tri zeros""",
    "tuple[NDArray[np.int64], ...]": """diag_indices diag_indices_from mask_indices
        nonzero tril_indices tril_indices_from triu_indices triu_indices_from
        unravel_index""",
    # ---- arrays of a dtype that no type tells
    "NDArray[Any]": """angle append apply_along_axis apply_over_axes arange array asanyarray asarray
        astype average bincount choose clip convolve corrcoef correlate cov cross
        diff dot ediff1d einsum fix frombuffer fromfunction fromiter
        from_dlpack fromDlpack full geomspace genfromtxt histogram_bin_edges i0
        imag inner interp intersect1d kron linspace loadtxt logspace matmul
        matvec nanpercentile nanquantile outer percentile poly polyadd polyder
        polyint polymul polysub polyval quantile real real_if_close roots
        select setxor1d sinc sort_complex tensordot trapezoid union1d unwrap vander
        vdot vecdot vecmat fromregex
        linalg.cholesky linalg.cond linalg.cross linalg.det linalg.eigvals
        linalg.eigvalsh linalg.inv linalg.matmul linalg.matrix_norm
        linalg.matrix_power linalg.multi_dot linalg.norm linalg.outer linalg.pinv
        linalg.solve linalg.svdvals linalg.tensordot linalg.tensorinv
        linalg.tensorsolve linalg.vecdot linalg.vector_norm fft.fft fft.fft2 fft.fftn
        fft.hfft fft.ifft fft.ifft2 fft.ifftn fft.ihfft fft.irfft fft.irfft2
        fft.irfftn fft.rfft fft.rfft2 fft.rfftn special.log_softmax special.softmax
        special.zeta special.sinc special.multigammaln special.polygamma
        special.spherical_yn
        lib.scimath.sqrt lib.scimath.log lib.scimath.log2 lib.scimath.logn
        lib.scimath.log10 lib.scimath.power lib.scimath.arccos lib.scimath.arcsin
        lib.scimath.arctanh""",
    # ---- several values
    "tuple[NDArray[Any], ...]": """broadcast_arrays ix_ meshgrid
        lib.stride_tricks.broadcast_arrays""",
    "tuple[NDArray[Any], NDArray[Any]]": "histogram polydiv",
    "tuple[NDArray[Any], NDArray[Any], NDArray[Any]]": "histogram2d",
    "tuple[NDArray[Any], list[NDArray[Any]]]": "histogramdd",
    "tuple[list[Any], str]": "einsum_path",
    # ---- values of Python
    "bool": """memory.is_recording allclose array_equal array_equiv can_cast iscomplexobj isfortran isrealobj
        may_share_memory shares_memory cuda.is_available cuda.nvtx.available
        cuda.runtime.is_hip cuda.stream.BaseStream.done cuda.stream.Event.done
        cuda.stream.BaseStream.is_non_blocking cuda.stream.BaseStream.is_capturing
        little_endian
        ElementwiseKernel.no_return ElementwiseKernel.reduce_dims
        ElementwiseKernel.return_tuple ReductionKernel.reduce_dims In.copies_in
        In.copies_out InOut.copies_in InOut.copies_out Out.copies_in Out.copies_out
        RawKernel.enable_cooperative_groups RawKernel.translate_cucomplex
        RawModule.enable_cooperative_groups RawModule.translate_cucomplex""",
    "int": """ndim size Device.id ndarray.itemsize ndarray.nbytes ndarray.ndim
        ndarray.size ndarray.data_ptr ElementwiseKernel.nargs ElementwiseKernel.nin
        ElementwiseKernel.nout ReductionKernel.nargs ReductionKernel.nin
        ReductionKernel.nout broadcast.index broadcast.nd broadcast.ndim
        broadcast.numiter broadcast.size flatiter.index poly1d.o poly1d.order
        profile.bytes_allocated profile.compiled profile.copies profile.from_disk
        profile.kernels profile.synchronisations
        RawKernel.binary_version RawKernel.cache_mode_ca RawKernel.const_size_bytes
        RawKernel.local_size_bytes RawKernel.max_dynamic_shared_size_bytes
        RawKernel.max_threads_per_block RawKernel.num_regs
        RawKernel.preferred_shared_memory_carveout RawKernel.ptx_version
        RawKernel.shared_size_bytes cuda.device.get_device_id
        cuda.memory.BaseMemory.device_id cuda.memory.BaseMemory.ptr
        cuda.memory.BaseMemory.size cuda.pinned_memory.PinnedMemory.ptr
        cuda.pinned_memory.PinnedMemoryPointer.ptr cuda.stream.BaseStream.device_id
        cuda.pinned_memory.PinnedMemoryPointer.size
        cuda.stream.BaseStream.priority cuda.stream.BaseStream.ptr
        cuda.stream.Event.ptr cuda.stream.ExternalStream.ptr cuda.stream.Stream.ptr
        cuda.memory.MemoryPool.free_bytes cuda.memory.MemoryPool.get_limit
        cuda.memory.MemoryPool.n_free_blocks cuda.memory.MemoryPool.total_bytes
        cuda.memory.MemoryPool.used_bytes
        cuda.pinned_memory.PinnedMemoryPool.n_free_blocks
        cuda.runtime.deviceCanAccessPeer cuda.runtime.deviceGetAttribute
        cuda.runtime.deviceGetByPCIBusId cuda.runtime.driverGetVersion
        cuda.runtime.eventCreate cuda.runtime.eventCreateWithFlags
        cuda.runtime.eventQuery cuda.runtime.getDevice cuda.runtime.getDeviceCount
        cuda.runtime.hostAlloc cuda.runtime.malloc cuda.runtime.mallocManaged
        cuda.runtime.runtimeGetVersion cuda.runtime.streamCreate
        cuda.runtime.streamCreateWithFlags cuda.runtime.streamCreateWithPriority
        cuda.runtime.streamGetFlags cuda.runtime.streamGetPriority
        cuda.runtime.streamQuery fft.config.PlanCache.get_curr_memsize
        fft.config.PlanCache.get_curr_size fft.config.PlanCache.get_memsize
        fft.config.PlanCache.get_size fft.config.get_plan_cache_max_memsize
        fft.config.get_plan_cache_size lib.tracemalloc_domain""",
    "float": """e euler_gamma inf nan pi profile.duration cuda.runtime.eventElapsedTime
        cuda.stream.get_elapsed_time""",
    "bytes": "ndarray.dumps ndarray.tobytes",
    "tuple[int, ...]": "shape broadcast_shapes lib.stride_tricks.broadcast_shapes",
    "str": """array2string array_repr array_str format_float_positional
        format_float_scientific Device.name Device.type
        CompileError.get_message ElementwiseKernel.cached_code ElementwiseKernel.name
        ElementwiseKernel.operation ElementwiseKernel.preamble
        ReductionKernel.cached_code ReductionKernel.map_expr ReductionKernel.name
        ReductionKernel.post_map_expr ReductionKernel.preamble
        ReductionKernel.reduce_expr RawKernel.backend RawKernel.name RawKernel.source
        RawModule.backend cuda.device.Device.compute_capability
        cuda.device.Device.pci_bus_id cuda.runtime.deviceGetPCIBusId poly1d.variable
        profile.chrome_trace profile.table profile.to_json kernel_cache.dir""",
    "str | None": """RawKernel.code RawKernel.file_path RawModule.code
        RawModule.file_path ReductionKernel.reduce_type""",
    "None": """copyto fill_diagonal info place put put_along_axis putmask save savetxt
        savez savez_compressed set_default_device show_runtime
        cuda.synchronize explain Device.synchronize Artifact.save
        CompileError.dump NpzFile.close RawKernel.compile RawModule.compile
        broadcast.reset ndarray.dump ndarray.fill ndarray.partition ndarray.put
        ndarray.resize ndarray.set ndarray.setfield ndarray.setflags ndarray.sort ndarray.tofile
        newaxis kernel_cache.clear memory.Snapshot.plot memory.Snapshot.save
        memory.record_history profile.plot profile.save random.Generator.shuffle""",
    "np.dtype[Any]": "min_scalar_type result_type",
    "tuple[np.dtype[Any], ...]": "ufunc.resolve_dtypes",
    "type[Any]": "common_type",
    "np.ndarray": "asnumpy ndarray.to_numpy",
    "np.ndarray[_ShapeT_co, _DTypeT_co]": "ndarray.get",
    "Device": """get_default_device ndarray.device cuda.memory.BaseMemory.device
        cuda.memory.MemoryPointer.device""",
    "Any": """dask.LocalCluster atleast_1d atleast_2d atleast_3d gradient load get_array_module ndarray.toDlpack polyfit
        benchmark show_config c_ r_ mgrid ogrid sctypeDict typecodes ScalarType False_ True_
        ndarray.base ndarray.ctypes ndarray.data ndarray.flags ndarray.tolist nditer
        nested_iters flatiter.base ElementwiseKernel.kwargs ReductionKernel.identity
        RawKernel.module RawKernel.signature RawKernel.attributes RawModule.module
        RawModule.get_global SourceModule.get_global
        profile.flushes profile.groups profile.memory profile.rows profile.spans linalg.lstsq testing.NUMPY_ROOT""",
    # ---- members of arrays
    "ndarray[tuple[Any, ...], _DTypeT_co]": """ndarray.byteswap ndarray.choose
        ndarray.compress ndarray.diagonal ndarray.flatten ndarray.ravel ndarray.repeat
        ndarray.reduced_view
        ndarray.squeeze ndarray.swapaxes ndarray.take""",
    "Self": """ndarray.conj ndarray.conjugate ndarray.copy ndarray.to_device
        ndarray.round cuda.device.Device.use cuda.device.Device.from_pci_bus_id
        cuda.stream.BaseStream.use""",
    # ---- devices and kernels
    "Self | None": "Device.use",
    "Artifact": "compile",
    "RawKernel": "RawModule.get_function",
    "dict[str, Any]": """cuda.device.Device.attributes cuda.runtime.getDeviceProperties
        __array_namespace_info__.capabilities __array_namespace_info__.default_dtypes
        __array_namespace_info__.dtypes profile.to_dict memory.Snapshot.to_dict""",
    "tuple[int, int]": """cuda.device.Device.mem_info cuda.runtime.memGetInfo
        cuda.stream.BaseStream.__cuda_stream__""",
    "dict[str, int]": """cuda.memory.MemoryPool.statistics
        cuda.pinned_memory.PinnedMemoryPool.statistics""",
    "Stream": "cuda.stream.Stream.null cuda.stream.Stream.ptds",
    "BaseStream": "cuda.stream.get_current_stream",
    "Event": "cuda.stream.BaseStream.record",
    "ExternalStream": "cuda.stream.Stream.from_external",
    "Graph": "cuda.stream.BaseStream.end_capture",
    "Callable[..., Any]": "cuda.graph profile.__call__",
    "MemoryPointer": """cuda.memory.alloc cuda.memory.malloc_managed
        cuda.memory.MemoryPool.malloc""",
    "MemoryPool": "get_default_memory_pool",
    "PinnedMemoryPool": "get_default_pinned_memory_pool",
    "PinnedMemoryPointer": """cuda.pinned_memory.alloc_pinned_memory
        cuda.pinned_memory.PinnedMemoryPool.malloc""",
    "PointerAttributes": "cuda.runtime.pointerGetAttributes",
    "Callable[[int], MemoryPointer] | None": "cuda.memory.get_allocator",
    "AbstractContextManager[None]": "cuda.memory.using_allocator cuda.profiler.profile",
    "CacheInfo": "kernel_cache.info",
    "PlanCache": "fft.config.get_plan_cache",
    "_UniqueAll": "unique_all",
    "_UniqueCounts": "unique_counts",
    "_UniqueInverse": "unique_inverse",
    "_EigResult": "linalg.eig",
    "_EighResult": "linalg.eigh",
    "_SlogdetResult": "linalg.slogdet",
    "Generator": "random.default_rng",
    "RandomState": "random.get_random_state",
    "list[Generator]": "random.Generator.spawn",
    "BitGenerator": "random.Generator.bit_generator random.get_bit_generator",
    "list[Self]": """random.BitGenerator.spawn random.MT19937.spawn random.PCG64.spawn
        random.PCG64DXSM.spawn random.Philox.spawn random.SFC64.spawn
        random.MRG32k3a.spawn random.Philox4x3210.spawn random.XORWOW.spawn""",
    "list[Any]": "memory.Snapshot.events fallbacks profile.fallbacks",
    "dict[str, float]": "profile.device_seconds profile.host_seconds",
    "dict[str, dict[str, int]]": "profile.peak_memory",
    "list[CacheEntry]": "kernel_cache.entries",
    "Snapshot": "memory.snapshot",
    "list[Line]": "memory.Snapshot.compare_to memory.Snapshot.lines",
    "dict[str, str]": "ElementwiseKernel.cached_codes ReductionKernel.cached_codes",
}
RESULTS = {name: kind for kind, names in _BY_TYPE.items() for name in names.split()}

_DISTRIBUTIONS = """beta chisquare exponential f gamma gumbel laplace logistic lognormal
    noncentral_chisquare noncentral_f normal pareto power random random_sample rayleigh
    standard_cauchy standard_exponential standard_gamma standard_normal standard_t
    triangular uniform vonmises wald weibull""".split()

# What members mean in every class, and names that follow a rule; the first that fits.
PATTERNS = {
    **cupys.PATTERNS,
    **communicators.PATTERNS,
    "*.options": "tuple[str, ...]",
    "cuda.*.mem": "Any",
    "cuda.*.pool": "Any",
    "random.*.capsule": "Any",
    "random.*.cffi": "Any",
    "random.*.ctypes": "Any",
    "random.*.lock": "Any",
    "cuda.*memory.*.ptr": "int",
    "cuda.*memory.*.size": "int",
    "cuda.*memory.*.device_id": "int",
    "cuda.runtime.PointerAttributes.[dht]*": "int",
    "*.__init__": "None",
    "*.__new__": "Self",
    "*.__enter__": "Self",
    "*.__exit__": "None",
    "flatiter.__[elgn][qet]__": "NDArray[np.bool]",
    "*.__eq__": "bool",
    "*.__ne__": "bool",
    "*.__l[te]__": "bool",
    "*.__g[te]__": "bool",
    "*.__contains__": "bool",
    "*.__len__": "int",
    "*.__int__": "int",
    "*.__bytes__": "bytes",
    "*.__next__": "Any",
    "*.__getitem__": "Any",
    "*.__setitem__": "None",
    "*.__array__": "np.ndarray",
    "*.__cuda_array_interface__": "dict[str, Any]",
    "*.__array_interface__": "dict[str, Any]",
    "ndarray.arg*": "NDArray[np.int64]",
    "ndarray.a[ln][ly]": "NDArray[np.bool]",
    "ndarray.searchsorted": "NDArray[np.int64]",
    "ndarray.nonzero": "tuple[NDArray[np.int64], ...]",
    "ndarray.strides": "tuple[int, ...]",
    "ndarray.clip": "NDArray[Any]",
    "ndarray.dot": "NDArray[Any]",
    "ndarray.getfield": "NDArray[Any]",
    "ndarray.max": "NDArray[T]",
    "ndarray.min": "NDArray[T]",
    "ndarray.ptp": "NDArray[T]",
    "ndarray.mean": "NDArray[M]",
    "ndarray.std": "NDArray[R]",
    "ndarray.var": "NDArray[R]",
    "ndarray.cum*": "NDArray[S]",
    "ndarray.prod": "NDArray[S]",
    "ndarray.sum": "NDArray[S]",
    "ndarray.trace": "NDArray[S]",
    "broadcast.iters": "tuple[Any, ...]",
    "broadcast.shape": "tuple[int, ...]",
    "broadcast.values": "tuple[ndarray, ...]",
    "Artifact.code": "bytes",
    "Artifact.symbols": "dict[str, str]",
    "Artifact.*": "str",
    "CompileError.column": "int",
    "CompileError.line": "int",
    "CompileError.file": "str | None",
    "CompileError.*": "str",
    "*In*.array": "Any",
    "Out.array": "Any",
    "profiler.time_range.message": "str | None",
    "profiler.time_range.sync": "bool",
    "profiler.time_range.*_*": "int | None",
    "flatiter.coords": "tuple[int, ...]",
    "flatiter.copy": "NDArray[Any]",
    "*.in_params": "tuple[Any, ...]",
    "*.out_params": "tuple[Any, ...]",
    "*.params": "tuple[Any, ...]",
    "RawModule.name_expressions": "tuple[str, ...] | None",
    "__array_namespace_info__.default_device": "Device",
    "__array_namespace_info__.devices": "tuple[Device, ...]",
    "profiler.time_range.__call__": "Any",
    "NpzFile.get": "Any",
    "NpzFile.*": "Any",
    # Polynomials.
    "poly1d.[cr]*": "ndarray",
    "poly1d.__call__": "Any",
    "poly1d.__*div__": "Any",
    "poly1d.*": "poly1d",
    "polynomial.*._*divmod__": "tuple[Self, Self]",
    "polynomial.*.__call__": "Any",
    "polynomial.*.__*__": "Self",
    "polynomial.*.has_*": "bool",
    "polynomial.*.basis_name": "str | None",
    "polynomial.*.symbol": "str",
    "polynomial.*.maxpower": "int",
    "polynomial.*.degree": "int",
    "polynomial.*.[A-Z]*.coef": "ndarray",
    "polynomial.*.[A-Z]*.domain": "np.ndarray",
    "polynomial.*.[A-Z]*.window": "np.ndarray",
    "polynomial.*.[A-Z]*.roots": "ndarray",
    "polynomial.*.[A-Z]*.linspace": "tuple[ndarray, ndarray]",
    "polynomial.*.[A-Z]*.mapparms": "tuple[Any, Any]",
    "polynomial.*.[A-Z]*.fit": "Any",
    "polynomial.*.[A-Z]*.convert": "Any",
    "polynomial.*.[A-Z]*.*": "Self",
    "polynomial.*div": "tuple[ndarray, ndarray]",
    "polynomial.*gauss": "tuple[ndarray, ndarray]",
    "polynomial.*fit": "Any",
    "polynomial.polyutils.*": "Any",
    "polynomial.*": "ndarray",
    # Random numbers.
    "random.*.bytes": "bytes",
    "random.bytes": "bytes",
    "random.*choice": "Any",
    "random.*permutation": "NDArray[Any]",
    "random.*permuted": "NDArray[Any]",
    "random.*get_state": "Any",
    "random.*seed": "None",
    "random.*set_*": "None",
    "random.*shuffle": "None",
    "random.*.seed_seq": "Any",
    "random.*.state": "Any",
    "random.*.advance": "Self",
    "random.*.jumped": "Self",
    "random.*.random_raw": "Any",
    "random.*binomial": "int or NDArray[np.int64]",
    "random.*geometric": "int or NDArray[np.int64]",
    "random.*multivariate_hypergeometric": "NDArray[np.int64]",
    "random.*integers": "Any or NDArray[np.int64]",
    "random.*logseries": "int or NDArray[np.int64]",
    "random.*multinomial": "NDArray[np.int64]",
    "random.*poisson": "int or NDArray[np.int64]",
    "random.*randint": "int or NDArray[np.int64]",
    "random.*tomaxint": "Any or NDArray[np.int64]",
    "random.*zipf": "int or NDArray[np.int64]",
    "random.*hypergeometric": "int or NDArray[np.int64]",
    "random.*multivariate_normal": "NDArray[np.float64]",
    "random.*dirichlet": "NDArray[np.float64]",
    "random.*rand": "Any",
    "random.*randn": "Any",
    "random.*ranf": "Any",
    "random.sample": "Any",
    **{f"random.*{name}": "float or NDArray[np.float64]" for name in _DISTRIBUTIONS},
    # CUDA.
    "cuda.device.from_pointer": "Device",
    "cuda.memory.MemoryPointer.__*__": "MemoryPointer",
    "cuda.pinned_memory.PinnedMemoryPointer.__*__": "PinnedMemoryPointer",
    "cuda.*": "None",
    "fft.config.*": "None",
    "special.logsumexp": "Any",
    "special.sph_harm_y": "Any",
    "broadcast.__iter__": "Self",
    "flatiter.__iter__": "Self",
    "ndenumerate.__iter__": "Self",
    "*.__iter__": "Iterator[Any]",
}


def result_of(name):
    """The type that a name returns or has; None if no table has it."""
    if name in RESULTS:
        return RESULTS[name]
    for pattern, kind in PATTERNS.items():
        if fnmatch.fnmatchcase(name, pattern):
            return kind
    return None

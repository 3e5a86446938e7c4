# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in functions and classes that are CuPy's; see parameter_texts.py."""

OF_CUPYS_NAMES = """
memoize.for_each_device|bool|Whether each default device has results of its own.
mdspan.index_type|dtype|int32 or int64, the default.
mdspan.allow_unsafe|bool|Whether negative strides and shared items are taken.
scatter_add.slices|index|Which items, each as often as it is there.
scatter_max.slices|index|Which items, each as often as it is there.
scatter_min.slices|index|Which items, each as often as it is there.
scatter_add.value|array_like|What is added; it broadcasts to the items.
scatter_max.value|array_like|What the items are compared with; it broadcasts to them.
scatter_min.value|array_like|What the items are compared with; it broadcasts to them.
cupyx.divide|str|What happens at divisions by zero, as for numpy.seterr.
cupyx.over|str|What happens at overflows, likewise.
cupyx.under|str|What happens at underflows, likewise.
cupyx.invalid|str|What happens at invalid operations, likewise.
cupyx.linalg|{'raise', 'ignore'}|What happens at matrices without a result; it is an error in any case.
cupyx.fallback_mode|None|Accepted; other values are refused.
allow_synchronize.allow|bool|Whether the block may wait.
get_runtime_info.full|bool|Accepted; all is told.
DeviceSynchronized.message|str|The text; there is one by default.
empty_like_pinned.a|ndarray or numpy.ndarray|The array whose shape and dtype count.
zeros_like_pinned.a|ndarray or numpy.ndarray|The array whose shape and dtype count.
empty_like_pinned.subok|None|Accepted; other values are refused.
zeros_like_pinned.subok|None|Accepted; other values are refused.
GeneralizedUFunc.func|callable|The function of arrays with the core dimensions alone.
GeneralizedUFunc.signature|str|The core dimensions, such as "(n,k),(k)->(n)".
GeneralizedUFunc.supports_batched|bool|Whether the function takes loop dimensions in front.
GeneralizedUFunc.supports_out|bool|Whether such a function takes `out`.
GeneralizedUFunc.signatures|sequence of str|Dtypes of inputs and outputs, such as "dd->d".
GeneralizedUFunc.name|str|Its name; that of the function by default.
GeneralizedUFunc.doc|str|Its docstring.
convolve1d2o.in1|ndarray|The vector.
convolve1d3o.in1|ndarray|The vector.
convolve1d2o.in2|ndarray|The kernel, of two axes.
convolve1d3o.in2|ndarray|The kernel, of three axes.
convolve1d2o.mode|{'valid'}|Where results are: where all items of the kernel have one.
convolve1d3o.mode|{'valid'}|Where results are: where all items of the kernel have one.
convolve1d2o.method|{'direct'}|How it is computed.
convolve1d3o.method|{'direct'}|How it is computed.
firfilter.b|array_like|The filter, a vector.
firfilter_zi.b|array_like|The filter, a vector.
firfilter2.b|array_like|The filter, a vector.
firfilter.x|array_like|What is filtered.
firfilter2.x|array_like|What is filtered.
firfilter.axis|int|The axis along which it is.
firfilter2.axis|int|The axis along which it is.
firfilter.zi|array_like|The states at the beginning, one less than items of `b`.
firfilter2.padtype|{'odd', 'even', 'constant'} or None|How the ends are extended.
firfilter2.padlen|int|By how many items; three times those of `b` by default.
firfilter2.method|{'pad', 'gust'}|How the ends are treated.
firfilter2.irlen|int|For "gust", how long the response to an impulse is.
cfar_alpha.pfa|float or ndarray|The probability of a false alarm.
cfar_alpha.N|int|How many cells the mean of the noise is of.
pulse_compression.x|ndarray|What was received: a row for each pulse.
pulse_doppler.x|ndarray|What was received: a row for each pulse.
pulse_compression.template|ndarray|What was sent, a vector.
pulse_compression.normalize|bool|Whether it is divided by its norm.
pulse_compression.window|str, tuple, callable or ndarray|The weights of its items; none by default.
pulse_doppler.window|str, tuple, callable or ndarray|The weights of the pulses; none by default.
pulse_compression.nfft|int|Points of the transform; the samples of a pulse by default.
pulse_doppler.nfft|int|Points of the transform; the number of pulses by default.
real_cepstrum.n|int|Points of the transform; the items by default.
minimum_phase.n|int|Points of the transform; the items by default.
scipy.overwrite_x|bool|Accepted; the items are left as they are.
scipy.plan|Plan1d or PlanNd|What get_fft_plan() returned.
next_fast_len.target|int|The least number of points.
next_fast_len.real|bool|Whether the transform is one of real numbers.
get_fft_plan.shape|int or tuple of ints|Points along the axes; those of the array by default.
get_fft_plan.value_type|{'C2C', 'R2C', 'C2R'}|What goes in and what comes out, complex or real.
Plan1d.nx|int|Points of a transform.
Plan1d.fft_type|int|Types of both sides, such as CUFFT_C2C.
Plan1d.batch|int|How many transforms.
Plan1d.devices|None|Accepted; other values are refused.
Plan1d.out|ndarray|Accepted for CuPy's sake.
Plan1d.fft.out|ndarray|An array that get_output_array() makes, which gets the result.
Plan1d.fft.direction|int|CUFFT_FORWARD or CUFFT_INVERSE.
PlanNd.shape|tuple of ints|Points of each axis.
PlanNd.inembed|tuple of ints|Accepted for CuPy's sake.
PlanNd.istride|int|Accepted for CuPy's sake.
PlanNd.idist|int|Accepted for CuPy's sake.
PlanNd.onembed|tuple of ints|Accepted for CuPy's sake.
PlanNd.ostride|int|Accepted for CuPy's sake.
PlanNd.odist|int|Accepted for CuPy's sake.
PlanNd.fft_type|int|Types of both sides, such as CUFFT_C2C.
PlanNd.batch|int|How many transforms.
PlanNd.last_axis|int|Accepted for CuPy's sake.
PlanNd.last_size|int|Accepted for CuPy's sake.
PlanNd.fft.out|ndarray|An array that get_output_array() makes, which gets the result.
PlanNd.fft.direction|int|CUFFT_FORWARD or CUFFT_INVERSE.
axpy.a|number or ndarray|The factor.
scal.a|number or ndarray|The factor.
cublas.a|ndarray|The matrix.
cublas.b|ndarray|The second matrix.
cublas.x|ndarray|The vector.
cublas.y|ndarray|The second vector; where no other result is named, it gets it.
cublas.transa|{'N', 'T', 'H'}|How `a` is read: as it is, transposed, or conjugated too.
cublas.transb|{'N', 'T', 'H'}|How `b` is read, likewise.
cublas.trans|{'N', 'T', 'H'}|How `a` is read: as it is, transposed, or conjugated too.
cublas.alpha|number or ndarray|Factor of what is computed, or of `a`.
cublas.beta|number or ndarray|Factor of what was there, or of `b`; nothing is read where it is 0.
cublas.lower|bool|Which half of the matrix counts.
cublas.out|ndarray|What gets the result; numbers also go to NumPy's arrays.
cublas.side|{'L', 'R'}|From which side the diagonal matrix is multiplied.
cublas.incx|int|Step between the items of `x` that count.
cublas.k|int|Number of diagonals above the main one.
batched_gesv.a|ndarray|The matrices.
batched_gesv.b|ndarray|The right sides.
testing.dtypes|iterable of dtypes|The dtypes.
testing.types|iterable of dtypes|The dtypes.
testing.name|str|Name of the test's argument.
for_dtypes_combination.names|sequence of str|Names of the test's arguments.
for_all_dtypes_combination.names|sequence of str|Names of the test's arguments.
for_signed_dtypes_combination.names|sequence of str|Names of the test's arguments.
for_unsigned_dtypes_combination.names|sequence of str|Names of the test's arguments.
for_int_dtypes_combination.names|sequence of str|Names of the test's arguments.
testing.full|bool|Whether all combinations are tried.
testing.no_float16|bool|Whether float16 is left out.
testing.no_bool|bool|Whether bool is left out.
testing.no_complex|bool|Whether complex dtypes are left out.
testing.orders|iterable of str|The memory orders.
testing.type_check|bool|Whether dtypes have to be the same.
testing.accept_error|bool, class or tuple of classes|Exceptions that both may raise.
testing.sp_name|str|Name of the argument that gets cupyx.scipy and scipy.
testing.scipy_name|str|Name of the argument that gets cupyx.scipy and scipy.
testing.contiguous_check|bool|Whether what is contiguous with NumPy has to be so with ours.
testing.strides_check|bool|Whether strides have to be the same.
testing.xlist|list of array_like|The first list.
testing.ylist|list of array_like|The second list.
numpy_cupy_allclose.rtol|float or dict|Relative tolerance, or tolerances by dtype.
numpy_cupy_allclose.atol|float or dict|Absolute tolerance, or tolerances by dtype.
testing.xp|module|NumPy, or this library by default.
testing.scale|float|The limit of the numbers; normal numbers for None.
testing.seed|int|Where the numbers begin.
testing.singular_values|array_like|The singular values.
shaped_arange.dtype|dtype|Dtype of the array.
shaped_reverse_arange.dtype|dtype|Dtype of the array.
shaped_random.dtype|dtype|Dtype of the array.
shaped_linspace.dtype|dtype|Dtype of the array.
generate_matrix.dtype|dtype|Dtype of the array.
testing.test|function|The test.
testing.gpu_num|int|How many GPUs.
testing.params|dict|Attributes by name.
testing.parameter|dict of lists or list of lists of dicts|What there is to choose from.
testing.parameters|list of dicts|What there is to choose from.
parameterize_pytest.name|str|Names, with commas between.
parameterize_pytest.expr|sequence|Values, or tuples of values.
from_pytest_parameterize.name|str|Names, with commas between.
from_pytest_parameterize.expr|sequence|Values, or tuples of values.
testing.specifiers|str|Requirements as pip writes them.
testing.requirements|str|Requirements as pip writes them.
testing.version_range|str|Such as ">=2.0".
cuda.devPtr|int|An address.
ipcOpenMemHandle.handle|bytes|What ipcGetMemHandle() returned in the other process.
ipcOpenEventHandle.handle|bytes|What ipcGetEventHandle() returned in the other process.
cuda.prog|int|What createProgram() returned.
createProgram.src|str|CUDA C++ text.
createProgram.name|str|Name of the text, for messages.
createProgram.headers|sequence of str|Texts of headers.
createProgram.include_names|sequence of str|The names by which they are included.
addNameExpression.name|str|Such as "scale<float>".
getLoweredName.name|str|One of the name expressions.
compileProgram.options|sequence of str|Options of NVRTC.
NVRTCError.status|int|Number of the error.
Module.cubin|bytes or str|The machine code.
Module.filename|str or path|The file.
Module.name|str|The name.
Function.module|Module|The module.
Function.funcname|str|Name of the kernel.
linear_launch.size|int|The least number of threads.
linear_launch.args|tuple|The kernel's arguments.
linear_launch.shared_mem|int|Bytes of dynamic shared memory.
linear_launch.block_max_size|int|The most threads of a block.
linear_launch.stream|Stream|The stream; the current one by default.
MemoryAsync.stream|Stream|The stream that the memory is ordered by.
MemoryAsync.pool|int|Handle of the driver's pool; 0 for the current one.
MemoryAsyncPool.pool_handles|str, int or sequence of ints|"current", "default", or handles by device.
MemoryAsyncPool.set_limit.size|int|The bytes; 0 for no bound.
MemoryHook.kwargs|any|What there is to tell, by name.
DebugPrintHook.file|file|A text file; sys.stdout by default.
DebugPrintHook.flush|bool|Whether each line is flushed.
print_report.file|file|A text file; sys.stdout by default.
LineProfileHook.max_depth|int|How many callers are kept; 0 for all.
PythonFunctionAllocator.malloc_func|callable|Called with size and device; returns an address.
PythonFunctionAllocator.free_func|callable|Called with address and device.
CFunctionAllocator.param|int|The first argument of both functions.
CFunctionAllocator.malloc_func|int|Address of the function that allocates.
CFunctionAllocator.free_func|int|Address of the function that frees.
CFunctionAllocator.owner|any|Who has to stay alive meanwhile.
ChannelFormatDescriptor.x|int|Bits of the first channel.
ChannelFormatDescriptor.y|int|Bits of the second channel; 0 for none.
ChannelFormatDescriptor.z|int|Bits of the third channel; 0 for none.
ChannelFormatDescriptor.w|int|Bits of the fourth channel; 0 for none.
ChannelFormatDescriptor.f|int|The kind, such as `runtime.cudaChannelFormatKindFloat`.
CUDAarray.desc|ChannelFormatDescriptor|What its items are.
CUDAarray.width|int|Items along the innermost axis.
CUDAarray.height|int|Items along the next axis; 0 for none.
CUDAarray.depth|int|Items along the outermost axis; 0 for none.
CUDAarray.in_arr|ndarray or numpy.ndarray|What is copied.
CUDAarray.out_arr|ndarray or numpy.ndarray|Where the copy goes.
CUDAarray.stream|Stream|The stream; the current one by default.
ResourceDescriptor.restype|int|The type, such as `runtime.cudaResourceTypeArray`.
ResourceDescriptor.cuArr|CUDAarray|The CUDA array.
ResourceDescriptor.arr|ndarray or MemoryPointer|The memory on a GPU.
ResourceDescriptor.chDesc|ChannelFormatDescriptor|What an item of it is.
ResourceDescriptor.sizeInBytes|int|Bytes of linear memory.
ResourceDescriptor.width|int|Items of a row.
ResourceDescriptor.height|int|Number of rows.
ResourceDescriptor.pitchInBytes|int|Bytes from row to row.
TextureDescriptor.addressModes|tuple of ints|What is beyond each axis, such as `runtime.cudaAddressModeWrap`.
TextureDescriptor.filterMode|int|Which items a value is made of, such as `runtime.cudaFilterModeLinear`.
TextureDescriptor.readMode|int|What integers become, such as `runtime.cudaReadModeNormalizedFloat`.
TextureDescriptor.sRGB|bool|Whether colours of sRGB become linear.
TextureDescriptor.borderColors|tuple of floats|The value beyond the axes.
TextureDescriptor.normalizedCoords|bool|Whether an axis goes from 0 to 1.
TextureDescriptor.maxAnisotropy|int|The largest ratio of anisotropy.
TextureObject.ResDesc|ResourceDescriptor|What it is of.
TextureObject.TexDesc|TextureDescriptor|How it is read.
SurfaceObject.ResDesc|ResourceDescriptor|The CUDAarray that it is of.
"""

# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in packages and classes; see parameter_texts.py.

`package.name` and `Class.name` are those of all their functions and methods, before
them come `function.name` and `Class.method.name`.
"""

OF_PACKAGES = """
random.size|int or tuple of ints|Shape of the result, by default that of the parameters; one number where these are numbers.
random.dtype|dtype|float64 or float32.
random.out|ndarray|An array of the dtype, which gets the numbers.
random.scale|float or array_like|Factor of the numbers, at least 0.
random.loc|float or array_like|What is added to the numbers.
random.df|float or array_like|Degrees of freedom, above 0.
random.dfnum|float or array_like|Degrees of freedom of the numerator, above 0.
random.dfden|float or array_like|Degrees of freedom of the denominator, above 0.
random.nonc|float or array_like|How far the distribution is from the central one, at least 0.
random.p|float or array_like|Probability of success.
random.n|int or array_like|Number of trials.
random.a|float or array_like|Shape of the distribution, above 0.
random.mean|float or array_like|The mean.
random.x|int or array_like|What is permuted; a number stands for the integers below it.
random.axis|int|The axis along which items are taken.
random.low|int or array_like|The least number; 0 where `high` is left out, since this is the limit then.
random.high|int or array_like|The limit above the numbers.
random.seed|int, sequence of ints, SeedSequence or bit generator|Where the numbers begin; the system's entropy by default.
random.numbers|{'fast', 'numpy'}|Whose numbers; by default what `tenorite.config.random` says.
beta.a|float or array_like|First shape, above 0.
beta.b|float or array_like|Second shape, above 0.
zipf.a|float or array_like|The exponent, above 1.
weibull.a|float or array_like|Shape of the distribution, at least 0.
choice.a|int or array_like|What is chosen from; a number stands for the integers below it.
choice.replace|bool|Whether an item may be chosen more than once.
choice.p|array_like|Probabilities of the items, which add up to 1; all the same by default.
choice.shuffle|bool|Accepted; the order of a sample is always random.
negative_binomial.n|float or array_like|Number of successes, above 0.
negative_binomial.p|float or array_like|Probability of success, of (0, 1].
geometric.p|float or array_like|Probability of success, of (0, 1].
logseries.p|float or array_like|Base of the powers, of [0, 1).
multinomial.pvals|array_like|Probabilities of the categories along the last axis, which add up to at most 1.
multivariate_hypergeometric.colors|sequence of ints|How many things there are of each colour.
multivariate_hypergeometric.method|{'marginals', 'count'}|Accepted; both give the same numbers.
hypergeometric.ngood|int or array_like|How many good things there are.
hypergeometric.nbad|int or array_like|How many bad things there are.
random.nsample|int or array_like|How many are drawn.
dirichlet.alpha|sequence of floats|The concentrations, above 0.
multivariate_normal.mean|sequence of floats|The mean, of length k.
multivariate_normal.cov|array_like|Covariances, of shape (k, k).
multivariate_normal.check_valid|{'warn', 'raise', 'ignore'}|What happens if `cov` is no covariance matrix.
multivariate_normal.tol|float|Tolerance of that check.
multivariate_normal.method|{'svd', 'eigh', 'cholesky'}|How `cov` is factorized.
multivariate_normal.dtype|dtype|float64 or float32; NumPy has no such parameter.
wald.mean|float or array_like|The mean, above 0.
wald.scale|float or array_like|Shape of the distribution, above 0.
poisson.lam|float or array_like|The mean, at least 0.
lognormal.mean|float or array_like|Mean of the logarithms.
lognormal.sigma|float or array_like|Deviation of the logarithms, at least 0.
gamma.shape|float or array_like|Shape of the distribution, at least 0.
standard_gamma.shape|float or array_like|Shape of the distribution, at least 0.
vonmises.mu|float or array_like|The angle of most numbers.
vonmises.kappa|float or array_like|How much they are concentrated there, at least 0.
triangular.left|float or array_like|The least number.
triangular.mode|float or array_like|The most probable number.
triangular.right|float or array_like|The largest number.
uniform.low|float or array_like|The least number.
uniform.high|float or array_like|The limit above the numbers.
RandomState.uniform.dtype|dtype|float64 or float32; NumPy has no such parameter.
uniform.dtype|dtype|float64 or float32; NumPy has no such parameter.
standard_exponential.method|{'zig', 'inv'}|Accepted; it is always the inverse of the distribution function.
integers.dtype|dtype|Integers or bool.
integers.endpoint|bool|Whether `high` is among the numbers.
randint.dtype|dtype|Integers or bool.
bytes.length|int|How many bytes.
rand.args|int|Shape of the result; one number where there are none.
randn.args|int|Shape of the result; one number where there are none.
permutation.axis|int|The axis that is permuted.
shuffle.axis|int|The axis that is permuted.
shuffle.x|ndarray or list|What is permuted in place.
permuted.x|array_like|What is permuted.
permuted.axis|int|The axis along which each line is permuted; all items by default.
permuted.out|ndarray|An array of the shape of `x`, which gets the result.
spawn.n_children|int|How many generators.
get_state.legacy|bool|Accepted; the state is always a dict.
set_state.state|dict|What get_state() returned.
set_bit_generator.bitgen|PCG64, PCG64DXSM or Philox|The bit generator.
set_random_state.rs|RandomState|What is drawn from.
is_memory_pinned.data|object with a buffer|The memory in question.
Generator.bit_generator|bit generator|Where the words come from.
random.device|str or Device|Where arrays are made; by default the default device of each call.
jumped.jumps|int|How many jumps.
advance.delta|int|How many words.
random_raw.output|bool|Whether the words are returned.
XORWOW.size|int|Accepted, as CuPy's: of how many states.
MRG32k3a.size|int|Accepted, as CuPy's: of how many states.
Philox4x3210.size|int|Accepted, as CuPy's: of how many states.
Philox.counter|int or sequence of four ints|Where the numbers begin; 0 by default.
Philox.key|int or sequence of two ints|Which stream it is; made of `seed` by default.
cuda.size|int|Number of bytes.
cuda.ptr|int|An address.
cuda.mem|memory object|The memory.
cuda.device_id|int|Number of the device.
cuda.device|int|Number of the device.
cuda.peerDevice|int|Number of the other device.
cuda.dstDevice|int|Number of the device that is written to.
cuda.srcDevice|int|Number of the device that is read.
cuda.src|int|Address that is read.
cuda.dst|int|Address that is written to.
cuda.kind|int|Which way, such as `memcpyHostToDevice`.
cuda.value|int|The value of each byte.
cuda.stream|int|Handle of the stream; 0 for the default stream.
cuda.event|int|Handle of the event.
cuda.start|int|Handle of the first event.
cuda.end|int|Handle of the second event.
cuda.flags|int|Flags of the driver, added up.
cuda.priority|int|Streams with lower numbers go first.
cuda.callback|callable|What is called; it must not use the GPU.
cuda.arg|any|The argument of the call.
cuda.attrib|int|Number of the attribute in cudaDeviceAttr.
cuda.pciBusId|str|The PCI bus id, such as "0000:3b:00.0".
cuda.message|str|The text that the profiler shows.
cuda.id_color|int|Number of the colour, from 0; any for -1.
cuda.color|int|The colour as 0xAARRGGBB.
cuda.allocator|callable|What is called with a number of bytes and returns a pointer; None for no pool.
cuda.pool|pool|The pool that the memory goes back to.
Device.device|str, int or Device|The name, or the number of a CUDA device; the default or current one by default.
from_pci_bus_id.pci_bus_id|str|The PCI bus id, such as "0000:3b:00.0".
get_current_stream.device_id|int|Number of the device; -1 for the current one.
get_elapsed_time.start_event|Event|The first event.
get_elapsed_time.end_event|Event|The second event.
Event.block|bool|Whether a thread that waits for the event may sleep.
Event.disable_timing|bool|Whether no time is taken, which is faster.
Event.interprocess|bool|Whether other processes may wait for it; needs `disable_timing`.
Event.record.stream|Stream|The stream; the current one by default.
BaseStream.event|Event|The event.
Stream.event|Event|The event.
ExternalStream.event|Event|The event.
Stream.null|bool|Whether it is the default stream of the device that is current.
Stream.non_blocking|bool|Whether it runs beside the default stream.
Stream.ptds|bool|Whether it is the default stream of the calling thread.
ExternalStream.ptr|int|The driver's handle (cudaStream_t).
ExternalStream.device_id|int|Number of the device that it was made on; -1 for the current one.
UnownedMemory.owner|any|Who has to stay alive meanwhile.
UnownedMemory.device_id|int|Number of the device; -1 if it is to be found out.
MemoryPointer.offset|int|Bytes from the beginning of the memory.
MemoryPointer.src|MemoryPointer|What is copied.
MemoryPointer.stream|Stream|The stream; the current one by default.
copy_from.mem|MemoryPointer or host memory|What is copied.
copy_from_async.mem|MemoryPointer or host memory|What is copied.
copy_from_host.mem|int, ctypes.c_void_p, numpy.ndarray or PinnedMemoryPointer|What is copied.
copy_from_host_async.mem|int, ctypes.c_void_p, numpy.ndarray or PinnedMemoryPointer|What is copied.
copy_to_host.mem|int, ctypes.c_void_p, numpy.ndarray or PinnedMemoryPointer|Where the copy goes.
copy_to_host_async.mem|int, ctypes.c_void_p, numpy.ndarray or PinnedMemoryPointer|Where the copy goes.
MemoryPool.allocator|callable|What the pool grows by, such as malloc_managed(); device memory by default.
free_all_blocks.stream|Stream|Accepted for CuPy's sake.
trim.keep|int|Bytes that stay with the pool.
set_limit.fraction|float|The bound as a share of the device's memory.
set_limit.size|int|The bound in bytes; 0 for none.
PinnedMemoryPointer.offset|int|Bytes from the beginning of the memory.
PinnedMemoryPool.allocator|None|Accepted; the pool has its own.
set_pinned_memory_allocator.allocator|callable|What is called with a number of bytes and returns a PinnedMemoryPointer.
PointerAttributes.type|int|What memory it is, such as `memoryTypeDevice`.
PointerAttributes.devicePointer|int|The address for devices.
PointerAttributes.hostPointer|int|The address for the host; 0 if there is none.
PlanCache.device|str|Name of the GPU.
PlanCache.size|int|How many plans; -1 for any number.
PlanCache.memsize|int|How many bytes; -1 for any number.
get_plan_cache.device|int, str or Device|The GPU; by default the default device, or the first GPU.
set_plan_cache_size.size|int|How many plans; -1 for any number, 0 for none.
set_plan_cache_max_memsize.size|int|How many bytes; -1 for any number.
CacheEntry.file|str|Its name in the directory.
CacheEntry.kind|{'cubin', 'ptx', 'so', '?'}|What it is.
CacheEntry.name|str|The kernel's name.
CacheEntry.bytes|int|The size of the file.
CacheEntry.used|float|When it was last used, in seconds since the epoch.
Line.file|str|The file of the program.
Line.line|int|The number of the line.
Line.device|str|Where the arrays are.
Line.arrays|int|How many there are.
Line.bytes|int|Their bytes that have memory.
Line.recorded_bytes|int|Their bytes that are only recorded.
Snapshot.lines|list of Lines|What each line has made.
Snapshot.events|list|Allocations and frees.
Snapshot.earlier|Snapshot|The one to compare with.
Snapshot.file|path|Where to write.
memory.events|bool|Whether allocations and frees are told, too.
memory.enabled|bool|Whether to note from now on.
CacheInfo.dir|str|The directory.
CacheInfo.mode|{'on', 'ro', 'off'}|How the directory is used.
CacheInfo.trouble|str|Why the directory is of no use; empty when it is.
CacheInfo.entries|int|Files in the directory.
CacheInfo.bytes|int|Bytes of these files.
CacheInfo.limit|int|The bound on these bytes.
CacheInfo.memory_entries|int|Compiled kernels that are held in memory.
CacheInfo.memory_bytes|int|Bytes of their code.
CacheInfo.memory_hits|int|Requests of this process that memory has answered.
CacheInfo.disk_hits|int|Requests of this process that the disk has answered.
CacheInfo.compiled|int|Requests of this process that a compiler has answered.
CacheInfo.rejected|int|Damaged or foreign files that were met and not used.
BenchmarkResult.name|str|The name of the function.
BenchmarkResult.times|numpy.ndarray|Seconds, a row for the host and one for each GPU.
BenchmarkResult.devices|tuple of ints|Numbers of the GPUs.
to_str.show_gpu|bool|Whether the times of GPUs follow.
time_range.message|str|The text that the profiler shows; the name of the decorated function by default.
time_range.color_id|int|Number of the colour, from 0.
time_range.argb_color|int|The colour as 0xAARRGGBB.
time_range.sync|bool|Whether to wait for the current device at both ends.
testing.actual|array_like|What is compared.
testing.desired|array_like|What it should be.
testing.x|array_like|The first operand.
testing.y|array_like|The second operand.
testing.rtol|float|Relative tolerance.
testing.atol|float|Absolute tolerance.
testing.equal_nan|bool|Whether NaN equals NaN.
testing.equal_inf|bool|Whether infinities of the same sign are equal.
testing.err_msg|str|Text that the message begins with.
testing.verbose|bool|Whether the message shows the values.
testing.strict|bool|Whether shapes and dtypes have to be the same, too.
testing.decimal|int|Number of digits behind the point.
testing.significant|int|Number of significant digits.
testing.nulp|int|The largest distance, in spacings of the numbers.
testing.maxulp|int|The largest distance, in units in the last place.
testing.dtype|dtype|What both are converted to first.
testing.comparison|callable|A function of the two arrays, whose items have to be true.
testing.header|str|Title of the message.
testing.precision|int|Number of digits that the message shows.
testing.names|tuple of str|What the message calls the two.
Artifact.kind|{'cubin', 'ptx', 'so', 'source'}|What the bytes are.
Artifact.code|bytes|The bytes.
Artifact.symbols|dict|The symbol of each name expression.
Artifact.log|str|The compiler's warnings.
Artifact.source|str|The text that was compiled.
Artifact.target|str|What it was compiled for.
Artifact.save.file|str or path|The file.
CompileError.message|str|What str() returns.
CompileError.source|str|The text that does not compile.
CompileError.name|str|The kernel's name, also as `kernel`.
CompileError.target|str|"cpu", or an architecture such as "sm_90".
CompileError.compiler|str|The compiler.
CompileError.command|str|The compiler's command line.
CompileError.log|str|All that the compiler said.
CompileError.file|str|The file with the first error; None where it is not known.
CompileError.line|int|The line of the first error; 0 where it is not known.
CompileError.column|int|The column of the first error; 0 where it is not known.
dump.f|file|The text file.
in_params|str|The inputs, as in "T x, raw int32 y".
out_params|str|The outputs, likewise.
operation|str|C++ text for one element.
map_expr|str|C++ expression that makes a value of the inputs.
reduce_expr|str|C++ expression of two values `a` and `b`.
post_map_expr|str|C++ text that sets the outputs from the result `a`.
ReductionKernel.identity|str|What a reduction starts from; None if there is nothing.
reduce_type|str|The C++ type of the values; that of the first output by default.
reduce_dims|bool|Accepted; axes are merged wherever that changes nothing.
preamble|str|C++ text before the kernel.
no_return|bool|Whether a call returns None.
return_tuple|bool|Whether a call returns a tuple for one output, too.
loop_prep|str|C++ text before the loop.
after_loop|str|C++ text behind the loop.
RawKernel.code|str|CUDA C++ text.
RawKernel.name|str|A function of the text, or an instance of a template.
RawModule.code|str|CUDA C++ text.
RawModule.path|str or path|A cubin, PTX or fatbin file.
translate_cucomplex|bool|Whether types of cuComplex.h have operators.
enable_cooperative_groups|bool|Whether all blocks of a launch are resident at once.
jitify|bool|Accepted for CuPy's sake; it must be false.
debug|bool|Whether the CPU device checks every access to memory.
RawModule.name|str|The name, or one of the name expressions.
log_stream|file|Where the compiler's warnings are written, a text file.
SourceModule.source|str|CUDA C++ text.
SourceModule.nvcc|str|Accepted for PyCUDA's sake.
SourceModule.keep|bool|Accepted for PyCUDA's sake.
SourceModule.arch|str|Accepted for PyCUDA's sake.
SourceModule.code|str|Accepted for PyCUDA's sake.
SourceModule.cache_dir|str|Accepted for PyCUDA's sake.
SourceModule.no_extern_c|bool|Whether the text is compiled as it is, with C++ names.
SourceModule.include_dirs|sequence of str|Folders of included files.
SourceModule.name|str|The name of the kernel or of the variable.
In.array|array_like|The host array.
Out.array|numpy.ndarray|The host array.
InOut.array|numpy.ndarray|The host array.
Config.using.settings|str|Settings by name.
vectorize.pyfunc|callable|The function; its source is translated, it is not called.
vectorize.otypes|str or sequence of dtypes|Dtypes of the results; by default those that the operands' dtypes give.
vectorize.doc|str|The docstring; that of `pyfunc` by default.
vectorize.excluded|set of int and str|Positions or names of arguments that are constants of the kernel.
vectorize.cache|bool|Accepted; a kernel has no first call to remember.
vectorize.signature|str|For functions of arrays, which NumPy calls.
source_for.dtypes|sequence of dtypes|Dtypes of the operands, or Python's number types.
source_for.device|str or Device|What it is compiled for; the default device by default.
ndarray.dtype|dtype|Dtype of the items.
ndarray.memptr|MemoryPointer or buffer|Memory that the array uses, rather than its own.
ndarray.buffer|buffer|Host memory that the array uses, as `memptr`; for the CPU device.
ndarray.offset|int|Bytes before the first item in `buffer`.
ndarray.device|str or Device|Where the array is; the default device by default.
FlatIterator.base|ndarray|The array.
NpzFile.fp|file|The archive.
NpzFile.own|bool|Whether close() closes `fp`.
NpzFile.device|str or Device|Where the arrays are made.
__array_namespace_info__.device|str or Device|The device that is asked about; all have the same dtypes.
__array_namespace_info__.kind|str or tuple of str|The kind, such as "real floating"; all by default.
poly1d.c_or_r|array_like|Coefficients, the highest power first, or with `r` the roots.
poly1d.r|bool|Whether these are the roots.
poly1d.m|int|How many times.
poly1d.k|number or sequence of numbers|Constants of integration; 0 by default.
poly1d.variable|str|The name that print() shows.
broadcast.args|array_like|The arrays.
ufunc.array|array_like|What is computed with.
ufunc.A|array_like|The first operand.
ufunc.B|array_like|The second operand.
ufunc.kwargs|any|What the ufunc itself takes by name.
reduceat.indices|array_like of int|Where each part begins.
at.a|ndarray|The array that is changed.
at.indices|array_like of int|Which items, each as often as it is there.
at.b|array_like|The second operand of a ufunc that has two.
"""

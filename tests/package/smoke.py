# SPDX-License-Identifier: Apache-2.0
"""A program for an installed Tenorite: every module is imported and used.

`python -I smoke.py`, with --kernels where there is a C++ compiler. Plain Python:
a bare environment has no pytest.
"""

import contextlib
import functools
import importlib
import importlib.util
import io
import pathlib
import pkgutil
import sys

import numpy
import tenorite as tn

CHECKS = {}


def checks(module):
    """Decorator: the function uses what is in the module of that name."""

    def register(function):
        CHECKS[module] = function
        return function

    return register


def raises(error, function, *args):
    """The exception that the call ends with, which is of that class."""
    try:
        function(*args)
    except error as e:
        return e
    raise AssertionError(f"{function} of {args} did not raise {error.__name__}")


def same(got, wanted):
    """Asserts that the values are those of NumPy, but for the last bits."""
    numpy.testing.assert_allclose(numpy.asarray(got), wanted, rtol=1e-12, atol=1e-12)


@checks("tenorite")
def arrays():
    host = numpy.arange(12.0).reshape(3, 4)
    x = tn.array(host)
    same(tn.exp(0.5 * tn.sin(x)).sum(axis=0), numpy.exp(0.5 * numpy.sin(host)).sum(0))
    same(x @ x.T, host @ host.T)
    same(tn.sort(-x, axis=None)[::5], numpy.sort(-host, axis=None)[::5])
    same(x[x % 2 == 0], host[host % 2 == 0])
    file = io.BytesIO()
    tn.savez_compressed(file, x=x)
    file.seek(0)
    same(tn.load(file)["x"], host)
    assert repr(x[0]) == repr(host[0])
    tn.show_config()


@checks("tenorite.linalg")
def linear_algebra():
    host = numpy.array([[4.0, 1.0], [1.0, 3.0]])
    x = tn.array(host)
    same(tn.linalg.solve(x, x @ tn.ones(2)), [1.0, 1.0])
    same(tn.linalg.eigh(x).eigenvalues, numpy.linalg.eigvalsh(host))
    raises(tn.linalg.LinAlgError, tn.linalg.inv, tn.zeros((2, 2)))


@checks("tenorite.fft")
def transforms():
    host = numpy.arange(10.0) ** 2
    same(tn.fft.rfft(tn.array(host)), numpy.fft.rfft(host))


@checks("tenorite.fft.config")
def plans():
    before = tn.fft.config.get_plan_cache_size()
    tn.fft.config.set_plan_cache_size(before + 1)
    assert tn.fft.config.get_plan_cache_size() == before + 1


@checks("tenorite.random")
def random_numbers():
    same(
        tn.random.default_rng(7).random(5),
        numpy.random.default_rng(7).random(5),
    )
    x = tn.random.default_rng(7).normal(size=10_000)
    assert abs(float(x.mean())) < 0.05
    same(
        tn.random.default_rng(7, numbers="numpy").normal(size=5),
        numpy.random.default_rng(7).normal(size=5),
    )
    with tn.config.using(random="numpy"):
        tn.random.seed(7)
        same(tn.random.rand(5), numpy.random.RandomState(7).rand(5))


@checks("tenorite.special")
def special_functions():
    same(tn.special.gammaln(tn.array([5.0])), [numpy.log(24.0)])


@checks("tenorite.lib")
def numpy_lib():
    assert tn.lib.array_utils is numpy.lib.array_utils


@checks("tenorite.ctypeslib")
def pointers():
    pointer = tn.ctypeslib.ndpointer(dtype=numpy.float64, ndim=1)
    assert pointer.from_param(tn.array([1.0], device="cpu")) is not None


def stands_for(name):
    """The module is NumPy's own of that name."""
    found = importlib.import_module(f"tenorite.{name}")
    assert found.__name__ == f"numpy.{name}", found.__name__


for name in (
    "char core dtypes exceptions f2py ma rec strings lib.array_utils"
    " lib.format lib.introspect lib.mixins lib.recfunctions"
).split():
    CHECKS[f"tenorite.{name}"] = functools.partial(stands_for, name)


@checks("tenorite.lib.npyio")
def files():
    file = io.BytesIO()
    tn.savez(file, x=tn.arange(3))
    file.seek(0)
    assert isinstance(tn.load(file), tn.lib.npyio.NpzFile)


@checks("tenorite.lib.scimath")
def roots_of_negative_numbers():
    same(tn.emath.sqrt(tn.array([-4.0, 4.0])), [2j, 2])


@checks("tenorite.polynomial")
def polynomials():
    same(tn.polynomial.Polynomial([1, 2, 3])(tn.arange(3.0)), [1, 6, 17])


@checks("tenorite.polynomial.polyutils")
def domains():
    same(tn.polynomial.polyutils.mapdomain(tn.arange(3.0), [0, 2], [-1, 1]), [-1, 0, 1])


def evaluates(module, value):
    ours = getattr(importlib.import_module(f"tenorite.polynomial.{module}"), value)
    theirs = getattr(importlib.import_module(f"numpy.polynomial.{module}"), value)
    same(ours(tn.arange(4.0), [1, 2, 3]), theirs(numpy.arange(4.0), [1, 2, 3]))


for name, value in {
    "polynomial": "polyval",
    "chebyshev": "chebval",
    "hermite": "hermval",
    "hermite_e": "hermeval",
    "laguerre": "lagval",
    "legendre": "legval",
}.items():
    CHECKS[f"tenorite.polynomial.{name}"] = functools.partial(evaluates, name, value)


@checks("tenorite.lib.stride_tricks")
def strides():
    windows = tn.lib.stride_tricks.sliding_window_view(tn.arange(5), 3)
    assert windows.tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]


@checks("tenorite.typing")
def types():
    assert tn.typing.NDArray[tn.float64] is not None


@checks("tenorite.random.mtrand")
def older_name_of_random_numbers():
    assert tn.random.mtrand.RandomState is tn.random.RandomState


@checks("tenorite.version")
def version():
    assert tn.version.version == tn.__version__


@checks("tenorite.testing")
def comparisons():
    tn.testing.assert_array_equal(tn.arange(3), [0, 1, 2])
    raises(AssertionError, tn.testing.assert_array_equal, tn.arange(3), [0, 1, 3])


@checks("tenorite.profiler")
def timing():
    result = tn.profiler.benchmark(tn.add, (tn.ones(3), 1), n_repeat=2, n_warmup=1)
    assert result.cpu_times.shape == (2,)


@checks("tenorite.distributed")
def ranks():
    with tn.distributed.Communicator(devices=["cpu", "cpu"]) as comm:
        for total in comm.all_reduce([tn.ones(2), tn.arange(2.0)]):
            same(total, [1.0, 2.0])


@checks("tenorite.distributed")
def parts():
    mesh = tn.distributed.Mesh(["cpu", "cpu"])
    x = tn.arange(10.0, device=tn.distributed.Split(mesh))
    same(x[1:] + x[:-1], [2.0 * i + 1 for i in range(9)])
    same(x.sum(), 45.0)


@checks("tenorite.dask")
def workers():
    from tenorite.dask import LocalCluster

    if importlib.util.find_spec("distributed") is None:
        assert "tenorite[dask]" in str(raises(ImportError, LocalCluster))


@checks("tenorite.memory")
def memory():
    tn.memory.record_history()
    x = tn.zeros(1000)
    x.sum().item()
    (line,) = (x for x in tn.memory.snapshot().lines if x.file == __file__)
    assert (line.arrays, line.bytes) == (1, 8000)
    tn.memory.record_history(False)
    assert tn.memory.snapshot().lines == []


@checks("tenorite.kernel_cache")
def compiled_kernels():
    assert tn.kernel_cache.info().limit > 0


@checks("tenorite.cuda")
def cuda():
    assert tn.cuda.alloc(16).mem.size >= 16
    if not tn.cuda.is_available():
        assert str(raises(RuntimeError, tn.cuda.runtime.setDevice, 0))


@checks("tenorite.cuda.runtime")
def cuda_runtime():
    assert (tn.cuda.runtime.getDeviceCount() > 0) == tn.cuda.is_available()


@checks("tenorite.cuda.device")
def cuda_device():
    if not tn.cuda.is_available():
        assert str(raises(RuntimeError, tn.cuda.device.Device("cuda:0").use))


@checks("tenorite.cuda.memory")
def cuda_memory():
    pointer = tn.cuda.memory.alloc(16)
    pointer.memset(0, 16)
    assert tn.ndarray(2, "f8", pointer).tolist() == [0, 0]


@checks("tenorite.cuda.pinned_memory")
def cuda_pinned_memory():
    assert tn.cuda.pinned_memory.alloc_pinned_memory(16).size() == 16


@checks("tenorite.cuda.stream")
def cuda_stream():
    assert tn.cuda.stream.Stream is tn.cuda.Stream


@checks("tenorite.cuda.compiler")
def cuda_compiler():
    assert issubclass(tn.cuda.compiler.CompileException, Exception)


@checks("tenorite.cuda.nvtx")
def cuda_ranges():
    tn.cuda.nvtx.RangePush("smoke")
    tn.cuda.nvtx.RangePop()


@checks("tenorite.cuda.profiler")
def cuda_profiler():
    assert callable(tn.cuda.profiler.profile)


@checks("tenorite.cuda.driver")
def cuda_driver():
    assert tn.cuda.driver.get_build_version() >= 0


@checks("tenorite.cuda.nvrtc")
def cuda_nvrtc():
    program = tn.cuda.nvrtc.createProgram("", "smoke.cu", (), ())
    tn.cuda.nvrtc.destroyProgram(program)


@checks("tenorite.cuda.function")
def cuda_function():
    raises(RuntimeError, tn.cuda.function.Module().get_function, "f")


@checks("tenorite.cuda.function_allocators")
def cuda_function_allocators():
    if not tn.cuda.is_available():
        allocator = tn.cuda.PythonFunctionAllocator(lambda *_: 0, lambda *_: None)
        assert str(raises(RuntimeError, allocator.malloc, 16))


@checks("tenorite.cuda.memory_async")
def cuda_memory_async():
    if not tn.cuda.is_available():
        assert str(raises(RuntimeError, tn.cuda.malloc_async, 16))


@checks("tenorite.cuda.memory_hook")
def cuda_memory_hook():
    with tn.cuda.MemoryHook():
        pass


@checks("tenorite.cuda.memory_hooks")
def cuda_memory_hooks():
    with tn.cuda.memory_hooks.LineProfileHook() as hook:
        pass
    text = io.StringIO()
    hook.print_report(text)
    assert text.getvalue().startswith("_root")


CHECKS["tenorite.cuda.memory_hooks.debug_print"] = cuda_memory_hooks
CHECKS["tenorite.cuda.memory_hooks.line_profile"] = cuda_memory_hooks


@checks("tenorite.cuda.texture")
def cuda_texture():
    channels = tn.cuda.texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    assert channels.get_channel_format()["x"] == 32


@checks("tenorite.fft.plans")
def plans_of_transforms():
    x = tn.arange(4.0) + 0j
    plan = tn.fft.plans.get_fft_plan(x)
    plan.fft(x, out := plan.get_output_array(x), tn.fft.plans.CUFFT_FORWARD)
    same(out, numpy.fft.fft(numpy.arange(4.0)))


@checks("tenorite.cublas")
def blas():
    x = tn.arange(4.0).reshape(2, 2)
    same(tn.cublas.gemm("N", "T", x, x), x.get() @ x.get().T)


@checks("tenorite.cupyx")
def names_of_cupyx():
    x = tn.zeros(2)
    tn.cupyx.scatter_add(x, [1, 1], 1.0)
    same(tn.cupyx.rsqrt(x + 2), [0.5**0.5, 0.5])


@checks("tenorite.cupyx.profiler")
def timing_of_cupyx():
    assert tn.cupyx.profiler.benchmark is tn.profiler.benchmark


@checks("tenorite.cupyx.signal")
def signals_of_cupyx():
    pulses, sent = tn.asarray([[0.0, 1.0, 2.0]]), tn.asarray([1.0, 2.0])
    same(tn.cupyx.signal.pulse_compression(pulses, sent), [[2, 5, 2]])


@checks("tenorite.cupyx.jit")
def kernels_in_python():
    kernel = tn.cupyx.jit.rawkernel()(lambda x: None)
    assert "rawkernel" in repr(kernel)


@checks("tenorite.cupyx.jit.cg")
def groups_of_threads():
    assert tn.cupyx.jit.cg.this_grid is not None


@checks("tenorite.cupyx.scipy")
def scipys_other_name():
    assert importlib.import_module("tenorite.cupyx.scipy.fft") is tn.scipy.fft


@checks("tenorite.scipy")
def scipys_module():
    assert tn.scipy.get_array_module(tn.ones(1)) is tn.scipy


@checks("tenorite.scipy.version")
def version_of_scipy():
    assert tn.scipy.version.version == tn.scipy.__version__


# By the module's name: a call without kernels, which need a compiler, and its result.
SCIPY = {
    "cluster": ("vq.whiten.__name__ == 'whiten'", True),
    "cluster.vq": ("ClusterError.__name__ == 'ClusterError'", True),
    "fft": ("dct([1.0, 2.0, 3.0])", [12.0, -2 * 3**0.5, 0.0]),
    "fftpack": ("fft([1.0, 2.0])", [3.0, -1.0]),
    "integrate": ("romb.__name__ == 'romb'", True),
    "interpolate": ("interp1d.__name__ == 'interp1d'", True),
    "linalg": ("toeplitz([1.0, 2.0])", [[1.0, 2.0], [2.0, 1.0]]),
    "ndimage": ("generate_binary_structure(1, 1)", [True] * 3),
    "optimize": ("OptimizeResult(x=1.0).x", 1.0),
    "optimize.elementwise": ("find_root.__name__ == 'find_root'", True),
    "signal": ("butter(1, 0.5)[0]", [0.5, 0.5]),
    "signal.windows": ("triang(3)", [0.5, 1.0, 0.5]),
    "sparse": ("eye_array(2).data", [[1.0, 1.0]]),
    "sparse.csgraph": ("NegativeCycleError.__name__ == 'NegativeCycleError'", True),
    "sparse.linalg": ("LinearOperator((1, 1), matvec=abs).shape", (1, 1)),
    "spatial": ("distance.num_obs_y([1.0])", 2),
    "spatial.distance": ("num_obs_y([1.0])", 2),
    "special": ("erf(0.0)", 0.0),
    "stats": ("ttest_1samp.__name__ == 'ttest_1samp'", True),
}


def call_of_scipy(name):
    call, wanted = SCIPY[name]
    module = importlib.import_module(f"tenorite.scipy.{name}")
    same(eval(f"module.{call}", {"module": module}), wanted)


for name in SCIPY:
    CHECKS[f"tenorite.scipy.{name}"] = functools.partial(call_of_scipy, name)


@checks("tenorite.cupy_compat")
def imports_of_cupy():
    tn.cupy_compat.install()
    import cupy

    same(cupy.arange(3), [0, 1, 2])
    tn.cupy_compat.uninstall()


def kernels(compiler):
    """Kernels of one's own, compiled, or refused with what is missing."""
    blend = tn.ElementwiseKernel("T x, T y", "T z", "z = x + (y - x) / 2", "blend")
    twice = tn.RawKernel(
        "__global__ void twice(double* a) { a[threadIdx.x] *= 2; }", "twice"
    )
    x = tn.arange(4.0)
    if not compiler:
        assert "C++ compiler" in str(raises(tn.CompilerNotFound, blend, x, x))
        return
    same(blend(x, x + 2), x.get() + 1)
    twice((1,), (4,), (x,))
    same(x, numpy.arange(4.0) * 2)


# Private modules that cannot be imported without what an extra installs.
NEEDED_BY = {"tenorite.dask": {"dask", "distributed"}}


def modules():
    """Names of all modules of the package, each of which is imported."""
    found = ["tenorite"]
    for module in pkgutil.walk_packages(tn.__path__, "tenorite."):
        if module.name.startswith("tenorite.cupyx.scipy."):
            continue  # another name of modules of tenorite.scipy
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            package, _, private = module.name.partition("._")
            if not private or error.name not in NEEDED_BY.get(package, ()):
                raise
        found.append(module.name)
    return found


def tenorite_main(*options):
    """What `python -m tenorite` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        importlib.import_module("tenorite.__main__").main(options)
    return printed.getvalue().strip()


def main():
    where = pathlib.Path(tn.__file__)
    assert where.is_relative_to(sys.prefix), f"not the installed package: {where}"
    assert (where.parent / "py.typed").is_file()
    assert (where.parent / "cuda" / "stream.pyi").is_file()
    for option, file in {
        "--include-dir": "tenorite/array.h",
        "--cmakedir": "tenorite-config.cmake",
    }.items():
        folder = tenorite_main(option)
        assert (pathlib.Path(folder) / file).is_file(), folder
    public = {name for name in modules() if "._" not in name}
    assert public == CHECKS.keys(), f"not in this program: {public ^ CHECKS.keys()}"
    for name, check in CHECKS.items():
        print(name, flush=True)
        check()
    kernels("--kernels" in sys.argv)
    print(f"{len(CHECKS)} modules: all right")


if __name__ == "__main__":
    main()

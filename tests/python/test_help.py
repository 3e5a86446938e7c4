# SPDX-License-Identifier: Apache-2.0
"""Docstrings: numpydoc's sections, every parameter, an example that runs."""

import contextlib
import doctest
import importlib
import inspect
import io
import itertools
import pathlib
import re
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.cupys_place import without_cupy
from support.helpers import without_device
from tenorite._runtime.class_help import constructor_parameters, public_properties
from tenorite._runtime.parameter_texts import TEXTS
from tenorite._runtime.ufunc_examples import EXAMPLES

_MODULES = (
    *(
        "",
        "linalg",
        "fft",
        "fft.config",
        "special",
        "lib.stride_tricks",
        "random",
        "testing",
    ),
    *(
        "kernel_cache",
        "memory",
        "cuda",
        "cuda.device",
        "cuda.memory",
        "cuda.pinned_memory",
    ),
    *("cuda.stream", "cuda.runtime", "cuda.nvtx", "cuda.profiler", "profiler"),
    *("cuda.texture", "cuda.nvrtc", "cuda.driver", "cuda.function", "cublas"),
    *("cuda.function_allocators", "cuda.memory_async", "cuda.memory_hook"),
    *("cuda.memory_hooks", "cupyx", "scipy", "scipy.fft", "fft.plans"),
    *("scipy.fftpack", "cupy_compat", "dask", "distributed"),
    *("cupyx.jit", "cupyx.jit.cg", "cupyx.signal"),
    *("scipy.linalg", "scipy.signal", "scipy.signal.windows"),
    *("scipy.spatial", "scipy.spatial.distance"),
    *("scipy.interpolate", "scipy.ndimage", "scipy.stats"),
    *("scipy.cluster.vq", "scipy.integrate", "scipy.optimize"),
    "scipy.optimize.elementwise",
    *("scipy.sparse", "scipy.sparse.linalg", "scipy.sparse.csgraph"),
)
# Without an example that prints the same everywhere: they show what runs here, need a
# program around them, or show files and lines.
NO_EXAMPLE = {"explain", "info", "show_config", "show_runtime", "testing.slow"}
# Names of kernels with threads that are like others, or mean nothing without them.
NO_EXAMPLE |= {
    f"cupyx.jit.{name}"
    for name in [*tn.cupyx.jit.__all__, *(f"cg.{x}" for x in tn.cupyx.jit.cg.__all__)]
} - {f"cupyx.jit.{x}" for x in "rawkernel grid range shared_memory".split()}
NO_EXAMPLE -= {"cupyx.jit.atomic_add", "cupyx.jit.shfl_sync"}
# NumPy's own code and docstrings over our arrays, whose examples are NumPy's to test.
BORROWED = {"poly", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul"}
BORROWED |= {"polysub", "polyval", "roots"}
# What raises nothing.
RAISES_NOTHING = set(
    """random.get_state random.get_bit_generator random.RandomState.get_state
    profiler.BenchmarkResult.to_str cuda.is_available cuda.get_allocator
    cuda.set_pinned_memory_allocator cuda.nvtx.RangePop cuda.runtime.driverGetVersion
    cuda.runtime.getDeviceCount cuda.runtime.runtimeGetVersion
    cuda.PinnedMemoryPool.free_all_blocks cuda.PinnedMemoryPool.n_free_blocks
    cuda.PinnedMemoryPool.statistics clear_memo cupyx.get_runtime_info cupyx.geterr
    memory.record_history memory.is_recording memory.snapshot
    memory.Snapshot.compare_to memory.Snapshot.to_dict
    distributed.gathers cupy_compat.is_installed cupy_compat.uninstall cuda.driver.get_build_version
    cuda.texture.ChannelFormatDescriptor.get_channel_format""".split()
)
# Decorators and data for tests, which raise when they are used, or nothing.
RAISES_NOTHING |= {
    f"testing.{name}"
    for name in tn.testing.__all__
    if name.startswith(("for_", "shaped_", "product", "parameterize", "from_pytest"))
}
RAISES_NOTHING |= set(
    """testing.fix_random testing.generate_seed testing.gpu testing.installed
    testing.multi_gpu testing.numpy_satisfies testing.slow
    testing.with_requires""".split()
)
# What of `cuda` an example shows without a GPU.
_WITHOUT_GPU = set(
    """graph is_available get_allocator set_allocator set_pinned_memory_allocator
    using_allocator Device Device.synchronize Device.use UnownedMemory MemoryPointer MemoryPool
    memory.BaseMemory stream.BaseStream stream.is_ptds_enabled
    get_cuda_path get_nvcc_path get_rocm_path get_hipcc_path get_local_runtime_version
    get_device_id alloc malloc_managed alloc_pinned_memory Memory ManagedMemory
    PinnedMemory PinnedMemoryPointer pinned_memory.is_memory_pinned
    runtime.MemPoolProps runtime.check_status driver.check_status
    runtime.PointerAttributes runtime.deviceDisablePeerAccess
    runtime.deviceEnablePeerAccess runtime.driverGetVersion runtime.getDeviceCount
    runtime.runtimeGetVersion runtime.deviceSynchronize""".split()
)
_WITHOUT_GPU |= {
    f"{cls}.{x}"
    for cls in (
        *("MemoryPool", "MemoryPointer", "PinnedMemoryPool", "PinnedMemoryPointer"),
        *("memory.SingleDeviceMemoryPool", "memory.PooledMemory"),
        "pinned_memory.PooledPinnedMemory",
    )
    for x in ("malloc", "size", "free", *dir(tn.cuda.MemoryPool))
}
_WITHOUT_GPU |= {
    f"MemoryPointer.{x}" for x in dir(tn.cuda.MemoryPointer) if x[0] != "_"
}
_WITHOUT_GPU |= {
    *("PinnedMemoryPool", "memory.SingleDeviceMemoryPool", "memory.PooledMemory"),
    "pinned_memory.PooledPinnedMemory",
}
_WITHOUT_GPU |= {f"nvtx.{x}" for x in tn.cuda.nvtx.__all__}
_WITHOUT_GPU |= {f"nvrtc.{x}" for x in tn.cuda.nvrtc.__all__}
_WITHOUT_GPU |= set(
    """BaseMemory driver.get_build_version MemoryHook memory_hooks.DebugPrintHook
    memory_hooks.LineProfileHook Function Module Module.load Module.load_file
    Module.get_function texture.ChannelFormatDescriptor texture.TextureDescriptor
    texture.ChannelFormatDescriptor.get_channel_format""".split()
)
for _hook in (
    "MemoryHook",
    "memory_hooks.DebugPrintHook",
    "memory_hooks.LineProfileHook",
):
    _methods_of_hook = dir(tn.cuda.memory_hooks.LineProfileHook)
    _WITHOUT_GPU |= {f"{_hook}.{x}" for x in _methods_of_hook if x[0] != "_"}
_WITHOUT_GPU |= {"Event", "Event.record", "Event.synchronize"}
_WITHOUT_GPU |= {"get_current_stream", "get_elapsed_time"}
_WITHOUT_GPU |= {
    f"{cls}.{x}"
    for cls in ("Stream", "ExternalStream", "stream.BaseStream")
    for x in "add_callback launch_host_func record synchronize use wait_event".split()
}


class OnAnyDevice(doctest.OutputChecker):
    """Examples are printed as on the CPU device, whose arrays do not name it."""

    def check_output(self, want, got, optionflags):
        got = without_device(got)
        # The device may have made a line too long.
        want, got = (re.sub(r",\s+dtype=", ", dtype=", x) for x in (want, got))
        return super().check_output(want, got, optionflags)


def _place(x):
    return getattr(x, "__module__", None) or ""


def _is_ours(x):
    return _place(x).startswith("tenorite")


def _public():
    """(qualified name, object) of the public functions, ufuncs and classes of ours.

    What several packages have is named as in the first one.
    """
    seen = []
    for module_name in _MODULES:
        module = importlib.import_module(f"tenorite.{module_name}".rstrip("."))
        for name in _names(module):
            value = getattr(module, name)
            is_ours = _is_ours(value)
            if module_name == "testing":  # they name NumPy's module
                is_ours = value is not getattr(np.testing, name, None)
            is_new = not any(x is value for x in seen) or module_name == ""
            if callable(value) and is_ours and is_new and name not in BORROWED:
                seen.append(value)
                yield f"{module_name}.{name}".strip("."), value


def _names(module):
    """The public names of a module; without a list of them, those that it defines."""
    if hasattr(module, "__all__"):
        return module.__all__
    own = {k for k, x in vars(module).items() if _place(x) == module.__name__}
    return sorted(name for name in own if not name.startswith("_"))


def _methods():
    """(qualified name, function) of the public methods of the classes but ndarray."""
    for class_name, cls in CLASSES.items():
        for name in () if cls is tn.ndarray else dir(cls):
            owner = next(x for x in cls.__mro__ if name in vars(x))
            value = getattr(cls, name)
            is_method = callable(value) and not inspect.isclass(value)
            if not name.startswith("_") and _is_ours(owner) and is_method:
                yield f"{class_name}.{name}", value


PUBLIC = dict(_public())
FUNCTIONS = {name: x for name, x in PUBLIC.items() if not inspect.isclass(x)}
CLASSES = {name: x for name, x in PUBLIC.items() if inspect.isclass(x)}
# Classes that users meet without a public name for them.
CLASSES["Config"] = type(tn.config)
CLASSES["profiler.BenchmarkResult"] = tn.profiler.BenchmarkResult
METHODS_OF_CLASSES = dict(_methods())
METHODS = [
    name
    for name in dir(tn.ndarray)
    if not name.startswith("_") and callable(getattr(tn.ndarray, name))
]


def sections(doc):
    """The sections of a docstring by their headings."""
    lines = inspect.cleandoc(doc).splitlines()
    found, name = {"": []}, ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if following and set(following) == {"-"} and len(following) == len(line):
            name = line
            found[name] = []
        elif set(line) != {"-"}:
            found[name].append(line)
    return found


def described(doc):
    """Names of the parameters that a docstring describes."""
    rows = [line.partition(" : ") for line in sections(doc).get("Parameters", [])]
    assert all(kind for _, colon, kind in rows if colon)
    names = [name for names, colon, _ in rows if colon for name in names.split(", ")]
    return [name.lstrip("*") for name in names]


def needs_gpu(name):
    """Whether the example of a qualified name runs on a machine with a GPU alone."""
    package, _, rest = name.partition(".")
    return package == "cuda" and rest not in _WITHOUT_GPU


def run_example(name, doc, device):
    """Runs the example of a docstring as doctest does."""
    if name.startswith("dask."):
        pytest.importorskip("distributed", reason="the example is about it")
    if name.startswith("distributed."):
        device = "cpu"  # where the ranks of the examples are
    example = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    assert len(example.examples) > 1
    if needs_gpu(name) and not tn.cuda.is_available():
        code = "".join(x.source for x in example.examples)
        if "except np.cuda.CudaError" in code:  # that there is no GPU is one
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(code, name, "exec"), {})
            return
        with pytest.raises(RuntimeError, match="not available"):
            exec(compile(code, name, "exec"), {})
        assert "RuntimeError" in sections(doc).get("Raises", ["RuntimeError"])
        return
    printed = []
    runner = doctest.DocTestRunner(OnAnyDevice(), verbose=False)
    with (
        tn.Device(device),
        without_cupy() if name.startswith("cupy_compat.") else contextlib.nullcontext(),
        tn.config.using(random="fast"),
        warnings.catch_warnings(action="ignore"),
    ):
        result = runner.run(example, out=printed.append)
    assert result.failed == 0, "".join(printed)


def check_sections(doc, wanted):
    """Sections of numpydoc in their order; some of them have to be there."""
    order = ["", "Parameters", "Attributes", "Returns", "Raises"]
    order += ["See Also", "Notes", "Examples"]
    found = sections(doc)
    assert [heading for heading in order if heading in found] == list(found)
    assert wanted <= found.keys()
    assert found[""] and found[""][0]


def check_raises(name, doc):
    """Functions say what they raise, but for those that raise nothing."""
    assert ("Raises" in sections(doc)) == (name not in RAISES_NOTHING)


def test_there_are_functions_and_classes():
    assert len(FUNCTIONS) > 500
    assert {"sum", "linalg.svd", "fft.rfft", "special.erf"} <= FUNCTIONS.keys()
    assert {
        "random.beta",
        "cuda.runtime.malloc",
        "kernel_cache.info",
    } <= FUNCTIONS.keys()
    assert {"ndarray", "random.Generator", "cuda.Stream", "RawKernel"} <= CLASSES.keys()
    assert {"random.PCG64.jumped", "ufunc.reduce"} <= METHODS_OF_CLASSES.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sections(name):
    function = FUNCTIONS[name]
    check_sections(function.__doc__, {"Returns", "Notes"})
    check_raises(name, function.__doc__)
    assert "Examples" in sections(function.__doc__) or name in NO_EXAMPLE
    parameters = inspect.signature(function).parameters
    assert described(function.__doc__) == list(parameters)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in NO_EXAMPLE])
def test_examples(name, device):
    run_example(name, FUNCTIONS[name].__doc__, device)


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name, device):
    cls = CLASSES[name]
    check_sections(cls.__doc__, {"Notes", "Examples"})
    assert "Returns" not in sections(cls.__doc__)
    parameters = [p.name for p in constructor_parameters(cls)]
    assert described(cls.__doc__) == parameters
    run_example(name, cls.__doc__, device)


@pytest.mark.parametrize("name", CLASSES)
def test_attributes_of_classes(name):
    cls = CLASSES[name]
    for attribute, x in public_properties(cls):
        doc = inspect.getdoc(x)
        assert doc and doc[0] not in " \n", attribute
        parameters = [p.name for p in constructor_parameters(cls)]
        assert attribute in parameters or f"\n{attribute}\n    " in cls.__doc__


@pytest.mark.parametrize("name", METHODS_OF_CLASSES)
def test_methods_of_classes(name, device):
    method = METHODS_OF_CLASSES[name]
    check_sections(method.__doc__, {"Returns", "Notes", "Examples"})
    check_raises(name, method.__doc__)
    found = described(method.__doc__)
    parameters = [x for x in inspect.signature(method).parameters if x != "self"]
    if parameters[-1:] == ["kwargs"] != found[-1:]:  # whose names are described
        parameters.pop()
        assert len(found) > len(parameters)
        found = found[: len(parameters)]
    assert found == parameters
    run_example(name, method.__doc__, device)


def test_docstrings_of_objects_and_of_subclasses_are_their_own():
    assert tn.add.__doc__.startswith("add(x1, x2")
    assert tn.Device("cpu").__doc__ == tn.Device.__doc__

    class Own(tn.Device):
        pass

    assert Own.__doc__ is None

    @tn.vectorize
    def twice(x):
        """Twice x."""
        return 2 * x

    assert twice.__doc__ == "Twice x."


def test_examples_that_fail_are_found():
    doc = ">>> 1 + 1\n3\n"
    example = doctest.DocTestParser().get_doctest(doc, {}, "wrong", None, None)
    assert doctest.DocTestRunner().run(example, out=lambda text: None).failed == 1


def test_texts_are_of_parameters_that_there_are():
    there = set()
    for name, x in [
        *FUNCTIONS.items(),
        *CLASSES.items(),
        *METHODS_OF_CLASSES.items(),
        *((f"ndarray.{x}", getattr(tn.ndarray, x)) for x in METHODS),
    ]:
        parts = [*name.split("."), inspect.unwrap(x).__name__]
        if inspect.isclass(x):
            parts.append(x.__name__)
            parameters = [p.name for p in constructor_parameters(x)]
        else:
            parameters = inspect.signature(x).parameters
        places = [*parts, *(x.lstrip("_") for x in parts), ""]
        places += [".".join(pair) for pair in itertools.pairwise(parts[:-1])]
        there |= {f"{place}.{p}".lstrip(".") for place in places for p in parameters}
    assert sorted(set(TEXTS) - there) == []


def test_every_ufunc_has_an_example():
    there = {f.__name__ for f in FUNCTIONS.values() if isinstance(f, tn.ufunc)}
    assert there == set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(BORROWED))
def test_borrowed_functions_have_numpys_docstrings(name):
    assert getattr(tn, name).__doc__ == getattr(np, name).__doc__


def test_docstrings_are_made_once_they_are_asked_for():
    # The source has the short one.
    assert "Parameters" in tn.flip.__doc__
    assert "Parameters" not in inspect.unwrap(tn.flip).__doc__
    assert tn.flip.__doc__ == tn.flip.__doc__


@pytest.mark.parametrize("name", METHODS)
def test_methods(name, device):
    method = getattr(tn.ndarray, name)
    check_sections(method.__doc__, {"Returns", "Raises", "Notes", "Examples"})
    parameters = inspect.signature(method).parameters.keys() - {"self", "kwargs"}
    assert parameters <= set(described(method.__doc__))
    run_example(name, method.__doc__, device)


def test_docstrings_of_methods_are_those_that_the_script_makes(monkeypatch):
    root = pathlib.Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "tools"))
    import make_method_docs

    assert make_method_docs.FILE.read_text("utf-8") == make_method_docs.make()

# SPDX-License-Identifier: Apache-2.0
"""The pages of the reference: their titles, their order, and whose names they have.

Every public name of the package stands on one page; `check()` says what is missing.
"""

import dataclasses
import importlib

import tenorite

DEVICES = "On the device of its arguments, CPU or GPU."
NEW = "On the default device, or the one that ``device=`` names, CPU or GPU."
HOST = "On the host; it takes no part in what devices compute."
KERNELS = "Kernels ahead of time on the CPU device and on GPUs."
TWIN = (
    "NumPy's own code over Tenorite's functions, on the device of its arguments "
    "(:doc:`/design/borrowed`)."
)
GPU = "For GPUs: without one, most of it is an error that says so."


@dataclasses.dataclass(frozen=True)
class Page:
    """A page of the reference.

    `modules` define the names, `namespace` is where users find them, as "linalg".
    """

    file: str
    title: str
    runs: str
    modules: tuple[str, ...]
    namespace: str = ""
    intro: str = ""
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # names of differences of the whole page
    is_table: bool = False  # names, what they do and where NumPy has them, no entries
    exceptions: dict[str, str] = dataclasses.field(default_factory=dict)  # of `runs`

    def names(self):
        """The public names, in their order, each with its value."""
        package = importlib.import_module(f"tenorite.{self.namespace}".rstrip("."))
        found = {}
        for name in self.modules or ("",):
            module = importlib.import_module(f"tenorite.{name}".rstrip("."))
            listed = self.only or getattr(module, "__all__", None) or _own(module)
            for public in listed:
                if public not in self.without and hasattr(package, public):
                    found[public] = getattr(package, public)
        return found


def _own(module):
    """Public functions and classes that a module without a list defines."""
    return [
        name
        for name, x in vars(module).items()
        if not name.startswith("_")
        and callable(x)
        and getattr(x, "__module__", None) == module.__name__
    ]


def numpy_page(file, title, runs, *modules, **more):
    return Page(file, title, runs, modules, **more)


_ARRAYS = ("ndarray", "ufunc")
_ERRORS = ("CudaError", "DeviceLostError", "OutOfMemoryError")
_LATE_ERRORS = ("KernelSyntaxError",)
NUMPY = (
    numpy_page(
        "creation",
        "Creating arrays",
        NEW,
        "_numpy.creation",
        "_numpy.diagonals",
        "_numpy.grids",
        "_numpy.sources",
        intro="Functions that make arrays take ``device=`` where NumPy has it, and "
        "``like=``.",
    ),
    numpy_page(
        "shapes",
        "Shapes",
        DEVICES,
        "_numpy.manipulation",
        "_numpy.broadcast",
        intro="Where NumPy returns a view, so does Tenorite.",
    ),
    numpy_page("joining", "Joining and splitting", DEVICES, "_numpy.joining"),
    numpy_page("indexing", "Indexing", DEVICES, "_numpy.indexing"),
    numpy_page(
        "ufuncs",
        "Elementwise functions (ufuncs)",
        KERNELS,
        "_numpy.ufuncs",
        intro="The table is made from ``ops/table/op_table.def``. The error is bounded "
        "on every device, in units in the last place (ulp) of the exact result. Complex "
        "loops count in the last place of the larger part: complex64 is within 1, "
        "complex128 within 8. ``logaddexp`` and ``logaddexp2`` count in the last place "
        "of the largest argument where that is larger than the result. Every binary "
        "ufunc has ``reduce``, ``accumulate``, ``reduceat``, ``outer`` and ``at``.",
    ),
    numpy_page("math", "Mathematics and comparison", DEVICES, "_numpy.math"),
    numpy_page(
        "statistics",
        "Sums, means and extremes",
        DEVICES,
        "_numpy.statistics",
        "_numpy.nanfunctions",
        "_numpy.order_statistics",
        intro="Reductions have the same bits in every run. On the CPU device and on "
        "GPUs they have kernels of their own.",
    ),
    numpy_page("histograms", "Histograms", DEVICES, "_numpy.histograms"),
    numpy_page("sorting", "Sorting and searching", DEVICES, "_numpy.sorting"),
    numpy_page("sets", "Sets", DEVICES, "_numpy.sets"),
    numpy_page("products", "Products and einsum", DEVICES, "_numpy.products",
               "_numpy.einsum"),
    numpy_page("signals", "Interpolation, padding, windows", DEVICES,
               "_numpy.interpolation", "_numpy.padding", "_numpy.windows"),
    numpy_page("polynomials", "Polynomials", TWIN, "_numpy.polynomials"),
    numpy_page("bits", "Packed bits", DEVICES, "_numpy.bits"),
    numpy_page("files", "Files", "Files are read and written on the host; what is read "
               "goes to the default device.", "_numpy.io"),
    numpy_page("iteration", "Iteration", "Over memory of the CPU device; a ``TypeError`` "
               "for arrays on a GPU.", "_numpy.iteration", "_array.flat",
               only=("nditer", "nested_iters", "flatiter")),
    numpy_page("printing", "Texts of arrays", HOST, "_array.repr"),
    numpy_page("overlap", "Shared memory", HOST, "_array.overlap"),
    numpy_page("dtypes", "Dtypes and floating-point errors", HOST, "_array.dtypes",
               intro="Scalar types and constants are NumPy's own objects. "
               "``float32(x)`` of an array makes an array."),
    Page("about", "About this installation", HOST, ("_numpy.about",),
         without=("__array_namespace_info__",)),
)  # fmt: skip
OWN = (
    Page("devices", "Devices and settings", HOST, ("",),
         only=("Device", "get_default_device", "set_default_device", "show_config",
               "fallbacks", "PerformanceWarning", *_ERRORS)),
    Page("recording", "Recording and measuring", HOST, ("",),
         only=("explain", "profile", "benchmark", "time_range", "config")),
    Page("kernels", "Kernels of your own",
         "On the device of the arrays of a call, CPU or GPU.", ("",),
         only=("ElementwiseKernel", "ReductionKernel", "RawKernel", "RawModule",
               "SourceModule", "In", "Out", "InOut", "vectorize", "fuse", "compile",
               "Artifact", "memoize", "clear_memo", "CompileError", "CompilerNotFound",
               *_LATE_ERRORS)),
    Page("kernel_cache", "kernel_cache", HOST, ("kernel_cache",), "kernel_cache"),
    Page("memory", "Memory pools", HOST, ("",),
         only=("get_default_memory_pool", "get_default_pinned_memory_pool")),
    Page("dask", "dask", HOST, ("dask",), "dask",
         intro="Arrays of Tenorite in dask.array, and clusters for them: "
         ":doc:`/dask`."),
    Page("distributed", "distributed", HOST, ("distributed",), "distributed",
         intro="Arrays between GPUs, processes and machines: :doc:`/distributed`, :doc:`/split`."),
    Page("testing", "testing", HOST, ("testing",), "testing",
         intro="NumPy's assertions, which compare arrays of any device, and CuPy's "
         "decorators for tests."),
)  # fmt: skip


def _package(name, runs=DEVICES, **more):
    return Page(name.replace(".", "-"), name, runs, (name,), name, **more)


_BASES = ("polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre")
_POLYNOMIALS = (
    "The classes of six bases, ``Polynomial``, ``Chebyshev`` and their kin, are NumPy's code "
    "over Tenorite's functions. Domain and window stay in host memory."
)
_SPECIAL = (
    ":doc:`/special` says what errors of some functions count in, and what SciPy's do "
    "otherwise."
)
PACKAGES = (
    _package("linalg", about=("linalg",), without=("LinAlgError",)),
    _package("fft", about=("fft",), without=("config",)),
    _package("fft.config", HOST),
    _package("fft.plans", GPU),
    _package("random", NEW, about=("random", "Generator"),
             exceptions=dict.fromkeys(("MT19937", "SFC64"), "On the host.")),
    _package("special", intro=_SPECIAL),
    _package("lib.stride_tricks"),
    _package("lib.scimath", TWIN, is_table=True),
    _package("polynomial", TWIN, is_table=True, intro=_POLYNOMIALS),
    *(_package(f"polynomial.{basis}", TWIN, is_table=True) for basis in _BASES),
    _package("cublas"),
)  # fmt: skip
CUDA = tuple(
    _package(name, GPU)
    for name in ("cuda", "cuda.runtime", "cuda.driver", "cuda.nvrtc", "cuda.texture",
                 "cuda.nvtx", "cuda.memory_hooks")
) + (_package("cupyx", DEVICES), _package("cupy_compat", HOST))  # fmt: skip
SCIPY = tuple(
    _package(f"scipy.{name}")
    for name in ("fft", "fftpack", "interpolate", "linalg", "ndimage", "signal",
                 "signal.windows", "sparse", "sparse.linalg", "sparse.csgraph",
                 "spatial.distance", "special", "stats")
)  # fmt: skip
# Folder, title, pages.
GROUPS = (
    ("numpy", "NumPy's functions", NUMPY),
    ("packages", "Packages of functions", PACKAGES),
    ("own", "Devices, recording, kernels", OWN),
    ("cuda", "GPUs and CuPy's names", CUDA),
    ("scipy", "SciPy", SCIPY),
)


def check():
    """Names of the package that no page has."""
    from tenorite._numpy.host_names import HOST_NAMES

    covered = {name for page in (*NUMPY, *OWN) for name in page.names()}
    covered |= {*_ARRAYS, *HOST_NAMES, *tenorite._SUBMODULES, "emath"}
    covered |= {"__array_api_version__", "__version__", "__array_namespace_info__"}
    return sorted(set(tenorite.__all__) - covered)

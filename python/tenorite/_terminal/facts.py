# SPDX-License-Identifier: Apache-2.0
"""What the report says about a machine: sections of rows, each looked up on its own."""

import ctypes.util
import os
import platform
import shutil
import subprocess
import time
import warnings

import numpy

from .. import _core, kernel_cache
from .._runtime import environment
from .._runtime.build import cuda_part, version_text
from .._runtime.libraries import cuda_files
from .._runtime.package import FOLDER
from .._runtime.units import age_text, size_text
from .._runtime.version import __version__
from .layout import Row


def guarded(rows):
    """The rows of a function; what it raises is a row, too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield from rows()
    except Exception as error:
        yield Row("not known", f"{type(error).__name__}: {error}", "failed")


def sections():
    """(title, rows) of all sections, the rows looked up as they are asked for."""
    for title, rows in (
        ("Tenorite", _package),
        ("Devices", _devices),
        ("Compilers of kernels", _compilers),
        ("Libraries", _libraries),
        ("Cache of kernels", _cache),
        ("Environment", _environment),
    ):
        yield title, guarded(rows)


# ---- the package ----


def _package():
    yield Row("version", f"{__version__} in {FOLDER}")
    part = cuda_part()
    if part.why_none:
        yield Row("CUDA part", f"none: {part.why_none}", "note" * driver_is_there())
    else:
        kinds = ", ".join(part.architectures)
        yield Row("CUDA part", f"of CUDA {part.version}, kernels for {kinds}")
    yield Row("Python", f"{platform.python_version()} on {platform.platform()}")
    yield Row("NumPy", numpy.__version__)


# ---- devices ----


def _processor():
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def driver_is_there():
    """Whether the system has a driver of NVIDIA, whatever it is worth."""
    return os.path.exists("/proc/driver/nvidia/version") or bool(
        shutil.which("nvidia-smi")
    )


def usable_devices():
    """Names of the devices that work can be given to, the CPU first."""
    try:
        count = _core.device.cuda_count()
    except Exception:  # the report says what
        count = 0
    return ["cpu", *(f"cuda:{i}" for i in range(count))]


def why_no_gpu():
    """One sentence on why there is no GPU, with what to do; "" where there is one."""
    try:
        _core.device.check("cuda:0")
    except (RuntimeError, ValueError) as error:
        why = str(error)
    else:
        return ""
    return why.removeprefix("cuda:0 is not available: ")


def _devices():
    threads = _core.device.num_threads("cpu")
    yield Row("cpu", f"{_processor()}, {threads} thread{'s' * (threads > 1)}")
    names = usable_devices()[1:]
    for i, name in enumerate(names):
        yield from guarded(lambda i=i, name=name: _gpu(i, name))
    if not names:
        yield Row("GPU", f"none: {why_no_gpu()}")
    else:
        number = _core.cuda.driver_version()
        yield Row("driver", f"for CUDA {version_text(number)} and older")
    try:
        yield Row("default", _core.device.default())
    except (RuntimeError, ValueError) as error:
        yield Row("default", str(error), "failed")


def _gpu(i, name):
    title = _core.cuda.device_info(i)["name"].decode(errors="replace")
    free, total = _core.cuda.memory_info(i)
    capability = f"{_core.cuda.attribute(75, i)}.{_core.cuda.attribute(76, i)}"
    yield Row(
        name,
        f"{title}, {size_text(total)} ({size_text(free)} free), "
        f"compute capability {capability}",
    )


# ---- compilers ----


def _first_line(command):
    try:
        done = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.partition("\n")[0].strip() if done.returncode == 0 else ""


def _host_compiler():
    """(command, first line of its version) as kernels of the CPU device find it."""
    import sys

    chosen = os.environ.get("TENORITE_CXX")
    if chosen:
        candidates = [[chosen] if shutil.which(chosen) else chosen.split()]
    else:
        candidates = [["c++"], ["g++"], ["clang++"]]
        candidates.append([sys.executable, "-m", "ziglang", "c++"])
    for command in candidates:
        path = shutil.which(command[0])
        if path and (version := _first_line([path, *command[1:]])):
            return " ".join([path, *command[1:]]), version
    return None


def _compilers():
    found = _host_compiler()
    if found:
        yield Row("for the CPU", f"{found[1]} ({found[0]})")
    else:
        yield Row(
            "for the CPU",
            "no C++ compiler was found, which only kernels of one's own need: install "
            "one (apt install g++, or pip install ziglang), or name it in TENORITE_CXX",
            "note",
        )
    if not cuda_part().why_none:
        yield from guarded(_nvrtc)


def _nvrtc():
    try:
        major, minor, architectures = _core.nvrtc_version()
    except RuntimeError as error:
        yield Row("for GPUs", str(error), "note")
        return
    span = f", up to sm_{max(architectures)}" if architectures else ""
    yield Row("for GPUs", f"NVRTC {major}.{minor}{span}")


# ---- libraries ----

# Of the CUDA toolkit: file, title, what it is for, pip's package for CUDA 13.
_CUDA = (
    ("cublas", "cuBLAS", "matrix products", "nvidia-cublas"),
    ("cusolver", "cuSOLVER", "linear algebra", "nvidia-cusolver"),
    ("cufft", "cuFFT", "Fourier transforms", "nvidia-cufft"),
    ("nvrtc", "NVRTC", "compiling kernels", "nvidia-cuda-nvrtc"),
)


def missing_libraries():
    """(title, what it is for, pip's package) of CUDA libraries that are not found."""
    part = cuda_part()
    if part.why_none:
        return []
    old = part.version.startswith("12.")
    return [
        (title, use, package + "-cu12" * old)
        for stem, title, use, package in _CUDA
        if not _path_of(stem)
    ]


def _path_of(stem):
    """Where a CUDA library is: in a wheel or a toolkit, or by the loader's search."""
    files = cuda_files(stem)
    return files[0] if files else ctypes.util.find_library(stem)


def _libraries():
    yield Row("OpenBLAS", _core.blas_description("cpu"))
    missing = {title: (use, package) for title, use, package in missing_libraries()}
    for stem, title, _, _ in _CUDA if not cuda_part().why_none else ():
        if title not in missing:
            yield Row(title, _path_of(stem))
            continue
        use, package = missing[title]
        mark = "note" if len(usable_devices()) > 1 else ""
        yield Row(title, f"not found; for {use} on GPUs: pip install {package}", mark)


# ---- caches and settings ----


def _cache():
    info = kernel_cache.info()
    yield Row("folder", info.dir)
    if info.mode != "on":
        yield Row("mode", {"ro": "read only", "off": "off"}[info.mode])
    kernels = f"{info.entries} kernel{'s' * (info.entries != 1)}"
    yield Row(
        "holds",
        f"{kernels}, {size_text(info.bytes)} of {size_text(info.limit)} at most",
    )
    entries = kernel_cache.entries()
    if entries:
        oldest = max(0, time.time() - min(entry.used for entry in entries))
        yield Row("oldest", f"last used {age_text(oldest)} ago")
    if info.trouble:
        yield Row("trouble", info.trouble, "note")


def _environment():
    found = environment.settings()
    for name, value in found:
        if environment.is_known(name):
            yield Row(name, value)
            continue
        meant = environment.likely_meant(name)
        text = f"{value}: nothing reads this variable"
        yield Row(name, text + (f"; {meant} is meant?" if meant else ""), "note")
    if not found:
        yield Row("TENORITE_*", "none is set")

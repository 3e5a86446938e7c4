# SPDX-License-Identifier: Apache-2.0
"""Extensions in C++ that tests build with CMake, once for all processes of a run."""

import fcntl
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
import tenorite

TESTS = pathlib.Path(__file__).resolve().parents[1] / "extension"
EXAMPLE = TESTS.parents[2] / "examples" / "extension"

needs_gpu = pytest.mark.skipif(not tenorite.cuda.is_available(), reason="needs a GPU")

DTYPES = (
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64"
    " complex64 complex128"
).split()

# Tools of a virtual environment whose Python was called by its path.
PATH = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])


def folder_of(package, *options):
    """What `python -m package` prints, or None where it is not installed."""
    if importlib.util.find_spec(package) is None:
        return None
    return subprocess.run(
        [sys.executable, "-m", package, *options],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def run(*command):
    """Runs it; on failure the test ends with what it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        env=os.environ | {"PATH": PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        pytest.fail(f"{command}: {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


def cmake_options(folder):
    """Of every project: where tools and packages are."""
    packages = {
        "tenorite": folder_of("tenorite", "--cmakedir"),
        "pybind11": folder_of("pybind11", "--cmakedir"),
        "nanobind": folder_of("nanobind", "--cmake_dir"),
    }
    found = [f"-D{name}_DIR={path}" for name, path in packages.items() if path]
    if shutil.which("ninja", path=PATH):
        found += ["-G", "Ninja"]
    return ["-B", folder, f"-DPython_EXECUTABLE={sys.executable}", *found]


def cuda_options():
    """For the GPU that is here, or for one that need not be here."""
    capability = "90"
    if tenorite.cuda.is_available():
        capability = tenorite.cuda.Device(0).compute_capability
    return [f"-DCMAKE_CUDA_ARCHITECTURES={capability}-real"]


def require_tools():
    """Skips the test where extensions cannot be compiled."""
    for tool in (("cmake",), ("c++", "g++", "clang++")):
        if not any(shutil.which(name, path=PATH) for name in tool):
            pytest.skip(f"there is no {tool[0]} on this machine")


def build(source, factory, *options):
    """The folder of a project's modules, without optimisation.

    `factory` is pytest's for temporary folders: that of the run is common to the
    processes of xdist, of which the first one builds.
    """
    require_tools()
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / f"extension-{source.parent.name}"
    with open(root / f"{folder.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            flags = [f"-DCMAKE_{x}_FLAGS_DEBUG=-O0" for x in ("CXX", "CUDA")]
            options = ["-DCMAKE_BUILD_TYPE=Debug", *flags, *options]
            run("cmake", "-S", source, *cmake_options(folder), *options)
            run("cmake", "--build", folder, "-j", str(min(4, os.cpu_count() or 1)))
            (folder / "built").touch()
    return folder


def load(folder, name):
    """The module of that name, or None where it was not built."""
    if name in sys.modules:
        return sys.modules[name]
    for path in folder.glob(f"{name}.*.so"):
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    return None


def address(x):
    """Of the first item."""
    interface = (
        "__array_interface__" if str(x.device) == "cpu" else "__cuda_array_interface__"
    )
    return getattr(x, interface)["data"][0]

# SPDX-License-Identifier: Apache-2.0
"""Which versions go together, and where headers and the CMake package are found."""

import pathlib
import subprocess
import sys

import pytest
import tenorite as tn
from support import extensions

HEADERS = pathlib.Path(tn.__file__).parent / "include" / "tenorite"

OTHER_VERSION = """
import ctypes, sys, tenorite
from tenorite import _core

class Api(ctypes.Structure):
    _fields_ = [("major", ctypes.c_int32), ("minor", ctypes.c_int32)]

api = Api({major}, {minor})
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_core._c_api = new(ctypes.addressof(api), b"tenorite._core._c_api", None)
sys.path.insert(0, {folder!r})
try:
    import {module}
except ImportError as error:
    print(error.__cause__ or error)
"""


def api_version():
    """Major and minor number, as the headers have them."""
    lines = (HEADERS / "c_api.h").read_text().splitlines()
    found = [x.split() for x in lines if x.startswith("#define TENORITE_C_API_M")]
    return {name.rpartition("_")[2].lower(): int(value) for _, name, value in found}


@pytest.mark.parametrize("module", ["plain", "bound_by_pybind11", "bound_by_nanobind"])
@pytest.mark.parametrize(
    "major, minor, advice",
    [
        (1, 0, "compile the extension again"),
        (-1, 0, "install a newer tenorite, or compile the extension again"),
        (0, -1, "install a newer tenorite, or compile the extension again"),
    ],
)
def test_other_versions_are_refused(built, module, major, minor, advice):
    if not list(built.glob(f"{module}.*.so")):
        pytest.skip("its binding library is not installed")
    ours = api_version()
    theirs = {"major": ours["major"] + major, "minor": ours["minor"] + minor}
    text = OTHER_VERSION.format(module=module, folder=str(built), **theirs)
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )
    version = "{major}.{minor}".format
    assert done.stdout.strip().endswith(
        f"this extension was compiled for version {version(**ours)} of tenorite's C "
        "API, and the tenorite that is installed has "
        f"{version(**theirs)}: {advice}"
    )


def test_without_tenorite(built):
    text = f"""
import sys
sys.modules["tenorite"] = None
sys.path.insert(0, {str(built)!r})
import plain
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert "ModuleNotFoundError: import of tenorite halted" in done.stderr


def command_line(*options):
    return subprocess.run(
        [sys.executable, "-m", "tenorite", *options], capture_output=True, text=True
    )


def test_command_line():
    assert command_line("--include-dir").stdout.strip() == str(HEADERS.parent)
    options = command_line("--includes").stdout.split()
    assert options[-1] == f"-I{HEADERS.parent}"
    assert any((pathlib.Path(x[2:]) / "Python.h").exists() for x in options)
    folder, version = command_line("--cmakedir", "--version").stdout.splitlines()
    assert (pathlib.Path(folder) / "tenorite-config.cmake").exists()
    assert version == tn.__version__
    assert "cpu" in command_line("--config").stdout
    unknown = command_line("--unknown")
    assert unknown.returncode == 2 and "--cmakedir" in unknown.stderr


@pytest.mark.parametrize(
    "asked, found",
    [
        ("", 1),
        ("1", 1),
        ("1.0", 1),
        ("1.0 EXACT", 1),
        ("2.0", 0),
        ("0.9", 0),
        ("1.99", 0),
    ],
)
def test_version_of_the_cmake_package(tmp_path, asked, found):
    assert api_version() == {"major": 1, "minor": 0}
    extensions.require_tools()
    (tmp_path / "CMakeLists.txt").write_text(
        f"""
cmake_minimum_required(VERSION 3.25)
project(finds LANGUAGES NONE)
find_package(tenorite {asked} CONFIG)
message(STATUS "found=${{tenorite_FOUND}} version=${{tenorite_VERSION}}.")
"""
    )
    printed = extensions.run(
        "cmake", "-S", tmp_path, *extensions.cmake_options(tmp_path / "build")
    )
    assert f"found={found} version={'1.0' if found else ''}." in printed

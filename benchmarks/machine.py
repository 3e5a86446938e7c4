# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks run on."""

import datetime
import os
import pathlib
import platform
import runpy
import subprocess

import numpy

# JAX would keep most of a GPU's memory for itself, and torch would start a process
# on every core before it compiles a kernel or two.
DEFAULTS = {
    "XLA_PYTHON_CLIENT_MEM_FRACTION": "0.2",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
}
ROOT = pathlib.Path(__file__).resolve().parents[1]


def environment(**more):
    """The environment of a process that can import the benchmarks."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH")]
    own = {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return DEFAULTS | os.environ | own | more


def commit():
    """The commit of the tree, with a + where files differ from it; or None."""
    git = ["git", "-C", str(ROOT)]
    try:
        head = subprocess.run(
            [*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
        changed = subprocess.run(
            [*git, "status", "--porcelain", "-uno"], capture_output=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return head + ("+" if changed else "")


def host_facts():
    demo = runpy.run_path(str(ROOT / "examples" / "demo" / "machine.py"))
    return {
        "cpu": demo["cpu_name"](),
        "cores": demo["usable_cores"](),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": commit(),
    }

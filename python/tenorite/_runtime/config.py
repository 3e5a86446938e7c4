# SPDX-License-Identifier: Apache-2.0
"""What runs here: versions, devices and settings."""

import os
import platform

import numpy

from .. import _core
from .version import __version__

__all__ = ["show_config"]


def _cuda_lines():
    try:
        count = _core.device.cuda_count()
        if not count:
            return ["CUDA: not available"]
    except Exception as error:
        return [f"CUDA: not available ({error})"]
    lines = [f"CUDA devices: {count}"]
    for i in range(count):
        name = _core.cuda.device_info(i)["name"]
        name = name.decode() if isinstance(name, bytes) else name
        free, total = _core.cuda.memory_info(i)
        lines.append(
            f"  cuda:{i}: {name}, {free / 2**30:.1f} of {total / 2**30:.1f} GiB free"
        )
    lines.append(f"Matrix products on CUDA: {_core.blas_description('cuda')}")
    return lines


def _default_device():
    try:
        return _core.device.default()
    except (ValueError, RuntimeError) as error:
        return f"none ({error})"


def config_text():
    """The text that show_config() prints; asks the CUDA driver for its devices."""
    lines = [
        f"tenorite: {__version__}",
        f"NumPy: {numpy.__version__}",
        f"Python: {platform.python_version()} on {platform.platform()}",
        f"CPU: {platform.machine()}, {os.cpu_count()} cores",
        f"Matrix products on the CPU: {_core.blas_description('cpu')}",
        f"Default device: {_default_device()}",
        *_cuda_lines(),
    ]
    settings = sorted(k for k in os.environ if k.startswith("TENORITE_"))
    lines += [f"{name}={os.environ[name]}" for name in settings]
    return "\n".join(lines)


def show_config(mode=None):
    """Print versions, devices and TENORITE_ variables; for bug reports.

    With the mode "dicts" nothing is printed: the dict of numpy.show_config comes back,
    with this text as its item "tenorite".
    """
    if mode not in (None, "stdout"):
        return {**numpy.show_config(mode), "tenorite": config_text()}
    print(config_text())

# SPDX-License-Identifier: Apache-2.0
"""The cache of cuFFT's plans on each GPU, in CuPy's form.

Unlike CuPy's it is shared by all threads.
"""

from .. import _core
from .._runtime.device import Device

__all__ = [
    "PlanCache",
    "clear_plan_cache",
    "get_plan_cache",
    "get_plan_cache_max_memsize",
    "get_plan_cache_size",
    "set_plan_cache_max_memsize",
    "set_plan_cache_size",
    "show_plan_cache_info",
]


class PlanCache:
    """The plans of a GPU that were used last; made by get_plan_cache().

    Iterating gives (plan, bytes) of each, the last used first: a plan is its points
    per axis, the transforms at once, the dtypes of both sides and their layouts.
    """

    __slots__ = ("_device",)

    def __init__(self, device):
        self._device = device

    def _info(self):
        return _core.fft_cache_info(self._device)

    def get_size(self):
        """How many plans are kept at most; -1 for any number. 64 at first."""
        return self._info()["size"]

    def set_size(self, size):
        """Keeps `size` plans at most; -1 for any number, 0 for none."""
        _core.fft_cache_set_size(self._device, size)

    def get_memsize(self):
        """How many bytes the runs of the kept plans may need in sum; -1: any."""
        return self._info()["memsize"]

    def set_memsize(self, memsize):
        """Keeps plans whose runs need `memsize` bytes in sum at most; -1: any."""
        _core.fft_cache_set_memsize(self._device, memsize)

    def get_curr_size(self):
        """How many plans are kept now."""
        return self._info()["current_size"]

    def get_curr_memsize(self):
        """Bytes that runs of the kept plans need in sum; the pool has them between."""
        return self._info()["current_memsize"]

    def clear(self):
        """Drops all plans and sets the counts of hits and misses back."""
        _core.fft_cache_clear(self._device)

    def show_info(self):
        """Print limits, use, and the kept plans."""
        print(self)

    def __iter__(self):
        return iter(self._info()["plans"])

    def __repr__(self):
        info = self._info()
        limits = [
            "unlimited" if info[key] < 0 else info[key] for key in ("size", "memsize")
        ]
        lines = [
            f"cuFFT plans of {self._device}",
            f"plans: {info['current_size']} of {limits[0]}",
            f"bytes: {info['current_memsize']} of {limits[1]}",
            f"hits: {info['hits']}, misses: {info['misses']}",
        ]
        for (points, batch, source, target, *_), size in info["plans"]:
            by = " x ".join(map(str, points))
            lines.append(f"{by}, {batch} at once, {source} to {target}: {size} bytes")
        return "\n".join(lines)


def _cuda_device(device):
    if device is None:
        device = Device(_core.device.default())
        return device.name if device.type == "cuda" else "cuda:0"
    device = Device(device)
    if device.type != "cuda":
        raise ValueError("the CPU device keeps no plans")
    return device.name


def get_plan_cache(device=None):
    """The PlanCache of a GPU: `device`, a number or name, else the default device.

    Where that is the CPU device, it is the first GPU's.
    """
    return PlanCache(_cuda_device(device))


def clear_plan_cache():
    """Drops all plans of the default GPU."""
    get_plan_cache().clear()


def get_plan_cache_size():
    """How many plans the default GPU keeps at most; -1 for any number."""
    return get_plan_cache().get_size()


def set_plan_cache_size(size):
    """Keeps `size` plans of the default GPU at most; -1 for any number, 0 for none."""
    get_plan_cache().set_size(size)


def get_plan_cache_max_memsize():
    """How many bytes the runs of the default GPU's plans may need in sum; -1: any."""
    return get_plan_cache().get_memsize()


def set_plan_cache_max_memsize(size):
    """Keeps plans whose runs need `size` bytes in sum at most; -1: any."""
    get_plan_cache().set_memsize(size)


def show_plan_cache_info():
    """Print the plans of the default GPU, and how often they were found."""
    get_plan_cache().show_info()

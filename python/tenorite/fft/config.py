# SPDX-License-Identifier: Apache-2.0
"""The cache of cuFFT's plans on each GPU, in CuPy's form.

Unlike CuPy's it is shared by all threads.
"""

from .. import _core
from .._runtime.device import Device
from .._runtime.help import document

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

    >>> cache = np.fft.config.get_plan_cache()
    >>> cache.get_curr_size() <= 64
    True
    """

    __slots__ = ("_device",)

    def __init__(self, device):
        self._device = device

    def _info(self):
        return _core.fft_cache_info(self._device)

    def get_size(self):
        """How many plans are kept at most; -1 for any number. 64 at first.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.get_size()
        64
        """
        return self._info()["size"]

    def set_size(self, size):
        """Keeps `size` plans at most; -1 for any number, 0 for none.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.set_size(16)
        >>> cache.get_size()
        16
        >>> cache.set_size(64)
        """
        _core.fft_cache_set_size(self._device, size)

    def get_memsize(self):
        """How many bytes the runs of the kept plans may need in sum; -1: any.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.get_memsize()
        -1
        """
        return self._info()["memsize"]

    def set_memsize(self, memsize):
        """Keeps plans whose runs need `memsize` bytes in sum at most; -1: any.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.set_memsize(1 << 30)
        >>> cache.get_memsize() == 1 << 30
        True
        >>> cache.set_memsize(-1)
        """
        _core.fft_cache_set_memsize(self._device, memsize)

    def get_curr_size(self):
        """How many plans are kept now.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.clear()
        >>> cache.get_curr_size()
        0
        """
        return self._info()["current_size"]

    def get_curr_memsize(self):
        """Bytes that runs of the kept plans need in sum; the pool has them between.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.clear()
        >>> cache.get_curr_memsize()
        0
        """
        return self._info()["current_memsize"]

    def clear(self):
        """Drops all plans and sets the counts of hits and misses back.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.clear()
        >>> list(cache)
        []
        """
        _core.fft_cache_clear(self._device)

    def show_info(self):
        """Print limits, use, and the kept plans.

        >>> cache = np.fft.config.get_plan_cache()
        >>> cache.clear()
        >>> cache.show_info()  # doctest: +ELLIPSIS
        cuFFT plans of cuda:...
        plans: 0 of 64
        bytes: 0 of unlimited
        hits: 0, misses: 0
        """
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

    >>> np.fft.config.get_plan_cache("cuda:0").get_size()
    64
    """
    return PlanCache(_cuda_device(device))


def clear_plan_cache():
    """Drops all plans of the default GPU.

    >>> from tenorite.fft import config
    >>> config.clear_plan_cache()
    >>> config.get_plan_cache().get_curr_size()
    0
    """
    get_plan_cache().clear()


def get_plan_cache_size():
    """How many plans the default GPU keeps at most; -1 for any number.

    >>> np.fft.config.get_plan_cache_size()
    64
    """
    return get_plan_cache().get_size()


def set_plan_cache_size(size):
    """Keeps `size` plans of the default GPU at most; -1 for any number, 0 for none.

    >>> from tenorite.fft import config
    >>> config.set_plan_cache_size(16)
    >>> config.get_plan_cache_size()
    16
    >>> config.set_plan_cache_size(64)
    """
    get_plan_cache().set_size(size)


def get_plan_cache_max_memsize():
    """How many bytes the runs of the default GPU's plans may need in sum; -1: any.

    >>> np.fft.config.get_plan_cache_max_memsize()
    -1
    """
    return get_plan_cache().get_memsize()


def set_plan_cache_max_memsize(size):
    """Keeps plans whose runs need `size` bytes in sum at most; -1: any.

    >>> from tenorite.fft import config
    >>> config.set_plan_cache_max_memsize(1 << 30)
    >>> config.get_plan_cache_max_memsize() == 1 << 30
    True
    >>> config.set_plan_cache_max_memsize(-1)
    """
    get_plan_cache().set_memsize(size)


def show_plan_cache_info():
    """Print the plans of the default GPU, and how often they were found.

    >>> from tenorite.fft import config
    >>> config.clear_plan_cache()
    >>> config.show_plan_cache_info()  # doctest: +ELLIPSIS
    cuFFT plans of cuda:...
    plans: 0 of 64
    bytes: 0 of unlimited
    hits: 0, misses: 0
    """
    get_plan_cache().show_info()


document(globals()[name] for name in __all__)

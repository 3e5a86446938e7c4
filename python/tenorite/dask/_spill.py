# SPDX-License-Identifier: Apache-2.0
"""Results of a worker on a GPU: those that were used longest ago go to host memory.

From there distributed's own buffer writes them to files, as all others.
"""

import os
import sys
from collections.abc import MutableMapping

import dask
import zict
from dask.sizeof import sizeof
from distributed.protocol import dask_deserialize, dask_serialize
from distributed.protocol.serialize import deserialize, serialize
from distributed.spill import SpillBuffer
from distributed.utils import nbytes

from .._array.memory import is_in_host_memory
from .._core import ndarray

_FAMILIES = ("dask", "pickle")


class Packed:
    """A result in host memory: what a serialiser makes of it."""

    def __init__(self, header, frames):
        self.header = header
        self.frames = frames


def pack(value):
    """A result with arrays on a GPU, in page-locked memory of the host."""
    return Packed(*serialize(value, serializers=_FAMILIES, on_error="raise"))


def unpack(packed):
    """The result again, on the device that it came from."""
    return deserialize(packed.header, packed.frames, deserializers=_FAMILIES)


@sizeof.register(Packed)
def _bytes_of(packed):
    return sum(map(nbytes, packed.frames))


@dask_serialize.register(Packed)
def _dumps(packed):
    return {"header": packed.header}, packed.frames


@dask_deserialize.register(Packed)
def _loads(header, frames):
    return Packed(header["header"], frames)


def gpu_memory_of(value):
    """Bytes of GPUs that a result takes: an array, or arrays in lists and tuples."""
    if isinstance(value, ndarray):
        return 0 if is_in_host_memory(value) else sizeof(value)
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return 0
    return sum(map(gpu_memory_of, value))


class Results(MutableMapping):
    """Results by their keys: at most `gpu_memory` bytes on the GPU, others in `host`."""

    def __init__(self, gpu_memory, host, weight=gpu_memory_of):
        self.weight = weight
        self.host = host
        self.on_gpu = zict.LRU(
            gpu_memory,
            {},
            on_evict=[self._to_host],
            weight=lambda key, value: weight(value),
        )

    def _to_host(self, key, value):
        self.host[key] = pack(value)

    def __setitem__(self, key, value):
        if self.weight(value):
            zict.common.discard(self.host, key)
            self.on_gpu[key] = value
        else:
            zict.common.discard(self.on_gpu, key)
            self.host[key] = value

    def __getitem__(self, key):
        if key in self.on_gpu:
            return self.on_gpu[key]
        value = self.host[key]
        if not isinstance(value, Packed):
            return value
        value = unpack(value)
        if self.weight(value) <= self.on_gpu.n:
            del self.host[key]
            self.on_gpu[key] = value
        return value

    def __delitem__(self, key):
        del (self.on_gpu if key in self.on_gpu else self.host)[key]

    def __contains__(self, key):
        return key in self.on_gpu or key in self.host

    def __iter__(self):
        yield from list(self.on_gpu)
        yield from list(self.host)

    def __len__(self):
        return len(self.on_gpu) + len(self.host)

    @property
    def fast(self):
        """What `evict()` can write to files; distributed asks whether it is empty."""
        return getattr(self.host, "fast", ())

    def evict(self):
        """Writes one result from host memory to a file; its bytes, -1 where it fails.

        distributed calls it when the process holds too much memory.
        """
        return self.host.evict() if self.fast else -1


def results(gpu_memory, host_memory, worker_local_directory):
    """The results of a worker, as its argument `data` wants them."""
    host = {}
    share = dask.config.get("distributed.worker.memory.target")
    if host_memory:
        folder = os.path.join(worker_local_directory, "storage")
        target = int(host_memory * share) if share else sys.maxsize
        host = SpillBuffer(folder, target)
    return Results(gpu_memory, host)

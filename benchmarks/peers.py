# SPDX-License-Identifier: Apache-2.0
"""Copies between two GPUs of one host, beside those of the CUDA runtime and of torch.

Each way has streams of its own, one on each GPU: the default ones wait for each other.
"""

import contextlib
import time

import tenorite

SIZES = (1 << 20, 64 << 20, 1 << 30)  # bytes
GPUS = (0, 1)


def _seconds(call, wait, bytes_each):
    """Seconds of a call among many; the least of some rounds."""
    number = max(3, min(200, (8 << 30) // bytes_each))
    best = float("inf")
    for _ in range(4):  # the first makes what the others use again
        wait()
        begin = time.perf_counter()
        for _ in range(number):
            call()
        wait()
        best = min(best, (time.perf_counter() - begin) / number)
    return best


def _wait():
    for k in GPUS:
        tenorite.cuda.Device(k).synchronize()


def _streams():
    """A stream on each GPU."""
    made = []
    for k in GPUS:
        with tenorite.cuda.Device(k):
            made.append(tenorite.cuda.Stream(non_blocking=True))
    return made


class Way:
    """From one GPU to the other: arrays and streams."""

    def __init__(self, source, count):
        self.gpus = source, 1 - source
        self.streams = _streams()
        self.source, self.target = (
            tenorite.ones(count, "float32", device=f"cuda:{k}") for k in self.gpus
        )
        _wait()

    def by_runtime(self):
        source, target = self.gpus
        with tenorite.cuda.Device(source):
            tenorite.cuda.runtime.memcpyPeerAsync(
                self.target.data.ptr,
                target,
                self.source.data.ptr,
                source,
                self.source.nbytes,
                self.streams[source].ptr,
            )

    def by_device(self):
        with contextlib.ExitStack() as stack:
            for k, stream in zip(GPUS, self.streams, strict=True):
                stack.enter_context(tenorite.cuda.Device(k))  # a stream is of its own
                stack.enter_context(stream)
            return self.source.to_device(self.target.device)

    def by_torch(self, torch):
        """A call that copies by torch, in its words and on its streams."""
        target, source = map(torch.from_dlpack, (self.target, self.source))
        streams = [torch.cuda.Stream(k) for k in GPUS]

        def copy():
            with contextlib.ExitStack() as stack:
                for stream in streams:
                    stack.enter_context(torch.cuda.stream(stream))
                target.copy_(source, non_blocking=True)

        return copy


def cases(torch=None):
    """(name, library, seconds, bytes that go one way) where two GPUs are."""
    if tenorite.cuda.runtime.getDeviceCount() < 2:
        print("no copies between GPUs: there is one")
        return
    for n in SIZES:
        there, back = (Way(k, n // 4) for k in GPUS)
        for name, ways in {"one way": [there], "both ways": [there, back]}.items():
            name = f"copy to another GPU, {n >> 20} MiB, {name}"
            calls = {
                "cudaMemcpyPeerAsync": [way.by_runtime for way in ways],
                "tenorite": [way.by_device for way in ways],
            }
            if torch:
                calls["torch"] = [way.by_torch(torch) for way in ways]
            for library, each in calls.items():

                def all_ways(each=each):
                    return [call() for call in each]

                yield name, library, _seconds(all_ways, _wait, n), n

# SPDX-License-Identifier: Apache-2.0
"""Copies between two GPUs of one host, beside those of the CUDA runtime and of torch."""

import time

import tenorite

SIZES = (1 << 20, 64 << 20, 1 << 30)  # bytes


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
    for k in range(2):
        tenorite.cuda.Device(k).synchronize()


def cases(torch=None):
    """(name, library, seconds, bytes that go one way) where two GPUs are."""
    if tenorite.cuda.runtime.getDeviceCount() < 2:
        print("no copies between GPUs: there is one")
        return
    runtime = tenorite.cuda.runtime
    for n in SIZES:
        there, back = (
            tenorite.ones(n // 4, "float32", device=f"cuda:{k}") for k in range(2)
        )
        to, fro = (
            tenorite.empty(n // 4, "float32", device=f"cuda:{1 - k}") for k in range(2)
        )

        def runtime_copy(target, source, n=n):
            ours, theirs = (x.__dlpack_device__()[1] for x in (target, source))
            with tenorite.cuda.Device(theirs):
                runtime.memcpyPeerAsync(
                    target.data.ptr, ours, source.data.ptr, theirs, n, 0
                )

        ways = {"one way": ((to, there),), "both ways": ((to, there), (fro, back))}
        for way, pairs in ways.items():
            name = f"copy to another GPU, {n >> 20} MiB, {way}"

            def by_runtime(pairs=pairs):
                for target, source in pairs:
                    runtime_copy(target, source)

            def by_device(pairs=pairs):
                return [source.to_device(target.device) for target, source in pairs]

            yield name, "cudaMemcpyPeerAsync", _seconds(by_runtime, _wait, n), n
            yield name, "tenorite", _seconds(by_device, _wait, n), n
            if torch:
                lent = [(torch.from_dlpack(t), torch.from_dlpack(s)) for t, s in pairs]

                def by_torch(lent=lent):
                    for target, source in lent:
                        target.copy_(source, non_blocking=True)

                yield name, "torch", _seconds(by_torch, _wait, n), n

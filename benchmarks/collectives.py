# SPDX-License-Identifier: Apache-2.0
"""Collective operations beside torch.distributed's on NCCL, in one run on the same GPUs.

    python -m benchmarks.collectives [--ranks 2] [--most 1GiB] [--rounds 5] [--json FILE]

Starts one process for each GPU, in which both libraries have a communicator. For each
operation and number of bytes they take turns: so many calls are queued one after the
other, then waited for. The table has the median of the rounds, of the slowest rank: time
of a call, and bandwidth as nccl-tests count it (`busbw`: what goes over each link). Bytes
are those of the larger of the two buffers. `sync` is a call that is waited for.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time

from . import machine

UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
SIZES = (8, 2**10, 2**15, 2**20, 2**25, 2**28, 2**30)
WARM_UP = 5
MOST_CALLS = 200
SECONDS = 0.06  # of a round
OPERATIONS = ("all_reduce", "all_gather", "reduce_scatter", "broadcast", "send_recv")


def bytes_of(text):
    number = text.rstrip("BKMGi")
    return int(float(number) * UNITS[text[len(number) :] or "B"])


def text_of(nbytes):
    for unit in ("GiB", "MiB", "KiB"):
        if nbytes >= UNITS[unit]:
            return f"{nbytes / UNITS[unit]:g} {unit}"
    return f"{nbytes} B"


def bus_bytes(operation, nbytes, ranks):
    share = (ranks - 1) / ranks
    factor = {"all_reduce": 2 * share, "all_gather": share, "reduce_scatter": share}
    return nbytes * factor.get(operation, 1)


class Ours:
    name = "tenorite"

    def __init__(self, rank, ranks):
        import tenorite

        self.xp, self.rank, self.ranks = tenorite, rank, ranks
        self.device = f"cuda:{rank}"
        tenorite.set_default_device(self.device)
        self.comm = tenorite.distributed.Communicator(self.device, timeout=60)
        nccl = tenorite._core.nccl
        self.version = f"NCCL {nccl.version()} of {nccl.file()}"

    def wait(self):
        self.xp.cuda.get_current_stream().synchronize()

    def call(self, operation, items):
        comm, part = self.comm, items // self.ranks
        x = self.xp.zeros(items, "f4")
        own = self.xp.zeros(part, "f4")
        if operation == "all_reduce":
            return lambda: comm.all_reduce(x, out=x)
        if operation == "broadcast":
            return lambda: comm.broadcast(x, 0, out=x)
        if operation == "all_gather":
            out = x.reshape(self.ranks, part)
            return lambda: comm.all_gather(own, out=out)
        if operation == "reduce_scatter":
            parts = x.reshape(self.ranks, part)
            return lambda: comm.reduce_scatter(parts, out=own)
        right, left = (self.rank + 1) % self.ranks, (self.rank - 1) % self.ranks
        received = self.xp.zeros(items, "f4")

        def send_recv():
            with comm.group():
                comm.send(x, right)
                comm.recv(received, left)

        return send_recv


class Torch:
    name = "torch"

    def __init__(self, rank, ranks):
        import torch
        import torch.distributed as dist

        self.torch, self.dist, self.rank, self.ranks = torch, dist, rank, ranks
        torch.cuda.set_device(rank)
        dist.init_process_group("nccl", device_id=torch.device("cuda", rank))
        version = ".".join(map(str, torch.cuda.nccl.version()))
        self.version = f"torch {torch.__version__}, NCCL {version}"

    def wait(self):
        self.torch.cuda.synchronize()

    def call(self, operation, items):
        torch, dist = self.torch, self.dist
        x = torch.zeros(items, device="cuda")
        own = torch.zeros(items // self.ranks, device="cuda")
        if operation == "all_reduce":
            return lambda: dist.all_reduce(x)
        if operation == "broadcast":
            return lambda: dist.broadcast(x, 0)
        if operation == "all_gather":
            return lambda: dist.all_gather_into_tensor(x, own)
        if operation == "reduce_scatter":
            return lambda: dist.reduce_scatter_tensor(own, x)
        right, left = (self.rank + 1) % self.ranks, (self.rank - 1) % self.ranks
        received = torch.zeros(items, device="cuda")

        def send_recv():
            works = dist.batch_isend_irecv(
                [
                    dist.P2POp(dist.isend, x, right),
                    dist.P2POp(dist.irecv, received, left),
                ]
            )
            for work in works:
                work.wait()

        return send_recv


def seconds_of(library, call, calls, meet):
    """Of one call among many, and of one that is waited for."""
    library.wait()
    meet()
    start = time.perf_counter()
    for _ in range(calls):
        call()
    library.wait()
    return (time.perf_counter() - start) / calls


def worker(arguments):
    rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    libraries = [Ours(rank, ranks)]
    try:
        libraries.append(Torch(rank, ranks))
    except ImportError:
        pass
    comm = libraries[0].comm
    xp = libraries[0].xp

    def slowest(seconds):
        return float(comm.all_reduce(xp.array(seconds), "max"))

    if rank == 0:
        for library in libraries:
            print(f"{library.name}: {library.version}", file=sys.stderr)
    rows = []
    for operation in arguments.only or OPERATIONS:
        for nbytes in SIZES:
            if nbytes > arguments.most:
                continue
            row = {"operation": operation, "bytes": nbytes, "seconds": {}, "sync": {}}
            turns = []
            for library in libraries:
                call = library.call(operation, nbytes // 4)
                for _ in range(WARM_UP):
                    call()
                once = slowest(seconds_of(library, call, WARM_UP, comm.barrier))
                calls = max(5, min(MOST_CALLS, int(SECONDS / once)))
                turns.append((library, call, calls, [], []))
            for _ in range(arguments.rounds):
                for library, call, calls, many, one in turns:
                    many.append(slowest(seconds_of(library, call, calls, comm.barrier)))
                    one.append(slowest(seconds_of(library, call, 1, comm.barrier)))
            for library, _, _, many, one in turns:
                row["seconds"][library.name] = statistics.median(many)
                row["sync"][library.name] = statistics.median(one)
            rows.append(row)
            del turns
            xp.get_default_memory_pool().free_all_blocks()
            if len(libraries) > 1:
                libraries[1].torch.cuda.empty_cache()
            if rank == 0:
                show(row, ranks)
    if rank == 0 and arguments.json:
        gpu = xp.cuda.runtime.getDeviceProperties(0)["name"].decode()
        environment = machine.host_facts() | {"gpu": f"{ranks} {gpu}"}
        environment |= {library.name: library.version for library in libraries}
        report = {"schema": "tenorite-collectives-1", "environment": environment}
        with open(arguments.json, "w") as file:
            json.dump(report | {"cases": rows}, file, indent=1)
    comm.close()
    if len(libraries) > 1:
        libraries[1].dist.destroy_process_group()


def show(row, ranks):
    ours, theirs = (row["seconds"].get(name) for name in ("tenorite", "torch"))
    bus = bus_bytes(row["operation"], row["bytes"], ranks)
    cells = [
        row["operation"],
        text_of(row["bytes"]),
        f"{ours * 1e6:.1f}",
        f"{theirs * 1e6:.1f}" if theirs else "-",
        f"{bus / ours / 1e9:.1f}",
        f"{bus / theirs / 1e9:.1f}" if theirs else "-",
        f"{theirs / ours:.3f}" if theirs else "-",
        f"{row['sync']['tenorite'] * 1e6:.1f}",
        f"{row['sync']['torch'] * 1e6:.1f}" if theirs else "-",
    ]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--most", type=bytes_of, default=2**30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="a file for the figures")
    parser.add_argument("--only", nargs="*", choices=OPERATIONS)
    arguments = parser.parse_args()
    if "RANK" in os.environ:
        worker(arguments)
        return 0
    print("| operation | bytes | us | torch, us | GB/s | torch, GB/s | speed over torch's "
          "| us, sync | torch, us, sync |")  # fmt: skip
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |", flush=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.collectives", *sys.argv[1:]],
            env={
                **os.environ,
                "RANK": str(rank),
                "LOCAL_RANK": str(rank),
                "WORLD_SIZE": str(arguments.ranks),
                "MASTER_ADDR": "127.0.0.1",
                "MASTER_PORT": str(port),
            },
        )
        for rank in range(arguments.ranks)
    ]
    return max(abs(process.wait()) for process in processes)


if __name__ == "__main__":
    sys.exit(main())

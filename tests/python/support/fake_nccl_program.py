# SPDX-License-Identifier: Apache-2.0
"""NCCL's path on the CPU device, over fake_nccl.cpp.

    python -m support.fake_nccl_program LIBRARY CASE SIZE

Prints what each rank raised, as JSON.
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tenorite
from tenorite import _core
from tenorite.distributed import Communicator, CommunicatorError, _communicator
from tenorite.distributed._nccl import NcclTransport

from support import collective_cases as cases

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


@case
def everything(comm):
    cases.check_all(comm)


@case
def library(comm):
    assert _core.nccl.version() == 22900
    assert _core.nccl.file() == os.path.realpath(sys.argv[1])
    assert isinstance(comm._transport, NcclTransport)


@case
def quick(comm):
    """Ordinary calls of all_reduce do not run Python's path, and others do."""
    path = comm._reduction

    def refuse(*args, **keywords):
        raise AssertionError("Python's path")

    comm._reduction = refuse
    rank = comm.rank
    x = tenorite.arange(6.0, device="cpu") + rank
    total = sum(np.arange(6.0) + r for r in range(comm.size))
    if comm.size == 2:
        assert comm.all_reduce(x).get().tolist() == total.tolist()
        assert comm.all_reduce(x.reshape(2, 3), out=x.reshape(2, 3)).shape == (2, 3)
        assert x.get().tolist() == total.tolist()
    assert comm.all_reduce(tenorite.array(True), "prod").dtype == bool
    assert comm.all_reduce(tenorite.full((), rank, "i8"), "max").get() == comm.size - 1
    python = 0
    for other, op in (
        (x[::2], "sum"),
        (x, "max"),
        (x.astype("i2"), "sum"),
        (x, "mean"),
    ):
        try:
            comm.all_reduce(other, op)
        except AssertionError:
            python += 1
    assert python == 4
    comm._reduction = path
    comm._number = 100  # as on every rank


@case
def order_of_nccl(comm):
    """Where the order of ranks is not asked for, and where it makes no difference."""
    group = comm._transport._group
    for dtype in cases.DTYPES:
        dtype = np.dtype(dtype)
        rounds = dtype.kind in "fc"
        short = dtype in (np.int16, np.uint16)
        for op in cases.OPERATIONS:
            can = not short and not (rounds and op in ("max", "min"))
            can &= not (dtype.kind == "c" and op == "prod")
            if comm.size > 2 and comm._team.in_rank_order:
                can &= not rounds
            assert group.reduces(dtype, op) == can, (dtype, op)
    assert not group.reduces(np.dtype("f4"), "mean")


@case
def stuck(comm):
    x = tenorite.ones(100, device="cpu")
    comm.all_reduce(x)
    if comm.rank == 1:
        time.sleep(1.5)
    comm.all_gather(x)


@case
def stuck_again(comm):
    """In a call that has been made before, so that no other thread waits for it."""
    x = tenorite.ones(100, device="cpu")
    comm.all_gather(x)
    if comm.rank == 1:
        time.sleep(1.5)
    comm.all_gather(x)


@case
def left(comm):
    """One rank ends before the others do, which wait for it in vain."""
    if comm.rank != 1:
        comm.all_reduce(tenorite.ones(3, device="cpu"))


@case
def left_late(comm):
    """It has done its part of all that the others still do."""
    if comm.rank == 1:
        comm.send(tenorite.ones(3, device="cpu"), 0)
        return
    x = tenorite.zeros(3, device="cpu")
    if comm.rank == 0:
        comm.recv(x, 1)
        assert x.get().tolist() == [1, 1, 1]
    time.sleep(3)


@case
def fails(comm):
    os.environ["FAKE_NCCL_FAIL"] = "ncclAllReduce"
    comm.all_reduce(tenorite.ones(3, device="cpu"))


@case
def fails_later(comm):
    """What NCCL finds out by itself reaches the next call, and the next look."""
    x = tenorite.ones(3, device="cpu") * 2
    os.environ["FAKE_NCCL_FAIL"] = "async"
    end = time.monotonic() + 5
    while comm._team.job.core.failure is None and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.1)
    if comm.rank == 0:
        try:
            x.device.synchronize()
        except CommunicatorError as error:
            assert "a fake error" in str(error)
        else:
            raise AssertionError("no error")
    comm.all_reduce(x)


@case
def fails_to_open(comm):
    os.environ["FAKE_NCCL_FAIL"] = "ncclCommInitRankConfig"
    comm.split(0)


@case
def disagrees(comm):
    """It goes on; raised inside, the first one's would reach the others."""
    try:
        comm.all_reduce(tenorite.ones(3 + comm.rank % 2, device="cpu"))
    except ValueError as error:
        comm.barrier()
        return error


@case
def grouped(comm):
    """Calls of a group are one of NCCL's; what one of them refuses is not queued."""
    x = tenorite.arange(5, device="cpu") + comm.rank
    with comm.group():
        total = comm.all_reduce(x)
        all_x = comm.all_gather(x)
        comm.send(x, (comm.rank + 1) % comm.size)
        before = comm.recv(tenorite.empty_like(x), (comm.rank - 1) % comm.size)
    hosts = [np.arange(5) + r for r in range(comm.size)]
    assert total.get().tolist() == sum(hosts).tolist()
    assert all_x.get().tolist() == np.stack(hosts).tolist()
    assert before.get().tolist() == hosts[comm.rank - 1].tolist()
    try:
        with comm.group():
            comm.all_reduce(x, out=x)
            raise KeyError
    except KeyError:
        pass
    assert x.get().tolist() == hosts[comm.rank].tolist()
    comm.barrier()


@case
def dropped(comm):
    """A communicator that is not closed ends when it is collected."""
    part = comm.split(0)
    part.all_reduce(tenorite.ones(3, device="cpu"))
    del part
    comm.barrier()


def main():
    file, name, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
    _core.set_library_paths("nccl", [file])
    _communicator._TRANSPORTS["cpu"] = NcclTransport
    timeout = 0.5 if name.startswith("stuck") else 60.0
    keywords = {"timeout": timeout, "in_rank_order": "unordered" not in sys.argv}
    if "list" in sys.argv:
        with Communicator(devices=["cpu"] * size, **keywords) as comm:
            CASES[name](comm)
        return

    def rank(make):
        try:
            with np.errstate(all="ignore"), make() as comm:
                error = CASES[name](comm)
        except Exception as raised:
            error = raised
        return error and [type(error).__name__, str(error)]

    with ThreadPoolExecutor(size) as pool:
        raised = list(pool.map(rank, Communicator.of_threads(size, **keywords)))
    print(json.dumps(raised))


if __name__ == "__main__":
    main()

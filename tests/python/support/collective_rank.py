# SPDX-License-Identifier: Apache-2.0
"""A rank of a program of several processes: what a case has it do.

    RANK=... WORLD_SIZE=... MASTER_ADDR=... MASTER_PORT=... \\
        python -m support.collective_rank CASE [DEVICE]

Prints what was raised and the seconds since all ranks had come, as JSON. The rank that
a case is about is rank 1.
"""

import json
import os
import signal
import sys
import time

import numpy as np
import tenorite
from tenorite.distributed import Communicator, CommunicatorError

from support import collective_cases as cases

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def look(x):
    return x.get()


@case
def everything(comm):
    cases.check_all(comm)


@case
def killed(comm):
    if comm.rank == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def killed_later(comm):
    """In the midst of many calls, which the others go on with."""
    x = tenorite.ones(1000, device=str(comm.device))
    for i in range(100_000):
        x = comm.all_reduce(x, "max")
        if comm.rank == 1 and i == 200:
            os.kill(os.getpid(), signal.SIGKILL)
        if i % 50 == 0:
            look(x)


@case
def stopped(comm):
    """It neither ends nor answers."""
    if comm.rank == 1:
        os.kill(os.getpid(), signal.SIGSTOP)
    look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def stuck(comm):
    """It lives, and does not come."""
    comm.timeout = 2.0  # from now on: NCCL takes its time to start where much else runs
    x = tenorite.ones(1000, device=str(comm.device))
    look(comm.all_reduce(x))
    if comm.rank == 1:
        time.sleep(6)
    look(comm.all_reduce(x))  # the line that is named


@case
def left(comm):
    if comm.rank == 1:
        comm.close()
        return
    look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def ended(comm):
    if comm.rank == 1:
        sys.exit(0)
    look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def raised(comm):
    with comm:
        if comm.rank == 1:
            raise KeyError("no such file")
        look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def disagreed(comm):
    x = tenorite.ones(4 if comm.rank == 1 else 3, device=str(comm.device))
    try:
        comm.all_reduce(x)
    except ValueError as error:
        assert comm.all_reduce(tenorite.ones(1, device=str(comm.device))) == comm.size
        raise error


@case
def interrupted(comm):
    """A signal ends the wait of one rank, and so the others'."""
    if comm.rank == 1:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        # NCCL queues it at once: the wait is for what comes out.
        look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))
    else:
        time.sleep(1.5)
        look(comm.all_reduce(tenorite.ones(1000, device=str(comm.device))))


@case
def forked(comm):
    """A child has no part in it, and its end is not the rank's."""
    child = os.fork()
    if child == 0:
        try:
            comm.barrier()
        except CommunicatorError as error:
            os._exit(7 if "not in its children" in str(error) else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    comm.barrier()


@case
def two_communicators(comm):
    with Communicator(str(comm.device), timeout=comm.timeout) as other:
        x = tenorite.ones(3, device=str(comm.device)) * comm.rank
        assert look(other.all_reduce(x)).tolist() == look(comm.all_reduce(x)).tolist()


@case
def in_streams(comm):
    """In the order of the current stream, with work before and after it."""
    device = str(comm.device)
    n = 4_000_000
    stream = tenorite.cuda.Stream(non_blocking=True)
    for i in range(20):
        with stream:
            x = tenorite.full(n, float(comm.rank + i), device=device)
            total = comm.all_reduce(x * 2)
            after = total + 1
        expected = 2 * sum(r + i for r in range(comm.size)) + 1
        values = look(after)  # on another stream, which waits
        assert (values == expected).all(), (i, values[:3], expected)
        del x, total, after  # whose memory is used again


def main():
    name = sys.argv[1]
    device = sys.argv[2] if len(sys.argv) > 2 else "cpu"
    if device == "cuda":
        device = f"cuda:{os.environ['RANK']}"
    tenorite.set_default_device(device)
    comm = Communicator(device, timeout=60)
    comm.barrier()
    start = time.monotonic()
    raised = text = None
    try:
        with np.errstate(all="ignore"):
            CASES[name](comm)
        comm.close()
    except (Exception, KeyboardInterrupt) as error:
        raised, text = type(error).__name__, str(error)
        if name == "everything":
            raise
    seconds = time.monotonic() - start
    print(json.dumps({"raised": raised, "text": text, "seconds": seconds}))


if __name__ == "__main__":
    main()

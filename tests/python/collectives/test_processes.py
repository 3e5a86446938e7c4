# SPDX-License-Identifier: Apache-2.0
"""Ranks in processes of their own, on the CPU device; what becomes of those that fail."""

import os

import pytest
from support.collective_processes import run, run_case

# Within so many seconds every other rank has raised.
SOON = 10


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everything(size):
    for report in run_case(size, "everything"):
        assert report["raised"] is None


@pytest.mark.parametrize("case", ["killed", "killed_later"])
def test_killed(case):
    first, second, third = run_case(3, case)
    assert second is None
    for report in (first, third):
        assert report["raised"] == "CommunicatorError"
        assert "rank 1 has ended: its process was killed" in report["text"]
        assert report["seconds"] < SOON


def test_rank_0_is_killed():
    """Which has the store."""
    program = (
        "import os, signal, tenorite\n"
        "from tenorite.distributed import *\n"
        "comm = Communicator('cpu')\n"
        "comm.barrier()\n"
        "if comm.rank == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "try: comm.all_reduce(tenorite.ones(3, device='cpu'))\n"
        "except CommunicatorError as error: print(error)\n"
    )
    killed, *others = run(3, ["-c", program])
    assert killed[0] == -9
    for status, out, _ in others:
        assert status == 0
        assert "rank 0 has ended: its process was killed" in out


def test_stopped():
    first, second, third = run_case(3, "stopped")
    assert second is None
    for report in (first, third):
        assert report["raised"] == "CommunicatorError"
        assert "rank 1 does not answer: its process has stopped" in report["text"]
        assert report["seconds"] < SOON


def test_stuck():
    reports = run_case(3, "stuck")
    for report in reports:
        assert report["raised"] == "CommunicatorError"
        assert "it has waited for 2 s; rank 1 has not come to it" in report["text"]
        assert report["text"].count("collective_rank.py:") == 2
        assert report["seconds"] < SOON


@pytest.mark.parametrize("case", ["left", "ended"])
def test_left(case):
    first, second, third = run_case(3, case)
    assert second is None or second["raised"] in (None, "SystemExit")
    for report in (first, third):
        assert report["raised"] == "CommunicatorError"
        assert "rank 1 has closed its communicator, or ended" in report["text"]
        assert report["seconds"] < SOON


def test_raised():
    first, second, third = run_case(3, "raised")
    assert second["raised"] == "KeyError"
    for report in (first, third):
        assert report["raised"] == "CommunicatorError"
        assert report["text"] == "rank 1 aborted: KeyError: 'no such file'"
        assert report["seconds"] < SOON


def test_disagreed():
    for rank, report in enumerate(run_case(3, "disagreed")):
        assert report["raised"] == "ValueError"
        assert report["text"].startswith(f"rank {rank}: all_reduce (call 2) at ")
        assert "float64 (4,) on rank 1" in report["text"]
        assert "float64 (3,) on rank 0, 2" in report["text"]


def test_interrupted():
    first, second, third = run_case(3, "interrupted")
    assert second["raised"] == "KeyboardInterrupt"
    for report in (first, third):
        assert report["raised"] == "CommunicatorError"
        assert "rank 1: all_reduce (call 2) at " in report["text"]
        assert report["text"].endswith(" was interrupted")


@pytest.mark.parametrize("case", ["forked", "two_communicators"])
def test_goes_well(case):
    for report in run_case(2, case):
        assert report["raised"] is None, report


def test_not_all_ranks_come():
    program = (
        "import tenorite\n"
        "from tenorite.distributed import *\n"
        "try: Communicator('cpu', timeout=1)\n"
        "except CommunicatorError as error: print(error)\n"
    )
    ((status, out, errors),) = run(1, ["-c", program], lambda rank: {"WORLD_SIZE": "2"})
    assert status == 0, errors
    assert "rank 0: opening (call 0) has waited for 1 s" in out
    ((status, out, errors),) = run(
        1, ["-c", program], lambda rank: {"WORLD_SIZE": "2", "RANK": "1"}
    )
    assert status == 0, errors
    assert "rank 1 has not found rank 0 at 127.0.0.1, port " in out


def test_processes_that_are_told_different_things():
    program = (
        "from tenorite.distributed import *\n"
        "try: Communicator('cpu', timeout=2)\n"
        "except CommunicatorError as error: print(error)\n"
    )
    results = run(
        2, ["-c", program], lambda rank: {"WORLD_SIZE": "3"} if rank == 1 else {}
    )
    assert "rank 1: this process is told of 3 ranks, and rank 0 of 2" in results[1][1]


def orphans():
    """Shared memory whose maker has ended: tests run side by side."""
    names = (n for n in os.listdir("/dev/shm") if n.startswith("tenorite-"))
    return {n for n in names if not os.path.exists(f"/proc/{n.split('-')[1]}")}


def test_memory_of_shm_is_given_back():
    before = orphans()
    run_case(2, "killed")
    run_case(2, "two_communicators")
    assert not orphans() - before

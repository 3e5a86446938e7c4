# SPDX-License-Identifier: Apache-2.0
"""Ranks on two GPUs, by NCCL. Run without pytest-xdist, whose processes see one each."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tenorite
from support import collective_cases as cases
from support.collective_processes import run_case
from tenorite.distributed import Communicator, CommunicatorError

SOON = 10


def gpus():
    return tenorite.cuda.runtime.getDeviceCount() if tenorite.cuda.is_available() else 0


pytestmark = pytest.mark.skipif(gpus() < 2, reason="two GPUs are needed")
DEVICES = ["cuda:0", "cuda:1"]


def test_list():
    with Communicator(devices=DEVICES) as comm:
        cases.check_all(comm)


def test_threads():
    def rank(make):
        with np.errstate(all="ignore"), make() as comm:
            cases.check_all(comm)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(rank, Communicator.of_threads(DEVICES)))


def test_processes():
    for report in run_case(2, "everything", "cuda"):
        assert report["raised"] is None


def test_one_gpu():
    with Communicator("cuda:0") as comm:
        cases.check_all(comm)


@pytest.mark.parametrize("case", ["in_streams", "two_communicators"])
def test_goes_well(case):
    for report in run_case(2, case, "cuda"):
        assert report["raised"] is None, report


@pytest.mark.parametrize(
    "case, text",
    [
        ("killed", "rank 1 has ended: its process was killed"),
        ("killed_later", "rank 1 has ended: its process was killed"),
        ("stopped", "rank 1 does not answer: its process has stopped"),
        ("left", "rank 1 has closed its communicator, or ended"),
        ("ended", "rank 1 has closed its communicator, or ended"),
        ("raised", "rank 1 aborted: KeyError: 'no such file'"),
    ],
)
def test_other_rank_raises(case, text):
    report, _ = run_case(2, case, "cuda")
    assert report["raised"] == "CommunicatorError"
    assert text in report["text"]
    assert report["seconds"] < SOON


def test_stuck():
    for report in run_case(2, "stuck", "cuda"):
        assert report["raised"] == "CommunicatorError"
        assert "it has waited for 2 s; rank 1 has not come to it" in report["text"]
        assert report["text"].count("collective_rank.py:") == 2
        assert report["seconds"] < SOON


def test_disagreed():
    variables = {"TENORITE_COMM_CHECK": "1"}
    for report in run_case(2, "disagreed", "cuda", lambda rank: variables):
        assert report["raised"] == "ValueError"
        assert "float64 (4,) on rank 1" in report["text"]


def test_one_process_whose_other_gpu_does_not_come():
    makers = Communicator.of_threads(DEVICES, timeout=1)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda make: make(), makers)
    x = tenorite.ones(1000, device="cuda:0")
    start = time.monotonic()
    with pytest.raises(CommunicatorError, match="rank 1 has not come to it"):
        first.all_reduce(x).get()
    assert time.monotonic() - start < SOON
    for comm in (first, second):
        with pytest.raises(CommunicatorError):
            comm.barrier()
        comm.close()
    # The GPUs go on.
    for device in DEVICES:
        assert (tenorite.ones(5, device=device) * 3).sum().item() == 15


def test_wrong_device():
    with Communicator("cuda:1") as comm:
        with pytest.raises(ValueError, match="the array is on cuda:0"):
            comm.all_reduce(tenorite.ones(3, device="cuda:0"))
        with pytest.raises(
            TypeError, match="an array on cuda:1 is needed, not ndarray"
        ):
            comm.all_reduce(np.ones(3))


def test_mixed_devices():
    with pytest.raises(ValueError, match="all CPUs or all GPUs"):
        Communicator(devices=["cpu", "cuda:0"])

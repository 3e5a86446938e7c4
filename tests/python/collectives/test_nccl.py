# SPDX-License-Identifier: Apache-2.0
"""NCCL's path without a GPU: a library of NCCL's functions over threads."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

TESTS = pathlib.Path(__file__).parents[1]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if not compiler:
        pytest.skip("no C++ compiler")
    file = tmp_path_factory.mktemp("nccl") / "libnccl.so.2"
    source = TESTS / "support" / "fake_nccl.cpp"
    subprocess.run(
        [
            compiler,
            "-std=c++20",
            "-O1",
            "-shared",
            "-fPIC",
            "-pthread",
            "-o",
            file,
            source,
        ],
        check=True,
    )
    return str(file)


def run(library, *arguments, **variables):
    """What each rank raised: (class, text), or None."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "support.fake_nccl_program",
            library,
            *map(str, arguments),
        ],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                [str(TESTS), os.environ.get("PYTHONPATH", "")]
            ),
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout else None


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everything(library, size):
    assert run(library, "everything", size) == [None] * size
    run(library, "everything", size, "list")


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize(
    "case", ["library", "quick", "grouped", "dropped", "order_of_nccl"]
)
def test_goes_well(library, case, size):
    assert run(library, case, size) == [None] * size


def test_order_of_nccl(library):
    assert run(library, "order_of_nccl", 3, "unordered") == [None] * 3


@pytest.mark.parametrize("case", ["stuck", "stuck_again"])
def test_stuck(library, case):
    for kind, text in run(library, case, 3):
        assert kind == "CommunicatorError"
        assert "all_gather (call 2) at " in text
        assert "it has waited for 0.5 s; rank 1 has not come to it" in text
        assert text.count("fake_nccl_program.py:") == 2


def test_rank_that_leaves(library):
    """Those that wait for it raise; it ends without them, and raises nothing."""
    start = time.monotonic()
    for rank, raised in enumerate(run(library, "left", 3)):
        if rank == 1:
            assert raised is None
            continue
        assert raised[0] == "CommunicatorError"
        assert "rank 1 has closed its communicator, or ended" in raised[1]
    assert run(library, "left_late", 3) == [None] * 3
    assert time.monotonic() - start < 30


def test_error_of_a_call(library):
    raised = run(library, "fails", 2)
    texts = [text for _, text in raised]
    assert {kind for kind, _ in raised} == {"CommunicatorError"}
    assert any(
        "all_reduce (call 1) at " in text
        and "NCCL: a fake error (3, ncclAllReduce): as it was told" in text
        for text in texts
    )


def test_error_that_is_found_later(library):
    for kind, text in run(library, "fails_later", 2):
        assert kind == "CommunicatorError"
        assert "NCCL: a fake error (6)" in text


def test_error_of_opening(library):
    raised = run(library, "fails_to_open", 2)
    assert {kind for kind, _ in raised} == {"CommunicatorError"}
    assert any("ncclCommInitRank" in text or "comm_init" in text for _, text in raised)


def test_checks(library):
    """Where they are asked for."""
    raised = run(library, "disagrees", 3, TENORITE_COMM_CHECK="1")
    for rank, (kind, text) in enumerate(raised):
        assert kind == "ValueError"
        assert text.startswith(f"rank {rank}: all_reduce (call 1) at ")
        assert "float64 (4,) on rank 1" in text
    assert run(library, "everything", 2, TENORITE_COMM_CHECK="1") == [None] * 2


def test_no_library():
    """What to install; the loader may have one anyhow."""
    program = (
        "from tenorite import _core\n"
        "_core.set_library_paths('nccl', [])\n"
        "try: print(_core.nccl.version(), _core.nccl.file())\n"
        "except RuntimeError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "pip install nvidia-nccl-cu13" in done.stdout or "libnccl.so" in done.stdout

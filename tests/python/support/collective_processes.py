# SPDX-License-Identifier: Apache-2.0
"""Programs of several processes, as starters of programs make them."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys

TESTS = pathlib.Path(__file__).parents[1]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(size, arguments, variables=()):
    """Processes of `python arguments`, with torchrun's variables and some of each rank's.

    `variables(rank)` gives those, if anything does.
    """
    port = free_port()
    processes = []
    for rank in range(size):
        environment = {
            **os.environ,
            "RANK": str(rank),
            "LOCAL_RANK": str(rank),
            "WORLD_SIZE": str(size),
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port),
            "PYTHONPATH": os.pathsep.join(
                [str(TESTS), os.environ.get("PYTHONPATH", "")]
            ),
            **(variables(rank) if variables else {}),
        }
        processes.append(
            subprocess.Popen(
                [sys.executable, *arguments],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    return processes


def run(size, arguments, variables=(), timeout=120):
    """(exit status, output, errors) of each."""
    processes = start(size, arguments, variables)
    try:
        found = [None] * size
        # A stopped one never ends by itself: the others say when the case is over.
        for rank in [0, *range(2, size), 1][:size]:
            if rank == 1 and "stopped" in arguments:
                processes[rank].send_signal(signal.SIGKILL)
            out, errors = processes[rank].communicate(timeout=timeout)
            found[rank] = (processes[rank].returncode, out, errors)
        return found
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()


def run_case(size, name, device="cpu", variables=()):
    """What each rank raised, or None where it was killed."""
    results = run(size, ["-m", "support.collective_rank", name, device], variables)
    reports = []
    for status, out, errors in results:
        if status == -signal.SIGKILL or not out.strip():
            assert status in (0, -signal.SIGKILL), (status, errors)
            reports.append(None)
            continue
        assert status == 0, (status, errors)
        reports.append(json.loads(out.splitlines()[-1]))
    return reports

# SPDX-License-Identifier: Apache-2.0
"""Random programs: with NumPy's results, and with the same bits in every mode.

--programs N, or TENORITE_TEST_PROGRAMS, sets how many there are; a failure names the
seed and prints the shortest program that still fails. `python -m programs` (in this
folder) runs the processes by hand.
"""

import json
import os
import pathlib
import subprocess
import sys

from conftest import devices
from fusion_modes import MODES
from programs import shrink

HERE = pathlib.Path(__file__).resolve().parent
CHUNK = 500  # programs of a test
PROGRAMS = {"cpu": 20_000}  # and 3000 on a GPU
# On a GPU every new kernel of these is waited for: each has a part of the programs.
PARTS = {"wait": 20, "check": 20}
# The last mode is at least the third that makes groups: there plans are known.
ORDER = (*(mode for mode in MODES if mode != "wait"), "wait")


def pytest_generate_tests(metafunc):
    if "first" not in metafunc.fixturenames:
        return
    asked, chunks = metafunc.config.getoption("--programs"), []
    for name in devices(metafunc.config):
        count = asked or PROGRAMS.get(name, 3000)
        for first in range(0, count, CHUNK):
            chunks.append((name, first, min(CHUNK, count - first)))
    # Not the fixture `device`: only processes of their own use it.
    metafunc.parametrize("on, first, count", chunks)


def process(device, mode, *arguments):
    """Run python -m programs; (output, None) or (output, how and where it died)."""
    environment = {
        **os.environ,
        "TENORITE_DEVICE": device,
        "TENORITE_FUSION": mode,
        "TENORITE_ERRORS": "immediate",  # as NumPy, on GPUs too
        "PYTHONPATH": os.pathsep.join(p for p in [str(HERE), *sys.path] if p),
    }
    command = [sys.executable, "-X", "faulthandler", "-m", "programs"]
    try:
        done = subprocess.run(
            [*command, *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=3600,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return "", f"no end in sight: {(error.stderr or b'')[-2000:]!r}"
    if done.returncode:
        return done.stdout, f"exit code {done.returncode}:\n{done.stderr[-3000:]}"
    return done.stdout, None


def write(path, programs):
    path.write_text("".join(json.dumps(p) + "\n" for p in programs))


def explained(device, mode, program, path):
    """The shortest program whose digest in a mode is not that of off."""

    def result(threads, mode):
        write(path, [{"seed": 0, "threads": threads}])
        printed, error = process(device, mode, "run", path)
        return error or printed

    def differs(threads):
        expected = result(threads, "off")
        return "Error" not in expected and expected != result(threads, mode)

    threads = program["threads"]
    if differs(threads):
        threads = shrink.shortest_statements(threads, differs)
    from programs.generator import source

    text = shrink.HEAD + source(threads)
    return f"seed {program['seed']}, {mode} on {device} is not as off:\n{text}"


def test_programs(on, first, count, tmp_path):
    path = tmp_path / "programs"
    parts = {m: PARTS.get(m, 1) if on != "cpu" else 1 for m in ORDER}
    chosen = [f"{mode}/{part}" for mode, part in parts.items()]
    _, error = process(on, "off", "make", first, count, path, *chosen)
    assert error is None, error
    programs = [json.loads(line) for line in path.read_text().splitlines()]
    assert [p["seed"] for p in programs] == list(range(first, first + count))
    failures = [f"seed {p['seed']}: {p['failure']}" for p in programs if p["failure"]]
    assert not failures, "\n\n".join(failures[:3])
    for mode, part in parts.items():
        ran = [p for p in programs if p["seed"] % part == 0]
        wrong = [p for p in ran if p["digests"][mode] != p["digest"]]
        assert not wrong, explained(on, mode, wrong[0], tmp_path / "scratch")

# SPDX-License-Identifier: Apache-2.0
"""Random programs: with NumPy's results, and with the same bits in every mode.

--programs N sets how many there are; a failure names the seed and prints the
shortest program that still fails. `python -m programs` (in this folder) runs the
processes by hand.
"""

import json
import os
import pathlib
import subprocess
import sys

import tenorite
from programs import shrink

HERE = pathlib.Path(__file__).resolve().parent
CHUNK = 500  # programs of a test
MODES = ("off", "tier0", "auto", "wait", "check")
# On a GPU every new kernel of these is waited for: each has a part of the programs.
PARTS = {"wait": 20, "check": 20}


def modes():
    return MODES if hasattr(tenorite, "config") else ("off",)


def pytest_generate_tests(metafunc):
    if "first" in metafunc.fixturenames:
        count = metafunc.config.getoption("--programs")
        metafunc.parametrize("first", range(0, count, CHUNK))


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
            timeout=1200,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return "", f"no end in sight: {(error.stderr or b'')[-2000:]!r}"
    if done.returncode:
        return done.stdout, f"exit code {done.returncode}:\n{done.stderr[-3000:]}"
    return done.stdout, None


def digests(device, mode, path):
    printed, error = process(device, mode, "run", path)
    assert error is None, f"{mode} on {device}: {error}"
    lines = (line.partition(" ") for line in printed.splitlines())
    return {int(seed): digest for seed, _, digest in lines}


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


def test_programs(device, first, request, tmp_path):
    count = min(CHUNK, request.config.getoption("--programs") - first)
    path, scratch = tmp_path / "programs", tmp_path / "scratch"
    _, error = process(device, "off", "make", first, count, path)
    assert error is None, error
    programs = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(programs) == count
    failures = [f"seed {p['seed']}: {p['failure']}" for p in programs if p["failure"]]
    assert not failures, "\n\n".join(failures[:3])
    for mode in modes():
        part = PARTS.get(mode, 1) if device != "cpu" else 1
        chosen = [p for p in programs if p["seed"] % part == 0]
        write(scratch, chosen)
        found = digests(device, mode, scratch)
        wrong = [p for p in chosen if found[p["seed"]] != p["digest"]]
        assert not wrong, explained(device, mode, wrong[0], scratch)

# SPDX-License-Identifier: Apache-2.0
"""Random programs: with NumPy's results, and with the same bits in every mode.

--programs N, or TENORITE_TEST_PROGRAMS, sets how many there are. Failures name the
seed and print the shortest program that still fails. `python -m programs` (in this
folder) does the same for as long as one likes, with many processes.
"""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import devices

HERE = pathlib.Path(__file__).resolve().parent
CHUNK = 500  # programs of a test
PROGRAMS = {"cpu": 5000}  # and 3000 on a GPU


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


def programs(*arguments, source=None):
    """Run python -m programs, or a source; (exit code, what it printed)."""
    what = ["-m", "programs"] if source is None else ["-c", source]
    paths = [str(HERE), *sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    done = subprocess.run(
        [sys.executable, *what, *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=3600,
        check=False,
    )
    return done.returncode, done.stdout


def test_programs(on, first, count):
    code, printed = programs("--device", on, "--first", first, "--count", count)
    assert code == 0, printed
    last = printed.splitlines()[-1]
    assert last.startswith(f"{on}: {count} programs from seed {first} on"), printed


PLANTED = """
import os
import sys
import warnings

os.environ.update(TENORITE_FUSION="off", TENORITE_ERRORS="immediate")
import tenorite
from programs import __main__ as main

warnings.simplefilter("ignore")
{fault}
sys.argv[1:] = ["--count", "60", "--processes", "2"]
asked = main.arguments()
main.environment(asked)
sys.exit(main.run(asked) > 0)
"""
FAULTS = {
    "none": "",
    "values": """
from programs import runtime
tenorite.sqrt = lambda x, **k: tenorite.exp(x, **k)
""",
    "a mode": """
from programs import replay
whole = replay.digest
def digest(code, xp):
    return whole(code, xp) + str(tenorite.config.fusion == "wait")
from programs import runs
runs.digest = digest
""",
    "a crash": """
from programs import runs
runs.replayed_in_thread = lambda code: os.abort()
""",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault):
    """A planted fault is printed with seeds, and counted; without one all is well."""
    code, printed = programs(source=PLANTED.format(fault=FAULTS[fault]))
    assert code == (fault != "none"), printed
    assert bool(re.search(r"^.*seed \d+(?! on)", printed, re.M)) == (fault != "none"), (
        printed
    )
    assert "cpu: 60 programs from seed 0 on in" in printed.splitlines()[-1], printed
    assert ("SIGABRT" in printed) == (fault == "a crash"), printed

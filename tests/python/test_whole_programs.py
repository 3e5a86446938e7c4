# SPDX-License-Identifier: Apache-2.0
"""Whole programs give with Tenorite what they give with NumPy.

Each runs in this process, and in a fresh one, whose first operations are recorded even
if their results are looked at at once. whole_programs/ has the programs.
"""

import functools
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import tenorite as tn
from conftest import devices
from support.fusion_modes import fusion
from whole_programs import all_programs
from whole_programs.observed import compare, outputs

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = all_programs()
MODES = ("auto", "wait", "check")
# On a GPU every new kernel of these is waited for: each has a part of the programs.
PARTS = {"wait": 8, "check": 16}


def programs_of(device, mode):
    """Names of the programs that run on a device in a mode."""
    if device == "cpu":
        return list(PROGRAMS)
    names = [name for name in PROGRAMS if not PROGRAMS[name].differs_on_gpu]
    return names[:: PARTS.get(mode, 1)]


def pytest_generate_tests(metafunc):
    # Not the fixture `device`: which programs run depends on it.
    cases = [(on, mode) for on in devices(metafunc.config) for mode in MODES]
    if "name" in metafunc.fixturenames:
        cases = [(*case, name) for case in cases for name in programs_of(*case)]
        metafunc.parametrize("on, mode, name", cases)
    elif "mode" in metafunc.fixturenames:
        metafunc.parametrize("on, mode", cases)


@functools.cache
def expected(name):
    """NumPy's outputs of a program."""
    return outputs(PROGRAMS[name], np)


def fresh(device, mode):
    """{name: (outputs, error)} of programs in fresh processes."""
    environment = {
        **os.environ,
        "TENORITE_DEVICE": device,
        "TENORITE_FUSION": mode,
        "PYTHONPATH": os.pathsep.join(p for p in [str(HERE), *sys.path] if p),
    }
    command = [sys.executable, "-X", "faulthandler", "-W", "error"]
    done = subprocess.run(
        [*command, "-m", "whole_programs", *programs_of(device, mode)],
        env=environment,
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return pickle.loads(done.stdout)


def test_there_are_many():
    assert len(PROGRAMS) >= 200


def test_program(on, mode, name):
    program = PROGRAMS[name]
    with tn.Device(on), fusion(mode):
        compare(expected(name), outputs(program, tn), program.rounding)


def test_fresh_processes(on, mode):
    found = fresh(on, mode)
    assert list(found) == programs_of(on, mode)
    wrong = []
    for name, (got, error) in found.items():
        try:
            assert error is None, error
            compare(expected(name), got, PROGRAMS[name].rounding)
        except AssertionError as difference:
            wrong.append(f"{name}: {difference}")
    assert not wrong, "\n".join(wrong)

# SPDX-License-Identifier: Apache-2.0
"""Recorded execution on a GPU, with a compiler that fails or takes its time."""

import os
import subprocess
import sys
import textwrap
import time

import pytest
from support.fake_nvrtc import FakeNvrtc
from support.fusion_modes import RECORDED
from support.helpers import in_python

HEAD = """
import atexit, pathlib, threading, time, warnings
import numpy as np
import tenorite as tn
folder = pathlib.Path({folder!r})

def chain(x):
    return tn.exp(0.5 * tn.sin(x) + tn.cos(x))

def softmax(x):
    e = tn.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)

def in_place(x):
    y = x.copy()
    y[1:-1] = 0.5 * (x[:-2] + x[2:])
    y[y > 1] = 1
    return y

def program(x):
    return [f(x).get().tobytes() for f in (chain, softmax, in_place)]

def tiers(work, *args):
    with tn.profile() as p:
        work(*args)
    return [group.tier for group in p.groups]

x = tn.asarray(np.random.default_rng(0).normal(size=(2048, 512)).astype("f4"))
with tn.config.using(fusion="off"):
    expected = program(x)

def compilations():
    calls = folder / "calls"
    return len(calls.read_text().splitlines()) if calls.exists() else 0

def until(is_true):
    end = time.monotonic() + 100
    while not is_true():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.002)
"""


@pytest.fixture
def fake(tmp_path):
    made = FakeNvrtc(tmp_path)
    yield made
    made.go()  # whoever is left


@pytest.fixture
def run(device, fake):
    """Runs code in a process of its own, with the compiler and in a mode."""
    if device == "cpu":
        pytest.skip("the CPU device needs no compiler for groups")

    def run_in(mode, code):
        return in_python(
            HEAD.format(folder=str(fake.folder)) + textwrap.dedent(code),
            TENORITE_DEVICE=device,
            TENORITE_FUSION=mode,
            **fake.environment,
        )

    return run_in


@pytest.mark.parametrize("mode", RECORDED)
def test_compiler_that_fails(fake, run, mode):
    """Results are right, whoever waits is warned, and nothing is tried again."""
    fake.fail()
    printed = run(
        mode,
        """
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for _ in range(100):
                assert program(x) == expected
            told = len(caught)
            before = compilations()
            for _ in range(20):
                assert program(x) == expected
            assert len(caught) == told
        texts = {str(w.message) for w in caught}
        assert all("is not run by one kernel" in text for text in texts), texts
        assert set(tiers(program, x)) == {"tier0"}
        print(told, before, compilations())
        """,
    )
    told, before, after = map(int, printed.split())
    if mode == "tier0":
        assert (told, after) == (0, 0)
    elif mode == "auto":
        assert told == 0
    else:
        # A kernel each of the chain and of softmax at least; none twice.
        assert 2 <= told == before == after


def test_nobody_waits_in_auto(fake, run):
    """The compiler is not done before all calls are."""
    run(
        "auto",
        """
        assert tn.config.fusion == "auto"
        def called():
            assert program(x) == expected
            return compilations() > 0
        until(called)
        for _ in range(50):
            assert program(x) == expected
        assert set(tiers(program, x)) == {"tier0"}
        (folder / "go").touch()
        until(lambda: tiers(lambda: chain(x).get()) == ["fused"])
        assert program(x) == expected
        """,
    )
    assert fake.calls() > 0


@pytest.mark.parametrize("mode", ["wait", "check"])
def test_who_asks_for_it_waits(fake, run, mode):
    """Several threads for the same kernels."""
    run(
        mode,
        """
        def open_later():
            until(lambda: compilations() > 0)
            time.sleep(0.3)
            (folder / "go").touch()
        right = []
        threads = [threading.Thread(target=open_later)]
        for _ in range(4):
            threads.append(
                threading.Thread(target=lambda: right.append(program(x) == expected))
            )
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert right == [True] * 4
        assert tiers(lambda: chain(x).get()) == ["fused"]
        """,
    )


def test_fused_functions_wait(fake, run):
    """Whoever else runs in auto does not."""
    fake.go()
    run(
        "auto",
        """
        fused = tn.fuse(chain)
        assert tiers(fused, x) == ["fused"]
        assert compilations() == 1
        assert fused(x).get().tobytes() == expected[0]
        assert "fused" not in tiers(lambda: softmax(x).get())
        """,
    )


def test_ctrl_c_ends_a_wait(fake, run):
    """And the next call has the kernel made."""
    run(
        "wait",
        """
        import os, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def interrupt():
            until(lambda: compilations() > 0)
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=interrupt)
        thread.start()
        y = chain(x)
        try:
            y.get()
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError("was not interrupted")
        thread.join()
        (folder / "go").touch()
        assert y.get().tobytes() == expected[0]
        assert tiers(lambda: chain(x).get()) == ["fused"]
        """,
    )


def test_end_while_the_compiler_works(fake, run):
    printed = run(
        "auto",
        """
        def called():
            assert program(x) == expected
            return compilations() > 0
        until(called)
        atexit.register(lambda: print(program(x) == expected))
        """,
    )
    assert printed == "True"
    assert fake.calls() > 0


def test_the_fake_does_as_it_is_told(fake):
    """Without a GPU."""
    code = """
import tenorite as tn
try:
    print(len(tn.compile("__device__ int x;", target="sm_90").code) > 0)
except tn.CompileError:
    print("failed")
"""
    fake.fail()
    assert in_python(code, **fake.environment) == "failed"
    (fake.folder / "fail").unlink()
    environment = {**os.environ, **fake.environment}
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE
    ) as process:
        while fake.calls() < 2:
            time.sleep(0.01)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        fake.go()
        assert process.communicate(timeout=100)[0] == b"True\n"
    assert fake.calls() == 2

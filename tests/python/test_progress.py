# SPDX-License-Identifier: Apache-2.0
"""The line on the terminal about what takes long: when it is there, and when not."""

import io
import threading
import time

import numpy as np
import pytest
import tenorite as tn
from support.compilers import require
from support.terminals import run_in_terminal, run_without_terminal
from tenorite._runtime import progress

# Everything is long, and every file is large.
SETUP = """
import sys, numpy, tenorite as np
from tenorite._runtime import progress
progress.DELAY, progress.INTERVAL, progress.LARGE = 0, 0.01, 1
"""
PLAIN = "sys.modules['rich'] = None\n"
WORK = {
    "saving": "np.save('a', x)",
    "loading": "np.load('a.npy')",
    "compressing": "np.savez_compressed('b', x)",
    "writing": "np.savetxt('c.txt', x[:50000])",
    "reading": "np.loadtxt('c.txt'); np.genfromtxt('c.txt')",
}
FILES = (
    SETUP
    + PLAIN
    + "x = np.ones(1 << 21)\n"
    + "\n".join(WORK.values())
    + "\nassert (np.load('a.npy') == 1).all()"
)


class Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.isatty = lambda: terminal


@pytest.mark.parametrize(
    "terminal, asked, wanted",
    [
        (True, None, True),
        (False, None, False),
        (True, "0", False),
        (False, "1", True),
        (True, "", True),
        (False, "", False),
    ],
)
def test_when_it_is_wanted(terminal, asked, wanted, monkeypatch):
    monkeypatch.setattr("sys.stderr", Stream(terminal))
    monkeypatch.delenv("TENORITE_PROGRESS", raising=False)
    if asked is not None:
        monkeypatch.setenv("TENORITE_PROGRESS", asked)
    assert progress.is_wanted() == wanted


@pytest.mark.parametrize("stream", [None, object(), io.StringIO()])
def test_streams_that_cannot_tell(stream, monkeypatch):
    monkeypatch.delenv("TENORITE_PROGRESS", raising=False)
    if isinstance(stream, io.StringIO):
        stream.close()
    monkeypatch.setattr("sys.stderr", stream)
    assert not progress.is_wanted()


def test_files_on_a_terminal(tmp_path, monkeypatch):
    """A line for each, and nothing of it stays."""
    monkeypatch.chdir(tmp_path)
    status, out = run_in_terminal("-c", FILES)
    assert status == 0, out
    for verb in WORK:
        assert f"\r{verb} " in out, verb
    assert "saving a.npy: " in out and "of 16.0 MiB" in out
    for line in out.split("\n"):
        assert line.rpartition("\r")[2].strip() == ""


def test_never_in_logs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_without_terminal("-c", FILES) == (0, "", "")
    status, out = run_in_terminal("-c", FILES, TENORITE_PROGRESS="0")
    assert (status, out) == (0, "")
    status, out, err = run_without_terminal("-c", FILES, TENORITE_PROGRESS="1")
    assert (status, out) == (0, "") and "saving a.npy" in err


def test_short_work_shows_nothing(tmp_path, monkeypatch):
    """Neither small files nor what is over before the delay."""
    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", Stream(True))
    started = []
    monkeypatch.setattr(threading.Thread, "start", started.append)
    tn.save(tmp_path / "a", tn.ones(1000))
    tn.load(tmp_path / "a.npy")
    assert started == []
    monkeypatch.undo()
    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", stream := Stream(True))
    with progress.of_file("saving", "a", 1 << 30):
        pass
    assert stream.getvalue() == ""


def test_work_that_fails_leaves_no_thread(monkeypatch):
    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", Stream(True))
    monkeypatch.setattr(progress, "DELAY", 0)
    before = threading.active_count()
    with pytest.raises(KeyError), progress.of_file("saving", "a", 1 << 30):
        raise KeyError
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)  # a thread that was told to end
    assert threading.active_count() == before


def test_a_terminal_that_goes_away_is_no_error(monkeypatch):
    class Gone(Stream):
        def write(self, text):
            raise OSError(5, "Input/output error")

    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", Gone(False))
    monkeypatch.setattr(progress, "DELAY", 0)
    with progress.of_file("saving", "a", 1 << 30):
        pass


def test_text(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    for task, texts in (
        (progress.Task("loading a", 4 << 20), ("0%", "50%", "100%")),
        (progress.Task("compiling f"), ("0 s", "2 s", "4 s")),
    ):
        monkeypatch.setattr(task._thread, "start", lambda: None)
        monkeypatch.setattr(task._thread, "join", lambda: None)
        with task:
            for text in texts:
                assert text in task.text()
                task.done += 2 << 20
                now[0] += 2


def test_rich_has_a_bar(tmp_path, monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.chdir(tmp_path)
    code = SETUP + "x = np.ones(1 << 21)\nnp.save('a', x)\nprint('done')"
    status, out = run_in_terminal("-c", code)
    assert status == 0 and "saving a.npy" in out and "━" in out
    assert out.rstrip().endswith("done")


COMPILES = (
    SETUP
    + PLAIN
    + "k = np.ElementwiseKernel('T x', 'T y', 'y = x * 2', 'twice_as_much')\n"
    "assert k(np.ones(2)).tolist() == [2, 2]\n"
)


def test_compilers_that_are_waited_for(tmp_path):
    require("cpu")
    cold = {"TENORITE_DEVICE": "cpu", "TENORITE_CACHE_DIR": str(tmp_path)}
    status, out = run_in_terminal("-c", COMPILES, **cold)
    assert status == 0 and "\rcompiling twice_as_much: 0 s" in out
    assert out.rpartition("\r")[2].strip() == ""
    # From the disk now: nobody waits for a compiler.
    assert run_in_terminal("-c", COMPILES, **cold) == (0, "")
    cold["TENORITE_CACHE"] = "off"
    assert run_without_terminal("-c", COMPILES, **cold) == (0, "", "")


def test_an_interrupted_compilation_ends_the_line(tmp_path):
    """Ctrl-C in the midst of it: the line goes, KeyboardInterrupt comes."""
    require("cpu")
    code = (
        SETUP
        + PLAIN
        + "import os, signal, threading\n"
        + "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        + "text = 'y = x;' + 'y = sin(y) + exp(y);' * 4000\n"
        + "k = np.ElementwiseKernel('T x', 'T y', text, 'lengthy')\n"
        + "try:\n    k(np.ones(2))\nexcept KeyboardInterrupt:\n    print('stopped')\n"
        + "assert progress._waiting == {}, progress._waiting\n"
    )
    status, out = run_in_terminal(
        "-c", code, TENORITE_DEVICE="cpu", TENORITE_CACHE_DIR=str(tmp_path)
    )
    assert status == 0 and "compiling lengthy" in out
    assert out.rstrip().split("\r")[-1].strip() == "stopped"


def test_waits_of_threads_are_told_apart(monkeypatch):
    """Each thread has its line; what is compiled inside of a wait is a part of it."""
    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", Stream(False))
    begun = []
    monkeypatch.setattr(
        progress.Task, "__enter__", lambda self: begun.append(self.title)
    )
    monkeypatch.setattr(progress.Task, "__exit__", lambda self, *error: None)
    progress._watch("outer", True)
    progress._watch("inner", True)
    other = threading.Thread(
        target=lambda: [progress._watch("other", x) for x in (True, False)]
    )
    other.start()
    other.join()
    progress._watch("inner", False)
    progress._watch("outer", False)
    assert begun == ["compiling outer", "compiling other"]
    assert progress._waiting == {}


def test_saved_bytes_are_numpys(tmp_path, monkeypatch):
    """With a line as without one."""
    monkeypatch.setenv("TENORITE_PROGRESS", "1")
    monkeypatch.setattr("sys.stderr", Stream(False))
    monkeypatch.setattr(progress, "LARGE", 1)
    h = np.arange(12.0).reshape(3, 4)
    for ending in ("", ".npy"):
        tn.save(tmp_path / f"ours{ending}", tn.asarray(h))
        np.save(tmp_path / f"theirs{ending}", h)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["ours.npy", "theirs.npy"]
    ours, theirs = (tmp_path / name for name in names)
    assert ours.read_bytes() == theirs.read_bytes()

# SPDX-License-Identifier: Apache-2.0
"""tenorite.memory: which lines hold memory, and how much there was when."""

import gc
import inspect
import json
import sys
import threading

import pytest
import tenorite as tn
from support.helpers import in_python
from tenorite import memory

N = 100_000


@pytest.fixture
def recording():
    gc.collect()
    memory.record_history()
    yield
    memory.record_history(False)


def here():
    """The number of the caller's line."""
    return inspect.currentframe().f_back.f_lineno


def own(snapshot=None):
    """(arrays, bytes, recorded bytes) by line of this file."""
    lines = (snapshot or memory.snapshot()).lines
    return {
        x.line: (x.arrays, x.bytes, x.recorded_bytes)
        for x in lines
        if x.file == __file__
    }


def test_lines_that_made_arrays(device, recording):
    a, first = tn.zeros(N), here()
    b, second = [tn.zeros(N) for _ in range(3)], here()
    for x in (a, *b):
        x[:1].get()
    del x
    assert own() == {first: (1, 8 * N, 0), second: (3, 24 * N, 0)}
    del b[1:]
    assert own() == {first: (1, 8 * N, 0), second: (1, 8 * N, 0)}
    view = a[::2]
    del a
    assert own()[first] == (1, 8 * N, 0)
    del view
    assert first not in own()


def test_recorded_results_belong_to_the_line_of_the_operation(device, recording):
    """Wherever it is executed that they get memory."""
    with tn.config.using(fusion="auto"):
        x = tn.ones(N)
        x[:1].get()
        y, line = x + 1, here()
        assert own()[line] == (1, 0, 8 * N)
        float(y[3])
        assert own()[line] == (1, 8 * N, 0)


def test_temporaries_are_gone(device, recording):
    x = tn.ones(N)
    x[:1].get()
    y, line = tn.sqrt(x * x + x).sum().item(), here()
    assert y > 0 and line not in own()


def test_lines_are_sorted_and_summed_up(device, recording):
    small, large = tn.zeros(10), tn.zeros(N)
    for x in (small, large):
        x[:1].get()
    lines = memory.snapshot().lines
    assert [x.bytes for x in lines] == sorted((x.bytes for x in lines), reverse=True)
    assert {x.device for x in lines} == {device}
    text = str(memory.snapshot()).splitlines()
    assert text[0].split() == ["bytes", "arrays", "recorded", "device", "where"]
    assert text[1].split()[:3] == ["781.3", "KiB", "2"]
    assert text[1].endswith(f"{__file__}:{lines[0].line}")


def test_what_came_and_went(device, recording):
    a = tn.zeros(N)
    a[:1].get()
    before = memory.snapshot()
    b, line = tn.zeros(2 * N), here()
    b[:1].get()
    after = memory.snapshot()
    assert after.compare_to(before) == [(__file__, line, device, 1, 16 * N, 0)]
    assert before.compare_to(after) == [(__file__, line, device, -1, -16 * N, 0)]
    assert after.compare_to(after) == []
    del a, b
    first, second = memory.snapshot().compare_to(after)
    assert (first.bytes, second.bytes) == (-16 * N, -8 * N)


def test_allocations_and_frees(device, recording):
    x = tn.zeros(N)
    x[:1].get()
    del x
    events = memory.snapshot().events
    assert {e.pool for e in events} <= {device, "cpu"}  # what get() returns
    events = [e for e in events if e.pool == device]
    assert [e.bytes for e in events if e.bytes == 8 * N] == [8 * N]
    assert all(e.reserved >= e.used >= 0 for e in events)
    at = next(i for i, e in enumerate(events) if e.bytes == 8 * N)
    assert any(e.bytes <= -8 * N for e in events[at:])


def test_nothing_is_noted_unless_asked_for(device):
    assert not memory.is_recording()
    before = tn._core.recording.memory.count_events()
    x = tn.zeros(N)
    x[:1].get()
    found = memory.snapshot()
    assert found.lines == [] and found.events == []
    assert tn._core.recording.memory.count_events() == before == 0
    memory.record_history()
    assert memory.is_recording() and own() == {}
    memory.record_history()  # twice is once
    y = tn.zeros(N)
    y[:1].get()
    assert len(own()) == 1
    memory.record_history(False)
    memory.record_history(False)
    assert memory.snapshot().lines == [] and not memory.is_recording()
    del x, y  # of which one was noted


def test_threads(device, recording):
    """Arrays are made, looked at and dropped while snapshots are taken."""
    stop = threading.Event()
    failures = []

    def work():
        try:
            while not stop.is_set():
                x = tn.ones(1000, device=device) * 2
                assert x.sum().item() == 2000
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        memory.snapshot(events=False)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures
    assert sum(x.arrays for x in memory.snapshot().lines if x.file == __file__) == 0


def test_environment():
    code = """
import tenorite as np
x = np.zeros(1000, device="cpu"); x[:1].get()
print(np.memory.is_recording(), [(l.file, l.line, l.bytes) for l in np.memory.snapshot().lines])
"""
    assert in_python(code, TENORITE_MEMORY_TRACE="1") == "True [('<string>', 3, 8000)]"
    for off in ("0", ""):
        assert in_python(code, TENORITE_MEMORY_TRACE=off) == "False []"


def test_a_forked_child_goes_on(recording):
    code = """
import os
import tenorite as np
np.memory.record_history()
x = np.zeros(1000, device="cpu"); x[:1].get()
if not (child := os.fork()):
    y = np.zeros(10, device="cpu"); y[:1].get()
    print(len(np.memory.snapshot().lines), flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1], len(np.memory.snapshot().lines))
"""
    assert in_python(code).split() == ["2", "0", "1"]


def test_files_and_pictures(device, recording, tmp_path, monkeypatch):
    x = tn.zeros(N)
    x[:1].get()
    found = memory.snapshot()
    found.save(tmp_path / "memory.json")
    known = json.loads((tmp_path / "memory.json").read_text())
    assert known == json.loads(json.dumps(found.to_dict()))
    assert known["lines"][0]["bytes"] == 8 * N and known["events"]
    found.plot(tmp_path / "memory.png")
    assert (tmp_path / "memory.png").read_bytes().startswith(b"\x89PNG")
    memory.Snapshot([], []).plot(tmp_path / "memory.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        found.plot(tmp_path / "memory.png")

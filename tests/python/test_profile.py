# SPDX-License-Identifier: Apache-2.0
"""tenorite.profile: times, bytes and rows of what a block ran; files and pictures."""

import json
import sys
import threading
import time

import numpy as np
import pytest
import tenorite as tn
from support.compilers import require
from support.fusion_modes import fusion
from tenorite._profiling.notes import Flush, Span, place_on_host_clock
from tenorite._profiling.rows import covered, rows_of


def rows_by_name(p):
    return {(row.what, row.name): row for row in p.rows}


def chain(x):
    return tn.exp(0.5 * tn.sin(x)) + 1


def test_recorded_operations(device):
    x = tn.ones(1 << 20)
    float(x[0])
    with fusion("wait"), tn.profile() as p:
        for _ in range(3):
            chain(x).tolist()
    (row,) = (row for row in p.rows if row.what in ("fused", "one by one"))
    assert row.calls == 3 and row.device == device
    assert row.where.startswith("test_profile.py:")
    if row.what == "fused":
        assert row.name == "sin + multiply + exp + add"
        assert row.bytes == 3 * 2 * x.nbytes
    assert 0 < row.seconds < p.duration
    assert 0 < p.device_seconds[device] <= p.duration
    assert p.host_seconds["running"] > 0


def test_operations_one_by_one(device):
    """Without recording each has its own name, bytes and line."""
    x = tn.ones((1000, 100))
    with fusion("off"), tn.profile() as p:
        y = tn.exp(x)
        y.sum(0)
        y.astype("float32")
        x[:200] @ y.T
    found = rows_by_name(p)
    for name, nbytes in {
        "exp": 2 * x.nbytes,
        "sum": x.nbytes + 800,
        "copy": x.nbytes + x.nbytes // 2,
        "matmul": 160_000 + x.nbytes + 1_600_000,
    }.items():
        row = found["operation", name]
        assert (row.calls, row.bytes) == (1, nbytes)
        assert row.where.startswith("test_profile.py:") and row.seconds > 0
    assert p.flushes == []


BARRIERS = {
    "sort": lambda x: tn.sort(x),
    "solve": lambda x: tn.linalg.solve(x + 99 * tn.eye(len(x)), x),
    "index_get": lambda x: x[[1, 0, 1]],
    "random_bits": lambda x: tn.random.default_rng(1).random(100),
    "fold": lambda x: tn.add.reduceat(x, [0, 8]),
}


@pytest.mark.parametrize("name", BARRIERS)
def test_other_operations(name, device):
    x = tn.random.default_rng(0).random((64, 64))
    with tn.profile() as p:
        BARRIERS[name](x)
    names = [span.name for span in p.spans if span.kind == "operation"]
    assert name in names or (name == "fold" and names), names
    span = next(
        span for span in p.spans if span.name == (name if name in names else names[0])
    )
    assert span.device == device and span.begin <= span.end
    assert span.seconds is not None and span.seconds >= 0
    assert span.file == __file__
    # Parts of an operation are not rows beside it.
    assert not [s for s in p.spans if s is not span and span.begin < s.begin < span.end]


def test_kernels_and_compilations(device, tmp_path):
    require("cpu" if device == "cpu" else "sm_90")
    number = time.monotonic_ns()
    own = tn.ElementwiseKernel("T x", "T y", f"y = x + {number}.0", "plus_number")
    fold = tn.ReductionKernel(
        "T x", "T y", "x", "a + b", f"y = a + {number}.0", "0", "f"
    )
    raw = tn.RawKernel(
        f"__global__ void raw(double* x) {{ x[threadIdx.x] = {number}.0; }}", "raw"
    )
    x = tn.ones(100)
    with tn.profile() as p:
        for _ in range(2):
            own(x)
            fold(x)
            raw((1,), (100,), (x,))
    found = rows_by_name(p)
    for name in ("plus_number", "f", "raw"):
        assert found["kernel", name].calls == 2
        assert found["compile", name].calls == 1
        assert found["compile", name].seconds > found["kernel", name].seconds
        assert found["compile", name].device == "host"
    assert p.compiled == 3
    assert p.host_seconds["compiling"] == pytest.approx(
        sum(row.seconds for row in p.rows if row.what == "compile"), rel=0.2
    )
    assert "compile" in str(p) and "3 compiled" in str(p)


def test_copies(device):
    h = np.ones(1 << 16)
    with tn.profile() as p:
        x = tn.asarray(h)
        (x + 1).get()
    copies = {row.name: row for row in p.rows if row.what == "copy"}
    if device == "cpu":
        assert copies == {} and p.copies == 0
        return
    assert copies["copy to device"].bytes == copies["copy to host"].bytes == h.nbytes
    assert p.copies == 2 and p.host_seconds["copying"] > 0


def test_waits(device):
    x = tn.ones(1 << 20)
    with tn.profile() as p:
        chain(x)
        tn.Device(device).synchronize()
    assert [span.name for span in p.spans if span.kind == "wait"] == ["synchronize"]
    assert p.synchronisations == 1


def test_gpu_times_are_those_of_the_work(device):
    if device == "cpu":
        pytest.skip("a GPU's times")
    x = tn.ones(1 << 26)
    with fusion("off"), tn.profile() as p:
        for _ in range(5):
            y = x + 1
        float(y[0])
    row = rows_by_name(p)["operation", "add"]
    # 2^26 float64 are read and written once, at 0.2 to 10 TB/s.
    assert 5e-4 < row.seconds < 2.5e-2
    spans = [span for span in p.spans if span.name == "add"]
    assert all(s.device_begin >= s.begin for s in spans)
    ends = [s.device_begin + s.seconds for s in spans]
    # One after the other, as the stream has them.
    assert all(
        e <= s.device_begin + 1e-4 for e, s in zip(ends, spans[1:], strict=False)
    )


def test_memory(device):
    x = tn.ones(1000)
    float(x[0])
    with tn.profile() as p:
        y = tn.empty(1 << 20)
        y.fill(0)
        y[0].item()
        del y
    peak = p.peak_memory[device]
    assert peak["reserved"] >= peak["used"] >= 8 << 20
    assert any(event.bytes == 8 << 20 for event in p.memory)
    assert any(event.bytes <= -(8 << 20) for event in p.memory)
    assert [event.time for event in p.memory] == sorted(e.time for e in p.memory)


def test_time_of_the_host_adds_up(device):
    with tn.profile() as p:
        chain(tn.ones(10000)).tolist()
        time.sleep(0.05)
    seconds = p.host_seconds
    assert sum(seconds.values()) == pytest.approx(p.duration, rel=1e-6)
    assert seconds["Python"] >= 0.05
    assert list(seconds) == ["compiling", "waiting", "copying", "running", "Python"]


def test_other_threads_are_in_the_rows_only(device):
    def work():
        chain(tn.ones(10000, device=device)).tolist()

    with tn.profile() as p:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert p.rows and p.host_seconds["running"] == 0


def test_nested_and_repeated(device):
    outer = tn.profile()
    with outer:
        tn.sort(tn.ones(10))
        with tn.profile() as inner:
            tn.sort(tn.ones(10))
    assert rows_by_name(outer)["operation", "sort"].calls == 1  # of two lines
    assert sum(row.calls for row in outer.rows if row.name == "sort") == 2
    assert sum(row.calls for row in inner.rows if row.name == "sort") == 1
    with outer:
        pass
    assert outer.rows == [] and outer.memory == []
    assert tn._core.recording.count_notes() == (0, 0, 0)


def test_an_exception_goes_through():
    with pytest.raises(KeyError), tn.profile() as p:
        tn.sort(tn.ones(10, device="cpu"))
        raise KeyError
    assert [row.name for row in p.rows if row.what == "operation"] == ["sort"]
    assert tn._core.recording.count_notes() == (0, 0, 0)


def test_while_the_block_runs(device):
    with tn.profile() as p:
        tn.sort(tn.ones(10))
        assert "sort" in str(p) and p.duration > 0
        before = p.duration
        tn.sort(tn.ones(10))
        assert sum(row.calls for row in p.rows if row.name == "sort") == 2
    assert p.duration > before


def test_decorator(device):
    @tn.profile()
    def work(n, *, scale):
        """Doc."""
        return (tn.sort(tn.ones(n)) * scale).sum().item()

    assert work.profile is None and work.__doc__ == "Doc."
    assert work(4, scale=2) == 8
    first = work.profile
    assert work(5, scale=2) == 10
    assert first is not work.profile
    for p in (first, work.profile):
        assert sum(row.calls for row in p.rows if row.name == "sort") == 1


def test_text(device):
    with fusion("wait"), tn.profile() as p:
        chain(tn.ones(100_000)).tolist()
        tn.sort(tn.ones(100_000))
    head, *lines = str(p).splitlines()
    assert head.split() == "what name device calls time share moved GB/s where".split()
    table = lines[: lines.index("")]
    assert len(table) == len(p.rows)
    for name in ("sort", "sin"):
        assert any(name in line and "test_profile.py:" in line for line in table)
    rest = "\n".join(lines[len(table) :])
    for text in (
        f"{device}: worked",
        "block: ",
        f"memory of {device}: at most",
        "flushes",
    ):
        assert text in rest
    assert "block: " in str(empty())


def empty():
    with tn.profile() as p:
        pass
    return p


def test_dictionary_and_file(device, tmp_path):
    with tn.profile() as p:
        chain(tn.ones(100)).tolist()
        tn.sort(tn.ones(100))
    known = json.loads(json.dumps(p.to_dict()))
    assert known["rows"][0].keys() == p.rows[0]._asdict().keys()
    assert len(known["rows"]) == len(p.rows)
    assert known["flushes"][0]["groups"][0]["operations"]
    assert [span["name"] for span in known["spans"]] == [span.name for span in p.spans]
    p.save(tmp_path / "profile.json")
    assert json.loads((tmp_path / "profile.json").read_text()) == json.loads(
        p.to_json()
    )


def test_chrome_trace(device):
    with tn.profile() as p:
        chain(tn.ones(100)).tolist()
        tn.sort(tn.ones(100))
    events = json.loads(p.chrome_trace())["traceEvents"]
    for event in events:
        assert event["ph"] in "XC" and event["ts"] >= 0
        assert event["ph"] == "C" or event["dur"] >= 0
    processes = {event["pid"] for event in events}
    assert processes == ({"host"} if device == "cpu" else {"host", device})
    assert {"flush", "group", "operation"} <= {event.get("cat") for event in events}
    assert any(event["name"] == f"memory of {device}" for event in events)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_picture(device, tmp_path, ending):
    with tn.profile() as p:
        chain(tn.ones(100_000)).tolist()
        tn.sort(tn.ones(100_000))
    file = tmp_path / f"profile.{ending}"
    p.plot(file)
    begin = file.read_bytes()[:8]
    assert begin.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        text = file.read_text()
        assert text.count("<path") > 10
    empty().plot(file)


def test_pictures_need_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        empty().plot(tmp_path / "profile.png")
    assert list(tmp_path.iterdir()) == []


# ---- by hand ----


def timed(begin, end, seconds=None, offset=-1, **more):
    seconds = end - begin if seconds is None else seconds
    times = dict(begin=begin, end=end, device_seconds=seconds, device_offset=offset)
    return more | times


def span(*times, name="f", kind="operation", thread=1, device="cuda:0", **more):
    facts = dict(name=name, kind=kind, device=device, thread=thread, bytes=0)
    return Span(timed(*times, **facts, file="/a/b.py", line=3, **more))


def flush(*groups):
    facts = dict(reason="look", device="cuda:0", recorded=1, bytes_allocated=0)
    facts |= dict(begin=0.0, end=9.0, thread=1)
    return Flush(facts | {"groups": groups})


def group(*times, **more):
    operations = [("add int8 (3,)", "/a/b.py", 7), ("add int8 ()", "", 0)]
    facts = dict(tier="fused", kernels=1, bytes=10, operations=operations, source="")
    return timed(*times, **facts, **more)


def test_what_is_inside_is_not_counted_twice():
    """A compilation in the midst of an operation, on the CPU and on a GPU."""
    for offset in (-1, 0.0):
        spans = [
            span(1.0, 5.0, offset=offset),
            span(2.0, 4.0, name="g", kind="compile", device="cpu"),
            span(2.0, 3.0, thread=2, name="h"),
        ]
        rows = {row.name: row for row in rows_of([], spans)}
        seconds = {name: row.seconds for name, row in rows.items()}
        assert seconds == {"f": 2.0, "g": 2.0, "h": 1.0}
        assert rows["g"].device == "host"


def test_unknown_times_are_the_hosts():
    (row,) = rows_of([], [span(1.0, 5.0, -1)])
    assert row.seconds == 4.0


def test_groups_are_named_by_their_operations():
    (row,) = rows_of([flush(group(1.0, 2.0), group(3.0, 4.0))], [])
    assert row == ("2 add", "fused", "cuda:0", "b.py:7 and 1 more", 2, 2.0, 20)


def test_gpu_work_lies_after_the_call_for_it():
    """The device's clock begins anywhere; nothing begins before it was asked for."""
    spans = [span(10.0, 10.1, 0.5, 0.0), span(10.2, 10.3, 0.5, 0.9)]
    flushes = [flush(group(10.4, 10.5, 0.5, 1.2) | {"device_offset": 0.2})]
    place_on_host_clock(flushes, spans)
    begins = [x.device_begin for x in (*spans, flushes[0].groups[0])]
    assert begins == pytest.approx([10.2, 11.1, 10.4])


@pytest.mark.parametrize(
    "intervals, total",
    [
        ([], 0),
        ([(1, 2)], 1),
        ([(1, 2), (3, 5)], 3),
        ([(1, 4), (2, 3)], 3),
        ([(1, 3), (2, 5), (5, 6)], 5),
        ([(4, 5), (1, 2)], 2),
    ],
)
def test_covered(intervals, total):
    assert covered(intervals) == total

# SPDX-License-Identifier: Apache-2.0
"""The benchmarks: their cases give NumPy's results, and their figures are right."""

import dataclasses
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import numpy
import pytest
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks import (  # noqa: E402
    accounts,
    checks,
    comparison,
    data,
    dlpack_calls,
    goals,
    plotting,
    readme,
    records,
    spec,
    timing,
)
from benchmarks import runner as runner_module  # noqa: E402
from benchmarks.cases import TABLE, by_key, table  # noqa: E402
from benchmarks.libraries import CudaLibrary, Library, Tenorite  # noqa: E402
from benchmarks.runner import UNSEEN, Runner  # noqa: E402
from benchmarks.verify import verify  # noqa: E402

# Enough elements for operands that are repeated blocks.
ENOUGH = 2 * data.PERIOD
# Operations that take a moment.
MOMENT = 2**30


def smaller(case):
    """Sizes of the same kind with few enough elements and operations for a test."""
    sizes = list(case.sizes)
    while math.prod(sizes) > 2 * ENOUGH or (case.flops and case.flops(*sizes) > MOMENT):
        largest = sizes.index(max(sizes))
        sizes[largest] //= 2
    return tuple(sizes)


@pytest.fixture
def library(device):
    return (
        CudaLibrary(spec.CUDA, tenorite)
        if device != "cpu"
        else Tenorite(spec.CPU, tenorite)
    )


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.key)
def test_results_are_numpys(case, library, monkeypatch):
    monkeypatch.setattr(timing, "ROTATED", 2**22)
    if library.name in case.absent:
        pytest.skip(case.absent[library.name])
    small = dataclasses.replace(case, sizes=smaller(case))
    facts = verify(small, library)
    assert facts.note is None
    assert facts.bytes is None or facts.bytes > 0
    assert facts.result_bytes >= 0
    made = timing.Prepared(small, library, facts)
    assert 1 <= len(made.sets) <= 512


def test_names_are_unique():
    assert len(by_key()) == len(TABLE)


def test_every_ufunc_is_timed():
    groups = ("CPU: ufuncs, 10^6 elements", "CPU: ufuncs, 10 elements")
    for group in groups:
        timed = {c.name.partition(" ")[0] for c in TABLE if c.group == group}
        assert timed == set(table.NAMES)
    assert len(table.NAMES) > 80


def test_a_wrong_result_is_found(device, library):
    case = next(c for c in TABLE if c.name == "add, float32")
    wrong = dataclasses.replace(
        case,
        sizes=(ENOUGH,),
        spell={library.name: lambda xp, a, b: a - b},
    )
    with pytest.raises(checks.Wrong, match="elements are wrong"):
        verify(wrong, library)

    def wrong_at_the_end(xp, a, b):
        c = a + b
        if c.size > case.small[0]:
            c[-1] += 1
        return c

    wrong = dataclasses.replace(wrong, spell={library.name: wrong_at_the_end})
    with pytest.raises(checks.Wrong, match="in the large result, 1 of"):
        verify(wrong, library)


def named(name):
    return next(case for case in TABLE if case.name == name)


@pytest.mark.parametrize(
    "name",
    [
        "fft of 2^24 complex64",
        "rfft2 of 8192 x 8192 float32",
        "irfft2 of 8192 x 4097 complex64",
        "fftn of 256^3 complex64",
        "10^4 of 1000 complex64, first axis",
        "16 of 1024^2, axes 0, 1",
        "Jacobi on slices, 100 steps, float64",
        "sqrt(((x - y) ** 2).mean()) float32",
        "((x > -1) & (x < 1)).sum() float64",
        "solve of 10000 of 64 x 64 float64",
    ],
)
def test_a_wrong_large_result_is_found(name, library):
    case = named(name)
    case = dataclasses.replace(case, sizes=smaller(case))
    amount = []

    def a_little_off(xp, *operands):
        result = case.call(xp, *operands)
        return result * 1.001 if amount else result

    off = dataclasses.replace(case, spell={library.name: a_little_off})
    verify(off, library)
    a_little_off.plain = case.call  # right for small operands
    amount.append(1)
    with pytest.raises(checks.Wrong, match="in the large result"):
        verify(off, library)


def test_functions_are_compiled_for_the_sizes_that_are_timed(library):
    compiled_for = []

    def compiled(xp, a, b):
        compiled_for.append(tuple(a.shape))
        return a + b

    compiled.plain = lambda xp, a, b: a + b
    case = dataclasses.replace(
        named("add, float32"), sizes=(ENOUGH,), spell={library.name: compiled}
    )
    verify(case, library)
    assert compiled_for == [(ENOUGH,)]
    # Without a check at that size, the small one has to be of what is timed.
    verify(dataclasses.replace(case, sample=None), library)
    assert compiled_for == [(ENOUGH,), case.small, (ENOUGH,)]


def sleeping(seconds):
    """A case of NumPy that sleeps, and the list of its calls."""
    made = []

    def call(xp, a):
        time.sleep(seconds)
        made.append(1)
        return a + a

    return dataclasses.replace(
        named("a + b"), call=call, operands=(spec.Operand(),)
    ), made


class Recorder(Library):
    """NumPy, as a library that records calls; what it launched is counted."""

    records, launches = True, 0

    def launch(self):
        self.launches += 1


@pytest.mark.parametrize("rotate", [False, True])
def test_calls_on_large_operands_are_launched_one_by_one(rotate, monkeypatch):
    monkeypatch.setattr(timing, "ROTATED", 2**22)
    recorder = Recorder(spec.NUMPY, numpy)
    case = dataclasses.replace(named("add, float32"), sizes=(10**5,), rotate=rotate)
    prepared = timing.Prepared(case, recorder, verify(case, recorder))
    assert len(prepared.sets) == (4 if rotate else 1)
    prepared._batch(10)
    assert recorder.launches >= 10
    case = dataclasses.replace(case, sizes=(16,), rotate=False)
    prepared = timing.Prepared(case, recorder, verify(case, recorder))
    recorder.launches = 0
    prepared._batch(2 * timing.TOGETHER)
    assert 1 <= recorder.launches <= 3


def test_calls_of_a_batch(monkeypatch):
    case, made = sleeping(0.025)
    case = dataclasses.replace(case, batch=0.1)
    plain = Library(spec.NUMPY, numpy)
    prepared = timing.Prepared(case, plain, verify(case, plain))
    made.clear()
    assert prepared.count_calls() is None
    assert prepared.calls in (2, 3, 4) and len(made) == 2
    made.clear()
    assert 0.025 <= prepared.time() < 0.1
    assert len(made) == 1 + prepared.calls
    # A long call needs none before it that warms the caches,
    monkeypatch.setattr(timing, "LONG", 0.01)
    made.clear()
    prepared.time()
    assert len(made) == prepared.calls
    # and one that is slower still is measured when calls are counted,
    monkeypatch.setattr(timing, "ENOUGH", 0.01)
    made.clear()
    assert 0.025 <= prepared.count_calls() < 0.1
    assert len(made) == 1
    # but not what may have waited for a compiler.
    case.call.plain = case.call
    assert prepared.count_calls() is None


def test_differences():
    case = by_key()["16 elements: a + b"]
    ones = numpy.ones(4, "f4")
    assert checks.problem(case, ones, ones) is None
    assert checks.problem(case, ones, ones + numpy.float32(3e-7)) is None
    assert "4 of 4" in checks.problem(case, ones, ones + numpy.float32(1e-6))
    assert "dtype" in checks.problem(case, ones, numpy.ones(4))
    assert "shape" in checks.problem(case, ones, numpy.ones((2, 2), "f4"))
    assert "1 results" in checks.problem(case, (ones, ones), (ones,))
    nan = numpy.full(4, numpy.nan, "f4")
    assert checks.problem(case, nan, nan) is None
    assert "4 of 4" in checks.problem(case, ones, nan)
    assert "1 of 3" in checks.problem(case, numpy.arange(3), numpy.array([0, 1, 1]))


def test_repeated_operands_are_those_of_numpy(device, library):
    operand = spec.Operand("i4", lambda n: (n + 7,), view=lambda a: a[7:][::2])
    found = data.device_operand(library, operand, (ENOUGH + 12345,), 3)
    expected = data.host_operand(operand, (ENOUGH + 12345,), 3)
    assert numpy.array_equal(library.download(found), expected)


@pytest.mark.parametrize("values", ["random", "scattered"])
def test_indices_are_in_range_and_on_all_devices_alike(values, library):
    below = 2**22
    operand = spec.Operand("i8", values=values, below=lambda n: below)
    size = (ENOUGH + 12345,)
    found = library.download(data.device_operand(library, operand, size, 1))
    assert numpy.array_equal(found, data.host_operand(operand, size, 1))
    assert found.min() >= 0 and found.max() < below
    different = len(numpy.unique(found))
    if values == "scattered":
        assert different == len(found)
    else:  # half of the numbers are drawn: 1 - exp(-1 / 2) of them at least once
        assert 0.38 * below < different < 0.41 * below
    assert abs(numpy.corrcoef(found[:-1], found[1:])[0, 1]) < 0.01 or values != "random"


def test_sums_of_repeated_values():
    operand = spec.Operand("?", values="half")
    for count in (7, data.PERIOD, ENOUGH + 12345):
        expected = data.host_values(operand, (count,), 1).sum()
        assert data.repeated_sum(operand, count, 1) == expected


def test_touched_bytes():
    touched = Library(spec.NUMPY, numpy).touched
    x = numpy.zeros((64, 64), "f4")
    assert touched(x) == x.nbytes
    assert touched(x.T) == x.nbytes
    assert touched(x[:, ::2]) == x.nbytes
    assert touched(x[:, 1:-1]) == 64 * 62 * 4
    assert touched(x[:, :1]) == 64 * 32
    assert touched(x[::-1]) == x.nbytes
    assert touched(numpy.broadcast_to(x[0], (64, 64))) == 256
    assert touched(numpy.float32(1)) == 4
    assert touched((x, x)) == 2 * x.nbytes
    assert touched(0.5) == 0


def test_summary():
    found = records.summary([3.0, 1.0, 2.0, 8.0])
    assert found == {"seconds": 2.5, "min": 1.0, "max": 8.0, "rounds": [3, 1, 2, 8]}


def test_speeds():
    record = {
        "on_device": True,
        "flops": 10,
        "runs": {
            spec.CUDA: {"seconds": 2.0, "bytes": 100},
            spec.CPU: {"seconds": 1.0, "bytes": 100},
            spec.CUPY: {"error": "none"},
        },
    }
    records.add_speeds(record, 200)
    cuda = record["runs"][spec.CUDA]
    assert cuda["bytes_per_second"] == 50
    assert cuda["share_of_copy"] == 0.25
    assert cuda["flops_per_second"] == 5
    assert "share_of_copy" not in record["runs"][spec.CPU]
    assert record["runs"][spec.CUPY] == {"error": "none"}


def run(seconds, spread=0.0, **more):
    return {"seconds": seconds, "min": seconds - spread, "max": seconds + spread} | more


def record(group, name, **runs):
    names = {"ours": spec.CUDA, "cpu": spec.CPU}
    return {
        "group": group,
        "name": name,
        "headline": True,
        "on_device": True,
        "runs": {names.get(k, k): v for k, v in runs.items()},
    }


def made_up():
    return {
        "schema": records.SCHEMA,
        "environment": {
            "cpu": "a CPU",
            "cores": 2,
            "gpu": "a GPU",
            "numpy": "2.0",
            "cuda runtime": 13010,
            "date": "2000-01-01",
        },
        "device_copy": {"bytes_per_second": 4e12},
        "total_seconds": 1.0,
        "cases": [
            record("16 elements", "a + b", ours=run(2e-6), cupy=run(8e-6)),
            record("16 elements", "a * 2.0", ours=run(6e-6), cupy=run(8e-6)),
            record(
                "elementwise, 1 GiB operands",
                "add, int8",
                ours=run(2e-3, 1e-3, share_of_copy=0.5),
                cupy=run(1e-3),
                torch={"wrong": "1 of 2 elements are wrong"},
            ),
            record(
                "elementwise, 1 GiB operands",
                "add, float32",
                ours=run(1e-3, share_of_copy=2.0),
                cupy={"absent": "is not here"},
            ),
            record(
                "host and device, 1 GiB",
                "cudaMemcpyAsync from pinned",
                ours=run(0.9),
                cupy=run(0.8),
            ),
            record("host and device, 1 GiB", "a.set(pinned)", ours=run(1.0)),
            record("CPU: ufuncs, 10^6 elements", "a", cpu=run(1.0), numpy=run(4.0)),
            record("CPU: ufuncs, 10^6 elements", "b", cpu=run(1.0), numpy=run(0.25)),
        ],
    }


def test_ratios_come_worst_first():
    found = comparison.ratios(made_up(), spec.CUDA, spec.CUPY)
    assert [ratio for ratio, *_ in found] == pytest.approx([0.5, 8 / 9, 4 / 3, 4.0])
    ratio, low, high, name = found[0]
    assert (low, high) == pytest.approx((1 / 3, 1.0))
    assert name == "elementwise, 1 GiB operands: add, int8"
    assert comparison.ratios(made_up(), spec.CUDA, spec.TORCH) == []
    lines = "\n".join(comparison.ratio_lines(made_up()))
    assert lines.index("add, int8") < lines.index("a * 2.0") < lines.index(": a + b")
    _, _, first, second = comparison.share_lines(made_up())
    assert first.split()[0] == "0.50" and second.split()[0] == "2.00"


def test_changes_between_two_reports():
    earlier = made_up()
    earlier["cases"][0]["runs"][spec.CUDA]["seconds"] = 1e-6
    earlier["cases"].pop(3)
    found = comparison.changes(made_up(), earlier, spec.CUDA)
    assert found[0] == (0.5, "16 elements: a + b")
    assert [ratio for ratio, _ in found[1:]] == [1.0] * 4


def test_goals():
    found = {g.title: g.evaluate(made_up()["cases"]) for g in goals.GOALS}
    figure, _, met = found["small a + b, time beside CuPy's"]
    assert figure == pytest.approx(0.25) and met
    figure, text, met = found["small a * 2.0, sum, a[2:10], where, time beside CuPy's"]
    assert figure == pytest.approx(0.75) and not met and "a * 2.0" in text
    figure, text, met = found["elementwise, share of the copy"]
    assert figure == 0.5 and not met and "1 of 2" in text
    figure, _, met = found["elementwise, share of the copy, mean"]
    assert figure == pytest.approx(1.0) and met
    figure, _, met = found["1 GiB from pinned memory, share of cudaMemcpyAsync"]
    assert figure == pytest.approx(0.8) and not met
    assert found["CPU, 10^6 elements, speed over NumPy's, mean"][0] == pytest.approx(1)
    figure, _, met = found["CPU, 10^6 elements, speed over NumPy's"]
    assert figure == 0.25 and not met
    assert found["reductions, share of the copy"] is None


def test_every_goal_has_cases():
    names = [{"group": c.group, "name": c.name} for c in TABLE]
    starts = ("import", "first calls", "first call of a kernel, new")
    starts += ("first call of a kernel, on disk", UNSEEN)
    names += [{"group": "start", "name": n} for n in starts]
    for goal in goals.GOALS:
        always = dataclasses.replace(goal, figure=lambda r: 1.0, beside=None)
        assert always.figures(names), goal.title
        assert (goal.at_least is None) != (goal.at_most is None)
        if goal.beside:
            assert any(n["name"] == goal.beside for n in names)


def test_failures_are_in_the_summary():
    lines = "\n".join(comparison.summary_lines(made_up()))
    assert "wrong: elementwise, 1 GiB operands: add, int8: torch: 1 of 2" in lines
    assert "slower in 2 of 4 cases" in lines
    assert "MISSED" in lines
    assert "too fast: elementwise, 1 GiB operands: add, float32" in lines
    assert lines.count("too fast") == 1


def test_table_of_the_readme():
    text = "\n".join(readme.section(made_up(), "plot.png"))
    assert "a GPU, a CPU with 2 cores, CUDA 13.1, NumPy 2.0, 2000-01-01" in text
    assert "4.00 TB/s" in text
    assert "| add, int8 | - | - | 2 ms (0.50) | 1 ms |" in text
    assert "(plot.png)" in text


def test_readme_is_in_step_with_the_results():
    text = (ROOT / "README.md").read_text("utf-8")
    assert readme.with_table(text) == text, "run python -m benchmarks readme"


def test_plot(tmp_path):
    pytest.importorskip("matplotlib", reason="it draws the plot")
    path = tmp_path / "plot.png"
    assert plotting.plot(made_up(), path) is None
    assert path.stat().st_size > 1000
    nothing = made_up() | {"cases": []}
    assert plotting.plot(nothing, path) == "there is nothing to draw"


def command(*arguments, **more):
    paths = [
        str(pathlib.Path(tenorite.__file__).parents[1]),
        os.environ.get("PYTHONPATH", ""),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_run_and_compare(tmp_path):
    path = tmp_path / "results.json"
    only = ("--only", "elementwise*add*", "--only", "16 elements: a.sum()")
    output = command(
        "run", "--rehearse", "--rounds", 2, "--library", spec.NUMPY, "--library", spec.CPU,
        *only, "--output", path,
    )  # fmt: skip
    assert "[1/6" in output and f"{path} written" in output
    report = json.loads(path.read_text())
    assert report["schema"] == records.SCHEMA
    assert report["libraries"] == [spec.NUMPY, spec.CPU]
    assert report["environment"]["numpy"] == numpy.__version__
    assert report["environment"]["tenorite"] == tenorite.__version__
    assert len(report["cases"]) == 6
    assert set(report["spent"]["libraries"]) == {spec.NUMPY, spec.CPU}
    assert report["spent"]["waits"]["time"] > 0
    for case in report["cases"]:
        for name in (spec.NUMPY, spec.CPU):
            found = case["runs"][name]
            assert len(found["rounds"]) == 2
            assert 0 < found["min"] <= found["seconds"] <= found["max"]
        assert case["runs"][spec.CUPY] == {"absent": "was not asked for"}
    lines = command("compare", path).splitlines()
    ratios = [float(x.split("x")[0]) for x in lines if x.endswith(("32", "64", "8"))]
    assert len(ratios) == 4 and ratios == sorted(ratios)
    assert "1.00x  16 elements" in command("compare", path, path)


def test_where_the_time_of_a_run_goes():
    spent = accounts.Accounts()
    with spent.case("some: long"):
        with spent.waits.on("prepare"):
            time.sleep(0.03)
        spent.add("a", {"operands": 0.5})
        spent.add("b", {"operands": 0.25})
        spent.add("b", {"operands": 0.5, "time": 0.125})
    for i in range(accounts.SLOWEST):
        with spent.case(f"others: short {i}"), spent.waits.on("time"):
            pass
    spent.add("a", {"copies": 2.0})
    spent.add("b", {"first call": 4.0, "small check": 0.5}, "slow to compile")
    report = spent.report()
    assert set(report["waits"]) == {"prepare", "time"}
    assert report["waits"]["prepare"] >= 0.03
    assert report["libraries"]["a"] == {"operands": 0.5, "copies": 2.0}
    assert report["libraries"]["b"]["operands"] == 0.75
    assert report["libraries"]["b"]["first call"] == 4.0
    (check,) = report["slowest checks"]
    assert check["case"] == "slow to compile" and check["seconds"] == 4.5
    first, *others = report["slowest cases"]
    assert len(others) == accounts.SLOWEST - 1
    assert first["case"] == "some: long" and first["seconds"] >= 0.03
    assert report["groups"].keys() == {"some", "others"}
    assert report["groups"]["some"] == first["seconds"]
    assert first["libraries"]["a"] == {"operands": 0.5}
    lines = accounts.lines(report)
    assert any(x.split() == ["operands", "0.5", "0.8"] for x in lines)
    assert lines[-1].split(maxsplit=2)[0] == "4.50" and "b checks slow" in lines[-1]
    assert any("long (prepare" in x and "b: operands 0.75" in x for x in lines)


def test_cases_can_be_listed():
    found = command("run", "--list").splitlines()
    assert found == [case.key for case in TABLE]
    quick = command("run", "--list", "--quick").splitlines()
    assert 20 < len(quick) < len(found) / 4
    assert quick == [c.key for c in TABLE if c.headline and not c.slow_start]


def test_a_dead_worker_is_an_error_and_replaced():
    cases = by_key()
    with Runner((spec.NUMPY,), 1, rehearsal=True, say=lambda text: None) as runner:
        process = runner.workers[spec.NUMPY].process
        process.kill()
        process.wait()
        found = runner.run_case(cases["16 elements: a + b"])
        assert "exit status -9" in found["runs"][spec.NUMPY]["error"]
        found = runner.run_case(cases["16 elements: a + b"])
        assert found["runs"][spec.NUMPY]["seconds"] > 0


def test_all_is_checked_before_anything_is_timed():
    cases, asked = by_key(), []
    chosen = [cases["16 elements: a + b"], cases["16 elements: a * 2.0"]]
    names = (spec.NUMPY, spec.CPU)
    with Runner(names, 1, rehearsal=True, say=lambda text: None) as runner:
        for name, worker in runner.workers.items():

            def send(do, name=name, send=worker.send, **request):
                asked.append((do, name, request.get("key")))
                send(do, **request)

            worker.send = send
        check = runner.check

        def check_and_fail(*arguments):
            check(*arguments)
            runner.checked[chosen[1].key, spec.CPU] = {"wrong": "as a test"}

        runner.check = check_and_fail
        found = runner.run_cases(chosen)
    for case in chosen:
        for name in names:
            assert asked.index(("check", name, case.key)) < len(names) * len(chosen)
    assert [do for do, *_ in asked].index("prepare") == len(names) * len(chosen)
    assert ("prepare", spec.CPU, chosen[0].key) in asked
    assert ("prepare", spec.CPU, chosen[1].key) not in asked
    assert found[0]["runs"][spec.CPU]["seconds"] > 0
    assert found[1]["runs"][spec.CPU] == {"wrong": "as a test"}
    assert found[1]["runs"][spec.NUMPY]["seconds"] > 0
    # Times are taken in turns, and nobody prepares meanwhile.
    timed = [(do, name) for do, name, key in asked if do in ("time", "prepare")]
    assert timed[:4] == [
        ("prepare", spec.NUMPY),
        ("prepare", spec.CPU),
        ("time", spec.NUMPY),
        ("time", spec.CPU),
    ]


def test_a_worker_that_dies_in_a_check_is_an_error_and_replaced():
    cases = by_key()
    chosen = [cases["16 elements: a + b"], cases["16 elements: a * 2.0"]]
    with Runner((spec.NUMPY,), 1, rehearsal=True, say=lambda text: None) as runner:
        process = runner.workers[spec.NUMPY].process
        process.kill()
        process.wait()
        first, second = runner.run_cases(chosen)
        assert "exit status -9" in first["runs"][spec.NUMPY]["error"]
        assert second["runs"][spec.NUMPY]["seconds"] > 0


def test_checks_take_groups_in_turns():
    order = runner_module.spread(TABLE)
    assert sorted(c.key for c in order) == sorted(c.key for c in TABLE)
    groups = list(dict.fromkeys(c.group for c in TABLE))
    assert [c.group for c in order[: len(groups)]] == groups
    few = [c for c in order if c.group == "scans"]
    assert few == [c for c in TABLE if c.group == "scans"]


def test_what_is_wrong_is_said_of_cases_left_out_for_time():
    case, said = by_key()["16 elements: a + b"], []
    with Runner((spec.NUMPY,), 1, True, said.append, limit=0.0) as runner:
        runner.checked[case.key, spec.NUMPY] = {"wrong": "as a test"}
        assert runner.run_cases([case]) == []
        assert runner.not_reached == [case.key]
    assert f"{case.key}: numpy: wrong: as a test" in said


def test_other_processes_help_to_check(monkeypatch):
    monkeypatch.setattr(runner_module, "HELPERS", {spec.NUMPY: 2})
    monkeypatch.setattr(runner_module, "HELPED", 4)
    cases = [c for c in TABLE if c.group == "16 elements"]
    with Runner((spec.NUMPY,), 1, rehearsal=True, say=lambda text: None) as runner:
        slow, process = threading.Event(), runner.workers[spec.NUMPY]
        receive, checked_here = process.receive, []

        def wait_for_helpers(limit):
            checked_here.append(1)
            slow.wait(20)
            return receive(limit)

        process.receive = wait_for_helpers
        note = runner._note

        def note_and_end(name, case, answer):
            note(name, case, answer)
            if len(runner.checked) == len(cases) - 1:
                slow.set()

        runner._note = note_and_end
        runner.check(cases)
        assert len(checked_here) == 1  # the helpers did the others
        assert len(runner.checked) == len(cases)
        found = runner.run_case(cases[0])
        assert found["runs"][spec.NUMPY]["seconds"] > 0


def test_a_failing_call_is_an_error():
    with Runner((spec.NUMPY,), 1, rehearsal=True, say=lambda text: None) as runner:
        answer = runner.workers[spec.NUMPY].ask("prepare", key="no such case")
        assert answer["error"].startswith("KeyError")
        answer = runner.workers[spec.NUMPY].ask("time")
        assert "error" in answer


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_tensors_by_the_functions_in_c():
    """Thousands of them are taken and given back, and the array is as before."""
    x = tenorite.arange(5.0, device="cpu")
    assert 0 < dlpack_calls.seconds(x, number=5000, repeat=2) < 1e-4
    assert x.tolist() == [0, 1, 2, 3, 4]
    assert dlpack_calls.seconds(numpy.ones(3)) is None

# SPDX-License-Identifier: Apache-2.0
"""The benchmark of whole programs: results are NumPy's, and its figures are right."""

import json
import os
import pathlib
import subprocess
import sys
import time
import warnings

import numpy
import pytest
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks import spec  # noqa: E402
from benchmarks.libraries import CudaLibrary, Library, Tenorite  # noqa: E402
from benchmarks.programs import command, counting, measure, runner, summary  # noqa: E402
from benchmarks.programs.program import SIZES, Program, over, repeated  # noqa: E402
from benchmarks.programs.texts import PROGRAMS, by_name, ocean  # noqa: E402
from benchmarks.programs.worker import problem  # noqa: E402
from benchmarks.records import summary as of_times  # noqa: E402


def tuple_of(results):
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_results_are_numpys(program, device):
    library = (
        CudaLibrary(spec.CUDA, tenorite)
        if device != "cpu"
        else Tenorite(spec.CPU, tenorite)
    )
    operands = program.operands("small")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of overflows in logarithms and the like
        expected = tuple_of(program.call(numpy, *operands))
        own = [library.upload(x) for x in operands]
        found = tuple_of(program.call(tenorite, *own))
    expected = tuple(map(numpy.asarray, expected))
    found = tuple(map(library.download, found))
    assert problem(program, expected, found) is None
    assert all(numpy.isfinite(x).all() for x in expected)
    for host, there in zip(program.operands("small"), own, strict=True):
        assert numpy.array_equal(library.download(there), host, equal_nan=True)


def test_programs_are_many_and_have_all_sizes():
    assert len(by_name()) == len(PROGRAMS) >= 28
    for program in PROGRAMS:
        assert set(SIZES) <= set(program.sizes) <= {*SIZES, "large on a GPU"}
        assert program.arguments("small", True) == program.sizes["small"]
        counts = [
            sum(x.size for x in program.make(numpy.random.default_rng(0), *numbers))
            for numbers in (program.sizes[size] for size in SIZES[:2])
        ]
        assert counts[0] < counts[1], program.name


def test_operands_are_always_the_same():
    program = by_name()["bootstrap"]
    for one, two in zip(*(program.operands("small") for _ in range(2)), strict=True):
        assert numpy.array_equal(one, two)
    other = by_name()["peaks"].operands("small")[0]
    assert other.shape == by_name()["peaks"].sizes["small"]


def sea_water(salinity, celsius, bars):
    """The results for one water, by name."""
    water = (numpy.full((1, 2), float(x)) for x in (salinity, celsius, bars))
    names = ("density", "anomaly", "compressibility", "sound", "heat", "theta")
    results = ocean.equation_of_state(numpy, *water)
    return {name: x[0, 0] for name, x in zip(names, results, strict=False)}


def test_the_equation_of_state_has_the_published_check_values():
    """Those of UNESCO technical papers in marine science 44."""
    assert sea_water(0, 5, 0)["density"] == pytest.approx(999.96675, abs=1e-5)
    assert sea_water(35, 5, 0)["density"] == pytest.approx(1027.67547, abs=1e-5)
    assert sea_water(35, 25, 1000)["density"] == pytest.approx(1062.53817, abs=1e-5)
    deep = sea_water(40, 40, 1000)
    assert deep["anomaly"] == pytest.approx(981.3021e-8, rel=1e-6)
    assert deep["sound"] == pytest.approx(1731.995, abs=1e-3)
    assert deep["theta"] == pytest.approx(36.89073, abs=1e-5)
    assert sea_water(40, 40, 0)["heat"] == pytest.approx(3980.051, abs=1e-3)
    assert ocean.lapse_rate(40.0, 40.0, 1e4) == pytest.approx(3.255976e-4, rel=1e-6)
    more = sea_water(35, 10, 100.5)["density"] - sea_water(35, 10, 99.5)["density"]
    there = sea_water(35, 10, 100)
    assert there["compressibility"] * there["density"] == pytest.approx(more, rel=1e-5)


def test_operations_of_a_program_are_counted():
    x = numpy.arange(6.0).reshape(2, 3)
    calls = {
        1: lambda np, x: x + x,
        2: lambda np, x: np.exp(-x),
        3: lambda np, x: np.maximum.reduce(x[1:] * 2.0),
        4: lambda np, x: 1.0 / np.sqrt(x.sum(axis=0)).T.mean(),
        5: lambda np, x: np.fft.ifft(np.fft.fft(x)).real.std() > np.ones(3),
    }
    for count, call in calls.items():
        assert counting.operations(call, [x]) == count

    def in_place(np, x):
        y = x.copy()
        y[0] += 1  # takes a view, adds, and assigns
        return np.random.default_rng(1).random(3) + y

    assert counting.operations(in_place, [x]) == 7
    assert numpy.array_equal(x, numpy.arange(6.0).reshape(2, 3))
    program = by_name()["equation of state"]
    assert 200 <= counting.operations(program.call, program.operands("small")) <= 400


def test_loops_are_those_of_python():
    found = repeated(numpy, 5, lambda state: (state[1], sum(state)), (1, 1))
    assert found == (8, 13)
    assert over(numpy, [3, 4], lambda state, item: 10 * state + item, 2) == 234


def ends(seconds):
    return list(numpy.cumsum(seconds))


def test_when_calls_have_settled():
    even = [1.0] * 20
    assert measure.settled(ends(even), even, 1.0) == 0
    slow_start = [9.0, 4.0, 2.0, *even]
    assert measure.settled(ends(slow_start), slow_start, 1.0) == 15
    # A call that something else delayed is none of the program's.
    delayed = [9.0, *even, 5.0, *even]
    assert measure.settled(ends(delayed), delayed, 1.0) == 9
    # Slow calls in a row are, however late.
    changed = [1.0] * 8 + [3.0] * 9 + [1.0] * 20
    assert measure.settled(ends(changed), changed, 1.0) == 35
    few = [9.0, 3.0, 1.0, 1.0]
    assert measure.settled(ends(few), few, 1.0) == 12
    assert measure.settled(ends(even), even, 0.5) is None
    assert measure.settled(ends(even), even, 0.95) == 0


class Slow(Library):
    """NumPy, as a library whose calls return before they are done."""

    records, launches = True, 0

    def launch(self):
        self.launches += 1

    def finish(self, result):
        time.sleep(0.02)


def test_times_of_calls(monkeypatch):
    monkeypatch.setattr(measure, "BATCH", 0.1)
    calls = []

    def call(np, x):
        calls.append(1)
        time.sleep(0.5 if len(calls) == 1 else 0.005)
        return x

    sizes = dict.fromkeys(SIZES, (3,))
    program = Program("p", "d", call, lambda rng, n: (rng.random(n),), sizes)
    library = Slow(spec.NUMPY, numpy)
    measured = measure.Measured(library, program, "small")
    first, last = measured.first_calls(0.2)
    assert first is measured.operands[0] and last is first
    assert 0.52 <= measured.seconds[0] < 0.7
    assert 5 <= len(calls) <= 9  # for 0.2 s after the first one
    assert measured.ends[-1] >= 0.72
    assert 2 <= measured.calls <= 4
    assert library.launches == 0
    assert 0.52 <= measured.settle_seconds() < 0.7
    assert 0.005 <= measured.host_seconds() < 0.02
    seconds, used = measured.batch_seconds()
    assert 0.005 + 0.02 / 4 <= seconds < 0.025
    assert 0 <= used < 0.005  # it sleeps
    assert library.launches == measured.calls


def test_memory_beside_the_operands():
    library = Tenorite(spec.CPU, tenorite)
    count = 2**18
    program = Program(
        "sums",
        "d",
        lambda np, x: (np.exp(x) + x * 2 + x * 3).sum(),
        lambda rng, n: (rng.random(n),),
        dict.fromkeys(SIZES, (count,)),
    )
    measured = measure.Measured(library, program, "small")
    own, eager = measured.peak_bytes()
    assert own < 8 * count < eager < 40 * count
    plain = measure.Measured(Library(spec.NUMPY, numpy), program, "small")
    assert plain.peak_bytes() == (None, None)


def test_wrong_results_are_found():
    program = by_name()["bootstrap"]
    x = numpy.array([1.0, 1e-3])
    assert problem(program, (x, x), (x, x * (1 + 1e-12))) is None
    assert "in result 1, 1 of 2" in problem(program, (x, x), (x, x + [0, 1e-6]))
    assert "1 results instead of 2" in problem(program, (x, x), (x,))
    assert "dtype of result 0" in problem(program, (x,), (x.astype("f4"),))
    assert problem(program, (x,), (x.astype("f4"),), any_dtype=True) is None
    assert "shape of result 0" in problem(program, (x,), (x[None],))
    counts = numpy.arange(3)
    assert "1 of 3" in problem(program, (counts,), (numpy.array([0, 1, 3]),))
    nan = numpy.array([numpy.nan, 1])
    assert problem(program, (nan,), (nan.copy(),)) is None
    assert "2 of 2" in problem(program, (x,), (nan,))


def ran(seconds, **more):
    found = of_times([seconds, 2 * seconds, 3 * seconds])
    found |= {"first": 9 * seconds, "settled": 0.0, "watched": 1.0}
    return found | {"host_seconds": seconds / 2} | more


def made_up():
    def record(name, size, **runs):
        names = {"ours": spec.CPU}
        return {
            "name": name,
            "domain": "d",
            "size": size,
            "arguments": [7],
            "operations": 50,
            "reference": spec.NUMPY,
            "runs": {names.get(k, k): v for k, v in runs.items()},
        }

    late = ran(1e-3, settled=0.75, peak_bytes=300, eager_peak_bytes=200)
    return {
        "schema": runner.SCHEMA,
        "device": "cpu",
        "libraries": [spec.NUMPY, spec.JAX, spec.CPU],
        "not_reached": ["waves, large"],
        "programs": [
            record("heat", "small", ours=ran(1e-3), numpy=ran(4e-3), jax=ran(5e-4)),
            record("heat", "large", ours=late, numpy=ran(1e-3), jax={"error": "no. x"}),
            record("life", "small", ours={"wrong": "1 of 2"}, numpy=ran(1.0)),
            record("life", "large", ours=ran(1.0, settled=None), numpy=ran(0.25)),
            record("sums", "large", ours=ran(1.0), jax={"error": "no. y"})
            | {"reference": spec.CPU},
        ],
    }


def test_ratios_and_means():
    report = made_up()
    found = summary.ratios(report, spec.NUMPY)
    assert [name for _, name in found] == ["life, large", "heat, large", "heat, small"]
    assert [ratio for ratio, _ in found] == pytest.approx([0.25, 1, 4])
    assert summary.ratios(report, spec.NUMPY, "small")[0][0] == pytest.approx(4)
    text = "\n".join(summary.lines(report))
    assert "numpy's time over ours, all: geometric mean 1.00x, worst 0.25x" in text
    assert "jax's time over ours, small: geometric mean 0.50x" in text
    assert "slower in 1 of 3" in text
    late = text.partition("settled after more than 0.5 s\n")[2].splitlines()
    assert late[:2] == ["     > 1 s  life, large", "    750 ms  heat, large"]
    assert "peak of memory above eager execution\n   1.50x  heat, large" in text
    assert "wrong: life (small): tenorite-cpu: 1 of 2" in text
    assert "left out for time: waves, large" in text
    assert "no other library had a result to compare with: sums, large" in text
    faults = summary.faults(report)
    assert [(kind, name) for kind, name, *_ in faults] == [("wrong", spec.CPU)]


def test_lines_of_a_program():
    head, ours, numpys = summary.record_lines(made_up()["programs"][1])[:3]
    assert head == "heat, large (7,), 50 operations"
    assert "steady     1 ms  first     9 ms  settled    750 ms" in ours
    assert "host   500 us    10.00 us each" in ours and "1.50 of eager" in ours
    assert "at once" in numpys and "eager" not in numpys


def run_command(*arguments, status=0):
    paths = [
        str(pathlib.Path(tenorite.__file__).parents[1]),
        os.environ.get("PYTHONPATH", ""),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "programs", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(tenorite.cuda.is_available(), reason="there is a GPU")
def test_a_run_without_our_library_fails(tmp_path):
    output = run_command(
        "--device", "cuda:0", "--only", "peaks", "--sizes", "small", "--rounds", 1,
        "--watch", 0, "--library", "numpy", "--output", tmp_path / "x.json", status=1,
    )  # fmt: skip
    assert "tenorite-cuda is left out" in output


def test_run_and_show(tmp_path):
    path = tmp_path / "programs.json"
    output = run_command(
        "--device", "cpu", "--first", 2, "--sizes", "small", "--rounds", 2,
        "--watch", 0.05, "--library", "numpy", "--output", path,
    )  # fmt: skip
    assert "[2/2" in output and f"{path} written" in output
    report = json.loads(path.read_text())
    assert report["schema"] == runner.SCHEMA
    assert report["libraries"] == [spec.NUMPY, spec.CPU]
    assert report["environment"]["tenorite"] == tenorite.__version__
    assert [r["name"] for r in report["programs"]] == [p.name for p in PROGRAMS[:2]]
    for record in report["programs"]:
        assert record["reference"] == spec.NUMPY and record["operations"] > 100
        for run in record["runs"].values():
            assert 0 < run["min"] <= run["seconds"] <= run["max"]
            assert run["first"] > 0 and 0 < run["host_seconds"] < 60
            assert run["cpu_seconds"] > 0 and "note" not in run
    shown = run_command("--show", path)
    assert "numpy's time over ours, small" in shown and shown in output
    names = run_command("--list", "--skip", 1, "--first", 2).splitlines()
    assert names == [p.name for p in PROGRAMS[1:3]]


def test_programs_can_be_chosen():
    assert command.chosen(["kalman*"], 0, None) == [by_name()["kalman filter"]]
    assert len(command.chosen(["filter"], 0, None)) >= 3
    assert command.chosen(None, 40, 3) == list(PROGRAMS[40:43])


def test_a_worker_that_dies_is_an_error_and_replaced():
    program = by_name()["peaks"]
    with runner.Runner("cpu", (spec.NUMPY,), 1, 0.01, say=print) as running:
        process = running.workers[spec.NUMPY].process
        process.kill()
        process.wait()
        found = running.run(program, "small")
        assert "exit status -9" in found["runs"][spec.NUMPY]["error"]
        found = running.run(program, "small")
        assert found["runs"][spec.NUMPY]["seconds"] > 0
        answer = running._ask(spec.NUMPY, "start", program="none", size="", least=0)
        assert answer["error"].startswith("KeyError")


def test_numpy_has_no_sizes_of_gpus():
    program = by_name()["peaks"]
    with runner.Runner("cpu", (spec.NUMPY,), 1, 0.0, say=print) as running:
        running.device = "cuda:0"
        assert running._names(program, "middle") == [spec.NUMPY]
        assert running._names(program, "large") == []
        found = running.run(program, "large")
    assert found["arguments"] == list(program.sizes["large on a GPU"])
    assert found["runs"] == {} and found["reference"] is None


def test_the_texts_know_one_namespace():
    """What a program calls is in NumPy, so that no library has words of its own."""
    for path in (ROOT / "benchmarks/programs/texts").glob("*.py"):
        assert "tenorite" not in path.read_text() and "cupy" not in path.read_text()

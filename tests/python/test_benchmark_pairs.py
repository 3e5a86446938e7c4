# SPDX-License-Identifier: Apache-2.0
"""Comparisons with one peer: their cases give SciPy's results, their figures are right."""

import argparse
import json
import math
import pathlib
import sys

import numpy
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

pytest.importorskip("scipy")

from benchmarks import images, pairs, science  # noqa: E402
from benchmarks.__main__ import parse_arguments  # noqa: E402
from benchmarks.science import functions, matrices  # noqa: E402

# What the special functions are held to is in test_scipy_special.py.
CASES = [
    case
    for case in (*science.cases(), *images.cases())
    if case.dtype == "float64" and case.group not in ("special", "ndimage of 3 axes")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_results_are_scipys(case, device):
    ours = pairs.TenoriteSide(has_gpu=device != "cpu")
    found, wanted = (
        pairs.small_result(case, side) for side in (ours, pairs.scipy_side())
    )
    assert wanted.size
    assert pairs.difference(found, wanted) <= case.tolerance


def test_names_are_unique():
    keys = [case.key for case in (*science.cases(), *images.cases())]
    assert len(set(keys)) == len(keys)


def test_every_function_of_both_is_compared():
    from tenorite import special

    ours = {name for name in special.__all__ if callable(getattr(special, name))}
    # CuPy has not the others, but for digamma's second name.
    others = {"psi", "betaincc", "betainccinv", "ellipe", "stdtr", "sph_harm_y"}
    assert ours - set(functions.ARGUMENTS) == others
    names = {case.name for case in functions.cases()}
    assert {"copy", "erf", "gammainc"} <= names <= {"copy", *functions.ARGUMENTS}


@pytest.mark.parametrize("shape", matrices.SHAPES, ids=lambda shape: shape.__name__)
def test_matrices_have_about_the_entries_that_were_asked_for(shape):
    made = shape(30_000)
    assert made.has_canonical_format
    assert 0.3 * 30_000 <= made.nnz <= 1.1 * 30_000


def test_laplacian():
    made = matrices.laplacian(2, 3).toarray()
    assert numpy.array_equal(numpy.diag(made), numpy.full(9, 4))
    assert numpy.array_equal(made, made.T)
    assert made[4].sum() == 0


def test_difference():
    a = numpy.array([1.0, 2.0, 4.0])
    assert pairs.difference(a, a) == 0
    assert pairs.difference(a + 0.4, a) == pytest.approx(0.1)
    assert pairs.difference(a[:2], a) == math.inf
    nan = numpy.array([math.nan, 1.0])
    assert pairs.difference(nan, nan) == 0
    assert pairs.difference(numpy.array([0.0, 1.0]), nan) == math.inf
    infinite = numpy.array([math.inf, 1.0])
    assert pairs.difference(-infinite, infinite) == math.inf
    assert pairs.difference(numpy.zeros(0), numpy.zeros(0)) == 0
    assert pairs.difference(numpy.array([1j]), numpy.array([1.0 + 0j])) > 1


class Fake(pairs.Side):
    """A library of NumPy's arrays that fails, or takes a while."""

    def __init__(self, name, fails=False):
        super().__init__(name, numpy, "scipy")
        self.fails = fails

    def take(self, value):
        if self.fails:
            raise RuntimeError("no kernel")
        return value


def made_case(name, call=lambda side, x: x + 1, **more):
    return pairs.Case(
        group="group",
        name=name,
        dtype="float64",
        operands=lambda n: (numpy.arange(float(n)),),
        call=call,
        sizes=(8, 8, 4),
        tolerance=1e-9,
        **more,
    )


@pytest.fixture
def comparison(tmp_path, monkeypatch):
    monkeypatch.setattr(pairs, "_ROUND", 1e-4)
    monkeypatch.setattr(pairs.machine, "host_facts", lambda: {"cpu": "one"})

    def make(peer, limit=math.inf, only=None):
        options = {"output": tmp_path / "a" / "b.json", "rehearse": True}
        made = pairs.Comparison(
            argparse.Namespace(limit=limit, only=only, **options), "schema-1"
        )
        made.has_gpu = False
        made.ours, made.peer, made.oracle = Fake("tenorite"), peer, Fake("scipy")
        return made

    return make


def written(comparison):
    return json.loads(comparison.args.output.read_text())


def test_a_peer_that_fails_is_recorded_and_the_run_goes_on(comparison, capsys):
    run = comparison(Fake("cupy", fails=True))
    assert run.run([made_case("a"), made_case("b")]) == 0
    rows = written(run)["rows"]
    assert [row["case"] for row in rows] == ["a", "b"]
    for row in rows:
        assert row["errors"] == {"cupy": "RuntimeError: no kernel"}
        assert row["tenorite"]["median"] > 0
        assert "ratio" not in row
    assert "failed: group: a float64, cupy: RuntimeError" in capsys.readouterr().out


def test_ratios_and_bandwidths(comparison):
    run = comparison(Fake("cupy"))
    moved = {"bytes": lambda n: 16 * n}
    assert run.run([made_case("copy", **moved), made_case("a", **moved)]) == 0
    copy, row = written(run)["rows"]
    assert row["ratio"] == row["cupy"]["median"] / row["tenorite"]["median"]
    assert row["apart"] == 0
    best = max(copy[name]["bandwidth"] for name in ("cupy", "tenorite"))
    assert row["tenorite"]["of_copy"] == row["tenorite"]["bandwidth"] / best
    assert row["tenorite"]["bandwidth"] == 16 * 4 / row["tenorite"]["median"]


def test_a_wrong_result_is_found(comparison, capsys):
    run = comparison(Fake("cupy"))
    wrong = made_case("a", lambda side, x: x + (2 if side.name == "tenorite" else 1))
    assert run.run([wrong]) == 1
    (row,) = written(run)["rows"]
    assert row["tenorite"]["difference"] == 0.25
    assert row["apart"] == 0.25
    assert "wrong: group: a float64 by 0.25" in capsys.readouterr().out


def test_a_failure_of_ours_is_in_the_exit_status(comparison):
    run = comparison(Fake("cupy"))
    run.ours.fails = True
    assert run.run([made_case("a")]) == 1


def test_cases_that_were_not_begun_are_listed(comparison, capsys):
    run = comparison(Fake("cupy"), limit=-1)
    assert run.run([made_case("a"), made_case("b")]) == 0
    assert written(run)["not_begun"] == ["group: a float64", "group: b float64"]
    assert "not begun: group: b float64" in capsys.readouterr().out


def test_some_cases_alone(comparison):
    run = comparison(Fake("cupy"), only=["up: b"])
    run.run([made_case("a"), made_case("b")])
    assert [row["case"] for row in written(run)["rows"]] == ["b"]


def test_a_long_first_call_is_the_figure(monkeypatch):
    monkeypatch.setattr(pairs, "_LONG", -1)
    calls = []
    assert len(pairs.seconds(lambda: calls.append(0), Fake("cupy"))) == 1
    assert len(calls) == 1


def test_summary_has_geometric_means_and_what_is_slower():
    def row(group, case, ratio):
        made = {"group": group, "case": case, "dtype": "float32", "errors": {}}
        return made | {"ratio": ratio, "tolerance": 1, "tenorite": {"of_copy": 0.5}}

    lines = list(pairs.summary([row("g", "a", 4.0), row("g", "b", 0.25)], []))
    assert lines[0] == "g: 2 cases, geometric mean 1.00x, least 0.25x (b float32)"
    assert lines[1] == "slower: g: b float32 0.25x"
    assert "0.50 of a copy's bandwidth: a float32" in lines


def test_large_results_are_compared_by_a_sample():
    side = pairs.scipy_side()
    assert side.host(numpy.arange(100.0), 10).tolist() == list(range(0, 100, 10))
    a = matrices.laplacian(1, 4)
    assert side.host(a).tolist() == [1, 0, 0, 1]
    assert side.host((numpy.ones(2), numpy.ones(1))).shape == (3,)


def test_options():
    args = parse_arguments(["science", "--limit", "3", "--only", "SpMV"])
    assert args.limit == 3
    assert args.only == ["SpMV"]
    assert args.output == "build/benchmarks/science.json"

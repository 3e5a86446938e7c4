# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite`: the report, the self-test, the verdict, the cache."""

import io
import pathlib
import re
import signal
import sys

import numpy as np
import pytest
import tenorite as tn
from support.compilers import require
from support.terminals import run_in_terminal, run_without_terminal
from tenorite._runtime import environment
from tenorite._terminal import facts, report, selftest
from tenorite._terminal.layout import Printer, Row
from tenorite._terminal.selftest import Outcome

ROOT = pathlib.Path(__file__).resolve().parents[2]
TITLES = (
    "Tenorite",
    "Devices",
    "Compilers of kernels",
    "Libraries",
    "Cache of kernels",
    "Environment",
)


# ---- the report ----


def test_report():
    """All of it, of a program that is asked for nothing."""
    status, out, err = run_without_terminal(
        "-W", "error", "-m", "tenorite", TENORITE_DEVICE="cpu", TENORITE_FUSOIN="wait"
    )
    assert (status, err) == (0, ""), out
    assert "\x1b" not in out
    lines = out.splitlines()
    for title in (*TITLES, "Self-test on cpu"):
        assert title in lines
    for test in selftest.TESTS:
        assert re.search(rf"^  {selftest._name(test):<18} (ok|skipped) ", out, re.M)
    assert re.search(r"^  TENORITE_DEVICE +cpu$", out, re.M)
    assert "nothing reads this variable; TENORITE_FUSION is meant?" in out
    assert any(line.startswith("Verdict: all is well on cpu") for line in lines)


def outcomes(*states):
    return [Outcome(f"test {i}", x, 0.1, "why") for i, x in enumerate(states)]


@pytest.mark.parametrize(
    "found, broken, fine, sentence, advice",
    [
        ({"cpu": "ok ok"}, [], True, "Verdict: all is well on cpu.", "GPU: "),
        (
            {"cpu": "ok", "cuda:0": "ok skipped"},
            [],
            True,
            "Verdict: all is well on cpu and cuda:0, with limits.",
            "test 1 on cuda:0: why",
        ),
        (
            {"cpu": "ok", "cuda:0": "ok failed"},
            [],
            False,
            "Verdict: 1 failed (cuda:0: test 1). cpu can be used.",
            "please report it",
        ),
        ({"cpu": "failed"}, [], False, "Verdict: 1 failed (cpu: test 0).", "report"),
        ({"cpu": ""}, ["a: b"], False, "Verdict: 1 failed (a: b).", "please report"),
        (
            {"cpu": "ok"},
            ["a: b"],
            False,
            "Verdict: 1 failed (a: b). cpu can be used.",
            "please report",
        ),
    ],
)
def test_verdict(found, broken, fine, sentence, advice):
    found = {device: outcomes(*states.split()) for device, states in found.items()}
    assert report.verdict(found, broken)[:2] == (fine, sentence)
    assert any(advice in line for line in report.verdict(found, broken)[2])


@pytest.mark.parametrize("at", range(len(TITLES)))
def test_what_cannot_be_looked_up_is_a_row(at, monkeypatch):
    """Each section in turn fails in its midst: a line says so, and the status."""

    def breaks():
        yield Row("before", "this")
        raise RuntimeError("the disk is on fire")

    names = "_package _devices _compilers _libraries _cache _environment".split()
    monkeypatch.setattr(facts, names[at], breaks)
    monkeypatch.setattr(facts, "usable_devices", lambda: ["cpu"])
    monkeypatch.setattr(selftest, "run", lambda device: iter(outcomes("ok")))
    text = io.StringIO()
    assert not report.print_report(Printer(text))
    assert re.search(
        r"^  not known +FAILED  RuntimeError: the disk", text.getvalue(), re.M
    )
    assert all(title in text.getvalue() for title in TITLES)
    assert "cpu can be used" in text.getvalue()


def test_colours_are_for_terminals_that_want_them():
    cases = {"": True, "NO_COLOR": False, "TERM": False}
    for name, coloured in cases.items():
        variables = {"NO_COLOR": {"NO_COLOR": "1"}, "TERM": {"TERM": "dumb"}}
        # Without rich, whose own rules hold where it is.
        code = (
            "import sys; sys.modules['rich'] = sys.modules['rich.console'] = None\n"
            "from tenorite._terminal.layout import Printer, Row\n"
            "Printer().section('title', [Row('a', 'b', 'failed')])"
        )
        _, out = run_in_terminal("-c", code, **variables.get(name, {}))
        assert ("\x1b[31;1mFAILED" in out) == coloured, name
        assert "title" in out and re.search(r"a +.*FAILED.* b", out)


def test_rich_wraps_long_rows():
    pytest.importorskip("rich")
    code = (
        "from tenorite._terminal.layout import Printer, Row\n"
        "Printer().section('title', [Row('label', '[bold]' + 'word ' * 40, 'ok')])"
    )
    _, out = run_in_terminal("-c", code)
    plain = re.sub(r"\x1b\[[\d;]*m", "", out).splitlines()
    assert plain[0].strip() == "title" and "[bold]word" in plain[1]
    assert len([line for line in plain if "word" in line]) > 1
    assert max(map(len, plain)) <= 120


# ---- the self-test ----


@pytest.mark.parametrize("test", selftest.TESTS, ids=lambda test: test.__name__)
def test_computations(test, device):
    if test is selftest.own_kernel:
        require("cpu" if device == "cpu" else "sm_90")
    found = selftest.check(test, tn, device)
    assert found.state == "ok" and found.seconds > 0, found


def fails(exception):
    def test(np, device):
        raise exception

    return test


MISSING = RuntimeError("cuFFT was not found; install it with `pip install x`\nor not")


@pytest.mark.parametrize(
    "test, state, text",
    [
        (lambda xp, d: (xp.ones(2), np.array([1, 2.0])), "failed", "AssertionError"),
        (lambda xp, d: (xp.ones(2), np.ones(2, int)), "failed", "dtype float64"),
        (lambda xp, d: (xp.ones(2), np.ones(3)), "failed", "AssertionError"),
        (lambda xp, d: (xp.ones(2), np.ones(2)), "ok", ""),
        (fails(ZeroDivisionError("x")), "failed", "ZeroDivisionError: x"),
        (fails(RuntimeError("CUDA error 700")), "failed", "CUDA error 700"),
        (fails(MISSING), "skipped", "cuFFT was not found"),
        (fails(tn.CompilerNotFound("no compiler")), "skipped", "no compiler"),
        (fails(selftest.Skipped("no reason")), "skipped", "no reason"),
    ],
)
def test_outcomes(test, state, text):
    found = selftest.check(test, tn, "cpu")
    assert found.state == state and text in found.text
    assert "\n" not in found.text


BEGINS = "import json, os, time; print(json.dumps({'begins': 'second'}), flush=True)\n"


@pytest.mark.parametrize(
    "ending, name, text",
    [
        ("os.kill(os.getpid(), 11)", "second", f"by signal {signal.SIGSEGV.value}"),
        ("time.sleep(60)", "second", "no answer within 3 seconds"),
        ("os._exit(3)", "second", "the process ended with 3"),
        ("raise KeyError('lost')", "second", "ended with 1: KeyError: 'lost'"),
        ("pass", None, None),
    ],
)
def test_a_process_that_ends_badly_is_an_outcome(ending, name, text):
    """What was done before it counts; what else it prints does not."""
    done = "import json; print(json.dumps(" + repr(
        Outcome("first", "ok", 0.1, "")._asdict()
    )
    code = f"{done}), flush=True)\nprint('noise', flush=True)\n{BEGINS}{ending}"
    found = list(selftest.run("cpu", 3, [sys.executable, "-c", code]))
    assert found[0] == Outcome("first", "ok", 0.1, "")
    if name is None:
        assert len(found) == 1
        return
    assert [x.name for x in found] == ["first", name]
    assert found[1].state == "failed" and text in found[1].text


def test_a_process_that_cannot_be_started_is_an_outcome():
    (found,) = selftest.run("cpu", 3, ["/nowhere/python"])
    assert found.state == "failed" and "/nowhere/python" in found.text


# ---- the cache ----

KERNEL = (
    "import tenorite as np\n"
    "np.ElementwiseKernel('T x', 'T y', 'y = x + {n}', 'kernel_{n}')(np.ones(3))"
)


def cache(*options, status=0, **variables):
    found = run_without_terminal("-m", "tenorite", "cache", *options, **variables)
    assert (found[0], found[2]) == (status, ""), found
    return found[1]


def test_cache(tmp_path):
    require("cpu")
    folder = {"TENORITE_CACHE_DIR": str(tmp_path), "TENORITE_DEVICE": "cpu"}
    assert cache("--list", **folder) == ""
    for n in (1, 2):
        assert run_without_terminal("-c", KERNEL.format(n=n), **folder)[0] == 0
    path = cache("--path", **folder).strip()
    assert pathlib.Path(path).parent == tmp_path
    listed = cache("--list", **folder)
    for n in (1, 2):
        assert re.search(
            rf"^[0-9a-f]{{12}} +[\d.]+ KiB +so .*ago +kernel_{n}$", listed, re.M
        )
    assert len(listed.splitlines()) == len(list(pathlib.Path(path).iterdir()))
    summary = cache(**folder)
    assert path in summary and "less than a minute" in summary
    # What is no kernel is listed as such, and another process may remove it.
    (pathlib.Path(path) / "00.kernel").write_bytes(b"TENOKRNL")
    (pathlib.Path(path) / "01.kernel").symlink_to("nowhere")
    assert cache("--list", **folder).count(" ?  ") >= 2
    for typed, left in (("n\n", True), ("y\n", False)):
        status, out = run_in_terminal(
            "-m", "tenorite", "cache", "--clear", typed=typed, **folder
        )
        assert "compiled anew" in out and (status == 1) == left
        assert bool(cache("--list", **folder)) == left
    assert cache("--clear", **folder).startswith("removed 0 kernels")


def test_cache_without_a_question(tmp_path):
    folder = {"TENORITE_CACHE_DIR": str(tmp_path)}
    kept = tmp_path / pathlib.Path(cache("--path", **folder).strip()).name
    for clear in (
        lambda: cache("--clear", **folder),
        lambda: run_in_terminal(
            "-m", "tenorite", "cache", "--clear", "--yes", **folder
        ),
    ):
        kept.mkdir(0o700, exist_ok=True)
        (kept / "00.kernel").write_bytes(b"x")
        clear()
        assert list(kept.iterdir()) == []
    read_only = run_without_terminal(
        "-m", "tenorite", "cache", "--clear", TENORITE_CACHE="ro", **folder
    )
    assert read_only[0] == 1 and "nothing is removed" in read_only[2]


# ---- variables of the environment ----


def test_every_variable_is_known_and_documented():
    """Those that sources ask for; README.md has all that users may set."""
    asked = re.compile(r"""(?:getenv\(|environ[^"\n]*|is_on\()"(TENORITE_[A-Z0-9_]+)""")
    found = set()
    for folder in ("core", "memory", "ops", "jit", "linalg", "python"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".cpp", ".h", ".cu", ".py"):
                found |= set(asked.findall(path.read_text()))
    assert {"TENORITE_DEVICE", "TENORITE_PROGRESS", "TENORITE_MEMORY_TRACE"} <= found
    assert [name for name in sorted(found) if not environment.is_known(name)] == []
    readme = (ROOT / "README.md").read_text()
    assert [x for x in environment.AT_RUN_TIME if f"`{x}`" not in readme] == []


@pytest.mark.parametrize(
    "name, meant",
    [
        ("TENORITE_FUSOIN", "TENORITE_FUSION"),
        ("TENORITE_DEVICES", "TENORITE_DEVICE"),
        ("TENORITE_NUM_THREAD", "TENORITE_NUM_THREADS"),
        ("TENORITE_ZZZZ", None),
    ],
)
def test_likely_typos(name, meant):
    assert not environment.is_known(name)
    assert environment.likely_meant(name) == meant

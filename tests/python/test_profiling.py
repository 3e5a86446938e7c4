# SPDX-License-Identifier: Apache-2.0
"""benchmark(), time_range, profile and NVTX, in the form of cupyx.profiler."""

import importlib
import math
import re
import time

import numpy as np
import pytest
import tenorite
from support.helpers import in_python
from tenorite.profiler import benchmark, profile, time_range

LINE = re.compile(
    r"^(?P<name>.*?) *: +CPU: +[\d.]+ us"
    r"( +\+/- +[\d.]+ \(min: +[\d.]+ / max: +[\d.]+\) us)?"
    r"(?P<gpu> +GPU-\d+: +.*)?$"
)


def work(x):
    return (x + 1).sum()


def test_times_of_each_call(device):
    x = tenorite.arange(100000.0)
    result = benchmark(work, (x,), n_repeat=20, n_warmup=2)
    assert result.name == "work"
    assert result.cpu_times.shape == (20,) and result.cpu_times.dtype == np.float64
    assert (result.cpu_times > 0).all()
    gpus = 1 if device.startswith("cuda") else 0
    assert result.gpu_times.shape == (gpus, 20)
    assert (result.gpu_times > 0).all()


def test_gpu_times_are_those_of_the_work(device):
    if device == "cpu":
        pytest.skip("a GPU's times")
    large, small = tenorite.ones(1 << 26), tenorite.ones(8)
    # The least, since tests of other processes may use the GPU meanwhile.
    slow = benchmark(lambda: large + 1, n_repeat=20).gpu_times.min()
    fast = benchmark(lambda: small + 1, n_repeat=20).gpu_times.min()
    assert slow > 2 * fast
    # 2^26 float64 are read and written once, at 0.2 to 10 TB/s.
    assert 1e-4 < slow < 5e-3


def test_counts_of_calls_and_arguments():
    calls = []
    result = benchmark(
        lambda *args, **kwargs: calls.append((args, kwargs)),
        (1, 2),
        {"a": 3},
        n_repeat=7,
        n_warmup=4,
        name="noted",
    )
    assert calls == [((1, 2), {"a": 3})] * 11
    assert result.name == "noted" and result.cpu_times.size == 7


def test_cpu_times_are_wall_times(device):
    begin = time.perf_counter()
    result = benchmark(time.sleep, (0.02,), n_repeat=3, n_warmup=0)
    passed = time.perf_counter() - begin
    assert (result.cpu_times >= 0.02).all() and result.cpu_times.sum() < passed
    assert result.name == "sleep"


def test_max_duration_ends_the_timing(monkeypatch):
    """By a clock on which nothing but the function takes time."""
    now = [100.0]

    def work():
        now[0] += 0.25

    monkeypatch.setattr(tenorite.profiler.time, "perf_counter", lambda: now[0])
    result = benchmark(work, n_repeat=1000, n_warmup=0, max_duration=1.0)
    assert result.cpu_times.tolist() == [0.25] * 5


def test_one_line_of_text(device):
    x = tenorite.ones(10)
    many = benchmark(work, (x,), n_repeat=5)
    for text in (str(many), many.to_str(show_gpu=True), many.to_str()):
        assert LINE.match(text), text
    assert "+/-" in str(many) and "min:" in str(many)
    shown = LINE.match(str(many))["gpu"]
    assert (shown is not None) == device.startswith("cuda")
    assert LINE.match(many.to_str())["gpu"] is None
    once = benchmark(work, (x,), n_repeat=1)
    assert LINE.match(str(once)) and "+/-" not in once.to_str()


class Shell:
    """What of IPython's shell an extension meets."""

    def __init__(self):
        self.user_ns = {"tn": tenorite, "calls": []}
        self.magics_manager = self
        self.magics = {"line": {}, "cell": {}}

    def register_magic_function(self, function, kind, name):
        assert kind == "line_cell"
        for magics in self.magics.values():
            magics[name] = function

    def load(self, module):
        module.load_ipython_extension(self)
        return self.magics["line"]["gpu_timeit"]


@pytest.mark.parametrize("package", ["profiler", "cupyx.profiler"])
def test_magic_of_lines_and_cells(device, capsys, package):
    shell = Shell()
    module = importlib.import_module(f"tenorite.{package}")
    magic = shell.load(module)
    assert magic("-n 4 -w 2 calls.append(tn.ones(3).sum())") is None
    assert len(shell.user_ns["calls"]) == 6
    line = capsys.readouterr().out
    assert LINE.match(line) and line.startswith("run  ")
    assert ("GPU-" in line) == device.startswith("cuda")
    cell = """
        for name in ("a  b", 'c'):
            calls.append(name)
        made = len(calls)
    """
    magic("-n 1 -w 0", cell)
    assert shell.user_ns["calls"][6:] == ["a  b", "c"]
    assert shell.user_ns["made"] == 8
    module.unload_ipython_extension(shell)
    assert not any(shell.magics.values())


@pytest.mark.parametrize(
    "line, repeats",
    [
        ("-n3 -w0 calls.append('-n 7  x')", 3),
        ("--n-repeat 2 --n-warmup=0 calls.append('-n 7  x')", 2),
        ("--n-warmup 0 -n 5 -- calls.append('-n 7  x')", 5),
        ("-w 1 -n 2 --max-duration 100 calls.append('-n 7  x')", 3),
    ],
)
def test_options_of_the_magic(line, repeats):
    shell = Shell()
    shell.load(tenorite.profiler)(line)
    assert shell.user_ns["calls"] == ["-n 7  x"] * repeats


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "code to time"),
        ("-n 3", "code to time"),
        ("-n many f()", "invalid int"),
        ("--none 3 f()", "unrecognized"),
        ("-n 0 1", "positive"),
    ],
)
def test_wrong_lines_of_the_magic(line, words):
    with pytest.raises(ValueError, match=words):
        Shell().load(tenorite.profiler)(line)
    with pytest.raises(ValueError, match="is no option"):
        Shell().load(tenorite.profiler)("-n 3 f()", "f()")
    with pytest.raises(SyntaxError):
        Shell().load(tenorite.profiler)("x = 3")


def test_names_of_callables_without_one():
    class Callable:
        def __call__(self):
            pass

    assert benchmark(Callable(), n_repeat=1).name == "Callable"


@pytest.mark.parametrize(
    "change",
    [
        {"func": 3},
        {"args": [1]},
        {"kwargs": ()},
        {"n_repeat": 1.5},
        {"n_repeat": 0},
        {"n_repeat": -1},
        {"name": 1},
        {"n_warmup": 1.0},
        {"max_duration": "long"},
        {"max_duration": 1j},
        {"devices": 0},
    ],
    ids=str,
)
def test_wrong_arguments(change):
    calls = []
    given = {"func": lambda: calls.append(1), "n_repeat": 3, **change}
    with pytest.raises(ValueError):
        benchmark(given.pop("func"), **given)
    assert not calls


def test_an_exception_of_the_function_comes_out():
    with pytest.raises(ZeroDivisionError):
        benchmark(lambda: 1 / 0)


def test_devices_that_do_not_exist():
    with pytest.raises((ValueError, RuntimeError), match="cuda:77|not available"):
        benchmark(lambda: None, n_repeat=1, devices=(77,))


def test_ranges_nest_and_decorate():
    @time_range()
    def doubled(x):
        """Twice."""
        return 2 * x

    with time_range("outer", color_id=0) as entered, time_range("inner", sync=True):
        assert doubled(4) == 8
    assert isinstance(entered, time_range)
    assert doubled.__name__ == "doubled" and doubled.__doc__ == "Twice."
    assert time_range("named", argb_color=0xFF00FF00)(max)(1, 2) == 2


def test_a_range_ends_with_an_exception():
    with pytest.raises(KeyError), time_range("failing"):
        raise KeyError


def test_wrong_ranges():
    with pytest.raises(ValueError):
        time_range("both", color_id=1, argb_color=2)
    with pytest.raises(ValueError), time_range():
        pass


def test_marks():
    nvtx = tenorite.cuda.nvtx
    assert nvtx.available
    for call in (
        lambda: nvtx.RangePush("a"),
        lambda: nvtx.RangePushC("b", 0xFFFF0000),
        nvtx.RangePop,
        nvtx.RangePop,
        lambda: nvtx.Mark("c", 100),
        lambda: nvtx.MarkC("d"),
    ):
        assert call() is None


@pytest.mark.parametrize("name", ["RangePush", "RangePushC", "Mark", "MarkC"])
def test_messages_are_strings(name):
    with pytest.raises(TypeError, match=r"'message' .*expected str, got int"):
        getattr(tenorite.cuda.nvtx, name)(3)


def test_the_block_of_profile_runs_with_and_without_a_gpu():
    with profile():
        x = tenorite.ones(3) * 2
    assert x.tolist() == [2, 2, 2]
    with pytest.raises(KeyError), profile():
        raise KeyError


def test_the_package_has_them_without_importing_them():
    code = (
        "import sys, tenorite\n"
        "assert 'tenorite.profiler' not in sys.modules\n"
        "print(tenorite.benchmark(lambda: 3, n_repeat=2, name='x').cpu_times.size,"
        " tenorite.time_range is tenorite.profiler.time_range)"
    )
    assert in_python(code) == "2 True"


def test_infinity_is_the_default_duration():
    assert benchmark.__kwdefaults__["max_duration"] == math.inf
    assert benchmark.__defaults__ == ((), {}, 10000)

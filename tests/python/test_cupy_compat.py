# SPDX-License-Identifier: Apache-2.0
"""`import cupy` and `import cupyx`, which find this library on request."""

import importlib
import subprocess
import sys
import types

import numpy as np
import pytest
import tenorite as tn
import tenorite.scipy
from support.cupys_place import is_cupys, without_cupy
from tenorite import cupy_compat


@pytest.fixture
def cupy():
    """The module `cupy` of a process where the hook is installed."""
    with without_cupy():
        cupy_compat.install()
        yield importlib.import_module("cupy")


def test_never_by_default():
    assert not cupy_compat.is_installed()
    code = "import sys, tenorite; tenorite.cuda; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not any(map(is_cupys, done.stdout.split()))


def test_names_are_ours(cupy, device):
    x = cupy.arange(6, dtype=cupy.float32).reshape(2, 3)
    assert type(x) is cupy.ndarray is tn.ndarray
    assert cupy.add is tn.add
    assert cupy.ElementwiseKernel is tn.ElementwiseKernel
    np.testing.assert_array_equal(cupy.asnumpy(x.sum(axis=0)), [3, 5, 7])
    assert set(tn.__all__) <= set(dir(cupy))
    assert cupy.is_available() == tn.cuda.is_available()


def test_the_module_says_what_programs_ask(cupy, device):
    assert isinstance(cupy, types.ModuleType)
    assert cupy.__name__ == "cupy"
    assert cupy.__version__ == cupy_compat.CUPY_VERSION
    assert int(cupy.__version__.split(".")[0]) >= 13
    assert "tenorite" in repr(cupy)
    assert cupy.get_array_module(cupy.ones(2), 1.0) is cupy
    assert cupy.get_array_module(np.ones(2)) is np
    assert sys.modules["cupy"] is cupy


def test_show_config_is_called_as_cupys(cupy, capsys):
    tn.show_config()
    expected = capsys.readouterr().out
    for options in ({}, {"_full": True}):
        cupy.show_config(**options)
        assert capsys.readouterr().out == expected
    with pytest.raises(TypeError):
        cupy.show_config("dicts")


# (import, what is there)
IMPORTS = [
    ("import cupy.cuda", "cupy.cuda.Stream"),
    ("import cupy.cuda.runtime as m", "m.getDeviceCount"),
    ("from cupy.cuda import runtime, Device", "runtime.CUDARuntimeError"),
    ("from cupy.cuda.memory import MemoryPool", "MemoryPool"),
    ("import cupy.linalg, cupy.fft, cupy.random", "cupy.linalg.svd"),
    ("from cupy.fft import config", "config.clear_plan_cache"),
    ("from cupy.random import default_rng", "default_rng"),
    ("import cupy.polynomial.polynomial as m", "m.polyval"),
    ("from cupy import testing", "testing.assert_allclose"),
    ("from cupy.lib.stride_tricks import as_strided", "as_strided"),
    ("import cupyx", "cupyx.scatter_add"),
    ("from cupyx.profiler import benchmark, time_range", "benchmark"),
    ("from cupyx.signal import pulse_compression", "pulse_compression"),
    ("from cupyx import jit", "jit.rawkernel"),
    ("import cupyx.jit", "cupyx.jit.grid"),
    ("from cupyx.jit import cg", "cg.this_grid"),
    ("import cupyx.scipy.special", "cupyx.scipy.special.erf"),
    ("from cupyx.scipy.special import logsumexp", "logsumexp"),
    ("from cupyx.scipy import get_array_module", "get_array_module"),
    ("import cupyx.scipy.ndimage", "cupyx.scipy.ndimage"),
    ("from cupyx.scipy import ndimage", "ndimage"),
    ("import cupyx.scipy.fft as m", "m.fft"),
    ("from cupy_backends.cuda.api import runtime", "runtime.getDeviceCount"),
    ("from cupy import *", "arange"),
]


@pytest.mark.parametrize("statement, name", IMPORTS)
def test_imports(cupy, statement, name):
    places = {}
    exec(statement, places)
    assert eval(name, places) is not None


def test_modules_are_the_same_objects(cupy):
    for ours, theirs in (
        ("tenorite.cuda", "cupy.cuda"),
        ("tenorite.cuda.memory", "cupy.cuda.memory"),
        ("tenorite.linalg", "cupy.linalg"),
        ("tenorite.cupyx", "cupyx"),
        ("tenorite.cupyx.scipy.special", "cupyx.scipy.special"),
        *((f"tenorite.scipy.{x}", f"cupyx.scipy.{x}") for x in tn.scipy._MODULES),
    ):
        ours = importlib.import_module(ours)
        spec = ours.__spec__
        assert importlib.import_module(theirs) is ours
        assert ours.__spec__ is spec
    assert cupy.cuda is tn.cuda


def test_names_that_are_missing(cupy):
    with pytest.raises(
        AttributeError, match="module 'cupy' has no attribute 'nothing'"
    ):
        cupy.nothing  # noqa: B018
    assert not hasattr(cupy, "nothing")
    with pytest.raises(ImportError, match="cannot import name 'nothing' from 'cupy'"):
        from cupy import nothing  # noqa: F401
    for name in (
        "cupy.nothing",
        "cupyx.jit.thrust",
        "cupyx.scipy.nothing",
        "cupy.cuda.nccl",
        "cupy._core",
        "cupyx._x",
    ):
        with pytest.raises(ModuleNotFoundError, match="tenorite stands for CuPy") as e:
            importlib.import_module(name)
        assert e.value.name == name
    with pytest.raises(ModuleNotFoundError, match="not a package"):
        importlib.import_module("cupy.cuda.runtime.nothing")


def test_install_and_uninstall():
    with without_cupy():
        cupy_compat.uninstall()
        cupy_compat.install()
        cupy_compat.install()
        assert cupy_compat.is_installed()
        importlib.import_module("cupyx.scipy.special")
        cupy_compat.uninstall()
        assert not cupy_compat.is_installed()
        assert not any(map(is_cupys, sys.modules))
        assert sys.modules["tenorite.special"] is tn.special


def test_cupy_itself_is_not_replaced(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", types.ModuleType("cupy"))
    with pytest.raises(RuntimeError, match="CuPy itself is imported already"):
        cupy_compat.install()
    assert not cupy_compat.is_installed()


PROGRAM = """
import sys
import cupy as cp
import cupyx
from cupyx.profiler import benchmark

x = cp.zeros(3)
cupyx.scatter_add(x, cp.array([0, 0, 2]), 1)
print(__name__, sys.argv[1:], cp.asnumpy(x).tolist())
if len(sys.argv) > 1:
    sys.exit(int(sys.argv[1]))
"""


def run(*args, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "tenorite.cupy_compat", *map(str, args)],
        capture_output=True,
        text=True,
        cwd=cwd,
    )


def test_programs(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    (tmp_path / "beside.py").write_text("import program")
    printed = "__main__ ['3', 'x'] [2.0, 0.0, 1.0]\n"
    done = run(program, 3, "x")
    assert (done.returncode, done.stdout) == (3, printed), done.stderr
    done = run("-m", "program", 3, "x", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, printed), done.stderr
    done = run("-c", PROGRAM, 3, "x")
    assert (done.returncode, done.stdout) == (3, printed), done.stderr
    done = run(tmp_path / "beside.py")
    assert done.stdout == "program [] [2.0, 0.0, 1.0]\n", done.stderr


KERNEL = """
import cupy as cp
from cupyx import jit
import cupyx.jit.cg

ZERO, FLOAT, UINT = cp.float32(0), cp.float32, cp.uint32

@jit.rawkernel()
def halves(x, y):
    i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    if jit.threadIdx.x == 0:
        first = x[i]
    first = jit.shfl_sync(0xffffffff, first, 0)
    value = ZERO
    for k in jit.range(2):
        value += cp.sqrt(x[i]) * FLOAT(k) / UINT(2)
    y[i] = value + first

x, y = cp.arange(64, dtype=cp.float32) ** 2, cp.zeros(64, dtype=cp.float32)
halves[2, 32](x, y)
halves((2,), (32,), (x, y))
expected = cp.arange(64) / 2 + (cp.arange(64) // 32 * 32) ** 2
print(bool((y == expected).all()), jit is cupyx.jit, cupyx.jit.cg is jit.cg)
"""


def test_programs_with_kernels_in_python(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(KERNEL)
    done = run(program)
    assert (done.returncode, done.stdout) == (0, "True True True\n"), done.stderr


def test_usage():
    assert run("--help").stdout.startswith("usage: python -m tenorite.cupy_compat")
    assert run().returncode == 2
    assert run("-m").returncode == 2
    assert "No such file" in run("nothing.py").stderr


TIMED = """
import cupy as cp
from cupyx import jit

@jit.rawkernel()
def smooth(x, y):
    i = jit.grid(1)
    if 0 < i < x.size - 1:
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / cp.float32(3)

stream = cp.cuda.Stream(non_blocking=True)
start, end = cp.cuda.Event(), cp.cuda.Event()
with stream:
    x = cp.random.default_rng(cp.random.XORWOW(1)).random(1000, dtype=cp.float32)
    y = x.copy()
    start.record()
    for _ in range(10):
        smooth((8,), (128,), (x, y))
        x, y = y, x
    end.record()
end.synchronize()
stream.synchronize()
z = cp.fromDlpack(x.toDlpack())
print(cp.cuda.get_elapsed_time(start, end) > 0, float(z.max() - z.min()) < 0.9)
print(cp.cuda.get_current_stream() == cp.cuda.Stream.null, z.dtype, z.shape)
"""


def test_a_program_that_times_its_kernels(tmp_path):
    """Streams, events, kernels in Python and capsules, with a GPU or without."""
    program = tmp_path / "timed.py"
    program.write_text(TIMED)
    done = run(program)
    assert done.stdout == "True True\nTrue float32 (1000,)\n", done.stderr

# SPDX-License-Identifier: Apache-2.0
"""cupyx.jit: Python functions with threads, as kernels on the CPU and on GPUs."""

import numpy as np
import pytest
import tenorite as tn
from support import jit_thread_cases
from tenorite import _core
from tenorite.cupyx import jit

MODES = ("cuda", "numpy")
CASES = jit_thread_cases.CASES


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CASES)
def test_cases(device, name, mode):
    case = CASES[name](mode)
    case.kernel(case.grid, case.block, case.args, shared_mem=case.shared_mem)
    for array, expected in case.results:
        found = array.get()
        expected = np.asarray(expected)
        if case.rtol:
            np.testing.assert_allclose(found, expected, rtol=case.rtol)
        else:
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CASES)
def test_cases_compile_for_gpus(name, mode):
    case = CASES[name](mode)
    types = tuple(case.kernel.types_of(case.args))
    made = case.kernel.compiled(types, on_cpu=False)
    code = _core.RawCode(name, made.code, False, (), "nvrtc", [made.launch.name], False)
    try:
        found = code.signatures("sm_90")
    except tn.CompilerNotFound:
        pytest.skip("NVRTC is not installed")
    assert made.launch.name in found


# ---- launches ----


def _double(mode="cuda"):
    @jit.rawkernel(mode=mode)
    def double(x):
        """Twice as much."""
        i = jit.grid(1)
        if i < x.size:
            x[i] *= 2

    return double


def test_the_ways_of_launching(device):
    double = _double()
    for launch in (
        lambda x: double((1,), (32,), (x,)),
        lambda x: double(1, 32, [x]),
        lambda x: double(grid=(1, 1, 1), block=(8, 1), args=(x,)),
        lambda x: double((1,), (32,), (x,), 16, None),
        lambda x: double((1,), (32,), (x,), shared_mem=16, stream=None),
        lambda x: double[1, 32](x),
        lambda x: double[(4, 1), (8, 1, 1)](x),
        lambda x: double[1, 32](x, shared_mem=16, stream=None),
    ):
        x = tn.arange(8)
        assert launch(x) is None
        np.testing.assert_array_equal(x.get(), 2 * np.arange(8))


def test_streams(device):
    if device == "cpu":
        pytest.skip("the CPU device has one queue")
    stream, x = tn.cuda.Stream(), tn.arange(8)
    _double()((1,), (32,), (x,), stream=stream)
    stream.synchronize()
    np.testing.assert_array_equal(x.get(), 2 * np.arange(8))


def test_one_text_for_each_set_of_types(device):
    double = _double()
    with pytest.warns(UserWarning, match="No codes are cached"):
        assert double.cached_codes == {}
    double[1, 32](tn.arange(8))
    first = double.cached_code
    double[1, 32](tn.arange(20))
    assert double.cached_code is first and "__global__" in first
    for x in (tn.arange(8)[::2], tn.arange(8, dtype="f4"), tn.asarray(1.0).reshape(1)):
        double[1, 32](x)
    codes = double.cached_codes
    assert len(codes) == 4 and len(set(codes.values())) == 4
    with pytest.warns(UserWarning, match=r"Please use `\.cached_codes` instead"):
        assert double.cached_code is first


def test_a_kernel_looks_like_its_function(device):
    double = _double()
    assert double.__name__ == "double" and double.__doc__ == "Twice as much."
    assert double.__wrapped__ is double._func
    assert "double" in repr(double)


SCALE = 3


def test_a_global_that_changes_makes_a_new_kernel(device, monkeypatch):
    @jit.rawkernel()
    def scale(x):
        x[0] *= SCALE

    x = tn.ones(1)
    scale[1, 1](x)
    monkeypatch.setitem(globals(), "SCALE", 5)
    scale[1, 1](x)
    assert x.item() == 15


class Settings:
    """Constants of a program, in one place."""

    size = 4
    factor = np.float64(2.5)


settings = Settings()


def test_attributes_of_constants(device, monkeypatch):
    @jit.rawkernel()
    def fill(x):
        for i in range(settings.size):
            x[i] = settings.factor + x.dtype.itemsize

    x = tn.zeros(6)
    fill[1, 1](x)
    np.testing.assert_array_equal(x.get(), [10.5] * 4 + [0] * 2)
    monkeypatch.setattr(Settings, "size", 1)
    monkeypatch.setattr(Settings, "factor", 1)
    fill[1, 1](x)
    np.testing.assert_array_equal(x.get(), [9] + [10.5] * 3 + [0] * 2)


def test_a_variable_that_not_all_ways_set(device):
    @jit.rawkernel()
    def share(x, out):
        lane = jit.threadIdx.x
        if lane == 3:
            value = x[3]
        out[0, lane] = value
        out[1, lane] = jit.shfl_sync(0xFFFFFFFF, value, 3)

    out = tn.ones((2, 32))
    share[1, 32](tn.arange(32), out)
    expected = np.zeros((2, 32))
    expected[0, 3] = expected[1] = 3
    np.testing.assert_array_equal(out.get(), expected)


def test_numbers_of_all_sizes_share_kernels_by_type(device):
    @jit.rawkernel()
    def store(x, n):
        x[0] = n

    x = tn.zeros(1, "i8")
    for n in (0, 5, -(1 << 31), (1 << 31) - 1):
        store[1, 1](x, n)
        assert x.item() == n
    assert len(store.cached_codes) == 1
    for n in (1 << 31, -(1 << 31) - 1, (1 << 63) - 1):
        store[1, 1](x, n)
        assert x.item() == n
    assert len(store.cached_codes) == 2
    with pytest.raises(OverflowError):
        store[1, 1](x, 1 << 63)


def test_read_only_arrays(device):
    @jit.rawkernel(device=True)
    def put(array, value):
        array[0] = value

    @jit.rawkernel()
    def copy(x, y):
        part = y[0]
        put(part, x[0])

    x, y = tn.broadcast_to(tn.arange(1), (5,)), tn.ones((1, 5), int)
    copy[1, 1](x, y)
    assert y[0, 0].item() == 0
    with pytest.raises(ValueError, match="read-only"):
        copy[1, 1](x, tn.broadcast_to(tn.ones(1, int), (1, 5)))


def test_empty_arrays(device):
    double = _double()
    for x in (tn.empty(0), tn.empty((0,))[::2]):
        double[2, 32](x)


def test_devices_are_not_mixed(device):
    if device == "cpu":
        pytest.skip("needs two devices")

    @jit.rawkernel()
    def copy(x, y):
        y[0] = x[0]

    with pytest.raises(ValueError, match="one device"):
        copy[1, 1](tn.ones(1, device="cpu"), tn.ones(1))


@pytest.mark.parametrize("name", ["functions", "barriers_in_functions"])
def test_checked_kernels_compute_the_same(name, monkeypatch):
    monkeypatch.setenv("TENORITE_CPU_CHECK", "1")
    before = tn.get_default_device()
    tn.set_default_device("cpu")
    try:
        test_cases("cpu", name, "cuda")
    finally:
        tn.set_default_device(before)


def test_checked_kernels_find_what_is_out_of_bounds(monkeypatch):
    monkeypatch.setenv("TENORITE_CPU_CHECK", "1")

    @jit.rawkernel()
    def shift(x, y, n):
        i = jit.grid(1)
        y[i] = x[i + n]

    x, y = tn.arange(64, device="cpu"), tn.zeros(32, int, device="cpu")
    shift[1, 32](x[::2], y, 0)
    np.testing.assert_array_equal(y.get(), np.arange(0, 64, 2))
    with pytest.raises(IndexError, match="reads 8 bytes out of bounds"):
        shift[1, 32](x[::2], y, 1 << 20)

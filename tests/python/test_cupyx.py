# SPDX-License-Identifier: Apache-2.0
"""tenorite.cupyx: what CuPy has beside NumPy's names."""

import importlib
import itertools
import subprocess
import sys
import threading

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host
from tenorite import cupyx

needs_gpu = pytest.mark.skipif(not tn.cuda.is_available(), reason="needs a GPU")
no_gpu = pytest.mark.skipif(
    tn.cuda.is_available(), reason="needs a machine without GPU"
)

LETTERS = "bBhHiIlLefdFD"
INDICES = [
    (np.array([0, 2, 2, 1, 2]), 5),
    (np.array([[0, -1], [3, 0]]), (2, 2)),
    (slice(1, 3), 2),
    (2, ()),
    (np.array([True, False, True, True]), 3),
    ((slice(None), np.array([1, 1])), (4, 2)),
]


def indices(key, device):
    parts = key if isinstance(key, tuple) else (key,)
    parts = tuple(
        tn.asarray(x, device=device) if isinstance(x, np.ndarray) else x for x in parts
    )
    return parts if isinstance(key, tuple) else parts[0]


@pytest.mark.parametrize("name", ["add", "max", "min"])
@pytest.mark.parametrize("key, shape", INDICES, ids=str)
def test_scatter(device, name, key, shape):
    ufunc = {"add": np.add, "max": np.maximum, "min": np.minimum}[name]
    axes = 2 if isinstance(key, tuple) else 1
    rng = np.random.default_rng(0)
    for letter in LETTERS if name == "add" else "iIlLefd":
        whole = rng.integers(-9, 9, (4, 3)[:axes]).astype(letter)
        values = rng.integers(-9, 9, shape).astype(letter)
        expected = whole.copy()
        ufunc.at(expected, key, values)
        for call in (
            lambda x, *rest: getattr(cupyx, f"scatter_{name}")(x, *rest),
            lambda x, *rest: getattr(x, f"scatter_{name}")(*rest),
        ):
            x = tn.asarray(whole, device=device)
            assert call(x, indices(key, device), tn.asarray(values)) is None
            np.testing.assert_array_equal(host(x), expected)


def test_scatter_converts_values(device):
    x = tn.zeros(3, np.int32)
    cupyx.scatter_add(x, tn.array([0, 0]), tn.array([1.9, 2.9]))
    cupyx.scatter_add(x, 1, 4)
    x.scatter_max([2], [7])
    np.testing.assert_array_equal(host(x), [3, 4, 7])
    with pytest.raises(TypeError, match=r"expected a tenorite\.ndarray, not list"):
        cupyx.scatter_add([1, 2], 0, 1)
    with pytest.raises(IndexError):
        cupyx.scatter_add(x, [5], 1)
        host(x)


def test_rsqrt(device):
    assert cupyx.rsqrt is tn.rsqrt
    assert isinstance(tn.rsqrt, tn.ufunc)
    assert tn.rsqrt.types == ["e->e", "f->f", "d->d", "F->F", "D->D"]
    rng = np.random.default_rng(0)
    for letter in "efd":
        info = np.finfo(letter)
        x = np.concatenate(
            [
                rng.random(5000) * 4,
                2.0 ** rng.uniform(np.log2(info.smallest_subnormal), info.maxexp, 5000),
                [info.smallest_subnormal, info.tiny, info.max, 1, 4, 0.25],
            ]
        ).astype(letter)
        x = x[np.isfinite(x) & (x > 0)]
        exact = 1 / np.sqrt(x.astype("g"))
        error = abs(host(tn.rsqrt(tn.asarray(x))).astype("g") - exact)
        assert (error / np.spacing(exact.astype(letter))).max() < 0.51
    special = np.array([0.0, -0.0, np.inf, -1.0, np.nan])
    got = host(tn.rsqrt(tn.asarray(special)))
    np.testing.assert_array_equal(got, [np.inf, -np.inf, 0, np.nan, np.nan])
    assert np.signbit(got[1])
    for letter, bound in (("F", 2e-7), ("D", 1e-15)):
        z = (rng.normal(size=500) + 1j * rng.normal(size=500)).astype(letter)
        exact = 1 / np.sqrt(z.astype("G"))
        got = host(tn.rsqrt(tn.asarray(z)))
        assert got.dtype == letter
        assert (abs(got - exact) / abs(exact)).max() < bound
    assert host(tn.rsqrt(tn.array([4, 16]))).tolist() == [0.5, 0.25]


def test_errors():
    assert cupyx.geterr()["linalg"] == "raise"
    assert cupyx.geterr()["divide"] == np.geterr()["divide"]
    with cupyx.errstate(linalg="ignore", divide="raise"):
        assert cupyx.geterr()["linalg"] == "ignore"
        assert np.geterr()["divide"] == "raise"
        with cupyx.errstate(linalg="raise"):
            assert cupyx.geterr()["linalg"] == "raise"
        assert cupyx.geterr()["linalg"] == "ignore"
    assert cupyx.geterr()["linalg"] == "raise"
    assert np.geterr()["divide"] != "raise"
    former = cupyx.seterr(linalg="ignore")
    assert cupyx.seterr(linalg=former["linalg"])["linalg"] == "ignore"
    with pytest.raises(ValueError, match="linalg must be one of"):
        cupyx.errstate(linalg="warn")
    with pytest.raises(NotImplementedError, match="config.fallback"):
        cupyx.seterr(fallback_mode="raise")
    with pytest.raises(np.linalg.LinAlgError), cupyx.errstate(linalg="raise"):
        host(tn.linalg.inv(tn.zeros((2, 2))))


def test_waits_that_are_allowed():
    with cupyx.allow_synchronize(False):
        x = tn.ones(3, device="cpu")
        assert float((x * 2).sum()) == 6  # nobody waits for the CPU device
        x.device.synchronize()
        with cupyx.allow_synchronize(True):
            x.get()
    assert str(cupyx.DeviceSynchronized()) == (
        "Device synchronization was detected while disallowed."
    )


@needs_gpu
def test_waits_that_are_not_allowed():
    x = tn.ones(3, device="cuda:0")
    stream = tn.cuda.Stream.null
    waits = [
        lambda: x.get(),
        lambda: x[0].item(),
        lambda: float(x.sum()),
        lambda: bool(x[0] > 0),
        lambda: stream.synchronize(),
        lambda: tn.cuda.Device(0).synchronize(),
        lambda: tn.cuda.runtime.deviceSynchronize(),
    ]
    with cupyx.allow_synchronize(False):
        y = x * 2 + tn.asarray([1.0, 2.0, 3.0], device="cuda:0")
        for wait in waits:
            with pytest.raises(cupyx.DeviceSynchronized, match="while disallowed"):
                wait()
        with cupyx.allow_synchronize(True):
            waits[0]()
        others = []
        thread = threading.Thread(target=lambda: others.append(x.get()))
        thread.start()
        thread.join()
        assert len(others) == 1  # it is for the thread alone
    assert y.get().tolist() == [3, 4, 5]


LIKE = [
    lambda xp: xp.ones((3, 4), np.float32),
    lambda xp: xp.ones((3, 4)).T,
    lambda xp: xp.ones((2, 3, 4)).transpose(1, 0, 2),
    lambda xp: xp.ones((6, 4))[::2, ::-1],
    lambda xp: xp.ones(()),
    lambda xp: xp.ones((0, 3), np.int8),
]


def test_pinned_arrays():
    for shape, dtype, order in itertools.product(
        [3, (2, 3), (0,), (), [2, 2]], ["f", "i", "D", float, "?"], "CF"
    ):
        x = cupyx.empty_pinned(shape, dtype, order)
        like = np.empty(shape, dtype, order)
        assert type(x) is np.ndarray
        assert (x.shape, x.dtype, x.strides) == (like.shape, like.dtype, like.strides)
        assert not cupyx.zeros_pinned(shape, dtype, order).any()
    for make in LIKE:
        for order, dtype in itertools.product("CFAK", [None, np.int16]):
            like = np.empty_like(make(np), dtype, order)
            for xp in (np, tn):
                x = cupyx.empty_like_pinned(make(xp), dtype, order)
                assert (x.shape, x.dtype, x.strides) == (
                    *(like.shape, like.dtype, like.strides),
                )
    x = cupyx.zeros_like_pinned(tn.ones((2, 2)), shape=(3,))
    assert x.tolist() == [0, 0, 0]
    if tn.cuda.is_available():
        attributes = tn.cuda.runtime.pointerGetAttributes(x.ctypes.data)
        assert attributes.type == tn.cuda.runtime.memoryTypeHost
    tn.asarray([1.0, 2.0, 3.0]).get(out=x)
    assert x.tolist() == [1, 2, 3]


def test_pinned_arrays_that_cannot_be():
    for call, error in (
        (lambda: cupyx.empty_pinned(-1), ValueError),
        (lambda: cupyx.empty_pinned((2, 1.5)), TypeError),
        (lambda: cupyx.empty_pinned(2, object), TypeError),
        (lambda: cupyx.empty_like_pinned(np.ones(2), subok=True), TypeError),
    ):
        with pytest.raises(error):
            call()


def test_runtime_info(capsys):
    tn.show_config()
    assert capsys.readouterr().out.strip() == str(cupyx.get_runtime_info())


def test_scipy():
    assert cupyx.scipy.special.erf is tn.special.erf
    assert cupyx.scipy is importlib.import_module("tenorite.scipy")
    assert cupyx.scipy.get_array_module(tn.ones(2)) is cupyx.scipy
    assert cupyx.scipy.get_array_module(np.ones(2)).__name__ == "scipy"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cupyx.nothing  # noqa: B018


def test_modules_of_scipy_are_the_same_objects():
    code = """
import tenorite.cupyx.scipy.ndimage
from tenorite.cupyx.scipy import fft
import tenorite.cupyx.scipy.fft as again
import tenorite.scipy, sys
assert tenorite.cupyx.scipy is tenorite.scipy
assert tenorite.cupyx.scipy.ndimage is tenorite.scipy.ndimage
assert fft is again is tenorite.scipy.fft is sys.modules["tenorite.scipy.fft"]
assert fft.__name__ == fft.__spec__.name == "tenorite.scipy.fft"
try:
    import tenorite.cupyx.scipy.nothing
except ModuleNotFoundError:
    pass
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_profiler():
    assert cupyx.profiler.benchmark is tn.profiler.benchmark
    assert cupyx.profiler.time_range is tn.profiler.time_range


def test_memoize(device):
    calls = []

    @tn.memoize()
    def add(a, b=1):
        """Adds."""
        calls.append((a, b))
        return tn.asarray(a + b)

    @tn.memoize(for_each_device=True)
    def where():
        calls.append("where")
        return tn.get_default_device()

    assert add.__doc__ == "Adds." and add.__name__ == "add"
    assert add(1) is add(1)
    assert add(1) is not add(1, b=1)
    assert add(1, b=2) is add(1, b=2)
    assert calls == [(1, 1), (1, 1), (1, 2)]
    with tn.Device("cpu"):
        assert where() == where() == "cpu"
    assert where() == device
    with pytest.raises(TypeError, match="unhashable"):
        add([1])
    n = len(calls)
    tn.clear_memo()
    add(1)
    where()
    assert len(calls) == n + 2


class Given:
    def __init__(self, given):
        self.given = given

    def __cupy_get_ndarray__(self):
        return self.given


def test_objects_that_give_an_array(device):
    x = tn.arange(3)
    assert tn.asarray(Given(x)) is x
    assert tn.may_share_memory(tn.array(Given(x), copy=False), x)
    assert not tn.may_share_memory(tn.array(Given(x)), x)
    assert tn.asarray(Given(x), dtype="f").dtype == "f"
    assert tn.array([1], like=x).device == device
    np.testing.assert_array_equal(host(tn.asarray(Given([1, 2]))), [1, 2])

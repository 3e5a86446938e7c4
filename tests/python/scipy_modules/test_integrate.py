# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.integrate beside scipy.integrate."""

import numpy as np
import pytest
import scipy.integrate as reference
import tenorite as tn
from support.helpers import host, on_device, outcome, public_class
from support.scipy_versions import scipy_is
from tenorite.scipy import integrate

RNG = np.random.default_rng(0)
RTOLS = {"e": 1e-2, "f": 1e-5, "F": 1e-5}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def simpson_in_one_dtype(y, x=None, dx=1.0, axis=-1):
    """SciPy's, whose steps and parts have dtypes of their own before 1.18."""
    dtype = np.result_type(y, *([] if x is None else [x]), dx)
    x = None if x is None else x.astype(dtype)
    result = reference.simpson(y.astype(dtype), x=x, dx=dtype.type(dx), axis=axis)
    return result.astype(np.result_type(dtype, 1.0))


def compare(name, device, *args, **options):
    function = getattr(reference, name)
    if name == "simpson" and not scipy_is(">=1.18"):
        function = simpson_in_one_dtype
    wanted, error = outcome(lambda: function(*args, **options))
    moved = on_device(args, device)
    named = dict(zip(options, on_device(tuple(options.values()), device), strict=True))
    got, mine = outcome(lambda: getattr(integrate, name)(*moved, **named))
    if error is not None:
        assert isinstance(mine, public_class(error)) and str(mine) == str(error)
        return
    if mine is not None:
        raise mine
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    rtol = max(RTOLS.get(a.dtype.char, 1e-13) for a in (np.asarray(args[0]), wanted))
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
    np.testing.assert_allclose(host(got), wanted, rtol=rtol, atol=rtol * scale)


NAMES = ["trapezoid", "cumulative_trapezoid", "simpson", "cumulative_simpson"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "c16"])
@pytest.mark.parametrize("name", NAMES)
def test_samples(device, name, dtype):
    for n in (2, 3, 4, 5, 8, 9):
        y = (RNG.random((3, n, 2)) * 9).astype(dtype)
        if dtype == "c16":
            y = y * (1 + 0.5j)
        x = np.cumsum(RNG.random(n) + 0.1)
        wide = np.cumsum(RNG.random(y.shape) + 0.1, axis=1)
        for how in ({}, {"dx": 0.5}, {"x": x}, {"x": wide}):
            compare(name, device, y, axis=1, **how)
        line = np.ascontiguousarray(y[0, :, 0])
        compare(name, device, line)
        compare(name, device, line[::-1], x=x)


@pytest.mark.parametrize("steps", ["f8", "f4", "i8"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i2", "c8"])
def test_dtypes_of_simpson(device, dtype, steps):
    for n in (2, 5, 8):
        y = (RNG.random((3, n)) * 9).astype(dtype)
        x = np.cumsum(1 + np.arange(n)).astype(steps)
        compare("simpson", device, y, x=x)
        compare("simpson", device, y[0], x=x)
        for dx in (2, 0.5, np.float32(0.5), np.float64(0.5)):
            compare("simpson", device, y, dx=dx)
            compare("simpson", device, y[0], dx=dx)


def test_edges(device):
    y = RNG.random((4, 5))
    y[1, 2] = np.nan
    repeated = np.array([0.0, 1, 1, 2, 3])
    for name in NAMES:
        compare(name, device, y)
        compare(name, device, np.zeros((0, 5)))
        compare(name, device, y[:, :1])
        compare(name, device, y, x=np.arange(4.0))
        compare(name, device, y, x=np.ones((2, 2, 5)))
    compare("simpson", device, y, x=repeated)
    compare("simpson", device, y[:, :4], x=repeated[:4])
    compare("cumulative_simpson", device, y, x=repeated)
    compare("cumulative_trapezoid", device, np.zeros((3, 0)))
    for initial in (0, 1.5, np.ones((4, 1)), np.ones(3)):
        compare("cumulative_simpson", device, y, initial=initial)
    for initial in (0, 1.5):
        compare("cumulative_trapezoid", device, y, initial=initial)
    compare("cumulative_simpson", device, y, dx=np.full((4, 1), 0.5))
    compare("cumulative_simpson", device, y, dx=np.ones((4, 2)))
    compare("cumulative_simpson", device, y, axis=3)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 17, 33])
def test_romb(device, n):
    y = RNG.random((3, n))
    compare("romb", device, y)
    compare("romb", device, y.T, dx=0.25, axis=0)
    compare("romb", device, y[0].astype("f4"))
    compare("romb", device, (y[0] * 9).astype(int))


def test_romb_prints_its_table(capsys):
    y = np.arange(5.0) ** 3
    for show in (True, (3, 10)):
        reference.romb(y, show=show)
        wanted = capsys.readouterr().out
        integrate.romb(tn.asarray(y), show=show)
        assert capsys.readouterr().out == wanted
    integrate.romb(tn.ones((2, 3)), show=True)
    assert "only supported" in capsys.readouterr().out

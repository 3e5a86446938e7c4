# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.integrate beside scipy.integrate."""

import numpy as np
import pytest
import scipy.integrate as reference
import tenorite as tn
from support.helpers import host, on_device, outcome, public_class
from tenorite.scipy import integrate

RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def compare(name, device, *args, **options):
    wanted, error = outcome(lambda: getattr(reference, name)(*args, **options))
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
    single = np.asarray(args[0]).dtype.char in "fF"
    rtol = 1e-5 if single else 1e-13
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

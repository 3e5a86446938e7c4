# SPDX-License-Identifier: Apache-2.0
"""Counts that no memory holds: NumPy's exception, or its small result, at once."""

import signal

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, on_device, outcome, public_class, same_error

#: More bytes than there are addresses, the ends of int64, and beyond.
COUNTS = [2**61, 2**62, 2**63 - 1, 2**63, 2**70, -(2**62), -(2**70)]
# Not of the last four: NumPy's own arithmetic overflows there.
FITTING = [2**61, 2**62, -(2**62)]

CALLS = {
    "array_split": lambda xp, x, n: xp.array_split(x, n),
    "array_split 2-d": lambda xp, x, n: xp.array_split(x.reshape(2, 3), n, axis=1),
    "split": lambda xp, x, n: xp.split(x, n),
    "split nothing": lambda xp, x, n: xp.split(x[:0], n),
    "hsplit": lambda xp, x, n: xp.hsplit(x[:0].reshape(2, 0), n),
    "vsplit": lambda xp, x, n: xp.vsplit(x[:0].reshape(0, 2), n),
    "dsplit": lambda xp, x, n: xp.dsplit(x[:0].reshape(2, 2, 0), n),
    "split behind": lambda xp, x, n: xp.split(x, [n]),
    "tile nothing": lambda xp, x, n: xp.tile(x[:0], n),
    "round": lambda xp, x, n: xp.round(x, n),
    "round integers": lambda xp, x, n: xp.round(x.astype("i8"), n),
    "roll": lambda xp, x, n: xp.roll(x, n),
    "bincount minlength": lambda xp, x, n: xp.bincount(x.astype("i8"), minlength=n),
    "bincount nothing": lambda xp, x, n: xp.bincount(x[:0].astype("i8"), minlength=n),
    "eye": lambda xp, x, n: xp.eye(n),
    "identity": lambda xp, x, n: xp.identity(n),
    "vander": lambda xp, x, n: xp.vander(x, n),
    "diagflat": lambda xp, x, n: xp.diagflat(x, n),
    "histogram": lambda xp, x, n: xp.histogram(x, n),
    "histogram2d": lambda xp, x, n: xp.histogram2d(x, x, n),
    "histogram_bin_edges": lambda xp, x, n: xp.histogram_bin_edges(x, n),
    "empty": lambda xp, x, n: xp.empty(n),
    "indices": lambda xp, x, n: xp.indices((n,)),
    "indices, sparse": lambda xp, x, n: xp.indices((n, n), sparse=True),
    "fromfunction": lambda xp, x, n: xp.fromfunction(lambda i: i, (n,)),
    "fft": lambda xp, x, n: xp.fft.fft(x, n),
    "irfft": lambda xp, x, n: xp.fft.irfft(x, n),
    "fftfreq": lambda xp, x, n: xp.fft.fftfreq(n),
    "random": lambda xp, x, n: xp.random.default_rng(1).random(n),
    "normal": lambda xp, x, n: xp.random.default_rng(1).normal(size=(n, n)),
    "choice": lambda xp, x, n: xp.random.default_rng(1).choice(5, n),
    "bytes": lambda xp, x, n: xp.random.default_rng(1).bytes(n),
    "multinomial": lambda xp, x, n: xp.random.default_rng(1).multinomial(5, [1.0], n),
    "spawn": lambda xp, x, n: xp.random.default_rng(1).spawn(n),
}
CALLS_WITHIN = {
    "tile": lambda xp, x, n: xp.tile(x, n),
    "tile 2-d": lambda xp, x, n: xp.tile(x, (n, 2)),
    "repeat": lambda xp, x, n: xp.repeat(x, n),
    "repeat, axis": lambda xp, x, n: x.reshape(2, 3).repeat(n, axis=1),
    "repeat nothing": lambda xp, x, n: xp.repeat(x[:0], n),
    "linspace": lambda xp, x, n: xp.linspace(0, 1, n),
    "geomspace": lambda xp, x, n: xp.geomspace(1, 2, n),
    "arange": lambda xp, x, n: xp.arange(n),
    "tri": lambda xp, x, n: xp.tri(n),
    "pad": lambda xp, x, n: xp.pad(x, n),
    "pad, reflect": lambda xp, x, n: xp.pad(x, n, mode="reflect"),
    "hanning": lambda xp, x, n: xp.hanning(n),
    "diag_indices": lambda xp, x, n: xp.diag_indices(n),
    "tril_indices": lambda xp, x, n: xp.tril_indices(n),
    "fromiter": lambda xp, x, n: xp.fromiter([1.0], float, n) + 0,
    "frombuffer": lambda xp, x, n: xp.frombuffer(bytes(8), float, n),
}
CASES = [(name, call, COUNTS) for name, call in CALLS.items()]
CASES += [(name, call, FITTING) for name, call in CALLS_WITHIN.items()]


@pytest.fixture(autouse=True)
def at_once():
    """A test that takes half a minute fails instead of running for ever."""

    def late(*_):
        raise TimeoutError("still at it")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "call, n",
    [pytest.param(call, n, id=f"{name}-{n}") for name, call, ns in CASES for n in ns],
)
def test_as_in_numpy(device, call, n):
    x = np.arange(6.0)
    wanted, expected = outcome(lambda: call(np, x, n))
    got, error = outcome(lambda: call(tn, on_device(x, device), n))
    if expected is None:
        assert error is None, error
        check(wanted, got)
    else:
        assert isinstance(error, public_class(expected)), f"{error!r}, not {expected!r}"


@pytest.mark.parametrize("n", [7132, 2**13, 2**20])
def test_selections_beyond_all_limits(device, n):
    """The product of the lengths wraps round to a small number."""
    cube, index = np.ones((3,) * 5), np.zeros(n, int)

    def select(xp, cube, index):
        return cube[xp.ix_(*[index] * 5)]

    def assign(xp, cube, index):
        cube[xp.ix_(*[index] * 5)] = 0

    same_error(select, device, cube, index)
    same_error(assign, device, cube, index)


@pytest.mark.parametrize("n", [5, 6, 7, 2**40, 2**63, 2**70])
@pytest.mark.parametrize("shape", [(6,), (2, 3), (0,), (3, 0)])
def test_differences_of_any_order_end(device, shape, n):
    x = np.arange(float(np.prod(shape))).reshape(shape)
    wanted = np.diff(x, min(n, 10))
    check(wanted, tn.diff(on_device(x, device), n))
    with pytest.raises(TypeError):
        tn.diff(on_device(x, device), 7.5)


@pytest.mark.parametrize("n", [65, 2**31 - 1, 2**40, 2**63, 2**70])
def test_axes_beyond_all_limits(device, n):
    _, expected = outcome(lambda: np.array(1.0, ndmin=n))
    with pytest.raises(type(expected)):
        tn.array(1.0, ndmin=n)
    with pytest.raises(type(expected)):
        tn.array(tn.ones(3), ndmin=n)


def test_repeats_along_some_of_many_axes(device):
    x = np.arange(6.0).reshape((1,) * 38 + (2, 3))
    reps = (2,) + (1,) * 38 + (3,)
    check(np.tile(x, reps), tn.tile(on_device(x, device), reps))

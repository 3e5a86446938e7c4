# SPDX-License-Identifier: Apache-2.0
"""Bad input of every kind: NumPy's exceptions, operands intact, the process healthy."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, observed, outcome, same_error, same_or_class, values

A = values((3, 4), "f8")
I = values((3, 4), "i4", 1)

WRONG = [
    lambda xp, a, i: a + xp.zeros((4, 3)),
    lambda xp, a, i: a.sum(axis=2),
    lambda xp, a, i: a.sum(axis=(0, 0)),
    lambda xp, a, i: a.mean(axis=-3),
    lambda xp, a, i: xp.concatenate([a, a[:, :2]]),
    lambda xp, a, i: xp.concatenate([]),
    lambda xp, a, i: xp.concatenate([a, a[0]]),
    lambda xp, a, i: xp.concatenate([a, a], axis=2),
    lambda xp, a, i: xp.stack([a, a[:2]]),
    lambda xp, a, i: xp.stack([]),
    lambda xp, a, i: xp.split(a, 5),
    lambda xp, a, i: xp.repeat(a, -1),
    lambda xp, a, i: xp.repeat(a, [1, 2]),
    lambda xp, a, i: xp.repeat(a, xp.asarray(2.0)),
    lambda xp, a, i: xp.repeat(a, xp.asarray([2.0])),
    lambda xp, a, i: a @ a,
    lambda xp, a, i: xp.matmul(a, 3),
    lambda xp, a, i: xp.dot(a, a),
    lambda xp, a, i: xp.take(a, 12),
    lambda xp, a, i: xp.take(a, [0, 4], axis=1),
    lambda xp, a, i: xp.take(a, 0, axis=2),
    lambda xp, a, i: xp.take(a, 0, mode="other"),
    lambda xp, a, i: xp.where(a, a[:2], 1),
    lambda xp, a, i: xp.argmax(a, axis=2),
    lambda xp, a, i: xp.argmax(a[:0]),
    lambda xp, a, i: xp.max(a[:, :0]),
    lambda xp, a, i: xp.min(a[:, :0], axis=1),
    lambda xp, a, i: xp.cumsum(a, axis=2),
    lambda xp, a, i: xp.copyto(i, a),
    lambda xp, a, i: xp.copyto(a, xp.zeros(3)),
    lambda xp, a, i: xp.copyto(a, 1, where=a),
    lambda xp, a, i: a.astype("i4", casting="safe"),
    lambda xp, a, i: a.astype("nothing"),
    lambda xp, a, i: a.astype("f8", order="X"),
    lambda xp, a, i: i.__iadd__(0.5),
    lambda xp, a, i: i.__itruediv__(2),
    lambda xp, a, i: a.__iadd__(1j),
    lambda xp, a, i: a.__iadd__(xp.zeros((2, 3, 4))),
    lambda xp, a, i: i.__lshift__(1.0),
    lambda xp, a, i: i**-1,
    lambda xp, a, i: ~a,
    lambda xp, a, i: a & i,
    lambda xp, a, i: -(a > 0),
    lambda xp, a, i: (a > 0) - (i > 0),
    lambda xp, a, i: bool(a),
    lambda xp, a, i: bool(a[:0]),
    lambda xp, a, i: int(a),
    lambda xp, a, i: float(a[0]),
    lambda xp, a, i: int(xp.asarray(1j)),
    lambda xp, a, i: int(xp.asarray(xp.nan)),
    lambda xp, a, i: int(xp.asarray(xp.inf)),
    lambda xp, a, i: range(i[0]),
    lambda xp, a, i: if_true(a),
    lambda xp, a, i: hash(a),
    lambda xp, a, i: len(xp.asarray(1)),
    lambda xp, a, i: iter(xp.asarray(1)),
    lambda xp, a, i: a.shape.__setitem__(0, 1),
    lambda xp, a, i: setattr(a, "shape", (5,)),
    lambda xp, a, i: setattr(a, "nothing", 1),
    lambda xp, a, i: a.nothing,
    lambda xp, a, i: xp.array([[1, 2], [3]]),
    lambda xp, a, i: xp.array([a, a[0]]),
    lambda xp, a, i: xp.zeros(2, "i3"),
    lambda xp, a, i: xp.nonzero(xp.asarray(1)),
    lambda xp, a, i: xp.broadcast_to(a, (2, 2)),
    lambda xp, a, i: xp.broadcast_to(a, ()),
    lambda xp, a, i: xp.broadcast_to(a[0], []),
    lambda xp, a, i: xp.broadcast_arrays(a, a.T),
    lambda xp, a, i: xp.ix_(a),
    lambda xp, a, i: pow(a, 2, 5),
    lambda xp, a, i: xp.add(a, a, signature="dd>d"),
    lambda xp, a, i: xp.add(a, a, signature="ddd"),
    lambda xp, a, i: xp.add(a, a, signature="d->d"),
    lambda xp, a, i: xp.add(a, a, signature="->d"),
    lambda xp, a, i: xp.divmod(a, a, signature="dd>dd"),
    lambda xp, a, i: xp.tile(a, "a"),
    lambda xp, a, i: xp.tile(a, None),
    lambda xp, a, i: xp.tile(a, 1.5),
    lambda xp, a, i: xp.tile(a, a),
    lambda xp, a, i: xp.compress([True] * 9, a, axis=0),
    lambda xp, a, i: xp.choose([0, 5], [a[0, :2], a[1, :2]]),
    lambda xp, a, i: xp.squeeze(a, 0),
    lambda xp, a, i: xp.add.reduce(a, axis="x"),
    lambda xp, a, i: xp.var(a, axis=(0, 3)),
    lambda xp, a, i: xp.fill_diagonal(a[0], 1),
    lambda xp, a, i: xp.eye(True),
    lambda xp, a, i: xp.zeros((2, True)),
    lambda xp, a, i: xp.empty((2, np.True_)),
    lambda xp, a, i: a.reshape(12, True),
    lambda xp, a, i: xp.reshape(a, (12, np.True_)),
    lambda xp, a, i: a.transpose(True, 0),
    lambda xp, a, i: xp.transpose(a, (True, 0)),
    lambda xp, a, i: xp.broadcast_to(a[:, :1], (3, True)),
    lambda xp, a, i: xp.resize(a, True),
    lambda xp, a, i: xp.vander(i[0], True),
    lambda xp, a, i: xp.lib.stride_tricks.sliding_window_view(a[0], True),
    lambda xp, a, i: xp.packbits(i, axis=True),
    lambda xp, a, i: xp.unpackbits(i.view("u1"), axis=np.True_),
    lambda xp, a, i: a[0].item(True),
    lambda xp, a, i: a[0].item(1.0),
    lambda xp, a, i: a[0].item([1]),
    lambda xp, a, i: a[0].item(np.array([1])),
    lambda xp, a, i: a.setflags(uic=True),
    lambda xp, a, i: xp.convolve(a[0], a[1], 3),
    lambda xp, a, i: xp.convolve(a[0], a[1], None),
    lambda xp, a, i: xp.convolve(a[0], a[1], "f"),
    lambda xp, a, i: xp.convolve(a[0], a[1], "Full"),
    lambda xp, a, i: xp.convolve(a[0], a[1], ""),
    lambda xp, a, i: xp.convolve(a[0], a[1], True),
    lambda xp, a, i: xp.correlate(a[0], a[1], "v"),
    lambda xp, a, i: xp.correlate(a[0], a[1], -1),
    lambda xp, a, i: xp.tensordot(a, a.T, ([1, 1], [0, 0])),
    lambda xp, a, i: xp.tensordot(a, a.T, ([0, 1], [0, 0])),
    lambda xp, a, i: xp.correlate(a[0], a[1], [1]),
]


def if_true(a):
    """What `if a:` does."""
    return 1 if a else 0


@pytest.mark.parametrize("body", WRONG)
def test_exceptions_are_those_of_numpy(device, body):
    same_error(body, device, A, I)


def test_operands_are_unchanged_and_usable_after_errors(device):
    a, i = (tn.asarray(x, device=device) for x in (A, I))
    for body in WRONG:
        _, error = outcome(lambda body=body: observed([body(tn, a, i), a, i]))
        assert error is not None
    np.testing.assert_array_equal(host(a), A)
    np.testing.assert_array_equal(host(i), I)
    np.testing.assert_array_equal(host(a + i), A + I)


UNSUPPORTED = [
    object,
    "U3",
    "S2",
    "M8[s]",
    "m8[s]",
    "g",
    "G",
    "V4",
    "i4,f4",
    str,
    bytes,
]


@pytest.mark.parametrize("dtype", UNSUPPORTED, ids=str)
def test_unsupported_types(device, dtype):
    """A TypeError, wherever a device is to compute with the type or to hold it."""
    x = tn.zeros(2, device=device)
    host_array = np.zeros(2, dtype)
    for call in (
        lambda: tn.zeros(2, dtype, device=device),
        lambda: tn.empty((2, 2), dtype=dtype, device=device),
        lambda: tn.asarray(host_array, device=device),
        lambda: tn.array([1, 2], dtype=dtype, like=x),
        lambda: x.astype(dtype),
        lambda: tn.arange(3, dtype=dtype, device=device),
        lambda: tn.sum(x, dtype=dtype),
        lambda: tn.add(x, x, dtype=dtype),
        lambda: tn.full_like(x, 0, dtype=dtype, device=device),
    ):
        with pytest.raises(TypeError):
            call()
    for call in (lambda: x + host_array[0], lambda: tn.add(x, host_array[0])):
        if not isinstance(host_array[0], (int, np.longdouble, np.clongdouble)):
            with pytest.raises(TypeError):
                call()
    assert (x + 1).get().tolist() == [1, 1]


ARRAYS_AS_DTYPES = {
    "array": lambda xp, x: xp.array(x, x),
    "asarray": lambda xp, x: xp.asarray([1, 2], x),
    "zeros": lambda xp, x: xp.zeros(3, x),
    "ones_like": lambda xp, x: xp.ones_like(x, x),
    "arange": lambda xp, x: xp.arange(3, dtype=x),
    "full": lambda xp, x: xp.full(2, 1, x),
    "astype": lambda xp, x: x.astype(x),
    "sum": lambda xp, x: x.sum(dtype=x),
    "add": lambda xp, x: xp.add(x, x, dtype=x),
    "fromiter": lambda xp, x: xp.fromiter(iter([1, 2]), x),
}


@pytest.mark.parametrize("name", ARRAYS_AS_DTYPES)
def test_arrays_as_dtypes(device, name):
    """A second argument that was meant as data is no dtype."""
    same_error(ARRAYS_AS_DTYPES[name], device, np.arange(2.0))


@pytest.mark.parametrize(
    "other", ["text", None, {}, [None], b"x", object(), ["a", "b"]]
)
def test_foreign_operands(device, other):
    x = tn.arange(3, device=device)
    for call in (
        lambda: x + other,
        lambda: other * x,
        lambda: tn.add(x, other),
        lambda: tn.sin(other),
        lambda: x.__setitem__(0, other),
        lambda: tn.full(2, other, device=device),
        lambda: tn.maximum(other, x),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
    assert x.get().tolist() == [0, 1, 2]


HUGE = [
    lambda xp: xp.zeros(-1),
    lambda xp: xp.empty((2, -3)),
    lambda xp: xp.empty((-3, 0)),
    lambda xp: xp.empty(2**63),
    lambda xp: xp.empty((2**32, 2**32)),
    lambda xp: xp.empty((2**61, 8)),
    lambda xp: xp.empty((2**62, 2**62, 0)),
    lambda xp: xp.zeros((0, 2**40, 2**30)),
    lambda xp: xp.ones((2, 2, 5, 5581, 8681, 49477, 384773)),
    lambda xp: xp.zeros((2**31, 2**31, 2**31), "u1"),
    lambda xp: xp.empty(2.5),
    lambda xp: xp.empty("3"),
    lambda xp: xp.empty((2, None)),
    lambda xp: xp.add.outer(*[xp.broadcast_to(xp.ones(1), 2**33)] * 2),
    lambda xp: xp.repeat(xp.ones(4), 2**60),
    lambda xp: xp.tile(xp.ones(4), 2**62),
    lambda xp: xp.concatenate([xp.broadcast_to(xp.ones(1), 2**60)] * 16),
    lambda xp: xp.full((2**30, 2**31), 1.0),
    lambda xp: xp.eye(2**40),
    lambda xp: xp.arange(2**62),
    lambda xp: xp.linspace(0, 1, 2**61),
]


@pytest.mark.parametrize("body", HUGE)
def test_sizes_that_cannot_be(device, body):
    _, expected = outcome(lambda: body(np))
    result, got = outcome(lambda: body(tn))
    if expected is None:
        assert got is None and host(result) is not None
    elif isinstance(expected, MemoryError):
        assert isinstance(got, MemoryError)
    else:
        same_or_class(lambda xp: body(xp), device)


@pytest.mark.skipif(not tn.cuda.is_available(), reason="one device only")
def test_devices_do_not_mix():
    """Both are named, and neither operand nor output changes."""
    a, b = tn.ones((2, 3), device="cpu"), tn.ones((2, 3), device="cuda:0")
    for call in (
        lambda: a + b,
        lambda: b + a,
        lambda: a.__iadd__(b),
        lambda: tn.add(a, a, out=b),
        lambda: tn.where(a > 0, b, b),
        lambda: tn.concatenate([a, b]),
        lambda: tn.sum(a, axis=0, out=b[0]),
        lambda: a @ b.T,
        lambda: a.__setitem__(0, b[0]),
        lambda: a.__setitem__(b > 0, 5),
        lambda: tn.clip(a, b, 2),
        lambda: tn.divmod(a, b),
        lambda: tn.add.at(a, [0], b[0]),
    ):
        with pytest.raises((ValueError, TypeError), match="cuda:0") as caught:
            call()
        assert "cpu" in str(caught.value)
    assert a.get().tolist() == b.get().tolist() == np.ones((2, 3)).tolist()
    assert (a + b.to_device("cpu") + 1 + np.float32(1)).device == a.device


def run(code, **environment):
    """Run a program in a fresh process."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_memory_limit(device):
    """Beyond the limit: MemoryError; what lives stays, and smaller requests work."""
    done = run(
        f"""
        import numpy, tenorite
        tenorite.set_default_device({device!r})
        kept = tenorite.arange(1000)
        for shape in (10**8, (2**20, 2**10), 2**40):
            try:
                tenorite.ones(shape)
            except MemoryError as error:
                assert "limit" in str(error), error
            else:
                raise SystemExit("no error")
        out = tenorite.zeros(10**6)
        for i in range(30):
            out = out + 1
        try:
            tenorite.add.outer(kept, tenorite.arange(10**5)).get()
        except MemoryError:
            pass
        else:
            raise SystemExit("no error")
        assert (kept.get() == numpy.arange(1000)).all()
        assert (out.get() == 30).all()
        print("healthy")
        """,
        TENORITE_MEMORY_LIMIT=str(256 << 20),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "healthy"


def test_allocation_beyond_the_machine(device):
    """More than any machine has, in one piece: an exception at once."""
    kept = tn.ones(10, device=device)
    for make in (tn.empty, tn.zeros, tn.ones):
        with pytest.raises(MemoryError):
            make(2**58, "u1", device=device).sum()
    assert (kept + 1).get().tolist() == [2.0] * 10

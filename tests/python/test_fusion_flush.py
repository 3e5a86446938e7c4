# SPDX-License-Identifier: Apache-2.0
"""What makes recorded calls run: each trigger by name, and what is none."""

import copy
import gc
import io
import operator
import pickle

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import flushes, fusion
from support.helpers import check, host, on_device

N = 7
VALUES = np.arange(N) * 2.0 + 1  # what pending() has


def pending(device, dtype="f8"):
    """An array whose values, VALUES, nobody has asked for."""
    return (tn.arange(N, device=device) * 2.0 + 1).astype(dtype)


def _npy(x):
    file = io.BytesIO()
    tn.save(file, x)
    file.seek(0)
    return np.load(file)


# Everything that brings values to the host, and what it must bring.
OBSERVATIONS = {
    "item": lambda x: x[2].item(),
    "item of an index": lambda x: x.item(3),
    "float": lambda x: float(x.sum()),
    "int": lambda x: int(x[1]),
    "complex": lambda x: complex(x[1]),
    "bool": lambda x: bool((x > 3).any()),
    "if": lambda x: 1 if (x > 100).any() else 2,
    "index": lambda x: operator.index(x.astype("i8")[1]),
    "as an index": lambda x: "abcdefgh"[x.astype("i8")[1]],
    "range": lambda x: list(range(x.astype("i8")[1])),
    "tolist": lambda x: x.tolist(),
    "list": lambda x: [float(v) for v in list(x)],
    "iteration": lambda x: [float(v) for v in x],
    "unpacking": lambda x: float([*x][2]),
    "in": lambda x: (3.0 in x, 4.0 in x),
    "repr": lambda x: repr(x).replace(", device='cuda:0'", ""),
    "str": lambda x: str(x),
    "format": lambda x: f"{x.sum():.2f}",
    "array2string": lambda x: str(x[2:5]),
    "tobytes": lambda x: x.tobytes(),
    "a part of tobytes": lambda x: x.tobytes()[8:16],
    "pickle": lambda x: pickle.loads(pickle.dumps(x)).tolist(),
    "deepcopy": lambda x: copy.deepcopy(x).tolist(),
    "sorted": lambda x: sorted(x.tolist()),
    "max of Python": lambda x: float(max(x)),
    "array_equal": lambda x: bool((x == x).all()),
    "round": lambda x: float(round(x.sum(), 1)),
    "hash of bytes": lambda x: hash(x.tobytes()),
}


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_observation(device, mode, name):
    see = OBSERVATIONS[name]
    got, expected = see(pending(device)), see(VALUES.copy())
    assert got == expected


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_observation_flushes(device, recorded, name):
    x = pending(device)
    with flushes(at_least=1):
        OBSERVATIONS[name](x)


# What leaves for another library: each returns values read through it.
EXPORTS = {
    "get": lambda x: x.get(),
    "get(out=)": lambda x: x.get(out=np.empty(N)),
    "asnumpy": lambda x: tn.asnumpy(x),
    "copy to another device": lambda x: tn.asarray(x, device="cpu").get(),
    "save": _npy,
}
HOST_EXPORTS = {
    "asarray": lambda x: np.asarray(x),
    "array": lambda x: np.array(x),
    "memoryview": lambda x: np.asarray(memoryview(x)),
    "bytes": lambda x: np.frombuffer(bytes(x)),
    "__array_interface__": lambda x: np.asarray(_Interface(x.__array_interface__)),
    "__array__": lambda x: x.__array__(),
    "data": lambda x: np.asarray(x.data),
    "DLPack": lambda x: np.from_dlpack(x),
    "struct": lambda x: np.frombuffer(x),
}


class _Interface:
    def __init__(self, interface):
        self.__array_interface__ = interface


class _Cuda:
    """Memory of a GPU as another library shows it."""

    def __init__(self, x, pointer):
        self.__cuda_array_interface__ = {
            "shape": x.shape,
            "typestr": x.dtype.str,
            "strides": x.strides,
            "data": (pointer, False),
            "version": 3,
        }
        self.owner = x


CUDA_EXPORTS = {
    "data.ptr": lambda x: tn.asarray(_Cuda(x, x.data.ptr)),
    "__cuda_array_interface__": lambda x: tn.asarray(
        _Cuda(x, x.__cuda_array_interface__["data"][0])
    ),
    "DLPack": lambda x: tn.from_dlpack(x),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_export(device, mode, name):
    assert np.array_equal(EXPORTS[name](pending(device)), VALUES)


@pytest.mark.parametrize("name", HOST_EXPORTS)
def test_export_of_host_memory(mode, name):
    x = pending("cpu")
    assert np.array_equal(HOST_EXPORTS[name](x), VALUES)


@pytest.mark.parametrize("name", EXPORTS)
def test_export_flushes(device, recorded, name):
    x = pending(device)
    with flushes(at_least=1):
        EXPORTS[name](x)


SHARED = ["asarray", "memoryview", "__array_interface__", "data", "DLPack"]


@pytest.mark.parametrize("name", SHARED)
def test_shared_memory_is_never_behind(mode, name):
    """After a pointer left, writes happen at once, and reads come before theirs."""
    x = pending("cpu")
    there = HOST_EXPORTS[name](x)
    x += 1
    assert np.array_equal(there, VALUES + 1)
    x[1:] *= 2
    view = x[::2]
    view -= 0.5
    expected = VALUES + 1
    expected[1:] *= 2
    expected[::2] -= 0.5
    assert np.array_equal(there, expected)
    y = x * 2
    if there.flags.writeable:
        there[0] = 1000
        assert y[0].item() == 2 * expected[0], "read after somebody else's write"
        assert x[0].item() == 1000
        x[0] = 5
        assert there[0] == 5


@pytest.mark.parametrize("name", SHARED)
def test_memory_shared_through_a_view(mode, name):
    x = pending("cpu")
    there = HOST_EXPORTS[name](x[2:])[: N - 2]
    x *= 3
    assert np.array_equal(there, VALUES[2:] * 3)


@pytest.mark.parametrize("name", CUDA_EXPORTS)
def test_shared_memory_of_a_gpu(device, mode, name):
    """The same for two arrays over one memory that do not know of each other."""
    if device == "cpu":
        pytest.skip("of a GPU")
    x = pending(device)
    there = CUDA_EXPORTS[name](x)
    x += 1
    y = there * 2
    there[0] = 1000
    x[1] = 500
    z = there + 1
    expected = VALUES + 1
    assert y.tolist() == (expected * 2).tolist()
    expected[:2] = 1000, 500
    assert z.tolist() == (expected + 1).tolist()
    assert x.tolist() == there.tolist() == expected.tolist()


def test_two_arrays_over_one_memory(device, mode):
    """from_dlpack of our own arrays: what is written by one is read by the other."""
    x = pending(device)
    y = tn.from_dlpack(x)
    x += 1
    z = y * 2
    y[0] = -1
    x[1] = -2
    assert z.tolist() == ((VALUES + 1) * 2).tolist()
    assert x[0].item() == -1 and y[1].item() == -2


def test_views_of_pending_arrays(device, mode):
    x = pending(device)
    v = x[1:-1].reshape(1, -1).T
    x[2] = 100
    v *= 2
    expected = VALUES.copy()
    expected[2] = 100
    expected[1:-1] *= 2
    assert x.tolist() == expected.tolist()
    assert v.ravel().tolist() == expected[1:-1].tolist()


# What is known without the values.
DESCRIPTIONS = {
    "len": (lambda x: len(x), N),
    "shape": (lambda x: x.shape, (N,)),
    "strides": (lambda x: x.strides, (8,)),
    "dtype": (lambda x: x.dtype, np.dtype("f8")),
    "ndim": (lambda x: x.ndim, 1),
    "size": (lambda x: x.size, N),
    "nbytes": (lambda x: x.nbytes, 8 * N),
    "itemsize": (lambda x: x.itemsize, 8),
    "flags": (lambda x: x.flags.c_contiguous, True),
    "device": (lambda x: bool(x.device), True),
    "T": (lambda x: x.T.shape, (N,)),
    "slice": (lambda x: x[1:3].shape, (2,)),
    "new axis": (lambda x: x[None].shape, (1, N)),
    "reshape": (lambda x: x.reshape(N, 1).shape, (N, 1)),
    "ravel": (lambda x: x.ravel().shape, (N,)),
    "broadcast_to": (lambda x: tn.broadcast_to(x, (3, N)).shape, (3, N)),
    "ufunc": (lambda x: (x + 1).shape, (N,)),
    "in place": (lambda x: operator.iadd(x, 1).shape, (N,)),
    "assignment": (lambda x: x.__setitem__(0, 3), None),
    "assignment of a view": (lambda x: x.__setitem__(slice(1, 3), x[:2]), None),
    "sum": (lambda x: x.sum().shape, ()),
    "astype": (lambda x: x.astype("f4").dtype, np.dtype("f4")),
    "copy": (lambda x: x.copy().shape, (N,)),
    "where": (lambda x: tn.where(x > 2, x, 0).shape, (N,)),
    "isinstance": (lambda x: isinstance(x, tn.ndarray), True),
    "id": (lambda x: id(x) > 0, True),
    "zeros_like": (lambda x: tn.zeros_like(x).shape, (N,)),
    "result_type": (lambda x: tn.result_type(x, 1.5), np.dtype("f8")),
    "masked assignment": (lambda x: x.__setitem__(x > 3, 0), None),
}


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_no_flush(device, recorded, name):
    look, expected = DESCRIPTIONS[name]
    x = pending(device)
    with flushes(exactly=0):
        assert look(x) == expected
    del x


def test_collection_of_garbage_is_no_flush(device, recorded):
    x = pending(device)
    ring = [x * 2]
    ring.append(ring)
    with flushes(exactly=0):
        del ring
        gc.collect()
    assert x.tolist() == VALUES.tolist()


BARRIERS = {
    "matmul": lambda xp, x: x @ x,
    "matmul of matrices": lambda xp, x: x[:, None] @ x[None],
    "cumsum": lambda xp, x: x.cumsum(),
    "take": lambda xp, x: xp.take(x, [0, 3, 3]),
    "fancy read": lambda xp, x: x[[4, 0]],
    "masked read": lambda xp, x: x[x > 3],
    "nonzero": lambda xp, x: xp.nonzero(x > 3)[0],
    "argsort": lambda xp, x: x.argmax(),
    "concatenate": lambda xp, x: xp.concatenate([x, x + 1]),
    "fft": lambda xp, x: xp.fft.ifft(xp.fft.fft(x)).real.round(6),
    "repeat": lambda xp, x: xp.repeat(x, 2),
    "add.at": lambda xp, x: (xp.add.at(x, [1, 1, 2], 5.0), x)[1],
    "put": lambda xp, x: (xp.put(x, [0], 9.0), x)[1],
    "interp": lambda xp, x: xp.interp(x, x, x * 2),
    "outer": lambda xp, x: xp.multiply.outer(x, x),
    "accumulate": lambda xp, x: xp.maximum.accumulate(x),
    "sort": lambda xp, x: xp.sort(-x),
}


@pytest.mark.parametrize("name", BARRIERS)
def test_barrier(device, mode, name):
    """Operations that are not recorded see what is, and what comes later is later."""

    def body(xp, x):
        x = x * 2.0 + 1
        x[1] += 1
        y = BARRIERS[name](xp, x)
        x += 100
        return y, y * 2, x

    theirs = body(np, np.arange(N, dtype="f8"))
    ours = body(tn, tn.arange(N, dtype="f8", device=device))
    for expected, got in zip(theirs, ours, strict=True):
        np.testing.assert_allclose(host(got), expected, rtol=1e-13)


def test_full_window(device, mode):
    """More calls than any window holds, with temporaries that die and live."""
    x, kept = tn.zeros(5, device=device), []
    for i in range(3000):
        x = x * 1 + i
        x -= i - 1
        if i % 500 == 0:
            kept.append(x[1:] * 2)
    assert x.tolist() == [3000.0] * 5
    assert [k[0].item() for k in kept] == [2.0 * (i + 1) for i in range(0, 3000, 500)]


def test_a_full_window_flushes(device, recorded):
    x = tn.zeros(5, device=device)
    with flushes(at_least=1):
        for _ in range(5000):
            x += 1
    assert x[0].item() == 5000


def _refused(call):
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


WRONG = {
    "shapes": lambda x: x + tn.ones(N + 1, device=x.device),
    "axis": lambda x: x.sum(axis=3),
    "index": lambda x: x[N],
    "index of a write": lambda x: x.__setitem__(N, 1),
    "assignment": lambda x: x.__setitem__(slice(None), tn.ones(2, device=x.device)),
    "casting": lambda x: tn.add(x, 1j, out=x),
    "in place": lambda x: operator.iadd(x, tn.ones((2, N), device=x.device)),
    "dtype": lambda x: x & 1,
    "out": lambda x: tn.add(x, 1, out=tn.ones(N + 1, device=x.device)),
    "reshape": lambda x: x.reshape(2, 2),
    "truth": lambda x: bool(x),
    "float": lambda x: float(x),
    "copyto": lambda x: tn.copyto(x, 1j, casting="no"),
    "matmul": lambda x: x @ tn.ones(2, device=x.device),
}


@pytest.mark.parametrize("name", WRONG)
def test_exceptions_leave_what_was_recorded(device, mode, name):
    x = pending(device)
    y = x + 1
    error = _refused(lambda: WRONG[name](x))
    assert isinstance(error, (ValueError, TypeError, IndexError))
    z = x * 2
    assert y.tolist() == (VALUES + 1).tolist()
    assert x.tolist() == VALUES.tolist()
    assert z.tolist() == (VALUES * 2).tolist()


@pytest.mark.parametrize("name", ["shapes", "axis", "index", "casting", "out"])
def test_wrong_arguments_are_no_flush(device, recorded, name):
    x, others = pending(device), tn.ones(N + 1, device=device)
    others.get()
    with flushes(exactly=0):
        _refused(lambda: WRONG[name](x))


def test_exception_in_the_middle_of_an_expression(device, mode):
    x = pending(device)

    def step():
        x[0] = 10
        y = x * 2 + (x.sum() - 1)
        raise RuntimeError(y.shape)

    error = _refused(step)
    assert error.args == ((N,),)
    assert x.tolist() == [10, *VALUES[1:]]


def test_changes_of_mode(device):
    """What was recorded in one mode is there in the next one."""
    before = tn.config.fusion
    try:
        x = tn.ones(4, device=device)
        for m in ("tier0", "off", "auto", "off", "wait", "check", "tier0", "off"):
            tn.config.fusion = m
            assert tn.config.fusion == m
            x = x + 1
            y = x * 2
        assert x.tolist() == [9] * 4 and y.tolist() == [18] * 4
        with pytest.raises((ValueError, TypeError)):
            tn.config.fusion = "bogus"
        assert tn.config.fusion == "off"
        with pytest.raises((ValueError, TypeError)):
            tn.config.fusion = 3
    finally:
        tn.config.fusion = before


def test_copies_of_pending_arrays(device, mode):
    x = pending(device)
    shallow, deep, moved = copy.copy(x), copy.deepcopy([x])[0], tn.array(x)
    x += 1
    for y in (shallow, deep, moved):
        assert y.tolist() == VALUES.tolist()


def test_order_of_writes_and_reads(device, mode):
    """Overlapping views, in every order that matters."""

    def body(xp):
        x = xp.arange(20, dtype="f8")
        a, b = x[:-1], x[1:]
        c = a + b
        b += a  # shifted: through a temporary
        d = a * 1
        x[::-1] += x
        a[...] = b
        x[::2], e = x[1::2], x[::2].copy()
        x[5:10] = x[3:8] * 2
        f = xp.where(x > 5, x, -x)
        x[x > 30] = 0
        x.reshape(4, 5)[:, 1:3] -= x.reshape(4, 5)[:, 2:4]
        return c, d, e, f, x, a, b

    theirs, ours = body(np), body(tn)
    for expected, got in zip(theirs, ours, strict=True):
        assert host(got).tolist() == expected.tolist()


def test_parts_that_nobody_reads(device):
    """Of what is put together and read in part, once it is put together after all."""
    x = np.arange(6.0)

    def result(xp, x):
        total, apart = x.sum(), x.std()
        return xp.stack([total, total, apart, total])[0:2] * x[:2] + 1

    with fusion("check"):
        for _ in range(3):  # planned, kept, found again
            check(result(np, x), result(tn, on_device(x, device)))

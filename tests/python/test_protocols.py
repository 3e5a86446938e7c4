# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions on our arrays, conversion, pickling and copying."""

import copy
import pickle
import sys

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, check, values

A = values((3, 4), "f8")


def test_numpy_ufuncs(device):
    x = tn.asarray(A)
    for got, expected in [
        (np.sin(x), np.sin(A)),
        (np.add(x, 2), A + 2),
        (np.add(2, x), A + 2),
        (np.add(x, np.float32(2)), A + np.float32(2)),
        (np.multiply(x, np.array(3)), A * 3),
        (np.divmod(x, 2), np.divmod(A, 2)),
        (np.add.reduce(x, axis=0), A.sum(0)),
        (np.add.accumulate(x, axis=1), A.cumsum(1)),
        (np.multiply.outer(x[0], x[1]), np.multiply.outer(A[0], A[1])),
        (np.float64(2) * x, 2 * A),
        (np.isnan(x), np.isnan(A)),
        (np.absolute(x), np.abs(A)),
    ]:
        for part in got if isinstance(got, tuple) else (got,):
            assert isinstance(part, tn.ndarray)
            assert str(part.device) == device
        check(expected, got, rtol=1e-14)
    out = tn.zeros((3, 4))
    assert np.add(x, x, out=out) is out
    check(A + A, out)


def test_numpy_functions(device):
    x = tn.asarray(A)
    for got, expected in [
        (np.sum(x, axis=1), A.sum(1)),
        (np.concatenate([x, x]), np.concatenate([A, A])),
        (np.where(x > 0, x, 0), np.where(A > 0, A, 0)),
        (np.reshape(x, (4, 3)), A.reshape(4, 3)),
        (np.mean(x), A.mean()),
        (np.zeros_like(x), np.zeros_like(A)),
        (np.clip(x, 0, 1), A.clip(0, 1)),
        (np.moveaxis(x, 0, 1), A.T),
        (np.linspace(x[0], x[1], 3), np.linspace(A[0], A[1], 3)),
        (np.round(x, 1), A.round(1)),
        (np.nansum(x), A.sum()),
        (np.diff(x), np.diff(A)),
    ]:
        assert isinstance(got, tn.ndarray)
        assert str(got.device) == device
        check(expected, got, rtol=1e-14)
    assert np.shape(x) == (3, 4)
    assert np.ndim(x) == 2
    assert np.allclose(x, x)
    assert np.result_type(x, 1) == np.float64


def test_like_makes_arrays_on_the_device(device):
    x = tn.asarray(A)
    for got in (
        np.asarray([1, 2], like=x),
        np.zeros(3, like=x),
        np.arange(3, like=x),
        np.asarray(A, like=x),
    ):
        assert isinstance(got, tn.ndarray)
        assert got.device == x.device


def test_unknown_functions_and_types(device):
    x = tn.asarray(A)

    class Foreign:
        __array_ufunc__ = None

    class Other:
        def __array_ufunc__(self, *args, **kwargs):
            return "other"

        def __array_function__(self, *args, **kwargs):
            return "other"

    assert np.add(x, Other()) == "other"
    assert np.concatenate([x, Other()]) == "other"
    with pytest.raises(TypeError):
        np.add(x, Foreign())
    with pytest.raises(TypeError):
        np.busday_count(x, x)


def test_conversion_to_numpy(device):
    x = tn.asarray(A)
    check(A, x.get())
    check(A, x.to_numpy())
    check(A.astype("f4"), x.to_numpy(dtype="f4"))
    check(A, tn.asnumpy(x))
    if device != "cpu":
        for convert in (
            np.asarray,
            np.array,
            lambda v: np.zeros((3, 4)) + v.__array__(),
        ):
            with pytest.raises(TypeError, match=r"x\.get\(\) or tenorite\.asnumpy"):
                convert(x)
        return
    h = np.asarray(x)
    assert np.may_share_memory(h, np.asarray(x))
    h[0, 0] = 42
    assert float(x[0, 0]) == 42
    copied = np.array(x)
    copied[0, 0] = 0
    assert float(x[0, 0]) == 42
    assert np.asarray(x, "f4").dtype == np.float32
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        x.__array__("f4", copy=False)
    for view in (x.T, x[::-1, ::2], x[1], x[1, 2], x[:0]):
        check(view.get(), np.asarray(view))
    assert not np.asarray(tn.broadcast_to(x, (2, 3, 4))).flags.writeable
    del x
    assert h[0, 0] == 42


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("dtype", DTYPES)
def test_pickle(device, protocol, dtype):
    a = values((3, 4), dtype)
    for view in (lambda v: v, lambda v: v.T, lambda v: v[::2], lambda v: v[1, 2, ...]):
        x = pickle.loads(pickle.dumps(view(tn.asarray(a)), protocol))
        check(np.array(view(a)), x)
        assert str(x.device) == device


def test_pickle_out_of_band(device):
    buffers = []
    x = tn.arange(10000.0).reshape(100, 100)
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(data) < 1000
    assert sum(len(b.raw()) for b in buffers) == x.nbytes
    check(x.get(), pickle.loads(data, buffers=buffers))


def test_pickle_from_an_absent_device(device):
    rebuild, args = tn.asarray(A).__reduce_ex__(4)
    check(A, rebuild(*args[:3], "cuda:99", args[4]))


def test_copies(device):
    x = tn.asarray(A).T
    for duplicate in (copy.copy(x), copy.deepcopy(x)):
        check(A.T, duplicate)
        assert not tn.may_share_memory(duplicate, x)
        assert duplicate.device == x.device
    pair = copy.deepcopy([x, x])
    assert pair[0] is pair[1]


def test_numbers_of_0d_arrays(device):
    x = tn.asarray(2.6)
    assert (int(x), float(x), complex(x), bool(x)) == (2, 2.6, 2.6, True)
    with pytest.raises(TypeError, match="doesn't define __round__"):
        round(x)
    assert [10, 20, 30][tn.asarray(1)] == 20
    assert complex(tn.asarray(1 + 2j)) == 1 + 2j
    for call in (complex, round, float, int):
        with pytest.raises(TypeError):
            call(tn.zeros(3))


def test_array_wrap(device):
    x = tn.asarray(A)
    for args in ((), (None, False)):
        assert type(x.__array_wrap__(tn.asarray(1.5), *args)) is tn.ndarray
    assert isinstance(x.__array_wrap__(tn.asarray(1.5), None, True), type(x.sum()))
    assert x.__array_wrap__(x, None, True) is x
    with pytest.raises(TypeError, match="argument 1 must be tenorite.ndarray"):
        x.__array_wrap__([1])


def test_small_protocols(device):
    x = tn.asarray(A)
    assert x.__array_namespace__() is tn
    assert x.__array_namespace__(api_version="2023.12") is tn
    assert x.__array_priority__ == 100
    assert tn.ndarray.__hash__ is None
    assert sys.getsizeof(x) >= x.nbytes
    assert x.data_ptr() == x._pointer
    assert x.tobytes() == A.tobytes()
    assert x.T.tobytes() == A.T.tobytes()
    assert x.dot(x.T).shape == (3, 3)
    assert str(tn.ndarray[int, float]).startswith("tenorite.")


def test_array_interface():
    x = tn.arange(6, dtype="f", device="cpu").reshape(2, 3)[:, ::-1]
    x.flags.writeable = False
    ours, theirs = x.__array_interface__, np.asarray(x).__array_interface__
    assert {**ours, "version": 3} == theirs
    assert not hasattr(x, "__cuda_array_interface__")


def test_dlpack_of_the_cpu():
    x = tn.arange(6, device="cpu").reshape(2, 3)
    assert x.__dlpack_device__() == (1, 0)
    h = np.from_dlpack(x.T)
    np.testing.assert_array_equal(h, [[0, 3], [1, 4], [2, 5]])
    assert np.shares_memory(h, np.asarray(x))
    copied = np.from_dlpack(x, copy=True)
    assert not np.shares_memory(copied, np.asarray(x))
    assert tn.from_dlpack(np.arange(3)).tolist() == [0, 1, 2]


def test_cuda_array_interface():
    if not tn.cuda.is_available():
        pytest.skip("needs a GPU")
    x = tn.arange(6, dtype="f", device="cuda:0").reshape(2, 3)
    layout = x.__cuda_array_interface__
    assert layout["shape"] == (2, 3)
    assert layout["typestr"] == "<f4"
    assert layout["strides"] is None
    assert layout["data"] == (x.data_ptr(), False)
    assert layout["version"] == 3
    assert layout["stream"] in (None, 1)  # None once it is done
    assert x.T.__cuda_array_interface__["strides"] == (4, 12)
    assert x[:0].__cuda_array_interface__["data"] == (0, False)
    assert not hasattr(x, "__array_interface__")
    assert x.__dlpack_device__() == (2, 0)


def test_dump(tmp_path, device):
    x = tn.arange(6, device=device).reshape(2, 3).T
    for loaded in (pickle.loads(x.dumps()), _dumped(x, tmp_path / "x")):
        assert loaded.tolist() == x.tolist()
        assert loaded.device == device
    with open(tmp_path / "y", "wb") as file:
        x.dump(file)
    assert pickle.loads((tmp_path / "y").read_bytes()).tolist() == x.tolist()


def _dumped(x, path):
    x.dump(path)
    return pickle.loads(path.read_bytes())


@pytest.mark.parametrize("function", [np.busday_count, np.is_busday])
def test_functions_without_counterpart(device, function):
    x = tn.ones(3)
    arguments = (x, x) if function is np.busday_count else (x,)
    with pytest.raises(TypeError, match=f"{function.__name__} has no counterpart"):
        function(*arguments)


class Told:
    """Keeps what __array_ufunc__ is called with, arrays by a letter."""

    def __init__(self):
        self.calls = []

    def _named(self, value):
        if value is self:
            return "self"
        if isinstance(value, tuple):
            return tuple(map(self._named, value))
        return "array" if isinstance(value, (np.ndarray, tn.ndarray)) else value

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        named = {key: self._named(value) for key, value in kwargs.items()}
        self.calls.append((ufunc.__name__, method, self._named(inputs), named))
        return "answer"


CALLS = [
    lambda xp, x, p: xp.add(x, p),
    lambda xp, x, p: xp.add(x, p, x),
    lambda xp, x, p: xp.add(x, p, out=x),
    lambda xp, x, p: xp.add(x, p, out=(x,)),
    lambda xp, x, p: xp.add(x, p, out=None),
    lambda xp, x, p: xp.add(x, p, None),
    lambda xp, x, p: xp.add(x, 1, out=p),
    lambda xp, x, p: xp.add(x, 1, p),
    lambda xp, x, p: xp.add(x, 1, out=x, where=p),
    lambda xp, x, p: xp.add(p, x, casting="unsafe", order="C"),
    lambda xp, x, p: xp.divmod(x, p, x, x),
    lambda xp, x, p: xp.divmod(x, p, out=(None, None)),
    lambda xp, x, p: xp.sin(p, dtype="f4"),
    lambda xp, x, p: xp.add.reduce(p),
    lambda xp, x, p: xp.add.reduce(p, 0),
    lambda xp, x, p: xp.add.reduce(p, 0, None, x, True),
    lambda xp, x, p: xp.add.reduce(p, axis=0, keepdims=True),
    lambda xp, x, p: xp.add.reduce(x, 0, out=p),
    lambda xp, x, p: xp.add.reduce(x, where=p),
    lambda xp, x, p: xp.add.accumulate(p, 0),
    lambda xp, x, p: xp.add.reduceat(p, [0, 1], 0),
    lambda xp, x, p: xp.add.outer(x, p),
    lambda xp, x, p: xp.add.at(p, [0], 1),
    lambda xp, x, p: xp.add.at(x, [0], p),
    lambda xp, x, p: x + p,
]


@pytest.mark.parametrize("call", CALLS)
def test_ufuncs_of_others_are_called_as_numpys(device, call):
    theirs, ours = Told(), Told()
    expected = call(np, np.arange(3.0), theirs)
    assert call(tn, tn.arange(3.0, device=device), ours) == expected
    assert ours.calls == theirs.calls and len(ours.calls) == 1

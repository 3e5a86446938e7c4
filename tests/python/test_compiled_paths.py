# SPDX-License-Identifier: Apache-2.0
"""Compiled paths of functions: the same results as the functions they stand before."""

import copy
import inspect
import pickle
import threading

import numpy as np
import pytest
import tenorite as tn

F = np.linspace(-2.5, 3.5, 12).reshape(3, 4)
I = np.arange(12).reshape(3, 4)

# Arguments for each function, as a builder of (args, kwargs) from a module.
CALLS = {
    "empty_like": [
        lambda xp: ((xp.asarray(F),), {}),
        lambda xp: ((xp.asarray(F).T,), {"dtype": "i2"}),
        lambda xp: ((xp.asarray(F),), {"order": "F"}),
        lambda xp: ((xp.asarray(F),), {"shape": (2, 2)}),
        lambda xp: ((F.tolist(),), {}),
    ],
    "empty": [
        lambda xp: ((3,), {}),
        lambda xp: (((2, 3), "f4", "F"), {}),
        lambda xp: ((), {"shape": [2, 3], "dtype": int}),
        lambda xp: ((-1,), {}),
        lambda xp: ((2.5,), {}),
        lambda xp: ((2,), {"order": "X"}),
        lambda xp: ((2,), {"other": 1}),
    ],
    "array": [
        lambda xp: ((1,), {}),
        lambda xp: ((True,), {}),
        lambda xp: (([1, 2.5, 3],), {}),
        lambda xp: (([True, 2],), {}),
        lambda xp: (([[1, 2], [3, 4]],), {"dtype": np.float32}),
        lambda xp: (([1e300],), {"dtype": np.float64}),
        lambda xp: (([1, 2j],), {}),
        lambda xp: (([True, False],), {}),
        lambda xp: (([2, 0],), {"dtype": bool}),
        lambda xp: (([1.5, 2],), {"dtype": int}),
        lambda xp: (([],), {}),
        lambda xp: (([[], []],), {}),
        lambda xp: (([2**63],), {}),
        lambda xp: (([-(2**63), 2**63 - 1],), {}),
        lambda xp: (([2**62 + 1, 0.5],), {}),
        lambda xp: (([[1], [2, 3]],), {}),
        lambda xp: (([1, [2]],), {}),
        lambda xp: (([[1], 2],), {}),
        lambda xp: (((1, (2)),), {}),
        lambda xp: (([np.float32(1), 2],), {}),
        lambda xp: (([1, 2],), {"ndmin": 3}),
        lambda xp: (([[1, 2], [3, 4]],), {"order": "F"}),
        lambda xp: (([1, 2],), {"dtype": "<f8"}),
        lambda xp: ((xp.asarray(I).T,), {}),
        lambda xp: ((xp.asarray(I),), {"dtype": "f4"}),
        lambda xp: ((xp.asarray(I),), {"copy": None}),
        lambda xp: (([1],), {"copy": False}),
    ],
    "asarray": [
        lambda xp: (([1, 2],), {}),
        lambda xp: ((3.5, int), {}),
        lambda xp: ((xp.asarray(F), np.float64), {}),
        lambda xp: ((xp.asarray(F), np.float32), {}),
        lambda xp: ((xp.asarray(F), None, "F"), {}),
    ],
    "ascontiguousarray": [
        lambda xp: ((xp.asarray(F).T,), {}),
        lambda xp: ((5.0,), {}),
        lambda xp: ((xp.asarray(5.0),), {}),
    ],
    "arange": [
        lambda xp: ((5,), {}),
        lambda xp: ((2, 9, 3), {}),
        lambda xp: ((9, 2, -2), {}),
        lambda xp: ((5, 2), {}),
        lambda xp: ((2.5,), {}),
        lambda xp: ((0, 1, 0.1), {}),
        lambda xp: ((0.1, 1.7, 0.3), {}),
        lambda xp: ((1, -1, -0.25), {}),
        lambda xp: ((1e17, 1e17 + 64, 3.0), {}),
        lambda xp: ((0, 1e-320, 1.0), {}),
        lambda xp: ((2**60, 2**60 + 3), {}),
        lambda xp: ((3,), {"dtype": "f4"}),
        lambda xp: ((3,), {"dtype": float}),
        lambda xp: ((3.5,), {"dtype": int}),
        lambda xp: ((0, 5, 0), {}),
        lambda xp: ((0.0, 5, 0), {}),
        lambda xp: ((float("nan"),), {}),
        lambda xp: ((float("inf"),), {}),
        lambda xp: ((), {"stop": 4}),
    ],
    "concatenate": [
        lambda xp: (([xp.asarray(F), xp.asarray(I)],), {}),
        lambda xp: (((xp.asarray(F), xp.asarray(F)), 1), {}),
        lambda xp: (([xp.asarray(F).T, xp.asarray(F).T],), {"axis": -1}),
        lambda xp: (([xp.asarray(F)], None), {}),
        lambda xp: (([xp.asarray(F), xp.asarray(F)], 2), {}),
        lambda xp: (([xp.asarray(F), xp.asarray(F[0])],), {}),
        lambda xp: (([xp.asarray(F), xp.asarray(F[:, :2])],), {}),
        lambda xp: (([xp.asarray(F[0, 0])],), {}),
        lambda xp: (([],), {}),
        lambda xp: ((xp.asarray(F),), {}),
        lambda xp: (
            ([xp.asarray(np.ones(2, d)) for d in ("i1", "u1", "f2")],),
            {},
        ),
        lambda xp: (([xp.asarray(F), xp.asarray(F)],), {"dtype": "f4"}),
    ],
    "where": [
        lambda xp: ((xp.asarray(F) > 0, xp.asarray(F), xp.asarray(I)), {}),
        lambda xp: ((xp.asarray(F) > 0, xp.asarray(F), 0), {}),
        lambda xp: ((xp.asarray(F) > 0, True, 2), {}),
        lambda xp: ((xp.asarray(I), xp.asarray(F), 1j), {}),
        lambda xp: ((xp.asarray(F) > 0, 1), {}),
        lambda xp: ((xp.asarray(F[0]) > 0, xp.asarray(F), [1, 2, 3, 4]), {}),
    ],
    "take": [
        lambda xp: ((xp.asarray(F), xp.asarray([0, 5, -1])), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([[0], [2]]), 0), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([3, 0])), {"axis": -1}),
        lambda xp: ((xp.asarray(F).T, xp.asarray([1], "i1")), {"axis": 1}),
        lambda xp: ((xp.asarray(F), xp.asarray([0]), 2), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([12])), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([-5]), 1), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([True])), {}),
        lambda xp: ((xp.asarray(F), [0, 1]), {}),
        lambda xp: ((xp.asarray(F[:0]), xp.asarray([0])), {}),
        lambda xp: ((xp.asarray(F), xp.asarray([30])), {"mode": "clip"}),
    ],
    "repeat": [
        lambda xp: ((xp.asarray(F), 2), {}),
        lambda xp: ((xp.asarray(F).T, 3, 1), {}),
        lambda xp: ((xp.asarray(F), 0, -2), {}),
        lambda xp: ((xp.asarray(F), -1), {}),
        lambda xp: ((xp.asarray(F), 2, 5), {}),
        lambda xp: ((xp.asarray(F[0]), [1, 2, 0, 1]), {}),
    ],
    "round": [
        lambda xp: ((xp.asarray(F),), {}),
        lambda xp: ((xp.asarray(F), 1), {}),
        lambda xp: ((xp.asarray(I),), {}),
    ],
    "result_type": [
        lambda xp: ((xp.asarray(F), xp.asarray(I)), {}),
        lambda xp: (tuple(xp.asarray(np.ones(1, d)) for d in ("i1", "u1", "f2")), {}),
        lambda xp: ((xp.asarray(I), 1.5), {}),
        lambda xp: ((), {}),
    ],
    "count_nonzero": [
        lambda xp: ((xp.asarray(I),), {}),
        lambda xp: ((xp.asarray(I), 0), {}),
    ],
    "dot": [
        lambda xp: ((xp.asarray(F), xp.asarray(F).T), {}),
        lambda xp: ((xp.asarray(F), xp.asarray(F)), {}),
        lambda xp: ((xp.asarray(F), 2), {}),
    ],
    "bincount": [
        lambda xp: ((xp.asarray([3, 1, 1, 7]),), {}),
        lambda xp: ((xp.asarray([3, 1]), None, 9), {}),
        lambda xp: ((xp.asarray([3, 1]),), {"minlength": 2}),
        lambda xp: ((xp.asarray([3, 1, 3]), xp.asarray([0.5, 2.0, 1.0])), {}),
        lambda xp: ((xp.asarray([3, 1, 3])[::-1], xp.asarray(F)[:, 1]), {}),
        lambda xp: ((xp.asarray([3, 1]),), {"weights": xp.asarray([1, 2])}),
        lambda xp: ((xp.asarray([3, 1]), xp.asarray([0.5])), {}),
        lambda xp: ((xp.asarray([3, -1]),), {}),
        lambda xp: ((xp.asarray([3, 1]),), {"minlength": -1}),
        lambda xp: ((xp.asarray([3, 1]),), {"minlength": 2**70}),
        lambda xp: ((xp.asarray([3, 1]),), {"minlength": None}),
        lambda xp: ((xp.asarray([], int), None, 3), {}),
        lambda xp: ((xp.asarray([3, 1], "u1"),), {}),
        lambda xp: ((xp.asarray(I),), {}),
        lambda xp: (([3, 1],), {}),
    ],
    "roll": [
        lambda xp: ((xp.asarray(I), 1, 0), {}),
        lambda xp: ((xp.asarray(I), -9, -1), {}),
        lambda xp: ((xp.asarray(I),), {"shift": 2**63 - 1, "axis": 1}),
        lambda xp: ((xp.asarray(I), 2**64, 1), {}),
        lambda xp: ((xp.asarray(I).T, (1, -2), (0, 1)), {}),
        lambda xp: ((xp.asarray(I), (1, -2, 3), (0, 1, 0)), {}),
        lambda xp: ((xp.asarray(I), (1, 2), (0,)), {}),
        lambda xp: ((xp.asarray(I), (), ()), {}),
        lambda xp: ((xp.asarray(I), 1), {"axis": (0, 1)}),
        lambda xp: ((xp.asarray(I), True, 0), {}),
        lambda xp: ((xp.asarray(I), np.int64(1), 0), {}),
        lambda xp: ((xp.asarray(I), 1.5, 0), {}),
        lambda xp: ((xp.asarray(I), 1, 2), {}),
        lambda xp: ((xp.asarray(I), 1, -(2**70)), {}),
        lambda xp: ((xp.asarray(I), 7), {}),
        lambda xp: ((xp.asarray(I)[:0], 7, 0), {}),
        lambda xp: ((I.tolist(), 1, 0), {}),
        lambda xp: ((xp.asarray(F), 1), {"axis": 0}),
        lambda xp: ((xp.asarray(F), -5, -1), {}),
        lambda xp: ((xp.asarray(F), (1, -1), (0, 1)), {}),
        lambda xp: ((xp.asarray(F), (1, 2), (1, -1)), {}),
        lambda xp: ((xp.asarray(F), (1, 2), 0), {}),
        lambda xp: ((xp.asarray(F), 1, (0, 1)), {}),
        lambda xp: ((xp.asarray(F), (1, 2), (0, 1, 0)), {}),
        lambda xp: ((xp.asarray(F), 1), {}),
        lambda xp: ((xp.asarray(F)[0], 3), {}),
        lambda xp: ((xp.asarray(F)[0, ::-1], 3), {}),
        lambda xp: ((xp.asarray(F).T, 1, 0), {}),
        lambda xp: ((xp.asarray(F), 2**63, 0), {}),
        lambda xp: ((xp.asarray(F), -(2**63), 0), {}),
        lambda xp: ((xp.asarray(F), (2**63 - 1, 2), (0, 0)), {}),
        lambda xp: ((xp.asarray(F)[:0], 1, 0), {}),
        lambda xp: ((xp.asarray(F), 1, 2), {}),
        lambda xp: ((xp.asarray(F), 1.5, 0), {}),
        lambda xp: ((F.tolist(), 1, 0), {}),
    ],
    "diff": [
        lambda xp: ((xp.asarray(F),), {}),
        lambda xp: ((xp.asarray(I),), {"axis": 0}),
        lambda xp: ((xp.asarray(F), 2), {}),
        lambda xp: ((xp.asarray(F), 0), {}),
        lambda xp: ((xp.asarray(F), 1, -2), {}),
        lambda xp: ((xp.asarray(F).T, 1, 0), {}),
        lambda xp: ((xp.asarray(F) > 0,), {}),
        lambda xp: ((xp.asarray(F)[:, :1],), {}),
        lambda xp: ((xp.asarray(F)[:, :0],), {}),
        lambda xp: ((xp.asarray(F)[:0],), {}),
        lambda xp: ((xp.asarray(F), 1, 2), {}),
        lambda xp: ((xp.asarray(1.0),), {}),
        lambda xp: ((xp.asarray(F),), {"prepend": 1}),
    ],
    "clip": [
        lambda xp: ((xp.asarray(F), 0, 1), {}),
        lambda xp: ((xp.asarray(F), -0.5, 1.5), {}),
        lambda xp: ((xp.asarray(F, "f4"),), {"a_min": 0.1, "a_max": 2}),
        lambda xp: ((xp.asarray(F), xp.asarray(F)[0], 1), {}),
        lambda xp: ((xp.asarray(F), None, 1), {}),
        lambda xp: ((xp.asarray(F)[0, 0], 0, 1), {}),
        lambda xp: ((xp.asarray(I), 2, 9), {}),
        lambda xp: ((xp.asarray(I), 2.5, 9), {}),
        lambda xp: ((xp.asarray(I, "i1"), -128, 5), {}),
        lambda xp: ((xp.asarray(I, "i1"), -129, 200), {}),
        lambda xp: ((xp.asarray(I, "i1"), -127, 126), {}),
        lambda xp: ((xp.asarray(I, "i1"), 200, 300), {}),
        lambda xp: ((xp.asarray(I, "u1"), 0, 5), {}),
        lambda xp: ((xp.asarray(I, "u1"), 3, 254), {}),
        lambda xp: ((xp.asarray(I, "u1"), 3, 255), {}),
        lambda xp: ((xp.asarray(I, "u1"), 256, 300), {}),
        lambda xp: ((xp.asarray(I), -(2**63), 2**63 - 1), {}),
        lambda xp: ((xp.asarray(I), 2**70, 2**71), {}),
        lambda xp: ((xp.asarray(I, "u8"), 1, 2**63), {}),
        lambda xp: ((xp.asarray(F), True, 2), {}),
        lambda xp: ((xp.asarray(F), 0, 1 + 0j), {}),
        lambda xp: ((xp.asarray(F) > 0, 0, 1), {}),
        lambda xp: ((xp.asarray(F), np.float32(0.1), 1), {}),
        lambda xp: ((F.tolist(), 0, 1), {}),
    ],
    "inner": [lambda xp: ((xp.asarray(F), xp.asarray(F)), {})],
    "vdot": [lambda xp: ((xp.asarray(F), xp.asarray(F)), {})],
}
for _name in ("zeros", "ones"):
    CALLS[_name] = CALLS["empty"]
for _name in ("zeros_like", "ones_like"):
    CALLS[_name] = CALLS["empty_like"]
for _name in "sum prod max min any all mean var std argmax argmin".split():
    CALLS[_name] = [
        lambda xp: ((xp.asarray(F),), {}),
        lambda xp: ((xp.asarray(F), 1), {}),
        lambda xp: ((xp.asarray(F),), {"axis": 0}),
        lambda xp: ((xp.asarray(F), 2), {}),
        lambda xp: ((xp.asarray(F),), {"keepdims": True}),
        lambda xp: ((F.tolist(),), {}),
    ]

FRONTS = sorted(CALLS)


def _outcome(function, args, kwargs):
    """What a call returns or raises, be it when the result is looked at."""
    try:
        result = function(*args, **kwargs)
        if isinstance(result, tn.ndarray):
            result.get()
        return result
    except Exception as error:
        return error


@pytest.mark.parametrize("name", FRONTS)
def test_path_and_function_agree(name, device):
    function = getattr(tn, name)
    for build in CALLS[name]:
        with tn.Device(device):
            ours = _outcome(function, *build(tn))
            plain = _outcome(function.__wrapped__, *build(tn))
        if isinstance(plain, Exception):
            assert type(ours) is type(plain), (ours, plain)
            assert str(ours) == str(plain)
            continue
        assert type(ours) is type(plain), (ours, plain)
        if not isinstance(plain, tn.ndarray):
            assert ours == plain
            continue
        assert str(ours.device) == str(plain.device) == device
        assert (ours.dtype, ours.shape) == (plain.dtype, plain.shape)
        assert ours.strides == plain.strides
        if not name.startswith("empty"):
            np.testing.assert_array_equal(ours.get(), plain.get(), strict=True)


@pytest.mark.parametrize("name", FRONTS)
def test_path_agrees_with_numpy(name, device):
    for build in CALLS[name]:
        with tn.Device(device):
            ours = _outcome(getattr(tn, name), *build(tn))
        theirs = _outcome(getattr(np, name), *build(np))
        if isinstance(theirs, Exception) or name.startswith("empty"):
            assert isinstance(ours, Exception) == isinstance(theirs, Exception)
            continue
        if not isinstance(ours, tn.ndarray):
            continue
        host = np.asarray(theirs)
        host = host.astype(host.dtype.newbyteorder("="), copy=False)
        assert (ours.dtype, ours.shape) == (host.dtype, host.shape)
        np.testing.assert_allclose(ours.get(), host, rtol=1e-12, atol=0)


@pytest.mark.parametrize("name", [*FRONTS, "put", "copyto"])
def test_front_is_a_function(name):
    function = getattr(tn, name)
    assert function.__name__ == name
    assert inspect.isroutine(function)
    assert inspect.isfunction(inspect.unwrap(function))
    assert pickle.loads(pickle.dumps(function)) is function
    assert copy.deepcopy(function) is function


def test_front_binds_as_a_method(device):
    a = tn.asarray(F, device=device)
    take = a.take
    np.testing.assert_array_equal(
        take(tn.asarray([1, 0], device=device)).get(), F[0, 1::-1]
    )
    assert tn.ndarray.take(a, [1]).get() == F[0, 1]


def test_put(device):
    for values in (7, 2.5, np.array([1.0, 2.0]), np.array([3.0])):
        host, ours = F.copy(), tn.asarray(F, device=device)
        np.put(host, [1, -2], values)
        given = (
            tn.asarray(values, device=device) if type(values) is np.ndarray else values
        )
        tn.put(ours, tn.asarray([1, -2], device=device), given)
        np.testing.assert_array_equal(ours.get(), host)
    with pytest.raises(IndexError):
        tn.put(tn.asarray(F, device=device), tn.asarray([12], device=device), 1)
        tn.zeros(1, device=device).get()


def test_list_that_changes_while_it_is_joined(device):
    """Another thread empties the list; the arrays of the call live on."""
    parts = [tn.full(1000, i, device=device) for i in range(50)]
    done = threading.Event()

    def disturb():
        while not done.is_set():
            kept = parts[:]
            parts.clear()
            parts.extend(kept)

    other = threading.Thread(target=disturb)
    other.start()
    try:
        for _ in range(200):
            try:
                joined = tn.concatenate(parts)
            except ValueError:  # seen while empty
                continue
            assert joined.size % 1000 == 0
    finally:
        done.set()
        other.join()


def test_iteration(device):
    a = tn.asarray(F, device=device)
    rows = iter(a)
    assert iter(rows) is rows
    assert rows.__length_hint__() == 3
    assert [row.get().tolist() for row in rows] == F.tolist()
    assert rows.__length_hint__() == 0
    with pytest.raises(StopIteration):
        next(rows)
    for row in a:
        row += 1  # rows are views
    np.testing.assert_array_equal(a.get(), F + 1)
    with pytest.raises(TypeError):
        iter(tn.asarray(1.0, device=device))


def test_flags_are_those_of_the_moment(device):
    a = tn.asarray(F, device=device)
    flags = a.flags
    a.flags.writeable = False
    assert flags.writeable
    assert flags != a.flags
    flags.writeable = False
    assert flags == a.flags
    flags["W"] = True
    assert a.flags["WRITEABLE"]
    for name in ("c", "writeable", "C F", "", 3, "NUM"):
        with pytest.raises(KeyError):
            flags[name]
    with pytest.raises(KeyError):
        flags["C"] = True
    with pytest.raises(AttributeError):
        flags.aligned = True
    with pytest.raises(AttributeError):
        del flags.writeable


def test_keys_have_a_limit(device):
    a = tn.asarray(1.0, device=device)
    with pytest.raises(IndexError):
        a[(None,) * 65]
    with pytest.raises(IndexError, match="too many indices for array"):
        a[(None,) * 200]
    assert a[(None,) * 64].ndim == 64

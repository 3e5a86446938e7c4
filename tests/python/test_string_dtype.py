# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy's StringDType, which has no byte order, are host data as texts are."""

import numpy as np
import pytest
import tenorite as tn

CALLS = """
xp.array(["a", "bcd"], dtype=T)
xp.array(["a", "b"], "T")
xp.array([["b", None]], dtype=N)
xp.asarray(["a"], dtype=T)
xp.asarray(x)
xp.zeros(2, T)
xp.ones(2, T)
xp.empty(2, T)
xp.full(2, "x", T)
xp.zeros_like(x)
xp.full_like(x, "q")
xp.fromiter(["a", "b"], T)
xp.loadtxt(["a b"], dtype=T)
xp.arange(3).astype(T)
x.astype("U3")
xp.array(["1.5", "2"], T).astype(float)
xp.sort(x)
xp.argsort(x)
xp.lexsort([x])
xp.searchsorted(xp.sort(x), x)
xp.unique(x)
xp.unique(x, return_counts=True)
xp.isin(x, ["a"])
xp.max(x)
xp.count_nonzero(x)
xp.where(xp.array([True, False, True]), x, "z")
x[xp.array([1, 0])]
x == "a"
xp.array_equal(x, x)
xp.take(x, [0])
xp.repeat(x, 2)
xp.concatenate([x, x])
xp.stack([x, x])
xp.hstack([x, x])
xp.append(x, "c")
xp.insert(x, 0, "z")
xp.reshape(x, (3, 1))
xp.transpose(x[None])
xp.ravel(x[None])
xp.broadcast_to(x, (2, 3))
xp.add(x, x)
xp.char.upper(x)
xp.strings.upper(x)
xp.strings.str_len(x)
xp.array_str(x)
xp.broadcast_arrays(x, [[1], [2]])
""".strip().split("\n")


def called(xp, call):
    names = {"T": np.dtypes.StringDType(), "N": np.dtypes.StringDType(na_object=None)}
    x = xp.array(["b", "a", "b"], names["T"])
    return eval(call, {"xp": xp, "x": x, **names})


@pytest.mark.parametrize("call", CALLS)
def test_calls_with_strings(device, call):
    mixed = "x[xp.array" in call or "where(xp.array" in call
    if device != "cpu" and mixed:  # strings are on the host
        with pytest.raises((TypeError, IndexError), match="host"):
            called(tn, call)
        return
    with tn.config.using(fallback="allow"):  # for numbers beside the strings
        ours, theirs = called(tn, call), called(np, call)
    pairs = (
        zip(ours, theirs, strict=True)
        if isinstance(theirs, tuple)
        else [(ours, theirs)]
    )
    for found, expected in pairs:
        numbers = isinstance(found, tn.ndarray)
        assert numbers or type(found) is type(expected)
        assert getattr(found, "dtype", None) == getattr(expected, "dtype", None)
        if isinstance(expected, np.ndarray):
            assert found.shape == expected.shape
            assert found.tolist() == expected.tolist()
        else:
            assert found == expected


def test_a_device_that_is_asked_for_has_none(device):
    with pytest.raises(TypeError, match="does not support dtype StringDType"):
        tn.asarray(["a"], dtype=np.dtypes.StringDType(), device=device)

# SPDX-License-Identifier: Apache-2.0
"""nditer and nested_iters on the memory of arrays of the CPU device."""

import inspect

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, same_or_error

A = np.arange(6.0).reshape(2, 3)


def filled(xp, a):
    with xp.nditer(a, op_flags=["readwrite"]) as it:
        for x in it:
            x[...] = 2 * x
    return a


def with_index(xp, a):
    it = xp.nditer(a, flags=["multi_index"])
    return [(it.multi_index, float(x)) for x in it]


def added(xp, a):
    it = xp.nditer([a, a[0], None])
    for x, y, z in it:
        z[...] = x + y
    return xp.asarray(it.operands[2])


def into(xp, a):
    out = xp.zeros((3, 2)).T
    with xp.nditer([a, out], [], [["readonly"], ["writeonly"]]) as it:
        for x, y in it:
            y[...] = -x
    return out


def nested(xp, a):
    outer, inner = xp.nested_iters(a, [[1], [0]])
    return [[float(x) for x in inner] for _ in outer]


USES = {
    "order": lambda xp, a: [float(x) for x in xp.nditer(a.T)],
    "order C": lambda xp, a: [float(x) for x in xp.nditer(a.T, order="C")],
    "filled": filled,
    "index": with_index,
    "added": added,
    "into": into,
    "nested": nested,
    "external loop": lambda xp, a: [
        x.tolist() for x in xp.nditer(a, flags=["external_loop"], order="F")
    ],
    "buffered": lambda xp, a: [
        float(x) for x in xp.nditer(a, ["buffered"], op_dtypes=["f4"], casting="unsafe")
    ],
    "bad flag": lambda xp, a: xp.nditer(a, ["nothing"]),
    "bad cast": lambda xp, a: xp.nditer(a, ["buffered"], op_dtypes=["i4"]),
    "shapes": lambda xp, a: xp.nditer([a, a[:, :2]]),
}


@pytest.mark.parametrize("name", USES)
def test_nditer(name):
    with tn.Device("cpu"):
        same_or_error(USES[name], "cpu", A)


def test_pending_work_is_seen():
    x = tn.arange(3, device="cpu") * 2 + 1
    assert [int(v) for v in tn.nditer(x)] == [1, 3, 5]
    with tn.nditer(x, op_flags=["readwrite"]) as it:
        x += 1
        it[0] = 7
    check(np.array([7, 4, 6]), x)


def test_arrays_on_a_gpu_are_refused(device):
    x = tn.ones(3)
    if device == "cpu":
        assert sum(tn.nditer(x)) == 3
        return
    for call in (lambda: tn.nditer(x), lambda: tn.nditer([np.ones(3), x])):
        with pytest.raises(TypeError, match=r"x\.get\(\)"):
            call()


@pytest.mark.parametrize("name", ["nditer", "nested_iters"])
def test_signatures(name):
    ours = inspect.signature(getattr(tn, name))
    assert str(ours) == str(inspect.signature(getattr(np, name)))

# SPDX-License-Identifier: Apache-2.0
"""Keyword arguments of ufuncs: out, where, dtype, casting, order, signature."""

import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    host,
    observed,
    outcome,
    same,
    same_error,
    same_or_class,
    same_or_error,
    values,
)
from support.layouts import LAYOUTS, real_strides
from support.op_table import by_name, ufunc_rows

A = values((3, 4), "f8")
B = values((3, 4), "f8", 1)
M = values((3, 4), "?", 2)
I = values((3, 4), "i4", 3)


@pytest.mark.parametrize("row", ufunc_rows(), ids=by_name)
def test_attributes(row):
    ours, theirs = getattr(tn, row.name), getattr(np, row.name)
    assert isinstance(ours, tn.ufunc)
    for name in ("__name__", "nin", "nout", "nargs", "identity", "signature"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.types == row.loops
    assert ours.ntypes == len(row.loops)
    assert ours.__doc__
    assert repr(ours) == repr(theirs)
    for method in ("reduce", "accumulate", "reduceat", "outer", "at"):
        assert callable(getattr(ours, method))


def into(ufunc, out, *args, **kwargs):
    """Result, the output given for it, and whether the one is the other."""
    result = ufunc(*args, out=out, **kwargs)
    outs = out if isinstance(out, tuple) else (out,)
    results = result if isinstance(result, tuple) else (result,)
    return result, outs[0], results[0] is outs[0]


OUT = [
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 4)), a, b),
    lambda xp, a, b, m: into(xp.add, (xp.zeros((3, 4)),), a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((2, 3, 4)), a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 8))[:, ::2], a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 4))[::-1, ::-1], a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((4, 3)).T, a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 4), "f4"), a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 4), "D"), a, b),
    lambda xp, a, b, m: into(xp.add, xp.zeros((3, 4), "i4"), a, b, casting="unsafe"),
    lambda xp, a, b, m: into(xp.less, xp.zeros((3, 4)), a, b),
    lambda xp, a, b, m: into(xp.less, xp.zeros((3, 4), "i1"), a, b),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=m),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=m[:, :1]),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4), "f4"), a, b, where=m[0]),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=m[::-1, ::-1]),
    lambda xp, a, b, m: into(xp.add, xp.ones((4, 3)).T, a, b, where=m.T.copy().T),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=False),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=True),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, b, where=m.tolist()),
    lambda xp, a, b, m: into(xp.add, xp.ones((2, 3, 4)), a, b, where=m),
    lambda xp, a, b, m: into(xp.add, xp.ones((3, 4)), a, 1, where=a > 0),
    lambda xp, a, b, m: into(xp.divmod, (xp.zeros((3, 4)), xp.zeros((3, 4))), a, b),
    lambda xp, a, b, m: into(xp.divmod, (xp.zeros((3, 4)), None), a, b),
    lambda xp, a, b, m: into(xp.divmod, (xp.zeros((3, 4)), xp.zeros((3, 4))), a, 2),
    lambda xp, a, b, m: into(
        xp.divmod, (xp.ones((3, 4)), xp.ones((3, 4))), a, b, where=m
    ),
    lambda xp, a, b, m: into(xp.modf, (xp.zeros((3, 4), "D"), xp.zeros((3, 4))), a),
    lambda xp, a, b, m: into(xp.frexp, (xp.ones((3, 4)), xp.ones((3, 4), "i8")), a),
    lambda xp, a, b, m: into(xp.sin, xp.zeros((3, 4), "f4"), a.astype("f4")),
    lambda xp, a, b, m: xp.add(a, b, xp.zeros((3, 4), "D")),
    lambda xp, a, b, m: xp.divmod(a, b, xp.zeros((3, 4)), xp.zeros((3, 4))),
    lambda xp, a, b, m: xp.negative(a, None),
    lambda xp, a, b, m: xp.add(a, b, out=None),
    lambda xp, a, b, m: xp.add(a, b, out=(None,)),
    lambda xp, a, b, m: xp.add(1, 2, out=xp.zeros(2)),
]


@pytest.mark.parametrize("body", OUT)
def test_out(device, body):
    positive = abs(B) + 1
    for a, b in ((A, positive), (A[:1], positive), (A, positive[:, :1])):
        same(body, device, a, b, M, rtol=1e-6)


KEYWORDS = [
    lambda xp, a, i: xp.add(a, i, dtype="f4", casting="same_kind"),
    lambda xp, a, i: xp.add(a, i, dtype="D"),
    lambda xp, a, i: xp.add(a, i, dtype="i4", casting="unsafe"),
    lambda xp, a, i: xp.add(i, i, dtype=float),
    lambda xp, a, i: xp.add(i, i, dtype=xp.int16),
    lambda xp, a, i: xp.add(i, i, dtype=None),
    lambda xp, a, i: xp.less(a, i, dtype="f4"),
    lambda xp, a, i: xp.equal(a, i, dtype=bool),
    lambda xp, a, i: xp.sin(i, dtype="f4"),
    lambda xp, a, i: xp.sin(i, dtype="i4"),
    lambda xp, a, i: xp.sin(a, dtype="f4", casting="safe"),
    lambda xp, a, i: xp.divide(i, i + 100, dtype="f4"),
    lambda xp, a, i: xp.power(i, 2, dtype="f8"),
    lambda xp, a, i: xp.add(i, 2.5, dtype="i8"),
    lambda xp, a, i: xp.add(2.5, i, dtype="i4", casting="unsafe"),
    lambda xp, a, i: xp.add(1j, a, dtype="f4"),
    lambda xp, a, i: xp.maximum(i > 2, 2, dtype=bool),
    lambda xp, a, i: xp.add(i > 2, 2, dtype=bool, casting="unsafe"),
    lambda xp, a, i: xp.multiply(2.5, i, signature="qq->q"),
    lambda xp, a, i: xp.multiply(2.5, i, signature=(None, None, "q")),
    lambda xp, a, i: xp.logical_and(i.astype("i1"), 300),
    lambda xp, a, i: xp.logical_or(i.astype("u1"), -1),
    lambda xp, a, i: xp.logical_xor(300, i > 1, dtype=bool),
    lambda xp, a, i: xp.logical_and(a, 2**70),
    lambda xp, a, i: xp.logical_and(a, 2.5),
    lambda xp, a, i: xp.add(a, i, signature="dd->d"),
    lambda xp, a, i: xp.add(a, i, signature=("d", "d", "d")),
    lambda xp, a, i: xp.add(i, i, signature=(None, None, "f8")),
    lambda xp, a, i: xp.add(i, i, sig="ll->l"),
    lambda xp, a, i: xp.add(i, i, signature="dd->f"),
    lambda xp, a, i: xp.add(i, i, signature="dd"),
    lambda xp, a, i: xp.add(i, i, signature="d"),
    lambda xp, a, i: xp.add(i, i, signature=1),
    lambda xp, a, i: xp.add(i, i, signature="dd->d", dtype="d"),
    lambda xp, a, i: xp.add(a, i, casting="no"),
    lambda xp, a, i: xp.add(a, i, casting="equiv"),
    lambda xp, a, i: xp.add(a, i, casting="safe"),
    lambda xp, a, i: xp.add(a, i, casting="nothing"),
    lambda xp, a, i: xp.add(a, i, casting=None),
    lambda xp, a, i: xp.add(a, i, order="X"),
    lambda xp, a, i: xp.add(a, i, order=3),
    lambda xp, a, i: xp.add(a, i, subok=False),
    lambda xp, a, i: xp.add(a, i, wrong=1),
    lambda xp, a, i: xp.add(a),
    lambda xp, a, i: xp.add(),
    lambda xp, a, i: xp.add(a, i, a, i),
    lambda xp, a, i: xp.sin(a, i, a),
    lambda xp, a, i: xp.add(a, i, a, out=a),
    lambda xp, a, i: xp.add(a, i, out=(a, a)),
    lambda xp, a, i: xp.add(a, i, out=()),
    lambda xp, a, i: xp.add(a, i, out=[a]),
    lambda xp, a, i: xp.add(a, i, out=3),
    lambda xp, a, i: xp.divmod(a, i, out=a),
    lambda xp, a, i: xp.divmod(a, i, out=(a,)),
    lambda xp, a, i: xp.add(a, a, out=i),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros((3, 4), "?")),
    lambda xp, a, i: xp.add(a * 1j, a, out=a),
    lambda xp, a, i: xp.sin(a, out=i),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros(4)),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros((3, 5))),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros((1, 4))),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros(())),
    lambda xp, a, i: xp.add(a, xp.zeros((4, 3))),
    lambda xp, a, i: xp.add(a, xp.zeros(5)),
    lambda xp, a, i: xp.add(a, xp.zeros((2, 2, 4))),
    lambda xp, a, i: xp.add(a, a, out=xp.broadcast_to(xp.zeros(4), (3, 4))),
    lambda xp, a, i: xp.add(a, a, where=i),
    lambda xp, a, i: xp.add(a, a, where=a),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros((3, 4)), where=xp.ones(3, bool)),
    lambda xp, a, i: xp.add(a, a, out=xp.zeros(4), where=xp.ones((3, 4), bool)),
    lambda xp, a, i: xp.power(i, -1),
    lambda xp, a, i: xp.power(i, -abs(i) - 1),
    lambda xp, a, i: i ** xp.asarray(-2),
    lambda xp, a, i: xp.bitwise_and(a, i),
    lambda xp, a, i: xp.left_shift(a, 1),
    lambda xp, a, i: xp.floor_divide(a * 1j, a),
    lambda xp, a, i: xp.subtract(i > 0, i > 0),
    lambda xp, a, i: xp.negative(i > 0),
    lambda xp, a, i: xp.ldexp(a, a),
]


@pytest.mark.parametrize("body", KEYWORDS)
def test_keywords_and_errors(device, body):
    same_or_error(body, device, A, I, rtol=1e-6)


def test_order_of_the_result(device):
    for order, (name, arrange) in itertools.product("KACF", LAYOUTS.items()):
        x = values((2, 3, 4), "f4")
        for other in ("C", "F", "transposed"):

            def body(xp, x, order=order, arrange=arrange, other=other):
                return xp.add(arrange(xp, x), LAYOUTS[other](xp, x), order=order)

            expected, got = body(np, x), body(tn, tn.asarray(x, device=device))
            check(expected, got, where=f"{order} {name} {other}")
            assert real_strides(got) == real_strides(expected), (order, name, other)


SHIFTS = [
    lambda a: (a[1:], a[:-1]),
    lambda a: (a[:-1], a[1:]),
    lambda a: (a[::-1], a),
    lambda a: (a, a[::-1]),
    lambda a: (a[::2], a[: len(a[::2])]),
    lambda a: (a[: len(a[1::2])], a[1::2]),
    lambda a: (a[3:], a[2:-1]),
    lambda a: (a, a),
]


@pytest.mark.parametrize("n", [5, 64, 5001])
def test_overlapping_views(device, n):
    """As if the operands had been copied first, whichever way the memory moves."""
    for letter, pick in itertools.product("bld", SHIFTS):

        def add(xp, a, pick=pick):
            out, x = pick(a)
            xp.add(x, 1, out=out)
            return a

        def add_both(xp, a, pick=pick):
            out, x = pick(a)
            xp.add(out, x, out=out)
            return a

        def assign(xp, a, pick=pick):
            out, x = pick(a)
            # NumPy's own result is wrong where the two strides differ.
            out[...] = x.copy() if xp is np else x
            return a

        def in_place(xp, a, pick=pick):
            out, x = pick(a)
            out *= x
            return a

        for body in (add, add_both, assign, in_place):
            same(body, device, values(n, letter))


def test_overlapping_outputs_and_matrices(device):
    def transpose(xp, a):
        xp.add(a, a.T, out=a)
        return a

    def rows(xp, a):
        xp.multiply(a[0], a, out=a)
        return a

    def last(xp, a):
        a += a[:, -1:]
        return a

    def two(xp, a):
        xp.divmod(a, 3, out=(a, xp.zeros_like(a)))
        return a

    def swap(xp, a):
        a[0], a[1] = a[1], a[0].copy()
        xp.divmod(a[1], a[0] * a[0] + 1, out=(a[0], a[1]))
        return a

    def other_type(xp, a):
        xp.add(a[1:].view("i4")[:, :7], 1, out=a[:-1].view("i4")[:, :7])
        return a

    def masked(xp, a):
        xp.add(a[1:], 1, out=a[:-1], where=a[1:] > 0)
        return a

    for body in (transpose, rows, last, two, swap, other_type, masked):
        for n in (4, 40):
            same(body, device, values((n, n), "f8"))


READ_ONLY = [
    lambda xp, a: xp.add(a, 1, out=xp.broadcast_to(a, (2, 3, 4))),
    lambda xp, a: xp.broadcast_to(a, (2, 3, 4)).__setitem__(0, 1),
    lambda xp, a: xp.broadcast_to(a, (2, 3, 4)).__iadd__(1),
    lambda xp, a: xp.broadcast_to(a, (3, 4)).fill(0),
    lambda xp, a: a.diagonal().__setitem__(0, 1),
    lambda xp, a: xp.copyto(a.diagonal(), 1),
]


@pytest.mark.parametrize("body", READ_ONLY)
def test_read_only_outputs(device, body):
    same_error(body, device, A)


def test_operands_are_unchanged_after_errors(device):
    a, i = (tn.asarray(x, device=device) for x in (A, I))
    for body in KEYWORDS[-20:]:
        _, error = outcome(lambda body=body: observed([body(tn, a, i), a, i]))
        assert error is not None
    np.testing.assert_array_equal(host(a), A)
    np.testing.assert_array_equal(host(i), I)


ELLIPSIS = """
xp.add(1, 2, out=...)
xp.add(a, b, out=...)
xp.add(1, 2, ...)
xp.add(1, 2, out=(...,))
xp.add(1, 2, out=..., dtype="f4")
xp.exp(1.0, out=...)
xp.exp(a, out=..., where=a > -9)
xp.sin(1.0, ...)
xp.divmod(5, 2, out=...)
xp.divmod(5, 2, out=(..., None))
xp.divmod(5, 2, ...)
xp.divmod(5, 2, ..., ...)
xp.frexp(2.5, out=...)
xp.add.reduce(a, out=...)
xp.add.reduce(a, axis=None, out=...)
xp.add.reduce(a, axis=None, out=..., keepdims=True)
xp.add.reduce(a, axis=None, out=..., where=a > 0)
xp.add.reduce(a, 0, None, ...)
xp.maximum.reduce(a.ravel(), out=...)
xp.add.accumulate(a, out=...)
xp.add.accumulate(a, 0, None, ...)
xp.add.reduceat(a.ravel(), [0, 2], out=...)
xp.add.reduceat(a.ravel(), [0, 2], 0, None, ...)
xp.add.outer(1, 2, out=...)
xp.matmul(a, a.T, out=...)
xp.matmul([1, 2], [3, 4], out=...)
xp.vecdot([1, 2], [3, 4], out=...)
xp.vecdot([1, 2], [3, 4], out=..., keepdims=True)
xp.clip(3, 1, 2, out=...)
xp.clip(3, None, 2, out=...)
xp.sum(a, out=...)
a.sum(out=...)
a.mean(axis=0, out=...)
""".strip().splitlines()


@pytest.mark.parametrize("text", ELLIPSIS)
def test_ellipsis_as_output(device, text):
    """It asks for arrays where scalars would be."""
    call = eval(f"lambda xp, a, b: {text}")
    same_or_error(call, device, A, B, rtol=1e-12)
    with tn.Device(device):
        found, error = outcome(lambda: call(tn, tn.asarray(A), tn.asarray(B)))
    for x in found if isinstance(found, tuple) else (found,) * (error is None):
        assert isinstance(x, tn.ndarray) and not isinstance(x, np.generic)


HUGE = """
xp.equal(2**200, 2**200)
xp.equal(2**200, -2**200)
xp.less(2**64, 2**65)
xp.maximum(2**70, 1)
xp.add(2**64, 1)
xp.multiply(2**70, 0.5)
xp.negative(2**100)
xp.sqrt(2**100)
xp.add(2**70, a)
xp.less(a, 2**70)
xp.bitwise_and(2**70, 2**69 + 2**70)
""".strip().splitlines()


@pytest.mark.parametrize("text", HUGE)
def test_numbers_that_no_dtype_holds(device, text):
    """Among Python numbers alone they are objects, which NumPy computes with."""
    call = eval(f"lambda xp, a: {text}")
    with tn.config.using(fallback="allow"):
        same_or_class(call, device, I)


def test_conjugate_into_an_array(device):
    for x in (A, A + 1j * A, I):
        for name in ("conj", "conjugate"):
            same(lambda xp, a, n=name: getattr(a, n)(xp.zeros_like(a)), device, x)
            same(lambda xp, a, n=name: getattr(a, n)(None), device, x)
    out = tn.zeros(A.shape, device=device)
    assert tn.asarray(A, device=device).conjugate(out) is out

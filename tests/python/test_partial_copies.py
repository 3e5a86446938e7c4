# SPDX-License-Identifier: Apache-2.0
"""Copies of which a part is written again before it is read: the rest is copied."""

import random

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion
from support.helpers import host


def heat(xp, u):
    inner = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
    v = u.copy()
    v[1:-1, 1:-1] = 0.25 * inner
    return v


def heat_twice(xp, u):
    return heat(xp, heat(xp, u))


def filled(xp, u):
    v = xp.zeros_like(u)
    v[1:-1] = u[2:] - u[:-2]
    v[0] = 1
    v[-1] = v[-2] * 2
    return v


def full(xp, u):
    v = xp.full_like(u, 3.0)
    v[:, 2:-3] = u[:, 2:-3] * u[:, :-5]
    return v


def all_of_it(xp, u):
    """In parts, so that nothing is left to copy."""
    v = u.copy()
    v[:40] = u[:40] + 1
    v[40:] = u[40:] - 1
    return v


def read_between(xp, u):
    v = u.copy()
    s = v[3:-3].sum(axis=0)
    v[2:-2] = u[2:-2] * 2
    return v, s


def updated(xp, u):
    """What is written depends on what was copied."""
    v = u.copy()
    v[1:-1] += u[2:]
    w = u.copy()
    w[1:-1] = w[2:] * 0.5
    return v, w


def masked(xp, u):
    v = u.copy()
    xp.multiply(u[1:-1], 2, out=v[1:-1], where=u[1:-1] > 0)
    w = u.copy()
    w[1:-1][u[1:-1] > 0] = 7
    return v, w


def strided(xp, u):
    v = u.copy()
    v[::2] = u[::2] * 2
    w = u.copy()
    w[::-1] = u + 1
    t = u.copy()
    t.T[3:-3] = u.T[3:-3] * 3
    return v, w, t


def source_changes(xp, u):
    """Before the copy, and after it."""
    u = u.copy()
    u[5:50] = 0.5
    v = u.copy()
    u *= 2
    v[1:-1] = u[1:-1] + 1
    u[1:-1] = v[:-2]
    return u, v


def target_is_read_before(xp, u):
    v = u * 2
    w = v + 1
    v[...] = u
    v[4:-4] = w[4:-4]
    return v, w


def rolled(xp, u):
    """What is put together of parts of what is copied to."""
    v = u * 2
    r = xp.roll(v, 1, 0)
    s = r + u
    v[...] = u
    v[1:-1] = s[1:-1]
    return v, s, xp.roll(v, -1, 1) + v


def other_dtype(xp, u):
    v = u.astype("f4")
    v[1:-1] = u[2:] + 0.125
    w = (u > 0).copy()
    w[:, 1:-1] = u[:, 1:-1] < 0.5
    return v, w


def boxes(xp, u):
    v = u.copy()
    for i in range(0, 100, 20):
        for j in range(0, 100, 25):
            v[i : i + 15, j : j + 20] = u[j : j + 15, i : i + 20] * 2
    return v


def swapped(xp, u):
    """Leapfrog: three arrays that take turns."""
    before, now = u, u * 0.5
    for _ in range(4):
        after = now.copy()
        after[1:-1, 1:-1] = (
            2 * now[1:-1, 1:-1] - before[1:-1, 1:-1] + 0.1 * now[2:, 1:-1]
        )
        before, now = now, after
    return now, before


PROGRAMS = [
    heat,
    heat_twice,
    filled,
    full,
    all_of_it,
    read_between,
    updated,
    masked,
    strided,
    source_changes,
    target_is_read_before,
    rolled,
    other_dtype,
    boxes,
    swapped,
]


def results(call, x):
    got = call(tn, x)
    return [host(y) for y in (got if isinstance(got, tuple) else (got,))]


@pytest.mark.parametrize("shape", [(130, 120), (101, 700), (12, 9), (3, 120, 110)])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_values_in_every_mode(device, program, shape):
    if len(shape) > 2 and program is not heat:
        shape = (*shape[1:], shape[0])
    if program in (boxes, all_of_it) and shape[0] < 100:
        shape = (120, 130)
    x = np.random.default_rng(1).standard_normal(shape)
    with fusion("off"):
        expected = results(program, tn.array(x, device=device))
    theirs = program(np, x)
    theirs = theirs if isinstance(theirs, tuple) else (theirs,)
    for ours, y in zip(expected, theirs, strict=True):
        np.testing.assert_allclose(ours, y, rtol=1e-12, atol=1e-12, strict=True)
    for mode in RECORDED:
        with fusion(mode):
            a = tn.array(x, device=device)
            for _ in range(3):
                for got, want in zip(results(program, a), expected, strict=True):
                    np.testing.assert_array_equal(got, want, strict=True)


def groups_of_a_step(shape, device):
    """Of a step of a stencil by slices, without the look at one item."""
    x = tn.ones(shape, device=device)
    with fusion("wait"):
        for _ in range(3):
            host(heat(tn, x)[0, 0])
        with tn.profile() as p:
            host(heat(tn, x)[0, 0])
    return [g for g in p.groups if g.bytes > 100]


def test_one_pass(device):
    """A step of a stencil by slices reads its array once and writes one."""
    edges, step = groups_of_a_step((600, 500), device)
    assert (len(edges.operations), len(step.operations)) == (1, 5)
    assert edges.bytes == 2 * 8 * (2 * 500 + 2 * 598)
    assert step.bytes == 5 * 8 * 598 * 498


def test_little_is_copied_as_it_is(device):
    """Below 64 KiB further boxes cost more than they save."""
    copy, step = groups_of_a_step((60, 50), device)
    assert (len(copy.operations), len(step.operations)) == (1, 5)
    assert copy.bytes == 2 * 8 * 60 * 50


def test_a_part_alone_is_no_value(device):
    """What comes to nothing leaves no array of which a part was never written."""
    x = tn.full((200, 150), 3, dtype="i8", device=device)
    exponent = tn.full((198, 150), -1, device=device, dtype="i8")
    expected = np.full((200, 150), 3)
    with fusion("wait"):
        for _ in range(4):
            v = x.copy()
            with pytest.raises(ValueError, match="negative integer powers"):
                v[1:-1] = x[1:-1] ** exponent + 1
                host(v)
            # What was there before, or the error again; never anything else. A GPU
            # finds the error when all is done, 3 ** -1 being 0 there.
            if device != "cpu":
                expected[1:-1] = 1
            try:
                np.testing.assert_array_equal(host(v), expected)
            except ValueError as e:
                assert "negative integer powers" in str(e)
    np.testing.assert_array_equal(host(x), np.full((200, 150), 3))


def random_program(seed):
    rng = random.Random(seed)
    names, text = ["p0", "p1"], ["def f(xp, p0, p1):"]
    boxes = ["1:-1, 1:-1", "2:, :", ":-3, 4:", "5:-1, :", ":, 2:-2", "::2, :", "0, :"]
    for t in range(rng.randrange(8, 30)):
        x, y, z = (rng.choice(names[-4:]) for _ in range(3))
        kind = rng.random()
        if kind < 0.35:
            how = rng.choice(
                ["{x}.copy()", "xp.zeros_like({x})", "xp.full_like({x}, 2.0)"]
            )
            text.append(f"    t{t} = " + how.format(x=x))
            names.append(f"t{t}")
        elif kind < 0.5:
            text.append(f"    t{t} = 0.5 * {x} + {y}")
            names.append(f"t{t}")
        elif kind < 0.55:
            text.append(f"    t{t} = xp.roll({x}, {rng.randrange(-2, 3)}, 0) - {y}")
            names.append(f"t{t}")
        elif len(names) > 2:
            target = rng.choice(names[2:][-3:])
            b = rng.choice(boxes)
            form = rng.choice(
                ["{w}[{b}] = {x}[{b}] * 0.5 + {y}[{b}]", "{w}[{b}] = {x}[{b}]",
                 "{w}[{b}] += {x}[{b}]", "{w}[...] = {x}", "{w}[{b}] = 1.5",
                 "{w}[1:-1, :] = {x}[2:, :] - {y}[:-2, :]",
                 "xp.copyto({w}[{b}], {x}[{b}], where={y}[{b}] > 1)"]
            )  # fmt: skip
            text.append("    " + form.format(w=target, b=b, x=x, y=y))
    return "\n".join([*text, "    return " + ", ".join(names[-4:])])


@pytest.mark.parametrize("block", range(8))
def test_random_programs(device, block):
    for seed in range(20 * block, 20 * block + 20):
        n, m = random.Random(seed).choice([(11, 9), (130, 95), (70, 200)])
        namespace = {}
        text = random_program(seed)
        exec(text, namespace)
        f = namespace["f"]
        theirs = [np.random.default_rng(seed + k).random((n, m)) for k in range(2)]
        ours = [tn.array(x, device=device) for x in theirs]
        expected = f(np, *[x.copy() for x in theirs])
        for mode in ("off", "auto", "wait", "check"):
            with fusion(mode):
                for _ in range(3 if mode == "auto" else 2):
                    got = f(tn, *[x.copy() for x in ours])
                    for x, y in zip(got, expected, strict=True):
                        np.testing.assert_array_equal(
                            host(x), y, err_msg=text, strict=True
                        )

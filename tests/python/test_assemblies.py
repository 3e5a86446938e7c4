# SPDX-License-Identifier: Apache-2.0
"""Arrays put together of parts (roll, pad): whoever reads them reads the parts."""

import itertools
import random

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import fusion
from support.helpers import host


def laplacian(xp, a):
    rolls = sum(xp.roll(a, s, axis) for s in (1, -1) for axis in range(a.ndim))
    return a + 0.25 * (rolls - 4.0 * a)


def padded_stencil(mode):
    def stencil(xp, a):
        b = xp.pad(a, 1, mode=mode)
        return b[:-2, 1:-1] + b[2:, 1:-1] - b[1:-1, :-2] * b[1:-1, 2:] + a

    return stencil


def chained(xp, a):
    b = xp.roll(xp.roll(a, 3, 0), (2, -1), (1, 0))
    return b * a + xp.roll(b, 1, 1)


def rolled_result(xp, a):
    """What is rolled is computed by the same line."""
    return xp.roll(a * 2 + 1, 1, 0) * a - xp.roll(a * 2 + 1, 2, 1)


def overwritten(xp, a):
    """What was rolled changes before the roll is read."""
    a = a.copy()
    b = xp.roll(a, 1, 0)
    a[0] = -1.0
    c = b + a
    a *= 0.5
    return c + b + a


def in_place(xp, a):
    a = a.copy()
    for _ in range(3):
        a += 0.125 * xp.roll(a, 1, 0)
        a[1:-1] = 0.5 * xp.roll(a, 1, 1)[1:-1] + 0.25
    return a


def out_of_itself(xp, a):
    a = a.copy()
    xp.add(xp.roll(a, 1, 1), xp.roll(a, -1, 0), out=a)
    return a


def kept(xp, a):
    """The roll itself is a result too."""
    b = xp.roll(a, 2, 1)
    return b, b * 2 + a


def reduced(xp, a):
    b = xp.roll(a, 2, 0)
    return b.sum(axis=0) + b[0], (b * a).max(), b.mean()


def other_views(xp, a):
    b = xp.roll(a, 1, 0)
    return b.T * 2, b[::-1] + a, b[:, ::2] - 1, b[1:3] * 3, b.reshape(-1) + 1


def masked(xp, a):
    b = xp.roll(a, 1, 1)
    c = xp.where(xp.roll(a > 0, 1, 0), b, a)
    return xp.add(c, b, out=a.copy(), where=xp.roll(a > 0.5, 2, 0))


def other_dtypes(xp, a):
    cells = (a > 0).astype("u1")
    count = sum(
        xp.roll(cells, (dy, dx), axis=(0, 1))
        for dy, dx in itertools.product((-1, 0, 1), repeat=2)
        if dy or dx
    )
    return (count == 3) | ((cells == 1) & (count == 2)), count.astype("f4") * 0.5


def by_hand(xp, a):
    """What is put together by assignments, and partly."""
    b = xp.empty_like(a)
    b[1:] = a[:-1]
    b[0] = a[-1]
    c = xp.zeros_like(a)
    c[:, 1:] = a[:, :-1]
    return b * 2 + a, c * 2 + a


def broadcast_parts(xp, a):
    b = xp.empty_like(a)
    b[1:] = a[:1]
    b[:1] = 7.0
    return b + a


PROGRAMS = [
    laplacian,
    *map(padded_stencil, ("wrap", "edge", "reflect", "symmetric", "constant")),
    chained,
    rolled_result,
    overwritten,
    in_place,
    out_of_itself,
    kept,
    reduced,
    other_views,
    masked,
    other_dtypes,
    by_hand,
    broadcast_parts,
]
SHAPES = [(70, 65), (5, 3), (4, 130), (300, 2)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__qualname__[:20])
def test_values_in_every_mode(device, program, shape):
    a = np.random.default_rng(1).standard_normal(shape)
    expected = program(np, a)
    for layout in (a, np.asfortranarray(a), a[::-1].copy()[::-1]):
        for mode in ("off", "tier0", "auto", "wait", "check"):
            with fusion(mode):
                for _ in range(3):
                    got = program(tn, tn.array(layout, device=device))
                    for x, y in zip(
                        got if isinstance(got, tuple) else (got,),
                        expected if isinstance(expected, tuple) else (expected,),
                        strict=True,
                    ):
                        np.testing.assert_allclose(host(x), y, rtol=1e-12, strict=True)


def operations(call, x):
    with fusion("wait"):
        for _ in range(3):
            host(call(tn, x))
        with tn.profile() as p:
            host(call(tn, x))
    return [len(g.operations) for g in p.groups], p.bytes_allocated


@pytest.mark.parametrize(
    "program",
    [laplacian, *map(padded_stencil, ("wrap", "reflect", "constant")), chained],
)
def test_nothing_is_copied(device, program):
    """One group, and memory for its result alone."""
    x = tn.ones((100, 90), device=device)
    groups, allocated = operations(program, x)
    # On a GPU a constant for pad() is made by an operation of its own.
    assert len(groups) == 1 + (len(groups) > 1 and device != "cpu" and groups[0] <= 2)
    assert groups[-1] <= 8
    assert allocated <= x.nbytes + 1024


def test_steps_in_one_window(device):
    """Each step reads the last one's result in five places."""

    def steps(xp, x):
        for _ in range(4):
            x = laplacian(xp, x)
        return x

    x = np.random.default_rng(2).random((60, 80))
    y = tn.array(x, device=device)
    groups, _ = operations(steps, y)
    assert len(groups) == 4
    np.testing.assert_array_equal(host(steps(tn, y)), steps(np, x))


def conserved(xp, h, hu, hv):
    """A step of shallow water: what is moved is made of all three."""

    def moved(q, x, y):
        mean = xp.roll(q, 1, 0) + xp.roll(q, -1, 0) + xp.roll(q, 1, 1)
        along = xp.roll(x, -1, 1) - xp.roll(x, 1, 1)
        return 0.25 * mean - 0.1 * (along + xp.roll(y, -1, 0) - xp.roll(y, 1, 0))

    u, v = hu / h, hv / h
    pressure = 0.5 * h**2
    return (
        moved(h, hu, hv),
        moved(hu, hu * u + pressure, hu * v),
        moved(hv, hv * u, hv * v + pressure),
    )


def test_fluxes_belong_to_what_they_are_made_of(device):
    """Not to the group that reads their neighbours, which would be one for each."""
    rng = np.random.default_rng(2)
    state = [rng.random((40, 50)) + 1 for _ in range(3)]
    expected = state
    for _ in range(3):
        expected = conserved(np, *expected)

    def run():
        found = [tn.array(x, device=device) for x in state]
        for _ in range(3):
            found = conserved(tn, *found)
        return [host(x) for x in found]

    with fusion("wait"):
        run()
        with tn.profile() as p:
            found = run()
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_array_equal(x, y)
    # The first fluxes; two steps with those of the next; the last step.
    counts = [
        len(g.names) for g in p.groups if "subtract" in g.names or "divide" in g.names
    ]
    assert len(counts) == 4, [g.names for g in p.groups]


def random_program(seed):
    """A text of rolls, pads, slices, arithmetic and updates of arrays of one shape."""
    rng = random.Random(seed)
    names, text = ["p0", "p1"], ["def f(xp, p0, p1):"]
    forms = [
        "xp.roll({x}, {k}, {axis})",
        "xp.roll({x}, ({k}, {j}), (0, 1))",
        "xp.pad({x}, 2, mode='{mode}')[{i}:{i}+{{n}}, {h}:{h}+{{m}}]",
        "{x} + 0.5 * {y}",
        "{x} * {y} - {x}",
        "xp.roll({x}, {k}, {axis}) - xp.roll({y}, {j}, {axis})",
        "xp.where({x} > {y}, {x}, 0.25)",
        "{x} - {x}.mean(axis=0)",
    ]
    for t in range(rng.randrange(6, 30)):
        values = {
            "x": rng.choice(names[-5:]),
            "y": rng.choice(names),
            "k": rng.randrange(-4, 5),
            "j": rng.randrange(-4, 5),
            "i": rng.randrange(5),
            "h": rng.randrange(5),
            "axis": rng.randrange(2),
            "mode": rng.choice(["wrap", "edge", "reflect", "symmetric"]),
        }
        if len(names) > 2 and rng.random() < 0.25:
            values["x"] = rng.choice(names[2:])
            update = [
                "{x} += 0.5 * {y}",
                "{x}[1:] = {y}[:-1]",
                "{x} -= xp.roll({x}, 1, 0)",
            ]
            text.append("    " + rng.choice(update).format(**values))
            continue
        text.append(f"    t{t} = xp.copy(" + rng.choice(forms).format(**values) + ")")
        if rng.random() < 0.8:  # most results are not copied
            text[-1] = text[-1].replace("xp.copy(", "(", 1)
        names.append(f"t{t}")
    return "\n".join([*text, "    return " + " + ".join(names[-3:])])


@pytest.mark.parametrize("block", range(8))
def test_random_programs(device, block):
    for seed in range(25 * block, 25 * block + 25):
        n, m = random.Random(seed).choice([(6, 5), (40, 70), (3, 200)])
        namespace = {}
        text = random_program(seed).replace("{n}", str(n)).replace("{m}", str(m))
        exec(text, namespace)
        f = namespace["f"]
        theirs = [np.random.default_rng(seed + k).random((n, m)) for k in range(2)]
        # Slices are views, which updates must not reach: NumPy's copy of each.
        ours = [tn.array(x, device=device) for x in theirs]
        expected = f(np, *[x.copy() for x in theirs])
        first = None
        for mode in ("off", "auto", "wait", "check"):
            with fusion(mode):
                got = [host(f(tn, *[x.copy() for x in ours])) for _ in range(2)]
            first = got[0] if first is None else first
            for result in got:
                np.testing.assert_array_equal(result, first, err_msg=text, strict=True)
        np.testing.assert_allclose(first, expected, rtol=1e-9, atol=1e-9, err_msg=text)


@pytest.mark.parametrize("mode", ["auto", "wait", "check"])
def test_plans_do_not_depend_on_memory(device, mode):
    """A window that did the same with an array without memory left its plan."""

    def by_roll(a):
        return tn.roll(a, 1, 0) * 2 + a

    def by_assignments(a):
        b = tn.empty(a.shape, device=device)
        b[0:1] = a[-1:]
        b[1:] = a[:-1]
        return b * 2 + a

    x = np.random.default_rng(3).random((50, 70))
    expected = np.roll(x, 1, 0) * 2 + x
    a = tn.array(x, device=device)
    with fusion(mode):
        for first, second in ((by_roll, by_assignments), (by_assignments, by_roll)):
            for call in (*[first] * 4, *[second] * 4, first):
                np.testing.assert_array_equal(host(call(a)), expected, strict=True)
    with fusion("wait"), tn.profile() as p:
        host(by_assignments(a))
    assert len(p.groups) == 1  # they are no less than a roll

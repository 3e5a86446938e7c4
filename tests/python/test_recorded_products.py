# SPDX-License-Identifier: Apache-2.0
"""Products of matrices among recorded operations: they see their operands as they were
at the call, end no window, and are never computed where nobody wants them."""

import warnings

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion, groups_of
from support.helpers import host


def operands(dtype, *shapes):
    rng = np.random.default_rng(4)
    if np.dtype(dtype).kind in "iu":
        return [rng.integers(0, 9, shape).astype(dtype) for shape in shapes]
    arrays = [rng.standard_normal(shape) for shape in shapes]
    if np.dtype(dtype).kind == "c":
        arrays = [a + 1j * a[::-1] for a in arrays]
    return [a.astype(dtype) for a in arrays]


def test_groups_around_a_product(device):
    a, b = (tn.array(x, device=device) for x in operands("f4", (60, 70), (70, 50)))
    groups = groups_of(lambda: np.exp(((a * 2 + 1) @ (b - 1)) * 0.01) - 1)
    assert groups[-2:] == [["matmul"], ["multiply", "exp", "subtract"]]
    assert sorted(sum(groups[:-2], [])) == ["add", "multiply", "subtract"]


def attention(np, query, key, value):
    scores = query @ key.swapaxes(-1, -2) / 8
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ value, scores[..., 0]


def hazards(np, a, b, c):
    """What is written before the product is needed, and what it writes itself."""
    a, b = a + 0, b + 0
    first = a @ b
    a *= 2
    second = a[::-1] @ b
    b[1:] += b[:-1]
    third = np.empty_like(first)
    np.matmul(a, b, out=third)
    third[:, ::2] = first[:, ::2]
    part = third[2:9].T @ second[2:9]
    np.matmul(part, part, out=part[...])
    view = third[:, 1]
    third = third @ part
    return first, second, third, part, view


def vectors(np, a, b, c):
    x, y = a[0], b[:, 1]
    return x @ y, a @ y, x @ b, np.dot(a, y), np.inner(x, x), np.vdot(x, x) * 2


def stacks(np, a, b, c):
    many = np.stack([a, a + 1, a * 2])
    return (
        many @ b,
        (many[:, None] @ b[:, :3]).sum(axis=0),
        np.einsum("kij,jl->ikl", many, b),
    )


PROGRAMS = {
    attention: [(3, 40, 8), (3, 40, 8), (3, 40, 5)],
    hazards: [(30, 20), (20, 30), (1,)],
    vectors: [(30, 20), (20, 30), (1,)],
    stacks: [(12, 20), (20, 9), (1,)],
}


# Attention takes a maximum, which is of real numbers.
DTYPES = {attention: ["f4", "f8", "f2"]}


@pytest.mark.parametrize(
    "program, dtype",
    [
        (program, dtype)
        for program in PROGRAMS
        for dtype in DTYPES.get(program, ["f4", "f8", "f2", "c16", "i4"])
    ],
)
def test_results(device, program, dtype):
    arrays = operands(dtype, *PROGRAMS[program])
    expected = program(np, *arrays)
    ours = [tn.array(x, device=device) for x in arrays]
    rtol = {"f2": 2e-2, "f4": 1e-4}.get(dtype, 1e-10)
    with fusion("off"):
        eager = [host(a) for a in program(tn, *ours)]
    for a, b in zip(eager, expected, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        largest = np.abs(b).max(initial=1e-3)
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * largest)
    for mode in RECORDED:
        with fusion(mode):
            for _ in range(2):
                found = [host(a) for a in program(tn, *ours)]
                for a, b in zip(found, eager, strict=True):
                    assert (a.dtype, a.tobytes()) == (b.dtype, b.tobytes()), mode


def test_what_nobody_wants(device):
    """Neither the product nor what it is made of."""
    a, b = (tn.array(x, device=device) for x in operands("f8", (60, 70), (70, 50)))

    def program():
        dropped = (a * 3) @ b
        wanted = a + 1
        del dropped
        return wanted

    assert groups_of(program) == [["add"]]


def test_wrong_shapes(device):
    """At the call, in NumPy's words; what was recorded is as before."""
    a, b = (tn.array(x, device=device) for x in operands("f8", (6, 7), (6, 7)))
    with fusion("auto"):
        twice = a * 2
        with pytest.raises(ValueError, match="mismatch in its core dimension 0"):
            twice @ b
        np.testing.assert_array_equal(host(twice), host(a) * 2)


def test_floating_point_errors():
    """On the CPU device, which tells of them: when the product runs."""
    a, b = (tn.array(np.full((8, 8), 1e300), device="cpu") for _ in range(2))
    with fusion("auto"):
        with np.errstate(over="warn"), warnings.catch_warnings(record=True) as noted:
            warnings.simplefilter("always")
            product = (a + 0) @ b
            assert np.isinf(host(product)).all()
        assert ["overflow encountered in matmul"] == [str(w.message) for w in noted]
        with np.errstate(over="raise"):
            with pytest.raises(FloatingPointError, match="overflow .* matmul"):
                a @ b
        with np.errstate(over="ignore"):
            assert np.isinf(host(a @ b)).all()


def test_long_products_run_at_the_call():
    """On the CPU device, where they can be interrupted there."""
    a = tn.ones((1100, 1100), device="cpu")
    groups = groups_of(lambda: ((a + 1) @ a) * 2)
    assert groups == [["add"], ["multiply"]]
    assert float((a @ a)[3, 4]) == 1100


def test_brightness_of_a_photograph(device):
    """Of what bytes become, which GPUs do not store for a product of few terms."""
    (rgb,) = operands("u1", (300, 400, 3))
    rgb *= 28
    weights = np.array([0.299, 0.587, 0.114], "f4")

    def program(np, rgb, weights):
        scaled = rgb / np.float32(255)
        return scaled @ weights, np.dot(scaled[::2], weights) + 1, scaled.max()

    ours = tn.array(rgb, device=device), tn.array(weights, device=device)
    with fusion("off"):
        eager = [host(a) for a in program(tn, *ours)]
    for a, b in zip(eager, program(np, rgb, weights), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)
    for mode in RECORDED:
        with fusion(mode):
            for a, b in zip(program(tn, *ours), eager, strict=True):
                np.testing.assert_array_equal(host(a), b, strict=True)
    if device.startswith("cuda"):
        (group,) = groups_of(lambda: (ours[0] / np.float32(255)) @ ours[1])
        assert group.count("divide") == 3

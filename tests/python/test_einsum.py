# SPDX-License-Identifier: Apache-2.0
"""einsum against NumPy's: patterns, forms, keywords and errors."""

import numpy as np
import pytest
import tenorite
from support.helpers import host, same, same_error, same_or_error, values

PATTERNS = [
    ("ij,jk->ik", (3, 4), (4, 5)),
    ("ij,jk->ki", (3, 4), (4, 5)),
    ("ij,jk", (3, 4), (4, 5)),
    ("ji,kj", (3, 4), (4, 3)),
    ("ii", (3, 3)),
    ("ii->i", (3, 3)),
    ("ij->ji", (3, 4)),
    ("ij->", (3, 4)),
    ("ij->j", (3, 4)),
    ("iij->j", (3, 3, 4)),
    ("iiij->ij", (3, 3, 3, 4)),
    ("i,j->ij", (3,), (4,)),
    ("i,i", (3,), (3,)),
    ("i,i->i", (3,), (3,)),
    ("ij,ij->i", (3, 40), (3, 40)),
    ("ij,ij->i", (3, 4), (3, 4)),
    ("ij,ij->", (3, 4), (3, 4)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("...ij,...jk->...ik", (2, 3, 4), (4, 5)),
    ("...ij,...jk", (2, 1, 3, 4), (6, 4, 5)),
    ("...,...", (2, 3), (3,)),
    ("i...->...", (2, 3, 4)),
    ("i...i->...", (2, 3, 2)),
    ("ijk,jil->kl", (2, 3, 4), (3, 2, 5)),
    ("ab,bc,cd->ad", (2, 3), (3, 4), (4, 5)),
    ("ab,bc,cd,de->", (2, 3), (3, 4), (4, 5), (5, 2)),
    ("i,j,k->ijk", (2,), (3,), (4,)),
    ("ij,kj->ik", (3, 1), (4, 5)),
    ("ij,jk->ik", (3, 4), (1, 5)),
    ("ij,i->j", (1, 4), (3,)),
    ("a,ab,abc->abc", (2,), (2, 3), (2, 3, 4)),
    ("abij,abjk->abik", (2, 3, 4, 5), (2, 3, 5, 6)),
    ("bqhd,bkhd->bhqk", (2, 3, 4, 5), (2, 6, 4, 5)),
    ("i,i,i->i", (3,), (3,), (3,)),
    ("i,i,i", (3,), (3,), (3,)),
    ("->", ()),
    ("", ()),
    (",ij", (), (2, 3)),
    (" i j , jk -> i k ", (3, 4), (4, 5)),
    ("ij,jk->ik", (0, 4), (4, 5)),
    ("ij,jk->ik", (3, 0), (0, 5)),
    ("ij->i", (3, 0)),
    ("ii->i", (0, 0)),
    ("ij,jk->ik", (3, 4), (3, 5)),
    ("ij", (3,)),
    ("i", (3, 4)),
    ("ij->ii", (3, 4)),
    ("ij->k", (3, 4)),
    ("i.j", (3, 4)),
    ("ij,jk", (3, 4)),
    ("ij->ij->", (3, 4)),
    ("i$", (3, 4)),
    ("ii", (3, 4)),
    ("ii", (1, 4)),
    ("ii->i", (1, 4)),
    ("...ij->ij", (2, 3, 4)),
    ("..i", (3,)),
    ("i->i...", (3,)),
    ("...i->i...", (2, 3)),
    ("i,...->...", (3,), (2, 3)),
]


@pytest.mark.parametrize("subscripts, shapes", [(p[0], p[1:]) for p in PATTERNS])
def test_patterns(device, subscripts, shapes):
    operands = [values(shape, "d", i) for i, shape in enumerate(shapes)]
    same_or_error(
        lambda xp, *a: xp.einsum(subscripts, *a),
        device,
        *operands,
        rtol=1e-14,
        order=False,
    )


@pytest.mark.parametrize("dtype", "?bBhilLefdFD")
@pytest.mark.parametrize(
    "subscripts", ["ij,jk->ik", "ij,ij->i", "ij,ik->jk", "ij,jk->", "ij,ij->ij"]
)
def test_dtypes(device, dtype, subscripts):
    a, b = values((4, 4), dtype, 1), values((4, 4), dtype, 2)
    if dtype != "?":
        a, b = a // 8 if dtype in "bB" else a, b // 32 if dtype in "bB" else b
    same(
        lambda xp, a, b: xp.einsum(subscripts, a, b),
        device,
        a,
        b,
        rtol=2e-3 if dtype == "e" else 1e-6,
        order=False,
    )


def test_mixed_dtypes(device):
    a, b = values((3, 4), "i"), values((4, 2), "F")
    same(
        lambda xp, a, b: xp.einsum("ij,jk", a, b), device, a, b, rtol=1e-6, order=False
    )


@pytest.mark.parametrize("optimize", [False, True, "greedy", "optimal"])
def test_lists_of_labels(device, optimize):
    a, b = values((3, 4), "d"), values((2, 4, 5), "d")

    def check(*arguments):
        def body(xp, a, b):
            given = [
                {"a": a, "b": b}.get(x, x) if isinstance(x, str) else x
                for x in arguments
            ]
            return xp.einsum(*given, optimize=optimize)

        same_or_error(body, device, a, b, rtol=1e-14, order=False)

    check("a", [0, 1], "b", [2, 1, 3], [2, 0, 3])
    check("a", [0, 1], "b", [2, 1, 3])
    check("a", [26, 1], "b", [..., 1, 3], [..., 26])
    check("a", [0, 60])
    check("a", [0, "x"])


@pytest.mark.parametrize(
    "kwargs",
    [
        {"order": "F"},
        {"order": "C"},
        {"dtype": "F"},
        {"dtype": "f"},
        {"dtype": "f", "casting": "same_kind"},
        {"casting": "x"},
        {"order": "X"},
        {"foo": 1},
        {"foo": 1, "optimize": True},
    ],
)
def test_keywords(device, kwargs):
    a, b = values((3, 4), "d"), values((4, 5), "d")
    same_or_error(
        lambda xp, a, b: xp.einsum("ij,jk->ik", a, b, **kwargs),
        device,
        a,
        b,
        rtol=1e-6,
        order="order" in kwargs,
    )


@pytest.mark.parametrize("layouts", ["CC", "FF", "CF"])
@pytest.mark.parametrize("order", "CFA")
@pytest.mark.parametrize("optimize", [False, True])
def test_memory_orders(device, layouts, order, optimize):
    """Order A is F where all operands are in that order."""
    a, b = (
        np.asarray(values(shape, "d"), order=layout)
        for shape, layout in zip(((2, 3, 5), (4, 3)), layouts, strict=True)
    )
    same(
        lambda xp, a, b: xp.einsum(
            "...ft,mf->...mt", a, b, order=order, optimize=optimize
        ),
        device,
        a,
        b,
        rtol=1e-12,
    )


@pytest.mark.parametrize("path", [[(2, 3), (0, 1)], [(0, 1)], []])
def test_paths_that_leave_operands(device, path):
    a = values((2, 2), "d")
    path = ["einsum_path", *path]
    same_error(
        lambda xp, a: xp.einsum("ab,bc,cd,de->ae", a, a, a, a, optimize=path), device, a
    )


@pytest.mark.parametrize("dtype", "dDfi")
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (2, 3, 5)])
def test_out(device, dtype, shape):
    a, b, out = values((3, 4), "d"), values((4, 5), "d"), np.zeros(shape, dtype)

    def body(xp, a, b, out):
        result = xp.einsum("ij,jk->ik", a, b, out=out)
        assert result is out
        return result

    same_or_error(body, device, a, b, out, rtol=1e-14)


def test_views(device):
    a = tenorite.asarray(values((3, 3), "d"), device=device)
    diagonal = tenorite.einsum("ii->i", a)
    diagonal[...] = 7
    assert (host(a).diagonal() == 7).all()
    tenorite.einsum("ij->ji", a)[0, 1] = 9
    assert host(a)[1, 0] == 9


@pytest.mark.parametrize(
    "optimize",
    [
        False,
        True,
        "greedy",
        "optimal",
        ("greedy", 1000),
        ["einsum_path", (0, 1), (0, 1)],
        ["einsum_path", (0, 2), (0, 1)],
        ["einsum_path", (0, 1, 2)],
    ],
)
def test_optimize(device, optimize):
    operands = [values(s, "d", i) for i, s in enumerate([(3, 4), (4, 5), (5, 6)])]
    same(
        lambda xp, *a: xp.einsum("ij,jk,kl->li", *a, optimize=optimize),
        device,
        *operands,
        rtol=1e-13,
        order=False,
    )


def test_path(device):
    operands = [values(s, "d", i) for i, s in enumerate([(3, 4), (4, 5), (5, 6)])]
    ours = [tenorite.asarray(x, device=device) for x in operands]
    for optimize in ("greedy", "optimal", True, False):
        expected = np.einsum_path("ij,jk,kl", *operands, optimize=optimize)
        assert tenorite.einsum_path("ij,jk,kl", *ours, optimize=optimize) == expected
    path = tenorite.einsum_path("ij,jk,kl", *ours)[0]
    result = tenorite.einsum("ij,jk,kl", *ours, optimize=path)
    np.testing.assert_allclose(host(result), np.einsum("ij,jk,kl", *operands))


def test_layouts(device):
    a = values((6, 4, 8), "d")
    b = values((8, 6, 5), "d", 1)
    for x in (a, a[::-1, ::2, ::-1], np.asfortranarray(a)):
        for y in (b, b[::-1], np.asfortranarray(b)):
            same(
                lambda xp, x, y: xp.einsum("ijk,kil->jl", x, y),
                device,
                x,
                y,
                rtol=1e-14,
                order=False,
            )
            same(
                lambda xp, x, y: xp.einsum("ijk,kil->lij", x, y),
                device,
                x,
                y,
                rtol=1e-14,
                order=False,
            )

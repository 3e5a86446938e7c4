# SPDX-License-Identifier: Apache-2.0
"""einops and opt_einsum: both take the functions of the arrays' own library."""

import einops
import einops.array_api
import numpy as np
import opt_einsum
import pytest
import tenorite as tn
from einops import rearrange, reduce, repeat
from support.helpers import in_python
from support.neighbours import Cases

rng = np.random.default_rng(1)
A = rng.random((4, 6))
B = rng.random((2, 3, 4))
V = rng.random(6)

cases = Cases()
for name, call, *arrays in (
    ("merge", lambda x: rearrange(x, "a b c -> c (a b)"), B),
    ("split", lambda x: rearrange(x, "(h a) w -> a h w", a=2), A),
    ("list", lambda x: rearrange([x, x], "k a b -> a b k"), A),
    ("mean", lambda x: reduce(x, "a b c -> a c", "mean"), B),
    ("max of pairs", lambda x: reduce(x, "(a k) b -> a b", "max", k=2), A),
    ("prod", lambda x: reduce(x, "a b -> ", "prod"), A),
    ("own reduction", lambda x: reduce(x, "a b -> a", lambda t, ax: t.sum(ax)), A),
    ("repeat", lambda x: repeat(x, "a b -> a (b k)", k=3), A),
    ("new axis", lambda x: repeat(x, "a b -> k a 1 b", k=2), A),
    ("einsum", lambda x, y: einops.einsum(x, y, "a b, b -> a"), A, V),
    ("pack", lambda x, y: einops.pack([x, y], "a *")[0], A, A[:, :2]),
    ("unpack", lambda x: einops.unpack(x, [(2,), (4,)], "a *"), A),
    ("array_api", lambda x: einops.array_api.reduce(x, "a b -> b", "max"), A),
    ("contract", lambda x, y: opt_einsum.contract("ab,b->a", x, y), A, V),
    (
        "contract three",
        lambda x, y: opt_einsum.contract("ab,cb,c->ac", x, x, y, optimize="optimal"),
        A,
        A[:, 0].copy(),
    ),
    (
        "expression",
        lambda x, y: opt_einsum.contract_expression("ab,b->a", (4, 6), (6,))(x, y),
        A,
        V,
    ),
    (
        "constants",
        lambda x, y: opt_einsum.contract_expression("ab,b->a", x, (6,), constants=[0])(
            y
        ),
        A,
        V,
    ),
):
    cases.add(name, call, *arrays)


@cases.parametrized
def test_calls(name, device):
    cases.check(name, device)


def test_what_is_no_array(device):
    x = tn.asarray(A)
    assert einops.parse_shape(x, "a b") == {"a": 4, "b": 6}
    assert isinstance(einops.asnumpy(x), np.ndarray)
    with pytest.raises(einops.EinopsError):
        rearrange(x, "a b c -> a")
    with pytest.raises(NotImplementedError, match="mean is not available"):
        reduce(tn.arange(3), "a -> ", "mean")


@pytest.mark.parametrize("first", ["einops", "tenorite"])
def test_whichever_is_imported_first(first):
    second = "tenorite" if first == "einops" else "einops"
    code = (
        f"import {first}, {second}; "
        "print(einops.rearrange(tenorite.ones((2, 3)), 'a b -> (b a)').shape)"
    )
    assert in_python(code).strip() == "(6,)"

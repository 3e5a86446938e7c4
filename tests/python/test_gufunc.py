# SPDX-License-Identifier: Apache-2.0
"""cupyx.GeneralizedUFunc against numpy.vectorize(signature=) and NumPy's own."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host
from tenorite import cupyx

SIZES = {"n": 3, "m": 2, "k": 4}


def core(name):
    return tuple(SIZES[c] for c in name)


# (signature, function)
FUNCTIONS = [
    ("(n)->()", lambda xp, x: x.sum()),
    ("(n)->(n)", lambda xp, x: x - x[::-1]),
    ("(n),(n)->()", lambda xp, x, y: (x * y).sum()),
    ("(m,n),(n,k)->(m,k)", lambda xp, x, y: x @ y),
    ("(n)->(),(n)", lambda xp, x: (x.max(), x * 2)),
    ("(),()->()", lambda xp, x, y: x + y),
    ("(n)->(n,n)", lambda xp, x: x[:, None] * x),
]
LOOPS = [((), ()), ((5,), (5,)), ((2, 1), (3,)), ((), (4,)), ((1,), (2, 2))]


@pytest.mark.parametrize("signature, function", FUNCTIONS, ids=lambda x: str(x)[:24])
@pytest.mark.parametrize("loops", LOOPS, ids=str)
def test_values(device, signature, function, loops):
    cores = signature.split("->")[0][1:-1].split("),(")
    rng = np.random.default_rng(0)
    args = [
        rng.normal(size=loop + core(c.replace(",", "")))
        for loop, c in zip(loops, cores, strict=False)
    ]
    theirs = np.vectorize(lambda *x: function(np, *x), signature=signature)(*args)
    made = cupyx.GeneralizedUFunc(lambda *x: function(tn, *x), signature)
    ours = made(*map(tn.asarray, args))
    outputs = zip(ours, theirs, strict=True) if made.nout > 1 else [(ours, theirs)]
    for x, y in outputs:
        assert x.device == device and x.shape == y.shape and x.dtype == y.dtype
        np.testing.assert_allclose(host(x), y, rtol=1e-13)


X, Y = np.arange(24.0).reshape(2, 3, 4), np.arange(12.0).reshape(3, 4) + 1
# Keywords that NumPy's vecdot and matmul take.
KEYWORDS = [
    {},
    {"axis": 0},
    {"axis": -2},
    {"keepdims": True},
    {"axis": 1, "keepdims": True},
    {"axes": [(1,), (0,), ()]},
    {"axes": [1, 0]},
    {"axes": [-1, -1], "keepdims": True},
    {"axes": [(0,), (0,), (0,)], "keepdims": True},
]


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("keywords", KEYWORDS, ids=str)
def test_keywords(device, keywords, batched):
    x, y = (X, X + 1) if "axis" in keywords or "axes" in keywords else (X, Y)
    vecdot = cupyx.GeneralizedUFunc(
        lambda a, b: (a * b).sum(axis=-1), "(n),(n)->()", supports_batched=batched
    )
    keywords = dict(keywords)
    try:
        expected = np.vecdot(x, y, **keywords)
    except ValueError:
        with pytest.raises(ValueError):
            vecdot(tn.asarray(x), tn.asarray(y), **keywords)
        return
    got = vecdot(tn.asarray(x), tn.asarray(y), **keywords)
    assert got.shape == expected.shape
    np.testing.assert_allclose(host(got), expected)


def test_outputs(device):
    total = cupyx.GeneralizedUFunc(lambda x: x.sum(), "(n)->()")
    x = tn.arange(6.0).reshape(2, 3)
    out = tn.zeros(2)
    assert total(x, out=out) is out
    assert total(x, out) is out
    assert total(x, out=(out,)) is out
    np.testing.assert_array_equal(host(out), [3, 12])
    with pytest.raises(TypeError, match="according to the rule 'same_kind'"):
        total(x, out=tn.zeros(2, int))
    whole = tn.zeros(2, int)
    total(x, out=whole, casting="unsafe")
    np.testing.assert_array_equal(host(whole), [3, 12])
    with pytest.raises(TypeError, match="ArrayType"):
        total(x, out=[0, 0])
    with pytest.raises(ValueError, match="one entry per ufunc output"):
        total(x, out=(out, out))
    seen = []
    batched = cupyx.GeneralizedUFunc(
        lambda x, out=None: (seen.append(out), x.sum(axis=-1, out=out))[1],
        "(n)->()",
        supports_batched=True,
        supports_out=True,
    )
    assert batched(x, out=out) is out and seen == [out]


def test_dtypes(device):
    double = cupyx.GeneralizedUFunc(
        lambda x: x * 2, "(n)->(n)", signatures=["l->l", "d->d"], name="double", doc="D"
    )
    assert (double.__name__, double.__doc__, double.types) == (
        *("double", "D", ["l->l", "d->d"]),
    )
    assert double.signature == "(n)->(n)" and (double.nin, double.nout) == (1, 1)
    assert double(tn.arange(3, dtype="b")).dtype == "l"
    assert double(tn.arange(3, dtype="f")).dtype == "d"
    assert double(tn.arange(3), dtype="d").dtype == "d"
    with pytest.raises(TypeError, match="no loop of"):
        double(tn.ones(3, "D"))
    assert double(tn.zeros((0, 3))).shape == (0, 3)
    plain = cupyx.GeneralizedUFunc(lambda x: x.sum(), "(n)->()")
    assert plain(tn.ones(3), dtype="f").dtype == "f"
    assert plain(tn.zeros((0, 3), "f")).dtype == "f"


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda f: f(tn.ones(3)), TypeError, "takes 2 inputs, and 1 were given"),
        (lambda f: f(tn.ones(3), 1.0), ValueError, "does not have enough dimensions"),
        (lambda f: f(tn.ones(3), tn.ones(4)), ValueError, "mismatch in its core"),
        (lambda f: f(tn.ones((2, 3)), tn.ones((4, 3))), ValueError, "broadcast"),
        (
            lambda f: f(tn.ones(3), tn.ones(3), axis=0, axes=[0, 0]),
            TypeError,
            "both 'axis' and 'axes'",
        ),
        (lambda f: f(tn.ones(3), tn.ones(3), axes=(0, 0)), TypeError, "a list"),
        (lambda f: f(tn.ones(3), tn.ones(3), axes=[0]), ValueError, "an entry for all"),
        (
            lambda f: f(tn.ones(3), tn.ones(3), axes=[(0, 1), 0]),
            ValueError,
            "has 2 axes",
        ),
        (lambda f: f(tn.ones(3), tn.ones(3), axis=3), np.exceptions.AxisError, "axis"),
    ],
)
def test_errors(device, call, error, words):
    dot = cupyx.GeneralizedUFunc(lambda x, y: (x * y).sum(), "(n),(n)->()")
    with pytest.raises(error, match=words):
        call(dot)


def test_what_is_no_gufunc():
    for signature in ("", "(n)", "n->n", "(n)->", "(n)->()->()", "(n->()"):
        with pytest.raises(ValueError, match="Not a valid gufunc signature"):
            cupyx.GeneralizedUFunc(len, signature)
    with pytest.raises(TypeError, match="callable"):
        cupyx.GeneralizedUFunc(3, "(n)->()")
    with pytest.raises(ValueError, match="does not fit the signature"):
        cupyx.GeneralizedUFunc(len, "(n)->()", signatures=["dd->d"])
    two = cupyx.GeneralizedUFunc(lambda x: x, "(n)->(),()", name="two")
    with pytest.raises(ValueError, match="two returned 1 results"):
        two(tn.ones(3))
    outer = cupyx.GeneralizedUFunc(lambda x: x, "(n,m)->(m,n)")
    with pytest.raises(TypeError, match="axis can only be used"):
        outer(tn.ones((2, 3)), axis=0)
    with pytest.raises(TypeError, match="does not support keepdims"):
        outer(tn.ones((2, 3)), keepdims=True)
    unknown = cupyx.GeneralizedUFunc(lambda x: x, "(n)->(m)")
    with pytest.raises(ValueError, match="output dimension 'm'"):
        unknown(tn.ones((0, 3)))
    assert repr(outer).startswith("<GeneralizedUFunc '<lambda>' (n,m)->(m,n)")

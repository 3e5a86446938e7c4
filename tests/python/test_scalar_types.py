# SPDX-License-Identifier: Apache-2.0
"""The classes of scalars, one for each dtype, and what is written to scalars."""

import copy
import pickle

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, host, same, same_or_error


def scalar_of(letter, device):
    return tn.ones(3, letter, device=device)[1]


@pytest.mark.parametrize("letter", DTYPES)
def test_a_class_equals_numpys_type(device, letter):
    cls, theirs = type(scalar_of(letter, device)), np.dtype(letter).type
    assert cls == theirs and theirs == cls and not cls != theirs
    assert cls in (str, theirs) and theirs in [str, cls]
    # What libraries keep for one class is not found for the other.
    assert len({cls: 1, theirs: 2}) == 2
    assert cls is type(scalar_of(letter, device) + scalar_of(letter, device))
    assert cls.__name__ == theirs.__name__ and cls.dtype == np.dtype(letter)
    assert pickle.loads(pickle.dumps(cls)) == cls and copy.deepcopy(cls) is cls
    for other in DTYPES:
        equal = np.dtype(other).type is theirs
        assert (cls == type(scalar_of(other, device))) is equal  # noqa: E721
        assert (cls == np.dtype(other).type) is equal
    with pytest.raises(TypeError):
        type("Derived", (cls,), {})


@pytest.mark.parametrize("letter", DTYPES)
def test_a_class_is_a_dtype(device, letter):
    def body(xp):
        cls = type(xp.ones(3, letter)[1])
        made = [xp.zeros(2, dtype=cls), xp.asarray([0, 1], cls), xp.full(2, 1, cls)]
        made += [xp.arange(3).astype(cls), xp.arange(2, dtype=cls)]
        made += [xp.ones(2).astype("f4").sum(dtype=cls), xp.eye(2, dtype=cls)]
        kinds = [np.integer, np.floating, np.complexfloating, np.number, np.bool_]
        facts = [xp.issubdtype(cls, kind) for kind in kinds]
        return [*made, *facts, str(xp.dtype(cls)), str(xp.result_type(cls, "i2"))]

    with tn.Device(device), np.errstate(all="ignore"):
        same(body, device)


def test_limits_of_a_class():
    assert np.iinfo(type(tn.arange(3)[0])).max == 2**63 - 1
    assert tn.finfo(type(tn.ones(1, "f")[0])).eps == np.finfo("f").eps


CALLS = """
type(x)(3)
type(x)(2.75)
type(x)("1")
type(x)()
type(x)(x)
type(x)(xp.arange(3))
type(x)([1, 0])
type(x)(True)
type(x)(3, 4, 5)
type(x)("a")
type(x)(1j)
type(x)(None)
""".strip().splitlines()


@pytest.mark.parametrize("letter", "?blHfdD")
@pytest.mark.parametrize("text", CALLS)
def test_calls_of_a_class(device, text, letter):
    body = eval(f"lambda xp, a: (lambda x: {text})(a[1])")
    with tn.Device(device):
        same_or_error(body, device, np.ones(3, letter))


def test_items_are_read_only(device):
    """x[0] is a copy, and what is written to it would be lost."""
    x = tn.zeros((3, 2), device=device)
    for write in (
        lambda: tn.add(1, 2, out=x[1, 1]),
        lambda: tn.sum(tn.ones(4, device=device), out=x[1, 1]),
        lambda: tn.ones(4, device=device).max(out=x[np.int64(1), 0]),
        lambda: tn.copyto(x[1, 1], 4.0),
        lambda: x[1, 1].__setitem__(..., 5),
        lambda: x[:, 0][2].fill(5),
        lambda: tn.ElementwiseKernel("T x", "T y", "y = x + 1", "k")(1.0, x[1, 1]),
        lambda: tn.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "r")(
            tn.ones(5, device=device), x[1, 1]
        ),
    ):
        with tn.Device(device), pytest.raises(ValueError, match="read-only"):
            write()
    assert not x[1, 1].flags.writeable and not host(x).any()
    # Of results and of copies nobody else is the owner.
    total = tn.ones(4, device=device).sum()
    tn.add(total, 1, out=total)
    assert total == 5
    for made in (tn.asarray(x[1, 1]), x[1, 1][...], x[1, 1].reshape(1), +x[1, 1]):
        assert made.flags.writeable
    item = x[1, 1]
    item += 3
    assert item == 3 and not host(x).any()


def test_asanyarray_of_a_scalar_is_an_array(device):
    x = tn.asarray([1.0, 2.0], device=device)
    y = z = tn.asanyarray(x[1])
    y += 1
    assert z == 3 and type(z) is tn.ndarray and host(x).tolist() == [1, 2]


def test_none_equals_no_scalar(device):
    s = scalar_of("d", device)
    assert (s == None) is False and (s != None) is True  # noqa: E711


DRAWS = """
normal(x, 1)
uniform(x, y)
exponential(x)
gamma(x, y)
beta(x, 1)
triangular(0, x, y)
poisson(y)
binomial(n, 0.5)
geometric(x / 2)
hypergeometric(n, n, 3)
integers(n)
integers(n, endpoint=True)
integers(0, n, dtype="u1")
standard_gamma(y)
zipf(y)
normal(x, 1, size=())
normal(x, 1, size=2)
uniform(x, [1.0, 2.0])
vonmises(x, y)
choice(n)
choice(xp.array(5))
choice(4, p=xp.ones(4) / 4)
choice(xp.arange(3.0))
integers(n, dtype=int)
poisson(xp.array(3.0))
""".strip().splitlines()


@pytest.mark.parametrize("text", DRAWS)
@pytest.mark.parametrize("numbers", ["fast", "numpy"])
def test_draws_with_scalars_are_scalars(device, numbers, text):
    with tn.Device(device):
        found = []
        for xp in (np, tn):
            values = xp.asarray([1.0, 2.0])
            names = {"x": values[0], "y": values[1], "n": xp.asarray([5])[0]}
            names["rng"] = xp.random.default_rng(1)
            if xp is tn:
                names["rng"] = tn.random.default_rng(1, numbers=numbers)
            found.append(eval(f"rng.{text}", {"xp": xp} | names))
    want, got = found
    is_array = isinstance(want, np.ndarray)
    assert (type(got) is tn.ndarray) is is_array
    if is_array:
        assert (got.shape, got.dtype) == (want.shape, want.dtype)
    else:
        assert isinstance(got, (int, float, np.generic)) and hash(got) is not None
    if device == "cpu":
        assert is_array or type(got) == type(want)  # noqa: E721

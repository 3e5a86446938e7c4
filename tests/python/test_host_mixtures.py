# SPDX-License-Identifier: Apache-2.0
"""Numbers and arrays of ours beside texts, time spans, objects and masks of NumPy's."""

import sqlite3
import warnings
from fractions import Fraction

import numpy as np
import pytest
import tenorite as tn
from support.helpers import outcome


@pytest.fixture(autouse=True)
def allowed():
    with tn.config.using(fallback="allow"):
        yield


def of_both(body, *makers):
    """What `body` gives or raises with values of NumPy's and of ours, as texts."""
    found = []
    for xp in (np, tn):
        value, error = outcome(lambda xp=xp: body(xp, *(make(xp) for make in makers)))
        found.append(repr(error or (type(value).__name__, value)))
    return found[0], found[1].replace("tenorite", "numpy")


# ---- sequences ----

NUMBERS = {
    "integer": lambda xp: xp.arange(4)[3],
    "float": lambda xp: xp.linspace(0, 1, 4)[1],
    "bool": lambda xp: xp.arange(4)[3] > 0,
    "complex": lambda xp: xp.arange(4)[3] * 1j,
    "float32": lambda xp: xp.ones(2, "f4").mean(),
    "array without axes": lambda xp: xp.array(3),
    "array": lambda xp: xp.arange(2),
}
BESIDE = {
    "text": "a",
    "bytes": b"a",
    "numpy.str_": np.str_("a"),
    "time span": np.timedelta64(1, "D"),
    "date": np.datetime64("2026-01-01"),
    "None": None,
    "fraction": Fraction(1, 2),
    "large": 2**70,
    "long double": np.longdouble(1),
    "texts": ["a", "b"],
}
SEQUENCES = {
    "after": lambda xp, x, h: xp.array([h, x]),
    "before": lambda xp, x, h: xp.array([x, h]),
    "between": lambda xp, x, h: xp.asarray([1, h, x]),
    "rows": lambda xp, x, h: xp.array([(h, x), (h, x)]),
    "objects": lambda xp, x, h: xp.array([h, x], dtype=object),
    "texts": lambda xp, x, h: xp.array([h, x], dtype="U9"),
    "joined": lambda xp, x, h: xp.concatenate([[h, x], [h]]),
    "stacked": lambda xp, x, h: xp.vstack([[h, x], [h, x]]),
    "unique": lambda xp, x, h: xp.unique([h, x]),
    "sorted": lambda xp, x, h: xp.sort([h, x]),
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("other", BESIDE)
@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences(name, other, number):
    body = SEQUENCES[name]
    if name == "objects" and number.startswith("array"):
        pytest.skip("items of object arrays stay what they are")
    want, got = of_both(lambda xp, x: body(xp, x, BESIDE[other]), NUMBERS[number])
    assert got == want


def test_sequences_of_a_device(device):
    """Texts are host data wherever the numbers beside them are."""
    x = tn.arange(4)
    assert tn.array(["a", x[1]]).tolist() == ["a", "1"]
    assert tn.array([["a", x[1]], ["b", x[2]]]).tolist() == [["a", "1"], ["b", "2"]]
    with pytest.raises(TypeError, match="does not support dtype"):
        tn.array(["a", x[1]], device=device)
    with pytest.raises(ValueError, match="inhomogeneous shape"):
        tn.array([["a"], [x[1], x[2]]])


# ---- ufuncs of NumPy ----


def masked(xp):
    return np.ma.array([0, 1, 2, 3], mask=[0, 1, 0, 0])


UFUNCS = {
    "outer": lambda xp, a: xp.multiply.outer(masked(np), a),
    "outer, last": lambda xp, a: xp.multiply.outer(a, masked(np)),
    "into a masked one": lambda xp, a: xp.add(a, 1, out=masked(np)),
    "into two": lambda xp, a: xp.divmod(a, 2, out=(masked(np), masked(np))),
    "into the second": lambda xp, a: xp.divmod(a, 2, out=(None, masked(np))),
    "where": lambda xp, a: xp.add.reduce(masked(np), where=a > 1),
    "sum": lambda xp, a: masked(np).sum(where=a > 1),
    "mean": lambda xp, a: xp.mean(masked(np), where=a > 1),
    "accumulate": lambda xp, a: xp.minimum.accumulate(a, out=masked(np)),
    "clip": lambda xp, a: xp.clip(a, 1, 2, out=masked(np)),
}


@pytest.mark.parametrize("ours", [False, True])
@pytest.mark.parametrize("name", UFUNCS)
def test_masks_beside_ours(name, ours):
    """In ufuncs of NumPy's and in those of ours."""

    def body(xp, a):
        return UFUNCS[name](xp if ours else np, a)

    want, got = of_both(body, lambda xp: xp.arange(4))
    assert got == want


# ---- databases ----

STORED = {
    "float64": lambda xp: xp.arange(3.0)[1],
    "float32": lambda xp: xp.arange(3, dtype="f4")[1],
    "int64": lambda xp: xp.arange(3.0).argmax(),
    "bool": lambda xp: xp.arange(3)[1] > 0,
    "complex": lambda xp: xp.arange(3)[1] * 1j,
    "array": lambda xp: xp.arange(3.0),
    "array without axes": lambda xp: xp.array(2.0),
}


@pytest.mark.parametrize("name", STORED)
def test_what_sqlite_stores(name):
    """Python's float of a float64; the bytes of all else, as of NumPy's."""

    def stored(xp, x):
        database = sqlite3.connect(":memory:")
        try:
            return database.execute("select ?", (x,)).fetchall()
        finally:
            database.close()

    want, got = of_both(stored, STORED[name])
    assert got == want


def test_floats_of_a_device_are_stored(device):
    database = sqlite3.connect(":memory:")
    assert database.execute("select ?", (tn.ones(3).sum(),)).fetchall() == [(3.0,)]
    database.close()


# ---- names that NumPy has no longer, or not for long ----


def test_names_on_their_way_out():
    for name in ("chararray", "trapz", "float", "Inf", "no_such_name"):
        found = []
        for xp in (np, tn):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                value, error = outcome(lambda xp=xp, name=name: getattr(xp, name))
            said = str(error).replace("module 'tenorite'", "module 'numpy'")
            found.append((value, said, [(w.category, str(w.message)) for w in caught]))
        assert found[0] == found[1], name

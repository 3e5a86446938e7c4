# SPDX-License-Identifier: Apache-2.0
"""pandas with arrays of ours as data, keys, masks and operands."""

import operator

import numpy as np
import pandas as pd
import pytest
import tenorite as tn
from support.helpers import in_python

rng = np.random.default_rng(1)
V = rng.random(12)
M = V > 0.5
I = rng.integers(0, 3, 12)
A = rng.random((12, 2))
FRAME = pd.DataFrame({"a": np.arange(12.0), "b": np.arange(12)})
SERIES = pd.Series(np.arange(12.0), name="s")

OPERATORS = "add sub mul truediv floordiv mod pow lt le eq ne gt ge".split()

CASES = {}
for name, call, *arrays in (
    ("Series", pd.Series, V),
    ("DataFrame", lambda x: pd.DataFrame(x, columns=["p", "q"]), A),
    ("DataFrame of columns", lambda x, i: pd.DataFrame({"x": x, "i": i}), V, I),
    ("DataFrame of rows", lambda x: pd.DataFrame([x, x]), V),
    ("Series of scalars", lambda x: pd.Series([x[0], x.mean(), 2.0]), V),
    (
        "DataFrame of dicts of scalars",
        lambda x, i: pd.DataFrame(
            [{"x": a, "i": b} for a, b in zip(x, i, strict=True)]
        ),
        V,
        I,
    ),
    ("column of scalars", lambda x: pd.DataFrame({"m": [x.mean(), x.max()]}), V),
    ("dict of scalars", lambda x: pd.Series({"mean": x.mean(), "max": x.max()}), V),
    ("Index", pd.Index, I),
    ("MultiIndex", lambda i, m: pd.MultiIndex.from_arrays([i, m]), I, M),
    ("index=", lambda x, i: pd.DataFrame(x, index=i), A, I),
    ("Categorical", lambda i: pd.Series(pd.Categorical(i)), I),
    ("assign", lambda x: FRAME.assign(c=x), V),
    ("groupby", lambda i: FRAME.groupby(i).sum(), I),
    ("groupby two", lambda i, m: FRAME.groupby([i, m]).mean(), I, M),
    ("groupby agg", lambda i: FRAME.groupby(i).agg(["mean", "std"]), I),
    (
        "groupby transform",
        lambda i: FRAME.groupby(i).transform(lambda g: g - g.mean()),
        I,
    ),
    ("groupby of a series", lambda i: SERIES.groupby(i).max(), I),
    ("pivot", lambda i, x: pd.DataFrame({"i": i, "x": x}).pivot_table(index="i"), I, V),
    ("frame[mask]", lambda m: FRAME[m], M),
    ("series[mask]", lambda m: SERIES[m], M),
    ("loc[mask]", lambda m: FRAME.loc[m, "a"], M),
    ("loc[labels]", lambda i: SERIES.loc[i], I),
    ("iloc", lambda i: FRAME.iloc[i], I),
    ("series[labels]", lambda i: SERIES[i], I),
    ("take", lambda i: SERIES.take(i), I),
    ("where", lambda m, x: SERIES.where(m, x), M, V),
    ("mask", lambda m: SERIES.mask(m), M),
    ("isin", lambda i: FRAME.isin(i), I),
    ("clip", lambda x: SERIES.clip(x, x + 5), V),
    ("replace", lambda i: SERIES.replace(i[0], 5), I),
    ("reindex", lambda i: SERIES.reindex(i), np.unique(I)),
    ("unique", lambda i: pd.Series(pd.unique(i)), I),
    ("factorize", lambda i: pd.Series(pd.factorize(i)[0]), I),
    ("value_counts", lambda i: pd.Series(i).value_counts(), I),
    ("cut", lambda x, e: pd.Series(pd.cut(x, e)), V, np.array([0, 0.3, 0.7, 1])),
    ("qcut", lambda x: pd.Series(pd.qcut(x, 3, labels=False)), V),
    ("crosstab", pd.crosstab, I, M),
    ("get_dummies", pd.get_dummies, I),
    ("to_datetime", lambda i: pd.Series(pd.to_datetime(i, unit="D")), I),
    ("merge", lambda i: FRAME.merge(pd.DataFrame({"b": i}), on="b"), I),
    ("concat", lambda x: pd.concat([SERIES, pd.Series(x)]), V),
    ("describe", lambda x: pd.Series(x).describe(), V),
    ("dot", lambda x: SERIES @ x, V),
    ("frame dot", lambda x: FRAME @ x, V[:2]),
    ("dot frame", lambda x: x @ FRAME, V),
    ("frame and row", lambda x: FRAME + x, V[:2]),
    ("row and frame", lambda x: x * FRAME, V[:2]),
    ("frame and matrix", lambda x: FRAME - x, A),
    ("matrix and frame", lambda x: x - FRAME, A),
    ("mask and series", lambda m: m | (SERIES > 3), M),
    ("series and mask", lambda m: (SERIES > 3) & m, M),
    ("ufunc", lambda x: np.add(SERIES, x), V),
    ("method", lambda x: SERIES.add(x), V),
    ("apply", lambda x: FRAME.apply(lambda c: (c * x).sum()), V),
    ("query", lambda x: FRAME.query("a > @x"), V),
    ("scalar of ours", lambda x: FRAME / x.max(), V),
    ("scalar before", lambda x: x.mean() < FRAME, V),
    ("scalar and series", lambda x: x[0] * SERIES + x[1], V),
):
    CASES[name] = (call, arrays)
for name in OPERATORS:
    f = getattr(operator, name)
    CASES[f"series {name}"] = (lambda x, f=f: f(SERIES, x), [V])
    CASES[f"{name} series"] = (lambda x, f=f: f(x, SERIES), [V])
    CASES[f"frame {name} scalar"] = (lambda x, f=f: f(FRAME, x.max()), [V])

for name in "add maximum hypot arctan2 logaddexp float_power copysign".split():

    def called(name, xp=None):
        """The ufunc of the array's own module, or of `xp`."""

        def call(x, y):
            is_ours = tn.ndarray in (type(x), type(y))
            return getattr(xp or (tn if is_ours else np), name)(x, y)

        return call

    for module in (None, np):
        f, key = called(name, module), f"{name} of {module and 'numpy'}"
        CASES[f"{key} after"] = (lambda x, f=f: f(SERIES, x), [V])
        CASES[f"{key} before"] = (lambda x, f=f: f(x, SERIES), [V])
        CASES[f"{key} frame"] = (lambda x, f=f: f(FRAME, x), [A])
        CASES[f"{key} index"] = (lambda x, f=f: f(SERIES.index, x), [V])


def added_in_place(x):
    s = SERIES.copy()
    s += x
    return s


def columns_set(x):
    f = FRAME.copy()
    f.loc[:, "a"] = x
    f.loc[f.b > 3, "a"] = x[4:]
    f["z"] = x * 2
    f.insert(0, "first", x)
    f.at[0, "a"] = x[0]
    f.iloc[2, 1] = x[2]
    f[x > 0.7] = 0
    return f


def items_set(x):
    s = SERIES.copy()
    s[x > 0.5] = 0.0
    s.loc[x < 0.2] = x[x < 0.2]
    return s


for function in (added_in_place, columns_set, items_set):
    CASES[function.__name__] = (function, [V])


@pytest.mark.parametrize("name", CASES)
def test_calls(name):
    call, arrays = CASES[name]
    expected = call(*arrays)
    got = call(*(tn.asarray(a, device="cpu") for a in arrays))
    if isinstance(expected, pd.DataFrame):
        pd.testing.assert_frame_equal(got, expected)
    elif isinstance(expected, pd.Series):
        pd.testing.assert_series_equal(got, expected)
    elif isinstance(expected, pd.Index):
        pd.testing.assert_index_equal(got, expected)
    else:
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected))
    assert not isinstance(getattr(got, "values", None), tn.ndarray)


def test_memory_is_shared():
    x = tn.asarray(V, device="cpu")
    frame = pd.DataFrame({"x": x}, copy=False)
    x[0] = 42.0
    assert frame.x[0] == 42.0
    assert np.shares_memory(np.asarray(x), frame.x.to_numpy())


def test_to_our_arrays(device):
    check = pd.DataFrame(A)
    assert tn.asarray(check).tolist() == A.tolist()
    assert tn.asarray(SERIES).device == device
    assert (tn.mean(SERIES), float(tn.sqrt(tn.asarray(SERIES))[4])) == (5.5, 2.0)


def test_arrays_of_a_gpu_are_an_error(device):
    if device == "cpu":
        pytest.skip("needs a GPU")
    x = tn.asarray(V)
    for call in (
        lambda: pd.Series(x),
        lambda: SERIES + x,
        lambda: FRAME.groupby(x),
        lambda: SERIES[x > 0],
    ):
        with pytest.raises(TypeError, match=r"x\.get\(\)"):
            call()


@pytest.mark.parametrize("first", ["pandas", "tenorite"])
def test_whichever_is_imported_first(first):
    second = "tenorite" if first == "pandas" else "pandas"
    code = (
        f"import {first}, {second}; "
        "i = tenorite.asarray([0, 1, 0], device='cpu'); "
        "print(pandas.Series([1, 2, 3]).groupby(i).sum().tolist())"
    )
    assert in_python(code) == "[4, 2]"


def test_other_users_of_pandas_see_no_change():
    from pandas.core import common

    assert common.apply_if_callable(len, [1, 2]) == 2
    assert pd._libs.lib.item_from_zerodim(np.array(3)) == 3
    key = object()
    assert common.apply_if_callable(key, SERIES) is key

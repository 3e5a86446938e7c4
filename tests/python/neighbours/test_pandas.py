# SPDX-License-Identifier: Apache-2.0
"""pandas with arrays of ours as data, keys, masks and operands."""

import operator

import numpy as np
import pandas as pd
import pytest
import tenorite as tn
from support.helpers import in_python, outcome

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


# ---- scalars as labels, positions, counts and numbers ----

LABELLED = pd.Series(range(4), index=pd.MultiIndex.from_product([[0, 1], [2, 3]]))
GAPS = pd.Series([3, None, 1], dtype="Int64")

for name, call in {
    "set_index": lambda i, n: FRAME[:3].set_index(i + 5).loc[n + 5],
    "set_index of two": lambda i, n: FRAME[:3].set_index([i, i + 1]),
    "head": lambda i, n: FRAME.head(n),
    "tail": lambda i, n: FRAME.tail(n),
    "sample": lambda i, n: FRAME.sample(n, random_state=n),
    "diff": lambda i, n: FRAME.diff(n),
    "shift": lambda i, n: FRAME.shift(n),
    "rolling": lambda i, n: FRAME.rolling(n).sum() + FRAME.rolling(window=n).sum(),
    "rolling of a series": lambda i, n: SERIES.rolling(n).mean(),
    "nlargest": lambda i, n: FRAME.nlargest(n, "a"),
    "round": lambda i, n: (FRAME / 7).round(n),
    "insert": lambda i, n: pd.Index(list("abc")).insert(n, "d"),
    "iloc slice": lambda i, n: FRAME.iloc[n : n + 3],
    "loc slice": lambda i, n: FRAME.loc[n : n + 3],
    "series slice": lambda i, n: SERIES[n : n + 3],
    "at": lambda i, n: FRAME.at[n, "a"],
    "iat": lambda i, n: FRAME.iat[n, 1],
    "loc of two": lambda i, n: LABELLED.loc[n - 1, n],
    "loc of one of two": lambda i, n: LABELLED.loc[n - 1],
    "xs": lambda i, n: FRAME.xs(n),
    "get_loc": lambda i, n: pd.Index([5, 2]).get_loc(n),
    "get_loc of a range": lambda i, n: pd.RangeIndex(9).get_loc(n),
    "get_loc of floats": lambda i, n: pd.Index([5.0, 2.5]).get_loc(n * 1.25),
    "get_loc of two": lambda i, n: LABELLED.index.get_loc((n - 1, n)),
    "in": lambda i, n: [n in pd.Index([5, 2]), n in pd.RangeIndex(2)],
    "qcut": lambda i, n: pd.Series(pd.qcut(V, n)),
    "pad": lambda i, n: pd.Series(["a", "b"]).str.pad(n + 2),
    "str.repeat": lambda i, n: pd.Series(["a", "b"]).str.repeat(n),
    "date_range": lambda i, n: pd.date_range("2026", periods=n),
    "period_range": lambda i, n: pd.Series(
        pd.period_range("2026", periods=n, freq="D").astype(str)
    ),
    "timedelta_range": lambda i, n: pd.timedelta_range("1D", periods=n),
    "interval_range": lambda i, n: pd.interval_range(n - n, n, periods=n),
    "RangeIndex": lambda i, n: pd.RangeIndex(n - 2, n * 4, n),
    "to_timedelta": lambda i, n: pd.Series(pd.to_timedelta(n / 4, unit="h")),
    "to_datetime": lambda i, n: pd.Series(pd.to_datetime(n, unit="s")),
    "times a span": lambda i, n: pd.Series(n * pd.Timedelta("1D")),
    "span times": lambda i, n: pd.Series(pd.Timedelta("1D") * n),
    "spans": lambda i, n: pd.Series(i * pd.Timedelta("1D")),
    "shifted date": lambda i, n: pd.Series(
        pd.Timestamp("2026") + n * pd.Timedelta("1D")
    ),
    "one number for all": lambda i, n: pd.Series(n / 3, index=[0, 1]),
    "after a number": lambda i, n: pd.Series([1.5, n / 3]),
    "isna": lambda i, n: [pd.isna(n), pd.isna(n * np.nan)],
    "is_integer": lambda i, n: [
        pd.api.types.is_integer(n),
        pd.api.types.is_integer(n / 2),
    ],
    "is_float": lambda i, n: [pd.api.types.is_float(n), pd.api.types.is_float(n / 2)],
    "is_bool": lambda i, n: [pd.api.types.is_bool(n > 1), pd.api.types.is_bool(n)],
}.items():
    CASES[f"scalar: {name}"] = (lambda i, f=call: f(i, i[-1]), [np.array([0, 1, 2])])

# ---- columns of types of pandas, whose indices and operands are asked for ----

DATES = pd.date_range("2026", periods=3)
for name, column in {
    "categories": pd.Categorical([3, 1, 2]),
    "dates": DATES,
    "gaps": pd.array([3, None, 1]),
    "host array": pd.arrays.NumpyExtensionArray(np.arange(3)),
    "index": pd.Index([3, 1, 2]),
    "labels of two": pd.MultiIndex.from_product([[1, 2], [3, 4]]),
    "sparse": pd.arrays.SparseArray([1, 0, 2]),
    "spans": DATES - DATES[0],
}.items():
    CASES[f"{name}[indices]"] = (lambda i, c=column: c[i[:2]], [np.array([0, 1, 2])])
    CASES[f"{name}[mask]"] = (
        lambda m, c=column: c[: len(m)][m],
        [np.array([True, False, True])],
    )
    if name in ("gaps", "host array", "index", "sparse"):
        CASES[f"number + {name}"] = (lambda i, c=column: i[1] + c, [np.arange(3)])
        CASES[f"array + {name}"] = (lambda i, c=column: i + c, [np.arange(3)])
        CASES[f"array > {name}"] = (lambda i, c=column: i > c, [np.arange(3)])
CASES["delete"] = (lambda i: pd.Index([3, 1, 2]).delete(i[:2]), [np.arange(3)])

for name in "exp isnan sign sqrt trunc modf".split():

    def of_gaps(i, name=name):
        ufunc = getattr(tn if isinstance(i, tn.ndarray) else np, name)
        result = ufunc(GAPS)
        return pd.concat(result if isinstance(result, tuple) else [result, GAPS + i])

    CASES[f"{name} of gaps"] = (of_gaps, [np.array([0, 1, 2])])


@pytest.mark.parametrize("name", CASES)
def test_calls(name):
    call, arrays = CASES[name]
    expected = call(*arrays)
    with tn.config.using(fallback="allow"):
        got = call(*(tn.asarray(a, device="cpu") for a in arrays))
    if isinstance(expected, pd.DataFrame):
        pd.testing.assert_frame_equal(got, expected)
    elif isinstance(expected, pd.Series):
        pd.testing.assert_series_equal(got, expected)
    elif isinstance(expected, pd.Index):
        pd.testing.assert_index_equal(got, expected)
    elif isinstance(expected, pd.api.extensions.ExtensionArray):
        pd.testing.assert_extension_array_equal(got, expected)
    else:
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected))
    assert not isinstance(getattr(got, "values", None), tn.ndarray)


# ---- functions that NumPy leaves to methods of tables ----

TABLES = {
    "frame": pd.DataFrame({"a": [1.26, 2, 3], "b": [4.0, 9, 5]}),
    "row": pd.DataFrame([[3.0, 1.0, 2.0]]),
    "series": pd.Series([3.0, 1.26, 2.0], index=list("xyz"), name="s"),
    "series with a gap": pd.Series([3.0, np.nan, 2.0]),
    "texts": pd.Series(["b", "a"]),
    "index": pd.Index([3, 1, 2]),
    "dates": pd.date_range("2026", periods=3),
    "categories": pd.Categorical([3, 2, 1]),
    "array with a gap": pd.array([3, 2, None]),
}
REDUCTIONS = "all any amax amin max mean median min prod ptp std sum var".split()
SCANS = "argmax argmin argsort cumprod cumsum fix flip nonzero round squeeze".split()
TABLE_CALLS = {
    **{f"{name}()": lambda xp, t, f=name: getattr(xp, f)(t) for name in REDUCTIONS},
    **{f"{name}(0)": lambda xp, t, f=name: getattr(xp, f)(t, 0) for name in REDUCTIONS},
    **{f"{name}()": lambda xp, t, f=name: getattr(xp, f)(t) for name in SCANS},
    "rows": lambda xp, t: xp.mean(t, axis=1),
    "kept": lambda xp, t: xp.sum(t, axis=0, keepdims=True),
    "dtype": lambda xp, t: xp.mean(t, dtype="f4"),
    "where": lambda xp, t: xp.sum(t, where=[True, False, True]),
    "ddof": lambda xp, t: xp.std(t, axis=0, ddof=1),
    "columns": lambda xp, t: xp.cumprod(t, axis=1),
    "argpartition": lambda xp, t: xp.argpartition(t, 1),
    "choose": lambda xp, t: xp.choose(t, [[1, 2, 3]] * 4),
    "clip": lambda xp, t: xp.clip(t, 1.5, 2.5),
    "clip by arrays": lambda xp, t: xp.clip(t, xp.array([1.5, 1, 1]), None),
    "compress": lambda xp, t: xp.compress([True, False, True], t),
    "decimals": lambda xp, t: xp.round(t, xp.arange(2)[1]),
    "matmul": lambda xp, t: xp.matmul(t, t.T),
    "moveaxis": lambda xp, t: xp.moveaxis(t, 0, 1),
    "repeat": lambda xp, t: xp.repeat(t, xp.array([1, 2, 0])),
    "reshape": lambda xp, t: xp.reshape(t, (-1,)),
    "searchsorted": lambda xp, t: xp.searchsorted(t, xp.array([1, 2])),
    "swapaxes": lambda xp, t: xp.swapaxes(t, 0, 1),
    "take": lambda xp, t: xp.take(t, [0, 1], axis=0),
    "take of all": lambda xp, t: xp.take(t, [0, 1]),
    "transpose": lambda xp, t: xp.transpose(t),
    "trim_zeros": lambda xp, t: xp.trim_zeros(t if t.ndim == 1 else t.a),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", TABLE_CALLS)
def test_functions_of_tables(name, table):
    """A table answers by its own method, as NumPy's functions ask it to."""
    found = []
    for xp in (np, tn):
        with tn.config.using(fallback="allow"):
            value, error = outcome(lambda xp=xp: TABLE_CALLS[name](xp, TABLES[table]))
        found.append(repr(value) if error is None else (type(error), str(error)))
    assert found[1] == found[0]


def test_numbers_of_a_table_go_to_the_device(device):
    order = tn.argsort(TABLES["index"])
    assert (type(order), order.device) == (tn.ndarray, tn.asarray(1).device)


def test_arrays_of_other_libraries_are_memory():
    class Memory:
        """What gives its memory by DLPack and has methods of its own."""

        def __init__(self, values):
            self.values = np.array(values)

        def __dlpack__(self, **options):
            return self.values.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.values.__dlpack_device__()

        def sum(self, **options):
            raise AssertionError("asked for its own sum")

    total = tn.sum(Memory([1, 2, 3]))
    assert (total, isinstance(total, tn.ndarray)) == (6, True)


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
    assert pd.api.types.is_integer(np.int8(1)) and not pd.api.types.is_integer("1")
    assert (1 in pd.Index([1, 2]), pd.Series([1.5, 2]).dtype) == (True, np.float64)
    key = object()
    assert common.apply_if_callable(key, SERIES) is key

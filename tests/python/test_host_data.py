# SPDX-License-Identifier: Apache-2.0
"""Arrays of dtypes that no device computes with are NumPy's; names for them too."""

import ctypes
import io
import math
import operator
import pathlib
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, host, outcome, same_or_error
from tenorite._numpy.host_names import HOST_NAMES

DTYPES = [
    object,
    "U3",
    "S2",
    "M8[s]",
    "m8[D]",
    "longdouble",
    "clongdouble",
    "V4",
    "i4,f4",
    [("a", "i4"), ("b", "U2")],
]


def same_host(body):
    """The same host array, or an exception of the same class and words."""
    expected, error = outcome(lambda: body(np))
    got, raised = outcome(lambda: body(tn))
    if error is not None:
        assert (type(raised), str(raised)) == (type(error), str(error))
        return
    if raised is not None:
        raise raised
    assert type(got) is type(expected)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    assert got.flags.c_contiguous == expected.flags.c_contiguous
    if got.dtype.kind == "V":
        assert got.tobytes() == expected.tobytes()
    else:
        np.testing.assert_array_equal(got, expected)


MAKERS = {
    "zeros": lambda xp, d: xp.zeros((2, 3), d),
    "zeros, named": lambda xp, d: xp.zeros(shape=2, dtype=d, order="F"),
    "ones": lambda xp, d: xp.ones(2, d),
    "full": lambda xp, d: xp.full((2, 2), 7, d),
    "zeros_like": lambda xp, d: xp.zeros_like(np.zeros((2, 3), d)),
    "zeros_like, dtype": lambda xp, d: xp.zeros_like(xp.ones((2, 3)), d),
    "ones_like": lambda xp, d: xp.ones_like(xp.ones((2, 3)), dtype=d),
    "full_like": lambda xp, d: xp.full_like(xp.ones((2, 3)), 3, d),
    "array": lambda xp, d: xp.array([1, 2], d),
    "array of host data": lambda xp, d: xp.array(np.zeros((2, 3), d).T),
    "asarray": lambda xp, d: xp.asarray([1, 2], dtype=d, order="F"),
    "asarray of one of ours": lambda xp, d: xp.asarray(xp.ones(3, int), d),
    "ascontiguousarray": lambda xp, d: xp.ascontiguousarray(np.zeros((2, 3), d).T),
    "asfortranarray": lambda xp, d: xp.asfortranarray(np.zeros((2, 3), d)),
    "arange": lambda xp, d: xp.arange(3, dtype=d),
    "eye": lambda xp, d: xp.eye(3, 2, dtype=d),
    "identity": lambda xp, d: xp.identity(2, d),
    "frombuffer": lambda xp, d: xp.frombuffer(bytes(96), d),
    "fromiter": lambda xp, d: xp.fromiter([1, 2], d),
    "copy": lambda xp, d: xp.copy(np.zeros(2, d)),
}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", MAKERS)
def test_arrays_of_host_data(device, name, dtype):
    same_host(lambda xp: MAKERS[name](xp, dtype))


SWAPPED = {
    **MAKERS,
    "array, 0-d": lambda xp, d: xp.array(1, d),
    "require": lambda xp, d: xp.require([1, 2], d),
    "asarray of the same": lambda xp, d: xp.asarray(np.ones(2, d), d),
    "asarray of its bytes": lambda xp, d: xp.asarray([1, 2], d).view("u1"),
    "fromstring": lambda xp, d: xp.fromstring("1 2", d, sep=" "),
    "loadtxt": lambda xp, d: xp.loadtxt(["1 2"], d),
    "concatenate": lambda xp, d: xp.concatenate([xp.arange(2)], dtype=d, casting="no"),
    "stack": lambda xp, d: xp.stack([xp.ones(2)], dtype=d, casting="unsafe"),
    "astype": lambda xp, d: xp.astype(xp.ones(2), d),
    "method astype": lambda xp, d: xp.ones((2, 3)).astype(d, "F"),
    "method astype, copy": lambda xp, d: xp.ones((2, 3)).astype(d, copy=False),
}


@pytest.mark.parametrize("dtype", [">i4", ">f8", ">c8"])
@pytest.mark.parametrize("name", SWAPPED)
def test_byte_order_that_is_asked_for(device, name, dtype):
    if name in ("array of host data", "ascontiguousarray", "asfortranarray", "copy"):
        h = SWAPPED[name](np, dtype)
        check(h.astype(h.dtype.newbyteorder("=")), SWAPPED[name](tn, dtype))
        return
    with tn.config.using(fallback="allow"):
        same_host(lambda xp: SWAPPED[name](xp, dtype))


def test_byte_order_on_a_device(device):
    for body in (
        lambda: tn.array([1], ">i4", device=device),
        lambda: tn.astype(tn.ones(1), ">i4", device=device),
        lambda: tn.zeros(1, ">i4", device=device),
    ):
        with pytest.raises(TypeError, match="does not support dtype >i4"):
            body()
    with tn.config.using(fallback="allow"):
        check(np.arange(2.0)[1].astype(">f8"), tn.arange(2.0)[1].astype(">f8"))
    memory = bytearray(4)
    tn.frombuffer(memory, ">i2")[0] = 1
    assert bytes(memory) == b"\0\1\0\0"


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_uninitialised_arrays(device, dtype):
    for got in (tn.empty((2, 3), dtype), tn.empty_like(tn.ones((2, 3)), dtype)):
        assert type(got) is np.ndarray
        assert (got.dtype, got.shape) == (np.dtype(dtype), (2, 3))


INPUTS = [
    ["a", "bcd"],
    [b"x", b"yz"],
    "text",
    [None, 1],
    [{}, []],
    np.datetime64("2020-01-02"),
    [np.timedelta64(1, "D"), np.timedelta64(2, "h")],
    np.longdouble(2),
    [2**70],
    np.array(["2020-01-01"], "M8[D]"),
    np.array([(1, 2.0)], "i4,f8"),
]


@pytest.mark.parametrize("value", INPUTS, ids=repr)
def test_inputs_without_a_dtype(device, value):
    for name in ("array", "asarray", "asanyarray"):
        same_host(lambda xp, n=name: getattr(xp, n)(value))
    same_host(lambda xp: xp.full(2, value))
    same_host(lambda xp: xp.array(value, ndmin=3))


@pytest.mark.parametrize(
    "args, kwargs",
    [
        (("2016-07", "2016-09"), {"dtype": "M8[M]"}),
        ((np.datetime64("2020-01-01"), np.datetime64("2020-02-01")), {}),
        ((np.datetime64("2020-01-01"), np.datetime64("2020-02-01"), 7), {}),
        ((np.timedelta64(5, "s"),), {}),
        (("a", "b"), {}),
        ((3, "M8[D]"), {}),
    ],
)
def test_arange_of_dates(device, args, kwargs):
    same_host(lambda xp: xp.arange(*args, **kwargs))


def test_devices_are_not_ignored(device):
    x = tn.arange(3)
    for call in (
        lambda: tn.zeros(3, "S2", device=device),
        lambda: tn.array(["a"], device=device),
        lambda: tn.array(["a"], like=x),
        lambda: np.asarray(["a"], like=x),
        lambda: tn.loadtxt(io.StringIO("a b"), dtype=str, device=device),
    ):
        with pytest.raises(TypeError, match="does not support dtype"):
            call()


def test_other_errors_are_not_hidden(device):
    for call in (
        lambda: tn.zeros("3"),
        lambda: tn.zeros(3, "no dtype"),
        lambda: tn.zeros(3, order="X"),
        lambda: tn.array([1], like=3),
        lambda: tn.zeros(),
        lambda: tn.zeros(3, dtype=float, nothing=1),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


TEXT = "a 1 2.5\nb 2 3.5\n"
FIELDS = [("name", "U2"), ("i", "i4"), ("x", "f8")]


@pytest.mark.parametrize(
    "read",
    [
        lambda xp, f: xp.loadtxt(f, dtype=str),
        lambda xp, f: xp.loadtxt(f, dtype=FIELDS),
        lambda xp, f: xp.genfromtxt(f, dtype=None, encoding="utf-8"),
        lambda xp, f: xp.genfromtxt(f, dtype=FIELDS, encoding="utf-8"),
        lambda xp, f: xp.genfromtxt(f, dtype="U5", encoding="utf-8"),
        lambda xp, f: xp.fromregex(f, r"(\w) (\d) (.+)", FIELDS),
    ],
)
def test_texts_of_host_data(device, read):
    same_host(lambda xp: read(xp, io.StringIO(TEXT)))


def test_texts_by_columns(device):
    for name in ("loadtxt", "genfromtxt"):
        options = {} if name == "loadtxt" else {"encoding": "utf-8"}
        names, numbers, floats = getattr(tn, name)(
            io.StringIO(TEXT), dtype=FIELDS, unpack=True, **options
        )
        assert type(names) is np.ndarray
        check(np.array([1, 2], "i4"), numbers)
        check(np.array([2.5, 3.5]), floats)


def test_genfromtxt_of_numbers(device):
    for text, options in (
        ("1 2\n3 4", {}),
        ("1,,3\n4,5,6", {"delimiter": ","}),
        ("1,,3\n4,5,6", {"delimiter": ",", "filling_values": -1, "dtype": int}),
        ("# x\n1 2\n\n3 4", {"ndmin": 2, "usecols": (1,)}),
        ("1 2\n3 4", {"unpack": True}),
    ):
        expected = np.genfromtxt(io.StringIO(text), **options)
        check(expected, tn.genfromtxt(io.StringIO(text), **options), order=False)
    masked = tn.genfromtxt(io.StringIO("1,,3"), delimiter=",", usemask=True)
    assert type(masked) is np.ma.MaskedArray
    assert masked.mask.tolist() == [False, True, False]
    with pytest.raises(ValueError, match="Some errors were detected"):
        tn.genfromtxt(io.StringIO("1 2\n3"))


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d is not object], ids=str)
def test_files_of_host_data(device, tmp_path, dtype):
    a = np.zeros((2, 3), dtype)
    for path in (tmp_path / "a.npy", tmp_path / "b.npy"):
        (np if path.stem == "a" else tn).save(path, a.T)
        for mode in (None, "r", "c"):
            got = tn.load(path, mmap_mode=mode)
            assert isinstance(got, np.ndarray)
            assert (got.dtype, got.shape) == (a.dtype, (3, 2))
            assert got.tobytes() == a.T.tobytes()
            assert got.flags.writeable == (mode != "r")
        with pytest.raises(TypeError, match="does not support dtype"):
            tn.load(path, device=device)
    tn.savez(tmp_path / "a.npz", x=a, y=tn.arange(3))
    with tn.load(tmp_path / "a.npz") as archive:
        assert archive["x"].tobytes() == a.tobytes()
        check(np.arange(3), archive["y"])


def test_objects_are_not_pickled(tmp_path):
    with pytest.raises(ValueError, match="Object arrays cannot be saved"):
        tn.save(tmp_path / "a.npy", [None])


def test_numpys_own_names():
    assert "isnat" in HOST_NAMES
    for name in HOST_NAMES:
        found = getattr(tn, name)
        assert (found.__wrapped__ if name == "bmat" else found) is getattr(np, name)


def test_table_of_numpys_own_names():
    path = pathlib.Path(__file__).resolve().parents[2] / "docs" / "host-data.md"
    if not path.is_file():
        pytest.skip("runs in the source tree")
    rows = re.findall(r"^\| ([a-zA-Z' ]+) \| (`.*`) \|$", path.read_text(), re.M)
    written = {
        name: purpose
        for purpose, names in rows
        for name in re.findall(r"`(\w+)`", names)
    }
    assert HOST_NAMES == {n: p for n, p in written.items() if hasattr(np, n)}


def test_ufuncs_of_python_functions(device):
    clipped = tn.frompyfunc(lambda x, y: min(x, y) if x > 1 else None, 2, 1)
    host = np.arange(3.0)
    with tn.config.using(mixed="copy"):
        results = clipped(tn.arange(3.0), 5), clipped(tn.arange(3.0), host)
    for got in results:
        assert type(got) is np.ndarray
        assert got.dtype == object
        assert got[0] is None
    assert clipped(tn.arange(3.0), 5)[2] == 2
    added = tn.frompyfunc(lambda x, y: x + y, 2, 1)
    assert added.reduce(tn.arange(4)) == 6
    assert added.outer(tn.arange(2), tn.arange(3)).tolist() == [[0, 1, 2], [1, 2, 3]]
    with pytest.raises(TypeError):
        added(tn.arange(2), 1, out=tn.zeros(2))
    assert tn.frompyfunc(math.sqrt, 1, 1)(tn.array(4.0)) == 2


def test_dates_of_numbers_are_refused(device):
    with pytest.raises(TypeError, match="ufunc 'isnat' is only defined for"):
        tn.isnat(tn.arange(3))
    dates = tn.array(["2020-01-01", "NaT"], "M8[D]")
    assert tn.isnat(dates).tolist() == [False, True]


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_arrays_for_numpys_functions(device):
    x = tn.arange(4.0)
    makers = (tn.matrix, tn.asmatrix, tn.ma.array, tn.rec.array, tn.ctypeslib.as_ctypes)
    for make in makers:
        if device == "cpu":
            make(x)
        else:
            with pytest.raises((TypeError, AttributeError, ValueError)):
                make(x)
    if device == "cpu":
        assert tn.asmatrix(x).sum() == 6
        shared = tn.ma.asarray(x)
        x[0] = 7
        assert shared[0] == 7


def _blocks_of_names(xp, x):
    y = xp.asmatrix([[1.5], [2.5]])
    return xp.bmat("x, y; x, y") if y.size else x


MATRICES = [
    lambda xp, x: xp.bmat(x),
    lambda xp, x: xp.bmat([x, x * 2]),
    lambda xp, x: xp.bmat([[x, x[:, :1]], [xp.ones((1, 3))]]),
    lambda xp, x: xp.bmat("a, b", {"a": x}, {"b": x}),
    lambda xp, x: xp.bmat([np.ones((2, 1))]),
    _blocks_of_names,
    lambda xp, x: xp.r_["r", x, x],
    lambda xp, x: xp.r_["c", x[0], 1:3],
    lambda xp, x: xp.r_["r", 1, 2],
    lambda xp, x: xp.c_["r", x, x],
    lambda xp, x: xp.r_[xp.asmatrix([[1, 2]]), x],
    lambda xp, x: xp.c_[xp.asmatrix([[1], [2]]), x],
    lambda xp, x: xp.c_[xp.ma.array([1, 2], mask=[0, 1]), xp.asmatrix([[1], [2]])],
]


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("body", MATRICES, ids=range(len(MATRICES)))
def test_matrices_of_arrays(body):
    expected = body(np, np.ones((2, 2)))
    with tn.config.using(fallback="allow"):
        got = body(tn, tn.ones((2, 2), device="cpu"))
    assert type(got) is type(expected)
    np.testing.assert_array_equal(got, expected, strict=True)
    assert (np.ma.getmaskarray(got) == np.ma.getmaskarray(expected)).all()


def test_pointers_to_our_arrays(device):
    pointer = tn.ctypeslib.ndpointer(np.float64, ndim=1, flags="C_CONTIGUOUS")
    assert pointer is tn.ctypeslib.ndpointer(np.float64, ndim=1, flags="C_CONTIGUOUS")
    fill = ctypes.CDLL(None).memset
    fill.argtypes = [pointer, ctypes.c_int, ctypes.c_size_t]
    x = tn.ones(3) * 2
    if device != "cpu":
        with pytest.raises(ctypes.ArgumentError, match="not copied to the host"):
            fill(x, 0, 16)
        return
    fill(x, 0, 16)
    check(np.array([0.0, 0.0, 2.0]), x)
    h = np.ones(3)
    fill(h, 0, 24)
    assert not h.any()
    for refused in (tn.ones(3, "f4"), tn.ones((3, 1)), tn.ones(6)[::2], [1.0, 2.0]):
        taken = tn.asnumpy(refused) if isinstance(refused, tn.ndarray) else refused
        if getattr(refused, "strides", None) == (16,):
            taken = np.ones(6)[::2]
        _, expected = outcome(lambda h=taken: pointer.__base__.from_param(h))
        _, raised = outcome(lambda x=refused: pointer.from_param(x))
        assert (type(raised), str(raised)) == (type(expected), str(expected))


def test_error_callbacks_are_numpys():
    found = []
    before = tn.seterrcall(lambda words, bits: found.append(words))
    try:
        with tn.errstate(divide="call"):
            tn.ones(2, device="cpu") / 0
    finally:
        assert tn.seterrcall(before) is not before
    assert found == ["divide by zero"]


PAIRS = [
    (["b", "a"], ["b", "a"]),
    (["b", "a"], ["b"]),
    (np.array([1, 2], object), [1, 2]),
    (np.array(["2020"], "M8[Y]"), np.array(["2021"], "M8[Y]")),
    ([1.0, 2.0], ["1.0", "2.0"]),
    ([[1], [2, 3]], [[1], [2, 3]]),
    (3, object()),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_equality_of_host_data(device, pair):
    for name in ("array_equal", "array_equiv"):
        assert getattr(tn, name)(*pair) == getattr(np, name)(*pair)


def test_equality_is_no_guess(device):
    """What cannot be compared here is not said to differ."""
    x = tn.ones(2)
    assert tn.array_equal(x, np.array(1.0)) is False
    assert tn.array_equiv(x, np.array(1.0)) is True
    assert tn.array_equal(x, ["1.0", "1.0"]) is False
    for compare in (tn.array_equal, tn.array_equiv):
        if device == "cpu":
            assert compare(x, np.ones(2)) and not compare(x, np.zeros(2))
            continue
        with pytest.raises(TypeError, match="cannot be mixed"):
            compare(x, np.ones(2))


# ---- functions of NumPy ----

L = np.array(["b", "a", "b", "c"])
OBJECTS = np.array([3, Fraction(1, 2), 2], object)
D = np.array(["2026-03-01", "2026-01-01", "NaT"], "M8[D]")
M = np.array([True, False, True, False])

FUNCTIONS = {
    "unique": lambda xp: xp.unique(L),
    "unique, all": lambda xp: xp.unique(L, return_inverse=True, return_counts=True),
    "unique_counts": lambda xp: xp.unique_counts(L),
    "sort": lambda xp: xp.sort(L),
    "sort of a list": lambda xp: xp.sort(["b", "a"]),
    "sort of dates": lambda xp: xp.sort(D),
    "argsort": lambda xp: xp.argsort(L),
    "lexsort": lambda xp: xp.lexsort((L, L[::-1])),
    "searchsorted": lambda xp: xp.searchsorted(np.sort(L), ["b", "z"]),
    "partition": lambda xp: xp.partition(D, 1),
    "isin": lambda xp: xp.isin(L, ["a", "c"]),
    "union1d": lambda xp: xp.union1d(L, ["z"]),
    "intersect1d": lambda xp: xp.intersect1d(L, ["a", "z"]),
    "concatenate": lambda xp: xp.concatenate([L, L]),
    "stack": lambda xp: xp.stack([L, L]),
    "hstack": lambda xp: xp.hstack([L, ["z"]]),
    "split": lambda xp: xp.split(L, 2),
    "append": lambda xp: xp.append(L, "q"),
    "insert": lambda xp: xp.insert(L, 1, "q"),
    "delete": lambda xp: xp.delete(L, 0),
    "take": lambda xp: xp.take(L, [0, 3]),
    "repeat": lambda xp: xp.repeat(L, 2),
    "tile": lambda xp: xp.tile(L, (2, 2)),
    "roll": lambda xp: xp.roll(L, 1),
    "flip": lambda xp: xp.flip(L),
    "reshape": lambda xp: xp.reshape(L, (2, 2)),
    "transpose": lambda xp: xp.transpose(L.reshape(2, 2)),
    "broadcast_to": lambda xp: xp.broadcast_to(L, (2, 4)),
    "compress": lambda xp: xp.compress(M, L),
    "extract": lambda xp: xp.extract(M, L),
    "where": lambda xp: xp.where(M, L, "none"),
    "select": lambda xp: xp.select([L == "a", L == "b"], [L, L], "else"),
    "diff of dates": lambda xp: xp.diff(D),
    "max of dates": lambda xp: xp.max(D[:2]),
    "argmax": lambda xp: xp.argmax(D[:2]),
    "sum of objects": lambda xp: xp.sum(OBJECTS),
    "prod of objects": lambda xp: xp.prod(OBJECTS),
    "dot of objects": lambda xp: xp.dot(OBJECTS, OBJECTS),
    "nonzero": lambda xp: xp.nonzero(L),
    "count_nonzero": lambda xp: xp.count_nonzero(L),
    "errors": lambda xp: xp.sum(L),
    "other errors": lambda xp: xp.reshape(L, (3, 3)),
}


def placed(wanted, got):
    """NumPy's result, its arrays of numbers as arrays of ours."""
    if isinstance(wanted, (tuple, list)):
        assert len(wanted) == len(got)
        for pair in zip(wanted, got, strict=True):
            placed(*pair)
        return
    if isinstance(wanted, np.ndarray):
        ours = wanted.dtype.kind in "?iufcb"
        assert type(got) is (tn.ndarray if ours else np.ndarray)
        got = host(got)
        assert got.dtype == wanted.dtype
        return np.testing.assert_array_equal(got, wanted)
    assert type(got) is type(wanted) and got == wanted


@pytest.mark.parametrize("body", FUNCTIONS.values(), ids=FUNCTIONS)
def test_functions_of_host_data(device, body):
    wanted, error = outcome(lambda: body(np))
    got, ours = outcome(lambda: body(tn))
    if error is not None:
        assert type(ours) is type(error) and str(ours) == str(error)
        return
    assert ours is None, ours
    placed(wanted, got)


CHANGES = {
    "copyto": lambda xp, x, item: xp.copyto(x, item),
    "put": lambda xp, x, item: xp.put(x, [0, 2], item),
    "place": lambda xp, x, item: xp.place(x, M, [item]),
    "putmask": lambda xp, x, item: xp.putmask(x, M, item),
    "fill_diagonal": lambda xp, x, item: xp.fill_diagonal(x.reshape(2, 2), item),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("x, item", [(L, "q"), (np.arange(4.0), 7.0)])
def test_changes_of_numpy_arrays(device, name, x, item):
    wanted, got = x.copy(), x.copy()
    CHANGES[name](np, wanted, item)
    CHANGES[name](tn, got, item)
    np.testing.assert_array_equal(got, wanted)


def test_host_data_beside_our_arrays(device):
    x = tn.arange(4.0)
    for call in (
        lambda: tn.concatenate([L, x]),
        lambda: tn.where(x > 0, L, L),
        lambda: tn.sort(L[x > 0], out=x),
    ):
        with pytest.raises(TypeError):
            call()


HELD = {
    "ragged": lambda x: [x, x[:1]],
    "None": lambda x: [x, None],
    "matrices": lambda x: [x.reshape(2, 1), x.reshape(1, 2)[:0]],
    "a tuple": lambda x: [(x, x[:1]), (x, x)],
    "a list": lambda x: [[1, x], 2, x],
    "a dict": lambda x: [{"x": x}, 2],
}


@pytest.mark.parametrize("name", HELD)
def test_objects_that_hold_our_arrays(device, name):
    """They are held themselves, and so are the lists and dicts around them."""
    x, h = tn.array([1, 2]), np.array([1, 2])
    given, beside = HELD[name](x), HELD[name](h)
    with tn.config.using(fallback="allow"):
        made = tn.array(given, dtype=object)
    expected = np.array(beside, dtype=object)
    assert type(made) is np.ndarray and made.shape == expected.shape
    ours = [*made.ravel(), given]
    theirs = [*expected.ravel(), beside]
    for got, want in zip(ours, theirs, strict=True):
        assert type(got) is (tn.ndarray if type(want) is np.ndarray else type(want))
        if isinstance(got, (list, dict)) and got is not given:
            assert any(got is item for item in given)


@pytest.mark.parametrize("at", ["x", "y", "both"])
def test_where_of_none(device, at):
    x, h = tn.array([1.5, 2.5]), np.array([1.5, 2.5])
    given = {"x": (None, x), "y": (x, None), "both": (None, None)}[at]
    beside = [h if item is x else item for item in given]
    with tn.config.using(fallback="allow"):
        got = tn.where(x > 2, *given)
    assert got.dtype == object and got.tolist() == np.where(h > 2, *beside).tolist()
    with pytest.raises(ValueError, match="either both or neither of x and y"):
        tn.where(x > 2, None)


class Priority(np.ndarray):
    __array_priority__ = 3.0


IN_PLACE = {
    "dates": (operator.iadd, np.array(["2026-01-01", "2026-01-05"], "M8[D]")),
    "spans": (operator.imul, np.array([3, 4], "m8[s]")),
    "objects": (operator.isub, np.array([Fraction(1, 2), Fraction(3)])),
    "long doubles": (operator.itruediv, np.ones(2, np.longdouble)),
    "masked": (operator.iadd, np.ma.array([1, 2], mask=[0, 1])),
    "priority": (operator.iadd, np.array([1, 2]).view(Priority)),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_operators_in_place(device, name):
    op, h = IN_PLACE[name]
    held, x = h.copy(), tn.array([1, 2])
    with tn.config.using(fallback="allow"):
        if device != "cpu":
            with pytest.raises(
                TypeError, match="cannot be mixed|not copied to the host"
            ):
                op(held, x)
            return
        want, got = op(h.copy(), np.array([1, 2])), op(held, x)
    assert got is held and repr(got) == repr(want)


with warnings.catch_warnings(action="ignore"):
    SQUARE = np.matrix([[1.0, 1], [0, 2]])
COVERED = np.ma.array([[1.0, 1], [0, 2]], mask=[[0, 1], [0, 0]])
BESIDE_OURS = {
    "+=": lambda x, h: operator.iadd(x, h),
    "*=": lambda x, h: operator.imul(x, h),
    "@=": lambda x, h: operator.imatmul(x, h),
    "*": lambda x, h: x * h,
    "@": lambda x, h: x @ h,
    "r+": lambda x, h: h + x,
    "r*": lambda x, h: h * x,
    "r@": lambda x, h: h @ x,
    "r*=": lambda x, h: operator.imul(h.copy(), x),
    "item": lambda x, h: h * x[0, 1],
}


@pytest.mark.parametrize("name", BESIDE_OURS)
@pytest.mark.parametrize("h", [SQUARE, COVERED], ids=["matrix", "masked"])
def test_operators_beside_subclasses(name, h):
    """An array that is changed in place stays the same object, with all items."""
    a = np.array([[1.0, 2], [3, 4]])
    x = tn.array(a, device="cpu")
    with warnings.catch_warnings(action="ignore"):  # of matrices
        want = BESIDE_OURS[name](a, h)
        with tn.config.using(fallback="allow"):
            got = BESIDE_OURS[name](x, h)
    assert (got is x) == (want is a)
    if got is not x:
        assert type(got) is type(want)
    assert str(got) == str(want) and x.tolist() == a.tolist()


ASSIGNED = {
    "texts": np.array([["1", "2"], ["3", "4"]]),
    "words": np.array([["a", "b"], ["c", "d"]]),
    "objects": np.array([[1, Fraction(5, 2)], [3, 4]], object),
    "long doubles": np.array([[1, 2], [3, 4]], np.longdouble),
    "spans": np.array([[1, 2], [3, 4]], "m8[s]"),
    "fields": np.array([[(1,), (2,)], [(3,), (4,)]], [("a", "f8")]),
    "other order": np.array([[1, 2], [3, 4]], ">f8"),
    "masked": COVERED,
    "matrix": SQUARE,
}
PLACES = {
    "all": lambda x, h: x.__setitem__(slice(None), h),
    "row": lambda x, h: x.__setitem__(1, np.asarray(h)[0]),
    "list": lambda x, h: x.__setitem__([1, 0], h),
    "mask": lambda x, h: x.__setitem__(x > 0, np.asarray(h).ravel()),
    "item": lambda x, h: x.__setitem__((0, 1), np.asarray(h)[1, 1:].reshape(())),
}


@pytest.mark.parametrize("name", ASSIGNED)
@pytest.mark.parametrize("place", PLACES)
def test_items_of_other_dtypes_are_assigned(device, name, place):
    def assigned(xp, x):
        PLACES[place](x, ASSIGNED[name])
        return x

    same_or_error(assigned, device, np.array([[1.0, 2], [3, 4]]))


def test_broadcast_arrays_keeps_host_data(device):
    """Nothing is computed, so each argument stays what it is."""
    x = tn.arange(4.0)
    ours, labels, nothing = tn.broadcast_arrays(x[:, None], L, None)
    assert ours.device == device
    assert ours.shape == labels.shape == nothing.shape == (4, len(L))
    assert isinstance(labels, np.ndarray)
    assert labels[2].tolist() == L.tolist()
    assert nothing.dtype == object
    with pytest.raises(ValueError, match="shape mismatch"):
        tn.broadcast_arrays(x[:3], L)


def test_a_program_with_labels(device):
    """Groups of numbers by their labels, on whatever device the numbers are."""
    x = tn.asarray([1.0, 2.0, 3.0, 4.0])
    names, group, counts = tn.unique(L, return_inverse=True, return_counts=True)
    sums = tn.bincount(group, weights=x)
    table = {name: float(s) for name, s in zip(names, sums / counts, strict=True)}
    assert table == {"a": 2.0, "b": 2.0, "c": 4.0}
    assert float(x[L == "b"].sum()) == 4.0
    assert list(names[np.argsort(-sums.get())]) == ["b", "c", "a"]


# ---- arrays with operations of their own ----

MASKED = np.ma.array([3.0, 1.0, 2.0, 5.0], mask=[0, 1, 0, 0])
with warnings.catch_warnings(action="ignore"):
    MATRIX = np.matrix([[1.0, 2.0], [3.0, 5.0]])

OF_MASKED = {
    "sum": lambda xp, m: xp.sum(m),
    "mean": lambda xp, m: xp.mean(m),
    "std": lambda xp, m: xp.std(m, ddof=1),
    "cumsum": lambda xp, m: xp.cumsum(m),
    "diff": lambda xp, m: xp.diff(m),
    "sort": lambda xp, m: xp.sort(m),
    "round": lambda xp, m: xp.round(m),
    "concatenate": lambda xp, m: xp.concatenate([m, m]),
    "unique": lambda xp, m: xp.unique(m),
    "sqrt": lambda xp, m: xp.sqrt(m),
    "add": lambda xp, m: xp.add(m, 1),
    "reduce": lambda xp, m: xp.add.reduce(m, axis=0),
    "outer": lambda xp, m: xp.multiply.outer(m, m),
    "items": lambda xp, m: tn.asnumpy(xp.asarray(m)),
    "asanyarray": lambda xp, m: xp.asanyarray(m),
    "array": lambda xp, m: xp.array(m, subok=True),
    "copy": lambda xp, m: xp.copy(m, subok=True),
    "require": lambda xp, m: xp.require(m, requirements="C"),
    "zeros_like": lambda xp, m: xp.zeros_like(m),
    "ones_like": lambda xp, m: xp.ones_like(m, dtype=int),
    "full_like": lambda xp, m: xp.full_like(m, 2.5),
    "nan_to_num": lambda xp, m: xp.nan_to_num(m),
    "real_if_close": lambda xp, m: xp.real_if_close(m),
    "polyval": lambda xp, m: xp.polyval([1, 2], m),
    "poly1d": lambda xp, m: xp.poly1d([1, 2])(m),
    "Polynomial": lambda xp, m: xp.polynomial.Polynomial([1, 2])(m),
}
OF_MATRICES = {
    "sum": lambda xp, m: xp.sum(m, axis=0),
    "exp": lambda xp, m: xp.exp(m),
    "dot": lambda xp, m: xp.dot(m, m),
    "matmul": lambda xp, m: xp.matmul(m, m),
    "transpose": lambda xp, m: xp.transpose(m),
    "inv": lambda xp, m: xp.linalg.inv(m),
    "power": lambda xp, m: xp.linalg.matrix_power(m, 3),
    "asanyarray": lambda xp, m: xp.asanyarray(m),
    "zeros_like": lambda xp, m: xp.zeros_like(m),
}


@pytest.mark.parametrize("name", OF_MASKED)
def test_masks_are_kept(device, name):
    if device != "cpu" and name in ("polyval", "poly1d", "Polynomial"):
        with pytest.raises(TypeError):  # coefficients on a GPU beside a host array
            OF_MASKED[name](tn, MASKED)
        return
    want, got = OF_MASKED[name](np, MASKED), OF_MASKED[name](tn, MASKED)
    assert type(got) is type(want) and repr(got) == repr(want)


@pytest.mark.parametrize("name", OF_MATRICES)
def test_matrices_stay_matrices(device, name):
    want, got = OF_MATRICES[name](np, MATRIX), OF_MATRICES[name](tn, MATRIX)
    assert type(got) is type(want) and repr(got) == repr(want)


@pytest.mark.parametrize("h", [MASKED, MATRIX], ids=type)
def test_items_of_subclasses_on_a_device(device, h):
    for make in (tn.asanyarray, tn.zeros_like, tn.ones_like):
        assert isinstance(make(h, device=device), tn.ndarray)
    for make in (tn.array, tn.copy, tn.zeros_like):
        assert type(make(h, subok=False)) is tn.ndarray


def test_operators_of_masked_arrays_answer(device):
    x = tn.arange(4.0)
    calls = (lambda: x * MASKED, lambda: x - MASKED, lambda: x < MASKED)
    for call in calls:
        if device != "cpu":
            with pytest.raises(TypeError, match="cannot be mixed"):
                call()
            continue
        assert isinstance(call(), np.ma.MaskedArray)
        assert call().mask.tolist() == [False, True, False, False]
    with pytest.raises(TypeError, match="cannot be mixed"):
        tn.add(x, MASKED)


class Metres:
    """An object whose `__array__` gives an array of this package."""

    def __array__(self, dtype=None, copy=None):
        return tn.array([1.5, 2.5])


def test_objects_that_give_our_arrays(device):
    x = Metres()
    check(np.array([1.5, 2.5]), tn.array(x))
    check(np.array([1.5, 2.5], "f4"), tn.asarray(x, dtype="f4"))
    check(np.array([[1.5, 2.5], [1.5, 2.5]]), tn.array([x, x]))
    check(np.array([2.5, 3.5]), tn.add(x, 1))
    check(np.array([1.5, 2.5, 0.0]), tn.concatenate([x, [0.0]]))
    assert float(tn.sum(x)) == 4.0
    y = tn.zeros((2, 2))
    y[0] = x
    check(np.array([[1.5, 2.5], [0.0, 0.0]]), y)


def test_order_of_fields(device):
    people = np.array([("b", 2), ("a", 3)], dtype=[("name", "U1"), ("age", int)])
    for order in ("name", ["age", "name"]):
        same_host(lambda xp: xp.sort(people, order=order))  # noqa: B023
    check(np.argsort(people, order="name"), tn.argsort(people, order="name"))


def test_concatenation_by_indexing(device):
    for xp in (np, tn):
        assert xp.r_[L, ["x"]].tolist() == [*L, "x"]
    want = np.c_[L, np.arange(4)]
    assert tn.c_[L, np.arange(4)].tolist() == want.tolist()
    with pytest.raises(TypeError):  # without the fallback
        tn.c_[L, tn.arange(4)]
    with tn.config.using(fallback="allow", mixed="copy"):
        assert tn.c_[L, tn.arange(4)].tolist() == want.tolist()
    if device != "cpu":
        with tn.config.using(fallback="allow"), pytest.raises(TypeError, match="mixed"):
            tn.c_[L, tn.arange(4)]


def test_windows_of_host_data(device):
    h = tn.lib.stride_tricks.sliding_window_view(L, 2)
    assert type(h) is np.ndarray and h.tolist() == [["b", "a"], ["a", "b"], ["b", "c"]]


@pytest.mark.parametrize(
    "dtype", [[("a", "i4"), ("b", "i4")], ">i8", "S8", "M8[s]", np.dtype((np.void, 8))]
)
def test_views_as_host_data(device, dtype):
    x = tn.arange(4)
    if device != "cpu":
        with pytest.raises(TypeError):
            x.view(dtype)
        return
    h = x.view(dtype)
    assert type(h) is np.ndarray
    assert h.tobytes() == np.arange(4).view(dtype).tobytes()
    x[0] = 7
    assert h.tobytes() == host(x).tobytes()


def test_frombuffer_shares_memory_on_the_cpu(device):
    memory = bytearray(8)
    x = tn.frombuffer(memory, "u2")
    x[:] = [1, 2, 3, 513]
    x += 1
    want = np.array([2, 3, 4, 514], "u2")
    check(want, x)
    assert bytes(memory) == (want.tobytes() if device == "cpu" else bytes(8))
    with pytest.raises(ValueError, match="read-only"):
        np.frombuffer(bytes(4), "u2")[0] = 1
    if device == "cpu":
        with pytest.raises(ValueError, match="read-only"):
            tn.frombuffer(bytes(4), "u2")[0] = 1
        assert not tn.frombuffer(b"", "u2").flags.writeable
        assert tn.frombuffer(bytearray(), "u2").flags.writeable


def test_ufuncs_give_keywords_of_methods_to_others(device):
    class Other:
        def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
            return method, keywords

    assert tn.add.reduce(Other(), axis=1) == ("reduce", {"axis": 1})
    assert tn.add.accumulate(Other(), axis=1) == ("accumulate", {"axis": 1})
    assert tn.add.reduceat(Other(), [0], axis=1) == ("reduceat", {"axis": 1})


def test_modules_of_numpy_that_programs_import():
    from tenorite.lib import recfunctions
    from tenorite.version import version

    assert recfunctions is np.lib.recfunctions or recfunctions.append_fields
    assert version == tn.__version__ == tn.version.version

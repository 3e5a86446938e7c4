# SPDX-License-Identifier: Apache-2.0
"""What no kernel takes runs in NumPy on the host: results, writes, errors, settings,
the counter. NumPy is the oracle."""

import inspect
import json
import math
import sys
import threading
import warnings
from fractions import Fraction

import numba
import numpy as np
import numpy.lib.recfunctions
import pytest
import scipy.special
import tenorite as tn
from numpy._core.overrides import array_function_dispatch
from support.helpers import check, host, in_python, outcome
from tenorite._array import fallback
from tenorite._runtime import fallbacks

X = np.array([0.5, 1.5, 2.5])
SUPPORTED = "?bBhHiIlLqQefdFD"

# The ufunc itself: with SCIPY_ARRAY_API, scipy.special.expit asks our namespace first.
EXPIT = scipy.special._ufuncs.expit


@pytest.fixture(autouse=True)
def allowed(settings_as_before):
    """The fallback without warnings, which the settings' own tests are for."""
    with tn.config.using(fallback="allow"):
        yield


@pytest.fixture
def apart(monkeypatch):
    """The way of a GPU, whose memory NumPy does not see, for arrays of the CPU device."""
    monkeypatch.setattr(fallback, "is_in_host_memory", lambda a: False)


# ---- functions of NumPy that we do not have ----


def _only(a):
    return (a,)


def _and_out(a, out=None):
    return a, out


@array_function_dispatch(_and_out)
def twice(a, out=None):
    return np.multiply(a, 2, out=out)


@array_function_dispatch(_only)
def sort(a):
    """A function of others with the name of one of ours."""
    return a[::-1] * 2


@array_function_dispatch(_only)
def parts(a):
    return [a * 2, (a.sum(), "text")], {"first": a[:1].astype("U4")}, len(a), a[0] > 0


@array_function_dispatch(_only)
def unchanged(a):
    return a


@array_function_dispatch(_only)
def every_other(a):
    return a[::-2]


@array_function_dispatch(_only)
def overwritten(a):
    a[...] = 7
    return a.sum()


@numba.vectorize(["f8(f8, f8)"])
def add(a, b):
    """A ufunc of others with the name of one of ours."""
    return a * b + 100


@numba.guvectorize(["(f8[:], f8[:], f8[:])"], "(n),(n)->(n)")
def reversed_sum(a, b, c):
    for i in range(len(a)):
        c[i] = a[i] + b[len(a) - 1 - i]


as_fraction = np.frompyfunc(Fraction, 1, 1)


def recursive(n):
    return n if n < 2 else recursive(n - 1) + recursive(n - 2)


def of_text(x):
    return "low" if x < 1 else "high"


def last_of_list(x):
    return [x * 2 for _ in range(3)][-1]


# By name: the call, as one of NumPy or of ours.
CALLS = {
    "function": lambda xp, x: twice(x),
    "function, name": lambda xp, x: sort(x),
    "function, results": lambda xp, x: parts(x),
    "function, view": lambda xp, x: every_other(x),
    "function of a list": lambda xp, x: np.lib.recfunctions.merge_arrays([x, x]),
    "sum, object": lambda xp, x: xp.sum(x, dtype=object),
    "sum, long double": lambda xp, x: xp.sum(x, dtype="longdouble"),
    "cumsum": lambda xp, x: xp.cumsum(x, dtype=object),
    "mean": lambda xp, x: xp.mean(x, dtype=np.longdouble),
    "numpy.cumprod": lambda xp, x: np.cumprod(x, dtype=object),
    "where": lambda xp, x: xp.where(x > 1, "high", "low"),
    "full_like": lambda xp, x: xp.full_like(x, 3, dtype="M8[s]"),
    "asarray": lambda xp, x: xp.asarray(x, dtype=object),
    "quantile": lambda xp, x: xp.quantile(x.astype(int), Fraction(1, 2)),
    "isin": lambda xp, x: xp.isin(x, [Fraction(1, 2), 7]),
    "append": lambda xp, x: xp.append(x, "text"),
    "linalg.norm": lambda xp, x: np.linalg.multi_dot([x, [Fraction(1, 2)] * 3]),
    "x.sum": lambda xp, x: x.sum(dtype=object),
    "x.prod": lambda xp, x: x.prod(0, "longdouble"),
    "x.cumsum": lambda xp, x: x.cumsum(dtype=object),
    "x.astype": lambda xp, x: x.astype("U3"),
    "x.astype(object)": lambda xp, x: x.astype(object, order="F"),
    "x.dot": lambda xp, x: x.dot([Fraction(1, 2), 1, 2]),
    "operator": lambda xp, x: x + Fraction(1, 2),
    "reflected": lambda xp, x: np.timedelta64(3, "s") * x,
    "comparison": lambda xp, x: x < Fraction(3, 2),
    "equality": lambda xp, x: x == Fraction(3, 2),
    "ufunc": lambda xp, x: xp.multiply(x, Fraction(1, 2)),
    "ufunc, dtype": lambda xp, x: xp.add(x, 1, dtype=object),
    "reduce": lambda xp, x: xp.add.reduce(x, dtype=object),
    "accumulate": lambda xp, x: xp.multiply.accumulate(x, dtype=object),
    "reduceat": lambda xp, x: xp.add.reduceat(x, [0, 1], dtype=object),
    "outer": lambda xp, x: xp.multiply.outer(x, [Fraction(1, 2), 1]),
    "numpy.add.reduce": lambda xp, x: np.add.reduce(x, dtype=object),
    "scipy.special": lambda xp, x: scipy.special.jv(1, x),
    "scipy.special, dtype": lambda xp, x: EXPIT(x, dtype="longdouble"),
    "scipy.special, two": lambda xp, x: scipy.special.fresnel(x),
    "scipy.special, outer": lambda xp, x: scipy.special.jv.outer([0, 1], x),
    "numba": lambda xp, x: add(x, x),
    "numba, reduce": lambda xp, x: add.reduce(x),
    "numba, accumulate": lambda xp, x: add.accumulate(x),
    "numba, guvectorize": lambda xp, x: reversed_sum(x, x),
    "frompyfunc": lambda xp, x: as_fraction(x),
    "vectorize, list": lambda xp, x: xp.vectorize(last_of_list)(x),
    "vectorize, text": lambda xp, x: xp.vectorize(of_text)(x),
    "vectorize, itself": lambda xp, x: xp.vectorize(recursive)(x.astype(int) + 8),
    "vectorize, builtin": lambda xp, x: xp.vectorize(round)(x, 0),
    "vectorize, math": lambda xp, x: xp.vectorize(math.gcd)(x.astype(int), 6),
    "vectorize, any number": lambda xp, x: xp.vectorize(lambda *a: max(a))(x, 1, 2),
    "vectorize, otypes": lambda xp, x: xp.vectorize(of_text, otypes="O")(x),
    "vectorize, signature": lambda xp, x: xp.vectorize(
        lambda a: a[::-1], signature="(n)->(n)"
    )(x),
    "vectorize, two results": lambda xp, x: xp.vectorize(lambda a: (a, str(a)))(x),
    "vectorize, excluded": lambda xp, x: xp.vectorize(
        lambda a, d: d["k"] * a, excluded=["d"]
    )(x, d={"k": 2}),
}
if np.lib.NumpyVersion(np.__version__) >= "2.4.0":
    CALLS["x.astype, values"] = lambda xp, x: (x * 2).astype("i4", casting="same_value")
# They answer with every setting.
ALWAYS = {"full_like", "asarray", "comparison", "equality", "frompyfunc"}
# NumPy computes, and what it gives is refused.
REFUSED_LATE = {"operator", "reflected", "ufunc"}


def placed(wanted, got, device):
    """NumPy's result: numbers as arrays and scalars of the device, the rest as it is."""
    if isinstance(wanted, (tuple, list)):
        assert type(got) is type(wanted) and len(got) == len(wanted)
        for pair in zip(wanted, got, strict=True):
            placed(*pair, device)
    elif isinstance(wanted, dict):
        assert got.keys() == wanted.keys()
        placed(list(wanted.values()), list(got.values()), device)
    elif (
        isinstance(wanted, (np.ndarray, np.generic)) and wanted.dtype.char in SUPPORTED
    ):
        assert isinstance(got, tn.ndarray) and got.device == device
        check(wanted, got, order=False)
    else:
        assert type(got) is type(wanted)
        if hasattr(wanted, "dtype"):
            assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("name", CALLS)
def test_results_are_numpys(device, name):
    before = fallbacks.counts()
    got = CALLS[name](tn, tn.asarray(X))
    placed(CALLS[name](np, X), got, device)
    (row,) = fallbacks.between(before, fallbacks.counts())
    assert row.file == __file__ and row.device == device and row.calls == 1
    # Line numbers of the table above.
    lines, first = inspect.getsourcelines(CALLS[name])
    assert first <= row.line < first + len(lines) or name == "vectorize, excluded"
    assert row.bytes >= len(X)


@pytest.mark.parametrize("name", CALLS)
def test_the_way_of_a_gpu(apart, name):
    """Copies there and back, though on the CPU device."""
    with tn.Device("cpu"):
        placed(CALLS[name](np, X), CALLS[name](tn, tn.asarray(X)), "cpu")


@pytest.mark.parametrize("name", CALLS)
def test_error_is_the_refusal(device, name):
    x = tn.asarray(X)
    with tn.config.using(fallback="error"):
        if name in ALWAYS:
            placed(CALLS[name](np, X), CALLS[name](tn, x), device)
            return
        before = fallbacks.counts()
        with pytest.raises((TypeError, NotImplementedError, tn.KernelSyntaxError)):
            CALLS[name](tn, x)
        assert name in REFUSED_LATE or fallbacks.counts() == before


@pytest.mark.parametrize("setting", ["auto", "warn"])
@pytest.mark.parametrize("name", CALLS)
def test_one_warning_for_each_line(device, setting, name):
    x = tn.asarray(X)
    with tn.config.using(fallback=setting), warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        for _ in range(3):
            CALLS[name](tn, x)
    expected = setting == "warn" or device != "cpu"
    assert [x.category for x in w] == [tn.PerformanceWarning] * expected
    for warning in w:
        row = [
            x for x in tn.fallbacks() if x[1:3] == (warning.filename, warning.lineno)
        ]
        assert row and row[0].function in str(warning.message)
        assert "bytes" in str(warning.message)


# ---- settings ----


@pytest.mark.parametrize("setting", ["auto", "allow", "warn", "error"])
@pytest.mark.parametrize("name", ["cpu", "cuda:0", "cuda:1"])
def test_policy(setting, name):
    with tn.config.using(fallback=setting):
        usual = "allow" if name == "cpu" else "warn"
        assert fallbacks.policy(name) == (usual if setting == "auto" else setting)


def test_setting():
    with tn.config.using(fallback="error"):
        assert tn.config.fallback == "error"
        assert "fallback='error'" in repr(tn.config)
    assert tn.config.fallback == "allow"
    words = "fallback must be 'auto', 'allow', 'warn' or 'error', not 'numpy'"
    with pytest.raises(ValueError, match=words):
        tn.config.fallback = "numpy"
    assert tn.config.fallback == "allow"


@pytest.mark.parametrize("value", ["auto", "warn", "error", ""])
def test_environment(value):
    code = "import tenorite; print(tenorite.config.fallback)"
    assert in_python(code, TENORITE_FALLBACK=value) == (value or "auto")


def test_wrong_environment():
    code = """
try:
    import tenorite
except ValueError as error:
    print(error)
"""
    text = in_python(code, TENORITE_FALLBACK="yes")
    assert "TENORITE_FALLBACK must be 'auto', 'allow', 'warn' or 'error'" in text


def test_text_of_the_warning():
    """On a GPU and on the CPU device; at the line, once, until it is set again."""

    def warned(device):
        with warnings.catch_warnings(record=True) as w:
            warnings.simplefilter("always")
            for _ in range(2):
                fallbacks.count("numpy.f", device, 1600, warn=True)
        return w

    (first,) = warned("cuda:7")
    assert str(first.message) == (
        "no kernel for this call of numpy.f on cuda:7: NumPy ran it on the host, 1600 "
        "bytes moved between it and the host (see tenorite.config.fallback)"
    )
    assert issubclass(first.category, RuntimeWarning) and first.filename == __file__
    assert "1600 bytes a GPU would move" in str(warned("cpu")[0].message)
    assert not warned("cuda:7")
    with tn.config.using(fallback="error"):
        assert warned("cuda:7")


def test_a_warning_that_is_an_error_is_raised_each_time():
    for _ in range(2):
        with warnings.catch_warnings(action="error", category=tn.PerformanceWarning):
            with pytest.raises(tn.PerformanceWarning):
                fallbacks.count("numpy.g", "cuda:0", 8, warn=True)


# ---- what is written ----

WRITES = {
    "out=": lambda x, out: twice(x, out=out),
    "out by position": lambda x, out: twice(x, out),
    "ufunc": lambda x, out: scipy.special.jv(1, x, out=out),
    "ufunc, tuple": lambda x, out: scipy.special.jv(1, x, out=(out,)),
    "part": lambda x, out: tn.add(
        x, Fraction(1, 2), out=out, casting="unsafe", where=[True, False, True]
    ),
    "numba": lambda x, out: add(x, x, out=out),
    "numba, by position": lambda x, out: add(x, x, out),
    "numba, guvectorize": lambda x, out: reversed_sum(x, x, out=out),
    "accumulate": lambda x, out: add.accumulate(x, out=out),
    "add": lambda x, out: tn.add(x, [Fraction(1), 1, 1], out=out, casting="unsafe"),
    "the operand": lambda x, out: twice(out, out=out),
    "shifted": lambda x, out: twice(out[:2], out=out[1:]),
}


def as_numpy(call):
    """The same call of NumPy; `tn` of a lambda is NumPy's."""
    namespace = {**call.__globals__, "tn": np}
    return type(call)(call.__code__, namespace)


@pytest.mark.parametrize("name", WRITES)
def test_out_is_filled(device, name):
    out, theirs = tn.full(3, -1.0), np.full(3, -1.0)
    result = WRITES[name](tn.asarray(X), out)
    as_numpy(WRITES[name])(X, theirs)
    check(theirs, out)
    assert result is out or name == "shifted"


@pytest.mark.parametrize("name", WRITES)
def test_out_is_filled_the_way_of_a_gpu(apart, name):
    with tn.Device("cpu"):
        test_out_is_filled("cpu", name)


def test_several_outputs(device):
    outs = tn.zeros(3), tn.zeros(3)
    got = scipy.special.fresnel(tn.asarray(X), out=outs)
    assert got[0] is outs[0] and got[1] is outs[1]
    check(scipy.special.fresnel(X), got)


def test_first_arguments_that_are_changed(device):
    x, theirs = tn.zeros((3, 3)), np.zeros((3, 3))
    for xp, a in ((np, theirs), (tn, x)):
        xp.copyto(a.T[1:], np.longdouble(2.5), where=[True, False, True])
        xp.fill_diagonal(a, np.longdouble(7))
    check(theirs, x)
    assert x[1, 1] == 7
    y = tn.asarray(X)
    scipy.special.jv.at(y, [0, 0, 2], 1.0)
    z = X.copy()
    scipy.special.jv.at(z, [0, 0, 2], 1.0)
    check(z, y)


def test_first_arguments_the_way_of_a_gpu(apart):
    with tn.Device("cpu"):
        test_first_arguments_that_are_changed("cpu")


def test_no_write_is_lost(device):
    """A function of which nobody knows that it writes: it does, or it says so."""
    x = tn.asarray(X)
    if device == "cpu":
        assert overwritten(x) == 21
        check(np.full(3, 7.0), x)
        return
    with pytest.raises(ValueError, match="read-only"):
        overwritten(x)


def test_no_write_is_lost_the_way_of_a_gpu(apart):
    x = tn.asarray(X, device="cpu")
    with pytest.raises(ValueError, match="read-only"):
        overwritten(x)
    check(X, x)


def test_read_only_arrays_stay_so(device):
    x = tn.broadcast_to(tn.asarray(1.0), (3,))
    for write in (
        lambda: tn.copyto(x, np.longdouble(3)),
        lambda: twice(x, out=x),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()


CHANGES = {
    "copyto": lambda xp, x, h: xp.copyto(x, h),
    "put": lambda xp, x, h: xp.put(x, [0, 2], h),
    "place": lambda xp, x, h: xp.place(x, x > 1, h),
    "putmask": lambda xp, x, h: xp.putmask(x, x > 1, h),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_with_values_that_no_device_has(device, name):
    h = np.array([7, 8, 9], "longdouble")
    x, y = tn.asarray(X), X.copy()
    if device != "cpu":
        with pytest.raises(TypeError, match="cannot be mixed"):
            CHANGES[name](tn, x, h)
        return
    _, wanted = outcome(lambda: CHANGES[name](np, y, h))
    _, got = outcome(lambda: CHANGES[name](tn, x, h))
    assert (type(got), str(got)) == (type(wanted), str(wanted))
    check(y, x)


@pytest.mark.parametrize("name", CHANGES)
def test_changes_of_numpy_arrays_with_ours(device, name):
    h, y = X.copy(), X.copy()
    if device != "cpu":
        with pytest.raises(TypeError, match="cannot be mixed|ndarray"):
            CHANGES[name](tn, h, tn.asarray(X * 3))
        return
    CHANGES[name](np, y, X * 3)
    CHANGES[name](tn, h, tn.asarray(X * 3))
    np.testing.assert_array_equal(h, y)


# ---- memory ----


def test_nothing_is_copied_on_the_cpu():
    with tn.Device("cpu"):
        x = tn.arange(6.0)
        view = every_other(x)
        assert np.shares_memory(np.asarray(view), np.asarray(x))
        view[...] = -1
        check(np.array([0, -1.0, 2, -1, 4, -1]), x)
        assert unchanged(x) is x
        h = np.arange(3.0)
        assert every_other(tn.broadcast_to(x[:1], (3,))).flags.writeable is False
        assert scipy.special.jv(1, x[:3], out=h) is h
        check(scipy.special.jv(1, x[:3].get()), h)


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3, 4)])
def test_shapes_and_layouts(device, shape):
    h = np.arange(math.prod(shape), dtype="f4").reshape(shape)
    for layout in (h, h.T, h[..., ::-1] if shape else h):
        x = tn.asarray(layout)
        x = x if layout.flags.c_contiguous else tn.asarray(h).T if layout is h.T else x
        got = scipy.special.jv(1, x)
        assert got.device == device
        check(scipy.special.jv(1, layout), got, order=False)


def test_scalars(device):
    x = tn.asarray(X)
    got = scipy.special.jv(1, x[0])
    assert tn.isscalar(got) and got.device == device
    check(scipy.special.jv(1, X[0]), got)
    got = twice(tn.asarray(2.0))
    check(twice(np.asarray(2.0)), got)


def test_results_go_where_the_arguments_came_from():
    x = tn.asarray(X, device="cpu")
    assert twice(x).device == "cpu"
    assert tn.vectorize(last_of_list)(x).device == "cpu"


def test_two_devices(device):
    if device == "cpu":
        pytest.skip("there is one device")
    x, y = tn.asarray(X), tn.asarray(X, device="cpu")
    with pytest.raises(ValueError, match="different devices"):
        scipy.special.jv(x, y)


def test_numpy_arrays_beside_ours(device):
    x = tn.asarray(X)
    calls = (
        lambda: scipy.special.jv(x, X),
        lambda: scipy.special.jv(X, x),
        lambda: twice(x, out=X.copy()),
        lambda: tn.concatenate([x, np.array(["a"])]),
    )
    for call in calls:
        if device == "cpu":
            call()
            continue
        with pytest.raises(TypeError, match="cannot be mixed"):
            call()
        with tn.config.using(mixed="copy"):
            call()


# ---- errors ----


class Own(Exception):
    pass


def failing(*args):
    raise Own("of the user")


ERRORS = {
    "axis": lambda xp, x: xp.sum(x, axis=3, dtype=object),
    "shapes": lambda xp, x: xp.add(x, [1, 2], dtype=object),
    "no loop": lambda xp, x: xp.sin(x, dtype="U3"),
    "shapes of a ufunc": lambda xp, x: scipy.special.jv(x, [1, 2]),
    "types of a ufunc": lambda xp, x: scipy.special.jv(x, 1j, 3, 4, 5),
    "out of a ufunc": lambda xp, x: scipy.special.jv(1, x, out=x[:2]),
    "text as a number": lambda xp, x: np.busday_count(x, x),
    "vectorize": lambda xp, x: xp.vectorize(failing)(x),
    "frompyfunc": lambda xp, x: np.frompyfunc(failing, 1, 1)(x),
    "vectorize, size 0": lambda xp, x: xp.vectorize(of_text)(x[:0]),
    "sum of texts": lambda xp, x: xp.sum(x.astype("U3")),
    "cast": lambda xp, x: xp.add(x, Fraction(1, 2), out=x),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_numpys(device, name):
    _, wanted = outcome(lambda: ERRORS[name](np, X.copy()))
    assert wanted is not None
    with pytest.raises(type(wanted)) as caught:
        ERRORS[name](tn, tn.asarray(X))
    assert str(caught.value) == str(wanted)
    # Not "during handling of the above exception".
    assert caught.value.__context__ is None or wanted.__context__ is not None


def test_refusals_in_functions_of_the_user_are_theirs(device):
    calls = []

    def of_row(row):
        calls.append(row)
        return tn.zeros(3, object, device=device)

    for call in (
        lambda: tn.apply_along_axis(of_row, 0, tn.ones((2, 2))),
        lambda: tn.fromfunction(of_row, (3,)),
    ):
        calls.clear()
        with pytest.raises(TypeError, match="does not support dtype object"):
            call()
        assert len(calls) == 1


def test_devices_that_are_asked_for_are_not_ignored(device):
    x = tn.asarray(X)
    for call in (
        lambda: tn.asarray(x, object, device=device),
        lambda: x.astype(object, device=device),
        lambda: tn.full_like(x, 1, "U1", device=device),
    ):
        with pytest.raises(TypeError, match="does not support dtype"):
            call()


def test_vectorize_knows_at_once_what_it_refuses():
    with tn.config.using(fallback="error"):
        for make in (
            lambda: tn.vectorize(len),
            lambda: tn.vectorize(of_text, otypes=[object]),
            lambda: tn.vectorize(of_text, signature="()->()"),
        ):
            with pytest.raises((TypeError, NotImplementedError)):
                make()
    late = tn.vectorize(len)
    with (
        tn.config.using(fallback="error"),
        pytest.raises(TypeError, match="whose text"),
    ):
        late(["a"])
    with pytest.raises(TypeError, match="needs a function"):
        tn.vectorize(3)


def test_no_compiler(device, monkeypatch):
    def missing(*args, **kwargs):
        raise tn.CompilerNotFound("none")

    from tenorite._kernels import generated

    monkeypatch.setattr(generated.GeneratedKernel, "__call__", missing)
    f = tn.vectorize(lambda x: x + 0.25)
    check(X + 0.25, f(tn.asarray(X)))
    with tn.config.using(fallback="error"), pytest.raises(tn.CompilerNotFound):
        f(tn.asarray(X))


# ---- the counter ----


def test_counts_of_a_line(device):
    x = tn.asarray(X)
    before = fallbacks.counts()
    for _ in range(4):
        scipy.special.jv(1, x)
        line = inspect.currentframe().f_lineno - 1
    twice(x)
    jv, double = fallbacks.between(before, fallbacks.counts())
    assert jv == ("scipy.special.jv", __file__, line, device, 4, 4 * 2 * X.nbytes)
    assert double.function == f"{__name__}.twice" and double.bytes == 2 * X.nbytes
    text = str(tn.fallbacks())
    for word in ("scipy.special.jv", "test_fallback.py", str(line), device, "calls"):
        assert word in text
    assert jv.line in {x.line for x in tn.fallbacks()}


def test_the_line_is_the_programs(device):
    """Not one of a library that calls us."""
    x = tn.asarray(X)
    before = fallbacks.counts()
    numba.np.ufunc.dufunc.DUFunc.__call__(add, x, x)
    (row,) = fallbacks.between(before, fallbacks.counts())
    assert row.file == __file__


def test_profile(device):
    x = tn.asarray(X)
    scipy.special.jv(1, x)
    with tn.profile() as p:
        assert p.fallbacks == []
        scipy.special.jv(1, x)
        assert p.fallbacks[0].calls == 1
        twice(x)
    twice(x)
    assert [(f.function, f.calls) for f in p.fallbacks] == [
        ("scipy.special.jv", 1),
        (f"{__name__}.twice", 1),
    ]
    assert "scipy.special.jv" in p.table() and "test_fallback.py" in p.table()
    rows = json.loads(p.to_json())["fallbacks"]
    assert rows[0]["function"] == "scipy.special.jv" and rows[0]["line"] > 0
    with tn.profile() as empty:
        x + 1
    assert empty.fallbacks == [] and "in NumPy" not in empty.table()


def test_nothing_is_counted_where_nothing_falls_back(device):
    x = tn.asarray(X)
    before = fallbacks.counts()
    for call in (
        lambda: np.sin(x) + x,
        lambda: np.concatenate([x, x]),
        lambda: scipy.special.erf(x),
        lambda: tn.unique(["b", "a"]),
        lambda: tn.zeros(3, object),
        lambda: np.linalg.norm(x),
    ):
        call()
    assert fallbacks.counts() == before


def test_threads_count_together(device):
    x = tn.asarray(X)
    before = fallbacks.counts()

    def work():
        for _ in range(20):
            twice(x)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (row,) = fallbacks.between(before, fallbacks.counts())
    assert row.calls == 80 and row.bytes == 80 * 2 * X.nbytes


def test_mixed_copies_are_counted(device):
    x = tn.asarray(X)
    with tn.config.using(mixed="copy"), tn.profile() as p:
        x + X
        tn.concatenate([X, x])
        tn.where(x > 1, x, X)
    copies = [(f.function, f.device, f.calls, f.bytes) for f in p.fallbacks]
    if device == "cpu":
        assert not copies
    else:
        assert copies == [("asarray", device, 1, X.nbytes)] * 3


def test_what_the_core_calls_for_mixed_copies():
    before = fallbacks.counts()
    tn._count_mixed_copy(X, "cuda:0")
    tn._count_mixed_copy(X[:0], "cuda:0")
    (row,) = fallbacks.between(before, fallbacks.counts())
    assert (row.function, row.device, row.calls, row.bytes) == (
        "asarray",
        "cuda:0",
        1,
        X.nbytes,
    )


# ---- names that a later NumPy has ----


def test_functions_that_only_numpy_has(device, monkeypatch):
    monkeypatch.setattr(np, "twice", twice, raising=False)
    monkeypatch.setattr(np, "__all__", [*np.__all__, "twice"])
    x = tn.asarray(X)
    check(X * 2, tn.twice(x))
    with (
        tn.config.using(fallback="error"),
        pytest.raises(AttributeError, match="twice"),
    ):
        tn.twice  # noqa: B018
    later = tn.twice
    with (
        tn.config.using(fallback="error"),
        pytest.raises(TypeError, match="counterpart"),
    ):
        later(x)
    assert host(later([1, 2])).tolist() == [2, 4]


def test_vectorize_is_refused_once(device, monkeypatch):
    """NumPy's own time for what no kernel holds: no text is translated again."""
    module = sys.modules["tenorite._kernels.vectorize"]
    translated = []

    class Counted(module._Compiled):
        def __init__(self, *args):
            translated.append(args)
            super().__init__(*args)

    monkeypatch.setattr(module, "_Compiled", Counted)
    function = tn.vectorize(last_of_list)
    x = tn.asarray(X)
    for _ in range(3):
        placed(np.vectorize(last_of_list)(X), function(x), device)
    assert len(translated) == 1
    function(tn.asarray(X, dtype="f4"))
    assert len(translated) == 2
    with tn.config.using(fallback="error"), pytest.raises(tn.KernelSyntaxError):
        function(x)

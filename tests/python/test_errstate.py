# SPDX-License-Identifier: Apache-2.0
"""Floating-point errors of the CPU device: those of NumPy, as its errstate says."""

import itertools
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import fusion
from support.helpers import in_python
from support.machine import of_x86

NAN, INF = float("nan"), float("inf")
VALUES = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, NAN, INF, -INF]
EXTREMES = {
    "e": [60000.0, 1e-7, 20.0],
    "f": [1e38, -1e38, 1e-40, 100.0],
    "d": [1e308, -1e308, 5e-324, 800.0, 1e-200],
}


@pytest.fixture(autouse=True)
def on_the_cpu():
    with tn.Device("cpu"), np.errstate(all="warn", under="ignore"):
        yield


def looked(result):
    for x in result if isinstance(result, tuple) else (result,):
        if isinstance(x, tn.ndarray):
            x.get()


def errors(function):
    """The kinds of errors that a callback hears of, underflow apart."""
    heard = set()
    with np.errstate(all="call", under="ignore", call=lambda k, bits: heard.add(k)):
        looked(function())
    return heard


def warned(function):
    """The texts of warnings, which recorded work gives as well."""
    with (
        warnings.catch_warnings(record=True) as caught,
        np.errstate(all="warn", under="ignore"),
    ):
        warnings.simplefilter("always")
        looked(function())
    assert all(w.category is RuntimeWarning for w in caught)
    return {str(w.message) for w in caught}


UFUNCS = [
    name
    for name in dir(tn)
    if isinstance(getattr(np, name, None), np.ufunc)
    and getattr(np, name).signature is None
]
# NumPy's loops differ among themselves there: NaN arguments of logaddexp and
# spacing, quotients and powers at the ends of the range.
APART = {"logaddexp", "logaddexp2", "spacing", "power", "pow", "float_power"} | {
    "divmod",
    "floor_divide",
}


@pytest.mark.parametrize("name", sorted(set(UFUNCS) - APART))
def test_ufuncs(name):
    function = getattr(np, name)
    for letter in "efd":
        if not any(t.split("->")[0] == letter * function.nin for t in function.types):
            continue
        values = VALUES + EXTREMES[letter]
        for case in itertools.product(values, repeat=function.nin):
            theirs = [np.full(37, v, letter) for v in case]
            ours = [tn.asarray(x) for x in theirs]
            wanted = errors(lambda x=theirs: function(*x))
            where = f"{name} {letter} {case}"
            assert errors(lambda x=ours: getattr(tn, name)(*x)) == wanted, where
            texts = warned(lambda x=ours: getattr(tn, name)(*x))
            assert {t.split(" encountered")[0] for t in texts} == wanted, where


def _out(xp, x):
    return xp.divide(1.0, x, out=xp.ones(4))


CALLS = {
    "divide": lambda xp, x: 1 / x,
    "in place": lambda xp, x: xp.log(x, out=x),
    "in place NaN": lambda xp, x: xp.arccos(x, out=x),
    "chain": lambda xp, x: xp.sqrt(x - 1) * 2 + xp.exp(x * 1000),
    "out": _out,
    "mask": lambda xp, x: xp.log(x, where=x > 0, out=xp.ones(4)),
    "mask that is not enough": lambda xp, x: xp.log(x, where=x > -1, out=xp.ones(4)),
    "converted": lambda xp, x: xp.divide(xp.array([1, 2, 0, 3]), x),
    "integers": lambda xp, x: xp.array([1, 2]) // xp.array([0, 1]),
    "remainders": lambda xp, x: xp.array([1, 2]) % xp.array([0, 1]),
    "power": lambda xp, x: xp.power(x, -1.0) + x**0.5,
    "complex": lambda xp, x: xp.log(x * (1 + 0j)),
    "float16": lambda xp, x: x.astype("e") * xp.float16(60000),
    "comparison": lambda xp, x: (x > 0) & (x < 2) | (xp.maximum(x, 1) == x),
    "select": lambda xp, x: xp.where(x > 0, x, 0),
    "cast": lambda xp, x: x.astype(int),
    "narrow cast": lambda xp, x: (x * 1e300).astype("f"),
    "half cast": lambda xp, x: (x * 1e10).astype("e"),
    "assignment": lambda xp, x: xp.put(y := xp.zeros(4, int), range(4), x) or y,
    "isnan": lambda xp, x: xp.isnan(x) | xp.isinf(x),
    "floor_divide": lambda xp, x: x // 0.0,
    "nothing": lambda xp, x: abs(x) + 1,
}
X = np.array([0.0, 2.0, NAN, 1e5])


@pytest.mark.parametrize("body", CALLS.values(), ids=CALLS)
def test_warnings(mode, body):
    """Recorded or not: once somebody looks, NumPy's words."""
    assert warned(lambda: body(tn, tn.array(X))) == warned(lambda: body(np, X.copy()))


@pytest.mark.parametrize("state", ["ignore", "warn", "raise", "print", "call", "log"])
def test_states(mode, state, capfd):
    def outcome(xp):
        heard = []

        class Log:
            write = staticmethod(heard.append)

        call = Log if state == "log" else lambda *args: heard.append(args)
        with np.errstate(all=state, under="ignore", call=call):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    value = (1 / xp.array(X[:2])).tolist()
                except FloatingPointError as error:
                    value = repr(error)
        return value, heard, capfd.readouterr().err, [str(w.message) for w in caught]

    assert outcome(tn) == outcome(np)


def test_raised_by_the_call(mode):
    x = tn.zeros(4)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError, match="in divide"):
        1 / x


def test_state_of_the_call_decides(recorded):
    x = tn.zeros(4)
    with np.errstate(all="ignore"):
        y = 1 / x
    assert y.tolist() == [INF] * 4  # warnings are errors here
    with np.errstate(all="warn"):
        y = 1 / x
    with np.errstate(all="ignore"), pytest.warns(RuntimeWarning, match="divide by"):
        y.get()


def test_warning_as_error_leaves_the_result(recorded):
    y = 1 / tn.zeros(4)
    with pytest.raises(RuntimeWarning, match="divide by zero encountered in divide"):
        y.get()
    assert y.tolist() == [INF] * 4


def test_all_threads_are_asked(mode):
    x = np.ones(1_000_003)
    x[-5] = 0
    assert warned(lambda: tn.log(tn.array(x))) == warned(lambda: np.log(x))
    assert not warned(lambda: tn.log(tn.ones(1_000_003)))


@of_x86
@pytest.mark.parametrize("from_", "efd")
@pytest.mark.parametrize("to", "?bBhHiIlLef")
def test_casts(from_, to):
    for value in (0.0, -1.0, 300.0, -1e5, 3e9, 1e19, -1e19, 1e30, NAN, INF):
        with np.errstate(all="ignore"):
            x = np.full(37, value).astype(from_)
        if to == "I" and not -1 < value < 2**32 or from_ == to:
            continue  # NumPy's own answer depends on the length
        got = errors(lambda x=x: tn.asarray(x).astype(to))
        assert got == errors(lambda x=x: x.astype(to)), value


def _half(xp):
    return xp.zeros(3, "e")


def _set(x, key, value):
    x[key] = value
    return x


# Numbers of Python and of NumPy that the dtype of an array cannot hold.
NUMBERS = {
    "operator": lambda xp: _half(xp) + 1e30,
    "operator in place": lambda xp: _half(xp).__imul__(-1e30),
    "int": lambda xp: _half(xp) - 70000,
    "float32": lambda xp: xp.zeros(3, "f") + 1e300,
    "complex64": lambda xp: xp.zeros(3, "F") + 1e300j,
    "ufunc": lambda xp: xp.maximum(_half(xp), 1e9),
    "comparison": lambda xp: _half(xp) < 1e30,
    "where": lambda xp: xp.where(_half(xp) > 0, 1e30, _half(xp)),
    "clip": lambda xp: xp.clip(_half(xp), -1e30, 1e30),
    "initial": lambda xp: _half(xp).max(initial=1e30),
    "full": lambda xp: xp.full(3, 1e30, "e"),
    "full_like": lambda xp: xp.full_like(_half(xp), 1e30),
    "full of integers": lambda xp: xp.full(3, INF, "i4"),
    "full_like of integers": lambda xp: xp.full_like(
        xp.zeros(3, "u1"), np.float32(NAN)
    ),
    "array": lambda xp: xp.array([1e30], "e"),
    "array of one": lambda xp: xp.array(1e30, "e"),
    "linspace": lambda xp: xp.linspace(0, 1e30, 3, dtype="e"),
    "fill": lambda xp: _half(xp).fill(1e30),
    "copyto": lambda xp: xp.copyto(_half(xp), 1e30),
    "put": lambda xp: xp.put(_half(xp), [0], 1e30),
    "pad": lambda xp: xp.pad(_half(xp), 1, constant_values=1e30),
    "append": lambda xp: xp.append(_half(xp), 1e30),
    "item": lambda xp: _set(_half(xp), 1, 1e30),
    "item of NumPy": lambda xp: _set(_half(xp), 1, np.float64(1e30)),
    "complex item": lambda xp: _set(xp.zeros(3, "F"), 1, 1e300j),
    "items": lambda xp: _set(_half(xp), [0, 1], 1e30),
    "mask": lambda xp: _set(_half(xp), _half(xp) < 1, 1e30),
    "slice of an array": lambda xp: _set(_half(xp), slice(2), xp.array([1e9, 1])),
    "all of an array": lambda xp: _set(xp.zeros(2, "i4"), ..., xp.array([NAN, 1])),
    "largest": lambda xp: _half(xp) + 65519.9,
    "infinite": lambda xp: _set(_half(xp) + INF, 0, -INF),
    "NaN": lambda xp: _half(xp) * NAN,
    "integers": lambda xp: xp.array([1, -65520]).astype("e"),
    "short integers": lambda xp: xp.array([1, 65520], "u2").astype("e"),
    "integers that fit": lambda xp: xp.array([[1], [65519]], "i4").astype("e"),
    "array of integers": lambda xp: xp.array([70000, 1], "e"),
    "array as another": lambda xp: xp.asarray(xp.array([70000, 1]), "e"),
    "full of an integer": lambda xp: xp.full(3, 70000, "e"),
    "integer": lambda xp: _set(_half(xp), 0, 70000),
    "slice of integers": lambda xp: _set(_half(xp), slice(2), xp.array([70000, 1])),
}


@pytest.mark.parametrize("body", NUMBERS.values(), ids=NUMBERS)
def test_numbers_that_overflow(mode, body):
    def raised(xp):
        with np.errstate(all="raise", under="ignore"):
            try:
                looked(body(xp))
            except FloatingPointError as error:
                return str(error)

    assert warned(lambda: body(tn)) == warned(lambda: body(np))
    assert raised(tn) == raised(np)
    with np.errstate(all="ignore"):
        looked(body(tn))  # warnings are errors here


def test_modes_agree_on_what_is_ignored():
    x = tn.zeros(100)
    for name in ("off", "auto", "wait"):
        with fusion(name), np.errstate(all="ignore"):
            assert ((1 / x) * 0).sum().item() != 0


def test_new_process_warns():
    code = (
        "import warnings, numpy, tenorite as tn; warnings.simplefilter('error')\n"
        "tn.set_default_device('cpu')\n"
        "try: (tn.ones(3) / 0).get()\n"
        "except RuntimeWarning as e: print(e)"
    )
    assert in_python(code) == "divide by zero encountered in divide"

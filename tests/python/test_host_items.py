# SPDX-License-Identifier: Apache-2.0
"""Arithmetic of single items, which the CPU device does without a plan.

The ufuncs of the same names always make one, so that they say what operators give:
bits, dtypes, warnings and exceptions.
"""

import operator
import statistics
import time
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check

FLOATS = [0.0, -0.0, 1.5, -2.0, 1e-3, np.inf, -np.inf, np.nan]
ITEMS = {
    "d": [*FLOATS, 5e-324, 2.3e-308, 1e-160, 1.7e308, 2.0**53 + 2, 1 / 3],
    "f": [*FLOATS, 1e-45, 1.2e-38, 1e-20, 3.4e38, 2.0**24 + 2],
    "l": [0, 1, -1, 7, -7, 3, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63)],
    "i": [0, 1, -7, 2**31 - 1],
    "?": [False, True],
}
NUMBERS = [0, 1, -1, 3, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**70]
NUMBERS += [*FLOATS, 0.1, 1e300, 1e-60, 5e-324, True, 1j]
BINARY = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "less": operator.lt,
    "less_equal": operator.le,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}


def told(call):
    """The result of a call or its exception, and its warnings, as text."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            x = call()
        except Exception as error:
            return type(error), str(error)
        if isinstance(x, tn.ndarray):
            x = (type(x), x.shape, x.dtype, x.get().tobytes())
    return x, [(w.category, str(w.message)) for w in caught]


def items(letter, device):
    x = tn.array(ITEMS[letter], letter, device=device)
    return [x[i] for i in range(len(x))]


@pytest.mark.parametrize("errors", ["warn", "raise"])
@pytest.mark.parametrize("name", BINARY)
def test_two_items(name, errors, device):
    ufunc = getattr(tn, name)
    with np.errstate(all=errors):
        for a in ITEMS:
            for b in ITEMS:
                for x in items(a, device):
                    for y in items(b, device):
                        wanted = told(lambda x=x, y=y: ufunc(x, y))
                        got = told(lambda x=x, y=y: BINARY[name](x, y))
                        assert got == wanted, (name, x, y)


@pytest.mark.parametrize("errors", ["warn", "raise"])
@pytest.mark.parametrize("name", BINARY)
def test_an_item_and_a_number_of_python(name, errors, device):
    ufunc = getattr(tn, name)
    with np.errstate(all=errors):
        for letter in ITEMS:
            for x in items(letter, device):
                for n in NUMBERS:
                    for a, b in ((x, n), (n, x)):
                        wanted = told(lambda a=a, b=b: ufunc(a, b))
                        got = told(lambda a=a, b=b: BINARY[name](a, b))
                        assert got == wanted, (name, a, b)


@pytest.mark.parametrize("letter", ITEMS)
def test_one_item(letter, device):
    for x in items(letter, device):
        assert told(lambda x=x: -x) == told(lambda x=x: tn.negative(x))
        assert told(lambda x=x: abs(x)) == told(lambda x=x: tn.abs(x))
        if letter != "?":
            assert told(lambda x=x: x**2) == told(lambda x=x: tn.square(x))


@pytest.mark.parametrize("target", ITEMS)
@pytest.mark.parametrize("value", ITEMS)
def test_items_are_assigned(target, value, device):
    """As a 0-d array of the same value is, which has no short cut.

    But integers of the CPU device refuse those that do not fit, as NumPy's do.
    """
    refuses = (
        device == "cpu"
        and np.dtype(target).kind == "i"
        and not np.can_cast(value, target)
    )
    for x in items(value, device):
        for key in (1, -1, (1,), (0, 2), (-1, -2)):
            shape = (3,) if type(key) is int or len(key) == 1 else (2, 3)
            one, other = (tn.ones(shape, target, device=device) for _ in range(2))
            array = tn.asarray(x[...])
            if refuses:
                other, array = np.ones(shape, target), x.get()[()]
            wanted = told(lambda k=key, o=other, a=array: o.__setitem__(k, a))
            assert told(lambda k=key, o=one, x=x: o.__setitem__(k, x)) == wanted
            assert one.get().tobytes() == tn.asarray(other).get().tobytes()


KEYS = [(0, 0), (1, 2), (-1, -3), (2, 0), (0, 3), (-3, 0), (0, -4), (True, 0)]


@pytest.mark.parametrize("key", [*KEYS, (0,), (0, 0, 0), (0, 1.0)])
def test_keys_of_ints(key, device):
    base = np.arange(6.0).reshape(2, 3)
    for h in (base, base.T, base[::-1, ::-1], base.astype("?")):
        x = tn.asarray(h, device=device)

        def at(a, key=key):
            got = a[key]
            a[key] = 5
            return got

        h = h.copy()
        try:
            wanted = at(h)
        except Exception as error:
            with pytest.raises(type(error)) as caught:
                at(x)
            assert str(caught.value) == str(error)
        else:
            check(wanted, at(x), order=False)
        check(h, x, order=False)


def test_pending_items_wait(device):
    with tn.config.using(fusion="wait"):
        x = tn.arange(4.0, device=device) + 1
        s = x.sum() * 2
        y = tn.zeros(3, device=device)
        y[1] = s
        y[2] = x[1] * x[2]
        x[1] = 100.0
        check(np.array([0.0, 20.0, 6.0]), y)


def test_an_item_on_another_device(device):
    if device == "cpu":
        pytest.skip("a GPU and the CPU device")
    x, y = tn.ones(3, device="cpu"), tn.zeros(3, device=device)
    with pytest.raises(ValueError, match="device"):
        y[0] = x[0]
    with pytest.raises(ValueError, match="device"):
        x[0] + y[0]


def test_loops_over_items_are_not_slow():
    """At most four times NumPy's time; without short cuts it was 20 times."""

    def seconds(xp):
        x, y = xp.arange(500.0), xp.zeros(500)
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            for i in range(499):
                y[i] += x[i] * x[i + 1]
            times.append(time.perf_counter() - begin)
        return min(times)

    with tn.Device("cpu"):
        assert seconds(tn) < 4 * seconds(np)


LISTS = {
    "one dtype": lambda i: [i["d"][k] for k in range(3)],
    "a tuple": lambda i: (i["d"][0], i["d"][1]),
    "with numbers": lambda i: [1, i["d"][0], 2.5],
    "ints and bools": lambda i: [True, i["l"][1], i["?"][0]],
    "bools": lambda i: [i["?"][0], False, i["?"][1]],
    "complex": lambda i: [i["D"][0], 1, i["d"][1], 2j],
    "nested": lambda i: [[i["d"][0], i["l"][0]], (1.5, i["d"][2])],
    "single": lambda i: [i["f"][0], i["f"][1]],
    "single and double": lambda i: [i["f"][0], i["d"][1]],
    "small ints": lambda i: [i["b"][0], 1],
    "ragged": lambda i: [[i["d"][0]], i["d"][1]],
    "beside an array": lambda i: [i["d"], i["d"]],
    "huge": lambda i: [i["d"][0] * 1e300, 1.0],
}


@pytest.mark.parametrize("letter", [None, "?", "l", "f", "d", "D"])
@pytest.mark.parametrize("made", LISTS)
def test_arrays_of_items(made, letter, device):
    """As of NumPy's scalars."""
    values = {k: np.array([1, 0, 2], k) for k in "?bldfD"}
    found = told(lambda: np.array(LISTS[made](values)))[0]
    if letter and isinstance(found, np.ndarray):
        if not np.can_cast(found.dtype, letter, "same_kind"):
            pytest.skip("values of lists are converted as those of arrays are")
    ours = {k: tn.asarray(v, device=device) for k, v in values.items()}

    def of(xp, held):
        made_of = LISTS[made](held)
        return told(lambda: xp.array(made_of, letter))

    def as_host(result):
        if isinstance(result[0], np.ndarray):
            x = result[0]
            return (tn.ndarray, x.shape, x.dtype, x.tobytes()), result[1]
        return result

    assert of(tn, ours) == as_host(of(np, values))


def test_a_scalar_is_made_of_a_number(device):
    for letter in "lfdD?":
        kind = type(tn.zeros(1, letter, device=device)[0])
        for value in (7, 2.5, True, np.float32(3), "1"):
            made, wanted = kind(value), np.dtype(letter).type(value)
            assert type(made) is kind and made == wanted and made.dtype == letter
        made = kind(tn.asarray([1, 2], device=device)[1])
        assert type(made) is kind and made == np.dtype(letter).type(2)
        assert made.device == device
        assert kind() == 0
        np.testing.assert_array_equal(
            kind(tn.arange(3)).get(), np.arange(3).astype(letter)
        )
    assert statistics.mean(tn.arange(3.0, device=device)) == 1.0
    kind = type(tn.arange(3, device=device)[0])
    for wrong in ("text", None, 1j):
        with pytest.raises((TypeError, ValueError)):
            kind(wrong)
    with pytest.raises(TypeError):
        kind.__base__(3)

# SPDX-License-Identifier: Apache-2.0
"""The types of numbers in kernels of cupyx.jit, and what is no kernel."""

import itertools
import math

import numpy as np
import pytest
import tenorite as tn
from support.jit_cases import numbers
from tenorite._kernels.simt.program import ThreadProgram
from tenorite._kernels.simt.rules import RULES
from tenorite._kernels.translate.loops import Value
from tenorite.cupyx import jit

DTYPES = ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")
DTYPES += ("f2", "f4", "f8", "c8", "c16")


def types_in(function, mode, *dtypes):
    """The types of the function's variables for parameters of these dtypes."""
    names = function.__code__.co_varnames
    program = ThreadProgram(True, RULES[mode])
    arguments = {
        name: Value(np.dtype(dtype), name)
        for name, dtype in zip(names, dtypes, strict=False)
    }
    return program.function(function, arguments).lowering.types


def add(a, b):
    r = a + b  # noqa: F841


def divide(a, b):
    r = a / b  # noqa: F841


def floor_divide(a, b):
    r = a // b  # noqa: F841


def less(a, b):
    r = a < b  # noqa: F841


def choose(a, b):
    r = a if a else b  # noqa: F841


def smallest(a, b):
    r = min(a, b)  # noqa: F841


def both(a, b):
    r = a and b  # noqa: F841


def whole(a):
    r = a + 1  # noqa: F841


def half(a):
    r = a * 0.5  # noqa: F841


def imaginary(a):
    r = a + 1j  # noqa: F841


def sine(a):
    r = np.sin(a)  # noqa: F841


def root(a):
    r = math.sqrt(a)  # noqa: F841


# ---- mode="cuda" ----

# C++'s order: each type takes in those before it; float16 is float in registers.
ORDER = ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "c8", "c16")


def in_cuda(*dtypes):
    return max(("f4" if d == "f2" else d for d in dtypes), key=ORDER.index)


@pytest.mark.parametrize("function", [add, smallest, choose])
def test_cuda_takes_the_later_type(function):
    for a, b in itertools.product(DTYPES, DTYPES):
        if function is add and a == b == "?":
            continue
        if function is smallest and "c" in a + b:
            continue
        found = types_in(function, "cuda", a, b)["r"]
        assert found == np.dtype(in_cuda(a, b)), (a, b)


def test_cuda_divides():
    # Only equal types of 8 or 16 bits, and some pairs of those, give float32.
    single = {("i1", "i1"), ("u1", "u1"), ("u1", "i1"), ("i2", "i2"), ("u2", "u2")}
    single |= {("i2", "i1"), ("i2", "u1"), ("u2", "i1"), ("u2", "u1")}
    single |= {("i2", "u2"), ("u2", "i2")}
    for a, b in itertools.product(DTYPES, DTYPES):
        found = types_in(divide, "cuda", a, b)["r"]
        integers = all(np.dtype(d).kind in "biu" for d in (a, b))
        if integers:
            expected = "f4" if (a, b) in single else "f8"
        else:
            expected = in_cuda(a, b)
        assert found == np.dtype(expected), (a, b)
    for a, b in (("i4", "i8"), ("i4", "u4"), ("i1", "f2"), ("u8", "f4")):
        assert types_in(floor_divide, "cuda", a, b)["r"] == np.dtype(in_cuda(a, b))


def test_cuda_has_narrow_numbers_of_python():
    for a in DTYPES:
        assert types_in(whole, "cuda", a)["r"] == np.dtype(in_cuda(a, "i4")), a
        assert types_in(half, "cuda", a)["r"] == np.dtype(in_cuda(a, "f4")), a
        assert types_in(imaginary, "cuda", a)["r"] == np.dtype(in_cuda(a, "c8")), a
        for function in (less, both):
            assert types_in(function, "cuda", a, "i4")["r"] == np.dtype(bool)
    for a in DTYPES:
        if np.dtype(a).kind != "c":
            expected = np.dtype("f8" if a == "f8" else "f4")
            assert types_in(sine, "cuda", a)["r"] == expected, a
            assert types_in(root, "cuda", a)["r"] == expected, a


# ---- mode="numpy" ----


@pytest.mark.parametrize("function", [add, divide, floor_divide, less, smallest])
def test_numpy_has_the_types_of_scalars(function):
    numpys = {
        add: np.add,
        divide: np.divide,
        floor_divide: np.floor_divide,
        less: np.less,
        smallest: np.minimum,
    }[function]
    for a, b in itertools.product(DTYPES, DTYPES):
        x, y = np.dtype(a).type(1), np.dtype(b).type(1)
        try:
            expected = numpys(x, y).dtype
        except TypeError:
            with pytest.raises(TypeError):
                types_in(function, "numpy", a, b)
            continue
        assert types_in(function, "numpy", a, b)["r"] == expected, (a, b)


def test_numpy_has_wide_numbers_of_python():
    for a in DTYPES:
        x = np.dtype(a).type(1)
        assert types_in(whole, "numpy", a)["r"] == (x + np.int64(1)).dtype, a
        assert types_in(half, "numpy", a)["r"] == (x * np.float64(1)).dtype, a
        assert types_in(imaginary, "numpy", a)["r"] == np.dtype("c16"), a
        if a not in ("c8", "c16"):
            assert types_in(sine, "numpy", a)["r"] == np.sin(x).dtype, a


# ---- variables ----


def variables(a):
    first = 0
    second = 0.0
    first = first + 1
    second += a
    third = a
    third = 1
    for fourth in range(10):
        fifth = fourth
    for sixth in range(a):
        ninth = sixth > 1
    seventh, eighth = 1, (a, 2.0)
    seventh += 1
    third = True
    ninth = first > 3
    tenth = int(a)
    eleventh = float(a)
    twelfth = np.float16(a)  # noqa: F841
    del_ = (fifth, sixth, seventh, eighth, ninth, tenth, eleventh, third)  # noqa: F841


def test_a_variable_has_the_type_of_its_first_value():
    found = types_in(variables, "cuda", "u8")
    expected = {
        "first": "i4",
        "second": "f4",
        "third": "u8",
        "fourth": "i4",
        "fifth": "i4",
        "sixth": "u8",
        "seventh": "i4",
        "ninth": "?",
        "tenth": "i8",
        "eleventh": "f8",
        "twelfth": "f4",
    }
    for name, dtype in expected.items():
        assert found[name] == np.dtype(dtype), name
    found = types_in(variables, "numpy", "u4")
    expected = {
        "first": "i8",
        "second": "f8",
        "third": "u4",
        "fourth": "i8",
        "sixth": "i8",
        "seventh": "i8",
        "tenth": "i8",
        "twelfth": "f2",
    }
    for name, dtype in expected.items():
        assert found[name] == np.dtype(dtype), name


# ---- values ----

_BINARY = (
    "add subtract multiply divide floor_divide remainder equal not_equal less "
    "less_equal greater greater_equal"
).split()
_BITS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift".split()


def _arithmetic(a, b, out, i):
    out[0, i] = a + b
    out[1, i] = a - b
    out[2, i] = a * b
    out[3, i] = a / b
    out[4, i] = a == b
    out[5, i] = a != b
    out[6, i] = -a
    out[7, i] = abs(a)
    out[8, i] = a**2


def _order(a, b, out, i):
    out[9, i] = a // b
    out[10, i] = a % b
    out[11, i] = a < b
    out[12, i] = a <= b
    out[13, i] = a > b
    out[14, i] = a >= b
    out[15, i] = min(a, b)
    out[16, i] = max(a, b)


def _bits(a, b, out, i):
    out[17, i] = a & b
    out[18, i] = a | b
    out[19, i] = a ^ b
    out[20, i] = ~a
    c = a & a.dtype.type(3)
    out[21, i] = b << c
    out[22, i] = b >> c


def _expected(mode, x, y):
    """What the functions above store, by NumPy, in the types of the mode."""
    kind = x.dtype.kind
    if mode == "cuda" and x.dtype == np.float16:
        x, y = x.astype("f4"), y.astype("f4")
    quotient = np.divide
    if mode == "cuda" and x.dtype.kind in "iu" and x.dtype.itemsize < 4:
        quotient = lambda a, b: a.astype("f4") / b.astype("f4")  # noqa: E731
    power = np.int64(2) if mode == "numpy" else np.int32(2) if kind in "iu" else 2
    rows = [x + y, x - y, x * y, quotient(x, y), x == y, x != y, -x, abs(x)]
    rows.append(x**power)
    if kind != "c":
        rows += [x // y, x % y, x < y, x <= y, x > y, x >= y]
        rows += [np.minimum(x, y), np.maximum(x, y)]
    if kind in "iu":
        c = x & 3
        rows += [x & y, x | y, x ^ y, ~x, y << c, y >> c]
    return rows


@pytest.mark.parametrize("mode", ["cuda", "numpy"])
@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_operators_have_numpys_values(device, dtype, mode):
    kind = np.dtype(dtype).kind

    @jit.rawkernel(mode=mode)
    def compute(x, y, out):
        i = jit.grid(1)
        if i < x.size:
            _arithmetic(x[i], y[i], out, i)
            if kind != "c":
                _order(x[i], y[i], out, i)
            if kind in "iu":
                _bits(x[i], y[i], out, i)

    x, y = numbers(60, dtype), numbers(60, dtype, 1)
    y[::7] = 0
    y[3::7] = x[3::7]
    with np.errstate(all="ignore"):
        if kind == "c":  # NumPy's products differ from machine to machine
            expected = _expected(mode, tn.asarray(x), tn.asarray(y))
            expected = [row.get() for row in expected]
        else:
            expected = _expected(mode, x, y)
    out = tn.zeros((23, 60), "c16" if kind == "c" else "f8")
    compute[2, 32](tn.asarray(x), tn.asarray(y), out)
    found = out.get()
    for k, row in enumerate(expected):
        row = row.astype(found.dtype)
        if mode == "cuda" and kind in "fc":
            # Products and sums may be one instruction, as in CUDA C++.
            eps = np.finfo(np.float32 if dtype == "f2" else dtype).eps
            scale = np.max(abs(x).astype(float)) * np.max(abs(y).astype(float))
            np.testing.assert_allclose(found[k], row, 4 * eps, scale * eps)
        else:
            np.testing.assert_array_equal(found[k], row, f"row {k}")

# SPDX-License-Identifier: Apache-2.0
"""What a raw kernel's parameters take, and what they refuse."""

import ctypes
import re

import numpy as np
import pytest
import tenorite as tn
from hypothesis import given, settings
from hypothesis import strategies as st
from support import raw_texts

INTEGERS = {
    "bool": "?",
    "char": "i1",
    "signed char": "i1",
    "unsigned char": "u1",
    "short": "i2",
    "unsigned short": "u2",
    "int": "i4",
    "unsigned int": "u4",
    "long": "i8",
    "unsigned long": "u8",
    "long long": "i8",
    "unsigned long long": "u8",
    "Colour": "u1",
}
REALS = {"float": "f4", "double": "f8"}
VALUES = INTEGERS | REALS
POINTEES = {k: v for k, v in VALUES.items() if k != "Colour"}

_modules = {}


def takes(name):
    """A kernel of the text `TAKES`, which is compiled once."""
    text = raw_texts.TAKES
    if "takes" not in _modules:
        _modules["takes"] = tn.RawModule(code=text.code, name_expressions=text.names)
    return _modules["takes"].get_function(name)


def taken(type_name, value):
    """The value as it arrives in a parameter of the type."""
    out = tn.full(1, np.nan)
    takes(f"take<{type_name}>")((1,), (1,), (value, out))
    return out.item()


def bounds(dtype):
    return (0, 1) if dtype == "?" else (np.iinfo(dtype).min, np.iinfo(dtype).max)


# ---- values ----


def test_all_kinds_of_values_in_one_call(device):
    k = tn.RawKernel(raw_texts.VALUES.code, "values")
    numbers = (True, -1, -128, 255, -32768, 65535, -(2**31), 2**32 - 1)
    numbers += (-(2**63), 2**64 - 1, 2**63 - 1, 2**63)
    reals = (0.1, 1 / 3)
    dtypes = "?bbBhHiIlLqQ"
    for wrap in (
        lambda value, dtype: value,
        lambda value, dtype: np.dtype(dtype).type(value),
        lambda value, dtype: np.array(value, dtype),
        lambda value, dtype: np.array([[value]], dtype),
    ):
        integers, floats = tn.zeros(12, dtype="i8"), tn.zeros(2)
        args = [wrap(v, d) for v, d in zip(numbers, dtypes, strict=True)]
        args += [wrap(v, d) for v, d in zip(reals, "fd", strict=True)]
        k((1,), (1,), (*args, integers, floats))
        expected = np.array([v % 2**64 for v in numbers], "u8").view("i8")
        np.testing.assert_array_equal(integers.get(), expected)
        assert floats.tolist() == [np.float32(0.1), 1 / 3]


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_are_checked_against_the_range(device, name):
    low, high = bounds(INTEGERS[name])
    for value in {low, high, 0, 1}:
        assert taken(name, value) == float(value)
    for value in (low - 1, high + 1, 2**70, -(2**70)):
        with pytest.raises(OverflowError, match=r"argument 1 of kernel .*take"):
            taken(name, value)
    for value in (1.0, 1j, np.float32(1), np.float64(1), "1", None, [1]):
        with pytest.raises(TypeError, match=r"argument 1 of kernel .*take"):
            taken(name, value)
    assert taken(name, True) == 1 and taken(name, False) == 0


@pytest.mark.parametrize("name", REALS)
def test_reals(device, name):
    dtype = np.dtype(REALS[name])
    for value in (0.5, -3, 2**53, True, float("inf"), 0.1):
        assert taken(name, value) == dtype.type(value)
    assert np.isnan(taken(name, float("nan")))
    for value in (10**400, -(10**400)) + ((1e39, 10**39) if name == "float" else ()):
        with pytest.raises(OverflowError, match="argument 1"):
            taken(name, value)
    for value in (1j, np.complex64(1), "1", None):
        with pytest.raises(TypeError, match="argument 1"):
            taken(name, value)


@pytest.mark.parametrize("name", VALUES)
def test_numpy_scalars_must_cast_safely(device, name):
    for letter in "?bBhHiIlLefdFD":
        scalar = np.dtype(letter).type(1)
        if np.can_cast(scalar.dtype, VALUES[name], "safe"):
            assert taken(name, scalar) == 1
        else:
            with pytest.raises(TypeError, match=rf"numpy\.{scalar.dtype}|complex"):
                taken(name, scalar)


def test_arrays_are_no_values(device):
    for value in (tn.ones(1), tn.ones(()), tn.ones(3)):
        with pytest.raises(TypeError, match=r"by value.*array"):
            taken("double", value)
    for value in (np.ones(2), np.ones(0), np.array("x")):
        with pytest.raises(TypeError, match="argument 1"):
            taken("double", value)


def test_complex_values(device):
    k = tn.RawKernel(raw_texts.COMPLEX.code, "multiply")
    host = np.array([1 + 2j, -3j, 4])
    for by in (2 - 1j, 3, 0.5, True, np.complex64(1j), np.float32(2), np.int16(3)):
        a, out = tn.asarray(host.astype("F")), tn.zeros(3, dtype="D")
        k((1,), (3,), (a, by, out))
        np.testing.assert_array_equal(out.get(), host.astype("F") * np.complex64(by))
    a, out = tn.asarray(host.astype("F")), tn.zeros(3, dtype="D")
    for wrong in (np.complex128(1), np.float64(1), np.int64(1), "1", None):
        with pytest.raises(TypeError, match="argument 2"):
            k((1,), (3,), (a, wrong, out))
    for wrong in (1e39, 1e39j, 10**400):
        with pytest.raises(OverflowError, match="argument 2"):
            k((1,), (3,), (a, wrong, out))
    with pytest.raises(TypeError, match="argument 1"):
        k((1,), (3,), (out, 1, out))
    with pytest.raises(TypeError, match="argument 3"):
        k((1,), (3,), (a, 1, a))


# ---- structs ----

BODY = np.dtype([("mass", "f8"), ("id", "i4"), ("at", "f4", 3)])


class Body(ctypes.Structure):
    _fields_ = [
        ("mass", ctypes.c_double),
        ("id", ctypes.c_int),
        ("at", ctypes.c_float * 3),
    ]


def test_structs_by_value(device):
    k = tn.RawKernel(raw_texts.STRUCTS.code, "by_value")
    record = np.array((1.5, 7, (1, 2, 3)), BODY)
    for body in (
        record,
        record[()],
        record.reshape(1, 1),
        Body(1.5, 7, (1, 2, 3)),
        record.tobytes(),
        bytearray(record.tobytes()),
    ):
        out = tn.zeros(5)
        k((1,), (1,), (body, out))
        assert out.tolist() == [1.5, 7, 1, 2, 3]
    out = tn.zeros(5)
    for wrong in (
        np.zeros(2, BODY),
        np.zeros(1, "f8"),
        np.zeros((), "V16"),
        np.float64(1),
        b"",
        bytes(23),
        1,
        1.5,
        1j,
        None,
        out,
        [1],
        "text",
        object(),
    ):
        with pytest.raises(TypeError, match=r"argument 1 of kernel 'by_value'"):
            k((1,), (1,), (wrong, out))


def test_pointers_to_structs(device):
    k = tn.RawKernel(raw_texts.STRUCTS.code, "by_pointer")
    host = np.array([(1, 2, (3, 4, 5)), (6, 7, (8, 9, 10))], BODY)
    raw = tn.asarray(host.view("u1"))
    k((1,), (2,), (raw, 2))
    expected = np.array([(2, 3, (3, 4, -5)), (12, 8, (8, 9, -10))], BODY)
    assert (raw.get().view(BODY) == expected).all()
    k((1,), (2,), (tn.InOut(host), 2))
    assert (host == expected).all()
    for wrong in (tn.zeros(25, dtype="u1"), tn.zeros(2, dtype="D"), tn.zeros(4)):
        with pytest.raises(TypeError, match="argument 1"):
            k((1,), (1,), (wrong, 0))
    # Arrays of the struct's parts.
    pairs = tn.RawKernel(raw_texts.STRUCTS.code, "pairs")
    a = np.arange(6, dtype="f4")
    for view in (a, a.reshape(3, 2), a.view("c8"), a.view("i4"), a.view("f8")):
        out = tn.zeros(6, dtype="f4")
        pairs((1,), (3,), (tn.asarray(view), out, 3))
        np.testing.assert_array_equal(out.get(), a.reshape(3, 2)[:, ::-1].ravel())
    with pytest.raises(TypeError, match="argument 1"):
        pairs((1,), (3,), (tn.zeros(5, dtype="f4"), tn.zeros(6, dtype="f4"), 0))
    with pytest.raises(ValueError, match="aligned to 8 bytes"):
        pairs((1,), (1,), (tn.zeros(7, dtype="f4")[1:], tn.zeros(6, dtype="f4"), 0))
    # Two floats are a complex number.
    add = tn.RawKernel(raw_texts.STRUCTS.code, "add_pair")
    out = tn.zeros(2, dtype="F")
    add((1,), (2,), (out, 1 + 2j))
    add((1,), (2,), (out, np.complex64(3j)))
    assert out.tolist() == [1 + 5j] * 2


# ---- pointers ----


def points(name, value):
    """Whether the pointer that arrives is not null."""
    seen = tn.full(1, -1, dtype="i4")
    takes(f"point<{name}>")((1,), (1,), (value, seen))
    return seen.item()


@pytest.mark.parametrize("name", POINTEES)
def test_pointers_want_their_dtype(device, name):
    dtype = np.dtype(POINTEES[name])
    for letter in "?bBhHiIlLefdFD":
        array = tn.zeros(4, dtype=letter)
        same = array.dtype == dtype
        byte = dtype.itemsize == 1 and dtype.kind != "b"
        if same or (byte and array.itemsize == 1):
            assert points(name, array) == 1
        else:
            with pytest.raises(TypeError, match=rf"argument 1.*\*\).*{array.dtype}"):
                points(name, array)


def test_pointers_to_anything(device):
    for letter in "?bBhHiIlLefdFD":
        assert points("void", tn.zeros(3, dtype=letter)) == 1
        assert points("const void", tn.zeros(3, dtype=letter)) == 1
        assert points("Opaque", tn.zeros(3, dtype=letter)) == 1
    assert points("float*", tn.zeros(3, dtype="u8")) == 1
    with pytest.raises(TypeError):
        points("float*", tn.zeros(3, dtype="f8"))


def test_null_pointers_and_addresses(device):
    assert points("float", None) == 0
    x = tn.zeros(3, dtype="f4")
    assert points("float", x._pointer) == 1
    assert points("float", np.uint64(x._pointer)) == 1
    assert points("float", np.int64(x._pointer)) == 1
    assert points("float", 0) == 0
    pointer = tn.RawModule(code=raw_texts.GLOBALS.code).get_global("weights")
    assert points("float", pointer) == 1
    for wrong in (-1, 2**64):
        with pytest.raises(OverflowError, match="argument 1"):
            points("float", wrong)
    for wrong in (
        1.5,
        1j,
        True,
        np.float64(1),
        np.int32(1),
        np.bool(1),
        "x",
        [1],
        b"x",
    ):
        with pytest.raises(TypeError, match="argument 1"):
            points("float", wrong)


def test_layouts(device):
    x = tn.zeros((4, 6), dtype="f4")
    for good in (
        x,
        x.T,
        x[1:3],
        x.reshape(2, 2, 6),
        x[:, 2][:1],
        tn.zeros((0, 3), dtype="f4"),
    ):
        assert points("float", good) in (0, 1)
    for bad in (x[:, 1:], x[::2], x[::-1], x[:, 0], tn.broadcast_to(x[0], (3, 6))):
        with pytest.raises(ValueError, match=r"argument 1.*not contiguous"):
            points("const float", bad)


def test_read_only_arrays(device):
    x = tn.zeros(4, dtype="f4")
    x.flags.writeable = False
    assert points("const float", x) == 1
    assert points("const void", x) == 1
    for name in ("float", "void"):
        with pytest.raises(ValueError, match=r"argument 1.*read-only"):
            points(name, x)


def test_misaligned_arrays(device):
    bytes_ = tn.zeros(17, dtype="u1")
    odd = bytes_[1:].view("f4")
    with pytest.raises(ValueError, match=r"argument 1.*aligned to 4"):
        points("float", odd)
    assert points("void", odd) == 1


def test_host_arrays(device):
    for x in (np.zeros(4, "f4"), np.zeros((2, 2), "f4", order="F")):
        if device == "cpu":
            assert points("float", x) == 1
        else:
            with pytest.raises(TypeError, match=r"host memory.*InOut"):
                points("float", x)
    if device != "cpu":
        return
    # In place, under the same rules as others.
    x = np.arange(8, dtype="i4")
    tn.RawKernel(raw_texts.REVERSE.code, "reverse")((1,), (8,), (x,), shared_mem=32)
    assert x.tolist() == list(range(7, -1, -1))
    bodies = np.array([(1, 2, (3, 4, 5))], BODY)
    tn.RawKernel(raw_texts.STRUCTS.code, "by_pointer")((1,), (1,), (bodies, 1))
    assert bodies["mass"] == 2
    with pytest.raises(TypeError, match="float64"):
        points("float", np.zeros(4))
    with pytest.raises(ValueError, match="contiguous"):
        points("float", np.zeros(8, "f4")[::2])
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        points("int", x)


def test_arrays_of_two_devices(device):
    if device == "cpu":
        pytest.skip("needs two devices")
    k = tn.RawKernel(raw_texts.ADD.code, "add")
    here, there = tn.zeros(3, dtype="f4"), tn.zeros(3, dtype="f4", device="cpu")
    with pytest.raises(
        ValueError, match=rf"argument 1 is on {device} and argument 3 is on cpu"
    ):
        k((1,), (3,), (here, here, there, 3))
    # The arrays decide, and not the current device.
    k((1,), (3,), (there, there, there, 3))
    with tn.Device("cpu"):
        k((1,), (3,), (here, here, here, 3))


def test_other_libraries_arrays(device):
    if device == "cpu":
        pytest.skip("for GPUs")

    class Foreign:
        def __init__(self, array):
            self.__cuda_array_interface__ = array.__cuda_array_interface__
            self.array = array

    x = tn.arange(4, dtype="f4")
    out = tn.zeros(4, dtype="f4")
    k = tn.RawKernel(raw_texts.ADD.code, "add")
    k((1,), (4,), (Foreign(x), Foreign(x), Foreign(out), 4))
    np.testing.assert_array_equal(out.get(), 2 * np.arange(4))
    with pytest.raises(ValueError, match="contiguous"):
        k((1,), (2,), (Foreign(x[::2]), x, out, 2))


# ---- counts ----


def test_numbers_of_arguments(device):
    k = tn.RawKernel(raw_texts.ADD.code, "add")
    x = tn.zeros(3, dtype="f4")
    for args in ((), (x,), (x, x, x), (x, x, x, 3, 4)):
        with pytest.raises(
            TypeError,
            match=re.escape("kernel 'add'(const float*, const float*, float*, ")
            + rf"unsigned int\) takes 4 arguments, and {len(args)} w",
        ):
            k((1,), (1,), args)


def test_nothing_is_launched_after_a_refusal(device):
    k = tn.RawKernel(raw_texts.ADD.code, "add")
    x, out = tn.ones(3, dtype="f4"), tn.zeros(3, dtype="f4")
    for args in ((x, x, out, -1), (x, x, out, 1.5), (x, x.astype("f8"), out, 3)):
        with pytest.raises((TypeError, OverflowError)):
            k((1,), (3,), args)
    assert out.tolist() == [0, 0, 0]


# ---- anything at all ----

# No empty arrays: kernels write to the first item of what they are given.
OBJECTS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=3),
    st.binary(max_size=40),
    st.sampled_from("?bBhHiIlLefdFD").map(lambda c: np.dtype(c).type(1)),
    st.sampled_from([np.zeros(1), np.zeros(3, "i4"), np.array(2, "u1")]),
    st.sampled_from([(), [], {}, object(), int, Ellipsis, np.zeros(1, BODY)]),
    st.tuples(st.sampled_from("?bBhHiIlLefdFD"), st.integers(1, 5)).map(
        lambda pair: tn.zeros(pair[1], dtype=pair[0])
    ),
)


def is_address(value):
    """Whether a pointer takes the value, which would be written through."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


@settings(max_examples=300)
@given(st.lists(OBJECTS, max_size=4), st.integers(0, len(raw_texts.TAKES.names) - 1))
def test_any_objects_are_taken_or_refused(objects, number):
    # What the first parameter points to is not looked at.
    k = takes(raw_texts.TAKES.names[number])
    objects[1:] = [None if is_address(o) else o for o in objects[1:]]
    for args in (objects, [*objects[:1], None]):
        try:
            assert k((1,), (1,), tuple(args)) is None
        except (TypeError, ValueError, OverflowError) as error:
            assert str(error)


@settings(max_examples=200)
@given(
    st.lists(OBJECTS, max_size=5),
    st.dictionaries(
        st.sampled_from(
            ["grid", "block", "args", "shared_mem", "shared", "stream", "x"]
        ),
        OBJECTS,
        max_size=4,
    ),
)
def test_any_call_is_made_or_refused(objects, keywords):
    if isinstance(keywords.get("grid"), int) and keywords["grid"] > 1 << 16:
        keywords["grid"] = -keywords["grid"]
    k = tn.RawKernel(raw_texts.NOTHING.code, "nothing")
    for call in (
        lambda: k(*objects, **keywords),
        lambda: k[tuple(objects)](),
        lambda: k[1, 1](*objects, **keywords),
    ):
        try:
            assert call() is None
        except (TypeError, ValueError, OverflowError) as error:
            assert str(error)

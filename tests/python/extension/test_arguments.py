# SPDX-License-Identifier: Apache-2.0
"""What arguments may be, and what is said of others."""

import types

import numpy as np
import pytest
import tenorite as tn
from support.extensions import DTYPES, needs_gpu
from support.helpers import check

ARRAYS = {
    "vector": lambda: tn.arange(12.0),
    "matrix": lambda: tn.arange(12.0).reshape(4, 3),
    "wide": lambda: tn.arange(12.0).reshape(3, 4),
    "strided": lambda: tn.arange(12.0).reshape(3, 4)[:, ::2],
    "read-only": lambda: tn.broadcast_to(tn.zeros(()), (3,)),
    "float32": lambda: tn.zeros(12, "f4"),
    "item": lambda: tn.zeros(()),
    "empty": lambda: tn.zeros((0, 3)),
}

# Function: the arrays that it takes, and what it says of others.
RULES = {
    "anything": (set(ARRAYS), None),
    "written": (set(ARRAYS) - {"read-only"}, "is read-only, and is written to"),
    "float32": ({"float32"}, "must have dtype float32, not float64"),
    "float64": (set(ARRAYS) - {"float32"}, "must have dtype float64, not float32"),
    "scalar": ({"item"}, r"must be 0-dimensional, not [12]-dimensional"),
    "matrix": (
        {"matrix", "wide", "strided", "empty"},
        "must be 2-dimensional, not [01]-dimensional",
    ),
    "points": (
        {"matrix", "empty"},
        r"must have shape \(\*, 3\), not \((3, [24]|12,|3,|)\)",
    ),
    "c_order": (
        set(ARRAYS) - {"strided", "read-only"},
        r"must be C-contiguous: pass tenorite.ascontiguousarray\(\) of it",
    ),
    "f_order": (
        {"vector", "float32", "item", "empty"},
        r"must be Fortran-contiguous: pass tenorite.asfortranarray\(\) of it",
    ),
    "contiguous": (
        set(ARRAYS) - {"strided", "read-only"},
        r"must be contiguous: pass tenorite.ascontiguousarray\(\) of it",
    ),
    "by_reference": (
        {"vector"},
        r"must have dtype float64, not float32|is read-only|must have shape \(12,\)",
    ),
}


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("rule", RULES)
def test_rules(bound, device, rule, kind):
    taken, message = RULES[rule]
    x = ARRAYS[kind]()
    if kind in taken:
        assert getattr(bound, rule)(x) is None
        assert getattr(bound, rule)(x=x) is None
        return
    error = TypeError if "dtype" in message and rule != "by_reference" else None
    message = rf"^{rule}\(\): argument 'x' ({message})"
    with pytest.raises(error or (TypeError, ValueError), match=message):
        getattr(bound, rule)(x)


def test_orders_of_transposed_arrays(bound, device):
    x = tn.zeros((3, 4)).T
    bound.f_order(x)
    bound.contiguous(x)
    with pytest.raises(ValueError, match="must be C-contiguous"):
        bound.c_order(x)
    with pytest.raises(ValueError, match="must be contiguous"):
        bound.contiguous(tn.zeros((2, 3, 4)).transpose(1, 0, 2))


def test_dtypes(bound, device):
    for dtype in DTYPES:
        x = tn.zeros(3, dtype)
        for name in DTYPES:
            if name == dtype:
                getattr(bound, name)(x)
                continue
            message = rf"argument 'x' must have dtype {name}, not {dtype}$"
            with pytest.raises(TypeError, match=message):
                getattr(bound, name)(x)


def test_devices(bound, device):
    x = tn.zeros(3)
    here, there = ("cpu", "cuda") if device == "cpu" else ("cuda", "cpu")
    getattr(bound, here)(x)
    place = "the CPU device" if there == "cpu" else "a CUDA device"
    with pytest.raises(ValueError, match=f"'x' must be on {place}, not {device}$"):
        getattr(bound, there)(x)


@pytest.mark.parametrize(
    "value, name",
    [
        (np.zeros(3), r"numpy\.ndarray: pass tenorite\.asarray\(\) of it"),
        (np.float64(1), r"numpy\.float64"),
        ([1.0], "list"),
        (None, "NoneType"),
        (1.5, "float"),
        ("x", "str"),
        (memoryview(b"abc"), "memoryview"),
        (tn.ndarray, "type"),
        (types.SimpleNamespace(), r"types\.SimpleNamespace"),
    ],
)
def test_what_is_no_array(bound, value, name):
    message = rf"^anything\(\): argument 'x' must be a tenorite\.ndarray, not {name}$"
    if value is None and bound.__name__ == "bound_by_nanobind":
        message = "incompatible function arguments"  # nanobind lets no None through
    with pytest.raises(TypeError, match=message):
        bound.anything(value)


def test_arguments_without_names_have_numbers(bound):
    x = tn.zeros(3, "f4", device="cpu")
    bound.three(1, x, x)
    message = r"^three\(\): argument {} must be"
    with pytest.raises(TypeError, match=r"^described\(\): argument 1 must be"):
        bound.described(1)
    with pytest.raises(TypeError, match=message.format(2) + ".*not list"):
        bound.three(1, [], x)
    with pytest.raises(TypeError, match=r"^three\(\): argument 3 must have dtype"):
        bound.three(1, x, tn.zeros(3, "f8", device="cpu"))
    # What is no array is the binding library's affair.
    with pytest.raises(TypeError, match="incompatible function arguments"):
        bound.three("1", x, x)


def test_arrays_or_none(bound, device):
    x, out = tn.zeros(3), tn.zeros(3)
    assert bound.optional(x) is x
    assert bound.optional(x, None) is x
    assert bound.optional(x, out=out) is out
    for wrong, error in ((np.zeros(3), "must be a tenorite.n"), (x > 0, "not bool")):
        with pytest.raises(
            TypeError, match=rf"^optional\(\): argument 'out' .*{error}"
        ):
            bound.optional(x, wrong)


def test_methods_of_classes(bound):
    scaler, x = bound.Scaler(3), tn.arange(3.0, device="cpu")
    for name, argument in (("apply", "'x'"), ("function", "'x'"), ("unnamed", "1")):
        method = getattr(scaler, name)
        assert method(x).tolist() == [0, 3, 6]
        message = (
            rf"^{name}\(\): argument {argument} must be a tenorite.ndarray, not int"
        )
        with pytest.raises(TypeError, match=message):
            method(3)


def test_items_off_their_size(bound):
    memory = bytearray(33)
    x = tn.ndarray(4, "f8", buffer=memory, offset=1, device="cpu")
    bound.anything(x)
    with pytest.raises(ValueError, match="'x' has items that do not lie at multiples"):
        bound.float64(x)
    bound.float64(x[:0])


def test_other_arguments_beside_arrays(bound):
    x = tn.arange(12.0, device="cpu").reshape(3, 4)
    expected = x.get()
    for view in (np.s_[::2, ::-1], np.s_[1:, 1:3], np.s_[:, :0]):
        bound.scale(x[view], factor=3)
        expected[view] *= 3
    bound.scale(x.T)
    check(expected * 2, x)
    with pytest.raises(ValueError, match="^two axes, please$"):
        bound.scale(x[0], 2)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        bound.scale(x, "2")


@needs_gpu
def test_arrays_on_two_devices(bound):
    left, right = tn.zeros(3, device="cpu"), tn.zeros(3, device="cuda:0")
    bound.two(right, right)
    message = (
        r"^two\(\): argument 'left' is on cpu and argument 'right' is on cuda:0: "
        "all arrays must be on one device$"
    )
    with pytest.raises(ValueError, match=message):
        bound.two(left, right)
    bound.apart(left, right)
    with pytest.raises(ValueError, match="'table' must be on the CPU device, not cuda"):
        bound.apart(right, right)


@needs_gpu
def test_arrays_of_a_gpu_without_its_compiler(plain):
    with pytest.raises(NotImplementedError, match="cuda:0 .* compiled without CUDA"):
        plain.doublify(tn.zeros(3, "f4", device="cuda:0"))


def test_overloads(bound, device):
    assert bound.overloaded(tn.zeros(3, "f4")) == 4
    assert bound.overloaded(tn.zeros(3, "f8")) == 8
    assert bound.overloaded(3) == 0
    text = r"(?s)incompatible function arguments.*ndarray\[dtype=float32\].*float64"
    with pytest.raises(TypeError, match=text):
        bound.overloaded("x")


SIGNATURES = {
    "anything": "x: tenorite.ndarray)",
    "written": "x: tenorite.ndarray[writeable=True])",
    "float32": "x: tenorite.ndarray[dtype=float32])",
    "points": "x: tenorite.ndarray[shape=(*, 3)])",
    "matrix": "x: tenorite.ndarray[ndim=2])",
    "c_order": "x: tenorite.ndarray[order='C'])",
    "cuda": "x: tenorite.ndarray[device='cuda'])",
    "by_reference": "tenorite.ndarray[dtype=float64, writeable=True, shape=(12)])",
    "optional": "out: tenorite.ndarray[dtype=float64, writeable=True] | None = None)",
    "same": "-> tenorite.ndarray",
    "scale": "Multiplies in place.",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(bound, name):
    assert SIGNATURES[name] in getattr(bound, name).__doc__

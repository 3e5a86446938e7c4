# SPDX-License-Identifier: Apache-2.0
"""Operands that are neither numbers nor arrays: operators, ufuncs, initial values."""

import array
import datetime
import operator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    outcome,
    public_class,
    same,
    same_or_class,
    same_or_error,
)

SUPPORTED = "?bBhHiIlLefdFD"


class HasArray:
    def __init__(self, value):
        self.value = value

    def __array__(self, dtype=None, copy=None):
        return np.array(self.value, dtype)


class HasUfunc:
    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return ufunc.__name__, method, [x is self for x in inputs], sorted(keywords)


class HasUfuncAndOperators(HasUfunc):
    __hash__ = None

    def __radd__(self, other):
        return "radd"

    def __gt__(self, other):
        return "gt"

    def __eq__(self, other):
        return "eq"


class NoUfuncs:
    __array_ufunc__ = None


class NoUfuncsButOperators(NoUfuncs):
    __hash__ = None

    def __radd__(self, other):
        return "radd"

    def __rmatmul__(self, other):
        return "rmatmul"

    def __gt__(self, other):
        return "gt"

    def __eq__(self, other):
        return "eq"


class RefusesUfuncs:
    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return NotImplemented


class HasPriority:
    __array_priority__ = 1000.0
    __hash__ = None

    def __radd__(self, other):
        return "radd"

    def __gt__(self, other):
        return "gt"

    def __eq__(self, other):
        return "eq"


class HasLowPriority(HasPriority):
    """As matrices of scipy.sparse: above NumPy's arrays, whose priority is 0."""

    __array_priority__ = 10.1

    def __rmatmul__(self, other):
        return "rmatmul"


class Sequence:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return [3, 1, 2, 1][i]


class Plain:
    def __repr__(self):
        return "Plain()"


class HasFloat:
    def __float__(self):
        return 2.5


class HasIndex:
    def __index__(self):
        return 2


OPERANDS = {
    "range": range(4),
    "fraction": Fraction(1),
    "half": Fraction(1, 2),
    "decimal": Decimal(1),
    "memoryview": memoryview(bytes([0, 1, 2, 3])),
    "bytes": b"abcd",
    "bytearray": bytearray(b"\0\1\2\3"),
    "str": "abcd",
    "none": None,
    "array.array": array.array("i", [0, 1, 5, 3]),
    "__array__": HasArray([0, 1, 2, 4]),
    "0-d __array__": HasArray(2.0),
    "__array_ufunc__": HasUfunc(),
    "__array_ufunc__ and operators": HasUfuncAndOperators(),
    "__array_ufunc__ = None": NoUfuncs(),
    "__array_ufunc__ = None and operators": NoUfuncsButOperators(),
    "__array_ufunc__ that refuses": RefusesUfuncs(),
    "__array_priority__": HasPriority(),
    "low __array_priority__": HasLowPriority(),
    "sequence": Sequence(),
    "object": Plain(),
    "__float__": HasFloat(),
    "__index__": HasIndex(),
    "list": [0, 1, 2, 5],
    "tuple": (0, 1.5, 2, 3),
    "tuple with None": (None, 1, 2, 3),
    "list of lists": [[0, 1, 2, 3], [1, 2, 3, 4]],
    "ragged list": [[1], [2, 3]],
    "list of fractions": [Fraction(1), 1, 2, 3],
    "list of texts": ["a", "b", "c", "d"],
    "short list": [1, 2],
    "dict": {0: 1},
    "set": {1, 2},
    "numpy.str_": np.str_("a"),
    "datetime64": np.datetime64("2020"),
    "timedelta64": np.timedelta64(2, "D"),
    "0-d array of objects": np.array(None, object),
    "void": np.zeros((), "i4,i4")[()],
    "longdouble": np.longdouble(2),
    "ellipsis": Ellipsis,
    "type": int,
}
OPERATORS = [
    *(operator.eq, operator.ne, operator.lt, operator.ge),
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv),
    *(operator.mod, operator.pow, operator.and_, operator.lshift, operator.matmul),
    divmod,
]
READS_MEMORY = {"memoryview", "bytearray", "datetime64", "timedelta64", "void"}
ARRAYS = {
    "int": np.arange(4),
    "float": np.arange(4.0),
    "bool": np.array([True, False, True, True]),
    "0-d": np.array(2.0),
    "empty": np.zeros(0),
}


def words_of(error):
    return str(error).replace("numpy.ndarray", "tenorite.ndarray")


def unsupported(result):
    """Whether the dtype of a result of NumPy is one that no device has."""
    if isinstance(result, tuple):
        return any(map(unsupported, result))
    if isinstance(result, (np.ndarray, np.generic)):
        return result.dtype.char not in SUPPORTED
    # Items of arrays of objects.
    return isinstance(result, (Fraction, Decimal, int, float)) and type(result) not in (
        bool,
    )


def compare(function, expected_error, expected):
    got, error = outcome(function)
    if expected_error is not None:
        assert error is not None, f"no exception; NumPy raises {expected_error!r}"
        dtype_first = isinstance(error, TypeError) and "not support dtype" in str(error)
        if not dtype_first:
            # In place, matmul of vectors says so before it says what is cast.
            assert public_class(error) is public_class(expected_error) or (
                "inplace" in str(error) or "matmul" in str(error)
            ), repr(error)
        return error
    if unsupported(expected) and isinstance(error, TypeError):
        return None
    if error is not None:
        raise error
    check(expected, got, order=False)
    return None


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("name", OPERANDS)
def test_operators(device, kind, name):
    host, other = ARRAYS[kind], OPERANDS[name]
    x = tn.asarray(host)
    # These ask for the memory of the other operand, which on a GPU they do not get.
    reads_memory = name in READS_MEMORY and device != "cpu"
    for op in OPERATORS:
        for forward in (True,) if reads_memory else (True, False):
            of = (lambda a, op=op: op(a, other)) if forward else (
                lambda a, op=op: op(other, a)
            )  # fmt: skip
            expected, expected_error = outcome(lambda of=of: of(host.copy()))
            error = compare(lambda of=of: of(x), expected_error, expected)
            if error is None or name == "object" or op is operator.matmul:
                continue
            concatenation = "Concatenation operation" in str(expected_error)
            if "not support dtype" not in str(error) and not concatenation:
                given, wanted = words_of(error), words_of(expected_error)
                if "NotImplemented from" not in wanted:  # the rest shows the array
                    assert given == wanted, (op, forward)


IN_PLACE = [operator.iadd, operator.imul, operator.iand, operator.imatmul]


@pytest.mark.parametrize("name", OPERANDS)
@pytest.mark.parametrize("kind", ["int", "float"])
def test_operators_in_place(device, kind, name):
    host, other = ARRAYS[kind], OPERANDS[name]
    for op in IN_PLACE:
        if op is operator.imatmul and "__array_ufunc__" in name:
            continue  # NumPy says more about axes than matmul has
        expected, expected_error = outcome(lambda op=op: op(host.copy(), other))
        x = tn.asarray(host)
        compare(lambda op=op, x=x: op(x, other), expected_error, expected)
        if expected_error is None and isinstance(expected, np.ndarray):
            check(expected, x)
        elif expected_error is not None:
            check(host, x)


def test_an_operand_with_array_ufunc_answers_matmul_in_place(device):
    x = tn.ones((2, 2))
    x @= HasUfunc()
    assert x[:2] == ("matmul", "__call__")


@pytest.mark.parametrize(
    "other",
    [range(4), Fraction(1), Decimal(1), memoryview(b"\0\1\2\3"), (None, 1, 2, 3)],
)
def test_comparisons_are_elementwise(device, other):
    same(lambda xp, x: x == other, device, np.arange(4))
    same(lambda xp, x: x != other, device, np.arange(4))
    if isinstance(other, memoryview) and device != "cpu":
        return  # it asks for the memory of the array, which is not the host's
    same(
        lambda xp, x: other == x, device, np.asfortranarray(np.arange(8).reshape(2, 4))
    )


@pytest.mark.parametrize("name", OPERANDS)
@pytest.mark.parametrize(
    "ufunc", ["equal", "less", "add", "logical_and", "sqrt", "isfinite"]
)
def test_ufuncs(device, ufunc, name):
    other, host = OPERANDS[name], ARRAYS["int"]
    x = tn.asarray(host)
    unary = getattr(np, ufunc).nin == 1
    expected, expected_error = outcome(
        lambda: getattr(np, ufunc)(*((other,) if unary else (host, other)))
    )
    if "__array_ufunc__" not in name:
        compare(
            lambda: getattr(tn, ufunc)(*((other,) if unary else (x, other))),
            expected_error,
            expected,
        )


@pytest.mark.parametrize("where", [True, [1, 0, 0, 1]])
def test_comparisons_on_the_host_go_where_out_says(device, where):
    def body(xp, out, x):
        result = xp.equal(x, Fraction(2), out=out, where=where)
        assert result is out
        return out

    same(body, device, np.ones(4, bool), np.arange(4))


INITIAL = {
    **{name: OPERANDS[name] for name in OPERANDS if name != "longdouble"},
    "digit": "5",
    "bytes of a digit": b"5",
    "complex": "2j",
    "no text": "",
    "numpy.str_ of a digit": np.str_("7"),
    "third": Fraction(1, 3),
    "array of one": np.array([2.0]),
    "bool": True,
    "large": 2**70,
    "nan": float("nan"),
    "empty": [],
}


@pytest.mark.parametrize("name", INITIAL)
@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f2", "f4", "f8", "c16"])
def test_initial_values(device, dtype, name):
    value = INITIAL[name]
    if "__array__" in name and dtype == "c16":
        pytest.skip("NumPy reads the object as an array for complex numbers alone")
    x = np.array([1, 0, 1]).astype(dtype)
    for body in (
        lambda xp, x: xp.sum(x, initial=value),
        lambda xp, x: x.max(initial=value),
        lambda xp, x: xp.multiply.reduce(x, initial=value),
        lambda xp, x: xp.logical_or.reduce(x, initial=value),
        lambda xp, x: xp.sum(x, initial=value, dtype="f8"),
        lambda xp, x: xp.sum(x[:0], initial=value),
    ):
        same_or_error(body, device, x)


@pytest.mark.parametrize("initial", ["2", Fraction(3), 2.0, True, "x", object()])
@pytest.mark.parametrize("ufunc", ["subtract", "bitwise_xor", "logical_xor", "equal"])
def test_initial_values_of_folds(device, ufunc, initial):
    for x in (np.array([5, 3]), np.array([True, False])):
        same_or_class(
            lambda xp, x: getattr(xp, ufunc).reduce(x, initial=initial), device, x
        )


@pytest.mark.parametrize("initial", [-3, 300, 0, 2.5, 1j, float("nan"), "", "a", None])
@pytest.mark.parametrize("ufunc", ["logical_or", "logical_and"])
def test_initial_values_of_logical_reductions_are_truths(device, ufunc, initial):
    for x in (np.zeros(2, "u1"), np.ones(2, "u1"), np.zeros(0, "i1"), np.ones(2)):
        same_or_error(
            lambda xp, x: getattr(xp, ufunc).reduce(x, initial=initial), device, x
        )


STORED = [
    *(Fraction(5, 2), Decimal(3), "5", b"5", None, range(3), {1}, Plain(), HasFloat()),
    *([Fraction(1, 2), 1, 2], ["1", "2", "3"], HasArray([1.5, 2, 3]), (None, 1, 2)),
]
PLACES = [slice(None), slice(0, 3), [0, 1, 2], np.ones(3, bool), ...]


@pytest.mark.parametrize("dtype", ["i8", "f8"])
@pytest.mark.parametrize("value", STORED)
def test_stored_values(device, value, dtype):
    def stored(xp, x, key):
        x[key] = value
        return x

    for key in PLACES:
        _, expected = outcome(lambda key=key: stored(np, np.zeros(3, dtype), key))
        if expected is None:
            same(lambda xp, x, key=key: stored(xp, x, key), device, np.zeros(3, dtype))
            continue
        _, got = outcome(lambda key=key: stored(tn, tn.zeros(3, dtype), key))
        assert public_class(got) is public_class(expected), (key, got)


@pytest.mark.parametrize("value", [Fraction(1, 2), "5", Decimal(1), None, Plain()])
def test_full_and_fill(device, value):
    def filled(xp):
        x = xp.zeros(3)
        x.fill(value)
        return x

    for body in (filled, lambda xp: xp.full(3, value, "f4")):
        same_or_error(body, device)


OBJECTS = [
    np.array(x, object) for x in ([Fraction(1, 2), 3], [[1, 2], [3, 4]], [[], []])
]


@pytest.mark.parametrize("objects", OBJECTS, ids=str)
@pytest.mark.parametrize("dtype", "ilfdD")
def test_products_of_matrices_with_objects(device, objects, dtype):
    if device != "cpu":  # NumPy's arrays do not mix with a GPU's
        for product in (lambda x: x @ objects, lambda x: objects @ x):
            with pytest.raises(TypeError, match="cannot be mixed"):
                product(tn.ones((2, 2), dtype, device=device))
        return
    with tn.config.using(fallback="allow"):
        for matrix in (np.eye(2), np.arange(6).reshape(3, 2), np.ones(2)):
            x = matrix.astype(dtype)
            same_or_class(lambda xp, x: x @ objects, device, x)
            same_or_class(lambda xp, x: objects @ x.T, device, x)
            same_or_class(lambda xp, x: xp.matmul(x, objects), device, x)
    if objects.size:
        with tn.config.using(fallback="error"), pytest.raises(TypeError):
            tn.eye(2) @ objects


LISTS = {
    "fractions": [Fraction(1, 2), Fraction(1, 3)],
    "dates": [datetime.date(2020, 1, 2), datetime.date(2021, 1, 1)],
    "large integers": [2**70, 1],
    "texts": ["a", "b"],
    "dicts": [{}, 1],
    "nothing": [None],
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    "body",
    [
        lambda xp, x: xp.add.reduce(x),
        lambda xp, x: xp.maximum.reduce(x),
        lambda xp, x: xp.maximum.accumulate(x),
        lambda xp, x: xp.add.accumulate(x),
        lambda xp, x: xp.add.reduceat(x, [0]),
        lambda xp, x: xp.add.outer(x, x),
        lambda xp, x: xp.add.reduce(x, dtype=float),
    ],
)
def test_methods_of_ufuncs_over_lists_of_objects(body, name):
    """NumPy folds what no device computes with, of lists as of arrays."""
    expected, error = outcome(lambda: body(np, LISTS[name]))
    with tn.config.using(fallback="allow"):
        got, raised = outcome(lambda: body(tn, LISTS[name]))
    assert type(raised) is type(error) and str(raised) == str(error)
    got = got.get()[()] if isinstance(got, tn.ndarray) else got
    assert repr(got) == repr(expected)

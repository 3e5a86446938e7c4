# SPDX-License-Identifier: Apache-2.0
"""Result types of everything that takes several types: exhaustively as in NumPy."""

import itertools
import operator

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    outcome,
    public_class,
    same_or_class,
    same_or_error,
)
from support.op_table import by_name, ufunc_rows

WEAK = {"int": 1, "float": 1.0, "complex": 1j, "bool": True}
CASTINGS = ["no", "equiv", "safe", "same_kind", "unsafe"]


def dtype_or_error(function):
    """Type of a result (of each of several), or class and words of the error."""
    out, error = outcome(function)
    if error is not None:
        return public_class(error), str(error).replace("numpy.", "tenorite.")
    return tuple(x.dtype for x in out) if isinstance(out, tuple) else out.dtype


def operands(device):
    """Pairs (NumPy's, ours): an array of one item of every type, Python scalars."""
    ones = [np.ones(1, letter) for letter in DTYPES]
    pairs = [(one, tn.asarray(one, device=device)) for one in ones]
    return pairs + [(value, value) for value in WEAK.values()]


@pytest.mark.parametrize("row", ufunc_rows(), ids=by_name)
def test_ufuncs(device, row):
    theirs, ours = getattr(np, row.name), getattr(tn, row.name)
    for pairs in itertools.product(operands(device), repeat=row.nin):
        args, our_args = zip(*pairs, strict=True)
        expected = dtype_or_error(lambda a=args: theirs(*a))
        got = dtype_or_error(lambda a=our_args: ours(*a))
        types = [getattr(a, "dtype", type(a).__name__) for a in args]
        assert got == expected, f"{row.name}{types}: {got}, not {expected}"


@pytest.mark.parametrize("letter", DTYPES)
def test_numpy_scalars_and_0d_arrays_are_not_weak(device, letter):
    one = np.ones((), letter)
    for other in DTYPES:
        x = np.ones(2, other)
        expected = (x + one).dtype
        there = tn.asarray(x, device=device)
        assert (there + one[()]).dtype == expected
        assert (one[()] + there).dtype == expected
        assert (there + tn.asarray(one, device=device)).dtype == expected
        assert (tn.asarray(one, device=device) + there).dtype == expected


def test_promote_types():
    for a, b in itertools.product(DTYPES, repeat=2):
        assert tn.promote_types(a, b) == np.promote_types(a, b)


def test_can_cast(device):
    for a, b, casting in itertools.product(DTYPES, DTYPES, CASTINGS):
        assert tn.can_cast(a, b, casting) == np.can_cast(a, b, casting)
        if casting == "safe":
            array = tn.zeros(1, a, device=device)
            assert tn.can_cast(array, b) == np.can_cast(np.zeros(1, a), b)


def test_result_type(device):
    for pairs in itertools.combinations_with_replacement(operands(device), 2):
        args, ours = zip(*pairs, strict=True)
        assert tn.result_type(*ours) == np.result_type(*args)
    for triple in itertools.product("?bBhLefD", repeat=3):
        ones = [tn.ones(1, letter, device=device) for letter in triple]
        assert tn.result_type(*ones) == np.result_type(*triple)
        assert tn.result_type(ones[0], *triple[1:]) == np.result_type(*triple)
        weak = np.result_type(*triple, 1, 1.0)
        assert tn.result_type(*ones, 1, 1.0) == weak


def test_casts_follow_casting(device):
    """astype and copyto obey can_cast for every pair and rule."""
    for a, b, casting in itertools.product(DTYPES, DTYPES, CASTINGS):
        for body in (
            lambda xp, b=b, c=casting, a=a: xp.ones(2, a).astype(b, casting=c),
            lambda xp, b=b, c=casting, a=a: xp.copyto(
                xp.zeros(2, b), xp.ones(2, a), casting=c
            ),
        ):
            same_or_error(body, device)


def compare_for(value):
    """What to compare with a Python int: words only if it fits a C long.

    NumPy's words depend on C types otherwise.
    """
    return same_or_error if -(2**63) <= value < 2**63 else same_or_class


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.pow]
OPERATORS += [operator.floordiv, operator.mod, operator.and_, operator.lshift]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt]
COMPARISONS += [operator.ge]
EDGES = [0, 1, -1, 127, 128, -128, -129, 255, 256, 2**15, 2**31, -(2**31) - 1]
EDGES += [2**32, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 10**30]


@pytest.mark.parametrize("letter", "bBhHiIlL")
def test_python_ints_that_do_not_fit(device, letter):
    """OverflowError in arithmetic; comparisons know the answer."""
    info = np.iinfo(letter)
    x = np.array([info.min, 0, 1, info.max], letter)
    for value in EDGES:
        compare = compare_for(value)
        for op in COMPARISONS:
            compare(lambda xp, a, f=op, v=value: f(a, v), device, x)
            compare(lambda xp, a, f=op, v=value: f(v, a), device, x)
        if not info.min <= value <= info.max:
            for op in (operator.add, operator.mul, operator.and_):
                compare(lambda xp, a, f=op, v=value: f(a, v), device, x)
                compare(lambda xp, a, f=op, v=value: f(v, a), device, x)
            compare(lambda xp, a, v=value: xp.full_like(a, v), device, x)
            compare(lambda xp, a, v=value: a.fill(v), device, x)
            compare(lambda xp, a, v=value: a.__setitem__(0, v), device, x)


@pytest.mark.parametrize("letter", "?efdFD")
def test_large_python_ints_with_other_types(device, letter):
    x = np.ones(3, letter)
    for value in EDGES:
        for op in (*COMPARISONS, operator.add, operator.mul):
            compare_for(value)(lambda xp, a, f=op, v=value: f(a, v), device, x)
            compare_for(value)(lambda xp, a, f=op, v=value: f(v, a), device, x)


@pytest.mark.parametrize("letter", DTYPES)
def test_power_operator_with_python_scalars(device, letter):
    """x ** 2 and x ** 0.5 have their own ways in NumPy."""
    x = np.array([0, 1, 2, 9, 100], letter)
    if letter in "efd":
        x = np.array([-np.inf, -2, -0.0, 0, 1, 2, 9, np.inf, np.nan], letter)
    for power in (0, 1, 2, 3, -1, 0.0, 0.5, 1.0, 2.0, -1.0, True, 1j, 2 + 0j):
        same_or_error(lambda xp, a, p=power: a**p, device, x, rtol=1e-3)


@pytest.mark.parametrize("op", OPERATORS)
def test_operators_with_python_scalars(device, op):
    for letter in DTYPES:
        x = np.ones(3, letter)
        for value in (True, 2, 2.5, 1j):
            same_or_error(lambda xp, a, v=value: op(a, v), device, x)
            same_or_error(lambda xp, a, v=value: op(v, a), device, x)


@pytest.mark.parametrize("letter", DTYPES)
def test_in_place_keeps_the_type_or_refuses(device, letter):
    def change(xp, x, other, op):
        op(x, other)
        return x

    for op in (operator.iadd, operator.imul, operator.itruediv, operator.ifloordiv):
        for other in DTYPES:
            ones = np.ones(3, letter), np.ones(3, other)
            same_or_error(lambda xp, x, y, f=op: change(xp, x, y, f), device, *ones)
        for value in WEAK.values():
            same_or_error(
                lambda xp, x, f=op, v=value: change(xp, x, v, f), device, ones[0]
            )


def test_signed_and_unsigned_compare_by_value(device):
    signed = np.array([-1, 0, 1, 2**62], "l")
    unsigned = np.array([2**64 - 1, 0, 1, 2**62], "L")
    for op in COMPARISONS:
        for a, b in ((signed, unsigned), (unsigned, signed)):
            same_or_error(lambda xp, x, y, f=op: f(x, y), device, a, b)

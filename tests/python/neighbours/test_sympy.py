# SPDX-License-Identifier: Apache-2.0
"""SymPy with scalars and arrays of ours in its expressions."""

import numpy as np
import pytest
import tenorite as tn

sympy = pytest.importorskip("sympy")
x, y = sympy.symbols("x y")

CALLS = {
    "integer": lambda xp: sympy.sympify(xp.arange(3)[2]),
    "float": lambda xp: sympy.sympify(xp.arange(3.0)[2] / 3),
    "float32": lambda xp: sympy.sympify(xp.ones(2, "f4").mean() / 3),
    "complex": lambda xp: sympy.sympify(xp.arange(3)[2] * 1j),
    "truth": lambda xp: sympy.sympify(xp.arange(3)[2] > 0),
    "infinity": lambda xp: sympy.sympify(-xp.asarray([xp.inf])[0]),
    "number before": lambda xp: xp.arange(3)[2] * x,
    "number behind": lambda xp: x ** xp.arange(3)[2] + xp.arange(3.0)[1],
    "substitution": lambda xp: (x + y).subs(x, xp.arange(3)[2]),
    "array": lambda xp: xp.arange(3) * x,
    "Matrix": lambda xp: sympy.Matrix(xp.arange(4).reshape(2, 2)),
    "Matrix of scalars": lambda xp: sympy.Matrix([xp.arange(3)[1], x]),
    "Array": lambda xp: sympy.Array(xp.arange(6).reshape(2, 3)),
    "of a Matrix": lambda xp: xp.array(sympy.Matrix([[1, 2]]), dtype=float).tolist(),
    "lambdify": lambda xp: sympy.lambdify(x, sympy.sin(x))(xp.arange(3.0)).tolist(),
    "piecewise": lambda xp: sympy.lambdify(
        (x, y), sympy.Piecewise((x, x > y), (y, True))
    )(xp.arange(3.0), xp.ones(3)).tolist(),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    with tn.config.using(fallback="allow"):
        expected, got = CALLS[name](np), CALLS[name](tn)
    assert type(got) is type(expected) or isinstance(got, tn.ndarray)
    assert repr(got) == repr(expected)

# SPDX-License-Identifier: Apache-2.0
"""Which types values, variables and results have: NumPy's rules for arrays."""

from .types import join


class Rules:
    """NumPy's rules for arrays and Python's numbers (NEP 50)."""

    #: Whether a kernel can report errors that it finds in values.
    reports = True
    #: Whether functions of math take integers as float64, as Python does.
    math_takes_floats = True
    #: Whether the CPU device's functions of vectors stand for those of one number.
    vector_functions = True

    def strong(self, value):
        """The value in the type that it has when it meets nothing else."""
        return value

    def operands(self, ufunc, operands):
        """The operands of a ufunc in the types that its loop is chosen for."""
        return list(operands)

    def constants(self, ufunc, operands):
        """Constant operands as Python computes with them."""
        return operands

    def symbol(self, ufunc, dtypes):
        """C++'s operator that has the values of a loop for these dtypes, or None."""
        return None

    def common(self, a, b):
        """The type of a choice between two values."""
        return join(a.type, b.type)

    def variable(self, old, new):
        """The type of a variable that held `old`; None holds nothing yet."""
        return join(old, new)

    def result(self, old, new):
        """The type of a function's result that was `old` at other returns."""
        return join(old, new)

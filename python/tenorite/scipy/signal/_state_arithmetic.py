# SPDX-License-Identifier: Apache-2.0
"""Sums and products of systems with matrices, on the host: few numbers."""

import numbers

import numpy

from ..._array.convert import as_operand, host_array
from ..._core import ndarray
from ._state_space import placed_on


def _is_matrix(x):
    return isinstance(x, (ndarray, numpy.ndarray))


class StateArithmetic:
    """Operators of systems (A, B, C, D), with systems, matrices and numbers."""

    __array_priority__ = 100.0  # arrays leave operators to these
    __array_ufunc__ = None

    def _operand(self, other):
        """(A, B, C, D) of a system, a host array of a matrix, a number, else None."""
        if isinstance(other, StateArithmetic):
            return other._matrices()
        if _is_matrix(other):
            return host_array(as_operand(other, self.A))
        return other if isinstance(other, (numbers.Number, numpy.generic)) else None

    def _combined(self, *blocks):
        """A system of matrices, all in the dtype that they have together."""
        dtype = numpy.result_type(*blocks)
        made = placed_on(self._device, [x.astype(dtype) for x in blocks])
        return self._form()(*made, **self._step)

    def _check_step(self, other, what):
        if self.dt != other.dt:
            raise TypeError(f"Cannot {what} systems with different `dt`.")

    def __mul__(self, other):
        """`other` first, its outputs the inputs of this system; or inputs times it."""
        given = self._operand(other)
        if given is None:
            return NotImplemented
        A, B, C, D = self._matrices()
        if not isinstance(other, StateArithmetic):
            return self._combined(A, numpy.dot(B, given), C, numpy.dot(D, given))
        if type(self) is not type(other):
            return NotImplemented
        self._check_step(other, "multiply")
        A2, B2, C2, D2 = given
        lower = numpy.zeros((len(A2), len(A)))
        return self._combined(
            numpy.block([[A, numpy.dot(B, C2)], [lower, A2]]),
            numpy.vstack([numpy.dot(B, D2), B2]),
            numpy.hstack([C, numpy.dot(D, C2)]),
            numpy.dot(D, D2),
        )

    def __rmul__(self, other):
        given = self._operand(other)
        if given is None or isinstance(other, StateArithmetic):
            return NotImplemented
        A, B, C, D = self._matrices()
        return self._combined(A, B, numpy.dot(given, C), numpy.dot(given, D))

    def __neg__(self):
        A, B, C, D = placed_on(
            self._device, [x if k < 2 else -x for k, x in enumerate(self._matrices())]
        )
        return self._form()(A, B, C, D, **self._step)

    def __add__(self, other):
        """Both systems side by side, or `other` times the inputs beside this one."""
        given = self._operand(other)
        if given is None:
            return NotImplemented
        A, B, C, D = self._matrices()
        if not isinstance(other, StateArithmetic):
            given = numpy.atleast_2d(given)
            if D.shape != given.shape:
                raise ValueError(
                    f"Cannot add systems with incompatible dimensions ({D.shape} and "
                    f"{given.shape})"
                )
            return self._combined(A, B, C, D + given)
        if type(self) is not type(other):
            raise TypeError(f"Cannot add {type(self)} and {type(other)}")
        self._check_step(other, "add")
        A2, B2, C2, D2 = given
        upper = numpy.zeros((len(A), len(A2)), A.dtype)
        lower = numpy.zeros((len(A2), len(A)), A.dtype)
        return self._combined(
            numpy.block([[A, upper], [lower, A2]]),
            numpy.vstack([B, B2]),
            numpy.hstack([C, C2]),
            D + D2,
        )

    def __sub__(self, other):
        if self._operand(other) is None:
            return NotImplemented
        return self + (-other)

    def __radd__(self, other):
        return self + other if self._operand(other) is not None else NotImplemented

    def __rsub__(self, other):
        return (-self) + other if self._operand(other) is not None else NotImplemented

    def __truediv__(self, other):
        given = self._operand(other)
        if given is None or isinstance(other, StateArithmetic):
            return NotImplemented
        if _is_matrix(other) and other.ndim > 0:
            raise ValueError("Cannot divide StateSpace by non-scalar numpy arrays")
        return self * (1 / given)

# SPDX-License-Identifier: Apache-2.0
"""Residuals of least squares on the device, their Jacobian, and losses of both."""

from ..._array.convert import as_operand, own_beside
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.products import matmul, vdot
from ..._numpy.ufuncs import arctan, log1p, maximum, sqrt
from ...linalg import qr
from ._trust_region import EPS, difference_steps


def _huber(z):
    small = z <= 1
    root = sqrt(where(small, 1.0, z))
    return (
        where(small, z, 2 * root - 1),
        where(small, 1.0, 1 / root),
        where(small, 0.0, -0.5 / root**3),
    )


def _soft_l1(z):
    root = sqrt(1 + z)
    return 2 * (root - 1), 1 / root, -0.5 / root**3


def _cauchy(z):
    t = 1 + z
    return log1p(z), 1 / t, -1 / t**2


def _arctan(z):
    t = 1 + z**2
    return arctan(z), 1 / t, -2 * z / t**2


# Values and two derivatives of functions of the squared residuals.
LOSSES = {
    "linear": None,
    "huber": _huber,
    "soft_l1": _soft_l1,
    "cauchy": _cauchy,
    "arctan": _arctan,
}


class SparseJacobian(TypeError):
    """A function gave a sparse Jacobian, or an operator, where arrays are taken."""


class Residuals:
    """The function, its Jacobian, and what a loss makes of both."""

    def __init__(self, fun, jac, args, kwargs, loss, scale, like, bounds):
        self._fun, self.jac, self.bounds = fun, jac, bounds
        self._args, self._kwargs = args, {} if kwargs is None else kwargs
        self._loss, self._scale, self._like = LOSSES[loss], scale, like

    def there(self, x):
        return own_beside(x, self._like)

    def _call(self, function, x):
        return function(self.there(x), *self._args, **self._kwargs)

    def __call__(self, x):
        found = self._call(self._fun, x)
        found = as_operand(found, self._like)
        found = found.reshape(1) if found.ndim == 0 else found
        return found.astype("d", copy=False)

    def cost(self, f):
        if self._loss is None:
            return 0.5 * vdot(f, f)
        values = self._loss((f / self._scale) ** 2)[0]
        return 0.5 * self._scale**2 * values.sum()

    def jacobian(self, x, f):
        if callable(self.jac):
            found = self._call(self.jac, x)
            if hasattr(found, "tocsr") or hasattr(found, "matvec"):
                raise SparseJacobian("`jac` must give an array, not a sparse one")
            found = as_operand(found, self._like).astype("d", copy=False)
            return found if found.ndim > 1 else found.reshape(1, found.size)
        return stack(list(self._differences(x, f)), axis=1)

    def _differences(self, x, f):
        """The columns of the Jacobian, by points that are within the bounds."""
        steps, is_one_sided = difference_steps(x, *self.bounds, self.jac == "3-point")
        for i, (h, one_sided) in enumerate(zip(steps, is_one_sided, strict=True)):
            ahead, other = x.copy(), x.copy()
            ahead[i] += h
            if self.jac == "2-point":
                yield (self(ahead) - f) / (ahead[i] - x[i])
            elif one_sided:
                other[i] += 2 * h
                yield (4 * self(ahead) - 3 * f - self(other)) / (other[i] - x[i])
            else:
                other[i] -= h
                yield (self(ahead) - self(other)) / (ahead[i] - other[i])

    def weighted(self, J, f):
        """Jacobian and residuals whose least squares are those of the loss."""
        if self._loss is None:
            return J, f
        _, first, second = self._loss((f / self._scale) ** 2)
        weight = sqrt(maximum(first + 2 * second / self._scale**2 * f**2, EPS))
        return J * weight[:, None], f * first / weight


def small_problem(J, f, scale):
    """(matrix, vector) on the host with the same least squares as J * scale and f."""
    m, n = J.shape
    scaled = J * own_beside(scale, J)
    if m > n:
        q, r = qr(scaled)
        scaled, f = r, matmul(q.T, f)
    found = concatenate([scaled, f[:, None]], axis=1).get()
    return found[:, :n], found[:, n]


__all__ = ["LOSSES", "Residuals", "small_problem"]

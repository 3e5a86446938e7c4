# SPDX-License-Identifier: Apache-2.0
"""A small physical quantity that NumPy functions understand."""
import numpy as np
from numpy.testing import assert_allclose


class Length:
    factors = {"m": 1.0, "cm": 0.01, "km": 1000.0}

    def __init__(self, values, unit="m"):
        self.values = np.asarray(values, dtype=float)
        self.unit = unit

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values * self.factors[self.unit], dtype=dtype)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return Length(self.values[index], self.unit)

    def __repr__(self):
        return f"Length({self.values.tolist()}, {self.unit!r})"

    def to(self, unit):
        return Length(np.array(self) / self.factors[unit], unit)


path = Length([120, 250, 80], "cm")
print(path, len(path), path[1:])
print(path.to("m"))
print(np.sum(path), np.max(path), np.sqrt(path).round(4))
print(np.add(path, 1.0))
print(np.concatenate([path, Length([1, 2], "km")]))
print(np.mean(path), np.array(path).dtype, np.array([path, path]).shape)
table = np.zeros((2, 3))
table[0] = path
table[1, :] = Length([3, 4, 5])
print(table)
assert_allclose(np.array(path.to("km")), np.asarray(path))

# SPDX-License-Identifier: Apache-2.0
import numpy as np
from fractions import Fraction
from operator import add, mul

fib = np.frompyfunc(lambda n: n if n < 2 else fib(n - 1) + fib(n - 2), 1, 1)
print(fib(np.arange(12)))
mulfunc = np.frompyfunc(mul, 2, 1)
print(mulfunc.accumulate(np.arange(1, 22), dtype=object))
print(mulfunc.reduce(np.array([2**40, 3**30, 7], dtype=object)))
big = np.array([10**20, 10**25, -3], dtype=object)
print(big + 1, big * big, big.sum(), big.max())
f = np.array([Fraction(1, n) for n in range(1, 6)], dtype=object)
print(f.sum(), f * 2, np.cumsum(f)[-1], f.dot(f))
print([str(v) for v in f[::2]])
hilbert = np.array([[Fraction(1, i + j + 1) for j in range(3)] for i in range(3)])
print(hilbert.dtype, hilbert.trace(), (hilbert @ hilbert)[0, 0])
pascal = np.zeros((6, 6), dtype=object)
pascal[:, 0] = 1
for i in range(1, 6):
    for j in range(1, i + 1):
        pascal[i, j] = pascal[i - 1, j - 1] + pascal[i - 1, j]
print(pascal)
hexes = np.frompyfunc(hex, 1, 1)(np.array([10, 255]))
print(hexes)
outer = np.frompyfunc(lambda a, b: f"{a}{b}", 2, 1).outer(["a", "b"], [1, 2, 3])
print(outer)
mixed = np.array([1, "two", 3.0, None, [4]], dtype=object)
print([type(m).__name__ for m in mixed], mixed[4])
print(np.array([set(), {1}], dtype=object))
ragged = np.empty(3, dtype=object)
for k in range(3):
    ragged[k] = np.arange(k + 1)
print([r.sum() for r in ragged], sum(len(r) for r in ragged))
print(add(big, 5)[0])

# SPDX-License-Identifier: Apache-2.0
"""np.vectorize as people use it: branches, strings, default values, signatures."""
import math
import numpy as np


def grade(mark):
    if mark >= 90:
        return "A"
    elif mark >= 75:
        return "B"
    return "C"


vgrade = np.vectorize(grade)
marks = np.array([55, 92, 78, 90, 74])
letters = vgrade(marks)
print(letters, (letters == "A").sum())


@np.vectorize
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


print(collatz(np.arange(1, 12)))


def my_func(a, b=1):
    "Return a-b if a>b, otherwise return a+b"
    return a - b if a > b else a + b


vfunc = np.vectorize(my_func)
print(vfunc([1, 2, 3, 4], 2), vfunc.__doc__)
vfunc = np.vectorize(my_func, otypes=[float])
print(vfunc(np.arange(3)))
print(np.vectorize(lambda n: math.factorial(n), otypes=[object])(np.array([5, 20, 25])))
print(np.vectorize(math.gcd)(np.arange(10, 20), 12))
lookup = {1: "one", 2: "two", 3: "three"}
print(np.vectorize(lookup.get)([[1, 2], [3, 1]]))
dot = np.vectorize(np.dot, signature="(n),(n)->()")
print(dot([[1, 2], [3, 4]], [1, 1]))
polyval = np.vectorize(lambda p, x: sum(c * x**k for k, c in enumerate(p)), excluded=[0])
print(polyval([1, 0, 2], np.array([0.0, 1.0, 2.0])))
lengths = np.vectorize(len)(np.array(["kiwi", "fig", "banana"]))
print(lengths, lengths.dtype)
print(np.vectorize(lambda d: d.isoformat())(np.array(["2020-01-01"], "M8[D]").astype(object)))
both = np.vectorize(lambda x: (x, x**2))
print(both([1, 2, 3]))

# SPDX-License-Identifier: Apache-2.0
import functools
import numbers
import numpy as np


@functools.singledispatch
def describe(x):
    return "object"


@describe.register(numbers.Integral)
def _(x):
    return "integer"


@describe.register(numbers.Real)
def _(x):
    return "real"


@describe.register(np.ndarray)
def _(x):
    return "array of %s" % x.dtype


@describe.register(str)
def _(x):
    return "text"


a = np.array([1, 2, 3])
b = a / 2
for item in [1, 1.5, a, b, a[0], b[0], a.sum(), b.mean(), "x", None, np.float32(1), np.int8(1)]:
    print(describe(item))
print(isinstance(a[0], np.integer), isinstance(b[0], np.floating), isinstance(b[0], float), isinstance(a[0], int))
print(isinstance(b[0], np.float64), isinstance(a[0], np.number), isinstance(a[0], np.generic), np.isscalar(a[0]))
print(np.issubdtype(a.dtype, np.integer), np.issubdtype(b.dtype, float), a.dtype == int, b.dtype == "float64")
print(a.dtype.kind, b.dtype.char, a.dtype.name, b.dtype.itemsize, a.dtype.type is np.int64, np.dtype("f8") is b.dtype)
print(type(a[0]) == np.int64 or isinstance(a[0], np.int64), type(a) is np.ndarray, type(a).__name__)


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print([fib(int(n)) for n in a * 10], fib(a[2]))


def kind(v):
    match v:
        case int() | np.integer():
            return "whole"
        case float():
            return "float"
        case [x, y]:
            return f"pair {x} {y}"
        case np.ndarray(shape=(n,)):
            return f"vector of {n}"
        case _:
            return "other"


print(kind(a[0]), kind(b[0]), kind((1, 2)), kind(a), kind(np.eye(2)))
print(a[0].item(), type(a[0].item()), b[0].is_integer(), a[0].bit_count(), np.float64(0.75).as_integer_ratio())
d = {a[0]: "one", 2: "two", 2.0: "zwei"}
print(d[1], d[a[1]], d, hash(a[0]) == hash(1))
print(sorted([b[2], 1, a[1], 0.25]), sum(a), max(a), min(b), any(a > 2), all(a > 0), round(b[0]), round(b[2], 1), divmod(a[2], 2))
print("%d %s %5.2f %x" % (a[0], a[1], b[1], a[2]), f"{a[0]:03d}|{b[0]:>6}|{b[1]:.1e}|{a}", "{:,}".format(a[0] * 1000000))

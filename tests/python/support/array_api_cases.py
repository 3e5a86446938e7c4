# SPDX-License-Identifier: Apache-2.0
"""The special cases of the array API standard, 2025.12, as tables.

Where the standard says "a positive finite number", FINITE stands for it.
"""

import math

inf, nan, pi = math.inf, math.nan, math.pi
FINITE = (0.25, 1.0, 2.0, 3.5)  # also beyond pi / 2 and pi
NEGATIVE = tuple(-x for x in FINITE)

# name -> (x, result)
REAL = {
    "abs": [(nan, nan), (-0.0, 0.0), (-inf, inf)],
    "acos": [(nan, nan), (1.5, nan), (-1.5, nan), (1.0, 0.0)],
    "acosh": [(nan, nan), (0.5, nan), (-3.0, nan), (1.0, 0.0), (inf, inf)],
    "asin": [(nan, nan), (1.5, nan), (-1.5, nan), (0.0, 0.0), (-0.0, -0.0)],
    "asinh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf)],
    "atan": [
        (nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, pi / 2), (-inf, -pi / 2),
    ],
    "atanh": [
        (nan, nan), (-1.5, nan), (1.5, nan), (-1.0, -inf), (1.0, inf), (0.0, 0.0),
        (-0.0, -0.0),
    ],
    "cos": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, nan), (-inf, nan)],
    "cosh": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, inf)],
    "exp": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, 0.0)],
    "expm1": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -1.0)],
    "log": [
        (nan, nan), (-1.0, nan), (-inf, nan), (0.0, -inf), (-0.0, -inf), (1.0, 0.0),
        (inf, inf),
    ],
    "log1p": [
        (nan, nan), (-1.5, nan), (-1.0, -inf), (-0.0, -0.0), (0.0, 0.0), (inf, inf),
    ],
    "negative": [(0.0, -0.0), (-0.0, 0.0), (inf, -inf), (nan, nan)],
    "reciprocal": [
        (nan, nan), (inf, 0.0), (-inf, -0.0), (0.0, inf), (-0.0, -inf),
    ],
    "round": [
        (inf, inf), (-inf, -inf), (0.0, 0.0), (-0.0, -0.0), (nan, nan), (0.5, 0.0),
        (1.5, 2.0), (2.5, 2.0), (-0.5, -0.0), (-1.5, -2.0), (3.0, 3.0),
    ],
    "sign": [
        (-2.0, -1.0), (-inf, -1.0), (-0.0, 0.0), (0.0, 0.0), (2.0, 1.0), (nan, nan),
    ],
    "signbit": [
        (0.0, False), (-0.0, True), (inf, False), (-inf, True), (2.0, False),
        (-2.0, True), (nan, False),
    ],
    "sin": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, nan), (-inf, nan)],
    "sinh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf)],
    "sqrt": [(nan, nan), (-1.0, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf)],
    "tan": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, nan), (-inf, nan)],
    "tanh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, 1.0), (-inf, -1.0)],
    "isfinite": [(inf, False), (-inf, False), (nan, False), (2.0, True)],
    "isinf": [(inf, True), (-inf, True), (nan, False), (2.0, False)],
    "isnan": [(inf, False), (nan, True), (0.0, False)],
}  # fmt: skip
REAL["log2"] = REAL["log10"] = REAL["log"]
for _name in ("ceil", "floor", "trunc"):
    REAL[_name] = [
        (x, x) for x in (inf, -inf, 0.0, -0.0, nan, 3.0, -2.0)
    ]  # integers are their own

# Operands of functions of two numbers, each with each.
OPERANDS = (0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 2.5, 3.0, -3.0, inf, -inf, nan)


def _sign(x):
    return math.copysign(1.0, x)


def _add(a, b):
    return a + b


def _multiply(a, b):
    return a * b


def _divide(a, b):
    if b == 0:
        return nan if a == 0 or math.isnan(a) else inf * _sign(a) * _sign(b)
    return a / b


def _floor_divide(a, b):
    """Where an operand is infinite, Python's result is another that is allowed."""
    quotient = _divide(a, b)
    if not math.isfinite(quotient):
        return (quotient, nan) if math.isinf(a) else quotient
    if math.isinf(b) and a * b < 0:
        return (-0.0, -1.0)
    return math.copysign(float(math.floor(quotient)), quotient)


def _remainder(a, b):
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return nan
    if a == 0:
        return math.copysign(0.0, b)
    if math.isinf(b):
        return a if _sign(a) == _sign(b) else b
    return a % b


def _pow(a, b):
    if b == 0 or a == 1:
        return 1.0
    if math.isnan(a) or math.isnan(b):
        return nan
    is_odd = math.isfinite(b) and b % 2 == 1
    if math.isinf(b):
        if abs(a) == 1:
            return 1.0
        return inf if (abs(a) > 1) == (b > 0) else 0.0
    if a == 0 or math.isinf(a):
        size = inf if (a == 0) == (b < 0) else 0.0
        return -size if is_odd and _sign(a) < 0 else size
    if a < 0 and b != math.floor(b):
        return nan
    return a**b


def _hypot(a, b):
    if math.isinf(a) or math.isinf(b):
        return inf
    return math.hypot(a, b)


def _logaddexp(a, b):
    if math.isnan(a) or math.isnan(b):
        return nan
    high, low = max(a, b), min(a, b)
    if math.isinf(high):
        return high
    return high + math.log1p(math.exp(low - high))


def _larger(a, b):
    if math.isnan(a) or math.isnan(b):
        return nan
    return (0.0, -0.0) if a == b == 0 else max(a, b)


def _smaller(a, b):
    if math.isnan(a) or math.isnan(b):
        return nan
    return (0.0, -0.0) if a == b == 0 else min(a, b)


# name -> the result for two numbers, or a tuple of those that are allowed
BINARY = {
    "add": _add,
    "subtract": lambda a, b: a + -b,
    "multiply": _multiply,
    "divide": _divide,
    "floor_divide": _floor_divide,
    "remainder": _remainder,
    "pow": _pow,
    "atan2": math.atan2,
    "copysign": math.copysign,
    "hypot": _hypot,
    "logaddexp": _logaddexp,
    "maximum": _larger,
    "minimum": _smaller,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
}


def _cis(size, b):
    return size * math.cos(b), size * math.sin(b)


def _complex(*rows):
    """Rows of (a, b, real part, imaginary part, parts whose signs are free)."""
    return [row if len(row) == 5 else (*row, "") for row in rows]


# name -> rows of special cases in the upper half of the plane
COMPLEX = {
    "acos": _complex(
        (0.0, 0.0, pi / 2, -0.0), (-0.0, 0.0, pi / 2, -0.0), (0.0, nan, pi / 2, nan),
        (-0.0, nan, pi / 2, nan),
        *((x, inf, pi / 2, -inf) for x in (0.0, *FINITE, *NEGATIVE)),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE),
        *((-inf, x, pi, -inf) for x in FINITE), *((inf, x, 0.0, -inf) for x in FINITE),
        (-inf, inf, 3 * pi / 4, -inf), (inf, inf, pi / 4, -inf),
        (inf, nan, nan, inf, "i"), (-inf, nan, nan, inf, "i"),
        *((nan, x, nan, nan) for x in FINITE), (nan, inf, nan, -inf),
        (nan, nan, nan, nan),
    ),
    "acosh": _complex(
        (0.0, 0.0, 0.0, pi / 2), (-0.0, 0.0, 0.0, pi / 2),
        *((x, inf, inf, pi / 2) for x in (0.0, *FINITE, *NEGATIVE)),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE), (0.0, nan, nan, pi / 2, "i"),
        *((-inf, x, inf, pi) for x in FINITE), *((inf, x, inf, 0.0) for x in FINITE),
        (-inf, inf, inf, 3 * pi / 4), (inf, inf, inf, pi / 4), (inf, nan, inf, nan),
        (-inf, nan, inf, nan), *((nan, x, nan, nan) for x in FINITE),
        (nan, inf, inf, nan), (nan, nan, nan, nan),
    ),
    "asinh": _complex(
        (0.0, 0.0, 0.0, 0.0), *((x, inf, inf, pi / 2) for x in FINITE),
        *((x, nan, nan, nan) for x in FINITE), *((inf, x, inf, 0.0) for x in FINITE),
        (inf, inf, inf, pi / 4), (nan, 0.0, nan, 0.0),
        *((nan, x, nan, nan) for x in FINITE), (nan, inf, inf, nan, "r"),
        (nan, nan, nan, nan),
    ),
    "atanh": _complex(
        (0.0, 0.0, 0.0, 0.0), (0.0, nan, 0.0, nan), (1.0, 0.0, inf, 0.0),
        *((x, inf, 0.0, pi / 2) for x in FINITE),
        *((x, nan, nan, nan) for x in FINITE),
        *((inf, x, 0.0, pi / 2) for x in FINITE), (inf, inf, 0.0, pi / 2),
        (inf, nan, 0.0, nan), *((nan, x, nan, nan) for x in FINITE),
        (nan, inf, 0.0, pi / 2, "r"), (nan, nan, nan, nan),
    ),
    "cosh": _complex(
        (0.0, 0.0, 1.0, 0.0), (0.0, inf, nan, 0.0, "i"), (0.0, nan, nan, 0.0, "i"),
        *((x, inf, nan, nan) for x in FINITE), *((x, nan, nan, nan) for x in FINITE),
        (inf, 0.0, inf, 0.0), *((inf, x, *_cis(inf, x)) for x in FINITE),
        (inf, inf, inf, nan, "r"), (inf, nan, inf, nan), (nan, 0.0, nan, 0.0, "i"),
        *((nan, x, nan, nan) for x in FINITE), (nan, nan, nan, nan),
    ),
    "exp": _complex(
        (0.0, 0.0, 1.0, 0.0), (-0.0, 0.0, 1.0, 0.0),
        *((x, inf, nan, nan) for x in FINITE + NEGATIVE),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE), (inf, 0.0, inf, 0.0),
        *((-inf, x, *_cis(0.0, x)) for x in FINITE),
        *((inf, x, *_cis(inf, x)) for x in FINITE), (-inf, inf, 0.0, 0.0, "ri"),
        (inf, inf, inf, nan, "r"), (-inf, nan, 0.0, 0.0, "ri"),
        (inf, nan, inf, nan, "r"), (nan, 0.0, nan, 0.0),
        *((nan, x, nan, nan) for x in (*FINITE, inf)), (nan, nan, nan, nan),
    ),
    "expm1": _complex(
        (0.0, 0.0, 0.0, 0.0), (-0.0, 0.0, 0.0, 0.0),
        *((x, inf, nan, nan) for x in FINITE + NEGATIVE),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE), (inf, 0.0, inf, 0.0),
        *((-inf, x, -1.0, _cis(0.0, x)[1]) for x in FINITE),
        *((inf, x, *_cis(inf, x)) for x in FINITE), (-inf, inf, -1.0, 0.0, "i"),
        (inf, inf, inf, nan, "r"), (-inf, nan, -1.0, 0.0, "i"),
        (inf, nan, inf, nan, "r"), (nan, 0.0, nan, 0.0),
        *((nan, x, nan, nan) for x in (*FINITE, inf)), (nan, nan, nan, nan),
    ),
    "log": _complex(
        (-0.0, 0.0, -inf, pi), (0.0, 0.0, -inf, 0.0),
        *((x, inf, inf, pi / 2) for x in (0.0, *FINITE, *NEGATIVE)),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE),
        *((-inf, x, inf, pi) for x in FINITE), *((inf, x, inf, 0.0) for x in FINITE),
        (-inf, inf, inf, 3 * pi / 4), (inf, inf, inf, pi / 4), (inf, nan, inf, nan),
        (-inf, nan, inf, nan), *((nan, x, nan, nan) for x in FINITE),
        (nan, inf, inf, nan), (nan, nan, nan, nan),
    ),
    "sinh": _complex(
        (0.0, 0.0, 0.0, 0.0), (0.0, inf, 0.0, nan, "r"), (0.0, nan, 0.0, nan, "r"),
        *((x, inf, nan, nan) for x in FINITE), *((x, nan, nan, nan) for x in FINITE),
        (inf, 0.0, inf, 0.0), *((inf, x, *_cis(inf, x)) for x in FINITE),
        (inf, inf, inf, nan, "r"), (inf, nan, inf, nan, "r"), (nan, 0.0, nan, 0.0),
        *((nan, x, nan, nan) for x in FINITE), (nan, nan, nan, nan),
    ),
    "sqrt": _complex(
        (0.0, 0.0, 0.0, 0.0), (-0.0, 0.0, 0.0, 0.0),
        *((x, inf, inf, inf) for x in (0.0, *FINITE, *NEGATIVE, inf, -inf, nan)),
        *((x, nan, nan, nan) for x in FINITE + NEGATIVE),
        *((-inf, x, 0.0, inf) for x in FINITE), *((inf, x, inf, 0.0) for x in FINITE),
        (-inf, nan, nan, inf, "i"), (inf, nan, inf, nan),
        *((nan, x, nan, nan) for x in FINITE), (nan, nan, nan, nan),
    ),
    # The standard frees C's older libraries of 0 with an infinity or NaN.
    "tanh": _complex(
        (0.0, 0.0, 0.0, 0.0), *((x, inf, nan, nan) for x in FINITE),
        (0.0, inf, 0.0, nan), *((x, nan, nan, nan) for x in FINITE),
        (0.0, nan, 0.0, nan), *((inf, x, 1.0, 0.0) for x in FINITE),
        (inf, inf, 1.0, 0.0, "i"), (inf, nan, 1.0, 0.0, "i"), (nan, 0.0, nan, 0.0),
        *((nan, x, nan, nan) for x in FINITE), (nan, nan, nan, nan),
    ),
    "sign": _complex(
        (0.0, 0.0, 0.0, 0.0), (-0.0, 0.0, 0.0, 0.0), (nan, 1.0, nan, nan),
        (1.0, nan, nan, nan), (nan, nan, nan, nan),
    ),
}  # fmt: skip
COMPLEX["log1p"] = [
    (-1.0, 0.0, -inf, 0.0, ""),
    *(row for row in COMPLEX["log"] if row[:2] not in ((0.0, 0.0), (-0.0, 0.0))),
]

# f(-z) is -f(z), or f(z).
ODD = ("asinh", "atanh", "sinh", "tanh")
EVEN = ("cosh",)
# "As if implemented as" a function of x * 1j: (name, that name, whether the result is
# turned back by -1j).
TURNED = (
    ("asin", "asinh", True),
    ("atan", "atanh", True),
    ("sin", "sinh", True),
    ("tan", "tanh", True),
    ("cos", "cosh", False),
)


def conjugate_rows(rows):
    """The same special cases below the real axis; those at NaN say nothing new."""
    for a, b, re, im, free in rows:
        if not math.isnan(b):
            yield a, -b, re, -im, free

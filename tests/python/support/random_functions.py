# SPDX-License-Identifier: Apache-2.0
"""Random Python functions of arrays and of numbers, with source text."""

import linecache

_BINARY = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"]
_COMPARE = ["<", "<=", "==", "!=", ">", ">="]
_UNARY = ["-{}", "+{}", "abs({})", "~{}"]
_FUNCTIONS_1 = ["sin", "exp", "sqrt", "floor", "sign", "square", "isnan", "log1p"]
_FUNCTIONS_2 = ["maximum", "minimum", "arctan2", "copysign", "hypot", "logical_or"]
_NUMBERS = ["0", "1", "2", "3", "7", "0.5", "-1.25", "3.0", "True", "1e-3", "100"]


def make_function(name, text, namespace):
    """The function that `text` defines, whose source Python's tools find."""
    filename = f"<{name} of a test>"
    linecache.cache[filename] = len(text), None, text.splitlines(True), filename
    scope = dict(namespace)
    exec(compile(text, filename, "exec"), scope)
    return scope[name]


class Writer:
    """Writes expressions over names; `rng` is numpy's."""

    def __init__(self, rng, names):
        self.rng = rng
        self.names = list(names)

    def pick(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def expression(self, depth):
        if depth == 0 or self.rng.random() < 0.1:
            if self.rng.random() < 0.3:
                return self.pick(_NUMBERS)
            return self.pick(self.names)
        kind = self.rng.random()
        if kind < 0.5:
            left, right = self.expression(depth - 1), self.expression(depth - 1)
            # Arithmetic more often than operations on bits.
            op = self.pick(_BINARY[:6] if self.rng.random() < 0.85 else _BINARY)
            return f"({left} {op} {right})"
        if kind < 0.6:
            return f"({self.pick(_UNARY[:3]).format(self.expression(depth - 1))})"
        if kind < 0.75:
            argument = self.expression(depth - 1)
            return f"np.{self.pick(_FUNCTIONS_1)}({argument} * {self.pick(self.names)})"
        if kind < 0.85:
            left, right = self.expression(depth - 1), self.pick(self.names)
            return f"np.{self.pick(_FUNCTIONS_2)}({left}, {right})"
        if kind < 0.9:
            return f"({self.pick(self.names)} ** {self.pick(['2', '0.5', '3', '1'])})"
        test = f"({self.pick(self.names)} {self.pick(_COMPARE)} {self.expression(1)})"
        a, b = self.pick(self.names), self.expression(depth - 1)
        return f"np.where({test}, {a}, {b})"


def random_text(rng, names="xyz", statements=3, depth=3):
    """Text of `def f(x, y, z)` that assigns some names and returns a tuple."""
    writer = Writer(rng, names)
    lines = [f"def f({', '.join(names)}):"]
    for k in range(statements):
        lines.append(f"    t{k} = {writer.expression(depth)}")
        # Only what is an array or number of a dtype for sure.
        lines.append(f"    t{k} = t{k} + {writer.pick(list(names))}")
        writer.names.append(f"t{k}")
    results = [writer.expression(2) for _ in range(int(rng.integers(1, 3)))]
    lines.append(f"    return {', '.join(f'{r} + x' for r in results)}")
    return "\n".join(lines) + "\n"

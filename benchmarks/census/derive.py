# SPDX-License-Identifier: Apache-2.0
"""The calls of every function and method, by its name.

NumPy's signatures tell most of them; calls.py has the others.
"""

import functools
import inspect
import re

import numpy

from ..cases import table
from .calls import ALL, CALLS, DISTRIBUTIONS, DRAWS, PARAMETERS, REASONS

# Methods that work in place, or whose array is another argument of the function.
UNLIKE = ("sort", "partition", "resize", "compress", "put", "real", "imag")
OF_METHODS = 10**4  # elements: with more, a method does what its function does
# Methods of these ufuncs are timed in quick runs too.
COMMON = ("add", "multiply", "maximum", "logical_and")


def within(package, path):
    """What a dotted name is, in a module or a class."""
    return functools.reduce(getattr, filter(None, path.split(".")), package)


def names_in(text):
    """The names that a call has, such as 'fft.fft', 'add.at' and 'ndarray.sum'.

    What is a mere argument, such as np.inf, is none of them.
    """
    found = set()
    for owner, name, call in re.findall(r"\b(np|rng|[a-z])\.([\w.]+)(\(?)", text):
        prefix = {"np": "", "rng": "Generator."}.get(owner, "ndarray.")
        if call or prefix == "ndarray.":
            found.add(prefix + name)
    return found


def names_of_numpy():
    """Its functions and ufuncs that may need no row in calls.py."""
    for prefix, module in ("", numpy), ("linalg.", numpy.linalg):
        for name in module.__all__:
            value = getattr(module, name)
            is_left = any(name in names.split() for names in REASONS.values())
            if callable(value) and not isinstance(value, type) and not is_left:
                yield prefix + name


def told_by_signature(name):
    """Calls of a function of NumPy's, flat and by axis, or none."""
    try:
        parameters = inspect.signature(within(numpy, name)).parameters
    except ValueError:
        return []
    needed = [
        p.name
        for p in parameters.values()
        if p.default is p.empty
        and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    if not needed or not all(p in PARAMETERS for p in needed):
        return []
    flat = [PARAMETERS[p] for p in needed]
    square = [{"x": "m", "y": "w"}[letter] for letter in flat]
    if name.startswith("nan"):
        flat, square = ["z"], ["q"]
    calls = [f"np.{name}({', '.join(flat)})"]
    if "axis" in parameters:
        calls += [f"np.{name}({', '.join(square)}, axis={axis})" for axis in (0, 1)]
    return calls


def of_ufunc(name):
    """Calls of a ufunc, and of its methods if it has them."""
    ufunc = getattr(numpy, name)
    if ufunc.signature or name not in table.NAMES:
        return []  # aliases are the same object
    calls = [f"np.{name}({', '.join('xy'[: ufunc.nin])})"]
    if (ufunc.nin, ufunc.nout) == (2, 1):
        calls += [
            f"np.{name}.reduce(x)",
            f"np.{name}.reduce(m, axis=0)",
            f"np.{name}.reduce(m, axis=1)",
            f"np.{name}.accumulate(x)",
            f"np.{name}.accumulate(m, axis=0)",
            f"np.{name}.reduceat(x, j[:3])",
            f"np.{name}.outer(u, v)",
            f"np.{name}.at(x, i, y); x",
        ]
    elif ufunc.nin == 1 and ufunc.nout == 1:
        calls.append(f"np.{name}.at(x, i); x")
    return calls


def as_method(text):
    """A function's call as that of the method of the same name, or None."""
    match = re.fullmatch(r"np\.(\w+)\(([a-z])(?:\)|, (.*)\))", text)
    if not match or match[1] in UNLIKE:
        return None
    if not callable(getattr(numpy.ndarray, match[1], None)):
        return None
    return f"{match[2]}.{match[1]}({match[3] or ''})"


@functools.cache
def all_calls():
    """Every call, with the most elements that it is made with."""
    found = dict(CALLS)
    explicit = set().union(*map(names_in, CALLS))
    for path in names_of_numpy():
        value = within(numpy, path)
        if isinstance(value, numpy.ufunc):
            calls = of_ufunc(path)
        else:
            calls = [] if path in explicit else told_by_signature(path)
        most = 10**6 if re.search("sort|uniq|median", path) else ALL
        found |= {call: most for call in calls if call not in found}
    methods = {as_method(text) for text in found} - {None, *found}
    found |= dict.fromkeys(sorted(methods), OF_METHODS)
    for name, arguments in DISTRIBUTIONS.items():
        found[f"rng.{name}({arguments}, size=N)"] = ALL
        found[f"np.random.{name}({arguments}, size=N)"] = ALL
    for lines in DRAWS.values():
        found |= {line.strip(): ALL for line in lines.splitlines() if line.strip()}
    return found


@functools.cache
def calls_of():
    """The calls of each public name."""
    found = {}
    for text in all_calls():
        for name in names_in(text):
            found.setdefault(name, []).append(text)
    return found

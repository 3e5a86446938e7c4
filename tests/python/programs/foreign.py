# SPDX-License-Identifier: Apache-2.0
"""Steps with operands that are no arrays of Tenorite's: NumPy's, Python's."""

from .kinds import OPERATORS, kind, ufunc_check
from .steps import exact
from .writes import has_items, region_of

NUMBERS = ["numpy.float32(0.5)", "numpy.int8(3)", "numpy.uint16(2)", "numpy.int64(-2)"]
NUMBERS += ["numpy.float64(1.5)", "numpy.bool_(True)", "numpy.complex64(1j)"]
NUMBERS += ["numpy.array(2)", "numpy.array(1.5)", "numpy.array(3, 'i1')"]
NUMBERS += ["np.array(2)", "np.array(0.5, 'f4')", "numpy.float16(2)"]
ARITHMETIC = ["add", "subtract", "multiply", "divide", "maximum"]
COMPARISONS = ["less", "equal", "not_equal", "greater_equal", "greater"]


def sequence_text(m, n, ranges=False):
    """A list or a tuple of n numbers, or a range."""
    rng = m.rng
    if ranges:
        return rng.choice([f"range({n})", f"range({n}, 0, -1)"])
    numbers = [rng.choice(["1", "2", "0", "3", "-1"]) for _ in range(min(n, 9))]
    if rng.random() < 0.3:
        numbers[-1] = rng.choice(["0.5", "True", "2.0", "numpy.int8(2)"])
    texts = [f"[{rng.choice(numbers)}] * {n}"]
    if n == len(numbers):
        texts += [f"[{', '.join(numbers)}]", f"({', '.join(numbers)},)"]
    return rng.choice(texts)


def _combined(m, f, a, b, check):
    """A step of an operation with its operands in either order."""
    if m.rng.random() < 0.4:
        a, b = b, a
    if f in OPERATORS and m.rng.random() < 0.7:
        return m.make(f"{a} {OPERATORS[f]} {b}", check, (a, b))
    return m.make(f"np.{f}({a}, {b})", check, (a, b))


@kind(3)
def foreign(m):
    """Numbers of NumPy, arrays of it without axes, lists and tuples."""
    name = m.pick(has_items)
    if name is None:
        return False
    x, f = m.np_ns[name], m.rng.choice(ARITHMETIC + COMPARISONS)
    b = m.rng.choice(NUMBERS)
    if x.ndim and m.rng.random() < 0.4:
        b = sequence_text(m, x.shape[-1])
    return _combined(m, f, name, b, ufunc_check(f))


@kind(1)
def objects(m):
    """Ranges, and fractions, which NumPy compares one by one."""
    # The memory order of what NumPy finds about objects depends on its buffers.
    name = m.pick(lambda x: x.size > 0 and x.ndim > 0 and x.flags.c_contiguous)
    if name is None:
        return False
    x, f = m.np_ns[name], m.rng.choice(ARITHMETIC + COMPARISONS)
    is_long = x.size > 5000  # a second for each quarter of a million fractions
    if f in ARITHMETIC or is_long or x.dtype.kind == "c" or m.rng.random() < 0.4:
        b = sequence_text(m, x.shape[-1], ranges=True)
        return _combined(m, f, name, b, ufunc_check(f))
    b = m.rng.choice(["Fraction(1, 2)", "Fraction(2)", "Fraction(-3, 4)"])
    a, b = (name, b) if m.rng.random() < 0.6 else (b, name)
    return m.make(f"{a} {OPERATORS[f]} {b}", exact, (a, b))


@kind(2)
def foreign_in_place(m):
    name = m.pick_target(has_items)
    if name is None:
        return False
    region = region_of(m, name)
    x, rng = m.array(region), m.rng
    # Of a list that does not fit NumPy stores what comes before.
    if x.ndim and x.size and x.dtype.kind != "u" and rng.random() < 0.6:
        b = sequence_text(m, x.shape[-1])
    else:
        b = rng.choice(NUMBERS)
    if rng.random() < 0.4:
        form = f"{region} = {b}" if region != name else f"{name}[...] = {b}"
        check = exact
    else:
        f = rng.choice(ARITHMETIC[:3])
        form, check = f"{region} {OPERATORS[f]}= {b}", ufunc_check(f)
    return m.write(form, region, name, check, (region, b))

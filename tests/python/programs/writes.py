# SPDX-License-Identifier: Apache-2.0
"""Steps that write: in-place operators, out=, where=, assignments, masks."""

import numpy as np
from support.op_table import ufunc_rows

from .kinds import (
    OPERATORS,
    cast_check,
    choose_ufunc,
    fits,
    kind,
    letter,
    operator_check,
    tame_power,
    ufunc_check,
)
from .steps import exact, free
from .texts import broadcast_partner, index_text, scalar_text
from .views import overlapping

IN_PLACE = ["add", "subtract", "multiply"] * 4 + [
    "divide", "floor_divide", "remainder", "power", "bitwise_and", "bitwise_or",
    "bitwise_xor", "left_shift", "right_shift",
]  # fmt: skip


def has_items(x):
    return x.size > 0


def region_of(m, name):
    """A writable view of a variable: often all of it."""
    x = m.np_ns[name]
    if x.ndim and m.rng.random() < 0.4:
        text = f"{name}{index_text(m, x.shape)}"
        if m.array(text).flags.writeable:
            return text
    return name


def source_for(m, region, name):
    """What may be assigned to a region: an operand that broadcasts to it, or a scalar."""
    x = m.array(region)
    if m.rng.random() < 0.3:
        return scalar_text(m, x.dtype)
    pending = m.pending and m.pending[0]
    if pending and np.broadcast_shapes(x.shape) == m.np_ns[pending].shape:
        return pending
    return broadcast_partner(m, x.shape, name, exact=True) or scalar_text(m, x.dtype)


def wide_cast(m, texts, dtype):
    """A check for results that are cast: free where C leaves the cast open."""
    arrays = [m.array(t) for t in texts]
    return dtype.kind in "iu" and any(a.dtype.kind in "fc" for a in arrays)


@kind(14)
def in_place(m):
    name = m.pick_target(has_items)
    if name is None:
        return False
    region = region_of(m, name)
    f = m.rng.choice(IN_PLACE)
    b = tame_power(m, region) if f == "power" else source_for(m, region, name)
    text = f"{region} {OPERATORS[f]}= {b}"
    check = ufunc_check(f)
    if f == "power":
        check = operator_check(f, b)
    return m.write(text, region, name, check, (region, b))


@kind(8)
def out_argument(m):
    """out=, which may be an operand or overlap one."""
    name = m.pick_target(has_items)
    if name is None:
        return False
    x = m.np_ns[name]
    if x.ndim and max(x.shape) > 3 and m.rng.random() < 0.35:
        region, a = overlapping(m, name)
    else:
        region = region_of(m, name)
        a = broadcast_partner(m, m.array(region).shape, name, exact=True) or region
    nin = m.rng.choice([1, 2, 2])
    f = choose_ufunc(m, nin)
    texts = (a,)
    if nin == 2:
        b = tame_power(m, a) if "power" in f else source_for(m, region, name)
        texts = (a, b)
    casting = m.rng.choice(["", "", "", ", casting='unsafe'"])
    arguments = ", ".join(texts)
    check = ufunc_check(f)
    if casting:
        check = _unsafe(f, check, m.array(region).dtype)
    text = f"np.{f}({arguments}, out={region}{casting})"
    theirs = None
    if f in ("isfinite", "isinf", "isnan"):
        # NumPy 2.4 writes over numbers before it has read them.
        theirs = f"np.copyto({region}, np.{f}({arguments}), casting='unsafe')"
    return m.write(text, region, name, check, texts, theirs)


def _unsafe(f, check, dtype):
    """Casts of floating-point results to integers are not held against NumPy's."""

    def checked(values):
        # Python's numbers take the dtype of arrays.
        likes = [np.ones(1, v.dtype) if hasattr(v, "dtype") else v for v in values]
        with np.errstate(all="ignore"):
            like = getattr(np, f)(*likes)
        inexact = like.dtype.kind in "fc"
        return ("free",) if dtype.kind in "iu" and inexact else check(values)

    return checked if dtype.kind in "iub" else check


@kind(5)
def where_argument(m):
    """where= with out=: other items keep what they are."""
    name = m.pick_target(has_items)
    if name is None:
        return False
    shape = m.np_ns[name].shape
    masks = [
        n
        for n in m.names(lambda y: y.dtype.kind == "b" and not m.is_pending(n_of(m, y)))
        if np_fits(m.np_ns[n].shape, shape)
    ]
    if not masks:
        return make_mask(m)
    mask = m.rng.choice(masks)
    f = m.rng.choice(["add", "subtract", "multiply", "divide", "sqrt", "negative"])
    a = broadcast_partner(m, shape, name, exact=True) or name
    texts = (a,)
    if f not in ("sqrt", "negative"):
        texts = (a, source_for(m, name, name))
    text = f"np.{f}({', '.join(texts)}, out={name}, where={mask})"

    def check(values):
        *operands, before, chosen = values
        return ("ufunc", f, operands, 0, chosen, before)

    return m.write(text, name, name, check, (*texts, name, mask))


def n_of(m, x):
    return next((n for n, y in m.np_ns.items() if y is x), "")


def np_fits(shape, target):
    try:
        return np.broadcast_shapes(shape, target) == tuple(target)
    except ValueError:
        return False


def make_mask(m):
    name = m.pick(lambda x: x.dtype.kind != "b" and x.size)
    if name is None:
        return False
    x = m.np_ns[name]
    sign = m.rng.choice(["==", "!="] if x.dtype.kind == "c" else [">", "<", ">=", "!="])
    return m.make(f"{name} {sign} {m.rng.choice([0, 1, 2])}", exact, keep=True)


@kind(10)
def assign(m):
    """x[index] = scalar or array, also of overlapping memory."""
    name = m.pick_target()
    if name is None:
        return False
    x = m.np_ns[name]
    if x.ndim and max(x.shape) > 3 and m.rng.random() < 0.3:
        region, source = overlapping(m, name)
    else:
        region = f"{name}{index_text(m, x.shape)}" if x.ndim else f"{name}[...]"
        source = source_for(m, region, name)
    if m.rng.random() < 0.2:
        source = f"{source} {m.rng.choice('+-*')} {scalar_text(m, x.dtype)}"
    check = exact
    values = m_try(m, source)
    if np.ndim(values) == 0 and not fits(values or 0, x.dtype):
        return False  # refused by NumPy, which looks at the value
    operands = ()
    if values is not None:
        check, operands = cast_check(x.dtype), (source,)
        if "+" in source or "*" in source or " - " in source:
            check = _rounded(check, x.dtype, values)
    # Between overlapping vectors with different steps NumPy's copy goes wrong.
    theirs = f"{region} = np.copy({source})" if np.ndim(values) else None
    return m.write(f"{region} = {source}", region, name, check, operands, theirs)


def _rounded(check, dtype, values):
    """An expression was computed; complex products may differ in the last bit."""
    return free if np.asarray(values).dtype.kind == "c" else check


def m_try(m, text):
    try:
        return eval(text, m.np_ns)
    except Exception:
        return None


@kind(4)
def filled(m):
    name = m.pick_target()
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    other = broadcast_partner(m, x.shape, name, exact=True) or "1"
    masks = [
        n
        for n in m.names(lambda y: y.dtype.kind == "b")
        if np_fits(m.np_ns[n].shape, x.shape)
    ]
    where = f", where={rng.choice(masks)}" if masks and rng.random() < 0.5 else ""
    more = rng.choice(["", "", ", casting='unsafe'"]) + where
    copy = f"np.copyto({name}, {other}{more})"
    text = rng.choice([f"{name}.fill({scalar_text(m, x.dtype)})", copy])
    # As in assign().
    vectors = text == copy and np.ndim(m_try(m, other))
    theirs = f"np.copyto({name}, np.copy({other}){more})" if vectors else None
    if text == copy and ", where=" in more:
        # NumPy reads a mask of the same memory while it writes.
        source = f"np.copy({other})" if vectors else other
        more = more.replace("where=", "where=np.copy(") + ")"
        theirs = f"np.copyto({name}, {source}{more})"
    return m.write(text, name, name, cast_check(x.dtype), (other,), theirs)


@kind(8)
def masked(m):
    """x[m] = s, x[m] += y[m], and their kin."""
    name = m.pick_target(lambda x: x.ndim > 0 and x.size > 0)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    masks = [
        n
        for n in m.names(lambda y: y.dtype.kind == "b" and y.shape == x.shape)
        if not m.is_pending(n)
    ]
    mask = rng.choice(masks) if masks and rng.random() < 0.5 else None
    if mask is None:
        sign = rng.choice(["==", "!="] if x.dtype.kind == "c" else [">", "<", "<="])
        mask = f"{name} {sign} {rng.choice([0, 1, 2])}"
    elif rng.random() < 0.2:
        mask = f"~{mask}"
    same = [n for n in m.names(lambda y: y.shape == x.shape) if not m.is_pending(n)]
    other = rng.choice(same)
    scalar = scalar_text(m, x.dtype)
    roll = rng.random()

    def write(right, check, *inputs):
        # NumPy reads a mask of the same memory while it writes.
        theirs = f"{name}[np.copy({mask})] {right}"
        text = f"{name}[{mask}] {right}"
        return m.write(text, name, name, check, *inputs, theirs=theirs)

    if roll < 0.3:
        return write(f"= {scalar}", exact)
    if roll < 0.45:
        return write(f"= {other}[{mask}]", cast_check(x.dtype), (other,))
    if roll < 0.85:
        f = rng.choice(["add", "subtract", "multiply", "divide"])
        b, operand = (f"{other}[{mask}]", other)
        if rng.random() < 0.4:
            b = operand = scalar

        def check(values):
            *operands, before, chosen = values
            return ("ufunc", f, operands, 0, chosen, before)

        return write(f"{OPERATORS[f]}= {b}", check, (name, operand, name, mask))
    if roll < 0.95:
        return m.make(f"{name}[{mask}]", exact)
    return m.write(f"np.putmask({name}, {mask}, {scalar})", name, name, exact)


@kind(3)
def fancy(m):
    """Reads and writes by lists of positions."""
    name = m.pick_target(lambda x: x.ndim > 0 and 0 < x.size <= 5000)
    if name is None or m.np_ns[name].shape[0] == 0:
        return False
    x, rng = m.np_ns[name], m.rng
    n = x.shape[0]
    index = rng.sample(range(n), min(n, rng.randrange(1, 5)))
    scalar = scalar_text(m, x.dtype)
    roll = rng.random()
    if roll < 0.4:
        return m.make(f"{name}[{index}]", exact, strides=False)
    if roll < 0.7:
        return m.write(f"{name}[{index}] = {scalar}", name, name, exact)
    text = f"{name}[{index}] {rng.choice('+-*')}= {scalar}"
    check = free if x.dtype.kind == "c" else exact
    return m.write(text, name, name, check)


@kind(2)
def wrong(m):
    """What NumPy refuses, whatever the values."""
    if not m.errors or m.body is not None:
        return False
    name = m.pick_target(lambda x: x.ndim > 0 and x.size > 1)
    if name is None:
        return False
    x = m.np_ns[name]
    longer = tuple(n + 1 for n in x.shape)
    texts = [
        f"{name} + np.ones({(*x.shape[:-1], x.shape[-1] + 2)})",
        f"{name}.sum(axis={x.ndim})",
        f"{name}[{x.shape[0]}]",
        f"{name}[...] = np.zeros({longer})",
        f"{name}.reshape({x.size + 1})",
        f"np.add({name}, 1, out=np.zeros({longer}))",
        f"{name} @ np.ones({x.shape[-1] + 1})",
        f"np.concatenate([{name}, np.zeros({(2,) * (x.ndim + 1)})])",
        f"np.copyto({name}, 1j, casting='no')",
    ]
    if x.dtype.kind in "iu":
        texts += [f"{name} += 0.5", f"{name} /= 2", f"{name} ** -1"]
    if x.dtype.kind == "b":
        texts += [f"-{name}", f"{name} - {name}"]
    return m.refuse(m.rng.choice(texts))


@kind(2)
def whole_table(m):
    """Any unary row of the op table, in place."""
    name = m.pick_target(has_items)
    if name is None:
        return False
    f = m.rng.choice(ufunc_rows(nin=1, nout=1)).name
    return m.write(f"np.{f}({name}, out={name})", name, name, ufunc_check(f), (name,))


@kind(2)
def new_type(m):
    """A copy of another dtype that takes the place of an array."""
    name = m.pick_target(lambda x: x.ndim > 0)
    if name is None or m.body is not None:
        return False
    c = letter(m)
    if not m.make(f"{name}.astype({c!r})", cast_check(c), (name,), keep=True):
        return False
    made = m.names()[-1]
    return m.rename(made, name)

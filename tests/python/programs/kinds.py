# SPDX-License-Identifier: Apache-2.0
"""Steps that make arrays: creation, ufuncs, copies, functions; and observation."""

import numpy as np
from support.op_table import ufunc_rows

from .runtime import TAME, WILD
from .texts import broadcast_partner, choose_shape, index_text, scalar_text, shape_text

KINDS = []  # (weight, kind): a kind takes a Maker and says whether it did a step
LIMIT = 1 << 20  # items of a result


def kind(weight):
    """Decorator: a kind of step, chosen in proportion to its weight."""

    def register(function):
        KINDS.append((weight, function))
        return function

    return register


def nonempty(x):
    return x.size > 0


def letter(m):
    return m.rng.choice(m.palette)


@kind(5)
def data(m):
    """Varied values, of which few arrays have the wildest ones."""
    start = m.rng.randrange(TAME)
    if m.rng.random() < 0.08:
        start = TAME + m.rng.randrange(WILD)
    order = m.rng.choice(["", "", "", ", 'F'"])
    c, shape = letter(m), shape_text(choose_shape(m))
    return m.make(f"data({c!r}, {shape}, {start}{order})", keep=True)


@kind(1)
def truths(m):
    """Truths whose bytes are not 1."""
    start = m.rng.randrange(TAME)
    return m.make(f"truths({shape_text(choose_shape(m))}, {start})", keep=True)


@kind(4)
def creation(m):
    shape, c = choose_shape(m), letter(m)
    name = m.pick()
    texts = [
        f"np.zeros({shape_text(shape)}, {c!r})",
        f"np.ones({shape_text(shape)}, {c!r}, order='F')",
        f"np.full({shape_text(shape)}, {scalar_text(m, np.dtype(c))}, {c!r})",
        f"np.arange({shape[0] if shape else 3}, dtype={c!r})",
        f"np.arange(1, {m.rng.randrange(2, 60)}, {m.rng.choice([1, 2, 3, 0.5])})",
        f"np.eye({m.rng.randrange(1, 9)}, dtype={c!r})",
        f"np.linspace(0, 2, {m.rng.choice([5, 9, 17, 33])})",
    ]
    if name:
        texts += [
            f"np.zeros_like({name})",
            f"np.ones_like({name}, dtype={c!r})",
            f"np.full_like({name}, 1)",
        ]
    return m.make(m.rng.choice(texts))


def ufunc_check(name, dtype=None):
    return lambda values: ("ufunc", name, values, 0, None, None, dtype)


COMMON = {
    1: "negative absolute square sqrt exp sin cos tanh reciprocal log".split(),
    2: "add subtract multiply divide maximum minimum less greater equal add "
    "subtract multiply power".split(),
}
OTHERS = {n: [row.name for row in ufunc_rows(nin=n, nout=1)] for n in (1, 2)}
OPERATORS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<",
    "greater": ">", "equal": "==", "not_equal": "!=", "less_equal": "<=",
    "greater_equal": ">=", "bitwise_and": "&", "bitwise_or": "|",
    "bitwise_xor": "^", "floor_divide": "//", "remainder": "%", "power": "**",
    "left_shift": "<<", "right_shift": ">>",
}  # fmt: skip
BOUNDED = {"exp", "exp2", "expm1", "sinh", "cosh", "power", "float_power", "square"}


def choose_ufunc(m, nin):
    return m.rng.choice((COMMON if m.rng.random() < 0.7 else OTHERS)[nin])


def read(m, name):
    """A variable as an operand: itself, or a view of it."""
    x = m.np_ns[name]
    if x.ndim and m.rng.random() < 0.25:
        return f"{name}{index_text(m, x.shape)}"
    if x.ndim > 1 and m.rng.random() < 0.15:
        return f"{name}.T"
    return name


def tame_power(m, text):
    """An exponent for which `text` stays in range and integers are not refused."""
    kind_ = m.array(text).dtype.kind
    if kind_ in "biu":
        return str(m.rng.choice([0, 1, 2, 3]))
    return str(m.rng.choice([2, 0.5, -1, 3, 2.0, 1.5, -2, 1]))


@kind(12)
def unary(m):
    name = m.pick()
    if name is None:
        return False
    f, a = choose_ufunc(m, 1), read(m, name)
    if f in BOUNDED and m.array(a).dtype.kind in "fc" and m.rng.random() < 0.7:
        f = m.rng.choice(["sin", "tanh", "arctan", "cos", "negative"])
    text = f"np.{f}({a})"
    if f == "negative" and m.rng.random() < 0.7:
        text = f"-{a}"
    elif f == "absolute" and m.rng.random() < 0.7:
        text = f"abs({a})"
    elif f in ("invert", "logical_not") and m.array(a).dtype.kind == "b":
        f, text = "invert", f"~{a}"
    return m.make(text, ufunc_check(f), (a,))


@kind(26)
def binary(m):
    name = m.pick()
    if name is None:
        return False
    f, a = choose_ufunc(m, 2), read(m, name)
    if "power" in f:
        b = tame_power(m, a)
    elif m.rng.random() < 0.3:
        b = scalar_text(m, m.array(a).dtype)
    else:
        b = broadcast_partner(m, m.array(a).shape, name)
        if b is None:
            b = scalar_text(m, m.array(a).dtype)
    if m.rng.random() < 0.4 and "power" not in f:
        a, b = b, a
    if f in OPERATORS and m.rng.random() < 0.8:
        check = operator_check(f, b, m.is_scalar(m.value(a)))
        return m.make(f"{a} {OPERATORS[f]} {b}", check, (a, b))
    return m.make(f"np.{f}({a}, {b})", ufunc_check(f), (a, b))


# NumPy's ** of arrays by these Python numbers is another ufunc.
POWERS = {"2": "square", "2.0": "square", "0.5": "sqrt", "-1": "reciprocal"}


def operator_check(f, b, scalar=False):
    def check(values):
        short_cut = f == "power" and b in POWERS and not scalar
        if short_cut and values[0].dtype.kind in "fc":
            return ("ufunc", POWERS[b], values[:1])
        return ("ufunc", f, values)

    return check


@kind(2)
def two_results(m):
    name = m.pick(lambda x: x.dtype.kind in "iuf")
    if name is None:
        return False
    f = m.rng.choice(["divmod", "modf", "frexp"])
    if f == "divmod":
        b = broadcast_partner(m, m.np_ns[name].shape, name) or "3"
        return m.make(f"np.divmod({name}, {b})", ufunc_check(f), (name, b), names=2)
    if not np.isfinite(m.np_ns[name]).all():
        return False
    return m.make(f"np.{f}({name})", ufunc_check(f), (name,), names=2)


@kind(3)
def with_dtype(m):
    """A ufunc in a loop that is asked for."""
    name = m.pick()
    c = letter(m)
    if name is None:
        return False
    f = m.rng.choice(["add", "multiply", "subtract", "maximum"])
    b = broadcast_partner(m, m.np_ns[name].shape, name) or "2"
    text = f"np.{f}({name}, {b}, dtype={c!r})"
    return m.make(text, ufunc_check(f, c), (name, b))


@kind(5)
def choice(m):
    """where and clip."""
    name = m.pick()
    if name is None:
        return False
    x = m.np_ns[name]
    other = broadcast_partner(m, x.shape, name) or scalar_text(m, x.dtype)
    if m.rng.random() < 0.3:
        low, high = sorted([m.rng.randrange(-3, 4), m.rng.randrange(-3, 4)])
        if x.dtype.kind == "u":
            low, high = abs(low), abs(high) + 3
        return m.make(f"np.clip({name}, {low}, {high})", _zeros)
    masks = m.names(lambda y: y.dtype.kind == "b")
    if masks and m.rng.random() < 0.5:
        mask = m.rng.choice(masks)
    else:
        mask = (
            f"{name} {m.rng.choice(['>', '<', '!=', '<='])} {m.rng.choice([0, 1, 2])}"
        )
        if x.dtype.kind == "c":
            mask = f"{name} == {name}"
    if _wraps(x.dtype, m.value(other)):
        return False
    return m.make(f"np.where({mask}, {name}, {other})")


def _wraps(dtype, value):
    """Whether where() lets the number wrap, as it did before NumPy 2.5."""
    return (
        np.lib.NumpyVersion(np.__version__) < "2.5.0"
        and dtype.kind in "iu"
        and type(value) is int
        and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max
    )


def _zeros(values):
    return ("zeros",)


def whole_numbers(x, dtype):
    """Whether a cast to `dtype` is one whose result C defines."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "iu" or x.dtype.kind not in "fc" or not x.size:
        return True
    info, x = np.iinfo(dtype), x.real
    with np.errstate(all="ignore"):
        return bool(
            (np.isfinite(x) & (x > float(info.min) - 0.5) & (x < float(info.max))).all()
        )


def fits(number, dtype):
    """Whether a number can be an item of integers of a dtype."""
    x, dtype = np.asarray(number), np.dtype(dtype)
    if dtype.kind in "iu" and x.dtype.kind in "iu":
        return np.iinfo(dtype).min <= int(x) <= np.iinfo(dtype).max
    return whole_numbers(x, dtype)


def cast_check(dtype):
    """For the operand as it is then: steps are repeated with other values."""

    def check(values):
        return ("exact",) if whole_numbers(np.asarray(values[0]), dtype) else ("cast",)

    return check


@kind(7)
def copies(m):
    name = m.pick()
    if name is None:
        return False
    a, c = read(m, name), letter(m)
    texts = [
        f"{a}.astype({c!r})",
        f"{a}.astype({c!r}, order='F')",
        f"np.asarray({a}, {c!r})",
        f"np.array({a}, dtype={c!r})",
    ]
    if m.rng.random() < 0.5:
        texts = [
            f"{a}.copy()",
            f"np.copy({a})",
            f"np.ascontiguousarray({a})",
            f"np.asfortranarray({a})",
            f"{a}.flatten()",
            f"{a}.copy('K')",
        ]
        return m.make(m.rng.choice(texts))
    return m.make(m.rng.choice(texts), cast_check(c), (a,))


@kind(5)
def assembled(m):
    """Functions that put arrays together or take from them by indices."""
    name = m.pick(lambda x: 0 < x.ndim and 0 < x.size <= 5000)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    axis = rng.randrange(x.ndim)
    index = [
        rng.randrange(-x.shape[axis], x.shape[axis]) for _ in range(rng.randrange(1, 6))
    ]
    same = m.names(lambda y: y.shape == x.shape)
    other = rng.choice([n for n in same if n != name] or [name])
    texts = [
        f"np.concatenate([{name}, {other}], axis={axis})",
        f"np.stack([{name}, {other}], axis={-1 if axis else 0})",
        f"np.take({name}, {index}, axis={axis})",
        f"{name}[{', '.join(':' * axis)}{', ' * (axis > 0)}{index}]",
        f"np.repeat({name}, 2, axis={axis})",
        f"np.roll({name}, {rng.randrange(-3, 4)}, axis={axis})",
        f"np.tile({name}, 2)",
    ]
    return m.make(rng.choice(texts), strides=False)


@kind(4)
def looked_up(m):
    """Items by indices that the program computes."""
    name = m.pick(lambda x: 0 < x.size <= 5000)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    whole = m.names(lambda y: y.dtype.kind in "iu" and 0 < y.size <= 5000)
    mode = rng.choice(["wrap", "clip"])
    n = rng.randrange(1, 200)
    texts = [
        f"np.take({name}, np.arange({n}) * {rng.randrange(-5, 6)} - 3, mode={mode!r})",
        f"{name}.ravel()[(np.arange({n}) * {rng.randrange(9)}) % {x.size}]",
    ]
    if whole:
        index = rng.choice(whole)
        if abs(m.np_ns[index].astype("f8")).max() > 1e5:
            mode = "clip"  # NumPy's "wrap" takes a step for each time around
        texts += [f"np.take({name}, {index}, mode={mode!r})"] * 2
        texts += [f"{name}.ravel()[{index} % {x.size}]"]
        if x.ndim == 2:
            texts += [f"{name}[{index} % {x.shape[0]}, -1 - {index} % {x.shape[1]}]"]
    return m.make(rng.choice(texts), strides=False)


@kind(3)
def products(m):
    name = m.pick(lambda x: x.ndim == 2 and 0 < x.size <= 5000)
    if name is None:
        return False
    a = m.np_ns[name]
    fits = m.names(
        lambda y: 0 < y.ndim < 3 and y.shape[0] == a.shape[1] and y.size <= 5000
    )
    b = m.rng.choice([*fits, f"{name}.T"])
    return m.make(f"{name} @ {b}", lambda v: ("product", *v), (name, b), strides=False)


@kind(1)
def sorted_(m):
    name = m.pick(lambda x: x.ndim > 0 and x.dtype.kind != "c")
    if name is None:
        return False
    return m.make(f"np.sort({name})", lambda values: ("ordered",))


@kind(6)
def delete(m):
    names = m.names()
    if m.body is not None:
        names = [n for n in names if any(n in step.makes for step in m.body)]
    if len(names) < 3:
        return False
    return m.drop(m.rng.choice(names))


@kind(3)
def rebind(m):
    """An old name for a new value, or a second name for one."""
    name = m.pick()
    if name is None:
        return False
    others = [n for n in m.names() if n != name and not m.is_pending(n)]
    if others and m.rng.random() < 0.7 and m.body is None:
        return m.rename(name, m.rng.choice(others))
    # An alias of the pending result would be the result itself.
    return (
        not m.is_pending(name) and m.np_ns[name].ndim > 0 and m.rename(name, m.fresh())
    )


@kind(5)
def observe(m):
    """What makes a value be known on the host, and what need not."""
    name = m.pick()
    if name is None:
        return False
    x = m.np_ns[name]
    if m.rng.random() < 0.4:
        texts = [f"look({name})"]
        if x.ndim:
            texts += [f"look({name}{index_text(m, x.shape)})", f"look({name}.T)"]
            texts += [f"look(lent({name}))", f"look(lent({name})[-1:])"]
        return m.see(m.rng.choice(texts), (name,))
    texts = [f"look({name}.shape)", f"look({name}.dtype)", f"look({name}.size)"]
    if x.size <= 30:
        texts += [f"look(repr({name}))", f"look({name}.tolist())", f"look(str({name}))"]
    if x.size:
        texts += [f"look(bool({name}.any()))", f"look({name}.ravel()[-1].item())"]
        if x.dtype.kind in "biuf":
            texts.append(f"look(float({name}.max()))")
            texts.append(f"look(int({name}.argmin()))")
        if x.dtype.kind in "iub":
            texts.append(f"look(int({name}.sum()))")
    if x.ndim:
        texts.append(f"look(len({name}))")
    return m.see(m.rng.choice(texts))

# SPDX-License-Identifier: Apache-2.0
"""Steps in the order in which people write them: what fusion is made for."""

from .kinds import kind, ufunc_check
from .steps import free
from .texts import shape_text


def floats(ndim):
    """A test for floating-point arrays with items in every axis."""
    return lambda x: (
        x.dtype.kind == "f" and x.ndim >= ndim and min(x.shape, default=3) > 2
    )


def last(m):
    """The newest variable, which a step before has made."""
    return m.pending[0] if m.pending else m.names()[-1]


def chain(m, *steps):
    """Steps of which each takes the result of the one before, '{}' in its text."""
    for text, check in steps:
        name = last(m)
        if not m.make(text.format(name), check, (name,), keep=True):
            return False
    return True


@kind(3)
def stencil(m):
    """Neighbours of the interior, into another array or the same."""
    name = m.pick_target(floats(1))
    if name is None:
        return False
    x = m.np_ns[name]
    inner = ", ".join(["1:-1"] * x.ndim)
    sides = []
    for axis in range(min(x.ndim, 2)):
        for side in (":-2", "2:"):
            parts = ["1:-1"] * x.ndim
            parts[axis] = side
            sides.append(f"{name}[{', '.join(parts)}]")
    if not m.make(f"{sides[0]} + {sides[1]}", ufunc_check("add"), sides[:2], keep=True):
        return False
    for side in sides[2:]:
        a = last(m)
        if not m.make(f"{a} + {side}", ufunc_check("add"), (a, side), keep=True):
            return False
    a = last(m)
    if not m.make(f"0.25 * {a}", ufunc_check("multiply"), ("0.25", a), keep=True):
        return False
    targets = [
        n
        for n in m.names(lambda y: y.shape == x.shape and m.may_write(y))
        if not m.is_pending(n)
    ]
    target, a = m.rng.choice(targets or [name]), last(m)
    region = f"{target}[{inner}]"
    check = free if m.np_ns[target].dtype.kind not in "fc" else None
    keywords = {"check": check} if check else {}
    return m.write(f"{region} = {a}", region, target, **keywords)


@kind(3)
def softmax(m):
    """exp(x - max) over its sum, by rows or columns."""
    name = m.pick(floats(2))
    if name is None:
        return False
    axis, x = m.rng.choice([-1, 1, 0]), m.np_ns[name]
    if x.dtype.char == "e":
        return False
    if m.is_pending(name):
        m.settle()
    if not m.make(
        f"{name}.max(axis={axis}, keepdims=True)", _zeros, strides=False, keep=True
    ):
        return False
    top = last(m)
    if not m.make(f"{name} - {top}", ufunc_check("subtract"), (name, top), keep=True):
        return False
    a = last(m)
    if not m.make(f"np.exp({a})", ufunc_check("exp"), (a,), keep=True):
        return False
    e = last(m)
    if m.is_pending(e):
        m.settle()
    if not m.make(
        f"{e}.sum(axis={axis}, keepdims=True)",
        _fold("sum", axis),
        (e,),
        strides=False,
        keep=True,
    ):
        return False
    total = last(m)
    if m.rng.random() < 0.4:
        return m.write(f"{e} /= {total}", e, e, ufunc_check("divide"), (e, total))
    return m.make(f"{e} / {total}", ufunc_check("divide"), (e, total), keep=True)


def _zeros(values):
    return ("zeros",)


def _fold(f, axis):
    return lambda values: ("fold", f, values[0], {"axis": axis, "keepdims": True})


@kind(3)
def standardise(m):
    """Rows less their mean, over their deviation."""
    name = m.pick(floats(2))
    if name is None:
        return False
    if m.is_pending(name):
        m.settle()
    text = "{}.{}(axis=-1, keepdims=True)"
    if not m.make(
        text.format(name, "mean"), _fold("mean", -1), (name,), strides=False, keep=True
    ):
        return False
    mean = last(m)
    if not m.make(f"{name} - {mean}", ufunc_check("subtract"), (name, mean), keep=True):
        return False
    centred = last(m)
    m.settle()
    if not m.make(
        text.format(name, "std"), _fold("std", -1), (name,), strides=False, keep=True
    ):
        return False
    spread = last(m)
    check = ufunc_check("divide")
    return m.make(f"{centred} / {spread}", check, (centred, spread))


@kind(3)
def temporaries(m):
    """exp(0.5 * sin(x) + cos(y)), of which nothing has a name."""
    name = m.pick(floats(0))
    if name is None:
        return False
    if m.is_pending(name):
        m.settle()
    if not chain_from(m, name, ("np.sin({})", "sin"), ("0.5 * {}", "multiply")):
        return False
    a = last(m)
    if not m.make(f"{a} + {name}", ufunc_check("add"), (a, name), keep=True):
        return False
    return chain_from(m, last(m), ("np.tanh({})", "tanh"), ("np.exp({})", "exp"))


def chain_from(m, name, *steps):
    """Ufuncs in a row, the first of a variable."""
    for text, f in steps:
        operands = ("0.5", name) if f == "multiply" else (name,)
        if not m.make(text.format(name), ufunc_check(f), operands, keep=True):
            return False
        name = last(m)
    return True


@kind(2)
def moments(m):
    """Sibling reductions of the same data, and a scalar that goes on."""
    name = m.pick(floats(1))
    if name is None:
        return False
    m.settle()
    for f in m.rng.sample(["sum", "mean", "max", "min"], 2):
        check = _zeros
        if f in ("sum", "mean"):
            check = lambda v, f=f: ("fold", f, v[0], {})  # noqa: E731
        if not m.make(f"{name}.{f}()", check, (name,), strides=False, keep=True):
            return False
    a = last(m)
    return m.make(f"{name} - {a}", ufunc_check("subtract"), (name, a))


@kind(2)
def filled_in_steps(m):
    """An empty array whose parts are written one after the other."""
    x = m.pick(floats(1))
    if x is None:
        return False
    m.settle()
    n, c = m.np_ns[x].shape[0], m.np_ns[x].dtype.char
    if not m.make(f"np.zeros({shape_text(m.np_ns[x].shape)}, {c!r})", keep=True):
        return False
    target, half = last(m), n // 2
    m.settle()
    first, second = f"{target}[:{half}]", f"{target}[{half}:]"
    return m.write(f"{first} = {x}[:{half}]", first, target) and m.write(
        f"{second} = {x}[{half}:][::-1]", second, target
    )

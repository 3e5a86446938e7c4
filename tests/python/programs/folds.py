# SPDX-License-Identifier: Apache-2.0
"""Steps that reduce and scan."""

import numpy as np

from .kinds import kind
from .steps import exact
from .texts import broadcast_partner

REDUCTIONS = ["sum"] * 5 + ["mean", "mean", "max", "min", "max", "any", "all", "prod"]
REDUCTIONS += ["var", "std", "argmax", "argmin", "count_nonzero", "ptp"]


def choose_axis(m, x):
    axes = [None, None]
    if x.ndim:
        axes += [-1, 0, x.ndim - 1, m.rng.randrange(-x.ndim, x.ndim)]
    if x.ndim > 1:
        axes.append(tuple(m.rng.sample(range(x.ndim), 2)))
    return m.rng.choice(axes)


@kind(15)
def reduce(m):
    name = m.pick(lambda x: x.size > 0 or m.rng.random() < 0.2)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    f, axis = rng.choice(REDUCTIONS), choose_axis(m, x)
    keywords = {}
    if isinstance(axis, tuple) and f in ("argmax", "argmin"):
        axis = axis[0]
    if axis is not None:
        keywords["axis"] = axis
    if rng.random() < 0.45:
        keywords["keepdims"] = True
    if f in ("sum", "prod", "mean") and rng.random() < 0.15:
        keywords["dtype"] = rng.choice(["f8", "f4", "D"])
    if f in ("sum", "prod", "max", "min") and rng.random() < 0.1:
        keywords["initial"] = 2
    mask = None
    if f in ("sum", "mean", "any", "all", "prod") and rng.random() < 0.12:
        masks = m.names(lambda y: y.dtype.kind == "b" and y.shape == x.shape)
        mask = rng.choice(masks) if masks else None
    text = "".join(f", {k}={v!r}" for k, v in keywords.items())
    if mask:
        text += f", where={mask}"
    form = f"np.{f}({name}{text})"
    if f not in ("count_nonzero", "ptp") and rng.random() < 0.6:
        form = f"{name}.{f}({text[2:]})"
    texts = (name, mask) if mask else (name,)

    def check(values):
        if f not in ("sum", "mean", "prod", "var", "std"):
            return ("zeros",)
        if mask:
            return ("fold", f, values[0], {**keywords, "where": values[1]})
        return ("fold", f, values[0], keywords)

    return m.make(form, check, texts, strides=False)


@kind(3)
def reduce_into(m):
    """out= of a reduction: a row, a column or an item of an array."""
    name = m.pick(lambda x: x.ndim > 0 and x.size > 0)
    target = m.pick_target(lambda x: x.ndim > 0 and x.size > 0)
    if name is None or target is None:
        return False
    x, out = m.np_ns[name], m.np_ns[target]
    axis = m.rng.randrange(x.ndim)
    left = x.shape[:axis] + x.shape[axis + 1 :]
    if out.shape == left:
        region = target
    elif out.shape[1:] == left:
        region = f"{target}[{m.rng.randrange(out.shape[0])}, ...]"
    else:
        return False
    f = m.rng.choice(["sum", "max", "min", "mean"])
    text = f"np.{f}({name}, axis={axis}, out={region})"

    def check(values):
        if f in ("sum", "mean") and values[0].dtype == out.dtype:
            return ("fold", f, values[0], {"axis": axis})
        if f in ("sum", "mean"):
            return ("free",)
        # NumPy compares what it stored in `out`, which another dtype may change.
        return ("zeros",) if values[0].dtype == out.dtype else ("free",)

    return m.write(text, region, target, check, (name,))


@kind(2)
def scan(m):
    name = m.pick(lambda x: x.size > 0)
    if name is None:
        return False
    x = m.np_ns[name]
    f = m.rng.choice(["cumsum", "cumsum", "cumprod"])
    axis = m.rng.choice([None, *range(x.ndim)])
    text = f"np.{f}({name}, axis={axis})"
    return m.make(text, lambda v: ("scan", f, v[0], axis), (name,), strides=False)


@kind(2)
def fold_of_ufunc(m):
    """reduce and accumulate of ufuncs that have them."""
    name = m.pick(lambda x: x.ndim > 0 and x.size > 0 and x.dtype.kind in "iub")
    if name is None:
        return False
    f = m.rng.choice(["add", "maximum", "minimum", "logical_or", "multiply"])
    how = m.rng.choice(["reduce", "accumulate"])
    axis = m.rng.randrange(m.np_ns[name].ndim)
    return m.make(f"np.{f}.{how}({name}, axis={axis})", exact, strides=False)


@kind(1)
def outer(m):
    name = m.pick(lambda x: x.ndim == 1 and 0 < x.size <= 70)
    if name is None:
        return False
    others = m.names(lambda y: y.ndim == 1 and 0 < y.size <= 70)
    f = m.rng.choice(["add", "subtract", "maximum"])
    return m.make(f"np.{f}.outer({name}, {m.rng.choice(others)})", exact)


@kind(2)
def dot_of_vectors(m):
    name = m.pick(lambda x: x.ndim == 1 and 0 < x.size <= 5000)
    if name is None:
        return False
    other = broadcast_partner(m, m.np_ns[name].shape, name, exact=True)
    if other is None or m.array(other).shape != m.np_ns[name].shape:
        return False
    return m.make(f"{name} @ {other}", lambda v: ("product", *v), (name, other))


def numeric(x):
    return x.dtype.kind != "b" and np.isfinite(x).all()

# SPDX-License-Identifier: Apache-2.0
"""Steps that reduce and scan."""

import numpy as np

from .kinds import kind
from .steps import exact
from .texts import broadcast_partner

REDUCTIONS = ["sum"] * 5 + ["mean", "mean", "max", "min", "max", "any", "all", "prod"]
REDUCTIONS += ["var", "std", "argmax", "argmin", "count_nonzero", "ptp"]
ROUNDED = {"sum", "mean", "prod", "var", "std"}
EXTREMA = {"max", "min"}
STARTED = {"sum", "prod"} | EXTREMA  # have an `initial`
MASKED = ROUNDED | EXTREMA | {"any", "all"}  # have a `where`


def choose_axis(m, x):
    """No axis, one, some, all; counted from either side."""
    rng, n = m.rng, x.ndim
    roll = rng.random()
    if roll < 0.07:
        return ()
    if roll < 0.35 or not n:
        return None
    if roll < 0.75:
        return rng.choice([-1, 0, n - 1, rng.randrange(-n, n)])
    axes = rng.sample(range(n), n if roll < 0.8 else rng.randrange(1, min(n, 3) + 1))
    return tuple(i - n if rng.random() < 0.3 else i for i in axes)


# What `initial` may be: numbers of all kinds, and what does not fit.
INITIAL = ["0", "1", "2", "-3", "7", "True", "0.5", "-1.25", "2.0", "(1+2j)", "None"]
INITIAL += ["numpy.float32(1.5)", "numpy.int8(-3)", "numpy.float64(2)", "np.int16(4)"]
INITIAL += ["numpy.complex64(2)", "numpy.bool_(True)", "numpy.uint64(2**63)"]
INITIAL += ["np.array(2)", "np.array(0.5)", "numpy.array(3)", "numpy.array(-0.5)"]
INITIAL += ["300", "-1", "2**40", "2**70", "1e30", "np.inf"]


def initial_text(m):
    """An `initial`, now and then a variable without axes."""
    names = [n for n in m.names(lambda y: y.ndim == 0) if not m.is_pending(n)]
    return m.rng.choice(names if names and m.rng.random() < 0.3 else INITIAL)


def mask_text(m, name):
    """A mask for `where=` that broadcasts to a variable: an array, or the result of a
    comparison or of a reduction."""
    x, rng = m.np_ns[name], m.rng
    masks = [
        n
        for n in m.names(lambda y: y.dtype.kind == "b" and y.ndim <= x.ndim)
        if not m.is_pending(n) and _broadcasts(m.np_ns[n].shape, x.shape)
    ]
    if masks and rng.random() < 0.6:
        return rng.choice(masks)
    axis, sign = choose_axis(m, x) or None, "!=" if x.dtype.kind == "c" else ">"
    f = rng.choice(["any", "all"])
    tests = [f"({name} {sign} 1)", f"({name} {sign} 1).{f}({axis}, keepdims=True)"]
    if masks:
        tests.append(
            f"{rng.choice(masks)}.{f}({-1 if x.ndim else None}, keepdims=True)"
        )
    if rng.random() < 0.1:
        tests = ["True", "False", "numpy.bool_(True)", "[True]"]
    return rng.choice(tests)


def _broadcasts(shape, target):
    """Whether a shape broadcasts to another one without making it larger."""
    extra = len(target) - len(shape)
    return all(n in (1, target[extra + i]) for i, n in enumerate(shape))


def fold_check(f, keywords, takes=None):
    """For operands, then the mask and the initial value where `takes` names them."""

    def check(values):
        x, *more = values
        taken = dict(zip(takes or (), more, strict=True))
        if "where" in taken:  # of any dtype, if it was a scalar
            taken["where"] = np.asarray(taken["where"], bool)
        return ("fold", f, x, {**keywords, **taken})

    return check


def fold_arguments(m, name, masked, with_initial, keepdims=0.45):
    """The keywords of a reduction: those that are known, and texts of the others."""
    rng, keywords, texts = m.rng, {}, {}
    axis = choose_axis(m, m.np_ns[name])
    if axis is not None:
        keywords["axis"] = axis
    if rng.random() < keepdims:
        keywords["keepdims"] = True
    if masked:
        texts["where"] = mask_text(m, name)
    if with_initial:
        texts["initial"] = initial_text(m)
    return keywords, texts


def arguments_text(keywords, texts):
    parts = [f", {k}={v!r}" for k, v in keywords.items()]
    return "".join(parts + [f", {k}={v}" for k, v in texts.items()])


@kind(18)
def reduce(m):
    name = m.pick(lambda x: x.size > 0 or m.rng.random() < 0.2)
    if name is None:
        return False
    rng, f = m.rng, m.rng.choice(REDUCTIONS)
    masked = f in MASKED and rng.random() < 0.2
    starts = f in STARTED and rng.random() < (0.8 if masked and f in EXTREMA else 0.12)
    keywords, texts = fold_arguments(m, name, masked, starts)
    if isinstance(keywords.get("axis"), tuple) and f in ("argmax", "argmin"):
        keywords["axis"] = -1
    if f in ("sum", "prod", "mean") and rng.random() < 0.15:
        keywords["dtype"] = rng.choice(["f8", "f4", "D", "f8", "f4", "i4", "?"])
    text = arguments_text(keywords, texts)
    form = f"np.{f}({name}{text})"
    if f not in ("count_nonzero", "ptp") and rng.random() < 0.6:
        form = f"{name}.{f}({text[2:]})"
    check = fold_check(f, keywords, texts) if f in ROUNDED else _zeros
    return m.make(form, check, (name, *texts.values()), strides=False)


def _zeros(values):
    return ("zeros",)


@kind(2)
def chosen_by_folds(m):
    """Truths of rows, and what is folded where they hold."""
    name = m.pick(lambda x: x.ndim > 1 and x.size > 0)
    if name is None:
        return False
    m.settle()
    x, rng = m.np_ns[name], m.rng
    if rng.random() < 0.5 and not m.make(f"{name}.ravel('K')"):
        return False
    m.settle()
    tests = [f"{name} != 0", f"{name} == {name}", f"np.where({name} == 0, {name}, 1)"]
    axis, other = rng.sample([*range(-1, x.ndim - 1)], 2)
    f, g = (rng.choice(["any", "all"]) for _ in range(2))
    if not m.make(rng.choice(tests), keep=True):
        return False
    m.settle()
    truths = m.names()[-1]
    if not m.make(f"{truths}.{f}(axis={axis}, keepdims=True)", keep=True):
        return False
    m.settle()
    mask = m.names()[-1]
    source = rng.choice([truths, truths, name, mask])
    if m.np_ns[source].dtype.kind == "b" or rng.random() < 0.3:
        return m.make(f"np.{g}({source}, axis={other}, where={mask})")
    check, texts = fold_check("sum", {"axis": other}, ("where",)), (source, mask)
    return m.make(f"np.sum({source}, axis={other}, where={mask})", check, texts)


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


@kind(3)
def fold_of_ufunc(m):
    """reduce and accumulate of ufuncs that have them."""
    name = m.pick(lambda x: x.ndim > 0 and x.size > 0 and x.dtype.kind in "iub")
    if name is None:
        return False
    f = m.rng.choice(["add", "maximum", "minimum", "logical_or", "multiply"])
    if m.rng.random() < 0.4:
        axis = m.rng.randrange(m.np_ns[name].ndim)
        return m.make(f"np.{f}.accumulate({name}, axis={axis})", exact, strides=False)
    masked, starts = m.rng.random() < 0.3, m.rng.random() < 0.4
    keywords, texts = fold_arguments(m, name, masked, starts, 0.3)
    text = f"np.{f}.reduce({name}{arguments_text(keywords, texts)})"
    return m.make(text, exact, strides=False)


@kind(1)
def outer(m):
    name = m.pick(lambda x: x.ndim == 1 and 0 < x.size <= 70)
    if name is None:
        return False
    others = m.names(lambda y: y.ndim == 1 and 0 < y.size <= 70)
    f = m.rng.choice(["add", "subtract", "maximum"])
    check = _zeros if f == "maximum" else exact
    return m.make(f"np.{f}.outer({name}, {m.rng.choice(others)})", check)


@kind(2)
def dot_of_vectors(m):
    name = m.pick(lambda x: x.ndim == 1 and 0 < x.size <= 5000)
    if name is None:
        return False
    other = broadcast_partner(m, m.np_ns[name].shape, name, exact=True)
    if other is None or m.array(other).shape != m.np_ns[name].shape:
        return False
    return m.make(f"{name} @ {other}", lambda v: ("product", *v), (name, other))

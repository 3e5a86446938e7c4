# SPDX-License-Identifier: Apache-2.0
"""Steps with what NumPy returns as scalars: numbers that nothing changes in place."""

from .folds import ROUNDED, fold_check
from .kinds import OPERATORS, kind, ufunc_check
from .steps import exact

SOURCES = ["sum", "max", "min", "mean", "prod", "any", "argmax", "std"]
IN_PLACE = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder"]
IN_PLACE += ["power", "left_shift", "bitwise_and"]


def _zeros(values):
    return ("zeros",)


def number(m):
    """A variable that is a scalar: an old one, or the result of a reduction, or an
    item; None if there is none."""
    rng = m.rng
    old = [n for n in m.names(m.is_scalar) if not m.is_pending(n)]
    if old and rng.random() < 0.5:
        return rng.choice(old)
    name = m.pick(lambda x: x.ndim > 0 and 0 < x.size <= 5000)
    if name is None:
        return None
    x, f = m.np_ns[name], rng.choice(SOURCES)
    if rng.random() < 0.3:
        index = ", ".join(str(rng.randrange(-n, n)) for n in x.shape)
        made = m.make(f"{name}[{index}]", exact, keep=True)
    else:
        check = fold_check(f, {}) if f in ROUNDED else _zeros
        made = m.make(f"{name}.{f}()", check, (name,), keep=True)
    m.settle()
    return m.names()[-1] if made else None


@kind(4)
def changed(m):
    """t = s; s += 1: t is what it was."""
    s = number(m)
    if s is None:
        return False
    m.settle()
    rng, before = m.rng, None
    if rng.random() < 0.7:
        before = m.fresh()
        if not m.rename(s, before):
            return False
        m.settle()
    f = rng.choice(IN_PLACE)
    others = m.names(lambda y: y.size <= 5000 and y.ndim < 3)
    b = rng.choice(["1", "2", "0.5", "3", "1j", "True", rng.choice(others)])
    if f == "power":
        b = rng.choice(["0", "1", "2", "3"])
    made = m.replace(s, f"{s} {OPERATORS[f]}= {b}", ufunc_check(f), (s, b))
    return made and (before is None or m.see(f"look({s}, {before})", (s, before)))


@kind(3)
def accumulated(m):
    """Totals that grow, and a list of what they were."""
    name = m.pick_target(lambda x: x.ndim == 1 and 0 < x.size <= 33)
    if name is None or m.np_ns[name].dtype.kind not in "iuf":
        return False
    s = number(m)
    if s is None or m.np_ns[s].dtype.kind not in "iuf":
        return False
    m.settle()
    change = m.rng.choice([f"{s} += t", f"{s} -= t", f"{s} = max({s}, t)"])
    text = (
        f"hist = []\n"
        f"for t in {name}:\n"
        f"    {change}\n"
        f"    hist.append({s})\n"
        f"look([h.item() for h in hist])"
    )
    return m.replace(s, text, _zeros, ())


@kind(4)
def used(m):
    """What Python makes of scalars."""
    s = number(m)
    if s is None:
        return False
    m.settle()
    x = m.np_ns[s]
    texts = [
        f"look(np.isscalar({s}), np.ndim({s}), {s}.shape)",
        f"look(bool({s}), str({s}), format({s}), repr({s}))",
        f"look({s} in [1, 2, {s}.item()])",
        f"look(np.array([{s}, {s}]), np.full(3, {s}))",
        f"look((lambda x: x.item())({s}))",
    ]
    if x == x:  # repeated steps may have NaNs, whose hashes are those of objects
        texts += [
            f"look({s} != {s} or hash({s}) == hash({s}.item()))",
            f"look({s} != {s} or {s} in {{{s}.item()}})",
        ]
        texts += [
            f"look({s} != {s} or {{{s}: 1}}.get({s}.item()))",
            f"look({s} != {s} or len({{{s}, {s}.item(), {s} + 0}}))",
        ]
    if x.dtype.kind in "iu" and -5 < x < 50:
        # Steps are repeated with other values, of which lists would fill the memory.
        few = f"{s} if {s} < 50 else 0"
        texts += [f"look([0] * ({few}))", f"look((1, 2) * ({few}))"]
        texts += [f"look(list(range({few})))"]
        texts += [f"look('ab'[{s}:])", f"look({s}.bit_count())", f"look(f'{{{s}:5d}}')"]
    if x.dtype.kind == "f":
        texts += [
            f"look(f'{{{s}:.3f}}')",
            f"look({s}.is_integer())",
            f"look(float({s}))",
        ]
        texts += [f"look('%.2e' % {s})", f"look(round(float({s}), 1))"]
    if x.dtype.kind in "iuf":
        texts += [f"look([{s} < 2, {s} >= 0.5][0].item())", f"look(abs({s}).item())"]
    return m.see(m.rng.choice(texts))

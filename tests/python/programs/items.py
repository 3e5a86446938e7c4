# SPDX-License-Identifier: Apache-2.0
"""Steps with single items, and with Python's control flow over what arrays hold."""

from .kinds import kind
from .steps import exact


def _few(x):
    return x.ndim > 0 and 1 < x.shape[0] and 1 < x.size <= 5000


def _item(m, x, name, i):
    """The text of an item, or of the first one in a row."""
    rest = [str(m.rng.randrange(-n, n)) for n in x.shape[1:]]
    return f"{name}[{', '.join([str(i), *rest])}]"


@kind(4)
def moved(m):
    """Items and rows that change places."""
    name = m.pick_target(_few)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    i, j = rng.randrange(-x.shape[0], x.shape[0]), rng.randrange(x.shape[0])
    a, b = _item(m, x, name, i), _item(m, x, name, j)
    texts = [
        f"{a}, {b} = {b}, {a}",
        f"{a}, {b} = 1, {a}",
        f"{a} = {b}",
        f"{a} = {b}.item()",
        f"{a} = {b}.copy()",
        f"{name}[[{i}, {j}]] = {name}[[{j}, {i}]]",
        f"{name}[{i}], {name}[{j}] = {name}[{j}].copy(), {name}[{i}].copy()",
        f"{name}[0], {name}[1:] = {name}[-1], {name}[:-1].copy()",
    ]
    if x.dtype.kind in "iuf":
        texts += [f"{a} += {b}", f"{a} = {name}.min()", f"{a} = abs({b})"]
    return m.write(rng.choice(texts), name, name, _zeros)


def _zeros(values):
    return ("zeros",)


@kind(3)
def seen_one_by_one(m):
    """What Python makes of items."""
    name = m.pick(lambda x: x.ndim == 1 and 0 < x.size <= 33)
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    i, j = (rng.randrange(-x.size, x.size) for _ in range(2))
    texts = [
        f"look([t.item() for t in {name}])",
        f"look({name}.item({i}))",
        f"look(bool({name}[{i}] == {name}[{j}]))",
        f"look({name}.tolist()[{i}])",
        f"look(2 in {name})",
        f"look([bool(t) for t in {name}])",
        f"look([i for i, t in enumerate({name}) if t])",
        f"look({name}[{i}].dtype.name, {name}[{i}].shape)",
    ]
    if x.dtype.kind in "iuf":
        texts += [
            f"look(float(sum({name})))",
            f"look(max({name}).item(), min({name}.tolist()))",
            f"look(bool({name}[{i}] < {name}[{j}] <= 3))",
            f"look([float(t) for t in {name}[::-1]])",
        ]
    return m.see(rng.choice(texts))


@kind(3)
def early_exit(m):
    """A loop that looks at values to find out when to end."""
    name = m.pick_target(lambda x: x.ndim > 0 and 0 < x.size <= 5000)
    if name is None or m.np_ns[name].dtype.kind not in "iuf":
        return False
    m.settle()
    x, rng = m.np_ns[name], m.rng
    first = f"{name}[{', '.join(['0'] * x.ndim)}]"
    changes = [f"{name} += 1", f"{name} *= 2", f"{name}[::2] -= 1"]
    changes += [f"{name}[{name} > 2] = 0", f"np.maximum({name}, 1, out={name})"]
    changes += [f"{first} += 1", f"{name}[...] = {name}[::-1].copy()"]
    tests = [
        f"{name}.max() > 5",
        f"({name} > 3).any()",
        f"not ({name} < 4).all()",
        f"{first} > 3",
        f"float({name}.min()) > 0",
        f"np.count_nonzero({name} > 2) > 3",
        f"{name}.argmax() == 0",
        f"({name} == {name}.max()).all()",
    ]
    if x.dtype.kind in "iu":
        tests += [f"int({name}.sum()) > 10", f"{name}.sum() % 2"]
    text = (
        f"for step in range({rng.randrange(1, 13)}):\n"
        f"    {rng.choice(changes)}\n"
        f"    if {rng.choice(tests)}:\n"
        f"        break\n"
        f"look(step)"
    )
    return m.write(text, name, name, _zeros)


@kind(2)
def gathered(m):
    """Arrays of results without axes."""
    names = [n for n in m.names(lambda x: x.ndim == 0) if not m.is_pending(n)]
    if len(names) < 2:
        return False
    some = [m.rng.choice(names) for _ in range(m.rng.randrange(2, 5))]
    texts = [f"np.array([{', '.join(some)}])", f"np.stack([{', '.join(some)}])"]
    texts += [f"np.array([[{some[0]}, 1], [2, {some[1]}]])"]
    texts += [f"np.hstack([{', '.join(some)}])"]
    return m.make(m.rng.choice(texts), exact)

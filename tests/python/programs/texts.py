# SPDX-License-Identifier: Apache-2.0
"""Pieces of source: indices, scalars, shapes, and operands that fit each other."""

import numpy as np

LIMIT = 1 << 20  # items of a result


def shape_text(shape):
    return repr(tuple(shape))


def choose_shape(m):
    """A shape from the program's few lengths, so that shapes meet again."""
    rng = m.rng
    ndim = rng.choices((0, 1, 2, 3, 4), (1, 6, 8, 3, 1))[0]
    while True:
        shape = [rng.choice(m.lengths) for _ in range(ndim)]
        if ndim > 1 and rng.random() < 0.2:
            shape[rng.randrange(ndim)] = 1
        size = int(np.prod(shape))
        if size <= m.budget:
            return tuple(shape)
        ndim -= 1
        if ndim == 0:
            return (min(m.lengths),)


def slice_text(rng, n):
    """A slice of an axis of length n, never by itself out of range."""
    if n < 2:
        return rng.choice([":", "::-1", "..."[:0] + ":"])
    start, stop = rng.randrange(n), rng.randrange(1, n + 1)
    return rng.choice(
        [
            ":",
            "1:",
            ":-1",
            "::2",
            "1::2",
            "::-1",
            "::-2",
            "::3",
            f"{min(start, stop - 1)}:{max(start + 1, stop)}",
            "-2:",
        ]
    )


def index_text(m, shape, views=True):
    """A basic index, in brackets, for an array of a shape; rarely without items."""
    rng, parts = m.rng, []
    for n in shape:
        roll = rng.random()
        if roll < 0.12 and n:
            parts.append(str(rng.randrange(-n, n)))
        else:
            parts.append(slice_text(rng, n))
    while parts and parts[-1] == ":" and rng.random() < 0.7:
        parts.pop()
    if rng.random() < 0.1:
        parts.insert(rng.randrange(len(parts) + 1), "None")
    if all(p.lstrip("-").isdigit() for p in parts) and len(parts) >= len(shape):
        parts.append("...")  # without it NumPy returns a scalar, which is a copy
    return f"[{', '.join(parts) or '...'}]"


SCALARS = {
    "b": ["True", "False"],
    "u": ["1", "2", "3", "7"],
    "i": ["1", "2", "-1", "3", "5", "-7"],
    "f": ["0.5", "2", "-1.25", "3.0", "0.1", "1e-3", "-2"],
    "c": ["0.5", "1j", "(0.5-2j)", "2"],
}


def scalar_text(m, dtype):
    """A Python or NumPy scalar that goes with a dtype, now and then one that does not."""
    rng = m.rng
    roll = rng.random()
    if roll < 0.03:
        return rng.choice(["300", "-1", "2.5", "1j", "2**40"])
    if roll < 0.15:
        name = rng.choice(["float32", "int8", "uint16", "float64", "int64"])
        return f"np.{name}({rng.choice([1, 2, 3])})"
    return rng.choice(SCALARS[dtype.kind])


def fit(m, name, shape):
    """A view of a variable that broadcasts with `shape` and not beyond; or None."""
    x = m.np_ns[name]
    parts, extra = [], x.ndim - len(shape)
    for i, n in enumerate(x.shape):
        wanted = shape[i - extra] if i >= extra else None
        if wanted is None:
            if n == 0:
                return None
            parts.append(str(m.rng.randrange(-n, n)))
        elif n in (wanted, 1):
            parts.append(":" if m.rng.random() < 0.9 else "::-1")
        elif n > wanted:
            start = m.rng.randrange(n - wanted + 1)
            step = m.rng.choice([1, 1, 2])
            if start + step * (wanted - 1) >= n:
                step = 1
            stop = start + step * (wanted - 1) + 1 if wanted else start
            parts.append(f"{start}:{stop}" + (f":{step}" if step > 1 else ""))
        else:
            return None
    if all(p == ":" for p in parts):
        return name
    if all(p.lstrip("-").isdigit() for p in parts):
        parts.append("...")
    return f"{name}[{', '.join(parts)}]"


def broadcast_partner(m, shape, besides=None, exact=False):
    """An operand that broadcasts with `shape`; if `exact`, to no more than that."""
    names = [n for n in m.names() if n != besides and not m.is_pending(n)]
    if besides and not m.is_pending(besides) and m.rng.random() < 0.3:
        names.append(besides)
    m.rng.shuffle(names)
    for name in names[:6]:
        x = m.np_ns[name]
        try:
            result = np.broadcast_shapes(x.shape, shape)
        except ValueError:
            result = None
        if result is not None and (not exact or result == tuple(shape)):
            if np.prod(result) <= min(LIMIT, 8 * m.budget):
                return name
        text = fit(m, name, shape)
        if text is not None:
            return text
    return None

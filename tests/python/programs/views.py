# SPDX-License-Identifier: Apache-2.0
"""Steps that make views, all of which NumPy makes as views too."""

import numpy as np

from .kinds import kind
from .steps import bits, exact
from .texts import index_text


@kind(9)
def basic_index(m):
    name = m.pick(lambda x: x.ndim > 0)
    if name is None:
        return False
    return m.make(f"{name}{index_text(m, m.np_ns[name].shape)}", bits)


def _reshaped(m, x):
    """A shape of as many items; one length may be left to find out."""
    n = x.size
    divisors = [d for d in (1, 2, 3, 4, 5, 7, 8) if n and n % d == 0]
    if not divisors:
        return "-1" if n else "(0, 3)"
    d = m.rng.choice(divisors)
    return m.rng.choice(["-1", f"({d}, -1)", f"(-1, {d})", f"({n // d}, {d})"])


@kind(9)
def rearranged(m):
    name = m.pick()
    if name is None:
        return False
    x, rng = m.np_ns[name], m.rng
    axes = list(range(x.ndim))
    rng.shuffle(axes)
    texts = [f"{name}.T", f"{name}[...]", f"{name}[None]", f"np.expand_dims({name}, 0)"]
    texts += [f"{name}.transpose({tuple(axes)})", f"np.squeeze({name})"]
    texts.append(f"np.from_dlpack({name})" if x.flags.writeable else f"{name}[...]")
    if x.ndim:
        texts += [f"np.flip({name})", f"{name}[::-1]", f"{name}[..., None]"]
    if x.ndim > 1:
        i, j = rng.sample(range(x.ndim), 2)
        texts += [
            f"{name}.swapaxes({i}, {j})",
            f"np.moveaxis({name}, {i}, {j})",
            f"np.diagonal({name}, {rng.randrange(-1, 2)})",
        ]
    if x.dtype.kind == "c":
        texts += [f"{name}.real", f"{name}.imag"] * 2
    if x.dtype.kind in "iu":
        other = {"i": "u", "u": "i"}[x.dtype.kind]
        texts.append(f"{name}.view('{other}{x.dtype.itemsize}')")
    return m.make(rng.choice(texts), bits, keep=True)


@kind(4)
def repeated(m):
    """The same items more than once: read-only views."""
    name = m.pick(lambda x: x.size <= 5000)
    if name is None:
        return False
    x, n = m.np_ns[name], m.rng.choice([2, 3, 5])
    shape = tuple(n if k == 1 and m.rng.random() < 0.5 else k for k in x.shape)
    return m.make(f"np.broadcast_to({name}, {(n, *shape)})", bits)


@kind(5)
def views_or_copies(m):
    """reshape and ravel, which copy where no view is possible."""
    name = m.pick()
    if name is None:
        return False
    text = m.rng.choice(["{}.reshape({})", "np.reshape({}, {})", "{}.ravel()"])
    return m.make(text.format(name, _reshaped(m, m.np_ns[name])), exact)


@kind(1)
def windows(m):
    """Overlapping windows of a vector."""
    name = m.pick(lambda x: x.ndim == 1 and 4 < x.size < 2000)
    if name is None:
        return False
    text = f"np.lib.stride_tricks.sliding_window_view({name}, {m.rng.choice([2, 3])})"
    return m.make(text, bits)


def overlapping(m, name, n=None):
    """Two views of equal shape of a variable that overlap without being the same."""
    x = m.np_ns[name]
    axis = int(np.argmax(x.shape))
    before, n = ":, " * axis, x.shape[axis]
    pairs = [("1:", ":-1"), (":-1", "1:"), ("2:", ":-2"), ("::-1", ":"), (":", "::-1")]
    if n >= 4:
        half = n // 2
        pairs += [(f":{half}", f"{half}:{2 * half}"), (f":{half}", f":{2 * half}:2")]
    first, second = m.rng.choice(pairs)
    return f"{name}[{before}{first}]", f"{name}[{before}{second}]"

# SPDX-License-Identifier: Apache-2.0
"""What a whole program is: its text, its operands, its sizes."""

import dataclasses
import zlib
from collections.abc import Callable, Mapping

import numpy

SIZES = ("small", "middle", "large")
SEED = 22


@dataclasses.dataclass(frozen=True)
class Program:
    """A program in NumPy's words.

    `call(np, *operands)` is the text, in which `np` is NumPy or a library that has
    its names. It leaves its operands as they are. `make(rng, *size)` draws the
    operands as a tuple of NumPy arrays. `sizes` has the arguments of `make` by the
    names of SIZES; "large on a GPU" replaces "large" where there is more memory.

    Results are NumPy's within `rtol` of the largest element; integers and bools are
    equal. A program that `draws` its own random numbers gives averages, for which
    `rtol` is some standard errors.
    """

    name: str
    domain: str
    call: Callable
    make: Callable
    sizes: Mapping[str, tuple[int, ...]]
    rtol: float = 1e-9
    draws: bool = False

    def arguments(self, size, on_gpu=False):
        """The arguments of `make` for a size."""
        larger = self.sizes.get(f"{size} on a GPU") if on_gpu else None
        return larger or self.sizes[size]

    def operands(self, size, on_gpu=False):
        """The operands of a size as NumPy arrays; always the same ones."""
        rng = numpy.random.default_rng([SEED, zlib.crc32(self.name.encode())])
        return tuple(self.make(rng, *self.arguments(size, on_gpu)))


class Programs:
    """The programs of a domain, in the order in which their texts stand."""

    def __init__(self, domain):
        self.domain, self.all = domain, []

    def program(self, make, sizes, on_gpu=None, **more):
        """Decorates a text: its name is the function's, with spaces.

        `sizes` has the arguments of `make` for each of SIZES.
        """
        named = dict(zip(SIZES, sizes, strict=True))
        if on_gpu:
            named["large on a GPU"] = on_gpu

        def add(call):
            name = call.__name__.replace("_", " ")
            self.all.append(Program(name, self.domain, call, make, named, **more))
            return call

        return add


def _lax(np):
    """jax.lax if `np` is jax.numpy."""
    if np.__name__ != "jax.numpy":
        return None
    import jax

    return jax.lax


def repeated(np, count, step, state):
    """`state = step(state)`, so many times; jax.jit compiles the step once.

    It would compile every turn of Python's loop anew.
    """
    lax = _lax(np)
    if lax:
        return lax.fori_loop(0, count, lambda i, state: step(state), state)
    for _ in range(count):
        state = step(state)
    return state


def over(np, items, step, state):
    """`state = step(state, item)` for each row of an array."""
    lax = _lax(np)
    if lax:
        return lax.scan(lambda s, item: (step(s, item), None), state, items)[0]
    for item in items:
        state = step(state, item)
    return state

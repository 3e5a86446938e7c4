# SPDX-License-Identifier: Apache-2.0
"""Random arrays that are split, with numbers that do not depend on how."""

import inspect

from ..._numpy.joining import concatenate
from ...random import Generator, Philox, default_rng
from .array import Layout, made
from .cuts import unit_of

# Methods of Generator that take a size.
_METHODS = frozenset(
    """beta binomial chisquare exponential f gamma geometric gumbel hypergeometric integers
    laplace logistic lognormal logseries negative_binomial noncentral_chisquare
    noncentral_f normal pareto poisson power random rayleigh standard_cauchy
    standard_exponential standard_gamma standard_normal standard_t triangular uniform
    vonmises wald weibull zipf""".split()
)


class SplitGenerator:
    """A Generator whose arrays are split: what default_rng(seed, device=Split(mesh)) gives.

    Each call takes two words of the bit generator. Every unit of the axis that is cut, of
    which there are up to 64 whatever the mesh is, has numbers of a Philox stream of its
    own. So the numbers are the same for every mesh, and not those of an ordinary
    generator. Parameters are numbers; without a size the result is one, too.
    """

    def __init__(self, seed, device):
        self._device = device
        self._rng = default_rng(seed)

    @property
    def bit_generator(self):
        return self._rng.bit_generator

    def __repr__(self):
        return f"<Generator({type(self.bit_generator).__name__}) for {self._device}>"

    def spawn(self, n_children):
        children = self._rng.spawn(n_children)
        return [SplitGenerator(child, self._device) for child in children]

    def __getattr__(self, name):
        if name not in _METHODS:
            raise AttributeError(f"no method {name!r} for arrays that are split")
        method = getattr(self._rng, name)

        def draw(*args, size=None, **keywords):
            args, size = _with_size(name, args, size)
            if size is None or len(size) == 0:
                return method(*args, size=size, **keywords)
            return self._draw(name, args, size, keywords)

        draw.__name__ = name
        return draw

    def _draw(self, name, args, size, keywords):
        layout = Layout.of_new(self._device, size)
        key = self._rng.bit_generator.random_raw(2).tolist()
        axis = layout.axis if layout.is_split else 0
        unit = unit_of(size[axis])

        def part(shard):
            device = layout.mesh._device(shard)
            begin, end = layout.ranges[shard] if layout.is_split else (0, size[axis])
            blocks = []
            for low in range(begin, end, unit) or [begin]:
                high = min(low + unit, end)
                shape = (*size[:axis], high - low, *size[axis + 1 :])
                words = Philox(key=key, counter=[0, 0, 0, low // unit])
                rng = Generator(words, device=str(device))
                blocks.append(getattr(rng, name)(*args, size=shape, **keywords))
            return blocks[0] if len(blocks) == 1 else concatenate(blocks, axis=axis)

        return made(layout, size, part)


def _with_size(name, args, size):
    """The size may come by its position, the last one of a method's parameters."""
    place = {"random": 0, "standard_normal": 0, "standard_exponential": 0}.get(name)
    if place is None:
        names = list(inspect.signature(getattr(Generator, name)).parameters)
        place = names.index("size") - 1
    if size is None and len(args) > place:
        size, args = args[place], args[:place]
    if size is not None:
        size = (size.__index__(),) if hasattr(size, "__index__") else tuple(size)
    return args, size


def split_rng(seed=None, device=None, numbers=None):
    if numbers not in (None, "fast"):
        raise ValueError("arrays that are split have numbers of the kind 'fast'")
    return SplitGenerator(seed, device)

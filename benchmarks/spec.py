# SPDX-License-Identifier: Apache-2.0
"""What a case is: the operands, the call, and how its result is checked."""

import dataclasses
from collections.abc import Callable, Mapping

# Libraries are named with their devices.
NUMPY, CPU, CUDA = "numpy", "tenorite-cpu", "tenorite-cuda"
CUPY, TORCH, JAX = "cupy", "torch", "jax"
ALL = (NUMPY, CPU, CUDA, CUPY, TORCH, JAX)
ON_GPU = (CUDA, CUPY, TORCH)
ON_CPU = (NUMPY, CPU)


def all_sizes(*sizes):
    """The shape of an operand that has the sizes of its case."""
    return sizes


@dataclasses.dataclass(frozen=True)
class Operand:
    """An argument of the call, made before it is timed.

    `shape` makes the shape from the sizes of the case. `values`: the range
    (low, high) of random numbers, "half" or "hundredth" (how many of random
    bools are True), "zeros", "random" (unordered integers below `below`, with
    repetitions) or "scattered" (without). `view` is applied to the array.
    `place` is "device", or for copies to it "host" or "pinned".
    """

    dtype: str = "f4"
    shape: Callable = all_sizes
    values: tuple | str = (1, 100)
    view: Callable | None = None
    place: str = "device"
    below: Callable | None = None


@dataclasses.dataclass(frozen=True)
class Case:
    """One row of the table.

    `call(xp, *operands)` is timed with operands of `sizes`, after its result
    agreed with NumPy's for operands of `small` sizes, and in samples for
    `sizes`. `spell` has what a library spells in another way, `absent` why a
    library lacks the case.
    """

    name: str
    group: str
    call: Callable
    operands: tuple[Operand, ...]
    sizes: tuple[int, ...]
    small: tuple[int, ...]
    libraries: tuple[str, ...] = ON_GPU
    spell: Mapping[str, Callable] = dataclasses.field(default_factory=dict)
    absent: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # "device": events around a batch of calls; "queued": likewise, after work
    # that lets all calls of the batch be launched first; "host": a clock of the
    # host around a batch and one wait for the device; "launch": until the calls
    # return, whatever the device still has to do.
    clock: str = "device"
    # Bytes read and written: "touched" counts those of the operands and of the
    # result; or a function of the operands, the result and a counting function.
    moved: str | Callable | None = "touched"
    flops: Callable | None = None  # floating-point operations, from the sizes
    # Tolerances are relative to each element, or if `scaled` to the largest;
    # None stands for 4 units in the last place. With `wide`, NumPy computes in
    # double precision what is compared with.
    rtol: float | None = None
    scaled: bool = False
    wide: bool = False
    same: Callable | None = None  # in place of tolerances; see checks.py
    drawn: bool = False  # random numbers, which `same` compares for all libraries
    sample: Callable | None = None  # the check of large results; see checks.py
    batch: float = 0.015  # seconds that a batch of calls should take
    rotate: bool = False  # calls take turns among operands beyond any cache
    headline: bool = False  # in the README and the plot
    slow_start: bool = False  # takes seconds to compile: is not in quick runs

    @property
    def key(self):
        return f"{self.group}: {self.name}"

    @property
    def quick(self):
        return self.headline and not self.slow_start

    def spelling(self, library):
        """The call in the words of a library."""
        return self.spell.get(library, self.call)

    def compiled_by(self, library):
        """The call as it stands, if a library compiles it as a whole; or None."""
        return getattr(self.spelling(library), "plain", None)

# SPDX-License-Identifier: Apache-2.0
"""Generator: the numbers of a bit generator, on any device."""

import math

import numpy

from .._array.convert import as_output
from .._core import Function, as_scalar
from .._runtime.device import device_of
from ._bit_generators import PCG64
from ._distributions import Distributions
from ._integers import draw_integers
from ._multivariate import Multivariate
from ._numpys import public_class, runs_numpys, which_numbers, with_numpys
from ._parameters import (
    common_shape,
    device_of_arrays,
    number_or_array,
    placed,
    to_int,
    to_shape,
)
from ._permutations import Permutations


class Generator(Distributions, Multivariate, Permutations, numpy.random.Generator):
    """Random numbers from a bit generator, the same ones on every device.

    For others it is a numpy.random.Generator, so that they take it for one.
    Arrays are made on `device` (default: the default device at the time of the call),
    or where parameters and `out` are. Methods have the signatures and exceptions of
    numpy.random.Generator. With `numbers="numpy"` their numbers are NumPy's, drawn on
    the host; the default, "fast" or "numpy", is `tenorite.config.random`, and "numpy"
    for bit generators that are not PCG64, PCG64DXSM or Philox of ours.

    >>> rng = np.random.Generator(np.random.PCG64(1))
    >>> rng.random(2)
    array([0.51182162, 0.9504637 ])
    """

    _numbers = "fast"

    def __new__(cls, bit_generator, device=None, numbers=None):
        if which_numbers(numbers, bit_generator) == "numpy":
            cls = with_numpys(cls, NumpyGenerator)
        return numpy.random.Generator.__new__(cls)

    def __init__(self, bit_generator, device=None, numbers=None):
        numpy.random.Generator.__init__(self, bit_generator)
        self._device = None if device is None else device_of(str(device))

    @property
    def bit_generator(self):
        """The bit generator, which other generators may share."""
        return self._bit_generator

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        kind = public_class(self)
        return f"{kind.__name__}({type(self._bit_generator).__name__})"

    def __reduce__(self):
        device = None if self._device is None else str(self._device)
        return public_class(self), (self._bit_generator, device, self._numbers)

    def spawn(self, n_children):
        """List of new, independent generators.

        >>> rng = np.random.default_rng(1)
        >>> [str(child) for child in rng.spawn(2)]
        ['Generator(PCG64)', 'Generator(PCG64)']
        """
        children = self._bit_generator.spawn(n_children)
        kind = public_class(self)
        return [kind(child, self._device, self._numbers) for child in children]

    def random(self, size=None, dtype=numpy.float64, out=None):
        """Uniform numbers of [0, 1), bit for bit NumPy's.

        float64 or float32; a float where neither `size` nor `out` is given.

        >>> rng = np.random.default_rng(1)
        >>> rng.random(3)
        array([0.51182162, 0.9504637 , 0.14415961])
        """
        dtype = self._float_dtype(dtype, "random")
        bit_generator = self._bit_generator
        if out is not None:
            out = self._output(out, size, dtype)
        elif size is not None:
            out = self._array(to_shape(size), dtype)
        with bit_generator.lock:
            if out is None:
                return bit_generator._stream.uniform_one(dtype.char == "f")
            bit_generator._stream.uniform(as_output(out, "cpu"))
        return out

    def _scaled(self, low, scale, size):
        """low + scale * u where either is an array."""
        shape = common_shape("uniform", [low, scale], size)
        out = self._array(shape, "d", device_of_arrays([low, scale]))
        low, scale = placed([low, scale], out.device)
        out = self.random(out=out)
        out *= scale
        out += low
        return out if size is not None else as_scalar(out)

    def integers(self, low, high=None, size=None, dtype=numpy.int64, endpoint=False):
        """Integers of [low, high), or of [low, high] with `endpoint`.

        Bit for bit NumPy's where `low` and `high` are numbers a power of two apart,
        else until NumPy rejects a number.

        >>> rng = np.random.default_rng(1)
        >>> rng.integers(0, 10, 5)
        array([4, 5, 7, 9, 0])
        """
        return draw_integers(self, low, high, size, dtype, endpoint)

    def bytes(self, length):
        """`length` random bytes, NumPy's.

        >>> rng = np.random.default_rng(1)
        >>> rng.bytes(4)
        b'\\xff\\xe4"y'
        """
        # NumPy's division rounds towards zero: even no bytes take a word.
        length = to_int(length)
        words = math.trunc((length - 1) / 4) + 1
        numbers = Generator(self._bit_generator, "cpu").integers(
            0, 1 << 32, words, numpy.uint32
        )
        return numbers.get().astype("<u4").tobytes()[:length]

    def standard_normal(self, size=None, dtype=numpy.float64, out=None):
        """Normal numbers of mean 0 and deviation 1.

        >>> rng = np.random.default_rng(1)
        >>> rng.standard_normal(3)
        array([-1.02592051,  1.97027814,  1.207415  ])
        """
        dtype = self._float_dtype(dtype, "standard_normal")
        if out is not None:
            out = self._output(out, size, dtype)
        if dtype.char == "f":
            return self._drawn("normal_float", size, [], out)
        return self._drawn("normal", size, [0.0, 1.0], out)

    def standard_exponential(
        self, size=None, dtype=numpy.float64, method="zig", out=None
    ):
        """Exponential numbers of mean 1, by inversion whatever the `method`.

        >>> rng = np.random.default_rng(1)
        >>> rng.standard_exponential(3)
        array([2.46725443, 0.66041116, 2.43701295])
        """
        dtype = self._float_dtype(dtype, "standard_exponential")
        if out is not None:
            out = self._output(out, size, dtype)
        name = "exponential_float" if dtype.char == "f" else "exponential"
        return self._drawn(name, size, [1.0] if dtype.char == "d" else [], out)

    def standard_gamma(self, shape, size=None, dtype=numpy.float64, out=None):
        """Gamma numbers of scale 1.

        >>> rng = np.random.default_rng(1)
        >>> rng.standard_gamma(2.0, 3)
        array([0.66206864, 3.76188191, 1.31620941])
        """
        dtype = self._float_dtype(dtype, "standard_gamma")
        shape = number_or_array(shape, "d")
        self._check("standard_gamma", [shape], [">=0"])
        if out is not None:
            out = self._output(out, size, dtype, "C")
        name = "gamma_float" if dtype.char == "f" else "gamma"
        return self._drawn(name, size, [shape, 1.0], out)


@runs_numpys(numpy.random.Generator, but=("spawn",))
class NumpyGenerator(Generator):
    """A Generator whose numbers are NumPy's."""

    _numbers = "numpy"
    _public = Generator

    def __init__(self, bit_generator, device=None, numbers=None):
        super().__init__(bit_generator, device, numbers)
        self._theirs = numpy.random.Generator(bit_generator)


@Function  # arrays may be asked for where they are split
def default_rng(seed=None, device=None, numbers=None):
    """A Generator over PCG64, as numpy.random.default_rng makes it.

    `seed` is None, an int, a sequence of ints, a SeedSequence, a bit generator, a
    RandomState, or a Generator, which is returned itself unless other `numbers` are
    asked for. `device` is where arrays are made, `numbers` as for Generator.

    >>> rng = np.random.default_rng(1)
    >>> rng.random(2)
    array([0.51182162, 0.9504637 ])
    >>> np.random.default_rng(1, numbers="numpy").normal(size=2)
    array([0.34558419, 0.82161814])
    """
    if isinstance(seed, Generator):
        if numbers in (None, seed._numbers):
            return seed
        return Generator(seed._bit_generator, device or seed._device, numbers)
    for bit_generator in (seed, getattr(seed, "_bit_generator", None)):
        if hasattr(bit_generator, "capsule"):
            return Generator(bit_generator, device, numbers)
    return Generator(PCG64(seed), device, numbers)

# SPDX-License-Identifier: Apache-2.0
"""What makes a function a program, and the random data that programs are given."""

import numpy

EXACT = 0


def program(rounding=EXACT, why="", differs_on_gpu=""):
    """Decorator: floats of the outputs may differ from NumPy's by `rounding` units.

    A unit is the machine epsilon of the output's dtype times the largest number of the
    same array or list. Arithmetic and roots are exact (0); sums in another order and
    the last bits of functions are not, and `why` says how often they are added up or
    what makes them larger. `differs_on_gpu` says what a GPU does otherwise on purpose:
    such programs run on the CPU device alone.
    """
    assert (rounding == EXACT) == (why == ""), "say why results may differ"

    def mark(function):
        function.rounding = rounding
        function.differs_on_gpu = differs_on_gpu
        return function

    return mark


def normal(seed, *shape):
    """Host array of standard normal numbers, the same ones in every run."""
    return numpy.random.default_rng(seed).standard_normal(shape)


def uniform(seed, *shape):
    """Host array of numbers from 0 to 1."""
    return numpy.random.default_rng(seed).random(shape)


def integers(seed, low, high, *shape):
    """Host array of integers from low to high - 1."""
    return numpy.random.default_rng(seed).integers(low, high, shape)


def permutation(seed, n):
    """Host array of 0 to n - 1 in random order."""
    return numpy.random.default_rng(seed).permutation(n)

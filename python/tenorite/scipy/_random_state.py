# SPDX-License-Identifier: Apache-2.0
"""What draws the random numbers of functions of SciPy, and how callers name it.

An int is the seed of a RandomState where it is called `random_state` or `seed`, or is
given by its place, and that of a Generator where it is called `rng`.
"""

import functools
import inspect
import math
import numbers

import numpy

from .. import random as _random


def check_random_state(seed):
    """What draws for `random_state=seed`; the functions of tenorite.random for None.

    Generators of ours and of NumPy as they are. ValueError for what is no seed.
    """
    if seed is None or seed is _random:
        return _random
    if seed is numpy.random:
        return numpy.random.mtrand._rand
    if isinstance(seed, (numbers.Integral, numpy.integer)):
        return _random.RandomState(int(seed))
    if isinstance(seed, (numpy.random.RandomState, numpy.random.Generator)):
        return seed
    raise ValueError(
        f"{seed!r} cannot be used to seed a numpy.random.RandomState instance"
    )


def numpy_generator(rng):
    """NumPy's generator of what SciPy draws for `rng`, of which it takes a seed."""
    if rng is None:
        return None
    seed = _random.default_rng(rng).integers(2**62)
    return numpy.random.default_rng(int(seed))


def with_random_state(old_name):
    """Decorator: the function's `rng` may also be called by the name it had of old.

    The function has a parameter of that name for its signature alone, and calls
    check_random_state(rng).
    """

    def decorate(function):
        parameters = inspect.signature(function).parameters.values()
        before = [p.name for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD]
        place = before.index("rng") if "rng" in before else math.inf

        @functools.wraps(function)
        def call(*args, **kwargs):
            names = [name for name in ("rng", old_name) if name in kwargs]
            if len(names) + (len(args) > place) > 1:
                raise TypeError(
                    f"{function.__name__}() got multiple values for argument now "
                    f"known as `rng`. Specify one of `rng` or `{old_name}`."
                )
            if names == [old_name]:
                kwargs["rng"] = kwargs.pop(old_name)
            elif names:
                kwargs["rng"] = _random.default_rng(kwargs["rng"])
            return function(*args, **kwargs)

        return call

    return decorate

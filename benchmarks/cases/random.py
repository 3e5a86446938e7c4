# SPDX-License-Identifier: Apache-2.0
"""Random numbers: their rates, and that their moments are those of NumPy's.

The operand is where the numbers go, or has the size that is asked for.
"""

import functools

import numpy

from ..spec import CUPY, ON_CPU, TORCH, Case, Operand

WINDOW = 2**16
# Of moments of a window, in units of the largest: five deviations and more.
RTOL = 0.04
NO_GENERATOR = "its Generator has no such method"


@functools.cache
def generator(xp):
    """A library's generator, which goes on from call to call."""
    return xp.random.default_rng(1)


@functools.cache
def generator_inside_a_word(xp):
    """One that has given one half of a word, and goes on with the other."""
    made = xp.random.default_rng(1)
    made.random(size=1, dtype="f4")
    return made


def moments(x):
    x = numpy.asarray(x, "f8").reshape(-1)
    return numpy.array([x.mean(), x.std()])


def similar(operands, expected, found):
    """What is wrong with a few numbers beside NumPy's, or None."""
    if found.shape != expected.shape:
        return f"the shape is {found.shape} instead of {expected.shape}"
    if numpy.isfinite(found).all() and found.std() < 10 * expected.std():
        return None
    return "the numbers are spread as NumPy's are not"


def same_moments(library, case, operands):
    """Windows at both ends have the moments of NumPy's numbers."""
    size = min(int(operands[0].shape[0]), WINDOW)
    expected = moments(case.call(numpy, numpy.zeros(size, case.operands[0].dtype)))

    def check(result):
        for window in (slice(size), slice(-size, None)):
            yield expected, moments(library.download(result[window]))

    return check


def whole_sum(library, case, operands):
    """A permutation has each number below its size once."""
    n = int(operands[0].shape[0])

    def check(result):
        yield numpy.int64(n * (n - 1) // 2), library.download(result.sum())

    return check


def into(method, xp, a):
    return getattr(generator(xp), method)(dtype=a.dtype, out=a)


def anew(method, xp, a):
    """Into a new array: with out=, CuPy's numbers do not have NumPy's moments."""
    return getattr(generator(xp), method)(size=a.shape, dtype=a.dtype)


def inside_a_word(xp, a):
    return generator_inside_a_word(xp).random(size=a.shape, dtype=a.dtype)


def sized(method, parameters, xp, a):
    return getattr(generator(xp), method)(*parameters, size=a.shape)


def permuted(xp, a):
    return generator(xp).permutation(a.shape[0])


def case(name, call, dtype, size, spell=None, group="random numbers", **more):
    return Case(
        name,
        group,
        call,
        (Operand(dtype, values="zeros"),),
        (size,),
        (5000,),  # even: float32 numbers take halves of words
        spell=spell or {},
        moved=lambda touched, result, *operands: touched(result),
        rtol=RTOL,
        scaled=True,
        same=similar,
        drawn=True,
        **{"sample": same_moments, **more},
    )


# By method: torch's way of filling an array.
FILLED = {
    "random": lambda xp, a: a.uniform_(),
    "standard_normal": lambda xp, a: a.normal_(),
    "standard_exponential": lambda xp, a: a.exponential_(),
}
# By method: parameters, the dtype of the result, and torch's call, if it has one.
DRAWN = {
    "integers": ((0, 1000), "i8", lambda xp, a: a.random_(0, 1000)),
    "gamma": ((2.5,), "f8", None),
    "beta": ((2.0, 3.0), "f8", None),
    "poisson": (
        (10.0,),
        "i8",
        lambda xp, a: xp.poisson(xp.full(a.shape, 10.0, device=a.device)),
    ),
    "binomial": ((100, 0.3), "i8", None),
}


def without_torch(torch):
    return {} if torch else {"absent": {TORCH: "it has no such call for arrays"}}


CASES = (
    *(
        case(
            f"{name} {numpy.dtype(dtype)}",
            functools.partial(into, name),
            dtype,
            2**28 if name == "random" and dtype == "f4" else 2**26,
            {TORCH: torch, CUPY: functools.partial(anew, name)},
            headline=dtype == "f4" and name != "standard_exponential",
        )
        for name, torch in FILLED.items()
        for dtype in ("f4", "f8")
    ),
    case(
        "random float32, inside a word",
        inside_a_word,
        "f4",
        2**28,
        {TORCH: FILLED["random"]},
    ),
    *(
        case(
            f"{name}{parameters}",
            functools.partial(sized, name, parameters),
            dtype,
            2**25,
            {TORCH: torch} if torch else {},
            **without_torch(torch),
        )
        for name, (parameters, dtype, torch) in DRAWN.items()
    ),
    case(
        "permutation",
        permuted,
        "i8",
        2**24,
        {TORCH: lambda xp, a: xp.randperm(a.shape[0], device=a.device)},
        absent={CUPY: NO_GENERATOR},
        sample=whole_sum,
    ),
    *(
        case(
            f"{name} {numpy.dtype(dtype)}",
            functools.partial(into, name),
            dtype,
            10**6,
            group="CPU: random numbers",
            libraries=ON_CPU,
        )
        for name in FILLED
        for dtype in ("f4", "f8")
    ),
    *(
        case(
            f"{name}{parameters}",
            functools.partial(sized, name, parameters),
            dtype,
            10**6,
            group="CPU: random numbers",
            libraries=ON_CPU,
        )
        for name, (parameters, dtype, _) in DRAWN.items()
    ),
)

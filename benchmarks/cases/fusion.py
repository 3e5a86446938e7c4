# SPDX-License-Identifier: Apache-2.0
"""Plain NumPy programs that recorded execution runs as a kernel or a few.

torch runs them through torch.compile (softmax: its own function), JAX through
jax.jit, both with one step of an iteration at a time; NumPy, CuPy and Tenorite run
them as they stand.
"""

import functools

import numpy

from .. import checks
from ..spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH, Case, Operand
from .elementwise import chain as expression

LARGE, SMALL, ON_CPU = "fused: large", "fused: small", "CPU: fused"
GPUS, CPUS = (CUDA, CUPY, TORCH, JAX), (NUMPY, CPU)
TRIG = Operand(values=(-3, 3))
STEPS = 100  # of the Jacobi iteration
LINKS = 20  # operations of a chain


def softmax(xp, x):
    e = xp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def standardised(xp, x):
    return (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)


def jacobi_step(xp, a, b):
    b[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
    return b


def functional_jacobi_step(xp, a, b):
    """The same for arrays that cannot be written."""
    inner = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
    return b.at[1:-1, 1:-1].set(inner)


def jacobi(xp, a, b, step=jacobi_step):
    for _ in range(STEPS):
        a, b = step(xp, a, b), a
    return a


def jacobi_on_copies(xp, a, b, step):
    return jacobi(xp, xp.array(a), xp.array(b), step)


def near(library, case, operands):
    """Windows of what Jacobi steps give depend on a margin of STEPS around them."""
    lengths, side = operands[0].shape, 40
    wide = side + 2 * STEPS
    windows = []
    for place in (0.0, 0.5, 1.0):
        starts = [int(place * (n - wide)) for n in lengths]
        windows.append(tuple(slice(i, i + wide) for i in starts))
    low, high = (0, side), (wide - side, wide)
    kept = [slice(*at) for at in (low, (STEPS, STEPS + side), high)]
    parts = [[library.download(x[window]) for x in operands] for window in windows]
    expected = [checks.numpy_result(case, part) for part in parts]

    def check(result):
        for want, window, own in zip(expected, windows, kept, strict=True):
            yield want[own, own], library.download(result[window])[own, own]

    return check


def normal_cumulative(xp, d):
    """The normal distribution's integral, within 8e-8 (Abramowitz, Stegun 26.2.17)."""
    t = 1 / (1 + 0.2316419 * xp.abs(d))
    tail = 1.781477937 + t * (-1.821255978 + t * 1.330274429)
    tail = t * (0.319381530 + t * (-0.356563782 + t * tail))
    tail = 0.3989422804014327 * xp.exp(-0.5 * d * d) * tail
    return xp.where(d > 0, 1 - tail, tail)


def black_scholes(xp, price, strike, years):
    """Value of a call option at 2 % interest and a volatility of 30 %."""
    root = 0.3 * xp.sqrt(years)
    d1 = (xp.log(price / strike) + (0.02 + 0.045) * years) / root
    paid = strike * xp.exp(-0.02 * years)
    return price * normal_cumulative(xp, d1) - paid * normal_cumulative(xp, d1 - root)


def twenty(xp, x, y):
    """A chain of LINKS operations."""
    for _ in range(LINKS // 4):
        x = (x + y) * 0.5
        x = (x - 1) * y
    return x


def ufuncs(xp, x, y):
    for _ in range(LINKS):
        z = x + y
    return z


def slices(xp, x):
    for _ in range(LINKS):
        y = x[2:10]
    return y


def observed(xp, x):
    """Every result is looked at, so that nothing can be recorded for long."""
    total = 0.0
    for _ in range(LINKS):
        total = float((x + total).sum()) * 1e-6
    return xp.asarray(total)


def at_once(xp, x):
    """The same without recording."""
    if not hasattr(xp, "config"):  # other libraries
        return observed(xp, x)
    before, xp.config.fusion = xp.config.fusion, "off"
    try:
        return observed(xp, x)
    finally:
        xp.config.fusion = before


def axpys(xp, x, y):
    """A memory-bound chain."""
    for a in (0.5, 0.25, -0.5, 0.125):
        x = a * x + y
    return x


def rms_error(xp, x, y):
    """Elements that are made up for a reduction, and steps after it."""
    return xp.sqrt(((x - y) ** 2).mean())


def _rms_of_blocks(x, y, counts, size):
    squares = (x.astype("f8") - y) ** 2
    return numpy.sqrt(numpy.dot(squares, counts) / size)


def columns_about_the_mean(xp, x):
    return ((x - x.mean(0)) ** 2).sum(0)


def count_between(xp, x):
    return ((x > -1) & (x < 1)).sum()


def _count_of_block(x, counts, size):
    return numpy.dot((x > -1) & (x < 1), counts)


def through(transform):
    """The call in the words of a library that compiles functions."""

    def spell(call):
        @functools.cache
        def compiled(xp):
            return transform(xp, functools.partial(call, xp))

        def spelled(xp, *operands):
            return compiled(xp)(*operands)

        spelled.plain = call
        return spelled

    return spell


def _jit(xp, function, **options):
    import jax

    return jax.jit(function, **options)


def _torch_compile(xp, function):
    import torch

    # Without a GPU a rehearsal need not wait for a C++ compiler.
    if not torch.cuda.is_available():
        return function
    return torch.compile(function, dynamic=False)  # for the sizes that it is timed at


in_jax, in_torch = through(_jit), through(_torch_compile)


def stepwise(iteration, transform, step):
    """An iteration whose step is compiled."""
    spelled = functools.partial(iteration, step=through(transform)(step))
    spelled.plain = functools.partial(iteration, step=step)
    return spelled


# The second operand's memory becomes that of the result.
_jit_in_place = functools.partial(_jit, donate_argnums=1)
JACOBI = {
    TORCH: stepwise(jacobi, _torch_compile, jacobi_step),
    JAX: stepwise(jacobi_on_copies, _jit_in_place, functional_jacobi_step),
}


def torch_standardised(xp, x):
    mean = x.mean(1, keepdim=True)
    return (x - mean) / x.std(1, keepdim=True, correction=0)


def compiled(call, torch=None, jax=None):
    return {TORCH: in_torch(torch or call), JAX: in_jax(jax or call)}


# name: the call, its operands, sizes, small sizes, sizes on the CPU, words of
# others, and what says how results are checked
PROGRAMS = {
    "exp(0.5 * sin(x) + cos(y)) float32": (
        expression, (TRIG, TRIG), (2**28,), (10007,), (2**22,),
        compiled(expression),
        {"rtol": 2e-6, "wide": True, "sample": checks.elementwise},
    ),
    "softmax of rows, float32": (
        softmax, (TRIG,), (16384, 16384), (37, 300), (2048, 2048),
        {TORCH: lambda xp, x: xp.softmax(x, 1), JAX: in_jax(softmax)},
        {"rtol": 1e-5, "wide": True, "sample": checks.whole_rows},
    ),
    "rows standardised, float32": (
        standardised, (TRIG,), (16384, 16384), (37, 300), (2048, 2048),
        compiled(standardised, torch=torch_standardised),
        {"rtol": 1e-5, "scaled": True, "wide": True, "sample": checks.whole_rows},
    ),
    "Jacobi on slices, 100 steps, float64": (
        jacobi, (Operand("f8"), Operand("f8")), (8192, 8192), (34, 41), (1024, 1024),
        JACOBI,
        {"rtol": 1e-12, "moved": None, "sample": near},
    ),
    "Black-Scholes, float64": (
        black_scholes,
        (Operand("f8", values=(10, 50)),) * 2 + (Operand("f8", values=(0.2, 2)),),
        (2**24,), (10007,), (2**20,),
        compiled(black_scholes),
        {"rtol": 1e-9, "scaled": True, "sample": checks.elementwise},
    ),
    "4 times a * x + y, float32": (
        axpys, (TRIG, TRIG), (2**28,), (10007,), (2**22,),
        compiled(axpys),
        {"rtol": 2e-6, "scaled": True, "wide": True, "sample": checks.elementwise},
    ),
    "sqrt(((x - y) ** 2).mean()) float32": (
        rms_error, (TRIG, TRIG), (2**28,), (10007,), (2**22,),
        compiled(rms_error),
        {"rtol": 1e-5, "wide": True, "sample": checks.repeated_block(_rms_of_blocks)},
    ),
    "((x - x.mean(0)) ** 2).sum(0) float32": (
        columns_about_the_mean, (TRIG,), (16384, 16384), (300, 37), (2048, 2048),
        compiled(columns_about_the_mean),
        {"rtol": 1e-4, "wide": True, "sample": checks.reduced(0)},
    ),
    "((x > -1) & (x < 1)).sum() float64": (
        count_between, (Operand("f8", values=(-3, 3)),), (2**27,), (10007,), (2**22,),
        compiled(count_between),
        {"sample": checks.repeated_block(_count_of_block)},
    ),
}  # fmt: skip


# torch and JAX compile these alone in quick runs.
QUICK = ("exp(0.5 * sin(x) + cos(y)) float32", "softmax of rows, float32")


def _cases():
    for name, (call, operands, sizes, small, on_cpu, spell, more) in PROGRAMS.items():
        common = {"spell": spell, **more}
        yield Case(
            name,
            LARGE,
            call,
            operands,
            sizes,
            small,
            GPUS,
            headline=True,
            slow_start=name not in QUICK,
            **common,
        )
        yield Case(name, ON_CPU, call, operands, on_cpu, small, CPUS, **common)


def _small(name, call, operands, libraries=GPUS[:3], **more):
    size = (1000,)
    return Case(name, SMALL, call, operands, size, size, libraries, moved=None, **more)


POSITIVE = Operand(values=(0.5, 1.5))
CASES = (
    *_cases(),
    _small(
        f"chain of {LINKS} operations on 1000 elements",
        twenty,
        (POSITIVE, POSITIVE),
        GPUS,
        clock="host",
        rtol=1e-5,
        spell=compiled(twenty),
        headline=True,
    ),
    Case(
        f"chain of {LINKS} operations on 1000 elements",
        ON_CPU,
        twenty,
        (POSITIVE, POSITIVE),
        (1000,),
        (1000,),
        CPUS,
        rtol=1e-5,
        moved=None,
    ),
    _small(f"{LINKS} times x + y, recording", ufuncs, (POSITIVE,) * 2, clock="launch"),
    _small(f"{LINKS} times x[2:10], recording", slices, (POSITIVE,), clock="launch"),
    _small(
        f"{LINKS} sums, each observed", observed, (POSITIVE,), clock="host", rtol=1e-5
    ),
    _small(
        f"{LINKS} sums, each observed, fusion off",
        at_once,
        (POSITIVE,),
        (CUDA,),
        clock="host",
        rtol=1e-5,
    ),
)

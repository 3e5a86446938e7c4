# SPDX-License-Identifier: Apache-2.0
"""Writes tests/python/special_reference.txt: values of tenorite.special by mpmath.

    python tools/special_reference.py

Lines are "name operand... = result scale": operands are exact, results have 25
digits, and errors count in the last place of the scale. Operands are drawn where
each function changes its method, near its zeros and poles, and over its whole
domain; those of every other line are numbers of float32.
"""

import pathlib
import random
import struct
import zlib

import mpmath as mp

mp.mp.dps = 60
HALF = mp.mpf(1) / 2
PER_WAY = 16

# ---- functions ----


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x)


def ndtr(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def upper_quantile(tail):
    """The number with `tail`, at most 1/2, of the normal distribution above it."""
    if tail == HALF:
        return mp.mpf(0)
    if tail > 0.01:
        return mp.sqrt(2) * mp.erfinv(1 - 2 * tail)
    z = mp.sqrt(-2 * mp.log(tail))
    for _ in range(60):
        upper = ndtr(-z)
        step = (mp.log(tail) - mp.log(upper)) * upper / mp.npdf(z)
        z -= step
        if abs(step) < mp.mpf(10) ** -50:
            break
    return z


def erfinv(y):
    if abs(y) < 0.5:
        return mp.erfinv(y)
    return mp.sign(y) * upper_quantile((1 - abs(y)) / 2) / mp.sqrt(2)


def erfcinv(y):
    return mp.sign(1 - y) * upper_quantile(min(y, 2 - y) / 2) / mp.sqrt(2)


def ndtri(p):
    return mp.sign(p - HALF) * upper_quantile(min(p, 1 - p))


def log_ndtr(x):
    return mp.log1p(-ndtr(-x)) if x > 0 else mp.log(ndtr(x))


def rel_entr(x, y):
    return x * mp.log(x / y)


def kl_div(x, y):
    return x * mp.log(x / y) - x + y


def gammaln(x):
    return mp.log(abs(mp.gamma(x)))


def beta(a, b):
    with mp.workdps(150):  # the arguments may be of very different sizes
        return mp.beta(a, b)


def betaln(a, b):
    return mp.log(abs(beta(a, b)))


def binom(n, k):
    if n < 0 and n == mp.floor(n):
        raise ValueError  # SciPy and Tenorite give NaN
    with mp.workdps(150):
        return mp.binomial(n, k)


def gammainc(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def bessel(function, order, scaled=False):
    if scaled:
        return lambda x: function(order, x) * mp.exp(-abs(x))
    return lambda x: function(order, x)


# ---- scales ----


def with_logarithm(result, *operands):
    """Of powers: an error of the exponent is an error of the result."""
    return abs(result) * (1 + abs(mp.log(abs(result))))


def of_factorial(result, x):
    """Of zeta(x), which grows like gamma(1 - x) below 0."""
    return with_logarithm(result) if x < 0 else abs(result)


def of_terms(result, *operands):
    """Of a sum of logarithms of gamma functions, of which some are reflected."""
    if min(operands) >= 0:
        return abs(result)
    return 1 + sum(abs(mp.loggamma(abs(x))) for x in (*operands, sum(operands)))


def of_reflection(result, x):
    return abs(mp.digamma(1 - x)) if x < 0 else abs(result)


def of_log_gamma(result, x):
    return abs(mp.loggamma(abs(x))) if x < -2 else abs(result)


def of_oscillation(result, x):
    """The amplitude of Bessel functions."""
    return mp.sqrt(2 / (mp.pi * max(abs(x), 1)))


# ---- operands ----


def powers(low, high):
    """Numbers whose logarithm is uniform."""
    return lambda r: float(mp.mpf(low) * (mp.mpf(high) / low) ** r.random())


def between(low, high):
    return lambda r: r.uniform(low, high)


def near(*points, width=2.0**-12):
    """Numbers close to one of the points, at many distances."""

    def draw(r):
        point = r.choice(points)
        distance = r.choice([-1, 1]) * width * 2.0 ** -r.uniform(0, 38)
        return point + distance * (abs(point) or 1)

    return draw


def both_signs(draw):
    return lambda r: r.choice([-1, 1]) * draw(r)


def whole(low, high):
    return lambda r: float(r.randint(low, high))


def like_the_first(r, first):
    return first * (1 + r.uniform(-0.35, 0.35))


SMALL = both_signs(powers(1e-300, 1))
TAILS = powers(1e-307, 0.1)
POSITIVE = powers(1e-300, 1e300)
SIDES = both_signs(between(0, 20))
SQUARE = (between(0, 20), between(0, 20))
LONG = both_signs(powers(100, 1e15))
POLES = (near(-1, -2, -20, 3), near(-1, -35, 4))

# (Name, function, ways to draw operands, scale if it is not the result).
CASES = [
    ("erf", mp.erf, [between(-6, 6), SMALL, near(0.5, 1, -1)]),
    ("erfc", mp.erfc, [between(-6, 26.5), SMALL, near(0.5, -0.5)]),
    ("erfcx", erfcx, [between(-26, 20), powers(1, 50), SMALL, near(0.5, -0.5)]),
    ("erfinv", erfinv, [between(-1, 1), SMALL, near(0.85, -0.85), near(1)]),
    ("erfcinv", erfcinv, [between(0, 2), TAILS, near(1, 0.15, 1.85)]),
    ("ndtr", ndtr, [between(-37, 8), SMALL, near(1, -1)]),
    ("log_ndtr", log_ndtr, [between(-37, 8), both_signs(powers(1e-3, 30)), near(-1)]),
    ("ndtri", ndtri, [between(0, 1), TAILS, near(0.5, 0.075, 0.925)]),
    (
        "expit",
        lambda x: 1 / (1 + mp.exp(-x)),
        [between(-40, 40), between(-600, 0), SMALL],
    ),
    (
        "log_expit",
        lambda x: -mp.log1p(mp.exp(-x)),
        [between(-40, 40), between(-700, 600), SMALL],
    ),
    (
        "exprel",
        lambda x: mp.expm1(x) / x,
        [between(-6, 6), SMALL, near(1, -1), between(-700, 716), between(-40, 0)],
    ),
    (
        "logit",
        lambda p: mp.log(p) - mp.log1p(-p),
        [between(0, 1), TAILS, near(0.5, 0.25, 0.75)],
    ),
    (
        "entr",
        lambda x: -x * mp.log(x),
        [between(0, 3), powers(1e-290, 1e290), near(1)],
    ),
    (
        "rel_entr",
        rel_entr,
        [
            (between(0, 3), between(0, 3)),
            (powers(1e-100, 1e100), powers(1e-100, 1e100)),
            (near(1), near(1)),
        ],
    ),
    (
        "kl_div",
        kl_div,
        [
            (between(0, 3), between(0, 3)),
            (powers(1e-20, 1e20), powers(1e-20, 1e20)),
            (between(1, 1.2), between(1, 1.2)),
            (near(1), near(1)),
        ],
    ),
    (
        "xlogy",
        lambda x, y: x * mp.log(y),
        [
            (between(-3, 3), between(0, 3)),
            (SMALL, POSITIVE),
            (between(-3, 3), near(1)),
        ],
    ),
    (
        "xlog1py",
        lambda x, y: x * mp.log1p(y),
        [
            (between(-3, 3), between(-1, 3)),
            (between(-3, 3), SMALL),
            (between(-3, 3), POSITIVE),
        ],
    ),
    (
        "gamma",
        mp.gamma,
        [between(-9, 9), between(-170, 171), SMALL, near(2, 3, 8, -1, -2, -3, -8)],
    ),
    (
        "gammaln",
        gammaln,
        [between(0, 15), POSITIVE, near(0.5, 1, 1.5, 2, 3, 12), between(-30, 0)],
        of_log_gamma,
    ),
    ("loggamma", gammaln, [between(0, 15), POSITIVE, near(0.5, 1, 1.5, 2, 3, 12)]),
    (
        "digamma",
        mp.digamma,
        [between(0, 12), POSITIVE, near(1, 1.46163214496836, 2, 10), between(-30, 0)],
        of_reflection,
    ),
    (
        "beta",
        beta,
        [
            SQUARE,
            (powers(1e-10, 300), powers(1e-10, 300)),
            (SIDES, SIDES),
            (SIDES, LONG),
            POLES,
        ],
        with_logarithm,
    ),
    (
        "betaln",
        betaln,
        [
            SQUARE,
            (powers(1e-10, 1e10), powers(1e-10, 1e10)),
            (SIDES, SIDES),
            (SIDES, LONG),
            POLES,
        ],
        of_terms,
    ),
    (
        "binom",
        binom,
        [
            (between(0, 30), between(0, 30)),
            (between(0, 100), whole(0, 40)),
            (powers(1, 1e6), between(0, 5)),
            (SIDES, SIDES),
            (SIDES, LONG),
            (LONG, between(0, 5)),
            (whole(0, 20), both_signs(between(0, 2000))),
            (near(-1, -2, -20, 0), near(-1, -35, 4)),
            (both_signs(powers(1e-20, 1e-5)), whole(-5, 19)),
        ],
        with_logarithm,
    ),
    (
        "gammainc",
        gammainc,
        [
            SQUARE,
            (powers(1e-5, 500), powers(1e-5, 500)),
            (between(15, 400), like_the_first),
        ],
        with_logarithm,
    ),
    (
        "gammaincc",
        gammaincc,
        [
            SQUARE,
            (powers(1e-5, 500), powers(1e-5, 500)),
            (between(15, 400), like_the_first),
            (powers(1e-5, 1), powers(1e-5, 1.2)),
        ],
        with_logarithm,
    ),
    (
        "zeta",
        mp.zeta,
        [
            (between(1, 20), between(0, 20)),
            (between(1, 2), powers(1e-3, 1e6)),
            (whole(2, 20), between(-20, 0)),
        ],
    ),
    (
        "zeta",
        lambda x: mp.zeta(x),
        [between(1, 60), near(1), between(-20, 1), between(-170, 0)],
        of_factorial,
    ),
    ("i0", bessel(mp.besseli, 0), [SIDES, between(-700, 700), SMALL, near(8, -8)]),
    ("i1", bessel(mp.besseli, 1), [SIDES, between(-700, 700), SMALL, near(8, -8)]),
    (
        "i0e",
        bessel(mp.besseli, 0, scaled=True),
        [SIDES, both_signs(powers(1, 1e4)), SMALL, near(8, -8)],
    ),
    (
        "i1e",
        bessel(mp.besseli, 1, scaled=True),
        [SIDES, both_signs(powers(1, 1e4)), SMALL, near(8, -8)],
    ),
    (
        "j0",
        bessel(mp.besselj, 0),
        [SIDES, both_signs(powers(1e-5, 1e6)), near(5, 2.4048255577, 5.5200781103)],
        of_oscillation,
    ),
    (
        "j1",
        bessel(mp.besselj, 1),
        [SIDES, both_signs(powers(1e-5, 1e6)), near(5, 3.8317059702, 7.0155866698)],
        of_oscillation,
    ),
    (
        "y0",
        bessel(mp.bessely, 0),
        [between(0, 30), powers(1e-300, 1e6), near(5, 0.8935769663, 3.9576784193)],
        of_oscillation,
    ),
    (
        "y1",
        bessel(mp.bessely, 1),
        [between(0, 30), powers(1e-300, 1e6), near(5, 2.1971413261, 5.4296810407)],
        of_oscillation,
    ),
]


def to_single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def draw(way, r):
    operands = []
    for d in way:
        operands.append(d(r, *operands[:1]) if d is like_the_first else d(r))
    return operands


def lines(name, function, ways, scale=None):
    """The lines of one function; operands at poles or out of range are left out."""
    for index, way in enumerate(ways):
        way = way if isinstance(way, tuple) else (way,)
        r = random.Random(zlib.crc32(f"{name}{len(way)}{index}".encode()))
        count = 0
        while count < PER_WAY:
            operands = draw(way, r)
            if count % 2:
                operands = [to_single(x) for x in operands]
            try:
                result = function(*map(mp.mpf, operands))
            except (ValueError, ZeroDivisionError):
                continue
            if isinstance(result, mp.mpc):
                continue
            if not mp.isfinite(result) or not 1e-290 < abs(result) < 1e290:
                if result != 0 or 0 not in operands:
                    continue
            size = abs(result)
            if scale and size:
                size = max(size, scale(result, *map(mp.mpf, operands)))
            count += 1
            text = " ".join(map(repr, operands))
            yield f"{name} {text} = {mp.nstr(result, 25)} {float(size)!r}"


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    path = root / "tests" / "python" / "special_reference.txt"
    text = "".join(f"{line}\n" for case in CASES for line in lines(*case))
    path.write_text(text)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Writes tests/python/special_reference.txt: values of tenorite.special by mpmath.

    python tools/special_reference.py

Lines are "name operand... result": operands are exact, results have 25 digits.
Operands are drawn where each function changes its method, near its zeros and
poles, and over its whole domain; every other line has operands of float32.
"""

import mpmath as mp

mp.mp.dps = 60
inf = mp.inf
HALF = mp.mpf(1) / 2


# ---- functions ----


def log_erfc(x):
    """log erfc(x), also where erfc is less than any number."""
    return mp.log(mp.erfc(x))


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x)


def ndtr(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def probit(tail):
    """The number with `tail`, at most 1/2, of the normal distribution above it."""
    if tail == HALF:
        return mp.mpf(0)
    if tail > 0.01:
        return mp.sqrt(2) * mp.erfinv(1 - 2 * tail)
    z = mp.sqrt(-2 * mp.log(tail))
    for _ in range(60):
        upper = ndtr(-z)
        slope = -mp.npdf(z) / upper
        step = (mp.log(upper) - mp.log(tail)) / slope
        z -= step
        if abs(step) < mp.mpf(10) ** -50:
            break
    return z


def erfinv(y):
    return mp.sign(y) * probit((1 - abs(y)) / 2) / mp.sqrt(2)


def erfcinv(y):
    return probit(min(y, 2 - y) / 2) * mp.sign(1 - y) / mp.sqrt(2)


def ndtri(p):
    return mp.sign(p - HALF) * probit(min(p, 1 - p))


def xlogy(x, y):
    return x * mp.log(y) if x else mp.mpf(0)


def xlog1py(x, y):
    return x * mp.log1p(y) if x else mp.mpf(0)


def log_expit(x):
    return -mp.log1p(mp.exp(-x))


def gammaln(x):
    return mp.log(abs(mp.gamma(x)))


def betaln(a, b):
    return mp.log(abs(mp.beta(a, b)))


def gammainc(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


# ---- operands ----


def powers(low, high):
    """Numbers whose logarithm is uniform."""
    return lambda r: mp.mpf(low) * (mp.mpf(high) / low) ** r.random()


def between(low, high):
    return lambda r: r.uniform(low, high)


def near(*points, width=2.0**-20):
    """Numbers close to one of the points, at many distances."""

    def draw(r):
        point = r.choice(points)
        distance = r.choice([-1, 1]) * width * 2.0 ** -r.uniform(0, 30)
        return point + distance * (abs(point) or 1)

    return draw


def both_signs(draw):
    return lambda r: r.choice([-1, 1]) * draw(r)


def choice(*values):
    return lambda r: r.choice(values)


EVERY = both_signs(powers(1e-300, 1e300))
SMALL = both_signs(powers(1e-300, 1))
TAILS = powers(5e-324, 0.1)
POSITIVE = powers(1e-300, 1e300)

# Name: (function, [ways to draw the operands]).
FUNCTIONS = {
    "erf": (mp.erf, [between(-6, 6), SMALL, near(0.5, 1, -1)]),
    "erfc": (mp.erfc, [between(-6, 26.5), SMALL, near(0.5, -0.5)]),
    "erfcx": (erfcx, [between(-26, 20), powers(1, 50), SMALL, near(0.5, -0.5)]),
    "erfinv": (
        erfinv,
        [
            between(-1, 1),
            SMALL,
            near(0.85, -0.85),
            lambda r: 1 - 2.0 ** -r.uniform(3, 52),
        ],
    ),
    "erfcinv": (erfcinv, [between(0, 2), TAILS, near(1, 0.15, 1.85)]),
    "ndtr": (ndtr, [between(-37, 8), SMALL, near(1, -1)]),
    "log_ndtr": (
        mp.memoize(lambda x: mp.log(ndtr(x))),
        [between(-37, 8), both_signs(powers(1e-3, 30)), near(-1, 0)],
    ),
    "ndtri": (ndtri, [between(0, 1), TAILS, near(0.5, 0.075, 0.925)]),
    "expit": (
        mp.sigmoid if hasattr(mp, "sigmoid") else lambda x: 1 / (1 + mp.exp(-x)),
        [between(-40, 40), between(-700, 0), SMALL],
    ),
    "log_expit": (log_expit, [between(-40, 40), between(-700, 700), SMALL]),
    "logit": (
        lambda p: mp.log(p) - mp.log1p(-p),
        [between(0, 1), TAILS, near(0.5, 0.25, 0.75)],
    ),
    "entr": (lambda x: -x * mp.log(x), [between(0, 3), powers(1e-290, 1e290), near(1)]),
    "rel_entr": (
        lambda x, y: x * mp.log(x / y),
        [
            (between(0, 3), between(0, 3)),
            (powers(1e-100, 1e100),) * 2,
            (near(1), near(1)),
        ],
    ),
    "kl_div": (
        lambda x, y: x * mp.log(x / y) - x + y,
        [
            (between(0, 3), between(0, 3)),
            (powers(1e-20, 1e20),) * 2,
            (between(1, 1.2), between(1, 1.2)),
            (near(1, width=0.01), near(1, width=0.01)),
        ],
    ),
    "xlogy": (
        xlogy,
        [(between(-3, 3), between(0, 3)), (SMALL, POSITIVE), (between(-3, 3), near(1))],
    ),
    "xlog1py": (
        xlog1py,
        [
            (between(-3, 3), between(-1, 3)),
            (between(-3, 3), SMALL),
            (between(-3, 3), POSITIVE),
        ],
    ),
}


def uniform_pair(low, high):
    return (between(low, high), between(low, high))


FUNCTIONS |= {
    "gamma": (
        mp.gamma,
        [
            between(-9, 9),
            between(-180, 171),
            both_signs(powers(1e-300, 1)),
            near(2, 3, 8, -1, -2, -3, -8),
        ],
    ),
    "gammaln": (
        gammaln,
        [
            between(0, 15),
            powers(1e-300, 1e300),
            near(0.5, 1, 1.5, 2, 3, 12),
            between(-30, 0),
        ],
        lambda x: mp.loggamma(abs(x)) if x < -2 else mp.mpf(0),
    ),
    "loggamma": (
        gammaln,
        [between(0, 15), powers(1e-300, 1e300), near(0.5, 1, 1.5, 2, 3, 12)],
    ),
    "psi": (
        mp.digamma,
        [
            between(0, 12),
            powers(1e-300, 1e300),
            near(1, 1.46163214496836, 2, 10),
            between(-30, 0),
        ],
        lambda x: mp.digamma(1 - x) if x < 0 else mp.mpf(0),
    ),
    "beta": (
        mp.beta,
        [uniform_pair(0, 20), (powers(1e-10, 300),) * 2, uniform_pair(-20, 20)],
        lambda a, b: mp.beta(a, b) * (1 + abs(mp.log(abs(mp.beta(a, b))))),
    ),
    "betaln": (
        betaln,
        [uniform_pair(0, 20), (powers(1e-10, 1e10),) * 2, uniform_pair(-20, 20)],
        lambda a, b: (
            1 + sum(abs(mp.loggamma(abs(x))) for x in (a, b, a + b))
            if min(a, b) < 0
            else 1
        ),
    ),
    "binom": (
        mp.binomial,
        [
            uniform_pair(0, 30),
            (between(0, 100), lambda r: r.randint(0, 40)),
            (powers(1, 1e6), between(0, 5)),
            (between(-20, 20), between(-20, 20)),
        ],
        lambda n, k: mp.binomial(n, k) * (1 + abs(mp.log(abs(mp.binomial(n, k))))),
    ),
    "gammainc": (
        gammainc,
        [
            uniform_pair(0, 20),
            (powers(1e-5, 500), powers(1e-5, 500)),
            (between(15, 400), None),
        ],
        lambda a, x: gammainc(a, x) * (1 + abs(mp.log(gammainc(a, x)))),
    ),
    "gammaincc": (
        gammaincc,
        [
            uniform_pair(0, 20),
            (powers(1e-5, 500), powers(1e-5, 500)),
            (between(15, 400), None),
        ],
        lambda a, x: gammaincc(a, x) * (1 + abs(mp.log(gammaincc(a, x)))),
    ),
    "zeta": (
        mp.zeta,
        [
            (between(1, 20), between(0, 20)),
            (near(1, width=1.0), powers(1e-3, 1e6)),
            (lambda r: r.randint(2, 20), between(-20, 0)),
        ],
    ),
    "_riemann_zeta": (
        mp.zeta,
        [between(1, 60), near(1, width=1.0), between(-20, 1), between(-170, 0)],
    ),
    "i0": (
        lambda x: mp.besseli(0, x),
        [between(-20, 20), between(-700, 700), SMALL, near(8, -8)],
    ),
    "i0e": (
        lambda x: mp.besseli(0, x) * mp.exp(-abs(x)),
        [between(-20, 20), both_signs(powers(1, 1e4)), SMALL, near(8, -8)],
    ),
    "i1": (
        lambda x: mp.besseli(1, x),
        [between(-20, 20), between(-700, 700), SMALL, near(8, -8)],
    ),
    "i1e": (
        lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
        [between(-20, 20), both_signs(powers(1, 1e4)), SMALL, near(8, -8)],
    ),
    "j0": (
        lambda x: mp.besselj(0, x),
        [between(-30, 30), both_signs(powers(1e-5, 1e6)), near(5, -5, 2.4048, 5.52)],
        lambda x: mp.sqrt(2 / (mp.pi * max(abs(x), 1))),
    ),
    "j1": (
        lambda x: mp.besselj(1, x),
        [between(-30, 30), both_signs(powers(1e-5, 1e6)), near(5, -5, 3.8317, 7.0156)],
        lambda x: mp.sqrt(2 / (mp.pi * max(abs(x), 1))) if abs(x) > 5 else 0,
    ),
    "y0": (
        lambda x: mp.bessely(0, x),
        [between(0, 30), powers(1e-300, 1e6), near(5, 0.8936, 3.9577)],
        lambda x: mp.sqrt(2 / (mp.pi * max(abs(x), 1))),
    ),
    "y1": (
        lambda x: mp.bessely(1, x),
        [between(0, 30), powers(1e-300, 1e6), near(5, 2.1971, 5.4297)],
        lambda x: mp.sqrt(2 / (mp.pi * max(abs(x), 1))),
    ),
}

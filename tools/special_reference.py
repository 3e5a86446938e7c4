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


def gamma_series(a, x):
    """P(a, x) for large a (DLMF 8.11.4), to many digits."""
    total = term = mp.mpf(1)
    while term > total * mp.mpf(10) ** -mp.mp.dps:
        a += 1
        term *= x / a
        total += term
    return total


def gammainc(a, x):
    if a >= 1000:
        with mp.workdps(200):
            power = mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1))
            return power * gamma_series(a, x)
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a, x):
    if a >= 1000:
        with mp.workdps(200):
            return 1 - gammainc(a, x)
    return mp.gammainc(a, x, mp.inf, regularized=True)


def beta_fraction(a, b, x):
    """I_x(a, b) for x below the mean, divided by x**a (1 - x)**b / (a beta(a, b))."""
    c, d, m = mp.mpf(1), 1 / (1 - (a + b) * x / (a + 1)), 1
    fraction = d
    while True:
        for term in (
            m * (b - m) * x / ((a - 1 + 2 * m) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 1 + 2 * m)),
        ):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            fraction *= c * d
        if abs(c * d - 1) < mp.mpf(10) ** -45:
            return fraction
        m += 1
        if m > 20000:
            raise ValueError


def betaincc(a, b, x):
    return betainc(b, a, 1 - x)


def betainc(a, b, x):
    if not 0 < x < 1:
        raise ValueError
    with mp.workdps(80):
        power = mp.exp(a * mp.log(x) + b * mp.log1p(-x)) / mp.beta(a, b)
        if x < (a + 1) / (a + b + 2):
            return power * beta_fraction(a, b, x) / a
        return 1 - power * beta_fraction(b, a, 1 - x) / b


def solved(function, slope, u):
    """u where the logarithm of a monotonous function is 0, given its slope."""
    low, high = mp.mpf(-720), mp.mpf(720)
    rising = slope(mp.mpf(0)) > 0
    with mp.workdps(20):
        for _ in range(22):
            middle = (low + high) / 2
            below = function(middle) < 0
            low, high = (middle, high) if below == rising else (low, middle)
    u = (low + high) / 2
    for _ in range(12):
        step = function(u) / slope(u)
        u -= step
        if abs(step) < mp.mpf(10) ** -40:
            return u
    raise ValueError


def quantile_of_beta(a, b, p, upper):
    """The logit of x."""
    if not 0 < p < 1:
        raise ValueError
    if p > HALF:
        return quantile_of_beta(a, b, 1 - p, not upper)
    if upper:
        return -quantile_of_beta(b, a, p, False)
    goal = mp.log(p)

    def excess(u):
        return mp.log(betainc(a, b, 1 / (1 + mp.exp(-u)))) - goal

    def slope(u):
        x = 1 / (1 + mp.exp(-u))
        return x**a * (1 - x) ** b / mp.beta(a, b) / betainc(a, b, x)

    return solved(excess, slope, mp.mpf(0))


def of_logit(u):
    if u > 60:
        raise ValueError  # 1 in double precision
    return 1 / (1 + mp.exp(-u))


def betaincinv(a, b, p):
    return of_logit(quantile_of_beta(a, b, p, False))


def betainccinv(a, b, q):
    return of_logit(quantile_of_beta(a, b, q, True))


def quantile_of_gamma(a, p, upper):
    if not 0 < p < 1:
        raise ValueError
    if p > HALF:
        return quantile_of_gamma(a, 1 - p, not upper)
    part = gammaincc if upper else gammainc
    goal = mp.log(p)

    def excess(u):
        value = part(a, mp.exp(u)) if u < 12 or not upper else mp.mpf(0)
        return mp.log(value) - goal if value > 0 else mp.mpf(-1e9)

    def slope(u):
        x = mp.exp(u)
        density = mp.exp(a * u - x - mp.loggamma(a))
        return (-density if upper else density) / part(a, x)

    return mp.exp(solved(excess, slope, mp.mpf(0)))


def gammaincinv(a, p):
    return quantile_of_gamma(a, p, False)


def gammainccinv(a, q):
    return quantile_of_gamma(a, q, True)


def stdtr(df, t):
    tail = betainc(df / 2, HALF, df / (df + t * t)) / 2
    return 1 - tail if t > 0 else tail


def fdtr(dfn, dfd, f):
    return betainc(dfn / 2, dfd / 2, dfn * f / (dfn * f + dfd))


def fdtrc(dfn, dfd, f):
    return betainc(dfd / 2, dfn / 2, dfd / (dfn * f + dfd))


def fdtri(dfn, dfd, p):
    return dfd / dfn * mp.exp(quantile_of_beta(dfn / 2, dfd / 2, p, False))


def poch(a, m):
    with mp.workdps(150):
        if a + m <= 0 and a + m == mp.floor(a + m) or a <= 0 and a == mp.floor(a):
            raise ValueError
        return mp.rf(a, m)


def expn(n, x):
    with mp.workdps(200):
        return mp.expint(n, x)


def ellipkm1(p):
    with mp.workdps(400):
        return mp.ellipk(1 - p)


def ellipkinc(phi, m):
    if m > 1:
        raise ValueError  # SciPy and Tenorite give NaN
    return mp.ellipf(phi, m)


def ellipeinc(phi, m):
    if m > 1:
        raise ValueError
    return mp.ellipe(phi, m)


def amplitude(u, m):
    """am(u, m) as the inverse of the incomplete integral."""
    if not 0 < m < 1:
        raise ValueError
    n = mp.nint(u / (2 * mp.ellipk(m)))
    rest = u - 2 * n * mp.ellipk(m)
    angle = mp.asin(mp.ellipfun("sn", rest, m=m).real)
    return n * mp.pi + angle


def spherical_yn(n, x):
    sign = -1 if x < 0 and n % 2 == 0 else 1
    x = abs(x)
    return sign * mp.sqrt(mp.pi / 2 / x) * mp.bessely(n + HALF, x)


def polar_harmonic(n, m, theta):
    if abs(m) > n:
        raise ValueError
    with mp.workdps(400):
        return mp.spherharm(n, m, theta, 0).real


def lpmv(m, v, x):
    """By the definition (DLMF 14.3.1)."""
    if abs(x) > 1:
        raise ValueError
    order = int(abs(m))
    v = -1 - v if v < -HALF else v
    with mp.workdps(int(80 + v + order)):
        result = ((1 - x) / (1 + x)) ** (mp.mpf(order) / 2) / mp.factorial(order)
        result *= mp.hyp2f1(-v, v + 1, order + 1, (1 - x) / 2)
        for k in range(order if m > 0 else 0):
            result *= -(v + k + 1) * (v - k)
        return +result


def wright_bessel(a, b, x):
    if (1 + 1 / a) * (a * x) ** (1 / (1 + a)) > 660:
        raise ValueError  # beyond the largest double
    total, k = mp.mpf(0), 0
    while True:
        term = x**k / mp.factorial(k) * mp.rgamma(a * k + b)
        total += term
        k += 1
        if k > 5 and term < total * mp.mpf(10) ** -40:
            return total


def sindg(x):
    return mp.sinpi(x / 180)


def cosdg(x):
    return mp.cospi(x / 180)


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


def of_probability(result, *operands):
    """Of quantiles: what an error of the probability is of the result, if larger."""
    *shapes, p = operands
    p = min(p, 1 - p)
    if len(shapes) == 1:
        (a,) = shapes
        part = mp.exp(a * mp.log(result) - result - mp.loggamma(a))
    else:
        a, b = shapes
        part = result**a * (1 - result) ** (b - 1) / mp.beta(a, b)
    return abs(result) * max(1, p * (1 - mp.log(p)) / part)


def of_f_probability(result, dfn, dfd, p):
    a, b, p = dfn / 2, dfd / 2, min(p, 1 - p)
    x = dfn * result / (dfn * result + dfd)
    part = x**a * (1 - x) ** b / mp.beta(a, b)
    return abs(result) * max(1, p * (1 - mp.log(p)) / part)


def of_order(result, n, x):
    """The amplitude of Bessel functions of an order."""
    return mp.sqrt(2 / (mp.pi * max(abs(x), 1)))


def of_spherical_order(result, n, x):
    return 1 / max(abs(x), 1)


def of_degree(result, n, m, theta):
    """Of functions that turn n times: of the angle's cosine and of its rounding."""
    return max(abs(result), 1) * (1 + n)


def of_legendre(result, m, v, x):
    """The amplitude where there is an oscillation, and the terms that cancel below 0."""
    order, v = abs(m), abs(v + HALF) - HALF
    size = abs(result)
    room = (v + HALF) ** 2 * (1 - x * x) - m * m
    if room > 0:
        square = mp.gammaprod([v + m + 1], [v - m + 1])
        size = max(size, mp.sqrt(abs(square) * 2 / mp.pi / mp.sqrt(max(room, 1))))
    if x < 0:
        size = max(size, abs(mp.cospi(v) * lpmv(m, v, -x)))
    return size * (1 + order + abs(v))


def of_cosine_integral(result, x):
    """The amplitude of the oscillation, and the terms that cancel near 0."""
    return 1 / x if x > 4 else max(abs(mp.log(x)), mp.euler)


def of_hyperbolic_cosine_integral(result, x):
    return max(abs(mp.log(x)), mp.euler) if x < 2 else 0


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


def near_the_first(r, first):
    return first + r.uniform(-20, 20) * first**0.5


def near_the_mean(r, a, b):
    """A number within some deviations from the mean of the beta distribution."""
    deviation = (a * b / (a + b + 1)) ** 0.5 / (a + b)
    return min(max(a / (a + b) + r.uniform(-9, 9) * deviation, 1e-9), 1 - 1e-9)


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
        "exp10",
        lambda x: mp.mpf(10) ** x,
        [between(-6, 6), SMALL, between(-300, 300), whole(-300, 300)],
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
            (powers(1e3, 2e6), near_the_first),
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
            (powers(1e3, 2e6), near_the_first),
            (powers(1, 600), between(600, 700)),
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
    (
        "zetac",
        lambda x: mp.zeta(x, 2) if x > 1 else mp.zeta(x) - 1,
        [between(1, 20), near(1, 12), between(20, 700), between(-20, 1)],
        lambda result, x: of_factorial(result if x > 1 else 1 + abs(result), x),
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
        [SIDES, both_signs(powers(1e-5, 1e6)), near(6.5, 2.4048255577, 5.5200781103)],
        of_oscillation,
    ),
    (
        "j1",
        bessel(mp.besselj, 1),
        [SIDES, both_signs(powers(1e-5, 1e6)), near(6.5, 3.8317059702, 7.0155866698)],
        of_oscillation,
    ),
    (
        "y0",
        bessel(mp.bessely, 0),
        [between(0, 30), powers(1e-300, 1e6), near(6.5, 0.8935769663, 3.9576784193)],
        of_oscillation,
    ),
    (
        "y1",
        bessel(mp.bessely, 1),
        [between(0, 30), powers(1e-300, 1e6), near(6.5, 2.1971413261, 5.4296810407)],
        of_oscillation,
    ),
    (
        "betainc",
        betainc,
        [
            (powers(1e-3, 100), powers(1e-3, 100), between(0, 1)),
            (powers(1, 1e4), powers(1, 1e4), near_the_mean),
            (powers(1e-6, 1), powers(1e-3, 50), powers(1e-10, 1)),
            (powers(1, 50), powers(1e3, 1e8), near_the_mean),
            (powers(500, 1e6), powers(500, 1e6), near_the_mean),
        ],
        with_logarithm,
    ),
    (
        "betaincc",
        betaincc,
        [
            (powers(1e-3, 100), powers(1e-3, 100), between(0, 1)),
            (powers(1, 1e4), powers(1, 1e4), near_the_mean),
            (powers(1e-6, 1), powers(1e-3, 50), powers(1e-10, 1)),
            (powers(1, 50), powers(1e3, 1e8), near_the_mean),
            (powers(500, 1e6), powers(500, 1e6), near_the_mean),
        ],
        with_logarithm,
    ),
    (
        "betaincinv",
        betaincinv,
        [
            (powers(1e-1, 100), powers(1e-1, 100), between(0, 1)),
            (powers(1e-1, 100), powers(1e-1, 100), TAILS),
            (powers(1, 1e5), powers(1, 1e5), between(0, 1)),
        ],
        of_probability,
    ),
    (
        "betainccinv",
        betainccinv,
        [
            (powers(1e-1, 100), powers(1e-1, 100), between(0, 1)),
            (powers(1e-1, 100), powers(1e-1, 100), TAILS),
            (powers(1, 1e5), powers(1, 1e5), between(0, 1)),
        ],
        of_probability,
    ),
    (
        "gammaincinv",
        gammaincinv,
        [
            (powers(1e-2, 300), between(0, 1)),
            (powers(1e-2, 300), TAILS),
            (powers(1e-2, 1), between(0, 1)),
        ],
        of_probability,
    ),
    (
        "gammainccinv",
        gammainccinv,
        [
            (powers(1e-2, 300), between(0, 1)),
            (powers(1e-2, 300), powers(1e-200, 0.1)),
            (powers(1e-2, 1), between(0, 1)),
        ],
        of_probability,
    ),
    (
        "rgamma",
        mp.rgamma,
        [between(-9, 9), between(-170, 175), SMALL, near(2, 3, 8, -1, -2, -3, -8)],
    ),
    (
        "poch",
        poch,
        [
            SQUARE,
            (powers(1e-3, 1e6), between(-3, 3)),
            (between(-20, 20), whole(-40, 40)),
            (SIDES, SIDES),
        ],
        with_logarithm,
    ),
    ("exp1", mp.e1, [between(0, 1), between(0, 20), powers(1e-300, 600), near(1, 4)]),
    (
        "expi",
        mp.ei,
        [between(-20, 50), powers(1e-300, 700), near(0.37250741078, 6, 14, 42)],
    ),
    (
        "expn",
        expn,
        [
            (whole(0, 10), between(0, 3)),
            (whole(2, 60), powers(1e-10, 600)),
            (whole(2, 8), near(1)),
        ],
    ),
    ("ellipk", mp.ellipk, [between(0, 1), both_signs(powers(1e-9, 1)), near(1)]),
    (
        "ellipkm1",
        ellipkm1,
        [between(0, 1), powers(1e-300, 1), powers(1, 1e20)],
    ),
    ("ellipe", mp.ellipe, [between(0, 1), both_signs(powers(1e-9, 1)), near(1)]),
    (
        "ellipkinc",
        ellipkinc,
        [
            (between(-1.57, 1.57), between(0, 1)),
            (between(-20, 20), between(-5, 1)),
            (powers(1e-10, 1.5), near(1)),
        ],
    ),
    (
        "ellipeinc",
        ellipeinc,
        [
            (between(-1.57, 1.57), between(0, 1)),
            (between(-20, 20), between(-5, 1)),
            (powers(1e-10, 1.5), near(1)),
        ],
    ),
    (
        "_ellipam",
        amplitude,
        [
            (between(-3, 3), between(0, 1)),
            (between(-50, 50), between(0, 0.99)),
            (powers(1e-10, 10), near(1)),
        ],
    ),
    ("k0", bessel(mp.besselk, 0), [between(0, 20), powers(1e-300, 600), near(1)]),
    ("k1", bessel(mp.besselk, 1), [between(0, 20), powers(1e-280, 600), near(1)]),
    (
        "k0e",
        lambda x: mp.besselk(0, x) * mp.exp(x),
        [between(0, 20), powers(1e-300, 1e4), near(1)],
    ),
    (
        "k1e",
        lambda x: mp.besselk(1, x) * mp.exp(x),
        [between(0, 20), powers(1e-280, 1e4), near(1)],
    ),
    (
        "yn",
        mp.bessely,
        [
            (whole(0, 20), between(0, 30)),
            (whole(-10, 60), powers(0.01, 1e4)),
            (whole(0, 300), between(100, 400)),
        ],
        of_order,
    ),
    (
        "_spherical_yn",
        spherical_yn,
        [
            (whole(0, 20), between(0, 30)),
            (whole(0, 60), both_signs(powers(0.01, 1e4))),
            (whole(0, 200), between(100, 400)),
        ],
        of_spherical_order,
    ),
    (
        "wright_bessel",
        wright_bessel,
        [
            (between(0, 2), between(0, 5), between(0, 10)),
            (powers(0.01, 10), powers(0.01, 100), powers(1e-3, 1e4)),
            (between(0.1, 3), between(0, 3), between(50, 1000)),
        ],
        with_logarithm,
    ),
    (
        "_polar_harmonic",
        polar_harmonic,
        [
            (whole(0, 8), whole(-8, 8), between(0, 3.14)),
            (whole(0, 60), whole(-60, 60), between(0, 3.14)),
            (whole(100, 200), whole(0, 100), between(-3, 6)),
        ],
        of_degree,
    ),
    (
        "lpmv",
        lpmv,
        [
            (whole(-4, 8), between(-6, 12), between(-1, 1)),
            (whole(-10, 20), whole(0, 40), between(-1, 1)),
            (whole(-6, 30), between(40, 300), between(-1, 1)),
            (whole(-5, 5), between(-8, 8), near(1, -1)),
            (whole(-8, 8), near(-1, 0, 1, 5), between(-1, 0.5)),
        ],
        of_legendre,
    ),
    (
        "stdtr",
        stdtr,
        [
            (powers(0.1, 1e3), between(-10, 10)),
            (powers(0.5, 1e5), both_signs(powers(1e-8, 30))),
            (whole(1, 40), between(-40, 2)),
        ],
        with_logarithm,
    ),
    (
        "fdtr",
        fdtr,
        [
            (powers(0.1, 100), powers(0.1, 100), powers(1e-5, 100)),
            (powers(1, 1e5), powers(1, 1e5), between(0.2, 3)),
            (whole(1, 30), whole(1, 30), between(0, 5)),
        ],
        with_logarithm,
    ),
    (
        "fdtrc",
        fdtrc,
        [
            (powers(0.1, 100), powers(0.1, 100), powers(1e-5, 100)),
            (powers(1, 1e5), powers(1, 1e5), between(0.2, 3)),
            (whole(1, 30), whole(1, 30), between(0, 5)),
        ],
        with_logarithm,
    ),
    (
        "fdtri",
        fdtri,
        [
            (powers(0.5, 100), powers(0.5, 100), between(0, 1)),
            (powers(0.5, 100), powers(0.5, 100), TAILS),
            (powers(1, 1e5), powers(1, 1e5), between(0, 1)),
        ],
        of_f_probability,
    ),
    ("sindg", sindg, [between(-800, 800), SMALL, near(180, 360, 90, -540)]),
    ("cosdg", cosdg, [between(-800, 800), SMALL, near(270, 360, 90, -450)]),
    (
        "tandg",
        lambda x: sindg(x) / cosdg(x),
        [between(-800, 800), SMALL, near(180, 360, 90, -540)],
    ),
    (
        "cotdg",
        lambda x: cosdg(x) / sindg(x),
        [between(-800, 800), SMALL, near(180, 360, 90, -540)],
    ),
    ("_si", mp.si, [between(-40, 40), both_signs(powers(1e-9, 1e6)), near(4, 12)]),
    (
        "_ci",
        mp.ci,
        [between(0, 40), powers(1e-9, 1e6), near(4, 12, 0.6165054857, 3.3841804225)],
        of_cosine_integral,
    ),
    ("_shi", mp.shi, [between(-20, 20), both_signs(powers(1e-9, 600)), near(2, -2)]),
    (
        "_chi",
        mp.chi,
        [between(0, 20), powers(1e-9, 600), near(2, 0.5238225713898)],
        of_hyperbolic_cosine_integral,
    ),
]


AFTER_OTHERS = (like_the_first, near_the_first, near_the_mean)


def to_single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def draw(way, r):
    operands = []
    for d in way:
        operands.append(d(r, *operands) if d in AFTER_OTHERS else d(r))
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

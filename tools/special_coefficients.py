# SPDX-License-Identifier: Apache-2.0
"""Prints the coefficients that ops/device/special_*.h hold, with mpmath:

    python tools/special_coefficients.py [NAME ...]

Every approximation is a polynomial or a quotient of polynomials that meets a
function, divided by what the caller multiplies with, at Chebyshev nodes in 50
digits. The largest relative error between the nodes, of the coefficients as
rounded to double precision, is printed with it. Fits named _short are for results
of float32: most of their coefficients are numbers of 21 bits, which a GPU's
instructions hold.
"""

import functools
import sys

import mpmath as mp

mp.mp.dps = 50
FITS = {}


def fit(low, high, degree, denominator=0, beside=0, short=None):
    """Declares the fit of a function on [low, high] in its argument.

    Errors are relative to the function and what it is added to. `short` are the
    degrees of another fit, for results of float32.
    """

    def declare(function):
        for suffix, degrees in ("", (degree, denominator)), ("_short", short):
            if degrees:
                name = function.__name__ + suffix
                FITS[name] = (function, low, high, *degrees, beside)
        return function

    return declare


def chebyshev(low, high, n):
    low, high = mp.mpf(low), mp.mpf(high)
    nodes = [mp.cos((2 * i + 1) * mp.pi / (2 * n)) for i in range(n)]
    if high == mp.inf:
        return [low + 4 * (1 + t) / (1 - t) for t in nodes]
    return [(low + high) / 2 + (high - low) / 2 * t for t in nodes]


def solve(function, low, high, n, m):
    """Coefficients, lowest first, of the quotient; the denominator begins with 1."""
    size = n + m + 1
    nodes = chebyshev(low, high, size)
    matrix, right = mp.matrix(size, size), mp.matrix(size, 1)
    for i, x in enumerate(nodes):
        y = function(x)
        for k in range(n + 1):
            matrix[i, k] = x**k
        for k in range(1, m + 1):
            matrix[i, n + k] = -y * x**k
        right[i] = y
    solution = list(mp.lu_solve(matrix, right))
    return solution[: n + 1], [mp.mpf(1), *solution[n + 1 :]]


def evaluate(coefficients, x):
    return mp.polyval(list(reversed(coefficients)), x)


def largest_error(function, low, high, beside, top, bottom):
    worst = 0
    for x in chebyshev(low, high, 172):
        y = function(x)
        error = evaluate(top, x) / evaluate(bottom, x) - y
        worst = max(worst, abs(error) / (abs(y) + beside))
    return worst


def of_half_words(function, low, high, n, beside, bound):
    """A polynomial of coefficients of 21 bits, from the highest one as far as may be.

    What rounding them does is made up for by those below, by least squares.
    """
    nodes = chebyshev(low, high, 4 * n)
    weights = [1 / (abs(function(x)) + beside) for x in nodes]

    def below(k, done):
        """The first k coefficients, given the others."""
        matrix = mp.matrix(
            [[w * x**i for i in range(k)] for w, x in zip(weights, nodes, strict=True)]
        )
        right = [
            w * (function(x) - x**k * evaluate(done, x))
            for w, x in zip(weights, nodes, strict=True)
        ]
        return [*mp.lu_solve(matrix, mp.matrix(right)), *done]

    best = below(n + 1, [])
    for k in range(n, 0, -1):
        mantissa, exponent = mp.frexp(best[k])
        rounded = mp.ldexp(mp.nint(mantissa * 2**21), int(exponent) - 21)
        found = below(k, [rounded, *best[k + 1 :]])
        if largest_error(function, low, high, beside, found, [mp.mpf(1)]) > bound:
            break
        best = found
    return best


def written(c, is_short):
    c = float(c)
    if not is_short:
        return repr(c)
    mantissa, _, exponent = c.hex().partition("p")
    mantissa = mantissa.rstrip("0")
    if len(mantissa.lstrip("-")) <= len("0x1.fffff"):
        return f"{mantissa}p{int(exponent)}"
    return repr(float(f"{c:.12g}"))


def report(name):
    function, low, high, n, m, beside = FITS[name]
    function = functools.cache(function)
    is_short = name.endswith("_short")
    top, bottom = solve(function, low, high, n, m)
    best = largest_error(function, low, high, beside, top, bottom)
    if is_short and not m:
        bound = max(2 * best, mp.mpf("1e-10"))
        top = of_half_words(function, low, high, n, beside, bound)
    texts = [[written(c, is_short) for c in part] for part in (top, bottom)]
    rounded = [
        [mp.mpf(float.fromhex(c) if "x" in c else float(c)) for c in part]
        for part in texts
    ]
    error = largest_error(function, low, high, beside, *rounded)
    print(
        f"{name} on [{low}, {high}], error {mp.nstr(best, 3)}, "
        f"rounded {mp.nstr(error, 3)}"
    )
    for part in texts[: 2 if m else 1]:
        print("   ", ", ".join(part))


# ---- exponential function and logarithm ----


@fit(-0.3466, 0.3466, 9, beside=2, short=(5, 0))
def exp_rest(r):
    """(exp(r) - 1 - r) / r**2."""
    return (mp.expm1(r) - r) / (r * r)


@fit(0, 0.02945, 6, short=(4, 0))
def log_rest(z):
    """(log((1 + s) / (1 - s)) - 2 s) / s**3 of s**2."""
    s = mp.sqrt(z)
    return 2 * (mp.atanh(s) - s) / (s * z)


@fit(0, 0.0403, 7, short=(3, 0))
def log_rest_wide(z):
    """The same, where the logarithm of a quotient needs it."""
    return log_rest(z)


# ---- error function and normal distribution ----


@fit(0, 1, 11, beside=1)
def erf_small(s):
    """erf(x) / x - 1 of x squared."""
    x = mp.sqrt(s)
    return mp.erf(x) / x - 1


def erfcx(x):
    if x < 200:
        return mp.exp(x * x) * mp.erfc(x)
    terms, term = mp.mpf(1), mp.mpf(1)
    for k in range(1, 12):
        term *= -(2 * k - 1) / (2 * x * x)
        terms += term
    return terms / (x * mp.sqrt(mp.pi))


@fit(-1, 1, 24, short=(14, 0))
def erfcx_scaled(t):
    """(1 + 2 x) erfcx(x) of t = (x - 3.75) / (x + 3.75)."""
    x = mp.mpf("3.75") * (1 + t) / (1 - t)
    return (1 + 2 * x) * erfcx(x)


def normal_tail(r):
    """z with a probability of exp(-r r) beyond it."""
    z = r * mp.sqrt(2)

    def excess(z):
        return mp.log(erfcx(z / mp.sqrt(2)) / 2) - z * z / 2 + r * r

    for _ in range(40):
        # The derivative of the logarithm of the tail is -density / tail.
        slope = -mp.sqrt(2 / mp.pi) / erfcx(z / mp.sqrt(2))
        step = excess(z) / slope
        z -= step
        if abs(step) < mp.mpf(10) ** -45:
            break
    return z


@fit(-1, 1, 24)
def probit_centre(t):
    """z / q of w / 3.125 - 1, where q = p - 1/2 and w = -log(4 p (1 - p))."""
    w = mp.mpf("3.125") * (1 + t)
    if w < 1e-20:
        return mp.sqrt(2 * mp.pi)
    q = mp.sqrt(-mp.expm1(-w)) / 2
    tail = mp.exp(-w) / (2 + 4 * q)
    return normal_tail(mp.sqrt(-mp.log(tail))) / q


@fit(0.2, 0.627, 8, 8)
def probit_tail(s):
    """z / r of 1 / r, where r is sqrt(-log p)."""
    return normal_tail(1 / s) * s


@fit(0.0366, 0.2, 9, 8)
def probit_far_tail(s):
    """z / r of 1 / r, where r is sqrt(-log p)."""
    return normal_tail(1 / s) * s


# ---- gamma function ----


@fit(0, 0.25, 8, short=(5, 0))
def sin_pi(s):
    """sin(pi r) / r of r**2."""
    r = mp.sqrt(s)
    return mp.sin(mp.pi * r) / r


@fit(0, 0.25, 8, beside=0.1, short=(6, 0))
def cos_pi(s):
    """cos(pi r) of r**2."""
    return mp.cos(mp.pi * mp.sqrt(s))


@fit(0, 2026, 6, short=(4, 0))
def sin_degrees(s):
    """sin(r) / r of degrees r, of r**2."""
    r = mp.sqrt(s)
    return mp.sin(mp.radians(r)) / r


@fit(0, 2026, 7, short=(4, 0))
def cos_degrees(s):
    """cos(r) of degrees r, of r**2."""
    return mp.cos(mp.radians(mp.sqrt(s)))


def scaled_gamma(x, shift):
    return mp.gamma(1 + x) * mp.exp(x) * (x + shift) ** (mp.mpf(1) / 2 - x)


@fit(0, mp.inf, 6, 5)
def gamma_factor(x):
    """gamma(1 + x) exp(x) (x + shift)**(1/2 - x), whose fit this shift suits."""
    return scaled_gamma(x, mp.mpf("5.5"))


@fit(0, mp.inf, 4, 3)
def gamma_factor_short(x):
    """The same for results of float32."""
    return scaled_gamma(x, 4)


def stirling_error(x):
    """log gamma(x) less the first terms of Stirling's series."""
    head = (x - mp.mpf(1) / 2) * mp.log(x) - x + mp.log(2 * mp.pi) / 2
    return mp.loggamma(x) - head


@fit(0, 0.01, 5)
def stirling_log(s):
    """x times Stirling's error of the logarithm, of 1 / x**2."""
    if s < 1e-10:
        return mp.mpf(1) / 12 - s / 360 + s * s / 1260
    x = 1 / mp.sqrt(s)
    return x * stirling_error(x)


@fit(0, 0.5, 6, 6)
def log_gamma_near_1(t):
    """log gamma(x) / ((x - 1) (x - 2)) of x - 1."""
    x = 1 + t
    return mp.loggamma(x) / ((x - 1) * (x - 2))


@fit(-0.5, 1, 7, 7)
def log_gamma_near_2(t):
    """log gamma(x) / ((x - 1) (x - 2)) of x - 2."""
    x = 2 + t
    return mp.loggamma(x) / ((x - 1) * (x - 2))


DIGAMMA_ROOT = mp.findroot(mp.digamma, mp.mpf("1.4616321449683623"))


@fit(-0.5, 0.5, 5, 6, short=(3, 4))
def digamma_middle(t):
    """digamma(x) / (x - root) of x - 3/2."""
    x = t + mp.mpf("1.5")
    return mp.digamma(x) / (x - DIGAMMA_ROOT)


@fit(0, 0.01, 6, short=(2, 0))
def digamma_tail(s):
    """x**2 (log(x) - 1 / (2 x) - digamma(x)) of 1 / x**2."""
    if s < 1e-10:
        return mp.mpf(1) / 12 - s / 120 + s * s / 252
    x = 1 / mp.sqrt(s)
    return (mp.log(x) - 1 / (2 * x) - mp.digamma(x)) / s


# ---- Bessel functions ----


@fit(0, 16, 15, short=(12, 0))
def i0_small(s):
    """I0(x) of x**2 / 4."""
    return mp.besseli(0, 2 * mp.sqrt(s))


@fit(0, 16, 15, short=(11, 0))
def i1_small(s):
    """2 I1(x) / x of x**2 / 4."""
    x = 2 * mp.sqrt(s)
    return 2 * mp.besseli(1, x) / x


def scaled_bessel_i(order, s):
    x = 1 / s
    if x > 2000:
        mu, term, total = 4 * order * order, mp.mpf(1), mp.mpf(1)
        for k in range(1, 20):
            term *= -(mu - (2 * k - 1) ** 2) / (k * 8 * x)
            total += term
        return total / mp.sqrt(2 * mp.pi)
    return mp.besseli(order, x) * mp.exp(-x) * mp.sqrt(x)


@fit(-1, 1, 22, short=(7, 0))
def i0_large(t):
    """sqrt(x) exp(-x) I0(x) of 16 / x - 1."""
    return scaled_bessel_i(0, (1 + t) / 16)


@fit(-1, 1, 22, short=(8, 0))
def i1_large(t):
    """sqrt(x) exp(-x) I1(x) of 16 / x - 1."""
    return scaled_bessel_i(1, (1 + t) / 16)


J0_ZEROS = [mp.besseljzero(0, k) for k in (1, 2)]
J1_ZEROS = [mp.besseljzero(1, k) for k in (1,)]
BESSEL_SEAM = mp.mpf("6.5")


@fit(0, BESSEL_SEAM**2, 12, short=(8, 0))
def j0_small(s):
    """J0(x) / product of (x**2 - zero**2), of 6.5**2 - x**2."""
    s = BESSEL_SEAM**2 - s
    return mp.besselj(0, mp.sqrt(s)) / mp.fprod(s - z * z for z in J0_ZEROS)


@fit(0, BESSEL_SEAM**2, 13, short=(9, 0))
def j1_small(s):
    """J1(x) / x / (x**2 - zero**2), likewise."""
    s = BESSEL_SEAM**2 - s
    x = mp.sqrt(s)
    return mp.besselj(1, x) / x / mp.fprod(s - z * z for z in J1_ZEROS)


def y0_rest(s):
    x = mp.sqrt(s)
    return mp.bessely(0, x) - 2 / mp.pi * mp.log(x) * mp.besselj(0, x)


@fit(0, BESSEL_SEAM**2, 14, beside=0.01, short=(9, 0))
def y0_small(s):
    """(Y0(x) - 2 / pi log(x) J0(x) less its value at 2) / (x**2 - 4), likewise."""
    s = BESSEL_SEAM**2 - s
    return (y0_rest(s) - y0_rest(4)) / (s - 4)


@fit(-1, BESSEL_SEAM**2 / 32 - 1, 14, beside=0.05, short=(10, 0))
def y1_small(t):
    """(Y1(x) - 2 / pi (log(x) J1(x) - 1 / x)) / x, of x**2 / 32 - 1."""
    x = mp.sqrt(32 * (1 + t))
    y = mp.bessely(1, x) - 2 / mp.pi * (mp.log(x) * mp.besselj(1, x) - 1 / x)
    return y / x


def modulus_and_phase(order, s):
    """Of sqrt(x) (J + i Y) at x = 1 / sqrt(s); the phase less its limit, times x."""
    x = 1 / mp.sqrt(s)
    if x > 60:
        mu, term, parts = 4 * order * order, mp.mpf(1), [mp.mpf(1), mp.mpf(0)]
        for k in range(1, 24):
            term *= (mu - (2 * k - 1) ** 2) / (k * 8 * x)
            parts[k % 2] += term if k % 4 < 2 else -term
        value = mp.mpc(*parts)
    else:
        value = mp.hankel1(order, x) * mp.sqrt(mp.pi * x / 2)
        value *= mp.expj((2 * order + 1) * mp.pi / 4 - x)
    return mp.sqrt(2 / mp.pi) * abs(value), mp.arg(value) * x


@fit(0, BESSEL_SEAM**-2, 13, short=(5, 0))
def modulus_0(s):
    """The modulus of order 0, of 1 / x**2."""
    return modulus_and_phase(0, s)[0]


@fit(0, BESSEL_SEAM**-2, 13, short=(6, 0))
def phase_0(s):
    """The phase of order 0, of 1 / x**2."""
    return modulus_and_phase(0, s)[1]


@fit(0, BESSEL_SEAM**-2, 13, short=(5, 0))
def modulus_1(s):
    """The modulus of order 1, of 1 / x**2."""
    return modulus_and_phase(1, s)[0]


@fit(0, BESSEL_SEAM**-2, 13, short=(6, 0))
def phase_1(s):
    """The phase of order 1, of 1 / x**2."""
    return modulus_and_phase(1, s)[1]


@fit(0, 2.4675, 7, beside=0.25, short=(4, 0))
def sine_rest(s):
    """(sin(r) / r - 1) / r**2 of r**2."""
    r = mp.sqrt(s)
    return (mp.sin(r) / r - 1) / s


# ---- exponential integrals ----


@fit(0, 1, 13)
def exp1_small(x):
    """(E1(x) + log(x) + Euler's constant) / x."""
    if x < 1e-10:
        return 1 - x / 4 + x * x / 18
    return (mp.e1(x) + mp.log(x) + mp.euler) / x


def exp1_scaled(x):
    """x exp(x) E1(x); x exp(-x) Ei(x) of -x."""
    if abs(x) > 130:
        total, term = mp.mpf(1), mp.mpf(1)
        for k in range(1, 120):
            term *= -k / x
            total += term
        return total
    if x < 0:
        return x * mp.exp(x) * -mp.ei(-x)
    return x * mp.exp(x) * mp.e1(x)


@fit(0.25, 1, 8, 8)
def exp1_middle(t):
    """x exp(x) E1(x) of 1 / x."""
    return exp1_scaled(1 / t)


@fit(0, 1, 9, 9)
def exp1_large(t):
    """x exp(x) E1(x) of 4 / x."""
    return exp1_scaled(4 / t)


EXPI_ROOT = mp.findroot(mp.ei, mp.mpf("0.372507"))


@fit(-1, 1, 8, 8)
def expi_small(t):
    """(Ei(x) - log(x / root)) / (x - root) of x / 3 - 1."""
    x = 3 * (1 + t)
    return (mp.ei(x) - mp.log(x / EXPI_ROOT)) / (x - EXPI_ROOT)


@fit(-1, 1, 9, 9)
def expi_middle(t):
    """x exp(-x) Ei(x) of 21 / x - 5 / 2."""
    return exp1_scaled(-21 / (t + mp.mpf("2.5")))


@fit(-1, 1, 9, 9)
def expi_large(t):
    """x exp(-x) Ei(x) of 42 / x - 2."""
    return exp1_scaled(-42 / (t + 2))


@fit(0, 1, 6, 5)
def expi_far(t):
    """x exp(-x) Ei(x) of 42 / x."""
    return exp1_scaled(-42 / t)


@fit(0, 16, 11, short=(7, 0))
def sine_integral_small(s):
    """Si(x) / x of x**2."""
    x = mp.sqrt(s)
    return mp.si(x) / x


@fit(0, 16, 11, short=(7, 0))
def cosine_integral_small(s):
    """(Ci(x) - log(x) - Euler's constant) / x**2 of x**2."""
    if s < 1e-12:
        return -mp.mpf(1) / 4 + s / 96 - s * s / 4320
    x = mp.sqrt(s)
    return (mp.ci(x) - mp.log(x) - mp.euler) / s


def integral_wave(w):
    """(x + 4) sqrt(f**2 + g**2) and (x + 4) atan(g / f) (DLMF 6.2) of 1 / (x + 4)."""
    x = 1 / w - 4
    if x > 100:
        f, g, term = mp.mpf(0), mp.mpf(0), 1 / x
        for k in range(0, 60, 2):
            f += term
            g += term * (k + 1) / x
            term *= -(k + 1) * (k + 2) / (x * x)
    else:
        si, ci = mp.si(x) - mp.pi / 2, mp.ci(x)
        sine, cosine = mp.sin(x), mp.cos(x)
        f, g = ci * sine - si * cosine, -ci * cosine - si * sine
    return mp.hypot(f, g) / w, mp.atan2(g, f) / w


@fit(0, 0.125, 21, short=(11, 0))
def integral_modulus(w):
    """The first of these."""
    return integral_wave(w)[0]


@fit(0, 0.125, 21, short=(11, 0))
def integral_phase(w):
    """The second of these."""
    return integral_wave(w)[1]


@fit(0, 4, 8)
def hyperbolic_sine_integral(s):
    """Shi(x) / x of x**2."""
    x = mp.sqrt(s)
    return mp.shi(x) / x


@fit(0, 4, 8)
def hyperbolic_cosine_integral(s):
    """(Chi(x) - log(x) - Euler's constant) / x**2 of x**2."""
    if s < 1e-12:
        return mp.mpf(1) / 4 + s / 96 + s * s / 4320
    x = mp.sqrt(s)
    return (mp.chi(x) - mp.log(x) - mp.euler) / s


# ---- modified Bessel functions of the second kind ----


@fit(0, 1, 8, short=(4, 0))
def k0_small(s):
    """K0(x) + log(x) I0(x) of x**2."""
    if s < 1e-30:
        return mp.log(2) - mp.euler
    x = mp.sqrt(s)
    return mp.besselk(0, x) + mp.log(x) * mp.besseli(0, x)


@fit(0, 1, 8, beside=0.5, short=(4, 0))
def k1_small(s):
    """(K1(x) - 1 / x - log(x) I1(x)) / x of x**2."""
    if s < 1e-30:
        return (2 * mp.euler - 1 - 2 * mp.log(2)) / 4
    x = mp.sqrt(s)
    return (mp.besselk(1, x) - 1 / x - mp.log(x) * mp.besseli(1, x)) / x


@fit(0, 1, 7, short=(4, 0))
def i0_below_1(s):
    """I0(x) of x**2."""
    return mp.besseli(0, mp.sqrt(s))


@fit(0, 1, 7, short=(4, 0))
def i1_below_1(s):
    """I1(x) / x of x**2."""
    return mp.besseli(1, mp.sqrt(s)) / mp.sqrt(s)


def scaled_bessel_k(order, x):
    """sqrt(x) exp(x) K(x)."""
    if x > 300:
        mu, term, total = 4 * order * order, mp.mpf(1), mp.mpf(1)
        for k in range(1, 40):
            term *= (mu - (2 * k - 1) ** 2) / (k * 8 * x)
            total += term
        return total * mp.sqrt(mp.pi / 2)
    return mp.besselk(order, x) * mp.exp(x) * mp.sqrt(x)


@fit(0, 0.5, 21, short=(10, 0))
def k0_large(w):
    """sqrt(x) exp(x) K0(x) of 1 / (x + 1)."""
    return scaled_bessel_k(0, 1 / w - 1)


@fit(0, 0.5, 21, short=(11, 0))
def k1_large(w):
    """sqrt(x) exp(x) K1(x) of 1 / (x + 1)."""
    return scaled_bessel_k(1, 1 / w - 1)


# ---- incomplete gamma function ----


def temme(orders, terms):
    """Rows of coefficients of powers of eta (DLMF 8.12), one for each order."""
    size = terms + 2 * orders
    # lambda - 1 = eta + eta**2 / 3 + ..., from its differential equation
    # (lambda - 1) dlambda / deta = lambda eta.
    mu = [mp.mpf(0), mp.mpf(1)]
    for n in range(2, size + 2):
        inner = sum(mu[k] * mu[n + 1 - k] * (n + 1 - k) for k in range(2, n))
        mu.append((mu[n - 1] - inner) / (n + 1))
    # 1 / mu - 1 / eta.
    inverse = [mp.mpf(1)]
    for n in range(1, size + 1):
        inverse.append(-sum(mu[k + 1] * inverse[n - k] for k in range(1, n + 1)))
    row = inverse[1:]
    rows, first = [row], row
    stirling = mp.taylor(lambda s: stirling_sum(s), 0, orders)
    for k in range(1, orders):
        row = [
            (-1) ** k * stirling[k] * first[n] + (n + 2) * row[n + 2]
            for n in range(len(row) - 2)
        ]
        rows.append(row)
    return rows


def stirling_sum(s):
    """exp of the asymptotic series of Stirling's error, of 1 / x."""
    powers = (
        mp.bernoulli(2 * k) / (2 * k * (2 * k - 1)) * s ** (2 * k - 1)
        for k in range(1, 20)
    )
    return mp.exp(sum(powers))


def report_temme(orders=9, terms=16):
    print("temme")
    for k, row in enumerate(temme(orders, terms)):
        count = max(2, terms - 2 * k + k // 2)
        print("   ", ", ".join(repr(float(c)) for c in row[:count]))


def report_zeta(terms=12):
    print("zeta")
    row = (mp.bernoulli(2 * k) / mp.factorial(2 * k) for k in range(1, terms + 1))
    print("   ", ", ".join(repr(float(c)) for c in row))


@fit(0, 1, 10)
def zeta_below_1(x):
    """(x - 1) zeta(x)."""
    return (x - 1) * mp.zeta(x) if x != 1 else mp.mpf(1)


@fit(-1, 1, 19, short=(12, 0))
def zeta_above_1(t):
    """2**x (x - 1) (zeta(x) - 1) of (x - 6.5) / 5.5."""
    x = mp.mpf("6.5") + mp.mpf("5.5") * t
    return mp.power(2, x) * (x - 1) * (mp.zeta(x) - 1)


if __name__ == "__main__":
    for name in sys.argv[1:] or FITS:
        report(name)
    if not sys.argv[1:]:
        report_temme()
        report_zeta()
        for zeros in (J0_ZEROS, J1_ZEROS, [DIGAMMA_ROOT], [EXPI_ROOT]):
            for z in zeros:
                high = float(z)
                print("root", repr(high), repr(float(z - high)))
        print("y0_rest", repr(float(y0_rest(4))))

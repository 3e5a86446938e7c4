# SPDX-License-Identifier: Apache-2.0
"""Plain NumPy programs that fusion is made for, for tests of memory and of bits.

Each is a function of `xp`, `n` (how large) and `data` (makes its arrays from a
shape and a seed, with values in [0, 1)) and returns what it computes.
"""

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def expression(xp, n, data):
    x, y = data((n,), 1), data((n,), 2)
    return xp.exp(0.5 * xp.sin(x) + xp.cos(y))


@program
def softmax(xp, n, data):
    x = data((n // 256, 256), 1)
    e = xp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@program
def standardised(xp, n, data):
    x = data((n // 256, 256), 1)
    return (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)


@program
def jacobi(xp, n, data):
    side = int(n**0.5)
    a, b = data((side, side), 1), data((side, side), 2)
    for _ in range(4):
        b[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
        a, b = b, a
    return a


@program
def black_scholes(xp, n, data):
    s, k, t = 10 + data((n,), 1), 10 + data((n,), 2), 0.5 + data((n,), 3)
    r, v = 0.02, 0.3

    def cumulative(d):
        # Abramowitz and Stegun 26.2.17
        q = 1 / (1 + 0.2316419 * xp.abs(d))
        series = q * (
            0.319381530
            + q
            * (-0.356563782 + q * (1.781477937 + q * (-1.821255978 + q * 1.330274429)))
        )
        tail = 0.3989422804014327 * xp.exp(-0.5 * d * d) * series
        return xp.where(d > 0, 1 - tail, tail)

    root = v * xp.sqrt(t)
    d1 = (xp.log(s / k) + (r + 0.5 * v * v) * t) / root
    d2 = d1 - root
    discount = k * xp.exp(-r * t)
    call = s * cumulative(d1) - discount * cumulative(d2)
    return call, call - s + discount


@program
def chain(xp, n, data):
    x = data((n,), 1)
    y = x
    for i in range(10):
        y = y * 0.75
        y = y + (x if i % 2 else 0.25)
    return y


@program
def in_place(xp, n, data):
    x, y = data((n,), 1), data((n,), 2)
    for _ in range(5):
        x *= 0.5
        x += y
        y -= 0.1 * x
    return x, y


@program
def k_means(xp, n, data):
    points, centres = data((n // 64, 1, 2), 1), data((1, 8, 2), 2)
    distance = ((points - centres) ** 2).sum(axis=2)
    nearest = distance.argmin(axis=1)
    sums = [(points[:, 0] * (nearest == k)[:, None]).sum(axis=0) for k in range(8)]
    return nearest, xp.stack(sums)


@program
def mandelbrot(xp, n, data):
    c = (data((n,), 1) * 3 - 2) + 1j * (data((n,), 2) * 2 - 1)
    z, count = xp.zeros_like(c), xp.zeros(c.shape, "i4")
    for _ in range(6):
        inside = z.real * z.real + z.imag * z.imag < 4
        z[inside] = z[inside] ** 2 + c[inside]
        count += inside
    return count


@program
def n_body(xp, n, data):
    count = int((n / 4) ** 0.5)
    x, v = data((count, 3), 1), xp.zeros((count, 3))
    for _ in range(2):
        d = x[None] - x[:, None]
        r2 = (d * d).sum(axis=2) + 0.01
        v += 0.01 * (d / (r2 * xp.sqrt(r2))[..., None]).sum(axis=1)
        x += 0.01 * v
    return x, v


@program
def rms_norm(xp, n, data):
    x, w = data((n // 128, 128), 1), data((128,), 2)
    return x / xp.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w


@program
def wave(xp, n, data):
    u = xp.sin(data((n,), 1))
    before = u.copy()
    for _ in range(4):
        after = 2 * u - before
        after[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        before, u = u, after
    return u


@program
def clipped_ratio(xp, n, data):
    x, y = data((n,), 1) - 0.5, data((n,), 2) - 0.5
    y[xp.abs(y) < 0.1] = 0.1
    ratio = xp.clip(x / y, -2, 2)
    ratio[ratio < 0] *= -1
    return ratio, (ratio > 1).sum()

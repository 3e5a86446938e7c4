# SPDX-License-Identifier: Apache-2.0
"""Filters over time: recursive ones, moving windows, states of systems."""

import numpy

from ..program import Programs, over

_signals = Programs("signals")
PROGRAMS = _signals.all


def channels(rng, count, samples):
    return (numpy.cumsum(rng.standard_normal((count, samples)), axis=1),)


@_signals.program(
    channels, sizes=((4, 100), (500, 200), (20_000, 200)), on_gpu=(100_000, 200)
)
def recursive_filter(np, x):
    """A low pass of second order, a column after the other."""
    b0, b1, b2, a1, a2 = 0.0675, 0.1349, 0.0675, -1.1430, 0.4128
    y = np.zeros_like(x)
    y[:, 0] = b0 * x[:, 0]
    y[:, 1] = b0 * x[:, 1] + b1 * x[:, 0] - a1 * y[:, 0]
    for i in range(2, x.shape[1]):
        fed = b0 * x[:, i] + b1 * x[:, i - 1] + b2 * x[:, i - 2]
        y[:, i] = fed - a1 * y[:, i - 1] - a2 * y[:, i - 2]
    return y


def spreads(rng, pairs, days):
    return (
        3 * numpy.sin(numpy.arange(days) / 200) + rng.standard_normal((pairs, days)),
    )


@_signals.program(
    spreads, sizes=((1, 1000), (50, 5000), (100, 50_000)), on_gpu=(400, 50_000)
)  # fmt: skip
def moving_averages(np, spread):
    """Bands of two deviations around a moving mean, and what trading on them gains."""
    width = 20
    sums = np.cumsum(spread, axis=1)
    squares = np.cumsum(spread**2, axis=1)
    mean = (sums[:, width:] - sums[:, :-width]) / width
    variance = (squares[:, width:] - squares[:, :-width]) / width - mean**2
    deviation = np.sqrt(np.maximum(variance, 0))
    now = spread[:, width:]
    above, below = now > mean + 2 * deviation, now < mean - 2 * deviation
    position = np.where(above, -1.0, np.where(below, 1.0, 0.0))
    gains = position[:, :-1] * np.diff(now, axis=1)
    return mean, deviation, gains.sum(axis=1)


def tracks(rng, count):
    return (rng.standard_normal((40, count)) + numpy.arange(40)[:, None],)


@_signals.program(tracks, sizes=((20,), (10_000,), (300_000,)), on_gpu=(1_000_000,))
def kalman_filter(np, positions):
    """Place and speed of many targets, from their places; covariances in full."""
    q, r = 0.01, 1.0

    def step(state, seen):
        x, v, pxx, pxv, pvv = state
        x = x + v
        pxx = pxx + 2 * pxv + pvv + q / 4
        pxv = pxv + pvv + q / 2
        pvv = pvv + q
        gain_x, gain_v = pxx / (pxx + r), pxv / (pxx + r)
        surprise = seen - x
        x, v = x + gain_x * surprise, v + gain_v * surprise
        pvv = pvv - gain_v * pxv
        return x, v, (1 - gain_x) * pxx, (1 - gain_x) * pxv, pvv

    zeros = np.zeros_like(positions[0])
    state = positions[0], zeros, zeros + 1, zeros, zeros + 1
    x, v, pxx, _, _ = over(np, positions[1:], step, state)
    return x, v, pxx


def recording(rng, samples):
    t = numpy.arange(samples)
    return (
        numpy.sin(t / 5)
        + 0.3 * numpy.sin(t / 1.7)
        + 0.1 * rng.standard_normal(samples),
    )


@_signals.program(
    recording, sizes=((500,), (100_000,), (4_000_000,)), on_gpu=(20_000_000,)
)
def peaks(np, x):
    """Local maxima above a threshold, their heights, and the times in between."""
    threshold = x.mean() + x.std()
    inner = x[1:-1]
    is_peak = (inner > x[:-2]) & (inner >= x[2:]) & (inner > threshold)
    places = np.nonzero(is_peak)[0] + 1
    left, top, right = x[places - 1], x[places], x[places + 1]
    offset = 0.5 * (left - right) / (left - 2 * top + right)
    return places, top - 0.25 * (left - right) * offset, np.diff(places + offset)

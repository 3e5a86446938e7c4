# SPDX-License-Identifier: Apache-2.0
"""Prices of European options by the formula of Black and Scholes."""

import numpy as np


def normal_cdf(x: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun 26.2.17, a polynomial good to 7.5e-8."""
    t = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    poly = 1.781477937 + t * (-1.821255978 + t * 1.330274429)
    poly = t * (0.319381530 + t * (-0.356563782 + t * poly))
    tail = poly * np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)
    return np.where(x > 0.0, 1.0 - tail, tail)


def setup(
    scale: float = 1.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, float]:
    rng = np.random.default_rng(5)
    n = int(2**20 * scale)
    spot = rng.uniform(10.0, 50.0, n)
    strike = rng.uniform(10.0, 50.0, n)
    years = rng.uniform(0.25, 2.0, n)
    return spot, strike, years, 0.03, 0.25


def run(
    spot: np.ndarray,
    strike: np.ndarray,
    years: np.ndarray,
    rate: float,
    volatility: float,
) -> tuple[np.ndarray, np.ndarray]:
    """The prices of the call and of the put."""
    spread = volatility * np.sqrt(years)
    drift = (rate + 0.5 * volatility**2) * years
    d1 = (np.log(spot / strike) + drift) / spread
    d2 = d1 - spread
    discounted = strike * np.exp(-rate * years)
    call = spot * normal_cdf(d1) - discounted * normal_cdf(d2)
    put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1)
    return call, put


if __name__ == "__main__":
    spot, strike, years, rate, volatility = setup()
    call, put = run(spot, strike, years, rate, volatility)
    print("   spot  strike  years    call     put")
    for i in range(5):
        row = spot[i], strike[i], years[i], call[i], put[i]
        print("{:7.2f} {:7.2f} {:6.2f} {:7.3f} {:7.3f}".format(*map(float, row)))

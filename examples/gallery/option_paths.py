# SPDX-License-Identifier: Apache-2.0
"""
The price of an option
======================

Twenty thousand paths of a share price at random, what an option pays at the end of each, and
the formula of Black and Scholes to compare with.
"""

import math

import matplotlib.pyplot as plt
import tenorite as np
from tenorite.scipy.special import ndtr

price, strike, rate, volatility, years = 100.0, 110.0, 0.03, 0.25, 1.0
steps, paths = 50, 20_000
rng = np.random.default_rng(42)

# %%
# The logarithm of the price takes steps of a normal distribution. A cumulative sum
# along the steps makes paths of them.

dt = years / steps
growth = (rate - volatility**2 / 2) * dt
moves = growth + volatility * math.sqrt(dt) * rng.standard_normal((steps, paths))
walks = price * np.exp(np.cumsum(moves, axis=0))
payoff = np.maximum(walks[-1] - strike, 0)
worth = math.exp(-rate * years) * float(payoff.mean())

d1 = math.log(price / strike) + (rate + volatility**2 / 2) * years
d1 /= volatility * math.sqrt(years)
d2 = d1 - volatility * math.sqrt(years)
formula = price * float(ndtr(d1)) - strike * math.exp(-rate) * float(ndtr(d2))
print(f"{paths} paths: {worth:.2f}, formula: {formula:.2f}")

# %%

bands = np.quantile(walks, np.array([0.05, 0.25, 0.5, 0.75, 0.95]), axis=1).get()
time = dt * np.arange(1, steps + 1).get()
plt.figure(figsize=(6, 4))
plt.plot(time, walks[:, :40].get(), color="grey", linewidth=0.4)
plt.fill_between(time, bands[0], bands[4], alpha=0.2, label="90 % of the paths")
plt.fill_between(time, bands[1], bands[3], alpha=0.3, label="50 %")
plt.plot(time, bands[2], color="black", label="median")
plt.axhline(strike, color="crimson", linestyle="--", label="strike")
plt.xlabel("years")
plt.ylabel("price")
plt.legend(loc="upper left")
plt.show()

# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 32 roundings: moving means of 5 prices.
"""Daily closing prices: returns by month, a moving average, the longest rally."""
import datetime as dt

import numpy as np

start = np.datetime64("2023-01-02")
days = np.arange(start, start + np.timedelta64(90, "D"))
open_days = days[np.is_busday(days)]
print(open_days[:3], open_days.size)
t = np.arange(open_days.size)
close = np.round(100 + 5 * np.sin(t / 7.0) + 0.25 * t, 2)

returns = np.diff(close) / close[:-1]
log_returns = np.log(close[1:] / close[:-1])
months = open_days.astype("datetime64[M]")
for month in np.unique(months):
    inside = months == month
    prices = close[inside]
    print(f"{month}: first {prices[0]:.2f} last {prices[-1]:.2f} low {prices.min():.2f} high {prices.max():.2f}")

weekday = (open_days.astype("datetime64[D]").view("int64") - 4) % 7
for k, name in enumerate(["Mon", "Tue", "Wed", "Thu", "Fri"]):
    r = returns[weekday[1:] == k]
    print(name, r.size, "%.5f" % r.mean())

window = 5
sma = np.convolve(close, np.ones(window) / window, mode="valid")
above = close[window - 1 :] > sma
changes = np.flatnonzero(np.diff(above.astype(int))) + window
print("crossings:", [str(d) for d in open_days[changes]])

run = best = 0
for up in returns > 0:
    run = run + 1 if up else 0
    best = max(best, run)
print("longest rally:", best, "days")
peak = np.maximum.accumulate(close)
drawdown = (close - peak) / peak
worst = drawdown.argmin()
print("worst drawdown {:.2%} on {}".format(drawdown[worst], open_days[worst]))
first = open_days[0].astype(dt.date)
print(first, first.year, isinstance(first, dt.date))
held = open_days[-1] - open_days[0]
years = held / np.timedelta64(365, "D")
print(held, years)
cagr = (close[-1] / close[0]) ** (1 / years) - 1
print(f"annual growth {cagr:.3%}")
print(np.busday_count("2023-01-02", "2023-04-01"), np.busday_offset("2023-01-01", 0, roll="forward"))

# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 16 roundings: means of 12 numbers.
import numpy as np
import numpy.ma as ma

raw = np.array([[12.1, 13.4, -999, 15.2], [9.8, -999, 11.1, 10.0], [20.5, 21.0, 19.9, -999]])
temperature = ma.masked_values(raw, -999)
print(temperature)
print("mean of all:", temperature.mean())
print("by station:", temperature.mean(axis=1))
print("by day:", temperature.mean(axis=0))
print("missing:", ma.count_masked(temperature), "present:", temperature.count(axis=1))
anomaly = temperature - temperature.mean(axis=1)[:, None]
print(anomaly.filled(np.nan).round(2))
hot = ma.masked_where(raw > 15, raw)
print(hot.compressed())
wind = ma.array([3.0, 5.0, 7.0], mask=[0, 1, 0])
print(wind * 3.6, wind.sum(), (wind > 4).any())
wind[0] = ma.masked
print(wind, wind.mask)
chill = 13.12 + 0.6215 * temperature[:, 0] - 11.37 * 10**0.16
print(chill.round(3))
print(ma.median(temperature), temperature.std().round(4))
filled = temperature.copy()
filled[filled.mask] = temperature.mean()
print(np.asarray(filled).round(1))
print(temperature.argmax(), temperature.max(), temperature.fill_value)
print(ma.average([1, 2, 3], weights=[3, 1, 0]), ma.masked_invalid([1, np.nan, np.inf]))
x = np.linspace(0, 1, 5)
print(ma.masked_inside(x, 0.3, 0.8), ma.masked_greater(x, 0.6).sum())

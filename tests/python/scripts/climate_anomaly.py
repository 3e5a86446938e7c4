# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: means of 10 years.
import numpy as np
months = np.arange("2000-01", "2010-01", dtype="datetime64[M]"); n = months.size; rng = np.random.default_rng(5)
temp = 10 + 8 * np.sin(2 * np.pi * (np.arange(n) % 12 - 3) / 12) + 0.002 * np.arange(n) + rng.normal(0, .5, n)
table = temp.reshape(-1, 12); climatology = table.mean(axis=0); anomaly = (table - climatology).ravel(); print(climatology.round(2), anomaly.std().round(4))
years = months.astype("datetime64[Y]").astype(int) + 1970; month = months.astype(int) % 12 + 1; print(years[:3], month[:14], np.unique(years).size)
seasons = {"DJF": [12, 1, 2], "MAM": [3, 4, 5], "JJA": [6, 7, 8], "SON": [9, 10, 11]}
for s, ms in seasons.items(): print(s, temp[np.isin(month, ms)].mean().round(3), end="; ")
slope = np.polyfit(np.arange(n) / 120, anomaly, 1)[0]; print("\ntrend %.3f per decade" % slope); hot = anomaly > np.quantile(anomaly, .95); print(months[hot], anomaly[hot].round(2), months[temp.argmax()], months[-1] - months[0])
yearly = {int(y): float(temp[years == y].mean().round(3)) for y in np.unique(years)}; print(yearly); rolling = np.convolve(anomaly, np.ones(12) / 12, "valid"); print(rolling[::24].round(3), months[11:][rolling.argmax()])
spectrum = np.abs(np.fft.rfft(temp - temp.mean())); print("period", n / spectrum.argmax(), "months"); days = (months + 1).astype("M8[D]") - months.astype("M8[D]"); print(days[:4], np.average(temp[:12], weights=days[:12].astype(float)).round(4), days[1::12].astype(int))
lag1 = np.corrcoef(anomaly[:-1], anomaly[1:])[0, 1]; print(lag1.round(4), np.array_equal(np.sort(month[:12]), np.arange(1, 13)), str(months[0]), months.dtype, np.datetime64("2005", "Y") in years.astype(str).astype("M8[Y]"))
z = (anomaly - anomaly.mean()) / anomaly.std(); flags = np.full(n, "normal", dtype="U6"); flags[z > 1.5] = "warm"; flags[z < -1.5] = "cold"; print(np.unique(flags, return_counts=True), [f"{m}:{f}" for m, f in zip(months, flags) if f != "normal"][:3]); del spectrum

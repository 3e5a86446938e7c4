# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 16 roundings: means of 7 numbers.
import numpy as np

stamps = np.array(["2024-03-01T08:00", "2024-03-01T08:03", "2024-03-01T08:20", "2024-03-01T09:45",
                   "2024-03-01T09:46", "2024-03-02T00:01", "NaT", "2024-03-02T13:30"], dtype="datetime64[m]")
value = np.array([1.5, 2.0, 4.0, 3.0, 8.0, 2.5, 0.0, 6.0])
ok = ~np.isnat(stamps)
stamps, value = stamps[ok], value[ok]
gaps = np.diff(stamps)
print(gaps, gaps.dtype, gaps.max())
seconds = gaps / np.timedelta64(1, "s")
print(seconds, seconds.mean())
new_session = np.concatenate([[True], gaps > np.timedelta64(30, "m")])
session = np.cumsum(new_session) - 1
print(session)
for s in np.unique(session):
    mine = session == s
    print(s, stamps[mine][0], "to", stamps[mine][-1], "total", value[mine].sum())
hours = stamps.astype("datetime64[h]")
per_hour = {}
for h, v in zip(hours, value):
    per_hour[str(h)] = per_hour.get(str(h), 0) + v
print(per_hour)
day = stamps.astype("datetime64[D]")
days, counts = np.unique(day, return_counts=True)
print(days, counts)
minute_of_day = (stamps - day).astype("timedelta64[m]").astype(int)
print(minute_of_day, np.histogram(minute_of_day, bins=[0, 480, 960, 1440])[0])
order = np.argsort(value)[::-1]
print(stamps[order][:2], value[order][:2])
rate = value[1:] / seconds * 60
print(rate.round(4))
grid = np.arange("2024-03-01T08", "2024-03-01T12", dtype="datetime64[h]")
interpolated = np.interp(grid.astype("datetime64[m]").astype(float), stamps.astype(float), value)
print(interpolated.round(3))
where = np.searchsorted(stamps, np.datetime64("2024-03-01T09:45"))
print(where, stamps[where], value[:where].mean())
weekend = np.isin((day.astype(int) + 3) % 7, [5, 6])
print(weekend, value[weekend].sum(), value[~weekend].sum())
print(np.datetime64("2024-03-01") - np.timedelta64(1, "D"), np.timedelta64(90, "m") / np.timedelta64(1, "h"))

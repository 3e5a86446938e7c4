# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: sums of 12 numbers.
from io import BytesIO, StringIO

import numpy as np

LOG = """# time;station;temp;hum;ok
00:00;north;12.5;80;yes
00:10;south;13.5;78;yes
00:20;north;NA;79;no
00:30;south;14.0;75;yes
00:40;north;13.0;NA;yes
00:50;south;14.5;71;yes
"""

def minutes(s):
    if isinstance(s, bytes):
        s = s.decode()
    h, m = s.split(":")
    return 60 * int(h) + int(m)

t, temp, hum = np.genfromtxt(StringIO(LOG), delimiter=";", usecols=(0, 2, 3), converters={0: minutes},
                             missing_values="NA", filling_values=np.nan, unpack=True)
print(t, temp, hum)
station = np.loadtxt(StringIO(LOG), delimiter=";", usecols=1, dtype=str)
print(station, station.dtype)
for name in sorted(set(station)):
    x = temp[station == name]
    print(name, np.nanmean(x), np.nanmax(x), np.count_nonzero(~np.isnan(x)))
good = ~(np.isnan(temp) | np.isnan(hum))
slope, intercept = np.polyfit(t[good], temp[good], 1)
print("slope %.5f intercept %.3f" % (slope, intercept))
filled = np.where(np.isnan(temp), np.interp(t, t[~np.isnan(temp)], temp[~np.isnan(temp)]), temp)
print(filled)
ok = np.loadtxt(StringIO(LOG), delimiter=";", usecols=(4,), dtype="U3") == "yes"
print(ok, temp[ok], np.flatnonzero(~ok))
typed = np.loadtxt(StringIO(LOG.replace("NA", "nan")), delimiter=";",
                   dtype={"names": ("time", "station", "temp", "hum", "ok"), "formats": ("U5", "U5", "f4", "f4", "U3")})
print(typed[1], typed["temp"].dtype, np.nansum(typed["hum"]))
M = np.vstack((t, filled)).T
buf = StringIO()
np.savetxt(buf, M, fmt="%5.1f", header="min temp", footer="end")
print(buf.getvalue())
raw = BytesIO(M.astype("<f4").tobytes())
back = np.frombuffer(raw.read(), dtype="<f4").reshape(-1, 2)
print((back == M).all(), back[:, 1].max())
print(np.fromstring("1,2,3", sep=",", dtype=int), np.array("4 5 6".split(), dtype=float))
print(np.array(["1.5", "2"]).astype(float).sum(), np.array([1, 2]).astype(str), np.array([1.5]).astype("S3"))

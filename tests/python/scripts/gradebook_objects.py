# SPDX-License-Identifier: Apache-2.0
import numpy as np

header = ["name", "math", "physics", "art"]
rows = [["Ann", 90, 85, None], ["Ben", 70, None, 88], ["Cat", 60, 65, 92]]
table = np.array(rows, dtype=object)
print(table.shape, table.dtype)
names = table[:, 0].astype(str)
marks = np.array([[np.nan if v is None else v for v in row] for row in table[:, 1:]], dtype=float)
print(marks)
mean = np.nanmean(marks, axis=1)
print(dict(zip(names, mean)))
best = {h: names[np.nanargmax(marks[:, k])] for k, h in enumerate(header[1:])}
print(best)
filled = np.where(np.isnan(marks), np.nanmedian(marks, axis=0), marks)
print(filled)
table[:, 1:] = filled
print(table)
ranked = table[np.argsort(-filled.mean(axis=1))]
for name, *m in ranked:
    print(f"{name}: {', '.join('%.1f' % v for v in m)}")
curve = np.clip(filled + 10 * (1 - filled / 100), 0, 100)
print(curve.round(1), np.select([curve >= 90, curve >= 75], ["A", "B"], default="C"))
passed = np.where(filled.mean(1) > 75, "pass", "fail")
print(passed, names[passed == "pass"])
print(np.array(list(zip(names, passed)), dtype="U8"))
report = np.c_[names, filled.astype(int), passed]
print(report, report.dtype)
print(np.array2string(report, separator=" | "))
weights = dict(math=2, physics=2, art=1)
w = np.fromiter(weights.values(), dtype=float)
print(np.average(filled, axis=1, weights=w), (filled * w).sum(axis=1) / sum(weights.values()))
table2 = np.array([("x", 1), ("y", 2)])
print(table2, table2[:, 1].astype(int).sum(), table == None)

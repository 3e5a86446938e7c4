# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 8 roundings: a mean of 12 ages.
"""Prepare a table of passengers for a classifier, without any table library."""
import numpy as np
from io import StringIO

CSV = """id,survived,class,name,sex,age,fare,port
1,0,3,Braund,male,22,7.25,S
2,1,1,Cumings,female,38,71.2833,C
3,1,3,Heikkinen,female,26,7.925,S
4,1,1,Futrelle,female,35,53.1,S
5,0,3,Allen,male,35,8.05,S
6,0,3,Moran,male,,8.4583,Q
7,0,1,McCarthy,male,54,51.8625,S
8,0,3,Palsson,male,2,21.075,S
9,1,3,Johnson,female,27,11.1333,S
10,1,2,Nasser,female,14,30.0708,C
11,1,3,Sandstrom,female,4,16.7,S
12,1,1,Bonnell,female,58,26.55,S
13,0,3,Saundercock,male,20,8.05,
14,0,3,Andersson,male,39,31.275,S
"""

data = np.genfromtxt(StringIO(CSV), delimiter=",", names=True, dtype=None, encoding="utf-8")
print(data.dtype.names)
print(len(data), "passengers")

age = data["age"].astype(float)
age[age < 0] = np.nan
print("missing ages:", np.isnan(age).sum())
median = np.nanmedian(age)
age[np.isnan(age)] = median
print("median age", median)

is_female = (data["sex"] == "female").astype(int)
print("women:", is_female.sum())
for sex in np.unique(data["sex"]):
    chosen = data["survived"][data["sex"] == sex]
    print("%-8s %d of %d survived (%.1f %%)" % (sex, chosen.sum(), chosen.size, 100 * chosen.mean()))

ports, codes = np.unique(data["port"], return_inverse=True)
onehot = np.eye(len(ports))[codes]
classes = np.eye(3)[data["class"] - 1]
X = np.column_stack((age, data["fare"], is_female, onehot, classes))
mu, sigma = X.mean(axis=0), X.std(axis=0)
sigma[sigma == 0] = 1
X = (X - mu) / sigma
print(X.shape, X.dtype)
print(np.round(X[:3], 2))
y = data["survived"]
corr = [np.corrcoef(X[:, j], y)[0, 1] for j in range(X.shape[1])]
order = np.argsort(np.abs(corr).round(9), kind="stable")[::-1]
names = ["age", "fare", "female"] + ["port_" + p for p in ports] + ["class_%d" % c for c in (1, 2, 3)]
for j in order[:3]:
    print(f"{names[j]:>10}: {corr[j]:+.3f}")

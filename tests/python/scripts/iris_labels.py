# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: means of 10 rows and their squares.
import numpy as np
from io import StringIO

text = u"""5.1,3.5,1.4,0.2,Iris-setosa
4.9,3.0,1.4,0.2,Iris-setosa
4.7,3.2,1.3,0.2,Iris-setosa
4.6,3.1,1.5,0.2,Iris-setosa
7.0,3.2,4.7,1.4,Iris-versicolor
6.4,3.2,4.5,1.5,Iris-versicolor
6.9,3.1,4.9,1.5,Iris-versicolor
6.3,3.3,6.0,2.5,Iris-virginica
5.8,2.7,5.1,1.9,Iris-virginica
7.1,3.0,5.9,2.1,Iris-virginica
"""
iris = np.genfromtxt(StringIO(text), delimiter=',', dtype='object')
names = ('sepallength', 'sepalwidth', 'petallength', 'petalwidth', 'species')
iris_1d = np.genfromtxt(StringIO(text), delimiter=',', dtype=None, encoding='ascii')
print(iris_1d.shape)
species = np.array([row[4] for row in iris_1d])
print(species[:5])
iris_2d = np.array([row.tolist()[:4] for row in iris_1d])
print(iris_2d[:4])
sepallength = np.genfromtxt(StringIO(text), delimiter=',', dtype='float', usecols=[0])
mu, med, sd = np.mean(sepallength), np.median(sepallength), np.std(sepallength)
print(mu, med, sd)
S = (sepallength - sepallength.min()) / np.ptp(sepallength)
print(S)
print(np.percentile(sepallength, q=[5, 95]))
iris_2d[[1, 3], [2, 0]] = np.nan
print("Number of missing values: \n", np.isnan(iris_2d[:, 0]).sum())
print("Position of missing values: \n", np.where(np.isnan(iris_2d)))
any_nan_in_row = np.array([~np.any(np.isnan(row)) for row in iris_2d])
print(iris_2d[any_nan_in_row][:5])
print(np.sum(np.isnan(iris_2d), axis=1) == 0)
petal_length_bin = np.digitize(iris[:, 2].astype('float'), [0, 3, 5, 10])
label_map = {1: 'small', 2: 'medium', 3: 'large', 4: np.nan}
petal_length_cat = [label_map[x] for x in petal_length_bin]
print(petal_length_cat[:4])
sl = iris[:, 0].astype('float')
pl = iris[:, 2].astype('float')
volume = (np.pi * pl * (sl**2)) / 3
volume = volume[:, np.newaxis]
out = np.hstack([iris, volume])
print(out[:2])
print(np.unique(iris[:, 4], return_counts=True))
setosa = iris[iris[:, 4] == b'Iris-setosa'] if isinstance(iris[0, 4], bytes) else iris[iris[:, 4] == 'Iris-setosa']
print(len(setosa))
print(iris[iris[:, 0].argsort()][:3])
vals, counts = np.unique(iris[:, 2], return_counts=True)
print(vals[np.argmax(counts)])
print(np.argwhere(iris[:, 3].astype(float) > 1.0)[0])

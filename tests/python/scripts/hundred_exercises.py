# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: sums of 10 numbers.
"""Short answers to a list of well-known exercises."""
import numpy as np

Z = np.zeros(10); Z[4] = 1
print(Z, "%d bytes" % (Z.size * Z.itemsize))
Z = np.arange(10, 20)[::-1]
print(Z)
nz = np.nonzero([1, 2, 0, 0, 4, 0])
print(nz)
Z = np.ones((5, 5)); Z[1:-1, 1:-1] = 0
print(np.pad(Z, pad_width=1, mode='constant', constant_values=0))
print(0 * np.nan, np.nan == np.nan, np.inf > np.nan, np.nan - np.nan, np.nan in set([np.nan]), 0.3 == 3 * 0.1)
Z = np.diag(1 + np.arange(4), k=-1)
print(Z)
Z = np.zeros((8, 8), dtype=int)
Z[1::2, ::2] = 1
Z[::2, 1::2] = 1
print(Z)
print(np.unravel_index(99, (6, 7, 8)))
print(np.tile(np.array([[0, 1], [1, 0]]), (2, 2)))
color = np.dtype([("r", np.ubyte), ("g", np.ubyte), ("b", np.ubyte), ("a", np.ubyte)])
print(color)
Z = np.arange(11); Z[(3 < Z) & (Z < 8)] *= -1
print(Z, sum(range(5), -1), np.sum(range(5), -1))
with np.errstate(all="ignore"):
    print(np.array(0) / np.array(0), np.array(0) // np.array(0), np.array([np.nan]).astype(float))
Z = np.array([0.3, -1.5, 2.5])
print(np.copysign(np.ceil(np.abs(Z)), Z))
print(np.intersect1d([1, 2, 3], [2, 3, 4]), np.emath.sqrt(-1), np.sqrt(-1) == np.emath.sqrt(-1) if False else "")
print(np.datetime64('2016-07-01') + np.timedelta64(3, 'D'), np.arange('2016-07', '2016-08', dtype='datetime64[D]')[:3])
A, B = np.ones(3) * 1, np.ones(3) * 2
np.add(A, B, out=B); np.divide(A, 2, out=A); np.negative(A, out=A); np.multiply(A, B, out=A)
print(A)
Z = np.array([2.5, 7.1, -3.9])
print(Z - Z % 1, Z // 1, np.trunc(Z), Z.astype(int))
def generate():
    for x in range(10):
        yield x
print(np.fromiter(generate(), dtype=float, count=-1))
print(np.linspace(0, 1, 11, endpoint=False)[1:])
print(np.add.reduce(np.arange(10)))
Z = np.zeros(3); Z.flags.writeable = False
try:
    Z[0] = 1
except ValueError as e:
    print(e)
X, Y = np.array([3.0, 0, -1]), np.array([4.0, 2, 0])
print(np.sqrt(X**2 + Y**2), np.arctan2(Y, X).round(6))
Z = np.array([3, 9, 2]); Z[Z.argmax()] = 0
print(Z)
Z = np.zeros((3, 3), [('x', float), ('y', float)])
Z['x'], Z['y'] = np.meshgrid(np.linspace(0, 1, 3), np.linspace(0, 1, 3))
print(Z)
C = 1.0 / np.subtract.outer(np.arange(3), np.arange(3) + 0.5)
print(round(np.linalg.det(C), 6))
for dtype in [np.int8, np.int32, np.int64]:
    print(np.iinfo(dtype).min, np.iinfo(dtype).max)
for dtype in [np.float32, np.float64]:
    print(np.finfo(dtype).min, np.finfo(dtype).max, np.finfo(dtype).eps)
Z = np.arange(11); v = 4.4
print(Z.flat[(np.abs(Z - v)).argmin()])
Z = np.zeros(4, [('position', [('x', float), ('y', float)]), ('color', [('r', float), ('g', float), ('b', float)])])
print(Z[0])
X = np.array([[0., 0], [3, 4], [6, 8]])
X1, Y1 = np.atleast_2d(X[:, 0], X[:, 1])
print(np.sqrt((X1 - X1.T)**2 + (Y1 - Y1.T)**2))
Z = (np.arange(3) * 1.7).astype(np.float32)
Y = Z.view(np.int32)
Y[:] = Z
print(Y)
D = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
print(D[D[:, 1].argsort()[::-1]], (~D.any(axis=0)).any())
I = np.array([0, 1, 1, 5, 2]); w = np.ones(6)
print(np.bincount(I, minlength=6), w + np.bincount(I, minlength=len(w)))
U = np.random.RandomState(3).randint(0, 2, (6, 3))
print(np.unique(U, axis=0))
A = np.array([[1, 2], [3, 4]]); B = np.array([[5, 6], [7, 8]])
print(np.diag(np.dot(A, B)), np.sum(A * B.T, axis=1), np.einsum("ij,ji->i", A, B))
Z = np.array([1, 2, 3, 4, 5]); nz = 3
Z0 = np.zeros(len(Z) + (len(Z) - 1) * nz); Z0[::nz + 1] = Z
print(Z0)
A = np.ones((2, 2, 3)); B = 2 * np.ones((2, 2))
print((A * B[:, :, None]).sum())
faces = np.array([[0, 1, 2], [2, 1, 3]])
F = np.roll(faces.repeat(2, axis=1), -1, axis=1).reshape(len(faces) * 3, 2)
F = np.sort(F, axis=1)
G = F.view(dtype=[('p0', F.dtype), ('p1', F.dtype)])
print(np.unique(G))
C = np.bincount([1, 1, 2, 3, 4, 4, 6])
print(np.repeat(np.arange(len(C)), C))
def moving_average(a, n=3):
    ret = np.cumsum(a, dtype=float)
    ret[n:] = ret[n:] - ret[:-n]
    return ret[n - 1:] / n
print(moving_average(np.arange(8), n=3))
Z = np.arange(10)
np.logical_not(np.array([True, False]), out=np.array([True, False]))
print(np.negative(Z, out=Z)[:3])
print(np.lib.stride_tricks.as_strided(np.arange(1, 8), (4, 4), (8, 8)))
M = np.array([[3, 0], [0, 1e-20]])
S = np.linalg.svd(M)[1]
print(np.sum(S > 1e-10), np.linalg.matrix_rank(M))
print(np.bincount([3, 1, 3, 2]).argmax())
class Symetric(object):
    def __init__(self, n):
        self.m = np.zeros((n, n), int)
    def __setitem__(self, index, value):
        i, j = index
        self.m[i, j] = value
        self.m[j, i] = value
s = Symetric(3); s[0, 2] = 42
print(s.m)
p, n = 3, 2
M = np.ones((p, n, n)); V = np.ones((p, n, 1))
print(np.tensordot(M, V, axes=[[0, 2], [0, 1]]))
Z = np.ones((8, 8)); k = 4
print(np.add.reduceat(np.add.reduceat(Z, np.arange(0, Z.shape[0], k), axis=0), np.arange(0, Z.shape[1], k), axis=1))
Z = np.array([5, 1, 9, 7, 3])
print(Z[np.argpartition(-Z, 2)[:2]], Z[np.argsort(Z)[-2:]])
def cartesian(arrays):
    arrays = [np.asarray(a) for a in arrays]
    shape = (len(x) for x in arrays)
    ix = np.indices(shape, dtype=int)
    ix = ix.reshape(len(arrays), -1).T
    for n, arr in enumerate(arrays):
        ix[:, n] = arrays[n][ix[:, n]]
    return ix
print(cartesian(([1, 2], [4, 5], [6, 7])))
R = np.rec.fromarrays(np.array([("Hello", 2.5), ("World", 3.6)]).T, names='col1, col2')
print(R)
I = np.array([0, 1, 2, 3, 15, 16, 32, 64, 128])
B = ((I.reshape(-1, 1) & (2**np.arange(8))) != 0).astype(int)
print(B[:, ::-1])
print(np.unpackbits(I.astype(np.uint8)[:, np.newaxis], axis=1)[4:6])
uniqueZ = np.ascontiguousarray(U).view(np.dtype((np.void, U.dtype.itemsize * U.shape[1])))
_, idx = np.unique(uniqueZ, return_index=True)
print(U[idx])

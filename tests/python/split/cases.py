# SPDX-License-Identifier: Apache-2.0
"""Programs of one line over arrays that may be split, the same text for NumPy."""

import numpy

# Whole arrays by name; those with an upper case letter are split.
HOST = {}


def _fill():
    rng = numpy.random.default_rng(7)
    HOST["A"] = rng.standard_normal((23, 9))
    HOST["B"] = rng.standard_normal((23, 9))
    HOST["R"] = rng.standard_normal(9)  # a row
    HOST["C"] = rng.standard_normal((23, 1))
    HOST["I"] = rng.integers(-50, 50, (23, 9))
    HOST["U"] = rng.integers(0, 200, (23, 9)).astype("u1")
    HOST["F"] = rng.standard_normal((23, 9)).astype("f4")
    HOST["H"] = rng.standard_normal((23, 9)).astype("f2")
    HOST["Z"] = rng.standard_normal((23, 9)) + 1j * rng.standard_normal((23, 9))
    HOST["M"] = rng.random((23, 9)) < 0.5
    HOST["V"] = rng.standard_normal(61)
    HOST["W"] = rng.integers(0, 20, 61)
    HOST["D"] = rng.standard_normal((5, 12, 7))
    HOST["E"] = rng.standard_normal((5, 7, 4))
    HOST["N"] = numpy.where(rng.random((23, 9)) < 0.2, numpy.nan, rng.random((23, 9)))
    HOST["T"] = rng.standard_normal((2, 3))  # fewer items than shards
    HOST["O"] = rng.standard_normal((0, 4))
    HOST["S"] = rng.standard_normal((9, 9))


_fill()

# What is written into: programs that change arrays end with a name.
EXACT = """
A + B
A - R
C * A
A * 2
2.5 - A
A + np.float32(3)
F * 2
F + A
I // 7
I % 5
I ** 2
-A
abs(Z)
~M
M & (A > 0)
A < B
A == A
np.sqrt(np.abs(A))
np.exp(F)
np.maximum(A, R)
np.add(A, B, where=M, out=np.zeros_like(A))
np.divmod(I, 7)
np.modf(A)
np.frexp(A)
np.where(M, A, B)
np.where(A > 0, A, 0)
np.clip(A, -1, 1)
np.clip(I, None, 3)
A.clip(0, R)
np.isclose(A, B, atol=1)
np.nan_to_num(N)
np.round(A, 2)
np.angle(Z)
Z.real
Z.imag
np.conj(Z)
A.astype('f4')
A.astype('i8')
H + 1
U + U
U * I
A.T
A.T + A.T
A.T @ R[:, None] if False else A.T
A[3]
A[-1]
A[3, 4]
A[3:17]
A[::2]
A[1::3, ::2]
A[::-1]
A[20:2:-3]
A[::-1] + B
A[::-1] + A
A[5:5]
A[..., 2]
A[None]
A[:, None] + A[:, None]
A[:, 3:5]
A[2:-2] + A[:-4] + A[4:]
A[1:] - A[:-1]
A[:-2, 1:-1] + A[2:, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:]
A[::2][1:] + A[::2][:-1]
A[1::2] + A[:-1:2]
A[3] + A[4]
A[3] * B
A[:, 3] + A[:, 4]
A[M]
A[A > 0.5]
I[M]
A[:, M[0]] if False else A
A[[1, 5, 2]]
A[[20, 1, 1, -1, 7]]
A[::-1][[3, 20, 0]]
A[np.array([], dtype=int)]
A[W[:13]]
V[[8, 0, 60, 3]]
D[:, [3, 1]]
D[[4, 0]]
A[:, [1, 5, 2]]
A[:, np.array([0, 0, 3])]
V[V > 0]
D[1]
D[:, 2]
D[:, :, 3]
D[0, 1]
np.sort(A[3])
np.argsort(A[3])
A[3].astype('f4')
A[3].reshape(3, 3)
A[3].max()
A[3].argmin()
np.nonzero(A[3] > 0)
np.cumsum(I[3])
np.roll(A[3], 1)
np.where(A[3] > 0, 1, 0)
A[3, 4] * V
A[3, 4] > A[4, 4]
A[2:4][0][1:] - A[7, :-1]
np.concatenate([A[3], A[4]])
np.stack([A[3], B[5]])
np.histogram(A[3], 3)
np.unique(I[3])
np.diff(A[3])
Z[3].real
A[:, 3][4]
np.modf(A[3])
np.roll(A, 1, 0)
np.roll(A, -5, 0)
np.roll(A, 30, 0)
np.roll(A, 2, 1)
np.roll(A, (1, 2), (0, 1))
np.roll(A, 3)
np.roll(V, 7)
np.flip(A)
np.flip(A, 1)
np.flipud(A)
np.concatenate([A, B])
np.concatenate([A, B], axis=1)
np.concatenate([A[:5], B[3:], A[2:3]])
np.concatenate([A, B], axis=None)
np.concatenate([A, I])
np.stack([A, B])
np.stack([A, B], axis=-1)
np.vstack([A, R])
np.hstack([A, B])
np.hstack([V, V[:3]])
np.dstack([A, B])
np.diff(A, axis=0)
np.diff(A, n=2)
np.diff(V)
np.diff(A, axis=0, prepend=0.0)
np.diff(M, axis=0)
np.gradient(V)
np.gradient(A, axis=0)
np.expand_dims(A, 0) * 2
np.squeeze(C)
np.squeeze(C) + V[:23]
np.transpose(D, (2, 0, 1))
np.moveaxis(D, 0, -1)
np.swapaxes(D, 0, 2)
A.reshape(-1)
A.reshape(9, 23)
A.reshape(3, 3, 23)
A.reshape(23, 3, 3)
D.reshape(60, 7)
D.reshape(5, 84)
D.reshape(-1)[3:]
A.ravel()
A.flatten()
A.reshape(9, 23, order='F')
V.reshape(61, 1)
np.broadcast_to(R, (23, 9)) + A
np.repeat(A, 3, axis=0)
np.repeat(A, 2, axis=1)
np.repeat(V, 2)
np.tril(A)
np.triu(A, 2)
np.tril(S, -1)
np.array_split(A, 4)
np.array_split(V, [3, 10])[1]
np.split(A, 3, axis=1)
A.max()
A.min(axis=0)
A.max(axis=1, keepdims=True)
A.max(axis=0, initial=2.0)
np.max(A, where=M, initial=-5)
N.max()
np.nanmax(N)
np.nanmin(N, axis=0)
I.sum()
I.sum(axis=0)
I.sum(axis=1)
U.sum()
U.sum(dtype='u1')
M.sum()
M.any()
M.all(axis=0)
M.any(axis=1)
I.prod(axis=1)
np.count_nonzero(M)
np.count_nonzero(A > 0, axis=0)
np.bitwise_xor.reduce(I)
np.logical_or.reduce(M)
np.add.reduce(I)
np.maximum.reduce(A, axis=1)
np.ptp(A)
np.ptp(A, axis=0)
np.argmax(A)
np.argmin(A, axis=0)
np.argmax(A, axis=1)
np.argmax(N)
np.argmax(A, axis=0, keepdims=True)
np.argmax(M)
V.argmin()
np.argmax(A[::-1], axis=0)
np.cumsum(I)
np.cumsum(I, axis=0)
np.cumsum(I, axis=1)
np.cumsum(U, axis=0)
np.cumprod(W % 3 - 1)
np.maximum.accumulate(V)
np.minimum.accumulate(A, axis=0)
np.median(A, axis=0)
np.median(A, axis=1)
np.sort(V)
np.sort(W)
np.sort(A)
np.sort(A, axis=0)
np.sort(A, axis=None)
np.sort(N, axis=None)
np.sort(W % 2)
np.sort(M, axis=None)
np.argsort(A, axis=1)
np.argsort(A, axis=0, kind='stable')
np.unique(W)
np.unique(W % 3)
np.unique(M)
np.unique(N)
np.nonzero(A > 0)
np.nonzero(W)
np.flatnonzero(M)
np.argwhere(M)
np.bincount(W)
np.bincount(W, minlength=40)
np.histogram(V, 5)
np.histogram(V, [-1.0, 0.0, 1.0])
np.histogram(V, 4, (-1, 1))
np.searchsorted([-1.0, 0.0, 1.0], V)
np.interp(V, [-1.0, 0.0, 1.0], [0.0, 2.0, 4.0])
np.take(A, [1, 2], axis=1)
np.take(A, [1, 2], axis=0)
np.take_along_axis(A, np.argsort(A, axis=1), axis=1)
np.compress(M[0], A, axis=1) if False else A
np.extract(M, A)
np.allclose(A, A)
np.array_equal(A, A)
np.array_equal(A, B)
np.isin(W, [1, 2, 3])
np.add.outer(V[:4], R)
np.subtract.accumulate(V)
T + 1
T.sum(axis=0)
T.T
T[1:] - T[:-1]
np.roll(T, 1, 0)
np.sort(T, axis=0)
O + 1
O.sum(axis=0)
O.T
np.concatenate([O, O])
np.concatenate([O, A[:, :4]])
O.sum()
I.reshape(-1)[::7].sum()
np.atleast_2d(V)
np.shape(A)
np.ndim(A)
np.size(A)
np.size(A, 1)
np.iscomplexobj(Z)
np.isrealobj(Z)
np.result_type(F, I)
np.broadcast_arrays(A, R)
np.zeros_like(A)
np.full_like(A, 3, dtype='i4')
np.ones_like(I)
np.asarray(A, 'f4')
np.copy(A)
A.copy()
A.dtype
A.shape
len(A)
A.ndim
list(R)
(V > 100).sum()
A.tolist()
float(A[2, 3])
int(I[2, 3])
bool(M[0, 0])
W.item(3)
np.tile(A, (2, 1))
np.pad(A, 1)
np.kron(T, T)
np.fft.fftshift(V)
np.fft.ifftshift(A, axes=0)
np.outer(W, W)
A.view('i8')
np.percentile(A, 30, axis=1)
np.lexsort([W, W % 3])
np.trace(S)
np.meshgrid(R, R)[0] + S
np.linalg.norm(I, ord=np.inf, axis=1)
np.average(I, axis=1)
"""

# Sums of floats, whose order is ours; to within rounding.
CLOSE = """
A.sum()
A.sum(axis=0)
A.sum(axis=1)
A.sum(keepdims=True)
F.sum()
H.sum(axis=0)
Z.sum()
A[1:-1, 1:-1].sum()
A[1:-1].sum(axis=0)
A.T.sum(axis=0)
A[::-1].sum(axis=0)
np.sum(A, where=M)
np.sum(A, axis=0, where=M[:, :1])
np.sum(A, initial=3.0)
np.sum(F, dtype='f8')
A.prod(axis=1)
A.mean()
A.mean(axis=0)
I.mean()
H.mean()
np.mean(A, where=M)
np.mean(A, axis=0, where=M)
A.var()
A.var(axis=0, ddof=1)
A.std(axis=1)
Z.var()
F.std()
np.std(A, axis=0, where=M)
np.nansum(N)
np.nansum(N, axis=0)
np.nanmean(N)
np.nanmean(N, axis=0)
(A * B).sum()
np.exp(A).sum(axis=0)
np.cumsum(A)
np.cumsum(A, axis=0)
np.cumsum(V)
np.cumsum(F, axis=1)
np.cumprod(V)
np.add.accumulate(A, axis=0)
np.add.reduce(A)
A[3].sum()
A[3].mean()
np.fft.fft(A[3])
A[3] @ S
A[3] @ A[4]
A @ A.T
A.T @ A
A @ S
S @ S
A @ R
R @ S
A.T @ C
A.T @ B[:, 0]
D @ E
D @ E[0]
D[0] @ E
Z @ Z.T
I @ I.T
np.dot(A, R)
np.dot(V, V)
np.dot(A, 2)
np.vdot(Z[0], Z[1])
np.inner(A, B)
np.outer(V, R)
np.tensordot(A, B, axes=([0], [0]))
np.einsum('ij,ij->i', A, B)
np.linalg.norm(A)
np.linalg.norm(A, axis=0)
np.linalg.norm(A, axis=1)
np.linalg.norm(V, 1)
np.linalg.norm(S, 'nuc')
np.linalg.solve(S, S)
np.fft.fft(A)
np.fft.fft(A, axis=0)
np.fft.fft2(A)
np.fft.ifft2(Z)
np.fft.rfft2(A)
np.fft.irfft2(np.fft.rfft2(A), A.shape)
np.fft.rfft(A, axis=0)
np.fft.rfft(V)
np.fft.fftn(D)
np.fft.rfftn(D)
np.fft.irfftn(np.fft.rfftn(D), D.shape)
np.fft.fft2(D, axes=(0, 1))
np.fft.fft(A, 30, axis=0)
np.cov(A.T)
np.corrcoef(A, rowvar=False)
(A - A.mean(axis=0)) / A.std(axis=0)
np.exp(A - A.max(axis=1, keepdims=True)) / np.exp(A).sum(axis=1, keepdims=True)
((A[:, None, :] - A[None, :, :]) ** 2).sum(axis=-1)
np.histogram(V, 5, density=True)
np.convolve(V, R)
np.average(A, axis=0, weights=V[:23])
np.percentile(V, [10, 50])
"""

# Words of those that are done with whole arrays.
GATHERED = """
np.argwhere
np.isin
np.subtract.accumulate
np.tile
np.pad
np.kron
np.percentile
np.lexsort
np.trace
np.meshgrid
np.average
np.tensordot
np.einsum
'nuc'
np.linalg.solve
np.fft.rfft(V)
np.cov
np.corrcoef
np.convolve
"""

# Statements, and what they leave behind.
CHANGING = """
A[...] = 0 | A
A[2:7] = 1 | A
A[1:] = A[:-1] | A
A[:-1] = A[1:] | A
A[::2] = A[1::2][:1] | A
A[::-1] = A | A
A[::-1] = A.copy() | A
A[0] = A[-2]; A[-1] = A[1] | A
A[:, 0] = A[:, -2] | A
A[3] = 5 | A
A[3] = R | A
A[3, 4] = 7 | A
A[M] = 0 | A
A[A < 0] *= -1 | A
A[M] = B[M] | A
A[[1, 2]] = 9 | A
A[[1, 20, 7]] = R | A
A[[1, 20, 1]] = B[:3] | A
A[[3, 1, 3]] = np.ones((3, 1)) | A
A[W[:13]] = B[:13] | A
A[::-1][[0, 2]] = -5 | A
D[:, [1, 7]] = 0 | D
D[:, [1, 7, 1]] = D[:, :3] | D
A[[0, -1]] *= 2 | A
A[:, [1, 2]] = 9 | A
A += B | A
A += 1 | A
A *= R | A
A[1:] += A[:-1] | A
A[1:-1] *= 2 | A
I //= 2 | I
I <<= 1 | I
M &= A > 0 | M
row = A[3]; row[:] = 4 | A
row = A[3]; row += 1 | A
part = A[2:9]; part[:, 1] = 3 | A
turned = A.T; turned[2] = 6 | A
flat = A.reshape(-1); flat[5:50] = 1 | A
A[1:-1, 1:-1] = 0.25 * (A[:-2, 1:-1] + A[2:, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:]) | A
np.add(A[:-2], A[2:], out=B[1:-1]) | B
np.multiply(A, 2, out=A) | A
np.sum(A, axis=0, out=R) | R
np.copyto(A, B, where=M) | A
np.copyto(A, R) | A
np.cumsum(I, axis=0, out=I) | I
A.fill(3) | A
A.sort() | A
A.sort(axis=0) | A
V.sort() | V
Z.real = 1 | Z
Z.imag[2:4] = 0 | Z
np.add.at(W, [1, 1, 2], 5) | W
np.put(V, [1, 5], 9) | V
np.fill_diagonal(S, 0) | S
np.maximum(A, 0, out=A) | A
A, B = B, A; A[:2] = 0 | B
x = A.copy(); x[2] = 0 | A
x = np.roll(A, 1, 0); x[...] = 0 | A
x = A[M]; x[...] = 0 | A
x = A.astype(float); x[...] = 0 | A
x = A.ravel(); x[3] = 100 | A
x = np.concatenate([A[:0], A]); x[...] = 0 | A
x = A.reshape(9, 23); y = x + 1 | A
np.matmul(S, S, out=S) if False else None | S
"""

ERRORS = """
A + V
A + np.ones((3, 3))
A[23]
A[0, 9]
A[-24]
A[0, 0, 0]
A['x']
A[M[:5]]
A[[1, 23]]
A[[1, -24]]
A[:, [9]]
A[[1, 2]] = np.ones((3, 9))
A.reshape(4, 4)
A.reshape(-1, -1)
A.sum(axis=2)
A.sum(axis=(0, 0))
A @ A
A @ 3
np.concatenate([A, V])
np.concatenate([A, D])
np.stack([A, V])
np.split(A, 4)
np.squeeze(A, 0)
np.transpose(A, (0, 0))
np.transpose(A, (0,))
bool(A)
float(A)
int(A)
A & B
np.add(A, B, out=V)
A[2:4] = V
A[2:4] = np.ones((3, 9))
np.roll(A, 1, 5)
np.cumsum(A, axis=3)
np.sort(A, axis=4)
O.max()
np.broadcast_to(A, (23, 8))
I += 0.5
~A
np.expand_dims(A, 7)
np.moveaxis(A, 0, 5)
np.diff(A, n=-1)
np.array_split(A, 0)
A.astype('nonsense')
np.fft.fft(A, axis=4)
np.argmax(O)
len(A[0, 0])
np.copyto(I, A)
np.copyto(A, V)
A.item()
hash(A)
"""


def lines(text):
    return [line for line in text.strip().splitlines() if line]

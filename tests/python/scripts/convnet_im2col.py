# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: sums of 27 products.
import numpy as np

def get_im2col_indices(x_shape, fh, fw, padding=1, stride=1):
    N, C, H, W = x_shape
    oh = (H + 2 * padding - fh) // stride + 1
    ow = (W + 2 * padding - fw) // stride + 1
    i0 = np.tile(np.repeat(np.arange(fh), fw), C)
    i1 = stride * np.repeat(np.arange(oh), ow)
    j0 = np.tile(np.arange(fw), fh * C)
    j1 = stride * np.tile(np.arange(ow), oh)
    i = i0.reshape(-1, 1) + i1.reshape(1, -1)
    j = j0.reshape(-1, 1) + j1.reshape(1, -1)
    k = np.repeat(np.arange(C), fh * fw).reshape(-1, 1)
    return k, i, j

def im2col(x, fh, fw, padding=1, stride=1):
    p = padding
    x_padded = np.pad(x, ((0, 0), (0, 0), (p, p), (p, p)), mode="constant")
    k, i, j = get_im2col_indices(x.shape, fh, fw, padding, stride)
    cols = x_padded[:, k, i, j]
    return cols.transpose(1, 2, 0).reshape(fh * fw * x.shape[1], -1)

def col2im(cols, x_shape, fh=3, fw=3, padding=1, stride=1):
    N, C, H, W = x_shape
    x_padded = np.zeros((N, C, H + 2 * padding, W + 2 * padding), dtype=cols.dtype)
    k, i, j = get_im2col_indices(x_shape, fh, fw, padding, stride)
    cols_reshaped = cols.reshape(C * fh * fw, -1, N).transpose(2, 0, 1)
    np.add.at(x_padded, (slice(None), k, i, j), cols_reshaped)
    return x_padded[:, :, padding:-padding, padding:-padding] if padding else x_padded

np.random.seed(231)
x = np.random.randn(2, 3, 6, 6)
w = np.random.randn(4, 3, 3, 3) * 1e-1
b = np.linspace(-0.1, 0.2, num=4)
cols = im2col(x, 3, 3)
out = (w.reshape(4, -1) @ cols + b.reshape(-1, 1)).reshape(4, 6, 6, 2).transpose(3, 0, 1, 2)
relu = np.maximum(0, out)
pooled = relu.reshape(2, 4, 3, 2, 3, 2).max(axis=3).max(axis=4)
print(out.shape, pooled.shape, "%.6f" % pooled.sum())
dout = np.ones_like(out) * (out > 0)
dw = (dout.transpose(1, 2, 3, 0).reshape(4, -1) @ cols.T).reshape(w.shape)
dx = col2im(w.reshape(4, -1).T @ dout.transpose(1, 2, 3, 0).reshape(4, -1), x.shape)
db = dout.sum(axis=(0, 2, 3))
print(dw.shape, dx.shape, db)
def loss(x):
    o = (w.reshape(4, -1) @ im2col(x, 3, 3) + b.reshape(-1, 1))
    return np.maximum(0, o).sum()
eps = 1e-5
it = np.nditer(x[0, 0], flags=["multi_index"], op_flags=["readwrite"])
worst = 0
while not it.finished:
    ix = (0, 0) + it.multi_index
    old = x[ix]
    keep = float(old)
    x[ix] = keep + eps; plus = loss(x)
    x[ix] = keep - eps; minus = loss(x)
    x[ix] = keep
    grad = (plus - minus) / (2 * eps)
    worst = max(worst, abs(grad - dx[ix]))
    it.iternext()
print("gradient check", worst < 1e-6)
mask = (np.random.rand(*pooled.shape) < 0.5) / 0.5
dropped = pooled * mask
print(mask.mean(), (dropped == 0).sum() > 10)
gamma, beta = np.ones(4), np.zeros(4)
mean, var = out.mean(axis=(0, 2, 3), keepdims=True), out.var(axis=(0, 2, 3), keepdims=True)
norm = gamma.reshape(1, -1, 1, 1) * (out - mean) / np.sqrt(var + 1e-5) + beta.reshape(1, -1, 1, 1)
print(np.abs(norm.mean(axis=(0, 2, 3))).max() < 1e-12, norm.std(axis=(0, 2, 3)).round(3))
del worst, grad, plus, minus, it

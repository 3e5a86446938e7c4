# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 1024 roundings: eigenvalues of a matrix of 6 by 6.
import numpy as np
from numpy import linalg as LA

np.random.seed(10)
X = np.random.randn(50, 3) @ np.random.randn(3, 6) + 0.01 * np.random.randn(50, 6)
X_meaned = X - np.mean(X, axis=0)
cov_mat = np.cov(X_meaned, rowvar=False)
eigen_values, eigen_vectors = LA.eigh(cov_mat)
sorted_index = np.argsort(eigen_values)[::-1]
sorted_eigenvalue = eigen_values[sorted_index]
sorted_eigenvectors = eigen_vectors[:, sorted_index]
explained = sorted_eigenvalue / np.sum(sorted_eigenvalue)
print("explained", np.round(explained, 4), "cumulative", np.round(np.cumsum(explained), 4))
k = np.argmax(np.cumsum(explained) > 0.999) + 1
print("components for 99.9 %:", k)
W = sorted_eigenvectors[:, :k]
Z = X_meaned.dot(W)
back = Z.dot(W.T) + X.mean(0)
print("mse %.2e" % ((X - back)**2).mean())
U, s, Vt = LA.svd(X_meaned, full_matrices=False)
print(np.allclose(s**2 / 49, sorted_eigenvalue), np.allclose(np.abs(Vt[:k]), np.abs(W.T)))
print(U.shape, s.shape, Vt.shape, "rank", LA.matrix_rank(X_meaned), "cond > 100:", LA.cond(X_meaned) > 100)
white = Z / Z.std(axis=0)
print(np.abs(np.corrcoef(white.T) - np.eye(k)).max() < 1e-10)
Q, R = LA.qr(X_meaned)
print(np.abs(Q.T @ Q - np.eye(6)).max() < 1e-12, np.allclose(np.triu(R), R), LA.det(cov_mat) > 0)
signs = np.sign(W[np.abs(W).argmax(axis=0), range(W.shape[1])])
del W, Z, U, Vt, Q, R, eigen_vectors, sorted_eigenvectors, white, signs

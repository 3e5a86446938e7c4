# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: elimination of 4 equations.
import numpy as np

def gauss(a, b):
    a = a.astype(float); b = b.astype(float)
    n = len(b)
    for k in range(n - 1):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            if a[i, k] != 0.0:
                lam = a[i, k] / a[k, k]
                a[i, k + 1:n] = a[i, k + 1:n] - lam * a[k, k + 1:n]
                b[i] = b[i] - lam * b[k]
    for k in range(n - 1, -1, -1):
        b[k] = (b[k] - np.dot(a[k, k + 1:n], b[k + 1:n])) / a[k, k]
    return b

A = np.array([[4, -2, 1, 3], [3, 6, -4, 2], [2, 1, 8, -5], [1, 1, 1, 9]])
b = np.array([12, -25, 32, 5])
x = gauss(A, b)
print(x.round(6), np.allclose(A @ x, b), np.linalg.solve(A, b).round(6))
def lu(A):
    U = A.copy().astype(np.double)
    L = np.eye(len(A))
    for k in range(len(A)):
        factor = U[k + 1:, k] / U[k, k]
        L[k + 1:, k] = factor
        U[k + 1:] -= factor[:, np.newaxis] * U[k]
    return L, U
L, U = lu(A)
print(L.round(4), U.round(4), np.prod(np.diag(U)).round(6), sep="\n")
def gram_schmidt(A):
    Q = np.zeros(A.shape)
    for j, v in enumerate(A.T.astype(float)):
        for i in range(j):
            v -= np.dot(Q[:, i], A[:, j]) * Q[:, i]
        Q[:, j] = v / np.linalg.norm(v)
    return Q
Q = gram_schmidt(A)
print(np.allclose(Q.T @ Q, np.eye(4)), (Q.T @ A).round(3)[0])
def rref(M):
    M = M.astype(float)
    lead = 0
    for r in range(M.shape[0]):
        while lead < M.shape[1] and not np.any(np.abs(M[r:, lead]) > 1e-12):
            lead += 1
        if lead == M.shape[1]:
            return M
        i = r + np.argmax(np.abs(M[r:, lead]))
        M[[r, i]] = M[[i, r]]
        M[r] /= M[r, lead]
        for k in [k for k in range(M.shape[0]) if k != r]:
            M[k] -= M[k, lead] * M[r]
        lead += 1
    return M
print(rref(np.array([[1, 2, -1, -4], [2, 3, -1, -11], [-2, 0, -3, 22]])).round(6) + 0.0)
x = np.zeros(4)
D = np.diag(A); Rm = A - np.diagflat(D)
for it in range(200):
    new = (b - Rm @ x) / D
    if np.allclose(new, x, rtol=1e-10): break
    x = new
print(it < 199, x.round(5))
v = np.ones(4)
for _ in range(100):
    v = A.T @ (A @ v)
    v /= np.linalg.norm(v)
print(np.sqrt(v @ A.T @ A @ v).round(6), np.linalg.norm(A, 2).round(6))
del it, new

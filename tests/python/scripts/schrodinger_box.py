# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 8192 roundings: eigenvalues of a matrix of 60 by 60.
import numpy as np
from numpy.linalg import eigh, eigvalsh
N, L = 60, 1.0
x = np.linspace(0, L, N + 2)[1:-1]; h = x[1] - x[0]
H = (np.diag(np.full(N, 2.0)) - np.diag(np.ones(N - 1), 1) - np.diag(np.ones(N - 1), -1)) / (2 * h**2)
E, psi = eigh(H)
print((E[:4] / E[0]).round(3), (E[0] / (np.pi**2 / 2)).round(4))
psi /= np.sqrt(h)
prob = psi[:, :3]**2
print((prob.sum(axis=0) * h).round(8), (x @ prob * h).round(6), [int((np.diff(np.sign(psi[1:-1, n])) != 0).sum()) for n in range(4)])
V = 0.5 * 400 * (x - 0.5)**2
E2 = eigvalsh(H + np.diag(V)); print((E2[:3] / 20).round(2))
sx, sy, sz = np.array([[0, 1], [1, 0]]), np.array([[0, -1j], [1j, 0]]), np.array([[1, 0], [0, -1]])
print(sx @ sy - 1j * sz, np.allclose(sy, sy.conj().T), np.kron(sz, sx), np.linalg.eigvals(sy).real.round(6).tolist() and np.trace(sx @ sx))
bell = np.array([1, 0, 0, 1]) / np.sqrt(2); rho = np.outer(bell, bell.conj()).reshape(2, 2, 2, 2)
reduced = np.einsum("ijkj->ik", rho); p = np.linalg.eigvalsh(reduced); print(reduced.round(4), -(p * np.log2(p)).sum().round(6))
Hd = np.array([[1, 1], [1, -1]]) / 2**.5; state = np.zeros(8); state[0] = 1
from functools import reduce
state = reduce(np.kron, [Hd] * 3) @ state; print((np.abs(state)**2).round(4), np.vdot(state, state).real.round(6))
del psi

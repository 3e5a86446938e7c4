# SPDX-License-Identifier: Apache-2.0
import numpy as np

def spiral(a):
    out = []
    while a.size:
        out += a[0].tolist()
        a = np.rot90(a[1:])
    return out

def zigzag(n):
    indexorder = sorted(((x, y) for x in range(n) for y in range(n)),
                        key=lambda p: (p[0] + p[1], p[1] if (p[0] + p[1]) % 2 else -p[1]))
    A = np.empty((n, n), int)
    for i, (x, y) in enumerate(indexorder):
        A[x, y] = i
    return A

a = np.arange(1, 13).reshape(3, 4)
print(spiral(a))
print(zigzag(5))
diagonals = [a[::-1, :].diagonal(i) for i in range(-a.shape[0] + 1, a.shape[1])]
diagonals.extend(a.diagonal(i) for i in range(a.shape[1] - 1, -a.shape[0], -1))
print([n.tolist() for n in diagonals])
def identity_by_hand(n):
    m = [[0] * n for _ in range(n)]
    for i in range(n): m[i][i] = 1
    return np.array(m)
print((identity_by_hand(3) == np.identity(3)).all(), np.eye(2, 3, 1))
hanoi = np.array([[0, 0, 3]])
print(np.kron(np.array([[1, 1], [1, 0]]), np.array([[1, 1], [1, 0]])))
def sierpinski(n):
    m = np.array([[1]])
    for _ in range(n):
        m = np.block([[m, np.zeros_like(m)], [m, m]])
    return m
for row in sierpinski(3):
    print("".join("* "[1 - v] for v in row).rstrip())
x = np.arange(24).reshape(2, 3, 4)
print(x.transpose(2, 0, 1).shape, np.swapaxes(x, 0, 2)[1, 1], x[..., -1].tolist(), np.rollaxis(x, 2).shape)
pascal = np.array([[1]])
for k in range(5):
    print(' '.join(map(str, pascal[-1])).center(20).rstrip())
    pascal = np.atleast_2d(np.append(pascal[-1], 0) + np.insert(pascal[-1], 0, 0))

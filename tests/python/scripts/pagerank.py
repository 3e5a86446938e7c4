# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: 50 products with a matrix.
import numpy as np

links = """A B
A C
B C
C A
D C
D B
E A"""
edges = [tuple(line.split()) for line in links.splitlines()]
nodes = np.unique(edges)
index = {name: i for i, name in enumerate(nodes)}
n = len(nodes)
M = np.zeros((n, n))
for source, target in edges:
    M[index[target], index[source]] = 1
out = M.sum(axis=0)
M = np.divide(M, out, out=np.full_like(M, 1 / n), where=out > 0)
print(M.round(3))

def pagerank(M, d=0.85, eps=1e-10):
    N = M.shape[1]
    v = np.ones(N) / N
    last_v = np.ones(N) * np.inf
    M_hat = d * M + (1 - d) / N
    count = 0
    while np.linalg.norm(v - last_v) > eps:
        last_v = v
        v = M_hat @ v
        count += 1
    return v, count

v, count = pagerank(M)
print(count, v.round(5), v.sum().round(9))
ranking = nodes[np.argsort(-v)]
print(" > ".join(ranking))
for name, r in sorted(zip(nodes, v), key=lambda t: t[1], reverse=True):
    print(f"{name} {r:.4f} " + "=" * int(50 * r))
A = (M > 0).astype(int)
hub, auth = np.ones(n), np.ones(n)
for _ in range(30):
    auth = A @ hub; auth /= auth.max()
    hub = A.T @ auth; hub /= hub.max()
print(dict(zip(nodes.tolist(), auth.round(3).tolist())))
P2 = np.linalg.matrix_power(M, 2)
print(P2[index["C"], index["A"]], np.linalg.matrix_power(A, 3).trace())

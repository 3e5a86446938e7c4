# SPDX-License-Identifier: Apache-2.0
import numpy as np
from itertools import combinations

values = np.array([60, 100, 120, 30])
weights = [10, 20, 30, 5]
capacity = 50
K = np.zeros((len(values) + 1, capacity + 1), dtype=np.int64)
for i in range(1, len(values) + 1):
    for w in range(capacity + 1):
        K[i, w] = K[i - 1, w]
        if weights[i - 1] <= w:
            K[i, w] = max(K[i, w], K[i - 1, w - weights[i - 1]] + values[i - 1])
chosen, w = [], capacity
for i in range(len(values), 0, -1):
    if K[i, w] != K[i - 1, w]:
        chosen.append(i - 1)
        w -= weights[i - 1]
print(K[-1, -1], chosen, values[chosen].sum(), sum(np.array(weights)[chosen]))
best = max((values[list(c)].sum(), c) for r in range(5) for c in combinations(range(4), r) if sum(weights[k] for k in c) <= capacity)
print(int(best[0]), best[1])
coins = np.array([1, 5, 10, 25])
ways = np.zeros(101, int)
ways[0] = 1
for c in coins:
    for amount in range(c, 101):
        ways[amount] += ways[amount - c]
print(ways[100], ways[:12])
fewest = np.full(31, np.iinfo(np.int32).max, dtype=np.int64)
fewest[0] = 0
for amount in range(1, 31):
    usable = coins[coins <= amount]
    fewest[amount] = fewest[amount - usable].min() + 1
print(fewest)
def lcs(a, b):
    L = np.zeros((len(a) + 1, len(b) + 1), dtype='uint16')
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            L[i + 1][j + 1] = L[i][j] + 1 if x == y else max(L[i + 1][j], L[i][j + 1])
    return L[-1, -1]
print(lcs("AGGTAB", "GXTXAYB"), lcs("", "A"))
def edit(a, b):
    previous = np.arange(len(b) + 1)
    for i, x in enumerate(a):
        current = [i + 1]
        for j, y in enumerate(b):
            current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + (x != y)))
        previous = current
    return previous[-1]
print(edit("kitten", "sitting"), edit("a", ""), "x" * edit("ab", "ba"))
prices = np.array([7, 1, 5, 3, 6, 4])
print((prices - np.minimum.accumulate(prices)).max(), np.maximum(np.diff(prices), 0).sum())
a = np.array([-2, 1, -3, 4, -1, 2, 1, -5, 4])
s = np.concatenate(([0], a.cumsum()))
print((s - np.minimum.accumulate(s)).max(), np.tril(s[:, None] - s).max())

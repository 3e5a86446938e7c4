# SPDX-License-Identifier: Apache-2.0
import numpy as np

class Node:
    def __init__(self, feature=None, threshold=None, left=None, right=None, *, value=None):
        self.feature, self.threshold, self.left, self.right, self.value = feature, threshold, left, right, value

def entropy(y):
    ps = np.bincount(y) / len(y)
    return -np.sum([p * np.log2(p) for p in ps if p > 0])

def best_split(X, y):
    best = (-1, None, None)
    for j in range(X.shape[1]):
        for t in np.unique(X[:, j]):
            left = np.argwhere(X[:, j] <= t).flatten()
            right = np.argwhere(X[:, j] > t).flatten()
            if len(left) == 0 or len(right) == 0:
                continue
            n = len(y)
            child = len(left) / n * entropy(y[left]) + len(right) / n * entropy(y[right])
            gain = entropy(y) - child
            if gain > best[0]:
                best = (gain, j, t)
    return best

def grow(X, y, depth=0, max_depth=3):
    if depth >= max_depth or len(np.unique(y)) == 1:
        return Node(value=np.bincount(y).argmax())
    gain, j, t = best_split(X, y)
    if j is None:
        return Node(value=np.bincount(y).argmax())
    mask = X[:, j] <= t
    return Node(j, t, grow(X[mask], y[mask], depth + 1), grow(X[~mask], y[~mask], depth + 1))

def show(node, names, indent=0):
    pad = "  " * indent
    if node.value is not None:
        print(f"{pad}-> {node.value}")
        return
    print(f"{pad}{names[node.feature]} <= {node.threshold}")
    show(node.left, names, indent + 1)
    show(node.right, names, indent + 1)

def traverse(x, node):
    if node.value is not None:
        return node.value
    return traverse(x, node.left if x[node.feature] <= node.threshold else node.right)

rng = np.random.default_rng(0)
X = rng.integers(0, 10, (30, 3))
y = ((X[:, 0] > 4) & (X[:, 2] < 7) | (X[:, 1] == 0)).astype(int)
root = grow(X, y)
show(root, ["a", "b", "c"])
predictions = np.array([traverse(x, root) for x in X])
print("accuracy %.3f" % np.mean(predictions == y), predictions.dtype)

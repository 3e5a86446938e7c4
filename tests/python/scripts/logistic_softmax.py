# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 8192 roundings: 150 steps of gradient descent.
import numpy as np
rng = np.random.RandomState(0)
X = np.r_[rng.randn(25, 2) + [2, 2], rng.randn(25, 2) - [2, 0], rng.randn(25, 2) + [2, -3]]
y = np.r_[np.zeros(25), np.ones(25), 2 * np.ones(25)].astype(int)
def softmax(z):
    z = z - z.max(axis=1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=1, keepdims=True)
def one_hot(y, k):
    out = np.zeros((y.size, k))
    out[np.arange(y.size), y] = 1
    return out
W, b = np.zeros((2, 3)), np.zeros(3)
Y = one_hot(y, 3)
for epoch in range(150):
    P = softmax(X @ W + b)
    loss = -np.log(P[range(len(y)), y]).mean()
    G = (P - Y) / len(y)
    W -= 0.5 * X.T @ G
    b -= 0.5 * G.sum(0)
    if epoch in (0, 1, 10, 149):
        print(f"epoch {epoch:3d} loss {loss:.5f}")
pred = (X @ W + b).argmax(1)
print("accuracy", (pred == y).mean())
cm = np.zeros((3, 3), int)
np.add.at(cm, (y, pred), 1)
precision = np.diag(cm) / cm.sum(0)
recall = np.diag(cm) / cm.sum(1)
f1 = 2 * precision * recall / (precision + recall)
print(cm, precision.round(3), recall.round(3), f1.round(3), sep="\n")
scores = P[:, 0]
order = np.argsort(-scores, kind="mergesort")
tpr = np.cumsum(y[order] == 0) / (y == 0).sum()
fpr = np.cumsum(y[order] != 0) / (y != 0).sum()
auc = np.sum(np.diff(np.insert(fpr, 0, 0)) * tpr)
print("AUC %.4f" % auc)
folds = np.array_split(rng.permutation(75), 5)
print([len(f) for f in folds], [np.bincount(y[f], minlength=3).tolist() for f in folds])

# SPDX-License-Identifier: Apache-2.0
import numpy as np
from collections import Counter


class KNN:
    def __init__(self, k=3):
        self.k = k

    def fit(self, X, y):
        self.X_train = X
        self.y_train = y

    def predict(self, X):
        return np.array([self._predict(x) for x in X])

    def _predict(self, x):
        distances = [np.sqrt(np.sum((x - x_train) ** 2)) for x_train in self.X_train]
        k_idx = np.argsort(distances)[:self.k]
        k_neighbor_labels = [self.y_train[i] for i in k_idx]
        most_common = Counter(k_neighbor_labels).most_common(1)
        return most_common[0][0]


np.random.seed(1234)
X = np.vstack([np.random.randn(20, 2) + c for c in ([0, 0], [5, 5], [0, 6])])
y = np.repeat([0, 1, 2], 20)
idx = np.random.permutation(60)
train, test = idx[:45], idx[45:]
clf = KNN(k=5)
clf.fit(X[train], y[train])
predictions = clf.predict(X[test])
print("predictions", predictions)
print("accuracy", np.sum(predictions == y[test]) / len(y[test]))
confusion = np.zeros((3, 3), dtype=int)
for true, pred in zip(y[test], predictions):
    confusion[true, pred] += 1
print(confusion)
labels = np.array(["setosa", "versicolor", "virginica"])
print(labels[predictions][:5])
clf2 = KNN(1)
clf2.fit(X[train], labels[y[train]])
print(clf2.predict(X[test])[:4])

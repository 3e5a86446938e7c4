# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 4096 roundings: 300 steps of gradient descent.
import numpy as np

class LinearRegression:
    def __init__(self, lr=0.05, n_iters=300):
        self.lr, self.n_iters = lr, n_iters
        self.weights = None
        self.bias = None

    def fit(self, X, y):
        n_samples, n_features = X.shape
        self.weights, self.bias = np.zeros(n_features), 0
        for i in range(self.n_iters):
            y_pred = np.dot(X, self.weights) + self.bias
            dw = (1 / n_samples) * np.dot(X.T, (y_pred - y))
            db = (1 / n_samples) * np.sum(y_pred - y)
            self.weights -= self.lr * dw
            self.bias -= self.lr * db
            if i % 100 == 0:
                print("step", i, "mse %.5f" % np.mean((y - y_pred) ** 2))
        return self

    def predict(self, X):
        return np.dot(X, self.weights) + self.bias

    def score(self, X, y):
        u = ((y - self.predict(X)) ** 2).sum()
        v = ((y - y.mean()) ** 2).sum()
        return 1 - u / v

np.random.seed(42)
X = 2 * np.random.rand(60, 2)
y = 4 + X @ [3, -1.5] + 0.1 * np.random.randn(60)
split = int(0.8 * len(X))
X_train, X_test, y_train, y_test = X[:split], X[split:], y[:split], y[split:]
model = LinearRegression().fit(X_train, y_train)
print(model.weights.round(4), model.bias.round(4), "R2 %.4f" % model.score(X_test, y_test))
X_b = np.c_[np.ones((len(X_train), 1)), X_train]
theta_best = np.linalg.inv(X_b.T.dot(X_b)).dot(X_b.T).dot(y_train)
print(theta_best.round(4))
sol, residuals, rank, sv = np.linalg.lstsq(X_b, y_train, rcond=None)
print(np.allclose(sol, theta_best), residuals.shape, rank, sv.round(3))
print(np.linalg.pinv(X_b).dot(y_train).round(4))
if model.weights[0] > 2.5 and not model.bias < 3:
    print("as expected")

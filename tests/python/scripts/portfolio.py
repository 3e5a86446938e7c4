# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 512 roundings: a solution of 4 equations.
import numpy as np
from numpy.linalg import inv, solve, cholesky
import numpy.random as npr

tickers = np.array(["AAA", "BBB", "CCC", "DDD"])
npr.seed(7)
corr = np.array([[1, .3, .1, 0], [.3, 1, .2, .1], [.1, .2, 1, .4], [0, .1, .4, 1]])
vol = np.array([.2, .15, .3, .1]) / np.sqrt(252)
cov = np.outer(vol, vol) * corr
L = cholesky(cov)
returns = npr.standard_normal((252, 4)) @ L.T + np.array([.08, .05, .12, .03]) / 252
prices = 100 * np.cumprod(1 + returns, axis=0)
print(dict(zip(tickers, prices[-1].round(2))))
S = np.cov(returns, rowvar=False)
mu = returns.mean(axis=0)
ones = np.ones(4)
w = solve(S, ones)
w /= w.sum()
print("minimum variance:", {str(t): round(float(x), 4) for t, x in zip(tickers, w)})
tangent = inv(S) @ mu
tangent /= np.abs(tangent).sum()
for ticker, weight in sorted(zip(tickers, tangent), key=lambda p: -p[1]):
    print(f"{ticker}: {weight:8.4f}")
var95 = -np.quantile(returns @ w, 0.05)
es = -(returns @ w)[returns @ w <= -var95].mean()
print("VaR %.5f ES %.5f" % (var95, es))
beta = S[:, 0] / S[0, 0]
print(beta.round(3), tickers[beta.argmax()])
rebalanced = np.tile(w, (3, 1)) * [[1], [2], [3]]
print(rebalanced.sum(axis=1).round(10))
best = tickers[np.argsort(prices[-1])[::-1]]
print(best, tickers[mu > 0])

# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 512 roundings: 50 steps back through a tree.
from math import erf, exp, log, sqrt
import numpy as np

def norm_cdf(x):
    return 0.5 * (1 + erf(x / sqrt(2)))

def black_scholes(S, K, T, r, sigma, kind="call"):
    d1 = (log(S / K) + (r + sigma**2 / 2) * T) / (sigma * sqrt(T))
    d2 = d1 - sigma * sqrt(T)
    if kind == "call":
        return S * norm_cdf(d1) - K * exp(-r * T) * norm_cdf(d2)
    return K * exp(-r * T) * norm_cdf(-d2) - S * norm_cdf(-d1)

def binomial(S, K, T, r, sigma, N=50, american=True):
    dt = T / N
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    q = (np.exp(r * dt) - d) / (u - d)
    prices = S * u ** np.arange(N, -N - 1, -2.0)
    values = np.maximum(K - prices, 0)
    for step in range(N - 1, -1, -1):
        values = np.exp(-r * dt) * (q * values[:-1] + (1 - q) * values[1:])
        if american:
            prices = prices[:-1] / u
            values = np.maximum(values, K - prices)
    return values[0]

strikes = np.arange(80, 121, 10)
print("strike   call    put  american")
for K in strikes:
    c = black_scholes(100, K, 1, 0.05, 0.2)
    p = black_scholes(100, K, 1, 0.05, 0.2, "put")
    print("%6d %6.2f %6.2f %6.2f" % (K, c, p, binomial(100, K, 1, 0.05, 0.2)))
cdf = np.vectorize(norm_cdf)
print(cdf(np.linspace(-2, 2, 5)).round(4))
cashflows = np.array([-1000, 300, 420, 500, 100])
def npv(rate, cf):
    return (cf / (1 + rate) ** np.arange(len(cf))).sum()
low, high = 0.0, 1.0
while high - low > 1e-10:
    mid = (low + high) / 2
    if npv(mid, cashflows) > 0: low = mid
    else: high = mid
print("irr %.6f" % mid, "npv %.2f" % npv(0.1, cashflows))
rate, n, loan = 0.06 / 12, 36, 10000
payment = loan * rate / (1 - (1 + rate) ** -n)
balance = np.empty(n + 1)
balance[0] = loan
for k in range(n):
    balance[k + 1] = balance[k] * (1 + rate) - payment
print(round(payment, 2), abs(round(balance[-1], 6)), np.interp(5000, balance[::-1], np.arange(n + 1)[::-1]).round(3))

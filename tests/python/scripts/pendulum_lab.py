# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 10000 roundings: residuals of a fit, differences of larger numbers.
# Physics lab: g from the period of a pendulum, with errors
from numpy import *

L = array([0.20, 0.40, 0.60, 0.80, 1.00])
T = array([[0.90, 0.91, 0.89], [1.27, 1.28, 1.26], [1.56, 1.55, 1.55], [1.79, 1.80, 1.79], [2.01, 2.00, 2.01]])
Tm = mean(T, axis=1)
sT = std(T, axis=1, ddof=1) / sqrt(3)
T2 = Tm**2
sT2 = 2 * Tm * sT
w = 1 / sT2**2
S, Sx, Sy, Sxx, Sxy = sum(w), sum(w * L), sum(w * T2), sum(w * L**2), sum(w * L * T2)
Delta = S * Sxx - Sx**2
a = (Sxx * Sy - Sx * Sxy) / Delta
b = (S * Sxy - Sx * Sy) / Delta
sa, sb = sqrt(Sxx / Delta), sqrt(S / Delta)
g = 4 * pi**2 / b
sg = g * sb / b
print("T^2 = (%.4f +- %.4f) + (%.3f +- %.3f) L" % (a, sa, b, sb))
print("g = %.2f +- %.2f m/s^2" % (g, sg))
chi2 = sum(((T2 - a - b * L) / sT2)**2)
print("chi2/ndf = %.2f/%d" % (chi2, len(L) - 2))
p, cov = polyfit(L, T2, 1, cov=True)
print("unweighted: slope %.4f +- %.4f" % (p[0], sqrt(cov[0, 0])))
res = T2 - polyval(p, L)
print(around(res, 4), abs(res).argmax())
print(where(abs(res) > 0.01, 'check', 'ok'))
print(column_stack((L, Tm, sT)).round(4))
for l, t, s in zip(L, Tm, sT):
    print("%.2f m: %.3f(%d) s" % (l, t, round(s * 1000)))
print(round(9.81 - g, 2), min(Tm), max(Tm), any(res > 1), floor(g), e**1)

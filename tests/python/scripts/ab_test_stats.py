# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 512 roundings: sums of 200 numbers.
import numpy as np

rng = np.random.default_rng(seed=2024)
a = rng.binomial(1, 0.10, size=200)
b = rng.binomial(1, 0.16, size=200)
pa, pb = a.mean(), b.mean()
pooled = np.concatenate([a, b]).mean()
z = (pb - pa) / np.sqrt(pooled * (1 - pooled) * (1 / a.size + 1 / b.size))
print(f"{pa:.3f} {pb:.3f} z={z:.3f}")
diffs = np.empty(300)
both = np.hstack((a, b))
for i in range(300):
    shuffled = rng.permutation(both)
    diffs[i] = shuffled[200:].mean() - shuffled[:200].mean()
print("p = %.4f" % (np.abs(diffs) >= abs(pb - pa) - 1e-12).mean())
x = rng.normal(10, 2, 30)
y = 0.5 * x + rng.normal(0, 1, 30)
t = (x.mean() - 9) / (x.std(ddof=1) / np.sqrt(len(x)))
r = np.corrcoef(x, y)[0, 1]
print("t=%.4f r=%.4f" % (t, r))
def rank(v):
    order = v.argsort()
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(v))
    return ranks
print("spearman %.4f" % np.corrcoef(rank(x), rank(y))[0, 1])
u = sum((xi > y).sum() for xi in x)
print("U", u)
observed = np.array([[20, 30], [35, 15]])
expected = observed.sum(1)[:, None] * observed.sum(0) / observed.sum()
print("chi2 %.4f" % ((observed - expected) ** 2 / expected).sum())
counts, edges = np.histogram(x, bins="auto")
print(counts, edges.round(3))
q1, med, q3 = np.percentile(x, [25, 50, 75])
outliers = x[(x < q1 - 1.5 * (q3 - q1)) | (x > q3 + 1.5 * (q3 - q1))]
print("{:.3f} {:.3f} {:.3f} {}".format(q1, med, q3, outliers))
groups = [rng.normal(m, 1, 8) for m in (0, 0.5, 2)]
grand = np.mean(groups)
ssb = sum(len(g) * (g.mean() - grand) ** 2 for g in groups)
ssw = sum(((g - g.mean()) ** 2).sum() for g in groups)
print("F=%.4f" % ((ssb / 2) / (ssw / 21)))
skew = ((x - x.mean()) ** 3).mean() / x.std() ** 3
print("skew %.4f" % skew, "mode bin", counts.argmax(), "weighted %.4f" % np.average(x, weights=y > y.mean()))
ecdf = np.arange(1, len(x) + 1) / len(x)
print(np.interp(med, np.sort(x), ecdf).round(3))

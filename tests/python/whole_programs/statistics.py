# SPDX-License-Identifier: Apache-2.0
"""Statistics: estimates, tests, and resampling with given indices."""

from collections import Counter

from .program import integers, normal, permutation, program, uniform


@program(rounding=32, why="means and deviations of 60 numbers, 500 times")
def bootstrap(np):
    sample = np.array(normal(1, 60)) * 2 + 5
    picks = np.array(integers(2, 0, 60, 500, 60))
    means = sample[picks].mean(axis=1)
    medians = []
    for row in picks[:50]:
        medians.append(np.median(sample[row]))
    low, high = np.percentile(means, [2.5, 97.5])
    se = means.std(ddof=1)
    print(f"mean {sample.mean():.3f} (95 % CI {low:.3f} to {high:.3f}, se {se:.4f})")
    outside = ((means < low) | (means > high)).sum()
    return {"low": low, "high": high, "medians": medians, "outside": outside, "se": se}


@program(rounding=32, why="sums of squares of 40 numbers")
def t_test(np):
    a, b = np.array(normal(3, 20)) + 0.8, np.array(normal(4, 24))
    n1, n2 = len(a), len(b)
    v1, v2 = a.var(ddof=1) / n1, b.var(ddof=1) / n2
    t = (a.mean() - b.mean()) / np.sqrt(v1 + v2)
    dof = (v1 + v2) ** 2 / (v1**2 / (n1 - 1) + v2**2 / (n2 - 1))
    pooled = np.concatenate([a, b])
    observed = abs(a.mean() - b.mean())
    count = 0
    order = np.arange(n1 + n2)
    for i in range(200):
        order = order[np.array(permutation(i, n1 + n2))]
        shuffled = pooled[order]
        if abs(shuffled[:n1].mean() - shuffled[n1:].mean()) >= observed:
            count += 1
    p = (count + 1) / 201
    verdict = "different" if p < 0.05 else "the same"
    return t, dof, p, verdict, "t(%.1f) = %.2f, p = %.3f" % (dof, t, p)


@program(rounding=64, why="sums of squares around means, then a quotient")
def anova(np):
    """One-way analysis of variance with its table."""
    groups = {
        "control": np.array(normal(5, 12)) + 10,
        "low": np.array(normal(6, 10)) + 10.5,
        "high": np.array(normal(7, 14)) + 12,
    }
    everything = np.concatenate(list(groups.values()))
    grand = everything.mean()
    ss_between = ss_within = 0
    for name, g in groups.items():
        ss_between += g.size * (g.mean() - grand) ** 2
        ss_within += ((g - g.mean()) ** 2).sum()
        print(f"{name:>8s} n={g.size:2d} mean={g.mean():7.3f} sd={g.std(ddof=1):6.3f}")
    df_b = len(groups) - 1
    df_w = everything.size - len(groups)
    F = (ss_between / df_b) / (ss_within / df_w)
    eta = ss_between / (ss_between + ss_within)
    total = ((everything - grand) ** 2).sum()
    print("F(%d, %d) = %.3f, eta^2 = %.3f" % (df_b, df_w, F, eta))
    return (
        F,
        eta,
        ss_between,
        ss_within,
        bool(np.isclose(total, ss_between + ss_within)),
    )


@program(rounding=8, why="differences of quotients of whole numbers")
def kolmogorov_smirnov(np):
    a = np.sort(np.array(normal(8, 50)))
    b = np.sort(np.array(uniform(9, 70)) * 4 - 2)
    everything = np.concatenate([a, b])
    cdf_a = np.searchsorted(a, everything, side="right") / a.size
    cdf_b = np.searchsorted(b, everything, side="right") / b.size
    by_arrays = np.abs(cdf_a - cdf_b).max()
    i = j = 0
    d = 0.0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            i += 1
        else:
            j += 1
        d = max(d, abs(i / len(a) - j / len(b)))
    n = a.size * b.size / (a.size + b.size)
    critical = 1.358 / np.sqrt(n)
    return by_arrays, d, d > critical, critical, [i, j]


@program(rounding=2048, why="normal equations square the condition of the columns")
def regression_summary(np):
    n = 50
    x1, x2 = np.array(normal(10, n)), np.array(uniform(11, n))
    y = 1.5 + 2.0 * x1 - 0.7 * x2 + 0.3 * np.array(normal(12, n))
    X = np.column_stack([np.ones(n), x1, x2])
    XtX_inv = np.linalg.inv(X.T @ X)
    beta = XtX_inv @ X.T @ y
    residuals = y - X @ beta
    dof = n - X.shape[1]
    s2 = residuals @ residuals / dof
    se = np.sqrt(s2 * np.diag(XtX_inv))
    t = beta / se
    r2 = 1 - (residuals**2).sum() / ((y - y.mean()) ** 2).sum()
    adjusted = 1 - (1 - r2) * (n - 1) / dof
    print("%-10s %10s %10s %8s" % ("", "estimate", "std. err.", "t"))
    for name, b, s, tv in zip(["(const)", "x1", "x2"], beta, se, t, strict=True):
        stars = "***" if abs(tv) > 3.3 else "*" if abs(tv) > 2 else ""
        print("%-10s %10.4f %10.4f %8.3f %s" % (name, b, s, tv, stars))
    print("R2 = {:.4f}, adjusted {:.4f}".format(r2, adjusted))
    print(f"residuals: min {residuals.min():.3f}, max {residuals.max():.3f}")
    dw = np.sum(np.diff(residuals) ** 2) / np.sum(residuals**2)
    return beta, se, r2, adjusted, dw, s2


@program(rounding=32, why="running means divide in every step")
def welford(np):
    """Running mean and variance, in one pass and merged from two halves."""
    x = np.array(normal(13, 200)) * 3 + 7

    def update(state, value):
        n, mean, m2 = state
        n += 1
        delta = value - mean
        mean += delta / n
        m2 += delta * (value - mean)
        return n, mean, m2

    state = 0, 0.0, 0.0
    means = []
    for value in x:
        state = update(state, value)
        means.append(state[1])
    halves = []
    for part in np.split(x, 2):
        s = (0, 0.0, 0.0)
        for value in part:
            s = update(s, value)
        halves.append(s)
    (n1, a, s1), (n2, b, s2) = halves
    merged = s1 + s2 + (b - a) ** 2 * n1 * n2 / (n1 + n2)
    n, mean, m2 = state
    return means[::20], mean, m2 / (n - 1), merged / (n - 1), x.var(ddof=1), n


@program(rounding=32, why="sums of products of 40 ranks or their logarithms")
def rank_correlations(np):
    x = np.array(integers(14, 0, 15, 40))
    y = x + np.array(integers(15, -4, 5, 40))

    def ranks(v):
        order = v.argsort(kind="stable")
        r = np.empty(len(v))
        r[order] = np.arange(1, len(v) + 1)
        for value in np.unique(v):
            tied = v == value
            r[tied] = r[tied].mean()
        return r

    rx, ry = ranks(x), ranks(y)
    rho = np.corrcoef(rx, ry)[0, 1]
    concordant = discordant = 0
    for i in range(len(x) - 1):
        s = np.sign(x[i + 1 :] - x[i]) * np.sign(y[i + 1 :] - y[i])
        concordant += (s > 0).sum()
        discordant += (s < 0).sum()
    tau = (concordant - discordant) / (len(x) * (len(x) - 1) / 2)
    return rx, ry, rho, tau, concordant, discordant


@program(rounding=16, why="a sum of quotients")
def contingency_table(np):
    rows = np.array(integers(16, 0, 3, 300))
    cols = (rows + np.array(integers(17, 0, 3, 300))) % 4
    observed = np.zeros((3, 4), dtype=int)
    np.add.at(observed, (rows, cols), 1)
    expected = np.outer(observed.sum(1), observed.sum(0)) / observed.sum()
    chi2 = 0
    for o, e in zip(observed.flat, expected.flat, strict=True):
        if e > 0:
            chi2 += (o - e) ** 2 / e
    dof = (observed.shape[0] - 1) * (observed.shape[1] - 1)
    cramer = np.sqrt(chi2 / (observed.sum() * min(2, 3)))
    for label, row in zip("ABC", observed, strict=True):
        print(label, "|", " ".join(f"{v:4d}" for v in row), "|", row.sum())
    return observed, expected, chi2, dof, cramer, dict(enumerate(observed.sum(axis=0)))


@program()
def counts_of_values(np):
    """Modes, frequencies and a text histogram with scalars as keys of dicts."""
    rolls = np.array(integers(18, 1, 7, 120)) + np.array(integers(19, 1, 7, 120))
    freq = {}
    for r in rolls:
        freq[r] = freq.get(r, 0) + 1
    counter = Counter(rolls.tolist())
    seen = set()
    first = []
    for r in rolls:
        if r not in seen:
            seen.add(r)
            first.append(r)
    mode = max(sorted(freq), key=freq.get)
    values, counts = np.unique(rolls, return_counts=True)
    for v, c in zip(values, counts, strict=True):
        print(f"{v:2d} {'#' * c}")
    hist = [0] * (rolls.max() + 1)
    for r in rolls:
        hist[r] += 1
    agree = all(
        freq[v] == c == counter[v] == hist[v]
        for v, c in zip(values, counts, strict=True)
    )
    return (
        freq,
        first,
        mode,
        seen,
        agree,
        hist,
        len(set(rolls)),
        values[counts.argmax()],
    )


@program(rounding=16, why="quartiles are interpolated; log and exp of them")
def outliers(np):
    data = np.exp(np.array(normal(20, 80)))
    data[[3, 40]] = [50.0, -8.0]
    q1, median, q3 = np.percentile(data, [25, 50, 75])
    iqr = q3 - q1
    low, high = q1 - 1.5 * iqr, q3 + 1.5 * iqr
    keep = data[(data >= low) & (data <= high)]
    odd = [(i, round(v, 2)) for i, v in enumerate(data) if v < low or v > high]
    mad = np.median(np.abs(data - median))
    z = 0.6745 * (data - median) / mad
    trimmed = np.sort(data)[8:-8].mean()
    winsorized = data.clip(*np.quantile(data, [0.1, 0.9])).mean()
    print(
        "five numbers:", *(f"{v:.2f}" for v in (data.min(), q1, median, q3, data.max()))
    )
    return (
        iqr,
        keep.size,
        [i for i, _ in odd],
        odd,
        z[np.abs(z) > 5],
        trimmed,
        winsorized,
    )


@program(rounding=128, why="sums of 100 exponentials at each of 50 points")
def kernel_density(np):
    data = np.concatenate([np.array(normal(21, 60)) - 2, np.array(normal(22, 40)) + 2])
    n = data.size
    bandwidth = 1.06 * data.std(ddof=1) * n ** (-1 / 5)
    grid = np.linspace(-6, 6, 50)
    density = np.zeros_like(grid)
    for value in data:
        density += np.exp(-0.5 * ((grid - value) / bandwidth) ** 2)
    density /= n * bandwidth * np.sqrt(2 * np.pi)
    area = np.trapezoid(density, grid)
    rising = np.diff(density) > 0
    maxima = np.where(rising[:-1] & ~rising[1:])[0] + 1
    cdf = np.cumsum(density) * (grid[1] - grid[0])
    median = grid[np.searchsorted(cdf, 0.5)]
    return density, area, maxima, grid[maxima], median, bandwidth


@program(rounding=64, why="sums of squares of 30 data in each decision")
def metropolis(np):
    """Markov chain Monte Carlo with given numbers."""
    data = np.array(normal(23, 30)) + 1.5
    proposals = np.array(normal(24, 300)) * 0.4
    u = np.array(uniform(25, 300))

    def log_posterior(mu):
        return -0.5 * ((data - mu) ** 2).sum() - 0.5 * mu**2 / 100

    mu = np.float64(0.0)
    current = log_posterior(mu)
    chain = []
    accepted = 0
    for step, threshold in zip(proposals, np.log(u), strict=True):
        candidate = mu + step
        new = log_posterior(candidate)
        if new - current > threshold:
            mu, current = candidate, new
            accepted += 1
        chain.append(mu)
    chain = np.array(chain)
    kept = chain[100:]
    rate = accepted / len(chain)
    return (
        kept.mean(),
        kept.std(),
        accepted,
        f"{rate:.1%}",
        chain[::25],
        len(np.unique(chain)),
    )


@program(rounding=64, why="moments of 100000 numbers, and a matrix of them")
def large_summary(np):
    """Summary of large columns by groups, with bincount and reduceat."""
    n = 100_000
    group = np.array(integers(26, 0, 8, n))
    value = np.array(normal(27, n)) + group
    sizes = np.bincount(group)
    means = np.bincount(group, weights=value) / sizes
    centred = value - means[group]
    variances = np.bincount(group, weights=centred**2) / (sizes - 1)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(8))
    largest = np.maximum.reduceat(value[order], starts)
    skewness = (centred**3).mean() / (centred**2).mean() ** 1.5
    table = {}
    for g in range(8):
        picked = value[group == g]
        table[g] = (picked.size, picked.max())
    same = all(table[g][1] == largest[g] for g in table)
    return sizes, means, variances, largest, abs(skewness) < 0.05, same, table[3]

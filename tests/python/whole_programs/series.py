# SPDX-License-Identifier: Apache-2.0
"""Time series and finance."""

from .program import normal, program, uniform


@program()
def kalman_scalar(np):
    """Estimates a constant voltage, as in the best known introduction."""
    n = 50
    z = np.array(normal(1, n)) * 0.1 - 0.37727
    Q, R = 1e-5, 0.1**2
    xhat, P = np.zeros(n), np.zeros(n)
    K = np.zeros(n)
    P[0] = 1.0
    for k in range(1, n):
        xhat[k] = xhat[k - 1]
        P[k] = P[k - 1] + Q
        K[k] = P[k] / (P[k] + R)
        xhat[k] += K[k] * (z[k] - xhat[k])
        P[k] *= 1 - K[k]
    settled = np.where(np.abs(xhat + 0.37727) < 0.02)[0]
    return xhat, P, K, settled[0], f"{xhat[-1]:.5f}"


@program(rounding=256, why="products and inverses of matrices in 40 dependent steps")
def kalman_tracking(np):
    dt = 0.5
    F = np.array([[1, dt], [0, 1]])
    H = np.array([[1.0, 0.0]])
    Q = 0.01 * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
    R = np.array([[0.5]])
    truth = np.arange(40) * 0.8
    measured = truth + 0.7 * np.array(normal(2, 40))
    x, P = np.array([[0.0], [0.0]]), np.eye(2) * 10
    track, nis = [], 0
    for z in measured:
        x = F @ x
        P = F @ P @ F.T + Q
        y = z - H @ x
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        x = x + K @ y
        P = (np.eye(2) - K @ H) @ P
        nis += (y.T @ np.linalg.inv(S) @ y).item()
        track.append(x[:, 0])
    track = np.array(track)
    errors = np.abs(track[:, 0] - truth)
    return track, P, nis / 40, errors[20:].mean() < np.abs(measured - truth)[20:].mean()


@program(rounding=512, why="Yule-Walker equations of sums of 400 products")
def autoregression(np):
    phi, theta = [0.6, -0.3], 0.4
    noise = np.array(normal(3, 400))
    x = np.zeros(400)
    for t in range(2, 400):
        x[t] = phi[0] * x[t - 1] + phi[1] * x[t - 2] + noise[t] + theta * noise[t - 1]
    n, p = len(x), 3
    x = x - x.mean()
    gamma = [(x[: n - k] * x[k:]).sum() / n for k in range(p + 1)]
    R = np.array([[gamma[abs(i - j)] for j in range(p)] for i in range(p)])
    a = np.linalg.solve(R, np.array(gamma[1:]))
    sigma2 = gamma[0] - a @ np.array(gamma[1:])
    forecast = list(x[-p:])
    for _ in range(5):
        nxt = 0
        for c, v in zip(a, reversed(forecast), strict=False):
            nxt += c * v
        forecast.append(nxt)
    return gamma, a, sigma2, np.array(forecast[p:])


@program()
def holt_winters(np):
    """Exponential smoothing with trend and season; a search over a small grid."""
    season = np.array([10.0, -5.0, 3.0, -8.0])
    y = (
        100
        + 0.5 * np.arange(40)
        + np.tile(season, 10)
        + np.array(normal(4, 40)).round(2)
    )

    def run(alpha, beta, gamma):
        m = 4
        level, trend = y[:m].mean(), (y[m : 2 * m].mean() - y[:m].mean()) / m
        s = list(y[:m] - level)
        sse = 0
        for t in range(m, len(y)):
            forecast = level + trend + s[t % m]
            sse += (y[t] - forecast) ** 2
            last = level
            level = alpha * (y[t] - s[t % m]) + (1 - alpha) * (level + trend)
            trend = beta * (level - last) + (1 - beta) * trend
            s[t % m] = gamma * (y[t] - level) + (1 - gamma) * s[t % m]
        return sse, level, trend, s

    best, best_parameters = np.inf, None
    for alpha in (0.2, 0.5, 0.8):
        for beta in (0.05, 0.2):
            for gamma in (0.1, 0.4):
                sse = run(alpha, beta, gamma)[0]
                if sse < best:
                    best, best_parameters = sse, (alpha, beta, gamma)
    sse, level, trend, s = run(*best_parameters)
    outlook = np.array([level + h * trend + s[(h - 1) % 4] for h in range(1, 5)])
    return best_parameters, best, best == sse, outlook.round(6), s


@program(rounding=64, why="erf comes from a polynomial times exp")
def black_scholes(np):
    def cdf(x):
        a = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
        k = 1 / (1 + 0.2316419 * np.abs(x))
        poly = 0
        for c in reversed(a):
            poly = k * (c + poly)
        w = 1 - np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi) * poly
        return np.where(x < 0, 1 - w, w)

    def price(S, K, T, r, sigma):
        d1 = (np.log(S / K) + (r + sigma**2 / 2) * T) / (sigma * np.sqrt(T))
        d2 = d1 - sigma * np.sqrt(T)
        return S * cdf(d1) - K * np.exp(-r * T) * cdf(d2)

    S = np.linspace(80, 120, 9)
    calls = price(S, 100, 0.5, 0.02, 0.25)
    puts = calls - S + 100 * np.exp(-0.02 * 0.5)
    market = price(np.float64(105), 100, 0.5, 0.02, 0.31)
    low, high = 0.01, 1.0
    n = 0
    while high - low > 1e-6:
        mid = (low + high) / 2
        if price(np.float64(105), 100, 0.5, 0.02, mid) > market:
            high = mid
        else:
            low = mid
        n += 1
    for s, c in zip(S[::4], calls[::4], strict=True):
        print("S=%6.2f  C=%8.4f" % (s, c))
    return calls, puts, round(mid, 4), n


@program(rounding=64, why="factors are exponentials; 50 steps back through the tree")
def binomial_option(np):
    """American put: backward induction, early exercise counted."""
    S0, K, T, r, sigma, n = 100.0, 105.0, 1.0, 0.03, 0.3, 50
    dt = T / n
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    p = (np.exp(r * dt) - d) / (u - d)
    disc = np.exp(-r * dt)
    S = S0 * d ** np.arange(n, -1, -1) * u ** np.arange(0, n + 1)
    V = np.maximum(K - S, 0)
    european = V.copy()
    exercised = 0
    for i in range(n - 1, -1, -1):
        V[: i + 1] = disc * (p * V[1 : i + 2] + (1 - p) * V[: i + 1])
        european[: i + 1] = disc * (
            p * european[1 : i + 2] + (1 - p) * european[: i + 1]
        )
        S = S0 * d ** np.arange(i, -1, -1) * u ** np.arange(0, i + 1)
        now = K - S
        early = now > V[: i + 1] + 1e-9
        exercised += early.sum()
        V[: i + 1] = np.where(early, now, V[: i + 1])
    premium = V[0] - european[0]
    return V[0], european[0], premium, exercised, p, premium > 0


@program(rounding=64, why="products of 250 daily returns")
def portfolio(np):
    returns = np.array(normal(5, 250, 3)) * 0.01 + np.array([5e-4, 2e-4, 0.0])
    weights = np.array([0.5, 0.3, 0.2])
    daily = returns @ weights
    wealth = np.cumprod(1 + daily)
    peak = np.maximum.accumulate(wealth)
    drawdown = 1 - wealth / peak
    trough = drawdown.argmax()
    top = wealth[: trough + 1].argmax()
    streak = longest = 0
    for r in daily:
        if r < 0:
            streak += 1
            longest = max(longest, streak)
        else:
            streak = 0
    sharpe = np.sqrt(252) * daily.mean() / daily.std()
    var95 = -np.quantile(daily, 0.05)
    cash, worst = 100.0, np.inf
    for r in daily:
        cash *= 1 + r
        if cash < worst:
            worst = cash
    C = np.cov(returns, rowvar=False)
    risk = np.sqrt(weights @ C @ weights)
    print(f"drawdown {drawdown.max():.2%} from day {top} to day {trough}")
    return wealth[::25], longest, sharpe, var95, cash, worst, C, risk, int(trough - top)


@program()
def crossover(np):
    """Moving averages cross; trades and their profits are collected in lists."""
    price = (np.array(normal(6, 300)).cumsum() + 100).round(2)
    fast, slow = 5, 20
    holding, entry = False, None
    trades = []
    equity = 1000.0
    for t in range(slow, len(price)):
        a, b = price[t - fast : t].mean(), price[t - slow : t].mean()
        if not holding and a > b:
            holding, entry = True, price[t]
        elif holding and a < b:
            profit = price[t] - entry
            equity += profit
            trades.append((t, profit))
            holding = False
    wins = [p for _, p in trades if p > 0]
    losses = [p for _, p in trades if p <= 0]
    total = sum(p for _, p in trades)
    print(f"{len(trades)} trades, {len(wins)} won, total {total:+.2f}")
    best = max(trades, key=lambda trade: trade[1])
    return np.round(equity, 6), np.round(total, 6), best[0], len(wins), len(losses)


@program()
def loan(np):
    """Amortisation with an extra payment now and then; formatted table."""
    balance = np.array([120000.0, 30000.0]).sum()
    rate, payment = 0.05 / 12, 2000.0
    month, interest_paid = 0, 0
    rows = []
    while balance > 0:
        interest = np.round(balance * rate, 2)
        principal = min(payment - interest, balance)
        balance -= principal
        balance = np.round(balance, 2)
        interest_paid += interest
        month += 1
        if month % 12 == 0:
            extra = min(balance, 1000)
            balance -= extra
            rows.append([month // 12, interest_paid, balance])
    for year, paid, left in rows[-3:]:
        print(f"{year:4d} {paid:12,.2f} {left:12,.2f}")
    return month, np.round(interest_paid, 2), np.array(rows, dtype=float).round(2)


@program(rounding=128, why="logarithms and squares over 300 dependent steps")
def garch(np):
    z = np.array(normal(7, 300))
    omega, alpha, beta = 0.05, 0.1, 0.85
    sigma2 = np.empty(300)
    r = np.empty_like(sigma2)
    sigma2[0] = omega / (1 - alpha - beta)
    r[0] = np.sqrt(sigma2[0]) * z[0]
    for t in range(1, 300):
        sigma2[t] = omega + alpha * r[t - 1] ** 2 + beta * sigma2[t - 1]
        r[t] = np.sqrt(sigma2[t]) * z[t]

    def likelihood(a, b):
        s, total = r.var(), 0.0
        for x in r[:150]:
            total -= 0.5 * (np.log(s) + x**2 / s)
            s = omega + a * x**2 + b * s
        return total

    grid = {(a, b): likelihood(a, b) for a in (0.05, 0.1, 0.2) for b in (0.6, 0.85)}
    best = max(grid, key=grid.get)
    kurtosis = ((r - r.mean()) ** 4).mean() / r.var() ** 2
    return sigma2[::30], grid, best, kurtosis, sigma2.argmax()


@program(rounding=64, why="running sums of 60 gaps")
def queue(np):
    """Waiting times at a counter with given gaps; events in order of time."""
    arrivals = np.cumsum(np.array(uniform(8, 60)).round(3) * 2)
    service = np.array(uniform(9, 60)).round(3) * 1.9
    free_at = 0.0
    waits, starts = [], np.zeros(60)
    busy = 0
    for i, (a, s) in enumerate(zip(arrivals, service, strict=True)):
        start = max(a, free_at)
        starts[i] = start
        waits.append(start - a)
        free_at = start + s
        busy += s
    ends = starts + service
    times = np.concatenate([arrivals, ends])
    steps = np.concatenate([np.ones(60, int), -np.ones(60, int)])
    length = steps[np.argsort(times, kind="stable")].cumsum()
    share = busy / free_at
    served = np.searchsorted(ends, 30.0)
    nobody = sum(1 for w in waits if w == 0)
    return np.array(waits), length.max(), length[-1], share, served, nobody

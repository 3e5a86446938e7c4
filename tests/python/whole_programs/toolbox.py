# SPDX-License-Identifier: Apache-2.0
"""Programs that lean on the less common functions of the library."""

from .program import integers, normal, permutation, program, uniform


@program()
def payroll(np):
    """Brackets by digitize, select and piecewise; totals by group."""
    income = np.array(integers(1, 5, 120, 30)) * 1000.0
    brackets = np.array([0, 10_000, 40_000, 90_000, np.inf])
    rates = np.array([0.0, 0.15, 0.3, 0.45])
    level = np.digitize(income, brackets[1:-1])
    widths = np.clip(income[:, None] - brackets[:-1], 0, np.diff(brackets))
    tax = widths @ rates
    by_hand = []
    for amount in income:
        owed = 0
        for low, high, rate in zip(brackets[:-1], brackets[1:], rates, strict=True):
            if amount <= low:
                break
            owed += (min(amount, high) - low) * rate
        by_hand.append(owed)
    marginal = np.select(
        [income < 1e4, income < 4e4, income < 9e4], rates[:3], rates[3]
    )
    label = np.take(np.array([10, 20, 30, 40]), level)
    bonus = np.piecewise(
        income, [income < 3e4, income >= 3e4], [500, lambda v: v / 100]
    )
    department = np.array(integers(2, 0, 4, 30))
    totals = np.zeros(4)
    np.add.at(totals, department, income)
    order = np.lexsort((-income, department))
    firsts = np.unique(department[order], return_index=True)[1]
    best = order[firsts]
    return (
        tax.round(6),
        np.round(by_hand, 6),
        marginal,
        label,
        bonus,
        totals,
        best,
        rates[level],
    )


@program()
def survey(np):
    """Answers with gaps: nan-functions, masks, unique rows, cross tables."""
    answers = np.array(integers(3, 1, 6, 20, 4)).astype(float)
    answers[np.array(uniform(4, 20, 4)) < 0.2] = np.nan
    answers[7] = 3
    gaps = np.isnan(answers)
    complete = answers[~gaps.any(axis=1)]
    filled = np.where(gaps, np.nanmedian(answers, axis=0), answers)
    low, high = np.nanmin(answers, axis=0), np.nanmax(answers, axis=0)
    rows, inverse, counts = np.unique(
        (filled > 3).astype(int), axis=0, return_inverse=True, return_counts=True
    )
    most = rows[counts.argmax()]
    score = np.nansum(answers * (answers > 2), axis=1)
    ranked = np.argsort(-score, kind="stable")[:5]
    table = np.zeros((5, 5), dtype=int)
    np.add.at(table, tuple(filled[:, :2].astype(int).T - 1), 1)
    agree = np.count_nonzero(filled[:, 0] == filled[:, 1])
    clean = np.nan_to_num(answers, nan=-1).astype(int)
    worst = np.nanargmin(answers, axis=0)
    print(f"{len(complete)} complete, {gaps.sum()} gaps ({gaps.mean():.0%})")
    return [filled, low, high, rows, inverse.ravel(), most, score, ranked, table, agree,
            clean, worst, np.isin(filled, [1, 5]).sum(axis=0)]  # fmt: skip


@program()
def tournament(np):
    """Triangles of indices, put and take along axes, rotations of a schedule."""
    n = 6
    i, j = np.triu_indices(n, 1)
    points = np.array(integers(5, 0, 3, i.size))
    table = np.zeros((n, n), dtype=int)
    table[i, j] = points
    table[j, i] = 2 - points
    total = table.sum(axis=1)
    order = np.argsort(-total, kind="stable")
    place = np.empty(n, dtype=int)
    place[order] = np.arange(1, n + 1)
    teams = np.arange(n)
    rounds = []
    for _ in range(n - 1):
        rounds.append(np.stack([teams[: n // 2], teams[n // 2 :][::-1]], axis=1))
        teams = np.insert(np.roll(teams[1:], 1), 0, teams[0])
    rounds = np.array(rounds)
    met = np.zeros((n, n), dtype=bool)
    for r in rounds:
        for a, b in r:
            if met[a, b]:
                raise ValueError("twice")
            met[a, b] = met[b, a] = True
    best = np.argmax(table, axis=1)
    top = np.take_along_axis(table, best[:, None], axis=1)
    np.put_along_axis(table, best[:, None], -1, axis=1)
    np.fill_diagonal(table, 9)
    lower = np.tril(table, -1)[np.tril_indices(n, -1)]
    return total, place, rounds, met.sum(), top, table, lower, np.diag_indices(3)[0]


@program(rounding=32, why="contractions of up to 60 products")
def tensors(np):
    A, B = np.array(normal(6, 3, 4, 5)), np.array(normal(7, 5, 4, 2))
    by_einsum = np.einsum("ijk,kjl->il", A, B)
    by_tensordot = np.tensordot(A, B, axes=([1, 2], [1, 0]))
    by_hand = np.zeros((3, 2))
    for i, l in np.ndindex(3, 2):
        s = 0
        for (j, k), v in np.ndenumerate(A[i]):
            s += v * B[k, j, l]
        by_hand[i, l] = s
    inertia = np.einsum("...i,...j->...ij", A[:, 0, :3], A[:, 0, :3]).sum(axis=0)
    bell = np.array([1.0, 0, 0, 1]) / np.sqrt(2)
    H = np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    state = np.kron(H, np.eye(2)) @ bell
    density = np.outer(state, state.conj()).reshape(2, 2, 2, 2)
    reduced = np.trace(density, axis1=1, axis2=3)
    blocks = np.block([[np.eye(2), np.zeros((2, 1))], [np.ones((1, 3))]])
    batch = np.matmul(A.transpose(0, 2, 1), A)
    traces = np.trace(batch, axis1=1, axis2=2)
    walk = np.linalg.multi_dot([A[0], A[1].T, A[2]])
    powers = np.linalg.matrix_power(blocks, 3)
    return [
        by_einsum,
        by_tensordot,
        by_hand,
        inertia,
        state,
        reduced,
        blocks,
        traces,
        walk,
        powers,
    ]


@program(rounding=32, why="differences of sines and running sums of them")
def calculus(np):
    x = np.linspace(0, 2 * np.pi, 41)
    y = np.sin(x)
    dy = np.gradient(y, x)
    d2 = np.gradient(dy, x, edge_order=2)
    F = np.concatenate([[0], np.cumsum((y[1:] + y[:-1]) / 2 * np.diff(x))])
    extrema = x[1:-1][np.diff(np.sign(np.diff(y))) != 0]
    roots = []
    for k in np.flatnonzero(np.signbit(y[:-1]) != np.signbit(y[1:])):
        x0, x1, y0, y1 = x[k], x[k + 1], y[k], y[k + 1]
        roots.append(x0 - y0 * (x1 - x0) / (y1 - y0))
    phase = np.unwrap(np.angle(np.exp(1j * x * 3)))
    X, Y = np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 4), indexing="ij")
    gx, gy = np.gradient(X * Y**2, 0.5, 2 / 3)
    curl = np.gradient(-Y, 2 / 3, axis=1) - np.gradient(X, 0.5, axis=0)
    arc = np.hypot(np.diff(x), np.diff(y)).sum()
    area = np.trapezoid(np.abs(y), x)
    taylor = sum(
        (-1) ** k * 0.5 ** (2 * k + 1) / np.prod(np.arange(1.0, 2 * k + 2))
        for k in range(6)
    )
    return [dy, d2, F, extrema, np.array(roots), phase, gx, gy, curl, arc, area, taylor]


@program()
def functions_as_arguments(np):
    """apply_along_axis, vectorize, fromfunction, fromiter, ufuncs as values."""
    M = np.array(integers(8, 0, 9, 4, 6))
    spread = np.apply_along_axis(lambda r: r.max() - r.min(), 1, M)
    normed = np.apply_along_axis(lambda c: np.sort(c)[::-1], 0, M)
    table = np.fromfunction(lambda i, j: (i + 1) * (j + 1), (5, 5), dtype=int)
    collatz = np.vectorize(lambda n: n // 2 if n % 2 == 0 else 3 * n + 1)
    once = collatz(M + 1)

    def triangle():
        k = step = 0
        while k < 40:
            step += 1
            k += step
            yield k

    series = np.fromiter(triangle(), dtype=np.int64)
    ops = {"+": np.add, "-": np.subtract, "*": np.multiply, "max": np.maximum}
    stack = []
    for token in "3 4 + 2 * 7 - 5 max".split():
        if token in ops:
            b, a = stack.pop(), stack.pop()
            stack.append(ops[token](a, b))
        else:
            stack.append(np.float64(token))
    folds = [f.reduce(M, axis=1) for f in (np.add, np.maximum, np.bitwise_or)]
    scans = [f.accumulate(M[0]) for f in (np.add, np.minimum, np.multiply)]
    outer = np.subtract.outer(M[0], M[:3, 0])
    parts = np.add.reduceat(M[1], [0, 2, 5])
    best = max((np.mean, np.median, np.max, np.std), key=lambda f: f(M))
    return [
        spread,
        normed,
        table,
        once,
        series,
        stack,
        folds,
        scans,
        outer,
        parts,
        best(M),
    ]


@program()
def sets_of_numbers(np):
    a = np.array(integers(9, 0, 30, 20))
    b = np.array(integers(10, 10, 40, 15))
    common, ia, ib = np.intersect1d(a, b, return_indices=True)
    either, one, rest = np.union1d(a, b), np.setxor1d(a, b), np.setdiff1d(a, b)
    python = set(a.tolist()) & set(b.tolist())
    same = python == set(common.tolist())
    values, first, inverse, counts = np.unique(a, True, True, True)
    twice = values[counts > 1]
    keep = np.sort(first)
    in_order = a[keep]
    where = np.searchsorted(values, a)
    lucky = None
    for v in common:
        if v % 7 == 0:
            lucky = v
            break
    else:
        lucky = -1
    ranges = np.split(values, np.where(np.diff(values) != 1)[0] + 1)
    text = ",".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in ranges)
    third = np.partition(a, 3)[3]
    four = np.sort(a[np.argpartition(a, 4)[:4]])
    jaccard = common.size / either.size
    return [common, a[ia] == b[ib], one, rest, same, twice, in_order, (where == inverse).all(),
            lucky, text, third, four, jaccard, np.array_equal(values[inverse], a)]  # fmt: skip


@program()
def board_games(np):
    """Patterns found with r_, c_, s_, views of diagonals, strided windows, rot90."""
    board = np.array(integers(11, 0, 3, 6, 7))
    windows = np.lib.stride_tricks.sliding_window_view(board, (1, 4))
    rows = (windows == windows[..., :1]).all(axis=(2, 3)) & (windows[..., 0, 0] > 0)
    strided = np.lib.stride_tricks.as_strided(
        board, shape=(3, 7, 4), strides=(*board.strides, board.strides[0])
    )
    same = (strided.sum(axis=2) == sum(board[k : k + 3] for k in range(4))).all()
    wins = []
    for name, view in (("rows", board), ("columns", board.T)):
        for k, line in enumerate(view):
            for start in range(len(line) - 2):
                part = line[start : start + 3]
                if part[0] and (part == part[0]).all():
                    wins.append((name, k, start))
    diagonals = [board.diagonal(k) for k in range(-2, 4)]
    anti = [np.fliplr(board).diagonal(k).sum() for k in (-1, 0, 1)]
    square = board[np.s_[1:5, ::2]]
    turned = [np.rot90(square, k) for k in range(4)]
    canonical = min(tuple(t.ravel().tolist()) for t in turned)
    joined = np.r_[board[0], 99, board[-1, ::-1]]
    columns = np.c_[board[:, 0], board[:, -1], np.arange(6)]
    moves = np.argwhere(board == 0)
    near = moves[np.abs(moves - [3, 3]).sum(axis=1).argmin()] if len(moves) else None
    ties = np.ix_([0, 2], [1, 3, 5])
    return [
        rows,
        same,
        wins,
        diagonals,
        anti,
        canonical,
        joined,
        columns,
        near,
        board[ties],
    ]


@program(differs_on_gpu="errors in data are raised at the next look at a value")
def careful_code(np):
    """Checks of types and shapes, and errors that are expected and handled."""
    problems = []
    expected = (np.linalg.LinAlgError, ValueError, TypeError, IndexError)

    def attempt(name, f):
        try:
            return f()
        except expected as e:
            kind = next(c for c in expected if isinstance(e, c))
            problems.append((name, kind.__name__))
            return None

    a = np.arange(6)
    attempt("shapes", lambda: a + np.arange(5))
    attempt("reshape", lambda: a.reshape(4, 2))
    attempt("index", lambda: a[9])
    attempt("singular", lambda: np.linalg.inv(np.zeros((2, 2))).tolist())
    attempt("truth", lambda: bool(a > 2))
    attempt("length", lambda: len(a.sum()))
    attempt("iteration", lambda: list(a.max()))
    attempt("item", lambda: a.sum()[0])
    attempt("assignment", lambda: a.__setitem__(slice(0, 2), [1, 2, 3]))
    attempt("empty", lambda: np.array([]).max())
    attempt("concatenate", lambda: np.concatenate([a, a.reshape(2, 3)]))
    attempt("cast", lambda: a.__iadd__(0.5))
    attempt("float index", lambda: a[1.0])
    attempt("text", lambda: a + "x")
    attempt("negative power", lambda: a**-1)
    attempt("convert", lambda: int(np.array([1, 2])))
    i = total = 0
    while True:
        try:
            total += a[i]
        except IndexError:
            break
        i += 1
    it = iter(a)
    last = None
    while (v := next(it, None)) is not None:
        last = v
    as_list = lambda v: list(v) if np.ndim(v) else [v]
    flat = [w for v in (a[:2], a[3], 7) for w in as_list(v)]
    kinds = (
        [isinstance(v, np.ndarray) for v in (a, [1])],
        np.isscalar(a[0]),
        np.isscalar(a),
    )
    types = (
        np.issubdtype(a.dtype, np.integer),
        a.dtype == int,
        a.dtype.kind,
        np.result_type(a, 1.5).name,
    )
    limits = np.finfo(float).eps, np.iinfo(np.int16).max, np.finfo(np.float32).tiny > 0
    shapes = (
        [np.shape(v) for v in (3, [1, 2], a, a.sum())],
        [np.ndim(v) for v in (3, a, a.sum())],
    )
    sized = hasattr(a, "__len__"), a.size, np.size(3), a.nbytes, a.itemsize
    np.testing.assert_allclose(a / 3 * 3, a)
    return problems, total, i, last, flat, kinds, types, limits, shapes, sized


@program(rounding=32, why="means and quantiles of 40 numbers")
def parameters_from_data(np):
    """Sizes, positions, limits and orders that the data itself give."""
    x = np.array(normal(17, 40)).round(3)
    n = np.array(integers(18, 2, 5, 6))
    k, m = x.argmax(), n.max()
    without = np.delete(x, k)
    more = np.insert(without, k, x.mean())
    padded = np.pad(x[:5], n.min()), np.pad(x[:5], (n.min(), m), mode="edge")
    grid = np.linspace(x.min(), x.max(), n.sum())
    steps = np.arange(x.min(), x.max(), x.std())
    log = np.logspace(x.min(), x.max(), m), np.geomspace(n.min(), m, n[0])
    q = (x > 0).mean()
    cut = np.quantile(x, q), np.percentile(x, [100 * q, 50]), np.median(x)
    smallest = np.partition(x, m)[:m].max(), np.sort(x)[m]
    rolled = np.roll(x, k)[:3], np.roll(n, -n.min()), np.rot90(x.reshape(8, 5), m)[0]
    parts = (
        [p.size for p in np.array_split(x, m)],
        [p.size for p in np.split(x, [k, k + 1])],
    )
    table = (
        np.zeros((m, n[0])),
        np.full((n[1],), x[k]),
        np.eye(m, k=n.min() - 1),
        np.ones(n[:2]),
    )
    resized = (
        np.resize(n, m),
        np.repeat(n, n)[:9],
        np.tile(n[:2], m),
        np.resize(n, (m, 2)),
    )
    clipped = np.clip(x, cut[0], x[k] / 2)
    hist, edges = np.histogram(x, m, (x.min(), x.max()))
    where = (
        np.digitize(x[:5], edges),
        np.searchsorted(edges, x[0]),
        np.interp(q, [0, 1], [x[0], x[1]]),
    )
    shape = (
        np.unravel_index(k, (8, 5)),
        np.ravel_multi_index((n.min(), n.min()), (8, 5)),
    )
    bits = 1 << n, m << n.min(), np.left_shift(1, m), np.binary_repr(m, width=8)
    window = np.lib.stride_tricks.sliding_window_view(x, m)[k - m : k].mean(
        axis=n.min() // 2
    )
    freq = (
        np.fft.fftfreq(m, d=x.std()),
        np.fft.rfft(x, n=m),
        np.fft.fftshift(n, axes=n[0] * 0),
    )
    vander = (
        np.vander(n, m),
        np.tri(m, k=n.min() - 2),
        np.diag(n, n.min()).shape,
        np.diff(x, m)[:3],
    )
    rng = np.random.default_rng(m)
    drawn = (
        rng.random(m),
        rng.integers(0, 8, size=m),
        rng.uniform(x.min(), x.max(), m).shape,
    )
    made = (
        rng.normal(x.mean(), x.std(), m).shape,
        rng.choice(m, n.min()).shape,
        rng.permutation(m).shape,
    )
    swapped = x.reshape(2, 4, 5).swapaxes(n.min() - 2, m - 3).shape, np.moveaxis(
        x.reshape(2, 4, 5), n.min() - 2, -1).shape, np.expand_dims(x, n.min() - 2).shape  # fmt: skip
    rounded = (
        np.round(x[0], n.min()),
        x.round(m)[:2],
        np.around(x[:2], decimals=n.min() - 1),
    )
    return [k, without, more, padded, grid, steps, log, cut, smallest, rolled, parts, table, resized,
            clipped, hist, edges, where, shape, bits, window, freq, vander, drawn, made, swapped,
            rounded]  # fmt: skip


@program(rounding=32, why="sums of 100000 numbers by columns")
def large_tables(np):
    """Columns of 10^5 rows: filters, group sums, joins, top lists, in a few dtypes."""
    n = 100_000
    customer = np.array(integers(12, 0, 1000, n))
    amount = np.array(integers(13, 1, 500, n).astype(np.int32))
    price = np.array(normal(14, n).astype(np.float32)) ** 2
    day = np.array(integers(15, 0, 365, n).astype(np.int16))
    spent = amount * price
    big = (spent > 100) & (day >= 180)
    per_customer = np.bincount(customer, weights=spent, minlength=1000)
    top = np.argsort(-per_customer)[:3]
    monthly = np.zeros(13)
    for m in range(13):
        inside = (day >= 28 * m) & (day < 28 * (m + 1))
        monthly[m] = spent[inside].sum(dtype=np.float64)
    vip = np.isin(customer, top)
    order = np.array(permutation(16, n))
    sample = spent[order][:5000]
    q = np.quantile(sample, [0.1, 0.5, 0.9])
    last_seen = np.full(1000, -1, dtype=np.int16)
    np.maximum.at(last_seen, customer, day)
    code = customer * 1000 + day
    distinct = np.unique(code).size
    units = 0
    for chunk in np.array_split(amount, 7):
        units += chunk.sum()
    spent.sort()
    return [big.sum(), top, monthly, vip.sum(), q, last_seen[:20], distinct, units, units.dtype.name,
            spent[-3:], spent.dtype.name, per_customer[top] / per_customer.sum()]  # fmt: skip

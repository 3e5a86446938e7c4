# SPDX-License-Identifier: Apache-2.0
"""Programs whose results depend on what is a view and what is a copy."""

import copy

from .program import integers, normal, program, uniform


@program()
def swapped_rows(np):
    """The swap that goes wrong with rows, and the ones that go right."""
    M = np.arange(12).reshape(4, 3)
    wrong = M.copy()
    wrong[0], wrong[2] = wrong[2], wrong[0]
    right = M.copy()
    right[[0, 2]] = right[[2, 0]]
    by_copy = M.copy()
    tmp = by_copy[0].copy()
    by_copy[0] = by_copy[2]
    by_copy[2] = tmp
    a, b = M[1].copy(), M[3].copy()
    a, b = b, a
    items = M.copy()
    items[0, 0], items[3, 2] = items[3, 2], items[0, 0]
    columns = M.copy()
    columns[:, 0], columns[:, 1] = columns[:, 1], columns[:, 0].copy()
    flips = M.copy()
    flips[:] = flips[::-1]
    return wrong, right, by_copy, a, b, items, columns, flips


@program()
def rows_in_loops(np):
    """`for row in M: row /= ...` changes M; `for v in row: v /= 2` does not."""
    M = np.array(integers(1, 1, 9, 4, 4)).astype(float)
    original = M.copy()
    for row in M:
        row /= row.sum()
    sums = M.sum(axis=1)
    for row in M:
        for v in row:
            v *= 2
    unchanged = (M.sum(axis=1) == sums).all()
    for i, row in enumerate(M):
        row[i] = 0
        row[row > 0.4] = 1
    first = M[0]
    last = M[-1, :]
    last += first
    first[...] = -1
    column = M[:, 1]
    column[::2] += 10
    diagonal = M.reshape(-1)[::5]
    diagonal -= 100
    for view in (M[1:3, 1:3], M.T[3:], M.flat[:2]):
        view *= 2
    block = M[2:, 2:].copy()
    block[:] = 0
    return (
        M,
        original,
        sums,
        bool(unchanged),
        np.shares_memory(first, M),
        block.base is None,
    )


@program()
def histories(np):
    """Arrays that are appended without a copy all show the end; scalars do not."""
    x = np.zeros(3)
    same, copies, sums, firsts = [], [], [], []
    s = x.sum()
    for k in range(4):
        x += k
        s += x.sum()
        same.append(x)
        copies.append(x.copy())
        sums.append(s)
        firsts.append(x[0])
    y = x
    y += 1
    z = x
    z = z + 1
    best = x
    x[1] = 50
    kept = x.max()
    also = kept
    kept += 1
    grid = [[np.zeros(2)] * 2] * 2
    grid[0][0] += 1
    nested = np.array(grid)
    shallow, deep = list(copies), copy.deepcopy(copies)
    shallow[0] += 7
    return np.array(same), copies, sums, firsts, y, z, best, kept, also, nested, deep


@program()
def functions_that_change_arguments(np):
    log = []

    def scale(a, factor=2):
        a *= factor

    def rebind(a):
        a = a * 2
        return a.sum()

    def bump(n):
        n += 1
        return n

    def collect(v, into=log):
        into.append(v)
        return len(into)

    def clear(a, where):
        a[where] = 0
        return a

    x = np.arange(5.0)
    scale(x)
    scale(x[1:3], 10)
    scale(x[[0, 4]], 100)
    total = rebind(x)
    n = x.max()
    bumped = [bump(n), bump(n), n]
    sizes = [collect(n), collect(x[2]), collect(x.mean())]
    y = clear(x, x > 30)
    counters = {"n": x.argmax(), "x": x}
    counters["n"] += 5
    counters["x"] += 5
    state = np.zeros(2)

    def tick():
        state[0] += 1
        state[1] = state.sum()
        return state[1]

    ticks = [tick() for _ in range(4)]
    return x, total, bumped, sizes, log, y is x, counters, ticks, state


@program()
def overlapping(np):
    """Sources and targets that share memory behave as if copied first."""
    a = np.arange(10)
    a[1:] += a[:-1]
    b = np.arange(10)
    b[2:] = b[:-2]
    c = np.arange(10)
    c[:-2] = c[2:] * c[:-2]
    d = np.arange(9.0).reshape(3, 3)
    d += d.T
    e = np.arange(9).reshape(3, 3)
    e[1:, 1:] -= e[:-1, :-1]
    f = np.arange(6)
    np.add(f[::-1], f, out=f)
    g = np.arange(8)
    g[::2], g[1::2] = g[1::2].copy(), g[::2].copy()
    h = np.arange(6)
    h = h[::-1]
    h[:3] = h[3:]
    i = np.array([0, 1, 2, 3])
    i[i] = i[::-1].copy()
    counts = np.zeros(4, dtype=int)
    counts[[0, 0, 3, 0]] += 1
    j = np.arange(5)
    np.multiply(j, 2, out=j[:])
    j[j > 2] -= j[0:1]
    k = np.ones((3, 3))
    for row in range(1, 3):
        k[row] += k[row - 1]
        k[:, row] *= k[:, row - 1] + 1
    return a, b, c, d, e, f, g, h, i, counts, j, k


@program(rounding=64, why="15 averages one after the other")
def ring_buffer(np):
    """A window that is rolled in place, and views of it that see what comes."""
    data = np.array(normal(2, 40))
    buffer = np.zeros(8)
    window = buffer[-4:]
    newest = buffer[-1:]
    position = 0
    means, spreads, latest = [], [], []
    for v in data:
        buffer[:-1] = buffer[1:]
        buffer[-1] = v
        position = (position + 1) % 8
        if position == 0:
            means.append(buffer.mean())
            spreads.append(np.ptp(buffer))
        latest.append(window.sum() - newest[0])
    old = buffer.copy()
    buffer = np.roll(buffer, 3)
    window[:] = 0
    return old, buffer, window, means, spreads, np.array(latest)


@program()
def batches_and_parts(np):
    """Splits are views: changes of parts are changes of the whole."""
    x = np.arange(24)
    for k, part in enumerate(np.array_split(x, 5)):
        part += 100 * k
    M = x.reshape(4, 6)
    upper, lower = np.vsplit(M, 2)
    upper[:], lower[:] = lower.copy(), upper.copy()
    left, middle, right = np.split(M, [2, 3], axis=1)
    middle *= 0
    right[...] = left[:, :1]
    stacked = np.stack([left, left])
    stacked += 1
    even, odd = x[::2], x[1::2]
    odd += even
    wide = np.expand_dims(x, 0)
    wide[0, 0] = -5
    squeezed = wide.squeeze()
    squeezed[-1] = -7
    moved = np.moveaxis(M.reshape(2, 2, 6), 0, -1)
    moved[0, 0] = 1, 2
    t = M.T
    t[0] //= 2
    r = M.ravel()
    r[3] = 999
    f = M.flatten()
    f[:] = 0
    s = np.sort(x)
    s[0] = 0
    return x, M, left, stacked, s, moved.shape, t.flags.f_contiguous, x is M.base


@program()
def undo(np):
    """A game of sliding tiles whose states are copies on a stack, with undo."""
    rng = np.array(uniform(3, 60))
    board = np.arange(1, 10).reshape(3, 3) % 9
    stack = []
    hole = np.argwhere(board == 0)[0]
    undone = 0
    for u in rng:
        if u < 0.2 and stack:
            board, hole = stack.pop()
            undone += 1
            continue
        stack.append((board.copy(), hole.copy()))
        step = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])[int(u * 4)]
        new = hole + step
        if (new < 0).any() or (new > 2).any():
            stack.pop()
            continue
        board[tuple(hole)], board[tuple(new)] = board[tuple(new)], board[tuple(hole)]
        hole = new
    flat = board.ravel()
    flat = flat[flat > 0]
    inversions = 0
    for i in range(len(flat)):
        inversions += (flat[i + 1 :] < flat[i]).sum()
    return board, hole, undone, len(stack), inversions, inversions % 2 == 0

# SPDX-License-Identifier: Apache-2.0
"""Dynamic programming: tables of integers that loops fill."""

from .program import integers, normal, permutation, program, uniform


def letters(np, text):
    return np.array([ord(c) for c in text])


@program()
def knapsack(np):
    weight = np.array([12, 7, 11, 8, 9, 6, 5, 14])
    value = np.array([24, 13, 23, 15, 16, 11, 9, 28])
    capacity = 26
    n = len(weight)
    T = np.zeros((n + 1, capacity + 1), dtype=int)
    for i in range(1, n + 1):
        w = weight[i - 1]
        T[i] = T[i - 1]
        T[i, w:] = np.maximum(T[i - 1, w:], T[i - 1, : capacity + 1 - w] + value[i - 1])
    packed = []
    c = capacity
    for i in range(n, 0, -1):
        if T[i, c] != T[i - 1, c]:
            packed.append(i - 1)
            c -= weight[i - 1]
    total = weight[packed].sum()
    print(f"items {sorted(packed)}: value {T[-1, -1]}, weight {total}, spare {c}")
    return T, packed, total, value[packed].sum() == T[n, capacity], c


@program()
def edit_distance(np):
    a, b = letters(np, "saturdays"), letters(np, "sunday")
    D = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    D[:, 0] = np.arange(len(a) + 1)
    D[0, :] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + cost)
    i, j = len(a), len(b)
    script = []
    while i > 0 or j > 0:
        if i and j and D[i, j] == D[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            script.append("=" if a[i - 1] == b[j - 1] else "s")
            i, j = i - 1, j - 1
        elif i and D[i, j] == D[i - 1, j] + 1:
            script.append("d")
            i -= 1
        else:
            script.append("i")
            j -= 1
    return D, D[-1, -1], "".join(reversed(script)), int(D[-1, -1]) / max(len(a), len(b))


@program()
def longest_common_subsequence(np):
    x, y = letters(np, "AGGTABTACG"), letters(np, "GXTXAYBCAG")
    same = x[:, None] == y[None, :]
    L = np.zeros((len(x) + 1, len(y) + 1), dtype=np.int16)
    for i in range(len(x)):
        for j in range(len(y)):
            if same[i, j]:
                L[i + 1, j + 1] = L[i, j] + 1
            else:
                L[i + 1, j + 1] = max(L[i, j + 1], L[i + 1, j])
    out = []
    i, j = len(x), len(y)
    while L[i, j] > 0:
        if L[i, j] == L[i - 1, j]:
            i -= 1
        elif L[i, j] == L[i, j - 1]:
            j -= 1
        else:
            out.append(x[i - 1])
            i -= 1
            j -= 1
    text = "".join(chr(c) for c in out[::-1])
    return L, text, len(text) == L.max(), out


@program()
def alignment(np):
    """Needleman and Wunsch's, with a matrix of scores and arrows."""
    code = {"A": 0, "C": 1, "G": 2, "T": 3}
    a = np.array([code[c] for c in "GATTACA"])
    b = np.array([code[c] for c in "GCATGCTA"])
    S = np.where(np.eye(4, dtype=bool), 2, -1)
    gap = -2
    F = np.zeros((a.size + 1, b.size + 1), dtype=int)
    F[:, 0] = gap * np.arange(a.size + 1)
    F[0] = gap * np.arange(b.size + 1)
    arrows = np.zeros(F.shape, dtype=np.uint8)
    arrows[1:, 0], arrows[0, 1:] = 1, 2
    for i in range(1, a.size + 1):
        for j in range(1, b.size + 1):
            options = [F[i - 1, j - 1] + S[a[i - 1], b[j - 1]], F[i - 1, j] + gap]
            options.append(F[i, j - 1] + gap)
            arrows[i, j] = np.argmax(options)
            F[i, j] = options[arrows[i, j]]
    top, bottom = "", ""
    i, j = a.size, b.size
    while i or j:
        arrow = arrows[i, j]
        top = ("-" if arrow == 2 else "ACGT"[a[i - 1]]) + top
        bottom = ("-" if arrow == 1 else "ACGT"[b[j - 1]]) + bottom
        i -= int(arrow != 2)
        j -= int(arrow != 1)
    print(top, bottom, sep="\n")
    return F, arrows, F[-1, -1], sum(p == q for p, q in zip(top, bottom, strict=True))


@program()
def matrix_chain(np):
    p = np.array([30, 35, 15, 5, 10, 20, 25])
    n = p.size - 1
    cost = np.zeros((n, n), dtype=np.int64)
    split = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = np.iinfo(np.int64).max
            for k in range(i, j):
                q = cost[i, k] + cost[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                if q < best:
                    best = q
                    split[i, j] = k
            cost[i, j] = best

    def show(i, j):
        if i == j:
            return chr(65 + i)
        k = split[i, j]
        return f"({show(i, k)}{show(k + 1, j)})"

    return cost, split, show(0, n - 1), f"{cost[0, -1]:,} products"


@program()
def coins(np):
    amounts = np.array([25, 10, 4, 1])
    target = 68
    ways = np.zeros(target + 1, dtype=np.int64)
    ways[0] = 1
    fewest = np.full(target + 1, target + 1)
    fewest[0] = 0
    last = np.zeros(target + 1, dtype=int)
    for c in amounts:
        for s in range(c, target + 1):
            ways[s] += ways[s - c]
            if fewest[s - c] + 1 < fewest[s]:
                fewest[s] = fewest[s - c] + 1
                last[s] = c
    purse = {}
    s = target
    while s > 0:
        coin = last[s]
        purse[int(coin)] = purse.get(int(coin), 0) + 1
        s -= coin
    return ways, fewest, purse, s, ways[-1], sum(purse.values()) == fewest[target]


@program()
def increasing_subsequence(np):
    x = np.array(permutation(1, 30))
    length = np.ones(len(x), dtype=int)
    before = np.full(len(x), -1)
    for i in range(1, len(x)):
        smaller = np.where(x[:i] < x[i])[0]
        if smaller.size:
            j = smaller[length[smaller].argmax()]
            length[i] = length[j] + 1
            before[i] = j
    i = length.argmax()
    best = []
    while i >= 0:
        best.append(x[i])
        i = before[i]
    best.reverse()
    tails = []
    for v in x:
        k = np.searchsorted(np.array(tails), v) if tails else 0
        if k == len(tails):
            tails.append(v)
        else:
            tails[k] = v
    return (
        length,
        best,
        len(best) == len(tails) == length.max(),
        tails,
        best == sorted(best),
    )


@program()
def best_subarray(np):
    """Kadane's algorithm in a line and in a matrix."""

    def kadane(a):
        best = here = a[0]
        start = s = e = 0
        for i, v in enumerate(a[1:], 1):
            if here < 0:
                here = v
                s = i
            else:
                here += v
            if here > best:
                best = here
                start, e = s, i
        return best, start, e

    line = np.array([-2, 1, -3, 4, -1, 2, 1, -5, 4])
    M = np.array(integers(2, -9, 9, 6, 7))
    record, where = M[0, 0], None
    for top in range(len(M)):
        sums = np.zeros(M.shape[1], dtype=int)
        for bottom in range(top, len(M)):
            sums += M[bottom]
            total, left, right = kadane(sums)
            if total > record:
                record = total
                where = top, bottom, left, right
    t, b, left, right = where
    check = M[t : b + 1, left : right + 1].sum()
    return kadane(line), line, record, where, check == record, M


@program()
def subset_sums(np):
    """Bits that are shifted, and the smallest difference of two halves."""
    numbers = np.array(integers(3, 5, 40, 12))
    total = numbers.sum()
    reachable = np.zeros(total + 1, dtype=bool)
    reachable[0] = True
    for v in numbers:
        reachable[v:] |= reachable[: total + 1 - v].copy()
    half = total // 2
    while not reachable[half]:
        half -= 1
    difference = total - 2 * half
    picked = []
    rest = half
    masks = (np.arange(2**12)[:, None] >> np.arange(12)) & 1
    row = np.where(masks @ numbers == half)[0][0]
    for v, m in zip(numbers, masks[row], strict=True):
        if m:
            picked.append(v)
            rest -= v
    return (
        half,
        difference,
        picked,
        rest,
        reachable.sum(),
        sum(picked) == half,
        np.nonzero(~reachable)[0][:8],
    )


@program()
def bin_packing(np):
    """First fit and best fit of sorted sizes; bins are lists and an array."""
    sizes = np.array(integers(4, 10, 70, 24))
    capacity = 100

    def first_fit(items):
        bins = []
        for size in items:
            for b in bins:
                if sum(b) + size <= capacity:
                    b.append(size)
                    break
            else:
                bins.append([size])
        return bins

    def best_fit(items):
        room = np.zeros(0, dtype=int)
        for size in items:
            left = np.where(room >= size, room - size, capacity + 1)
            if left.size and left.min() <= capacity:
                room[left.argmin()] -= size
            else:
                room = np.append(room, capacity - size)
        return room

    plain = first_fit(sizes)
    descending = first_fit(np.sort(sizes)[::-1])
    room = best_fit(np.sort(sizes)[::-1])
    bound = int(np.ceil(sizes.sum() / capacity))
    waste = [capacity - sum(b) for b in descending]
    return plain, descending, room, bound, waste, len(plain) >= len(room) >= bound


@program(rounding=64, why="expected costs are sums of 8 given weights")
def optimal_search_tree(np):
    p = np.array(uniform(5, 8))
    p /= p.sum()
    n = len(p)
    e = np.zeros((n + 1, n + 1))
    root = np.zeros((n, n), dtype=int)
    prefix = np.concatenate([[0.0], np.cumsum(p)])
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            weight = prefix[j] - prefix[i]
            costs = np.array([e[i, r] + e[r + 1, j] for r in range(i, j)])
            r = costs.argmin()
            e[i, j] = costs[r] + weight
            root[i, j - 1] = i + r
    depths = {}

    def walk(i, j, depth):
        if i >= j:
            return
        r = int(root[i, j - 1])
        depths[r] = depth
        walk(i, r, depth + 1)
        walk(r + 1, j, depth + 1)

    walk(0, n, 1)
    total = sum(p[k] * d for k, d in depths.items())
    return e, root, depths, total, bool(abs(total - e[0, n]) < 1e-12)


@program(rounding=64, why="sums of squares of distances along two paths")
def time_warping(np):
    a = np.sin(np.linspace(0, 6, 30))
    b = np.sin(np.linspace(0.5, 6.5, 25) ** 1.05) + 0.01 * np.array(normal(6, 25))
    D = np.full((31, 26), np.inf)
    D[0, 0] = 0
    for i in range(1, 31):
        for j in range(1, 26):
            cost = (a[i - 1] - b[j - 1]) ** 2
            D[i, j] = cost + min(D[i - 1, j], D[i, j - 1], D[i - 1, j - 1])
    i, j = 30, 25
    path = [(i - 1, j - 1)]
    while (i, j) != (1, 1):
        options = {(i - 1, j - 1): D[i - 1, j - 1], (i - 1, j): D[i - 1, j]}
        options[i, j - 1] = D[i, j - 1]
        i, j = min(options, key=options.get)
        path.append((i - 1, j - 1))
    return D[1:, 1:], path, D[-1, -1], len(path)

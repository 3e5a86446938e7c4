# SPDX-License-Identifier: Apache-2.0
"""Number theory and puzzles."""

import math
from collections import Counter
from functools import cache, reduce

from .program import integers, permutation, program


@program()
def sieve(np):
    n = 100_000
    is_prime = np.ones(n + 1, dtype=bool)
    is_prime[:2] = False
    for i in range(2, int(n**0.5) + 1):
        if is_prime[i]:
            is_prime[i * i :: i] = False
    primes = np.nonzero(is_prime)[0]
    gaps = np.diff(primes)
    widest = gaps.argmax()
    twins = np.sum(gaps == 2)
    total = 0
    for p in primes:
        if total + p > 1000:
            break
        total += p
    print(f"{primes.size} primes up to {n}, the last is {primes[-1]}")
    return (
        primes[-5:],
        gaps.max(),
        primes[widest],
        twins,
        total,
        p,
        Counter(gaps[:30].tolist()),
    )


@program()
def josephus(np):
    n, k = 41, 3
    people = np.arange(n)
    order = []
    index = 0
    while people.size > 1:
        index = (index + k - 1) % people.size
        order.append(people[index])
        people = np.delete(people, index)
    survivor = people[0]
    formula = 0
    for i in range(2, n + 1):
        formula = (formula + k) % i
    return order, survivor, survivor == formula, survivor + 1


@program()
def magic_squares(np):
    def odd(n):
        M = np.zeros((n, n), dtype=int)
        i, j = 0, n // 2
        for k in range(1, n * n + 1):
            M[i, j] = k
            a, b = (i - 1) % n, (j + 1) % n
            if M[a, b]:
                i = (i + 1) % n
            else:
                i, j = a, b
        return M

    def doubly_even(n):
        M = np.arange(1, n * n + 1).reshape(n, n)
        i, j = np.indices((n, n))
        flip = (i % 4 == j % 4) | ((i % 4 + j % 4) == 3)
        M[flip] = n * n + 1 - M[flip]
        return M

    checks = []
    for M in (odd(5), doubly_even(8)):
        total = M.trace()
        sums = set(M.sum(axis=0).tolist()) | set(M.sum(axis=1).tolist())
        checks.append((total, sums == {int(total)}, np.fliplr(M).trace() == total))
    width = len(str(checks[0][0]))
    for row in odd(5):
        print(" ".join(f"{v:{width}d}" for v in row))
    return odd(5), doubly_even(8), checks


@program()
def collatz(np):
    @cache
    def length(n):
        return 1 if n == 1 else 1 + length(n // 2 if n % 2 == 0 else 3 * n + 1)

    starts = np.arange(1, 200)
    lengths = np.array([length(int(n)) for n in starts])
    champion = starts[lengths.argmax()]
    n = champion
    orbit = [n]
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        orbit.append(n)
    values = starts.copy()
    steps = np.zeros_like(values)
    while (values > 1).any():
        active = values > 1
        values = np.where(
            values % 2 == 0, values // 2, np.where(active, 3 * values + 1, 1)
        )
        steps += active
    return (
        lengths,
        champion,
        max(orbit),
        len(orbit),
        (steps + 1 == lengths).all(),
        orbit[:4],
    )


@program()
def queens(np):
    n = 7
    columns = np.full(n, -1)
    solutions = []
    tried = 0

    def safe(row, col):
        placed = columns[:row]
        rows = np.arange(row)
        return not ((placed == col) | (np.abs(placed - col) == row - rows)).any()

    def place(row):
        nonlocal tried
        if row == n:
            solutions.append(columns.copy())
            return
        for col in range(n):
            tried += 1
            if safe(row, col):
                columns[row] = col
                place(row + 1)
        columns[row] = -1

    place(0)
    board = np.zeros((n, n), dtype=int)
    board[np.arange(n), solutions[0]] = 1
    print("\n".join(" ".join("Q" if c else "." for c in row) for row in board))
    return len(solutions), tried, np.array(solutions)


@program()
def sudoku(np):
    text = (
        "530070000600195000098000060800060003400803001"
        "700020006060000280000419005000080079"
    )
    grid = np.array(list(map(int, text))).reshape(9, 9)
    guesses = [0]

    def candidates(i, j):
        a, b = 3 * (i // 3), 3 * (j // 3)
        used = np.concatenate([grid[i], grid[:, j], grid[a : a + 3, b : b + 3].ravel()])
        return np.setdiff1d(np.arange(1, 10), used)

    def solve():
        empty = np.argwhere(grid == 0)
        if len(empty) == 0:
            return True
        i, j = min(empty, key=lambda c: len(candidates(*c)))
        for v in candidates(i, j):
            grid[i, j] = v
            guesses[0] += 1
            if solve():
                return True
        grid[i, j] = 0
        return False

    solved = solve()
    lines = (grid.sum(axis=0) == 45).all() and (grid.sum(axis=1) == 45).all()
    return solved, grid, guesses, bool(lines)


@program()
def spirals_and_triangles(np):
    n = 6
    spiral = np.zeros((n, n), dtype=int)
    left = np.arange(n * n).reshape(n, n)
    out = []
    while left.size:
        out += left[0].tolist()
        left = np.rot90(left[1:])
    spiral.flat[out] = np.arange(n * n)
    pascal = np.zeros((n, n), dtype=int)
    pascal[:, 0] = 1
    for i in range(1, n):
        for j in range(1, i + 1):
            pascal[i, j] = pascal[i - 1, j - 1] + pascal[i - 1, j]
    row = np.array([1])
    rows = [row]
    for _ in range(5):
        row = np.convolve(row, [1, 1])
        rows.append(row)
    for r in rows:
        print(" ".join(map(str, r)).center(24).rstrip())
    checker = np.zeros((4, 4), int)
    checker[::2, 1::2] = checker[1::2, ::2] = 1
    return (
        spiral,
        pascal,
        [int(r.sum()) for r in rows],
        checker,
        math.comb(5, 2) == pascal[5, 2],
    )


@program()
def fibonacci(np):
    """By a power of a matrix modulo m, by a list, with the period of the digits."""

    def power(n, m):
        result = np.eye(2, dtype=np.int64)
        base = np.array([[1, 1], [1, 0]], dtype=np.int64)
        while n:
            if n & 1:
                result = result @ base % m
            base = base @ base % m
            n >>= 1
        return result[0, 1]

    f = [np.int64(0), np.int64(1)]
    while f[-1] < 10**9:
        f.append(f[-1] + f[-2])
    even = sum(v for v in f if v % 2 == 0)
    a, b = np.array([0, 1])
    period = 0
    while True:
        a, b = b, (a + b) % 10
        period += 1
        if a == 0 and b == 1:
            break
    golden = f[-1] / f[-2]
    return power(10**12, 10**9 + 7), f[-1], len(f), even, period, f"{golden:.10f}"


@program()
def number_theory(np):
    """Greatest divisors, perfect numbers, powers, factors, totients."""
    n = np.arange(1, 501)
    divides = n[:, None] % n[None, :] == 0
    sums = (divides * n[None, :]).sum(axis=1) - n
    perfect = n[sums == n]
    amicable = [
        (int(a), int(sums[a - 1]))
        for a in n
        if a < sums[a - 1] <= 500 and sums[sums[a - 1] - 1] == a
    ]
    phi = np.arange(501)
    for p in range(2, 501):
        if phi[p] == p:
            phi[p::p] -= phi[p::p] // p

    def factors(m):
        found = []
        d = 2
        while d * d <= m:
            while m % d == 0:
                found.append(d)
                m //= d
            d += 1
        if m > 1:
            found.append(m)
        return found

    gcds = np.gcd.outer(n[:6], n[:6])
    lcm = reduce(np.lcm, n[:20])
    digits = np.array([int(c) for c in str(2**100)])
    return perfect, amicable, phi[-5:], factors(n[:12].prod()), gcds, lcm, digits.sum()


@program()
def sorting_by_hand(np):
    """Bubble, insertion, quick, counting sort: swaps of items in place."""
    data = np.array(permutation(1, 20))
    a = data.copy()
    swaps = 0
    for i in range(len(a)):
        swapped = False
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swaps += 1
                swapped = True
        if not swapped:
            break
    b = data.copy()
    for i in range(1, len(b)):
        key = b[i]
        j = i - 1
        while j >= 0 and b[j] > key:
            b[j + 1] = b[j]
            j -= 1
        b[j + 1] = key

    def quick(x):
        if len(x) <= 1:
            return x
        pivot = x[len(x) // 2]
        return np.concatenate([quick(x[x < pivot]), x[x == pivot], quick(x[x > pivot])])

    values = np.array(integers(2, 3, 12, 25))
    counts = [0] * (values.max() + 1)
    for v in values:
        counts[v] += 1
    c = []
    for v, k in enumerate(counts):
        c += [v] * k
    heap = data.copy()

    def sift(lo, hi):
        root = lo
        while 2 * root + 1 < hi:
            child = 2 * root + 1
            if child + 1 < hi and heap[child] < heap[child + 1]:
                child += 1
            if heap[root] >= heap[child]:
                return
            heap[[root, child]] = heap[[child, root]]
            root = child

    for start in range(len(heap) // 2 - 1, -1, -1):
        sift(start, len(heap))
    for end in range(len(heap) - 1, 0, -1):
        heap[0], heap[end] = heap[end], heap[0]
        sift(0, end)
    return a, swaps, b, quick(data), c, np.array(c), heap


@program()
def hanoi_and_gray(np):
    pegs = [list(range(5, 0, -1)), [], []]
    state = np.zeros(5, dtype=int)
    log = []

    def move(n, source, target, spare):
        if n == 0:
            return
        move(n - 1, source, spare, target)
        disc = pegs[source].pop()
        pegs[target].append(disc)
        state[disc - 1] = target
        log.append(state.copy())
        move(n - 1, spare, target, source)

    move(5, 0, 2, 1)
    n = np.arange(16)
    gray = n ^ (n >> 1)
    bits = (gray[:, None] >> np.arange(4)[::-1]) & 1
    changes = np.abs(np.diff(bits, axis=0)).sum(axis=1)
    back = gray.copy()
    shift = 1
    while shift < 8:
        back ^= back >> shift
        shift <<= 1
    ones = [bin(g).count("1") for g in gray]
    codes = {format(k, "04b"): int(g) for k, g in zip(n, gray, strict=True)}
    return np.array(log), len(log), gray, changes.max(), back, ones, codes


@program()
def check_digits(np):
    """Luhn's and ISBN's sums, Caesar's cipher, base conversion; arrays of small ints."""
    cards = ["49927398716", "49927398717", "1234567812345670"]
    valid = {}
    for card in cards:
        d = np.array([int(c) for c in card], dtype=np.uint8)[::-1]
        twice = d[1::2] * 2
        twice[twice > 9] -= 9
        total = d[::2].sum() + twice.sum()
        valid[card] = total % 10 == 0
    isbn = np.array([int(c) for c in "030640615"])
    check = (11 - (isbn * np.arange(10, 1, -1)).sum() % 11) % 11
    text = np.array([ord(c) for c in "HELLOWORLD"])
    coded = (text - 65 + 13) % 26 + 65
    word = "".join(chr(c) for c in coded)
    n = np.array([255, 1000]).max()
    digits = []
    while n > 0:
        n, r = divmod(n, 7)
        digits.append(r)
    value = 0
    for r in reversed(digits):
        value *= 7
        value += r
    crc = np.uint8(0)
    for byte in text.astype(np.uint8):
        crc ^= byte
    return valid, check, word, digits, value, crc, hex(crc), "%x %o" % (value, value)


@program()
def labyrinth(np):
    """A maze that is dug by given choices, and the way out by relaxed distances."""
    choices = iter(np.array(integers(3, 0, 24, 400)).tolist())
    size = 11
    walls = np.ones((size, size), dtype=bool)
    walls[1, 1] = False
    stack = [(1, 1)]
    while stack:
        i, j = stack[-1]
        options = [
            (di, dj)
            for di, dj in ((-2, 0), (2, 0), (0, -2), (0, 2))
            if 0 < i + di < size and 0 < j + dj < size and walls[i + di, j + dj]
        ]
        if not options:
            stack.pop()
            continue
        di, dj = options[next(choices) % len(options)]
        walls[i + di // 2, j + dj // 2] = False
        walls[i + di, j + dj] = False
        stack.append((i + di, j + dj))
    far = size * size
    dist = np.where(walls, far + 1, far)
    dist[1, 1] = 0
    rounds = 0
    while True:
        p = np.pad(dist, 1, constant_values=far)
        best = np.minimum.reduce([p[:-2, 1:-1], p[2:, 1:-1], p[1:-1, :-2], p[1:-1, 2:]])
        new = np.where(walls, far + 1, np.minimum(dist, best + 1))
        if np.array_equal(new, dist):
            break
        dist = new
        rounds += 1
    for row in walls:
        print("".join("#" if w else " " for w in row))
    reach = dist[~walls]
    return walls, dist, rounds, reach.max() == rounds, (reach < far).all(), dist[-2, -2]

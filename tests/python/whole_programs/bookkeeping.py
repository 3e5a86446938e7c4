# SPDX-License-Identifier: Apache-2.0
"""Programs that keep what NumPy gives them in Python's containers."""

import bisect
import heapq
import itertools
import json
import math
import operator
from collections import Counter, OrderedDict, deque, namedtuple
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial, reduce

from .program import integers, normal, program, uniform


@program()
def events_in_a_heap(np):
    """Discrete events: times are scalars in tuples of a heap."""
    gaps = iter(np.array(uniform(1, 80)).round(4))
    heap = [(next(gaps), 0, "arrive"), (np.float64(6.0), 1, "close")]
    heapq.heapify(heap)
    now, waiting, served, number = 0.0, 0, 0, 2
    free, is_open = True, True
    longest, log = 0, []
    area = 0.0
    while heap:
        before = now
        now, _, kind = heapq.heappop(heap)
        area += waiting * (now - before)
        if kind == "arrive" and is_open:
            waiting += 1
            heapq.heappush(heap, (now + next(gaps), number, "arrive"))
            number += 1
        elif kind == "close":
            is_open = False
        elif kind == "leave":
            served += 1
            free = True
        if free and waiting:
            waiting -= 1
            free = False
            heapq.heappush(heap, (now + 1.2 * next(gaps), number, "leave"))
            number += 1
        longest = max(longest, waiting)
        log.append((kind, now))
    print(f"closed at {now:.3f}, {served} served, {area / now:.3f} waited on average")
    return (
        served,
        longest,
        now,
        area,
        [k for k, _ in log],
        np.array([t for _, t in log]),
    )


@program()
def inventory(np):
    """Counts by keys that are scalars, pairs of scalars, rounded floats."""
    parts = np.array(integers(2, 100, 106, 60))
    shelves = np.array(integers(3, 0, 3, 60))
    weights = np.array(uniform(4, 60)).round(1)
    stock, by_place, by_weight = {}, {}, Counter()
    heaviest = {}
    for p, s, w in zip(parts, shelves, weights, strict=True):
        stock[p] = stock.get(p, 0) + 1
        by_place.setdefault((p, s), []).append(w)
        by_weight[w] += 1
        if p not in heaviest or w > heaviest[p]:
            heaviest[p] = w
    missing = [k for k in range(100, 106) if (k, 2) not in by_place]
    total = {k: sum(v) for k, v in by_place.items() if k[1] == 0}
    common = by_weight.most_common(1)[0][1]
    stock[103] = stock.pop(np.int64(103)) + 1000
    unique = {(p, s) for p, s in zip(parts.tolist(), shelves.tolist(), strict=True)}
    del stock[parts[0]]
    mapping = dict(zip(*np.unique(parts, return_counts=True), strict=True))
    return (
        stock,
        missing,
        total,
        common,
        heaviest,
        len(unique) == len(by_place),
        mapping,
    )


@program()
def leader_board(np):
    """Sorted lists, insertion by bisection, tuples compared by scalars."""
    scores = np.array(integers(5, 0, 50, 20))
    names = [chr(97 + k) for k in range(20)]
    ranked = sorted(zip(scores, names, strict=True), reverse=True)
    podium = [name for _, name in ranked[:3]]
    ladder = []
    for s in scores:
        bisect.insort(ladder, s)
    middle = ladder[len(ladder) // 2]
    grades = ["FDCBA"[bisect.bisect([10, 20, 30, 40], s)] for s in scores]
    index, top = max(enumerate(scores), key=operator.itemgetter(1))
    low, *rest, high = sorted(scores)
    groups = {
        k: [n for _, n in g]
        for k, g in itertools.groupby(
            sorted(zip(scores // 10, names, strict=True)), key=lambda pair: pair[0]
        )
    }
    best_three = heapq.nlargest(3, scores)
    above = list(itertools.takewhile(lambda s: s > 30, (s for s, _ in ranked)))
    return (
        podium,
        ladder,
        middle,
        grades,
        index,
        top,
        low,
        high,
        len(rest),
        groups,
        best_three,
        above,
    )


@program()
def mixed_totals(np):
    """Accumulators that change their type on the way."""
    a = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    n = a.max()
    n += 0.5
    s = a.sum()
    whole = s
    s /= 2
    total = a[0]
    history = []
    for v in a:
        total += v
        history.append(total)
    z = a.mean()
    z *= 1j
    vector = a.min()
    vector += np.arange(3)
    small = np.float32(0.1)
    small += np.array([0.2, 0.3]).sum()
    flag = a.any()
    flag += a.all()
    count = 0
    for v in a:
        count += v > 2
    p = a.prod()
    p //= 7
    p %= 1000
    p **= 2
    mask = (a > 3).any()
    mask &= a.max() > 8
    mask |= False
    bits = a[2]
    bits <<= 3
    bits ^= a[4]
    kept = [n, s, whole, z, small, flag, p, mask, bits, count]
    return kept, history, vector, a, [type(k) is bool for k in kept]


@program()
def built_in_functions(np):
    """Python's own functions over arrays and their items."""
    a = np.array([2, 7, 1, 8, 2, 8])
    x = np.array([0.5, 2.25, -1.75])
    top = max(a)
    rows = [[0] * top for _ in range(2)]
    line = "=" * a.sum()
    parts = "-".join(map(str, a))
    letters = "abcdefghi"[a.min() : top : a[0]]
    rounded = [round(v) for v in x], [round(v, 1) for v in x]
    kinds = [type(r).__name__ for r in rounded[0]]
    whole = (
        [math.floor(v) for v in x]
        + [math.ceil(v) for v in x]
        + [math.trunc(v) for v in x]
    )
    numbers = [int(x[1]), float(a[1]), complex(x[0]), bool(a[2]), divmod(int(a[3]), 3)]
    facts = (
        math.factorial(a[1]),
        math.gcd(a[0], a[3]),
        math.comb(top, 2),
        math.hypot(*x[:2]),
    )
    texts = [hex(a[3]), bin(a[1]), oct(a[3]), chr(a[1] + 60), format(x[1], "08.3f")]
    odd = list(filter(lambda v: v % 2, a))
    pairs = list(zip(a[::2], a[1::2], strict=True))
    ordered = sorted(a, key=lambda v: (-v, v))
    position = [i for i, v in enumerate(a) if v == top]
    is_in = 7 in a, 9 in a, 2.25 in x, list(a).index(8)
    reversed_list = list(reversed(a))
    folded = reduce(operator.mul, a), reduce(lambda p, q: 10 * p + q, a)
    methods = x[0].is_integer(), x[1].as_integer_ratio(), (x[1] * 4).is_integer()
    bits = int(a[3]).bit_length(), a[1].bit_count()
    sums = sum(a), sum(x, 1.0), math.fsum(x), math.prod(a.tolist())
    tests = all(a > 0), any(x < -2), isinstance(top, int), not a[2] - 1, abs(x[2])
    return (
        [len(line), parts, letters, rounded, kinds, whole, numbers, facts, texts],
        [odd, pairs, ordered, position, is_in, reversed_list, folded, methods, bits],
        [
            sums,
            tests,
            rows,
            pow(a[0], 3),
            pow(int(a[1]), 2, 5),
            min(a, key=lambda v: abs(v - 6)),
        ],
    )


@program()
def memory_of_calls(np):
    """Caches, partial functions, and a counter of calls with scalars as arguments."""
    calls = []

    @cache
    def ways(n):
        calls.append(n)
        if n < 2:
            return 1
        return ways(n - 1) + ways(n - 2)

    results = [ways(n) for n in np.array([5, 9, 5, 12])]

    @lru_cache
    def area(w, h):
        return w * h

    sizes = np.array([[2.0, 3.0], [2.0, 3.0], [4.0, 0.5]])
    areas = [area(*row) for row in sizes]
    info = area.cache_info()
    scale = partial(np.multiply, 3)
    compose = lambda *fs: reduce(lambda f, g: lambda v: g(f(v)), fs)
    pipeline = compose(np.abs, np.sqrt, scale, np.floor)
    table = [[pipeline(r * c) for c in (-4, 9)] for r in range(3)]
    recent = deque(maxlen=3)
    means = []
    for v in np.array([1.0, 2.0, 6.0, 3.0]):
        recent.append(v)
        means.append(sum(recent) / len(recent))
    return results, len(calls), areas, info.hits, info.misses, np.array(table), means


@program()
def accounts(np):
    """Classes whose fields are scalars and arrays; equality, order, deep copies."""

    @dataclass
    class Account:
        name: str
        balance: float = 0.0
        history: list = field(default_factory=list)

        def deposit(self, amount):
            self.balance += amount
            self.history.append(self.balance)
            return self

        def __lt__(self, other):
            return self.balance < other.balance

    amounts = np.array(integers(6, 1, 100, 12)) / 4
    people = [Account(n) for n in "abc"]
    for k, amount in enumerate(amounts):
        people[k % 3].deposit(amount)
    share = amounts.mean()
    for p in people:
        p.deposit(-share).deposit(share)
    poorest, *_, richest = sorted(people)
    Point = namedtuple("Point", "x y")
    p = Point(*np.array([1.5, 2.5]))
    q = p._replace(x=p.x + p.y)
    moved = Point(*(np.array(p) + np.array(q)))
    ledger = OrderedDict((p.name, p.balance) for p in people)
    ledger.move_to_end("a")
    text = json.dumps({k: float(v) for k, v in ledger.items()})
    return (
        poorest.name,
        richest.history,
        list(ledger),
        text,
        [*q],
        [*moved],
        p == (1.5, 2.5),
    )


@program()
def statistics_of_a_game(np):
    """Early exits of many kinds in nested loops, else of loops, sentinels."""
    dice = np.array(integers(7, 1, 7, 300))
    throws = iter(dice)
    position, rounds = 0, 0
    snakes = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19}
    ladders = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44}
    jumps = snakes | ladders
    path = []
    while (position := position + next(throws)) < 80:
        rounds += 1
        if position in jumps:
            position = jumps[position]
        path.append(position)
        if rounds > 200:
            break
    else:
        path.append(-1)

    def first_streak(values, length):
        run, last = 0, None
        for i, v in enumerate(values):
            run = run + 1 if v == last else 1
            if run == length:
                return i - length + 1, v
            last = v
        return None

    def pairs_with_sum(values, target):
        seen = {}
        for j, v in enumerate(values):
            if target - v in seen:
                return seen[target - v], j
            seen.setdefault(v, j)

    longest = 0
    for face in range(1, 7):
        absent = np.diff(np.flatnonzero(dice == face)).max()
        if absent > longest:
            longest, who = absent, face
    return (
        path,
        rounds,
        position,
        first_streak(dice, 3),
        first_streak(dice, 9),
        (pairs_with_sum(dice, 11)),
        longest,
        who,
    )


@program(rounding=32, why="sums of up to 50 given numbers in Python's order or NumPy's")
def running_records(np):
    """Records, streaks, countdowns, and accumulations by itertools."""
    x = np.array(normal(8, 50)).round(2)
    best = x.max()
    worst = x[0]
    records = []
    for day, v in enumerate(x):
        if v < worst:
            worst = v
            records.append((day, worst))
    limit = best
    while limit > 0.5:
        limit -= 0.25
    totals = list(itertools.accumulate(x))
    highs = list(itertools.accumulate(x, max))
    mean = x[0]
    for k, v in enumerate(x[1:], 2):
        mean += (v - mean) / k
    budget = x[x > 0].sum()
    spent = 0
    days = 0
    for cost in np.sort(x[x > 0]):
        if spent + cost > budget / 3:
            break
        spent += cost
        days += 1
    signs = "".join("+" if v > 0 else "-" for v in x)
    streak = max(len(s) for s in signs.split("-"))
    pairs = [(a, b) for a, b in itertools.pairwise(x[:6]) if a < b]
    ups = sum(b > a for a, b in itertools.pairwise(x))
    return (
        best,
        records,
        limit,
        totals[-1],
        highs[::10],
        mean,
        days,
        spent,
        signs,
        streak,
        pairs,
        ups,
    )

# SPDX-License-Identifier: Apache-2.0
"""Programs that draw numbers themselves: bits of NumPy's default generator.

`random`, `uniform`, `bytes` and `integers` below powers of two have NumPy's bits; what
other distributions give can only be held against what any stream has to fulfil.
"""

from .program import program


@program(rounding=16, why="a mean of 20000 numbers")
def estimate_of_pi(np):
    rng = np.random.default_rng(42)
    inside = total = 0
    for _ in range(5):
        x, y = rng.random(4000), rng.random(4000)
        inside += (x * x + y * y <= 1).sum()
        total += x.size
    print(f"pi is about {4 * inside / total:.3f}")
    return inside, total, 4 * inside / total, rng.random(), rng.uniform(2, 3, 4).mean()


@program()
def gamblers_ruin(np):
    """One number at a time, as scalars, until money or time is gone."""
    rng = np.random.default_rng(7)
    results = []
    for _ in range(5):
        money, rounds, peak = 10, 0, 10
        while 0 < money < 20:
            u = rng.random()
            if u < 0.48:
                money += 1
            else:
                money -= 1
            peak = max(peak, money)
            rounds += 1
            if rounds >= 150:
                break
        results.append((money, rounds, peak))
    last = rng.random()
    y = last
    y *= 2
    return results, last, y, y == 2 * last, rng.integers(0, 16, 5), rng.integers(8)


@program()
def dice_and_walks(np):
    rng = np.random.default_rng(1)
    coins = rng.integers(0, 2, size=200)
    walk = np.cumsum(2 * coins - 1)
    zero = np.flatnonzero(walk == 0)
    longest = streak = 0
    for c in coins:
        streak = streak + 1 if c else 0
        longest = max(longest, streak)
    bytes_ = np.frombuffer(rng.bytes(16), dtype=np.uint8)
    tetra = rng.integers(1, 5, size=(50, 2)).sum(axis=1)
    outcomes = {}
    for t in tetra:
        outcomes[int(t)] = outcomes.get(int(t), 0) + 1
    u = rng.uniform(-1, 1, size=(3, 3))
    return walk, zero, longest, bytes_, outcomes, u, int(walk.argmax())


@program()
def what_any_stream_fulfils(np):
    """Shuffles, samples and moments: facts that do not depend on the numbers."""
    rng = np.random.default_rng(3)
    deck = np.arange(52)
    rng.shuffle(deck)
    hands = [np.sort(deck[k::13])[:4] for k in range(13)]
    p = rng.permutation(10)
    sample = rng.choice(100, size=20, replace=False)
    z = rng.normal(5, 2, size=20_000)
    counts = rng.multinomial(100, [0.2, 0.3, 0.5])
    e = rng.exponential(2.0, 10_000)
    k = rng.poisson(3, 1000)
    weighted = rng.choice(3, 5000, p=[0.1, 0.2, 0.7])
    share = np.bincount(weighted, minlength=3) / 5000
    facts = [
        sorted(deck.tolist()) == list(range(52)),
        sum(len(h) for h in hands) == 52,
        (np.sort(p) == np.arange(10)).all(),
        len(set(sample.tolist())) == 20 and sample.max() < 100,
        abs(z.mean() - 5) < 0.1 and abs(z.std() - 2) < 0.1,
        counts.sum() == 100,
        abs(e.mean() - 2) < 0.2 and e.min() >= 0,
        k.dtype.kind == "i" and k.min() >= 0,
        np.abs(share - [0.1, 0.2, 0.7]).max() < 0.05,
    ]
    return (
        [bool(f) for f in facts],
        z.shape,
        z.dtype.name,
        counts.shape,
        str(deck.dtype),
    )


@program()
def legacy_functions(np):
    """The functions of np.random itself: shapes, dtypes, limits, repeated seeds."""
    np.random.seed(0)
    a = np.random.rand(3, 2)
    np.random.seed(0)
    b = np.random.rand(3, 2)
    n = np.random.randn(500)
    dice = np.random.randint(1, 7, size=600)
    x = np.random.random()
    pick = np.random.choice([10, 20, 30])
    order = np.random.permutation(5)
    faces = set(dice.tolist())
    count = 0
    while np.random.rand() < 0.9 and count < 1000:
        count += 1
    return (
        (a == b).all(), a.shape, a.dtype.name, abs(n.mean()) < 0.5, faces, dice.dtype.name,
        0 <= x < 1, int(pick) in (10, 20, 30), sorted(order.tolist()), count < 1000,
    )  # fmt: skip

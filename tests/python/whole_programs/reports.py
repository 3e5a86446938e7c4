# SPDX-License-Identifier: Apache-2.0
"""Programs whose result is text, and programs that read numbers from text."""

import csv
import io
import json
import pickle

from .program import integers, normal, program, uniform


@program()
def gradebook(np):
    names = ["Ada", "Grace", "Emmy", "Sofia"]
    marks = np.array(integers(1, 40, 101, 4, 5))
    weights = np.array([0.1, 0.2, 0.2, 0.2, 0.3])
    finals = (marks * weights).sum(axis=1).round(6)
    print("%-8s" % "name" + "".join("%6s" % f"t{k}" for k in range(1, 6)) + "  final")
    print("-" * 46)
    for name, row, final in zip(names, marks, finals, strict=True):
        cells = "".join(f"{m:6d}" for m in row)
        print(f"{name:<8s}{cells}{final:7.2f}")
    print(f"{'mean':<8s}" + "".join(f"{m:6.1f}" for m in marks.mean(axis=0)))
    best = names[finals.argmax()]
    print(
        f"best: {best} with {finals.max():.1f}; {(finals >= 60).sum()} of {len(names)} passed"
    )
    letters = ["ABCDF"[min(4, int((100 - f) // 10))] for f in finals]
    rank = {names[k]: r for r, k in enumerate(np.argsort(-finals), 1)}
    return letters, rank, finals


@program(differs_on_gpu="repr of an array names its device")
def printed_arrays(np):
    """What print, str, repr and f-strings say of arrays and scalars."""
    a = np.array([1.5, -2.25, 1e-8, 1234.5])
    n = np.arange(6).reshape(2, 3)
    print(a, n, a.sum(), n.max(), a[0], n[1, 2], sep="\n")
    print(f"{a[0]} {a[1]:+.3f} {n[0]} {n.shape} {a.dtype} {n.dtype}")
    print(str(a[3]), str(n.sum()), str(a > 0), str((a > 0).any()))
    print([int(v) for v in n[0]], a.tolist(), n.tolist())
    print(np.array([True, False]), np.array([1 + 2j, -0.5j]), np.array([]))
    print(np.array([0.1, 0.2, 0.3], dtype=np.float32), np.float32(0.1), np.float64(0.1))
    print(np.arange(2000), np.linspace(0, 1, 3), np.eye(2), sep="\n")
    print(np.array([np.nan, np.inf, -np.inf]), np.nan, np.array(np.inf))
    print("%s %r %d %5.2f %e" % (a[0], "x", n[1, 1], a[1], a[3]))
    print("{} {:>8} {:.1%} {:,}".format(n[0, 1], a[0], a[0] / 8, n.sum() * 10**6))
    with np.printoptions(precision=2, suppress=True):
        print(a, a / 3)
    print(np.array2string(a, precision=1, separator=", "), np.array_str(n))
    return (
        repr(a),
        repr(n),
        repr(a.astype("f4")),
        str(n[0]),
        repr(np.zeros((0, 3))),
        repr(n > 2),
    )


@program()
def scalars_in_text(np):
    """repr of scalars, lists and dicts of scalars, as a debugger shows them."""
    a = np.array([3, 1, 2])
    x = a / 4
    found = {"mean": x.mean(), "max": a.max(), "any": (a > 2).any()}
    pairs = list(zip(a, x, strict=True))
    print(list(a), tuple(x), found)
    print(pairs[0], {a[0]: x[0]}, {a[1]}, [x.astype("f4")[0], x[0] + 1j])
    print(f"{a[0]!r} {x[0]!s} {x[0]!r:>20}")
    return [
        repr(v)
        for v in (a[0], x[0], a.sum(), x.mean(), (a > 1).all(), a.astype("u1")[1])
    ]


@program()
def measurements_from_text(np):
    """loadtxt with a header and comments, a summary, savetxt, and back."""
    text = "# station 7\nday,low,high\n1,-3.5,4.0\n2,-1.0,6.5\n3,0.5,9.0\n4,2.0,8.5\n"
    data = np.loadtxt(io.StringIO(text), delimiter=",", skiprows=2)
    day, low, high = data.T
    mean = (low + high) / 2
    warmest = int(day[mean.argmax()])
    degree_days = 0
    for m in mean:
        degree_days += max(0, m - 2)
    out = io.StringIO()
    table = np.column_stack([day, mean, high - low])
    np.savetxt(
        out, table, fmt=["%d", "%.2f", "%6.1f"], header="day mean range", comments="# "
    )
    again = np.loadtxt(io.StringIO(out.getvalue()))
    rows = list(csv.reader(text.splitlines()[2:]))
    numbers = np.array([[float(v) for v in row] for row in rows])
    fields = np.fromstring("1 2 3.5", sep=" ")
    return (
        data,
        warmest,
        degree_days,
        out.getvalue(),
        again,
        (numbers == data).all(),
        fields,
    )


@program(rounding=1, why="means, whose sums a GPU rounds once")
def saved_and_loaded(np):
    """save, savez, pickle and bytes there and back."""
    x = np.array(normal(2, 3, 4))
    n = np.arange(5, dtype=np.int16)
    file = io.BytesIO()
    np.save(file, x)
    size = file.tell()
    file.seek(0)
    x2 = np.load(file)
    many = io.BytesIO()
    np.savez(many, first=x, n=n, total=x.sum())
    many.seek(0)
    with np.load(many) as z:
        names = sorted(z.files)
        parts = z["first"], z["n"], z["total"]
    copied = pickle.loads(pickle.dumps({"x": x, "top": n.max()}))
    raw = np.frombuffer(n.tobytes(), dtype=np.int16)
    text = json.dumps(
        {"x": x[0].round(3).tolist(), "n": int(n.sum()), "mean": float(n.mean())}
    )
    return (
        (x2 == x).all(),
        size,
        names,
        parts,
        copied["top"],
        (copied["x"] == x).all(),
        raw,
        text,
    )


@program()
def bar_chart(np):
    """Charts of characters: bars, a plot of points, a sparkline, a calendar."""
    data = np.array(integers(3, 0, 40, 12))
    top = data.max()
    for month, v in zip("JFMAMJJASOND", data, strict=True):
        bar = "#" * int(round(v / top * 20))
        print(f"{month} {bar:<20s} {v:3d} {v / data.sum():6.1%}")
    ticks = "_.-=+*#@"
    low, high = data.min(), data.max()
    spark = "".join(ticks[(v - low) * 7 // (high - low)] for v in data)
    canvas = np.full((8, 40), ord(" "))
    x = np.arange(40)
    y = (3.5 + 3.4 * np.sin(x / 5)).round().astype(int)
    canvas[7 - y, x] = ord("*")
    picture = "\n".join("".join(map(chr, row)).rstrip() for row in canvas)
    days = np.zeros(42, dtype=int)
    days[3:34] = np.arange(1, 32)
    weeks = [" ".join(f"{d or '':>2}" for d in week) for week in days.reshape(6, 7)]
    return spark, picture, weeks, low, high


@program()
def progress_log(np):
    """A training log: best so far, patience, a moving mean, times in minutes."""
    losses = 1 / (1 + np.arange(30)) + 0.3 * np.array(uniform(4, 30)).round(3)
    best, wait = np.inf, 0
    lines, improved = [], []
    running = None
    seconds = np.int64(0)
    for epoch, loss in enumerate(losses, start=1):
        running = loss if running is None else 0.9 * running + 0.1 * loss
        mark = " "
        if loss < best:
            best, wait, mark = loss, 0, "*"
            improved.append(epoch)
        else:
            wait += 1
        seconds += 37
        minutes, rest = divmod(seconds, 60)
        lines.append(
            f"[{epoch:02d}/{losses.size}] {loss:.4f} ({running:.4f}) {minutes:d}:{rest:02d}{mark}"
        )
        if wait == 8:
            lines.append(
                f"stopped: no progress since epoch {improved[-1]}, best {best:.4f}"
            )
            break
    print("\n".join(lines))
    return best, wait, improved, lines[-1], seconds


@program()
def word_puzzle(np):
    """Letters as codes: frequencies, palindromes, a word search, anagrams."""
    text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG"
    codes = np.array([ord(c) for c in text if c != " "]) - 65
    freq = np.bincount(codes, minlength=26)
    order = np.argsort(-freq, kind="stable")[:5]
    top = {chr(65 + k): int(freq[k]) for k in order}
    grid = np.array([[ord(c) for c in row] for row in ("CATX", "AORE", "RDWN", "SOGD")])
    found = {}
    for word in ("CAR", "DOG", "OWN", "CODE", "ZOO"):
        w = np.array([ord(c) for c in word])
        for i, j in np.argwhere(grid == w[0]):
            for di, dj in [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1)]:
                rows, cols = i + di * np.arange(len(w)), j + dj * np.arange(len(w))
                if rows.min() < 0 or cols.min() < 0 or rows.max() > 3 or cols.max() > 3:
                    continue
                if (grid[rows, cols] == w).all():
                    found[word] = (int(i), int(j), di, dj)
    level = np.array([ord(c) for c in "LEVEL"])
    palindrome = (level == level[::-1]).all()
    key = tuple(np.sort(np.array([ord(c) for c in "LISTEN"])).tolist())
    other = tuple(np.sort(np.array([ord(c) for c in "SILENT"])).tolist())
    print(bytes((codes[:3] + 65).astype(np.uint8)).decode(), top)
    return freq, top, found, palindrome, key == other

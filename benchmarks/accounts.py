# SPDX-License-Identifier: Apache-2.0
"""Where the time of a run goes: seconds by phase, library and case."""

import contextlib
import threading
import time

# What the runner waits for, and into what the workers divide "check" and
# "prepare"; in the order of the table.
CHECKS = ("small check", "operands", "NumPy's result", "first call", "large check")
PHASES = ("start", "check", *CHECKS, "prepare", "operands again", "count", "time")
PHASES += (
    "release",
    "copies",
    "imports",
    "first calls",
    "first kernels",
    "unseen calls",
)
SLOWEST = 5


class Stopwatch:
    """Adds up seconds by what they are spent on."""

    def __init__(self):
        self.spent = {}

    @contextlib.contextmanager
    def on(self, what):
        """A block whose seconds are added; blocks are not within each other."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.add(what, time.perf_counter() - begin)

    def add(self, what, seconds):
        self.spent[what] = self.spent.get(what, 0.0) + seconds

    def take(self):
        """What was spent since the last time."""
        spent, self.spent = self.spent, {}
        return spent


class Accounts:
    """What a run spends: the runner's own time, and that of every library.

    Libraries that prepare at once spend more in all than the runner waits.
    """

    def __init__(self):
        self.waits = Stopwatch()
        self.libraries = {}
        self.cases, self.checks = [], []
        self._case = None
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def case(self, key):
        """A block that is a case's."""
        self._case = {"case": key, "libraries": {}}
        begin, before = time.perf_counter(), dict(self.waits.spent)
        try:
            yield
        finally:
            self._case["seconds"] = time.perf_counter() - begin
            self._case["waits"] = {
                what: seconds - before.get(what, 0.0)
                for what, seconds in self.waits.spent.items()
                if seconds > before.get(what, 0.0)
            }
            self.cases.append(self._case)
            self._case = None

    def add(self, library, spent, check=None):
        """What a library's worker says that it spent on a request.

        `check` is the key of the case that it checked, if it did.
        """
        accounts = [self.libraries]
        if self._case:
            accounts.append(self._case["libraries"])
        with self._lock:  # several threads wait for checks
            for account in accounts:
                watch = account.setdefault(library, Stopwatch())
                for what, seconds in spent.items():
                    watch.add(what, seconds)
        if check:
            record = {"case": check, "library": library, "spent": rounded(spent)}
            self.checks.append({**record, "seconds": round(sum(spent.values()), 3)})

    @staticmethod
    def slowest(accounts):
        return sorted(accounts, key=lambda a: -a["seconds"])[:SLOWEST]

    def report(self):
        """As it is written, in seconds."""

        def by_library(libraries):
            return {name: rounded(watch.spent) for name, watch in libraries.items()}

        groups = Stopwatch()
        for case in self.cases:
            groups.add(case["case"].rpartition(": ")[0], case["seconds"])
        return {
            "waits": rounded(self.waits.spent),
            "groups": rounded(groups.spent),
            "libraries": by_library(self.libraries),
            "slowest cases": [
                {
                    "case": case["case"],
                    "seconds": round(case["seconds"], 3),
                    "waits": rounded(case["waits"]),
                    "libraries": by_library(case["libraries"]),
                }
                for case in self.slowest(self.cases)
            ],
            "slowest checks": self.slowest(self.checks),
        }


def rounded(spent):
    return {what: round(seconds, 3) for what, seconds in spent.items()}


def largest(libraries):
    """The longest that one library spent, in words; empty if nobody did much."""
    found = [(s, name, what) for name, w in libraries.items() for what, s in w.items()]
    seconds, name, what = max(found, default=(0.0, "", ""))
    return f"; {name}: {what} {seconds:.2f}" if seconds >= 0.01 else ""


def lines(spent):
    """What Accounts.report() gave, as a table and the slowest cases."""
    libraries = spent["libraries"]
    head = "".join(f"{name:>15}" for name in ("waited", *libraries))
    found = ["", f"{'seconds':<16}{head}"]
    for what in PHASES:
        row = [spent["waits"].get(what), *(x.get(what) for x in libraries.values())]
        if any(row):
            cells = "".join(f"{x:15.1f}" if x else " " * 15 for x in row)
            found.append(f"{what:<16}{cells}")
    total = sum(spent["waits"].values())
    sums = (total, *(sum(x.values()) for x in libraries.values()))
    found += [f"{'all':<16}" + "".join(f"{x:15.1f}" for x in sums), ""]
    for case in spent["slowest cases"]:
        waits = ", ".join(f"{w} {s:.2f}" for w, s in case["waits"].items())
        more = largest(case["libraries"])
        found.append(f"{case['seconds']:6.2f} s  {case['case']} ({waits}{more})")
    groups = sorted(spent["groups"].items(), key=lambda pair: -pair[1])[:SLOWEST]
    found += [f"{seconds:6.2f} s  {group}: all cases" for group, seconds in groups]
    for check in spent["slowest checks"]:
        parts = ", ".join(f"{w} {s:.2f}" for w, s in check["spent"].items())
        where = f"{check['library']} checks {check['case']}"
        found.append(f"{check['seconds']:6.2f} s  {where} ({parts})")
    return found

# SPDX-License-Identifier: Apache-2.0
"""Calls of Tenorite beside those of one peer: CuPy on a GPU, SciPy on the CPU device.

All libraries are in one process. A time is that of one call when many are queued, and
so the device's, unless the host is slower; of several rounds the median counts. Results
are compared with SciPy's at a small size, and with the peer's where they are timed.
"""

import collections
import contextlib
import dataclasses
import importlib
import json
import pathlib
import statistics
import sys
import time
from collections.abc import Callable

import numpy
import tenorite

from . import machine

_ROUND = 0.05  # seconds
_ROUNDS = 5
_LONG = 15.0  # seconds, of a first call that is measured no second time
_SAMPLE = 2**16  # items of a large result that are compared
_BANDWIDTH = 0.8  # of a copy's: what is below is listed
_HELD = 6  # arrays of the host whose copies on the device are kept


@dataclasses.dataclass(frozen=True)
class Case:
    """A call that libraries are to make.

    `operands(size)` are host arrays and sparse arrays of SciPy's; `prepare` makes of
    them, on a library's side, what `call` is timed with. `sizes` are those on a GPU, on
    the CPU device and of the check. `tolerance` is relative to the largest item.
    """

    group: str
    name: str
    dtype: str
    operands: Callable[[int], tuple]
    call: Callable
    sizes: tuple
    tolerance: float
    prepare: Callable | None = None
    bytes: Callable[[int], int] | None = None  # read and written by a call

    @property
    def key(self):
        return f"{self.group}: {self.name} {self.dtype}"


class Side:
    """One library: its array module `xp` and the modules of its SciPy."""

    def __init__(self, name, xp, scipy):
        self.name, self.xp, self._scipy = name, xp, scipy
        self._held = collections.OrderedDict()

    def module(self, name):
        return importlib.import_module(f"{self._scipy}.{name}")

    def take(self, value):
        """The library's copy of a host operand; sparse arrays are CSR matrices."""
        if isinstance(value, numpy.ndarray):
            return self._kept(value, self.xp.asarray)
        if hasattr(value, "indptr"):
            return self._kept(value, self._sparse)
        return value

    def _sparse(self, value):
        parts = (value.data, value.indices, value.indptr)
        parts = tuple(self.xp.asarray(x) for x in parts)
        return self.module("sparse").csr_matrix(parts, shape=value.shape)

    def _kept(self, value, make):
        # The host array is held too, so that its id remains its own.
        if id(value) not in self._held:
            self._held[id(value)] = value, make(value)
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(id(value))
        return self._held[id(value)][1]

    def settling(self):
        """A context for calls after which the library is as fast as it gets."""
        return contextlib.nullcontext()

    def execute(self, result):
        """Begins what is recorded of a result."""

    def wait(self):
        """Waits for the device."""

    def free(self):
        """Gives unused memory back to the device, for the other library."""

    def host(self, result, most=None):
        """Values of a result in one NumPy array, at most about `most` of each part."""
        if isinstance(result, (tuple, list)):
            parts = [self.host(x, most).astype(complex) for x in result]
            return numpy.concatenate(parts or [numpy.zeros(0)])
        if hasattr(result, "indptr"):
            result = result @ self.xp.ones(result.shape[1], result.dtype)
        result = self.xp.asarray(result).reshape(-1)
        if most and result.size > most:
            result = result[:: -(-result.size // most)]
        return numpy.asarray(result.get() if hasattr(result, "get") else result)


class TenoriteSide(Side):
    def __init__(self, has_gpu):
        super().__init__("tenorite", tenorite, "tenorite.scipy")
        self._has_gpu = has_gpu

    def settling(self):
        return tenorite.config.using(fusion="wait")  # for kernels to be compiled

    def execute(self, result):
        if isinstance(result, (tuple, list)):
            for x in result:
                self.execute(x)
        elif hasattr(result, "indptr"):
            self.execute((result.data, result.indices, result.indptr))
        elif hasattr(result, "coords"):
            self.execute((result.data, *result.coords))
        elif isinstance(result, tenorite.ndarray):
            result.data  # noqa: B018 (whoever asks for the memory gets it filled)

    def wait(self):
        if self._has_gpu:
            tenorite.cuda.synchronize()

    def free(self):
        if self._has_gpu:
            tenorite.get_default_memory_pool().free_all_blocks()


class CupySide(Side):
    def __init__(self):
        super().__init__("cupy", importlib.import_module("cupy"), "cupyx.scipy")

    def wait(self):
        self.xp.cuda.runtime.deviceSynchronize()

    def free(self):
        self.xp.get_default_memory_pool().free_all_blocks()


def scipy_side():
    """SciPy, or None where it is not installed."""
    try:
        importlib.import_module("scipy")
    except ImportError:
        return None
    return Side("scipy", numpy, "scipy")


def sides(has_gpu):
    """Tenorite and its peer, and SciPy, the oracle (None without it)."""
    oracle = scipy_side()
    try:
        peer = CupySide() if has_gpu else oracle
    except Exception as error:  # of CUDA's libraries too
        print(f"no CuPy: {error}")
        peer = None
    return TenoriteSide(has_gpu), peer, oracle


def seconds(call, side):
    """Seconds of a call among many: one figure for each round."""

    def took(number):
        begin = time.perf_counter()
        for _ in range(number):
            result = call()
            side.execute(result)
        side.wait()
        return (time.perf_counter() - begin) / number

    first = took(1)
    if first > _LONG:
        return [first]
    with side.settling():
        took(3)
    once = took(1)
    number = max(1, min(200, int(_ROUND / max(once, 1e-6))))
    rounds = _ROUNDS if once < 0.5 else 2
    return [took(number) for _ in range(rounds)]


def difference(found, wanted):
    """The greatest difference relative to the largest item; infinite where shapes,
    NaNs or infinities differ."""
    if found.shape != wanted.shape:
        return float("inf")
    if not found.size:
        return 0.0
    finite = numpy.isfinite(wanted)
    if not numpy.array_equal(finite, numpy.isfinite(found)) or not numpy.array_equal(
        found[~finite], wanted[~finite], equal_nan=True
    ):
        return float("inf")
    if not finite.any():
        return 0.0
    kind = complex if numpy.iscomplexobj(wanted) else float
    a, b = found[finite].astype(kind), wanted[finite].astype(kind)
    return float(numpy.abs(a - b).max() / (numpy.abs(b).max() or 1.0))


def _operands(case, side, size):
    operands = tuple(side.take(x) for x in case.operands(size))
    return case.prepare(side, *operands) if case.prepare else operands


def small_result(case, side):
    operands = _operands(case, side, case.sizes[2])
    return side.host(case.call(side, *operands))


def _fallback_calls():
    return sum(f.calls for f in tenorite.fallbacks())


class Comparison:
    """Measures cases, one row each, and writes what it has after every one."""

    def __init__(self, args, schema):
        self.args, self.schema = args, schema
        self.rows, self.left = [], []
        self.copies = {}  # bytes a second, by dtype
        self.has_gpu = tenorite.cuda.is_available()
        if self.has_gpu:
            tenorite.set_default_device("cuda:0")
        self.ours, self.peer, self.oracle = sides(self.has_gpu)
        self.environment = machine.host_facts() | {
            name: sys.modules[name].__version__
            for name in ("tenorite", "cupy", "scipy", "numpy")
            if name in sys.modules
        }
        if self.has_gpu:
            properties = tenorite.cuda.runtime.getDeviceProperties(0)
            self.environment["gpu"] = properties["name"].decode()

    def run(self, cases):
        """The exit status: 1 where Tenorite fails or differs from SciPy."""
        only = self.args.only
        cases = [c for c in cases if not only or any(p in c.key for p in only)]
        begin = time.perf_counter()
        for k, case in enumerate(cases):
            if time.perf_counter() - begin > self.args.limit:
                self.left = [c.key for c in cases[k:]]
                break
            row = self.measure(case)
            self.rows.append(row)
            print(f"{case.key}: {in_words(row)}", flush=True)
            self.write()
        for line in summary(self.rows, self.left):
            print(line)
        self.write()
        return 1 if any(is_wrong(row) for row in self.rows) else 0

    def size(self, case):
        if self.args.rehearse:
            return case.sizes[2]
        return case.sizes[0 if self.has_gpu else 1]

    def measure(self, case):
        size = self.size(case)
        row = {"group": case.group, "case": case.name, "dtype": case.dtype}
        row |= {"size": size, "tolerance": case.tolerance, "errors": {}}
        samples = {}
        wanted = self._attempt(
            row, self.oracle, lambda: small_result(case, self.oracle)
        )
        for side in (self.ours, self.peer):
            if side is None:
                continue
            host_calls = _fallback_calls()
            took = self._attempt(
                row,
                side,
                lambda side=side: self._one(case, side, size, wanted, samples),
            )
            if took is not None:
                row[side.name] = took
                if case.bytes:
                    self._add_bandwidth(took, case, size)
            if side is self.ours and _fallback_calls() > host_calls:
                row["on_the_host"] = True
            side.free()
        if self.peer and self.peer.name in row and "tenorite" in row:
            row["ratio"] = row[self.peer.name]["median"] / row["tenorite"]["median"]
            row["apart"] = difference(samples["tenorite"], samples[self.peer.name])
        return row

    def _one(self, case, side, size, wanted, samples):
        """Times and differences of one library."""
        found = {}
        if wanted is not None and side is not self.oracle:
            found["difference"] = difference(small_result(case, side), wanted)
        operands = _operands(case, side, size)
        took = seconds(lambda: case.call(side, *operands), side)
        found |= {"median": statistics.median(took), "rounds": took}
        samples[side.name] = side.host(case.call(side, *operands), _SAMPLE)
        return found

    def _add_bandwidth(self, took, case, size):
        """Bytes a second, and their share of the best copy's that came before."""
        speed = took["bandwidth"] = case.bytes(size) / took["median"]
        if case.name == "copy":
            self.copies[case.dtype] = max(speed, self.copies.get(case.dtype, 0.0))
        elif case.dtype in self.copies:
            took["of_copy"] = speed / self.copies[case.dtype]

    def _attempt(self, row, side, function):
        """What the function returns, or None and an error in the row."""
        if side is None:
            return None
        try:
            return function()
        except Exception as error:  # the others go on
            row["errors"][side.name] = f"{type(error).__name__}: {error}"[:300]
            return None

    def write(self):
        report = {
            "schema": self.schema,
            "environment": self.environment,
            "rows": self.rows,
            "not_begun": self.left,
        }
        path = pathlib.Path(self.args.output)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, indent=1) + "\n")


def is_wrong(row):
    """Whether Tenorite failed, or differs from SciPy by more than is allowed."""
    ours = row.get("tenorite")
    return ours is None or ours.get("difference", 0.0) > row["tolerance"]


def in_words(row):
    parts = []
    if "ratio" in row:
        parts.append(f"{row['ratio']:.2f}x")
    for name in ("tenorite", "cupy", "scipy"):
        if name in row:
            text = f"{name} {row[name]['median'] * 1e3:.3f} ms"
            if "bandwidth" in row[name]:
                text += f" ({row[name]['bandwidth'] / 1e9:.0f} GB/s"
                share = row[name].get("of_copy")
                text += f", {share:.2f} of a copy)" if share else ")"
            if row[name].get("difference", 0.0) > row["tolerance"]:
                text += f" (SciPy differs by {row[name]['difference']:.2g})"
            parts.append(text)
    if row.get("apart", 0.0) > row["tolerance"]:
        parts.append(f"apart by {row['apart']:.2g}")
    if "on_the_host" in row:
        parts.append("on the host")
    parts += [f"{name} failed: {text}" for name, text in row["errors"].items()]
    return ", ".join(parts)


def geometric_mean(values):
    return float(numpy.exp(numpy.mean(numpy.log(values))))


def summary(rows, left):
    """Means of the ratios by group, what is slower, wrong, failed or left out."""
    groups = {}
    for row in rows:
        if "ratio" in row:
            groups.setdefault(row["group"], []).append(row)
    for group, members in groups.items():
        ratios = [row["ratio"] for row in members]
        mean, worst = geometric_mean(ratios), min(members, key=lambda r: r["ratio"])
        yield (
            f"{group}: {len(ratios)} cases, geometric mean {mean:.2f}x, least "
            f"{worst['ratio']:.2f}x ({worst['case']} {worst['dtype']})"
        )
    for row in rows:
        if row.get("ratio", 1.0) < 1.0:
            name = f"{row['group']}: {row['case']} {row['dtype']}"
            yield f"slower: {name} {row['ratio']:.2f}x"
    for row in rows:
        share = row.get("tenorite", {}).get("of_copy", 1.0)
        if share < _BANDWIDTH:
            yield f"{share:.2f} of a copy's bandwidth: {row['case']} {row['dtype']}"
    for row in rows:
        name = f"{row['group']}: {row['case']} {row['dtype']}"
        if row.get("tenorite", {}).get("difference", 0.0) > row["tolerance"]:
            yield f"wrong: {name} by {row['tenorite']['difference']:.2g}"
        for library, text in row["errors"].items():
            yield f"failed: {name}, {library}: {text}"
    for key in left:
        yield f"not begun: {key}"

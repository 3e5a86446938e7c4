# SPDX-License-Identifier: Apache-2.0
"""Small computations on a device, compared with NumPy, in a process of their own.

`run(device)` starts that process and yields an `Outcome` for each; so a crash, or a
driver that hangs, is one line of a report. `python -m tenorite._terminal.selftest
DEVICE` is the process: a line of JSON before and after each computation.
"""

import json
import subprocess
import sys
import threading
import time
from typing import NamedTuple

import numpy

from .._runtime.package import namespace

TIMEOUT = 180  # seconds without a word from the process


class Outcome(NamedTuple):
    """Of one computation: "ok", "skipped" or "failed", seconds, and why."""

    name: str
    state: str
    seconds: float
    text: str


class Skipped(Exception):
    """Why a computation is left out."""


# ---- the computations: each returns what it has and what NumPy has ----


def _host(n, dtype="float64"):
    return numpy.random.default_rng(5).random(n).astype(dtype)


def copies(np, device):
    h = _host((300, 200), "float32")
    return np.asarray(h, device=device).T.get(), h.T


def elementwise(np, device):
    h = _host(100_000)
    x = np.asarray(h, device=device)
    return np.where(x > 0.5, np.exp(x), -x), numpy.where(h > 0.5, numpy.exp(h), -h)


def reduction(np, device):
    h = _host((500, 300))
    x = np.asarray(h, device=device)
    got = np.stack([x.sum(1), x.var(1), x.max(1)])
    return got, numpy.stack([h.sum(1), h.var(1), h.max(1)])


def fused_chain(np, device):
    h = _host(100_000, "float32")
    x = np.asarray(h, device=device)

    def chain(xp, a):
        return (0.5 * xp.sin(a) + a * a - 1) / (1 + a)

    with np.config.using(fusion="wait"), np.profile() as profile:
        got = chain(np, x).get()
    expected = chain(numpy, h)
    numpy.testing.assert_allclose(got, expected, 1e-4, 1e-6)
    if not any(group.tier == "fused" for group in profile.groups):
        raise Skipped("the operations were run one by one, not as one kernel")
    return got, expected


def matmul(np, device):
    a, b = _host((150, 200)), _host((200, 100))
    return np.asarray(a, device=device) @ np.asarray(b, device=device), a @ b


def solve(np, device):
    a, b = _host((60, 60)) + 60 * numpy.eye(60), _host(60)
    got = np.linalg.solve(np.asarray(a, device=device), np.asarray(b, device=device))
    return got, numpy.linalg.solve(a, b)


def fft(np, device):
    h = _host((8, 1000))
    return np.fft.rfft(np.asarray(h, device=device)), numpy.fft.rfft(h)


def sort(np, device):
    h = _host(50_000)
    return np.sort(np.asarray(h, device=device)), numpy.sort(h)


def random(np, device):
    with np.Device(device):
        got = np.random.default_rng(3).random(10_000)
    return got, numpy.random.default_rng(3).random(10_000)


def own_kernel(np, device):
    kernel = np.ElementwiseKernel("T x, T y", "T z", "z = x * x + y", "self_test")
    h = _host(10_000)
    x = np.asarray(h, device=device)
    return kernel(x, x), h * h + h


TESTS = (
    copies,
    elementwise,
    reduction,
    fused_chain,
    matmul,
    solve,
    fft,
    sort,
    random,
    own_kernel,
)


def _name(test):
    return test.__name__.replace("_", " ")


def _is_missing(error):
    """Whether an error says that a library or a compiler is not installed."""
    kinds = {cls.__name__ for cls in type(error).__mro__}
    return "CompilerNotFound" in kinds or (
        isinstance(error, RuntimeError) and "was not found; install" in str(error)
    )


def check(test, np, device):
    """The `Outcome` of one computation."""
    begin = time.perf_counter()
    try:
        got, expected = test(np, device)
        got = got if isinstance(got, numpy.ndarray) else got.get()
        seconds = time.perf_counter() - begin
        if got.dtype != expected.dtype:
            raise AssertionError(f"dtype {got.dtype}, NumPy has {expected.dtype}")
        loose = {"f": 1e-4, "F": 1e-4}.get(expected.dtype.char, 1e-10)
        numpy.testing.assert_allclose(got, expected, loose, loose / 100)
        return Outcome(_name(test), "ok", seconds, "")
    except Skipped as why:
        state, text = "skipped", str(why)
    except Exception as error:
        state = "skipped" if _is_missing(error) else "failed"
        text = str(error) if state == "skipped" else f"{type(error).__name__}: {error}"
    text = next(filter(None, map(str.strip, text.splitlines())), "")
    return Outcome(_name(test), state, time.perf_counter() - begin, text)


def main(device):
    """Runs all computations on a device and prints a line of JSON around each."""
    for test in TESTS:
        print(json.dumps({"begins": _name(test)}), flush=True)
        print(json.dumps(check(test, namespace(), device)._asdict()), flush=True)


# ---- the process that starts it ----


def run(device, timeout=TIMEOUT, command=None):
    """The `Outcome` of each computation, as they come; never an exception.

    `command` is what to run in place of this module.
    """
    command = command or [sys.executable, "-m", f"{__package__}.selftest", device]
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    except OSError as error:
        yield Outcome("start", "failed", 0.0, str(error))
        return
    complaints = []
    reader = threading.Thread(
        target=_read_all, args=(process.stderr, complaints), daemon=True
    )
    reader.start()
    began, running = time.perf_counter(), "start"
    with _Watch(process, timeout) as watch:
        for line in process.stdout:
            watch.heard()
            try:
                said = json.loads(line)
            except ValueError:
                continue  # printed by somebody else
            if "begins" in said:
                began, running = time.perf_counter(), said["begins"]
            else:
                running = None
                yield Outcome(**said)
        status = process.wait()
    reader.join(1)
    if status == 0 and not watch.expired:
        return
    last = next((x.strip() for x in reversed(complaints) if x.strip()), "")
    if watch.expired:
        why = f"no answer within {timeout:g} seconds"
    elif status < 0:
        why = f"the process was ended by signal {-status}"
    else:
        why = f"the process ended with {status}"
    text = f"{why}: {last}" if last else why
    yield Outcome(running or "end", "failed", time.perf_counter() - began, text)


def _read_all(stream, lines):
    with stream:
        lines.extend(stream)


class _Watch:
    """Ends a process that has said nothing for some time."""

    def __init__(self, process, timeout):
        self.expired = False
        self._process = process
        self._timeout = timeout
        self._timer = None

    def heard(self):
        """Starts the time anew."""
        if self._timer:
            self._timer.cancel()
        self._timer = threading.Timer(self._timeout, self._expire)
        self._timer.daemon = True
        self._timer.start()

    def _expire(self):
        self.expired = True
        self._process.kill()

    def __enter__(self):
        self.heard()
        return self

    def __exit__(self, *exception):
        self._timer.cancel()
        if self._process.poll() is None:  # nobody listens any more
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


if __name__ == "__main__":
    main(sys.argv[1])

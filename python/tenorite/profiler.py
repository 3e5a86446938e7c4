# SPDX-License-Identifier: Apache-2.0
"""Timing of functions, and ranges for profilers. Mirrors cupyx.profiler."""

import argparse
import functools
import inspect
import math
import numbers
import textwrap
import time

import numpy

from . import _core, cuda
from ._runtime.help import document
from .cuda import nvtx
from .cuda.profiler import profile, start, stop

__all__ = ["benchmark", "profile", "start", "stop", "time_range"]


def _line(name, seconds):
    micro = seconds * 1e6
    text = f"    {name}: {micro.mean():9.3f} us"
    if micro.size > 1:
        text += (
            f"   +/- {micro.std():6.3f}"
            f" (min: {micro.min():9.3f} / max: {micro.max():9.3f}) us"
        )
    return text


class BenchmarkResult:
    """Times of a function, in seconds, as benchmark() took them.

    >>> result = np.benchmark(sum, ([1, 2],), n_repeat=3)
    >>> result.name
    'sum'
    """

    def __init__(self, name, times, devices):
        self.name = name
        self._times = times
        self._devices = devices

    @property
    def cpu_times(self):
        """What each call took until it returned: an array of `n_repeat`."""
        return self._times[0]

    @property
    def gpu_times(self):
        """What each call kept each GPU busy: devices x `n_repeat`."""
        return self._times[1:]

    def to_str(self, show_gpu=False):
        """One line with mean, deviation, least and most of the times.

        >>> result = np.benchmark(sum, ([1, 2],), n_repeat=3)
        >>> result.to_str().split(":")[0].strip()
        'sum'
        """
        lines = [_line("CPU", self.cpu_times)]
        if show_gpu:
            for device, times in zip(self._devices, self.gpu_times, strict=True):
                lines.append(_line(f"GPU-{device}", times))
        return f"{self.name:<20s}:{' '.join(lines)}"

    def __str__(self):
        return self.to_str(show_gpu=True)

    def __repr__(self):
        return f"<BenchmarkResult {self}>"


def benchmark(
    func,
    args=(),
    kwargs={},  # noqa: B006 (CuPy's signature; it is only read)
    n_repeat=10000,
    *,
    name=None,
    n_warmup=10,
    max_duration=math.inf,
    devices=None,
):
    """Times calls of `func(*args, **kwargs)` on the host and on GPUs.

    `n_warmup` calls come first and are not timed; timing ends after `n_repeat`
    calls, or after the first that is past `max_duration` seconds. `devices` are
    the numbers of the GPUs to time, by default the current one (none while the
    current device is the CPU, where all work is done when a call returns). GPU
    times are those between two events on the current stream. Returns an object
    with `cpu_times`, `gpu_times` and `to_str(show_gpu)`; str() of it is one
    line. ValueError for arguments of other types. See cupyx.profiler.benchmark.

    >>> np.benchmark(sum, ([1, 2],), n_repeat=3).cpu_times.shape
    (3,)
    """
    if not callable(func):
        raise ValueError("`func` should be a callable object.")
    if name is None:
        name = getattr(func, "__name__", None) or type(func).__name__
    if devices is None:
        on_gpu = _core.device.default().startswith("cuda")
        devices = (cuda.get_device_id(),) if on_gpu else ()
    for value, kind, what in (
        (args, tuple, "`args` should be of tuple type."),
        (kwargs, dict, "`kwargs` should be of dict type."),
        (n_repeat, int, "`n_repeat` should be an integer."),
        (name, str, "`name` should be a string."),
        (n_warmup, int, "`n_warmup` should be an integer."),
        (max_duration, numbers.Real, "`max_duration` should be given in seconds"),
        (devices, tuple, "`devices` should be of tuple type"),
    ):
        if not isinstance(value, kind):
            raise ValueError(what)
    if n_repeat < 1:
        raise ValueError("`n_repeat` should be positive.")
    for _ in range(n_warmup):
        func(*args, **kwargs)
    times = _measure(func, args, kwargs, n_repeat, max_duration, devices)
    return BenchmarkResult(name, times, devices)


def _each(devices, action, *items):
    """action(*items of the device) on each device."""
    results = []
    for device, *own in zip(devices, *items, strict=True):
        with cuda.Device(device):
            results.append(action(*own))
    return results


def _measure(func, args, kwargs, n_repeat, max_duration, devices):
    """Seconds: a row of the host, then one for each device."""
    starts = _each(devices, cuda.Event)
    ends = _each(devices, cuda.Event)
    _each(devices, cuda.Event.record, ends)
    _each(devices, cuda.Event.synchronize, ends)
    rows = []
    duration = 0.0
    for _ in range(n_repeat):
        _each(devices, cuda.Event.record, starts)
        begin = time.perf_counter()
        result = func(*args, **kwargs)
        end = time.perf_counter()
        _each(devices, cuda.Event.record, ends)
        # Until then: a recorded value that nobody has is never computed.
        del result
        _each(devices, cuda.Event.synchronize, ends)
        pairs = zip(starts, ends, strict=True)
        rows.append([end - begin, *(cuda.get_elapsed_time(*p) * 1e-3 for p in pairs)])
        duration += time.perf_counter() - begin
        if duration > max_duration:
            break
    return numpy.asarray(rows, numpy.float64).T


class time_range:
    """A range on a profiler's time line (NVTX): a context manager or decorator.

    `color_id` is one of seven colours, `argb_color` any. Without a profiler nothing
    happens. See cupyx.profiler.time_range.

    >>> with np.time_range("load", color_id=1):
    ...     y = np.ones(4) * 2
    """

    def __init__(self, message=None, color_id=None, argb_color=None, sync=False):
        if color_id is not None and argb_color is not None:
            raise ValueError("only one of color_id and argb_color can be given")
        self.message = message
        self.color_id = color_id
        self.argb_color = argb_color
        self.sync = sync

    def _wait(self):
        if self.sync and cuda.is_available():
            cuda.synchronize()

    def __enter__(self):
        if self.message is None:
            raise ValueError("a time_range in a with statement needs a message")
        self._wait()
        if self.argb_color is not None:
            nvtx.RangePushC(self.message, self.argb_color)
        else:
            nvtx.RangePush(self.message, -1 if self.color_id is None else self.color_id)
        return self

    def __exit__(self, *exc_info):
        try:
            self._wait()
        finally:
            nvtx.RangePop()

    def __call__(self, func):
        message = self.message or func.__name__
        colours = self.color_id, self.argb_color, self.sync

        @functools.wraps(func)
        def inner(*args, **kwargs):
            with time_range(message, *colours):
                return func(*args, **kwargs)

        return inner


class _Options(argparse.ArgumentParser):
    """Of %gpu_timeit; what is wrong with them is an exception."""

    def error(self, message):
        raise ValueError(f"%gpu_timeit: {message}")


def _options():
    usual = inspect.signature(benchmark).parameters
    parser = _Options(prog="%gpu_timeit", add_help=False, allow_abbrev=False)
    for names, kind, of in (
        (("-n", "--n-repeat"), int, "n_repeat"),
        (("-w", "--n-warmup"), int, "n_warmup"),
        (("--max-duration",), float, "max_duration"),
    ):
        parser.add_argument(*names, type=kind, default=usual[of].default)
    return parser


def _split_options(line):
    """The options at the beginning of a line, as benchmark() has them, and the rest.

    The rest is code, whose blanks and quotes stay as they are.
    """
    options, rest = [], line.lstrip()
    while rest.startswith("-"):
        word, _, rest = rest.partition(" ")
        if word == "--":
            break
        options.append(word)
        is_whole = "=" in word or word[:2] in ("-n", "-w") and len(word) > 2
        if not is_whole:
            value, _, rest = rest.lstrip().partition(" ")
            options.append(value)
        rest = rest.lstrip()
    return vars(_options().parse_args(options)), rest.strip()


def load_ipython_extension(ipython):
    """Gives IPython the magic %gpu_timeit: `%load_ext tenorite.profiler`.

    `%gpu_timeit [-n N_REPEAT] [-w N_WARMUP] [--max-duration SECONDS] code` prints what
    benchmark() says of an expression, %%gpu_timeit of the lines of a cell. See
    cupyx.profiler.
    """

    def gpu_timeit(line, cell=None):
        """%gpu_timeit [-n N_REPEAT] [-w N_WARMUP] [--max-duration SECONDS] expression

        Times an expression on the host and on GPUs; %%gpu_timeit the lines of a cell.
        """
        options, rest = _split_options(line)
        if cell is not None and rest:
            raise ValueError(f"%%gpu_timeit: {rest!r} is no option")
        if not (rest or cell):
            raise ValueError("%gpu_timeit: code to time is expected")
        if cell is None:
            code = compile(rest, "<gpu_timeit>", "eval")
        else:
            code = compile(textwrap.dedent(cell), "<gpu_timeit>", "exec")

        def run():
            # Values of an expression come back, so that what is recorded is computed.
            return eval(code, ipython.user_ns)

        print(benchmark(run, **options))

    ipython.register_magic_function(gpu_timeit, "line_cell", "gpu_timeit")


def unload_ipython_extension(ipython):
    """Takes %gpu_timeit away again."""
    for magics in ipython.magics_manager.magics.values():
        magics.pop("gpu_timeit", None)


document([BenchmarkResult, benchmark, time_range])

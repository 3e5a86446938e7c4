# SPDX-License-Identifier: Apache-2.0
"""What NumPy did on the host in our place: the setting, the counter, the warning.

See docs/fallback.md. Nothing here knows an array.
"""

import collections
import functools
import os
import sys
import threading
import warnings

import numpy

from .package import FOLDER

__all__ = ["PerformanceWarning", "fallbacks"]

SETTINGS = ("auto", "allow", "warn", "error")


class PerformanceWarning(RuntimeWarning):
    """Arrays were moved from a GPU to the host, because no kernel takes them.

    >>> issubclass(np.PerformanceWarning, RuntimeWarning)
    True
    """


class Fallback(
    collections.namedtuple("Fallback", "function file line device calls bytes")
):
    """What one line of the program had NumPy do on the host.

    `function`: NumPy's or another library's. `file`, `line`: the program's own line.
    `device`: where the arrays live. `calls`: how often. `bytes`: of the arrays that
    were exchanged with NumPy: on a GPU they are copied, on the CPU device shared.
    """

    __slots__ = ()


class Fallbacks(list):
    """A list of `Fallback`, most bytes first; str() is a table."""

    def __str__(self):
        return "\n".join(table(self))


def table(rows):
    """Lines of text, one for each row."""
    yield f"{'in NumPy':<32} {'device':<8} {'calls':>7} {'MB':>10}  where"
    for x in rows:
        place = f"{os.path.basename(x.file)}:{x.line}"
        yield (
            f"{x.function:<32} {x.device:<8} {x.calls:>7} {x.bytes / 1e6:>10.3f}  {place}"
        )


def checked(setting, name="fallback"):
    """The setting; ValueError for any other than those of `SETTINGS`."""
    if setting not in SETTINGS:
        allowed = ", ".join(map(repr, SETTINGS[:-1])) + f" or {SETTINGS[-1]!r}"
        raise ValueError(f"{name} must be {allowed}, not {setting!r}")
    return setting


class _State:
    """Of this process, under one lock."""

    def __init__(self):
        asked = os.environ.get("TENORITE_FALLBACK") or "auto"
        self.setting = checked(asked, "TENORITE_FALLBACK")
        self.lock = threading.Lock()
        self.counts = {}  # (function, file, line, device) -> (calls, bytes)
        self.warned = set()


_state = _State()
os.register_at_fork(after_in_child=lambda: setattr(_state, "lock", threading.Lock()))


def get_setting():
    """What `tenorite.config.fallback` says."""
    return _state.setting


def set_setting(setting):
    """Sets `tenorite.config.fallback`; every line may warn again."""
    _state.setting = checked(setting)
    _state.warned.clear()


def policy(device):
    """What happens to a call with arrays on a device: "allow", "warn" or "error"."""
    if _state.setting != "auto":
        return _state.setting
    return "allow" if device == "cpu" else "warn"


_INSIDE = tuple(
    os.path.join(folder, "") for folder in (FOLDER, os.path.dirname(numpy.__file__))
)


def is_inside(frame):
    """Whether a frame runs code of this package or of NumPy."""
    return frame.f_code.co_filename.startswith(_INSIDE)


@functools.cache
def _installed():
    """The folders of Python's library and of installed packages."""
    import sysconfig  # slow to import

    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = {sysconfig.get_path(name) for name in names}
    return tuple(os.path.join(folder, "") for folder in folders)


def _program_frame():
    """The frame of the program's own line.

    The innermost one that is of no installed package; if there is none, the innermost
    that is neither ours nor NumPy's.
    """
    frame, other = sys._getframe(1), None
    while frame is not None:
        file = frame.f_code.co_filename
        if not is_inside(frame):
            if not file.startswith((*_installed(), "<frozen ")):
                return frame
            other = other or frame
        frame = frame.f_back
    return other or sys._getframe(1)


def program_line():
    """(file, line, frame) of the program's own line."""
    frame = _program_frame()
    return frame.f_code.co_filename, frame.f_lineno, frame


def count(function, device, bytes, warn=False):
    """Counts a call for the program's line; with `warn` it says so, once per line."""
    file, line, frame = program_line()
    key = function, file, line, device
    with _state.lock:
        calls, before = _state.counts.get(key, (0, 0))
        _state.counts[key] = calls + 1, before + bytes
    if not warn or key in _state.warned:
        return
    moved = "moved between it and the host" if device != "cpu" else "a GPU would move"
    warnings.warn_explicit(
        f"no kernel for this call of {function} on {device}: NumPy ran it on the host, "
        f"{bytes} bytes {moved} (see tenorite.config.fallback)",
        PerformanceWarning,
        file,
        line,
        frame.f_globals.get("__name__"),
        frame.f_globals.setdefault("__warningregistry__", {}),
    )
    _state.warned.add(key)  # unless the warning was raised


def counts():
    """(calls, bytes) by (function, file, line, device) so far."""
    with _state.lock:
        return dict(_state.counts)


def between(before, after):
    """The `Fallbacks` that counts() shows after, but not before."""
    found = Fallbacks()
    for key, now in after.items():
        calls, bytes = (
            b - a for a, b in zip(before.get(key, (0, 0)), now, strict=True)
        )
        if calls:
            found.append(Fallback(*key, calls, bytes))
    found.sort(key=lambda x: (-x.bytes, x.file, x.line, x.function))
    return found


def fallbacks():
    """What NumPy has done on the host in our place since the process began.

    A list with a `Fallback` for each function and line of the program: `function`,
    `file`, `line`, `device`, `calls`, `bytes`. print() shows it as a table. Copies
    of NumPy arrays to a GPU that `tenorite.config.mixed = "copy"` asks for are there
    as `asarray`. profile() has those of a block.

    >>> type(np.fallbacks()[:])
    <class 'list'>
    """
    return between({}, counts())

# SPDX-License-Identifier: Apache-2.0
"""A hook that counts allocations by line. Mirrors cupy.cuda.memory_hooks.line_profile."""

import sys
import traceback

from ..memory_hook import MemoryHook

__all__ = ["LineProfileHook"]

_PACKAGE = __package__.partition(".")[0]
_UNITS = ("B", "KB", "MB", "GB", "TB", "PB")


class _Frame:
    """A line of the program, and what it and what it called allocated."""

    def __init__(self, place):
        self.place = place  # (file, function, line)
        self.used_bytes = 0  # of pools
        self.acquired_bytes = 0  # of devices
        self.children = {}

    def child(self, place):
        return self.children.setdefault(place, _Frame(place))

    def lines(self, depth=0):
        """(depth, frame) of all frames below this one."""
        for frame in self.children.values():
            yield depth, frame
            yield from frame.lines(depth + 1)


def _with_unit(size):
    for unit in _UNITS:
        if size < 1024 or unit == _UNITS[-1]:
            return f"{size:.2f}{unit}"
        size /= 1024


class LineProfileHook(MemoryHook):
    """Counts the bytes that each line of the program allocated.

    `max_depth` is how many callers are kept, 0 for all. Recorded operations allocate
    where their values are looked at, or where they run. See
    cupy.cuda.memory_hooks.LineProfileHook.

    >>> hook = np.cuda.memory_hooks.LineProfileHook()
    >>> with hook:
    ...     pass
    >>> hook.print_report()
    _root (0.00B, 0.00B)
    """

    name = "LineProfileHook"

    def __init__(self, max_depth=0):
        self._root = _Frame(("_root", "", 0))
        self._max_depth = max_depth

    def _add(self, used_bytes=0, acquired_bytes=0):
        frames = self._frames()
        if self._max_depth:
            frames = frames[-self._max_depth :]
        node = self._root
        for place in [None, *frames]:
            node = node if place is None else node.child(place)
            node.used_bytes += used_bytes
            node.acquired_bytes += acquired_bytes

    @staticmethod
    def _frames():
        """(file, function, line) of the program's frames, the outermost first."""
        found = []
        for frame, line in traceback.walk_stack(sys._getframe()):
            module = frame.f_globals.get("__name__", "")
            if module.partition(".")[0] != _PACKAGE:
                code = frame.f_code
                found.append((code.co_filename, code.co_name, line))
        return found[::-1]

    def malloc_preprocess(self, **kwargs):
        """Counts `mem_size` as used by the line.

        >>> hook = np.cuda.memory_hooks.LineProfileHook()
        >>> hook.malloc_preprocess(device_id=0, size=8, mem_size=512)
        """
        self._add(used_bytes=kwargs["mem_size"])

    def alloc_preprocess(self, **kwargs):
        """Counts `mem_size` as taken from the device by the line.

        >>> hook = np.cuda.memory_hooks.LineProfileHook()
        >>> hook.alloc_preprocess(device_id=0, mem_size=512)
        """
        self._add(acquired_bytes=kwargs["mem_size"])

    def print_report(self, file=None):
        """Prints the lines as a tree, with the bytes used and taken from the device.

        >>> hook = np.cuda.memory_hooks.LineProfileHook(max_depth=1)
        >>> hook.malloc_preprocess(device_id=0, size=8, mem_size=512)
        >>> import io
        >>> text = io.StringIO()
        >>> hook.print_report(text)
        >>> text.getvalue().splitlines()[0]
        '_root (512.00B, 0.00B)'
        """
        file = sys.stdout if file is None else file
        for depth, frame in [(0, self._root), *self._root.lines(1)]:
            name, function, line = frame.place
            where = f"{name}:{function}:{line}" if frame is not self._root else name
            used = _with_unit(frame.used_bytes)
            acquired = _with_unit(frame.acquired_bytes)
            print(f"{'  ' * depth}{where} ({used}, {acquired})", file=file)

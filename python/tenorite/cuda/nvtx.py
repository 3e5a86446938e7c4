# SPDX-License-Identifier: Apache-2.0
"""Ranges and marks on a profiler's time line (NVTX). Mirrors cupy.cuda.nvtx.

Nothing happens where no profiler is attached; no GPU is needed.
"""

from .. import _core

__all__ = ["Mark", "MarkC", "RangePop", "RangePush", "RangePushC", "available"]

available = True

_COLOURS = (
    0xFF00FF00,
    0xFF0000FF,
    0xFFFFFF00,
    0xFFFF00FF,
    0xFF00FFFF,
    0xFFFF0000,
    0xFFFFFFFF,
)


def _colour(id_color):
    """The colour of a number; any where it is negative."""
    return 0 if id_color < 0 else _COLOURS[id_color % len(_COLOURS)]


def _checked(message):
    if not isinstance(message, str):
        raise TypeError(
            "Argument 'message' has incorrect type (expected str, got "
            f"{type(message).__name__})"
        )
    return message


def RangePush(message, id_color=-1):
    """Begins a range of the calling thread; colours are numbered from 0.

    >>> np.cuda.nvtx.RangePush("load", id_color=1)
    >>> np.cuda.nvtx.RangePop()
    """
    _core.cuda.range_push(_checked(message), _colour(id_color))


def RangePushC(message, color=0):
    """Begins a range of the calling thread in a colour, as 0xAARRGGBB.

    >>> np.cuda.nvtx.RangePushC("load", 0xFF00FF00)
    >>> np.cuda.nvtx.RangePop()
    """
    _core.cuda.range_push(_checked(message), color)


def RangePop():
    """Ends the innermost range of the calling thread.

    >>> np.cuda.nvtx.RangePush("load")
    >>> np.cuda.nvtx.RangePop()
    """
    _core.cuda.range_pop()


def Mark(message, id_color=-1):
    """Marks a point in time; colours are numbered from 0.

    >>> np.cuda.nvtx.Mark("loaded")
    """
    _core.cuda.mark(_checked(message), _colour(id_color))


def MarkC(message, color=0):
    """Marks a point in time in a colour, as 0xAARRGGBB.

    >>> np.cuda.nvtx.MarkC("loaded", 0xFF00FF00)
    """
    _core.cuda.mark(_checked(message), color)

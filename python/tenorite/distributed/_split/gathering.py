# SPDX-License-Identifier: Apache-2.0
"""What is done with whole arrays since nothing does it with parts: counted, and said."""

import collections
import threading
import warnings

import numpy

from ..._core import ndarray
from ..._runtime.fallbacks import PerformanceWarning, program_line
from .array import Layout, SplitArray, from_whole, made
from .elementwise import assign
from .moves import in_c_order, whole

_lock = threading.Lock()
_counts = {}  # (function, file, line) -> (calls, bytes)
_warned = set()


class Gather(collections.namedtuple("Gather", "function file line calls bytes")):
    """What one line of the program had brought together.

    `function`: what was called. `file`, `line`: the program's own line. `calls`: how
    often. `bytes`: of the arrays.
    """

    __slots__ = ()


def gathers():
    """What functions without an own way for split arrays have had brought together.

    Returns
    -------
    list of Gather
        `function`, `file`, `line`, `calls` and `bytes` for each line of the program, most
        bytes first.

    Notes
    -----
    NumPy has none. Such a call runs on the whole array on one device of each process,
    after a `PerformanceWarning` for each line that makes it.

    Examples
    --------
    >>> import tenorite as np
    >>> isinstance(np.distributed.gathers(), list)
    True
    """
    with _lock:
        rows = [Gather(*key, *counts) for key, counts in _counts.items()]
    return sorted(rows, key=lambda row: -row.bytes)


def _count(function, bytes):
    file, line, frame = program_line()
    key = function, file, line
    with _lock:
        calls, before = _counts.get(key, (0, 0))
        _counts[key] = calls + 1, before + bytes
        if key in _warned:
            return
    warnings.warn_explicit(
        f"{function} has no way for arrays that are split: {bytes} bytes are brought to "
        "one device (see tenorite.distributed.gathers)",
        PerformanceWarning,
        file,
        line,
        frame.f_globals.get("__name__"),
        frame.f_globals.setdefault("__warningregistry__", {}),
    )
    _warned.add(key)  # unless the warning was raised


def _in_one_place(x, found):
    """`x` with whole arrays for split ones, of which `found` gets a list."""
    if isinstance(x, SplitArray):
        found.append(x)
        return in_c_order(whole(x))
    if type(x) in (list, tuple):
        return type(x)(_in_one_place(each, found) for each in x)
    if isinstance(x, dict):
        return {key: _in_one_place(each, found) for key, each in x.items()}
    return x


def as_one(a):
    """For whoever takes arrays of one place, as y[...] = a does."""
    _count("conversion to an ndarray", a.nbytes)
    return whole(a)


def in_one_place(arrays):
    """Whole arrays on one device of this process."""
    return _in_one_place(tuple(arrays), [])


def on_whole(name, function, args, keywords=None):
    """function(*args) of whole arrays; results are split as the first argument, if as long."""
    found = []
    args = _in_one_place(tuple(args), found)
    keywords = _in_one_place(keywords or {}, found)
    _count(name, sum(x.nbytes for x in found))
    return _laid_out(function(*args, **keywords), found[0])


def _laid_out(result, like):
    if type(result) in (tuple, list):
        return type(result)(_laid_out(x, like) for x in result)
    if isinstance(result, tuple):  # a named one
        return type(result)(*(_laid_out(x, like) for x in result))
    if not isinstance(result, (ndarray, numpy.ndarray)):
        return result
    layout = Layout(like.mesh)
    mine = like._layout
    if mine.is_split and result.shape[mine.axis : mine.axis + 1] == (
        like.shape[mine.axis],
    ):
        layout = Layout(like.mesh, mine.axis, mine.ranges)
    return from_whole(result, layout)


def changing_whole(name, function, a, args, keywords=None):
    """function(a, *args), which writes to the array `a`."""
    found = [a]
    x = whole(a).copy()
    args = _in_one_place(tuple(args), found)
    keywords = _in_one_place(keywords or {}, found)
    _count(name, sum(each.nbytes for each in found))
    result = function(x, *args, **keywords)
    layout = Layout(a.mesh)
    assign(a, made(layout, a.shape, lambda s: x.to_device(a.mesh._device(s)), a.dtype))
    return result

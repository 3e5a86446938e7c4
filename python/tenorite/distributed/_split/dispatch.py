# SPDX-License-Identifier: Apache-2.0
"""Calls that have split arrays, or places for them, among their arguments."""

import contextlib
import contextvars
import itertools
import threading

import numpy

from ... import _core
from ..._runtime.package import namespace
from . import functions, reductions, scans
from .array import SplitArray
from .elementwise import apply
from .gathering import changing_whole, on_whole
from .mesh import Replicated, Split
from .products import matmul

_table = {}
_keys = {}  # of functions, as they are called
# Functions that write to their first argument.
_CHANGING = frozenset(["fill_diagonal", "place", "put", "put_along_axis", "putmask"])


def _key(function):
    """The name of a function of ours or NumPy's, with its public package."""
    home, *path = (getattr(function, "__module__", "") or "").split(".")
    public = itertools.takewhile(lambda part: not part.startswith("_"), path)
    package = [*public] if home in ("numpy", "tenorite") else []
    return ".".join([*package, function.__name__])


def _rule(key):
    if not _table:
        _table.update(functions.table())
    return _table.get(key)


def answer(function, args, kwargs):
    """What a function makes of its arguments; NotImplemented where none are split."""
    if isinstance(function, str):  # a method of arrays of one place
        return _rule(function)(*args, **kwargs)
    if _active and not _has_split((args, kwargs)):
        above = _above.get()
        if above is None:
            return NotImplemented
        return _split_if_large(function, args, kwargs, *above)
    key = _keys.get(function) or _keys.setdefault(function, _key(function))
    rule = _rule(key)
    if rule is not None:
        result = rule(*args, **kwargs)
        if result is not None or key == "copyto":
            return result
    if isinstance(kwargs.get("device"), (Split, Replicated)) and not _has_split(
        (args, {k: x for k, x in kwargs.items() if k != "device"})
    ):
        raise TypeError(f"{key} makes no arrays that are split")
    if key in _CHANGING and isinstance(args[0], SplitArray):
        return changing_whole(key, function, args[0], args[1:], kwargs)
    return on_whole(key, function, args, kwargs)


def _has_split(x):
    if isinstance(x, (SplitArray, Split, Replicated)):
        return True
    if isinstance(x, dict):
        return any(map(_has_split, x.values()))
    return type(x) in (tuple, list) and any(map(_has_split, x))


def array_function(self, function, types, args, kwargs):
    """NumPy's protocol: numpy.sum(x) is tenorite.sum(x)."""
    home, *path = function.__module__.split(".")
    ours = namespace() if home == "numpy" else None
    for part in path:
        ours = getattr(ours, part, None)
    ours = getattr(ours, function.__name__, None)
    if ours is None:
        return NotImplemented
    if not isinstance(ours, _core.Function):
        return answer(ours, args, kwargs)
    return ours(*args, **kwargs)


def array_ufunc(self, ufunc, method, *inputs, **kwargs):
    """NumPy's protocol, by which our ufuncs ask as well."""
    name = ufunc.__name__
    ours = _core.ufuncs.get(name)
    out = kwargs.pop("out", None)
    if out is not None and not isinstance(out, tuple):
        out = (out,)
    if name == "matmul" and method == "__call__":
        return matmul(*inputs, out=out, **kwargs)
    if ours is None:
        return NotImplemented
    nin = ours.nin
    if method == "__call__":
        if len(inputs) > nin:
            inputs, out = inputs[:nin], inputs[nin:]
        return apply(ours, list(inputs), out, **kwargs)
    if method in ("reduce", "accumulate"):
        known = reductions.reduce_of if method == "reduce" else scans.accumulate_of
        rule = known(name)
        if rule is not None and isinstance(inputs[0], SplitArray):
            names = ("axis", "dtype", "out", "keepdims", "initial", "where")
            kwargs = {**dict(zip(names, inputs[1:], strict=False)), **kwargs}
            kwargs.setdefault("axis", 0)
            return rule(inputs[0], out=None if out is None else out[0], **kwargs)
    if method == "outer":
        a, b = inputs
        return apply(ours, [a[(..., *(None,) * numpy.ndim(b))], b], out, **kwargs)
    if method == "at":
        return changing_whole(f"{name}.at", ours.at, inputs[0], inputs[1:])
    if out is not None:
        kwargs["out"] = out[0]
    return on_whole(f"{name}.{method}", getattr(ours, method), inputs, kwargs)


# ---- arrays that are split where the program does not say so ----

_above = contextvars.ContextVar("tenorite_using", default=None)
_UNITS = {
    "B": 1,
    "KiB": 1 << 10,
    "MiB": 1 << 20,
    "GiB": 1 << 30,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
}
_MAKING = frozenset(
    """arange array asarray empty empty_like eye full full_like identity linspace ones
    ones_like zeros zeros_like""".split()
)
_active = 0  # blocks of all threads
_lock = threading.Lock()


@contextlib.contextmanager
def using(mesh, above="64MiB"):
    """Splits what the block makes along axis 0, where it is large.

    Parameters
    ----------
    mesh : Mesh
        The devices.
    above : int or str, optional
        Bytes from which on an array that a function makes (`zeros`, `arange`, `array`
        and the like, without `device=`) is split; a text has a unit, "64MiB".

    Returns
    -------
    context manager
        Which gives the mesh.

    Raises
    ------
    ValueError
        If `above` is no number of bytes.

    Notes
    -----
    NumPy has none. What is computed of split arrays is split in any case.

    Examples
    --------
    >>> import tenorite as np
    >>> mesh = np.distributed.Mesh(["cpu", "cpu"])
    >>> with np.distributed.using(mesh, above="1KiB"):
    ...     x, y = np.ones(1024), np.ones(3)
    >>> x.local(1).shape, type(y).__name__
    ((512,), 'ndarray')
    """
    global _active
    device, bytes = Split(mesh), _bytes_of(above)
    token = _above.set((device, bytes))
    with _lock:
        _active += 1
        _core.claim_all(True)
    try:
        yield mesh
    finally:
        _above.reset(token)
        with _lock:
            _active -= 1
            _core.claim_all(_active > 0)


def _bytes_of(above):
    if not isinstance(above, str):
        return int(above)
    number = above.rstrip("BKMGikb ")
    unit = above[len(number) :].strip() or "B"
    try:
        return int(float(number) * _UNITS[unit])
    except (KeyError, ValueError):
        raise ValueError(
            f"above must be bytes, such as '64MiB', not {above!r}"
        ) from None


def _split_if_large(function, args, kwargs, device, bytes):
    key = _key(function)
    placed = kwargs.get("device") is not None or kwargs.get("like") is not None
    if key not in _MAKING or placed:
        return NotImplemented
    token = _above.set(None)
    try:
        if key in ("zeros", "ones", "empty", "full"):
            shape = args[0] if args else kwargs.get("shape")
            dtype = kwargs.get("dtype") or (
                args[1 + (key == "full")] if len(args) > 1 + (key == "full") else "f8"
            )
            shape = (shape,) if hasattr(shape, "__index__") else tuple(shape)
            size = numpy.prod([int(n) for n in shape], dtype=object)
            if not shape or size * numpy.dtype(dtype).itemsize < bytes:
                return NotImplemented
            return _rule(key)(*args, **kwargs, device=device)
        made = function(*args, **kwargs)
        large = isinstance(made, _core.ndarray) and made.ndim and made.nbytes >= bytes
        return made.to_device(device) if large else made
    finally:
        _above.reset(token)


def attach():
    SplitArray.__array_function__ = array_function
    SplitArray.__array_ufunc__ = array_ufunc
    _core.claim((SplitArray, Split, Replicated), answer)

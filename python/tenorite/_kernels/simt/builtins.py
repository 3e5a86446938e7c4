# SPDX-License-Identifier: Apache-2.0
"""Names of cupyx.jit for threads: their indices, barriers, shared memory, ranges.

Each function stands here as Python sees it, and registers what a kernel makes of
a call: a function that takes the lowering and the arguments as expressions.
"""

import builtins
import functools
import operator
import warnings

import numpy

from ..._array.convert import check_dtype
from ..._core import ufuncs
from ..translate.loops import Value, as_type
from ..translate.types import INT, ctype
from .memory import Array, ArrayType, PointerType
from .rules import check_cast

UINT, NARROW_INT = numpy.dtype(numpy.uint32), numpy.dtype(numpy.int32)

#: Where users find the names.
PUBLIC_MODULE = "tenorite.cupyx.jit"

#: Function: what makes its calls, of a lowering and the arguments in their order.
HANDLERS = {}


def handled_by(handler):
    """Registers what a kernel makes of calls of the function."""

    def register(function):
        HANDLERS[function] = handler
        function.__module__ = PUBLIC_MODULE
        return function

    return register


def only_in_kernels():
    """The error of a call from outside a kernel."""
    return RuntimeError("Cannot call this function from Python layer.")


class Members:
    """Something with attributes in kernels: a function of it for each name."""

    members = {}


class Method:
    """A method of something in kernels, found but not called yet."""

    def __init__(self, name, handler, owner):
        self.name = name
        self.handler = handler
        self.owner = owner


def constant_of(value):
    """The Python object that an expression stands for; TypeError if it may change."""
    if isinstance(value, Value):
        if not value.is_constant:
            raise TypeError("Arguments must be constants.")
        return value.constant
    if isinstance(value, Array):
        raise TypeError("Arguments must be constants.")
    return value


def cast(lowering, value, type_):
    """A number as an argument of the type, under CuPy's casting rule."""
    if not isinstance(value, Value):
        raise TypeError(f"a number is needed here, not {value!r}")
    value = lowering.rules.settled(value)
    own = lowering.rules.strong(value).type
    if own != type_:
        check_cast(own, type_)
    return as_type(value, type_)


# ---- indices ----


class Dim3(Members):
    """Three unsigned integers of a kernel, x, y and z."""

    def __init__(self, text, meaning=None):
        self._text = text
        if meaning is not None:
            self.__doc__ = f"{meaning}: x, y and z, which are uint32, in kernels."

    def __repr__(self):
        return f"<cupyx.jit {self._text}>"

    members = {
        axis: lambda self, axis=axis: Value(UINT, f"{self._text}.{axis}")
        for axis in "xyz"
    }


threadIdx = Dim3("threadIdx", "The thread's place in its block")
blockIdx = Dim3("blockIdx", "The block's place in the grid")
blockDim = Dim3("blockDim", "How many threads a block has")
gridDim = Dim3("gridDim", "How many blocks the grid has")


class Number:
    """A number that only kernels know."""

    def __init__(self, value, doc):
        self.value = value
        self.__doc__ = doc

    def __repr__(self):
        return f"<cupyx.jit {self.value.text}>"


warpsize = Number(
    Value(NARROW_INT, "warpSize"), "How many threads a warp has: an int32, in kernels."
)


def _along_axes(text):
    def handle(lowering, ndim):
        ndim = constant_of(ndim)
        if not isinstance(ndim, int):
            raise TypeError("ndim must be an integer")
        if ndim not in (1, 2, 3):
            raise ValueError("Only ndim=1,2,3 are supported")
        axes = tuple(Value(UINT, f"({text.format(axis)})") for axis in "xyz"[:ndim])
        return axes[0] if ndim == 1 else axes

    return handle


@handled_by(_along_axes("threadIdx.{0} + blockIdx.{0} * blockDim.{0}"))
def grid(ndim):
    """The thread's place in the whole grid: a uint32, or a tuple of `ndim` of them.

    It is threadIdx + blockIdx * blockDim along each axis; `ndim` is 1, 2 or 3.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def places(x):
    ...     i, j = jit.grid(2)
    ...     x[i, j] = 10 * i + j
    >>> x = np.zeros((2, 4), int)
    >>> places[(1, 2), (2, 2)](x)
    >>> x
    array([[ 0,  1,  2,  3],
           [10, 11, 12, 13]])
    """
    raise only_in_kernels()


@handled_by(_along_axes("blockDim.{0} * gridDim.{0}"))
def gridsize(ndim):
    """How many threads the whole grid has: a uint32, or a tuple of `ndim` of them.

    It is blockDim * gridDim along each axis; `ndim` is 1, 2 or 3.
    """
    raise only_in_kernels()


def _laneid(lowering):
    # Warps are runs of 32 threads in this order.
    rank = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
    return Value(UINT, f"(({rank}) & 31u)")


@handled_by(_laneid)
def laneid():
    """The thread's place in its warp, a uint32 below `warpsize`."""
    raise only_in_kernels()


# ---- barriers ----


def _syncthreads(lowering):
    return lowering.effect(None, "__syncthreads()")


@handled_by(_syncthreads)
def syncthreads():
    """Waits until all threads of the block are here: ``__syncthreads()``."""
    raise only_in_kernels()


def _syncwarp(lowering, mask):
    if isinstance(mask, Value) and mask.is_constant:
        check_mask(mask.constant)
        return lowering.effect(None, f"__syncwarp({mask.constant:#x}u)")
    return lowering.effect(None, f"__syncwarp({cast(lowering, mask, UINT).to(UINT)})")


def check_mask(mask):
    """ValueError for what names no lanes of a warp."""
    if not 0 <= mask <= 0xFFFFFFFF:
        raise ValueError("mask is out of range")


@handled_by(_syncwarp)
def syncwarp(*, mask=0xFFFFFFFF):
    """Waits until the threads of the warp that `mask` names are here: ``__syncwarp()``.

    `mask` is an int, constant or not, with a bit for each thread.
    """
    raise only_in_kernels()


# ---- shared memory ----


def _shared_memory(lowering, dtype, size, alignment):
    dtype, alignment = check_dtype(constant_of(dtype)), constant_of(alignment)
    size = constant_of(size)
    if size is not None:
        try:
            size = operator.index(size)
        except TypeError:
            raise TypeError("size of shared_memory must be integer or `None`") from None
        if size < 1:
            raise ValueError("size of shared_memory must be positive")
    aligned = "" if alignment is None else f"__align__({operator.index(alignment)}) "
    pointer = PointerType(dtype)
    if size is None:
        name = "dynamic_shared"
        declaration = f"extern __shared__ {aligned or '__align__(16) '}char {name}[];"
        text = f"{pointer.text}{{({ctype(dtype)}*){name}}}"
        if any(name in other for other in lowering.shared):
            return Array(pointer, text)
    else:
        name = f"shared{len(lowering.shared)}"
        declaration = f"__shared__ {aligned}{ctype(dtype)} {name}[{size}];"
        text = f"{pointer.text}{{{name}}}"
    lowering.shared.append(declaration)
    return Array(pointer, text)


@handled_by(_shared_memory)
def shared_memory(dtype, size, alignment=None):
    """An array of one axis that the threads of a block have in common.

    Its items are undefined at first.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def turn(x):
    ...     i = jit.threadIdx.x
    ...     shared = jit.shared_memory(np.int64, 4)
    ...     shared[i] = x[i]
    ...     jit.syncthreads()
    ...     x[i] = shared[3 - i]
    >>> x = np.arange(4)
    >>> turn[1, 4](x)
    >>> x
    array([3, 2, 1, 0])
    """
    raise only_in_kernels()


# ---- loops ----


def _range(lowering, args, unroll):
    raise TypeError("range() is for loops alone: for i in range(...)")


@handled_by(_range)
def range(*args, unroll=None):
    """range(stop) or range(start, stop[, step]) for loops, which GPUs may unroll.

    With `unroll` the bounds are constants, too.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def powers(x):
    ...     for k in jit.range(4, unroll=True):
    ...         x[k] = 2**k
    >>> x = np.zeros(4, int)
    >>> powers[1, 1](x)
    >>> x
    array([1, 2, 4, 8])
    """
    raise only_in_kernels()


def unrolling(unroll, bounds):
    """The directive before a loop that `unroll` asks for; None for none."""
    if unroll is None or unroll is False:
        return None
    value = (
        unroll.constant if isinstance(unroll, Value) and unroll.is_constant else None
    )
    if value is False:
        value = 1
    elif value is None or not all(v.is_constant for v in bounds):
        raise TypeError(
            "loop unrolling requires constant start, stop, step and unroll value"
        )
    if value is True:
        return "#pragma unroll"
    if not isinstance(value, int):
        raise TypeError(
            f"unroll value expected to be of type int, got {type(value).__name__}"
        )
    if not 0 < value < 1 << 31:
        warnings.warn(
            "loop unrolling is ignored as the unroll value is non-positive or "
            "greater than INT_MAX",
            stacklevel=2,
        )
        return None
    return f"#pragma unroll {value}"


# ---- Python's own functions ----


def _len(lowering, args):
    if len(args) != 1:
        raise TypeError(f"len() expects only 1 argument, got {len(args)}")
    (value,) = args
    if isinstance(value, tuple):
        return Value.of(len(value))
    if not (isinstance(value, Array) and isinstance(value.type, ArrayType)):
        raise TypeError("len() supports only array type")
    if value.type.ndim == 0:
        raise TypeError("len() of unsized array")
    return Value(INT, f"{value.text}.shape[0]")


def _extreme(name, ufunc):
    def handle(lowering, args):
        if len(args) == 1 and isinstance(args[0], tuple):
            (args,) = args
        if len(args) < 2:
            raise TypeError(f"{name}() expects at least 2 arguments, got {len(args)}")
        if any(not isinstance(a, Value) for a in args):
            raise TypeError(f"{name}() takes numbers in a kernel")
        if all(a.is_constant for a in args):
            return Value.of(getattr(builtins, name)(a.constant for a in args))
        return functools.reduce(
            lambda a, b: lowering.loops.apply(ufuncs[ufunc], [a, b])[0], args
        )

    return handle


#: Builtins of Python that mean something else here than in kernels of numbers.
BUILTINS = {
    len: _len,
    max: _extreme("max", "maximum"),
    min: _extreme("min", "minimum"),
}

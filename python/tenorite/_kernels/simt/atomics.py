# SPDX-License-Identifier: Apache-2.0
"""Names of cupyx.jit for items that threads share: atomic functions, shuffles."""

import numpy

from ..translate.loops import Value, as_type
from ..translate.types import ctype
from .builtins import NARROW_INT, UINT, cast, check_mask, handled_by, only_in_kernels
from .memory import Array

_HALF, _SINGLE = numpy.dtype(numpy.float16), numpy.dtype(numpy.float32)
# What CUDA calls the dtypes that the text has other names for.
_CUDA_NAMES = {"L": "unsigned long long", "e": "::float16"}


def _atomic(name, dtypes):
    """What makes calls of CUDA's atomic function for items of the dtypes."""

    def handle(lowering, array, index, *values):
        if not isinstance(array, Array):
            raise TypeError("The first argument must be of array type.")
        place = lowering.element(array, index)
        if isinstance(place, Array):
            raise IndexError(f"The size of index must be {array.type.ndim}")
        dtype = place.type
        if dtype.name not in dtypes.split():
            raise TypeError(f"`{name}` does not support {dtype} input.")
        lowering.stored.add(array.origin)
        texts = [_operand(lowering, cast(lowering, v, dtype)) for v in values]
        number = _CUDA_NAMES.get(dtype.char, ctype(dtype))
        call = f"{name}(({number}*)&{place.text}, {', '.join(texts)})"
        if dtype == _HALF:
            lowering.loops.headers.add("jit/prelude/kernels/atomics.h")
            return lowering.effect(dtype, f"half::from_bits({call}.bits())")
        return lowering.effect(dtype, f"({ctype(dtype)}){call}")

    return handle


def _operand(lowering, value):
    text = value.to(value.type)
    if value.type == _HALF:
        return f"::float16::from_bits(({text}).bits)"
    name = _CUDA_NAMES.get(value.type.char)
    return f"({name}){text}" if name else text


def _register(name, dtypes):
    return handled_by(_atomic(name, dtypes))


@_register("atomicAdd", "int32 uint32 uint64 float32 float64 float16")
def atomic_add(array, index, value):
    """array[index] += value as one step; gives what was there before.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def count(x, counts):
    ...     jit.atomic_add(counts, x[jit.grid(1)], 1)
    >>> counts = np.zeros(3, np.int32)
    >>> count[2, 4](np.arange(8) % 3, counts)
    >>> counts
    array([3, 3, 2], dtype=int32)
    """
    raise only_in_kernels()


@_register("atomicSub", "int32 uint32")
def atomic_sub(array, index, value):
    """array[index] -= value as one step; gives what was there before."""
    raise only_in_kernels()


@_register("atomicExch", "int32 uint32 uint64 float32")
def atomic_exch(array, index, value):
    """array[index] = value as one step; gives what was there before."""
    raise only_in_kernels()


@_register("atomicMin", "int32 uint32 uint64")
def atomic_min(array, index, value):
    """array[index] = min(array[index], value) as one step; gives what was there."""
    raise only_in_kernels()


@_register("atomicMax", "int32 uint32 uint64")
def atomic_max(array, index, value):
    """array[index] = max(array[index], value) as one step; gives what was there."""
    raise only_in_kernels()


@_register("atomicInc", "uint32")
def atomic_inc(array, index, value):
    """Counts array[index] up to `value`, then from 0 again; gives what was there."""
    raise only_in_kernels()


@_register("atomicDec", "uint32")
def atomic_dec(array, index, value):
    """Counts array[index] down to 0, then from `value` again; gives what was there."""
    raise only_in_kernels()


@_register("atomicCAS", "int32 uint32 uint64 uint16")
def atomic_cas(array, index, value, alt_value):
    """array[index] = alt_value where it is `value`, as one step; gives what was there."""
    raise only_in_kernels()


@_register("atomicAnd", "int32 uint32 uint64")
def atomic_and(array, index, value):
    """array[index] &= value as one step; gives what was there before."""
    raise only_in_kernels()


@_register("atomicOr", "int32 uint32 uint64")
def atomic_or(array, index, value):
    """array[index] |= value as one step; gives what was there before."""
    raise only_in_kernels()


@_register("atomicXor", "int32 uint32 uint64")
def atomic_xor(array, index, value):
    """array[index] ^= value as one step; gives what was there before."""
    raise only_in_kernels()


# ---- shuffles ----

_SHUFFLED = ("int32", "uint32", "int64", "uint64", "float16", "float32", "float64")


def _shuffle(name, lane_type):
    """What makes calls of CUDA's shuffle whose lane argument is of a type."""

    def handle(lowering, mask, var, val_id, width):
        if not isinstance(var, Value):
            raise TypeError(f"`{name}` takes a number")
        var = lowering.rules.strong(var)
        if var.type.name not in _SHUFFLED:
            raise TypeError(f"`{name}` does not support {var.type} input.")
        if not (isinstance(mask, Value) and mask.is_constant):
            raise TypeError("mask must be an integer")
        check_mask(mask.constant)
        if width.is_constant and width.constant not in (2, 4, 8, 16, 32):
            raise ValueError("width needs to be power of 2")
        dtype = _SINGLE if var.type == _HALF else var.type
        lane = cast(lowering, val_id, lane_type).to(lane_type)
        lanes = cast(lowering, width, NARROW_INT).to(NARROW_INT)
        value = as_type(var, dtype).to(dtype)
        found = lowering.effect(
            dtype, f"{name}({int(mask.constant):#x}u, {value}, {lane}, {lanes})"
        )
        return as_type(found, var.type)

    return handle


@handled_by(_shuffle("__shfl_sync", NARROW_INT))
def shfl_sync(mask, var, val_id, *, width=32):
    """`var` of the lane `val_id`, for all lanes that `mask` names.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def spread(x):
    ...     i = jit.threadIdx.x
    ...     x[i] = jit.shfl_sync(0xFFFFFFFF, x[i], 1, width=4)
    >>> x = np.arange(32)
    >>> spread[1, 32](x)
    >>> x[:6]
    array([1, 1, 1, 1, 5, 5])
    """
    raise only_in_kernels()


@handled_by(_shuffle("__shfl_up_sync", UINT))
def shfl_up_sync(mask, var, val_id, *, width=32):
    """`var` of the lane `val_id` below; see `shfl_sync`."""
    raise only_in_kernels()


@handled_by(_shuffle("__shfl_down_sync", UINT))
def shfl_down_sync(mask, var, val_id, *, width=32):
    """`var` of the lane `val_id` above; see `shfl_sync`."""
    raise only_in_kernels()


@handled_by(_shuffle("__shfl_xor_sync", NARROW_INT))
def shfl_xor_sync(mask, var, val_id, *, width=32):
    """`var` of the lane whose number is this one's ^ `val_id`; see `shfl_sync`."""
    raise only_in_kernels()

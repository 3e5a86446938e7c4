# SPDX-License-Identifier: Apache-2.0
"""Copies between the host and the device."""

import numpy

from .. import checks
from ..spec import CPU, CUDA, CUPY, NUMPY, TORCH, Case, Operand

GIB = (2**28,)
SMALL = (1003,)
HOST, PINNED = Operand(place="host"), Operand(place="pinned")
DEVICE = Operand()
NO_POINTERS = {
    TORCH: "has no call of cudaMemcpyAsync",
    CPU: "has no pointers to a device",
}


def torch_of(x):
    """A NumPy array as a tensor on its memory; tensors as they are."""
    import torch

    return torch.from_numpy(x) if isinstance(x, numpy.ndarray) else x


def to_new(xp, h):
    return xp.asarray(h)


def to_existing(xp, a, h):
    a.set(h)
    return a


def from_device(xp, a):
    return a.get()


def from_device_into(xp, a, h):
    return a.get(out=h)


def memcpy(xp, out, x, kind):
    stream = xp.cuda.get_current_stream()
    pointers = [
        y.ctypes.data
        if isinstance(y, numpy.ndarray)
        else y.__cuda_array_interface__["data"][0]
        for y in (out, x)
    ]
    xp.cuda.runtime.memcpyAsync(*pointers, x.nbytes, kind, stream.ptr)
    stream.synchronize()
    return out


def numpy_set(xp, a, h):
    a[...] = h
    return a


def numpy_get(xp, a, h):
    h[...] = a
    return h


def torch_set(xp, a, h):
    return a.copy_(torch_of(h))


def torch_get(xp, a, h):
    return torch_of(h).copy_(a)


def transfer(name, call, operands, in_numpy, in_torch=None, **more):
    absent = {} if in_torch else NO_POINTERS
    return Case(
        name,
        "host and device, 1 GiB",
        call,
        operands,
        GIB,
        SMALL,
        libraries=(CUDA, CUPY, TORCH),
        spell={NUMPY: in_numpy} | ({TORCH: in_torch} if in_torch else {}),
        absent=absent,
        clock="host",
        # Every byte crosses the bus once, whatever is read and written.
        moved=lambda touched, result, *operands: touched(operands[0]),
        rtol=0,
        sample=checks.elementwise,
        **more,
    )


CASES = (
    transfer(
        "asarray(host)",
        to_new,
        (HOST,),
        lambda xp, h: h,
        lambda xp, h: torch_of(h).to("cuda" if xp.cuda.is_available() else "cpu"),
        headline=True,
    ),
    transfer("a.set(host)", to_existing, (DEVICE, HOST), numpy_set, torch_set),
    transfer(
        "a.get()",
        from_device,
        (DEVICE,),
        lambda xp, a: a.copy(),
        lambda xp, a: a.cpu(),
        headline=True,
    ),
    transfer("a.get(out=host)", from_device_into, (DEVICE, HOST), numpy_get, torch_get),
    transfer("a.set(pinned)", to_existing, (DEVICE, PINNED), numpy_set, torch_set),
    transfer(
        "a.get(out=pinned)", from_device_into, (DEVICE, PINNED), numpy_get, torch_get
    ),
    transfer(
        "cudaMemcpyAsync from pinned",
        lambda xp, a, h: memcpy(xp, a, h, 1),
        (DEVICE, PINNED),
        numpy_set,
    ),
    transfer(
        "cudaMemcpyAsync to pinned",
        lambda xp, a, h: memcpy(xp, h, a, 2),
        (DEVICE, PINNED),
        numpy_get,
    ),
)

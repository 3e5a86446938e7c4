# SPDX-License-Identifier: Apache-2.0
"""Arrays on GPU memory of other libraries, by the CUDA array interface."""

import os

import numpy

from .. import _core

_INTERFACE = "__cuda_array_interface__"
_UNREGISTERED, _HOST = 0, 1  # of cudaMemoryType


def names_streams():
    """Whether our interface names streams: not with TENORITE_CAI_STREAM=0.

    Then who takes an array orders the work: numba-cuda would wait on the host. The core
    asks once.
    """
    text = os.environ.get("TENORITE_CAI_STREAM") or "1"
    if text not in ("0", "1"):
        raise ValueError(f"TENORITE_CAI_STREAM is {text!r}; it can be 0 or 1")
    return text == "1"


def _field(layout, name):
    try:
        return layout[name]
    except KeyError:
        raise ValueError(f"no {name!r} in {_INTERFACE}") from None


def _memory(layout):
    """Address and whether it is read-only."""
    data = _field(layout, "data")
    if not isinstance(data, tuple) or len(data) != 2:
        raise ValueError(f"'data' in {_INTERFACE} is no pair: {data!r}")
    return int(data[0] or 0), bool(data[1])


def _dtype(layout):
    try:
        return numpy.dtype(_field(layout, "typestr"))
    except TypeError as error:
        raise ValueError(f"'typestr' in {_INTERFACE}: {error}") from None


def _stream(layout):
    """The handle of the stream that work has to wait for; 0 for none."""
    stream = layout.get("stream")
    if stream is None:
        return 0
    if not isinstance(stream, int) or stream <= 0:
        raise ValueError(f"'stream' in {_INTERFACE} is {stream!r}")
    return stream


def _device_of(address):
    """The number of the GPU whose memory it is; the current one's for host memory."""
    # Takes long to import.
    from ..cuda.device import current_device_id

    if address:
        kind, device, _, _ = _core.cuda.pointer_info(address)
        if kind == _UNREGISTERED:
            raise ValueError(
                f"'data' in {_INTERFACE} is no memory of a GPU: {address:#x}"
            )
        if kind != _HOST:
            return device
    return current_device_id()


def from_gpu(foreign):
    """Array on the GPU memory of an object with __cuda_array_interface__; no copy.

    By DLPack if it has that, which orders the work on streams where versions of the
    interface before 3 do not.
    """
    if hasattr(foreign, "__dlpack__"):
        try:
            return _core.exchange.from_dlpack(foreign, None, None)
        except BufferError:
            pass  # DLPack cannot describe it
    return from_cuda_interface(foreign)


def from_cuda_interface(foreign):
    """Array on the memory of an object with __cuda_array_interface__; no copy.

    Work queued on the current stream waits for the stream that the object names.
    ValueError for an interface that cannot be, before any memory is read.
    """
    layout = foreign.__cuda_array_interface__
    if not isinstance(layout, dict):
        raise TypeError(f"{_INTERFACE} must be a dict, not {type(layout).__name__}")
    if layout.get("mask") is not None:
        raise ValueError(f"'mask' in {_INTERFACE} is not supported")
    address, readonly = _memory(layout)
    return _core.exchange.array_on_cuda_memory(
        foreign,
        _device_of(address),
        address,
        _field(layout, "shape"),
        layout.get("strides"),
        _dtype(layout),
        readonly,
        _stream(layout),
    )

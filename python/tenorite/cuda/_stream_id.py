# SPDX-License-Identifier: Apache-2.0
"""Streams that are given by the driver's handles."""

from .. import _core
from .device import current_device_id


class StreamId:
    """Our id of a stream's handle, held for the time of a call."""

    def __init__(self, handle):
        self.device_id = current_device_id()
        self.id = _core.cuda.stream_wrap(self.device_id, int(handle))

    def __enter__(self):
        return self.device_id, self.id

    def __exit__(self, *exc_info):
        _core.cuda.stream_release(self.id)

# SPDX-License-Identifier: Apache-2.0
"""CUDA streams and events. Mirrors cupy.cuda's."""

import threading

from .. import _core
from .device import current_device_id

_EVENT_BLOCKING_SYNC = 1
_EVENT_DISABLE_TIMING = 2
_EVENT_INTERPROCESS = 4
_STREAM_NON_BLOCKING = 1


class _ThreadState(threading.local):
    """The streams of one thread, which keep the current ones alive."""

    def __init__(self):
        self.current = {}  # device number -> stream
        self.entered = []  # (device number, stream to go back to)


_state = _ThreadState()


def _make_current(device_id, stream):
    _core.cuda.set_current_stream(device_id, stream._id_on(device_id))
    _state.current[device_id] = stream


def get_current_stream(device_id=-1):
    """The calling thread's current stream on a device (-1: the current one).

    >>> stream = np.cuda.Stream()
    >>> with stream:
    ...     np.cuda.get_current_stream() == stream
    True
    """
    if device_id == -1:
        device_id = current_device_id()
    else:
        _core.device.check(f"cuda:{device_id}")
    return _state.current.get(device_id, Stream.null)


class Event:
    """A point in the work of a stream. See cupy.cuda.Event.

    >>> event = np.cuda.Event()
    >>> event.record()
    >>> event.synchronize()
    >>> event.done
    True
    """

    ptr = 0

    def __init__(self, block=False, disable_timing=False, interprocess=False):
        if interprocess and not disable_timing:
            raise ValueError("Timing must be disabled for interprocess events")
        flags = (
            (_EVENT_BLOCKING_SYNC if block else 0)
            | (_EVENT_DISABLE_TIMING if disable_timing else 0)
            | (_EVENT_INTERPROCESS if interprocess else 0)
        )
        self.ptr = _core.cuda.event_create(current_device_id(), flags)

    def __del__(self, destroy=_core.cuda.event_destroy):
        if self.ptr:
            destroy(self.ptr)
            self.ptr = 0

    @property
    def done(self):
        """Whether the work before the event is done."""
        return _core.cuda.event_done(self.ptr)

    def record(self, stream=None):
        """Records the event on a stream, the current one by default.

        >>> event = np.cuda.Event()
        >>> event.record(np.cuda.Stream.null)
        """
        stream = get_current_stream() if stream is None else stream
        device_id = stream._device()
        _core.cuda.event_record(device_id, self.ptr, stream._id_on(device_id))

    def synchronize(self):
        """Waits for the event.

        >>> event = np.cuda.Event()
        >>> event.record()
        >>> event.synchronize()
        """
        _core.cuda.event_synchronize(self.ptr)


def get_elapsed_time(start_event, end_event):
    """Milliseconds between two recorded events.

    >>> start, end = np.cuda.Event(), np.cuda.Event()
    >>> start.record()
    >>> end.record()
    >>> end.synchronize()
    >>> np.cuda.get_elapsed_time(start, end) >= 0
    True
    """
    return _core.cuda.event_elapsed(start_event.ptr, end_event.ptr)


class BaseStream:
    """What streams of our own and of others have in common.

    >>> issubclass(np.cuda.Stream, np.cuda.stream.BaseStream)
    True
    """

    device_id = -1  # any
    _id = 0
    _per_thread = False  # stands for another stream in every thread

    def __del__(self, release=_core.cuda.stream_release):
        if self._id:
            release(self._id)

    def _device(self):
        return current_device_id() if self.device_id == -1 else self.device_id

    def _id_on(self, device_id):
        if self.device_id not in (-1, device_id):
            raise RuntimeError(
                f"The device that the stream is created on ({self.device_id})"
                f" does not match with the device of the call ({device_id})"
            )
        if self._per_thread:
            return _core.cuda.stream_of_thread(device_id)
        return self._id

    def _where(self):
        device_id = self._device()
        return device_id, self._id_on(device_id)

    def _check_device(self):
        current = current_device_id()
        if self.device_id not in (-1, current):
            raise RuntimeError(
                f"The device that the stream is created on ({self.device_id})"
                f" does not match with the current device ({current})"
            )
        return current

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t)."""
        return _core.cuda.stream_handle(*self._where()) if self._id else 0

    def use(self):
        """Makes this the calling thread's stream on its device; returns it.

        >>> stream = np.cuda.Stream().use()
        >>> np.cuda.get_current_stream() == stream
        True
        >>> _ = np.cuda.Stream.null.use()
        """
        _make_current(self._check_device(), self)
        return self

    def __enter__(self):
        device_id = self._check_device()
        _state.entered.append((device_id, get_current_stream(device_id)))
        _make_current(device_id, self)
        return self

    def __exit__(self, *exc_info):
        _make_current(*_state.entered.pop())

    @property
    def done(self):
        """Whether all work queued on the stream is done."""
        return _core.cuda.stream_done(*self._where())

    def synchronize(self):
        """Waits until all work queued on the stream is done.

        >>> stream = np.cuda.Stream()
        >>> stream.synchronize()
        >>> stream.done
        True
        """
        _core.cuda.stream_synchronize(*self._where())

    def record(self, event=None):
        """Records an event (a new one by default) on the stream; returns it.

        >>> stream = np.cuda.Stream()
        >>> event = stream.record()
        >>> event.synchronize()
        """
        if event is None:
            event = Event()
        event.record(self)
        return event

    def wait_event(self, event):
        """Makes later work of the stream wait for an event.

        >>> stream = np.cuda.Stream()
        >>> stream.wait_event(np.cuda.Stream.null.record())
        """
        _core.cuda.stream_wait_event(*self._where(), event.ptr)

    def launch_host_func(self, callback, arg):
        """Calls `callback(arg)` on another thread when all queued work is done.

        The callback must make no CUDA call, so it may not compute on the GPU.

        >>> import threading
        >>> called = threading.Event()
        >>> stream = np.cuda.Stream()
        >>> stream.launch_host_func(lambda event: event.set(), called)
        >>> called.wait(60)
        True
        """
        _core.cuda.launch_host_func(*self._where(), lambda: callback(arg))

    def add_callback(self, callback, arg):
        """Calls `callback(stream, 0, arg)` like launch_host_func.

        >>> import threading
        >>> called = threading.Event()
        >>> stream = np.cuda.Stream()
        >>> stream.add_callback(lambda stream, status, event: event.set(), called)
        >>> called.wait(60)
        True
        """
        self.launch_host_func(lambda a: callback(self, 0, a), arg)

    @property
    def is_non_blocking(self):
        """Whether the stream runs beside the default stream."""
        flags = _core.cuda.stream_flags(*self._where())
        return bool(flags & _STREAM_NON_BLOCKING)

    @property
    def priority(self):
        """The stream's priority; lower numbers go first."""
        return _core.cuda.stream_priority(*self._where())

    def __cuda_stream__(self):
        """The CUDA stream protocol: version and handle."""
        return 0, self.ptr

    def __eq__(self, other):
        if not isinstance(other, BaseStream):
            return NotImplemented
        return self.ptr == other.ptr

    def __hash__(self):
        return hash(self.ptr)

    def __repr__(self):
        return f"<{type(self).__name__} {self.ptr} (device {self.device_id})>"


class Stream(BaseStream):
    """A CUDA stream; in a `with` block it is the calling thread's current one.

    `Stream.null` is the default stream, on whichever device is current, `Stream.ptds`
    the calling thread's own default stream. See cupy.cuda.Stream.

    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     y = np.ones(4, device="cuda:0") * 2
    >>> stream.synchronize()
    >>> stream.done
    True
    """

    null = None
    ptds = None

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=None):
        if null and ptds:
            raise ValueError("null and ptds cannot be both set")
        self._per_thread = ptds
        if null or ptds:
            return
        self.device_id = current_device_id()
        self._id = _core.cuda.stream_create(
            self.device_id, non_blocking, 0 if priority is None else priority
        )

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t): 0 for null, 2 for ptds."""
        return 2 if self._per_thread else super().ptr


Stream.null = Stream(null=True)
Stream.ptds = Stream(ptds=True)


class ExternalStream(BaseStream):
    """A stream made elsewhere, by its handle; it is not destroyed with this.

    Keep it alive while its work or memory is in use. See cupy.cuda.ExternalStream.

    >>> stream = np.cuda.Stream()
    >>> np.cuda.ExternalStream(stream.ptr) == stream
    True
    """

    def __init__(self, ptr, device_id=-1):
        ptr = int(ptr)
        self.device_id = current_device_id() if device_id == -1 else device_id
        self._handle = ptr
        self._per_thread = ptr == 2
        if not self._per_thread:
            self._id = _core.cuda.stream_wrap(self.device_id, ptr)

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t)."""
        return self._handle

# SPDX-License-Identifier: Apache-2.0
"""CUDA streams, events and graphs. Mirrors cupy.cuda's.

Without a GPU, streams and events are those of the CPU device (_host_driver.py).
"""

import operator
import threading
import weakref

from .. import _core
from ._place import current_place, driver
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

# Streams that are being captured, by device and handle, and graphs by their handle: for
# the functions of tenorite.cuda.runtime that take handles.
capturing = weakref.WeakValueDictionary()
executables = weakref.WeakValueDictionary()


def _make_current(device_id, stream):
    driver().set_current_stream(device_id, stream._id_on(device_id))
    _state.current[device_id] = stream


def get_current_stream(device_id=-1):
    """The calling thread's current stream on a device (-1: the current one).

    >>> stream = np.cuda.Stream()
    >>> with stream:
    ...     np.cuda.get_current_stream() == stream
    True
    """
    if device_id == -1:
        device_id = current_place()
    else:
        _core.device.check(f"cuda:{device_id}")
    return _state.current.get(device_id, Stream.null)


def is_ptds_enabled():
    """False: the default stream of CUDA is that of all threads.

    >>> np.cuda.stream.is_ptds_enabled()
    False
    """
    return False


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
        self._driver = driver()
        self._destroy = self._driver.event_destroy
        self.ptr = self._driver.event_create(current_place(), flags)

    def __del__(self):
        if self.ptr:
            self._destroy(self.ptr)
            self.ptr = 0

    @property
    def done(self):
        """Whether the work before the event is done."""
        return self._driver.event_done(self.ptr)

    def record(self, stream=None):
        """Records the event on a stream, the current one by default.

        >>> event = np.cuda.Event()
        >>> event.record(np.cuda.Stream.null)
        """
        stream = get_current_stream() if stream is None else stream
        device_id = stream._device()
        self._driver.event_record(device_id, self.ptr, stream._id_on(device_id))

    def synchronize(self):
        """Waits for the event.

        >>> event = np.cuda.Event()
        >>> event.record()
        >>> event.synchronize()
        """
        self._driver.event_synchronize(self.ptr)


def get_elapsed_time(start_event, end_event):
    """Milliseconds between two recorded events.

    >>> start, end = np.cuda.Event(), np.cuda.Event()
    >>> start.record()
    >>> end.record()
    >>> end.synchronize()
    >>> np.cuda.get_elapsed_time(start, end) >= 0
    True
    """
    return driver().event_elapsed(start_event.ptr, end_event.ptr)


class Graph:
    """Work that was captured from a stream, to be launched as often as one likes.

    Made by Stream.end_capture(). A launch does the work again on the same memory, which
    lives as long as the graph, and costs the host a few microseconds however many
    kernels there are. See cupy.cuda.Graph.

    >>> x = np.arange(3.0, device="cuda:0")
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     stream.begin_capture()
    ...     y = x * x
    ...     graph = stream.end_capture()
    ...     graph.launch()
    ...     x += 1
    ...     graph.launch()
    >>> y
    array([1., 4., 9.])
    """

    def __init__(self):
        raise RuntimeError("a graph is made by Stream.end_capture()")

    @classmethod
    def _of(cls, graph, device_id):
        self = object.__new__(cls)
        self._graph, self.device_id = graph, device_id
        self._stream = self._current = None
        executables[graph.handle] = self
        return self

    @property
    def graph(self):
        """0: what was captured is not kept once this is made of it."""
        return 0

    @property
    def graphExec(self):
        """The driver's handle (cudaGraphExec_t)."""
        return self._graph.handle

    def _queue(self, call, stream):
        stream = get_current_stream(self.device_id) if stream is None else stream
        call(stream._id_on(self.device_id))
        self._stream, self._current = stream, None  # its handle is in use

    def launch(self, stream=None):
        """Queues the work on a stream, the current one by default.

        >>> x = np.zeros(3, device="cuda:0")
        >>> with np.cuda.Stream(non_blocking=True) as stream:
        ...     stream.begin_capture()
        ...     x -= 1
        ...     graph = stream.end_capture()
        >>> graph.launch()
        >>> graph.launch(stream)
        >>> x
        array([-2., -2., -2.])
        """
        if stream is not None:
            self._queue(self._graph.launch, stream)
            return
        current = self._graph.launch_on_current()
        if current != self._current:  # objects of streams are made in a microsecond
            self._stream = get_current_stream(self.device_id)
            self._current = current

    def _hold(self, array):
        """Makes launches wait for whoever reads an array of the graph's own."""
        self._graph.hold(array)

    def upload(self, stream=None):
        """Sends the graph to the device, so that its first launch is as fast as others.

        >>> x = np.zeros(3, device="cuda:0")
        >>> with np.cuda.Stream(non_blocking=True) as stream:
        ...     stream.begin_capture()
        ...     x += 1
        ...     graph = stream.end_capture()
        ...     graph.upload()
        """
        self._queue(self._graph.upload, stream)


class BaseStream:
    """What streams of our own and of others have in common.

    >>> issubclass(np.cuda.Stream, np.cuda.stream.BaseStream)
    True
    """

    device_id = -1  # any
    _id = 0
    _graph = None  # that is being captured, under an id of its own
    _per_thread = False  # stands for another stream in every thread

    _release = _core.cuda.stream_release

    def __del__(self):
        if self._id:
            self._release(self._id)

    def _device(self):
        return current_place() if self.device_id == -1 else self.device_id

    def _id_on(self, device_id):
        if self.device_id not in (-1, device_id):
            raise RuntimeError(
                f"The device that the stream is created on ({self.device_id})"
                f" does not match with the device of the call ({device_id})"
            )
        if self._per_thread:
            return driver().stream_of_thread(device_id)
        return self._id if self._graph is None else self._graph.captured

    def _where(self):
        device_id = self._device()
        return device_id, self._id_on(device_id)

    def _check_device(self):
        current = current_place()
        if self.device_id not in (-1, current):
            raise RuntimeError(
                f"The device that the stream is created on ({self.device_id})"
                f" does not match with the current device ({current})"
            )
        return current

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t)."""
        return driver().stream_handle(*self._where()) if self._id else 0

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
        return driver().stream_done(*self._where())

    def synchronize(self):
        """Waits until all work queued on the stream is done.

        >>> stream = np.cuda.Stream()
        >>> stream.synchronize()
        >>> stream.done
        True
        """
        driver().stream_synchronize(*self._where())

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
        driver().stream_wait_event(*self._where(), event.ptr)

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
        driver().launch_host_func(*self._where(), lambda: callback(arg))

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

    def begin_capture(self, mode=None):
        """From here on, what the calling thread queues on the stream is not done.

        It becomes the graph that end_capture() returns. The stream has to be one that
        was created, and the current one where work is to be captured (`with stream:`).
        Work that needs the host (a look at a value, data of the host, a shape that
        depends on values) cannot be captured: a RuntimeError, after which the capture
        goes on. `mode` is that of CUDA; all captures are relaxed ones, which hinder no
        other thread. See cupy.cuda.Stream.begin_capture.

        >>> x = np.zeros(4, device="cuda:0")
        >>> with np.cuda.Stream(non_blocking=True) as stream:
        ...     stream.begin_capture()
        ...     x += 1
        ...     graph = stream.end_capture()
        ...     graph.launch()
        ...     graph.launch()
        >>> x
        array([2., 2., 2., 2.])
        """
        if mode not in (None, 0, 1, 2):
            raise ValueError(f"{mode!r} is no mode of a capture; they are 0, 1 and 2")
        if self._graph is not None:
            raise RuntimeError("the stream is being captured already")
        current_device_id()  # there has to be a GPU
        device_id = self._check_device()
        self._graph = _core.cuda_graphs.Graph(*self._where())
        capturing[device_id, self.ptr] = self
        # This one, or another object of the same stream.
        _make_current(device_id, get_current_stream(device_id))

    def end_capture(self):
        """Ends begin_capture() and returns the Graph.

        See cupy.cuda.Stream.end_capture.

        >>> with np.cuda.Stream(non_blocking=True) as stream:
        ...     stream.begin_capture()
        ...     y = np.zeros(3, device="cuda:0")
        ...     graph = stream.end_capture()
        ...     graph.launch()
        >>> y
        array([0., 0., 0.])
        """
        return Graph._of(self._end_capture(), self._check_device())

    def _end_capture(self, keep=False):
        """The core's graph; with what was captured, if it is to be kept."""
        if self._graph is None:
            raise RuntimeError("the stream is not being captured")
        device_id = self._check_device()
        graph, handle = self._graph, self.ptr
        try:
            graph.end(keep)
        finally:
            if not graph.is_capturing:  # as in another thread it still is
                self._graph = None
                capturing.pop((device_id, handle), None)
                # Also one that has joined the capture.
                _make_current(device_id, get_current_stream(device_id))
        return graph

    def is_capturing(self):
        """Whether work on the stream is being captured.

        >>> np.cuda.Stream().is_capturing()
        False
        """
        return _core.cuda_graphs.is_capturing(*self._where())

    @property
    def is_non_blocking(self):
        """Whether the stream runs beside the default stream."""
        flags = driver().stream_flags(*self._where())
        return bool(flags & _STREAM_NON_BLOCKING)

    @property
    def priority(self):
        """The stream's priority; lower numbers go first."""
        return driver().stream_priority(*self._where())

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
        self.device_id = current_place()
        calls = driver()
        self._release = calls.stream_release
        self._id = calls.stream_create(
            self.device_id, non_blocking, 0 if priority is None else priority
        )

    @classmethod
    def from_external(cls, stream):
        """The stream of another library's object, as an ExternalStream.

        The object has `__cuda_stream__`, as those of cuda.core, CuPy and numba, or is
        torch's; it is kept alive. See cupy.cuda.Stream.from_external.

        >>> stream = np.cuda.Stream()
        >>> np.cuda.Stream.from_external(stream) == stream
        True
        """
        if isinstance(stream, int):
            raise TypeError("from_external() takes a stream's object, not its handle")
        return ExternalStream(stream)

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t): 0 for null, 2 for ptds."""
        return 2 if self._per_thread else super().ptr


Stream.null = Stream(null=True)
Stream.ptds = Stream(ptds=True)


def _handle_of(stream):
    """The driver's handle of a stream: an int, or an object of any library.

    TypeError for what is no stream, ValueError for a version that is not known.
    """
    if hasattr(stream, "__cuda_stream__"):
        version, handle = stream.__cuda_stream__()
        if version != 0:
            raise ValueError(f"version {version} of __cuda_stream__ is not known")
        return int(handle)
    if hasattr(stream, "cuda_stream"):  # torch's
        return int(stream.cuda_stream)
    try:
        return operator.index(stream)
    except TypeError:
        raise TypeError(
            "a stream is an int, or an object with __cuda_stream__, not "
            f"{type(stream).__name__}"
        ) from None


class ExternalStream(BaseStream):
    """A stream made elsewhere, by its handle; it is not destroyed with this.

    `ptr` may be an object that has the stream too, of torch, cuda.core or any library
    with `__cuda_stream__`, which is kept alive. A stream that is given by its handle
    must live as long as this. See cupy.cuda.ExternalStream.

    >>> stream = np.cuda.Stream()
    >>> np.cuda.ExternalStream(stream.ptr) == stream
    True
    """

    def __init__(self, ptr, device_id=-1):
        self._owner = ptr
        ptr = _handle_of(ptr)
        if ptr < 0:
            raise ValueError(f"{ptr} is no handle of a stream")
        self.device_id = current_device_id() if device_id == -1 else device_id
        self._handle = ptr
        self._per_thread = ptr == 2
        if not self._per_thread:
            self._id = _core.cuda.stream_wrap(self.device_id, ptr)

    @property
    def ptr(self):
        """The driver's handle (cudaStream_t)."""
        return self._handle

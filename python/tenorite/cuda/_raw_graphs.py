# SPDX-License-Identifier: Apache-2.0
"""Captures and graphs by handles: functions of tenorite.cuda.runtime.

They are those of Stream.begin_capture(): what is captured holds the memory that it
uses, and has a pool of its own, as long as one of its handles lives.
"""

from .. import _core
from ._stream_id import StreamId
from .device import current_device_id
from .stream import ExternalStream, capturing, executables, get_current_stream

__all__ = [
    "graphDebugDotPrint",
    "graphDestroy",
    "graphExecDestroy",
    "graphInstantiate",
    "graphLaunch",
    "graphUpload",
    "streamAddCallback",
    "streamBeginCapture",
    "streamEndCapture",
    "streamIsCapturing",
]

_INVALID_VALUE = 1
_RELAXED = 2
_begun = {}  # streams whose capture began here, by device and handle
_templates = {}  # what was captured, by its handle
_graphs = {}  # by the handle of what can be launched


def _fail():
    _core.device.check("cuda:0")
    _core.cuda_driver.check_status(_INVALID_VALUE, False)


def streamAddCallback(stream, callback, arg, flags=0):
    """Calls `callback(stream, status, arg)` on another thread after the work now queued.

    `flags` must be 0.

    >>> import threading
    >>> called = threading.Event()
    >>> np.cuda.runtime.streamAddCallback(0, lambda s, status, event: event.set(), called)
    >>> called.wait(60)
    True
    """
    if flags != 0:
        raise ValueError("flags must be 0")
    with StreamId(stream) as where:
        _core.cuda.launch_host_func(*where, lambda: callback(stream, 0, arg))


def streamBeginCapture(stream, mode=_RELAXED):
    """From here on, what is queued on a stream, by its handle, is captured.

    All captures are relaxed ones, whatever the mode of CUDA.

    >>> from tenorite.cuda import runtime
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     runtime.streamBeginCapture(stream.ptr)
    ...     y = np.zeros(3, device="cuda:0")
    ...     graph = runtime.streamEndCapture(stream.ptr)
    >>> runtime.graphDestroy(graph)
    """
    current = get_current_stream()
    found = current if current.ptr == stream else ExternalStream(stream)
    found.begin_capture(mode)
    _begun[current_device_id(), stream] = found


def streamEndCapture(stream):
    """Ends a capture, in the thread where it began; the handle of what was captured.

    >>> from tenorite.cuda import runtime
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     runtime.streamBeginCapture(stream.ptr)
    ...     y = np.zeros(3, device="cuda:0")
    ...     graph = runtime.streamEndCapture(stream.ptr)
    >>> runtime.graphDestroy(graph)
    """
    key = current_device_id(), stream
    found = capturing.get(key)
    if found is None:
        _fail()
    try:
        captured = found._end_capture(keep=True)
    finally:
        if key not in capturing:
            _begun.pop(key, None)
    handle = captured.template_handle
    _templates[handle] = captured
    return handle


def streamIsCapturing(stream):
    """Whether work on a stream is being captured.

    >>> stream = np.cuda.Stream()
    >>> np.cuda.runtime.streamIsCapturing(stream.ptr)
    False
    """
    with StreamId(stream) as where:
        return _core.cuda_graphs.is_capturing(*where)


def _template(graph):
    if graph not in _templates:
        _fail()
    return _templates[graph]


def graphInstantiate(graph):
    """The handle of a graph that can be launched, of one that streamEndCapture() gave.

    >>> from tenorite.cuda import runtime
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     runtime.streamBeginCapture(stream.ptr)
    ...     y = np.full(3, 2.0, device="cuda:0")
    ...     graph = runtime.streamEndCapture(stream.ptr)
    ...     launchable = runtime.graphInstantiate(graph)
    ...     runtime.graphLaunch(launchable, stream.ptr)
    >>> y
    array([2., 2., 2.])
    >>> runtime.graphExecDestroy(launchable)
    >>> runtime.graphDestroy(graph)
    """
    captured = _template(graph)
    launchable = captured.make_other()
    _graphs[launchable] = captured
    return launchable


def graphDestroy(graph):
    """Lets go of what streamEndCapture() gave; graphs that were made of it live on.

    >>> try:
    ...     np.cuda.runtime.graphDestroy(12345)
    ... except np.cuda.CudaError:
    ...     print("no graph")
    no graph
    """
    _template(graph)
    del _templates[graph]


def graphExecDestroy(graphExec):
    """Destroys what graphInstantiate() gave.

    >>> try:
    ...     np.cuda.runtime.graphExecDestroy(12345)
    ... except np.cuda.CudaError:
    ...     print("no graph")
    no graph
    """
    if graphExec not in _graphs:
        _fail()
    _graphs.pop(graphExec).destroy_other(graphExec)


def _queue(graphExec, stream, what):
    """Of graphInstantiate(), or a Graph's own."""
    captured = _graphs.get(graphExec)
    with StreamId(stream) as (_, stream_id):
        if captured is not None:
            getattr(captured, f"{what}_other")(graphExec, stream_id)
            return
        graph = executables.get(graphExec)
        if graph is None:
            _fail()
        getattr(graph._graph, what)(stream_id)


def graphLaunch(graphExec, stream):
    """Queues a graph on a stream.

    >>> x = np.zeros(3, device="cuda:0")
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     stream.begin_capture()
    ...     x += 1
    ...     graph = stream.end_capture()
    >>> np.cuda.runtime.graphLaunch(graph.graphExec, stream.ptr)
    >>> x
    array([1., 1., 1.])
    """
    _queue(graphExec, stream, "launch")


def graphUpload(graphExec, stream):
    """Sends a graph to the device, so that its first launch is as fast as others.

    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     stream.begin_capture()
    ...     x = np.zeros(3, device="cuda:0")
    ...     graph = stream.end_capture()
    >>> np.cuda.runtime.graphUpload(graph.graphExec, stream.ptr)
    """
    _queue(graphExec, stream, "upload")


def graphDebugDotPrint(graph, path, flags):
    """Writes what was captured to a file, as a text of GraphViz.

    >>> import os, tempfile
    >>> from tenorite.cuda import runtime
    >>> with np.cuda.Stream(non_blocking=True) as stream:
    ...     runtime.streamBeginCapture(stream.ptr)
    ...     y = np.zeros(3, device="cuda:0")
    ...     graph = runtime.streamEndCapture(stream.ptr)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "graph.dot")
    ...     runtime.graphDebugDotPrint(graph, path, runtime.graphDebugDotFlagsVerbose)
    ...     os.path.getsize(path) > 0
    True
    >>> runtime.graphDestroy(graph)
    """
    _template(graph).print(path, flags)


for _name in __all__:
    globals()[_name].__module__ = f"{__package__}.runtime"

# SPDX-License-Identifier: Apache-2.0
"""Arrays for libraries that know neither recorded work nor streams, such as mpi4py."""

from .. import _core
from .._runtime.device import Device
from ..cuda.stream import get_current_stream


def ready(*arrays):
    """Arrays whose memory may be read and written now, by who knows no streams.

    What is recorded of them is executed, and the current stream of their devices has
    done what was queued. MPI's calls on buffers want that before they begin; what they
    received is there when they return.

    Parameters
    ----------
    *arrays : ndarray
        Arrays of any device, dtype and shape.

    Returns
    -------
    ndarray or tuple of ndarray
        The array, or all of them where there are several.

    Raises
    ------
    TypeError
        If one is no array of ours.

    Notes
    -----
    NumPy has none, since its arrays are always ready.

    Examples
    --------
    >>> import tenorite as np
    >>> x = np.arange(3.0) * 2
    >>> np.distributed.ready(x)
    array([0., 2., 4.])
    """
    devices = set()
    for x in arrays:
        if not isinstance(x, _core.ndarray):
            raise TypeError(f"a tenorite.ndarray is needed, not {type(x).__name__}")
        device = Device(str(x.device))
        if device.type == "cuda":
            _ = x.__cuda_array_interface__
            devices.add(device.id)
        else:
            _ = x.__array_interface__
    for index in devices:
        get_current_stream(index).synchronize()
    return arrays[0] if len(arrays) == 1 else arrays

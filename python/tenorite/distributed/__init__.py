# SPDX-License-Identifier: Apache-2.0
"""Arrays between GPUs, processes and machines: a communicator, on NCCL or on the CPU.

Each rank has arrays on a device of its own. Collective operations are called by all
ranks alike; what they do is in the order of the device's current stream.
"""

from .._core import CommunicatorError
from .._runtime.help import document
from ._communicator import Communicator
from ._dask import run_on_dask
from ._ready import ready
from ._split import Mesh, Replicated, Split, SplitArray, gathers, using

__all__ = [
    "Communicator",
    "CommunicatorError",
    "Mesh",
    "Replicated",
    "Split",
    "SplitArray",
    "gathers",
    "ready",
    "run_on_dask",
    "using",
]

for _class in (CommunicatorError, Mesh, Replicated, Split, SplitArray):
    _class.__module__ = __name__
document(globals()[name] for name in __all__)

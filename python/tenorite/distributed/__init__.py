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

__all__ = ["Communicator", "CommunicatorError", "ready", "run_on_dask"]

CommunicatorError.__module__ = __name__
document([Communicator, CommunicatorError, ready, run_on_dask])

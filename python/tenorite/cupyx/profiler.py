# SPDX-License-Identifier: Apache-2.0
"""cupyx.profiler: timing of functions, and ranges for profilers."""

from ..profiler import benchmark, profile, time_range
from ..profiler import load_ipython_extension as load_ipython_extension
from ..profiler import unload_ipython_extension as unload_ipython_extension

__all__ = ["benchmark", "profile", "time_range"]

# SPDX-License-Identifier: Apache-2.0
"""cupyx.profiler: timing of functions, and ranges for profilers."""

from ..profiler import benchmark, profile, time_range

__all__ = ["benchmark", "profile", "time_range"]

# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from tenorite import benchmark as benchmark
from tenorite.cuda.profiler import profile as profile
from tenorite.profiler import time_range as time_range

__all__ = ["benchmark", "profile", "time_range"]

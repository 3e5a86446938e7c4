# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from contextlib import AbstractContextManager

from tenorite.cuda.runtime import profilerStart as profilerStart
from tenorite.cuda.runtime import profilerStop as profilerStop

__all__ = ["profile", "start", "stop"]

def profile() -> AbstractContextManager[None]: ...

start = profilerStart
stop = profilerStop

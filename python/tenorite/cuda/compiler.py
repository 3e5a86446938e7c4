# SPDX-License-Identifier: Apache-2.0
"""What cupy.cuda.compiler offers to programs: its exception."""

from .._runtime.compile_errors import CompileError as CompileException

__all__ = ["CompileException"]

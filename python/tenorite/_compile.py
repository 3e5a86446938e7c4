# SPDX-License-Identifier: Apache-2.0
"""Source text to machine code for any target, and what goes wrong on the way."""

import sys

from . import _core
from ._libraries import cuda_files

_core.set_nvrtc_paths(cuda_files("nvrtc"))
_core.set_python_program(sys.executable or "")

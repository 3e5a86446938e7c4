# SPDX-License-Identifier: Apache-2.0
"""Machines on which NumPy's own values differ from those on x86-64.

Tenorite's are the same on all (docs/differences.md): NumPy's on x86-64. On others
NumPy casts floats that an integer cannot hold in another way, takes the other one of
two zeros, and has compilers contract products and sums.
"""

import platform

import pytest

X86 = platform.machine() in ("x86_64", "AMD64")

of_x86 = pytest.mark.skipif(not X86, reason="NumPy's casts are those of the machine")

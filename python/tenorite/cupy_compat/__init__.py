# SPDX-License-Identifier: Apache-2.0
"""`import cupy` and `import cupyx` find this library, where a program asks for it.

`tenorite.cupy_compat.install()` does it for the process, `python -m
tenorite.cupy_compat program.py` for a program that stays as it is. Nothing else does.
"""

from .._runtime.help import document as _document
from ._finder import CUPY_VERSION, install, is_installed, uninstall

__all__ = ["CUPY_VERSION", "install", "is_installed", "uninstall"]

_document(globals()[name] for name in __all__)

# SPDX-License-Identifier: Apache-2.0
"""What numpy.lib has: stride_tricks, scimath and npyio for arrays, the rest NumPy's."""

import importlib

from numpy.lib import (
    Arrayterator,
    NumpyVersion,
    add_docstring,
    add_newdoc,
    tracemalloc_domain,
)

_SUBMODULES = (
    "array_utils",
    "format",
    "introspect",
    "mixins",
    "npyio",
    "recfunctions",
    "scimath",
    "stride_tricks",
)

__all__ = [
    "Arrayterator",
    "NumpyVersion",
    "add_docstring",
    "add_newdoc",
    "tracemalloc_domain",
    *_SUBMODULES,
]


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)


def __dir__():
    return sorted(__all__)

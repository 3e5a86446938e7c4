# SPDX-License-Identifier: Apache-2.0
"""The package itself, for modules that it imports: its folder and its public names."""

import os
import sys

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NAME = __package__.partition(".")[0]


def namespace():
    """The module `tenorite`, whose names users see; complete once it is imported."""
    return sys.modules[_NAME]


def name_as_public(objects):
    """Makes `tenorite` the module of functions and classes from its private packages.

    So pickles and messages name what users import, wherever it is defined.
    """
    for x in objects:
        if hasattr(x, "__qualname__") and x.__module__.startswith(f"{_NAME}._"):
            x.__module__ = _NAME

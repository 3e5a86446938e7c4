# SPDX-License-Identifier: Apache-2.0
"""The package itself, for modules that it imports: its folder and its public names."""

import os
import sys

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NAME = __package__.partition(".")[0]


def namespace():
    """The module `tenorite`, whose names users see; complete once it is imported."""
    return sys.modules[_NAME]

# SPDX-License-Identifier: Apache-2.0
"""Modules of NumPy under names of this package, for `import tenorite.ma`."""

import importlib
import sys


def stand_for(alias, name):
    """Makes the module that is being imported as `alias` NumPy's module `name`.

    Its submodules that are loaded get names below the alias, so none is loaded twice.
    """
    importlib.import_module(name)
    for key, module in list(sys.modules.items()):
        if key == name or key.startswith(f"{name}."):
            sys.modules[alias + key[len(name) :]] = module

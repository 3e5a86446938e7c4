# SPDX-License-Identifier: Apache-2.0
"""A second name of a package of ours, below which its modules are found too."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys


def stand_for_package(alias, package):
    """Makes the package that is being imported as `alias` the package `package`.

    Its modules have names below the alias from then on. They are imported under their
    own names, so that none is loaded twice.
    """
    sys.meta_path.insert(0, _Finder(alias, package))
    sys.modules[alias] = importlib.import_module(package)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, alias, package):
        self._alias = alias
        self._package = package

    def _ours(self, name):
        return self._package + name[len(self._alias) :]

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(f"{self._alias}."):
            return None
        if importlib.util.find_spec(self._ours(name)) is None:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return None  # a stand-in, until exec_module() has put ours there

    def exec_module(self, module):
        name = module.__name__
        sys.modules[name] = importlib.import_module(self._ours(name))

# SPDX-License-Identifier: Apache-2.0
"""The module `cupy`: names of this library, and the few that are CuPy's in another way."""

import importlib
import types

import numpy

_PACKAGE = __package__.partition(".")[0]


class Namespace(types.ModuleType):
    """What `import cupy` gives: it asks `tenorite` for names, but for its own.

    Programs ask `xp is cupy` and `xp.__name__ == "cupy"`, so it is a module of that
    name, which get_array_module() returns as well.
    """

    def __init__(self, version):
        super().__init__("cupy", f"CuPy's names, which {_PACKAGE} stands for.")
        self.__package__ = "cupy"
        self.__version__ = version
        self.__file__ = self._library.__file__
        self.get_array_module = self._get_array_module

    @property
    def _library(self):
        return importlib.import_module(_PACKAGE)

    def _get_array_module(self, *args):
        """This module if there is an array of ours among the arguments, else numpy."""
        found = any(isinstance(x, self._library.ndarray) for x in args)
        return self if found else numpy

    def is_available(self):
        """Whether there is a GPU. See cupy.is_available."""
        return self._library.cuda.is_available()

    def show_config(self, *, _full=False):
        """Prints versions and devices, always in full. See cupy.show_config."""
        self._library.show_config()

    def __getattr__(self, name):
        try:
            return getattr(self._library, name)
        except AttributeError as error:
            raise AttributeError(
                f"module 'cupy' has no attribute {name!r}: {_PACKAGE} stands for it, "
                "which has no such name",
                name=name,
                obj=self,
            ) from error

    def __dir__(self):
        return sorted({*vars(self), *dir(self._library), "is_available"})

    def __repr__(self):
        return f"<module 'cupy', for which {_PACKAGE} stands>"

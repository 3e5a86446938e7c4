# SPDX-License-Identifier: Apache-2.0
"""Imports of `cupy`, `cupyx` and their modules, which find those of this library."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys

from ._namespace import Namespace

_PACKAGE = __package__.partition(".")[0]
# What CuPy's names and behaviour are those of.
CUPY_VERSION = "14.0.0"

# Where the modules of each package are below ours.
_PLACES = {
    "cupy": "",
    "cupyx": "cupyx",
    "cupy_backends.cuda.api": "cuda",
    "cupy_backends.cuda.libs": "cuda",
}
# Modules of ours with another name.
_RENAMED = {"cupy.cuda.cufft": "fft.plans", "cupy.cuda.graph": "cuda.stream"}
# Modules that hold nothing but modules.
_FOLDERS = ("cupy_backends", "cupy_backends.cuda", *list(_PLACES)[2:])
_ROOTS = ("cupy", "cupyx", "cupy_backends")


def _ours(name):
    """The name of our module for one of CuPy's; None where there can be none."""
    if name in _RENAMED:
        return f"{_PACKAGE}.{_RENAMED[name]}"
    for place in sorted(_PLACES, key=len, reverse=True):
        if name == place or name.startswith(f"{place}."):
            below = [_PLACES[place], name[len(place) + 1 :]]
            path = ".".join([_PACKAGE, *filter(None, below)])
            private = any(part.startswith("_") for part in path.split("."))
            return None if private else path
    return None


def _exists(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


class _Loader(importlib.abc.Loader):
    """Puts the module of ours under CuPy's name."""

    def __init__(self, module):
        self._module = module

    def create_module(self, spec):
        return None  # a stand-in, until exec_module() has put ours there

    def exec_module(self, module):
        name = module.__name__
        if name == "cupy":
            sys.modules[name] = Namespace(CUPY_VERSION)
            sys.modules[name].__path__ = []
            sys.modules[name].__spec__ = module.__spec__
        elif self._module is not None:
            sys.modules[name] = importlib.import_module(self._module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in _ROOTS:
            return None
        if name in _FOLDERS:
            return importlib.machinery.ModuleSpec(name, _Loader(None), is_package=True)
        module = _ours(name)
        if module is None or not _exists(module):
            raise ModuleNotFoundError(
                f"No module named {name!r}: {_PACKAGE} stands for CuPy, and has no "
                "such module",
                name=name,
            )
        return importlib.machinery.ModuleSpec(name, _Loader(module), is_package=True)


_finder = _Finder()


def _imported():
    """Names of CuPy's modules that are imported, ours or its own."""
    return [name for name in sys.modules if name.partition(".")[0] in _ROOTS]


def is_installed():
    """Whether `import cupy` finds this library.

    >>> from tenorite import cupy_compat
    >>> cupy_compat.is_installed()
    False
    """
    return _finder in sys.meta_path


def install():
    """From now on `import cupy` and `import cupyx` find this library.

    RuntimeError where CuPy itself is imported already. Twice is as good as once.

    >>> from tenorite import cupy_compat
    >>> cupy_compat.install()
    >>> import cupy
    >>> cupy.arange(3)
    array([0, 1, 2])
    >>> cupy_compat.uninstall()
    """
    if is_installed():
        return
    if _imported():
        raise RuntimeError(
            f"CuPy itself is imported already: install {_PACKAGE}.cupy_compat before "
            "the first `import cupy`"
        )
    sys.meta_path.insert(0, _finder)


def uninstall():
    """`import cupy` finds CuPy again, if it is there. Names that are bound stay so.

    >>> from tenorite import cupy_compat
    >>> cupy_compat.uninstall()
    """
    if not is_installed():
        return
    sys.meta_path.remove(_finder)
    for name in _imported():
        del sys.modules[name]

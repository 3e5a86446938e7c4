# SPDX-License-Identifier: Apache-2.0
"""Other libraries that are told of our arrays: those that ask no protocol.

Each has a module here with a function `tell(module)`, which gets a module of the
library once that is imported. Neither library imports the other: a finder of modules
waits for those that are not there yet. docs/neighbours.md says what works with whom.
"""

import importlib
import sys
import warnings

# Modules of other libraries, and ours that tell them.
_TELLING = {
    "array_api_extra._lib._helpers": "array_api_extra",
    "array_api_extra._lib._utils._helpers": "array_api_extra",
    "dask.array": "dask_array",
    "dask.sizeof": "dask_sizeof",
    "dask.tokenize": "dask_tokens",
    "distributed.protocol": "dask_frames",
    "einops._backends": "einops",
    "pandas": "pandas",
    "scipy._lib.array_api_extra._lib._helpers": "array_api_extra",
    "scipy._lib.array_api_extra._lib._utils._helpers": "array_api_extra",
    "sklearn.externals.array_api_extra._lib._helpers": "array_api_extra",
    "sklearn.externals.array_api_extra._lib._utils._helpers": "array_api_extra",
    "sklearn.model_selection._search": "sklearn_grids",
    "sympy.core.sympify": "sympy",
    "xarray.core.dataset": "xarray_interp",
    "xarray.core.indexing": "xarray",
    "xarray.core.variable": "xarray_scalars",
    "xarray.namedarray.core": "xarray_scalars",
}


def _tell(module):
    """Tells a module that was just imported; a RuntimeWarning where that fails."""
    name = module.__name__
    try:
        importlib.import_module(f".{_TELLING[name]}", __name__).tell(module)
    except Exception as error:
        warnings.warn(
            f"{name} is imported, but could not be told of tenorite's arrays: "
            f"{type(error).__name__}: {error}",
            RuntimeWarning,
            stacklevel=2,
        )


class _Loader:
    """A loader that tells a module when it has run it."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        _tell(module)


class _Finder:
    """Finds what the other finders of sys.meta_path find."""

    def __init__(self):
        self._names = set(_TELLING)

    def find_spec(self, name, path=None, target=None):
        if name not in self._names:
            return None
        self._names.remove(name)  # while the others are asked, of which this is one
        try:
            found = (x.find_spec(name, path, target) for x in sys.meta_path)
            spec = next(filter(None, found), None)
        finally:
            self._names.add(name)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = _Loader(spec.loader)
        return spec


def attach():
    """Tells what is imported already, and waits for the rest."""
    for name in _TELLING:
        if name in sys.modules:
            _tell(sys.modules[name])
    sys.meta_path.insert(0, _Finder())

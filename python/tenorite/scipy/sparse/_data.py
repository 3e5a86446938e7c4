# SPDX-License-Identifier: Apache-2.0
"""Functions of the values alone: those that leave 0 what it is."""

from . import _library as np

_UFUNCS = (
    np.sin,
    np.tan,
    np.arcsin,
    np.arctan,
    np.sinh,
    np.tanh,
    np.arcsinh,
    np.arctanh,
    np.rint,
    np.sign,
    np.expm1,
    np.log1p,
    np.deg2rad,
    np.rad2deg,
    np.floor,
    np.ceil,
    np.trunc,
    np.sqrt,
)


class DataMethods:
    """Methods of formats whose `data` holds all values."""

    def _canonical_data(self):
        """The values after those of repeated entries were added, in place as in SciPy."""
        if hasattr(self, "sum_duplicates"):
            self.sum_duplicates()
        return self.data


def _method(ufunc):
    def method(self):
        return self._with_data(ufunc(self._canonical_data()))

    name = ufunc.__name__
    method.__name__, method.__qualname__ = name, f"DataMethods.{name}"
    method.__doc__ = (
        f"Element-wise {name}. See numpy.{name}.\n\n"
        ">>> from tenorite.scipy import sparse\n"
        f">>> sparse.csr_array(np.eye(2)).{name}().nnz\n"
        "2"
    )
    return method


for _ufunc in _UFUNCS:
    setattr(DataMethods, _ufunc.__name__, _method(_ufunc))

__all__ = ["DataMethods"]

# SPDX-License-Identifier: Apache-2.0
"""Arrays for libraries in C: numpy.ctypeslib, and pointers to arrays of ours."""

import functools

from numpy import ctypeslib as _theirs
from numpy.ctypeslib import as_array, as_ctypes, as_ctypes_type, c_intp, load_library

from ._array.protocols import to_host_array as _to_host_array
from ._core import ndarray as _ndarray
from ._runtime.help import document as _document

__all__ = [
    "as_array",
    "as_ctypes",
    "as_ctypes_type",
    "c_intp",
    "load_library",
    "ndpointer",
]


def ndpointer(dtype=None, ndim=None, shape=None, flags=None):
    """Type of pointers to arrays, for `argtypes` and `restype` of functions in C.

    Functions get the memory of NumPy's arrays, and of ours on the CPU device. TypeError
    for arrays that have not the dtype, dimensions, shape or flags asked for, and for
    those of a GPU. See numpy.ctypeslib.ndpointer.

    >>> pointer = np.ctypeslib.ndpointer(dtype=np.float64, ndim=1)
    >>> x = np.zeros(3)
    >>> pointer.from_param(x).data == x.ctypes.data
    True
    """
    return _that_takes_ours(_theirs.ndpointer(dtype, ndim, shape, flags))


@functools.cache  # as NumPy does: equal demands are one type
def _that_takes_ours(pointer):
    def from_param(cls, obj):
        if isinstance(obj, _ndarray):
            obj = _to_host_array(obj)
        return super(made, cls).from_param(obj)

    made = type(pointer.__name__, (pointer,), {"from_param": classmethod(from_param)})
    return made


_document([ndpointer])

# SPDX-License-Identifier: Apache-2.0
"""Methods and properties of ndarray that are written in Python.

_numpy/methods.py has those that are functions of NumPy's sections as well.
"""

import pickle
import types

from .. import _core
from .._core import as_scalar, exchange, ndarray, scalar
from .._runtime.help import with_help
from . import protocols
from .convert import check_dtype, to_c_int
from .flat import FlatIterator, set_flat
from .mdspan import mdspan
from .memory import allocate_like, host_items, host_view, is_in_host_memory
from .repr import repr_html


def _to_numpy(self, dtype=None, copy=True, na_value=None):
    """Host copy of the array; with `dtype` converted.

    `copy` and `na_value` are those of pandas: it is always a copy, nothing is absent.

    >>> type(np.ones(2).to_numpy())
    <class 'numpy.ndarray'>
    """
    return self.get() if dtype is None else self.get().astype(dtype, copy=False)


def _data_ptr(self):
    """Address of the first item, as an int.

    >>> x = np.ones(2)
    >>> x[1:].data_ptr() - x.data_ptr()
    8
    """
    return self._pointer


def _data(self):
    """The memory, a cuda.MemoryPointer; on the CPU device what a memoryview is, too."""
    if str(self.device) == "cpu":
        from ..cuda._host_pointer import HostPointer

        return HostPointer(self)
    from ..cuda import MemoryPointer, UnownedMemory

    memory = UnownedMemory(self._pointer, self.nbytes, self, self.device.id)
    return MemoryPointer(memory, 0)


def _reduced_view(self, /):
    """View with as few axes as there can be: those of length 1 go, neighbours join.

    Where nothing goes it is the array itself. See cupy.ndarray.reduced_view.

    >>> np.ones((2, 3, 4)).reduced_view().shape
    (24,)
    >>> np.ones((2, 3, 4))[:, :2].reduced_view().shape
    (2, 8)
    """
    shape, strides = [], []
    for length, stride in zip(self.shape, self.strides, strict=True):
        if length == 1:
            continue
        if shape and strides[-1] == length * stride:
            shape[-1] *= length
            strides[-1] = stride
        else:
            shape.append(length)
            strides.append(stride)
    if self.size == 0:
        shape, strides = [0], [self.itemsize]
    if self.ndim < 2 or len(shape) == self.ndim:
        return self
    return _core.as_strided(self, shape, strides)


def _tobytes(self, /, order="C"):
    """Bytes of the items in C or Fortran order. See numpy.ndarray.tobytes.

    >>> np.array([1, 2], np.uint8).tobytes()
    b'\\x01\\x02'
    """
    return host_items(self).tobytes(order)


def _tofile(self, fid, /, sep="", format="%s"):
    """Write the items to a file. See numpy.ndarray.tofile.

    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     np.array([1, 2]).tofile(file)
    ...     file.tell()
    16
    """
    host_items(self).tofile(fid, sep, format)


def _dumps(self, /):
    """Pickle of the array, as bytes. See numpy.ndarray.dumps.

    >>> import pickle
    >>> pickle.loads(np.array([1, 2]).dumps())
    array([1, 2])
    """
    return pickle.dumps(self)


def _dump(self, /, file):
    """Pickle the array to a file or to a path. See numpy.ndarray.dump.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.array([1, 2]).dump(file)
    >>> file.tell() > 0
    True
    """
    if hasattr(file, "write"):
        pickle.dump(self, file)
        return
    with open(file, "wb") as opened:
        pickle.dump(self, opened)


def _copy(self):
    """Copy on the same device, in the same order."""
    return self.copy(order="K")


def _deepcopy(self, memo):
    """Copy on the same device, in the same order."""
    result = self.copy(order="K")
    memo[id(self)] = result
    return result


def _format(self, spec):
    """Format of a 0-d array's item; other arrays take no format."""
    if self.ndim == 0:
        return format(self.item(), spec)
    return object.__format__(self, spec) if spec else str(self)


def _complex(self):
    """The item of a 0-d array as a Python complex number."""
    if self.ndim:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    return complex(self.item())


def _round(self, ndigits=None):
    """round() of a scalar: a Python int, or with `ndigits` a scalar."""
    _require_scalar(self, "iuf", "__round__")
    return round(self.item()) if ndigits is None else self.round(ndigits)


def _trunc(self):
    """math.trunc() of a float64 scalar, a Python int."""
    _require_scalar(self, "f" if self.itemsize == 8 else "", "__trunc__")
    return int(self.item())


def _conform(self, protocol):
    """A float64 scalar as a Python float for sqlite3, which else stores its bytes."""
    is_asked = protocol.__module__ == "sqlite3" and isinstance(self, scalar)
    return self.item() if is_asked and self.dtype.char == "d" else None


def _require_scalar(x, kinds, method):
    if isinstance(x, scalar) and x.dtype.kind in kinds:
        return
    of = f"numpy.{x.dtype.name}" if isinstance(x, scalar) else "tenorite.ndarray"
    raise TypeError(f"type {of} doesn't define {method} method")


def _setflags(self, /, *, write=None, align=None, uic=None):
    """Set the WRITEABLE flag. See numpy.ndarray.setflags.

    >>> x = np.ones(2)
    >>> x.setflags(write=False)
    >>> x.flags.writeable
    False
    """
    if uic:
        raise ValueError("cannot set WRITEBACKIFCOPY flag to True")
    if write is not None:
        self._set_writeable(write)


def _bytes_of(x):
    """View of the bytes of each item along a new last axis."""
    return x[..., None].view("uint8")


def _byteswap(self, /, inplace=False):
    """Copy with the bytes of each number in reverse, or the array so changed.

    See numpy.ndarray.byteswap.

    >>> np.array([1, 256], np.int16).byteswap()
    array([256,   1], dtype=int16)
    """
    if inplace and isinstance(self, scalar):
        raise ValueError("cannot byteswap a scalar inplace")
    if is_in_host_memory(self):
        result = self if inplace else self[...].copy(order="A")
        host_view(result).byteswap(inplace=True)
    else:
        result = self if inplace else allocate_like(self, order="A")
        parts = 2 if self.dtype.kind == "c" else 1
        shape = (*self.shape, parts, self.itemsize // parts)
        turned = _bytes_of(self).reshape(shape)[..., ::-1]
        _bytes_of(result).reshape(shape)[...] = turned.copy() if inplace else turned
    return as_scalar(result) if isinstance(self, scalar) else result


def _getfield(self, /, dtype, offset=0):
    """View of the bytes from `offset` on in each item, as items of `dtype`.

    ValueError where they reach beyond the item. See numpy.ndarray.getfield.

    >>> np.array([1 + 2j]).getfield(np.float64, 8)
    array([2.])
    """
    dtype, offset = check_dtype(dtype), to_c_int(offset)
    if offset < 0:
        raise ValueError("offset is negative")
    if dtype.itemsize > self.itemsize:
        raise ValueError("new type is larger than original type")
    if offset + dtype.itemsize > self.itemsize:
        raise ValueError("new type plus offset is larger than original type")
    part = _bytes_of(self)[..., offset : offset + dtype.itemsize].view(dtype)[..., 0]
    return as_scalar(part) if isinstance(self, scalar) else part


def _bytes(self):
    """bytes(x): of a 0-d array of integers that many zeros, as of Python's ints."""
    is_count = self.ndim == 0 and self.dtype.kind in "iu"
    return bytes(int(self)) if is_count else self.tobytes()


def _setfield(self, val, /, dtype, offset=0):
    """Sets what getfield() shows. See numpy.ndarray.setfield.

    >>> x = np.array([1 + 2j])
    >>> x.setfield(5, np.float64)
    >>> x
    array([5.+2.j])
    """
    self.getfield(dtype, offset)[...] = val


def _ctypes(self):
    """The memory on the CPU device for ctypes. See numpy.ndarray.ctypes."""
    if str(self.device) != "cpu":
        raise AttributeError(f"no ctypes of an array on {self.device}; use x.get()")
    return host_view(self).ctypes


def _sizeof(self):
    """Bytes of the object and, for arrays that own memory, of the items."""
    return object.__sizeof__(self) + (self.nbytes if self.base is None else 0)


def _array_wrap(self, array, context=None, return_scalar=False, /):
    """`array` as a result of a function of this one: as a scalar where that is asked."""
    if not isinstance(array, ndarray):
        of = type(array).__name__
        raise TypeError(
            f"__array_wrap__() argument 1 must be tenorite.ndarray, not {of}"
        )
    return as_scalar(array) if return_scalar else array


def _class_getitem(cls, item):
    """ndarray[shape, dtype] in annotations."""
    return types.GenericAlias(cls, item)


_METHODS = {
    "byteswap": _byteswap,
    "data_ptr": _data_ptr,
    "getfield": _getfield,
    "setfield": _setfield,
    "setflags": _setflags,
    "dump": _dump,
    "dumps": _dumps,
    "mdspan": mdspan,
    "reduced_view": _reduced_view,
    "to_numpy": _to_numpy,
    "tobytes": _tobytes,
    "tofile": _tofile,
    "__array__": protocols.to_host_array,
    "__bytes__": _bytes,
    "__array_function__": protocols.array_function,
    "__array_namespace__": protocols.array_namespace,
    "__array_ufunc__": protocols.array_ufunc,
    "__array_wrap__": _array_wrap,
    "__complex__": _complex,
    "__conform__": _conform,
    "__copy__": _copy,
    "__deepcopy__": _deepcopy,
    "__format__": _format,
    "__reduce_ex__": protocols.reduce_ex,
    "__round__": _round,
    "__sizeof__": _sizeof,
    "__trunc__": _trunc,
    "_repr_html_": repr_html,
}


def attach():
    """Give ndarray the methods of this module."""
    for name, function in _METHODS.items():
        is_public = not name.startswith("_")
        setattr(ndarray, name, with_help(function) if is_public else function)
    ndarray.__class_getitem__ = classmethod(_class_getitem)
    ndarray.__hash__ = None
    ndarray.__array_interface__ = property(protocols.array_interface)
    ndarray.__cuda_array_interface__ = property(exchange.cuda_array_interface)
    ndarray.ctypes = property(_ctypes, doc=_ctypes.__doc__)
    ndarray.data = property(_data, doc=_data.__doc__)
    ndarray.flat = property(
        FlatIterator, set_flat, doc="Items in C order. See numpy.ndarray.flat."
    )

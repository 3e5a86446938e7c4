# SPDX-License-Identifier: Apache-2.0
"""Operators and methods of SplitArray: those of NumPy's arrays, by the same functions."""

import inspect
import operator

from ..._array.convert import as_dtype
from ..._core import ndarray, ufuncs
from ..._numpy import math
from . import creation, functions, indexing, kernels, reductions, scans, shapes, sorting
from .array import SplitArray, with_parts
from .elementwise import apply, assign, copied
from .gathering import as_one
from .moves import to_host, whole
from .products import dot, matmul

_OPERATORS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "left_shift",
    "rshift": "right_shift",
}
_COMPARISONS = {
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}
_UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}


def _binary(ufunc, symbol):
    def forward(self, other):
        return apply(symbol, [self, other])

    def backward(self, other):
        return apply(symbol, [other, self])

    def in_place(self, other):
        if not self.ndim:  # as NumPy's scalars, it becomes another one
            return forward(self, other)
        return apply(ufunc, [self, other], out=(self,), casting="same_kind")

    return forward, backward, in_place


def attach_operators():
    for name, ufunc in _OPERATORS.items():
        symbol = getattr(operator, {"and": "and_", "or": "or_"}.get(name, name))
        forward, backward, in_place = _binary(ufuncs[ufunc], symbol)
        setattr(SplitArray, f"__{name}__", forward)
        setattr(SplitArray, f"__r{name}__", backward)
        setattr(SplitArray, f"__i{name}__", in_place)
    for name, ufunc in _COMPARISONS.items():
        setattr(SplitArray, f"__{name}__", _comparison(ufuncs[ufunc]))
    for name, ufunc in _UNARY.items():
        setattr(SplitArray, f"__{name}__", _unary(ufuncs[ufunc]))
    SplitArray.__hash__ = None
    SplitArray.__matmul__ = lambda self, other: matmul(self, other)
    SplitArray.__rmatmul__ = lambda self, other: matmul(other, self)
    SplitArray.__imatmul__ = lambda self, other: matmul(self, other, out=self)
    SplitArray.__divmod__ = lambda self, other: apply(ufuncs["divmod"], [self, other])
    SplitArray.__rdivmod__ = lambda self, other: apply(ufuncs["divmod"], [other, self])


def _comparison(ufunc):
    return lambda self, other: apply(ufunc, [self, other])


def _unary(ufunc):
    return lambda self: apply(ufunc, [self])


# ---- values on the host ----


_NO_NUMBER = "only 0-dimensional arrays can be converted to Python scalars"


def _single(self, text):
    if self.ndim:
        raise TypeError(text)
    return self.get()[()]


def to_bool(self):
    if self.size == 0:
        raise ValueError(
            "The truth value of an empty array is ambiguous. Use `array.size > 0` to check "
            "that an array is not empty."
        )
    if self.size > 1:
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. Use "
            "a.any() or a.all()"
        )
    return bool(self.get().reshape(-1)[0])


def to_float(self):
    return float(_single(self, _NO_NUMBER))


def to_int(self):
    return int(_single(self, _NO_NUMBER))


def to_complex(self):
    return complex(_single(self, _NO_NUMBER))


def to_index(self):
    value = _single(
        self, "only integer scalar arrays can be converted to a scalar index"
    )
    return operator.index(value)


def item(self, *args):
    return self.get().item(*args)


def tolist(self):
    return self.get().tolist()


def get(self, **keywords):
    """The whole array as a NumPy array; in programs of many processes all of them call it."""
    return to_host(self)


def to_numpy(self, dtype=None, copy=None):
    for part in self._parts:
        if part is not None:
            part.__array__()  # HostConversionError where it is on a GPU
    h = self.get()
    return h if dtype is None else h.astype(dtype, copy=False)


def _summary(self):
    return f"<SplitArray {self.dtype} {self.shape} on {self.device!r}>"


def to_text(self):
    """Of few items their values; else what and where it is."""
    if self.mesh.communicator is not None or self.size > 1000:
        return _summary(self)
    text = repr(whole(self).get())
    return text


def to_string(self):
    if self.mesh.communicator is not None or self.size > 1000:
        return _summary(self)
    return str(self.get())


def iterate(self):
    if not self.ndim:
        raise TypeError("iteration over a 0-d array")
    return (self[i] for i in range(len(self)))


def contains(self, x):
    return bool(reductions.any_(apply(ufuncs["equal"], [self, x])))


# ---- others ----


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    if not copy and as_dtype(dtype) == self.dtype:
        return self
    return with_parts(
        self,
        self.shape,
        lambda x: x.astype(dtype, order=order, casting=casting, copy=copy),
    )


def copy(self, order="C"):
    return copied(self)


def fill(self, value):
    assign(self, value)


def view_as(self, dtype=None):
    if dtype is None:
        return with_parts(self, self.shape, lambda x: x[...])
    if as_dtype(dtype).itemsize != self.itemsize:
        raise ValueError("a view of a split array has items of the same size")
    return with_parts(self, self.shape, lambda x: x.view(dtype))


def reshape_method(self, *shape, order="C", copy=None):
    shape = shape[0] if len(shape) == 1 else shape
    return shapes.reshape(self, shape, order, copy=copy)


def transpose_method(self, *axes):
    if len(axes) == 1 and (axes[0] is None or hasattr(axes[0], "__len__")):
        axes = axes[0]
    return shapes.transpose(self, axes or None)


def sort_method(self, axis=-1, kind=None, order=None, *, stable=None):
    assign(self, sorting.sort(self, axis, kind, order, stable=stable))


def round_method(self, decimals=0, out=None):
    result = apply(lambda x: math.round(x, decimals), [self])
    if out is None:
        return result
    assign(out, result)
    return out


def conjugate(self):
    return apply(ufuncs["conjugate"], [self])


def clip_method(self, min=None, max=None, out=None, **keywords):
    return functions.clip(self, min, max, out, **keywords)


def _set_real(self, value):
    assign(with_parts(self, self.shape, lambda x: x.real), value)


def _set_imag(self, value):
    assign(with_parts(self, self.shape, lambda x: x.imag), value)


def to_device(self, device, /, *, stream=None):
    """The array laid out as `device`, a Split or Replicated, says; or on one device."""
    return creation.to_device(self, device)


def refuse_pickle(self, protocol):
    raise TypeError(
        "a SplitArray is in the memory of many devices and is not pickled; x.get() is the "
        "whole array"
    )


_PLAIN = {
    "all": reductions.all_,
    "any": reductions.any_,
    "argmax": scans.argmax,
    "argmin": scans.argmin,
    "argsort": sorting.argsort,
    "astype": astype,
    "clip": clip_method,
    "conj": conjugate,
    "conjugate": conjugate,
    "copy": copy,
    "cumprod": scans.cumprod,
    "cumsum": scans.cumsum,
    "dot": dot,
    "fill": fill,
    "flatten": shapes.flatten,
    "get": get,
    "item": item,
    "max": reductions.amax,
    "mean": reductions.mean,
    "min": reductions.amin,
    "nonzero": sorting.nonzero,
    "prod": reductions.prod,
    "ravel": shapes.ravel,
    "repeat": shapes.repeat,
    "reshape": reshape_method,
    "round": round_method,
    "sort": sort_method,
    "squeeze": shapes.squeeze,
    "std": reductions.std,
    "sum": reductions.sum_,
    "swapaxes": shapes.swapaxes,
    "to_device": to_device,
    "tolist": tolist,
    "transpose": transpose_method,
    "var": reductions.var,
    "view": view_as,
    "__array__": to_numpy,
    "__bool__": to_bool,
    "__complex__": to_complex,
    "__contains__": contains,
    "__float__": to_float,
    "__getitem__": indexing.get,
    "__index__": to_index,
    "__int__": to_int,
    "__iter__": iterate,
    "__reduce_ex__": refuse_pickle,
    "__repr__": to_text,
    "__setitem__": indexing.set,
    "__str__": to_string,
}


def _method(name, function):
    """A function, or a callable object, as a method with the help of ndarray's."""

    def method(self, *args, **keywords):
        return function(self, *args, **keywords)

    method.__name__ = name
    method.__qualname__ = f"SplitArray.{name}"
    method.__module__ = SplitArray.__module__
    theirs = getattr(ndarray, name, None)
    method.__doc__ = theirs.__doc__
    method.__signature__ = inspect.signature(theirs)
    return method


def attach():
    attach_operators()
    for name, function in _PLAIN.items():
        special = name.startswith("__")
        setattr(SplitArray, name, function if special else _method(name, function))
    SplitArray.__cupy_get_ndarray__ = as_one
    SplitArray.__cupy_override_elementwise_kernel__ = kernels.elementwise_kernel
    SplitArray.__cupy_override_reduction_kernel__ = kernels.reduction_kernel
    SplitArray.T = property(shapes.transpose, doc="The transposed array.")
    SplitArray.mT = property(
        lambda self: shapes.swapaxes(self, -1, -2),
        doc="The array with its last two axes exchanged.",
    )
    SplitArray.real = property(
        lambda self: with_parts(self, self.shape, lambda x: x.real),
        _set_real,
        doc="The real parts.",
    )
    SplitArray.imag = property(
        lambda self: with_parts(self, self.shape, lambda x: x.imag),
        _set_imag,
        doc="The imaginary parts.",
    )

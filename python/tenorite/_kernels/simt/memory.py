# SPDX-License-Identifier: Apache-2.0
"""Arrays in kernels with threads: arguments, parts of them, shared memory."""

import dataclasses
import functools

import numpy

from ..._core import as_strided
from ..translate.loops import Typed, Value
from ..translate.types import INT, ctype

#: What the text of a kernel has arrays with.
TEXT = """\
// Items in C order where contiguous_v is true, else by strides.
template <class item_t, int ndim_v, bool contiguous_v>
struct Array {
  item_t* data = nullptr;
  long shape[ndim_v > 0 ? ndim_v : 1] = {};
  long strides[ndim_v > 0 ? ndim_v : 1] = {};

  Array() = default;
  // Of an argument: extents are the shape, then the strides in bytes.
  template <class... extent_t>
  TENORITE_HD Array(const void* memory, long offset, extent_t... extents)
      : data((item_t*)((char*)memory + offset)) {
    const long all[] = {extents..., 0};
    for (int k = 0; k < ndim_v; ++k) {
      shape[k] = all[k];
      strides[k] = all[ndim_v + k];
    }
  }

  template <class... index_t>
  TENORITE_HD item_t& at(index_t... index) const {
    return *place(index...);
  }
  // The items that begin with this index, as an array of the other axes.
  template <class... index_t>
  TENORITE_HD auto part(index_t... index) const {
    constexpr int first = sizeof...(index), rest = ndim_v - first;
    Array<item_t, rest, contiguous_v> made;
    made.data = place(index...);
    for (int k = 0; k < rest; ++k) {
      made.shape[k] = shape[first + k];
      made.strides[k] = strides[first + k];
    }
    return made;
  }
  TENORITE_HD long size() const {
    long n = 1;
    for (int k = 0; k < ndim_v; ++k) n *= shape[k];
    return n;
  }

 private:
  template <class... index_t>
  TENORITE_HD item_t* place(index_t... index) const {
    if constexpr (sizeof...(index) == 0) {
      return data;
    } else {
      const long all[] = {(long)index...};
      long at = 0;
      if constexpr (contiguous_v) {
        for (int k = 0; k < ndim_v; ++k)
          at = at * shape[k] + (k < (int)sizeof...(index) ? all[k] : 0);
        return data + at;
      } else {
        for (int k = 0; k < (int)sizeof...(index); ++k) at += all[k] * strides[k];
        return (item_t*)((char*)data + at);
      }
    }
  }
};

// Items whose number nobody knows.
template <class item_t>
struct Pointer {
  item_t* data = nullptr;
  TENORITE_HD item_t& at(long index) const { return data[index]; }
};"""


@dataclasses.dataclass(frozen=True)
class ArrayType:
    """Arrays of one dtype with so many axes, in C order or by strides."""

    dtype: numpy.dtype
    ndim: int
    contiguous: bool

    @property
    def text(self):
        contiguous = "true" if self.contiguous else "false"
        return f"Array<{ctype(self.dtype)}, {self.ndim}, {contiguous}>"

    def part(self, axes):
        """The type of what an index of so many axes leaves."""
        return dataclasses.replace(self, ndim=self.ndim - axes)

    def __str__(self):
        order = "C order" if self.contiguous else "strided"
        return f"{self.dtype}[{', '.join(':' * self.ndim)}] ({order})"


@dataclasses.dataclass(frozen=True)
class PointerType:
    """One-dimensional memory without a length: shared memory."""

    dtype: numpy.dtype
    ndim = 1

    @property
    def text(self):
        return f"Pointer<{ctype(self.dtype)}>"

    def __str__(self):
        return f"{self.dtype}*"


class Array(Typed):
    """An array in a kernel; `origin` is the name that its memory came by, or None."""

    __slots__ = ("origin",)

    def __init__(self, type_, text, origin=None):
        super().__init__(type_, text)
        self.origin = origin

    def to(self, type_):
        return self.text


def _of_array(member):
    def find(array):
        if not isinstance(array.type, ArrayType):
            raise NotImplementedError(f"Not implemented: shape of {array.type}")
        return member(array)

    return find


def _extents(name):
    return _of_array(
        lambda array: tuple(
            Value(INT, f"{array.text}.{name}[{k}]") for k in range(array.type.ndim)
        )
    )


#: Attributes of arrays in kernels.
ARRAY_MEMBERS = {
    "ndim": lambda array: Value.of(array.type.ndim),
    "dtype": lambda array: array.type.dtype,
    "size": _of_array(lambda array: Value(INT, f"{array.text}.size()")),
    "shape": _extents("shape"),
    "strides": _extents("strides"),
}


def type_of(array):
    """The ArrayType of an array argument."""
    return _array_type(array.dtype, array.ndim, array.flags.c_contiguous)


#: One object for each type, which finds its kernels fast.
_array_type = functools.lru_cache(maxsize=1024)(ArrayType)


def parameters(name, type_):
    """(type, name) of what a kernel has for an array: memory, offset, shape, strides."""
    extents = [f"{kind}{k}" for kind in ("shape", "stride") for k in range(type_.ndim)]
    return [
        (f"{ctype(type_.dtype)}*", f"{name}data"),
        *(("long", f"{name}{what}") for what in ("offset", *extents)),
    ]


def pack(array, type_):
    """The arguments for these parameters."""
    memory, offset = array, 0
    if not (type_.contiguous or array.flags.f_contiguous):
        memory, offset = _memory_of(array)
    return memory, offset, *array.shape, *array.strides


def _memory_of(array):
    """All that lies between an array's items, and where its first item is in it."""
    turned = array[tuple(slice(None, None, -1 if s < 0 else 1) for s in array.strides)]
    last = sum((n - 1) * s for n, s in zip(turned.shape, turned.strides, strict=True))
    offset = sum(
        (1 - n) * s for n, s in zip(array.shape, array.strides, strict=True) if s < 0
    )
    items = last // array.itemsize + 1
    return as_strided(turned, (items,), (array.itemsize,)), offset

# SPDX-License-Identifier: Apache-2.0
"""Arrays as arguments of kernels that take a cuda::std::mdspan."""

import numpy

from .convert import mixed_devices


class MDSpan:
    """An array as the struct of a strided mdspan, for raw kernels; mdspan() makes it.

    The struct is the address, the extents and the strides in items.
    """

    def __init__(self, array, struct):
        self._array = array  # what keeps the memory
        self._struct = struct

    @property
    def ptr(self):
        """Address of the first item."""
        return int(self._struct["ptr"])

    def __bytes__(self):
        return self._struct.tobytes()

    def _before_launch(self, device, is_const):
        if str(self._array.device) != device:
            raise mixed_devices(self._array.device, device)
        self._array._pointer  # noqa: B018  computes what is pending
        return self._struct

    def _after_launch(self, made):
        pass


def mdspan(self, *, index_type=None, allow_unsafe=False):
    """The array as an argument of kernels that take a cuda::std::mdspan.

    Its extents are dynamic, of `index_type` int32 or int64 (the default), its layout is
    layout_stride, its items are not copied. ValueError for what the layout cannot hold:
    too many items for the type, and unless `allow_unsafe` negative strides and items
    that share memory. See cupy.ndarray.mdspan.

    >>> x = np.ones((2, 3), np.float32)
    >>> len(bytes(x.mdspan(index_type=np.int32)))
    24
    """
    dtype = numpy.dtype(numpy.int64 if index_type is None else index_type)
    if dtype.char not in "il" or dtype.itemsize not in (4, 8):
        raise ValueError(f"index_type must be int32 or int64, not {dtype}")
    strides = [step // self.itemsize for step in self.strides]
    if any(step % self.itemsize for step in self.strides):
        raise ValueError("strides of an mdspan are whole items")
    if self.size and not allow_unsafe:
        pairs = list(zip(self.shape, strides, strict=True))
        if any(step < 0 for n, step in pairs if n > 1):
            raise ValueError("an mdspan has no negative strides; copy the array first")
        if any(step == 0 for n, step in pairs if n > 1):
            raise ValueError("an mdspan has no items that share memory")
    largest = max([0, self.size, *map(abs, strides), *self.shape])
    if largest > numpy.iinfo(dtype).max:
        raise ValueError(f"the array is too large for indices of {dtype}")
    fields = [("ptr", numpy.uint64)]
    if self.ndim:
        fields += [("extents", dtype, self.ndim), ("strides", dtype, self.ndim)]
    struct = numpy.zeros((), numpy.dtype(fields, align=True))
    struct["ptr"] = self._pointer
    if self.ndim:
        struct["extents"], struct["strides"] = self.shape, strides
    return MDSpan(self, struct)

# SPDX-License-Identifier: Apache-2.0
"""CUDA arrays, textures and surfaces, for raw kernels. Mirrors cupy.cuda.texture.

A texture or surface is an argument of a kernel whose parameter is a
cudaTextureObject_t or cudaSurfaceObject_t. The CPU device has none.
"""

import ctypes

import numpy

from .. import _core
from .._core import ndarray
from . import runtime
from .device import current_device_id
from .memory import MemoryPointer
from .stream import get_current_stream

__all__ = [
    "CUDAarray",
    "ChannelFormatDescriptor",
    "ResourceDescriptor",
    "SurfaceObject",
    "TextureDescriptor",
    "TextureObject",
]

_calls = _core.cuda_resources
_KINDS = {
    "i": runtime.cudaChannelFormatKindSigned,
    "u": runtime.cudaChannelFormatKindUnsigned,
    "f": runtime.cudaChannelFormatKindFloat,
}


class _Channels(ctypes.Structure):
    """cudaChannelFormatDesc."""

    _fields_ = [(name, ctypes.c_int) for name in "xyzwf"]


class _Linear(ctypes.Structure):
    _fields_ = [
        ("devPtr", ctypes.c_void_p),
        ("desc", _Channels),
        ("sizeInBytes", ctypes.c_size_t),
    ]


class _Pitched(ctypes.Structure):
    _fields_ = [
        ("devPtr", ctypes.c_void_p),
        ("desc", _Channels),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
        ("pitchInBytes", ctypes.c_size_t),
    ]


class _Resource(ctypes.Union):
    _fields_ = [
        ("array", ctypes.c_void_p),
        ("linear", _Linear),
        ("pitch2D", _Pitched),
        ("reserved", ctypes.c_int * 32),
    ]


class _ResourceStruct(ctypes.Structure):
    """cudaResourceDesc."""

    _fields_ = [("resType", ctypes.c_int), ("res", _Resource), ("flags", ctypes.c_uint)]


class _TextureStruct(ctypes.Structure):
    """cudaTextureDesc."""

    _fields_ = [
        ("addressMode", ctypes.c_int * 3),
        ("filterMode", ctypes.c_int),
        ("readMode", ctypes.c_int),
        ("sRGB", ctypes.c_int),
        ("borderColor", ctypes.c_float * 4),
        ("normalizedCoords", ctypes.c_int),
        ("maxAnisotropy", ctypes.c_uint),
        ("mipmapFilterMode", ctypes.c_int),
        ("mipmapLevelBias", ctypes.c_float),
        ("minMipmapLevelClamp", ctypes.c_float),
        ("maxMipmapLevelClamp", ctypes.c_float),
        ("disableTrilinearOptimization", ctypes.c_int),
        ("seamlessCubemap", ctypes.c_int),
    ]


class _Descriptor:
    """What has a struct of CUDA, in memory of the host."""

    _struct = None

    @property
    def ptr(self):
        """Address of the struct of CUDA, for `runtime`; it lives as long as this."""
        if self._struct is None:
            self._struct = self._make_struct()
        return ctypes.addressof(self._struct)


class ChannelFormatDescriptor(_Descriptor):
    """What an item of a texture is: bits of each of four channels, and their kind.

    `f` is a number such as `runtime.cudaChannelFormatKindFloat`. See
    cupy.cuda.texture.ChannelFormatDescriptor.

    >>> from tenorite.cuda import runtime, texture
    >>> kind = runtime.cudaChannelFormatKindFloat
    >>> texture.ChannelFormatDescriptor(32, 0, 0, 0, kind).get_channel_format()
    {'x': 32, 'y': 0, 'z': 0, 'w': 0, 'f': 2}
    """

    def __init__(self, x, y, z, w, f):
        self._channels = int(x), int(y), int(z), int(w), int(f)

    def _make_struct(self):
        return _Channels(*self._channels)

    def get_channel_format(self):
        """The bits and the kind, a dict.

        >>> from tenorite.cuda import runtime, texture
        >>> kind = runtime.cudaChannelFormatKindSigned
        >>> texture.ChannelFormatDescriptor(8, 8, 0, 0, kind).get_channel_format()["y"]
        8
        """
        return dict(zip("xyzwf", self._channels, strict=True))

    def _items(self):
        """The dtype of a channel, and how many channels there are."""
        *bits, kind = self._channels
        used = [n for n in bits if n]
        if not used or len(set(used)) != 1 or bits[: len(used)] != used:
            raise ValueError("all channels that are used must have the same bits")
        letter = {number: letter for letter, number in _KINDS.items()}.get(kind)
        if letter is None:
            raise ValueError("the kind of the channels must be int, unsigned or float")
        return numpy.dtype(f"{letter}{used[0] // 8}"), len(used)


class CUDAarray:
    """Memory of a GPU in the layout that textures are read fastest from.

    `desc` is what its items are; a height or depth of 0 is no axis. With
    `runtime.cudaArraySurfaceLoadStore` among `flags` kernels may write to it through
    a SurfaceObject. See cupy.cuda.texture.CUDAarray.

    >>> from tenorite.cuda import runtime, texture
    >>> kind = runtime.cudaChannelFormatKindFloat
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
    >>> array = texture.CUDAarray(desc, 4, 3)
    >>> array.copy_from(np.ones((3, 4), np.float32, device="cuda:0"))
    """

    ptr = 0

    def __init__(self, desc, width, height=0, depth=0, flags=0):
        if not isinstance(desc, ChannelFormatDescriptor):
            raise TypeError("desc must be a ChannelFormatDescriptor")
        if width <= 0 or height < 0 or depth < 0 or (depth and not height):
            raise ValueError(f"invalid extents: {width}, {height}, {depth}")
        self.desc, self.flags = desc, flags
        self.width, self.height, self.depth = width, height, depth
        self.ndim = 3 if depth else 2 if height else 1
        self.device_id = current_device_id()
        self.ptr = _calls.make_array(
            self.device_id, desc._channels, width, height, depth, flags
        )

    def __del__(self, free=_calls.free_array):
        if self.ptr:
            free(self.device_id, self.ptr)

    def _rows(self, array):
        """The memory of an array of the same shape, as the core takes it."""
        dtype, channels = self.desc._items()
        shape = (self.depth, self.height, self.width * channels)[-self.ndim :]
        if not isinstance(array, (ndarray, numpy.ndarray)):
            raise TypeError(f"expected an array, not {type(array).__name__}")
        if array.shape != shape:
            raise ValueError(f"shape mismatch: {array.shape}, and {shape} is needed")
        if array.dtype != dtype:
            raise ValueError(f"dtype mismatch: {array.dtype}, and {dtype} is needed")
        if not array.flags.c_contiguous:
            raise ValueError("the array must be C-contiguous")
        if isinstance(array, ndarray):
            address = array.data_ptr()
        else:
            address = array.ctypes.data
        pitch = shape[-1] * dtype.itemsize
        return address, pitch, self.width, self.height, self.depth

    def _where(self, stream):
        stream = get_current_stream(self.device_id) if stream is None else stream
        return stream, stream._id_on(self.device_id)

    def copy_from(self, in_arr, stream=None):
        """Copies an array of ours or of NumPy's into this one, in stream order.

        Its shape is (depth, height, width * channels) of the axes that are there.

        >>> from tenorite.cuda import runtime, texture
        >>> kind = runtime.cudaChannelFormatKindSigned
        >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
        >>> texture.CUDAarray(desc, 4).copy_from(np.ones(4, np.int32).get())
        """
        rows = self._rows(in_arr)
        stream, where = self._where(stream)
        _calls.copy_to_array(self.device_id, self.ptr, rows, where)
        if not _is_on_gpu(in_arr):
            stream.synchronize()  # whoever has the memory may change it

    def copy_to(self, out_arr, stream=None):
        """Copies this array into one of ours or of NumPy's, in stream order.

        >>> from tenorite.cuda import runtime, texture
        >>> kind = runtime.cudaChannelFormatKindSigned
        >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
        >>> array, x = texture.CUDAarray(desc, 4), np.ones(4, np.int32).get()
        >>> array.copy_from(x)
        >>> array.copy_to(x)
        """
        rows = self._rows(out_arr)
        if not out_arr.flags.writeable:
            raise ValueError("output array is read-only")
        stream, where = self._where(stream)
        _calls.copy_from_array(self.device_id, self.ptr, rows, where)
        if not _is_on_gpu(out_arr):
            stream.synchronize()


def _is_on_gpu(array):
    return isinstance(array, ndarray) and array.device.type == "cuda"


class ResourceDescriptor(_Descriptor):
    """What a texture or a surface is of; `restype` says which of the others count.

    `runtime.cudaResourceTypeArray` is the CUDAarray `cuArr`; cudaResourceTypeLinear is
    `arr`, of which an item is `chDesc` and which has `sizeInBytes`;
    cudaResourceTypePitch2D is `arr` in `height` rows of `width` items, `pitchInBytes`
    apart. See cupy.cuda.texture.ResourceDescriptor.

    >>> from tenorite.cuda import runtime, texture
    >>> kind = runtime.cudaChannelFormatKindFloat
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
    >>> linear = runtime.cudaResourceTypeLinear
    >>> x = np.ones(4, np.float32, device="cuda:0")
    >>> resource = texture.ResourceDescriptor(linear, arr=x, chDesc=desc, sizeInBytes=16)
    """

    def __init__(
        self,
        restype,
        cuArr=None,
        arr=None,
        chDesc=None,
        sizeInBytes=0,
        width=0,
        height=0,
        pitchInBytes=0,
    ):
        if restype == runtime.cudaResourceTypeMipmappedArray:
            raise NotImplementedError("mipmapped arrays are not supported")
        is_array = restype == runtime.cudaResourceTypeArray
        linear = runtime.cudaResourceTypeLinear, runtime.cudaResourceTypePitch2D
        if not is_array and restype not in linear:
            raise ValueError(f"restype {restype} is no cudaResourceType")
        if is_array and not isinstance(cuArr, CUDAarray):
            raise ValueError("a resource of this type needs a CUDAarray as cuArr")
        if not is_array and (arr is None or chDesc is None):
            raise ValueError("a resource of this type needs arr and chDesc")
        self.cuArr, self.arr, self.chDesc = cuArr, arr, chDesc
        address = 0 if is_array else _address(arr)
        array = cuArr.ptr if is_array else 0
        self._numbers = (
            restype,
            array,
            address,
            sizeInBytes,
            width,
            height,
            pitchInBytes,
        )
        self._channels = (0,) * 5 if is_array else chDesc._channels

    def _make_struct(self):
        kind, array, address, size, width, height, pitch = self._numbers
        channels = _Channels(*self._channels)
        if kind == runtime.cudaResourceTypeArray:
            resource = _Resource(array=array)
        elif kind == runtime.cudaResourceTypeLinear:
            resource = _Resource(linear=_Linear(address, channels, size))
        else:
            pitched = _Pitched(address, channels, width, height, pitch)
            resource = _Resource(pitch2D=pitched)
        return _ResourceStruct(kind, resource, 0)


def _address(arr):
    if _is_on_gpu(arr):
        return arr.data_ptr()
    if isinstance(arr, MemoryPointer):
        return arr.ptr
    raise ValueError("arr must be an array on a GPU, or a MemoryPointer")


class TextureDescriptor(_Descriptor):
    """How a texture is read; numbers are those of `runtime`, such as cudaFilterModeLinear.

    See cupy.cuda.texture.TextureDescriptor.

    >>> from tenorite.cuda import runtime, texture
    >>> clamp = runtime.cudaAddressModeClamp
    >>> how = texture.TextureDescriptor((clamp, clamp), runtime.cudaFilterModeLinear)
    """

    def __init__(
        self,
        addressModes=None,
        filterMode=0,
        readMode=0,
        sRGB=None,
        borderColors=None,
        normalizedCoords=None,
        maxAnisotropy=None,
    ):
        modes = tuple(addressModes or ())
        if len(modes) > 3:
            raise ValueError("addressModes has one mode for each of up to three axes")
        colours = tuple(map(float, borderColors or ()))
        if len(colours) > 4:
            raise ValueError("borderColors has up to four numbers")
        self._address_modes = modes + (runtime.cudaAddressModeClamp,) * (3 - len(modes))
        self._modes = filterMode, readMode, bool(sRGB), bool(normalizedCoords)
        self._border = colours + (0.0,) * (4 - len(colours))
        self._max_anisotropy = maxAnisotropy or 0

    def _make_struct(self):
        filter_mode, read_mode, srgb, normalized = self._modes
        return _TextureStruct(
            addressMode=self._address_modes,
            filterMode=filter_mode,
            readMode=read_mode,
            sRGB=srgb,
            borderColor=self._border,
            normalizedCoords=normalized,
            maxAnisotropy=self._max_anisotropy,
        )


class _Handle:
    """A handle of the driver that is an argument of kernels."""

    ptr = 0

    def _before_launch(self, device, is_const):
        if device != f"cuda:{self.device_id}":
            raise ValueError(
                f"{type(self).__name__} is of cuda:{self.device_id}, and the kernel runs "
                f"on {device}"
            )
        return self.ptr

    def _after_launch(self, made):
        pass


class TextureObject(_Handle):
    """A texture, an argument of raw kernels: what it reads, and how.

    See cupy.cuda.texture.TextureObject.

    >>> from tenorite.cuda import runtime, texture
    >>> kind = runtime.cudaChannelFormatKindFloat
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
    >>> array = texture.CUDAarray(desc, 4)
    >>> resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
    >>> texture.TextureObject(resource, texture.TextureDescriptor()).ptr > 0
    True
    """

    def __init__(self, ResDesc, TexDesc):
        self.ResDesc, self.TexDesc = ResDesc, TexDesc
        self.device_id = current_device_id()
        self.ptr = _calls.make_texture(
            self.device_id,
            ResDesc._numbers,
            ResDesc._channels,
            TexDesc._address_modes,
            TexDesc._modes,
            TexDesc._border,
            TexDesc._max_anisotropy,
        )

    def __del__(self, free=_calls.free_texture):
        if self.ptr:
            free(self.device_id, self.ptr)


class SurfaceObject(_Handle):
    """A surface, an argument of raw kernels that read and write a CUDAarray.

    See cupy.cuda.texture.SurfaceObject.

    >>> from tenorite.cuda import runtime, texture
    >>> kind = runtime.cudaChannelFormatKindFloat
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, kind)
    >>> store = runtime.cudaArraySurfaceLoadStore
    >>> array = texture.CUDAarray(desc, 4, flags=store)
    >>> resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
    >>> texture.SurfaceObject(resource).ptr > 0
    True
    """

    def __init__(self, ResDesc):
        if ResDesc.cuArr is None:
            raise ValueError("a surface is of a CUDAarray")
        self.ResDesc = ResDesc
        self.device_id = current_device_id()
        self.ptr = _calls.make_surface(self.device_id, ResDesc.cuArr.ptr)

    def __del__(self, free=_calls.free_surface):
        if self.ptr:
            free(self.device_id, self.ptr)

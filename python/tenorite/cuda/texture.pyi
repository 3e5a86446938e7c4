# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

from numpy.typing import ArrayLike

from tenorite.typing import (
    _AnyStream,
)

__all__ = [
    "CUDAarray",
    "ChannelFormatDescriptor",
    "ResourceDescriptor",
    "SurfaceObject",
    "TextureDescriptor",
    "TextureObject",
]

class CUDAarray:
    depth: int
    desc: ChannelFormatDescriptor
    device_id: int
    flags: int
    height: int
    ndim: int
    width: int
    def __init__(
        self, desc: Any, width: int, height: int = 0, depth: int = 0, flags: int = 0
    ) -> None: ...
    def copy_from(self, in_arr: Any, stream: _AnyStream | None = None) -> None: ...
    def copy_to(self, out_arr: Any, stream: _AnyStream | None = None) -> None: ...
    ptr: int

class ChannelFormatDescriptor:
    def __init__(
        self, x: ArrayLike, y: ArrayLike, z: ArrayLike, w: ArrayLike, f: ArrayLike
    ) -> None: ...
    def get_channel_format(self) -> dict[str, int]: ...
    @property
    def ptr(self) -> int: ...

class ResourceDescriptor:
    arr: Any
    chDesc: Any
    cuArr: Any
    def __init__(
        self,
        restype: int,
        cuArr: Any = None,
        arr: ArrayLike | None = None,
        chDesc: Any = None,
        sizeInBytes: int = 0,
        width: int = 0,
        height: int = 0,
        pitchInBytes: int = 0,
    ) -> None: ...
    @property
    def ptr(self) -> int: ...

class SurfaceObject:
    device_id: int
    def __init__(self, ResDesc: Any) -> None: ...
    ptr: int

class TextureDescriptor:
    def __init__(
        self,
        addressModes: Any = None,
        filterMode: int = 0,
        readMode: int = 0,
        sRGB: builtins.bool | None = None,
        borderColors: Any = None,
        normalizedCoords: builtins.bool | None = None,
        maxAnisotropy: int | None = None,
    ) -> None: ...
    @property
    def ptr(self) -> int: ...

class TextureObject:
    device_id: int
    def __init__(self, ResDesc: Any, TexDesc: Any) -> None: ...
    ptr: int

# SPDX-License-Identifier: Apache-2.0
"""Capsules of DLPack made by hand, so that every field of a tensor can be wrong."""

import ctypes

import numpy as np


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", Deleter),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


class Legacy(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]


_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

# Kept for good: a capsule and its name may be looked at by anyone later.
_kept = []
_NAMES = {Managed: b"dltensor_versioned", Legacy: b"dltensor"}


class Producer:
    """An object with __dlpack__ on three float64 items, 1, 2 and 3.

    Fields of the tensor are given by their names, `legacy` makes the older one.
    `deleted` counts the calls of the deleter, `asked` are those of __dlpack__.
    """

    def __init__(self, legacy=False, deleter=True, refuses=(), **fields):
        self.items = np.array([1.0, 2.0, 3.0])
        self.deleted, self.asked, self.refuses = 0, [], refuses
        kind = Legacy if legacy else Managed
        lengths = fields.pop("shape", (3,))
        steps = fields.pop("strides", None)
        self._shape = (ctypes.c_int64 * max(1, len(lengths)))(*lengths)
        tensor = dict(
            data=self.items.ctypes.data,
            device_type=1,
            device_id=0,
            ndim=len(lengths),
            code=2,
            bits=64,
            lanes=1,
            byte_offset=0,
        )
        head = dict(major=1, minor=0, flags=0)
        self.managed = managed = kind()
        for name, value in {**head, **fields}.items():
            if name in head and not legacy:
                setattr(managed, name, value)
        for name, value in {**tensor, **fields}.items():
            if name in tensor:
                setattr(managed.tensor, name, value)
        if not fields.get("no_shape"):
            managed.tensor.shape = self._shape
        if steps is not None:
            self._strides = (ctypes.c_int64 * max(1, len(steps)))(*steps)
            managed.tensor.strides = self._strides
        self._deleter = Deleter(self._delete)
        if deleter:
            managed.deleter = self._deleter
        self.where = (managed.tensor.device_type, managed.tensor.device_id)
        _kept.append(self)

    def _delete(self, _):
        self.deleted += 1

    def capsule(self):
        return _new(ctypes.addressof(self.managed), _NAMES[type(self.managed)], None)

    def __dlpack_device__(self):
        return self.where

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        if any(name in keywords for name in self.refuses):
            raise TypeError("unexpected keyword argument")
        return self.capsule()

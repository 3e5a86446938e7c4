# SPDX-License-Identifier: Apache-2.0
import numpy as np


class InfoArray(np.ndarray):
    """An array that carries a note, as NumPy's guide to subclassing shows."""

    def __new__(cls, input_array, info=None):
        obj = np.asarray(input_array).view(cls)
        obj.info = info
        return obj

    def __array_finalize__(self, obj):
        if obj is None:
            return
        self.info = getattr(obj, "info", None)


arr = np.arange(5)
obj = InfoArray(arr, info="information")
print(type(obj).__name__, obj.info, obj.sum())
v = obj[1:]
print(type(v).__name__, v.info, v.tolist())
w = obj * 2
print(isinstance(w, InfoArray), w.info, w.max())
w.info = "changed"
print(obj.info, w.info, np.asarray(w))

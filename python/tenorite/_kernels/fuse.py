# SPDX-License-Identifier: Apache-2.0
"""fuse: a hint that a function's operations belong together."""

import functools
import types

from .._core import recording


def fuse(*args, **kwargs):
    """Decorator: a function whose operations run as few kernels, from its first call on.

    @fuse, @fuse() or @fuse(kernel_name="name"). A call is a plain call, whose
    operations are recorded as all are; they run at its end, in groups that hold
    nothing from before or after it, and kernels that are missing are compiled
    while the call waits. Results, errors and side effects are those of the
    function as it is. With config.fusion "off" and "tier0" nothing is fused. See
    cupy.fuse and docs/kernels.md.
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return Fused(args[0], None)
    unknown = set(kwargs) - {"kernel_name"}
    if args or unknown:
        raise TypeError("fuse() takes a function, or kernel_name= alone")
    return lambda function: Fused(function, kwargs.get("kernel_name"))


fuse.__module__ = "tenorite"


class Fused:
    """A function that fuse() was applied to.

    `function` is that function; `kernel_name` is kept as it was given, or the
    function's name.
    """

    def __init__(self, function, kernel_name):
        functools.update_wrapper(self, function)
        self.function = function
        self.kernel_name = kernel_name or getattr(function, "__name__", "fused")

    def clear_cache(self):
        """Nothing, as kernels are no function's own: see `kernel_cache`."""

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args, **kwargs):
        returned = False
        recording.begin_fused()
        try:
            result = self.function(*args, **kwargs)
            returned = True
        finally:
            recording.end_fused(returned)
        return result

    def __repr__(self):
        return f"<tenorite.fuse {self.function!r}>"

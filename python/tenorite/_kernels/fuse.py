# SPDX-License-Identifier: Apache-2.0
"""fuse: a hint that a function's operations belong together."""

import functools
import types

from .._core import recording


def fuse(*args, **kwargs):
    """Decorator that runs the operations of a function in as few kernels as possible.

    Write @fuse, @fuse() or @fuse(kernel_name="name"). The function is called as
    usual and its array operations are recorded. They run when the call ends, in
    groups that contain no operation from outside the call; the call waits for
    kernels that have to be compiled. Results, errors and side effects do not
    change. With config.fusion "off" or "tier0" nothing is fused. TypeError for
    arguments other than a function or kernel_name. See cupy.fuse and
    docs/kernels.md.

    >>> @np.fuse
    ... def chain(x):
    ...     return np.exp(x) * 2
    >>> chain(np.zeros(2))
    array([2., 2.])
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
        """Does nothing: kernels belong to no function, see `kernel_cache`."""

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

# SPDX-License-Identifier: Apache-2.0
"""cupyx.jit.rawkernel: a Python function that is launched as a raw kernel."""

import functools
import inspect
import warnings

import numpy

from ..._array.convert import check_dtype
from ..._core import RawKernel, ndarray
from ..._runtime.device import get_default_device
from ..generated import exact_options
from ..translate.loops import Value
from .builtins import PUBLIC_MODULE
from .memory import Array, pack, type_of
from .program import ThreadProgram
from .rules import RULES


class _Compiled:
    """The kernel of one set of argument types on one kind of device."""

    def __init__(self, function, types, rules, on_cpu):
        names = list(inspect.signature(function).parameters)
        if len(names) != len(types):
            raise TypeError(
                f"{function.__name__}() takes {len(names)} positional arguments but "
                f"{len(types)} were given."
            )
        program = ThreadProgram(on_cpu, rules)
        arguments = {
            name: Value(type_, name)
            if isinstance(type_, numpy.dtype)
            else Array(type_, name, name)
            for name, type_ in zip(names, types, strict=True)
        }
        main = program.function(function, arguments)
        self.captured = program.captured
        self.code = program.text(main)
        self.launch = RawKernel(
            self.code,
            program.symbol(main),
            exact_options(on_cpu) if rules.exact else (),
            enable_cooperative_groups=program.cooperative,
        )


class JitRawKernel:
    """A Python function as a kernel: what `rawkernel` makes.

    It is called as a RawKernel: f(grid, block, args, shared_mem=0, stream=None), or
    f[grid, block](*args, shared_mem=0, stream=None). Arguments are arrays of one
    device, Python's and NumPy's numbers. It is translated and compiled once for each
    set of their types, on the first call with them, and again when a global that it
    reads has changed.
    """

    __module__ = PUBLIC_MODULE

    def __init__(self, func, mode, device):
        self._func = func
        self._rules = RULES[mode]
        self._device = device
        self._compiled = {}

    def __call__(self, grid, block, args, shared_mem=0, stream=None):
        """Launches the kernel; TypeError for arguments that no kernel takes."""
        types, values, device = self.types_of(args), [], None
        for x, type_ in zip(args, types, strict=True):
            if isinstance(x, ndarray):
                values += pack(x, type_)
                device = x.device
            else:
                values.append(x)
        if device is None:
            device = get_default_device()
        launch = self.compiled(types, device.type == "cpu").launch
        launch(grid, block, tuple(values), shared_mem=shared_mem, stream=stream)

    def _number_type(self, x):
        """The dtype of the parameter for a number."""
        if isinstance(x, numpy.generic):
            return check_dtype(x.dtype)
        if type(x) not in (bool, int, float, complex):
            raise TypeError(f"{type(x)} is not supported for RawKernel")
        return self._rules.number_type(x)

    def types_of(self, args):
        """The types that kernels for these arguments are made for."""
        return tuple(
            type_of(x) if isinstance(x, ndarray) else self._number_type(x) for x in args
        )

    def compiled(self, types, on_cpu):
        """The kernel for argument types, which is compiled on its first launch."""
        found = self._compiled.get((types, on_cpu))
        if found is None or not found.captured.unchanged():
            found = _Compiled(self._func, types, self._rules, on_cpu)
            self._compiled[types, on_cpu] = found
        return found

    def __getitem__(self, grid_and_block):
        """f[grid, block](*args, shared_mem=0, stream=None) launches the kernel."""
        grid, block = grid_and_block
        return lambda *args, **keywords: self(grid, block, args, **keywords)

    @property
    def cached_codes(self):
        """The text of the kernel for each tuple of argument types so far."""
        if not self._compiled:
            warnings.warn(
                "No codes are cached because compilation is deferred until the first "
                "function call.",
                stacklevel=2,
            )
        return {types: made.code for (types, _), made in self._compiled.items()}

    @property
    def cached_code(self):
        """The text of the kernel, where it was called with one set of types only."""
        codes = self.cached_codes
        if len(codes) > 1:
            warnings.warn(
                "The input types of the kernel could not be inferred. Please use "
                "`.cached_codes` instead.",
                stacklevel=2,
            )
        return next(iter(codes.values()))

    def _thread_function(self):
        """The function that other kernels call."""
        if not self._device:
            raise TypeError(f"Invalid function call '{self._func.__name__}'.")
        return self._func

    def __repr__(self):
        return f"<cupyx.jit.rawkernel {self._func!r}>"


def rawkernel(*, mode="cuda", device=False):
    """A decorator: the function becomes a kernel with threads, on GPUs and the CPU.

    `mode` chooses the types of numbers: those of CUDA C++ ("cuda") or NumPy's
    ("numpy"). A function of `device=True` is for other kernels to call. ValueError
    for another mode. See cupyx.jit.rawkernel.

    >>> from tenorite.cupyx import jit
    >>> @jit.rawkernel()
    ... def double(x):
    ...     i = jit.grid(1)
    ...     if i < x.size:
    ...         x[i] *= 2
    >>> x = np.arange(4)
    >>> double[1, 32](x)
    >>> x
    array([0, 2, 4, 6])
    """
    if mode not in RULES:
        raise ValueError(f"mode must be 'cuda' or 'numpy', not {mode!r}")
    return lambda func: functools.update_wrapper(JitRawKernel(func, mode, device), func)


rawkernel.__module__ = PUBLIC_MODULE

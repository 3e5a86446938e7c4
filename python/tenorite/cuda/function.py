# SPDX-License-Identifier: Apache-2.0
"""Compiled modules and their kernels, without a text. Mirrors cupy.cuda.function."""

import os

from .. import _core
from .device import Device, current_device_id
from .memory import MemoryPointer, UnownedMemory

__all__ = ["Function", "Module"]


class Module:
    """A module of machine code: a cubin, PTX or fatbin. See cupy.cuda.Module.

    It is loaded on its first use on a device. `tenorite.RawModule(path=)` checks the
    arguments of its kernels as far as the code tells.

    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> module = np.cuda.Module()
    >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
    """

    _code = None

    def _set(self, label, code):
        self._code = _core.RawCode(label, code, True, (), "nvrtc", [], False)

    def load(self, cubin):
        """Takes machine code: bytes, or PTX as a text.

        >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
        >>> module = np.cuda.Module()
        >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
        """
        self._set("Module", cubin.encode() if isinstance(cubin, str) else bytes(cubin))

    def load_file(self, filename):
        """Takes the machine code in a file.

        >>> import tempfile
        >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
        >>> module = np.cuda.Module()
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     np.compile(text, target="sm_90", output="ptx").save(file.name)
        ...     module.load_file(file.name)
        """
        path = os.fspath(filename)
        with open(path, "rb") as file:
            self._set(path, file.read())

    def _loaded(self):
        if self._code is None:
            raise RuntimeError("the module is empty: load() or load_file() comes first")
        return self._code

    def get_function(self, name):
        """The kernel of a name, a Function.

        >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
        >>> module = np.cuda.Module()
        >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
        >>> module.get_function("f").name
        'f'
        """
        return Function(self, name)

    def get_global_var(self, name):
        """The address of a variable on the current device, a MemoryPointer.

        >>> text = 'extern "C" __device__ int n; __global__ void f(int* x) { *x = n; }'
        >>> module = np.cuda.Module()
        >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
        >>> module.get_global_var("n").mem.size
        4
        """
        index = current_device_id()
        with Device(index):
            ptr, size, _ = self._loaded().get_global(name)
        return MemoryPointer(UnownedMemory(ptr, size, self, index), 0)


class Function:
    """A kernel of a Module, called as f(grid, block, args). See cupy.cuda.Function.

    >>> text = 'extern "C" __global__ void f(int* x) { *x = 7; }'
    >>> module = np.cuda.Module()
    >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
    >>> np.cuda.Function(module, "f").name
    'f'
    """

    def __init__(self, module, funcname):
        if not isinstance(funcname, str):
            raise TypeError(f"name must be str, not {type(funcname).__name__}")
        self.module = module  # what keeps the code
        self.name = funcname
        code = module._loaded()
        self._kernels = [code.kernel(funcname, flag, None) for flag in (False, True)]

    @property
    def attributes(self):
        """All attributes on the current device, by name."""
        return self._kernels[0].attributes

    def __call__(
        self,
        grid,
        block,
        args,
        shared_mem=0,
        stream=None,
        enable_cooperative_groups=False,
    ):
        kernel = self._kernels[bool(enable_cooperative_groups)]
        kernel(grid, block, tuple(args), shared_mem=shared_mem, stream=stream)

    def linear_launch(
        self,
        size,
        args,
        shared_mem=0,
        block_max_size=128,
        stream=None,
        enable_cooperative_groups=False,
    ):
        """Launches so many blocks of a size that there are `size` threads or more.

        >>> text = 'extern "C" __global__ void f(int* x) { x[threadIdx.x] = 7; }'
        >>> module = np.cuda.Module()
        >>> module.load(np.compile(text, target="sm_90", output="ptx").code)
        >>> x = np.zeros(4, np.int32, device="cuda:0")
        >>> module.get_function("f").linear_launch(4, (x,))
        """
        block = max(1, min(block_max_size, size))
        grid = max(1, -(-size // block))
        self(grid, block, args, shared_mem, stream, enable_cooperative_groups)

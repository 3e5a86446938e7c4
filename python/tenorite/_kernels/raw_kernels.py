# SPDX-License-Identifier: Apache-2.0
"""Modules of raw kernels, and host arrays around a launch."""

import os

import numpy

from .. import _core
from .._array.convert import from_host
from .._core import RawKernel, ndarray
from .._numpy.creation import empty
from .._runtime.device import device_of

__all__ = ["In", "InOut", "Out", "RawKernel", "RawModule", "SourceModule"]


def kernel_of_module(module, name):
    return module.get_function(name)


class _Variable:
    """The memory of a module's variable, as a memory object of tenorite.cuda."""

    def __init__(self, module, ptr, size, device):
        self._owner = module
        self.ptr = ptr
        self.size = size
        self.device = device_of(device)
        self.device_id = self.device.id if self.device.type == "cuda" else -1

    def __int__(self):
        return self.ptr


class RawModule:
    """A module of CUDA kernels, from CUDA C++ source or from a compiled file.

    Give exactly one of `code` and `path`. `name_expressions` lists template instances
    to compile, such as "scale<float>", and variables outside extern "C", such as
    "&table". `translate_cucomplex` maps the types of cuComplex.h to complex<float> and
    complex<double>. `debug` does what TENORITE_CPU_CHECK=1 does.

    The module is compiled or loaded on its first use on a device, where CompileError
    is raised. Modules with the same code share their variables. See cupy.RawModule.

    >>> module = np.RawModule(code="__global__ void twice(int* a) { a[threadIdx.x] *= 2; }")
    >>> x = np.arange(4, dtype=np.int32)
    >>> module.get_function("twice")(1, 4, (x,))
    >>> x
    array([0, 2, 4, 6], dtype=int32)
    """

    def __init__(
        self,
        *,
        code=None,
        path=None,
        options=(),
        backend="nvrtc",
        translate_cucomplex=False,
        enable_cooperative_groups=False,
        name_expressions=None,
        jitify=None,
        debug=False,
    ):
        if (code is None) == (path is None):
            raise TypeError("exactly one of code= and path= must be given")
        if jitify:
            raise ValueError("jitify is not supported")
        names = []
        if name_expressions is not None:
            if code is None:
                raise ValueError("name_expressions need code, not a file")
            if backend != "nvrtc":
                raise ValueError("name_expressions need the backend 'nvrtc'")
            if isinstance(name_expressions, str):
                raise TypeError("name_expressions must be a sequence of str, not str")
            names = list(name_expressions)
            if not all(isinstance(name, str) for name in names):
                raise TypeError("name_expressions must be a sequence of str")
        self._set(
            code=code,
            path=None if path is None else os.fspath(path),
            options=options,
            backend=backend,
            translate_cucomplex=bool(translate_cucomplex),
            enable_cooperative_groups=bool(enable_cooperative_groups),
            name_expressions=None if name_expressions is None else tuple(names),
            debug=bool(debug),
        )

    def _set(self, extern_c=False, **settings):
        self._settings = {"extern_c": extern_c, **settings}
        path = self.file_path
        if path is None:
            label, code = "RawModule", self.code
            if not isinstance(code, str):
                raise TypeError(f"code must be str, not {type(code).__name__}")
        else:
            label = path
            with open(path, "rb") as file:
                code = file.read()
        self._code = _core.RawCode(
            label,
            code,
            path is not None,
            settings["options"],
            self.backend,
            list(self.name_expressions or ()),
            extern_c,
            settings.get("debug", False),
            self.translate_cucomplex,
        )

    code = property(lambda self: self._settings["code"], doc="The text, or None.")
    file_path = property(lambda self: self._settings["path"], doc="The file, or None.")
    backend = property(lambda self: self._settings["backend"], doc="The compiler.")
    name_expressions = property(
        lambda self: self._settings["name_expressions"],
        doc="Instances of templates and variables that are compiled; None without.",
    )
    translate_cucomplex = property(
        lambda self: self._settings["translate_cucomplex"],
        doc="Whether types of cuComplex.h have operators.",
    )
    enable_cooperative_groups = property(
        lambda self: self._settings["enable_cooperative_groups"],
        doc="Whether all blocks of a launch are resident at once.",
    )

    @property
    def options(self):
        """Compiler options, a tuple."""
        return tuple(self._settings["options"] or ())

    def get_function(self, name):
        """The kernel called `name`, a `RawKernel`; compiles nothing yet.

        The name of a template's instance is one of the name expressions. ValueError
        on the kernel's first use if the module has no such kernel.

        >>> module = np.RawModule(code="__global__ void twice(int* a) { a[threadIdx.x] *= 2; }")
        >>> module.get_function("twice").name
        'twice'
        """
        if not isinstance(name, str):
            raise TypeError(f"name must be str, not {type(name).__name__}")
        return self._code.kernel(name, self.enable_cooperative_groups, self)

    def get_global(self, name):
        """The address of the variable `name` on the current device, a MemoryPointer.

        `tenorite.ndarray(shape, dtype, pointer)` is an array on that memory and
        `pointer.mem.size` its size in bytes. ValueError if the module has no such
        variable.

        >>> code = "__device__ int table[4]; __global__ void read(int* a) { *a = table[0]; }"
        >>> np.RawModule(code=code).get_global("table").mem.size
        16
        """
        from ..cuda import MemoryPointer

        return MemoryPointer(_Variable(self, *self._code.get_global(name)), 0)

    def compile(self, log_stream=None):
        """Compiles the module for the current device; calling a kernel does so as well.

        The compiler's warnings are written to `log_stream`, a text file object.

        >>> module = np.RawModule(code="__global__ void twice(int* a) { a[threadIdx.x] *= 2; }")
        >>> module.compile()
        """
        log = self._code.compile()
        if log_stream is not None:
            log_stream.write(log)

    @property
    def module(self):
        """This module, compiled for the current device."""
        self.compile()
        return self

    def __getstate__(self):
        return self._settings

    def __setstate__(self, settings):
        self._set(**settings)

    def __repr__(self):
        return f"<tenorite.RawModule of {self.file_path or 'code'!r}>"


class SourceModule(RawModule):
    """A module of CUDA C++ kernels with PyCUDA's interface.

    `get_function(name)` is called as f(*args, block=, grid=, shared=, stream=);
    `get_global(name)` is (pointer, bytes). See pycuda.compiler.SourceModule.

    >>> module = np.SourceModule("__global__ void twice(int* a) { a[threadIdx.x] *= 2; }")
    >>> x = np.arange(4, dtype=np.int32)
    >>> module.get_function("twice")(x, block=(4, 1, 1))
    >>> x
    array([0, 2, 4, 6], dtype=int32)
    """

    def __init__(
        self,
        source,
        nvcc="nvcc",
        options=None,
        keep=False,
        no_extern_c=False,
        arch=None,
        code=None,
        cache_dir=None,
        include_dirs=(),
    ):
        options = [*(options or ()), *(f"-I{folder}" for folder in include_dirs)]
        self._set(
            extern_c=not no_extern_c,
            code=source,
            path=None,
            options=tuple(options),
            backend="nvrtc",
            translate_cucomplex=False,
            enable_cooperative_groups=False,
            name_expressions=None,
        )

    def get_global(self, name):
        """(pointer, bytes) of the variable `name` on the current device.

        >>> code = "__device__ int table[4]; __global__ void read(int* a) { *a = table[0]; }"
        >>> pointer, size = np.SourceModule(code).get_global("table")
        >>> size
        16
        """
        pointer = super().get_global(name)
        return pointer, pointer.mem.size


class _HostArgument:
    """A host array that stands for a device array during one launch."""

    copies_in = copies_out = False

    def __init__(self, array):
        if isinstance(array, ndarray):
            raise TypeError("the array is on a device already; pass it as it is")
        if self.copies_out:
            if not isinstance(array, numpy.ndarray):
                raise TypeError(
                    "Out and InOut need a NumPy array to write to, not "
                    f"{type(array).__name__}"
                )
            if not array.flags.writeable:
                raise ValueError("Out and InOut need an array that is not read-only")
        self.array = numpy.asarray(array)

    @property
    def _items(self):
        """The array with dtypes that devices know: records are bytes."""
        if self.array.dtype.names is None:
            return self.array
        contiguous = numpy.ascontiguousarray(self.array)
        return contiguous.reshape(-1).view("u1")

    def _before_launch(self, device, is_const):
        items = self._items
        if self.copies_in:
            made = from_host(numpy.ascontiguousarray(items), device)
        else:
            made = empty(items.shape, items.dtype, device=device)
        return made

    def _after_launch(self, made):
        if not self.copies_out:
            return
        host = made.get()
        if self.array.dtype.names is not None:
            host = host.view(self.array.dtype).reshape(self.array.shape)
        self.array[...] = host


class In(_HostArgument):
    """A host array that is copied to the device before the launch.

    >>> module = np.SourceModule("__global__ void add(int* a, const int* b) { *a += *b; }")
    >>> a, b = np.array([[1], [5]], np.int32).get()
    >>> module.get_function("add")(np.InOut(a), np.In(b), block=(1, 1, 1))
    >>> a.tolist()
    [6]
    """

    copies_in = True


class Out(_HostArgument):
    """A NumPy array that the kernel's result is copied to after the launch.

    >>> module = np.SourceModule("__global__ void answer(int* a) { *a = 42; }")
    >>> a = np.zeros(1, np.int32).get()
    >>> module.get_function("answer")(np.Out(a), block=(1, 1, 1))
    >>> a.tolist()
    [42]
    """

    copies_out = True


class InOut(_HostArgument):
    """A NumPy array that is copied to the device and back around the launch.

    >>> module = np.SourceModule("__global__ void twice(int* a) { *a *= 2; }")
    >>> a = np.ones(1, np.int32).get()
    >>> module.get_function("twice")(np.InOut(a), block=(1, 1, 1))
    >>> a.tolist()
    [2]
    """

    copies_in = copies_out = True

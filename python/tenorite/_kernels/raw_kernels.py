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
    """CUDA C++ with any number of kernels, or a file of compiled ones.

    Give `code`, or the `path` of a cubin, PTX or fatbin file. `options` are a
    tuple of compiler options, `backend` is "nvrtc" or "nvcc". `name_expressions`
    name instances of templates to compile, as "scale<float>", and variables that
    are not in extern "C", as "&table". With `translate_cucomplex` the numbers of
    cuComplex.h are complex<float> and complex<double>, which have operators. With
    `enable_cooperative_groups` all blocks of a launch run at once. The code is compiled, or loaded, when first
    used on a device; modules of equal code share their variables. With `debug`
    the CPU device checks each access of the kernels, as with TENORITE_CPU_CHECK=1.
    Mirrors cupy.RawModule.
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
    backend = property(lambda self: self._settings["backend"])
    name_expressions = property(lambda self: self._settings["name_expressions"])
    translate_cucomplex = property(lambda self: self._settings["translate_cucomplex"])
    enable_cooperative_groups = property(
        lambda self: self._settings["enable_cooperative_groups"]
    )

    @property
    def options(self):
        """Compiler options, a tuple."""
        return tuple(self._settings["options"] or ())

    def get_function(self, name):
        """The kernel `name`, a `RawKernel`; one of the name expressions for a
        template. ValueError at its first use where the code has none."""
        if not isinstance(name, str):
            raise TypeError(f"name must be str, not {type(name).__name__}")
        return self._code.kernel(name, self.enable_cooperative_groups, self)

    def get_global(self, name):
        """Pointer to the variable `name` on the current device, a MemoryPointer.

        `tenorite.ndarray(shape, dtype, pointer)` is an array on its memory;
        `pointer.mem.size` are its bytes. ValueError where there is none.
        """
        from ..cuda import MemoryPointer

        return MemoryPointer(_Variable(self, *self._code.get_global(name)), 0)

    def compile(self, log_stream=None):
        """Compiles for the current device, which calls do by themselves; writes
        the compiler's warnings to a text file object."""
        log = self._code.compile()
        if log_stream is not None:
            log_stream.write(log)

    @property
    def module(self):
        """The module itself: it is compiled for the current device."""
        self.compile()
        return self

    def __getstate__(self):
        return self._settings

    def __setstate__(self, settings):
        self._set(**settings)

    def __repr__(self):
        return f"<tenorite.RawModule of {self.file_path or 'code'!r}>"


class SourceModule(RawModule):
    """CUDA C++ in PyCUDA's form: the text stands in extern "C" {} unless
    `no_extern_c`. `include_dirs` become -I options; `nvcc`, `keep`, `arch`,
    `code` and `cache_dir` are accepted and change nothing.

    `get_function(name)` is called as f(*args, block=, grid=, shared=, stream=);
    `get_global(name)` is (pointer, bytes). Mirrors pycuda.compiler.SourceModule.
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
        """(pointer, bytes) of the variable `name` on the current device."""
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
    """A host array that is copied to the device before the launch."""

    copies_in = True


class Out(_HostArgument):
    """A NumPy array that the kernel's result is copied to after the launch."""

    copies_out = True


class InOut(_HostArgument):
    """A NumPy array that is copied to the device and back around the launch."""

    copies_in = copies_out = True

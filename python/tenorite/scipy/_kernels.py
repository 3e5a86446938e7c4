# SPDX-License-Identifier: Apache-2.0
"""Kernels of this package: templates in files beside its modules, for both devices.

A file `NAME.cuh` of a package holds `__global__` templates; `KernelFile` compiles an
instance of one when it is called for the first time, and keeps it. The same text runs
on CUDA and, rewritten, on the CPU (docs/design/kernels.md, "Raw kernels on the CPU"):
without barriers, and with neighbouring threads on neighbouring items, its loops over
the threads of a block are vectorised there. Sums and products are never contracted, so
that both devices give the bits that SciPy's C code gives.
"""

import functools
import operator
import pathlib

import numpy

from .._array.memory import is_in_host_memory
from .._kernels.raw_kernels import RawModule
from ..cuda import runtime

BLOCK = 256  # threads of a block

_TYPES = {
    "?": "bool",
    "b": "signed char",
    "B": "unsigned char",
    "h": "short",
    "H": "unsigned short",
    "i": "int",
    "I": "unsigned int",
    "l": "long",
    "L": "unsigned long",
    "q": "long long",
    "Q": "unsigned long long",
    "e": "float16",
    "f": "float",
    "d": "double",
    "F": "complex<float>",
    "D": "complex<double>",
}


def c_type(dtype):
    """The type of C++ whose values are items of a dtype."""
    return _TYPES[numpy.dtype(dtype).char]


def blocks(count, block=BLOCK):
    """How many blocks have one thread for each of `count` items."""
    return -(-count // block)


class KernelFile:
    """The kernels of files beside a module: `KernelFile(__file__, "filters.cuh")`.

    `kernels("pass", "float", 3)` is the instance `pass<float, 3>`, a RawKernel. Several
    files are one text: on the CPU a kernel is a plain loop only if everything that it
    calls stands in its text. `defines` are macros of the text, which ends with `text`.
    """

    def __init__(self, module, *files, defines=(), text=""):
        self._more = text
        self._paths = [pathlib.Path(module).parent / file for file in files]
        self.options = (
            "-fmad=false",
            *(f"-D{name}={value}" for name, value in dict(defines).items()),
        )
        self._instances = {}

    @functools.cached_property
    def text(self):
        """The files' texts, one after the other, and what was given beside them."""
        texts = (path.read_text("utf-8") for path in self._paths)
        return "\n".join([*texts, self._more])

    def __call__(self, name, *arguments):
        key = (name, *arguments)
        kernel = self._instances.get(key)
        if kernel is None:
            kernel = self._instances[key] = self._instance(name, arguments)
        return kernel

    def _instance(self, name, arguments):
        text = ", ".join(
            ("true" if x else "false") if isinstance(x, bool) else str(x)
            for x in arguments
        )
        expression = f"{name}<{text}>" if arguments else name
        module = RawModule(
            code=self.text,
            options=self.options,
            name_expressions=(expression,),
        )
        return module.get_function(expression)


def launch(kernel, grid, args, block=BLOCK):
    """Runs a kernel over blocks: `grid` is a count or up to three of them.

    Nothing happens for a grid without blocks, which a launch may not have.
    """
    grid = grid if isinstance(grid, tuple) else (grid,)
    if all(grid):
        kernel(grid, (block,), args)


def row_grid(items, rows, block=BLOCK):
    """A grid with the blocks of a row along x, and at least `rows` rows along y and z.

    A kernel's column is `blockIdx.x * blockDim.x + threadIdx.x`, the counter of the loop
    over threads on the CPU; its row is `blockIdx.z * gridDim.y + blockIdx.y`.
    """
    layers = blocks(rows, 65535)
    return blocks(items, block), blocks(rows, max(layers, 1)), layers


def per_thread(x, on_gpu, on_cpu=1):
    """How many items a thread is to make, where it is one, or a round of a loop."""
    return on_cpu if is_in_host_memory(x) else on_gpu


@functools.cache
def _multiprocessors_of(gpu):
    return runtime.getDeviceProperties(gpu)["multiProcessorCount"]


def multiprocessors(x):
    """How many multiprocessors an array's device has; 1 of a CPU."""
    return 1 if is_in_host_memory(x) else _multiprocessors_of(x.device.id)


def is_misaligned(*arrays):
    """Whether threads cannot load or store 16 bytes of items at once."""
    return any(operator.index(a._pointer) % 16 for a in arrays)


def packed(dtype, *values):
    """A NumPy scalar of a structured dtype, which a kernel takes as a struct."""
    return numpy.array(tuple(values), dtype)[()]


__all__ = [
    "BLOCK",
    "KernelFile",
    "blocks",
    "c_type",
    "is_misaligned",
    "launch",
    "multiprocessors",
    "packed",
    "per_thread",
    "row_grid",
]

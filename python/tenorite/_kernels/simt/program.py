# SPDX-License-Identifier: Apache-2.0
"""A kernel with threads and the functions that it calls, as CUDA C++."""

from ..translate.lowering import c_name
from ..translate.program import Function, Program
from ..translate.types import ctype
from .lowering import ThreadLowering
from .memory import TEXT, ArrayType, parameters

_NAMESPACE = "tenorite::generated"


class ThreadFunction(Function):
    """A function of a kernel with threads, or the kernel itself."""

    qualifier = "static __device__"

    def result_type(self):
        return super().result_type() if self.results else "void"

    def head(self):
        lines = self._kernel_head() if self.lowering.is_kernel else super().head()
        return [*lines, *(f"  {line}" for line in self.lowering.shared)]

    def _kernel_head(self):
        given, arrays = [], []
        for name, type_ in self.parameters.items():
            spelled = c_name(name)
            if not isinstance(type_, ArrayType):
                given.append((ctype(type_), spelled))
                continue
            (pointer, memory), *extents = parameters(spelled, type_)
            const = "" if name in self.lowering.written else "const "
            given += [(const + pointer, memory), *extents]
            names = ", ".join([memory, *(extent for _, extent in extents)])
            arrays.append(f"  {type_.text} {spelled}({names});")
        texts = ", ".join(f"{type_} {spelled}" for type_, spelled in given)
        return [f"__global__ void {self.name}({texts}) {{", *arrays]


class ThreadProgram(Program):
    """All functions of one kernel with threads."""

    function_class = ThreadFunction
    lowering = ThreadLowering
    prelude = TEXT

    def __init__(self, on_cpu, rules):
        super().__init__(on_cpu, rules)
        self.includes = set()
        self.cooperative = False

    @property
    def depth(self):
        """How many functions are being translated, each called by the one before."""
        return len(self._open)

    def called(self, lowering, callee, arguments):
        for name in callee.lowering.written & callee.parameters.keys():
            lowering.stored.add(arguments[name].origin)
        return super().called(lowering, callee, arguments)

    def result(self, lowering, callee, text):
        return lowering.effect(callee.results[0] if callee.results else None, text)

    def text(self, main):
        lines = [f"#include <{name}>" for name in sorted(self.includes)]
        if self.on_cpu:
            # The text of raw kernels counts as a GPU's, ours is the host's here.
            lines += ["#undef __CUDACC__", "#undef __CUDA_ARCH__"]
        return "\n".join([*lines, super().text(main)])

    def symbol(self, main):
        """The kernel's name in the text."""
        return f"{_NAMESPACE}::{main.name}"

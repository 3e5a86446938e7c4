# SPDX-License-Identifier: Apache-2.0
"""The exceptions of compilers of kernels."""

__all__ = ["CompileError", "CompilerNotFound"]


class CompileError(RuntimeError):
    """A kernel's text does not compile.

    The message names kernel, target and compiler and shows the lines at fault.
    Attributes: ``kernel``, ``target`` ("sm_90" or "cpu"), ``compiler``, ``source``
    (the text), ``options`` (a tuple), ``command`` (the compiler's command line),
    ``log`` (all that it said), ``file``, ``line`` and ``column`` of the first error
    (None, 0 and 0 where they are not known). As CuPy's CompileException,
    ``tenorite.cuda.compiler.CompileException`` here, it has ``name`` and `dump`.
    """

    __module__ = "tenorite"

    def __init__(
        self,
        message="",
        source="",
        name="",
        options=(),
        backend="nvrtc",
        *,
        target="",
        compiler="",
        command="",
        log="",
        file=None,
        line=0,
        column=0,
    ):
        super().__init__(message)
        self.source = source
        self.name = self.kernel = name
        self.options = tuple(options)
        self.backend = backend
        self.target = target
        self.compiler = compiler
        self.command = command
        self.log = log
        self.file = file
        self.line = line
        self.column = column

    def get_message(self):
        """The message, as CuPy gives it."""
        return str(self)

    def dump(self, f):
        """Writes the numbered source, the options and the compiler's log to a
        text file object."""
        lines = self.source.split("\n")
        width = len(str(len(lines)))
        f.write(f"kernel: {self.name}, target: {self.target}, {self.compiler}\n")
        f.write(f"options: {' '.join(self.options)}\n")
        if self.command:
            f.write(f"command: {self.command}\n")
        f.write("source:\n")
        for number, line in enumerate(lines, 1):
            f.write(f"{number:{width}d} {line}\n")
        f.write(f"log:\n{self.log or self}\n")
        f.flush()


class CompilerNotFound(RuntimeError):
    """There is no compiler for the target; the message says how to get one."""

    __module__ = "tenorite"

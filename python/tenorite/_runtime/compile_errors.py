# SPDX-License-Identifier: Apache-2.0
"""The exceptions of compilers of kernels."""

__all__ = ["CompileError", "CompilerNotFound"]


class CompileError(RuntimeError):
    """A kernel's text does not compile.

    The message names kernel, target and compiler and shows the lines at fault; the
    attributes are what it is made of. It is CuPy's CompileException,
    ``tenorite.cuda.compiler.CompileException`` here.

    >>> kernel = np.ElementwiseKernel("float64 x", "float64 y", "y = zz", "bad")
    >>> try:
    ...     y = kernel(np.ones(2))
    ... except np.CompileError as error:
    ...     error.name
    'bad'
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
        """The message, as CuPy gives it.

        >>> np.CompileError("no such variable").get_message()
        'no such variable'
        """
        return str(self)

    def dump(self, f):
        """Writes the numbered source, the options and the compiler's log to a
        text file object.

        >>> import io
        >>> file = io.StringIO()
        >>> np.CompileError("no such variable", "y = zz", "bad").dump(file)
        >>> "1 y = zz" in file.getvalue()
        True
        """
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
    """There is no compiler for the target; the message says how to get one.

    >>> issubclass(np.CompilerNotFound, RuntimeError)
    True
    """

    __module__ = "tenorite"

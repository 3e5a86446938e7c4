# SPDX-License-Identifier: Apache-2.0
"""NVRTC's functions under cupy.cuda.nvrtc's names; no GPU is needed.

Programs are numbers. They are compiled as `tenorite.compile` compiles: text with
kernels is read as RawKernel reads it, and results are kept in `kernel_cache`.
"""

import itertools
import os
import tempfile

from .. import _core
from .._runtime.compile_errors import CompileError

__all__ = [
    "NVRTCError",
    "addNameExpression",
    "compileProgram",
    "createProgram",
    "destroyProgram",
    "getCUBIN",
    "getLoweredName",
    "getPTX",
    "getProgramLog",
    "getSupportedArchs",
    "getVersion",
]

_NAMES = {
    4: "NVRTC_ERROR_INVALID_PROGRAM",
    6: "NVRTC_ERROR_COMPILATION",
    9: "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    10: "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
}
_INVALID_PROGRAM, _COMPILATION, _NO_NAMES_YET, _NO_SUCH_NAME = _NAMES
_DEFAULT_ARCHITECTURE = "compute_80"


class NVRTCError(RuntimeError):
    """A call of NVRTC that failed; `status` is its number.

    >>> np.cuda.nvrtc.NVRTCError(6)
    NVRTCError('NVRTC_ERROR_COMPILATION (6)')
    """

    def __init__(self, status):
        self.status = status
        super().__init__(f"{_NAMES.get(status, 'NVRTC_ERROR')} ({status})")

    def __reduce__(self):
        return type(self), (self.status,)


class _Program:
    """A text, what it is compiled with, and what came of it."""

    def __init__(self, text, name, headers):
        self.text, self.name, self.headers = text, name or "default_program", headers
        self.expressions = []
        self.kind = self.code = None
        self.symbols = {}
        self.log = ""


_programs = {}
_numbers = itertools.count(1)


def _program(prog):
    try:
        return _programs[prog]
    except KeyError:
        raise NVRTCError(_INVALID_PROGRAM) from None


def getVersion():
    """Major and minor number of NVRTC.

    >>> major, minor = np.cuda.nvrtc.getVersion()
    >>> major >= 11
    True
    """
    return _core.nvrtc_version()[:2]


def getSupportedArchs():
    """The architectures that NVRTC makes code for, such as 90, ascending.

    >>> 80 in np.cuda.nvrtc.getSupportedArchs()
    True
    """
    return _core.nvrtc_version()[2]


def createProgram(src, name, headers, include_names):
    """A new program of a text; `headers` are texts that it includes by their names.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("__global__ void f() {}", "f.cu", (), ())
    >>> nvrtc.destroyProgram(program)
    """
    if len(headers) != len(include_names):
        raise ValueError("headers and include_names must have the same length")
    number = next(_numbers)
    pairs = dict(zip(include_names, headers, strict=True))
    _programs[number] = _Program(src, name, pairs)
    return number


def destroyProgram(prog):
    """Forgets a program.

    >>> from tenorite.cuda import nvrtc
    >>> nvrtc.destroyProgram(nvrtc.createProgram("", "", (), ()))
    """
    _program(prog)
    del _programs[prog]


def addNameExpression(prog, name):
    """Asks for the symbol of an instance of a template, or of a variable.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("template <class T> __global__ void f(T) {}", "", (), ())
    >>> nvrtc.addNameExpression(program, "f<int>")
    >>> nvrtc.destroyProgram(program)
    """
    _program(prog).expressions.append(name)


def _architecture(options):
    """The value of -arch among the options ("" without), and the other options."""
    found, rest = "", []
    waiting = iter(options)
    for option in waiting:
        key, equals, value = option.partition("=")
        if key in ("-arch", "--gpu-architecture"):
            found = value if equals else next(waiting, "")
        else:
            rest.append(option)
    return found, rest


def compileProgram(prog, options):
    """Compiles a program. NVRTCError if it does not compile; getProgramLog() says why.

    `-arch=sm_90` and the like make a cubin, `-arch=compute_90` PTX.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("__global__ void f() {}", "f.cu", (), ())
    >>> nvrtc.compileProgram(program, ("-arch=compute_90",))
    >>> nvrtc.getPTX(program)[:2]
    b'//'
    """
    program = _program(prog)
    architecture, options = _architecture(options)
    architecture = architecture or _DEFAULT_ARCHITECTURE
    as_ptx = architecture.startswith("compute_")
    target = "sm_" + architecture.partition("_")[2]
    with tempfile.TemporaryDirectory() as folder:
        if program.headers:
            _write(program.headers, folder)
            options = [*options, f"-I{folder}"]
        text = program.text.encode(errors="surrogateescape")
        try:
            made = _core.compile_kernel(
                *(program.name, text, target, options),
                *(program.expressions, as_ptx, False),
            )
        except CompileError as error:
            program.log = error.log
            raise NVRTCError(_COMPILATION) from error
    program.kind, program.code = made["kind"], made["code"]
    program.symbols, program.log = made["symbols"], made["log"]


def _write(headers, folder):
    for name, text in headers.items():
        path = os.path.join(folder, os.path.normpath("/" + name)[1:])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def _code(prog, kind):
    program = _program(prog)
    if program.kind != kind:
        raise NVRTCError(_INVALID_PROGRAM)
    return program.code


def getPTX(prog):
    """The PTX of a program that was compiled for compute_90 and the like, bytes.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("__global__ void f() {}", "f.cu", (), ())
    >>> nvrtc.compileProgram(program, ("-arch=compute_90",))
    >>> b".visible .entry" in nvrtc.getPTX(program)
    True
    """
    return _code(prog, "ptx")


def getCUBIN(prog):
    """The machine code of a program that was compiled for sm_90 and the like, bytes.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("__global__ void f() {}", "f.cu", (), ())
    >>> nvrtc.compileProgram(program, ("-arch=sm_90",))
    >>> nvrtc.getCUBIN(program)[1:4]
    b'ELF'
    """
    return _code(prog, "cubin")


def getProgramLog(prog):
    """What the compiler said of a program.

    >>> from tenorite.cuda import nvrtc
    >>> program = nvrtc.createProgram("__global__ void f() {}", "f.cu", (), ())
    >>> nvrtc.getProgramLog(program)
    ''
    """
    return _program(prog).log


def getLoweredName(prog, name):
    """The symbol of a name expression of a program that is compiled.

    >>> from tenorite.cuda import nvrtc
    >>> text = "template <class T> __global__ void f(T*) {}"
    >>> program = nvrtc.createProgram(text, "f.cu", (), ())
    >>> nvrtc.addNameExpression(program, "f<int>")
    >>> nvrtc.compileProgram(program, ("-arch=compute_90",))
    >>> nvrtc.getLoweredName(program, "f<int>")
    '_Z1fIiEvPT_'
    """
    program = _program(prog)
    if program.code is None:
        raise NVRTCError(_NO_NAMES_YET)
    if name not in program.symbols:
        raise NVRTCError(_NO_SUCH_NAME)
    return program.symbols[name]

# SPDX-License-Identifier: Apache-2.0
"""`tenorite.compile`: source text to machine code for any target."""

import sys

from .. import _core
from .._runtime.device import get_default_device
from .._runtime.libraries import nvcc_files
from .._runtime.package import FOLDER
from .._runtime.version import __version__

__all__ = ["Artifact", "compile"]


def _locate(*arguments):
    from .source_lines import locate  # ast is slow to import

    return locate(*arguments)


_core.set_up_compilers(
    package_folder=FOLDER,
    python=sys.executable or "",
    version=__version__,
    nvcc=nvcc_files(),
    locate=_locate,
)


class Artifact:
    """The result of `compile`: machine code or expanded source, and its symbols.

    It has the attributes that it is made of; ``bytes(artifact)`` is its `code`.

    >>> text = "__global__ void twice(int* a) { a[threadIdx.x] *= 2; }"
    >>> np.compile(text, target="cpu", output="source").kind
    'source'
    """

    def __init__(self, kind, code, symbols, log, *, source, target, options, name):
        self.kind = kind
        self.code = code
        self.symbols = symbols
        self.log = log
        self.source = source
        self.target = target
        self.options = tuple(options)
        self.name = name

    def __bytes__(self):
        return self.code

    def __repr__(self):
        return (
            f"<Artifact {self.name!r}: {self.kind} for {self.target}, "
            f"{len(self.code)} bytes>"
        )

    def save(self, file):
        """Writes the bytes to a file (its path).

        >>> import os, tempfile
        >>> text = "__global__ void twice(int* a) { a[threadIdx.x] *= 2; }"
        >>> artifact = np.compile(text, target="cpu", output="source")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "twice.cpp")
        ...     artifact.save(path)
        ...     os.path.getsize(path) == len(artifact.code)
        True
        """
        with open(file, "wb") as f:
            f.write(self.code)


def _texts(value, what):
    """A tuple of strings; TypeError for anything else, a lone string too."""
    if isinstance(value, str) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"{what} must be a sequence of strings, not {value!r}")
    return tuple(value)


#: The outputs of each kind of target, the first by default.
_OUTPUTS = {"cpu": ("so", "source"), "cuda": ("cubin", "ptx", "source")}


def compile(
    source,
    *,
    target=None,
    options=(),
    name_expressions=(),
    output=None,
    backend="nvrtc",
    name="kernel",
):
    """Compiles CUDA C++ for any GPU architecture, or for this CPU; needs no GPU.

    Source with kernels (``__global__``) is read as `RawKernel` reads it. Any other
    source goes to the compiler unchanged: CUDA C++ for a GPU, plain C++ for the CPU.

    Parameters: `source`, the text; `target`, "sm_90" and the like or "cpu" (by
    default that of the default device); `options` as NVRTC spells them, for any
    compiler; `name_expressions`, such as "scale<float>", whose symbols the result
    knows; `output`, "cubin" (by default for a GPU), "ptx", "so" (for the CPU) or
    "source" (the text with Tenorite's own headers in it); `backend`, "nvrtc" or
    "nvcc"; `name`, for messages.

    Returns an `Artifact`. Raises `CompileError` with the compiler's complaints,
    `CompilerNotFound`, and ValueError for unknown targets, outputs and backends.
    Results are kept in `tenorite.kernel_cache`. A compilation that takes longer
    than TENORITE_COMPILE_TIMEOUT seconds (default 120) is a CompileError.

    >>> np.compile("extern \\"C\\" __global__ void f(int* x) { *x = 1; }", output="source").kind
    'source'
    """
    if not isinstance(source, str):
        raise TypeError(f"source must be a string, not {type(source).__name__}")
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    if target is None:
        target = _core.target_of(get_default_device())
    elif not isinstance(target, str):
        raise TypeError(f"target must be a string, not {type(target).__name__}")
    options = _texts(options, "options")
    names = _texts(name_expressions, "name_expressions")
    outputs = _OUTPUTS["cpu" if target == "cpu" else "cuda"]
    if output not in (None, *outputs):
        raise ValueError(
            f"output for {target} must be one of {', '.join(outputs)}, not {output!r}"
        )
    if backend not in ("nvrtc", "nvcc"):
        raise ValueError(f"backend must be 'nvrtc' or 'nvcc', not {backend!r}")
    if backend == "nvcc" and names:
        raise ValueError("name expressions need the backend 'nvrtc'")
    text = source.encode(errors="surrogateescape")
    if output == "source":
        made = {
            "kind": "source",
            "code": _core.expand_kernel(
                name, text, target, names, backend == "nvcc"
            ).encode(errors="replace"),
            "symbols": {},
            "log": "",
        }
    else:
        made = _core.compile_kernel(
            name, text, target, options, names, output == "ptx", backend == "nvcc"
        )
    return Artifact(**made, source=source, target=target, options=options, name=name)

# SPDX-License-Identifier: Apache-2.0
"""Generated elementwise kernels: a function in C++ around the operands' items."""

import platform

from .. import _core
from .._core import ElementwiseKernel, ufuncs
from .translate.types import ctype

# The bits are those of the kernels compiled ahead of time. A machine's FMA would
# get into complex products, as core/cpu_targets.h says.
_HOST_OPTIONS = ("-mno-fma", "-mno-avx512f") if platform.machine() == "x86_64" else ()


def exact_options(on_cpu):
    """The options of compilers under which text has the values of eager operations."""
    return ("--fmad=false", *(_HOST_OPTIONS if on_cpu else ()))


# What ElementwiseKernel calls the types that the functors have types of their
# own for.
_OPERAND_TYPES = {"e": "float16", "F": "complex<float>", "D": "complex<double>"}

# A longer text is not repeated for several items at a time.
_LONG = 1500


class GeneratedKernel:
    """An ElementwiseKernel around one function of a text.

    text defines tenorite::generated::<function>, which takes numbers of the
    dtypes `inputs` (and `unsigned& error` if `checked`). fields: how its result
    gives each of the `outputs`, such as ".v0".
    """

    def __init__(
        self, name, text, function, inputs, outputs, fields, *, checked, heavy, on_cpu
    ):
        self.outputs = outputs
        self.checked = checked
        in_params = [f"{d} in{k}" for k, d in enumerate(inputs)]
        out_params = [f"{d} out{k}" for k, d in enumerate(outputs)]
        given = [_load(f"in{k}", d) for k, d in enumerate(inputs)]
        lines = []
        if checked:
            out_params.append("raw uint32 found_error")
            lines.append("unsigned error = 0;")
            given.append("error")
        callee = f"tenorite::generated::{function}"
        if not heavy and len(text) < _LONG:
            # Not spelled as calls are, which ElementwiseKernel takes for costly.
            callee = f"({callee})"
        lines.append(f"const auto result = {callee}({', '.join(given)});")
        lines += [
            f"out{k} = {_store(f'result{field}', d)};"
            for k, (d, field) in enumerate(zip(outputs, fields, strict=True))
        ]
        if checked:
            lines.append("if (error) found_error[0] = 1;")
        operation = "\n".join(lines)
        self.source = f"{text}\n// for each item:\n{operation}\n"
        self.kernel = ElementwiseKernel(
            ", ".join(in_params),
            ", ".join(out_params),
            operation,
            _identifier(name),
            preamble=text,
            options=exact_options(on_cpu),
        )

    def __call__(self, operands, device):
        """New arrays, in the memory order of a ufunc's results."""
        arrays = [x for x in operands if isinstance(x, _core.ndarray)]
        if not self.checked and _are_alike(arrays):
            return self.allocate(operands)
        results = [_core.empty_result(arrays, d, device) for d in self.outputs]
        self.run(operands, results, device)
        return results

    def allocate(self, operands):
        """New arrays in C order, as ElementwiseKernel makes them."""
        results = self.kernel(*operands)
        return results if type(results) is tuple else (results,)

    def run(self, operands, results, device):
        """Writes into arrays; ValueError, in NumPy's words, for what it finds."""
        if not self.checked:
            self.kernel(*operands, *results)
            return
        word = _core.empty((1,), "uint32", device)
        word.fill(0)
        self.kernel(*operands, *results, word)
        # The eager operation raises where the kernel found an error: at once on
        # the CPU, at the next look at a value on a GPU.
        found = word.astype("int64")
        ufuncs["power"](found, ufuncs["negative"](found))


def _are_alike(arrays):
    """Whether there are arrays, all of one shape and in C order."""
    if not arrays:
        return False
    shape = arrays[0].shape
    return all(
        x.shape == shape and (len(shape) < 2 or x.flags.c_contiguous) for x in arrays
    )


def _identifier(name):
    plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
    return plain if plain[:1].isalpha() else f"kernel{plain}"


def _load(text, dtype):
    if dtype.char in _OPERAND_TYPES:
        return f"tenorite::bit_cast<tenorite::{ctype(dtype)}>({text})"
    return text


def _store(text, dtype):
    if dtype.char in _OPERAND_TYPES:
        number = f"tenorite::cast<tenorite::{ctype(dtype)}>({text})"
        return f"tenorite::bit_cast<{_OPERAND_TYPES[dtype.char]}>({number})"
    return f"tenorite::cast<{ctype(dtype)}>({text})"

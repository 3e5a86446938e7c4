# SPDX-License-Identifier: Apache-2.0
"""Docstrings in numpydoc's form, made of short ones and of what repeats.

A function's source says what it does, in which way it differs, and shows an example:

    '''Sum of the items along axes. See numpy.sum.

    >>> np.sum(np.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    '''

`whole_doc()` adds the sections Parameters, Returns, Raises, See Also, Notes and
Examples, when somebody asks for a docstring: importing the package makes none. What a
parameter means stands in parameter_texts.py, what comes back below.
"""

import sys
import types

from .. import _core

# What functions return where it is not one array.
_RETURNS = {
    "None": """copyto method_sort method_partition dump fill fill_diagonal set setfield setflags tofile info place put put_along_axis putmask save savetxt
        savez savez_compressed set_default_device show_config show_runtime explain""",
    "bool": """allclose array_equal array_equiv can_cast iscomplexobj isfortran isrealobj
        may_share_memory shares_memory""",
    "int": "data_ptr ndim size",
    "str": "array2string array_repr array_str",
    "tuple of ints": "shape broadcast_shapes",
    "tuple of ndarrays": """diag_indices diag_indices_from eig eigh broadcast_arrays
        histogram histogram2d ix_ lstsq mask_indices meshgrid nonzero polydiv slogdet
        svd top_k tril_indices tril_indices_from triu_indices triu_indices_from
        unique_all unique_counts unique_inverse unravel_index unstack""",
    "list of ndarrays": "array_split dsplit hsplit split vsplit",
    "tuple": "einsum_path histogramdd",
    "ndarray or tuple of ndarrays": """atleast_1d atleast_2d atleast_3d average gradient
        linspace logsumexp polyfit qr unique intersect1d""",
    "number": "item",
    "number or list": "tolist",
    "bytes": "dumps tobytes",
    "dtype": "min_scalar_type result_type common_type",
    "numpy.ndarray": "asnumpy get to_numpy",
    "module": "get_array_module",
    "Device": "get_default_device",
    "Artifact": "compile",
    "ndarray or mapping": "load",
    "iterator": "nditer nested_iters",
    "callable": "fuse",
    "object": """benchmark get_default_memory_pool get_default_pinned_memory_pool""",
}
_RETURNS_BY_NAME = {name: kind for kind, x in _RETURNS.items() for name in x.split()}

_RAISES = {
    "axis": "AxisError\n    If there is no such axis.\n",
    "dtype": "TypeError\n    If no device computes with the dtype.\n",
    "out": "ValueError\n    If `out` has another shape than the result.\n",
    "device": "ValueError\n    If there is no such device.\n",
}
_REST = "TypeError\n    If an argument is of a type that the function does not take.\n"

_NOTES = {
    "device": "An array may be made on any device; NumPy knows the CPU alone.\n",
    "keepdims": "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
    "that nobody waits for its value; it behaves as a scalar.\n",
}
_NOTE = "The result is on the device of the arguments.\n"

_PACKAGE = __package__.partition(".")[0]
_INDENTED = sys.version_info < (3, 13)  # since then Python itself dedents docstrings


def with_help(function):
    """The function, whose whole docstring is made when somebody asks for it."""
    is_ours = type(function) is types.FunctionType and _is_ours(function)
    return _core.Function(function, False) if is_ours else function


def document(objects):
    """Gives functions of ours, among these objects, their whole docstrings now."""
    for x in objects:
        if isinstance(x, types.FunctionType) and _is_ours(x):
            x.__doc__ = whole_doc(x)


def _is_ours(function):
    return function.__module__.partition(".")[0] == _PACKAGE


def whole_doc(function):
    """The docstring of a function of ours with all of its sections."""
    inner = function
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    doc = inner.__doc__
    is_whole = doc is None or "----\n" in doc
    return doc if is_whole else _whole(inner)


def _parameters(code, required):
    """Names of the parameters, each with whether it may be left out."""
    count, flags = code.co_argcount, code.co_flags
    names = code.co_varnames
    last = count + code.co_kwonlyargcount
    for k in range(count):
        yield names[k], names[k], k >= required
    if flags & 0x04:  # *args
        yield names[last], f"*{names[last]}", False
    for k in range(count, last):
        yield names[k], names[k], True
    if flags & 0x08:  # **kwargs
        last += (flags & 0x04) >> 2
        yield names[last], f"**{names[last]}", False


def _whole(function):
    doc, code = function.__doc__, function.__code__
    if _INDENTED:
        doc = doc.replace("\n    ", "\n")
    text, _, examples = doc.rstrip().partition("\n\n>>> ")
    required = code.co_argcount - len(function.__defaults__ or ())
    parameters = list(_parameters(code, required))
    if parameters and parameters[0][0] == "self":
        del parameters[0]
    return assemble(function.__name__.lstrip("_"), text, parameters, examples)


def assemble(name, text, parameters, examples):
    """A docstring of all sections.

    `parameters` are triples: the name, the name with its stars, and whether it may be
    left out. `examples` begin behind the first ">>> ".
    """
    from .parameter_texts import TEXTS

    text, origin = _split_origin(text)
    parts, raises, note = [text, "\n"], "", _NOTE
    heading = "\nParameters\n----------\n"
    for parameter, shown, optional in parameters:
        texts = TEXTS.get(f"{name}.{parameter}") or TEXTS.get(parameter, _UNKNOWN)
        kind, meaning = texts
        parts += heading, shown, kind, ", optional" if optional else "", meaning
        heading = ""
        raises += _RAISES.get(parameter, "")
        note = _NOTES.get(parameter, note)
    kind = _RETURNS_BY_NAME.get(name, "ndarray")
    parts += "\nReturns\n-------\n", kind, "\n", _MEANINGS.get(kind, ""), "\n"
    parts += "Raises\n------\n", raises or _REST, "\n"
    if origin:
        parts += "See Also\n--------\n", origin, "\n\n"
    parts += "Notes\n-----\n", note
    if examples:
        parts += _IMPORT, examples, "\n"
    return "".join(parts)


_UNKNOWN = "", "\n"  # tests find it
_MEANINGS = {"ndarray": "    The result.\n", "None": "    Nothing.\n"}
_IMPORT = "\nExamples\n--------\n>>> import tenorite as np\n>>> "


def _split_origin(text):
    """A text without its last sentence "See numpy.name.", and that name."""
    before, see, origin = text.rpartition("See ")
    if see and "." in origin and " " not in origin:
        return before.rstrip(), origin.rstrip(".")
    return text, ""


def ufunc_doc(name, nin, nout, doc, origin):
    """The docstring of a ufunc, of which the table of operations has the text `doc`."""
    from .parameter_texts import UFUNC_KEYWORDS
    from .ufunc_examples import EXAMPLES

    names = "x" if nin == 1 else "x1, x2"
    operands = "array_like\n    What is computed with; it broadcasts.\n"
    results = "ndarray" if nout == 1 else "tuple of ndarrays"
    parts = [
        f"{name}({names}, /, out=None, *, where=True, casting='same_kind', order='K', ",
        f"dtype=None)\n\n{doc}\n\nParameters\n----------\n{names} : {operands}",
        UFUNC_KEYWORDS,
        f"\nReturns\n-------\n{results}\n    The result of each item.\n",
        "\nRaises\n------\nTypeError\n    If there is no loop for these dtypes.\n",
        "ValueError\n    If the operands do not broadcast.\n",
        f"\nSee Also\n--------\n{origin}.{name}\n\nNotes\n-----\n{_NOTE}",
    ]
    if name in EXAMPLES:
        operands, value = EXAMPLES[name]
        place = "np.special" if origin.startswith("scipy") else "np"
        parts.append(f"{_IMPORT}{place}.{name}({operands})\n{value}\n")
    return "".join(parts)

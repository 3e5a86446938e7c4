# SPDX-License-Identifier: Apache-2.0
"""From a live signature and the tables to the `def` lines of a stub."""

import dataclasses
import inspect
import re

import numpy

from .parameters import EXCEPTIONS, KEYWORDS, PARAMETERS

# What a letter of a result becomes: pairs of the argument's dtype and the result's.
_LETTERS = {
    "T": [("_T", "_T")],
    "N": [("_NumberT", "_NumberT")],
    "M": [("_InexactT", "_InexactT"), ("_IntegerOrBool", "np.float64")],
    "R": [("_FloatingT", "_FloatingT"), ("_IntegerOrBool", "np.float64")],
    "S": [
        ("_InexactT", "_InexactT"),
        ("np.signedinteger | np.bool", "np.int64"),
        ("np.unsignedinteger", "np.uint64"),
    ],
}
_LETTER = re.compile(r"\b[TNMRS]\b")
# Where a dtype may be asked for: what asks, and what comes of it.
_DTYPES = [
    ("type[bool]", "np.bool"),
    ("type[int]", "np.int64"),
    ("type[float]", "np.float64"),
    ("type[complex]", "np.complex128"),
]
_WORDS = re.compile(r"(?<![\w.])(?:bool|bytes|type(?=\[))(?![\w(])")


class Unknown(Exception):
    """A name that no table has."""


@dataclasses.dataclass
class Parameter:
    """A parameter in a stub; `default` is its text, or None."""

    name: str
    kind: inspect._ParameterKind
    type: str | None
    default: str | None
    value: object = None

    def text(self):
        star = {inspect.Parameter.VAR_POSITIONAL: "*"}
        star[inspect.Parameter.VAR_KEYWORD] = "**"
        text = star.get(self.kind, "") + self.name
        if self.type is not None:
            text += f": {builtin(self.type)}"
        if self.default is not None:
            text += f" = {self.default}" if self.type else f"={self.default}"
        return text


def builtin(text):
    """The type with names of Python that modules here use for something else."""
    return _WORDS.sub(r"builtins.\g<0>", text)


def _default(value):
    if value is inspect.Parameter.empty:
        return None
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, float) and numpy.isfinite(value):
        return repr(value)
    return "..."


def _type_of(name, owners):
    """What parameter `name` takes, by the most special entry of the tables."""
    for owner in owners:
        if f"{owner}.{name}" in EXCEPTIONS:
            return EXCEPTIONS[f"{owner}.{name}"]
    if name in PARAMETERS:
        return PARAMETERS[name]
    raise Unknown(f"parameter {owners[0]}.{name}")


def parameters_of(signature, owners, method):
    """The parameters of a signature; `owners`: its names, the most special first."""
    result = []
    for k, p in enumerate(signature.parameters.values()):
        if k == 0 and method:
            name = "cls" if p.name == "cls" else "self"
            result.append(Parameter(name, p.kind, None, None))
            continue
        if p.kind == p.VAR_KEYWORD and owners[0] in KEYWORDS:
            for name, default in KEYWORDS[owners[0]].items():
                kind = _type_of(name, owners)
                kind += " | None" if default == "None" else ""
                result.append(Parameter(name, p.KEYWORD_ONLY, kind, default))
            continue
        kind = _type_of(p.name, owners)
        default = _default(p.default)
        if p.default is None and kind not in ("Any", "object"):
            kind += " | None"
        result.append(Parameter(p.name, p.kind, kind, default, p.default))
    return result


def _type_of_default(value):
    """The type of a default that is a dtype, for the overload that leaves it out."""
    if isinstance(value, str):
        return f"Literal[{value!r}]"
    if isinstance(value, type) and issubclass(value, numpy.generic):
        return f"type[np.{value.__name__}]"
    return "None"  # a type of Python, which has an overload of its own


def _joined(parameters):
    """The list between the parentheses, with / and * where they belong."""
    texts, kinds = [], [p.kind for p in parameters]
    for k, p in enumerate(parameters):
        if p.kind == p.kind.KEYWORD_ONLY and not any(
            kind in (p.kind.VAR_POSITIONAL, p.kind.KEYWORD_ONLY) for kind in kinds[:k]
        ):
            texts.append("*")
        texts.append(p.text())
        last = k + 1 == len(kinds) or kinds[k + 1] != p.kind.POSITIONAL_ONLY
        if p.kind == p.kind.POSITIONAL_ONLY and last:
            texts.append("/")
    return ", ".join(texts)


def _changed(parameters, changes):
    """The parameters with other types; a type without a default is required.

    What stands before a required parameter is required too where a position says
    which argument it is.
    """
    result = []
    for p in parameters:
        if p.name in changes:
            kind, default = changes[p.name]
            p = dataclasses.replace(p, type=kind, default=default)
        result.append(p)
    return result


def _with_required(parameters, name, kind):
    """Two lists: where `name` is given by keyword, and where by position."""
    place = [p.name for p in parameters].index(name)
    p = dataclasses.replace(parameters[place], type=kind, default=None)
    Kind = inspect.Parameter
    if p.kind == Kind.KEYWORD_ONLY:
        return [[*parameters[:place], p, *parameters[place + 1 :]]]
    after = parameters[place + 1 :]
    keyword = [
        dataclasses.replace(q, kind=Kind.KEYWORD_ONLY)
        if q.kind == Kind.POSITIONAL_OR_KEYWORD
        else q
        for q in (p, *after)
    ]
    by_keyword = [*parameters[:place], *keyword]
    if parameters[place - 1].default is None:  # nothing before it is optional
        return [[*parameters[:place], p, *after]]
    given = [dataclasses.replace(q, default=None) for q in parameters[:place]]
    return [by_keyword, [*given, p, *after]]


def overloads(parameters, result, method):
    """(parameters, result) of each overload, the most special first.

    Each letter of the result and a `dtype` or `out` among the parameters make some.
    """
    if " or " in result:
        return _draws(parameters, *result.split(" or "), method)
    names = [p.name for p in parameters]
    first, colon, kind = result.rpartition(": ")
    sequence = first == "sequence"
    first = first if colon and not sequence else "".join(names[:1])
    takes_out = any(p.name == "out" and "_Out" in (p.type or "") for p in parameters)
    if takes_out:
        parameters = _changed(parameters, {"out": ("None", "None")})
    letter = _LETTER.search(kind)
    cases = []
    if letter:
        for of, to in _LETTERS[letter.group()]:
            array = f"NDArray[{of}]" if method else f"_Array[{of}]"
            p = parameters[names.index(first)]
            if p.kind == p.kind.VAR_POSITIONAL or not sequence:
                change = {first: (array, p.default)}
            else:
                change = {first: (f"Sequence[{array}]", p.default)}
            cases.append((_changed(parameters, change), _LETTER.sub(to, kind)))
    kind = _LETTER.sub("Any", kind)
    asks = "dtype" in names and "NDArray" in kind
    if asks:
        place = parameters[names.index("dtype")]
        asks = place.default is not None
    if not asks:
        cases.append((parameters, kind))
    else:
        left_out = {"dtype": (_type_of_default(place.value), place.default)}
        cases = [(_changed(p, left_out), k) for p, k in [*cases, (parameters, kind)]]
        to = re.compile(r"NDArray\[[^\]]*\]")
        for of, dtype in [("_DType[_DT]", "_DT"), *_DTYPES]:
            forms = _with_required(parameters, "dtype", of)
            cases += [(p, to.sub(f"NDArray[{dtype}]", kind)) for p in forms]
            if len(forms) > 1:
                break  # enough where a dtype is rarely given
        cases.append((parameters, to.sub("NDArray[Any]", kind)))
    if takes_out:
        whole = _changed(parameters, {"dtype": ("DTypeLike | None", "None")})
        for p in _with_required(whole, "out", "_OutT"):
            cases.append((p, "_OutT"))
    return cases


def _draws(parameters, number, array, method):
    """The overloads of a function that draws a number, or an array of `size`."""
    numbers = {
        p.name: (p.type.replace("ArrayLike", "float"), p.default)
        for p in parameters
        if p.type and p.type.startswith("ArrayLike")
    }
    none = {"size": ("None", "None"), "out": ("None", "None")}
    cases = [(_changed(parameters, {**numbers, **none}), number)]
    for p in _with_required(parameters, "size", "_Shape"):
        cases += overloads(p, array, method)
    return cases + (overloads(parameters, array, method) if numbers else [])


def definition(name, signature, result, owners, method=False, indent=""):
    """The lines of a function, or of each of its overloads."""
    cases = overloads(parameters_of(signature, owners, method), result, method)
    lines = []
    for parameters, kind in cases:
        if len(cases) > 1:
            lines.append(f"{indent}@overload")
        text = _joined(parameters)
        lines.append(f"{indent}def {name}({text}) -> {builtin(kind)}: ...")
    return lines

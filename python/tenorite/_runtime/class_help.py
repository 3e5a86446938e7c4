# SPDX-License-Identifier: Apache-2.0
"""Docstrings of classes: Parameters, Attributes, Raises, See Also, Notes, Examples."""

import functools
import inspect
import textwrap
import types

from .class_texts import TEXTS_OF_CLASSES
from .section_texts import OF_CLASSES, OF_PACKAGES, Usual, origin_in
from .sections import dedented, described_parameters, joined, split_origin

_STARS = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}
_PROPERTIES = (
    property,
    functools.cached_property,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
)


def class_doc(cls, short):
    """The docstring of a class of ours with all of its sections.

    `short` is that of its source. A subclass that somebody else writes has no own.
    """
    name = cls.__name__
    if not isinstance(short, str):
        short = TEXTS_OF_CLASSES.get(name)
    if short is None:
        return None
    if "----\n" in short:
        return dedented(short)
    package = "".join(cls.__module__.split(".")[1:2])
    text, _, examples = dedented(short).rstrip().partition("\n\n>>> ")
    text, origin = split_origin(text)
    of_package = OF_PACKAGES.get(package, OF_PACKAGES[""])
    raises, note = OF_CLASSES.get(name, (of_package.raises, of_package.note))
    parameters = [
        (p.name, _STARS.get(p.kind, "") + p.name, p.default is not p.empty)
        for p in constructor_parameters(cls)
    ]
    scopes = f"{name}.", f"{package}.", ""
    usual = Usual("", raises, note, by_parameter=False)
    described, raises, note = described_parameters(parameters, scopes, usual)
    known = {parameter for parameter, _, _ in parameters}
    described += _attributes(cls, known)
    origin = origin or origin_in(package, "", name)
    return joined(text, described, "", raises, origin, note, examples)


def constructor_parameters(cls):
    """The parameters that a class is called with; none where nobody knows them."""
    try:
        found = inspect.signature(cls).parameters.values()
    except (TypeError, ValueError):  # a TypeError of ufuncs, whose class has no own
        return []
    builtin = issubclass(cls, BaseException) and "__init__" not in vars(cls)
    return [] if builtin else list(found)


def public_properties(cls):
    """(name, property) of a class and of its bases that are ours."""
    package = __package__.partition(".")[0]
    for name in dir(cls):
        for base in cls.__mro__:
            if name in vars(base):
                x = vars(base)[name]
                is_ours = base.__module__.partition(".")[0] == package
                if is_ours and name[0] != "_" and isinstance(x, _PROPERTIES):
                    yield name, x
                break


def _attributes(cls, known):
    """The section Attributes, of properties that are no parameters."""
    parts = []
    for name, x in public_properties(cls):
        if name not in known:
            text = " ".join((inspect.getdoc(x) or "").split())
            lines = textwrap.wrap(text, 84)
            parts += [name, *(f"    {line}" for line in lines)]
    return "\n".join(["\nAttributes\n----------", *parts, ""]) if parts else ""

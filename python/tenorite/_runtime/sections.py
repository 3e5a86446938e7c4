# SPDX-License-Identifier: Apache-2.0
"""The sections of docstrings, joined; help.py says who gets one."""

import sys

from .parameter_texts import TEXTS, UFUNC_KEYWORDS
from .section_texts import (
    EXCEPTIONAL,
    MEANINGS,
    NOTES,
    OF_PACKAGES,
    RAISES,
    RETURNS,
    origin_in,
)

_INDENTED = sys.version_info < (3, 13)  # since then Python itself dedents docstrings


def dedented(doc):
    """A docstring without the indentation of its source."""
    if not _INDENTED:
        return doc
    rest = doc.partition("\n")[2].lstrip("\n")
    indentation = rest[: len(rest) - len(rest.lstrip(" "))]
    return doc.replace(f"\n{indentation}", "\n")


def assemble(name, text, parameters, examples, package="", owner="", *, of_ufunc=False):
    """A docstring of all sections.

    `parameters` are triples: the name, the name with its stars, and whether it may be
    left out. `examples` begin behind the first ">>> ". `package` and `owner` (a class)
    say where the function is, of which names may mean something of their own.
    `of_ufunc`: whether it takes the keywords of ufuncs, too.
    """
    text, origin = split_origin(text)
    usual = OF_PACKAGES.get(package, OF_PACKAGES[""])
    scopes = f"{owner}.{name}.", f"{name}.", f"{owner}.", f"{package}.", ""
    described, raises, note = described_parameters(parameters, scopes, usual)
    described += UFUNC_KEYWORDS if of_ufunc else ""
    of_owner = f"{owner}.{name}"
    keys = f"{package}.{of_owner}", of_owner, f"{package}.{name}", name
    kind = _first_of(RETURNS, keys, usual.returns)
    raises, note = _first_of(EXCEPTIONAL, keys, (raises, note))
    origin = origin or origin_in(package, owner, name)
    returned = f"\nReturns\n-------\n{kind}\n{MEANINGS.get(kind, '')}"
    return joined(text, described, returned, raises, origin, note, examples)


def _first_of(table, keys, default):
    return next((table[key] for key in keys if key in table), default)


def described_parameters(parameters, scopes, usual):
    """Text of the section Parameters, and what it means for Raises and Notes."""
    parts, raises, note = [], "", usual.note
    for parameter, shown, optional in parameters:
        names = [scope + parameter for scope in scopes]
        kind, meaning = _first_of(TEXTS, names, _UNKNOWN)
        parts += shown, kind, ", optional" if optional else "", meaning
        if usual.by_parameter:
            raises += RAISES.get(parameter, "")
            note = NOTES.get(parameter, note)
    if parts:
        parts.insert(0, "\nParameters\n----------\n")
    return "".join(parts), raises or usual.raises, note


def joined(text, described, returned, raises, origin, note, examples):
    """The docstring of these sections; `examples` begin behind the first arrow."""
    parts = [text, "\n", described, returned]
    if raises:
        parts += "\nRaises\n------\n", raises
    if origin:
        parts += "\nSee Also\n--------\n", origin, "\n"
    parts += "\nNotes\n-----\n", note
    if examples:
        parts += _IMPORT, examples, "\n"
    return "".join(parts)


_UNKNOWN = "", "\n"  # tests find it
_IMPORT = "\nExamples\n--------\n>>> import tenorite as np\n>>> "


def split_origin(text):
    """A text without its last sentence "See numpy.name.", and that name."""
    before, see, origin = text.rpartition("See ")
    if see and "." in origin and " " not in origin:
        return before.rstrip(), origin.rstrip(".")
    return text, ""

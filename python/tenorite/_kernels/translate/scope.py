# SPDX-License-Identifier: Apache-2.0
"""Names that a function takes from outside, which kernels hold as constants."""

import builtins
import types

_ABSENT = object()


class Captured:
    """What a kernel was made of; it is made anew when any of it has changed."""

    def __init__(self):
        self._read = {}

    def remember(self, holder, name, value):
        """The value of a name in a namespace, cell or object."""
        self._read[id(holder), name] = (holder, name, value)

    def unchanged(self):
        """Whether every name still has the value that the kernel holds."""
        for holder, name, value in self._read.values():
            if _lookup(holder, name) is not value:
                return False
        return True


def _lookup(holder, name):
    if type(holder) is dict:
        return holder.get(name, _ABSENT)
    if type(holder) is types.CellType:
        try:
            return holder.cell_contents
        except ValueError:
            return _ABSENT
    return getattr(holder, name, _ABSENT)


class Scope:
    """Closure, globals and builtins of a function."""

    def __init__(self, function, captured):
        cells = function.__closure__ or ()
        self._cells = dict(zip(function.__code__.co_freevars, cells, strict=True))
        self._globals = function.__globals__
        self._captured = captured

    def get(self, name):
        """The value of a name; NameError if there is none."""
        places = (self._cells.get(name), self._globals, vars(builtins))
        for holder in places:
            if holder is None:
                continue
            value = _lookup(holder, name)
            if value is not _ABSENT:
                if holder is places[2]:
                    # A global of that name may come later.
                    self._captured.remember(self._globals, name, _ABSENT)
                self._captured.remember(holder, name, value)
                return value
        raise NameError(f"name '{name}' is not defined")

    def attribute(self, module, name):
        """An attribute of a module or class, which counts as captured."""
        value = getattr(module, name)
        self._captured.remember(module, name, value)
        return value

# SPDX-License-Identifier: Apache-2.0
"""The body of a Python function as the body of a C++ function.

The tree is gone through again until the types of variables, each the join of
all that is assigned to it, stand still. What cannot be part of a kernel is a
KernelSyntaxError with the line of the user.
"""

import ast
import re

from . import statements
from .errors import KernelSyntaxError
from .expressions import Expressions
from .loops import Loops, Typed, Value, varies
from .types import ctype, storage, zero

# Names of variables end with an underscore.
_TEMPORARY = re.compile(r"t\d+")


class Lowering(Expressions, statements.Statements):
    """One pass over one function for one set of argument types."""

    def __init__(self, program, source, scope, arguments, known, results):
        self.program = program
        self.rules = program.rules
        self.loops = Loops(program.on_cpu, program.rules)
        self.callees = {}
        self.source = source
        self.place = source.place
        self.scope = scope
        self.known = known  # types of variables that earlier passes found
        self.types = {}
        self.results = results  # types of results that earlier passes found
        self.returned = None
        self.returns_tuple = None
        self.lines = []
        self.indent = 1
        self.temporaries = 0
        self.enclosing = []  # loops around the statement
        self.has_loops = False
        self.bindings = _count_bindings(source.node)
        self.constants = {}  # names that stand for one constant
        self.tuples = {}  # names of tuples: how many items
        # Names that have a value whatever way led here; None: nothing leads here.
        self.assigned = set()
        for name, value in arguments.items():
            self._bind_argument(name, value)

    def _bind_argument(self, name, value):
        changes = name in self.bindings
        self.bindings[name] = self.bindings.get(name, 0) + 1
        self._bind(name, value, changes)

    def _bind(self, name, value, changes):
        self.assigned.add(name)
        if isinstance(value, tuple) and not _is_fixed(value):
            self.tuples[name] = len(value)
            for k, item in enumerate(value):
                self._bind(item_name(name, k), item, changes)
        elif varies(value):
            self.types[name] = value.type
        elif changes:
            self.assign_name(name, value, self.source.node)
        else:
            self.constants[name] = value

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def temporary(self, value):
        """The value under a name that does not change, so that it is computed once."""
        if value.is_constant or _TEMPORARY.fullmatch(value.text):
            return value
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.emit(f"const {ctype(storage(value.type))} {name} = {value.text};")
        return Value(value.type, name)

    def error(self, node, text):
        return self.place.error(node, text)

    def check_end(self):
        """An error where the function can end without a value."""
        if self.assigned is not None:
            raise self.error(
                self.source.body[-1],
                "the function ends here without a value: end every way through it "
                "with return",
            )
        if self.returned is None:
            raise self.error(self.source.node, "the function never returns a value")

    # ---- variables ----

    def read(self, name, node):
        if name in self.constants and (self.assigned is None or name in self.assigned):
            return self.constants[name]
        if self.assigned is not None and name not in self.assigned:
            raise self.error(
                node,
                f"'{name}' has no value on every way to this line: give it one before "
                "the branch or loop",
            )
        if name in self.tuples:
            return tuple(
                self.read(item_name(name, k), node) for k in range(self.tuples[name])
            )
        known = self.known.get(name)
        return self.variable(name, self.rules.variable(known, self.types.get(name)))

    def variable(self, name, type_):
        """A name that may change, as an expression."""
        return Value(type_, c_name(name))

    def assign_name(self, name, value, node):
        if self.assigned is not None:
            self.assigned.add(name)
        once = self.bindings.get(_root(name), 0) <= 1
        if not isinstance(value, (Typed, tuple)) or (once and _is_fixed(value)):
            if not once:
                raise self.error(
                    node,
                    f"'{name}' changes between values that are no numbers: use two names",
                )
            self.constants[name] = value
            return
        self.constants.pop(name, None)
        if isinstance(value, tuple):
            if self.tuples.setdefault(name, len(value)) != len(value):
                raise self.error(
                    node, f"'{name}' is a tuple of another length elsewhere"
                )
            for k, item in enumerate(value):
                self.assign_name(item_name(name, k), item, node)
            return
        if name in self.tuples:
            raise self.error(node, f"'{name}' is a tuple elsewhere: use two names")
        self.types[name] = self.rules.variable(self.types.get(name), value.type)
        type_ = self.rules.variable(self.known.get(name), self.types[name])
        self.emit(f"{c_name(name)} = {value.to(storage(type_))};")


def item_name(name, k):
    """The name of an item of a tuple that has a name."""
    return f"{name}.{k}"


def _root(name):
    """The name in the user's text."""
    return name.partition(".")[0]


def c_name(name):
    """A variable's name in C++, which no keyword or function has."""
    text = "".join(c if c.isascii() else f"u{ord(c):x}" for c in name)
    root, *items = text.split(".")
    return "_item".join([f"{root}_", *items])


def _is_fixed(value):
    if isinstance(value, tuple):
        return all(_is_fixed(item) for item in value)
    return not varies(value)


def _count_bindings(function):
    """How often each name is bound in a function's body."""
    count = {}
    for part in ast.walk(function):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            count[part.id] = count.get(part.id, 0) + 1
        elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            count[part.target.id] = count.get(part.target.id, 0) + 1
    return count


def lower(program, source, scope, arguments):
    """(text lines of the body, result types, whether they are a tuple)."""
    known, results = {}, None
    for _ in range(100):
        lowering = program.lowering(program, source, scope, arguments, known, results)
        lowering.block(source.body)
        lowering.check_end()
        types = {
            name: program.rules.variable(known.get(name), type_)
            for name, type_ in lowering.types.items()
        }
        if types == known and lowering.returned == results:
            return lowering
        known, results = types, lowering.returned
    raise KernelSyntaxError(f"the types in {source.place.name}() never stand still")


def declarations(lowering, parameters):
    """Lines that declare the variables; parameters maps names to types."""
    lines = []
    for name, type_ in lowering.types.items():
        dtype = storage(type_)
        if name in parameters:
            if storage(parameters[name]) != dtype:
                given = Value(parameters[name], c_name(name) + "given")
                lines.append(f"  {ctype(dtype)} {c_name(name)} = {given.to(dtype)};")
        else:
            lines.append(f"  {ctype(dtype)} {c_name(name)} = {zero(dtype)};")
    return lines

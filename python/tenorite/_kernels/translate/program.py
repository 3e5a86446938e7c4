# SPDX-License-Identifier: Apache-2.0
"""A Python function and those it calls, as C++ functions for given types."""

import inspect
import re

from .loops import Loops, Typed, Value, varies
from .lowering import Lowering, c_name, declarations, item_name, lower
from .rules import Rules
from .scope import Captured, Scope
from .source import FunctionSource
from .types import ctype, storage, type_name


class Function:
    """A function for one set of argument types; constants are built in."""

    qualifier = "TENORITE_HD"

    def __init__(self, name, lowering, parameters, title):
        self.name = name
        self.lowering = lowering
        self.parameters = parameters  # name -> type, without the constants
        self.title = title
        self.results = lowering.returned
        self.is_tuple = lowering.returns_tuple
        self.callees = lowering.callees
        callees = self.callees.values()
        self.checked = lowering.loops.checked or any(f.checked for f in callees)
        self.heavy = (
            lowering.loops.heavy or lowering.has_loops or any(f.heavy for f in callees)
        )

    def limits(self):
        """(parameter, dtype): Python ints that have to fit, as NumPy demands."""
        bindings = self.lowering.bindings
        return [
            (name, dtype)
            for name, type_ in self.parameters.items()
            for text, dtype in sorted(self.lowering.loops.narrowed, key=str)
            if type_ is int and bindings[name] == 1 and text == c_name(name)
        ]

    def result_type(self):
        if self.is_tuple:
            return f"{self.name}_values"
        return ctype(storage(self.results[0]))

    def text(self):
        lines = [f"// {self.title}"]
        if self.is_tuple:
            fields = [
                f"{ctype(storage(type_))} v{k};" for k, type_ in enumerate(self.results)
            ]
            lines.append(f"struct {self.result_type()} {{ {' '.join(fields)} }};")
        lines += self.head()
        lines += declarations(self.lowering, self.parameters)
        return "\n".join([*lines, *self.lowering.lines, "}"])

    def head(self):
        """The lines before the declarations of variables."""
        types = self.lowering.types
        parameters = []
        for name, type_ in self.parameters.items():
            same = storage(types[name]) == storage(type_)
            spelled = c_name(name) + ("" if same else "given")
            parameters.append(f"{ctype(storage(type_))} {spelled}")
        if self.checked:
            parameters.append("unsigned& error")
        return [
            f"{self.qualifier} {self.result_type()} {self.name}"
            f"({', '.join(parameters)}) {{"
        ]


class Program:
    """All functions of one kernel."""

    function_class = Function
    lowering = Lowering
    #: What stands before the functions.
    prelude = ""

    def __init__(self, on_cpu, rules=None):
        self.on_cpu = on_cpu
        self.rules = rules or Rules()
        self.captured = Captured()
        self._functions = {}
        self._sources = {}
        self._open = []

    def function(self, function, arguments):
        """The Function for arguments by name: Values, or constants of Python."""
        key = (id(function), *((k, _key(v)) for k, v in arguments.items()))
        found = self._functions.get(key)
        if found is not None:
            return found
        source = self._sources.get(id(function))
        if source is None:
            source = self._sources[id(function)] = FunctionSource(function)
            self.captured.remember(function, "__code__", function.__code__)
        self._open.append(function)
        lowering = lower(self, source, Scope(function, self.captured), arguments)
        self._open.pop()
        parameters = {name: value.type for name, value in _varying(arguments)}
        plain = re.sub(r"\W|[^\x00-\x7f]", "", function.__name__)
        name = f"{plain}_{len(self._functions)}"
        found = self.function_class(
            name, lowering, parameters, _title(function, source, parameters)
        )
        self._functions[key] = found
        return found

    def call(self, lowering, function, args, keywords, node):
        """The value, or tuple of values, of a call inside a kernel."""
        if function in self._open:
            raise lowering.error(
                node, f"{function.__name__}() calls itself: use a loop instead"
            )
        arguments = bind(function, args, keywords)
        for name, value in arguments.items():
            if isinstance(value, Default):
                arguments[name] = lowering.captured(value.value, node)
        callee = self.function(function, arguments)
        lowering.callees[callee.name] = callee
        return self.called(lowering, callee, arguments)

    def called(self, lowering, callee, arguments):
        """The value, or tuple of values, of a function for arguments by name."""
        given = [value.text for _, value in _varying(arguments)]
        if callee.checked:
            given.append("error")
        text = f"{callee.name}({', '.join(given)})"
        if not callee.is_tuple:
            return self.result(lowering, callee, text)
        lowering.temporaries += 1
        name = f"t{lowering.temporaries}"
        lowering.emit(f"const {callee.result_type()} {name} = {text};")
        return tuple(
            Value(type_, f"{name}.v{k}") for k, type_ in enumerate(callee.results)
        )

    def result(self, lowering, callee, text):
        """What a call of a function that returns no tuple gives."""
        return Value(callee.results[0], text)

    def text(self, main):
        """Everything that a kernel needs to call `main`."""
        order, needs = {}, Loops(self.on_cpu, self.rules)

        def visit(function):
            for callee in function.callees.values():
                visit(callee)
            if function.name not in order:
                order[function.name] = function
                needs.merge(function.lowering.loops)

        visit(main)
        texts = [f.text() for f in order.values()]
        return needs.wrap("\n\n".join(filter(None, [self.prelude, *texts])))


def _varying(arguments):
    """(name, value) of what is not built in; a tuple's items as the lowering names them."""
    for name, value in arguments.items():
        if isinstance(value, tuple):
            yield from _varying({item_name(name, k): v for k, v in enumerate(value)})
        elif varies(value):
            yield name, value


class Default:
    """The default value of a parameter, as Python has it."""

    def __init__(self, value):
        self.value = value


def bind(function, args, keywords):
    """Arguments by parameter name; TypeError, in Python's words, for misfits."""
    signature = inspect.signature(function, follow_wrapped=False)
    try:
        bound = signature.bind(*args, **keywords)
    except TypeError as error:
        raise TypeError(f"{function.__name__}() {error}") from None
    return {
        name: bound.arguments[name]
        if name in bound.arguments
        else Default(parameter.default)
        for name, parameter in signature.parameters.items()
    }


def _key(value):
    if isinstance(value, tuple):
        return tuple(map(_key, value))
    if not isinstance(value, Typed):
        return id(value)
    if value.is_constant:
        # 0.0, -0.0, 0 and False are equal but not the same constants.
        return value.type, repr(value.constant)
    return value.type


def _title(function, source, parameters):
    types = ", ".join(f"{name}: {type_name(t)}" for name, t in parameters.items())
    where = f"{source.place.filename.rsplit('/', 1)[-1]}:{source.node.lineno}"
    return f"{function.__name__}({types}), {where}"

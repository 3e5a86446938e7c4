# SPDX-License-Identifier: Apache-2.0
"""Statements of Python in C++."""

import ast

from .loops import Value
from .types import INT, is_weak, storage

_MOST_UNROLLED = 512


class _Loop:
    """A loop around statements: how they leave it, and with which names."""

    def __init__(self, break_text="break;", continue_text="continue;"):
        self.break_text = break_text
        self.continue_text = continue_text
        self.at_break = []
        self.at_continue = []


def meet(*states):
    """Names with a value on every way that leads on; None if none does."""
    states = [s for s in states if s is not None]
    return set.intersection(*map(set, states)) if states else None


class Statements:
    """The statements of a Lowering."""

    def block(self, statements):
        for node in statements:
            if self.assigned is None:
                return  # nothing leads here
            handler = getattr(self, f"do_{type(node).__name__}", None)
            if handler is None:
                raise self.error(node, _refusal(node))
            handler(node)

    def braces(self, statements):
        self.indent += 1
        self.block(statements)
        self.indent -= 1

    # ---- simple statements ----

    def do_Pass(self, node):
        pass

    def do_Assert(self, node):
        """Kernels do not stop: assertions are left out, as by python -O."""

    def do_Expr(self, node):
        if not isinstance(node.value, ast.Constant):
            raise self.error(
                node,
                "this line has no effect in a kernel: assign its value, or return it",
            )

    def do_Assign(self, node):
        value = self.expression(node.value)
        if len(node.targets) > 1 or isinstance(value, tuple):
            # All of it is computed before any name changes.
            value = self._held(value)
        for target in node.targets:
            self.assign(target, value)

    def do_AnnAssign(self, node):
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))

    def do_AugAssign(self, node):
        if not isinstance(node.target, ast.Name):
            raise self.no_target(node)
        old = self.read(node.target.id, node.target)
        value = self.expression(node.value)
        result = self.binary(type(node.op), old, value, node)
        self.assign(node.target, result)

    def assign(self, target, value):
        if isinstance(target, ast.Name):
            self.assign_name(target.id, value, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target, value)
        else:
            raise self.no_target(target)

    def no_target(self, node):
        return self.error(
            node, "only names can be assigned to in a kernel: return the values instead"
        )

    def _unpack(self, target, value):
        if any(isinstance(t, ast.Starred) for t in target.elts):
            raise self.error(
                target, "unpacking with * is not supported: name each item"
            )
        self.check_unpacking(target, value)
        for part, item in zip(target.elts, value, strict=True):
            self.assign(part, item)

    def check_unpacking(self, target, value):
        if not isinstance(value, tuple):
            raise self.error(target, "this value is one number and cannot be unpacked")
        if len(value) != len(target.elts):
            raise self.error(
                target, f"{len(value)} values for {len(target.elts)} names"
            )

    def _held(self, value):
        if isinstance(value, tuple):
            return tuple(map(self._held, value))
        return self.temporary(value) if isinstance(value, Value) else value

    def do_Return(self, node):
        value = None if node.value is None else self.expression(node.value)
        items = value if isinstance(value, tuple) else (value,)
        for item in items:
            if not isinstance(item, Value):
                raise self.error(
                    node, "a kernel returns numbers, or a tuple of numbers"
                )
        items = [self.rules.strong(item) for item in items]
        is_tuple = isinstance(value, tuple)
        if not items:
            raise self.error(node, "a kernel returns at least one number")
        if self.returned is None:
            self.returned = [None] * len(items)
            self.returns_tuple = is_tuple
        if len(items) != len(self.returned) or is_tuple != self.returns_tuple:
            raise self.error(node, "every return of a function has as many values")
        self.returned = [
            self.rules.result(old, item.type)
            for old, item in zip(self.returned, items, strict=True)
        ]
        types = [
            storage(self.rules.result(new, old))
            for new, old in zip(
                self.returned, self.results or self.returned, strict=True
            )
        ]
        texts = [item.to(d) for item, d in zip(items, types, strict=True)]
        self.emit(
            f"return {{{', '.join(texts)}}};" if is_tuple else f"return {texts[0]};"
        )
        self.assigned = None

    # ---- branches ----

    def do_If(self, node):
        test = self.condition(node.test)
        if isinstance(test, bool):
            # A constant decides which lines are there at all.
            self.block(node.body if test else node.orelse)
            return
        before = set(self.assigned)
        self.emit(f"if ({test}) {{")
        self.braces(node.body)
        after_body = self.assigned
        self.assigned = before
        if node.orelse:
            self.emit("} else {")
            self.braces(node.orelse)
        self.emit("}")
        self.assigned = meet(after_body, self.assigned)

    # ---- loops ----

    def _no_else(self, node):
        if node.orelse:
            raise self.error(
                node.orelse[0],
                "else of a loop is not supported: set a flag before break",
            )

    def do_While(self, node):
        self._no_else(node)
        outer, self.lines = self.lines, []
        self.indent += 1
        before = set(self.assigned)
        test = self.condition(node.test)
        self.indent -= 1
        steps, self.lines = self.lines, outer
        if test is False:
            return
        loop = _Loop()
        if steps or test is True:
            self.emit("for (;;) {")
            self.lines += steps
            if test is not True:
                self.emit(f"  if (!({test})) break;")
        else:
            self.emit(f"while ({test}) {{")
        self._loop_body(node.body, loop)
        self.emit("}")
        self.assigned = meet(None if test is True else before, *loop.at_break)

    def _loop_body(self, body, loop):
        self.has_loops = True
        self.enclosing.append(loop)
        self.braces(body)
        self.enclosing.pop()

    def do_For(self, node):
        self._no_else(node)
        call = node.iter
        if isinstance(call, ast.Call) and self._counts(self.expression(call.func)):
            self.for_range(node, call)
            return
        items = self.expression(call)
        if isinstance(items, Value) or not isinstance(items, tuple):
            raise self.error(
                call, "a kernel's for goes over range(...) or over a tuple of numbers"
            )
        if len(items) > _MOST_UNROLLED:
            raise self.error(call, f"a tuple of more than {_MOST_UNROLLED} items")
        self._for_tuple(node, items)

    def _for_tuple(self, node, items):
        """The body once for each item; goto leaves one, or all of them."""
        self.temporaries += 1
        number = self.temporaries
        after = f"after{number}"
        breaks = []
        for k, item in enumerate(items):
            loop = _Loop(f"goto {after};", f"goto next{number}_{k};")
            loop.at_break = breaks
            self.emit("{")
            self.indent += 1
            self.assign(node.target, item)
            self.indent -= 1
            self._loop_body(node.body, loop)
            self.emit("}")
            if loop.at_continue:
                self.emit(f"next{number}_{k}:;")
            self.assigned = meet(self.assigned, *loop.at_continue)
            if self.assigned is None:
                break
        if breaks:
            self.emit(f"{after}:;")
        self.assigned = meet(self.assigned, *breaks)

    #: The functions that a loop counts with.
    ranges = (range,)

    def _counts(self, function):
        return any(function is other for other in self.ranges)

    def for_range(self, node, call):
        start, stop, step = self._range_arguments(call)
        self.temporaries += 1
        k, n = f"k{self.temporaries}", f"n{self.temporaries}"
        first = start.to(INT)
        if step in (1, -1):
            bound = stop.to(INT)
            if not stop.is_constant:
                self.emit(f"const long {n} = {bound};")
                bound = n
            compare, move = ("<", "++") if step == 1 else (">", "--")
            self.emit(f"for (long {k} = {first}; {k} {compare} {bound}; {move}{k}) {{")
        else:
            self.emit(f"unsigned long {k} = (unsigned long){first};")
            length = f"range_length({first}, {stop.to(INT)}, {step}l)"
            self.emit(
                f"for (unsigned long {n} = {length}; {n} != 0; --{n}, {k} += {step}l) {{"
            )
        runs = (
            start.is_constant
            and stop.is_constant
            and len(range(start.constant, stop.constant, step)) > 0
        )
        self.counted_body(node, Value(int, f"(long){k}"), runs)

    def counted_body(self, node, count, runs):
        """The body of a loop over a range; `runs`: at least once, certainly."""
        before = set(self.assigned)
        loop = _Loop()
        self.indent += 1
        self.assign(node.target, count)
        self.indent -= 1
        self._loop_body(node.body, loop)
        self.emit("}")
        body_end = meet(self.assigned, *loop.at_continue)
        self.assigned = meet(body_end if runs else before, *loop.at_break)

    def _range_arguments(self, call):
        values = [self.expression(a) for a in call.args]
        if call.keywords or not 1 <= len(values) <= 3:
            raise self.error(call, "range() takes one to three integers")
        for value, node in zip(values, call.args, strict=True):
            whole = isinstance(value, Value) and (
                value.type in (bool, int)
                or (not is_weak(value.type) and value.type.kind in "iu")
            )
            if not whole:
                raise self.error(node, "range() takes integers: convert with int()")
        start, stop = (
            (Value.of(0), values[0]) if len(values) == 1 else (values[0], values[1])
        )
        step = values[2] if len(values) == 3 else Value.of(1)
        if not step.is_constant:
            raise self.error(
                call.args[2], "the step of range() must be known: a literal or a global"
            )
        if step.constant == 0:
            raise self.error(call.args[2], "range() arg 3 must not be zero")
        return _integer(start), _integer(stop), int(step.constant)

    def do_Break(self, node):
        loop = self.enclosing[-1]
        loop.at_break.append(self.assigned)
        self.emit(loop.break_text)
        self.assigned = None

    def do_Continue(self, node):
        loop = self.enclosing[-1]
        loop.at_continue.append(self.assigned)
        self.emit(loop.continue_text)
        self.assigned = None


def _integer(value):
    return Value.of(int(value.constant)) if value.is_constant else value


_REFUSALS = {
    "FunctionDef": "functions inside a kernel are not supported: define it outside",
    "ClassDef": "classes are not supported in a kernel",
    "Raise": "a kernel raises nothing: return a special value such as nan",
    "Try": "a kernel catches nothing: test for the special case with if",
    "With": "with is not supported in a kernel",
    "Match": "match is not supported in a kernel: use if and elif",
    "Global": "a kernel changes no globals: return the value instead",
    "Nonlocal": "a kernel changes no outer variables: return the value instead",
    "Delete": "del is not supported in a kernel",
    "Import": "import outside of the function",
    "ImportFrom": "import outside of the function",
}


def _refusal(node):
    name = type(node).__name__
    return _REFUSALS.get(name, f"{name} is not supported in a kernel")

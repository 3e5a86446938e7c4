# SPDX-License-Identifier: Apache-2.0
"""The body of a Python function with threads and arrays as that of a CUDA function.

Items are read, and functions called, where Python does it: what they give gets a
name that does not change, so that the order of reads and writes is Python's.
"""

import ast

import numpy

from ..translate.expressions import constant
from ..translate.loops import Typed, Value, as_type
from ..translate.lowering import Lowering, c_name
from ..translate.program import Default, bind
from ..translate.types import BOOL, ctype, describe
from .builtins import BUILTINS, HANDLERS, Members, Method, Number, unrolling
from .builtins import range as counted_range
from .memory import ARRAY_MEMBERS, Array, ArrayType, PointerType
from .rules import check_cast

_NOTED = (
    TypeError,
    ValueError,
    LookupError,
    ArithmeticError,
    AttributeError,
    NameError,
    NotImplementedError,
)


class ThreadLowering(Lowering):
    """One pass over one function of a kernel with threads."""

    ranges = (range, counted_range)

    def __init__(self, program, *others):
        self.sources = {}  # names of arrays: the names that their memory came by
        self.stored = set()  # names of arrays that are written to, None: shared ones
        self.shared = []  # declarations of shared memory
        self.is_kernel = program.depth == 1
        super().__init__(program, *others)

    @property
    def written(self):
        """The names that memory which is written to came by."""
        found, left = set(), list(self.stored)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.sources.get(name, ())
        return found

    # ---- expressions ----

    def expression(self, node):
        return self._settled(super().expression(node))

    def _settled(self, value):
        if isinstance(value, tuple):
            return tuple(map(self._settled, value))
        return self.rules.settled(value) if isinstance(value, Value) else value

    def effect(self, type_, text):
        """The value of a call that is made here; no value for the type None."""
        if type_ is None:
            self.emit(f"{text};")
            return None
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.emit(f"const {ctype(type_)} {name} = {text};")
        return self.rules.settled(Value(type_, name))

    def of_Name(self, node):
        try:
            return super().of_Name(node)
        except NameError:
            raise NameError(f"Unbound name: {node.id}", name=node.id) from None

    def captured(self, value, node):
        if isinstance(value, Number):
            return value.value
        return super().captured(value, node)

    def attribute(self, value, node):
        if isinstance(value, (Array, Members)):
            members = ARRAY_MEMBERS if isinstance(value, Array) else value.members
            if node.attr not in members:
                what = value.type if isinstance(value, Array) else value
                raise NotImplementedError(f"Not implemented: {node.attr} of {what}")
            return members[node.attr](value)
        if isinstance(value, numpy.dtype):
            return constant(getattr(value, node.attr))
        if isinstance(value, (Value, tuple)):
            return super().attribute(value, node)
        # Of any other constant, as of modules: its attributes are constants too.
        return self.captured(self.scope.attribute(value, node.attr), node)

    def item(self, value, index, node):
        if not isinstance(value, Array):
            return super().item(value, index, node)
        place = self.guarded(node, self.element, value, index)
        if isinstance(place, Array):
            return place
        return self.temporary(self.rules.settled(place))

    def element(self, array, index):
        """The item of an array at an index, or the part of it that begins so."""
        index = index if isinstance(index, tuple) else (index,)
        ndim = array.type.ndim
        if len(index) > ndim:
            raise IndexError(f"The size of index must be {ndim}")
        texts = ", ".join(map(self._index_text, index))
        if len(index) == ndim:
            return Value(array.type.dtype, f"{array.text}.at({texts})")
        part = array.type.part(len(index))
        return Array(part, f"{array.text}.part({texts})", array.origin)

    def _index_text(self, index):
        if isinstance(index, Array):
            raise TypeError("Advanced indexing is not supported.")
        value = self.rules.strong(index) if isinstance(index, Value) else None
        if value is None or value.type.kind not in "iu":
            raise TypeError("Array indices must be integers.")
        return value.to(value.type)

    def of_BoolOp(self, node):
        value = super().of_BoolOp(node)
        if isinstance(value, Value) and not value.is_constant:
            return Value(BOOL, value.to(BOOL))
        return value

    def truth(self, value, node):
        if isinstance(value, Array):
            raise self.error(node, "an array has no truth value in a kernel")
        return super().truth(value, node)

    def _compare(self, op, left, right, node):
        with_arrays = isinstance(left, Array) or isinstance(right, Array)
        if with_arrays and not isinstance(op, (ast.Is, ast.IsNot)):
            raise self.error(node, "arrays do not compare in a kernel: take an item")
        return super()._compare(op, left, right, node)

    def call(self, function, args, keywords, node):
        if isinstance(function, Method):
            if args or keywords:
                raise TypeError(f"{function.name}() takes no arguments")
            return function.handler(self, function.owner)
        target = getattr(function, "_thread_function", None)
        if target is not None:
            return self.program.call(self, target(), args, keywords, node)
        try:
            builtin, handler = BUILTINS.get(function), HANDLERS.get(function)
        except TypeError:  # what has no hash is no function either
            builtin = handler = None
        if builtin is not None:
            if keywords:
                raise TypeError("keyword arguments are not supported")
            return builtin(self, args)
        if handler is None:
            return super().call(function, args, keywords, node)
        arguments = bind(function, args, keywords)
        return handler(
            self,
            *(
                self.captured(value.value, node)
                if isinstance(value, Default)
                else value
                for value in arguments.values()
            ),
        )

    # ---- variables ----

    def read(self, name, node):
        # As in CUDA, not every way here has to set a variable: else it is 0.
        if self.assigned is not None and (
            name in self.types
            or name in self.known
            or name in self.constants
            or name in self.tuples
        ):
            self.assigned.add(name)
        return super().read(name, node)

    def variable(self, name, type_):
        if isinstance(type_, (ArrayType, PointerType)):
            return Array(type_, c_name(name), name)
        return super().variable(name, type_)

    def assign_name(self, name, value, node):
        if isinstance(value, Value):
            value = self.rules.strong(value)
        if isinstance(value, Array) and value.origin is not None:
            self.sources.setdefault(name, set()).add(value.origin)
        super().assign_name(name, value, node)

    def check_unpacking(self, target, value):
        wanted = len(target.elts)
        if not isinstance(value, tuple):
            what = value.type if isinstance(value, Typed) else describe(value)
            raise ValueError(f"{what} cannot be unpack")
        if len(value) != wanted:
            amount = "too many" if len(value) > wanted else "not enough"
            raise ValueError(f"{amount} values to unpack (expected {wanted})")

    # ---- statements ----

    def block(self, statements):
        for node in statements:
            try:
                super().block([node])
            except _NOTED as error:
                # The innermost statement of each function is enough.
                if not self.place.is_noted(error):
                    self.place.note(error, node)
                raise

    def do_Expr(self, node):
        self.expression(node.value)

    def assign(self, target, value):
        if not isinstance(target, ast.Subscript):
            super().assign(target, value)
            return
        array, place = self._target(target)
        self._store(array, place, value, target)

    def _target(self, node):
        """The array and the item of it that a statement writes to."""
        array = self.expression(node.value)
        if not isinstance(array, Array):
            raise self.no_target(node)
        place = self.element(array, self.expression(node.slice))
        if isinstance(place, Array):
            raise IndexError(f"The size of index must be {array.type.ndim}")
        return array, place

    def _store(self, array, place, value, node):
        if not isinstance(value, Value):
            raise self.error(node, f"a number is needed here, not {describe(value)}")
        value = self.rules.strong(value)
        check_cast(value.type, place.type)
        self.stored.add(array.origin)
        self.emit(f"{place.text} = {value.to(place.type)};")

    def do_AugAssign(self, node):
        target = node.target
        if isinstance(target, ast.Subscript):
            array, place = self._target(target)
            self.temporaries += 1
            name = f"p{self.temporaries}"
            self.emit(f"{ctype(place.type)}* const {name} = &{place.text};")
            place = Value(place.type, f"*{name}")
            old = self.temporary(self.rules.settled(place))
        elif isinstance(target, ast.Name):
            old = self.read(target.id, target)
        else:
            raise self.no_target(target)
        value = self.expression(node.value)
        result = self.rules.strong(self.binary(type(node.op), old, value, node))
        held = place.type if isinstance(target, ast.Subscript) else old.type
        if not numpy.can_cast(result.type, held, "same_kind"):
            raise TypeError("dtype mismatch")
        if isinstance(target, ast.Subscript):
            self._store(array, place, result, target)
        else:
            self.assign(target, result)

    def no_target(self, node):
        return self.error(node, "only names and items of arrays can be assigned to")

    def do_Return(self, node):
        is_none = node.value is None or (
            isinstance(node.value, ast.Constant) and node.value.value is None
        )
        if is_none or self.is_kernel or self.returned == []:
            value = None if is_none else self.expression(node.value)
            if value is not None or self.returned:
                raise ValueError(
                    "Failed to infer the return type: a function returns values at "
                    "all its returns, and a kernel at none"
                )
            self.returned = []
            self.emit("return;")
            self.assigned = None
            return
        super().do_Return(node)

    def check_end(self):
        if self.assigned is not None and not self.returned:
            self.returned = []
            return
        super().check_end()

    # ---- loops ----

    def for_range(self, node, call):
        start, stop, step, unroll = self._range(call)
        type_ = self.rules.count_type(stop.type)
        number = ctype(type_)
        self.temporaries += 1
        k = f"k{self.temporaries}"
        first = start.to(type_)
        last, by = (self.temporary(as_type(v, type_)).to(type_) for v in (stop, step))
        upwards, downwards = f"{k} < {last}", f"{k} > {last}"
        if step.is_constant:
            test = upwards if step.constant > 0 else downwards
        elif type_.kind == "u":
            test = f"{by} != 0 && {upwards}"
        else:
            test = f"{by} > 0 ? {upwards} : {by} < 0 && {downwards}"
        if unroll and not self.program.on_cpu:
            self.emit(unroll)
        self.emit(f"for ({number} {k} = {first}; {test}; {k} += {by}) {{")
        bounds = (start, stop, step)
        runs = all(v.is_constant for v in bounds) and bool(
            range(*(int(v.constant) for v in bounds))
        )
        self.counted_body(node, Value(type_, k), runs)

    def _range(self, call):
        """Start, stop and step of a range, and what it tells GPUs' compilers."""
        function = self.expression(call.func)
        keywords = {k.arg: self.expression(k.value) for k in call.keywords}
        if function is range and keywords:
            raise TypeError("range() takes no keyword arguments")
        if keywords.keys() - {"unroll"}:
            raise TypeError("jit.range() takes no keyword argument but unroll")
        given = [self.rules.strong(self.number(a)) for a in call.args]
        if not given:
            raise TypeError("range expected at least 1 argument, got 0")
        if len(given) > 3:
            raise TypeError(f"range expected at most 3 argument, got {len(given)}")
        if any(v.type.kind not in "iu" for v in given):
            raise TypeError("range supports only for integer type.")
        zero, one = (self.rules.strong(Value.of(n)) for n in (0, 1))
        start, stop = (zero, given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) == 3 else one
        if step.is_constant and step.constant == 0:
            raise ValueError("range() arg 3 must not be zero")
        unroll = unrolling(keywords.get("unroll"), (start, stop, step))
        return start, stop, step, unroll

# SPDX-License-Identifier: Apache-2.0
"""A traced function as few kernels and the eager operations between them."""

import numpy

from .. import _core
from .._elementwise import GeneratedKernel
from .._translate.loops import Loops, Value
from .._translate.types import INT, ctype, storage
from .graph import LAZY, Argument, Call, Convert, Node, Number
from .proxies import Untraceable, promotable


class Unsuitable(Exception):
    """A number of this call is none that the kernels were made for."""


class Program:
    """What gives the results of a trace; run() does it for other data.

    outputs: the nodes that are new arrays; writes: the node that is stored in
    an argument, by the argument's position.
    """

    def __init__(self, name, outputs, writes, on_cpu):
        self.name = name
        self.on_cpu = on_cpu
        self.outputs = outputs
        self.writes = writes
        self.stored, plan = _schedule([*outputs, *writes.values()])
        self.steps = [
            _Kernel(self, step) if isinstance(step, list) else step for step in plan
        ]
        self._targets = self._targets_in_place()
        # What a run starts from.
        operands = dict.fromkeys(x for step in self.steps for x in step.operands)
        operands |= dict.fromkeys(_all_arguments([*outputs, *writes.values()]))
        self._arguments = [x for x in operands if isinstance(x, Argument)]
        numbers = [x for x in operands if isinstance(x, Number)]
        self._numbers = [x for x in numbers if x.evaluate is not None]
        self._constants = {x: x.value for x in numbers if x.evaluate is None}
        self._fits = [
            fit for step in self.steps if isinstance(step, _Kernel) for fit in step.fits
        ]
        self._orders = {}  # strides of stored nodes, known after the first run

    @property
    def source(self):
        return "\n".join(
            step.generated.source for step in self.steps if isinstance(step, _Kernel)
        )

    def _targets_in_place(self):
        """Positions of arguments that kernels write to, by node.

        Others, whose old values are still to be read, are copied to at the end.
        """
        targets = {}
        for position, node in self.writes.items():
            made = False
            for step in self.steps:
                if made and any(
                    isinstance(x, Argument) and x.position == position
                    for x in step.operands
                ):
                    break
                made = made or (isinstance(step, _Kernel) and node in step.nodes)
            else:
                targets[node] = position
        return targets

    def run(self, arguments, device):
        """The new arrays for the arguments, some of which may be written to.

        Unsuitable, before anything is changed, where the plain call is needed.
        """
        values = self._constants.copy()
        for node in self._arguments:
            values[node] = arguments[node.position]
        for number in self._numbers:
            values[number] = number.evaluate(arguments)
        if self._numbers:
            self._check_numbers(values)
        for step in self.steps:
            operands = [values[x] for x in step.operands]
            if isinstance(step, Call):
                values[step] = step.function(*operands)
            elif step.allocates:
                values.update(
                    zip(step.nodes, step.generated.allocate(operands), strict=True)
                )
            else:
                results = [self._result(node, values, device) for node in step.nodes]
                step.generated.run(operands, results, device)
                step.allocates = self._is_plain(step)
        for position, node in self.writes.items():
            if node not in self._targets:
                _core.copyto(arguments[position], values[node])
        return [values[node] for node in self.outputs]

    def _check_numbers(self, values):
        """Unsuitable for numbers of other types, or beyond a dtype, than traced."""
        for number in self._numbers:
            if type(values[number]) is not type(number.value):
                raise Unsuitable
        for number, dtype in self._fits:
            limits = numpy.iinfo(dtype)
            if not limits.min <= values[number] <= limits.max:
                raise Unsuitable

    def _result(self, node, values, device):
        """Where a kernel writes a node: an argument, or a new array."""
        position = self._targets.get(node)
        if position is None:
            strides = self._strides(node, values)
            values[node] = _core.empty_strided(node.shape, strides, node.dtype, device)
        else:
            values[node] = next(
                values[x] for x in self._arguments if x.position == position
            )
        return values[node]

    def _is_plain(self, step):
        """Whether new arrays as the kernel makes them are those that are wanted."""
        shapes = [x.shape for x in step.operands if isinstance(x, Node)]
        shape = step.nodes[0].shape
        return (
            not step.generated.checked
            and bool(shapes)
            and numpy.broadcast_shapes(*shapes) == shape
            and all(
                node not in self._targets
                and self._orders[node]
                == _core.result_strides(shape, node.dtype.itemsize, ())
                for node in step.nodes
            )
        )

    def _strides(self, node, values):
        """The strides that the plain call's array has."""
        if isinstance(node, (Argument, Call)):
            return values[node].strides
        found = self._orders.get(node)
        if found is not None:
            return found
        like = [node.order] if node.order is not None else node.operands
        layouts = [
            (x.shape, self._strides(x, values), x.dtype.itemsize)
            for x in like
            if isinstance(x, Node)
        ]
        if isinstance(node, Convert) and 0 in layouts[0][1]:
            found = _copy_strides(node.shape, node.dtype.itemsize, layouts[0][1])
        else:
            found = _core.result_strides(node.shape, node.dtype.itemsize, layouts)
        self._orders[node] = found
        return found


def _copy_strides(shape, itemsize, strides):
    """The strides of a copy of an array with repeated axes, which come last."""
    found = [0] * len(shape)
    for axis in reversed(sorted(range(len(shape)), key=lambda i: -abs(strides[i]))):
        found[axis] = itemsize
        itemsize *= max(shape[axis], 1)
    return tuple(found)


# ---- which values are stored, and in which kernel ----


def _schedule(wanted):
    """Lists of nodes that one kernel computes, and Calls, in order."""
    # Dictionaries, since sets have no order and text must not change by chance.
    stored = dict.fromkeys(node for node in wanted if isinstance(node, LAZY))
    calls = {}
    seen = set()

    def visit(node):
        if not isinstance(node, Node) or node in seen:
            return
        seen.add(node)
        for operand in node.operands:
            visit(operand)
        if isinstance(node, Call):
            calls[node] = None
            stored.update((x, None) for x in node.operands if isinstance(x, LAZY))
        elif isinstance(node, LAZY):
            # What costs much is computed once: not again after a call, and not
            # for every item that it broadcasts to.
            for x in node.operands:
                if isinstance(x, LAZY) and x.heavy:
                    if x.level < node.level or x.size < node.size:
                        stored[x] = None

    for node in wanted:
        visit(node)
    steps = []
    for level in sorted({node.level for node in (*stored, *calls)}):
        # Calls of a level use what is stored on the levels before.
        steps += [call for call in calls if call.level == level]
        steps += _groups([node for node in stored if node.level == level])
    return stored, steps


def _all_arguments(wanted):
    """Every Argument that the nodes are made of, or in whose order they are."""
    found, pending, seen = [], list(wanted), set()
    while pending:
        node = pending.pop()
        if not isinstance(node, Node) or node in seen:
            continue
        seen.add(node)
        if isinstance(node, Argument):
            found.append(node)
        pending += [*node.operands, getattr(node, "order", None)]
    return found


def _groups(nodes):
    """Nodes of one shape make a kernel; those that others need come first."""
    groups = {}
    for node in nodes:
        groups.setdefault(node.shape, []).append(node)
    return sorted(groups.values(), key=lambda g: (g[0].size, len(g[0].shape)))


# ---- kernels ----

_MOST_PARAMETERS = 31  # of an ElementwiseKernel, with one for errors


class _Kernel:
    """The nodes of one shape that are computed together."""

    def __init__(self, program, nodes):
        self.nodes = nodes
        self.operands = []  # the arrays and numbers that it takes
        self._stored = program.stored
        self._texts = {}
        self._lines = []
        self.allocates = False  # whether it makes its outputs; see Program
        self.fits = []  # (number, the integer dtype that has to hold it)
        self._loops = Loops(program.on_cpu)
        values = [self._value(node) for node in nodes]
        if len(self.operands) + len(nodes) > _MOST_PARAMETERS:
            raise Untraceable(f"more than {_MOST_PARAMETERS} arrays in a kernel")
        self.generated = self._generate(program, values)

    def _generate(self, program, values):
        dtypes = [storage(_kind(x)) for x in self.operands]
        parameters = [f"{ctype(d)} a{k}" for k, d in enumerate(dtypes)]
        if self._loops.checked:
            parameters.append("unsigned& error")
        fields = [f"{ctype(n.dtype)} v{k};" for k, n in enumerate(self.nodes)]
        results = [v.to(n.dtype) for v, n in zip(values, self.nodes, strict=True)]
        body = "\n".join(
            [
                f"struct fused_values {{ {' '.join(fields)} }};",
                f"TENORITE_HD fused_values fused({', '.join(parameters)}) {{",
                *(f"  {line}" for line in self._lines),
                f"  return {{{', '.join(results)}}};",
                "}",
            ]
        )
        return GeneratedKernel(
            program.name,
            self._loops.wrap(body),
            "fused",
            dtypes,
            [n.dtype for n in self.nodes],
            [f".v{k}" for k in range(len(self.nodes))],
            checked=self._loops.checked,
            heavy=self._loops.heavy,
            on_cpu=program.on_cpu,
        )

    def _value(self, operand):
        """The text of a node or number."""
        found = self._texts.get(operand)
        if found is None:
            found = self._texts[operand] = self._make(operand)
        return found

    def _make(self, operand):
        if isinstance(operand, Number) and operand.evaluate is None:
            return Value.of(operand.value)
        elsewhere = operand in self._stored and operand not in self.nodes
        if elsewhere or not isinstance(operand, LAZY):
            self.operands.append(operand)
            return Value(_kind(operand), f"a{len(self.operands) - 1}")
        values = [self._value(x) for x in operand.operands]
        if isinstance(operand, Convert):
            return self._named(Value(operand.dtype, values[0].to(operand.dtype)))
        loop = self._loops.describe(operand.ufunc, values)
        for k, dtype in enumerate(loop.inputs):
            value = values[k]
            if value.type is int and not value.is_constant:
                other = values[1 - k] if len(values) == 2 else value
                if self._loops.compares_by_value(operand.ufunc, value, other):
                    dtype = INT
                if dtype.kind in "iu":
                    self.fits.append((operand.operands[k], dtype))
        return self._named(self._loops.apply(operand.ufunc, values)[operand.output])

    def _named(self, value):
        if value.is_constant:
            return value
        name = f"t{len(self._lines)}"
        self._lines.append(f"const {ctype(storage(value.type))} {name} = {value.text};")
        return Value(value.type, name)


def _kind(operand):
    return operand.dtype if isinstance(operand, Node) else promotable(operand)

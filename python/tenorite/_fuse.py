# SPDX-License-Identifier: Apache-2.0
"""fuse: a Python function of arrays as few kernels."""

import functools
import inspect
import types

import numpy

from ._core import may_share_memory, ndarray
from ._tracing import proxies
from ._tracing.graph import Argument
from ._tracing.program import Program, Unsuitable
from ._tracing.proxies import Observed, Traced, TracedNumber, Untraceable
from ._translate.scope import Captured

_NUMBERS = (bool, int, float, complex)
_FIXED = (*_NUMBERS, str, bytes, type(None), type(Ellipsis), numpy.generic)
_MOST_PROGRAMS = 128


def fuse(*args, **kwargs):
    """Decorator: a function of arrays whose operations run as few kernels.

    @fuse, @fuse() or @fuse(kernel_name="name"). The function is called once with
    stand-ins for each new set of dtypes, shapes and memory orders; later calls
    run the kernels. Results, dtypes, memory order and in-place changes are those
    of the plain call, bit by bit. Where that cannot be (conditions on values,
    matrix products, indexing, ...), and where no argument is an array, the plain
    function is called. See cupy.fuse and docs/kernels.md.
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return Fused(args[0], None)
    unknown = set(kwargs) - {"kernel_name"}
    if args or unknown:
        raise TypeError("fuse() takes a function, or kernel_name= alone")
    return lambda function: Fused(function, kwargs.get("kernel_name"))


class Fused:
    """A function that fuse() was applied to."""

    def __init__(self, function, kernel_name):
        functools.update_wrapper(self, function)
        self.function = function
        self.kernel_name = kernel_name or getattr(function, "__name__", "fused")
        self.clear_cache()

    def clear_cache(self):
        """Forget all kernels and what they were made from."""
        self._records = {}
        self._observed = frozenset()
        self._captured, self._refusal = None, None
        self._last = None

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args, **kwargs):
        for x in args:
            if type(x) is Traced or type(x) is TracedNumber:
                return self.function(*args, **kwargs)  # a part of another trace
        if kwargs:
            try:
                bound = inspect.signature(self.function).bind(*args, **kwargs)
            except (TypeError, ValueError):
                return self.function(*args, **kwargs)
            if bound.kwargs:
                return self.function(*args, **kwargs)
            args = bound.args
        key = self._key(args)
        if key is None:
            return self.function(*args)
        record = self._records.get(key)
        if record is None:
            record = self._trace(args)
        self._last = record
        if record.program is None or not record.suits(args):
            return self.function(*args)
        try:
            return record.run(args)
        except (Unsuitable, ArithmeticError):
            # A number that these kernels do not take; nothing was changed yet.
            return self.function(*args)

    def _key(self, args):
        """What kernels depend on; None where the plain function is called."""
        if self._captured is None or not self._captured.unchanged():
            self.clear_cache()
            self._captured, self._refusal = _scan(self.function)
        if self._refusal:
            self._last = _Record(None, f"it uses {self._refusal}")
            return None
        key, devices, seen = [], set(), {}
        for position, x in enumerate(args):
            kind = type(x)
            if kind is ndarray:
                if id(x) in seen:
                    key.append(seen[id(x)])
                    continue
                seen[id(x)] = position
                if x.size == 0 or not x.flags.aligned:
                    return None
                devices.add(x.device.name)
                key.append((x.dtype.char, x.shape, x.strides))
            elif kind in _NUMBERS or isinstance(x, numpy.generic):
                value = repr(x) if position in self._observed else None
                key.append((kind, value))
            elif isinstance(x, _FIXED):
                key.append((kind, x))
            else:
                return None
        if len(devices) != 1:
            return None
        return (*key, devices.pop())

    def _trace(self, args):
        while True:
            try:
                record = self._record(args)
            except Observed as observed:
                self._observed |= observed.positions
                continue
            except Untraceable as reason:
                record = _Record(None, f"it has {reason}")
            except Exception as error:
                # The plain call raises it, if it is the function's own.
                record = _Record(None, f"tracing it raised {error!r}")
            break
        if len(self._records) >= _MOST_PROGRAMS:
            self._records.pop(next(iter(self._records)))
        if (key := self._key(args)) is not None:
            self._records[key] = record
        return record

    def _record(self, args):
        on_cpu = next(x.device.type for x in args if type(x) is ndarray) == "cpu"
        proxies.start(on_cpu)
        stand_ins, arrays = [], {}
        for position, x in enumerate(args):
            if type(x) is ndarray:
                if id(x) not in arrays:
                    arrays[id(x)] = Traced(Argument(position, x), is_argument=True)
                stand_ins.append(arrays[id(x)])
            elif (
                type(x) in _NUMBERS or isinstance(x, numpy.generic)
            ) and position not in self._observed:
                stand_ins.append(_number(x, position))
            else:
                stand_ins.append(x)
        # A function may change its arguments' values, so positions are kept here.
        positions = {id(a): a._node.position for a in arrays.values()}
        result = self.function(*stand_ins)
        outputs = []
        spell = _spell(result, outputs, positions)
        writes = {positions[id(a)]: a._node for a in arrays.values() if a._written}
        program = Program(self.kernel_name, [a._node for a in outputs], writes, on_cpu)
        return _Record(program, None, spell)

    @property
    def source(self):
        """Text of the kernels of the last call, or why there are none."""
        if self._last is None:
            return None
        if self._last.program is None:
            return f"// {self.kernel_name} is called as it is: {self._last.reason}\n"
        return self._last.program.source

    def __repr__(self):
        return f"<tenorite.fuse {self.function!r}>"


class _Record:
    """What a trace came to: a program, or the reason why there is none."""

    def __init__(self, program, reason, spell=None):
        self.program = program
        self.reason = reason
        self.spell = spell

    def suits(self, args):
        """Whether what is written to is writable and apart from all else."""
        for position in self.program.writes:
            target = args[position]
            if not target.flags.writeable or 0 in target.strides:
                return False
            for x in args:
                if type(x) is ndarray and x is not target:
                    if may_share_memory(x, target):
                        return False
        return True

    def run(self, args):
        for x in args:
            if type(x) is ndarray:
                return self.spell(args, self.program.run(args, x.device))


def _number(x, position):
    return TracedNumber(x, lambda arguments: arguments[position], frozenset([position]))


def _spell(result, outputs, positions):
    """A function of (arguments, new arrays) that makes the function's result."""
    if type(result) in (tuple, list):
        make = type(result)
        parts = [_spell(item, outputs, positions) for item in result]
        return lambda arguments, new: make(p(arguments, new) for p in parts)
    if type(result) is Traced:
        if result._is_argument:
            position = positions[id(result)]
            return lambda arguments, new: arguments[position]
        for k, known in enumerate(outputs):
            if known is result:
                return lambda arguments, new: new[k]
        outputs.append(result)
        last = len(outputs) - 1
        return lambda arguments, new: new[last]
    if type(result) is TracedNumber:
        result._observe()
    if isinstance(result, _FIXED):
        return lambda arguments, new: result
    raise Untraceable(f"a result of type {type(result).__name__}")


def _scan(function):
    """What the function takes from outside, and what of it forbids tracing."""
    captured = Captured()
    pending, seen = [function], set()
    while pending:
        f = pending.pop()
        if isinstance(f, Fused):
            f = f.function
        if isinstance(f, types.MethodType):
            return captured, "a method's object"
        if not isinstance(f, types.FunctionType) or f in seen:
            continue
        seen.add(f)
        for attribute in ("__code__", "__defaults__", "__kwdefaults__"):
            captured.remember(f, attribute, getattr(f, attribute))
        names = _names(f.__code__)
        values = [*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values()]
        cells = zip(f.__code__.co_freevars, f.__closure__ or (), strict=True)
        for name, cell in cells:
            value = captured.read(cell, name)
            values.append(value)
        for name in names:
            value = captured.read(f.__globals__, name)
            if isinstance(value, types.ModuleType):
                # Whatever attribute of it may be meant.
                inside = vars(value)
                values += [captured.read(value, n) for n in names if n in inside]
            values.append(value)
        for value in values:
            if isinstance(value, (types.FunctionType, Fused)):
                home = getattr(value, "__module__", None) or ""
                if home.partition(".")[0] not in ("numpy", __package__):
                    pending.append(value)
            elif not _is_fixed(value):
                return captured, f"a {type(value).__name__} from outside"
    return captured, None


def _names(code):
    """Names that a function's code, and code inside it, refers to."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return sorted(names)


_HARMLESS = (
    *_FIXED,
    types.ModuleType,
    types.BuiltinFunctionType,
    type,
    numpy.dtype,
    numpy.ufunc,
)


def _is_fixed(value):
    """Whether a value cannot change without another taking its place."""
    from ._core import Function, ufunc

    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_fixed, value))
    return (
        isinstance(value, (*_HARMLESS, Function, ufunc))
        or value is Captured.ABSENT
        or type(value).__module__.partition(".")[0] == "numpy"
        and callable(value)
    )

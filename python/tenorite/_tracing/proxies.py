# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for arrays and numbers while a function is traced."""

import operator
import threading

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from .. import _core
from .._convert import check_dtype
from .._core import ndarray, special_ufuncs, ufuncs
from .._translate.loops import describe
from .._translate.operators import power_short_cut
from .graph import Apply, Call, Convert, Node, Number


class Untraceable(BaseException):
    """The function cannot be recorded; it is called as it is instead.

    No subclass of Exception, so that the function does not catch it.
    """


class Observed(BaseException):
    """The function looks at the value of a number: it is part of the key then."""

    def __init__(self, positions):
        super().__init__()
        self.positions = positions


_state = threading.local()


def on_cpu():
    """Whether the trace of this thread is for arrays on the CPU device."""
    return _state.on_cpu


def start(device_is_cpu):
    _state.on_cpu = device_is_cpu


def _unsupported(what):
    def refuse(self, *args, **kwargs):
        raise Untraceable(what)

    return refuse


# ---- numbers ----


def _number_of(x):
    return x._number if type(x) is TracedNumber else Number(x)


class TracedNumber:
    """A Python or NumPy number among the arguments, or made of such numbers."""

    __array_priority__ = 1000.0
    __hash__ = None
    __tenorite_traced__ = True
    # isinstance() looks at the number.
    __class__ = property(lambda self: self._observe())

    def __init__(self, value, evaluate, positions):
        self._number = Number(value, evaluate)
        self._positions = positions

    def _observe(self, *args):
        raise Observed(self._positions)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if isinstance(ufunc, numpy.ufunc) and not any(
            type(x) is Traced for x in inputs
        ):
            if method != "__call__" or kwargs:
                raise Untraceable(f"numpy.{ufunc.__name__} with keywords")
            return _on_host(ufunc, inputs)
        return apply_ufunc(ufunc, method, inputs, kwargs)

    def __getattr__(self, name):
        raise Observed(self._positions)

    for _name in (
        "__bool__ __int__ __float__ __complex__ __index__ __round__ __trunc__ "
        "__floor__ __ceil__ __str__ __repr__ __format__ __divmod__ __rdivmod__ "
        "__array__"
    ).split():
        locals()[_name] = _observe


def _on_host(function, operands):
    """function(*operands) of numbers, which is done again at each call."""
    numbers = [_number_of(x) for x in operands]
    positions = frozenset().union(
        *(x._positions for x in operands if type(x) is TracedNumber)
    )

    def evaluate(arguments):
        return function(
            *(n.value if n.evaluate is None else n.evaluate(arguments) for n in numbers)
        )

    value = function(*(n.value for n in numbers))
    if not _is_number(value):
        raise Observed(positions)
    return TracedNumber(value, evaluate, positions)


def _host_operator(function, reverse):
    def method(self, other):
        if type(other) in (Traced, ndarray):
            return NotImplemented
        if type(other) is not TracedNumber and not _is_number(other):
            raise Observed(self._positions)
        return _on_host(function, (other, self) if reverse else (self, other))

    return method


# ---- arrays ----


def _shape_of(operands):
    shapes = [x.shape for x in operands if isinstance(x, Node)]
    first = shapes[0] if shapes else ()
    if all(s == first for s in shapes):
        return first
    try:
        return numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise Untraceable("shapes that do not fit") from None


def _is_number(x):
    return type(x) in (bool, int, float, complex) or isinstance(x, numpy.generic)


def _operand(x):
    if type(x) is Traced:
        return x._node
    if type(x) is TracedNumber:
        return x._number
    if _is_number(x):
        return Number(x)
    if isinstance(x, numpy.ndarray) and x.ndim == 0:
        return Number(x[()])
    raise Untraceable(f"a {type(x).__name__} that is no argument of the function")


def promotable(operand):
    """What a loop is chosen by: a dtype, or Python's type of a weak number."""
    if isinstance(operand, Node):
        return operand.dtype
    value = operand.value
    if type(value) in (int, float, complex):
        return type(value)
    return numpy.dtype(bool) if type(value) is bool else check_dtype(value.dtype)


def record(ufunc, operands, target=None):
    """The outputs of a ufunc as proxies; written into a proxy if there is a target."""
    nodes = [_operand(x) for x in operands]
    if not any(isinstance(x, Node) for x in nodes):
        raise Untraceable(f"{ufunc.__name__} of numbers alone")
    loop = describe(ufunc, tuple(map(promotable, nodes)), on_cpu())
    shape = _shape_of(nodes)
    if target is not None:
        return _write(ufunc, nodes, loop, shape, target)
    if on_cpu() and loop.vector_symbol:
        # The eager loop has functions of vectors, which no item by item has.
        return _call(ufunc, nodes, loop.outputs[0], shape, ufunc.__name__)
    results = tuple(
        Traced(Apply(ufunc, tuple(nodes), k, d, shape, loop.heavy))
        for k, d in enumerate(loop.outputs)
    )
    return results if len(results) > 1 else results[0]


def _call(function, nodes, dtype, shape, name):
    return Traced(Call(function, tuple(nodes), dtype, shape, name))


def _write(ufunc, nodes, loop, shape, target):
    own = target._node
    if len(loop.outputs) != 1 or numpy.broadcast_shapes(shape, own.shape) != own.shape:
        raise Untraceable(f"out= of {ufunc.__name__} with these shapes")
    if not _core.can_cast(loop.outputs[0], own.dtype, "same_kind"):
        raise Untraceable(f"out= of {ufunc.__name__} with these dtypes")
    if on_cpu() and loop.vector_symbol:
        value = _call(ufunc, nodes, loop.outputs[0], shape, ufunc.__name__)._node
        target._set(Convert(value, own.dtype, order=own), own.shape)
        return target
    result = Apply(ufunc, tuple(nodes), 0, loop.outputs[0], own.shape, loop.heavy, own)
    if result.dtype != own.dtype:
        result = Convert(result, own.dtype, order=own)
    target._set(result, own.shape)
    return target


def apply_ufunc(ufunc, method, inputs, kwargs):
    """A ufunc of Tenorite or NumPy called with proxies."""
    name = ufunc.__name__
    ours = ufuncs.get(name) or special_ufuncs.get(name) or getattr(_core, name, None)
    if method != "__call__" or ours is None:
        raise Untraceable(f"{name}.{method}")
    out = kwargs.pop("out", None)
    if out is None:
        out = inputs[ours.nin :]
    inputs = inputs[: ours.nin]
    if kwargs:
        raise Untraceable(f"{name} with {', '.join(kwargs)}=")
    if type(out) is tuple and not out:
        return record(ours, inputs)
    target = out[0] if isinstance(out, tuple) else out
    if type(target) is not Traced or (isinstance(out, tuple) and len(out) != 1):
        raise Untraceable(f"{name} with out= that is no argument")
    return record(ours, inputs, target)


class Traced:
    """An array of a traced call."""

    __array_priority__ = 1000.0
    __hash__ = None
    # Tenorite's functions let proxies pass where they convert arguments.
    __tenorite_traced__ = True
    __class__ = ndarray

    def __init__(self, node, is_argument=False):
        self._node = node
        self._is_argument = is_argument
        self._written = False

    def _set(self, node, shape):
        if node.shape != shape:
            raise Untraceable("a result that does not fit its target")
        self._node = node
        self._written = True

    # What the call's shapes decide.
    dtype = property(lambda self: self._node.dtype)
    shape = property(lambda self: self._node.shape)
    size = property(lambda self: self._node.size)
    ndim = property(lambda self: len(self._node.shape))
    itemsize = property(lambda self: self._node.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        dtype = check_dtype(dtype)
        if order != "K" or casting != "unsafe":
            raise Untraceable("astype with order= or casting=")
        if not copy and dtype == self.dtype:
            return self
        return Traced(Convert(self._node, dtype, order=self._node))

    def copy(self, order="C"):
        if order != "K":
            raise Untraceable("copy in another memory order")
        return self.astype(self.dtype)

    def conj(self):
        if self.dtype.kind != "c":
            return self
        return record(ufuncs["conjugate"], (self,))

    conjugate = conj

    def fill(self, value):
        if type(value) is not TracedNumber and not _is_number(value):
            raise Untraceable("fill with an array")
        self[...] = value

    def __setitem__(self, key, value):
        whole = key is Ellipsis or (isinstance(key, slice) and key == slice(None))
        if not whole:
            raise Untraceable("assignment to a part of an array")
        own = self._node
        source = _operand(value)
        if isinstance(source, Number):
            # The operation that gives a number wherever it is asked to.
            operands = Number(True), source, own
            loop = describe(_core.select, tuple(map(promotable, operands)), on_cpu())
            if loop.outputs[0] != own.dtype:
                raise Untraceable("assignment of a number of another kind")
            filled = Apply(_core.select, operands, 0, own.dtype, own.shape, False, own)
            self._set(filled, own.shape)
            return
        if source.shape != own.shape:
            raise Untraceable("assignment of an array of another shape")
        self._set(Convert(source, own.dtype, order=own), own.shape)

    def _reduce(self, name, axis, dtype, keepdims, correction, **others):
        """A reduction, done by the eager operation."""
        node, ndim = self._node, self.ndim
        if any(v is not None for v in others.values()):
            raise Untraceable(f"{name} with {', '.join(others)}=")
        if TracedNumber in (type(keepdims), type(axis)):
            raise Untraceable(f"{name} with an axis that is an argument")
        axes = range(ndim) if axis is None else normalize_axis_tuple(axis, ndim)
        if keepdims:
            shape = tuple(1 if k in axes else n for k, n in enumerate(node.shape))
        else:
            shape = tuple(n for k, n in enumerate(node.shape) if k not in axes)

        def function(array):
            return _core.reduce(
                name,
                array,
                axis=axis,
                dtype=dtype,
                keepdims=bool(keepdims),
                correction=correction,
            )

        # One item tells the dtype, or what is wrong.
        sample = function(_core.empty((1,) * ndim, node.dtype, "cpu"))
        return _call(function, [node], sample.dtype, shape, name)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return apply_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func, types, args, kwargs):
        import tenorite

        ours = getattr(tenorite, func.__name__, None)
        if func.__module__ != "numpy" or ours is None or ours is func:
            raise Untraceable(f"{func.__module__}.{func.__name__}")
        return ours(*args, **kwargs)

    def __pow__(self, exponent):
        if type(exponent) is TracedNumber:
            # Some exponents are operations of their own.
            exponent._observe()
        short = power_short_cut(self.dtype.kind, exponent)
        if short:
            return record(ufuncs[short], (self,))
        return record(ufuncs["power"], (self, exponent))

    def __ipow__(self, exponent):
        if type(exponent) is TracedNumber:
            exponent._observe()
        short = power_short_cut(self.dtype.kind, exponent)
        if short:
            return record(ufuncs[short], (self,), self)
        return record(ufuncs["power"], (self, exponent), self)

    def __getattr__(self, name):
        if hasattr(ndarray, name):
            raise Untraceable(f"ndarray.{name}")
        raise AttributeError(f"'tenorite.ndarray' object has no attribute '{name}'")

    for _name, _what in {
        "__bool__": "a decision that depends on an array's values",
        "__int__": "int() of an array",
        "__float__": "float() of an array",
        "__complex__": "complex() of an array",
        "__index__": "an array as an index",
        "__iter__": "iteration over an array",
        "__getitem__": "indexing",
        "__contains__": "in of an array",
        "__matmul__": "a matrix product",
        "__rmatmul__": "a matrix product",
        "__imatmul__": "a matrix product",
        "__array__": "conversion to a NumPy array",
        "__str__": "printing an array",
        "__repr__": "printing an array",
        "__format__": "printing an array",
        "__round__": "round() of an array",
    }.items():
        locals()[_name] = _unsupported(_what)


def _method(name):
    """A function of Tenorite as a method."""

    def method(self, *args, **kwargs):
        import tenorite

        return getattr(tenorite, name)(self, *args, **kwargs)

    return method


def _operator(name, reverse=False):
    ufunc = ufuncs[name]

    def method(self, other):
        return record(ufunc, (other, self) if reverse else (self, other))

    return method


def _inplace(name):
    ufunc = ufuncs[name]

    def method(self, other):
        return record(ufunc, (self, other), self)

    return method


def _unary(name):
    ufunc = ufuncs[name]
    return lambda self: record(ufunc, (self,))


_BINARY = {
    "add": ("add", operator.add),
    "sub": ("subtract", operator.sub),
    "mul": ("multiply", operator.mul),
    "truediv": ("divide", operator.truediv),
    "floordiv": ("floor_divide", operator.floordiv),
    "mod": ("remainder", operator.mod),
    "pow": ("power", operator.pow),
    "lshift": ("left_shift", operator.lshift),
    "rshift": ("right_shift", operator.rshift),
    "and": ("bitwise_and", operator.and_),
    "or": ("bitwise_or", operator.or_),
    "xor": ("bitwise_xor", operator.xor),
}
for _name, (_row, _function) in _BINARY.items():
    if _name != "pow":
        setattr(Traced, f"__{_name}__", _operator(_row))
        setattr(Traced, f"__i{_name}__", _inplace(_row))
    setattr(Traced, f"__r{_name}__", _operator(_row, reverse=True))
    setattr(TracedNumber, f"__{_name}__", _host_operator(_function, False))
    setattr(TracedNumber, f"__r{_name}__", _host_operator(_function, True))
Traced.__divmod__ = _operator("divmod")
Traced.__rdivmod__ = _operator("divmod", reverse=True)
for _name, _row in {
    "lt": "less",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
    "gt": "greater",
    "ge": "greater_equal",
}.items():
    setattr(Traced, f"__{_name}__", _operator(_row))
    setattr(
        TracedNumber, f"__{_name}__", _host_operator(getattr(operator, _name), False)
    )
for _name, _row in {
    "neg": "negative",
    "pos": "positive",
    "abs": "absolute",
    "invert": "invert",
}.items():
    setattr(Traced, f"__{_name}__", _unary(_row))
    _function = getattr(operator, _name)
    setattr(
        TracedNumber,
        f"__{_name}__",
        lambda self, function=_function: _on_host(function, (self,)),
    )
for (
    _name
) in "all any argmax argmin clip max mean min prod ptp round std sum var".split():
    setattr(Traced, _name, _method(_name))

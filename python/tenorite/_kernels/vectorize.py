# SPDX-License-Identifier: Apache-2.0
"""vectorize: a Python function of numbers as one elementwise kernel."""

import functools
import inspect

import numpy

from .._array.convert import (
    UnsupportedDtype,
    UnsupportedOperation,
    as_operands,
    check_dtype,
)
from .._array.fallback import REFUSALS, in_numpy, may_fall_back
from .._core import ndarray
from .._runtime.compile_errors import CompilerNotFound
from .._runtime.device import Device, get_default_device
from .generated import GeneratedKernel
from .recording import config
from .translate.errors import KernelSyntaxError
from .translate.expressions import constant
from .translate.loops import Value
from .translate.program import Default, Program, bind
from .translate.source import FunctionSource, is_python_function
from .translate.types import WEAK, is_weak, storage

_NoValue = numpy._NoValue
_MOST_KERNELS = 256
# What a call may run into that NumPy's vectorize has no need of.
_REFUSALS = (KernelSyntaxError, CompilerNotFound, *REFUSALS)


class _Compiled:
    """The kernel of one set of argument types on one kind of device."""

    def __init__(self, function, types, constants, otypes, on_cpu):
        program = Program(on_cpu)
        self.captured = program.captured
        names = inspect.signature(function).parameters
        numbers = iter(types)
        arguments = {
            name: constants[name] if name in constants else Value(next(numbers), name)
            for name in names
        }
        main = program.function(function, arguments)
        results = [storage(t) for t in main.results]
        if otypes is not None and len(otypes) != len(results):
            raise ValueError(
                f"otypes has {len(otypes)} dtypes for the {len(results)} results of "
                f"{function.__name__}()"
            )
        self.is_tuple = main.is_tuple
        operands = [name for name in names if name not in constants]
        self._limits = [(operands.index(name), d) for name, d in main.limits()]
        self.kernel = GeneratedKernel(
            function.__name__,
            program.text(main),
            main.name,
            [storage(t) for t in types],
            results if otypes is None else otypes,
            [f".v{k}" for k in range(len(results))] if main.is_tuple else [""],
            checked=main.checked,
            heavy=main.heavy,
            on_cpu=on_cpu,
        )

    def __call__(self, operands, device):
        for position, dtype in self._limits:
            dtype.type(operands[position])  # the OverflowError of what does not fit
        results = self.kernel(operands, device)
        return tuple(results) if self.is_tuple else results[0]


class vectorize:
    """Compiles a Python function of numbers to one kernel over arrays.

    Operands broadcast. What no kernel can hold, numpy.vectorize calls for every item,
    on the host: see tenorite.config.fallback. With "error" that is a
    KernelSyntaxError, or for other functions than those written in Python a TypeError.
    See numpy.vectorize.

    >>> def step(x, y):
    ...     return x if x > y else -y
    >>> np.vectorize(step)(np.array([1.0, 4.0]), 2.0)
    array([-2.,  4.])
    """

    __module__ = "tenorite"

    def __init__(
        self,
        pyfunc=_NoValue,
        otypes=None,
        doc=None,
        excluded=None,
        cache=False,
        signature=None,
    ):
        self._excluded = frozenset(() if excluded is None else excluded)
        for item in self._excluded:
            if not isinstance(item, (int, str)):
                raise TypeError(f"excluded has positions and names, not {item!r}")
        self._doc = doc
        self._refusal = None  # what no call can change, as an exception
        self._otypes = None
        self.otypes = None
        if otypes is not None:
            dtypes = _dtypes(otypes)
            self.otypes = "".join(d.char for d in dtypes)
            try:
                self._otypes = [check_dtype(d) for d in dtypes]
            except UnsupportedDtype as error:
                self._refuse(error)
        if signature is not None:
            self._refuse(
                UnsupportedOperation(
                    "vectorize does not support signature: only functions of numbers "
                    "become kernels"
                )
            )
        self.cache = cache
        self.signature = signature
        self.excluded = set(self._excluded)
        self._kernels = {}
        self._refused = set()  # keys of what no kernel can hold
        self._last = None
        self.pyfunc = None
        if pyfunc is not _NoValue:
            self._set_function(pyfunc)

    def _set_function(self, pyfunc):
        if isinstance(pyfunc, vectorize):
            pyfunc = pyfunc.pyfunc
        if not callable(pyfunc):
            raise TypeError(f"vectorize needs a function, not {pyfunc!r}")
        self.pyfunc = self._kernel_function = pyfunc
        functools.update_wrapper(self, pyfunc)
        if self._doc is not None:
            self.__doc__ = self._doc
        if not is_python_function(pyfunc):
            self._refuse(
                TypeError(
                    "vectorize needs a Python function, whose text it reads, not "
                    f"{pyfunc!r}"
                )
            )
            return
        parameters = inspect.signature(pyfunc).parameters
        self._names = tuple(parameters)
        self._is_variadic = any(
            p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters.values()
        )
        self._constant_names = frozenset(
            name
            for k, name in enumerate(self._names)
            if k in self._excluded or name in self._excluded
        )

    def _refuse(self, error):
        """Every call is NumPy's; `error` at once if the user wants no fallback."""
        if config.fallback == "error":
            raise error
        self._refusal = error

    def __call__(self, *args, **kwargs):
        """The function at every item; arrays in, one array (or a tuple) out."""
        if self.pyfunc is None:
            # The decorator was called with options only.
            if len(args) != 1 or kwargs:
                raise TypeError("vectorize() needs the function first")
            self._set_function(args[0])
            return self
        if self._refusal is None:
            try:
                return self._run_kernel(args, kwargs)
            except _REFUSALS:
                if not may_fall_back((*args, *kwargs.values())):
                    raise
        elif not may_fall_back((*args, *kwargs.values())):
            raise self._refusal.with_traceback(None)
        return self._run_in_numpy(args, kwargs)

    def _run_in_numpy(self, args, kwargs):
        return in_numpy(
            self._numpys,
            args,
            kwargs,
            f"numpy.vectorize({getattr(self.pyfunc, '__name__', self.pyfunc)})",
            targets=(),
        )

    @functools.cached_property
    def _numpys(self):
        """numpy.vectorize of the same function, which calls it for every item."""
        return numpy.vectorize(
            self.pyfunc,
            self.otypes,
            self._doc,
            self._excluded,
            self.cache,
            self.signature,
        )

    def _run_kernel(self, args, kwargs):
        if self._is_variadic:
            FunctionSource(self.pyfunc)  # its error names the parameter
        if kwargs or self._constant_names or len(args) != len(self._names):
            operands, constants = self._bind(args, kwargs)
        else:
            operands, constants = list(args), {}
        if not operands:
            return self._run_in_numpy(args, kwargs)
        types, device = _prepare(operands)
        return self._compiled(types, constants, device.name == "cpu")(operands, device)

    def _bind(self, args, kwargs):
        bound = bind(self.pyfunc, args, kwargs)
        operands, constants = [], {}
        for name, value in bound.items():
            if isinstance(value, Default):
                constants[name] = constant(value.value)
            elif name in self._constant_names:
                constants[name] = constant(value)
            else:
                operands.append(value)
        return operands, constants

    def _compiled(self, types, constants, on_cpu):
        key = types, on_cpu
        if constants:
            key += tuple((k, _constant_key(v)) for k, v in constants.items())
        found = self._kernels.get(key)
        if found is None or not found.captured.unchanged():
            found = self._translated(key, types, constants, on_cpu)
            if len(self._kernels) >= _MOST_KERNELS:
                self._kernels.clear()
            # What a key holds by identity has to stay alive.
            found.constants = constants
            self._kernels[key] = found
        self._last = found
        return found

    def _translated(self, key, types, constants, on_cpu):
        # Once in NumPy, always: its values are right, whatever has become of names that
        # the function reads.
        if key in self._refused and config.fallback != "error":
            raise UnsupportedOperation("no kernel can hold this function")
        try:
            return _Compiled(self.pyfunc, types, constants, self._otypes, on_cpu)
        except _REFUSALS:
            if len(self._refused) < _MOST_KERNELS:
                self._refused.add(key)
            raise

    @property
    def source(self):
        """Source of the kernel that the last call used; None before the first call."""
        return None if self._last is None else self._last.kernel.source

    def source_for(self, dtypes, device=None):
        """Source of the kernel for operands of the given dtypes or Python number types.

        >>> def twice(x):
        ...     return 2 * x
        >>> "twice" in np.vectorize(twice).source_for([np.float64], "cpu")
        True
        """
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)
        types = tuple(t if is_weak(t) else check_dtype(t) for t in dtypes)
        on_cpu = _device(device).type == "cpu"
        constants = {}
        for name in self._names[len(types) :]:
            default = inspect.signature(self.pyfunc).parameters[name].default
            if default is inspect.Parameter.empty:
                raise TypeError(f"a dtype is needed for {name!r}")
            constants[name] = constant(default)
        compiled = _Compiled(self.pyfunc, types, constants, self._otypes, on_cpu)
        return compiled.kernel.source

    def __repr__(self):
        return f"<tenorite.vectorize {self.pyfunc!r}>"


def _device(device):
    return get_default_device() if device is None else Device(device)


def _prepare(operands):
    """Types of the operands, which become arrays or numbers, and their device."""
    device, types, loose = None, [], []
    for k, x in enumerate(operands):
        kind = type(x)
        if isinstance(x, ndarray):
            if device is None:
                device = x.device
            if not x.flags.aligned:
                operands[k] = x.copy(order="K")
            types.append(x.dtype)
        elif kind in WEAK:
            types.append(kind)
        elif isinstance(x, numpy.generic):
            types.append(check_dtype(x.dtype))
        else:
            loose.append(k)
            types.append(None)
    if loose:
        # They go where the arrays are, as NumPy's arrays must not.
        like = [x for x in operands if isinstance(x, ndarray)][:1]
        arrays = as_operands(like + [operands[k] for k in loose])
        for k, array in zip(loose, arrays[len(like) :], strict=True):
            operands[k], types[k] = array, array.dtype
        device = arrays[0].device
    return tuple(types), get_default_device() if device is None else device


def _dtypes(otypes):
    if isinstance(otypes, type):
        otypes = [otypes]
    return [numpy.dtype(t) for t in otypes]


def _constant_key(value):
    if isinstance(value, Value):
        return value.type, repr(value.constant)
    return tuple(map(_constant_key, value)) if isinstance(value, tuple) else id(value)

# SPDX-License-Identifier: Apache-2.0
"""What SciPy has and this package has not: SciPy's own code, on the host.

Functions, classes and objects of SciPy's as if they were this package's: arguments of
ours become host arrays, of the same memory on the CPU device, and results come back to
the device. Calls are counted and allowed as those of NumPy are (docs/fallback.md), and
so `tenorite.config.fallback` decides about them.
"""

import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import operator
import sys
import types

import numpy

from .._array.convert import UnsupportedOperation, from_host, is_supported
from .._array.fallback import device_among, in_numpy, map_arrays, with_items
from .._array.memory import host_copy, host_view, is_host, is_in_host_memory
from .._core import as_scalar, ndarray
from .._core import device as _device
from .._runtime import fallbacks
from .._runtime.package import namespace

_ROOT = __package__  # tenorite.scipy
_MAKER = "what of SciPy's makes it"


def attributes_of(module):
    """The `__getattr__` of a module here: what it lacks is that of SciPy's module."""

    def __getattr__(name):
        return _attribute(module, name)

    return __getattr__


@functools.cache
def _attribute(module, name):
    words = f"module {module!r} has no attribute {name!r}"
    if name.startswith("__"):
        raise AttributeError(words, name=name)
    try:
        theirs = importlib.import_module(_name_in_scipy(module))
    except ModuleNotFoundError as error:
        if error.name != "scipy":
            raise
        words += " of its own, and SciPy is not installed: pip install tenorite[scipy]"
        raise AttributeError(words, name=name) from None
    try:
        value = getattr(theirs, name)
    except AttributeError:
        raise AttributeError(words, name=name) from None
    if isinstance(value, types.ModuleType):
        if not value.__name__.startswith(f"{_name_in_scipy(module)}."):
            raise AttributeError(words, name=name)
        return importlib.import_module(f"{module}.{name}")
    if name.startswith("_") and "._" not in module[len(_ROOT) :]:
        raise AttributeError(words, name=name)  # private names of private modules only
    own = _public_of_ours(value, module, name)
    return _ours(value, f"{module}.{name}") if own is None else own


def _public_of_ours(value, module, name):
    """What a package above a module has for a public object of SciPy's, or None.

    So `optimize._optimize.minimize` is this package's `optimize.minimize`.
    """
    while module := module.rpartition(".")[0]:
        theirs = sys.modules.get(_name_in_scipy(module))
        if module == _ROOT or name.startswith("_"):
            return None
        if "._" in module[len(_ROOT) :] or theirs is None:
            continue
        public = getattr(theirs, name, None)
        # With SCIPY_ARRAY_API it is a wrapper that looks for a library of arrays.
        wrapped = getattr(public, "__wrapped__", None)
        if callable(value) and (value is public or value is wrapped):
            return getattr(importlib.import_module(module), name, None)
    return None


def _name_in_scipy(name):
    return f"scipy{name[len(_ROOT) :]}"


def _ours(value, name, device=None):
    """What stands for an attribute or a result of SciPy's that is no array."""
    if isinstance(value, numpy.ufunc):
        return HostUfunc(value, name)
    if isinstance(value, type):
        is_error = issubclass(value, BaseException)
        is_plain = not _is_scipys(value) or is_error
        return value if is_plain else HostClass(value, name)
    if isinstance(value, (*_FUNCTIONS, functools.partial)) or _is_cython(value):
        return _function(value, name, device)
    if _is_sparse(value):
        return _sparse_of_ours(value, device)
    if not _is_scipys(type(value)):
        return value
    if isinstance(value, dict):
        return _own_result(value)
    return _restored(value, name, device)


def _own_result(value):
    """A dict of results, of the class of ours that bears the name of SciPy's."""
    module, _, name = _public_name(type(value)).rpartition(".")
    kind = vars(importlib.import_module(module)).get(name)
    return value if kind is None else kind(value)


_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)


def _public_name(kind):
    """The name of a class, here: modules of SciPy's with an underscore are left out."""
    public = kind.__module__.partition("._")[0]
    return f"{_ROOT}{public[len('scipy') :]}.{kind.__qualname__}"


def _is_scipys(kind):
    return kind.__module__.partition(".")[0] == "scipy"


def _is_cython(value):
    return type(value).__name__ in (
        "cython_function_or_method",
        "fused_cython_function",
    )


# ---- functions ----


def _function(theirs, name, device=None):
    """A function that calls SciPy's."""

    def call(*args, **kwargs):
        return _call(theirs, args, kwargs, name, device)

    functools.update_wrapper(call, theirs)
    call.__module__, _, call.__name__ = name.rpartition(".")
    call.__qualname__ = call.__name__
    call._theirs = theirs
    return call


def _call(theirs, args, kwargs, name, device=None):
    """Calls SciPy's function with host arrays; `device` where no array says it."""
    name = _name_in_scipy(name)
    given = [_given(x, device) for x in args]
    named = {key: _given(x, device) for key, x in kwargs.items()}
    found = device_among((*given, *named.values()))
    if found is not None:
        device = str(found)
        if fallbacks.policy(device) == "error":
            raise UnsupportedOperation(
                f"{name} runs on the host, which tenorite.config.fallback does not allow"
            )

    def run(*args, **kwargs):
        args = [_rebuilt(x) for x in args]
        return theirs(*args, **{key: _rebuilt(x) for key, x in kwargs.items()})

    def other(x):
        return _ours(x, _public_name(type(x)), device)

    targets = [kwargs.get(key) for key in ("out", "output")]
    return in_numpy(run, given, named, name, targets, device, other)


def _given(x, device):
    """An argument with what SciPy knows in the place of what is ours, but for arrays."""
    if isinstance(x, (HostObject, HostClass)):
        return x._theirs
    if type(x) in (list, tuple, dict):
        return with_items(x, lambda item: _given(item, device))
    if isinstance(x, ndarray):
        return x
    if type(x).__module__.startswith(f"{_ROOT}.sparse"):
        return _sparse_parts(x)
    if type(x).__module__.startswith(_ROOT) and hasattr(x, "construct_fast"):
        maker = f"interpolate.{type(x).__name__}.construct_fast"
        return {_MAKER: maker, **vars(x)}
    return _callback(x, device) if callable(x) else x


def _callback(function, device):
    """A function of the caller's that SciPy calls, which takes and gives our arrays."""
    if hasattr(function, "_theirs"):
        return function._theirs
    own = type(function).__module__.partition(".")[0] == _ROOT.partition(".")[0]
    if not own and not isinstance(function, (*_FUNCTIONS[::2], functools.partial)):
        return function
    if getattr(function, "__module__", None) and _is_of_the_host(function.__module__):
        return function

    # f2py counts what a function takes by its code, and asks no partial.
    return functools.update_wrapper(
        functools.partial(_Callback(function, device)), function
    )


class _Callback:
    """What SciPy calls, also in processes of its own, in the place of a function."""

    def __init__(self, function, device):
        self._function, self._device = function, device

    def __call__(self, *args, **kwargs):
        given = (map_arrays(x, self._placed, self._ours) for x in (args, kwargs))
        args, kwargs = given
        return _on_host(self._function(*args, **kwargs))

    def _placed(self, h):
        if not isinstance(h, numpy.ndarray) or not is_supported(h.dtype):
            return h
        return from_host(h, self._device or _device.default())

    def _ours(self, x):
        if isinstance(
            getattr(x, "func", None), _Callback
        ):  # an argument of the caller's
            return x.func._function
        kind = type(x)
        return _ours(x, _public_name(kind), self._device) if _is_scipys(kind) else x


def _is_of_the_host(module):
    return module.partition(".")[0] in ("numpy", "scipy")


def _on_host(x):
    """What SciPy is to see of a result: arrays of NumPy's, sparse ones of SciPy's."""
    if type(x).__module__.startswith(f"{_ROOT}.sparse"):
        return x.get() if hasattr(x, "format") else _sparse_parts(x)
    if isinstance(x, HostObject):
        return x._theirs
    if isinstance(x, ndarray):
        return host_view(x) if is_in_host_memory(x) else host_copy(x)
    return with_items(x, _on_host) if type(x) in (list, tuple, dict) else x


class HostUfunc:
    """A ufunc of SciPy's, whose results are arrays of ours, also those of numbers.

    Arrays of ours see to themselves, as in calls of any other library's ufuncs.
    """

    def __init__(self, theirs, name):
        self._theirs, self._full = theirs, name
        self.__module__, _, self.__name__ = name.rpartition(".")
        self.__doc__ = theirs.__doc__

    def __call__(self, *args, **kwargs):
        return self._run(self._theirs, args, kwargs)

    @staticmethod
    def _run(function, args, kwargs):
        found = function(*args, **kwargs)
        if kwargs.get("out") is not None:
            return found
        return tuple(map(_placed, found)) if type(found) is tuple else _placed(found)

    def __getattr__(self, name):
        value = getattr(self._theirs, name)
        if not callable(value):
            return value
        return lambda *args, **kwargs: self._run(value, args, kwargs)

    def __reduce__(self):
        return HostUfunc, (self._theirs, self._full)

    def __repr__(self):
        return repr(self._theirs)


def _placed(x):
    """A result of NumPy's on the default device; others as they are."""
    if not isinstance(x, (numpy.ndarray, numpy.generic)) or not is_supported(x.dtype):
        return x
    return as_scalar(from_host(numpy.asarray(x), _device.default()))


# ---- sparse arrays and linear operators ----

_PARTS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "coords"),
    "dia": ("data", "offsets"),
}


def _sparse_parts(x):
    """A sparse array as a dict of its arrays; a linear operator as SciPy's."""
    if hasattr(x, "format"):
        arrays = tuple(getattr(x, name) for name in _PARTS[x.format])
        maker = f"sparse.{type(x).__name__}"
        return {_MAKER: maker, "arg1": arrays, "shape": x.shape}
    if isinstance(x, type) or not hasattr(x, "matvec"):
        return x
    from scipy.sparse.linalg import LinearOperator

    names = ("matvec", "rmatvec", "matmat", "rmatmat")
    products = {name: _callback(getattr(x, name), None) for name in names}
    return LinearOperator(x.shape, dtype=x.dtype, **products)


def _rebuilt(x):
    """An argument, with SciPy's objects for the dicts of their parts."""
    if type(x) not in (list, tuple, dict):
        return x
    x = with_items(x, _rebuilt)
    if type(x) is not dict or _MAKER not in x:
        return x
    import scipy

    parts = {key: item for key, item in x.items() if key != _MAKER}
    return operator.attrgetter(x[_MAKER])(scipy)(**parts)


def _is_sparse(x):
    return hasattr(x, "format") and type(x).__module__.startswith("scipy.sparse")


def _sparse_of_ours(x, device):
    sparse = importlib.import_module(f"{_ROOT}.sparse")
    kind = sparse.__dict__.get(type(x).__name__)
    if kind is None:  # a format of the host's alone
        return _restored(x, f"{_ROOT}.sparse.{type(x).__name__}", device)
    with namespace().Device(device or _device.default()):
        return kind(x)


# ---- classes and their objects ----


class HostClass:
    """A class of SciPy's, whose objects take and give arrays of ours."""

    def __init__(self, theirs, name):
        self._theirs, self._name = theirs, name
        self.__doc__, self.__name__ = theirs.__doc__, theirs.__name__
        self.__module__ = name.rpartition(".")[0]

    def __call__(self, *args, **kwargs):
        return _call(self._theirs, args, kwargs, self._name)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _ours(getattr(self._theirs, name), f"{self._name}.{name}")

    def __instancecheck__(self, x):
        return isinstance(getattr(x, "_theirs", x), self._theirs)

    def __subclasscheck__(self, kind):
        return issubclass(getattr(kind, "_theirs", kind), self._theirs)

    def __mro_entries__(self, bases):
        return (self._theirs,)  # classes of the caller's are SciPy's

    def __reduce__(self):
        return HostClass, (self._theirs, self._name)

    def __repr__(self):
        return f"<class '{self._name}'>"


class HostObject:
    """An object of SciPy's: its methods and attributes take and give arrays of ours."""

    def __init__(self, theirs, name, device=None):
        vars(self).update(_theirs=theirs, _name=name, _device=device)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._theirs, name)
        is_object = _is_scipys(type(value)) and not _is_cython(value)
        public = _public_name(type(value)) if is_object else f"{self._name}.{name}"
        if isinstance(value, (numpy.ndarray, numpy.generic, tuple, list, dict)):
            return _call(lambda: value, (), {}, public, self._device)
        return _ours(value, public, self._device)

    def __setattr__(self, name, value):
        setattr(self._theirs, name, _on_host(_given(value, self._device)))

    def __dir__(self):
        return dir(self._theirs)

    def __reduce__(self):
        return _restored, (self._theirs, self._name, self._device)

    def __repr__(self):
        return repr(self._theirs)


def _restored(theirs, name, device):
    return _object_class(type(theirs))(theirs, name, device)


_OPERATIONS = """call len iter getitem setitem delitem contains eq ne lt le gt ge hash
    bool add radd sub rsub mul rmul matmul rmatmul truediv rtruediv pow neg pos abs
    iadd isub imul itruediv round enter exit str""".split()


def _item(self, method, args, name):
    """Reads or writes one item of a sparse array: what _call() does, for a number.

    NotImplemented where there is more to do. Programs fill arrays item by item, and
    looking through the arguments for arrays takes many times as long as SciPy does.
    """
    place, *values = args
    if type(place) is not tuple or len(place) != 2 or not _is_sparse(self._theirs):
        return NotImplemented
    device = str(self._device or _device.default())
    if not is_host(device) or fallbacks.policy(device) != "allow":
        return NotImplemented
    value = values[0] if values else 0
    if isinstance(value, ndarray) and value.ndim == 0 and is_in_host_memory(value):
        value = host_view(value)[()]
    elif type(value) not in (int, float, complex):
        return NotImplemented
    if not all(type(i) is int for i in place):
        return NotImplemented
    found = method(place, value) if values else method(place)
    fallbacks.count(_name_in_scipy(name), device, getattr(found, "nbytes", 0))
    if not isinstance(found, numpy.generic):
        return found
    return as_scalar(from_host(numpy.asarray(found), device))


@functools.cache
def _object_class(theirs):
    """The class of objects that stand for those of a class, with its operations."""

    def operation(name):
        def run(self, *args, **kwargs):
            method, full = getattr(self._theirs, name), f"{self._name}.{name}"
            if name in ("__getitem__", "__setitem__"):
                found = _item(self, method, args, full)
                if found is not NotImplemented:
                    return found
            return _call(method, args, kwargs, full, self._device)

        run.__name__ = name
        return run

    names = (f"__{name}__" for name in _OPERATIONS)
    kinds = theirs.__mro__[:-1]  # all but object
    has = {
        name: operation(name)
        for name in names
        if any(name in vars(kind) for kind in kinds)
    }
    if "__hash__" in has and theirs.__hash__ is None:
        has["__hash__"] = None
    if hasattr(theirs, "__array_priority__"):  # arrays leave operations to them
        has["__array_priority__"] = theirs.__array_priority__
    return type(theirs.__name__, (HostObject,), has)


# ---- modules ----


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules of SciPy that this package has not, such as io and optimize._numdiff.

    It is asked last: modules of this package, private ones too, come first.
    """

    def find_spec(self, name, path=None, target=None):
        rest = name[len(_ROOT) :]
        if not name.startswith(f"{_ROOT}."):
            return None
        if importlib.util.find_spec("scipy") is None:
            raise ModuleNotFoundError(
                f"No module named {name!r} without SciPy: pip install tenorite[scipy]",
                name=name,
            )
        try:
            found = importlib.util.find_spec(f"scipy{rest}")
        except ModuleNotFoundError:
            return None
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        theirs = importlib.import_module(_name_in_scipy(module.__name__))
        module.__doc__ = theirs.__doc__
        public = [name for name in dir(theirs) if not name.startswith("_")]
        module.__all__ = list(getattr(theirs, "__all__", public))
        module.__getattr__ = attributes_of(module.__name__)
        module.__dir__ = lambda: sorted(module.__all__)


def find_modules():
    """Lets modules of SciPy be imported below this package where it has none."""
    if not any(isinstance(x, _Finder) for x in sys.meta_path):
        sys.meta_path.append(_Finder())


__all__ = ["HostClass", "HostObject", "attributes_of", "find_modules"]

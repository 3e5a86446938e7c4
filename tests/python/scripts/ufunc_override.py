# SPDX-License-Identifier: Apache-2.0
import numpy as np
from numbers import Number
from numpy.lib.mixins import NDArrayOperatorsMixin


class Logged(NDArrayOperatorsMixin):
    """Records which ufuncs were called on it."""
    calls = []
    _HANDLED_TYPES = (np.ndarray, Number)

    def __init__(self, value):
        self.value = np.asarray(value)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        out = kwargs.get('out', ())
        for x in inputs + out:
            if not isinstance(x, self._HANDLED_TYPES + (Logged,)):
                return NotImplemented
        inputs = tuple(x.value if isinstance(x, Logged) else x for x in inputs)
        if out:
            kwargs['out'] = tuple(x.value if isinstance(x, Logged) else x for x in out)
        Logged.calls.append((ufunc.__name__, method))
        result = getattr(ufunc, method)(*inputs, **kwargs)
        if type(result) is tuple:
            return tuple(type(self)(x) for x in result)
        if method == 'at':
            return None
        return type(self)(result)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self.value.tolist())


x = Logged([1, 2, 3])
print(x - 1)
print(1 - x)
print(x - np.array([3, 3, 3]), np.array([3, 3, 3]) - x)
print(np.sin(Logged(0.0)))
print(np.add.reduce(x), np.multiply.outer(x, np.array([1, 10])))
x += 1
print(x, divmod(x, 2), -x, abs(x), x > 2)
print(np.modf(Logged([1.5, 2.25])))
print(np.maximum(x, 3), np.add.accumulate(x))
try:
    print(x + [1, 2])
except TypeError as error:
    print("TypeError")
print(Logged.calls)

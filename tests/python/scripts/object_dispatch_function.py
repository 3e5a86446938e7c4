# SPDX-License-Identifier: Apache-2.0
import numpy as np
HANDLED = {}
class Diagonal:
    def __init__(self, n, value): self._n, self._v = n, value
    def __repr__(self): return f"Diagonal(n={self._n}, v={self._v})"
    def __array__(self, dtype=None, copy=None): return self._v * np.eye(self._n, dtype=dtype)
    def __array_function__(self, func, types, args, kwargs): return HANDLED[func](*args, **kwargs) if func in HANDLED else NotImplemented
    def __array_ufunc__(self, ufunc, method, *inputs, **kw):
        if method != "__call__": return NotImplemented
        return Diagonal(self._n, ufunc(*[x._v if isinstance(x, Diagonal) else x for x in inputs], **kw))
def implements(f):
    def wrap(g): HANDLED[f] = g; return g
    return wrap
@implements(np.sum)
def _(a, **kw): return a._v * a._n
@implements(np.mean)
def _(a): return a._v / a._n
d = Diagonal(3, 2)
print(np.sum(d), np.mean(d), np.multiply(d, 3), np.add(d, d), np.asarray(d), np.array(d, dtype=int).trace())
try: np.median(d)
except TypeError as e: print(str(e)[:15] and "TypeError")
class V:
    def __init__(self, x): self.x = np.asarray(x)
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i]
    def __iter__(self): return iter(self.x)
    def __mul__(self, k): return V(self.x * k)
    __rmul__ = __mul__
    def __add__(self, o): return V(self.x + getattr(o, "x", o))
    __array_ufunc__ = None
    def __radd__(self, o): return "radd"
v = V([1, 2, 3]); print(np.array([1, 2, 3]) + v, (2 * v).x, (v + v).x, [int(i) for i in v], np.array(list(v)), np.float64(2) + v, max(v), sum(v), 2 in v, len(v), np.array([v[0], v[1]]))

# SPDX-License-Identifier: Apache-2.0
import numpy as np
a = np.arange(10, dtype=float); b = a; a += 1; print(b is a, b[0]); a = a + 1; print(b is a, a[0], b[0])
m = np.arange(9).reshape(3, 3); m[[0, 2]] = m[[2, 0]]; m[:, [0, 1]] = m[:, [1, 0]]; print(m); m.T[...] = m.copy(); print(m); m.sort(axis=0); print(m); m.partition(1); m.fill(7); print(m)
c = np.array([5, 3, 8, 1]); n = len(c)
for i in range(n):
    for j in range(0, n - i - 1):
        if c[j] > c[j + 1]: c[j], c[j + 1] = c[j + 1], c[j]
print(c)
def quicksort(v):
    if v.size <= 1: return v
    p, rest = v[0], v[1:]; return np.concatenate((quicksort(rest[rest < p]), [p], quicksort(rest[rest >= p])))
print(quicksort(np.array([4, 2, 7, 1, 9, 2]))); d = np.array([9, 4, 6, 2])
for i in range(1, len(d)):
    key = d[i]; j = i - 1
    while j >= 0 and d[j] > key: d[j + 1] = d[j]; j -= 1
    d[j + 1] = key
print(d, np.searchsorted(d, 5)); e = np.array([[1, 2], [3, 4]]); f = e.flat; f[0] = 100; e.flat[1:3] = 0; print(e, e.flat[-1]); e[e > 50] //= 3; e <<= 1; e ^= 1; e **= 2; e %= 7; print(e)
g = np.zeros(4, dtype=np.int16); g[:2] = 3.7; g[2:] = [True, False]; g += 2; print(g, g.dtype); h = g.view(); h.shape = 2, 2; h[0, 0] = -1; print(g, h.base is g); k = np.asarray(g); k[1] = 50; l = np.array(g, copy=True); l[:] = 0; print(g, np.shares_memory(k, g), l.any(), id(k) == id(g))
buf = bytearray(8); w = np.frombuffer(buf, dtype=np.uint16); w[:] = [1, 2, 3, 513]; print(bytes(buf), w.flags.writeable); lst = [np.zeros(2) for _ in range(2)]; lst[0] += 1; lst.append(lst[0] * 2); print(lst, np.array(lst).sum(0), np.stack(lst).shape); hist = {}; 
for v in np.array([1, 2, 1, 3, 1]): hist[v] = hist.get(v, 0) + 1
print({int(q): r for q, r in hist.items()}, 1 in hist, max(hist, key=hist.get), sorted(hist.items(), key=lambda kv: -kv[1])[0][1], [*hist][0] == 1)
total = 0
for v in np.nditer(np.arange(4)): total += v
print(total, total.dtype if hasattr(total, "dtype") else type(total), *np.arange(3), sep=" "); s = slice(1, None, 2); r = np.arange(6); r[s] = -r[s]; r[-1:] *= 0; r[r < 0] = r[r < 0] ** 2; print(r, np.cumsum(r, out=r), r[::-1].copy()[0]); r.setflags(write=False)
try: r += 1
except ValueError as err: print(err)

# SPDX-License-Identifier: Apache-2.0
import numpy as np

a = np.arange(6).reshape(2, 3)
for x in np.nditer(a):
    print(x, end=' ')
print()
for x in np.nditer(a.T.copy(order='C'), order='F'):
    print(x, end=', ')
print()
with np.nditer(a, op_flags=['readwrite']) as it:
    for x in it:
        x[...] = 2 * x
print(a)
it = np.nditer(a, flags=['multi_index'])
for x in it:
    print("%d <%s>" % (x, it.multi_index), end=' ')
print()
for x, y in np.nditer([np.arange(3), a]):
    print("%d:%d" % (x, y), end=' ')
print()
for x in np.nditer(a, flags=['external_loop'], order='F'):
    print(x, end=' ')
print()
def square(a):
    with np.nditer([a, None]) as it:
        for x, y in it:
            y[...] = x * x
        return it.operands[1]
print(square([1, 2, 3]))
it = np.nditer(a, flags=['f_index'])
while not it.finished:
    print("%d@%d" % (it[0], it.index), end=' ')
    is_not_finished = it.iternext()
print()
for index, value in np.ndenumerate(a):
    if value % 4 == 0:
        print(index, value)
b = np.broadcast(np.array([[1], [2], [3]]), np.array([4, 5, 6]))
out = np.empty(b.shape)
out.flat = [u + v for (u, v) in b]
print(out, b.shape)
for row in a.flat:
    print(row, end=' ')
print(a.flat[3], list(np.ndindex(2, 2)))

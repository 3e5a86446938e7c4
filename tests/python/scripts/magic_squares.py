# SPDX-License-Identifier: Apache-2.0
from numpy import array, arange, concatenate, diag, fliplr, ones, outer, rot90, trace, zeros, allclose, vstack, hstack
from numpy import matmul as mm
import numpy.testing as npt

def magic(n):
    n = int(n)
    if n < 3:
        raise ValueError("Size must be at least 3")
    if n % 2 == 1:
        p = arange(1, n + 1)
        return n * ((p[:, None] + p - (n + 3) // 2) % n) + (p[:, None] + 2 * p - 2) % n + 1
    elif n % 4 == 0:
        J = (arange(1, n + 1) % 4) // 2
        K = J[:, None] == J
        M = arange(1, n * n + 1, n)[:, None] + arange(n)
        M[K] = n * n + 1 - M[K]
    else:
        p = n // 2
        M = magic(p)
        M = concatenate([concatenate([M, M + 2 * p * p], axis=1), concatenate([M + 3 * p * p, M + p * p], axis=1)])
        if n == 2:
            return M
        i = arange(p)[:, None]
        k = (n - 2) // 4
        j = concatenate((arange(k), arange(n - k + 1, n)))
        M[concatenate((i, i + p)), j] = M[concatenate((i + p, i)), j]
        i = k
        j = array((0, i))
        M[concatenate((array([i]), array([i + p])))[:, None], j] = M[concatenate((array([i + p]), array([i])))[:, None], j]
    return M

for n in (3, 4, 6):
    M = magic(n)
    target = n * (n * n + 1) // 2
    print(M)
    npt.assert_array_equal(M.sum(axis=0), target)
    npt.assert_array_equal(M.sum(1), ones(n) * target)
    assert trace(M) == target == fliplr(M).trace(), n
    assert len(set(M.ravel().tolist())) == n * n
try:
    magic(2)
except ValueError as err:
    print("error:", err)
print(rot90(magic(3)), mm(magic(3), magic(3)), outer([1, 2], [3, 4]))

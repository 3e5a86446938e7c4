# SPDX-License-Identifier: Apache-2.0
import numpy
import numpy as N
import numpy.linalg
import numpy.ma as MA
import numpy.random as npr
from numpy import array as arr, newaxis
from numpy import fft, linalg as la, random
from numpy.lib import stride_tricks
from numpy.lib.stride_tricks import as_strided
from numpy.testing import assert_almost_equal, assert_equal, assert_array_almost_equal, assert_raises
from numpy.exceptions import AxisError

a = arr([[2., 1.], [1., 3.]])
print(numpy.linalg.det(a).round(6), N.trace(a), la.norm(a).round(6), (a[:, newaxis] - a).shape)
print(MA.masked_less(a, 2), fft.fft([1, 0, 0, 0]), numpy.version.version == N.__version__)
npr.seed(0)
first = random.rand()
npr.seed(0)
assert_equal(first, npr.rand())
assert_almost_equal(numpy.pi, 3.14159265, decimal=7)
assert_array_almost_equal(la.inv(a) @ a, N.eye(2))
assert_raises(la.LinAlgError, la.inv, N.zeros((2, 2)))
try:
    a.sum(axis=5)
except AxisError as e:
    print(e)
print(as_strided(a, (3, 2), (8, 8)), N.broadcast_to(a[0], (2, 2)))
print(N.float64, N.int_ is N.int64, N.bool_ is N.bool, N.newaxis is None, N.e, N.Inf if hasattr(N, "Inf") else N.inf)

# SPDX-License-Identifier: Apache-2.0
"""RawModule: instances of a template, asked for by the names that C++ has for them."""

import numpy
import tenorite as np

NAMES = ("axpy<float>", "axpy<double>", "axpy<complex<float>, 4>")

module = np.RawModule(
    code=r"""
#include <cupy/complex.cuh>
template <class T, int PerThread = 1>
__global__ void axpy(T a, const T* x, T* y, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * PerThread;
  for (int i = first; i < first + PerThread && i < n; ++i) y[i] = a * x[i] + y[i];
}
""",
    options=("-std=c++17", "--fmad=false"),
    name_expressions=NAMES,
)


def main(n: int = 10_000) -> None:
    rng = numpy.random.default_rng(7)
    for name, dtype in zip(
        NAMES, (numpy.float32, numpy.float64, numpy.complex64), strict=True
    ):
        axpy = module.get_function(name)
        x, y = (rng.integers(-9, 9, n).astype(dtype) for _ in range(2))
        a = numpy.array(2 + 1j if dtype is numpy.complex64 else 2, dtype)[()]
        result = np.asarray(y)
        axpy((-(-n // 128),), (128,), (a, np.asarray(x), result, numpy.int32(n)))
        numpy.testing.assert_array_equal(np.asnumpy(result), a * x + y)
        print(f"{name}: {n} values")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""ElementwiseKernel: one kernel for exp(a * sin(x) + cos(y)), for any float type."""

import numpy
import tenorite as np

saxpy_trig = np.ElementwiseKernel(
    "T a, T x, T y",
    "T z",
    "z = exp(a * sin(x) + cos(y))",
    "saxpy_trig",
)


def main(n: int = 1_000_000) -> None:
    rng = numpy.random.default_rng(1)
    for dtype, bound in ((numpy.float32, 2e-6), (numpy.float64, 4e-15)):
        x = rng.standard_normal(n).astype(dtype)
        y = rng.standard_normal(n).astype(dtype)
        z = saxpy_trig(0.5, np.asarray(x), np.asarray(y))
        expected = numpy.exp(
            0.5 * numpy.sin(x.astype(float)) + numpy.cos(y.astype(float))
        )
        error = numpy.max(numpy.abs(np.asnumpy(z) - expected) / expected)
        assert z.dtype == dtype
        assert error < bound, error
        print(f"{numpy.dtype(dtype).name}: {n} values on {z.device}, error {error:.1e}")


if __name__ == "__main__":
    main()

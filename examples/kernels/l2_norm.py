# SPDX-License-Identifier: Apache-2.0
"""ReductionKernel: the length of a vector, of each row and of each column."""

import numpy
import tenorite as np

l2_norm = np.ReductionKernel(
    "T x",  # input
    "T y",  # output
    "x * x",  # map: what is folded
    "a + b",  # reduce
    "y = sqrt(a)",  # post-map: from the fold to the output
    "0",  # identity
    "l2_norm",
)


def main(rows: int = 1000, columns: int = 777) -> None:
    x = (
        numpy.random.default_rng(2)
        .standard_normal((rows, columns))
        .astype(numpy.float32)
    )
    on_device = np.asarray(x)
    for axis in (None, 0, 1):
        found = l2_norm(on_device, axis=axis)
        expected = numpy.sqrt((x.astype(float) ** 2).sum(axis=axis))
        assert found.shape == expected.shape
        numpy.testing.assert_allclose(np.asnumpy(found), expected, rtol=1e-5)
        print(
            f"axis {axis}: {found.size} norms, the first {float(found.ravel()[0]):.4f}"
        )
    kept = l2_norm(on_device, axis=1, keepdims=True)
    lengths = np.asnumpy(l2_norm(on_device / kept, axis=1))
    numpy.testing.assert_allclose(lengths, 1.0, rtol=1e-5)


if __name__ == "__main__":
    main()

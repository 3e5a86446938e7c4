# SPDX-License-Identifier: Apache-2.0
"""cupyx.jit: a kernel in Python. Warps add by shuffles, blocks by an atomic function."""

from typing import Any

import numpy
import tenorite as np
from tenorite.cupyx import jit


@jit.rawkernel(device=True)
def warp_sum(value: Any) -> Any:
    offset = 16
    while offset > 0:
        value += jit.shfl_xor_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    return value


@jit.rawkernel()
def dot(x: Any, y: Any, result: Any) -> None:
    value = numpy.float64(0)
    for i in range(jit.grid(1), x.size, jit.gridsize(1)):
        value += x[i] * y[i]
    value = warp_sum(value)
    if jit.laneid() == 0:
        jit.atomic_add(result, 0, value)


def main(n: int = 300_000) -> None:
    rng = numpy.random.default_rng(8)
    x, y = rng.random(n), rng.random(n)
    result = np.zeros(1)
    dot[64, 256](np.asarray(x), np.asarray(y), result)
    numpy.testing.assert_allclose(np.asnumpy(result), [x @ y], rtol=1e-12)
    print(f"{n} products, together {float(np.asnumpy(result)[0]):.1f}")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Programs with mistakes; `# wrong` marks the lines that a type checker has to report."""

import numpy
import tenorite as np
from tenorite.typing import NDArray

x = np.zeros(3)

np.sumx(x)  # wrong
np.linalg.solv(x, x)  # wrong
np.random.default_rng(0).norml()  # wrong
x.summ()  # wrong
np.sum(x, axs=0)  # wrong
x.sum(axs=0)  # wrong
x.mean(keepdim=True)  # wrong
np.sum(x, axis="rows")  # wrong
np.zeros("3")  # wrong
np.zeros(3, dtyp=np.float32)  # wrong
np.zeros(3, device=0.5)  # wrong
np.sort(x, axis="0")  # wrong
np.sin(x, oot=x)  # wrong
np.sin(x, out=[1.0])  # wrong
np.add(x)  # wrong
np.ElementwiseKernel("T x", "T y")  # wrong
np.RawKernel(b"code", "name")  # wrong
np.config.fusion = "fast"  # wrong
np.Device("cpu").nme  # wrong  # noqa: B018
np.cuda.Stream(nonblocking=True)  # wrong
x.shape = (1, 3)
narrow: NDArray[numpy.float32] = np.zeros(3)  # wrong
whole: NDArray[numpy.int64] = x / 2  # wrong
mask: NDArray[numpy.bool] = x > 0
single: NDArray[numpy.float32] = np.sqrt(np.zeros(3, numpy.float32)) * 2

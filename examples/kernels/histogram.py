# SPDX-License-Identifier: Apache-2.0
"""RawKernel: each block counts in shared memory, then adds to the result."""

import numpy
import tenorite as np

histogram = np.RawKernel(
    r"""
extern "C" __global__
void histogram(const unsigned char* data, int n, unsigned int* counts) {
  extern __shared__ unsigned int local[];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) local[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    atomicAdd(&counts[bin], local[bin]);
}
""",
    "histogram",
)


def main(n: int = 300_000) -> None:
    data = (
        numpy.random.default_rng(6).normal(128, 30, n).clip(0, 255).astype(numpy.uint8)
    )
    counts = np.zeros(256, np.uint32)
    histogram(
        (64,), (256,), (np.asarray(data), numpy.int32(n), counts), shared_mem=256 * 4
    )
    numpy.testing.assert_array_equal(
        np.asnumpy(counts), numpy.bincount(data, minlength=256)
    )
    print(f"{n} values, most often {int(np.asnumpy(counts).argmax())}")


if __name__ == "__main__":
    main()

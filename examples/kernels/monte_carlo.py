# SPDX-License-Identifier: Apache-2.0
"""RawKernel: pi from random points, with a generator of one's own in every thread."""

import numpy
import tenorite as np

count_inside = np.RawKernel(
    r"""
// xorshift64*, seeded by the thread's number through splitmix64.
struct Generator {
  unsigned long long state;
  __device__ explicit Generator(unsigned long long seed) {
    seed += 0x9e3779b97f4a7c15ull;
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ull;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebull;
    state = seed ^ (seed >> 31);
  }
  __device__ double next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * 0x2545f4914f6cdd1dull >> 11) * (1.0 / 9007199254740992.0);
  }
};

extern "C" __global__
void count_inside(int points, unsigned long long seed, unsigned long long* inside) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  Generator generator(seed + thread);
  unsigned long long count = 0;
  for (int i = 0; i < points; ++i) {
    double x = generator.next(), y = generator.next();
    count += x * x + y * y <= 1.0;
  }
  atomicAdd(inside, count);
}
""",
    "count_inside",
    options=("--fmad=false",),
)


def numpy_count(threads: int, points: int, seed: int) -> int:
    def times(x: numpy.ndarray, factor: int) -> numpy.ndarray:
        return x * numpy.uint64(factor)

    state = numpy.arange(threads, dtype=numpy.uint64) + numpy.uint64(seed)
    state += numpy.uint64(0x9E3779B97F4A7C15)
    state = times(state ^ (state >> numpy.uint64(30)), 0xBF58476D1CE4E5B9)
    state = times(state ^ (state >> numpy.uint64(27)), 0x94D049BB133111EB)
    state ^= state >> numpy.uint64(31)

    def draw() -> numpy.ndarray:
        nonlocal state
        state = state ^ (state >> numpy.uint64(12))
        state = state ^ (state << numpy.uint64(25))
        state = state ^ (state >> numpy.uint64(27))
        return (
            times(state, 0x2545F4914F6CDD1D) >> numpy.uint64(11)
        ) / 9007199254740992.0

    inside = 0
    for _ in range(points):
        x, y = draw(), draw()
        inside += int((x * x + y * y <= 1.0).sum())
    return inside


def main(blocks: int = 40, points: int = 100, seed: int = 2026) -> None:
    inside = np.zeros((), np.uint64)
    count_inside((blocks,), (128,), (numpy.int32(points), numpy.uint64(seed), inside))
    total = blocks * 128 * points
    assert int(inside) == numpy_count(blocks * 128, points, seed)
    print(f"pi from {total} points: {4 * int(inside) / total:.4f}")


if __name__ == "__main__":
    main()

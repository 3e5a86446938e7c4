// SPDX-License-Identifier: Apache-2.0
// The box around each label.

template <int R>
struct Sizes {
  long long n[R];
};

__device__ inline void at_most(long long* place, long long x) {
  if (*(volatile long long*)place > x) atomicMin(place, x);
}

__device__ inline void at_least(long long* place, long long x) {
  if (*(volatile long long*)place < x) atomicMax(place, x);
}

// First and last coordinates of the labels 1 to `most`, R of each for a label. Only the
// ends of a label's runs along the last axis can change them.
template <int R>
__global__ void boxes_of_labels(const long long* labels, long long* first,
                                long long* last, Sizes<R> shape, long long count,
                                long long most) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  const long long label = labels[i];
  if (label < 1 || label > most) return;
  const long long n = shape.n[R - 1];
  long long rest = i / n;
  const long long column = i - rest * n;
  const bool begins = column == 0 || labels[i - 1] != label;
  const bool ends = column == n - 1 || labels[i + 1] != label;
  first += (label - 1) * R;
  last += (label - 1) * R;
  if (ends) at_least(&last[R - 1], column);
  if (!begins) return;
  at_most(&first[R - 1], column);
#pragma unroll
  for (int axis = R - 2; axis >= 0; --axis) {
    const long long next = rest / shape.n[axis];
    const long long c = rest - next * shape.n[axis];
    rest = next;
    at_most(&first[axis], c);
    at_least(&last[axis], c);
  }
}

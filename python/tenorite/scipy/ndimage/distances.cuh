// SPDX-License-Identifier: Apache-2.0
// Distances of the items of an image to the nearest item that is 0.

// The nearest background item along lines of an array of shape (lines / inner, n,
// inner): from the squared distance along earlier axes, and which item it is, of each
// item of the line. `stack` has room for a line of each; items are `step` apart.
template <bool Tells, typename Index>
__global__ void nearest_of_lines(const double* near, const Index* who, double* near_out,
                                 Index* who_out, int* stack, long long n,
                                 long long inner, long long lines, double step) {
  const long long line = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (line >= lines) return;
  const long long outer = line / inner;
  const long long base = outer * n * inner + (line - outer * inner);
  near += base;
  near_out += base;
  who += base;
  who_out += base;
  stack += base;
  const double infinity = __longlong_as_double(0x7ff0000000000000LL);
  // Items that are the nearest ones of some place, in order: the lower envelope of
  // their parabolas.
  long long top = -1;
  long long at_top = 0, below = 0;  // the places of the last two
  double near_top = 0, near_below = 0;
  for (long long i = 0; i < n; ++i) {
    const double w = near[i * inner];
    if (w == infinity) continue;
    while (top >= 1) {
      const double a = (double)(at_top - below) * step;
      const double b = (double)(i - at_top) * step;
      const double c = a + b;
      if (c * near_top - b * near_below - a * w - a * b * c <= 0) break;
      --top;
      at_top = below;
      near_top = near_below;
      if (top >= 1) {
        below = stack[(top - 1) * inner];
        near_below = near[below * inner];
      }
    }
    below = at_top;
    near_below = near_top;
    at_top = i;
    near_top = w;
    ++top;
    stack[top * inner] = (int)i;
  }
  if (top < 0) {
    for (long long i = 0; i < n; ++i) near_out[i * inner] = infinity;
    if (Tells) {
      for (long long i = 0; i < n; ++i) who_out[i * inner] = -1;
    }
    return;
  }
  long long k = 0;
  long long at = stack[0];
  double own = near[at * inner];
  for (long long i = 0; i < n; ++i) {
    double t = (double)(at - i) * step;
    double distance = own + t * t;
    while (k < top) {
      const long long next = stack[(k + 1) * inner];
      const double other = near[next * inner];
      const double u = (double)(next - i) * step;
      const double its = other + u * u;
      if (distance <= its) break;
      distance = its;
      at = next;
      own = other;
      ++k;
    }
    near_out[i * inner] = distance;
    if (Tells) who_out[i * inner] = who[at * inner];
  }
}

template <int R>
struct Grid {
  long long n[R];
  double step[R];
};

// Distances and coordinates of the nearest items. Without any background the nearest
// item is just before the first one, as in SciPy.
template <int R, bool Tells, typename Index>
__global__ void tell_nearest(const double* near, const Index* who, double* distances,
                             int* indices, Grid<R> grid, long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  double square = near[i];
  const bool none = square == __longlong_as_double(0x7ff0000000000000LL);
  long long rest = Tells ? (long long)who[i] : 0, own = i;
  double terms[R];
#pragma unroll
  for (int axis = R - 1; axis >= 0; --axis) {
    const long long next = rest / grid.n[axis];
    const long long c = none ? -(axis == 0) : rest - next * grid.n[axis];
    rest = next;
    if (Tells) indices[axis * count + i] = (int)c;
    const long long before = own / grid.n[axis];
    const double t = (double)(c - (own - before * grid.n[axis])) * grid.step[axis];
    own = before;
    terms[axis] = t * t;
  }
  if (distances == nullptr) return;
  if (none) {
    square = terms[0];
#pragma unroll
    for (int axis = 1; axis < R; ++axis) square += terms[axis];
  }
  distances[i] = sqrt(square);
}

// The nearest of the listed items, the last one of equals: by Euclid's distance, along
// the axes (2), or along the longest one (3).
template <int R, int Metric, typename Out, typename Index>
__global__ void nearest_of_list(const bool* in, const long long* list, long long listed,
                                Out* distances, Index* who, Grid<R> grid,
                                long long count, double far) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (!in[i]) {
    if (distances != nullptr) distances[i] = 0;
    if (who != nullptr) who[i] = (Index)i;
    return;
  }
  long long at[R];
  long long rest = i;
#pragma unroll
  for (int axis = R - 1; axis >= 0; --axis) {
    at[axis] = rest % grid.n[axis];
    rest /= grid.n[axis];
  }
  double least = far;
  long long nearest = 0;
  for (long long k = listed - 1; k >= 0; --k) {
    rest = list[k];
    long long other[R];
#pragma unroll
    for (int axis = R - 1; axis >= 0; --axis) {
      other[axis] = rest % grid.n[axis];
      rest /= grid.n[axis];
    }
    double distance = 0;
#pragma unroll
    for (int axis = 0; axis < R; ++axis) {
      const double t = (double)(at[axis] - other[axis]);
      if (Metric == 1) {
        distance += t * grid.step[axis] * (t * grid.step[axis]);
      } else if (Metric == 2) {
        distance += fabs(t);
      } else if (fabs(t) > distance) {
        distance = fabs(t);
      }
    }
    if (distance < least) {
      least = distance;
      nearest = list[k];
    }
  }
  if (distances != nullptr) distances[i] = (Out)(Metric == 1 ? sqrt(least) : least);
  if (who != nullptr) who[i] = (Index)nearest;
}

__device__ constexpr int power_of_3(int r) { return r ? 3 * power_of_3(r - 1) : 1; }

// The neighbours before an item in C order, one bit for each.
template <int R>
struct Chamfer {
  static constexpr int COUNT = (power_of_3(R) - 1) / 2;
  long long n[R];
  unsigned long long bits[(COUNT + 63) / 64];
};

#ifdef __CUDACC_RTC__

// One item of the pass below, at these coordinates; `backwards` counts from the end.
template <int R, typename Index>
__device__ inline void chamfer_item(int* distances, Index* who, const Chamfer<R>& chamfer,
                                    const long long* at, long long i, long long count,
                                    int backwards) {
  const long long item = backwards ? count - 1 - i : i;
  int least = distances[item];
  if (least == 0) return;
  long long nearest = item;
  constexpr int STEPS = R <= 3 ? Chamfer<R>::COUNT : 1;
#pragma unroll STEPS
  for (int k = 0; k < Chamfer<R>::COUNT; ++k) {
    if (!(chamfer.bits[k / 64] >> (k % 64) & 1)) continue;
    int digits = k;
    long long j = 0, stride = 1;
    bool inside = true;
#pragma unroll
    for (int axis = R - 1; axis >= 0; --axis) {
      const long long c = at[axis] + digits % 3 - 1;
      inside &= c >= 0 && c < chamfer.n[axis];
      j += c * stride;
      stride *= chamfer.n[axis];
      digits /= 3;
    }
    if (!inside) continue;
    if (backwards) j = count - 1 - j;
    const int its = distances[j];
    if (its >= 0 && (least < 0 || its + 1 < least)) {
      least = its + 1;
      nearest = j;
    }
  }
  distances[item] = least;
  if (who != nullptr) who[item] = who[nearest];
}

#else

// All items one after the other; the neighbours that count are listed first.
template <int R, typename Index>
__device__ inline void chamfer_pass(int* distances, Index* who,
                                    const Chamfer<R>& chamfer, long long count,
                                    int backwards) {
  static thread_local long long steps[Chamfer<R>::COUNT];
  static thread_local signed char moves[Chamfer<R>::COUNT][R];
  int used = 0;
  for (int k = 0; k < Chamfer<R>::COUNT; ++k) {
    if (!(chamfer.bits[k / 64] >> (k % 64) & 1)) continue;
    long long stride = backwards ? -1 : 1;
    steps[used] = 0;
    for (int axis = R - 1, digits = k; axis >= 0; --axis, digits /= 3) {
      moves[used][axis] = (signed char)(digits % 3 - 1);
      steps[used] += moves[used][axis] * stride;
      stride *= chamfer.n[axis];
    }
    ++used;
  }
  long long at[R] = {};
  const long long columns = chamfer.n[R - 1];
  for (long long i = 0; i < count; i += columns) {
    bool inside = true;  // whether no neighbour is outside along the other axes
    for (int axis = 0; axis < R - 1; ++axis) {
      inside &= at[axis] > 0 && at[axis] < chamfer.n[axis] - 1;
    }
    for (long long column = 0; column < columns; ++column) {
      const long long item = backwards ? count - 1 - i - column : i + column;
      int least = distances[item];
      if (least == 0) continue;
      long long nearest = item;
      const bool free = inside && column > 0 && column < columns - 1;
      at[R - 1] = column;
      for (int k = 0; k < used; ++k) {
        bool there = true;
        for (int axis = 0; axis < R && !free; ++axis) {
          const long long c = at[axis] + moves[k][axis];
          there &= c >= 0 && c < chamfer.n[axis];
        }
        if (!there) continue;
        const int its = distances[item + steps[k]];
        if (its >= 0 && (least < 0 || its + 1 < least)) {
          least = its + 1;
          nearest = item + steps[k];
        }
      }
      distances[item] = least;
      if (who != nullptr) who[item] = who[nearest];
    }
    for (int axis = R - 2; axis >= 0 && ++at[axis] == chamfer.n[axis]; --axis) {
      at[axis] = 0;
    }
  }
}

#endif

// Distances in steps of a structure, from the neighbours before an item in C order, or
// with `backwards` in the opposite one. SciPy visits items one after the other. Here
// those are visited together whose earlier neighbours are known: for which the sum of
// c[axis] << (R - 1 - axis) is the number of the wave. Rows are items of all axes but
// the last. Several waves are for one block, which waits between them; the CPU visits
// items in their order, in the first block of the first wave.
template <int R, typename Index>
__global__ void chamfer_waves(int* distances, Index* who, Chamfer<R> chamfer,
                              long long rows, long long first, long long end,
                              int backwards) {
  const long long columns = chamfer.n[R - 1];
  const long long count = rows * columns;
#ifdef __CUDACC_RTC__
  const long long start = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  const long long step = gridDim.x * (long long)blockDim.x;
  for (long long wave = first; wave < end; ++wave) {
    for (long long row = start; row < rows; row += step) {
      long long at[R];
      long long rest = row, column = wave;
#pragma unroll
      for (int axis = R - 2; axis >= 0; --axis) {
        const long long next = rest / chamfer.n[axis];
        at[axis] = rest - next * chamfer.n[axis];
        rest = next;
        column -= at[axis] << (R - 1 - axis);
      }
      if (column < 0 || column >= columns) continue;
      at[R - 1] = column;
      chamfer_item(distances, who, chamfer, at, row * columns + column, count, backwards);
    }
    // __syncthreads(), by a name for which the CPU makes no stacks of its threads.
    if (wave + 1 < end) asm volatile("bar.sync 0;" ::: "memory");
  }
#else
  if (first != 0 || blockIdx.x != 0 || threadIdx.x != 0) return;
  chamfer_pass(distances, who, chamfer, count, backwards);
#endif
}

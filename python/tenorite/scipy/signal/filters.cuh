// SPDX-License-Identifier: Apache-2.0
// Recursive filters: lines are cut into chunks, which threads of their own run.
//
// A line has `length` items, `inner` apart; `inner` lines lie side by side, so that
// threads are neighbours in memory. Its chunks have `chunk` items each. First the chunks
// run from no state at all, which gives what they add to the state (`collect`); states
// at their beginnings follow by a scan (`fold` and `unfold`); then they run from those
// (`run`). One chunk per line is the plain recursion, with SciPy's bits.
//
// Powers of a filter's matrix have entries far larger than the states that they make of
// states, and rounded ones may even have eigenvalues outside of the unit circle. So the
// scan computes in twice the precision; states are rounded between its steps, as the
// plain recursion rounds them after each item.

// A filter in the transposed direct form II of order K: b[0..K], a[0..K], a[0] = 1.
template <class T, int K>
struct Direct {
  static constexpr int SIZE = K;
  template <class U>
  using With = Direct<U, K>;
  T b[K + 1], a[K + 1], z[K];
  template <class U>
  __device__ void load(const U* c) {
    for (int i = 0; i <= K; ++i) b[i] = T(c[i]), a[i] = T(c[K + 1 + i]);
  }
  __device__ T step(T x) {
    const T y = z[0] + b[0] * x;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int i = 0; i < K - 1; ++i) z[i] = z[i + 1] + x * b[i + 1] - y * a[i + 1];
    z[K - 1] = x * b[K] - y * a[K];
    return y;
  }
};

// S filters of order two, one after the other, with rows b0 b1 b2 1 a1 a2.
template <class T, int S>
struct Sections {
  static constexpr int SIZE = 2 * S;
  template <class U>
  using With = Sections<U, S>;
  T c[6 * S], z[2 * S];
  template <class U>
  __device__ void load(const U* rows) {
    for (int i = 0; i < 6 * S; ++i) c[i] = T(rows[i]);
  }
  __device__ T step(T x) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int s = 0; s < S; ++s) {
      const T y = c[6 * s] * x + z[2 * s];
      z[2 * s] = c[6 * s + 1] * x - c[6 * s + 4] * y + z[2 * s + 1];
      z[2 * s + 1] = c[6 * s + 2] * x - c[6 * s + 5] * y;
      x = y;
    }
    return x;
  }
};

// matrix[:, k]: the state that `chunk` zeros make of the unit state k.
template <class T, class Filter>
__global__ void transition(const T* coefficients, double* matrix, long long chunk) {
  constexpr int SIZE = Filter::SIZE, WORDS = Wide<T>::WORDS;
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= SIZE) return;
  typename Filter::template With<Wide<T>> filter;
  filter.load(coefficients);
  for (int i = 0; i < SIZE; ++i) filter.z[i] = Wide<T>(T(i == k ? 1 : 0));
  for (long long n = 0; n < chunk; ++n) filter.step(Wide<T>(T(0)));
  for (int i = 0; i < SIZE; ++i) filter.z[i].write(matrix + (i * SIZE + k) * WORDS);
}

// states[line, c]: what chunk c adds to the state at its end.
template <class T, class Filter>
__global__ void collect(const T* coefficients, const T* x, T* states,
                        long long lines, long long length, long long inner,
                        long long chunk, long long chunks) {
  constexpr int SIZE = Filter::SIZE;
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * chunks) return;
  // Neighbouring lines for neighbouring threads, or neighbouring chunks of one line.
  const long long line = k / inner / chunks * inner + k % inner;
  const long long c = k / inner % chunks;
  Filter filter;
  filter.load(coefficients);
  for (int i = 0; i < SIZE; ++i) filter.z[i] = T(0);
  const T* at = x + line / inner * inner * length + line % inner;
  const long long end = (c + 1) * chunk < length ? (c + 1) * chunk : length;
  for (long long n = c * chunk; n < end; ++n) filter.step(at[n * inner]);
  for (int i = 0; i < SIZE; ++i)
    states[(line * chunks + c) * SIZE + i] = filter.z[i];
}

// Filters chunk c of each line from the state at its beginning (zero if `states` is
// null, which is of one chunk); final states go to `last` if that is not null.
template <class T, class Filter>
__global__ void run(const T* coefficients, const T* x, T* y, const T* states,
                    T* last, long long lines, long long length, long long inner,
                    long long chunk, long long chunks) {
  constexpr int SIZE = Filter::SIZE;
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * chunks) return;
  const long long line = k / inner / chunks * inner + k % inner;
  const long long c = k / inner % chunks;
  Filter filter;
  filter.load(coefficients);
  for (int i = 0; i < SIZE; ++i)
    filter.z[i] = states ? states[(line * chunks + c) * SIZE + i] : T(0);
  const long long at = line / inner * inner * length + line % inner;
  const long long end = (c + 1) * chunk < length ? (c + 1) * chunk : length;
  for (long long n = c * chunk; n < end; ++n)
    y[at + n * inner] = filter.step(x[at + n * inner]);
  if (last && c == chunks - 1)
    for (int i = 0; i < SIZE; ++i) last[line * SIZE + i] = filter.z[i];
}

// state = matrix @ state + added, for a null `added` without it.
template <class T, int SIZE, class State>
__device__ void advance(const double* matrix, State* state, const T* added) {
  State next[SIZE];
  for (int i = 0; i < SIZE; ++i) {
    Wide<T> sum(added ? added[i] : T(0)), factor;
    for (int j = 0; j < SIZE; ++j) {
      factor.read(matrix + (i * SIZE + j) * Wide<T>::WORDS);
      sum = sum + factor * Wide<T>(state[j]);
    }
    sum.round_to(next[i]);
  }
  for (int i = 0; i < SIZE; ++i) state[i] = next[i];
}

// totals[line, g]: what `group` chunks together add to the state.
template <class T, int SIZE>
__global__ void fold(const double* matrix, const T* states, T* totals,
                     long long lines, long long chunks, long long group,
                     long long groups) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * groups) return;
  const long long line = k / groups, g = k % groups;
  T state[SIZE];
  for (int i = 0; i < SIZE; ++i) state[i] = T(0);
  const long long end = (g + 1) * group < chunks ? (g + 1) * group : chunks;
  for (long long c = g * group; c < end; ++c)
    advance<T, SIZE>(matrix, state, states + (line * chunks + c) * SIZE);
  for (int i = 0; i < SIZE; ++i) totals[k * SIZE + i] = state[i];
}

// Puts the state at the beginning of each chunk in the place of what it adds;
// `starts` are those of the groups (zero if null).
template <class T, int SIZE>
__global__ void unfold(const double* matrix, T* states, const T* starts,
                       long long lines, long long chunks, long long group,
                       long long groups) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * groups) return;
  const long long line = k / groups, g = k % groups;
  T state[SIZE];
  for (int i = 0; i < SIZE; ++i) state[i] = starts ? starts[k * SIZE + i] : T(0);
  const long long end = (g + 1) * group < chunks ? (g + 1) * group : chunks;
  for (long long c = g * group; c < end; ++c) {
    T* at = states + (line * chunks + c) * SIZE;
    T added[SIZE];
    for (int i = 0; i < SIZE; ++i) added[i] = at[i], at[i] = state[i];
    advance<T, SIZE>(matrix, state, added);
  }
}

// matrix ** group, a column for each thread.
template <class T, int SIZE>
__global__ void power(const double* matrix, double* result, long long group) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= SIZE) return;
  Wide<T> state[SIZE];
  for (int i = 0; i < SIZE; ++i) state[i] = Wide<T>(T(i == k ? 1 : 0));
  for (long long n = 0; n < group; ++n)
    advance<T, SIZE>(matrix, state, (const T*)nullptr);
  for (int i = 0; i < SIZE; ++i)
    state[i].write(result + (i * SIZE + k) * Wide<T>::WORDS);
}

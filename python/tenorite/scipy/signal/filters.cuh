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
// scan has matrices in twice the precision; states are rounded between its steps, as the
// plain recursion rounds them after each item. Squares of matrices square their size once
// more, which is lost of their precision: they are made in four times that of the states.
//
// A thread runs V chunks in step: one of them on a GPU, the lanes of vectors on the CPU.

#ifdef __CUDACC_RTC__
#define UNROLL _Pragma("unroll")
// Loops over few states, which then stand in registers.
#define UNROLL_FEW _Pragma("unroll (SIZE <= 16 ? SIZE : 1)")
__device__ inline void wait_for_block() { asm volatile("bar.sync 0;" ::: "memory"); }
#else
#define UNROLL _Pragma("GCC unroll 16")
#define UNROLL_FEW UNROLL
__device__ inline void wait_for_block() {}  // a block has one thread

// V numbers side by side.
template <class T, int V>
struct Lanes {
  typedef T Vector __attribute__((vector_size(V * sizeof(T))));
  Vector x;
  __device__ Lanes() {}
  __device__ Lanes(T value) : x(value - Vector{}) {}
};
template <class T, int V>
__device__ inline Lanes<T, V> operator+(Lanes<T, V> a, Lanes<T, V> b) {
  a.x = a.x + b.x;
  return a;
}
template <class T, int V>
__device__ inline Lanes<T, V> operator-(Lanes<T, V> a, Lanes<T, V> b) {
  a.x = a.x - b.x;
  return a;
}
template <class T, int V>
__device__ inline Lanes<T, V> operator*(Lanes<T, V> a, Lanes<T, V> b) {
  a.x = a.x * b.x;
  return a;
}
#endif

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
    UNROLL for (int i = 0; i < K - 1; ++i) z[i] = z[i + 1] + x * b[i + 1] - y * a[i + 1];
    z[K - 1] = x * b[K] - y * a[K];
    return y;
  }
  // How many of the states make the next state i.
  __device__ static constexpr int depth(int) { return K; }
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
    UNROLL for (int s = 0; s < S; ++s) {
      const T y = c[6 * s] * x + z[2 * s];
      z[2 * s] = c[6 * s + 1] * x - c[6 * s + 4] * y + z[2 * s + 1];
      z[2 * s + 1] = c[6 * s + 2] * x - c[6 * s + 5] * y;
      x = y;
    }
    return x;
  }
  __device__ static constexpr int depth(int i) { return i / 2 * 2 + 2; }
};

// ---- chunks ----

struct Chunks {
  long long lines, length, inner, chunk, chunks;
};

// The place of chunk k: neighbouring lines for neighbouring threads, or neighbouring
// chunks of one line.
struct Place {
  long long line, c, start, count;
  __device__ Place(const Chunks& of, long long k) {
    line = k / of.inner / of.chunks * of.inner + k % of.inner;
    c = k / of.inner % of.chunks;
    const long long first = c * of.chunk, rest = of.length - first;
    start = (line / of.inner * of.length + first) * of.inner + line % of.inner;
    count = rest < of.chunk ? rest : of.chunk;
  }
};

// Filters `count` items, `step` apart, from n on, and writes them if that is wanted.
// Items are loaded by the batch, P at once: whole sectors of memory are in use while
// they are near, and loads are under way together.
template <bool writes, int P, class T, class Filter>
__device__ inline void follow(Filter& filter, const T* __restrict__ x, T* __restrict__ y,
                              long long step, long long n, long long count) {
  constexpr int BATCH = Filter::SIZE <= 16 ? 16 : P;
  struct alignas(sizeof(T) * P) Pack {
    T items[P];
  };
  for (; n + BATCH <= count; n += BATCH) {
    Pack packs[BATCH / P];
    UNROLL for (int j = 0; j < BATCH / P; ++j) {
      if constexpr (P > 1)
        packs[j] = ((const Pack*)(x + n))[j];
      else
        packs[j].items[0] = x[(n + j) * step];
    }
    UNROLL for (int j = 0; j < BATCH / P; ++j)
      UNROLL for (int i = 0; i < P; ++i) packs[j].items[i] = filter.step(packs[j].items[i]);
    if constexpr (writes) {
      UNROLL for (int j = 0; j < BATCH / P; ++j) {
        if constexpr (P > 1)
          ((Pack*)(y + n))[j] = packs[j];
        else
          y[(n + j) * step] = packs[j].items[0];
      }
    }
  }
  for (; n < count; ++n) {
    const T item = filter.step(x[n * step]);
    if constexpr (writes) y[n * step] = item;
  }
}

#ifndef __CUDACC_RTC__
// As follow(), for V chunks that begin at `starts` and have `count` items each: of these
// those from `active` on are others once more, and not written.
template <bool writes, class T, int V, class Filter>
__device__ inline void follow_lanes(Filter& filter, const T* __restrict__ x,
                                    T* __restrict__ y, const long long* starts, int active,
                                    long long step, long long count) {
  const T* from[V];
  T* to[V];
  UNROLL for (int v = 0; v < V; ++v) from[v] = x + starts[v], to[v] = y + starts[v];
  for (long long n = 0; n < count; ++n) {
    Lanes<T, V> lanes;
    UNROLL for (int v = 0; v < V; ++v) lanes.x[v] = from[v][n * step];
    lanes = filter.step(lanes);
    if constexpr (writes) {
      if (active == V) {
        UNROLL for (int v = 0; v < V; ++v) to[v][n * step] = lanes.x[v];
      } else {
        for (int v = 0; v < active; ++v) to[v][n * step] = lanes.x[v];
      }
    }
  }
}
#endif

// Runs the chunks from k * V on, V at most, from their states (from zero if `states` is
// null) and calls end(line, chunk, state) for each.
template <bool writes, class T, class Filter, int V, int P, class End>
__device__ inline void follow_chunks(const T* coefficients, const T* x, T* y,
                                     const T* states, const Chunks& chunks, long long k,
                                     const End& end) {
  constexpr int SIZE = Filter::SIZE;
  const long long count = chunks.lines * chunks.chunks;
  if (k * V >= count) return;
  Filter filter;
  filter.load(coefficients);
  if constexpr (V == 1) {
    const Place place(chunks, k);
    const T* from = states + (place.line * chunks.chunks + place.c) * SIZE;
    for (int i = 0; i < SIZE; ++i) filter.z[i] = states ? from[i] : T(0);
    follow<writes, P>(filter, x + place.start, writes ? y + place.start : y, chunks.inner, 0,
                      place.count);
    end(place.line, place.c, filter.z);
  }
#ifndef __CUDACC_RTC__
  if constexpr (V > 1) {
    const int active = count - k * V < V ? (int)(count - k * V) : V;
    long long starts[V], counts[V], lines[V], numbers[V], least = chunks.length;
    T z[V][SIZE];
    for (int v = 0; v < V; ++v) {
      const Place place(chunks, k * V + (v < active ? v : 0));
      starts[v] = place.start, counts[v] = place.count;
      lines[v] = place.line, numbers[v] = place.c;
      least = place.count < least ? place.count : least;
      const T* from = states + (place.line * chunks.chunks + place.c) * SIZE;
      for (int i = 0; i < SIZE; ++i) z[v][i] = states ? from[i] : T(0);
    }
    typename Filter::template With<Lanes<T, V>> together;
    together.load(coefficients);
    for (int i = 0; i < SIZE; ++i)
      for (int v = 0; v < V; ++v) together.z[i].x[v] = z[v][i];
    follow_lanes<writes, T, V>(together, x, y, starts, active, chunks.inner, least);
    for (int v = 0; v < active; ++v) {
      for (int i = 0; i < SIZE; ++i) filter.z[i] = together.z[i].x[v];
      follow<writes, 1>(filter, x + starts[v], y + starts[v], chunks.inner, least,
                        counts[v]);
      end(lines[v], numbers[v], filter.z);
    }
  }
#endif
}

// states[line, c]: what chunk c adds to the state at its end.
template <class T, class Filter, int V, int P>
__global__ void collect(const T* coefficients, const T* x, T* states, Chunks chunks) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto end = [&](long long line, long long c, const T* z) {
    T* to = states + (line * chunks.chunks + c) * Filter::SIZE;
    for (int i = 0; i < Filter::SIZE; ++i) to[i] = z[i];
  };
  follow_chunks<false, T, Filter, V, P>(coefficients, x, (T*)nullptr, (const T*)nullptr,
                                        chunks, k, end);
}

// Filters chunk c of each line from the state at its beginning (zero if `states` is
// null, which is of one chunk); final states go to `last` if that is not null.
template <class T, class Filter, int V, int P>
__global__ void run(const T* coefficients, const T* x, T* y, const T* states, T* last,
                    Chunks chunks) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto end = [&](long long line, long long c, const T* z) {
    if (!last || c != chunks.chunks - 1) return;
    for (int i = 0; i < Filter::SIZE; ++i) last[line * Filter::SIZE + i] = z[i];
  };
  follow_chunks<true, T, Filter, V, P>(coefficients, x, y, states, chunks, k, end);
}

// ---- powers of the matrix, and the scan ----

// a @ b, by the threads of a block. Where a filter's states make no other ones there are
// zeros, in all powers.
template <class T, class Filter>
__device__ inline void multiply(const typename Precise<T>::Number* a,
                                const typename Precise<T>::Number* b,
                                typename Precise<T>::Number* product) {
  constexpr int SIZE = Filter::SIZE;
  for (int k = threadIdx.x; k < SIZE * SIZE; k += blockDim.x) {
    const int i = k / SIZE, j = k % SIZE;
    Precise<T> sum;
    for (int m = 0; m < Filter::depth(i); ++m) sum.add(a[i * SIZE + m], b[m * SIZE + j]);
    product[k] = sum.result();
  }
  wait_for_block();
}

// matrices[0]: what `chunk` zeros make of states; each further one of `levels` is the
// one before to the power 2 ** doublings. One block; three matrices stand in `spare`.
template <class T, class Filter>
__global__ void powers(const T* coefficients, double* matrices, double* spare,
                       long long chunk, int levels, int doublings) {
  typedef typename Precise<T>::Number Number;
  constexpr int SIZE = Filter::SIZE, COUNT = SIZE * SIZE, WORDS = Precise<T>::WORDS;
  Number *one = (Number*)spare, *power = one + COUNT, *other = power + COUNT;
  for (int k = threadIdx.x; k < SIZE; k += blockDim.x) {
    typename Filter::template With<Number> filter;
    filter.load(coefficients);
    for (int i = 0; i < SIZE; ++i) filter.z[i] = Number(i == k ? 1.0 : 0.0);
    filter.step(Number(0.0));
    for (int i = 0; i < SIZE; ++i) one[i * SIZE + k] = power[i * SIZE + k] = filter.z[i];
  }
  wait_for_block();
  const auto replace = [&](const Number* a, const Number* b) {
    multiply<T, Filter>(a, b, other);
    Number* made = other;
    other = power, power = made;
  };
  int bit = 62;
  while (!(chunk >> bit & 1)) --bit;
  while (--bit >= 0) {
    replace(power, power);
    if (chunk >> bit & 1) replace(power, one);
  }
  for (int level = 0; level < levels; ++level) {
    for (int d = 0; level && d < doublings; ++d) replace(power, power);
    for (int k = threadIdx.x; k < COUNT; k += blockDim.x)
      Precise<T>::write(power[k], matrices + (level * COUNT + k) * WORDS);
  }
}

// state = matrix @ state + added.
template <class T, class Filter>
__device__ inline void advance(const double* matrix, T* state, const T* added) {
  constexpr int SIZE = Filter::SIZE;
  typename Precise<T>::Sum sums[SIZE];
  UNROLL_FEW for (int i = 0; i < SIZE; ++i) sums[i] = typename Precise<T>::Sum(added[i]);
  UNROLL_FEW for (int j = 0; j < SIZE; ++j) {
    // 0 stays 0 where powers of the matrix of a growing filter have overflown.
    if (state[j] == T(0)) continue;
    UNROLL_FEW for (int i = 0; i < SIZE; ++i)
      if (j < Filter::depth(i))
        sums[i].add(matrix + (i * SIZE + j) * Precise<T>::WORDS, state[j]);
  }
  UNROLL_FEW for (int i = 0; i < SIZE; ++i) state[i] = sums[i].rounded();
}

// totals[line, g]: what `group` chunks together add to the state.
template <class T, class Filter>
__global__ void fold(const double* matrix, const T* states, T* totals, long long lines,
                     long long chunks, long long group, long long groups) {
  constexpr int SIZE = Filter::SIZE;
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * groups) return;
  const long long line = k / groups, g = k % groups;
  T state[SIZE];
  for (int i = 0; i < SIZE; ++i) state[i] = T(0);
  const long long end = (g + 1) * group < chunks ? (g + 1) * group : chunks;
  for (long long c = g * group; c < end; ++c)
    advance<T, Filter>(matrix, state, states + (line * chunks + c) * SIZE);
  for (int i = 0; i < SIZE; ++i) totals[k * SIZE + i] = state[i];
}

// Puts the state at the beginning of each chunk in the place of what it adds;
// `starts` are those of the groups (zero if null).
template <class T, class Filter>
__global__ void unfold(const double* matrix, T* states, const T* starts,
                       long long lines, long long chunks, long long group,
                       long long groups) {
  constexpr int SIZE = Filter::SIZE;
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
    advance<T, Filter>(matrix, state, added);
  }
}

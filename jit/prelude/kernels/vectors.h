// SPDX-License-Identifier: Apache-2.0
// What generated elementwise kernels load and store: several elements of each
// operand per thread, all of them asked for before the first one is used.
#pragma once

namespace tenorite::kernel {

inline constexpr int kThreads = 256;

template <int Bytes>
struct Chunk;
template <>
struct Chunk<1> {
  unsigned char x;
};
template <>
struct Chunk<2> {
  unsigned short x;
};
template <>
struct Chunk<4> {
  unsigned x;
};
template <>
struct Chunk<8> {
  uint2 x;
};
template <>
struct Chunk<16> {
  uint4 x;
};
template <>
struct Chunk<32> {
  uint4 x, y;
};

template <int N, class T>
__device__ __forceinline__ void load(const char* p, T* to) {
  auto chunk = *reinterpret_cast<const Chunk<N*(int)sizeof(T)>*>(p);
  memcpy(to, &chunk, sizeof(chunk));
}
template <int N, class T>
__device__ __forceinline__ void store(char* p, const T* from) {
  Chunk<N*(int)sizeof(T)> chunk;
  memcpy(&chunk, from, sizeof(chunk));
  *reinterpret_cast<Chunk<N*(int)sizeof(T)>*>(p) = chunk;
}

// Whether V elements side by side that need not be aligned are loaded by words.
template <int V, class T>
inline constexpr bool kByWords = sizeof(T) < 4 && V * sizeof(T) % 4 == 0;

// From whole words that are aligned, as far as they have one of the elements.
template <int V, class T>
__device__ __forceinline__ void load_by_words(const char* p, T* to) {
  constexpr int kWords = V * (int)sizeof(T) / 4;
  const unsigned past = (size_t)p & 3;
  const unsigned* from = (const unsigned*)(p - past);
  unsigned words[kWords + 1];
#pragma unroll
  for (int i = 0; i < kWords; ++i) words[i] = from[i];
  words[kWords] = from[past == 0 ? kWords - 1 : kWords];
#pragma unroll
  for (int i = 0; i < kWords; ++i)
    words[i] = __funnelshift_r(words[i], words[i + 1], 8 * past);
  memcpy(to, words, 4 * kWords);
}

// Division of numbers below 2^31 by an invariant (Granlund, Montgomery 1994).
struct Divisor {
  unsigned by, multiplier, shift;
  __device__ __forceinline__ unsigned divide(unsigned n) const {
    return (__umulhi(n, multiplier) + n) >> shift;
  }
};

// ---- operands of unit stride ----

// Blocks take equal stretches of `n` elements, the first of which starts
// `shift` elements before the data, where vectors are aligned.
template <int Operands>
struct Contiguous {
  char* data[Operands > 0 ? Operands : 1];
  long n;
  long shift;
};

// Elements first + u * kThreads * V + v, for u < U and v < V: all of them if
// `full`, else those whose bits are set. kAligned: vectors are aligned.
template <int V, int U, bool kAligned, class T>
__device__ __forceinline__ void load_vectors(const char* data, long first,
                                             bool full, unsigned valid,
                                             T (&x)[U * V]) {
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const char* p = data + (first + u * (kThreads * V)) * (long)sizeof(T);
    if (kAligned && full) {
      load<V>(p, x + u * V);
      continue;
    }
    if constexpr (kByWords<V, T>) {
      if (full) {
        load_by_words<V>(p, x + u * V);
        continue;
      }
    }
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (full || (valid >> (u * V + v) & 1)) x[u * V + v] = ((const T*)p)[v];
  }
}
template <int V, int U, bool kAligned, class T>
__device__ __forceinline__ void store_vectors(char* data, long first, bool full,
                                              unsigned valid,
                                              const T (&x)[U * V]) {
#pragma unroll
  for (int u = 0; u < U; ++u) {
    char* p = data + (first + u * (kThreads * V)) * (long)sizeof(T);
    if (kAligned && full) {
      store<V>(p, x + u * V);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (full || (valid >> (u * V + v) & 1)) ((T*)p)[v] = x[u * V + v];
    }
  }
}

// Puts the elements in front that come after the first S.
template <int S, int N, class T>
__device__ __forceinline__ void rotate(T (&x)[N]) {
  if constexpr (S < N) {
    T first[S];
#pragma unroll
    for (int e = 0; e < S; ++e) first[e] = x[e];
#pragma unroll
    for (int e = 0; e + S < N; ++e) x[e] = x[e + S];
#pragma unroll
    for (int e = 0; e < S; ++e) x[N - S + e] = first[e];
  }
}

// ---- any layout ----
// Offsets are bytes of the operands and, of the last one if the loop's index
// is asked for, elements in C order. They fit 31 bits.

// Rows of the last axis are cut into vectors; a thread takes U of them.
template <int Operands, int Offsets, int N>
struct Rows {
  char* data[Operands > 0 ? Operands : 1];
  long index;  // of the first element
  unsigned vectors;
  Divisor per_row;
  Divisor shape[N];
  int strides[Offsets > 0 ? Offsets : 1][N];
};

// The vector's offsets; a bit for each of its elements that exist.
template <int V, int Operands, int Offsets, int N, int Places>
__device__ __forceinline__ unsigned place_vector(
    const Rows<Operands, Offsets, N>& rows, unsigned vector,
    int (&offset)[Places]) {
  unsigned row = rows.per_row.divide(vector);
  const int first = (vector - row * rows.per_row.by) * V;
#pragma unroll
  for (int k = 0; k < Offsets; ++k) offset[k] = first * rows.strides[k][N - 1];
#pragma unroll
  for (int d = N - 2; d >= 0; --d) {
    const unsigned next = d == 0 ? 0 : rows.shape[d].divide(row);
    const int at = row - next * rows.shape[d].by;
#pragma unroll
    for (int k = 0; k < Offsets; ++k) offset[k] += at * rows.strides[k][d];
    row = next;
  }
  if (vector >= rows.vectors) return 0;
  const int left = (int)rows.shape[N - 1].by - first;
  return left >= V ? ~0u >> (32 - V) : (1u << left) - 1;
}

// V elements that lie `step` bytes apart; those whose bits are not set are
// left alone. kVector: the first one is aligned for all, and step is the size.
template <int V, bool kVector, class T>
__device__ __forceinline__ void load_some(const char* p, int step,
                                          unsigned valid, T* x) {
  if constexpr (kVector && V > 1) {
    if (valid == ~0u >> (32 - V)) {
      load<V>(p, x);
      return;
    }
  } else if constexpr (kByWords<V, T>) {
    if (step == (int)sizeof(T) && valid == ~0u >> (32 - V)) {
      load_by_words<V>(p, x);
      return;
    }
  }
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (valid >> v & 1) x[v] = *(const T*)(p + v * step);
}
template <int V, bool kVector, class T>
__device__ __forceinline__ void store_some(char* p, int step, unsigned valid,
                                           const T* x) {
  if constexpr (kVector && V > 1) {
    if (valid == ~0u >> (32 - V)) {
      store<V>(p, x);
      return;
    }
  }
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (valid >> v & 1) *(T*)(p + v * step) = x[v];
}
// One element for all.
template <int V, class T>
__device__ __forceinline__ void load_one(const char* p, unsigned valid, T* x) {
  if (valid) x[0] = *(const T*)p;
#pragma unroll
  for (int v = 1; v < V; ++v) x[v] = x[0];
}

// Boxes of one group of operations, each with operands of its own. Blocks of
// kThreads elements are dealt out to one box after the other.
template <int Operands, int N, int Count>
struct Boxes {
  unsigned blocks[Count];  // of a box and all before it
  struct Box {
    char* data[Operands];
    unsigned size;
    Divisor shape[N];
    int strides[Operands][N];
  } box[Count];
};

// The box of this block; its first block.
template <int Operands, int N, int Count>
__device__ __forceinline__ const auto& find_box(
    const Boxes<Operands, N, Count>& boxes, unsigned& first) {
  int b = 0;
  first = 0;
  while (blockIdx.x >= boxes.blocks[b]) first = boxes.blocks[b++];
  return boxes.box[b];
}

// The offsets of an element of a box.
template <int Operands, int N>
__device__ __forceinline__ void place_element(unsigned element,
                                              const Divisor (&shape)[N],
                                              const int (&strides)[Operands][N],
                                              int (&offset)[Operands]) {
#pragma unroll
  for (int k = 0; k < Operands; ++k) offset[k] = 0;
#pragma unroll
  for (int d = N - 1; d >= 0; --d) {
    const unsigned next = d == 0 ? 0 : shape[d].divide(element);
    const int at = element - next * shape[d].by;
#pragma unroll
    for (int k = 0; k < Operands; ++k) offset[k] += at * strides[k][d];
    element = next;
  }
}

// Blocks take X x Y elements of the last two axes. Outputs and most inputs are
// loaded along the last one; staged inputs, whose neighbours lie along the
// other, are loaded that way and turned in shared memory.
template <int Operands, int Offsets, int N>
struct Tiles {
  char* data[Operands > 0 ? Operands : 1];
  long index;
  Divisor tiles_x, tiles_y;
  Divisor shape[N];
  int strides[Offsets > 0 ? Offsets : 1][N];
};

template <int X_, int Y_>
struct Tile {
  static constexpr int X = X_, Y = Y_, E = X * Y / kThreads;
  static constexpr int kLinesX = kThreads / X, kLinesY = kThreads / Y;
  static_assert(E * kThreads == X * Y && kLinesX * X == kThreads &&
                kLinesY * Y == kThreads);
  int x0, y0, nx, ny;

  template <int Operands, int Offsets, int N, int Places>
  __device__ __forceinline__ Tile(const Tiles<Operands, Offsets, N>& tiles,
                                  int (&offset)[Places]) {
    unsigned rest = tiles.tiles_x.divide(blockIdx.x);
    x0 = (blockIdx.x - rest * tiles.tiles_x.by) * X;
    unsigned outer = tiles.tiles_y.divide(rest);
    y0 = (rest - outer * tiles.tiles_y.by) * Y;
    nx = tiles.shape[N - 1].by;
    ny = tiles.shape[N - 2].by;
#pragma unroll
    for (int k = 0; k < Offsets; ++k)
      offset[k] = x0 * tiles.strides[k][N - 1] + y0 * tiles.strides[k][N - 2];
#pragma unroll
    for (int d = N - 3; d >= 0; --d) {
      const unsigned next = d == 0 ? 0 : tiles.shape[d].divide(outer);
      const int at = outer - next * tiles.shape[d].by;
#pragma unroll
      for (int k = 0; k < Offsets; ++k) offset[k] += at * tiles.strides[k][d];
      outer = next;
    }
  }

  // Element e of a thread, counted from the tile's first.
  __device__ __forceinline__ static int x(int e) { return threadIdx.x % X; }
  __device__ __forceinline__ static int y(int e) {
    return threadIdx.x / X + e * kLinesX;
  }
  __device__ __forceinline__ static int staged_x(int e) {
    return threadIdx.x / Y + e * kLinesY;
  }
  __device__ __forceinline__ static int staged_y(int e) {
    return threadIdx.x % Y;
  }
  __device__ __forceinline__ unsigned valid(bool staged) const {
    unsigned bits = 0;
#pragma unroll
    for (int e = 0; e < E; ++e)
      if (x0 + (staged ? staged_x(e) : x(e)) < nx &&
          y0 + (staged ? staged_y(e) : y(e)) < ny)
        bits |= 1u << e;
    return bits;
  }

  template <bool kStaged, class T>
  __device__ __forceinline__ static void load(const char* p, int along_x,
                                              int along_y, unsigned valid,
                                              T (&to)[E]) {
#pragma unroll
    for (int e = 0; e < E; ++e)
      if (valid >> e & 1)
        to[e] = *(const T*)(p + (kStaged ? staged_x(e) : x(e)) * along_x +
                            (kStaged ? staged_y(e) : y(e)) * along_y);
  }
  template <class T>
  __device__ __forceinline__ static void store(char* p, int along_x,
                                               int along_y, unsigned valid,
                                               const T (&from)[E]) {
#pragma unroll
    for (int e = 0; e < E; ++e)
      if (valid >> e & 1) *(T*)(p + x(e) * along_x + y(e) * along_y) = from[e];
  }

  // Columns are an odd number of words apart, so that neither rows nor columns
  // meet in one bank.
  __device__ static constexpr int pitch(int size) {
    return Y + (size < 4 ? 4 / size : 1);
  }
  template <class T>
  static constexpr int kBytes = X * pitch(sizeof(T)) * (int)sizeof(T);
  // From the threads that loaded elements along y to those that use them.
  template <class T>
  __device__ __forceinline__ static void turn(void* shared, T (&x)[E]) {
    constexpr int kPitch = pitch(sizeof(T));
    T* tile = (T*)shared;
    __syncthreads();
#pragma unroll
    for (int e = 0; e < E; ++e) tile[staged_x(e) * kPitch + staged_y(e)] = x[e];
    __syncthreads();
#pragma unroll
    for (int e = 0; e < E; ++e) x[e] = tile[Tile::x(e) * kPitch + y(e)];
  }
};

}  // namespace tenorite::kernel

// SPDX-License-Identifier: Apache-2.0
// The text of the fold loops, instantiated per op and type by
// fold_family.cpp.in.
#pragma once

#include <cstring>

#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/elementwise/vector_math.h"
#include "ops/cpu/reduce/fold_loops.h"
#include "ops/device/running_sum.h"
#include "ops/table/fold_type.h"

namespace tenorite::cpu {
namespace folding {

template <class T>
T load(const char* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
}
template <class T>
void store(char* p, T x) {
  std::memcpy(p, &x, sizeof(T));
}

// One element, with the bits that the elementwise loop gives it.
template <Op op, int loop, class T>
T apply(T a, T b, unsigned& error) {
  T result;
  if constexpr (kHasVectorLoop<op, loop>) {
    char* data[] = {reinterpret_cast<char*>(&result),
                    reinterpret_cast<char*>(&a), reinterpret_cast<char*>(&b)};
    constexpr int64_t kStrides[] = {sizeof(T), sizeof(T), sizeof(T)};
    loops_of(op)[loop](data, kStrides, 1, &error);
  } else {
    LoopOf<op, loop>::apply(error, result, a, b);
  }
  return result;
}

// The general case is rounded at every step, as NumPy does.
template <Op op, int loop, class T>
struct General {
  T value;
  void start(T x) { value = x; }
  void step(T x, unsigned& error) { value = apply<op, loop>(value, x, error); }
  T result() const { return value; }
};

// Sums of floating-point numbers keep more than their type's precision.
template <class T>
struct Sum {
  double sum;
  void start(T x) { sum = (float)x; }
  void step(T x, unsigned&) { sum += (float)x; }
  T result() const { return T(sum); }
};
template <>
struct Sum<double> {
  RunningSum sum;
  void start(double x) { sum.start(x); }
  void step(double x, unsigned&) { sum.add(x); }
  double result() const { return sum.result(); }
};
template <class T>
struct Sum<complex<T>> {
  Sum<T> re, im;
  void start(complex<T> x) {
    re.start(x.re);
    im.start(x.im);
  }
  void step(complex<T> x, unsigned& error) {
    re.step(x.re, error);
    im.step(x.im, error);
  }
  complex<T> result() const { return {re.result(), im.result()}; }
};

template <class T, class S>
void fold_one(const FoldBlock& b, S& state, int64_t i, unsigned& error) {
  S running = state;
  const char* in = b.in + i * b.in_stride;
  if (b.partials) {
    char* out = b.out + i * b.out_stride;
    for (; i < b.n; ++i, in += b.in_stride, out += b.out_stride) {
      running.step(load<T>(in), error);
      store(out, running.result());
    }
  } else {
    for (; i < b.n; ++i, in += b.in_stride) running.step(load<T>(in), error);
  }
  state = running;
}

template <class T, class S>
void fold_many(const FoldBlock& b, S* state, int64_t i, unsigned& error) {
  for (; i < b.n; ++i) {
    const char* in = b.in + i * b.in_stride;
    for (int l = 0; l < b.lanes; ++l, in += b.in_lane_stride)
      state[l].step(load<T>(in), error);
    if (!b.partials) continue;
    char* out = b.out + i * b.out_stride;
    for (int l = 0; l < b.lanes; ++l, out += b.out_lane_stride)
      store(out, state[l].result());
  }
}

template <Op op, int loop>
void fold_loop(const FoldBlock& b, unsigned* error) {
  using T = FoldType<op, loop>;
  constexpr bool kSum = op == Op::add && (is_real_floating<T> || is_complex<T>);
  using S = std::conditional_t<kSum, Sum<T>, General<op, loop, T>>;
  static_assert(sizeof(S) <= kFoldStateBytes);
  S* state = static_cast<S*>(b.state);
  unsigned found = 0;
  bool start = b.start && b.n > 0;
  if (start) {
    for (int l = 0; l < b.lanes; ++l) {
      state[l].start(load<T>(b.in + l * b.in_lane_stride));
      if (b.partials) store(b.out + l * b.out_lane_stride, state[l].result());
    }
  }
  if (b.lanes == 1)
    fold_one<T>(b, state[0], start, found);
  else
    fold_many<T>(b, state, start, found);
  if (b.last && !b.partials)
    for (int l = 0; l < b.lanes; ++l)
      store(b.out + l * b.out_lane_stride, state[l].result());
  *error |= found;
}

template <Op op, int loop>
void at_loop(const AtBlock& b, unsigned* error) {
  using T = FoldType<op, loop>;
  unsigned found = 0;
  // Copies, since what is stored through `target` might be a part of `b`.
  const AtBlock block = b;
  const char* value = block.values;
  for (int64_t i = 0; i < block.n; ++i, value += block.value_stride) {
    char* target = block.target + block.offset[i] * block.scale;
    store(target, apply<op, loop>(load<T>(target), load<T>(value), found));
  }
  *error |= found;
}

}  // namespace folding

template <class Family>
bool register_folds_of() {
  for_each_fold_of<Family>([]<Op op, int loop>() {
    register_fold_loops(
        op, loop, {folding::fold_loop<op, loop>, folding::at_loop<op, loop>});
  });
  return true;
}

}  // namespace tenorite::cpu

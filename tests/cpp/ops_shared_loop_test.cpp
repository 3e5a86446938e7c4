// SPDX-License-Identifier: Apache-2.0
// Loops that share kernels on GPUs give the same bits.
#include "ops/table/op.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/device/functors.h"
#include "ops/table/shared_loop.h"

namespace tenorite::cuda {
namespace {

using Bytes = std::array<unsigned char, 16>;

template <class T>
Bytes bytes_of(T x) {
  Bytes bytes{};
  std::memcpy(bytes.data(), &x, sizeof(T));
  return bytes;
}

template <class T>
std::vector<Bytes> samples() {
  std::vector<Bytes> all;
  if constexpr (is_bool<T>) {
    for (bool x : {false, true}) all.push_back(bytes_of(x));
  } else if constexpr (is_complex<T>) {
    for (float re : {-0.0f, 1.5f, -2.0f})
      for (float im : {0.0f, -1.0f, std::numeric_limits<float>::infinity()})
        all.push_back(bytes_of(cast<T>(complex<float>{re, im})));
  } else if constexpr (is_integer<T>) {
    for (long x : {0, 1, 2, 3, 7, 31, 100, -1, -2, -7, -100})
      all.push_back(bytes_of((T)x));
    all.push_back(bytes_of(std::numeric_limits<T>::min()));
    all.push_back(bytes_of(std::numeric_limits<T>::max()));
  } else {
    for (double x :
         {0.0, -0.0, 1.5, -2.5, 1e4, std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()})
      all.push_back(bytes_of(cast<T>(x)));
  }
  return all;
}

// A loop as a function of bytes.
template <class Loop>
struct OnBytes;
template <class F, class... In, class... Out>
struct OnBytes<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  static constexpr size_t kIn = sizeof...(In);
  using Inputs = std::array<Bytes, kIn>;
  using Outputs = std::array<Bytes, sizeof...(Out)>;

  static Outputs run(const Inputs& in) {
    return run(in, std::index_sequence_for<In...>(),
               std::index_sequence_for<Out...>());
  }
  static std::vector<Inputs> all_samples() {
    std::vector<Inputs> all(1);
    size_t input = 0;
    for (const std::vector<Bytes>& values : {samples<In>()...}) {
      std::vector<Inputs> longer;
      for (Inputs each : all)
        for (const Bytes& value : values) {
          each[input] = value;
          longer.push_back(each);
        }
      all = longer;
      ++input;
    }
    return all;
  }

 private:
  template <class T>
  static T value(const Bytes& bytes) {
    T x;
    std::memcpy(&x, bytes.data(), sizeof(T));
    return x;
  }
  template <size_t... I, size_t... O>
  static Outputs run(const Inputs& in, std::index_sequence<I...>,
                     std::index_sequence<O...>) {
    std::tuple<Out...> out;
    unsigned error = 0;
    FunctorLoop<F, Types<In...>, Types<Out...>>::apply(
        error, std::get<O>(out)..., value<In>(in[I])...);
    return {bytes_of(std::get<O>(out))...};
  }
};

template <class Loop>
int compare() {
  using Same = SameLoop<Loop>;
  using Shared = SharedLoop<typename Same::type>;
  if constexpr (std::is_same_v<Loop, Shared>) {
    return 0;
  } else {
    for (auto in : OnBytes<Loop>::all_samples()) {
      const auto expected = OnBytes<Loop>::run(in);
      if constexpr (Same::kSwapped) std::swap(in[0], in[1]);
      EXPECT_EQ(OnBytes<typename Same::type>::run(in), expected);
      EXPECT_EQ(OnBytes<Shared>::run(in), expected);
    }
    return 1;
  }
}

template <Op op, size_t... I>
int compare_loops(std::index_sequence<I...>) {
  SCOPED_TRACE(info(op).name);
  return (compare<LoopOf<op, I>>() + ...);
}

template <size_t... I>
int compare_ops(std::index_sequence<I...>) {
  return (compare_loops<static_cast<Op>(I)>(
              std::make_index_sequence<kLoopCount<static_cast<Op>(I)>>()) +
          ...);
}

TEST(SharedLoop, GivesTheSameBits) {
  EXPECT_GT(compare_ops(std::make_index_sequence<kNumOps>()), 100);
}

TEST(SharedLoop, SwapsOperandsOfTwoTypes) {
  using Greater =
      FunctorLoop<op::Greater, Types<long, unsigned long>, Types<bool>>;
  using Less = FunctorLoop<op::Less, Types<unsigned long, long>, Types<bool>>;
  EXPECT_TRUE((std::is_same_v<SameLoop<Greater>::type, Less>));
  EXPECT_TRUE(SameLoop<Greater>::kSwapped);
  EXPECT_FALSE(SameLoop<Less>::kSwapped);
}

}  // namespace
}  // namespace tenorite::cuda

// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/copy_loops.h"
#include "ops/cuda/elementwise.cuh"

namespace tenorite::cuda {
namespace {

template <class To, class From>
using Cast = FunctorLoop<Convert, Types<From>, Types<To>>;

template <class To, class From>
ContiguousLoop contiguous_cast() {
  using K = Kernels<Cast<To, From>>;
  constexpr ContiguousTuning t =
      contiguous_tuning(K::kWidest, K::kNarrowest, 1, false);
  return {contiguous_kernel<Cast<To, From>, t.vector, t.unroll>, t};
}

template <size_t I>
using TypeAt = type_of_t<kDTypes[I].letter>;

struct CastTable {
  ContiguousLoop contiguous[kNumDTypes][kNumDTypes];  // [from][to]
  StridedLoop converting[kNumDTypes];                 // [to]

  CastTable() { fill(std::make_index_sequence<kNumDTypes>()); }

 private:
  template <size_t... To>
  void fill(std::index_sequence<To...> all) {
    ((converting[To] = kStridedLoop<Cast<TypeAt<To>, TypeAt<To>>, false, true>),
     ...);
    (fill_row<To>(all), ...);
  }
  template <size_t From, size_t... To>
  void fill_row(std::index_sequence<To...>) {
    ((contiguous[From][To] = contiguous_cast<TypeAt<To>, TypeAt<From>>()), ...);
  }
};

template <class T>
CudaLoop make_move() {
  return make_loop<Cast<T, T>, false>();
}

}  // namespace

const CudaLoop& move_loop(size_t itemsize) {
  static const CudaLoop loops[] = {
      make_move<unsigned char>(), make_move<unsigned short>(),
      make_move<unsigned>(), make_move<unsigned long>(),
      make_move<complex<double>>()};
  int log2 = 0;
  while (size_t{1} << log2 < itemsize) ++log2;
  return loops[log2];
}

CudaLoop cast_loop(DType from, DType to) {
  static const CastTable table;
  const int i = static_cast<int>(from), j = static_cast<int>(to);
  // Of two dtypes, something is always converted.
  return {table.contiguous[i][j], table.converting[j], table.converting[j]};
}

}  // namespace tenorite::cuda

// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/copy/copy_loops.h"
#include "ops/cuda/elementwise/elementwise.cuh"

namespace tenorite::cuda {
namespace {

template <class To, class From>
using Cast = FunctorLoop<Convert, Types<From>, Types<To>>;

// The cast that gives the same bits in fewest kernels: integers are cut off or
// extended, and only what is extended has a sign.
template <class To, class From>
constexpr auto shared_cast() {
  constexpr bool kIntegers =
      is_integer<To> && (is_integer<From> || is_bool<From>);
  // Bools convert as the bytes that they are.
  using Kept = std::conditional_t<is_bool<From>, unsigned char, From>;
  using Bits = typename sharing::without_sign<Kept>::type;
  if constexpr (is_same<To, From>)
    return Cast<To, From>();
  else if constexpr (kIntegers && sizeof(To) <= sizeof(From))
    return Cast<unsigned_t<To>, Bits>();
  else if constexpr (kIntegers)
    return Cast<unsigned_t<To>, Kept>();
  else if constexpr (is_bool<To> && is_integer<From>)
    return Cast<To, Bits>();
  else
    return Cast<To, Kept>();
}

template <size_t I>
using TypeAt = type_of_t<kDTypes[I].letter>;

struct CastTable {
  ContiguousLoop contiguous[kNumDTypes][kNumDTypes];  // [from][to]
  ConvertingLoop converting[kNumDTypes];              // by loop dtype

  CastTable() { fill(std::make_index_sequence<kNumDTypes>()); }

 private:
  template <size_t... To>
  void fill(std::index_sequence<To...> all) {
    ((converting[To] = converting_loop<Cast<TypeAt<To>, TypeAt<To>>, false>()),
     ...);
    (fill_row<To>(all), ...);
  }
  template <size_t From, size_t... To>
  void fill_row(std::index_sequence<To...>) {
    ((contiguous[From][To] =
          contiguous_loop<decltype(shared_cast<TypeAt<To>, TypeAt<From>>()),
                          false>()),
     ...);
  }
};

// Bytes that are misaligned or converted are not moved.
template <class T>
CudaLoop make_move() {
  return {contiguous_loop<Cast<T, T>, false>(), strided_loop<Cast<T, T>>(), {}};
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

CudaLoop cast_loop(DType from, DType to, DType through) {
  static const CastTable table;
  // Of two dtypes, something is always converted.
  return {table.contiguous[static_cast<int>(from)][static_cast<int>(to)],
          {},
          table.converting[static_cast<int>(through)]};
}

}  // namespace tenorite::cuda

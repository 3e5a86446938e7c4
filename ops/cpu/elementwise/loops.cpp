// SPDX-License-Identifier: Apache-2.0
// The table that families register in, and the loops between two dtypes.
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/elementwise/loop_templates.h"

namespace tenorite::cpu {
namespace {

// Constant-initialised, since families register while statics are made.
constinit const CpuLoop* g_loops[kNumOps] = {};
constinit const int64_t* g_grains[kNumOps] = {};

// The processor's own conversion of floats to integers, which gives the values
// of cast() and raises NumPy's flags; cast() asks before it converts.
template <class To>
struct FlaggedConvert {
  template <class F>
  To operator()(F x) const {
    if constexpr (is_complex<F>)
      return (*this)(x.re);
    else if constexpr (is_same<To, unsigned long>)
      return upper<long>(x, F(9223372036854775808.0));
    else if constexpr (is_same<To, unsigned int>)
      return upper<int>(x, F(2147483648.0));
    else if constexpr (is_same<To, long>)
      return (long)x;
    else
      return (To)(int)x;
  }

 private:
  // The upper half of an unsigned range is moved down before the conversion.
  template <class Signed, class F>
  static To upper(F x, F half) {
    const bool high = x >= half;
    const auto low = (Signed)(x - (high ? half : F(0)));
    return (To)low ^ (high ? To(1) << (8 * sizeof(To) - 1) : To(0));
  }
};

template <class To, class From>
constexpr bool kFlagged =
#if defined(__SSE2__)
    is_integer<To> && !is_bool<To> &&
    (is_real_floating<From> || is_complex<From> || is_same<From, half>);
#else
    false;
#endif

template <class To, class From>
using CastFunctor =
    std::conditional_t<kFlagged<To, From>, FlaggedConvert<To>, Convert>;
template <class To, class From>
constexpr CpuLoop kCast =
    run_loop<FunctorLoop<CastFunctor<To, From>, Types<From>, Types<To>>>;
template <class T>
constexpr CpuLoop kMove = kCast<T, T>;

constexpr CpuLoop kMoves[] = {kMove<unsigned char>, kMove<unsigned short>,
                              kMove<unsigned>, kMove<unsigned long>,
                              kMove<complex<double>>};

constexpr CpuLoop move_of(size_t itemsize) {
  return kMoves[__builtin_ctz(static_cast<unsigned>(itemsize))];
}

// A cast from or to halves, made of that from or to floats.
template <class To, class From>
void cast_halves(char** data, const int64_t* strides, int64_t n,
                 unsigned* error) {
  using Loop = FunctorLoop<Convert, Types<From>, Types<To>>;
  run_on_wide(kCast<detail::widened_t<To, half, float>,
                    detail::widened_t<From, half, float>>,
              detail::narrow_operands<half, float, Loop>::value, data, strides,
              n, error);
}

// What is the same cast for the bits of integers.
template <class T, bool any_sign>
using Bits = typename std::conditional_t<any_sign && is_integer<T>,
                                         sharing::without_sign<T>,
                                         std::type_identity<T>>::type;

template <class To, class From>
constexpr CpuLoop choose_cast() {
  // The sign of a number matters where it is widened, that of a result never.
  using Target = Bits<To, is_integer<From> || is_bool<From>>;
  using Source =
      Bits<From, is_bool<To> || (is_integer<To> && sizeof(To) <= sizeof(From))>;
  if constexpr (is_same<Target, Source>)
    return move_of(sizeof(To));
  else if constexpr (is_complex<From> && !is_complex<To> && !is_bool<To>)
    return choose_cast<To, real_t<From>>();  // which begin where it does
  else if constexpr (is_same<From, half> && !is_same<To, float> && !is_bool<To>)
    return cast_halves<Target, half>;
  else if constexpr (is_same<To, half> && (is_integer<From> || is_bool<From>))
    return cast_halves<half, Source>;
  else
    return kCast<Target, Source>;
}

struct CastRow {
  CpuLoop to[kNumDTypes];
};
template <size_t From, size_t... To>
constexpr CastRow cast_row(std::index_sequence<To...>) {
  return {{choose_cast<type_of_t<kDTypes[To].letter>,
                       type_of_t<kDTypes[From].letter>>()...}};
}
template <size_t... From>
constexpr auto cast_table(std::index_sequence<From...> all) {
  struct Table {
    CastRow from[kNumDTypes];
  };
  return Table{{cast_row<From>(all)...}};
}
constexpr auto kCasts = cast_table(std::make_index_sequence<kNumDTypes>());

}  // namespace

const CpuLoop* loops_of(Op op) { return g_loops[static_cast<int>(op)]; }

int64_t grain_of(Op op, int loop) {
  return g_grains[static_cast<int>(op)][loop];
}

void register_loops(Op op, const CpuLoop* loops, const int64_t* grains) {
  g_loops[static_cast<int>(op)] = loops;
  g_grains[static_cast<int>(op)] = grains;
}

CpuLoop cast_loop(DType from, DType to) {
  return kCasts.from[static_cast<int>(from)].to[static_cast<int>(to)];
}

CpuLoop move_loop(size_t itemsize) { return move_of(itemsize); }

}  // namespace tenorite::cpu

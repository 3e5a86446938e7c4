// SPDX-License-Identifier: Apache-2.0
// The text of the reductions. A fold is over elements of type Value:
//   Acc neutral()              contributes nothing
//   Acc map(Value, position)   one element; the position counts along the
//                              reduced axes in C order
//   Acc combine(Acc, Acc)      associative up to rounding; earlier one first
//   Result finish(Acc, n, Finishing)   n elements were folded
//   bool is_decided(Acc)       (of some) whatever follows changes nothing
// Rows of ops/table/reduce_table.def name a family: Family::Fold<T, Wide> is
// the fold over a compute dtype; dtypes whose bits are treated alike share one.
// Wide folds spend more work per element on accuracy: the accumulators of
// floating sums have more bits, and count their elements themselves.
#pragma once

#include "ops/device/accumulate.h"
#include "ops/device/cast.h"
#include "ops/device/minmax.h"

namespace tenorite::reduction {

// What is made of a folded value.
enum class Finish : unsigned char { kValue, kMean, kRoot };

struct Finishing {
  Finish finish = Finish::kValue;
  bool has_initial = false;
  double correction = 0;
  // A value of the compute dtype, folded in before all elements.
  alignas(16) unsigned char initial[16] = {};

  template <class T>
  TENORITE_HD T initial_as() const {
    struct Bytes {
      unsigned char b[sizeof(T)];
    } bytes;
    for (int i = 0; i < (int)sizeof(T); ++i) bytes.b[i] = initial[i];
    return bit_cast<T>(bytes);
  }
};

// Combines the initial value, if there is one, with what was folded.
template <class F>
TENORITE_HD typename F::Acc with_initial(typename F::Acc acc,
                                         const Finishing& f) {
  if (!f.has_initial) return acc;
  return F::combine(F::map(f.initial_as<typename F::Value>(), 0), acc);
}

namespace detail {

// The quotient as NumPy computes it: a sum of single precision is divided in
// double precision, because the count is an integer. The sum starts from 0, as
// below.
template <class T, class S>
TENORITE_HD T mean_of(S sum, long n) {
  if constexpr (is_complex<T>) {
    complex<double> wide{(double)sum.re + 0.0, (double)sum.im + 0.0};
    return cast<T>(wide / complex<double>{(double)n, 0});
  } else if constexpr (is_same<S, float> && is_same<T, half>) {
    return T((sum + 0.0f) / (float)n);
  } else {
    return cast<T>(((double)sum + 0.0) / (double)n);
  }
}

// The sum rounded once to T; -0.0 only if `initial` asks for it, since NumPy
// starts from 0.
template <class T, class S>
TENORITE_HD T sum_as(S sum, bool has_initial) {
  if constexpr (is_complex<T>) {
    real_t<T> zero = 0;
    T x{(real_t<T>)sum.re, (real_t<T>)sum.im};
    return has_initial ? x : T{x.re + zero, x.im + zero};
  } else if constexpr (is_same<S, compensated>) {
    double x = (double)sum;
    return has_initial ? x : x + 0.0;
  } else {
    return cast<T>(has_initial ? sum : sum + S(0));
  }
}

}  // namespace detail

// Sums of integers, in at least 32 bits.
template <class T>
struct WrappingSum {
  using Value = T;
  using Acc = choose_t<(sizeof(T) < 4), unsigned, T>;
  using Result = T;
  TENORITE_HD static Acc neutral() { return 0; }
  TENORITE_HD static Acc map(T x, long) { return (Acc)x; }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a + b; }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    return (T)with_initial<WrappingSum>(a, f);
  }
};

// Sums of narrow integers in 64 bits, without a conversion beforehand. The
// mean is exact before its one rounding; it is returned as a double's bits.
template <class T>
struct WideningSum {
  using Value = T;
  using Acc = unsigned long;
  using Result = unsigned long;
  TENORITE_HD static Acc neutral() { return 0; }
  TENORITE_HD static Acc map(T x, long) { return (Acc)x; }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a + b; }
  TENORITE_HD static Result finish(Acc a, long n, const Finishing& f) {
    if (f.has_initial) a += f.initial_as<Acc>();
    if (f.finish != Finish::kMean) return a;
    double sum = is_signed_integer<T> ? (double)(long)a : (double)a;
    return bit_cast<Result>(sum / (double)n);
  }
};

template <class T>
struct WrappingProduct : WrappingSum<T> {
  using Acc = typename WrappingSum<T>::Acc;
  TENORITE_HD static Acc neutral() { return 1; }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a * b; }
  TENORITE_HD static T finish(Acc a, long, const Finishing& f) {
    return (T)with_initial<WrappingProduct>(a, f);
  }
};

template <class T, bool Wide>
struct FloatingSum {
  using Value = T;
  using Sum = sum_t<T, Wide>;
  using Acc = Sum;
  using Result = T;
  TENORITE_HD static Acc neutral() {
    if constexpr (is_complex<T>)
      return {-0.0, -0.0};
    else
      return Sum(-0.0);
  }
  TENORITE_HD static Acc map(T x, long) {
    if constexpr (is_complex<T>)
      return {x.re, x.im};
    else
      return Sum((compute_t<T>)x);
  }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a + b; }
  TENORITE_HD static Result finish(Acc a, long n, const Finishing& f) {
    a = with_initial<FloatingSum>(a, f);
    if (f.finish == Finish::kMean) return detail::mean_of<T>(a, n);
    return detail::sum_as<T>(a, f.has_initial);
  }
};

template <class T>
struct FloatingSum<T, true> {
  using Value = T;
  using Narrow = FloatingSum<T, false>;
  using Sum = sum_t<T, true>;
  struct Acc {
    Sum sum;
    long n;
  };
  using Result = T;
  TENORITE_HD static Sum widen(T x) {
    if constexpr (is_complex<T>)
      return {x.re, x.im};
    else
      return Sum((double)(compute_t<T>)x);
  }
  TENORITE_HD static Acc neutral() {
    if constexpr (is_complex<T>)
      return {{-0.0, -0.0}, 0};
    else
      return {Sum(-0.0), 0};
  }
  TENORITE_HD static Acc map(T x, long) { return {widen(x), 1}; }
  TENORITE_HD static Acc combine(Acc a, Acc b) {
    return {a.sum + b.sum, a.n + b.n};
  }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    long n = a.n;
    a = with_initial<FloatingSum>(a, f);
    if (f.finish == Finish::kMean) return detail::mean_of<T>(a.sum, n);
    return detail::sum_as<T>(a.sum, f.has_initial);
  }
};

// A row of so few elements needs no wide accumulator: their sum, added up one
// by one as NumPy does, is off by that many half units at most.
inline constexpr int kFewTerms = 8;
template <class F>
struct OfFewTerms {
  using type = F;
};
template <>
struct OfFewTerms<FloatingSum<float, true>> {
  using type = FloatingSum<float, false>;
};
template <>
struct OfFewTerms<FloatingSum<double, true>> {
  using type = FloatingSum<double, false>;
};
template <class F>
using of_few_terms = typename OfFewTerms<F>::type;

template <class T>
struct FloatingProduct {
  using Value = T;
  using Acc = compute_t<T>;
  using Result = T;
  TENORITE_HD static Acc neutral() {
    if constexpr (is_complex<T>)
      return {1, 0};
    else
      return 1;
  }
  TENORITE_HD static Acc map(T x, long) { return (Acc)x; }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a * b; }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    return cast<T>(with_initial<FloatingProduct>(a, f));
  }
};

namespace detail {

// The end of T's order: the least (or, with Largest, the greatest) value.
template <class T, bool Largest>
TENORITE_HD T extreme() {
  if constexpr (is_complex<T>) {
    return {extreme<real_t<T>, Largest>(), extreme<real_t<T>, Largest>()};
  } else if constexpr (is_real_floating<T>) {
    double infinity = bit_cast<double>(0x7ff0000000000000ul);
    return (T)(Largest ? infinity : -infinity);
  } else if constexpr (is_bool<T>) {
    return Largest;
  } else {
    constexpr folded_t<T> kTop = (folded_t<T>)1 << (8 * sizeof(T) - 1);
    if constexpr (is_signed_integer<T>)
      return (T)(Largest ? (folded_t<T>)(kTop - 1) : kTop);
    else
      return Largest ? (T) ~(T)0 : (T)0;
  }
}

template <class T>
TENORITE_HD T not_a_number() {
  if constexpr (is_complex<T>)
    return {not_a_number<real_t<T>>(), not_a_number<real_t<T>>()};
  else
    return (T)bit_cast<double>(0x7ff8000000000000ul);
}

}  // namespace detail

// The element that op::Maximum and its siblings choose.
template <class T, class Choose, bool Largest, bool IgnoreNan>
struct Extremum {
  using Value = T;
  using Acc = compute_t<T>;
  using Result = T;
  TENORITE_HD static Acc neutral() {
    if constexpr (IgnoreNan)
      return detail::not_a_number<Acc>();
    else
      return detail::extreme<Acc, !Largest>();
  }
  TENORITE_HD static Acc map(T x, long) { return (Acc)x; }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return Choose()(a, b); }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    return cast<T>(with_initial<Extremum>(a, f));
  }
};

// Where the first extreme element is, or the first NaN.
template <class T, bool Largest>
struct Position {
  using Value = T;
  using Result = long;
  static constexpr long kNone = 0x7fffffffffffffff;
  struct Acc {
    compute_t<T> value;
    long position;
  };
  TENORITE_HD static Acc neutral() {
    return {tenorite::reduction::detail::extreme<compute_t<T>, !Largest>(),
            kNone};
  }
  TENORITE_HD static Acc map(T x, long position) {
    return {(compute_t<T>)x, position};
  }
  // Whether a comes before b by value alone.
  TENORITE_HD static bool beats(compute_t<T> a, compute_t<T> b) {
    if constexpr (is_complex<T>) {
      using tenorite::detail::any_nan;
      if (any_nan(b)) return false;
      if (any_nan(a)) return true;
      if (a.re == b.re) return Largest ? a.im > b.im : a.im < b.im;
      return Largest ? a.re > b.re : a.re < b.re;
    } else {
      // A NaN differs from itself and is on no side of a number.
      return (b == b) & !(Largest ? b >= a : b <= a);
    }
  }
  TENORITE_HD static Acc combine(Acc a, Acc b) {
    if (a.position == kNone) return b;
    if (b.position == kNone) return a;
    bool earlier = a.position < b.position;
    Acc first = earlier ? a : b, second = earlier ? b : a;
    return beats(second.value, first.value) ? second : first;
  }
  TENORITE_HD static bool is_decided(Acc a) {
    if constexpr (is_complex<T>)
      return tenorite::detail::any_nan(a.value);
    else if constexpr (is_real_floating<T>)
      return a.value != a.value;
    else
      return a.value == tenorite::reduction::detail::extreme<T, Largest>();
  }
  TENORITE_HD static Result finish(Acc a, long, const Finishing&) {
    return a.position == kNone ? 0 : a.position;
  }
};

namespace detail {

// NaN is not zero.
template <class T>
TENORITE_HD bool is_nonzero(T x) {
  return cast<bool>(x);
}

}  // namespace detail

// Whether any element is true or, with All, whether all are.
template <class T, bool IsAll>
struct Truth {
  using Value = T;
  using Acc = unsigned char;
  using Result = bool;
  TENORITE_HD static Acc neutral() { return IsAll; }
  TENORITE_HD static Acc map(T x, long) { return detail::is_nonzero(x); }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return IsAll ? a & b : a | b; }
  TENORITE_HD static bool is_decided(Acc a) { return (a != 0) != IsAll; }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    return with_initial<Truth>(a, f) != 0;
  }
};

template <class T>
struct NonzeroCount {
  using Value = T;
  using Acc = long;
  using Result = long;
  TENORITE_HD static Acc neutral() { return 0; }
  TENORITE_HD static Acc map(T x, long) { return detail::is_nonzero(x); }
  TENORITE_HD static Acc combine(Acc a, Acc b) { return a + b; }
  TENORITE_HD static Result finish(Acc a, long, const Finishing&) { return a; }
};

enum class Bits { kAnd, kOr, kXor };
template <class T, Bits Kind>
struct Bitwise {
  using Value = T;
  using Acc = T;
  using Result = T;
  TENORITE_HD static Acc neutral() {
    return Kind == Bits::kAnd ? (T) ~(T)0 : (T)0;
  }
  TENORITE_HD static Acc map(T x, long) { return x; }
  TENORITE_HD static Acc combine(Acc a, Acc b) {
    return (T)(Kind == Bits::kAnd ? a & b : Kind == Bits::kOr ? a | b : a ^ b);
  }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    return with_initial<Bitwise>(a, f);
  }
};

// Mean and sum of squared deviations, merged by Chan, Golub and LeVeque's
// formula (1979). Everything is in double precision; a complex variance is
// that of the real parts plus that of the imaginary ones.
template <class T>
struct Spread {
  using Value = T;
  using Wide = choose_t<is_complex<T>, complex<double>, double>;
  using Result = real_t<T>;
  struct Acc {
    double n;
    Wide mean;
    double squares;
  };
  TENORITE_HD static Wide widen(T x) {
    if constexpr (is_complex<T>)
      return {x.re, x.im};
    else
      return (double)(compute_t<T>)x;
  }
  TENORITE_HD static Wide scale(Wide x, double by) {
    if constexpr (is_complex<T>)
      return {x.re * by, x.im * by};
    else
      return x * by;
  }
  TENORITE_HD static double norm(Wide x) {
    if constexpr (is_complex<T>)
      return x.re * x.re + x.im * x.im;
    else
      return x * x;
  }
  TENORITE_HD static Acc neutral() { return {0, Wide{}, 0}; }
  TENORITE_HD static Acc map(T x, long) { return {1, widen(x), 0}; }
  TENORITE_HD static Acc combine(Acc a, Acc b) {
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    double n = a.n + b.n;
    // Threads have as many elements as their neighbours, which saves divisions.
    double weight = a.n == b.n ? 0.5 : b.n / n;
    Wide apart = b.mean - a.mean;
    return {n, a.mean + scale(apart, weight),
            a.squares + b.squares + norm(apart) * (a.n * weight)};
  }
  TENORITE_HD static Result finish(Acc a, long, const Finishing& f) {
    double divisor = a.n - f.correction;
    // Infinite elements have no mean to deviate from.
    double squares = a.squares + norm(a.mean - a.mean);
    if (!(divisor > 0)) divisor = 0;
    // One quotient for all outputs of a thread, where there are bits to spare.
    double variance = sizeof(Result) < sizeof(double)
                          ? squares * (1.0 / divisor)
                          : squares / divisor;
    return cast<Result>(f.finish == Finish::kRoot ? math::sqrt(variance)
                                                  : variance);
  }
};

// The families of the table. Rows that would repeat another row's fold (see
// fold_row of ops/table/reduce_op.h) have none.

struct Sum {
  template <class T, bool Wide>
  using Fold = choose_t<
      is_bool<T>, void,
      choose_t<is_integer<T>, WrappingSum<folded_t<T>>, FloatingSum<T, Wide>>>;
  // Sums in int64 or uint64, and means, of bools and of integers up to 32 bits.
  template <class T>
  using Widening = WideningSum<choose_t<is_bool<T>, unsigned char, T>>;
};
struct Prod {
  template <class T, bool Wide>
  using Fold = choose_t<is_bool<T>, void,
                        choose_t<is_integer<T>, WrappingProduct<folded_t<T>>,
                                 FloatingProduct<T>>>;
};
struct Max {
  template <class T, bool Wide>
  using Fold =
      choose_t<is_bool<T>, void, Extremum<T, op::Maximum, true, false>>;
};
struct Min {
  template <class T, bool Wide>
  using Fold =
      choose_t<is_bool<T>, void, Extremum<T, op::Minimum, false, false>>;
};
struct FMax {
  template <class T, bool Wide>
  using Fold = choose_t<is_integer<T> || is_bool<T>, void,
                        Extremum<T, op::Fmax, true, true>>;
};
struct FMin {
  template <class T, bool Wide>
  using Fold = choose_t<is_integer<T> || is_bool<T>, void,
                        Extremum<T, op::Fmin, false, true>>;
};
struct Any {
  template <class T, bool Wide>
  using Fold = Truth<folded_t<T>, false>;
};
struct All {
  template <class T, bool Wide>
  using Fold = Truth<folded_t<T>, true>;
};
struct BitAnd {
  template <class T, bool Wide>
  using Fold = choose_t<is_bool<T>, void, Bitwise<folded_t<T>, Bits::kAnd>>;
};
struct BitOr {
  template <class T, bool Wide>
  using Fold = choose_t<is_bool<T>, void, Bitwise<folded_t<T>, Bits::kOr>>;
};
struct BitXor {
  template <class T, bool Wide>
  using Fold = Bitwise<folded_t<T>, Bits::kXor>;
};
// Narrow folds stop at the first bool that decides; wide ones take bools as
// bytes.
struct ArgMax {
  template <class T, bool Wide>
  using Fold = Position<choose_t<is_bool<T> && Wide, unsigned char, T>, true>;
};
struct ArgMin {
  template <class T, bool Wide>
  using Fold = Position<choose_t<is_bool<T> && Wide, unsigned char, T>, false>;
};
struct CountNonzero {
  template <class T, bool Wide>
  using Fold = NonzeroCount<folded_t<T>>;
};
struct Variance {
  template <class T, bool Wide>
  using Fold = Spread<T>;
};

}  // namespace tenorite::reduction

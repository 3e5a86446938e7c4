// SPDX-License-Identifier: Apache-2.0
// Makes FoldLoops from the folds of ops/device/reduce.h.
#pragma once

#include <cstring>
#include <type_traits>

#include "ops/cpu/reduce/reduce_columns.h"
#include "ops/cpu/reduce/reduce_loops.h"
#include "ops/cpu/reduce/reduce_rows.h"
#include "ops/device/math.h"
#include "ops/table/op.h"

namespace tenorite::cpu {
namespace {

template <class T>
constexpr bool kIsFloatingSum = false;
template <class T>
constexpr bool kIsFloatingSum<reduction::FloatingSum<T, false>> = true;
template <class T>
constexpr bool kIsFloatingProduct = false;
template <class T>
constexpr bool kIsFloatingProduct<reduction::FloatingProduct<T>> = true;
template <class T>
constexpr bool kIsSpread = false;
template <class T>
constexpr bool kIsSpread<reduction::Spread<T>> = true;

template <class F>
TENORITE_CPU_CLONES void fold_rows(const char* x, int64_t n, int64_t row_bytes,
                                   int64_t m, int64_t position, char* acc) {
  using Acc = typename F::Acc;
  for (int64_t k = 0; k < m; ++k, x += row_bytes)
    reinterpret_cast<Acc*>(acc)[k] = RowFold<F>::run(
        reinterpret_cast<const typename F::Value*>(x), n, position);
}

template <class F>
TENORITE_CPU_CLONES void fold_columns(const char* const* row, int rows,
                                      int64_t m, int64_t position, char* acc) {
  ColumnFold<F>::run(reinterpret_cast<const typename F::Value* const*>(row),
                     rows, m, position,
                     reinterpret_cast<typename F::Acc*>(acc));
}

template <class F>
void combine_all(char* a, const char* b, int64_t m) {
  using Acc = typename F::Acc;
  Acc* to = reinterpret_cast<Acc*>(a);
  const Acc* from = reinterpret_cast<const Acc*>(b);
  for (int64_t k = 0; k < m; ++k) to[k] = F::combine(to[k], from[k]);
}

template <class F>
void fill_neutral(char* acc, int64_t m) {
  for (int64_t k = 0; k < m; ++k)
    reinterpret_cast<typename F::Acc*>(acc)[k] = F::neutral();
}

template <class F>
bool all_decided(const char* acc, int64_t m) {
  for (int64_t k = 0; k < m; ++k)
    if (!F::is_decided(reinterpret_cast<const typename F::Acc*>(acc)[k]))
      return false;
  return true;
}

template <class F>
constexpr auto decided_of() -> bool (*)(const char*, int64_t) {
  if constexpr (requires { F::is_decided(F::neutral()); })
    return all_decided<F>;
  else
    return nullptr;
}

// The element that contributes nothing, as a Value.
template <class F>
typename F::Value neutral_element() {
  using Value = typename F::Value;
  if constexpr (kIsSpread<F>)
    return Value{};
  else if constexpr (requires { F::neutral().position; })
    return cast<Value>(F::neutral().value);
  else
    return cast<Value>(F::neutral());
}

template <class F>
int64_t apply_mask(char* data, int64_t n, const char* mask, int64_t stride) {
  using Value = typename F::Value;
  Value* x = reinterpret_cast<Value*>(data);
  int64_t left = 0;
  if constexpr (kIsSpread<F>) {
    for (int64_t i = 0; i < n; ++i) {
      x[left] = x[i];
      left += mask[i * stride] != 0;
    }
  } else {
    const Value neutral = neutral_element<F>();
    for (int64_t i = 0; i < n; ++i) {
      bool keep = mask[i * stride] != 0;
      x[i] = keep ? x[i] : neutral;
      left += keep;
    }
  }
  return left;
}

// Which of several NaN a sum or product keeps depends on where the vectors of
// its loop end. So the result is always the same one.
template <class T>
T one_nan(T x) {
  if constexpr (is_complex<T>)
    return {one_nan(x.re), one_nan(x.im)};
  else
    return x != x ? cast<T>(math::kNan<float>) : x;
}

template <class F>
void finish_all(const char* acc, int64_t m, const int64_t* n, int64_t n_step,
                const reduction::Finishing& finishing, char* result) {
  for (int64_t k = 0; k < m; ++k) {
    auto value = F::finish(reinterpret_cast<const typename F::Acc*>(acc)[k],
                           n[k * n_step], finishing);
    if constexpr (kIsFloatingSum<F> || kIsFloatingProduct<F> || kIsSpread<F>)
      value = one_nan(value);
    reinterpret_cast<typename F::Result*>(result)[k] = value;
  }
}

template <class F>
constexpr FoldLoops kFoldLoops = {
    .acc_bytes = sizeof(typename F::Acc),
    .column_rows = kIsFloatingSum<F> ? 16 : ColumnFold<F>::kRows,
    .rule = kIsSpread<F>            ? FoldLoops::Rule::kSpread
            : kIsFloatingSum<F>     ? FoldLoops::Rule::kSum
            : kIsFloatingProduct<F> ? FoldLoops::Rule::kProduct
                                    : FoldLoops::Rule::kNone,
    .split_step = is_complex<typename F::Value> ? 4 : 8,
    .compacts = kIsSpread<F>,
    .rows = fold_rows<F>,
    .columns = fold_columns<F>,
    .combine = combine_all<F>,
    .neutral = fill_neutral<F>,
    .decided = decided_of<F>(),
    .apply_mask = apply_mask<F>,
    .finish = finish_all<F>,
};

template <class Family, ReduceOp op, int index>
void register_loops_from(reduction::Finish finish) {
  constexpr const char* kText = reduce_loop_text(op);
  if constexpr (index < count_loops(kText)) {
    constexpr char kLetter = loop_letters(kText, index, 2).operand[0];
    using F = typename Family::template Fold<type_of_t<kLetter>, false>;
    if constexpr (!std::is_void_v<F>)
      register_reduction(op, dtype_of_letter(kLetter),
                         {&kFoldLoops<F>, finish});
    register_loops_from<Family, op, index + 1>(finish);
  }
}

template <int index = 0>
void register_widening_from() {
  constexpr char kLetter = kWideningLetters[index];
  if constexpr (kLetter != '\0') {
    using F = reduction::Sum::Widening<type_of_t<kLetter>>;
    register_widening(dtype_of_letter(kLetter), &kFoldLoops<F>);
    register_widening_from<index + 1>();
  }
}

// Registers the rows of ops/table/reduce_table.def that belong to the family.
template <class Family>
bool register_family() {
#define TENORITE_REDUCTION(row, family, finish, ...)       \
  if constexpr (std::is_same_v<Family, reduction::family>) \
    register_loops_from<Family, ReduceOp::row, 0>(reduction::Finish::finish);
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
  if constexpr (std::is_same_v<Family, reduction::Sum>)
    register_widening_from();
  return true;
}

}  // namespace
}  // namespace tenorite::cpu

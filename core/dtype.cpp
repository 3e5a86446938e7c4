// SPDX-License-Identifier: Apache-2.0
#include "core/dtype.h"

#include <algorithm>

namespace tenorite {
namespace {

constexpr int kind_rank(char kind) {
  switch (kind) {
    case 'b':
      return 0;
    case 'u':
      return 1;
    case 'i':
      return 2;
    case 'f':
      return 3;
    default:
      return 4;
  }
}

// The narrowest float that holds every value of the dtype, or of its parts;
// float64 where none does.
constexpr DType float_for(DType d) {
  if (kind(d) == 'f' || kind(d) == 'c') return real_of(d);
  if (itemsize(d) == 1) return DType::kFloat16;
  return itemsize(d) == 2 ? DType::kFloat32 : DType::kFloat64;
}

constexpr DType wider(DType a, DType b) {
  return itemsize(a) >= itemsize(b) ? a : b;
}

constexpr DType promote(DType a, DType b) {
  if (kind_rank(kind(a)) < kind_rank(kind(b))) {
    DType t = a;
    a = b;
    b = t;
  }
  char ka = kind(a), kb = kind(b);
  if (kb == 'b') return a;
  if (ka == kb) return wider(a, b);
  if (ka == 'i') {  // with unsigned
    if (itemsize(a) > itemsize(b)) return a;
    return itemsize(b) == 8 ? DType::kFloat64
                            : integer_of_size('i', 2 * itemsize(b));
  }
  const DType part = wider(float_for(a), float_for(b));
  return ka == 'f' ? part : complex_of(part);
}

struct PromotionTable {
  DType result[kNumDTypes][kNumDTypes];
};
constexpr PromotionTable kPromotion = [] {
  PromotionTable table{};
  for (int i = 0; i < kNumDTypes; ++i)
    for (int j = 0; j < kNumDTypes; ++j)
      table.result[i][j] =
          promote(static_cast<DType>(i), static_cast<DType>(j));
  return table;
}();

constexpr int weak_rank(Weak w) { return static_cast<int>(w); }

DType apply_weak(DType strong, Weak weak) {
  int need = weak == Weak::kNone ? 0 : weak_rank(weak) + 1;  // 2 int, 3 float
  if (weak == Weak::kNone) return strong;
  int have = kind_rank(kind(strong));
  if (weak == Weak::kInt) return have == 0 ? DType::kInt64 : strong;
  if (have >= need) return strong;
  if (weak == Weak::kFloat) return DType::kFloat64;
  // A weak complex keeps the precision of a strong float.
  if (kind(strong) == 'f' && itemsize(strong) < 8) return DType::kComplex64;
  return DType::kComplex128;
}

}  // namespace

const char* name(Casting casting) {
  static constexpr const char* kNames[] = {"no", "equiv", "safe", "same_kind",
                                           "unsafe"};
  return kNames[static_cast<int>(casting)];
}

DType promote_types(DType a, DType b) {
  return kPromotion.result[static_cast<int>(a)][static_cast<int>(b)];
}

bool can_cast(DType from, DType to, Casting casting) {
  switch (casting) {
    case Casting::kNo:
    case Casting::kEquiv:
      return from == to;
    case Casting::kSafe:
      return promote_types(from, to) == to;
    case Casting::kSameKind:
      return promote_types(from, to) == to ||
             kind_rank(kind(from)) <= kind_rank(kind(to));
    case Casting::kUnsafe:
      return true;
  }
  return false;
}

DType result_type(const Promotable* items, size_t n) {
  // Each dtype is first promoted with the one of the highest kind, as NumPy
  // does: (int8, uint8, float16) is float16, although (int8, uint8) is int16.
  const Promotable* main = nullptr;
  Weak weak = Weak::kNone;
  for (size_t i = 0; i < n; ++i) {
    const Promotable& item = items[i];
    if (item.weak != Weak::kNone)
      weak = std::max(weak, item.weak);
    else if (!main ||
             kind_rank(kind(item.dtype)) > kind_rank(kind(main->dtype)))
      main = &item;
  }
  DType strong = main ? main->dtype : DType::kBool;
  for (size_t i = 0; main && i < n; ++i)
    if (items[i].weak == Weak::kNone)
      strong =
          promote_types(strong, promote_types(main->dtype, items[i].dtype));
  return apply_weak(strong, weak);
}

bool can_cast_safely(const Promotable& from, DType to) {
  switch (from.weak) {
    case Weak::kNone:
      return can_cast(from.dtype, to, Casting::kSafe);
    case Weak::kInt:
      return kind(to) != 'b';
    case Weak::kFloat:
      return kind(to) == 'f' || kind(to) == 'c';
    case Weak::kComplex:
      return kind(to) == 'c';
  }
  return false;
}

}  // namespace tenorite

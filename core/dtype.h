// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite {

enum class DType : uint8_t {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) enumerator,
#include "core/dtype.def"
#include "core/export.h"
#undef TENORITE_DTYPE
};

struct DTypeInfo {
  char letter;  // NumPy's type character
  char kind;    // 'b' bool, 'i' signed, 'u' unsigned, 'f' float, 'c' complex
  uint8_t itemsize;
  const char* name;
};

inline constexpr DTypeInfo kDTypes[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) \
  {letter, kind, size, name},
#include "core/dtype.def"
#undef TENORITE_DTYPE
};
inline constexpr int kNumDTypes = sizeof(kDTypes) / sizeof(kDTypes[0]);

constexpr const DTypeInfo& info(DType d) {
  return kDTypes[static_cast<int>(d)];
}
constexpr size_t itemsize(DType d) { return info(d).itemsize; }
constexpr char kind(DType d) { return info(d).kind; }
constexpr char letter(DType d) { return info(d).letter; }
constexpr const char* name(DType d) { return info(d).name; }

// The dtype of a NumPy letter; kNumDTypes cast to DType when there is none.
constexpr DType dtype_of_letter(char c) {
  for (int i = 0; i < kNumDTypes; ++i)
    if (kDTypes[i].letter == c) return static_cast<DType>(i);
  return static_cast<DType>(kNumDTypes);
}
constexpr bool is_valid(DType d) { return static_cast<int>(d) < kNumDTypes; }

// Kind and size are no dtype's identity, since there may be several floats of
// two bytes: these functions name which dtype is meant. Where there is none,
// the result is not valid.

// The dtype of a complex one's parts; any other dtype itself.
constexpr DType real_of(DType d) {
  if (d == DType::kComplex64) return DType::kFloat32;
  return d == DType::kComplex128 ? DType::kFloat64 : d;
}
// The narrowest complex dtype that holds a float's values; any other dtype
// itself.
constexpr DType complex_of(DType d) {
  if (kind(d) != 'f') return d;
  return d == DType::kFloat64 ? DType::kComplex128 : DType::kComplex64;
}
// What is computed in for a dtype, as compute_t of ops/device/types.h: floats
// of two bytes go through float32.
constexpr DType compute_of(DType d) {
  return kind(d) == 'f' && itemsize(d) == 2 ? DType::kFloat32 : d;
}
constexpr bool is_short_float(DType d) { return compute_of(d) != d; }
// Of kind 'i' or 'u'.
constexpr DType integer_of_size(char kind, size_t bytes) {
  for (int i = 0; i < kNumDTypes; ++i)
    if (kDTypes[i].kind == kind && kDTypes[i].itemsize == bytes)
      return static_cast<DType>(i);
  return static_cast<DType>(kNumDTypes);
}
// The binary format of IEEE 754.
constexpr DType ieee_of_size(size_t bytes) {
  return dtype_of_letter(bytes == 2   ? 'e'
                         : bytes == 4 ? 'f'
                         : bytes == 8 ? 'd'
                                      : '\0');
}
// NumPy's own number of a kind and size, as numpy.dtype((kind, size)): for
// descriptions from outside that say no more.
constexpr DType numpy_number(char kind, size_t size) {
  switch (kind) {
    case 'b':
      return dtype_of_letter(size == 1 ? '?' : '\0');
    case 'i':
    case 'u':
      return integer_of_size(kind, size);
    case 'f':
      return ieee_of_size(size);
    case 'c':
      return dtype_of_letter(size == 8 ? 'F' : size == 16 ? 'D' : '\0');
    default:
      return static_cast<DType>(kNumDTypes);
  }
}

enum class Casting : uint8_t { kNo, kEquiv, kSafe, kSameKind, kUnsafe };
const char* name(Casting casting);

// numpy.promote_types and numpy.can_cast on dtypes.
DType promote_types(DType a, DType b);
TENORITE_EXPORT bool can_cast(DType from, DType to, Casting casting);

// The kinds of Python scalars, which are weak in promotion (NEP 50). Python's
// bool counts as an ordinary bool.
enum class Weak : uint8_t { kNone, kInt, kFloat, kComplex };

// One participant of a promotion: a dtype, or a weak kind and no dtype.
struct Promotable {
  DType dtype = DType::kBool;
  Weak weak = Weak::kNone;
};
DType result_type(const Promotable* items, size_t n);
// Whether an operand may enter a loop that wants `to`, safe casting.
bool can_cast_safely(const Promotable& from, DType to);

}  // namespace tenorite

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite {

enum class DType : uint8_t {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) enumerator,
#include "core/dtype.def"
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

// The dtype of a kind and itemsize, as numpy.dtype((kind, size)).
constexpr DType dtype_of_kind(char kind, size_t size) {
  for (int i = 0; i < kNumDTypes; ++i)
    if (kDTypes[i].kind == kind && kDTypes[i].itemsize == size)
      return static_cast<DType>(i);
  return static_cast<DType>(kNumDTypes);
}

enum class Casting : uint8_t { kNo, kEquiv, kSafe, kSameKind, kUnsafe };
const char* name(Casting casting);

// numpy.promote_types and numpy.can_cast on dtypes.
DType promote_types(DType a, DType b);
bool can_cast(DType from, DType to, Casting casting);

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

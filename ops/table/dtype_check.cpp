// SPDX-License-Identifier: Apache-2.0
// ops/device includes nothing from outside, so it keeps a list of types of
// its own. This file compiles only while that list equals core/dtype.def.
#include <type_traits>

#include "ops/device/types.h"

namespace tenorite {
namespace {

constexpr char kCoreLetters[] = {
#define TENORITE_DTYPE(enumerator, T, letter, kind, itemsize, name) letter,
#include "core/dtype.def"
#undef TENORITE_DTYPE
    '\0'};

#define TENORITE_LETTER(letter, T) letter,
constexpr char kDeviceLetters[] = {
    TENORITE_FOR_EACH_TYPE(TENORITE_LETTER) '\0'};
#undef TENORITE_LETTER

constexpr bool same_letters() {
  if (sizeof(kCoreLetters) != sizeof(kDeviceLetters)) return false;
  for (unsigned i = 0; i < sizeof(kCoreLetters); ++i)
    if (kCoreLetters[i] != kDeviceLetters[i]) return false;
  return true;
}
static_assert(same_letters());

#define TENORITE_DTYPE(enumerator, T, letter, kind, itemsize, name) \
  static_assert(std::is_same_v<type_of_t<letter>, T>);              \
  static_assert(letter_of<T> == letter && sizeof(T) == itemsize);   \
  static_assert(is_complex<T> == (kind == 'c'));                    \
  static_assert(is_real_floating<T> == (kind == 'f'));              \
  static_assert(is_signed_integer<T> == (kind == 'i'));             \
  static_assert(is_unsigned_integer<T> == (kind == 'u'));
#include "core/dtype.def"
#undef TENORITE_DTYPE

}  // namespace
}  // namespace tenorite

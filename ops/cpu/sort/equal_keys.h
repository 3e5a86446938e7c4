// SPDX-License-Identifier: Apache-2.0
// Sort keys of a row, equal for what NumPy takes for equal.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/cpu_targets.h"
#include "ops/device/sort_key.h"

namespace tenorite::cpu {
namespace {

// With constants, so that it is a vector loop.
template <class U, KeyKind kind, bool descending, class Key>
TENORITE_CPU_CLONES void equal_keys_of(const U* row, Key* keys, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    keys[i] = sort_key::equal(row[i], kind, descending);
}
template <class U, class Key>
void equal_keys(const U* row, Key* keys, int64_t n, KeyKind kind,
                bool descending) {
  auto all = [&](auto order) {
    switch (kind) {
      case KeyKind::kUnsigned:
        return equal_keys_of<U, KeyKind::kUnsigned, order()>(row, keys, n);
      case KeyKind::kSigned:
        return equal_keys_of<U, KeyKind::kSigned, order()>(row, keys, n);
      case KeyKind::kFloat:
        return equal_keys_of<U, KeyKind::kFloat, order()>(row, keys, n);
    }
  };
  descending ? all(std::true_type()) : all(std::false_type());
}

}  // namespace
}  // namespace tenorite::cpu

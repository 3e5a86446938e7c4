// SPDX-License-Identifier: Apache-2.0
// The numbers that vector instructions sort and select.
#pragma once

#include <cstdint>
#include <utility>

#include "core/dtype.h"

namespace tenorite::cpu {

// Real numbers of 4 and 8 bytes.
constexpr bool is_wide_number(DType dtype) {
  return kind(dtype) != 'c' && itemsize(dtype) >= 4;
}

// f(zero of the dtype's type), for such numbers.
template <class F>
decltype(auto) with_wide_number(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kInt32:
      return f(int32_t{});
    case DType::kUint32:
      return f(uint32_t{});
    case DType::kInt64:
      return f(int64_t{});
    case DType::kUint64:
      return f(uint64_t{});
    case DType::kFloat32:
      return f(float{});
    default:
      return f(double{});
  }
}

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/cast.h"

namespace tenorite::op {

struct LogicalAnd {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T a, T b) const {
    return cast<bool>(a) & cast<bool>(b);
  }
};

struct LogicalOr {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T a, T b) const {
    return cast<bool>(a) | cast<bool>(b);
  }
};

struct LogicalXor {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T a, T b) const {
    return cast<bool>(a) != cast<bool>(b);
  }
};

struct LogicalNot {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T a) const {
    if constexpr (is_bool<T>)
      return bit_cast<unsigned char>(a) == 0;
    else
      return !cast<bool>(a);
  }
};

}  // namespace tenorite::op

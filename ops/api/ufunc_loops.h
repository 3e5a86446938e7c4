// SPDX-License-Identifier: Apache-2.0
// Which loop a call of an operation runs, found once for inputs of such dtypes.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "ops/api/ops.h"

namespace tenorite::ops {

struct Resolved {
  int loop;
  bool casts;  // inputs to it
};
// By NumPy's promotion, or by the dtypes that the caller asks for.
Resolved resolve(const OpInfo& row, Op op, const Promotable* in,
                 const UfuncOptions& options);

// The operation and the dtype or weak kind of every input, in 23 bits.
class PromotionKey {
 public:
  explicit PromotionKey(Op op) : word(static_cast<uint32_t>(op)) {}
  void add(DType dtype) { add(static_cast<uint32_t>(dtype)); }
  void add(Weak weak) { add(kNumDTypes + static_cast<uint32_t>(weak)); }
  void add(const Promotable& input) {
    if (input.weak == Weak::kNone)
      add(input.dtype);
    else
      add(input.weak);
  }

  uint32_t word;

 private:
  static constexpr int kWeakKinds = 4;
  static_assert(kNumOps <= 256 && kNumDTypes + kWeakKinds <= 32 &&
                kMaxInputs == 3);
  void add(uint32_t code) {
    word |= code << at_;
    at_ += 5;
  }
  int at_ = 8;
};

// Loops that promotion chose: each word is a call's key above its loop + 1 and,
// in the lowest bit, whether inputs are cast.
inline constexpr int kResolvedBits = 10;
extern std::atomic<uint32_t> resolved_loops[1 << kResolvedBits];
inline std::atomic<uint32_t>& resolved_loop(uint32_t key) {
  return resolved_loops[key * 0x9E3779B1u >> (32 - kResolvedBits)];
}
inline std::optional<Resolved> known_loop(uint32_t key) {
  const uint32_t known = resolved_loop(key).load(std::memory_order_relaxed);
  if (known >> 9 != key || (known & 0x1fe) == 0) [[unlikely]]
    return {};
  return Resolved{static_cast<int>(known >> 1 & 0xff) - 1, (known & 1) != 0};
}
inline void remember_loop(uint32_t key, Resolved found) {
  if (found.loop < 0xff)
    resolved_loop(key).store(
        key << 9 | static_cast<uint32_t>(found.loop + 1) << 1 | found.casts,
        std::memory_order_relaxed);
}

}  // namespace tenorite::ops

// SPDX-License-Identifier: Apache-2.0
// How exactly products of float32 and complex64 are computed.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace tenorite::linalg {

enum class MatmulPrecision : uint8_t {
  kHighest,  // that of the dtype
  kTf32,     // on GPUs, factors of 10 bits after the point, sums of float32
};

// Of the process.
extern constinit std::atomic<MatmulPrecision> g_matmul_precision;
// Of the calling thread's products instead, while it is set.
extern constinit thread_local std::optional<MatmulPrecision> t_matmul_precision;

}  // namespace tenorite::linalg

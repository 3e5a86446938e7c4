// SPDX-License-Identifier: Apache-2.0
// Parts of a line that can be sorted each by itself.
#pragma once

#include <cstdint>
#include <vector>

namespace tenorite::cpu {

inline constexpr int64_t kMaxParts = 256;

// Copies n > 0 numbers of 4 or 8 bytes, on all cores, so that none of a part
// comes before one of a former part. Returns where parts end: part i near the
// quantile shares[i]; shares ascend between 0 and 1 and are fewer than
// kMaxParts.
template <class T>
std::vector<int64_t> split_line(const T* from, int64_t n, T* to,
                                const std::vector<double>& shares);

}  // namespace tenorite::cpu

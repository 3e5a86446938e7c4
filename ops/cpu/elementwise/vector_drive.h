// SPDX-License-Identifier: Apache-2.0
// The loop over a function of vectors. It is part of its caller, for whose
// processors it is compiled.
#pragma once

#include <cstdint>
#include <cstring>

namespace tenorite::cpu {

// out[i] = call(x[i], y[i]) for numbers T in vectors V. `out` may be x or y.
template <class V, class T, class Call>
[[gnu::always_inline]] inline void drive_vectors(Call call, char* out,
                                                 const char* x, const char* y,
                                                 int64_t n) {
  constexpr int64_t kBytes = sizeof(V);
  // One whole vector.
  auto step = [&](char* out, const char* x, const char* y)
                  __attribute__((always_inline)) {
                    V a, b;
                    std::memcpy(&a, x, kBytes);
                    std::memcpy(&b, y, kBytes);
                    const V result = call(a, b);
                    std::memcpy(out, &result, kBytes);
                  };
  int64_t bytes = n * static_cast<int64_t>(sizeof(T));
  for (; bytes >= kBytes; bytes -= kBytes) {
    step(out, x, y);
    out += kBytes;
    x += kBytes;
    y += kBytes;
  }
  if (bytes == 0) return;
  // What remains is followed by copies of its first number, so that the
  // function meets nothing that it would not meet anyway.
  char part[3][kBytes];
  for (int64_t at = 0; at < kBytes; at += sizeof(T)) {
    int64_t from = at < bytes ? at : 0;
    std::memcpy(part[1] + at, x + from, sizeof(T));
    std::memcpy(part[2] + at, y + from, sizeof(T));
  }
  step(part[0], part[1], part[2]);
  std::memcpy(out, part[0], bytes);
}

}  // namespace tenorite::cpu

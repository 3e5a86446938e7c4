// SPDX-License-Identifier: Apache-2.0
// The kernel that looks results of bytes up, run on the CPU.
#include <gtest/gtest.h>

#include <vector>

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/elementwise/byte_table.cuh"

namespace tenorite::cuda {
namespace {

template <class T, bool kAligned>
void expect_looked_up(int64_t n, int out_past, int in_past) {
  static T table[256], *out;
  static const unsigned char* in;
  static int64_t size, shift;
  for (unsigned i = 0; i < 256; ++i) table[i] = static_cast<T>(3 * i + 1);
  // Vectors need aligned memory.
  std::vector<uint4> results(static_cast<size_t>(n) * sizeof(T) / 16 + 4);
  std::vector<uint4> bytes(static_cast<size_t>(n) / 16 + 4);
  T* const first = reinterpret_cast<T*>(results.data());
  auto* const values = reinterpret_cast<unsigned char*>(bytes.data());
  const size_t kept = results.size() * 16 / sizeof(T);
  for (size_t i = 0; i < kept; ++i) first[i] = static_cast<T>(7);
  for (int64_t i = 0; i < n; ++i)
    values[in_past + i] = static_cast<unsigned char>(i * 37 + i / 256);
  out = first + out_past;
  in = values + in_past;
  size = n;
  shift = out_past % kTableElements<T>;
  const auto blocks =
      static_cast<unsigned>((n + shift - 1) / kTableBlock<T> + 1);
  emulation::run(
      [](const void* const*) {
        byte_table_kernel<T, kAligned>(out, in, table, size, shift);
      },
      nullptr, {blocks, 1, 1}, kThreads);
  for (size_t i = 0; i < kept; ++i) {
    const int64_t at = static_cast<int64_t>(i) - out_past;
    const T expected = at >= 0 && at < n ? table[in[at]] : static_cast<T>(7);
    ASSERT_EQ(first[i], expected) << i << " of " << n;
  }
}

template <class T>
void expect_all_looked_up() {
  for (const int64_t n : {1, 5, 1000, 8191, 8192, 8193, 20000})
    for (int out_past = 0; out_past < kTableElements<T> + 1; ++out_past) {
      expect_looked_up<T, true>(n, out_past, out_past);
      expect_looked_up<T, false>(n, out_past, 3);
    }
}

TEST(EmulatedByteTable, EveryPlace) {
  expect_all_looked_up<unsigned short>();
  expect_all_looked_up<unsigned>();
  expect_all_looked_up<unsigned long>();
}

}  // namespace
}  // namespace tenorite::cuda

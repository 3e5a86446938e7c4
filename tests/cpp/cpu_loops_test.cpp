// SPDX-License-Identifier: Apache-2.0
// What a loop gives for an element depends on nothing but the element: not on
// strides, alignment, the number of elements or the place among them. Blocks
// of any size therefore have the bits of whole arrays.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "ops/cpu/elementwise/loop.h"
#include "tests/cpp/special_elements.h"

namespace tenorite::cpu {
namespace {

using tenorite::testing::Random;
using tenorite::testing::special_elements;

constexpr int64_t kElements = 75;

std::string hex(const char* p, int64_t n) {
  std::string text;
  for (int64_t i = n - 1; i >= 0; --i) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x",
                  static_cast<unsigned char>(p[i]));
    text += digits;
  }
  return text;
}

struct Arranged {
  std::vector<char> memory;
  char* data;
  int64_t stride;

  // Element i lies at data + i * stride.
  Arranged(int64_t n, int64_t size, int64_t step, int64_t shift)
      : memory(static_cast<size_t>((n + 1) * size *
                                       std::max<int64_t>(1, std::abs(step)) +
                                   shift + 64)),
        stride(step * size) {
    char* base = memory.data();
    base += (64 - reinterpret_cast<uintptr_t>(base) % 64) % 64 + shift;
    data = step < 0 ? base - stride * (n - 1) : base;
  }
};

class LoopCheck {
 public:
  LoopCheck(CpuLoop loop, std::vector<DType> outs, std::vector<DType> ins,
            std::string what)
      : loop_(loop),
        outs_(std::move(outs)),
        ins_(std::move(ins)),
        what_(std::move(what)) {}

  void run(Random& random) {
    for (DType d : ins_)
      values_.push_back(special_elements(d, kElements, random));
    // 0: unit, 1: fixed, 2: every second, 3: backwards, 4: unaligned
    int kinds = 1;
    for (size_t k = 0; k < ins_.size(); ++k) kinds *= 5;
    for (int pattern = 0; pattern < kinds; ++pattern)
      for (int out_step : {1, 2})
        for (int64_t n : {kElements, int64_t{5}})
          if (!check(pattern, out_step, n)) return;
  }

 private:
  bool check(int pattern, int out_step, int64_t n) {
    std::vector<Arranged> arranged;
    for (DType d : outs_)
      arranged.emplace_back(n, static_cast<int64_t>(itemsize(d)), out_step, 0);
    std::vector<bool> fixed;
    for (size_t k = 0; k < ins_.size(); ++k, pattern /= 5) {
      const int64_t size = static_cast<int64_t>(itemsize(ins_[k]));
      const int64_t step[] = {1, 0, 2, -1, 1};
      int kind = pattern % 5;
      fixed.push_back(kind == 1);
      Arranged a(n, size, step[kind], kind == 4 ? 1 : 0);
      for (int64_t i = 0; i < n; ++i)
        std::memcpy(a.data + i * a.stride,
                    values_[k].data() + (fixed[k] ? 0 : i) * size,
                    static_cast<size_t>(size));
      arranged.push_back(std::move(a));
    }
    char* data[5];
    int64_t strides[5];
    for (size_t k = 0; k < arranged.size(); ++k) {
      data[k] = arranged[k].data;
      strides[k] = arranged[k].stride;
    }
    unsigned error = 0;
    loop_(data, strides, n, &error);
    for (int64_t i = 0; i < n; ++i) {
      alignas(16) char one[5][16];
      char* pointers[5];
      int64_t units[5];
      for (size_t k = 0; k < outs_.size() + ins_.size(); ++k) {
        const bool in = k >= outs_.size();
        const size_t size = itemsize(in ? ins_[k - outs_.size()] : outs_[k]);
        pointers[k] = one[k];
        units[k] = static_cast<int64_t>(size);
        if (in)
          std::memcpy(one[k],
                      values_[k - outs_.size()].data() +
                          (fixed[k - outs_.size()] ? 0 : i) * size,
                      size);
      }
      loop_(pointers, units, 1, &error);
      for (size_t k = 0; k < outs_.size(); ++k) {
        const int64_t size = static_cast<int64_t>(itemsize(outs_[k]));
        std::string inputs;
        for (size_t j = outs_.size(); j < outs_.size() + ins_.size(); ++j)
          inputs += " " + hex(pointers[j], units[j]);
        EXPECT_EQ(hex(data[k] + i * strides[k], size), hex(one[k], size))
            << what_ << " output " << k << " element " << i << " of " << n
            << inputs;
        if (::testing::Test::HasNonfatalFailure() &&
            hex(data[k] + i * strides[k], size) != hex(one[k], size))
          return false;
      }
    }
    return true;
  }

  CpuLoop loop_;
  std::vector<DType> outs_, ins_;
  std::string what_;
  std::vector<std::vector<char>> values_;
};

TEST(CpuLoops, GiveAnElementTheSameBitsWhereverItStands) {
  Random random(1);
  for (int o = 0; o < kNumOps; ++o) {
    const OpInfo& row = info(static_cast<Op>(o));
    const CpuLoop* loops = loops_of(static_cast<Op>(o));
    for (size_t i = 0; i < row.loops.size(); ++i) {
      const LoopTypes& types = row.loops[i];
      LoopCheck(loops[i], {types.out, types.out + row.nout},
                {types.in, types.in + row.nin},
                std::string(row.name) + " " + name(types.in[row.nin - 1]))
          .run(random);
    }
  }
}

TEST(CpuLoops, ConvertAnElementToTheSameBitsWhereverItStands) {
  Random random(2);
  for (int from = 0; from < kNumDTypes; ++from)
    for (int to = 0; to < kNumDTypes; ++to) {
      auto a = static_cast<DType>(from), b = static_cast<DType>(to);
      LoopCheck(cast_loop(a, b), {b}, {a},
                std::string(name(a)) + " to " + name(b))
          .run(random);
    }
}

}  // namespace
}  // namespace tenorite::cpu

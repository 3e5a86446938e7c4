// SPDX-License-Identifier: Apache-2.0
// Passes of machine code have the bits of loops, and write nothing but results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "ops/cpu/elementwise/float_flags.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/machine/pass.h"
#include "tests/cpp/special_elements.h"

namespace tenorite::cpu {
namespace {

using tenorite::testing::Random;
using tenorite::testing::special_elements;

constexpr int64_t kBeyondWidth[] = {0, 1, 29, 63, 86};  // elements of a run
constexpr int64_t kGuard = 64;  // bytes around every array

// A pass, what its steps are as loops, and arrays; by the vectors of the code.
class PassTest : public ::testing::TestWithParam<VectorSet> {
 protected:
  void SetUp() override {
    if (worth_of_machine_code() < 0) GTEST_SKIP() << "no machine code here";
    if (GetParam() > vector_set_of_processor()) GTEST_SKIP() << "no AVX-512";
  }

  int16_t input(DType dtype, bool single = false) {
    const int16_t v = add(dtype);
    pass_.values.back().is_input = true;
    pass_.values.back().is_single = single;
    return v;
  }
  int16_t step(MachineOp op, CpuLoop loop, DType out, std::vector<int16_t> in) {
    PassStep step{op, -1, {}, static_cast<int>(in.size())};
    std::copy(in.begin(), in.end(), step.in);
    step.out = add(out);
    const DType from = pass_.values[static_cast<size_t>(in[0])].dtype;
    is_of_small_ =
        is_of_small_ || (op == MachineOp::kCast && casts_small(from, out));
    pass_.steps.push_back(step);
    loops_.push_back(loop);
    return step.out;
  }
  void store(int16_t value) {
    pass_.values[static_cast<size_t>(value)].is_stored = true;
  }

  // Both ways, over special elements; then there is no pass any more.
  void check(Random& random, const std::string& what) {
    compare(random, what);
    pass_ = {};
    loops_.clear();
    is_of_small_ = false;
  }

  bool is_arithmetic_ = false;  // flags of loops are what NumPy says
  bool is_of_small_ = false;    // numbers alone, else it has to say so
  bool makes_small_ = false;    // inputs, where they are floats or int64
  int64_t done_ = 0;            // runs that did not say so

 private:
  void compare(Random& random, const std::string& what) {
    const auto code = CompiledPass::of(pass_, GetParam());
    ASSERT_NE(code, nullptr) << what;
    for (int64_t beyond : kBeyondWidth) {
      const int64_t n = code->width() + beyond;
      std::vector<std::vector<char>> before;
      for (const PassValue& value : pass_.values) {
        std::vector<char> elements(
            itemsize(value.dtype) * static_cast<size_t>(n) + 2 * kGuard, 'x');
        if (value.is_input) {
          const std::vector<char> special =
              special_elements(value.dtype, n, random);
          std::memcpy(&elements[kGuard], special.data(),
                      static_cast<size_t>(n) * itemsize(value.dtype));
          if (makes_small_) make_small(value.dtype, &elements[kGuard], n);
        }
        before.push_back(std::move(elements));
      }
      std::vector<std::vector<char>> got = before, expected = before;
      clear_float_flags();
      code->run(pointers(got).data(), n);
      const FloatErrors found = float_flags();
      clear_float_flags();
      run_loops(expected, n);
      const FloatErrors wanted = float_flags();
      clear_float_flags();
      if (is_of_small_ && (found & kInvalid)) continue;
      ++done_;
      for (size_t v = 0; v < got.size(); ++v) {
        const PassValue& value = pass_.values[v];
        if (!value.is_input && !value.is_stored) continue;
        ASSERT_TRUE(same(value.dtype, got[v], expected[v]))
            << what << ", value " << v << ", " << n << " elements";
      }
      if (is_arithmetic_) {
        EXPECT_EQ(found & wanted, wanted) << what;
      }
    }
  }
  // Numbers of int32, with what there is behind the point.
  template <class T>
  static void make_small(char* bytes, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      T value;
      std::memcpy(&value, bytes + i * static_cast<int64_t>(sizeof(T)),
                  sizeof(T));
      if (!(value > -2147483648.0 && value < 2147483647.0))
        value = static_cast<T>(i * 1000003 - 70000000);
      std::memcpy(bytes + i * static_cast<int64_t>(sizeof(T)), &value,
                  sizeof(T));
    }
  }
  static void make_small(DType dtype, char* bytes, int64_t n) {
    if (dtype == DType::kFloat64) make_small<double>(bytes, n);
    if (dtype == DType::kFloat32) make_small<float>(bytes, n);
    if (dtype == DType::kInt64) make_small<int64_t>(bytes, n);
  }
  int16_t add(DType dtype) {
    const auto v = static_cast<int16_t>(pass_.values.size());
    pass_.values.push_back({dtype, v});
    return v;
  }
  static std::vector<char*> pointers(std::vector<std::vector<char>>& arrays) {
    std::vector<char*> all;
    for (auto& array : arrays) all.push_back(&array[kGuard]);
    return all;
  }
  void run_loops(std::vector<std::vector<char>>& arrays, int64_t n) {
    const std::vector<char*> all = pointers(arrays);
    for (size_t s = 0; s < loops_.size(); ++s) {
      const PassStep& step = pass_.steps[s];
      char* data[kMaxInputs + 1] = {all[static_cast<size_t>(step.out)]};
      int64_t strides[kMaxInputs + 1] = {size_of(step.out)};
      for (int k = 0; k < step.nin; ++k) {
        const auto v = static_cast<size_t>(step.in[k]);
        data[k + 1] = all[v];
        strides[k + 1] = pass_.values[v].is_single ? 0 : size_of(step.in[k]);
      }
      unsigned none = 0;
      loops_[s](data, strides, n, &none);
    }
  }
  int64_t size_of(int16_t v) const {
    return static_cast<int64_t>(
        itemsize(pass_.values[static_cast<size_t>(v)].dtype));
  }
  // Any byte but 0 is true.
  static bool same(DType dtype, std::vector<char> a, std::vector<char> b) {
    if (dtype == DType::kBool)
      for (auto* bytes : {&a, &b})
        for (size_t i = kGuard; i + kGuard < bytes->size(); ++i)
          (*bytes)[i] = (*bytes)[i] != 0;
    return a == b;
  }

  Pass pass_;
  std::vector<CpuLoop> loops_;
};

std::vector<DType> known_dtypes() {
  std::vector<DType> all;
  for (int d = 0; d < kNumDTypes; ++d) all.push_back(static_cast<DType>(d));
  return all;
}

TEST_P(PassTest, EveryOperation) {
  Random random(1);
  int ops = 0;
  for (int number = 0; number < kNumOps; ++number) {
    const Op op = static_cast<Op>(number);
    const OpInfo& of = info(op);
    for (size_t i = 0; i < of.loops.size() && loops_of(op); ++i) {
      const LoopTypes& types = of.loops[i];
      const MachineOp machine =
          of.nout == 1 ? machine_op(op, types) : MachineOp::kNone;
      if (machine == MachineOp::kNone) continue;
      ++ops;
      // Which operands are one element.
      for (int singles = 0; singles < 1 << of.nin; ++singles) {
        std::vector<int16_t> in;
        for (int k = 0; k < of.nin; ++k)
          in.push_back(input(types.in[k], singles >> k & 1));
        const int16_t x = step(machine, loops_of(op)[i], types.out[0], in);
        store(x);
        // Read again, with the first operand.
        if (types.out[0] == types.in[0] && of.nin < 3) {
          std::vector<int16_t> next(in.size(), x);
          next[0] = in[0];
          store(step(machine, loops_of(op)[i], types.out[0], next));
        }
        // Loops of complex numbers compute products that are not wanted.
        is_arithmetic_ =
            kind(types.in[0]) != 'c' &&
            (op == Op::add || op == Op::subtract || op == Op::multiply ||
             op == Op::divide || op == Op::square || op == Op::sqrt);
        check(random, std::string(of.name) + " " + name(types.in[0]) + " " +
                          std::to_string(singles));
        is_arithmetic_ = false;
      }
    }
  }
  EXPECT_GT(ops, 200);
}

TEST_P(PassTest, EveryCast) {
  Random random(2);
  int casts = 0;
  for (DType from : known_dtypes())
    for (DType to : known_dtypes()) {
      const MachineOp machine = machine_cast(from, to);
      if (machine == MachineOp::kNone) continue;
      ++casts;
      for (int how = 0; how < 4; ++how) {
        makes_small_ = how >= 2;
        done_ = 0;
        const int16_t x = input(from, how & 1);
        const int16_t y = step(machine, cast_loop(from, to), to, {x});
        store(y);
        store(step(machine_cast(to, to), cast_loop(to, to), to, {y}));
        check(random, std::string(name(from)) + " to " + name(to));
        if (makes_small_) {
          EXPECT_EQ(done_, std::ssize(kBeyondWidth));
        }
        makes_small_ = false;
      }
    }
  EXPECT_GT(casts, 80);
}

// Many values alive at a time, of several widths.
TEST_P(PassTest, RandomSteps) {
  struct Choice {
    Op op;
    size_t loop;
    MachineOp machine;
  };
  for (int seed = 0; seed < 400; ++seed) {
    Random random(static_cast<uint64_t>(seed) + 10);
    makes_small_ = seed % 3 == 0;
    const DType real = random.once_in(2) ? DType::kFloat64 : DType::kFloat32;
    std::vector<DType> dtypes{real, DType::kBool, DType::kInt32, DType::kUint8,
                              DType::kFloat32};
    if (random.once_in(3)) dtypes = {DType::kUint8, DType::kBool};
    if (random.once_in(5)) dtypes = {DType::kInt64, DType::kBool, real};
    if (random.once_in(5))
      dtypes = {DType::kInt64, DType::kUint8, DType::kInt32};
    if (random.once_in(6)) dtypes = {DType::kComplex128, DType::kFloat64};
    if (random.once_in(6))
      dtypes = {DType::kComplex64, DType::kFloat32, real, DType::kBool};
    std::vector<Choice> choices;
    for (int number = 0; number < kNumOps; ++number) {
      const Op op = static_cast<Op>(number);
      for (size_t i = 0; i < info(op).loops.size() && loops_of(op); ++i) {
        const MachineOp machine = info(op).nout == 1
                                      ? machine_op(op, info(op).loops[i])
                                      : MachineOp::kNone;
        if (machine != MachineOp::kNone) choices.push_back({op, i, machine});
      }
    }
    std::vector<std::pair<int16_t, DType>> values;
    for (DType dtype : dtypes)
      for (int k = 0; k < 4; ++k)
        values.emplace_back(input(dtype, random.once_in(4)), dtype);
    const int64_t steps = 5 + random.below(seed % 10 == 0 ? 200 : 40);
    std::vector<int16_t> results;
    while (static_cast<int64_t>(results.size()) < steps) {
      auto any_of = [&](DType dtype) -> int16_t {
        std::vector<int16_t> fitting;
        for (const auto& [v, d] : values)
          if (d == dtype) fitting.push_back(v);
        if (fitting.empty()) return -1;
        // Old ones too.
        return fitting[static_cast<size_t>(
            random.below(static_cast<int64_t>(fitting.size())))];
      };
      if (random.once_in(6)) {
        const auto& [v, from] = values[static_cast<size_t>(
            random.below(static_cast<int64_t>(values.size())))];
        const DType to = dtypes[static_cast<size_t>(
            random.below(static_cast<int64_t>(dtypes.size())))];
        const MachineOp machine = machine_cast(from, to);
        if (machine == MachineOp::kNone) continue;
        results.push_back(step(machine, cast_loop(from, to), to, {v}));
        values.emplace_back(results.back(), to);
        continue;
      }
      const Choice& c = choices[static_cast<size_t>(
          random.below(static_cast<int64_t>(choices.size())))];
      const LoopTypes& types = info(c.op).loops[c.loop];
      std::vector<int16_t> in;
      bool fits =
          std::find(dtypes.begin(), dtypes.end(), types.out[0]) != dtypes.end();
      for (int k = 0; k < info(c.op).nin; ++k) {
        in.push_back(any_of(types.in[k]));
        fits = fits && in.back() >= 0;
      }
      if (!fits) continue;
      results.push_back(
          step(c.machine, loops_of(c.op)[c.loop], types.out[0], in));
      values.emplace_back(results.back(), types.out[0]);
    }
    for (int16_t v : results)
      if (random.once_in(5)) store(v);
    store(results.back());
    check(random, "seed " + std::to_string(seed));
  }
}

// Few elements have vectors that they fill.
TEST(CompiledPass, VectorsOfFewElements) {
  if (worth_of_machine_code() < 0) GTEST_SKIP() << "no machine code here";
  Pass pass;
  pass.values = {{DType::kUint8, 0, true}, {DType::kUint8, 1}};
  pass.values[1].is_stored = true;
  pass.steps = {{MachineOp::kSquare, 1, {0}, 1}};
  const int64_t widest =
      CompiledPass::of(pass, vector_set_of_processor())->width();
  const int64_t narrow = CompiledPass::of(pass, VectorSet::kAvx2)->width();
  EXPECT_EQ(CompiledPass::for_elements(pass, widest)->width(), widest);
  EXPECT_EQ(CompiledPass::for_elements(pass, widest - 1)->width(), narrow);
  EXPECT_EQ(CompiledPass::for_elements(pass, narrow)->width(),
            std::min(narrow, widest));
}

INSTANTIATE_TEST_SUITE_P(Sets, PassTest,
                         ::testing::Values(VectorSet::kAvx2,
                                           VectorSet::kAvx512),
                         [](const auto& set) {
                           return set.param == VectorSet::kAvx2 ? "Avx2"
                                                                : "Avx512";
                         });

}  // namespace
}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
// The kernels of groups, one of each kind, as the texts in tests/golden.
// TENORITE_UPDATE_GOLDEN=1 writes the texts anew: the change is then for a
// reader of the difference to judge. Other kernels' texts are those of
// tests/python/test_generated_texts.py.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "jit/groups/group.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using testing::GroupBuilder;

constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;
constexpr DType kC128 = DType::kComplex128;

void check(const char* kind, const GroupBuilder& group) {
  const std::string text = group_source(group.plan).text;
  const auto file =
      std::filesystem::path(__FILE__).parent_path().parent_path() / "golden" /
      (std::string("group_") + kind + ".sm_90.txt");
  if (std::getenv("TENORITE_UPDATE_GOLDEN")) std::ofstream(file) << text;
  std::ostringstream golden;
  golden << std::ifstream(file).rdbuf();
  EXPECT_EQ(text, golden.str()) << file;
}

TEST(GoldenTest, Elementwise) {
  GroupBuilder group({1 << 20});
  const GroupSource x = group.array(kF32), y = group.array(kF32);
  GroupSource v = group.elementwise(Op::sin, kF32, {x});
  v = group.elementwise(Op::multiply, kF32, {group.scalar(kF32), v});
  v = group.elementwise(Op::add, kF32,
                        {v, group.elementwise(Op::cos, kF32, {y})});
  group.store(v);
  group.store(group.copy(kF64, v));
  check("elementwise", group);
}

TEST(GoldenTest, Strided) {
  GroupBuilder group({100, 200});
  const GroupSource x = group.array(kF64, {100, 200}, {8, 800});
  const GroupSource row = group.array(kF64, {200});
  group.store(group.elementwise(Op::add, kF64, {x, row}));
  check("strided", group);
}

GroupBuilder products(Dims shape, uint64_t axes) {
  GroupBuilder group(std::move(shape), axes);
  const GroupSource x = group.array(kF32), y = group.array(kF32);
  const GroupSource v = group.elementwise(Op::multiply, kF32, {x, y});
  group.store(group.reduce(ReduceOp::sum, kF32, v));
  group.store(group.reduce(ReduceOp::max, kF32, v));
  return group;
}

TEST(GoldenTest, FoldedRows) { check("folded_rows", products({64, 4096}, 2)); }
TEST(GoldenTest, FoldedColumns) {
  check("folded_columns", products({4096, 64}, 1));
}

GroupBuilder softmax(Dims shape, DType dtype) {
  GroupBuilder group(std::move(shape), 2);
  const GroupSource x = group.array(dtype);
  const GroupSource most = group.reduce(ReduceOp::max, dtype, x);
  GroupSource v = group.elementwise(Op::subtract, dtype, {x, most});
  v = group.elementwise(Op::exp, dtype, {v});
  const GroupSource sum = group.reduce(ReduceOp::sum, dtype, v);
  group.store(group.elementwise(Op::divide, dtype, {v, sum}));
  return group;
}

TEST(GoldenTest, HeldRows) { check("held_rows", softmax({64, 4096}, kF32)); }
TEST(GoldenTest, SharedRows) {
  check("shared_rows", softmax({1000, 12000}, kC128));
}

}  // namespace
}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
// The kernels of groups that have scans: of rows in shared memory, and of tiles
// of longer ones.
#include <gtest/gtest.h>

#include "core/error.h"
#include "jit/groups/group_rows.h"
#include "jit/groups/group_scan.h"
#include "tests/cpp/gpu_compiles.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using testing::GroupBuilder;

constexpr DType kBool = DType::kBool, kU8 = DType::kUint8, kI32 = DType::kInt32,
                kI64 = DType::kInt64, kF16 = DType::kFloat16,
                kF32 = DType::kFloat32, kF64 = DType::kFloat64,
                kC64 = DType::kComplex64, kC128 = DType::kComplex128;
constexpr uint64_t kLast = 2;  // the last of two axes

class ScansTest : public testing::GpuCompileTest {
 protected:
  // Paths of a price: what comes before the scan, behind it, and their means.
  static void paths(GroupBuilder& group, bool folds) {
    const GroupSource z = group.array(kF64);
    GroupSource v =
        group.elementwise(Op::multiply, kF64, {z, group.scalar(kF64)});
    v = group.scan(Op::add, kF64, v);
    v = group.elementwise(Op::exp, kF64, {v});
    group.store(folds ? group.reduce(ReduceOp::mean, kF64, v) : v);
  }
};

TEST_F(ScansTest, RowsInSharedMemory) {
  GroupBuilder group({100000, 250}, kLast);
  paths(group, true);
  const auto schedule = schedule_rows(group.plan, {false, true});
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stages, 3);
  EXPECT_EQ(schedule->scans, std::vector<int>{1});
  // One after the other: what is scanned, its sums, and what is made of those.
  ASSERT_EQ(schedule->carried.size(), 3u);
  EXPECT_EQ(schedule->place_size, std::vector<int>{8});
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(
      has(text, "scan_rows<RowScan<op::Add, double, double, double>, 256>"));
  EXPECT_TRUE(has(text,
                  "fold_rows<tenorite::reduction::Sum::Fold<double, "
                  "true>, true, 256, double, true>"));
}

TEST_F(ScansTest, TilesOfLongRows) {
  for (const Dims& shape : {Dims{1 << 26}, Dims{400, 50000}}) {
    GroupBuilder group(shape, shape.size());
    paths(group, false);
    const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
    EXPECT_TRUE(has(text,
                    "scan_tiles<TileScan<RowScan<op::Add, double, double, "
                    "double>, 0, 0>>(tiles"));
    EXPECT_TRUE(has(text, "__launch_bounds__(352, 2)"));
  }
}

// What is wanted behind the scan is read again, where it is in memory.
TEST_F(ScansTest, TilesReadArraysAgain) {
  GroupBuilder group({400, 50000}, kLast);
  const GroupSource x = group.array(kF64);
  const GroupSource most = group.scan(Op::maximum, kF64, x);
  group.store(group.elementwise(Op::divide, kF64, {x, most}));
  EXPECT_TRUE(has(compiled(group.plan),
                  "TileScan<RowScan<op::Maximum, double, double, double>, 0, "
                  "0>>"));
  // What is computed is kept, and no block has room for all of it.
  GroupBuilder kept({400, 50000}, kLast);
  const GroupSource v = kept.copy(kF64, kept.array(kF32));
  kept.store(
      kept.elementwise(Op::divide, kF64, {v, kept.scan(Op::maximum, kF64, v)}));
  EXPECT_THROW(group_source(kept.plan), NotImplementedError);
}

TEST_F(ScansTest, ArraysThatAreNeededLaterKeepTheirPlace) {
  GroupBuilder group({400, 5000}, kLast);
  const GroupSource x = group.array(kF64);
  const GroupSource most = group.scan(Op::maximum, kF64, x);
  group.store(group.elementwise(Op::divide, kF64, {x, most}));
  const auto schedule = schedule_rows(group.plan, {false, false});
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->place_size.size(), 2u);
  compiled(group.plan);
}

TEST_F(ScansTest, DtypesAndOperations) {
  struct Case {
    Op op;
    DType in, loop;
    const char* type;
  };
  for (const Case& c : {
           Case{Op::add, kF32, kF32, "<op::Add, double, float, float>"},
           Case{Op::add, kF16, kF16, "<op::Add, double, half, half>"},
           Case{Op::add, kF32, kF64, "<op::Add, double, float, double>"},
           Case{Op::add, kI32, kI64, "<op::Add, long, int, long>"},
           Case{Op::add, kBool, kI64, "<op::Add, long, bool, long>"},
           Case{Op::add, kBool, kBool,
                "<op::BitwiseOr, unsigned long, bool, bool>"},
           Case{Op::multiply, kC64, kC64,
                "<op::Multiply, complex<double>, complex<float>, "
                "complex<float>>"},
           Case{Op::add, kC128, kC128,
                "<op::Add, complex<double>, complex<double>, complex<double>>"},
           Case{Op::maximum, kU8, kU8,
                "<op::Maximum, unsigned long, unsigned char, unsigned char>"},
           Case{Op::fmax, kF64, kF64, "<op::Fmax, double, double, double>"},
           Case{Op::fmax, kI64, kI64, "<op::Maximum, long, long, long>"},
           Case{Op::bitwise_xor, kI32, kI32,
                "<op::BitwiseXor, long, int, int>"},
       })
    for (const int64_t length : {300, 40000}) {
      SCOPED_TRACE(c.type);
      GroupBuilder group({3, length}, kLast);
      const GroupSource v = group.copy(c.in, group.array(c.in));
      group.store(group.scan(c.op, c.loop, v));
      EXPECT_TRUE(has(compiled(group.plan), std::string("RowScan") + c.type));
    }
}

TEST_F(ScansTest, WhatHasNoKernel) {
  const auto refused = [](const GroupBuilder& group) {
    EXPECT_THROW(group_source(group.plan), NotImplementedError);
  };
  GroupBuilder converted({3, 500}, kLast);
  converted.store(converted.scan(Op::add, kF64,
                                 converted.copy(kI32, converted.array(kI32))));
  refused(converted);
  GroupBuilder turned({3, 500}, kLast);
  turned.store(
      turned.scan(Op::add, kF64, turned.copy(kF64, turned.array(kF64))));
  turned.step().in_strides = {8, 24};
  refused(turned);
  // Long rows have one scan.
  GroupBuilder twice({3, 50000}, kLast);
  twice.store(
      twice.scan(Op::add, kF64, twice.scan(Op::add, kF64, twice.array(kF64))));
  refused(twice);
}

}  // namespace
}  // namespace tenorite::jit

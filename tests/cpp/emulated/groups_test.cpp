// SPDX-License-Identifier: Apache-2.0
// The kernels that groups with reductions have on CUDA devices, run on the CPU:
// bits of the library's own kernels. Compilers of both kinds round arithmetic
// alike; mathematical functions, which they do not share, are left out.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "core/error.h"
#include "core/shape.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/table/scalar.h"
#include "tests/cpp/emulated/device.h"
#include "tests/cpp/group_builder.h"
#include "tests/cpp/group_reference.h"

namespace tenorite::testing {
namespace {

constexpr DType kBool = DType::kBool, kU8 = DType::kUint8, kI16 = DType::kInt16,
                kI64 = DType::kInt64, kF32 = DType::kFloat32,
                kF64 = DType::kFloat64;

struct Space {
  Dims shape;
  uint64_t axes;
};

class EmulatedGroupsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { use_emulated_kernels(); }
  void SetUp() override { set_multiprocessors(4); }

  ndarray random(const Dims& shape, DType dtype) {
    ndarray a = ndarray::empty(shape, dtype, kCpu);
    std::normal_distribution<double> normal;
    auto fill = [&](auto* x, double scale) {
      for (int64_t i = 0; i < a.size(); ++i)
        x[i] = static_cast<std::remove_reference_t<decltype(*x)>>(
            scale * normal(random_));
    };
    if (dtype == kF32)
      fill(reinterpret_cast<float*>(a.data()), 1);
    else if (dtype == kF64)
      fill(reinterpret_cast<double*>(a.data()), 1);
    else if (dtype == kU8)
      for (int64_t i = 0; i < a.size(); ++i)
        a.data()[i] = static_cast<char>(random_());
    else
      fill(reinterpret_cast<short*>(a.data()), 100);
    return a;
  }

  // An array of the group that it writes, and the bits that it must have.
  void out(GroupBuilder& group, GroupSource value) {
    const GroupStep& step = group.plan.steps[static_cast<size_t>(value.index)];
    Dims shape = group.plan.shape;
    for (int i = 0; step.kept && i < shape.size(); ++i)
      if (group.plan.reduced_axes >> i & 1) shape[i] = 1;
    ndarray a = ndarray::empty(shape, step.dtype[value.output], kCpu);
    std::memset(a.data(), 0, static_cast<size_t>(a.nbytes()));
    group.store(group.array(a), value);
  }

  // Runs the group one by one, and as one: at first and when it is known.
  static void check(const GroupPlan& plan, int kernels = 1) {
    std::vector<std::string> before, expected;
    for (const GroupArray& array : plan.arrays)
      before.push_back(bits(array.view));
    run_one_by_one(plan);
    for (const GroupArray& array : plan.arrays)
      expected.push_back(bits(array.view));
    for (const bool known : {false, true}) {
      EXPECT_EQ(plan.device_cache != nullptr, known);
      for (size_t k = 0; k < before.size(); ++k)
        std::memcpy(plan.arrays[k].view.data(), before[k].data(),
                    before[k].size());
      const int others = kernels_run();
      ASSERT_TRUE(group_engine(kCpu).run({&plan, 1}, GroupEffort::kWait));
      EXPECT_EQ(kernels_run() - others, kernels);
      for (size_t k = 0; k < expected.size(); ++k)
        EXPECT_TRUE(expected[k] == bits(plan.arrays[k].view)) << "array " << k;
    }
  }
  static std::string bits(const ndarray& a) {
    return {a.data(), static_cast<size_t>(a.nbytes())};
  }

  // The reduction of op(x, y).
  void reduction_of(Op op, DType dtype, ReduceOp reduce, DType compute,
                    const Dims& shape, uint64_t axes, const Dims& y_shape) {
    SCOPED_TRACE(std::string(info(reduce).name) + " of " + info(op).name + " " +
                 name(dtype) + to_string(shape));
    GroupBuilder group(shape, axes);
    const GroupSource x = group.array(random(shape, dtype)),
                      y = group.array(random(y_shape, dtype));
    const GroupSource v = group.elementwise(op, dtype, {x, y});
    out(group, group.reduce(reduce, compute, v));
    check(group.plan);
  }

  // What a row has left of its mean, over its deviation.
  void standardise(DType dtype, const Dims& shape) {
    SCOPED_TRACE(name(dtype) + to_string(shape));
    GroupBuilder group(shape, 2);
    const GroupSource x = group.array(random(shape, dtype));
    const GroupSource mean = group.reduce(ReduceOp::mean, dtype, x);
    const GroupSource v = group.elementwise(Op::subtract, dtype, {x, mean});
    const GroupSource spread = group.reduce(ReduceOp::var, dtype, v);
    GroupSource root = group.elementwise(Op::sqrt, dtype, {spread});
    group.step().kept = true;
    out(group, group.elementwise(Op::divide, dtype, {v, root}));
    out(group, root);
    check(group.plan);
  }

  // The sum of x * x, alone and in a group, as one of `all` results, or of few
  // columns.
  std::string sums(const ndarray& x, uint64_t axes, int64_t all,
                   bool by_column = false) {
    const DType dtype = x.dtype();
    GroupBuilder group(x.shape(), axes);
    const GroupSource source = group.array(x);
    const GroupSource v =
        group.elementwise(Op::multiply, dtype, {source, source});
    const GroupSource sum = group.reduce(ReduceOp::sum, dtype, v);
    group.step().plan_results(all);
    group.step().by_column = by_column;
    out(group, sum);
    check(group.plan);
    return bits(group.plan.arrays.back().view);
  }

  // Parts of an array along an axis have the bits of the whole.
  void sums_of_parts(DType dtype, const Dims& shape, uint64_t axes, int cut) {
    const ndarray x = random(shape, dtype);
    int64_t all = 1;
    for (int i = 0; i < shape.size(); ++i)
      if (!(axes >> i & 1)) all *= shape[i];
    const std::string whole = sums(x, axes, all);
    for (const int64_t parts : {2, 7}) {
      SCOPED_TRACE(std::string(name(dtype)) + to_string(shape) + " in " +
                   std::to_string(parts));
      std::string found;
      for (int64_t part = 0; part < parts; ++part) {
        const int64_t begin = part * shape[cut] / parts;
        Dims some = shape;
        some[cut] = (part + 1) * shape[cut] / parts - begin;
        const ndarray view = x.view(begin * x.stride(cut), some, x.strides());
        found += sums(ops::copy(view), axes, all);
      }
      EXPECT_TRUE(found == whole);
    }
  }

  // A column alone has the bits that it has beside few others.
  void sums_of_columns(DType dtype, const Dims& shape, uint64_t axes) {
    SCOPED_TRACE(std::string(name(dtype)) + to_string(shape));
    const ndarray x = random(shape, dtype);
    const int last = shape.size() - 1;
    int64_t all = 1;
    for (int i = 0; i <= last; ++i)
      if (!(axes >> i & 1)) all *= shape[i];
    const std::string whole = sums(x, axes, 0);
    const size_t item = itemsize(dtype);
    const auto columns = static_cast<size_t>(shape[last]);
    for (size_t k = 0; k < columns; ++k) {
      const ndarray column =
          x.view(static_cast<int64_t>(k * item), Dims(shape.data(), last),
                 Dims(x.strides().data(), last));
      const std::string alone =
          sums(ops::copy(column), axes, all, (axes >> (last - 1) & 1) != 0);
      std::string expected;
      for (size_t at = k * item; at < whole.size(); at += columns * item)
        expected += whole.substr(at, item);
      EXPECT_TRUE(alone == expected) << "column " << k;
    }
  }

  std::mt19937_64 random_{1};
};

// Whole numbers, so that sums have no order: scans of rows in shared memory and
// of tiles of longer ones, with what comes before and behind them.
TEST_F(EmulatedGroupsTest, Scans) {
  struct Case {
    Op op;
    DType in, loop;
  };
  const Dims kShapes[] = {{40, 250}, {2, 5000}, {2, 3, 17000},
                          {70, 2},   {301, 7},  {3, 1021},
                          {13001},   {16384},   {1, 300001}};
  for (const Case& c :
       {Case{Op::add, kF64, kF64}, Case{Op::add, kF32, kF64},
        Case{Op::add, kF32, kF32}, Case{Op::maximum, kF64, kF64},
        Case{Op::add, kI16, kI64}, Case{Op::bitwise_xor, kI16, kI16}})
    for (const Dims& shape : std::span(kShapes).first(c.in == kF64 ? 9 : 3)) {
      SCOPED_TRACE(std::string(info(c.op).name) + " " + name(c.in) + " " +
                   name(c.loop) + to_string(shape));
      GroupBuilder group(shape, uint64_t{1} << (shape.size() - 1));
      const GroupSource x = group.array(random(shape, kI16));
      const GroupSource v = group.copy(c.in, x);
      const GroupSource y = group.scan(c.op, c.loop, v);
      out(group,
          group.elementwise(Op::subtract, c.loop, {y, group.copy(c.loop, x)}));
      check(group.plan);
    }
}

// Several of one array, folds of a scan, and a scan of what is made of folds.
TEST_F(EmulatedGroupsTest, ScansAndFolds) {
  for (const Dims& shape : {Dims{41, 250}, Dims{41, 4099}}) {
    SCOPED_TRACE(to_string(shape));
    GroupBuilder group(shape, 2);
    const GroupSource number =
        group.copy(kF64, group.array(random(shape, kI16)));
    const GroupSource offset =
        group.copy(kF64, group.array(random({shape[0], 1}, kI16)));
    const GroupSource x = group.elementwise(Op::add, kF64, {number, offset});
    const GroupSource sum = group.scan(Op::add, kF64, x);
    const GroupSource most = group.scan(Op::maximum, kF64, x);
    out(group, group.elementwise(Op::subtract, kF64, {sum, most}));
    out(group, group.elementwise(Op::multiply, kF64, {x, most}));
    const GroupSource mean = group.reduce(ReduceOp::mean, kF64, sum);
    const GroupSource below = group.elementwise(Op::less, kF64, {x, mean});
    out(group, group.scan(Op::add, kI64, below));
    check(group.plan);
  }
}

// Of tiles: arrays that are read again, that are the same along a row, and that
// the results take the place of.
TEST_F(EmulatedGroupsTest, ScansOfTiles) {
  for (const Dims& shape :
       {Dims{3, 40007}, Dims{2, 49152}, Dims{5, 1, 17001}}) {
    SCOPED_TRACE(to_string(shape));
    Dims one = shape;
    one[one.size() - 1] = 1;
    GroupBuilder group(shape, uint64_t{1} << (shape.size() - 1));
    const GroupSource x = group.copy(kF64, group.array(random(shape, kI16)));
    const GroupSource wide = group.array(
        ops::astype(random(shape, kI16), kF64, ops::Order::kC, true));
    const GroupSource offset =
        group.array(ops::astype(random(one, kI16), kF64, ops::Order::kC, true));
    const GroupSource y = group.elementwise(Op::add, kF64, {x, wide});
    const GroupSource sum = group.scan(
        Op::add, kF64, group.elementwise(Op::add, kF64, {y, offset}));
    out(group, group.elementwise(Op::subtract, kF64, {sum, offset}));
    group.store(wide, group.elementwise(Op::minimum, kF64, {sum, offset}));
    check(group.plan);
  }
}

TEST_F(EmulatedGroupsTest, ColumnsAlone) {
  for (const int multiprocessors : {4, 40}) {
    set_multiprocessors(multiprocessors);
    sums_of_columns(kF64, {300, 701, 3}, 2);
    sums_of_columns(kF32, {4, 5003, 2}, 2);
    sums_of_columns(kF64, {40007, 7}, 1);
    sums_of_columns(kF32, {20, 30, 70, 5}, 6);
    sums_of_columns(kF64, {701, 31, 3}, 1);
    sums_of_columns(kF32, {7000, 8, 3}, 1);
  }
}

// However many results a part has, as long as it is told of the others.
TEST_F(EmulatedGroupsTest, PartsOfAWhole) {
  set_multiprocessors(40);
  sums_of_parts(kF32, {64, 5000}, 2, 0);
  sums_of_parts(kF64, {64, 701}, 2, 0);
  sums_of_parts(kF32, {64, 700, 9}, 2, 0);
  sums_of_parts(kF64, {64, 70, 30}, 6, 0);
  sums_of_parts(kF32, {3000, 64}, 1, 1);
  sums_of_parts(kF32, {14, 40}, 2, 0);
}

TEST_F(EmulatedGroupsTest, Sums) {
  for (const int multiprocessors : {4, 40}) {
    set_multiprocessors(multiprocessors);
    reduction_of(Op::multiply, kF32, ReduceOp::sum, kF32, {70000}, 1, {70000});
    reduction_of(Op::multiply, kF32, ReduceOp::sum, kF32, {70001}, 1, {70001});
    reduction_of(Op::multiply, kF64, ReduceOp::mean, kF64, {3, 20011}, 2,
                 {3, 20011});
    // Rows of few terms, with all widths of loads.
    for (const int64_t length : {2, 3, 4, 7, 8, 9}) {
      const Dims rows{1301, length};
      reduction_of(Op::multiply, kF32, ReduceOp::sum, kF32, rows, 2, rows);
      reduction_of(Op::multiply, kF64, ReduceOp::mean, kF64, rows, 2, rows);
      reduction_of(Op::multiply, kF32, ReduceOp::max, kF32, rows, 2, rows);
    }
    // Neighbours of one result that are in different rows of an operand.
    reduction_of(Op::subtract, kF64, ReduceOp::sum, kF64, {301, 77}, 3,
                 {301, 1});
    reduction_of(Op::subtract, kF32, ReduceOp::mean, kF32, {301, 77}, 3, {77});
    reduction_of(Op::subtract, kF64, ReduceOp::sum, kF64, {7, 301, 77}, 6,
                 {7, 301, 1});
  }
}

TEST_F(EmulatedGroupsTest, ColumnsAndRuns) {
  reduction_of(Op::subtract, kF32, ReduceOp::sum, kF32, {777, 33}, 1, {33});
  reduction_of(Op::subtract, kF32, ReduceOp::sum, kF32, {777, 32}, 1, {32});
  reduction_of(Op::subtract, kF32, ReduceOp::sum, kF32, {9, 3000}, 2, {3000});
  reduction_of(Op::subtract, kF64, ReduceOp::var, kF64, {500, 96}, 1,
               {500, 96});
  reduction_of(Op::subtract, kF32, ReduceOp::var, kF32, {4, 50, 640}, 5,
               {4, 50, 1});
}

TEST_F(EmulatedGroupsTest, OtherReductions) {
  reduction_of(Op::add, kF32, ReduceOp::argmax, kF32, {3, 20000}, 2, {1});
  reduction_of(Op::less, kF64, ReduceOp::any, kBool, {50000}, 1, {50000});
  reduction_of(Op::less, kF32, ReduceOp::count_nonzero, kBool, {2000, 96}, 1,
               {96});
  reduction_of(Op::less, kF32, ReduceOp::sum, kI64, {3, 20000}, 2, {3, 20000});
  reduction_of(Op::multiply, kI16, ReduceOp::sum, kI64, {70001}, 1, {70001});
  // Converted while they are loaded.
  reduction_of(Op::multiply, kI16, ReduceOp::var, kF64, {300, 70}, 1, {70});
}

// Elementwise steps alone, over elements of one and two bytes that begin at any
// byte: in rows, along one axis, and beside wider ones that are not aligned.
TEST_F(EmulatedGroupsTest, NarrowElementsAnywhere) {
  for (const DType dtype : {kU8, kI16})
    for (const Dims& shape : {Dims{7, 83}, Dims{3, 64}, Dims{5000}})
      for (int64_t past = 0; past < 5; ++past) {
        SCOPED_TRACE(std::string(name(dtype)) + to_string(shape) + " " +
                     std::to_string(past));
        const int64_t rows = shape.size() == 2 ? shape[0] : 1;
        const int64_t row = shape[shape.size() - 1] + 21;
        auto somewhere = [&](DType its, int64_t elements) {
          const ndarray whole = random({rows, row}, its);
          const auto size = static_cast<int64_t>(itemsize(its));
          Dims strides{size};
          if (shape.size() == 2) strides = {row * size, size};
          return whole.view(elements * size, shape, strides);
        };
        GroupBuilder group(shape);
        const GroupSource x = group.array(somewhere(dtype, past)),
                          y = group.array(somewhere(dtype, past / 2));
        GroupSource v = group.elementwise(Op::add, dtype, {x, y});
        v = group.elementwise(Op::multiply, dtype, {v, x});
        out(group, v);
        out(group, group.elementwise(Op::less, dtype, {v, y}));
        check(group.plan);
        GroupBuilder mixed(shape);
        const GroupSource a = mixed.array(somewhere(dtype, past)),
                          b = mixed.array(somewhere(kF32, past));
        out(mixed,
            mixed.elementwise(Op::greater, kF32, {mixed.copy(kF32, a), b}));
        check(mixed.plan);
      }
}

// Of a view, with what is stored over the shape, and kept steps.
TEST_F(EmulatedGroupsTest, StepsBeforeAndAfter) {
  GroupBuilder group({300, 500}, 1);
  const ndarray whole = random({300, 503}, kF32);
  const GroupSource x = group.array(whole.view(4, {300, 500}, whole.strides())),
                    y = group.array(random({300, 500}, kF32)),
                    scale = group.array(random({1, 500}, kF32));
  const GroupSource v = group.elementwise(Op::subtract, kF32, {x, y});
  const GroupSource square = group.elementwise(Op::multiply, kF32, {v, v});
  GroupSource r = group.reduce(ReduceOp::sum, kF32, square);
  out(group, r);
  r = group.elementwise(Op::multiply, kF32, {r, scale});
  group.step().kept = true;
  r = group.elementwise(Op::sqrt, kF32, {r});
  group.step().kept = true;
  out(group, r);
  out(group, v);
  check(group.plan);
}

// Items by indices that the group computes: alone, in folds, and in rows.
TEST_F(EmulatedGroupsTest, ItemsByIndices) {
  const ndarray line = random({501}, kF32), plane = random({41, 60}, kF64);
  for (const Space& space :
       {Space{{70001}, 0}, Space{{300, 70}, 2}, Space{{3, 20000}, 3}})
    for (const IndexMode mode :
         {IndexMode::kRaise, IndexMode::kWrap, IndexMode::kClip}) {
      SCOPED_TRACE(to_string(space.shape) + " " +
                   std::to_string(static_cast<int>(mode)));
      GroupBuilder group(space.shape, space.axes);
      // Within bounds if nothing brings them in, counted from either end.
      const DType dtype = mode == IndexMode::kRaise ? kU8 : kI16;
      const int few = mode == IndexMode::kRaise ? 41 : 900;
      const GroupSource x = group.array(random(space.shape, dtype));
      GroupSource i = group.copy(kI64, x);
      i = group.elementwise(
          Op::remainder, kI64,
          {i, group.scalar(cast_scalar(make_scalar(int64_t{few}), kI64))});
      i = group.elementwise(
          Op::subtract, kI64,
          {i, group.scalar(cast_scalar(make_scalar(int64_t{20}), kI64))});
      const GroupSource a =
          group.gather(mode, group.table(line.view(0, {251}, {8})), {i});
      const GroupSource b = group.gather(mode, group.table(plane), {i, x});
      const GroupSource v =
          group.elementwise(Op::add, kF32, {a, group.copy(kF32, b)});
      out(group, v);
      if (space.axes) out(group, group.reduce(ReduceOp::max, kF32, v));
      if (mode == IndexMode::kRaise) {
        // 255 is a place of the longer axis if the plane is wide enough.
        group.plan.tables[1] = plane.view(0, {41, 256}, {480, 0});
      }
      check(group.plan);
      EXPECT_EQ(errors_found().fault.launch, 0);
    }
}

TEST_F(EmulatedGroupsTest, IndicesOutOfBounds) {
  GroupBuilder group({1000});
  ndarray i = ndarray::empty({1000}, kI64, kCpu);
  for (int64_t k = 0; k < 1000; ++k)
    reinterpret_cast<int64_t*>(i.data())[k] = k == 77 ? 501 : k % 501 - 501;
  const GroupSource x = group.array(i);
  const GroupSource v =
      group.gather(IndexMode::kRaise, group.table(random({501}, kF32)), {x});
  out(group, group.elementwise(Op::add, kF32, {v, v}));
  ASSERT_TRUE(group_engine(kCpu).run({&group.plan, 1}, GroupEffort::kWait));
  const cuda::IndexFault fault = errors_found().fault;
  errors_found() = {};
  EXPECT_EQ(fault.launch, 1);
  EXPECT_EQ(fault.index, 501);
  EXPECT_EQ(fault.bound, 501);
  EXPECT_EQ(fault.axis, 0);
}

// Of ordinary numbers, and of some whose quotients have no place among the
// normal ones.
TEST_F(EmulatedGroupsTest, DividesByScalars) {
  for (const DType dtype : {kF32, kF64})
    for (const Space& space : {Space{{70001}, 0}, Space{{300, 70}, 2},
                               Space{{301, 70}, 1}, Space{{3, 20000}, 3}}) {
      SCOPED_TRACE(std::string(name(dtype)) + to_string(space.shape));
      GroupBuilder group(space.shape, space.axes);
      auto scalar = [&](double value) {
        return group.scalar(cast_scalar(make_scalar(value), dtype));
      };
      const GroupSource x = group.array(random(space.shape, dtype));
      const GroupSource by = scalar(0.3);
      GroupSource v = group.elementwise(
          Op::multiply, dtype, {x, scalar(dtype == kF32 ? 1e-38 : 1e-308)});
      v = group.elementwise(Op::divide, dtype, {v, by});
      out(group, v);
      const GroupSource w = group.elementwise(Op::divide, dtype, {x, by});
      out(group, w);
      if (space.axes) {
        out(group, group.reduce(ReduceOp::sum, dtype, v));
        out(group, group.reduce(ReduceOp::mean, dtype, w));
      }
      check(group.plan);
    }
}

TEST_F(EmulatedGroupsTest, InPlace) {
  GroupBuilder group({3, 20000}, 2);
  const GroupSource x = group.array(random({3, 20000}, kF64));
  const GroupSource v = group.elementwise(Op::multiply, kF64, {x, x});
  group.store(x, v);
  out(group, group.reduce(ReduceOp::sum, kF64, v));
  check(group.plan);
}

// In one pass over whatever layout, with all that follows.
TEST_F(EmulatedGroupsTest, Siblings) {
  for (const Space& space :
       {Space{{70001}, 1}, Space{{777, 36}, 1}, Space{{4, 50, 641}, 5}})
    for (const int multiprocessors : {4, 40}) {
      SCOPED_TRACE(to_string(space.shape) + " " +
                   std::to_string(multiprocessors));
      set_multiprocessors(multiprocessors);
      GroupBuilder group(space.shape, space.axes);
      const GroupSource x = group.array(random(space.shape, kF32));
      const GroupSource v = group.elementwise(Op::multiply, kF32, {x, x});
      const GroupSource sum = group.reduce(ReduceOp::sum, kF32, x);
      GroupSource initial = group.reduce(ReduceOp::min, kF32, v);
      group.step().has_initial = true;
      group.step().initial = cast_scalar(make_scalar(-1.5), kF32);
      const GroupSource mean = group.reduce(ReduceOp::mean, kF32, v),
                        most = group.reduce(ReduceOp::max, kF32, x);
      const GroupSource ratio =
          group.elementwise(Op::divide, kF32, {sum, most});
      group.step().kept = true;
      out(group, v);
      out(group, initial);
      out(group, mean);
      out(group, ratio);
      check(group.plan);
    }
}

// Those that take elements by themselves have no reason to wait.
TEST_F(EmulatedGroupsTest, SiblingsWithoutSteps) {
  GroupBuilder group({3, 20000}, 3);
  const GroupSource x = group.array(random({3, 20000}, kF32));
  for (const ReduceOp op : {ReduceOp::sum, ReduceOp::max, ReduceOp::min})
    out(group, group.reduce(op, kF32, x));
  check(group.plan);
}

TEST_F(EmulatedGroupsTest, SiblingsInPlace) {
  GroupBuilder group({400, 90}, 1);
  const GroupSource x = group.array(random({400, 90}, kF64));
  const GroupSource v = group.elementwise(Op::multiply, kF64, {x, x});
  group.store(x, v);
  out(group, group.reduce(ReduceOp::sum, kF64, v));
  out(group, group.reduce(ReduceOp::mean, kF64, x));
  check(group.plan);
}

// Positions in runs; bytes; conversions.
TEST_F(EmulatedGroupsTest, OtherSiblings) {
  {
    GroupBuilder group({3, 50, 641}, 5);
    const GroupSource x = group.array(random({3, 50, 641}, kF32));
    out(group, group.reduce(ReduceOp::argmax, kF32, x));
    out(group, group.reduce(ReduceOp::max, kF32, x));
    check(group.plan);
  }
  for (const Dims& shape : {Dims{50000}, Dims{1000, 96}}) {
    GroupBuilder group(shape, 1);
    const GroupSource x = group.array(random(shape, kF64)),
                      y = group.array(random(shape, kF64));
    const GroupSource v = group.elementwise(Op::less, kF64, {x, y});
    out(group, group.reduce(ReduceOp::any, kBool, v));
    out(group, group.reduce(ReduceOp::count_nonzero, kBool, v));
    out(group, group.reduce(ReduceOp::sum, kI64, v));
    check(group.plan);
  }
  {
    GroupBuilder group({300, 70}, 1);
    const GroupSource x = group.array(random({300, 70}, kI16));
    const GroupSource v = group.elementwise(Op::multiply, kI16, {x, x});
    out(group, group.reduce(ReduceOp::var, kF64, v));
    out(group, group.reduce(ReduceOp::sum, kF64, v));
    out(group, group.reduce(ReduceOp::var, kF64, x));
    check(group.plan);
  }
}

// Of one mask, which is made up too; of another one, by another kernel.
TEST_F(EmulatedGroupsTest, Masked) {
  for (const Space& space : {Space{{70001}, 1}, Space{{90, 700}, 1}}) {
    SCOPED_TRACE(to_string(space.shape));
    GroupBuilder group(space.shape, space.axes);
    const GroupSource x = group.array(random(space.shape, kF32)),
                      y = group.array(random(space.shape, kF32));
    const GroupSource v = group.elementwise(Op::multiply, kF32, {x, y});
    const GroupSource mask = group.elementwise(Op::less, kF32, {x, y});
    auto masked = [&](ReduceOp op, GroupSource in) {
      const GroupSource result = group.reduce(op, kF32, in);
      group.step().where = mask;
      return result;
    };
    const GroupSource sum = masked(ReduceOp::sum, v);
    out(group, masked(ReduceOp::mean, x));
    out(group, masked(ReduceOp::max, v));
    group.step().has_initial = true;
    group.step().initial = cast_scalar(make_scalar(0.5), kF32);
    const GroupSource all = group.reduce(ReduceOp::sum, kF32, v);
    const GroupSource share = group.elementwise(Op::divide, kF32, {sum, all});
    group.step().kept = true;
    out(group, share);
    out(group, v);
    check(group.plan, 2);
  }
}

// Elements that do not lie in C order, and would not if they lay anywhere.
TEST_F(EmulatedGroupsTest, OtherOrders) {
  struct Case {
    Space space;
    int order[3];
    int kernels;  // positions count in C order
  };
  for (const Case& c :
       {Case{{{3000, 20}, 1}, {1, 0}, 1}, Case{{{60, 3000}, 3}, {1, 0}, 2},
        Case{{{60, 50, 36}, 3}, {1, 0, 2}, 2},
        Case{{{60, 50, 6}, 5}, {2, 1, 0}, 2}}) {
    const auto& [space, order, kernels] = c;
    SCOPED_TRACE(to_string(space.shape) + " " + std::to_string(space.axes));
    const Dims strides = strides_in_order(space.shape, 4, order);
    auto turned = [&] {
      return random({space.shape[0], size_of(space.shape) / space.shape[0]},
                    kF32)
          .view(0, space.shape, strides);
    };
    GroupBuilder group(space.shape, space.axes);
    const GroupSource x = group.array(turned()), y = group.array(turned());
    const GroupSource v = group.elementwise(Op::multiply, kF32, {x, y});
    for (const ReduceOp op :
         {ReduceOp::sum, ReduceOp::mean, ReduceOp::argmax}) {
      out(group, group.reduce(op, kF32, v));
      group.plan.steps.back().in_strides = strides;
    }
    check(group.plan, kernels);
  }
}

// A kernel for each: they are shared out in other ways.
TEST_F(EmulatedGroupsTest, Several) {
  GroupBuilder group({700000}, 1);
  const GroupSource x = group.array(random({700000}, kF32));
  const GroupSource v = group.elementwise(Op::multiply, kF32, {x, x});
  const GroupSource sum = group.reduce(ReduceOp::sum, kF32, v);
  const GroupSource spread = group.reduce(ReduceOp::var, kF32, v);
  const GroupSource ratio = group.elementwise(Op::divide, kF32, {sum, spread});
  group.step().kept = true;
  out(group, v);
  out(group, ratio);
  check(group.plan, 2);
}

// Rows that stay in registers or in shared memory, short ones too; not all
// threads of the last block have a row, or all have.
TEST_F(EmulatedGroupsTest, Rows) {
  for (const DType dtype : {kF32, kF64})
    for (const int64_t rows : {7, 40, 256})
      for (const int64_t length : {3, 37, 1000, 1024})
        standardise(dtype, {rows, length});
}

// Two threads share a lane's elements, in one warp or in several; blocks of 16
// warps, and rows that are too long for registers.
TEST_F(EmulatedGroupsTest, LongRows) {
  set_multiprocessors(1);
  standardise(kF32, {40, 4096});
  standardise(kF32, {41, 5000});
  standardise(kF64, {9, 16384});
  standardise(kF64, {9, 16383});
}

// Folds of the same rows.
TEST_F(EmulatedGroupsTest, FoldsOfRows) {
  for (const DType dtype : {kF32, kF64})
    for (const int64_t length : {3, 100, 700, 4000}) {
      SCOPED_TRACE(name(dtype) + to_string(Dims{30, length}));
      GroupBuilder group({30, length}, 2);
      const GroupSource x = group.array(random({30, length}, dtype));
      for (const ReduceOp op : {ReduceOp::sum, ReduceOp::mean, ReduceOp::var})
        out(group, group.reduce(op, dtype, x));
      check(group.plan);
    }
}

// What a row's elements are divided by, from the largest to the smallest.
TEST_F(EmulatedGroupsTest, RowsOverTheirSums) {
  constexpr int64_t kRows = 300, kLength = 40;
  const ndarray x = random({kRows, kLength}, kF32);
  auto* p = reinterpret_cast<float*>(x.data());
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t i = 0; i < kLength; ++i) {
      float& at = p[row * kLength + i];
      at = std::ldexp(at, static_cast<int>(row) - 150);
      if (i % 7 == 3) at = std::ldexp(at, static_cast<int>(i) - 60);
      if (i == 10) at = row % 2 ? 0.0f : -0.0f;
      if (i == 20 && row % 16 == 5) at = INFINITY;
      if (i == 30 && row % 16 == 9) at = NAN;
      if (row % 16 == 12) at = 0;
    }
  GroupBuilder group({kRows, kLength}, 2);
  const GroupSource source = group.array(x);
  const GroupSource sum = group.reduce(ReduceOp::sum, kF32, source);
  out(group, group.elementwise(Op::divide, kF32, {source, sum}));
  check(group.plan);
}

}  // namespace
}  // namespace tenorite::testing

// SPDX-License-Identifier: Apache-2.0
// Groups run in blocks have the bits of their steps run one by one.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>

#include "core/shape.h"
#include "ops/plan/registry.h"
#include "ops/table/scalar.h"
#include "tests/cpp/group_builder.h"
#include "tests/cpp/group_reference.h"
#include "tests/cpp/special_elements.h"

namespace tenorite {
namespace {

using testing::distinct_strides;
using testing::GroupBuilder;
using testing::Random;
using testing::run_one_by_one;
using testing::special_elements;

// An array of its own memory, which is filled to the last byte.
ndarray make_array(DType dtype, const Dims& shape, const Dims& strides,
                   Random& random, int64_t shift = 0) {
  const auto size = static_cast<int64_t>(itemsize(dtype));
  int64_t low = 0, high = size;
  for (int i = 0; i < shape.size(); ++i)
    (strides[i] < 0 ? low : high) +=
        std::max<int64_t>(0, shape[i] - 1) * strides[i];
  const int64_t n = (high - low) / size + 2;
  ndarray bytes = ndarray::empty({n * size}, DType::kUint8, kCpu);
  std::vector<char> elements = special_elements(dtype, n - 1, random);
  std::memcpy(bytes.data() + shift, elements.data(), elements.size());
  return bytes.view_as(dtype, shift - low, shape, strides);
}

Scalar make_special_scalar(DType dtype, Random& random) {
  Scalar scalar;
  scalar.dtype = dtype;
  std::vector<char> bytes = special_elements(dtype, 1, random);
  std::memcpy(scalar.bytes, bytes.data(), bytes.size());
  return scalar;
}

std::vector<char> bytes_of(const ndarray& a) {
  return {a.storage()->data(), a.storage()->data() + a.storage()->nbytes()};
}

std::string describe(const GroupPlan& plan) {
  std::string text = "shape " + to_string(plan.shape) + " reduced " +
                     std::to_string(plan.reduced_axes) + "\n";
  for (const GroupArray& a : plan.arrays)
    text += std::string("  array ") + name(a.view.dtype()) + " " +
            to_string(a.view.shape()) + " strides " +
            to_string(a.view.strides()) + (a.read ? " read" : "") +
            (a.written ? " written" : "") + "\n";
  auto source = [](const GroupSource& s) {
    const char* kinds[] = {"-", "array", "scalar", "value", "table"};
    return std::string(" ") + kinds[static_cast<int>(s.kind)] +
           std::to_string(s.index) + "." + std::to_string(s.output);
  };
  for (const GroupStep& step : plan.steps) {
    text += step.kind == Instruction::Kind::kElementwise
                ? std::string("  ") + info(step.op).name + " loop " +
                      std::to_string(step.loop)
            : step.kind == Instruction::Kind::kCopy ? "  copy"
            : step.kind == Instruction::Kind::kGather
                ? "  take"
                : std::string("  reduce ") + info(step.reduce).name + " in " +
                      name(step.compute);
    for (int k = 0; k < step.nin; ++k) text += source(step.in[k]);
    if (step.where.kind != GroupSource::Kind::kNone)
      text +=
          " where" + source(step.where) + " former" + source(step.former[0]);
    text += std::string(" -> ") + name(step.dtype[0]) +
            (step.kept ? " kept" : "") + "\n";
  }
  for (const GroupStore& store : plan.stores)
    text += "  store" + source(store.value) + " in array" +
            std::to_string(store.array) + "\n";
  return text;
}

// Runs the plan both ways. False if the device does not run it.
bool check(const GroupPlan& plan) {
  std::vector<std::vector<char>> before, expected;
  for (const GroupArray& a : plan.arrays) before.push_back(bytes_of(a.view));
  std::optional<std::string> error, group_error;
  try {
    run_one_by_one(plan);
  } catch (const ValueError& e) {
    error = e.what();
  }
  for (size_t i = 0; i < plan.arrays.size(); ++i) {
    const ndarray& view = plan.arrays[i].view;
    expected.push_back(bytes_of(view));
    if (!before[i].empty())
      std::memcpy(view.storage()->data(), before[i].data(), before[i].size());
  }
  bool ran = false;
  try {
    ran = group_engine(kCpu).run({&plan, 1}, GroupEffort::kWait);
  } catch (const ValueError& e) {
    group_error = e.what();
    ran = true;
  }
  if (ran) {
    EXPECT_EQ(group_error, error) << describe(plan);
  }
  if (ran && error) return true;
  for (size_t i = 0; i < plan.arrays.size(); ++i)
    EXPECT_TRUE(bytes_of(plan.arrays[i].view) == (ran ? expected : before)[i])
        << "array " << i << " of\n"
        << describe(plan);
  return ran;
}

// A view that broadcasts to the shape.
ndarray random_view(const Dims& shape, DType dtype, bool may_broadcast,
                    Random& random) {
  Dims own = shape;
  if (may_broadcast && random.once_in(4)) {
    while (own.size() > 0 && random.once_in(3)) own.erase(0);
    for (int64_t& n : own)
      if (random.once_in(3)) n = 1;
  }
  const auto size = static_cast<int64_t>(itemsize(dtype));
  Dims strides = random.once_in(3) ? distinct_strides(own, size, random)
                                   : Dims(c_strides(own, itemsize(dtype)));
  return make_array(dtype, own, strides, random,
                    random.once_in(4) ? random.below(size) : 0);
}

Dims random_shape(Random& random) {
  Dims shape(static_cast<int>(random.below(5)));
  int64_t size = 1;
  for (int64_t& n : shape) {
    n = random.once_in(20) ? 0 : 1 + random.below(random.once_in(3) ? 400 : 7);
    if (size * n > 100000) n = 1;
    size *= n;
  }
  return shape;
}

// Steps over the shape; with reduced axes also reductions, steps over what they
// give, and, where rows fit, steps over the shape that use that.
class RandomGroup {
 public:
  explicit RandomGroup(Random& random, Dims shape, uint64_t reduced_axes = 0)
      : random_(random), builder_(std::move(shape), reduced_axes) {
    kept_shape_ = builder_.plan.shape;
    for (int i = 0; i < kept_shape_.size(); ++i)
      if (reduced_axes >> i & 1) kept_shape_[i] = 1;
    order_ = distinct_strides(builder_.plan.shape, 1, random);
    c_order_ = random.once_in(2);
  }

  GroupPlan make() {
    const GroupPlan& plan = builder_.plan;
    for (int64_t n = 1 + random_.below(4); n > 0; --n)
      full_.arrays.push_back(builder_.array(
          random_view(plan.shape, random_dtype(), true, random_)));
    add_steps(full_, false);
    if (plan.reduced_axes) {
      const bool rows = rows_fit(plan.shape, plan.reduced_axes);
      for (int64_t n = rows ? 1 + random_.below(3) : 1; n > 0; --n) {
        for (int64_t k = 1 + random_.below(3); k > 0; --k) add_fold();
        add_steps(kept_, true);
        if (rows && n > 1) add_steps(full_, false);
      }
    }
    add_stores(full_, plan.shape);
    if (plan.reduced_axes) add_stores(kept_, kept_shape_);
    return builder_.plan;
  }

 private:
  // Arrays and values over one space.
  struct Space {
    std::vector<GroupSource> arrays, values, masks;
  };

  DType random_dtype() {
    // Few at a time, so that many operands need no conversion.
    if (dtypes_.empty() || random_.once_in(8))
      dtypes_.push_back(static_cast<DType>(random_.below(kNumDTypes)));
    return one_of(dtypes_);
  }
  template <class T>
  const T& one_of(const std::vector<T>& items) {
    return items[static_cast<size_t>(
        random_.below(static_cast<int64_t>(items.size())))];
  }
  const Dims& shape_of(const Space& space) const {
    return &space == &kept_ ? kept_shape_ : builder_.plan.shape;
  }

  GroupSource random_source(Space& space, DType loop_dtype) {
    if (random_.once_in(5))
      return builder_.scalar(make_special_scalar(loop_dtype, random_));
    if (&space == &full_ && !kept_.values.empty() && random_.once_in(3))
      return one_of(kept_.values);
    if (space.values.empty() && space.arrays.empty())
      space.arrays.push_back(builder_.array(
          random_view(shape_of(space), random_dtype(), false, random_)));
    if (space.values.empty() || (!space.arrays.empty() && random_.once_in(3)))
      return one_of(space.arrays);
    return one_of(space.values);
  }

  GroupSource random_mask(Space& space) {
    if (space.masks.empty() || random_.once_in(4))
      space.masks.push_back(builder_.array(
          random_view(shape_of(space), DType::kBool, true, random_)));
    return one_of(space.masks);
  }

  void add_steps(Space& space, bool kept) {
    for (int64_t n = random_.below(kept ? 4 : 8) + !kept; n > 0; --n)
      add_step(space, kept);
  }

  // Items of a table at whatever indices values are.
  void add_gather(Space& space) {
    const int ndim = 1 + static_cast<int>(random_.below(2));
    Dims shape(ndim);
    for (int64_t& n : shape) n = 1 + random_.below(40);
    const DType dtype = random_dtype();
    const GroupSource table = builder_.table(make_array(
        dtype, shape,
        distinct_strides(shape, static_cast<int64_t>(itemsize(dtype)), random_),
        random_));
    std::vector<GroupSource> indices;
    for (int k = 0; k < ndim; ++k)
      indices.push_back(random_source(space, DType::kInt64));
    space.values.push_back(builder_.gather(
        random_.once_in(2) ? IndexMode::kWrap : IndexMode::kClip, table,
        indices));
    if (dtype == DType::kBool) space.masks.push_back(space.values.back());
  }

  void add_step(Space& space, bool kept) {
    if (!kept && random_.once_in(8)) return add_gather(space);
    GroupStep step;
    step.kept = kept;
    if (random_.once_in(6)) {
      step.kind = Instruction::Kind::kCopy;
      step.nin = step.nout = 1;
      step.dtype[0] = random_dtype();
      step.in[0] = random_source(space, step.dtype[0]);
    } else {
      step.op = static_cast<Op>(random_.below(kNumOps));
      const OpInfo& row = info(step.op);
      step.loop = static_cast<int>(
          random_.below(static_cast<int64_t>(row.loops.size())));
      step.nin = static_cast<uint8_t>(row.nin);
      step.nout = static_cast<uint8_t>(row.nout);
      const LoopTypes& types = row.loops[static_cast<size_t>(step.loop)];
      for (int k = 0; k < row.nin; ++k)
        step.in[k] = random_source(space, types.in[k]);
      for (int k = 0; k < row.nout; ++k)
        step.dtype[k] = random_.once_in(8) ? random_dtype() : types.out[k];
    }
    if (random_.once_in(5)) {
      step.where = random_mask(space);
      for (int k = 0; k < step.nout; ++k)
        step.former[k] = random_source(space, step.dtype[k]);
    }
    GroupSource value = builder_.add(step);
    for (int k = 0; k < step.nout; ++k) {
      value.output = static_cast<uint8_t>(k);
      space.values.push_back(value);
      if (step.dtype[k] == DType::kBool) space.masks.push_back(value);
    }
  }

  void add_fold() {
    const GroupPlan& plan = builder_.plan;
    GroupStep step;
    step.kind = Instruction::Kind::kReduce;
    step.nin = step.nout = 1;
    step.kept = true;
    step.in[0] = random_.once_in(3) || full_.values.empty()
                     ? one_of(full_.arrays)
                     : one_of(full_.values);
    const DType in = dtype_of(step.in[0]);
    do {
      step.reduce = static_cast<ReduceOp>(random_.below(kNumReduceOps));
      step.compute = in;
      if (random_.once_in(3))
        step.compute = static_cast<DType>(random_.below(kNumDTypes));
    } while (!is_valid(result_dtype(step.reduce, step.compute)));
    step.dtype[0] = random_.once_in(6)
                        ? random_dtype()
                        : result_dtype(step.reduce, step.compute);
    if (random_.once_in(5)) {
      step.initial = make_special_scalar(step.compute, random_);
      step.has_initial = true;
    }
    if (random_.once_in(5)) step.where = random_mask(full_);
    step.correction = static_cast<double>(random_.below(2));
    if (step.in[0].kind == GroupSource::Kind::kArray) {
      const ndarray& view =
          plan.arrays[static_cast<size_t>(step.in[0].index)].view;
      step.in_strides =
          broadcast_strides(view.shape(), view.strides(), plan.shape);
    } else {
      step.in_strides = dense_strides(static_cast<int64_t>(itemsize(in)));
    }
    kept_.values.push_back(builder_.add(step));
  }

  // All values lie in memory in one order.
  Dims dense_strides(int64_t itemsize) const {
    const Dims& shape = builder_.plan.shape;
    if (c_order_) return c_strides(shape, static_cast<size_t>(itemsize));
    const int64_t* strides = order_.data();
    int order[kMaxDims];
    k_order(shape.size(), shape.data(), &strides, 1, order);
    return strides_in_order(shape, static_cast<size_t>(itemsize), order);
  }

  DType dtype_of(const GroupSource& s) const {
    const auto index = static_cast<size_t>(s.index);
    return s.kind == GroupSource::Kind::kArray
               ? builder_.plan.arrays[index].view.dtype()
               : builder_.plan.steps[index].dtype[s.output];
  }

  void add_stores(Space& space, const Dims& shape) {
    // Some in place, some of one array in another, some new.
    for (const GroupSource& a : space.arrays) {
      GroupArray& array = builder_.plan.arrays[static_cast<size_t>(a.index)];
      if (!(array.view.shape() == shape)) continue;
      for (const GroupSource& v :
           random_.once_in(4) ? space.arrays : space.values)
        if (dtype_of(v) == array.view.dtype() && !array.written && !(v == a) &&
            random_.once_in(2))
          builder_.store(a, v);
    }
    for (size_t i = 0; i < space.values.size(); ++i) {
      const GroupSource& v = space.values[i];
      if (i + 1 == space.values.size() || random_.once_in(4))
        builder_.store(
            builder_.array(random_view(shape, dtype_of(v), false, random_)), v);
    }
  }

  Random& random_;
  GroupBuilder builder_;
  Dims kept_shape_, order_;
  bool c_order_;
  Space full_, kept_;
  std::vector<DType> dtypes_;
};

// Reductions may be left to the device's other ways, elementwise steps not.
void check_random_groups(uint64_t seed, int groups, bool reductions) {
  Random random(seed);
  int ran = 0, all = 0;
  while (all < groups && !::testing::Test::HasFailure()) {
    Dims shape = random_shape(random);
    uint64_t axes = 0;
    if (reductions) {
      if (random.once_in(10)) shape = {random.below(60000)};
      if (random.once_in(10))
        shape = {17000 + random.below(9000), 1 + random.below(9)};
      if (shape.empty() || size_of(shape) == 0) continue;
      axes = 1 + static_cast<uint64_t>(
                     random.below((int64_t{1} << shape.size()) - 1));
    }
    GroupPlan plan = RandomGroup(random, shape, axes).make();
    if (plan.arrays.size() > kMaxGroupArrays) continue;
    ++all;
    ran += check(plan);
  }
  if (!::testing::Test::HasFailure()) {
    EXPECT_GT(ran, reductions ? all * 3 / 4 : all - 1);
  }
}

TEST(CpuGroup, RunsRandomElementwiseSteps) {
  check_random_groups(5, 1500, false);
}

// Unit axes, axes of a few and of many elements; reduced axes anywhere.
TEST(CpuGroup, RunsRandomReductions) { check_random_groups(6, 500, true); }

class CpuGroupOf : public ::testing::Test {
 protected:
  static constexpr DType kType = DType::kFloat64;

  ndarray random_array(const Dims& shape) {
    return make_array(kType, shape, c_strides(shape, itemsize(kType)), random);
  }
  GroupSource reduce(GroupBuilder& b, ReduceOp op, GroupSource in) {
    GroupSource value = b.reduce(op, kType, in);
    b.step().in_strides = c_strides(b.plan.shape, itemsize(kType));
    return value;
  }
  Scalar number(double x) { return cast_scalar(make_scalar(x), kType); }

  Random random{7};
};

// Rows that do and that do not fit a block, few and many of them.
TEST_F(CpuGroupOf, RowsThatAreNormalised) {
  for (const Dims& shape : {Dims{300, 5}, Dims{40, 100}, Dims{3, 16384},
                            Dims{7, 3000}, Dims{1, 1}, Dims{2, 30, 60}}) {
    const uint64_t last = uint64_t{1} << (shape.size() - 1);
    GroupBuilder softmax(shape, last);
    GroupSource x = softmax.array(random_array(shape));
    GroupSource top = reduce(softmax, ReduceOp::max, x);
    GroupSource e = softmax.elementwise(Op::subtract, kType, {x, top});
    e = softmax.elementwise(Op::exp, kType, {e});
    GroupSource sum = reduce(softmax, ReduceOp::sum, e);
    softmax.store(x, softmax.elementwise(Op::divide, kType, {e, sum}));
    EXPECT_TRUE(check(softmax.plan));

    GroupBuilder standard(shape, last);
    x = standard.array(random_array(shape));
    GroupSource mean = reduce(standard, ReduceOp::mean, x);
    GroupSource centred = standard.elementwise(Op::subtract, kType, {x, mean});
    GroupSource deviation = reduce(standard, ReduceOp::std, x);
    GroupSource scaled =
        standard.elementwise(Op::divide, kType, {centred, deviation});
    Dims kept = shape;
    kept[shape.size() - 1] = 1;
    standard.store(standard.array(random_array(shape)), scaled);
    standard.store(standard.array(random_array(kept)), mean);
    standard.store(standard.array(random_array(kept)), deviation);
    EXPECT_TRUE(check(standard.plan));
  }
}

TEST_F(CpuGroupOf, SiblingReductionsOfAllElements) {
  for (int64_t n : {1, 7, 1000, 16385, 300000}) {
    GroupBuilder b({n}, 1);
    GroupSource x = b.array(random_array({n}));
    GroupSource y = b.array(random_array({n}));
    GroupSource d = b.elementwise(Op::subtract, kType, {x, y});
    GroupSource total =
        reduce(b, ReduceOp::sum, b.elementwise(Op::multiply, kType, {d, d}));
    GroupSource top = reduce(b, ReduceOp::max, d);
    reduce(b, ReduceOp::argmin, y);
    GroupSource root = b.elementwise(Op::sqrt, kType, {total});
    b.step().kept = true;
    b.store(x, d);
    b.store(b.array(random_array({1})), root);
    b.store(b.array(random_array({1})), top);
    EXPECT_TRUE(check(b.plan));
  }
}

TEST_F(CpuGroupOf, StepsOnShiftedViews) {
  const int64_t n = 700;
  ndarray from = random_array({n, n}), to = random_array({n, n});
  GroupBuilder b({n - 2, n - 2});
  auto shifted = [&](const ndarray& a, int64_t i, int64_t j) {
    return b.array(a.view(8 * (i * n + j), {n - 2, n - 2}, {8 * n, 8}));
  };
  GroupSource sum =
      b.elementwise(Op::add, kType, {shifted(from, 0, 1), shifted(from, 2, 1)});
  sum = b.elementwise(Op::add, kType, {sum, shifted(from, 1, 0)});
  sum = b.elementwise(Op::add, kType, {sum, shifted(from, 1, 2)});
  b.store(shifted(to, 1, 1),
          b.elementwise(Op::multiply, kType, {b.scalar(number(0.25)), sum}));
  EXPECT_TRUE(check(b.plan));
}

// A transposed operand is copied tile by tile.
TEST_F(CpuGroupOf, StepsOnTransposedOperands) {
  const int64_t n = 331;
  GroupBuilder b({n, n});
  GroupSource x = b.array(random_array({n, n}));
  GroupSource t = b.array(random_array({n, n}).view(0, {n, n}, {8, 8 * n}));
  GroupSource sum = b.elementwise(Op::add, kType, {x, t});
  b.store(x, b.elementwise(Op::multiply, kType, {sum, t}));
  b.store(t, sum);
  EXPECT_TRUE(check(b.plan));
}

// Two arrays that change places.
TEST_F(CpuGroupOf, StoresOfWhatWasThereBefore) {
  GroupBuilder b({5000});
  GroupSource x = b.array(random_array({5000}));
  GroupSource y = b.array(random_array({5000}));
  b.store(x, b.copy(kType, y));
  b.store(y, b.copy(kType, x));
  EXPECT_TRUE(check(b.plan));
}

// Errors count only where the mask lets a step through.
TEST_F(CpuGroupOf, ErrorsOfMaskedSteps) {
  const DType type = DType::kInt64;
  for (bool wrong : {false, true}) {
    ndarray base = ndarray::empty({1000}, type, kCpu);
    ndarray exponent = ndarray::empty({1000}, type, kCpu);
    ndarray mask = ndarray::empty({1000}, DType::kBool, kCpu);
    for (int64_t i = 0; i < 1000; ++i) {
      reinterpret_cast<int64_t*>(base.data())[i] = i % 13;
      reinterpret_cast<int64_t*>(exponent.data())[i] = i % 10 ? i % 7 : -1;
      mask.data()[i] = i % 10 != 0 || (wrong && i == 990);
    }
    GroupBuilder b({1000});
    GroupSource x = b.array(base);
    GroupSource power = b.elementwise(Op::power, type, {x, b.array(exponent)});
    b.mask(b.array(mask), x);
    b.store(x, b.elementwise(Op::add, type, {power, x}));
    if (wrong)
      EXPECT_THROW(group_engine(kCpu).run({&b.plan, 1}, GroupEffort::kWait),
                   ValueError);
    else
      EXPECT_TRUE(check(b.plan));
  }
}

TEST_F(CpuGroupOf, NoElements) {
  GroupBuilder b({0, 4});
  GroupSource x = b.array(random_array({0, 4}));
  b.store(x, b.elementwise(Op::add, kType, {x, x}));
  EXPECT_TRUE(check(b.plan));
}

}  // namespace
}  // namespace tenorite

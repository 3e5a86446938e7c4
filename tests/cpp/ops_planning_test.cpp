// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <vector>

#include "ops/plan/planning.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

using testing::distinct_strides;
using testing::fake_array;
using testing::for_each_index;
using testing::offset_of;
using testing::Random;

// Addresses of one element in all operands; 0 for scalars.
using Place = std::array<uintptr_t, kMaxOperands>;

// An instruction that owns its operands.
struct Call {
  Instruction instruction;
  std::list<ndarray> arrays;
  std::vector<const ndarray*> operands;  // outputs, inputs, mask

  const ndarray* add(DType dtype, Dims shape, Dims strides) {
    arrays.push_back(fake_array(dtype, std::move(shape), std::move(strides),
                                (arrays.size() + 1) << 44));
    operands.push_back(&arrays.back());
    return operands.back();
  }
  ElementwisePlan plan() const {
    ElementwisePlan plan;
    plan_elementwise(instruction, testing::operands(instruction), plan);
    return plan;
  }
};

DType some_dtype(Random& random) {
  return static_cast<DType>(random.below(kNumDTypes));
}

// Strides of an operand that broadcasts to `shape`, whose shape is cut down.
ndarray const* add_broadcast(Call& call, DType dtype, Dims shape,
                             Random& random) {
  for (int64_t& n : shape)
    if (random.once_in(6)) n = 1;
  while (!shape.empty() && random.once_in(8)) shape.erase(0);
  Dims strides = distinct_strides(shape, itemsize(dtype), random);
  for (int64_t& s : strides)
    if (random.once_in(8)) s = 0;
  return call.add(dtype, shape, strides);
}

void make_elementwise(Call& call, Random& random) {
  Instruction& ins = call.instruction;
  constexpr Op kOps[] = {Op::negative, Op::add, Op::divmod, Op::clip,
                         Op::frexp};
  if (random.once_in(5)) {
    ins.kind = Instruction::Kind::kCopy;
    ins.nin = ins.nout = 1;
  } else {
    ins.op = kOps[random.below(std::size(kOps))];
    ins.nin = info(ins.op).nin;
    ins.nout = info(ins.op).nout;
    ins.loop = static_cast<int>(
        random.below(static_cast<int64_t>(info(ins.op).loops.size())));
  }
  Dims shape(static_cast<int>(random.below(6)));
  for (int64_t& n : shape) n = random.once_in(30) ? 0 : 1 + random.below(4);
  bool simple = random.once_in(3);  // all operands alike
  DType dtype = some_dtype(random);
  Dims strides = distinct_strides(shape, itemsize(dtype), random);
  for (int k = 0; k < ins.nout; ++k) {
    DType own = simple ? dtype : some_dtype(random);
    ins.out[k] = call.add(
        own, shape,
        simple ? strides : distinct_strides(shape, itemsize(own), random));
  }
  for (int k = 0; k < ins.nin; ++k) {
    if (random.once_in(5)) {
      ins.in[k].scalar =
          Scalar{.dtype = ins.kind == Instruction::Kind::kCopy
                              ? ins.out[0]->dtype()
                              : info(ins.op).loops[ins.loop].in[k]};
      call.operands.push_back(nullptr);
    } else if (simple) {
      ins.in[k].array = call.add(dtype, shape, strides);
    } else {
      ins.in[k].array = add_broadcast(call, some_dtype(random), shape, random);
    }
  }
  if (random.once_in(4))
    ins.where = add_broadcast(call, DType::kBool, shape, random);
}

std::vector<Place> places_of(const Call& call) {
  std::vector<Place> places;
  const Dims& shape = call.operands[0]->shape();
  for_each_index(shape, [&](const Dims& index) {
    Place place{};
    for (size_t k = 0; k < call.operands.size(); ++k) {
      const ndarray* a = call.operands[k];
      if (!a) continue;
      Dims strides = broadcast_strides(a->shape(), a->strides(), shape);
      place[k] =
          reinterpret_cast<uintptr_t>(a->data()) + offset_of(index, strides);
    }
    places.push_back(place);
  });
  return places;
}

std::vector<Place> places_of(const ElementwisePlan& plan, int operands) {
  std::vector<Place> places;
  for_each_index(Dims(plan.shape, plan.ndim), [&](const Dims& index) {
    Place place{};
    for (int k = 0; k < operands; ++k)
      if (const PlannedOperand& p = plan.operand[k]; !p.scalar)
        place[k] = reinterpret_cast<uintptr_t>(p.data) +
                   offset_of(index, Dims(p.strides, plan.ndim));
    places.push_back(place);
  });
  return places;
}

bool all_arrays(const ElementwisePlan& plan, int operands, auto holds) {
  for (int k = 0; k < operands; ++k)
    if (!plan.operand[k].scalar && !holds(plan.operand[k])) return false;
  return true;
}

Layout layout_by_definition(const ElementwisePlan& plan, int operands) {
  int last = plan.ndim - 1;
  auto unit = [&](const PlannedOperand& p) {
    return plan.ndim == 0 ||
           p.strides[last] == static_cast<int64_t>(itemsize(p.dtype));
  };
  if (plan.ndim <= 1 && !plan.masked && all_arrays(plan, operands, unit))
    return Layout::kContiguous;
  bool inner = all_arrays(plan, operands, [&](const PlannedOperand& p) {
    return unit(p) || p.strides[last] == 0;
  });
  return inner ? Layout::kInner : Layout::kGeneric;
}

void check_axes(const ElementwisePlan& plan, int operands) {
  for (int i = 0; i < plan.ndim; ++i) {
    if (plan.size > 0) {
      EXPECT_GT(plan.shape[i], 1);
      EXPECT_GT(plan.operand[0].strides[i], 0);  // walks upwards
    }
    if (i == 0) continue;
    EXPECT_FALSE(all_arrays(plan, operands,
                            [&](const PlannedOperand& p) {
                              return p.strides[i - 1] ==
                                     p.strides[i] * plan.shape[i];
                            }))
        << "axis " << i << " can be merged";
  }
}

TEST(PlanElementwiseTest, VisitsTheSameElementsInFewerAxes) {
  Random random(6);
  int layouts[3] = {};
  for (int trial = 0; trial < 8000; ++trial) {
    Call call;
    make_elementwise(call, random);
    auto operands = static_cast<int>(call.operands.size());
    ElementwisePlan plan = call.plan();
    std::vector<Place> expected = places_of(call);
    std::vector<Place> planned = places_of(plan, operands);
    if (plan.size == 0) planned.clear();  // nothing runs
    std::sort(expected.begin(), expected.end());
    std::sort(planned.begin(), planned.end());
    ASSERT_EQ(planned, expected) << trial;
    EXPECT_EQ(plan.size, static_cast<int64_t>(expected.size()));
    check_axes(plan, operands);
    EXPECT_EQ(plan.index32, !force_index64());
    ++layouts[static_cast<int>(plan.layout)];
    if (plan.size > 0) {
      EXPECT_EQ(plan.layout, layout_by_definition(plan, operands)) << trial;
    }
    ASSERT_FALSE(HasFailure()) << trial;
  }
  for (int count : layouts) EXPECT_GT(count, 300);
}

TEST(PlanElementwiseTest, OperandsKeepTheirTypes) {
  Random random(7);
  for (int trial = 0; trial < 500; ++trial) {
    Call call;
    make_elementwise(call, random);
    const Instruction& ins = call.instruction;
    bool is_copy = ins.kind == Instruction::Kind::kCopy;
    ElementwisePlan plan = call.plan();
    EXPECT_EQ(plan.masked, ins.where != nullptr);
    EXPECT_EQ(plan.nin, ins.nin);
    EXPECT_EQ(plan.nout, ins.nout);
    EXPECT_EQ(plan.device, kCpu);
    bool converts = false;
    for (size_t k = 0; k < call.operands.size(); ++k) {
      auto i = static_cast<int>(k);
      const PlannedOperand& p = plan.operand[k];
      DType loop = DType::kBool;  // of the mask
      if (is_copy)
        loop = i < 2 ? ins.out[0]->dtype() : loop;
      else if (i < ins.nout)
        loop = info(ins.op).loops[ins.loop].out[i];
      else if (i < ins.nout + ins.nin)
        loop = info(ins.op).loops[ins.loop].in[i - ins.nout];
      EXPECT_EQ(p.loop_dtype, loop);
      EXPECT_EQ(p.scalar, call.operands[k] == nullptr);
      if (p.scalar) {
        EXPECT_EQ(p.data, nullptr);
      }
      EXPECT_EQ(p.dtype, p.scalar ? ins.in[i - ins.nout].scalar.dtype
                                  : call.operands[k]->dtype());
      converts = converts || p.dtype != loop;
    }
    EXPECT_EQ(plan.converts, converts);
  }
}

}  // namespace
}  // namespace tenorite

// SPDX-License-Identifier: Apache-2.0
// A device with gaps: every public operation that needs a missing entry throws
// one NotImplementedError that names it, and nothing else happens.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "ops/api/correlate.h"
#include "ops/api/histogram.h"
#include "ops/api/ops.h"
#include "ops/api/random.h"
#include "ops/api/sort.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"

namespace tenorite {
namespace {

using Operation = std::function<void()>;

// Something with values, made while the device has everything.
ndarray numbers(int64_t n, DType dtype) {
  ndarray result = ndarray::empty({n}, dtype, kCpu);
  ops::fill(result, Scalar{dtype});
  result.data();
  return result;
}

ndarray ones(int64_t n) {
  ndarray result = ndarray::empty({n}, DType::kBool, kCpu);
  ops::fill(result, make_scalar(true));
  result.data();
  return result;
}

// The arrays and the operations over them, which between them use all entries
// of the CPU device that public operations ask for.
struct Operations {
  const ndarray x = numbers(6, DType::kFloat64);
  const ndarray places = numbers(6, DType::kInt64);
  const ndarray mask = numbers(6, DType::kBool);
  const ndarray flags = ones(6);
  const ndarray value = numbers(1, DType::kFloat64);
  const ndarray narrow = numbers(6, DType::kFloat32);
  const ndarray edges = numbers(3, DType::kFloat64);
  const ndarray line = numbers(1000, DType::kFloat32);
  const ndarray weights = numbers(3, DType::kFloat64);

  std::vector<Operation> all() const {
    return {
        [this] { ops::binary(Op::add, x, x).data(); },
        [this] { ops::astype(x, DType::kFloat32).data(); },
        [this] { ops::fill(x, Scalar{DType::kFloat64}), x.data(); },
        [this] { ops::reduce(ReduceOp::sum, x, {}).data(); },
        [this] { ops::accumulate(Op::add, x, 0, {}, nullptr).data(); },
        [this] {
          ops::reduceat(Op::add, x, numbers(1, DType::kInt64), 0, {}, nullptr)
              .data();
        },
        [] {
          ops::arange(5, make_scalar(0.0), make_scalar(1.0), DType::kFloat64,
                      kCpu)
              .data();
        },
        [this] { ops::take(x, places).data(); },
        [this] {
          const ndarray* index[] = {&places};
          ops::index_put(x, index, value);
        },
        [this] {
          ops::Argument one;
          one.scalar = make_scalar(1.0);
          ops::at(Op::add, x, places, &one);
        },
        [this] { ops::mask_get(x, mask).data(); },
        [this] { ops::mask_put(x, flags, places); },
        [this] { ops::true_positions(mask).data(); },
        [this] { ops::sort(x, {}).data(); },
        [this] { ops::argsort(x, {}).data(); },
        [this] { ops::partition(line, {2}, 0).data(); },
        [this] { ops::searchsorted(x, x, false).data(); },
        [this] { ops::count_numbers(places, 4).data(); },
        [this] { ops::sum_by_number(places, x, 4).data(); },
        [this] { ops::first_of_equals(x).data(); },
        [this] { ops::correlate(x, x, 0, 6).data(); },
        [this] {
          BitStream stream(BitGenerator::kPcg64);
          ops::random_uniform(stream, x);
        },
        [this] {
          BitStream stream(BitGenerator::kPcg64);
          const auto normal = ops::distribution_named("standard_cauchy");
          ops::random_distribution(stream, normal, nullptr, 0, x);
        },
        [this] {
          BitStream stream(BitGenerator::kPcg64);
          const ndarray draws = numbers(2, DType::kInt64);
          const ndarray counts = ops::reshape(
              ops::copy(numbers(6, DType::kInt64)), {2, 3}, ops::Order::kC);
          ops::random_categories(stream, CategoryDraw::kMultinomial, draws,
                                 weights, counts);
        },
    };
  }
};

class MissingEntriesTest : public ::testing::Test {
 protected:
  MissingEntriesTest() : mode_(fusion_mode()), cpu_(device_ops(kCpu)) {
    set_fusion_mode(FusionMode::kOff);
  }
  ~MissingEntriesTest() override {
    register_device_ops(DeviceType::kCpu, &cpu_);
    set_fusion_mode(mode_);
  }
  // How many of the operations name the entry, once it is missing; none fails
  // in another way.
  template <auto kEntry>
  int refused() {
    Operations operations;
    DeviceOps gaps = cpu_;
    gaps.*kEntry = nullptr;
    register_device_ops(DeviceType::kCpu, &gaps);
    const std::string words =
        std::string("cpu does not implement ") + entry_name<kEntry>();
    int count = 0;
    for (const Operation& operation : operations.all()) try {
        operation();
      } catch (const NotImplementedError& error) {
        EXPECT_EQ(error.what(), words);
        ++count;
      }
    register_device_ops(DeviceType::kCpu, &cpu_);
    return count;
  }

  const FusionMode mode_;
  const DeviceOps& cpu_;
};

// Entries without which there is another way.
const std::set<std::string> kOptional = {
    "join", "raise_pending", "selects", "order_words", "contains", "correlate"};
// Entries that no public operation here asks of the CPU device.
const std::set<std::string> kElsewhere = {"fft", "fft_lines", "vector_symbol"};

TEST_F(MissingEntriesTest, EachIsNamedByWhoNeedsIt) {
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters) \
  if (kOptional.count(#name) || kElsewhere.count(#name))        \
    EXPECT_EQ(refused<&DeviceOps::name>(), 0) << #name;         \
  else                                                          \
    EXPECT_GT(refused<&DeviceOps::name>(), 0) << #name;
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP
}

TEST_F(MissingEntriesTest, OfADeviceThatHasNothing) {
  Operations operations;
  const DeviceOps nothing;
  register_device_ops(DeviceType::kCpu, &nothing);
  for (const Operation& operation : operations.all())
    EXPECT_THROW(operation(), NotImplementedError);
}

}  // namespace
}  // namespace tenorite

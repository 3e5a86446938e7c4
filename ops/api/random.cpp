// SPDX-License-Identifier: Apache-2.0
#include "ops/api/random.h"

#include <cstring>

#include "core/error.h"
#include "core/stream.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite {
namespace {

// How many numbers a half of a word gives; 0 where each takes a whole word.
int64_t per_half(BitsTo to) {
  switch (to) {
    case BitsTo::kDouble:
    case BitsTo::kInteger64:
      return 0;
    case BitsTo::kFloat:
    case BitsTo::kWide32:
    case BitsTo::kInteger32:
      return 1;
    case BitsTo::kInteger16:
      return 2;
    case BitsTo::kInteger8:
      return 4;
    case BitsTo::kBool:
      return 32;
  }
  return 0;
}

}  // namespace

rng::Jump rng::power(Jump step, uint64_t n) {
  Jump result{{1, 0}, {0, 0}};
  for (; n != 0; n >>= 1) {
    if (n & 1)
      result = {result.multiplier * step.multiplier, step(result.increment)};
    step = {step.multiplier * step.multiplier, step(step.increment)};
  }
  return result;
}

BitState BitStream::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

void BitStream::set_state(const BitState& state) {
  std::lock_guard lock(mutex_);
  state_ = state;
}

WordStream BitStream::words() const {
  const BitState& s = state_;
  WordStream words{};
  words.generator = s.generator;
  if (s.generator == BitGenerator::kPhilox) {
    words.counter = s.counter + (s.buffer_pos < 4 ? 0 : 1);
    words.lane = s.buffer_pos & 3;
    words.key[0] = s.key[0];
    words.key[1] = s.key[1];
  } else {
    words.step = s.step();
    // PCG64 steps before it gives a word, PCG64DXSM after it.
    words.state =
        s.generator == BitGenerator::kPcg64 ? words.step(s.state) : s.state;
  }
  return words;
}

uint64_t BitStream::word(uint64_t distance) const {
  WordStream from = words();
  if (from.generator == BitGenerator::kPhilox) {
    uint64_t place = from.lane + distance;
    return rng::philox(from.counter + place / 4,
                       rng::Philox4x64Key{from.key[0], from.key[1]})
        .v[place % 4];
  }
  rng::Wide state = rng::power(from.step, distance)(from.state);
  return from.generator == BitGenerator::kPcg64 ? rng::xsl_rr(state)
                                                : rng::dxsm(state);
}

void BitStream::skip(uint64_t words) {
  BitState& s = state_;
  if (words == 0) return;
  if (s.generator == BitGenerator::kPhilox) {
    uint64_t last = s.buffer_pos + words - 1;
    s.counter = s.counter + last / 4;
    s.buffer_pos = static_cast<int>(last % 4) + 1;
    s.buffer = rng::philox(s.counter, rng::Philox4x64Key{s.key[0], s.key[1]});
  } else {
    s.state = rng::power(s.step(), words)(s.state);
  }
}

uint32_t BitStream::next_half() {
  if (state_.has_uint32) {
    state_.has_uint32 = false;
    return state_.uinteger;
  }
  uint64_t result = next();
  state_.has_uint32 = true;
  state_.uinteger = static_cast<uint32_t>(result >> 32);
  return static_cast<uint32_t>(result);
}

uint64_t BitStream::next64() {
  std::lock_guard lock(mutex_);
  return next();
}

uint32_t BitStream::next32() {
  std::lock_guard lock(mutex_);
  return next_half();
}

rng::CallKey BitStream::next_key() {
  std::lock_guard lock(mutex_);
  uint64_t first = word(0), second = word(1);
  skip(2);
  return {static_cast<unsigned>(first), static_cast<unsigned>(first >> 32),
          static_cast<unsigned>(second)};
}

// A key for the calls that may take nothing beyond what NumPy's take.
rng::CallKey BitStream::key_of_position() const {
  WordStream w = words();
  uint64_t hash = state_.has_uint32;
  for (uint64_t part :
       {w.counter.v[0], w.counter.v[1], w.counter.v[2], w.counter.v[3],
        w.key[0], w.key[1], uint64_t(w.lane), w.state.lo, w.state.hi,
        w.step.increment.lo, w.step.increment.hi}) {
    // The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
    hash = (hash ^ part) + 0x9e3779b97f4a7c15ul;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9ul;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111ebul;
    hash ^= hash >> 31;
  }
  return {static_cast<unsigned>(hash), static_cast<unsigned>(hash >> 32),
          0x6d6f7265u};
}

void BitStream::take(RandomBitsPlan& plan) {
  std::lock_guard lock(mutex_);
  BitState& s = state_;
  plan.words = words();
  plan.key = key_of_position();
  plan.pending = false;
  if (plan.n <= 0) return;
  int64_t in_half = per_half(plan.to);
  if (in_half == 0) return skip(plan.n);
  int64_t halves = (plan.n - 1) / in_half + 1;
  plan.pending = s.has_uint32;
  plan.pending_half = s.uinteger;
  if (s.has_uint32) --halves;
  s.has_uint32 = halves % 2;
  if (halves == 0) return;
  int64_t taken = (halves + 1) / 2;
  s.uinteger = static_cast<uint32_t>(word(taken - 1) >> 32);
  skip(taken);
}

namespace ops {
namespace {

void check_filled(const ndarray& out) {
  TENORITE_CHECK(out.is_c_contiguous() || out.is_f_contiguous(), ValueError,
                 "Supplied output array must be contiguous, writable, aligned, "
                 "and in machine byte-order.");
}

template <class Plan>
void place(Plan& plan, const ndarray& out) {
  plan.device = out.device();
  plan.stream = current_stream(plan.device);
  out.storage()->use(plan.stream);
}

void run(RandomBitsPlan& plan, BitStream& stream, const ndarray& out) {
  check_filled(out);
  plan.n = out.size();
  const auto function = require<&DeviceOps::random_bits>(out.device());
  place(plan, out);
  plan.out = out.data();
  stream.take(plan);
  if (plan.n > 0) function(plan);
}

// How items of 8 bytes repeat over an array of that shape; false where that
// takes more than one division.
bool describe(const ndarray& a, const Dims& shape, RandomParameter& parameter) {
  parameter.data = reinterpret_cast<const uint64_t*>(a.data());
  parameter.inner = parameter.period = 1;
  bool outside = false;
  for (int axis = shape.size() - 1, of = a.ndim() - 1; axis >= 0;
       --axis, --of) {
    if (shape[axis] == 1) continue;
    if (of < 0 || a.shape(of) == 1 || a.stride(of) == 0) {
      if (parameter.period > 1)
        outside = true;
      else
        parameter.inner *= shape[axis];
      continue;
    }
    if (outside || a.stride(of) != 8 * parameter.period) return false;
    parameter.period *= shape[axis];
  }
  return true;
}

// The parameter that an array is; `kept` holds a copy where one is needed.
RandomParameter parameter_of(const ndarray& a, const Dims& shape, Device device,
                             StreamId stream, ndarray& kept) {
  TENORITE_CHECK(a.device() == device, ValueError,
                 "operands are on different devices: %s and %s",
                 to_string(a.device()).c_str(), to_string(device).c_str());
  kept = a.is_aligned() ? a : copy(a);
  RandomParameter parameter;
  if (!describe(kept, shape, parameter)) {
    kept = copy(broadcast_to(a, shape));
    describe(kept, shape, parameter);
  }
  kept.storage()->use(stream);
  return parameter;
}

}  // namespace

void random_uniform(BitStream& stream, const ndarray& out, double low,
                    double scale) {
  bool is_float = out.dtype() == DType::kFloat32;
  TENORITE_CHECK(is_float || out.dtype() == DType::kFloat64, TypeError,
                 "uniform numbers are float32 or float64, not %s",
                 name(out.dtype()));
  RandomBitsPlan plan{};
  plan.to = is_float ? BitsTo::kFloat : BitsTo::kDouble;
  plan.low_real = low;
  plan.scale = scale;
  run(plan, stream, out);
}

void random_integers(BitStream& stream, const ndarray& out, uint64_t low,
                     uint64_t range) {
  const DType dtype = out.dtype();
  TENORITE_CHECK(kind(dtype) != 'f' && kind(dtype) != 'c', TypeError,
                 "integers cannot be %s", name(dtype));
  if (range == 0) {
    Scalar value;
    value.dtype = dtype;
    std::memcpy(value.bytes, &low, itemsize(dtype));
    return fill(out, value);
  }
  constexpr uint64_t kHalf = 0xffffffff;
  RandomBitsPlan plan{};
  switch (itemsize(dtype)) {
    case 1:
      plan.to = kind(dtype) == 'b' ? BitsTo::kBool : BitsTo::kInteger8;
      break;
    case 2:
      plan.to = BitsTo::kInteger16;
      break;
    case 4:
      plan.to = BitsTo::kInteger32;
      break;
    default:
      plan.to = range <= kHalf ? BitsTo::kWide32 : BitsTo::kInteger64;
  }
  plan.low = low;
  plan.range = range + 1;
  const int64_t in_half = per_half(plan.to);
  plan.threshold = rng::lemire_threshold(
      plan.range, in_half == 0 ? 64 : static_cast<int>(32 / in_half));
  run(plan, stream, out);
}

namespace {

struct Row {
  const char *name, *parameters;
  char result;
};
constexpr Row kRows[] = {
#define TENORITE_RANDOM(family, name, functor, parameters, result) \
  {#name, parameters, result},
#include "ops/table/random_table.def"
#undef TENORITE_RANDOM
};

}  // namespace

Distribution distribution_named(const std::string& name) {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (name == kRows[i].name) return static_cast<Distribution>(i);
  throw ValueError("there is no distribution " + name);
}

const char* parameters_of(Distribution distribution) {
  return kRows[static_cast<int>(distribution)].parameters;
}

DType result_of(Distribution distribution) {
  return dtype_of_letter(kRows[static_cast<int>(distribution)].result);
}

void random_distribution(BitStream& stream, Distribution distribution,
                         const RandomArgument* arguments, int count,
                         const ndarray& out) {
  const Row& row = kRows[static_cast<int>(distribution)];
  const int wanted = static_cast<int>(std::strlen(row.parameters));
  TENORITE_CHECK(count == wanted, TypeError, "%s has %d parameters, not %d",
                 row.name, wanted, count);
  TENORITE_CHECK(letter(out.dtype()) == row.result, TypeError,
                 "%s does not make %s", row.name, name(out.dtype()));
  check_filled(out);
  const auto function = require<&DeviceOps::random>(out.device());
  RandomPlan plan{};
  plan.distribution = distribution;
  place(plan, out);
  plan.out = out.data();
  plan.n = out.size();
  ndarray kept[kMaxRandomParameters];
  for (int k = 0; k < count; ++k) {
    const ndarray* a = arguments[k].array;
    plan.parameter[k].value = arguments[k].value;
    if (!a) continue;
    TENORITE_CHECK(letter(a->dtype()) == row.parameters[k], TypeError,
                   "parameter %d of %s cannot be %s", k, row.name,
                   name(a->dtype()));
    if (plan.n > 0)
      plan.parameter[k] =
          parameter_of(*a, out.shape(), plan.device, plan.stream, kept[k]);
  }
  plan.key = stream.next_key();
  if (plan.n > 0) function(plan);
}

void random_categories(BitStream& stream, CategoryDraw draw,
                       const ndarray& draws, const ndarray& weights,
                       const ndarray& out) {
  TENORITE_CHECK(
      out.is_c_contiguous() && out.ndim() >= 1 && out.dtype() == DType::kInt64,
      ValueError, "counts need a C-contiguous array of int64");
  DType weight =
      draw == CategoryDraw::kMultinomial ? DType::kFloat64 : DType::kInt64;
  TENORITE_CHECK(draws.dtype() == DType::kInt64 && weights.dtype() == weight,
                 TypeError, "draws are int64 and weights %s", name(weight));
  const auto function = require<&DeviceOps::random_categories>(out.device());
  RandomRowsPlan plan{};
  plan.draw = draw;
  place(plan, out);
  plan.categories = out.shape(out.ndim() - 1);
  plan.out = reinterpret_cast<int64_t*>(out.data());
  plan.n = plan.categories > 0 ? out.size() / plan.categories : 0;
  plan.key = stream.next_key();
  if (plan.n == 0) return;
  Dims rows(out.shape().data(), out.ndim() - 1);
  ndarray kept[2];
  plan.draws = parameter_of(draws, rows, plan.device, plan.stream, kept[0]);
  // Items within a row stay together.
  plan.weights =
      parameter_of(weights, out.shape(), plan.device, plan.stream, kept[1]);
  if (plan.weights.inner != 1 || plan.weights.period % plan.categories != 0) {
    kept[1] = copy(broadcast_to(weights, out.shape()));
    plan.weights = {reinterpret_cast<uint64_t*>(kept[1].data()), 0, 1,
                    out.size()};
    kept[1].storage()->use(plan.stream);
  }
  function(plan);
}

}  // namespace ops
}  // namespace tenorite

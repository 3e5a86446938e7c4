// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/pass_writer.h"

#include <algorithm>
#include <memory>

#include "ops/cpu/machine/steps_writer.h"

namespace tenorite::cpu {
namespace {

// Two vectors at a time may be so many times as long as one: they leave fewer
// registers for each.
constexpr double kWorthTwo = 2.3;

// The steps for two vectors side by side: while one waits for a result the
// other goes on. Values of the second one follow those of the first.
Pass twice(const Pass& pass) {
  Pass both = pass;
  both.steps.clear();
  const auto count = static_cast<int16_t>(pass.values.size());
  both.values.insert(both.values.end(), pass.values.begin(), pass.values.end());
  auto other = [&](int16_t v) {
    const bool shared = pass.values[static_cast<size_t>(v)].is_single;
    return shared ? v : static_cast<int16_t>(v + count);
  };
  for (const PassStep& step : pass.steps) {
    both.steps.push_back(step);
    PassStep& second = both.steps.emplace_back(step);
    second.out = other(step.out);
    for (int k = 0; k < step.nin; ++k) second.in[k] = other(step.in[k]);
  }
  return both;
}

// The shortest one, by how many single inputs have registers: as many as leave
// enough for values.
WrittenPass shortest(const Pass& pass, VectorSet set, int second, int* length) {
  int singles = 0;
  for (const PassValue& value : pass.values) singles += value.is_single;
  WrittenPass best;
  *length = INT32_MAX;
  for (int held =
           std::min(singles, registers_of_values(set) - kFewestRegisters);
       ; held = std::max(0, held - 3)) {
    const std::unique_ptr<StepsWriter> writer =
        set == VectorSet::kAvx512 ? avx512_writer(pass, held, second)
                                  : avx2_writer(pass, held, second);
    std::vector<uint8_t> code = writer->write();
    if (writer->length() < *length) {
      *length = writer->length();
      best = {std::move(code), writer->width()};
    }
    if (held == 0 || !writer->is_crowded()) break;
  }
  return best;
}

}  // namespace

WrittenPass write_pass(const Pass& pass, VectorSet set) {
  const auto values = static_cast<int>(pass.values.size());
  int one = 0, two = 0;
  WrittenPass of_one = shortest(pass, set, values, &one);
  WrittenPass of_two = shortest(twice(pass), set, values, &two);
  return two <= kWorthTwo * one ? of_two : of_one;
}

}  // namespace tenorite::cpu

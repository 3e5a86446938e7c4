// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/plan/line_transforms.h"

namespace tenorite::cpu {
namespace {

// Items that are worth waking a thread for: an item takes 2 to 5 ns.
constexpr int64_t kFftGrain = 16384;

LineKind line_kind(const FftLines& plan) {
  switch (plan.kind) {
    case FftKind::kFromReal:
      return plan.n % 2 == 0 ? LineKind::kFromReals : LineKind::kFromOddReals;
    case FftKind::kToReal:
      return LineKind::kToReals;
    case FftKind::kComplex:
      break;
  }
  return plan.inverse ? LineKind::kInverse : LineKind::kForward;
}

}  // namespace

void fft_lines(const FftLines& plan) {
  const LineTransform transform =
      line_transform(line_kind(plan), plan.is_double);
  if (!transform.run) throw_missing(plan.device, "fft");
  const auto single = static_cast<float>(plan.factor);
  const void* factor = plan.is_double ? static_cast<const void*>(&plan.factor)
                                      : static_cast<const void*>(&single);
  // The innermost axis is what one call has.
  const int inner = plan.ndim - 1;
  const int64_t row = plan.ndim > 0 ? plan.shape[inner] : 1;
  const int64_t steps[] = {plan.ndim > 0 ? plan.in_strides[inner] : 0, 0,
                           plan.ndim > 0 ? plan.out_strides[inner] : 0,
                           plan.in_step, plan.out_step};
  int64_t lines = 1;
  for (int i = 0; i < plan.ndim; ++i) lines *= plan.shape[i];
  // Even: a call takes two lines at a time.
  const int64_t grain = 2 * std::max<int64_t>(1, kFftGrain / (2 * plan.n));
  parallel_for(lines, grain, [&](int64_t begin, int64_t end) {
    while (begin < end) {
      int64_t first = begin % row, outer = begin / row;
      const int64_t count = std::min(end - begin, row - first);
      int64_t in = first * steps[0], out = first * steps[2];
      for (int i = inner - 1; i >= 0; --i) {
        const int64_t at = outer % plan.shape[i];
        outer /= plan.shape[i];
        in += at * plan.in_strides[i];
        out += at * plan.out_strides[i];
      }
      // Inputs are only read.
      char* data[] = {const_cast<char*>(plan.in) + in,
                      static_cast<char*>(const_cast<void*>(factor)),
                      plan.out + out};
      const intptr_t lengths[] = {count, plan.in_length, plan.out_length};
      transform.run(data, lengths, steps, transform.context);
      begin += count;
    }
  });
}

}  // namespace tenorite::cpu

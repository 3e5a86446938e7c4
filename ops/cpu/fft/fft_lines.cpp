// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/fft/vector_lines.h"
#include "ops/plan/line_transforms.h"

namespace tenorite::cpu {
namespace {

// Points that make a piece of work: a point takes 1 to 5 ns.
constexpr int64_t kFftGrain = 4096;

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

// The arguments of a LineTransform.
struct Lines {
  char* data[3];
  intptr_t lengths[3], steps[5];
};

// Transforms in double precision between numbers in single precision.
void run_widened(const LineTransform& transform, const FftLines& plan,
                 const Lines& lines) {
  const int in_parts = plan.kind == FftKind::kFromReal ? 1 : 2;
  const int out_parts = plan.kind == FftKind::kToReal ? 1 : 2;
  const auto width = static_cast<size_t>(in_parts * plan.in_length);
  const auto out_width = static_cast<size_t>(out_parts * plan.out_length);
  constexpr intptr_t kBytes = sizeof(double);
  constexpr intptr_t kTogether = 16;
  const auto most =
      static_cast<size_t>(std::min<intptr_t>(kTogether, lines.lengths[0]));
  std::vector<double> in(most * width), out(most * out_width);
  for (intptr_t first = 0; first < lines.lengths[0]; first += kTogether) {
    const intptr_t count = std::min(kTogether, lines.lengths[0] - first);
    auto narrow = [&](int side, intptr_t line, intptr_t item) {
      return reinterpret_cast<float*>(lines.data[side] +
                                      (first + line) * lines.steps[side] +
                                      item * lines.steps[3 + side / 2]);
    };
    auto* wide = in.data();
    for (intptr_t line = 0; line < count; ++line)
      for (int64_t i = 0; i < plan.in_length; ++i)
        for (int part = 0; part < in_parts; ++part)
          *wide++ = double{narrow(0, line, i)[part]};
    char* data[] = {reinterpret_cast<char*>(in.data()), lines.data[1],
                    reinterpret_cast<char*>(out.data())};
    const intptr_t lengths[] = {count, lines.lengths[1], lines.lengths[2]};
    const intptr_t steps[] = {static_cast<intptr_t>(width) * kBytes, 0,
                              static_cast<intptr_t>(out_width) * kBytes,
                              in_parts * kBytes, out_parts * kBytes};
    transform.run(data, lengths, steps, transform.context);
    wide = out.data();
    for (intptr_t line = 0; line < count; ++line)
      for (int64_t i = 0; i < plan.out_length; ++i)
        for (int part = 0; part < out_parts; ++part)
          narrow(2, line, i)[part] = static_cast<float>(*wide++);
  }
}

}  // namespace

void fft_lines(const FftLines& plan) {
  const bool is_double = plan.precision != LinePrecision::kSingle;
  LineTransform transform = line_transform(line_kind(plan), is_double);
  const auto single = static_cast<float>(plan.factor);
  const void* factor = is_double ? static_cast<const void*>(&plan.factor)
                                 : static_cast<const void*>(&single);
  // The innermost axis is what one call has.
  const int inner = plan.ndim - 1;
  const int64_t row = plan.ndim > 0 ? plan.shape[inner] : 1;
  int64_t lines = 1;
  for (int i = 0; i < plan.ndim; ++i) lines *= plan.shape[i];
  const int64_t steps[] = {plan.ndim > 0 ? plan.in_strides[inner] : 0, 0,
                           plan.ndim > 0 ? plan.out_strides[inner] : 0,
                           plan.in_step, plan.out_step};
  bool widened = plan.precision == LinePrecision::kSingleByDouble;
  int64_t together = 2;  // lines that a call takes at a time
  if (const VectorLines vectors =
          vector_lines(line_kind(plan), plan.precision, plan.n);
      vectors.transform.run && row >= vectors.lanes) {
    transform = vectors.transform;
    together = vectors.lanes;
    widened = false;
  }
  if (!transform.run) throw_missing(plan.device, "fft");
  const int64_t grain =
      together * std::max<int64_t>(1, kFftGrain / (together * plan.n));
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
      Lines part = {
          {const_cast<char*>(plan.in) + in,
           static_cast<char*>(const_cast<void*>(factor)), plan.out + out},
          {count, plan.in_length, plan.out_length},
          {}};
      std::copy(std::begin(steps), std::end(steps), part.steps);
      if (widened)
        run_widened(transform, plan, part);
      else
        transform.run(part.data, part.lengths, part.steps, transform.context);
      begin += count;
    }
  });
}

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/provider.h"

namespace tenorite::linalg::cuda {

// A regular part of a plan's batch: `count` products at even steps, in
// elements from the plan's data.
struct BatchRun {
  int64_t count = 1;
  int64_t step_a = 0, step_b = 0, step_c = 0;
  int64_t offset_a = 0, offset_b = 0, offset_c = 0;
};

// Calls body(run) for runs that together are the whole batch: its longest axis
// is the run, the others are looped over.
template <class F>
void for_each_run(const GemmPlan& plan, F&& body) {
  BatchRun run;
  int longest = -1;
  for (int j = 0; j < plan.batch_ndim; ++j)
    if (longest < 0 || plan.batch_shape[j] > plan.batch_shape[longest])
      longest = j;
  if (longest >= 0) {
    run.count = plan.batch_shape[longest];
    run.step_a = plan.batch_a[longest];
    run.step_b = plan.batch_b[longest];
    run.step_c = plan.batch_c[longest];
  }
  for (int64_t i = 0; i < plan.batch / run.count; ++i) {
    run.offset_a = run.offset_b = run.offset_c = 0;
    int64_t rest = i;
    for (int j = plan.batch_ndim - 1; j >= 0; --j) {
      if (j == longest) continue;
      int64_t at = rest % plan.batch_shape[j];
      rest /= plan.batch_shape[j];
      run.offset_a += at * plan.batch_a[j];
      run.offset_b += at * plan.batch_b[j];
      run.offset_c += at * plan.batch_c[j];
    }
    body(run);
  }
}

}  // namespace tenorite::linalg::cuda

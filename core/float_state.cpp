// SPDX-License-Identifier: Apache-2.0
#include "core/float_state.h"

namespace tenorite {
namespace {

// The first few are enough: programs see equal warnings once.
constexpr int kMaxDeferred = 16;
struct Deferred {
  int count = 0;
  struct {
    const char* name;
    FloatErrors errors;
  } found[kMaxDeferred] = {};
};
constinit thread_local Deferred t_deferred;

}  // namespace

void found_float_errors(const char* name, FloatErrors errors) {
  const FloatState& state = float_state();
  errors &= state.reported;
  if (!errors) return;
  if (!state.deferred) return report_float_errors(name, errors, false);
  Deferred& all = t_deferred;
  for (int i = 0; i < all.count; ++i)
    if (all.found[i].name == name) {
      all.found[i].errors |= errors;
      return;
    }
  if (all.count < kMaxDeferred) all.found[all.count++] = {name, errors};
}

void report_deferred_errors() {
  if (t_deferred.count == 0) [[likely]]
    return;
  const Deferred all = t_deferred;
  t_deferred.count = 0;
  for (int i = 0; i < all.count; ++i)
    report_float_errors(all.found[i].name, all.found[i].errors, true);
}

void forget_deferred_errors() { t_deferred.count = 0; }

}  // namespace tenorite

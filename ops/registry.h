// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan.h"

namespace tenorite {

// What a device can run. A null entry means that the device does not have the
// operation; one place (require) turns that into one error.
struct DeviceOps {
  // Runs info(plan.op).loops[plan.loop] over the planned operands.
  void (*elementwise)(const ElementwisePlan&);
  // Element conversion and strided copy: out(0) <- in(0), any two dtypes; a
  // scalar input is a fill. plan.op and plan.loop are not used.
  void (*copy)(const ElementwisePlan&);
  void (*reduce)(const ReducePlan&);
  void (*fold)(const FoldPlan&);
  // out[i] = start + i * delta over n contiguous elements, computed as NumPy's
  // fill functions do (start and delta have the array's dtype).
  void (*arange)(char* out, DType dtype, int64_t n, const Scalar& start,
                 const Scalar& delta, Device device, StreamId stream);
  void (*index_get)(const IndexPlan&);
  void (*index_put)(const IndexPlan&);
  void (*at)(const AtPlan&);
  // mask: n contiguous bools. Returns how many are true (waits for it).
  int64_t (*count_true)(const bool* mask, int64_t n, Device, StreamId);
  // The flat positions of the true ones, ascending, `count` of them.
  void (*true_positions)(const bool* mask, int64_t n, int64_t* positions,
                         int64_t count, Device, StreamId);
  // Raises what kernels have found in user data since the last call
  // (IndexError, ValueError); waits for the stream if any may have. CPU:
  // nothing pending.
  void (*raise_pending)(Device, StreamId);
};

void register_device_ops(DeviceType type, const DeviceOps* ops);
const DeviceOps& device_ops(Device device);

// Thrown for a null entry.
[[noreturn]] void throw_missing(Device device, const char* what);

}  // namespace tenorite

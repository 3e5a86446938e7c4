// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan.h"

namespace tenorite::cpu {

// The CPU half of DeviceOps; see ops/registry.h for what each must do.
void elementwise(const ElementwisePlan& plan);
void copy(const ElementwisePlan& plan);
void reduce(const ReducePlan& plan);
void fold(const FoldPlan& plan);
void arange(char* out, DType dtype, int64_t n, const Scalar& start,
            const Scalar& delta, Device device, StreamId stream);
void index_get(const IndexPlan& plan);
void index_put(const IndexPlan& plan);
void at(const AtPlan& plan);
int64_t count_true(const bool* mask, int64_t n, Device device, StreamId stream);
void true_positions(const bool* mask, int64_t n, int64_t* positions,
                    int64_t count, Device device, StreamId stream);

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/bin_plan.h"
#include "ops/fft_plan.h"
#include "ops/group.h"
#include "ops/plan.h"
#include "ops/random_plan.h"
#include "ops/sort_plan.h"

namespace tenorite::cuda {

// The CUDA half of DeviceOps; see ops/registry.h for what each must do.
void elementwise(const ElementwisePlan& plan);
void copy(const ElementwisePlan& plan);
bool join(const JoinPlan& plan);
void reduce(const ReducePlan& plan);
void fold(const FoldPlan& plan);
void arange(char* out, DType dtype, int64_t n, const Scalar& start,
            const Scalar& delta, Device device, StreamId stream);
void index_get(const IndexPlan& plan);
void index_put(const IndexPlan& plan);
void at(const AtPlan& plan);
void count_true(MaskPlan& plan);
void true_positions(const MaskPlan& plan, int ndim, const int64_t* shape,
                    int64_t* const* positions);
void mask_get(const MaskPlan& plan, const char* from, char* to,
              size_t itemsize);
void mask_put(const MaskPlan& plan, char* to, const char* from,
              size_t itemsize);

void sort(const SortPlan& plan);
bool selects(const PartitionPlan& plan);
void partition(const PartitionPlan& plan);
void search(const SearchPlan& plan);
void bin(const BinPlan& plan);
void bin_sums(const BinSumPlan& plan);
void first_of_equals(DType dtype, const char* sorted, int64_t n, bool* out,
                     Device device, StreamId stream);
void fft(const FftLaunch& launch);
void fft_columns(const FftLaunch& launch);
bool group(const GroupPlan& plan, GroupEffort effort);
void random_bits(const RandomBitsPlan& plan);
void random(const RandomPlan& plan);
void random_categories(const RandomRowsPlan& plan);
void raise_pending(Device device, StreamId stream);

}  // namespace tenorite::cuda

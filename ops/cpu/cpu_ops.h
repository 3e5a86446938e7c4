// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ops/bin_plan.h"
#include "ops/plan.h"
#include "ops/random_plan.h"
#include "ops/slide.h"
#include "ops/sort_plan.h"

namespace tenorite::cpu {

// The CPU half of DeviceOps; see ops/registry.h for what each must do.
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
std::vector<int64_t> split(const SortPlan& plan,
                           const std::vector<double>& shares);
void search(const SearchPlan& plan);
void bin(const BinPlan& plan);
void bin_sums(const BinSumPlan& plan);
void first_of_equals(DType dtype, const char* sorted, int64_t n, bool* out,
                     Device device, StreamId stream);
void slide(const SlidePlan& plan);
void random_bits(const RandomBitsPlan& plan);
void random(const RandomPlan& plan);
void random_categories(const RandomRowsPlan& plan);
std::string vector_symbol(Op op, int loop, DType* type);

}  // namespace tenorite::cpu

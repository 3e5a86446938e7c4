// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/cuda_ops.h"
#include "ops/fusion/group.h"
#include "ops/registry.h"

namespace tenorite::cuda {
namespace {

constexpr DeviceOps kOps = {
    .elementwise = elementwise,
    .copy = copy,
    .join = join,
    .reduce = reduce,
    .fold = fold,
    .arange = arange,
    .index_get = index_get,
    .index_put = index_put,
    .at = at,
    .count_true = count_true,
    .true_positions = true_positions,
    .mask_get = mask_get,
    .mask_put = mask_put,
    .sort = sort,
    .selects = selects,
    .partition = partition,
    .search = search,
    .bin = bin,
    .bin_sums = bin_sums,
    .first_of_equals = first_of_equals,
    .fft = fft,
    .group = group,
    .group_level = GroupLevel::kRows,
    .group_too_large = fusion::is_too_large,
    .group_source =
        [](const GroupPlan& plan) { return fusion::group_source(plan).text; },
    .random_bits = random_bits,
    .random = random,
    .random_categories = random_categories,
    .raise_pending = raise_pending,
};

[[maybe_unused]] const bool registered = [] {
  register_device_ops(DeviceType::kCuda, &kOps);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda

// SPDX-License-Identifier: Apache-2.0
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/group.h"
#include "ops/registry.h"

namespace tenorite::cpu {
namespace {

constexpr DeviceOps kOps = {
    .num_threads = num_threads,
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
    .split = split,
    .search = search,
    .bin = bin,
    .bin_sums = bin_sums,
    .first_of_equals = first_of_equals,
    .slide = slide,
    .group = group,
    .group_level = kGroupLevel,
    .most_at_once = kMostAtOnce,
    .random_bits = random_bits,
    .random = random,
    .random_categories = random_categories,
    .raise_pending = [](Device, StreamId) {},
    .vector_symbol = vector_symbol,
};

[[maybe_unused]] const bool registered = [] {
  register_device_ops(DeviceType::kCpu, &kOps);
  return true;
}();

}  // namespace
}  // namespace tenorite::cpu

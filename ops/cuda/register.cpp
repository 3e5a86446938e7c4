// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/cuda_ops.h"

namespace tenorite::cuda {
namespace {

#define TENORITE_ENTRY_0(name)
#define TENORITE_ENTRY_1(name) .name = name,
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters) \
  TENORITE_ENTRY_##cuda(name)
constexpr DeviceOps kOps = {
#include "ops/plan/device_ops.def"
};
#undef TENORITE_DEVICE_OP
#undef TENORITE_ENTRY_0
#undef TENORITE_ENTRY_1

[[maybe_unused]] const bool registered = [] {
  register_device_ops(DeviceType::kCuda, &kOps);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda

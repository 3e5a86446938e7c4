// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "core/cuda_runtime.h"
#include "jit/compile/compile.h"

namespace tenorite::jit {
namespace {

// Numbers of cudaDeviceAttr.
constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;

}  // namespace

Target parse_target(const std::string& text) {
  if (text == "cpu") return {};
  Target target;
  target.type = DeviceType::kCuda;
  size_t i = 3;
  bool named = text.compare(0, 3, "sm_") == 0;
  while (named && i < text.size() && i < 6 &&
         std::isdigit(static_cast<unsigned char>(text[i])))
    target.arch = 10 * target.arch + (text[i++] - '0');
  target.suffix = text.size() > i ? text.substr(i) : "";
  bool known =
      target.arch >= 10 &&
      (target.suffix.empty() || target.suffix == "a" || target.suffix == "f");
  TENORITE_CHECK(known, ValueError,
                 "'%s' is not a target; expected 'cpu' or a CUDA architecture "
                 "such as 'sm_90'",
                 text.c_str());
  return target;
}

std::string to_string(const Target& target) {
  if (target.type == DeviceType::kCpu) return "cpu";
  return "sm_" + std::to_string(target.arch) + target.suffix;
}

Target target_of(Device device) {
  if (device.is_cpu()) return {};
  const CudaRuntime& runtime = cuda_runtime();
  Target target;
  target.type = DeviceType::kCuda;
  target.arch = 10 * runtime.attribute(kComputeCapabilityMajor, device) +
                runtime.attribute(kComputeCapabilityMinor, device);
  return target;
}

}  // namespace tenorite::jit

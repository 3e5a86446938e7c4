// SPDX-License-Identifier: Apache-2.0
#include "core/device.h"

#include <charconv>

#include "core/error.h"

namespace tenorite {

std::string to_string(Device device) {
  if (device.is_cpu()) return "cpu";
  return "cuda:" + std::to_string(device.index);
}

Device parse_device(const std::string& text) {
  if (text == "cpu") return kCpu;
  if (text == "cuda") return {DeviceType::kCuda, 0};
  if (text.rfind("cuda:", 0) == 0) {
    int index = -1;
    const char* begin = text.data() + 5;
    const char* end = text.data() + text.size();
    auto [stop, code] = std::from_chars(begin, end, index);
    if (code == std::errc() && stop == end && index >= 0 && index < 1024)
      return {DeviceType::kCuda, static_cast<int16_t>(index)};
  }
  throw ValueError(
      format("device must be 'cpu' or 'cuda:N', got '%s'", text.c_str()));
}

}  // namespace tenorite

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/export.h"

namespace tenorite {

enum class DeviceType : uint8_t { kCpu = 0, kCuda = 1 };
inline constexpr int kNumDeviceTypes = 2;
inline constexpr int kMaxDevices = 64;  // of a type

struct Device {
  DeviceType type = DeviceType::kCpu;
  int16_t index = 0;

  friend constexpr bool operator==(Device, Device) = default;
  constexpr bool is_cpu() const { return type == DeviceType::kCpu; }
  constexpr bool is_cuda() const { return type == DeviceType::kCuda; }
};

inline constexpr Device kCpu{DeviceType::kCpu, 0};

// "cpu" or "cuda:N".
TENORITE_EXPORT std::string to_string(Device device);
// Accepts "cpu", "cuda", "cuda:N"; ValueError for anything else.
Device parse_device(const std::string& text);

// Streams are numbered by us and never reused, because a destroyed stream's
// driver handle can come back for a new one. 0 is a device's default stream.
using StreamId = uint64_t;
inline constexpr StreamId kDefaultStream = 0;

}  // namespace tenorite

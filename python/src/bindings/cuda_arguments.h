// SPDX-License-Identifier: Apache-2.0
// What the bindings of CUDA take and return: devices by their numbers,
// addresses as ints.
#pragma once

#include <cstdint>

#include "core/error.h"
#include "core/stream.h"

namespace tenorite::python {

// ValueError or RuntimeError where there is none of that number.
inline Device cuda_device(int index) {
  TENORITE_CHECK(index >= 0 && index < 1024, ValueError,
                 "invalid CUDA device number %d", index);
  const Device device{DeviceType::kCuda, static_cast<int16_t>(index)};
  check_device(device);
  return device;
}

inline void* pointer(uintptr_t address) {
  return reinterpret_cast<void*>(address);
}
inline uintptr_t address(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace tenorite::python

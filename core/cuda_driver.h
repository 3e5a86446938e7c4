// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/device.h"
#include "core/export.h"

namespace tenorite {

// The driver's own calls, for programs that load and launch code themselves: a
// table that core/cuda registers. Handles and addresses are numbers; every
// entry throws a CudaError of the driver's code and name, also for what is no
// handle as far as can be told.
struct CudaDriver {
  // A code of the runtime, or of the driver.
  void (*check_status)(int status, bool of_driver);

  uintptr_t (*current_context)();  // 0: the thread has none yet
  void (*set_context)(uintptr_t context);
  uintptr_t (*make_context)(Device);  // the thread's current one from then on
  void (*free_context)(uintptr_t context);
  int (*context_device)();
  uintptr_t (*stream_context)(Device, StreamId);

  uintptr_t (*make_link)(Device);
  void (*link_data)(Device, uintptr_t link, int type, const std::string& data,
                    const std::string& name);
  std::string (*complete_link)(Device, uintptr_t link);
  void (*free_link)(uintptr_t link);

  uintptr_t (*load_image)(Device, const std::string& image);
  void (*unload)(Device, uintptr_t module);
  uintptr_t (*get_function)(Device, uintptr_t module, const std::string& name);
  uintptr_t (*get_global)(Device, uintptr_t module, const std::string& name);

  // Blocks along three axes, then threads of a block. `parameters` and `extra`
  // are addresses of arrays of pointers, as cuLaunchKernel takes them.
  void (*launch)(Device, uintptr_t function,
                 const std::array<unsigned, 6>& shape, unsigned shared_bytes,
                 StreamId, uintptr_t parameters, uintptr_t extra,
                 bool cooperative);
  int (*function_attribute)(Device, uintptr_t function, int attribute);
  void (*set_function_attribute)(Device, uintptr_t function, int attribute,
                                 int value);
  int (*active_blocks)(Device, uintptr_t function, int block,
                       size_t shared_bytes);
  // Blocks that fill the device, and threads of each.
  std::pair<int, int> (*block_size)(Device, uintptr_t function,
                                    size_t shared_bytes, int limit);
};

TENORITE_EXPORT void register_cuda_driver(const CudaDriver* driver);
// RuntimeError with the reason when no CUDA device can be used.
const CudaDriver& cuda_driver();
// Null while the CUDA part is not open (core/cuda_part.h).
const CudaDriver* cuda_driver_or_null();

}  // namespace tenorite

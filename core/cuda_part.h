// SPDX-License-Identifier: Apache-2.0
// The CUDA part: everything in folders named `cuda`, with the kernels. It is a
// shared library of its own, which any build of the host part of the same
// version opens when CUDA is first asked for. It uses the symbols of the host
// part that are marked TENORITE_EXPORT, and registers its tables when it is
// opened. Programs that link its objects have it from the start.
#pragma once

#include <string>

namespace tenorite {

// Of its files in set_library_paths().
inline constexpr char kCudaPart[] = "tenorite_cuda";

// Opens it, at the first call. Whether it is there.
bool open_cuda_part();
// One sentence on why it is not.
std::string why_no_cuda_part();
// Its file; empty where it is not open, or part of the program.
std::string cuda_part_file();

// Whether NVIDIA's driver is installed: without it there is no device, and the
// CUDA part need not be opened to say so.
bool has_cuda_driver();

}  // namespace tenorite

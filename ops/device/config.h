// SPDX-License-Identifier: Apache-2.0
// The text under ops/device compiles under g++, nvcc and NVRTC and includes
// nothing outside this folder, not even standard headers.
#pragma once

#ifdef __CUDACC__
#define TENORITE_HD __host__ __device__ __forceinline__
#else
#define TENORITE_HD inline
#endif

// Too large to inline at every call (complex transcendental functions).
#ifdef __CUDACC__
#define TENORITE_HD_NOINLINE static __host__ __device__ __noinline__
#else
#define TENORITE_HD_NOINLINE [[gnu::noinline]] inline
#endif

// Before a loop whose copies nvcc and NVRTC should lay out one after another.
#ifdef __CUDACC__
#define TENORITE_UNROLL _Pragma("unroll")
#else
#define TENORITE_UNROLL
#endif

// Before a loop of which they should not: of long functions, code counts.
#ifdef __CUDACC__
#define TENORITE_ROLLED _Pragma("unroll 1")
#else
#define TENORITE_ROLLED
#endif

namespace tenorite {

// For shortcuts on bits that pay on a processor without instructions for half.
#ifdef __CUDACC__
inline constexpr bool kHostOnly = false;
#else
inline constexpr bool kHostOnly = true;
#endif

}  // namespace tenorite

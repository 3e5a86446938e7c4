// SPDX-License-Identifier: Apache-2.0
// Functions that are compiled for processors with more than the x86-64 that the
// library is compiled for.
#pragma once

// The function is compiled for the baseline and for AVX2 machines and the
// dynamic linker takes the better one. AVX2 without FMA: GCC 12 contracts
// complex products to FMA whatever -ffp-contract says, in some elements only.
// Only GCC can do this to templates; such functions must have internal linkage,
// since the linker cannot merge them. With the thread sanitizer the linker
// would call code that works only once the sanitizer does.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define TENORITE_CPU_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TENORITE_CPU_CLONES
#endif
#define TENORITE_ALWAYS_INLINE [[gnu::always_inline]] inline
#define TENORITE_LAMBDA_INLINE __attribute__((always_inline))

// For loops over math::fma, which is an instruction of nearly all processors,
// but not of the baseline.
//
// The function is for processors with AVX2 and FMA, and so is all that it
// calls, which becomes part of it. To be called where has_fma() says so. With
// complex numbers see TENORITE_CPU_CLONES.
#if defined(__x86_64__)
#define TENORITE_CPU_WITH_FMA [[gnu::target("avx2,fma,bmi2"), gnu::flatten]]
#else
#define TENORITE_CPU_WITH_FMA
#endif

namespace tenorite {

// Whether there are vectors of 64 bytes, and masks for elements of each size.
inline bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

inline bool has_fma() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

}  // namespace tenorite

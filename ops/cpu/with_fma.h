// SPDX-License-Identifier: Apache-2.0
// Loops over math::fma, which is an instruction of nearly all processors, but
// not of the x86-64 that is compiled for.
#pragma once

// The function is for processors with AVX2 and FMA, and so is all that it
// calls, which becomes part of it. To be called where has_fma() says so. With
// complex numbers see clones.h.
#if defined(__x86_64__)
#define TENORITE_CPU_WITH_FMA [[gnu::target("avx2,fma,bmi2"), gnu::flatten]]
#else
#define TENORITE_CPU_WITH_FMA
#endif

namespace tenorite::cpu {

inline bool has_fma() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

}  // namespace tenorite::cpu

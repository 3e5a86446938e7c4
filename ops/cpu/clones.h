// SPDX-License-Identifier: Apache-2.0
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

// SPDX-License-Identifier: Apache-2.0
// cuComplex.h, for both kinds of device: NVRTC alone does not have it. With
// TENORITE_TRANSLATE_CUCOMPLEX its numbers are complex<T>, which has operators
// and elementary functions, instead of structs of x and y.
#pragma once

#ifdef TENORITE_TRANSLATE_CUCOMPLEX
#include "jit/prelude/kernels/complex_functions.h"

typedef thrust::complex<float> cuFloatComplex;
typedef thrust::complex<double> cuDoubleComplex;

#define TENORITE_CU_COMPLEX(C, T, f, make)                                    \
  __host__ __device__ __forceinline__ C make(T x, T y) { return C(x, y); }    \
  __host__ __device__ __forceinline__ T cuCreal##f(C z) { return z.real(); }  \
  __host__ __device__ __forceinline__ T cuCimag##f(C z) { return z.imag(); }  \
  __host__ __device__ __forceinline__ C cuConj##f(C z) { return conj(z); }    \
  __host__ __device__ __forceinline__ C cuCadd##f(C a, C b) { return a + b; } \
  __host__ __device__ __forceinline__ C cuCsub##f(C a, C b) { return a - b; } \
  __host__ __device__ __forceinline__ C cuCmul##f(C a, C b) { return a * b; } \
  __host__ __device__ __forceinline__ C cuCdiv##f(C a, C b) { return a / b; } \
  __host__ __device__ __forceinline__ T cuCabs##f(C z) { return abs(z); }
#else
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;

#define TENORITE_CU_COMPLEX(C, T, f, make)                                    \
  __host__ __device__ __forceinline__ C make(T x, T y) { return C{x, y}; }    \
  __host__ __device__ __forceinline__ T cuCreal##f(C z) { return z.x; }       \
  __host__ __device__ __forceinline__ T cuCimag##f(C z) { return z.y; }       \
  __host__ __device__ __forceinline__ C cuConj##f(C z) {                      \
    return make(z.x, -z.y);                                                   \
  }                                                                           \
  __host__ __device__ __forceinline__ C cuCadd##f(C a, C b) {                 \
    return make(a.x + b.x, a.y + b.y);                                        \
  }                                                                           \
  __host__ __device__ __forceinline__ C cuCsub##f(C a, C b) {                 \
    return make(a.x - b.x, a.y - b.y);                                        \
  }                                                                           \
  __host__ __device__ __forceinline__ C cuCmul##f(C a, C b) {                 \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                \
  }                                                                           \
  /* Scaled, so that no square overflows. */                                  \
  __host__ __device__ __forceinline__ C cuCdiv##f(C a, C b) {                 \
    T scale = fabs(b.x) + fabs(b.y);                                          \
    T ax = a.x / scale, ay = a.y / scale, bx = b.x / scale, by = b.y / scale; \
    T square = bx * bx + by * by;                                             \
    return make((ax * bx + ay * by) / square, (ay * bx - ax * by) / square);  \
  }                                                                           \
  __host__ __device__ __forceinline__ T cuCabs##f(C z) {                      \
    return hypot(z.x, z.y);                                                   \
  }
#endif
typedef cuFloatComplex cuComplex;

TENORITE_CU_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
TENORITE_CU_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef TENORITE_CU_COMPLEX

__host__ __device__ __forceinline__ cuFloatComplex cuCfmaf(cuFloatComplex a,
                                                           cuFloatComplex b,
                                                           cuFloatComplex c) {
  return cuCaddf(cuCmulf(a, b), c);
}
__host__ __device__ __forceinline__ cuDoubleComplex cuCfma(cuDoubleComplex a,
                                                           cuDoubleComplex b,
                                                           cuDoubleComplex c) {
  return cuCadd(cuCmul(a, b), c);
}
__host__ __device__ __forceinline__ cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
__host__ __device__ __forceinline__ cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(cuCrealf(z), cuCimagf(z));
}
__host__ __device__ __forceinline__ cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)cuCreal(z), (float)cuCimag(z));
}

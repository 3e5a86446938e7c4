// SPDX-License-Identifier: Apache-2.0
// cuComplex.h, for both kinds of device: NVRTC alone does not have it.
#pragma once

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define TENORITE_CU_COMPLEX(C, T, f, make)                                    \
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
  }                                                                           \
  __host__ __device__ __forceinline__ C cuCfma##f(C a, C b, C c) {            \
    return cuCadd##f(cuCmul##f(a, b), c);                                     \
  }
TENORITE_CU_COMPLEX(cuFloatComplex, float, f, make_float2)
TENORITE_CU_COMPLEX(cuDoubleComplex, double, , make_double2)
#undef TENORITE_CU_COMPLEX

__host__ __device__ __forceinline__ cuFloatComplex
make_cuFloatComplex(float x, float y) {
  return make_float2(x, y);
}
__host__ __device__ __forceinline__ cuDoubleComplex
make_cuDoubleComplex(double x, double y) {
  return make_double2(x, y);
}
__host__ __device__ __forceinline__ cuComplex make_cuComplex(float x, float y) {
  return make_float2(x, y);
}
__host__ __device__ __forceinline__ cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex z) {
  return make_double2(z.x, z.y);
}
__host__ __device__ __forceinline__ cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_float2((float)z.x, (float)z.y);
}

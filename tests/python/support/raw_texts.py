# SPDX-License-Identifier: Apache-2.0
"""The texts of all raw kernels in the tests, so that one test compiles each of
them for GPUs that need not be there."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Text:
    """A text with its name expressions, and what its kernels' parameters are."""

    code: str
    signatures: dict
    names: tuple = ()
    options: tuple = ()


ADD = Text(
    r"""
extern "C" __global__ void add(const float* a, const float* b, float* out,
                               unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
""",
    {"add": "(const float*, const float*, float*, unsigned int)"},
)

# No extern "C", two kernels, a macro that an option defines.
ARITHMETIC = Text(
    r"""
#ifndef TYPE
#error TYPE is not defined
#endif
__global__ void sum(const TYPE* a, const TYPE* b, TYPE* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
__global__ void product(const TYPE* a, const TYPE* b, TYPE* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] * b[i];
}
""",
    {
        "sum": "(const double*, const double*, double*, int)",
        "product": "(const double*, const double*, double*, int)",
    },
    options=("-DTYPE=double",),
)

# For translate_cucomplex: functions of cuComplex.h beside operators and
# functions of complex<T>.
CU_COMPLEX = r"""
#include <cuComplex.h>
extern "C" __global__ void functions(const cuDoubleComplex* x, cuDoubleComplex* y,
                                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuDoubleComplex z = x[i], one = make_cuDoubleComplex(1, 0);
  complex<double> w = cuCmul(z, z) + exp(cuConj(z)) * 2.0;
  y[i] = w;
  y[n + i] = cuCdiv(cuCsub(z, one), cuCadd(z, one)) / one;
  y[2 * n + i] = cuCfma(z, one, make_cuDoubleComplex(cuCreal(z), cuCimag(z)));
  y[3 * n + i] = cuCabs(z) * one + abs(z) + w.real() - w.real();
}
extern "C" __global__ void single(const cuComplex* x, cuFloatComplex* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuComplex z = cuCaddf(x[i], make_cuComplex(cuCabsf(x[i]), 1));
  y[i] = cuComplexDoubleToFloat(cuComplexFloatToDouble(cuCmulf(z, cuConjf(z)) - z));
}
"""

# Every value that a parameter can be; what arrived is stored.
VALUES = Text(
    r"""
extern "C" __global__ void values(
    bool b, char c, signed char sc, unsigned char uc, short s,
    unsigned short us, int i, unsigned int u, long l, unsigned long ul,
    long long ll, unsigned long long ull, float f, double d,
    long long* integers, double* reals) {
  integers[0] = b;
  integers[1] = c;
  integers[2] = sc;
  integers[3] = uc;
  integers[4] = s;
  integers[5] = us;
  integers[6] = i;
  integers[7] = u;
  integers[8] = l;
  integers[9] = (long long)ul;
  integers[10] = ll;
  integers[11] = (long long)ull;
  reals[0] = f;
  reals[1] = d;
}
""",
    {
        "values": "(bool, char, char, unsigned char, short, unsigned short, int, "
        "unsigned int, long long, unsigned long long, long long, "
        "unsigned long long, float, double, long long*, double*)"
    },
)

# One kernel for each kind of value, for one wrong argument at a time.
TAKES = Text(
    r"""
template <class T>
__global__ void take(T value, double* out) {
  if (out != nullptr) *out = (double)value;
}
template <class T>
__global__ void point(T* data, int* seen) {
  if (seen != nullptr) *seen = data != nullptr;
}
enum Colour : unsigned char { red, green = 200 };
struct Pair { float x, y; };
struct Opaque;
""",
    {},
    names=tuple(
        f"take<{t}>"
        for t in (
            "bool,char,signed char,unsigned char,short,unsigned short,int,"
            "unsigned int,long,unsigned long,long long,unsigned long long,float,"
            "double,Colour"
        ).split(",")
    )
    + tuple(
        f"point<{t}>"
        for t in (
            "bool,signed char,unsigned char,short,unsigned short,int,unsigned int,"
            "long,unsigned long,long long,unsigned long long,float,double,char,"
            "const float,const double,void,const void,Pair,const Pair,Opaque,"
            "float*,float2,double2"
        ).split(",")
    ),
)

STRUCTS = Text(
    r"""
struct Body { double mass; int id; float at[3]; };
extern "C" __global__ void by_value(Body body, double* out) {
  out[0] = body.mass;
  out[1] = body.id;
  for (int k = 0; k < 3; ++k) out[2 + k] = body.at[k];
}
extern "C" __global__ void by_pointer(Body* bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bodies[i].mass *= 2;
    bodies[i].id += 1;
    bodies[i].at[2] = -bodies[i].at[2];
  }
}
extern "C" __global__ void pairs(const float2* a, float2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = a[i].y;
    out[i].y = a[i].x;
  }
}
extern "C" __global__ void add_pair(float2* a, float2 value) {
  a[threadIdx.x].x += value.x;
  a[threadIdx.x].y += value.y;
}
""",
    {
        "by_value": "(struct of 24 bytes, double*)",
        "by_pointer": "(struct of 24 bytes*, int)",
        "pairs": "(const struct of 8 bytes*, struct of 8 bytes*, int)",
        "add_pair": "(struct of 8 bytes*, struct of 8 bytes)",
    },
)

COMPLEX = Text(
    r"""
template <class T> struct number {
  T re, im;
  __device__ T real() const { return re; }
  __device__ T imag() const { return im; }
};
extern "C" __global__ void multiply(number<float>* a, number<float> by,
                                    number<double>* out) {
  int i = threadIdx.x;
  float re = a[i].re * by.re - a[i].im * by.im;
  float im = a[i].re * by.im + a[i].im * by.re;
  out[i].re = re;
  out[i].im = im;
}
""",
    {"multiply": "(complex<float>*, complex<float>, complex<double>*)"},
)

TEMPLATES = Text(
    r"""
namespace maths {
template <class T, int power>
__global__ void raise(T* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T value = data[i], result = 1;
  for (int k = 0; k < power; ++k) result *= value;
  data[i] = result;
}
}
__device__ double factor = 3;
__global__ void scale(double* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}
""",
    {
        "maths::raise<float, 2>": "(float*, int)",
        "maths::raise<double, 3>": "(double*, int)",
        "scale": "(double*, int)",
    },
    names=("maths::raise<float, 2>", "maths::raise<double, 3>", "scale", "&factor"),
)

GLOBALS = Text(
    r"""
extern "C" {
__constant__ float weights[100];
__device__ int calls = 5;
__global__ void weigh(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= weights[i];
  if (i == 0) calls += 1;
}
}
""",
    {"weigh": "(float*, int)"},
)

REVERSE = Text(
    r"""
extern "C" __global__ void reverse(int* data) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] =
      copy[blockDim.x - 1 - threadIdx.x];
}
""",
    {"reverse": "(int*)"},
)

INDICES = Text(
    r"""
extern "C" __global__ void indices(int* out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] =
      (((((blockIdx.z * 8 + blockIdx.y) * 8 + blockIdx.x) * 8 + threadIdx.z) *
            8 + threadIdx.y) * 8 + threadIdx.x);
}
""",
    {"indices": "(int*)"},
)

BOUNDED = Text(
    r"""
extern "C" __global__ void __launch_bounds__(64) bounded(int* out) {
  __shared__ int count[32];
  if (threadIdx.x < 32) count[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = count[threadIdx.x % 32];
}
""",
    {"bounded": "(int*)"},
)

# All blocks wait for each other, by counting.
GATHERING = Text(
    r"""
extern "C" __global__ void gather(unsigned int* arrived, int* seen) {
  if (threadIdx.x == 0) atomicAdd(arrived, 1u);
  if (blockIdx.x < gridDim.x && threadIdx.x == 0) seen[blockIdx.x] = 1;
}
""",
    {"gather": "(unsigned int*, int*)"},
)

NOTHING = Text(
    r"""
extern "C" __global__ void nothing() {}
extern "C" __global__ void four(float* a, const float* b, int n, float s) {
  if (n == 0) return;
  a[threadIdx.x] = b[threadIdx.x] * s;
}
""",
    {"nothing": "()", "four": "(float*, const float*, int, float)"},
)

# More parameters than a launch keeps on the stack.
MANY = Text(
    'extern "C" __global__ void many('
    + ", ".join(f"int a{i}, float* p{i}" for i in range(20))
    + ") { "
    + " ".join(f"if (p{i}) p{i}[0] = a{i};" for i in range(20))
    + " }\n",
    {"many": "(" + ", ".join(["int, float*"] * 20) + ")"},
)

# Marks of kernels where there is none, and kernels that are hard to find.
HIDDEN = Text(
    r"""
// __global__ void commented(int) {}
/* __global__ void commented_too(int); */
__device__ const char* text = "__global__ void quoted(int)";
#if 0
__global__ void left_out(int, int) {}
#endif
#define KERNEL(name) extern "C" __global__ void name
KERNEL(made_by_macro)(short* a) { *a = 1; }
extern "C" __global__ void
__launch_bounds__(128, 2)
visible(float *__restrict__ a, const float *__restrict__ b, volatile int* c) {
  *a = *b + *c;
}
static __global__ void quiet(int* a) { *a = 1; }
""",
    {"visible": "(float*, const float*, int*)", "quiet": "(int*)"},
)

# A name of two kernels has no signature.
OVERLOADED = Text(
    r"""
__global__ void overloaded(int) {}
__global__ void overloaded(float) {}
extern "C" __global__ void other(float*) {}
""",
    {"other": "(float*)"},
)

TEXTS = {
    name.lower(): value for name, value in globals().items() if isinstance(value, Text)
}

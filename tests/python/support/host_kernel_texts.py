# SPDX-License-Identifier: Apache-2.0
"""Texts of raw kernels, by the name of the kernel that tests launch."""

KERNELS = {
    "saxpy": r"""
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}""",
    "increment_2d": r"""
extern "C" __global__
void increment_2d(int* __restrict__ a, int rows, int columns)
{
  const uint x = threadIdx.x + blockDim.x * blockIdx.x;
  const uint y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x >= columns || y >= rows) return;
  a[y * columns + x] += 1;
}""",
    "index_3d": r"""
__global__ void index_3d(int* out) {
  dim3 size(gridDim.x * blockDim.x, gridDim.y * blockDim.y);
  uint3 at = make_uint3(blockIdx.x * blockDim.x + threadIdx.x,
                        blockIdx.y * blockDim.y + threadIdx.y,
                        blockIdx.z * blockDim.z + threadIdx.z);
  int i = at.x + size.x * (at.y + size.y * at.z);
  out[i] = i;
}""",
    "block_sum": r"""
#define THREADS 256
__global__ __launch_bounds__(THREADS) void block_sum(const int* x, int* total,
                                                     int n) {
  __shared__ int part[THREADS];  // one for each thread
  int t = threadIdx.x, i = blockIdx.x * THREADS + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = THREADS / 2; half > 32; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t >= 32) return;
  int sum = part[t] + part[t + 32];
  for (int delta = 16; delta > 0; delta >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, delta);
  if (t == 0) atomicAdd(total, sum);
}""",
    "leave_early": r"""
__global__ void leave_early(int* out) {
  __shared__ int seen[256];
  int t = threadIdx.x;
  seen[t] = t + 1;
  if (t < 64) return;
  __syncthreads();
  int other = seen[t - 64];
  if (t < 128) {
    out[t] = other;
    return;
  }
  __syncthreads();
  seen[t] += 1;
  __syncthreads();
  out[t] = seen[t];
}""",
    "life": r"""
__device__ __forceinline__ int cell(const int* board, int x, int y, int w, int h) {
  return board[(y + h) % h * w + (x + w) % w];
}
__global__ void life(const int* now, int* next, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int around = 0;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) around += cell(now, x + dx, y + dy, w, h);
  next[y * w + x] = around == 3 || (around == 2 && now[y * w + x]);
}""",
    "histogram": r"""
#include <stdint.h>
extern "C" __global__ void histogram(const uint8_t* x, uint32_t* bins, int n) {
  __shared__ uint32_t local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(bins + i, local[i]);
}""",
    "transpose": r"""
const int TILE = 32, ROWS = 8;
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}""",
    "matmul": r"""
#define T 16
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int m,
                                  int k, int n) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < k; t += T) {
    as[threadIdx.y][threadIdx.x] = a[row * k + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < T; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}""",
    "reverse": r"""
__global__ void reverse(float* x, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[n - 1 - threadIdx.x];
}""",
    "reverse_bytes": r"""
extern __shared__ __align__(16) unsigned char bytes[];
__global__ void reverse_bytes(float* x, int n) {
  float* s = (float*)bytes;
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = reinterpret_cast<float*>(&bytes[0])[n - 1 - threadIdx.x];
}""",
    "warp_sum": r"""
__inline__ __device__ int sum_of_warp(int x) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, offset);
  return x;
}
__global__ void warp_sum(const int* x, int* out) {
  int sum = sum_of_warp(x[threadIdx.x]);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = sum;
}""",
    "shuffles": r"""
__global__ void shuffles(const double* x, double* out, int width) {
  int t = threadIdx.x;
  double v = x[t];
  out[t] = __shfl_sync(0xffffffff, v, 5, width);
  out[64 + t] = __shfl_up_sync(0xffffffff, v, 1, width);
  out[128 + t] = __shfl_down_sync(0xffffffff, v, 3, width);
  out[192 + t] = __shfl_xor_sync(0xffffffff, v, 1, width);
}""",
    "votes": r"""
__global__ void votes(const int* x, unsigned* out) {
  int t = threadIdx.x, v = x[t], all;
  const unsigned every = 0xffffffff;
  out[t] = __ballot_sync(every, v == 2);
  out[64 + t] = __any_sync(every, v == 2) != 0;
  out[128 + t] = __all_sync(every, v == 2) != 0;
  out[192 + t] = __match_any_sync(every, v);
  out[256 + t] = __match_all_sync(every, v, &all);
  out[320 + t] = __reduce_add_sync(every, (unsigned)v);
  out[384 + t] = __reduce_max_sync(every, (unsigned)v);
  out[448 + t] = __activemask();
}""",
    "divergent_warp": r"""
__global__ void divergent_warp(int* out) {
  int t = threadIdx.x, sum = 0;
  if (t < 8) {
    for (int i = 0; i < 8; ++i) sum += __shfl_sync(0x000000ff, t, i);
  } else {
    for (int i = 8; i < 32; ++i) sum += __shfl_sync(0xffffff00, t, i);
  }
  __syncwarp();
  out[t] = sum;
}""",
    "counted_barriers": r"""
__global__ void counted_barriers(const int* x, int* out) {
  int t = threadIdx.x;
  out[t] = __syncthreads_count(x[t]);
  out[200 + t] = __syncthreads_and(x[t]);
  out[400 + t] = __syncthreads_or(x[t]) != 0;
}""",
    "atomics": r"""
__global__ void atomics(int* i32, unsigned* u32, unsigned long long* u64,
                        float* f32, double* f64) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&i32[0], i);
  atomicSub(&i32[1], i);
  atomicMin(&i32[2], i);
  atomicMax(&i32[3], i);
  atomicOr(&i32[4], i);
  atomicXor(&i32[5], i);
  atomicAnd(&i32[6], i);
  int seen = i32[7], before;
  do {
    before = seen;
    seen = atomicCAS(&i32[7], before, before + 1);
  } while (seen != before);
  atomicInc(&u32[0], 10);
  atomicDec(&u32[1], 9);
  atomicAdd(&u64[0], (unsigned long long)i << 20);
  atomicMax(&u64[1], (unsigned long long)i);
  atomicAdd(f32, 0.5f);
  atomicAdd_block(f64, 0.0);
  atomicAdd_system(f64, 0.25);
}""",
    "struct_argument": r"""
struct Body { float x, y; double mass; int id; };
__global__ void struct_argument(Body body, double* out) {
  out[0] = body.x;
  out[1] = body.y;
  out[2] = body.mass;
  out[3] = body.id;
}""",
    "helpers": r"""
__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }
template <class F>
__device__ int apply(F f, int x) { return f(x); }
__global__ void helpers(int* out, int n) {
  const int i = place();
  if (i >= n) return;
  auto square = [](int x) { return x * x; };
  auto further = [=](int x) {
    return x + int(gridDim.x * blockDim.x) * (n / n);
  };
  out[i] = i;
  out[n + i] = apply(square, i);
  out[2 * n + i] = apply(further, i);
  out[3 * n + i] = blockIdx.x;
}""",
    "count_calls": r"""
__device__ int calls;
__constant__ int table[3] = {1, 2, 3};
namespace detail { __device__ int step = 1; }
extern "C" __global__ void count_calls(int* out) {
  int now = atomicAdd(&calls, detail::step) + 1;
  atomicMax(&out[0], now);
  if (threadIdx.x < 3) out[1 + threadIdx.x] = table[threadIdx.x];
}""",
    "grid_total": r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void grid_total(const int* x, int* partial, int* out) {
  __shared__ int sum;
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  if (block.thread_rank() == 0) sum = 0;
  block.sync();
  atomicAdd(&sum, x[grid.thread_rank()]);
  block.sync();
  if (block.thread_rank() == 0) partial[blockIdx.x] = sum;
  grid.sync();
  int total = 0;
  for (int i = 0; i < gridDim.x; ++i) total += partial[i];
  if (sum != partial[blockIdx.x]) total = -1;  // shared memory is still there
  out[grid.thread_rank()] = total;
}""",
    "tiles": r"""
#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void tiles(const int* x, int* out) {
  auto tile = tiled_partition<8>(this_thread_block());
  int sum = x[threadIdx.x];
  for (int i = tile.size() / 2; i > 0; i /= 2) sum += tile.shfl_xor(sum, i);
  out[threadIdx.x] = sum;
  out[128 + threadIdx.x] = tile.thread_rank();
  out[256 + threadIdx.x] = tile.meta_group_rank();
}""",
    "compact": r"""
__device__ int next_place(int* count) {
  unsigned mask = __activemask();
  int lane = threadIdx.x & 31, leader = __ffs(mask) - 1, first;
  if (lane == leader) first = atomicAdd(count, __popc(mask));
  first = __shfl_sync(mask, first, leader);
  return first + __popc(mask & ((1u << lane) - 1));
}
__global__ void compact(const int* x, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 4) out[next_place(count)] = i;
}""",
    "monte_carlo": r"""
struct Generator {
  unsigned long long state;
  __device__ float operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 40) * (1.0f / 16777216.0f);
  }
};
__global__ void monte_carlo(int* hits, int tries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, inside = 0;
  Generator random{i * 0x9E3779B97F4A7C15ull + 1};
  for (int k = 0; k < tries; ++k) {
    double x = random(), y = random();
    inside += x * x + y * y < 1;
  }
  hits[i] = inside;
}""",
    "integer_intrinsics": r"""
__global__ void integer_intrinsics(const unsigned* x, unsigned* out) {
  int t = threadIdx.x;
  unsigned v = x[t];
  out[t] = __popc(v);
  out[200 + t] = __clz(v);
  out[400 + t] = __ffs(v);
  out[600 + t] = __brev(v);
  out[800 + t] = __umulhi(v, 0x12345678u);
  out[1000 + t] = __funnelshift_l(v, v, 7);
  out[1200 + t] = __byte_perm(v, 0, 0x0123);
  out[1400 + t] = __byte_perm(v, 0x12345678u, 0x3254);
}""",
    "conversions": r"""
__global__ void conversions(const float* x, int* ints, float* floats) {
  int t = threadIdx.x;
  float v = x[t];
  ints[t] = __float2int_rn(v);
  ints[7 + t] = __float2int_rz(v);
  ints[14 + t] = __float2int_ru(v);
  ints[21 + t] = __float2int_rd(v);
  floats[t] = __fdiv_rn(v, 3.0f);
  floats[7 + t] = __fdiv_ru(v, 3.0f);
  floats[14 + t] = __fdiv_rd(v, 3.0f);
  floats[21 + t] = __fdiv_rz(v, 3.0f);
}""",
    "math_functions": r"""
__global__ void math_functions(const double* x, double* out) {
  int t = threadIdx.x;
  double v = x[t], s, c;
  sincospi(v, &s, &c);
  out[t] = rsqrt(v);
  out[64 + t] = cbrt(v);
  out[128 + t] = s;
  out[192 + t] = hypot(v, 2.0);
  out[256 + t] = norm3d(v, 1.0, 2.0);
  out[320 + t] = exp10(v);
  out[384 + t] = erf(v);
  out[448 + t] = tgamma(v);
  out[512 + t] = lgamma(v);
  out[576 + t] = erfcx(v);
  out[640 + t] = fmod(7.0, v);
  out[704 + t] = copysign(v, -1.0);
  out[768 + t] = cyl_bessel_i0(v);
  out[832 + t] = erfcinv(v);
  out[896 + t] = normcdfinv(v / 2);
}""",
    "half_arithmetic": r"""
#include <cuda_fp16.h>
__global__ void half_arithmetic(const __half* x, const half* y, half* out) {
  int t = threadIdx.x;
  half a = x[t], b = y[t];
  out[t] = a + b;
  out[256 + t] = __hmul(a, b);
  out[512 + t] = a / b;
  out[768 + t] = __hfma(a, b, a);
  out[1024 + t] = __float2half(fmaxf(__half2float(a), __half2float(b)));
}""",
    "cu_complex": r"""
#include <cuComplex.h>
__global__ void cu_complex(const cuDoubleComplex* z, cuDoubleComplex* out) {
  int t = threadIdx.x;
  cuDoubleComplex a = z[t], one = make_cuDoubleComplex(1.0, 0.0);
  out[t] = cuCmul(a, a);
  out[100 + t] = cuCdiv(a, cuCadd(one, a));
  out[200 + t] = cuCadd(cuConj(a), make_cuDoubleComplex(cuCabs(a), 0));
}""",
    "vector_types": r"""
__global__ void vector_types(float* x) {
  float4* v = reinterpret_cast<float4*>(x) + threadIdx.x;
  float4 a = __ldg(v);
  *v = make_float4(a.w * 2, a.z * 2, a.y * 2, a.x * 2);
}""",
    "past_31_bits": r"""
__global__ void past_31_bits(int* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0x7ffff000u) out[i - 0x7ffff000u] += threadIdx.x + 1;
}""",
    "prints": r"""
#include <stdio.h>
__global__ void prints(float x) {
  printf("%d %d: %.2f %s\n", blockIdx.x, threadIdx.x, x, "abc");
}""",
    "own_names": r"""
#include <limits>
typedef long long int64_t;
#define uint unsigned
template <class A>
__device__ A twice(A x) { return std::min(x + x, std::numeric_limits<A>::max()); }
// A kernel is named here: __global__ void not_this(int* x);
__global__ void own_names(long* out) {
  const char* text = "__global__ void nor_this() { __syncthreads(); }";
  int64_t i = threadIdx.x;
  uint one = text[0] == '_';
  out[i] = std::max(twice(i), int64_t(0)) + i * one;
}""",
    "conditional": r"""
#if WIDE
__global__ void conditional(int* out) { out[0] = 64; }
#else
__global__ void conditional(int* out) { out[0] = 32; }
#endif
#if 0
__global__ void never(int* out) { out[0] = nothing; }
#endif
""",
}

TEMPLATES = {
    "scale<float, 3>": (
        r"""
template <typename T, int Factor = 2>
__global__ void scale(T* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= T(Factor);
}""",
        "scale<float, 3>",
    ),
    "apply<Square>": (
        r"""
namespace math {
struct Square { __device__ float operator()(float x) const { return x * x; } };
template <class F>
__global__ void apply(float* x) { x[threadIdx.x] = F()(x[threadIdx.x]); }
}""",
        "math::apply<math::Square>",
    ),
}

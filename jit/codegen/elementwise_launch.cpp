// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/elementwise_launch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/error.h"
#include "core/thread_pool.h"
#include "jit/emulator/user_code.h"
#include "ops/cuda/abi/fast_divisor.h"
#include "ops/cuda/abi/tuning.h"

namespace tenorite::jit {
namespace {

// Elements of a row that a thread of the CPU takes at a time, and what a heavy
// element costs in light ones.
constexpr int64_t kHostPart = 16384;
constexpr int64_t kHeavyCost = 32;

// Byte offsets of a launch are 31 bits, and so are element numbers even of the
// last block's missing elements.
constexpr int64_t kMaxSpan = (int64_t{1} << 31) - 1;
constexpr int64_t kMaxElements = int64_t{1} << 30;
constexpr int64_t kCutMultiple = 128;
// The CPU's side of HostLoop of jit/prelude/emulator/host_loops.h, written as
// bytes since its size depends on the number of operands.
struct HostLoopBytes {
  alignas(8) char bytes[sizeof(int64_t) * (2 * kMaxParameters + 6 +
                                           (2 + kMaxParameters) * kMaxDims)];
};

// Bytes from the first element of an operand to the last one, and some more.
int64_t span(const KernelAxes& axes, int k) {
  int64_t bytes = 16;
  for (int d = 0; d < axes.ndim; ++d)
    bytes += (axes.shape[d] - 1) * std::llabs(axes.strides[k][d]);
  return bytes;
}

// A struct of the kernel's, member by member.
class Parameter {
 public:
  void put(const void* value, size_t n) {
    TENORITE_CHECK(used_ + n <= kMaxParameterBytes, ValueError,
                   "the kernel has too many operands of too many axes");
    std::memcpy(bytes_ + used_, value, n);
    used_ += n;
  }
  template <class T>
  void put(const T& value) {
    put(&value, sizeof(value));
  }
  void align() { used_ = (used_ + 7) & ~size_t{7}; }
  void fill_to(size_t n) {
    std::memset(bytes_ + used_, 0, n - used_);
    used_ = n;
  }

  const char* bytes() const { return bytes_; }
  size_t size() const { return used_; }

 private:
  size_t used_ = 0;
  alignas(8) char bytes_[kMaxParameterBytes];
};

// Boxes of jit/prelude/kernels/vectors.h: what stands before the first one,
// and each.
int boxes_offset(int boxes) { return (4 * boxes + 7) / 8 * 8; }
int box_bytes(int arrays, int ndim) {
  return (8 * arrays + 4 + 12 * ndim + 4 * arrays * ndim + 7) / 8 * 8;
}

class Launcher {
 public:
  Launcher(const ElementwiseVariant& variant, const ElementwiseLoop& loop,
           const CompiledKernel& compiled, const LaunchArguments& values,
           const ElementwiseOptions& options)
      : v_(variant),
        loop_(loop),
        compiled_(compiled),
        values_(values),
        options_(options) {}

  void run() {
    if (v_.kind == LoopKind::kThreads) {
      run_threads();
    } else if (v_.target == DeviceType::kCpu) {
      run_host();
    } else if (v_.kind == LoopKind::kContiguous) {
      run_contiguous();
    } else {
      std::copy(loop_.data, loop_.data + loop_.arrays, data_);
      index_ = loop_.index;
      run_cut(loop_.axes);
    }
  }

 private:
  void launch(LaunchArguments& arguments, int64_t blocks, int threads) {
    arguments.append(values_);
    LaunchShape shape;
    if (v_.rounds > 1) blocks = (blocks - 1) / v_.rounds + 1;
    shape.grid[0] = static_cast<unsigned>(blocks);
    shape.block[0] = static_cast<unsigned>(threads);
    compiled_.function->launch(shape, options_.stream, arguments.get());
  }

  void run_contiguous() {
    struct {
      char* data[kMaxParameters + 2];
    } args;
    std::copy(loop_.data, loop_.data + loop_.arrays, args.data);
    const int slots = std::max(1, loop_.arrays);
    const int64_t first = shift();
    std::memcpy(args.data + slots, &loop_.size, 8);
    std::memcpy(args.data + slots + 1, &first, 8);
    LaunchArguments arguments;
    arguments.point(&args, static_cast<size_t>(slots + 2) * 8);
    const int64_t per_block = int64_t{cuda::kThreads} * v_.vector * v_.unroll;
    launch(arguments, (loop_.size + first - 1) / per_block + 1, cuda::kThreads);
  }

  int64_t shift() const {
    int first = 0;
    for (int k = loop_.arrays - 1; k >= 0; --k)
      if (loop_.output[k]) first = k;
    if (loop_.arrays == 0) return 0;
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(loop_.data[first]) /
                                itemsize(loop_.dtype[first]) % v_.vector);
  }

  // ---- any layout on CUDA ----

  void run_part(const KernelAxes& axes, int axis, int64_t begin,
                int64_t count) {
    KernelAxes part = axes;
    part.shape[axis] = count;
    char* data[kMaxParameters];
    const int64_t index = index_;
    std::copy(data_, data_ + loop_.arrays, data);
    for (int k = 0; k < loop_.arrays; ++k)
      data_[k] += begin * axes.strides[k][axis];
    if (loop_.indexed) index_ += begin * axes.strides[loop_.arrays][axis];
    run_cut(part);
    std::copy(data, data + loop_.arrays, data_);
    index_ = index;
  }

  // Cuts axes in two until a launch can take them.
  void run_cut(const KernelAxes& axes) {
    int64_t size = 1;
    for (int d = 0; d < axes.ndim; ++d) size *= axes.shape[d];
    int axis = -1;
    if (size > kMaxElements)
      axis = static_cast<int>(
          std::max_element(axes.shape, axes.shape + axes.ndim) - axes.shape);
    for (int k = 0; k < axes.operands && axis < 0; ++k) {
      if (span(axes, k) <= kMaxSpan) continue;
      axis = 0;
      auto extent = [&](int d) {
        return (axes.shape[d] - 1) * std::llabs(axes.strides[k][d]);
      };
      for (int d = 1; d < axes.ndim; ++d)
        if (extent(d) > extent(axis)) axis = d;
    }
    if (axis < 0) return launch_strided(axes, size);
    int64_t half = axes.shape[axis] / 2;
    if (half > kCutMultiple) half -= half % kCutMultiple;
    run_part(axes, axis, 0, half);
    run_part(axes, axis, half, axes.shape[axis] - half);
  }

  // Rows and Tiles of jit/prelude/kernels/vectors.h.
  void launch_strided(const KernelAxes& axes, int64_t size) {
    Parameter to;
    const int last = axes.ndim - 1;
    to.put(data_, 8 * static_cast<size_t>(std::max(1, loop_.arrays)));
    to.put(index_);
    int64_t blocks;
    if (v_.kind == LoopKind::kRows) {
      const int64_t per_row = (axes.shape[last] - 1) / v_.vector + 1;
      const int64_t vectors = size / axes.shape[last] * per_row;
      const auto count = static_cast<uint32_t>(vectors);
      const cuda::FastDivisor divisor = cuda::make_divisor(per_row);
      to.put(count);
      to.put(divisor);
      blocks = (vectors - 1) / (int64_t{cuda::kThreads} * v_.unroll) + 1;
    } else {
      const int64_t nx = axes.shape[last], ny = axes.shape[last - 1];
      const int64_t tiles_x = (nx - 1) / v_.tile_x + 1;
      const int64_t tiles_y = (ny - 1) / v_.tile_y + 1;
      const cuda::FastDivisor x = cuda::make_divisor(tiles_x);
      const cuda::FastDivisor y = cuda::make_divisor(tiles_y);
      to.put(x);
      to.put(y);
      blocks = size / (nx * ny) * tiles_x * tiles_y;
    }
    for (int d = 0; d < axes.ndim; ++d)
      to.put(cuda::make_divisor(axes.shape[d]));
    for (int k = 0; k < axes.operands; ++k)
      for (int d = 0; d < axes.ndim; ++d)
        to.put(static_cast<int32_t>(axes.strides[k][d]));
    LaunchArguments arguments;
    arguments.point(to.bytes(), to.size());
    launch(arguments, blocks, cuda::kThreads);
  }

  // ---- one thread per element ----

  void run_threads() {
    LaunchArguments arguments;
    arguments.point(&loop_.size, 8);
    for (int k = 0; k < loop_.arrays; ++k)
      arguments.array(loop_.data[k], loop_.size, loop_.axes.ndim,
                      loop_.axes.shape, loop_.axes.strides[k]);
    constexpr int64_t kMaxBlocks = (int64_t{1} << 31) - 1;
    launch(arguments,
           std::min<int64_t>(kMaxBlocks, (loop_.size - 1) / options_.block + 1),
           options_.block);
  }

  // ---- CPU ----

  void run_host() {
    HostLoopBytes bytes;
    auto* to = reinterpret_cast<int64_t*>(bytes.bytes);
    const KernelAxes& axes = loop_.axes;
    const int slots = std::max(1, loop_.arrays);
    const int last = axes.ndim - 1;
    const int64_t length = last < 0 ? 1 : axes.shape[last];
    const int64_t cost = options_.heavy ? kHeavyCost : 1;
    const int64_t part = std::min(length, kHostPart / cost);
    const int64_t parts = (length - 1) / part + 1;
    for (int k = 0; k < loop_.arrays; ++k) {
      std::memcpy(to + k, &loop_.data[k], 8);
      to[slots + k] = last < 0 ? 0 : axes.strides[k][last];
    }
    to += 2 * slots;
    *to++ = loop_.index;
    *to++ = last < 0 || !loop_.indexed ? 0 : axes.strides[loop_.arrays][last];
    *to++ = length;
    *to++ = part;
    *to++ = parts;
    const int outer = std::max(0, last);
    *to++ = outer;  // an int and padding
    std::copy(axes.shape, axes.shape + outer, to);
    to += kMaxDims;
    for (int d = 0; d < outer; ++d)
      to[d] = loop_.indexed ? axes.strides[loop_.arrays][d] : 0;
    to += kMaxDims;
    for (int k = 0; k < loop_.arrays; ++k, to += kMaxDims)
      std::copy(axes.strides[k], axes.strides[k] + outer, to);
    LaunchArguments arguments;
    arguments.point(bytes.bytes, 0);
    arguments.append(values_);
    auto body = reinterpret_cast<void (*)(void* const*, int64_t, int64_t)>(
        compiled_.address);
    const int64_t grain = std::max<int64_t>(1, kLightGrain / (part * cost));
    parallel_for(
        loop_.size / length * parts, grain, [&](int64_t begin, int64_t end) {
          cpu::run_kernel_code(compiled_.module->artifact()->name.c_str(),
                               [&] { body(arguments.get(), begin, end); });
        });
  }

  const ElementwiseVariant& v_;
  const ElementwiseLoop& loop_;
  const CompiledKernel& compiled_;
  const LaunchArguments& values_;
  const ElementwiseOptions& options_;
  char* data_[kMaxParameters];
  int64_t index_ = 0;
};

}  // namespace

void launch_elementwise(const ElementwiseVariant& variant,
                        const ElementwiseLoop& loop,
                        const CompiledKernel& compiled,
                        const LaunchArguments& values,
                        const ElementwiseOptions& options) {
  Launcher(variant, loop, compiled, values, options).run();
}

bool fits_box(const ElementwiseLoop& loop) {
  if (loop.size > kMaxElements) return false;
  for (int k = 0; k < loop.axes.operands; ++k)
    if (span(loop.axes, k) > kMaxSpan) return false;
  return true;
}

int most_boxes(int arrays, int ndim, int other_bytes) {
  const int room = kMaxParameterBytes - other_bytes - 8;
  return room / (4 + box_bytes(arrays, ndim));
}

BoxLaunches::BoxLaunches(const ElementwiseVariant& variant,
                         std::span<const ElementwiseLoop* const> loops)
    : arrays_(loops[0]->arrays),
      offset_(boxes_offset(variant.boxes)),
      box_bytes_(box_bytes(loops[0]->arrays, variant.ndim)) {
  const int ndim = variant.ndim;
  for (size_t next = 0; next < loops.size();) {
    Launch launch{};
    const std::span taken = loops.subspan(
        next, std::min<size_t>(variant.boxes, loops.size() - next));
    next += taken.size();
    launch.boxes = static_cast<int>(taken.size());
    Parameter to;
    for (const ElementwiseLoop* loop : taken) {
      launch.blocks +=
          static_cast<uint32_t>((loop->size - 1) / cuda::kThreads + 1);
      to.put(launch.blocks);
    }
    to.fill_to(static_cast<size_t>(offset_));
    for (const ElementwiseLoop* of : taken) {
      const ElementwiseLoop& loop = *of;
      const int missing = ndim - loop.axes.ndim;  // in front, of length one
      to.put(loop.data, 8 * static_cast<size_t>(loop.arrays));
      to.put(static_cast<uint32_t>(loop.size));
      for (int d = 0; d < ndim; ++d)
        to.put(
            cuda::make_divisor(d < missing ? 1 : loop.axes.shape[d - missing]));
      for (int k = 0; k < loop.arrays; ++k)
        for (int d = 0; d < ndim; ++d)
          to.put(static_cast<int32_t>(
              d < missing ? 0 : loop.axes.strides[k][d - missing]));
      to.align();
    }
    // A launch reads all boxes that there can be, also those without blocks.
    launch.parameter.assign(to.bytes(), to.bytes() + to.size());
    launch.parameter.resize(
        static_cast<size_t>(offset_ + variant.boxes * box_bytes_));
    launches_.push_back(std::move(launch));
  }
}

void BoxLaunches::run(char* const* data, const CompiledKernel& compiled,
                      const LaunchArguments& values, StreamId stream) const {
  alignas(8) char bytes[kMaxParameterBytes];
  for (const Launch& launch : launches_) {
    std::memcpy(bytes, launch.parameter.data(), launch.parameter.size());
    for (int b = 0; b < launch.boxes; ++b, data += arrays_)
      std::memcpy(bytes + offset_ + b * box_bytes_, data,
                  8 * static_cast<size_t>(arrays_));
    LaunchArguments arguments;
    arguments.point(bytes, launch.parameter.size());
    arguments.append(values);
    LaunchShape shape;
    shape.grid[0] = launch.blocks;
    shape.block[0] = cuda::kThreads;
    compiled.function->launch(shape, stream, arguments.get());
  }
}

}  // namespace tenorite::jit

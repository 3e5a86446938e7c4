// SPDX-License-Identifier: Apache-2.0
// Fourier transforms as a library of a device is asked for them, and the pure
// functions that turn views into such calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device.h"
#include "core/dims.h"
#include "core/dtype.h"

namespace tenorite {

inline constexpr int kMaxFftRank = 3;

enum class FftKind : uint8_t {
  kComplex,   // complex to complex
  kFromReal,  // n reals to n / 2 + 1 complex along the last axis
  kToReal,    // n / 2 + 1 complex to n reals along the last axis
};

// Where the items of one side lie, in items of that side: (x, y, z) of
// transform b is at b * distance + ((x * embed[1] + y) * embed[2] + z) *
// stride.
struct FftLayout {
  int64_t embed[kMaxFftRank] = {};
  int64_t stride = 1;
  int64_t distance = 1;
  bool operator==(const FftLayout&) const = default;
};

// All that a plan of a library depends on, beside the device.
struct FftPlan {
  FftKind kind = FftKind::kComplex;
  bool is_double = false;
  int rank = 1;
  int64_t n[kMaxFftRank] = {};  // points, outermost axis first
  FftLayout in, out;
  int64_t batch = 1;
  // By the device's own kernel (ops/plan/fft_columns.h), for which rank is 1
  // and steps may have any sign.
  bool columns = false;
  bool operator==(const FftPlan&) const = default;
};
struct FftPlanHash {
  size_t operator()(const FftPlan& plan) const noexcept;
};

// A plan to be run once for every index of the loops, whose strides are in
// bytes. in == out with equal layouts is allowed. What is transformed to reals
// may be destroyed and has to be real where Hermitian symmetry says so.
struct FftLaunch {
  FftPlan plan;
  bool inverse = false;
  const char* in = nullptr;
  char* out = nullptr;
  int loop_ndim = 0;
  int64_t loops = 1;
  int64_t loop_shape[kMaxDims];
  int64_t loop_in[kMaxDims];
  int64_t loop_out[kMaxDims];
  double factor = 1;  // of the results of columns
  Device device;
  StreamId stream = kDefaultStream;
};

// One side: items of `dtype`, strides in bytes.
struct FftSide {
  const char* data;
  DType dtype;
  const Dims& shape;
  const Dims& strides;
};

// Fills in all but factor, device, stream and direction for transforms along
// `axes` (distinct, at most kMaxFftRank, that of the reals last) with `points`
// each. Both sides have the lengths that the kind asks for. False where nothing
// can run the layout, or copies to and from one in which the transforms lie one
// after another take less time.
bool plan_fft(FftKind kind, const Dims& axes, const Dims& points,
              const FftSide& in, const FftSide& out, FftLaunch& launch);

// Of the numbers in memory and of the arithmetic: kSingleByDouble transforms
// numbers in single precision in double precision.
enum class LinePrecision : uint8_t { kSingle, kSingleByDouble, kDouble };

// Transforms along one axis, of any steps, all in bytes: line by line, as
// numpy.fft makes them. `in` and `out` do not overlap.
struct FftLines {
  FftKind kind = FftKind::kComplex;
  bool inverse = false;
  LinePrecision precision = LinePrecision::kDouble;
  int64_t n = 1;          // points
  int64_t in_length = 1;  // that are there; zeros follow them
  int64_t out_length = 1;
  int64_t in_step = 0, out_step = 0;
  double factor = 1;
  const char* in = nullptr;
  char* out = nullptr;
  int ndim = 0;  // of the other axes
  int64_t shape[kMaxDims];
  int64_t in_strides[kMaxDims], out_strides[kMaxDims];
  Device device;
  StreamId stream = kDefaultStream;
};
// Fills in lengths, places and axes.
void plan_fft_lines(FftKind kind, int axis, int64_t points, const FftSide& in,
                    const FftSide& out, FftLines& plan);

// How plan_fft decides: by its rules, or always for the library as it lies,
// dense transforms by the library, or columns (for measurements).
enum class FftRoute : uint8_t { kAuto, kDirect, kCopy, kColumns };
void set_fft_route(FftRoute route);

}  // namespace tenorite

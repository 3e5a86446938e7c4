// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/fft/vector_lines.h"

#ifdef __x86_64__

// What pocketfft includes: nothing of the standard library may be compiled for
// other processors than those that the library is for.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/error.h"
#include "ops/cpu/copy/vector_transpose.h"

// Of all that follows, which is called only on such processors. Without fused
// multiplications, so that results are those of NumPy.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2")
#endif

// Plans are kept; threads are ours.
#define POCKETFFT_CACHE_SIZE 16
#define POCKETFFT_NO_MULTITHREADING
#include "third_party/pocketfft/pocketfft_hdronly.h"

namespace tenorite::cpu {
namespace {

namespace pocketfft = ::pocketfft::detail;

constexpr size_t kVectorBytes = 32;
// Longer lines are as fast one by one, and plans that are kept, and the work on
// several lines, would take much memory.
constexpr int64_t kMostPoints = 1 << 17;

template <class Real>
struct Lanes;
template <>
struct Lanes<double> {
  typedef double Vector __attribute__((vector_size(kVectorBytes)));
};
template <>
struct Lanes<float> {
  typedef float Vector __attribute__((vector_size(kVectorBytes)));
};
template <class Real>
using Vector = typename Lanes<Real>::Vector;
template <class Real>
constexpr int kLanes = kVectorBytes / sizeof(Real);

// ---- plans ----

template <class Real, bool kOfReals>
class Plan {
 public:
  // Without a pass for lengths that NumPy transforms in another way.
  explicit Plan(size_t points) : points_(points) {
    if (is_packed(points)) pass_ = std::make_unique<Pass>(points);
  }
  size_t length() const { return points_; }
  const auto* pass() const { return pass_.get(); }

 private:
  using Pass = std::conditional_t<kOfReals, pocketfft::rfftp<Real>,
                                  pocketfft::cfftp<Real>>;

  // As pocketfft_c and pocketfft_r choose.
  static bool is_packed(size_t points) {
    using Cost = pocketfft::util;
    if (points < 50) return true;
    const size_t prime = Cost::largest_prime_factor(points);
    if (prime * prime <= points) return true;
    const double packed = (kOfReals ? 0.5 : 1) * Cost::cost_guess(points);
    const double chirp =
        1.5 * (2 * Cost::cost_guess(Cost::good_size_cmplx(2 * points - 1)));
    return !(chirp < packed);
  }

  size_t points_;
  std::unique_ptr<Pass> pass_;
};

template <class Real, bool kOfReals>
auto plan_of(size_t points) {
  return pocketfft::get_plan<Plan<Real, kOfReals>>(points);
}

// ---- between lines and lanes ----

// Lines in memory, of which lane i has line min(i, last).
struct Side {
  char* first;
  intptr_t line, item;  // bytes between lines, and between items of a line
  int last;

  template <class Real>
  Real* at(int lane, intptr_t i) const {
    return reinterpret_cast<Real*>(first + std::min(lane, last) * line +
                                   i * item);
  }
  bool is_full(int lanes) const { return last == lanes - 1; }
};

// As many numbers in memory as a vector has lanes, as numbers of the vector's
// type; and back.
template <class V, class Memory>
V load(const Memory* from) {
  typedef Memory Loaded
      __attribute__((vector_size(sizeof(V) / sizeof(V{}[0]) * sizeof(Memory))));
  Loaded value;
  __builtin_memcpy(&value, from, sizeof(value));
  return __builtin_convertvector(value, V);
}
template <class V, class Memory>
void store(Memory* to, V value) {
  typedef Memory Stored
      __attribute__((vector_size(sizeof(V) / sizeof(V{}[0]) * sizeof(Memory))));
  const Stored stored = __builtin_convertvector(value, Stored);
  __builtin_memcpy(to, &stored, sizeof(stored));
}

// Of two vectors of complex numbers the real or the imaginary parts, and of
// those the first or the second half of the complex numbers.
template <int kFirst, class V, size_t... kLane>
V every_second(V a, V b, std::index_sequence<kLane...>) {
  return __builtin_shufflevector(a, b, (2 * kLane + kFirst)...);
}
template <int kFirst, class V, size_t... kLane>
V in_turn(V a, V b, std::index_sequence<kLane...>) {
  constexpr size_t kCount = sizeof...(kLane);
  return __builtin_shufflevector(
      a, b, (kFirst * kCount / 2 + kLane / 2 + kLane % 2 * kCount)...);
}

// Items of lines, each of `kParts` numbers: of type Memory in memory; in `to`
// and `from` as many vectors of Real, with a line in each lane.
template <class Real, class Memory, int kParts>
struct Items {
  using V = Vector<Real>;
  static constexpr int kCount = kLanes<Real>;
  static constexpr auto kEach = std::make_index_sequence<kCount>();
  static constexpr intptr_t kBytes = kParts * sizeof(Memory);

  static void load(const Side& side, intptr_t items, V* to) {
    intptr_t i = 0;
    if (side.is_full(kCount) && side.line == kBytes) {
      for (; i < items; ++i, to += kParts) {
        const auto* from = side.at<Memory>(0, i);
        to[0] = cpu::load<V>(from);
        if constexpr (kParts == 2) {
          const V a = to[0], b = cpu::load<V>(from + kCount);
          to[0] = every_second<0>(a, b, kEach);
          to[1] = every_second<1>(a, b, kEach);
        }
      }
      return;
    }
    if (side.item == kBytes) {
      for (; i + kCount / kParts <= items; i += kCount / kParts, to += kCount) {
        V rows[kCount];
        for (int j = 0; j < kCount; ++j)
          rows[j] = cpu::load<V>(side.at<Memory>(j, i));
        transpose<1>(rows);
        for (int j = 0; j < kCount; ++j) to[j] = rows[j];
      }
    }
    for (; i < items; ++i, to += kParts)
      for (int part = 0; part < kParts; ++part)
        for (int j = 0; j < kCount; ++j)
          to[part][j] = static_cast<Real>(side.at<Memory>(j, i)[part]);
  }

  static void store(const V* from, const Side& side, intptr_t items) {
    intptr_t i = 0;
    if (side.is_full(kCount) && side.line == kBytes) {
      for (; i < items; ++i, from += kParts) {
        auto* to = side.at<Memory>(0, i);
        if constexpr (kParts == 1) {
          cpu::store(to, from[0]);
        } else {
          cpu::store(to, in_turn<0>(from[0], from[1], kEach));
          cpu::store(to + kCount, in_turn<1>(from[0], from[1], kEach));
        }
      }
      return;
    }
    if (side.item == kBytes) {
      for (; i + kCount / kParts <= items;
           i += kCount / kParts, from += kCount) {
        V rows[kCount];
        for (int j = 0; j < kCount; ++j) rows[j] = from[j];
        transpose<1>(rows);
        for (int j = 0; j <= side.last; ++j)
          cpu::store(side.at<Memory>(j, i), rows[j]);
      }
    }
    for (; i < items; ++i, from += kParts)
      for (int part = 0; part < kParts; ++part)
        for (int j = 0; j <= side.last; ++j)
          side.at<Memory>(j, i)[part] = static_cast<Memory>(from[part][j]);
  }
};

// ---- transforms ----

template <class V>
struct Free {
  void operator()(V* memory) const { std::free(memory); }
};
template <class V>
std::unique_ptr<V[], Free<V>> allocate(size_t count) {
  void* memory = std::aligned_alloc(kVectorBytes, count * sizeof(V));
  if (memory == nullptr)
    throw OutOfMemoryError("out of memory in a Fourier transform");
  return std::unique_ptr<V[], Free<V>>(static_cast<V*>(memory));
}

// Transforms as many lines as there are lanes. `work` has two vectors for each
// point, or for real lines one, and two more.
template <class Real, class Memory, LineKind kKind>
void transform_group(const Side& in, const intptr_t* lengths, const Side& out,
                     Real factor, intptr_t points, const auto& pass,
                     Vector<Real>* work) {
  using V = Vector<Real>;
  using Reals = Items<Real, Memory, 1>;
  using Complexes = Items<Real, Memory, 2>;
  // In the middle, complex results stand as R0, R1, I1, R2, I2, ...
  if constexpr (kKind == LineKind::kFromReals) {
    const intptr_t there = std::min(lengths[1], points);
    Reals::load(in, there, work + 1);
    std::fill(work + 1 + there, work + points + 2, V{});
    pass.exec(work + 1, factor, true);
    work[0] = work[1];
    work[1] = V{};
    Complexes::store(work, out, lengths[2]);
  } else if constexpr (kKind == LineKind::kToReals) {
    const intptr_t there = std::min(lengths[1], points / 2 + 1);
    Complexes::load(in, there, work);
    std::fill(work + 2 * there, work + points + 2, V{});
    work[1] = work[0];
    pass.exec(work + 1, factor, false);
    Reals::store(work + 1, out, points);
  } else {
    const intptr_t there = std::min(lengths[1], points);
    Complexes::load(in, there, work);
    std::fill(work + 2 * there, work + 2 * points, V{});
    pass.exec(reinterpret_cast<pocketfft::cmplx<V>*>(work), factor,
              kKind == LineKind::kForward);
    Complexes::store(work, out, points);
  }
}

constexpr bool is_of_reals(LineKind kind) {
  return kind != LineKind::kForward && kind != LineKind::kInverse;
}

// LineTransform::run
template <class Real, class Memory, LineKind kKind, bool kOdd = false>
void run(char** data, const intptr_t* lengths, const intptr_t* steps,
         const void*) {
  constexpr int kCount = kLanes<Real>;
  const intptr_t points = kKind == LineKind::kFromReals
                              ? 2 * lengths[2] - (kOdd ? 1 : 2)
                              : lengths[2];
  const auto plan =
      plan_of<Real, is_of_reals(kKind)>(static_cast<size_t>(points));
  const auto work = allocate<Vector<Real>>(
      static_cast<size_t>(is_of_reals(kKind) ? points + 2 : 2 * points));
  const Real factor = *reinterpret_cast<const Real*>(data[1]);
  for (intptr_t line = 0; line < lengths[0]; line += kCount) {
    const int last =
        static_cast<int>(std::min<intptr_t>(kCount, lengths[0] - line)) - 1;
    transform_group<Real, Memory, kKind>(
        {data[0] + line * steps[0], steps[0], steps[3], last}, lengths,
        {data[2] + line * steps[2], steps[2], steps[4], last}, factor, points,
        *plan->pass(), work.get());
  }
}

template <class Real, class Memory>
VectorLines lines_of(LineKind kind, size_t points) {
  static constexpr decltype(LineTransform::run) kRuns[kNumLineKinds] = {
      run<Real, Memory, LineKind::kForward>,
      run<Real, Memory, LineKind::kInverse>,
      run<Real, Memory, LineKind::kFromReals>,
      run<Real, Memory, LineKind::kFromReals, true>,
      run<Real, Memory, LineKind::kToReals>};
  const bool served = is_of_reals(kind)
                          ? plan_of<Real, true>(points)->pass() != nullptr
                          : plan_of<Real, false>(points)->pass() != nullptr;
  if (!served) return {};
  return {kLanes<Real>, {kRuns[static_cast<int>(kind)], nullptr}};
}

}  // namespace

VectorLines vector_lines(LineKind kind, LinePrecision precision,
                         int64_t points) {
  static const bool is_wide = __builtin_cpu_supports("avx2");
  if (!is_wide || points > kMostPoints) return {};
  const auto n = static_cast<size_t>(points);
  switch (precision) {
    case LinePrecision::kSingle:
      return lines_of<float, float>(kind, n);
    case LinePrecision::kSingleByDouble:
      return lines_of<double, float>(kind, n);
    case LinePrecision::kDouble:
      return lines_of<double, double>(kind, n);
  }
  return {};
}

}  // namespace tenorite::cpu

#ifdef __clang__
#pragma clang attribute pop
#endif

#else

namespace tenorite::cpu {
VectorLines vector_lines(LineKind, LinePrecision, int64_t) { return {}; }
}  // namespace tenorite::cpu

#endif

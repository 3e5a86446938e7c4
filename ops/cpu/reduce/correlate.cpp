// SPDX-License-Identifier: Apache-2.0
#include "ops/api/correlate.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

// Products that are worth a thread.
constexpr int64_t kGrainProducts = 1 << 17;

// Numbers as planes, of real and of imaginary parts, so that all are vectors.
template <class T>
struct Numbers {
  using Part = T;
  static constexpr int kPlanes = 1;
};
template <class T>
struct Numbers<complex<T>> {
  using Part = T;
  static constexpr int kPlanes = 2;
};
template <>
struct Numbers<bool> {
  using Part = uint8_t;
  static constexpr int kPlanes = 1;
};

template <class Part>
struct Planes {
  const Part* at[2];
};

// sums += v * a, of vectors or of single parts.
template <class T, class S, class A, class V>
TENORITE_ALWAYS_INLINE void add_product(S* const* sums, const A* a,
                                        const V* v) {
  if constexpr (is_same<T, bool>) {
    *sums[0] |= a[0] & v[0];
  } else if constexpr (is_complex<T>) {
    *sums[0] += a[0] * v[0] - a[1] * v[1];
    *sums[1] += a[0] * v[1] + a[1] * v[0];
  } else if constexpr (is_same<A, uint16_t>) {
    // As int, the product of two could overflow.
    *sums[0] += static_cast<S>(1u * a[0] * v[0]);
  } else {
    *sums[0] += static_cast<S>(a[0] * v[0]);
  }
}

template <class T>
struct Slide {
  using Part = typename Numbers<T>::Part;
  static constexpr int kPlanes = Numbers<T>::kPlanes;
  using Vector [[gnu::vector_size(32)]] = Part;
  // As many results at a time as registers hold.
  static constexpr int kLanes = 32 / sizeof(Part), kVectors = 8 / kPlanes;
  static constexpr int kBlock = kLanes * kVectors;

  Planes<Part> a, v;
  int64_t n, m, before;

  // The sums of kBlock results from the first one on.
  TENORITE_ALWAYS_INLINE void block(int64_t first,
                                    Part (&sums)[kPlanes][kBlock]) const {
    // Of the filter, what meets some of the results, and what meets them all.
    const int64_t from = std::max<int64_t>(0, before - first - (kBlock - 1));
    const int64_t to = std::min(m, n + before - first);
    const int64_t all_from = std::max<int64_t>(0, before - first);
    const int64_t all_to = std::min(m, n + before - first - (kBlock - 1));
    for (auto& plane : sums) std::fill(plane, plane + kBlock, Part{});
    if (all_from >= all_to) return some(first, from, to, sums);
    some(first, from, all_from, sums);
    all(first, all_from, all_to, sums);
    some(first, all_to, to, sums);
  }

 private:
  TENORITE_ALWAYS_INLINE void some(int64_t first, int64_t from, int64_t to,
                                   Part (&sums)[kPlanes][kBlock]) const {
    for (int64_t k = from; k < to; ++k) {
      const int64_t shift = first + k - before;
      const int64_t begin = std::max<int64_t>(0, -shift);
      const int64_t end = std::min<int64_t>(kBlock, n - shift);
      Part factor[kPlanes];
      for (int p = 0; p < kPlanes; ++p) factor[p] = v.at[p][k];
      for (int64_t j = begin; j < end; ++j) {
        Part* at[kPlanes];
        Part item[kPlanes];
        for (int p = 0; p < kPlanes; ++p) {
          at[p] = &sums[p][j];
          item[p] = a.at[p][shift + j];
        }
        add_product<T>(at, item, factor);
      }
    }
  }

  TENORITE_ALWAYS_INLINE void all(int64_t first, int64_t from, int64_t to,
                                  Part (&sums)[kPlanes][kBlock]) const {
    Vector x[kPlanes][kVectors];
    std::memcpy(x, sums, sizeof x);
    for (int64_t k = from; k < to; ++k) {
      const int64_t shift = first + k - before;
      Part factor[kPlanes];
      for (int p = 0; p < kPlanes; ++p) factor[p] = v.at[p][k];
      for (int j = 0; j < kVectors; ++j) {
        Vector* at[kPlanes];
        Vector item[kPlanes];
        for (int p = 0; p < kPlanes; ++p) {
          at[p] = &x[p][j];
          std::memcpy(&item[p], a.at[p] + shift + j * kLanes, sizeof item[p]);
        }
        add_product<T>(at, item, factor);
      }
    }
    std::memcpy(sums, x, sizeof x);
  }
};

template <class T>
TENORITE_CPU_CLONES void slide_range(const Slide<T>& slide, int64_t begin,
                                     int64_t end, T* out) {
  using S = Slide<T>;
  typename S::Part sums[S::kPlanes][S::kBlock];
  for (int64_t first = begin; first < end; first += S::kBlock) {
    slide.block(first, sums);
    const int64_t count = std::min<int64_t>(S::kBlock, end - first);
    for (int64_t j = 0; j < count; ++j) {
      if constexpr (S::kPlanes == 2)
        out[first + j] = {sums[0][j], sums[1][j]};
      else
        out[first + j] = static_cast<T>(sums[0][j]);
    }
  }
}

// The planes of n numbers; `kept` holds those that are not in memory as such.
template <class T>
auto planes_of(const char* data, int64_t n,
               std::unique_ptr<typename Slide<T>::Part[]>& kept) {
  using Part = typename Slide<T>::Part;
  Planes<Part> planes{};
  if constexpr (Slide<T>::kPlanes == 1) {
    planes.at[0] = reinterpret_cast<const Part*>(data);
  } else {
    kept = std::make_unique_for_overwrite<Part[]>(static_cast<size_t>(2 * n));
    auto* numbers = reinterpret_cast<const T*>(data);
    for (int64_t i = 0; i < n; ++i) {
      kept[i] = numbers[i].re;
      kept[n + i] = numbers[i].im;
    }
    planes = {{kept.get(), kept.get() + n}};
  }
  return planes;
}

template <class T>
void slide_all(const CorrelatePlan& plan) {
  std::unique_ptr<typename Slide<T>::Part[]> kept[2];
  const Slide<T> slide{planes_of<T>(plan.a, plan.n, kept[0]),
                       planes_of<T>(plan.v, plan.m, kept[1]), plan.n, plan.m,
                       plan.before};
  constexpr int64_t kBlock = Slide<T>::kBlock;
  const int64_t blocks = std::max<int64_t>(1, kGrainProducts / kBlock / plan.m);
  parallel_for(plan.length, blocks * kBlock, [&](int64_t begin, int64_t end) {
    slide_range(slide, begin, end, reinterpret_cast<T*>(plan.out));
  });
}

}  // namespace

// Integers wrap in either sign alike.
void correlate(const CorrelatePlan& plan) {
  switch (plan.dtype) {
    case DType::kBool:
      return slide_all<bool>(plan);
    case DType::kFloat32:
      return slide_all<float>(plan);
    case DType::kFloat64:
      return slide_all<double>(plan);
    case DType::kComplex64:
      return slide_all<complex<float>>(plan);
    case DType::kComplex128:
      return slide_all<complex<double>>(plan);
    default:
      break;
  }
  switch (itemsize(plan.dtype)) {
    case 1:
      return slide_all<uint8_t>(plan);
    case 2:
      return slide_all<uint16_t>(plan);
    case 4:
      return slide_all<uint32_t>(plan);
    default:
      return slide_all<uint64_t>(plan);
  }
}

}  // namespace tenorite::cpu

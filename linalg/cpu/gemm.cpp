// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <type_traits>

#include "core/aside.h"
#include "core/thread_pool.h"
#include "linalg/cpu/blas_gemm.h"
#include "linalg/cpu/decompositions.h"
#include "linalg/cpu/gemm_checks.h"
#include "linalg/cpu/lapack.h"
#include "linalg/cpu/own_gemm.h"
#include "linalg/cpu/small_gemm.h"
#include "linalg/provider.h"
#include "ops/cpu/elementwise/float_flags.h"

namespace tenorite::linalg::cpu {
namespace {

// One matrix product of the batch, by the library if there is one. Returns
// whether the flags of this thread say what went wrong, as far as they do in
// NumPy: those of a library's own threads are not seen.
template <class T>
bool multiply(const Shape& shape, const T* a, const T* b, T* c) {
  if constexpr (is_same<T, half>) {
    // Vectors are read once, so that converting them apart would not pay.
    const Routines<float>* blas = routines<float>();
    if (blas && shape.m > 1 && shape.n > 1) {
      half_gemm(*blas, shape, a, b, c);
      return false;
    }
  } else if constexpr (is_blas_type<T>) {
    const Routines<T>* blas = routines<T>();
    if (blas && blas_gemm(*blas, shape, a, b, c)) return true;
  }
  own_gemm(shape, a, b, c);
  return false;
}

// Whether products of the type are the library's.
template <class T>
bool has_library() {
  if constexpr (is_blas_type<T>) return routines<T>() != nullptr;
  return false;
}

// Element offsets of a, b and c at one index of the batch after the other.
class Offsets {
 public:
  Offsets(const GemmPlan& plan, int64_t index) : plan_(plan) {
    for (int j = plan.batch_ndim - 1; j >= 0; --j) {
      move(j, at_[j] = index % plan.batch_shape[j]);
      index /= plan.batch_shape[j];
    }
  }

  int64_t a = 0, b = 0, c = 0;

  void advance() {
    for (int j = plan_.batch_ndim - 1; j >= 0; --j) {
      move(j, 1);
      if (++at_[j] < plan_.batch_shape[j]) return;
      move(j, -at_[j]);
      at_[j] = 0;
    }
  }

 private:
  void move(int axis, int64_t n) {
    a += n * plan_.batch_a[axis];
    b += n * plan_.batch_b[axis];
    c += n * plan_.batch_c[axis];
  }

  const GemmPlan& plan_;
  int64_t at_[kMaxDims];
};

// Up to here products run side by side rather than on a library's threads,
// which wait for each other at the end of every product, and keep the cores
// from ours for a while after it.
constexpr double kLarge = 1 << 28;

// One product's rows, or columns if there are more, in parts for the threads.
struct Parts {
  int64_t count = 1;
  bool of_rows = true;
  int64_t length = 0;

  // `work`: multiplications of each product.
  Parts(const GemmPlan& plan, double work) : of_rows(plan.m >= plan.n) {
    constexpr double kLeast = 1 << 19;  // of a part
    constexpr int64_t kMultiple = 16;   // of rows or columns
    const int64_t all = of_rows ? plan.m : plan.n;
    // Of several products more parts than threads, which end together.
    const int threads = plan.batch == 1 ? num_threads() : 2 * num_threads();
    const int64_t wanted = std::min<int64_t>(
        (threads - 1) / plan.batch + 1, static_cast<int64_t>(work / kLeast));
    length = all;
    if (num_threads() == 1 || wanted < 2 || std::min(plan.m, plan.n) == 1)
      return;
    length = ((all - 1) / wanted / kMultiple + 1) * kMultiple;
    count = (all - 1) / length + 1;
  }
  // Cuts a product down to a part of it.
  void cut(int64_t part, Shape& s, Offsets& at) const {
    const int64_t first = part * length;
    if (of_rows) {
      s.m = std::min(length, s.m - first);
      at.a += s.trans_a == Transpose::kNo ? first * s.lda : first;
      at.c += first * s.ldc;
    } else {
      s.n = std::min(length, s.n - first);
      at.b += s.trans_b == Transpose::kNo ? first : first * s.ldb;
      at.c += first;
    }
  }
};

template <class T>
void run(const GemmPlan& plan) {
  Shape shape{plan.m,           plan.n,    plan.k,    plan.a.transpose,
              plan.b.transpose, plan.a.ld, plan.b.ld, plan.ldc};
  auto* a = reinterpret_cast<const T*>(plan.a.data);
  auto* b = reinterpret_cast<const T*>(plan.b.data);
  auto* c = reinterpret_cast<T*>(plan.c);
  std::atomic<unsigned> errors{0};
  // Of the errors that flags tell of, those that products really have.
  auto look_for = [&](FloatErrors flags, int64_t begin, int64_t end) {
    if (!flags) return;
    FloatErrors found = 0;
    Offsets at(plan, begin);
    for (int64_t i = begin; i < end; ++i, at.advance()) {
      const auto* product = reinterpret_cast<const char*>(c + at.c);
      if (has_nonfinite_products(plan, product)) [[unlikely]]
        found |= errors_of_products(
            plan, reinterpret_cast<const char*>(a + at.a),
            reinterpret_cast<const char*>(b + at.b), product);
    }
    if (found & flags) errors |= found & flags;
  };
  SmallGemm<T> small = nullptr;
  if constexpr (is_blas_type<T>) small = small_gemm<T>(shape);
  auto range = [&](int64_t begin, int64_t end) {
    bool flagged = true;
    if (plan.wanted) tenorite::cpu::clear_float_flags();
    Offsets at(plan, begin);
    for (int64_t i = begin; i < end; ++i, at.advance())
      if (small)
        small(shape, a + at.a, b + at.b, c + at.c);
      else
        flagged = multiply(shape, a + at.a, b + at.b, c + at.c) && flagged;
    if (plan.wanted)
      look_for(plan.wanted & (flagged ? tenorite::cpu::float_flags()
                                      : kOverflow | kInvalid),
               begin, end);
  };
  constexpr double kSmall = 1 << 18;
  double work = static_cast<double>(plan.m) * static_cast<double>(plan.n) *
                static_cast<double>(plan.k);
  const int threads = num_threads();
  const Parts parts(plan, work);
  if (work <= kLarge && parts.count > 1 && has_library<T>()) {
    const OneThreadEach alone;
    std::atomic<unsigned> flags{0};
    parallel_for(plan.batch * parts.count, 1, [&](int64_t begin, int64_t end) {
      if (plan.wanted) tenorite::cpu::clear_float_flags();
      for (int64_t i = begin; i < end; ++i) {
        Shape part = shape;
        Offsets at(plan, i / parts.count);
        parts.cut(i % parts.count, part, at);
        multiply(part, a + at.a, b + at.b, c + at.c);
      }
      if (plan.wanted) flags |= tenorite::cpu::float_flags();
    });
    look_for(plan.wanted & flags, 0, plan.batch);
  } else if (plan.batch == 1 ||
             (work > kSmall &&
              (work > kLarge || threads == 1 || plan.batch < 2 * threads))) {
    range(0, plan.batch);
  } else {  // too small to share out, or enough for all threads
    std::optional<OneThreadEach> alone;
    if (work > kSmall) alone.emplace();
    parallel_for(plan.batch,
                 std::max<int64_t>(1, static_cast<int64_t>(kSmall / work)),
                 range);
  }
  if (const FloatErrors found = errors) *plan.found |= found;
}

void gemm(const GemmPlan& plan) {
  switch (plan.dtype) {
    case DType::kBool:
      return run<bool>(plan);
    case DType::kInt8:
    case DType::kUint8:
      return run<unsigned char>(plan);
    case DType::kInt16:
    case DType::kUint16:
      return run<unsigned short>(plan);
    case DType::kInt32:
    case DType::kUint32:
      return run<unsigned int>(plan);
    case DType::kInt64:
    case DType::kUint64:
      return run<unsigned long>(plan);
    case DType::kFloat16:
      return run<half>(plan);
    case DType::kFloat32:
      return run<float>(plan);
    case DType::kFloat64:
      return run<double>(plan);
    case DType::kComplex64:
      return run<complex<float>>(plan);
    case DType::kComplex128:
      return run<complex<double>>(plan);
  }
}

// The function, run aside where the matrices are large: LAPACK cannot be
// stopped. Outputs are new, and the copies of the arguments keep them.
template <auto Function>
struct Aside;
template <class... A, void (*Function)(A...)>
struct Aside<Function> {
  static void run(A... arguments) {
    constexpr int64_t kLarge = 1 << 15;  // elements
    std::tuple<std::decay_t<A>...> kept(arguments...);
    if (std::get<0>(kept).size() < kLarge) return Function(arguments...);
    run_aside([kept] { std::apply(Function, kept); });
  }
};

constexpr Provider kProvider = {.gemm = gemm,
                                .description = description,
                                .in_double = true,
                                .cholesky = Aside<cholesky>::run,
                                .solve = Aside<solve>::run,
                                .inverse = Aside<inverse>::run,
                                .determinant = Aside<determinant>::run,
                                .qr = Aside<qr>::run,
                                .eigh = Aside<eigh>::run,
                                .eig = Aside<eig>::run,
                                .svd = Aside<svd>::run,
                                .lstsq = Aside<lstsq>::run};

[[maybe_unused]] const bool registered = [] {
  register_provider(DeviceType::kCpu, &kProvider);
  return true;
}();

}  // namespace
}  // namespace tenorite::linalg::cpu

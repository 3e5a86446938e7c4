// SPDX-License-Identifier: Apache-2.0
#include "linalg/cuda/cusolver.h"

#include <string>

#include "core/cuda/stream_table.h"
#include "core/error.h"
#include "core/library.h"
#include "linalg/cuda/handles.h"

#if __has_include(<cusolverDn.h>) && __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#include <cusolverDn.h>

#include "core/cuda/abi_check.h"
namespace tenorite::linalg::cuda {
#define TENORITE_SAME(ours, theirs) \
  static_assert(                    \
      ::tenorite::cuda::SameCall<decltype(ours), decltype(&theirs)>::value)
TENORITE_SAME(Cusolver::create, cusolverDnCreate);
TENORITE_SAME(Cusolver::set_stream, cusolverDnSetStream);
TENORITE_SAME(Cusolver::create_params, cusolverDnCreateParams);
TENORITE_SAME(Cusolver::potrf_size, cusolverDnXpotrf_bufferSize);
TENORITE_SAME(Cusolver::potrf, cusolverDnXpotrf);
TENORITE_SAME(Cusolver::getrf_size, cusolverDnXgetrf_bufferSize);
TENORITE_SAME(Cusolver::getrf, cusolverDnXgetrf);
TENORITE_SAME(Cusolver::getrs, cusolverDnXgetrs);
TENORITE_SAME(Cusolver::geqrf_size, cusolverDnXgeqrf_bufferSize);
TENORITE_SAME(Cusolver::geqrf, cusolverDnXgeqrf);
TENORITE_SAME(Cusolver::syevd_size, cusolverDnXsyevd_bufferSize);
TENORITE_SAME(Cusolver::syevd, cusolverDnXsyevd);
TENORITE_SAME(Cusolver::gesvd_size, cusolverDnXgesvd_bufferSize);
TENORITE_SAME(Cusolver::gesvd, cusolverDnXgesvd);
#if CUDART_VERSION >= 12060
TENORITE_SAME(Cusolver::syev_batched_size, cusolverDnXsyevBatched_bufferSize);
TENORITE_SAME(Cusolver::syev_batched, cusolverDnXsyevBatched);
#endif
#define TENORITE_SAME_TYPED(letter, reflectors)                                \
  TENORITE_SAME(Cusolver::Typed::potrf_batched,                                \
                cusolverDn##letter##potrfBatched);                             \
  TENORITE_SAME(Cusolver::Typed::orgqr_size,                                   \
                cusolverDn##letter##reflectors##_bufferSize);                  \
  TENORITE_SAME(Cusolver::Typed::orgqr, cusolverDn##letter##reflectors);       \
  TENORITE_SAME(Cusolver::Typed::getrf_batched, cublas##letter##getrfBatched); \
  TENORITE_SAME(Cusolver::Typed::getrs_batched, cublas##letter##getrsBatched); \
  TENORITE_SAME(Cusolver::Typed::geqrf_batched, cublas##letter##geqrfBatched)
TENORITE_SAME_TYPED(S, orgqr);
TENORITE_SAME_TYPED(D, orgqr);
TENORITE_SAME_TYPED(C, ungqr);
TENORITE_SAME_TYPED(Z, ungqr);
#undef TENORITE_SAME_TYPED
#undef TENORITE_SAME
static_assert(static_cast<int>(Half::kLower) == CUBLAS_FILL_MODE_LOWER);
static_assert(static_cast<int>(Half::kUpper) == CUBLAS_FILL_MODE_UPPER);
static_assert(kNoVectors == CUSOLVER_EIG_MODE_NOVECTOR);
static_assert(kVectors == CUSOLVER_EIG_MODE_VECTOR);
}  // namespace tenorite::linalg::cuda
#endif

namespace tenorite::linalg::cuda {
namespace {

constexpr int kSuccess = 0;
constexpr int kAllocationFailed = 2;

// By status; the library has no function for it.
constexpr const char* kStatus[] = {"success",
                                   "not initialised",
                                   "allocation failed",
                                   "invalid value",
                                   "architecture mismatch",
                                   "mapping error",
                                   "execution failed",
                                   "internal error",
                                   "matrix type not supported",
                                   "not supported",
                                   "zero pivot",
                                   "invalid licence"};

template <class F>
bool find(const DynamicLibrary& library, F& function, const std::string& name) {
  function = reinterpret_cast<F>(library.symbol(name.c_str()));
  return function != nullptr;
}

bool load_typed(const DynamicLibrary& solver, const DynamicLibrary& blas,
                char letter, Cusolver::Typed& f) {
  std::string own = std::string("cusolverDn") + letter;
  std::string of_blas = std::string("cublas") + letter;
  bool is_real = letter == 'S' || letter == 'D';
  std::string orgqr = own + (is_real ? "orgqr" : "ungqr");
  return find(solver, f.potrf_batched, own + "potrfBatched") &&
         find(solver, f.orgqr_size, orgqr + "_bufferSize") &&
         find(solver, f.orgqr, orgqr) &&
         find(blas, f.getrf_batched, of_blas + "getrfBatched") &&
         find(blas, f.getrs_batched, of_blas + "getrsBatched") &&
         find(blas, f.geqrf_batched, of_blas + "geqrfBatched");
}

bool load(const DynamicLibrary& solver, Cusolver& f) {
  const DynamicLibrary& blas = cublas_library();
  find(solver, f.syev_batched_size, "cusolverDnXsyevBatched_bufferSize");
  find(solver, f.syev_batched, "cusolverDnXsyevBatched");
  constexpr char kLetters[] = "SDCZ";  // in the order of index_of
  for (int i = 0; i < 4; ++i)
    if (!load_typed(solver, blas, kLetters[i], f.typed[i])) return false;
  return find(solver, f.create, "cusolverDnCreate") &&
         find(solver, f.set_stream, "cusolverDnSetStream") &&
         find(solver, f.create_params, "cusolverDnCreateParams") &&
         find(solver, f.potrf_size, "cusolverDnXpotrf_bufferSize") &&
         find(solver, f.potrf, "cusolverDnXpotrf") &&
         find(solver, f.getrf_size, "cusolverDnXgetrf_bufferSize") &&
         find(solver, f.getrf, "cusolverDnXgetrf") &&
         find(solver, f.getrs, "cusolverDnXgetrs") &&
         find(solver, f.geqrf_size, "cusolverDnXgeqrf_bufferSize") &&
         find(solver, f.geqrf, "cusolverDnXgeqrf") &&
         find(solver, f.syevd_size, "cusolverDnXsyevd_bufferSize") &&
         find(solver, f.syevd, "cusolverDnXsyevd") &&
         find(solver, f.gesvd_size, "cusolverDnXgesvd_bufferSize") &&
         find(solver, f.gesvd, "cusolverDnXgesvd");
}

constexpr CudaLibrary kCusolver = {
    .name = "cusolver",
    .title = "cuSOLVER",
    .symbol = "cusolverDnXsyevd",
    .majors = {12, 11},
    .package = "cusolver",
};

const OpenedLibrary<Cusolver>& library() {
  static const OpenedLibrary<Cusolver> instance = [] {
    cublas_library();  // cuSOLVER needs it, and finds the one that is open
    return OpenedLibrary<Cusolver>(kCusolver, load);
  }();
  return instance;
}

}  // namespace

const Cusolver& cusolver() { return library().functions(); }

void check_cusolver(int status, const char* call) {
  if (status == kSuccess) [[likely]]
    return;
  constexpr int kCount = sizeof(kStatus) / sizeof(kStatus[0]);
  std::string text =
      format("cuSOLVER: %s (%d, %s)",
             status > 0 && status < kCount ? kStatus[status] : "unknown error",
             status, call);
  if (status == kAllocationFailed) throw OutOfMemoryError(text);
  throw CudaError(status, text);
}

CusolverHandle cusolver_handle(Device device, StreamId stream) {
  CusolverHandle handle = thread_handle<Cusolver>(device, [] {
    CusolverHandle made = nullptr;
    TENORITE_CUSOLVER_TRY(cusolver().create(&made));
    return made;
  });
  TENORITE_CUSOLVER_TRY(cusolver().set_stream(
      handle, tenorite::cuda::stream_handle(device, stream)));
  return handle;
}

CublasHandle cublas_handle(Device device, StreamId stream) {
  CublasHandle handle = cublas_handle(device);
  TENORITE_CUBLAS_TRY(cublas().set_stream(
      handle, tenorite::cuda::stream_handle(device, stream)));
  return handle;
}

CusolverParams cusolver_params() {
  static const CusolverParams params = [] {
    CusolverParams made = nullptr;
    TENORITE_CUSOLVER_TRY(cusolver().create_params(&made));
    return made;
  }();
  return params;
}

}  // namespace tenorite::linalg::cuda

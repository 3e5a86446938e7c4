// SPDX-License-Identifier: Apache-2.0
// One function for each position, on the device of an array. Compiled by nvcc
// it runs on both devices, by a C++ compiler on the CPU device alone.
#pragma once

#include <tenorite/array.h>
#ifdef __CUDACC__
#include <tenorite/cuda.h>

#include <algorithm>
#endif

namespace TENORITE_NAMESPACE {

namespace detail {

// Lets other threads have the GIL, if there is much to do.
class released_gil {
 public:
  explicit released_gil(bool much)
      : state_(much ? PyEval_SaveThread() : nullptr) {}
  ~released_gil() {
    if (state_) PyEval_RestoreThread(state_);
  }
  released_gil(const released_gil&) = delete;
  released_gil& operator=(const released_gil&) = delete;

 private:
  PyThreadState* state_;
};

#ifdef __CUDACC__
template <class F>
__global__ void for_each_position(int64_t n, F f) {
  const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < n; i += step) f(i);
}
#endif

}  // namespace detail

// f(i) for i from 0 to n - 1 in any order: on a GPU on the current stream,
// without waiting, else at once in this thread. What f refers to must be on the
// device of the array `beside`; its operator() is TENORITE_HOST_DEVICE, const,
// and knows nothing of Python.
template <class F>
void for_each(const any_array& beside, int64_t n, const F& f) {
  if (n <= 0) return;
  if (beside.is_cpu()) {
    const detail::released_gil released(n >= 1 << 16);
    for (int64_t i = 0; i < n; ++i) f(i);
    return;
  }
#ifdef __CUDACC__
  constexpr int64_t kBlock = 256, kMostBlocks = 1 << 20;
  const on_device scope(beside);
  const auto blocks = std::min((n + kBlock - 1) / kBlock, kMostBlocks);
  detail::for_each_position<<<static_cast<unsigned>(blocks), kBlock, 0,
                              beside.stream()>>>(n, f);
  check_cuda(cudaGetLastError());
#else
  raise(PyExc_NotImplementedError,
        "an array on " + device_name(beside.device()) +
            " in an extension that was compiled without CUDA");
#endif
}

}  // namespace TENORITE_NAMESPACE

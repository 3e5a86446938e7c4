// SPDX-License-Identifier: Apache-2.0
// A kernel of CUB on the current stream, with scratch memory from tenorite's
// pool; on the CPU device the standard library's algorithm.
#include <tenorite/pybind11.h>

#include <algorithm>
#include <numeric>

#ifdef __CUDACC__
#include <tenorite/cuda.h>

#include <cub/device/device_scan.cuh>
#endif

namespace {

struct Larger {
  TENORITE_HOST_DEVICE int operator()(int a, int b) const {
    return a < b ? b : a;
  }
};

using Vector = tenorite::array<const int, tenorite::ndim<1>, tenorite::c_order>;
using Out = tenorite::array<int, tenorite::ndim<1>, tenorite::c_order>;

void run_on_gpu(const Vector& x, const Out& out) {
#ifdef __CUDACC__
  const tenorite::on_device scope(x);
  auto scan = [&](void* scratch, size_t& bytes) {
    tenorite::check_cuda(cub::DeviceScan::InclusiveScan(
        scratch, bytes, x.data(), out.data(), Larger(), x.size(), x.stream()));
  };
  size_t bytes = 0;
  scan(nullptr, bytes);
  const tenorite::scratch<> scratch(bytes, x.device());
  scan(scratch.data(), bytes);
#else
  tenorite::raise(PyExc_NotImplementedError, "compiled without CUDA");
#endif
}

void running_max(const Vector& x, const Out& out) {
  if (x.size() != out.size())
    tenorite::raise(PyExc_ValueError, "x and out must have the same length");
  if (x.is_cuda())
    run_on_gpu(x, out);
  else
    std::inclusive_scan(x.data(), x.data() + x.size(), out.data(), Larger());
}

}  // namespace

PYBIND11_MODULE(running_max, m) {
  tenorite::def(m, "running_max", running_max, pybind11::arg("x"),
                pybind11::arg("out"),
                "Writes the largest of the items so far to `out`.");
}

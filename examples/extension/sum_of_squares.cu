// SPDX-License-Identifier: Apache-2.0
// A reduction with a scratch array: of the items squared, 256 sums, then one.
// The order of the additions is the same on both devices, and so is the result.
#include <tenorite/for_each.h>
#include <tenorite/pybind11.h>

namespace {

constexpr int64_t kParts = 256;

// Every 256th item from `part` on; items may lie apart.
struct PartialSums {
  tenorite::view<const double, 1> x;
  double* parts;
  TENORITE_HOST_DEVICE void operator()(int64_t part) const {
    double sum = 0;
    for (int64_t i = part; i < x.shape[0]; i += kParts) sum += x(i) * x(i);
    parts[part] = sum;
  }
};

struct Total {
  const double* parts;
  double* total;
  TENORITE_HOST_DEVICE void operator()(int64_t) const {
    double sum = 0;
    for (int64_t part = 0; part < kParts; ++part) sum += parts[part];
    *total = sum;
  }
};

tenorite::array<double> sum_of_squares(
    const tenorite::array<const double, tenorite::ndim<1>>& x) {
  const tenorite::scratch<double> parts(kParts, x.device());
  tenorite::array<double> total = tenorite::empty<double>({}, x.device());
  tenorite::for_each(x, kParts, PartialSums{x.view<1>(), parts.data()});
  tenorite::for_each(x, 1, Total{parts.data(), total.data()});
  return total;
}

}  // namespace

PYBIND11_MODULE(sum_of_squares, m) {
  tenorite::def(m, "sum_of_squares", sum_of_squares, pybind11::arg("x"),
                "The sum of the squares of a vector, an array without axes.");
}

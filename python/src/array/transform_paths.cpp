// SPDX-License-Identifier: Apache-2.0
// Compiled paths of Fourier transforms of arrays with axes: of every axis or of
// the usual ones, without `norm` and `out`.
#include <algorithm>
#include <vector>

#include "ops/api/fft.h"
#include "python/src/array/arguments.h"
#include "python/src/array/functions.h"

namespace tenorite::python {
namespace {

// Of an array that is transformed in single or double precision, to which
// numbers of two bytes are not rounded back.
bool takes(const ndarray& a, FftKind kind) {
  const char k = tenorite::kind(a.dtype());
  return a.ndim() > 0 && a.size() > 0 && (k != 'f' || a.itemsize() > 2) &&
         (k != 'c' || kind != FftKind::kFromReal);
}

// Points of the results; less than one where there are none.
int64_t default_points(FftKind kind, const ndarray& a, int axis) {
  return kind == FftKind::kToReal ? (a.shape(axis) - 1) * 2 : a.shape(axis);
}

FftStep step_of(FftKind kind, bool inverse, const ndarray& a, int axis,
                int64_t n) {
  // As numpy.reciprocal gives it in the precision of the results.
  const bool single =
      a.dtype() == DType::kFloat32 || a.dtype() == DType::kComplex64;
  const double factor = !inverse ? 1
                        : single
                            ? static_cast<double>(1 / static_cast<float>(n))
                            : 1 / static_cast<double>(n);
  return {kind, inverse, axis, n, factor};
}

PyObject* run(const ndarray& a, const std::vector<FftStep>& steps) {
  int64_t work = a.size();
  for (const FftStep& step : steps)
    work = std::max(work, a.size() / a.shape(step.axis) * step.n);
  ndarray result;
  {
    Unlocked unlocked(a.device().is_cuda() || work >= (1 << 16));
    result = ops::fft(a, steps);
  }
  return wrap(std::move(result));
}

template <FftKind kKind, bool kInverse>
PyObject* along_one(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("fft", {"a", "n", "axis", "norm", "out"},
                                      1);
  PyObject* values[5];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, points, axis, norm, out] = values;
  if (!is_array(array) || !absent(norm) || !absent(out)) return nullptr;
  const ndarray& a = array_of(array);
  int along = a.ndim() - 1;
  if (!takes(a, kKind) || (axis && !read_axis(axis, a, &along))) return nullptr;
  int64_t count = default_points(kKind, a, along);
  if ((!absent(points) && !read_int(points, &count)) || count < 1)
    return nullptr;
  return run(a, {step_of(kKind, kInverse, a, along, count)});
}

// Over the last `kAxes` axes, or over all where that is 0.
template <FftKind kKind, bool kInverse, int kAxes>
PyObject* along_many(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("fftn", {"a", "s", "axes", "norm", "out"},
                                      1);
  PyObject* values[5];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, lengths, axes, norm, out] = values;
  // A None stands for all axes.
  if (!is_array(array) || !absent(lengths) || !absent(norm) || !absent(out) ||
      (axes && (kAxes > 0 || axes != Py_None)))
    return nullptr;
  const ndarray& a = array_of(array);
  const int last = a.ndim() - 1, first = kAxes > 0 ? a.ndim() - kAxes : 0;
  if (!takes(a, kKind) || first < 0 || default_points(kKind, a, last) < 1)
    return nullptr;
  const FftStep of_last =
      step_of(kKind, kInverse, a, last, default_points(kKind, a, last));
  std::vector<FftStep> steps;
  if (kKind != FftKind::kToReal) steps.push_back(of_last);
  for (int i = first; i < last; ++i) {
    const int axis = kKind == FftKind::kToReal ? i : last - 1 - (i - first);
    steps.push_back(
        step_of(FftKind::kComplex, kInverse, a, axis, a.shape(axis)));
  }
  if (kKind == FftKind::kToReal) steps.push_back(of_last);
  return run(a, steps);
}

}  // namespace

const NamedPath g_transform_paths[] = {
#define TENORITE_TRANSFORMS(prefix, kind, inverse)            \
  {prefix "fft", along_one<FftKind::kind, inverse>},          \
      {prefix "fft2", along_many<FftKind::kind, inverse, 2>}, \
      {prefix "fftn", along_many<FftKind::kind, inverse, 0>},
    TENORITE_TRANSFORMS("", kComplex, false) TENORITE_TRANSFORMS(
        "i", kComplex, true) TENORITE_TRANSFORMS("r", kFromReal, false)
        TENORITE_TRANSFORMS("ir", kToReal, true)
#undef TENORITE_TRANSFORMS
            {nullptr, nullptr},
};

}  // namespace tenorite::python

// SPDX-License-Identifier: Apache-2.0
// Functions for the tests here, bound by pybind11 or by nanobind. On a GPU
// those that touch items are not called.
#ifdef WITH_NANOBIND
#include <tenorite/nanobind.h>
namespace binding = nanobind;
#define MODULE(m) NB_MODULE(bound_by_nanobind, m)
#else
#include <tenorite/pybind11.h>
namespace binding = pybind11;
#define MODULE(m) PYBIND11_MODULE(bound_by_pybind11, m)
#endif
#include <tenorite/for_each.h>

namespace {

namespace tn = tenorite;
using binding::arg;
using tn::keyword;

template <class... A>
void take(A...) {}

tn::object described(const tn::array<>& x) {
  const std::string device = tn::device_name(x.device());
  std::vector<int64_t> shape(x.shape(), x.shape() + x.ndim());
  tn::object made = tn::checked(PyList_New(0));
  auto add = [&](const auto& value) {
    PyList_Append(made.ptr(), tn::to_object(value).ptr());
  };
  add(std::string(1, x.dtype()));
  add(device);
  for (bool flag : {x.is_c_order(), x.is_f_order(), x.is_writeable()})
    add(flag);
  for (int64_t number : {int64_t{x.itemsize()}, x.size(), x.nbytes()})
    add(number);
  for (int64_t length : shape) add(length);
  for (int axis = 0; axis < x.ndim(); ++axis) add(x.stride(axis));
  return made;
}

template <class T>
void scale(const tn::array<T>& x, T factor) {
  if (x.ndim() != 2) tn::raise(PyExc_ValueError, "two axes, please");
  const auto items = x.template view<2>();
  for (int64_t i = 0; i < x.shape(0); ++i)
    for (int64_t j = 0; j < x.shape(1); ++j) items(i, j) *= factor;
}

// Items as they are read and written between operations of tenorite.
double between_operations(const tn::array<double, tn::cpu>& x) {
  x.data()[0] = 1;
  tn::call("add", x, 1.0, keyword("out", x));  // 2
  x.data()[0] *= 10;                           // 20
  tn::call("multiply", x, x, keyword("out", x));
  return x.data()[0];  // 400
}

tn::array<const double> kept;

struct Scaler {
  explicit Scaler(double by) : factor(by) {}
  tn::array<double> apply(const tn::array<const double, tn::contiguous>& x) {
    auto y = tn::empty_like(x);
    for (int64_t i = 0; i < x.size(); ++i) y.data()[i] = factor * x.data()[i];
    return y;
  }
  double factor;
};

intptr_t number(const void* p) { return reinterpret_cast<intptr_t>(p); }

struct Twice {
  double* x;
  void operator()(int64_t i) const { x[i] *= 2; }
};

void define_rules(binding::module_& m) {
  auto def = [&](const char* name, auto f) { tn::def(m, name, f, arg("x")); };
  def("bool", take<tn::array<const bool>>);
  def("int8", take<tn::array<const int8_t>>);
  def("uint8", take<tn::array<const uint8_t>>);
  def("int16", take<tn::array<const short>>);
  def("uint16", take<tn::array<const uint16_t>>);
  def("int32", take<tn::array<const int>>);
  def("uint32", take<tn::array<const unsigned>>);
  def("int64", take<tn::array<const long long>>);
  def("uint64", take<tn::array<const unsigned long>>);
  def("float32", take<tn::array<const float>>);
  def("float64", take<tn::array<const double>>);
  def("complex64", take<tn::array<const std::complex<float>>>);
  def("complex128", take<tn::array<const std::complex<double>>>);
  def("anything", take<tn::array<>>);
  def("written", take<tn::array<void>>);
  def("scalar", take<tn::array<const void, tn::ndim<0>>>);
  def("matrix", take<tn::array<const void, tn::ndim<2>>>);
  def("points", take<tn::array<const void, tn::shape<-1, 3>>>);
  def("c_order", take<tn::array<const void, tn::c_order>>);
  def("f_order", take<tn::array<const void, tn::f_order>>);
  def("contiguous", take<tn::array<const void, tn::contiguous>>);
  def("cpu", take<tn::array<const void, tn::cpu>>);
  def("cuda", take<tn::array<const void, tn::cuda>>);
  def("by_reference", [](const tn::array<double, tn::shape<12>>&) {});
}

void define_arguments(binding::module_& m) {
  tn::def(m, "described", described);
  tn::def(m, "two", take<tn::array<>, tn::array<>>, arg("left"), arg("right"));
  tn::def(m, "apart", take<tn::array<const void, tn::cpu>, tn::array<>>,
          arg("table"), arg("x"));
  tn::def(m, "three", take<int, tn::array<>, tn::array<const float>>);
  tn::def(
      m, "optional",
      [](const tn::array<>& x, std::optional<tn::array<double>> out) {
        return out ? tn::object(*out) : tn::object(x);
      },
      arg("x"), arg("out") = nullptr);
  tn::def(m, "scale", scale<double>, arg("x"), arg("factor") = 2.0,
          "Multiplies in place.");
  m.def("overloaded", [](const tn::array<const float>&) { return 4; });
  m.def("overloaded", [](const tn::array<const double>&) { return 8; });
  m.def("overloaded", [](long) { return 0; });
  m.def("same", [](const tn::array<>& x) { return x; });
  m.def("nothing", [] { return tn::array<>(); });
  binding::class_<Scaler> scaler(m, "Scaler");
  scaler.def(binding::init<double>());
  tn::def(scaler, "apply", &Scaler::apply, arg("x"));
  tn::def(scaler, "unnamed", &Scaler::apply);
  tn::def(
      scaler, "function",
      [](Scaler& self, const tn::array<const double, tn::contiguous>& x) {
        return self.apply(x);
      },
      arg("x"));
}

void define_memory(binding::module_& m) {
  m.def("pointer", [](const tn::array<>& x) { return number(x.data()); });
  m.def("stream", [](const tn::array<>& x) { return number(x.stream()); });
  m.def("expose", [](const tn::array<>& x) { x.expose(); });
  m.def("keep", [](const tn::array<const double>& x) { kept = x; });
  m.def("look", [] { return kept.data()[0]; });
  m.def("forget", [] { kept = {}; });
  m.def("between_operations", between_operations);
  m.def("after_callback",
        [](const tn::array<double>& x, const binding::object& callback) {
          callback();
          return number(x.data());
        });
  m.def("double_all", [](const tn::array<double, tn::contiguous>& x) {
    tn::for_each(x, x.size(), Twice{x.data()});
  });
  m.def("new_array",
        [](const tn::array<>& beside, int64_t n, int64_t k, bool fortran) {
          return tn::empty<float>({n, k}, beside.device(), fortran ? 'F' : 'C');
        });
  m.def("new_like", [](const tn::array<>& x) {
    return tn::empty_like<std::complex<float>>(x);
  });
  m.def("scratch", [](const tn::array<>& beside, size_t n) {
    const tn::scratch<double> memory(n, beside.device());
    const tn::scratch<> bytes(n, beside.device());
    if (beside.is_cpu()) std::fill_n(memory.data(), n, 1.0);
    return number(memory.data());
  });
  m.def("data_of_nothing", [] { tn::array<>().data(); });
  m.def("sum_of_nothing", [] { return tn::call("sum", tn::array<>()); });
  m.def("bad_device", [] { tn::empty<float>({1}, {TENORITE_CUDA, 1 << 20}); });
}

void define_calls(binding::module_& m) {
  m.def("sum", [](const tn::array<>& x, int axis) {
    static const tn::function sum("sum");
    return sum(x, keyword("axis", axis), keyword("keepdims", true));
  });
  m.def("solve", [](const tn::array<>& a, const tn::array<>& b) {
    return tn::array<const double>(tn::call("linalg.solve", a, b), "result");
  });
  m.def("full", [](const char* dtype, bool imaginary) {
    return tn::call("full", 3, std::complex<double>(2, imaginary),
                    keyword("dtype", dtype), keyword("device", "cpu"));
  });
  m.def("unknown", [] { return tn::call("no_such_function"); });
  m.def("object", [](const tn::object& x) { return x; });
}

// For the cost of calls.
void define_empty(binding::module_& m) {
  m.def("empty1", [](const binding::object&) {}, arg("x"));
  m.def(
      "empty2", [](const binding::object&, const binding::object&) {}, arg("x"),
      arg("y"));
  m.def("cast1", [](const tn::array<const double>&) {}, arg("x"));
  m.def(
      "cast2",
      [](const tn::array<const double>&, const tn::array<const double>&) {},
      arg("x"), arg("y"));
  tn::def(m, "checked1", [](const tn::array<const double>&) {}, arg("x"));
  tn::def(
      m, "checked2",
      [](const tn::array<const double>&, const tn::array<const double>&) {},
      arg("x"), arg("y"));
  tn::def(
      m, "used1", [](const tn::array<const double>& x) { x.data(); }, arg("x"));
}

}  // namespace

MODULE(m) {
  define_rules(m);
  define_arguments(m);
  define_memory(m);
  define_calls(m);
  define_empty(m);
}

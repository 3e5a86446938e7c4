// SPDX-License-Identifier: Apache-2.0
// Python objects in C++17: references, exceptions, tenorite's C API and its
// public functions. All of it needs the GIL.
#pragma once

#include <Python.h>
#include <tenorite/c_api.h>

#include <complex>
#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>

// Extensions that were compiled with different headers share nothing of them.
#ifdef __GNUC__
#define TENORITE_NAMESPACE tenorite __attribute__((visibility("hidden")))
#else
#define TENORITE_NAMESPACE tenorite
#endif

namespace TENORITE_NAMESPACE {

// A reference, or null.
class object {
 public:
  object() = default;
  object(const object& o) noexcept : p_(o.p_) { Py_XINCREF(p_); }
  object(object&& o) noexcept : p_(o.release()) {}
  object& operator=(object o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~object() { Py_XDECREF(p_); }
  static object steal(PyObject* owned) {
    object o;
    o.p_ = owned;
    return o;
  }
  static object borrow(PyObject* p) {
    Py_XINCREF(p);
    return steal(p);
  }
  PyObject* ptr() const { return p_; }
  PyObject* release() { return std::exchange(p_, nullptr); }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  PyObject* p_ = nullptr;
};

// ---- exceptions ----

// The Python exception that was set, in C++. With <tenorite/pybind11.h> it is
// pybind11's error_already_set instead, with <tenorite/nanobind.h> nanobind's
// python_error, which they turn back by themselves.
class error : public std::exception {
 public:
  error() {
#if PY_VERSION_HEX >= 0x030C0000
    value_ = object::steal(PyErr_GetRaisedException());
#else
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace) PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    value_ = object::steal(value);
#endif
    const object text = object::steal(PyObject_Str(value_.ptr()));
    Py_ssize_t size = 0;
    const char* chars =
        text ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
    if (chars) text_.assign(chars, static_cast<std::size_t>(size));
    PyErr_Clear();
  }
  const char* what() const noexcept override { return text_.c_str(); }
  PyObject* value() const { return value_.ptr(); }
  // Sets the exception again.
  void restore() const {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value_.ptr())),
                    value_.ptr());
  }

 private:
  object value_;
  std::string text_;
};

namespace detail {
[[noreturn]] inline void throw_error() { throw error(); }
inline void (*throw_set_exception)() = throw_error;
}  // namespace detail

// Throws the Python exception that is set.
[[noreturn]] inline void raise() {
  detail::throw_set_exception();
  std::terminate();
}
[[noreturn]] inline void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  raise();
}
inline object checked(PyObject* owned) {
  if (!owned) raise();
  return object::steal(owned);
}

// For functions in the tables of a module without pybind11 and nanobind:
// returns the object that `body` returns, or null with an exception set.
template <class F>
PyObject* guarded(F&& body) noexcept {
  try {
    return object(body()).release();
  } catch (const error& e) {
    e.restore();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown C++ exception");
  }
  return nullptr;
}

// ---- the C API ----

namespace detail {
inline const tenorite_c_api* known_api = nullptr;

inline std::string version_text(int major, int minor) {
  return std::to_string(major) + "." + std::to_string(minor);
}
}  // namespace detail

// Imports tenorite. ImportError where it does not have what these headers ask
// for, which a module should learn when it is imported itself.
inline void import_tenorite() {
  // First, since PyCapsule_Import hides why an import fails.
  checked(PyImport_ImportModule("tenorite"));
  const auto* found = static_cast<const tenorite_c_api*>(
      PyCapsule_Import(TENORITE_C_API_CAPSULE, 0));
  if (!found) raise();
  if (found->major != TENORITE_C_API_MAJOR ||
      found->minor < TENORITE_C_API_MINOR) {
    const bool newer = found->major > TENORITE_C_API_MAJOR;
    raise(PyExc_ImportError,
          "this extension was compiled for version " +
              detail::version_text(TENORITE_C_API_MAJOR, TENORITE_C_API_MINOR) +
              " of tenorite's C API, and the tenorite that is installed has " +
              detail::version_text(found->major, found->minor) +
              (newer ? ": compile the extension again"
                     : ": install a newer tenorite, or compile the extension "
                       "again"));
  }
  detail::known_api = found;
}

inline const tenorite_c_api& api() {
  if (!detail::known_api) import_tenorite();
  return *detail::known_api;
}

// ---- public functions ----

// A keyword argument of a call.
struct keyword {
  template <class V>
  keyword(const char* name, const V& value);
  const char* name;
  object value;
};

inline object to_object(std::nullptr_t) { return object::borrow(Py_None); }
// Null is None.
inline object to_object(PyObject* o) { return object::borrow(o ? o : Py_None); }
inline object to_object(const char* text) {
  return checked(PyUnicode_FromString(text));
}
inline object to_object(const std::string& text) {
  return checked(PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size())));
}
inline object to_object(const std::complex<double>& number) {
  return checked(PyComplex_FromDoubles(number.real(), number.imag()));
}
inline object to_object(const keyword& k) { return k.value; }
// Numbers, and objects of pybind11 and nanobind, arrays too.
template <class V>
object to_object(const V& value) {
  if constexpr (std::is_same_v<V, bool>)
    return checked(PyBool_FromLong(value));
  else if constexpr (std::is_integral_v<V> && std::is_signed_v<V>)
    return checked(PyLong_FromLongLong(value));
  else if constexpr (std::is_integral_v<V>)
    return checked(PyLong_FromUnsignedLongLong(value));
  else if constexpr (std::is_floating_point_v<V>)
    return checked(PyFloat_FromDouble(value));
  else
    return to_object(value.ptr());
}

template <class V>
keyword::keyword(const char* text, const V& v)
    : name(text), value(to_object(v)) {}

// The public operation of that name, such as "add", "linalg.solve":
//   static const tenorite::function sum("sum");
//   tenorite::object total = sum(x, tenorite::keyword("axis", 0));
class function {
 public:
  // Nothing is imported before the first call. `name` is a literal.
  explicit constexpr function(const char* name) : name_(name) {}

  template <class... A>
  object operator()(const A&... arguments) const {
    constexpr bool is_keyword[] = {std::is_same_v<A, keyword>..., true};
    constexpr std::size_t n = sizeof...(A);
    constexpr std::size_t positional = count_before_keywords(is_keyword);
    static_assert(
        ((std::is_same_v<A, keyword> ? 1 : 0) + ... + 0) == n - positional,
        "keyword arguments come last");
    const object values[n + 1] = {to_object(arguments)...};
    PyObject* pointers[n + 1];
    for (std::size_t i = 0; i < n; ++i) pointers[i] = values[i].ptr();
    object names;
    if constexpr (positional < n) {
      names = checked(PyTuple_New(static_cast<Py_ssize_t>(n - positional)));
      Py_ssize_t at = 0;
      (add_name(names.ptr(), at, arguments), ...);
    }
    return checked(
        PyObject_Vectorcall(get(), pointers, positional, names.ptr()));
  }

 private:
  template <std::size_t N>
  static constexpr std::size_t count_before_keywords(
      const bool (&is_keyword)[N]) {
    std::size_t n = 0;
    while (!is_keyword[n]) ++n;
    return n;
  }
  template <class A>
  static void add_name(PyObject* names, Py_ssize_t& at, const A& argument) {
    if constexpr (std::is_same_v<A, keyword>)
      PyTuple_SetItem(names, at++, to_object(argument.name).release());
  }
  PyObject* get() const {
    if (function_) return function_;
    object found = checked(PyImport_ImportModule("tenorite"));
    const std::string name = name_;
    for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
      to = name.find('.', from);
      const std::string part = name.substr(from, to - from);
      found = checked(PyObject_GetAttrString(found.ptr(), part.c_str()));
    }
    // Kept for good: objects of this class may outlive the interpreter.
    return function_ = found.release();
  }

  const char* name_;
  mutable PyObject* function_ = nullptr;
};

// The same for a call that is made once in a while.
template <class... A>
object call(const char* name, const A&... arguments) {
  return function(name)(arguments...);
}

}  // namespace TENORITE_NAMESPACE

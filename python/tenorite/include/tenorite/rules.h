// SPDX-License-Identifier: Apache-2.0
// What an array must be to be the argument of a function: dtype, axes, order,
// device; and what is said where it is not.
#pragma once

#include <tenorite/object.h>

#include <cstdint>
#include <cstring>

namespace TENORITE_NAMESPACE {

// ---- dtypes ----

// NumPy's letter for a C++ type. For types of others:
//   template <> struct tenorite::dtype_of<__half> {
//     static constexpr char letter = 'e';
//   };
template <class T>
struct dtype_of {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, char> &&
                    !std::is_same_v<T, wchar_t> &&
                    !std::is_same_v<T, char16_t> &&
                    !std::is_same_v<T, char32_t>,
                "no dtype of tenorite is known for the type");
  static constexpr char letter =
      (std::is_signed_v<T> ? "-bh-i---l" : "-BH-I---L")[sizeof(T)];
};
template <>
struct dtype_of<bool> {
  static constexpr char letter = '?';
};
template <>
struct dtype_of<float> {
  static constexpr char letter = 'f';
};
template <>
struct dtype_of<double> {
  static constexpr char letter = 'd';
};
template <>
struct dtype_of<std::complex<float>> {
  static constexpr char letter = 'F';
};
template <>
struct dtype_of<std::complex<double>> {
  static constexpr char letter = 'D';
};
template <class T>
struct dtype_of<const T> : dtype_of<T> {};

constexpr const char* dtype_name(char letter) {
  constexpr const char* kNames[] = {
      "?bool",    "bint8",    "Buint8",     "hint16",     "Huint16",
      "iint32",   "Iuint32",  "lint64",     "Luint64",    "efloat16",
      "ffloat32", "dfloat64", "Fcomplex64", "Dcomplex128"};
  for (const char* name : kNames)
    if (name[0] == letter) return name + 1;
  return "unknown";
}

inline std::string device_name(tenorite_device device) {
  return device.type == TENORITE_CPU ? "cpu"
                                     : "cuda:" + std::to_string(device.index);
}

// ---- messages ----

// An argument, for messages: its name, or else its number; and its function.
struct place {
  // Literals, or what lives as long.
  place(const char* argument) : name(argument) {}
  place(const char* of_function, const char* argument, int at)
      : function(of_function), name(argument), number(at) {}
  const char* function = nullptr;
  const char* name;
  int number = 0;

  std::string text() const {
    std::string found = function ? function + std::string("(): ") : "";
    return found + "argument " +
           (name ? "'" + std::string(name) + "'" : std::to_string(number));
  }
};

namespace detail {

inline std::string type_name(PyObject* o) {
  auto text = [o](const char* attribute) -> std::string {
    const object found = object::steal(PyObject_GetAttrString(
        reinterpret_cast<PyObject*>(Py_TYPE(o)), attribute));
    const char* chars =
        found ? PyUnicode_AsUTF8AndSize(found.ptr(), nullptr) : nullptr;
    PyErr_Clear();
    return chars ? chars : "?";
  };
  const std::string module = text("__module__");
  return (module == "builtins" ? "" : module + ".") + text("__qualname__");
}

inline std::string shape_text(const int64_t* shape, int ndim) {
  std::string text = "(";
  for (int axis = 0; axis < ndim; ++axis)
    text += (axis ? ", " : "") +
            (shape[axis] < 0 ? "*" : std::to_string(shape[axis]));
  return text + (ndim == 1 ? ",)" : ")");
}

// Text that is put together by the compiler.
template <std::size_t N>
struct fixed_text {
  char chars[N + 1] = {};
};
template <std::size_t N>
constexpr fixed_text<N - 1> fixed(const char (&text)[N]) {
  fixed_text<N - 1> made;
  for (std::size_t i = 0; i < N; ++i) made.chars[i] = text[i];
  return made;
}
template <std::size_t N, std::size_t M>
constexpr fixed_text<N + M> operator+(const fixed_text<N>& a,
                                      const fixed_text<M>& b) {
  fixed_text<N + M> made;
  for (std::size_t i = 0; i < N; ++i) made.chars[i] = a.chars[i];
  for (std::size_t i = 0; i < M; ++i) made.chars[N + i] = b.chars[i];
  return made;
}
template <std::size_t From, std::size_t N>
constexpr fixed_text<N - From> tail(const fixed_text<N>& text) {
  fixed_text<N - From> made;
  for (std::size_t i = From; i < N; ++i) made.chars[i - From] = text.chars[i];
  return made;
}
template <int64_t V>
constexpr auto number_text() {
  if constexpr (V < 0)
    return fixed("*");
  else if constexpr (V < 10)
    return fixed_text<1>{{static_cast<char>('0' + V), 0}};
  else
    return number_text<V / 10>() + number_text<V % 10>();
}
constexpr std::size_t length(const char* text) {
  std::size_t n = 0;
  while (text[n]) ++n;
  return n;
}
template <char Letter>
constexpr auto dtype_text() {
  constexpr const char* name = dtype_name(Letter);
  fixed_text<length(name)> made;
  for (std::size_t i = 0; i < length(name); ++i) made.chars[i] = name[i];
  return made;
}

}  // namespace detail

// ---- rules ----

// Each says whether a layout fits, why not, and what stands in signatures.

template <int N>
struct ndim {
  static bool fits(const tenorite_layout& a) { return a.ndim == N; }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    raise(PyExc_ValueError, where.text() + " must be " + std::to_string(N) +
                                "-dimensional, not " + std::to_string(a.ndim) +
                                "-dimensional");
  }
  static constexpr auto text() {
    return detail::fixed(", ndim=") + detail::number_text<N>();
  }
};

// -1 is any length.
template <int64_t... Lengths>
struct shape {
  static constexpr int kNdim = sizeof...(Lengths);
  static constexpr int64_t kLengths[] = {Lengths..., 0};

  static bool fits(const tenorite_layout& a) {
    if (a.ndim != kNdim) return false;
    for (int axis = 0; axis < kNdim; ++axis)
      if (kLengths[axis] >= 0 && a.shape[axis] != kLengths[axis]) return false;
    return true;
  }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    raise(PyExc_ValueError, where.text() + " must have shape " +
                                detail::shape_text(kLengths, kNdim) + ", not " +
                                detail::shape_text(a.shape, a.ndim));
  }
  static constexpr auto text() {
    if constexpr (kNdim == 0)
      return detail::fixed(", shape=()");
    else
      return detail::fixed(", shape=(") +
             detail::tail<2>((... + (detail::fixed(", ") +
                                     detail::number_text<Lengths>()))) +
             detail::fixed(")");
  }
};

struct c_order {
  static bool fits(const tenorite_layout& a) {
    return a.flags & TENORITE_C_ORDER;
  }
  [[noreturn]] static void refuse(const place& where, const tenorite_layout&) {
    raise(PyExc_ValueError, where.text() +
                                " must be C-contiguous: pass "
                                "tenorite.ascontiguousarray() of it");
  }
  static constexpr auto text() { return detail::fixed(", order='C'"); }
};

struct f_order {
  static bool fits(const tenorite_layout& a) {
    return a.flags & TENORITE_F_ORDER;
  }
  [[noreturn]] static void refuse(const place& where, const tenorite_layout&) {
    raise(PyExc_ValueError, where.text() +
                                " must be Fortran-contiguous: pass "
                                "tenorite.asfortranarray() of it");
  }
  static constexpr auto text() { return detail::fixed(", order='F'"); }
};

// C or Fortran order: the items lie side by side.
struct contiguous {
  static bool fits(const tenorite_layout& a) {
    return a.flags & (TENORITE_C_ORDER | TENORITE_F_ORDER);
  }
  [[noreturn]] static void refuse(const place& where, const tenorite_layout&) {
    raise(PyExc_ValueError, where.text() +
                                " must be contiguous: pass "
                                "tenorite.ascontiguousarray() of it");
  }
  static constexpr auto text() { return detail::fixed(", order='A'"); }
};

struct cpu {
  static bool fits(const tenorite_layout& a) {
    return a.device.type == TENORITE_CPU;
  }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    raise(PyExc_ValueError, where.text() + " must be on the CPU device, not " +
                                device_name(a.device));
  }
  static constexpr auto text() { return detail::fixed(", device='cpu'"); }
};

struct cuda {
  static bool fits(const tenorite_layout& a) {
    return a.device.type == TENORITE_CUDA;
  }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    raise(PyExc_ValueError, where.text() + " must be on a CUDA device, not " +
                                device_name(a.device));
  }
  static constexpr auto text() { return detail::fixed(", device='cuda'"); }
};

namespace detail {

// The dtype, and whether pointers to items may be used.
template <class T>
struct items_of {
  using item = std::remove_const_t<T>;
  static constexpr bool is_known = !std::is_void_v<item>;

  static bool is_dtype(const tenorite_layout& a) {
    if constexpr (is_known)
      return a.dtype == dtype_of<item>::letter;
    else
      return true;
  }
  static bool is_aligned(const tenorite_layout& a) {
    return !is_known || a.size == 0 || (a.flags & TENORITE_ALIGNED);
  }
  static bool is_permitted(const tenorite_layout& a) {
    return std::is_const_v<T> || (a.flags & TENORITE_WRITEABLE);
  }
  static bool fits(const tenorite_layout& a) {
    return is_dtype(a) && is_aligned(a) && is_permitted(a);
  }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    if constexpr (is_known)
      if (!is_dtype(a))
        raise(PyExc_TypeError, where.text() + " must have dtype " +
                                   dtype_name(dtype_of<item>::letter) +
                                   ", not " +
                                   dtype_name(static_cast<char>(a.dtype)));
    if (!is_permitted(a))
      raise(PyExc_ValueError,
            where.text() + " is read-only, and is written to");
    raise(PyExc_ValueError,
          where.text() +
              " has items that do not lie at multiples of their "
              "size: pass a copy of it");
  }
  static constexpr auto text() {
    if constexpr (is_known && std::is_const_v<T>)
      return fixed(", dtype=") + dtype_text<dtype_of<item>::letter>();
    else if constexpr (is_known)
      return fixed(", dtype=") + dtype_text<dtype_of<item>::letter>() +
             fixed(", writeable=True");
    else if constexpr (std::is_const_v<T>)
      return fixed("");
    else
      return fixed(", writeable=True");
  }
};

template <class T, class... Rules>
struct rules_of {
  static bool fit(const tenorite_layout& a) {
    return items_of<T>::fits(a) && (Rules::fits(a) && ...);
  }
  [[noreturn]] static void refuse(const place& where,
                                  const tenorite_layout& a) {
    if (!items_of<T>::fits(a)) items_of<T>::refuse(where, a);
    ((Rules::fits(a) ? void() : Rules::refuse(where, a)), ...);
    std::terminate();
  }
};

[[noreturn]] inline void refuse_kind(const place& where, PyObject* o) {
  std::string text =
      where.text() + " must be a tenorite.ndarray, not " + type_name(o);
  if (text.find("numpy.ndarray") != std::string::npos)
    text += ": pass tenorite.asarray() of it";
  raise(PyExc_TypeError, text);
}

// What stands for the array in the signature of a bound function.
template <class T, class... Rules>
constexpr auto signature() {
  constexpr auto body = (items_of<T>::text() + ... + Rules::text());
  if constexpr (sizeof(body.chars) == 1)
    return fixed("tenorite.ndarray");
  else
    return fixed("tenorite.ndarray[") + tail<2>(body) + fixed("]");
}

}  // namespace detail

}  // namespace TENORITE_NAMESPACE

// SPDX-License-Identifier: Apache-2.0
// Tables of kernels' parameters, compiled into their module: what calls are
// checked against (jit/compile/signature.h reads them). Stands before the
// user's text and includes nothing; its long names keep clear of the user's
// macros.
#pragma once

// Not __CUDACC__, which text for the host may define too.
#if defined(__NVCC__) || defined(__CUDACC_RTC__)
#define TENORITE_SIGNATURE_CUDA
#define TENORITE_SIGNATURE_CODE __host__ __device__
#else
#define TENORITE_SIGNATURE_CODE
#endif

struct __half;
#ifndef TENORITE_SIGNATURE_CUDA
namespace tenorite::host {
struct ThreadIndex;
struct BlockIndex;
struct BlockSize;
struct GridSize;
}  // namespace tenorite::host
#endif

namespace tenorite_signature {

struct Parameter {
  unsigned size, align;
  // NumPy's kind, bytes and alignment of the value or, for a pointer, of what
  // it points to: 'V' a struct, and 'V' with 0 bytes void or an unknown one.
  unsigned kind, item_size, item_align;
  unsigned is_pointer, is_const;
};

template <class parameter_t>
struct without_const {
  using type = parameter_t;
  enum : unsigned { is_const = 0 };
};
template <class parameter_t>
struct without_const<const parameter_t> {
  using type = parameter_t;
  enum : unsigned { is_const = 1 };
};
template <class parameter_t>
struct without_const<volatile parameter_t> : without_const<parameter_t> {};
template <class parameter_t>
struct without_const<const volatile parameter_t>
    : without_const<const parameter_t> {};

template <bool condition_v>
struct when {};
template <>
struct when<true> {
  using type = int;
};

template <class parameter_t>
TENORITE_SIGNATURE_CODE parameter_t made();

// A struct with real() and imag() of half its size each is complex.
template <class parameter_t>
TENORITE_SIGNATURE_CODE constexpr unsigned kind_of_struct(
    typename when<
        sizeof(made<parameter_t>().real()) * 2 == sizeof(parameter_t) &&
        sizeof(made<parameter_t>().imag()) * 2 == sizeof(parameter_t)>::type) {
  return 'c';
}
template <class parameter_t>
TENORITE_SIGNATURE_CODE constexpr unsigned kind_of_struct(long) {
  return 'V';
}

template <class parameter_t, bool is_enum_v = __is_enum(parameter_t)>
struct kind_of {
  enum : unsigned { value = kind_of_struct<parameter_t>(0) };
};
template <class parameter_t>
struct kind_of<parameter_t, true> {
  enum : unsigned { value = parameter_t(-1) < parameter_t(0) ? 'i' : 'u' };
};
template <class parameter_t>
struct kind_of<parameter_t*, false> {
  enum : unsigned { value = 'u' };
};
#define TENORITE_KIND(parameter_t, letter) \
  template <>                              \
  struct kind_of<parameter_t, false> {     \
    enum : unsigned { value = letter };    \
  };
TENORITE_KIND(bool, 'b')
TENORITE_KIND(char, char(-1) < char(0) ? 'i' : 'u')
TENORITE_KIND(signed char, 'i')
TENORITE_KIND(short, 'i')
TENORITE_KIND(int, 'i')
TENORITE_KIND(long, 'i')
TENORITE_KIND(long long, 'i')
TENORITE_KIND(unsigned char, 'u')
TENORITE_KIND(unsigned short, 'u')
TENORITE_KIND(unsigned int, 'u')
TENORITE_KIND(unsigned long, 'u')
TENORITE_KIND(unsigned long long, 'u')
TENORITE_KIND(wchar_t, wchar_t(-1) < wchar_t(0) ? 'i' : 'u')
TENORITE_KIND(char16_t, 'u')
TENORITE_KIND(char32_t, 'u')
TENORITE_KIND(__half, 'f')
TENORITE_KIND(float, 'f')
TENORITE_KIND(double, 'f')
#undef TENORITE_KIND

// What is pointed to may be incomplete.
template <class parameter_t>
TENORITE_SIGNATURE_CODE constexpr Parameter describe_pointer(
    unsigned is_const, typename when<sizeof(parameter_t) != 0>::type) {
  return {sizeof(void*),
          alignof(void*),
          kind_of<parameter_t>::value,
          sizeof(parameter_t),
          alignof(parameter_t),
          1,
          is_const};
}
template <class parameter_t>
TENORITE_SIGNATURE_CODE constexpr Parameter describe_pointer(unsigned is_const,
                                                             long) {
  return {sizeof(void*), alignof(void*), 'V', 0, 1, 1, is_const};
}

template <class parameter_t>
struct describe {
  TENORITE_SIGNATURE_CODE static constexpr Parameter made() {
    return {sizeof(parameter_t),
            alignof(parameter_t),
            kind_of<parameter_t>::value,
            sizeof(parameter_t),
            alignof(parameter_t),
            0,
            0};
  }
};
template <class parameter_t>
struct describe<parameter_t*> {
  TENORITE_SIGNATURE_CODE static constexpr Parameter made() {
    return describe_pointer<typename without_const<parameter_t>::type>(
        without_const<parameter_t>::is_const, 0);
  }
};
template <unsigned is_const_v>
struct describe_void {
  TENORITE_SIGNATURE_CODE static constexpr Parameter made() {
    return {sizeof(void*), alignof(void*), 'V', 0, 1, 1, is_const_v};
  }
};
template <>
struct describe<void*> : describe_void<0> {};
template <>
struct describe<const void*> : describe_void<1> {};

enum : unsigned { kMagic = 0x6e726574 };

template <class... parameters_t>
struct Table {
  unsigned magic = kMagic;
  unsigned count = sizeof...(parameters_t);
  Parameter parameters[sizeof...(parameters_t) + 1] = {
      describe<typename without_const<parameters_t>::type>::made()...,
      Parameter{0, 0, 0, 0, 0, 0, 0}};
};
// Of a name that is no kernel's, or several kernels'.
struct NoTable {
  unsigned magic = 0;
  unsigned count = 0;
};

// A function of this type stands beside the kernel of each name, so that a name
// that turns out to have no kernel is no error.
struct missing {};
template <class... parameters_t>
TENORITE_SIGNATURE_CODE Table<parameters_t...> table_of(
    void (*)(parameters_t...), int);
TENORITE_SIGNATURE_CODE NoTable table_of(missing (*)(missing), long);
#ifndef TENORITE_SIGNATURE_CUDA
// Kernels that were given their indices as parameters.
template <class... parameters_t>
Table<parameters_t...> table_of(void (*)(tenorite::host::ThreadIndex,
                                         tenorite::host::BlockIndex,
                                         tenorite::host::BlockSize,
                                         tenorite::host::GridSize,
                                         parameters_t...),
                                int);
#endif
// A variable.
template <class parameter_t>
TENORITE_SIGNATURE_CODE NoTable table_of(parameter_t*, long);

}  // namespace tenorite_signature

#ifdef TENORITE_SIGNATURE_CUDA
#define TENORITE_SIGNATURE_PLACE __constant__
#else
#define TENORITE_SIGNATURE_PLACE __attribute__((used, visibility("default")))
#endif
// The table of a kernel that an expression names.
#define TENORITE_SIGNATURE(number, ...)                           \
  extern "C" {                                                    \
  TENORITE_SIGNATURE_PLACE decltype(tenorite_signature::table_of( \
      &__VA_ARGS__, 0)) tenorite_signature_##number{};            \
  }
// The same of a plain name, which need not be a kernel's.
#define TENORITE_PLAIN_SIGNATURE(number, name)              \
  namespace tenorite_missing {                              \
  TENORITE_SIGNATURE_CODE tenorite_signature::missing name( \
      tenorite_signature::missing);                         \
  }                                                         \
  namespace tenorite_signature {                            \
  using namespace tenorite_missing;                         \
  extern "C" {                                              \
  TENORITE_SIGNATURE_PLACE decltype(table_of(               \
      &name, 0)) tenorite_signature_##number{};             \
  }                                                         \
  }

// SPDX-License-Identifier: Apache-2.0
// The table through which the engine calls kernels; stands behind the user's
// text, which the lines that fill the table follow.
#pragma once

#include "jit/prelude/emulator/host_types.h"

#pragma GCC visibility push(hidden)
#include "jit/prelude/kernels/signature.h"

namespace tenorite_signature {

// Calls have no arguments for the hidden parameters.
template <class... parameters_t>
Table<parameters_t...> table_of(void (*)(tenorite::host::ThreadIndex,
                                         tenorite::host::BlockIndex,
                                         tenorite::host::BlockSize,
                                         tenorite::host::GridSize,
                                         parameters_t...),
                                int);

}  // namespace tenorite_signature

namespace tenorite::host {

template <class T>
struct kind_of {
  static constexpr ParameterKind value =
      __is_class(T) || __is_union(T) ||
              is_any_of<T, long, unsigned long, long long, unsigned long long>
          ? kOpaque
          : kPlain;
};
template <class T>
struct kind_of<const T> : kind_of<T> {};
// What is pointed to may be incomplete.
template <class T>
inline constexpr bool holds_nothing = Arithmetic<T> || __is_enum(T);
template <class T>
inline constexpr bool holds_nothing<const T> = holds_nothing<T>;
template <class T>
inline constexpr bool holds_nothing<volatile T> = holds_nothing<T>;
template <class T>
inline constexpr bool holds_nothing<const volatile T> = holds_nothing<T>;
template <class T>
struct kind_of<T*> {
  static constexpr ParameterKind value = kOpaque;
};
template <class T>
  requires holds_nothing<T>
struct kind_of<T*> {
  static constexpr ParameterKind value = kPointer;
};

template <int... I>
struct Numbers {};
template <int N, int... I>
struct numbers_below : numbers_below<N - 1, N - 1, I...> {};
template <int... I>
struct numbers_below<0, I...> {
  using type = Numbers<I...>;
};

// What all threads of a launch use; copies, so that no store of the kernel can
// change them.
template <class... A>
struct Arguments;
template <>
struct Arguments<> {
  explicit Arguments(void* const*) {}
  template <class F, class... Before>
  TENORITE_INLINE void pass(F& f, const Before&... before) const {
    f(before...);
  }
};
template <class First, class... Others>
struct Arguments<First, Others...> {
  First first;
  Arguments<Others...> others;
  TENORITE_UNCHECKED explicit Arguments(void* const* p)
      : first(*(const First*)*p), others(p + 1) {}
  template <class F, class... Before>
  TENORITE_INLINE void pass(F& f, const Before&... before) const {
    others.pass(f, before..., first);
  }
};

template <class... A>
inline constexpr Parameter parameters_of[] = {{sizeof(A), kind_of<A>::value}...,
                                              {0, kPlain}};

#ifdef __clang__
#define TENORITE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define TENORITE_INDEPENDENT _Pragma("GCC ivdep")
#endif

// Kernels that the rewriter gave parameters for their indices, and others.
template <auto Function, class Type>
struct Entry;

template <auto Function, class... A>
struct Entry<Function,
             void (*)(ThreadIndex, BlockIndex, BlockSize, GridSize, A...)> {
  static constexpr const Parameter* parameters = parameters_of<A...>;
  static constexpr unsigned count = sizeof...(A);

  TENORITE_INLINE static void call(const Launch* launch, Index t, Index b,
                                   const Arguments<A...>& arguments,
                                   unsigned run = 1) {
    auto f = [&](const A&... a) TENORITE_UNCHECKED {
      Function(ThreadIndex{{t.x, t.y, t.z}, run}, BlockIndex{{b.x, b.y, b.z}},
               BlockSize{{launch->block.x, launch->block.y, launch->block.z}},
               GridSize{{launch->grid.x, launch->grid.y, launch->grid.z}},
               A(a)...);
    };
    arguments.pass(f);
  }
  TENORITE_UNCHECKED static void thread(const Launch* launch, Index t,
                                        Index b) {
    call(launch, t, b, Arguments<A...>(launch->arguments));
  }
};

template <auto Function, class... A>
struct Entry<Function, void (*)(A...)> {
  static constexpr const Parameter* parameters = parameters_of<A...>;
  static constexpr unsigned count = sizeof...(A);

  TENORITE_INLINE static void call(const Launch*, Index, Index,
                                   const Arguments<A...>& arguments) {
    auto f = [&](const A&... a) TENORITE_UNCHECKED { Function(A(a)...); };
    arguments.pass(f);
  }
  TENORITE_UNCHECKED static void thread(const Launch* launch, Index t,
                                        Index b) {
    call(launch, t, b, Arguments<A...>(launch->arguments));
  }
};

// Thread after thread of a block.
template <class Entry, bool NeedsVariables, class... A>
__attribute__((noinline, flatten)) void run_threads(Launch launch, Index b,
                                                    Arguments<A...> a) {
  if constexpr (NeedsVariables) blockIdx = uint3{b.x, b.y, b.z};
  for (unsigned z = 0; z < launch.block.z; ++z)
    for (unsigned y = 0; y < launch.block.y; ++y)
      for (unsigned x = 0; x < launch.block.x; ++x) {
        if constexpr (NeedsVariables) threadIdx = uint3{x, y, z};
        Entry::call(&launch, {x, y, z}, b, a);
      }
}

// All threads of a block, which are independent of each other. The loop counts
// blockIdx.x * blockDim.x + threadIdx.x in an int that does not overflow: what
// a kernel computes so becomes the counter itself, a condition on it splits the
// loop in two, and the strides of arrays are known.
template <class Entry, class... A>
TENORITE_INLINE void run_loop(const Launch& launch, Index b,
                              const Arguments<A...>& a) {
  const unsigned origin = b.x * launch.block.x;
  const int begin = (int)origin, end = begin + (int)launch.block.x;
  for (unsigned z = 0; z < launch.block.z; ++z)
    for (unsigned y = 0; y < launch.block.y; ++y) {
      TENORITE_INDEPENDENT
      for (int i = begin; i < end; ++i)
        Entry::call(&launch, {(unsigned)i - origin, y, z}, b, a);
    }
}

// Kernels whose threads never wait, inlined into the loops.
template <class Entry, unsigned flags, class... A>
TENORITE_INLINE void run_blocks(const Launch* shared, unsigned long first,
                                unsigned long last, const Arguments<A...>& a) {
  const Launch launch = *shared;
  if (launch.block.x > 1024) __builtin_unreachable();
  constexpr bool kVariables = (flags & kNeedsVariables) != 0;
  if constexpr ((flags & kTakesRuns) != 0) {
    const unsigned long run = (last - first) * launch.block.x;
    const bool is_row =
        launch.grid.y * launch.grid.z * launch.block.y * launch.block.z == 1;
    if (is_row && launch.grid.x * (unsigned long)launch.block.x <= 0x7fffffff)
      return Entry::call(&launch, {0, 0, 0}, {(unsigned)first, 0, 0}, a,
                         (unsigned)run);
  }
  const unsigned long row = first / launch.grid.x;
  Index b = {(unsigned)(first % launch.grid.x), (unsigned)(row % launch.grid.y),
             (unsigned)(row / launch.grid.y)};
  for (unsigned long n = first; n < last; ++n) {
    const unsigned long begin = (unsigned long)b.x * launch.block.x;
    if constexpr (kVariables)
      run_threads<Entry, true>(launch, b, a);
    else if (begin > 0x7fffffff - 1024)
      run_threads<Entry, false>(launch, b, a);
    else
      run_loop<Entry>(launch, b, a);
    if (++b.x < launch.grid.x) continue;
    b.x = 0;
    if (++b.y < launch.grid.y) continue;
    b.y = 0;
    ++b.z;
  }
}

template <auto Function, unsigned flags, class Type = decltype(Function)>
struct Blocks;
template <auto Function, unsigned flags, class... A>
struct Blocks<Function, flags,
              void (*)(ThreadIndex, BlockIndex, BlockSize, GridSize, A...)> {
  __attribute__((flatten)) static void run(const Launch* launch,
                                           unsigned long first,
                                           unsigned long last) {
    run_blocks<Entry<Function, decltype(Function)>, flags>(
        launch, first, last, Arguments<A...>(launch->arguments));
  }
};
template <auto Function, unsigned flags, class... A>
struct Blocks<Function, flags, void (*)(A...)> {
  __attribute__((flatten)) static void run(const Launch* launch,
                                           unsigned long first,
                                           unsigned long last) {
    run_blocks<Entry<Function, decltype(Function)>, kNeedsVariables>(
        launch, first, last, Arguments<A...>(launch->arguments));
  }
};

// How a name's row is made: threads wait for each other, or never do.
enum Form { kFibers, kLoop };

using Missing = tenorite_signature::missing (*)(tenorite_signature::missing);

template <auto Function, Form form, unsigned flags>
constexpr Kernel kernel_row(const char* name, unsigned max_threads) {
  if constexpr (__is_same(decltype(Function), Missing)) {
    return {};
  } else {
    using E = Entry<Function, decltype(Function)>;
    Kernel row{name,     nullptr, E::thread,  E::parameters,
               E::count, flags,   max_threads};
    if constexpr (form == kLoop) row.blocks = Blocks<Function, flags>::run;
    return row;
  }
}

// The kernel's type where there is one, else that of the function `missing`
// that stands beside it.
template <class... A>
auto type_of_kernel(void (*)(A...), int) -> void (*)(A...);
Missing type_of_kernel(Missing, long);

}  // namespace tenorite::host

#ifdef TENORITE_CHECKED
#define TENORITE_HOST_CHECKED true
#else
#define TENORITE_HOST_CHECKED false
#endif

// A row's function where preprocessing may have taken the kernel away.
#define TENORITE_MAYBE(name) \
  static_cast<decltype(::tenorite::host::type_of_kernel(&name, 0))>(&name)
#define TENORITE_HOST_MODULE                                               \
  extern "C" __attribute__((visibility("default"), used))                  \
  const ::tenorite::host::Module tenorite_host_module = {                  \
      &::tenorite::host::runtime,                                          \
      ::tenorite::host::thread_variables,                                  \
      tenorite_kernels,                                                    \
      sizeof(tenorite_kernels) / sizeof(::tenorite::host::Kernel) - 1,     \
      tenorite_variables,                                                  \
      sizeof(tenorite_variables) / sizeof(::tenorite::host::Variable) - 1, \
      TENORITE_HOST_CHECKED};

#pragma GCC visibility pop

// SPDX-License-Identifier: Apache-2.0
// CUDA's atomic functions: relaxed, as they are there.
#pragma once

#include "jit/prelude/emulator/host_types.h"

namespace tenorite::host {

template <class T>
concept AtomicInteger = is_any_of<T, int, unsigned int, unsigned long long>;
template <class T>
concept AtomicOrdered =
    is_any_of<T, int, unsigned int, long long, unsigned long long>;

template <int Size>
struct bits_of_size;
template <>
struct bits_of_size<2> {
  using type = unsigned short;
};
template <>
struct bits_of_size<4> {
  using type = unsigned int;
};
template <>
struct bits_of_size<8> {
  using type = unsigned long long;
};

// Debug mode takes no access of these from the compiler.
TENORITE_INLINE void note_atomic([[maybe_unused]] const void* p,
                                 [[maybe_unused]] size_t size,
                                 [[maybe_unused]] const void* site) {
#ifdef TENORITE_CHECKED
  runtime->access(p, size, kAtomic, site);
#endif
}

// Replaces *p by f(*p) and returns what was there.
template <class T, class F>
TENORITE_INLINE T update(T* p, const void* site, F f) {
  using Bits = typename bits_of_size<sizeof(T)>::type;
  typedef Bits __attribute__((may_alias)) AliasedBits;
  note_atomic(p, sizeof(T), site);
  auto* bits = (AliasedBits*)p;
  Bits old = __atomic_load_n(bits, __ATOMIC_RELAXED);
  for (;;) {
    T value = f(__builtin_bit_cast(T, old));
    if (__atomic_compare_exchange_n(bits, &old, __builtin_bit_cast(Bits, value),
                                    false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return __builtin_bit_cast(T, old);
  }
}

}  // namespace tenorite::host

// Each function in CUDA's three scopes.
#define TENORITE_ATOMIC(name, concept_t, signature, body) \
  template <tenorite::host::concept_t T>                  \
  TENORITE_CALL T atomic##name signature                  \
      body template <tenorite::host::concept_t T>         \
      TENORITE_CALL T atomic##name##_block signature      \
          body template <tenorite::host::concept_t T>     \
          TENORITE_CALL T atomic##name##_system signature body
#define TENORITE_VALUE (T * p, tenorite::host::same<T> value)
#define TENORITE_BUILTIN(builtin)                             \
  {                                                           \
    tenorite::host::note_atomic(p, sizeof(T), TENORITE_SITE); \
    return builtin(p, value, __ATOMIC_RELAXED);               \
  }
#define TENORITE_UPDATE(expression)                                        \
  {                                                                        \
    return tenorite::host::update(p, TENORITE_SITE,                        \
                                  [=](T old) -> T { return expression; }); \
  }
TENORITE_ATOMIC(Add, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_fetch_add))
TENORITE_ATOMIC(Sub, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_fetch_sub))
TENORITE_ATOMIC(And, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_fetch_and))
TENORITE_ATOMIC(Or, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_fetch_or))
TENORITE_ATOMIC(Xor, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_fetch_xor))
TENORITE_ATOMIC(Exch, AtomicInteger, TENORITE_VALUE,
                TENORITE_BUILTIN(__atomic_exchange_n))
TENORITE_ATOMIC(Min, AtomicOrdered, TENORITE_VALUE,
                TENORITE_UPDATE(old < value ? old : value))
TENORITE_ATOMIC(Max, AtomicOrdered, TENORITE_VALUE,
                TENORITE_UPDATE(old > value ? old : value))

namespace tenorite::host {
template <class T>
concept AtomicFloat = is_any_of<T, float, double>;
template <class T>
concept AtomicUnsigned = is_any_of<T, unsigned int>;
template <class T>
concept AtomicShort = is_any_of<T, unsigned short>;
}  // namespace tenorite::host
TENORITE_ATOMIC(Add, AtomicFloat, TENORITE_VALUE, TENORITE_UPDATE(old + value))
TENORITE_ATOMIC(Exch, AtomicFloat, TENORITE_VALUE, TENORITE_UPDATE(value))
TENORITE_ATOMIC(Inc, AtomicUnsigned, TENORITE_VALUE,
                TENORITE_UPDATE(old >= value ? 0 : old + 1))
TENORITE_ATOMIC(Dec, AtomicUnsigned, TENORITE_VALUE,
                TENORITE_UPDATE(old == 0 || old > value ? value : old - 1))
#define TENORITE_COMPARED \
  (T * p, tenorite::host::same<T> expected, tenorite::host::same<T> value)
#define TENORITE_COMPARE                                                      \
  {                                                                           \
    tenorite::host::note_atomic(p, sizeof(T), TENORITE_SITE);                 \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_RELAXED, \
                                __ATOMIC_RELAXED);                            \
    return expected;                                                          \
  }
TENORITE_ATOMIC(CAS, AtomicInteger, TENORITE_COMPARED, TENORITE_COMPARE)
TENORITE_ATOMIC(CAS, AtomicShort, TENORITE_COMPARED, TENORITE_COMPARE)

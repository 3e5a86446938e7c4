// SPDX-License-Identifier: Apache-2.0
// Debug mode: the functions that code compiled with -fsanitize=thread calls.
#pragma once

#include "jit/prelude/emulator/host_types.h"

#ifdef TENORITE_CHECKED
#define TENORITE_HIDDEN \
  TENORITE_UNCHECKED    \
  __attribute__((noinline, used, visibility("hidden")))
#define TENORITE_CHECK(name, kind, size)                                 \
  TENORITE_UNCHECKED __attribute__((noinline, used)) void __tsan_##name( \
      void* p) {                                                         \
    tenorite::host::runtime->access(p, size, tenorite::host::kind,       \
                                    __builtin_return_address(0));        \
  }
#define TENORITE_CHECKS(bytes)                        \
  TENORITE_CHECK(read##bytes, kRead, bytes)           \
  TENORITE_CHECK(write##bytes, kWrite, bytes)         \
  TENORITE_CHECK(read_write##bytes, kWrite, bytes)    \
  TENORITE_CHECK(unaligned_read##bytes, kRead, bytes) \
  TENORITE_CHECK(unaligned_write##bytes, kWrite, bytes)
#define TENORITE_RANGE(name, kind)                                       \
  TENORITE_UNCHECKED __attribute__((noinline, used)) void __tsan_##name( \
      void* p, unsigned long size) {                                     \
    tenorite::host::runtime->access(p, size, tenorite::host::kind,       \
                                    __builtin_return_address(0));        \
  }
extern "C" {
TENORITE_CHECKS(1)
TENORITE_CHECKS(2)
TENORITE_CHECKS(4)
TENORITE_CHECKS(8)
TENORITE_CHECKS(16)
TENORITE_RANGE(read_range, kRead)
TENORITE_RANGE(write_range, kWrite)
// Compilers make calls of these out of loops and of copies of structs; sources
// may be arguments of the launch, so that reads are not looked at.
TENORITE_HIDDEN void* memset(void* to, int value, unsigned long size) noexcept {
  if (size) __tsan_write_range(to, size);
  for (unsigned long i = 0; i < size; ++i)
    ((volatile unsigned char*)to)[i] = (unsigned char)value;
  return to;
}
TENORITE_HIDDEN void* memmove(void* to, const void* from,
                              unsigned long size) noexcept {
  if (size) __tsan_write_range(to, size);
  auto* out = (volatile unsigned char*)to;
  auto* in = (const volatile unsigned char*)from;
  if (out <= in)
    for (unsigned long i = 0; i < size; ++i) out[i] = in[i];
  else
    for (unsigned long i = size; i-- > 0;) out[i] = in[i];
  return to;
}
TENORITE_HIDDEN void* memcpy(void* to, const void* from,
                             unsigned long size) noexcept {
  return memmove(to, from, size);
}
TENORITE_UNCHECKED __attribute__((used)) void __tsan_init() {}
TENORITE_UNCHECKED __attribute__((used)) void __tsan_func_entry(void*) {}
TENORITE_UNCHECKED __attribute__((used)) void __tsan_func_exit(void*) {}
TENORITE_UNCHECKED __attribute__((used)) void __tsan_vptr_update(void*, void*) {
}
TENORITE_UNCHECKED __attribute__((used)) void __tsan_vptr_read(void*) {}
}
#undef TENORITE_CHECK
#undef TENORITE_CHECKS
#undef TENORITE_RANGE
#undef TENORITE_HIDDEN
#endif

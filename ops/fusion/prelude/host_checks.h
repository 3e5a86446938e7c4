// SPDX-License-Identifier: Apache-2.0
// Debug mode: the functions that code compiled with -fsanitize=thread calls.
#pragma once

#include "ops/fusion/prelude/host_types.h"

#ifdef TENORITE_CHECKED
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
#endif

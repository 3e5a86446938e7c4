// SPDX-License-Identifier: Apache-2.0
// Runs the code of users' kernels on a thread of the process so that it can be
// left from anywhere: when a signal's handler wants the launch to end, however
// long a loop goes on, and when the code faults. What the code had on its stack
// is left behind, not unwound.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

namespace tenorite::cpu {

struct Fault {
  enum class Kind : uint8_t {
    kNone,
    kInterrupted,  // a signal's handler, or another thread of the launch
    kAddress,      // SIGSEGV, SIGBUS
    kStack,        // SIGSEGV below the stack
    kArithmetic,   // SIGFPE
    kInstruction,  // SIGILL
  };
  Kind kind = Kind::kNone;
  const void* address = nullptr;  // kAddress; all bits set if unknown
  const void* site = nullptr;     // of the instruction

  explicit operator bool() const { return kind != Kind::kNone; }
};

// The machine code of a module, which stays for ever, is such code from now on:
// of the object that `address` lies in.
void add_user_code(const void* address);

// Calls body(context), which goes into such code. Exceptions pass.
Fault run_user_code(void (*body)(void*), void* context);
template <class F>
Fault run_user_code(F&& body) {
  using Body = std::remove_reference_t<F>;
  return run_user_code([](void* f) { (*static_cast<Body*>(f))(); },
                       const_cast<std::remove_const_t<Body>*>(&body));
}

// Interrupted, or RuntimeError with what happened; `where` begins the text
// ("kernel 'f', thread (0, 0, 0), block (1, 0, 0)").
[[noreturn]] void throw_fault(const Fault& fault, const char* where);
// For code of which only the kernel's name is known.
[[noreturn]] void throw_kernel_fault(const Fault& fault, const char* name);
template <class F>
void run_kernel_code(const char* name, F&& body) {
  if (const Fault fault = run_user_code(body)) [[unlikely]]
    throw_kernel_fault(fault, name);
}

// Where the calling thread's code runs on fibers, whose stacks are too small
// for the handlers of signals in Python: `look` calls look_for_signals() on
// another stack, and need not come back. Null for none. Returns the former one.
using LookElsewhere = void (*)();
LookElsewhere look_elsewhere(LookElsewhere look);
// After a look that did not come back.
void allow_looks() noexcept;

}  // namespace tenorite::cpu

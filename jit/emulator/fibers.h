// SPDX-License-Identifier: Apache-2.0
// Stacks that a thread of the process switches between by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tenorite::cpu {

// Where a flow of control stands that another one has replaced.
struct Context {
  void* state = nullptr;
};

// Stores the caller in `from` and continues `to`.
#if defined(__x86_64__)
// A jump, since each return to another place than the last call's would be
// predicted wrongly. The compiler saves what the caller needs.
[[gnu::always_inline]] inline void switch_context(Context& from, Context& to) {
  void** leave = &from.state;
  void* enter = to.state;
  asm volatile(
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%[leave])\n\t"
      "movq %[enter], %%rsp\n\t"
      "popq %%rax\n\t"
      "notrack jmpq *%%rax\n"
      "1:\n\t"
      "popq %%rbp"
      : [leave] "+D"(leave), [enter] "+S"(enter)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13",
        "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
        "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
}
#else
void switch_context(Context& from, Context& to);
#endif

// Memory for stacks of one size, each with a page below it that faults. Pages
// are taken from the system as they are touched.
class StackArena {
 public:
  explicit StackArena(size_t stack_bytes);
  ~StackArena();
  StackArena(const StackArena&) = delete;
  StackArena& operator=(const StackArena&) = delete;

  // MemoryError-like OutOfMemoryError when the system has none left. Stack
  // `index` keeps its place.
  void grow(size_t count);
  size_t size() const { return count_; }
  size_t stack_bytes() const { return stack_bytes_; }
  // A context that calls entry(argument) on stack `index`, which must never
  // return.
  Context start(size_t index, void (*entry)(void*), void* argument);
  // The index of the stack that an address lies in; -1 for none.
  int64_t find(const void* address) const;

 private:
  struct Chunk {
    std::byte* begin;
    size_t first, count;
  };
  std::byte* base(size_t index) const;

  size_t stack_bytes_, count_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<void*> portable_;  // ucontext_t, where there is no own switch
};

}  // namespace tenorite::cpu

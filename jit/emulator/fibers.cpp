// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/fibers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "core/error.h"

#if defined(__x86_64__)
asm(R"(
.text
.p2align 4
.local tenorite_begin
.type tenorite_begin, @function
tenorite_begin:
  .cfi_startproc
  .cfi_undefined rip
  popq %rdi
  popq %rbx
  call *%rbx
  ud2
  .cfi_endproc
.size tenorite_begin, .-tenorite_begin
)");
#elif defined(__aarch64__)
// What a called function must keep goes to the stack that is left.
asm(R"(
.text
.p2align 4
.local tenorite_switch
.type tenorite_switch, %function
tenorite_switch:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size tenorite_switch, .-tenorite_switch

.p2align 4
.local tenorite_begin
.type tenorite_begin, %function
tenorite_begin:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x20
  blr x19
  brk #1
  .cfi_endproc
.size tenorite_begin, .-tenorite_begin
)");
#else
#include <ucontext.h>
#endif

namespace tenorite::cpu {
namespace {

// Stacks with a guard page take two of the process's mappings each, and those
// are limited (65530 by default): beyond this many, stacks go without.
constexpr int kMaxGuards = 16384;
std::atomic<int> g_guards{0};

size_t page_bytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Tops of stacks that lie a power of two apart would share a few lines of the
// first-level cache.
size_t colour(size_t index) { return index % 31 * 128; }

}  // namespace

#if defined(__x86_64__)
extern "C" void tenorite_begin();
#elif defined(__aarch64__)
extern "C" {
void tenorite_switch(void** from, void* to);
void tenorite_begin();
}

void switch_context(Context& from, Context& to) {
  tenorite_switch(&from.state, to.state);
}
#else
void switch_context(Context& from, Context& to) {
  ucontext_t here;
  from.state = &here;
  swapcontext(&here, static_cast<ucontext_t*>(to.state));
}
#endif

StackArena::StackArena(size_t stack_bytes)
    : stack_bytes_((stack_bytes + page_bytes() - 1) / page_bytes() *
                   page_bytes()) {
#if defined(__x86_64__)
  uint64_t shadow = 0;
  asm volatile("rdsspq %0" : "+r"(shadow));
  TENORITE_CHECK(shadow == 0, RuntimeError,
                 "kernels with barriers cannot run on the CPU while shadow "
                 "stacks are on (GLIBC_TUNABLES=glibc.cpu.x86_shstk=off)");
#endif
}

StackArena::~StackArena() {
  for (const Chunk& chunk : chunks_)
    munmap(chunk.begin, chunk.count * stack_bytes_);
#if !defined(__x86_64__) && !defined(__aarch64__)
  for (void* context : portable_) delete static_cast<ucontext_t*>(context);
#endif
}

void StackArena::grow(size_t count) {
  if (count <= count_) return;
  const size_t more = count - count_;
  chunks_.reserve(chunks_.size() + 1);
  void* memory = mmap(nullptr, more * stack_bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  TENORITE_CHECK(memory != MAP_FAILED, OutOfMemoryError,
                 "no memory for the stacks of %zu threads of a kernel", count);
  // Huge pages would make each stack as large as they are.
  madvise(memory, more * stack_bytes_, MADV_NOHUGEPAGE);
  auto* begin = static_cast<std::byte*>(memory);
  for (size_t i = 0; i < more && g_guards < kMaxGuards; ++i, ++g_guards)
    if (mprotect(begin + i * stack_bytes_, page_bytes(), PROT_NONE) != 0) break;
  chunks_.push_back({begin, count_, more});
  count_ = count;
}

std::byte* StackArena::base(size_t index) const {
  for (const Chunk& chunk : chunks_)
    if (index - chunk.first < chunk.count)
      return chunk.begin + (index - chunk.first) * stack_bytes_;
  return nullptr;
}

int64_t StackArena::find(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  for (const Chunk& chunk : chunks_)
    if (byte >= chunk.begin && byte < chunk.begin + chunk.count * stack_bytes_)
      return static_cast<int64_t>(
          chunk.first + static_cast<size_t>(byte - chunk.begin) / stack_bytes_);
  return -1;
}

Context StackArena::start(size_t index, void (*entry)(void*), void* argument) {
  std::byte* begin = base(index);
  std::byte* top = begin + stack_bytes_ - colour(index);
#if defined(__x86_64__)
  // What tenorite_begin pops, behind its own address; the stack is aligned to
  // 16 bytes then.
  void* frame[] = {reinterpret_cast<void*>(tenorite_begin), argument,
                   reinterpret_cast<void*>(entry)};
  std::byte* state = top - 16 - sizeof(frame);
  std::memcpy(state, frame, sizeof(frame));
  return {state};
#elif defined(__aarch64__)
  void* frame[20] = {reinterpret_cast<void*>(entry), argument};
  frame[11] = reinterpret_cast<void*>(tenorite_begin);  // x30
  std::byte* state = top - sizeof(frame);
  std::memcpy(state, frame, sizeof(frame));
  return {state};
#else
  if (portable_.size() <= index) portable_.resize(count_);
  if (portable_[index] == nullptr) portable_[index] = new ucontext_t;
  auto* context = static_cast<ucontext_t*>(portable_[index]);
  getcontext(context);
  context->uc_stack.ss_sp = begin + page_bytes();
  context->uc_stack.ss_size = static_cast<size_t>(top - begin) - page_bytes();
  context->uc_link = nullptr;
  // makecontext passes ints only.
  static_assert(sizeof(uintptr_t) == 2 * sizeof(unsigned));
  const auto f = reinterpret_cast<uintptr_t>(entry);
  const auto a = reinterpret_cast<uintptr_t>(argument);
  makecontext(context,
              reinterpret_cast<void (*)()>(
                  +[](unsigned f0, unsigned f1, unsigned a0, unsigned a1) {
                    auto join = [](unsigned low, unsigned high) {
                      return uintptr_t{high} << 32 | low;
                    };
                    reinterpret_cast<void (*)(void*)>(join(f0, f1))(
                        reinterpret_cast<void*>(join(a0, a1)));
                  }),
              4, static_cast<unsigned>(f), static_cast<unsigned>(f >> 32),
              static_cast<unsigned>(a), static_cast<unsigned>(a >> 32));
  return {context};
#endif
}

}  // namespace tenorite::cpu

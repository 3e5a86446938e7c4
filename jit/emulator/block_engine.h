// SPDX-License-Identifier: Apache-2.0
// Runs the threads of one block of a raw kernel on one thread of the process.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "jit/emulator/fibers.h"
#include "jit/prelude/emulator/host_abi.h"

namespace tenorite::cpu {

class Block;
struct Fiber;

// What debug mode is told. Each function may end the block by Block::fail.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  virtual void begin_block(Block& block) = 0;
  virtual void arrive(Block& block, const Fiber& thread, const void* site) = 0;
  virtual void pass_grid() = 0;
  virtual void access(Block& block, const void* address, size_t size,
                      host::AccessKind kind, const void* site) = 0;
  // Before threads go on from a barrier that some have not reached and never
  // will, because they have returned.
  virtual void open_without(Block& block, unsigned arrived) = 0;
  // "kernel 'f', file.py:12: thread (1, 0, 0), block (0, 0, 0)", of the running
  // thread at an instruction.
  virtual std::string place(const Block& block, const void* site) const = 0;
};

// Lanes of a warp that wait for each other. One at a time per mask; it is read
// by each lane right after the lane resumes.
struct Meeting {
  unsigned mask, arrived;
  int unread;
  bool done;
  unsigned long long values[32];
};

struct Warp {
  unsigned ended;  // lanes that returned, or never were
  std::vector<Meeting*> open;
  uint64_t meetings;  // that ended so far
};

// A thread of a kernel that has its own stack. Threads that never wait share
// one stack, one after the other.
struct alignas(64) Fiber {
  enum class Wait : uint8_t { kNone, kBarrier, kMeeting, kActiveMask, kGrid };

  // One cache line is all that a barrier touches.
  Context context;
  Fiber *next = nullptr, *previous = nullptr;  // in the ring
  unsigned generation = 0;                     // kBarrier, kGrid
  Wait wait = Wait::kNone;
  const void* site = nullptr;
  host::Index thread{};
  unsigned linear = 0;

  Meeting* meeting = nullptr;  // kMeeting
  unsigned active = 0;         // kActiveMask: the answer, once there is one
  size_t stack = 0;
  Block* block = nullptr;
};

// Threads that wait hand over to the next thread directly: 12 ns at a barrier
// instead of the microseconds of an operating system's thread. The order is
// fixed, so that results are the same each time.
class Block {
 public:
  explicit Block(size_t stack_bytes) : stacks_(stack_bytes) {}
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // The kernel's variables are those of the calling thread, which has to be the
  // same for all calls of run() until the next begin(). `observer` may be null.
  void begin(const host::Kernel& kernel, const host::Launch& launch,
             const host::ThreadVariables& variables, size_t shared_bytes,
             BlockObserver* observer, bool cooperative);
  void set_block(host::Index index);
  // Those that are the same for all threads.
  void set_variables();
  // Until all threads ended (true) or all that are left wait for the grid.
  // RuntimeError or IndexError for what went wrong in the kernel.
  bool run();
  // After run() was left without an end (jit/emulator/user_code.h): forgets the
  // run.
  void abandon();

  // What the threads call.
  static Block& current();
  host::Votes barrier(bool vote, const void* site);
  host::Lanes meet(unsigned mask, unsigned long long value, const void* site);
  unsigned active_mask(const void* site);
  void grid_barrier(const void* site);
  void yield();
  // Ends the run of the block with an exception.
  [[noreturn]] void fail(std::exception_ptr error);
  // From a signal's handler in a thread: run() looks for signals meanwhile.
  void look();
  BlockObserver* observer() const { return observer_; }

  const host::Kernel& kernel() const { return *kernel_; }
  const Fiber& fiber() const { return *self_; }
  host::Index index() const { return index_; }
  unsigned generation() const { return generation_; }
  unsigned threads() const { return threads_; }
  host::Index shape() const { return launch_->block; }
  std::byte* shared_memory() const { return shared_; }
  size_t shared_bytes() const { return shared_bytes_; }
  const StackArena& stacks() const { return stacks_; }
  const Warp& warp(unsigned number) const { return warps_[number]; }
  // "thread (1, 0, 0), block (0, 0, 0)", of the running thread.
  std::string where() const;

 private:
  static void enter(void* fiber);
  void live(Fiber& self);
  void end_thread(Fiber& self);
  Fiber& unused_fiber();
  void resume(Fiber& fiber);
  void hand_over(Fiber& self);
  template <class Ready>
  void wait_until(Fiber& self, Fiber::Wait wait, Ready ready);
  void open_barrier();
  void close_if_complete(Warp& warp, size_t number);
  bool answer_active_masks(Warp& warp, unsigned first);
  bool can_go_on(const Fiber& fiber) const;
  [[noreturn]] void fail_stuck();
  void reset();

  const host::Kernel* kernel_ = nullptr;
  const host::Launch* launch_ = nullptr;
  host::ThreadVariables variables_{};
  BlockObserver* observer_ = nullptr;
  bool cooperative_ = false, needs_variables_ = false;
  host::Index index_{};

  StackArena stacks_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> unused_;
  std::vector<Fiber*> by_thread_;
  std::vector<Warp> warps_;
  std::vector<std::unique_ptr<Meeting>> meetings_;
  std::vector<Meeting*> unused_meetings_;
  std::unique_ptr<std::byte[]> shared_memory_;
  std::byte* shared_ = nullptr;
  size_t shared_bytes_ = 0, shared_capacity_ = 0;

  Context main_;
  Fiber* self_ = nullptr;  // the running one
  Fiber* ring_ = nullptr;  // any that waits
  unsigned threads_ = 0;
  unsigned started_ = 0, alive_ = 0, waiting_threads_ = 0;
  unsigned arrived_ = 0, votes_ = 0, at_grid_ = 0;
  unsigned generation_ = 0, grid_generation_ = 0;
  unsigned stuck_ = 0;
  host::Votes result_{};
  std::exception_ptr failure_;
  bool looks_ = false;
  Block* outer_ = nullptr;  // that this thread was running
};

// Where a thread is in its block, or a block in its grid.
inline host::Index position(uint64_t linear, host::Index shape) {
  return {static_cast<unsigned>(linear % shape.x),
          static_cast<unsigned>(linear / shape.x % shape.y),
          static_cast<unsigned>(linear / shape.x / shape.y)};
}

struct Fault;
// For a run of the block that ended so (jit/emulator/user_code.h).
[[noreturn]] void throw_block_fault(const Fault& fault, Block& block);

// What host::Module::runtime is set to.
extern const host::Runtime kRuntime;

}  // namespace tenorite::cpu

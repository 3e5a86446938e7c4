// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/block_engine.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "core/interrupt.h"
#include "jit/emulator/user_code.h"

namespace tenorite::cpu {
namespace {

constexpr unsigned kLanes = 32;
// Shared memory starts as CUDA's does.
constexpr size_t kSharedAlignment = 1024;

thread_local Block* t_block = nullptr;

std::string show(host::Index i) {
  return format("(%u, %u, %u)", i.x, i.y, i.z);
}

}  // namespace

Block::~Block() = default;

Block& Block::current() {
  if (t_block == nullptr)
    throw RuntimeError("a kernel without barriers came to a barrier");
  return *t_block;
}

void Block::begin(const host::Kernel& kernel, const host::Launch& launch,
                  const host::ThreadVariables& variables, size_t shared_bytes,
                  BlockObserver* observer, bool cooperative) {
  kernel_ = &kernel;
  launch_ = &launch;
  variables_ = variables;
  observer_ = observer;
  cooperative_ = cooperative;
  needs_variables_ = (kernel.flags & host::kNeedsVariables) != 0;
  threads_ = launch.block.x * launch.block.y * launch.block.z;
  by_thread_.resize(threads_);
  warps_.resize((threads_ + kLanes - 1) / kLanes);
  shared_bytes_ = shared_bytes;
  if (shared_bytes > shared_capacity_ || shared_ == nullptr) {
    shared_memory_.reset(new std::byte[shared_bytes + kSharedAlignment]());
    shared_capacity_ = shared_bytes;
    const auto address = reinterpret_cast<uintptr_t>(shared_memory_.get());
    shared_ = shared_memory_.get() + (-address & (kSharedAlignment - 1));
  }
}

void Block::set_block(host::Index index) {
  index_ = index;
  started_ = arrived_ = votes_ = at_grid_ = stuck_ = 0;
  alive_ = threads_;
  generation_ = grid_generation_ = 0;
  for (size_t i = 0; i < warps_.size(); ++i) {
    const unsigned lanes = std::min(kLanes, threads_ - kLanes * unsigned(i));
    warps_[i].ended = lanes == kLanes ? 0 : ~0u << lanes;
    warps_[i].meetings = 0;
  }
}

void Block::set_variables() {
  *variables_.block_index = index_;
  *variables_.block_size = launch_->block;
  *variables_.grid_size = launch_->grid;
  *variables_.dynamic_shared = shared_;
}

bool Block::run() {
  if (alive_ == 0) return true;
  set_variables();
  outer_ = t_block;
  t_block = this;
  looks_ = false;
  const LookElsewhere before = look_elsewhere([] { t_block->look(); });
  if (observer_ != nullptr && started_ == 0) observer_->begin_block(*this);
  if (at_grid_ > 0) {
    at_grid_ = 0;
    ++grid_generation_;
    if (observer_ != nullptr) observer_->pass_grid();
  }
  Fiber& first = started_ == 0 ? unused_fiber() : *ring_;
  if (started_ > 0) resume(first);
  switch_context(main_, first.context);
  while (looks_) {
    looks_ = false;
    look_elsewhere(nullptr);
    try {
      look_for_signals();
    } catch (...) {
      // The handler's frame is among what the stacks lose.
      allow_looks();
      failure_ = std::current_exception();
      break;
    }
    look_elsewhere([] { t_block->look(); });
    set_variables();
    resume(*self_);
    switch_context(main_, self_->context);
  }
  look_elsewhere(before);
  t_block = outer_;
  if (failure_) {
    reset();
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  return alive_ == 0;
}

void Block::abandon() {
  t_block = outer_;
  reset();
}

void Block::look() {
  looks_ = true;
  switch_context(self_->context, main_);
}

void Block::enter(void* argument) {
  auto* fiber = static_cast<Fiber*>(argument);
  fiber->block->live(*fiber);
}

Fiber& Block::unused_fiber() {
  if (unused_.empty()) {
    // At most as many as threads, but more than one at a time.
    const size_t wanted =
        std::min<size_t>(threads_, std::max<size_t>(32, 2 * fibers_.size()));
    const size_t before = fibers_.size();
    stacks_.grow(wanted);
    for (size_t i = before; i < wanted; ++i) {
      auto fiber = std::make_unique<Fiber>();
      fiber->stack = i;
      fiber->block = this;
      fiber->context = stacks_.start(i, enter, fiber.get());
      fibers_.push_back(std::move(fiber));
    }
    for (size_t i = wanted; i-- > before;) unused_.push_back(fibers_[i].get());
  }
  Fiber* fiber = unused_.back();
  unused_.pop_back();
  return *fiber;
}

// Thread after thread, as long as none waits: then another fiber goes on with
// those that have not started.
void Block::live(Fiber& self) {
  for (;;) {
    Fiber* next = nullptr;
    while (started_ < threads_) {
      self.linear = started_++;
      self.thread = position(self.linear, launch_->block);
      self.wait = Fiber::Wait::kNone;
      by_thread_[self.linear] = &self;
      if (ring_ == nullptr) {
        ring_ = self.next = self.previous = &self;
      } else {
        self.next = ring_;
        self.previous = ring_->previous;
        self.previous->next = self.next->previous = &self;
      }
      stuck_ = 0;
      resume(self);
      kernel_->thread(launch_, self.thread, index_);
      next = self.next;
      end_thread(self);
    }
    unused_.push_back(&self);
    if (ring_ == nullptr || (at_grid_ > 0 && at_grid_ == alive_)) {
      switch_context(self.context, main_);
    } else {
      if (next == nullptr || next == &self) next = ring_;
      resume(*next);
      switch_context(self.context, next->context);
    }
  }
}

void Block::end_thread(Fiber& self) {
  if (self.next == &self) {
    ring_ = nullptr;
  } else {
    self.next->previous = self.previous;
    self.previous->next = self.next;
    if (ring_ == &self) ring_ = self.next;
  }
  by_thread_[self.linear] = nullptr;
  --alive_;
  if (arrived_ > 0 && arrived_ == alive_) open_barrier();
  Warp& warp = warps_[self.linear / kLanes];
  warp.ended |= 1u << self.linear % kLanes;
  for (size_t i = warp.open.size(); i-- > 0;) close_if_complete(warp, i);
}

void Block::resume(Fiber& fiber) {
  self_ = &fiber;
  if (needs_variables_) *variables_.thread_index = fiber.thread;
}

void Block::hand_over(Fiber& self) {
  Fiber* to;
  if (started_ < threads_) [[unlikely]] {
    to = &unused_fiber();
  } else {
    to = self.next;
    if (to == &self) return;
    resume(*to);
    // The next but one: its line and the top of its stack.
    __builtin_prefetch(to->next->next);
    __builtin_prefetch(to->next->context.state, 1);
    __builtin_prefetch(static_cast<std::byte*>(to->next->context.state) + 64,
                       1);
  }
  switch_context(self.context, to->context);
}

template <class Ready>
void Block::wait_until(Fiber& self, Fiber::Wait wait, Ready ready) {
  while (!ready()) {
    self.wait = wait;
    if (++stuck_ > 2 * threads_ + 2) [[unlikely]]
      fail_stuck();
    hand_over(self);
  }
  self.wait = Fiber::Wait::kNone;
  stuck_ = 0;
}

host::Votes Block::barrier(bool vote, const void* site) {
  Fiber& self = *self_;
  self.site = site;
  self.generation = generation_;
  votes_ += vote;
  if (++arrived_ == alive_)
    open_barrier();
  else
    wait_until(self, Fiber::Wait::kBarrier,
               [&] { return generation_ != self.generation; });
  return result_;
}

void Block::open_barrier() {
  if (observer_ != nullptr && arrived_ != threads_) [[unlikely]] {
    std::exception_ptr error;
    try {
      observer_->open_without(*this, arrived_);
    } catch (...) {
      error = std::current_exception();
    }
    if (error) fail(std::move(error));
  }
  result_ = {votes_, arrived_};
  arrived_ = votes_ = 0;
  ++generation_;
}

host::Lanes Block::meet(unsigned mask, unsigned long long value,
                        const void* site) {
  Fiber& self = *self_;
  const unsigned lane = self.linear % kLanes;
  if ((mask >> lane & 1) == 0)
    fail(std::make_exception_ptr(RuntimeError(
        format("kernel '%s': %s calls a warp operation with mask 0x%08x, "
               "which lacks its own lane %u",
               kernel_->name, where().c_str(), mask, lane))));
  Warp& warp = warps_[self.linear / kLanes];
  size_t number = 0;
  while (number < warp.open.size() && warp.open[number]->mask != mask) ++number;
  if (number == warp.open.size()) {
    if (unused_meetings_.empty()) {
      meetings_.push_back(std::make_unique<Meeting>());
      unused_meetings_.push_back(meetings_.back().get());
    }
    Meeting* fresh = unused_meetings_.back();
    unused_meetings_.pop_back();
    std::memset(fresh, 0, sizeof(*fresh));
    fresh->mask = mask;
    warp.open.push_back(fresh);
  }
  Meeting* meeting = warp.open[number];
  meeting->values[lane] = value;
  meeting->arrived |= 1u << lane;
  ++meeting->unread;
  self.meeting = meeting;
  self.site = site;
  close_if_complete(warp, number);
  wait_until(self, Fiber::Wait::kMeeting, [&] { return meeting->done; });
  if (--meeting->unread == 0) unused_meetings_.push_back(meeting);
  return {meeting->values, meeting->arrived, lane};
}

void Block::close_if_complete(Warp& warp, size_t number) {
  Meeting* meeting = warp.open[number];
  if (meeting->mask & ~(meeting->arrived | warp.ended)) return;
  meeting->done = true;
  ++warp.meetings;
  warp.open.erase(warp.open.begin() + static_cast<std::ptrdiff_t>(number));
}

// The lanes that are in the same place, as if the warp ran in step: it is asked
// for by waiting until every lane of the warp waits for something.
unsigned Block::active_mask(const void* site) {
  Fiber& self = *self_;
  self.site = site;
  self.active = 0;
  self.wait = Fiber::Wait::kActiveMask;
  Warp& warp = warps_[self.linear / kLanes];
  const unsigned first = self.linear / kLanes * kLanes;
  wait_until(self, Fiber::Wait::kActiveMask, [&] {
    return self.active != 0 ||
           (answer_active_masks(warp, first) && self.active != 0);
  });
  return self.active;
}

bool Block::can_go_on(const Fiber& fiber) const {
  switch (fiber.wait) {
    case Fiber::Wait::kNone:
      return true;
    case Fiber::Wait::kBarrier:
      return fiber.generation != generation_;
    case Fiber::Wait::kMeeting:
      return fiber.meeting->done;
    case Fiber::Wait::kActiveMask:
      return fiber.active != 0;
    case Fiber::Wait::kGrid:
      return fiber.generation != grid_generation_;
  }
  return true;
}

bool Block::answer_active_masks(Warp& warp, unsigned first) {
  const void* site = nullptr;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (warp.ended >> lane & 1) continue;
    if (first + lane >= started_) return false;
    const Fiber& fiber = *by_thread_[first + lane];
    if (can_go_on(fiber)) return false;
    if (fiber.wait == Fiber::Wait::kActiveMask && site == nullptr)
      site = fiber.site;
  }
  unsigned mask = 0;
  auto in_place = [&](unsigned lane) {
    if (warp.ended >> lane & 1) return false;
    const Fiber& fiber = *by_thread_[first + lane];
    return fiber.wait == Fiber::Wait::kActiveMask && fiber.site == site;
  };
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (in_place(lane)) mask |= 1u << lane;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) by_thread_[first + lane]->active = mask;
  return true;
}

void Block::grid_barrier(const void* site) {
  if (!cooperative_)
    fail(std::make_exception_ptr(RuntimeError(
        format("kernel '%s': the grid can be synchronised in cooperative "
               "launches only",
               kernel_->name))));
  Fiber& self = *self_;
  self.site = site;
  self.generation = grid_generation_;
  self.wait = Fiber::Wait::kGrid;
  if (++at_grid_ == alive_) {
    stuck_ = 0;
    ring_ = &self;
    switch_context(self.context, main_);
  }
  wait_until(self, Fiber::Wait::kGrid,
             [&] { return grid_generation_ != self.generation; });
}

void Block::yield() {
  stuck_ = 0;
  if (ring_->next == ring_ && started_ == threads_) sched_yield();
  hand_over(*self_);
}

void Block::fail(std::exception_ptr error) {
  failure_ = std::move(error);
  switch_context(self_->context, main_);
  std::abort();  // nobody resumes a thread of a block that failed
}

void Block::fail_stuck() {
  // What the first thread of each kind waits for says enough.
  std::string text;
  const char* names[] = {nullptr, "at a barrier", "at a warp operation",
                         "at __activemask", "for the grid"};
  for (int kind = 1; kind < 5; ++kind) {
    Fiber* fiber = ring_;
    do {
      if (static_cast<int>(fiber->wait) == kind) {
        if (!text.empty()) text += ", ";
        text += "thread " + show(fiber->thread) + " " + names[kind];
        if (fiber->wait == Fiber::Wait::kMeeting)
          text += format(" with mask 0x%08x, to which only lanes 0x%08x came",
                         fiber->meeting->mask, fiber->meeting->arrived);
        break;
      }
      fiber = fiber->next;
    } while (fiber != ring_);
  }
  fail(std::make_exception_ptr(RuntimeError(
      format("kernel '%s': threads of block %s wait for each other forever: %s",
             kernel_->name, show(index_).c_str(), text.c_str()))));
}

// All stacks are as new; what stood on them is gone.
void Block::reset() {
  unused_.clear();
  for (size_t i = fibers_.size(); i-- > 0;) {
    Fiber& fiber = *fibers_[i];
    fiber.context = stacks_.start(i, enter, &fiber);
    unused_.push_back(&fiber);
  }
  ring_ = nullptr;
  alive_ = started_ = threads_ = 0;
  for (Warp& warp : warps_) warp.open.clear();
  unused_meetings_.clear();
  for (auto& meeting : meetings_) unused_meetings_.push_back(meeting.get());
}

std::string Block::where() const {
  return "thread " + show(self_->thread) + ", block " + show(index_);
}

void throw_block_fault(const Fault& fault, Block& block) {
  const std::string place = block.observer() != nullptr
                                ? block.observer()->place(block, fault.site)
                                : format("kernel '%s': %s", block.kernel().name,
                                         block.where().c_str());
  block.abandon();
  throw_fault(fault, place.c_str());
}

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
// What the code of raw kernels calls.
#include <utility>

#include "core/error.h"
#include "jit/emulator/block_engine.h"

namespace tenorite::cpu {
namespace {

// Compiled code says where it stands in debug mode only; the address behind the
// call tells places apart as well.
#define TENORITE_SITE(site) ((site) ? (site) : __builtin_return_address(0))

// The frames of a kernel are left behind, not unwound: no handler of an
// exception may be active then.
template <class F>
auto guarded(F body) {
  Block& block = Block::current();
  std::exception_ptr error;
  try {
    return body(block);
  } catch (...) {
    error = std::current_exception();
  }
  block.fail(std::move(error));
}

host::Votes barrier(bool vote, const void* site) {
  const void* place = TENORITE_SITE(site);
  Block& current = Block::current();
  if (current.observer() != nullptr) [[unlikely]]
    guarded([&](Block& block) {
      block.observer()->arrive(block, block.fiber(), place);
    });
  return current.barrier(vote, place);
}

host::Lanes meet(unsigned mask, unsigned long long value, const void* site) {
  const void* place = TENORITE_SITE(site);
  return guarded([&](Block& block) { return block.meet(mask, value, place); });
}

unsigned active_mask(const void* site) {
  return Block::current().active_mask(TENORITE_SITE(site));
}

void grid_barrier(const void* site) {
  Block::current().grid_barrier(TENORITE_SITE(site));
}

void yield() { Block::current().yield(); }

void fail(const char* message) {
  guarded([&](Block& block) {
    throw RuntimeError(format("kernel '%s': %s in %s", block.kernel().name,
                              message, block.where().c_str()));
  });
}

void failed_assertion(const char* text, const char* file, unsigned line,
                      const char* function) {
  guarded([&](Block& block) {
    throw RuntimeError(format("%s:%u: %s: %s: assertion '%s' failed", file,
                              line, function, block.where().c_str(), text));
  });
}

void access(const void* address, unsigned long size, host::AccessKind kind,
            const void* site) {
  guarded([&](Block& block) {
    if (block.observer() != nullptr)
      block.observer()->access(block, address, size, kind, site);
  });
}

}  // namespace

constexpr host::Runtime kRuntime = {barrier,          meet,  active_mask,
                                    grid_barrier,     yield, fail,
                                    failed_assertion, access};

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/kernel_checks.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "core/error.h"

namespace tenorite::cpu {
namespace {

// How far from an array an address still counts as meant for it, where other
// memory could be meant as well.
constexpr size_t kNear = size_t{64} << 10;
constexpr uintptr_t kNullPage = 4096;

std::string show(host::Index i) {
  return format("(%u, %u, %u)", i.x, i.y, i.z);
}

const char* verb(host::AccessKind kind) {
  return kind == host::kRead    ? "reads"
         : kind == host::kWrite ? "writes"
                                : "updates";
}

// A number of 64 bits may be a length as well as an address.
bool may_hold_address(unsigned bytes, const void* argument) {
  uint64_t number;
  if (bytes != sizeof(number)) return true;
  std::memcpy(&number, argument, sizeof(number));
  return number >= kNear && number < uint64_t{1} << 56;
}

bool is_own(const std::string& name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" ||
         name == "gridDim" || name == "dynamic_shared" ||
         name.rfind("tenorite_gap", 0) == 0;
}

}  // namespace

KernelChecks::KernelChecks(const DebugTables& tables, void* handle,
                           const host::Kernel& kernel,
                           const jit::LaunchShape& shape,
                           void* const* arguments)
    : tables_(tables), storage_(thread_storage(handle)) {
  for (const ThreadVariable& variable : tables.thread_variables())
    if (!is_own(variable.name)) shared_.push_back(variable);
  for (size_t i = 0; i < shape.num_arrays; ++i)
    arrays_.push_back({static_cast<const std::byte*>(shape.arrays[i].begin),
                       shape.arrays[i].bytes});
  opaque_ = shape.others;
  for (unsigned i = 0; i < kernel.num_parameters; ++i)
    opaque_ |= kernel.parameters[i].kind == host::kOpaque &&
               may_hold_address(kernel.parameters[i].size, arguments[i]);
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) load_address_ = map->l_addr;
  struct Search {
    uintptr_t address;
    std::vector<Range>* known;
  } search{load_address_, &known_};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto* s = static_cast<Search*>(data);
        if (info->dlpi_addr != s->address) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_LOAD)
            s->known->push_back({reinterpret_cast<const std::byte*>(
                                     s->address + info->dlpi_phdr[i].p_vaddr),
                                 info->dlpi_phdr[i].p_memsz});
        return 1;
      },
      &search);
  static_shadow_.resize(storage_.bytes);
}

void KernelChecks::begin_block(Block& block) {
  if (dynamic_shadow_.size() < block.shared_bytes())
    dynamic_shadow_.resize(block.shared_bytes());
  first_time_ = ++time_;
  generation_ = 0;
  barrier_ = nullptr;
}

std::string KernelChecks::line(const void* site) const {
  // The call stands before the address to return to.
  const SourceLine found =
      tables_.find_line(reinterpret_cast<uintptr_t>(site) - load_address_ - 1);
  return found.line == 0 ? "an unknown line"
                         : format("%s:%u", found.file.c_str(), found.line);
}

std::string KernelChecks::start(const Block& block, const void* site) const {
  return format("kernel '%s', %s: %s", block.kernel().name, line(site).c_str(),
                block.where().c_str());
}

void KernelChecks::arrive(Block& block, const Fiber& thread, const void* site) {
  if (generation_ != block.generation()) {
    generation_ = block.generation();
    barrier_ = nullptr;
    ++time_;
  }
  if (barrier_ == nullptr) {
    barrier_ = site;
    barrier_thread_ = thread.thread;
    return;
  }
  if (barrier_ == site) return;
  const std::string here = line(site), there = line(barrier_);
  if (here == there) return;
  throw RuntimeError(
      format("%s waits at this barrier, and thread %s of the block at the one "
             "of %s",
             start(block, site).c_str(), show(barrier_thread_).c_str(),
             there.c_str()));
}

void KernelChecks::open_without(Block& block, unsigned arrived) {
  throw RuntimeError(
      format("kernel '%s', %s: only %u of the %u threads of block %s come to "
             "this barrier, and the others have returned",
             block.kernel().name, line(barrier_).c_str(), arrived,
             block.threads(), show(block.index()).c_str()));
}

void KernelChecks::access(Block& block, const void* address, size_t size,
                          host::AccessKind kind, const void* site) {
  const auto* p = static_cast<const std::byte*>(address);
  if (reinterpret_cast<uintptr_t>(p) < kNullPage)
    throw RuntimeError(start(block, site) + " follows a null pointer");
  for (const Range& array : arrays_)
    if (array.holds(p, size)) return;
  if (block.stacks().find(p) >= 0) return;
  // A barrier that opened since the last arrival begins a new time.
  if (generation_ != block.generation()) {
    generation_ = block.generation();
    barrier_ = nullptr;
    ++time_;
  }
  const Range dynamic{block.shared_memory(), block.shared_bytes()};
  if (dynamic.holds(p, size))
    return check_shared(block, dynamic_shadow_, 0,
                        static_cast<size_t>(p - dynamic.begin), size, kind,
                        site, "dynamic shared memory");
  const Range storage{storage_.begin, storage_.bytes};
  if (storage.holds(p, size)) {
    const auto offset = static_cast<uint64_t>(p - storage.begin);
    for (const ThreadVariable& v : shared_)
      if (offset >= v.offset && offset + size <= v.offset + v.size)
        return check_shared(block, static_shadow_, v.offset, offset, size, kind,
                            site, "shared '" + v.name + "'");
    for (const ThreadVariable& v : tables_.thread_variables())
      if (offset >= v.offset && offset + size <= v.offset + v.size &&
          is_own(v.name) && v.name.rfind("tenorite_gap", 0) != 0)
        return;
    fail_bounds(block, p, size, kind, site);
  }
  for (const Range& range : known_)
    if (range.holds(p, size)) return;
  if (opaque_) {
    auto near = [&](const Range& r) {
      return p + kNear >= r.begin && p < r.begin + r.bytes + kNear;
    };
    if (!near(dynamic) && !near(storage) &&
        std::none_of(arrays_.begin(), arrays_.end(), near))
      return;
  }
  fail_bounds(block, p, size, kind, site);
}

// By the nearest thing that could have been meant.
void KernelChecks::fail_bounds(Block& block, const std::byte* address,
                               size_t size, host::AccessKind kind,
                               const void* site) {
  struct Candidate {
    std::string name;
    const std::byte* begin;
    size_t bytes;
  };
  std::vector<Candidate> all;
  for (size_t i = 0; i < arrays_.size(); ++i)
    all.push_back({format("array %zu of the arguments", i + 1),
                   arrays_[i].begin, arrays_[i].bytes});
  for (const ThreadVariable& v : shared_)
    all.push_back({"shared '" + v.name + "'", storage_.begin + v.offset,
                   static_cast<size_t>(v.size)});
  if (block.shared_bytes() > 0)
    all.push_back(
        {"dynamic shared memory", block.shared_memory(), block.shared_bytes()});
  const Candidate* best = nullptr;
  size_t best_distance = ~size_t{0};
  for (const Candidate& c : all) {
    const size_t distance =
        address < c.begin ? static_cast<size_t>(c.begin - address)
        : address + size > c.begin + c.bytes
            ? static_cast<size_t>(address + size - c.begin - c.bytes)
            : 0;
    if (distance < best_distance) {
      best_distance = distance;
      best = &c;
    }
  }
  std::string place = "at an address that belongs to no array of the kernel";
  if (best != nullptr && best_distance < (size_t{1} << 30))
    place = format("at byte %lld of %s, which has %zu bytes",
                   static_cast<long long>(address - best->begin),
                   best->name.c_str(), best->bytes);
  throw IndexError(format("%s %s %zu bytes out of bounds, %s",
                          start(block, site).c_str(), verb(kind), size,
                          place.c_str()));
}

bool KernelChecks::unordered(const Block& block, const Touch& before,
                             bool atomic) const {
  if (before.time != time_ || (atomic && before.atomic)) return false;
  const unsigned now = block.fiber().linear;
  if (before.by_warps || before.thread / 32 != now / 32) return true;
  // Lanes of a warp that met since are in order.
  return (before.by_lanes || before.thread != now) &&
         block.warp(now / 32).meetings == before.meetings;
}

void KernelChecks::check_shared(Block& block, std::vector<Shadow>& shadows,
                                size_t first, size_t offset, size_t size,
                                host::AccessKind kind, const void* site,
                                const std::string& what) {
  const unsigned now = block.fiber().linear;
  const uint64_t meetings = block.warp(now / 32).meetings;
  const bool atomic = kind == host::kAtomic;
  for (size_t i = offset; i < offset + size; ++i) {
    Shadow& s = shadows[i];
    const bool written = s.write.time >= first_time_;
    if (!written && kind != host::kWrite)
      throw RuntimeError(format(
          "%s %s byte %zu of %s, which no thread of the "
          "block has written",
          start(block, site).c_str(), verb(kind), i - first, what.c_str()));
    const Touch* other = nullptr;
    if (unordered(block, s.write, atomic))
      other = &s.write;
    else if (kind != host::kRead && unordered(block, s.read, atomic))
      other = &s.read;
    if (other != nullptr) {
      const host::Index thread = position(other->thread, block.shape());
      throw RuntimeError(format(
          "%s %s %s, which thread %s %s at %s with no barrier between them",
          start(block, site).c_str(), verb(kind), what.c_str(),
          show(thread).c_str(), other == &s.write ? "writes" : "reads",
          line(other->site).c_str()));
    }
    Touch& touch = kind == host::kRead ? s.read : s.write;
    const bool again = kind == host::kRead && touch.time == time_;
    const bool lanes = again && touch.meetings == meetings &&
                       (touch.by_lanes || touch.thread != now);
    const bool warps =
        again && (touch.by_warps || touch.thread / 32 != now / 32);
    touch = {time_, meetings, now, atomic, lanes, warps, site};
  }
}

}  // namespace tenorite::cpu

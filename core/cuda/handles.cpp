// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/handles.h"

#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "core/mapped_memory.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

struct Known {
  HandleKind kind;
  uint64_t owner;
};

struct Handles {
  PatientMutex mutex;
  std::unordered_map<uint64_t, Known> pointers;
  std::unordered_set<uint64_t> gone;
  std::unordered_set<uint64_t> textures, surfaces;  // numbers of their own
};

// Leaked: handles are let go of during static destruction, too.
Handles& handles() {
  static Handles& all = *new Handles;
  return all;
}

std::unordered_set<uint64_t>* numbers(HandleKind kind) {
  switch (kind) {
    case HandleKind::kTexture:
      return &handles().textures;
    case HandleKind::kSurface:
      return &handles().surfaces;
    default:
      return nullptr;
  }
}

}  // namespace

void note_handle(HandleKind kind, uint64_t handle, uint64_t owner) {
  Handles& all = handles();
  std::lock_guard lock(all.mutex);
  if (auto* own = numbers(kind)) {
    own->insert(handle);
    return;
  }
  all.pointers[handle] = {kind, owner};
  all.gone.erase(handle);
}

void forget_handle(HandleKind kind, uint64_t handle) {
  Handles& all = handles();
  std::lock_guard lock(all.mutex);
  if (auto* own = numbers(kind)) {
    own->erase(handle);
    return;
  }
  all.pointers.erase(handle);
  all.gone.insert(handle);
  std::erase_if(all.pointers, [&](const auto& item) {
    if (item.second.owner != handle) return false;
    all.gone.insert(item.first);
    return true;
  });
}

bool may_be_handle(HandleKind kind, uint64_t handle) {
  Handles& all = handles();
  std::lock_guard lock(all.mutex);
  if (auto* own = numbers(kind)) return own->contains(handle);
  if (auto it = all.pointers.find(handle); it != all.pointers.end())
    return it->second.kind == kind;
  return kind < HandleKind::kLink && !all.gone.contains(handle) &&
         handle % alignof(void*) == 0 && is_mapped(handle, sizeof(void*));
}

}  // namespace tenorite::cuda

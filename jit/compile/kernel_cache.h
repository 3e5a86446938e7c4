// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, shared by processes.
//
// One file per entry, named after its key: magic, format, key, length,
// payload, SHA-256 of all that. Files appear whole, by rename; no locks, no
// side files. Whatever is wrong with a file makes it a miss, and whatever is
// wrong with the directory is told once and then done without: nothing here
// throws because of a disk.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/outer_lock.h"
#include "core/sha256.h"

namespace tenorite::jit {

class DiskCache {
 public:
  enum class Mode : uint8_t { kOff, kReadOnly, kReadWrite };
  struct Options {
    Mode mode = Mode::kReadWrite;
    std::string folder;  // made, readable by its owner alone, when first used
    uint64_t limit_bytes = uint64_t{1} << 30;
    std::string trouble;  // known from the start
  };
  struct Info {
    Mode mode;
    std::string folder;
    std::string trouble;  // why the folder is not used; empty if it is
    uint64_t limit_bytes = 0;
    uint64_t entries = 0, bytes = 0;
    // Of this process.
    uint64_t hits = 0, misses = 0, writes = 0;
    uint64_t rejected = 0;  // files that were not what they should be
  };

  explicit DiskCache(Options options);
  ~DiskCache();
  DiskCache(const DiskCache&) = delete;
  DiskCache& operator=(const DiskCache&) = delete;

  std::optional<std::string> get(const Digest& key);
  void put(const Digest& key, std::string_view payload);
  void remove(const Digest& key);
  // All entries, and temporary files of any age.
  void clear();
  // For an object that lives until the process ends.
  void guard_across_fork();
  Info info();

  // What went wrong first, for a warning: once per object, then "".
  std::string take_trouble();

 private:
  struct Scan;
  struct File;
  using FilePtr = std::shared_ptr<File>;  // open for as long as it is used

  FilePtr open_folder();  // null where it cannot be used; `mutex_` is held
  void report(const std::string& what, int error);
  // Counts; removes temporary files that nobody can be writing any more and,
  // above the limit, the entries used longest ago.
  void sweep(int folder);

  const Options options_;
  PatientMutex mutex_;
  FilePtr folder_;
  bool refused_ = false;
  std::string trouble_;
  bool told_ = false;
  uint64_t bytes_ = 0;  // as far as this process knows
  Info counts_{};
};

// The process's own, from TENORITE_CACHE (on, ro or off), TENORITE_CACHE_DIR
// and TENORITE_CACHE_SIZE (bytes, or with K, M, G), read at first use.
DiskCache& disk_cache();
// Shows trouble as a warning; called with no lock held.
void warn_of_cache_trouble();

}  // namespace tenorite::jit

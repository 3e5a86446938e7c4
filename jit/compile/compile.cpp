// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/compile.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>

#include "core/fork_guard.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "core/spans.h"
#include "jit/compile/compile_error.h"
#include "jit/compile/embedded.h"
#include "jit/compile/includes.h"
#include "jit/compile/kernel_cache.h"
#include "jit/compile/options.h"
#include "jit/compile/packing.h"

namespace tenorite::jit {
namespace {

constexpr uint64_t kMemoryBytes = uint64_t{128} << 20;

std::atomic<CompileWatch> g_watch{nullptr};

// While the thread waits for a compiler: for profiles, and whoever watches.
class Wait {
 public:
  explicit Wait(const KernelSource& source)
      : name_(source.name.c_str()),
        watch_(Unattended::here() ? nullptr : g_watch.load()) {
    if (Unattended::here()) return;
    scope_.emplace("compile", name_, kCpu, kDefaultStream);
    if (watch_) watch_(name_, true);
  }
  ~Wait() {
    if (watch_) watch_(name_, false);
  }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  const char* const name_;
  const CompileWatch watch_;
  std::optional<spans::Scope> scope_;
};

std::string& library_version() {
  static auto* version = new std::string;
  return *version;
}

const BackendEntry& backend_of(const KernelSource& source,
                               const Target& target) {
  if (target.type == DeviceType::kCpu) return kHostBackend;
  return source.backend == Backend::kNvcc ? kNvccBackend : kNvrtcBackend;
}

struct Key {
  Digest digest;
  bool certain;  // all that the code depends on is part of it
};

// What the code depends on; no path of this machine is part of it.
Key key_of(const KernelSource& source, const Target& target) {
  Sha256 key;
  key.field(library_version()).field(embedded_digest());
  key.field(to_string(target)).field(static_cast<uint64_t>(source.backend));
  key.field(static_cast<uint64_t>(source.output));
  key.field(backend_of(source, target).identity());
  key.field(source.name).field(source.text);
  std::vector<Option> options = parse_options(source.options);
  key.field(options.size());
  std::string before;
  for (const Option& option : options) {
    // Of folders, what they hold for this text.
    key.field(option.name).field(option.name == "-I" ? "" : option.value);
    if (option.name == "-include")
      before += "#include \"" + option.value + "\"\n";
  }
  IncludedFiles included =
      included_files(before + source.text, include_folders(source.options));
  key.update({reinterpret_cast<char*>(included.digest.data()),
              included.digest.size()});
  key.field(source.names.size());
  for (const std::string& name : source.names) key.field(name);
  key.field(source.symbols.size());
  for (const auto& [name, symbol] : source.symbols)
    key.field(name).field(symbol);
  return {key.finish(), included.complete};
}

std::string pack(const Artifact& artifact) {
  Packer to;
  to.put(static_cast<uint64_t>(artifact.kind));
  to.put(std::string_view(artifact.name));
  to.put(artifact.symbols.size());
  for (const auto& [name, symbol] : artifact.symbols)
    to.put(std::string_view(name)).put(std::string_view(symbol));
  return to.put(std::string_view(artifact.log))
      .put(std::string_view(artifact.code))
      .bytes;
}

bool unpack(std::string_view bytes, Artifact* artifact) {
  Unpacker from(bytes);
  uint64_t kind, symbols;
  if (!from.take(&kind) || kind > 2 || !from.take(&artifact->name) ||
      !from.take(&symbols))
    return false;
  artifact->kind = static_cast<Artifact::Kind>(kind);
  for (; symbols; --symbols) {
    std::string name, symbol;
    if (!from.take(&name) || !from.take(&symbol)) return false;
    artifact->symbols[name] = symbol;
  }
  return from.take(&artifact->log) && from.take(&artifact->code) &&
         from.done() && !artifact->code.empty();
}

ArtifactPtr read_from_disk(const Digest& key, const KernelSource& source,
                           const Target& target) {
  std::optional<std::string> bytes = disk_cache().get(key);
  Artifact artifact{Artifact::Kind::kCubin, target, source.name, "", {}, ""};
  if (!bytes || !unpack(*bytes, &artifact)) return nullptr;
  return std::make_shared<Artifact>(std::move(artifact));
}

ArtifactPtr run_compiler(const KernelSource& source, const Target& target) {
  const Wait wait(source);
  try {
    if (size_t at = source.text.find('\0'); at != source.text.npos)
      throw Failure{
          "Tenorite", "",
          format("error: the text has a NUL character (byte %zu)", at)};
    std::vector<std::string> options = source.options;
    // The names of a user's macros may well be names inside the preludes.
    std::string definitions;
    if (includes_embedded(source.text))
      options = split_definitions(options, &definitions);
    std::string text = paste_embedded(source.text, source.name, definitions);
    Job job{source, target, text, options};
    Compiled compiled = backend_of(source, target).compile(job);
    return std::make_shared<Artifact>(
        Artifact{compiled.kind, target, source.name, std::move(compiled.code),
                 std::move(compiled.symbols), std::move(compiled.log)});
  } catch (const Failure& failure) {
    throw describe(failure, source, target);
  }
}

// A compilation that is under way or done. Those that failed are forgotten:
// the next call tries again.
struct Flight {
  pid_t process = getpid();  // in a forked child nobody works on it
  bool done = false;
  ArtifactPtr artifact;
  std::exception_ptr error;
};
using FlightPtr = std::shared_ptr<Flight>;

struct Memory {
  PatientMutex mutex;
  std::condition_variable_any landed;
  std::map<Digest, FlightPtr> flights;
  std::list<Digest> finished;  // oldest first
  CompileCounts counts;

  void erase(const Digest& key) {
    auto found = flights.find(key);
    if (found == flights.end()) return;
    if (found->second->artifact) {
      counts.bytes -= found->second->artifact->code.size();
      --counts.entries;
      finished.remove(key);
    }
    flights.erase(found);
  }
  void keep(const Digest& key, const Flight& flight) {
    counts.bytes += flight.artifact->code.size();
    ++counts.entries;
    finished.push_back(key);
    while (counts.bytes > kMemoryBytes && finished.size() > 1)
      erase(Digest(finished.front()));
  }
};
Memory& memory() {
  static auto* instance = [] {
    auto* made = new Memory;
    guard_across_fork(made->mutex);
    return made;
  }();
  return *instance;
}

// The artifact of a key that another thread has made or is making; null when
// it is for this thread to make, under the flight that is then in the table.
ArtifactPtr join(const Digest& key, const KernelSource& source,
                 FlightPtr* own) {
  Memory& m = memory();
  std::unique_lock lock(m.mutex);
  for (;;) {
    FlightPtr& entry = m.flights[key];
    if (!entry || (!entry->done && entry->process != getpid())) {
      *own = entry = std::make_shared<Flight>();
      return nullptr;
    }
    FlightPtr flight = entry;
    std::optional<Wait> wait;
    if (flight->done) {
      ++m.counts.memory_hits;
    } else {
      lock.unlock();
      wait.emplace(source);
      lock.lock();
    }
    while (!flight->done) {
      without_outer_lock([&] {
        m.landed.wait_for(lock, std::chrono::milliseconds(50));
        lock.unlock();
      });
      check_signals();
      lock.lock();
    }
    if (wait) {
      lock.unlock();
      wait.reset();
      lock.lock();
    }
    if (flight->artifact) return flight->artifact;
    // Without an error: the thread that compiled was interrupted.
    if (flight->error) std::rethrow_exception(flight->error);
  }
}

void land(const Digest& key, const FlightPtr& flight, bool from_disk) {
  Memory& m = memory();
  std::lock_guard lock(m.mutex);
  flight->done = true;
  auto entry = m.flights.find(key);
  bool listed = entry != m.flights.end() && entry->second == flight;
  if (flight->artifact) {
    ++(from_disk ? m.counts.disk_hits : m.counts.compiled);
    if (listed) m.keep(key, *flight);
  } else if (listed) {
    m.flights.erase(entry);
  }
  m.landed.notify_all();
}

ArtifactPtr make(const Digest& key, const KernelSource& source,
                 const Target& target, bool* from_disk) {
  ArtifactPtr found = read_from_disk(key, source, target);
  *from_disk = found != nullptr;
  if (found) return found;
  ArtifactPtr made = run_compiler(source, target);
  disk_cache().put(key, pack(*made));
  return made;
}

}  // namespace

ArtifactPtr compile(const KernelSource& source, const Target& target) {
  Key key = key_of(source, target);
  FlightPtr flight;
  if (!key.certain) return run_compiler(source, target);
  if (ArtifactPtr found = join(key.digest, source, &flight)) return found;
  bool from_disk = false;
  try {
    flight->artifact = make(key.digest, source, target, &from_disk);
  } catch (const Interrupted&) {
    land(key.digest, flight, false);
    throw;
  } catch (...) {
    flight->error = std::current_exception();
    land(key.digest, flight, false);
    throw;
  }
  land(key.digest, flight, from_disk);
  warn_of_cache_trouble();
  return flight->artifact;
}

ArtifactPtr find_compiled(const KernelSource& source, const Target& target) {
  Key key = key_of(source, target);
  if (!key.certain) return nullptr;
  {
    Memory& m = memory();
    std::lock_guard lock(m.mutex);
    auto found = m.flights.find(key.digest);
    if (found != m.flights.end()) {
      if (!found->second->done) return nullptr;
      ++m.counts.memory_hits;
      return found->second->artifact;
    }
  }
  if (!read_from_disk(key.digest, source, target)) return nullptr;
  return compile(source, target);
}

void prepare_compiler(const KernelSource& source, const Target& target) {
  if (auto* prepare = backend_of(source, target).prepare) prepare();
}

void forget(const KernelSource& source, const Target& target) {
  Key key = key_of(source, target);
  disk_cache().remove(key.digest);
  Memory& m = memory();
  std::lock_guard lock(m.mutex);
  auto found = m.flights.find(key.digest);
  if (found != m.flights.end() && found->second->done) m.erase(key.digest);
}

CompileCounts compile_counts() {
  Memory& m = memory();
  std::lock_guard lock(m.mutex);
  return m.counts;
}

void clear_compiled() {
  Memory& m = memory();
  std::lock_guard lock(m.mutex);
  while (!m.finished.empty()) m.erase(Digest(m.finished.front()));
}

void set_compile_watch(CompileWatch watch) { g_watch = watch; }

void set_library_version(const std::string& version) {
  library_version() = version;
}

}  // namespace tenorite::jit

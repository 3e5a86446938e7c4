// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/compile.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "core/interrupt.h"
#include "core/sha256.h"
#include "ops/fusion/compile_error.h"
#include "ops/fusion/embedded.h"

namespace tenorite::fusion {
namespace {

// What the code depends on, other than this library's own build.
Digest key_of(const KernelSource& source, const Target& target) {
  Sha256 key;
  key.field(to_string(target)).field(static_cast<uint64_t>(source.backend));
  key.field(target.type == DeviceType::kCpu ? host_compiler_identity()
                                            : nvrtc_identity());
  key.field(embedded_digest()).field(source.name).field(source.text);
  key.field(source.options.size());
  for (const std::string& option : source.options) key.field(option);
  key.field(source.names.size());
  for (const std::string& name : source.names) key.field(name);
  key.field(source.symbols.size());
  for (const auto& [name, symbol] : source.symbols)
    key.field(name).field(symbol);
  return key.finish();
}

ArtifactPtr make(const KernelSource& source, const Target& target) {
  try {
    if (source.text.find('\0') != source.text.npos)
      throw Failure{"Tenorite", "", "error: the text has a NUL character"};
    std::string text = paste_embedded(source.text, source.name);
    Job job{source, target, text};
    Compiled compiled = target.type == DeviceType::kCpu
                            ? compile_for_host(job)
                            : compile_with_nvrtc(job);
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
  bool done = false;
  ArtifactPtr artifact;
  std::exception_ptr error;
};

struct Memory {
  std::mutex mutex;
  std::condition_variable landed;
  std::map<Digest, std::shared_ptr<Flight>> flights;
};
Memory& memory() {
  static auto* instance = new Memory;
  return *instance;
}

}  // namespace

ArtifactPtr compile(const KernelSource& source, const Target& target) {
  Digest key = key_of(source, target);
  Memory& m = memory();
  std::unique_lock lock(m.mutex);
  for (;;) {
    std::shared_ptr<Flight>& entry = m.flights[key];
    if (!entry) break;
    std::shared_ptr<Flight> flight = entry;
    while (!flight->done) {
      m.landed.wait_for(lock, std::chrono::milliseconds(50));
      lock.unlock();
      check_signals();
      lock.lock();
    }
    if (flight->artifact) return flight->artifact;
    // Without an error: the thread that compiled was interrupted.
    if (flight->error) std::rethrow_exception(flight->error);
  }
  auto flight = std::make_shared<Flight>();
  m.flights[key] = flight;
  lock.unlock();
  std::exception_ptr error;
  bool interrupted = false;
  try {
    flight->artifact = make(source, target);
  } catch (const Interrupted&) {
    interrupted = true;
    error = std::current_exception();
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  flight->done = true;
  if (error) {
    m.flights.erase(key);
    if (!interrupted) flight->error = error;
  }
  m.landed.notify_all();
  if (error) std::rethrow_exception(error);
  return flight->artifact;
}

}  // namespace tenorite::fusion

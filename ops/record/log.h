// SPDX-License-Identifier: Apache-2.0
// Recorded execution: what submit() is given is kept in a log, per thread,
// device and stream, until somebody looks at a result; see
// docs/design/recording.md.
#pragma once

#include <optional>

#include "core/stream.h"
#include "ops/plan/group.h"
#include "ops/record/expression.h"
#include "ops/record/submit.h"
#include "ops/record/window.h"

namespace tenorite {

enum class FusionMode : uint8_t {
  kOff,    // every instruction is executed when it is submitted
  kTier0,  // recorded, executed one by one
  kWait,   // groups run as one; waits for a compiler where one is needed
  kAuto,   // groups run as one wherever what they need is there
  kCheck,  // like kWait, and one by one, and compares the bits
};
FusionMode fusion_mode();
// Executes what is recorded first.
void set_fusion_mode(FusionMode mode);

// Executes what every thread, or a thread on a stream, has recorded. `reason`
// is a literal, for profiles.
void flush_all(const char* reason);
void flush_stream(Device device, StreamId stream, const char* reason);
void flush_thread(const char* reason);  // the calling one
// Whether work on the storage is recorded and not executed yet.
bool is_pending(const Storage& storage);
// Whether the calling thread is in the midst of executing recorded work.
bool is_executing_log();
// All that no thread is at, so that dead memory is given back.
void flush_for_memory();
// Around fork(): executes everything, and nobody records or executes before the
// other call, in both processes. A child has none of the other threads.
void hold_logs();
void let_logs_go(bool in_child);

// While it lives, an observation of pending work in this thread gives `reason`.
class FlushReason {
 public:
  explicit FlushReason(const char* reason);
  ~FlushReason();
  FlushReason(const FlushReason&) = delete;
  FlushReason& operator=(const FlushReason&) = delete;

 private:
  const char* const former_;
};

// While it lives, an observation of a storage by this thread executes what
// concerns it alone, and the rest of its log stays recorded. What is only read
// may be read by recorded work too.
class OwnWorkAlone {
 public:
  explicit OwnWorkAlone(StorageUse use = StorageUse::kReadsAndWrites);
  ~OwnWorkAlone();
  OwnWorkAlone(const OwnWorkAlone&) = delete;
  OwnWorkAlone& operator=(const OwnWorkAlone&) = delete;

 private:
  const std::optional<StorageUse> former_;
};

// What the calling thread records between begin_fused() and end_fused(), which
// nest, makes groups of its own, and what it executes meanwhile waits for
// compilers. After end_fused(false) it is not executed yet.
void begin_fused();
void end_fused(bool execute);
// How hard executions by the calling thread try, where groups are made.
GroupEffort group_effort();

// How an array that the calling thread has recorded comes about, and what it
// has recorded already; see expression_of() and result_of().
Expression recorded_expression(const ndarray& array, size_t most);
ndarray recorded_result(const Instruction& call, DType dtype, const Dims& shape,
                        Device device);

// Whether the instruction is in a log now, or has been executed as the log saw
// fit; if not, it has to be executed.
bool record(const Instruction& instruction);

}  // namespace tenorite

// SPDX-License-Identifier: Apache-2.0
#include "collectives/nccl_shared.h"

#include "collectives/threads.h"
#include "core/late_failure.h"
#include "core/stream.h"

namespace tenorite::collectives {
namespace {

constexpr unsigned kDisableTiming = 2;  // of cudaEventCreateWithFlags
// A rank that left has queued its last call; ours ends soon after.
constexpr auto kGrace = std::chrono::seconds(2);

// What waits for the device throw.
struct Late {
  std::mutex mutex;
  std::string text;
};
Late& late() {
  static auto* instance = new Late;
  return *instance;
}
void raise_late() {
  std::lock_guard lock(late().mutex);
  throw CommunicatorError(late().text);
}
void post(const std::string& text) {
  {
    std::lock_guard lock(late().mutex);
    late().text = text;
  }
  post_late_failure(raise_late);
}

}  // namespace

NcclGroup::Shared::Shared(Place its_place, std::vector<Member> its_members)
    : place(std::move(its_place)),
      members(std::move(its_members)),
      comms(members.size(), nullptr),
      streams_(members.size(), kDefaultStream) {
  for (const Member& member : members)
    events_.push_back(
        member.device.is_cuda()
            ? cuda_runtime().event_create(member.device, kDisableTiming)
            : nullptr);
}

NcclGroup::Shared::~Shared() {
  for (CudaEvent event : events_) try {
      if (event) cuda_runtime().event_destroy(event);
    } catch (const Error&) {
      // The device is lost, or the process ends.
    }
}

void NcclGroup::Shared::enter(const Waiting& waiting) {
  std::lock_guard lock(mutex);
  last_ = waiting;
  in_call_ = true;
  entered_ = Clock::now();
}

void NcclGroup::Shared::leave(bool has_queued) {
  std::lock_guard lock(mutex);
  in_call_ = false;
  if (!has_queued) return;
  ++queued_;
  for (size_t i = 0; i < members.size(); ++i)
    streams_[i] = current_stream(members[i].device);
  if (finished_ == covered_) without_claimed_outer_lock([&] { record(); });
}

// Behind what is queued.
void NcclGroup::Shared::record() {
  covered_ = queued_;
  covered_call_ = last_;
  recorded_ = Clock::now();
  for (size_t i = 0; i < members.size(); ++i) {
    if (!events_[i]) continue;
    const CudaRuntime& cuda = cuda_runtime();
    const Device device = members[i].device;
    try {
      // A graph's launches are not watched.
      if (cuda.stream_is_capturing(device, streams_[i])) continue;
      cuda.event_record(device, events_[i], streams_[i]);
    } catch (const RuntimeError&) {
      // A stream that is gone has nothing left to do.
      if (!cuda.stream_ended(device, streams_[i])) throw;
    }
  }
}

bool NcclGroup::Shared::events_done() {
  for (CudaEvent event : events_)
    if (event && !cuda_runtime().event_done(event)) return false;
  return true;
}

bool NcclGroup::Shared::is_idle() {
  std::lock_guard lock(mutex);
  if (aborted) return true;
  if (finished_ < covered_ && events_done()) finished_ = covered_;
  if (finished_ == covered_ && queued_ > covered_) record();
  if (finished_ < covered_ && events_done()) finished_ = covered_;
  return finished_ == queued_;
}

// Why what is queued has to be given up; empty where it has not.
std::string NcclGroup::Shared::why_failed() {
  for (size_t i = 0; i < comms.size(); ++i) {
    int status = 0;
    nccl().async_error(comms[i], &status);
    if (status == static_cast<int>(NcclResult::kSuccess) ||
        status == static_cast<int>(NcclResult::kInProgress))
      continue;
    place.job->wait_for_news();
    broken_ = true;
    return format("rank %d: NCCL: %s (%d)", members[i].rank,
                  nccl().error_string(status), status);
  }
  const bool is_done = is_idle();
  Waiting waiting;
  std::vector<int> gone;
  bool is_late;
  {
    std::lock_guard lock(mutex);
    if (is_done && !in_call_) return {};
    waiting = is_done ? last_ : covered_call_;
    const Clock::time_point since = is_done ? entered_ : recorded_;
    const Clock::time_point now = Clock::now();
    is_late = now >= since + std::chrono::duration<double>(waiting.seconds);
    for (int rank = 0; rank < place.size(); ++rank) {
      if (!place.job->has_left(place.ranks[rank])) continue;
      if (left_ == Clock::time_point{}) left_ = now;
      if (now - std::max(left_, since) > kGrace) gone.push_back(rank);
    }
  }
  // Asking takes a second; it is seldom that a rank has left.
  const std::map<int, Call> calls = gone.empty()
                                        ? std::map<int, Call>()
                                        : place.job->calls(place.communicator);
  for (int rank : gone)
    if (!has_come(calls, rank, waiting.call.time))
      return format("%s: rank %d has closed its communicator, or ended",
                    describe(waiting).c_str(), rank);
  if (!is_late) return {};
  try {
    end_job_late(place, waiting);
  } catch (const CommunicatorError& e) {
    return e.what();
  }
}

bool NcclGroup::Shared::look() {
  if (!place.job->failed()) {
    const std::string why = why_failed();
    if (why.empty()) return true;
    place.job->fail(why);
  }
  abort();
  return false;
}

void NcclGroup::Shared::on_all(int (*call)(NcclComm), const char* name) {
  std::vector<std::thread> threads;
  std::vector<int> status(comms.size(), 0);
  for (size_t i = 0; i < comms.size(); ++i)
    if (comms[i])
      threads.push_back(
          thread_without_signals([&, i] { status[i] = call(comms[i]); }));
  for (std::thread& thread : threads) thread.join();
  for (int each : status) check_nccl(each, name);
}

void NcclGroup::Shared::abort() {
  // Whoever waits for what is queued has to be told; nobody else has to. A call
  // that is under way says so itself.
  const bool loses_work = broken_ || !is_idle();
  {
    std::lock_guard lock(mutex);
    if (aborted) return;
    aborted = true;
  }
  // A thread that is inside of a call, waiting for a rank that is gone, gives
  // up where the library can tell it to, before its communicator is freed.
  if (inside && nccl().comm_revoke)
    for (NcclComm comm : comms)
      if (comm) nccl().comm_revoke(comm, 0);
  const Clock::time_point end = Clock::now() + kGrace;
  while (inside && Clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (loses_work && place.job->failed()) post(place.job->failure());
  try {
    on_all(nccl().comm_abort, "ncclCommAbort");
  } catch (const NcclError&) {
    // The job has failed by something else, which is what is told.
  }
}

}  // namespace tenorite::collectives

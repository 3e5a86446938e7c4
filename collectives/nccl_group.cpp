// SPDX-License-Identifier: Apache-2.0
#include "collectives/nccl_group.h"

#include <bit>

#include "collectives/nccl_shared.h"
#include "collectives/threads.h"
#include "collectives/watched.h"
#include "core/stream.h"
#include "ops/record/log.h"

namespace tenorite::collectives {
namespace {

constexpr auto kLookInterval = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::seconds(5);
constexpr int kUint8 = static_cast<int>(NcclType::kUint8);

struct Pointer {
  char* data;
  NcclStream stream;
};

// Where an array is, for work that is queued on the current stream: what is
// recorded of it is executed first.
Pointer pointer_of(const ndarray& a) {
  const Device device = a.device();
  const FlushReason reason("collective");
  char* const data = a.data();
  const StreamId stream = current_stream(device);
  a.storage()->use(stream);
  const uintptr_t handle =
      device.is_cpu() ? 0 : cuda_runtime().stream_handle(device, stream);
  return {data, reinterpret_cast<NcclStream>(handle)};
}

template <class Work>
void with_device(Device device, Work&& work) {
  if (device.is_cpu()) return work();
  cuda_runtime().with_device(
      device, [](void* context) { (*static_cast<Work*>(context))(); }, &work);
}

int magnitude(size_t bytes) { return std::bit_width(bytes); }

class Inside {
 public:
  explicit Inside(std::atomic<int>& count) : count_(count) { ++count_; }
  ~Inside() { --count_; }

 private:
  std::atomic<int>& count_;
};

// Whatever the library refuses is the end of the job.
template <class Work>
void end_job_at_error(const Place& place, const Waiting& waiting, Work&& work) {
  try {
    work();
  } catch (const NcclError& e) {
    place.job->wait_for_news();
    place.job->check();
    end_job(place, waiting, e.what());
  }
}

}  // namespace

NcclGroup::NcclGroup(Place place, std::vector<Member> members, const NcclId& id,
                     const Waiting& waiting)
    : place_(std::move(place)),
      members_(std::move(members)),
      shared_(std::make_shared<Shared>(place_, members_)) {
  nccl();
  auto init = [shared = shared_, id] {
    TENORITE_NCCL_TRY(nccl().group_start());
    for (size_t i = 0; i < shared->members.size(); ++i)
      with_device(shared->members[i].device, [&] {
        NcclConfig config;
        TENORITE_NCCL_TRY(nccl().comm_init(&shared->comms[i],
                                           shared->place.size(), id,
                                           shared->members[i].rank, &config));
      });
    TENORITE_NCCL_TRY(nccl().group_end());
  };
  end_job_at_error(place_, waiting,
                   [&] { run_watched(place_, waiting, init); });
  watch_ = thread_without_signals([shared = shared_] {
    Unattended unattended;
    bool go_on = true;
    while (go_on) {
      std::unique_lock lock(shared->mutex);
      shared->changed.wait_for(lock, kLookInterval,
                               [&] { return shared->stop; });
      const bool stop = shared->stop;
      lock.unlock();
      try {
        // Whoever drops it without close() waits for nobody.
        if (stop)
          shared->abort();
        else
          go_on = shared->look();
      } catch (const Error&) {
        go_on = false;  // the device is lost, or the process ends
      }
      if (stop) break;
    }
    std::lock_guard lock(shared->mutex);
    shared->ended = true;
    shared->changed.notify_all();
  });
}

NcclGroup::~NcclGroup() {
  abandon();
  if (watch_.joinable()) watch_.detach();
}

void NcclGroup::abandon() {
  // An abort may be under way; where it takes too long it is left alone.
  without_outer_lock([&] {
    std::unique_lock lock(shared_->mutex);
    shared_->stop = true;
    shared_->changed.notify_all();
    shared_->changed.wait_for(lock, kPatience, [&] { return shared_->ended; });
  });
}

NcclComm NcclGroup::comm(size_t member) const { return shared_->comms[member]; }

void NcclGroup::collective(Collective kind, const std::vector<ndarray>& from,
                           const std::vector<ndarray>& to, size_t count,
                           NcclType type, NcclOp op, int root,
                           const Waiting& waiting) {
  std::vector<Pointer> in, out;
  for (const ndarray& a : from) in.push_back(pointer_of(a));
  for (const ndarray& a : to) out.push_back(pointer_of(a));
  const Key key{static_cast<int>(kind), static_cast<int>(type),
                static_cast<int>(op),
                magnitude(static_cast<size_t>(from[0].nbytes()))};
  auto call = [=, shared = shared_, t = static_cast<int>(type),
               o = static_cast<int>(op)] {
    for (size_t i = 0; i < in.size(); ++i) {
      const void* const a = in[i].data;
      void* const b = out[i].data;
      const NcclComm c = shared->comms[i];
      const NcclStream s = in[i].stream;
      switch (kind) {
        case Collective::kAllReduce:
          check_nccl(nccl().all_reduce(a, b, count, t, o, c, s),
                     "ncclAllReduce", c);
          break;
        case Collective::kReduce:
          check_nccl(nccl().reduce(a, b, count, t, o, root, c, s), "ncclReduce",
                     c);
          break;
        case Collective::kBroadcast:
          check_nccl(nccl().broadcast(a, b, count, t, root, c, s),
                     "ncclBroadcast", c);
          break;
        case Collective::kAllGather:
          check_nccl(nccl().all_gather(a, b, count, t, c, s), "ncclAllGather",
                     c);
          break;
        case Collective::kReduceScatter:
          check_nccl(nccl().reduce_scatter(a, b, count, t, o, c, s),
                     "ncclReduceScatter", c);
          break;
      }
    }
  };
  queue({key, [call, from, to] { call(); }}, waiting);
}

void NcclGroup::transfer(const std::vector<Message>& messages,
                         const Waiting& waiting) {
  std::vector<Pointer> pointers;
  for (const Message& m : messages) pointers.push_back(pointer_of(m.array));
  auto call = [messages, pointers, shared = shared_] {
    TENORITE_NCCL_TRY(nccl().group_start());
    for (size_t i = 0; i < messages.size(); ++i) {
      const Message& m = messages[i];
      const auto bytes = static_cast<size_t>(m.array.nbytes());
      const NcclComm c = shared->comms[m.member];
      check_nccl(m.sends ? nccl().send(pointers[i].data, bytes, kUint8, m.peer,
                                       c, pointers[i].stream)
                         : nccl().receive(pointers[i].data, bytes, kUint8,
                                          m.peer, c, pointers[i].stream),
                 m.sends ? "ncclSend" : "ncclRecv", c);
    }
    TENORITE_NCCL_TRY(nccl().group_end());
  };
  // Connections are made for each peer; one of the messages may be the first.
  int peers = 0, most = 0;
  for (const Message& m : messages) {
    peers = peers * 31 + m.peer * 2 + (m.sends ? 1 : 0) + 1;
    most = std::max(most, magnitude(static_cast<size_t>(m.array.nbytes())));
  }
  queue({{-1, peers, static_cast<int>(messages.size()), most}, call}, waiting);
}

void NcclGroup::queue(Queued queued, const Waiting& waiting) {
  std::lock_guard lock(mutex_);
  if (in_group_)
    grouped_.push_back(std::move(queued));
  else
    run({std::move(queued)}, waiting);
}

void NcclGroup::run(const std::vector<Queued>& all, const Waiting& waiting) {
  place_.job->check();
  bool is_new = false;
  for (const Queued& queued : all) is_new |= !connected_.contains(queued.key);
  // Calls for several devices by one thread have to be one.
  const bool as_group = all.size() > 1 || members_.size() > 1;
  auto call = [=, shared = shared_](const std::vector<Queued>& its) {
    const Inside inside(shared->inside);
    with_device(shared->members[0].device, [&] {
      if (as_group) TENORITE_NCCL_TRY(nccl().group_start());
      for (const Queued& queued : its) queued.call();
      if (as_group) TENORITE_NCCL_TRY(nccl().group_end());
    });
  };
  shared_->enter(waiting);
  try {
    end_job_at_error(place_, waiting, [&] {
      if (is_new)
        run_watched(place_, waiting, [call, all] { call(all); });
      else
        without_outer_lock([&] { call(all); });
    });
  } catch (...) {
    shared_->leave(false);
    throw;
  }
  shared_->leave(true);
  for (const Queued& queued : all) connected_.insert(queued.key);
}

void NcclGroup::begin_group() {
  std::lock_guard lock(mutex_);
  in_group_ = true;
}

void NcclGroup::drop_group() {
  std::lock_guard lock(mutex_);
  in_group_ = false;
  grouped_.clear();
}

void NcclGroup::end_group(const Waiting& waiting) {
  std::lock_guard lock(mutex_);
  in_group_ = false;
  const std::vector<Queued> all = std::move(grouped_);
  grouped_.clear();
  if (!all.empty()) run(all, waiting);
}

void NcclGroup::close(const Waiting& waiting) {
  std::lock_guard lock(mutex_);
  place_.job->check();
  const Clock::time_point deadline = deadline_after(waiting.seconds);
  poll_until_done([&] {
    place_.job->check();
    if (shared_->is_idle()) return 1;
    if (Clock::now() > deadline) end_job_late(place_, waiting);
    return -1;
  });
}

void NcclGroup::destroy(const Waiting& waiting) {
  {
    std::lock_guard shared_lock(shared_->mutex);
    if (shared_->aborted) return;
    shared_->aborted = true;  // nobody aborts what is destroyed
    shared_->stop = true;
  }
  end_job_at_error(place_, waiting, [&] {
    run_watched(place_, waiting, [shared = shared_] {
      shared->on_all(nccl().comm_destroy, "ncclCommDestroy");
    });
  });
}

}  // namespace tenorite::collectives

// SPDX-License-Identifier: Apache-2.0
// A communicator's ranks of this process on NCCL.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "collectives/nccl.h"
#include "collectives/place.h"
#include "core/cuda_runtime.h"
#include "core/ndarray.h"
#include "core/outer_lock.h"

namespace tenorite::collectives {

enum class Collective : int {
  kAllReduce,
  kReduce,
  kBroadcast,
  kAllGather,
  kReduceScatter,
};

// What is queued is in the order of the calling thread's current stream of each
// array's device, and nobody waits for it. A thread of its own watches it:
// where it takes too long, or the job fails, it is aborted, the job fails, and
// the next wait for the device throws (core/late_failure.h).
//
// NCCL's communicators are blocking ones: those that are not start a thread for
// each call, whose work comes at any time later than what is queued after it.
// Calls that may connect to other ranks wait for them on the host; these are
// run in another thread (run_watched), which is given up when it takes too
// long.
class NcclGroup {
 public:
  struct Member {
    int rank;
    Device device;
  };
  // Returns once all ranks have come.
  NcclGroup(Place place, std::vector<Member> members, const NcclId& id,
            const Waiting& waiting);
  ~NcclGroup();

  // One array in C order for each member. `count` items of each are sent, or
  // received where each rank gets a part of what is sent.
  void collective(Collective kind, const std::vector<ndarray>& from,
                  const std::vector<ndarray>& to, size_t count, NcclType type,
                  NcclOp op, int root, const Waiting& waiting);
  struct Message {
    size_t member;
    int peer;
    ndarray array;
    bool sends;
  };
  // All bytes at once.
  void transfer(const std::vector<Message>& messages, const Waiting& waiting);

  // Calls from now on are queued by end_group(), as one.
  void begin_group();
  void end_group(const Waiting& waiting);
  void drop_group();

  // Waits for what is queued.
  void close(const Waiting& waiting);
  // Frees a closed one. All ranks do so at one time: NCCL waits for them.
  void destroy(const Waiting& waiting);
  // Frees it without the others.
  void abandon();
  const Place& place() const { return place_; }
  const std::vector<Member>& members() const { return members_; }

 private:
  class Watch;
  // What the watching thread, and threads that were given up, may still use.
  struct Shared;
  using Key = std::tuple<int, int, int, int>;
  struct Queued {
    Key key;
    std::function<void()> call;  // owns its arrays
  };

  void queue(Queued queued, const Waiting& waiting);
  void run(const std::vector<Queued>& all, const Waiting& waiting);
  NcclComm comm(size_t member) const;

  const Place place_;
  const std::vector<Member> members_;
  const std::shared_ptr<Shared> shared_;
  PatientMutex mutex_;  // of all below
  std::set<Key> connected_;
  std::vector<Queued> grouped_;
  bool in_group_ = false;
  std::thread watch_;
};

}  // namespace tenorite::collectives

// SPDX-License-Identifier: Apache-2.0
// What of an NcclGroup its watching thread, and threads that were given up, may
// use after it.
#pragma once

#include <condition_variable>
#include <vector>

#include "collectives/nccl_group.h"
#include "collectives/wait.h"

namespace tenorite::collectives {

struct NcclGroup::Shared {
  Shared(Place place, std::vector<Member> members);
  ~Shared();

  // Around a call: what it queues is on the calling thread's current streams.
  void enter(const Waiting& waiting);
  void leave(bool has_queued);
  // Whether all is done that was queued before the last look.
  bool is_idle();
  // Aborts if that is due; whether the watching thread has to go on.
  bool look();
  void abort();
  // On each communicator at once: those of one process wait for each other.
  void on_all(int (*call)(NcclComm), const char* name);

  const Place place;
  const std::vector<Member> members;
  std::vector<NcclComm> comms;
  std::atomic<int> inside{0};  // threads in calls, some perhaps given up

  PatientMutex mutex;  // of all below
  std::condition_variable_any changed;
  bool stop = false;
  bool ended = false;  // the watching thread
  bool aborted = false;

 private:
  void record();
  bool events_done();
  std::string why_failed();

  // Calls are counted. Events are recorded behind the latest one where those
  // before are done, and so a few times a second, not for each call.
  uint64_t queued_ = 0, covered_ = 0, finished_ = 0;
  Waiting last_{}, covered_call_{};
  bool in_call_ = false;
  Clock::time_point entered_{};
  Clock::time_point recorded_{};
  Clock::time_point left_{};  // when a rank was seen to have left
  bool broken_ = false;       // by the library's own account
  std::vector<StreamId> streams_;
  std::vector<CudaEvent> events_;
};

}  // namespace tenorite::collectives

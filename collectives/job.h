// SPDX-License-Identifier: Apache-2.0
// What the ranks of a program share beside their data: a place to meet, the
// news that one of them has failed, and what each of them is doing.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace tenorite::collectives {

// A rank has failed, is stuck or has left: communicators of its job are of no
// use any more.
struct CommunicatorError : RuntimeError {
  using RuntimeError::RuntimeError;
};

// A rank's latest call on a communicator, such as "all_reduce at train.py:33".
// The n-th call of all ranks is at `time` 2n, n from 1; calls of two ranks
// after it are at 2n + 1.
struct Call {
  uint64_t time = 0;
  std::string text;
};
// Whether a rank, perhaps one that has left since, has come to a call at
// `time`, by the latest calls of all ranks.
bool has_come(const std::map<int, Call>& calls, int rank, uint64_t time);
// "all_reduce (call 3) at train.py:33", "send (after call 3) at train.py:34".
std::string describe(const Call& call);

// One per job and process, or per job where all ranks are threads of one
// process. Ranks are those of the whole job, unless they are said to be of a
// communicator. Threads may share it.
class Job {
 public:
  virtual ~Job() = default;

  // Called by `count` ranks with one key and an index each: the values of all
  // of them by index, once the last has come. CommunicatorError after so many
  // seconds, with a text that begins with `who`, and where the job fails.
  virtual std::vector<std::string> meet(const std::string& key, int index,
                                        int count, const std::string& value,
                                        double seconds,
                                        const std::string& who) = 0;
  // That ranks of this process make no more calls.
  virtual void leave(const std::vector<int>& ranks);

  // The first failure stays, and goes to every process of the job.
  void fail(const std::string& text);
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  std::string failure() const;
  // CommunicatorError if the job has failed.
  void check() const {
    if (failed()) [[unlikely]]
      throw CommunicatorError(failure());
  }
  bool has_left(int rank) const;
  // What a library finds out by itself when a process ends often comes before
  // the news of it, which say more: waits a moment for these.
  void wait_for_news() const;

  // Notes that a rank of the communicator makes a call.
  void begin(const std::string& communicator, int rank, Call call);
  // The latest calls of a communicator's ranks, as far as they are known.
  std::map<int, Call> calls(const std::string& communicator);
  // Which ranks of `size` have not come to a call at that time, and where they
  // are; or that all have.
  std::string describe_missing(const std::string& communicator, int size,
                               uint64_t time);

 protected:
  // The news of a failure of another process.
  bool note_failure(const std::string& text);
  void note_left(int rank);
  virtual void tell_failure(const std::string& text) = 0;
  // Brings calls of other processes, as text() writes them.
  virtual std::vector<std::string> calls_elsewhere() = 0;
  std::string text_of_calls() const;

  mutable std::mutex mutex_;

 private:
  std::atomic<bool> failed_{false};
  std::string failure_;
  std::set<int> left_;
  std::map<std::pair<std::string, int>, Call> calls_;
};

// The ranks are threads of this process.
class LocalJob : public Job {
 public:
  std::vector<std::string> meet(const std::string& key, int index, int count,
                                const std::string& value, double seconds,
                                const std::string& who) override;

 private:
  struct Meeting {
    std::map<int, std::string> values;
    int gone = 0;
  };
  void tell_failure(const std::string&) override {}
  std::vector<std::string> calls_elsewhere() override { return {}; }

  std::map<std::string, Meeting> meetings_;
};

}  // namespace tenorite::collectives

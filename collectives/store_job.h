// SPDX-License-Identifier: Apache-2.0
// A job of several processes: each has a connection to the store.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "collectives/job.h"
#include "collectives/store_server.h"
#include "core/outer_lock.h"

namespace tenorite::collectives {

struct StoreAddress {
  std::string host;
  int port;          // the first of those to try
  int ports;         // how many: others may be taken
  std::string name;  // of the job, by which its store is known
};

class StoreJob : public Job {
 public:
  // `ranks` of `size` are this process's. The process that has rank 0 opens the
  // store. CommunicatorError where it is not found within so many seconds.
  StoreJob(const StoreAddress& address, std::vector<int> ranks, int size,
           double seconds, Beats beats);
  ~StoreJob() override;

  std::vector<std::string> meet(const std::string& key, int index, int count,
                                const std::string& value, double seconds,
                                const std::string& who) override;
  void leave(const std::vector<int>& ranks) override;

 private:
  void open_store(const StoreAddress& address, int size);
  void connect(const StoreAddress& address, int size, double seconds);
  // Whether the store at that port is the job's.
  bool try_port(const StoreAddress& address, int port, int size);
  void run();
  void take(const Message& message);
  void beat();
  void lose(const std::string& what);
  bool send(const Message& message);
  void tell_failure(const std::string& text) override;
  std::vector<std::string> calls_elsewhere() override;

  const std::vector<int> ranks_;
  const Beats beats_;
  std::unique_ptr<StoreServer> server_;
  Socket socket_;
  MessageReader reader_;
  PatientMutex send_mutex_;

  // Under mutex_.
  // By key; callers of this process that have not taken the values yet.
  std::map<std::string, std::vector<std::string>> met_;
  std::map<std::string, int> callers_;
  std::vector<std::string> calls_;
  uint64_t calls_answers_ = 0;

  std::atomic<bool> stop_{false};
  std::string sent_calls_;
  std::thread thread_;
};

}  // namespace tenorite::collectives

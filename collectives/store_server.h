// SPDX-License-Identifier: Apache-2.0
// The store of a job: where its processes meet, and what notices that one of
// them has ended or stopped. A thread of the process that has rank 0.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "collectives/message.h"
#include "collectives/socket.h"

namespace tenorite::collectives {

// Who says nothing for `silence` seconds is taken for stuck: processes send a
// beat each `beat` seconds, and the store answers.
struct Beats {
  double beat = 1;
  double silence = 6;
};

class StoreServer {
 public:
  StoreServer(Socket listening, std::string name, int size, Beats beats);
  // Ends the thread once all have left, or after a few seconds.
  ~StoreServer();
  int port() const { return port_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Client {
    Socket socket;
    MessageReader reader;
    std::vector<int> ranks;  // none before the hello
    std::string calls;
    Clock::time_point heard;
    bool left = false;
    bool gone = false;
  };
  struct Meeting {
    std::map<int, std::string> values;
    std::vector<Client*> clients;
  };

  void run();
  void look();
  void accept();
  void read(Client& client);
  void take(Client& client, const Message& message);
  void hello(Client& client, const Message& message);
  std::string why_refused(const std::string& name, int size,
                          const std::vector<int>& ranks) const;
  void meet(Client& client, const Message& message);
  void lose(Client& client, const char* what);
  void send(Client& client, const Message& message);
  void tell_others(const Client* but, const Message& message);
  bool all_left() const;

  const Socket listening_;
  const int port_;
  const std::string name_;
  const int size_;
  const Beats beats_;
  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<Client>> clients_;
  std::map<std::string, Meeting> meetings_;
  std::string failure_;
  std::thread thread_;  // the last: it uses all others
};

}  // namespace tenorite::collectives

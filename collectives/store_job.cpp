// SPDX-License-Identifier: Apache-2.0
#include "collectives/store_job.h"

#include <unistd.h>

#include <algorithm>

#include "collectives/threads.h"
#include "collectives/wait.h"
#include "core/interrupt.h"

namespace tenorite::collectives {
namespace {

constexpr int kConnectMilliseconds = 2000;
constexpr int kLookMilliseconds = 50;

}  // namespace

StoreJob::StoreJob(const StoreAddress& address, std::vector<int> ranks,
                   int size, double seconds, Beats beats)
    : ranks_(std::move(ranks)), beats_(beats) {
  if (std::ranges::count(ranks_, 0)) open_store(address, size);
  connect(address, size, seconds);
  thread_ = thread_without_signals([this] { run(); });
}

StoreJob::~StoreJob() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void StoreJob::open_store(const StoreAddress& address, int size) {
  for (int port = address.port; port < address.port + address.ports; ++port)
    if (Socket listening = Socket::listen(port)) {
      server_ = std::make_unique<StoreServer>(std::move(listening),
                                              address.name, size, beats_);
      return;
    }
  throw CommunicatorError(format("rank 0: no port from %d to %d is free",
                                 address.port,
                                 address.port + address.ports - 1));
}

bool StoreJob::try_port(const StoreAddress& address, int port, int size) {
  Socket socket = Socket::connect(address.host, port, kConnectMilliseconds);
  if (!socket || !socket.send(encode(
                     {MessageKind::kHello,
                      {address.name, std::to_string(size), text_of(ranks_)}})))
    return false;
  // Whatever else listens there may never answer.
  const Clock::time_point deadline = deadline_after(2);
  MessageReader reader;
  Message message;
  while (!reader.next(message)) {
    if (Clock::now() > deadline) return false;
    if (!socket.wait(kLookMilliseconds)) continue;
    char bytes[4096];
    const long n = socket.receive(bytes, sizeof(bytes));
    if (n == 0) return false;
    if (n > 0) reader.add(bytes, static_cast<size_t>(n));
  }
  if (message.kind == MessageKind::kRefusal && !message.parts.empty() &&
      message.parts[0] != kAnotherJob)
    throw CommunicatorError(
        format("rank %d: %s", ranks_[0], message.parts[0].c_str()));
  if (message.kind != MessageKind::kWelcome) return false;
  socket_ = std::move(socket);
  reader_ = std::move(reader);
  return true;
}

void StoreJob::connect(const StoreAddress& address, int size, double seconds) {
  const Clock::time_point deadline = deadline_after(seconds);
  poll_until_done([&] {
    if (server_) {
      TENORITE_CHECK(
          try_port({"127.0.0.1", 0, 0, address.name}, server_->port(), size),
          collectives::CommunicatorError, "rank 0 does not find its own store");
      return 1;
    }
    for (int i = 0; i < address.ports; ++i)
      if (try_port(address, address.port + i, size)) return 1;
    TENORITE_CHECK(
        Clock::now() < deadline, collectives::CommunicatorError,
        "rank %d has not found rank 0 at %s, port %d to %d, within %g s",
        ranks_[0], address.host.c_str(), address.port,
        address.port + address.ports - 1, seconds);
    usleep(20000);
    return -1;
  });
}

void StoreJob::run() {
  Unattended unattended;
  Clock::time_point heard = Clock::now();
  Clock::time_point next = heard;
  const auto silence = std::chrono::duration<double>(beats_.silence);
  for (Message message; !stop_;) {
    if (Clock::now() >= next) {
      beat();
      next = deadline_after(beats_.beat);
    }
    while (reader_.next(message)) take(message);
    if (!socket_.wait(kLookMilliseconds)) {
      if (Clock::now() - heard > silence)
        return lose("rank 0 does not answer: its process has stopped");
      continue;
    }
    char bytes[1 << 16];
    const long n = socket_.receive(bytes, sizeof(bytes));
    if (n == 0)
      return lose("rank 0 has ended: its process was killed, or crashed");
    if (n > 0) {
      reader_.add(bytes, static_cast<size_t>(n));
      heard = Clock::now();
    }
  }
}

void StoreJob::lose(const std::string& what) {
  // Rank 0 waits a while for the others when it leaves.
  if (!has_left(0)) note_failure(what);
}

void StoreJob::take(const Message& message) {
  const auto& parts = message.parts;
  switch (message.kind) {
    case MessageKind::kMeet: {
      if (parts.empty()) break;
      std::lock_guard lock(mutex_);
      met_[parts[0]] = {parts.begin() + 1, parts.end()};
      break;
    }
    case MessageKind::kCalls: {
      std::lock_guard lock(mutex_);
      calls_ = parts;
      ++calls_answers_;
      break;
    }
    case MessageKind::kFailure:
      if (!parts.empty()) note_failure(parts[0]);
      break;
    case MessageKind::kLeft:
      if (!parts.empty())
        for (int rank : ranks_of(parts[0])) note_left(rank);
      break;
    default:
      break;
  }
}

void StoreJob::beat() {
  std::string calls = text_of_calls();
  Message message{MessageKind::kBeat, {}};
  if (calls != sent_calls_) message.parts.push_back(calls);
  if (send(message)) sent_calls_ = std::move(calls);
}

bool StoreJob::send(const Message& message) {
  bool sent = false;
  std::lock_guard lock(send_mutex_);
  without_outer_lock([&] { sent = socket_.send(encode(message)); });
  return sent;
}

void StoreJob::tell_failure(const std::string& text) {
  send({MessageKind::kFailure, {text}});
}

void StoreJob::leave(const std::vector<int>& ranks) {
  Job::leave(ranks);
  send({MessageKind::kLeft, {text_of(ranks)}});
}

std::vector<std::string> StoreJob::calls_elsewhere() {
  uint64_t before;
  {
    std::lock_guard lock(mutex_);
    before = calls_answers_;
  }
  // Each process has told of its latest call within the last beat, or one more.
  std::this_thread::sleep_for(std::chrono::duration<double>(beats_.beat));
  if (!send({MessageKind::kCalls, {}})) return {};
  const Clock::time_point deadline = deadline_after(1);
  while (Clock::now() < deadline) {
    {
      std::lock_guard lock(mutex_);
      if (calls_answers_ != before) return calls_;
    }
    usleep(1000);
  }
  return {};
}

std::vector<std::string> StoreJob::meet(const std::string& key, int index,
                                        int count, const std::string& value,
                                        double seconds,
                                        const std::string& who) {
  check();
  {
    std::lock_guard lock(mutex_);
    ++callers_[key];
  }
  if (!send({MessageKind::kMeet,
             {key, std::to_string(index), std::to_string(count), value}}))
    fail("the store of the job cannot be reached");
  const Clock::time_point deadline = deadline_after(seconds);
  std::vector<std::string> values;
  poll_until_done([&] {
    {
      std::lock_guard lock(mutex_);
      if (auto found = met_.find(key); found != met_.end()) {
        values = found->second;
        if (--callers_[key] == 0) {
          callers_.erase(key);
          met_.erase(found);
        }
        return 1;
      }
    }
    check();
    TENORITE_CHECK(Clock::now() < deadline, collectives::CommunicatorError,
                   "%s has waited for %g s, and not all of %d ranks have come",
                   who.c_str(), seconds, count);
    return -1;
  });
  return values;
}

}  // namespace tenorite::collectives

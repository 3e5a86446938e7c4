// SPDX-License-Identifier: Apache-2.0
#include "collectives/store_server.h"

#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "collectives/threads.h"
#include "core/error.h"
#include "core/interrupt.h"

namespace tenorite::collectives {
namespace {

constexpr auto kLinger = std::chrono::seconds(3);
constexpr int kLookMilliseconds = 100;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then)
      .count();
}

}  // namespace

std::string text_of(const std::vector<int>& ranks) {
  std::string text;
  for (int rank : ranks) {
    if (!text.empty()) text += ' ';
    text += std::to_string(rank);
  }
  return text;
}

std::vector<int> ranks_of(const std::string& text) {
  std::vector<int> ranks;
  for (const char* at = text.c_str(); *at;) {
    char* end;
    ranks.push_back(static_cast<int>(std::strtol(at, &end, 10)));
    if (end == at) break;
    at = end;
  }
  return ranks;
}

StoreServer::StoreServer(Socket listening, std::string name, int size,
                         Beats beats)
    : listening_(std::move(listening)),
      port_(listening_.port()),
      name_(std::move(name)),
      size_(size),
      beats_(beats),
      thread_(thread_without_signals([this] { run(); })) {}

StoreServer::~StoreServer() {
  stop_ = true;
  thread_.join();
}

void StoreServer::run() {
  Unattended unattended;
  Clock::time_point end{};
  for (;;) {
    look();
    if (!stop_) continue;
    if (end == Clock::time_point{}) end = Clock::now() + kLinger;
    if (all_left() || Clock::now() > end) return;
  }
}

void StoreServer::look() {
  std::vector<pollfd> all{{listening_.descriptor(), POLLIN, 0}};
  for (const auto& client : clients_)
    all.push_back({client->gone ? -1 : client->socket.descriptor(), POLLIN, 0});
  const int ready = poll(all.data(), all.size(), kLookMilliseconds);
  if (ready > 0) {
    for (size_t i = 1; i < all.size(); ++i)
      if (all[i].revents) read(*clients_[i - 1]);
    if (all[0].revents) accept();
  }
  for (const auto& client : clients_)
    if (!client->gone && !client->ranks.empty() && !client->left &&
        seconds_since(client->heard) > beats_.silence)
      lose(*client, "does not answer: its process has stopped");
}

void StoreServer::accept() {
  while (Socket socket = listening_.accept()) {
    auto client = std::make_unique<Client>();
    client->socket = std::move(socket);
    client->heard = Clock::now();
    clients_.push_back(std::move(client));
  }
}

void StoreServer::read(Client& client) {
  char bytes[1 << 16];
  for (;;) {
    const long n = client.socket.receive(bytes, sizeof(bytes));
    if (n < 0) break;
    if (n == 0) {
      lose(client, "has ended: its process was killed, or crashed");
      return;
    }
    client.reader.add(bytes, static_cast<size_t>(n));
  }
  client.heard = Clock::now();
  for (Message message; !client.gone && client.reader.next(message);)
    take(client, message);
}

void StoreServer::take(Client& client, const Message& message) {
  const auto& parts = message.parts;
  switch (message.kind) {
    case MessageKind::kHello:
      if (parts.size() == 3) hello(client, message);
      break;
    case MessageKind::kMeet:
      if (parts.size() == 4) meet(client, message);
      break;
    case MessageKind::kBeat:
      if (!parts.empty()) client.calls = parts[0];
      send(client, {MessageKind::kBeat, {}});
      break;
    case MessageKind::kCalls: {
      Message all{MessageKind::kCalls, {}};
      for (const auto& each : clients_) all.parts.push_back(each->calls);
      send(client, all);
      break;
    }
    case MessageKind::kFailure:
      if (failure_.empty() && !parts.empty()) failure_ = parts[0];
      tell_others(&client, message);
      break;
    case MessageKind::kLeft:
      client.left = true;
      tell_others(&client, message);
      break;
    default:
      break;
  }
}

// Empty where a process is taken in.
std::string StoreServer::why_refused(const std::string& name, int size,
                                     const std::vector<int>& ranks) const {
  if (name != name_) return kAnotherJob;
  if (size != size_)
    return format("this process is told of %d ranks, and rank 0 of %d", size,
                  size_);
  for (int rank : ranks) {
    if (rank < 0 || rank >= size_)
      return format("rank %d is not one of %d", rank, size_);
    for (const auto& other : clients_)
      if (std::ranges::count(other->ranks, rank))
        return format("there are two processes with rank %d", rank);
  }
  return {};
}

void StoreServer::hello(Client& client, const Message& message) {
  const std::vector<int> ranks = ranks_of(message.parts[2]);
  const std::string why =
      why_refused(message.parts[0], std::atoi(message.parts[1].c_str()), ranks);
  if (!why.empty()) {
    send(client, {MessageKind::kRefusal, {why}});
    client.gone = true;
    return;
  }
  client.ranks = ranks;
  send(client, {MessageKind::kWelcome, {}});
  if (!failure_.empty()) send(client, {MessageKind::kFailure, {failure_}});
}

void StoreServer::meet(Client& client, const Message& message) {
  const std::string& key = message.parts[0];
  const int index = std::atoi(message.parts[1].c_str());
  const size_t count = std::strtoul(message.parts[2].c_str(), nullptr, 10);
  Meeting& meeting = meetings_[key];
  meeting.values[index] = message.parts[3];
  // A process may have several ranks, each of which gets an answer.
  meeting.clients.push_back(&client);
  if (meeting.values.size() < count) return;
  Message answer{MessageKind::kMeet, {key}};
  for (const auto& [rank, value] : meeting.values)
    answer.parts.push_back(value);
  std::vector<Client*> clients = meeting.clients;
  meetings_.erase(key);
  std::ranges::sort(clients);
  clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
  for (Client* each : clients) send(*each, answer);
}

void StoreServer::lose(Client& client, const char* what) {
  client.gone = true;
  if (client.ranks.empty() || client.left) return;
  const bool several = client.ranks.size() > 1;
  std::string failure =
      format("%s %s %s", several ? "the process of ranks" : "rank",
             text_of(client.ranks).c_str(), what);
  if (failure_.empty()) failure_ = failure;
  tell_others(&client, {MessageKind::kFailure, {failure}});
}

void StoreServer::send(Client& client, const Message& message) {
  if (!client.gone && !client.socket.send(encode(message)))
    lose(client, "cannot be reached");
}

void StoreServer::tell_others(const Client* but, const Message& message) {
  for (size_t i = 0; i < clients_.size(); ++i)
    if (clients_[i].get() != but && !clients_[i]->ranks.empty())
      send(*clients_[i], message);
}

bool StoreServer::all_left() const {
  return std::ranges::all_of(clients_, [](const auto& client) {
    return client->left || client->gone;
  });
}

}  // namespace tenorite::collectives

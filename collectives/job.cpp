// SPDX-License-Identifier: Apache-2.0
#include "collectives/job.h"

#include <algorithm>
#include <cstdlib>

#include "collectives/wait.h"

namespace tenorite::collectives {

std::string describe(const Call& call) {
  const size_t at = std::min(call.text.find(" at "), call.text.size());
  return format("%s (%scall %llu)%s", call.text.substr(0, at).c_str(),
                call.time % 2 ? "after " : "",
                static_cast<unsigned long long>(call.time / 2),
                call.text.substr(at).c_str());
}

bool has_come(const std::map<int, Call>& calls, int rank, uint64_t time) {
  const auto found = calls.find(rank);
  return found != calls.end() && found->second.time >= time;
}

void Job::leave(const std::vector<int>& ranks) {
  for (int rank : ranks) note_left(rank);
}

void Job::fail(const std::string& text) {
  if (note_failure(text)) tell_failure(text);
}

bool Job::note_failure(const std::string& text) {
  std::lock_guard lock(mutex_);
  if (failed()) return false;
  failure_ = text;
  failed_.store(true, std::memory_order_release);
  return true;
}

std::string Job::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

void Job::note_left(int rank) {
  std::lock_guard lock(mutex_);
  left_.insert(rank);
}

bool Job::has_left(int rank) const {
  std::lock_guard lock(mutex_);
  return left_.count(rank) != 0;
}

void Job::wait_for_news() const {
  const Clock::time_point deadline = deadline_after(0.5);
  poll_until_done([&] { return failed() || Clock::now() > deadline ? 1 : -1; });
}

void Job::begin(const std::string& communicator, int rank, Call call) {
  std::lock_guard lock(mutex_);
  calls_[{communicator, rank}] = std::move(call);
}

// A line for each: communicator, rank, number, text.
std::string Job::text_of_calls() const {
  std::lock_guard lock(mutex_);
  std::string all;
  for (const auto& [key, call] : calls_)
    all += key.first + '\t' + std::to_string(key.second) + '\t' +
           std::to_string(call.time) + '\t' + call.text + '\n';
  return all;
}

namespace {

// The part of a line up to the next tabulator, which is passed over.
std::string next_part(const std::string& line, size_t& from) {
  const size_t end = std::min(line.find('\t', from), line.size());
  std::string part = line.substr(from, end - from);
  from = std::min(end + 1, line.size());
  return part;
}

}  // namespace

std::map<int, Call> Job::calls(const std::string& communicator) {
  std::map<int, Call> found;
  for (const std::string& text : calls_elsewhere()) {
    for (size_t from = 0; from < text.size();) {
      const size_t end = std::min(text.find('\n', from), text.size());
      const std::string line = text.substr(from, end - from);
      from = end + 1;
      size_t at = 0;
      if (next_part(line, at) != communicator) continue;
      const int rank = std::atoi(next_part(line, at).c_str());
      const auto time = std::strtoull(next_part(line, at).c_str(), {}, 10);
      found[rank] = {time, line.substr(at)};
    }
  }
  std::lock_guard lock(mutex_);
  for (const auto& [key, call] : calls_)
    if (key.first == communicator) found[key.second] = call;
  return found;
}

std::string Job::describe_missing(const std::string& communicator, int size,
                                  uint64_t time) {
  const std::map<int, Call> known = calls(communicator);
  std::string missing;
  for (int rank = 0; rank < size; ++rank) {
    if (has_come(known, rank, time)) continue;
    const auto found = known.find(rank);
    if (!missing.empty()) missing += "; ";
    missing += format("rank %d has not come to it: ", rank);
    missing += found == known.end()
                   ? std::string("it has made no call")
                   : "its last call is " + describe(found->second);
  }
  return missing.empty() ? "all ranks have come to it" : missing;
}

std::vector<std::string> LocalJob::meet(const std::string& key, int index,
                                        int count, const std::string& value,
                                        double seconds,
                                        const std::string& who) {
  {
    std::lock_guard lock(mutex_);
    meetings_[key].values[index] = value;
  }
  const Clock::time_point deadline = deadline_after(seconds);
  std::vector<std::string> all;
  poll_until_done([&] {
    size_t come;
    {
      std::lock_guard lock(mutex_);
      Meeting& meeting = meetings_[key];
      come = meeting.values.size();
      // One that all came to was no failure, whatever came after it.
      if (come == static_cast<size_t>(count)) {
        for (auto& [rank, its] : meeting.values) all.push_back(its);
        if (++meeting.gone == count) meetings_.erase(key);
        return 1;
      }
    }
    check();
    TENORITE_CHECK(Clock::now() < deadline, collectives::CommunicatorError,
                   "%s has waited for %g s, and %zu of %d ranks have come",
                   who.c_str(), seconds, come, count);
    return -1;
  });
  return all;
}

}  // namespace tenorite::collectives

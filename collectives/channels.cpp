// SPDX-License-Identifier: Apache-2.0
#include "collectives/channels.h"

#include <bit>
#include <cstring>

#include "collectives/wait.h"

namespace tenorite::collectives {
namespace {

// In front of the bytes of a transfer.
struct Frame {
  uint64_t nbytes;
  char text[120];
};

Frame frame_of(const Transfer& transfer) {
  Frame frame{transfer.nbytes, {}};
  transfer.text.copy(frame.text, sizeof(frame.text) - 1);
  return frame;
}

// Rings of all pairs together stay small enough for the 64 MiB that containers
// have of shared memory.
constexpr size_t kAllBytes = size_t{16} << 20;
constexpr size_t kMostBytes = size_t{256} << 10;
constexpr size_t kLeastBytes = size_t{4} << 10;

size_t capacity_of(int size) {
  const size_t pairs = std::max<size_t>(1, size_t(size) * size_t(size - 1));
  return std::bit_floor(std::clamp(kAllBytes / pairs, kLeastBytes, kMostBytes));
}

}  // namespace

struct Channels::Active {
  Transfer transfer;
  Ring* ring;
  const Active* before;  // on the same ring
  Frame frame;
  size_t done = 0;  // bytes of frame and data
  bool finished() const { return done == sizeof(Frame) + transfer.nbytes; }
};

Channels::Channels(Place place, std::shared_ptr<SharedMemory> memory)
    : place_(std::move(place)),
      memory_(std::move(memory)),
      capacity_(capacity_of(place_.size())) {}

size_t Channels::bytes(int size) {
  return size_t(size) * size_t(size) * Ring::bytes(capacity_of(size));
}

Ring* Channels::ring(int from, int to) const {
  const size_t index = size_t(from) * size_t(place_.size()) + size_t(to);
  return reinterpret_cast<Ring*>(memory_->data() +
                                 index * Ring::bytes(capacity_));
}

void Channels::check_frame(const Active& active) const {
  const Transfer& transfer = active.transfer;
  const Frame expected = frame_of(transfer);
  if (std::memcmp(&active.frame, &expected, sizeof(Frame)) == 0) return;
  throw ValueError(format("rank %d sends %s to rank %d, which expects %s",
                          transfer.peer, active.frame.text, transfer.rank,
                          expected.text));
}

// Whether anything went on.
bool Channels::advance(Active& active) const {
  if (active.finished() || (active.before && !active.before->finished()))
    return false;
  Transfer& transfer = active.transfer;
  const size_t before = active.done;
  auto move = [&](char* memory, size_t begin, size_t end) {
    if (active.done < begin || active.done == end) return;
    char* at = memory + (active.done - begin);
    const size_t left = end - active.done;
    active.done += transfer.sends ? active.ring->put(at, left, capacity_)
                                  : active.ring->take(at, left, capacity_);
  };
  if (active.done < sizeof(Frame)) {
    move(reinterpret_cast<char*>(&active.frame), 0, sizeof(Frame));
    if (!transfer.sends && active.done == sizeof(Frame)) check_frame(active);
  }
  if (active.done >= sizeof(Frame))
    move(transfer.data, sizeof(Frame), sizeof(Frame) + transfer.nbytes);
  return active.done != before;
}

// CommunicatorError where a peer that is waited for makes no calls any more.
void Channels::check_peers(const std::vector<Active>& all,
                           const Waiting& waiting) const {
  for (const Active& active : all) {
    const int peer = active.transfer.peer;
    if (active.finished() || !place_.job->has_left(place_.ranks[peer]))
      continue;
    // What it had sent before may have come only now.
    if (!active.transfer.sends &&
        active.ring->written.load(std::memory_order_acquire) !=
            active.ring->read.load(std::memory_order_relaxed))
      continue;
    end_job(place_, waiting,
            format("rank %d has closed its communicator, or ended", peer));
  }
}

void Channels::transfer(std::vector<Transfer> transfers,
                        const Waiting& waiting) {
  place_.job->check();
  std::vector<Active> all;
  all.reserve(transfers.size());
  for (Transfer& t : transfers) {
    Ring* const way = t.sends ? ring(t.rank, t.peer) : ring(t.peer, t.rank);
    const Active* before = nullptr;
    for (const Active& other : all)
      if (other.ring == way && other.transfer.sends == t.sends) before = &other;
    all.push_back({std::move(t), way, before, {}});
    if (all.back().transfer.sends)
      all.back().frame = frame_of(all.back().transfer);
  }
  const Clock::time_point deadline = deadline_after(waiting.seconds);
  Clock::time_point looked = Clock::now();
  try {
    poll_until_done([&] {
      bool progress = false, done = true;
      for (Active& active : all) {
        progress |= advance(active);
        done &= active.finished();
      }
      if (done) return 1;
      if (progress) return 0;
      place_.job->check();
      const Clock::time_point now = Clock::now();
      if (now - looked > std::chrono::milliseconds(5)) {
        check_peers(all, waiting);
        looked = now;
      }
      if (now < deadline) return -1;
      end_job_late(place_, waiting);
    });
  } catch (const ValueError& e) {
    const std::string text = describe(waiting) + ": " + e.what();
    place_.job->fail(text);
    throw ValueError(text);
  } catch (const Interrupted&) {
    place_.job->fail(describe(waiting) + " was interrupted");
    throw;
  }
}

}  // namespace tenorite::collectives

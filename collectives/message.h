// SPDX-License-Identifier: Apache-2.0
// What goes between a store and the processes of its job, over TCP.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace tenorite::collectives {

enum class MessageKind : uint8_t {
  kHello = 1,  // name of the job, size, ranks of the process
  kWelcome,    // to them; or
  kRefusal,    // why not
  kMeet,       // key, index, count, value; back: key, values
  kBeat,       // calls of the process; back: empty
  kCalls,      // asks for those of all; back: one part for each process
  kFailure,    // text, from and to everybody
  kLeft,       // ranks that make no more calls, likewise
};

// A refusal after which the process looks for its store elsewhere.
inline constexpr char kAnotherJob[] = "another job";

// Texts, numbers among them.
struct Message {
  MessageKind kind{};
  std::vector<std::string> parts;
};

inline void put_length(std::string& bytes, size_t length) {
  const auto n = static_cast<uint32_t>(length);
  bytes.append(reinterpret_cast<const char*>(&n), sizeof(n));
}

// Length of what follows, kind, then each part after its length; in the byte
// order of the machines, which are of one kind.
inline std::string encode(const Message& message) {
  std::string body(1, static_cast<char>(message.kind));
  for (const std::string& part : message.parts) {
    put_length(body, part.size());
    body += part;
  }
  std::string bytes;
  put_length(bytes, body.size());
  return bytes + body;
}

// Messages out of the bytes as they come.
class MessageReader {
 public:
  void add(const char* bytes, size_t n) { bytes_.append(bytes, n); }
  // False where no whole message is there.
  bool next(Message& message) {
    uint32_t length = 0;
    if (!get_length(0, bytes_.size(), length)) return false;
    const size_t end = sizeof(length) + length;
    if (length == 0 || bytes_.size() < end) return false;
    message = {static_cast<MessageKind>(bytes_[sizeof(length)]), {}};
    size_t at = sizeof(length) + 1;
    for (uint32_t part; get_length(at, end, part);) {
      at += sizeof(part);
      if (part > end - at) break;
      message.parts.push_back(bytes_.substr(at, part));
      at += part;
    }
    bytes_.erase(0, end);
    return true;
  }

 private:
  bool get_length(size_t at, size_t end, uint32_t& length) const {
    if (end < at + sizeof(length)) return false;
    std::memcpy(&length, bytes_.data() + at, sizeof(length));
    return true;
  }

  std::string bytes_;
};

// Ranks as text, "0 1 2".
std::string text_of(const std::vector<int>& ranks);
std::vector<int> ranks_of(const std::string& text);

}  // namespace tenorite::collectives

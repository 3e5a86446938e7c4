// SPDX-License-Identifier: Apache-2.0
// Values as bytes and back, for files and pipes of one machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tenorite::jit {

class Packer {
 public:
  std::string bytes;

  Packer& put(uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    return *this;
  }
  Packer& put(std::string_view text) {
    put(uint64_t{text.size()});
    bytes += text;
    return *this;
  }
  Packer& put(const std::vector<std::string>& texts) {
    put(uint64_t{texts.size()});
    for (const std::string& text : texts) put(std::string_view(text));
    return *this;
  }
};

// Every take says whether there was such a value.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  bool take(uint64_t* number) {
    if (rest_.size() < sizeof *number) return false;
    std::memcpy(number, rest_.data(), sizeof *number);
    rest_.remove_prefix(sizeof *number);
    return true;
  }
  bool take(std::string* text) {
    uint64_t size;
    if (!take(&size) || size > rest_.size()) return false;
    text->assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }
  bool take(std::vector<std::string>* texts) {
    uint64_t count;
    if (!take(&count)) return false;
    texts->clear();
    for (; count; --count)
      if (!take(&texts->emplace_back())) return false;
    return true;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace tenorite::jit

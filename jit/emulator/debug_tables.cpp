// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/debug_tables.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tenorite::cpu {
namespace {

// Reads past the end give zeros.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return at_ >= bytes_.size(); }
  size_t position() const { return at_; }
  void skip(size_t n) {
    at_ = n > bytes_.size() - at_ ? bytes_.size() : at_ + n;
  }
  std::string_view take(size_t n) {
    const size_t begin = at_;
    skip(n);
    return bytes_.substr(begin, at_ - begin);
  }
  template <class T>
  T fixed() {
    T value{};
    const std::string_view part = take(sizeof(T));
    if (part.size() == sizeof(T)) std::memcpy(&value, part.data(), sizeof(T));
    return value;
  }
  uint64_t number() {  // ULEB128
    uint64_t value = 0;
    for (unsigned shift = 0; !at_end() && shift < 64; shift += 7) {
      const auto byte = fixed<uint8_t>();
      value |= uint64_t{byte & 127u} << shift;
      if (byte < 128) break;
    }
    return value;
  }
  int64_t signed_number() {  // SLEB128
    uint64_t value = 0;
    unsigned shift = 0;
    while (!at_end() && shift < 64) {
      const auto byte = fixed<uint8_t>();
      value |= uint64_t{byte & 127u} << shift;
      shift += 7;
      if (byte >= 128) continue;
      if ((byte & 64) && shift < 64) value |= ~uint64_t{0} << shift;
      break;
    }
    return static_cast<int64_t>(value);
  }
  std::string_view text() {
    const size_t end = bytes_.find('\0', at_);
    const std::string_view found =
        take(end == bytes_.npos ? bytes_.size() - at_ : end - at_);
    skip(1);
    return found;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

std::string_view part(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.substr(offset, size);
}

// "as" of "_ZZ6matmulE2as" or of "as.0".
std::string short_name(std::string symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (text != nullptr) symbol = text;
  std::free(text);
  const size_t scope = symbol.rfind("::");
  if (scope != symbol.npos) symbol.erase(0, scope + 2);
  return symbol.substr(0, symbol.find('.'));
}

}  // namespace

DebugTables::DebugTables(std::string_view elf) {
  const auto header = Reader(elf).fixed<Elf64_Ehdr>();
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_shentsize != sizeof(Elf64_Shdr))
    return;
  auto section = [&](uint32_t i) {
    return Reader(part(elf, header.e_shoff + uint64_t{i} * sizeof(Elf64_Shdr),
                       sizeof(Elf64_Shdr)))
        .fixed<Elf64_Shdr>();
  };
  auto contents = [&](const Elf64_Shdr& s) {
    return part(elf, s.sh_offset, s.sh_size);
  };
  const std::string_view names = contents(section(header.e_shstrndx));
  for (uint32_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr s = section(i);
    if (s.sh_type == SHT_SYMTAB)
      read_symbols(contents(s), contents(section(s.sh_link)));
    else if (s.sh_name < names.size() &&
             Reader(names.substr(s.sh_name)).text() == ".debug_line")
      read_lines(contents(s));
  }
  std::sort(thread_variables_.begin(), thread_variables_.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return a.address < b.address;
  });
}

void DebugTables::read_symbols(std::string_view symbols,
                               std::string_view names) {
  for (Reader reader(symbols); !reader.at_end();) {
    const auto symbol = reader.fixed<Elf64_Sym>();
    if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_size == 0 ||
        symbol.st_name >= names.size())
      continue;
    const std::string_view name = Reader(names.substr(symbol.st_name)).text();
    thread_variables_.push_back(
        {short_name(std::string(name)), symbol.st_value, symbol.st_size});
  }
}

void DebugTables::read_lines(std::string_view section) {
  for (Reader reader(section); !reader.at_end();) {
    const auto length = reader.fixed<uint32_t>();
    read_unit(reader.take(length));
  }
}

// DWARF 4, section 6.2.
void DebugTables::read_unit(std::string_view unit) {
  Reader in(unit);
  if (in.fixed<uint16_t>() > 4) return;
  const auto header_bytes = in.fixed<uint32_t>();
  const size_t program = in.position() + header_bytes;
  const auto step = in.fixed<uint8_t>();
  in.skip(2);  // operations of an instruction, whether a row is a statement
  const auto line_base = in.fixed<int8_t>();
  const auto line_range = in.fixed<uint8_t>();
  const auto opcodes = in.fixed<uint8_t>();
  std::vector<uint8_t> operands;
  for (int i = 1; i < opcodes; ++i) operands.push_back(in.fixed<uint8_t>());
  if (line_range == 0) return;
  while (!in.at_end() && !in.text().empty()) {
  }
  const auto first_file = static_cast<uint32_t>(files_.size());
  for (;;) {
    const std::string_view name = in.text();
    if (name.empty()) break;
    in.number(), in.number(), in.number();
    files_.emplace_back(name);
  }
  in = Reader(unit);
  in.skip(program);
  uint64_t address = 0, file = 1;
  int64_t line = 1;
  auto add = [&](bool end) {
    const bool known = file >= 1 && first_file + file <= files_.size();
    rows_.push_back({address,
                     known ? first_file + static_cast<uint32_t>(file) - 1 : 0,
                     end || !known ? 0 : static_cast<uint32_t>(line)});
  };
  while (!in.at_end()) {
    const auto code = in.fixed<uint8_t>();
    if (code >= opcodes) {
      const int change = code - opcodes;
      address += static_cast<uint64_t>(change / line_range) * step;
      line += line_base + change % line_range;
      add(false);
      continue;
    }
    switch (code) {
      case 0: {  // extended
        Reader extended(in.take(in.number()));
        const auto which = extended.fixed<uint8_t>();
        if (which == 1) {
          add(true);
          address = 0, file = 1, line = 1;
        } else if (which == 2) {
          address = extended.fixed<uint64_t>();
        }
        break;
      }
      case 1:
        add(false);
        break;
      case 2:
        address += in.number() * step;
        break;
      case 3:
        line += in.signed_number();
        break;
      case 4:
        file = in.number();
        break;
      case 8:
        address += static_cast<uint64_t>((255 - opcodes) / line_range) * step;
        break;
      case 9:
        address += in.fixed<uint16_t>();
        break;
      default:
        for (int i = 0; i < operands[code - 1]; ++i) in.number();
    }
  }
}

SourceLine DebugTables::find_line(uint64_t address) const {
  auto next = std::upper_bound(
      rows_.begin(), rows_.end(), address,
      [](uint64_t at, const Row& row) { return at < row.address; });
  if (next == rows_.begin()) return {};
  --next;
  if (next->line == 0 || next->file >= files_.size()) return {};
  return {files_[next->file], next->line};
}

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/elf.h"

#include <elf.h>

#include <cstring>

namespace tenorite::jit {
namespace {

constexpr uint16_t kCudaMachine = 190;

// Copied, since nothing in a file need be aligned.
template <class Record>
bool read_at(std::string_view bytes, uint64_t offset, Record* record) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Record))
    return false;
  std::memcpy(record, bytes.data() + offset, sizeof(Record));
  return true;
}

std::string text_at(std::string_view names, uint64_t offset) {
  if (offset >= names.size()) return {};
  const std::string_view rest = names.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

}  // namespace

ElfFile::ElfFile(std::string_view bytes) : bytes_(bytes) { valid_ = read(); }

bool ElfFile::for_cuda() const { return valid_ && machine_ == kCudaMachine; }

std::string_view ElfFile::range(Range r) const {
  if (r.offset > bytes_.size() || bytes_.size() - r.offset < r.size) return {};
  return bytes_.substr(r.offset, r.size);
}

bool ElfFile::read() {
  Elf64_Ehdr header;
  if (!read_at(bytes_, 0, &header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_shentsize != sizeof(Elf64_Shdr))
    return false;
  machine_ = header.e_machine;
  auto section_at = [&](uint32_t index, Elf64_Shdr* section) {
    return index < header.e_shnum &&
           read_at(bytes_, header.e_shoff + uint64_t{index} * sizeof(*section),
                   section);
  };
  Elf64_Shdr section, names;
  for (uint16_t i = 0; i < header.e_shnum; ++i) {
    if (!section_at(i, &section)) return false;
    if (section.sh_type == SHT_PROGBITS)
      sections_[i] = {section.sh_offset, section.sh_size, section.sh_addr};
  }
  for (uint16_t i = 0; i < header.e_shnum; ++i) {
    section_at(i, &section);
    if (section.sh_type != SHT_SYMTAB) continue;
    if (!section_at(section.sh_link, &names)) return false;
    read_symbols({section.sh_offset, section.sh_size},
                 {names.sh_offset, names.sh_size});
  }
  return true;
}

void ElfFile::read_symbols(Range symbols, Range names) {
  const std::string_view text = range(names);
  const std::string_view table = range(symbols);
  Elf64_Sym symbol;
  for (uint64_t at = 0; read_at(table, at, &symbol); at += sizeof(symbol)) {
    std::string name = text_at(text, symbol.st_name);
    if (name.empty()) continue;
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_OBJECT)
      variables_[std::move(name)] = {symbol.st_shndx,
                                     {symbol.st_value, symbol.st_size}};
    else if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
             ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
      functions_[std::move(name)] = symbol.st_size;
  }
}

std::string_view ElfFile::variable(const std::string& symbol) const {
  auto found = variables_.find(symbol);
  if (found == variables_.end()) return {};
  const auto& [section, place] = found->second;
  auto contents = sections_.find(section);
  if (contents == sections_.end()) return {};
  const std::string_view bytes = range(contents->second);
  // Below the section's address it wraps to a large number.
  const uint64_t offset = place.offset - contents->second.address;
  if (offset > bytes.size() || bytes.size() - offset < place.size) return {};
  return bytes.substr(offset, place.size);
}

}  // namespace tenorite::jit

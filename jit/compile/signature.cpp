// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/signature.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <string_view>

#include "jit/compile/elf.h"

namespace tenorite::jit {
namespace {

constexpr uint32_t kMagic = 0x6e726574;  // of prelude/signature.h
constexpr size_t kHeadBytes = 8;

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// The initial bytes of a variable as PTX lists them: "name[24] = {1, 0, 2}",
// without the zeros at the end.
std::string ptx_variable(const std::string& text, const std::string& symbol) {
  size_t at = text.find(" " + symbol + "[");
  if (at == text.npos) return {};
  const char* end = text.data() + text.size();
  const char* p = text.data() + at + symbol.size() + 2;
  size_t size = 0;
  p = std::from_chars(p, end, size).ptr;
  if (size > (1 << 20)) return {};
  std::string bytes(size, '\0');
  p = std::find(p, end, '{');
  for (char& byte : bytes) {
    if (p == end || *p == '}') break;
    for (++p; p != end && *p == ' ';) ++p;
    unsigned value = 0;
    p = std::from_chars(p, end, value).ptr;
    byte = static_cast<char>(value);
  }
  return bytes;
}

std::string name_of_item(const Parameter& p) {
  const bool wide = p.item_size == 8;
  switch (p.kind) {
    case 'b':
      return "bool";
    case 'i':
    case 'u': {
      const char* sign = p.kind == 'u' ? "unsigned " : "";
      if (p.item_size == 1) return p.kind == 'u' ? "unsigned char" : "char";
      return sign + std::string(p.item_size == 2   ? "short"
                                : p.item_size == 4 ? "int"
                                                   : "long long");
    }
    case 'f':
      return p.item_size == 2 ? "half" : wide ? "double" : "float";
    case 'c':
      return wide ? "complex<float>" : "complex<double>";
    default:
      return p.item_size == 0 ? "void"
                              : format("struct of %u bytes", p.item_size);
  }
}

}  // namespace

std::string to_string(const Parameter& p) {
  std::string text = p.is_const ? "const " : "";
  text += name_of_item(p);
  return p.is_pointer ? text + "*" : text;
}

std::string to_string(const Signature& signature) {
  std::string text;
  for (const Parameter& p : signature)
    text += (text.empty() ? "" : ", ") + to_string(p);
  return "(" + text + ")";
}

bool is_plain_name(const std::string& expression) {
  return !expression.empty() && starts_name(expression[0]) &&
         std::all_of(expression.begin(), expression.end(), continues_name);
}

std::string signature_prelude() {
  return "#include \"jit/prelude/kernels/signature.h\"\n";
}

std::string signature_tables(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (is_plain_name(name)) {
      // A macro may stand for anything.
      text += format("#ifndef %s\nTENORITE_PLAIN_SIGNATURE(%zu, %s)\n#endif\n",
                     name.c_str(), i, name.c_str());
    } else {
      const size_t start = name.find_first_not_of("& \t");
      text += format("TENORITE_SIGNATURE(%zu, %s)\n", i,
                     start == name.npos ? "" : name.c_str() + start);
    }
  }
  return text;
}

std::optional<Signature> parse_signature(std::string_view bytes) {
  uint32_t head[2];
  static_assert(sizeof(head) == kHeadBytes);
  if (bytes.size() < sizeof(head)) return {};
  std::memcpy(head, bytes.data(), sizeof(head));
  const size_t count = head[1];
  if (head[0] != kMagic ||
      count > (bytes.size() - kHeadBytes) / sizeof(Parameter))
    return {};
  Signature signature(count);
  if (count > 0)
    std::memcpy(signature.data(), bytes.data() + kHeadBytes,
                count * sizeof(Parameter));
  return signature;
}

std::string signature_symbol(size_t number) {
  return format("tenorite_signature_%zu", number);
}

std::optional<Signature> read_signature(const Artifact& artifact,
                                        size_t number) {
  const std::string symbol = signature_symbol(number);
  if (artifact.kind == Artifact::Kind::kPtx)
    return parse_signature(ptx_variable(artifact.code, symbol));
  return parse_signature(ElfFile(artifact.code).variable(symbol));
}

}  // namespace tenorite::jit

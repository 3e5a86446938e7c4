// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/signature.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <string_view>

#include "ops/fusion/elf.h"

namespace tenorite::fusion {
namespace {

constexpr uint32_t kMagic = 0x6e726574;  // of prelude/signature.h
constexpr size_t kHeadBytes = 8;

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Tokens of a C++ text: names and single other characters. Comments, literals
// and preprocessor lines are left out.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  // Empty at the end.
  std::string_view next() {
    skip();
    if (at_ >= text_.size()) return {};
    const size_t start = at_++;
    if (starts_name(text_[start]))
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    line_start_ = false;
    return text_.substr(start, at_ - start);
  }

 private:
  bool see(std::string_view what) const {
    return text_.substr(at_, what.size()) == what;
  }
  void skip_past(std::string_view what) {
    const size_t found = text_.find(what, at_);
    at_ = found == text_.npos ? text_.size() : found + what.size();
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
  }
  void skip_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }
  void skip_raw_literal() {
    const size_t open = text_.find('(', at_);
    if (open == text_.npos) {
      at_ = text_.size();
      return;
    }
    const std::string_view mark = text_.substr(at_ + 2, open - at_ - 2);
    at_ = open;
    skip_past(")" + std::string(mark) + "\"");
  }

  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_start_ = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (see("//") || (c == '#' && line_start_)) {
        skip_line();
      } else if (see("/*")) {
        at_ += 2;
        skip_past("*/");
      } else if (see("R\"")) {
        skip_raw_literal();
      } else if (c == '"' || (c == '\'' && !follows_digit())) {
        skip_literal(c);
      } else {
        return;
      }
      at_ = std::min(at_, text_.size());
    }
  }
  // As in 1'000'000.
  bool follows_digit() const {
    return at_ > 0 && std::isxdigit(static_cast<unsigned char>(text_[at_ - 1]));
  }

  std::string_view text_;
  size_t at_ = 0;
  bool line_start_ = true;
};

// After an opening parenthesis: past the one that closes it.
void skip_parentheses(Tokens& tokens) {
  int depth = 1;
  while (depth > 0) {
    const std::string_view token = tokens.next();
    if (token.empty()) return;
    if (token == "(") ++depth;
    if (token == ")") --depth;
  }
}

// After __global__: the name before the parameters; empty where there is none.
std::string name_of_kernel(Tokens& tokens) {
  std::string_view name;
  for (;;) {
    const std::string_view token = tokens.next();
    if (token.empty() || token == ";" || token == "{" || token == "}")
      return {};
    if (token != "(") {
      name = token;
      continue;
    }
    // __launch_bounds__(256), __attribute__((...)), alignas(8).
    if (name.substr(0, 2) != "__" && name != "alignas")
      return starts_name(name.empty() ? '0' : name[0]) ? std::string(name)
                                                       : std::string();
    skip_parentheses(tokens);
  }
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

std::vector<std::string> kernel_names(const std::string& text) {
  std::vector<std::string> names;
  Tokens tokens(text);
  for (;;) {
    const std::string_view token = tokens.next();
    if (token.empty()) return names;
    if (token != "__global__") continue;
    std::string name = name_of_kernel(tokens);
    if (!name.empty() &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
}

bool is_plain_name(const std::string& expression) {
  return !expression.empty() && starts_name(expression[0]) &&
         std::all_of(expression.begin(), expression.end(), continues_name);
}

std::string signature_prelude() {
  return "#include \"ops/fusion/prelude/signature.h\"\n";
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

std::optional<Signature> read_signature(const Artifact& artifact, int number) {
  const std::string symbol = format("tenorite_signature_%d", number);
  if (artifact.kind == Artifact::Kind::kPtx)
    return parse_signature(ptx_variable(artifact.code, symbol));
  return parse_signature(ElfFile(artifact.code).variable(symbol));
}

}  // namespace tenorite::fusion

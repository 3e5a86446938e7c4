// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/embedded.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "jit/compile/embedded_texts.h"

namespace tenorite::jit {
namespace {

constexpr std::string_view kBlank = " \t\r\v\f";

std::string_view strip(std::string_view text) {
  size_t first = text.find_first_not_of(kBlank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// What a directive includes, if it is ours.
const EmbeddedText* included(const Directive& directive) {
  std::string_view rest = directive.rest;
  if (directive.name != "include" || rest.size() < 2) return nullptr;
  char close = rest[0] == '"' ? '"' : rest[0] == '<' ? '>' : '\0';
  size_t end = close ? rest.find(close, 1) : rest.npos;
  if (end == rest.npos) return nullptr;
  return embedded_text(rest.substr(1, end - 1));
}

// Whether a line may stand before the user's macros: what steers the texts that
// are included, and the C++ standard library's headers.
bool comes_first(const Directive& directive) {
  const std::string_view rest = directive.rest;
  auto begins = [&](std::string_view with) {
    return rest.substr(0, with.size()) == with;
  };
  if (directive.name == "define")
    return begins("TENORITE_") || begins("__CUDA");
  return directive.name == "line" || directive.name == "pragma" ||
         (directive.name == "include" && begins("<") &&
          rest.find_first_of("./") == rest.npos);
}

class Paster {
 public:
  std::string result;

  explicit Paster(const std::string& definitions) : definitions_(definitions) {}

  void paste(std::string_view text, std::string file) {
    long line = 1;
    while (!text.empty()) {
      size_t end = text.find('\n');
      std::string_view whole =
          text.substr(0, end == text.npos ? text.size() : end + 1);
      text.remove_prefix(whole.size());
      Directive directive = parse_directive(whole.substr(0, whole.find('\n')));
      const EmbeddedText* other = included(directive);
      bool opening = other || strip(whole).substr(0, 2) == "//" ||
                     strip(whole.substr(0, whole.find('\n'))).empty() ||
                     comes_first(directive);
      if (depth_ == 0 && !opening) define(line, file);
      ++line;
      parse_line_directive(directive, &line, &file);
      if (!other && directive.name == "pragma" && directive.rest == "once") {
        result += '\n';
      } else if (!other) {
        result += whole;
      } else if (!pasted_.insert(other->name).second) {
        result += '\n';
      } else {
        result += line_directive(1, other->name) + "\n";
        ++depth_;
        paste(other->text, std::string(other->name));
        --depth_;
        if (result.back() != '\n') result += '\n';
        result += line_directive(line, file) + "\n";
      }
    }
  }

 private:
  void define(long line, const std::string& file) {
    if (definitions_.empty()) return;
    result += line_directive(1, "options") + "\n" + definitions_ +
              line_directive(line, file) + "\n";
    definitions_.clear();
  }

  std::string definitions_;
  int depth_ = 0;
  std::set<std::string_view> pasted_;
};

}  // namespace

const EmbeddedText* embedded_text(std::string_view name) {
  const EmbeddedText* end = kEmbeddedTexts + kNumEmbeddedTexts;
  const EmbeddedText* found =
      std::find_if(kEmbeddedTexts, end,
                   [&](const EmbeddedText& t) { return t.name == name; });
  return found == end ? nullptr : found;
}

std::string_view embedded_digest() { return kEmbeddedDigest; }

std::string paste_embedded(const std::string& text, const std::string& file,
                           const std::string& definitions) {
  Paster paster(definitions);
  paster.result.reserve(text.size() + 4096);
  paster.paste(text, file);
  return std::move(paster.result);
}

bool includes_embedded(const std::string& text) {
  for (std::string_view rest = text; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size() - 1);
    std::string_view line = rest.substr(0, end + 1);
    if (line.find("include") != line.npos && included(parse_directive(line)))
      return true;
    rest.remove_prefix(end + 1);
  }
  return false;
}

std::string line_directive(long line, std::string_view file) {
  std::string text = "#line " + std::to_string(line) + " \"";
  for (char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\0' ? ' ' : c;
  }
  return text + '"';
}

Directive parse_directive(std::string_view line) {
  line = strip(line);
  if (line.empty() || line[0] != '#') return {};
  line = strip(line.substr(1));
  size_t end = 0;
  while (end < line.size() &&
         std::isalpha(static_cast<unsigned char>(line[end])))
    ++end;
  return {line.substr(0, end), strip(line.substr(end))};
}

bool parse_line_directive(const Directive& directive, long* line,
                          std::string* file) {
  if (directive.name != "line") return false;
  std::string_view rest = directive.rest;
  long number = 0;
  size_t i = 0;
  for (; i < rest.size() && i < 9 && rest[i] >= '0' && rest[i] <= '9'; ++i)
    number = 10 * number + (rest[i] - '0');
  if (i == 0) return false;
  *line = number;
  size_t open = rest.find('"', i);
  if (open == rest.npos) return true;
  std::string name;
  for (i = open + 1; i < rest.size() && rest[i] != '"'; ++i) {
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    name += rest[i];
  }
  *file = name;
  return true;
}

}  // namespace tenorite::jit

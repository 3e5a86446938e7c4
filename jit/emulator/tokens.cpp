// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/tokens.h"

#include <algorithm>
#include <cctype>

namespace tenorite::jit {
namespace {

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool in_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c));
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    bool fresh_line = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        fresh_line = true;
        ++at_;
      } else if (skip_continuation()) {
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (c == '/' && next(1) == '/') {
        skip_line();
      } else if (c == '/' && next(1) == '*') {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else if (c == '#' && fresh_line) {
        directive();
      } else {
        fresh_line = false;
        token();
      }
    }
    return std::move(tokens_);
  }

 private:
  char next(size_t n) const {
    return at_ + n < text_.size() ? text_[at_ + n] : '\0';
  }
  void add(Token::Kind kind, size_t begin) {
    tokens_.push_back({kind, begin, at_, text_.substr(begin, at_ - begin)});
  }

  // Past a backslash and the line break behind it.
  bool skip_continuation() {
    if (text_[at_] != '\\') return false;
    const size_t breaks = next(1) == '\r' ? 2 : 1;
    if (next(breaks) != '\n') return false;
    at_ += breaks + 1;
    return true;
  }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n')
      if (!skip_continuation()) ++at_;
  }

  void directive() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (skip_continuation()) continue;
      if (text_[at_] == '/' && next(1) == '/') {
        add(Token::Kind::kDirective, begin);
        return skip_line();
      }
      if (text_[at_] == '/' && next(1) == '*') {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else {
        ++at_;
      }
    }
    add(Token::Kind::kDirective, begin);
  }

  void token() {
    const size_t begin = at_;
    const char c = text_[at_];
    if (starts_name(c)) {
      while (at_ < text_.size() && in_name(text_[at_])) ++at_;
      const std::string_view name = text_.substr(begin, at_ - begin);
      if (next(0) == '"' && !name.empty() && name.back() == 'R' &&
          name.size() <= 3)
        return raw_string(begin);
      const bool prefix =
          name == "L" || name == "u" || name == "U" || name == "u8";
      if (prefix && (next(0) == '"' || next(0) == '\'')) return quoted(begin);
      return add(Token::Kind::kName, begin);
    }
    if (std::isdigit(static_cast<unsigned char>(c)) ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(next(1))))) {
      while (
          at_ < text_.size() &&
          (in_name(text_[at_]) || text_[at_] == '.' ||
           (text_[at_] == '\'' && in_name(next(1))) ||
           ((text_[at_] == '+' || text_[at_] == '-') &&
            std::string_view("eEpP").find(text_[at_ - 1]) !=
                std::string_view::npos &&
            !(text_[begin] == '0' && begin + 1 < text_.size() &&
              (text_[begin + 1] | 32) == 'x' && (text_[at_ - 1] | 32) == 'e'))))
        ++at_;
      return add(Token::Kind::kNumber, begin);
    }
    if (c == '"' || c == '\'') return quoted(begin);
    ++at_;
    add(Token::Kind::kSign, begin);
  }

  void quoted(size_t begin) {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + (next(0) == quote), text_.size());
    add(Token::Kind::kString, begin);
  }

  void raw_string(size_t begin) {
    const size_t open = text_.find('(', at_);
    if (open == text_.npos) {
      at_ = text_.size();
    } else {
      std::string close = ")";
      close += text_.substr(at_ + 1, open - at_ - 1);
      close += '"';
      const size_t end = text_.find(close, open);
      at_ = end == text_.npos ? text_.size() : end + close.size();
    }
    add(Token::Kind::kString, begin);
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  return Scanner(text).run();
}

size_t closing_bracket(const std::vector<Token>& tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::kSign) continue;
    const char c = tokens[i].text[0];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return tokens.size();
}

void Edits::replace(size_t begin, size_t end, std::string with) {
  edits_.push_back({begin, end, std::move(with)});
}

std::string Edits::apply() {
  std::stable_sort(
      edits_.begin(), edits_.end(),
      [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string made;
  size_t at = 0;
  for (const Edit& edit : edits_) {
    if (edit.begin < at) continue;
    made += text_.substr(at, edit.begin - at);
    made += edit.with;
    // Line breaks of what goes stay.
    for (size_t i = edit.begin; i < edit.end; ++i)
      if (text_[i] == '\n') made += '\n';
    at = edit.end;
  }
  made += text_.substr(at);
  return made;
}

}  // namespace tenorite::jit

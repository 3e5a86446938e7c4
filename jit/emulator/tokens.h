// SPDX-License-Identifier: Apache-2.0
// C++ text cut into tokens, without preprocessing it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tenorite::jit {

struct Token {
  enum class Kind : unsigned char {
    kName,
    kNumber,
    kString,     // and characters; raw ones too
    kSign,       // one character each
    kDirective,  // a preprocessor line with those that continue it
  };
  Kind kind;
  size_t begin, end;  // in the text
  std::string_view text;

  bool is(std::string_view other) const { return text == other; }
  bool is_name() const { return kind == Kind::kName; }
};

// Any text can be given. What is no token (comments, white space, the end of
// something that is never closed) is left out.
std::vector<Token> tokens_of(std::string_view text);

// The index of the bracket that closes tokens[open], one of ( [ {; the number
// of tokens where there is none.
size_t closing_bracket(const std::vector<Token>& tokens, size_t open);

// Replacements in a text, which keep the number of its lines.
class Edits {
 public:
  explicit Edits(std::string_view text) : text_(text) {}
  // `with` must have no line break but at places where one is wanted.
  void replace(size_t begin, size_t end, std::string with);
  void insert(size_t at, std::string what) { replace(at, at, std::move(what)); }
  std::string apply();

 private:
  struct Edit {
    size_t begin, end;
    std::string with;
  };
  std::string_view text_;
  std::vector<Edit> edits_;
};

}  // namespace tenorite::jit

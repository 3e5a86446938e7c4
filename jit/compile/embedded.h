// SPDX-License-Identifier: Apache-2.0
// The texts of ops/device and jit/prelude, which the build puts into
// the library: kernels that are made at run time include them by name.
#pragma once

#include <string>
#include <string_view>

namespace tenorite::jit {

struct EmbeddedText {
  std::string_view name;  // "ops/device/math.h"
  std::string_view text;
};
// Null where no text has that name.
const EmbeddedText* embedded_text(std::string_view name);
// SHA-256 of all of them, 64 digits.
std::string_view embedded_digest();

// Replaces each `#include "NAME"` of an embedded text by the text, the first
// time, and by nothing after that, with #line directives that keep every line
// of both where it was. `file` is what the first line of `text` belongs to.
// Embedded texts therefore include each other unconditionally. `definitions`
// are lines that go behind the includes at the start, where they cannot harm
// what is included.
std::string paste_embedded(const std::string& text, const std::string& file,
                           const std::string& definitions = "");
// Whether paste_embedded would replace anything.
bool includes_embedded(const std::string& text);

// `#line 12 "a\"b"` without its newline.
std::string line_directive(long line, std::string_view file);

// A preprocessor line, taken apart; for texts that are read line by line.
struct Directive {
  std::string_view name;  // "include", "line", "" when it is no directive
  std::string_view rest;  // without the white space around it
};
Directive parse_directive(std::string_view line);

// `#line 12 "file"`, without which nothing is changed; line is the number of
// the line that follows.
bool parse_line_directive(const Directive& directive, long* line,
                          std::string* file);

}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/user_includes.h"

#include <algorithm>

#include "core/error.h"
#include "jit/compile/embedded.h"
#include "jit/compile/headers.h"

namespace tenorite::jit {
namespace {

// Names of jit/prelude/kernels/names.h that kernels like to define themselves.
constexpr const char* kFixedWidth[] = {
    "int8_t",   "int16_t",  "int32_t",  "int64_t",  "uint8_t",
    "uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t"};
constexpr const char* kShortNames[] = {"uint", "ushort", "ulong", "uchar"};

bool calls_complex_functions(const RawText& text) {
  const auto& tokens = text.tokens();
  return text.may_have_more() ||
         std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
           return std::any_of(
               kComplexFunctions.begin(), kComplexFunctions.end(),
               [&](std::string_view name) {
                 return token.is(name) ||
                        (token.kind == Token::Kind::kDirective &&
                         token.text.find(name) != token.text.npos);
               });
         });
}

// The text that is included in place of a file; null for none.
const char* replacement(const RawText& text, std::string_view file,
                        bool on_cuda) {
  const char* own = own_header(file, on_cuda);
  if (own != nullptr && own == std::string_view(kComplexHeader) &&
      calls_complex_functions(text))
    return kComplexFunctionsHeader;
  return own;
}

}  // namespace

UserIncludes take_includes(const RawText& text, bool on_cuda, Edits* edits) {
  UserIncludes made;
  auto leave_out = [&](const auto& names) {
    for (const char* name : names)
      if (text.defines_type(name))
        made.own_names += format("#define TENORITE_OWN_%s\n", name);
  };
  leave_out(kFixedWidth);
  leave_out(kShortNames);
  bool real_headers = false;
  auto add = [](std::string& lines, const std::string& line) {
    if (lines.find(line) == lines.npos) lines += line;
  };
  for (const Token& token : text.tokens()) {
    if (token.kind != Token::Kind::kDirective) continue;
    const std::string file = included_file(token.text);
    if (file.empty() || embedded_text(file) != nullptr) continue;
    const char* own = replacement(text, file, on_cuda);
    if (own != nullptr) add(made.headers, format("#include \"%s\"\n", own));
    // The toolkit's C++ library has integers of its own.
    for (const char* folder :
         {"cooperative_groups", "cuda/", "cub/", "thrust/"})
      if (on_cuda && own == nullptr && file.rfind(folder, 0) == 0)
        for (const char* name : kFixedWidth)
          add(made.own_names, format("#define TENORITE_OWN_%s\n", name));
    if (own != nullptr || is_standard_header(file)) {
      edits->replace(token.begin, token.end, "");
      made.any = true;
    } else if (parse_directive(token.text).rest[0] == '<') {
      real_headers = true;
      if (is_host_header(file))
        add(made.standard, format("#include <%s>\n", file.c_str()));
    }
  }
  // Headers of the compiler define what the prelude does.
  if (real_headers && !on_cuda)
    made.standard = "#define TENORITE_OWN_std\n" + made.standard;
  else
    made.standard.clear();
  return made;
}

}  // namespace tenorite::jit

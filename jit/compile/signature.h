// SPDX-License-Identifier: Apache-2.0
// What parameters a kernel has: tables that are compiled into its module
// (prelude/signature.h), read from the code itself, so that no GPU is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jit/compile/compile.h"

namespace tenorite::jit {

// In words of 32 bits, as the table has them.
struct Parameter {
  uint32_t size, align;  // of the parameter itself
  // NumPy's kind, bytes and alignment of the value or, for a pointer, of what
  // it points to: 'V' a struct, and 'V' with 0 bytes void or an unknown one.
  uint32_t kind, item_size, item_align;
  uint32_t is_pointer, is_const;
};
using Signature = std::vector<Parameter>;

// As it is written in C++: "const float*", "int", "struct of 12 bytes".
std::string to_string(const Parameter& parameter);
std::string to_string(const Signature& signature);

bool is_plain_name(const std::string& expression);

// Text that stands before and after the user's, which ends in a newline, to
// have a table for each name, numbered in their order.
std::string signature_prelude();
std::string signature_tables(const std::vector<std::string>& names);

// The variable that holds the table of that number.
std::string signature_symbol(size_t number);
// Such a table in code for a GPU; empty where the code has none.
std::optional<Signature> read_signature(const Artifact& artifact,
                                        size_t number);
// From the bytes of a table.
std::optional<Signature> parse_signature(std::string_view bytes);

}  // namespace tenorite::jit

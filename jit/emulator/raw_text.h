// SPDX-License-Identifier: Apache-2.0
// What can be said about kernels from the tokens of their text alone.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jit/emulator/tokens.h"

namespace tenorite::jit {

// Something that stands in a namespace: a function, a type, a variable. Token
// numbers; without a body, body == end.
struct Definition {
  size_t begin, body, end;
  bool is_template;
  std::set<std::string_view> defines;
};

struct KernelDefinition {
  std::string name;  // with its namespaces
  size_t definition;
  size_t name_token;       // of a declaration too
  size_t open, close;      // the parentheses of the parameters
  std::string_view bound;  // of __launch_bounds__; empty where there is none
  bool in_unnamed = false, conditional = false;  // conditional: inside an #if
};

// What the threads of a kernel do, as far as it could be: names are followed
// into all that is called so, so that "false" can be relied on.
struct KernelTraits {
  bool waits = false;         // threads wait for each other, or stop the launch
  bool uses_indices = false;  // in functions that the kernel calls
  bool prints = false;
  bool hides_names = false;  // lambdas or types in it could not see parameters
};

class RawText {
 public:
  explicit RawText(std::string_view text);

  const std::vector<Token>& tokens() const { return tokens_; }
  const std::vector<Definition>& definitions() const { return definitions_; }
  // Each declaration, definition and explicit instantiation.
  const std::vector<KernelDefinition>& kernels() const { return kernels_; }
  KernelTraits traits(const std::string& kernel) const;
  // The kernel of an expression such as "&q::scale<float>"; null for none.
  const KernelDefinition* find(std::string_view expression) const;
  // Whether a macro or another file may define kernels that are not listed.
  bool may_have_more() const { return macro_kernels_ || includes_files_; }
  // The number of a token's line as messages give it.
  long line_of(size_t token) const;
  // Whether the token stands in a function.
  bool in_body(size_t token) const;
  bool is_macro(std::string_view name) const {
    return macros_by_name_.count(name) != 0;
  }
  // Whether the text defines the name as a type or a macro.
  bool defines_type(std::string_view name) const;

 private:
  void read_macros();
  void read_definitions();
  void add_definition(size_t begin, size_t body, size_t end);
  void add_kernel(const Definition& definition);
  bool is_kernel_mark(const Token& token) const;
  void follow(size_t definition, const std::string& kernel,
              KernelTraits* traits) const;
  bool hides_names(const Definition& definition) const;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Definition> definitions_;
  std::vector<std::vector<Token>> macros_;
  std::vector<KernelDefinition> kernels_;
  std::multimap<std::string_view, size_t> by_name_;         // definitions
  std::multimap<std::string_view, size_t> macros_by_name_;  // macros_
  std::vector<size_t> operators_;
  std::set<std::string_view> kernel_marks_;
  std::vector<std::string> scopes_;
  std::vector<size_t> conditions_;  // by token: how many #if it stands in
  bool macro_kernels_ = false, includes_files_ = false, unclear_ = false;
};

}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/raw_text.h"

#include <algorithm>
#include <array>

#include "jit/compile/embedded.h"
#include "jit/compile/headers.h"

namespace tenorite::jit {
namespace {

bool starts_with(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

constexpr std::string_view kWaiting[] = {
    "__syncthreads",  "__syncwarp",         "__shfl_",
    "__ballot_sync",  "__any_sync",         "__all_sync",
    "__match_",       "__activemask",       "__reduce_",
    "__barrier_sync", "__nanosleep",        "__trap",
    "assert",         "cooperative_groups", "this_thread_block",
    "this_grid",      "coalesced_threads",  "tiled_partition",
    "this_thread",    "thread_block",       "grid_group",
    "thread_group",   "labeled_partition",  "binary_partition"};

bool waits(std::string_view name) {
  return std::any_of(std::begin(kWaiting), std::end(kWaiting),
                     [&](auto with) { return starts_with(name, with); });
}

bool is_index(std::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" ||
         name == "gridDim";
}

// Words that may stand before the parentheses of attributes.
bool takes_parentheses(std::string_view name) {
  return name == "__launch_bounds__" || name == "__attribute__" ||
         name == "__align__" || name == "__maxnreg__" ||
         name == "__cluster_dims__" || name == "alignas" ||
         name == "decltype" || name == "__declspec" || name == "noexcept" ||
         name == "requires";
}

bool is_sign(const std::vector<Token>& tokens, size_t i, char c) {
  return i < tokens.size() && tokens[i].kind == Token::Kind::kSign &&
         tokens[i].text[0] == c;
}

// Behind the > that closes the < at `open`; `open` where none does before `end`
size_t behind_angles(const std::vector<Token>& tokens, size_t open,
                     size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (is_sign(tokens, i, '(')) {
      i = closing_bracket(tokens, i);
      continue;
    }
    depth += is_sign(tokens, i, '<');
    depth -= is_sign(tokens, i, '>');
    if (depth == 0) return i + 1;
  }
  return open;
}

std::string_view strip(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n&");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

RawText::RawText(std::string_view text)
    : text_(text), tokens_(tokens_of(text)) {
  kernel_marks_.insert("__global__");
  read_macros();
  read_definitions();
}

void RawText::read_macros() {
  size_t conditions = 0;
  for (const Token& token : tokens_) {
    if (token.kind == Token::Kind::kDirective) {
      const Directive directive = parse_directive(token.text);
      conditions += starts_with(directive.name, "if");
      conditions -= directive.name == "endif" && conditions > 0;
    }
    conditions_.push_back(conditions);
    if (token.kind != Token::Kind::kDirective) continue;
    const std::string file = included_file(token.text);
    if (!file.empty() && embedded_text(file) == nullptr &&
        !is_harmless_header(file))
      includes_files_ = true;
    const Directive directive = parse_directive(token.text);
    if (directive.name != "define") continue;
    std::vector<Token> body = tokens_of(directive.rest);
    if (body.empty()) continue;
    if (directive.rest.find("##") != directive.rest.npos &&
        text_.find("sync") != text_.npos)
      unclear_ = true;
    const bool function = body.size() > 1 && is_sign(body, 1, '(') &&
                          body[1].begin == body[0].end;
    for (const Token& part : body)
      if (part.is("__global__")) {
        macro_kernels_ = true;
        if (!function) kernel_marks_.insert(body[0].text);
      }
    macros_by_name_.emplace(body[0].text, macros_.size());
    macros_.push_back(std::move(body));
  }
}

bool RawText::is_kernel_mark(const Token& token) const {
  return token.is_name() && kernel_marks_.count(token.text) != 0;
}

void RawText::read_definitions() {
  size_t start = 0;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::kDirective && i == start) ++start;
    if (token.kind != Token::Kind::kSign) continue;
    const char c = token.text[0];
    if (c == '(' || c == '[') {
      i = closing_bracket(tokens_, i);
      if (i >= tokens_.size()) unclear_ = true;
    } else if (c == ';') {
      add_definition(start, i, i);
      start = i + 1;
    } else if (c == '}') {
      if (scopes_.empty())
        unclear_ = true;
      else
        scopes_.pop_back();
      start = i + 1;
    } else if (c == '{') {
      std::string scope;
      bool is_namespace = false, is_linkage = i > start;
      for (size_t k = start; k < i; ++k) {
        const Token& part = tokens_[k];
        is_linkage &= part.is("extern") || part.kind == Token::Kind::kString ||
                      part.kind == Token::Kind::kDirective;
        if (part.is("namespace"))
          is_namespace = true;
        else if (is_namespace && part.is_name())
          scope += (scope.empty() ? "" : "::") + std::string(part.text);
      }
      if (is_namespace || is_linkage) {
        scopes_.push_back(is_linkage ? "" : scope.empty() ? "{}" : scope);
        start = i + 1;
        continue;
      }
      const size_t close = closing_bracket(tokens_, i);
      if (close >= tokens_.size()) unclear_ = true;
      add_definition(start, i, close);
      i = close;
      start = close + 1;
    }
  }
  if (!scopes_.empty()) unclear_ = true;
}

void RawText::add_definition(size_t begin, size_t body, size_t end) {
  if (begin >= body) return;
  Definition made{begin, body, std::min(end, tokens_.size()), false, {}};
  size_t i = begin;
  while (i < body && tokens_[i].is("template")) {
    made.is_template = true;
    const size_t behind = is_sign(tokens_, i + 1, '<')
                              ? behind_angles(tokens_, i + 1, body)
                              : i + 1;
    i = std::max(behind, i + 1);
  }
  bool is_operator = false;
  for (; i < body; ++i) {
    const Token& token = tokens_[i];
    is_operator |= token.is("operator");
    const bool last = i + 1 >= body;
    const char next = last ? ';' : tokens_[i + 1].text[0];
    if (token.is_name() &&
        std::string_view("([=;,{:<").find(next) != std::string_view::npos &&
        !takes_parentheses(token.text))
      made.defines.insert(token.text);
    if (is_sign(tokens_, i, '(') || is_sign(tokens_, i, '['))
      i = std::min(closing_bracket(tokens_, i), body);
  }
  const size_t number = definitions_.size();
  for (std::string_view name : made.defines) by_name_.emplace(name, number);
  if (is_operator) operators_.push_back(number);
  definitions_.push_back(std::move(made));
  for (size_t k = begin; k < body; ++k)
    if (is_kernel_mark(tokens_[k])) return add_kernel(definitions_.back());
}

void RawText::add_kernel(const Definition& definition) {
  KernelDefinition made;
  made.definition = definitions_.size() - 1;
  size_t i = definition.begin;
  while (!is_kernel_mark(tokens_[i])) ++i;
  for (++i; i < definition.body; ++i) {
    if (!is_sign(tokens_, i, '(')) continue;
    const size_t close = closing_bracket(tokens_, i);
    if (close >= definition.body) return;
    const Token& before = tokens_[i - 1];
    if (before.is("__launch_bounds__")) {
      size_t comma = i + 1;
      while (comma < close && !is_sign(tokens_, comma, ',')) {
        if (is_sign(tokens_, comma, '('))
          comma = closing_bracket(tokens_, comma);
        ++comma;
      }
      if (!definition.is_template && comma <= close)
        made.bound =
            text_.substr(tokens_[i].end, tokens_[comma].begin - tokens_[i].end);
    }
    size_t name = i - 1;
    if (is_sign(tokens_, name, '>')) {
      // An instance or specialisation of a template: back to its name.
      int depth = 0;
      for (; name > definition.begin; --name) {
        depth += is_sign(tokens_, name, '>');
        depth -= is_sign(tokens_, name, '<');
        if (depth == 0) break;
      }
      --name;
    }
    if (!tokens_[name].is_name() || takes_parentheses(tokens_[name].text)) {
      i = close;
      continue;
    }
    for (const std::string& scope : scopes_) {
      if (scope == "{}")
        made.in_unnamed = true;
      else if (!scope.empty())
        made.name += scope + "::";
    }
    made.name += tokens_[name].text;
    made.name_token = name;
    made.conditional = conditions_[name] > 0;
    made.open = i;
    made.close = close;
    kernels_.push_back(std::move(made));
    return;
  }
}

bool RawText::hides_names(const Definition& definition) const {
  for (size_t i = definition.body; i < definition.end; ++i) {
    const Token& token = tokens_[i];
    if (token.is("struct") || token.is("class") || token.is("union")) {
      for (size_t k = i + 1; k < std::min(i + 4, definition.end); ++k)
        if (is_sign(tokens_, k, '{') || is_sign(tokens_, k, ':')) return true;
    }
    if (!is_sign(tokens_, i, '[') || is_sign(tokens_, i + 1, '[') ||
        is_sign(tokens_, i - 1, '['))
      continue;
    const Token& before = tokens_[i - 1];
    const bool subscript = before.kind == Token::Kind::kString ||
                           before.kind == Token::Kind::kNumber ||
                           (before.is_name() && !before.is("return")) ||
                           is_sign(tokens_, i - 1, ')') ||
                           is_sign(tokens_, i - 1, ']') ||
                           is_sign(tokens_, i - 1, '>');
    if (!subscript) return true;
  }
  return false;
}

KernelTraits RawText::traits(const std::string& kernel) const {
  KernelTraits traits;
  if (unclear_ || includes_files_) {
    traits.waits = traits.uses_indices = traits.prints = true;
  }
  for (const KernelDefinition& other : kernels_) {
    if (other.name != kernel) continue;
    traits.hides_names |= hides_names(definitions_[other.definition]);
    follow(other.definition, kernel, &traits);
  }
  return traits;
}

// Breadth first over the definitions and macros of all names that occur.
void RawText::follow(size_t definition, const std::string& kernel,
                     KernelTraits* traits) const {
  std::set<size_t> seen{definition}, seen_macros;
  std::vector<size_t> open{definition}, open_macros;
  auto look = [&](const Token& token, bool own) {
    if (!token.is_name()) return;
    traits->waits |= waits(token.text);
    traits->prints |= token.is("printf");
    traits->uses_indices |=
        (is_index(token.text) && !own) || token.is("cooperative_groups");
    auto macros = macros_by_name_.equal_range(token.text);
    for (auto it = macros.first; it != macros.second; ++it)
      if (seen_macros.insert(it->second).second)
        open_macros.push_back(it->second);
    auto range = by_name_.equal_range(token.text);
    for (auto it = range.first; it != range.second; ++it)
      if (seen.insert(it->second).second) open.push_back(it->second);
  };
  for (size_t other : operators_)
    if (seen.insert(other).second) open.push_back(other);
  auto is_own = [&](size_t number) {
    return std::any_of(kernels_.begin(), kernels_.end(), [&](const auto& k) {
      return k.definition == number && k.name == kernel;
    });
  };
  while (!open.empty() || !open_macros.empty()) {
    if (!open_macros.empty()) {
      const std::vector<Token>& body = macros_[open_macros.back()];
      open_macros.pop_back();
      // What a macro says of the indices holds where it is used: in a kernel
      // they are the kernel's own, elsewhere that function is looked at below.
      for (const Token& token : body) look(token, true);
      continue;
    }
    const size_t number = open.back();
    open.pop_back();
    const Definition& at = definitions_[number];
    const bool own = is_own(number);
    for (size_t i = at.begin; i < at.end; ++i) {
      look(tokens_[i], own);
      if (own || traits->uses_indices || !tokens_[i].is_name()) continue;
      // A macro with indices, used outside of kernels.
      auto macros = macros_by_name_.equal_range(tokens_[i].text);
      for (auto it = macros.first; it != macros.second; ++it)
        for (const Token& token : macros_[it->second])
          traits->uses_indices |=
              is_index(token.text) || macros_by_name_.count(token.text) > 1;
    }
  }
}

const KernelDefinition* RawText::find(std::string_view expression) const {
  std::string_view base = strip(expression);
  base = strip(base.substr(0, base.find('<')));
  if (starts_with(base, "::")) base.remove_prefix(2);
  for (const KernelDefinition& kernel : kernels_)
    if (kernel.name == base) return &kernel;
  return nullptr;
}

long RawText::line_of(size_t token) const {
  long line = 1;
  size_t at = 0;
  auto move = [&](size_t to) {
    line += std::count(text_.begin() + static_cast<std::ptrdiff_t>(at),
                       text_.begin() + static_cast<std::ptrdiff_t>(to), '\n');
    at = to;
  };
  for (size_t i = 0; i < token; ++i) {
    if (tokens_[i].kind != Token::Kind::kDirective) continue;
    std::string file;
    long next = 0;
    if (!parse_line_directive(parse_directive(tokens_[i].text), &next, &file))
      continue;
    move(tokens_[i].begin);
    line = next - 1;
  }
  move(tokens_[token].begin);
  return line;
}

bool RawText::in_body(size_t token) const {
  return std::any_of(definitions_.begin(), definitions_.end(),
                     [&](const Definition& definition) {
                       return token > definition.body && token < definition.end;
                     });
}

bool RawText::defines_type(std::string_view name) const {
  if (macros_by_name_.count(name) != 0) return true;
  auto range = by_name_.equal_range(name);
  for (auto it = range.first; it != range.second; ++it)
    for (size_t i = definitions_[it->second].begin;
         i < definitions_[it->second].body; ++i)
      if (tokens_[i].is("typedef") || tokens_[i].is("using") ||
          tokens_[i].is("struct") || tokens_[i].is("class"))
        return true;
  return false;
}

}  // namespace tenorite::jit

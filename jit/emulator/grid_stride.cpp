// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/grid_stride.h"

#include <algorithm>
#include <cctype>

namespace tenorite::jit {
namespace {

// Types that hold indices: a cast to one changes no neighbours.
constexpr std::string_view kIndexTypes[] = {
    "int",      "unsigned",         "unsignedint",  "long",    "size_t",
    "longlong", "unsignedlonglong", "unsignedlong", "int32_t", "uint32_t",
    "int64_t",  "uint64_t",         "ptrdiff_t"};

class Finder {
 public:
  Finder(const RawText& text, const KernelDefinition& kernel)
      : text_(text), tokens_(text.tokens()), kernel_(kernel) {}

  std::optional<GridStride> find() {
    const Definition& definition = text_.definitions()[kernel_.definition];
    at_ = definition.body + 1;
    end_ = definition.end;
    if (end_ > tokens_.size()) return {};
    while (at_ < end_ && !tokens_[at_].is("for"))
      if (!read_declaration()) return {};
    if (!read_head() || !read_body()) return {};
    return found_;
  }

 private:
  bool is(size_t i, char c) const {
    return i < end_ && tokens_[i].kind == Token::Kind::kSign &&
           tokens_[i].text[0] == c;
  }
  // Signs without white space between them.
  bool are(size_t i, std::string_view signs) const {
    for (size_t k = 0; k < signs.size(); ++k)
      if (!is(i + k, signs[k]) ||
          (k > 0 && tokens_[i + k].begin != tokens_[i + k - 1].end))
        return false;
    return true;
  }
  size_t behind(size_t i, char c, size_t end) const {
    while (i < end && !is(i, c)) ++i;
    return i;
  }

  // An expression without white space and casts.
  std::string plain(size_t begin, size_t end) const {
    std::string made;
    for (size_t i = begin; i < end; ++i) made += tokens_[i].text;
    for (std::string_view type : kIndexTypes) {
      const std::string cast = "(" + std::string(type) + ")";
      for (size_t k; (k = made.find(cast)) != made.npos;)
        made.erase(k, cast.size());
    }
    return made;
  }
  static bool is_index(const std::string& e) {
    for (const std::string product :
         {"blockIdx.x*blockDim.x", "blockDim.x*blockIdx.x"})
      for (const std::string& p : {product, "(" + product + ")"})
        if (e == p + "+threadIdx.x" || e == "threadIdx.x+" + p) return true;
    return false;
  }
  static bool is_stride(const std::string& e) {
    return e == "gridDim.x*blockDim.x" || e == "blockDim.x*gridDim.x";
  }
  bool is_one_of(const std::vector<std::string_view>& names,
                 std::string_view name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // "const int stride = ..." from `begin` to `end`: the number of the name's
  // token, or of the last one.
  size_t declared(size_t begin, size_t end) const {
    const size_t sign = behind(begin, '=', end);
    if (sign == end || sign < begin + 2) return end;
    for (size_t i = begin; i < sign; ++i)
      if (!tokens_[i].is_name() || tokens_[i].is("static")) return end;
    return sign - 1;
  }

  bool read_declaration() {
    const size_t last = behind(at_, ';', end_), name = declared(at_, last);
    if (name == last) return false;
    const std::string value = plain(name + 2, last);
    if (is_index(value))
      indices_.push_back(tokens_[name].text);
    else if (is_stride(value))
      strides_.push_back(tokens_[name].text);
    else
      return false;
    at_ = last + 1;
    return true;
  }

  bool read_head() {
    if (at_ >= end_ || !is(at_ + 1, '(')) return false;
    const size_t open = at_ + 1, close = closing_bracket(tokens_, open);
    if (close >= end_) return false;
    const size_t first = behind(open, ';', close);
    const size_t second = behind(first + 1, ';', close);
    // i < n; i += stride
    if (second != first + 4 || !is(first + 2, '<') ||
        !tokens_[first + 1].is_name() || !are(second + 2, "+="))
      return false;
    const Token &index = tokens_[first + 1], &bound = tokens_[first + 3];
    if (!tokens_[second + 1].is(index.text)) return false;
    const std::string step = plain(second + 4, close);
    if (!is_stride(step) && !is_one_of(strides_, step)) return false;
    if (first == open + 1) {
      if (!is_one_of(indices_, index.text)) return false;
    } else {
      const size_t name = declared(open + 1, first);
      if (name == first || !tokens_[name].is(index.text)) return false;
      const std::string start = plain(name + 2, first);
      if (!is_index(start) && !is_one_of(indices_, start)) return false;
    }
    for (size_t i = kernel_.open + 1; i < kernel_.close; ++i)
      if (tokens_[i].is_name()) parameters_.push_back(tokens_[i].text);
    if (bound.kind != Token::Kind::kNumber &&
        !is_one_of(parameters_, bound.text))
      return false;
    found_ = {close, 0, std::string(index.text), std::string(bound.text)};
    at_ = close + 1;
    return true;
  }

  bool read_body() {
    if (at_ >= end_) return false;
    size_t last = is(at_, '{') ? closing_bracket(tokens_, at_) : at_;
    if (last == at_) {
      for (const char* word : {"for", "if", "while", "do", "switch", "else"})
        if (tokens_[at_].is(word)) return false;
      last = behind(at_, ';', end_);
    }
    if (last + 1 != end_) return false;
    for (size_t i = at_; i <= last; ++i)
      if (!is_harmless(i)) return false;
    found_.last = last;
    return true;
  }

  bool is_harmless(size_t i) const {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::kDirective) return false;
    if (!token.is_name()) return true;
    for (const char* word :
         {"threadIdx", "blockIdx", "blockDim", "gridDim", "return", "break",
          "goto", "static", "asm", "__asm__", "__shared__", "tenorite_first",
          "tenorite_end"})
      if (token.is(word)) return false;
    if (text_.is_macro(token.text)) return false;
    const bool is_index = token.is(found_.index);
    if (!is_index &&
        (is_one_of(indices_, token.text) || is_one_of(strides_, token.text)))
      return false;
    // What each thread has of its own stays as it is.
    return (!is_index && !is_one_of(parameters_, token.text)) || !may_change(i);
  }

  bool may_change(size_t i) const {
    if (is(i + 1, '.') || are(i + 1, "++") || are(i + 1, "--")) return true;
    if (is(i + 1, '=')) return !are(i + 1, "==");
    for (const char* signs :
         {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
      if (are(i + 1, signs)) return true;
    if (i < 2) return false;
    if (are(i - 2, "++") || are(i - 2, "--")) return true;
    // An address; after an operand it is an operator.
    return is(i - 1, '&') && tokens_[i - 2].kind == Token::Kind::kSign &&
           !is(i - 2, ')') && !is(i - 2, ']') && !is(i - 2, '&');
  }

  const RawText& text_;
  const std::vector<Token>& tokens_;
  const KernelDefinition& kernel_;
  size_t at_ = 0, end_ = 0;
  std::vector<std::string_view> indices_, strides_, parameters_;
  GridStride found_{};
};

}  // namespace

std::optional<GridStride> find_grid_stride(const RawText& text,
                                           const KernelDefinition& kernel) {
  const KernelTraits traits = text.traits(kernel.name);
  const Definition& definition = text.definitions()[kernel.definition];
  if (traits.waits || traits.uses_indices || traits.hides_names ||
      kernel.conditional || definition.body == definition.end)
    return {};
  return Finder(text, kernel).find();
}

}  // namespace tenorite::jit

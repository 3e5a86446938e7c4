// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/parameters.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/error.h"

namespace tenorite::jit {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool continues_word(char c) {
  return starts_word(c) || std::isdigit(static_cast<unsigned char>(c));
}
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }

constexpr std::string_view kKeywords[] = {
    "alignas",       "alignof",     "and",
    "and_eq",        "asm",         "auto",
    "bitand",        "bitor",       "bool",
    "break",         "case",        "catch",
    "char",          "char16_t",    "char32_t",
    "char8_t",       "class",       "co_await",
    "co_return",     "co_yield",    "compl",
    "concept",       "const",       "const_cast",
    "consteval",     "constexpr",   "constinit",
    "continue",      "decltype",    "default",
    "delete",        "do",          "double",
    "dynamic_cast",  "else",        "enum",
    "explicit",      "export",      "extern",
    "false",         "float",       "for",
    "friend",        "goto",        "if",
    "inline",        "int",         "long",
    "mutable",       "namespace",   "new",
    "noexcept",      "not",         "not_eq",
    "nullptr",       "operator",    "or",
    "or_eq",         "private",     "protected",
    "public",        "register",    "reinterpret_cast",
    "requires",      "return",      "short",
    "signed",        "sizeof",      "static",
    "static_assert", "static_cast", "struct",
    "switch",        "template",    "this",
    "thread_local",  "throw",       "true",
    "try",           "typedef",     "typeid",
    "typename",      "union",       "unsigned",
    "using",         "virtual",     "void",
    "volatile",      "wchar_t",     "while",
    "xor",           "xor_eq",
};
bool is_keyword(std::string_view word) {
  return std::binary_search(std::begin(kKeywords), std::end(kKeywords), word);
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size();) {
    if (is_space(text[i])) {
      ++i;
      continue;
    }
    size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    words.push_back(text.substr(begin, i - begin));
  }
  return words;
}

KernelParameter read_parameter(const std::string& text,
                               DTypeReader read_dtype) {
  std::vector<std::string> words = split_words(text);
  TENORITE_CHECK(words.size() >= 2, ValueError, "Syntax error: %s",
                 text.c_str());
  KernelParameter p;
  p.name = words.back();
  words.pop_back();
  const std::string type = words.back();
  words.pop_back();
  for (const std::string& word : words) {
    TENORITE_CHECK(word == "raw", ValueError, "Unknown keyword \"%s\"",
                   word.c_str());
    p.raw = true;
  }
  if (type.size() == 1) {
    TENORITE_CHECK(starts_word(type[0]) && type[0] != '_', ValueError,
                   "Syntax error: %s", text.c_str());
    p.placeholder = type[0];
  } else {
    p.dtype = read_dtype(type);
  }
  const char* name = p.name.c_str();
  TENORITE_CHECK(is_identifier(p.name), ValueError,
                 "Invalid parameter name: \"%s\"", name);
  TENORITE_CHECK(!is_keyword(p.name), ValueError,
                 "Can not use '%s' as a parameter name: it is a keyword of C++",
                 name);
  TENORITE_CHECK(p.name != "i" && p.name[0] != '_', ValueError,
                 "Can not use '%s' as a parameter name", name);
  TENORITE_CHECK(p.placeholder == '\0' || p.name != type, ValueError,
                 "Can not use '%s' as a parameter name: it is a type", name);
  return p;
}

std::vector<KernelParameter> read_list(const std::string& text,
                                       DTypeReader read_dtype) {
  std::vector<KernelParameter> list;
  if (split_words(text).empty()) return list;
  for (size_t begin = 0;;) {
    size_t end = text.find(',', begin);
    list.push_back(read_parameter(text.substr(begin, end - begin), read_dtype));
    if (end == std::string::npos) return list;
    begin = end + 1;
  }
}

// Binds a placeholder or compares a dtype.
void match(const KernelParameter& p, DType given, Binding& binding) {
  if (p.placeholder == '\0') {
    TENORITE_CHECK(given == p.dtype, TypeError, "Type is mismatched. %s %s %s",
                   p.name.c_str(), name(given), name(p.dtype));
    return;
  }
  for (int i = 0; i < binding.placeholders; ++i) {
    if (binding.placeholder[i] != p.placeholder) continue;
    TENORITE_CHECK(given == binding.bound[i], TypeError,
                   "Type is mismatched. %s %s %s %c", p.name.c_str(),
                   name(given), name(binding.bound[i]), p.placeholder);
    return;
  }
  binding.placeholder[binding.placeholders] = p.placeholder;
  binding.bound[binding.placeholders++] = given;
}

DType resolve(const KernelParameter& p, const Binding& binding) {
  if (p.placeholder == '\0') return p.dtype;
  for (int i = 0; i < binding.placeholders; ++i)
    if (binding.placeholder[i] == p.placeholder) return binding.bound[i];
  throw TypeError(
      format("The type %c of '%s' is undecided: no array has it. Numbers take "
             "the type that the arrays decide",
             p.placeholder, p.name.c_str()));
}

}  // namespace

std::string KernelParameter::type() const {
  return placeholder ? std::string(1, placeholder) : type_name(dtype);
}

const char* type_name(DType dtype) {
  switch (dtype) {
    case DType::kInt64:
      return "long long";
    case DType::kUint64:
      return "unsigned long long";
    case DType::kFloat16:
      return "float16";
    default:
      break;
  }
  static constexpr const char* kNames[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) #type,
#include "core/dtype.def"
#undef TENORITE_DTYPE
  };
  return kNames[static_cast<int>(dtype)];
}

Parameters read_parameters(const std::string& in, const std::string& out,
                           DTypeReader read_dtype) {
  Parameters parameters{read_list(in, read_dtype), read_list(out, read_dtype)};
  const int count = parameters.count();
  TENORITE_CHECK(count <= kMaxParameters, ValueError,
                 "%d parameters are more than a kernel can have, which are %d",
                 count, kMaxParameters);
  for (int k = 0; k < count; ++k)
    for (int other = 0; other < k; ++other)
      TENORITE_CHECK(parameters.at(k).name != parameters.at(other).name,
                     ValueError, "Two parameters have the name '%s'",
                     parameters.at(k).name.c_str());
  for (int k = 0; k < count; ++k)
    for (int other = 0; other < count; ++other)
      TENORITE_CHECK(std::string(1, parameters.at(k).placeholder) !=
                         parameters.at(other).name,
                     ValueError,
                     "Can not use '%s' as a parameter name: it is a type",
                     parameters.at(other).name.c_str());
  return parameters;
}

void bind(const Parameters& parameters, const ops::Argument* in,
          const ndarray* const* out, Binding& binding) {
  const int nin = static_cast<int>(parameters.in.size());
  const int nout = static_cast<int>(parameters.out.size());
  for (int k = 0; k < nout; ++k)
    if (out[k]) match(parameters.out[k], out[k]->dtype(), binding);
  for (int k = 0; k < nin; ++k)
    if (in[k].array) match(parameters.in[k], in[k].array->dtype(), binding);
  for (int k = 0; k < nin + nout; ++k)
    binding.dtype[k] = resolve(parameters.at(k), binding);
}

bool is_identifier(const std::string& text) {
  return !text.empty() && starts_word(text[0]) &&
         std::all_of(text.begin(), text.end(), continues_word);
}

void check_kernel_name(const std::string& name) {
  TENORITE_CHECK(is_identifier(name) && !is_keyword(name), ValueError,
                 "Invalid kernel name: \"%s\"", name.c_str());
}

namespace {

// Calls found(begin, end) for the identifiers of a text until it returns true.
template <class F>
bool find_word(const std::string& text, F found) {
  for (size_t i = 0; i < text.size();) {
    if (!continues_word(text[i])) {
      ++i;
      continue;
    }
    size_t begin = i;
    while (i < text.size() && continues_word(text[i])) ++i;
    if (starts_word(text[begin]) && found(begin, i)) return true;
  }
  return false;
}

}  // namespace

bool has_word(const std::string& text, const std::string& word) {
  if (text.find(word) == std::string::npos) return false;
  return find_word(text, [&](size_t begin, size_t end) {
    return text.compare(begin, end - begin, word) == 0;
  });
}

bool takes_address(const std::string& text, const std::string& word) {
  if (text.find('&') == std::string::npos) return false;
  return find_word(text, [&](size_t begin, size_t end) {
    if (text.compare(begin, end - begin, word) != 0) return false;
    while (begin > 0 && is_space(text[begin - 1])) --begin;
    return begin > 0 && text[begin - 1] == '&';
  });
}

bool assigns_first(const std::string& text, const std::string& word) {
  static constexpr std::string_view kControl[] = {
      "break", "case", "continue", "default", "do",     "else",
      "for",   "goto", "if",       "return",  "switch", "while",
  };
  size_t at = std::string::npos, after = 0;
  const bool found = find_word(text, [&](size_t begin, size_t end) {
    std::string_view found(text.data() + begin, end - begin);
    if (std::find(std::begin(kControl), std::end(kControl), found) !=
        std::end(kControl))
      return true;
    if (found != word) return false;
    at = begin;
    after = end;
    return true;
  });
  if (!found || at == std::string::npos) return false;
  // Braces, macros and comments may hide anything.
  if (text.find_first_of("{}#/\"") < at) return false;
  size_t before = at;
  while (before > 0 && is_space(text[before - 1])) --before;
  if (before > 0 && text[before - 1] != ';') return false;
  while (after < text.size() && is_space(text[after])) ++after;
  if (after + 1 >= text.size() || text[after] != '=' || text[after + 1] == '=')
    return false;
  return !has_word(text.substr(after, text.find(';', after) - after), word);
}

bool is_heavy(const std::string& text) {
  constexpr size_t kLong = 600;
  if (text.size() > kLong) return true;
  // Calls of these, casts, and what only looks like a call.
  static constexpr std::string_view kLight[] = {
      "abs",  "bool",   "ceil",     "char",  "conj",   "copysign", "double",
      "fabs", "float",  "floor",    "fma",   "fmax",   "fmin",     "if",
      "imag", "int",    "isfinite", "isinf", "isnan",  "long",     "max",
      "min",  "real",   "rint",     "round", "rsqrt",  "short",    "signbit",
      "size", "sizeof", "sqrt",     "sqrtf", "switch", "trunc",    "unsigned",
  };
  return find_word(text, [&](size_t begin, size_t end) {
    std::string_view word(text.data() + begin, end - begin);
    if (word == "while" || word == "for" || word == "do") return true;
    while (end < text.size() && is_space(text[end])) ++end;
    if (end == text.size() || text[end] != '(') return false;
    return word.size() > 1 &&
           !std::binary_search(std::begin(kLight), std::end(kLight), word);
  });
}

}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/options.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace tenorite::jit {
namespace {

enum class Use : uint8_t {
  kDrop,
  kMacro,     // -DNAME, -UNAME, -Idir: the value is joined to the name
  kSeparate,  // -include file
  kStandard,
  kDebug,
  kQuiet,
  kArch,
};

struct Known {
  std::string_view spelling;
  std::string_view name;  // short form
  bool takes_value;
  Use use;  // by g++ and clang++
};
// Of NVRTC's and nvcc's documented options: those that mean something to the
// host, and those that take a value in a separate word.
constexpr Known kKnown[] = {
    {"--define-macro", "-D", true, Use::kMacro},
    {"-D", "-D", true, Use::kMacro},
    {"--undefine-macro", "-U", true, Use::kMacro},
    {"-U", "-U", true, Use::kMacro},
    {"--include-path", "-I", true, Use::kMacro},
    {"-I", "-I", true, Use::kMacro},
    {"--pre-include", "-include", true, Use::kSeparate},
    {"-include", "-include", true, Use::kSeparate},
    {"--std", "-std", true, Use::kStandard},
    {"-std", "-std", true, Use::kStandard},
    {"--gpu-architecture", "-arch", true, Use::kArch},
    {"-arch", "-arch", true, Use::kArch},
    {"--gpu-code", "-code", true, Use::kArch},
    {"-code", "-code", true, Use::kArch},
    {"--generate-code", "-gencode", true, Use::kArch},
    {"-gencode", "-gencode", true, Use::kArch},
    {"--device-debug", "-G", false, Use::kDebug},
    {"-G", "-G", false, Use::kDebug},
    {"--generate-line-info", "-lineinfo", false, Use::kDebug},
    {"-lineinfo", "-lineinfo", false, Use::kDebug},
    {"-g", "-g", false, Use::kDebug},
    {"--disable-warnings", "-w", false, Use::kQuiet},
    {"-w", "-w", false, Use::kQuiet},
    {"--maxrregcount", "-maxrregcount", true, Use::kDrop},
    {"-maxrregcount", "-maxrregcount", true, Use::kDrop},
    {"--ptxas-options", "-Xptxas", true, Use::kDrop},
    {"-Xptxas", "-Xptxas", true, Use::kDrop},
    {"--diag-suppress", "-diag-suppress", true, Use::kDrop},
    {"-diag-suppress", "-diag-suppress", true, Use::kDrop},
    {"--diag-error", "-diag-error", true, Use::kDrop},
    {"-diag-error", "-diag-error", true, Use::kDrop},
    {"--diag-warn", "-diag-warn", true, Use::kDrop},
    {"-diag-warn", "-diag-warn", true, Use::kDrop},
    {"--optimization-info", "-opt-info", true, Use::kDrop},
    {"-opt-info", "-opt-info", true, Use::kDrop},
    {"--fmad", "-fmad", true, Use::kDrop},
    {"-fmad", "-fmad", true, Use::kDrop},
    {"--ftz", "-ftz", true, Use::kDrop},
    {"-ftz", "-ftz", true, Use::kDrop},
    {"--prec-div", "-prec-div", true, Use::kDrop},
    {"-prec-div", "-prec-div", true, Use::kDrop},
    {"--prec-sqrt", "-prec-sqrt", true, Use::kDrop},
    {"-prec-sqrt", "-prec-sqrt", true, Use::kDrop},
    {"-use_fast_math", "-use_fast_math", false, Use::kDrop},
    {"-default-device", "-default-device", false, Use::kDrop},
    {"-dc", "-dc", false, Use::kDrop},
    {"-rdc", "-rdc", true, Use::kDrop},
    {"-dlto", "-dlto", false, Use::kDrop},
    {"-res-usage", "-res-usage", false, Use::kDrop},
    {"-extra-device-vectorization", "", false, Use::kDrop},
    {"-restrict", "-restrict", false, Use::kDrop},
    {"-minimal", "-minimal", false, Use::kDrop},
    {"-fast-compile", "-fast-compile", false, Use::kDrop},
    {"-modify-stack-limit", "-modify-stack-limit", true, Use::kDrop},
    {"-lto", "-lto", false, Use::kDrop},
    {"-time", "-time", true, Use::kDrop},
    {"-ewp", "-ewp", false, Use::kDrop},
};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// -D, -U, -I: the value may follow without a space.
bool joins(const Known& known) { return known.spelling.size() == 2; }

// The row of an option and where its value starts in the same word.
const Known* find(std::string_view word, size_t* value) {
  for (const Known& known : kKnown) {
    *value = std::string_view::npos;
    if (word == known.spelling) return &known;
    if (!known.takes_value || !starts_with(word, known.spelling)) continue;
    *value = known.spelling.size();
    if (word[*value] == '=') {
      ++*value;
      return &known;
    }
    if (joins(known)) return &known;
  }
  return nullptr;
}

// Options of g++ and clang++ themselves; those of a GPU's compiler that are
// not in the table start with two dashes or are not known to either.
bool is_host_option(std::string_view word) {
  static constexpr std::string_view kPrefixes[] = {
      "-O",       "-f",      "-m",
      "-W",       "-l",      "-L",
      "-isystem", "-gdwarf", "-nodefaultlibs"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](auto prefix) { return starts_with(word, prefix); });
}

struct Parsed {
  Option option;
  const Known* known;  // null: an option that is not in the table
};

// Compilers run in folders of their own.
std::string absolute(const std::string& folder) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(folder, error);
  return error || folder.empty() ? folder : path.string();
}

constexpr std::string_view kBlank = " \t\r\n";

// The text behind the blanks at `at`.
std::string_view behind_blanks(std::string_view text, size_t at) {
  const size_t next = text.find_first_not_of(kBlank, at);
  return next == text.npos ? std::string_view() : text.substr(next);
}

bool takes_next(std::string_view word) {
  size_t value;
  const Known* known = find(word, &value);
  return known != nullptr && known->takes_value && value == word.npos;
}

// Whether an option starts here, and not the rest of a value with blanks in it.
bool starts_option(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  size_t value;
  return starts_with(word, "--") || find(word, &value) != nullptr ||
         is_host_option(word);
}

size_t end_of_word(std::string_view text) {
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (kBlank.find(c) != kBlank.npos &&
             (takes_next(text.substr(0, i)) ||
              starts_option(behind_blanks(text, i))))
      return i;
  }
  return text.size();
}

// Programs write several options into one string, and blanks around them:
// " -DA=1  -I /x y" is "-DA=1", "-I", "/x y".
std::vector<std::string> words_of(const std::vector<std::string>& options) {
  std::vector<std::string> words;
  for (const std::string& option : options) {
    std::string_view text = behind_blanks(option, 0);
    text = text.substr(0, text.find_last_not_of(kBlank) + 1);
    // A value that stands apart is not looked into.
    bool whole = !words.empty() && takes_next(words.back());
    while (!text.empty()) {
      const size_t end = whole ? text.size() : end_of_word(text);
      words.emplace_back(text.substr(0, end));
      text = behind_blanks(text, end);
    }
  }
  return words;
}

std::vector<Parsed> parse(const std::vector<std::string>& options) {
  const std::vector<std::string> words = words_of(options);
  std::vector<Parsed> all;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    size_t value;
    const Known* known = find(word, &value);
    Option option{word, "", word};
    if (known && !known->name.empty()) option.name = known->name;
    if (known && value != std::string::npos) {
      option.value = word.substr(value);
    } else if (known && known->takes_value && i + 1 < words.size()) {
      option.value = words[++i];
      // One word, which every compiler takes.
      option.text =
          option.name + (option.name.size() == 2 ? "" : "=") + option.value;
    }
    if (option.name == "-I") {
      option.value = absolute(option.value);
      option.text = option.name + option.value;
    }
    all.push_back({std::move(option), known});
  }
  return all;
}

// Preludes are written in C++20.
std::string standard(const std::string& value) {
  bool older = value == "c++03" || value == "c++11" || value == "c++14" ||
               value == "c++17";
  return "-std=" + (older || value.empty() ? "c++20" : value);
}

// The number in "sm_90a", "compute_90", "arch=compute_90,code=sm_90"; 0 if none
int first_arch(std::string_view value) {
  size_t at = value.find('_');
  int arch = 0;
  for (size_t i = at + 1; at != value.npos && i < value.size() && i < at + 4 &&
                          value[i] >= '0' && value[i] <= '9';
       ++i)
    arch = 10 * arch + (value[i] - '0');
  return arch;
}

}  // namespace

std::vector<Option> parse_options(const std::vector<std::string>& options) {
  std::vector<Option> all;
  for (Parsed& parsed : parse(options)) all.push_back(std::move(parsed.option));
  return all;
}

std::vector<std::string> host_options(const std::vector<std::string>& options) {
  std::vector<std::string> all;
  for (const auto& [option, known] : parse(options)) {
    if (!known) {
      if (is_host_option(option.text)) all.push_back(option.text);
      continue;
    }
    switch (known->use) {
      case Use::kDrop:
      case Use::kArch:
        break;
      case Use::kMacro:
        all.push_back(option.name + option.value);
        break;
      case Use::kSeparate:
        all.insert(all.end(), {option.name, option.value});
        break;
      case Use::kStandard:
        all.push_back(standard(option.value));
        break;
      case Use::kDebug:
        all.push_back("-g");
        break;
      case Use::kQuiet:
        all.push_back("-w");
        break;
    }
  }
  return all;
}

std::vector<std::string> cuda_options(const std::vector<std::string>& options,
                                      const Target& target) {
  std::vector<std::string> all;
  for (const auto& [option, known] : parse(options)) {
    if (!known || known->use != Use::kArch) {
      all.push_back(option.text);
      continue;
    }
    int arch = first_arch(option.value);
    TENORITE_CHECK(arch == target.arch || arch == 0, ValueError,
                   "the option '%s' asks for another architecture than the "
                   "target, %s",
                   option.text.c_str(), to_string(target).c_str());
  }
  return all;
}

std::vector<std::string> split_definitions(
    const std::vector<std::string>& options, std::string* definitions) {
  std::vector<std::string> others;
  for (const auto& [option, known] : parse(options)) {
    std::string value = option.value;
    bool moves = (option.name == "-D" || option.name == "-U") &&
                 !value.empty() && value.find('\n') == value.npos;
    if (!moves) {
      others.push_back(option.text);
    } else if (option.name == "-U") {
      *definitions += "#undef " + value + "\n";
    } else {
      size_t sign = value.find('=');
      if (sign == value.npos)
        value += " 1";
      else
        value[sign] = ' ';
      *definitions += "#define " + value + "\n";
    }
  }
  return others;
}

std::vector<std::string> include_folders(
    const std::vector<std::string>& options) {
  std::vector<std::string> folders;
  for (const Option& option : parse_options(options))
    if (option.name == "-I") folders.push_back(option.value);
  return folders;
}

}  // namespace tenorite::jit

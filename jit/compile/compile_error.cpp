// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/compile_error.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <set>

#include "jit/compile/programs.h"

namespace tenorite::jit {
namespace {

std::atomic<TextLocator> g_locator{nullptr};

constexpr size_t kShownErrors = 3;
constexpr size_t kShownColumns = 100;

// Line `number` (from 1); empty beyond the end.
std::string line_of(const std::string& text, int number) {
  size_t start = 0;
  for (int i = 1; i < number; ++i) {
    start = text.find('\n', start);
    if (start == std::string::npos) return "";
    ++start;
  }
  std::string line = text.substr(start, text.find('\n', start) - start);
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c); },
      ' ');
  return line;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Message {
 public:
  explicit Message(const KernelSource& source) : source_(source) {}

  std::string text;
  Place first;  // of the first error that has a place

  // The user's text that a file name of a #line directive stands for.
  const std::string* text_of(const std::string& file) const {
    if (source_.files.empty())
      return file == source_.name ? &source_.text : nullptr;
    auto found = source_.files.find(file);
    return found == source_.files.end() ? nullptr : &found->second;
  }

  void add(const Diagnostic& diagnostic) {
    const std::string* lines = text_of(diagnostic.user.file);
    if (lines) {
      Place shown = locate(*lines, diagnostic.user);
      if (first.line == 0) first = shown;
      text += format("  %s:%d", shown.file.c_str(), shown.line);
      if (shown.column) text += format(":%d", shown.column);
      text += '\n';
      quote(*lines, diagnostic.user, shown.line - diagnostic.user.line);
    }
    text += "  error: ";
    text += diagnostic.message.substr(0, 400);
    if (lines && !diagnostic.place.file.empty() &&
        diagnostic.user.file != diagnostic.place.file)
      text += " (in " + diagnostic.place.file + ")";
    text += '\n';
  }

 private:
  Place locate(const std::string& lines, const Place& place) const {
    TextLocator locator = g_locator;
    std::optional<Place> found;
    if (locator) found = locator(lines, place, source_.origin);
    return found ? *found : place;
  }

  // The line before, the line, and carets under its fault.
  void quote(const std::string& lines, const Place& place, int shift) {
    size_t column = static_cast<size_t>(std::max(place.column, 1)) - 1;
    // Of a long line, the part around the fault.
    size_t left =
        column > kShownColumns * 3 / 4 ? column - kShownColumns / 2 : size_t{0};
    auto part = [&](const std::string& line) {
      return line.substr(std::min(left, line.size()), kShownColumns);
    };
    std::string line = line_of(lines, place.line);
    if (place.line > 1) {
      std::string before = part(line_of(lines, place.line - 1));
      if (before.find_first_not_of(' ') != std::string::npos)
        text += format("  %6d | ", place.line - 1 + shift) + before + '\n';
    }
    text += format("> %6d | ", place.line + shift) + part(line) + '\n';
    if (place.column == 0) return;
    size_t end = column + 1;
    while (end < line.size() && is_word(line[column]) && is_word(line[end]))
      ++end;
    text += "         | ";
    text.append(column - left, ' ')
        .append(std::min(end - column, kShownColumns), '^') += '\n';
  }

  const KernelSource& source_;
};

}  // namespace

void set_text_locator(TextLocator locator) { g_locator = locator; }

CompileError describe(const Failure& failure, const KernelSource& source,
                      const Target& target) {
  Message message(source);
  std::vector<Diagnostic> errors;
  std::set<std::string> seen;
  for (Diagnostic& d : parse_log(failure.log, [&](const std::string& file) {
         return message.text_of(file) != nullptr;
       }))
    if (d.severity == Diagnostic::Severity::kError &&
        seen.insert(format("%d ", d.user.line) + d.message).second)
      errors.push_back(std::move(d));
  // What the user's own lines are blamed for comes first.
  std::stable_partition(errors.begin(), errors.end(), [](const Diagnostic& d) {
    return !d.user.file.empty();
  });
  message.text = format("kernel '%s' did not compile for %s (%s)\n",
                        source.name.substr(0, 200).c_str(),
                        to_string(target).c_str(), failure.compiler.c_str());
  for (size_t i = 0; i < std::min(errors.size(), kShownErrors); ++i)
    message.add(errors[i]);
  if (errors.size() > kShownErrors)
    message.text +=
        format("  and %zu more errors\n", errors.size() - kShownErrors);
  if (errors.empty()) message.text += "  " + failure.log.substr(0, 400) + "\n";
  if (std::string hint = hint_for(failure.log, target); !hint.empty())
    message.text += "  hint: " + hint + "\n";
  if (!source.options.empty())
    message.text +=
        "  options: " + joined(source.options).substr(0, 400) + "\n";
  message.text += "  the compiler's full output is in .log";

  CompileError error(message.text);
  error.kernel = source.name;
  error.target = to_string(target);
  error.compiler = failure.compiler;
  auto own = source.files.find(source.name);
  error.source = own == source.files.end() ? source.text : own->second;
  error.options = source.options;
  error.command = failure.command;
  error.log = failure.log;
  error.file = message.first.file;
  error.line = message.first.line;
  error.column = message.first.column;
  return error;
}

}  // namespace tenorite::jit

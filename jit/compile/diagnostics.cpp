// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/diagnostics.h"

#include <algorithm>
#include <optional>

namespace tenorite::jit {
namespace {

using Severity = Diagnostic::Severity;
constexpr auto kNone = std::string_view::npos;

// Takes a number off the front; -1 if there is none.
int take_number(std::string_view* text) {
  size_t digits = 0;
  int number = 0;
  while (digits < text->size() && digits < 9 && (*text)[digits] >= '0' &&
         (*text)[digits] <= '9')
    number = 10 * number + ((*text)[digits++] - '0');
  if (digits == 0) return -1;
  text->remove_prefix(digits);
  return number;
}

bool take(std::string_view* text, std::string_view prefix) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

void skip_spaces(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(' '), text->size()));
}

// "error: ", "catastrophic error #20-D: ", "fatal error: ", "Error: ",
// "error   : ", "fatal   : "; what follows is the message.
std::optional<Severity> take_severity(std::string_view* text) {
  static constexpr struct {
    std::string_view word;
    Severity severity;
  } kWords[] = {
      {"catastrophic error", Severity::kError},
      {"internal error", Severity::kError},
      {"fatal error", Severity::kError},
      {"fatal", Severity::kError},
      {"error", Severity::kError},
      {"Error", Severity::kError},
      {"warning", Severity::kWarning},
      {"Warning", Severity::kWarning},
      {"remark", Severity::kNote},
      {"note", Severity::kNote},
  };
  for (const auto& [word, severity] : kWords) {
    std::string_view rest = *text;
    if (!take(&rest, word)) continue;
    skip_spaces(&rest);
    if (take(&rest, "#")) {  // EDG's number
      if (take_number(&rest) < 0) continue;
      take(&rest, "-D");
      skip_spaces(&rest);
    }
    if (!take(&rest, ":")) continue;
    skip_spaces(&rest);
    *text = rest;
    return severity;
  }
  return {};
}

// "FILE(12): " of EDG, or "FILE:12:34: " and "FILE:12: " of the others.
std::optional<Place> take_place(std::string_view* text) {
  for (size_t at = text->find_first_of("(:"); at != kNone;
       at = text->find_first_of("(:", at + 1)) {
    std::string_view rest = text->substr(at + 1);
    Place place{std::string(text->substr(0, at)), take_number(&rest)};
    if (place.line < 0 || at == 0) continue;
    if ((*text)[at] == '(') {
      if (!take(&rest, "): ")) continue;
    } else {
      std::string_view behind = rest;
      if (take(&behind, ":")) {
        int column = take_number(&behind);
        if (column >= 0) {
          place.column = column;
          rest = behind;
        }
      }
      if (!take(&rest, ":")) continue;
      skip_spaces(&rest);
    }
    *text = rest;
    return place;
  }
  return {};
}

// A diagnostic that starts in this line.
std::optional<Diagnostic> start_of(std::string_view line) {
  Diagnostic found;
  std::string_view text = line;
  std::optional<Severity> severity;
  if (std::optional<Place> place = take_place(&text)) {
    severity = take_severity(&text);
    if (severity) found.place = std::move(*place);
  }
  if (!severity) {
    // "nvrtc: error: ...", "ptxas fatal   : ...", "c++: error: ...",
    // "ptxas application ptx input, line 23; error   : ...", "error: ..."
    text = line;
    severity = take_severity(&text);
    for (size_t at = 0; !severity && at != kNone && at < 200;) {
      at = line.find_first_of(":; ", at);
      if (at == kNone) break;
      at = line.find_first_not_of(":; ", at);
      if (at == kNone) break;
      text = line.substr(at);
      severity = take_severity(&text);
    }
  }
  if (!severity) {
    if (line.find("undefined reference to ") == kNone &&
        line.find("undefined symbol: ") == kNone)
      return {};
    size_t at = line.find("undefined ");
    text = line.substr(at);
    severity = Severity::kError;
  }
  found.severity = *severity;
  found.message = text;
  return found;
}

// "... at line 10 of user.py" of EDG's "detected during"; "at line 10" alone
// is in the file of the diagnostic.
std::optional<Place> instantiated_at(std::string_view line,
                                     const std::string& file) {
  size_t at = line.rfind(" at line ");
  if (at == kNone) return {};
  line.remove_prefix(at + 9);
  Place place{file, take_number(&line)};
  if (place.line < 0) return {};
  if (take(&line, " of ")) place.file = line;
  return place;
}

// EDG's line under the source with nothing but a caret.
bool is_caret(std::string_view line) {
  size_t first = line.find_first_not_of(" \t");
  return first != kNone && line.substr(first) == "^";
}

}  // namespace

std::vector<Diagnostic> parse_log(
    std::string_view log,
    const std::function<bool(const std::string&)>& is_user) {
  std::vector<Diagnostic> all;
  // The last place of the user's that leads to the next diagnostic (g++).
  Place leading;
  while (!log.empty()) {
    size_t end = std::min(log.find('\n'), log.size());
    std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == '\0'))
      line.remove_suffix(1);
    if (line.empty()) continue;
    std::optional<Diagnostic> found;
    // Compilers quote the source with spaces in front of it.
    if (line.substr(0, 2) != "  ") found = start_of(line);
    if (found) {
      if (is_user(found->place.file)) {
        found->user = found->place;
        // "note: in expansion of macro", "in instantiation of ... requested"
        if (found->severity == Severity::kNote && !all.empty() &&
            all.back().user.file.empty())
          all.back().user = found->place;
      } else if (found->severity != Severity::kNote) {
        found->user = leading;
      }
      if (found->severity != Severity::kNote) {
        leading = {};
        all.push_back(std::move(*found));
      }
      continue;
    }
    std::string_view rest = line;
    std::optional<Place> place = take_place(&rest);
    if (place && is_user(place->file)) {
      // "user.py:10:35:   required from here", "In file included from ..."
      leading = std::move(*place);
      continue;
    }
    if (all.empty()) continue;
    Diagnostic& last = all.back();
    if (is_caret(line) && last.place.column == 0 && line.size() > 2) {
      last.place.column = static_cast<int>(line.size()) - 2;
      if (is_user(last.place.file)) last.user.column = last.place.column;
    } else if (std::optional<Place> from =
                   instantiated_at(line, last.place.file);
               from && is_user(from->file) && !is_user(last.place.file)) {
      last.user = *from;
    }
  }
  return all;
}

}  // namespace tenorite::jit

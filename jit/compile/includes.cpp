// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/includes.h"

#include <sys/stat.h>

#include <set>

#include "jit/compile/embedded.h"
#include "jit/compile/files.h"

namespace tenorite::jit {
namespace {

constexpr size_t kMaxFiles = 4000;
constexpr off_t kLargestFile = off_t{16} << 20;

class Scanner {
 public:
  explicit Scanner(const std::vector<std::string>& folders)
      : folders_(folders) {}

  bool complete = true;
  size_t count() const { return seen_.size(); }
  Digest finish() { return hash_.finish(); }

  void scan(std::string_view text, const std::string& folder) {
    while (!text.empty()) {
      size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
      bool sign = line.find('#') != line.npos || line.find("%:") != line.npos ||
                  line.find("?\?=") != line.npos;
      if (!sign) continue;
      Directive directive = parse_directive(line);
      if (directive.name == "include" || directive.name == "include_next" ||
          directive.name == "import" || directive.name == "embed")
        follow(directive.rest, folder);
      else if (is_unclear(line, directive))
        complete = false;
    }
  }

  void add(const std::string& name, const std::string& folder) {
    for (size_t i = 0; i <= folders_.size(); ++i) {
      if (i == 0 && folder.empty()) continue;
      const std::string& where = i == 0 ? folder : folders_[i - 1];
      std::string path = name[0] == '/' ? name : where + "/" + name;
      struct stat info;
      if (stat(path.c_str(), &info) != 0) continue;
      if (!seen_.insert(path).second) return;
      std::string text;
      if (!S_ISREG(info.st_mode) || info.st_size > kLargestFile ||
          seen_.size() > kMaxFiles || !read_file(path, &text)) {
        complete = false;
        return;
      }
      hash_.field(name).field(text);
      scan(text, path.substr(0, path.rfind('/')));
      return;
    }
  }

 private:
  // Comments in front of the sign, spliced lines, other spellings of it.
  static bool is_unclear(std::string_view line, const Directive& directive) {
    size_t first = line.find_first_not_of(" \t");
    if (line.substr(first, 2) == "//") return false;
    if (directive.name.empty())
      return line.find("include") != line.npos ||
             line.find("import") != line.npos ||
             line.find("embed") != line.npos || line.back() == '\\';
    for (std::string_view known : {"define", "if", "elif", "pragma", "error"})
      if (directive.name == known) return false;
    return line.back() == '\\';
  }

  void follow(std::string_view rest, const std::string& folder) {
    char close = rest.empty() ? '\0' : rest[0] == '<' ? '>' : '"';
    size_t end = rest.size() < 2 ? rest.npos : rest.find(close, 1);
    if (rest.empty() || (rest[0] != '<' && rest[0] != '"') ||
        end == rest.npos) {
      complete = false;  // a macro
      return;
    }
    std::string name(rest.substr(1, end - 1));
    if (embedded_text(name)) return;
    if (name.empty() || (name[0] == '/' && folders_.empty()))
      complete = false;
    else
      add(name, rest[0] == '"' ? folder : "");
  }

  const std::vector<std::string>& folders_;
  std::set<std::string> seen_;
  Sha256 hash_;
};

}  // namespace

IncludedFiles included_files(const std::string& text,
                             const std::vector<std::string>& folders) {
  Scanner scanner(folders);
  scanner.scan(text, "");
  IncludedFiles result;
  result.complete = scanner.complete;
  if (scanner.count()) result.digest = scanner.finish();
  return result;
}

}  // namespace tenorite::jit

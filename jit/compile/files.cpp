// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>

#include "core/error.h"

namespace tenorite::jit {
namespace {

// Of the names of temporary folders; no one else makes such.
constexpr char kFolderPrefix[] = "tenorite-compile-";
constexpr size_t kFolderNameLength = sizeof kFolderPrefix - 1 + 6;

// Whether it is a folder of ours that has not changed for an hour: no compiler
// takes so long, hence its process was killed.
bool is_left_over(const std::filesystem::path& path) {
  struct stat info;
  std::string name = path.filename().string();
  return name.size() == kFolderNameLength && name.starts_with(kFolderPrefix) &&
         lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
         info.st_uid == geteuid() &&
         std::difftime(std::time(nullptr), info.st_mtime) >
             std::max(3600.0, 2 * compile_timeout());
}

void remove_left_over(const char* where) {
  std::error_code error;
  std::filesystem::directory_iterator folder(where, error), end;
  for (; !error && folder != end; folder.increment(error)) {
    std::error_code ignored;
    if (is_left_over(folder->path()))
      std::filesystem::remove_all(folder->path(), ignored);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  static std::once_flag first;
  const char* base = getenv("TMPDIR");
  for (const char* where : {base, "/tmp", "/var/tmp", "/dev/shm"}) {
    if (!where || !*where) continue;
    std::string name = std::string(where) + "/" + kFolderPrefix + "XXXXXX";
    if (mkdtemp(name.data())) {
      std::call_once(first, remove_left_over, where);
      path_ = name;
      return;
    }
  }
  throw RuntimeError(
      format("cannot make a temporary directory: %s", strerror(errno)));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

bool read_file(const std::string& path, std::string* bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  bytes->assign(std::istreambuf_iterator<char>(file), {});
  return !file.bad();
}

std::optional<Digest> file_identity(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  return Sha256()
      .field(path)
      .field(static_cast<uint64_t>(info.st_size))
      .field(static_cast<uint64_t>(info.st_mtim.tv_sec))
      .field(static_cast<uint64_t>(info.st_mtim.tv_nsec))
      .field(static_cast<uint64_t>(info.st_ino))
      .finish();
}

double compile_timeout() {
  const char* text = std::getenv("TENORITE_COMPILE_TIMEOUT");
  double seconds = text ? std::strtod(text, nullptr) : 0;
  return seconds > 0 ? seconds : 120;
}

}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/error.h"

namespace tenorite::fusion {

TemporaryFolder::TemporaryFolder() {
  const char* base = getenv("TMPDIR");
  for (const char* where : {base, "/tmp", "/var/tmp", "/dev/shm"}) {
    if (!where || !*where) continue;
    std::string name = std::string(where) + "/tenorite-XXXXXX";
    if (mkdtemp(name.data())) {
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

}  // namespace tenorite::fusion

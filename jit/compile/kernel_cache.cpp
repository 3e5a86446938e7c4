// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/kernel_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "core/error.h"
#include "core/fork_guard.h"
#include "core/warning.h"

namespace tenorite::jit {
namespace {

constexpr char kMagic[8] = {'T', 'E', 'N', 'O', 'K', 'R', 'N', 'L'};
constexpr uint32_t kFormat = 2;
constexpr size_t kHeader = sizeof kMagic + 4 + sizeof(Digest) + 8;
constexpr size_t kSmallest = kHeader + sizeof(Digest);
constexpr off_t kLargest = off_t{1} << 30;
constexpr std::string_view kEntry = ".kernel";
constexpr std::string_view kTemporary = ".tmp";
constexpr time_t kHour = 3600;
// Writes after which a process looks at what others have written.
constexpr uint64_t kSweepEvery = 64;

std::string entry_name(const Digest& key) {
  return to_hex(key) + std::string(kEntry);
}

std::string header_of(const Digest& key, uint64_t length) {
  std::string header(kMagic, sizeof kMagic);
  header.append(reinterpret_cast<const char*>(&kFormat), 4);
  header.append(reinterpret_cast<const char*>(key.data()), key.size());
  header.append(reinterpret_cast<const char*>(&length), 8);
  return header;
}

bool read_all(int fd, char* to, size_t bytes) {
  while (bytes) {
    ssize_t n = ::read(fd, to, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n, bytes -= static_cast<size_t>(n);
  }
  return true;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

// A file that can be trusted as far as its owner can.
bool is_own_file(const struct stat& info) {
  return S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Whose link or directory on the way to the folder could lead elsewhere.
std::string foreign_part(const std::string& folder) {
  for (size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    std::string part = folder.substr(0, end);
    struct stat info;
    if (lstat(part.c_str(), &info) != 0) return "";
    bool trusted = info.st_uid == geteuid() || info.st_uid == 0;
    if (S_ISLNK(info.st_mode) && !trusted)
      return part + " is a link of another user";
    bool open_to_all = (info.st_mode & S_IWOTH) && !(info.st_mode & S_ISVTX);
    if (S_ISDIR(info.st_mode) && open_to_all && end != std::string::npos)
      return part + " can be changed by every user";
    if (end == std::string::npos) return "";
  }
}

bool make_folders(const std::string& folder) {
  for (size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    std::string part = folder.substr(0, end);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR) {
      struct stat info;  // a parent may exist on a read-only file system
      if (stat(part.c_str(), &info) != 0) return false;
    }
    if (end == std::string::npos) return true;
  }
}

}  // namespace

struct DiskCache::File {
  int fd;
  explicit File(int fd) : fd(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd >= 0) ::close(fd);
  }
};

DiskCache::DiskCache(Options options)
    : options_(std::move(options)), trouble_(options_.trouble) {
  counts_.mode = options_.mode;
  counts_.folder = options_.folder;
  counts_.limit_bytes = options_.limit_bytes;
}

DiskCache::~DiskCache() = default;

void DiskCache::guard_across_fork() { tenorite::guard_across_fork(mutex_); }

void DiskCache::report(const std::string& what, int error) {
  if (trouble_.empty()) trouble_ = error ? what + ": " + strerror(error) : what;
}

DiskCache::FilePtr DiskCache::open_folder() {
  if (folder_ || refused_ || options_.mode == Mode::kOff) return folder_;
  const std::string& path = options_.folder;
  auto refuse = [&](const std::string& why, int error) {
    report(why, error);
    refused_ = true;
    return nullptr;
  };
  if (path.empty() || path[0] != '/')
    return refuse("there is no directory for it", 0);
  if (options_.mode == Mode::kReadWrite && !make_folders(path))
    return refuse(path, errno);
  if (std::string part = foreign_part(path); !part.empty())
    return refuse(part, 0);
  auto folder = std::make_shared<File>(
      open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder->fd < 0) {
    // Nothing to read from is no trouble.
    if (options_.mode == Mode::kReadOnly && errno == ENOENT) return nullptr;
    return refuse(path, errno);
  }
  struct stat info;
  if (fstat(folder->fd, &info) != 0 || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)))
    return refuse(path + " belongs to another user or can be changed by others",
                  0);
  return folder_ = folder;
}

std::optional<std::string> DiskCache::get(const Digest& key) {
  FilePtr folder;
  {
    std::lock_guard lock(mutex_);
    folder = open_folder();
  }
  if (!folder) return {};
  enum { kHit, kMiss, kRejected } result = kMiss;
  std::string bytes;
  std::string name = entry_name(key);
  File file(openat(folder->fd, name.c_str(),
                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  struct stat info;
  if (file.fd >= 0 && fstat(file.fd, &info) == 0) {
    result = kRejected;
    if (is_own_file(info) && info.st_size >= static_cast<off_t>(kSmallest) &&
        info.st_size <= kLargest) {
      bytes.resize(static_cast<size_t>(info.st_size));
      if (read_all(file.fd, bytes.data(), bytes.size())) {
        size_t end = bytes.size() - sizeof(Digest);
        Digest digest = sha256({bytes.data(), end});
        bool right =
            bytes.compare(0, kHeader, header_of(key, end - kHeader)) == 0 &&
            std::memcmp(bytes.data() + end, digest.data(), digest.size()) == 0;
        if (right) {
          bytes.resize(end);
          bytes.erase(0, kHeader);
          result = kHit;
        }
      }
    }
  }
  // What is used stays: eviction goes by the time of the last change.
  if (result == kHit && options_.mode == Mode::kReadWrite &&
      info.st_mtime + kHour < time(nullptr))
    futimens(file.fd, nullptr);
  std::lock_guard lock(mutex_);
  (result == kHit ? counts_.hits : counts_.misses) += 1;
  if (result == kRejected) ++counts_.rejected;
  if (error && error != ENOENT) report(options_.folder, error);
  if (result != kHit) return {};
  return bytes;
}

void DiskCache::put(const Digest& key, std::string_view payload) {
  if (options_.mode != Mode::kReadWrite) return;
  std::lock_guard lock(mutex_);
  std::string content = header_of(key, payload.size());
  content += payload;
  Digest digest = sha256(content);
  content.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  if (content.size() > std::min<uint64_t>(options_.limit_bytes, kLargest))
    return;
  static std::atomic<unsigned> counter{0};
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  std::string name = entry_name(key);
  std::string temporary =
      to_hex(key).substr(0, 16) +
      format("-%d-%lx-%u", getpid(), now.tv_nsec, counter.fetch_add(1)) +
      std::string(kTemporary);
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int fd = -1;
  for (int attempt = 0; attempt < 2 && fd < 0; ++attempt) {
    if (!open_folder()) return;
    fd = openat(folder_->fd, temporary.c_str(), flags, 0600);
    if (fd < 0 && errno != ENOENT) break;
    // The folder was removed: make it anew.
    if (fd < 0) folder_.reset();
  }
  if (fd < 0) return report(options_.folder, errno);
  bool written = write_all(fd, content);
  int error = errno;
  // Some file systems say only now that there is no room.
  if (::close(fd) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && renameat(folder_->fd, temporary.c_str(), folder_->fd,
                          name.c_str()) != 0) {
    written = false;
    error = errno;
  }
  if (!written) {
    unlinkat(folder_->fd, temporary.c_str(), 0);
    if (error != ENOENT) report(options_.folder, error);
    return;
  }
  bytes_ += content.size();
  if (counts_.writes++ % kSweepEvery == 0 || bytes_ > options_.limit_bytes)
    sweep(folder_->fd);
}

void DiskCache::remove(const Digest& key) {
  if (options_.mode != Mode::kReadWrite) return;
  std::lock_guard lock(mutex_);
  if (open_folder()) unlinkat(folder_->fd, entry_name(key).c_str(), 0);
}

struct DiskCache::Scan {
  struct Entry {
    time_t used;
    uint64_t bytes;
    std::string name;
  };
  std::vector<Entry> entries;
  std::vector<Entry> temporaries;
  uint64_t bytes = 0;

  explicit Scan(int folder) {
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* listing = fd < 0 ? nullptr : fdopendir(fd);
    if (!listing) {
      if (fd >= 0) ::close(fd);
      return;
    }
    while (dirent* item = readdir(listing)) {
      std::string_view name = item->d_name;
      struct stat info;
      if (!(name.ends_with(kEntry) || name.ends_with(kTemporary)) ||
          fstatat(folder, item->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      Entry entry{info.st_mtime, static_cast<uint64_t>(info.st_size),
                  std::string(name)};
      if (name.ends_with(kEntry)) {
        bytes += entry.bytes;
        entries.push_back(std::move(entry));
      } else {
        temporaries.push_back(std::move(entry));
      }
    }
    closedir(listing);
  }
};

void DiskCache::sweep(int folder) {
  Scan scan(folder);
  time_t now = time(nullptr);
  for (const Scan::Entry& file : scan.temporaries)
    if (file.used + kHour < now) unlinkat(folder, file.name.c_str(), 0);
  bytes_ = scan.bytes;
  if (bytes_ <= options_.limit_bytes) return;
  std::sort(scan.entries.begin(), scan.entries.end(),
            [](const auto& a, const auto& b) { return a.used < b.used; });
  for (const Scan::Entry& file : scan.entries) {
    // With some room, so that not every write has to look again.
    if (bytes_ <= options_.limit_bytes / 10 * 9) break;
    if (unlinkat(folder, file.name.c_str(), 0) == 0) bytes_ -= file.bytes;
  }
}

void DiskCache::clear() {
  if (options_.mode != Mode::kReadWrite) return;
  std::lock_guard lock(mutex_);
  if (!open_folder()) return;
  Scan scan(folder_->fd);
  for (const auto* files : {&scan.entries, &scan.temporaries})
    for (const Scan::Entry& file : *files)
      unlinkat(folder_->fd, file.name.c_str(), 0);
  bytes_ = 0;
}

DiskCache::Info DiskCache::info() {
  std::lock_guard lock(mutex_);
  Info result = counts_;
  bool usable = open_folder() != nullptr;
  result.trouble = trouble_;
  if (usable) {
    Scan scan(folder_->fd);
    result.entries = scan.entries.size();
    result.bytes = scan.bytes;
  }
  return result;
}

std::string DiskCache::take_trouble() {
  std::lock_guard lock(mutex_);
  if (trouble_.empty() || told_) return "";
  told_ = true;
  return trouble_;
}

namespace {

// Where programs keep what they can make again; empty if there is no such
// place.
std::string user_cache_folder() {
  const char* xdg = std::getenv("XDG_CACHE_HOME");
  if (xdg && xdg[0] == '/') return xdg;
  const char* home = std::getenv("HOME");
  if (!home || home[0] != '/') {
    const passwd* user = getpwuid(geteuid());
    home = user ? user->pw_dir : nullptr;
  }
  return home && home[0] == '/' ? std::string(home) + "/.cache" : "";
}

// "500M", "2GiB"; false for anything that is no size.
bool parse_size(const char* text, uint64_t* bytes) {
  char* end;
  const double number = std::strtod(text, &end);
  if (end == text || !(number >= 0) || number > 1e15) return false;
  double unit = 1, chosen = 1;
  for (char c : {'K', 'M', 'G'}) {
    unit *= 1024;
    if (*end == c || *end == c + 32) chosen = unit;
  }
  const std::string_view rest(end + (chosen > 1));
  *bytes = static_cast<uint64_t>(number * chosen);
  return rest.empty() || rest == "B" || (chosen > 1 && rest == "iB");
}

DiskCache::Options options_of_environment() {
  DiskCache::Options options;
  const char* mode = std::getenv("TENORITE_CACHE");
  std::string_view text = mode ? mode : "on";
  if (text == "off") options.mode = DiskCache::Mode::kOff;
  if (text == "ro") options.mode = DiskCache::Mode::kReadOnly;
  if (text != "on" && text != "off" && text != "ro") {
    options.mode = DiskCache::Mode::kOff;
    options.trouble = "TENORITE_CACHE is none of on, ro, off";
  }
  const char* chosen = std::getenv("TENORITE_CACHE_DIR");
  if (chosen && *chosen) {
    options.folder = chosen;
    if (chosen[0] != '/') {
      char* here = realpath(".", nullptr);
      if (here) options.folder = std::string(here) + "/" + chosen;
      std::free(here);
    }
  } else if (std::string base = user_cache_folder(); !base.empty()) {
    options.folder = base + "/tenorite";
  }
  while (options.folder.size() > 1 && options.folder.back() == '/')
    options.folder.pop_back();
  if (!options.folder.empty()) options.folder += format("/kernels-%u", kFormat);
  const char* size = std::getenv("TENORITE_CACHE_SIZE");
  if (size && *size && !parse_size(size, &options.limit_bytes)) {
    options.mode = DiskCache::Mode::kOff;
    options.trouble = "TENORITE_CACHE_SIZE is no number of bytes";
  }
  return options;
}

}  // namespace

DiskCache& disk_cache() {
  static auto* instance = [] {
    auto* cache = new DiskCache(options_of_environment());
    cache->guard_across_fork();
    return cache;
  }();
  return *instance;
}

void warn_of_cache_trouble() {
  std::string trouble = disk_cache().take_trouble();
  if (!trouble.empty())
    warn("the kernel cache on disk is of no use (" + trouble +
         "): kernels are compiled anew by each process");
}

}  // namespace tenorite::jit

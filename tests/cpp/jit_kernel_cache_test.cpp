// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "jit/compile/files.h"
#include "jit/compile/kernel_cache.h"

namespace tenorite::jit {
namespace {

namespace fs = std::filesystem;
using Mode = DiskCache::Mode;

Digest key_of(int i) { return sha256("key " + std::to_string(i)); }

// What is stored under key_of(i): up to a few hundred kilobytes that no other
// key has.
std::string payload_of(int i) {
  std::string bytes = "payload " + std::to_string(i) + " ";
  std::mt19937 random(static_cast<unsigned>(i));
  bytes.resize(bytes.size() + random() % 200000);
  for (size_t k = 16; k < bytes.size(); k += 1 + k / 64)
    bytes[k] = static_cast<char>(random());
  return bytes;
}

class KernelCacheTest : public testing::Test {
 protected:
  DiskCache::Options options(Mode mode = Mode::kReadWrite) const {
    DiskCache::Options result;
    result.mode = mode;
    result.folder = path();
    return result;
  }
  std::string path() const { return base_.path() + "/a/b"; }
  std::string file_of(int i) const {
    return path() + "/" + to_hex(key_of(i)) + ".kernel";
  }
  size_t files(const std::string& ending) const {
    size_t count = 0;
    for (const auto& item : fs::directory_iterator(path()))
      count += item.path().string().ends_with(ending);
    return count;
  }

  TemporaryFolder base_;
};

std::string contents(const std::string& path) {
  std::string bytes;
  EXPECT_TRUE(read_file(path, &bytes));
  return bytes;
}

void overwrite(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

TEST_F(KernelCacheTest, WhatIsPutCanBeGotByOthers) {
  DiskCache writer(options()), reader(options());
  EXPECT_FALSE(writer.get(key_of(1)));
  writer.put(key_of(1), payload_of(1));
  writer.put(key_of(2), "");
  EXPECT_EQ(writer.get(key_of(1)), payload_of(1));
  EXPECT_EQ(reader.get(key_of(1)), payload_of(1));
  EXPECT_EQ(reader.get(key_of(2)), "");
  EXPECT_FALSE(reader.get(key_of(3)));
  DiskCache::Info info = writer.info();
  EXPECT_EQ(info.entries, 2u);
  EXPECT_EQ(info.hits, 1u);
  EXPECT_EQ(info.misses, 1u);
  EXPECT_EQ(info.writes, 2u);
  EXPECT_EQ(info.trouble, "");
  writer.remove(key_of(1));
  EXPECT_FALSE(reader.get(key_of(1)));
  writer.clear();
  EXPECT_EQ(reader.info().entries, 0u);
}

TEST_F(KernelCacheTest, OnlyTheOwnerCanRead) {
  DiskCache cache(options());
  cache.put(key_of(1), "x");
  struct stat info;
  ASSERT_EQ(stat(path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  ASSERT_EQ(stat(file_of(1).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

// Every bit of the file counts, and every length.
TEST_F(KernelCacheTest, DamageIsAMiss) {
  DiskCache cache(options());
  cache.put(key_of(1), "some code");
  std::string good = contents(file_of(1));
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    overwrite(file_of(1), bad);
    EXPECT_FALSE(cache.get(key_of(1))) << i;
    overwrite(file_of(1), good.substr(0, i));
    EXPECT_FALSE(cache.get(key_of(1))) << i;
  }
  overwrite(file_of(1), good + good);
  EXPECT_FALSE(cache.get(key_of(1)));
  EXPECT_EQ(cache.info().rejected, 2 * good.size() + 1);
  overwrite(file_of(1), good);
  EXPECT_EQ(cache.get(key_of(1)), "some code");
  // And it is mended by the next write.
  overwrite(file_of(1), "");
  cache.put(key_of(1), "some code");
  EXPECT_EQ(contents(file_of(1)), good);
  EXPECT_EQ(cache.info().trouble, "");
}

TEST_F(KernelCacheTest, AnotherKeysFileIsAMiss) {
  DiskCache cache(options());
  cache.put(key_of(1), "one");
  fs::copy_file(file_of(1), file_of(2));
  chmod(file_of(2).c_str(), 0600);
  EXPECT_FALSE(cache.get(key_of(2)));
}

TEST_F(KernelCacheTest, WhatIsNoFileIsAMiss) {
  DiskCache cache(options());
  cache.put(key_of(9), "x");
  fs::create_directory(file_of(1));
  EXPECT_FALSE(cache.get(key_of(1)));
  ASSERT_EQ(mkfifo(file_of(2).c_str(), 0600), 0);
  EXPECT_FALSE(cache.get(key_of(2)));  // and does not wait for a writer
  fs::create_symlink(file_of(9), file_of(3));
  EXPECT_FALSE(cache.get(key_of(3)));
  // Others could write to this one.
  cache.put(key_of(4), "x");
  chmod(file_of(4).c_str(), 0666);
  EXPECT_FALSE(cache.get(key_of(4)));
  // A directory in the way of a file: told, and no more than that.
  cache.put(key_of(1), "one");
  EXPECT_FALSE(cache.get(key_of(1)));
  EXPECT_NE(cache.take_trouble(), "");
  EXPECT_EQ(cache.take_trouble(), "");
}

TEST_F(KernelCacheTest, FoldersThatCannotBeTrusted) {
  fs::create_directories(path());
  chmod(path().c_str(), 0770);
  DiskCache writable(options());
  writable.put(key_of(1), "x");
  EXPECT_TRUE(fs::is_empty(path()));
  EXPECT_NE(writable.take_trouble(), "");
  // A parent that anybody can rename things in.
  chmod(path().c_str(), 0700);
  chmod((base_.path() + "/a").c_str(), 0777);
  DiskCache below(options());
  below.put(key_of(1), "x");
  EXPECT_TRUE(fs::is_empty(path()));
  EXPECT_NE(below.take_trouble(), "");
  chmod((base_.path() + "/a").c_str(), 0700);
  if (geteuid() == 0) {
    ASSERT_EQ(chown(path().c_str(), 12345, 12345), 0);
    DiskCache foreign(options());
    foreign.put(key_of(1), "x");
    EXPECT_TRUE(fs::is_empty(path()));
    EXPECT_NE(foreign.take_trouble(), "");
    ASSERT_EQ(chown(path().c_str(), 0, 0), 0);
    ASSERT_EQ(lchown(path().c_str(), 0, 0), 0);
    fs::rename(path(), base_.path() + "/real");
    fs::create_symlink(base_.path() + "/real", path());
    ASSERT_EQ(lchown(path().c_str(), 12345, 12345), 0);
    DiskCache linked(options());
    linked.put(key_of(1), "x");
    EXPECT_TRUE(fs::is_empty(base_.path() + "/real"));
    EXPECT_NE(linked.take_trouble(), "");
  }
}

TEST_F(KernelCacheTest, FoldersThatCannotBeUsed) {
  for (std::string folder :
       {std::string(), std::string("relative"), std::string("/proc/no/way"),
        base_.path() + "/file/below"}) {
    overwrite(base_.path() + "/file", "x");
    DiskCache::Options bad = options();
    bad.folder = folder;
    DiskCache cache(bad);
    cache.put(key_of(1), "x");
    EXPECT_FALSE(cache.get(key_of(1)));
    cache.clear();
    EXPECT_EQ(cache.info().entries, 0u);
    EXPECT_NE(cache.take_trouble(), "") << folder;
  }
}

TEST_F(KernelCacheTest, Modes) {
  DiskCache off(options(Mode::kOff));
  off.put(key_of(1), "x");
  EXPECT_FALSE(off.get(key_of(1)));
  EXPECT_FALSE(fs::exists(path()));
  DiskCache nothing(options(Mode::kReadOnly));
  EXPECT_FALSE(nothing.get(key_of(1)));
  EXPECT_FALSE(fs::exists(path()));
  EXPECT_EQ(nothing.take_trouble(), "");
  DiskCache(options()).put(key_of(1), "x");
  DiskCache read_only(options(Mode::kReadOnly));
  EXPECT_EQ(read_only.get(key_of(1)), "x");
  read_only.put(key_of(2), "y");
  read_only.remove(key_of(1));
  read_only.clear();
  EXPECT_EQ(files(".kernel"), 1u);
}

TEST_F(KernelCacheTest, AFolderThatIsDeletedIsMadeAgain) {
  DiskCache cache(options());
  cache.put(key_of(1), "x");
  fs::remove_all(path());
  EXPECT_FALSE(cache.get(key_of(1)));
  cache.put(key_of(1), "x");
  EXPECT_EQ(cache.get(key_of(1)), "x");
  EXPECT_EQ(cache.take_trouble(), "");
}

// Of a size limit: the entries used longest ago go first.
TEST_F(KernelCacheTest, SizeIsBounded) {
  DiskCache::Options small = options();
  small.limit_bytes = 100000;
  {
    DiskCache cache(small);
    for (int i = 0; i < 9; ++i) {
      cache.put(key_of(i), std::string(10000, 'x'));
      timespec old{time(nullptr) - 100000 + 1000 * i, 0};
      timespec times[2] = {old, old};
      utimensat(AT_FDCWD, file_of(i).c_str(), times, 0);
    }
    EXPECT_TRUE(cache.get(key_of(0)));  // is new again
    for (int i = 9; i < 14; ++i) cache.put(key_of(i), std::string(10000, 'x'));
    EXPECT_LE(cache.info().bytes, small.limit_bytes);
    EXPECT_TRUE(cache.get(key_of(0)));
    EXPECT_FALSE(cache.get(key_of(1)));
    EXPECT_TRUE(cache.get(key_of(13)));
    cache.put(key_of(99), std::string(200000, 'x'));  // never
    EXPECT_FALSE(cache.get(key_of(99)));
    EXPECT_TRUE(cache.get(key_of(13)));
  }
  // Processes that do not know of each other stay within it too.
  for (int i = 100; i < 130; ++i)
    DiskCache(small).put(key_of(i), std::string(10000, 'x'));
  EXPECT_LE(DiskCache(small).info().bytes, small.limit_bytes + 10200);
}

TEST_F(KernelCacheTest, OldTemporaryFilesAreSwept) {
  DiskCache(options()).put(key_of(1), "x");
  overwrite(path() + "/0123-1-2-3.tmp", "half");
  overwrite(path() + "/4567-1-2-3.tmp", "half");
  overwrite(path() + "/notes.txt", "not ours");
  timespec old[2] = {{time(nullptr) - 7200, 0}, {time(nullptr) - 7200, 0}};
  utimensat(AT_FDCWD, (path() + "/0123-1-2-3.tmp").c_str(), old, 0);
  DiskCache(options()).put(key_of(2), "x");
  EXPECT_EQ(files(".tmp"), 1u);
  DiskCache(options()).clear();
  EXPECT_EQ(files(".tmp"), 0u);
  EXPECT_EQ(files(".kernel"), 0u);
  EXPECT_EQ(files(".txt"), 1u);
}

// A disk that takes no more than a few bytes of each file, as a full one.
TEST_F(KernelCacheTest, FullDisk) {
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGXFSZ, SIG_IGN);
    DiskCache cache(options());
    cache.put(key_of(1), "fits");
    rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    cache.put(key_of(2), std::string(5000, 'x'));
    bool right = cache.get(key_of(1)) == "fits" && !cache.get(key_of(2)) &&
                 !cache.take_trouble().empty() && files(".tmp") == 0;
    _exit(right ? 0 : 1);
  }
  int status;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

TEST_F(KernelCacheTest, Threads) {
  DiskCache cache(options());
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        int k = (i * 7 + t) % 20;
        std::optional<std::string> got = cache.get(key_of(k));
        if (got && *got != "value " + std::to_string(k)) ++wrong;
        if (!got) cache.put(key_of(k), "value " + std::to_string(k));
        if (i % 50 == 49) cache.clear();
        std::error_code ignored;
        if (i % 70 == 69) fs::remove_all(path(), ignored);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// What a process of the stress does until it is killed; leaves with 3 when the
// cache gave it something wrong.
[[noreturn]] void use_cache(const DiskCache::Options& options, unsigned seed) {
  std::mt19937 random(seed);
  for (;;) {
    DiskCache cache(options);
    for (int round = 0; round < 50; ++round) {
      int i = static_cast<int>(random() % 24);
      std::optional<std::string> got = cache.get(key_of(i));
      if (got && *got != payload_of(i)) _exit(3);
      if (!got) cache.put(key_of(i), payload_of(i));
      usleep(random() % 100000);  // 64 of them share a few cores
    }
  }
}

// One thing that goes wrong with a directory.
void vandalise(const std::string& path, std::mt19937& random) {
  std::vector<std::string> all;
  std::error_code error;
  for (const auto& item : fs::directory_iterator(path, error))
    all.push_back(item.path());
  if (all.empty()) return;
  const std::string& victim = all[random() % all.size()];
  off_t size = static_cast<off_t>(fs::file_size(victim, error));
  if (error || size <= 0) return;
  switch (random() % 5) {
    case 0:
    case 1: {  // a flipped bit
      int fd = open(victim.c_str(), O_RDWR);
      char byte;
      off_t at = static_cast<off_t>(random()) % size;
      if (pread(fd, &byte, 1, at) == 1) {
        byte = static_cast<char>(byte ^ (1 << (random() % 8)));
        EXPECT_EQ(pwrite(fd, &byte, 1, at), 1);
      }
      close(fd);
      break;
    }
    case 2:
      truncate(victim.c_str(), static_cast<off_t>(random()) % size);
      break;
    case 3:
      chmod(victim.c_str(), static_cast<mode_t>(random() % 512));
      break;
    case 4:
      unlink(victim.c_str());
      break;
  }
}

// 64 processes, one directory, random SIGKILLs and damage. 400 kills, or fewer
// on a machine that does much else; with TENORITE_LONG_TESTS set, ten minutes.
TEST_F(KernelCacheTest, StressOfProcesses) {
  constexpr int kProcesses = 64;
  bool is_long = std::getenv("TENORITE_LONG_TESTS") != nullptr;
  const int kills = is_long ? 1 << 30 : 400, least_kills = 10;
  auto end = std::chrono::steady_clock::now() +
             std::chrono::seconds(is_long ? 600 : 15);
  DiskCache::Options limited = options();
  limited.limit_bytes = 1500000;  // less than all entries: they are evicted too
  std::mt19937 random(2024);
  std::set<pid_t> children;
  auto start = [&] {
    unsigned seed = random();
    pid_t pid = fork();
    if (pid == 0 && nice(19) != -2) use_cache(limited, seed);
    children.insert(pid);
  };
  while (children.size() < kProcesses) start();
  int killed = 0, wrong = 0;
  while (killed < least_kills ||
         (killed < kills && std::chrono::steady_clock::now() < end)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
    vandalise(path(), random);
    auto victim = std::next(children.begin(),
                            static_cast<long>(random() % children.size()));
    kill(*victim, SIGKILL);
    int status;
    waitpid(*victim, &status, 0);
    // Those that were not killed have found something wrong, or crashed.
    wrong += !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    children.erase(victim);
    ++killed;
    start();
  }
  for (pid_t pid : children) {
    kill(pid, SIGKILL);
    int status;
    waitpid(pid, &status, 0);
    wrong += !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(files(".tmp"), static_cast<size_t>(killed) + kProcesses);
  // What is left is right, and the sweep takes the rest.
  DiskCache(limited).put(key_of(1001), "x");  // if no process came so far
  DiskCache cache(limited);
  for (int i = 0; i < 24; ++i) {
    std::optional<std::string> got = cache.get(key_of(i));
    EXPECT_EQ(got.value_or(payload_of(i)), payload_of(i));
  }
  timespec old[2] = {{time(nullptr) - 7200, 0}, {time(nullptr) - 7200, 0}};
  for (const auto& item : fs::directory_iterator(path()))
    utimensat(AT_FDCWD, item.path().c_str(), old, 0);
  cache.put(key_of(1000), "x");
  EXPECT_EQ(files(".tmp"), 0u);
  EXPECT_LE(cache.info().bytes, limited.limit_bytes);
}

}  // namespace
}  // namespace tenorite::jit

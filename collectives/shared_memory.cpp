// SPDX-License-Identifier: Apache-2.0
#include "collectives/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.h"

namespace tenorite::collectives {
namespace {

[[noreturn]] void fail(const char* what, int error) {
  throw RuntimeError(
      format("shared memory between processes could not be %s: %s%s", what,
             std::strerror(error),
             error == ENOSPC || error == ENOMEM
                 ? " (/dev/shm is full; containers have an option for its size)"
                 : ""));
}

}  // namespace

SharedMemory::SharedMemory(size_t nbytes) : nbytes_(nbytes) {
  void* memory = mmap(nullptr, nbytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("had", errno);
  data_ = static_cast<char*>(memory);
}

SharedMemory::SharedMemory(int descriptor, size_t nbytes, const char* what)
    : nbytes_(nbytes) {
  void* memory =
      mmap(nullptr, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  const int error = errno;
  close(descriptor);
  if (memory == MAP_FAILED) fail(what, error);
  data_ = static_cast<char*>(memory);
}

SharedMemory SharedMemory::create(const std::string& name, size_t nbytes) {
  const int descriptor =
      shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) fail("made", errno);
  // Takes the memory now: later, a lack of it would end the process.
  if (const int error =
          posix_fallocate(descriptor, 0, static_cast<off_t>(nbytes))) {
    close(descriptor);
    remove(name);
    fail("made", error);
  }
  return SharedMemory(descriptor, nbytes, "made");
}

SharedMemory SharedMemory::open(const std::string& name, size_t nbytes) {
  const int descriptor = shm_open(name.c_str(), O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) fail("opened", errno);
  return SharedMemory(descriptor, nbytes, "opened");
}

void SharedMemory::remove(const std::string& name) noexcept {
  shm_unlink(name.c_str());
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), nbytes_(other.nbytes_) {}

SharedMemory::~SharedMemory() {
  if (data_) munmap(data_, nbytes_);
}

}  // namespace tenorite::collectives

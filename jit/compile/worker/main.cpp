// SPDX-License-Identifier: Apache-2.0
// The program in which NVRTC runs. A text can make a compiler crash, loop or
// eat all memory; it then takes this process along and not the user's. It
// serves requests on its standard input, a socket, one after the other, and
// ends when it is closed or nothing comes for a while.
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "jit/compile/worker_protocol.h"

namespace {

using namespace tenorite::jit;

constexpr int kSocket = 0;
constexpr int kIdleMilliseconds = 30000;
constexpr size_t kStackBytes = size_t{256} << 20;

bool receive(char* to, size_t bytes) {
  while (bytes) {
    ssize_t n = read(kSocket, to, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n, bytes -= static_cast<size_t>(n);
  }
  return true;
}

bool answer(const std::string& payload) {
  std::string bytes = Packer().put(std::string_view(payload)).bytes;
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t n =
        send(kSocket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

// The library of the last request: nearly always one and the same.
const NvrtcLibrary& library(const std::string& file) {
  static std::string name;
  static std::unique_ptr<NvrtcLibrary> opened;
  if (!opened || name != file) {
    opened = std::make_unique<NvrtcLibrary>(std::vector<std::string>{file});
    name = file;
  }
  return *opened;
}

std::string serve(const std::string& bytes) {
  WorkerRequest request;
  WorkerReply reply;
  if (unpack(bytes, &request)) {
    const NvrtcLibrary& nvrtc = library(request.library);
    reply.found = nvrtc.found();
    reply.path = nvrtc.path();
    reply.major = static_cast<uint64_t>(nvrtc.major());
    reply.minor = static_cast<uint64_t>(nvrtc.minor());
    for (int arch : nvrtc.archs()) reply.archs.push_back(std::to_string(arch));
    if (reply.found && request.compile)
      reply.result = nvrtc.compile(request.job);
  }
  return pack(reply);
}

void* serve_all(void*) {
  for (;;) {
    pollfd waiting{kSocket, POLLIN, 0};
    int ready = poll(&waiting, 1, kIdleMilliseconds);
    if (ready < 0 && errno == EINTR) continue;
    uint64_t size;
    if (ready <= 0 || !receive(reinterpret_cast<char*>(&size), sizeof size))
      return nullptr;
    std::string request(size, '\0');
    if (!receive(request.data(), size) || !answer(serve(request)))
      return nullptr;
  }
}

void limit(int resource, rlim_t value) {
  rlimit current;
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &current) != 0)
    return;
  current.rlim_cur = std::min(value, current.rlim_max);
  setrlimit(static_cast<__rlimit_resource_t>(resource), &current);
}

}  // namespace

int main() {
  // Nobody has to wait for it: the first process ends here.
  pid_t pid = fork();
  if (pid != 0) _exit(pid < 0);
  setsid();
  syscall(SYS_close_range, 3u, ~0u, 0u);  // what the program left open
  if (chdir("/") != 0) _exit(1);
  prctl(PR_SET_NAME, "tenorite-nvrtc");
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, kWorkerMemoryBytes);
  uint64_t self = static_cast<uint64_t>(getpid());
  if (!answer(Packer().put(self).bytes)) _exit(1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, serve_all, nullptr) != 0) _exit(1);
  pthread_join(thread, nullptr);
  _exit(0);
}

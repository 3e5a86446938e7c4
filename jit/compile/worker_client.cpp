// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/worker_client.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>

#include "core/error.h"
#include "core/fork_guard.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "jit/compile/process.h"

// The program, which the build puts into the library.
extern "C" const char tenorite_worker_begin[], tenorite_worker_end[];

namespace tenorite::jit {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kIdleWorkers = 8;
constexpr double kStartSeconds = 30;

struct Worker {
  pid_t pid = 0;  // 0: not known yet
  int socket = -1;
  pid_t owner = 0;  // after a fork the other process goes on using it
  bool fresh = true;

  Worker() = default;
  Worker(Worker&& other) noexcept { swap(other); }
  Worker& operator=(Worker&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Worker() {
    if (socket >= 0) close(socket);
  }
  void swap(Worker& other) noexcept {
    std::swap(pid, other.pid);
    std::swap(socket, other.socket);
    std::swap(owner, other.owner);
    std::swap(fresh, other.fresh);
  }
  void end() {
    if (pid > 0) kill(pid, SIGKILL);
  }
};

struct Pool {
  PatientMutex mutex;
  std::vector<Worker> idle;
};
Pool& pool() {
  static auto* instance = [] {
    auto* made = new Pool;
    guard_across_fork(made->mutex);
    return made;
  }();
  return *instance;
}

enum class End : uint8_t { kDone, kClosed, kLate };

class Deadline {
 public:
  explicit Deadline(double seconds)
      : at_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(seconds))) {}
  // Until the socket is ready or it is too late; signals are seen to.
  bool wait(int socket, short events) const {
    for (;;) {
      pollfd waiting{socket, events, 0};
      int ready = 0;
      without_outer_lock([&] { ready = poll(&waiting, 1, 50); });
      if (ready > 0) return true;
      check_signals();
      if (Clock::now() > at_) return false;
    }
  }

 private:
  Clock::time_point at_;
};

End send_all(int socket, std::string_view bytes, const Deadline& deadline) {
  while (!bytes.empty()) {
    if (!deadline.wait(socket, POLLOUT)) return End::kLate;
    ssize_t n =
        send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) return End::kClosed;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return End::kDone;
}

End receive_all(int socket, char* to, size_t bytes, const Deadline& deadline) {
  while (bytes) {
    if (!deadline.wait(socket, POLLIN)) return End::kLate;
    ssize_t n = recv(socket, to, bytes, MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) return End::kClosed;
    to += n, bytes -= static_cast<size_t>(n);
  }
  return End::kDone;
}

End receive_message(int socket, std::string* message,
                    const Deadline& deadline) {
  uint64_t size = 0;
  End end = receive_all(socket, reinterpret_cast<char*>(&size), sizeof size,
                        deadline);
  if (end != End::kDone) return end;
  if (size > kWorkerMemoryBytes) return End::kClosed;
  message->resize(size);
  return receive_all(socket, message->data(), size, deadline);
}

// A file in memory with the program; -1 where the system has none.
int program_file() {
  int fd = memfd_create("tenorite-nvrtc", MFD_CLOEXEC);
  if (fd < 0) return -1;
  std::string_view rest(
      tenorite_worker_begin,
      static_cast<size_t>(tenorite_worker_end - tenorite_worker_begin));
  while (!rest.empty()) {
    ssize_t n = write(fd, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      close(fd);
      return -1;
    }
    rest.remove_prefix(static_cast<size_t>(n));
  }
  return fd;
}

// RuntimeError where no process can be started.
Worker start() {
  Worker worker;
  worker.owner = getpid();
  int file = program_file();
  int error = file < 0 ? errno : 0;
  int socket = -1;
  if (!error)
    error = spawn_server("/proc/self/fd/" + std::to_string(file), &socket);
  if (file >= 0) close(file);
  worker.socket = socket;
  std::string hello;
  if (!error &&
      receive_message(socket, &hello, Deadline(kStartSeconds)) != End::kDone)
    error = ECHILD;
  uint64_t pid = 0;
  Unpacker(hello).take(&pid);
  worker.pid = static_cast<pid_t>(pid);
  TENORITE_CHECK(!error && pid > 0, RuntimeError,
                 "cannot start the process that compiles kernels: %s",
                 strerror(error));
  return worker;
}

Worker take() {
  {
    Pool& p = pool();
    std::lock_guard lock(p.mutex);
    while (!p.idle.empty()) {
      Worker worker = std::move(p.idle.back());
      p.idle.pop_back();
      if (worker.owner == getpid()) return worker;
    }
  }
  return start();
}

void give_back(Worker worker) {
  worker.fresh = false;
  Pool& p = pool();
  std::lock_guard lock(p.mutex);
  if (p.idle.size() < kIdleWorkers) p.idle.push_back(std::move(worker));
}

}  // namespace

bool has_idle_worker() {
  Pool& p = pool();
  std::lock_guard lock(p.mutex);
  return !p.idle.empty();
}

WorkerAnswer call_worker(const WorkerRequest& request, double seconds) {
  std::string bytes = Packer().put(std::string_view(pack(request))).bytes;
  WorkerAnswer answer;
  for (;;) {
    Worker worker = take();
    End end;
    std::string message;
    try {
      Deadline deadline(seconds);
      end = send_all(worker.socket, bytes, deadline);
      if (end == End::kDone)
        end = receive_message(worker.socket, &message, deadline);
    } catch (const Interrupted&) {
      worker.end();
      throw;
    }
    if (end == End::kDone && unpack(message, &answer.reply)) {
      give_back(std::move(worker));
      return answer;
    }
    // One that was idle may have ended just now.
    if (end == End::kClosed && !worker.fresh) continue;
    worker.end();
    answer.failure =
        end == End::kLate
            ? format("it took more than %g s", seconds)
            : format("it crashed, or needed more than %g GiB of memory",
                     static_cast<double>(kWorkerMemoryBytes >> 20) / 1024);
    return answer;
  }
}

}  // namespace tenorite::jit

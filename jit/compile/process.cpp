// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "core/error.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"

extern char** environ;

namespace tenorite::jit {
namespace {

using Clock = std::chrono::steady_clock;

// A descriptor that no other process inherits.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    fd_ = other.release();
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int release() {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// Ends of a connection: writes to one whose reader is gone fail without a
// signal, as they would not on a pipe.
bool connect(Descriptor& ours, Descriptor& theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  ours = Descriptor(ends[0]);
  theirs = Descriptor(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return true;
}

// What starts a child, as posix_spawn wants it.
class Actions {
 public:
  Actions() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    // A group of its own, so that a compiler's children end with it; signals
    // as a fresh process has them.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP |
                                               POSIX_SPAWN_SETSIGMASK |
                                               POSIX_SPAWN_SETSIGDEF);
  }
  ~Actions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  void use(int fd, int as) {
    posix_spawn_file_actions_adddup2(&files_, fd, as);
  }
  void enter(const std::string& folder) {
    posix_spawn_file_actions_addchdir_np(&files_, folder.c_str());
  }
  int spawn(pid_t* pid, char* const* argv, char* const* environment) {
    return posix_spawnp(pid, argv[0], &files_, &attributes_, argv, environment);
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

// Ours, in English and with `folder` for temporary files.
std::vector<std::string> environment(const std::string& folder) {
  std::vector<std::string> all;
  for (char** e = environ; e && *e; ++e) {
    std::string_view entry = *e;
    std::string_view name = entry.substr(0, entry.find('='));
    if (name != "LC_ALL" && name != "LANG" && name != "LANGUAGE" &&
        name != "TMPDIR")
      all.emplace_back(entry);
  }
  all.push_back("LC_ALL=C");
  all.push_back("TMPDIR=" + folder);
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  for (const std::string& s : strings)
    all.push_back(const_cast<char*>(s.c_str()));
  all.push_back(nullptr);
  return all;
}

// A child process; the destructor ends it unless it has ended.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  ~Child() { end(); }
  // With all that it started, which may hold its output open.
  void end() {
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
  bool ended() {
    if (pid_ <= 0) return true;
    siginfo_t info{};
    int error = waitid(P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT);
    if (error == 0 ? info.si_pid == 0 : errno == EINTR) return false;
    end();
    return true;
  }
  // As waitpid's; 0 where the program has no say (SIGCHLD is ignored).
  int status() const { return status_; }

 private:
  pid_t pid_;
  int status_ = 0;
};

void explain(int status, ProcessResult* result) {
  if (WIFEXITED(status)) {
    result->status = WEXITSTATUS(status);
  } else if (result->failure.empty()) {
    int number = WTERMSIG(status);
    result->failure = format("signal %d (%s)", number, strsignal(number));
  }
}

}  // namespace

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == EAGAIN ||
         error == ENOMEM;
}

std::string failure_of_compiler(const ProcessResult& result) {
  if (result.failure.empty()) return "";
  return std::string("\nerror: the compiler ") +
         (result.started ? "stopped: " : "did not start: ") + result.failure;
}

ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::string& input, const std::string& folder,
                          const ProcessLimits& limits) {
  ProcessResult result;
  auto not_started = [&](int error) {
    result.started = false;
    result.error = error;
    result.failure = strerror(error);
    return result;
  };
  Descriptor in, in_child, out, out_child;
  if (!connect(in, in_child) || !connect(out, out_child))
    return not_started(errno);
  pid_t pid = -1;
  {
    Actions actions;
    actions.use(in_child.get(), 0);
    actions.use(out_child.get(), 1);
    actions.use(out_child.get(), 2);
    actions.enter(folder);
    std::vector<std::string> variables = environment(folder);
    int error =
        actions.spawn(&pid, pointers(argv).data(), pointers(variables).data());
    if (error) return not_started(error);
  }
  in_child.close();
  out_child.close();
  Child child(pid);
  rlimit memory{limits.memory_bytes, limits.memory_bytes}, no_core{0, 0};
  prlimit(pid, RLIMIT_AS, &memory, nullptr);
  prlimit(pid, RLIMIT_CORE, &no_core, nullptr);

  size_t written = 0;
  auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(limits.seconds));
  char buffer[1 << 16];
  while (out || !child.ended()) {
    if (in && written == input.size()) in.close();
    pollfd fds[2] = {{out.get(), POLLIN, 0}, {in.get(), POLLOUT, 0}};
    // Once its output is closed it is about to end.
    without_outer_lock([&] { poll(fds, 2, out ? 50 : 1); });
    check_signals();
    if (Clock::now() > deadline) {
      result.failure = format("it took more than %g s", limits.seconds);
      child.end();
      break;
    }
    if (in && fds[1].revents) {
      ssize_t n = send(in.get(), input.data() + written, input.size() - written,
                       MSG_NOSIGNAL);
      if (n > 0) written += static_cast<size_t>(n);
      if (n < 0 && errno != EAGAIN && errno != EINTR) in.close();
    }
    if (!out) continue;
    bool last = !fds[0].revents && child.ended();
    if (!fds[0].revents && !last) continue;
    ssize_t n = read(out.get(), buffer, sizeof buffer);
    if (n > 0 && result.output.size() < limits.output_bytes)
      result.output.append(buffer, static_cast<size_t>(n));
    bool again = n < 0 && (errno == EAGAIN || errno == EINTR);
    if (n == 0 || (n < 0 && (last || !again))) out.close();
  }
  explain(child.status(), &result);
  return result;
}

int spawn_server(const std::string& program, int* socket) {
  Descriptor ours, theirs;
  Descriptor nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere || !connect(ours, theirs)) return errno;
  // The server reads with blocking calls; ours polls.
  Actions actions;
  actions.use(theirs.get(), 0);
  actions.use(nowhere.get(), 1);
  actions.use(nowhere.get(), 2);
  pid_t pid;
  std::vector<std::string> argv = {program};
  if (int error = actions.spawn(&pid, pointers(argv).data(), environ))
    return error;
  int status = 0;
  without_outer_lock([&] {
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  });
  *socket = ours.release();
  return 0;
}

}  // namespace tenorite::jit

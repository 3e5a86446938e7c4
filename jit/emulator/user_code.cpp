// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/user_code.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <mutex>

#include "core/error.h"
#include "core/interrupt.h"
#include "jit/emulator/user_code_watch.h"

namespace tenorite::cpu {
namespace {

#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool kCanLeave = true;
#else
constexpr bool kCanLeave = false;
#endif

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr size_t kSignalStack = size_t{64} << 10;
// What the function that calls user code may have on the stack below its Frame.
constexpr uintptr_t kOwnFrame = uintptr_t{16} << 10;

// One entry into user code; the innermost one of a thread.
struct Frame {
  void* jump[5];  // of __builtin_setjmp
  Frame* outer;
  LookElsewhere look;
  Fault fault;
};

// ---- machine code from which any instruction may be left ----

// Leaked, and nothing is ever removed: handlers of signals read it.
struct CodeRange {
  uintptr_t begin, end;
  CodeRange* next;
};
std::atomic<CodeRange*> g_code{nullptr};

bool is_in_code(uintptr_t pc) {
  for (const CodeRange* r = g_code.load(std::memory_order_acquire); r;
       r = r->next)
    if (pc >= r->begin && pc < r->end) return true;
  return false;
}

struct Segment {
  uintptr_t address, begin = 0, end = 0;
};

// The segment of machine code of the object that the address lies in.
Segment find_segment(const void* address) {
  Segment found{reinterpret_cast<uintptr_t>(address)};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto* s = static_cast<Segment*>(data);
        bool mine = false;
        uintptr_t begin = 0, end = 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) & p = info->dlpi_phdr[i];
          if (p.p_type != PT_LOAD) continue;
          const uintptr_t first = info->dlpi_addr + p.p_vaddr;
          mine |= s->address >= first && s->address < first + p.p_memsz;
          if (p.p_flags & PF_X) begin = first, end = first + p.p_memsz;
        }
        if (!mine) return 0;
        s->begin = begin;
        s->end = end;
        return 1;
      },
      &found);
  return found;
}

void add_range(const void* address) {
  const Segment found = find_segment(address);
  if (found.begin == 0 || is_in_code(found.begin)) return;
  auto* range = new CodeRange{found.begin, found.end, g_code.load()};
  while (!g_code.compare_exchange_weak(range->next, range,
                                       std::memory_order_release)) {
  }
}

// Our own library's, where a fault is a fault of ours.
const Segment& own_code() {
  static const Segment own = find_segment(
      reinterpret_cast<const void*>(static_cast<void (*)()>(allow_looks)));
  return own;
}

// ---- threads ----

// The memory on which handlers run, because a fault may mean that the thread's
// own stack is full; a thread that has such memory keeps it.
class SignalStack {
 public:
  SignalStack() {
    stack_t now{};
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    void* memory = mmap(nullptr, kSignalStack, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t own{};
    own.ss_sp = memory_ = memory;
    own.ss_size = kSignalStack;
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    if (memory_ == nullptr) return;
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == memory_) {
      now.ss_flags = SS_DISABLE;
      sigaltstack(&now, nullptr);
    }
    munmap(memory_, kSignalStack);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* memory_ = nullptr;
};

// Read by handlers on the same thread, for which it must exist already.
thread_local Frame* t_frame = nullptr;
thread_local LookElsewhere t_look = nullptr;

struct UserThread {
  SignalStack stack;
  WatchedThread watched;
};
UserThread& user_thread() {
  thread_local UserThread thread;
  return thread;
}

// ---- leaving ----

[[noreturn]] void leave() { __builtin_longjmp(t_frame->jump, 1); }

#if defined(__x86_64__)
uintptr_t program_counter(const ucontext_t* context) {
  return static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RIP]);
}
uintptr_t stack_pointer(const ucontext_t* context) {
  return static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RSP]);
}
// The thread goes on in leave(), as if called on an empty part of the stack.
void go_on_leaving(ucontext_t* context, uintptr_t stack) {
  auto& registers = context->uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&leave);
  registers[REG_RSP] = static_cast<greg_t>((stack & ~uintptr_t{15}) - 8);
  registers[REG_EFL] &= ~greg_t{0x400};  // the direction flag
}
#elif defined(__aarch64__)
uintptr_t program_counter(const ucontext_t* context) {
  return context->uc_mcontext.pc;
}
uintptr_t stack_pointer(const ucontext_t* context) {
  return context->uc_mcontext.sp;
}
void go_on_leaving(ucontext_t* context, uintptr_t stack) {
  context->uc_mcontext.pc = reinterpret_cast<uintptr_t>(&leave);
  context->uc_mcontext.sp = stack & ~uintptr_t{15};
}
#else
uintptr_t program_counter(const ucontext_t*) { return 0; }
uintptr_t stack_pointer(const ucontext_t*) { return 0; }
void go_on_leaving(ucontext_t*, uintptr_t) {}
#endif

void end_frame(Frame* frame, const Fault& fault, ucontext_t* context) {
  frame->fault = fault;
  go_on_leaving(context, reinterpret_cast<uintptr_t>(frame) - kOwnFrame);
}

// ---- faults ----

struct Installed {
  struct sigaction before[std::size(kFaults)];
};
Installed g_installed;

// As if there were no handler of ours.
void pass_on(int signal, siginfo_t* info, void* context) {
  for (size_t i = 0; i < std::size(kFaults); ++i) {
    if (kFaults[i] != signal) continue;
    const struct sigaction& before = g_installed.before[i];
    if (before.sa_flags & SA_SIGINFO)
      return before.sa_sigaction(signal, info, context);
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
      return before.sa_handler(signal);
  }
  // The instruction faults again, or the signal comes again.
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) raise(signal);
}

Fault describe(int signal, const siginfo_t* info, const ucontext_t* context) {
  Fault fault;
  fault.site = reinterpret_cast<const void*>(program_counter(context));
  if (signal == SIGFPE) {
    fault.kind = Fault::Kind::kArithmetic;
  } else if (signal == SIGILL) {
    fault.kind = Fault::Kind::kInstruction;
  } else {
    constexpr uintptr_t kNear = uintptr_t{64} << 10;
    const auto at = reinterpret_cast<uintptr_t>(info->si_addr);
    const uintptr_t stack = stack_pointer(context);
    const bool full = at + kNear > stack && at < stack + kNear;
    fault.kind = full ? Fault::Kind::kStack : Fault::Kind::kAddress;
    // The processor does not say which, if no address can be like that.
    fault.address = info->si_code == SI_KERNEL
                        ? reinterpret_cast<const void*>(~uintptr_t{0})
                        : info->si_addr;
  }
  return fault;
}

void on_fault(int signal, siginfo_t* info, void* context_pointer) {
  const int error = errno;
  auto* context = static_cast<ucontext_t*>(context_pointer);
  const uintptr_t pc = program_counter(context);
  Frame* frame = t_frame;
  const Segment& own = own_code();
  // Jumps to nowhere have no code; functions of the C library that kernels call
  // are left like their own.
  const bool theirs = frame != nullptr && info->si_code > 0 &&
                      !(pc >= own.begin && pc < own.end);
  if (theirs)
    end_frame(frame, describe(signal, info, context), context);
  else
    pass_on(signal, info, context_pointer);
  errno = error;
}

// ---- looks ----

void on_look(int, siginfo_t*, void* context_pointer) {
  const int error = errno;
  auto* context = static_cast<ucontext_t*>(context_pointer);
  Frame* frame = t_frame;
  if (frame == nullptr) return;
  // Elsewhere (in printf, say) locks may be held: it is tried again soon.
  if (!is_in_code(program_counter(context))) {
    look_again_soon();
    return;
  }
  bool stop = must_stop();
  if (!stop && !Unattended::here()) {
    // What handlers of signals in Python run is none of the kernel's.
    t_frame = nullptr;
    if (t_look != nullptr) {
      t_look();
    } else {
      try {
        look_for_signals();
      } catch (const Interrupted&) {
        stop = true;
      }
    }
    t_frame = frame;
  }
  if (stop) {
    Fault fault;
    fault.kind = Fault::Kind::kInterrupted;
    end_frame(frame, fault, context);
  }
  errno = error;
}

void install_handlers() {
  own_code();
  // Functions of numbers alone: whatever they do may be left undone.
  add_range(reinterpret_cast<const void*>(
      static_cast<double (*)(double, double)>(std::pow)));
  if (void* library = dlopen("libm.so.6", RTLD_LAZY | RTLD_NOLOAD))
    if (void* pow = dlsym(library, "pow")) add_range(pow);
  for (size_t i = 0; i < std::size(kFaults); ++i) {
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(kFaults[i], &action, &g_installed.before[i]);
  }
  start_watch(on_look);
  set_hasten_stop(look_now);
}

// Not inlined, so that what is kept for the jump is in memory.
[[gnu::noinline]] bool enter(Frame& frame, void (*body)(void*), void* context) {
  if (__builtin_setjmp(frame.jump) != 0) return false;
  body(context);
  return true;
}

}  // namespace

void add_user_code(const void* address) { add_range(address); }

Fault run_user_code(void (*body)(void*), void* context) {
  if constexpr (!kCanLeave) {
    body(context);
    return {};
  }
  static const bool installed = (install_handlers(), true);
  (void)installed;
  UserThread& thread = user_thread();
  Frame frame{};
  frame.outer = t_frame;
  frame.look = look_elsewhere(nullptr);
  struct Leave {
    Frame& frame;
    WatchedThread& watched;
    ~Leave() {
      if (frame.outer == nullptr) watched.end();
      t_frame = frame.outer;
      t_look = frame.look;
    }
  } restore{frame, thread.watched};
  t_frame = &frame;
  if (frame.outer == nullptr) thread.watched.begin();
  enter(frame, body, context);
  return frame.fault;
}

void throw_fault(const Fault& fault, const char* where) {
  switch (fault.kind) {
    case Fault::Kind::kNone:
    case Fault::Kind::kInterrupted:
      break;
    case Fault::Kind::kAddress:
      if (reinterpret_cast<uintptr_t>(fault.address) < 4096)
        throw RuntimeError(format("%s follows a null pointer", where));
      if (fault.address == reinterpret_cast<const void*>(~uintptr_t{0}))
        throw RuntimeError(
            format("%s uses an address that no memory can have", where));
      throw RuntimeError(format("%s uses address %p, where it has no memory",
                                where, fault.address));
    case Fault::Kind::kStack:
      throw RuntimeError(
          format("%s needs more stack than there is: its recursion is too "
                 "deep, or its local arrays are too large",
                 where));
    case Fault::Kind::kArithmetic:
      throw RuntimeError(
          format("%s divides integers by zero, or overflows doing so", where));
    case Fault::Kind::kInstruction:
      throw RuntimeError(
          format("%s comes to an instruction that this processor lacks, or to "
                 "a place that the compiler holds to be impossible",
                 where));
  }
  throw Interrupted();
}

void throw_kernel_fault(const Fault& fault, const char* name) {
  throw_fault(fault, format("kernel '%s'", name).c_str());
}

LookElsewhere look_elsewhere(LookElsewhere look) {
  LookElsewhere before = t_look;
  t_look = look;
  return before;
}

void allow_looks() noexcept {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, look_signal());
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace tenorite::cpu

// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/process.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

#include <cstdlib>
#include <mutex>

#include "core/error.h"

namespace tenorite::cuda {

std::atomic<ProcessState> g_state{ProcessState::kUsable};
std::atomic<bool> g_single_device{false};

namespace {

constexpr char kForkedText[] =
    "CUDA was initialised before this process was forked, and a forked child "
    "cannot use it; start worker processes with "
    "multiprocessing.get_context('spawn')";

struct Probe {
  std::mutex mutex;
  std::atomic<bool> done{false};
  int count = 0;
  bool has_driver = false;
  std::string why;
};

struct Loss {
  std::mutex mutex;
  int code = 0;
  std::string cause;
};

// Leaked: threads may still come here while the process exits.
Probe& probe_state() {
  static Probe& probe = *new Probe;
  return probe;
}
Loss& loss_state() {
  static Loss& loss = *new Loss;
  return loss;
}

void set_state(ProcessState state) {
  ProcessState usable = ProcessState::kUsable;
  g_state.compare_exchange_strong(usable, state);
}

void before_fork() { probe_state().mutex.lock(); }
void after_fork() { probe_state().mutex.unlock(); }
void after_fork_in_child() {
  if (probe_state().has_driver) g_state = ProcessState::kForked;
  probe_state().mutex.unlock();
}

std::string version_text(int version) {
  return format("%d.%d", version / 1000, version % 1000 / 10);
}

std::string explain_driver(int driver, int runtime) {
  if (driver == 0)
    return format(
        "no NVIDIA driver was found: install one that supports CUDA %s from "
        "https://www.nvidia.com/drivers, or use the CPU device",
        version_text(runtime).c_str());
  return format(
      "the NVIDIA driver is too old: it supports CUDA %s, and this build of "
      "tenorite needs CUDA %s: update the NVIDIA driver",
      version_text(driver).c_str(), version_text(runtime).c_str());
}

std::string explain_no_device() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible != nullptr)
    return format(
        "CUDA_VISIBLE_DEVICES is '%s', which hides every GPU: unset it or "
        "name a GPU of this machine",
        visible);
  return "the NVIDIA driver finds no GPU on this machine";
}

std::string explain(cudaError_t status) {
  int driver = 0;
  int runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  switch (status) {
    case cudaSuccess:
    case cudaErrorNoDevice:
      return explain_no_device();
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
      return explain_driver(driver, runtime);
    case cudaErrorStubLibrary:
      return "the libcuda.so that was found is the toolkit's stub: install "
             "the NVIDIA driver and remove the stubs folder from "
             "LD_LIBRARY_PATH";
    default:
      return format("CUDA cannot be initialised: %s: %s",
                    cudaGetErrorName(status), cudaGetErrorString(status));
  }
}

void run_probe(Probe& probe) {
  static const int watching =
      pthread_atfork(before_fork, after_fork, after_fork_in_child);
  (void)watching;
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  cudaGetLastError();
  probe.has_driver = status == cudaSuccess;
  probe.count = status == cudaSuccess ? count : 0;
  if (probe.count == 0) {
    probe.why = explain(status);
    cudaGetLastError();
    return;
  }
  g_single_device = probe.count == 1;
  // After the runtime's own handler was installed, so that it runs before it.
  std::atexit([] { set_state(ProcessState::kExiting); });
}

const Probe& probed() {
  Probe& probe = probe_state();
  if (!probe.done.load(std::memory_order_acquire)) {
    std::lock_guard lock(probe.mutex);
    if (!probe.done.load(std::memory_order_relaxed)) {
      run_probe(probe);
      probe.done.store(true, std::memory_order_release);
    }
  }
  return probe;
}

}  // namespace

void throw_unusable() {
  switch (g_state.load()) {
    case ProcessState::kForked:
      throw RuntimeError(kForkedText);
    case ProcessState::kExiting:
      throw RuntimeError("the process is exiting; CUDA is no longer usable");
    default:
      break;
  }
  Loss& loss = loss_state();
  std::lock_guard lock(loss.mutex);
  throw DeviceLostError(
      loss.code,
      "CUDA is lost in this process since an unrecoverable error; restart the "
      "process to use the GPU again (the CPU device goes on working). The "
      "first error was: " +
          loss.cause);
}

void mark_lost(int code, const std::string& cause) noexcept {
  Loss& loss = loss_state();
  std::lock_guard lock(loss.mutex);
  if (loss.code == 0) {
    loss.code = code;
    try {
      loss.cause = cause;
    } catch (...) {
    }
  }
  set_state(ProcessState::kLost);
}

int device_count() {
  if (g_state.load(std::memory_order_relaxed) == ProcessState::kForked)
    return 0;
  return probed().count;
}

bool initialised() noexcept {
  Probe& probe = probe_state();
  return probe.done.load(std::memory_order_acquire) && probe.count > 0;
}

std::string why_no_device() {
  if (g_state.load() == ProcessState::kForked) return kForkedText;
  return probed().why;
}

}  // namespace tenorite::cuda

// SPDX-License-Identifier: Apache-2.0
//
// Devices, streams, events and the CUDA runtime for tenorite.cuda and
// tenorite.Device: tenorite._core.device and tenorite._core.cuda. Devices are
// named ("cuda:1") in the first and numbered in the second.
#include <pthread.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <string>

#include "core/capture.h"
#include "core/cuda_part.h"
#include "core/cuda_runtime.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/late_failure.h"
#include "core/outer_lock.h"
#include "core/spans.h"
#include "core/stream.h"
#include "core/thread_pool.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/trace.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"
#include "python/src/bindings/cuda_arguments.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;

// Python runs handlers of signals in its main thread alone, which is the one
// that forks in a child; other threads need not ask for its lock.
std::atomic<unsigned long> g_main_thread{0};

void find_main_thread() {
  const py::object main =
      py::module_::import("threading").attr("main_thread")();
  g_main_thread = main.attr("ident").cast<unsigned long>();
  pthread_atfork(nullptr, nullptr,
                 [] { g_main_thread = PyThread_get_thread_ident(); });
}

// Ctrl-C during a wait: the handler's exception is left set in the thread.
bool signals_raise() {
  if (PyThread_get_thread_ident() != g_main_thread) return false;
  if (!Py_IsInitialized() || is_finalizing()) return false;
  py::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

CudaEvent as_event(uintptr_t handle) {
  return reinterpret_cast<CudaEvent>(handle);
}

// What kernels have found wrong in user data: waiting for them observes it.
void raise_pending(Device device, StreamId stream) {
  raise_late_failure();
  if (auto* raise = device_ops(device).raise_pending) raise(device, stream);
}

std::string name_of(Device device) { return to_string(device); }

void bind_devices(py::module_& m) {
  m.def(
      "check",
      [](const std::string& name) { check_device(parse_device(name)); },
      Unlocked());
  m.def("normalise",
        [](const std::string& name) { return name_of(parse_device(name)); });
  m.def("default", [] { return name_of(default_device()); }, Unlocked());
  // Threads of the host that share the work of a device.
  m.def("num_threads", [](const std::string& name) {
    return parse_device(name).is_cpu() ? num_threads() : 1;
  });
  m.def(
      "set_default",
      [](const std::string& name) { set_default_device(parse_device(name)); },
      Unlocked());
  m.def(
      "push", [](const std::string& name) { push_device(parse_device(name)); },
      Unlocked());
  m.def("pop", pop_device);
  m.def(
      "use", [](const std::string& name) { use_device(parse_device(name)); },
      Unlocked());
  m.def(
      "synchronize",
      [](const std::string& name) {
        Device device = parse_device(name);
        // Where there is no GPU, what programs for one wait for is the CPU's.
        if (device.is_cuda() && device_count(DeviceType::kCuda) == 0)
          device = kCpu;
        check_device(device);
        if (device.is_cuda())
          trace::about_to_wait();
        else
          ++trace::synchronisations;
        flush_all("synchronize");
        const spans::Scope scope("wait", "synchronize", device, kDefaultStream);
        device_provider(device.type)->synchronize_device(device);
        raise_pending(device, current_stream(device));
      },
      Unlocked());
  m.def(
      "cuda_count", [] { return device_count(DeviceType::kCuda); }, Unlocked());
}

py::dict device_info(int index) {
  const CudaDeviceInfo info = [&] {
    py::gil_scoped_release release;
    return cuda_runtime().device_info(cuda_device(index));
  }();
  py::dict out;
  out["name"] = py::bytes(info.name);
  out["uuid"] = py::bytes(info.uuid);
  out["pciBusIDString"] = py::str(info.pci_bus_id);
  for (const auto& [name, values] : info.fields) {
    if (values.size() == 1) {
      out[name] = values[0];
      continue;
    }
    py::tuple all(values.size());
    for (size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    out[name] = all;
  }
  return out;
}

// Of the CUDA part's kernels, such as "90-real 90-virtual"; empty without one.
std::string architectures() {
  return open_cuda_part() ? cuda_runtime_or_null()->architectures : "";
}

void bind_device_queries(py::module_& m) {
  m.def("architectures", architectures, Unlocked());
  m.def("part_file", cuda_part_file);
  m.def("why_no_part", why_no_cuda_part, Unlocked());
  m.def(
      "runtime_version",
      [] {
        return open_cuda_part() ? cuda_runtime_or_null()->runtime_version() : 0;
      },
      Unlocked());
  m.def(
      "driver_version",
      [] {
        return open_cuda_part() ? cuda_runtime_or_null()->driver_version() : 0;
      },
      Unlocked());
  m.def(
      "attribute",
      [](int attribute, int index) {
        return cuda_runtime().attribute(attribute, cuda_device(index));
      },
      Unlocked());
  m.def("attributes", [](int index) {
    py::dict out;
    for (const auto& [name, value] :
         cuda_runtime().attributes(cuda_device(index)))
      out[name] = value;
    return out;
  });
  m.def("device_info", device_info);
  m.def("memory_info", [](int index) {
    const auto [free, total] = [&] {
      py::gil_scoped_release release;
      return cuda_runtime().memory_info(cuda_device(index));
    }();
    return py::make_tuple(free, total);
  });
  m.def(
      "device_by_pci_bus_id",
      [](const std::string& bus_id) {
        return cuda_runtime().device_by_pci_bus_id(bus_id);
      },
      Unlocked());
  m.def(
      "can_access_peer",
      [](int device, int peer) {
        return cuda_runtime().can_access_peer(cuda_device(device),
                                              cuda_device(peer));
      },
      Unlocked());
  m.def(
      "enable_peer_access",
      [](int device, int peer) {
        cuda_runtime().enable_peer_access(cuda_device(device),
                                          cuda_device(peer));
      },
      Unlocked());
  m.def(
      "disable_peer_access",
      [](int device, int peer) {
        cuda_runtime().disable_peer_access(cuda_device(device),
                                           cuda_device(peer));
      },
      Unlocked());
  m.def("profiler_start", [] { cuda_runtime().profiler_start(); }, Unlocked());
  m.def("profiler_stop", [] { cuda_runtime().profiler_stop(); }, Unlocked());
  // Without the CUDA part there is no profiler to tell.
  m.def("range_push", [](const std::string& message, uint32_t argb) {
    if (open_cuda_part())
      cuda_runtime_or_null()->range_push(message.c_str(), argb);
  });
  m.def("range_pop", [] {
    if (open_cuda_part()) cuda_runtime_or_null()->range_pop();
  });
  m.def("mark", [](const std::string& message, uint32_t argb) {
    if (open_cuda_part()) cuda_runtime_or_null()->mark(message.c_str(), argb);
  });
}

// The id that work on a stream is done under, which is another one while it is
// captured.
StreamId in_capture(Device device, StreamId stream) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0) [[likely]]
    return stream;
  return cuda_runtime().stream_in_capture(device, stream);
}

// The Python function of launch_host_func; called on a thread of the driver.
void run_host_function(void* data) {
  struct Served {
    ~Served() { --outer_lock_claims; }
  } served;
  if (!Py_IsInitialized() || is_finalizing()) return;
  py::gil_scoped_acquire acquire;
  const std::unique_ptr<py::function> function(
      static_cast<py::function*>(data));
  try {
    (*function)();
  } catch (py::error_already_set& e) {
    e.discard_as_unraisable(*function);
  }
}

void launch_host_func(int index, StreamId stream,
                      const py::function& function) {
  auto kept = std::make_unique<py::function>(function);
  {
    py::gil_scoped_release release;
    stream = in_capture(cuda_device(index), stream);
    flush_stream(cuda_device(index), stream, "host function");
    ++outer_lock_claims;
    try {
      cuda_runtime().launch_host_func(cuda_device(index), stream,
                                      run_host_function, kept.get());
    } catch (...) {
      --outer_lock_claims;
      throw;
    }
  }
  kept.release();
}

// By an event a stream may join a capture, also one that is current.
void stream_wait_event(int index, StreamId given, uintptr_t event) {
  const Device device = cuda_device(index);
  const StreamId stream = in_capture(device, given);
  flush_stream(device, stream, "wait for an event");
  cuda_runtime().stream_wait_event(device, stream, as_event(event));
  if (current_stream(device) == given)
    set_current_stream(device, in_capture(device, given));
}

void bind_streams(py::module_& m) {
  m.def("current_stream",
        [](int index) { return current_stream(cuda_device(index)); });
  m.def("set_current_stream", [](int index, StreamId stream) {
    const Device device = cuda_device(index);
    set_current_stream(device, in_capture(device, stream));
  });
  m.def(
      "stream_create",
      [](int index, bool non_blocking, int priority) {
        return cuda_runtime().stream_create(cuda_device(index), non_blocking,
                                            priority);
      },
      Unlocked());
  m.def(
      "stream_wrap",
      [](int index, uintptr_t handle) {
        return cuda_runtime().stream_wrap(cuda_device(index), handle);
      },
      Unlocked());
  m.def(
      "stream_of_thread",
      [](int index) {
        return cuda_runtime().stream_of_thread(cuda_device(index));
      },
      Unlocked());
  m.def(
      "stream_release",
      [](StreamId stream) {
        const CudaRuntime* runtime = cuda_runtime_or_null();
        flush_all("end of a stream");
        if (runtime != nullptr) runtime->stream_release(stream);
      },
      Unlocked());
  m.def("stream_handle", [](int index, StreamId stream) {
    const Device device = cuda_device(index);
    flush_stream(device, in_capture(device, stream), "stream handle");
    return cuda_runtime().stream_handle(device, stream);
  });
  m.def(
      "stream_done",
      [](int index, StreamId stream) {
        flush_stream(cuda_device(index), stream, "stream query");
        return cuda_runtime().stream_done(cuda_device(index), stream);
      },
      Unlocked());
  m.def(
      "stream_synchronize",
      [](int index, StreamId stream) {
        const Device device = cuda_device(index);
        trace::about_to_wait();
        flush_stream(device, stream, "synchronize");
        const spans::Scope scope("wait", "synchronize", device, stream);
        synchronize(device, stream);
        raise_pending(device, stream);
      },
      Unlocked());
  m.def(
      "stream_flags",
      [](int index, StreamId stream) {
        return cuda_runtime().stream_flags(cuda_device(index), stream);
      },
      Unlocked());
  m.def(
      "stream_priority",
      [](int index, StreamId stream) {
        return cuda_runtime().stream_priority(cuda_device(index), stream);
      },
      Unlocked());
  m.def("stream_wait_event", stream_wait_event, Unlocked());
  m.def("launch_host_func", launch_host_func);
}

void bind_events(py::module_& m) {
  m.def(
      "event_create",
      [](int index, unsigned flags) {
        return address(cuda_runtime().event_create(cuda_device(index), flags));
      },
      Unlocked());
  m.def(
      "event_destroy",
      [](uintptr_t event) {
        const CudaRuntime* runtime = cuda_runtime_or_null();
        if (runtime != nullptr) runtime->event_destroy(as_event(event));
      },
      Unlocked());
  m.def(
      "event_record",
      [](int index, uintptr_t event, StreamId stream) {
        const Device device = cuda_device(index);
        stream = in_capture(device, stream);
        flush_stream(device, stream, "event record");
        cuda_runtime().event_record(device, as_event(event), stream);
      },
      Unlocked());
  m.def(
      "event_done",
      [](uintptr_t event) {
        return cuda_runtime().event_done(as_event(event));
      },
      Unlocked());
  m.def(
      "event_synchronize",
      [](uintptr_t event) { cuda_runtime().event_wait(as_event(event)); },
      Unlocked());
  m.def(
      "event_elapsed",
      [](uintptr_t start, uintptr_t end) {
        return cuda_runtime().event_elapsed(as_event(start), as_event(end));
      },
      Unlocked());
}

py::tuple pointer_info(uintptr_t address) {
  const CudaPointerInfo info = cuda_runtime().pointer_info(pointer(address));
  return py::make_tuple(info.type, info.device, info.device_pointer,
                        info.host_pointer);
}

void bind_raw_memory(py::module_& m) {
  m.def(
      "malloc",
      [](int index, size_t bytes) {
        return address(cuda_runtime().malloc(cuda_device(index), bytes));
      },
      Unlocked());
  m.def(
      "malloc_managed",
      [](int index, size_t bytes, unsigned flags) {
        return address(
            cuda_runtime().malloc_managed(cuda_device(index), bytes, flags));
      },
      Unlocked());
  m.def(
      "free",
      [](int index, uintptr_t p) {
        cuda_runtime().free(cuda_device(index), pointer(p));
      },
      Unlocked());
  m.def(
      "host_alloc",
      [](size_t bytes, unsigned flags) {
        return address(cuda_runtime().host_alloc(bytes, flags));
      },
      Unlocked());
  m.def(
      "host_free", [](uintptr_t p) { cuda_runtime().host_free(pointer(p)); },
      Unlocked());
  m.def(
      "host_register",
      [](uintptr_t p, size_t bytes, unsigned flags) {
        cuda_runtime().host_register(pointer(p), bytes, flags);
      },
      Unlocked());
  m.def(
      "host_unregister",
      [](uintptr_t p) { cuda_runtime().host_unregister(pointer(p)); },
      Unlocked());
  m.def("pointer_info", pointer_info);
  m.def(
      "copy",
      [](uintptr_t dst, uintptr_t src, size_t bytes, int kind, int index,
         StreamId stream) {
        cuda_runtime().copy(pointer(dst), pointer(src), bytes, kind,
                            cuda_device(index), stream);
      },
      Unlocked());
  m.def(
      "copy_peer",
      [](uintptr_t dst, int dst_index, uintptr_t src, int src_index,
         size_t bytes, int index, StreamId stream) {
        cuda_runtime().copy_peer(pointer(dst), cuda_device(dst_index),
                                 pointer(src), cuda_device(src_index), bytes,
                                 cuda_device(index), stream);
      },
      Unlocked());
  m.def(
      "fill",
      [](uintptr_t dst, int value, size_t bytes, int index, StreamId stream) {
        cuda_runtime().fill(pointer(dst), value, bytes, cuda_device(index),
                            stream);
      },
      Unlocked());
}

}  // namespace

TENORITE_BINDINGS(cuda, m) {
  set_signal_check(signals_raise);
  find_main_thread();
  py::module_ device = m.def_submodule("device");
  bind_devices(device);
  py::module_ cuda = m.def_submodule("cuda");
  bind_device_queries(cuda);
  bind_streams(cuda);
  bind_events(cuda);
  bind_raw_memory(cuda);
}

}  // namespace tenorite::python

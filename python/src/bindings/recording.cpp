// SPDX-License-Identifier: Apache-2.0
// Settings of recorded execution, and what was noted of it.
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/memory_trace.h"
#include "core/outer_lock.h"
#include "core/spans.h"
#include "ops/record/log.h"
#include "ops/record/trace.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"
#include "python/src/array/user_frame.h"
#include "python/src/kernels/kernel_objects.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

constexpr const char* kModes[] = {"off", "tier0", "wait", "auto", "check"};

CallSite find_call_site() {
  if (!Py_IsInitialized()) return {};
  const PyGILState_STATE state = PyGILState_Ensure();
  CallSite site;
  {
    const UserFrame user = user_frame();
    if (user.frame) site = {user.file, user.line};
  }
  PyErr_Clear();
  PyGILState_Release(state);
  return site;
}

// Whether the thread's code may wait for a device, and the class of the
// exception for what waits although it may not.
thread_local bool t_waits_allowed = true;
PyObject* g_wait_error = nullptr;

void refuse_wait() {
  if (t_waits_allowed) [[likely]]
    return;
  const py::gil_scoped_acquire acquire;
  PyErr_SetNone(g_wait_error);
  throw PythonError();
}

void set_wait_error(const py::object& error) {
  Py_XDECREF(g_wait_error);
  g_wait_error = error.inc_ref().ptr();
  trace::set_wait_check(refuse_wait);
}

// When, on the host and on a device: what is told of an interval.
struct Times {
  double begin, end;
  double device_seconds;  // negative if unknown
  double device_offset;   // from the first one on the device; negative without
};

// Notes with their times, for which devices are waited for.
struct Notes {
  std::vector<FlushNote> flushes;
  std::vector<spans::Span> spans;
  std::map<const Interval*, Times> times;

  Notes(size_t first_flush, size_t first_span)
      : flushes(trace::notes_from(first_flush)),
        spans(spans::spans_from(first_span)) {
    std::vector<std::pair<Device, const Interval*>> all;
    for (const FlushNote& flush : flushes)
      for (const GroupNote& group : flush.groups)
        all.emplace_back(flush.device, &group.time);
    for (const spans::Span& span : spans)
      all.emplace_back(span.device, &span.time);
    std::map<int, const Interval*> first;  // by the device's number
    for (const auto& [device, interval] : all) {
      if (!interval->has_events()) continue;
      const Interval*& earliest = first[device.index];
      if (!earliest || interval->begin < earliest->begin) earliest = interval;
    }
    for (const auto& [device, interval] : all) {
      const double seconds = interval->device_seconds();
      times[interval] = {
          interval->begin, interval->end, seconds,
          seconds >= 0 && interval->has_events()
              ? interval->device_seconds_since(*first.at(device.index))
              : -1};
    }
  }

  Notes(const Notes&) = delete;  // `times` has addresses in it
  Notes& operator=(const Notes&) = delete;

  void put(py::dict& result, const Interval& interval) const {
    const Times& at = times.at(&interval);
    result["begin"] = at.begin;
    result["end"] = at.end;
    result["device_seconds"] = at.device_seconds;
    result["device_offset"] = at.device_offset;
  }
};

py::dict to_dict(const GroupNote& group, const Notes& notes) {
  py::list operations;
  for (size_t i = 0; i < group.operations.size(); ++i)
    operations.append(py::make_tuple(group.operations[i], group.sites[i].file,
                                     group.sites[i].line));
  py::dict result;
  result["tier"] = group.tier;
  result["kernels"] = group.kernels;
  result["bytes"] = group.bytes;
  result["operations"] = operations;
  result["source"] = group.source;
  notes.put(result, group.time);
  return result;
}

py::dict to_dict(const FlushNote& flush, const Notes& notes) {
  py::list groups;
  for (const GroupNote& group : flush.groups)
    groups.append(to_dict(group, notes));
  py::dict result;
  result["reason"] = flush.reason;
  result["device"] = to_string(flush.device);
  result["recorded"] = flush.recorded;
  result["bytes_allocated"] = flush.bytes_allocated;
  result["begin"] = flush.begin;
  result["end"] = flush.end;
  result["thread"] = flush.thread;
  result["groups"] = groups;
  return result;
}

py::dict to_dict(const spans::Span& span, const Notes& notes) {
  py::dict result;
  result["kind"] = span.kind;
  result["name"] = span.name;
  result["device"] = to_string(span.device);
  result["bytes"] = span.bytes;
  result["file"] = span.site.file;
  result["line"] = span.site.line;
  result["thread"] = span.thread;
  notes.put(result, span.time);
  return result;
}

// (flushes, spans) from these numbers on.
py::tuple notes_from(size_t first_flush, size_t first_span) {
  const Notes notes = [&] {
    py::gil_scoped_release release;
    return Notes(first_flush, first_span);
  }();
  py::list flushes, spans;
  for (const FlushNote& note : notes.flushes)
    flushes.append(to_dict(note, notes));
  for (const spans::Span& span : notes.spans)
    spans.append(to_dict(span, notes));
  return py::make_tuple(flushes, spans);
}

// All that profiles listen to.
void start_notes(bool sources) {
  memory_trace::start();
  spans::start();
  trace::start(sources);
}

void stop_notes(bool sources) {
  trace::stop(sources);
  spans::stop();
  memory_trace::stop();
}

void bind_memory_trace(py::module_& m) {
  m.def("note_origins",
        [](bool on) { return memory_trace::origins.exchange(on); });
  m.def("notes_origins", memory_trace::notes_origins);
  m.def("forget_origins", memory_trace::forget);
  m.def("live", [] {
    py::list result;
    for (const memory_trace::Live& one : memory_trace::live())
      result.append(py::make_tuple(one.site.file, one.site.line,
                                   to_string(one.device), one.bytes,
                                   one.allocated, one.time));
    return result;
  });
  m.def("watch", memory_trace::start);
  m.def("unwatch", memory_trace::stop);
  m.def("count_events", memory_trace::count);
  // (time, device, pool's number, bytes, used, reserved) of each.
  m.def("events_from", [](size_t first) {
    std::map<const void*, int> numbers;
    py::list result;
    for (const memory_trace::Event& e : memory_trace::events_from(first)) {
      const int number =
          numbers.emplace(e.pool, static_cast<int>(numbers.size()))
              .first->second;
      result.append(py::make_tuple(e.time, to_string(e.device), number, e.bytes,
                                   e.used, e.reserved));
    }
    return result;
  });
}

}  // namespace

TENORITE_BINDINGS(recording, module) {
  set_outer_unlock([](void (*work)(void*), void* context) {
    // At the end of the interpreter threads have no state to give back.
    if (!Py_IsInitialized() || !PyGILState_GetThisThreadState() ||
        is_finalizing())
      return work(context);
    compile_without_gil(work, context);
  });
  set_site_finder(find_call_site);
  py::module_ m = module.def_submodule("recording");
  m.def("mode", [] { return kModes[static_cast<int>(fusion_mode())]; });
  m.def("set_mode", [](const std::string& mode) {
    for (int i = 0; i < 5; ++i)
      if (mode == kModes[i]) return set_fusion_mode(static_cast<FusionMode>(i));
    throw ValueError(format(
        "fusion is one of 'off', 'tier0', 'wait', 'auto' and 'check', not '%s'",
        mode.c_str()));
  });
  m.def(
      "flush", [] { flush_all("flush"); },
      py::call_guard<py::gil_scoped_release>());
  m.def("begin_fused", begin_fused);
  m.def("end_fused", end_fused, py::arg("execute"));
  m.def("before_fork", hold_logs);
  m.def("after_fork", let_logs_go, py::arg("in_child"));
  m.def("start_notes", start_notes, py::arg("sources"));
  m.def("stop_notes", stop_notes, py::arg("sources"));
  m.def("count_notes", [] {
    return py::make_tuple(trace::count(), spans::count(),
                          memory_trace::count());
  });
  m.def("notes_from", notes_from, py::arg("flush"), py::arg("span"));
  py::module_ memory = m.def_submodule("memory");
  bind_memory_trace(memory);
  m.def("set_wait_error", set_wait_error);
  m.def("exchange_waits_allowed",
        [](bool allowed) { return std::exchange(t_waits_allowed, allowed); });
  m.def("counters", [] {
    return py::make_tuple(trace::copies.load(), trace::synchronisations.load());
  });
}

}  // namespace tenorite::python

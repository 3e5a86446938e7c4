// SPDX-License-Identifier: Apache-2.0
// Settings of recorded execution, and what was noted of it.
#include <pybind11/stl.h>

#include <utility>

#include "core/outer_lock.h"
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

py::dict to_dict(const GroupNote& group) {
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
  return result;
}

py::dict to_dict(const FlushNote& flush) {
  py::list groups;
  for (const GroupNote& group : flush.groups) groups.append(to_dict(group));
  py::dict result;
  result["reason"] = flush.reason;
  result["device"] = to_string(flush.device);
  result["recorded"] = flush.recorded;
  result["bytes_allocated"] = flush.bytes_allocated;
  result["begin"] = flush.begin;
  result["end"] = flush.end;
  result["groups"] = groups;
  return result;
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
  trace::set_site_finder(find_call_site);
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
  m.def("start_notes", trace::start, py::arg("sources"));
  m.def("stop_notes", trace::stop, py::arg("sources"));
  m.def("count_notes", trace::count);
  m.def("notes_from", [](size_t first) {
    py::list result;
    for (const FlushNote& note : trace::notes_from(first))
      result.append(to_dict(note));
    return result;
  });
  m.def("set_wait_error", set_wait_error);
  m.def("exchange_waits_allowed",
        [](bool allowed) { return std::exchange(t_waits_allowed, allowed); });
  m.def("counters", [] {
    return py::make_tuple(trace::copies.load(), trace::synchronisations.load());
  });
}

}  // namespace tenorite::python

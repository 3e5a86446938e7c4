// SPDX-License-Identifier: Apache-2.0
//
// Captures of streams and the graphs they give, for tenorite.cuda:
// tenorite._core.cuda_graphs.
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/capture.h"
#include "core/cuda_runtime.h"
#include "core/stream.h"
#include "memory/allocator.h"
#include "ops/record/log.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"
#include "python/src/bindings/cuda_arguments.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using WithoutLock = py::call_guard<py::gil_scoped_release>;

// Where the capturing thread's memory comes from: the graph's own pool until
// the capture is over, whichever thread ends it, then what it came from before.
struct CaptureMemory {
  memory::Allocator own, former;
  std::atomic<bool> is_over{false};

  static memory::Allocation allocate(void* context, Device device, size_t bytes,
                                     StreamId stream) {
    auto& memory = *static_cast<CaptureMemory*>(context);
    const memory::Allocator common = memory::get_allocator(device.type);
    const memory::Allocator* from =
        memory.is_over ? &memory.former : &memory.own;
    if (!from->allocate) from = &common;
    if (from->allocate)
      return from->allocate(from->context.get(), device, bytes, stream);
    return {memory::pool(device).allocate(bytes, stream), bytes, nullptr,
            nullptr};
  }
};

// A graph, from the begin of its capture on. What it allocates comes from a
// pool of its own, which nobody else uses before the graph is gone; what it
// uses of other memory is held as long.
class Graph {
 public:
  Graph(int index, StreamId stream)
      : device_(cuda_device(index)), pool_(memory::make_pool(device_)) {
    flush_all("capture of a graph");
    keep(stream);
    captured_ = cuda_runtime().capture_begin(device_, stream, capture_);
    thread_ = std::this_thread::get_id();
    memory_->own = memory::pool_allocator(pool_);
    memory_->former = memory::exchange_thread_allocator(
        DeviceType::kCuda, {CaptureMemory::allocate, memory_});
    begin_fused();  // kernels are waited for
  }

  ~Graph() {
    if (is_capturing()) try {
        // It is given up, maybe by another thread.
        memory_->is_over = true;
        if (thread_ != std::this_thread::get_id())
          template_ = cuda_runtime().capture_end(device_, captured_);
        else
          end(false);
      } catch (...) {
        // The device is lost, or what was captured is of no use.
      }
    if (const CudaRuntime* runtime = cuda_runtime_or_null()) {
      if (graph_) runtime->graph_destroy(device_, graph_);
      for (CudaGraph other : others_) runtime->graph_destroy(device_, other);
      if (template_) runtime->template_destroy(device_, template_);
      for (StreamId stream : capture_.joined) runtime->stream_release(stream);
      runtime->stream_release(captured_);
      runtime->stream_release(kept_);
    }
    capture_.release();  // some of it is the pool's
    memory::retire_pool(pool_);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // The stream that work is captured under.
  StreamId captured() const { return captured_; }
  bool is_capturing() const { return thread_ != std::thread::id(); }

  // Of what was captured more graphs can be made if it is kept.
  void end(bool keep) {
    TENORITE_CHECK(is_capturing(), RuntimeError,
                   "the stream is not being captured");
    TENORITE_CHECK(thread_ == std::this_thread::get_id(), RuntimeError,
                   "a capture ends in the thread where it began");
    std::exception_ptr failure;
    try {
      end_fused(true);
      flush_thread("end of a capture");  // on streams that have joined, too
    } catch (...) {
      failure = std::current_exception();
    }
    thread_ = {};
    memory_->is_over = true;
    memory::exchange_thread_allocator(DeviceType::kCuda, memory_->former);
    try {
      template_ = cuda_runtime().capture_end(device_, captured_);
    } catch (...) {
      if (!failure) throw;
    }
    if (failure) std::rethrow_exception(failure);
    streams_ = capture_.joined;
    streams_.push_back(captured_);
    if (keep) return;
    graph_ = cuda_runtime().graph_make(device_, template_);
    cuda_runtime().template_destroy(device_, std::exchange(template_, nullptr));
  }

  void launch(StreamId stream) {
    check_ended();
    launch_one(graph_, stream);
  }

  // On the thread's stream, which is returned.
  StreamId launch_on_current() {
    const StreamId stream = current_stream(device_);
    launch(stream);
    return stream;
  }

  // ---- for those who make graphs of what was captured themselves ----

  // Numbers of CUDA; 0 for what there is not.
  uintptr_t template_handle() const { return address(template_); }
  uintptr_t handle() const { return address(graph_); }

  uintptr_t make_other() {
    TENORITE_CHECK(template_, RuntimeError, "what was captured is not kept");
    others_.reserve(others_.size() + 1);
    others_.push_back(cuda_runtime().graph_make(device_, template_));
    return address(others_.back());
  }
  void launch_other(uintptr_t other, StreamId stream) {
    launch_one(*find_other(other), stream);
  }
  void upload_other(uintptr_t other, StreamId stream) {
    cuda_runtime().graph_upload(device_, *find_other(other), stream);
  }
  void destroy_other(uintptr_t other) {
    const auto it = find_other(other);
    cuda_runtime().graph_destroy(device_, *it);
    others_.erase(it);
  }
  void print(const std::string& path, unsigned flags) const {
    TENORITE_CHECK(template_, RuntimeError, "what was captured is not kept");
    cuda_runtime().template_print(device_, template_, path, flags);
  }

  // Also an array of the graph's own: launches wait for whoever uses it.
  void hold(const ndarray& a) { capture_.hold(a.storage()); }

  void upload(StreamId stream) {
    check_ended();
    cuda_runtime().graph_upload(device_, graph_, stream);
  }

 private:
  // `captured_` stands for the stream, which may not end before. One that is
  // kept has not ended, so the same handle is the same stream.
  void keep(StreamId stream) {
    const CudaRuntime& runtime = cuda_runtime();
    const uintptr_t handle = runtime.stream_handle(device_, stream);
    if (kept_ != kDefaultStream && handle == kept_handle_) return;
    runtime.stream_release(
        std::exchange(kept_, runtime.stream_wrap(device_, handle)));
    kept_handle_ = handle;
  }

  void launch_one(CudaGraph graph, StreamId stream) {
    flush_all("launch of a graph");
    for (const StoragePtr& storage : capture_.held()) storage->use(stream);
    cuda_runtime().graph_launch(device_, graph, streams_, stream);
    keep(stream);
  }

  std::vector<CudaGraph>::iterator find_other(uintptr_t other) {
    const auto it = std::find(others_.begin(), others_.end(), pointer(other));
    TENORITE_CHECK(it != others_.end(), RuntimeError, "the graph has gone");
    return it;
  }

  void check_ended() const {
    TENORITE_CHECK(graph_, RuntimeError, "the graph is not captured yet");
  }

  const Device device_;
  memory::Pool& pool_;
  Capture capture_;
  const std::shared_ptr<CaptureMemory> memory_ =
      std::make_shared<CaptureMemory>();
  StreamId captured_ = kDefaultStream;
  std::vector<StreamId> streams_;  // that work was captured under
  StreamId kept_ = kDefaultStream;
  uintptr_t kept_handle_ = 0;
  CudaTemplate template_ = nullptr;
  CudaGraph graph_ = nullptr;
  std::vector<CudaGraph> others_;  // of the template
  std::thread::id thread_;         // that captures
};

}  // namespace

TENORITE_BINDINGS(graphs, m) {
  py::module_ graphs = m.def_submodule("cuda_graphs");
  py::class_<Graph>(graphs, "Graph")
      .def(py::init<int, StreamId>(), WithoutLock())
      .def_property_readonly("captured", &Graph::captured)
      .def_property_readonly("is_capturing", &Graph::is_capturing)
      .def("end", &Graph::end, py::arg("keep") = false, WithoutLock())
      .def("launch", &Graph::launch, WithoutLock())
      .def("launch_on_current", &Graph::launch_on_current, WithoutLock())
      .def_property_readonly("template_handle", &Graph::template_handle)
      .def_property_readonly("handle", &Graph::handle)
      .def("make_other", &Graph::make_other, WithoutLock())
      .def("launch_other", &Graph::launch_other, WithoutLock())
      .def("upload_other", &Graph::upload_other, WithoutLock())
      .def("destroy_other", &Graph::destroy_other, WithoutLock())
      .def("print", &Graph::print, WithoutLock())
      .def("hold", &Graph::hold)
      .def("upload", &Graph::upload, WithoutLock());
  graphs.def("is_capturing", [](int index, StreamId stream) {
    return cuda_runtime().stream_is_capturing(cuda_device(index), stream);
  });
}

}  // namespace tenorite::python

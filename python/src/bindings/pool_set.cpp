// SPDX-License-Identifier: Apache-2.0
#include "python/src/bindings/pool_set.h"

#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/stream.h"
#include "python/src/array/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using memory::Allocation;
using memory::Backend;
using memory::EventId;
using memory::MemoryInfo;
using memory::Pool;

bool python_is_gone() {
#if PY_VERSION_HEX >= 0x030d0000
  return !Py_IsInitialized() || Py_IsFinalizing();
#else
  return !Py_IsInitialized() || _Py_IsFinalizing();
#endif
}

// Drops a reference from any thread; leaks it when the interpreter is gone.
void drop(PyObject* object) {
  if (object == nullptr || python_is_gone()) return;
  py::gil_scoped_acquire acquire;
  Py_DECREF(object);
}

// While a Python allocator runs, "current" means what memory is asked for.
class Current {
 public:
  Current(Device device, StreamId stream) : stream_(device, stream) {
    push_device(device);
  }
  ~Current() { pop_device(); }

 private:
  const StreamScope stream_;
};

struct Made {
  void* ptr;
  PyObject* owner;  // a new reference
};

// To be called with the interpreter's lock; throws PythonError.
Made call_allocator(py::handle function, Device device, size_t bytes,
                    StreamId stream) {
  try {
    Current current(device, stream);
    py::object owner = function(bytes);
    void* ptr = reinterpret_cast<void*>(owner.attr("ptr").cast<uintptr_t>());
    return {ptr, owner.release().ptr()};
  } catch (py::error_already_set& e) {
    e.restore();
    throw PythonError();
  } catch (const py::cast_error&) {
    throw TypeError("an allocator must return an object with an integer `ptr`");
  }
}

// Memory from a Python allocator, everything else from the device's backend.
class PythonBackend final : public Backend {
 public:
  PythonBackend(Backend& device, PyObject* allocator)
      : device_(device), allocator_(allocator) {}

  void* allocate(size_t bytes) override {
    py::gil_scoped_acquire acquire;
    try {
      const Made made =
          call_allocator(allocator_, device(), bytes, current_stream(device()));
      std::lock_guard lock(mutex_);
      owners_[made.ptr] = made.owner;
      return made.ptr;
    } catch (const PythonError&) {
      if (!PyErr_ExceptionMatches(PyExc_MemoryError)) throw;
      PyErr_Clear();
      return nullptr;
    }
  }

  void deallocate(void* ptr, size_t) noexcept override {
    PyObject* owner = nullptr;
    {
      std::lock_guard lock(mutex_);
      auto it = owners_.find(ptr);
      if (it == owners_.end()) return;
      owner = it->second;
      owners_.erase(it);
    }
    drop(owner);
  }

  EventId record(StreamId stream) override { return device_.record(stream); }
  bool query(EventId event) override { return device_.query(event); }
  void wait(EventId event) override { device_.wait(event); }
  void release(EventId event) noexcept override { device_.release(event); }
  void synchronize() override { device_.synchronize(); }
  MemoryInfo info() override { return device_.info(); }
  Device device() const override { return device_.device(); }
  void fill(void* ptr, size_t bytes, int value, StreamId stream) override {
    device_.fill(ptr, bytes, value, stream);
  }

 private:
  Backend& device_;
  PyObject* const allocator_;  // kept for ever, as this object is
  std::mutex mutex_;
  std::unordered_map<void*, PyObject*> owners_;
};

// Pools that memory/ does not know of. Leaked, like the pools themselves.
struct PythonPools {
  PatientMutex mutex;
  std::vector<Pool*> all;
};
PythonPools& python_pools() {
  static PythonPools& pools = *new PythonPools;
  return pools;
}

}  // namespace

PoolSet::PoolSet(Source source, py::object allocator)
    : source_(source), allocator_(std::move(allocator)) {}

PoolSet::~PoolSet() {
  if (source_ != Source::kShared)
    for (auto& type : pools_)
      for (auto& pool : type)
        if (pool.load() != nullptr) memory::retire_pool(*pool);
  drop(allocator_.release().ptr());
}

Pool* PoolSet::make(Device device) {
  if (source_ == Source::kShared) return &memory::pool(device);
  if (source_ == Source::kBackend) return &memory::make_pool(device);
  Backend& backend = memory::pool(device).backend();
  PyObject* function = allocator_.ptr();
  {
    py::gil_scoped_acquire acquire;
    Py_INCREF(function);
  }
  auto* pool = new Pool(*new PythonBackend(backend, function),
                        memory::pool(device).options());
  PythonPools& known = python_pools();
  std::lock_guard lock(known.mutex);
  known.all.push_back(pool);
  return pool;
}

Pool& PoolSet::of(Device device) {
  auto& entry =
      pools_[static_cast<int>(device.type)][device.index % kMaxDevices];
  Pool* pool = entry.load(std::memory_order_acquire);
  if (pool != nullptr) [[likely]]
    return *pool;
  check_device(device);
  std::lock_guard lock(mutex_);
  pool = entry.load(std::memory_order_acquire);
  if (pool == nullptr) {
    pool = make(device);
    entry.store(pool, std::memory_order_release);
  }
  return *pool;
}

Pool* PoolSet::existing(Device device) {
  if (source_ == Source::kShared) return &of(device);
  return pools_[static_cast<int>(device.type)][device.index % kMaxDevices];
}

memory::Allocator pool_set_allocator(std::shared_ptr<PoolSet> pools) {
  return {[](void* context, Device device, size_t bytes, StreamId stream) {
            Pool& pool = static_cast<PoolSet*>(context)->of(device);
            return Allocation{pool.allocate(bytes, stream), bytes, &pool,
                              nullptr};
          },
          std::move(pools)};
}

memory::Allocator python_allocator(py::object function) {
  return {[](void* context, Device device, size_t bytes, StreamId stream) {
            py::gil_scoped_acquire acquire;
            const Made made = call_allocator(static_cast<PyObject*>(context),
                                             device, bytes, stream);
            return Allocation{made.ptr, bytes, made.owner,
                              [](void* owner, void*) {
                                drop(static_cast<PyObject*>(owner));
                              }};
          },
          std::shared_ptr<void>(function.release().ptr(), [](void* kept) {
            drop(static_cast<PyObject*>(kept));
          })};
}

void release_stream_in_python_pools(Device device, StreamId stream) {
  PythonPools& known = python_pools();
  std::lock_guard lock(known.mutex);
  for (Pool* pool : known.all)
    if (pool->device() == device) pool->release_stream(stream);
}

}  // namespace tenorite::python

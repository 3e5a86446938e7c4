// SPDX-License-Identifier: Apache-2.0
//
// The memory pools and allocators of tenorite.cuda: tenorite._core.memory.
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/stream.h"
#include "memory/allocator.h"
#include "memory/hooks.h"
#include "ops/record/log.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"
#include "python/src/bindings/pool_set.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;
using memory::Pool;
using memory::Statistics;

void* pointer(uintptr_t address) { return reinterpret_cast<void*>(address); }

py::dict to_dict(const Statistics& s) {
  py::dict d;
  d["used_bytes"] = s.used_bytes;
  d["reserved_bytes"] = s.reserved_bytes;
  d["free_bytes"] = s.free_bytes;
  d["pending_bytes"] = s.pending_bytes;
  d["peak_used"] = s.peak_used;
  d["peak_reserved"] = s.peak_reserved;
  d["n_free_blocks"] = s.n_free_blocks;
  d["allocations"] = s.allocations;
  d["frees"] = s.frees;
  d["hits"] = s.hits;
  d["misses"] = s.misses;
  d["backend_allocations"] = s.backend_allocations;
  d["backend_frees"] = s.backend_frees;
  d["out_of_memory"] = s.out_of_memory;
  d["invalid_frees"] = s.invalid_frees;
  return d;
}

py::dict statistics(PoolSet& pools, const std::string& name) {
  const Statistics s = [&] {
    py::gil_scoped_release release;
    Pool* pool = pools.existing(parse_device(name));
    return pool != nullptr ? pool->statistics() : Statistics{};
  }();
  return to_dict(s);
}

void bind_pool_set(py::module_& m) {
  // Sets are shared with allocators that calls in progress may hold.
  py::class_<PoolSet, std::shared_ptr<PoolSet>>(m, "PoolSet")
      .def(py::init([](const py::object& allocator) {
        if (allocator.is_none())
          return std::make_shared<PoolSet>(PoolSet::Source::kBackend);
        return std::make_shared<PoolSet>(PoolSet::Source::kPython, allocator);
      }))
      .def_static(
          "shared",
          [] { return std::make_shared<PoolSet>(PoolSet::Source::kShared); })
      .def("statistics", statistics)
      .def(
          "allocate",
          [](PoolSet& pools, const std::string& name, size_t bytes) {
            const Device device = parse_device(name);
            return reinterpret_cast<uintptr_t>(
                pools.of(device).allocate(bytes, current_stream(device)));
          },
          Unlocked())
      .def(
          "free",
          [](PoolSet& pools, const std::string& name, uintptr_t p) {
            Pool* pool = pools.existing(parse_device(name));
            if (pool != nullptr) pool->free(pointer(p), nullptr, 0);
          },
          Unlocked())
      .def(
          "total_memory",
          [](PoolSet& pools, const std::string& name) {
            return pools.of(parse_device(name)).backend().info().total;
          },
          Unlocked())
      .def(
          "set_limit",
          [](PoolSet& pools, const std::string& name, size_t bytes) {
            pools.of(parse_device(name)).set_limit(bytes);
          },
          Unlocked())
      .def(
          "limit",
          [](PoolSet& pools, const std::string& name) {
            Pool* pool = pools.existing(parse_device(name));
            return pool != nullptr ? pool->limit() : size_t{0};
          },
          Unlocked())
      .def(
          "trim",
          [](PoolSet& pools, const std::string& name, size_t keep) {
            Pool* pool = pools.existing(parse_device(name));
            if (pool != nullptr) pool->trim(keep);
            memory::collect_retired(true);
          },
          Unlocked())
      .def(
          "reset_peak",
          [](PoolSet& pools, const std::string& name) {
            Pool* pool = pools.existing(parse_device(name));
            if (pool != nullptr) pool->reset_peak();
          },
          Unlocked());
}

void bind_allocators(py::module_& m) {
  py::class_<memory::Allocator>(m, "Allocator");
  m.def("default_allocator", [] { return memory::Allocator{}; });
  m.def("unpooled_allocator", memory::unpooled_allocator);
  m.def("pool_allocator", pool_set_allocator);
  m.def("python_allocator", python_allocator);
  m.def("set_allocator", [](memory::Allocator allocator) {
    memory::set_allocator(DeviceType::kCuda, std::move(allocator));
  });
  m.def("exchange_thread_allocator", [](memory::Allocator allocator) {
    return memory::exchange_thread_allocator(DeviceType::kCuda,
                                             std::move(allocator));
  });
}

// A pool of page-locked memory: the common one, or one of its own, which is
// made at first use, because that needs CUDA.
class PinnedPool {
 public:
  explicit PinnedPool(bool shared) : shared_(shared) {}
  ~PinnedPool() {
    if (Pool* own = own_.load()) memory::retire_pool(*own);
  }
  PinnedPool(const PinnedPool&) = delete;
  PinnedPool& operator=(const PinnedPool&) = delete;

  Pool& get() {
    check_device({DeviceType::kCuda, 0});
    Pool& common = memory::pinned_pool();
    if (shared_) return common;
    Pool* own = own_.load();
    if (own == nullptr) {
      auto made = std::make_unique<Pool>(common.backend());
      if (own_.compare_exchange_strong(own, made.get())) own = made.release();
    }
    return *own;
  }
  Pool* existing() {
    if (!shared_) return own_.load();
    return device_count(DeviceType::kCuda) > 0 ? &get() : nullptr;
  }

 private:
  const bool shared_;
  std::atomic<Pool*> own_{nullptr};
};

void bind_pinned_pool(py::module_& m) {
  py::class_<PinnedPool>(m, "PinnedPool")
      .def(py::init<bool>())
      .def(
          "allocate",
          [](PinnedPool& pool, size_t bytes) {
            return reinterpret_cast<uintptr_t>(
                pool.get().allocate(bytes, memory::kHostStream));
          },
          Unlocked())
      .def(
          "free",
          [](PinnedPool& pool, uintptr_t p) {
            if (Pool* known = pool.existing())
              known->free(pointer(p), nullptr, 0);
          },
          Unlocked())
      .def(
          "trim",
          [](PinnedPool& pool) {
            if (Pool* known = pool.existing()) known->free_all_blocks();
          },
          Unlocked())
      .def("statistics", [](PinnedPool& pool) {
        Pool* known = pool.existing();
        return to_dict(known != nullptr ? known->statistics() : Statistics{});
      });
}

// Host memory as a writable buffer of bytes; `owner` keeps it alive.
struct HostBuffer {
  uintptr_t ptr;
  size_t size;
  py::object owner;
};

void bind_host_buffer(py::module_& m) {
  py::class_<HostBuffer>(m, "HostBuffer", py::buffer_protocol())
      .def(py::init([](uintptr_t ptr, size_t size, py::object owner) {
        return HostBuffer{ptr, size, std::move(owner)};
      }))
      .def_readonly("ptr", &HostBuffer::ptr, "The address.")
      .def_buffer([](HostBuffer& b) {
        return py::buffer_info(static_cast<unsigned char*>(pointer(b.ptr)),
                               static_cast<py::ssize_t>(b.size));
      });
}

// What a Python class exports the buffer of another object by: before
// Python 3.12 classes cannot do so themselves (PEP 688).
struct LentBuffer {
  py::buffer_info lent;
};

void bind_lent_buffer(py::module_& m) {
  py::class_<LentBuffer>(m, "LentBuffer", py::buffer_protocol())
      .def(py::init([](const py::buffer& lender) {
        return LentBuffer{lender.request()};
      }))
      .def_buffer([](LentBuffer& b) {
        return py::buffer_info(b.lent.ptr, b.lent.itemsize, b.lent.format,
                               b.lent.ndim, b.lent.shape, b.lent.strides,
                               b.lent.readonly);
      });
}

// Unreachable cycles may hold arrays; asked for when memory has run out.
// One line per large array that is alive, as the package words it.
std::string describe_live(Device device) {
  if (!Py_IsInitialized()) return "";
  py::gil_scoped_acquire locked;
  try {
    py::object text = py::reinterpret_borrow<py::object>(
        package_function("_describe_live"))(to_string(device));
    return text.cast<std::string>();
  } catch (...) {  // no text is better than another error
    PyErr_Clear();
    return "";
  }
}

// Recorded work may hold memory too. Not from its midst: what a finalizer looks
// at might not be computed yet.
void collect_garbage(Device) {
  if (!Py_IsInitialized() || is_executing_log()) return;
  flush_for_memory();
  {
    py::gil_scoped_acquire acquire;
    PyGC_Collect();
  }
  memory::collect_retired(true);
}

}  // namespace

TENORITE_BINDINGS(memory, module) {
  py::module_ m = module.def_submodule("memory");
  bind_pool_set(m);
  bind_allocators(m);
  bind_pinned_pool(m);
  bind_host_buffer(m);
  bind_lent_buffer(m);
  memory::Hooks hooks = memory::hooks();
  hooks.last_resort = collect_garbage;
  hooks.describe_live = describe_live;
  hooks.stream_ended = release_stream_in_python_pools;
  memory::set_hooks(hooks);
}

}  // namespace tenorite::python

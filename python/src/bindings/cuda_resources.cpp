// SPDX-License-Identifier: Apache-2.0
//
// Memory and events of other processes, memory in the order of streams, arrays,
// textures and surfaces for tenorite.cuda: tenorite._core.cuda_resources.
#include "core/cuda_resources.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "core/stream.h"
#include "ops/record/log.h"
#include "python/src/array/init.h"
#include "python/src/bindings/cuda_arguments.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;

// For what frees: nothing where CUDA has gone, or never was.
template <class Call>
void release(Call call) {
  if (const CudaResources* resources = cuda_resources_or_null())
    call(*resources);
}

Device device_number(int index) {
  return {DeviceType::kCuda, static_cast<int16_t>(index)};
}

void bind_handles(py::module_& m) {
  m.def("memory_handle", [](int index, uintptr_t p) {
    return py::bytes([&] {
      py::gil_scoped_release release;
      return cuda_resources().memory_handle(cuda_device(index), pointer(p));
    }());
  });
  m.def(
      "open_memory",
      [](int index, const std::string& handle, unsigned flags) {
        return address(
            cuda_resources().open_memory(cuda_device(index), handle, flags));
      },
      Unlocked());
  m.def(
      "close_memory",
      [](int index, uintptr_t p) {
        release([&](const CudaResources& r) {
          r.close_memory(device_number(index), pointer(p));
        });
      },
      Unlocked());
  m.def("event_handle", [](int index, uintptr_t event) {
    return py::bytes([&] {
      py::gil_scoped_release release;
      return cuda_resources().event_handle(cuda_device(index), pointer(event));
    }());
  });
  m.def(
      "open_event",
      [](int index, const std::string& handle) {
        return address(cuda_resources().open_event(cuda_device(index), handle));
      },
      Unlocked());
}

void bind_pools(py::module_& m) {
  m.def(
      "malloc_async",
      [](int index, size_t bytes, StreamId stream, uintptr_t pool) {
        return address(cuda_resources().malloc_async(cuda_device(index), bytes,
                                                     stream, pool));
      },
      Unlocked());
  // What is recorded may use the memory still.
  m.def(
      "free_async",
      [](int index, uintptr_t p, StreamId stream) {
        release([&](const CudaResources& r) {
          flush_stream(device_number(index), stream, "free");
          r.free_async(device_number(index), pointer(p), stream);
        });
      },
      Unlocked());
  m.def(
      "memory_pool",
      [](int index, bool current) {
        return cuda_resources().memory_pool(cuda_device(index), current);
      },
      Unlocked());
  m.def(
      "pool_attribute",
      [](int index, uintptr_t pool, int attribute) {
        return cuda_resources().pool_attribute(cuda_device(index), pool,
                                               attribute);
      },
      Unlocked());
  m.def(
      "set_pool_attribute",
      [](int index, uintptr_t pool, int attribute, uint64_t value) {
        cuda_resources().set_pool_attribute(cuda_device(index), pool, attribute,
                                            value);
      },
      Unlocked());
  m.def(
      "trim_pool",
      [](int index, uintptr_t pool, size_t keep) {
        cuda_resources().trim_pool(cuda_device(index), pool, keep);
      },
      Unlocked());
}

void bind_pool_handles(py::module_& m) {
  m.def(
      "set_memory_pool",
      [](int index, uintptr_t pool) {
        cuda_resources().set_memory_pool(cuda_device(index), pool);
      },
      Unlocked());
  m.def(
      "make_pool",
      [](int allocation, int handles, int location, int id) {
        return cuda_resources().make_pool({allocation, handles, location, id});
      },
      Unlocked());
  m.def(
      "free_pool", [](uintptr_t pool) { cuda_resources().free_pool(pool); },
      Unlocked());
}

void bind_limits(py::module_& m) {
  m.def(
      "limit",
      [](int index, int limit) {
        return cuda_resources().limit(cuda_device(index), limit);
      },
      Unlocked());
  m.def(
      "set_limit",
      [](int index, int limit, size_t value) {
        cuda_resources().set_limit(cuda_device(index), limit, value);
      },
      Unlocked());
  m.def(
      "prefetch",
      [](int index, uintptr_t p, size_t bytes, int target, StreamId stream) {
        cuda_resources().prefetch(cuda_device(index), pointer(p), bytes, target,
                                  stream);
      },
      Unlocked());
  m.def(
      "advise",
      [](int index, uintptr_t p, size_t bytes, int advice, int target) {
        cuda_resources().advise(cuda_device(index), pointer(p), bytes, advice,
                                target);
      },
      Unlocked());
}

// (address, pitch)
using Pitched = std::pair<uintptr_t, size_t>;
// (array, offset in bytes, offset in rows)
using Within = std::tuple<uintptr_t, size_t, size_t>;

CudaPitched pitched(const Pitched& p) { return {pointer(p.first), p.second}; }

void bind_rows(py::module_& m) {
  m.def(
      "copy_rows",
      [](int index, const Pitched& to, const Pitched& from, size_t width,
         size_t height, int kind, StreamId stream) {
        cuda_resources().copy_rows(cuda_device(index), pitched(to),
                                   pitched(from), width, height, kind, stream);
      },
      Unlocked());
  m.def(
      "copy_rows_to_array",
      [](int index, const Within& to, const Pitched& from, size_t width,
         size_t height, int kind, StreamId stream) {
        const auto& [array, x, y] = to;
        cuda_resources().copy_rows_to_array(cuda_device(index), array, {x, y},
                                            pitched(from), width, height, kind,
                                            stream);
      },
      Unlocked());
  m.def(
      "copy_rows_from_array",
      [](int index, const Pitched& to, const Within& from, size_t width,
         size_t height, int kind, StreamId stream) {
        const auto& [array, x, y] = from;
        cuda_resources().copy_rows_from_array(cuda_device(index), pitched(to),
                                              array, {x, y}, width, height,
                                              kind, stream);
      },
      Unlocked());
  m.def(
      "copy_3d",
      [](int index, uintptr_t parameters, StreamId stream) {
        cuda_resources().copy_3d(cuda_device(index), parameters, stream);
      },
      Unlocked());
}

using Channels = std::array<int, 5>;

CudaChannels channels_of(const Channels& c) {
  return {c[0], c[1], c[2], c[3], c[4]};
}

// (address, pitch, width, height, depth)
using Rows = std::array<uintptr_t, 5>;

CudaRows rows_of(const Rows& r) {
  return {pointer(r[0]), r[1], r[2], r[3], r[4]};
}

void bind_arrays(py::module_& m) {
  m.def(
      "make_array",
      [](int index, const Channels& channels, size_t width, size_t height,
         size_t depth, unsigned flags) {
        return cuda_resources().make_array(cuda_device(index),
                                           channels_of(channels), width, height,
                                           depth, flags);
      },
      Unlocked());
  m.def(
      "free_array",
      [](int index, uintptr_t array) {
        release([&](const CudaResources& r) {
          r.free_array(device_number(index), array);
        });
      },
      Unlocked());
  m.def(
      "copy_to_array",
      [](int index, uintptr_t array, const Rows& rows, StreamId stream) {
        flush_stream(cuda_device(index), stream, "copy to a CUDA array");
        cuda_resources().copy_to_array(cuda_device(index), array, rows_of(rows),
                                       stream);
      },
      Unlocked());
  m.def(
      "copy_from_array",
      [](int index, uintptr_t array, const Rows& rows, StreamId stream) {
        flush_stream(cuda_device(index), stream, "copy of a CUDA array");
        cuda_resources().copy_from_array(cuda_device(index), array,
                                         rows_of(rows), stream);
      },
      Unlocked());
}

// By structs of CUDA in memory of the host.
void bind_descriptors(py::module_& m) {
  m.def("channels_at", [](uintptr_t descriptor) {
    const CudaChannels c = cuda_resources().channels_at(descriptor);
    return Channels{c.x, c.y, c.z, c.w, c.kind};
  });
  m.def(
      "texture_of",
      [](int index, uintptr_t resource, uintptr_t sampling) {
        return cuda_resources().texture_of(cuda_device(index), resource,
                                           sampling);
      },
      Unlocked());
  m.def(
      "surface_of",
      [](int index, uintptr_t resource) {
        return cuda_resources().surface_of(cuda_device(index), resource);
      },
      Unlocked());
}

void bind_textures(py::module_& m) {
  // (kind, array, memory, bytes, width, height, pitch)
  m.def(
      "make_texture",
      [](int index, const std::array<uintptr_t, 7>& from,
         const Channels& channels, const std::array<int, 3>& address_modes,
         const std::array<int, 4>& modes, const std::array<float, 4>& border,
         unsigned max_anisotropy) {
        const CudaResource resource = {static_cast<int>(from[0]),
                                       from[1],
                                       pointer(from[2]),
                                       channels_of(channels),
                                       from[3],
                                       from[4],
                                       from[5],
                                       from[6]};
        const CudaSampling sampling = {address_modes, modes[0],      modes[1],
                                       modes[2] != 0, modes[3] != 0, border,
                                       max_anisotropy};
        return cuda_resources().make_texture(cuda_device(index), resource,
                                             sampling);
      },
      Unlocked());
  m.def(
      "free_texture",
      [](int index, uint64_t texture) {
        release([&](const CudaResources& r) {
          r.free_texture(device_number(index), texture);
        });
      },
      Unlocked());
  m.def(
      "make_surface",
      [](int index, uintptr_t array) {
        return cuda_resources().make_surface(cuda_device(index), array);
      },
      Unlocked());
  m.def(
      "free_surface",
      [](int index, uint64_t surface) {
        release([&](const CudaResources& r) {
          r.free_surface(device_number(index), surface);
        });
      },
      Unlocked());
}

}  // namespace

TENORITE_BINDINGS(cuda_resources, m) {
  py::module_ resources = m.def_submodule("cuda_resources");
  bind_handles(resources);
  bind_pools(resources);
  bind_pool_handles(resources);
  bind_limits(resources);
  bind_rows(resources);
  bind_arrays(resources);
  bind_descriptors(resources);
  bind_textures(resources);
}

}  // namespace tenorite::python

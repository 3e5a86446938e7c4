// SPDX-License-Identifier: Apache-2.0
// Calls of the driver that users make themselves.
#include <cudaTypedefs.h>

#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/driver.h"
#include "core/cuda/handles.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/cuda_driver.h"
#include "core/error.h"
#include "core/mapped_memory.h"

namespace tenorite::cuda {
namespace {

// A function of the driver, found at its first call, under a DeviceGuard.
// RuntimeError where the driver has none.
template <class Function>
Function found(const char* name, int version = 12000) {
  auto function =
      reinterpret_cast<Function>(find_driver_function(name, version));
  TENORITE_CHECK(function, RuntimeError,
                 "the NVIDIA driver has no %s: update it", name);
  return function;
}

#define DRIVER_FUNCTION(name, since)                                  \
  ([] {                                                               \
    static const auto function = found<PFN_##name##_v##since>(#name); \
    return function;                                                  \
  }())

const char* name_of(CUresult result) {
  const char* name = nullptr;
  DRIVER_FUNCTION(cuGetErrorName, 6000)(result, &name);
  return name ? name : "CUDA_ERROR_UNKNOWN";
}

// In the words of the driver; what ends the use of CUDA as everywhere else.
void check_result(CUresult result, const char* call) {
  if (result == CUDA_SUCCESS) [[likely]]
    return;
  try {
    check(runtime_code(result), call, __FILE__, __LINE__);
  } catch (const DeviceLostError&) {
    throw;
  } catch (const CudaError&) {
    throw CudaError(result,
                    format("%s: %s (%s)", name_of(result),
                           cudaGetErrorString(runtime_code(result)), call));
  }
}

void check_handle(HandleKind kind, uintptr_t handle, const char* call) {
  if (!may_be_handle(kind, handle)) [[unlikely]]
    check_result(CUDA_ERROR_INVALID_HANDLE, call);
}

CUcontext context_or_null() {
  CUcontext context = nullptr;
  const CUresult result = DRIVER_FUNCTION(cuCtxGetCurrent, 4000)(&context);
  if (result == CUDA_ERROR_NOT_INITIALIZED) return nullptr;
  check_result(result, "cuCtxGetCurrent");
  return context;
}

// A DeviceGuard and a context, which a thread has not had before its first call
// of the runtime.
class InContext {
 public:
  explicit InContext(Device device) : guard_(device) {
    if (context_or_null()) [[likely]]
      return;
    TENORITE_CUDA_TRY(cudaSetDevice(device.index));
    TENORITE_CUDA_WAIT(cudaFree(nullptr));
  }

 private:
  const DeviceGuard guard_;
};

template <class Call>
void call_driver(const char* name, const Call& call) {
  CUresult result = CUDA_SUCCESS;
  without_outer_lock([&] { result = call(); });
  check_result(result, name);
}

void check_status(int status, bool of_driver) {
  if (of_driver)
    check_result(static_cast<CUresult>(status), "check_status");
  else
    check(static_cast<cudaError_t>(status), "check_status", __FILE__, __LINE__);
}

// ---- contexts ----

uintptr_t current_context() {
  require_usable();
  return reinterpret_cast<uintptr_t>(context_or_null());
}

void set_context(uintptr_t context) {
  require_usable();
  if (context != 0)
    check_handle(HandleKind::kContext, context, "cuCtxSetCurrent");
  check_result(DRIVER_FUNCTION(cuCtxSetCurrent,
                               4000)(reinterpret_cast<CUcontext>(context)),
               "cuCtxSetCurrent");
}

uintptr_t make_context(Device device) {
  // The runtime initialises the driver.
  const InContext in_context(device);
  static const auto create = found<PFN_cuCtxCreate_v3020>("cuCtxCreate", 3020);
  CUcontext context = nullptr;
  call_driver("cuCtxCreate", [&] { return create(&context, 0, device.index); });
  note_handle(HandleKind::kContext, reinterpret_cast<uintptr_t>(context));
  return reinterpret_cast<uintptr_t>(context);
}

void free_context(uintptr_t context) {
  require_usable();
  check_handle(HandleKind::kContext, context, "cuCtxDestroy");
  call_driver("cuCtxDestroy", [&] {
    return DRIVER_FUNCTION(cuCtxDestroy,
                           4000)(reinterpret_cast<CUcontext>(context));
  });
  forget_handle(HandleKind::kContext, context);
}

int context_device() {
  require_usable();
  CUdevice device = 0;
  check_result(DRIVER_FUNCTION(cuCtxGetDevice, 2000)(&device),
               "cuCtxGetDevice");
  return device;
}

uintptr_t stream_context(Device device, StreamId stream) {
  const InContext in_context(device);
  CUcontext context = nullptr;
  check_result(DRIVER_FUNCTION(cuStreamGetCtx, 9020)(
                   cuda::stream_handle(device, stream), &context),
               "cuStreamGetCtx");
  return reinterpret_cast<uintptr_t>(context);
}

// ---- images ----

template <class Header>
bool read(const std::string& image, size_t at, Header& header) {
  if (at > image.size() || image.size() - at < sizeof(header)) return false;
  std::memcpy(&header, image.data() + at, sizeof(header));
  return true;
}

// Where machine code says how long it is, all of it has to be there: the driver
// reads on.
bool is_whole(const std::string& image) {
  struct Fatbin {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
  } fatbin;
  if (read(image, 0, fatbin) && fatbin.magic == 0xBA55ED50)
    return image.size() >= fatbin.header_bytes &&
           image.size() - fatbin.header_bytes >= fatbin.bytes;
  if (image.compare(0, 4,
                    "\x7f"
                    "ELF") != 0)
    return true;  // PTX, or nothing
  struct Elf {
    unsigned char ident[16];
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, segments, sections;
    uint32_t flags;
    uint16_t header_bytes, segment_bytes, n_segments;
    uint16_t section_bytes, n_sections, names;
  } elf;
  struct Section {
    uint32_t name, type;
    uint64_t flags, address, offset, bytes;
  } section;
  constexpr uint32_t kWithoutBytes = 8;  // SHT_NOBITS
  if (!read(image, 0, elf)) return false;
  for (uint64_t i = 0; i < elf.n_sections; ++i) {
    if (elf.sections > image.size() ||
        !read(image, elf.sections + i * elf.section_bytes, section))
      return false;
    if (section.type != kWithoutBytes &&
        (section.offset > image.size() ||
         image.size() - section.offset < section.bytes))
      return false;
  }
  return true;
}

void check_image(const std::string& image, const char* call) {
  if (image.empty() || !is_whole(image))
    check_result(CUDA_ERROR_INVALID_IMAGE, call);
}

// ---- linking ----

CUlinkState as_link(uintptr_t link) {
  return reinterpret_cast<CUlinkState>(link);
}

uintptr_t make_link(Device device) {
  const InContext in_context(device);
  CUlinkState link = nullptr;
  call_driver("cuLinkCreate", [&] {
    return DRIVER_FUNCTION(cuLinkCreate, 6050)(0, nullptr, nullptr, &link);
  });
  note_handle(HandleKind::kLink, reinterpret_cast<uintptr_t>(link));
  return reinterpret_cast<uintptr_t>(link);
}

void link_data(Device device, uintptr_t link, int type, const std::string& data,
               const std::string& name) {
  const InContext in_context(device);
  check_handle(HandleKind::kLink, link, "cuLinkAddData");
  check_image(data, "cuLinkAddData");
  // PTX ends with a null.
  const size_t bytes = data.size() + (type == CU_JIT_INPUT_PTX ? 1 : 0);
  call_driver("cuLinkAddData", [&] {
    return DRIVER_FUNCTION(cuLinkAddData, 6050)(
        as_link(link), static_cast<CUjitInputType>(type),
        const_cast<char*>(data.c_str()), bytes, name.c_str(), 0, nullptr,
        nullptr);
  });
}

std::string complete_link(Device device, uintptr_t link) {
  const InContext in_context(device);
  check_handle(HandleKind::kLink, link, "cuLinkComplete");
  void* cubin = nullptr;
  size_t bytes = 0;
  call_driver("cuLinkComplete", [&] {
    return DRIVER_FUNCTION(cuLinkComplete, 5050)(as_link(link), &cubin, &bytes);
  });
  return {static_cast<const char*>(cubin), bytes};
}

void free_link(uintptr_t link) {
  require_usable();
  check_handle(HandleKind::kLink, link, "cuLinkDestroy");
  forget_handle(HandleKind::kLink, link);
  check_result(DRIVER_FUNCTION(cuLinkDestroy, 5050)(as_link(link)),
               "cuLinkDestroy");
}

// ---- modules ----

CUmodule as_module(uintptr_t module) {
  return reinterpret_cast<CUmodule>(module);
}
CUfunction as_function(uintptr_t function) {
  return reinterpret_cast<CUfunction>(function);
}

uintptr_t load_image(Device device, const std::string& image) {
  const InContext in_context(device);
  check_image(image, "cuModuleLoadData");
  CUmodule module = nullptr;
  call_driver("cuModuleLoadData", [&] {
    return DRIVER_FUNCTION(cuModuleLoadData, 2000)(&module, image.c_str());
  });
  note_handle(HandleKind::kModule, reinterpret_cast<uintptr_t>(module));
  return reinterpret_cast<uintptr_t>(module);
}

void unload(Device device, uintptr_t module) {
  const InContext in_context(device);
  check_handle(HandleKind::kModule, module, "cuModuleUnload");
  call_driver("cuModuleUnload", [&] {
    return DRIVER_FUNCTION(cuModuleUnload, 2000)(as_module(module));
  });
  forget_handle(HandleKind::kModule, module);
}

uintptr_t get_function(Device device, uintptr_t module,
                       const std::string& name) {
  const InContext in_context(device);
  check_handle(HandleKind::kModule, module, "cuModuleGetFunction");
  CUfunction function = nullptr;
  call_driver("cuModuleGetFunction", [&] {
    return DRIVER_FUNCTION(cuModuleGetFunction, 2000)(
        &function, as_module(module), name.c_str());
  });
  const auto handle = reinterpret_cast<uintptr_t>(function);
  note_handle(HandleKind::kFunction, handle, module);
  return handle;
}

uintptr_t get_global(Device device, uintptr_t module, const std::string& name) {
  const InContext in_context(device);
  check_handle(HandleKind::kModule, module, "cuModuleGetGlobal");
  CUdeviceptr address = 0;
  size_t bytes = 0;
  call_driver("cuModuleGetGlobal", [&] {
    return DRIVER_FUNCTION(cuModuleGetGlobal, 3020)(
        &address, &bytes, as_module(module), name.c_str());
  });
  return address;
}

// ---- launches ----

// Whether the addresses of arguments are memory, as far as the driver says how
// many there are (since 12.4). `extra` is another way to give them.
bool are_arguments(CUfunction function, uintptr_t parameters, uintptr_t extra) {
  static const auto info =
      reinterpret_cast<CUresult (*)(CUfunction, size_t, size_t*, size_t*)>(
          find_driver_function("cuFuncGetParamInfo", 12040));
  if (extra != 0 && !is_mapped(extra, sizeof(void*))) return false;
  if (parameters == 0 && extra != 0) return true;
  size_t offset = 0, bytes = 0;
  for (size_t i = 0; info && info(function, i, &offset, &bytes) == CUDA_SUCCESS;
       ++i) {
    const uintptr_t at = parameters + i * sizeof(void*);
    uintptr_t argument = 0;
    if (parameters == 0 || !is_mapped(at, sizeof(argument))) return false;
    std::memcpy(&argument, reinterpret_cast<void*>(at), sizeof(argument));
    if (!is_mapped(argument, bytes)) return false;
  }
  return parameters == 0 || is_mapped(parameters, 1);
}

void launch(Device device, uintptr_t function,
            const std::array<unsigned, 6>& shape, unsigned shared_bytes,
            StreamId stream, uintptr_t parameters, uintptr_t extra,
            bool cooperative) {
  const InContext in_context(device);
  const char* call =
      cooperative ? "cuLaunchCooperativeKernel" : "cuLaunchKernel";
  check_handle(HandleKind::kFunction, function, call);
  if (!are_arguments(as_function(function), parameters, extra))
    check_result(CUDA_ERROR_INVALID_VALUE, call);
  auto** arguments = reinterpret_cast<void**>(parameters);
  const auto& [gx, gy, gz, bx, by, bz] = shape;
  cudaStream_t queue = cuda::stream_handle(device, stream);
  CUresult result = CUDA_SUCCESS;
  without_claimed_outer_lock([&] {
    result = cooperative ? DRIVER_FUNCTION(cuLaunchCooperativeKernel, 9000)(
                               as_function(function), gx, gy, gz, bx, by, bz,
                               shared_bytes, queue, arguments)
                         : DRIVER_FUNCTION(cuLaunchKernel, 4000)(
                               as_function(function), gx, gy, gz, bx, by, bz,
                               shared_bytes, queue, arguments,
                               reinterpret_cast<void**>(extra));
  });
  check_result(result, call);
}

int function_attribute(Device device, uintptr_t function, int attribute) {
  const InContext in_context(device);
  check_handle(HandleKind::kFunction, function, "cuFuncGetAttribute");
  int value = 0;
  const CUresult result = DRIVER_FUNCTION(cuFuncGetAttribute, 2020)(
      &value, static_cast<CUfunction_attribute>(attribute),
      as_function(function));
  // An attribute that the driver does not know.
  if (result == CUDA_ERROR_INVALID_VALUE) return -1;
  check_result(result, "cuFuncGetAttribute");
  return value;
}

void set_function_attribute(Device device, uintptr_t function, int attribute,
                            int value) {
  const InContext in_context(device);
  check_handle(HandleKind::kFunction, function, "cuFuncSetAttribute");
  check_result(DRIVER_FUNCTION(cuFuncSetAttribute, 9000)(
                   as_function(function),
                   static_cast<CUfunction_attribute>(attribute), value),
               "cuFuncSetAttribute");
}

int active_blocks(Device device, uintptr_t function, int block,
                  size_t shared_bytes) {
  const InContext in_context(device);
  const char* call = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
  check_handle(HandleKind::kFunction, function, call);
  int count = 0;
  check_result(
      DRIVER_FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050)(
          &count, as_function(function), block, shared_bytes),
      call);
  return count;
}

std::pair<int, int> block_size(Device device, uintptr_t function,
                               size_t shared_bytes, int limit) {
  const InContext in_context(device);
  const char* call = "cuOccupancyMaxPotentialBlockSize";
  check_handle(HandleKind::kFunction, function, call);
  int blocks = 0, threads = 0;
  check_result(DRIVER_FUNCTION(cuOccupancyMaxPotentialBlockSize, 6050)(
                   &blocks, &threads, as_function(function), nullptr,
                   shared_bytes, limit),
               call);
  return {blocks, threads};
}

constexpr CudaDriver kDriver = {
    .check_status = check_status,
    .current_context = current_context,
    .set_context = set_context,
    .make_context = make_context,
    .free_context = free_context,
    .context_device = context_device,
    .stream_context = stream_context,
    .make_link = make_link,
    .link_data = link_data,
    .complete_link = complete_link,
    .free_link = free_link,
    .load_image = load_image,
    .unload = unload,
    .get_function = get_function,
    .get_global = get_global,
    .launch = launch,
    .function_attribute = function_attribute,
    .set_function_attribute = set_function_attribute,
    .active_blocks = active_blocks,
    .block_size = block_size,
};

[[maybe_unused]] const bool registered = [] {
  register_cuda_driver(&kDriver);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda

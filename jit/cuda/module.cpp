// SPDX-License-Identifier: Apache-2.0
// Modules of the driver: code that was compiled at run time.
#include "jit/compile/module.h"

#include <cudaTypedefs.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/cuda/check.h"
#include "core/cuda/driver.h"
#include "core/cuda/launch_log.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/error.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

using jit::Artifact;
using jit::ArtifactPtr;
using jit::FunctionAttribute;
using jit::LaunchLimits;
using jit::LaunchShape;
using jit::ModulePtr;

struct Driver {
  PFN_cuModuleLoadData_v2000 load_data;
  PFN_cuModuleGetFunction_v2000 get_function;
  PFN_cuModuleGetGlobal_v3020 get_global;
  PFN_cuFuncGetAttribute_v2020 get_attribute;
  PFN_cuFuncSetAttribute_v9000 set_attribute;
  PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050 active_blocks;
  PFN_cuLaunchKernel_v4000 launch;
  PFN_cuLaunchCooperativeKernel_v9000 launch_cooperative;
  // Since 12.4; null in older drivers.
  CUresult (*parameter_info)(CUfunction, size_t, size_t*, size_t*);
};

template <class Entry>
void find(Entry* entry, const char* name, int version) {
  *entry = reinterpret_cast<Entry>(find_driver_function(name, version));
}

Driver find_driver() {
  Driver driver{};
  find(&driver.load_data, "cuModuleLoadData", 12000);
  find(&driver.get_function, "cuModuleGetFunction", 12000);
  find(&driver.get_global, "cuModuleGetGlobal", 12000);
  find(&driver.get_attribute, "cuFuncGetAttribute", 12000);
  find(&driver.set_attribute, "cuFuncSetAttribute", 12000);
  find(&driver.active_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor",
       12000);
  find(&driver.launch, "cuLaunchKernel", 12000);
  find(&driver.launch_cooperative, "cuLaunchCooperativeKernel", 12000);
  find(&driver.parameter_info, "cuFuncGetParamInfo", 12040);
  TENORITE_CHECK(
      driver.load_data && driver.get_function && driver.get_global &&
          driver.get_attribute && driver.set_attribute &&
          driver.active_blocks && driver.launch && driver.launch_cooperative,
      RuntimeError, "the NVIDIA driver cannot load kernels: update it");
  return driver;
}

// Under a DeviceGuard.
const Driver& driver() {
  static const Driver driver = find_driver();
  return driver;
}

// The runtime makes a device's context current in a thread at the thread's
// first call that needs one; the driver does not.
template <class Call>
CUresult in_context(Device device, const Call& call) {
  CUresult result = call();
  if (result == CUDA_ERROR_INVALID_CONTEXT ||
      result == CUDA_ERROR_NOT_INITIALIZED) [[unlikely]] {
    TENORITE_CUDA_TRY(cudaSetDevice(device.index));
    TENORITE_CUDA_WAIT(cudaFree(nullptr));
    result = call();
  }
  return result;
}

template <class Call>
void try_driver(Device device, const char* name, const Call& call) {
  check(runtime_code(in_context(device, call)), name, __FILE__, __LINE__);
}

int device_attribute(cudaDeviceAttr which, Device device) {
  int value = 0;
  TENORITE_CUDA_TRY(cudaDeviceGetAttribute(&value, which, device.index));
  return value;
}

class CudaFunction final : public jit::Function {
 public:
  CudaFunction(CUfunction function, const std::string& name, Device device)
      : function_(function), device_(device), name_(launch_name(name)) {
    static constexpr cudaDeviceAttr kGrid[] = {
        cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ};
    static constexpr cudaDeviceAttr kBlock[] = {cudaDevAttrMaxBlockDimX,
                                                cudaDevAttrMaxBlockDimY,
                                                cudaDevAttrMaxBlockDimZ};
    for (int i = 0; i < 3; ++i) {
      limits_.grid[i] =
          static_cast<unsigned>(device_attribute(kGrid[i], device));
      limits_.block[i] =
          static_cast<unsigned>(device_attribute(kBlock[i], device));
    }
    limits_.threads =
        static_cast<unsigned>(get(FunctionAttribute::kMaxThreadsPerBlock));
    const int most =
        device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device) -
        get(FunctionAttribute::kSharedSizeBytes);
    limits_.shared_most = static_cast<size_t>(std::max(most, 0));
    limits_.shared_bytes =
        static_cast<size_t>(get(FunctionAttribute::kMaxDynamicSharedSizeBytes));
  }

  void launch(const LaunchShape& shape, StreamId stream,
              void* const* arguments) override {
    check_launch(name_, shape, limits_);
    DeviceGuard guard(device_);
    if (shape.cooperative) check_cooperative(shape);
    const CUstream handle = stream_handle(device_, stream);
    note_launch(name_, shape.grid, shape.block);
    const unsigned *grid = shape.grid, *block = shape.block;
    // The driver reads the values before it returns and changes none.
    auto** values = const_cast<void**>(arguments);
    const CUresult result = in_context(device_, [&] {
      return shape.cooperative
                 ? driver().launch_cooperative(
                       function_, grid[0], grid[1], grid[2], block[0], block[1],
                       block[2], shape.shared_bytes, handle, values)
                 : driver().launch(function_, grid[0], grid[1], grid[2],
                                   block[0], block[1], block[2],
                                   shape.shared_bytes, handle, values, nullptr);
    });
    if (result != CUDA_SUCCESS) [[unlikely]]
      fail(runtime_code(result), (std::string("launch of ") + name_).c_str(),
           __FILE__, __LINE__);
  }

  bool parameter_sizes(std::vector<size_t>* sizes) override {
    DeviceGuard guard(device_);
    if (driver().parameter_info == nullptr) return false;
    sizes->clear();
    for (size_t offset = 0, size = 0;;) {
      const CUresult result = in_context(device_, [&] {
        return driver().parameter_info(function_, sizes->size(), &offset,
                                       &size);
      });
      // There is no other way to ask how many there are.
      if (result == CUDA_ERROR_INVALID_VALUE) return true;
      check(runtime_code(result), "cuFuncGetParamInfo", __FILE__, __LINE__);
      sizes->push_back(size);
    }
  }

  int64_t max_cooperative_blocks(const LaunchShape& shape) override {
    DeviceGuard guard(device_);
    const unsigned* block = shape.block;
    int per_multiprocessor = 0;
    try_driver(device_, "cuOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
      return driver().active_blocks(
          &per_multiprocessor, function_,
          static_cast<int>(block[0] * block[1] * block[2]), shape.shared_bytes);
    });
    return int64_t{per_multiprocessor} * properties(device_).multiprocessors;
  }

  int attribute(FunctionAttribute which) override {
    DeviceGuard guard(device_);
    return get(which);
  }

  void set_attribute(FunctionAttribute which, int value) override {
    DeviceGuard guard(device_);
    if (which == FunctionAttribute::kMaxDynamicSharedSizeBytes)
      TENORITE_CHECK(
          value >= 0 && static_cast<size_t>(value) <= limits_.shared_most,
          ValueError,
          "kernel '%s': max_dynamic_shared_size_bytes can be 0 to %zu on %s, "
          "got %d",
          name_, limits_.shared_most, to_string(device_).c_str(), value);
    try_driver(device_, "cuFuncSetAttribute", [&] {
      return driver().set_attribute(
          function_, static_cast<CUfunction_attribute>(which), value);
    });
    if (which == FunctionAttribute::kMaxDynamicSharedSizeBytes)
      limits_.shared_bytes = static_cast<size_t>(value);
  }

 private:
  int get(FunctionAttribute which) const {
    int value = 0;
    try_driver(device_, "cuFuncGetAttribute", [&] {
      return driver().get_attribute(
          &value, static_cast<CUfunction_attribute>(which), function_);
    });
    return value;
  }

  void check_cooperative(const LaunchShape& shape) {
    const int64_t most = max_cooperative_blocks(shape);
    const int64_t asked =
        int64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
    TENORITE_CHECK(asked <= most, ValueError,
                   "kernel '%s': a cooperative launch of %lld blocks is asked "
                   "for, and %s can run %lld of them at once",
                   name_, static_cast<long long>(asked),
                   to_string(device_).c_str(), static_cast<long long>(most));
  }

  const CUfunction function_;
  const Device device_;
  const char* const name_;
  LaunchLimits limits_{};
};

class CudaModule final : public jit::Module {
 public:
  CudaModule(ArtifactPtr artifact, Device device, CUmodule module)
      : Module(std::move(artifact), device), module_(module) {}

  jit::Function* function(const std::string& symbol) override {
    std::lock_guard lock(mutex_);
    auto& function = functions_[symbol];
    if (function != nullptr) return function.get();
    DeviceGuard guard(device());
    CUfunction handle = nullptr;
    const CUresult result = in_context(device(), [&] {
      return driver().get_function(&handle, module_, symbol.c_str());
    });
    if (result == CUDA_ERROR_NOT_FOUND) return nullptr;
    check(runtime_code(result), "cuModuleGetFunction", __FILE__, __LINE__);
    function =
        std::make_unique<CudaFunction>(handle, name_of(symbol), device());
    return function.get();
  }

  std::pair<void*, size_t> global(const std::string& symbol) override {
    DeviceGuard guard(device());
    CUdeviceptr address = 0;
    size_t bytes = 0;
    const CUresult result = in_context(device(), [&] {
      return driver().get_global(&address, &bytes, module_, symbol.c_str());
    });
    if (result == CUDA_ERROR_NOT_FOUND) return {nullptr, 0};
    check(runtime_code(result), "cuModuleGetGlobal", __FILE__, __LINE__);
    return {reinterpret_cast<void*>(address), bytes};
  }

 private:
  // What the user calls a symbol.
  const std::string& name_of(const std::string& symbol) const {
    for (const auto& [name, lowered] : artifact()->symbols)
      if (lowered == symbol) return name;
    return symbol;
  }

  const CUmodule module_;
  PatientMutex mutex_;
  std::map<std::string, std::unique_ptr<jit::Function>> functions_;
};

ModulePtr load_module(const ArtifactPtr& artifact, Device device) {
  DeviceGuard guard(device);
  CUmodule module = nullptr;
  // PTX is text, and its end is the null that a std::string has.
  CUresult result = CUDA_SUCCESS;
  without_outer_lock([&] {
    result = in_context(device, [&] {
      return driver().load_data(&module, artifact->code.c_str());
    });
  });
  switch (result) {
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_INVALID_SOURCE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
      throw jit::LoadError(
          format("%s cannot load the code of '%s' (%s): %s",
                 to_string(device).c_str(), artifact->name.c_str(),
                 artifact->kind == Artifact::Kind::kPtx ? "PTX" : "cubin",
                 cudaGetErrorString(runtime_code(result))));
    default:
      check(runtime_code(result), "cuModuleLoadData", __FILE__, __LINE__);
  }
  return std::make_shared<CudaModule>(artifact, device, module);
}

constexpr jit::ModuleLoader kLoader = {load_module};

[[maybe_unused]] const bool registered = [] {
  register_module_loader(DeviceType::kCuda, &kLoader);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda

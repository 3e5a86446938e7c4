// SPDX-License-Identifier: Apache-2.0
// What core/cuda/driver_calls.cpp calls: one kernel, which notes its launches.
#include <cuda.h>

#include <cstring>
#include <map>
#include <string>

#include "tests/cpp/cuda/fake_runtime.h"

namespace {

int g_context, g_other_context, g_function, g_variable;
thread_local CUcontext t_context = nullptr;
int g_bytes = 0;
fake::Launch g_launch{};

CUresult get_error_name(CUresult, const char** name) {
  *name = "CUDA_ERROR_FAKE";
  return CUDA_SUCCESS;
}
CUresult get_current(CUcontext* context) {
  *context = t_context;
  // The runtime's first call in a thread makes one current.
  if (!t_context && fake::calls("cudaFree") > 0)
    t_context = *context = reinterpret_cast<CUcontext>(&g_context);
  return CUDA_SUCCESS;
}
bool has_context() {
  CUcontext context = nullptr;
  get_current(&context);
  return context != nullptr;
}
CUresult set_current(CUcontext context) {
  t_context = context;
  return CUDA_SUCCESS;
}
CUresult create_context(CUcontext* context, unsigned, CUdevice) {
  t_context = *context = reinterpret_cast<CUcontext>(&g_other_context);
  return CUDA_SUCCESS;
}
CUresult destroy_context(CUcontext) { return CUDA_SUCCESS; }
CUresult context_device(CUdevice* device) {
  *device = 0;
  return has_context() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult load(CUmodule* module, const void* image) {
  if (!has_context()) return CUDA_ERROR_INVALID_CONTEXT;
  if (std::strcmp(static_cast<const char*>(image), "none") == 0)
    return CUDA_ERROR_INVALID_PTX;
  *module = reinterpret_cast<CUmodule>(new std::string("module"));
  return CUDA_SUCCESS;
}
CUresult unload(CUmodule module) {
  delete reinterpret_cast<std::string*>(module);
  return CUDA_SUCCESS;
}
CUresult get_function(CUfunction* function, CUmodule, const char* name) {
  if (!has_context()) return CUDA_ERROR_INVALID_CONTEXT;
  if (std::strcmp(name, "kernel") != 0) return CUDA_ERROR_NOT_FOUND;
  *function = reinterpret_cast<CUfunction>(&g_function);
  return CUDA_SUCCESS;
}
CUresult get_global(CUdeviceptr* address, size_t* bytes, CUmodule,
                    const char*) {
  *address = reinterpret_cast<CUdeviceptr>(&g_variable);
  *bytes = sizeof g_variable;
  return CUDA_SUCCESS;
}

CUresult make_link(unsigned, CUjit_option*, void**, CUlinkState* link) {
  *link = reinterpret_cast<CUlinkState>(new std::string);
  return CUDA_SUCCESS;
}
CUresult add_data(CUlinkState link, CUjitInputType, void* data, size_t bytes,
                  const char*, unsigned, CUjit_option*, void**) {
  reinterpret_cast<std::string*>(link)->append(static_cast<char*>(data), bytes);
  return CUDA_SUCCESS;
}
CUresult complete(CUlinkState link, void** cubin, size_t* bytes) {
  auto* text = reinterpret_cast<std::string*>(link);
  *cubin = text->data();
  *bytes = text->size();
  return CUDA_SUCCESS;
}
CUresult destroy_link(CUlinkState link) {
  delete reinterpret_cast<std::string*>(link);
  return CUDA_SUCCESS;
}

// One parameter of four bytes.
CUresult parameter_info(CUfunction, size_t i, size_t* offset, size_t* bytes) {
  *offset = 0;
  *bytes = 4;
  return i == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult note(unsigned blocks, unsigned threads, void** arguments,
              bool cooperative) {
  if (threads > 1024) return CUDA_ERROR_INVALID_VALUE;
  g_launch = {blocks, threads, -1, cooperative};
  if (arguments) std::memcpy(&g_launch.argument, arguments[0], sizeof(int));
  return CUDA_SUCCESS;
}
CUresult launch(CUfunction, unsigned x, unsigned y, unsigned z, unsigned bx,
                unsigned by, unsigned bz, unsigned, CUstream, void** arguments,
                void**) {
  return note(x * y * z, bx * by * bz, arguments, false);
}
CUresult launch_cooperative(CUfunction, unsigned x, unsigned y, unsigned z,
                            unsigned bx, unsigned by, unsigned bz, unsigned,
                            CUstream, void** arguments) {
  return note(x * y * z, bx * by * bz, arguments, true);
}
CUresult get_attribute(int* value, CUfunction_attribute which, CUfunction) {
  if (which >= CU_FUNC_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
  *value = g_bytes;
  return CUDA_SUCCESS;
}
CUresult set_attribute(CUfunction, CUfunction_attribute, int value) {
  g_bytes = value;
  return CUDA_SUCCESS;
}
CUresult active_blocks(int* count, CUfunction, int block, size_t) {
  *count = 2048 / block;
  return CUDA_SUCCESS;
}
CUresult block_size(int* blocks, int* threads, CUfunction, CUoccupancyB2DSize,
                    size_t, int limit) {
  *blocks = 7;
  *threads = limit ? limit : 1024;
  return CUDA_SUCCESS;
}

}  // namespace

namespace fake {

void* driver_function(const char* name) {
#define ENTRY(name, function)                \
  {                                          \
    #name, reinterpret_cast<void*>(function) \
  }
  static const auto& all = *new std::map<std::string, void*>{
      ENTRY(cuGetErrorName, get_error_name),
      ENTRY(cuCtxGetCurrent, get_current),
      ENTRY(cuCtxSetCurrent, set_current),
      ENTRY(cuCtxCreate, create_context),
      ENTRY(cuCtxDestroy, destroy_context),
      ENTRY(cuCtxGetDevice, context_device),
      ENTRY(cuModuleLoadData, load),
      ENTRY(cuModuleUnload, unload),
      ENTRY(cuModuleGetFunction, get_function),
      ENTRY(cuModuleGetGlobal, get_global),
      ENTRY(cuLinkCreate, make_link),
      ENTRY(cuLinkAddData, add_data),
      ENTRY(cuLinkComplete, complete),
      ENTRY(cuLinkDestroy, destroy_link),
      ENTRY(cuFuncGetParamInfo, parameter_info),
      ENTRY(cuLaunchKernel, launch),
      ENTRY(cuLaunchCooperativeKernel, launch_cooperative),
      ENTRY(cuFuncGetAttribute, get_attribute),
      ENTRY(cuFuncSetAttribute, set_attribute),
      ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor, active_blocks),
      ENTRY(cuOccupancyMaxPotentialBlockSize, block_size),
  };
#undef ENTRY
  const auto it = all.find(name);
  return it == all.end() ? nullptr : it->second;
}

Launch last_launch() { return g_launch; }

}  // namespace fake

// SPDX-License-Identifier: Apache-2.0
// Marks for profilers. The toolkit's header looks for an attached profiler at
// the first call; without one a call costs some nanoseconds.
#include "core/cuda/nvtx.h"

// A toolkit that was put together from parts may lack it: then nothing is told.
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define TENORITE_WITH_NVTX 1
#endif

namespace tenorite::cuda {
#ifdef TENORITE_WITH_NVTX
namespace {

nvtxEventAttributes_t attributes_of(const char* message, uint32_t argb) {
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.colorType = argb == 0 ? NVTX_COLOR_UNKNOWN : NVTX_COLOR_ARGB;
  attributes.color = argb;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = message;
  return attributes;
}

}  // namespace

void range_push(const char* message, uint32_t argb) {
  const nvtxEventAttributes_t attributes = attributes_of(message, argb);
  nvtxRangePushEx(&attributes);
}

void range_pop() { nvtxRangePop(); }

void mark(const char* message, uint32_t argb) {
  const nvtxEventAttributes_t attributes = attributes_of(message, argb);
  nvtxMarkEx(&attributes);
}

#else

void range_push(const char*, uint32_t) {}
void range_pop() {}
void mark(const char*, uint32_t) {}

#endif

}  // namespace tenorite::cuda

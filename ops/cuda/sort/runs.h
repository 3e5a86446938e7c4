// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/device.h"

namespace tenorite::cuda {

// Where runs of equal keys begin among n sorted ones. `starts` has room for n
// places, `*count` of which are written; both are memory of the device.
template <class Key, class Place>
void find_runs(const Key* keys, int64_t n, Place* starts, int64_t* count,
               Device device, StreamId stream);

}  // namespace tenorite::cuda

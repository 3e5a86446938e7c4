// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/storage.h"
#include "core/stream.h"
#include "ops/cuda/abi/scan_tiles.h"

namespace tenorite::cuda {

// Makes a tree for `lanes` times tree.tiles tiles; its memory is returned.
StoragePtr plant(TileTree& tree, int64_t lanes, int radix_log2,
                 int accumulator_bytes, Device device, StreamId stream);

}  // namespace tenorite::cuda

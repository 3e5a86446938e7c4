// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/tile_tree.h"

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"

namespace tenorite::cuda {

StoragePtr plant(TileTree& tree, int64_t lanes, int radix_log2,
                 int accumulator_bytes, Device device, StreamId stream) {
  const int64_t posted = grow(tree, lanes, radix_log2);
  constexpr int kTicketBytes = 16;
  size_t bytes = kTicketBytes + posted * posted_bytes(accumulator_bytes);
  StoragePtr storage = Storage::allocate(device, bytes, stream);
  TENORITE_CUDA_TRY(cudaMemsetAsync(storage->data(), 0, bytes,
                                    stream_handle(device, stream)));
  tree.ticket = reinterpret_cast<unsigned long long*>(storage->data());
  tree.posted = storage->data() + kTicketBytes;
  return storage;
}

}  // namespace tenorite::cuda

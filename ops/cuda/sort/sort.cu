// SPDX-License-Identifier: Apache-2.0
// Sorts of lines that are too long for one block: by the library's radix sort
// of keys, with places where bits or positions have to follow them.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/sort/radix_sort.h"
#include "ops/cuda/sort/sort_items.cuh"
#include "ops/cuda/sort/sort_rows.h"

namespace tenorite::cuda {
namespace {

// Shorter lines of an array are sorted together.
constexpr int64_t kLongLine = 1 << 19;
// Items of lines that are sorted together at most.
constexpr int64_t kTogether = 1 << 30;

unsigned grid_of(int64_t n) {
  constexpr int64_t kPerThread = 4, kMost = 1 << 16;
  int64_t blocks = (n - 1) / (kThreads * kPerThread) + 1;
  return static_cast<unsigned>(std::min(blocks, kMost));
}

// Calls body(i) for every i below n, spread over the grid.
template <class Body>
__device__ __forceinline__ void for_each(int64_t n, Body&& body) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < n;
       i += step)
    body(i);
}

// The key of a real item, or one half of that of a complex one.
enum class Part { kWhole, kLow, kHigh };

__device__ __forceinline__ uint64_t part_key(const char* in, int64_t i,
                                             const ItemKind& kind, Part part) {
  if (part == Part::kWhole)
    return kind.size == 8 ? wide_key(in, i, kind) : narrow_key(in, i, kind);
  auto pair = pair_key(in, i, kind);
  return part == Part::kLow ? pair.low : pair.high;
}

// `counts`: places are to be filled with 0, 1, ...; else they say which item a
// key is taken from.
template <class Key, class Place>
__global__ void __launch_bounds__(kThreads)
    make_keys(const char* in, int64_t n, ItemKind kind, Part part, bool counts,
              Key* keys, Place* places) {
  for_each(n, [&](int64_t i) {
    int64_t from = counts ? i : static_cast<int64_t>(places[i]);
    keys[i] = static_cast<Key>(part_key(in, from, kind, part));
    if (counts) places[i] = static_cast<Place>(i);
  });
}

__global__ void __launch_bounds__(kThreads)
    make_line_keys(const uint32_t* places, int64_t n, uint32_t line,
                   uint32_t* keys) {
  for_each(n, [&](int64_t i) { keys[i] = places[i] / line; });
}

// Keys that are signed, since the library's sort of these is at hand, below the
// number of the line where there are several (line > 0).
template <class Key>
__global__ void __launch_bounds__(kThreads)
    make_value_keys(const char* in, int64_t n, ItemKind kind, uint32_t line,
                    Key* keys) {
  constexpr Key kSign = Key(Key(1) << (8 * sizeof(Key) - 1));
  for_each(n, [&](int64_t i) {
    uint64_t key = part_key(in, i, kind, Part::kWhole);
    if (line > 0)
      key |= uint64_t{static_cast<uint32_t>(i) / line} << (8 * kind.size);
    keys[i] = static_cast<Key>(key) ^ kSign;
  });
}

template <class Key>
__global__ void __launch_bounds__(kThreads)
    store_values(const Key* keys, int64_t n, ItemKind kind, char* out) {
  constexpr Key kSign = Key(Key(1) << (8 * sizeof(Key) - 1));
  for_each(n, [&](int64_t i) {
    Key key = keys[i] ^ kSign;
    if (kind.size == 8)
      reinterpret_cast<unsigned long*>(out)[i] =
          bits_of(static_cast<unsigned long>(key), kind);
    else
      store_narrow(out, i, static_cast<uint32_t>(key), kind);
  });
}

// Places among all items as positions in lines (line > 0).
template <class Place>
__global__ void __launch_bounds__(kThreads)
    store_order(const Place* places, int64_t n, uint32_t line, int64_t* order) {
  for_each(n, [&](int64_t i) {
    int64_t before =
        line > 0 ? int64_t{static_cast<uint32_t>(i) / line} * line : 0;
    order[i] = static_cast<int64_t>(places[i]) - before;
  });
}

template <class Place>
__global__ void __launch_bounds__(kThreads)
    gather_items(const char* in, const Place* places, int64_t n, int size,
                 char* out) {
  for_each(n, [&](int64_t i) {
    store_item(out, i, load_item(in, static_cast<int64_t>(places[i]), size),
               size);
  });
}

// ---- NaNs with a sign, which the library's sort of floats puts first ----

template <class U>
__global__ void count_first_nans(const U* items, int64_t n, int64_t* count) {
  int64_t low = 0, high = n;
  if (sort_key::is_nan(items[0]) && items[0] & sort_key::kSign<U>) {
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      bool first =
          sort_key::is_nan(items[middle]) && items[middle] & sort_key::kSign<U>;
      if (first)
        low = middle + 1;
      else
        high = middle;
    }
  }
  *count = low;
}

// Reversing both parts and then the whole puts the second part first.
template <class U>
__global__ void __launch_bounds__(kThreads)
    reverse_parts(U* items, int64_t n, const int64_t* count, bool whole) {
  const int64_t first = *count;
  if (first == 0) return;
  auto reverse = [&](int64_t begin, int64_t end) {
    for_each((end - begin) / 2, [&](int64_t i) {
      U x = items[begin + i];
      items[begin + i] = items[end - 1 - i];
      items[end - 1 - i] = x;
    });
  };
  if (whole) {
    reverse(0, n);
  } else {
    reverse(0, first);
    reverse(first, n);
  }
}

template <class T>
T* data_of(const StoragePtr& storage) {
  return reinterpret_cast<T*>(storage->data());
}

// The sort of one plan whose lines are sorted together, or which has one.
class LineSort {
 public:
  explicit LineSort(const SortPlan& plan)
      : plan_(plan),
        kind_(item_kind(plan)),
        n_(plan.rows * plan.n),
        line_(plan.rows > 1 ? static_cast<uint32_t>(plan.n) : 0),
        stream_(stream_handle(plan.device, plan.stream)) {}

  void run() {
    bool narrow = kind_.size < 8;
    if (!plan_.order && !hides_bits(plan_) && (line_ == 0 || narrow)) {
      if (line_ == 0 && run_native()) return;
      return line_ > 0 || !narrow ? by_keys<long>() : by_keys<int>();
    }
    if (n_ > UINT32_MAX) return by_places<uint64_t, int64_t>();
    if (narrow) return by_places<uint32_t, uint32_t>();
    by_places<uint64_t, uint32_t>();
  }

 private:
  template <class T>
  StoragePtr allocate(int64_t n) {
    return Storage::allocate(plan_.device, n * sizeof(T), plan_.stream);
  }
  int line_bits() const {
    return std::bit_width(static_cast<uint64_t>(plan_.rows - 1));
  }

  // Items that the library sorts as they are.
  bool run_native() {
    if (plan_.descending) return false;
    switch (plan_.dtype) {
      case DType::kInt32:
        sort_native<int>();
        return true;
      case DType::kInt64:
        sort_native<long>();
        return true;
      case DType::kFloat32:
        sort_native<float>();
        nans_last<unsigned>();
        return true;
      case DType::kFloat64:
        sort_native<double>();
        nans_last<unsigned long>();
        return true;
      default:
        return false;
    }
  }

  template <class T>
  void sort_native() {
    constexpr int kBits = 8 * sizeof(T);
    auto* out = reinterpret_cast<T*>(plan_.out);
    if (plan_.in != plan_.out)
      return sort_keys(reinterpret_cast<const T*>(plan_.in), out, n_, kBits,
                       plan_.device, plan_.stream);
    StoragePtr other = allocate<T>(n_);
    Buffers<T> keys{out, data_of<T>(other)};
    sort_keys(keys, n_, kBits, plan_.device, plan_.stream);
    if (keys.current != out)
      TENORITE_CUDA_TRY(cudaMemcpyAsync(out, keys.current, n_ * sizeof(T),
                                        cudaMemcpyDeviceToDevice, stream_));
  }

  template <class U>
  void nans_last() {
    StoragePtr count = allocate<int64_t>(1);
    auto* items = reinterpret_cast<U*>(plan_.out);
    auto* first = data_of<int64_t>(count);
    count_first_nans<<<1, 1, 0, stream_>>>(items, n_, first);
    TENORITE_CUDA_LAUNCHED("count_first_nans");
    unsigned grid = std::min(grid_of(n_), 1024u);
    for (bool whole : {false, true}) {
      reverse_parts<<<grid, kThreads, 0, stream_>>>(items, n_, first, whole);
      TENORITE_CUDA_LAUNCHED("reverse_parts");
    }
  }

  template <class Key>
  void by_keys() {
    StoragePtr first = allocate<Key>(n_), second = allocate<Key>(n_);
    Buffers<Key> keys{data_of<Key>(first), data_of<Key>(second)};
    make_value_keys<<<grid_of(n_), kThreads, 0, stream_>>>(plan_.in, n_, kind_,
                                                           line_, keys.current);
    TENORITE_CUDA_LAUNCHED("make_value_keys");
    int bits = 8 * kind_.size + (line_ > 0 ? line_bits() : 0);
    sort_keys(keys, n_, bits, plan_.device, plan_.stream);
    store_values<<<grid_of(n_), kThreads, 0, stream_>>>(keys.current, n_, kind_,
                                                        plan_.out);
    TENORITE_CUDA_LAUNCHED("store_values");
  }

  template <class Key, class Place>
  void by_places() {
    StoragePtr first = allocate<Key>(n_), second = allocate<Key>(n_);
    StoragePtr third = allocate<Place>(n_), fourth = allocate<Place>(n_);
    Buffers<Key> keys{data_of<Key>(first), data_of<Key>(second)};
    Buffers<Place> places{data_of<Place>(third), data_of<Place>(fourth)};
    auto sort_by = [&](Part part, bool counts, int bits) {
      make_keys<<<grid_of(n_), kThreads, 0, stream_>>>(
          plan_.in, n_, kind_, part, counts, keys.current, places.current);
      TENORITE_CUDA_LAUNCHED("make_keys");
      sort_pairs(keys, places, n_, bits, plan_.device, plan_.stream);
    };
    if (kind_.size == 16) {
      sort_by(Part::kLow, true, 64);
      sort_by(Part::kHigh, false, 64);
    } else {
      sort_by(Part::kWhole, true, 8 * kind_.size);
    }
    if constexpr (sizeof(Place) == 4)
      if (line_ > 0) by_lines(keys, places);
    finish(places.current);
  }

  // Brings places that are in order by lines.
  template <class Key>
  void by_lines(const Buffers<Key>& keys, Buffers<uint32_t>& places) {
    Buffers<uint32_t> lines{reinterpret_cast<uint32_t*>(keys.current),
                            reinterpret_cast<uint32_t*>(keys.other)};
    make_line_keys<<<grid_of(n_), kThreads, 0, stream_>>>(places.current, n_,
                                                          line_, lines.current);
    TENORITE_CUDA_LAUNCHED("make_line_keys");
    sort_pairs(lines, places, n_, line_bits(), plan_.device, plan_.stream);
  }

  template <class Place>
  void finish(const Place* places) {
    if (plan_.order) {
      store_order<<<grid_of(n_), kThreads, 0, stream_>>>(places, n_, line_,
                                                         plan_.order);
      TENORITE_CUDA_LAUNCHED("store_order");
      return;
    }
    StoragePtr copy;
    char* out = plan_.out;
    if (plan_.in == plan_.out) {
      copy = allocate<char>(n_ * kind_.size);
      out = copy->data();
    }
    gather_items<<<grid_of(n_), kThreads, 0, stream_>>>(plan_.in, places, n_,
                                                        kind_.size, out);
    TENORITE_CUDA_LAUNCHED("gather_items");
    if (copy)
      TENORITE_CUDA_TRY(cudaMemcpyAsync(plan_.out, out, n_ * kind_.size,
                                        cudaMemcpyDeviceToDevice, stream_));
  }

  const SortPlan& plan_;
  const ItemKind kind_;
  const int64_t n_;
  const uint32_t line_;  // items of each, if there are several
  cudaStream_t stream_;
};

// `rows` of the plan's rows, from a row on.
SortPlan rows_of(const SortPlan& plan, int64_t begin, int64_t rows) {
  SortPlan part = plan;
  auto bytes = begin * plan.n * static_cast<int64_t>(itemsize(plan.dtype));
  part.rows = rows;
  part.in += bytes;
  if (part.out) part.out += bytes;
  if (part.order) part.order += begin * plan.n;
  return part;
}

}  // namespace

void sort(const SortPlan& plan) {
  DeviceGuard guard(plan.device);
  if (sort_short_rows(plan)) return;
  int64_t together =
      plan.n >= kLongLine ? 1 : std::min(plan.rows, kTogether / plan.n);
  for (int64_t row = 0; row < plan.rows; row += together)
    LineSort(rows_of(plan, row, std::min(together, plan.rows - row))).run();
}

}  // namespace tenorite::cuda

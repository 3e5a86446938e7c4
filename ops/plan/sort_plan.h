// SPDX-License-Identifier: Apache-2.0
// What the host-side planning of sorts and searches hands to a device.
#pragma once

#include "core/device.h"
#include "core/dtype.h"
#include "ops/device/sort_key.h"

namespace tenorite {

constexpr KeyKind key_kind(DType dtype) {
  char k = kind(dtype);
  return k == 'i'               ? KeyKind::kSigned
         : k == 'f' || k == 'c' ? KeyKind::kFloat
                                : KeyKind::kUnsigned;
}

// Sorts each of `rows` > 0 rows of `n` > 1 items, which are dense and aligned.
// Either `out` (which may be `in`) receives the sorted items, or `order` their
// positions within the row. Positions are always those of a stable sort; items
// that NumPy takes for equal (zeros, NaNs) keep their order if `stable`.
struct SortPlan {
  DType dtype;
  int64_t rows;
  int64_t n;
  const char* in;
  char* out;
  int64_t* order;
  bool stable;
  bool descending;
  Device device;
  StreamId stream;
};

// Selects by rank in each row; rows as in SortPlan, `ranks` ascending, each
// once. If kept == 0, `out` receives the `count` items at these ranks of the
// sorted row. Otherwise the row is partitioned: items at the ranks are in their
// places, smaller ones before and larger ones behind, and `out` receives the
// first `kept` of them or `order` their positions. `out` may be `in` if all are
// kept. Positions of items that NumPy takes for equal ascend.
struct PartitionPlan {
  DType dtype;
  int64_t rows;
  int64_t n;
  const char* in;
  const int64_t* ranks;
  int64_t count;
  int64_t kept;
  char* out;
  int64_t* order;
  bool descending;
  Device device;
  StreamId stream;
};

// Sorts positions in each of `rows` rows of `n` words by `word >> bits`,
// stably. `order` receives the first `count` of each row, 0 < count <= n,
// counted in `words` as a whole. Meant for random words, few of which agree in
// their high bits.
struct WordOrderPlan {
  const uint64_t* words;
  int64_t rows;
  int64_t n;
  int bits;
  int64_t count;
  int64_t* order;
  Device device;
  StreamId stream;
};

// out[i] = whether value i of `n` is one of the `m` > 0 tests. All are dense
// bools or integers, each side of a dtype of its own.
struct ContainsPlan {
  DType value_dtype;
  const char* values;
  int64_t n;
  DType test_dtype;
  const char* tests;
  int64_t m;
  bool* out;
  Device device;
  StreamId stream;
};

// out[i] = the number of the n sorted items that are smaller than value i, or
// with `right` not larger than it; instead, with `found`, which excludes
// `right`: found[i] = whether an item equals value i, as no NaN does. Both are
// dense and of the dtype.
struct SearchPlan {
  DType dtype;
  const char* sorted;
  int64_t n;
  const char* values;
  int64_t m;
  int64_t* out;
  bool* found;
  bool right;
  Device device;
  StreamId stream;
};

}  // namespace tenorite

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "core/cpu_targets.h"
#include "core/interrupt.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/plan/index_walk.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kIndexBlock = 512;
constexpr int64_t kGrainElements = 4096;

// Calls body(k0, n, in) for every run of the index shape's last axis within
// [begin, end): n positions from begin + k0, whose first one is at `position`.
template <class F>
void for_index_runs(const IndexPlan& plan, int64_t begin, int64_t end,
                    F&& body) {
  int last = plan.index_ndim - 1;
  int64_t length = last < 0 ? 1 : plan.index_shape[last];
  int64_t position[kMaxDims];
  for (int64_t b = begin; b < end;) {
    int64_t rest = b;
    for (int d = last; d >= 0; --d) {
      position[d] = rest % plan.index_shape[d];
      rest /= plan.index_shape[d];
    }
    int64_t n = std::min(end - b, last < 0 ? 1 : length - position[last]);
    body(b - begin, n, position);
    b += n;
  }
}

int64_t dot(const int64_t* position, const int64_t* strides, int ndim) {
  int64_t offset = 0;
  for (int d = 0; d < ndim; ++d) offset += position[d] * strides[d];
  return offset;
}

TENORITE_ALWAYS_INLINE int64_t load_index(const char* p) {
  int64_t i;
  std::memcpy(&i, p, sizeof(i));
  return i;
}

TENORITE_CPU_CLONES bool all_within(const char* p, int64_t step, int64_t n,
                                    int64_t bound) {
  uint64_t bad = 0;
  const auto size = static_cast<uint64_t>(bound);
  auto test = [&](uint64_t index) TENORITE_LAMBDA_INLINE {
    bad |= (index + size) | (size - 1 - index);  // their signs
  };
  if (step == sizeof(int64_t))
    for (int64_t i = 0; i < n; ++i) test(load_index(p + i * sizeof(int64_t)));
  else
    for (int64_t i = 0; i < n; ++i) test(load_index(p + i * step));
  return bad >> 63 == 0;
}

// The first index array with an index out of bounds is reported, and of that
// the first such index, as NumPy does; before anything is written.
void check_bounds(const IndexPlan& plan) {
  if (plan.mode != IndexMode::kRaise) return;
  int last = plan.index_ndim - 1;
  for (int k = 0; k < plan.arrays; ++k) {
    int64_t bound = plan.bound[k];
    int64_t step = last < 0 ? 0 : plan.index_strides[k][last];
    std::atomic<int64_t> first_bad = plan.index_size;
    auto check = [&](int64_t begin, int64_t end) {
      for_index_runs(plan, begin, end,
                     [&](int64_t at, int64_t n, const int64_t* position) {
                       const char* p =
                           plan.index[k] + dot(position, plan.index_strides[k],
                                               plan.index_ndim);
                       if (all_within(p, step, n, bound)) return;
                       int64_t i = 0;
                       for (;; ++i) {
                         int64_t index = load_index(p + i * step);
                         if (index < -bound || index >= bound) break;
                       }
                       int64_t seen = first_bad.load();
                       int64_t here = begin + at + i;
                       while (here < seen &&
                              !first_bad.compare_exchange_weak(seen, here)) {
                       }
                     });
    };
    parallel_for(plan.index_size, kGrainElements, check);
    int64_t bad = first_bad.load();
    if (bad == plan.index_size) continue;
    for_index_runs(
        plan, bad, bad + 1, [&](int64_t, int64_t, const int64_t* position) {
          const char* p = plan.index[k] +
                          dot(position, plan.index_strides[k], plan.index_ndim);
          throw IndexError(
              format("index %ld is out of bounds for axis %d with size %ld",
                     load_index(p), plan.axis[k], bound));
        });
  }
}

TENORITE_ALWAYS_INLINE int64_t wrap(int64_t index, int64_t bound,
                                    IndexMode mode) {
  switch (mode) {
    case IndexMode::kRaise:
    case IndexMode::kWithin:
      return index < 0 ? index + bound : index;
    case IndexMode::kWrap: {
      if (static_cast<uint64_t>(index) < static_cast<uint64_t>(bound))
        return index;
      int64_t rest = index % bound;
      return rest < 0 ? rest + bound : rest;
    }
    case IndexMode::kClip:
      return std::clamp<int64_t>(index, 0, bound - 1);
  }
  return index;
}

// Adds what an index array, whose indices are `step` bytes apart, contributes
// to the byte offsets of n elements; the first one sets them.
template <IndexMode mode, bool first>
TENORITE_ALWAYS_INLINE void add_offsets(int64_t* offset, const char* p,
                                        int64_t step, int64_t n, int64_t stride,
                                        int64_t bound) {
  auto add = [&](int64_t i, int64_t index) TENORITE_LAMBDA_INLINE {
    const int64_t its = stride * wrap(index, bound, mode);
    offset[i] = first ? its : offset[i] + its;
  };
  if (step == sizeof(int64_t))
    for (int64_t i = 0; i < n; ++i) add(i, load_index(p + i * sizeof(int64_t)));
  else
    for (int64_t i = 0; i < n; ++i) add(i, load_index(p + i * step));
}

template <bool first>
TENORITE_CPU_CLONES void add_offsets(int64_t* offset, const char* p,
                                     int64_t step, int64_t n, int64_t stride,
                                     int64_t bound, IndexMode mode) {
  switch (mode) {
    case IndexMode::kRaise:
    case IndexMode::kWithin:
      return add_offsets<IndexMode::kRaise, first>(offset, p, step, n, stride,
                                                   bound);
    case IndexMode::kWrap:
      return add_offsets<IndexMode::kWrap, first>(offset, p, step, n, stride,
                                                  bound);
    case IndexMode::kClip:
      return add_offsets<IndexMode::kClip, first>(offset, p, step, n, stride,
                                                  bound);
  }
}

// Of n selected elements within a run of the index shape, `skip` after its
// beginning: their byte offsets in the base.
void base_offsets(const IndexPlan& plan, const int64_t* position, int64_t skip,
                  int64_t n, int64_t* offset) {
  const int last = plan.index_ndim - 1;
  for (int k = 0; k < plan.arrays; ++k) {
    const int64_t step = last < 0 ? 0 : plan.index_strides[k][last];
    const char* p = plan.index[k] +
                    dot(position, plan.index_strides[k], plan.index_ndim) +
                    skip * step;
    (k == 0 ? add_offsets<true> : add_offsets<false>)(offset, p, step, n,
                                                      plan.base_stride[k],
                                                      plan.bound[k], plan.mode);
  }
}

// Byte offsets of a block of selected elements in both arrays.
struct Offsets {
  int64_t base[kIndexBlock];
  int64_t other[kIndexBlock];

  Offsets(const IndexPlan& plan, int64_t begin, int64_t end) {
    int last = plan.index_ndim - 1;
    for_index_runs(
        plan, begin, end, [&](int64_t at, int64_t n, const int64_t* position) {
          int64_t first =
              dot(position, plan.other_index_strides, plan.index_ndim);
          int64_t step = last < 0 ? 0 : plan.other_index_strides[last];
          for (int64_t i = 0; i < n; ++i) other[at + i] = first + i * step;
          if (plan.arrays == 0) std::fill_n(base + at, n, 0);
          base_offsets(plan, position, 0, n, base + at);
        });
  }
};

template <size_t size>
void move_run(char* to, int64_t to_stride, const char* from,
              int64_t from_stride, int64_t n) {
  constexpr int64_t kSize = size;
  if (to_stride == kSize && from_stride == kSize) {
    std::memmove(to, from, n * size);
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(to + i * to_stride, from + i * from_stride, size);
}

// Moves between base and other, `put` or get, items of one size.
template <size_t size, bool put>
class Mover {
 public:
  explicit Mover(const IndexPlan& plan)
      : plan_(plan), inner_(merge_inner(plan)) {
    int last = plan.index_ndim - 1;
    int64_t index_step =
        last < 0 ? INT64_MAX : std::abs(plan.other_index_strides[last]);
    across_ = index_step < std::abs(inner_.other_strides[inner_.ndim - 1]);
  }

  // Indices [begin, end), inner elements [j_begin, j_end).
  void move(int64_t begin, int64_t end, int64_t j_begin, int64_t j_end) const {
    for (int64_t b = begin; b < end; b += kIndexBlock) {
      int64_t n = std::min(kIndexBlock, end - b);
      Offsets offsets(plan_, b, b + n);
      for_inner_runs(j_begin, j_end,
                     [&](int64_t base, int64_t other, int64_t length) {
                       if (across_ || length == 1)
                         move_across(offsets, n, base, other, length);
                       else
                         move_along(offsets, n, base, other, length);
                     });
    }
  }

 private:
  template <class F>
  void for_inner_runs(int64_t begin, int64_t end, F&& body) const {
    int last = inner_.ndim - 1;
    for (int64_t j = begin; j < end;) {
      int64_t rest = j, base = 0, other = 0;
      int64_t at = rest % inner_.shape[last];
      for (int d = last; d >= 0; --d) {
        int64_t i = rest % inner_.shape[d];
        rest /= inner_.shape[d];
        base += i * inner_.base_strides[d];
        other += i * inner_.other_strides[d];
      }
      int64_t n = std::min(end - j, inner_.shape[last] - at);
      body(base, other, n);
      j += n;
    }
  }

  void move_along(const Offsets& offsets, int64_t n, int64_t base_first,
                  int64_t other_first, int64_t length) const {
    int64_t base_step = inner_.base_strides[inner_.ndim - 1];
    int64_t other_step = inner_.other_strides[inner_.ndim - 1];
    for (int64_t i = 0; i < n; ++i) {
      char* base = plan_.base + base_first + offsets.base[i];
      char* other = plan_.other + other_first + offsets.other[i];
      if constexpr (put)
        move_run<size>(base, base_step, other, other_step, length);
      else
        move_run<size>(other, other_step, base, base_step, length);
    }
  }

  void move_across(const Offsets& offsets, int64_t n, int64_t base_first,
                   int64_t other_first, int64_t length) const {
    char* base = plan_.base + base_first;
    char* other = plan_.other + other_first;
    for (int64_t j = 0; j < length; ++j) {
      for (int64_t i = 0; i < n; ++i) {
        if constexpr (put)
          std::memcpy(base + offsets.base[i], other + offsets.other[i], size);
        else
          std::memcpy(other + offsets.other[i], base + offsets.base[i], size);
      }
      base += inner_.base_strides[inner_.ndim - 1];
      other += inner_.other_strides[inner_.ndim - 1];
    }
  }

  const IndexPlan& plan_;
  IndexInner inner_;
  bool across_;  // the index axis is the faster one in `other`
};

// Index arrays that select single items: where these go or come from follows
// from their number.
template <size_t size, bool put>
class ItemMover {
 public:
  static bool fits(const IndexPlan& plan) {
    return plan.arrays > 0 && plan.inner_size == 1;
  }

  explicit ItemMover(const IndexPlan& plan) : plan_(plan) {
    if (plan.index_ndim == 0) return;
    index_step_ = plan.index_strides[0][plan.index_ndim - 1];
    other_step_ = plan.other_index_strides[plan.index_ndim - 1];
  }

  void move(int64_t begin, int64_t end) const {
    for_index_runs(
        plan_, begin, end, [&](int64_t, int64_t n, const int64_t* position) {
          char* other = plan_.other + dot(position, plan_.other_index_strides,
                                          plan_.index_ndim);
          if (plan_.arrays > 1) return by_offsets(other, position, n);
          const char* index =
              plan_.index[0] +
              dot(position, plan_.index_strides[0], plan_.index_ndim);
          if (plan_.mode == IndexMode::kWrap || plan_.mode == IndexMode::kClip)
            run(index, other, n, index_step_, plan_.mode);
          else if (index_step_ == sizeof(int64_t))
            run(index, other, n, sizeof(int64_t), IndexMode::kRaise);
          else
            run(index, other, n, index_step_, IndexMode::kRaise);
        });
  }

 private:
  void by_offsets(char* other, const int64_t* position, int64_t n) const {
    int64_t offset[kIndexBlock];
    for (int64_t b = 0; b < n; b += kIndexBlock) {
      const int64_t count = std::min(kIndexBlock, n - b);
      base_offsets(plan_, position, b, count, offset);
      if (other_step_ == size)
        move_items(other + b * other_step_, size, offset, count);
      else
        move_items(other + b * other_step_, other_step_, offset, count);
    }
  }

  [[gnu::always_inline]] void move_items(char* other, int64_t other_step,
                                         const int64_t* offset,
                                         int64_t n) const {
    char* base = plan_.base;
    for (int64_t i = 0; i < n; ++i) {
      if constexpr (put)
        std::memcpy(base + offset[i], other + i * other_step, size);
      else
        std::memcpy(other + i * other_step, base + offset[i], size);
    }
  }

  [[gnu::always_inline]] void run(const char* index, char* other, int64_t n,
                                  int64_t index_step, IndexMode mode) const {
    char* base = plan_.base;
    const int64_t stride = plan_.base_stride[0], bound = plan_.bound[0];
    const int64_t other_step = other_step_;
    for (int64_t i = 0; i < n; ++i) {
      char* item = base + stride * wrap(load_index(index), bound, mode);
      if constexpr (put)
        std::memcpy(item, other, size);
      else
        std::memcpy(other, item, size);
      index += index_step;
      other += other_step;
    }
  }

  const IndexPlan& plan_;
  int64_t index_step_ = 0, other_step_ = 0;
};

template <size_t size>
void get(const IndexPlan& plan) {
  if (ItemMover<size, false>::fits(plan)) {
    ItemMover<size, false> mover(plan);
    parallel_for(plan.index_size, kGrainElements,
                 [&](int64_t begin, int64_t end) { mover.move(begin, end); });
    return;
  }
  Mover<size, false> mover(plan);
  int64_t inner = plan.inner_size;
  if (plan.index_size * 4 >= num_threads() || inner < kGrainElements) {
    int64_t grain = std::max<int64_t>(1, kGrainElements / inner);
    parallel_for(plan.index_size, grain, [&](int64_t begin, int64_t end) {
      mover.move(begin, end, 0, inner);
    });
  } else {
    parallel_for(inner, kGrainElements, [&](int64_t begin, int64_t end) {
      mover.move(0, plan.index_size, begin, end);
    });
  }
}

// Indices in order, so that the last one wins; threads share the inner part.
template <size_t size>
void put(const IndexPlan& plan) {
  if (ItemMover<size, true>::fits(plan)) {
    constexpr int64_t kLook = 1 << 20;
    ItemMover<size, true> mover(plan);
    for (int64_t begin = 0; begin < plan.index_size; begin += kLook) {
      if (begin > 0) look_for_signals();
      mover.move(begin, std::min(plan.index_size, begin + kLook));
    }
    return;
  }
  Mover<size, true> mover(plan);
  parallel_for(plan.inner_size, kGrainElements,
               [&](int64_t begin, int64_t end) {
                 mover.move(0, plan.index_size, begin, end);
               });
}

}  // namespace

void index_get(const IndexPlan& plan) {
  if (plan.index_size == 0) return;
  check_bounds(plan);
  if (plan.inner_size == 0) return;
  switch (plan.itemsize) {
    case 1:
      return get<1>(plan);
    case 2:
      return get<2>(plan);
    case 4:
      return get<4>(plan);
    case 8:
      return get<8>(plan);
    default:
      return get<16>(plan);
  }
}

void index_put(const IndexPlan& plan) {
  if (plan.index_size == 0) return;
  check_bounds(plan);
  if (plan.inner_size == 0) return;
  switch (plan.itemsize) {
    case 1:
      return put<1>(plan);
    case 2:
      return put<2>(plan);
    case 4:
      return put<4>(plan);
    case 8:
      return put<8>(plan);
    default:
      return put<16>(plan);
  }
}

}  // namespace tenorite::cpu

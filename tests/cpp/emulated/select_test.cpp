// SPDX-License-Identifier: Apache-2.0
// Selections by rank as CUDA devices do them, run on the CPU: all widths of
// keys, many layouts of items, and all that is asked of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <tuple>

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/sort/select_lines.cuh"
#include "ops/cuda/sort/select_rows.cuh"

namespace tenorite::cuda {
namespace {

// ---- the launches, as ops/cuda/sort/select_rows.cu and select_lines.cu have
// them
// --

template <class Args, void (*body)(const Args&)>
void run(const Args& args, unsigned blocks, unsigned lines, int threads) {
  const void* arguments[] = {&args};
  emulation::run(
      [](const void* const* a) { body(*static_cast<const Args*>(a[0])); },
      arguments, {blocks, lines, 1}, static_cast<unsigned>(threads));
}
template <class Key>
void rows_body(const SelectRowsArgs& args) {
  select_rows<Key>(args, _shared_words);
}
template <class Key>
void lines_body(const SelectLinesArgs& args) {
  select_lines<Key>(args, _shared_words);
}

// Shared memory, and multiprocessors.
struct Gpu {
  bool shares_lines;
  size_t most_shared;  // of rows
  int multiprocessors;
};

template <class Key>
void by_rows(const PartitionPlan& plan, const Gpu& gpu) {
  SelectRowsArgs args{};
  args.select = select_args(plan);
  const SelectRowsShape shape = select_rows_shape(args, gpu.most_shared);
  ASSERT_LE(shape.shared, gpu.most_shared);
  // Fewer blocks than rows.
  const auto blocks = static_cast<unsigned>(std::min<int64_t>(plan.rows, 2));
  run<SelectRowsArgs, rows_body<Key>>(args, blocks, 1, shape.threads);
}

template <class Key>
void by_lines(const PartitionPlan& plan, const Gpu& gpu) {
  SelectLinesArgs args{};
  args.select = select_args(plan);
  const SelectLinesShape shape = select_lines_shape(args, gpu.multiprocessors);
  // What is not said to be zero is not.
  std::vector<char> keys(shape.keys, 'x'), lengths(shape.lengths, 'x'),
      ranks(shape.ranks, 'x'), histograms(shape.histograms),
      counts(shape.counts);
  args.keys = keys.data();
  args.lengths = reinterpret_cast<uint32_t*>(lengths.data());
  args.histograms = reinterpret_cast<uint32_t*>(histograms.data());
  args.ranks = ranks.data();
  args.counts = reinterpret_cast<uint32_t*>(counts.data());
  const int passes = passes_of(args.select.kind.size);
  const auto lines = static_cast<unsigned>(plan.rows);
  for (args.pass = 0; args.pass <= passes; ++args.pass)
    run<SelectLinesArgs, lines_body<Key>>(
        args, args.pass == passes && plan.kept == 0 ? 1 : args.blocks, lines,
        kSelectThreads);
  if (plan.kept > 0)
    run<SelectLinesArgs, split_lines<Key>>(args, args.blocks, lines,
                                           kSelectThreads);
}

void select(const PartitionPlan& plan, const Gpu& gpu) {
  const bool wide = itemsize(plan.dtype) == 8;
  if (gpu.shares_lines)
    return wide ? by_lines<uint64_t>(plan, gpu) : by_lines<uint32_t>(plan, gpu);
  wide ? by_rows<uint64_t>(plan, gpu) : by_rows<uint32_t>(plan, gpu);
}

// ---- what they must give ----

uint64_t key_at(const char* items, int64_t i, const ItemKind& kind) {
  return kind.size == 8 ? wide_key(items, i, kind) : narrow_key(items, i, kind);
}

enum class Layout {
  kBits,
  kNumbers,
  kTies,
  kEqual,
  kSorted,
  kReversed,
  kSpecial
};
constexpr Layout kLayouts[] = {
    Layout::kBits,   Layout::kNumbers,  Layout::kTies,   Layout::kEqual,
    Layout::kSorted, Layout::kReversed, Layout::kSpecial};

template <class T>
void fill_numbers(std::vector<char>& items, std::mt19937_64& random) {
  std::normal_distribution<double> normal(0, 3);
  for (size_t i = 0; i < items.size(); i += sizeof(T)) {
    const T x = static_cast<T>(normal(random));
    std::memcpy(&items[i], &x, sizeof(T));
  }
}

std::vector<char> items_of(DType dtype, int64_t rows, int64_t n, Layout layout,
                           std::mt19937_64& random) {
  const size_t size = itemsize(dtype);
  std::vector<char> items(static_cast<size_t>(rows * n) * size);
  auto bits = [&](int64_t i, uint64_t x) {
    if (dtype == DType::kBool) x &= 1;
    std::memcpy(&items[static_cast<size_t>(i) * size], &x, size);
  };
  const uint64_t one = random(), sign = uint64_t{1} << (8 * size - 1);
  const uint64_t infinity = dtype == DType::kFloat16   ? 0x7c00
                            : dtype == DType::kFloat32 ? 0x7f800000
                                                       : 0x7ffull << 52;
  for (int64_t i = 0; i < rows * n; ++i) switch (layout) {
      case Layout::kTies:
        // They differ in their lowest and in their highest bits.
        bits(i, one ^ (random() % 3) ^ (random() % 2 * sign));
        break;
      case Layout::kEqual:
        bits(i, one);
        break;
      case Layout::kSpecial: {
        // Zeros, infinities and NaNs of both signs.
        const uint64_t of[] = {0, infinity, infinity + 1, infinity + 3, one};
        bits(i, of[random() % 5] | random() % 2 * sign);
        break;
      }
      default:
        bits(i, random());
    }
  if (layout == Layout::kNumbers || layout == Layout::kSorted ||
      layout == Layout::kReversed) {
    if (dtype == DType::kFloat32) fill_numbers<float>(items, random);
    if (dtype == DType::kFloat64) fill_numbers<double>(items, random);
    if (dtype == DType::kInt32) fill_numbers<int32_t>(items, random);
    if (dtype == DType::kInt64) fill_numbers<int64_t>(items, random);
  }
  if (layout == Layout::kSorted || layout == Layout::kReversed) {
    const ItemKind kind{static_cast<int>(size), key_kind(dtype), false, false,
                        false};
    std::vector<std::pair<uint64_t, uint64_t>> line(static_cast<size_t>(n));
    for (int64_t row = 0; row < rows; ++row) {
      char* first = items.data() + static_cast<size_t>(row * n) * size;
      for (int64_t i = 0; i < n; ++i) {
        uint64_t item = 0;
        std::memcpy(&item, first + static_cast<size_t>(i) * size, size);
        line[static_cast<size_t>(i)] = {key_at(first, i, kind), item};
      }
      std::sort(line.begin(), line.end());
      if (layout == Layout::kReversed) std::reverse(line.begin(), line.end());
      for (int64_t i = 0; i < n; ++i)
        bits(row * n + i, line[static_cast<size_t>(i)].second);
    }
  }
  return items;
}

class SelectTest : public ::testing::Test {
 protected:
  // All that can be asked of the rows.
  void check(DType dtype, int64_t rows, int64_t n, std::vector<int64_t> ranks,
             Layout layout, const Gpu& gpu) {
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    SCOPED_TRACE(std::string(name(dtype)) + " of " + std::to_string(rows) +
                 " x " + std::to_string(n) + ", layout " +
                 std::to_string(static_cast<int>(layout)) + ", ranks " +
                 ::testing::PrintToString(ranks));
    emulation::backwards = !emulation::backwards;
    const std::vector<char> items = items_of(dtype, rows, n, layout, random_);
    PartitionPlan plan{};
    plan.dtype = dtype;
    plan.rows = rows;
    plan.n = n;
    plan.in = items.data();
    plan.ranks = ranks.data();
    plan.count = std::ssize(ranks);
    items_at_ranks(plan, gpu);
    partitioned(plan, gpu);
    positions(plan, gpu);
    // The best of the first rank.
    plan.count = 1;
    plan.descending = random_() % 2 == 0;
    first_positions(plan, gpu);
  }

 private:
  using Keys = std::vector<uint64_t>;

  static Keys keys_of(const char* items, int64_t row, int64_t n,
                      const ItemKind& kind) {
    Keys keys;
    for (int64_t i = row * n; i < (row + 1) * n; ++i)
      keys.push_back(key_at(items, i, kind));
    return keys;
  }
  static Keys sorted(Keys keys) {
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  // Whether keys are partitioned at the ranks, and those of the row.
  static void expect_partitioned(const Keys& keys, const Keys& row,
                                 const PartitionPlan& plan) {
    const Keys in_order = sorted(row);
    ASSERT_EQ(sorted(keys), in_order);
    for (int64_t j = 0; j < plan.count; ++j) {
      const auto rank = static_cast<std::ptrdiff_t>(plan.ranks[j]);
      const uint64_t at = in_order[static_cast<size_t>(rank)];
      ASSERT_EQ(keys[static_cast<size_t>(rank)], at);
      ASSERT_TRUE(std::all_of(keys.begin(), keys.begin() + rank,
                              [&](uint64_t key) { return key <= at; }));
      ASSERT_TRUE(std::all_of(keys.begin() + rank, keys.end(),
                              [&](uint64_t key) { return key >= at; }));
    }
  }

  static void items_at_ranks(PartitionPlan plan, const Gpu& gpu) {
    const ItemKind kind = select_args(plan).kind;
    std::vector<char> out(
        static_cast<size_t>(plan.rows * plan.count * kind.size));
    plan.out = out.data();
    select(plan, gpu);
    for (int64_t row = 0; row < plan.rows; ++row) {
      const Keys in_order = sorted(keys_of(plan.in, row, plan.n, kind));
      for (int64_t j = 0; j < plan.count; ++j)
        ASSERT_EQ(key_at(out.data(), row * plan.count + j, kind),
                  in_order[static_cast<size_t>(plan.ranks[j])])
            << "row " << row << ", rank " << plan.ranks[j];
    }
  }

  static void partitioned(PartitionPlan plan, const Gpu& gpu) {
    const ItemKind kind = select_args(plan).kind;
    std::vector<char> out(static_cast<size_t>(plan.rows * plan.n * kind.size));
    const std::vector<char> before(plan.in, plan.in + out.size());
    plan.kept = plan.n;
    plan.out = out.data();
    SelectRowsArgs args{};
    args.select = select_args(plan);
    select_rows_shape(args, gpu.most_shared);
    // In place where a block has all of a row.
    if (!gpu.shares_lines && args.capacity >= plan.n) {
      out = before;
      plan.in = plan.out;
    }
    select(plan, gpu);
    for (int64_t row = 0; row < plan.rows; ++row)
      expect_partitioned(keys_of(out.data(), row, plan.n, kind),
                         keys_of(before.data(), row, plan.n, kind), plan);
  }

  static void positions(PartitionPlan plan, const Gpu& gpu) {
    std::vector<int64_t> order(static_cast<size_t>(plan.rows * plan.n), -1);
    plan.kept = plan.n;
    plan.order = order.data();
    select(plan, gpu);
    const ItemKind kind = select_args(plan).kind;
    for (int64_t row = 0; row < plan.rows; ++row) {
      const Keys keys = keys_of(plan.in, row, plan.n, kind);
      Keys taken;
      std::vector<std::pair<uint64_t, int64_t>> places;
      for (int64_t i = 0; i < plan.n; ++i) {
        const int64_t place = order[static_cast<size_t>(row * plan.n + i)];
        ASSERT_TRUE(0 <= place && place < plan.n);
        taken.push_back(keys[static_cast<size_t>(place)]);
        places.emplace_back(taken.back(), place);
      }
      expect_partitioned(taken, keys, plan);
      // Each once, and those of equal items in order.
      std::stable_sort(
          places.begin(), places.end(),
          [](const auto& a, const auto& b) { return a.first < b.first; });
      ASSERT_TRUE(std::is_sorted(places.begin(), places.end()));
      ASSERT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
    }
  }

  static void first_positions(PartitionPlan plan, const Gpu& gpu) {
    plan.kept = plan.ranks[0] + 1;
    std::vector<int64_t> order(static_cast<size_t>(plan.rows * plan.kept), -1);
    plan.order = order.data();
    select(plan, gpu);
    const ItemKind kind = select_args(plan).kind;
    for (int64_t row = 0; row < plan.rows; ++row) {
      const Keys keys = keys_of(plan.in, row, plan.n, kind);
      auto before = [&](int64_t a, int64_t b) {
        return keys[static_cast<size_t>(a)] < keys[static_cast<size_t>(b)];
      };
      std::vector<int64_t> expected(keys.size());
      for (size_t i = 0; i < keys.size(); ++i)
        expected[i] = static_cast<int64_t>(i);
      std::stable_sort(expected.begin(), expected.end(), before);
      expected.resize(static_cast<size_t>(plan.kept));
      const auto first = order.begin() + row * plan.kept;
      std::stable_sort(first, first + plan.kept, before);
      ASSERT_TRUE(std::equal(first, first + plan.kept, expected.begin()));
    }
  }

  std::mt19937_64 random_{1};
};

constexpr DType kAllDtypes[] = {DType::kBool,  DType::kInt8,   DType::kUint8,
                                DType::kInt16, DType::kUint16, DType::kFloat16,
                                DType::kInt32, DType::kUint32, DType::kFloat32,
                                DType::kInt64, DType::kUint64, DType::kFloat64};
constexpr Gpu kRoomy{false, 96 << 10, 4};
// One histogram has room, with a list of 900 words.
constexpr Gpu kNarrow{false, (8 << 10) + 3600, 4};
constexpr Gpu kLines{true, 0, 1};

TEST_F(SelectTest, RowsOfAllDtypes) {
  for (const DType dtype : kAllDtypes)
    for (const Layout layout : kLayouts)
      check(dtype, 3, 1100, {549, 550, 1099}, layout, kRoomy);
}

TEST_F(SelectTest, RowsThatAreNotKept) {
  for (const DType dtype : kAllDtypes)
    for (const Layout layout : kLayouts)
      check(dtype, 2, 2500, {700}, layout, kNarrow);
}

TEST_F(SelectTest, LinesOfAllDtypes) {
  for (const DType dtype : kAllDtypes)
    for (const Layout layout : kLayouts)
      check(dtype, 1, 4500, {0, 2250, 4499}, layout, kLines);
}

// Around the items of warps, tiles and chunks.
TEST_F(SelectTest, Sizes) {
  for (const int64_t n : {1, 2, 31, 33, 255, 256, 257, 1023, 1024, 1025, 2047,
                          2048, 2049, 4095, 4096, 4097})
    for (const DType dtype : {DType::kFloat32, DType::kFloat64}) {
      check(dtype, 1, n, {n / 2}, Layout::kNumbers, kRoomy);
      check(dtype, 3, n, {0, n - 1}, Layout::kTies, kRoomy);
    }
  for (const int64_t n : {1, 4095, 4096, 4097, 12287, 12289})
    for (const DType dtype : {DType::kFloat32, DType::kInt64})
      check(dtype, n > 4096 ? 1 : 2, n, {0, n / 2, n - 1}, Layout::kNumbers,
            kLines);
}

TEST_F(SelectTest, ManyRanks) {
  for (const DType dtype : {DType::kInt8, DType::kFloat32, DType::kFloat64})
    for (const Layout layout :
         {Layout::kNumbers, Layout::kTies, Layout::kEqual, Layout::kSpecial}) {
      const int64_t n = 4500;
      std::vector<int64_t> ranks;
      for (int64_t j = 1; j <= kMaxRanks; ++j)
        ranks.push_back(n * j / (kMaxRanks + 1));
      check(dtype, 1, n, ranks, layout, Gpu{false, 128 << 10, 4});
      check(dtype, 1, n, ranks, layout, kLines);
      ranks = {0, 1, 2, 3, n - 4, n - 3, n - 2, n - 1};
      check(dtype, 1, n, ranks, layout, kLines);
    }
}

}  // namespace
}  // namespace tenorite::cuda

// SPDX-License-Identifier: Apache-2.0
// Counts by bin as CUDA devices make them, run on the CPU: all kinds of items,
// even bins that roundings make uneven, and many blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/index/bin_counts.cuh"

namespace tenorite::cuda {
namespace {

template <class T>
void in_blocks(const BinArgs& args) {
  count_in_blocks<T>(args, reinterpret_cast<uint32_t*>(_shared_words));
}

template <void (*body)(const BinArgs&)>
void run(const BinArgs& args, unsigned blocks) {
  const void* arguments[] = {&args};
  emulation::run(
      [](const void* const* a) { body(*static_cast<const BinArgs*>(a[0])); },
      arguments, {blocks, 1, 1}, kBinThreads);
}

// Edges as numpy.linspace makes them in a precision.
std::vector<double> even_edges(double first, double last, int64_t count,
                               char precision) {
  std::vector<double> edges;
  for (int64_t i = 0; i <= count; ++i) {
    double edge = i == count ? last : i * ((last - first) / count) + first;
    if (precision == 'f') edge = static_cast<float>(edge);
    if (precision == 'e') edge = static_cast<float>(half(edge));
    edges.push_back(edge);
  }
  return edges;
}
Bins bins_of(const std::vector<double>& edges, bool even, char precision) {
  return {edges.data(),  static_cast<long>(edges.size()) - 1,
          even,          precision,
          edges.front(), edges.back()};
}

// Edges, their neighbours, what is between and beside them, and no numbers.
template <class T>
std::vector<T> items_around(const std::vector<double>& edges) {
  std::mt19937_64 random(1);
  std::vector<T> items;
  const double width = edges.back() - edges.front();
  std::uniform_real_distribution<double> place(edges.front() - width / 3,
                                               edges.back() + width / 3);
  for (double edge : edges) {
    const T x = static_cast<T>(static_cast<float>(edge));
    for (int steps : {0, 1, 2, 9})
      for (int way : {-1, 1}) {
        T y = x;
        for (int i = 0; i < steps; ++i)
          y = std::is_floating_point_v<T>
                  ? std::nextafter(y, static_cast<T>(way * INFINITY))
                  : static_cast<T>(y + way);
        items.push_back(y);
      }
  }
  for (int i = 0; i < 30000; ++i)
    items.push_back(static_cast<T>(place(random)));
  if constexpr (std::is_floating_point_v<T>)
    for (T x :
         {T(NAN), T(INFINITY), -T(INFINITY), T(0), -T(0),
          std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()})
      items.insert(items.end(), 40, x);
  std::shuffle(items.begin(), items.end(), random);
  return items;
}

// Whether the counts are those of one item after the other. With `Item`, what a
// kernel takes items for.
template <class Item, class T>
void expect_counts(const std::vector<T>& items, char letter, const Bins& bins) {
  std::vector<unsigned long long> expected(bins.count), found(bins.count);
  for (T x : items) {
    const long b = bins.edges ? bin_of(bins, static_cast<double>(x))
                   : x >= 0 && static_cast<int64_t>(x) < bins.count
                       ? static_cast<long>(x)
                       : -1;
    if (b >= 0) ++expected[b];
  }
  BinArgs args{};
  args.in = reinterpret_cast<const char*>(items.data());
  args.letter = letter;
  args.n = static_cast<int64_t>(items.size());
  args.bins = bins;
  for (bool shares : {true, false})
    for (unsigned blocks : {1u, 3u}) {
      std::fill(found.begin(), found.end(), 7);
      args.counts = found.data();
      if (shares)
        run<in_blocks<Item>>(args, blocks);
      else
        run<count_in_memory<
            std::conditional_t<std::is_same_v<Item, float>, double, Item>>>(
            args, blocks);
      for (auto& count : found) count -= 7;
      EXPECT_EQ(found, expected)
          << letter << " " << bins.count << " " << shares;
    }
}

TEST(EmulatedBins, EvenBinsOfNumbers) {
  const std::pair<double, double> ranges[] = {
      {-1e6, 1e6}, {0.1f, 0.7f}, {1e6, 1e6 + 8}, {-3, 1e-3f}};
  for (auto [first, last] : ranges)
    for (int count : {1, 7, 100}) {
      const auto edges = even_edges(first, last, count, 'd');
      expect_counts<double>(items_around<double>(edges), 'd',
                            bins_of(edges, true, 'd'));
      const auto narrow = even_edges(first, last, count, 'f');
      // Bins of no width are NumPy's error.
      if (std::adjacent_find(narrow.begin(), narrow.end()) != narrow.end())
        continue;
      const auto items = items_around<float>(narrow);
      expect_counts<float>(items, 'f', bins_of(narrow, true, 'f'));
      expect_counts<double>(items, 'f', bins_of(narrow, true, 'd'));
    }
}

TEST(EmulatedBins, ManyBins) {
  const auto edges = even_edges(-5, 9, 5000, 'f');
  expect_counts<float>(items_around<float>(edges), 'f',
                       bins_of(edges, true, 'f'));
}

TEST(EmulatedBins, OtherItems) {
  const auto edges = even_edges(-60, 100, 64, 'd');
  const Bins bins = bins_of(edges, true, 'd');
  expect_counts<double>(items_around<int8_t>(edges), 'b', bins);
  expect_counts<double>(items_around<uint8_t>(edges), 'B', bins);
  expect_counts<double>(items_around<int16_t>(edges), 'h', bins);
  expect_counts<double>(items_around<uint16_t>(edges), 'H', bins);
  expect_counts<double>(items_around<int32_t>(edges), 'i', bins);
  expect_counts<double>(items_around<uint32_t>(edges), 'I', bins);
  expect_counts<double>(items_around<int64_t>(edges), 'l', bins);
  expect_counts<double>(items_around<uint64_t>(edges), 'L', bins);
  std::vector<half> halves;
  for (float x : items_around<float>(edges)) halves.push_back(half(x));
  expect_counts<double>(halves, 'e', bins_of(edges, true, 'e'));
  expect_counts<double>(halves, 'e', bins_of(edges, true, 'f'));
}

TEST(EmulatedBins, EdgesThatAreNotEven) {
  const std::vector<double> edges = {-4, -1, -1, 0.25, 7, 100, 101};
  expect_counts<double>(items_around<double>(edges), 'd',
                        bins_of(edges, false, 'd'));
  // Edges that only seem to be even are looked at.
  expect_counts<double>(items_around<double>(edges), 'd',
                        bins_of(edges, true, 'd'));
  expect_counts<float>(items_around<float>(edges), 'f',
                       bins_of(edges, true, 'f'));
}

TEST(EmulatedBins, Integers) {
  const std::vector<double> edges = even_edges(-60, 200, 9, 'd');
  const Bins bins{nullptr, 120, false, 'd', 0, 0};
  expect_counts<int64_t>(items_around<int64_t>(edges), 'l', bins);
  expect_counts<int64_t>(items_around<uint8_t>(edges), 'B', bins);
  expect_counts<int64_t>(items_around<int16_t>(edges), 'h', bins);
}

TEST(EmulatedBins, FewItems) {
  const auto edges = even_edges(0, 10, 10, 'f');
  for (int n : {1, 31, 511, 513})
    expect_counts<float>(std::vector<float>(n, 3.5f), 'f',
                         bins_of(edges, true, 'f'));
}

TEST(EmulatedBins, NumbersOfBins) {
  const auto edges = even_edges(-1, 1, 12, 'd');
  const auto items = items_around<double>(edges);
  std::vector<int64_t> found(items.size());
  BinArgs args{};
  args.in = reinterpret_cast<const char*>(items.data());
  args.letter = 'd';
  args.n = static_cast<int64_t>(items.size());
  args.bins = bins_of(edges, true, 'd');
  args.numbers = found.data();
  run<number_all>(args, 2);
  for (size_t i = 0; i < items.size(); ++i) {
    const long b = bin_of(args.bins, items[i]);
    ASSERT_EQ(found[i], b < 0 ? 12 : b);
  }
}

}  // namespace
}  // namespace tenorite::cuda

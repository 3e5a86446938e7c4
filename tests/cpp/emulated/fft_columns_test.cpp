// SPDX-License-Identifier: Apache-2.0
// Transforms along strided axes as CUDA devices make them, run on the CPU:
// those of the definition, for all lengths that the kernel takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/cpp/naive_fft.h"
// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/fft/fft_columns.cuh"

namespace tenorite::cuda {
namespace {

// Columns of an array (outer, middle, n, inner), whose axes lie in memory as
// that or, `turned`, as (middle, outer, n, inner); all with gaps. Steps along n
// may be backwards.
struct Case {
  int64_t outer, middle, n, inner;
  int64_t gap = 0;
  bool inverse = false, in_place = false, turned = false, backwards = false;
  double factor = 1;
  int log2_width = 2;
  unsigned threads = 64;
};

// Where a case's items lie.
struct Places {
  explicit Places(const Case& c, bool turned) {
    row = c.inner + c.gap;
    const int64_t sheet = c.n * row + c.gap;
    outer = turned ? sheet : c.middle * sheet;
    middle = turned ? c.outer * sheet : sheet;
    size = c.outer * c.middle * sheet;
  }
  int64_t outer, middle, row, size;
};

// The result of a case's kernel for some items.
template <class Real>
void run_case(const Case& c, const std::vector<std::complex<Real>>& in,
              std::vector<std::complex<Real>>& out) {
  const FftRadices radices = fft_radices(c.n);
  const std::vector<std::complex<Real>> roots = fft_roots<Real>(radices);
  const Places from(c, c.turned), to(c, false);
  ColumnArgs args{};
  args.in = reinterpret_cast<const char*>(in.data());
  args.out = reinterpret_cast<char*>(out.data());
  args.in_step = from.row;
  args.out_step = to.row;
  if (c.backwards) {
    args.in += (c.n - 1) * from.row * sizeof(in[0]);
    args.in_step = -from.row;
  }
  args.roots = roots.data();
  args.columns = c.outer * c.middle * c.inner;
  args.ndim = 3;
  const int64_t shape[] = {c.outer, c.middle, c.inner};
  const int64_t in_strides[] = {from.outer, from.middle, 1};
  const int64_t out_strides[] = {to.outer, to.middle, 1};
  std::copy_n(shape, 3, args.shape);
  std::copy_n(in_strides, 3, args.in_strides);
  std::copy_n(out_strides, 3, args.out_strides);
  args.log2_width = c.log2_width;
  args.inverse = c.inverse;
  args.factor = c.factor;
  set_stages(args, radices);
  ASSERT_LE((args.stage[0].block << c.log2_width) * sizeof(in[0]),
            sizeof _shared_words);
  const void* arguments[] = {&args};
  emulation::run(
      [](const void* const* a) {
        transform_columns<Real>(*static_cast<const ColumnArgs*>(a[0]),
                                _shared_words);
      },
      arguments,
      {static_cast<unsigned>(((args.columns - 1) >> c.log2_width) + 1), 1, 1},
      c.threads);
}

template <class Real>
void expect_transforms(const Case& c) {
  using Complex = std::complex<Real>;
  const Places from(c, c.turned), to(c, false);
  std::mt19937_64 random(static_cast<uint64_t>(c.n));
  std::normal_distribution<double> normal;
  std::vector<Complex> in(from.size), out(to.size, Complex(-7, -7));
  for (Complex& x : in)
    x = {static_cast<Real>(normal(random)), static_cast<Real>(normal(random))};
  const std::vector<Complex> given = in;
  std::vector<Complex>& result = c.in_place ? in : out;
  run_case(c, in, result);

  std::vector<Complex> expected = result;
  double worst = 0, largest = 0;
  for (int64_t column = 0; column < c.outer * c.middle * c.inner; ++column) {
    const int64_t i = column % c.inner, m = column / c.inner % c.middle,
                  o = column / c.inner / c.middle;
    std::vector<std::complex<long double>> line;
    for (int64_t k = 0; k < c.n; ++k)
      line.emplace_back(given[o * from.outer + m * from.middle + i +
                              (c.backwards ? c.n - 1 - k : k) * from.row]);
    line = naive_line(line, c.inverse ? 1 : -1);
    for (int64_t k = 0; k < c.n; ++k) {
      const auto want = line[k] * static_cast<long double>(c.factor);
      const int64_t place = o * to.outer + m * to.middle + k * to.row + i;
      const std::complex<long double> got = result[place];
      largest = std::max<double>(largest, std::abs(want));
      worst = std::max<double>(worst, std::abs(got - want));
      expected[place] = c.in_place ? given[place] : Complex(-7, -7);
    }
  }
  // A third of a rounding per level.
  const double bound = 1 + std::log2(static_cast<double>(c.n)) / 3;
  const double eps = std::numeric_limits<Real>::epsilon();
  EXPECT_LE(worst, bound * eps * largest) << "n = " << c.n;
  // Nothing else was written, and the input only where that was asked for.
  EXPECT_EQ(expected, c.in_place
                          ? given
                          : std::vector<Complex>(to.size, Complex(-7, -7)));
  if (!c.in_place) {
    EXPECT_EQ(in, given);
  }
}

TEST(EmulatedFftColumns, LengthsAreTransformed) {
  for (int64_t n = 2, others = 0; n <= kMaxColumnPoints; ++n) {
    if (!takes_fft_columns(n)) continue;
    // All short ones, and some of the rest.
    if (n > 130 && (n & (n - 1)) != 0 && ++others % 4 != 0) continue;
    expect_transforms<float>({.outer = 1, .middle = 1, .n = n, .inner = 4});
    expect_transforms<double>({.outer = 1,
                               .middle = 1,
                               .n = n,
                               .inner = 4,
                               .gap = 1,
                               .inverse = true,
                               .in_place = true,
                               .factor = 0.25});
  }
}

TEST(EmulatedFftColumns, ColumnsOfAnyAxes) {
  for (bool later : {false, true}) {
    emulation::backwards = later;
    for (int64_t n : {7, 16, 60})
      for (int64_t inner : {1, 3, 7, 33})
        for (int variant = 0; variant < 8; ++variant) {
          Case c{.outer = 3, .middle = 2, .n = n, .inner = inner};
          c.gap = variant & 1;
          c.turned = variant & 2;
          c.backwards = variant & 4;
          c.log2_width = 1 + variant % 5;
          expect_transforms<float>(c);
          expect_transforms<double>(c);
        }
  }
  emulation::backwards = false;
}

TEST(EmulatedFftColumns, BlocksOfAnyShape) {
  for (int64_t n : {2, 10, 60, 256, 1000, 2048})
    for (unsigned threads : {32u, 96u, 256u})
      for (int log2_width : {1, 2, 3})
        expect_transforms<float>({.outer = 1,
                                  .middle = 1,
                                  .n = n,
                                  .inner = 9,
                                  .in_place = threads == 96,
                                  .log2_width = log2_width,
                                  .threads = threads});
}

TEST(EmulatedFftColumns, NoNumbersStayInTheirColumn) {
  const Case c{.outer = 1, .middle = 1, .n = 60, .inner = 5};
  std::vector<std::complex<float>> in(300, 1), out(300);
  in[5 * 17 + 2] = NAN;
  run_case(c, in, out);
  for (int64_t i = 0; i < 300; ++i)
    EXPECT_EQ(std::isnan(out[i].real()), i % 5 == 2) << i;
  // What is even is transformed without errors.
  EXPECT_EQ(out[0], 60.f);
}

TEST(EmulatedFftColumns, BlocksSuitTheColumns) {
  for (int64_t n = 2; n <= kMaxColumnPoints; ++n) {
    if (!takes_fft_columns(n)) continue;
    const FftRadices radices = fft_radices(n);
    int64_t product = 1;
    for (int i = 0; i < radices.count; ++i) {
      EXPECT_TRUE(is_fft_radix(radices.radix[i]));
      product *= radices.radix[i];
    }
    EXPECT_EQ(product, n);
    for (int64_t item : {8, 16})
      for (int64_t columns : {1, 1000, 1 << 30}) {
        const ColumnShape shape = column_shape(radices, item, columns, 132);
        ColumnArgs args{};
        set_stages(args, radices);
        EXPECT_LE((args.stage[0].block << shape.log2_width) * item, 96 << 10);
        EXPECT_EQ(shape.threads % 32, 0);
        EXPECT_EQ(shape.threads % (1 << shape.log2_width), 0);
        EXPECT_GT(shape.threads, 0);
        EXPECT_LE(shape.threads, kMaxColumnThreads);
      }
  }
}

}  // namespace
}  // namespace tenorite::cuda

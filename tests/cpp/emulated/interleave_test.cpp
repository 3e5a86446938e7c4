// SPDX-License-Identifier: Apache-2.0
// Copies between long lines and narrow rows as CUDA devices make them, run on
// the CPU: widths, lengths, alignments, gaps, batches and mixed sources.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "ops/cuda/copy/interleave_plan.h"

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/copy/interleave_bytes.cuh"

namespace tenorite::cuda {
namespace {

template <class Copy>
void pack(const InterleaveArgs& args) {
  Copy::pack(args, _shared_words);
}
template <class Copy>
void unpack(const InterleaveArgs& args) {
  Copy::unpack(args, _shared_words);
}
template <void (*body)(const InterleaveArgs&)>
void run(const InterleaveLaunch& launch) {
  ASSERT_LE(launch.shared_bytes, sizeof _shared_words);
  // What is not loaded must not be stored.
  std::memset(_shared_words, 0xee, sizeof _shared_words);
  const void* arguments[] = {&launch.args};
  emulation::run(
      [](const void* const* a) {
        body(*static_cast<const InterleaveArgs*>(a[0]));
      },
      arguments, {static_cast<unsigned>(launch.blocks), 1, 1},
      kInterleaveThreads);
  emulation::backwards = !emulation::backwards;
}
template <class Copy>
void run_one(const InterleaveLaunch& launch) {
  launch.packs ? run<pack<Copy>>(launch) : run<unpack<Copy>>(launch);
}
void run(const InterleaveLaunch& launch) {
  if (launch.turns_bytes)
    return launch.args.lines == 2   ? run_one<InterleaveBytes<2>>(launch)
           : launch.args.lines == 3 ? run_one<InterleaveBytes<3>>(launch)
                                    : run_one<InterleaveBytes<4>>(launch);
  switch (launch.itemsize) {
    case 1:
      return run_one<Interleave<uint8_t>>(launch);
    case 2:
      return run_one<Interleave<uint16_t>>(launch);
    case 4:
      return run_one<Interleave<uint32_t>>(launch);
    case 8:
      return run_one<Interleave<uint2>>(launch);
    default:
      return run_one<Interleave<uint4>>(launch);
  }
}

DType dtype_of(int size) {
  return size == 1   ? DType::kUint8
         : size == 2 ? DType::kUint16
         : size == 4 ? DType::kUint32
         : size == 8 ? DType::kUint64
                     : DType::kComplex128;
}

// Memory whose bytes all differ from their neighbours, with room around it.
class Memory {
 public:
  Memory(int64_t bytes, int shift, unsigned seed)
      : bytes_(static_cast<size_t>(bytes + 2 * kRoom + 16)), shift_(shift) {
    for (size_t i = 0; i < bytes_.size(); ++i) {
      seed = seed * 1664525u + 1013904223u;
      bytes_[i] = static_cast<char>(seed >> 24);
    }
  }
  char* data() {
    auto first = reinterpret_cast<uintptr_t>(bytes_.data()) + kRoom;
    first += -first % 16;
    return reinterpret_cast<char*>(first) + shift_;
  }
  std::vector<char>& all() { return bytes_; }
  // The same bytes, and data() at the same place of it.
  int64_t place() { return data() - bytes_.data(); }

 private:
  static constexpr int64_t kRoom = 64;
  std::vector<char> bytes_;
  int shift_;
};

// The axes in the order in which a plan has them.
struct Side {
  int64_t strides[3];
};

// A copy of `shape` from one side to the other, compared with one of elements.
void expect_copy(int size, const std::vector<int64_t>& shape, Side to,
                 Side from, int to_shift, int from_shift, bool packs) {
  const int ndim = static_cast<int>(shape.size());
  auto span = [&](const Side& side) {
    int64_t bytes = size;
    for (int d = 0; d < ndim; ++d) bytes += (shape[d] - 1) * side.strides[d];
    return bytes;
  };
  Memory out(span(to), to_shift, 1), in(span(from), from_shift, 2);
  ElementwisePlan plan{};
  plan.nout = plan.nin = 1;
  plan.ndim = ndim;
  plan.size = 1;
  for (int d = 0; d < ndim; ++d) {
    plan.shape[d] = shape[d];
    plan.size *= shape[d];
    plan.operand[0].strides[d] = to.strides[d];
    plan.operand[1].strides[d] = from.strides[d];
  }
  plan.operand[0].data = out.data();
  plan.operand[1].data = in.data();
  plan.operand[0].dtype = plan.operand[1].dtype = dtype_of(size);
  std::vector<char> expected = out.all();
  for (int64_t i = 0; i < plan.size; ++i) {
    int64_t left = i, at[2] = {out.place(), 0};
    for (int d = ndim - 1; d >= 0; --d) {
      at[0] += left % shape[d] * to.strides[d];
      at[1] += left % shape[d] * from.strides[d];
      left /= shape[d];
    }
    std::memcpy(&expected[at[0]], in.data() + at[1], size);
  }
  InterleaveLaunch launch;
  ASSERT_TRUE(plan_interleave(plan, launch));
  ASSERT_EQ(launch.packs, packs);
  run(launch);
  ASSERT_TRUE(out.all() == expected)
      << size << " bytes, " << shape[0] << " x " << shape[1] << " by "
      << to_shift << ", " << from_shift;
}

void expect_both_ways(int size, int64_t n, int64_t columns, int64_t line,
                      int64_t pitch, int rows_shift, int lines_shift) {
  const Side rows{{pitch * size, size}}, lines{{size, line * size}};
  expect_copy(size, {n, columns}, rows, lines, rows_shift * size,
              lines_shift * size, true);
  expect_copy(size, {columns, n}, {{line * size, size}}, {{size, pitch * size}},
              lines_shift * size, rows_shift * size, false);
}

TEST(EmulatedInterleave, Widths) {
  for (int size : {1, 2, 4, 8, 16})
    for (int columns : {2, 3, 4, 5, 7, 8, 13, 16, 31, 32, 33, 40, 63, 64})
      for (int64_t n : {columns + 1, 255, 257})
        if (n > columns) {
          expect_both_ways(size, n, columns, n, columns, 0, 0);
          expect_both_ways(size, n, columns, n + 3, columns, 0, 0);
        }
}

TEST(EmulatedInterleave, Lengths) {
  for (int size : {1, 2, 4, 8, 16})
    for (int columns : {2, 3, 16})
      for (int64_t n : {1023, 1024, 1025, 8191, 8192, 8193})
        expect_both_ways(size, n, columns, n, columns, 0, 0);
}

TEST(EmulatedInterleave, Alignments) {
  for (int size : {1, 2, 4, 8})
    for (int rows_shift = 0; rows_shift < 16 / size; ++rows_shift)
      for (int lines_shift = 0; lines_shift < 16 / size; ++lines_shift)
        for (int64_t line : {6000, 6007})
          expect_both_ways(size, 6000, 3, line, 3, rows_shift, lines_shift);
}

// Where all is aligned, these go through registers.
TEST(EmulatedInterleave, RowsOfBytes) {
  for (int columns : {2, 3, 4})
    for (int64_t n : {48, 4080, 4096, 4112, 8160, 12304}) {
      expect_both_ways(1, n, columns, n, columns, 0, 0);
      // Ends within a vector, of lines that begin aligned.
      for (int64_t fewer : {1, 7, 15})
        expect_both_ways(1, n - fewer, columns, n, columns, 0, 0);
    }
}

TEST(EmulatedInterleave, GapsBetweenRows) {
  for (int size : {1, 2, 4, 8, 16})
    for (int columns : {2, 3, 20})
      for (int64_t gap : {1, columns - 1})
        if (size < 16 || gap <= columns)
          for (int shift : {0, 1})
            expect_both_ways(size, 3001, columns, 3001, columns + gap, shift,
                             0);
}

TEST(EmulatedInterleave, Batches) {
  for (int size : {1, 4, 8})
    for (int64_t n : {4096, 4099})
      for (int64_t columns : {3, 16})
        for (int64_t gap : {0, 1}) {
          const int64_t matrix = n * columns * size, line = n * size;
          expect_copy(size, {5, n, columns}, {{matrix, columns * size, size}},
                      {{matrix + gap * size, size, line}}, 0, 0, true);
          expect_copy(size, {5, columns, n}, {{matrix, line, size}},
                      {{matrix + gap * size, size, columns * size}}, 0, 0,
                      false);
        }
}

// The last bytes of a page, after which there is no memory.
class LastBytes {
 public:
  explicit LastBytes(int64_t bytes)
      : size_((bytes + kPage - 1) / kPage * kPage + kPage),
        pages_(static_cast<char*>(mmap(nullptr, static_cast<size_t>(size_),
                                       PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
        data_(pages_ + size_ - kPage - bytes) {
    mprotect(pages_ + size_ - kPage, kPage, PROT_NONE);
    for (int64_t i = 0; i < bytes; ++i) data_[i] = static_cast<char>(i * 37);
  }
  ~LastBytes() { munmap(pages_, static_cast<size_t>(size_)); }
  LastBytes(const LastBytes&) = delete;
  LastBytes& operator=(const LastBytes&) = delete;
  char* data() { return data_; }

 private:
  static constexpr int64_t kPage = 1 << 16;
  const int64_t size_;
  char* const pages_;
  char* const data_;
};

TEST(EmulatedInterleave, NothingIsReadBeyondTheEnd) {
  for (int64_t n = 1000; n < 1017; ++n)
    for (bool packs : {true, false}) {
      const int64_t bytes = 3 * n;
      LastBytes in(bytes);
      std::vector<char> out(static_cast<size_t>(bytes));
      ElementwisePlan plan{};
      plan.nout = plan.nin = 1;
      plan.ndim = 2;
      plan.size = bytes;
      plan.shape[0] = packs ? n : 3;
      plan.shape[1] = packs ? 3 : n;
      plan.operand[0] = {out.data(), DType::kUint8};
      plan.operand[1] = {in.data(), DType::kUint8};
      plan.operand[0].strides[0] = plan.shape[1];
      plan.operand[0].strides[1] = plan.operand[1].strides[0] = 1;
      plan.operand[1].strides[1] = plan.shape[0];
      InterleaveLaunch launch;
      ASSERT_TRUE(plan_interleave(plan, launch));
      run(launch);
      for (int64_t i = 0; i < bytes; ++i)
        ASSERT_EQ(
            out[static_cast<size_t>(i)],
            in.data()[i / plan.shape[1] + i % plan.shape[1] * plan.shape[0]]);
    }
}

TEST(EmulatedInterleave, OtherCopiesAreLeftAlone) {
  auto takes = [](std::vector<int64_t> shape, Side to, Side from) {
    ElementwisePlan plan{};
    plan.nout = plan.nin = 1;
    plan.ndim = static_cast<int>(shape.size());
    for (int d = 0; d < plan.ndim; ++d) {
      plan.shape[d] = shape[d];
      plan.operand[0].strides[d] = to.strides[d];
      plan.operand[1].strides[d] = from.strides[d];
    }
    plan.operand[0].dtype = plan.operand[1].dtype = DType::kFloat32;
    InterleaveLaunch launch;
    return plan_interleave(plan, launch);
  };
  EXPECT_TRUE(takes({5000, 3}, {{12, 4}}, {{4, 20000}}));
  // Wide rows, rows of every second element, far apart ones, small matrices.
  EXPECT_FALSE(takes({5000, 65}, {{260, 4}}, {{4, 20000}}));
  EXPECT_FALSE(takes({5000, 3}, {{24, 8}}, {{4, 20000}}));
  EXPECT_FALSE(takes({3, 5000}, {{20000, 4}}, {{4, 400}}));
  EXPECT_FALSE(takes({99, 50, 3}, {{600, 12, 4}}, {{600, 4, 200}}));
  // Lines are rows.
  EXPECT_FALSE(takes({5000, 3}, {{16, 4}}, {{12, 4}}));
}

// Sources side by side: {width, elements from row to row, from column to
// column}, of which one is 1.
struct Part {
  int64_t width, row, column;
};

void expect_join(int size, int64_t rows, const std::vector<Part>& parts,
                 int64_t gap, int shift, size_t launches) {
  JoinPlan plan{};
  plan.itemsize = static_cast<size_t>(size);
  plan.rows = rows;
  std::vector<Memory> sources;
  sources.reserve(parts.size());
  for (const Part& part : parts) {
    sources.emplace_back(
        ((rows - 1) * part.row + (part.width - 1) * part.column + 1) * size,
        shift * size, static_cast<unsigned>(sources.size()) + 5);
    plan.sources.push_back({sources.back().data(), part.width, part.row * size,
                            part.column * size});
    plan.width += part.width;
  }
  plan.stride = (plan.width + gap) * size;
  Memory out(rows * plan.stride, shift * size, 3);
  plan.out = out.data();
  std::vector<char> expected = out.all();
  for (int64_t i = 0; i < rows; ++i) {
    int64_t at = out.place() + i * plan.stride;
    for (const JoinSource& s : plan.sources)
      for (int64_t c = 0; c < s.width; ++c, at += size)
        std::memcpy(&expected[static_cast<size_t>(at)],
                    s.data + i * s.row_stride + c * s.column_stride, size);
  }
  std::vector<InterleaveLaunch> found;
  ASSERT_TRUE(plan_join(plan, found));
  EXPECT_EQ(found.size(), launches);
  for (const InterleaveLaunch& launch : found) run(launch);
  ASSERT_TRUE(out.all() == expected)
      << size << " bytes, " << rows << " rows, " << parts.size() << " parts";
}

TEST(EmulatedInterleave, Joins) {
  for (int size : {1, 2, 4, 8, 16})
    for (int64_t n : {1, 2, 1000, 5001})
      for (int shift : {0, 1}) {
        const std::vector<Part> lines(3, {1, 1, 0});
        expect_join(size, n, lines, 0, shift, 1);
        expect_join(size, n, lines, 2, shift, 1);
        // Rows beside a line; turned ones, some with gaps, every second item.
        expect_join(size, n, {{3, 3, 1}, {1, 1, 0}}, 0, shift, 1);
        expect_join(size, n,
                    {{1, 1, 0}, {2, 3, 1}, {4, 1, n}, {1, 2, 0}, {5, 5, 1}}, 0,
                    shift, 1);
        expect_join(size, n, {{64, 64, 1}}, 0, shift, 1);
      }
}

TEST(EmulatedInterleave, MoreSourcesThanALaunchTakes) {
  for (int size : {1, 4, 16}) {
    expect_join(size, 300, std::vector<Part>(65, {1, 1, 0}), 0, 0, 2);
    expect_join(size, 300, std::vector<Part>(200, {1, 1, 0}), 0, 0, 4);
    expect_join(size, 300, std::vector<Part>(20, {2, 2, 1}), 0, 0, 2);
  }
}

TEST(EmulatedInterleave, OtherSourcesAreLeftAlone) {
  auto takes = [](const Part& part) {
    JoinPlan plan{};
    plan.itemsize = 4;
    plan.rows = 1000;
    plan.width = 1 + part.width;
    plan.stride = 4 * plan.width;
    plan.sources = {{nullptr, 1, 4, 0},
                    {nullptr, part.width, 4 * part.row, 4 * part.column}};
    std::vector<InterleaveLaunch> launches;
    return plan_join(plan, launches);
  };
  EXPECT_TRUE(takes({3, 3, 1}));
  EXPECT_FALSE(takes({3, -3, 1}));
  EXPECT_FALSE(takes({3, 6, 2}));
  EXPECT_FALSE(takes({3, 100, 1}));
  EXPECT_FALSE(takes({65, 65, 1}));
  EXPECT_FALSE(takes({1, 0, 0}));
}

}  // namespace
}  // namespace tenorite::cuda

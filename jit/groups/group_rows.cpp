// SPDX-License-Identifier: Apache-2.0
// Groups whose reductions and the steps around them go over the same rows.
#include "jit/groups/group_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/error.h"
#include "jit/groups/group_fold.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_key.h"
#include "jit/groups/group_row_arrays.h"
#include "jit/groups/group_scan.h"
#include "ops/cuda/abi/fast_divisor.h"
#include "ops/cuda/abi/tuning.h"

namespace tenorite::jit {
namespace {

using cuda::kVectorBytes;
constexpr int kMaxLiveWords = 64;
// Rows of a block take as many bytes, unless one takes more; then there are
// more threads, since fewer blocks share a multiprocessor.
constexpr int64_t kBlockBytes = 16 << 10;
constexpr int64_t kLargeBytes = 24 << 10;
constexpr int kWarps = 8, kManyWarps = 16;
constexpr int64_t kBlocksPerMultiprocessor = 8;
// Threads of a multiprocessor that keep its memory busy.
constexpr int kThreadsWanted = 1536;
// Those of scans, which take more registers; and the bytes of a block that has
// several rows, of which there is room for three.
constexpr int kThreadsOfScans = 1024;
constexpr int64_t kScanBytes = 74 << 10;
// Rows in registers: words of a thread; elements of it, over all steps, which
// are not looped over; and those of functions that take many instructions.
constexpr int kMaxHeldWords = 64;
constexpr int kMaxHeldStatements = 640, kMaxHeldCalls = 64;
// Folds take as many vectors of a thread at a time, at most.
constexpr int64_t kHeldBatch = 4;

// RowFold of jit/prelude/groups/rows.cuh.
struct HostFold {
  reduction::Finishing finishing;
  int lanes_log2;
  bool middle;
};

int64_t round_up(int64_t n) { return (n + 15) / 16 * 16; }

// The pitch of jit/prelude/groups/shared_rows.cuh.
int64_t row_pitch(int64_t elements, int size, bool padded) {
  const int64_t bytes =
      padded ? cuda::padded(static_cast<int>((elements + 7) / 8 * 8 * size))
             : elements * size;
  return 16 * ((bytes + 15) / 16 | 1);
}

class RowsProgram final : public GroupKernels {
 public:
  RowsProgram(GroupPlan structure, std::vector<bool> constant,
              RowsSchedule schedule)
      : structure_(std::move(structure)),
        constant_(std::move(constant)),
        schedule_(std::move(schedule)),
        saving_(saving_of(structure_)),
        constants_(structure_) {
    for (const GroupStep& step : structure_.steps) {
      if (!step.kept) {
        ++held_steps_;
        held_calls_ += is_heavy(step);
      } else if (step.kind == Instruction::Kind::kReduce) {
        has_wide_fold_ =
            has_wide_fold_ || info(step.reduce).makes == ReduceResult::kSpread;
      }
    }
  }
  int constant_bytes() const { return constants_.bytes(); }

  GroupRun run(std::span<const GroupPlan> boxes, GroupEffort effort,
               const GroupDevice& device, std::shared_ptr<void>&,
               int&) override {
    if (boxes.size() > 1) return GroupRun::kUnfit;
    const GroupPlan& plan = boxes.front();
    Work work;
    if (size_of(plan.shape) == 0 || !prepare(plan, device, work))
      return GroupRun::kUnfit;
    const RowsVariant& variant = work.variant;
    const int most_shared =
        variant.held > 0 ? 0 : device.shared_bytes(plan.device);
    LazyKernel& lazy = kernels_.at(&variant, sizeof(variant), most_shared);
    const CompiledKernel* kernel =
        lazy.get(effort, plan.device, saving_.nanoseconds(size_of(plan.shape)),
                 [this, variant] {
                   return rows_source(structure_, schedule_, variant);
                 });
    if (!kernel) return GroupRun::kNotReady;
    use_memory(plan);
    alignas(16) char parameters[4096];
    LaunchArguments arguments;
    arguments.point(parameters, write_loop(plan, work, parameters));
    LaunchShape shape;
    shape.grid[0] =
        static_cast<unsigned>((work.arrays.rows - 1) / work.block_rows + 1);
    shape.block[0] = 32u * variant.warps;
    shape.shared_bytes = static_cast<unsigned>(work.shared);
    constants_.launch(plan, device, arguments, [&] {
      kernel->function->launch(shape, plan.stream, arguments.get());
    });
    return GroupRun::kDone;
  }

  KernelSource source(std::span<const GroupPlan> boxes) const override {
    const GroupPlan& plan = boxes.front();
    // As the device that most rows have would do it.
    static constexpr GroupDevice kTypical = {
        .row_folding =
            [](ReduceOp op, DType in, DType, int64_t, int64_t length, Device,
               RowFolding* folding) {
              const int64_t bytes = length * static_cast<int64_t>(itemsize(in));
              const int64_t vectors = (bytes - 1) / kVectorBytes + 1;
              const bool batches = takes_batches(op, in);
              const auto log2 = [](int64_t n) {
                return static_cast<int>(
                           std::bit_width(static_cast<uint64_t>(n))) -
                       1;
              };
              folding->short_rows = bytes <= cuda::kShortRowBytes;
              folding->middle = !folding->short_rows && !batches &&
                                bytes <= cuda::kMiddleRowBytes;
              folding->lanes_log2 =
                  folding->short_rows
                      ? std::max(0, log2(vectors / 4))
                      : std::min(8, log2((vectors - 1) / 32) + 1) +
                            (folding->middle ? 2 : 0);
              return true;
            },
        .fold_geometry = nullptr,
        .give_split_memory = nullptr,
        .plant = nullptr,
        .multiprocessors = [](Device) { return 132; },
        .shared_bytes = [](Device) { return 227 << 10; },
        .error_word = nullptr,
        .note_checked_launch = nullptr,
    };
    Work work;
    TENORITE_CHECK(prepare(plan, kTypical, work), NotImplementedError,
                   "there is no kernel for arrays of this layout");
    return rows_source(structure_, schedule_, work.variant);
  }

 private:
  struct Work {
    RowsVariant variant{};
    RowArrays arrays;
    int64_t block_rows = 1, shared = 0;
    std::vector<int> places;
    RowFolding folding[kMaxRowFolds];
  };

  bool prepare(const GroupPlan& plan, const GroupDevice& device,
               Work& work) const {
    const Dims& shape = plan.shape;
    const uint64_t reduced = plan.reduced_axes;
    if (!rows_fit(shape, reduced) ||
        !work.arrays.place(plan, constant_, schedule_.vector))
      return false;
    const int64_t rows = work.arrays.rows, run = work.arrays.run;
    std::copy_n(work.arrays.access, kMaxGroupArrays, work.variant.access);
    work.variant.axes = static_cast<uint8_t>(work.arrays.axes.ndim);
    work.variant.whole = work.arrays.whole;
    for (size_t f = 0; f < schedule_.folds.size(); ++f) {
      const GroupStep& step =
          plan.steps[static_cast<size_t>(schedule_.folds[f])];
      const DType in = dtype_of(plan, step.in[0]);
      if (step.by_column || step.in_strides.size() != shape.size() ||
          !is_run(step.in_strides.data(), shape, reduced,
                  static_cast<int64_t>(itemsize(in))) ||
          !device.row_folding(
              step.reduce, in, step.compute,
              step.planned_results ? step.planned_results : rows, run,
              plan.device, &work.folding[f]))
        return false;
      work.variant.short_rows |=
          static_cast<uint8_t>(work.folding[f].short_rows << f);
    }
    for (int i : schedule_.scans)
      if (!scans_run(plan, plan.steps[static_cast<size_t>(i)])) return false;
    work.variant.few_terms = run <= reduction::kFewTerms;
    if (hold_rows(plan, work)) return true;
    return place_rows(plan, device, work);
  }

  // Gives each thread the elements that it folds, if they are few.
  bool hold_rows(const GroupPlan& plan, Work& work) const {
    // Scans go through shared memory.
    if (!schedule_.scans.empty()) return false;
    const RowFolding& folding = work.folding[0];
    for (size_t f = 0; f < schedule_.folds.size(); ++f) {
      const GroupStep& step =
          plan.steps[static_cast<size_t>(schedule_.folds[f])];
      const auto item = static_cast<int>(itemsize(dtype_of(plan, step.in[0])));
      if (item * schedule_.vector != kVectorBytes ||
          work.folding[f].short_rows != folding.short_rows ||
          work.folding[f].middle != folding.middle ||
          work.folding[f].lanes_log2 != folding.lanes_log2)
        return false;
    }
    int row_bytes = 0;
    for (int size : schedule_.place_size) row_bytes += size;
    int most_elements = 4 * kMaxHeldWords / row_bytes;
    if (held_steps_ > 0)
      most_elements = std::min(most_elements, kMaxHeldStatements / held_steps_);
    if (held_calls_ > 0)
      most_elements = std::min(most_elements, kMaxHeldCalls / held_calls_);
    const int64_t most = most_elements / schedule_.vector;
    const int64_t lanes = int64_t{1} << folding.lanes_log2;
    const int64_t vectors = vectors_of(work);
    const int64_t of_lane = (vectors - 1) / lanes + 1;
    const int64_t parts = of_lane > most ? 2 : 1;
    const int64_t held = parts == 1 ? of_lane
                                    : ((of_lane + 1) / 2 + kHeldBatch - 1) /
                                          kHeldBatch * kHeldBatch;
    const int64_t threads = std::max<int64_t>(32 * kWarps, lanes * parts);
    if (held > most || threads > 32 * kManyWarps) return false;
    work.block_rows = threads / (lanes * parts);
    const bool all_rows = work.arrays.rows % work.block_rows == 0;
    // Threads without a row of their own must not find errors in another.
    if (!all_rows && constants_.checked()) return false;
    RowsVariant& variant = work.variant;
    const int64_t last = of_lane - held * (parts - 1);
    const bool last_is_whole = variant.whole && vectors % lanes == 0;
    variant.held = static_cast<uint8_t>(held);
    variant.parts = static_cast<uint8_t>(parts);
    variant.sure = static_cast<uint8_t>(last_is_whole ? last : last - 1);
    variant.rows = all_rows;
    variant.whole = variant.one = 0;
    variant.warps = static_cast<uint8_t>(threads / 32);
    // Registers for what a thread holds and for what it does with it.
    const int64_t words = held * schedule_.vector * row_bytes / 4;
    const bool wide = words > kMaxHeldWords / 2 && has_wide_fold_;
    const int blocks = words <= kMaxHeldWords / 4   ? 5
                       : words <= kMaxHeldWords / 2 ? 4
                       : wide                       ? 2
                                                    : 3;
    variant.blocks =
        static_cast<uint8_t>(std::max(1, blocks * kWarps / variant.warps));
    work.places.assign(static_cast<size_t>(schedule_.places()), 0);
    return true;
  }

  // Shares the rows among blocks, and shared memory among their values.
  bool place_rows(const GroupPlan& plan, const GroupDevice& device,
                  Work& work) const {
    const int64_t vectors = vectors_of(work);
    int64_t row_bytes = 0;
    for (int size : schedule_.place_size) row_bytes += pitch(vectors, size);
    const int64_t wanted =
        (work.arrays.rows - 1) /
            (kBlocksPerMultiprocessor * device.multiprocessors(plan.device)) +
        1;
    work.block_rows = std::clamp<int64_t>(
        std::min(kBlockBytes / std::max<int64_t>(1, row_bytes), wanted), 1,
        32 * kWarps);
    const bool scans = !schedule_.scans.empty();
    if (scans) {
      // As many rows as the threads scan at a time.
      int64_t rows = rows_scanned(work.arrays.run);
      while (rows > 1 && rows * row_bytes > kScanBytes) rows /= 2;
      work.block_rows = (work.block_rows + rows - 1) / rows * rows;
    }
    work.variant.one = work.block_rows == 1;
    const int64_t bytes = row_bytes * work.block_rows;
    const bool many = bytes > kLargeBytes && (!scans || work.variant.one);
    work.variant.warps = many ? kManyWarps : kWarps;
    int64_t at = 0;
    auto place = [&](int64_t size) {
      work.places.push_back(static_cast<int>(at));
      at += round_up(size);
    };
    for (int size : schedule_.place_size)
      place(work.block_rows * pitch(vectors, size));
    for (int size : schedule_.kept_size) place(work.block_rows * size);
    place(std::max(
        work.variant.warps * kRowPartBytes,
        schedule_.scans.empty() ? 0 : scan_part_bytes(work.variant.warps)));
    work.shared = at;
    const int64_t most = device.shared_bytes(plan.device);
    work.variant.blocks = static_cast<uint8_t>(
        std::clamp<int64_t>(most / std::max<int64_t>(1, at), 1,
                            (scans ? kThreadsOfScans : kThreadsWanted) /
                                (32 * work.variant.warps)));
    return at <= most;
  }

  // How many rows kWarps warps scan at a time, of the scan that takes most.
  int64_t rows_scanned(int64_t run) const {
    int width = cuda::kScanThreads;
    for (int i : schedule_.scans) {
      const GroupStep& scan = structure_.steps[static_cast<size_t>(i)];
      const DType in = dtype_of(structure_, scan.in[0]);
      width = std::min(
          width, cuda::row_tiles(run, static_cast<int>(itemsize(in)),
                                 static_cast<int>(itemsize(scan.dtype[0])))
                     .width);
    }
    return 32 * kWarps / width;
  }
  int64_t pitch(int64_t vectors, int size) const {
    return row_pitch(vectors * schedule_.vector, size,
                     !schedule_.scans.empty());
  }
  int64_t vectors_of(const Work& work) const {
    return (work.arrays.run - 1) / schedule_.vector + 1;
  }

  // RowLoop of jit/prelude/groups/rows.cuh; its bytes.
  size_t write_loop(const GroupPlan& plan, const Work& work,
                    char* bytes) const {
    char* to = work.arrays.write(plan, bytes);
    auto put = [&](const void* value, size_t n) {
      std::memcpy(to, value, n);
      to += n;
    };
    const cuda::FastDivisor vectors = cuda::make_divisor(vectors_of(work));
    put(&vectors, sizeof(vectors));
    const auto rows = static_cast<uint32_t>(work.arrays.rows);
    const int32_t numbers[] = {static_cast<int32_t>(work.block_rows),
                               static_cast<int32_t>(work.arrays.run)};
    put(&rows, 4);
    put(numbers, sizeof(numbers));
    put(work.places.data(), 4 * work.places.size());
    to = bytes + round_up(to - bytes);
    for (size_t f = 0; f < schedule_.folds.size(); ++f) {
      const GroupStep& step =
          plan.steps[static_cast<size_t>(schedule_.folds[f])];
      const HostFold fold{finishing_of(step), work.folding[f].lanes_log2,
                          work.folding[f].middle};
      put(&fold, sizeof(fold));
    }
    if (schedule_.folds.empty()) {
      const HostFold none{};
      put(&none, sizeof(none));
    }
    return static_cast<size_t>(to - bytes);
  }

  const GroupPlan structure_;
  const std::vector<bool> constant_;
  const RowsSchedule schedule_;
  const Saving saving_;
  const GroupConstants constants_;
  // Steps over the elements, and those that call heavy functions.
  int held_steps_ = 0, held_calls_ = 0;
  bool has_wide_fold_ = false;  // whose state takes many registers
  LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupKernels> make_rows_program(const GroupPlan& plan) {
  if (plan.stores.empty() || live_words(plan) > kMaxLiveWords) return nullptr;
  // One reduction of an array is what the device's own kernels are best at.
  const auto over_shape = [](const GroupStep& step) {
    return !step.kept || step.kind == Instruction::Kind::kReduce;
  };
  if (std::count_if(plan.steps.begin(), plan.steps.end(), over_shape) < 2)
    return nullptr;
  std::vector<bool> constant = constant_arrays(plan);
  GroupPlan structure = structure_of(plan);
  std::optional<RowsSchedule> schedule = schedule_rows(structure, constant);
  if (!schedule) return nullptr;
  auto program = std::make_unique<RowsProgram>(
      std::move(structure), std::move(constant), std::move(*schedule));
  if (program->constant_bytes() > kMaxConstantBytes) return nullptr;
  return program;
}

}  // namespace tenorite::jit

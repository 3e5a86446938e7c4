// SPDX-License-Identifier: Apache-2.0
// Groups of a scan along rows that are too long for a block, and of the steps
// before and behind it.
#include <algorithm>
#include <cstring>

#include "jit/groups/group_kernels.h"
#include "jit/groups/group_key.h"
#include "jit/groups/group_row_arrays.h"
#include "jit/groups/group_rows_text.h"
#include "jit/groups/group_scan.h"
#include "ops/cuda/abi/fast_divisor.h"

namespace tenorite::jit {
namespace {

constexpr int kMaxLiveWords = 64;
// As in ops/cuda/scan/scan_pipeline.cuh.
constexpr int kTilesKept = 3, kTreeThreads = 96;
constexpr int kBlocks = 2;  // of a multiprocessor
// Rows of as many bytes, of all that is kept of them, are faster in one piece.
constexpr int64_t kWholeBytes = 64 << 10;

class TilesProgram final : public GroupKernels {
 public:
  TilesProgram(GroupPlan structure, std::vector<bool> constant,
               RowsSchedule schedule, int items)
      : structure_(std::move(structure)),
        constant_(std::move(constant)),
        schedule_(std::move(schedule)),
        items_(items),
        saving_(saving_of(structure_)),
        constants_(structure_) {}
  int constant_bytes() const { return constants_.bytes(); }

  GroupRun run(std::span<const GroupPlan> boxes, GroupEffort effort,
               const GroupDevice& device, std::shared_ptr<void>&,
               int&) override {
    const GroupPlan& plan = boxes.front();
    Work work;
    if (boxes.size() > 1 || !device.plant || !prepare(plan, device, work))
      return GroupRun::kUnfit;
    const RowsVariant& variant = work.variant;
    LazyKernel& lazy = kernels_.at(&variant, sizeof(variant), work.shared);
    const CompiledKernel* kernel =
        lazy.get(effort, plan.device, saving_.nanoseconds(size_of(plan.shape)),
                 [this, variant] {
                   return tiled_rows_source(structure_, schedule_, variant);
                 });
    if (!kernel) return GroupRun::kNotReady;
    use_memory(plan);
    cuda::TileTree tree;
    tree.tiles = work.tiles;
    const StoragePtr posted =
        device.plant(&tree, work.arrays.rows, accumulator_bytes(scan()),
                     plan.device, plan.stream);
    alignas(16) char parameters[4096];
    LaunchArguments arguments;
    arguments.point(parameters, write_loop(plan, work, tree, parameters));
    LaunchShape shape;
    const int64_t blocks =
        int64_t{variant.blocks} * device.multiprocessors(plan.device);
    shape.grid[0] =
        static_cast<unsigned>(std::min(blocks, work.tiles * work.arrays.rows));
    shape.block[0] = 32u * variant.warps;
    shape.shared_bytes = static_cast<unsigned>(work.shared);
    constants_.launch(plan, device, arguments, [&] {
      kernel->function->launch(shape, plan.stream, arguments.get());
    });
    return GroupRun::kDone;
  }

  KernelSource source(std::span<const GroupPlan> boxes) const override {
    static constexpr GroupDevice kTypical = {
        .row_folding = nullptr,
        .fold_geometry = nullptr,
        .give_split_memory = nullptr,
        .plant = nullptr,
        .multiprocessors = [](Device) { return 132; },
        .shared_bytes = [](Device) { return 227 << 10; },
        .error_word = nullptr,
        .next_checked_launch = nullptr,
        .note_checked_launch = nullptr,
    };
    Work work;
    TENORITE_CHECK(prepare(boxes.front(), kTypical, work), NotImplementedError,
                   "there is no kernel for arrays of this layout");
    return tiled_rows_source(structure_, schedule_, work.variant);
  }

 private:
  struct Work {
    RowsVariant variant{};
    RowArrays arrays;
    int64_t tiles = 0;  // of a row
    int places[kMaxGroupSteps];
    int kept = 0, shared = 0;
  };

  const GroupStep& scan() const {
    return structure_.steps[static_cast<size_t>(schedule_.scans.front())];
  }

  bool prepare(const GroupPlan& plan, const GroupDevice& device,
               Work& work) const {
    const auto scan = static_cast<size_t>(schedule_.scans.front());
    if (!work.arrays.place(plan, constant_, schedule_.vector) ||
        !scans_run(plan, plan.steps[scan]))
      return false;
    const int elements = cuda::kScanThreads * items_;
    int row_item = 0;
    for (int size : schedule_.place_size) row_item += size;
    // Shorter rows are whole in shared memory, or are no such tiles.
    if (work.arrays.run <= elements / 2 ||
        (work.arrays.run * row_item <= kWholeBytes &&
         rows_fit(plan.shape, plan.reduced_axes)))
      return false;
    work.tiles = (work.arrays.run - 1) / elements + 1;
    if (work.tiles * work.arrays.rows >= int64_t{1} << 31) return false;
    int results = 0;
    for (size_t k = 0; k < schedule_.place_size.size(); ++k) {
      int& end =
          is_result_alone(schedule_, static_cast<int>(k)) ? results : work.kept;
      work.places[k] = end;
      end += cuda::padded(elements * schedule_.place_size[k]);
    }
    work.shared = kTilesKept * work.kept + results;
    // What a block has besides, of its own and of the driver.
    constexpr int kBesides = 3 << 10;
    const int most = device.shared_bytes(plan.device);
    RowsVariant& variant = work.variant;
    std::copy_n(work.arrays.access, kMaxGroupArrays, variant.access);
    variant.axes = static_cast<uint8_t>(work.arrays.axes.ndim);
    variant.whole = work.arrays.whole && elements % schedule_.vector == 0;
    variant.one = true;
    variant.warps = (cuda::kScanThreads + kTreeThreads) / 32;
    // Fewer are too few: each waits for memory and for its threads.
    variant.blocks = kBlocks;
    return kBlocks * (work.shared + kBesides) <= most;
  }

  // TileLoop of jit/prelude/groups/scan_tiles.cuh; its bytes.
  size_t write_loop(const GroupPlan& plan, const Work& work,
                    const cuda::TileTree& tree, char* bytes) const {
    char* to = work.arrays.write(plan, bytes);
    auto put = [&](const void* value, size_t n) {
      std::memcpy(to, value, n);
      to += n;
    };
    const auto align = [&] { to = bytes + (to - bytes + 7) / 8 * 8; };
    const cuda::FastDivisor tiles = cuda::make_divisor(work.tiles);
    const auto all = static_cast<uint32_t>(work.tiles * work.arrays.rows);
    put(&tiles, sizeof(tiles));
    put(&all, 4);
    put(&work.kept, 4);
    align();
    put(&work.arrays.run, 8);
    put(work.places, 4 * schedule_.place_size.size());
    align();
    put(&tree, sizeof(tree));
    return static_cast<size_t>(to - bytes);
  }

  const GroupPlan structure_;
  const std::vector<bool> constant_;
  const RowsSchedule schedule_;
  const int items_;  // of a thread
  const Saving saving_;
  const GroupConstants constants_;
  LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupKernels> make_tiles_program(const GroupPlan& plan) {
  if (plan.stores.empty() || plan.steps.size() < 2 ||
      live_words(plan) > kMaxLiveWords)
    return nullptr;
  std::vector<bool> constant = constant_arrays(plan);
  GroupPlan structure = structure_of(plan);
  std::optional<RowsSchedule> schedule =
      schedule_rows(structure, constant, true);
  if (!schedule || !schedule->folds.empty() || schedule->stages != 2 ||
      schedule->scans.size() != 1)
    return nullptr;
  for (const GroupStep& step : plan.steps)
    if (step.kept) return nullptr;
  for (const GroupStore& store : plan.stores)
    if (constant[static_cast<size_t>(store.array)]) return nullptr;
  const GroupStep& scan =
      plan.steps[static_cast<size_t>(schedule->scans.front())];
  const size_t item = std::max(itemsize(dtype_of(structure, scan.in[0])),
                               itemsize(scan.dtype[0]));
  const int items = cuda::kThreadBytes / static_cast<int>(item);
  auto program = std::make_unique<TilesProgram>(
      std::move(structure), std::move(constant), std::move(*schedule), items);
  if (program->constant_bytes() > kMaxConstantBytes) return nullptr;
  return program;
}

}  // namespace tenorite::jit

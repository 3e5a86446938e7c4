// SPDX-License-Identifier: Apache-2.0
// Rows that are too long for a block, of which it keeps tiles in shared memory.
#include <algorithm>

#include "jit/groups/group_scan.h"
#include "jit/groups/group_shared_text.h"

namespace tenorite::jit {
namespace {

class TiledRowsText : SharedText {
 public:
  TiledRowsText(const GroupPlan& plan, const RowsSchedule& schedule,
                const RowsVariant& variant)
      : SharedText(plan, schedule, variant) {}

  KernelSource source() {
    write_head("jit/prelude/groups/scan_tiles.cuh", 32 * v_.warps,
               "TileLoop<" + number(static_cast<int>(plan_.arrays.size())) +
                   ", " + number(v_.axes) + ", " +
                   number(static_cast<int>(s_.place_size.size())) + "> tiles");
    to_.line("  extern __shared__ uint4 _shared_words[];");
    to_.line("  const auto fetch = [&](const auto& loop) {");
    for (size_t k = 0; k < s_.array_stage.size(); ++k)
      if (s_.array_stage[k] >= 0)
        to_.line("    loop.fetch(" + number(static_cast<int>(k)) +
                 ", (int)sizeof(" + array_type(static_cast<int>(k)) + "));");
    to_.line("  };");
    write_part("feed", 0);
    write_part("follow", 1);
    const int scan = s_.scans.front();
    const GroupSource &from = step(scan).in[0],
                      to{Kind::kValue, 0, static_cast<int16_t>(scan)};
    to_.line("  scan_tiles<TileScan<" +
             scan_type(step(scan), text_.dtype(from)) + ", " +
             number(place_of(from)) + ", " + number(place_of(to)) +
             (is_result(place_of(to)) ? ", true" : "") +
             ">>(tiles, (char*)_shared_words, fetch, feed, follow);");
    return finish();
  }

 private:
  bool is_result(int place) const { return is_result_alone(s_, place); }
  std::string place(int index) const override {
    return std::string(is_result(index) ? "_result" : "_shared") +
           " + loop.place[" + number(index) + "]";
  }
  int place_of(const GroupSource& value) const {
    return std::find_if(
               s_.carried.begin(), s_.carried.end(),
               [&](const CarriedRow& row) { return row.value == value; })
        ->place;
  }
  // What is done to a tile, by the threads that scan.
  void write_part(const std::string& name, int stage) {
    to_.line("  const auto " + name +
             " = [&](const auto& loop, char* _shared, char* _result) {");
    to_.line("  const int _vectors = (loop.count + V - 1) / V;");
    write_pass(stage, number(cuda::kScanThreads), true);
    to_.line("  };");
  }
};

}  // namespace

bool is_result_alone(const RowsSchedule& schedule, int place) {
  return std::all_of(
      schedule.carried.begin(), schedule.carried.end(),
      [&](const CarriedRow& row) { return row.place != place || row.scanned; });
}

KernelSource tiled_rows_source(const GroupPlan& plan,
                               const RowsSchedule& schedule,
                               const RowsVariant& variant) {
  return TiledRowsText(plan, schedule, variant).source();
}

}  // namespace tenorite::jit

// SPDX-License-Identifier: Apache-2.0
// What kernels of groups need to know of a scan.
#pragma once

#include <string>

#include "core/export.h"
#include "ops/cuda/abi/scan_tiles.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

// GroupEngine::records_scan: an associative operation along the last axis, of
// arrays in C order.
TENORITE_EXPORT bool records_scan(const Instruction& scan);

// Whether its rows are in C order, or would be, and of a dtype that the
// device's own kernels read.
bool scans_run(const GroupPlan& plan, const GroupStep& scan);

// "RowScan<op::Add, double, float, float>" of jit/prelude/groups/scan_rows.cuh.
std::string scan_type(const GroupStep& scan, DType in);
// Bytes of an accumulator.
int accumulator_bytes(const GroupStep& scan);

// What the warps of a block share while they scan rows: see scan_rows of
// jit/prelude/groups/scan_rows.cuh.
constexpr int scan_part_bytes(int warps) { return (warps + 32) * 16; }

// The dtype of what a step reads.
DType dtype_of(const GroupPlan& plan, const GroupSource& source);

}  // namespace tenorite::jit
